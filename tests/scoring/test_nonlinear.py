"""Support vector regression and the vote of three, beside what scikit-learn says of them."""

import sys

import numpy as np
import pytest
import srsly

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.scoring.linear import fit as fit_linear
from spacy_paraphrase.scoring.linear import sigmoid
from spacy_paraphrase.scoring.nonlinear import (
    NEIGHBOURS,
    KernelModel,
    VoteModel,
    fit_svr,
    fit_vote,
)

RNG = np.random.default_rng(0)
ROWS = RNG.normal(size=(200, 5))
# Not linear: near 1 for the pairs around a point.
VALUES = np.exp(-((ROWS[:, :2] - 0.5) ** 2).sum(axis=1))
LABELS = (VALUES > 0.4).astype(float)
NAMES = list("abcde")
FITS = [(fit_svr, VALUES, KernelModel), (fit_vote, LABELS, VoteModel)]


def test_svr_predicts_what_scikit_learn_does():
    svm = pytest.importorskip("sklearn.svm")
    x = (ROWS - ROWS.mean(axis=0)) / ROWS.std(axis=0)
    theirs = svm.SVR(C=1.0, epsilon=0.1, gamma=1 / 5).fit(x, 5 * VALUES).predict(x) / 5
    found = fit_svr(ROWS, VALUES, NAMES).predict(ROWS)
    assert found == pytest.approx(np.clip(theirs, 0, 1), abs=2e-3)
    assert np.corrcoef(found, VALUES)[0, 1] > 0.95


def test_svr_finds_what_no_weighted_sum_does():
    rows = RNG.normal(size=(200, 5))
    values = np.exp(-((rows[:, :2] - 0.5) ** 2).sum(axis=1))
    sums = fit_linear(ROWS, VALUES, NAMES).predict(rows)
    found = fit_svr(ROWS, VALUES, NAMES).predict(rows)
    assert np.corrcoef(found, values)[0, 1] > np.corrcoef(sums, values)[0, 1] + 0.2


def test_the_vote_is_the_mean_of_three():
    neighbors = pytest.importorskip("sklearn.neighbors")
    model = fit_vote(ROWS, LABELS, NAMES)
    low, span = ROWS.min(axis=0), np.ptp(ROWS, axis=0)
    theirs = neighbors.KNeighborsClassifier(NEIGHBOURS).fit((ROWS - low) / span, LABELS)
    votes = [part.predict(ROWS) for part in model.parts]
    votes.append(theirs.predict_proba((ROWS - low) / span)[:, 1])
    assert model.predict(ROWS) == pytest.approx(np.mean(votes, axis=0), abs=1e-6)
    # The distance from the border of a support vector machine is no probability by itself.
    assert votes[1].mean() == pytest.approx(LABELS.mean(), abs=0.05)


@pytest.mark.parametrize(("fit", "gold", "kind"), FITS)
def test_a_model_is_stored_whole_and_equal_fits_give_equal_bytes(fit, gold, kind):
    model = fit(ROWS, gold, NAMES)
    stored = srsly.msgpack_dumps(model.to_json())
    assert srsly.msgpack_dumps(fit(ROWS, gold, NAMES).to_json()) == stored
    again = kind.from_json(srsly.msgpack_loads(stored))
    assert again.predict(ROWS).tolist() == model.predict(ROWS).tolist()
    assert again.contributions(ROWS[0]) == model.contributions(ROWS[0])
    assert again.names == tuple(NAMES)


@pytest.mark.parametrize(("fit", "gold", "kind"), FITS)
def test_a_row_scores_the_same_in_every_batch(fit, gold, kind):
    model = fit(ROWS, gold, NAMES)
    assert [float(model.predict(row[None])[0]) for row in ROWS] == model.predict(ROWS).tolist()


def test_what_features_add_to_a_similarity_is_the_similarity():
    model = fit_svr(ROWS, VALUES, NAMES)
    mean = float(model.predict(model.means[None])[0])
    for row in ROWS[:10]:
        said = float(model.weights @ model._kernel((row - model.means) * model.scales)) + model.bias
        assert mean + sum(model.contributions(row).values()) == pytest.approx(said, abs=1e-4)


def test_what_features_and_neighbours_add_to_a_probability_is_the_probability():
    model = fit_vote(ROWS, LABELS, NAMES)
    start = (model.parts[0].bias + model.parts[1].bias) / 2
    for row in ROWS[:10]:
        told = model.contributions(row)
        assert set(told) == {*NAMES, "neighbours"}
        odds = np.array([start + sum(told.values())])
        assert sigmoid(odds) == pytest.approx(model.predict(row[None]), abs=1e-6)


@pytest.mark.parametrize(("fit", "gold", "kind"), FITS)
def test_without_scikit_learn_it_is_said_what_to_install(fit, gold, kind, monkeypatch):
    model = fit(ROWS, gold, NAMES)
    monkeypatch.setitem(sys.modules, "sklearn.svm", None)
    with pytest.raises(ParaphraseError, match=r"spacy-paraphrase\[eval\]") as caught:
        fit(ROWS, gold, NAMES)
    assert caught.value.code == "P603"
    assert np.isfinite(model.predict(ROWS)).all()  # what is fitted needs it no more


@pytest.mark.parametrize(("fit", "gold", "kind"), FITS)
def test_one_value_teaches_nothing(fit, gold, kind):
    with pytest.raises(ParaphraseError) as caught:
        fit(ROWS, np.ones(len(ROWS)), NAMES)
    assert caught.value.code == "P601"
