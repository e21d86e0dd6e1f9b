"""The entailment judge: a small network over features of each word of a pair.

Every word has two vectors: as a statement that the other side may support, and as an operator that
may restrict or reverse other statements ("not", "only", "if"). Both are updated with the vectors of
related words: its counterpart, its head, its dependents, and both sides as a whole. Entailment of a
side is composed from the words of both sides, like the arcs of Goyal and Durrett 2020, *Evaluating
factuality in generation with dependency-level entailment* (EMNLP Findings), section 3. Both
directions use the same weights, so that exchanging the sides exchanges the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from thinc.api import NumpyOps

from ..errors import ParaphraseError
from ..jobs.arrays import Float32Array, FloatArray, IntArray, read_data, unpack_arrays
from ..registry import JUDGES, registered
from .evidence import LEXEMES, NAMES, PAIR, SIDE, Evidence

KIND = b"judge"
# Of pairs that no encoder has read, and of those that one has.
SHIPPED = (Path(__file__).parent / "en.judge", Path(__file__).parent / "en-accurate.judge")
OPS = NumpyOps()
# Numbers of no lexeme and of one that is not known by itself.
NONE, UNKNOWN = 0, 1


@dataclass(frozen=True, eq=False)
class PairVerdict:
    """The predictions of the judge for a pair.

    Attributes:
        entails: Probability that the source entails the target.
        entailed: Probability that the target entails the source.
        contradiction: Probability that both cannot be true, taken to speak of one event.
        support: For the words of source and target, the probability that the other side expresses
            them; shapes (n,) and (m,), in the order of `Evidence.tokens`.
        guard: In the same form, the probability that omitting them, as the other side does, does
            not change the truth.
    """

    entails: float
    entailed: float
    contradiction: float
    support: tuple[Float32Array, Float32Array]
    guard: tuple[Float32Array, Float32Array]


class Judge:
    """The weights of the judge, and its predictions.

    The data name the evidence columns that the judge was trained on, so that columns can be added
    to the evidence later.

    Args:
        data: The output of `python -m weights judge.train`.
        source: The origin of the data, for the error message.

    Raises:
        ParaphraseError: P301 if the data are damaged, of another kind, or use columns that no
            longer exist.
    """

    def __init__(self, data: bytes, source: str = "bytes") -> None:
        meta, arrays = unpack_arrays(KIND, data, source)
        known = {"columns": NAMES, "sides": SIDE, "pair": PAIR}
        if not all(set(meta.get(name, [None])) <= set(names) for name, names in known.items()):
            raise ParaphraseError("P301", source=source, kind=KIND.decode())
        self._columns, self._sides, self._pair = (
            np.array([names.index(each) for each in meta[name]], np.int64)
            for name, names in known.items()
        )
        self._weights = {
            name: np.ascontiguousarray(array, np.float32) for name, array in arrays.items()
        }
        self._number = {"": NONE} | {word: k for k, word in enumerate(meta["words"], 2)}

    def __call__(self, evidence: Evidence) -> PairVerdict:
        """Return what is said of a pair."""
        first = [self._layer("rows", self._input(evidence, k)) for k in (0, 1)]
        # With a row of zeros behind them, which the index -1 finds.
        messages = [np.pad(self._layer("message", h), ((0, 1), (0, 0))) for h in first]
        pooled, chances = [], []
        for k in (0, 1):
            seen = _seen(messages[k], messages[1 - k], *evidence.neighbours(k))
            h = first[k] + self._layer("mixed", np.concatenate([first[k], *seen], axis=1))
            for part, head in zip(np.split(h, 2, axis=1), ("support", "guard"), strict=True):
                logits = (part @ self._weights[f"{head}.weight"])[:, 0]
                logits = logits + self._weights[f"{head}.bias"]
                pooled.append(_pooled(part, logits))
                chances.append(1 / (1 + np.exp(-logits)))
        sides, pair = evidence.sides[:, self._sides], evidence.pair[self._pair]
        judged = []
        for one, other in ((0, 1), (1, 0)):
            said, by = pooled[2 * other], pooled[2 * one + 1]
            parts = [said, by, sides[other], sides[one], pair]
            z = self._layer("hidden", np.concatenate(parts)[None])[0]
            logits = (z @ self._weights["out.weight"] + self._weights["out.bias"]).astype(float)
            shares = np.exp(logits - logits.max())
            judged.append(shares / shares.sum())
        # Rounded, so that exchanged sides get the same figures to the last digit.
        both = np.round(with_one_contradiction(np.array(judged)), 6)
        (entails, _, contradiction), (entailed, *_) = both.tolist()
        return PairVerdict(
            entails,
            entailed,
            contradiction,
            (chances[0], chances[2]),
            (chances[1], chances[3]),
        )

    def _input(self, evidence: Evidence, k: int) -> Float32Array:
        """Return what is known of each word of a side, with the vectors of its lexemes."""
        rows, number = evidence.words[k][:, self._columns], self._number
        ids = [[number.get(word, UNKNOWN) for word in row] for row in evidence.lexemes[k]]
        at = np.array(ids, np.int64).reshape(len(rows), len(LEXEMES))  # also where there is no row
        vectors = self._weights["lexemes.weight"][at]
        width = len(LEXEMES) * vectors.shape[2]
        return np.concatenate([rows, vectors.reshape(len(rows), width)], axis=1)

    def _layer(self, name: str, x: Float32Array) -> Float32Array:
        # By thinc, which computes in one thread: where all cores are busy, threads wait for each
        # other much longer than these small products take.
        found: Float32Array = OPS.gemm(x, self._weights[f"{name}.weight"])
        found += self._weights[f"{name}.bias"]
        np.maximum(found, 0, out=found)
        return found


def with_one_contradiction(judged: FloatArray) -> FloatArray:
    """Return judgements whose two directions share the mean probability of contradiction.

    Args:
        judged: Probabilities of entailment, neither and contradiction; shape (…, 2 directions, 3).
    """
    found = judged.copy()
    found[..., 2] = judged[..., 2].mean(axis=-1, keepdims=True)
    rest = judged[..., :2].sum(axis=-1, keepdims=True)
    found[..., :2] *= (1 - found[..., 2:]) / np.maximum(rest, 1e-12)
    return found


def _seen(
    own: Float32Array, other: Float32Array, nearest: IntArray, above: IntArray
) -> Sequence[Float32Array]:
    """Return what each row sees of others: counterpart, head, dependents, its side, the other side.

    Args:
        own: The messages of the rows of the side, with a row of zeros behind them.
        other: Likewise of the other side.
        nearest: For each row that of its counterpart, -1 for none.
        above: For each row that of its head, -1 for none.
    """
    n = len(nearest)
    below = (above == np.arange(n)[:, None]).astype(np.float32)
    below /= np.maximum(below.sum(axis=1, keepdims=True), 1)
    sides = [side[:-1].sum(axis=0) / max(len(side) - 1, 1) for side in (own, other)]
    wholes = [np.broadcast_to(side, (n, len(side))) for side in sides]
    return other[nearest], own[above], below @ own[:-1], *wholes


def _pooled(h: Float32Array, logits: Float32Array) -> Float32Array:
    """Return mean and maximum of the rows of a side, the least of their logits, and all of them."""
    if not len(h):
        return np.zeros(2 * h.shape[1] + 2, np.float32)
    every = -np.logaddexp(0, -logits).sum()
    return np.concatenate([h.mean(0), h.max(0), [logits.min(), every]])


@lru_cache(maxsize=2)
def shipped_judge(accurate: bool) -> Judge:
    """Return the judge of the package, for pairs with or without encoder output."""
    path = SHIPPED[accurate]
    return Judge(read_data(path), str(path))


@registered("Judge.v1", JUDGES)
def make_judge(path: str) -> Judge:
    """Return the judge in a file that `python -m weights judge.train` wrote.

    Raises:
        ParaphraseError: P300 if there is no such file, P301 if it is damaged.
    """
    return Judge(read_data(path), path)
