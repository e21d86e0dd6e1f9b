"""The judge of entailment: a small network over what is known of each word of a pair.

Every word is a vector twice: as something said, which the other side may support, and as something
that it is said by, which may take something back ("not", "only", "if"). What one side says of the
other is composed of the words of both, as by the arcs of Goyal and Durrett 2020, *Evaluating
factuality in generation with dependency-level entailment* (EMNLP Findings), section 3. Both
directions are judged by the same weights, so that exchanging the sides exchanges the answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from ..arrays import Float32Array, FloatArray, read_data, unpack_arrays
from .evidence import Evidence

KIND = b"judge"
SHIPPED = Path(__file__).parent / "en.judge"
# Sizes: the words that are known by themselves and their vectors, the vectors of the words of a
# pair, and that of a pair.
WORDS, LETTERS, HIDDEN, OUTER = 1500, 16, 96, 96
NONE, UNKNOWN = 0, 1


@dataclass(frozen=True, eq=False)
class Verdict:
    """What the judge says of a pair.

    Attributes:
        entails: Probability that the source entails the target.
        entailed: The other way round.
        contradiction: Probability that both cannot be true.
        support: For the words of source and target how probable it is that the other side says
            them; shapes (n,) and (m,), in the order of `Evidence.tokens`.
        guard: Likewise how probable it is that leaving them out, on the other side, takes nothing
            back.
    """

    entails: float
    entailed: float
    contradiction: float
    support: tuple[Float32Array, Float32Array]
    guard: tuple[Float32Array, Float32Array]


class Judge:
    """The weights, and what they say.

    Args:
        data: What `scripts/judge/train_judge.py` wrote.
        source: Where the data are from, for the error message.

    Raises:
        ParaphraseError: P301 if the data are damaged, or of something else.
    """

    def __init__(self, data: bytes, source: str = "bytes") -> None:
        meta, arrays = unpack_arrays(KIND, data, source)
        self._weights = {name: array.astype(np.float32) for name, array in arrays.items()}
        self._number = {"": NONE} | {word: k for k, word in enumerate(meta["words"], 2)}

    def __call__(self, evidence: Evidence) -> Verdict:
        """Return what is said of a pair."""
        w, number = self._weights, self._number
        pooled, chances = [], []
        for rows, lexemes in zip(evidence.words, evidence.lexemes, strict=True):
            ids = [[number.get(word, UNKNOWN) for word in row] for row in lexemes]
            vectors = w["lexemes.weight"][np.array(ids, np.int64).reshape(len(rows), -1)]
            x = np.concatenate([rows, vectors.reshape(len(rows), -1)], axis=1)
            for layer, head in (("said", "support"), ("by", "guard")):
                h = np.maximum(x @ w[f"{layer}.weight"] + w[f"{layer}.bias"], 0)
                logits = (h @ w[f"{head}.weight"] + w[f"{head}.bias"])[:, 0]
                pooled.append(_pooled(h, logits))
                chances.append(1 / (1 + np.exp(-logits)))
        judged = []
        for one, other in ((0, 1), (1, 0)):
            said, by = pooled[2 * other], pooled[2 * one + 1]
            sides = evidence.sides[other], evidence.sides[one]
            z = np.concatenate([said, by, *sides, evidence.pair])
            z = np.maximum(z @ w["hidden.weight"] + w["hidden.bias"], 0)
            logits = (z @ w["out.weight"] + w["out.bias"]).astype(np.float64)
            shares = np.exp(logits - logits.max())
            judged.append(shares / shares.sum())
        (entails, _, contradiction), (entailed, *_) = with_one_contradiction(
            np.array(judged)
        ).tolist()
        return Verdict(
            entails,
            entailed,
            contradiction,
            (chances[0], chances[2]),
            (chances[1], chances[3]),
        )


def with_one_contradiction(judged: FloatArray) -> FloatArray:
    """Return judgements in which both directions have one contradiction, the mean of theirs.

    Args:
        judged: Probabilities of entailment, neither and contradiction; shape (…, 2 directions, 3).
    """
    found = judged.copy()
    found[..., 2] = judged[..., 2].mean(axis=-1, keepdims=True)
    rest = judged[..., :2].sum(axis=-1, keepdims=True)
    found[..., :2] *= (1 - found[..., 2:]) / np.maximum(rest, 1e-12)
    return found


def _pooled(h: Float32Array, logits: Float32Array) -> Float32Array:
    """Return mean and maximum of the rows of a side, the least of their logits, and all of them."""
    if not len(h):
        return np.zeros(2 * h.shape[1] + 2, np.float32)
    every = -np.logaddexp(0, -logits).sum()
    return np.concatenate([h.mean(0), h.max(0), [logits.min(), every]])


@lru_cache(maxsize=1)
def shipped_judge() -> Judge:
    """Return the judge of the package."""
    return Judge(read_data(SHIPPED), str(SHIPPED))
