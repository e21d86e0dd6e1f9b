"""GraphML graph banks of Algraeph, the annotation tool of Marsi and Krahmer.

A graph bank is a GraphML file with a graph for each sentence. Nodes carry the data `label` and
`tokens` (the words under them, separated by blanks), perhaps `lemma` and `postag`; edges lead to
the nodes below, with their relation as `label`; the graph has its words as `tokens`. A `.pgc` file
(`papers.daeso`) aligns the nodes. The format follows the graph banks distributed with the tool:
some have phrase nodes above word nodes, in others the node of a word also represents the phrase
below it; both are read.

The position of a word is given by `begin` in files that we write, by the node's numeric id in trees
of words, and else by the order of the nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from ..jobs.atomic import whole_file
from ..pairs.alignment import RELATIONS
from ..pairs.pair import SIDES, SideName
from ..readers.files import PathLike, split_words
from ..readers.records import Arc, PairRecord, Place, unfit
from ..trees.tree import Tree, tree_from_heads
from .graphs import Graph, GraphNode, as_index, rooted

_SPACE = "http://graphml.graphdrawing.org/xmlns"
# The data of nodes that we write, and what is read of them; "tokens" is that of graphs, too.
_TOKENS = {"lemma": "lemmas", "postag": "tags", "pos": "pos"}
_KEYS = ("label", "tokens", "begin", *_TOKENS)
# What a word is to the phrase that it heads.
_HEAD = "hd"


# -- Reading ---------------------------------------------------------------------------------------


@dataclass
class _GraphmlNode:
    data: Mapping[str, str]
    below: list[tuple[str, str]] = field(default_factory=list)  # ids and labels of edges
    place: int | None = None  # of its own word
    indices: frozenset[int] = frozenset()
    head: int = -1


def read_graphml(place: Place, graph: Element) -> Graph:
    """Return the graph of a `<graph>` of GraphML.

    Raises:
        ParaphraseError: P102 if it has no words, if edges lead nowhere, or if the positions of
            words are unclear.
    """
    words = split_words(_data(graph).get("tokens", ""))
    if not words:
        raise unfit(place, "a graph without words", "its words as data with the key 'tokens'")
    items = _items(place, graph)
    _find_words(place, items, words)
    for id in items:
        _gather(place, items, id, frozenset())
    heads, labels = list(range(len(words))), [""] * len(words)
    for item in items.values():
        for id, label in item.below:
            below = items[id].head
            if below >= 0 and below != item.head and heads[below] == below:
                heads[below], labels[below] = item.head, label
    nodes = {
        id: GraphNode(
            tuple(sorted(item.indices)),
            item.head,
            is_word=item.place is not None and len(item.indices) == 1,
            label=item.data.get("label", ""),
        )
        for id, item in items.items()
        if item.indices
    }
    return Graph(words, nodes, rooted(heads, labels), _tokens(items, len(words)))


def _items(place: Place, graph: Element) -> dict[str, _GraphmlNode]:
    """Return the nodes by their ids, with what their edges lead to."""
    items = {n.get("id", ""): _GraphmlNode(_data(n)) for n in graph.iterfind("{*}node")}
    for edge in graph.iterfind("{*}edge"):
        ends = edge.get("source", ""), edge.get("target", "")
        if not items.keys() >= set(ends):
            raise unfit(place, f"an edge from {ends[0]!r} to {ends[1]!r}", "ids of nodes")
        items[ends[0]].below.append((ends[1], _data(edge).get("label", "")))
    return items


def _data(element: Element) -> dict[str, str]:
    return {
        child.get("key", ""): (child.text or "").strip() for child in element.iterfind("{*}data")
    }


def _find_words(place: Place, items: Mapping[str, _GraphmlNode], words: tuple[str, ...]) -> None:
    leaves = []
    for id, item in items.items():
        label, begin = item.data.get("label", ""), item.data.get("begin", "")
        number = as_index(id) - 1
        if (at := as_index(begin)) >= 0:
            item.place = at if not item.below else None
        elif 0 <= number < len(words) and words[number] == label:
            item.place = number
        elif not item.below and len(split_words(item.data.get("tokens", ""))) == 1:
            leaves.append(item)
        if item.place is not None and item.place >= len(words):
            raise unfit(place, f"a word at {item.place}", f"a place among {len(words)} words")
    taken = {item.place for item in items.values()}
    _place_leaves(place, leaves, words, [i for i in range(len(words)) if i not in taken])


def _place_leaves(
    place: Place, leaves: Sequence[_GraphmlNode], words: Sequence[str], free: list[int]
) -> None:
    """Find the places of words that are told by themselves alone, among those that are free."""
    rest = []
    for item in leaves:
        match = next((i for i in free if words[i] == item.data["tokens"]), None)
        if match is None:
            rest.append(item)
        else:
            item.place = match
            free.remove(match)
    # Words that nodes spell in another way, or that punctuation clings to.
    if len(rest) == len(free):
        for item, i in zip(rest, free, strict=True):
            item.place = i
    elif rest:
        got = f"the word {rest[0].data['tokens']!r}"
        raise unfit(place, got, f"a word of the sentence {' '.join(words)!r}")


def _gather(
    place: Place, items: Mapping[str, _GraphmlNode], id: str, above: frozenset[str]
) -> frozenset[int]:
    """Find the words under a node and its head, and return the words."""
    item = items[id]
    if item.head >= 0:
        return item.indices
    if id in above or len(above) > 500:
        raise unfit(place, f"a cycle at the node {id!r}", "a tree")
    below = [
        (_gather(place, items, child, above | {id}), child, label) for child, label in item.below
    ]
    own = set() if item.place is None else {item.place}
    item.indices = frozenset(own.union(*(indices for indices, _, _ in below)))
    full = [(label != _HEAD, -len(indices), child) for indices, child, label in below if indices]
    if item.place is not None:
        item.head = item.place
    elif full:
        item.head = items[min(full, key=lambda rank: rank[:2])[2]].head
    return item.indices


def _tokens(items: Mapping[str, _GraphmlNode], count: int) -> dict[str, tuple[str, ...]]:
    found = {}
    for key, name in _TOKENS.items():
        values = [""] * count
        for item in items.values():
            if item.place is not None:
                values[item.place] = item.data.get(key, "")
        if any(values):
            found[name] = tuple(values)
    return found


# -- Writing ---------------------------------------------------------------------------------------


def write_algraeph(path: PathLike, records: Iterable[PairRecord]) -> None:
    """Write pairs as a `.pgc` file, with a graph bank for each side beside it.

    Every word is a node; a word with dependents also heads a phrase, which is a node above it. Word
    and phrase links become links of nodes; a word without dependents is also a phrase, so that
    `read_daeso` returns its link on both levels. The format has no place for chunks, scores,
    similarities, conflicts, judgements and fusions, which are lost.

    Args:
        path: The file. The banks are called "NAME-source.xml" and "NAME-target.xml".
        records: The pairs. Without trees only their words are written.

    Raises:
        OSError: If a file cannot be written.

    Example:
        >>> import tempfile
        >>> from spacy_paraphrase.readers import read_daeso, word_links
        >>> path = Path(tempfile.mkdtemp()) / "pairs.pgc"
        >>> pair = PairRecord("a", ("A", "cat"), ("cats",), words=word_links([(1, 0)]))
        >>> write_algraeph(path, [pair])
        >>> [sorted(record.sure) for record in read_daeso(path)]
        [[(1, 0)]]
    """
    path = Path(path)
    corpus = Element("parallel_graph_corpus")
    SubElement(corpus, "corpus_meta_data")
    files = SubElement(corpus, "graphbanks")
    banks = [_new_bank() for _ in SIDES]
    places = banks_beside(path)
    for k, place in enumerate(places, 1):
        SubElement(files, "file", format="graphml", id=str(k)).text = place.name
    relations = SubElement(corpus, "node_relations")
    for name in RELATIONS:
        SubElement(relations, "relation").text = name
    aligned = SubElement(corpus, "aligned_graphs")
    for n, record in enumerate(records, 1):
        for bank, side in zip(banks, SIDES, strict=True):
            _add_graph(bank, f"g{n}", record, side)
        _add_pair(aligned, n, record)
    for root, place in zip((*banks, corpus), (*places, path), strict=True):
        indent(root)
        with whole_file(place) as stream:
            ElementTree(root).write(stream, encoding="utf-8", xml_declaration=True)


def banks_beside(path: PathLike) -> list[Path]:
    """Return the graph banks that `write_algraeph` writes beside a `.pgc` file."""
    path = Path(path)
    return [path.with_name(f"{path.stem}-{side}.xml") for side in SIDES]


def _new_bank() -> Element:
    bank = Element("graphml", xmlns=_SPACE)
    for name in (*_KEYS, "root"):
        kinds = {"for": "graph" if name == "root" else "all"}
        SubElement(bank, "key", {"id": name, "attr.name": name, "attr.type": "string", **kinds})
    return bank


def _add_graph(bank: Element, id: str, record: PairRecord, side: SideName) -> None:
    words, tree = getattr(record, side), _tree(record, side)
    arcs, known = getattr(record, f"{side}_tree"), getattr(record, f"{side}_tokens") or {}
    graph = SubElement(bank, "graph", id=id, edgedefault="directed")
    _add_data(graph, tokens=" ".join(words))
    below = tree.children
    root = below[tree.root][0] if tree.virtual else tree.root
    _add_data(graph, root=_phrase(tree, root))
    for i, word in enumerate(words):
        data = {key: known[name][i] for key, name in _TOKENS.items() if name in known}
        node = SubElement(graph, "node", id=f"w{i + 1}")
        _add_data(node, label=word, tokens=word, begin=str(i), **data)
    phrases = [i for i in range(len(words)) if below[i]]
    for i in phrases:
        node = SubElement(graph, "node", id=f"p{i + 1}")
        label = known["pos"][i] if "pos" in known else words[i]
        _add_data(node, label=label, tokens=" ".join(words[k] for k in tree.subtree(i)))
    for i in phrases:
        _add_edge(graph, f"p{i + 1}", f"w{i + 1}", _HEAD)
        for k in below[i]:
            _add_edge(graph, f"p{i + 1}", _phrase(tree, k), arcs[k][1])


def _tree(record: PairRecord, side: SideName) -> Tree:
    """Return the tree of a side; without one, all its words are roots."""
    arcs: Sequence[Arc] | None = getattr(record, f"{side}_tree")
    return tree_from_heads([head for head, _ in arcs or ()] or [-1] * len(getattr(record, side)))


def _phrase(tree: Tree, i: int) -> str:
    """Return the id of the node of the phrase that a word heads; it may be the word."""
    return f"p{i + 1}" if len(tree.subtree(i)) > 1 else f"w{i + 1}"


def _add_data(element: Element, **data: str) -> None:
    for key, value in data.items():
        SubElement(element, "data", key=key).text = value


def _add_edge(graph: Element, above: str, below: str, label: str) -> None:
    edge = SubElement(graph, "edge", source=above, target=below)
    _add_data(edge, label=label)


def _add_pair(aligned: Element, n: int, record: PairRecord) -> None:
    ids = {"from_bank_id": "1", "from_graph_id": f"g{n}"}
    ids |= {"to_bank_id": "2", "to_graph_id": f"g{n}", "n": str(n)}
    pair = SubElement(aligned, "graph_pair", ids)
    nodes = SubElement(pair, "aligned_nodes")
    links: dict[tuple[str, str], str] = {}
    source, target = (_tree(record, side) for side in SIDES)
    for link in record.phrases or ():
        heads = link.source_head or 0, link.target_head or 0
        links[_phrase(source, heads[0]), _phrase(target, heads[1])] = link.relation
    for link in record.words or ():
        links[f"w{link.source[0] + 1}", f"w{link.target[0] + 1}"] = link.relation
    for (one, other), relation in links.items():
        SubElement(nodes, "node_pair", from_node_id=one, to_node_id=other, relation=relation)
    meta = SubElement(pair, "graph_meta_data")
    name = str(record.id)
    SubElement(meta, "comment").text = name if name.isprintable() else ascii(name)
