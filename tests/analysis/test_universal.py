"""Trees of Universal Dependencies, brought into the form of ClearNLP."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from spacy_paraphrase.analysis import roles as r
from spacy_paraphrase.analysis.universal import in_our_form

FUNCTIONAL = {r.CASE, r.COPULA, r.MARKER, r.COMPOUND}
ROLES = sorted(value for name, value in vars(r).items() if name.isupper() and type(value) is str)
# What is turned round stands in most trees.
OFTEN = [*ROLES, *4 * sorted(FUNCTIONAL | {r.CONJUNCT, r.CONJUNCTION, r.ADVERBIAL_CLAUSE})]
POS = ("NOUN", "PROPN", "PRON", "VERB", "AUX", "ADJ", "ADV", "ADP", "DET", "CCONJ", "PUNCT")


def read(text):
    """Return words, heads, roles and parts of speech of a tree: "word/POS/role>head …"."""
    rows = [item.strip().split("/") for item in text.split(";")]
    words = [row[0] for row in rows]
    heads = [words.index(row[3]) if row[3] else -1 for row in rows]
    return words, heads, [row[2] for row in rows], [row[1] for row in rows]


def turned(text):
    """Return what each word depends on in our form, and its role."""
    words, heads, roles, pos = read(text)
    found, named = in_our_form(heads, roles, pos)
    return {
        word: (words[head] if head >= 0 else "", role)
        for word, head, role in zip(words, found, named, strict=True)
    }


def test_a_preposition_governs_its_object():
    tree = turned(
        "chat/NOUN/subject/dort; dort/VERB/root/; juste/ADV/adverb/canapé; sur/ADP/case/canapé;"
        "le/DET/determiner/canapé; canapé/NOUN/adverbial noun/dort"
    )
    assert tree["chat"] == ("dort", r.SUBJECT)
    assert tree["sur"] == ("dort", r.PREPOSITION)
    assert tree["canapé"] == ("sur", r.PREPOSITIONAL_OBJECT)
    assert tree["le"] == ("canapé", r.DETERMINER)
    assert tree["juste"] == ("sur", r.ADVERB)


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        (r.AGENT, r.AGENT),
        (r.RECIPIENT, r.RECIPIENT),
        (r.NOUN_MODIFIER, r.PREPOSITION),
        (r.APPOSITION, r.PREPOSITION),
    ],
)
def test_a_preposition_takes_over_what_its_object_was_where_it_can_be_that(role, expected):
    tree = turned(f"vue/VERB/root/; par/ADP/case/Marie; Marie/PROPN/{role}/vue")
    assert tree["par"] == ("vue", expected)
    assert tree["Marie"] == ("par", r.PREPOSITIONAL_OBJECT)


def test_a_partitive_stays_subject_or_object():
    tree = turned("boit/VERB/root/; de/ADP/case/eau; eau/NOUN/object/boit")
    assert tree["eau"] == ("boit", r.OBJECT)
    assert tree["de"] == ("eau", r.CASE)


def test_the_outermost_preposition_governs_the_next_one():
    tree = turned(
        "va/VERB/root/; jusque/ADP/case/Paris; à/ADP/case/Paris; Paris/PROPN/adverbial noun/va"
    )
    assert tree["jusque"] == ("va", r.PREPOSITION)
    assert tree["à"] == ("jusque", r.PREPOSITION)
    assert tree["Paris"] == ("à", r.PREPOSITIONAL_OBJECT)


def test_a_postposition_governs_what_stands_before_it():
    tree = turned("heure/NOUN/adverbial noun/dort; durant/ADP/case/heure; dort/VERB/root/")
    assert tree["durant"] == ("dort", r.PREPOSITION)
    assert tree["heure"] == ("durant", r.PREPOSITIONAL_OBJECT)


def test_a_preposition_governs_the_clause_that_it_opens_and_a_conjunction_stays_below():
    tree = turned("part/VERB/root/; sans/ADP/marker/payer; payer/VERB/adverbial clause/part")
    assert tree["sans"] == ("part", r.PREPOSITION)
    assert tree["payer"] == ("sans", r.PREPOSITIONAL_CLAUSE)
    tree = turned("part/VERB/root/; si/SCONJ/marker/pleut; pleut/VERB/adverbial clause/part")
    assert tree["si"] == ("pleut", r.MARKER)
    tree = turned("refuse/VERB/root/; de/ADP/marker/partir; partir/VERB/open complement/refuse")
    assert tree["de"] == ("partir", r.MARKER)


def test_a_copula_governs_subject_and_complement():
    tree = turned(
        "Marie/PROPN/subject/présidente; ne/ADV/adverb/présidente; est/AUX/copula/présidente;"
        "pas/ADV/negation/présidente; la/DET/determiner/présidente; présidente/NOUN/root/;"
        "de/ADP/case/banque; banque/NOUN/noun modifier/présidente; ./PUNCT/punctuation/présidente"
    )
    assert tree["est"] == ("", r.ROOT)
    assert tree["Marie"] == ("est", r.SUBJECT)
    assert tree["présidente"] == ("est", r.ATTRIBUTE)
    assert [tree[word][0] for word in ("ne", "pas", ".")] == ["est"] * 3
    assert tree["la"] == ("présidente", r.DETERMINER)
    assert tree["de"] == ("présidente", r.PREPOSITION)
    assert tree["banque"] == ("de", r.PREPOSITIONAL_OBJECT)


def test_what_makes_an_adjective_stronger_stays_with_it():
    tree = turned(
        "elle/PRON/subject/contente; a/AUX/auxiliary/contente; été/AUX/copula/contente;"
        "très/ADV/adverb/contente; contente/ADJ/complement clause/dit; dit/VERB/root/"
    )
    assert tree["été"] == ("dit", r.COMPLEMENT_CLAUSE)
    assert tree["contente"] == ("été", r.ADJECTIVAL_COMPLEMENT)
    assert tree["très"] == ("contente", r.ADVERB)
    assert tree["a"] == ("été", r.AUXILIARY)


def test_a_copula_may_join_a_phrase_with_a_preposition():
    tree = turned(
        "il/PRON/subject/Paris; est/AUX/copula/Paris; à/ADP/case/Paris; Paris/PROPN/root/"
    )
    assert tree["est"] == ("", r.ROOT)
    assert tree["à"] == ("est", r.PREPOSITION)
    assert tree["Paris"] == ("à", r.PREPOSITIONAL_OBJECT)


def test_a_copula_may_join_an_infinitive():
    tree = turned(
        "but/NOUN/subject/gagner; est/AUX/copula/gagner; de/ADP/marker/gagner; gagner/VERB/root/"
    )
    assert tree["but"] == ("est", r.SUBJECT)
    assert tree["gagner"] == ("est", r.OPEN_COMPLEMENT)
    assert tree["de"] == ("gagner", r.MARKER)


def test_a_clause_that_is_joined_depends_on_the_copula_and_a_word_on_the_word():
    tree = turned(
        "il/PRON/subject/grand; est/AUX/copula/grand; grand/ADJ/root/; et/CCONJ/conjunction/dort;"
        "elle/PRON/subject/dort; dort/VERB/conjunct/grand"
    )
    assert tree["dort"] == ("est", r.CONJUNCT)
    assert tree["et"] == ("est", r.CONJUNCTION)
    assert tree["elle"] == ("dort", r.SUBJECT)
    tree = turned(
        "il/PRON/subject/grand; est/AUX/copula/grand; grand/ADJ/root/; et/CCONJ/conjunction/beau;"
        "beau/ADJ/conjunct/grand"
    )
    assert tree["beau"] == ("grand", r.CONJUNCT)
    assert tree["et"] == ("grand", r.CONJUNCTION)


def test_each_conjunct_depends_on_the_one_before():
    tree = turned(
        "Marie/PROPN/root/; ,/PUNCT/punctuation/Paul; Paul/PROPN/conjunct/Marie;"
        "et/CCONJ/conjunction/Jean; Jean/PROPN/conjunct/Marie"
    )
    assert tree["Paul"] == ("Marie", r.CONJUNCT)
    assert tree["Jean"] == ("Paul", r.CONJUNCT)
    assert tree["et"] == ("Paul", r.CONJUNCTION)
    assert tree[","] == ("Marie", r.PUNCTUATION)


def test_prepositions_are_joined_as_their_objects_were():
    tree = turned(
        "va/VERB/root/; à/ADP/case/Paris; Paris/PROPN/adverbial noun/va;"
        "et/CCONJ/conjunction/Rome; vers/ADP/case/Rome; Rome/PROPN/conjunct/Paris"
    )
    assert tree["vers"] == ("à", r.CONJUNCT)
    assert tree["et"] == ("à", r.CONJUNCTION)
    assert tree["Rome"] == ("vers", r.PREPOSITIONAL_OBJECT)


def test_the_last_word_of_a_name_is_its_head():
    tree = turned(
        "le/DET/determiner/Jean; Jean/PROPN/subject/dort; Paul/PROPN/compound/Jean;"
        "Roux/PROPN/compound/Jean; dort/VERB/root/"
    )
    assert tree["Roux"] == ("dort", r.SUBJECT)
    assert [tree[word] for word in ("Jean", "Paul")] == [("Roux", r.COMPOUND)] * 2
    assert tree["le"] == ("Roux", r.DETERMINER)


def test_what_a_verb_says_without_a_copula_is_its_complement():
    tree = turned("semble/VERB/root/; contente/ADJ/open complement/semble")
    assert tree["contente"][1] == r.ADJECTIVAL_COMPLEMENT
    tree = turned("devient/VERB/root/; roi/NOUN/open complement/devient")
    assert tree["roi"][1] == r.ATTRIBUTE
    tree = turned("rend/VERB/root/; Paul/PROPN/object/rend; content/ADJ/open complement/rend")
    assert tree["content"][1] == r.OBJECT_COMPLEMENT
    tree = turned("veut/VERB/root/; partir/VERB/open complement/veut")
    assert tree["partir"][1] == r.OPEN_COMPLEMENT


@st.composite
def trees(draw, roles=OFTEN):
    """Draw heads, roles and parts of speech; a word hangs on one drawn before it."""
    n = draw(st.integers(1, 12))
    order = draw(st.permutations(range(n)))
    heads = [-1] * n
    for place, node in enumerate(order):
        if place and draw(st.integers(0, 9)):
            heads[node] = order[draw(st.integers(0, place - 1))]
    named = [draw(st.sampled_from(roles)) for _ in range(n)]
    return heads, named, [draw(st.sampled_from(POS)) for _ in range(n)]


def subtrees(heads):
    found = [{i} for i in range(len(heads))]
    for i in range(len(heads)):
        above = heads[i]
        while above >= 0:
            found[above].add(i)
            above = heads[above]
    return [frozenset(each) for each in found]


# A phrase that is said to have a preposition above it, and has none.
NO_PREPOSITION = ([-1, 0, 1], [r.PREPOSITIONAL_OBJECT, r.CONJUNCT, r.CASE], ["NOUN"] * 3)


@given(trees())
@example(NO_PREPOSITION)
@example(([1, -1], [r.CASE, r.CONJUNCT], ["ADP", "NOUN"]))
def test_every_word_has_one_head_and_there_is_no_circle(tree):
    heads, roles = in_our_form(*tree)
    n = len(tree[0])
    assert len(heads) == len(roles) == n
    assert all(-1 <= head < n for head in heads)
    for node in range(n):
        steps, above = 0, node
        while above >= 0:
            above, steps = heads[above], steps + 1
            assert steps <= n
    assert heads.count(-1) == tree[0].count(-1)


@given(trees())
def test_what_is_in_our_form_stays_as_it_is(tree):
    once = in_our_form(*tree)
    assert in_our_form(*once, tree[2]) == once


@given(trees(sorted({*ROLES} - FUNCTIONAL - {r.CONJUNCT, r.OPEN_COMPLEMENT})))
def test_a_tree_without_such_words_stays_as_it_is(tree):
    assert in_our_form(*tree) == (tree[0], tree[1])


@given(trees())
@example(NO_PREPOSITION)
def test_a_phrase_keeps_its_tokens(tree):
    """Another word may be its head; a conjunct gets those behind it."""
    before, after = subtrees(tree[0]), set(subtrees(in_our_form(*tree)[0]))
    for node, tokens in enumerate(before):
        if tree[1][node] not in FUNCTIONAL | {r.CONJUNCT}:
            assert tokens in after
