"""Clusters give the rows of one process, also where a process of theirs is killed."""

import json
import sys

import pytest

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.cli import main
from spacy_paraphrase.distributed import pipe_bag, pipe_dataframe, pipe_spark

PLAIN = ("id", "source", "target", "overlap", "code", "reason")
PAIRS = [
    {"id": 1, "source": "A cat is sleeping.", "target": "The cat naps on a sofa."},
    {"id": 2, "source": "", "target": "The cat naps."},
    {"id": 3, "source": ["Prices", "rose", "."], "target": ["Prices", "fell", "."]},
    {"id": 4, "source": "No end\ud800", "target": "The end."},
    {"id": 5, "source": "Every dog barked.", "target": "Every puppy barked.", "question": "Who?"},
]


def many(number):
    """Return pairs of text, of which every tenth cannot be processed."""
    things = ("cat", "dog", "girl", "man", "boss")
    return [
        {
            "id": k,
            "source": f"The {things[k % 5]} number {k} sleeps." if k % 10 else "",
            "target": f"The {things[k % 3]} number {k} naps.",
        }
        for k in range(number)
    ]


@pytest.fixture
def single(tmp_path):
    """Runs a command in this process; gives its records and failures, by id."""

    def run(task, pairs, *options):
        source, out, errors = (tmp_path / name for name in ("in.jsonl", "out.jsonl", "errors"))
        source.write_text("".join(json.dumps(pair) + "\n" for pair in pairs))
        files = map(str, (source, out, "--errors", errors))
        assert main([task, *files, "--quiet", *map(str, options)]) in (0, 3)
        records = [
            json.loads(line) for path in (out, errors) for line in path.read_bytes().splitlines()
        ]
        for record in records:
            record.pop("line", None)
        return {record["id"]: record for record in records}

    return run


def by_id(rows):
    """Return rows of columns as the records of lines, by id."""
    rows = [{k: v for k, v in row.items() if v is not None} for row in rows]
    records = [{k: v if k in PLAIN else json.loads(v) for k, v in row.items()} for row in rows]
    return {record["id"]: record for record in records}


def plain(frame):
    """Return the rows of a pandas frame, as Arrow has them."""
    import pyarrow

    return pyarrow.Table.from_pandas(frame, preserve_index=False).to_pylist()


@pytest.fixture
def made(tmp_path):
    """Makes a pipeline that notes the processes it is made in, and kills one of them, once.

    Gives how it is made and the folder of what it notes. What a cluster is sent must not be found
    by the name of a module that only pytest knows: so functions are made here.
    """
    notes = tmp_path / "notes"
    notes.mkdir()

    def load(victim=None, word="number 23"):
        def make():
            import os
            import signal
            from pathlib import Path

            from spacy.language import Language

            import spacy_paraphrase

            note = Path(notes)
            (note / f"{os.getpid()}-{len(list(note.glob(f'{os.getpid()}-*')))}").touch()

            def dies(doc):
                if victim and word in doc.text and not (note / "killed").exists():
                    (note / "killed").touch()
                    pid = os.getpid()
                    for _ in range(victim - 1):  # the parent of the parent is the executor
                        pid = int(Path(f"/proc/{pid}/stat").read_text().split()[3])
                    os.kill(pid, signal.SIGKILL)
                return doc

            name = f"dies_{note.parent.name}"  # spaCy keeps the first function of a name
            Language.component(name, func=dies)
            nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
            nlp.add_pipe(name)
            return nlp

        return make

    return load, notes


def loads(notes):
    return sorted(path.name for path in notes.glob("*-*"))


def test_a_bag(single):
    bag = pytest.importorskip("dask.bag").from_sequence(PAIRS, npartitions=2)
    for task in ("align", "fuse", "score"):
        found = pipe_bag(bag, task).compute(scheduler="synchronous")
        assert {record["id"]: record for record in found} == single(task, PAIRS)


def test_whatever_a_bag_holds():
    odd = [3, None, {"id": object, "source": {1}}, {"source": "a", "target": float("nan")}]
    bag = pytest.importorskip("dask.bag").from_sequence([*odd, PAIRS[0]], npartitions=1)
    found = pipe_bag(bag).compute(scheduler="synchronous")
    assert [r.get("code") for r in found] == ["P904", "P904", "P501", "P501", None]
    assert [r["id"] for r in found] == [None, None, object, None, 1]


@pytest.mark.filterwarnings("ignore:The inplace keyword")  # of Dask, as it writes Parquet
def test_a_dataframe(single, tmp_path):
    frames = pytest.importorskip("dask.dataframe")
    pandas = pytest.importorskip("pandas")
    pairs = [PAIRS[k] for k in (0, 1, 4)]
    frame = pandas.DataFrame(pairs, index=["x", "y", "z"]).astype({"id": "Int16"})
    found = pipe_dataframe(frames.from_pandas(frame, npartitions=2), "fuse")
    expected = single("fuse", pairs)
    rows = found.compute(scheduler="synchronous")
    assert list(rows.index) == ["x", "y", "z"]
    assert (rows.dtypes == found.dtypes).all()
    assert str(rows.dtypes["id"]) == "Int16"
    assert by_id(plain(rows)) == expected
    found.to_parquet(tmp_path / "out", compute_kwargs={"scheduler": "synchronous"})
    table = pytest.importorskip("pyarrow.parquet").read_table(tmp_path / "out")
    assert by_id(table.drop_columns("__null_dask_index__").to_pylist()) == expected


def test_lists_of_words_in_a_dataframe():
    frames, pandas = pytest.importorskip("dask.dataframe"), pytest.importorskip("pandas")
    arrow = pytest.importorskip("pyarrow")
    words = pandas.array([["can't", "stop"], None], pandas.ArrowDtype(arrow.list_(arrow.string())))
    frame = pandas.DataFrame({"id": ["a", "b"], "source": words, "target": words})
    found = pipe_dataframe(frames.from_pandas(frame, npartitions=1))
    rows = found.compute(scheduler="synchronous")
    assert next(iter(rows["source"])) == ["can't", "stop"]
    assert list(rows["code"].fillna("")) == ["", "P002"]


def test_settings(tmp_path):
    bag = pytest.importorskip("dask.bag").from_sequence(PAIRS[:1], npartitions=1)
    settings = {"tree_aligner": {"method": "identity"}, "exclude": ["relation_classifier"]}
    [record] = pipe_bag(bag, "align", "en", **settings).compute(scheduler="synchronous")
    assert (len(record["words"]), record["relation"]) == (3, {})
    with pytest.raises(ParaphraseError, match="P901.*align, fuse, score"):
        pipe_bag(bag, "translate")
    with pytest.raises(ParaphraseError, match="P901"):
        pipe_bag(bag, "align", spacy_paraphrase.load, tier="fast")
    with pytest.raises(ParaphraseError, match="P012"):
        pipe_bag(bag, "align", "none_such").compute(scheduler="synchronous")


def test_columns_that_are_missing():
    frames, pandas = pytest.importorskip("dask.dataframe"), pytest.importorskip("pandas")
    frame = frames.from_pandas(pandas.DataFrame({"id": [1], "source": ["a"]}), npartitions=1)
    with pytest.raises(ParaphraseError, match="P902.*'target' among id, source"):
        pipe_dataframe(frame)


@pytest.mark.parametrize(("pipe", "extra"), [(pipe_bag, "dask"), (pipe_spark, "spark")])
def test_without_the_packages(monkeypatch, pipe, extra):
    for name in ("dask", "pyspark"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ParaphraseError, match=rf"P852.*spacy-paraphrase\[{extra}\]"):
        pipe(None)


@pytest.mark.usefixtures("dask_client")
@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("victim", [None, 1])
def test_dask_cluster(single, made, victim):
    import dask.bag

    load, notes = made
    pairs = many(60)
    bag = dask.bag.from_sequence(pairs, npartitions=6)
    found = pipe_bag(bag, "align", load(victim)).compute()
    assert [record["id"] for record in found] == list(range(60))
    assert {record["id"]: record for record in found} == single("align", pairs, "--tier", "fast")
    assert all(name.endswith("-0") for name in loads(notes))  # once in a process
    assert len(loads(notes)) >= 2
    assert (notes / "killed").exists() == bool(victim)


# A worker process of Python, and the executor that it belongs to: its grandparent.
@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("victim", [None, 1, 3])
def test_spark_cluster(spark, single, made, victim):
    load, notes = made
    pairs = many(60)
    frame = spark.createDataFrame(pairs, "id long, source string, target string").repartition(6)
    rows = pipe_spark(frame, "align", load(victim)).collect()
    assert len(rows) == 60
    assert by_id(row.asDict() for row in rows) == single("align", pairs, "--tier", "fast")
    assert all(name.endswith("-0") for name in loads(notes))  # once in a process
    assert len(loads(notes)) >= 2
    assert (notes / "killed").exists() == bool(victim)
