"""How word spaces are built of texts: as a job over records, of which the sums are exact.

What a text adds to a word are whole numbers at few places; sums of them depend neither on the order
of the texts nor on the parts they come in. Senses are the exception: they depend on the order in
which the occurrences of a word are read, which is that of the ids of the texts and of the places in
them. A word is therefore the unit of work, and the part of a text is none.
"""

from __future__ import annotations

import warnings
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from ..arrays import Array, IntArray
from ..checked import checked
from ..errors import ParaphraseError, warning
from ..mapreduce import Job, Row, run_loop
from .indexing import (
    SpaceConfig,
    distance_weights,
    index_vector,
    neighbour_places,
    window_vector,
)
from .senses import fold
from .spaces import Senses, WordSpace, add_counts, narrow
from .terms import Term, record_terms

# What is added to a vector: weights by place, as long as they are few; then the whole vector.
Partial: TypeAlias = "dict[str, int] | str"
# df, written forms with counts, sum of index vectors; of senses the occurrences instead.
Value: TypeAlias = list[Any]
# So many weights are kept apart.
_FEW = 200
# The key of what concerns all texts: no word is empty.
_ALL = ""


@checked()
def space_job(config: SpaceConfig) -> Job:
    """Return the job that makes a word space of records; `space_of` makes a space of its rows.

    A record has an "id", which differs from those of all others, "text" or "sentences"
    (`terms.record_terms`) and, for the variant "label", "label": labels from the topmost down to
    the full one, each of which begins with the one before: `["J", "J2", "J21", "J21.1"]`.

    Args:
        config: How the space is made.
    """
    if config.variant == "senses":
        reduce = partial(_sense_rows, config=config)
        return Job("senses", partial(_occurrences, config=config), _joined, reduce)
    return Job("space", partial(_counted, config=config), partial(_added, config=config), _row)


@checked()
def build_space(
    records: Iterable[Mapping[str, Any]], config: SpaceConfig | None = None
) -> WordSpace:
    """Return the word space of records in memory.

    Args:
        records: As `space_job` takes them.
        config: How it is made.

    Raises:
        ParaphraseError: P964 for a label that is no path, P966 for a record without id or text,
            P967 for an id that comes twice.
    """
    config = config or SpaceConfig()
    return space_of(run_loop(space_job(config), distinct(records)), config)


def distinct(records: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield records in memory, checked as `check` does."""
    numbered = ((f"record {number}", record) for number, record in enumerate(records, 1))
    for _, record in check(numbered):
        yield record


def check(
    placed: Iterable[tuple[str, Mapping[str, Any]]],
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield records, and see that no two have one id, and that all are in one language.

    Args:
        placed: Records with where they stand. One that says so has its language under "lang".

    Raises:
        ParaphraseError: P966 for a record without id, P967 for an id that comes twice.
    """
    seen: dict[str, str] = {}
    languages: Counter[str] = Counter()
    for place, record in placed:
        id = record_id(record)
        if seen.setdefault(id, place) != place:
            raise ParaphraseError("P967", id=id, first=seen[id], second=place)
        languages.update([str(record["lang"])] if "lang" in record else [])
        yield place, record
    if len(languages) > 1:
        told = ", ".join(
            f"{n / languages.total():.0%} {name}" for name, n in languages.most_common()
        )
        warnings.warn(warning("W960", got=told), stacklevel=2)


def record_id(record: Mapping[str, Any]) -> str:
    """Return the id of a record as text.

    Raises:
        ParaphraseError: P966 if it has none.
    """
    if not has_id(record):
        id = record.get("id")
        raise ParaphraseError("P966", id=id, got=f"an id of the type {type(id).__name__}")
    return str(record["id"])


def has_id(record: Any) -> bool:
    """Return whether something is a record with an id."""
    id = record.get("id") if isinstance(record, Mapping) else None
    return isinstance(id, str | int) and not isinstance(id, bool)


def space_of(rows: Iterable[Row], config: SpaceConfig) -> WordSpace:
    """Return the word space of the rows of a `space_job`, in any order."""
    found: list[tuple[str, dict[str, int], int, Any]] = []
    texts, blocks = 0, []
    for row in rows:
        if row["word"] == _ALL:
            texts = row["df"]
            continue
        found.append((row["word"], row["forms"], row["df"], row.get("uses")))
        if config.variant != "index":
            blocks.append([narrow(_dense(vector, config.dim)) for vector in row["vectors"]])
    order = sorted(range(len(found)), key=lambda k: found[k][0])
    words, forms, dfs, uses = zip(*(found[k] for k in order), strict=True) if found else [()] * 4
    counts = np.array(dfs, np.int64)
    if config.variant == "index":
        return WordSpace(config, words, forms, counts, texts)
    ordered = [blocks[k] for k in order]
    totals = _stacked([block[:1] for block in ordered], config.dim)
    senses = None
    if config.variant == "senses":
        starts = np.cumsum([0, *map(len, uses)], dtype=np.int64)
        flat = np.array([use for some in uses for use in some], np.int64)
        senses = Senses(starts, flat, _stacked([block[1:] for block in ordered], config.dim))
    return WordSpace(config, words, forms, counts, texts, totals, senses)


def _stacked(blocks: Sequence[Sequence[Array]], dim: int) -> Array:
    rows = [row for block in blocks for row in block]
    return np.stack(rows) if rows else np.zeros((0, dim), np.int32)


# -- Sums of index vectors -------------------------------------------------------------------------


def _counted(record: Mapping[str, Any], config: SpaceConfig) -> Iterator[tuple[str, Value]]:
    """Yield the words of a text, each with its forms and with what the text adds to its vector."""
    record_id(record)  # one without is refused
    sentences = record_terms(record, config.form, config.language, config.model)
    forms: dict[str, dict[str, int]] = {}
    for term, text in (term for sentence in sentences for term in sentence):
        some = forms.setdefault(term, {})
        some[text] = some.get(text, 0) + 1
    sums: dict[str, dict[str, int]] = {word: {} for word in forms}
    if config.variant == "word":
        for sentence in sentences:
            _add_neighbours(sums, [term for term, _ in sentence], config)
    elif config.variant in ("doc", "label"):
        pattern = _pattern_of(record, config)
        for word, some in forms.items():
            count = sum(some.values())
            sums[word] = {place: count * weight for place, weight in pattern.items()}
    yield _ALL, [1, {}, {}]
    for word, vector in sums.items():
        yield word, [1, forms[word], vector]


def _add_neighbours(sums: dict[str, dict[str, int]], words: list[str], config: SpaceConfig) -> None:
    """Add to the vector of each word of a sentence the index vectors of its neighbours."""
    weights = distance_weights(config)
    patterns = [neighbour_places(word, config) for word in words]
    for i, word in enumerate(words):
        found = sums[word]
        for d, weight in enumerate(weights, 1):
            before = patterns[i - d][0] if i >= d else ()
            behind = patterns[i + d][1] if i + d < len(words) else ()
            for place, sign in (*before, *behind):
                found[place] = found.get(place, 0) + sign * weight


def _pattern_of(record: Mapping[str, Any], config: SpaceConfig) -> dict[str, int]:
    """Return what a text adds to the vector of each of its words, by its id or by its label."""
    if config.variant == "doc":
        names, weights = [record_id(record)], [1]
    else:
        names = label_path(record, config.depth)[::-1]
        weights = [2 ** (config.depth - 1 - up) for up in range(len(names))]
    vector = sum(
        weight * index_vector(name, config) for name, weight in zip(names, weights, strict=True)
    )
    return _sparse(np.asarray(vector))


def label_path(record: Mapping[str, Any], depth: int) -> list[str]:
    """Return the labels of a record, the topmost first.

    Raises:
        ParaphraseError: P964 if there are none or too many, or one does not begin with the one
            above.
    """
    labels = record.get("label")
    given = labels if isinstance(labels, list) else []
    good = 0 < len(given) <= depth and all(isinstance(label, str) and label for label in given)
    if not good or any(not b.startswith(a) or a == b for a, b in pairwise(given)):
        raise ParaphraseError("P964", id=record.get("id"), got=labels, depth=depth)
    return given


def _added(one: Value, other: Value, config: SpaceConfig) -> Value:
    """Return what two parts of the texts say of a word."""
    vector = _sum(one[2], other[2], config.dim)
    return [one[0] + other[0], add_counts(one[1], other[1]), vector]


def _sum(one: Partial, other: Partial, dim: int) -> Partial:
    if isinstance(one, dict) and isinstance(other, dict):
        found = add_counts(one, other)
        return found if len(found) <= _FEW else _packed(_dense(found, dim))
    return _packed(_dense(one, dim) + _dense(other, dim))


def _row(word: str, value: Value) -> Iterator[Row]:
    df, forms, vector = value
    yield {"word": word, "df": df, "forms": forms, "vectors": [vector]}


def _sparse(vector: IntArray) -> dict[str, int]:
    return {str(place): int(vector[place]) for place in np.flatnonzero(vector)}


def _packed(vector: IntArray) -> str:
    """Return a vector as text that JSON can hold."""
    array = narrow(vector)
    return f"{array.itemsize}" + b64encode(array.astype(f"<i{array.itemsize}").tobytes()).decode()


def _dense(vector: Partial, dim: int) -> IntArray:
    if isinstance(vector, str):
        array = np.frombuffer(b64decode(vector[1:]), f"<i{vector[0]}")
        return array.astype(np.int64)
    found = np.zeros(dim, np.int64)
    if vector:
        found[[int(place) for place in vector]] = list(vector.values())
    return found


# -- Senses ----------------------------------------------------------------------------------------


def _occurrences(record: Mapping[str, Any], config: SpaceConfig) -> Iterator[tuple[str, Value]]:
    """Yield the words of a text, each with all that stands beside it, in order."""
    sentences = record_terms(record, config.form, config.language, config.model)
    id = record_id(record)
    found: dict[str, Value] = {}
    place = 0
    for sentence in sentences:
        for i, (term, text) in enumerate(sentence):
            value = found.setdefault(term, [1, {}, []])
            value[1][text] = value[1].get(text, 0) + 1
            value[2].append([id, place, *_beside(sentence, i, config.window)])
            place += 1
    yield _ALL, [1, {}, []]
    yield from found.items()


def _beside(sentence: Sequence[Term], i: int, window: int) -> tuple[list[str], list[str]]:
    """Return the neighbours before and behind a word, the nearest first."""
    words = [term for term, _ in sentence[max(i - window, 0) : i + window + 1]]
    at = min(i, window)
    return words[:at][::-1], words[at + 1 :]


def _joined(one: Value, other: Value) -> Value:
    """Return all occurrences of a word; they are put in order where it is reduced.

    The list of the first is made longer: copying it for each text would take time that grows with
    the square of how often a word occurs.
    """
    one[2].extend(other[2])
    return [one[0] + other[0], add_counts(one[1], other[1]), one[2]]


def _sense_rows(word: str, value: Value, config: SpaceConfig) -> Iterator[Row]:
    """Yield a word with the sum of its windows, then the vector of each of its senses."""
    df, forms, occurrences = value
    windows = (
        window_vector(before, behind, config)
        for _, _, before, behind in sorted(occurrences, key=lambda found: (found[0], found[1]))
    )
    often = len(occurrences) >= config.least
    rows, uses = fold(windows, config.threshold if often else -np.inf, config.most)
    total = rows.sum(axis=0) if len(rows) else np.zeros(config.dim, np.int64)
    vectors = [_packed(row) for row in (total, *rows)] if word != _ALL else []
    yield {"word": word, "df": df, "forms": forms, "vectors": vectors, "uses": uses.tolist()}
