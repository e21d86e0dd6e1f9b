import numpy as np
import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc

from spacy_paraphrase import make_pair, sides
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.lexicon.resources import default_lexicon, default_weights
from spacy_paraphrase.lexicon.spelling import equal
from spacy_paraphrase.ml.feature_tables import swap_rows
from spacy_paraphrase.ml.span_features import span_features, word_relations

NLP = spacy.blank("en")
WORDS = ["a", "white", "brown", "horse", "dog", "animal", "on", "grass", "not", "2", "."]
POS = ["DET", "ADJ", "ADJ", "NOUN", "NOUN", "NOUN", "ADP", "NOUN", "PART", "NUM", "PUNCT"]


def side_doc(words, heads=None):
    pos = [POS[WORDS.index(word)] for word in words]
    heads = heads or [0] * len(words)
    deps = ["ROOT" if head == i else "dep" for i, head in enumerate(heads)]
    return Doc(NLP.vocab, words=words, pos=pos, tags=pos, lemmas=words, heads=heads, deps=deps)


def make_sides(source, target, heads=(None, None)):
    doc = make_pair(NLP, side_doc(source, heads[0]), side_doc(target, heads[1]))
    return [Sentence(span) for span in sides(doc)]


def table(source, target, units, **resources):
    same = equal(source.words, target.words)
    return span_features(source, target, *units, same, same, **resources)


def values(found, i=0, j=0):
    return dict(zip(found.names, found.values[i, j].tolist(), strict=True))


def test_identical_units():
    source, target = make_sides(["a", "white", "horse"], ["a", "white", "horse"])
    found = values(table(source, target, ([[0, 1, 2]], [[0, 1, 2]])))
    for name in ("yield.source", "yield.target", "yield.dice", "yield.weighted.dice"):
        assert found[name] == pytest.approx(1.0, abs=1e-4)
    for name in ("string.words", "string.lemmas", "string.content", "string.close", "type.same"):
        assert found[name] == 1.0
    assert found["left.weight.source"] == found["left.weight.target"] == 0.0


def test_what_only_one_side_has():
    source, target = make_sides(["a", "white", "horse"], ["a", "horse"])
    found = values(table(source, target, ([[0, 1, 2]], [[0, 1]])))
    assert found["yield.source"] == pytest.approx(2 / 3, abs=1e-4)
    assert found["yield.target"] == pytest.approx(1.0, abs=1e-4)
    assert found["yield.dice"] == pytest.approx(4 / 5, abs=1e-4)
    assert found["left.adjective.source"] == pytest.approx(1 / 3)
    assert found["left.adjective.target"] == 0.0
    assert found["left.only.source"] == 1.0
    assert found["left.only.target"] == 0.0
    assert (found["string.content.around"], found["string.content.within"]) == (1.0, 0.0)
    assert found["size.words.more"] == 0.25


def test_heads_prepositions_and_negation():
    words = ["on", "grass"], ["not", "on", "a", "horse"]
    source, target = make_sides(*words, heads=([0, 0], [1, 1, 3, 1]))
    found = values(table(source, target, ([[0, 1]], [[0, 1, 2, 3]])))
    assert found["type.adposition.source"] == found["type.adposition.target"] == 1.0
    assert found["words.identical.top"] == 1.0
    assert found["words.identical.head"] == 0.0  # grass / horse
    assert found["mark.preposition.same"] == 1.0
    assert found["mark.negation.target"] == 1.0
    assert found["mark.negation.source"] == 0.0


def test_lexical_relations_of_words_inside():
    source, target = make_sides(["a", "dog"], ["a", "animal"])
    relations = word_relations(default_lexicon("en"), source, target)
    found = values(table(source, target, ([[0, 1]], [[0, 1]]), relations=relations))
    assert found["wordnet.hyponym-of.source"] > 0.5
    assert found["wordnet.hyponym-of.head"] == 1.0
    assert found["wordnet.hypernym-of.head"] == 0.0
    assert found["wordnet.present"] == 1.0


def test_missing_groups_are_zero():
    source, target = make_sides(["a", "dog"], ["a", "animal"])
    found = table(source, target, ([[0, 1]], [[0, 1]]))
    for group in ("wordnet", "tensor", "vectors", "encoder"):
        columns = [k for k, name in enumerate(found.names) if name.startswith(f"{group}.")]
        assert columns
        assert not found.values[..., columns].any()


def test_vectors():
    source, target = make_sides(["a", "dog"], ["a", "horse"])
    rows = np.array([[1.0, 0.0], [0.0, 1.0]])
    vectors = {"encoder": (rows, rows[::-1])}
    found = values(table(source, target, ([[0, 1]], [[0, 1]]), vectors=vectors))
    assert found["encoder.mean"] == pytest.approx(1.0)
    assert found["encoder.cosine.head"] == 0.0
    assert found["encoder.cosine.source"] == pytest.approx(1.0)


def test_rivals_share_no_word():
    source, target = make_sides(["dog", "dog"], ["dog"])
    found = table(source, target, ([[0], [1], [0, 1]], [[0]]))
    lead = found.values[:, 0, found.names.index("rival.soft.column")]
    assert lead[0] == lead[1] == 0.0
    assert lead[2] > 0.0  # its parts are no rivals of the joint unit


def test_a_unit_with_a_gap_and_no_content():
    source, target = make_sides(["a", "dog", "."], ["a", "."])
    found = table(source, target, ([[0, 2], [2]], [[1], [0, 1]]))
    assert np.isfinite(found.values).all()


@st.composite
def random_sides(draw):
    result = []
    for _ in range(2):
        words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6))
        heads = [draw(st.integers(0, i)) if i else 0 for i in range(len(words))]
        indices = st.sets(st.integers(0, len(words) - 1), min_size=1).map(sorted)
        result.append((words, heads, draw(st.lists(indices, min_size=1, max_size=4))))
    return result


@settings(max_examples=60, deadline=None)
@given(random_sides())
def test_swapped_sides_give_mirrored_features(given_sides):
    (one, heads, units), (two, other_heads, other_units) = given_sides
    tables = []
    for words, tree, parts in (
        ((one, two), (heads, other_heads), (units, other_units)),
        ((two, one), (other_heads, heads), (other_units, units)),
    ):
        source, target = make_sides(*words, heads=tree)
        resources = {
            "relations": word_relations(default_lexicon("en"), source, target),
            "rarity": default_weights("en"),
        }
        tables.append(table(source, target, parts, **resources))
    straight, swapped = tables
    assert np.isfinite(straight.values).all()
    mirrored = swap_rows(straight.names, straight.rows).reshape(straight.values.shape)
    difference = np.abs(mirrored.transpose(1, 0, 2) - swapped.values).max((0, 1))
    assert [name for name, d in zip(straight.names, difference, strict=True) if d > 1e-5] == []
