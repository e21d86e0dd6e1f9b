"""Queries on phrase tables: an SQLite index of rows with their WordNet labels.

Kotlerman, Madnani and Cahill 2013, *ParaQuery: making sense of paraphrase collections* (ACL
demonstrations): the contents of a table, the relations of its rows, and whether its scores separate
good rows from bad ones.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal
from uuid import uuid4

from spacy.util import minibatch

from ..errors import ParaphraseError
from ..jobs.atomic import content_size, named, seal
from ..jobs.parts import ROWS
from ..jobs.task_files import as_system
from ..lexicon.index import LexicalIndex
from ..lexicon.phrase_table import compile_table
from ..pairs.alignment import Relation
from ..readers.files import OnError
from ..readers.table_rows import (
    DEFAULT,
    PhraseFormat,
    PhraseRow,
    Reading,
    compiled_row,
    phrase_row,
    read_phrase_rows,
)
from .labels import RELATION_OF, WORDNET_LABELS, label_pairs

# The application id of our SQLite files, and the version of their format.
_APPLICATION, _VERSION = 0x50504831, 2
_UNSEALED = 1  # the earlier version, without a checksum at the end
_BATCH = 20_000
_SCHEMA = """
CREATE TABLE phrases (
    id INTEGER PRIMARY KEY, source TEXT NOT NULL, target TEXT NOT NULL, score REAL NOT NULL,
    count REAL NOT NULL, source_length INTEGER NOT NULL, target_length INTEGER NOT NULL,
    same_pos INTEGER, pivots INTEGER NOT NULL, relation TEXT, wordnet TEXT, distance INTEGER,
    rest TEXT NOT NULL
);
CREATE UNIQUE INDEX pairs ON phrases (source, target);
"""
_INDICES = """
CREATE INDEX targets ON phrases (target, source);
CREATE INDEX best ON phrases (score DESC, source, target);
CREATE INDEX labels ON phrases (wordnet, score DESC, source, target);
CREATE INDEX relations ON phrases (relation, score DESC, source, target);
"""
_COLUMNS = (
    *("source", "target", "score", "count", "source_length", "target_length", "same_pos"),
    *("pivots", "relation", "wordnet", "distance", "rest"),
)
_INSERT = (
    f"INSERT INTO phrases ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))}) "
    "ON CONFLICT (source, target) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS[2:])
    + " WHERE excluded.score > score"
)
# Labels of rows that count as paraphrases when the scores of a table are assessed.
_CLOSE = ("synonym", "derivation", "similar", "hyponym", "hypernym")


@dataclass(frozen=True)
class Query:
    """The conditions of a query; None means no condition.

    Attributes:
        source: The phrase, as words separated by spaces; `*` matches anything.
        target: Its substitute, in the same form.
        least: The minimum score.
        most: The maximum score.
        longest: Maximum number of words of either side.
        relation: The relation of the row, such as "restates".
        wordnet: The WordNet label, one of `labels.WORDNET_LABELS`.
        distance: The maximum distance in WordNet.
        pivots: The minimum number of pivots.
        same_pos: Whether the heads must have the same part of speech.
    """

    source: str | None = None
    target: str | None = None
    least: float | None = None
    most: float | None = None
    longest: int | None = None
    relation: Literal[Relation, "conflict"] | None = None
    wordnet: str | None = None
    distance: int | None = None
    pivots: int | None = None
    same_pos: bool | None = None

    def where(self) -> tuple[str, list[Any]]:
        """Return the condition in SQL, and its values.

        Raises:
            ParaphraseError: P923 for a label that does not exist.
        """
        if self.wordnet is not None and self.wordnet not in WORDNET_LABELS:
            expected = ", ".join(WORDNET_LABELS)
            raise ParaphraseError("P923", setting="label", got=self.wordnet, expected=expected)
        parts: list[str] = []
        values: list[Any] = []
        for name, phrase in (("source", self.source), ("target", self.target)):
            if phrase is not None:
                text = " ".join(phrase.split())
                text = text.lower() if name == "source" else text
                parts.append(f"{name} GLOB ?" if "*" in text else f"{name} = ?")
                values.append(text.replace("[", "[[]").replace("?", "[?]") if "*" in text else text)
        bounds = {
            "score >= ?": self.least,
            "score <= ?": self.most,
            "max(source_length, target_length) <= ?": self.longest,
            "relation = ?": self.relation,
            "wordnet = ?": self.wordnet,
            "distance <= ?": self.distance,
            "pivots >= ?": self.pivots,
            "same_pos = ?": self.same_pos,
        }
        parts += [condition for condition, value in bounds.items() if value is not None]
        values += [value for value in bounds.values() if value is not None]
        return " AND ".join(parts) or "1", values


EVERYTHING = Query()


# -- Writing an index ------------------------------------------------------------------------------


def index_rows(rows: Iterable[PhraseRow], path: str | Path, index: LexicalIndex | None) -> int:
    """Write rows into an SQLite index, and return their number; of equal rows the best is kept.

    Args:
        rows: The rows, in any order.
        path: The file; an existing one is replaced when the new one is complete.
        index: The lexical index for the labels of rows; None for no labels.

    Raises:
        OSError: If the file cannot be written.
    """
    target = Path(os.path.realpath(path))
    part = target.with_name(f"{target.name}.{uuid4().hex[:8]}.part")
    try:
        with named(path, part):
            part.touch()  # so that a file that cannot be written raises an OSError
        with as_system(target), closing(sqlite3.connect(part)) as base:
            base.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _SCHEMA)
            for some in minibatch(rows, _BATCH):
                base.executemany(_INSERT, _values(some, index))
            base.executescript(_INDICES)
            base.execute(f"PRAGMA application_id = {_APPLICATION}")
            base.execute(f"PRAGMA user_version = {_VERSION}")
            base.execute("ANALYZE")
            base.commit()
            (count,) = base.execute("SELECT count(*) FROM phrases").fetchone()
        seal(part)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    return int(count)


def _values(rows: Sequence[PhraseRow], index: LexicalIndex | None) -> Iterator[tuple[Any, ...]]:
    sides = [(" ".join(row["source"]).lower(), " ".join(row["target"])) for row in rows]
    found: list[tuple[str | None, int | None]] = [(None, None)] * len(rows)
    if index is not None:
        found = list(label_pairs(index, [(one, other.lower()) for one, other in sides]))
    for row, (source, target), (label, distance) in zip(rows, sides, found, strict=True):
        pos = str(row["pos"]).split("/") if row["pos"] else None
        yield (
            *(source, target, 1.0 if row["score"] is None else row["score"], row["count"]),
            *(len(row["source"]), len(row["target"])),
            None if pos is None else len(set(pos)) == 1,
            len(row.get("pivots") or ()),
            row["relation"] or RELATION_OF.get(label or ""),
            label,
            distance,
            json.dumps({k: v for k, v in row.items() if k not in ("source", "target", "count")}),
        )


# -- Queries ---------------------------------------------------------------------------------------


class RowIndex:
    """An index written by `index_rows`, opened for reading.

    Args:
        path: The file.

    Raises:
        ParaphraseError: P300 if there is no such file, P920 if it is not an index or is damaged;
            queries may also raise P920.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise ParaphraseError("P300", path=str(path))
        address = f"{self.path.resolve().as_uri()}?mode=ro&immutable=1"
        self._base = sqlite3.connect(address, uri=True)
        with self._coded():
            application, version = [
                self._base.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("application_id", "user_version")
            ]
        if application != _APPLICATION or version not in (_UNSEALED, _VERSION):
            self.close()
            raise ParaphraseError("P920", path=str(path), got=f"form {version} of something else")
        with self._coded(), open(path, "rb") as stream:
            if not content_size(stream)[1] and version == _VERSION:
                raise ValueError("its end is lacking")

    @contextmanager
    def _coded(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, ValueError, TypeError, KeyError) as error:
            if isinstance(error, ParaphraseError):
                raise
            raise ParaphraseError("P920", path=str(self.path), got=str(error)[:80]) from error

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def __enter__(self) -> RowIndex:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _all(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self._coded():
            return self._base.execute(sql, values).fetchall()

    def rows(self, query: Query = EVERYTHING, limit: int | None = None) -> Iterator[PhraseRow]:
        """Yield the rows of a query, best first, with "wordnet" and "distance".

        Args:
            query: The conditions.
            limit: Maximum number of rows; all if None.
        """
        where, values = query.where()
        names = ("source", "target", "count", "relation", "wordnet", "distance", "rest")
        sql = (
            f"SELECT {', '.join(names)} FROM phrases WHERE {where} "
            "ORDER BY score DESC, source, target LIMIT ?"
        )
        with self._coded():
            for source, target, count, relation, wordnet, distance, rest in self._base.execute(
                sql, [*values, -1 if limit is None else limit]
            ):
                row = phrase_row(source.split(" "), target.split(" "), **json.loads(rest))
                row |= {"count": count, "relation": relation}
                yield row | {"wordnet": wordnet, "distance": distance}

    def around(
        self, phrase: str, query: Query = EVERYTHING, limit: int | None = None
    ) -> list[PhraseRow]:
        """Return the rows with a phrase as source, then those with it as target, best first.

        Args:
            phrase: The phrase.
            query: Further conditions.
            limit: Maximum number of rows of each kind.
        """
        both = replace(query, source=phrase), replace(query, source=None, target=phrase)
        return [row for each in both for row in self.rows(each, limit)]

    def count(self, query: Query = EVERYTHING) -> int:
        """Return the number of rows of a query."""
        where, values = query.where()
        ((count,),) = self._all(f"SELECT count(*) FROM phrases WHERE {where}", values)
        return int(count)

    def explain(self, query: Query, limit: int | None = None) -> Iterator[dict[str, Any]]:
        """Yield the origins of the rows of a query: pivots with their shares, or examples.

        Args:
            query: The conditions of the rows.
            limit: Maximum number of rows.
        """
        for row in self.rows(query, limit):
            sides = {name: " ".join(row[name]) for name in ("source", "target")}
            pivots = row.get("pivots") or {}
            total = sum(pivots.values()) or 1.0
            shares = {pivot: value / total for pivot, value in pivots.items()}
            best = dict(sorted(shares.items(), key=lambda item: (-item[1], item[0])))
            known = {"origin": row["origin"], "count": row["count"], "pivots": best}
            yield {**sides, **known, "examples": row["examples"]}

    def analyze(self) -> dict[str, Any]:
        """Return statistics of the table.

        Returns:
            "rows", "sources", "targets", "targets_per_source"; "relations" and "wordnet", the
            number of rows with each label; "in_wordnet", the share of rows with both sides in
            WordNet; "thirds", the share of each label in the top, middle and bottom third by score,
            of the rows in WordNet; and "informative": whether the top third has more paraphrases
            than the bottom third, None for too few rows.
        """
        ((rows, sources, targets),) = self._all(
            "SELECT count(*), count(DISTINCT source), count(DISTINCT target) FROM phrases"
        )
        thirds, informative = self._thirds()
        labels = self._counts("wordnet")
        known = sum(n for label, n in labels.items() if label and label != "unknown")
        return {
            "rows": rows,
            "sources": sources,
            "targets": targets,
            "targets_per_source": rows / sources if sources else 0.0,
            "relations": self._counts("relation"),
            "wordnet": labels,
            "in_wordnet": known / rows if rows else 0.0,
            "thirds": thirds,
            "informative": informative,
        }

    def _counts(self, column: str) -> dict[str, int]:
        sql = f"SELECT coalesce({column}, ''), count(*) FROM phrases GROUP BY 1 ORDER BY 2 DESC, 1"
        return {label: int(count) for label, count in self._all(sql)}

    def _thirds(self) -> tuple[list[dict[str, float]], bool | None]:
        found = self._all(
            "SELECT third, wordnet, count(*), min(score), max(score) FROM (SELECT wordnet, score, "
            "ntile(3) OVER (ORDER BY score DESC) AS third FROM phrases "
            "WHERE wordnet IS NOT NULL AND wordnet != 'unknown') GROUP BY 1, 2"
        )
        thirds: list[dict[str, float]] = [{}, {}, {}]
        for third, label, count, _, _ in found:
            thirds[third - 1][label] = int(count)
        if not thirds[2]:
            return [], None
        shares = []
        for third in thirds:
            total = sum(third.values())
            shares.append({name: third[name] / total for name in WORDNET_LABELS if name in third})
        close = [sum(share.get(name, 0.0) for name in _CLOSE) for share in shares]
        same = min(row[3] for row in found) == max(row[4] for row in found)
        return shares, close[0] > close[2] and not same

    def coverage(self, terms: Iterable[str]) -> dict[str, Any]:
        """Return the coverage of a vocabulary by the table.

        Args:
            terms: Words and phrases.

        Returns:
            "terms", their number; "known", the number that are sources; "mean", the mean number of
            targets of a known term; and "unknown", the other terms.
        """
        wanted = list(dict.fromkeys(" ".join(term.lower().split()) for term in terms))
        counts = {
            term: self._all("SELECT count(*) FROM phrases WHERE source = ?", [term])[0][0]
            for term in wanted
            if term
        }
        known = [count for count in counts.values() if count]
        return {
            "terms": len(counts),
            "known": len(known),
            "mean": sum(known) / len(known) if known else 0.0,
            "unknown": [term for term, count in counts.items() if not count],
        }


def table_rows(
    path: str | Path,
    format: PhraseFormat | None = None,
    reading: Reading = DEFAULT,
    *,
    on_error: OnError | None = None,
    dropped: Counter[str] | None = None,
) -> Iterator[PhraseRow]:
    """Yield the rows of an index, of the output folder of a job, or of any other table.

    Args:
        path: The file or folder, or "-" for the standard input.
        format: As in `readers.table_rows.read_phrase_rows`; so are the next arguments.
        reading: Options for reading lines.
        on_error: Function that is called with the error of each line that cannot be read.
        dropped: Counter of the skipped lines, by reason.

    Raises:
        ParaphraseError: P101 or P903 if the input cannot be read, P102, P920.
    """
    if is_index(path):
        with RowIndex(path) as store:
            yield from store.rows()
        return
    place = Path(path)
    files = sorted(place.glob(ROWS)) if place.is_dir() else [path]
    if not files:
        raise ParaphraseError("P903", path=str(path), expected=ROWS)
    for file in files:
        yield from read_phrase_rows(file, format, reading, on_error=on_error, dropped=dropped)


def is_index(path: str | Path) -> bool:
    """Return whether a file looks like an index written by `index_rows`."""
    if not Path(path).is_file():
        return False
    with open(path, "rb") as stream:
        return stream.read(16) == b"SQLite format 3\x00"


def compile_rows(rows: Iterable[PhraseRow], path: str | Path, **meta: Any) -> tuple[int, int]:
    """Write rows as a compiled table; return their number, and the number of omitted conflicts.

    Args:
        rows: The rows.
        path: The file.
        **meta: Facts about the table.

    Raises:
        ParaphraseError: P922 for a score that is not a valid quality.
    """
    conflicts = 0

    def without_conflicts() -> Iterator[Any]:
        nonlocal conflicts
        for row in rows:
            compiled = compiled_row(row)
            if compiled is None:
                conflicts += 1
            else:
                yield compiled

    return compile_table(without_conflicts(), path, **meta), conflicts
