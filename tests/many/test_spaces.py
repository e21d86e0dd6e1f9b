"""Word spaces: index vectors, variants, exact sums, files, vectors of a pipeline (07 §5, §8, §11)."""

import json
import random

import numpy as np
import pytest

from spacy_paraphrase.engine import run_job
from spacy_paraphrase.lexicon.strings import cosines
from spacy_paraphrase.many.building import build_space, space_job, space_of
from spacy_paraphrase.many.indexing import (
    SpaceConfig,
    distance_weights,
    index_positions,
    index_vector,
)

WORDS = "river bank money loan boat fish water cash credit shore tree leaf".split()


def texts(n=60, seed=1):
    """Return records of random words, of which some texts have several sentences."""
    dice = random.Random(seed)
    return [
        {
            "id": f"t{k:03}",
            "sentences": [
                " ".join(dice.choices(WORDS, k=dice.randint(1, 9)))
                for _ in range(dice.randint(1, 3))
            ],
            "label": ["a", f"a{k % 3}", f"a{k % 3}.{k % 5}"],
        }
        for k in range(n)
    ]


def code_of(raised):
    return raised.value.code


# -- Index vectors ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "dim", "nonzero", "positions"),
    [
        ("cat", 16, 4, (10, 14, 3, 8)),
        ("dog", 16, 4, (11, 5, 9, 3)),
        ("patient", 800, 4, (185, 652, 165, 239)),
        ("round", 800, 6, (32, 276, 96, 78, 92, 183)),
    ],
)
def test_17_index_vectors_are_those_of_the_definition(word, dim, nonzero, positions):
    assert index_positions(word, dim, nonzero) == positions
    vector = index_vector(word, SpaceConfig(dim=dim, nonzero=nonzero))
    assert [vector[p] for p in positions] == [1, -1] * (nonzero // 2)
    assert np.count_nonzero(vector) == nonzero


def test_17_another_seed_gives_other_index_vectors():
    assert index_positions("cat", 800, 4, seed=1) != index_positions("cat", 800, 4)


@pytest.mark.parametrize("shifted", [False, True])
def test_18_context_vectors_of_three_words(shifted):
    config = SpaceConfig(window=1, weighted=False, shifted=shifted, form="word")
    space = build_space([{"id": 1, "text": "apple bread cheese"}], config)
    iv = {word: index_vector(word, config) for word in space.words}
    before, behind = (np.roll(iv["apple"], -1), np.roll(iv["cheese"], 1))
    if not shifted:
        before, behind = iv["apple"], iv["cheese"]
    assert (space.vector("bread") == before + behind).all()
    right = np.roll(iv["bread"], 1) if shifted else iv["bread"]
    assert (space.vector("apple") == right).all()


def test_19_whole_weights_give_the_cosines_of_the_fractions():
    config = SpaceConfig(dim=64, form="word")
    assert distance_weights(config) == [16, 8, 4, 2, 1]
    given = texts()
    space = build_space(given, config)
    exact = {word: np.zeros(64) for word in space.words}
    for record in given:
        for sentence in record["sentences"]:
            words = sentence.split()
            for i, word in enumerate(words):
                for d in range(1, 6):
                    if i >= d:
                        exact[word] += 2.0 ** (1 - d) * np.roll(
                            index_vector(words[i - d], config), -1
                        )
                    if i + d < len(words):
                        exact[word] += 2.0 ** (1 - d) * np.roll(
                            index_vector(words[i + d], config), 1
                        )
    rows = np.array([exact[word] for word in space.words])
    found = np.array([space.vector(word) for word in space.words], float)
    assert np.abs(cosines(rows, rows) - cosines(found, found)).max() < 1e-12


# -- Exact sums ------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["word", "doc", "label", "index", "senses"])
def test_20_any_partition_in_any_order_gives_one_digest(variant, tmp_path):
    config = SpaceConfig(variant=variant, dim=64, least=5, most=4)
    given = texts()
    digest = build_space(given, config).digest
    for number in (1, 2, 7, 16):
        shuffled = random.Random(number).sample(given, len(given))
        files = []
        for k in range(number):
            files.append(tmp_path / f"{number}-{k}.jsonl")
            files[-1].write_text("".join(json.dumps(r) + "\n" for r in shuffled[k::number]))
        done = run_job(space_job(config), files, tmp_path / f"out{number}", partitions=3)
        assert space_of(done.rows(), config).digest == digest
    assert build_space(given[1:], config).digest != digest


def test_20_two_processes_and_one_give_the_same(tmp_path):
    config = SpaceConfig(dim=64)
    files = []
    for k in range(2):
        files.append(tmp_path / f"{k}.jsonl")
        files[-1].write_text("".join(json.dumps(r) + "\n" for r in texts()[k::2]))
    done = run_job(space_job(config), files, tmp_path / "out", n_process=2)
    assert space_of(done.rows(), config).digest == build_space(texts(), config).digest


@pytest.mark.parametrize("variant", ["word", "doc", "label", "index"])
def test_20_spaces_of_parts_add_up_to_that_of_all(variant):
    config = SpaceConfig(variant=variant, dim=64)
    given = texts()
    parts = [build_space(given[k::3], config) for k in range(3)]
    assert (parts[2] + parts[0] + parts[1]).digest == build_space(given, config).digest


def test_a_sum_beyond_32_bits_is_exact():
    config = SpaceConfig(variant="label", dim=64, depth=24)
    records = [{"id": k, "text": "word " * 200, "label": ["x"]} for k in range(3)]
    space = build_space(records, config)
    assert space.rows.dtype == np.int64
    assert space.rows.max() == 3 * 200 * 2**23


# -- Variants --------------------------------------------------------------------------------------


def test_the_variant_doc_compresses_the_table_of_counts():
    config = SpaceConfig(variant="doc")
    space = build_space(
        [{"id": "x", "text": "Cats and cats."}, {"id": "y", "text": "A cat."}], config
    )
    expected = 2 * index_vector("x", config) + index_vector("y", config)
    assert (space.vector("cat") == expected).all()


def test_25_labels_share_what_stands_above_them():
    paths = {
        "one": ["J", "J2", "J21", "J21.1"],
        "two": ["J", "J2", "J21", "J21.0"],
        "three": ["J", "J2", "J22", "J22.1"],
        "four": ["J", "J3", "J35", "J35.1"],
    }
    labels = sorted({label for path in paths.values() for label in path})
    seed = next(s for s in range(1000) if _orthogonal(labels, s))
    config = SpaceConfig(variant="label", dim=800, depth=4, seed=seed, form="word")
    records = [{"id": k, "text": word, "label": p} for k, (word, p) in enumerate(paths.items())]
    space = build_space(records[1:] + [{"id": 9, "text": "first", "label": paths["one"]}], config)
    found = [space.similarity("first", word) for word in ("two",)]
    assert found == [pytest.approx(0.2471, abs=5e-5)]


def _orthogonal(labels, seed):
    places = [p for label in labels for p in index_positions(label, 800, 4, seed)]
    return len(set(places)) == len(places)
