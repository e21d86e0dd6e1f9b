"""The accurate tier among many: candidates that words leave open are read with the pair encoder.

What is accepted or rejected by its words alone is not read: an encoder takes milliseconds a pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from ..mapreduce import Row
from ..ml.pair_encoder import PairEncoder
from .blocking import DIGITS, Candidates
from .terms import words_of

# Scores between which a pair is read, and pairs of a record. Above, the encoder knows no better
# than words which pairs people link.
LOWER, UPPER, READ = 0.15, 0.36, 100
# What the encoder holds of pairs of which half are linked, and how much more or less than that
# counts in a score.
NEUTRAL, WEIGHT = 0.69, 0.6


@lru_cache(maxsize=1)
def _encoder() -> PairEncoder:
    return PairEncoder()


def to_read(pairs: Candidates, texts: list[str]) -> Iterator[Row]:
    """Yield records with the pairs that words leave open: their places among all, and their texts.

    Args:
        pairs: Pairs of rows with the scores of their words.
        texts: What the rows say.
    """
    places = np.flatnonzero((pairs.scores >= LOWER) & (pairs.scores < UPPER))
    for k in range(0, len(places), READ):
        some = places[k : k + READ]
        rows = zip(pairs.first[some].tolist(), pairs.second[some].tolist(), strict=True)
        yield {"start": some.tolist(), "pairs": [[texts[a], texts[b]] for a, b in rows]}


def read(record: Mapping[str, Any]) -> Iterator[tuple[str, Row]]:
    """Give how far the sentences of pairs say the same in context, 0 to 1, in either order."""
    found = []
    for pair in record["pairs"]:
        one, other = (words_of(text, punctuation=True) for text in sorted(pair))
        found.append(_encoder().read(one, other).similarity)
    yield f"{record['start'][0]:012}", {"places": record["start"], "said": found}


def weighed(
    pairs: Candidates, places: list[int], said: list[float], weight: float = WEIGHT
) -> Candidates:
    """Return pairs with the scores of those that were read.

    Args:
        pairs: Pairs with the scores of their words.
        places: Which were read.
        said: What the encoder holds of each, 0 to 1.
        weight: How much that counts.
    """
    scores = pairs.scores.copy()
    moved = scores[places] + weight * (np.array(said) - NEUTRAL)
    scores[places] = np.round(np.clip(moved, 0.0, 1.0), DIGITS)
    return pairs._replace(scores=scores)
