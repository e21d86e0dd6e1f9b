"""Phrases that stand for each other, and the files that they are read from.

Bannard and Callison-Burch 2005, *Paraphrasing with bilingual parallel corpora*: what is translated
the same way says the same, with probability p(e1|e2) = sum over f of p(e1|f) p(f|e2).
"""

from __future__ import annotations

import gzip
import json
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Literal, TypeAlias

from ..errors import ParaphraseError
from .terp import Entry

# Source phrase, target phrase, probability.
PhrasePair: TypeAlias = tuple[Sequence[str], Sequence[str], float]
PhraseFormat: TypeAlias = Literal["ppdb", "pivot", "terp", "jsonl"]
_TERP_LINE = re.compile(r"(\S+)\s+<p>(.*?)</p>\s+<p>(.*?)</p>\s*")
# In a PPDB file the probability of the paraphrase given the phrase, as a negative logarithm: in its
# first version, and in its second.
_PPDB_PROBABILITY = re.compile(r"(?:^|\s)(?:p\(e\|f\)|-logp\(e2\|e1\))=(\S+)")


class PhraseTable:
    """Phrases of a source and what may stand for them in a target.

    Args:
        pairs: Words of the source, words of the target, and how probable it is that they say the
            same; of an entry that comes twice the greater probability counts.

    Example:
        >>> table = PhraseTable([(["army", "roadblock"], ["military", "barrier"], 0.5)])
        >>> [entry.target for entry in table.starting_at(["the", "army", "roadblock"], 1)]
        [('military', 'barrier')]
    """

    def __init__(self, pairs: Iterable[PhrasePair]) -> None:
        self._entries: dict[tuple[str, ...], dict[tuple[str, ...], float]] = {}
        self._sizes: dict[str, list[int]] = {}
        for one, other, probability in pairs:
            source, target = (tuple(word.lower() for word in side) for side in (one, other))
            if not source or not target or not 0 <= probability <= 1:
                got = f"{source!r}, {target!r} with probability {probability!r}"
                raise ParaphraseError("P220", got=got)
            if source == target:
                continue
            entries = self._entries.setdefault(source, {})
            entries[target] = max(probability, entries.get(target, 0.0))
            sizes = self._sizes.setdefault(source[0], [])
            if len(source) not in sizes:
                sizes.append(len(source))

    def __len__(self) -> int:
        return sum(map(len, self._entries.values()))

    def starting_at(self, words: Sequence[str], start: int) -> Iterator[Entry]:
        """Yield the entries whose source begins at a word of a sentence."""
        for size in self._sizes.get(words[start], ()):
            phrase = tuple(words[start : start + size])
            if len(phrase) == size:  # and not the end of a sentence
                for target, probability in self._entries.get(phrase, {}).items():
                    yield Entry(size, target, probability)

    def to_list(self) -> list[tuple[list[str], list[str], float]]:
        """Return the entries as plain data, from which the same table can be made."""
        return [
            (list(source), list(target), probability)
            for source, entries in self._entries.items()
            for target, probability in entries.items()
        ]


def read_phrases(
    path: str | Path, format: PhraseFormat | None = None, least: float = 0.0
) -> PhraseTable:
    """Read a phrase table; a file that ends in .gz is unpacked.

    Args:
        path: The file.
        format: "ppdb" (Ganitkevitch and others 2013: `LHS ||| phrase ||| paraphrase ||| features`;
            patterns with gaps are left out, and without a probability it is 1); "pivot", records of
            three lines, probability, phrase, paraphrase; "terp", lines of a probability and two
            phrases in `<p>…</p>`; "jsonl", objects with "ref", "hyp" and maybe "prob", texts or
            words. None to tell from the first line.
        least: The least probability that is kept.

    Raises:
        ParaphraseError: P102 for a line that is not in the format, P106 for an empty file.
        OSError: If the file cannot be read.
    """
    opened = gzip.open if str(path).endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8") as stream:
        lines = ((k, line.strip()) for k, line in enumerate(stream, 1) if line.strip())
        first = list(islice(lines, 1))
        if not first:
            raise ParaphraseError("P106", path=str(path))
        format = format or _told(first[0][1])
        pairs = _READERS[format](chain(first, lines), str(path))
        return PhraseTable(pair for pair in pairs if pair[2] >= least)


def _told(line: str) -> PhraseFormat:
    if line.startswith("{"):
        return "jsonl"
    return "ppdb" if " ||| " in line else "terp" if "<p>" in line else "pivot"


def _at(path: str, line: int, got: str) -> dict[str, str]:
    """Return where an error is and what stands there, as its message names them."""
    return {"place": f"{path}, line {line}", "got": repr(got[:80])}


def _probability(text: str, path: str, line: int) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1:
        raise ParaphraseError("P102", **_at(path, line, text), expected="a probability from 0 to 1")
    return value


_Lines: TypeAlias = Iterator[tuple[int, str]]


def _read_ppdb(lines: _Lines, path: str) -> Iterator[PhrasePair]:
    for number, line in lines:
        fields = line.split(" ||| ")
        if len(fields) < 3:
            raise ParaphraseError(
                "P102",
                **_at(path, number, line),
                expected="LHS ||| phrase ||| paraphrase ||| features",
            )
        source, target = fields[1].split(), fields[2].split()
        if any(word.startswith("[") and word.endswith("]") for word in (*source, *target)):
            continue
        told = _PPDB_PROBABILITY.search(fields[3]) if len(fields) > 3 else None
        try:
            probability = min(1.0, math.exp(-float(told[1]))) if told else 1.0
        except (ValueError, OverflowError) as error:
            raise ParaphraseError(
                "P102", **_at(path, number, line), expected="negative logarithms of probabilities"
            ) from error
        yield source, target, probability


def _read_pivot(lines: _Lines, path: str) -> Iterator[PhrasePair]:
    for number, line in lines:
        phrases = [text.split() for _, text in islice(lines, 2)]
        if len(phrases) < 2:
            raise ParaphraseError(
                "P102",
                **_at(path, number, line),
                expected="a probability, a phrase and its paraphrase",
            )
        yield phrases[0], phrases[1], _probability(line, path, number)


def _read_terp(lines: _Lines, path: str) -> Iterator[PhrasePair]:
    for number, line in lines:
        found = _TERP_LINE.fullmatch(line)
        if not found:  # of two numbers in a line it is not known what they mean
            raise ParaphraseError(
                "P102",
                **_at(path, number, line),
                expected="one probability <p>phrase</p> <p>paraphrase</p>",
            )
        yield found[2].split(), found[3].split(), _probability(found[1], path, number)


def _read_jsonl(lines: _Lines, path: str) -> Iterator[PhrasePair]:
    for number, line in lines:
        try:
            entry = json.loads(line)
            sides = [entry[name] for name in ("ref", "hyp")]
            one, other = (side.split() if isinstance(side, str) else list(side) for side in sides)
            probability = _probability(str(entry.get("prob", 1.0)), path, number)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            if isinstance(error, ParaphraseError):
                raise
            raise ParaphraseError(
                "P102", **_at(path, number, line), expected='an object with "ref", "hyp" and "prob"'
            ) from error
        yield one, other, probability


_READERS = {
    "ppdb": _read_ppdb,
    "pivot": _read_pivot,
    "terp": _read_terp,
    "jsonl": _read_jsonl,
}
