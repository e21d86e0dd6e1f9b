"""The phrase lattice: all ways to keep, replace or delete the words of a sentence.

The nodes are the boundaries 0 to n of its n tokens. An edge keeps a token, replaces some tokens by
other words, or deletes them; a path from node 0 to node n (a `Way`) is a rewrite (Quirk, Brockett
and Dolan 2004; Napoles 2018, for saving characters). Edits cannot overlap. A path always exists,
because each token has an edge that keeps it.

A space belongs to the words after it: an edge at node i writes a space before its words if there is
one between tokens i - 1 and i, unless it is at the start of the text. Thus the length of a path,
the sum over its edges, is exactly the length of its text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, get_args

from spacy.tokens import Span

from ...analysis.sentence import Sentence
from ...errors import ParaphraseError
from ...pairs.results import Label

if TYPE_CHECKING:
    import networkx as nx

EdgeKind: TypeAlias = Literal["keep", "sub", "del"]
Unit: TypeAlias = Literal["char", "byte", "token"]
UNITS: tuple[Unit, ...] = get_args(Unit)
# The length from a node without outgoing edges.
_ENDLESS = 1 << 30
# The origin of the user's replacements.
GLOSSARY = "glossary"
# The origins of shorter wordings, and of sentence splits.
WORDING, PARTING = "wording", "parting"
# Maximum number of edges of one kind over the same tokens.
MOST = 20


@dataclass(frozen=True)
class Proposal:
    """A substitution proposed by a source: words that may replace some tokens.

    Attributes:
        start: Index of the first token in the span.
        end: Index of the token after the last one.
        words: The words, with punctuation: "there,".
        quality: Quality of the substitution, 0 to 1.
        relation: The relation of the tokens to the words, as in links.
        origin: The source that proposes it.
        info: Further data for guards and scorers.
    """

    start: int
    end: int
    words: tuple[str, ...]
    quality: float = 1.0
    relation: Label = "restates"
    origin: str = ""
    info: Mapping[str, Any] = field(default_factory=dict)


class Source(Protocol):
    """Protocol of a source of substitutions for the tokens of a sentence."""

    def propose(self, sentence: Sentence) -> Iterable[Proposal]:
        """Return the proposals for a sentence."""


class Guard(Protocol):
    """Protocol of a guard, which rejects proposals."""

    def check(self, sentence: Sentence, proposal: Proposal) -> str | None:
        """Return the reason for rejecting a proposal, or None to accept it."""


@dataclass(frozen=True)
class Edge:
    """An edge of the lattice: keeps, replaces or deletes the tokens from `start` to `end`.

    Attributes:
        start: Index of the first token.
        end: Index of the token after the last one.
        words: The written words; empty for a deletion.
        kind: "keep", "sub" or "del".
        quality: The quality of a substitution.
        relation: The relation of the tokens to the written words.
        origin: The source of a substitution, or the class of a deletion.
        features: The features of the edge by name.
        score: The weighted sum of the features.
    """

    start: int
    end: int
    words: tuple[str, ...]
    kind: EdgeKind = "keep"
    quality: float = 1.0
    relation: Label = "equals"
    origin: str = ""
    features: Mapping[str, float] = field(default_factory=dict)
    score: float = 0.0

    @property
    def key(self) -> tuple[int, int, tuple[str, ...]]:
        """A key that identifies the edge in its lattice."""
        return self.start, self.end, self.words

    @cached_property
    def text(self) -> str:
        """The words as text."""
        return " ".join(self.words)


@dataclass(frozen=True)
class Lattice:
    """The lattice of a sentence, made of plain strings and numbers.

    Attributes:
        tokens: The texts of the tokens.
        blanks: For each token, whether a space precedes it.
        edges: All edges.
        refused: The rejected proposals, each with the name of the test that rejected it.
        unit: The unit of length: characters, bytes of UTF-8, or words.
    """

    tokens: tuple[str, ...]
    blanks: tuple[bool, ...]
    edges: tuple[Edge, ...]
    unit: Unit = "char"
    refused: tuple[tuple[Proposal, str], ...] = ()

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def starting(self) -> list[list[Edge]]:
        """The edges at each node."""
        found: list[list[Edge]] = [[] for _ in range(len(self) + 1)]
        for edge in self.edges:
            found[edge.start].append(edge)
        return found

    @cached_property
    def lengths(self) -> list[list[tuple[int, int]]]:
        """For each node, the lengths of its edges: at the start of the text, and after words."""
        blank = 0 if self.unit == "token" else 1
        return [
            [
                (length, length + (blank if edge.words and self.blanks[edge.start] else 0))
                for edge in edges
                for length in (measure(edge.text, self.unit),)
            ]
            for edges in self.starting
        ]

    @cached_property
    def shortest(self) -> list[tuple[int, int]]:
        """For each node, the minimum length to the end: at the start of the text, and after words.

        Napoles 2018: the shortest path.
        """
        n = len(self)
        found = [(0, 0)] * (n + 1)
        for i in range(n - 1, -1, -1):
            edges = list(zip(self.starting[i], self.lengths[i], strict=True))
            first = (length[0] + found[edge.end][bool(edge.words)] for edge, length in edges)
            behind = (length[1] + found[edge.end][1] for edge, length in edges)
            found[i] = min(first, default=_ENDLESS), min(behind, default=_ENDLESS)
        return found

    def without(self, keys: Iterable[tuple[int, int, tuple[str, ...]]]) -> Lattice:
        """Return the lattice without some of its editing edges."""
        gone = set(keys)
        edges = tuple(e for e in self.edges if e.kind == "keep" or e.key not in gone)
        return replace(self, edges=edges)

    def to_networkx(self) -> nx.MultiDiGraph[int]:
        """Return the lattice as a networkx graph, for drawing and for other algorithms."""
        import networkx as nx

        graph: nx.MultiDiGraph[int] = nx.MultiDiGraph()
        graph.add_nodes_from(range(len(self) + 1))
        for edge in self.edges:
            graph.add_edge(
                edge.start, edge.end, text=edge.text, kind=edge.kind, score=float(edge.score)
            )
        return graph


def check_known(what: str, got: str, known: Collection[str]) -> None:
    """Check that a name is one of those that are known.

    Raises:
        ParaphraseError: P800 for another name.
    """
    if got not in known:
        raise ParaphraseError("P800", what=what, got=got, known=", ".join(known))


def measure(text: str, unit: Unit = "char") -> int:
    """Return the length of a text: in characters, bytes of UTF-8, or words without punctuation.

    Example:
        >>> [measure("Für uns, ja", unit) for unit in UNITS]
        [11, 12, 3]
    """
    if unit == "byte":
        return len(text.encode("utf8"))
    if unit == "token":
        return sum(any(map(str.isalnum, word)) for word in text.split())
    return len(text)


def keep_edges(tokens: Sequence[str]) -> list[Edge]:
    """Return for each token the edge that keeps it."""
    return [Edge(i, i + 1, (token,)) for i, token in enumerate(tokens)]


def build(
    sentence: Sentence | Span,
    sources: Sequence[Source] = (),
    guards: Sequence[Guard] = (),
    deletions: Iterable[tuple[int, int, str]] = (),
    *,
    least: float = 0.0,
    unit: Unit = "char",
) -> Lattice:
    """Return the lattice of a sentence.

    Args:
        sentence: The sentence.
        sources: The sources of substitutions.
        guards: The guards that reject substitutions.
        deletions: Deletable spans: start, end, class.
        least: The minimum quality of a substitution.
        unit: The unit of lengths.
    """
    sentence = sentence if isinstance(sentence, Sentence) else Sentence(sentence)
    tokens = tuple(sentence.texts)
    found: dict[tuple[int, int], dict[tuple[str, ...], Edge]] = defaultdict(dict)
    refused: list[tuple[Proposal, str]] = []
    for proposal in chain.from_iterable(source.propose(sentence) for source in sources):
        if proposal.words == tokens[proposal.start : proposal.end] or not proposal.words:
            continue
        reason = _reason(sentence, proposal, guards, least)
        if reason:
            refused.append((proposal, reason))
        else:
            place = found[proposal.start, proposal.end]
            place[proposal.words] = _joined(proposal, place.get(proposal.words))
    edges = keep_edges(tokens)
    for place in found.values():
        edges += sorted(place.values(), key=lambda edge: -edge.quality)[:MOST]
    edges += [Edge(i, j, (), "del", relation="specifies", origin=name) for i, j, name in deletions]
    blanks = (False, *map(bool, sentence.attribute("SPACY").tolist()))[: len(tokens)]
    return Lattice(tokens, blanks, tuple(edges), unit, tuple(refused))


def _reason(
    sentence: Sentence, proposal: Proposal, guards: Sequence[Guard], least: float
) -> str | None:
    if proposal.quality < least:
        return "quality"
    return next((r for guard in guards if (r := guard.check(sentence, proposal))), None)


def _joined(proposal: Proposal, known: Edge | None) -> Edge:
    """Return the edge of a proposal, merged with a known edge that writes the same words."""
    edge = Edge(
        *(proposal.start, proposal.end, proposal.words, "sub"),
        *(proposal.quality, proposal.relation, proposal.origin),
    )
    if known is None:
        return edge
    better, other = (edge, known) if edge.quality > known.quality else (known, edge)
    origins = dict.fromkeys([*better.origin.split("+"), *other.origin.split("+")])
    return replace(better, origin="+".join(origins))
