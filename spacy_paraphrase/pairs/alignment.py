"""Alignments: the links between the two sides of a pair, and how a Doc stores them.

Links are stored in spaCy span groups, one per level, so that they survive `to_bytes`, DocBin, copy,
pickle and worker processes: spans 2k and 2k + 1 are source and target of link k, the label is the
relation, `attrs` holds the numbers. `Alignment` is a view built from these groups on access.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from spacy.tokens import Doc, Span, SpanGroup, Token

from ..checked import check_fields, checked
from ..errors import ParaphraseError, coded, short_repr, typed_repr
from ..jobs.arrays import frame_of
from .extensions import PRESENTERS
from .pair import (
    CHUNKS,
    EDITS,
    FUSIONS,
    HARVEST,
    PHRASES,
    SIDES,
    WORDS,
    SideName,
    mark_pair,
    sides,
    stamp,
    stored,
)
from .results import (
    invert_relation,
    read_encoder_output,
    read_fusions,
    read_judgement,
    read_relation,
    write_encoder_output,
    write_fusions,
    write_judgement,
    write_relation,
)

if TYPE_CHECKING:
    import networkx as nx
    import pandas

Level: TypeAlias = Literal["words", "phrases", "chunks"]
LEVELS: tuple[Level, ...] = ("words", "phrases", "chunks")
KEYS: dict[Level, str] = {"words": WORDS, "phrases": PHRASES, "chunks": CHUNKS}
Relation: TypeAlias = Literal["equals", "restates", "specifies", "generalizes", "intersects"]
RELATIONS: tuple[Relation, ...] = get_args(Relation)
# Scores of gold links: that people are sure of, and at most that of a possible one.
SURE, POSSIBLE = 1.0, 0.5
_NUMBERS = ("relation", "score", "similarity", "conflict")
_FRAME = ("level", *SIDES, *_NUMBERS, *(f"{side}_tokens" for side in SIDES))
# What rounding may add to a number.
TINY = 1e-6


@dataclass(frozen=True, eq=False)
class Link:
    """One aligned pair of words, phrases or chunks.

    Attributes:
        level: "words", "phrases" or "chunks".
        source: Span of the source side; for a phrase, the span of its head token only.
        target: Span of the target side, in the same way.
        relation: One of `RELATIONS`, or "" if unlabelled.
        score: Confidence, 0 to 1.
        similarity: Graded similarity, 0 to 1.
        conflict: Whether the two cannot both be true.
        reason: Why there is a conflict, a code such as "negation" or "number"; if the relation
            comes from a phrase table, "table" and its name; else "".
    """

    level: Level
    source: Span
    target: Span
    relation: Relation | Literal[""] = ""
    score: float = 1.0
    similarity: float = 1.0
    conflict: bool = False
    reason: str = ""

    @property
    def key(self) -> tuple[str, int, int, int, int]:
        """The identity of the link: its level and its token offsets in the Doc."""
        source, target = self.source, self.target
        return (self.level, source.start, source.end, target.start, target.end)

    @property
    def source_tokens(self) -> list[Token]:
        """The tokens of the source unit in order; for a phrase, all tokens of its subtree."""
        return self._tokens(self.source)

    @property
    def target_tokens(self) -> list[Token]:
        """The tokens of the target unit in order; for a phrase, all tokens of its subtree."""
        return self._tokens(self.target)

    def invert(self) -> Link:
        """Return the link with its sides exchanged; specifies becomes generalizes and back."""
        return replace(
            self, source=self.target, target=self.source, relation=invert_relation(self.relation)
        )

    def to_json(self, source_start: int, target_start: int) -> dict[str, Any]:
        """Return the link as plain data, with token indices from 0 within each side."""
        data: dict[str, Any] = {
            "source": [token.i - source_start for token in self.source_tokens],
            "target": [token.i - target_start for token in self.target_tokens],
            "relation": self.relation,
            "score": round(self.score, 4),
            "similarity": round(self.similarity, 4),
            "conflict": self.conflict,
        }
        if self.reason:
            data["reason"] = self.reason
        if self.level == "phrases":
            data["source_head"] = self.source.start - source_start
            data["target_head"] = self.target.start - target_start
        return data

    def _tokens(self, span: Span) -> list[Token]:
        return yield_of(span[0]) if self.level == "phrases" else list(span)

    def __repr__(self) -> str:
        source = " ".join(token.text for token in self.source_tokens)
        target = " ".join(token.text for token in self.target_tokens)
        return f"Link({self.level}: {source!r} {self.relation or '~'} {target!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Link) and self._values == other._values

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def _values(self) -> tuple[Any, ...]:
        numbers = (round(self.score, 6), round(self.similarity, 6), self.conflict)
        return (*self.key, self.relation, *numbers, self.reason)


class Alignment:
    """The links of a pair at all levels; `doc._.alignment` returns the stored alignment.

    Assign an alignment to `doc._.alignment` to store it.

    Args:
        doc: The pair.
        links: Links between its sides.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase import make_pair
        >>> nlp = spacy.blank("en")
        >>> _ = nlp.add_pipe("tree_aligner", config={"method": "identity"})
        >>> doc = nlp(make_pair(nlp, "A cat sleeps", "The cat naps"))
        >>> [(link.source.text, link.target.text) for link in doc._.alignment.words]
        [('cat', 'cat')]
    """

    @checked("links")
    def __init__(self, doc: Doc, links: Iterable[Link] = ()) -> None:
        self.doc = doc
        self.source, self.target = sides(doc)
        given = list(links)
        for link in given:
            self._check(link)
        unique = {link.key: link for link in given}
        self.links = sorted(unique.values(), key=lambda link: (LEVELS.index(link.level), link.key))

    @property
    def words(self) -> list[Link]:
        """The links between words."""
        return [link for link in self.links if link.level == "words"]

    @property
    def phrases(self) -> list[Link]:
        """The links between phrases, where each phrase is represented by its head token."""
        return [link for link in self.links if link.level == "phrases"]

    @property
    def chunks(self) -> list[Link]:
        """The links between chunks of `doc.spans["chunk_units"]`."""
        return [link for link in self.links if link.level == "chunks"]

    def __len__(self) -> int:
        return len(self.links)

    def __iter__(self) -> Iterator[Link]:
        return iter(self.links)

    def __getitem__(self, unit: Token | Span) -> list[Link]:
        """Return the word links of a token of either side, or of the tokens of a span.

        Raises:
            ParaphraseError: P031 for anything else, or what belongs to another text.

        Example:
            >>> import spacy_paraphrase
            >>> doc = spacy_paraphrase.compare("Ann met Bob Dylan.", "Bob Dylan was met by Ann.")
            >>> dylan = doc[2:4]
            >>> [link.target.text for link in doc._.alignment[dylan]]
            ['Bob', 'Dylan']
        """
        if not isinstance(unit, Token | Span):
            raise ParaphraseError("P031", got=typed_repr(unit))
        if unit.doc is not self.doc and unit.doc.text != self.doc.text:
            raise ParaphraseError("P031", got=f"{unit.text!r} of another text")
        start, end = (unit.i, unit.i + 1) if isinstance(unit, Token) else (unit.start, unit.end)
        return [
            link
            for link in self.words
            if any(side.start < end and start < side.end for side in (link.source, link.target))
        ]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alignment) and self.links == other.links

    __hash__ = None  # type: ignore[assignment]

    def __or__(self, other: Alignment) -> Alignment:
        """Return the links of either; where both have one, the one that scores higher."""
        self._check_same_pair(other)
        best = {link.key: link for link in self}
        for link in other:
            if link.key not in best or link.score > best[link.key].score:
                best[link.key] = link
        return Alignment(self.doc, best.values())

    def __and__(self, other: Alignment) -> Alignment:
        """Return the links that both have, as they stand in the first."""
        self._check_same_pair(other)
        shared = {link.key for link in other}
        return Alignment(self.doc, (link for link in self if link.key in shared))

    def __repr__(self) -> str:
        counts = ", ".join(
            f"{sum(link.level == level for link in self)} {level}" for level in LEVELS
        )
        return f"Alignment({counts})"

    def _repr_svg_(self) -> str:
        return str(PRESENTERS["alignment svg"](self))

    def _repr_html_(self) -> str:
        """Return the picture that a notebook shows: two trees, or a grid if they are too wide."""
        return str(PRESENTERS["alignment html"](self))

    @checked("side")
    def unaligned(self, side: SideName) -> list[Token]:
        """Return the tokens of a side that have no word link, without white space."""
        if side not in SIDES:
            raise ParaphraseError("P010", got=f"the side {side!r}", expected=f"one of {SIDES}")
        span = self.source if side == "source" else self.target
        touched = {token.i for link in self.words for token in getattr(link, side)}
        return [token for token in span if token.i not in touched and not token.is_space]

    @checked("relation")
    def restrict(self, relation: str) -> Alignment:
        """Return the links with one relation ("" for links without a relation)."""
        if relation and relation not in RELATIONS:
            expected = f"one of {RELATIONS} or ''"
            raise ParaphraseError("P010", got=f"the relation {relation!r}", expected=expected)
        return Alignment(self.doc, (link for link in self if link.relation == relation))

    def invert(self) -> Alignment:
        """Return the alignment with its sides exchanged, over the swapped Doc (see `swap`)."""
        return Alignment.from_doc(swap(self.store()))

    def store(self) -> Doc:
        """Return a copy of the Doc that holds these links instead of its own."""
        doc = self.doc.copy()
        write_alignment(doc, self)
        return doc

    @classmethod
    def from_doc(cls, doc: Doc) -> Alignment:
        """Read the links that are stored in a Doc.

        Raises:
            ParaphraseError: P004, P005 if the Doc holds no pair, P006 if the links do not fit it.
        """
        return cls(doc, (link for level in LEVELS for link in read_links(doc, level)))

    def to_json(self) -> dict[str, Any]:
        """Return words and links as plain data, with indices from 0 within each side."""
        data: dict[str, Any] = {
            "source": [token.text for token in self.source],
            "target": [token.text for token in self.target],
        }
        for level in LEVELS:
            links = (link for link in self if link.level == level)
            data[level] = [link.to_json(self.source.start, self.target.start) for link in links]
        return data

    def to_frame(self) -> pandas.DataFrame:
        """Return the links as a pandas DataFrame with one row per link.

        Columns: level, source and target (text), relation, score, similarity, conflict, and
        source_tokens and target_tokens (indices from 0 within each side).

        Raises:
            ParaphraseError: P852 without pandas (extra: frames).
        """
        rows = []
        for link in self:
            data = link.to_json(self.source.start, self.target.start)
            tokens = (link.source_tokens, link.target_tokens)
            texts = [" ".join(token.text for token in side) for side in tokens]
            rows.append([link.level, *texts, *(data[name] for name in (*_NUMBERS, *SIDES))])
        return frame_of(rows, _FRAME)

    @classmethod
    def from_json(cls, doc: Doc, data: dict[str, Any]) -> Alignment:
        """Return the alignment that `to_json` gave, over a Doc with the same words.

        Raises:
            ParaphraseError: P010 if the words differ or the data are not an alignment.
        """
        source, target = sides(doc)
        with coded("P010", expected="what to_json gave"):
            for name, side in zip(SIDES, (source, target), strict=True):
                words = [token.text for token in side]
                if data.get(name) != words:
                    got = f"{name} {short_repr(data.get(name))}"
                    raise ParaphraseError("P010", got=got, expected=words)
            links = [
                _link_from_json(level, source, target, item)
                for level in LEVELS
                for item in data.get(level) or ()
            ]
            return cls(doc, links)

    def to_networkx(self) -> nx.MultiDiGraph:
        """Return both trees and the links as one graph.

        Nodes are `(side, index)`, index from 0 within the side, with text, lemma, pos. Edges run
        from head to dependent (key "dependency", attribute dep) and from source to target (key
        "words", "phrases" or "chunks", attributes relation, score, similarity, conflict); a chunk
        is represented by its root.
        """
        import networkx as nx

        graph = nx.MultiDiGraph()
        for name, side in zip(SIDES, (self.source, self.target), strict=True):
            for i, token in enumerate(side):
                graph.add_node((name, i), text=token.text, lemma=token.lemma_, pos=token.pos_)
            for i, token in enumerate(side):
                head = token.head.i - side.start
                if head != i and 0 <= head < len(side):
                    graph.add_edge((name, head), (name, i), key="dependency", dep=token.dep_)
        for link in self:
            graph.add_edge(
                ("source", link.source.root.i - self.source.start),
                ("target", link.target.root.i - self.target.start),
                key=link.level,
                relation=link.relation,
                score=link.score,
                similarity=link.similarity,
                conflict=link.conflict,
            )
        return graph

    def explain(self) -> list[str]:
        """Explain in plain English what the sides share and what only one of them says."""
        return list(PRESENTERS["explain"](self))

    def summary(self) -> str:
        """Describe in one or two sentences how the sides are related."""
        return str(PRESENTERS["summary"](self))

    def _check(self, link: Link) -> None:
        if not isinstance(link, Link):
            raise ParaphraseError("P010", got=short_repr(link), expected="links")
        check_fields(link)
        if link.level not in LEVELS or link.relation not in ("", *RELATIONS):
            got = f"the level {link.level!r} and the relation {link.relation!r}"
            raise ParaphraseError("P010", got=got, expected=f"one of {LEVELS} and of {RELATIONS}")
        for number in (link.score, link.similarity):
            if not -TINY <= number <= 1 + TINY:
                raise ParaphraseError(
                    "P010", got=short_repr(number), expected="numbers from 0 to 1"
                )
        inside = (
            self.source.start <= link.source.start < link.source.end <= self.source.end
            and self.target.start <= link.target.start < link.target.end <= self.target.end
        )
        if not inside:
            raise ParaphraseError("P010", got=link.key, expected="units inside the two sides")

    @checked("other")
    def _check_same_pair(self, other: Alignment) -> None:
        mine = (self.source.start, self.target.start, self.doc.text)
        if mine != (other.source.start, other.target.start, other.doc.text):
            got = repr(other.doc.text)
            raise ParaphraseError("P010", got=got, expected="an alignment of the same pair")


def yield_of(head: Token) -> list[Token]:
    """Return the tokens of a head's subtree that lie in its own side, without white space."""
    side = next(side for side in sides(head.doc) if side.start <= head.i < side.end)
    return [t for t in head.subtree if side.start <= t.i < side.end and not t.is_space]


def write_links(doc: Doc, level: Level, links: Iterable[Link]) -> None:
    """Store the links of one level in the given order; links stored before are replaced."""
    doc.spans[KEYS[level]] = link_group(doc, level, links)


def link_group(doc: Doc, level: Level, links: Iterable[Link]) -> SpanGroup:
    """Return the links of one level in their stored form, a span group."""
    spans, values, label = [], [], doc.vocab.strings.add
    for link in links:
        relation = label(link.relation)
        for unit in (link.source, link.target):
            spans.append(Span(doc, unit.start, unit.end, label=relation))
        values.append((link.score, link.similarity, link.conflict, link.reason))
    return span_group(doc, level, spans, values)


def span_group(
    doc: Doc, level: Level, spans: list[Span], values: list[tuple[float, float, bool, str]]
) -> SpanGroup:
    """Return the stored form of links: two labelled spans for each link, and its attributes."""
    attrs = stamp(doc) | {
        "score": [float(score) for score, *_ in values],
        "similarity": [float(similarity) for _, similarity, *_ in values],
        "conflict": [bool(conflict) for *_, conflict, _ in values],
        "reason": [reason for *_, reason in values],
    }
    return SpanGroup(doc, name=KEYS[level], attrs=attrs, spans=spans)


def read_links(doc: Doc, level: Level) -> list[Link]:
    """Return the stored links of one level; none if there was no aligner.

    Raises:
        ParaphraseError: P006 if the Doc was retokenised since, or the group is damaged.
    """
    key = KEYS[level]
    if key not in doc.spans:
        return []
    with stored(doc, key) as group:
        return _links(level, group)


def _links(level: Level, group: SpanGroup) -> list[Link]:
    attrs = group.attrs
    columns = [attrs.get(name, []) for name in ("score", "similarity", "conflict")]
    # Groups made before there were reasons have none.
    columns.append(attrs.get("reason", [""] * (len(group) // 2)))
    if any(2 * len(column) != len(group) for column in columns):
        got = f"{len(group)} spans with {[len(column) for column in columns]} numbers"
        raise ParaphraseError("P006", key=KEYS[level], got=got)
    spans = list(group)
    return [
        Link(level, source, target, source.label_, *numbers)
        for source, target, *numbers in zip(spans[::2], spans[1::2], *columns, strict=True)
    ]


def read_alignment(doc: Doc) -> Alignment:
    """Return the stored alignment (the getter of `doc._.alignment`)."""
    return Alignment.from_doc(doc)


def write_alignment(doc: Doc, alignment: Alignment) -> None:
    """Store an alignment in a Doc of the same pair (the setter of `doc._.alignment`)."""
    for level in LEVELS:
        links = [link for link in alignment if link.level == level]
        if links or KEYS[level] in doc.spans:
            write_links(doc, level, links)


def swap(doc: Doc) -> Doc:
    """Return a copy of the Doc with the sides exchanged and the relations inverted.

    The tokens keep their positions in the Doc; only the names source and target are exchanged.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase import make_pair, swap
        >>> doc = swap(make_pair(spacy.blank("en"), "one", "two"))
        >>> [(span.text, span.label_) for span in doc.spans["pair"]]
        [('two', 'SOURCE'), ('one', 'TARGET')]
    """
    sides(doc)
    swapped = doc.copy()
    source, target = sides(swapped)
    reading = read_encoder_output(swapped)
    mark_pair(swapped, target, source)
    for key in (EDITS, HARVEST):  # what turns one side into the other does not turn it back
        swapped.spans.pop(key, None)
    if reading is not None:
        write_encoder_output(swapped, reading.invert())
    for level in LEVELS:
        if KEYS[level] in swapped.spans:
            write_links(swapped, level, [link.invert() for link in read_links(swapped, level)])
    relation = read_relation(swapped)
    if relation is not None:
        write_relation(swapped, relation.invert())
    judgement = read_judgement(swapped)
    if judgement is not None:
        write_judgement(swapped, judgement.invert())
    if FUSIONS in swapped.spans:
        write_fusions(swapped, [fusion.invert() for fusion in read_fusions(swapped)])
    return swapped


def _link_from_json(level: Level, source: Span, target: Span, item: Any) -> Link:
    expected = "a link as to_json writes it"
    if not isinstance(item, dict):
        raise ParaphraseError("P010", got=short_repr(item), expected=expected)
    units = []
    for name, side in zip(SIDES, (source, target), strict=True):
        indices: Any = [item.get(f"{name}_head")] if level == "phrases" else item.get(name)
        ok = isinstance(indices, list) and indices and all(type(i) is int for i in indices)
        if not ok or not 0 <= min(indices) <= max(indices) < len(side):
            got = f"{name} tokens {short_repr(indices)}"
            raise ParaphraseError("P010", got=got, expected=expected)
        if sorted(indices) != list(range(min(indices), max(indices) + 1)):
            raise ParaphraseError("P010", got=f"a gap in {name} {indices!r}", expected=expected)
        units.append(side[min(indices) : max(indices) + 1])
    relation: Any = item.get("relation") or ""
    score, similarity = item.get("score", 1.0), item.get("similarity", 1.0)
    if not all(isinstance(x, int | float) and 0 <= x <= 1 for x in (score, similarity)):
        got = f"the numbers {short_repr(score)}, {short_repr(similarity)}"
        raise ParaphraseError("P010", got=got, expected=expected)
    conflict, reason = item.get("conflict", False), item.get("reason", "")
    one, other = units
    return Link(level, one, other, relation, float(score), float(similarity), conflict, reason)
