"""Syntactic graphs of sentences, and pairs of them with aligned nodes, as plain data.

The form in which the DAESO corpus and its tool Algraeph think of a pair: nodes are words or stand
for the words under them, and links join nodes. `record_of_graphs` makes a `PairRecord` of such a
pair. What a pipeline has are trees of words, so a node needs a head:

- The dependency tree hangs the head of every node under the head of the node above it, labelled
  with what the node is to that one.
- A link between two nodes that are words is a word link.
- Of several nodes with one head the largest is the phrase of that head, and so is one that is short
  of it by punctuation alone (the clause before the full stop). A link between two phrases, which
  words may be, is a phrase link; of links between the same two heads the one over the most words is
  kept. Links with a smaller node have no place in a tree of words; `read_graph_pairs` has them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any, NoReturn
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

from ..errors import ParaphraseError, short_repr
from ..jobs.limits import MAX_DEPTH
from ..readers.files import PathLike, read_bytes
from ..readers.records import Arc, LinkRecord, PairRecord, Place, unfit


@dataclass(frozen=True)
class GraphNode:
    """A node of a graph.

    Attributes:
        indices: The words under it, sorted, counted from 0.
        head: Which of them heads it.
        is_word: Whether it is a word, and no phrase.
        label: What it is: the category of a phrase, the word of a word.
    """

    indices: tuple[int, ...]
    head: int
    is_word: bool
    label: str = ""


@dataclass(frozen=True)
class Graph:
    """A sentence with its nodes.

    Attributes:
        words: Its n words.
        nodes: The nodes that have words under them, by their ids.
        arcs: `(head, label)` of each word, a root its own head; `n` of them.
        tokens: What else is known of the words: "lemmas", "tags", "pos", n strings each.
    """

    words: tuple[str, ...]
    nodes: Mapping[str, GraphNode]
    arcs: tuple[Arc, ...]
    tokens: Mapping[str, tuple[str, ...]]

    @cached_property
    def phrases(self) -> frozenset[str]:
        """The ids of the nodes that are the phrase of their head; words may be among them."""
        pos = self.tokens.get("pos", ())
        marks = {i for i, tag in enumerate(pos) if tag == "PUNCT"}
        largest: dict[int, int] = {}
        sizes = {id: len({*node.indices} - marks) for id, node in self.nodes.items()}
        for id, node in self.nodes.items():
            largest[node.head] = max(largest.get(node.head, 0), sizes[id])
        return frozenset(id for id, node in self.nodes.items() if sizes[id] == largest[node.head])


@dataclass(frozen=True)
class GraphPair:
    """Two graphs with links between their nodes.

    Attributes:
        id: The name of the pair.
        source: The one graph.
        target: The other.
        links: Ids of a source and of a target node, and their relation, "" if there is none.
        place: Where the pair comes from.
    """

    id: str
    source: Graph
    target: Graph
    links: tuple[tuple[str, str, str], ...]
    place: Place


def record_of_graphs(pair: GraphPair) -> PairRecord:
    """Return a pair of graphs as a record with word and phrase links, trees and tokens.

    Raises:
        ParaphraseError: P102 or P103 if it makes no sound record.

    Example:
        >>> word = GraphNode((0,), 0, is_word=True)
        >>> graph = Graph(("cats",), {"1": word}, ((0, "ROOT"),), {"lemmas": ("cat",)})
        >>> pair = GraphPair("a", graph, graph, (("1", "1", "equals"),), Place("file", 1))
        >>> record = record_of_graphs(pair)
        >>> len(record.words), len(record.phrases), record.source_tokens
        (1, 1, {'lemmas': ('cat',)})
    """
    source, target = pair.source, pair.target
    words: list[LinkRecord] = []
    phrases: dict[tuple[int, int], tuple[int, LinkRecord]] = {}
    for one, other, relation in pair.links:
        left, right = _node(pair, source, one), _node(pair, target, other)
        if left.is_word and right.is_word:
            words.append(LinkRecord(left.indices, right.indices, relation))
        if one not in source.phrases or other not in target.phrases:
            continue
        size = len(left.indices) + len(right.indices)
        heads: dict[str, Any] = {"source_head": left.head, "target_head": right.head}
        held = phrases.get((left.head, right.head))
        if held is None or held[0] < size:
            record = LinkRecord(left.indices, right.indices, relation, **heads)
            phrases[left.head, right.head] = (size, record)
    linked = tuple(words), tuple(record for _, record in phrases.values())
    trees: dict[str, Any] = {"source_tree": source.arcs, "target_tree": target.arcs}
    trees |= {"source_tokens": source.tokens, "target_tokens": target.tokens}
    return PairRecord(pair.id, source.words, target.words, *linked, **trees, place=pair.place)


def _node(pair: GraphPair, graph: Graph, id: str) -> GraphNode:
    if id not in graph.nodes:
        raise unfit(pair.place, f"a link to the node {id!r}", "a node of the graph")
    return graph.nodes[id]


def rooted(heads: Sequence[int], labels: Sequence[str], root: str = "ROOT") -> tuple[Arc, ...]:
    """Return the arcs of a tree of words; those of a root are labelled as spaCy labels them."""
    return tuple(
        (head, root if head == i else label)
        for i, (head, label) in enumerate(zip(heads, labels, strict=True))
    )


# -- XML -------------------------------------------------------------------------------------------


class _NoDoctype(TreeBuilder):
    """Builds trees of XML without a document type declaration: it could declare entities."""

    def doctype(self, *_: object) -> NoReturn:
        raise ParseError("a document type declaration")


def parse_xml(path: PathLike) -> Element:
    """Return the root of an XML file, which is held in memory.

    Raises:
        ParaphraseError: P101 if it cannot be read, is not XML, or has a document type declaration,
            which could make it grow without bounds.
    """
    parser = XMLParser(target=_NoDoctype())
    expected = f"XML without a document type declaration, nested at most {MAX_DEPTH} deep"
    try:
        parser.feed(read_bytes(path))
        root: Element = parser.close()
    except (ParseError, LookupError, ValueError) as error:  # encodings may be unknown, or damaged
        raise ParaphraseError("P101", path=path, got=str(error), expected=expected) from error
    if _depth(root) > MAX_DEPTH:
        raise ParaphraseError("P101", path=path, got="deeper XML", expected=expected)
    return root


def _depth(root: Element) -> int:
    level, depth = [root], 0
    while level and depth <= MAX_DEPTH:
        level = [child for element in level for child in element]
        depth += 1
    return depth


def beside(path: PathLike, name: str, root: PathLike | None = None) -> Path:
    """Return where a file stands that another one names: inside a folder, or beside it by its name.

    Other places are nobody's to name: what is there may be private.

    Args:
        path: The file that names the other.
        name: What it calls it, a path that begins at its own folder.
        root: The folder; that of `path` if left out.

    Raises:
        ParaphraseError: P101 if there is no such file.
    """
    folder = Path(path).parent
    root = Path(folder if root is None else root)
    places = [folder / name, folder / PurePosixPath(name.replace("\\", "/")).name]
    for place in places:
        if place.resolve().is_relative_to(root.resolve()) and place.is_file():
            return place
    got = f"no file {short_repr(name)} inside {str(root)!r}"
    expected = "files that it names, inside that folder (of convert: --root FOLDER) or beside it"
    raise ParaphraseError("P101", path=path, got=got, expected=expected)


def as_index(text: str) -> int:
    """Return a number of words as it stands in a file; -1 if it is none, or out of all measure.

    Example:
        >>> as_index("12"), as_index("x"), as_index("9" * 5000)
        (12, -1, -1)
    """
    return int(text) if text.isdecimal() and len(text) < 10 else -1
