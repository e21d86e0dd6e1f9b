"""A draft as text: agreement, capitals, articles, blanks."""

import pytest

from spacy_paraphrase.fusion.draft import draft_of
from spacy_paraphrase.fusion.realisation import is_plural, realise, sounds_vowel
from spacy_paraphrase.fusion.wording import leave_out
from spacy_paraphrase.lang import LanguageData, language_data


def test_a_side_as_it_stands_reads_as_it_is(graph):
    text = "He said: \"It's 5% (or $3,000) off\" – isn't that a well-known trick?"
    found = graph(text, "A cat sleeps.")
    draft = draft_of(found, found.source)
    assert realise(found, draft).text == text


def test_article_and_capital_follow_the_new_order(graph):
    found = graph("An old oak fell.", "A tree fell.")
    whole = draft_of(found, found.source)
    shorter = leave_out(found, found.source[1].i, whole)
    assert realise(found, shorter).text == "An oak fell."
    shorter = leave_out(found, found.source[0].i, whole)
    assert realise(found, shorter).text == "Old oak fell."
    found = graph("A long honest hour passed.", "An urgent union met.")
    for side, text in (
        (found.source, "An honest hour passed."),
        (found.target, "A union met."),
    ):
        shorter = leave_out(found, side[1].i, draft_of(found, side))
        assert realise(found, shorter).text == text


AGREEMENT = {
    "a subject that has grown": (
        "Anna was invited.",
        "Anna and Peter were invited.",
        "Anna and Peter were invited.",
    ),
    "a verb in the present": (
        "Anna lives in Oslo.",
        "Anna and Peter live in Oslo.",
        "Anna and Peter live in Oslo.",
    ),
    "a perfect": (
        "The dog has slept.",
        "The dog and the cat have slept.",
        "The dog and the cat have slept.",
    ),
    "a modal verb has one form": (
        "The dog can sleep.",
        "The dog and the cat can sleep.",
        "The dog and the cat can sleep.",
    ),
}


@pytest.mark.parametrize("case", AGREEMENT.values(), ids=AGREEMENT)
def test_agreement(merged, case):
    frame, other, expected = case
    assert merged(frame, other) == expected


CAPITALS = {
    "a word that no longer begins": (
        "The train arrived.",
        "Yesterday the train arrived.",
        "Yesterday, the train arrived.",
    ),
    "a name keeps its capital": (
        "Anna sang.",
        "Yesterday Anna sang.",
        "Yesterday, Anna sang.",
    ),
    "so does I": ("I sing.", "On Sundays I sing.", "On Sundays, I sing."),
    "a sentence without capital stays so": (
        "the train arrived .",
        "yesterday the train arrived .",
        "yesterday, the train arrived .",
    ),
}


@pytest.mark.parametrize("case", CAPITALS.values(), ids=CAPITALS)
def test_capitals(merged, case):
    frame, other, expected = case
    assert merged(frame, other) == expected


@pytest.mark.parametrize(
    ("sentence", "subject", "expected"),
    [
        ("Dogs are barking.", 0, True),
        ("They bark.", 0, True),
        ("It barks.", 0, False),
        ("Dogs and cats sleep.", 0, True),
        ("A dog and a cat sleep.", 1, True),
        ("A dog or a cat sleeps.", 1, None),
        ("All sleep.", 0, None),
    ],
)
def test_number_of_a_subject(graph, sentence, subject, expected):
    found = graph(sentence, "It rains.")
    assert is_plural(found, subject, found.children[subject]) is expected


def test_beginnings_in_another_language():
    english = language_data("en")
    assert [
        sounds_vowel(word, english) for word in ("heir", "eulogy", "8", "80", "1800", "US")
    ] == [*(True, False, True, True, False, False)]
    assert not sounds_vowel("apple", LanguageData("xx"))
