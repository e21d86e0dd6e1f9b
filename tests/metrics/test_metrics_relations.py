import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics import CONFUSION_LABELS, RELATIONS, RelationMeasure, evaluate
from spacy_paraphrase.metrics.base import harmonic

labelled = st.dictionaries(
    st.tuples(st.integers(0, 3), st.integers(0, 3)), st.sampled_from([*RELATIONS, ""])
)
corpora = st.lists(st.tuples(labelled, labelled), min_size=1, max_size=5)


def labels(*names):
    """Give link k-k the k-th relation."""
    return {(k, k): name for k, name in enumerate(names)}


GOLD = labels("equals", "restates", "specifies", "equals")
PRED = labels("equals", "equals", "specifies", "equals", "intersects")


def run(corpus):
    return evaluate(RelationMeasure(), [p for p, _ in corpus], [g for _, g in corpus])


def test_the_worked_links():
    scores = run([(PRED, GOLD)]).scores
    expected = {
        "equals": (2 / 3, 1, 0.8),
        "restates": (0, 0, 0),
        "specifies": (1, 1, 1),
        "generalizes": (None, None, None),
        "intersects": (0, 0, 0),
        "micro": (0.6, 0.75, 2 / 3),
        "align": (0.8, 1, 8 / 9),
    }
    for prefix, values in expected.items():
        found = tuple(scores[f"{prefix}_{key}"] for key in ("precision", "recall", "f"))
        assert found == pytest.approx(values), prefix
    assert scores["macro_f"] == pytest.approx(0.45)
    assert scores["macro_precision"] == pytest.approx((2 / 3 + 1) / 4)
    assert scores["macro_recall"] == pytest.approx(0.5)
    assert scores["n_relations"] == 4


def test_confusion_matrix():
    result = run([(PRED, GOLD), (labels(), labels("intersects"))])
    matrix = RelationMeasure().confusion(result.stats.sum(axis=0))
    cells = {
        (CONFUSION_LABELS[row], CONFUSION_LABELS[column]): matrix[row, column]
        for row, column in np.argwhere(matrix)
    }
    assert cells == {
        ("equals", "equals"): 2,
        ("restates", "equals"): 1,
        ("specifies", "specifies"): 1,
        ("none", "intersects"): 1,
        ("intersects", "none"): 1,
    }


def test_micro_pools_counts_over_the_relations():
    """The printed micro F of Marsi and Krahmer 2010 fits its pooled precision and recall."""
    gold = labels(*["equals"] * 6, *["restates"] * 2)
    pred = labels(*["equals"] * 7)
    scores = run([(pred, gold)]).scores
    assert scores["micro_precision"] == 6 / 7
    assert scores["micro_recall"] == 6 / 8
    assert harmonic(0.8523, 0.7544) == pytest.approx(0.8003, abs=2e-4)


def test_direction_errors():
    gold = labels("specifies", "generalizes", "specifies", "generalizes", "equals")
    pred = labels("generalizes", "specifies", "specifies", "equals", "specifies")
    assert run([(pred, gold)]).scores["direction_errors"] == 2 / 4
    assert run([(PRED, labels("equals"))]).scores["direction_errors"] is None


def test_links_without_a_relation_count_as_links_only():
    scores = run([(labels("", "equals"), labels("", "", "equals"))]).scores
    assert (scores["align_precision"], scores["align_recall"]) == (1, 2 / 3)
    assert (scores["micro_precision"], scores["micro_recall"]) == (0, 0)
    assert run([(labels(""), labels(""))]).scores["micro_f"] is None


def test_nothing_to_score():
    scores = run([({}, {})]).scores
    assert scores.pop("n_relations") == 0
    assert set(scores.values()) == {None}


@given(corpora)
def test_scores_equal_sets_of_labelled_links(corpus):
    scores = run(corpus).scores
    found = []
    for relation in RELATIONS:
        gold = {(k, *x) for k, (_, g) in enumerate(corpus) for x, r in g.items() if r == relation}
        pred = {(k, *x) for k, (p, _) in enumerate(corpus) for x, r in p.items() if r == relation}
        if gold or pred:
            f = 2 * len(gold & pred) / (len(gold) + len(pred))
            assert scores[f"{relation}_f"] == pytest.approx(f)
            found.append(f)
        else:
            assert scores[f"{relation}_f"] is None
    assert scores["n_relations"] == len(found)
    assert scores["macro_f"] == (pytest.approx(sum(found) / len(found)) if found else None)


@given(corpora)
def test_sides_swap_and_order_has_no_effect(corpus):
    there, back = run(corpus).scores, run([(g, p) for p, g in corpus]).scores
    for key in ("micro", "macro", "align", *RELATIONS):
        assert there[f"{key}_precision"] == back[f"{key}_recall"]
    assert there == run(corpus[::-1]).scores
    assert all(
        value is None or 0 <= value <= 1 + 1e-12 or key in ("n_relations", "kappa")
        for key, value in there.items()
    )


def test_bad_input():
    measure = RelationMeasure("words")
    assert measure.signature() == "relations:words|labels:5|avg:macro+micro|v:1"
    with pytest.raises(ParaphraseError, match=r"P204.*\(0, 0\) is 'same'"):
        measure.stats({(0, 0): "same"}, {})
    with pytest.raises(ParaphraseError, match="P201"):
        measure.stats({}, {(0, -1): "equals"})
    with pytest.raises(ParaphraseError, match="P207"):
        RelationMeasure("letters")
