"""Phrase tables of interchangeable phrases, in memory or memory-mapped from a file.

The aligner's experts, TERp, PERP and the sources of rewriting all query a table by `lookup`. A
compiled table is one file: a header, sorted hashes of the phrases, the offsets of their rows, the
text, quality, probability and relation of each row, and a checksum (`atomic.seal`). Rows are read
on access. Thus even a table of millions of rows opens at once, and only rows that were read take
memory.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO, Literal, NamedTuple, TypeAlias, cast

import numpy as np

from ..analysis.sentence import Sentence, sentence_of
from ..errors import ParaphraseError
from ..jobs.arrays import Array, FloatArray
from ..jobs.atomic import content_size, seal, whole_file
from ..pairs.results import LABELS, Label, invert_relation
from .spelling import Tokens, places_of

MAGIC = b"spacy-paraphrase table 3\n"
# The arrays of a file, in their order.
_FIELDS = {
    "hashes": "<u8",
    "starts": "<u8",
    "keys": "<u8",
    "ends": "<u8",
    "quality": "<f4",
    "probability": "<f4",
    "support": "<f4",
    "back": "<f4",
    "relation": "|u1",
    "text": "|u1",
}
Relation: TypeAlias = Label | Literal[""]
_RELATIONS: tuple[Relation, ...] = (*LABELS, "")
# Similarity of each word pair of two phrases of several words, as a fraction of the row's quality.
SPAN = 0.9


class TableRow(NamedTuple):
    """A row of a phrase table.

    Attributes:
        source: The phrase, as tokens separated by spaces; look-up ignores case.
        target: Its substitute in the same form, with the case that a rewrite uses.
        quality: Quality of the substitution, 0 to 1.
        relation: The relation of source to target; "" if unknown.
        probability: Probability of the target given the source; None to use the quality.
        support: Number of texts in which a mined row was found; None if not counted.
        back: Probability of the source given the target; None if unknown.
    """

    source: str
    target: str
    quality: float = 1.0
    relation: Relation = "restates"
    probability: float | None = None
    support: float | None = None
    back: float | None = None


class Entry(NamedTuple):
    """A phrase table entry that matches at a position of the source.

    Attributes:
        size: Number of matched source words.
        target: The words that may replace them.
        probability: Probability of the substitution.
    """

    size: int
    target: tuple[str, ...]
    probability: float


class Phrases:
    """Base class of phrase tables; subclasses define `lookup` and `longest`.

    Attributes:
        longest: Number of words of the longest phrase.
    """

    longest: int

    def lookup(self, phrases: Sequence[str]) -> Iterator[tuple[int, TableRow]]:
        """Yield the rows of phrases, ignoring case, each with the index of its phrase."""
        raise NotImplementedError

    def found_in(
        self, words: Sequence[str], longest: int | None = None
    ) -> Iterator[tuple[int, int, TableRow]]:
        """Yield (start, end, row) for all matching word sequences of a sentence.

        Args:
            words: The words.
            longest: Maximum length of a sequence; by default that of the longest phrase.
        """
        n, size = len(words), min(self.longest, longest or self.longest)
        places = [(i, j) for i in range(n) for j in range(i + 1, min(i + size, n) + 1)]
        for k, row in self.lookup([" ".join(words[i:j]) for i, j in places]):
            yield *places[k], row

    def starting_at(self, words: Sequence[str], start: int) -> Iterator[Entry]:
        """Yield the entries that match a sentence from the word `start` on."""
        sizes = range(1, min(self.longest, len(words) - start) + 1)
        phrases = [" ".join(words[start : start + size]) for size in sizes]
        for k, row in self.lookup(phrases):
            probability = row.quality if row.probability is None else row.probability
            yield Entry(k + 1, tuple(row.target.lower().split()), probability)


class SmallTable(Phrases):
    """A table in memory.

    Args:
        rows: The rows.

    Example:
        >>> table = SmallTable([TableRow("on site", "there", 0.8)])
        >>> [(start, end, row.target) for start, end, row in table.found_in(["is", "on", "site"])]
        [(1, 3, 'there')]
    """

    def __init__(self, rows: Iterable[TableRow]) -> None:
        self._rows: dict[str, list[TableRow]] = {}
        for row in map(_in_lower_case, rows):
            self._rows.setdefault(row.source, []).append(row)
        self.longest = max((source.count(" ") + 1 for source in self._rows), default=0)

    def __len__(self) -> int:
        return sum(map(len, self._rows.values()))

    def __iter__(self) -> Iterator[TableRow]:
        for rows in self._rows.values():
            yield from rows

    def lookup(self, phrases: Sequence[str]) -> Iterator[tuple[int, TableRow]]:
        """Yield the rows of phrases, each with the place of its phrase in the list."""
        for k, phrase in enumerate(phrases):
            for row in self._rows.get(phrase.lower(), ()):
                yield k, row


class PhraseTable(Phrases):
    """A compiled, memory-mapped table.

    Args:
        path: The file that `compile_table` wrote.

    Attributes:
        meta: Facts about the table, such as its name and licence.

    Raises:
        ParaphraseError: P300 if there is no such file, P301 if it is not a table or is damaged.
            Damage may be detected only when a row is read.
    """

    def __init__(self, path: str | Path) -> None:
        self.path: Path | None = Path(path)
        if not self.path.is_file():
            raise ParaphraseError("P300", path=str(path))
        size = self.path.stat().st_size
        file = np.memmap(self.path, np.uint8, "r") if size else np.zeros(0, np.uint8)
        with open(self.path, "rb") as stream:
            self._open(file, stream)

    @classmethod
    def from_bytes(cls, data: bytes) -> PhraseTable:
        """Return the table that `to_bytes` saved.

        Raises:
            ParaphraseError: P301 if the bytes are not a table.
        """
        table = cls.__new__(cls)
        table.path = None
        table._open(np.frombuffer(data, np.uint8), BytesIO(data))
        return table

    def to_bytes(self) -> bytes:
        """Return the whole file."""
        return self._file.tobytes()

    def _open(self, file: Array, stream: BinaryIO) -> None:
        self._file = file
        try:
            file = file[: content_size(stream)[0]]
        except ValueError as error:
            raise self._damaged() from error
        begin = len(MAGIC) + 8
        start = file[:begin].tobytes()
        if not start.startswith(MAGIC) or len(start) < begin:
            raise self._damaged()
        offset = begin + int.from_bytes(start[len(MAGIC) :], "little")
        try:
            header = json.loads(file[begin:offset].tobytes())
            self.meta: dict[str, Any] = dict(header["meta"])
            self.longest = int(header["longest"])
            lengths = [int(header["lengths"][name]) for name in _FIELDS]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise self._damaged() from error
        self._arrays: dict[str, Array] = {}
        for (name, kind), length in zip(_FIELDS.items(), lengths, strict=True):
            end = offset + np.dtype(kind).itemsize * length
            if not offset <= end <= len(file):
                raise self._damaged()
            self._arrays[name] = file[offset:end].view(kind)
            offset = end
        phrases, rows = lengths[0], lengths[3]
        if offset != len(file) or lengths[1:-1] != [phrases + 1, phrases, *[rows] * 6]:
            raise self._damaged()
        self._hashes = self._arrays["hashes"]

    def _damaged(self) -> ParaphraseError:
        source = "the bytes given" if self.path is None else str(self.path)
        return ParaphraseError("P301", source=source, kind="phrase table")

    def __len__(self) -> int:
        return len(self._arrays["quality"])

    def __iter__(self) -> Iterator[TableRow]:
        for place in range(len(self._hashes)):
            yield from self._rows(place)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.path is None:
            return PhraseTable.from_bytes, (self.to_bytes(),)
        return PhraseTable, (self.path,)

    def lookup(self, phrases: Sequence[str]) -> Iterator[tuple[int, TableRow]]:
        """Yield the rows of phrases, each with the place of its phrase in the list."""
        if not phrases or not len(self._hashes):
            return
        phrases = _lower(phrases)
        wanted = np.array([_hash(phrase) for phrase in phrases], np.uint64)
        places = np.searchsorted(self._hashes, wanted)
        places[places == len(self._hashes)] = 0
        for k in np.flatnonzero(self._hashes[places] == wanted).tolist():
            place = int(places[k])
            # Phrases with the same hash are adjacent.
            while place < len(self._hashes) and self._hashes[place] == wanted[k]:
                for row in self._rows(place):
                    if row.source == phrases[k]:
                        yield k, row
                place += 1

    def _rows(self, place: int) -> Iterator[TableRow]:
        arrays = self._arrays
        try:
            first, last = int(arrays["starts"][place]), int(arrays["starts"][place + 1])
            begin = int(arrays["keys"][place])
            source = self._text(int(arrays["ends"][first - 1]) if first else 0, begin)
            for row in range(first, last):
                end = int(arrays["ends"][row])
                yield TableRow(
                    source,
                    self._text(begin, end),
                    float(arrays["quality"][row]),
                    _RELATIONS[int(arrays["relation"][row])],
                    _known(arrays["probability"][row]),
                    _known(arrays["support"][row]),
                    _known(arrays["back"][row]),
                )
                begin = end
        except (IndexError, UnicodeDecodeError, OverflowError) as error:
            raise self._damaged() from error

    def _text(self, start: int, end: int) -> str:
        return self._arrays["text"][start:end].tobytes().decode("utf8")


def _known(value: Any) -> float | None:
    return None if np.isnan(value) else float(value)


def _in_lower_case(row: TableRow) -> TableRow:
    return row if row.source.islower() else row._replace(source=row.source.lower())


def _hash(phrase: str) -> int:
    return int.from_bytes(blake2b(phrase.encode(), digest_size=8).digest(), "little")


def compile_table(rows: Iterable[TableRow], path: str | Path, **meta: Any) -> int:
    """Write rows as a compiled table and return their number; of equal rows only the best is kept.

    Args:
        rows: The rows, in any order.
        path: The file.
        **meta: Facts about the table, such as its name and licence.
    """
    order = sorted(
        ((_hash(row.source), row) for row in map(_in_lower_case, rows)),
        key=lambda item: (item[0], item[1].source, -item[1].quality, item[1].target),
    )
    text = bytearray()
    found: dict[str, list[Any]] = {name: [] for name in _FIELDS}
    found["starts"].append(0)
    longest = 0
    for (code, source), some in groupby(order, key=lambda item: (item[0], item[1].source)):
        text += source.encode()
        longest = max(longest, source.count(" ") + 1)
        found["hashes"].append(code)
        found["keys"].append(len(text))
        seen: set[str] = set()
        for _, row in some:
            if row.target in seen:
                continue
            seen.add(row.target)
            text += row.target.encode()
            found["ends"].append(len(text))
            for name in ("quality", "probability", "support", "back"):
                found[name].append(getattr(row, name))  # in the array, None becomes NaN
            found["relation"].append(_RELATIONS.index(row.relation))
        found["starts"].append(len(found["ends"]))
    count = len(found["ends"])
    arrays = {name: np.array(found[name], kind) for name, kind in _FIELDS.items()}
    arrays["text"] = np.frombuffer(bytes(text), np.uint8)
    lengths = {name: len(array) for name, array in arrays.items()}
    header = json.dumps({"meta": meta, "longest": longest, "lengths": lengths}).encode()
    header += b" " * (-(len(MAGIC) + 8 + len(header)) % 8)
    with whole_file(path) as stream:
        stream.write(MAGIC + len(header).to_bytes(8, "little") + header)
        for name in _FIELDS:
            stream.write(arrays[name].tobytes())
        stream.flush()
        seal(stream.name)
    return count


def is_compiled(path: str | Path) -> bool:
    """Return whether a file begins as a compiled table does.

    Raises:
        OSError: If it cannot be read.
    """
    with open(path, "rb") as stream:
        return stream.read(len(MAGIC)) == MAGIC


@lru_cache(maxsize=4)
def _tokenizer(language: str) -> Callable[[str], Any]:
    from spacy import blank

    return cast("Callable[[str], Any]", blank(language).tokenizer)


def phrase_words(phrase: str, language: str = "en") -> list[str]:
    """Return the tokens of a phrase, tokenised like a sentence.

    Example:
        >>> phrase_words("On site,")
        ['On', 'site', ',']
    """
    return [token.text for token in _tokenizer(language)(phrase) if not token.is_space]


def key_of(phrase: str, language: str = "en") -> str:
    """Return the look-up key of a phrase: its lower-case tokens, separated by spaces.

    Example:
        >>> key_of("On site,")
        'on site ,'
    """
    return " ".join(phrase_words(phrase, language)).lower()


# -- The expert of the word aligner ----------------------------------------------------------------


class TableMatch(NamedTuple):
    """A phrase table row with its source phrase in one sentence, and its target in the other.

    Attributes:
        source: The word indices of the phrase in the source sentence.
        target: The word indices of the phrase in the target sentence.
        row: The row; its relation is inverted if the row matched from target to source.
    """

    source: range
    target: range
    row: TableRow


class PhraseTableExpert:
    """Word similarity by a phrase table, looked up in both directions by words and lemmas.

    If a row has two single words, their similarity is the row's quality. In longer phrases, pairs
    of words that the phrases do not share get 0.9 times the quality if both are content words, or
    both function words. The file is opened on first access; a saved pipeline contains its data.

    Args:
        path: A compiled table.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._table: PhraseTable | None = None

    @property
    def table(self) -> PhraseTable:
        """The table.

        Raises:
            ParaphraseError: P300 if there is no such file, P301 if it is no compiled table.
        """
        if self._table is None:
            self._table = PhraseTable(self.path)
        return self._table

    def __call__(self, source: Tokens, target: Tokens) -> FloatArray:
        """Return the similarities of all words of two sentences; shape (n, m)."""
        one, other = sentence_of(source), sentence_of(target)
        result = np.zeros((len(one), len(other)))
        for match in self.matches(one, other):
            _mark_phrases(result, match, (one, other))
        return result

    def matches(self, one: Sentence, other: Sentence) -> Iterator[TableMatch]:
        """Yield the rows that match two sentences, by words and lemmas, in both directions."""
        yield from self._found(one, other)
        for match in self._found(other, one):
            row = match.row._replace(relation=invert_relation(match.row.relation))
            yield TableMatch(match.target, match.source, row)

    def _found(self, one: Sentence, other: Sentence) -> Iterator[TableMatch]:
        """Yield the rows whose source is in the first sentence and whose target is in the other."""
        readings = [(_lower(one.texts), _lower(other.texts))]
        lemmas = _lower(one.lemmas), _lower(other.lemmas)
        if lemmas != readings[0]:
            readings.append(lemmas)
        for words, others in readings:
            places = places_of(others)
            for start, end, row in self.table.found_in(words):
                phrase = row.target.lower().split()
                for j in places.get(phrase[0], ()) if phrase else ():
                    if others[j : j + len(phrase)] == phrase:
                        yield TableMatch(range(start, end), range(j, j + len(phrase)), row)

    def to_bytes(self) -> bytes:
        """Return the table."""
        return self.table.to_bytes()

    def from_bytes(self, data: bytes) -> PhraseTableExpert:
        """Replace the table by the one that `to_bytes` returned."""
        self._table = PhraseTable.from_bytes(data)
        return self


def _lower(words: Sequence[str]) -> list[str]:
    return [word.lower() for word in words]


def _mark_phrases(result: FloatArray, match: TableMatch, sides: tuple[Sentence, Sentence]) -> None:
    source, target, row = match
    if len(source) == len(target) == 1:
        i, j = source.start, target.start
        result[i, j] = max(result[i, j], row.quality)
        return
    one, other = sides
    names = [{one.words[i], one.lemmas[i].lower()} for i in source]
    names2 = [{other.words[j], other.lemmas[j].lower()} for j in target]
    shared = set().union(*names) & set().union(*names2)
    for i, name in zip(source, names, strict=True):
        for j, name2 in zip(target, names2, strict=True):
            own = shared.isdisjoint(name | name2)
            if own and one.stops[i] == other.stops[j]:
                result[i, j] = max(result[i, j], SPAN * row.quality)
