"""Parallel graph corpora in the form of the DAESO project: a `.pgc` file and its graph banks.

The `.pgc` file names graph banks and aligns nodes of their graphs:

    <parallel_graph_corpus>
      <graphbanks>
        <file id="1" format="alpino">source.xml</file>
        <file id="2" format="alpino">target.xml</file>
      </graphbanks>
      <aligned_graphs>
        <graph_pair from_bank_id="1" from_graph_id="s10" to_bank_id="2" to_graph_id="s10">
          <aligned_nodes>
            <node_pair from_node_id="5" to_node_id="8" relation="equals"/>

Paths are relative to the `.pgc` file, and lead to places inside a folder that the caller names; a
bank that is not there is looked for beside it. Graph banks
are treebanks of the Alpino parser (`papers.alpino`), as in the project's Dutch corpora, or GraphML
(`format="graphml"`, `papers.algraeph`), as made with the project's tool Algraeph. The form was
taken from the project's published software (DAESO framework 0.9); the relations are those of Marsi
and Krahmer 2010, *Automatic analysis of semantic similarity in comparable text through syntactic
tree matching*. How links between nodes become links of words and phrases is said in
`papers.graphs`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from xml.etree.ElementTree import Element

from ..errors import ParaphraseError
from ..readers.files import OnError, PathLike, build_records
from ..readers.records import PairRecord, Place, unfit
from .algraeph import read_graphml
from .alpino import read_alpino
from .graphs import Graph, GraphPair, beside, parse_xml, record_of_graphs

_BANKS = "graphbanks/file"
# The graphs of a bank by their ids, and what reads one.
_Bank = tuple[dict[str | None, Element], Callable[[Place, Element], Graph]]
# By the form of a bank: the element of a graph, and what reads it.
_FORMS: dict[str, tuple[str, Callable[[Place, Element], Graph]]] = {
    "alpino": ("alpino_ds", read_alpino),
    "graphml": ("{*}graph", read_graphml),
}


def read_daeso(
    path: PathLike, on_error: OnError | None = None, root: PathLike | None = None
) -> Iterator[PairRecord]:
    """Read pairs with word and phrase links that carry one of the five relations, and their trees.

    The id of a pair is made of the ids of its graphs, "s10-s20".

    Args:
        path: The `.pgc` file. It and its graph banks are held in memory.
        on_error: As in `read_jsonl`.
        root: The folder whose files it may name, that of the `.pgc` file if left out. Of the corpus
            as it was published it is the one that holds `pgc` and `gb`.

    Raises:
        ParaphraseError: P101 if a file cannot be read, is not XML of the form above, stands outside
            of `root`, or has a document type declaration, which could make it grow without bounds;
            P102 or P103 for a
            pair, if there is no `on_error`.

    Example:
        >>> import tempfile
        >>> from pathlib import Path
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
    pairs = _graph_pairs(path, root)
    return build_records(pairs, lambda place, build: record_of_graphs(build(place)), on_error)


def read_graph_pairs(
    path: PathLike, on_error: OnError | None = None, root: PathLike | None = None
) -> Iterator[GraphPair]:
    """Read the same pairs as graphs with links between nodes, none of which is lost.

    Args:
        path: The `.pgc` file.
        on_error: As in `read_jsonl`.
        root: As in `read_daeso`.

    Raises:
        ParaphraseError: As `read_daeso`.
    """
    return build_records(_graph_pairs(path, root), lambda place, build: build(place), on_error)


def bank_files(path: PathLike, root: PathLike | None = None) -> Iterator[Path]:
    """Yield the graph banks that a `.pgc` file names; see `read_daeso`.

    Raises:
        ParaphraseError: P101 if the file cannot be read, or a bank is not there.
    """
    for file in parse_xml(path).iterfind(_BANKS):
        yield beside(path, (file.text or "").strip(), root)


def _graph_pairs(
    path: PathLike, root: PathLike | None
) -> Iterator[tuple[Place, Callable[[Place], GraphPair]]]:
    corpus = parse_xml(path)
    banks = {file.get("id"): _read_bank(path, file, root) for file in corpus.iterfind(_BANKS)}
    pairs = enumerate(corpus.iterfind("aligned_graphs/graph_pair"), 1)
    return ((Place(str(path), n, unit="graph pair"), partial(_build, banks, p)) for n, p in pairs)


def _read_bank(path: PathLike, file: Element, root: PathLike | None) -> _Bank:
    name = (file.text or "").strip()
    form = file.get("format", "alpino")
    if not name or form not in _FORMS:
        expected = f"a file in one of the forms {', '.join(_FORMS)}"
        got = f"a graph bank {name!r} of the form {form!r}"
        raise ParaphraseError("P101", path=path, got=got, expected=expected)
    tag, read = _FORMS[form]
    graphs = parse_xml(beside(path, name, root)).iterfind(f".//{tag}")
    return {graph.get("id"): graph for graph in graphs}, read


def _build(banks: dict[str | None, _Bank], pair: Element, place: Place) -> GraphPair:
    names = [pair.get("from_graph_id"), pair.get("to_graph_id")]
    place = replace(place, id="-".join(map(str, names)))
    graphs: list[Graph] = []
    for name, key in zip(names, (pair.get("from_bank_id"), pair.get("to_bank_id")), strict=True):
        bank, read = banks.get(key, ({}, read_alpino))
        if name not in bank:
            got = f"no graph {name!r} in the graph bank {key!r}"
            raise unfit(place, got, "ids of the graph banks")
        graphs.append(read(place, bank[name]))
    links = tuple(
        (link.get("from_node_id", ""), link.get("to_node_id", ""), link.get("relation", ""))
        for link in pair.iter("node_pair")
    )
    source, target = graphs
    return GraphPair(place.id, source, target, links, place)
