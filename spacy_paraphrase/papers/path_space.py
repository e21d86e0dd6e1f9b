"""Similarity of dependency paths, by the fillers of their slots.

Lin and Pantel 2001, *Discovery of inference rules for question answering*: the mutual information
of a word with a slot, summed over the words that two slots share, against all that either has; the
geometric mean over X and Y. Similarities are exact; signatures by random projections, which more
than a million paths would call for, are not made.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path as FilePath
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csc_array, csr_array

from ..acquire.labels import one_word
from ..acquire.phrases import merged_examples
from ..checked import check_fields
from ..errors import ParaphraseError
from ..jobs import Dropped, Job, Row
from ..jobs.arrays import FloatArray, IntArray
from ..jobs.atomic import json_line
from ..lexicon import default_lexicon
from ..lexicon.index import LexicalIndex
from ..relations.lexical import restates, word_relation
from .dependency_paths import (
    AGENT,
    MAX_EDGES,
    NOUN,
    Path,
    arrows,
    is_passive,
    mirrored,
    parse_path,
    write_path,
)

VERSION = 1
SLOTS = ("x", "y")
_SPACE, _ARRAYS = "space.json", ("data", "indices", "indptr")
# What WordNet says of the highest words of two paths, as the relation of the paths.
_RELATIONS = {"hyponym-of": "specifies", "hypernym-of": "generalizes", "sister": "intersects"}
_RELATIONS |= {"antonym": "conflict", "opposite": "conflict"}
_BY_LIGHTNESS = {0: "restates", 1: "specifies", -1: "generalizes"}
_POS = {NOUN: "NOUN", "V": "VERB", "A": "ADJ"}


@dataclass(frozen=True)
class PathSettings:
    """The settings of path mining.

    Attributes:
        max_edges: Greatest number of arcs of a path, counting prepositions as words.
        min_path_count: Least count of a path in the text.
        min_fillers: Least number of different fillers of each slot.
        overlap: The least share of shared fillers among those of two paths.
        positive_only: Whether to ignore fillers that are rarer than by chance.
        top: Greatest number of rules of a path.
        min_sim: The least similarity.
        cap: Greatest number of paths of a filler that proposes similar paths.

    Raises:
        ParaphraseError: P901 for a setting that makes no sense.
    """

    max_edges: int = MAX_EDGES
    min_path_count: int = 5
    min_fillers: int = 2
    overlap: float = 0.01
    positive_only: bool = True
    top: int = 20
    min_sim: float = 0.1
    cap: int = 1000

    def __post_init__(self) -> None:
        counts = ("max_edges", "min_path_count", "min_fillers", "top", "cap")
        check_settings(self, counts=counts, shares=("overlap", "min_sim"))


def check_settings(settings: Any, counts: Sequence[str], shares: Sequence[str] = ()) -> None:
    """Check that some settings are numbers of at least 1, and others shares of 0 to 1.

    Raises:
        ParaphraseError: P901 if one is not, P029 if a setting is of another type.
    """
    check_fields(settings)
    for name in (*counts, *shares):
        got, share = getattr(settings, name), name in shares
        if got < (not share) or (share and got > 1):
            expected = "a share of 0 to 1" if share else "a number of at least 1"
            raise ParaphraseError("P901", setting=name, got=got, expected=expected)


@dataclass(frozen=True)
class Space:
    """The frequent paths, and how much each word says of what slot of them.

    Attributes:
        paths: The texts of the paths, sorted.
        counts: How often each stands in the text.
        examples: Ids of texts that have it.
        rows: For X and Y the mutual information of paths and words, shape (paths, words).
        columns: The same, by word.
    """

    paths: tuple[str, ...]
    counts: tuple[int, ...]
    examples: tuple[tuple[str, ...], ...]
    rows: tuple[csr_array, csr_array]
    columns: tuple[csc_array, csc_array]

    @cached_property
    def place(self) -> dict[str, int]:
        """The number of each path."""
        return {path: k for k, path in enumerate(self.paths)}

    @cached_property
    def totals(self) -> tuple[FloatArray, FloatArray]:
        """The information of all words of X, and of Y, of each path."""
        x, y = (np.asarray(matrix.sum(axis=1)).ravel() for matrix in self.rows)
        return x, y

    def information(self, path: int, slot: int) -> tuple[IntArray, FloatArray]:
        """Return the words of a slot of a path and how much they say of it."""
        matrix = self.rows[slot]
        here = slice(matrix.indptr[path], matrix.indptr[path + 1])
        return matrix.indices[here], matrix.data[here]

    def sizes(self, slot: int) -> IntArray:
        """Return how many words fill a slot of each path."""
        return np.asarray(np.diff(self.rows[slot].indptr))


def added(one: list[Any], other: list[Any]) -> list[Any]:
    """Return the sum of two counts, and the first few ids of the texts of both."""
    return [one[0] + other[0], merged_examples(one[1], other[1])]


def build_space(marginals: Iterable[Row], fillers: Iterable[Row], positive_only: bool) -> Space:
    """Return the space of paths.

    The information of word w on slot s of path p is ln(C(p,s,w) C(s) / (C(p,s) C(s,w))), of how
    often w fills the slot, and what fills it and the slot of all paths.

    Args:
        marginals: The rows of `marginal_job` of the frequent paths, and that of "".
        fillers: The rows of `filler_job`.
        positive_only: Whether negative information is 0.
    """
    known = {row["path"]: row for row in marginals}
    total = known.pop("", {"sums": [0, 0]})["sums"]
    paths = sorted(known)
    place = {path: k for k, path in enumerate(paths)}
    sums = np.array([known[path]["sums"] for path in paths], dtype=np.float64).reshape(-1, 2)
    words: list[str] = []
    cells = [array("q"), array("q")]  # path, word, how often there, how often in all paths
    for row in fillers:
        for path, counts in row["paths"].items():
            for slot in range(2):
                if counts[slot]:
                    here = (place[path], len(words), counts[slot], row["sums"][slot])
                    cells[slot].extend(here)
        words.append(row["word"])
    by_name = np.empty(len(words), dtype=np.int64)
    by_name[np.argsort(np.array(words))] = np.arange(len(words))  # however the rows are divided
    rows = []
    for slot in range(2):
        found = np.array(cells[slot]).reshape(-1, 4)
        at, word = found[:, 0], by_name[found[:, 1]]
        values = np.log(found[:, 2] * total[slot] / (sums[at, slot] * found[:, 3]))
        if positive_only:
            values = np.maximum(values, 0)
        matrix = csr_array((values, (at, word)), shape=(len(paths), len(words)))
        matrix.sort_indices()
        rows.append(matrix)
    return Space(
        tuple(paths),
        tuple(known[path]["count"] for path in paths),
        tuple(tuple(known[path]["examples"]) for path in paths),
        (rows[0], rows[1]),
        (csc_array(rows[0]), csc_array(rows[1])),
    )


def save_space(space: Space, folder: str | FilePath) -> None:
    """Write a space into a folder, as arrays that `load_space` maps into memory."""
    folder = FilePath(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for kind, matrices in (("rows", space.rows), ("columns", space.columns)):
        for slot, matrix in zip(SLOTS, matrices, strict=True):
            for name in _ARRAYS:
                np.save(folder / f"{kind}-{slot}-{name}.npy", getattr(matrix, name))
    shape = list(space.rows[0].shape)
    texts = {"paths": space.paths, "counts": space.counts, "examples": space.examples}
    (folder / _SPACE).write_bytes(json_line({"version": VERSION, "shape": shape} | texts))


@lru_cache(maxsize=1)
def load_space(folder: str) -> Space:
    """Return the space in a folder; processes of a machine share its arrays."""
    place = FilePath(folder)
    texts = json.loads((place / _SPACE).read_bytes())

    def matrix(make: Any, kind: str, slot: str) -> Any:
        arrays = [np.load(place / f"{kind}-{slot}-{name}.npy", mmap_mode="r") for name in _ARRAYS]
        return make(tuple(arrays), shape=texts["shape"], copy=False)

    return Space(
        tuple(texts["paths"]),
        tuple(texts["counts"]),
        tuple(map(tuple, texts["examples"])),
        (matrix(csr_array, "rows", "x"), matrix(csr_array, "rows", "y")),
        (matrix(csc_array, "columns", "x"), matrix(csc_array, "columns", "y")),
    )


def similar_job(space: Space | str, settings: PathSettings, language: str | None = None) -> Job:
    """Return the job that finds rules to the most similar paths, from rows of `marginal_job`.

    Its rows are those of the table: {"version", "source", "target", "score", "count", "relation",
    "origin", "examples", "target_examples", "reads"}, the last one both paths as people read them.

    Args:
        space: The paths, or the folder they are saved in (`save_space`).
        settings: What is found.
        language: Whose lexicon tells the relations of rules (`path_relation`); None leaves these
            open.
    """
    mapped = partial(_map_path, space)
    return Job("paths.similar", mapped, min, partial(_rules, space, settings, language))


def _map_path(space: Space | str, row: Row) -> Iterator[tuple[str, Any] | Dropped]:
    if row["path"]:
        known = row["path"] in _loaded(space).place
        yield (row["path"], 0) if known else Dropped("rare path")


def _loaded(space: Space | str) -> Space:
    return load_space(space) if isinstance(space, str) else space


def _rules(
    where: Space | str, settings: PathSettings, language: str | None, source: str, _: int
) -> Iterator[Row]:
    space, path = _loaded(where), parse_path(source)
    at = space.place[source]
    index = default_lexicon(language) if language else None
    found = similar(space, at, settings)
    found.sort(key=lambda each: (-each[2], space.paths[each[0]], each[1]))
    for other, is_mirrored, score in found[: settings.top]:
        target = parse_path(space.paths[other])
        target = mirrored(target) if is_mirrored else target
        yield {
            "version": VERSION,
            "source": source,
            "target": write_path(target),
            "score": round(score, 6),
            "count": min(space.counts[at], space.counts[other]),
            "relation": path_relation(index, path, target) if index else None,
            "origin": "paths",
            "examples": [*space.examples[at]],
            "target_examples": [*space.examples[other]],
            "reads": [arrows(path), arrows(target)],
        }


def path_relation(index: LexicalIndex | None, one: Path, other: Path) -> str | None:
    """Return the relation of a path to its substitute, from the WordNet relation of their tops.

    None if unknown: other words or the roles of X and Y differ, or WordNet does not relate the
    tops. A light verb ("have") is more general than a verb that it may replace ("eat").
    """
    if _frame(one) != _frame(other):
        return None
    words = [one_word(path.lemma, _POS.get(path.tag, "X")) for path in (one, other)]
    found = word_relation(index, words[0], 0, words[1], 0)
    if found == "same" or restates(index, words[0], 0, words[1], 0, found):
        light = [word.lemmas[0] in word.lang.light_verbs for word in words]
        return _BY_LIGHTNESS[light[1] - light[0]]
    return _RELATIONS.get(found)


def _frame(path: Path) -> list[list[tuple[str, str]]]:
    """Return what leads to X and to Y, who acts in a passive being a subject."""
    agent = AGENT if is_passive(path) else ""
    return [
        [("subj" if step.relation == agent else step.relation, step.lemma) for step in steps]
        for steps in (path.x, path.y)
    ]


def similar(space: Space, path: int, settings: PathSettings) -> list[tuple[int, bool, float]]:
    """Return the paths similar to a path, whether its X is their Y, and the similarity.

    Of a slot it is the information of the words that both have, over that of all words of either;
    of paths the geometric mean over both slots.

    Args:
        space: The paths.
        path: One of them.
        settings: What is found.
    """
    rules = []
    for is_mirrored in (False, True):
        slots = [_shared(space, path, s, s ^ is_mirrored, settings.cap) for s in range(2)]
        sims = [_slot_similarity(space, path, s, s ^ is_mirrored, slots[s]) for s in range(2)]
        both, at, at2 = np.intersect1d(slots[0].paths, slots[1].paths, return_indices=True)
        scores = np.sqrt(np.maximum(sims[0][at] * sims[1][at2], 0))
        shared = slots[0].words[at] + slots[1].words[at2]
        light = slots[0].light[at] | slots[1].light[at2]
        own = sum(space.sizes(s)[path] for s in range(2))
        sizes = space.sizes(0)[both] + space.sizes(1)[both]
        chosen = light & (shared >= settings.overlap * (own + sizes)) & (both != path)
        chosen &= scores >= settings.min_sim
        rules += [
            (int(other), is_mirrored, float(score))
            for other, score in zip(both[chosen], scores[chosen], strict=True)
        ]
    return rules


class _Shared(NamedTuple):
    """What paths share with one: which paths, summed information, words, whether a rare one."""

    paths: IntArray
    information: FloatArray
    words: IntArray
    light: Any


def _shared(space: Space, path: int, slot: int, other: int, cap: int) -> _Shared:
    words, own = space.information(path, slot)
    columns = space.columns[other]
    starts, ends = columns.indptr[words], columns.indptr[words + 1]
    sizes = ends - starts
    places = np.arange(sizes.sum()) + np.repeat(starts - np.cumsum(sizes) + sizes, sizes)
    ids, values = columns.indices[places], columns.data[places] + np.repeat(own, sizes)
    paths, at = np.unique(ids, return_inverse=True)
    information: FloatArray = np.bincount(at, values, len(paths)).astype(np.float64)
    light = np.bincount(at, np.repeat(sizes <= cap, sizes), len(paths)) > 0
    return _Shared(paths, information, np.bincount(at, minlength=len(paths)), light)


def _slot_similarity(space: Space, path: int, slot: int, other: int, shared: _Shared) -> FloatArray:
    every = space.totals[other][shared.paths] + space.totals[slot][path]
    share: FloatArray = np.zeros(len(every))
    np.divide(shared.information, every, out=share, where=every != 0)
    return share
