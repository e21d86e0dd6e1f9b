"""The data to draw: two sides, the links between them, and the comparison with gold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, TypeAlias

import spacy
from spacy.tokens import Doc, Span

from ..analysis.syntax import Dependency, dependencies
from ..errors import ParaphraseError, short_repr
from ..metrics.label_measures import judged_relation
from ..pairs.alignment import LEVELS, Alignment, Level, Link
from ..pairs.pair import SIDES, SideName, make_pair, sides
from ..pairs.results import Fusion, read_fusions, read_judgement, read_relation
from .markup import clean, is_rtl

Pair: TypeAlias = Doc | Alignment | Mapping[str, Any]
Gold: TypeAlias = Pair | Iterable[Link] | Iterable[tuple[int, int]]
Verdict: TypeAlias = Literal["", "hit", "miss", "false alarm", "not judged"]
VERDICTS: tuple[Verdict, ...] = ("hit", "miss", "false alarm", "not judged")


@dataclass(frozen=True)
class Side:
    """One side.

    Attributes:
        words: Its tokens, made printable.
        text: Its text, made printable.
        tree: The dependency of each token, its label made printable; empty without a parse.
        blank: Indices of the tokens that are white space.
    """

    words: tuple[str, ...]
    text: str
    tree: tuple[Dependency, ...]
    blank: frozenset[int]


@dataclass(frozen=True)
class ViewLink:
    """One link, over token indices within the sides.

    Attributes:
        level: "words", "phrases" or "chunks".
        source: Token indices of the source unit; for a phrase, of its whole yield.
        target: Token indices of the target unit; for a phrase, of its whole yield.
        tops: Indices of the roots of both units.
        relation: A relation, or "".
        score: Confidence, 0 to 1.
        conflict: Whether the two units cannot both be true.
        verdict: The comparison with gold: "" without gold, "not judged" if the gold has no links of
            this level.
        gold_relation: The relation of the gold link; "" if there is none.
    """

    level: Level
    source: tuple[int, ...]
    target: tuple[int, ...]
    tops: tuple[int, int]
    relation: str
    score: float
    conflict: bool
    verdict: Verdict = ""
    gold_relation: str = ""

    @property
    def drawn_at(self) -> dict[SideName, tuple[int, ...]]:
        """The words at which the link is drawn; for a phrase, its head."""
        if self.level == "phrases":
            return {name: (top,) for name, top in zip(SIDES, self.tops, strict=True)}
        return {"source": self.source, "target": self.target}

    @property
    def name(self) -> str:
        """The name of the link in a page: its level and token indices; equal for a hit.

        For phrases the indices are those of the heads, since the yields of a hit may differ.
        """
        units = self.drawn_at.values()
        return ":".join([self.level, *(".".join(map(str, unit)) for unit in units)])


@dataclass(frozen=True)
class View:
    """A pair to draw.

    Attributes:
        source: The source sentence.
        target: The target sentence.
        edges: The links.
        levels: The levels of the links.
        relation: The relation of the sentences, "" if unknown.
        gold_relation: The gold relation of the sentences, "" if unknown.
        fusions: Fusions of the sentences.
        explanation: The links in plain English, if the relation of the sentences was predicted.
    """

    source: Side
    target: Side
    edges: tuple[ViewLink, ...]
    levels: tuple[Level, ...]
    relation: str = ""
    gold_relation: str = ""
    fusions: tuple[Fusion, ...] = ()
    explanation: tuple[str, ...] = ()

    @property
    def judged(self) -> bool:
        """Whether any link was compared with gold."""
        return any(edge.verdict for edge in self.edges)

    @property
    def rtl(self) -> bool:
        """Whether the script is written from right to left."""
        return is_rtl(self.source.text + self.target.text)

    def side(self, name: SideName) -> Side:
        """Return a side by its name."""
        return self.source if name == "source" else self.target

    def unaligned(self, name: SideName) -> list[int]:
        """Return the tokens of a side without a predicted word link."""
        edges = [e for e in self.edges if e.level == "words" and e.verdict != "miss"]
        touched = {i for edge in edges for i in getattr(edge, name)}
        side = self.side(name)
        return [i for i in range(len(side.words)) if i not in touched and i not in side.blank]

    def grey(self, name: SideName) -> set[int]:
        """Return the tokens that are drawn in grey: white space, and words without a link."""
        return {*self.side(name).blank, *(self.unaligned(name) if "words" in self.levels else ())}

    def phrase(self, name: SideName, unit: tuple[int, ...]) -> str:
        """Return the words of a unit; "…" marks a gap."""
        words = self.side(name).words
        return " … ".join(" ".join(words[i : j + 1]) for i, j in runs(unit))


def make_view(pair: Pair, gold: Gold | None = None, levels: Iterable[str] = LEVELS) -> View:
    """Collect the data to draw.

    With gold, word links are compared with it, and links of other levels if the gold has links of
    these levels. A gold link with a score of at most 0.5 is possible: not predicting it is no miss.

    Args:
        pair: A Doc with links, an Alignment, or the JSON object of one (`Alignment.to_json`).
        gold: The gold links of the same pair: in the forms of `pair`, links, or word index pairs.
        levels: The levels to draw.

    Raises:
        ParaphraseError: P400 if `pair` is not a pair, P402 for unknown levels, P403 if the gold is
            of another pair; P004 to P006 and P010 for a damaged Doc or object.
    """
    chosen = _chosen(levels)
    alignment, yields = _alignment(pair)
    edges = _edges(alignment, yields)
    if gold is not None:
        edges = _judge(edges, _gold_edges(alignment, gold))
    shown = sorted(
        (edge for edge in edges if edge.level in chosen),
        key=lambda e: (LEVELS.index(e.level), e.tops, e.source, e.target),
    )
    doc = alignment.doc
    # The language of a Doc from a file may be unknown.
    known = doc.lang_ != "xx" and read_relation(doc) is not None
    return View(
        _side(alignment.source),
        _side(alignment.target),
        tuple(shown),
        chosen,
        relation_of_sides(pair),
        relation_of_sides(gold),
        tuple(read_fusions(doc)),
        tuple(map(clean, alignment.explain())) if known else (),
    )


def _chosen(levels: Iterable[str]) -> tuple[Level, ...]:
    """Return the chosen levels in the order of `LEVELS`.

    Raises:
        ParaphraseError: P402 for unknown levels.
    """
    names = [levels] if isinstance(levels, str) else list(levels)
    if not names or any(name not in LEVELS for name in names):
        raise ParaphraseError("P402", got=names, expected=LEVELS)
    return tuple(level for level in LEVELS if level in names)


def relation_of_sides(pair: Any) -> str:
    """Return the predicted or annotated relation of the sentences of a pair; "" if unknown.

    Example:
        >>> relation = {"entails": "entailment", "entailed": "contradiction"}
        >>> relation_of_sides({"source": ["A"], "target": ["B"], "relation": relation})
        'specifies, conflict'
    """
    doc = pair.doc if isinstance(pair, Alignment) else pair
    if isinstance(doc, Doc):
        found = read_relation(doc)
        if found is not None:
            return found.label + ", conflict" * found.conflict
        judged = read_judgement(doc)
        labels = vars(judged) if judged else {}
        texts = [[token.text for token in side] for side in sides(doc)]
    elif isinstance(doc, Mapping):
        labels = doc.get("relation") or {}
        texts = [list(doc.get(name) or ()) for name in SIDES]
    else:
        return ""
    label, conflict = judged_relation(labels.get("entails"), labels.get("entailed"), *texts)
    return label and label + ", conflict" * conflict


def runs(indices: Sequence[int]) -> list[tuple[int, int]]:
    """Return first and last number of each run of consecutive numbers in an ascending sequence.

    Example:
        >>> runs([2, 3, 4, 7])
        [(2, 4), (7, 7)]
    """
    found = [(indices[0], indices[0])]
    for i in indices[1:]:
        first, last = found[-1]
        if i == last + 1:
            found[-1] = (first, i)
        else:
            found.append((i, i))
    return found


def without_repeats(edges: Sequence[ViewLink]) -> list[ViewLink]:
    """Remove links of one-word phrases that only repeat a word link."""

    def content(edge: ViewLink) -> ViewLink:
        return replace(edge, level="words", score=0.0)

    words = {content(edge) for edge in edges if edge.level == "words"}
    words |= {replace(edge, verdict="not judged", gold_relation="") for edge in words}
    return [edge for edge in edges if edge.level != "phrases" or content(edge) not in words]


Yields: TypeAlias = dict[tuple[int, int], tuple[tuple[int, ...], tuple[int, ...]]]


def _alignment(pair: Pair) -> tuple[Alignment, Yields]:
    """Return an alignment, and the yields of its phrases from JSON, which has no parse."""
    if isinstance(pair, Alignment):
        return pair, {}
    if isinstance(pair, Doc):
        return Alignment.from_doc(pair), {}
    if not isinstance(pair, Mapping):
        raise ParaphraseError("P400", got=type(pair).__name__)
    data = dict(pair)
    doc = make_pair(_tokenizer(), *map(data.get, SIDES))  # type: ignore[arg-type]
    return Alignment.from_json(doc, data), _yields(data)


_tokenizer = cache(lambda: spacy.blank("xx"))


def _yields(data: dict[str, Any]) -> Yields:
    yields = {}
    for item in data.get("phrases", []):
        units = []
        for name in SIDES:
            unit, length = item.get(name), len(data[name])
            ok = isinstance(unit, list) and unit and all(type(i) is int for i in unit)
            if not ok or not 0 <= min(unit) <= max(unit) < length:
                expected = f"a list of indices from 0 to {length - 1}"
                raise ParaphraseError("P010", got=f"{name} tokens {unit!r}", expected=expected)
            units.append(tuple(sorted(set(unit))))
        yields[item["source_head"], item["target_head"]] = (units[0], units[1])
    return yields


def _side(span: Span) -> Side:
    tree = tuple(each._replace(label=clean(each.label)) for each in dependencies(span))
    words = tuple(clean(token.text) for token in span)
    text = "".join(clean(t.text) + " " * (bool(t.whitespace_) and t.i + 1 < span.end) for t in span)
    return Side(words, text, tree, frozenset(i for i, t in enumerate(span) if t.is_space))


def _edges(alignment: Alignment, yields: Yields) -> list[ViewLink]:
    a, b = alignment.source.start, alignment.target.start
    edges = []
    for link in alignment:
        tops = (link.source.root.i - a, link.target.root.i - b)
        # A phrase with a white-space head may have no other token.
        source = tuple(token.i - a for token in link.source_tokens) or tops[:1]
        target = tuple(token.i - b for token in link.target_tokens) or tops[1:]
        if link.level == "phrases":
            source, target = yields.get(tops, (source, target))
        numbers = (link.relation, link.score, link.conflict)
        edges.append(ViewLink(link.level, source, target, tops, *numbers))
    return edges


def _gold_edges(alignment: Alignment, gold: Gold) -> list[ViewLink]:
    if isinstance(gold, Doc | Alignment | Mapping):
        right, yields = _alignment(gold)
    else:
        right, yields = _collected(alignment, gold), {}
    for name in SIDES:
        mine, theirs = ([t.text for t in getattr(a, name)] for a in (alignment, right))
        if mine != theirs:
            raise ParaphraseError("P403", got=f"{name} {theirs}", expected=f"the words {mine}")
    return _edges(right, yields)


def _collected(alignment: Alignment, gold: Iterable[Any]) -> Alignment:
    items = list(gold) if isinstance(gold, Iterable) else [gold]
    if all(isinstance(item, Link) for item in items):
        return Alignment(items[0].source.doc if items else alignment.doc, items)
    source, target = sides(alignment.doc)
    links = []
    for item in items:
        if not _is_pair(item, len(source), len(target)):
            below = f"below {len(source)} (source) and {len(target)} (target)"
            expected = f"an alignment, links, or word index pairs {below}"
            raise ParaphraseError("P403", got=short_repr(item), expected=expected)
        i, j = item
        links.append(Link("words", source[i : i + 1], target[j : j + 1]))
    return Alignment(alignment.doc, links)


def _is_pair(item: Any, n: int, m: int) -> bool:
    """Return whether an object is a pair of word indices below n and m."""
    if not isinstance(item, tuple | list) or [type(i) for i in item] != [int, int]:
        return False
    return bool(0 <= item[0] < n and 0 <= item[1] < m)


def _judge(edges: list[ViewLink], gold: list[ViewLink]) -> list[ViewLink]:
    levels = {"words"} | {edge.level for edge in gold}
    right = {edge.name: edge for edge in gold}
    judged = []
    for edge in edges:
        match = right.pop(edge.name, None)
        alarm: Verdict = "false alarm" if edge.level in levels else "not judged"
        gold_relation = match.relation if match else ""
        judged.append(replace(edge, verdict="hit" if match else alarm, gold_relation=gold_relation))
    return judged + [replace(edge, verdict="miss") for edge in right.values() if edge.score > 0.5]
