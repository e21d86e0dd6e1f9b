"""Several vectors of a word: how they grow, what they sum to, how words are compared (07 §6)."""

import json
import random

import numpy as np
import pytest
import spacy

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.jobs import run_job
from spacy_paraphrase.many.building import build_space, space_job, space_of
from spacy_paraphrase.many.indexing import SpaceConfig
from spacy_paraphrase.many.senses import (
    MEASURES,
    compare_senses,
    fold,
    sense_similarity,
    sense_table,
)

RIVER, MONEY = "water boat shore fish".split(), "loan credit cash money".split()
CONFIG = SpaceConfig(variant="senses", dim=200, least=5, form="word", window=3)


def texts(n=120, seed=2):
    """Return records in which "bank" stands beside words of one kind or of another."""
    dice = random.Random(seed)
    found = []
    for k in range(n):
        words = dice.sample(RIVER if k % 2 else MONEY, 3)
        found.append({"id": f"{k:03}", "sentences": [" ".join([*words[:2], "bank", words[2]])]})
    return found


@pytest.fixture(scope="module")
def space():
    return build_space(texts(), CONFIG)


def test_22_senses_by_hand():
    windows = [np.array(w) for w in ((1, 0), (0, 1), (1, 1))]
    rows, uses = fold(windows, 0.7)
    assert (rows.tolist(), uses.tolist()) == ([[2, 2]], [3])
    rows, uses = fold(windows, 0.75)
    assert (rows.tolist(), uses.tolist()) == ([[1, 0], [0, 1], [1, 1]], [1, 1, 1])


def test_an_occurrence_near_to_one_sense_goes_into_it():
    rows, uses = fold([np.array(w) for w in ((3, 0), (0, 1), (2, 1))], 0.8)
    assert (rows.tolist(), uses.tolist()) == ([[5, 1], [0, 1]], [2, 1])


def test_a_threshold_of_the_very_cosine_is_a_hit():
    windows = [np.array([1, 0]), np.array([3, 4])]
    assert len(fold(windows, 0.6)[1]) == 1
    assert len(fold(windows, 0.6000001)[1]) == 2


@pytest.mark.parametrize("threshold", [-1.01, 0.2, 0.5])
def test_21_senses_sum_to_the_vector_without_senses(threshold):
    settings = {"dim": 100, "form": "word", "window": 3}
    plain = build_space(texts(), SpaceConfig(**settings))
    config = SpaceConfig(variant="senses", threshold=threshold, least=1, most=4, **settings)
    sensed = build_space(texts(), config)
    assert sensed.words == plain.words
    assert (sensed.rows == plain.rows).all()
    for place, word in enumerate(plain.words):
        start, end = sensed.senses.starts[place : place + 2]
        total = sensed.senses.rows[start:end].sum(axis=0)
        assert (total == plain.vector(word)).all()
        assert sensed.senses.uses[start:end].sum() == sensed.counts[place]
        if threshold < -1:
            assert end - start == 1


def test_21_above_one_every_window_that_is_not_empty_is_a_sense():
    records = [*texts(30), {"id": "x", "sentences": ["bank"]}]
    settings = {"dim": 100, "form": "word", "window": 3}
    config = SpaceConfig(variant="senses", threshold=1.01, least=1, most=1000, **settings)
    found = build_space(records, config)
    place = found.index["bank"]
    assert found.counts[place] == 31
    assert np.diff(found.senses.starts)[place] == 30


def test_more_senses_than_allowed_go_into_the_nearest_and_the_sum_stays():
    dice = np.random.default_rng(0)
    windows = list(dice.integers(-3, 4, (40, 8)))
    rows, uses = fold(windows, 0.95, most=5)
    assert len(rows) == 5
    assert (rows.sum(axis=0) == np.sum(windows, axis=0)).all()
    assert uses.sum() == 40


def test_two_uses_of_a_word_become_two_senses(space):
    assert len(space.sense_numbers("bank")) == 2
    near = [{w for w, _ in space.nearest_to(row, 3)} - {"bank"} for row in space.sense_rows("bank")]
    assert sorted(map(sorted, (side & {*RIVER, *MONEY} for side in near)))
    assert all(side <= set(RIVER) or side <= set(MONEY) for side in near)


def test_rare_senses_and_rare_words(space):
    assert space.sense_numbers("bank", least=61) == []
    assert len(space.sense_numbers("bank", least=1)) >= 2
    rare = build_space(texts(3), CONFIG)
    assert rare.counts[rare.index["bank"]] < CONFIG.least
    assert rare.sense_numbers("bank") == [0]


def test_23_a_part_of_the_words_is_a_unit_of_work_and_a_part_of_the_texts_is_not(space, tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in reversed(texts())))
    done = run_job(space_job(CONFIG), [path], tmp_path / "out", partitions=5)
    assert space_of(done.rows(), CONFIG).digest == space.digest
    halves = [build_space(texts()[k::2], CONFIG) for k in range(2)]
    with pytest.raises(ParaphraseError) as raised:
        halves[0] + halves[1]
    assert raised.value.code == "P963"


def test_23_another_order_gives_other_senses():
    windows = [np.array(w) for w in ((1, 0), (0, 1), (1, 1))]
    assert fold(windows, 0.75)[0].tolist() != fold(windows[::-1], 0.75)[0].tolist()


def test_24_measures_of_two_senses_against_one():
    one, other = np.eye(2), np.array([[1.0, 1.0]])
    found = [compare_senses(one, other, measure) for measure in MEASURES[:4]]
    assert found == pytest.approx([1, 0.7071, 0.7071, 0.7071], abs=5e-5)
    assert [compare_senses(other, one, measure) for measure in MEASURES[:4]] == found
    windows = np.array([1, 0]), np.array([0, 1])
    assert compare_senses(one, one, "context", windows) == 0
    assert compare_senses(one, one, "context", windows[:1] * 2) == 1


def test_hungarian_pairs_off_cosines_below_zero():
    one, other = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[-1.0, 0.0], [0.0, -1.0]])
    assert compare_senses(one, other, "hungarian") == 0
    assert compare_senses(one[:1], other[:1], "hungarian") == -1


def test_words_without_senses_are_similar_if_they_are_equal(space):
    assert sense_similarity(space, "unicorn", "unicorn") == 1
    assert sense_similarity(space, "unicorn", "bank") == 0
    table = sense_table(space, ["bank", "unicorn"], ["unicorn", "boat", "cash"])
    assert table.shape == (2, 3)
    assert table[1].tolist() == [1, 0, 0]
    assert table[0, 1] == sense_similarity(space, "bank", "boat")


def test_what_makes_no_sense_is_refused(space):
    for call, code in (
        (lambda: sense_similarity(space, "bank", "boat", "mean"), "P960"),
        (lambda: sense_similarity(space, "bank", "boat", "context"), "P960"),
        (lambda: build_space(texts(3)).sense_numbers("bank"), "P968"),
    ):
        with pytest.raises(ParaphraseError) as raised:
            call()
        assert raised.value.code == code


# -- doc._.senses ----------------------------------------------------------------------------------


def senses_at(nlp, text):
    doc = nlp(text)
    return dict(zip((t.text for t in doc), doc._.senses, strict=True))


@pytest.mark.parametrize("on_disk", [False, True])
def test_tokens_get_the_sense_that_is_nearest_to_what_stands_beside_them(space, on_disk, tmp_path):
    nlp = spacy.blank("en")
    if on_disk:
        space.to_disk(tmp_path / "space")
        space = type(space).from_disk(tmp_path / "space")
    space.install(nlp)
    if on_disk:  # what was installed is saved with the pipeline
        nlp.to_disk(tmp_path / "pipeline")
        nlp = spacy.load(tmp_path / "pipeline")
    river = senses_at(nlp, "the boat fish bank shore")
    money = senses_at(nlp, "cash credit bank loan")
    assert river["the"] is None
    assert {river["bank"], money["bank"]} == set(space.sense_numbers("bank"))
    assert senses_at(nlp, "unicorn bank")["unicorn"] is None
    assert senses_at(nlp, "bank")["bank"] is None


def test_without_senses_no_token_has_one():
    nlp = spacy.blank("en")
    assert nlp("a bank")._.senses == [None, None]
    build_space(texts(5), SpaceConfig(dim=64)).install(nlp)
    assert nlp("a bank")._.senses == [None, None]
