"""Links between phrases or chunks by the trained matcher of units."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Span

from ..alignment import Level, Link
from ..lexicon.wordnet import WordNetExpert
from ..ml.span_context import REACH
from ..ml.span_features import word_relations
from ..ml.span_labels import CLASSES
from ..ml.span_model import SpanMatcher, SpanPair, span_pair
from .side import Side
from .units import Unit, UnitFunction, phrases, words
from .word_table import Reading, word_weights

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
    wordnet: WordNetExpert | None,
    source_units: Sequence[Unit],
    target_units: Sequence[Unit],
    reach: int = REACH,
) -> SpanPair:
    """Return what the span matcher sees of a pair whose words were read.

    Args:
        reading: The pair.
        wordnet: Expert whose lexical index the features come from.
        source_units: Units of the source.
        target_units: Units of the target.
        reach: How far apart units of one link may stand; 0 if every link joins single ones.
    """
    source, target = reading.source, reading.target
    index = wordnet.index() if wordnet is not None else None
    return span_pair(
        source,
        target,
        source_units,
        target_units,
        reading.features.similarity,
        reading.links,
        reach=reach,
        relations=word_relations(index, source, target) if index is not None else None,
        rarity=word_weights(source.span.doc.lang_),
        vectors=reading.vectors,
    )


def unit_pair(
    level: Level,
    reading: Reading,
    wordnet: WordNetExpert | None,
    units: tuple[list[Unit], list[Unit]],
) -> SpanPair:
    """Return what the matcher of a level sees; phrases are linked one to one."""
    return pair_of_spans(reading, wordnet, *units, reach=0 if level == "phrases" else REACH)


def unit_links(
    level: Level,
    matcher: SpanMatcher,
    reading: Reading,
    wordnet: WordNetExpert | None,
    units: tuple[list[Unit], list[Unit]],
) -> list[Link]:
    """Return labelled links between units; one over several becomes one for each pair of them.

    Args:
        level: "phrases" or "chunks".
        matcher: The trained matcher.
        reading: The pair.
        wordnet: Expert whose lexical index the features come from.
        units: Units of both sides, from `units_of`.
    """
    if not all(units):
        return []
    pair = unit_pair(level, reading, wordnet, units)
    sides = reading.source, reading.target
    named = [anchors(level, side, some) for side, some in zip(sides, units, strict=True)]
    links = []
    for found in matcher(pair):
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


def _span(side: Side, anchor: Unit) -> Span:
    return side.span[anchor[0] : anchor[-1] + 1]


def _same(source: Side, target: Side, unit: Unit, other: Unit) -> bool:
    return [source.words[i] for i in unit] == [target.words[j] for j in other]
