import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase import ParaphraseError, make_pair, swap
from spacy_paraphrase.pairs.results import (
    LABELS,
    Calibration,
    SentenceRelation,
    judged_relation,
    read_relation,
    sentence_relation,
    shipped_calibration,
    write_relation,
)

BLANK = spacy.blank("en")
surpluses = st.floats(0, 200)


@given(surpluses, surpluses, st.booleans(), st.booleans())
def test_probabilities(source, target, same, shared):
    relation = sentence_relation((source, target), same=same, shared=shared)
    assert set(relation.scores) == set(LABELS)
    assert sum(relation.scores.values()) == pytest.approx(1)
    assert relation.scores[relation.label] == max(relation.scores.values())
    back = sentence_relation((target, source), same=same, shared=shared)
    assert back.scores == pytest.approx(relation.invert().scores)
    assert relation.invert().invert() == relation


def test_a_side_is_entailed_up_to_the_offset():
    assert Calibration()(0) > 0.9
    assert Calibration(offset=2.0, slope=3.0)(2.0) == 0.5
    assert Calibration()(1e6) == pytest.approx(0)
    relation = sentence_relation((3.0, 0.0), same=False, shared=True)
    assert (relation.label, relation.entails, relation.entailed) == ("specifies", True, False)
    loose = Calibration(offset=4.0)
    assert sentence_relation((3.0, 0.0), same=False, shared=True, calibration=loose).entailed


# As many digits as the component gives.
rounded = surpluses.map(lambda surplus: round(surplus, 9))


@given(rounded, rounded, st.floats(0, 60))
def test_calibration_changes_no_label(source, target, words):
    relations = [
        sentence_relation(
            (source, target), same=False, shared=True, words=words, calibration=calibration
        )
        for calibration in (Calibration(), shipped_calibration())
    ]
    assert relations[0].label == relations[1].label


def test_the_longer_the_sides_the_less_a_surplus_tells():
    calibration = shipped_calibration()
    for words in (2.0, 8.0, 20.0):
        found = [calibration(surplus / 4, words) for surplus in range(40)]
        assert found == sorted(found, reverse=True)
    assert calibration(0.0, 4) > calibration(0.0, 8) > calibration(0.0, 16) > 0.5
    assert calibration(3.0, 4) < calibration(3.0, 8) < calibration(3.0, 16) < 0.5


def test_stored_in_the_doc():
    doc = make_pair(BLANK, "a", "b c")
    assert doc._.relation is None
    relation = sentence_relation((3.0, 0.0), same=False, shared=True, reasons=("number",))
    write_relation(doc, relation)
    assert doc._.relation == read_relation(doc) == relation
    assert swap(doc)._.relation == relation.invert()
    assert swap(doc)._.relation.label == "generalizes"
    assert relation.to_json()["reasons"] == ["number"]


def test_damaged_or_stale():
    doc = make_pair(BLANK, "a", "b c")
    write_relation(doc, SentenceRelation("none", dict.fromkeys(LABELS, 0.0)))
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[2:4])
    with pytest.raises(ParaphraseError, match="P006.*sentence_relation"):
        read_relation(doc)


def test_words_that_are_not_said_are_kept_and_exchanged():
    doc = make_pair(BLANK, "A dog sleeps", "A cat sleeps all day")
    composed = sentence_relation((3.0, 3.0), same=False, shared=True)
    relation = judged_relation(composed, 0.1, 0.2, 0.97, ((1,), (1, 3, 4)))
    write_relation(doc, relation)
    assert read_relation(doc) == relation
    assert relation.conflict
    assert relation.to_json()["unsupported"] == [[1], [1, 3, 4]]
    assert relation.invert().unsupported == ((1, 3, 4), (1,))


def test_what_follows_is_never_in_conflict():
    composed = sentence_relation((3.0, 3.0), same=False, shared=True)
    relation = judged_relation(composed, 0.9, 0.2, 0.9, ((), ()))
    assert (relation.label, relation.conflict) == ("specifies", False)
