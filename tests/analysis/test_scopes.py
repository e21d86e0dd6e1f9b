"""Operators of polarity over real and made-up parses: what is in their scope, and how."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc

from examples import VOCAB, sentence
from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.analysis.reading import Analysis, analyse
from spacy_paraphrase.analysis.sentence import Sentence, sentences
from tables import table

ROWS = table(__file__, "scopes")


@pytest.fixture(scope="module")
def real(nlp):
    """The readings of real sentences."""
    texts = list(dict.fromkeys(row["sentence"] for row in ROWS))
    docs = pipe_pairs(nlp, [(text, "No") for text in texts])
    return {text: (doc, analyse(sentences(doc)[0])) for text, doc in zip(texts, docs, strict=True)}


def test_operators_of_real_sentences(real):
    """Every one with its kind, what it is said of, whether it denies, and what it reaches."""
    found = []
    for text, (_, analysis) in real.items():
        words, texts = analysis.sentence.words, analysis.sentence.texts
        told = [
            {
                "sentence": text,
                "word": words[op.token],
                "kind": op.kind,
                "of": texts[op.of],
                "sense": "negative" if op.negative else "open" if op.non_monotone else "",
                "reach": " ".join(texts[i] for i in op.reach),
            }
            for op in analysis.scopes
        ]
        found += told or [{**dict.fromkeys(ROWS[0], ""), "sentence": text}]
    assert found == ROWS


def test_scopes_where_the_parser_saw_a_noun_phrase():
    side = sentence("Every every DET 2 det\npuppy puppy NOUN 2 compound\nruns run NOUN 2 ROOT")
    assert [(op.token, op.reach) for op in analyse(side).scopes] == [(0, (1,))]


def test_each_alternative_knows_the_others(real):
    _, analysis = real["She sang songs or danced."]
    assert [(op.of, op.beside) for op in analysis.scopes] == [(1, (4,)), (4, (1,))]


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
    | {*"too but rather than instead of that it be longer any every".split()}
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


@settings(max_examples=200)
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
    tokens = [op.token for op in analysis.scopes]
    assert tokens == sorted(tokens)
    assert Analysis(Sentence(side.span)).scopes == analysis.scopes
    assert analysis.denied <= {t for op in analysis.scopes for t in op.reach}
    for clause, stance in analysis.stances.items():
        assert 0 <= clause < n
        assert 0 <= stance.token < n
        assert -1 <= stance.by < n
