import warnings

import pytest
import spacy
from spacy.tokens import DocBin
from spacy.training import Example
from thinc.api import Adam, fix_random_seed

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.readers import (
    LinkRecord,
    PairCorpus,
    read_daeso,
    read_graph_pairs,
    record_to_doc,
)

# "De poes die slaapt zit er ." and "Het dier wordt gezien": trees of made-up sentences, with a
# phrase in two parts and an empty node that repeats a word.
SOURCE = """
<alpino_ds id="s1" version="1.1">
 <node begin="0" cat="top" end="7" id="0" rel="top">
  <node begin="6" end="7" id="1" pos="punct" rel="--" root="." word="."/>
  <node begin="0" cat="smain" end="6" id="2" rel="--">
   <node begin="0" cat="np" end="6" id="3" rel="su">
    <node begin="0" end="1" id="4" pos="det" rel="det" root="de" word="De"/>
    <node begin="1" end="2" id="5" pos="noun" rel="hd" root="poes" word="poes"/>
    <node begin="4" cat="rel" end="6" id="6" rel="mod">
     <node begin="4" end="5" id="7" index="1" pos="pron" rel="rhd" root="die" word="die"/>
     <node begin="4" cat="ssub" end="6" id="8" rel="body">
      <node begin="4" end="5" id="9" index="1" rel="su"/>
      <node begin="5" end="6" id="10" pos="verb" rel="hd" root="slapen" word="slaapt"/>
     </node>
    </node>
   </node>
   <node begin="2" end="3" id="11" pos="verb" rel="hd" root="zitten" word="zit"/>
   <node begin="3" end="4" id="12" pos="adv" rel="mod" root="er" word="er"/>
  </node>
 </node>
 <sentence>De poes zit er die slaapt .</sentence>
</alpino_ds>
"""
TARGET = """
<alpino_ds id="t1">
 <node begin="0" cat="top" end="6" id="0" rel="top">
  <node begin="0" cat="smain" end="6" id="1" rel="--">
   <node begin="0" cat="np" end="2" id="2" rel="su">
    <node begin="0" end="1" id="3" pos="det" rel="det" root="het" word="Het"/>
    <node begin="1" end="2" id="4" pos="noun" rel="hd" root="dier" word="dier"/>
   </node>
   <node begin="2" end="3" id="5" pos="verb" rel="hd" root="worden" word="wordt"/>
   <node begin="3" cat="ppart" end="6" id="6" rel="vc">
    <node begin="3" cat="pp" end="5" id="7" rel="mod">
     <node begin="3" end="4" id="8" pos="prep" rel="hd" root="op" word="op"/>
     <node begin="4" end="5" id="9" pos="noun" rel="obj1" root="straat" word="straat"/>
    </node>
    <node begin="5" end="6" id="10" pos="verb" rel="hd" root="zien" word="gezien"/>
   </node>
  </node>
 </node>
 <sentence>Het dier wordt op straat gezien</sentence>
</alpino_ds>
"""


def corpus(*links, ids=("s1", "t1"), banks=("1", "2"), files=("source.xml", "target.xml")):
    nodes = "".join(
        f'<node_pair from_node_id="{a}" relation="{relation}" to_node_id="{b}"/>'
        for a, relation, b in links
    )
    names = "".join(
        f'<file format="alpino" id="{n}">{name}</file>' for n, name in enumerate(files, 1)
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?><parallel_graph_corpus><corpus_meta_data/>'
        f"<graphbanks>{names}</graphbanks><node_relations><relation>equals</relation>"
        f'</node_relations><aligned_graphs><graph_pair from_bank_id="{banks[0]}" n="1" '
        f'from_graph_id="{ids[0]}" to_bank_id="{banks[1]}" to_graph_id="{ids[1]}">'
        f"<aligned_nodes>{nodes}</aligned_nodes><graph_meta_data><comment>node_pair</comment>"
        "</graph_meta_data></graph_pair></aligned_graphs></parallel_graph_corpus>"
    )


@pytest.fixture
def read(write):
    def _read(text, source=SOURCE, target=TARGET):
        write("source.xml", f"<treebank>{source}</treebank>")
        write("target.xml", f'<?xml version="1.0"?><syntax>{target}</syntax>')
        return read_daeso(write("pairs.pgc", text))

    return _read


def phrase(source, target, relation, heads):
    return LinkRecord(source, target, relation, source_head=heads[0], target_head=heads[1])


def test_words_and_phrases(read):
    links = [
        ("5", "specifies", "4"),
        ("4", "restates", "3"),
        ("3", "specifies", "2"),
        ("0", "intersects", "0"),
    ]
    [record] = read(corpus(*links))
    assert record.id == "s1-t1"
    assert record.source == ("De", "poes", "zit", "er", "die", "slaapt", ".")
    assert record.target == ("Het", "dier", "wordt", "op", "straat", "gezien")
    assert record.words == (
        LinkRecord((0,), (0,), "restates"),
        LinkRecord((1,), (1,), "specifies"),
    )
    # "de" is a phrase of its own, "poes" is not: it heads a larger one, in two parts.
    assert record.phrases == (
        phrase((0,), (0,), "restates", (0, 0)),
        phrase((0, 1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4, 5), "intersects", (2, 2)),
        phrase((0, 1, 4, 5), (0, 1), "specifies", (1, 1)),
    )
    assert record.chunks is record.source_chunks is None


def test_of_phrases_with_the_same_heads_the_largest_is_kept(read):
    # "2" is "0" without the full stop; "9" is a word under "7".
    links = [("2", "generalizes", "1"), ("0", "intersects", "0"), ("5", "restates", "2")]
    [record] = read(corpus(*links))
    assert [(k.relation, k.source_head, k.target_head) for k in record.phrases] == [
        ("intersects", 2, 2)
    ]


def test_a_word_and_a_phrase(read):
    [record] = read(corpus(("10", "generalizes", "7"), ("8", "intersects", "9")))
    assert record.words == ()
    # The empty subject of "slaapt" adds no word; a preposition heads its phrase.
    assert record.phrases == (
        phrase((5,), (3, 4), "generalizes", (5, 3)),
        phrase((5,), (4,), "intersects", (5, 4)),
    )


def test_trees_lemmas_and_tags(read):
    [record] = read(corpus())
    assert record.source_tree == (
        *((1, "det"), (2, "su"), (2, "ROOT"), (2, "mod"), (1, "mod"), (4, "body"), (2, "--")),
    )
    assert record.target_tree == (
        *((1, "det"), (2, "su"), (2, "ROOT"), (5, "mod"), (3, "obj1"), (2, "vc")),
    )
    assert record.source_tokens == {
        "lemmas": ("de", "poes", "zitten", "er", "die", "slapen", "."),
        "tags": ("det", "noun", "verb", "adv", "pron", "verb", "punct"),
        "pos": ("DET", "NOUN", "VERB", "ADV", "PRON", "VERB", "PUNCT"),
    }


def test_graphs_keep_every_link(read, write):
    read(corpus())
    links = [("2", "generalizes", "1"), ("0", "intersects", "0"), ("7", "equals", "3")]
    [pair] = read_graph_pairs(write("pairs.pgc", corpus(*links)))
    assert set(pair.links) == {(a, b, relation) for a, relation, b in links}
    nodes = pair.source.nodes
    assert (nodes["3"].indices, nodes["3"].head, nodes["3"].label) == ((0, 1, 4, 5), 1, "np")
    assert nodes["5"].is_word
    assert "9" not in nodes
    assert pair.source.phrases == {"0", "1", "2", "3", "4", "6", "8", "10", "12"}


def test_gold_trees_reach_the_prediction(read, write):
    links = [("3", "specifies", "2"), ("5", "specifies", "4"), ("0", "intersects", "0")]
    nlp = spacy.blank("nl")
    docs = [record_to_doc(record, nlp) for record in read(corpus(*links))]
    path = write("gold.spacy", DocBin(docs=docs, store_user_data=True).to_bytes())
    [example] = PairCorpus(path, gold_trees=True)(nlp)
    gold, bare = example.reference, example.predicted
    columns = ["HEAD", "DEP", "LEMMA", "TAG", "POS"]
    assert (gold.to_array(columns) == bare.to_array(columns)).all()
    assert [token.i for token in bare[1].subtree] == [0, 1, 4, 5]
    assert len(bare._.alignment) == 0
    [example] = PairCorpus(path)(nlp)
    assert not example.predicted.has_annotation("DEP")
    with pytest.raises(ParaphraseError, match=r"P105.*gold_trees"):
        PairCorpus(path, gold_trees="yes")


def test_a_blank_pipeline_learns_words_and_phrases(read):
    nlp = spacy.blank("nl")
    settings = {"@architectures": "spacy-paraphrase.UnitMatcher.v1", "folds": 2, "networks": 1}
    config = {"forms": True, "proposals": False, "unit_model": settings}
    matcher = nlp.add_pipe("graph_matcher", config=config)
    links = [
        ("4", "restates", "3"),
        ("5", "specifies", "4"),
        ("11", "restates", "5"),
        ("3", "specifies", "2"),
        ("0", "intersects", "0"),
    ]
    [gold] = [record_to_doc(record, nlp) for record in read(corpus(*links))]
    example = Example(gold.copy(), gold)
    for key in ("word_alignment", "phrase_alignment"):
        del example.predicted.spans[key]
    fix_random_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        matcher.initialize(lambda: [example], nlp=nlp)
        optimizer = Adam(0.01)
        for _ in range(80):
            matcher.update([Example(example.predicted.copy(), gold)], sgd=optimizer)
        found = matcher(example.predicted.copy())

    def labelled(doc, level):
        links = getattr(doc._.alignment, level)
        return {(k.source.text, k.target.text, k.relation) for k in links}

    assert labelled(found, "words") == labelled(gold, "words")
    assert labelled(found, "phrases") == labelled(gold, "phrases")


@pytest.mark.parametrize(
    ("text", "got"),
    [
        (corpus(ids=("s2", "t1")), "no graph 's2' in the graph bank '1'"),
        (corpus(banks=("1", "3")), "no graph 't1' in the graph bank '3'"),
        (corpus(("99", "equals", "0")), "a link to the node '99'"),
        (corpus(("9", "equals", "0")), "a link to the node '9'"),
        (corpus(("0", "equal", "0")), "the relation 'equal'"),
        (corpus(("4", "equals", "3"), ("4", "restates", "3")), "two links 0-0 that differ"),
    ],
)
def test_bad_pairs_are_reported(text, got, write, read, collect):
    read(text)
    good = corpus()[corpus().index("<graph_pair") : corpus().index("</aligned_graphs>")]
    path = write("pairs.pgc", text.replace("</aligned_graphs>", good + "</aligned_graphs>"))
    records, [error] = collect(read_daeso, path)
    assert [record.words for record in records] == [()]
    assert (error.code, error.values["place"].line) == ("P102", 1)
    assert f"pairs.pgc, graph pair 1: got {got}" in str(error)
    with pytest.raises(ParaphraseError, match="P102"):
        list(read_daeso(path))


@pytest.mark.parametrize(
    "change",
    [
        ('word="poes"', 'word="kat"'),
        ('begin="1" end="2" id="5"', 'begin="one" end="2" id="5"'),
        ('begin="1" end="2" id="5"', 'begin="1" end="1" id="5"'),
        ('begin="1" end="2" id="5"', 'begin="17" end="18" id="5"'),
        ("<sentence>", "<sentence>Nu "),
    ],
)
def test_words_that_are_not_where_the_graph_says(change, read):
    with pytest.raises(ParaphraseError, match=r"P102.*positions in the sentence"):
        list(read(corpus(), source=SOURCE.replace(*change)))


DOCTYPE = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'


@pytest.mark.parametrize(
    "text",
    [
        corpus().replace("<parallel", f"{DOCTYPE}<parallel", 1),
        corpus().replace("<parallel", '<!DOCTYPE x SYSTEM "file:///etc/passwd"><parallel', 1),
        "no XML",
        corpus()[:-5],
        corpus(files=("none.xml", "target.xml")),
        corpus(files=("", "target.xml")),
        corpus().replace('format="alpino"', 'format="negra"', 1),
        corpus().replace("graphbanks>", "graphbanks>&b;", 1),
    ],
)
def test_files_that_are_not_read(text, read):
    with pytest.raises(ParaphraseError, match="P101"):
        read(text)
