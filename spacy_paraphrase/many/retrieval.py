"""Text retrieval: an index of texts by their words, ranked by BM25.

Robertson and Zaragoza 2009, *The probabilistic relevance framework: BM25 and beyond*, section 3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from scipy.sparse import csr_array

from ..checked import SettingCheck, checked
from ..errors import ParaphraseError, coded
from ..jobs import Job, Row, run_loop
from ..jobs.arrays import pack_arrays, unpack_arrays
from ..jobs.atomic import whole_file
from .building import distinct, record_id, refuse_twice
from .terms import content_words, stemmer, texts_of

# Parameters of BM25: saturation of repeated words, and normalisation by text length.
K1, B = 1.5, 0.75
# Decimal places of scores for ranking; further digits depend on the order of summation.
_DIGITS = 9
_KIND, _FILE = b"texts", "index.bin"

Id: TypeAlias = str | int
# The id of a text and its score.
Hit: TypeAlias = tuple[Id, float]


class RetrievedTexts(NamedTuple):
    """The texts found for a query.

    Attributes:
        id: Id of the query.
        hits: Ids of texts with their scores, best first, ties in the order of the ids.
        unknown: Number of words of the query that are in none of the texts.
        empty: Whether all its words are unknown, so that nothing can be found.
    """

    id: Id
    hits: list[Hit]
    unknown: int
    empty: bool

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data, as in the output lines of `retrieve`."""
        hits = [[id, round(score, 6)] for id, score in self.hits]
        flag = {"flag": "no known words"} if self.empty else {}
        return {"id": self.id, "hits": hits, "unknown": self.unknown, **flag}


class TextIndex:
    """An index of texts by their words.

    Args:
        language: Code of the language of the texts.
        ids: The ids of the n texts.
        terms: The m different stems in them, in order.
        weights: Weight of each stem in each text; sparse, shape (m, n).
    """

    def __init__(
        self, language: str, ids: Sequence[Id], terms: Sequence[str], weights: csr_array
    ) -> None:
        self.language = language
        self.ids = list(ids)
        self.terms = list(terms)
        self.weights = weights

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def places(self) -> dict[str, int]:
        """The row index of each stem."""
        return {term: k for k, term in enumerate(self.terms)}

    def ask(self, record: Mapping[str, Any], k: int = 10) -> RetrievedTexts:
        """Return the k best texts for a query, without the query itself (a text with its id).

        Args:
            record: The query, a record like those of the index.
            k: Number of texts; fewer are returned if fewer share a word with it.

        Raises:
            ParaphraseError: P960 for k below 1, P966 for a record without id or text, P969 for an
                index without texts.
        """
        SettingCheck("P960").whole("k", k)
        if not len(self):
            raise ParaphraseError("P969", got="an index without texts")
        own, counts = record_id(record), word_counts(record, self.language)
        known = [term for term in sorted(counts) if term in self.places]
        unknown = sum(counts.values()) - sum(counts[term] for term in known)
        if not known:
            return RetrievedTexts(record["id"], [], unknown, empty=True)
        rows = self.weights[[self.places[term] for term in known]]
        scores = np.asarray(np.array([counts[term] for term in known]) @ rows).round(_DIGITS)
        # Ties remain in the order of the texts, which is that of their ids.
        best = sorted(np.flatnonzero(scores).tolist(), key=lambda i: (-scores[i], i))
        found = [(self.ids[i], float(scores[i])) for i in best[: k + 1] if str(self.ids[i]) != own]
        return RetrievedTexts(record["id"], found[:k], unknown, empty=False)

    def to_disk(self, path: str | Path) -> None:
        """Write the index into a folder.

        Raises:
            OSError: If it cannot be written.
        """
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        meta = {"language": self.language, "ids": self.ids, "terms": self.terms}
        arrays = {name: getattr(self.weights, name) for name in ("data", "indices", "indptr")}
        with whole_file(folder / _FILE) as stream:
            stream.write(pack_arrays(_KIND, meta, arrays))

    @classmethod
    def from_disk(cls, path: str | Path) -> TextIndex:
        """Read an index written by `to_disk`.

        Raises:
            ParaphraseError: P301 if it is damaged, P969 if it is not an index.
        """
        with coded("P969"):
            data = (Path(path) / _FILE).read_bytes()
        meta, arrays = unpack_arrays(_KIND, data, str(path))
        ids, terms = meta["ids"], meta["terms"]
        parts = (arrays["data"], arrays["indices"], arrays["indptr"])
        return cls(meta["language"], ids, terms, csr_array(parts, shape=(len(terms), len(ids))))


def word_counts(record: Mapping[str, Any], language: str) -> Counter[str]:
    """Return the counts of the stems of content words in a record.

    Raises:
        ParaphraseError: P966 for a record without text.
    """
    words = (word for text in texts_of(record) for word in content_words(text, language))
    return Counter(map(stemmer(language), words))


def count_job(language: str = "en") -> Job:
    """Return the job that counts the words of records; `index_of` builds an index from its rows."""
    return Job("counts", partial(_counted, language=language), refuse_twice, _counts_row)


def _counted(record: Mapping[str, Any], language: str) -> Iterator[tuple[str, list[Any]]]:
    yield record_id(record), [record["id"], word_counts(record, language)]


def _counts_row(key: str, value: list[Any]) -> Iterator[Row]:
    yield {"id": value[0], "counts": value[1]}


def index_of(rows: Iterable[Row], language: str = "en") -> TextIndex:
    """Return the index from the rows of a `count_job`, in any order."""
    found = sorted(rows, key=lambda row: str(row["id"]))
    terms = sorted({term for row in found for term in row["counts"]})
    places = {term: k for k, term in enumerate(terms)}
    rows_of = [places[term] for row in found for term in row["counts"]]
    texts = [k for k, row in enumerate(found) for _ in row["counts"]]
    counts = np.array([n for row in found for n in row["counts"].values()], np.float64)
    lengths = np.bincount(texts, counts, len(found)) if texts else np.zeros(0)
    dfs = np.bincount(rows_of, minlength=len(terms))
    idf = np.log(1 + (len(found) - dfs + 0.5) / (dfs + 0.5))
    long = K1 * (1 - B + B * lengths[texts] / lengths.mean()) if texts else counts
    weights = idf[rows_of] * counts * (K1 + 1) / (counts + long)
    shape = (len(terms), len(found))
    table = csr_array((weights.astype(np.float32), (rows_of, texts)), shape=shape)
    return TextIndex(language, [row["id"] for row in found], terms, table)


@checked()
def build_index(records: Iterable[Mapping[str, Any]], language: str = "en") -> TextIndex:
    """Build an index of records in memory.

    Args:
        records: Records with an "id" and "text" (a text, or a list of texts) or "sentences".
        language: Code of their language, which determines stop words and stems.

    Raises:
        ParaphraseError: P966 for a record without id or text, P967 for a duplicate id.

    Example:
        >>> texts = ["A cat purred on a mat.", "Two buses stopped.", "The cat sat on its mat."]
        >>> index = build_index({"id": k, "text": text} for k, text in enumerate(texts))
        >>> [id for id, _ in index.ask({"id": "q", "text": "Did the bus stop?"}).hits]
        [1]
    """
    return index_of(run_loop(count_job(language), distinct(records)), language)
