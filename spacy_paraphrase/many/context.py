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
from .blocking import Candidates
from .terms import words_of

# Scores between which a pair is read, and pairs of a record.
LOWER, UPPER, READ = 0.15, 0.6, 100
# How much of the score of a pair that was read is what the encoder holds of it.
SHARE = 0.5


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


def weighed(pairs: Candidates, places: list[int], said: list[float]) -> Candidates:
    """Return pairs with the scores of those that were read.

    Args:
        pairs: Pairs with the scores of their words.
        places: Which were read.
        said: What the encoder holds of each, 0 to 1.
    """
    scores = pairs.scores.copy()
    scores[places] = (1 - SHARE) * scores[places] + SHARE * np.array(said)
    return pairs._replace(scores=np.round(scores, 9))
