"""What fills which slot of a side: dates, names, numbers, and how alone."""

from spacy_paraphrase.analysis.reading import analyse
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.analysis.slots import counted


def fillers(nlp, text):
    side = Sentence(nlp(text)[:])
    return {side.words[i]: filler for i, filler in analyse(side).fillers.items()}


def test_slots_are_roles_over_prepositions(nlp):
    found = fillers(nlp, "Mary Jones left Oslo at noon on Monday.")
    assert {word: filler.kind for word, filler in found.items()} == {
        **{"mary": "name", "jones": "name", "oslo": "name"},
        **{"noon": "number", "monday": "date"},
    }
    assert found["oslo"].roles == ("object",)
    # At, in or near a place or a time is one role.
    assert found["noon"].roles == found["monday"].roles
    assert found["mary"].before == "name"
    assert found["jones"].titled


def test_what_is_one_of_several_is_not_alone(nlp):
    found = fillers(nlp, "Oslo and Rome are cities.")
    assert not found["oslo"].alone
    assert fillers(nlp, "Police searched the Microsoft office.")["microsoft"].alone


def test_who_says_something(nlp):
    assert fillers(nlp, "Powell said that he was ill.")["powell"].speaks
    assert not fillers(nlp, "Powell won the race.")["powell"].speaks


def test_where_a_quantity_stands(nlp):
    side = Sentence(nlp("Hundreds of late flights were cancelled by two more airlines.")[:])
    places = {
        side.words[token]: counted(side.syntax, token, quantity)
        for token, quantity in analyse(side).counts.items()
    }
    assert side.words[places["flights"].top] == "hundreds"
    assert [[side.words[t] for t in phrase] for phrase in places["flights"].modifiers] == [["late"]]
    assert places["airlines"].others
    assert not places["flights"].others
