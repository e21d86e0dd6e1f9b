"""A job gives the same rows, however its input is divided and whoever runs it (spec 06 Test 1)."""

import gzip
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from threadpoolctl import threadpool_info, threadpool_limits
from word_count import count

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.acquire.mining_jobs import read_docs
from spacy_paraphrase.jobs import Job, run_job, run_loop
from spacy_paraphrase.jobs.parts import parts_of, read_json
from spacy_paraphrase.jobs.task_files import Entries, entries_of, make, size_of

VOCABULARY = [f"w{n}" for n in range(300)] + ["7", "a\tb", "é\u2028"]


def texts(number=700, seed=1):
    chosen = random.Random(seed)
    return [
        {"id": f"t{n}", "text": " ".join(chosen.choices(VOCABULARY, k=12))} for n in range(number)
    ]


def write(path, records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def content(done):
    return sorted(line for path in done.paths for line in gzip.open(path).read().splitlines())


def files(done):
    return [path.read_bytes() for path in done.paths]


@pytest.fixture
def one(tmp_path):
    """The rows of one shard."""
    done = run_job(
        count(), [write(tmp_path / "all.jsonl", texts())], tmp_path / "one", partitions=3
    )
    assert not done.failed
    assert len(done.paths) == 3
    assert len(list(done.rows())) > 200
    return done


def shards(tmp_path, number, records, zipped=False):
    found = []
    for k in range(number):
        path = write(tmp_path / f"shard{k}.jsonl", records[k::number])
        if zipped and k % 2:
            zip_ = path.with_name(path.name + ".gz")
            zip_.write_bytes(gzip.compress(path.read_bytes()))
            path = zip_
        found.append(path)
    return found


@pytest.mark.parametrize("zipped", [False, True])
def test_seven_shards_of_shuffled_records_give_the_files_of_one(one, tmp_path, zipped):
    records = texts()
    random.Random(2).shuffle(records)
    done = run_job(count(), shards(tmp_path, 7, records, zipped), tmp_path / "out", partitions=3)
    assert files(done) == files(one)
    assert done.manifest["counts"] == one.manifest["counts"]
    assert done.manifest["dropped"] == one.manifest["dropped"]
    other = run_job(count(), shards(tmp_path, 7, records), tmp_path / "more", partitions=5)
    assert content(other) == content(one)


def test_the_rows_are_those_of_the_loop_in_memory(one):
    rows = sorted(run_loop(count(), texts()), key=lambda row: row["word"])
    assert sorted(one.rows(), key=lambda row: row["word"]) == rows
    assert one.manifest["counts"]["rows"] == len(rows)
    assert one.manifest["dropped"]["number"] > 0


def test_processes_give_the_files_of_the_loop(one, tmp_path):
    done = run_job(
        count(), shards(tmp_path, 4, texts()), tmp_path / "out", partitions=3, n_process=2
    )
    assert files(done) == files(one)


def test_a_large_file_is_cut_at_lines(tmp_path):
    records = texts(200)
    path = write(tmp_path / "all.jsonl", records)
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    parts = parts_of([path], size=1000)
    assert len(parts) > 10
    read = [record for part in parts for record in read_json(part)]
    assert read == list(enumerate(records, 1))
    assert len({part.digest for part in parts}) == len(parts)
    assert parts_of([write(tmp_path / "none.jsonl", [])])[0].end == 0


def test_a_file_instead_of_a_folder(one, tmp_path):
    done = run_job(count(), [tmp_path / "all.jsonl"], tmp_path / "rows.jsonl", partitions=3)
    assert done.paths == (tmp_path / "rows.jsonl",)
    assert list(done.rows()) == list(one.rows())
    beside = {path.name for path in tmp_path.iterdir()}
    assert beside == {"all.jsonl", "one", "rows.jsonl", "rows.jsonl.manifest.json"}


def test_the_output_of_a_job_is_the_input_of_another(one, tmp_path):
    def letters(row):
        yield row["word"][0], row["count"]

    job = Job("letters", letters, int.__add__, lambda key, n: [{"letter": key, "n": n}])
    found = {
        row["letter"]: row["n"] for row in run_job(job, [tmp_path / "one"], tmp_path / "x").rows()
    }
    assert sum(found.values()) == sum(row["count"] for row in one.rows())
    with pytest.raises(ParaphraseError, match="P903"):
        run_job(job, [tmp_path / "x" / ".."], tmp_path / "y")


def test_what_fails_is_told_and_the_rest_is_there(tmp_path):
    """Spec 07 test 33."""
    records = texts(20)
    broken = [
        *records[:9],
        {"id": "odd", "txt": 1},
        *records[9:],
        {"id": "u", "text": "unspeakable"},
    ]
    path = write(tmp_path / "in.jsonl", broken)
    path.write_text(path.read_text() + "no json\n\n[1]\n")
    done = run_job(count(), [path], tmp_path / "out")
    assert done.failed
    lines = [json.loads(line) for line in done.errors.read_text().splitlines()]
    assert [(each.get("line"), each.get("id"), each["code"]) for each in lines] == [
        (10, "odd", "P906"),
        (23, None, "P501"),
        (25, None, "P904"),
        (None, None, "P906"),
    ]
    assert "KeyError" in lines[0]["reason"]
    assert lines[0]["file"] == "in.jsonl"
    assert lines[3]["key"] == "unspeakable"
    assert list(done.rows()) == list(run_loop(count(), records))
    assert done.manifest["counts"]["failed"] == 4
    elsewhere = run_job(count(), [path], tmp_path / "out", errors=tmp_path / "bad")
    assert (tmp_path / "bad").read_bytes() == done.errors.read_bytes()
    assert elsewhere.errors == tmp_path / "bad"


def test_errors_of_an_earlier_run_do_not_stay(tmp_path):
    bad = run_job(count(), [write(tmp_path / "a.jsonl", [{"id": 1}])], tmp_path / "out")
    assert bad.errors.exists()
    good = run_job(count(), [write(tmp_path / "a.jsonl", texts(9))], tmp_path / "out")
    assert not good.errors.exists()
    assert not good.failed


def test_a_file_that_breaks_off(tmp_path):
    path = tmp_path / "in.jsonl.gz"
    path.write_bytes(gzip.compress(write(tmp_path / "x", texts(3000)).read_bytes())[:-3000])
    done = run_job(count(), [path], tmp_path / "out")
    [failure] = [json.loads(line) for line in done.errors.read_text().splitlines()]
    assert failure["code"] == "P101"
    assert failure["line"] > 100
    assert done.manifest["counts"]["records"] > 100
    with pytest.raises(FileNotFoundError):
        run_job(count(), [tmp_path / "none.jsonl"], tmp_path / "out")


def test_a_file_that_a_worker_does_not_see_ends_the_job(tmp_path):
    def elsewhere(part):
        return read_docs(replace(part, path=str(tmp_path / "none.spacy")))

    path = write(tmp_path / "in.jsonl", texts(2))
    with pytest.raises(ParaphraseError, match="P101.*none.spacy"):
        run_job(count(), [path], tmp_path / "out", read=elsewhere)


def test_values_that_json_cannot_hold(tmp_path):
    job = Job("bad", lambda record: [("a", {1})], set.union, lambda key, value: [])
    with pytest.raises(ParaphraseError, match="P905.*'bad'"):
        run_job(job, [write(tmp_path / "a.jsonl", [{}])], tmp_path / "out")


def test_a_finished_job_is_not_run_again(one, tmp_path):
    ran = []

    def progress(results, _):
        for result in results:
            ran.append(result)
            yield result

    settings = {"partitions": 3, "resume": True, "progress": progress}
    inputs = [tmp_path / "all.jsonl"]
    again = run_job(count(), inputs, tmp_path / "one", **settings)
    assert not ran
    assert (again.paths, again.manifest) == (one.paths, one.manifest)
    one.paths[1].write_bytes(b"damaged")
    again = run_job(count(), inputs, tmp_path / "one", **settings)
    assert len(ran) == 4
    assert content(again) == content(one)
    run_job(count(pause=0.0), inputs, tmp_path / "one", **settings)  # other settings: another job
    assert len(ran) == 8


def test_goes_on_where_it_was_interrupted(one, tmp_path):
    inputs = shards(tmp_path, 7, texts())

    def stop(results, _):
        for n, result in enumerate(results):
            if n == 4:
                raise KeyboardInterrupt
            yield result

    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        run_job(count(), inputs, out, partitions=3, progress=stop)
    made = {path.name: path.stat().st_mtime_ns for path in (out / "work").glob("map-*")}
    assert 4 <= len(made) < 7
    again = []

    def watch(results, _):
        for result in results:
            again.append({p.name: p.stat().st_mtime_ns for p in (out / "work").glob("map-*")})
            yield result

    done = run_job(count(), inputs, out, partitions=3, resume=True, progress=watch)
    assert files(done) == files(one)
    assert made.items() <= again[0].items()
    assert not (out / "work").exists()


def test_a_killed_process_and_resumed(one, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    records = texts()
    records[333]["kill"] = 1
    inputs = shards(tmp_path, 7, records)
    job = count(note=str(notes))
    with pytest.raises(ParaphraseError, match="P511"):
        run_job(job, inputs, tmp_path / "out", partitions=3, n_process=2)
    assert len(list(notes.iterdir())) == 1
    done = run_job(job, inputs, tmp_path / "out", partitions=3, n_process=2, resume=True)
    assert files(done) == files(one)


def test_a_killed_job_and_resumed(one, tmp_path):
    """The process that runs it all is killed, without a word."""
    records = texts()
    records[333]["hold"] = str(tmp_path / "go")  # in the fifth of the shards
    inputs = shards(tmp_path, 7, records)
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); from word_count import count;"
        "from spacy_paraphrase.jobs import run_job;"
        "run_job(count(), sys.argv[2:], sys.argv[1], partitions=3)"
    )
    out = tmp_path / "out"
    given = [Path(__file__).parent, out, *inputs]
    process = subprocess.Popen([sys.executable, "-c", code, *map(str, given)])
    try:
        for _ in range(600):
            if [*(out / "work").glob("map-00003-????????????????")]:
                break
            time.sleep(0.1)
        else:
            pytest.fail("the job did not come so far")
    finally:
        process.kill()
        process.wait()
    assert not (out / "manifest.json").exists()
    (tmp_path / "go").touch()
    done = run_job(count(), inputs, out, partitions=3, resume=True)
    assert files(done) == files(one)


def test_each_task_keeps_to_one_core(tmp_path):
    def threads(record):
        import numpy  # noqa: F401 (what it loads has threads)

        yield "most", max(pool["num_threads"] for pool in threadpool_info())

    job = Job("threads", threads, max, lambda key, most: [{key: most}])
    with threadpool_limits(2):
        done = run_job(job, [write(tmp_path / "in.jsonl", [{}])], tmp_path / "out")
    assert list(done.rows()) == [{"most": 1}]


def test_a_device_in_the_place_of_the_errors_stays(tmp_path):
    """A job without failures takes an earlier file of errors away, and nothing else."""
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    path = write(tmp_path / "in.jsonl", texts(2))
    done = run_job(count(), [path], tmp_path / "out", errors=tmp_path / "pipe")
    os.close(reader)
    assert not done.failed
    assert (tmp_path / "pipe").is_fifo()


def stored(tmp_path, combine, buckets, kept, added):
    """Write keys with values; return a file of them, and how many keys were in memory at once."""
    most = 0

    def work(file):
        nonlocal most
        entries = Entries(file, combine, buckets, kept)
        for key, value in added:
            entries.add(key, value)
            most = max(most, size_of([*entries.values.values()]))
            if entries.full():
                entries.write()
        entries.write()
        return Counter(made=1)

    assert make(tmp_path / "made", work) == {"made": 1}
    return tmp_path / "made", most


def bucket_in(tmp_path, paths, bucket):
    found = []

    def work(file):
        found.extend(entries_of(paths, bucket, file))
        return Counter()

    make(tmp_path / f"bucket {bucket}", work)
    return found


def test_memory_is_bounded(tmp_path):
    names = [f"k{n % 700}" for n in range(5000)]
    kept = 100 * (size_of("k123") + size_of(1))
    path, most = stored(tmp_path, int.__add__, 4, kept, ((name, 1) for name in names))
    assert 20 * size_of(1) < most < kept
    found = [entry for k in range(4) for entry in bucket_in(tmp_path, [path] * 9, k)]
    sums = Counter()
    for key, value in found:
        sums[key] += value
    assert sums == {name: 9 * names.count(name) for name in names}
    assert len(found) > 9 * 700  # some were written before all of them were there


def test_values_that_are_combined_take_the_room_of_one(tmp_path):
    """Else a file would hold a key as often as it was added."""
    added = (("key", [1]) for _ in range(5000))
    path, _ = stored(tmp_path, lambda one, other: [one[0] + other[0]], 1, 2000, added)
    assert bucket_in(tmp_path, [path], 0) == [("key", [5000])]


def test_values_that_grow_are_bounded_too(tmp_path):
    value = [{"words": ["a", "b"], "count": 1}]
    kept = 20 * size_of(value)
    path, most = stored(tmp_path, list.__add__, 1, kept, (("key", value) for _ in range(500)))
    assert 5 * size_of(value) < most < kept
    values = [value for _, value in bucket_in(tmp_path, [path], 0)]
    assert [each for some in values for each in some] == value * 500


def test_keys_come_in_the_order_of_their_characters(tmp_path):
    keys = ["b", "a", "", "\U0001f600", "\uffee", "\ud800", "a b", "a\tb", "B"]
    path, _ = stored(tmp_path, max, 1, 1, ((key, k) for k, key in enumerate(keys)))
    assert [key for key, _ in bucket_in(tmp_path, [path], 0)] == sorted(keys)


def test_docs(tmp_path):
    from spacy.lang.en import English
    from spacy.tokens import DocBin

    nlp = English()
    docs = [nlp(text) for text in ("One cat.", "Two cats.")]
    path = tmp_path / "in.spacy"
    DocBin(docs=docs).to_disk(path)
    [part] = parts_of([path])
    assert [(n, doc.text) for n, doc in read_docs(part)] == [(1, "One cat."), (2, "Two cats.")]
    path.write_bytes(b"no DocBin")
    with pytest.raises(ParaphraseError, match="P101"):
        list(read_docs(part))


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("deaths", [0, 1, 99])
def test_dask_workers(one, tmp_path, dask_client, deaths):
    """Spec 07 test 32: also where a worker is killed; a part that kills all of them is told."""
    notes = tmp_path / "notes"
    notes.mkdir()
    records = texts()
    if deaths:
        records[333]["kill"] = deaths
    inputs = shards(tmp_path, 7, records)
    job, out = count(note=str(notes)), tmp_path / "out"
    done = run_job(job, inputs, out, partitions=3, client=dask_client)
    if deaths < 99:
        assert files(done) == files(one)
        assert len(list(notes.iterdir())) == deaths
        return
    assert done.failed
    assert done.manifest["counts"]["lost"] == 1
    [failure] = [json.loads(line) for line in done.errors.read_text().splitlines()]
    assert (failure["code"], failure["file"]) == ("P907", str(inputs[333 % 7]))
    for n in range(99):
        (notes / f"more{n}").touch()
    again = run_job(job, inputs, out, partitions=3, client=dask_client, resume=True)
    assert not again.failed
    assert files(again) == files(one)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_spark_workers(one, tmp_path, spark):
    """Also where a worker is killed: Spark has its task done again."""
    notes = tmp_path / "notes"
    notes.mkdir()
    records = texts()
    records[333]["kill"] = 1
    job, inputs = count(note=str(notes)), shards(tmp_path, 7, records)
    done = run_job(job, inputs, tmp_path / "out", partitions=3, client=spark)
    assert files(done) == files(one)
    assert len(list(notes.iterdir())) == 1
    again = run_job(job, inputs, tmp_path / "out", partitions=3, client=spark, resume=True)
    assert again.manifest == done.manifest
