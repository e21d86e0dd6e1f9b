"""What a frame reads with one unit put in, and what may be put in at all."""

import pytest

from spacy_paraphrase.fusion.draft import draft_of
from spacy_paraphrase.fusion.edits import MOST_GAPS, apply, candidates, marks
from spacy_paraphrase.fusion.places import place_judge
from spacy_paraphrase.fusion.realisation import realise
from spacy_paraphrase.fusion.units import units

# The frame, the other sentence, the words put in, how they are reworded, and the result.
FORMS = {
    "a modifier": (
        "The angry workers left.",
        "The three workers left.",
        ("three", ""),
        "The three angry workers left.",
    ),
    "several modifiers": (
        "The dog barked.",
        "The big black dog barked.",
        ("big black", "run"),
        "The big black dog barked.",
    ),
    "an adverbial": (
        "The train arrived in Oslo.",
        "The train arrived on Monday.",
        ("on Monday", ""),
        "The train arrived on Monday in Oslo.",
    ),
    "a clause at the front gets a comma": (
        "The bank closed.",
        "Because it rained, the bank closed.",
        ("Because it rained", ""),
        "Because it rained, the bank closed.",
    ),
    "commas stand as in its own sentence": (
        "The king died on Sunday.",
        "The king, a friend of animals, died.",
        ("a friend of animals", ""),
        "The king, a friend of animals, died on Sunday.",
    ),
    "no comma before a mark that is there": (
        "The house burned.",
        "The house, which is old, burned.",
        ("which is old", ""),
        "The house, which is old, burned.",
    ),
    "no commas around what had none": (
        "The house burned.",
        "The house that Jack built burned.",
        ("that Jack built", ""),
        "The house that Jack built burned.",
    ),
    "a conjunct": (
        "They sell apples.",
        "They sell apples and pears.",
        ("pears", ""),
        "They sell apples and pears.",
    ),
    "a conjunct of a coordination": (
        "They sell apples and plums.",
        "They sell apples and pears.",
        ("pears", ""),
        "They sell apples, pears and plums.",
    ),
    "the first conjunct of a list": (
        "It lowers the risk of Parkinson and Dementia.",
        "It lowers the risk of Alzheimer and Dementia.",
        ("Alzheimer", ""),
        "It lowers the risk of Parkinson, Alzheimer and Dementia.",
    ),
    "a conjunct before a serial comma": (
        "She likes cats, and dogs.",
        "She likes cats and horses.",
        ("horses", ""),
        "She likes cats, horses, and dogs.",
    ),
    "a second predicate": (
        "The ship sank.",
        "The ship was built in Hamburg.",
        ("was built in Hamburg", "predicate"),
        "The ship sank and was built in Hamburg.",
    ),
    "a relative clause": (
        "The ship sank near Oslo.",
        "The ship was built in Hamburg.",
        ("was built in Hamburg", "relative"),
        "The ship, which was built in Hamburg, sank near Oslo.",
    ),
    "a participle": (
        "The old ship sank near Oslo in the storm.",
        "The ship was built in Hamburg.",
        ("built in Hamburg", "participle"),
        "The old ship, built in Hamburg, sank near Oslo in the storm.",
    ),
    "an apposition": (
        "Anna Larsen sang in the opera.",
        "Anna Larsen is a doctor.",
        ("a doctor", "apposition"),
        "Anna Larsen, a doctor, sang in the opera.",
    ),
    "a possessor for the article": (
        "The car was stolen.",
        "Paul's car was stolen.",
        ("Paul 's", ""),
        "Paul's car was stolen.",
    ),
    "a noun phrase for another": (
        "The animal slept on the sofa.",
        "The old dog slept.",
        ("The old dog", "replacement"),
        "The old dog slept on the sofa.",
    ),
    "a name for a pronoun": (
        "She won the race in Oslo.",
        "Maria Olsen won the race.",
        ("Maria Olsen", "replacement"),
        "Maria Olsen won the race in Oslo.",
    ),
}
# What is never put in, by its words, and beside it a frame that takes it.
NEVER = {
    "a second agent": (
        "The man was arrested by the police.",
        "The man was arrested by soldiers.",
        "by soldiers",
        "The man was arrested.",
    ),
    "a second possessor": (
        "My car was stolen.",
        "Paul's car was stolen.",
        "Paul 's",
        "The car was stolen.",
    ),
    "what is said of another thing": (
        "The embassy attack was condemned.",
        "The brutal resort attack was condemned.",
        "brutal",
        "The attack was condemned.",
    ),
    "a second phrase with the same preposition": (
        "The house in the village burned.",
        "The house in Norway burned.",
        "in Norway",
        "The house burned.",
    ),
    "a second relative clause": (
        "The house which my uncle built burned.",
        "The house, which is old, burned.",
        "which is old",
        "The house burned.",
    ),
    "a second time": (
        "The film ends on Monday.",
        "The film ends tomorrow.",
        "tomorrow",
        "The film ends.",
    ),
    "a relative clause on a pronoun": (
        "He sang in the church.",
        "He was praised by the priest.",
        "who was praised by the priest",
        "Anna sang in the church.",
    ),
    "what makes a statement uncertain": (
        "The bank closed.",
        "The bank possibly closed on Monday.",
        "possibly",
        None,
    ),
    "a word that the frame has": (
        "The man with the steel mask slept.",
        "The man slept on a bench of steel.",
        "on a bench of steel",
        "The man slept.",
    ),
    "what is said of a word without partner": (
        "The mayor opened the bridge.",
        "The mayor met old friends.",
        "old",
        "The mayor met friends.",
    ),
}


def put_in(pair, base):
    """Yield the words put into a frame, how they are reworded, and the result, the best first."""
    frame = draft_of(pair, base)
    for candidate in candidates(pair, base, place_judge()):
        unit = candidate.edit.unit
        draft = apply(pair, base, frame, candidate.edit)
        words = " ".join(pair.texts[t] for t in unit.tokens)
        if draft is not None:
            yield words, unit, realise(pair, draft).text


@pytest.mark.parametrize("case", FORMS.values(), ids=FORMS)
def test_forms(graph, case):
    source, target, chosen, expected = case
    pair = graph(source, target)
    texts = [
        text for words, unit, text in put_in(pair, pair.source) if (words, unit.form) == chosen
    ]
    assert expected in texts


@pytest.mark.parametrize("case", NEVER.values(), ids=NEVER)
def test_what_is_never_put_in(graph, case):
    frame, other, words, free = case

    def found(frame):
        pair = graph(frame, other)
        return {
            " ".join((*unit.lead, text))
            for text, unit, _ in put_in(pair, pair.source)
            if unit.form != "replacement"
        }

    assert words not in found(frame)
    if free is not None:
        swap = other.replace("He ", "Anna ") if free.startswith("Anna") else other
        pair = graph(free, swap)
        taken = {" ".join((*u.lead, text)) for text, u, _ in put_in(pair, pair.source)}
        assert words in taken


@pytest.mark.parametrize(
    ("frame", "other", "allowed"),
    [
        ("She won the race.", "Maria Olsen won the race.", True),
        ("They sank.", "The old ships sank.", True),
        ("They won the race.", "Maria Olsen won the race.", False),  # in another number
        ("He won the race.", "Norway won the race.", False),  # no thing for a person
        # not for a pronoun that stands for nothing
        ("It is likely that he won.", "The story is likely.", False),
        ("The animal slept.", "The dog slept.", True),
        ("The dog slept.", "The animal slept.", False),
    ],
)
def test_what_takes_the_place_of_a_subject(graph, frame, other, allowed):
    pair = graph(frame, other)
    found = [text for _, unit, text in put_in(pair, pair.source) if unit.form == "replacement"]
    assert found == ([other] if allowed else [])


def test_marks(graph):
    pair = graph("The band plays.", "In May, the band, a trio, plays, as always, old songs.")
    found = {
        " ".join(pair.texts[t] for t in unit.tokens): marks(pair, unit)
        for unit in units(pair, pair.target)
    }
    assert found["a trio"] == (True, True)
    assert found["In May"] == (False, True)
    assert found["old"] == (False, False)


def made(graphs):
    judge = place_judge()
    for graph in graphs:
        for base in graph.sides:
            frame = draft_of(graph, base)
            for candidate in candidates(graph, base, judge):
                draft = apply(graph, base, frame, candidate.edit)
                if draft is not None:
                    yield graph, frame, candidate, draft


def test_every_word_is_of_the_frame_or_the_unit_or_written_between(graphs):
    count = 0
    for graph, frame, candidate, draft in made(graphs):
        unit = candidate.edit.unit
        own = {word.token for word in frame.words}
        written = {",", *graph.lang.written.values()}
        for word in draft.words:
            if word.token is None:
                assert word.text in written, word
            else:
                assert word.token in own or word.token in unit.tokens, word
        count += 1
    assert count > 400


def test_an_edit_keeps_the_frame_and_the_order(graphs):
    for graph, frame, candidate, draft in made(graphs):
        edit = candidate.edit
        tokens = [word.token for word in draft.words if word.token is not None]
        assert len(tokens) == len(set(tokens))
        assert [t for t in tokens if t in edit.unit.tokens] == list(edit.unit.tokens)
        gone = {word.token for word in frame.words}.difference(tokens)
        if edit.old >= 0:
            assert gone <= {*graph.subtree(edit.old)}
        else:
            assert all(graph.words[t] in graph.lang.definite_articles for t in gone)
            assert not gone or edit.unit.role == "poss"
            assert draft.attached == (edit.unit.root,)
        kept = [word.token for word in frame.words if word.token in tokens]
        assert [t for t in tokens if t in kept] == kept


def test_candidates_are_the_most_probable_gaps(graphs):
    judge = place_judge()
    for graph in graphs:
        for base in graph.sides:
            places = {}
            for edit, place, rank, _ in candidates(graph, base, judge):
                assert place <= 0
                if edit.old < 0 and edit.unit.role != "conj":
                    key = (edit.unit.tokens, edit.unit.lead, edit.unit.form)
                    places.setdefault(key, []).append((rank, -place, edit.gap))
            for found in places.values():
                assert found == sorted(found)
                assert len(found) == len({gap for *_, gap in found}) <= MOST_GAPS


def test_nothing_that_is_no_longer_there_is_replaced(graph):
    pair = graph("The animal slept on the sofa.", "The old dog slept on a red sofa.")
    frame = draft_of(pair, pair.source)
    replaced = [c.edit for c in candidates(pair, pair.source, place_judge()) if c.edit.old == 1]
    assert replaced
    draft = apply(pair, pair.source, frame, replaced[0])
    assert apply(pair, pair.source, draft, replaced[0]) is None
