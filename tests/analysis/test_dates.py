import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.analysis.amounts import equal_amounts
from spacy_paraphrase.analysis.dates import calendar_name, date_part, dates, named_time
from spacy_paraphrase.lang import language_data

ENGLISH = language_data("en")

MONTHS = (
    "January February March April May June July August September October November December"
).split()


@given(st.dates(min_value=datetime.date(1000, 1, 1), max_value=datetime.date(2999, 12, 31)))
def test_every_way_of_writing_a_date(day):
    month, short = MONTHS[day.month - 1], MONTHS[day.month - 1][:3] + "."
    for form in (
        f"{day.month}/{day.day}/{day.year}",
        f"{day.day}.{day.month}.{day.year}",
        day.isoformat(),
        f"{month} {day.day} , {day.year}",
        f"{day.day} {short} {day.year}",
        f"the {day.day}th of {month} {day.year}",
    ):
        (found,) = dates(form.split(), ENGLISH)
        number = 372 * day.year + 31 * (day.month - 1) + day.day - 1
        assert (number, number) in found.readings


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Sept. 15", "15 September 2005", True),
        ("Sept. 15", "Sept. 16", False),
        ("September 2005", "Sept. 2005", True),
        ("September 2005", "September 2006", False),
        ("9/10/2005", "10 September 2005", True),
        ("9/10/2005", "9 October 2005", True),
        ("9/15/05", "15.9.2005", True),
        ("2005-09-15", "September 15", True),
        ("2005-09-15", "September 14", False),
        ("2005 - 09 - 15", "15 September 2005", True),
        ("15 - 09 - 2005", "9/15/2005", True),
        ("2005 - 09 - 15", "2005 - 09 - 16", False),
    ],
)
def test_same_date(one, other, same):
    (first,), (second,) = dates(one.split(), ENGLISH), dates(other.split(), ENGLISH)
    assert equal_amounts(first, second) is equal_amounts(second, first) is same


@pytest.mark.parametrize(
    "text", ["September", "15", "13/13/2005", "1.2.3", "a 2005", "", "3 - 4 - 05"]
)
def test_no_date(text):
    assert dates(text.split(), ENGLISH) == []


def test_parts_of_a_date():
    words = "on the 15th of September , 2005 .".split()
    (found,) = dates(words, ENGLISH)
    assert (found.start, found.end) == (2, 7)
    parts = [date_part(word, ENGLISH)[0] for word in words[2:7]]
    assert parts == ["day", "", "month", "", "year"]


def test_named_times():
    march, day = (named_time([word], 0, ENGLISH) for word in ("March", "Wednesday"))
    assert (march.dimension, march.low, march.high, march.cycle) == ("date", 62, 92, 372)
    assert (day.dimension, day.low, day.high) == ("weekday", 2, 2)
    assert named_time(["tomorrow"], 0, ENGLISH) is None


def test_calendar_names():
    assert calendar_name("Sept.", ENGLISH) == calendar_name("sep", ENGLISH) == "september"
    assert calendar_name("Sat", ENGLISH) == calendar_name("sat.", ENGLISH) == "saturday"
    assert calendar_name("sat", ENGLISH) is calendar_name("cat", ENGLISH) is None
