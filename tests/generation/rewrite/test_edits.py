"""Acceptance tests 23 and 24 of rewriting: what was done to a sentence to get another."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc
from spacy.util import get_lang_class

from spacy_paraphrase import Link, ParaphraseError, make_pair, sides
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.generation.edits import (
    EditProfile,
    WordLink,
    profile,
    summary_of,
)
from spacy_paraphrase.pairs.alignment import write_links

VOCAB = get_lang_class("en")().vocab


def side(text, **annotations):
    return Sentence(Doc(VOCAB, words=text.split(), **annotations)[:])


def of(source, target, links, **annotations):
    return profile(side(source), side(target), [WordLink(*link) for link in links])


def test_23_sums_of_the_paper():
    sums = EditProfile(
        deletions=34_728,
        insertions=7_768,
        substitutions=4_116,
        matches=80_651 - 34_728 - 4_116,
        moves=0,
        n_source=80_651,
        n_target=53_691,
        chars_source=1,
        chars_target=1,
    )
    assert sums.deletions - sums.insertions == sums.n_source - sums.n_target == 26_960
    assert sums.distance == 46_612


@pytest.mark.parametrize(
    ("target", "links", "subsequence", "reorder", "insertions"),
    [
        ("man left", [(2, 0), (3, 1)], True, False, 0),
        ("left man", [(3, 0), (2, 1)], False, True, 0),
        ("a man left", [(2, 1), (3, 2)], False, False, 1),
    ],
)
def test_24_subsequences(target, links, subsequence, reorder, insertions):
    found = of("the old man left", target, links)
    assert found.subsequence == subsequence
    assert found.reorder == reorder
    assert found.insertions == insertions
    assert found.deletions == 2


@given(
    st.lists(st.sampled_from("abc"), min_size=1, max_size=6),
    st.lists(st.sampled_from("abc"), min_size=1, max_size=6),
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.floats(0, 1)), max_size=10),
)
def test_counts_belong_together(source, target, links):
    links = [(i, j, score) for i, j, score in links if i < len(source) and j < len(target)]
    found = of(" ".join(source), " ".join(target), links)
    assert found.deletions - found.insertions == len(source) - len(target)
    assert found.deletions + found.substitutions + found.matches == len(source)
    assert found.distance == found.deletions + found.insertions + found.substitutions
    back = of(" ".join(target), " ".join(source), [(j, i, score) for i, j, score in links])
    assert (back.insertions, back.deletions) == (found.deletions, found.insertions)
    assert (back.substitutions, back.moves) == (found.substitutions, found.moves)


def test_of_several_links_the_surest_stays():
    found = of("big house", "large villa house", [(0, 0, 0.9), (1, 1, 0.6), (1, 2, 0.8)])
    assert (found.substitutions, found.matches, found.insertions) == (1, 1, 1)
    equal = of("big house", "villa house", [(1, 0, 0.5), (1, 1, 0.5)])
    assert (equal.matches, equal.insertions, equal.deletions) == (1, 1, 1)


def test_punctuation_and_case_are_ignored():
    found = of("The man , left .", "the man left !", [(0, 0), (1, 1), (3, 2), (4, 3)])
    assert found.distance == 0
    assert found.subsequence
    assert (found.n_source, found.n_target) == (3, 3)


def test_moves_are_the_fewest():
    found = of("a b c d", "d a b c", [(0, 1), (1, 2), (2, 3), (3, 0)])
    assert (found.moves, found.distance) == (1, 0)
    assert found.levenshtein_tokens == 2


@pytest.mark.parametrize(
    ("source", "target", "kind"),
    [
        ("three", "3", "digits"),
        ("dollars", "$", "symbol"),
        ("professor", "prof.", "abbreviation"),
        ("television", "TV", "abbreviation"),
        ("doctor", "dr.", "abbreviation"),
        ("airport", "port", "compound"),
        ("newspaper", "paper", "compound"),
        ("house", "hut", None),
        ("cat", "animal", None),
    ],
)
def test_words_that_were_shortened(source, target, kind):
    assert of(source, target, [(0, 0)]).words == ({kind: 1} if kind else {})


def test_a_sign_that_is_a_word():
    sides = side("ten percent", pos=["NUM", "NOUN"]), side("10 %", pos=["NUM", "NOUN"])
    found = profile(*sides, [WordLink(0, 0), WordLink(1, 1)])
    assert found.words == {"digits": 1, "symbol": 1}


def test_edits_by_labels():
    first = side(
        "old dogs were fed",
        tags=["JJ", "NNS", "VBD", "VBN"],
        pos=["ADJ", "NOUN", "AUX", "VERB"],
        lemmas=["old", "dog", "be", "feed"],
        heads=[1, 3, 3, 3],
        deps=["amod", "nsubjpass", "auxpass", "ROOT"],
    )
    second = side(
        "she feeds dogs",
        tags=["PRP", "VBZ", "NNS"],
        pos=["PRON", "VERB", "NOUN"],
        lemmas=["she", "feed", "dog"],
        heads=[1, 1, 1],
        deps=["nsubj", "ROOT", "dobj"],
    )
    links = [WordLink(1, 2, relation="equals"), WordLink(3, 1, relation="restates")]
    found = profile(first, second, links)
    assert found.by_pos == {
        "del": {"ADJ": 1, "AUX": 1},
        "ins": {"PRON": 1},
        "sub": {"VERB>VERB": 1},
        "match": {},
    }
    assert found.by_tag["sub"] == {"VBN>VBZ": 1}
    assert found.by_dep["match"] == {"nsubjpass>dobj": 1}
    assert found.morph == {"inflection": 1}
    assert found.relations == {"equals": 1, "restates": 1}
    assert json.loads(json.dumps(found.to_json()))["rate_tokens"] == 0.75


def test_the_view_of_a_doc(nlp, blank):
    doc = nlp(make_pair(nlp, "The old man left early.", "The man left."))
    assert doc._.edits.subsequence
    assert doc._.edits.by_pos["del"] == {"ADJ": 1, "ADV": 1}
    assert doc._.edits.rate_chars == pytest.approx(13 / 23)
    with pytest.raises(ParaphraseError) as error:
        _ = make_pair(blank, "a b", "a")._.edits
    assert error.value.code == "P017"


def test_a_link_of_several_words(blank):
    doc = make_pair(blank, "It weighs fifteen kilograms", "It weighs 15 kg")
    first, second = sides(doc)
    write_links(doc, "words", [Link("words", first[2:4], second[2:4])])
    assert doc._.edits.substitutions == 2


def test_a_link_outside_of_its_side():
    with pytest.raises(ParaphraseError, match="target index 3") as error:
        of("a b", "a b", [(0, 3)])
    assert error.value.code == "P205"


def test_figures_of_a_corpus():
    profiles = [of("a b c", "a c", [(0, 0), (2, 1)]), of("a b", "a b", [(0, 0), (1, 1)])]
    table = summary_of(each.numbers() for each in profiles)
    assert table["del"] == (0, 1, 1, 0.5, 0.5, 0.5)
    assert table["match"].least == table["match"].greatest == 2
    assert table["rate_tokens"].mean == pytest.approx((2 / 3 + 1) / 2)
    assert table["subsequence"].share == 1
    assert summary_of([]) == {}
