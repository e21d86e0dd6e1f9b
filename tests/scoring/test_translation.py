"""Acceptance test S10: measures of machine translation."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.metrics.ngrams import nist_counts
from spacy_paraphrase.scoring import likeness, translation
from spacy_paraphrase.scoring.words import porter_stem
from tables import table

WORDS = st.lists(st.sampled_from("abcd"), max_size=8)


def tokens(text):
    return re.findall(r"\w+(?:[.,]\d+)*|[^\w\s]", text.lower())


@pytest.mark.parametrize("row", table(__file__, "translations"))
def test_reference_values(row):
    source, target, bleu, meteor, compression = row.values()
    ref, hyp = tokens(source), tokens(target)
    bleu = [float(value) for value in bleu.split()]
    assert translation.bleu(hyp, ref) == pytest.approx(bleu, abs=1e-4)
    stems = [[porter_stem(word) for word in side] for side in (hyp, ref)]
    found = translation.meteor_like(hyp, ref, [(hyp, ref), tuple(stems)])
    assert found == pytest.approx(float(meteor), abs=1e-4)
    found = likeness.distance_of_compression(source, target)
    assert found == pytest.approx(float(compression), abs=5e-3)


@given(WORDS, WORDS)
def test_bleu_is_that_of_sacrebleu(hyp, ref):
    sacrebleu = pytest.importorskip("sacrebleu.metrics")
    for n, found in enumerate(translation.bleu(hyp, ref), 1):
        measure = sacrebleu.BLEU(
            max_ngram_order=n,
            effective_order=True,
            smooth_method="exp",
            tokenize="none",
            force=True,
        )
        expected = measure.sentence_score(" ".join(hyp), [" ".join(ref)]).score / 100
        assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("hyp", "ref", "expected"),
    [("abcd", "abcd", 0.9921875), ("cdab", "abcd", 0.9375), ("axc", "abcd", 0.2564), ("x", "a", 0)],
)
def test_meteor(hyp, ref, expected):
    found = translation.meteor_like(hyp, ref, [(hyp, ref)])
    assert found == pytest.approx(expected, abs=1e-4)


def test_nist():
    corpus = translation.NGramCounts()
    corpus.counts = {(): 10, ("a",): 4, ("b",): 2, ("c",): 1, ("a", "b"): 1}
    found = translation.nist("abc", "abd", corpus)
    assert found == pytest.approx([1.00399, *[1.66495] * 4], abs=1e-5)


def test_the_own_pair_gives_no_information():
    sides = ["a b c".split(), "a b d".split(), "x y z".split()]
    corpus, rest = translation.NGramCounts(sides), translation.NGramCounts(sides[2:])
    own = nist_counts(sides[:2])
    expected = translation.nist(sides[0], sides[1], rest)
    assert translation.nist(sides[0], sides[1], corpus, own) == pytest.approx(expected)


def test_sepia():
    hyp = ("dogs chase big cats".split(), [1, -1, 3, 1])
    ref = ("dogs often chase cats".split(), [2, 2, -1, 2])
    found = translation.sepia_like(hyp, ref)
    assert found == pytest.approx([3 / 4, 3 / 4, 2 / 3, 2 / 3, 0, 0, 0.5714], abs=1e-4)


def test_maxsim():
    hyp = [("dog", "N"), ("chase", "V"), ("cat", "N")]
    ref = [("dog", "N"), ("hunt", "V"), ("mouse", "N")]
    synonyms = np.zeros((3, 3), bool)
    synonyms[1, 1] = True
    assert translation.maxsim_like(hyp, ref, synonyms) == pytest.approx(0.8472, abs=1e-4)
    assert translation.maxsim_like(hyp, [], synonyms) == 0
