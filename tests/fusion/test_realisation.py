"""A draft as text: agreement, capitals, articles, blanks."""

import pytest

from spacy_paraphrase.fusion.draft import draft_of, words_of
from spacy_paraphrase.fusion.realisation import realise, sounds_vowel
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
    shorter = leave_out(found.source[1].i, whole)
    assert realise(found, shorter).text == "An oak fell."
    shorter = leave_out(found.source[0].i, whole)
    assert realise(found, shorter).text == "Old oak fell."
    found = graph("A long honest hour passed.", "An urgent union met.")
    for side, text in (
        (found.source, "An honest hour passed."),
        (found.target, "A union met."),
    ):
        shorter = leave_out(side[1].i, draft_of(found, side))
        assert realise(found, shorter).text == text


AGREEMENT = {
    "a subject that has grown": (
        "Anna was invited to the party.",
        "Anna and Peter were invited.",
        "Anna and Peter were invited to the party.",
    ),
    "a verb in the present": (
        "Anna lives in Oslo near the harbour.",
        "Anna and Peter live in Oslo.",
        "Anna and Peter live in Oslo near the harbour.",
    ),
    "a perfect": (
        "The dog has slept on the sofa.",
        "The dog and the cat have slept.",
        "The dog and the cat have slept on the sofa.",
    ),
    "a modal verb has one form": (
        "The dog can sleep on the sofa.",
        "The dog and the cat can sleep.",
        "The dog and the cat can sleep on the sofa.",
    ),
}


@pytest.mark.parametrize("case", AGREEMENT.values(), ids=AGREEMENT)
def test_agreement(fuse, case):
    source, target, expected = case
    assert fuse(source, target)["union"].text == expected


CAPITALS = {
    "a word that no longer begins": (
        "The train arrived.",
        "Because it snowed, a train stopped.",
        "Because it snowed, the train arrived.",
    ),
    "a name keeps its capital": (
        "Anna sang.",
        "Because it snowed, Anna stopped.",
        "Because it snowed, Anna sang.",
    ),
    "so does I": ("I sing.", "Because it snowed, I stopped.", "Because it snowed, I sing."),
    "a sentence without capital stays so": (
        "the train arrived.",
        "because it snowed, a train stopped.",
        "because it snowed, the train arrived.",
    ),
}


@pytest.mark.parametrize("case", CAPITALS.values(), ids=CAPITALS)
def test_capitals(graph, case):
    """What the first four tokens of the other sentence make of the frame."""
    frame, other, expected = case
    found = graph(frame, other)
    draft, start = draft_of(found, found.source), found.target.start
    opening = words_of(found, range(start, start + 4))
    assert realise(found, draft.insert(0, opening, {})).text == expected


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
    assert found.number(subject) is expected


def test_beginnings_in_another_language():
    english = language_data("en")
    assert [
        sounds_vowel(word, english) for word in ("heir", "eulogy", "8", "80", "1800", "US")
    ] == [*(True, False, True, True, False, False)]
    assert not sounds_vowel("apple", LanguageData("xx"))
