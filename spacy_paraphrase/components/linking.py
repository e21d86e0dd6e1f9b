"""From aligned indices to links."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from spacy.tokens import Span

from ..alignment import Level, Link
from ..trees.phrases import align_phrases
from .scores import equal
from .side import Side

Cell: TypeAlias = tuple[int, int, float, float]  # source, target, score, similarity

# How much a word of each kind counts in the overlap of two phrases: content, function, punctuation,
# white space.
PHRASE_WEIGHTS = np.array([1.0, 0.2, 0.0, 0.0])


def phrases_of_words(source: Side, target: Side, words: list[Cell]) -> list[Cell]:
    """Return the phrase links that follow from word links; none without a parse."""
    if not (source.parsed and target.parsed):
        return []
    links = np.zeros((len(source), len(target)))
    for i, j, score, close in words:
        links[i, j] = max(score, close)
    labels = [[token.dep for token in side.tokens] for side in (source, target)]
    phrases = align_phrases(
        source.tree,
        target.tree,
        links,
        PHRASE_WEIGHTS[source.kinds],
        PHRASE_WEIGHTS[target.kinds],
        equal(*labels).astype(np.float64),
    )
    return [(i, j, close, close) for i, j, close in phrases]


def make_links(level: Level, source: Side, target: Side, cells: list[Cell]) -> list[Link]:
    """Return the links of one level; those of units that read the same are labelled.

    equals holds where the words are the same, restates where the lemmas are.
    """
    links = []
    start, other = source.span.start, target.span.start
    doc = source.span.doc
    for i, j, score, similarity in cells:
        relation = ""
        if _read_the_same(level, source, source.words, i, target, target.words, j):
            relation, similarity = "equals", 1.0
        elif _read_the_same(level, source, source.lemmas, i, target, target.lemmas, j):
            relation = "restates"
        units = Span(doc, start + i, start + i + 1), Span(doc, other + j, other + j + 1)
        links.append(Link(level, *units, relation, score, similarity))
    return links


def _read_the_same(
    level: Level, source: Side, words: list[str], i: int, target: Side, others: list[str], j: int
) -> bool:
    if level == "words":
        return words[i] == others[j]
    return source.reading(i, words) == target.reading(j, others)
