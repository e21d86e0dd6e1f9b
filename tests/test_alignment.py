import json
import sys

import networkx as nx
import pytest
import spacy
from spacy.matcher import Matcher

import spacy_paraphrase
from examples import coffee_pair
from spacy_paraphrase import Alignment, Link, ParaphraseError, make_pair, sides, swap
from spacy_paraphrase.pairs.alignment import read_links, write_links
from spacy_paraphrase.pairs.results import SentenceRelation

BLANK = spacy.blank("en")


@pytest.fixture
def doc():
    return make_pair(BLANK, "A black cat sleeps", "The cat naps now")


def link(doc, i, j, relation="", level="words", **numbers):
    source, target = sides(doc)
    return Link(level, source[i : i + 1], target[j : j + 1], relation, **numbers)


@pytest.fixture
def alignment(doc):
    return Alignment(
        doc,
        [
            link(doc, 3, 2, "specifies", score=0.5, similarity=0.7, conflict=True),
            link(doc, 2, 1, "equals"),
            link(doc, 2, 1, "specifies", level="phrases", score=0.8),
        ],
    )


def test_view(doc, alignment):
    doc._.alignment = alignment
    view = doc._.alignment
    assert view == alignment
    assert len(view) == len(list(view)) == 3
    assert [x.source.text for x in view.words] == ["cat", "sleeps"]
    assert [x.relation for x in view.phrases] == ["specifies"]
    assert view.chunks == []
    assert view[doc[3]] == [view.words[1]]
    assert view[doc[0]] == []
    assert (view.words[1].score, view.words[1].similarity) == (0.5, 0.7)
    assert view.words[1].conflict
    assert [t.text for t in view.unaligned("source")] == ["A", "black"]
    assert [t.text for t in view.unaligned("target")] == ["The", "now"]
    assert "2 words" in repr(view)
    assert "'sleeps' specifies 'naps'" in repr(view.words[1])


def test_stored_form(doc, alignment):
    doc._.alignment = alignment
    group = doc.spans["word_alignment"]
    assert [span.text for span in group] == ["cat", "cat", "sleeps", "naps"]
    assert [span.label_ for span in group] == ["equals"] * 2 + ["specifies"] * 2
    json.dumps(group.attrs)


def test_phrase_is_stored_as_its_head_and_read_as_its_yield():
    nlp = spacy.blank("en")
    doc = coffee_pair(nlp)
    source, target = sides(doc)
    write_links(doc, "phrases", [Link("phrases", source[1:2], target[1:2])])
    (phrase,) = doc._.alignment.phrases
    assert [t.text for t in phrase.source_tokens] == ["Daily", "coffee"]
    assert " ".join(t.text for t in phrase.target_tokens) == "Three cups of coffee a day"
    data = doc._.alignment.to_json()["phrases"][0]
    assert data["source"] == [0, 1]
    assert (data["source_head"], data["target_head"]) == (1, 1)


def test_yield_stops_at_the_side_and_at_white_space():
    doc = BLANK("a  b\nc")
    heads = [0, 0, 0, 0, 0]
    doc = spacy.tokens.Doc(
        BLANK.vocab, words=["a", " ", "b", "\n", "c"], heads=heads, deps=["x"] * 5
    )
    doc.spans["pair"] = [doc[0:3], doc[4:5]]
    phrase = Link("phrases", doc[0:1], doc[4:5])
    assert [t.text for t in phrase.source_tokens] == ["a", "b"]


def test_set_operations(doc, alignment):
    other = Alignment(doc, [link(doc, 2, 1, "restates", score=0.3), link(doc, 0, 0, score=0.2)])
    both = alignment | other
    assert len(both) == 4
    assert {x.relation for x in both.words} == {"equals", "specifies", ""}
    assert [x.relation for x in alignment & other] == ["equals"]
    assert [x.relation for x in other & alignment] == ["restates"]
    assert len(alignment.restrict("specifies")) == 2
    assert len(alignment.restrict("intersects")) == 0
    with pytest.raises(ParaphraseError, match="P010"):
        alignment.restrict("same")
    with pytest.raises(ParaphraseError, match="same pair"):
        alignment | Alignment(make_pair(BLANK, "x", "y"))


def test_invert_and_swap(doc, alignment):
    inverted = alignment.invert()
    assert [x.relation for x in inverted.words] == ["equals", "generalizes"]
    assert [x.source.text for x in inverted.words] == ["cat", "naps"]
    assert inverted.source.text == "The cat naps now"
    doc._.alignment = alignment
    assert swap(doc)._.alignment == inverted
    assert swap(swap(doc))._.alignment == alignment
    assert doc._.alignment == alignment


def test_json_round_trip(doc, alignment):
    data = json.loads(json.dumps(alignment.to_json()))
    assert data["words"][1] == {
        "source": [3],
        "target": [2],
        "relation": "specifies",
        "score": 0.5,
        "similarity": 0.7,
        "conflict": True,
    }
    again = Alignment.from_json(make_pair(BLANK, data["source"], data["target"]), data)
    assert again == alignment


@pytest.mark.parametrize(
    "change",
    [
        {"source": ["other"]},
        {"words": [3]},
        {"words": [{"source": [9], "target": [0]}]},
        {"words": [{"source": [-1], "target": [0]}]},
        {"words": [{"source": [], "target": [0]}]},
        {"words": [{"source": ["0"], "target": [0]}]},
        {"words": [{"source": [0, 2], "target": [0]}]},
        {"words": [{"source": [0], "target": [0], "relation": "same"}]},
        {"words": [{"source": [0], "target": [0], "score": "high"}]},
        {"words": [{"source": [0], "target": [0], "similarity": 2}]},
        {"phrases": [{"source": [0], "target": [0]}]},
    ],
)
def test_malformed_json(alignment, change):
    with pytest.raises(ParaphraseError, match="P010"):
        Alignment.from_json(alignment.doc, alignment.to_json() | change)


def test_networkx():
    nlp = spacy.blank("en")
    doc = coffee_pair(nlp)
    doc._.alignment = Alignment(doc, [link(doc, 7, 11, "equals")])
    graph = doc._.alignment.to_networkx()
    assert isinstance(graph, nx.MultiDiGraph)
    assert graph.number_of_nodes() == 22
    assert graph.nodes["source", 1]["lemma"] == "coffee"
    dependency = graph.edges[("source", 2), ("source", 1), "dependency"]
    assert dependency == {"dep": "nsubj"}
    assert graph.edges[("source", 7), ("target", 11), "words"]["relation"] == "equals"
    dependencies = (e for e in graph.edges(keys=True) if e[2] == "dependency")
    assert nx.is_forest(nx.Graph(graph.edge_subgraph(dependencies)))


def test_stale_links_raise():
    doc = make_pair(BLANK, "New York", "New York")
    write_links(doc, "words", [link(doc, 0, 0)])
    doc.spans["word_alignment"].attrs["length"] = 99
    with pytest.raises(ParaphraseError, match="P006"):
        read_links(doc, "words")
    doc.spans["word_alignment"].attrs = {"length": len(doc), "score": []}
    with pytest.raises(ParaphraseError, match="P006"):
        read_links(doc, "words")


def test_links_must_lie_inside_their_sides(doc):
    source, target = sides(doc)
    for bad in (Link("words", target[0:1], source[0:1]), Link("words", doc[3:6], target[0:1])):
        with pytest.raises(ParaphraseError, match="P010"):
            Alignment(doc, [bad])


def test_a_doc_without_pair_has_no_alignment():
    with pytest.raises(ParaphraseError, match="P004"):
        BLANK("no pair")._.alignment  # noqa: B018


def test_a_notebook_shows_a_picture(alignment):
    assert alignment._repr_svg_().startswith("<svg")


def test_links_of_spans():
    doc = spacy_paraphrase.compare("Ann met Bob Dylan in May.", "Bob Dylan was met by Ann.")
    alignment = doc._.alignment
    names = {ent.text: [link.target.text for link in alignment[ent]] for ent in doc.ents[:2]}
    assert names == {"Ann": ["Ann"], "Bob Dylan": ["Bob", "Dylan"]}
    matcher = Matcher(doc.vocab)
    matcher.add("met", [[{"LEMMA": "meet"}]])
    spans = matcher(doc, as_spans=True)
    assert [[link.source.text for link in alignment[span]] for span in spans] == [["met"], ["met"]]
    assert alignment[doc[0]] == alignment[doc[0:1]]
    assert alignment[sides(doc)[0]] == alignment.words


def test_links_of_several_words_are_those_of_each(nlp):
    doc = make_pair(nlp, ["New", "York", "sleeps"], ["NY", "naps"])
    source, target = sides(doc)
    link = Link("words", source[0:2], target[0:1])
    alignment = Alignment(doc, [link])
    assert alignment[source[0]] == alignment[source[1]] == alignment[target[0]] == [link]
    assert alignment[source[2]] == []


@pytest.mark.parametrize("unit", [0, "word", None, (0, 1)])
def test_links_of_what_is_no_unit(unit):
    doc = make_pair(spacy.blank("en"), "a", "b")
    with pytest.raises(ParaphraseError, match="P031"):
        Alignment(doc)[unit]
    with pytest.raises(ParaphraseError, match="P031.*another text"):
        Alignment(doc)[spacy.blank("en")("other")[0]]


def test_links_and_relations_as_tables(monkeypatch):
    pytest.importorskip("pandas")
    doc = make_pair(BLANK, ["A", "red", "cat"], ["A", "cat"])
    source, target = sides(doc)
    empty = Alignment(doc).to_frame()
    links = [Link("words", source[2:3], target[1:2], "equals", 0.5)]
    links.append(Link("chunks", source[0:3], target[0:2], "specifies", conflict=True))
    frame = Alignment(doc, links).to_frame()
    assert [*empty.columns] == [*frame.columns]
    assert len(empty) == 0
    assert frame[["level", "source", "target", "relation"]].values.tolist() == [
        ["words", "cat", "cat", "equals"],
        ["chunks", "A red cat", "A cat", "specifies"],
    ]
    assert frame.source_tokens.tolist() == [[2], [0, 1, 2]]
    assert frame.target_tokens.tolist() == [[1], [0, 1]]
    assert (frame.score[0], frame.conflict.tolist()) == (0.5, [False, True])
    scores = {"equals": 0.1, "restates": 0.0, "specifies": 0.7, "generalizes": 0.0}
    relation = SentenceRelation("specifies", scores | {"intersects": 0.2, "none": 0.0})
    [row] = relation.to_frame().to_dict("records")
    assert (row["label"], row["entails"], row["entailed"]) == ("specifies", True, False)
    assert (row["conflict"], row["intersects"]) == (False, 0.2)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ParaphraseError, match=r"P852.*\[frames\]"):
        relation.to_frame()
