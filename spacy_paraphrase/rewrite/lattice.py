"""The phrase lattice: every way to keep, replace or leave out the words of a sentence.

A node stands at each of the boundaries 0 to n of its n tokens. An edge keeps a token, puts other
words in the place of some tokens, or leaves them out; a way from node 0 to node n is a rewrite
(Quirk, Brockett and Dolan 2004; Napoles 2018, for characters to be saved). Edits cannot overlap,
and the edges that keep tokens guarantee that there is a way.

A blank belongs to what follows it: an edge at node i writes one before its words if there is one
between tokens i - 1 and i, and if anything stands before it. So the length of a way, the sum over
its edges, is that of its text, exactly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, get_args

from spacy.tokens import Span

from ..analysis.sentence import Sentence
from ..results import Label

if TYPE_CHECKING:
    import networkx as nx

EdgeKind: TypeAlias = Literal["keep", "sub", "del"]
Unit: TypeAlias = Literal["char", "byte", "token"]
UNITS: tuple[Unit, ...] = get_args(Unit)
# What stands in pairs.
BRACKETS = {"(": ")", "[": "]"}
# The length from a node that no edge leaves.
_ENDLESS = 1 << 30
# The origin of what the user wants to be said otherwise.
GLOSSARY = "glossary"
# The origin of what says the same in fewer words, and of what parts a sentence.
WORDING, PARTING = "wording", "parting"
# How many edges of one kind over the same tokens are kept.
MOST = 20


@dataclass(frozen=True)
class Proposal:
    """Words that may stand for some tokens, as a source gives them.

    Attributes:
        start: The first token, counted from the start of the span.
        end: The token behind the last one.
        words: The words, with their marks: "there,".
        quality: How good it is, 0 to 1.
        relation: What the tokens have to do with the words, as a link has it.
        origin: Where it comes from.
        info: What guards and scorers may want to know besides.
    """

    start: int
    end: int
    words: tuple[str, ...]
    quality: float = 1.0
    relation: Label = "restates"
    origin: str = ""
    info: Mapping[str, Any] = field(default_factory=dict)


class Source(Protocol):
    """What proposes words for the tokens of a sentence."""

    def propose(self, sentence: Sentence) -> Iterable[Proposal]:
        """Return the proposals for a sentence."""


class Guard(Protocol):
    """What rejects proposals."""

    def check(self, sentence: Sentence, proposal: Proposal) -> str | None:
        """Return why a proposal is rejected, None if it is not."""


@dataclass(frozen=True)
class Edge:
    """One step: what becomes of the tokens from `start` to `end`.

    Attributes:
        start: The first token.
        end: The token behind the last one.
        words: What is written; nothing for a deletion.
        kind: "keep", "sub" or "del".
        quality: Of a substitution, as proposed.
        relation: What the tokens have to do with what is written.
        origin: Where a substitution comes from; of a deletion the class of what is left out.
        features: Its features by name.
        score: Their weighted sum.
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
        """What tells it from other edges of its lattice."""
        return self.start, self.end, self.words

    @cached_property
    def text(self) -> str:
        """Its words as text."""
        return " ".join(self.words)


@dataclass(frozen=True)
class Lattice:
    """The edges over the tokens of a sentence; plain strings and numbers.

    Attributes:
        tokens: The tokens as written.
        blanks: For each token whether a blank stands before it.
        edges: All edges.
        refused: The proposals that were not taken, each with the name of what refused it.
        unit: What lengths are counted in: characters, bytes of UTF-8, or words.
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
        """For each node the lengths of its edges, first and behind others."""
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
        """For each node the least length from there to the end: with nothing before it, and with.

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

    def render(self, edges: Sequence[Edge]) -> str:
        """Return the text of a way."""
        parts: list[str] = []
        for edge in edges:
            if edge.words:
                parts.append(" " * (bool(parts) and self.blanks[edge.start]) + edge.text)
        return "".join(parts)

    def without(self, keys: Iterable[tuple[int, int, tuple[str, ...]]]) -> Lattice:
        """Return the lattice without some of its edges that change something."""
        gone = set(keys)
        kept = tuple(e for e in self.edges if e.kind == "keep" or e.key not in gone)
        return replace(self, edges=kept)

    def to_networkx(self) -> nx.MultiDiGraph[int]:
        """Return it as a graph of networkx, for drawing and for other algorithms."""
        import networkx as nx

        graph: nx.MultiDiGraph[int] = nx.MultiDiGraph()
        graph.add_nodes_from(range(len(self) + 1))
        for edge in self.edges:
            graph.add_edge(
                edge.start, edge.end, text=edge.text, kind=edge.kind, score=float(edge.score)
            )
        return graph


def measure(text: str, unit: Unit = "char") -> int:
    """Return how long a text is: in characters, in bytes of UTF-8, or in words without marks.

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
    """Return an edge for each token that keeps it."""
    return [Edge(i, i + 1, (token,)) for i, token in enumerate(tokens)]


def blanks_before(sentence: Sentence) -> tuple[bool, ...]:
    """Return for each token of a sentence whether a blank stands before it."""
    behind = sentence.attribute("SPACY").tolist()
    return tuple(i > 0 and bool(behind[i - 1]) for i in range(len(sentence)))


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
        sources: What proposes substitutions.
        guards: What rejects some of them.
        deletions: Tokens that may be left out: start, end, what they are.
        least: The least quality of a substitution.
        unit: What lengths are counted in.
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
    return Lattice(tokens, blanks_before(sentence), tuple(edges), unit, tuple(refused))


def _reason(
    sentence: Sentence, proposal: Proposal, guards: Sequence[Guard], least: float
) -> str | None:
    """Return why a proposal is refused, None if it is not."""
    if proposal.quality < least:
        return "quality"
    return next((r for guard in guards if (r := guard.check(sentence, proposal))), None)


def _joined(proposal: Proposal, known: Edge | None) -> Edge:
    """Return the edge of a proposal, joined with one that writes the same."""
    edge = Edge(
        *(proposal.start, proposal.end, proposal.words, "sub"),
        *(proposal.quality, proposal.relation, proposal.origin),
    )
    if known is None:
        return edge
    better, other = (edge, known) if edge.quality > known.quality else (known, edge)
    origins = dict.fromkeys([*better.origin.split("+"), *other.origin.split("+")])
    return replace(better, origin="+".join(origins))


def edits_of(edges: Sequence[Edge]) -> Iterator[Edge]:
    """Yield the edges of a way that change something."""
    return (edge for edge in edges if edge.kind != "keep")
