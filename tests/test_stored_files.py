"""Files that the package writes and reads back: damage of one is told, or changes no answer."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from spacy_paraphrase.acquire.store import RowIndex, compile_rows, index_rows
from spacy_paraphrase.cli.parquet import rows_of, writer
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.jobs.atomic import checksum, content_size, seal
from spacy_paraphrase.lexicon.phrase_table import PhraseTable
from spacy_paraphrase.many.building import build_space
from spacy_paraphrase.many.indexing import SpaceConfig
from spacy_paraphrase.many.retrieval import TextIndex, build_index
from spacy_paraphrase.many.spaces import WordSpace
from spacy_paraphrase.readers.columns import Columns
from spacy_paraphrase.readers.table_rows import phrase_row

FLIPS = 20
WORDS = [f"{one}{two}" for one in "bcdfg" for two in ("al", "en", "ir", "ot", "um", "ash", "elk")]
TEXTS = [" ".join(Random(k).choices(WORDS, k=9)) + "." for k in range(12)]
RECORDS = [{"id": k, "text": text} for k, text in enumerate(TEXTS)]
ROWS = [
    phrase_row([one, "off"], [two], score=round(k / 40, 3), examples=[str(k)])
    for k, (one, two) in enumerate(pairwise(WORDS))
]


class Kind(NamedTuple):
    """A kind of file: what writes it, what its answers are, how damage is told."""

    write: Callable[[Path], Any]
    read: Callable[[Path], Any]
    code: str
    again: str


def read_index(path: Path) -> Any:
    with RowIndex(path) as store:
        return [list(store.rows()), store.analyze()]


def read_space(path: Path) -> Any:
    space = WordSpace.from_disk(path)
    return [space.digest, space.nearest(WORDS[0], 3), space.idf(WORDS[1])]


def read_texts(path: Path) -> Any:
    return TextIndex.from_disk(path).ask({"id": "q", "text": TEXTS[0]}).hits


def write_parquet(path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    with writer(str(path), ("text", "similarity"), pyarrow.string()) as write:
        for k, text in enumerate(TEXTS * 20):
            write({"id": k, "text": text, "similarity": k / 7})


def read_parquet(path: Path) -> Any:
    with rows_of(str(path), ("text",), Columns()) as (_, rows):
        return [row for _, row in rows]


KINDS = {
    "compiled table": Kind(
        lambda path: compile_rows(ROWS, path, name="some"),
        lambda path: [PhraseTable(path).meta, list(PhraseTable(path))],
        "P301",
        "table compile",
    ),
    "index of a table": Kind(
        lambda path: index_rows(ROWS, path, None), read_index, "P920", "table index"
    ),
    "word space": Kind(
        lambda path: build_space(RECORDS, SpaceConfig("word", dim=64)).to_disk(path),
        read_space,
        "P961",
        "space build",
    ),
    "index of texts": Kind(
        lambda path: build_index(RECORDS).to_disk(path), read_texts, "P301", "retrieve --save"
    ),
    "Parquet": Kind(write_parquet, read_parquet, "P513", ""),
}
SEALED = ("compiled table", "index of a table")


def flipped(path: Path, seed: int) -> None:
    """Change a byte of a file, or of one of a folder."""
    draw = Random(seed)
    victim = draw.choice(sorted(each for each in (path, *path.rglob("*")) if each.is_file()))
    data = bytearray(victim.read_bytes())
    data[draw.randrange(len(data))] ^= draw.randrange(1, 256)
    victim.write_bytes(data)


@pytest.mark.parametrize("seed", range(FLIPS))
@pytest.mark.parametrize("name", KINDS)
def test_another_byte_is_told_or_changes_no_answer(name, seed, tmp_path):
    kind, path = KINDS[name], tmp_path / "file"
    kind.write(path)
    right = kind.read(path)
    flipped(path, seed)
    try:
        assert kind.read(path) == right
    except ParaphraseError as error:
        assert error.code in {kind.code, "P962"}  # P962: of another version
        if error.code == kind.code:
            assert str(path) in str(error)
            assert kind.again in str(error)


@pytest.mark.parametrize("name", SEALED)
def test_another_letter_of_a_phrase_is_told(name, tmp_path):
    kind, path = KINDS[name], tmp_path / "file"
    kind.write(path)
    place = path.read_bytes().rindex(WORDS[7].encode())
    data = bytearray(path.read_bytes())
    data[place] += 1
    path.write_bytes(data)
    with pytest.raises(ParaphraseError) as raised:
        kind.read(path)
    assert raised.value.code == kind.code


@pytest.mark.parametrize("name", SEALED)
def test_a_lacking_end_is_told_or_changes_no_answer(name, tmp_path):
    kind, path = KINDS[name], tmp_path / "file"
    kind.write(path)
    right, data = kind.read(path), path.read_bytes()
    for size in (len(data) - 1, len(data) - 30, len(data) * 9 // 10, 100):
        path.write_bytes(data[:size])
        try:
            assert kind.read(path) == right
        except ParaphraseError as error:
            assert error.code == kind.code


def test_files_of_before_have_no_checksum_and_are_read(tmp_path):
    for name in SEALED:
        path = tmp_path / name
        KINDS[name].write(path)
        right = KINDS[name].read(path)
        with open(path, "rb") as stream:
            size, sealed = content_size(stream)
        assert sealed
        data = bytearray(path.read_bytes()[:size])
        if name == "index of a table":
            data[60:64] = struct.pack(">i", 1)  # the version that SQLite keeps for a user
        path.write_bytes(data)
        assert KINDS[name].read(path) == right
    space = tmp_path / "space"
    KINDS["word space"].write(space)
    right = KINDS["word space"].read(space)
    facts = json.loads((space / "config.json").read_text())
    assert set(facts.pop("sums")) == {each.name for each in space.iterdir()}
    (space / "config.json").write_text(json.dumps(facts))
    assert KINDS["word space"].read(space) == right


def test_a_table_from_bytes_is_checked_too(tmp_path):
    compile_rows(ROWS, tmp_path / "file")
    data = PhraseTable(tmp_path / "file").to_bytes()
    assert list(PhraseTable.from_bytes(data)) == list(PhraseTable(tmp_path / "file"))
    with pytest.raises(ParaphraseError, match="P301"):
        PhraseTable.from_bytes(data.replace(b"off", b"oft", 1))


def test_of_a_large_file_no_more_than_samples_are_read(tmp_path):
    path = tmp_path / "large"
    with open(path, "wb") as stream:
        stream.truncate(1 << 30)
    reads = []

    class Counted:
        def __init__(self, stream):
            self.seek = stream.seek
            self.read = lambda n: reads.append(n) or stream.read(n)

    with open(path, "rb") as stream:
        whole = checksum(Counted(stream))
    assert sum(reads) <= 17 << 20
    with open(path, "r+b") as stream:
        stream.seek(-1, 2)
        stream.write(b"x")
    with open(path, "rb") as stream:
        assert checksum(stream) != whole


def test_what_is_no_file_is_not_sealed(tmp_path):
    seal(tmp_path)
    assert not list(tmp_path.iterdir())
