"""What a sentence can do without, what holds together in it, and what a parser reads otherwise."""

import pytest
from spacy.tokens import Doc

from spacy_paraphrase.analysis.cohesion import unparted
from spacy_paraphrase.analysis.omission import is_left_incomplete
from spacy_paraphrase.analysis.rereading import reread
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.analysis.word_place import form_at, is_bound, replaceable_words


@pytest.mark.parametrize(
    ("text", "gone", "incomplete"),
    [
        ("The old bridge fell.", "old", False),
        ("The bridge was built in 1901.", "in 1901", True),
        ("It is a hospital for children.", "for children", True),
        ("The small dog barked loudly.", "loudly", False),
        ("The dog slept.", "slept", True),
    ],
)
def test_some_words_say_nothing_without_what_is_left_out(nlp, text, gone, incomplete):
    sentence = Sentence(nlp(text)[:])
    missing = [i for i, word in enumerate(sentence.texts) if word in gone.split()]
    assert is_left_incomplete(sentence, missing) == incomplete


def test_nothing_parts_what_is_written_in_one_nor_a_term(blank):
    words, spaces = ["semi", "-", "final", "ticket", "office"], [False, False, True, True, False]
    sentence = Sentence(Doc(blank.vocab, words=words, spaces=spaces)[:])
    assert unparted(sentence) == [False, True, True, False, False, False]
    assert unparted(sentence, [range(3, 5)]) == [False, True, True, False, True, False]


def test_a_changed_reading_is_grave_where_it_changes_who_does_what(blank):
    def read(heads, deps):
        words = ["dogs", "see", "cats"]
        return Sentence(Doc(blank.vocab, words=words, heads=heads, deps=deps)[:])

    source, places = read([1, 1, 1], ["nsubj", "ROOT", "dobj"]), {0: 0, 1: 1, 2: 2}
    assert reread(source, source, places, {}) == ([], [], 3)
    other = read([2, 1, 1], ["compound", "ROOT", "dobj"])
    assert reread(source, other, places, {}) == ([0], [0], 3)
    renamed = read([1, 1, 1], ["dobj", "ROOT", "dobj"])
    assert reread(source, renamed, places, {}) == ([0], [], 3)


def test_a_place_asks_for_a_form_and_company(nlp):
    sentence = Sentence(nlp("The men were required to take off old hats.")[:])
    found = dict(replaceable_words(sentence))
    words = {sentence.texts[i]: pos for i, pos in found.items()}
    assert words == {"men": "NOUN", "required": "VERB", "old": "ADJ", "hats": "NOUN"}
    place = sentence.texts.index("men")
    assert form_at(sentence, range(place, place + 1))[:2] == ("NNS", "NOUN")
    assert is_bound(sentence, sentence.texts.index("required"))
    assert not is_bound(sentence, sentence.texts.index("old"))
