"""Graphs of the Dutch parser Alpino: an `<alpino_ds>` of a treebank as a `Graph`.

    <alpino_ds id="s10">
      <node id="0" rel="top" cat="top" begin="0" end="2">
        <node id="1" rel="det" pos="det" root="de" word="de" begin="0" end="1"/>
        ...
      <sentence>de kat</sentence>

A node represents the words under it; empty nodes, which repeat another node by its index, add no
words, as for the annotators of DAESO. Heads are those that Alpino marks (`rel="hd"`: the
preposition of a prepositional phrase, the auxiliary of a clause), else the complementiser of a
clause or the conjunction. So nearly every phrase has a head of its own, and can be identified in
the tree of words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from ..readers.files import split_words
from ..readers.records import Arc, Place, unfit
from .graphs import Graph, GraphNode, as_index, rooted

# Which daughter heads a phrase, first come first; of none of them, the largest.
_HEADS = ("hd", "hdf", "cmp", "rhd", "whd", "crd", "mwp", "nucl", "dp", "cnj")
# Parts of speech of Alpino in terms of Universal Dependencies.
_POS = {
    **{"adj": "ADJ", "adv": "ADV", "comp": "SCONJ", "comparative": "SCONJ", "det": "DET"},
    **{"name": "PROPN", "noun": "NOUN", "num": "NUM", "part": "ADP", "pp": "ADV", "prep": "ADP"},
    **{"pron": "PRON", "punct": "PUNCT", "tag": "INTJ", "verb": "VERB", "vg": "CCONJ"},
}
# What a word is to the one before it that a node takes together with it, and to the root where it
# stands in no node.
_SAME, _LOOSE = "mwp", "--"


def read_alpino(place: Place, graph: Element) -> Graph:
    """Return the graph of an `<alpino_ds>`.

    Raises:
        ParaphraseError: P102 if words are not at the positions of their nodes.
    """
    words = split_words(graph.findtext("sentence", ""))
    spans = {node: _span(place, node, words) for node in graph.iter("node") if node.get("word")}
    nodes: dict[str, GraphNode] = {}
    heads, labels = [-1] * len(words), [_LOOSE] * len(words)
    for node in graph.iter("node"):
        indices = _indices(node, spans)
        if not indices:
            continue
        head = spans[_head(node)][0]
        is_word = node in spans and len(indices) == 1
        label = node.get("word", node.get("cat", ""))
        nodes[node.get("id", "")] = GraphNode(indices, head, is_word, label)
        if node in spans:
            for i in indices[1:]:
                heads[i], labels[i] = head, _SAME
        for child in node.iterfind("node"):
            if _size(child) and (below := spans[_head(child)][0]) != head:
                heads[below], labels[below] = head, child.get("rel", "")
    known = sorted({node.head for node in nodes.values()})
    return Graph(words, nodes, _arcs(known, heads, labels), _tokens(words, spans))


def _arcs(known: Sequence[int], heads: Sequence[int], labels: Sequence[str]) -> tuple[Arc, ...]:
    """Return the arcs of the words; what has no head hangs on the first one that heads a node."""
    top = next((i for i in known if heads[i] < 0), 0)
    return rooted([top if head < 0 else head for head in heads], labels)


def _indices(node: Element, spans: Mapping[Element, range]) -> tuple[int, ...]:
    return tuple(sorted({i for word in node.iter("node") for i in spans.get(word, ())}))


def _tokens(words: Sequence[str], spans: Mapping[Element, range]) -> dict[str, tuple[str, ...]]:
    """Return the lemmas, tags and parts of speech; a word in no node is its own lemma."""
    rows = [(word.lower(), "", "X") for word in words]
    for node in spans:
        tag = node.get("pos", "")
        for i in _indices(node, spans):
            rows[i] = node.get("root", words[i]), tag, _POS.get(tag, "X")
    columns = zip(*rows, strict=True) if rows else ((), (), ())
    return dict(zip(("lemmas", "tags", "pos"), columns, strict=True))


def _span(place: Place, node: Element, words: tuple[str, ...]) -> range:
    """Return the indices of the words of a node that is a word (or a few, taken as one)."""
    word, begin, end = (node.get(name, "") for name in ("word", "begin", "end"))
    span = range(as_index(begin), as_index(end))
    inside = 0 <= span.start < span.stop <= len(words)
    if inside and " ".join(words[span.start : span.stop]) == " ".join(split_words(word)):
        return span
    got = f"the word {word!r} from {begin!r} to {end!r}"
    raise unfit(place, got, f"positions in the sentence {' '.join(words)!r}")


def _head(node: Element) -> Element:
    while not node.get("word"):
        node = min(filter(_size, node.iterfind("node")), key=_rank)
    return node


def _rank(child: Element) -> tuple[int, int]:
    rel = child.get("rel", "")
    return (_HEADS.index(rel), 0) if rel in _HEADS else (len(_HEADS), -_size(child))


def _size(node: Element) -> int:
    return sum(1 for word in node.iter("node") if word.get("word"))
