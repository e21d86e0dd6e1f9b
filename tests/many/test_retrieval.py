"""Which texts are alike: the index, its shards, queries and episodes (07 §7, §11)."""

import json
import random

import numpy as np
import pytest

from public_corpora import corpus
from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.jobs import run_job
from spacy_paraphrase.many.building import build_space
from spacy_paraphrase.many.indexing import SpaceConfig
from spacy_paraphrase.many.retrieval import (
    Index,
    ask,
    build_index,
    df_job,
    empty_index,
    field_similarity,
    index_of,
    text_vector,
    vector_job,
)
from spacy_paraphrase.metrics import RankingMeasure, evaluate

WORDS = "river bank money loan boat fish water cash credit shore tree leaf stone wind".split()
CONFIG = SpaceConfig(variant="index", dim=128)


def texts(n=200, seed=3):
    dice = random.Random(seed)
    return [
        {"id": k, "text": " ".join(dice.choices(WORDS, k=dice.randint(1, 5)))} for k in range(n)
    ]


@pytest.fixture(scope="module")
def index():
    return build_index(texts(), build_space(texts(), CONFIG))


def test_the_vector_of_a_text_is_the_mean_of_its_words_by_idf():
    space = build_space(texts(), CONFIG)
    found = text_vector(space, ["bank", "bank", "boat", "unicorn"], {"bank": 2.0, "boat": 0.5})
    bank, boat = space.units(["bank", "boat"])
    assert found.vector == pytest.approx((4 * bank + 0.5 * boat) / 4)
    assert found.unknown == 1


def test_idf_is_that_of_the_collection(index):
    df = sum("bank" in record["text"].split() for record in texts())
    assert index.idf("bank") == pytest.approx(np.log(201 / (df + 1)))


def test_30_shards_give_the_ranking_of_one_index(index):
    assert len({tuple(row) for row in index.rows.tolist()}) < len(index)  # there are ties
    for query in texts(20, seed=4):
        query = {**query, "id": f"q{query['id']}"}
        found = index.ask(query, k=15)
        for number in (1, 3, 10):
            assert ask(index.shards(number), query, k=15) == found
        assert list(found.hits) == sorted(found.hits, key=lambda hit: (-hit[1], str(hit[0])))


def test_30_ties_are_in_the_order_of_the_ids():
    records = [{"id": id, "text": "a red boat"} for id in ("c", "a", "d", "b")]
    index = build_index([*records, {"id": "x", "text": "trees"}], build_space(records, CONFIG))
    hits = index.ask({"id": "q", "text": "boat"}, k=3).hits
    assert [id for id, _ in hits] == ["a", "b", "c"]


def test_all_texts_are_ranked_as_by_comparing_each(index):
    query = {"id": "q", "text": "bank of the river with a boat"}
    unit = index.unit(query).vector
    scores = [(id, float(row @ unit)) for id, row in zip(index.ids, index.rows, strict=True)]
    found = dict(index.ask(query, k=1000).hits)
    assert found.keys() == dict(scores).keys()
    assert all(found[id] == pytest.approx(score, abs=1e-6) for id, score in scores)


def test_the_query_itself_is_left_out(index):
    record = texts()[7]
    assert record["id"] not in dict(index.ask(record, k=1000).hits)


def test_an_episode_is_the_text_of_its_notes(index):
    notes = {"id": "q", "text": ["River boat.", "The bank lent money."]}
    whole = {"id": "q", "text": "River boat. The bank lent money."}
    assert index.ask(notes) == index.ask(whole)


def test_unknown_words_are_counted_and_a_query_of_none_known_finds_nothing(index):
    found = index.ask({"id": "q", "text": "a unicorn on a boat"})
    assert (found.unknown, found.empty, len(found.hits)) == (1, False, 10)
    found = index.ask({"id": "q", "text": "the unicorns"})
    assert found.to_json() == {"id": "q", "hits": [], "unknown": 1, "flag": "no known words"}
    assert index.ask({"id": "q", "text": "the of"}).empty


def test_a_text_without_content_words_is_like_nothing():
    records = [{"id": 1, "text": "the of"}, {"id": 2, "text": "a boat"}, {"id": 3, "text": "trees"}]
    index = build_index(records, build_space(records, CONFIG))
    assert dict(index.ask({"id": "q", "text": "boat"}).hits)[1] == 0.0


@pytest.mark.parametrize("k", [0, -1, 1.5])
def test_fewer_than_one_are_not_asked_for(index, k):
    with pytest.raises(ParaphraseError) as raised:
        index.ask({"id": "q", "text": "boat"}, k=k)
    assert raised.value.code == "P960"


def test_an_empty_index_is_not_asked():
    index = build_index([], build_space(texts(), CONFIG))
    with pytest.raises(ParaphraseError) as raised:
        index.ask({"id": "q", "text": "boat"})
    assert raised.value.code == "P969"


def test_two_texts_of_one_id_are_refused():
    with pytest.raises(ParaphraseError) as raised:
        build_index([{"id": 1, "text": "a"}, {"id": "1", "text": "b"}], build_space([], CONFIG))
    assert raised.value.code == "P967"


def test_an_index_is_saved_and_belongs_to_its_space(index, tmp_path):
    index.to_disk(tmp_path / "index")
    loaded = Index.from_disk(tmp_path / "index", index.space)
    query = {"id": "q", "text": "boat"}
    assert loaded.ask(query) == index.ask(query)
    with pytest.raises(ParaphraseError) as raised:
        Index.from_disk(tmp_path / "index", build_space(texts(9), CONFIG))
    assert raised.value.code == "P962"
    config = tmp_path / "index" / "config.json"
    for damaged in ("{}", "[]", "null", '{"space": 1}'):
        config.write_text(damaged)
        with pytest.raises(ParaphraseError, match="P961"):
            Index.from_disk(tmp_path / "index", index.space)
    index.to_disk(tmp_path / "index")
    (tmp_path / "index" / "rows.npy").write_bytes(b"")
    with pytest.raises(ParaphraseError) as raised:
        Index.from_disk(tmp_path / "index", index.space)
    assert raised.value.code == "P961"


def test_jobs_over_files_give_the_index_of_memory(index, tmp_path):
    files = []
    for k in range(3):
        files.append(tmp_path / f"{k}.jsonl")
        files[-1].write_text("".join(json.dumps(r) + "\n" for r in texts()[k::3]))
    index.space.to_disk(tmp_path / "space")
    space = type(index.space).from_disk(tmp_path / "space")
    counted = run_job(df_job(space.config), files, tmp_path / "df", n_process=2)
    empty = empty_index(counted.rows(), space)
    done = run_job(vector_job(empty), files, tmp_path / "rows", n_process=2, partitions=2)
    made = index_of(done.rows(), empty)
    assert made.ids == index.ids
    assert (made.rows == index.rows).all()
    assert (made.dfs, made.texts) == (index.dfs, index.texts)


# -- Experiments -----------------------------------------------------------------------------------


def test_a_model_does_not_judge_itself(index):
    queries = [{"id": "q", "text": "boat fish"}]
    doc = build_space(texts(), SpaceConfig(variant="doc", dim=128))
    relevant = field_similarity(index, queries, k=5, searched=doc)
    assert relevant == {"q": {id for id, _ in index.ask(queries[0], k=5).hits}}
    with pytest.raises(ParaphraseError) as raised:
        field_similarity(index, queries, k=5, searched=index.space)
    assert raised.value.code == "P969"


MSRP = corpus("paraphrase/msrp/msr-para-val.tsv")


@pytest.mark.slow
@pytest.mark.skipif(not MSRP.exists(), reason="the public corpora are not there")
@pytest.mark.parametrize("variant", ["index", "doc", "word"])
def test_28_partners_of_paraphrases_are_found(variant):
    """The spaces of all training parts reach .98; this one is of these 1,000 sentences."""
    rows = [line.split("\t") for line in MSRP.read_text("utf-8-sig").splitlines()[1:]]
    own = [{"id": f"{k}.{n}", "sentences": [row[n]]} for k, row in enumerate(rows) for n in (3, 4)]
    space = build_space(own, SpaceConfig(variant=variant))
    index = build_index(({"id": f"{k}", "sentences": [r[4]]} for k, r in enumerate(rows)), space)
    asked = [(f"{k}", row[3]) for k, row in enumerate(rows) if row[0] == "1"]
    assert (len(rows), len(asked)) == (500, 346)
    found = [index.ask({"id": f"q{k}", "sentences": [text]}, k=500) for k, text in asked]
    ranked = [[id for id, _ in each.hits] for each in found]
    scores = evaluate(RankingMeasure(), ranked, [{k} for k, _ in asked]).scores
    assert scores["mrr"] >= 0.98


# Moen and others 2014, the second experiment: what a model of a row found, of 2,000 episodes,
# where the model of a column said what is relevant; mean average precision; P@10.
MODELS = ("Lucene", "RI-Word", "RI-Doc", "RI-ICD", "RI-Index", "Word2vec")
FOUND = [
    [889, 700, 670, 687, 484, 920],
    [643, 800, 586, 600, 384, 849],
    [665, 630, 859, 697, 436, 795],
    [635, 459, 659, 1191, 490, 813],
    [690, 491, 607, 654, 576, 758],
    [789, 703, 702, 870, 516, 1113],
]
MAP = [
    [0.0856, 0.0357, 0.0405, 0.0578, 0.0269, 0.0833],
    [0.0392, 0.0492, 0.0312, 0.0412, 0.0151, 0.0735],
    [0.0493, 0.0302, 0.0677, 0.0610, 0.0220, 0.0698],
    [0.0497, 0.0202, 0.0416, 0.1704, 0.0261, 0.0712],
    [0.0655, 0.0230, 0.0401, 0.0504, 0.0399, 0.0652],
    [0.0667, 0.0357, 0.0404, 0.0818, 0.0293, 0.1193],
]


def test_29_a_model_that_is_judged_by_itself_is_rated_too_well():
    """Why `field_similarity` refuses it: without the diagonal the first of a paper is the fifth.

    The means are those that the paper prints within .5 and .0001, but for one that is .8 off: 707
    of RI-ICD is 707.8, cut.
    """
    printed = [725, 644, 680, 707, 629, 782], [0.0550, 0.0416, 0.0500, 0.0632, 0.0473, 0.0622]
    others = [692, 612, 645, 611, 640, 716], [0.0488, 0.0400, 0.0465, 0.0418, 0.0488, 0.0508]
    for table, means, without, off in zip((FOUND, MAP), printed, others, (1.0, 1e-4), strict=True):
        cells = np.array(table)
        assert cells.mean(axis=1) == pytest.approx(means, abs=off)
        rest = (cells.sum(axis=1) - cells.diagonal()) / 5
        assert rest == pytest.approx(without, abs=off)
    ranks = [
        np.argsort(-np.array(values)).tolist().index(MODELS.index("RI-ICD"))
        for values in (means, rest)
    ]
    assert ranks == [0, 4]
