import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase import ParaphraseError, make_pair, swap
from spacy_paraphrase.relation import (
    LABELS,
    Calibration,
    SentenceRelation,
    read_relation,
    sentence_relation,
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
