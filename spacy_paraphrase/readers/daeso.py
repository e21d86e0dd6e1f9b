"""Parallel graph corpora in the form of the DAESO project: a `.pgc` file and its graph banks.

The `.pgc` file names two or more graph banks and aligns nodes of their graphs:

    <parallel_graph_corpus>
      <graphbanks>
        <file id="1" format="alpino">source.xml</file>
        <file id="2" format="alpino">target.xml</file>
      </graphbanks>
      <aligned_graphs>
        <graph_pair from_bank_id="1" from_graph_id="s10" to_bank_id="2" to_graph_id="s10">
          <aligned_nodes>
            <node_pair from_node_id="5" to_node_id="8" relation="equals"/>

Paths are relative to the `.pgc` file; a bank that is not there is looked for beside it. Of the
forms of graph banks the one of the Alpino parser is read, the one that the project's Dutch
treebanks have: an `<alpino_ds id="s10">` per sentence, with nested `<node id= rel= begin= end=>`
(`word=` on those that are words, `cat=` on phrases) and the `<sentence>`. GraphML banks are not
read: their nodes do not say where their words stand. The form was taken from the project's
published software (DAESO framework 0.9); the relations are those of Marsi and Krahmer 2010,
*Automatic analysis of semantic similarity in comparable text through syntactic tree matching*.

From nodes to links: two nodes that are words make a word link. A node stands for the words under
it; empty nodes, which repeat another node by its index, add none, as they did not for the
annotators. A phrase link needs heads, since a pipeline knows a phrase by its head, and Alpino's
trees hold several phrases with one head (a clause, its body, the whole sentence): of links between
the same two heads the one over the most words is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

from ..errors import ParaphraseError
from .files import OnError, PathLike, build_records, read_bytes, split_words
from .records import LinkRecord, PairRecord, Place, unfit

_BANK_FORM = "alpino"
# Which daughter heads a phrase, first come first: as in Universal Dependencies, which the Dutch
# pipelines of spaCy follow, content words come before prepositions, auxiliaries and copulas.
_HEADS = ("hd", "body", "cnj", "nucl", "dp", "mwp")
_AUXILIARIES = frozenset(
    ["hebben", "zijn", "worden", "zullen", "kunnen", "moeten", "mogen", "willen"]
)
_COMPLEMENTS = ("predc", "vc")

_Bank = dict[str | None, Element]


@dataclass(frozen=True)
class _Node:
    """A node: the words under it, its head among them, and whether it is itself a word."""

    indices: tuple[int, ...]
    head: int
    is_word: bool


@dataclass(frozen=True)
class _Graph:
    words: tuple[str, ...]
    nodes: dict[str | None, _Node]

    def is_phrase(self, node: _Node) -> bool:
        """Return whether no node with the same head holds more words."""
        rivals = (other for other in self.nodes.values() if other.head == node.head)
        return all(len(other.indices) <= len(node.indices) for other in rivals)


def read_daeso(path: PathLike, on_error: OnError | None = None) -> Iterator[PairRecord]:
    """Read pairs with word and phrase links that carry one of the five relations.

    The id of a pair is made of the ids of its graphs, "s10-s20".

    Args:
        path: The `.pgc` file. It and its graph banks are held in memory.
        on_error: As in `read_jsonl`.

    Raises:
        ParaphraseError: P101 if a file cannot be read, is not XML of the form above, or has a
            document type declaration, which could make it grow without bounds; P102 or P103 for a
            pair, if there is no `on_error`.

    Example:
        >>> import tempfile
        >>> folder = Path(tempfile.mkdtemp())
        >>> _ = (folder / "bank.xml").write_text(
        ...     '<treebank><alpino_ds id="s1"><node id="0" rel="top" cat="np" begin="0" end="2">'
        ...     '<node id="1" rel="det" begin="0" end="1" word="de"/>'
        ...     '<node id="2" rel="hd" begin="1" end="2" word="kat"/></node>'
        ...     "<sentence>de kat</sentence></alpino_ds></treebank>"
        ... )
        >>> _ = (folder / "pairs.pgc").write_text(
        ...     '<parallel_graph_corpus><graphbanks><file id="1" format="alpino">bank.xml</file>'
        ...     '</graphbanks><aligned_graphs><graph_pair from_bank_id="1" from_graph_id="s1"'
        ...     ' to_bank_id="1" to_graph_id="s1"><aligned_nodes><node_pair from_node_id="0"'
        ...     ' to_node_id="0" relation="equals"/></aligned_nodes></graph_pair>'
        ...     "</aligned_graphs></parallel_graph_corpus>"
        ... )
        >>> [record] = read_daeso(folder / "pairs.pgc")
        >>> [(link.source, link.source_head, link.relation) for link in record.phrases]
        [((0, 1), 1, 'equals')]
    """
    corpus = _parse(path)
    banks = {file.get("id"): _read_bank(path, file) for file in corpus.iterfind("graphbanks/file")}
    pairs = corpus.iterfind("aligned_graphs/graph_pair")
    items = ((Place(str(path), n, unit="graph pair"), pair) for n, pair in enumerate(pairs, 1))
    return build_records(items, partial(_build, banks), on_error)


class _NoDoctype(TreeBuilder):
    """Builds trees of XML without a document type declaration: it could declare entities."""

    def doctype(self, *_: object) -> NoReturn:
        raise ParseError("a document type declaration")


def _parse(path: PathLike) -> Element:
    parser = XMLParser(target=_NoDoctype())
    try:
        parser.feed(read_bytes(path))
        root: Element = parser.close()
    except ParseError as error:
        expected = "XML without a document type declaration"
        raise ParaphraseError("P101", path=path, got=str(error), expected=expected) from error
    return root


def _read_bank(path: PathLike, file: Element) -> _Bank:
    """Return the graphs of a bank by their ids."""
    name = (file.text or "").strip()
    form = file.get("format", _BANK_FORM)
    if not name or form != _BANK_FORM:
        got = f"a graph bank {name!r} of the form {form!r}"
        raise ParaphraseError("P101", path=path, got=got, expected=f"the form {_BANK_FORM!r}")
    folder = Path(path).parent
    found = folder / name
    if not found.is_file() and (folder / found.name).is_file():
        found = folder / found.name
    return {graph.get("id"): graph for graph in _parse(found).iter("alpino_ds")}


def _build(banks: dict[str | None, _Bank], place: Place, pair: Element) -> PairRecord:
    names = [pair.get("from_graph_id"), pair.get("to_graph_id")]
    place = replace(place, id="-".join(map(str, names)))
    graphs = []
    for name, key in zip(names, (pair.get("from_bank_id"), pair.get("to_bank_id")), strict=True):
        graph = banks.get(key, {}).get(name)
        if graph is None:
            got = f"no graph {name!r} in the graph bank {key!r}"
            raise unfit(place, got, "ids of the graph banks")
        graphs.append(_read_graph(place, graph))
    source, target = graphs
    words: list[LinkRecord] = []
    phrases: dict[tuple[int, int], tuple[int, LinkRecord]] = {}
    for link in pair.iter("node_pair"):
        relation = link.get("relation", "")
        left = _node(place, source, link.get("from_node_id"))
        right = _node(place, target, link.get("to_node_id"))
        if left.is_word and right.is_word:
            words.append(LinkRecord(left.indices, right.indices, relation))
            if not (source.is_phrase(left) and target.is_phrase(right)):
                continue
        size = len(left.indices) + len(right.indices)
        heads: dict[str, Any] = {"source_head": left.head, "target_head": right.head}
        held = phrases.get((left.head, right.head))
        if held is None or held[0] < size:
            record = LinkRecord(left.indices, right.indices, relation, **heads)
            phrases[left.head, right.head] = (size, record)
    links = tuple(words), tuple(record for _, record in phrases.values())
    return PairRecord(place.id, source.words, target.words, *links, place=place)


def _node(place: Place, graph: _Graph, id: str | None) -> _Node:
    if id not in graph.nodes:
        raise unfit(place, f"a link to the node {id!r}", "a node of the graph")
    return graph.nodes[id]


def _read_graph(place: Place, graph: Element) -> _Graph:
    words = split_words(graph.findtext("sentence", ""))
    nodes = {}
    for node in graph.iter("node"):
        terminals = [terminal for terminal in node.iter("node") if terminal.get("word")]
        indices = sorted({i for terminal in terminals for i in _span(place, terminal, words)})
        if not indices:
            continue
        [head, *_] = _span(place, _head(node), words)
        is_word = len(indices) == 1 and node in terminals
        nodes[node.get("id")] = _Node(tuple(indices), head, is_word)
    return _Graph(words, nodes)


def _span(place: Place, node: Element, words: tuple[str, ...]) -> range:
    """Return the indices of the words of a node that is a word (or a few, taken as one)."""
    word, begin, end = (node.get(name, "") for name in ("word", "begin", "end"))
    if begin.isdecimal() and end.isdecimal():
        span = range(int(begin), int(end))
        if span and " ".join(words[span.start : span.stop]) == " ".join(split_words(word)):
            return span
    got = f"the word {word!r} from {begin!r} to {end!r}"
    raise unfit(place, got, f"positions in the sentence {' '.join(words)!r}")


def _head(node: Element) -> Element:
    """Return the word that heads a node."""
    while not node.get("word"):
        full = [child for child in node.iterfind("node") if _size(child)]
        node = min(full, key=partial(_rank, node, full))
    return node


def _rank(parent: Element, children: list[Element], child: Element) -> tuple[int, int]:
    """Return how far a daughter is from heading its phrase; the largest of the rest comes next."""
    rel = child.get("rel", "")
    verb = next((other.get("root") for other in children if other.get("rel") == "hd"), None)
    if parent.get("cat") == "pp" and rel == "obj1":
        return -2, 0
    if verb in _AUXILIARIES and rel in _COMPLEMENTS:
        return -1, _COMPLEMENTS.index(rel)
    if rel in _HEADS:
        return _HEADS.index(rel), 0
    return len(_HEADS), -_size(child)


def _size(node: Element) -> int:
    return sum(1 for word in node.iter("node") if word.get("word"))
