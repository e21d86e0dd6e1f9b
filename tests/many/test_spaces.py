"""Word spaces: word2vec, index vectors, exact sums, look-up, files, pipelines (07 §5, §8, §11)."""

import json
import os
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest
import spacy

from spacy_paraphrase import ParaphraseError, ParaphraseWarning
from spacy_paraphrase.jobs import run_job, run_loop
from spacy_paraphrase.lexicon.spelling import cosines
from spacy_paraphrase.many.building import build_space, space_job, space_of
from spacy_paraphrase.many.indexing import (
    VARIANTS,
    SpaceConfig,
    distance_weights,
    index_positions,
    index_vector,
)
from spacy_paraphrase.many.spaces import WordSpace

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
    vector = index_vector(word, SpaceConfig("word", dim=dim, nonzero=nonzero))
    assert [vector[p] for p in positions] == [1, -1] * (nonzero // 2)
    assert np.count_nonzero(vector) == nonzero


def test_17_another_seed_gives_other_index_vectors():
    assert index_positions("cat", 800, 4, seed=1) != index_positions("cat", 800, 4)


@pytest.mark.parametrize("shifted", [False, True])
def test_18_context_vectors_of_three_words(shifted):
    config = SpaceConfig("word", window=1, weighted=False, shifted=shifted, form="word")
    space = build_space([{"id": 1, "text": "apple bread cheese"}], config)
    iv = {word: index_vector(word, config) for word in space.words}
    before, behind = (np.roll(iv["apple"], -1), np.roll(iv["cheese"], 1))
    if not shifted:
        before, behind = iv["apple"], iv["cheese"]
    assert (space.vector("bread") == before + behind).all()
    right = np.roll(iv["bread"], 1) if shifted else iv["bread"]
    assert (space.vector("apple") == right).all()


def test_19_whole_weights_give_the_cosines_of_the_fractions():
    config = SpaceConfig("word", dim=64, form="word")
    assert distance_weights(config) == [16, 8, 4, 2, 1]
    given = texts()
    space = build_space(given, config)
    exact = {word: np.zeros(64) for word in space.words}
    for record in given:
        for sentence in record["sentences"]:
            words = sentence.split()
            for i, word in enumerate(words):
                for j, other in enumerate(words):
                    if 0 < abs(j - i) <= 5:
                        shifted = np.roll(index_vector(other, config), 1 if j > i else -1)
                        exact[word] += 2.0 ** (1 - abs(j - i)) * shifted
    rows = np.array([exact[word] for word in space.words])
    found = np.array([space.vector(word) for word in space.words], float)
    assert np.abs(cosines(rows, rows) - cosines(found, found)).max() < 1e-12


# -- Exact sums ------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["word", "doc"])
def test_20_any_partition_in_any_order_gives_one_digest(variant, tmp_path):
    config = SpaceConfig(variant, dim=64)
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
    config = SpaceConfig("word", dim=64)
    files = []
    for k in range(2):
        files.append(tmp_path / f"{k}.jsonl")
        files[-1].write_text("".join(json.dumps(r) + "\n" for r in texts()[k::2]))
    done = run_job(space_job(config), files, tmp_path / "out", n_process=2)
    assert space_of(done.rows(), config).digest == build_space(texts(), config).digest


@pytest.mark.parametrize("variant", ["word", "doc"])
def test_20_spaces_of_parts_add_up_to_that_of_all(variant):
    config = SpaceConfig(variant=variant, dim=64)
    given = texts()
    parts = [build_space(given[k::3], config) for k in range(3)]
    assert (parts[2] + parts[0] + parts[1]).digest == build_space(given, config).digest


def test_a_sum_beyond_32_bits_is_exact():
    config = SpaceConfig("word", window=24)
    space = build_space([{"id": 1, "text": "word " * 300}], config)
    assert space.rows.dtype == np.int64
    assert space.rows.max() == sum(2 ** (24 - d) * (300 - d) for d in range(1, 25))


# -- Variants --------------------------------------------------------------------------------------


def test_the_variant_doc_compresses_the_table_of_counts():
    config = SpaceConfig("doc", form="stem")
    space = build_space(
        [{"id": "x", "text": "Cats and cats."}, {"id": "y", "text": "A cat."}], config
    )
    expected = 2 * index_vector("x", config) + index_vector("y", config)
    assert (space.vector("cat") == expected).all()


# -- Look-up ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def space():
    return build_space(texts(), SpaceConfig("word", dim=64))


def test_a_word_that_is_not_there_is_none_and_never_a_random_vector(space):
    assert space.vector("unicorn") is None
    assert space.similarity("unicorn", "bank") is None
    assert space.nearest("unicorn") == []
    assert not space.units(["unicorn"]).any()


def test_a_word_without_neighbours_has_the_vector_zero_and_no_similarity():
    records = [{"id": 1, "text": "Lonely."}, {"id": 2, "text": "The and of."}]
    space = build_space(records, SpaceConfig("word", form="word"))
    assert not space.vector("lonely").any()
    assert space.similarity("lonely", "lonely") is None
    assert space.nearest("lonely") == []


def test_nearest_words_are_in_order_of_their_similarity(space):
    found = space.nearest("bank", 5)
    assert len(found) == 5
    assert found == sorted(found, key=lambda hit: (-hit[1], hit[0]))
    best = max(space.similarity("bank", w) for w in space.words if w != "bank")
    assert found[0][1] == pytest.approx(best)
    assert len(space.nearest("bank", 1000)) == len(space) - 1


def test_the_space_of_no_texts_is_empty():
    space = build_space([], SpaceConfig("word"))
    assert (len(space), space.texts, space.nearest("cat")) == (0, 0, [])
    assert WordSpace.from_bytes(space.to_bytes()).digest == space.digest


def test_inside_a_window_stands_no_other_sentence():
    records = [{"id": 1, "text": "Boats sail. Banks lend."}]
    space = build_space(records, SpaceConfig("word", form="word", window=3))
    config = space.config
    assert (space.vector("boats") == 4 * np.roll(index_vector("sail", config), 1)).all()


def test_lemmas_come_from_a_pipeline():
    config = SpaceConfig(form="lemma", variant="doc")
    space = build_space([{"id": 1, "text": "She saw mice. They ran."}], config)
    assert space.words == ["mouse", "run", "see"]
    assert space.term("mice") == "mouse"


SCIENCE = ["The scientist saw a mouse.", "Scientist of ours!", "An organ played.", "Organization"]


@pytest.mark.parametrize(
    ("form", "word", "term"),
    [
        ("stem", "scientists", "scientist"),
        ("stem", "SCIENTISTS", "scientist"),
        ("word", "Scientists", "scientist"),
        ("lemma", "scientists", "scientist"),
        ("lemma", "mice", "mouse"),
        ("word", "organs", "organ"),
        ("word", "organization", "organization"),
        ("word", "unicorns", "unicorns"),
        ("word", "the", "the"),
        ("word", "", ""),
    ],
)
def test_a_word_finds_its_term_in_whatever_form_it_is_written(form, word, term):
    records = [{"id": k, "text": text} for k, text in enumerate(SCIENCE)]
    space = build_space(records, SpaceConfig("doc", form=form))
    assert space.term(word) == term
    there = term in space
    assert (space.vector(word) is None) != there
    assert space.similarity(word, "organs") == space.similarity(term, "organ")
    assert space.nearest(word, 2) == (space.nearest(term, 2) if there else [])


# -- word2vec --------------------------------------------------------------------------------------

BY_WORD2VEC = """
import sys
from spacy_paraphrase.many.building import build_space
from spacy_paraphrase.many.indexing import SpaceConfig

texts = ["The cat purred on the sofa.", "The kitten purred on the rug.", "Farmers like sofas."]
space = build_space([{"id": k, "text": t} for k, t in enumerate(texts)], SpaceConfig(min_count=1))
sys.stdout.write(space.digest)
"""


def two_topics():
    """Return records of two topics; a word of each topic stands beside all others of it."""
    dice = random.Random(0)
    topics = [WORDS[:6], WORDS[6:]]
    return [
        {"id": k, "text": " ".join(dice.choices(topics[k % 2], k=12)) + (" hapax" if not k else "")}
        for k in range(300)
    ]


def test_by_default_vectors_are_learnt_and_rare_words_have_none():
    space = build_space(two_topics(), SpaceConfig(dim=20))
    assert space.rows.dtype == np.float32
    assert "hapax" not in space
    assert sorted(space.words) == sorted(WORDS)
    for topic in (WORDS[:6], WORDS[6:]):
        for word in topic:
            assert {near for near, _ in space.nearest(word, 5)} == {*topic} - {word}


def test_word2vec_gives_one_space_for_one_seed_in_every_process(capsys):
    env = {**os.environ, "PYTHONHASHSEED": "1"}
    done = subprocess.run([sys.executable, "-c", BY_WORD2VEC], env=env, capture_output=True)
    exec(BY_WORD2VEC)
    assert done.stdout.decode() == capsys.readouterr().out
    assert len(done.stdout) == 32


def test_word2vec_of_files_is_that_of_memory_and_of_another_seed_another(tmp_path):
    config = SpaceConfig(dim=16)
    files = []
    for k in range(2):
        files.append(tmp_path / f"{k}.jsonl")
        files[-1].write_text("".join(json.dumps(r) + "\n" for r in two_topics()[k::2]))
    done = run_job(space_job(config), files, tmp_path / "out", n_process=2)
    digest = build_space(two_topics(), config).digest
    assert space_of(done.rows(), config).digest == digest
    assert build_space(two_topics(), SpaceConfig(dim=16, seed=1)).digest != digest


def test_word2vec_learns_nothing_of_nothing():
    space = build_space(texts(1), SpaceConfig(min_count=100))
    assert (len(space), space.texts, space.nearest("bank")) == (0, 1, [])


def test_spaces_of_word2vec_are_not_added():
    space = build_space(two_topics(), SpaceConfig(dim=16))
    with pytest.raises(ParaphraseError, match="P963"):
        space + space


def test_without_gensim_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "gensim.models", None)
    with pytest.raises(ParaphraseError, match=r"P852.*spacy-paraphrase\[spaces\]"):
        build_space(texts(1))


# -- Files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_31_a_space_is_saved_and_loaded(variant, tmp_path):
    space = build_space(texts(), SpaceConfig(variant, dim=64))
    space.to_disk(tmp_path / "space")
    assert not list((tmp_path / "space").glob("*.pkl"))
    loaded = WordSpace.from_disk(tmp_path / "space", space.config)
    assert loaded.digest == space.digest
    assert isinstance(loaded.rows, np.memmap)
    for same in (WordSpace.from_bytes(space.to_bytes()), pickle.loads(pickle.dumps(loaded))):
        assert same.digest == space.digest
    assert space.to_bytes() == loaded.to_bytes()


@pytest.mark.parametrize(
    "other", [{"form": "stem"}, {"seed": 3}, {"dim": 32}, {"window": 2}, {"variant": "doc"}]
)
def test_a_space_made_otherwise_than_asked_for_is_refused_with_both_configs(other, tmp_path):
    space = build_space(texts(5), SpaceConfig("word", dim=64))
    space.to_disk(tmp_path / "space")
    with pytest.raises(ParaphraseError) as raised:
        WordSpace.from_disk(
            tmp_path / "space", SpaceConfig(**{"variant": "word", "dim": 64, **other})
        )
    assert code_of(raised) == "P962"
    told = [json.loads(raised.value.values[key]) for key in ("got", "expected")]
    assert {key for key in told[0] if told[0][key] != told[1][key]} == set(other)


def test_a_space_of_another_version_is_refused(tmp_path):
    build_space(texts(3), SpaceConfig("word", dim=64)).to_disk(tmp_path / "space")
    path = tmp_path / "space" / "config.json"
    facts = json.loads(path.read_text())
    facts["config"]["version"] = 0
    path.write_text(json.dumps(facts))
    with pytest.raises(ParaphraseError, match="version 0"):
        WordSpace.from_disk(tmp_path / "space")


@pytest.mark.parametrize("damage", ["config.json", "words.jsonl", "rows.npy"])
def test_a_damaged_space_is_refused(damage, tmp_path):
    build_space(texts(3), SpaceConfig("word", dim=64)).to_disk(tmp_path / "space")
    file = tmp_path / "space" / damage
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(ParaphraseError) as raised:
        WordSpace.from_disk(tmp_path / "space")
    assert code_of(raised) == "P961"
    with pytest.raises(ParaphraseError) as raised:
        WordSpace.from_disk(tmp_path / "nothing")
    assert code_of(raised) == "P961"


@pytest.mark.parametrize("value", [10**12, 1.5, None, "64", True, [64]])
@pytest.mark.parametrize("setting", ["dim", "variant", "window", "min_count", "seed", "language"])
def test_a_space_with_damaged_settings_is_refused(setting, value, tmp_path):
    build_space(texts(3), SpaceConfig("word", dim=64)).to_disk(tmp_path)
    path = tmp_path / "config.json"
    facts = json.loads(path.read_text())
    facts["config"][setting] = value
    path.write_text(json.dumps(facts))
    try:
        WordSpace.from_disk(tmp_path).vector("cat")
    except ParaphraseError as error:
        assert error.code in ("P029", "P960", "P961")
    else:
        assert (setting, value) in ACCEPTED


# Settings that mean something else, and nothing wrong.
ACCEPTED = [("seed", 10**12), ("min_count", 10**12)]


def test_spaces_of_other_settings_are_not_added(space):
    with pytest.raises(ParaphraseError) as raised:
        space + build_space(texts(5), SpaceConfig("word", dim=64, seed=1))
    assert code_of(raised) == "P963"


# -- spaCy -----------------------------------------------------------------------------------------


def test_31_installed_vectors_are_those_of_tokens(tmp_path):
    records = [{"id": 1, "text": "Banks lend money. The bank lends cash."}]
    space = build_space(records, SpaceConfig("word", dim=64, form="stem"))
    nlp = spacy.blank("en")
    space.install(nlp)
    doc = nlp("bank Banks unicorn")
    assert np.linalg.norm(doc[0].vector) == pytest.approx(1)
    assert np.linalg.norm(nlp.vocab["lend"].vector) == pytest.approx(1)
    assert (doc[0].vector == doc[1].vector).all()
    assert (doc[0].vector == space.units(["bank"])[0]).all()
    assert not doc[2].has_vector
    assert doc[0].similarity(nlp("lend")[0]) == pytest.approx(space.similarity("bank", "lend"))
    assert nlp.meta["word_space"] == space.config.hash
    nlp.to_disk(tmp_path / "pipeline")
    loaded = spacy.load(tmp_path / "pipeline")
    assert (loaded("bank")[0].vector == doc[0].vector).all()
    assert loaded.meta["word_space"] == space.config.hash


def test_31_vectors_that_are_there_are_not_overwritten():
    one, other = (build_space(texts(9), SpaceConfig("word", dim=64, seed=k)) for k in range(2))
    nlp = spacy.blank("en")
    one.install(nlp)
    with pytest.raises(ParaphraseError) as raised:
        other.install(nlp)
    assert code_of(raised) == "P965"
    other.install(nlp, replace=True)
    assert (nlp.vocab["bank"].vector == other.units(["bank"])[0]).all()


# -- Bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "setting",
    [
        {"dim": 7},
        {"dim": -1},
        {"window": 0},
        {"window": 30},
        {"nonzero": 3},
        {"nonzero": 0},
        {"variant": "words"},
        {"form": "root"},
        {"min_count": 0},
        {"form": "stem", "language": "de"},
        {"form": "word", "language": "64"},
        {"seed": 0.5},
    ],
)
def test_settings_that_make_no_sense_are_refused(setting):
    with pytest.raises(ParaphraseError) as raised:
        SpaceConfig(**setting)
    assert code_of(raised) == "P960"
    assert raised.value.values["setting"] in setting


def test_two_texts_of_one_id_are_refused_with_their_places():
    with pytest.raises(ParaphraseError, match="record 2 and record 4") as raised:
        build_space([{"id": k, "text": "x"} for k in ("a", "b", "c", "b")], SpaceConfig("word"))
    assert code_of(raised) == "P967"


@pytest.mark.parametrize(
    "record", [{"text": "a"}, {"id": None, "text": "a"}, {"id": 1}, {"id": 1, "text": [1]}]
)
def test_a_record_without_id_or_text_is_refused(record):
    with pytest.raises(ParaphraseError) as raised:
        build_space([record], SpaceConfig("word"))
    assert code_of(raised) == "P966"


def test_texts_in_several_languages_are_told_with_their_shares():
    records = [{"id": k, "text": "x", "lang": "de" if k == 3 else "en"} for k in range(4)]
    with pytest.warns(ParaphraseWarning, match="75% en, 25% de"):
        build_space(records, SpaceConfig("word"))


def test_rows_are_those_of_a_plain_loop():
    config = SpaceConfig("word", dim=64)
    rows = list(run_loop(space_job(config), texts(4)))
    assert [row["word"] for row in rows] == sorted(row["word"] for row in rows)
    assert json.loads(json.dumps(rows)) == rows
