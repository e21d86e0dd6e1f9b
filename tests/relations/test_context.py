"""Calculus and encoder together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase import load, make_pair, swap
from spacy_paraphrase.relations.context import FEATURES, shipped_gate, with_products
from spacy_paraphrase.results import (
    LABELS,
    EncoderOutput,
    EntailmentScores,
    in_context,
    read_relation,
    sentence_relation,
    write_encoder_output,
)

chances = st.floats(0, 1)


@pytest.fixture(scope="module")
def nlp():
    return load(exclude=["sentence_fuser"])


def reading(doc, entails, entailed, contradiction=0.01, restates=0.0, aligned=0.5):
    """Return what an encoder might have read."""
    n, m = map(len, doc.spans["pair"])
    scores = (
        EntailmentScores(p, round(1 - p - contradiction, 4), contradiction)
        for p in (entails, entailed)
    )
    table = np.zeros((n, m), np.float32)
    vectors = np.zeros((n, 2), np.float32), np.zeros((m, 2), np.float32)
    supports = np.full(n, 0.5, np.float32), np.full(m, 0.5, np.float32)
    tables = table + aligned, table + restates
    return EncoderOutput(*scores, 0.5, 1, *tables, *vectors, *supports)


def judged(nlp, one, other, *scores, **options):
    """Return the pair as it is judged by the calculus and by an encoder that read so much."""
    doc = make_pair(nlp, one, other)
    write_encoder_output(doc, reading(doc, *scores, **options))
    return nlp(doc)


PARAPHRASES = [
    ("She is wealthier than her brother.", "She is better off than her brother."),
    ("He bit the dust in 1990.", "He died in 1990."),
    ("The firm axed the plan.", "The firm dropped the plan."),
    ("My aunt keeps bees.", "My aunt is a beekeeper."),
    ("The bride kissed the groom.", "A couple kissed."),
]


@pytest.mark.parametrize(("one", "other"), PARAPHRASES)
def test_the_encoder_decides_where_words_have_no_counterpart(nlp, one, other):
    assert not nlp(make_pair(nlp, one, other))._.relation.entails
    doc = judged(nlp, one, other, 0.99, 0.99, contradiction=0.001, restates=0.7)
    relation = doc._.relation
    assert relation.entails
    assert relation.context
    assert any("judged by context" in line for line in doc._.alignment.explain())
    assert not judged(nlp, one, other, 0.02, 0.02)._.relation.entails


KNOWN = [
    ("No dog barks.", "No animal barks."),
    ("Three men left.", "Four men left."),
    ("The shop is not open.", "The shop is open."),
    ("Every child in the city sings.", "Every child sings."),
    ("The flight leaves at 9:15.", "The flight leaves at 10:45."),
]


@pytest.mark.parametrize(("one", "other"), KNOWN)
def test_the_calculus_leads_where_it_knows(nlp, one, other):
    """Whatever the encoder says."""
    plain = nlp(make_pair(nlp, one, other))._.relation
    doc = judged(nlp, one, other, 0.99, 0.005, contradiction=0.005)
    assert doc._.relation.entails == plain.entails is False


@pytest.mark.parametrize(("one", "other"), [*PARAPHRASES, *KNOWN])
def test_sides_exchanged(nlp, one, other):
    doc = judged(nlp, one, other, 0.9, 0.3, contradiction=0.05)
    back = make_pair(nlp, other, one)
    write_encoder_output(back, reading(doc, 0.9, 0.3, contradiction=0.05).invert())
    assert nlp(back)._.relation.scores == pytest.approx(doc._.relation.invert().scores, abs=1e-6)
    assert read_relation(swap(doc)) == doc._.relation.invert()


@pytest.mark.parametrize(
    ("one", "other", "word"),
    [
        ("It is too early to discuss this.", "It is too soon to discuss this.", "early"),
        ("There are no real explosives.", "There are no actual explosives.", "real"),
        ("The rally drove prices up.", "The rally pushed prices up.", "drove"),
        ("It rose in recent days.", "It rose in past days.", "recent"),
        ("The queen visits the prince.", "The queen meets the prince.", "visits"),
    ],
)
def test_words_that_say_the_same_in_context(nlp, one, other, word):
    labels = []
    for aligned, likely in ((0.9, 0.0), (0.0, 0.9), (0.9, 0.9)):
        doc = judged(nlp, one, other, 0.5, 0.5, restates=likely, aligned=aligned)
        labels += [k.relation for k in doc._.alignment.words if k.source.text == word]
    assert labels[0] == labels[1] != "restates"
    assert labels[2] == "restates"


@given(chances, chances, st.floats(0, 5), st.floats(0, 5))
def test_in_context(entails, entailed, one, other):
    composed = sentence_relation((one, other), same=False, shared=True)
    found = in_context(composed, entails, entailed)
    assert set(found.scores) == set(LABELS)
    assert sum(found.scores.values()) == pytest.approx(1)
    assert found.context == (found.label != composed.label)
    assert found.chances == pytest.approx((entails, entailed), abs=1e-5)
    assert in_context(composed.invert(), entailed, entails) == found.invert()


def test_the_shipped_gate_fits_its_features():
    assert len(shipped_gate()) == with_products(np.zeros((1, len(FEATURES)))).shape[1]


def test_products():
    rows = with_products(np.array([[2.0, 3.0, 5.0]]))
    assert rows.tolist() == [[1, 2, 3, 5, 6, 10, 15]]
