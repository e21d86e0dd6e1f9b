"""`group`, `dedupe` and `summarize` on the command line."""

import json

import pytest

from spacy_paraphrase.cli import jobs, main, many
from spacy_paraphrase.many import groups, members

LINES = [
    {"id": "b1", "text": "The central bank raised interest rates by a quarter point."},
    {"id": "b2", "text": "Interest rates were raised by the central bank."},
    {"id": "x"},
    {"id": "c1", "text": "A new museum opens in Lisbon."},
]


@pytest.fixture
def sentences(tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in LINES) + "no json\n")
    return path


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_group(tmp_path, sentences):
    out, errors, page = (tmp_path / name for name in ("out.jsonl", "errors.jsonl", "page.html"))
    options = ["--errors", str(errors), "--page", str(page), "-q"]
    assert main(["group", str(sentences), str(out), "--topic", *options]) == 3
    first, second = read(out)
    assert first["representative"] == "b1"
    assert [member["id"] for member in first["members"]] == ["b1", "b2"]
    assert first["members"][1]["relation"] == "generalizes"
    assert first["most_specific"] == ["b1"]
    assert second["members"][0]["id"] == "c1"
    assert [(e["line"], e["id"], e["code"]) for e in read(errors)] == [
        (3, "x", "P503"),
        (5, None, "P501"),
    ]
    assert "Interest rates were raised by the central bank." in page.read_text()


def test_group_without_relations_and_with_processes(tmp_path, sentences):
    out = tmp_path / "out.jsonl"
    given = [str(sentences), str(out), "--topic", "--no-relate", "--n-process", "2", "-q"]
    assert main(["group", *given, "--errors", str(tmp_path / "errors.jsonl")]) == 3
    assert [len(line["members"]) for line in read(out)] == [2, 1]
    assert read(out)[0]["members"][1]["relation"] == ""


def test_a_group_says_the_same(command, jsonl, tmp_path, capsys):
    texts = ["Ten people were killed by the storm.", "The storm killed ten people.", "He did it."]
    more = ["The storm killed twelve people."]
    rows = [{"id": k, "text": text} for k, text in enumerate(texts + more)]
    source, out = jsonl("in.jsonl", *rows), tmp_path / "out.jsonl"
    for options, expected in (
        (["--no-relate"], [[0, 1], [2], [3]]),
        (["--no-relate", "--threshold", "1"], [[0], [1], [2], [3]]),
        (["--no-relate", "--topic"], [[0, 1, 3], [2]]),
    ):
        assert command("group", source, out, "-q", *options) == 0
        made = [[member["id"] for member in line["members"]] for line in read(out)]
        assert made == expected, options


def test_certainty(command, jsonl, tmp_path):
    rows = [{"id": 1, "text": "A black cat sleeps."}, {"id": 2, "text": "A cat sleeps."}]
    source, out = jsonl("in.jsonl", *rows), tmp_path / "out.jsonl"
    for certainty, kept in (("0.4", False), ("1", True)):
        assert command("dedupe", source, out, "--certainty", certainty, "-q") == 0
        assert read(out)[1]["kept"] is kept
    assert command("dedupe", source, out, "-q") == 0
    assert read(out)[1]["covered"] == [["cat sleeps", "cat sleeps"]]


def test_fusing_needs_relations(tmp_path, sentences, capsys):
    given = [str(sentences), str(tmp_path / "out"), "--no-relate", "--fuse"]
    assert main(["group", *given]) == 2
    assert "P508" in capsys.readouterr().err


def test_dedupe(tmp_path, sentences, capsys):
    errors = str(tmp_path / "errors.jsonl")
    assert main(["dedupe", str(sentences), "-", "--errors", errors]) == 3
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["id"], line["kept"]) for line in told] == [
        ("b1", True),
        ("b2", False),
        ("c1", True),
    ]
    assert told[1]["because_of"] == "b1"


@pytest.mark.parametrize("command", [["group", "--no-relate", "--topic"], ["dedupe"]])
def test_a_repeated_id_is_told_with_both_lines(tmp_path, command):
    path, out, errors = (tmp_path / name for name in ("in", "out", "errors"))
    texts = ["A cat sleeps.", "", "Dogs bark.", "Birds sing."]
    rows = [{"id": id, "text": text} for id, text in zip("axba", texts, strict=True)]
    path.write_text("\n" + "".join(json.dumps(row) + "\n" for row in rows))
    name, *more = command
    assert main([name, str(path), str(out), *more, "--errors", str(errors), "-q"]) == 3
    told = [(e["line"], e["id"], e["code"]) for e in read(errors)]
    assert told == [(3, "x", "P503"), (5, "a", "P951")]
    assert "line 2 and line 5" in read(errors)[1]["reason"]
    written = out.read_text()
    assert [text[:4] in written for text in texts[::3]] == [True, False]


def test_parquet_in(tmp_path):
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path, out = tmp_path / "in.parquet", tmp_path / "out.jsonl"
    parquet.write_table(arrow.table({"id": [1, 2], "text": ["A cat.", "a cat."]}), path)
    assert main(["group", str(path), str(out), "--no-relate", "-q"]) == 0
    assert [member["id"] for member in read(out)[0]["members"]] == [1, 2]


CLUSTERS = [
    {
        "cluster": "rates",
        "documents": [
            {"id": "a", "text": "The central bank raised interest rates by a quarter point."},
            {"id": "b", "text": "Interest rates were raised by the central bank. It <rains>."},
        ],
    },
    {"cluster": "none", "documents": []},
    {"cluster": "x"},
    {"cluster": "none", "documents": []},
]


def test_summarize(tmp_path):
    path, out, errors, page = (tmp_path / name for name in ("in", "out", "errors", "page.html"))
    path.write_text("".join(json.dumps(line) + "\n" for line in CLUSTERS))
    options = ["--shortest", "2", "--errors", str(errors), "--page", str(page), "-q"]
    assert main(["summarize", str(path), str(out), *options]) == 3
    first, second = read(out)
    assert [each["id"] for each in first["summary"]] == ["a:1", "b:2"]
    assert first["dropped"] == [
        {
            "id": "b:1",
            "text": "Interest rates were raised by the central bank.",
            "because_of": "a:1",
            "verdict": "covers",
        }
    ]
    assert second["flags"] == ["no sentences"]
    assert [(e["line"], e["id"], e["code"]) for e in read(errors)] == [
        (3, "x", "P954"),
        (4, "none", "P951"),
    ]
    assert "It &lt;rains&gt;." in page.read_text()


def test_summarize_without_a_pipeline(tmp_path):
    path, out = tmp_path / "in", tmp_path / "out"
    path.write_text(json.dumps(CLUSTERS[0]))
    options = ["--no-relate", "--budget", "1", "--unit", "sentences", "-q"]
    assert main(["summarize", str(path), str(out), *options]) == 0
    assert [each["id"] for each in read(out)[0]["summary"]] == ["a:1"]


NEWS = [
    *LINES[:2],
    {"id": "b3", "text": "The central bank raised its rates on Thursday by a quarter point."},
    {"id": "c1", "text": "A new museum opens in Lisbon."},
    {"id": "c2", "text": "In Lisbon a new museum opens next spring."},
    {"id": "d1", "text": "On Monday the storm killed ten people in the north, police said."},
    {"id": "d2", "text": "The storm killed ten people in the north."},
    {"id": "d3", "text": "Ten people were killed by the storm in the north."},
]


@pytest.fixture
def grouped(command, jsonl, tmp_path, monkeypatch, fast):
    """Runs `group` in a pipeline that is made once; gives input, output and page of a whole run."""
    monkeypatch.setattr(many, "_pipeline", lambda *given, **more: fast)
    source, out, page = jsonl("in.jsonl", *NEWS), tmp_path / "out.jsonl", tmp_path / "page.html"
    assert command("group", source, out, "--topic", "--page", page, "-q") == 0
    assert len(read(out)) == 3
    return source, out, page


def test_what_a_member_adds_is_a_list(grouped):
    _, out, _ = grouped
    storm = read(out)[2]
    assert storm["members"][0]["adds"] == ["On Monday", "police said"]
    assert "adds" not in storm["members"][1]


def test_an_interrupted_group_goes_on(command, grouped, monkeypatch):
    """Spec 07 test 32: the output cut anywhere, and what was there is not told again."""
    source, out, page = grouped
    whole, drawn = out.read_bytes(), page.read_bytes()
    told = []
    related = members.relate
    monkeypatch.setattr(
        members, "relate", lambda nlp, some, **more: told.append(some) or related(nlp, some, **more)
    )
    monkeypatch.setattr(jobs, "CHECKED", 1)
    ends = [k for k, byte in enumerate(whole) if byte == ord("\n")]
    for end in (0, 5, ends[0], ends[0] + 1, ends[1] + 1, ends[1] + 9, len(whole)):
        out.write_bytes(whole[:end])
        page.unlink()
        told.clear()
        assert command("group", source, out, "--topic", "--page", page, "-q", "--resume") == 0
        assert (out.read_bytes(), page.read_bytes()) == (whole, drawn), end
        done = whole[:end].count(b"\n")
        assert len(told) == 3 - done + min(done, 1), end
    assert not out.with_name("out.jsonl.steps").exists()


def test_groups_of_other_sentences_or_options_are_not_gone_on_with(
    command, grouped, jsonl, tmp_path, capsys
):
    source, out, _ = grouped
    other = jsonl("other.jsonl", *NEWS[1:])
    for changed in (
        [other, out],
        [source, out, "--threshold", "0.9"],
        [source, out, "--no-relate"],
    ):
        assert command("group", *changed, "--topic", "-q", "--resume") == 1
        assert capsys.readouterr().err.startswith("[P509]")
    for whole in ("-", tmp_path / "out.parquet"):
        assert command("group", source, whole, "--topic", "-q", "--resume") == 2
        assert capsys.readouterr().err.startswith("[P508]")


def test_what_jobs_have_done_is_kept(command, grouped, monkeypatch):
    """Interrupted between two jobs: the first one is not done again."""
    source, out, _ = grouped
    whole = out.read_bytes()
    out.unlink()

    def interrupt(*given):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(groups, "pieces", interrupt)
        assert command("group", source, out, "--topic", "-q") == 130
    manifest = out.with_name("out.jsonl.steps") / "score-sentences" / "out" / "manifest.json"
    before = manifest.stat().st_mtime_ns
    seen = []
    finished = groups.pieces

    def watch(*given):
        seen.append(manifest.stat().st_mtime_ns)
        return finished(*given)

    monkeypatch.setattr(groups, "pieces", watch)
    assert command("group", source, out, "--topic", "-q", "--resume") == 0
    assert seen == [before]
    assert out.read_bytes() == whole


def fails_on_lisbon(nlp, some, **more):
    """Say what members say of each other, but of some group."""
    some = list(some)
    if "Lisbon" in some[0].texts[0]:
        raise RuntimeError("no luck")
    return members_relate(nlp, some, **more)


members_relate = members.relate


def test_a_group_that_a_component_fails_on_stays_without_relations(
    command, grouped, tmp_path, monkeypatch
):
    """Spec 07 test 33: its line is told, the rest is complete, the status is 3; also resumed."""
    source, out, _ = grouped
    errors = tmp_path / "errors.jsonl"
    complete = read(out)
    monkeypatch.setattr(members, "relate", fails_on_lisbon)
    assert command("group", source, out, "--topic", "-q", "--errors", errors) == 3
    [failure] = read(errors)
    assert (failure["line"], failure["id"], failure["code"]) == (0, "c1", "P506")
    found = read(out)
    assert [found[0], found[2]] == [complete[0], complete[2]]
    assert [member["relation"] for member in found[1]["members"]] == ["", ""]
    whole = out.read_bytes()
    out.write_bytes(whole[:-9])
    assert command("group", source, out, "--topic", "-q", "--errors", errors, "--resume") == 3
    assert (out.read_bytes(), read(errors)) == (whole, [failure])


def test_a_sentence_that_cannot_be_compared_is_kept_and_told(
    command, jsonl, tmp_path, monkeypatch, fast
):
    """Spec 07 test 33, for a stream: it is too long for a pair."""
    monkeypatch.setattr(many, "_pipeline", lambda *given, **more: fast)
    long = {"id": "long", "text": NEWS[0]["text"] + " and raised them" * 400}
    source, out = jsonl("in.jsonl", NEWS[0], long, NEWS[1]), tmp_path / "out.jsonl"
    errors = tmp_path / "errors.jsonl"
    assert command("dedupe", source, out, "-q", "--errors", errors) == 3
    assert [(line["id"], line["kept"]) for line in read(out)] == [
        ("b1", True),
        ("long", True),
        ("b2", False),
    ]
    assert {(e["id"], e["code"]) for e in read(errors)} == {("long", "P033"), ("b2", "P033")}


def test_a_record_of_a_job_that_raises(command, grouped, tmp_path, monkeypatch):
    """Spec 07 test 33: what the job failed on is told, and its sentences are alone."""
    source, out, _ = grouped

    def fail(*given):
        raise RuntimeError("no luck")

    monkeypatch.setattr(groups, "partition", fail)
    errors = tmp_path / "errors.jsonl"
    assert command("group", source, out, "--topic", "-q", "--errors", errors) == 3
    [failure] = read(errors)
    assert failure["code"] == "P906"
    assert "no luck" in failure["reason"]
    assert [len(line["members"]) for line in read(out)] == [1] * len(NEWS)


def test_groups_and_decisions_as_rows(command, grouped, tmp_path):
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    source, lines, _ = grouped
    numbered = tmp_path / "in.parquet"
    rows = [{"id": k, "text": line["text"]} for k, line in enumerate(NEWS)]
    parquet.write_table(arrow.Table.from_pylist(rows), numbered)
    out = tmp_path / "out.parquet"
    for given, kind in ((source, arrow.string()), (numbered, arrow.int64())):
        assert command("group", given, out, "--topic", "-q") == 0
        table = parquet.read_table(out)
        assert table.column_names == list(many.GROUP_IDS + many.GROUP)
        assert [table.schema.field(name).type for name in many.GROUP_IDS] == [kind, kind]
        assert [len(json.loads(members)) for members in table["members"].to_pylist()] == [3, 2, 3]
    assert command("group", source, out, "--topic", "-q") == 0
    plain = many.GROUP_IDS
    found = [
        {k: v if k in plain else json.loads(v) for k, v in row.items() if v is not None}
        for row in parquet.read_table(out).to_pylist()
    ]
    assert found == read(lines)
    assert command("dedupe", numbered, out, "-q") == 0
    told = parquet.read_table(out).to_pylist()
    assert [(row["id"], row["kept"], row["because_of"]) for row in told][:3] == [
        (0, True, None),
        (1, False, 0),
        (2, True, None),
    ]
    assert {"verdict": "covers"}.items() <= told[1].items()


OVERLAPPING = [
    {
        "cluster": number,
        "documents": [
            {
                "id": "a",
                "text": f"Hill, {number}, would be the first person executed for killing a doctor.",
            },
            {
                "id": "b",
                "text": "On Wednesday, Hill is to become the first person executed for murdering "
                "a doctor.",
            },
            {
                "id": "c",
                "text": "Jeter, who dislocated his left shoulder in a collision in March, took "
                "batting practice on the field for the first time on Monday evening.",
            },
        ],
    }
    for number in (50, 60, 70)
]


def test_summaries_are_fused_and_shortened_in_processes(tmp_path):
    path, page = tmp_path / "in", tmp_path / "page.html"
    path.write_text("".join(json.dumps(line) + "\n" for line in [*OVERLAPPING, OVERLAPPING[0]]))
    made = []
    for n_process in ("1", "2"):
        out, errors = tmp_path / f"out{n_process}", tmp_path / f"errors{n_process}"
        options = ["--shortest", "2", "--fuse", "--shorten", "--page", str(page), "-q"]
        options += ["--n-process", n_process, "--errors", str(errors)]
        assert main(["summarize", str(path), str(out), *options]) == 3
        assert [(e["line"], e["code"]) for e in read(errors)] == [(4, "P951")]
        made.append(read(out))
    assert made[0] == made[1]
    assert [each["cluster"] for each in made[0]] == [50, 60, 70]
    fused, short = made[0][0]["summary"]
    assert fused["text"] == (
        "On Wednesday, Hill, 50, is to become the first person executed for murdering a doctor."
    )
    assert [part["doc"] for part in fused["made_of"]] == ["a", "b"]
    assert ["50", [["a:1", 2]]] in fused["provenance"]
    assert short["cut"] == [", who dislocated his left shoulder in a collision in March,"]
    assert "2 sentences, 1 fused, 1 shortened" in page.read_text()
    assert "made of b:1" in page.read_text()


def test_condensing_needs_relations(tmp_path, capsys):
    path = tmp_path / "in"
    path.write_text(json.dumps(CLUSTERS[0]))
    for name in ("--fuse", "--shorten"):
        assert main(["summarize", str(path), str(tmp_path / "out"), "--no-relate", name]) == 2
        assert "P508" in capsys.readouterr().err
