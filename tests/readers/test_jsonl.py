import json

import pytest

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.readers import (
    LinkRecord,
    PairRecord,
    read_jsonl,
    record_to_json,
    word_links,
)

LINE = {
    "id": "a",
    "source": ["The", "old", "cat"],
    "target": ["cats"],
    "words": [{"source": [2], "target": [0], "relation": "restates", "score": 0.5}],
}


def lines(*values):
    return "\n".join(value if isinstance(value, str) else json.dumps(value) for value in values)


def test_a_line(write):
    [record] = read_jsonl(write("gold.jsonl", lines(LINE)))
    assert record == PairRecord(
        "a",
        ("The", "old", "cat"),
        ("cats",),
        words=(LinkRecord((2,), (0,), "restates", 0.5),),
    )


def test_a_record_comes_back_as_it_was(write):
    record = PairRecord(
        ["any", {"json": None}],
        ("The", "old", "cat", "\u2028", "."),
        ("A", "cat", "\U0001f431"),
        words=word_links([(2, 1)], [(0, 0)]),
        phrases=(LinkRecord((0, 2), (0, 1), "specifies", 0.8, 0.7, True, 2, 1),),
        chunks=(),
        source_chunks=((0, 3),),
        target_chunks=(),
        source_tree=((2, "det"), (2, "amod"), (2, "ROOT"), (2, "dep"), (4, "ROOT")),
        target_tree=((1, "det"), (1, "ROOT"), (1, "é")),
        question="Which one?",
    )
    [back] = read_jsonl(write("gold.jsonl", lines(record_to_json(record))))
    assert back == record


def test_levels_not_annotated_are_left_out():
    data = record_to_json(PairRecord(1, ("a",), ("b",)))
    assert data == {"id": 1, "source": ["a"], "target": ["b"]}


def test_what_the_aligner_writes_is_read(write, nlp):
    from spacy_paraphrase import make_pair
    from spacy_paraphrase.pairs.alignment import Alignment, Link

    doc = make_pair(nlp, "A cat", "One cat sleeps")
    data = Alignment(doc, [Link("words", doc[1:2], doc[4:5], "equals", 0.9, 0.8)]).to_json()
    line = {"id": 1, **data, "relation": {}, "overlap": 0.5, "fusions": []}
    [record] = read_jsonl(write("gold.jsonl", lines(line)))
    assert record.words == (LinkRecord((1,), (1,), "equals", 0.9, 0.8),)
    assert (record.phrases, record.chunks) == ((), ())


def test_strings_need_a_tokeniser(write, nlp, collect):
    line = {"source": "The cats' tail.", "target": ["Cats", "do", "n't"], "words": []}
    path = write("gold.jsonl", lines(line))
    with pytest.raises(ParaphraseError, match=r"P102.*a string.*lists of words"):
        list(read_jsonl(path))
    [record] = read_jsonl(path, nlp)
    assert record.source == ("The", "cats", "'", "tail", ".")
    assert record.target == ("Cats", "do", "n't")


def test_each_bad_line_is_reported(write, nlp, collect):
    bad = [
        "{",
        "[1]",
        '{"id": 4}',
        LINE | {"id": 5, "words": {}},
        LINE | {"id": 6, "words": [[0, 0]]},
        LINE | {"id": 7, "words": [{"source": 0, "target": [0]}]},
        LINE | {"id": 8, "words": [{"source": [9], "target": [0]}]},
        LINE | {"id": 9, "source": 3},
        LINE | {"id": 10, "source": []},
        LINE | {"id": 11, "source": ""},
        LINE | {"id": 12, "source": "\ud800"},
        LINE | {"id": 13, "source_chunks": [[0, 9]]},
        LINE | {"id": 14, "phrases": [{"source": [0], "target": [0]}]},
        "[" * 100_000,
        LINE | {"id": 15, "source": "a " * 600_000},
        '{"id": 1' + "0" * 5000 + "}",
    ]
    path = write("gold.jsonl", lines(LINE, *bad, "", LINE))
    records, errors = collect(read_jsonl, path, nlp)
    assert [record.place.line for record in records] == [1, 19]
    assert [error.values["place"].line for error in errors] == list(range(2, 18))
    ids = [error.values["place"].id for error in errors]
    assert ids == [None, None, *range(4, 15), None, 15, None]
    codes = [error.code for error in errors]
    assert codes[6] == codes[11] == "P103"
    assert (codes[9], codes[10]) == ("P104", "P102")
    assert set(codes) == {"P102", "P103", "P104"}


def test_bytes_that_are_no_utf8(write, collect):
    content = lines(LINE).encode() + b'\n{"source": "\xe9"}\n'
    records, [error] = collect(read_jsonl, write("gold.jsonl", content))
    assert (len(records), error.code, error.values["place"].line) == (1, "P102", 2)
