import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics import (
    CONFUSION_LABELS,
    NLI,
    RELATIONS,
    CalibrationMeasure,
    LabelMeasure,
    RelationMeasure,
    bootstrap,
    cohen_kappa,
    evaluate,
    relation_of,
)
from spacy_paraphrase.metrics.measures import harmonic

E, N, C = NLI
judged = st.lists(
    st.tuples(st.sampled_from(NLI), st.sampled_from([*NLI, None])), min_size=1, max_size=12
)


def run_labels(pairs):
    return evaluate(LabelMeasure(), [p for p, _ in pairs], [g for _, g in pairs])


def test_labels_in_a_worked_example():
    # predicted, gold
    result = run_labels([(E, E), (E, N), (N, N), (N, N), (C, E), (N, None)])
    scores = result.scores
    assert scores["accuracy"] == pytest.approx(3 / 5)
    assert scores["majority"] == pytest.approx(3 / 5)
    assert scores["n_pairs"] == 5
    assert [scores[f"{label}_f"] for label in NLI] == pytest.approx([1 / 2, 4 / 5, 0])
    assert scores["macro_f"] == pytest.approx((1 / 2 + 4 / 5) / 3)
    assert LabelMeasure().confusion(result.stats.sum(0)).tolist() == [
        [1, 0, 1],
        [1, 2, 0],
        [0, 0, 0],
    ]


@given(judged)
def test_scores_are_those_of_plain_counting(pairs):
    scores = run_labels(pairs).scores
    judged = [(p, g) for p, g in pairs if g is not None]
    if not judged:
        assert scores["accuracy"] is None
        assert scores["macro_f"] is None
        return
    assert scores["accuracy"] == pytest.approx(sum(p == g for p, g in judged) / len(judged))
    found = []
    for label in NLI:
        right = sum(p == g == label for p, g in judged)
        predicted, gold = (sum(pair[k] == label for pair in judged) for k in (0, 1))
        if not predicted and not gold:
            assert scores[f"{label}_f"] is None
            continue
        precision, recall = (right / n if n else 0.0 for n in (predicted, gold))
        found.append(harmonic(precision, recall))
        assert scores[f"{label}_f"] == pytest.approx(found[-1])
    assert scores["macro_f"] == pytest.approx(sum(found) / len(found))


def test_intervals_and_signature_of_labels():
    result = run_labels([(E, E)] * 4 + [(N, E)] * 4)
    found = bootstrap(result.stats, LabelMeasure().score, trials=200)["accuracy"]
    assert found.low < 0.5 == found.value < found.high
    assert result.signature == "sentence:entails|labels:3|avg:macro+micro|v:1"


@pytest.mark.parametrize(("pred", "gold"), [("maybe", E), (E, "maybe"), (None, E)])
def test_an_unknown_label(pred, gold):
    with pytest.raises(ParaphraseError, match="P211"):
        LabelMeasure().stats(pred, gold)


@pytest.mark.parametrize("labels", [(), ("a", "a")])
def test_labels_that_are_none(labels):
    with pytest.raises(ParaphraseError, match="P207"):
        LabelMeasure(labels=labels)


def test_two_directions_make_a_relation():
    assert relation_of(E, E) == "restates"
    assert relation_of(E, E, identical=True) == "equals"
    assert relation_of(E, C) == "specifies"
    assert relation_of(N, E) == "generalizes"
    assert relation_of(C, N, identical=True) == "intersects"


labelled = st.dictionaries(
    st.tuples(st.integers(0, 3), st.integers(0, 3)), st.sampled_from([*RELATIONS, ""])
)
related = st.lists(st.tuples(labelled, labelled), min_size=1, max_size=5)


def linked(*names):
    """Give link k-k the k-th relation."""
    return {(k, k): name for k, name in enumerate(names)}


GOLD = linked("equals", "restates", "specifies", "equals")
PRED = linked("equals", "equals", "specifies", "equals", "intersects")


def run_relations(corpus):
    return evaluate(RelationMeasure(), [p for p, _ in corpus], [g for _, g in corpus])


def test_the_worked_links():
    scores = run_relations([(PRED, GOLD)]).scores
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


def test_confusion_matrix_of_relations():
    result = run_relations([(PRED, GOLD), (linked(), linked("intersects"))])
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


def test_direction_errors():
    gold = linked("specifies", "generalizes", "specifies", "generalizes", "equals")
    pred = linked("generalizes", "specifies", "specifies", "equals", "specifies")
    assert run_relations([(pred, gold)]).scores["direction_errors"] == 2 / 4
    assert run_relations([(PRED, linked("equals"))]).scores["direction_errors"] is None


def test_links_without_a_relation_count_as_links_only():
    scores = run_relations([(linked("", "equals"), linked("", "", "equals"))]).scores
    assert (scores["align_precision"], scores["align_recall"]) == (1, 2 / 3)
    assert (scores["micro_precision"], scores["micro_recall"]) == (0, 0)
    assert run_relations([(linked(""), linked(""))]).scores["micro_f"] is None


def test_nothing_to_score():
    scores = run_relations([({}, {})]).scores
    assert scores.pop("n_relations") == 0
    assert set(scores.values()) == {None}


@given(related)
def test_scores_equal_sets_of_labelled_links(corpus):
    scores = run_relations(corpus).scores
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


@given(related)
def test_sides_swap_and_order_has_no_effect(corpus):
    there, back = run_relations(corpus).scores, run_relations([(g, p) for p, g in corpus]).scores
    for key in ("micro", "macro", "align", *RELATIONS):
        assert there[f"{key}_precision"] == back[f"{key}_recall"]
    assert there == run_relations(corpus[::-1]).scores
    assert all(
        value is None or 0 <= value <= 1 + 1e-12 or key in ("n_relations", "kappa")
        for key, value in there.items()
    )


def test_bad_links():
    measure = RelationMeasure("words")
    assert measure.signature() == "relations:words|labels:5|avg:macro+micro|v:1"
    with pytest.raises(ParaphraseError, match=r"P204.*\(0, 0\) is 'same'"):
        measure.stats({(0, 0): "same"}, {})
    with pytest.raises(ParaphraseError, match="P201"):
        measure.stats({}, {(0, -1): "equals"})
    with pytest.raises(ParaphraseError, match="P207"):
        RelationMeasure("letters")


predictions = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=20)


def run_confidences(pairs, bins=10):
    return evaluate(CalibrationMeasure(bins), [p for p, _ in pairs], [g for _, g in pairs])


def test_calibration_in_a_worked_example():
    result = run_confidences([(0.95, True), (0.95, False), (0.15, False), (1.0, True)])
    bins = CalibrationMeasure().reliability(result.stats.sum(0))
    assert [b.size for b in bins] == [0, 1, 0, 0, 0, 0, 0, 0, 0, 3]
    assert bins[9].confidence == pytest.approx(2.9 / 3)
    assert bins[9].accuracy == pytest.approx(2 / 3)
    assert (bins[0].confidence, bins[0].accuracy) == (None, None)
    assert result.scores["ece"] == pytest.approx((0.15 + 0.9) / 4)
    assert result.scores["max_error"] == pytest.approx(0.3)
    assert result.scores["brier"] == pytest.approx((0.0025 + 0.9025 + 0.0225) / 4)


@given(predictions, st.integers(1, 12))
def test_bounds_and_means(pairs, bins):
    scores = run_confidences(pairs, bins).scores
    p, right = (np.array([pair[k] for pair in pairs], dtype=float) for k in (0, 1))
    assert scores["brier"] == pytest.approx(np.mean((p - right) ** 2))
    assert scores["accuracy"] == pytest.approx(right.mean())
    assert scores["confidence"] == pytest.approx(p.mean())
    # The gaps of bins cannot be smaller than that of the whole.
    gap = abs(scores["confidence"] - scores["accuracy"])
    assert gap - 1e-9 <= scores["ece"] <= scores["max_error"] + 1e-9 <= 1 + 2e-9


def test_one_bin_is_the_difference_of_the_means():
    assert run_confidences([(0.5, True), (0.9, True)], bins=1).scores["ece"] == pytest.approx(0.3)


def test_bad_confidences():
    for pred in (-0.1, 1.1, float("nan")):
        with pytest.raises(ParaphraseError, match="P207"):
            CalibrationMeasure().stats(pred, True)
    for bins in (0, 2.5, True):
        with pytest.raises(ParaphraseError, match="P207"):
            CalibrationMeasure(bins)


def test_kappa_in_the_worked_example():
    """The four common links of the worked example of relations: .75 observed, .4375 by chance."""
    matrix = np.zeros((5, 5))
    matrix[0, 0], matrix[1, 0], matrix[2, 2] = 2, 1, 1
    assert cohen_kappa(matrix) == pytest.approx(0.5556, abs=1e-4)


def test_kappa_of_nothing():
    assert cohen_kappa(np.zeros((3, 3))) is None
    assert cohen_kappa(np.diag([7, 0])) is None


def test_kappa_at_the_ends_of_the_scale():
    assert cohen_kappa(np.diag([3, 4])) == 1
    assert cohen_kappa(np.array([[1, 1], [1, 1]])) == 0
    assert cohen_kappa(np.array([[0, 2], [2, 0]])) == -1


def test_measures_of_labels_have_kappa():
    gold = {(0, 0): "equals", (1, 1): "restates", (2, 2): "specifies", (3, 3): "equals"}
    pred = {(0, 0): "equals", (1, 1): "equals", (2, 2): "specifies", (3, 3): "equals"}
    more = {(4, 4): "intersects"}
    scores = evaluate(RelationMeasure(), [pred | more], [gold]).scores
    assert scores["kappa"] == pytest.approx(5 / 9)
    labels = ["neutral", "entailment", "neutral", "entailment"]
    assert evaluate(LabelMeasure(), labels, labels).scores["kappa"] == 1
