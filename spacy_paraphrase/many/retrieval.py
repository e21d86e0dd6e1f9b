"""Which texts are alike: an index of texts by a word space, and the k nearest of a query.

A text, or an *episode* of several (the notes of one stay in hospital), is the sum of the unit
vectors of its words, each times its idf; texts are compared by the cosine. The search is exact.

Moen, Marsi, Ginter, Murtola, Salakoski and Salanterä 2014, *Care episode retrieval*, section 3.
"""

from __future__ import annotations

import heapq
import itertools
import math
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import srsly

from ..arrays import Array, Float32Array, FloatArray
from ..atomic import whole_file
from ..checked import checked
from ..errors import ParaphraseError, coded
from ..mapreduce import Job, Row, run_loop
from .building import distinct, record_id
from .indexing import SpaceConfig
from .spaces import WordSpace, check_count
from .terms import record_terms

# Cosines that differ by less are the same, so that the order does not depend on how an index is
# cut.
_DIGITS = 9
# What a matrix product in 32 bits may be wrong by.
_NOISE = 1e-4
_CONFIG, _IDS, _DFS, _ROWS = "config.json", "ids.jsonl", "dfs.json", "rows.npy"


Id: TypeAlias = str | int
# The id of a text and its cosine.
Hit: TypeAlias = tuple[Id, float]


class Found(NamedTuple):
    """What was found for a query.

    Attributes:
        id: Id of the query.
        hits: Ids of texts with their cosines, the best first, ties in the order of the ids.
        unknown: How many of its words the space does not have.
        empty: Whether nothing is known of any of its words, so that nothing can be found.
    """

    id: Id
    hits: list[Hit]
    unknown: int
    empty: bool

    def to_json(self) -> dict[str, Any]:
        """Return the line that `retrieve` writes."""
        hits = [[id, round(score, 6)] for id, score in self.hits]
        flag = {"flag": "no known words"} if self.empty else {}
        return {"id": self.id, "hits": hits, "unknown": self.unknown, **flag}


class TextVector(NamedTuple):
    """A text as a vector.

    Attributes:
        vector: Shape (dim,); 0 if nothing is known of its words.
        unknown: How many of its words the space does not have.
    """

    vector: FloatArray
    unknown: int


def text_vector(
    space: WordSpace, words: Sequence[str], idf: Mapping[str, float] | None = None
) -> TextVector:
    """Return the mean over the words of a text of idf times the unit vector.

    Args:
        space: The space.
        words: The terms of the text.
        idf: What a term weighs; by default `WordSpace.idf`. One that is missing weighs 1.
    """
    counts = Counter(words)
    known = [word for word in sorted(counts) if word in space]
    weights = [space.idf(w) if idf is None else idf.get(w, 1.0) for w in known]
    tf = np.array([counts[w] for w in known], np.float64) * weights
    vector = tf @ space.units(known).astype(np.float64) if known else np.zeros(space.config.dim)
    return TextVector(vector / max(len(words), 1), len(words) - sum(counts[w] for w in known))


def words_of(record: Mapping[str, Any], config: SpaceConfig) -> list[str]:
    """Return the terms of a record, as the texts of a space were read.

    Raises:
        ParaphraseError: P966 for a record without text.
    """
    sentences = record_terms(record, config.form, config.language, config.model)
    return [term for sentence in sentences for term, _ in sentence]


# -- Building --------------------------------------------------------------------------------------


def df_job(config: SpaceConfig) -> Job:
    """Return the job that counts in how many records each term is; "" stands for all of them."""
    return Job("df", partial(_terms_once, config=config), _plus, _df_row)


def _terms_once(record: Mapping[str, Any], config: SpaceConfig) -> Iterator[tuple[str, int]]:
    yield "", 1
    for term in dict.fromkeys(words_of(record, config)):
        yield term, 1


def _plus(one: int, other: int) -> int:
    return one + other


def _df_row(term: str, df: int) -> Iterator[Row]:
    yield {"term": term, "df": df}


@checked()
def build_index(records: Iterable[Mapping[str, Any]], space: WordSpace) -> Index:
    """Return an index of records in memory, which are read twice.

    Args:
        records: Each with an "id" and "text" (a text, or those of an episode) or "sentences".
        space: The word space.

    Raises:
        ParaphraseError: P966 for a record without id or text, P967 for an id that comes twice.

    Example:
        >>> from spacy_paraphrase.many.building import build_space
        >>> texts = ["A cat purred on a mat.", "Two buses stopped.", "The cat sat on its mat."]
        >>> records = [{"id": k, "text": text} for k, text in enumerate(texts)]
        >>> index = build_index(records, build_space(records, SpaceConfig(variant="index")))
        >>> [id for id, _ in index.ask({"id": 0, "text": texts[0]}, k=1).hits]
        [2]
    """
    kept = list(distinct(records))
    counted = run_loop(df_job(space.config), kept)
    empty = empty_index(counted, space)
    return index_of(run_loop(vector_job(empty), kept), empty)


def empty_index(rows: Iterable[Row], space: WordSpace) -> Index:
    """Return an index without texts that knows how rare words are, of the rows of a `df_job`."""
    dfs = {row["term"]: int(row["df"]) for row in rows}
    texts = dfs.pop("", 0)
    return Index(space, [], np.zeros((0, space.config.dim), np.float32), dfs, texts)


def vector_job(empty: Index) -> Job:
    """Return the job that makes the vectors of records; `index_of` makes an index of its rows.

    Args:
        empty: An index without texts (`empty_index`).
    """
    return Job("vectors", partial(_vector, empty=empty), _only, _vector_row)


def _vector(record: Mapping[str, Any], empty: Index) -> Iterator[tuple[str, list[Any]]]:
    row = empty.unit(record).vector.astype("<f4")
    yield record_id(record), [record["id"], b64encode(row.tobytes()).decode()]


def _only(one: list[Any], other: list[Any]) -> list[Any]:
    """Refuse a second text of an id, which `building.check` finds before."""
    raise ParaphraseError("P967", id=one[0], first="one", second="another")


def _vector_row(key: str, value: list[Any]) -> Iterator[Row]:
    yield {"id": value[0], "vector": value[1]}


def index_of(rows: Iterable[Row], empty: Index) -> Index:
    """Return the index of the rows of a `vector_job`, with the texts in the order of their ids."""
    given = ((row["id"], b64decode(row["vector"])) for row in rows)
    found = sorted(given, key=lambda row: str(row[0]))
    data = np.frombuffer(b"".join(vector for _, vector in found), "<f4")
    ids, shape = [id for id, _ in found], (len(found), empty.space.config.dim)
    return Index(empty.space, ids, data.reshape(shape), empty.dfs, empty.texts)


class Index:
    """Texts by their vectors.

    Args:
        space: The word space that gives the vectors of words.
        ids: The ids of the n texts.
        rows: Their unit vectors, shape (n, dim); 0 for a text of which no word is known.
        dfs: In how many texts of the collection each term is.
        texts: How many texts the collection has.
    """

    def __init__(
        self, space: WordSpace, ids: Sequence[Id], rows: Array, dfs: dict[str, int], texts: int
    ) -> None:
        self.space = space
        self.ids = list(ids)
        self.rows = rows
        self.dfs = dfs
        self.texts = texts

    def __len__(self) -> int:
        return len(self.ids)

    def idf(self, word: str) -> float:
        """Return ln((N + 1) / (df + 1)) of a term in the collection."""
        return math.log((self.texts + 1) / (self.dfs.get(word, 0) + 1))

    def unit(self, record: Mapping[str, Any]) -> TextVector:
        """Return the unit vector of a text, 0 if nothing is known of it.

        Raises:
            ParaphraseError: P966 for a record without text.
        """
        words = words_of(record, self.space.config)
        found = text_vector(self.space, words, {word: self.idf(word) for word in words})
        length = float(np.linalg.norm(found.vector))
        return found._replace(vector=found.vector / length if length else found.vector)

    def ask(self, record: Mapping[str, Any], k: int = 10) -> Found:
        """Return the k texts nearest to a query; a text of the same id is the query itself.

        Raises:
            ParaphraseError: P960 for k below 1, P966 for a record without id or text, P969 for an
                index without texts.
        """
        return ask([self], record, k)

    def shards(self, number: int) -> list[Index]:
        """Return the index in parts; `ask` searches several."""
        check_count(number)
        bounds = np.linspace(0, len(self), number + 1).astype(int).tolist()
        return [
            Index(self.space, self.ids[a:b], self.rows[a:b], self.dfs, self.texts)
            for a, b in itertools.pairwise(bounds)
        ]

    def nearest(self, query: FloatArray, k: int, but: str | None = None) -> list[Hit]:
        """Return the k texts nearest to a unit vector, the best first, ties in order of the ids.

        Args:
            query: Shape (dim,).
            k: How many.
            but: The id of a text that is left out.
        """
        rough = np.asarray(self.rows @ query.astype(np.float32), np.float64)
        if but is not None and but in self.places:
            rough[self.places[but]] = -np.inf
        if len(rough) > k:
            limit = np.partition(rough, -k)[-k]
            chosen = np.flatnonzero((rough >= limit - _NOISE) & np.isfinite(rough))
        else:
            chosen = np.flatnonzero(np.isfinite(rough))
        exact = (np.asarray(self.rows[chosen], np.float64) * query).sum(axis=1).round(_DIGITS)
        found = zip((self.ids[i] for i in chosen.tolist()), exact.tolist(), strict=True)
        return sorted(found, key=_best_first)[:k]

    @cached_property
    def places(self) -> dict[str, int]:
        """The number of each text by its id."""
        return {str(id): k for k, id in enumerate(self.ids)}

    def to_disk(self, path: str | Path) -> None:
        """Write the index into a folder; the word space is not written with it.

        Raises:
            OSError: If it cannot be written.
        """
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _CONFIG).unlink(missing_ok=True)
        with whole_file(folder / _ROWS) as stream:
            np.save(stream, np.asarray(self.rows, np.float32), allow_pickle=False)
        for name, value in ((_IDS, self.ids), (_DFS, self.dfs)):
            with whole_file(folder / name) as stream:
                stream.write(srsly.json_dumps(value).encode())
        facts = {"space": self.space.digest, "texts": self.texts}
        with whole_file(folder / _CONFIG) as stream:
            stream.write(srsly.json_dumps(facts).encode())

    @classmethod
    def from_disk(cls, path: str | Path, space: WordSpace) -> Index:
        """Read what `to_disk` wrote; the vectors are mapped into memory.

        Raises:
            ParaphraseError: P961 if it is no index or damaged, P962 for another space.
        """
        folder = Path(path)
        with coded("P961", path=str(path)):
            facts, ids, dfs = (srsly.read_json(folder / name) for name in (_CONFIG, _IDS, _DFS))
            rows: Float32Array = np.load(folder / _ROWS, mmap_mode="r", allow_pickle=False)
            made_with, texts, of = facts["space"], facts["texts"] + 0, space.digest
            if rows.shape != (len(ids), space.config.dim):
                raise ValueError(f"vectors of shape {rows.shape} for {len(ids)} texts")
            dfs = {str(term): n + 0 for term, n in dfs.items()}
        if made_with != of:
            raise ParaphraseError("P962", path=str(path), got=made_with, expected=of)
        return cls(space, ids, rows, dfs, texts)


@checked()
def ask(shards: Sequence[Index], record: Mapping[str, Any], k: int = 10) -> Found:
    """Return the texts of several shards that are nearest to a query: what one index would find.

    Args:
        shards: Parts of one index.
        record: The query, a record as those of the index.
        k: How many texts; all, if there are fewer.

    Raises:
        ParaphraseError: As `Index.ask`.
    """
    check_count(k)
    if not sum(map(len, shards)):
        raise ParaphraseError("P969", got="an index without texts")
    id = record_id(record)
    vector, unknown = shards[0].unit(record)
    if not vector.any():
        return Found(record["id"], [], unknown, empty=True)
    parts = (shard.nearest(vector, k, but=id) for shard in shards)
    return Found(record["id"], list(heapq.merge(*parts, key=_best_first))[:k], unknown, empty=False)


def _best_first(hit: Hit) -> tuple[float, str]:
    return -hit[1], str(hit[0])


@checked()
def field_similarity(
    judge: Index,
    queries: Iterable[Mapping[str, Any]],
    k: int = 100,
    *,
    searched: WordSpace | None,
) -> dict[Id, set[Id]]:
    """Return for each query the texts that count as relevant: the k most alike in one field.

    It stands in for the judgement of people where texts have a field that sums them up, such as
    discharge summaries (the paper's second experiment). Whoever retrieves by the same model that
    judges is rated too well, by .17 against .04 in the paper's own tables: that is refused.

    Args:
        judge: An index of that field, for all texts.
        queries: The field of each query.
        k: How many texts are relevant.
        searched: The word space by which the texts are searched; None for no word space, or where
            judging oneself is wanted.

    Raises:
        ParaphraseError: P969 if both are of one variant, and what `ask` raises.
    """
    if searched is not None and searched.config.variant == judge.space.config.variant:
        got = f"a search by the variant {searched.config.variant!r} that is judged by the same one"
        raise ParaphraseError("P969", got=got)
    return {found.id: {id for id, _ in found.hits} for found in (judge.ask(q, k) for q in queries)}
