"""Where else a constituent might hang: what stands right behind a phrase may belong to it.

Parsers attach prepositional phrases, clauses and conjuncts in several ways: "saw (the man) with the
dog" and "saw (the man with the dog)" are one string. Two phrases do not differ by what belongs to
both of them by some reading.
"""

from __future__ import annotations

import numpy as np

from ..arrays import BoolArray
from ..sentence import Sentence


def attachable(sentence: Sentence) -> BoolArray:
    """Return which words might belong to the phrase of each word by another reading; (n, n).

    These are the constituents that follow the phrase one upon the other, each of which depends on a
    word around it as something that could depend on its head as well.
    """
    n = len(sentence)
    found: BoolArray = np.zeros((n, n), dtype=np.bool_)
    begun = _begun(sentence)
    ends = [max(sentence.subtree(i)) + 1 for i in range(n)]
    for i in range(n):
        place = ends[i]
        while place < n and begun[place] >= 0:
            end = ends[begun[place]]
            found[i, place:end] = True
            place = end
    return found


def _begun(sentence: Sentence) -> list[int]:
    """Return the head of the longest constituent that begins at each word and may hang elsewhere.

    -1 where there is none. A conjunction goes with the conjunct behind it.
    """
    lang = sentence.lang
    free = lang.droppable_labels | lang.clause_labels | lang.coordination_labels
    found = [-1] * len(sentence)
    sizes = [0] * len(sentence)
    for i, dep in enumerate(sentence.deps):
        words = sentence.subtree(i)
        first, size = words[0], len(words)
        whole = words[-1] - first + 1 == size
        if dep in free and sentence.heads[i] >= 0 and whole and size > sizes[first]:
            found[first], sizes[first] = i, size
    return found
