"""What kind of word each token is."""

import pytest
import spacy
from spacy.tokens import Doc

from examples import sentence
from spacy_paraphrase.analysis.reading import analyse
from spacy_paraphrase.analysis.sentence import Sentence


@pytest.fixture(scope="module")
def words(nlp):
    """What is read of a sentence, by its tokens."""

    def read(text):
        doc = nlp(text)
        found = analyse(Sentence(doc[:])).words
        return {token.text: word for token, word in zip(doc, found, strict=True)}

    return read


CATEGORIES = [
    ("Ann has seen two old films and she is very happy.", "Ann", "name"),
    ("Ann has seen two old films and she is very happy.", "has", "auxiliary"),
    ("Ann has seen two old films and she is very happy.", "seen", "verb"),
    ("Ann has seen two old films and she is very happy.", "two", "number"),
    ("Ann has seen two old films and she is very happy.", "and", "conjunction"),
    ("Ann has seen two old films and she is very happy.", "is", "auxiliary"),
    ("Ann has a car.", "has", "verb"),
    ("They left because it rained.", "because", "subordinator"),
    ("They did not go to Rome.", "not", "particle"),
    ("It cost $5.", "$", "symbol"),
    ("It cost $5.", ".", "mark"),
]


@pytest.mark.parametrize(("text", "token", "category"), CATEGORIES)
def test_category(words, text, token, category):
    assert words(text)[token].category == category


def test_without_tags_a_capital_inside_a_sentence_makes_a_name():
    side = Sentence(spacy.blank("en")("Here Ann sat.")[:])
    assert [word.category for word in analyse(side).words] == ["", "name", "", ""]


def test_an_auxiliary_stands_for_its_verb(nlp):
    found = analyse(Sentence(nlp("The pumps were switched off.")[:]))
    assert [word.helps for word in found.words] == [False, False, True, False, False, False]
    assert found.meant == (0, 1, 3, 3, 4, 5)
    assert found.particles == {3: 4}


def test_a_light_noun_stands_for_what_it_is_a_part_of(nlp):
    assert analyse(Sentence(nlp("A group of children sang.")[:])).meant == (0, 3, 2, 3, 4, 5)


def test_a_copula_helps_nothing(words):
    assert not words("The door is open.")["is"].helps


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("the semi-final", [(0, 1), (1, 4), (1, 4), (1, 4)]),
        ("Ann's hat", [(0, 2), (0, 2), (2, 3)]),
        ("rule No. 2", [(0, 1), (1, 3), (1, 3), (3, 4)]),
        ("(an answer)", [(0, 1), (1, 2), (2, 3), (3, 4)]),
        ("she isn't in", [(0, 1), (1, 3), (1, 3), (3, 4)]),
    ],
)
def test_what_is_written_as_one_word(nlp, text, written):
    found = analyse(Sentence(nlp(text)[:])).written
    assert [(run.start, run.stop) for run in found] == written


def test_a_mark_at_the_edge_belongs_to_a_word_as_seen_from_itself():
    words, spaces = ["north", "-", "south"], [False, True, False]
    side = Sentence(Doc(spacy.blank("en").vocab, words=words, spaces=spaces)[:])
    assert analyse(side).written == (range(1), range(2), range(2, 3))


def test_clitics(words):
    found = words("Ann's cat isn't in.")
    assert [token for token, word in found.items() if word.clitic] == ["'s", "n't"]


@pytest.mark.parametrize(
    ("text", "informative"),
    [
        ("In May the two men did have it.", {"May", "two", "men"}),
        ("He must not go home without her!", {"go", "home"}),
        ("Nobody became a member of it.", {"became", "member"}),
        ("No one made a call to the others.", {"made", "call", "others"}),
    ],
)
def test_what_is_worth_telling(words, text, informative):
    assert {token for token, word in words(text).items() if word.informative} == informative


def test_calendar_names_and_plurals(words):
    found = words("On Sept. 3 and on Mondays the cats sat.")
    assert (found["Sept."].calendar, found["Mondays"].calendar) == ("september", "monday")
    assert found["sat"].calendar == ""
    assert {token for token, word in found.items() if word.plural} == {"Mondays", "cats"}


def test_how_a_lexicon_has_a_word():
    side = sentence(
        """
        Somebody somebody PRON 1 nsubj
        closed close VERB 1 ROOT
        shops shop NOUN 1 dobj
        """
    )
    found = analyse(side).words
    assert [word.lookup for word in found] == ["NOUN", "VERB", "NOUN"]
    assert [word.as_adjective for word in found] == ["somebody", "closed", "shop"]


def test_prepositions_and_what_words_hang_on(words):
    found = words("They voted against it and went on off the coast.")
    assert (found["against"].governs, found["against"].of) == (True, "verb")
    assert (found["on"].governs, found["off"].governs) == (False, True)
    assert found["voted"].of == ""


def test_words_that_are_alike_are_equal(nlp):
    one, other = (analyse(Sentence(nlp(t)[:])).words for t in ("A cat ran.", "Then a cat sat."))
    assert one[1] == other[2]
    assert one[1] != one[0]
