"""What both sentences say: what is kept of a clause, what is left out, what is refused."""

import pytest

from tables import table

ROWS = table(__file__, "intersections")


@pytest.fixture(scope="module")
def fused(fuse_all):
    return fuse_all((row["source"], row["target"]) for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["source"])
def test_intersections(fused, row):
    found = fused[row["source"], row["target"]]["intersection"]
    assert found.text == row["expected"], row["what"]


# A number keeps its unit or currency, wherever that stands, and a date its parts.
MEASURES = [
    ("It costs $1,500.", "It costs 1500 dollars.", ("$1,500.", "1500 dollars.")),
    ("She paid €5 for the book.", "She paid 5 euros for a book.", ("€5", "5 euros")),
    ("The firm lost £10m on Monday.", "The firm lost 10 million pounds.", ("10 million pounds",)),
    ("The rent costs USD 900.", "The rent costs $900.", ("USD 900", "$900")),
    (
        "The bill was due on 28/11/2025.",
        "The bill was due on 28 November 2025.",
        ("28/11/2025", "28 November 2025"),
    ),
]


@pytest.mark.parametrize(("source", "target", "expected"), MEASURES)
def test_a_measure_is_kept_whole(fuse, source, target, expected):
    text = fuse(source, target)["intersection"].text
    assert any(measure in text for measure in expected)


def test_a_bound_keeps_what_denies_it(fuse):
    source = "The trip must not take more than three hours."
    fused = fuse(source, "The trip must take at most three hours.")
    assert fused["intersection"].text in (source, "The trip must take at most three hours.")


MARKS = [
    ("The mayor, a nurse, resigned on Friday.", "The mayor, a nurse, resigned."),
    ("On Friday, in Leeds, the mayor resigned.", "On Friday, the mayor resigned."),
    ("The mayor (a nurse) resigned on Friday.", "The mayor resigned."),
    ("He sold farms as well as old mills.", "He sold farms as well as mills."),
]


@pytest.mark.parametrize(("whole", "expected"), MARKS)
def test_marks_stay_with_what_they_set_off(fuse, whole, expected):
    assert fuse(whole, expected)["intersection"].text == expected


# A side as it stands is what both say only if the other side entails it: else what the other side
# does not say is cut off, if a sentence is left.
UNSHARED = [
    ("Few guests danced.", "Few guests danced a waltz.", {""}),
    (
        "No firm here pays income tax.",
        "No firm here pays tax.",
        {"", "No firm here pays income tax."},
    ),
    ("Turnout rose by 60 percent.", "Turnout rose to 60 percent.", {"", "Turnout rose."}),
    (
        "Leyla repaid the loan within five years.",
        "Leyla repaid the loan after five years.",
        {"Leyla repaid the loan."},
    ),
    (
        "The port was busy until the war.",
        "The port was busy after the war.",
        {"The port was busy."},
    ),
    ("You never call.", "You rarely call.", {"", "You rarely call."}),
]


@pytest.mark.parametrize(("source", "target", "expected"), UNSHARED)
def test_what_only_one_side_says_is_not_shared(fuse, source, target, expected):
    assert fuse(source, target)["intersection"].text in expected
    assert fuse(target, source)["intersection"].text in expected
