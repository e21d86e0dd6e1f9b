from itertools import islice, pairwise

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.generation.lattices.language_model import train_ngrams
from spacy_paraphrase.papers.consensus import consensus, lattice_of
from spacy_paraphrase.scoring.words import WordLookup, is_stop_word, porter_stem

SOURCE = "he have many information about early trains to london ."
FIRST = "he has much information about early trains to london ."
RENDERINGS = [
    FIRST,
    "he has information about the early trains to london .",
    FIRST,
    "he has many details about the early trains to london .",
    "he had much information on early trains to london .",
    "he has much information about the first trains to london .",
    "he has a lot of information about early trains to london .",
]
STEMS = WordLookup(porter_stem, None, is_stop_word)


def test_25_the_worked_example():
    texts = [text.split() for text in (SOURCE, *RENDERINGS)]
    lattice = lattice_of(texts, lookup=STEMS)
    assert (len(lattice.nodes), len(lattice), lattice.weight) == (24, 32, 92)
    greedy = consensus(SOURCE, RENDERINGS, lookup=STEMS)
    assert (greedy.text, greedy.weight) == (FIRST, 68)
    best = consensus(SOURCE, RENDERINGS, select="best", lookup=STEMS)
    longer = "he has much information about the early trains to london ."
    assert (best.text, best.weight) == (longer, 69)
    mean = consensus(SOURCE, RENDERINGS, select="best", normalise=True, lookup=STEMS)
    assert (mean.text, mean.weight) == (FIRST, 68 / 11)


@pytest.mark.parametrize("select", ["greedy", "best"])
@pytest.mark.parametrize("k", [0, 1, 4])
def test_27_copies_of_the_source(select, k):
    found = consensus(SOURCE, [SOURCE] * k, select=select)
    assert found.text == SOURCE
    assert found.weight == 11 * (k + 1)
    assert len(found.lattice) == 11


def all_paths(lattice, node=None):
    """Yield every path of a lattice, edges in the order of insertion."""
    node = node or lattice.start
    if node == lattice.end:
        yield []
        return
    for behind in lattice.edges[node]:
        for rest in all_paths(lattice, behind):
            yield [behind, *rest]


sentence = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=5)


@settings(max_examples=60, deadline=None)
@given(st.lists(sentence, min_size=1, max_size=5), st.booleans())
def test_paths_come_in_the_order_of_their_weights(texts, normalise):
    lattice = lattice_of(texts)
    every = [path[:-1] for path in islice(all_paths(lattice), 3000)]
    if len(every) == 3000:
        return

    def weight(path):
        return lattice.weight_of(path) / (len(path) + 1 if normalise else 1)

    found = list(lattice.paths(normalise))
    assert [value for value, _ in found] == pytest.approx(sorted(map(weight, every), reverse=True))
    assert [weight(path) for _, path in found] == pytest.approx([value for value, _ in found])
    assert sorted(path for _, path in found) == sorted(every)


@settings(max_examples=60, deadline=None)
@given(st.lists(sentence, min_size=1, max_size=5))
def test_edges_go_up_and_hold_all_that_went_in(texts):
    lattice = lattice_of(texts)
    assert all(one < other for one, behind in lattice.edges.items() for other in behind)
    assert lattice.weight == sum(len(path) + 1 for path in lattice.own)
    for text, path in zip(texts, lattice.own, strict=True):
        assert sorted(node.word for node in path) == sorted(text)
        assert all(b in lattice.edges[a] for a, b in pairwise((lattice.start, *path, lattice.end)))


def test_a_word_that_no_rendering_has_twice_is_not_repeated():
    source = "trains to london leave early"
    renderings = ["early trains leave to london", "early trains to london leave early today"]
    renderings = [*renderings, "early leave trains to london", "early trains to london leave"]
    found = consensus(source, renderings, select="best")
    counts = [found.words.count(word) for word in ("trains", "london", "leave")]
    assert counts == [1, 1, 1]


@pytest.mark.parametrize("select", ["greedy", "best"])
def test_no_mark_is_left_alone(select):
    source = 'he said , " we will leave early . "'
    renderings = ['he said " we will leave early . "', "he said , we will leave early ."] * 2
    assert consensus(source, renderings, select=select).text.count('"') in (0, 2)
    brackets = [
        "the plan ( of 1990 ) failed",
        "the plan of 1990 ) failed",
        "the plan of 1990 failed",
    ]
    words = consensus(brackets[0], brackets[1:], select=select).words
    assert words.count("(") == words.count(")")
    one_sided = consensus('he said " no', ['he said " no'], select=select)
    assert one_sided.text == 'he said " no'


def test_a_language_model_chooses():
    model = train_ngrams([text.split() for text in ("he has the book .", "he has the cup .")])
    source, renderings = "he have book .", ["he has the book .", "he has book .", "he had book ."]
    assert consensus(source, renderings).text == "he have book ."
    for select in ("rerank", "product", "fluent"):
        assert consensus(source, renderings, select=select, lm=model).text == "he has the book ."


def test_docs_keep_their_spacing():
    nlp = spacy.blank("en")
    source = nlp("He doesn't has money.")
    renderings = [nlp("He doesn't have money."), nlp("He  doesn't have money now.")]
    assert consensus(source, renderings).text == "He doesn't have money."
    assert consensus(source[:], []).text == source.text


def test_bad_input():
    for arguments, name in (
        ({"select": "longest"}, "select"),
        ({"select": "rerank"}, "lm"),
        ({"renderings": [" "]}, "a rendering"),
        ({"source": ""}, "a rendering"),
    ):
        with pytest.raises(ParaphraseError, match=name) as error:
            consensus(**{"source": "a b", "renderings": ["a c"], **arguments})
        assert error.value.code == "P207"
