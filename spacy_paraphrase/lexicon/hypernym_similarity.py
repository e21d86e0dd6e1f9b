"""Similarity measures on the hierarchy of hypernyms.

Every measure is the maximum of a score over the shared hypernyms c of all pairs of senses. In the
scores, a and b are the steps from either sense to c, and IC is information content:

| measure | score | source |
|---|---|---|
| path | 1 / (a + b + 1) | Rada et al. 1989, IEEE Transactions on Systems, Man and Cybernetics |
| lch | -log((a + b + 1) / 2D), D: depth of the taxonomy | Leacock and Chodorow 1998, section 3 |
| wup | 2k / (a + b + 2k), k: synsets from c to the root | Wu and Palmer 1994, section 4 |
| res | IC(c) | Resnik 1995, equation 1 |
| lin | 2 IC(c) / (IC of the one sense + IC of the other) | Lin 1998, section 5 |

The depth of a synset is the length of the longest path from it to a root, and steps lead upwards
only. `wn.similarity` differs where two senses have several lowest shared hypernyms: it takes the
deepest of them, in res and lin too, where the published measures take the most informative one;
and the steps of its wup may lead up and down again. Over random pairs of the English WordNet that
is once in a hundred for wup, and once in a thousand for res and lin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import log
from typing import NamedTuple

from ..errors import ParaphraseError
from .index import LexicalIndex


class HypernymPath(NamedTuple):
    """The way from some senses up to a synset.

    Attributes:
        steps: Steps from the nearest sense.
        information: Least information content of a sense that leads there.
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
    """Return the similarity of two words, the greatest over all pairs of their senses.

    Args:
        index: The lexical index.
        measure: "path", "lch", "wup", "res" or "lin".
        lemma: The one word.
        pos: Its part of speech (Universal Dependencies, "" for any).
        lemma2: The other word.
        pos2: Its part of speech.
        max_senses: Senses of each word to look at, the most frequent ones; all by default.

    Returns:
        0 where nothing is shared. "path", "wup" and "lin" end at 1, "res" and "lch" are open.

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
    """Return all that is above or equal to one of the synsets, and the way there."""
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
