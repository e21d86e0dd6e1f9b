"""What a side says without asserting it, over hand-made and real parses."""

import pytest

from examples import sentence
from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.analysis.reading import analyse
from spacy_paraphrase.analysis.sentence import sentences
from spacy_paraphrase.analysis.stance import (
    beyond_denial,
    complement,
    raised,
    stances,
)

CLAUSE = """
She she PRON 1 nsubj
{verb} {lemma} VERB 1 ROOT
that that SCONJ 4 mark
dogs dog NOUN 4 nsubj
bark bark VERB 1 ccomp
"""
IF = """
If if SCONJ 2 mark
dogs dog NOUN 2 nsubj
bark bark VERB 3 advcl
run run VERB 3 ROOT
"""
INFINITIVE = """
She she PRON 1 nsubj
hopes hope VERB 1 ROOT
to to PART 3 aux
bark bark VERB 1 xcomp
"""


def clause(verb, lemma):
    return sentence(CLAUSE.format(verb=verb, lemma=lemma)).syntax


@pytest.mark.parametrize(
    ("verb", "lemma", "kind", "denied"),
    [
        ("knows", "know", "presupposed", "presupposed"),
        ("regrets", "regret", "presupposed", "presupposed"),
        ("claims", "claim", "supposed", "supposed"),
        ("thinks", "think", "supposed", "supposed"),
        ("says", "say", "reported", "supposed"),
        ("doubts", "doubt", "supposed", "presupposed"),
        ("denies", "deny", "denied", "supposed"),
    ],
)
def test_the_clause_of_a_verb(verb, lemma, kind, denied):
    side = clause(verb, lemma)
    assert complement(side, 1) == 4
    assert stances(side, ()) == {4: (kind, 1, 0)}
    assert stances(side, {1}) == {4: (denied, 1, 0)}


def test_no_denial_reaches_what_is_known_or_said():
    assert list(beyond_denial(clause("knows", "know"))) == [(1, 4)]
    assert list(beyond_denial(clause("says", "say"))) == [(1, 4)]
    assert list(beyond_denial(clause("thinks", "think"))) == []


def test_a_condition_is_not_asserted():
    found = stances(sentence(IF).syntax, ())
    assert found == {2: ("supposed", 0, -1), 3: ("ordered", 3, -1)}  # "if dogs bark, run"


def test_an_infinitive_is_no_clause_of_its_own():
    side = sentence(INFINITIVE).syntax
    assert complement(side, 1) is None
    assert stances(side, ()) == {3: ("intended", 1, 0)}


def test_a_negation_of_thinking_is_one_of_the_thought():
    assert raised(clause("thinks", "think"), 1) == (2, 4)
    assert raised(clause("says", "say"), 1) == ()


# The clause, its stance, the word that makes it so, and who takes it.
REAL = [
    ("He says that the ship sank.", "sank", "reported", "says", "He"),
    ("It was reported by the BBC that the ship sank.", "sank", "reported", "reported", "BBC"),
    ("He did not say that the ship sank.", "sank", "supposed", "say", "He"),
    ("Nobody said that the ship sank.", "sank", "supposed", "said", "Nobody"),
    ("The captain denied that the ship sank.", "sank", "denied", "denied", "captain"),
    ("He denied stealing the car.", "stealing", "denied", "denied", "He"),
    ("The report that the ship sank was denied.", "sank", "denied", "denied", ""),
    ("Her belief that the ship sank is old.", "sank", "supposed", "belief", "Her"),
    ("The idea that the moon is hollow is old.", "is", "supposed", "idea", ""),
    ("Nobody believes that the plan works.", "works", "supposed", "believes", "Nobody"),
    ("There is no evidence that the drug works.", "works", "supposed", "evidence", ""),
    ("It is doubtful whether the drug works.", "works", "asked", "whether", ""),
    ("It is unlikely that the drug works.", "works", "supposed", "unlikely", ""),
    ("He knows that the drug works.", "works", "presupposed", "knows", "He"),
    ("If the drug works, we celebrate.", "works", "supposed", "If", ""),
    ("She wonders whether the drug works.", "works", "asked", "whether", ""),
    ("Did the ship sink?", "sink", "asked", "?", ""),
    ("Is the shop open", "Is", "asked", "Is", ""),
    ("Where did he go", "go", "asked", "Where", ""),
    ("Close the door.", "Close", "ordered", "Close", ""),
    ("Do not close the door.", "close", "ordered", "close", ""),
    ("She told him to close the door.", "close", "ordered", "told", "She"),
    ("They want to close the shop.", "close", "intended", "want", "They"),
    ("It is false that the firm is insolvent.", "is", "denied", "false", ""),
    ("It is not true that the mayor resigned.", "resigned", "denied", "true", ""),
    ("It isn't the case that the mayor resigned.", "resigned", "denied", "case", ""),
    ("It is a myth that bats are blind.", "are", "denied", "myth", ""),
    ("The statement that the tests were safe is incorrect.", "were", "denied", "incorrect", ""),
    ("That the bank collapsed is untrue.", "collapsed", "denied", "untrue", ""),
]
# Clauses that the side asserts, whatever stands around them.
ASSERTED = [
    ("It is true that the mayor resigned.", "resigned"),
    ("It is not false that the mayor resigned.", "resigned"),
    ("There is no doubt that the mayor resigned.", "resigned"),
    ("That he resigned is a fact.", "resigned"),
    ("It is wrong that the rich pay less.", "pay"),
    ("The car that he stole is a myth.", "stole"),
    ("The mayor resigned because he was ill.", "resigned"),
    ("What he said is true.", "is"),
]


@pytest.fixture(scope="module")
def read(nlp):
    """The readings of real sentences, each with its Doc, which they do not keep."""
    texts = [row[0] for row in (*REAL, *ASSERTED)]
    docs = pipe_pairs(nlp, [(text, "No") for text in texts])
    return {t: (doc, analyse(sentences(doc)[0])) for t, doc in zip(texts, docs, strict=True)}


@pytest.mark.parametrize(("text", "verb", "kind", "word", "by"), REAL)
def test_stances_of_real_sentences(read, text, verb, kind, word, by):
    _, analysis = read[text]
    texts = analysis.sentence.texts
    found = {(texts[c], s.kind, texts[s.token]): s.by for c, s in analysis.stances.items()}
    assert (verb, kind, word) in found
    said_by = found[verb, kind, word]
    assert (texts[said_by] if said_by >= 0 else "") == by


@pytest.mark.parametrize(("text", "verb"), ASSERTED)
def test_what_is_asserted_has_no_other_stance(read, text, verb):
    _, analysis = read[text]
    assert verb in analysis.sentence.texts
    assert verb not in {analysis.sentence.texts[c] for c in analysis.stances}


def test_a_word_list_has_the_stances_of_its_text(nlp):
    words = "It isn't true that he didn't pay .".split()
    (doc,) = pipe_pairs(nlp, [(words, ["No"])])
    analysis = analyse(sentences(doc)[0])
    assert analysis.stances == {6: ("denied", 2, -1)}
    assert 6 not in analysis.denied
