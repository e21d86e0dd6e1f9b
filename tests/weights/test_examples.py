"""What the pair encoder is taught, and what is held out of it."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

TEXTS = (
    "The old man in the garden gave a book to his daughter.",
    "A black dog runs along the beach with a red ball in its mouth.",
    "The company opened a new office near the station in March.",
    "She has lived in a small town on the coast since the war.",
    "Two children of the neighbours were playing football behind the house.",
)
LABELS = ("entailment", "neutral", "contradiction")


@pytest.fixture(scope="module")
def docs(parse):
    return parse(*TEXTS)


def write_table(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")


def write_snli(data, order):
    """Write 600 premises with three hypotheses each; every tenth hypothesis is a premise too."""
    rows = [
        (label, f"Premise {k} .", f"Premise {(k + 7) % 600} ." if k % 10 == 0 else f"{k} {label}")
        for k in range(600)
        for label in LABELS
    ]
    random.Random(order).shuffle(rows)
    rows.insert(5, ("-", "Premise of nothing .", "Nobody agreed ."))
    head = ("label", "premise", "hypothesis")
    write_table(data / "relations/snli/snli.dev.tsv", [head, *rows[:900]])
    write_table(data / "relations/snli/snli.test.tsv", [head, *rows[900:]])


def write_help(data, order):
    rows = [
        (f"doc{k}", f"Some {n} of {k} .", f"All {n} of {k} .", LABELS[n % 2])
        for k in range(100)
        for n in range(4)
    ]
    random.Random(order).shuffle(rows)
    head = ("filename", "ori_sentence", "new_sentence", "gold_label")
    write_table(data / "relations/help/and.tsv", [head, *rows[:300]])
    write_table(data / "relations/help/or.tsv", [head, *rows[300:]])


def sources(rows, of=lambda row: row[0]):
    return {of(row) for row in rows}


def document(row):
    return row[0].split()[-2]


def test_parts_of_snli_share_no_premise(room, tmp_path):
    write_snli(tmp_path, order=1)
    parts = room.taught_examples.snli(tmp_path)
    taught, measured = map(sources, parts)
    assert not taught & measured
    assert len(measured) == room.taught_examples.HELD_PREMISES
    assert len(taught) == 600 - room.taught_examples.HELD_PREMISES
    # All that was judged is in one of the parts.
    assert sum(map(len, parts)) == 1800
    assert "Premise of nothing ." not in taught | measured


def test_parts_of_help_share_no_document(room, tmp_path):
    write_help(tmp_path, order=1)
    parts = room.taught_examples.help_pairs(tmp_path)
    taught, measured = (sources(rows, document) for rows in parts)
    assert not taught & measured
    assert (len(taught), len(measured)) == (90, 10)
    assert sum(map(len, parts)) == 400


def test_parts_do_not_depend_on_the_order_of_rows(room, tmp_path):
    found = []
    for order in (1, 2):
        write_snli(tmp_path, order)
        write_help(tmp_path, order)
        parts = *room.taught_examples.snli(tmp_path), *room.taught_examples.help_pairs(tmp_path)
        found.append([set(rows) for rows in parts])
    assert found[0] == found[1]


indices = st.integers(0, 4)


@given(
    labels=st.tuples(st.integers(-1, 2), st.integers(-1, 2)),
    links=st.none() | st.lists(st.tuples(indices, indices)),
    units=st.lists(
        st.tuples(
            st.lists(indices, min_size=1),
            st.lists(indices, min_size=1),
            st.integers(-1, 4),
            st.floats(0, 1) | st.just(math.nan),
        )
    ),
)
def test_turn_is_its_own_inverse(room, labels, links, units):
    sides = [["a", "b", "c", "d", "e"], ["f", "g", "h", "i", "j"]]
    pair = room.taught_examples.PairExample(*sides, *labels, links, units, "sample")
    turned = room.taught_examples.turn(pair)
    assert (turned.source, turned.target) == (pair.target, pair.source)
    assert (turned.entails, turned.entailed) == labels[::-1]
    # As dicts: they take a NaN for the same as itself.
    assert vars(room.taught_examples.turn(turned)) == vars(pair)


def test_turn_exchanges_what_is_more_specific(room):
    names = room.taught_examples.RELATIONS
    units = [([0], [k], k, math.nan) for k in range(len(names))]
    pair = room.taught_examples.PairExample(["a"], list("bcdef"), units=units)
    turned = {b[0]: names[k] for b, _, k, _ in room.taught_examples.turn(pair).units}
    expected = ("restates", "generalizes", "specifies", "intersects", "opposes")
    assert tuple(turned[k] for k in range(len(names))) == expected


def test_gaps_filled_give_the_sentence(room, docs):
    words = [[token.text for token in doc] for doc in docs]
    found = list(room.taught_examples.gaps(docs, seed=3))
    assert len(found) == 2 * len(docs)
    for one in found:
        assert 2 <= len(one.unit) <= 12
        assert one.frame[: one.gap] + one.unit + one.frame[one.gap :] in words
    subtrees = [[t.text for t in token.subtree] for doc in docs for token in doc]
    assert all(one.unit in subtrees for one in found)
    assert found == list(room.taught_examples.gaps(docs, seed=3))


def test_choices_differ_from_the_good_sentence(room, docs):
    words = [[token.text for token in doc] for doc in docs]
    found = [one for seed in range(20) for one in room.taught_examples.choices(docs, seed)]
    assert len(found) > 150
    for one in found:
        assert one.good in words
        assert one.bad not in words
        assert one.bad
    # Lost, said twice, and put elsewhere.
    sizes = {len(one.bad) - len(one.good) for one in found}
    assert min(sizes) < 0 < max(sizes)
    assert any(sorted(one.bad) == sorted(one.good) for one in found)


def test_rows_are_written_behind_each_other(room, tmp_path):
    rows = room.rows
    pair = rows.Row(
        rows.PAIR,
        "sample",
        1,
        True,
        [4, 7, 8, 5, 9, 5],
        4,
        ([(1, 2)], [(4, 1)]),
        entails=0,
        entailed=rows.NO_CONTRADICTION,
        support=[1, 0],
        links=[(0, 0)],
        units=[([0], [0], 2, 0.5)],
    )
    gap = rows.Row(rows.GAP, "gap", 0, False, [4, 2, 5], 3, ([], []), gold=2)
    assert rows.write(tmp_path / "rows.npz", [gap, pair], ["a", "b"]) == 2
    found = dict(np.load(tmp_path / "rows.npz"))
    assert found["ids"].tolist() == [4, 2, 5, 4, 7, 8, 5, 9, 5]
    assert found["of pieces"].tolist() == [3, 6]
    assert found["sets"].tolist() == ["gap", "sample"]
    assert (found["begin"].tolist(), found["size"].tolist()) == ([1, 4], [2, 1])
    assert (found["support"].tolist(), found["links"].tolist()) == ([1, 0], [0, 0])
    assert found["units"].tolist() == [1, 1, 0, 0]
    assert found["of linked"].tolist() == [-1, 2]
    assert found["of held"].tolist() == [0, 1]


def test_noise_keeps_the_places_of_linked_words(room):
    words = "The dogs weren't chasing 12 squirrels yesterday .".split()
    pair = room.taught_examples.PairExample(words, words[1:], links=[(1, 0)])
    made = [room.taught_examples.noisy(pair, random.Random(seed)) for seed in range(200)]
    assert all(len(one.source) == len(words) for one in made)
    assert all("12" in one.source and "." in one.source for one in made)
    changed = [one for one in made if one.source != words]
    assert 20 < len(changed) < 150
    free = room.taught_examples.PairExample(words, words[1:])
    made = [room.taught_examples.noisy(free, random.Random(seed)) for seed in range(200)]
    assert {len(one.source) for one in made} == {len(words), len(words) - 1}
