"""Operators of polarity over hand-made parses: what is in their scope, and how."""

import pytest

from examples import sentence
from spacy_paraphrase.analysis.quantities import quantifiers
from spacy_paraphrase.analysis.scopes import operators


def scopes(parsed_side):
    found = operators(parsed_side.syntax, quantifiers(parsed_side))
    return [
        (
            parsed_side.words[op.token],
            [parsed_side.words[i] for i in op.scope],
            op.negative,
            op.non_monotone,
        )
        for op in found
    ]


NOBODY = """
Few few ADJ 1 amod
boys boy NOUN 2 nsubj
ate eat VERB 2 ROOT
red red ADJ 4 amod
apples apple NOUN 2 dobj
"""
NOT = """
The the DET 1 det
boy boy NOUN 4 nsubj
did do AUX 4 aux
not not PART 4 neg
eat eat VERB 4 ROOT
apples apple NOUN 4 dobj
without without ADP 4 prep
salt salt NOUN 6 pobj
"""
EVERY = """
Every every DET 1 det
boy boy NOUN 4 nsubj
who who PRON 3 nsubj
sang sing VERB 1 relcl
ate eat VERB 4 ROOT
apples apple NOUN 4 dobj
"""
OBJECT = """
Boys boy NOUN 1 nsubj
ate eat VERB 1 ROOT
no no DET 3 det
apples apple NOUN 1 dobj
"""
EXACTLY = """
Exactly exactly ADV 1 advmod
two two NUM 2 nummod
boys boy NOUN 3 nsubj
ate eat VERB 3 ROOT
"""
IF = """
If if SCONJ 2 mark
boys boy NOUN 2 nsubj
eat eat VERB 4 advcl
girls girl NOUN 4 nsubj
sing sing VERB 4 ROOT
"""


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (NOBODY, [("few", ["boys", "ate", "red", "apples"], False, False)]),
        (
            NOT,
            [
                ("not", ["did", "eat", "apples", "without", "salt"], True, False),
                ("without", ["salt"], True, False),
            ],
        ),
        (EVERY, [("every", ["boy", "who", "sang"], False, False)]),
        (OBJECT, [("no", ["ate", "apples"], True, False)]),
        (EXACTLY, [("two", ["boys", "ate"], False, True)]),
        (IF, [("if", ["boys", "eat"], False, False)]),
    ],
)
def test_scopes(rows, expected):
    assert scopes(sentence(rows)) == expected


def test_scopes_where_the_parser_saw_a_noun_phrase():
    rows = "Every every DET 2 det\npuppy puppy NOUN 2 compound\nruns run NOUN 2 ROOT"
    parsed_side = sentence(rows)
    assert scopes(parsed_side) == [("every", ["puppy"], False, False)]


OR = """
She she PRON 1 nsubj
sang sing VERB 1 ROOT
songs song NOUN 1 dobj
or or CCONJ 1 cc
danced dance VERB 1 conj
"""
OR_ASTRAY = """
a a DET 1 det
day day NOUN 1 ROOT
or or CCONJ 4 cc
two two NUM 1 nummod
. . PUNCT 1 punct
"""
INSTEAD = """
He he PRON 1 nsubj
walked walk VERB 1 ROOT
instead instead ADV 3 advmod
of of ADP 1 prep
driving drive VERB 3 pcomp
"""
NO_LONGER = """
They they PRON 3 nsubj
no no ADV 2 neg
longer longer ADV 3 advmod
sing sing VERB 3 ROOT
"""
NOT_BUT = """
Buy buy VERB 0 ROOT
not not PART 2 neg
tea tea NOUN 0 dobj
but but CCONJ 2 cc
milk milk NOUN 2 conj
"""
ONLY = """
Only only ADV 1 advmod
boys boy NOUN 2 nsubj
ate eat VERB 2 ROOT
fish fish NOUN 2 dobj
"""
ASKED = """
She she PRON 1 nsubj
asked ask VERB 1 ROOT
if if SCONJ 4 mark
boys boy NOUN 4 nsubj
sang sing VERB 1 ccomp
"""
NOT_THINK = """
I I PRON 3 nsubj
do do AUX 3 aux
not not PART 3 neg
think think VERB 3 ROOT
he he PRON 5 nsubj
sang sing VERB 3 ccomp
"""


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (OR, [("or", ["sang", "songs"], False, False), ("or", ["danced"], False, False)]),
        (OR_ASTRAY, [("or", ["day"], False, False), ("or", ["two"], False, False)]),
        (INSTEAD, [("of", ["driving"], True, False)]),
        (NO_LONGER, [("no", ["sing"], True, False)]),
        (NOT_BUT, [("not", ["tea"], True, False)]),
        (ONLY, [("only", ["ate", "fish"], False, False)]),
        (ASKED, [("if", ["boys", "sang"], False, True)]),
        (NOT_THINK, [("not", ["sang"], True, False)]),
    ],
)
def test_scopes_of_phrases_and_clauses(rows, expected):
    assert scopes(sentence(rows)) == expected


def test_each_alternative_knows_the_others():
    first, second = operators(sentence(OR).syntax, {})
    assert (first.head, first.beside) == (1, (4,))
    assert (second.head, second.beside) == (4, (1,))
