"""Linear models: what they learn, and what they cost."""

import numpy as np
import pytest

from spacy_paraphrase.scoring.linear import (
    LinearModel,
    best_threshold,
    copied,
    fit,
    folds,
    logistic,
    ridge,
    sigmoid,
)

RNG = np.random.default_rng(0)
ROWS = RNG.normal(size=(300, 4))
WEIGHTS = np.array([0.3, -0.2, 0.0, 0.1])
VALUES = np.clip(0.5 + 0.2 * ROWS @ WEIGHTS, 0, 1)
NAMES = list("abcd")


def test_ridge_finds_the_weights():
    weights, bias = ridge(ROWS, 0.5 + 0.2 * ROWS @ WEIGHTS, 1e-6, True)
    assert weights == pytest.approx(0.2 * WEIGHTS, abs=1e-6)
    assert bias == pytest.approx(0.5, abs=1e-6)


def test_logistic_regression_is_calibrated():
    chances = sigmoid(2 * ROWS @ WEIGHTS)
    labels = (RNG.random(len(ROWS)) < chances).astype(float)
    weights, bias = logistic(ROWS, labels, 1e-6, True)
    found = sigmoid(ROWS @ weights + bias)
    # At the optimum the residuals are orthogonal to every feature, and to the bias.
    assert ROWS.T @ (found - labels) == pytest.approx(np.zeros(4), abs=1e-4)
    assert found.mean() == pytest.approx(labels.mean(), abs=1e-6)


def test_a_model_survives_json():
    model = fit(ROWS, VALUES, NAMES, domains=["x", "y", "z"] * 100)
    again = LinearModel.from_json(model.to_json())
    for domain in ("x", "unknown", None):
        assert again.predict(ROWS, domain).tolist() == model.predict(ROWS, domain).tolist()


def test_a_row_scores_the_same_in_every_batch():
    model = fit(ROWS, VALUES, NAMES)
    together = model.predict(ROWS)
    assert [float(model.predict(row[None])[0]) for row in ROWS] == together.tolist()


def test_contributions_add_up():
    model = fit(ROWS, VALUES, NAMES)
    for row in ROWS[:5]:
        total = model.bias + sum(model.contributions(row).values())
        assert model.raw(row[None])[0] == pytest.approx(total)


def test_domain_copies():
    f = [2.0, 3.0]
    assert copied(np.array([f]), ["x"], ["x", "y"]).tolist() == [[*f, 1, *f, 1, 0, 0, 0]]
    assert copied(np.array([f]), ["z"], ["x", "y"]).tolist() == [[*f, 1, 0, 0, 0, 0, 0, 0]]
    own = fit(ROWS, VALUES, NAMES, domains=["x"] * len(ROWS), alpha=1e-8)
    plain = fit(ROWS, VALUES, NAMES, alpha=1e-8)
    assert own.predict(ROWS, "x") == pytest.approx(plain.predict(ROWS), abs=1e-4)


def test_domains_that_differ_get_weights_of_their_own():
    domains = np.array(["x", "y"] * 150)
    gold = np.where(domains == "x", 0.5 + 0.1 * ROWS[:, 0], 0.5 - 0.1 * ROWS[:, 0])
    model = fit(ROWS, gold, NAMES, domains=domains.tolist(), alpha=0.01)
    mine = domains == "x"
    assert np.corrcoef(model.predict(ROWS[mine], "x"), gold[mine])[0, 1] > 0.99
    assert np.corrcoef(model.predict(ROWS[~mine], "y"), gold[~mine])[0, 1] > 0.99


def test_a_feature_that_never_varies_says_nothing():
    rows = np.hstack([ROWS, np.ones((len(ROWS), 1))])
    model = fit(rows, VALUES, [*NAMES, "e"])
    odd = rows[:1].copy()
    odd[0, -1] = 1e6
    assert model.predict(odd) == model.predict(rows[:1])


def test_threshold_by_the_cost_of_errors():
    labels = (RNG.random(2000) < 0.5).astype(float)
    said = np.clip(0.5 + 0.3 * (labels - 0.5) + RNG.normal(0, 0.15, 2000), 0, 1)
    found = [best_threshold(said, labels, missed=m) for m in (5.0, 1.0, 0.2)]
    assert found[0] < found[1] < found[2]

    def cost(threshold, missed):
        called = said >= threshold
        return missed * (labels * ~called).sum() + ((1 - labels) * called).sum()

    for threshold, missed in zip(found, (5.0, 1.0, 0.2), strict=True):
        assert cost(threshold, missed) <= min(cost(t, missed) for t in np.linspace(0, 1, 101))


def test_folds_have_the_same_size():
    assert np.bincount(folds(103)).tolist() == [21, 21, 21, 20, 20]
