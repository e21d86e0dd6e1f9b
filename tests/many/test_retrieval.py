"""Which texts fit a query: the index of BM25, ties, episodes, files, jobs (07 §7, §11)."""

import json
import math
import random
from collections import Counter

import pytest

from public_corpora import corpus
from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.jobs import run_job
from spacy_paraphrase.many.retrieval import TextIndex, build_index, count_job, index_of
from spacy_paraphrase.metrics import RankingMeasure, evaluate

WORDS = "river bank money loan boat fish water cash credit shore tree leaf stone wind".split()


def texts(n=200, seed=3):
    dice = random.Random(seed)
    return [
        {"id": k, "text": " ".join(dice.choices(WORDS, k=dice.randint(1, 5)))} for k in range(n)
    ]


@pytest.fixture(scope="module")
def index():
    return build_index(texts())


def bm25(query, k1=1.5, b=0.75):
    """Return the score of each text that shares a word, by the formula, word by word."""
    given = {record["id"]: Counter(record["text"].split()) for record in texts()}
    mean = sum(counts.total() for counts in given.values()) / len(given)
    found = {}
    for id, counts in given.items():
        for word in query.split():
            df = sum(word in each for each in given.values())
            idf = math.log(1 + (len(given) - df + 0.5) / (df + 0.5))
            length = k1 * (1 - b + b * counts.total() / mean)
            if word in counts:
                score = idf * counts[word] * (k1 + 1) / (counts[word] + length)
                found[id] = found.get(id, 0.0) + score
    return found


@pytest.mark.parametrize("query", ["boat", "river boat", "boat boat wind", "leaf stone unicorn"])
def test_texts_are_ranked_by_bm25(index, query):
    expected = bm25(query)
    found = index.ask({"id": "q", "text": query}, k=1000).hits
    assert dict(found) == pytest.approx(expected, abs=1e-5)
    assert found == sorted(found, key=lambda hit: (-hit[1], str(hit[0])))
    assert index.ask({"id": "q", "text": query}, k=7).hits == found[:7]


def test_30_ties_are_in_the_order_of_the_ids():
    records = [{"id": id, "text": "a red boat"} for id in ("c", "a", "d", "b")]
    index = build_index([*records, {"id": "x", "text": "trees"}])
    hits = index.ask({"id": "q", "text": "boat"}, k=3).hits
    assert [id for id, _ in hits] == ["a", "b", "c"]


def test_words_are_found_in_whatever_form_and_the_rarer_counts_more():
    records = [{"id": k, "text": "The boats were sailing."} for k in range(5)]
    index = build_index([*records, {"id": "rare", "text": "A mouse sailed."}])
    found = index.ask({"id": "q", "text": "Mice? No: a mouse, sailing in the boat"}, k=2)
    assert found.hits[0][0] == "rare"
    assert found.unknown == 1


def test_the_query_itself_is_left_out(index):
    record = texts()[7]
    found = dict(index.ask(record, k=1000).hits)
    assert record["id"] not in found
    assert len(index.ask(record, k=3).hits) == 3


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


def test_a_text_that_shares_no_word_is_not_found():
    records = [{"id": 1, "text": "the of"}, {"id": 2, "text": "a boat"}, {"id": 3, "text": "trees"}]
    found = build_index(records).ask({"id": "q", "text": "boat"})
    assert [id for id, _ in found.hits] == [2]
    assert build_index(records[:1]).ask({"id": "q", "text": "boat"}).empty


@pytest.mark.parametrize("k", [0, -1, 1.5])
def test_fewer_than_one_are_not_asked_for(index, k):
    with pytest.raises(ParaphraseError) as raised:
        index.ask({"id": "q", "text": "boat"}, k=k)
    assert raised.value.code == "P960"


def test_an_empty_index_is_not_asked():
    with pytest.raises(ParaphraseError) as raised:
        build_index([]).ask({"id": "q", "text": "boat"})
    assert raised.value.code == "P969"


def test_two_texts_of_one_id_are_refused():
    with pytest.raises(ParaphraseError) as raised:
        build_index([{"id": 1, "text": "a"}, {"id": "1", "text": "b"}])
    assert raised.value.code == "P967"


def test_an_index_is_saved_and_loaded(index, tmp_path):
    index.to_disk(tmp_path / "index")
    loaded = TextIndex.from_disk(tmp_path / "index")
    query = {"id": "q", "text": "boat"}
    assert loaded.ask(query) == index.ask(query)
    [path] = (tmp_path / "index").iterdir()
    for damaged in (b"", b"{}", path.read_bytes()[:-9]):
        path.write_bytes(damaged)
        with pytest.raises(ParaphraseError, match="P301"):
            TextIndex.from_disk(tmp_path / "index")
    with pytest.raises(ParaphraseError, match="P969"):
        TextIndex.from_disk(tmp_path / "nothing")


def test_a_job_over_files_gives_the_index_of_memory(index, tmp_path):
    files = []
    for k in range(3):
        files.append(tmp_path / f"{k}.jsonl")
        files[-1].write_text("".join(json.dumps(r) + "\n" for r in texts()[k::3]))
    done = run_job(count_job(), files, tmp_path / "out", partitions=2)
    index_of(done.rows()).to_disk(tmp_path / "job")
    index.to_disk(tmp_path / "memory")
    names = [tmp_path / name / "index.bin" for name in ("job", "memory")]
    assert names[0].read_bytes() == names[1].read_bytes()


MSRP = corpus("paraphrase/msrp/msr-para-val.tsv")


@pytest.mark.slow
@pytest.mark.skipif(not MSRP.exists(), reason="the public corpora are not there")
def test_28_partners_of_paraphrases_are_found():
    rows = [line.split("\t") for line in MSRP.read_text("utf-8-sig").splitlines()[1:]]
    index = build_index({"id": f"{k}", "sentences": [row[4]]} for k, row in enumerate(rows))
    asked = [(f"{k}", row[3]) for k, row in enumerate(rows) if row[0] == "1"]
    assert (len(rows), len(asked)) == (500, 346)
    found = [index.ask({"id": f"q{k}", "sentences": [text]}) for k, text in asked]
    ranked = [[id for id, _ in each.hits] for each in found]
    scores = evaluate(RankingMeasure(), ranked, [{k} for k, _ in asked]).scores
    assert scores["mrr"] >= 0.99
