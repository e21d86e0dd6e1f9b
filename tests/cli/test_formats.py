import io
import json
import subprocess
import sys
from contextlib import nullcontext

import pytest
import spacy
from spacy.tokens import DocBin

from spacy_paraphrase.cli import main
from spacy_paraphrase.errors import ParaphraseWarning
from spacy_paraphrase.readers import PairCorpus, read_docbin, read_jsonl

PAIRS = [
    {"id": "a", "source": "A cat", "target": "One cat", "sureAlign": "1-1", "possibleAlign": "0-0"},
    {"id": "b", "source": "A cat", "target": "One cat", "sureAlign": "1-2"},
    {"id": "c", "source": "é", "target": "e", "sureAlign": ""},
]
NLP = spacy.blank("en")


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.json"
    path.write_text(json.dumps(PAIRS, indent=1), encoding="utf-8")
    return path


def convert(*args):
    return main(["convert", *map(str, args)])


def lines_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_docbin_and_an_errors_file(gold, tmp_path, capsys):
    out, errors = tmp_path / "gold.spacy", tmp_path / "errors.jsonl"
    assert convert(gold, out, "--errors", errors) == 3
    first, second = read_docbin(out, NLP)
    assert (first.id, first.sure, first.possible) == ("a", {(1, 1)}, {(0, 0), (1, 1)})
    assert (second.id, second.words) == ("c", ())
    [error] = lines_of(errors)
    assert {key: error[key] for key in ("line", "id", "code")} == {
        "line": 9,
        "id": "b",
        "code": "P103",
    }
    assert "gold.json, line 9: the link 1-2 is out of range" in error["reason"]
    assert capsys.readouterr() == ("", "2 pairs written, 1 left out\n")
    assert len(list(PairCorpus(out)(NLP))) == 2


def test_there_and_back_again(gold, tmp_path):
    steps = [tmp_path / name for name in ("1.jsonl", "2.spacy", "3.jsonl")]
    assert convert(gold, steps[0]) == 3
    assert convert(steps[0], steps[1]) == 0
    assert convert(steps[1], steps[2]) == 0
    assert lines_of(steps[0]) == lines_of(steps[2])


def test_multimwa_from_standard_input_to_standard_output(monkeypatch, capsysbinary):
    row = "7\tA cat\tN/A\tOne cat\tN/A\t1\t1\t1-1\t0-0\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(row.encode())))
    assert convert("-", "-", "--format", "multimwa") == 0
    out, err = capsysbinary.readouterr()
    assert json.loads(out)["source"] == ["A", "cat"]
    assert err == b"1 pairs written, 0 left out\n"


@pytest.mark.parametrize("files", [1, 2, 3])
def test_pharaoh(files, tmp_path):
    columns = ["A cat", "One cat", "1-1 0p0"]
    held = 4 - files
    contents = [" ||| ".join(columns[:held]), *columns[held:]]
    paths = [tmp_path / f"{n}.txt" for n in range(files)]
    for path, content in zip(paths, contents, strict=True):
        path.write_text(content + "\n")
    options = ["--target", "--links"][3 - files :]
    extra = [x for pair in zip(options, paths[1:], strict=True) for x in pair]
    out = tmp_path / "gold.jsonl"
    assert convert(paths[0], out, "--format", "pharaoh", *extra) == 0
    [record] = read_jsonl(out)
    assert (record.id, record.sure, len(record.possible)) == (1, {(1, 1)}, 2)


def test_strings_are_split_by_the_language(tmp_path):
    path, out = tmp_path / "in.jsonl", tmp_path / "out.spacy"
    line = {"id": 1, "source": "L'uomo dorme.", "target": "Dorme", "question": "Chi?"}
    path.write_text(json.dumps(line))
    assert convert(path, out, "--lang", "it") == 0
    [doc] = DocBin().from_disk(out).get_docs(NLP.vocab)
    assert [token.text for token in doc] == ["L'", "uomo", "dorme", ".", "\n", "Dorme"]
    assert doc.user_data == {"id": 1, "question": "Chi?"}


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["none.json", "out.spacy"], "P101"),
        (["gold.txt", "out.spacy"], "P107"),
        (["-", "out.spacy"], "P107"),
        (["gold.json", "out.spacy", "--links", "gold.json"], "P508"),
        (["gold.json", "out.spacy", "--format", "pharaoh", "--target", "x"], "P508"),
        (["gold.json", "out.spacy", "--lang", "zz"], "P108"),
        (["gold.json", "no/such/folder.spacy"], "P507"),
        (["gold.wa", "o.spacy", "--source-chunks", "gold.sent1.chunk"], "P508"),
        (["gold.wa", "o.spacy", "--target-chunks", "gold.sent1.chunk"], "P508"),
        (["x.json", "o.spacy", "--source-chunks", "a", "--target-chunks", "b"], "P508"),
        pytest.param(["none.pgc", "o.spacy"], "P101", marks=pytest.mark.papers),
    ],
)
def test_what_cannot_be_done(args, code, gold, ists, monkeypatch, capsys):
    monkeypatch.chdir(gold.parent)
    before = gold.read_bytes()
    assert convert(*args) == 1 + (code == "P508")
    assert f"[{code}]" in capsys.readouterr().err
    assert (gold.read_bytes(), ists.read_text()) == (before, WA)


def test_an_empty_input(tmp_path, capsys):
    path, out = tmp_path / "in.jsonl", tmp_path / "out.spacy"
    path.write_text("")
    assert convert(path, out) == 0
    assert "0 pairs written" in capsys.readouterr().err
    assert len(DocBin().from_disk(out)) == 0


WA = """<sentence id="7" status="">
// A cat sleeps
// Cats
<source>
1 A :
2 cat :
3 sleeps :
</source>
<translation>
1 Cats :
</translation>
<alignment>
1 2 <==> 1 // SIMI_FACT // 4 // A cat <==> Cats
3 <==> 0 // NOALI // NIL // sleeps <==> -not aligned-
</alignment>
</sentence>


"""


@pytest.fixture
def ists(tmp_path):
    path = tmp_path / "gold.wa"
    path.write_text(WA)
    (tmp_path / "gold.sent1.chunk").write_text("[ A cat ] [ sleeps ]\n")
    (tmp_path / "gold.sent2.chunk").write_text("[ Cats ]\n")
    return path


def test_ists_there_and_back_again(ists, tmp_path):
    steps = [tmp_path / name for name in ("1.spacy", "2.jsonl", "3.wa")]
    for before, after in zip([ists, *steps], steps, strict=False):
        assert convert(before, after) == 0
    [line] = lines_of(steps[1])
    assert line["source_chunks"] == [[0, 2], [2, 3]]
    assert line["chunks"][0]["relation"] == "intersects"
    assert steps[2].read_text() == WA.replace("SIMI_FACT", "SIMI")
    assert convert(ists, tmp_path / "copy.wa") == 0
    assert (tmp_path / "copy.wa").read_text() == WA


def test_ists_with_chunk_files_of_any_name(ists, tmp_path):
    first, second = tmp_path / "gold.sent1.chunk", tmp_path / "gold.sent2.chunk"
    first.rename(tmp_path / "a")
    out = tmp_path / "out.jsonl"
    options = ("--source-chunks", tmp_path / "a", "--target-chunks", second)
    assert convert(ists, out, "--format", "ists", *options) == 0
    assert lines_of(out)[0]["target_chunks"] == [[0, 1]]


def test_pairs_that_no_wa_file_can_hold(tmp_path):
    path, errors = tmp_path / "in.jsonl", tmp_path / "errors.jsonl"
    pairs = [{"id": i, "source": ["a"], "target": ["b"]} for i in ([1], None, "c")]
    path.write_text("\n".join(map(json.dumps, pairs)))
    assert convert(path, tmp_path / "out.wa", "--errors", errors) == 3
    assert [(e["line"], e["id"], e["code"]) for e in lines_of(errors)] == [(1, [1], "P110")]
    text = (tmp_path / "out.wa").read_text()
    assert [line for line in text.split("\n") if "id=" in line] == [
        '<sentence id="2" status="">',
        '<sentence id="c" status="">',
    ]


def test_tables_and_lines_of_sentences(tmp_path, capsys):
    table, out = tmp_path / "pairs.tsv", tmp_path / "pairs.spacy"
    table.write_text(
        "pair_ID\tsentence_A\tsentence_B\tentailment_AB\tentailment_BA\n"
        "7\tA cat sleeps\tA cat\tA_entails_B\tB_neutral_A\n8\tA cat\tA dog\tno\tB_neutral_A\n"
    )
    assert convert(table, out) == 3
    [record] = read_docbin(out, NLP)
    assert (record.id, record.entails, record.entailed) == ("7", "entailment", "neutral")
    failure = json.loads(capsys.readouterr().err.splitlines()[0])
    assert (failure["line"], failure["id"], failure["code"]) == (3, "8", "P102")
    lines = tmp_path / "dev.jsonl"
    lines.write_text('{"sentence1": "A cat", "sentence2": "A pet", "gold_label": "neutral"}\n')
    assert convert(lines, tmp_path / "out.jsonl", "--format", "nli") == 0
    [record] = read_jsonl(tmp_path / "out.jsonl")
    assert (record.target, record.entails, record.entailed) == (("A", "pet"), "neutral", None)


@pytest.fixture
def published(tmp_path):
    """The corpus of the papers as it was published, small: links here, treebanks there."""
    tree = '<alpino_ds id="s1"><node id="0" begin="0" end="1" word="kat"/>'
    links, banks = (tmp_path / "data" / "nl" / name for name in ("pgc/ma/2006", "gb/2006"))
    for folder in (links, banks):
        folder.mkdir(parents=True)
    (banks / "b.xml").write_text(f"<treebank>{tree}<sentence>kat</sentence></alpino_ds></treebank>")
    path = links / "part.pgc"
    path.write_text(
        '<parallel_graph_corpus><graphbanks><file id="1">../../..//gb/2006/b.xml</file>'
        '</graphbanks><aligned_graphs><graph_pair from_bank_id="1" from_graph_id="s1" '
        'to_bank_id="1" to_graph_id="s1"/></aligned_graphs></parallel_graph_corpus>'
    )
    return path


@pytest.mark.papers
@pytest.mark.parametrize(
    ("place", "named", "more", "status"),
    [
        ("", "data/nl/pgc/ma/2006/part.pgc", [], 0),
        ("data/nl", "pgc/ma/2006/part.pgc", [], 0),
        ("data/nl/pgc", "ma/2006/part.pgc", [], 1),
        ("data/nl/pgc", "ma/2006/part.pgc", ["--root", ".."], 0),
        ("data/nl/pgc", "../pgc/ma/2006/part.pgc", [], 0),
        ("data/nl/pgc", "../../nl/pgc/ma/2006/part.pgc", [], 0),
        ("", "data/nl/pgc/ma/2006/part.pgc", ["--root", "data/nl/pgc"], 1),
    ],
)
def test_files_that_a_corpus_names_are_read_inside_the_folder_that_the_user_named(
    place, named, more, status, published, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path / place)
    assert convert(named, tmp_path / "out.jsonl", *more) == status
    assert ("--root" in capsys.readouterr().err) == bool(status)


@pytest.mark.papers
def test_the_home_folder_is_no_place_for_a_corpus_to_name_files_in(
    published, tmp_path, monkeypatch
):
    monkeypatch.setenv("HOME", str(tmp_path / "data" / "nl"))
    assert convert(published, tmp_path / "out.jsonl") == 1
    monkeypatch.setenv("HOME", str(tmp_path / "data"))
    assert convert(published, tmp_path / "out.jsonl") == 0


PARAPHRASES = "sentence1\tsentence2\tlabel\nA cat\tA pet\t1\nA cat\tA dog\t0\n"


@pytest.mark.parametrize(
    ("options", "calls", "classes"),
    [
        ([], [True, False], [None, None]),
        (["--labels", "nli"], [None, None], ["neutral", "entailment"]),
        (["--labels", "paraphrase"], [True, False], [None, None]),
    ],
)
def test_a_label_of_0_and_1_is_told_and_can_be_set(options, calls, classes, tmp_path):
    path, out = tmp_path / "paws.tsv", tmp_path / "out.jsonl"
    path.write_text(PARAPHRASES)
    told = r"W113.*paws\.tsv, label: 0/1, read as paraphrase no/yes\..*--labels nli\|paraphrase"
    with nullcontext() if options else pytest.warns(ParaphraseWarning, match=told):
        assert convert(path, out, *options) == 0
    records = [*read_jsonl(out)]
    assert [record.paraphrase for record in records] == calls
    assert [record.entails for record in records] == classes


def test_a_warning_is_a_line_of_its_own(tmp_path):
    (tmp_path / "paws.tsv").write_text(PARAPHRASES)
    command = [sys.executable, "-m", "spacy_paraphrase", "convert", "paws.tsv", "out.jsonl"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    told, counted = done.stderr.splitlines()
    assert told.startswith("[W113] paws.tsv, label: 0/1")
    assert counted == "2 pairs written, 0 left out"


@pytest.mark.parametrize("column", ["gold", "origin"])
def test_a_table_that_brings_no_judgement_is_told_by_the_exit_status(column, tmp_path, capsys):
    path, out = tmp_path / "in.csv", tmp_path / "out.jsonl"
    path.write_text(f"source,target,{column}\nA cat,A pet,yes\n")
    named = pytest.warns(ParaphraseWarning, match="W114.*gold")
    with named if column == "gold" else nullcontext():
        assert convert(path, out) == 3
    assert "none of them with a judgement" in capsys.readouterr().err
    assert len(lines_of(out)) == 1


@pytest.mark.parametrize("suffix", ["csv", "tsv", "parquet"])
def test_judgements_go_into_tables_and_come_back(suffix, tmp_path):
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    pairs = [
        {"id": "1", "source": ["A", "cat"], "target": ["A", "pet"]},
        {"id": "2", "source": ["A", "cat"], "target": ["A", "dog"]},
    ]
    pairs[0]["relation"] = {"entails": "entailment", "entailed": "neutral", "similarity": 0.5}
    pairs[1]["relation"] = {"entails": None, "entailed": None, "similarity": 0, "paraphrase": False}
    path, table, back = (tmp_path / name for name in ("in.jsonl", f"t.{suffix}", "back.jsonl"))
    path.write_text("\n".join(map(json.dumps, pairs)))
    assert convert(path, table) == 0
    assert convert(table, back) == 0
    assert [*read_jsonl(back)] == [*read_jsonl(path)]


def test_lines_and_arrays_with_the_names_of_corpora(tmp_path):
    items = [{"premise": "A cat", "hypothesis": "A pet", "label": "entailment"}]
    out = tmp_path / "out.jsonl"
    (tmp_path / "in.jsonl").write_text(json.dumps(items[0]))
    assert convert(tmp_path / "in.jsonl", out) == 0
    assert [record.entails for record in read_jsonl(out)] == ["entailment"]
    (tmp_path / "in.json").write_text(json.dumps(items))
    with pytest.warns(ParaphraseWarning, match="W115"):
        assert convert(tmp_path / "in.json", out) == 0
    assert [record.entails for record in read_jsonl(out)] == ["entailment"]
    # Its label is not lost, though the two sides are called as in lines of our own.
    item = {"source": "A cat", "target": "A pet", "label": "neutral"}
    (tmp_path / "in.jsonl").write_text(json.dumps(item))
    assert convert(tmp_path / "in.jsonl", out) == 0
    assert [record.entails for record in read_jsonl(out)] == ["neutral"]
