"""A draft as text: agreement, capitals, articles, blanks."""

from spacy_paraphrase.generation.draft import draft_of
from spacy_paraphrase.generation.proposers.wording import leave_out
from spacy_paraphrase.generation.realisation import realise, sounds_vowel
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


def test_beginnings_in_another_language():
    english = language_data("en")
    assert [
        sounds_vowel(word, english) for word in ("heir", "eulogy", "8", "80", "1800", "US")
    ] == [*(True, False, True, True, False, False)]
    assert not sounds_vowel("apple", LanguageData("xx"))
