"""Similarity measures on the hierarchy of hypernyms.

Each measure is the maximum of a score over the shared hypernyms c of all pairs of senses. In the
table, a and b are the numbers of steps from the two senses to c, and IC is information content:

| measure | score | source |
|---|---|---|
| path | 1 / (a + b + 1) | Rada et al. 1989, IEEE Transactions on Systems, Man and Cybernetics |
| lch | -log((a + b + 1) / 2D), D: depth of the taxonomy | Leacock and Chodorow 1998, section 3 |
| wup | 2k / (a + b + 2k), k: synsets from c to the root | Wu and Palmer 1994, section 4 |
| res | IC(c) | Resnik 1995, equation 1 |
| lin | 2 IC(c) / (IC of the one sense + IC of the other) | Lin 1998, section 5 |

The depth of a synset is the length of its longest path to a root. Steps lead upwards only.
`wn.similarity` differs if two senses have several lowest shared hypernyms. It always uses the
deepest one, whereas the published res and lin use the most informative one. Its wup also allows
paths that go up and down again. On random pairs of the English WordNet, the results differ for one
pair in a hundred (wup), and for one in a thousand (res, lin).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import log
from typing import NamedTuple

from ..errors import ParaphraseError
from .index import LexicalIndex


class HypernymPath(NamedTuple):
    """The shortest path from some senses up to a synset.

    Attributes:
        steps: Number of steps from the nearest sense.
        information: The least information content among the senses below the synset.
    """

    steps: int
    information: float


Measure = Callable[[LexicalIndex, int, HypernymPath, HypernymPath], float]


def similarity(
    index: LexicalIndex,
    measure: str,
    lemma: str,
    pos: str,
    lemma2: str,
    pos2: str,
    *,
    max_senses: int | None = None,
) -> float:
    """Return the similarity of two words: the maximum over all pairs of their senses.

    Args:
        index: The lexical index.
        measure: "path", "lch", "wup", "res" or "lin".
        lemma: The one word.
        pos: Its part of speech (Universal Dependencies, "" for any).
        lemma2: The other word.
        pos2: Its part of speech.
        max_senses: Number of senses of each word, the most frequent first; by default all.

    Returns:
        0 without a shared hypernym. Only "path", "wup" and "lin" have an upper limit, 1.

    Raises:
        ParaphraseError: P307 if there is no such measure.

    Example:
        >>> from spacy_paraphrase.lexicon import default_lexicon
        >>> similarity(default_lexicon("en"), "path", "dog", "NOUN", "cat", "NOUN")
        0.2
    """
    synsets = index.synsets(lemma, pos, max_senses)
    return synset_similarity(index, measure, synsets, index.synsets(lemma2, pos2, max_senses))


def synset_similarity(
    index: LexicalIndex, measure: str, synsets: Iterable[int], synsets2: Iterable[int]
) -> float:
    """Return the greatest similarity between synsets of two lists (see `similarity`)."""
    score = MEASURES.get(measure)
    if score is None:
        raise ParaphraseError("P307", got=measure, names=", ".join(MEASURES))
    above, above2 = paths_up(index, synsets), paths_up(index, synsets2)
    shared = above.keys() & above2.keys()
    return max((score(index, c, above[c], above2[c]) for c in shared), default=0.0)


def _lch(index: LexicalIndex, shared: int, one: HypernymPath, other: HypernymPath) -> float:
    depth = index.taxonomy_depths[index.synset_pos[shared]]
    return log(2 * max(depth, 1) / (one.steps + other.steps + 1))


def _wup(index: LexicalIndex, shared: int, one: HypernymPath, other: HypernymPath) -> float:
    height = 2 * (int(index.depths[shared]) + 1)
    return height / (one.steps + other.steps + height)


def _lin(index: LexicalIndex, shared: int, one: HypernymPath, other: HypernymPath) -> float:
    both = one.information + other.information
    return 2 * float(index.information[shared]) / both if both else 0.0


# The scores of the table above for one shared hypernym.
MEASURES: dict[str, Measure] = {
    "path": lambda index, shared, one, other: 1 / (one.steps + other.steps + 1),
    "lch": _lch,
    "wup": _wup,
    "res": lambda index, shared, one, other: float(index.information[shared]),
    "lin": _lin,
}


def paths_up(index: LexicalIndex, synsets: Iterable[int]) -> dict[int, HypernymPath]:
    """Return the synsets and all their direct and indirect hypernyms, with the path to each."""
    found: dict[int, HypernymPath] = {}
    for synset in synsets:
        information = float(index.information[synset])
        for above, steps in index.hypernym_steps(synset):
            best = found.get(above)
            if best is None:
                found[above] = HypernymPath(steps, information)
            elif steps < best.steps or information < best.information:
                found[above] = HypernymPath(
                    min(steps, best.steps), min(information, best.information)
                )
    return found
