import numpy as np
import pytest
import spacy
from spacy.tokens import Doc

from spacy_paraphrase import make_pair, sides
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.ml.feature_tables import mirror_name
from spacy_paraphrase.ml.link_features import (
    NAMES,
    LinkMemory,
    UnitText,
    frequent_words,
    lexicon_rows,
    phrases,
    unit_words,
)
from spacy_paraphrase.ml.span_decode import class_of

EQUI, SPE1, SIMI = (
    class_of(*kind) for kind in (("restates", 5), ("specifies", 4), ("intersects", 3))
)


def phrase(text, head=""):
    words = tuple(text.split())
    return UnitText(
        words,
        frozenset(words) - {"a", "the"},
        frozenset(words) - {"a", "the", "in"},
        head or words[-1],
    )


def of(memory, one, other):
    row = memory.features([(one, other)])[0]
    return dict(zip(NAMES, row.tolist(), strict=True))


@pytest.fixture(scope="module")
def memory():
    path, circuit = phrase("a closed path"), phrase("a closed circuit")
    links = [(path, circuit, SIMI), (circuit, path, SIMI), (path, circuit, EQUI)]
    return LinkMemory.of([*links, (phrase("a red car"), phrase("car"), SPE1)])


def test_the_same_phrases(memory):
    row = of(memory, phrase("a closed path"), phrase("a closed circuit"))
    assert row["memory.whole.count"] == pytest.approx(3 / 5)
    assert row["memory.whole.intersects"] == pytest.approx(2 / 4)
    assert row["memory.whole.restates"] == pytest.approx(1 / 4)


def test_the_same_difference_in_other_phrases(memory):
    row = of(memory, phrase("in the open path"), phrase("in the open circuit"))
    assert row["memory.whole.count"] == 0
    assert row["memory.difference.intersects"] == row["memory.content.intersects"] == 0.5
    assert row["memory.heads.count"] == pytest.approx(3 / 5)


def test_what_was_never_seen(memory):
    row = of(memory, phrase("some bread", "bread"), phrase("a green tree", "tree"))
    assert {n: v for n, v in row.items() if v and not n.startswith("memory.function")} == {}


def test_the_direction_turns_with_the_sides(memory):
    car, red = phrase("car"), phrase("a red car")
    straight, swapped = of(memory, red, car), of(memory, car, red)
    assert straight["memory.whole.specifies"] == 0.5 == swapped["memory.whole.generalizes"]
    assert {mirror_name(name): value for name, value in straight.items()} == swapped


def test_order_of_links_does_not_matter(memory):
    links = [(phrase(f"w{k}"), phrase(f"v{k % 3}"), EQUI) for k in range(9)]
    one, two = LinkMemory.of(links), LinkMemory.of(links[::-1])
    assert np.array_equal(one.keys, two.keys)
    assert np.array_equal(one.counts, two.counts)
    assert one.features([]).shape == (0, len(NAMES))
    assert not LinkMemory.of([]).features([links[0][:2]]).any()


def test_counts_stop_at_what_a_byte_holds():
    links = [(phrase("x"), phrase("y"), EQUI)] * 300
    assert LinkMemory.of(links).counts.max() == 255


def test_what_is_remembered_of_units():
    nlp = spacy.blank("en")
    words = ["The", "red", "cars", ",", "fast"]
    doc = Doc(
        nlp.vocab,
        words=words,
        lemmas=["the", "red", "car", ",", "fast"],
        heads=[2, 2, 2, 2, 2],
        deps=["det", "amod", "ROOT", "punct", "amod"],
        pos=["DET", "ADJ", "NOUN", "PUNCT", "ADJ"],
    )
    side = Sentence(sides(make_pair(nlp, doc, doc))[0])
    assert phrases(side, [[0, 1, 2, 3], [3]]) == [
        UnitText(
            ("the", "red", "car"), frozenset({"red", "car"}), frozenset({"red", "car"}), "car"
        ),
        UnitText((), frozenset(), frozenset(), ""),
    ]


def test_words_that_make_the_difference():
    linked = [(frozenset({"big", "x"}), frozenset({"x"}))] * 4
    linked += [(frozenset({"red"}), frozenset({"blue"}))] * 5
    assert frequent_words(linked, 2) == ["blue", "red"]
    assert frequent_words(linked[:3], 2) == []
    rows = lexicon_rows([{"big", "cats"}], [{"cats"}], ["cats", "big"], ([0], [0]))
    assert rows.tolist() == [[0, 1, 0, 0, 1, 0]]


def test_unit_words_leave_punctuation_out():
    side = Sentence(sides(make_pair(spacy.blank("en"), ["Cats", "."], ["x"]))[0])
    assert unit_words(side, [[0, 1], [1]]) == [{"cats"}, frozenset()]
