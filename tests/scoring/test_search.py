"""The search for shifts."""

import random

import numpy as np
import pytest

from spacy_paraphrase.scoring import shift_search
from spacy_paraphrase.scoring.edit_phrases import EditPhraseTable
from spacy_paraphrase.scoring.shift_search import ShiftRules
from spacy_paraphrase.scoring.terp import PRESETS, Costs, Relations, ter, terp
from spacy_paraphrase.scoring.word_edits import moved, ordered
from spacy_paraphrase.scoring.words import NOTHING


def shuffled(seed, length=24, words=18):
    """Return words, and the same with blocks exchanged and some words others."""
    rng = random.Random(seed)
    source = [f"w{rng.randrange(words)}" for _ in range(length)]
    blocks, start = [], 0
    while start < length:
        size = rng.randint(1, 6)
        blocks.append(source[start : start + size])
        start += size
    rng.shuffle(blocks)
    target = [word for block in blocks for word in block]
    return source, [f"w{rng.randrange(words)}" if rng.random() < 0.15 else w for w in target]


@pytest.mark.parametrize("seed", range(40))
def test_shifts_that_cannot_save_more_are_left_out_without_loss(seed, monkeypatch):
    pair = shuffled(seed)
    found = []
    for at_once in (1, 7, 100_000):  # the last one tries all of them at once
        monkeypatch.setattr(shift_search, "_AT_ONCE", at_once)
        found.append((terp(*pair), ter(*pair)))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("seed", range(40))
def test_every_shift_pays(seed):
    source, target = shuffled(seed)
    for costs in (PRESETS["terpa"], PRESETS["hter"], Costs(shift=0.3)):
        found = terp(source, target, costs)
        cost = terp(source, target, costs, shifts=None).cost
        assert found.cost == pytest.approx(cost) if not found.shifts else found.cost < cost
        for k in range(len(found.shifts)):
            shifts = [shift[:3] for shift in found.shifts[: k + 1]]
            order = ordered(len(target), shifts)
            after = terp(source, [target[j] for j in order], costs, shifts=None).cost
            assert after + costs.shift < cost
            cost = after


@pytest.mark.parametrize("seed", range(10))
def test_the_order_is_what_the_shifts_leave(seed):
    source, target = shuffled(seed)
    found = terp(source, target)
    assert list(found.order) == ordered(len(target), [shift[:3] for shift in found.shifts])


def test_moved():
    assert moved([0, 1, 2, 3, 4], 3, 5, 0) == [0, 3, 4, 1, 2]
    assert moved([0, 1, 2, 3, 4], 0, 2, 3) == [2, 3, 0, 1, 4]
    assert moved([0, 1, 2], 2, 3, -1) == [2, 0, 1]


def test_blocks_no_longer_than_allowed_are_shifted():
    source = [f"w{k}" for k in range(12)]
    target = source[6:] + source[:6]
    assert len(terp(source, target).shifts) == 1
    short = terp(source, target, shifts=ShiftRules(max_block=3))
    assert all(shift.end - shift.start <= 3 for shift in short.shifts)
    assert len(short.shifts) == 2


def test_blocks_go_no_further_than_allowed():
    source = [f"w{k}" for k in range(12)]
    target = [*source[1:], source[0]]
    assert len(terp(source, target).shifts) == 1
    assert not terp(source, target, shifts=ShiftRules(max_distance=5)).shifts


def test_stop_words_alone_are_not_shifted():
    from spacy_paraphrase.scoring.words import WordLookup, is_stop_word

    source, target = "x the y z".split(), "the x y z".split()
    free = terp(source, target, Costs(shift=0.1))
    kept = terp(source, target, Costs(shift=0.1), lookup=WordLookup(is_stop=is_stop_word))
    assert [source[1]] == [target[s.start] for s in free.shifts]
    assert [target[s.start] for s in kept.shifts] == ["x"]


def test_a_block_may_agree_by_a_phrase():
    table = EditPhraseTable([(["army", "roadblock"], ["barrier"], 0.9)])
    source = "on monday police secured the army roadblock".split()
    target = "barrier on monday police secured the".split()
    found = terp(source, target, PRESETS["align"], phrases=table)
    assert (found.opstring(), len(found.shifts)) == ("     P", 1)
    exact = terp(source, target, PRESETS["align"], phrases=table, constraint="exact")
    assert exact.cost >= found.cost


@pytest.mark.parametrize("seed", range(8))
def test_a_shift_costs_what_the_whole_order_costs(seed):
    rng = random.Random(seed)
    source, target = (rng.choices("abcdefg", k=rng.randint(3, 14)) for _ in range(2))
    words = NOTHING(source), NOTHING(target)
    costs = Relations.of(*words).costs(PRESETS["terpa"], "relax")
    order = rng.sample(range(len(target)), len(target))
    shifts = []
    for start in range(len(target)):
        for end in range(start + 1, len(target) + 1):
            for dest in (*range(-1, start - 1), *range(end, len(target))):
                shifts.append(shift_search._Found(start, end, dest))
    orders = [moved(order, *shift) for shift in shifts]
    _, _, table = shift_search.align(costs, order)
    arrays = np.array(orders, dtype=np.int64)
    found = shift_search._between(costs, arrays, shifts, table, shift_search._behind(costs, order))
    assert found == pytest.approx([shift_search.align(costs, each)[0] for each in orders])
