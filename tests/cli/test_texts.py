"""`texts` and `support` over many pairs, folders and documents."""

import json

import docx
import pytest

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.cli import main
from spacy_paraphrase.readers.documents import read_document

FAST = ("--tier", "fast")
PAIRS = [
    {"id": 1, "source": "Dogs are welcome.", "target": "Dogs are not welcome."},
    {"id": 2, "source": "Pay by Friday.", "target": ""},
    {"id": 3, "source": 5, "target": "x"},
    {"id": 4, "source": "The pool opens at nine.", "target": "The pool opens at ten. It is warm."},
]


def written(path, rows):
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return str(path)


def lines(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def pdf(path, text):
    """A PDF of one line, as small as one can be."""
    drawn = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    data, starts = "%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        starts.append(len(data))
        data += f"{number} 0 obj\n{each}\nendobj\n"
    table = "".join(f"{start:010} 00000 n \n" for start in starts)
    end = f"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n{len(data)}\n%%EOF"
    path.write_text(f"{data}xref\n0 6\n0000000000 65535 f \n{table}{end}", encoding="ascii")
    return str(path)


def word(path, *texts):
    document = docx.Document()
    for text in texts:
        document.add_paragraph(text)
    document.save(path)
    return str(path)


def test_every_line_is_a_result_or_an_error(tmp_path):
    given = written(tmp_path / "in.jsonl", PAIRS)
    out, errors = tmp_path / "out.jsonl", tmp_path / "errors.jsonl"
    assert main(["texts", given, str(out), "--errors", str(errors), *FAST, "--quiet"]) == 3
    found = lines(out)
    assert [row["id"] for row in found] == [1, 2, 4]
    assert [row["groups"][0]["kind"] for row in found[:2]] == ["contradicts", "dropped"]
    assert [(row["line"], row["code"]) for row in lines(errors)] == [(3, "P503")]


def test_a_cut_output_is_gone_on_with(tmp_path):
    given = written(tmp_path / "in.jsonl", PAIRS)
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    main(["texts", given, str(whole), *FAST, "--quiet"])
    cut.write_bytes(whole.read_bytes()[:-30])
    assert main(["texts", given, str(cut), "--resume", *FAST, "--quiet"]) == 3
    assert cut.read_bytes() == whole.read_bytes()


def test_statements_of_many_texts(tmp_path):
    text = "The mill closed in May. All forty workers were dismissed."
    rows = [
        {"id": "a", "text": text, "statements": ["The mill closed.", "Nobody was dismissed."]},
        {"id": "b", "text": text, "statements": "The mill closed. Forty workers were dismissed."},
        {"id": "c", "text": text},
    ]
    out = tmp_path / "out.jsonl"
    given = written(tmp_path / "in.jsonl", rows)
    assert main(["support", given, str(out), "--n-process", "2", *FAST, "--quiet"]) == 3
    found = lines(out)
    assert [row["id"] for row in found] == ["a", "b"]
    assert [each["statement"] for each in found[0]["support"]] == rows[0]["statements"]
    assert found[0]["support"][0]["verdict"] == "supported"


@pytest.mark.parametrize(
    "more", [("--html", "page.html"), ("--fail-on", "dropped")], ids=["html", "fail-on"]
)
def test_options_of_one_pair_do_not_go_with_many(tmp_path, more, capsys):
    given = written(tmp_path / "in.jsonl", PAIRS)
    assert main(["texts", given, str(tmp_path / "out.jsonl"), *more]) == 2
    assert "P508" in capsys.readouterr().err


def test_documents_of_three_kinds_read_the_same(tmp_path):
    sentence = "Guests may park here overnight."
    plain = tmp_path / "plain.txt"
    plain.write_text(sentence, encoding="utf-8")
    paths = [str(plain), word(tmp_path / "a.docx", sentence), pdf(tmp_path / "a.pdf", sentence)]
    assert {read_document(path).strip() for path in paths} == {sentence}


def test_rows_of_a_table_are_lines(tmp_path):
    document = docx.Document()
    document.add_paragraph("Prices")
    table = document.add_table(rows=1, cols=2)
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "Adults", "9 euros"
    document.save(tmp_path / "table.docx")
    assert read_document(str(tmp_path / "table.docx")) == "Prices\n\nAdults | 9 euros"


@pytest.mark.parametrize(
    ("name", "data", "advice"),
    [
        ("latin.txt", "Café".encode("latin-1"), "iconv"),
        ("word.txt", b"PK\x03\x04\xff\x00", "a Word document"),
        ("word.docx", b"PK\x03\x04\xff\x00", "save it again"),
        ("book.md", b"%PDF-1.7 \xff", ".pdf"),
    ],
)
def test_what_to_do_with_a_file_that_is_no_text(tmp_path, name, data, advice, capsys):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(ParaphraseError, match=advice):
        read_document(str(tmp_path / name))
    assert main(["dedupe", str(tmp_path / name), "-"]) == (3 if name == "latin.txt" else 1)
    assert ("[P101]" in capsys.readouterr().err) == (name != "latin.txt")


@pytest.mark.parametrize("name", ["bad.docx", "bad.pdf", "bad.txt"])
def test_a_damaged_file_is_told(tmp_path, name, capsys):
    (tmp_path / name).write_bytes(b"\xff\x00\x81 no such file")
    good = word(tmp_path / "good.docx", "Dogs are welcome.")
    assert main(["texts", good, str(tmp_path / name), *FAST]) == 1
    assert "P514" in capsys.readouterr().err


def test_folders_pair_up_by_name(tmp_path, capsys):
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        (folder / "rules").mkdir(parents=True)
    (old / "rules" / "dogs.md").write_text("Dogs are welcome.", encoding="utf-8")
    (new / "rules" / "dogs.md").write_text("Dogs are not welcome.", encoding="utf-8")
    word(old / "gone.docx", "Entry is free.")
    (new / "picture.png").write_bytes(b"\x89PNG")
    args = ["texts", str(old), str(new), *FAST]
    assert main([*args, "--fail-on", "contradicts"]) == 1
    told = capsys.readouterr().out
    assert told.index("== gone.docx (only in OLD)") < told.index("== rules/dogs.md\n")
    assert "1 contradicts" in told
    assert main([*args, "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["file"] for row in rows] == ["gone.docx", "rules/dogs.md"]
    assert main(["texts", str(old), str(new / "rules" / "dogs.md"), *FAST]) == 2


@pytest.mark.parametrize("given", [("-", "-"), ("text.txt", "empty.txt")])
def test_no_statement_is_no_success(given, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, text in (("text.txt", "A dog slept."), ("empty.txt", "")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert main(["support", *given, *FAST, "--fail-on", "partly"]) == 2
    assert "[P508]" in capsys.readouterr().err
