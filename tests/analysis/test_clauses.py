"""Clauses: real sentences with the English model, and made-up trees with whatever labels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

from examples import VOCAB
from spacy_paraphrase import make_pair
from spacy_paraphrase.analysis.reading import analyse
from spacy_paraphrase.analysis.sentence import Sentence, sentences
from spacy_paraphrase.lang import language_data

# A sentence, the predicate of one of its clauses, and what is read of that.
READ = [
    ("The boy kicked the ball.", "kicked", {"agent": "boy", "patient": "ball"}),
    ("The ball was kicked by the boy.", "kicked", {"agent": "boy", "patient": "ball"}),
    ("Anna gave Ben a book.", "gave", {"recipient": "Ben", "patient": "book"}),
    ("A car was sold to Ben by Anna.", "sold", {"recipient": "Ben", "agent": "Anna"}),
    ("The clerk was shown the map by the guest.", "shown", {"recipient": "clerk"}),
    ("He bought his sister a bicycle.", "bought", {"recipient": "sister", "patient": "bicycle"}),
    ("The girl sang and danced.", "danced", {"agent": "girl"}),
    ("He wants to leave.", "leave", {"agent": "He"}),
    ("He asked her to leave.", "leave", {"agent": "her"}),
    ("The man who hired Olga left.", "hired", {"agent": "man", "patient": "Olga"}),
    ("The men arrested by police were freed.", "arrested", {"agent": "police", "patient": "men"}),
    ("The house he lived in was sold.", "lived", {"oblique": "house"}),
    ("There is a cat under the table.", "is", {"agent": "cat"}),
    ("It was Tom who broke the window.", "broke", {"agent": "Tom", "patient": "window"}),
    ("The car is red.", "red", {"agent": "car"}),
    ("She was elected president.", "elected", {"patient": "She", "attribute": "president"}),
]
PREPOSITIONS = [
    ("The match was cancelled because of the rain.", "because of", "rain"),
    ("Instead of tea, she drank coffee.", "instead of", "tea"),
    ("The bench is next to the pond.", "next to", "pond"),
    ("The car is in front of the shed.", "in front of", "shed"),
    ("A cat came from behind the house.", "from behind", "house"),
    ("He flew from Paris.", "from", "Paris"),
]
FORMS = [
    ("Iran has closed the strait.", "closed", ("active", "present", "perfect", True)),
    ("Iran will close the strait.", "close", ("active", "future", "", True)),
    ("The ship is due to sail.", "sail", ("active", "future", "", False)),
    ("It is going to rain.", "rain", ("active", "future", "", False)),
    ("The team was winning.", "winning", ("active", "past", "progressive", True)),
    ("It has been raining.", "raining", ("active", "present", "perfect progressive", True)),
    ("The house was sold and rented.", "rented", ("passive", "past", "", True)),
    ("He did not close the door.", "close", ("active", "past", "", True)),
    ("The bridge is being built.", "built", ("passive", "present", "progressive", True)),
]
MODALS = [
    ("Guests may park here.", "park", "possible"),
    ("Guests must park here.", "park", "necessary"),
    ("Guests have to park here.", "park", "necessary"),
    ("Guests are allowed to park here.", "park", "permitted"),
    ("She is able to swim.", "swim", "able"),
    ("They are expected to arrive.", "arrive", "hearsay"),
    ("He tries to sing.", "sing", "intended"),
    ("The minister would resign.", "resign", "conditional"),
    ("Perhaps he left.", "left", "possible"),
    ("The minister resigned.", "resigned", None),
    ("It is likely that prices will rise.", "rise", "probable"),
    ("It is possible that the fire was started.", "started", "possible"),
    ("There is a chance that the team won.", "won", "possible"),
    ("It seems that he left early.", "left", "hearsay"),
    ("There is no chance that the team won.", "won", None),
    ("It is not certain that he won.", "won", None),
]
STANCES = [
    ("The firm says that it is insolvent.", "insolvent", "reported", "firm"),
    ("According to Rita, Hugo stole the car.", "stole", "reported", "Rita"),
    ("If it rains, the match is cancelled.", "rains", "supposed", None),
    ("If it rains, the match is cancelled.", "cancelled", "supposed", None),
    ("Did he close the door?", "close", "asked", None),
    ("He asked whether it was open.", "open", "asked", None),
    ("Close the door.", "Close", "ordered", None),
    ("He came to see her.", "see", "intended", None),
    ("She knows that he left.", "left", "presupposed", "She"),
    ("Nobody came.", "came", "denied", None),
    ("The car is not fast.", "fast", "denied", None),
    ("The car is fast.", "fast", "asserted", None),
]
LINKS = [
    ("He ate before he slept.", "slept", "adverbial", "before", "ate"),
    ("He left without eating.", "eating", "adverbial", "without", "left"),
    ("When the bell rang, the dog barked.", "rang", "adverbial", "when", "barked"),
    ("He said that it rained.", "rained", "complement", "that", "said"),
    ("The man who sang left.", "sang", "relative", "", "left"),
    ("The girl sang and the boy danced.", "danced", "coordinate", "", "sang"),
    ("Though expensive, the car is slow.", "expensive", "adverbial", "though", "slow"),
]


@pytest.fixture(scope="module")
def read(nlp):
    """Return the reading of a text, and its clause with a predicate."""

    def reading(text, predicate):
        analysis = analyse(sentences(nlp(make_pair(nlp, text, "No.")))[0])
        texts = analysis.sentence.texts
        found = [c for c in analysis.clauses if texts[c.predicate] == predicate]
        assert len(found) == 1, [texts[c.predicate] for c in analysis.clauses]
        return analysis, found[0], texts

    return reading


@pytest.mark.parametrize(("text", "predicate", "expected"), READ)
def test_who_does_what_to_whom(read, text, predicate, expected):
    _, clause, texts = read(text, predicate)
    assert {role: texts[clause.filler(role)] for role in expected} == expected


@pytest.mark.parametrize(("text", "name", "behind"), PREPOSITIONS)
def test_prepositions_of_one_word_and_of_several(nlp, text, name, behind):
    analysis = analyse(sentences(nlp(make_pair(nlp, text, "No.")))[0])
    found = [a for clause in analysis.clauses for a in clause.arguments if a.preposition == name]
    assert [analysis.sentence.texts[a.head] for a in found] == [behind]


@pytest.mark.parametrize(("text", "predicate", "expected"), FORMS)
def test_voice_tense_and_aspect(read, text, predicate, expected):
    clause = read(text, predicate)[1]
    assert (clause.voice, clause.tense, clause.aspect, clause.finite) == expected


@pytest.mark.parametrize(("text", "predicate", "kind"), MODALS)
def test_modality(read, text, predicate, kind):
    modality = read(text, predicate)[1].modality
    assert (modality and modality.kind) == kind


def test_what_one_must_is_stronger_than_what_one_may(read):
    may, must = (
        read(f"Guests {modal} park here.", "park")[1].modality.strength for modal in ("may", "must")
    )
    assert 0 < may < must <= 1


@pytest.mark.parametrize(("text", "predicate", "stance", "by"), STANCES)
def test_stances(read, text, predicate, stance, by):
    _, clause, texts = read(text, predicate)
    assert (clause.stance, texts[clause.by] if clause.by >= 0 else None) == (stance, by)


@pytest.mark.parametrize(("text", "predicate", "link", "marker", "above"), LINKS)
def test_what_a_clause_hangs_on(read, text, predicate, link, marker, above):
    analysis, clause, texts = read(text, predicate)
    assert (clause.link, clause.marker) == (link, marker)
    assert texts[analysis.clauses[clause.above].predicate] == above


def test_the_condition_of_a_clause_is_another_one(read):
    analysis, clause, texts = read("If it rains, the match is cancelled.", "cancelled")
    assert texts[analysis.clauses[clause.condition].predicate] == "rains"


def test_two_negations_are_none(read):
    assert read("Nobody came.", "came")[1].is_denied
    clause = read("Nobody did not come.", "come")[1]
    assert (len(clause.denied), clause.is_denied) == (2, False)


# Made-up trees.

LABELS = [*language_data("en").roles, "dep", "", "garbage"]
POS = ["NOUN", "PROPN", "PRON", "VERB", "AUX", "ADJ", "ADV", "ADP", "PART", "NUM", "PUNCT", "X"]
TAGS = ["NN", "VB", "VBD", "VBG", "VBN", "VBZ", "MD", "IN", "TO", "WP", ""]
WORDS = ["be", "have", "will", "not", "if", "who", "by", "of", "because", "to", "next", "in", "cat"]


@st.composite
def sides(draw):
    n = draw(st.integers(1, 12))

    def some(items):
        return draw(st.lists(st.sampled_from(items), min_size=n, max_size=n))

    heads = [draw(st.integers(0, n - 1)) for _ in range(n)]
    # A cycle is no tree: every word hangs on one before it, in an order of its own.
    order = draw(st.permutations(range(n)))
    place = {word: k for k, word in enumerate(order)}
    heads = [h if place[h] < place[i] else i for i, h in enumerate(heads)]
    words = some(WORDS)
    doc = Doc(
        VOCAB,
        words,
        lemmas=words,
        pos=some(POS),
        tags=some(TAGS),
        heads=heads,
        deps=some(LABELS),
        sent_starts=[True, *[False] * (n - 1)],
    )
    return Sentence(doc[:])


@given(sides())
def test_whatever_the_tree_clauses_part_the_tokens(side):
    analysis = analyse(side)
    n = len(side)
    assert len(analysis.clause_of) == n
    for k, clause in enumerate(analysis.clauses):
        assert list(clause.tokens) == [t for t in range(n) if analysis.clause_of[t] == k]
        assert clause.verb in clause.tokens
        indices = (clause.predicate, clause.verb, *clause.tokens, *clause.denied)
        assert all(0 <= t < n for t in indices)
        assert -1 <= clause.by < n
        assert -1 <= clause.condition < len(analysis.clauses)
        for argument in clause.arguments:
            assert 0 <= argument.head < n
            assert all(0 <= t < n for t in argument.tokens)
    predicates = [clause.predicate for clause in analysis.clauses]
    assert predicates == sorted(set(predicates))


@given(sides())
def test_no_clause_hangs_on_itself(side):
    clauses = analyse(side).clauses
    for k in range(len(clauses)):
        seen, above = {k}, clauses[k].above
        while above >= 0:
            assert above not in seen
            seen.add(above)
            above = clauses[above].above


@given(sides())
def test_the_places_of_words_are_words_of_the_side(side):
    places = analyse(side).places
    assert len(set(places)) == len(places)
    for place in places:
        assert 0 <= place.word < len(side)
        assert 0 <= place.of < len(side)
        assert 0 <= place.top < len(side)


@given(sides())
def test_a_side_is_read_once(side):
    analysis = analyse(side)
    assert analysis.clauses is analyse(side).clauses
    assert analysis.places is analyse(side).places


def test_text_without_a_parse_has_no_clause(blank):
    analysis = analyse(Sentence(blank("Ann sold Ben a car.")[:]))
    assert analysis.clauses == analysis.places == ()
    assert set(analysis.clause_of) == {-1}


def test_a_headline_without_a_verb_has_no_clause(nlp):
    analysis = analyse(sentences(nlp(make_pair(nlp, "Two cats in a box", "No.")))[0])
    assert analysis.clauses == ()
    texts = analysis.sentence.texts
    assert [(texts[p.word], texts[p.of], p.preposition) for p in analysis.places] == [
        ("box", "cats", "in")
    ]
