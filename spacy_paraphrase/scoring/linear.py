"""Linear models of a score: ridge and logistic regression, in closed form or by Newton's method.

A model is plain data. Features are standardised by the training pairs. Thus a score is a sum of
contributions: the contribution of a feature is its weight times its deviation from the mean.
Papers: Hoerl and Kennard 1970, *Ridge Regression*; Daumé III 2007, *Frustratingly Easy Domain
Adaptation*; Platt 1999, *Probabilistic Outputs for Support Vector Machines*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np

from ..errors import ParaphraseError
from ..jobs.arrays import FloatArray, IntArray

Learner: TypeAlias = Literal["ridge", "logistic"]
# Candidates for the penalty, to be multiplied by (number of pairs) / 1000.
ALPHAS = tuple(2.0**k for k in range(-5, 13))
FOLDS = 5
# A feature with a smaller standard deviation counts as constant.
LEAST = 1e-9
# Standardised values are clipped here, so that an unusual pair does not get an extreme score.
FARTHEST = 4.0


class Model(Protocol):
    """Protocol of models that predict a similarity or probability from features of pairs."""

    @property
    def names(self) -> tuple[str, ...]:
        """The features."""

    def predict(self, rows: FloatArray, domain: str | None = None) -> FloatArray:
        """Return values of 0 to 1 for features of shape (pairs, features); shape (pairs,)."""

    def contributions(self, row: FloatArray, domain: str | None = None) -> dict[str, float]:
        """Return the contribution of each feature of a pair, relative to the training mean."""

    def to_json(self) -> dict[str, Any]:
        """Return the model as plain data."""


def scaling(rows: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the mean of each feature, and the factor for deviations from it."""
    deviations = rows.std(axis=0)
    scales = np.where(deviations > LEAST, 1 / np.maximum(deviations, LEAST), 0.0)
    return rows.mean(axis=0), scales


def standardised(rows: FloatArray, means: FloatArray, scales: FloatArray) -> FloatArray:
    """Return standardised features, clipped at `FARTHEST`; shape (pairs, features)."""
    return np.clip((rows - means) * scales, -FARTHEST, FARTHEST)


def enough(gold: FloatArray) -> None:
    """Check that a model can be learnt from some judgements.

    Raises:
        ParaphraseError: P601 if there are too few pairs, or all have the same value.
    """
    if len(gold) < 2 or np.ptp(gold) == 0:
        got = f"{len(gold)} pairs with {len(set(gold.tolist()))} values"
        raise ParaphraseError("P601", got=got)


@dataclass(frozen=True)
class LinearModel:
    """A weighted sum of standardised features.

    Attributes:
        learner: "ridge" for a value, "logistic" for a probability.
        names: The features.
        means: Mean of each feature over the training pairs.
        scales: Factor for deviations from the mean; 0 for a constant feature.
        weights: Weight of each feature.
        bias: The bias.
        alpha: The chosen penalty.
        domains: Weights of the feature copies of each domain, followed by its bias.
    """

    learner: Learner
    names: tuple[str, ...]
    means: FloatArray
    scales: FloatArray
    weights: FloatArray
    bias: float
    alpha: float
    domains: Mapping[str, FloatArray] = field(default_factory=dict)

    def standardised(self, rows: FloatArray) -> FloatArray:
        """Return standardised features, shape (pairs, features)."""
        return standardised(rows, self.means, self.scales)

    def raw(self, rows: FloatArray, domain: str | None = None) -> FloatArray:
        """Return the weighted sums, shape (pairs,)."""
        weights, bias = self._of(domain)
        # Row by row, because the rounding of a matrix product may depend on the other rows.
        return np.array([float(row @ weights) + bias for row in self.standardised(rows)])

    def _of(self, domain: str | None) -> tuple[FloatArray, float]:
        own = self.domains.get(domain or "")
        if own is None:
            return self.weights, self.bias
        return self.weights + own[:-1], self.bias + float(own[-1])

    def predict(self, rows: FloatArray, domain: str | None = None) -> FloatArray:
        """Return values of 0 to 1, shape (pairs,)."""
        raw = self.raw(rows, domain)
        return np.clip(raw, 0.0, 1.0) if self.learner == "ridge" else sigmoid(raw)

    def contributions(self, row: FloatArray, domain: str | None = None) -> dict[str, float]:
        """Return the contribution of each feature of a pair, relative to the training mean."""
        values = self.standardised(row[None])[0] * self._of(domain)[0]
        return dict(zip(self.names, values.tolist(), strict=True))

    def to_json(self) -> dict[str, Any]:
        """Return the model as plain data."""
        arrays = {name: getattr(self, name).tolist() for name in ("means", "scales", "weights")}
        facts = {"learner": self.learner, "names": list(self.names), "bias": self.bias}
        domains = {name: own.tolist() for name, own in self.domains.items()}
        return facts | arrays | {"alpha": self.alpha, "domains": domains}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> LinearModel:
        """Return the model from the data that `to_json` returned."""
        arrays: dict[str, Any] = {
            name: np.array(data[name], float) for name in ("means", "scales", "weights")
        }
        domains = {name: np.array(own, float) for name, own in data["domains"].items()}
        values: dict[str, Any] = {name: data[name] for name in ("learner", "bias", "alpha")}
        return cls(names=tuple(data["names"]), domains=domains, **arrays, **values)


def sigmoid(x: FloatArray) -> FloatArray:
    """Return 1 / (1 + exp(-x)) without overflow."""
    return np.asarray(0.5 * (1 + np.tanh(0.5 * x)))


def fit(
    rows: FloatArray,
    gold: FloatArray,
    names: Sequence[str],
    *,
    learner: Learner = "ridge",
    alpha: float | None = None,
    domains: Sequence[str] | None = None,
    seed: int = 0,
) -> LinearModel:
    """Fit a model to some pairs.

    Args:
        rows: Features, shape (pairs, features).
        gold: Human judgements: 0 to 1 for "ridge", 0 or 1 for "logistic"; shape (pairs,).
        names: Names of the features.
        learner: "ridge" or "logistic".
        alpha: Penalty; by default chosen by cross-validation with `FOLDS` folds.
        domains: The domain of each pair; each domain gets additional weights of its own (Daumé III
            2007).
        seed: Random seed for the folds.

    Raises:
        ParaphraseError: P601 if there are too few pairs, or all have the same value.

    Example:
        >>> x = np.array([[0.0], [1.0], [2.0], [3.0]])
        >>> model = fit(x, x[:, 0] / 3, ["x"], alpha=1e-9)
        >>> model.predict(np.array([[1.5]])).round(3).tolist()
        [0.5]
    """
    enough(gold)
    means, scales = scaling(rows)
    empty = np.zeros(rows.shape[1])
    model = LinearModel(learner, tuple(names), means, scales, empty, 0.0, alpha or 0.0)
    x = model.standardised(rows)
    kinds = sorted(set(domains)) if domains is not None else []
    if kinds:
        x = copied(x, domains or (), kinds)
    solve = _SOLVERS[learner]
    if alpha is None:
        alpha = _best_alpha(x, gold, solve, learner, seed, free=not kinds)
    weights, bias = solve(x, gold, alpha * len(x) / 1000, not kinds)
    if not kinds:
        return replace(model, weights=weights, bias=bias, alpha=alpha)
    size = rows.shape[1] + 1
    blocks = weights.reshape(-1, size)
    own = dict(zip(kinds, blocks[1:], strict=True))
    return replace(
        model, weights=blocks[0, :-1], bias=float(blocks[0, -1]), alpha=alpha, domains=own
    )


def copied(x: FloatArray, domains: Sequence[str], kinds: Sequence[str]) -> FloatArray:
    """Return features with a copy for each domain, each followed by a 1; shape (pairs, …).

    Example:
        >>> copied(np.array([[2.0, 3.0]]), ["x"], ["x", "y"]).tolist()
        [[2.0, 3.0, 1.0, 2.0, 3.0, 1.0, 0.0, 0.0, 0.0]]
    """
    one = np.hstack([x, np.ones((len(x), 1))])
    member = np.array([[domain == kind for kind in kinds] for domain in domains], float)
    return np.hstack([one, *(one * member[:, [k]] for k in range(len(kinds)))])


Solver: TypeAlias = Callable[[FloatArray, FloatArray, float, bool], tuple[FloatArray, float]]


def ridge(x: FloatArray, gold: FloatArray, alpha: float, free: bool) -> tuple[FloatArray, float]:
    """Return weights and bias of ridge regression; with `free` the bias is not penalised."""
    centre = x.mean(axis=0) if free else np.zeros(x.shape[1])
    middle = float(gold.mean()) if free else 0.0
    z = x - centre
    curve = z.T @ z + (alpha + 1e-9) * np.eye(x.shape[1])
    weights = np.asarray(np.linalg.solve(curve, z.T @ (gold - middle)), dtype=np.float64)
    return weights, middle - float(centre @ weights)


def logistic(x: FloatArray, gold: FloatArray, alpha: float, free: bool) -> tuple[FloatArray, float]:
    """Return weights and bias of logistic regression with an L2 penalty, by Newton's method."""
    one = np.hstack([x, np.ones((len(x), 1))]) if free else x
    penalty = np.full(one.shape[1], alpha + 1e-9)
    if free:
        penalty[-1] = 1e-9
    weights = np.zeros(one.shape[1])
    for _ in range(50):
        p = sigmoid(one @ weights)
        slope = one.T @ (p - gold) + penalty * weights
        curve = (one * (p * (1 - p))[:, None]).T @ one + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-8:
            break
    return (weights[:-1], float(weights[-1])) if free else (weights, 0.0)


_SOLVERS: dict[str, Solver] = {"ridge": ridge, "logistic": logistic}


def folds(n: int, seed: int = 0, count: int = FOLDS) -> IntArray:
    """Return the fold of each of n pairs."""
    return np.random.default_rng(seed).permutation(n) % count


def _best_alpha(
    x: FloatArray, gold: FloatArray, solve: Solver, learner: str, seed: int, free: bool
) -> float:
    """Return the penalty with the least loss over the folds."""
    parts = folds(len(x), seed)
    losses = []
    for alpha in ALPHAS:
        loss = 0.0
        for k in range(int(parts.max()) + 1):
            train, test = parts != k, parts == k
            weights, bias = solve(x[train], gold[train], alpha * train.sum() / 1000, free)
            raw = x[test] @ weights + bias
            loss += _loss(raw, gold[test], learner)
        losses.append(loss)
    return ALPHAS[int(np.argmin(losses))]


def _loss(raw: FloatArray, gold: FloatArray, learner: str) -> float:
    if learner == "ridge":
        return float(((raw - gold) ** 2).sum())
    return float(np.logaddexp(0.0, raw).sum() - gold @ raw)


def best_threshold(
    probabilities: FloatArray, gold: FloatArray, *, missed: float = 1.0, false: float = 1.0
) -> float:
    """Return the probability threshold for paraphrases with the least cost of errors.

    For calibrated probabilities it is `false / (false + missed)`; then no data are needed.

    Args:
        probabilities: Predicted probabilities, shape (pairs,).
        gold: 0 or 1, shape (pairs,).
        missed: The cost of a missed paraphrase.
        false: The cost of a false positive.

    Example:
        >>> best_threshold(np.array([0.2, 0.4, 0.6, 0.8]), np.array([0, 1, 1, 1])).__round__(2)
        0.3
    """
    order = np.argsort(probabilities, kind="stable")
    p, y = probabilities[order], gold[order]
    costs = np.concatenate([[false * (1 - y).sum()], missed * y - false * (1 - y)]).cumsum()
    bounds = np.concatenate([[0.0], (p[1:] + p[:-1]) / 2, [1.0]])
    distinct = np.concatenate([[True], p[1:] > p[:-1], [True]])
    return float(bounds[distinct][int(np.argmin(costs[distinct]))])
