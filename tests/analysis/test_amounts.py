"""Amounts: all words that say how much, how often or when, as intervals in one unit."""

import pytest

from spacy_paraphrase.analysis.amounts import amounts, equal_amounts
from spacy_paraphrase.lang import language_data

ENGLISH = language_data("en")


def read(text):
    return amounts(text.split(), ENGLISH)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # shares
        ("thirty - seven per cent", "37 %"),
        ("half of", "50 percent of"),
        ("three - quarters of", "75 % of"),
        ("a third of", "one third of"),
        ("one in five", "20 pct"),
        # money
        ("€ 1.2 million", "1,200,000 euros"),
        ("eur 1.2 m.", "€ 1.2 million"),
        ("$ 5", "five dollars"),
        ("£ 30k", "30,000 pounds"),
        ("usd 4 million", "$ 4 m"),
        # measures
        ("1 kg", "1,000 grams"),
        ("500 mg", "0.5 g"),
        ("90 minutes", "an hour and a half"),
        ("2 hours and 30 minutes", "150 minutes"),
        ("half a litre", "500 ml"),
        ("5 feet 6 inches", "5.5 feet"),
        ("20 degrees celsius", "20 ° c"),
        ("24 hours", "one day"),
        # the time of day
        ("3 pm", "15:00"),
        ("3:00 p.m.", "3 pm"),
        ("half past three", "3:30"),
        ("quarter to nine", "20:45"),
        ("noon", "12 pm"),
        ("6.30pm", "18:30"),
        ("9am", "9 a.m."),
        ("8 o'clock", "8:00"),
        # how often
        ("twice daily", "twice a day"),
        ("2 times per day", "twice a day"),
        ("monthly", "once a month"),
        ("every week", "weekly"),
        ("7 times a week", "daily"),
        # years and ranks
        ("the nineties", "the 1990s"),
        ("the ’ 80s", "the 1980s"),
        ("19th century", "nineteenth century"),
        ("twenty - first", "21st"),
        ("number 2", "number . 2"),
        # bare numbers
        ("twenty - one", "21"),
        ("fifteen hundred", "1,500"),
        ("half a million", "500,000"),
        ("two dozen", "24"),
    ],
)
def test_one_amount_in_two_forms(one, other):
    (left,), (right,) = read(one), read(other)
    assert equal_amounts(left, right)
    assert equal_amounts(right, left)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3 pm", "3 am"),
        ("15:30", "16:30"),
        ("37 %", "40 %"),
        ("5 dollars", "5 euros"),
        ("5 km", "5 miles"),
        ("twice a day", "twice a week"),
        ("the 1980s", "the 1990s"),
        ("21st", "21"),
        ("10 pounds", "10 kg"),
    ],
)
def test_other_amounts(one, other):
    (left,), (right,) = read(one), read(other)
    assert not equal_amounts(left, right)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("about thirty - seven per cent of it", [(1, 6, "share")]),
        ("it cost € 1.2 million in 1994", [(2, 5, "euro"), (6, 7, "year")]),
        ("at half past three or at noon", [(1, 4, "clock"), (6, 7, "clock")]),
        ("take one twice a day", [(1, 2, ""), (2, 5, "rate")]),
        ("the 5 - year - old", [(1, 4, "months")]),
        ("in 2002 , 2001 and 2000", [(k, k + 1, "year") for k in (1, 3, 5)]),
        ("half a loaf for a day", [(0, 1, "")]),
        ("a loaf and half a", [(3, 4, "")]),
        ("a third man in an hour", [(1, 2, "rank")]),
        ("2 in 10,000 people", [(0, 1, ""), (2, 3, "")]),
    ],
)
def test_where_amounts_stand(text, found):
    assert [(a.start, a.end, a.dimension) for a in read(text)] == found


def test_years_are_intervals():
    year, decade, century = read("in 1994 , the 1990s , the 20th century")
    assert (decade.low, decade.high) == (1990 * 372, 2000 * 372 - 1)
    assert decade.low <= year.low <= year.high <= decade.high
    assert century.low <= decade.low <= decade.high <= century.high


@pytest.mark.filterwarnings("ignore::spacy_paraphrase.errors.ParaphraseWarning")
def test_a_language_without_words_for_halves():
    words = "hij won 3 zetels en 12,5 procent".split()
    found = amounts(words, language_data("nl"))
    assert [amount.low for amount in found if amount.low == 3.0] == [3.0]
