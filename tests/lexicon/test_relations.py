import random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lexicon.toy_wordnet import COUNTS, SYNSETS, toy_resource

from spacy_paraphrase.lexicon import default_lexicon
from spacy_paraphrase.lexicon.build import build_index
from spacy_paraphrase.lexicon.hypernym_similarity import similarity
from spacy_paraphrase.lexicon.index import LexicalIndex
from spacy_paraphrase.lexicon.relations import (
    LEXICAL_RELATIONS,
    relation,
    relation_matrices,
    relation_matrix,
)

TOY = build_index(toy_resource(), COUNTS)
TOY_WORDS = [
    (word, upos)
    for pos, words, _ in SYNSETS.values()
    for word in words
    for upos in [{"n": "NOUN", "v": "VERB", "r": "ADV"}.get(pos, "ADJ")]
]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (("animal", "NOUN"), ("beast", "NOUN"), "synonym"),
        (("dog", "NOUN"), ("dog", "NOUN"), "synonym"),
        (("dog", "NOUN"), ("animal", "NOUN"), "hyponym-of"),
        (("entity", "NOUN"), ("wolf", "NOUN"), "hypernym-of"),
        (("dog", "NOUN"), ("person", "NOUN"), "hyponym-of"),  # by its second sense
        (("dog", "NOUN"), ("wolf", "NOUN"), "sister"),
        (("dog", "NOUN"), ("cat", "NOUN"), "sister"),  # pets
        (("wolf", "NOUN"), ("cat", "NOUN"), "none"),
        (("United States", "PROPN"), ("country", "NOUN"), "hyponym-of"),
        (("US", "PROPN"), ("Pakistan", "PROPN"), "sister"),
        (("cut back", "VERB"), ("reduce", "VERB"), "synonym"),
        (("slash", "VERB"), ("cut back", "VERB"), "hyponym-of"),
        (("reduce", "VERB"), ("increase", "VERB"), "antonym"),
        (("increase", "VERB"), ("reduce", "VERB"), "antonym"),
        (("cut back", "VERB"), ("increase", "VERB"), "sister"),  # antonymy is between words
        (("hot", "ADJ"), ("cold", "ADJ"), "antonym"),
        (("torrid", "ADJ"), ("hot", "ADJ"), "near-synonym"),
        (("torrid", "ADJ"), ("cold", "ADJ"), "none"),
        (("invade", "VERB"), ("invasion", "NOUN"), "near-synonym"),
        (("purchase", "NOUN"), ("buy", "VERB"), "near-synonym"),
        (("Pakistan", "PROPN"), ("Pakistani", "ADJ"), "near-synonym"),
        (("dog", "VERB"), ("animal", "NOUN"), "none"),
        (("dog", ""), ("animal", ""), "hyponym-of"),
        (("unheard-of", "NOUN"), ("animal", "NOUN"), "none"),
        (("unheard-of", "NOUN"), ("unheard-of", "NOUN"), "none"),
        (("dog", "DET"), ("dog", "DET"), "none"),
    ],
)
def test_relation(first: tuple[str, str], second: tuple[str, str], expected: str) -> None:
    assert relation(TOY, *first, *second) == expected


def test_settings() -> None:
    assert relation(TOY, "dog", "NOUN", "person", "NOUN", max_senses=1) == "none"
    assert relation(TOY, "wolf", "NOUN", "cat", "NOUN", sister_steps=2) == "sister"
    assert relation(TOY, "dog", "NOUN", "wolf", "NOUN", sister_steps=0) == "none"


def test_a_word_both_above_and_below_is_where_it_is_nearer() -> None:
    resource = toy_resource()
    entries = resource["lexicons"][0]["entries"]
    (pet,) = (entry for entry in entries if entry["lemma"]["writtenForm"] == "pet")
    pet["senses"].append({"id": "toy-pet-n11b", "synset": "toy-n12", "relations": []})
    (leader,) = (entry for entry in entries if entry["lemma"]["writtenForm"] == "leader")
    leader["senses"].append({"id": "toy-leader-n03b", "synset": "toy-n03", "relations": []})
    index = build_index(resource, COUNTS)
    # pet = n05 or n12, leader = n14 (1 below n12) or n03 (2 above n05, 1 above n12)
    assert relation(index, "pet", "NOUN", "leader", "NOUN") == "hyponym-of"
    assert relation(index, "pet", "NOUN", "leader", "NOUN", max_senses=1) == "none"
    codes = relation_matrix(index, [("pet", "NOUN")], [("leader", "NOUN")]).relations
    assert LEXICAL_RELATIONS[codes[0, 0]] == "hyponym-of"


words = st.lists(st.sampled_from([*TOY_WORDS, ("none", "NOUN"), ("dog", "")]), max_size=8)


@given(words, words, st.sampled_from([None, 1, 2]), st.integers(0, 3))
def test_matrix_is_relation_and_lin_for_each_pair(
    words1: list[tuple[str, str]],
    words2: list[tuple[str, str]],
    max_senses: int | None,
    sister_steps: int,
) -> None:
    matrix = relation_matrix(TOY, words1, words2, max_senses=max_senses, sister_steps=sister_steps)
    assert matrix.relations.shape == matrix.similarities.shape == (len(words1), len(words2))
    for i, one in enumerate(words1):
        for j, other in enumerate(words2):
            expected = relation(TOY, *one, *other, max_senses=max_senses, sister_steps=sister_steps)
            assert LEXICAL_RELATIONS[matrix.relations[i, j]] == expected
            lin = similarity(TOY, "lin", *one, *other, max_senses=max_senses)
            assert matrix.similarities[i, j] == pytest.approx(lin)


@given(st.sampled_from(TOY_WORDS), st.sampled_from(TOY_WORDS))
def test_relation_is_what_the_graph_says(one: tuple[str, str], other: tuple[str, str]) -> None:
    graph = nx.DiGraph([(s, h) for s, (_, _, above) in SYNSETS.items() for h in above])
    graph.add_nodes_from(SYNSETS)
    senses, senses2 = ([s for s in SYNSETS if word[0] in SYNSETS[s][1]] for word in (one, other))
    pairs = [(a, b) for a in senses for b in senses2 if SYNSETS[a][0] == SYNSETS[b][0]]
    found = relation(TOY, *one, *other)
    if one[1] == other[1] and found not in ("antonym", "near-synonym"):
        if any(a == b for a, b in pairs):
            expected = {"synonym"}
        elif any(nx.has_path(graph, a, b) or nx.has_path(graph, b, a) for a, b in pairs):
            expected = {"hyponym-of", "hypernym-of"}
        elif any(set(graph[a]) & set(graph[b]) for a, b in pairs):
            expected = {"sister"}
        else:
            expected = {"none"}
        assert found in expected


@given(st.sampled_from(TOY_WORDS), st.sampled_from(TOY_WORDS))
def test_turned_round(one: tuple[str, str], other: tuple[str, str]) -> None:
    turned = {"hyponym-of": "hypernym-of", "hypernym-of": "hyponym-of"}
    forth, back = relation(TOY, *one, *other), relation(TOY, *other, *one)
    assert back == turned.get(forth, forth)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (("diminish", "VERB"), ("reduce", "VERB"), "hypernym-of"),
        (("risk", "NOUN"), ("chance", "NOUN"), "hyponym-of"),
        (("marijuana", "NOUN"), ("drug", "NOUN"), "hyponym-of"),
        (("continent", "NOUN"), ("Antarctica", "PROPN"), "hypernym-of"),
        (("Jupiter", "PROPN"), ("Mars", "PROPN"), "sister"),
        (("dog", "NOUN"), ("cat", "NOUN"), "none"),
        (("US", "PROPN"), ("United States", "PROPN"), "synonym"),
        (("Pakistani", "ADJ"), ("Pakistan", "PROPN"), "near-synonym"),
        (("win", "VERB"), ("lose", "VERB"), "antonym"),
        (("kidnap", "VERB"), ("kidnapping", "NOUN"), "near-synonym"),
        (("Dementia", "PROPN"), ("dementedness", "NOUN"), "synonym"),
        (("Large", "ADJ"), ("big", "ADJ"), "synonym"),
    ],
)
def test_english(first: tuple[str, str], second: tuple[str, str], expected: str) -> None:
    assert relation(default_lexicon("en"), *first, *second) == expected


def test_english_matrix_is_relation_for_each_pair() -> None:
    index = default_lexicon("en")
    words1, words2 = _random_words(index, 30, seed=1), _random_words(index, 40, seed=2)
    # long lemmas rarely meet: take their hypernyms' words as well
    words2[:20] = [(index.lemmas[index.entries(*w)[0] + 1], w[1]) for w in words1[:20]]
    matrix = relation_matrix(index, words1, words2)
    for i, one in enumerate(words1):
        for j, other in enumerate(words2):
            assert LEXICAL_RELATIONS[matrix.relations[i, j]] == relation(index, *one, *other)
            lin = similarity(index, "lin", *one, *other)
            assert matrix.similarities[i, j] == pytest.approx(lin, abs=1e-5)
    assert 0 <= matrix.similarities.min() <= matrix.similarities.max() <= 1


def _random_words(index: LexicalIndex, n: int, seed: int) -> list[tuple[str, str]]:
    chosen = random.Random(seed).sample(range(len(index.lemmas)), n)
    bounds = np.cumsum(index.arrays["entry_counts"])
    upos = ["NOUN", "VERB", "ADJ", "ADV"]
    return [(index.lemmas[e], upos[int(np.searchsorted(bounds, e, "right"))]) for e in chosen]


@pytest.mark.parametrize("max_senses", [None, 1, 3])
def test_words_looked_up_together_are_related_as_alone(max_senses):
    english = default_lexicon("en")
    words = [("dog", "NOUN"), ("rise", "VERB"), ("firm", "NOUN"), ("xyzzy", "NOUN"), ("hot", "ADJ")]
    others = [("animal", "NOUN"), ("fall", "VERB"), ("company", "NOUN"), ("cold", "ADJ")]
    asked = [(words, others), ([], others), (others, words), (words[3:4], words[3:4])]
    together = relation_matrices(
        LexicalIndex(english.meta, english.arrays), asked, max_senses=max_senses
    )
    for (one, two), found in zip(asked, together, strict=True):
        assert found.relations.shape == (len(one), len(two))
        for i, j in np.ndindex(found.relations.shape):
            alone = relation(english, *one[i], *two[j], max_senses=max_senses)
            assert LEXICAL_RELATIONS[found.relations[i, j]] == alone
            single = relation_matrix(english, one[i : i + 1], two[j : j + 1], max_senses=max_senses)
            assert single.similarities[0, 0] == found.similarities[i, j]
    assert "hyponym-of" in {LEXICAL_RELATIONS[k] for k in together[0].relations.flat}
