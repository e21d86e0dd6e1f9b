"""The one view of a parsed side."""

import gc
import weakref

import numpy as np
import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

from examples import COFFEE_SOURCE, coffee_pair, parsed, sentence
from spacy_paraphrase import ParaphraseError, sides, swap
from spacy_paraphrase.analysis.sentence import Sentence, sentence_of, sentences
from spacy_paraphrase.pairs.pair import mark_pair
from spacy_paraphrase.trees.word_alignment import CONTENT, FUNCTION, PUNCTUATION, SPACE

NLP = spacy.blank("en")
VOCAB = NLP.vocab


ACTIVE = """
The the DET 1 det
bank bank NOUN 2 nsubj
cut cut VERB 2 ROOT
rates rate NOUN 2 dobj
"""
PASSIVE = """
Rates rate NOUN 2 nsubjpass
were be AUX 2 auxpass
cut cut VERB 2 ROOT
by by ADP 2 agent
banks bank NOUN 3 pobj
"""
BY_PREPOSITION = """
Rates rate NOUN 2 nsubjpass
were be AUX 2 auxpass
cut cut VERB 2 ROOT
by by ADP 2 prep
half half NOUN 3 pobj
by by ADP 2 prep
banks bank NOUN 5 pobj
"""
DEAL = """
Anna Anna PROPN 1 nsubj
sold sell VERB 1 ROOT
Ben Ben PROPN 1 dative
shares share NOUN 1 dobj
from from ADP 1 prep
Oslo Oslo PROPN 4 pobj
"""
TALLER = """
Anna Anna PROPN 1 nsubj
is be AUX 1 ROOT
taller tall ADJ 1 acomp
than than ADP 2 prep
Ben Ben PROPN 3 pobj
"""


def test_both_sides_of_a_pair_are_made_once():
    doc = coffee_pair(NLP)
    source, target = sentences(doc)
    assert (source.words[0], target.words[0]) == ("daily", "three")
    assert sentences(doc)[0] is source
    assert sentences(doc)[1] is target


@pytest.mark.parametrize(
    "change",
    [
        lambda doc: setattr(doc[1], "pos_", "VERB"),
        lambda doc: setattr(doc[1], "lemma_", "tea"),
        lambda doc: setattr(doc[1], "dep_", "obj"),
        lambda doc: setattr(doc[0], "head", doc[3]),
        lambda doc: setattr(doc[1], "ent_type_", "ORG"),
        lambda doc: mark_pair(doc, *reversed(sides(doc))),
    ],
)
def test_a_changed_doc_is_read_again(change):
    doc = coffee_pair(NLP)
    before = sentences(doc)[0]
    change(doc)
    after = sentences(doc)[0]
    assert after is not before
    known = [(s.start, s.pos, s.lemmas, s.deps, s.heads, s.entities) for s in (before, after)]
    assert known[0] != known[1]


def test_a_copy_and_a_swapped_pair_have_sentences_of_their_own():
    doc = coffee_pair(NLP)
    source, target = sentences(doc)
    assert sentences(doc.copy())[0] is not source
    other, one = sentences(swap(doc))
    assert (one.words, other.words) == (source.words, target.words)


def test_a_kept_sentence_does_not_keep_its_doc():
    doc = coffee_pair(NLP)
    source, _ = sentences(doc)
    alive = weakref.ref(doc)
    assert source.span.text == doc.spans["pair"][0].text
    del doc
    gc.collect()
    assert alive() is None
    with pytest.raises(ParaphraseError, match="P028"):
        source[0]


def test_a_doc_without_pair_has_no_sentences():
    with pytest.raises(ParaphraseError, match="P004"):
        sentences(NLP("One alone."))


def test_it_is_the_sequence_of_its_tokens():
    doc = coffee_pair(NLP)
    _, target = sentences(doc)
    assert [token.i for token in target] == list(range(target.start, target.end))
    assert (target[0], target[-1]) == (doc[target.start], doc[target.end - 1])
    assert [token.text for token in target[1:3]] == ["cups", "of"]
    assert len(target) == len(target.words) == len(target.pos) == len(target.kinds)
    assert target.span.label_ == "TARGET"
    with pytest.raises(IndexError):
        target[len(target)]


def test_any_tokens_in_a_row_are_a_sentence():
    doc = NLP("One two three")
    known = sentence_of(doc[1:])
    assert sentence_of(known) is known
    assert sentence_of(list(doc)).texts == ["One", "two", "three"]
    assert len(sentence_of([])) == 0


def test_words_and_lemmas():
    found = sentence(COFFEE_SOURCE)
    assert found.texts[5] == found.given_lemmas[5] == "Alzheimer"
    assert found.words[5] == found.lemmas[5] == "alzheimer"
    bare = Sentence(NLP("Cats Sleep")[:])
    assert bare.given_lemmas == ["", ""]
    assert bare.lemmas == ["cats", "sleep"]
    assert not bare.parsed
    assert bare.heads == [-1, -1]


def test_kinds_of_words():
    doc = Doc(VOCAB, words=["The", "cat", "\n", "sat", "."])
    assert Sentence(doc[:]).kinds.tolist() == [FUNCTION, CONTENT, SPACE, CONTENT, PUNCTUATION]


def test_content_words():
    found = sentence(
        """
        Two two NUM 2 nummod
        full full ADJ 2 amod
        cups cup NOUN 3 nsubj
        are be AUX 3 ROOT
        very very ADV 5 advmod
        good good ADJ 3 acomp
        . . PUNCT 3 punct
        """
    )
    # A number and a telling adjective count though they are stop words, the copula does not.
    assert [w for w, told in zip(found.words, found.content, strict=True) if told] == [
        *("two", "full", "cups", "good"),
    ]
    assert Sentence(NLP("the cat , she")[:]).content == [False, True, False, False]


def test_names_and_exact_words():
    tagged = sentence("May May PROPN 1 nsubj\nran run VERB 1 ROOT\n12 12 NUM 1 dobj")
    assert tagged.proper == [True, False, False]
    assert tagged.exact.tolist() == [True, False, True]
    untagged = Doc(VOCAB, words=["Old", "Oslo", "grows"], sent_starts=[True, False, False])
    assert Sentence(untagged[:]).proper == [False, True, False]


def test_coarse_parts_of_speech():
    found = sentence(PASSIVE)
    assert found.coarse_pos == ["NOUN", "VERB", "VERB", "ADP", "NOUN"]
    codes = found.coarse_codes
    assert (codes[1] == codes[2], codes[0] == codes[4], codes[0] == codes[3]) == (True, True, False)


def test_yields():
    found = sentence(COFFEE_SOURCE)
    assert found.yield_of(3, found.words) == tuple("risk on alzheimer and dementia".split())
    assert found.yield_size(2) == len(found)
    assert found.yields(found.lemmas)[1] == ("daily", "coffee")
    blank = Doc(VOCAB, words=["a", "\n", "b"], heads=[2, 2, 2], deps=["det", "dep", "ROOT"])
    assert Sentence(blank[:]).yield_of(2, ["a", "-", "b"]) == ("a", "b")


@given(st.lists(st.integers(0, 7), min_size=1, max_size=8))
def test_the_tree_is_that_of_the_heads(heads):
    n = len(heads)
    doc = Doc(VOCAB, words=["w"] * n)
    side = Doc(VOCAB, words=["w"] * n, heads=list(range(n)), deps=["dep"] * n)
    assert Sentence(doc[:]).heads == Sentence(side[:]).heads == [-1] * n
    chain = [min(h, i) for i, h in enumerate(heads)]  # no cycles
    found = Sentence(Doc(VOCAB, words=["w"] * n, heads=chain, deps=["dep"] * n)[:])
    expected = [-1 if h == i else h for i, h in enumerate(chain)]
    assert found.heads == expected
    assert np.array_equal(found.head_array, expected)
    for node in range(n):
        above = {node}
        for i in range(n):
            if expected[i] in above:
                above.add(i)
        assert found.subtree(node) == sorted(above)
        assert list(found.children(node)) == [i for i in range(n) if expected[i] == node]


@pytest.mark.parametrize(
    ("rows", "subject"), [(ACTIVE, "bank"), (PASSIVE, "banks"), (BY_PREPOSITION, "banks")]
)
def test_logical_subject(rows, subject):
    found = sentence(rows)
    assert found.words[found.syntax.logical_subject(found.words.index("cut"))] == subject


def test_who_is_not_said_is_none():
    found = sentence("Rates rate NOUN 2 nsubjpass\nwere be AUX 2 auxpass\ncut cut VERB 2 ROOT")
    assert found.syntax.logical_subject(2) is None
    assert found.words[found.syntax.subject(2)] == "rates"


def test_other_functions():
    deal, taller = sentence(DEAL), sentence(TALLER)
    assert taller.syntax.predicate(1) == 2
    assert (taller.syntax.is_predicate(2), taller.syntax.is_predicate(4)) == (True, False)
    assert taller.words[taller.syntax.subject(2)] == "anna"
    assert deal.syntax.governor(5) == 1
    assert (deal.syntax.clause(5), taller.syntax.clause(4)) == (1, 1)
    assert deal.syntax.role(3) == ("object", 1)
    assert sentence(PASSIVE).syntax.role(4) == ("subject", 2)


def test_names_of_several_words():
    found = sentence("New New PROPN 1 compound\nYork York PROPN 2 nsubj\ngrows grow VERB 2 ROOT")
    assert list(found.syntax.name_of(1)) == [0, 1]
    assert (found.syntax.initials(1), found.syntax.initials(2)) == ("NY", "")


@pytest.mark.parametrize(
    ("rows", "subject", "verb"),
    [
        ("Every every DET 2 det\npuppy puppy NOUN 2 compound\nruns run NOUN 2 ROOT", 1, 2),
        ("Water water NOUN 1 compound\nboils boil NOUN 1 ROOT", 0, 1),
        (
            "The the DET 3 det\nold old ADJ 3 amod\nboats boat NOUN 3 compound\nsink sink NOUN 3 "
            "ROOT",
            2,
            3,
        ),
    ],
)
def test_a_noun_phrase_that_is_a_sentence(rows, subject, verb):
    found = sentence(rows)
    assert (found.pos[verb], found.deps[subject]) == ("VERB", "nsubj")
    assert found.heads == [subject] * subject + [verb, -1]


@pytest.mark.parametrize(
    "rows",
    [
        "cat cat NOUN 1 compound\nfood food NOUN 1 ROOT",
        "cats cat NOUN 1 compound\npaws paw NOUN 1 ROOT",
        "Water water NOUN 1 compound\nboils boil NOUN 2 nsubj\naway away VERB 2 ROOT",
        "red red ADJ 1 amod\nboats boat NOUN 1 ROOT",
        "EU EU PROPN 1 compound\nlifts lift NOUN 3 compound\ndiamond diamond NOUN 3 compound\n"
        "sanctions sanction NOUN 3 ROOT",
    ],
)
def test_a_noun_phrase_that_is_none(rows):
    doc = parsed(VOCAB, rows)
    found = Sentence(doc[:])
    assert found.pos == [token.pos_ for token in doc]
    assert found.deps == [token.dep_ for token in doc]


def test_behind_there_the_theme_is_what_there_is():
    there = sentence(
        "There there PRON 1 expl\nis be AUX 1 ROOT\na a DET 3 det\ngirl girl NOUN 1 attr"
    )
    assert there.syntax.theme(1) == 3
    girl = sentence("A a DET 1 det\ngirl girl NOUN 2 nsubj\nsings sing VERB 2 ROOT")
    assert girl.syntax.theme(2) == 1
    assert girl.syntax.theme(-1) is None


def test_a_passive_reads_as_an_active():
    side = sentence(
        "Balls ball NOUN 2 nsubjpass\nwere be AUX 2 auxpass\nthrown throw VERB 2 ROOT\n"
        "by by ADP 2 agent\nboys boy NOUN 3 pobj"
    )
    assert [side.syntax.role(i) for i in (0, 4)] == [("object", 2), ("subject", 2)]


def test_plurals_are_told_by_their_tags():
    words, tags = ["tour", "bus"], ["NN", "NN"]
    given = {"heads": [1, 1], "deps": ["compound", "ROOT"], "pos": ["NOUN", "NOUN"]}
    assert Sentence(Doc(VOCAB, words=words, tags=tags, **given)[:]).pos == ["NOUN", "NOUN"]
    assert Sentence(Doc(VOCAB, words=words, tags=["NN", "NNS"], **given)[:]).pos[1] == "VERB"


def test_names_and_numbers_tell_though_they_are_stop_words():
    rows = """
    Two two NUM 1 nummod
    were be VERB 1 ROOT
    in in ADP 1 prep
    May May PROPN 2 pobj
    """
    assert sentence(rows).informative == [True, False, False, True]


def written(text, spaces, pos=None, lemmas=None):
    words = text.split()
    gaps = [k not in spaces for k in range(len(words))]
    doc = Doc(VOCAB, words=words, spaces=gaps, pos=pos, lemmas=lemmas)
    return Sentence(doc[:])


@pytest.mark.parametrize(
    ("text", "clitic"),
    [
        ("is n’t open", "n't"),
        ("do nt go", "n't"),
        ("they ’re here", "'re"),
        ("you re late", "'re"),
        ("I m tired", "'m"),
        ("she ’ll come", "'ll"),
        ("we ve won", "'ve"),
        ("it ’s cold", "'s"),
    ],
)
def test_clitics_have_one_form(text, clitic):
    """Whatever their apostrophe is, and if they have none."""
    assert written(text, {0}).words[1] == clitic


def test_a_word_of_its_own_is_no_clitic():
    assert written("I m tired", ()).words[1] == "m"
    assert written("5 m long", {0}).words[1] == "m"
    assert written("can not go", {0}).words[1] == "not"


def test_an_unknown_clitic_gets_lemma_and_part_of_speech():
    pos, lemmas = ["PRON", "NOUN", "ADJ"], ["I", "m", "tired"]
    side = written("I m tired", {0}, pos, lemmas)
    assert (side.lemmas[1], side.pos[1]) == ("be", "AUX")
    side = written("is n’t open", {0}, ["AUX", "NUM", "ADJ"], ["be", "n’t", "open"])
    assert (side.lemmas[1], side.pos[1]) == ("not", "PART")
    owner = written("Ann ’s dog", {0}, ["PROPN", "PART", "NOUN"], ["Ann", "’s", "dog"])
    assert (owner.words[1], owner.pos[1]) == ("'s", "PART")


@pytest.mark.parametrize(
    ("text", "spaces", "i"),
    [
        ("house No . 2", {1}, 1),
        ("the No . 1 song", {1}, 1),
        ("see nos . 3 and 4", {1}, 1),
        ("it is # 3 here", {2}, 2),
        ("under nr . 17", {1}, 1),
    ],
)
def test_the_short_form_of_number(text, spaces, i):
    assert written(text, spaces).words[i] == "number"


def test_a_negation_is_no_number():
    assert written("he said no .", {2}).words[2] == "no"
    assert written("no 3 dogs", ()).words[0] == "no"
    answer = Doc(
        VOCAB,
        words=["No", ".", "3", "men", "came"],
        spaces=[False, True, True, True, False],
        pos=["INTJ", "PUNCT", "NUM", "NOUN", "VERB"],
        heads=[0, 0, 3, 4, 4],
        deps=["ROOT", "punct", "nummod", "nsubj", "ROOT"],
    )
    assert Sentence(answer[:]).words[0] == "no"


def test_an_unknown_negation_belongs_to_the_verb():
    doc = Doc(
        VOCAB,
        words=["She", "did", "n’t", "win"],
        spaces=[True, False, True, False],
        lemmas=["she", "do", "n’t", "win"],
        pos=["PRON", "AUX", "NUM", "VERB"],
        heads=[3, 3, 1, 3],
        deps=["nsubj", "aux", "punct", "ROOT"],
    )
    side = Sentence(doc[:])
    assert (side.heads[2], side.deps[2]) == (3, "neg")


NEGATED = """
Dogs dog NOUN 2 nsubj
didn’t didn’t ADV 2 advmod
bark bark VERB 2 ROOT
but but CCONJ 2 cc
cats cat NOUN 5 nsubj
hasnt hasnt NOUN 6 nsubj
paid pay VERB 2 conj
"""


def test_an_auxiliary_with_its_negation_is_an_auxiliary():
    side = sentence(NEGATED)
    assert (side.words[1], side.lemmas[1], side.pos[1], side.deps[1]) == (
        *("didn't", "do", "AUX", "aux"),
    )
    assert (side.words[5], side.lemmas[5], side.pos[5]) == ("hasn't", "have", "AUX")
    assert side.texts[1] == "didn’t"
    untagged = Sentence(Doc(VOCAB, words=["Cannot", "wont"])[:])
    assert untagged.words == ["cannot", "won't"]
    assert untagged.pos == ["", ""]
