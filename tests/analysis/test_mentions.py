"""What a side speaks of, and which mentions may be one."""

import pytest

from spacy_paraphrase.analysis.reading import analyse
from spacy_paraphrase.analysis.sentence import Sentence


@pytest.fixture(scope="module")
def mentions(nlp):
    """The mentions of a text by their heads, and the words of some tokens."""

    def read(text):
        doc = nlp(text)
        found = analyse(Sentence(doc[:])).mentions
        return {doc[each.head].text: each for each in found}, lambda some: [
            doc[i].text for i in some
        ]

    return read


KINDS = [
    ("A man saw the dog of his neighbour.", {"man": "indefinite", "dog": "definite"}),
    ("A man saw the dog of his neighbour.", {"his": "pronoun", "neighbour": "definite"}),
    ("This firm sued actor George Clooney.", {"firm": "definite", "Clooney": "name"}),
    ("The Microsoft chairman left.", {"Microsoft": "name", "chairman": "definite"}),
    ("The new CEO, Maria Lopez, left.", {"CEO": "definite", "Lopez": "name"}),
]


@pytest.mark.parametrize(("text", "kinds"), KINDS)
def test_kinds(mentions, text, kinds):
    found, _ = mentions(text)
    assert {head: found[head].kind for head in kinds} == kinds


NAMES = [
    ("Prime Minister Tony Blair spoke.", "Blair", ["Tony", "Blair"], ["Prime", "Minister"]),
    ("Dr. Jane Doe spoke.", "Doe", ["Jane", "Doe"], ["Dr."]),
    ("The Bank of England spoke.", "Bank", ["Bank", "of", "England"], []),
    ("He left New York on Friday.", "York", ["New", "York"], []),
]


@pytest.mark.parametrize(("text", "head", "name", "titles"), NAMES)
def test_names_and_titles(mentions, text, head, name, titles):
    found, words = mentions(text)
    assert (words(found[head].name), words(found[head].titles)) == (name, titles)


def test_a_word_of_a_name_is_no_mention_of_its_own(mentions):
    found, _ = mentions("The Bank of England raised rates.")
    assert set(found) == {"Bank", "rates"}


def test_a_phrase_is_told_without_what_is_added_to_it(mentions):
    found, words = mentions("The very old mayor of Lodby, who was ill, left.")
    assert words(found["mayor"].tokens) == ["The", "very", "old", "mayor"]


MAY_BE = [
    # Apposition and titles, either way.
    ("The new CEO, Maria Lopez, left.", "CEO", ["Lopez"]),
    ("The new CEO, Maria Lopez, left.", "Lopez", ["CEO"]),
    ("Maria Lopez, the CEO, left.", "Lopez", ["CEO"]),
    ("Prime Minister Tony Blair spoke.", "Blair", ["Minister"]),
    # Number and gender.
    ("Maria told the boards that she was ill.", "she", ["Maria"]),
    ("The banks told the firm that they were ready.", "they", ["banks"]),
    ("Ann bought a boat, and it sank.", "it", ["boat"]),
    ("Ann met Ben, and they left.", "they", []),
    ("The United Nations and the European Union said they agreed.", "they", ["Union", "Nations"]),
    ("On Monday the firm said that it was ready.", "it", ["firm"]),
    # What is an object of one verb is not its subject, unless it is reflexive.
    ("John told Peter to help him.", "him", ["Peter", "John"]),
    ("John saw him.", "him", []),
    ("John saw himself.", "himself", ["John"]),
    ("The actor met his brother.", "his", ["actor"]),
    # Relative pronouns.
    ("The man who left was tall.", "who", ["man"]),
    # Backwards, out of a clause in front.
    ("When he came home, Ben ate a pie.", "he", ["Ben"]),
    # What stands for nothing, and who speaks.
    ("The firm said it is likely that Ann left.", "it", []),
    ("Ann said that we left.", "we", []),
    # Mentioned again.
    ("A car hit a tree, and the car burned.", "tree", []),
]


@pytest.mark.parametrize(("text", "head", "heads"), MAY_BE)
def test_what_a_mention_may_stand_for(mentions, text, head, heads):
    found, words = mentions(text)
    assert words(found[head].may_be) == heads


def test_a_noun_with_the_may_be_one_that_was_mentioned(nlp):
    doc = nlp("A car hit a tree, and the car burned.")
    last = [each for each in analyse(Sentence(doc[:])).mentions if doc[each.head].text == "car"][1]
    assert last.may_be == (1,)
