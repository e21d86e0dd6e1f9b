"""What the judge reads: a row for every word, the same from either side."""

import numpy as np
import pytest

import spacy_paraphrase
from spacy_paraphrase.relations.evidence import LEXEMES, NAMES

PAIRS = (
    ("The nurse who called the driver left.", "The driver left."),
    ("Guests may park here until noon.", "Guests must not park here after 12 o'clock."),
    ("It is false that the firm is insolvent.", "The firm is insolvent."),
    ("Almost all of the 30 shops opened on Monday.", "Few shops opened."),
    ("She sold him two cars, if I am right.", "He bought cars from her."),
)


@pytest.fixture(scope="module")
def nlp():
    return spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])


@pytest.fixture(scope="module")
def read(nlp):
    component = nlp.get_pipe("relation_classifier")

    def evidence(source, target):
        with nlp.select_pipes(disable=["relation_classifier"]):
            (doc,) = spacy_paraphrase.pipe_pairs(nlp, [(source, target)])
        return component.evidence(doc)

    return evidence


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_exchanging_the_sides_exchanges_the_rows(read, source, target):
    one, other = read(source, target), read(target, source)
    for k in (0, 1):
        assert one.tokens[k] == other.tokens[1 - k]
        assert one.nearest[k] == other.nearest[1 - k]
        assert one.lexemes[k] == other.lexemes[1 - k]
        odd = np.flatnonzero((np.abs(one.words[k] - other.words[1 - k]) > 1e-5).any(axis=0))
        assert [NAMES[column] for column in odd] == []
        assert one.sides[k] == pytest.approx(other.sides[1 - k], abs=1e-5)
    assert one.pair == pytest.approx(other.pair, abs=1e-5)


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_every_word_has_a_row_and_no_mark_has_one(read, source, target):
    found = read(source, target)
    for k, text in enumerate((source, target)):
        rows = found.words[k]
        assert rows.shape == (len(found.tokens[k]), len(NAMES))
        assert np.isfinite(rows).all()
        assert all(len(row) == len(LEXEMES) for row in found.lexemes[k])
        marks = sum(text.count(mark) for mark in ".,")
        assert len(found.tokens[k]) >= len(text.split()) - marks


def told(evidence, k, word):
    """Return what is known of a word of a side, by its lemma: names and numbers."""
    (n,) = [n for n, row in enumerate(evidence.lexemes[k]) if row[0] == word]
    row = evidence.words[k][n]
    return {NAMES[column]: float(row[column]) for column in np.flatnonzero(row)}


def test_a_stronger_modal_is_seen_from_both_sides(read):
    found = read("Guests may park here.", "Guests must park here.")
    assert told(found, 0, "park")["their modality: stronger"] > 0
    assert told(found, 1, "park")["their modality: weaker"] > 0
    assert "their modality: weaker" not in told(found, 0, "park")


def test_exchanged_roles_are_seen(read):
    found = read("The dog bit the man.", "The man bit the dog.")
    assert told(found, 0, "dog").get("place: role") or told(found, 0, "dog").get(
        "misplaced: evident"
    )
    kept = read("The dog bit the man.", "The man was bitten by the dog.")
    assert told(kept, 0, "dog")["place: same"] == 1.0
    assert "misplaced: evident" not in told(kept, 0, "dog")


def test_what_a_denial_reaches_is_seen_on_the_other_side(read):
    found = read("It is false that the firm is insolvent.", "The firm is insolvent.")
    assert told(found, 1, "firm")["counterpart: polarity"] == 1.0
    assert told(found, 0, "false")["operator: negative"] == 1.0
