"""Dates, names and numbers in one slot: which exclude each other, which are only elsewhere."""

import pytest

from spacy_paraphrase import pipe_pairs

EXCLUDED = [
    ("The rope is 100 cm long.", "The rope is 100 m long.", "number"),
    ("The bag weighs 900 g.", "The bag weighs 900 kg.", "number"),
    ("The water was at 5 °C.", "The water was at 5 °F.", "number"),
    ("The ticket costs €5.", "The ticket costs $5.", "number"),
    (
        "Profit rose from $7 million to $9 million.",
        "Profit rose from $9 million to $7 million.",
        "",
    ),
    ("Sales fell from 20 to 12 units.", "Sales fell from 12 to 20 units.", ""),
    ("He ran 5 km in 20 minutes.", "He ran 20 km in 5 minutes.", "number"),
    (
        "The shop opens at nine and closes at five.",
        "The shop opens at five and closes at nine.",
        "",
    ),
    ("A third of the members voted.", "A quarter of the members voted.", "number"),
    ("No more than five people may enter.", "More than five people may enter.", "number"),
    ("The train leaves at noon.", "The train leaves at midnight.", "number"),
    ("She was born in June 1994.", "She was born in July 1994.", "date"),
]
ENTAILED = [
    ("The bag weighs 900 g.", "The bag weighs 0.9 kg.", "restates"),
    ("The water was at 20 degrees Celsius.", "The water was at 68 °F.", "restates"),
    (
        "Profit rose from $7 million to $9 million.",
        "Profit rose to $9 million from $7 million.",
        "restates",
    ),
    ("Prices rose by 9 percent.", "Prices rose 9 percent.", "restates"),
    ("She was born on 12 June 1994.", "She was born in the 1990s.", "specifies"),
    ("The sensor responds within 2 seconds.", "The sensor responds within 5 seconds.", "specifies"),
]
NEITHER = [
    ("Returns are accepted within 10 days.", "Returns are accepted within 60 days."),
    ("Prices rose by 9 percent.", "Prices rose to 9 percent."),
    ("The shop has been closed since Monday.", "The shop has been closed until Monday."),
    ("The report is due by Friday.", "The report is due on Friday."),
    ("Half of the shops were closed.", "The shops were closed."),
    ("The ticket costs €5.", "The ticket costs $7."),
]


@pytest.fixture(scope="module")
def related(nlp):
    """The relations of all pairs, and of their mirror images."""
    pairs = [row[:2] for row in (*EXCLUDED, *ENTAILED, *NEITHER)]
    pairs += [pair[::-1] for pair in pairs]
    return {pair: doc._.relation for pair, doc in zip(pairs, pipe_pairs(nlp, pairs), strict=True)}


@pytest.mark.parametrize(("one", "other", "reason"), EXCLUDED)
def test_what_cannot_both_be(related, one, other, reason):
    for relation in (related[one, other], related[other, one]):
        assert relation.conflict
        assert not reason or reason in relation.reasons


@pytest.mark.parametrize(("one", "other", "label"), ENTAILED)
def test_what_goes_along(related, one, other, label):
    inverse = {"restates": "restates", "specifies": "generalizes"}[label]
    assert (related[one, other].label, related[other, one].label) == (label, inverse)
    assert not related[one, other].conflict


@pytest.mark.parametrize(("one", "other"), NEITHER)
def test_other_limits_and_roles(related, one, other):
    for relation in (related[one, other], related[other, one]):
        assert relation.label == "intersects"
        assert not relation.conflict
