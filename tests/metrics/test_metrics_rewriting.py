"""Acceptance tests 25 to 28, 32 and 36 of the evaluation: measures of rewritten sentences."""

import sys
from collections import Counter

import pytest
import spacy
from spacy.tokens import Doc

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.metrics import (
    CompressionMeasure,
    GrammarMeasure,
    Rated,
    ReadabilityMeasure,
    RewritingMeasure,
    Rewritten,
    bootstrap,
    compare_at_rate,
    compression_rate,
    copying,
    evaluate,
    fkbleu,
    fkgl,
    glib,
    grammatical_relations,
    outcome,
    paired_randomisations,
    precis,
    quality_by_rate,
    readability,
    sentence_grade,
    syllables,
    verdict,
)
from spacy_paraphrase.metrics.readability import grade_counts
from spacy_paraphrase.metrics.rewriting import length_penalty

SOURCE = "the old cat sat on the red mat ."
PREDS = [Rewritten(SOURCE, "the cat sat on the mat ."), Rewritten(SOURCE, SOURCE)]
GOLDS = [["the cat sat on the mat ."], ["the cat sat ."]]


def test_25_grade_levels():
    sentence = "the cat sat on the mat .".split()
    assert sum(map(syllables, sentence)) == len(sentence) == 7
    assert sentence_grade(sentence) == pytest.approx(-1.06)
    assert fkgl(sentence) == pytest.approx(0.39 * 6 + 11.8 - 15.59)
    assert fkbleu(0.6, 7.5, 7.5) == 0.3
    assert fkbleu(0.6, 9.0, 5.0) > 0.3 > fkbleu(0.6, 5.0, 9.0)
    assert fkbleu(0.6, None, 1.0) is None
    assert sentence_grade([]) is fkgl([]) is fkgl(["."]) is None
    assert glib(0.4, 9.0, 9.48) == 0.4
    assert glib(0.4, 9.48, 9.48) == glib(0.4, None, 9.48) == 0


def test_sentences_and_syllables():
    text = "He left ... Why ? U.S. officials agreed".split()
    assert grade_counts(text, lambda word: 2) == (3, 6, 12)
    assert grade_counts("! ? .".split()) == (0, 0, 0)


def test_syllables_without_pyphen(monkeypatch):
    for function in (readability._hyphenation, readability._syllables):
        function.cache_clear()
    monkeypatch.setitem(sys.modules, "pyphen", None)
    try:
        assert syllables("banana") == 3
        assert syllables("...") == 1
        assert "syllables:vowels" in ReadabilityMeasure().signature()
    finally:
        for function in (readability._hyphenation, readability._syllables):
            function.cache_clear()


def test_26_compression_rates():
    for lengths, percents in (
        ((73, 68, 61, 50), (100, 93, 84, 68)),
        ((142, 119, 108, 101), (100, 84, 76, 71)),
    ):
        source = "x" * lengths[0]
        assert [round(100 * compression_rate(source, "x" * n)) for n in lengths] == list(percents)
    assert compression_rate("", "x") is None
    assert compression_rate(["a", "b"], ["a"]) == 0.5


def test_27_precis():
    penalties = [length_penalty(rate, 0.5) for rate in (0.45, 0.55, 0.60, 1.0)]
    assert penalties == pytest.approx([1, 0.60653, 0.36788, 0.00674], abs=5e-6)
    assert precis(1.0, 7 / 10, 0.5) == pytest.approx(0.1353, abs=5e-5)
    assert precis(1.0, 25 / 41, 0.5) == pytest.approx(0.3337, abs=5e-5)
    source, output = "a b c d e f g hh ii " + "j" * 21, "a b c d e f " + "g" * 13
    assert (len(source), len(output)) == (41, 25)
    for unit, expected in (("token", 0.1353), ("char", 0.3337)):
        measure = CompressionMeasure(target=0.5, unit=unit)
        found = evaluate(measure, [Rewritten(source, output)], [[output]])
        assert found.scores["precis"] == pytest.approx(expected, abs=5e-5)
        assert f"unit:{unit}" in found.signature


def parsed(words, heads, deps, lemmas=None):
    vocab = spacy.blank("en").vocab
    return Sentence(Doc(vocab, words=words, heads=heads, deps=deps, lemmas=lemmas or words)[:])


def test_28_grammatical_relations():
    gold = parsed(
        ["Police", "arrested", "two", "suspects", "."],
        [1, 1, 3, 1, 1],
        ["nsubj", "ROOT", "nummod", "dobj", "punct"],
    )
    output = parsed(["police", "arrested", "suspects"], [1, 1, 1], ["nsubj", "ROOT", "dobj"])
    arcs = grammatical_relations(gold)
    assert arcs == Counter(
        [
            ("nsubj", "arrested", "police"),
            ("dobj", "arrested", "suspects"),
            ("nummod", "suspects", "two"),
        ]
    )
    result = evaluate(GrammarMeasure("by hand"), [grammatical_relations(output)], [arcs])
    assert result.scores["micro_precision"] == 1
    assert result.scores["micro_recall"] == pytest.approx(2 / 3)
    assert result.scores["micro_f"] == pytest.approx(0.8)
    assert "parser:by hand" in result.signature
    assert {label for label, *_ in grammatical_relations(gold, labels=False)} == {""}


def test_coarse_relations_read_a_passive_as_an_active():
    passive = parsed(["Suspects", "arrested"], [1, 1], ["nsubjpass", "ROOT"], ["suspect", "arrest"])
    assert set(grammatical_relations(passive, coarse=True, lemma=True)) == {
        ("dobj", "arrest", "suspect")
    }


def test_32_copying():
    assert copying("a b c d e f".split(), "a b c y e f".split()) == (0.5, 0.5, 3)
    assert copying("a b c d e f".split(), "d e f a b c".split()) == (1, 1, 3)
    assert copying("a b".split(), "a b".split()) == (0, 0, 2)
    assert copying([], []) == (0, 0, 0)


def test_36_verdicts_at_a_fixed_rate():
    for second in (3.50, 3.17):
        assert verdict(0.78, second + 0.3, 0.69, second) == "inconclusive"
    assert verdict(0.64, 3.83, 0.64, 3.94) == verdict(0.64, 3.66, 0.64, 3.87) == "B"
    assert verdict(0.80, 3.9, 0.70, 3.9) == "B"
    assert verdict(0.70, 3.9, 0.80, 3.9) == "A"
    assert verdict(0.70, 3.9, 0.72, 3.9) == "tie"


def test_comparison_keeps_sentences_of_the_same_rate():
    a = [Rated(0.5, 5.0)] * 6 + [Rated(0.5, 1.0)] * 2 + [Rated(0.5, 3.0)]
    b = [Rated(0.52, 4.0)] * 8 + [Rated(0.6, 4.0)]
    found = compare_at_rate(a, b)
    assert (found.kept, found.dropped, found.wins, found.losses) == (8, 1, 6, 2)
    assert found.p == pytest.approx(2 * (1 + 8 + 28) / 256)
    assert found.rates == pytest.approx((0.5, 0.52))
    assert found.qualities == (4.0, 4.0)
    none = compare_at_rate(a[8:], b[8:])
    assert (none.kept, none.p, none.rates) == (0, 1.0, None)
    with pytest.raises(ParaphraseError) as error:
        compare_at_rate(a, b[1:])
    assert error.value.code == "P202"


def test_quality_by_rate():
    bands = quality_by_rate([Rated(0.50, 1), Rated(0.54, 2), Rated(0.55, 4)])
    assert bands == [(0.5, 0.55, 2, 1.5), (0.55, 0.6, 1, 4.0)]


def test_outcomes():
    assert [outcome(form, True) for form in (1, 0, -1)] == ["success", "draw", "failure"]
    assert [outcome(form, True, True) for form in (1, 0, -1)] == ["success", "success", "failure"]
    assert {outcome(form, False, fine) for form in (1, 0) for fine in (True, False)} == {"failure"}


def test_measures_of_a_corpus():
    rewriting = evaluate(RewritingMeasure(), PREDS, GOLDS).scores
    assert rewriting["ibleu"] == pytest.approx(
        0.9 * rewriting["bleu"] - 0.1 * rewriting["bleu_source"]
    )
    assert rewriting["sari"] == pytest.approx(
        (rewriting["sari_keep"] + rewriting["sari_delete"] + rewriting["sari_add"]) / 3
    )
    compression = evaluate(CompressionMeasure(), PREDS, GOLDS).scores
    assert compression["rate_chars"] == pytest.approx((24 / 32 + 1) / 2)
    assert compression["rate_chars_sums"] == pytest.approx(56 / 64)
    assert compression["rate_words"] == pytest.approx((7 / 9 + 1) / 2)
    assert compression["rate_words_sums"] == pytest.approx(16 / 18)
    assert compression["unchanged"] == 0.5
    assert compression["covered"] == 1
    # "cat sat on the" and nothing else of the first, all of the second.
    assert compression["copied"] == pytest.approx((4 / 7 + 1) / 2)
    grade = evaluate(ReadabilityMeasure(), PREDS, GOLDS).scores
    assert grade["fkgl"] < grade["fkgl_source"]
    assert grade["fkbleu"] > rewriting["ibleu"] / 2


@pytest.mark.parametrize(
    "measure", [RewritingMeasure(), CompressionMeasure(), ReadabilityMeasure()]
)
def test_measures_follow_from_sums(measure):
    both = evaluate(measure, PREDS, GOLDS)
    swapped = evaluate(measure, PREDS[::-1], GOLDS[::-1])
    assert both.scores == swapped.scores
    assert set(bootstrap(both.stats, measure.score, trials=10)) == set(both.scores)
    compared = paired_randomisations(both.stats, both.stats, measure.score)
    assert all(found.difference == 0 and found.p == 1 for found in compared.values())
    assert both.signature.startswith(measure.name)


def test_an_unchanged_output_that_is_the_reference():
    scores = evaluate(CompressionMeasure(), [Rewritten(SOURCE, SOURCE)], [[SOURCE]]).scores
    assert scores["rate_chars"] == scores["rate_words"] == scores["copied"] == 1
    assert evaluate(RewritingMeasure(), [Rewritten(SOURCE, SOURCE)], [[SOURCE]]).scores["bleu"] == 1


def test_several_references_and_none():
    two = evaluate(RewritingMeasure(), PREDS[:1], [[*GOLDS[0], "a cat sat ."]]).scores
    assert two["bleu"] == 1
    assert two["gleu"] < 1
    for gold in ([], "a string"):
        with pytest.raises(ParaphraseError) as error:
            evaluate(RewritingMeasure(), PREDS[:1], [gold])
        assert error.value.code == "P207"
    alone = evaluate(CompressionMeasure(), PREDS[:1], [[]]).scores
    assert alone["precis"] is None
    assert alone["rate_words"] == pytest.approx(7 / 9)
    assert evaluate(ReadabilityMeasure(), PREDS[:1], [[]]).scores["fkbleu"] is None


def test_an_empty_source_counts_for_no_rate():
    preds = [Rewritten("", ""), Rewritten("a b", "a", refused=True)]
    scores = evaluate(CompressionMeasure(), preds, [[], []]).scores
    assert scores["rate_words"] == 0.5
    assert scores["covered"] == 0.5
