"""The commands of `mine`: files in, files out, standard streams, errors, exit status."""

import io
import json
import os
import sqlite3

import pytest
import spacy
import typer
from typer.main import get_command

from spacy_paraphrase.acquire.headlines import HeadlineMiner
from spacy_paraphrase.acquire.phrases import PhraseSettings
from spacy_paraphrase.acquire.rules import RuleSettings
from spacy_paraphrase.cli import main
from spacy_paraphrase.cli.batch import connect
from spacy_paraphrase.cli.commands import app
from spacy_paraphrase.jobs import run, task_files
from spacy_paraphrase.many.groups import Grouping
from spacy_paraphrase.many.indexing import SpaceConfig
from spacy_paraphrase.many.pool import Summarizing
from spacy_paraphrase.readers import PairRecord, record_to_json, word_links

CLUSTERS = [
    {
        "cluster": "bridge",
        "items": [
            {"id": 1, "text": "Old bridge closed after storm", "group": 1},
            {"id": 2, "text": "Old bridge closed by storm", "group": 1},
            {"id": 3, "text": "Mayor promises new bridge by summer", "group": None},
            {"id": 4, "text": "Ferry to run in the place of the bridge", "group": None},
        ],
    },
    {
        "cluster": "prize",
        "items": [
            {"id": 1, "text": "Beekeeper wins prize for honey", "group": 1},
            {"id": 2, "text": "Beekeeper wins honey prize", "group": 1},
            {"id": 3, "text": "Fair opens under clear sky", "group": None},
            {"id": 4, "text": "Rain expected on Sunday", "group": None},
        ],
    },
]


@pytest.fixture
def clusters(tmp_path):
    path = tmp_path / "clusters.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in CLUSTERS))
    return path


def rows(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_headlines_become_pairs_that_align_takes(clusters, tmp_path, capsys):
    out = tmp_path / "pairs.jsonl"
    assert main(["mine", "headlines", str(clusters), str(out)]) == 0
    assert "2 records, 2 rows" in capsys.readouterr().err
    assert [row["id"] for row in rows(out)] == ["bridge/1/2", "prize/1/2"]
    manifest = json.loads((tmp_path / "pairs.jsonl.manifest.json").read_text())
    assert manifest["config"]["map"]["args"][0]["args"][0]["upper"] == 0.5
    assert main(["align", str(out), str(tmp_path / "aligned.jsonl"), "--quiet"]) == 0
    assert len(rows(tmp_path / "aligned.jsonl")) == 2


def test_no_room_for_what_a_task_makes(clusters, tmp_path, monkeypatch, capsys):
    def opened(path):
        file = sqlite3.connect(path)
        file.execute("PRAGMA max_page_count = 2")  # the disk is full then, to SQLite
        return file

    out = tmp_path / "pairs.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(task_files, "_opened", opened)
        assert main(["mine", "headlines", str(clusters), str(out)]) == 1
    told = capsys.readouterr().err
    assert all(part in told for part in ("[P507]", "is full", str(tmp_path)))
    assert main(["mine", "headlines", str(clusters), str(out), "--resume"]) == 0
    assert len(rows(out)) == 2


@pytest.mark.parametrize("left", [slice(0), slice(500), slice(-1), slice(1, None)])
def test_what_a_task_left_is_damaged(clusters, tmp_path, monkeypatch, left):
    out = tmp_path / "pairs.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(run, "_write_rows", lambda *made: 1 / 0)  # all tasks are done, their rows not
        with pytest.raises(ZeroDivisionError):
            main(["mine", "headlines", str(clusters), str(out)])
    made = [path for path in tmp_path.rglob("*") if path.name.startswith(("map-", "reduce-"))]
    assert made
    for path in made:
        path.write_bytes(path.read_bytes()[left])
    assert main(["mine", "headlines", str(clusters), str(out), "--resume"]) == 0
    assert [row["id"] for row in rows(out)] == ["bridge/1/2", "prize/1/2"]


def test_standard_streams(clusters, monkeypatch, capfdbinary):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(clusters.read_bytes() + b"[\n")))
    assert main(["mine", "headlines", "-", "-", "--method", "cluster"]) == 3
    seen = capfdbinary.readouterr()
    assert {json.loads(line)["route"] for line in seen.out.splitlines()} == {"cluster"}
    [failure] = [json.loads(line) for line in seen.err.splitlines()]
    assert (failure["code"], failure["line"]) == ("P501", 3)


def test_errors_and_a_folder(clusters, tmp_path, capsys):
    clusters.write_text(clusters.read_text() + '{"cluster": 1}\n')
    out = tmp_path / "pairs"
    assert main(["mine", "headlines", str(clusters), str(out)]) == 3
    assert "1 failed" in capsys.readouterr().err
    assert {path.name for path in out.iterdir()} == {
        *("part-00000.jsonl.gz", "manifest.json", "errors.jsonl")
    }
    again = ["mine", "headlines", str(clusters), str(out), "--resume", "--quiet"]
    assert main([*again, "--n-process", "2"]) == 3
    assert main([*again, "--errors", str(clusters)]) == 1
    assert "P510" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--resume"], "P508"),
        (["--lower", "0.9"], "P911"),
        (["--dask", "nowhere"], "P912"),
    ],
)
def test_options_that_do_not_go(clusters, capsys, options, code):
    assert main(["mine", "headlines", str(clusters), "-", *options]) == 1 + (code == "P508")
    assert code in capsys.readouterr().err


def test_tuning_on_half_of_the_clusters(clusters, tmp_path, capsys):
    report = tmp_path / "report.json"
    assert main(["mine", "headlines", str(clusters), str(report), "--tune"]) == 0
    told = json.loads(report.read_text())
    assert {*told} == {"given", "tuned"}
    assert told["given"]["all"]["gold"] == 1
    assert "precision" in capsys.readouterr().err
    assert main(["mine", "headlines", str(clusters), "-", "--tune", "--quiet"]) == 0
    assert json.loads(capsys.readouterr().out) == told


def options_of(command):
    return {each.name: each for each in command.get_params(typer.Context(command))}


def test_all_that_run_jobs_have_the_same_options():
    options = {"n_process", "dask", "errors", "resume", "quiet"}
    groups = get_command(app).commands
    miners = groups["mine"].commands.values()
    assert len(miners) == 10
    for command in (*miners, groups["table"].commands["filter"]):
        assert options <= {*options_of(command)}, command.name


@pytest.mark.parametrize(
    ("command", "settings"),
    [
        ("mine headlines", HeadlineMiner()),
        ("mine phrases", PhraseSettings()),
        ("mine rules", RuleSettings()),
        ("space build", SpaceConfig()),
        ("group", Grouping()),
        ("summarize", Summarizing()),
    ],
)
def test_options_have_the_defaults_of_the_settings(command, settings):
    found = get_command(app)
    for name in command.split():
        found = found.commands[name]
    options, dim = options_of(found), {"dim": 0}
    same = [name for name in options if hasattr(settings, name)]
    assert len(same) > 3
    for name in same:
        assert options[name].default == ({**vars(settings), **dim})[name], name
        assert options[name].help, name


@pytest.fixture
def pairs(tmp_path):
    """The lines of two pairs and of something else."""
    known = {"tags": ("PRP", "VBD", "PRP"), "pos": ("PRON", "VERB", "PRON")}
    arcs = ((1, "nsubj"), (1, "ROOT"), (1, "dobj"))
    lines = []
    for number, verb in enumerate(("got", "took")):
        pair = PairRecord(
            number,
            ("he", "bought", "it"),
            ("he", verb, "it"),
            words=word_links([(0, 0), (1, 1), (2, 2)]),
            source_tree=arcs,
            target_tree=arcs,
            source_tokens=known | {"lemmas": ("he", "buy", "it")},
            target_tokens=known | {"lemmas": ("he", verb, "it")},
        )
        lines.append(json.dumps(record_to_json(pair)) + "\n")
    return "".join([*lines, "[\n"]).encode()


@pytest.mark.parametrize(
    ("miner", "options"),
    [
        ("phrases", ["--tier", "fast"]),
        ("rules", ["--min-count", "1"]),
        ("contexts", ["--strength", "0.5", "--tier", "fast"]),
    ],
)
def test_pairs_by_standard_streams(pairs, tmp_path, monkeypatch, capfdbinary, miner, options):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(pairs)))
    assert main(["mine", miner, "-", "-", *options]) == 3
    seen = capfdbinary.readouterr()
    found = [json.loads(line) for line in seen.out.splitlines()]
    [failure] = [json.loads(line) for line in seen.err.splitlines()]
    assert (failure["code"], failure["line"]) == ("P501", 3)
    assert not [*tmp_path.iterdir()]
    (tmp_path / "in.jsonl").write_bytes(pairs)
    assert main(["mine", miner, "in.jsonl", "out.jsonl", *options]) == 3
    assert rows(tmp_path / "out.jsonl") == found
    told = capfdbinary.readouterr().err.decode().splitlines()
    assert told[-1] == "1 failed: " + str(tmp_path / "out.jsonl.errors.jsonl")
    assert f"3 records, {len(found)} rows" in told[-2]
    assert main(["mine", miner, "in.jsonl", "out", *options, "-q", "--errors", "bad"]) == 3
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        *("part-00000.jsonl.gz", "manifest.json")
    }
    assert rows(tmp_path / "bad")[0]["code"] == "P501"
    if miner == "contexts":
        assert main(["mine", miner, "in.jsonl", "out", "--patterns", "in.jsonl"]) == 1


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_of_this_machine_serves_no_pages():
    """Dask opens port 8787 also for a cluster without a dashboard, and one for each worker."""
    pytest.importorskip("distributed")
    with connect("local", 1) as client:
        assert client.submit(os.getpid).result() != os.getpid()
        seen = client.scheduler_info()
    assert not seen["services"]
    assert [worker["services"] for worker in seen["workers"].values()] == [{}]


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_of_this_machine(clusters, tmp_path):
    out, other = tmp_path / "pairs.jsonl", tmp_path / "others.jsonl"
    assert main(["mine", "headlines", str(clusters), str(out), "-q"]) == 0
    options = ["--dask", "local", "--n-process", "2", "-q"]
    assert main(["mine", "headlines", str(clusters), str(other), *options]) == 0
    assert other.read_bytes() == out.read_bytes()


@pytest.mark.parametrize(
    ("long", "code"), [("w " * 1001, "P503"), ("w " * 500_001, "P505"), ("." * 1001, "P043")]
)
def test_a_text_that_is_no_sentence_is_an_error_of_its_line(long, code, tmp_path):
    path, out, errors = (tmp_path / name for name in ("news.txt", "rows.jsonl", "errors.jsonl"))
    path.write_text(f"{long}\na firm that bought a small bank\na firm that acquired a small bank\n")
    args = ["mine", "anchors", str(path), str(out), "--min-count", "1", "--longest", "1"]
    args += ["--tier", "fast"]
    assert main([*args, "--errors", str(errors), "--quiet"]) == 3
    assert [(row["line"], row["code"]) for row in rows(errors)] == [(1, code)]
    assert {"bought", "acquired"} == {row["source"][0] for row in rows(out)}


def test_a_line_of_a_megabyte_is_refused_before_it_is_cut_into_words(tmp_path, monkeypatch):
    path, out = tmp_path / "news.txt", tmp_path / "rows.jsonl"
    path.write_text("word " * 190_000 + "\na firm that bought a small bank\n")
    cut, pipeline = [], spacy.blank

    def blank(lang):
        nlp = pipeline(lang)
        tokenizer = nlp.tokenizer
        nlp.tokenizer = lambda text: cut.append(len(text)) or tokenizer(text)
        return nlp

    monkeypatch.setattr(spacy, "blank", blank)
    args = ["mine", "anchors", str(path), str(out), "--min-count", "1", "--tier", "fast"]
    assert main([*args, "--errors", str(tmp_path / "errors.jsonl"), "--quiet"]) == 3
    (row,) = rows(tmp_path / "errors.jsonl")
    assert (row["line"], row["code"]) == (1, "P503")
    assert "190000 words" in row["reason"]
    assert cut
    assert max(cut) < 100
