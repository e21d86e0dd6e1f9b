import random

import pytest

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics import Fused, FusionMeasure, bootstrap, evaluate
from spacy_paraphrase.metrics.rouge import (
    rouge_l,
    rouge_n,
    rouge_su,
)

STOP = {"a", "the", "of", "is", "and"}


def test_substituted_word():
    one, other = "a b c d".split(), "a e c d".split()
    assert rouge_n(one, other, 1).f == 0.75
    assert rouge_n(one, other, 2).f == pytest.approx(1 / 3)
    assert rouge_l(one, other).f == 0.75
    assert rouge_su(one, other, gap=10).f == pytest.approx(0.6)
    assert rouge_su(one, other).f == 0.6


def test_exchanged_halves():
    one, other = "c d a b".split(), "a b c d".split()
    assert rouge_n(one, other, 1).f == 1
    assert rouge_n(one, other, 2).f == pytest.approx(2 / 3)
    assert rouge_l(one, other).f == 0.5
    assert rouge_su(one, other).f == 0.6


def test_empty_sides_score_nothing():
    for function in (lambda a, b: rouge_n(a, b, 1), rouge_l, rouge_su):
        assert function([], ["a"]).f == function(["a"], []).f == function([], []).f == 0


def brute_force_subsequence(one, other):
    if not one or not other:
        return 0
    if one[-1] == other[-1]:
        return 1 + brute_force_subsequence(one[:-1], other[:-1])
    return max(brute_force_subsequence(one[:-1], other), brute_force_subsequence(one, other[:-1]))


def test_rouge_l_against_brute_force():
    chance = random.Random(0)
    for _ in range(200):
        one, other = ([chance.choice("abc") for _ in range(chance.randrange(7))] for _ in "12")
        length = brute_force_subsequence(one, other)
        assert rouge_l(one, other).precision == (length / len(one) if one else 0)
        assert rouge_l(one, other).recall == (length / len(other) if other else 0)


def test_against_the_library_of_google():
    scoring = pytest.importorskip("rouge_score.rouge_scorer", reason="the check needs rouge-score")

    class Blanks:
        def tokenize(self, text):
            return text.split()

    scorer = scoring.RougeScorer(["rouge1", "rouge2", "rougeL"], tokenizer=Blanks())
    chance = random.Random(1)
    for _ in range(100):
        one, other = (
            [chance.choice("abcde") for _ in range(chance.randrange(1, 12))] for _ in "12"
        )
        expected = scorer.score(" ".join(other), " ".join(one))
        for name, ours in (
            ("rouge1", rouge_n(one, other, 1)),
            ("rouge2", rouge_n(one, other, 2)),
            ("rougeL", rouge_l(one, other)),
        ):
            assert tuple(ours) == pytest.approx(tuple(expected[name])), name


def test_figures_by_hand():
    fused = Fused("The cat and the cat sleep.", ("The cat sleeps.", "The cats sleep."))
    scores = evaluate(FusionMeasure(STOP), [fused], ["The black cat sleeps."]).scores
    assert scores["coverage"] == pytest.approx(1 / 3)  # cat, not black, not sleeps
    assert scores["repeated"] == pytest.approx(1 / 3)  # the second cat
    assert scores["length"] == 6 / 4
    assert scores["compression_words"] == 1
    assert scores["compression_characters"] == pytest.approx(26 / 30)
    assert scores["refused"] == 0


def test_the_reference_itself_is_perfect():
    text = "Coral reefs are threatened worldwide."
    scores = evaluate(FusionMeasure(STOP), [Fused(text, (text, text), refused=True)], [text]).scores
    for key in ("rouge_1", "rouge_2", "rouge_l", "rouge_su4", "coverage", "length", "refused"):
        assert scores[key] == 1
    assert scores["repeated"] == 0


def test_means_over_pairs_and_intervals():
    texts = ["one two three", "four five six", "seven eight nine"]
    preds = [Fused(text, (text,)) for text in (texts[0], texts[1], "nothing at all")]
    result = evaluate(FusionMeasure(STOP), preds, texts)
    assert result.scores["rouge_1"] == pytest.approx(2 / 3)
    assert result.signature.startswith("fusion|")
    interval = bootstrap(result.stats, FusionMeasure(STOP).score)["rouge_1"]
    assert interval.low <= 2 / 3 <= interval.high


def test_stop_words_are_needed():
    with pytest.raises(ParaphraseError, match="P207"):
        FusionMeasure(())
