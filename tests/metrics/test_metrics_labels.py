import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics import NLI, LabelMeasure, bootstrap, evaluate, relation_of
from spacy_paraphrase.metrics.base import harmonic

E, N, C = NLI
corpora = st.lists(
    st.tuples(st.sampled_from(NLI), st.sampled_from([*NLI, None])), min_size=1, max_size=12
)


def run(pairs):
    return evaluate(LabelMeasure(), [p for p, _ in pairs], [g for _, g in pairs])


def test_a_worked_example():
    # predicted, gold
    result = run([(E, E), (E, N), (N, N), (N, N), (C, E), (N, None)])
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


@given(corpora)
def test_scores_are_those_of_plain_counting(pairs):
    scores = run(pairs).scores
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


def test_intervals_and_signature():
    result = run([(E, E)] * 4 + [(N, E)] * 4)
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
