"""The words of a pair: what each is in its sentence, and which clauses a sentence states."""

import pytest

from spacy_paraphrase import make_pair
from spacy_paraphrase.analysis.pair_words import PairWords, statements

# A sentence, and the verbs of the clauses that it states.
STATED = {
    "The man died after he fell.": ["died", "fell"],
    "Police said that the man died.": ["said", "died"],
    "He thinks that she died.": ["thinks"],
    "The dog leaves if it rains.": ["leaves"],
    "The men sang and danced.": ["sang", "danced"],
    "Did the man die?": [],
}
# A sentence, a question, a word that it is asked of, and the answer.
ASKED = [
    ("The three dogs slept.", "numerals", "dogs", ["three"]),
    ("Ann's old car stopped.", "owners", "car", ["Ann"]),
    ("The death of a man shocked us.", "kinds_behind", "death", ["man"]),
    ("Cats, dogs and birds slept.", "conjuncts", "cats", ["dogs", "birds"]),
]


@pytest.fixture(scope="module")
def words(nlp):
    """Return a function that reads a sentence as the source of a pair."""
    return lambda sentence: PairWords(nlp(make_pair(nlp, sentence, "It rains.")))


@pytest.mark.parametrize(("sentence", "verbs"), STATED.items(), ids=STATED)
def test_what_a_sentence_states(words, sentence, verbs):
    pair = words(sentence)
    (root,) = pair.roots(pair.source)
    assert [pair.words[t] for t in statements(pair, root)] == verbs


@pytest.mark.parametrize(("sentence", "question", "word", "answer"), ASKED)
def test_what_stands_at_a_word(words, sentence, question, word, answer):
    pair = words(sentence)
    found = getattr(pair, question)(pair.words.index(word))
    assert [pair.texts[t] for t in found] == answer


def test_a_conjunct_goes_on_from_the_verb_with_the_subject(words):
    pair = words("The man came and saw the cat.")
    came, saw = map(pair.words.index, ("came", "saw"))
    assert pair.goes_on_from(saw) == came
    assert pair.goes_on_from(came) is None
