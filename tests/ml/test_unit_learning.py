from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc
from thinc.api import Adam, fix_random_seed

from spacy_paraphrase import ParaphraseError, make_pair, sides
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.lexicon.spelling import equal
from spacy_paraphrase.ml.span_decode import MIRROR, class_of
from spacy_paraphrase.ml.span_matcher import (
    from_bytes,
    joint_labels,
    single_labels,
    span_pair,
    to_bytes,
)
from spacy_paraphrase.ml.unit_learning import (
    MatcherLearner,
    UnitExample,
    UnitLearner,
    UnitSettings,
    build_unit_settings,
    train,
)

NLP = spacy.blank("en")
EQUI, SPE1 = class_of("restates", 5), class_of("specifies", 4)
QUICK = UnitSettings(networks=1, folds=2, dropout=0.0, word_dropout=0.0, group_dropout={})


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
    learner = MatcherLearner(QUICK)
    losses = train(learner, list(zip(pairs, gold, strict=True)), epochs=60, batch=4, rate=0.005)
    assert losses[-1] < losses[0] / 5
    return learner.matcher, pairs, gold


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


def test_training_is_repeatable():
    found = []
    for _ in range(2):
        learner = MatcherLearner(QUICK)
        train(learner, list(zip(*corpus(), strict=True)), epochs=2, seed=3)
        found.append(learner.matcher.probabilities(corpus()[0][0])[0])
    np.testing.assert_array_equal(*found)


def test_settings_reach_the_networks():
    learner = MatcherLearner(replace(QUICK, hidden=7, networks=3, folds=4, known_words=2))
    train(learner, list(zip(*corpus(), strict=True)), epochs=1)
    assert len(learner.matcher.first.networks) == 1
    assert len(learner.matcher.second.networks) == 3
    # Both passes and a network of the first one for each fold.
    assert len(list(learner.networks())) == 1 + 3 + 4
    widths = {net.layers[0].layers[0].get_dim("nO") for net in learner.networks()}
    assert widths == {7}
    assert learner.matcher.words == ["big", "sleep"]


def weights(networks):
    """Return the weights of the first layer of each network."""
    return [np.array(net.layers[0].layers[0].get_param("W")) for net in networks]


def test_a_pair_does_not_teach_the_network_of_its_own_fold():
    pairs, gold = corpus()
    learner = MatcherLearner(QUICK)
    train(learner, list(zip(pairs, gold, strict=True)), epochs=5)
    held_out = list(learner.networks())[2:]
    before = weights(held_out)
    learner.update([(pairs[0], gold[0])])
    for network in learner.networks():
        network.finish_update(Adam(0.01))
    changed = [not np.array_equal(*w) for w in zip(before, weights(held_out), strict=True)]
    assert sorted(changed) == [False, True]


def test_one_that_was_loaded_goes_on(trained):
    matcher, pairs, gold = trained
    learner = MatcherLearner(QUICK)
    learner.resume(from_bytes(to_bytes(matcher)))
    examples = list(zip(pairs, gold, strict=True))
    fix_random_seed(0)
    first = learner.update(examples)
    fresh = MatcherLearner(QUICK)
    [start] = train(fresh, examples, epochs=1)
    assert first < start / 2
    assert [links_of(learner.matcher, pair) for pair in pairs] == [dict(links) for links in gold]


def test_pairs_without_links_are_counted_as_such():
    pairs, _ = corpus()
    learner = UnitLearner(QUICK)
    learner.observe(UnitExample(pairs[0], {}, None))
    assert not learner.has_links


@pytest.mark.parametrize(
    "setting",
    [
        {"hidden": 0},
        {"hidden": "64"},
        {"networks": 1.0},
        {"networks": True},
        {"folds": 1},
        {"known_words": -1},
        {"dropout": 1.0},
        {"word_dropout": -0.1},
        {"word_dropout": "0.5"},
        {"group_dropout": {"wordnet": 1.5}},
        {"group_dropout": {"other": 0.1}},
    ],
)
def test_settings_without_sense(setting):
    [name] = setting
    with pytest.raises(ParaphraseError, match=f"P025.*{name}"):
        build_unit_settings(**setting)
