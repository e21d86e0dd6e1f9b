"""Constituents on trees given by hand, and on sentences that are parsed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import sentence
from spacy_paraphrase.analysis.reading import analyse
from spacy_paraphrase.analysis.sentence import Sentence

# Words with head and label, and what might belong to the phrase of the word named.
READINGS = [
    (
        "She/1/nsubj saw/1/ROOT the/3/det man/1/dobj with/1/prep the/6/det dog/4/pobj",
        *("man", "with the dog"),
    ),
    (
        "They/1/nsubj sell/1/ROOT fruit/1/dobj and/2/cc nuts/2/conj from/1/prep Iran/5/pobj",
        *("nuts", "from Iran"),
    ),
    (
        "He/1/nsubj met/1/ROOT friends/1/dobj on/1/prep Monday/3/pobj in/1/prep Rome/5/pobj",
        *("friends", "on Monday in Rome"),
    ),
    ("A/1/det plan/3/nsubj that/3/mark failed/3/ROOT", "plan", ""),
    (
        "We/1/nsubj need/1/ROOT a/3/det tool/1/dobj to/5/aux cut/1/advcl wood/5/dobj",
        *("tool", "to cut wood"),
    ),
    ("Rain/1/nsubj fell/1/ROOT ./1/punct", "Rain", ""),
]


@pytest.mark.parametrize(("text", "word", "expected"), READINGS)
def test_what_stands_behind_a_phrase_might_belong_to_it(text, word, expected):
    items = (item.split("/") for item in text.split())
    side = sentence("\n".join(f"{word} {word} X {head} {dep}" for word, head, dep in items))
    row = analyse(side).sites[side.texts.index(word)]
    assert " ".join(t for t, near in zip(side.texts, row, strict=True) if near) == expected


# -- Sentences that are parsed ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def read(nlp):
    """The constituents of a text by their heads, and the words of some tokens."""

    def of(text):
        doc = nlp(text)
        found = analyse(Sentence(doc[:])).constituents
        return {doc[each.head].text: each for each in found}, lambda some: [
            doc[i].text for i in some
        ]

    return of


ASIDES = [
    ("Ann, a nurse, met Ben.", "nurse", ["a", "nurse"], [1, 4]),
    ("Ann, 60, a nurse, met Ben.", "60", ["60"], [1]),
    ("Ann, 60, a nurse, met Ben.", "nurse", ["a", "nurse"], [3]),
    ("However, Ann met Ben.", "However", ["However"], [1]),
    ("The old bridge, built in 1901, was closed.", "built", ["built", "in", "1901"], [3, 7]),
    ("The rule (which is old) was changed.", "is", ["which", "is", "old"], [2, 6]),
    ("A man, tall and pale, smiled.", "tall", ["tall", "and", "pale"], [2, 6]),
]


@pytest.mark.parametrize(("text", "head", "tokens", "marks"), ASIDES)
def test_asides_and_the_marks_that_set_them_off(read, text, head, tokens, marks):
    found, words = read(text)
    assert found[head].parenthetical
    assert words(found[head].tokens) == tokens
    assert list(found[head].punctuation) == marks


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("Ann met Ben, Eva and Tom.", "Eva"),
        ("On Monday, Ann met Ben.", "Ann"),
        ("The man who left was tall.", "left"),
        ("A tall, pale man smiled.", "tall"),
        ('"It rains", she said.', "rains"),
    ],
)
def test_what_is_no_aside(read, text, head):
    assert not read(text)[0][head].parenthetical


def test_marks_of_conjuncts_quotations_and_sentences(read):
    found, _ = read('Ann met Ben, Eva and the "old" Tom.')
    assert found["Eva"].punctuation == (3,)
    assert found["old"].punctuation == (7, 9)
    assert found["met"].punctuation == (11,)


def test_members_of_a_coordination(read):
    found, words = read("Ann met Ben, Eva and Tom.")
    assert words(found["Ben"].members) == ["Eva", "Tom"]
    assert words(found["Tom"].members) == ["Ben", "Eva"]
    assert found["Ann"].members == ()


OBLIGATORY = [
    # A text, what is needed in it, and what is not.
    ("They depend on coal in Ohio.", "on", "in"),
    ("The old men ate soup quickly.", "soup", "quickly"),
    ("The men who slept ate soup.", "men", "slept"),
    ("The bridge was closed by Ann.", "was", "by"),
    ("He put the keys in it yesterday.", "keys", "yesterday"),
]


@pytest.mark.parametrize(("text", "needed", "optional"), OBLIGATORY)
def test_what_words_need(read, text, needed, optional):
    found, _ = read(text)
    assert found[needed].obligatory > 0.5 > found[optional].obligatory


def test_what_a_word_needs_depends_on_its_form(read):
    one, other = read("The old cat slept.")[0], read("The old cats slept.")[0]
    assert one["The"].obligatory > other["The"].obligatory
    one, other = read("They sleep.")[0], read("They want to sleep.")[0]
    assert one["They"].obligatory > 0.9
    assert other["want"].obligatory == 1.0


def test_where_else_a_phrase_might_hang(read):
    found, words = read("She saw the man with the dog.")
    assert {*words(found["with"].sites), words([found["with"].above])[0]} == {"saw", "man"}
    assert found["dog"].sites == ()


# -- Made-up trees ---------------------------------------------------------------------------------

ROLES = ("nsubj", "dobj", "prep", "pobj", "amod", "conj", "cc", "appos", "relcl", "advmod", "punct")
TEXTS = (*("ann", "dog", "red", "runs", "in"), *(",", ",", "(", ")", '"', "-", ".", "$"))


@st.composite
def made_up(draw):
    """A tree over some words and marks, projective or not."""
    n = draw(st.integers(1, 14))
    rows = []
    root = draw(st.integers(0, n - 1))
    order = draw(st.permutations(range(n)))
    order = [root, *(i for i in order if i != root)]
    heads = {root: root}
    for k, i in enumerate(order[1:], 1):
        heads[i] = order[draw(st.integers(0, k - 1))]
    for i in range(n):
        text = draw(st.sampled_from(TEXTS))
        label = "ROOT" if i == root else draw(st.sampled_from(ROLES))
        pos = draw(st.sampled_from(("NOUN", "PROPN", "VERB", "ADJ", "PUNCT", "PRON", "ADP")))
        rows.append(f"{text} {text} {pos} {heads[i]} {label}")
    return sentence("\n".join(rows))


@given(made_up())
def test_properties_of_constituents(side):
    found = analyse(side).constituents
    assert [each.head for each in found] == list(range(len(side)))
    owners = {}
    for i, each in enumerate(found):
        assert each.tokens == tuple(side.subtree(i))
        assert each.above == side.heads[i]
        assert 0 <= each.obligatory <= 1
        assert i not in each.members
        assert i not in each.sites
        for member in each.members:
            assert i in found[member].members
        for mark in each.punctuation:
            assert owners.setdefault(mark, i) == i
            assert not side.texts[mark].isalnum()
        if each.parenthetical:
            assert each.above >= 0


@given(made_up())
def test_properties_of_mentions(side):
    found = {each.head: each for each in analyse(side).mentions}
    for head, each in found.items():
        assert head in each.tokens
        assert list(each.tokens) == sorted(set(each.tokens))
        assert set(each.name).isdisjoint(each.titles)
        assert (each.kind == "name") == bool(each.name)
        assert set(each.may_be) <= set(found) - {head}


@given(made_up())
def test_properties_of_words(side):
    found = analyse(side)
    assert len(found.words) == len(found.written) == len(found.meant) == len(side)
    for i, word in enumerate(found.words):
        assert i in found.written[i]
        assert 0 <= found.meant[i] < len(side)
        assert word.category
