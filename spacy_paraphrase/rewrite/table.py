"""Phrase tables: read from the files of others, kept as arrays that are mapped into memory.

A compiled table is one file: a header, then sorted hashes of the phrases, where the rows of each
begin, and for each row its text, quality and relation. Nothing is read before it is asked for, so
that a table of millions of rows is open at once and takes the memory of the rows looked at.
"""

from __future__ import annotations

import gzip
import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, TextIO, cast

import numpy as np

from ..arrays import Array
from ..atomic import whole_file
from ..errors import ParaphraseError
from ..lang import language_data
from ..results import LABELS, Label

MAGIC = b"spacy-paraphrase table 1\n"
_FIELDS = ("hashes", "starts", "keys", "ends", "quality", "relation", "text")
# Entailment of PPDB 2.0 by what it is as a relation; what is none of these never becomes an edge.
ENTAILMENT: dict[str, Label] = {
    "Equivalence": "restates",
    "ForwardEntailment": "specifies",
    "ReverseEntailment": "generalizes",
    "OtherRelated": "intersects",
}
_REFUSED = frozenset(("Exclusion", "Independent"))


class Row(NamedTuple):
    """A row of a phrase table.

    Attributes:
        source: The phrase, its tokens with blanks between them.
        target: What may stand for it, as written.
        quality: How good that is, 0 to 1.
        relation: What the phrase has to do with it.
    """

    source: str
    target: str
    quality: float = 1.0
    relation: Label = "restates"


class Import(NamedTuple):
    """What was read of a file.

    Attributes:
        rows: The rows.
        skipped: How many lines were left out, by reason: "gaps", "relation", "identity".
        errors: Lines that cannot be read: number and reason.
    """

    rows: list[Row]
    skipped: Counter[str]
    errors: list[tuple[int, str]]


class PhraseTable:
    """A compiled table, mapped into memory.

    Args:
        path: The file that `compile_table` wrote.

    Raises:
        ParaphraseError: P300 if there is no such file, P301 if it is no table.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise ParaphraseError("P300", path=str(path))
        with self.path.open("rb") as stream:
            start = stream.read(len(MAGIC) + 8)
            if not start.startswith(MAGIC):
                raise ParaphraseError("P301", source=str(path), kind="phrase table")
            size = int.from_bytes(start[len(MAGIC) :], "little")
            header = json.loads(stream.read(size))
        offset = len(MAGIC) + 8 + size
        self.meta: dict[str, Any] = header["meta"]
        self._arrays: dict[str, Array] = {}
        for name in _FIELDS:
            dtype, length = np.dtype(header["arrays"][name][0]), header["arrays"][name][1]
            kept = (
                np.memmap(self.path, dtype, "r", offset, (length,))
                if length
                else np.zeros(0, dtype)
            )
            self._arrays[name] = kept
            offset += dtype.itemsize * length
        self._hashes = self._arrays["hashes"]

    def __len__(self) -> int:
        return len(self._arrays["quality"])

    def __reduce__(self) -> tuple[Any, ...]:
        return PhraseTable, (self.path,)

    def lookup(self, phrases: Sequence[str]) -> Iterator[tuple[int, Row]]:
        """Yield the rows of phrases, each with the place of its phrase in the list."""
        if not phrases or not len(self._hashes):
            return
        wanted = np.array([_hash(phrase) for phrase in phrases], np.uint64)
        places = np.searchsorted(self._hashes, wanted)
        places[places == len(self._hashes)] = 0
        for k in np.flatnonzero(self._hashes[places] == wanted).tolist():
            for row in self._rows(int(places[k])):
                if row.source == phrases[k]:  # and no other phrase of the same hash
                    yield k, row

    def _rows(self, place: int) -> Iterator[Row]:
        arrays = self._arrays
        first, last = int(arrays["starts"][place]), int(arrays["starts"][place + 1])
        ends = arrays["ends"]
        key = int(arrays["keys"][place])
        source = self._text(int(ends[first - 1]) if first else 0, key)
        begin = key
        for row in range(first, last):
            end = int(ends[row])
            relation = LABELS[int(arrays["relation"][row])]
            yield Row(source, self._text(begin, end), float(arrays["quality"][row]), relation)
            begin = end

    def _text(self, start: int, end: int) -> str:
        return self._arrays["text"][start:end].tobytes().decode("utf8")


class SmallTable:
    """A table in memory, with the same look-up.

    Args:
        rows: The rows.
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows: dict[str, list[Row]] = {}
        for row in rows:
            self._rows.setdefault(row.source, []).append(row)

    def __len__(self) -> int:
        return sum(map(len, self._rows.values()))

    def lookup(self, phrases: Sequence[str]) -> Iterator[tuple[int, Row]]:
        """Yield the rows of phrases, each with the place of its phrase in the list."""
        for k, phrase in enumerate(phrases):
            for row in self._rows.get(phrase, ()):
                yield k, row


def _hash(phrase: str) -> int:
    return int.from_bytes(blake2b(phrase.encode(), digest_size=8).digest(), "little")


def compile_table(rows: Iterable[Row], path: str | Path, **meta: Any) -> int:
    """Write rows as a compiled table, and return how many; of equal ones the best stays.

    Args:
        rows: The rows, in any order.
        path: The file.
        **meta: Facts about the table, such as its name and licence.
    """
    best: dict[str, dict[str, Row]] = {}
    for row in rows:
        known = best.setdefault(row.source, {})
        if row.target not in known or known[row.target].quality < row.quality:
            known[row.target] = row
    sources = sorted(best, key=_hash)
    text, keys, starts, ends, quality, relation = bytearray(), [], [0], [], [], []
    for source in sources:
        text += source.encode()
        keys.append(len(text))
        for row in sorted(best[source].values(), key=lambda r: (-r.quality, r.target)):
            text += row.target.encode()
            ends.append(len(text))
            quality.append(row.quality)
            relation.append(LABELS.index(row.relation))
        starts.append(len(ends))
    arrays: dict[str, Array] = {
        "hashes": np.array([_hash(source) for source in sources], np.uint64),
        "starts": np.array(starts, np.uint64),
        "keys": np.array(keys, np.uint64),
        "ends": np.array(ends, np.uint64),
        "quality": np.array(quality, np.float32),
        "relation": np.array(relation, np.uint8),
        "text": np.frombuffer(bytes(text), np.uint8),
    }
    told = {name: [array.dtype.str, len(array)] for name, array in arrays.items()}
    header = json.dumps({"meta": meta, "arrays": told}).encode()
    header += b" " * (-(len(MAGIC) + 8 + len(header)) % 8)
    with whole_file(path) as stream:
        stream.write(MAGIC + len(header).to_bytes(8, "little") + header)
        for name in _FIELDS:
            stream.write(arrays[name].tobytes())
    return len(ends)


# -- Files of others -------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _tokenizer(language: str) -> Callable[[str], Any]:
    from spacy import blank

    return cast("Callable[[str], Any]", blank(language).tokenizer)


def key_of(phrase: str, language: str = "en") -> str:
    """Return a phrase as it is looked up: its tokens in lower case, with blanks between them.

    Example:
        >>> key_of("On site,")
        'on site ,'
    """
    return " ".join(
        token.text.lower() for token in _tokenizer(language)(phrase) if not token.is_space
    )


_STICKY = frozenset((".", ",", ";", ":", "!", "?", ")", "]", "%"))


def as_written(phrase: str, language: str = "en") -> str:
    """Return a tokenised phrase as it is written.

    Example:
        >>> as_written("there , he did n't")
        "there, he didn't"
    """
    text, sticky = "", _STICKY | language_data(language).clitics
    for word in phrase.split():
        glued = word in sticky or text.endswith(("(", "[", "$"))
        text += word if glued or not text else f" {word}"
    return text


def read_table(path: str | Path, language: str = "en", *, syntactic: bool = False) -> Import:
    """Read a phrase table of others; a file that ends in .gz is unpacked.

    The form is told from each line: PPDB 1.0 and 2.0 (`LHS ||| phrase ||| paraphrase ||| features
    ||| alignment ||| entailment`), objects of JSON with "source", "target" and maybe "quality" or
    "score" and "relation", or tab-separated source, target, score, relation. The quality is, of
    PPDB 2.0, (score - 1) / 4, within 0 and 1; of PPDB 1.0 the mean of `AGigaSim` and
    `GoogleNgramSim`; else the score, or 1.

    Args:
        path: The file.
        language: Whose tokeniser cuts the phrases.
        syntactic: Whether rules with gaps are errors, not left out silently.

    Raises:
        OSError: If the file cannot be read.
    """
    opened = gzip.open if str(path).endswith(".gz") else open
    with cast(TextIO, opened(path, "rt", encoding="utf-8")) as stream:
        return read_rows(stream, language, syntactic=syntactic)


def read_rows(lines: Iterable[str], language: str = "en", *, syntactic: bool = False) -> Import:
    """Return the rows of lines; see `read_table`."""
    rows: list[Row] = []
    skipped: Counter[str] = Counter()
    errors: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        line = line.strip("\n\r")
        if not line.strip():
            continue
        try:
            told = _read(line)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            errors.append((number, f"{type(error).__name__}: {error}"))
            continue
        if told is None or _is_gappy(told[0], told[1]):
            skipped["relation" if told is None else "gaps"] += 1
            if told is not None and syntactic:
                errors.append((number, "a rule with gaps"))
            continue
        source, target, quality, relation = told
        if source.lower() == target.lower():
            skipped["identity"] += 1
        else:
            rows.append(
                Row(key_of(source, language), as_written(target, language), quality, relation)
            )
    return Import(rows, skipped, errors)


def _is_gappy(*phrases: str) -> bool:
    return any(word[:1] == "[" and word[-1:] == "]" for text in phrases for word in text.split())


def _read(line: str) -> tuple[str, str, float, Label] | None:
    """Return what a line says; None if its relation forbids it as a paraphrase."""
    if " ||| " in line:
        return _read_ppdb(line)
    if line.startswith("{"):
        record = json.loads(line)
        score = record.get("quality", record.get("score"))
        told = record["source"], record["target"], score, record.get("relation")
    else:
        cells = [*line.split("\t"), "", ""]
        if len(cells) < 4:
            raise ValueError("expected source, tab, target")
        told = cells[0], cells[1], float(cells[2]) if cells[2] else None, cells[3] or None
    source, target, score, relation = told
    if relation in _REFUSED or relation == "conflict":
        return None
    relation = ENTAILMENT.get(relation, relation) if relation else "restates"
    if relation not in LABELS:
        raise ValueError(f"the relation {relation!r}")
    quality = 1.0 if score is None else float(score)
    if not 0 <= quality <= 1:
        raise ValueError(f"the score {quality!r}, expected 0 to 1")
    return source.strip(), target.strip(), quality, cast(Label, relation)


def _read_ppdb(line: str) -> tuple[str, str, float, Label] | None:
    cells = [cell.strip() for cell in line.split("|||")]
    if len(cells) < 4:
        raise ValueError("expected LHS ||| phrase ||| paraphrase ||| features")
    values: dict[str, float] = {}
    for part in cells[3].split():
        name, _, value = part.rpartition("=")
        try:
            values[name] = float(value)
        except ValueError:
            continue
    relation = cells[5] if len(cells) > 5 else ""
    if relation in _REFUSED:
        return None
    return cells[1], cells[2], _ppdb_quality(values), ENTAILMENT.get(relation, "restates")


def _ppdb_quality(values: dict[str, float]) -> float:
    if "PPDB2.0Score" in values:
        return min(max((values["PPDB2.0Score"] - 1) / 4, 0.0), 1.0)
    similar = [values[name] for name in ("AGigaSim", "GoogleNgramSim") if name in values]
    if similar:
        return min(max(sum(similar) / len(similar), 0.0), 1.0)
    told = next((values[n] for n in ("p(e|f)", "-logp(e2|e1)", "-logp(e|f)") if n in values), None)
    return 1.0 if told is None else min(math.exp(-abs(told)), 1.0)
