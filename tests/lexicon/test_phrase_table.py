"""Phrase tables: the compiled file, what damages it, and the expert that asks it."""

import pickle

import numpy as np
import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lexicon.phrase_table import (
    MAGIC,
    PhraseTable,
    PhraseTableExpert,
    SmallTable,
    TableRow,
    compile_table,
)

ROWS = [
    TableRow("army roadblock", "military barrier", 0.5, "restates", 0.25),
    TableRow("puppy", "dog", 1.0, "specifies"),
    TableRow("puppy", "pup", 0.75, ""),
]
WORDS = st.text("abcé", min_size=1, max_size=4)
PHRASES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


@pytest.fixture
def path(tmp_path):
    compile_table(ROWS, tmp_path / "table", licence="CC BY")
    return tmp_path / "table"


def test_a_row_comes_back_as_it_went_in(path):
    table = PhraseTable(path)
    assert sorted(table) == sorted(ROWS)
    assert (len(table), table.longest, table.meta) == (3, 2, {"licence": "CC BY"})
    assert next(table.lookup(["a puppy", "puppy"])) == (1, ROWS[1])
    for copy in (pickle.loads(pickle.dumps(table)), PhraseTable.from_bytes(table.to_bytes())):
        assert list(copy) == list(table)
    alone = PhraseTable.from_bytes(table.to_bytes())
    assert list(pickle.loads(pickle.dumps(alone))) == list(table)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(PHRASES, PHRASES), max_size=20), PHRASES)
def test_both_tables_answer_alike(tmp_path_factory, pairs, asked):
    rows = [TableRow(*sides) for sides in dict.fromkeys(pairs)]
    path = tmp_path_factory.mktemp("tables") / "table"
    assert compile_table(rows + rows, path) == len(rows)
    table, small = PhraseTable(path), SmallTable(rows)
    words = [*asked.split(), *(word for one, _ in pairs[:3] for word in one.split())]
    assert table.longest == small.longest
    assert sorted(table.found_in(words)) == sorted(small.found_in(words))
    for start in range(len(words)):
        assert set(table.starting_at(words, start)) == set(small.starting_at(words, start))


def test_an_empty_table(tmp_path):
    assert compile_table([], tmp_path / "table") == 0
    table = PhraseTable(tmp_path / "table")
    assert list(table) == list(table.lookup(["a"])) == list(table.found_in(["a"])) == []


@pytest.mark.parametrize("kept", [0, 10, len(MAGIC) + 3, len(MAGIC) + 40, -1, -30])
def test_a_cut_file_is_told(path, kept):
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(ParaphraseError, match="P301"):
        PhraseTable(path)


@pytest.mark.parametrize(
    "header", [b"{", b"[]", b"{}", b'{"meta": 1, "longest": 1, "lengths": []}']
)
def test_a_header_that_makes_no_sense_is_told(tmp_path, header):
    path = tmp_path / "table"
    path.write_bytes(MAGIC + len(header).to_bytes(8, "little") + header)
    with pytest.raises(ParaphraseError, match="P301"):
        PhraseTable(path)


def test_offsets_that_lead_nowhere_are_told(path):
    data = bytearray(path.read_bytes())
    table = PhraseTable(path)
    starts = len(data) - len(table._arrays["text"]) - len(table) * 17 - 8 * (3 + 2 + 3)
    data[starts : starts + 24] = np.array([0, 7, 1 << 60], "<u8").tobytes()
    path.write_bytes(bytes(data))
    with pytest.raises(ParaphraseError, match="P301"):
        list(PhraseTable(path))


def _doc(nlp, text):
    return Doc(nlp.vocab, text.split())


def test_the_expert_asks_in_both_directions(path):
    nlp = spacy.blank("en")
    source = _doc(nlp, "The army roadblock scared a puppy")
    target = _doc(nlp, "A dog passed the military barrier")
    expert = PhraseTableExpert(str(path))
    found = expert(source[:], target[:])
    expected = np.zeros((6, 6))
    expected[5, 1] = 1.0
    expected[1:3, 4:6] = 0.45
    assert np.allclose(found, expected)
    assert np.array_equal(expert(target[:], source[:]), found.T)


def test_words_that_both_phrases_have_stay_with_themselves(tmp_path):
    compile_table([TableRow("took control of", "took a lead of")], tmp_path / "table")
    nlp = spacy.blank("en")
    sides = _doc(nlp, "We took control of it"), _doc(nlp, "We took a lead of it")
    found = PhraseTableExpert(str(tmp_path / "table"))(*(side[:] for side in sides))
    assert found[2].tolist() == [0, 0, 0, 0.9, 0, 0]
    assert found.sum() == 0.9


def test_a_saved_aligner_brings_its_table(path, tmp_path):
    config = {
        "experts": {"table": {"@misc": "spacy-paraphrase.PhraseTable.v1", "path": str(path)}},
        "weights": {"table": 0.8},
    }
    nlp = spacy.blank("en")
    nlp.add_pipe("tree_aligner", config=config)
    nlp.to_disk(tmp_path / "saved")
    path.unlink()
    expert = spacy.load(tmp_path / "saved").get_pipe("tree_aligner").experts.experts["table"]
    assert sorted(expert.table) == sorted(ROWS)


def test_a_missing_table_is_told_when_it_is_asked(tmp_path):
    expert = PhraseTableExpert(str(tmp_path / "none"))
    doc = _doc(spacy.blank("en"), "A dog")
    with pytest.raises(ParaphraseError, match="P300"):
        expert(doc[:], doc[:])
