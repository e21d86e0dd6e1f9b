"""Acceptance tests of specs/03-scoring.md, section 9, that concern several modules.

S1 to S5 are in test_terp.py, S6 and S12 in papers/test_perp.py, S10 in test_translation.py, S14 to
S16 and the rest of S12 in test_strings.py, S17 to S19 in test_matching.py. What S11, S13 and S20
ask for of corpora that are at hand prints `python -m benchmarks scoring`; S8, S9 and the rest of
S20 need those of STS 2012 and 2013.
"""

import numpy as np
import pytest
import spacy
from spacy.tokens import DocBin

import spacy_paraphrase
from spacy_paraphrase import make_pair, pipe_pairs
from spacy_paraphrase.errors import ParaphraseWarning
from spacy_paraphrase.metrics import weighted_mean
from spacy_paraphrase.scoring.likeness import lengths, token_cosine, unordered_jaccard
from spacy_paraphrase.scoring.reasons import evidence, topic

SIZES_2012, SIZES_2013 = (750, 750, 459, 750, 399), (750, 561, 189, 750)
# Rows of published tables: the weighted mean, and the correlation of each set.
ROWS = {
    "PERPphrases": (SIZES_2012, 0.6399, (0.6397, 0.7200, 0.4850, 0.7124, 0.5312)),
    "PERP": (SIZES_2012, 0.6305, (0.6211, 0.7210, 0.4722, 0.7080, 0.5149)),
    "TERp": (SIZES_2012, 0.5253, (0.5049, 0.5217, 0.4748, 0.6169, 0.4566)),
    "overlap": (SIZES_2012, 0.4356, (0.4334, 0.2996, 0.4542, 0.5864, 0.3908)),
    "HENRY 1": (SIZES_2012, 0.6577, (0.6461, 0.8060, 0.5014, 0.7073, 0.4876)),
    "HENRY 2": (SIZES_2012, 0.6609, (0.6461, 0.8060, 0.5014, 0.7274, 0.4744)),
    "HENRY 3": (SIZES_2012, 0.6529, (0.6369, 0.7904, 0.5101, 0.7010, 0.4985)),
    "HENRY 1, 2013": (SIZES_2013, 0.4917, (0.7601, 0.4631, 0.3516, 0.2801)),
    "HENRY 2, 2013": (SIZES_2013, 0.5229, (0.7645, 0.4631, 0.3905, 0.3593)),
    "HENRY 3, 2013": (SIZES_2013, 0.4734, (0.7103, 0.3934, 0.3364, 0.3308)),
}


@pytest.mark.parametrize("name", ROWS)
def test_s7_the_mean_is_weighted_by_the_size_of_the_sets(name):
    sizes, mean, values = ROWS[name]
    by_set = (dict(enumerate(each)) for each in (values, sizes))
    assert weighted_mean(*by_set) == pytest.approx(mean, abs=1e-4)


def test_s7_the_baseline_counts_each_token_once():
    assert token_cosine("A dog , a cat", "A cat , a cat ,") == pytest.approx(4 / np.sqrt(5 * 4))
    assert token_cosine("a b", "A B") == 0
    assert token_cosine("", "a") == 0


def test_s12_identical_and_empty_texts():
    text = "the cat sat on the mat".split()
    assert unordered_jaccard(text, text, 3) == 1
    assert np.isfinite(lengths(0, 5)).all()


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"], paraphrase_similarity={})
    nlp.add_pipe("paraphrase_edits")
    return nlp


def told(doc):
    view = doc._.paraphrase
    return view.similarity, view.scores["terp"], view.edit_string, view.explain()


def test_s21_every_way_of_storing_keeps_all_scores(nlp):
    doc = nlp(make_pair(nlp, "The dog barked at night.", "At night a dog was barking."))
    expected = told(doc)
    binary = DocBin(docs=[doc]).to_bytes()
    stored = [
        doc.copy(),
        spacy.tokens.Doc(nlp.vocab).from_bytes(doc.to_bytes()),
        next(DocBin().from_bytes(binary).get_docs(spacy.blank("en").vocab)),
        nlp(doc.copy()),
    ]
    assert [told(each) for each in stored] == [expected] * 4


@pytest.mark.slow
def test_s21_worker_processes_bring_all_scores_back(nlp):
    pairs = [("The dog barked.", "A dog was barking."), ("It rains.", "Prices rose.")] * 3
    alone = [told(doc) for doc in pipe_pairs(nlp, pairs)]
    assert [told(doc) for doc in pipe_pairs(nlp, pairs, n_process=2, batch_size=2)] == alone


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Yes.", "Yes."),
        ("word", "!"),
        ("?", "..."),
        ("a " * 50, "a " * 30),
        ("He left.", "he left."),
    ],
)
def test_s22_degenerate_sides(nlp, source, target):
    doc = nlp(make_pair(nlp, source, target))
    assert all(np.isfinite(value) for value in doc._.paraphrase.scores.values())
    assert 0 <= doc._.overlap <= 1
    if source.lower() == target.lower():
        assert (doc._.overlap, doc._.paraphrase.scores["terp"]) == (1, 0)


def test_s22_sides_of_200_words_are_graded(nlp):
    text = " ".join(f"The w{k} man saw w{k * k % 31} houses of w{k % 17}." for k in range(25))
    other = " ".join(reversed(text.split(". ")))
    doc = make_pair(nlp, text, other)
    names = nlp.pipe_names
    for _, component in nlp.pipeline[: names.index("paraphrase_similarity") + 1]:
        doc = component(doc)
    assert 0 <= doc._.overlap <= 1


def test_s23_without_resources_the_scores_are_told_and_one_warning():
    nlp = spacy.blank("sv")  # a language of which the package has no words, weights or rules
    nlp.add_pipe("sentence_pair")
    nlp.add_pipe("paraphrase_similarity", config={"features": ["strings", "ngrams"]})
    pairs = [("en katt sover", "en hund sover"), ("katter sover", "hundar äter"), ("a", "a")]
    docs = [make_pair(nlp, *pair) for pair in pairs]
    with pytest.warns(ParaphraseWarning) as seen:
        docs = list(nlp.pipe(docs))
    assert [str(w.message)[:6] for w in seen].count("[W600]") == 1
    assert all(0 <= doc._.overlap <= 1 for doc in docs)
    nlp.get_pipe("paraphrase_similarity").fit(docs, [0.6, 0.0, 1.0])
    near, far, same = (nlp(doc)._.overlap for doc in docs)
    assert far < near < same == 1


def test_the_words_behind_a_score_are_told(nlp):
    doc = nlp(make_pair(nlp, "She bought 3 red apples.", "Anna bought 4 apples, not pears."))
    behind = evidence(doc)
    assert behind["numbers"] == "3 | 4"
    assert behind["names"] == "- | Anna"
    shared = topic("ngrams.words2")
    assert "red" in behind[shared].split(" | ")[0]
    assert "pears" in behind[shared].split(" | ")[1]
    (line,) = (line for line in doc._.paraphrase.explain() if shared in line)
    assert line.endswith(behind[shared])


def test_sides_that_read_the_same_have_no_other_reason(nlp):
    doc = nlp(make_pair(nlp, "I love you.", "I love you."))
    assert [line[8:] for line in doc._.paraphrase.explain()[1:]] == ["both sides read the same"]
