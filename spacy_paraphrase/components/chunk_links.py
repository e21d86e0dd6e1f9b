"""Links between chunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..alignment import Link
from ..lexicon.wordnet import WordNetExpert
from ..ml.span_around import link_context
from ..ml.span_decode import SpanLink
from ..ml.span_features import span_features, word_relations
from ..ml.span_labeller import LinkedPair, SpanLabeller
from ..ml.span_labels import CLASSES, decide_linked, similarity
from ..ml.span_lexicon import unit_words
from ..ml.span_memory import phrases
from ..ml.span_model import SpanMatcher, SpanPair, span_pair
from ..pair import SIDES
from .side import Side
from .units import Unit
from .word_table import Reading, word_weights

# What the labels given with all links known count, against those of a link on its own.
TOGETHER = 0.7
# What the classes of the matcher are called in a link; "opposes" is a conflict besides.
_RELATION = {"related": "intersects", "opposes": "intersects"}


def pair_of_spans(
    reading: Reading,
    wordnet: WordNetExpert | None,
    source_units: Sequence[Unit],
    target_units: Sequence[Unit],
) -> SpanPair:
    """Return what the span matcher sees of a pair whose words were read."""
    source, target = reading.source, reading.target
    index = wordnet.index() if wordnet is not None else None
    return span_pair(
        source,
        target,
        source_units,
        target_units,
        reading.features.similarity,
        reading.links,
        relations=word_relations(index, source, target) if index is not None else None,
        rarity=word_weights(source.span.doc.lang_),
        vectors=reading.vectors,
    )


def pair_of_links(
    reading: Reading,
    wordnet: WordNetExpert | None,
    source_units: Sequence[Unit],
    target_units: Sequence[Unit],
) -> LinkedPair:
    """Return what the labeller sees of a pair; source unit k is linked to target unit k."""
    source, target = reading.source, reading.target
    index = wordnet.index() if wordnet is not None else None
    relations = word_relations(index, source, target) if index is not None else None
    table = span_features(
        source,
        target,
        source_units,
        target_units,
        reading.features.similarity,
        reading.links,
        relations=relations,
        rarity=word_weights(source.span.doc.lang_),
        vectors=reading.vectors,
    )
    names, around = link_context(source, target, source_units, target_units, relations)
    diagonal = np.arange(len(source_units))
    return LinkedPair(
        table.names + names,
        np.concatenate([table.values[diagonal, diagonal], around], axis=1),
        unit_words(source, source_units),
        unit_words(target, target_units),
        phrases(source, source_units),
        phrases(target, target_units),
    )


def chunk_links(
    matcher: SpanMatcher,
    labeller: SpanLabeller | None,
    reading: Reading,
    wordnet: WordNetExpert | None,
    source_units: list[Unit],
    target_units: list[Unit],
) -> list[Link]:
    """Return labelled links between chunks; one over several becomes one for each pair of them.

    Args:
        matcher: The trained matcher.
        labeller: What labels the links that it found; without one they keep its own labels.
        reading: The pair.
        wordnet: Expert whose lexical index the features come from.
        source_units: Chunks of the source, each a run of tokens.
        target_units: Chunks of the target.
    """
    source, target = reading.source, reading.target
    units = source_units, target_units
    if not all(units):
        return []
    pair = pair_of_spans(reading, wordnet, *units)
    spans_linked = matcher(pair)
    if labeller is not None:
        spans_linked = relabelled(labeller, reading, wordnet, units, pair, spans_linked)
    links = []
    for found in spans_linked:
        kind = CLASSES[found.kind].relation
        for i in pair.source[found.source]:
            for j in pair.target[found.target]:
                relation = _RELATION.get(kind, kind)
                if kind == "restates" and _same(source, units[0][i], target, units[1][j]):
                    relation = "equals"
                spans = (
                    side.span[unit[0] : unit[-1] + 1]
                    for side, unit in ((source, units[0][i]), (target, units[1][j]))
                )
                left, right = spans
                numbers = found.score, found.similarity, kind == "opposes"
                links.append(Link("chunks", left, right, relation, *numbers))
    return links


def relabelled(
    labeller: SpanLabeller,
    reading: Reading,
    wordnet: WordNetExpert | None,
    units: tuple[Sequence[Unit], Sequence[Unit]],
    pair: SpanPair,
    links: list[SpanLink],
) -> list[SpanLink]:
    """Return links with the labels that they get when all of them are known.

    Args:
        labeller: The trained labeller.
        reading: The pair.
        wordnet: Expert whose lexical index the features come from.
        units: Single chunks of source and target.
        pair: What the matcher saw of them.
        links: The links that it found.
    """
    if not links:
        return []
    joined = [
        [sorted(i for part in parts[getattr(link, name)] for i in some[part]) for link in links]
        for name, parts, some in zip(SIDES, (pair.source, pair.target), units, strict=True)
    ]
    linked = pair_of_links(reading, wordnet, *joined)
    alone = np.array([link.probabilities for link in links])
    found = (1 - TOGETHER) * alone + TOGETHER * labeller(linked)
    kinds, close = decide_linked(found).tolist(), similarity(found).tolist()
    return [
        replace(link, kind=kind, similarity=value)
        for link, kind, value in zip(links, kinds, close, strict=True)
    ]


def _same(source: Side, unit: Unit, target: Side, other: Unit) -> bool:
    return [source.words[i] for i in unit] == [target.words[j] for j in other]
