from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc

from spacy_paraphrase import make_pair, sides
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lexicon.strings import equal
from spacy_paraphrase.ml.features import mirror, mirror_name, swap_rows
from spacy_paraphrase.ml.link_features import frequent_words, lexicon_features, unit_words
from spacy_paraphrase.ml.networks import Scaling, Training, train
from spacy_paraphrase.ml.span_decode import CLASSES, MIRROR, class_of
from spacy_paraphrase.ml.span_matcher import (
    FIRST_PASS,
    from_bytes,
    joint_labels,
    single_labels,
    span_pair,
    to_bytes,
    train_matcher,
)
from spacy_paraphrase.sentence import Sentence

NLP = spacy.blank("en")
EQUI, SPE1 = class_of("restates", 5), class_of("specifies", 4)
QUICK = Training(epochs=30, batch=8, dropout=0.0, drop_words=0.0, drop_groups={}, networks=1)


def make_item(source, target):
    """Return the pair of two lists of chunks, each a string."""
    docs = []
    for units in (source, target):
        words = " ".join(units).split()
        docs.append(Doc(NLP.vocab, words=words, lemmas=words))
    one, two = map(Sentence, sides(make_pair(NLP, *docs)))
    parts = []
    for units in (source, target):
        starts = np.cumsum([0, *(len(unit.split()) for unit in units)]).tolist()
        parts.append([list(range(*span)) for span in pairwise(starts)])
    same = equal(one.words, two.words)
    return span_pair(one, two, *parts, same, same)


def corpus():
    pairs, gold = [], []
    for noun in ("cats", "dogs", "cows", "hens", "bees", "ants"):
        pairs.append(make_item([f"big {noun}", "sleep"], [noun, "sleep"]))
        gold.append({((0,), (0,)): SPE1, ((1,), (1,)): EQUI})
        pairs.append(make_item(["sleep", "soundly", noun], [noun, "sleep soundly"]))
        gold.append({((0, 1), (1,)): EQUI, ((2,), (0,)): EQUI})
    return pairs, gold


@pytest.fixture(scope="module")
def trained():
    pairs, gold = corpus()
    matcher = train_matcher(pairs, gold, first=replace(QUICK, epochs=20), second=QUICK)
    return matcher, pairs, gold


def links_of(matcher, pair):
    return {(pair.source[k.source], pair.target[k.target]): k.kind for k in matcher(pair)}


def test_it_learns_its_data_by_heart(trained):
    matcher, pairs, gold = trained
    assert [links_of(matcher, pair) for pair in pairs] == [dict(links) for links in gold]


def test_links_of_the_swapped_pair_are_the_inverse(trained):
    matcher, *_ = trained
    straight = links_of(matcher, make_item(["big cats", "sleep"], ["cats", "sleep"]))
    swapped = links_of(matcher, make_item(["cats", "sleep"], ["big cats", "sleep"]))
    assert {(b, a): MIRROR[kind] for (a, b), kind in straight.items()} == swapped


def test_saved_and_loaded(trained):
    matcher, pairs, _ = trained
    data = to_bytes(matcher)
    loaded = from_bytes(data)
    for pair in pairs:
        before, after = matcher.probabilities(pair)[0], loaded.probabilities(pair)[0]
        np.testing.assert_allclose(before, after, atol=0.02)
        assert links_of(matcher, pair) == links_of(loaded, pair)
    assert to_bytes(loaded) == data


def test_damaged_bytes(trained):
    with pytest.raises(ParaphraseError, match="P301"):
        from_bytes(to_bytes(trained[0])[:-1])


def test_training_is_repeatable():
    pairs, gold = corpus()
    quick = replace(QUICK, epochs=2)
    found = []
    for _ in range(2):
        matcher = train_matcher(pairs, gold, first=quick, second=quick, seed=3)
        found.append(matcher.probabilities(pairs[0])[0])
    np.testing.assert_array_equal(*found)


def test_probabilities_are_distributions(trained):
    matcher, pairs, _ = trained
    found, where = matcher.probabilities(pairs[1])
    np.testing.assert_allclose(found.sum(-1), 1.0, atol=1e-5)
    assert (found[~where][:, 0] == 1.0).all()


def test_labels_of_single_and_joint_units():
    pairs, gold = corpus()
    pair, links = pairs[1], gold[1]
    assert single_labels(pair, links).tolist() == [[0, EQUI], [0, EQUI], [EQUI, 0]]
    labels = joint_labels(pair, links)
    assert labels[pair.source.index((0, 1)), 1] == EQUI
    assert labels[pair.source.index((1, 2)), 1] == 0
    assert pair.source_sizes[pair.source.index((0, 1))] == 2.0


def test_words_that_make_the_difference():
    item = make_item(["big cats"], ["cats"])
    assert item.source_words == [{"big", "cats"}]
    linked = [(frozenset({"big", "x"}), frozenset({"x"}))] * 4
    linked += [(frozenset({"red"}), frozenset({"blue"}))] * 5
    assert frequent_words(linked, 2) == ["blue", "red"]
    assert frequent_words(linked[:3], 2) == []
    table = lexicon_features(item.source_words, item.target_words, ["cats", "big"])
    assert table.values[0, 0].tolist() == [0, 1, 0, 0, 1, 0]


def test_unit_words_leave_punctuation_out():
    side = Sentence(sides(make_pair(NLP, ["Cats", "."], ["x"]))[0])
    assert unit_words(side, [[0, 1], [1]]) == [{"cats"}, frozenset()]


def test_mirror():
    names = ("left.noun.source", "left.noun.target", "place.shift", "lexicon.source.row")
    names += ("lexicon.target.row",)
    order, signs = mirror(names)
    assert order.tolist() == [1, 0, 2, 4, 3]
    assert signs.tolist() == [1, 1, -1, 1, 1]
    assert mirror_name("lexicon.both.source") == "lexicon.both.source"
    rows = np.arange(10, dtype=np.float32).reshape(2, 5)
    np.testing.assert_array_equal(swap_rows(names, swap_rows(names, rows)), rows)


def test_scaling_leaves_words_and_constants_in_place():
    rows = np.array([[1, 5, 0], [3, 5, 1]], dtype=np.float32)
    scaled = Scaling.of(("a.x", "a.y", "lexicon.both.z"), rows)(rows)
    assert scaled.tolist() == [[-1, 0, 0], [1, 0, 2]]


def test_one_set_of_weights_with_and_without_a_group():
    random = np.random.default_rng(0)
    truth = random.integers(0, 2, 400)
    names = ("words.a", "encoder.a", "encoder.present")
    noisy = np.where(random.random(400) < 0.8, truth, 1 - truth)
    rows = np.stack([noisy, truth, np.ones(400)], axis=1).astype(np.float32)
    settings = replace(QUICK, drop_groups={"encoder": 0.3}, hidden=8, batch=32)
    network = train(names, rows, truth.astype(np.int64), np.arange(2), settings)
    without = rows * np.array([1, 0, 0], np.float32)
    assert (network(rows).argmax(1) == truth).mean() > 0.97
    assert (network(without).argmax(1) == noisy).mean() > 0.97


def test_classes_are_those_of_the_labels():
    assert len(MIRROR) == len(CLASSES)
    assert FIRST_PASS.networks <= 3
