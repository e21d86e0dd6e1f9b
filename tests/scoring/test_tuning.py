import random

import numpy as np
import pytest

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.scoring.cost_tuning import _Counts, correlation, tune
from spacy_paraphrase.scoring.edit_phrases import EditPhraseTable
from spacy_paraphrase.scoring.terp import PRESETS, Costs, terp


def sentences(count, seed):
    """Return sentences and what is left of them after random edits."""
    rng = random.Random(seed)
    words = [f"w{k}" for k in range(30)]
    pairs = []
    for _ in range(count):
        source = rng.sample(words, 8)
        target = [rng.choice(words) if rng.random() < 0.2 else word for word in source]
        target = [word for word in target if rng.random() > 0.2]
        target += rng.sample(words, rng.randint(0, 4))
        pairs.append((source, target))
    return pairs


def test_costs_that_graded_the_pairs_are_found_again():
    pairs = sentences(60, 0)
    hidden = Costs(0.9, 0.2, 1.0)
    grades = [5 - terp(*pair, hidden, cap=False).score for pair in pairs]
    found = tune(pairs, grades)
    assert found.correlation > found.start + 0.1
    assert found.correlation > 0.97
    assert found.costs.deletion < 0.6 * found.costs.insertion


def test_it_never_gets_worse():
    pairs = sentences(20, 1)
    grades = np.random.default_rng(0).normal(size=20).tolist()
    found = tune(pairs, grades, PRESETS["align"], rounds=2)
    assert found.correlation >= found.start
    scores = np.array(
        [terp(*pair, found.align, score_costs=found.costs, cap=False).score for pair in pairs]
    )
    assert correlation(scores, np.array(grades)) == pytest.approx(found.correlation)


def test_what_is_off_stays_off():
    pairs = sentences(10, 2)
    found = tune(pairs, range(10), PRESETS["unit"], rounds=1).costs
    assert (found.stem, found.synonym, found.phrase) == (None, None, None)
    assert found.shift >= 0.01


def test_counts_give_the_scores_of_the_edits():
    table = EditPhraseTable(
        [(["w1"], ["w2"], 0.5), (["w3", "w4"], ["w5"], 1.0), (["w6"], ["w7"], 0.1)]
    )
    costs = PRESETS["align"]
    found = [terp(*pair, costs, phrases=table, cap=False) for pair in sentences(200, 3)]
    assert any(edit.kind == "P" for one in found for edit in one.ops)
    values = np.array([0.26, 1.43, 1.56, 0, 0, 0.56, *costs.phrase])
    assert _Counts.of(found).scores(values) == pytest.approx([one.score for one in found])


@pytest.mark.parametrize("gold", [[1.0], [1.0, float("nan")], [1.0, 2.0, 3.0]])
def test_grades_that_do_not_fit(gold):
    with pytest.raises(ParaphraseError, match="P222"):
        tune(sentences(2, 0), gold)


def test_constant_scores_do_not_correlate():
    assert correlation(np.ones(3), np.arange(3.0)) == 0.0
