"""What the judge reads: a row for every word, the same from either side."""

import numpy as np
import pytest

import spacy_paraphrase
from spacy_paraphrase.pairs.results import EncoderOutput, EntailmentScores, write_encoder_output
from spacy_paraphrase.relations.evidence import LEXEMES, NAMES, PAIR, SIDE, SUREST, log_odds

PAIRS = (
    ("The nurse who called the driver left.", "The driver left."),
    ("Guests may park here until noon.", "Guests must not park here after 12 o'clock."),
    ("It is false that the firm is insolvent.", "The firm is insolvent."),
    ("Almost all of the 30 shops opened on Monday.", "Few shops opened."),
    ("She sold him two cars, if I am right.", "He bought cars from her."),
    # one word for several, a name before a noun and one in a name, an amount of a role and one of
    # none, an opposite of one thing and of several
    ("Dell has 32 percent of the U.S. market.", "In the United States Dell has 32 percent of it."),
    ("At Least 66 Killed in Bomb Blasts in Iraq", "At Least 47 Killed In Baquba Blasts"),
    ("The lamps here cost from 15 to 90 euros.", "All the lamps here cost 15 euros."),
    ("Two boys entered the same shop.", "Two boys went into different shops."),
)


@pytest.fixture(scope="module")
def nlp(fast):
    return fast


@pytest.fixture(scope="module")
def read(nlp):
    component = nlp.get_pipe("relation_classifier")

    def evidence(source, target, reading=None):
        with nlp.select_pipes(disable=["relation_classifier"]):
            (doc,) = spacy_paraphrase.pipe_pairs(nlp, [(source, target)])
        if reading is not None:
            write_encoder_output(doc, reading(*map(len, doc.spans["pair"])))
        return component.evidence(doc)

    return evidence


def reading(n, m, seed=0):
    """Return what an encoder might have read in a pair of n and m words."""
    random = np.random.default_rng(seed)
    shapes = (n, m), (n, m), (n, 2), (m, 2), n, m
    arrays = [random.random(shape).astype(np.float16).astype(np.float32) for shape in shapes]
    scores = EntailmentScores(0.7, 0.2, 0.1), EntailmentScores(0.05, 0.85, 0.1)
    return EncoderOutput(*scores, 0.625, 1, *arrays)


def turned(m, n):
    """Return the same read in the pair with its sides exchanged."""
    return reading(n, m).invert()


def test_names_are_told_apart():
    for names in (NAMES, LEXEMES, SIDE, PAIR):
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("readings", [(None, None), (reading, turned)])
@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_exchanging_the_sides_exchanges_the_rows(read, source, target, readings):
    one, other = read(source, target, readings[0]), read(target, source, readings[1])
    for k in (0, 1):
        assert one.tokens[k] == other.tokens[1 - k]
        assert one.nearest[k] == other.nearest[1 - k]
        assert one.above[k] == other.above[1 - k]
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


def test_what_an_encoder_read_is_told_of_each_word(read):
    sides = "The dog chased the man.", "A man chased dogs."
    found, plain = read(*sides, reading), read(*sides)
    said = reading(6, 5)
    rows = told(found, 0, "chase")
    assert rows["encoder: support"] == pytest.approx(log_odds(said.source_support[2]))
    assert rows["encoder: aligned"] == pytest.approx(said.alignment[2].max())
    assert rows["encoder: counterpart aligned"] == pytest.approx(said.alignment[2, 2])
    assert rows["encoder: counterpart restates"] == pytest.approx(said.restates[2, 2])
    most = (said.alignment[2] * said.restates[2]).max()
    assert rows["encoder: restates"] == pytest.approx(most)
    rows = told(found, 1, "chase")
    assert rows["encoder: support"] == pytest.approx(log_odds(said.target_support[2]))
    assert rows["encoder: aligned"] == pytest.approx(said.alignment[:, 2].max())
    for k, (entails, supports, content) in enumerate(
        ((0.7, said.source_support, [1, 2, 4]), (0.05, said.target_support, [1, 2, 3]))
    ):
        whole = dict(zip(SIDE, found.sides[k].tolist(), strict=True))
        assert whole["encoder: entails"] == pytest.approx(log_odds(entails))
        least = supports[content].min()
        assert whole["encoder: least support"] == pytest.approx(log_odds(least))
        every = np.log(supports[content]).sum()
        assert whole["encoder: support"] == pytest.approx(every / 3, abs=1e-5)
    pair = dict(zip(PAIR, found.pair.tolist(), strict=True))
    assert pair["encoder: contradiction"] == pytest.approx(log_odds(0.1))
    assert pair["encoder: similarity"] == 0.625
    # Without an encoder nothing is told, and the rest is the same.
    for names, one, other in (
        (NAMES, np.concatenate(plain.words), np.concatenate(found.words)),
        (SIDE, plain.sides, found.sides),
        (PAIR, plain.pair, found.pair),
    ):
        of_encoder = np.array([name.startswith("encoder: ") for name in names])
        assert not one[..., of_encoder].any()
        assert np.array_equal(one[..., ~of_encoder], other[..., ~of_encoder])


def test_log_odds_are_cut_off():
    assert log_odds(0.5) == 0.0
    assert log_odds(0.9) == pytest.approx(np.log(9) / 3) == pytest.approx(-log_odds(0.1))
    assert log_odds(1.0) == pytest.approx(SUREST / 3) == pytest.approx(-log_odds(0.0))
