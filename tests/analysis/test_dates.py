import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.analysis.dates import calendar_name, dates, may_agree, same_date
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
        assert (day.year, day.month, day.day) in found.readings


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
    ],
)
def test_same_date(one, other, same):
    (first,), (second,) = dates(one.split(), ENGLISH), dates(other.split(), ENGLISH)
    assert same_date(first, second) is same


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        ("January 1996", "Jan. 12, 1996", True),
        ("January 1996", "Jan. 12, 1997", False),
        ("January 12", "January 1996", True),
        ("January 12", "Jan. 13, 1996", False),
    ],
)
def test_dates_that_may_agree(one, other, agree):
    (first,), (second,) = (
        dates(one.split(), ENGLISH),
        dates(other.replace(",", " ,").split(), ENGLISH),
    )
    assert may_agree(first, second) is may_agree(second, first) is agree


@pytest.mark.parametrize("text", ["September", "15", "13/13/2005", "1.2.3", "a 2005", ""])
def test_no_date(text):
    assert dates(text.split(), ENGLISH) == []


def test_parts_of_a_date():
    (found,) = dates("on the 15th of September , 2005 .".split(), ENGLISH)
    assert (found.start, found.end) == (2, 7)
    assert found.parts == ("day", "", "month", "", "year")


def test_calendar_names():
    assert calendar_name("Sept.", ENGLISH) == calendar_name("sep", ENGLISH) == "september"
    assert calendar_name("Sat", ENGLISH) == calendar_name("sat.", ENGLISH) == "saturday"
    assert calendar_name("sat", ENGLISH) is calendar_name("cat", ENGLISH) is None
