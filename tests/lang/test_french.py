"""French: another language by its file alone, no line of an algorithm for it."""

import csv
from pathlib import Path

import pytest
import spacy
from spacy.tokens import Doc
from spacy.util import is_package

import spacy_paraphrase
from spacy_paraphrase.analysis import roles as r
from spacy_paraphrase.analysis.reading import analyse
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.lang import language_data

MODEL = "fr_core_news_sm"
PAIRS = Path(__file__).parent / "french_pairs.tsv"
# Pairs that come out wrong, and why: what the small model reads otherwise than it is meant.
KNOWN = {
    "L'usine a vendu 300 voitures en mai.": 'it takes "voitures" for an adjective of "200"',
    "L'école est fermée.": 'it takes "pense" for a noun',
}

needs_model = pytest.mark.skipif(not is_package(MODEL), reason=f"{MODEL} is not installed")


def rows():
    return list(csv.DictReader(PAIRS.read_text("utf-8").splitlines(), delimiter="\t"))


@pytest.fixture(scope="module")
def nlp():
    return spacy_paraphrase.load(MODEL)


@needs_model
@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['kind']}: {row['target']}")
def test_pairs(nlp, row):
    relation = spacy_paraphrase.compare(row["source"], row["target"], nlp)._.relation
    found = relation.label, relation.reasons[:1]
    expected = row["relation"], (row["conflict"],) if row["conflict"] else ()
    if row["target"] in KNOWN:
        assert found != expected, "it is right now: take it out of KNOWN"
    else:
        assert found == expected


@needs_model
def test_fusions_are_refused_since_nothing_is_known_of_writing(nlp):
    doc = spacy_paraphrase.compare("Le train est parti.", "Le train est parti en retard.", nlp)
    assert {fusion.reason for fusion in doc._.fusions} == {"no_language"}


# -- Sentences whose trees are made by hand, so that no parser has a part in it --------------------


def reading(text):
    """Return the reading of a sentence: "word/lemma/POS/label/head …", the head as a word."""
    tokens = [item.split("/") for item in text.split()]
    words = [token[0] for token in tokens]
    doc = Doc(
        spacy.blank("fr").vocab,
        words=words,
        lemmas=[token[1] for token in tokens],
        pos=[token[2] for token in tokens],
        deps=[token[3] for token in tokens],
        heads=[words.index(token[4]) for token in tokens],
    )
    return analyse(Sentence(doc[:]))


def operators(text):
    """Return of each operator its kind, its words, and what it reaches."""
    read = reading(text)
    words = read.syntax.words
    return [
        (op.kind, [words[t] for t in (op.token, *op.words)], [words[t] for t in op.reach])
        for op in read.scopes
    ]


def test_a_copula_governs_and_negations_are_told_from_other_adverbs():
    syntax = reading(
        "Paul/Paul/PROPN/nsubj/content n'/ne/ADV/advmod/content est/être/AUX/cop/content "
        "pas/pas/ADV/advmod/content très/très/ADV/advmod/content content/content/ADJ/ROOT/content"
    ).syntax
    assert syntax.heads == [2, 2, -1, 2, 5, 2]
    assert syntax.roles[3] == r.NEGATION
    assert syntax.roles[5] == r.ADJECTIVAL_COMPLEMENT
    assert syntax.predicate(2) == 5


DORT = "Paul/Paul/PROPN/nsubj/dort {} dort/dormir/VERB/ROOT/dort {}"


def test_the_two_parts_of_a_negation_are_one():
    found = operators(DORT.format("ne/ne/ADV/advmod/dort", "pas/pas/ADV/advmod/dort"))
    assert found == [("negation", ["pas", "ne"], ["dort"])]


def test_a_negation_needs_no_particle_unless_its_word_means_something_else():
    assert operators(DORT.format("", "pas/pas/ADV/advmod/dort"))[0][0] == "negation"
    assert operators(DORT.format("", "plus/plus/ADV/advmod/dort")) == []
    found = operators(DORT.format("ne/ne/ADV/advmod/dort", "plus/plus/ADV/advmod/dort"))
    assert found == [("negation", ["plus", "ne"], ["dort"])]


def test_a_person_is_nobody_beside_the_particle_alone():
    nobody = "Personne/personne/PRON/nsubj/dort {} dort/dormir/VERB/ROOT/dort"
    assert operators(nobody.format("")) == []
    assert operators(nobody.format("ne/ne/ADV/advmod/dort"))[0][:2] == (
        "negation",
        ["personne", "ne"],
    )


def test_a_particle_of_another_clause_is_none():
    found = operators(
        "Paul/Paul/PROPN/nsubj/dit ne/ne/ADV/advmod/dit dit/dire/VERB/ROOT/dit "
        "pas/pas/ADV/advmod/dit qu'/que/SCONJ/mark/veut Ann/Ann/PROPN/nsubj/veut "
        "veut/vouloir/VERB/ccomp/dit plus/plus/ADV/advmod/veut"
    )
    assert [words for kind, words, _ in found if kind == "negation"] == [["pas", "ne"]]


def test_the_conjunction_of_a_condition_is_told_from_a_pronoun():
    pleut = (
        "s'/se/{}/{}/pleut il/il/PRON/nsubj/pleut pleut/pleuvoir/VERB/advcl/sort "
        "elle/elle/PRON/nsubj/sort sort/sortir/VERB/ROOT/sort"
    )
    assert [kind for kind, *_ in operators(pleut.format("SCONJ", "mark"))] == ["condition"]
    assert operators(pleut.format("PRON", "expl:comp")) == []


def test_without_reaches_the_clause_behind_it():
    found = operators(
        "Il/il/PRON/nsubj/part part/partir/VERB/ROOT/part sans/sans/ADP/mark/payer "
        "payer/payer/VERB/advcl/part"
    )
    assert found == [("negation", ["sans"], ["payer"])]


def test_who_does_what_is_the_same_in_active_and_passive():
    active = reading(
        "Paul/Paul/PROPN/nsubj/voit voit/voir/VERB/ROOT/voit Marie/Marie/PROPN/obj/voit"
    ).syntax
    passive = reading(
        "Marie/Marie/PROPN/nsubj:pass/vue est/être/AUX/aux:pass/vue vue/voir/VERB/ROOT/vue "
        "par/par/ADP/case/Paul Paul/Paul/PROPN/obl:agent/vue"
    ).syntax
    told = [
        [s.words[node] for node in (s.logical_subject(verb), s.logical_object(verb))]
        for s, verb in ((active, 1), (passive, 2))
    ]
    assert told == [["paul", "marie"]] * 2


def test_quantities_are_read():
    trois = reading("trois/trois/NUM/nummod/chats chats/chat/NOUN/ROOT/chats").quantities[1]
    assert (trois.low, trois.high) == (3, 3)
    plus = reading(
        "plus/plus/ADV/advmod/dix de/de/ADP/fixed/plus dix/dix/NUM/nummod/chats "
        "chats/chat/NOUN/ROOT/chats"
    ).quantities[3]
    assert plus.low > 9
    assert plus.high == float("inf")


def test_a_month_and_a_unit_have_a_name_in_french():
    data = language_data("fr")
    assert data.months[4] == "mai"
    assert data.written == {}
    forms = [form for some in data.units.values() for form in some]
    assert len(forms) == len(set(forms))


@pytest.mark.parametrize("code", ["en", "fr"])
def test_every_label_has_a_role_that_there_is(code):
    assert set(language_data(code).roles.values()) <= r.ALL


def test_tense_is_read_from_features_where_there_are_no_tags():
    doc = Doc(
        spacy.blank("fr").vocab,
        words=["Paul", "dort"],
        pos=["PROPN", "VERB"],
        deps=["nsubj", "ROOT"],
        heads=[1, 1],
        morphs=["", "Mood=Ind|Tense=Pres|VerbForm=Fin"],
    )
    (clause,) = analyse(Sentence(doc[:])).clauses
    assert (clause.tense, clause.finite) == ("present", True)
