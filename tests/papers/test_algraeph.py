from dataclasses import replace
from xml.etree.ElementTree import parse

import pytest

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.readers import (
    LinkRecord,
    PairRecord,
    read_daeso,
    read_graph_pairs,
    word_links,
    write_algraeph,
)


def phrase(source, target, relation, heads):
    return LinkRecord(source, target, relation, source_head=heads[0], target_head=heads[1])


# "The old dog", with "barked" before it and apart from it, / "Dogs bark".
PAIR = PairRecord(
    "a",
    ("The", "dog", "barked", "old"),
    ("Dogs", "bark"),
    words=(LinkRecord((1,), (0,), "restates"), LinkRecord((2,), (1,), "restates")),
    phrases=(
        phrase((0, 1, 3), (0,), "specifies", (1, 0)),
        phrase((0, 1, 2, 3), (0, 1), "specifies", (2, 1)),
    ),
    source_tree=((1, "det"), (2, "nsubj"), (2, "ROOT"), (1, "amod")),
    target_tree=((1, "nsubj"), (1, "ROOT")),
    source_tokens={"lemmas": ("the", "dog", "bark", "old"), "pos": ("DET", "NOUN", "VERB", "ADJ")},
    target_tokens={"lemmas": ("dog", "bark"), "pos": ("NOUN", "VERB")},
)


def test_round_trip(tmp_path):
    path = tmp_path / "pairs.pgc"
    write_algraeph(path, [PAIR, replace(PAIR, id="b", words=())])
    first, second = read_daeso(path)
    assert first == replace(PAIR, id="g1-g1")
    assert second == replace(PAIR, id="g2-g2", words=())


def test_a_word_without_dependents_is_linked_on_both_levels(tmp_path):
    pair = replace(PAIR, phrases=(), words=(LinkRecord((3,), (0,), "intersects"),))
    write_algraeph(tmp_path / "pairs.pgc", [pair])
    [record] = read_daeso(tmp_path / "pairs.pgc")
    assert record.words == pair.words
    assert record.phrases == (phrase((3,), (0,), "intersects", (3, 0)),)


def test_what_the_tool_finds_in_a_bank(tmp_path):
    write_algraeph(tmp_path / "pairs.pgc", [PAIR])
    space = "{http://graphml.graphdrawing.org/xmlns}"
    graph = parse(tmp_path / "pairs-source.xml").getroot().find(f"{space}graph")
    data = {d.get("key"): d.text for d in graph.iterfind(f"{space}data")}
    assert data == {"tokens": "The dog barked old", "root": "p3"}
    nodes = {
        node.get("id"): {d.get("key"): d.text for d in node.iterfind(f"{space}data")}
        for node in graph.iterfind(f"{space}node")
    }
    assert list(nodes) == ["w1", "w2", "w3", "w4", "p2", "p3"]
    assert nodes["p2"] == {"label": "NOUN", "tokens": "The dog old"}
    edges = {(e.get("source"), e.get("target")) for e in graph.iterfind(f"{space}edge")}
    assert edges == {("p2", "w2"), ("p2", "w1"), ("p2", "w4"), ("p3", "w3"), ("p3", "p2")}


def test_pairs_without_trees_or_relations(tmp_path):
    path = tmp_path / "pairs.pgc"
    pair = PairRecord(7, ("a", "b"), ("b",), words=word_links([(1, 0)]))
    write_algraeph(path, [pair])
    [record] = read_daeso(path)
    assert (record.source, record.words) == (("a", "b"), pair.words)


def bank(nodes, edges, tokens):
    data = "".join(
        f'<node id="{id}"><data key="label">{label}</data><data key="tokens">{text}</data>'
        '<data key="postag">U</data></node>'
        for id, label, text in nodes
    )
    links = "".join(
        f'<edge source="{a}" target="{b}"><data key="label">{label}</data></edge>'
        for a, b, label in edges
    )
    return (
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph id="g0" edgedefault='
        f'"directed"><data key="tokens">{tokens}</data>{data}{links}</graph></graphml>'
    )


@pytest.fixture
def read(write):
    def _read(source, *links):
        write("bank.xml", source)
        pairs = "".join(
            f'<node_pair from_node_id="{a}" relation="equals" to_node_id="{b}"/>' for a, b in links
        )
        return write(
            "pairs.pgc",
            '<parallel_graph_corpus><graphbanks><file format="graphml" id="1">bank.xml</file>'
            '</graphbanks><aligned_graphs><graph_pair from_bank_id="1" from_graph_id="g0" n="1" '
            f'to_bank_id="1" to_graph_id="g0"><aligned_nodes>{pairs}</aligned_nodes></graph_pair>'
            "</aligned_graphs></parallel_graph_corpus>",
        )

    return _read


# Phrases over words, one of which is spelt in another way, and one with its full stop.
CONSTITUENTS = bank(
    [
        *(("s", "S", "a cat naps"), ("np", "NP", "a cat"), ("n", "N", "cat")),
        *(("c", "cat", "catt"), ("d", "a", "a"), ("v", "naps", "naps")),
    ],
    [("s", "np", "su"), ("s", "v", "hd"), ("np", "n", "hd"), ("n", "c", "hd"), ("np", "d", "det")],
    "a cat naps.",
)
# A node for each word, for what depends on it as well, and one for nothing.
WORDS = bank(
    [
        *(("root", "ROOT", "a cat naps"), ("1", "a", "a"), ("2", "cat", "a cat")),
        *(("E1", "()", ""), ("3", "naps", "a cat naps")),
    ],
    [("root", "3", ""), ("3", "2", "subj"), ("2", "1", "det"), ("3", "E1", "obj")],
    "a cat naps",
)


def test_phrases_over_words(read):
    [record] = read_daeso(read(CONSTITUENTS, ("c", "c"), ("np", "np"), ("v", "v"), ("s", "s")))
    assert record.source == ("a", "cat", "naps.")
    assert [link.source for link in record.words] == [(1,), (2,)]
    assert [(k.source, k.source_head) for k in record.phrases] == [((0, 1), 1), ((0, 1, 2), 2)]
    assert record.source_tree == ((1, "det"), (2, "su"), (2, "ROOT"))


def test_trees_of_words(read):
    path = read(WORDS, ("1", "1"), ("2", "2"), ("3", "3"))
    [record] = read_daeso(path)
    assert [link.source for link in record.words] == [(0,)]
    assert [(k.source, k.source_head) for k in record.phrases] == [
        ((0,), 0),
        ((0, 1), 1),
        ((0, 1, 2), 2),
    ]
    assert record.source_tree == ((1, "det"), (2, "subj"), (2, "ROOT"))
    assert record.source_tokens == {"tags": ("U", "U", "U")}
    [pair] = read_graph_pairs(path)
    assert "E1" not in pair.source.nodes


@pytest.mark.parametrize(
    ("text", "got"),
    [
        (bank([], [], ""), "a graph without words"),
        (bank([("1", "a", "a")], [("1", "2", "")], "a"), "an edge from '1' to '2'"),
        (bank([("x", "b", "b")], [], "a c"), "the word 'b'"),
        (
            bank([("x", "X", "a"), ("y", "Y", "a")], [("x", "y", ""), ("y", "x", "")], "a"),
            "a cycle",
        ),
        (WORDS.replace("<data key", '<data key="begin">7</data><data key'), "a word at 7"),
    ],
)
def test_bad_graphs_are_reported(text, got, read, collect):
    path = read(text)
    records, [error] = collect(read_daeso, path)
    assert not records
    assert error.code == "P102"
    assert got in str(error)
    with pytest.raises(ParaphraseError, match="P102"):
        list(read_daeso(path))
