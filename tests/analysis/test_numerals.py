from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.analysis.numerals import measure, numerals, unit
from spacy_paraphrase.lang import language_data

ENGLISH = language_data("en")

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
).split()
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()


def spell(number: int, with_and: bool) -> str:
    """The English numeral of a number below 10**12."""
    for scale, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand")):
        if number >= scale:
            rest = number % scale
            glue = " and " if with_and and 0 < rest < 100 else " "
            return f"{spell(number // scale, with_and)} {name}" + (
                glue + spell(rest, with_and) if rest else ""
            )
    if number >= 100:
        rest = number % 100
        glue = " and " if with_and else " "
        return f"{ONES[number // 100]} hundred" + (glue + spell(rest, with_and) if rest else "")
    if number >= 20:
        return TENS[number // 10] + (f"-{ONES[number % 10]}" if number % 10 else "")
    return ONES[number]


@given(st.integers(0, 10**12 - 1), st.booleans(), st.booleans())
def test_every_numeral_is_read(number, with_and, hyphens):
    text = spell(number, with_and)
    words = text.split() if hyphens else text.replace("-", " ").split()
    (found,) = numerals(["about", *words, "cats"], ENGLISH)
    assert found[:5] == (1, len(words) + 1, "number", number, False)


@given(st.integers(0, 10**12))
def test_digits_with_and_without_separators(number):
    for text in (str(number), f"{number:,}"):
        assert [q.value for q in numerals([text], ENGLISH)] == [number]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.5 million", [(0, 2, 1_500_000)]),
        ("85.74 million", [(0, 2, 85_740_000)]),
        ("120 thousand", [(0, 2, 120_000)]),
        ("$ 5 m", [(1, 3, 5_000_000)]),
        ("5 m usd", [(0, 2, 5_000_000)]),
        ("5 m", [(0, 1, 5)]),
        ("5 bn", [(0, 2, 5 * 10**9)]),
        ("5bn", [(0, 1, 5 * 10**9)]),
        ("$5m", [(0, 1, 5_000_000)]),
        ("5m", []),
        ("rmb245", [(0, 1, 245)]),
        ("10%", [(0, 1, 10)]),
        ("two dozen", [(0, 2, 24)]),
        ("2 million 500 thousand", [(0, 2, 2_000_000), (2, 4, 500_000)]),
        ("ten twelve", [(0, 1, 10), (1, 2, 12)]),
        ("one or two", [(0, 1, 1), (2, 3, 2)]),
        ("ten and twelve", [(0, 1, 10), (2, 3, 12)]),
        ("half", [(0, 1, Fraction(1, 2))]),
        ("1/2", [(0, 1, Fraction(1, 2))]),
        ("'92", [(0, 1, 1992)]),
        ("-3.5", [(0, 1, Fraction(-7, 2))]),
        ("millions of dozens", []),
        ("1.2.3 f-16 cat-one 3-2", []),
        ("", []),
    ],
)
def test_numbers(text, expected):
    assert [(q.start, q.end, q.value) for q in numerals(text.split(), ENGLISH)] == expected


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("8th", "ordinal", 8),
        ("eighth", "ordinal", 8),
        ("twelfth", "ordinal", 12),
        ("thirteenth", "ordinal", 13),
        ("twentieth", "ordinal", 20),
        ("twenty first", "ordinal", 21),
        ("twenty-first", "ordinal", 21),
        ("1990s", "decade", 1990),
        ("'90s", "decade", 1990),
        ("nineties", "decade", 1990),
        ("1890s", "decade", 1890),
        ("2000s", "decade", 2000),
    ],
)
def test_ordinals_and_decades(text, kind, value):
    (found,) = numerals(text.split(), ENGLISH)
    assert (found.kind, found.value, found.end) == (kind, value, len(text.split()))


@pytest.mark.parametrize(
    ("text", "value", "step"),
    [
        ("12", 12, 1),
        ("1.25", Fraction(5, 4), Fraction(1, 100)),
        ("$1.2m", 1_200_000, 100_000),
        ("114.3 million", 114_300_000, 100_000),
        ("3 - million", 3_000_000, 1_000_000),
        ("two hundred", 200, 1),
        ("two thousand and five", 2005, 1),
        ("five and a half", Fraction(11, 2), Fraction(1, 2)),
        ("5 1/4", Fraction(21, 4), Fraction(1, 4)),
    ],
)
def test_precision(text, value, step):
    (found,) = numerals(text.split(), ENGLISH)
    assert (found.end, found.value, found.step) == (len(text.split()), value, step)


def test_what_is_no_part_of_a_number():
    assert [q.value for q in numerals("5 - 3".split(), ENGLISH)] == [5, 3]
    assert [q.value for q in numerals("five and a dog".split(), ENGLISH)] == [5]
    assert [q.value for q in numerals("1/2 1/4".split(), ENGLISH)] == [
        Fraction(1, 2),
        Fraction(1, 4),
    ]


def test_units():
    assert [unit(w, ENGLISH) for w in ("%", "pct", "us$", "renminbi", "kilos", "per", "cat")] == [
        *("percent", "percent", "dollar", "yuan", "kilogram"),
        *(None, None),
    ]


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
