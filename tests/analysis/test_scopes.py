"""Operators of polarity over hand-made and real parses: what is in their scope, and how."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc

from examples import VOCAB, sentence
from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.analysis.reading import Analysis, analyse
from spacy_paraphrase.analysis.scopes import operators
from spacy_paraphrase.analysis.sentence import Sentence, sentences


def scopes(parsed_side):
    found = operators(parsed_side.syntax, analyse(parsed_side).counts)
    return [
        (
            parsed_side.words[op.token],
            [parsed_side.words[i] for i in op.reach],
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
NOT_TEA = """
He he PRON 3 nsubj
did do AUX 3 aux
not not PART 3 neg
drink drink VERB 3 ROOT
tea tea NOUN 3 dobj
but but CCONJ 4 cc
milk milk NOUN 4 conj
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
        (NOT_TEA, [("not", ["tea"], True, False)]),
        (ONLY, [("only", ["ate", "fish"], False, False)]),
        (ASKED, [("if", ["boys", "sang"], False, True)]),
        (NOT_THINK, [("not", ["sang"], True, False)]),
    ],
)
def test_scopes_of_phrases_and_clauses(rows, expected):
    assert scopes(sentence(rows)) == expected


def test_each_alternative_knows_the_others():
    first, second = operators(sentence(OR).syntax, {})
    assert (first.of, first.beside) == (1, (4,))
    assert (second.of, second.beside) == (4, (1,))


# -- Real sentences: every operator with its kind, what it reaches, and what it is said of ---------
REAL = [
    # one kind after another: the word, its kind, what it denies or is said of
    ("The dog did not bark.", [("not", "negation", "bark")]),
    ("The dog never barks.", [("never", "negation", "barks")]),
    ("We hardly saw the moon.", [("hardly", "negation", "saw")]),
    ("Hardly anyone came.", [("hardly", "negation", "came")]),
    ("Nobody slept.", [("nobody", "negation", "slept")]),
    ("No guest slept.", [("no", "negation", "slept")]),
    ("He ate no apples.", [("no", "negation", "apples")]),
    ("There is no bread.", [("no", "negation", "is")]),
    ("He left without a coat.", [("without", "negation", "coat")]),
    ("He left without eating.", [("without", "negation", "eating")]),
    ("The shop no longer sells bread.", [("no", "negation", "sells")]),
    ("He is anything but happy.", [("anything", "negation", "happy")]),
    ("I don't think he sang.", [("n't", "negation", "sang")]),
    ("The bus did not stop until noon.", [("not", "limit", "stop")]),
    ("She is not only rich but famous.", [("not", "addition", "rich")]),
    ("He did not drink tea but coffee.", [("not", "contrast", "tea")]),
    ("She bought tea rather than coffee.", [("than", "contrast", "coffee")]),
    ("He walked instead of driving.", [("of", "contrast", "driving")]),
    ("He refused to sing.", [("refused", "denial", "sing")]),
    ("She failed to pay.", [("failed", "denial", "pay")]),
    ("Police denied that officers fired.", [("denied", "denial", "fired")]),
    ("The box is too heavy to lift.", [("too", "excess", "lift")]),
    ("He eats only fish.", [("only", "restriction", "fish")]),
    ("He merely coughed.", [("merely", "restriction", "coughed")]),
    ("Only doctors entered.", [("only", "restriction", "doctors")]),
    ("She may come.", [("may", "modality", "come")]),
    ("Perhaps she came.", [("perhaps", "modality", "came")]),
    ("The bank is expected to close.", [("expected", "modality", "close")]),
    ("He bought a fake passport.", [("fake", "privation", "passport")]),
    ("The room was almost full.", [("almost", "approximation", "full")]),
    ("About ten men left.", [("ten", "approximation", "men")]),
    ("At least ten men left.", [("ten", "bound", "men")]),
    ("At most ten men left.", [("ten", "bound", "men")]),
    ("Few men left.", [("few", "bound", "men")]),
    ("Most birds fly.", [("most", "majority", "birds")]),
    ("Each child sang.", [("each", "universal", "child")]),
    ("Anyone who smokes left.", [("anyone", "generic", "left")]),
    ("He arrived before the guests.", [("before", "precedence", "arrived")]),
    ("She asked if it was open.", [("if", "question", "was")]),
    ("If it rains, we leave.", [("if", "condition", "rains")]),
    ("It is true that birds fly.", [("true", "truth", "fly")]),
    ("It is a myth that bats are blind.", [("myth", "truth", "are")]),
    # several at once
    (
        "Unless it rains, we leave.",
        [("unless", "condition", "rains"), ("unless", "negation", "rains")],
    ),
    (
        "Not all dogs bark.",
        [("not", "negation", "bark"), ("all", "universal", "dogs")],
    ),
    (
        "Everyone except Tom left.",
        [("everyone", "universal", "everyone"), ("except", "exception", "everyone")],
    ),
    (
        "Neither Tom nor Ann came.",
        [
            *(("neither", "negation", "came"), ("nor", "alternative", "Tom")),
            ("nor", "alternative", "Ann"),
        ],
    ),
    (
        "Nobody did not laugh.",
        [("nobody", "negation", "laugh"), ("not", "negation", "laugh")],
    ),
    # none at all
    ("No, thanks.", []),
    ("Even if it rains, we leave.", []),
    ("He acted as if he owned it.", []),
    ("The shop is far from home.", []),
]


@pytest.fixture(scope="module")
def real(nlp):
    """The readings of real sentences."""
    docs = pipe_pairs(nlp, [(text, "No") for text, _ in REAL])
    return {
        text: (doc, analyse(sentences(doc)[0])) for (text, _), doc in zip(REAL, docs, strict=True)
    }


@pytest.mark.parametrize(("text", "expected"), REAL)
def test_kinds_in_real_sentences(real, text, expected):
    _, analysis = real[text]
    words, texts = analysis.sentence.words, analysis.sentence.texts
    found = [(words[op.token], op.kind) for op in analysis.scopes]
    assert found == [(word, kind) for word, kind, _ in expected]
    for op, (_, _, of) in zip(analysis.scopes, expected, strict=True):
        assert texts[op.of] in (of, *of.split(), of.capitalize())


def test_a_word_list_has_the_scopes_of_its_text(nlp):
    text = "She isn't here and they don't know why he can't come ."
    listed, plain = (
        analyse(sentences(doc)[0]) for doc in pipe_pairs(nlp, [(text.split(), "No"), (text, "No")])
    )
    assert [listed.sentence.texts[op.token] for op in listed.turning] == ["isn't", "don't", "can't"]
    content = [
        [[a.sentence.texts[t] for t in op.reach if a.sentence.content[t]] for op in a.turning]
        for a in (listed, plain)
    ]
    assert content[0] == content[1] == [[], ["know", "come"], ["come"]]
    predicates = [[a.sentence.lemmas[op.of] for op in a.turning] for a in (listed, plain)]
    assert predicates[0] == predicates[1] == ["be", "know", "come"]


def test_only_what_is_denied_as_a_whole_is_a_denied_predicate(real):
    _, without = real["He left without a coat."]
    assert [clause.denied for clause in without.clauses] == [()]
    assert without.denied == {3, 4}
    _, twice = real["Nobody did not laugh."]
    assert [clause.denied for clause in twice.clauses] == [(0, 2)]
    assert 3 not in twice.denied


def test_marks_turn_nothing(real):
    kinds = {op.kind for _, a in real.values() for op in a.scopes if not op.turns}
    assert kinds == {
        *("addition", "approximation", "bound", "restriction", "modality", "privation"),
    }
    assert {op.kind for _, a in real.values() for op in a.scopes if op.turns and not op.reach} == {
        *("truth", "universal"),  # "it is true that", "everyone"
    }


# -- Made-up trees ---------------------------------------------------------------------------------
LANG = Sentence(Doc(VOCAB, words=["x"])[:]).lang
SAYING = sorted(
    LANG.negative_adverbs
    | LANG.negative_determiners
    | LANG.negative_pronouns
    | LANG.negated_auxiliaries.keys()
    | LANG.denying_words
    | LANG.disputing_words
    | LANG.downward_prepositions
    | LANG.conditionals
    | LANG.disjunctions
    | LANG.focus_adverbs
    | LANG.truth_words
    | LANG.falsity_words
    | {
        "too",
        "but",
        "rather",
        "than",
        "instead",
        "of",
        "that",
        "it",
        "be",
        "longer",
        "any",
        "every",
    }
)
NEUTRAL = ("dog", "dogs", "bark", "red", "on", "two", "?", "-", "Paris")


@st.composite
def garbage(draw):
    """A side with any words, any roles, and any tree or none at all."""
    n = draw(st.integers(1, 12))
    words = draw(st.lists(st.sampled_from((*SAYING, *NEUTRAL)), min_size=n, max_size=n))
    pos = ("NOUN", "VERB", "AUX", "ADJ", "ADV", "ADP", "DET", "PRON", "CCONJ", "SCONJ", "INTJ", "")
    labels = (*sorted(LANG.roles), "dep", "iobj")
    return sentence_from(
        words,
        draw(st.lists(st.sampled_from(pos), min_size=n, max_size=n)),
        draw(st.lists(st.integers(0, n - 1), min_size=n, max_size=n)),
        draw(st.lists(st.sampled_from(labels), min_size=n, max_size=n)),
    )


def sentence_from(words, pos, heads, deps):
    """Return a side with the given tree, heads of a cycle cut off."""
    for start in range(len(heads)):
        node, seen = start, set()
        while heads[node] != node and node not in seen:
            seen.add(node)
            node = heads[node]
        if heads[node] != node:
            heads[node] = node
    doc = Doc(VOCAB, words=words, lemmas=words, pos=pos, heads=heads, deps=deps)
    return Sentence(doc[:])


@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(garbage())
def test_any_tree(side):
    analysis = Analysis(side)
    n = len(side)
    for op in analysis.scopes:
        assert list(op.reach) == sorted(set(op.reach))
        assert all(0 <= t < n for t in (op.token, *op.reach, *op.words, *op.beside))
        assert op.token not in op.reach
        assert op.token not in op.words
        assert -1 <= op.of < n
        assert -1 <= op.of < n
    tokens = [op.token for op in analysis.scopes]
    assert tokens == sorted(tokens)
    assert Analysis(Sentence(side.span)).scopes == analysis.scopes
    assert analysis.denied <= {t for op in analysis.scopes for t in op.reach}
    for clause, stance in analysis.stances.items():
        assert 0 <= clause < n
        assert 0 <= stance.token < n
        assert -1 <= stance.by < n
