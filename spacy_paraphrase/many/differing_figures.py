"""Different figures in two sentences about one event: "at least three people", "14 people".

Both may be true if one includes the other, but readers should learn that the reports differ.
"""

from __future__ import annotations

from itertools import product
from math import inf, isinf

from spacy.tokens import Doc

from ..analysis.quantities import RANK, TIMES, Quantity
from ..analysis.reading import Analysis, analyse
from ..analysis.sentence import sentences
from .redundancy import Cell, word_cells

# Minimum difference of two figures, relative to the greater one, if one is rounded or a bound.
APART = 0.1
# Maximum number of words of a quoted figure with what it counts.
_LONGEST = 6


def differing_figures(doc: Doc) -> list[tuple[str, str]]:
    """Return the figures that differ between the two sides of a processed pair.

    Two such figures have the same dimension and belong to linked words, and neither of them is also
    on the other side. Times and ranks do not count as figures.

    Args:
        doc: A processed pair about one event.

    Returns:
        Pairs of figures, as in the source and as in the target, in the order of the source.

    Example:
        >>> import spacy_paraphrase
        >>> texts = "At least three men were killed.", "The bomb killed 14 men."
        >>> differing_figures(spacy_paraphrase.compare(*texts))
        [('At least three men', '14 men')]
    """
    sides = tuple(map(analyse, sentences(doc)))
    source, target = ([*_figures(side)] for side in sides)
    links = {*word_cells(doc)}
    free = [
        [one for one in own if not any(_alike(one, other) for other in others)]
        for own, others in ((source, target), (target, source))
    ]
    near = sorted(
        (steps, one.token, other.token, one, other)
        for one, other in product(*free)
        if _differ(one, other) and (steps := _steps(sides, one, other, links)) < inf
    )
    taken: tuple[set[int], set[int]] = (set(), set())
    found = []
    for _, i, j, one, other in near:
        if i not in taken[0] and j not in taken[1]:
            taken[0].add(i)
            taken[1].add(j)
            found.append((i, (_quoted(sides[0], one), _quoted(sides[1], other))))
    return [texts for _, texts in sorted(found)]


def _figures(side: Analysis) -> list[Quantity]:
    return [q for q in side.quantities.values() if q.number and q.dimension not in {RANK, *TIMES}]


def _alike(one: Quantity, other: Quantity) -> bool:
    """Return whether two figures have the same dimension and do not differ."""
    return one.dimension == other.dimension and not _differ(one, other)


def _differ(one: Quantity, other: Quantity) -> bool:
    """Return whether two figures of the same dimension and role differ, even if rounded."""
    if (one.dimension, one.unit) != (other.dimension, other.unit):
        return False
    if not one.plays_the_role_of(other):
        return False
    if one.exact and other.exact:  # 357 may be 357.7, truncated
        near = abs(one.low - other.low) < max(one.step, other.step)
        return not (near or one.entails(other) or other.entails(one))
    a, b = (
        q.low if isinf(q.high) else q.high if q.bound in ("most", "less", "limit") else q.middle
        for q in (one, other)
    )
    return abs(a - b) > APART * max(abs(a), abs(b))


def _steps(sides: tuple[Analysis, ...], one: Quantity, other: Quantity, links: set[Cell]) -> float:
    """Return the number of steps from two figures up to linked words; infinite without any."""
    # For counts, the counted nouns themselves must be linked.
    counted = [
        side.words[q.of].category != "number" for side, q in zip(sides, (one, other), strict=True)
    ]
    if not one.dimension and all(counted):
        return 0 if (one.of, other.of) in links else inf
    paths = [side.path(q.of)[:3] for side, q in zip(sides, (one, other), strict=True)]
    steps = (a + b for (a, i), (b, j) in product(*map(enumerate, paths)) if (i, j) in links)
    return min(steps, default=inf)


def _quoted(side: Analysis, figure: Quantity) -> str:
    """Return the words of a figure in its sentence, with the counted noun if it is near."""
    tokens = {*figure.tokens, figure.token}
    whole = {*tokens, figure.of}
    if max(whole) - min(whole) < _LONGEST:
        tokens = whole
    sentence = side.sentence
    first, last = sentence[min(tokens)].i, sentence[max(tokens)].i
    return sentence.doc[first : last + 1].text
