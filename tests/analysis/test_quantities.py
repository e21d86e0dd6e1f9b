"""Quantifiers over hand-made parses: from how many to how many, and what entails what."""

from itertools import product

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

import spacy_paraphrase
from examples import sentence
from spacy_paraphrase.analysis.amounts import amounts
from spacy_paraphrase.analysis.quantities import unquantified
from spacy_paraphrase.analysis.reading import analyse
from spacy_paraphrase.analysis.sentence import Sentence, sentences
from spacy_paraphrase.lang import language_data

BLANK = spacy.blank("en")
ENGLISH = language_data("en")


def quantities(parsed_side):
    return analyse(parsed_side).counts


@pytest.mark.parametrize(
    ("words", "low", "high"),
    [
        ("three", 3, 3),
        ("at least three", 3, float("inf")),
        ("no more than 12", 0, 12),
        ("fewer than six", 0, 6),
        ("several", 3, float("inf")),
        ("a few", 2, float("inf")),
        ("a maximum of three", 0, 3),
        ("a minimum of three", 3, float("inf")),
    ],
)
def test_intervals(words, low, high):
    *before, last = words.split()
    n = len(before)
    rows = [f"{word} {word} ADV {n + 1} advmod" for word in before]
    rows += [f"{last} {last} NUM {n + 1} nummod", f"dogs dog NOUN {n + 1} ROOT"]
    found = quantities(sentence("\n".join(rows)))[n + 1]
    assert (found.low, found.high) == (pytest.approx(low), pytest.approx(high))


@pytest.mark.parametrize("unit", ["week", "centimetre", "gram", "century", "millimetre"])
def test_limits_of_measures(unit):
    """Whatever the unit: more than three may be three, as with dogs, and cannot be less."""

    def one(*before):
        n = len(before)
        rows = [f"{word} {word} ADV {n} advmod" for word in before]
        rows += [f"three three NUM {n + 1} nummod", f"{unit}s {unit} NOUN {n + 1} ROOT"]
        return quantities(sentence("\n".join(rows)))[n + 1]

    exact, more, less = one(), one("more", "than"), one("less", "than")
    assert not exact.excludes(more)
    assert not exact.excludes(less)
    assert more.excludes(less)
    assert not more.entails(exact)


def test_what_quantifiers_entail():
    def one(word, pos="DET", noun="dogs"):
        parsed_side = sentence(f"{word} {word} {pos} 1 det\n{noun} dog NOUN 1 ROOT")
        return quantities(parsed_side).get(1) or unquantified(parsed_side, 1)

    for more, less in (("every", "some"), ("every", "most"), ("most", "some"), ("several", "a")):
        assert one(more).entails(one(less))
        assert not one(less).entails(one(more))
    assert one("three", "NUM").entails(one("some"))
    assert not one("some").entails(one("three", "NUM"))
    assert one("three", "NUM").excludes(one("four", "NUM"))
    assert one("few").excludes(one("many"))
    assert one("one", "NUM").entails(one("a"))
    assert one("a").entails(one("one", "NUM"))
    assert one("red", "ADJ", "dog").entails(one("one", "NUM"))


@pytest.mark.parametrize(
    ("rows", "low", "high"),
    [
        ("Dozens dozen NOUN 0 ROOT\nof of ADP 0 prep\ndogs dog NOUN 1 pobj", 24, float("inf")),
        ("a a DET 2 det\nsingle single ADJ 2 amod\ndogs dog NOUN 2 ROOT", 1, 1),
        ("only only ADV 2 advmod\na a DET 2 det\ndogs dog NOUN 2 ROOT", 1, 1),
    ],
)
def test_nouns_and_adjectives_that_quantify(rows, low, high):
    found = quantities(sentence(rows))[2]
    assert (found.low, found.high, found.number) == (low, high, True)


# -- Real sentences --------------------------------------------------------------------------------


def read(nlp, *texts):
    """Return the one quantity of each text that is no article: an amount, a number or a time."""
    found = []
    for text in texts:
        every = analyse(Sentence(nlp(text)[:])).quantities.values()
        (one,) = (q for q in every if q.number)
        found.append(one)
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The rope is 100 cm long.", "The rope is 1 m long."),
        ("The bag weighs 900 g.", "The bag weighs 0.9 kg."),
        ("It was 41 °F outside.", "It was 5 °C outside."),
        ("Prices rose by 9 percent.", "Prices rose 9 percent."),
        ("Reply within two weeks.", "Reply within 14 days."),
        ("He left on 15 September 2005.", "He left on 9/15/2005."),
        ("No more than five people came.", "At most five people came."),
        ("She bought a dozen eggs.", "She bought twelve eggs."),
    ],
)
def test_one_quantity_in_two_forms(nlp, one, other):
    first, second = read(nlp, one, other)
    assert first.entails(second)
    assert second.entails(first)
    assert not first.excludes(second)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The rope is 100 cm long.", "The rope is 100 m long."),
        ("It was 5 °C outside.", "It was 5 °F outside."),
        ("It costs 5 euros.", "It costs 5 dollars."),
        ("Profit rose to $9 million.", "Profit rose to $7 million."),
        ("No more than five people came.", "More than five people came."),
        ("She left on Monday.", "She left on Tuesday."),
        ("She left in March.", "She left on 3 April 2001."),
        ("She left in 1984.", "She left in the 1990s."),
        ("The train leaves at noon.", "The train leaves at 3 pm."),
        ("The shop is closed until Monday.", "The shop is closed until Friday."),
    ],
)
def test_quantities_that_exclude_each_other(nlp, one, other):
    first, second = read(nlp, one, other)
    assert first.excludes(second)
    assert second.excludes(first)
    assert not first.entails(second)
    assert not second.entails(first)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It costs 5 euros.", "It costs 7 dollars."),
        ("Prices rose by 9 percent.", "Prices rose to 9 percent."),
        ("Profit rose from $9 million.", "Profit rose to $9 million."),
        ("The shop was closed since Monday.", "The shop was closed until Monday."),
        ("The shop was closed until Monday.", "The shop was closed on Monday."),
        ("The report is due by Friday.", "The report is due on Friday."),
        ("It was built before 1990.", "It was built before 1980."),
        ("Returns are accepted within 10 days.", "Returns are accepted within 60 days."),
        ("You may cancel within 10 days.", "You may cancel within 60 days."),
        ("She left on 15 September.", "She left in 2005."),
    ],
)
def test_quantities_that_say_nothing_of_each_other(nlp, one, other):
    first, second = read(nlp, one, other)
    for left, right in ((first, second), (second, first)):
        assert not left.entails(right)
        assert not left.excludes(right)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("She left on 15 September 2005.", "She left in September 2005."),
        ("She left on 15 September 2005.", "She left in 2005."),
        ("She left on 15 September 2005.", "She left in September."),
        ("She left in 1994.", "She left in the 1990s."),
        ("The parcel came within 10 days.", "The parcel came within 60 days."),
        ("Tenants must reply within 10 days.", "Tenants must reply within 20 days."),
        ("Thirty people came.", "At least 20 people came."),
    ],
)
def test_what_lies_within(nlp, one, other):
    first, second = read(nlp, one, other)
    assert first.entails(second)
    assert not second.entails(first)
    assert not first.excludes(second)


def test_roles_and_what_quantities_are_of(nlp):
    def parts(text):
        side = Sentence(nlp(text)[:])
        found = analyse(side).quantities.values()
        return [(side.words[q.token], q.role, side.words[q.of]) for q in found if q.number]

    assert parts("The rate fell from 7 percent to 5 percent.") == [
        *(("7", "from", "percent"), ("5", "to", "percent")),
    ]
    assert parts("It grew from 5 shops to 9 shops.")[1] == ("9", "to", "shops")
    # What is given to five people is no change to five.
    assert parts("He gave it to five people.") == [("five", "", "people")]
    assert parts("It was seen by 9 percent.") == [("9", "", "percent")]
    assert parts("Half of the shops were closed.") == [("half", "", "shops")]
    assert parts("Smith, 45, was arrested.") == [("45", "", "smith")]
    # The parser takes such a number for a measure.
    text = "I was charged once for order 4471 and want a replacement."
    assert parts(text) == [("4471", "", "order")]


# -- Properties ------------------------------------------------------------------------------------

BOUNDS = ("", "at least ", "at most ", "more than ", "less than ", "exactly ", "about ", "up to ")
UNITS = ("", " km", " m", " hours", " minutes", " dollars", " euros", " percent", " °C", " °F")
FORMS = ("{}", "from {}", "to {}", "by {}", "within {}", "since {}", "until {}", "before {}")


@st.composite
def quantity(draw, forms=FORMS, units=UNITS, bounds=BOUNDS):
    """A quantity as it is read of an untagged text."""
    number = draw(st.integers(0, 60) | st.sampled_from(["2.5", "1,200", "three", "twenty-one"]))
    text = draw(st.sampled_from(forms)).format(
        f"{draw(st.sampled_from(bounds))}{number}{draw(st.sampled_from(units))}"
    )
    found = analyse(Sentence(BLANK(text)[:])).counts
    return next(q for q in found.values() if q.number)


times = st.sampled_from(
    [
        next(iter(analyse(Sentence(BLANK(text)[:])).dates.values()))
        for text in (
            *("in 1994", "since 1994", "the 1990s", "5/6/1994", "June 5 , 1994", "June 1994"),
            *("June 5", "before June 5", "until 6/5/1994", "15 June", "the 20th century"),
        )
    ]
)


@given(quantity() | times)
def test_a_quantity_entails_itself(one):
    assert one.entails(one)
    assert not one.excludes(one)


@given(quantity() | times, quantity() | times)
def test_exclusion_is_mutual_and_never_beside_entailment(one, other):
    assert one.excludes(other) == other.excludes(one)
    assert not (one.excludes(other) and one.entails(other))


@given(*[quantity(forms=("{}",), units=("",), bounds=BOUNDS[:6]) for _ in range(3)])
def test_entailment_is_transitive(one, two, three):
    whole = [q for q in (one, two, three) if q.step >= 1]
    if len(whole) == 3 and one.entails(two) and two.entails(three):
        assert one.entails(three)


@given(st.lists(st.sampled_from([*"5 m g % $ ° c and half a of 1/2 3:30 May '".split(), "", "."])))
def test_any_words_are_read(words):
    doc = Doc(BLANK.vocab, words=[word or " " for word in words])
    side = Sentence(doc[:])
    for token, found in analyse(side).quantities.items():
        assert 0 <= token < len(side)
        assert {found.token, found.of, *found.tokens, *found.opener} <= set(range(len(side)))
        assert found.low <= found.high


@pytest.mark.parametrize("dimension", ENGLISH.measures)
def test_units_are_converted(dimension):
    """So many of one unit are as many of any other one as the table says."""
    names = ENGLISH.measures[dimension]
    for (unit, factor), (unit2, factor2) in product(names.items(), names.items()):
        count = 6 * factor / factor2
        one, other = amounts(["6", unit], ENGLISH), amounts([f"{count:.12f}", unit2], ENGLISH)
        if one and other and one[0].dimension == other[0].dimension == dimension:
            assert one[0].low == pytest.approx(other[0].low, rel=1e-6)


DENIED = [
    ("The room did not hold more than 50 people.", 0, 50),
    ("You may not bring more than two guests.", 0, 2),
    ("The price is not over $50.", 0, 50),
    ("The wall isn't more than two metres long.", 0, 2),
    ("The firm does not employ fewer than 100 people.", 100, float("inf")),
    ("There are not less than 20 seats.", 20, float("inf")),
]


@pytest.mark.parametrize(("text", "low", "high"), DENIED)
def test_a_denied_comparison_is_the_other_bound(nlp, text, low, high):
    side = Sentence(nlp(text)[:])
    (found,) = (q for q in quantities(side).values() if q.number)
    assert (found.low, found.high) == pytest.approx((low, high))
    assert not any(op.negative for op in analyse(side).scopes)


@pytest.mark.parametrize(
    "text",
    [
        "He has not eaten for more than two days.",
        "The mayor did not say that more than 50 people came.",
        "They did not sell more than 20 cars in less than three days.",
    ],
)
def test_what_denies_more_than_a_comparison_stays_a_denial(nlp, text):
    assert any(op.negative for op in analyse(Sentence(nlp(text)[:])).scopes)


@pytest.mark.parametrize(
    ("source", "target", "entails"),
    [
        ("The rent is $900 a month.", "The rent is $900.", True),
        ("The rent is $900.", "The rent is $900 a month.", False),
        ("The rent is $1,200 a month.", "The rent is $14,400 a year.", True),
        ("He works 8 hours a day.", "He works eight hours daily.", True),
        ("He works 8 hours a day.", "He works eight hours weekly.", False),
    ],
)
def test_numbers_in_a_period(source, target, entails):
    one, other = (
        next(q for q in analyse(side).quantities.values() if q.dimension)
        for side in sentences(spacy_paraphrase.compare(source, target))
    )
    assert one.entails(other) is entails


def test_a_time_ago_is_no_period():
    doc = spacy_paraphrase.compare("He paid $900 a week ago.", "He paid.")
    found = analyse(sentences(doc)[0]).quantities.values()
    assert [quantity.per for quantity in found if quantity.dimension == "money"] == [0.0]
