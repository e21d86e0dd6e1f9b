"""Links between phrases or chunks by the trained matcher of units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import srsly
from spacy.tokens import Span

from ..alignment import Level, Link
from ..ml import span_store
from ..ml.span_around import link_context
from ..ml.span_context import REACH
from ..ml.span_decode import SpanLink
from ..ml.span_features import span_features
from ..ml.span_labeller import LinkedPair, SpanLabeller, train_labeller
from ..ml.span_labels import CLASSES, decide_linked, similarity
from ..ml.span_lexicon import unit_words
from ..ml.span_memory import phrases as remembered
from ..ml.span_model import (
    FIRST_PASS,
    SECOND_PASS,
    SpanMatcher,
    SpanPair,
    span_pair,
    train_matcher,
)
from ..pair import SIDES
from .gold import UnitGold
from .side import Side
from .units import Unit, UnitFunction, phrases, words
from .word_table import Reading

# What the labels given with all links known count, against those of a link on its own.
TOGETHER = 0.7
# Share of the passes over the training data that a level takes: pairs have many more phrases than
# chunks, and half of the passes over them teach as much.
PASSES: dict[Level, float] = {"phrases": 0.5}
# What the classes of the matcher are called in a link; "opposes" is a conflict besides.
_RELATION = {"related": "intersects", "opposes": "intersects"}


def units_of(level: Level, side: Side, chunk_function: UnitFunction) -> list[Unit]:
    """Return the phrases or chunks of a side; of phrases the k-th is that of the k-th word."""
    if level == "phrases":
        return phrases(side) if side.parsed else []
    return chunk_function(side)


def anchors(level: Level, side: Side, units: list[Unit]) -> list[Unit]:
    """Return by which tokens links name the units: phrases by their heads, chunks by all."""
    return words(side) if level == "phrases" else units


def pair_of_spans(
    reading: Reading,
    source_units: Sequence[Unit],
    target_units: Sequence[Unit],
    reach: int = REACH,
) -> SpanPair:
    """Return what the span matcher sees of a pair whose words were read.

    Args:
        reading: The pair.
        source_units: Units of the source.
        target_units: Units of the target.
        reach: How far apart units of one link may stand; 0 if every link joins single ones.
    """
    return span_pair(
        reading.source,
        reading.target,
        source_units,
        target_units,
        reading.similarity,
        reading.links,
        reach=reach,
        relations=reading.relations,
        rarity=reading.rarity,
        vectors=reading.vectors,
    )


def pair_of_links(
    reading: Reading,
    source_units: Sequence[Unit],
    target_units: Sequence[Unit],
) -> LinkedPair:
    """Return what the labeller sees of a pair; source unit k is linked to target unit k."""
    source, target = reading.source, reading.target
    table = span_features(
        source,
        target,
        source_units,
        target_units,
        reading.similarity,
        reading.links,
        relations=reading.relations,
        rarity=reading.rarity,
        vectors=reading.vectors,
    )
    names, around = link_context(source, target, source_units, target_units, reading.relations)
    diagonal = np.arange(len(source_units))
    return LinkedPair(
        table.names + names,
        np.concatenate([table.values[diagonal, diagonal], around], axis=1),
        unit_words(source, source_units),
        unit_words(target, target_units),
        remembered(source, source_units),
        remembered(target, target_units),
    )


def unit_pair(
    level: Level,
    reading: Reading,
    units: tuple[list[Unit], list[Unit]],
) -> SpanPair:
    """Return what the matcher of a level sees; phrases are linked one to one."""
    return pair_of_spans(reading, *units, reach=0 if level == "phrases" else REACH)


@dataclass(frozen=True, eq=False)
class UnitExample:
    """What a pair teaches about its phrases or chunks.

    Attributes:
        pair: What the matcher sees of it.
        gold: The classes of its links, by the units that they join.
        linked: What the labeller sees of its links; None if there are none.
    """

    pair: SpanPair
    gold: UnitGold
    linked: LinkedPair | None


def unit_example(
    level: Level,
    reading: Reading,
    units: tuple[list[Unit], list[Unit]],
    gold: UnitGold,
) -> UnitExample:
    """Return what a pair teaches about its units, see `unit_links`."""
    joined = (
        [
            [sorted({i for part in parts for i in some[part]}) for parts in ends]
            for some, ends in zip(units, zip(*gold, strict=True), strict=True)
        ]
        if gold
        else []
    )
    linked = pair_of_links(reading, *joined) if joined else None
    return UnitExample(unit_pair(level, reading, units), gold, linked)


@dataclass(frozen=True, eq=False)
class UnitMatcher:
    """What was learnt about phrases or chunks.

    Attributes:
        matcher: What links them.
        labeller: What labels the links when all of them are known.
    """

    matcher: SpanMatcher
    labeller: SpanLabeller

    def to_bytes(self) -> bytes:
        """Return both as bytes."""
        parts = span_store.to_bytes(self.matcher), span_store.labeller_to_bytes(self.labeller)
        return bytes(srsly.msgpack_dumps(parts))

    @classmethod
    def from_bytes(cls, data: bytes, source: str) -> UnitMatcher:
        """Return what `to_bytes` gave; `source` is for error messages."""
        matcher, labeller = srsly.msgpack_loads(data)
        return cls(
            span_store.from_bytes(matcher, source),
            span_store.labeller_from_bytes(labeller, source),
        )


def train_units(level: Level, examples: Sequence[UnitExample]) -> UnitMatcher:
    """Return what pairs teach about their units; one of them at least has a link."""
    share = PASSES.get(level, 1.0)
    first, second = (replace(t, epochs=round(share * t.epochs)) for t in (FIRST_PASS, SECOND_PASS))
    linked = [(e.linked, e.gold) for e in examples if e.linked is not None]
    classes = [np.array(list(gold.values())) for _, gold in linked]
    return UnitMatcher(
        train_matcher(
            [e.pair for e in examples], [e.gold for e in examples], first=first, second=second
        ),
        train_labeller([pair for pair, _ in linked], classes),
    )


def unit_links(
    level: Level,
    matcher: UnitMatcher,
    reading: Reading,
    units: tuple[list[Unit], list[Unit]],
) -> list[Link]:
    """Return labelled links between units; one over several becomes one for each pair of them.

    Args:
        level: "phrases" or "chunks".
        matcher: What was learnt.
        reading: The pair.
        units: Units of both sides, from `units_of`.
    """
    if not all(units):
        return []
    sides = reading.source, reading.target
    named = [anchors(level, side, some) for side, some in zip(sides, units, strict=True)]
    pair, spans = labelled_spans(level, matcher, reading, units)
    links = []
    for found in spans:
        kind = CLASSES[found.kind].relation
        for i in pair.source[found.source]:
            for j in pair.target[found.target]:
                relation = _RELATION.get(kind, kind)
                if kind == "restates" and _same(*sides, units[0][i], units[1][j]):
                    relation = "equals"
                source, target = _span(sides[0], named[0][i]), _span(sides[1], named[1][j])
                numbers = found.score, found.similarity
                links.append(Link(level, source, target, relation, *numbers, kind == "opposes"))
    return links


def labelled_spans(
    level: Level,
    matcher: UnitMatcher,
    reading: Reading,
    units: tuple[list[Unit], list[Unit]],
) -> tuple[SpanPair, list[SpanLink]]:
    """Return single and joint units of a pair and the links between them, see `unit_links`.

    The labels are those that a link gets on its own and those it gets when all links are known.
    """
    pair = unit_pair(level, reading, units)
    links = matcher.matcher(pair)
    if not links:
        return pair, []
    joined = [
        [sorted({i for part in parts[getattr(link, name)] for i in some[part]}) for link in links]
        for name, parts, some in zip(SIDES, (pair.source, pair.target), units, strict=True)
    ]
    alone = np.array([link.probabilities for link in links])
    together = matcher.labeller(pair_of_links(reading, *joined))
    found = (1 - TOGETHER) * alone + TOGETHER * together
    kinds, close = decide_linked(found).tolist(), similarity(found).tolist()
    return pair, [
        replace(link, kind=kind, similarity=value)
        for link, kind, value in zip(links, kinds, close, strict=True)
    ]


def _span(side: Side, anchor: Unit) -> Span:
    return side.span[anchor[0] : anchor[-1] + 1]


def _same(source: Side, target: Side, unit: Unit, other: Unit) -> bool:
    return [source.words[i] for i in unit] == [target.words[j] for j in other]
