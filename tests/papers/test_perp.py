"""PERP, by the numbers of specs/03-scoring.md: test S6, and what learning must do."""

import json
import pickle
import warnings

import numpy as np
import pytest

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.papers.perp import (
    FEATURES,
    INDEX,
    TRAINERS,
    PerpModel,
    WordClasses,
    stacked,
    start_weights,
    train_perp,
    update,
)
from spacy_paraphrase.scoring.edit_phrases import EditPhraseTable
from spacy_paraphrase.scoring.words import WordLookup, is_stop_word, porter_stem, synonyms

BANK = "the bank had foreseen recently this month a 2.5 percent decline ."
CENTRAL = "the central bank recently had anticipated some decline of 2.5 percent ."


def foreseen(word):
    return frozenset({1} if word in ("foreseen", "anticipated") else ())


LOOKUP = WordLookup(porter_stem, foreseen, is_stop_word)


def model(weights=None, **more):
    return PerpModel(start_weights() if weights is None else weights, LOOKUP, **more)


def told(values):
    """Return the features that are not 0, by their names."""
    return {name: pytest.approx(v) for name, v in zip(FEATURES, values, strict=True) if v}


def test_s6_the_features_of_a_pair():
    weights = start_weights()
    weights[INDEX["Substitution"]] = 2.5
    found = model(weights).features(CENTRAL.split(), BANK.split())
    expected = {
        "Intercept": 24,
        "Synonymy": 1,
        "Shift": 2,
        "Insertion": 3,
        "Deletion": 3,
        "Insert-Delete-LogWordLen": np.log10(7 * 4 * 2 * 4 * 5 * 1),
        "Insert-Delete-Stop": 4,
    }
    shown = dict(zip(FEATURES, 24 * found, strict=True))
    assert {name: shown[name] for name in expected} == pytest.approx(expected, abs=1e-6)
    assert not any(value for name, value in shown.items() if name.startswith("Sub"))
    assert shown["Insert-Delete-LogFreq"] < 0


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("an", "a", {"Sub-Stop-Both": 1, "Sub-Norm-LevDist": 0.5}),
        ("43.6", "17", {"Sub-Number-Both": 1}),
        ("the", "17", {"Sub-Number-1only": 1, "Sub-Stop-1only": 1}),
        (
            "co-operation",
            "cooperation",
            {"Sub-Diff-By-NonWord": 1, "Sub-Small-LevDist": 1, "Sub-Norm-LevDist": 1 / 12},
        ),
        ("agreement", "disagreement", {"Sub-Contain": 1, "Sub-Norm-LevDist": 0.25}),
        ("him", "never", {"Sub-Pronoun-1only": 1, "Sub-Negation-1only": 1, "Sub-Stop-Both": 1}),
        (",", "qzxv", {"Sub-Punctuation-1only": 1, "Sub-Stop-1only": 1, "Sub-OOV-1only": 1}),
    ],
)
def test_s6_the_features_of_a_substitution(source, target, expected):
    found = dict(zip(FEATURES, 2 * model().features([source], [target]), strict=True))
    assert {name: found[name] for name in expected} == pytest.approx(expected)
    flags = {name for name, value in found.items() if name.startswith("Sub-") and value == 1}
    assert flags <= {*expected, "Sub-Norm-LevDist"}


def test_s6_a_stem_match_is_no_substitution():
    found = 2 * model().features(["government"], ["governments"])
    assert told(found) == {"Intercept": 2, "Stemming": 1}


def test_s6_one_update():
    frequencies = {"the": 0.05, "a": 0.02}
    classes = WordClasses("en", lambda word: frequencies.get(word, 0.001))
    weights = start_weights()
    start = model(weights, classes=classes)
    features = start.features("a cat sat".split(), "the cat sat".split())
    assert told(features) == {
        "Intercept": 1,
        "Substitution": 1 / 6,
        "Sub-Stop-Both": 1 / 6,
        "Sub-Norm-LevDist": 1 / 6,
        "Sub-LogFreq-Diff": 0.0663233,
    }
    assert start("a cat sat".split(), "the cat sat".split()) == pytest.approx(-1 / 6)
    features[1:] *= -1
    update(weights, features, 5.0)
    expected = {
        "Intercept": 0.0516667,
        "Substitution": 0.9913889,
        "Sub-Stop-Both": -0.0086111,
        "Sub-Norm-LevDist": -0.0086111,
        "Sub-LogFreq-Diff": -0.0034267,
        "Shift": 0.1,
    }
    assert {name: weights[INDEX[name]] for name in expected} == pytest.approx(expected, abs=1e-6)


def test_phrases_have_features():
    table = EditPhraseTable([(["army", "roadblock"], ["military", "barrier"], 0.1)])
    found = model(phrases=table).features(
        "the army roadblock".split(), "the military barrier".split()
    )
    told = dict(zip(FEATURES, 6 * found, strict=True))
    inner = 2.0
    values = [told[f"Paraphrase{k}"] for k in range(1, 5)]
    assert values == pytest.approx([1, -inner, 0.1 * inner, inner])
    assert told["Substitution"] == 0


def test_a_match_is_cheapest_whatever_was_learned():
    weights = -5 * np.ones(36)
    edits = model(weights).align("a b c d".split(), "a b c d".split())
    assert (edits.opstring(), edits.cost, edits.shifts) == ("    ", 0, ())


PAIRS = [
    (CENTRAL.split(), BANK.split(), 3.0),
    ("a cat sleeps".split(), "a cat sleeps".split(), 5.0),
    ("a cat sleeps".split(), "the cat sleeps".split(), 4.5),
    ("a cat sleeps".split(), "the dog runs home".split(), 1.0),
    ("stocks fell sharply".split(), "bonds rose a little".split(), 0.5),
    ("it rains".split(), "it rained".split(), 4.0),
    ("nobody came".split(), "17 people came".split(), 1.5),
] * 3


def trained(trainer, **more):
    pairs = [(source, target) for source, target, _ in PAIRS]
    return train_perp(pairs, [grade for *_, grade in PAIRS], trainer, lookup=LOOKUP, **more)


@pytest.mark.parametrize("trainer", TRAINERS)
def test_what_is_learned_ranks_the_pairs_it_was_learned_from(trainer):
    found = trained(trainer)
    scores = [found(source, target) for source, target, _ in PAIRS[:7]]
    grades = [grade for *_, grade in PAIRS[:7]]
    assert np.corrcoef(scores, grades)[0, 1] > 0.9
    assert found.weights[INDEX["Shift"]] >= 0.01 or trainer == "ridge"


@pytest.mark.parametrize("trainer", TRAINERS)
def test_s24_two_fits_are_equal_and_are_stored(trainer):
    first, second = (json.dumps(trained(trainer).to_json()) for _ in range(2))
    assert first == second
    loaded = PerpModel.from_json(json.loads(first), lookup=LOOKUP)
    source, target, _ = PAIRS[0]
    assert loaded(source, target) == trained(trainer)(source, target)


def test_a_model_travels_to_another_process():
    lookup = WordLookup(porter_stem, synonyms("en"), None)
    first = PerpModel(start_weights(), lookup, WordClasses("en"))
    second = pickle.loads(pickle.dumps(first))
    pair = "almost nobody came".split(), "nearly no one came".split()
    assert second(*pair) == first(*pair)


def test_another_order_gives_other_weights():
    assert not np.array_equal(trained("lms_fixed").weights, trained("lms_fixed", seed=1).weights)


@pytest.mark.parametrize("sides", [([], []), ([], ["a"]), (["a"], []), (["!"], ["?"])])
def test_s22_short_sides(sides):
    assert np.isfinite(model()(*sides))


@pytest.mark.parametrize(
    ("pairs", "gold", "trainer", "code"),
    [
        ([], [], "lms", "P222"),
        ([(["a"], ["b"])], [], "lms", "P222"),
        ([(["a"], ["b"])], [float("nan")], "lms", "P222"),
        ([(["a"], ["b"])], [1.0], "online", "P207"),
    ],
)
def test_what_cannot_be_learned_from(pairs, gold, trainer, code):
    with pytest.raises(ParaphraseError, match=code):
        train_perp(pairs, gold, trainer)


def test_one_pair_can_be_learned_from():
    for trainer in TRAINERS:
        assert np.isfinite(train_perp([(["a"], ["b"])], [1.0], trainer).weights).all()


@pytest.mark.parametrize("data", [{}, {"weights": {"Shift": 1.0}}, {"weights": [1.0] * 36}])
def test_what_is_no_model(data):
    with pytest.raises(ParaphraseError, match="P221"):
        PerpModel.from_json(data)


def test_without_word_weights_no_word_is_out_of_vocabulary():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there are no word lists comes once in a process
        classes = WordClasses("de")
    facts = classes(["Straße", "17"])
    assert not facts.known.any()
    assert not facts.flags[:, 5].any()


def known(text):
    return WordLookup(porter_stem)(text.split())


TOLD = [
    (known(f"the {a} {verb} {b} {k % 7}"), known(f"a {a} {other} {b}"))
    for k, (a, b) in enumerate([("cat", "mouse"), ("dog", "bone"), ("child", "apple")] * 8)
    for verb, other in [("eats", "eats"), ("eats", "drops"), ("sees", "painted")]
]
TOLD_GRADES = [5.0, 2.0, 0.5] * 24


def test_s12_no_pair_is_told_by_a_model_that_saw_it():
    _, told = stacked(TOLD, TOLD_GRADES)
    for k in (0, 7, 40):
        grades = list(TOLD_GRADES)
        grades[k] = -100.0
        _, others = stacked(TOLD, grades)
        assert others[k].tolist() == told[k].tolist()
        assert not np.allclose(others, told)


def test_s12_the_model_for_new_pairs_learned_from_all():
    model, told = stacked(TOLD, TOLD_GRADES)
    assert np.corrcoef(told.mean(axis=1), TOLD_GRADES)[0, 1] > 0.9
    assert [model(*TOLD[k]) for k in range(3)] == pytest.approx([5.0, 2.0, 0.5], abs=0.7)
    grades = list(TOLD_GRADES)
    grades[0] = -100.0
    other, _ = stacked(TOLD, grades)
    assert other(*TOLD[0]) != model(*TOLD[0])
