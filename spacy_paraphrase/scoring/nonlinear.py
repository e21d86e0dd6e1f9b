"""Nonlinear models of a score: support vector regression, and a vote of three models.

Scikit-learn fits them (extra `eval`); a fitted model is plain arrays, and numpy predicts. The
contribution of a feature is integrated along the straight line from the mean of the training pairs
to the pair (Sundararajan, Taly and Yan 2017, *Axiomatic Attribution for Deep Networks*). The
contributions add up to the score; in a weighted sum, each is weight times value. Papers: Marsi
and others 2013, *NTNU-CORE* (support vector regression of similarity); Madnani, Tetreault and
Chodorow 2012, *Re-examining Machine Translation Metrics for Paraphrase Identification* (three
classifiers vote); Platt 1999, *Probabilistic Outputs for Support Vector Machines*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from ..errors import ParaphraseError
from ..jobs.arrays import Float32Array, FloatArray
from .linear import LinearModel, enough, fit, folds, logistic, scaling, standardised

# Parameters of NTNU-CORE: maximum grade, error tolerance (epsilon) and penalty C of larger errors.
# (The paper has "C = #samples", a misprint: its results are reproduced with C = 1.)
GRADES, TOLERANCE, PENALTY = 5.0, 0.1, 1.0
# Number of nearest training pairs that vote.
NEIGHBOURS = 15
# Points and weights of the numerical integration from the mean to a pair.
_POINTS, _WEIGHTS = np.polynomial.legendre.leggauss(12)
_POINTS, _WEIGHTS = (_POINTS + 1) / 2, _WEIGHTS / 2


@dataclass(frozen=True)
class KernelModel:
    """Support vector regression with a radial kernel.

    Attributes:
        names: The features.
        means: Mean of each feature over the training pairs.
        scales: Factor for deviations from the mean; 0 for a constant feature.
        support: The support vectors, standardised; shape (vectors, features).
        weights: The weight of each support vector; shape (vectors,).
        bias: The bias.
        gamma: Width parameter of the kernel.
    """

    names: tuple[str, ...]
    means: FloatArray
    scales: FloatArray
    support: Float32Array
    weights: FloatArray
    bias: float
    gamma: float

    def predict(self, rows: FloatArray, domain: str | None = None) -> FloatArray:
        """Return values of 0 to 1, shape (pairs,); domains are ignored."""
        x = standardised(rows, self.means, self.scales)
        return np.clip([float(self.weights @ self._kernel(row)) + self.bias for row in x], 0.0, 1.0)

    def _kernel(self, row: FloatArray, at: FloatArray | None = None) -> FloatArray:
        """Return the kernel of the support vectors and a pair, or points between mean and pair."""
        along = 1.0 if at is None else at[:, None]
        dots = (self.support @ row.astype(np.float32)).astype(np.float64)
        sizes = np.einsum("ij,ij->i", self.support, self.support).astype(np.float64)
        far = sizes - 2 * along * dots + along**2 * float(row @ row)
        return np.asarray(np.exp(-self.gamma * np.maximum(far, 0.0)))

    def contributions(self, row: FloatArray, domain: str | None = None) -> dict[str, float]:
        """Return the contribution of each feature of a pair, relative to the training mean."""
        x = standardised(row[None], self.means, self.scales)[0]
        pulls = self._kernel(x, _POINTS) * self.weights * (2 * self.gamma * _WEIGHTS)[:, None]
        back = float(_POINTS @ pulls.sum(axis=1))
        slope = pulls.sum(axis=0).astype(np.float32) @ self.support - x * back
        return dict(zip(self.names, (x * slope).tolist(), strict=True))

    def to_json(self) -> dict[str, Any]:
        """Return the model as plain data; the support vectors are bytes."""
        arrays = {name: getattr(self, name).tolist() for name in ("means", "scales", "weights")}
        facts = {"learner": "svr", "names": list(self.names), "bias": self.bias}
        return facts | arrays | {"gamma": self.gamma, "support": _packed(self.support)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> KernelModel:
        """Return the model from the data that `to_json` returned."""
        arrays = {name: np.array(data[name], float) for name in ("means", "scales", "weights")}
        support = _unpacked(data["support"], len(data["names"]))
        return cls(
            tuple(data["names"]), support=support, bias=data["bias"], gamma=data["gamma"], **arrays
        )


@dataclass(frozen=True)
class VoteModel:
    """The mean of a logistic regression, a support vector machine and the nearest neighbours.

    Attributes:
        parts: The logistic regression, and the support vector machine, whose distances from the
            boundary are converted to probabilities; both are weighted sums.
        lows: The minimum of each feature over the training pairs.
        spans: The range of each feature over the training pairs.
        points: The training pairs, with features scaled to 0 to 1; shape (pairs, features).
        labels: Whether they are paraphrases; shape (pairs,).
    """

    parts: tuple[LinearModel, LinearModel]
    lows: FloatArray
    spans: FloatArray
    points: Float32Array
    labels: FloatArray

    @property
    def names(self) -> tuple[str, ...]:
        """The features."""
        return self.parts[0].names

    def predict(self, rows: FloatArray, domain: str | None = None) -> FloatArray:
        """Return probabilities, shape (pairs,); domains are ignored."""
        votes = [part.predict(rows) for part in self.parts]
        votes.append(np.array([self._neighbours(row) for row in rows]))
        return np.asarray(np.mean(votes, axis=0))

    def _neighbours(self, row: FloatArray) -> float:
        """Return the share of paraphrases among the nearest training pairs."""
        x = _between(row, self.lows, self.spans)
        far = ((self.points - x) ** 2).sum(axis=1)
        return float(self.labels[np.argsort(far, kind="stable")[:NEIGHBOURS]].mean())

    def contributions(self, row: FloatArray, domain: str | None = None) -> dict[str, float]:
        """Return the contributions of features and "neighbours" (nearest pairs) to the log odds."""
        one, other = (part.contributions(row) for part in self.parts)
        found = {name: (one[name] + other[name]) / 2 for name in self.names}
        p = float(np.clip(self.predict(row[None])[0], 1e-6, 1 - 1e-6))
        mean = sum(part.bias for part in self.parts) / 2
        return found | {"neighbours": float(np.log(p / (1 - p))) - mean - sum(found.values())}

    def to_json(self) -> dict[str, Any]:
        """Return the model as plain data; the training pairs are bytes."""
        arrays = {name: getattr(self, name).tolist() for name in ("lows", "spans", "labels")}
        parts = [part.to_json() for part in self.parts]
        return {"learner": "vote", "parts": parts, "points": _packed(self.points)} | arrays

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> VoteModel:
        """Return the model from the data that `to_json` returned."""
        one, other = map(LinearModel.from_json, data["parts"])
        arrays = {name: np.array(data[name], float) for name in ("lows", "spans", "labels")}
        return cls((one, other), points=_unpacked(data["points"], len(one.names)), **arrays)


def _packed(table: Float32Array) -> bytes:
    return table.astype("<f4").tobytes()


def _unpacked(data: bytes, columns: int) -> Float32Array:
    return np.frombuffer(data, "<f4").reshape(-1, columns).astype(np.float32)


def _between(rows: FloatArray, lows: FloatArray, spans: FloatArray) -> Float32Array:
    """Return features scaled to 0 to 1 by their minimum and range, clipped."""
    return np.clip((rows - lows) / np.where(spans > 0, spans, 1.0), 0.0, 1.0).astype(np.float32)


def fit_svr(
    rows: FloatArray, gold: FloatArray, names: Sequence[str], alpha: float | None = None
) -> KernelModel:
    """Fit support vector regression to some pairs.

    Args:
        rows: Features, shape (pairs, features).
        gold: Human judgements, 0 to 1; shape (pairs,).
        names: Names of the features.
        alpha: Penalty, 1 / C in the terms of the paper; 1 by default.

    Raises:
        ParaphraseError: P601 if there are too few pairs, or all have the same value, P603 without
            scikit-learn.
    """
    enough(gold)
    means, scales = scaling(rows)
    x = standardised(rows, means, scales).astype(np.float32)
    gamma = 1 / max(int((scales > 0).sum()), 1)
    machine = _scikit_svm("svr").SVR(C=1 / (alpha or PENALTY), epsilon=TOLERANCE, gamma=gamma)
    machine.fit(x, gold * GRADES)
    weights = machine.dual_coef_[0] / GRADES
    bias = float(machine.intercept_[0]) / GRADES
    return KernelModel(tuple(names), means, scales, x[machine.support_], weights, bias, gamma)


def fit_vote(
    rows: FloatArray, gold: FloatArray, names: Sequence[str], alpha: float | None = None
) -> VoteModel:
    """Fit the vote of three models to some pairs.

    Args:
        rows: Features, shape (pairs, features).
        gold: 1 for a paraphrase, else 0; shape (pairs,).
        names: Names of the features.
        alpha: Penalty of logistic regression and support vector machine; by default chosen for the
            logistic regression by cross-validation.

    Raises:
        ParaphraseError: P601 if there are too few pairs, or all have the same value, P603 without
            scikit-learn.
    """
    first = fit(rows, gold, names, learner="logistic", alpha=alpha)
    x = first.standardised(rows)
    svm = _scikit_svm("vote")

    def machine(x: FloatArray, gold: FloatArray) -> Any:
        cost = 1000 / (first.alpha * len(x))
        return svm.LinearSVC(C=cost, dual=False, random_state=0).fit(x, gold)

    # Platt scaling: convert distances from boundaries fitted without the pairs to log odds.
    far, parts = np.zeros(len(x)), folds(len(x))
    for k in range(int(parts.max()) + 1):
        rest = parts != k
        if np.ptp(gold[rest]):
            far[~rest] = machine(x[rest], gold[rest]).decision_function(x[~rest])
    slope, bias = logistic(far[:, None], gold, 1.0, True)
    fitted = machine(x, gold)
    weights = fitted.coef_[0] * slope[0]
    bias += float(fitted.intercept_[0] * slope[0])
    shared = (first.names, first.means, first.scales)
    second = LinearModel("logistic", *shared, weights, bias, first.alpha)
    lows, spans = rows.min(axis=0), np.ptp(rows, axis=0)
    return VoteModel((first, second), lows, spans, _between(rows, lows, spans), gold)


def _scikit_svm(learner: str) -> Any:
    try:
        return import_module("sklearn.svm")
    except ImportError as error:
        raise ParaphraseError("P603", learner=learner) from error
