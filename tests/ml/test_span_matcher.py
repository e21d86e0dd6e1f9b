from dataclasses import replace

import numpy as np
import pytest

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError, make_pair, sides, swap
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.components.unit_links import pair_of_links
from spacy_paraphrase.ml.feature_tables import swap_rows
from spacy_paraphrase.ml.span_decode import MIRROR, class_of
from spacy_paraphrase.ml.span_matcher import labeller_from_bytes, labeller_to_bytes
from spacy_paraphrase.ml.unit_learning import LabellerLearner, UnitSettings, train

EQUI, SPE1, SIMI = (
    class_of(*kind) for kind in (("restates", 5), ("specifies", 4), ("intersects", 3))
)
QUICK = UnitSettings(networks=1, folds=2, dropout=0.0, word_dropout=0.0, group_dropout={})
NOUNS = ("cat", "dog", "cow", "hen", "boy", "man")


@pytest.fixture(scope="module")
def matcher():
    unused = ["relation_classifier", "sentence_fuser"]
    return spacy_paraphrase.load(tier="fast", exclude=unused)


def linked(nlp, source, target, units, swapped=False):
    """Return the labeller's view of a pair, units as lists of word indices."""
    doc = nlp(make_pair(nlp, source, target))
    pipe = nlp.get_pipe("graph_matcher")
    ends = list(zip(*units, strict=True))
    if swapped:
        doc, ends = swap(doc), ends[::-1]
    reading = pipe.reader.read(*map(Sentence, sides(doc)))
    return pair_of_links(reading, *ends)


@pytest.fixture(scope="module")
def trained(matcher):
    pairs, classes = [], []
    for noun in NOUNS:
        units = [([0, 1, 2], [0, 1]), ([3], [2])]
        pairs.append(linked(matcher, f"A big {noun} sleeps", f"A {noun} sleeps", units))
        classes.append(np.array([SPE1, EQUI]))
        units = [([0, 1], [0, 1]), ([2], [2])]
        pairs.append(linked(matcher, f"The {noun} sleeps", f"The {noun} walks", units))
        classes.append(np.array([EQUI, SIMI]))
    learner = LabellerLearner(QUICK)
    losses = train(learner, list(zip(pairs, classes, strict=True)), epochs=80, batch=4)
    assert losses[-1] < losses[0] / 5
    return learner.labeller, pairs, classes


def test_it_learns_its_data_by_heart(trained):
    labeller, pairs, classes = trained
    for pair, kinds in zip(pairs, classes, strict=True):
        assert labeller(pair).argmax(1).tolist() == kinds.tolist()


def test_the_swapped_pair(matcher, trained):
    labeller, *_ = trained
    args = ("A small girl runs", "A girl runs", [([0, 1, 2], [0, 1]), ([3], [2])])
    straight, other = linked(matcher, *args), linked(matcher, *args, swapped=True)
    assert other.names == straight.names
    np.testing.assert_allclose(swap_rows(straight.names, straight.rows), other.rows, atol=1e-5)
    np.testing.assert_allclose(labeller(straight)[:, MIRROR], labeller(other), atol=1e-4)


def test_saved_and_loaded(trained):
    labeller, pairs, _ = trained
    data = labeller_to_bytes(labeller)
    assert data == labeller_to_bytes(labeller_from_bytes(data))
    for pair in pairs:
        np.testing.assert_allclose(labeller_from_bytes(data)(pair), labeller(pair), atol=0.02)
    with pytest.raises(ParaphraseError, match="P301"):
        labeller_from_bytes(data[:-3])


def test_what_stands_around_a_link(matcher):
    pair = linked(
        matcher,
        "No man eats bread in the garden today",
        "A man eats bread",
        [([0, 1], [0, 1]), ([2], [2]), ([3], [3])],
    )
    rows = [dict(zip(pair.names, row.tolist(), strict=True)) for row in pair.rows]
    assert rows[1]["among.equal"] == 0.5  # the bread is the same, "no man" is not "a man"
    assert rows[2]["among.equal"] == 0.5
    assert rows[0]["among.free.source"] == pytest.approx(4 / 10)
    assert rows[0]["among.free_content.target"] == 0
    assert (rows[2]["among.free_after.source"], rows[0]["among.free_after.source"]) == (1, 0)
    assert (rows[0]["among.negated.source"], rows[0]["among.negated.target"]) == (1, 0)
    assert rows[0]["among.order"] == 1
    crossed = linked(
        matcher, "Bread he eats", "He eats bread", [([0], [2]), ([1], [0]), ([2], [1])]
    )
    place = crossed.names.index("among.order")
    assert crossed.rows[:, place].tolist() == [0, 0, 0]


def test_words_that_only_one_unit_has(matcher):
    units = [([0, 1], [0, 1])]
    pair = linked(matcher, "A puppy", "A dog", units)
    row = dict(zip(pair.names, pair.rows[0].tolist(), strict=True))
    assert row["lone.one"] == row["lone.hyponym-of"] == 1
    assert row["lone.antonym"] == 0


def test_the_weights_of_the_package_have_a_labeller(matcher):
    labeller = matcher.get_pipe("graph_matcher").matchers["chunks"].labeller
    pair = linked(matcher, "a big dog", "a dog", [([0, 1, 2], [0, 1])])
    assert labeller.ensemble.names[: len(pair.names)] == pair.names
    assert labeller(pair).argmax(1).tolist() == [SPE1]
    assert replace(pair, rows=pair.rows)  # views are plain data
