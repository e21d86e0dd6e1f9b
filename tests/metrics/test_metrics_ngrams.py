"""Acceptance tests 21 to 24, 29 and 30 of the evaluation: scores by n-grams in common."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.metrics import (
    bleu,
    gleu_corpus,
    gleu_rewrite,
    ibleu,
    nist,
    sari,
    weighted_by_distance,
)
from spacy_paraphrase.metrics.ngrams import (
    bleu_score,
    bleu_stats,
    gleu_score,
    gleu_stats,
)

SOURCE, OUTPUT, REFERENCE = (
    text.split()
    for text in ("the cat sit on mat .", "the cat sits on mat .", "the cat sits on the mat .")
)

words = st.lists(st.sampled_from("abcd"), max_size=9)
some_words = st.lists(st.sampled_from("abcd"), min_size=1, max_size=9)


def test_21_ibleu():
    expected = math.exp(-1 / 6) * (4 / 5 * 2 / 4 * 1 / 3) ** 0.25
    assert bleu(OUTPUT, [REFERENCE], "none") == pytest.approx(expected)
    assert bleu(OUTPUT, [SOURCE], "none") == 0
    assert ibleu(SOURCE, OUTPUT, [REFERENCE], 0.9, "none") == pytest.approx(0.4604, abs=5e-5)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(words, some_words, some_words), min_size=1, max_size=4),
    st.sampled_from(["exp", "none"]),
)
def test_bleu_is_that_of_sacrebleu(pairs, smooth):
    sacrebleu = pytest.importorskip("sacrebleu.metrics")
    texts = [[" ".join(column) for column in row] for row in zip(*pairs, strict=True)]
    measure = sacrebleu.BLEU(tokenize="none", smooth_method=smooth, force=True)
    theirs = measure.corpus_score(texts[0], texts[1:]).score / 100
    stats = [bleu_stats(output, references) for output, *references in pairs]
    assert bleu_score([sum(column) for column in zip(*stats, strict=True)], smooth) == (
        pytest.approx(theirs, abs=1e-9)
    )
    single = sacrebleu.BLEU(tokenize="none", smooth_method=smooth, effective_order=True, force=True)
    output, *references = pairs[0]
    theirs = single.sentence_score(texts[0][0], [row[0] for row in texts[1:]]).score / 100
    assert bleu(output, references, smooth) == pytest.approx(theirs, abs=1e-9)


def test_22_gleu():
    stats = gleu_stats(SOURCE, OUTPUT, REFERENCE)
    assert stats == (6, 7, 6, 6, 3, 5, 1, 4, 1, 3)
    assert gleu_score(stats) == pytest.approx(math.exp(-1 / 6) * 0.05**0.25)
    assert gleu_score(stats) == pytest.approx(0.4003, abs=5e-5)
    assert gleu_score(gleu_stats(SOURCE, SOURCE, REFERENCE)) == 0
    assert gleu_rewrite(SOURCE, SOURCE, [REFERENCE]) == pytest.approx(0.2748, abs=5e-5)
    assert gleu_score(gleu_stats(SOURCE, REFERENCE, REFERENCE)) == 1


def test_23_gleu_goes_by_types_that_the_reference_lacks():
    source, reference, output = (
        text.split()
        for text in (
            "the the the dog barked",
            "the dog barked loudly today",
            "the the dog barked today",
        )
    )
    assert gleu_stats(source, output, reference)[2] == 4
    assert gleu_rewrite(source, output, [reference]) == pytest.approx(0.4273, abs=5e-5)


def test_gleu_of_a_corpus_draws_references():
    one, other = "a b c d e".split(), "f g h i j".split()
    sources = [["x"] * 5] * 2
    alone = gleu_corpus(sources, [one, one], [[one], [one]])
    assert alone == (1.0, 0.0)
    both = gleu_corpus(sources, [one, one], [[one, other], [one, other]])
    assert 0 < both.mean < 1
    assert both.sd > 0
    assert both == gleu_corpus(sources, [one, one], [[one, other], [one, other]])
    with pytest.raises(ParaphraseError) as error:
        gleu_corpus(sources, [one], [[one], [one]])
    assert error.value.code == "P202"


@pytest.mark.parametrize(
    ("output", "script", "paper"),
    [("a b e d", 0.8333, None), ("a b c d", 0.1131, 0.1171)],
)
def test_24_sari(output, script, paper):
    source, reference = "a b c d".split(), "a b e d".split()
    assert sari(source, output.split(), [reference]).sari == pytest.approx(script, abs=5e-5)
    if paper is not None:
        found = sari(source, output.split(), [reference], "paper").sari
        assert found == pytest.approx(paper, abs=5e-5)


def test_24_sari_of_a_copy_where_nothing_is_to_be_done():
    same = "a b c d".split()
    for variant in ("script", "paper"):
        assert sari(same, same, [same], variant) == pytest.approx((1 / 3, 1, 0, 0))


def test_sari_by_hand_with_two_references():
    source, output = "a b".split(), "a c".split()
    references = [["a", "c"], ["b", "c"]]
    # Single words, counts times 2: kept a:2, good 1; to keep a:1 b:1; deleted b:2, good 1; added c.
    # Pairs of words: nothing kept; "a b" deleted, rightly; "a c" added, of two that might be.
    keep = 2 * 0.5 * 0.5 / (0.5 + 0.5)
    add = (1 + 2 * 1 * 0.5 / 1.5) / 2
    found = sari(source, output, references)
    assert found.keep == pytest.approx(keep / 4)
    assert found.delete == pytest.approx((0.5 + 1) / 4)
    assert found.add == pytest.approx(2 * add / 4)
    paper = sari(source, output, references, "paper")
    assert paper.keep == pytest.approx(0.5 / 4)
    assert paper.delete == pytest.approx((0.5 + 1) / 4)
    assert paper.add == pytest.approx(2 * (2 / 4) * (1.5 / 4) / (2 / 4 + 1.5 / 4))
    with pytest.raises(ParaphraseError) as error:
        sari(source, output, references, "other")
    assert error.value.code == "P207"


@settings(max_examples=100, deadline=None)
@given(words, words, st.lists(words, min_size=1, max_size=3))
def test_scores_are_shares(source, output, references):
    for variant in ("script", "paper"):
        assert all(0 <= value <= 1 + 1e-12 for value in sari(source, output, references, variant))
    assert 0 <= gleu_rewrite(source, output, references) <= 1
    assert -0.1 <= ibleu(source, output, references) <= 0.9 + 1e-12


def test_30_nist():
    reference, output = "the cat sat on the mat".split(), "the cat on the mat".split()
    penalty = math.exp(math.log(0.5) / math.log(1.5) ** 2 * math.log(5 / 6) ** 2)
    assert penalty == pytest.approx(0.8692, abs=5e-5)
    assert nist([output], [[reference]]) == pytest.approx((2.1850 + 0.5) * penalty, abs=1e-4)
    assert nist([output], [[reference]]) == pytest.approx(2.3338, abs=5e-5)
    assert nist([[]], [[reference]]) == nist([], []) == nist([["a"]], [[[]]]) == 0


def test_nist_is_that_of_nltk_for_one_reference():
    nltk = pytest.importorskip("nltk.translate.nist_score")
    chance = random.Random(1)
    pairs = [
        ([chance.choice("abcdef") for _ in range(8)], [chance.choice("abcdef") for _ in range(n)])
        for n in (8, 10, 12)
    ]
    outputs, references = zip(*pairs, strict=True)
    theirs = nltk.corpus_nist([[each] for each in references], outputs, n=5)
    assert nist(outputs, [[each] for each in references]) == pytest.approx(theirs)


def test_29_nist_weighted_by_distance():
    source = "a b c d".split()
    outputs = [source, "a b c e".split(), "a b c f".split(), "a b g h".split()]
    references = [[source]] * 4

    def score(some, wanted):
        return 8.0 if len(some) == 2 else 6.0

    assert weighted_by_distance([source] * 4, outputs, references, score) == 5.25
    assert weighted_by_distance([source], [source], [[source]]) == 0
    far = [list("stuvwxyzq")] * 2
    assert weighted_by_distance([source] * 2, far, references[:2], score) == 0
    # Information comes from all references, so that a group of one is worth something too.
    assert weighted_by_distance([source] * 4, outputs, [[o] for o in outputs]) > 0
