"""Building of word spaces from texts, as jobs over records.

word2vec (Mikolov and others 2013, *Distributed representations of words and phrases*), by gensim,
is trained on the sentences in the order of the ids of their texts, so that the same seed and texts
give the same space. With Random Indexing, each text adds integers to a few dimensions of a word
vector. The sums depend neither on the order of the texts nor on their division, so that spaces can
be added.
"""

from __future__ import annotations

import tempfile
import warnings
from base64 import b64decode, b64encode
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from importlib import import_module
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from threadpoolctl import threadpool_limits

from ..checked import checked
from ..errors import ParaphraseError, warning
from ..jobs import Job, Row, run_loop
from ..jobs.arrays import Array, IntArray
from .indexing import SpaceConfig, distance_weights, index_vector, neighbour_places
from .spaces import WordSpace, add_counts, narrow
from .terms import record_terms

# A sum of index vectors: weights by dimension while these are few, else the whole vector as text.
Partial: TypeAlias = "dict[str, int] | str"
# Document frequency, written forms with counts, sum of index vectors.
Value: TypeAlias = list[Any]
# Maximum number of weights that are stored by dimension.
_FEW = 200
# The key for data of all texts; no word is empty.
_ALL = ""
# Number of epochs and initial learning rate of word2vec.
_EPOCHS, _RATE = 10, 0.05
# Minimum number of words for removing the common components of vectors.
_MANY = 1000


@checked()
def space_job(config: SpaceConfig) -> Job:
    """Return the job that makes a word space from records; `space_of` builds it from its rows.

    A record has a unique "id", and "text" or "sentences" (`terms.record_terms`).

    Args:
        config: The settings of the space.
    """
    if config.variant == "word2vec":
        return Job("sentences", partial(_read, config=config), refuse_twice, _sentences_row)
    return Job("space", partial(_counted, config=config), partial(_added, config=config), _row)


@checked()
def build_space(
    records: Iterable[Mapping[str, Any]], config: SpaceConfig | None = None
) -> WordSpace:
    """Build a word space from records in memory.

    Args:
        records: Records as in `space_job`.
        config: The settings of the space.

    Raises:
        ParaphraseError: P852 if gensim is not installed (extra: spaces), P966 for a record without
            id or text, P967 for a duplicate id.
    """
    config = config or SpaceConfig()
    return space_of(run_loop(space_job(config), distinct(records)), config)


def distinct(records: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield records in memory, checked like in `check`."""
    numbered = ((f"record {number}", record) for number, record in enumerate(records, 1))
    yield from (record for _, record in check(numbered))


def check(
    placed: Iterable[tuple[str, Mapping[str, Any]]],
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield records; check that their ids are unique, and warn if their languages differ.

    Args:
        placed: Records with their places. A record may have its language under "lang".

    Raises:
        ParaphraseError: P966 for a record without id, P967 for a duplicate id.
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
        total = languages.total()
        shares = ", ".join(f"{n / total:.0%} {name}" for name, n in languages.most_common())
        warnings.warn(warning("W960", got=shares), stacklevel=2)


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
    """Return whether a value is a record with an id."""
    id = record.get("id") if isinstance(record, Mapping) else None
    return isinstance(id, str | int) and not isinstance(id, bool)


def space_of(rows: Iterable[Row], config: SpaceConfig) -> WordSpace:
    """Return the word space from the rows of a `space_job`; order matters only for word2vec.

    Raises:
        ParaphraseError: P852 if gensim is not installed (extra: spaces).
    """
    if config.variant == "word2vec":
        return _learnt(rows, config)
    found: list[tuple[str, dict[str, int], int, Array]] = []
    texts = 0
    for row in rows:
        if row["word"] == _ALL:
            texts = row["df"]
        else:
            vector = narrow(_dense(row["vector"], config.dim))
            found.append((row["word"], row["forms"], row["df"], vector))
    found.sort(key=itemgetter(0))
    words, forms, dfs, vectors = zip(*found, strict=True) if found else [()] * 4
    stacked = np.stack(vectors) if vectors else np.zeros((0, config.dim), np.int32)
    return WordSpace(config, words, forms, np.array(dfs, np.int64), texts, stacked)


# -- word2vec --------------------------------------------------------------------------------------


def word2vec() -> Any:
    """Return gensim's class for word2vec.

    Raises:
        ParaphraseError: P852 if it is not installed (extra: spaces).
    """
    try:
        return import_module("gensim.models").Word2Vec
    except ImportError as error:
        raise ParaphraseError("P852", package="gensim", extra="spaces") from error


def _read(record: Mapping[str, Any], config: SpaceConfig) -> Iterator[tuple[str, Value]]:
    sentences = record_terms(record, config.form, config.language, config.model)
    yield record_id(record), [record["id"], sentences]


def refuse_twice(one: list[Any], other: list[Any]) -> list[Any]:
    """Raise an error for a second text with the same id; usually `check` finds it before."""
    raise ParaphraseError("P967", id=one[0], first="one", second="another")


def _sentences_row(id: str, value: Value) -> Iterator[Row]:
    yield {"sentences": value[1]}


def _learnt(rows: Iterable[Row], config: SpaceConfig) -> WordSpace:
    learn = word2vec()
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    dfs: Counter[str] = Counter()
    texts = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "sentences.txt")
        with path.open("w", encoding="utf-8") as stream:
            for texts, row in enumerate(rows, 1):  # noqa: B007
                for sentence in row["sentences"]:
                    stream.write(" ".join(term for term, _ in sentence) + "\n")
                    for term, text in sentence:
                        forms[term][text] += 1
                dfs.update({term for sentence in row["sentences"] for term, _ in sentence})
        words = sorted(w for w, some in forms.items() if some.total() >= config.min_count)
        vectors = np.zeros((0, config.dim), np.float32)
        if words:
            model = learn(
                corpus_file=str(path),
                sg=1,
                vector_size=config.dim,
                window=config.window,
                min_count=config.min_count,
                epochs=_EPOCHS,
                alpha=_RATE,
                seed=config.seed % 2**32,
                workers=1,  # with more, the order of training differs from run to run
            )
            vectors = _apart(model.wv[words])
    counted_forms = [dict(forms[word]) for word in words]
    return WordSpace(
        config, words, counted_forms, np.array([dfs[w] for w in words], np.int64), texts, vectors
    )


def _apart(rows: Array) -> Array:
    """Return vectors without their common components: mean and main directions."""
    # Mu and Viswanath 2018, *All-but-the-top*: one direction per hundred dimensions.
    if len(rows) < _MANY:
        return np.asarray(rows, np.float32)
    centred = rows - rows.mean(axis=0, dtype=np.float64)
    with threadpool_limits(1):  # with more threads the last digits differ
        main = np.linalg.eigh(centred.T @ centred)[1][:, rows.shape[1] - rows.shape[1] // 100 :]
        return np.asarray(centred - centred @ main @ main.T, np.float32)


# -- Sums of index vectors -------------------------------------------------------------------------


def _counted(record: Mapping[str, Any], config: SpaceConfig) -> Iterator[tuple[str, Value]]:
    """Yield the words of a text, each with its forms and the text's contribution to its vector."""
    record_id(record)  # raises an error for a record without id
    sentences = record_terms(record, config.form, config.language, config.model)
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    for term, text in chain.from_iterable(sentences):
        forms[term][text] += 1
    sums: dict[str, dict[str, int]] = {word: {} for word in forms}
    if config.variant == "word":
        for sentence in sentences:
            _add_neighbours(sums, [term for term, _ in sentence], config)
    else:
        vector = index_vector(record_id(record), config)
        pattern = {str(place): int(vector[place]) for place in np.flatnonzero(vector)}
        for word, some in forms.items():
            count = some.total()
            sums[word] = {place: count * weight for place, weight in pattern.items()}
    yield _ALL, [1, {}, {}]
    for word, weights in sums.items():
        yield word, [1, dict(forms[word]), weights]


def _add_neighbours(sums: dict[str, dict[str, int]], words: list[str], config: SpaceConfig) -> None:
    weights = distance_weights(config)
    patterns = [neighbour_places(word, config) for word in words]
    for i, word in enumerate(words):
        found = sums[word]
        for d, weight in enumerate(weights, 1):
            before = patterns[i - d][0] if i >= d else ()
            behind = patterns[i + d][1] if i + d < len(words) else ()
            for place, sign in (*before, *behind):
                found[place] = found.get(place, 0) + sign * weight


def _added(one: Value, other: Value, config: SpaceConfig) -> Value:
    return [one[0] + other[0], add_counts(one[1], other[1]), _sum(one[2], other[2], config.dim)]


def _sum(one: Partial, other: Partial, dim: int) -> Partial:
    if isinstance(one, dict) and isinstance(other, dict):
        found = add_counts(one, other)
        return found if len(found) <= _FEW else _packed(_dense(found, dim))
    return _packed(_dense(one, dim) + _dense(other, dim))


def _row(word: str, value: Value) -> Iterator[Row]:
    df, forms, vector = value
    yield {"word": word, "df": df, "forms": forms, "vector": vector}


def _packed(vector: IntArray) -> str:
    """Return a vector as text for JSON."""
    array = narrow(vector)
    return f"{array.itemsize}" + b64encode(array.astype(f"<i{array.itemsize}").tobytes()).decode()


def _dense(vector: Partial, dim: int) -> IntArray:
    if isinstance(vector, str):
        return np.frombuffer(b64decode(vector[1:]), f"<i{vector[0]}").astype(np.int64)
    found = np.zeros(dim, np.int64)
    if vector:
        found[[int(place) for place in vector]] = list(vector.values())
    return found
