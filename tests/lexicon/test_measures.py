import pytest

from spacy_paraphrase.lang import language_data
from spacy_paraphrase.lexicon.numbers import measure

ENGLISH = language_data("en")


@pytest.mark.parametrize(
    ("many", "one", "times"),
    [
        ("metre", "centimetre", 100),
        ("mile", "foot", 5280),
        ("yard", "inch", 36),
        ("kilogram", "gram", 1000),
        ("pound", "ounce", 16),
        ("week", "minute", 7 * 24 * 60),
        ("century", "month", 1200),
        ("litre", "millilitre", 1000),
        ("terabyte", "megabyte", 1e6),
    ],
)
def test_how_many_of_one_are_another(many, one, times):
    larger, smaller = measure(many, ENGLISH), measure(one, ENGLISH)
    assert larger.dimension == smaller.dimension
    assert larger.factor / smaller.factor == pytest.approx(times)


def test_what_is_no_measure():
    assert measure("dollar", ENGLISH) is None
    assert measure("month", ENGLISH).dimension != measure("week", ENGLISH).dimension
