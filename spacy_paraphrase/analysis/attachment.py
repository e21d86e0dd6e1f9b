"""Where else a constituent might hang: what stands right behind a phrase may belong to it.

Parsers attach prepositional phrases, clauses and conjuncts in several ways: "saw (the man) with the
dog" and "saw (the man with the dog)" are one string. Two phrases do not differ by what belongs to
both of them by some reading.
"""

from __future__ import annotations

import numpy as np

from ..arrays import BoolArray
from .sentence import Sentence


def attachable(sentence: Sentence) -> BoolArray:
    """Return which words might belong to the phrase of each word by another reading; (n, n).

    These are the constituents that follow the phrase one upon the other, each of which depends on a
    word around it as something that could depend on its head as well.
    """
    n = len(sentence)
    found: BoolArray = np.zeros((n, n), dtype=np.bool_)
    below = sentence.tree.dominance()[:n, :n]
    first = below.argmax(axis=1)
    end = n - below[:, ::-1].argmax(axis=1)
    whole = (end - first == below.sum(axis=1)).tolist()
    firsts, ends = first.tolist(), end.tolist()
    lang = sentence.lang
    free = lang.droppable_labels | lang.clause_labels | lang.coordination_labels
    # Where the longest constituent ends that begins at each word and may hang elsewhere.
    reached = [-1] * n
    for i, dep in enumerate(sentence.deps):
        if dep in free and whole[i] and sentence.heads[i] >= 0:
            reached[firsts[i]] = max(reached[firsts[i]], ends[i])
    for i in range(n):
        place = ends[i]
        while place < n and reached[place] >= 0:
            found[i, place : reached[place]] = True
            place = reached[place]
    return found
