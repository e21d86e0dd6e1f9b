"""What a side says without asserting it, over hand-made parses."""

import pytest

from examples import sentence
from spacy_paraphrase.analysis.stance import complement, facts, raised, unasserted

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


@pytest.mark.parametrize(("verb", "lemma"), [("knows", "know"), ("regrets", "regret")])
def test_facts(verb, lemma):
    side = clause(verb, lemma)
    assert list(facts(side)) == [(1, 4)]
    assert unasserted(side) == {}


@pytest.mark.parametrize(("verb", "lemma"), [("claims", "claim"), ("thinks", "think")])
def test_what_is_only_thought(verb, lemma):
    side = clause(verb, lemma)
    assert unasserted(side) == {4: 1}
    assert list(facts(side)) == []


def test_what_is_reported_is_neither():
    side = clause("says", "say")
    assert complement(side, 1) == 4
    assert unasserted(side) == {}
    assert list(facts(side)) == []


def test_a_condition_is_not_asserted():
    assert unasserted(sentence(IF).syntax) == {2: 0}


def test_an_infinitive_is_no_clause_of_its_own():
    assert complement(sentence(INFINITIVE).syntax, 1) is None


def test_a_negation_of_thinking_is_one_of_the_thought():
    assert raised(clause("thinks", "think"), 1) == (2, 4)
    assert raised(clause("says", "say"), 1) == ()
