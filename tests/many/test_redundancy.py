"""How far two sentences say the same, and what to do about it (spec 07 §2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase import ParaphraseError, compare
from spacy_paraphrase.jobs import run_loop
from spacy_paraphrase.many.redundancy import (
    COSINE,
    cosine,
    cosine_of_stems,
    identical_links,
    lost,
    semantic_overlap,
    shorter_overlap,
    verdict,
    verdict_of_relation,
    verdict_of_score,
)
from spacy_paraphrase.many.terms import background, count_texts, stems_of, words_of
from spacy_paraphrase.scoring.likeness import jaccard
from tables import table

IDF = {"the": 0.1, "president": 2, "met": 1.5, "senators": 2.5, "on": 0.1, "thursday": 2}
SHORT, LONG = ["the", "president", "met", "senators"], ["the", "president", "met", "senators"]
LONG = [*SHORT, "on", "thursday"]

sentences = st.lists(st.sampled_from(["a", "b", "c", ".", ","]), max_size=6)


def overlap(one, other, idf=lambda word: 1.0, **more):
    return semantic_overlap(one, other, identical_links(one, other), idf, **more)


def test_1_semantic_overlap_is_that_of_the_longer_sentence_in_both_orders():
    assert overlap(SHORT, LONG, IDF.get) == pytest.approx(6.1 / 8.2, abs=1e-12)
    assert overlap(LONG, SHORT, IDF.get) == pytest.approx(0.7439, abs=1e-4)


def test_2_identical_disjoint_empty():
    assert overlap(LONG, LONG) == 1
    assert overlap(["a"], ["b"]) == 0
    assert overlap([], LONG) == overlap(LONG, []) == overlap([], []) == 0
    assert overlap(["."], ["."]) == 0
    assert overlap(["a"], ["a"], lambda word: 0.0) == 0


@given(sentences, sentences)
def test_2_the_order_makes_no_difference(one, other):
    idf = {"a": 3.0, "b": 1.0, "c": 0.5, ".": 0.1, ",": 0.2}.get
    links = identical_links(one, other)
    turned = [(j, i, score) for i, j, score in links]
    value = semantic_overlap(one, other, links, idf)
    assert value == pytest.approx(semantic_overlap(other, one, turned, idf), abs=1e-12)
    assert 0 <= value <= 1


def test_equally_long_sentences_without_punctuation_take_the_greater_value():
    one, other = ["a", "b"], ["a", "c", "."]
    idf = {"a": 1.0, "b": 1.0, "c": 3.0, ".": 0.0}.get
    assert overlap(one, other, idf) == 0.5


def test_graded_overlap_counts_the_similarity_of_links():
    links = [(0, 0, 0.5), (1, 1, 1.0)]
    assert semantic_overlap("ab", "ab", links, lambda word: 1.0, graded=True) == 0.75
    assert semantic_overlap("ab", "ab", links, lambda word: 1.0) == 1.0


def test_cosines():
    assert cosine({}, {"a": 1.0}) == 0
    assert cosine({"a": 2.0}, {"a": 3.0}) == 1
    assert cosine_of_stems(["a", "a", "b"], ["a"], lambda word: 1.0) == pytest.approx(2 / 5**0.5)
    assert jaccard(["a", "b"], ["b", "c"]) == pytest.approx(1 / 3)
    assert shorter_overlap(["a", "b"], ["b", "c", "d"], lambda word: 1.0) == 0.5
    assert jaccard([], []) == shorter_overlap([], ["a"], len) == 0


def test_idf_counts_texts_and_not_occurrences():
    found = background(["A cat, a cat.", "Cats sleep.", "Dogs bark."])
    assert found.texts == 3
    assert found.frequencies["cat"] == 2
    assert found.idf("cat") == pytest.approx(0.2876820724)
    assert found.idf("unknown") == pytest.approx(1.3862943611)
    rows = run_loop(count_texts(), [{"text": "a b"}, {"text": "b"}])
    assert list(rows) == [{"stem": "a", "texts": 1}, {"stem": "b", "texts": 2}]


def test_words_are_those_of_the_recipe():
    assert words_of("It's 5 p.m.!", punctuation=True) == [
        "it",
        "'",
        "s",
        "5",
        "p",
        ".",
        "m",
        ".",
        "!",
    ]
    assert words_of("É e\u0301") == ["é", "é"]
    assert stems_of("Der Häuser", "de") == ["der", "haus"]
    assert stems_of("cats", "xx") == ["cats"]


@pytest.mark.parametrize(
    ("relation", "score", "name", "keep"),
    [
        ("equals", 1.0, "duplicate", "better"),
        ("restates", 0.7, "duplicate", "better"),
        ("specifies", 0.7, "covers", "source"),
        ("generalizes", 0.7, "covers", "target"),
        ("intersects", 0.5, "overlaps", "both"),
        ("intersects", 0.49, "new", "both"),
        ("none", 0.9, "new", "both"),
    ],
)
def test_verdicts_of_relations(relation, score, name, keep):
    """Spec 07 §2.2; in conflict both are kept, whatever else is known (test 7)."""
    assert verdict_of_relation(relation, score) == (name, keep)
    assert verdict_of_relation(relation, score, conflict=True) == ("conflict", "both")


def test_verdicts_of_scores():
    assert verdict_of_score(0.55) == ("duplicate", "better")
    assert verdict_of_score(0.6, COSINE) == ("new", "both")


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf"), "0.5"])
def test_thresholds_are_shares(value):
    for check in (
        verdict_of_score,
        lambda *given: verdict_of_relation("none", *given, False, value),
    ):
        with pytest.raises(ParaphraseError) as error:
            check(0.5, value) if check is verdict_of_score else check(0.5)
        assert error.value.code == "P950"
        assert str(value) in str(error.value)


def test_verdicts_of_processed_pairs():
    assert verdict(compare("Ten people died.", "Twelve people died.")).name == "conflict"
    assert verdict(compare("A cat sleeps.", "A black cat sleeps here.")) == ("covers", "target")
    from spacy.lang.en import English

    from spacy_paraphrase import make_pair

    with pytest.raises(ParaphraseError, match="P950"):
        verdict(make_pair(English(), "A cat.", "A dog."))


@pytest.mark.parametrize(
    ("source", "target", "keep"),
    [tuple(row.values()) for row in table(__file__, "kept")],
)
def test_what_adds_something_is_never_given_up(source, target, keep):
    """Whatever a pipeline holds of the sentences as wholes."""
    assert verdict(compare(source, target)).keep == keep


def test_what_would_be_lost():
    def words(source, target, side="source"):
        return [token.text for token in lost(compare(source, target), side)]

    assert words("A cat sleeps on a red sofa.", "A cat sleeps.") == ["red", "sofa"]
    assert words("A cat sleeps.", "A cat sleeps on a red sofa.") == []
    assert words("He said that it rains.", "It rains.") == []
    poodle = "A dog sleeps on the sofa.", "A poodle sleeps on the sofa."
    assert [words(*poodle, side) for side in ("source", "target")] == [[], ["poodle"]]


def test_a_word_says_only_once_what_it_says():
    """A word stands for another one of its lemma, and not for two."""
    doc = compare(
        "The drug was approved by the Food and Drug Administration.",
        "The Food and Drug Administration approved the implants.",
    )
    assert [token.text for token in lost(doc, "source")] == ["drug"]


def test_a_certainty_says_how_sure_the_judge_has_to_be():
    doc = compare("A black cat sleeps.", "A cat sleeps.")
    assert [verdict(doc, certainty).name for certainty in (0.4, 1.0)] == ["covers", "overlaps"]
    with pytest.raises(ParaphraseError, match="P950.*certainty"):
        verdict(doc, 2)
