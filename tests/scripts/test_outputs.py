"""What the package says is stored, and every difference of two runs is found and counted."""

import copy
import csv

import pytest
import srsly


@pytest.fixture
def call(scripts, monkeypatch, capsys):
    """Run the command, and return its exit status and what it printed."""

    def run(*words):
        monkeypatch.setattr("sys.argv", ["outputs.py", *map(str, words)])
        try:
            status = scripts.outputs.store_or_compare()
        except SystemExit as end:
            status = end.code
        return status or 0, capsys.readouterr().out

    return run


@pytest.fixture(scope="module")
def stored(scripts, data, tmp_path_factory):
    """What is said of the small corpora."""
    folder = tmp_path_factory.mktemp("stored")
    scripts.outputs.store(folder, ["news-relations", "sick"], data)
    return folder


def test_rows_hold_what_is_said_of_every_pair(stored, scripts, data):
    rows = list(srsly.read_jsonl(stored / "news-relations.jsonl"))
    assert {row["id"] for row in rows} == {
        *(f"union:{k}" for k in range(3)),
        *(f"msrp:{k}" for k in range(3)),
        *("edinburgh:0", "headlines:0"),
    }
    [prices] = [row for row in rows if row["id"] == "msrp:2"]
    assert prices["relation"]["conflict"]
    assert any("rose" in line for line in prices["explanation"])
    [headline] = [row for row in rows if row["id"] == "headlines:0"]
    assert headline["chunks"]
    assert [pair["id"] for pair in scripts.drawn.rte(data)] == ["rte1:0", "rte2:1", "rte3:2"]
    told = srsly.read_json(stored / "news-relations.json")
    assert told["rows"] == len(rows)
    assert told["seconds"] > 0
    assert told["parsing"] > 0


def test_two_runs_of_one_commit_do_not_differ(stored, data, call, tmp_path):
    assert call("store", tmp_path, "sick", "--data", data)[0] == 0
    status, said = call("compare", stored, tmp_path)
    assert status == 0
    assert "\n0 differences" in said
    assert "not compared: news-relations\n" in said


def test_a_run_that_differs_is_told_by_kind_and_with_both_sentences(stored, call, tmp_path):
    for path in stored.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    rows = list(srsly.read_jsonl(stored / "sick.jsonl"))
    [row] = [row for row in rows if row["relation"]["conflict"]]
    row["relation"] |= {"label": "restates", "entails": True, "conflict": False, "reasons": []}
    srsly.write_jsonl(tmp_path / "sick.jsonl", rows)
    sheet = tmp_path / "sheet.tsv"
    status, said = call("compare", stored, tmp_path, "--show", 1, "--sheet", sheet)
    assert status == 1
    assert "1 in     1 rows  label intersects -> restates" in said
    assert "1 in     1 rows  entails: now" in said
    assert "1 in     1 rows  conflict off: antonym" in said
    assert "Prices rose in May .\nPrices fell in May .\n  - intersects\n  + restates" in said
    judged, key = (
        list(csv.DictReader(path.read_text("utf-8").splitlines(), delimiter="\t"))
        for path in (sheet, sheet.with_suffix(".key.tsv"))
    )
    [label] = [each for each in judged if each["kind"] == "label intersects -> restates"]
    assert label["source"] == "Prices rose in May ."
    assert label["better"] == ""
    assert label[key[judged.index(label)]["old"]] == "intersects"


def test_no_such_part_and_no_corpora_are_told(call, tmp_path, data, capsys):
    assert call("store", tmp_path, "nothing", "--data", data)[0] == 2
    assert "weasel run" in call("store", tmp_path / "out", "--data", tmp_path)[0]
    assert "no part in common" in call("compare", tmp_path, tmp_path)[0]


@pytest.mark.long
def test_every_other_part_can_be_stored(scripts, data, tmp_path):
    parts = [
        *("rte", "news-fusions", "news-scores", "rewrites", "groups", "dedupe", "summaries"),
        *("mined-pairs", "mined-rows"),
    ]
    scripts.outputs.store(tmp_path, parts, data)
    rows = {part: list(srsly.read_jsonl(tmp_path / f"{part}.jsonl")) for part in parts}
    assert not [row for some in rows.values() for row in some if "code" in row]
    assert len(rows["rewrites"]) == 4 * 5
    sentences = {text for group in scripts.drawn.groups(data) for text in group}
    assert len(sentences) == 9
    members = [member["text"] for row in rows["groups"] for member in row["members"]]
    assert sorted(members) == sorted(sentences)
    assert {row["text"] for row in rows["dedupe"]} == sentences
    assert {row["miner"] for row in rows["mined-rows"]} == {"phrases", "rules"}


def kinds(scripts, part, old, new):
    return [each.kind for each in scripts.differences.differences(part, old, new)]


def test_links_are_compared_by_their_places(scripts, stored):
    rows = [row for row in srsly.read_jsonl(stored / "news-relations.jsonl") if row["words"][2:]]
    old, new = rows[:1], copy.deepcopy(rows[:1])
    words = new[0]["words"]
    words[0] |= {"relation": "other", "score": 0.0}
    words[1]["score"] += 1e-3
    words[2]["score"] += 1e-9
    moved = words.pop()
    words.append(moved | {"source": [99]})
    new[0]["source"] = old[0]["source"] = old[0]["source"] + ["x"] * 99
    relation = old[0]["words"][0]["relation"]
    assert sorted(kinds(scripts, "sick", old, new)) == [
        *("word link added", f"word link {relation} -> other", "word link gone"),
        "word link: score",
    ]


def test_fusions_are_compared_by_what_became_of_them(scripts):
    fusion = {"kind": "union", "text": "A.", "score": 0.5, "reason": "", "provenance": []}
    refused = fusion | {"text": "", "score": 0.0, "reason": "conflict:number"}

    def between(old, new):
        return kinds(scripts, "news-fusions", *([{"id": "1", "fusions": [f]}] for f in (old, new)))

    assert between(fusion, fusion | {"score": 0.5 + 1e-9}) == []
    assert between(fusion, fusion | {"score": 0.6}) == ["union: score"]
    assert between(fusion, fusion | {"text": "B."}) == ["union: text"]
    assert between(fusion, refused) == ["union: refused"]
    assert between(refused, fusion) == ["union: no longer refused"]
    assert between(refused, refused | {"reason": "differs:name"}) == ["union: other reason"]
    assert between(fusion, fusion | {"kind": "intersection"}) == [
        "union gone",
        "intersection added",
    ]


def test_groups_are_compared_by_who_is_in_them(scripts):
    def group(*ids, **more):
        members = [{"id": id, "text": id, "relation": ""} for id in ids]
        return {"group": ids[0], "representative": ids[0], "members": members} | more

    def between(old, new):
        return kinds(scripts, "groups", old, new)

    old = [group("a", "b"), group("c")]
    assert between(old, old[::-1]) == []
    assert between(old, [group("a", "b", "c")]) == ["members: joined"] * 2
    assert between(old, [group("a"), group("b"), group("c")]) == ["members: divided"]
    assert between(old, [old[0] | {"representative": "b"}, old[1]]) == ["representative"]


def test_rows_that_one_run_alone_has_are_told(scripts):
    row = {"miner": "phrases", "source": ["a"], "target": ["b"], "count": 2}
    again = row | {"count": 3}
    assert kinds(scripts, "mined-rows", [row, again], [row]) == ["phrases: row gone"]
    assert kinds(scripts, "mined-rows", [row], [again]) == ["phrases: count"]
    failed = {"line": 1, "id": "7", "code": "P123", "reason": "too long"}
    assert kinds(scripts, "dedupe", [{"id": "7", "text": "A."}], [failed]) == ["fails: P123"]


def test_times_are_compared_beside_the_time_of_the_parser(scripts, tmp_path):
    folders = [tmp_path / "old", tmp_path / "new"]
    for folder, seconds, parsing in zip(folders, (10, 30), (1, 2), strict=True):
        folder.mkdir()
        srsly.write_json(folder / "sick.json", {"seconds": seconds, "parsing": parsing})
    [_, line] = scripts.differences.times(*folders, ["sick"]).splitlines()
    assert line.split() == ["sick", "10.0", "30.0", "3.00", "1.50"]
