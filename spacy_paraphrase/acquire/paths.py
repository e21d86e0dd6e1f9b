"""Rules between dependency paths, mined from text: who "finds an answer to" what, "solves" it.

Lin and Pantel 2001, *Discovery of inference rules for question answering*, as in Madnani and Dorr
2010, *Generating phrasal and sentential paraphrases* (algorithm 2): paths whose ends are filled by
the same words, each weighed by its mutual information with the slot, mean something similar. What
comes out are inferences, not equivalences: antonyms fill slots alike, too.

Paths are those of `rewrite.paths`, rules those of `rewrite.dirt`, which substitutes them.

The counts are jobs (`mapreduce`); what similarities are computed from is a `Space`, sparse arrays
of the frequent paths. Similarities are exact; signatures by random projections, which more than a
million paths would call for, are not made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import spacy
from scipy.sparse import csc_array, csr_array
from spacy.tokens import Doc

from ..alignment import Link
from ..arrays import FloatArray, IntArray
from ..lexicon.index import LexicalIndex
from ..mapreduce import Job, Row, run_loop
from ..pair import sides
from ..relations.lexical import restates, word_relation
from ..rewrite.dirt import Rules, substitutions
from ..rewrite.paths import (
    MAX_EDGES,
    NOUN,
    Found,
    Path,
    PathTree,
    arrows,
    mirrored,
    parse_path,
    path_tree,
    paths_of,
    write_path,
)
from ..sentence import Sentence

VERSION = 1
EXAMPLES = 5
SLOTS = ("x", "y")
# Relations that lead out of what a verb says: no path goes over them.
_LOOSE = frozenset(("", "dep", "intj", "meta", "parataxis", "punct"))

Runner: TypeAlias = Callable[[Job, Iterable[Any]], Iterable[Row]]


@dataclass(frozen=True)
class PathSettings:
    """What is mined of paths.

    Attributes:
        max_edges: The most arcs of a path, prepositions being words.
        min_path_count: How often a path stands in the text at least.
        min_fillers: How many words fill each of its slots at least.
        overlap: The least share of shared fillers among those of two paths.
        positive_only: Whether words that a slot has less often than by chance count for nothing.
        top: The most rules of a path.
        min_sim: The least similarity.
        cap: Fillers of more paths than this propose none.
    """

    max_edges: int = MAX_EDGES
    min_path_count: int = 5
    min_fillers: int = 2
    overlap: float = 0.01
    positive_only: bool = True
    top: int = 20
    min_sim: float = 0.1
    cap: int = 1000


class Triple(NamedTuple):
    """A path with what fills its slots in a sentence.

    Attributes:
        path: The path.
        x: Lemma of the noun at X, then the type of the name that it is in, if any.
        y: Likewise of Y.
        swapped: Whether Y stands before X in the sentence.
    """

    path: Path
    x: tuple[str, ...]
    y: tuple[str, ...]
    swapped: bool

    @property
    def key(self) -> str:
        """The path as labels and lemmas from X up to the top and down to Y."""
        return arrows(self.path)


# -- Paths of parsed text --------------------------------------------------------------------------


def triples(doc: Doc, max_edges: int = MAX_EDGES) -> Iterator[Triple]:
    """Yield the paths of a parsed text with what fills them; pronouns fill none.

    A path goes over words that bear content, and over none that is denied or has a particle. Beside
    the highest word, which alone may be a copula, it has some word that is none.

    Args:
        doc: The text, with lemmas, parts of speech and a parse; names are read if there are any.
        max_edges: The most arcs of a path.

    Raises:
        ParaphraseError: P007 if there is no parse.
    """
    sentence = Sentence(doc[:])
    tree = path_tree(sentence)
    for path, match, swapped in sound_paths(sentence, tree, max_edges):
        x, y = (_filler(sentence, tree.tokens[node]) for node in (match.x, match.y))
        yield Triple(path, x, y, swapped)


def sound_paths(
    sentence: Sentence, tree: PathTree, max_edges: int = MAX_EDGES, ends: tuple[str, ...] = (NOUN,)
) -> Iterator[Found]:
    """Yield the paths of a tree that say what is said, between words of some kinds (`triples`)."""
    lang = sentence.lang
    hindered = {
        head
        for i, head in enumerate(sentence.heads)
        if sentence.deps[i] in lang.particle_labels or sentence.words[i] in lang.negations
    }
    barred = [node for node, token in enumerate(tree.tokens) if token in hindered]
    unjoined = _LOOSE | lang.coordination_labels
    for found in paths_of(tree, max_edges=max_edges, ends=ends, barred=barred, unjoined=unjoined):
        inner = [tree.tokens[node] for node in (found.match.top, *found.match.inner)]
        if any(sentence.content[token] for token in inner):
            yield found


def _filler(sentence: Sentence, token: int) -> tuple[str, ...]:
    lemma = "".join(sentence.lemmas[token].split())
    entity = sentence.entities[token]
    return (lemma, entity) if entity else (lemma,)


# -- Counts ----------------------------------------------------------------------------------------


def count_job(max_edges: int = MAX_EDGES) -> Job:
    """Return the job that counts, of Docs, how often words fill the slots of paths.

    Its rows are {"path", "slot", "word", "count"}; with an empty slot how often the path stands
    in the text, and "examples", the first few ids of the Docs (`doc.user_data["id"]`).
    """
    return Job("paths.count", partial(_map_doc, max_edges), _add, _counted)


def _map_doc(max_edges: int, doc: Doc) -> Iterator[tuple[str, Any]]:
    where = doc.user_data.get("id")
    for path, x, y, _ in triples(doc, max_edges):
        text = write_path(path)
        yield f"{text}\t\t", [1, [] if where is None else [str(where)]]
        for slot, words in zip(SLOTS, (x, y), strict=True):
            for word in words:
                yield f"{text}\t{slot}\t{word}", [1, []]


def _add(one: list[Any], other: list[Any]) -> list[Any]:
    examples = sorted({*one[1], *other[1]})[:EXAMPLES]
    return [one[0] + other[0], examples]


def _counted(key: str, value: list[Any]) -> Iterator[Row]:
    path, slot, word = key.split("\t")
    row = {"path": path, "slot": slot, "word": word, "count": value[0]}
    yield row | {"examples": value[1]} if not slot else row


def marginal_job() -> Job:
    """Return the job that sums up, of the rows of `count_job`, what stands in the slots of paths.

    Its rows are {"path", "count", "sums", "fillers", "examples"}, with a number for X and one for
    Y; that of the path "" has the sums over all paths.
    """
    return Job("paths.marginals", _map_marginals, _add_marginals, _marginal)


def _map_marginals(row: Row) -> Iterator[tuple[str, Any]]:
    if not row["slot"]:
        yield row["path"], [row["count"], 0, 0, 0, 0, row["examples"]]
        return
    at = SLOTS.index(row["slot"])
    sums = [row["count"] * (k == at) for k in range(2)]
    yield row["path"], [0, *sums, int(at == 0), int(at == 1), []]
    yield "", [0, *sums, 0, 0, []]


def _add_marginals(one: list[Any], other: list[Any]) -> list[Any]:
    sums = [a + b for a, b in zip(one[:-1], other[:-1], strict=True)]
    return [*sums, sorted({*one[-1], *other[-1]})[:EXAMPLES]]


def _marginal(path: str, value: list[Any]) -> Iterator[Row]:
    count, x, y, x_fillers, y_fillers, examples = value
    yield {
        "path": path,
        "count": count,
        "sums": [x, y],
        "fillers": [x_fillers, y_fillers],
        "examples": examples,
    }


def is_frequent(row: Row, settings: PathSettings) -> bool:
    """Return whether a row of `marginal_job` tells a path that is looked at."""
    often = row["count"] >= settings.min_path_count
    return bool(row["path"] and often and min(row["fillers"]) >= settings.min_fillers)


def filler_job(paths: frozenset[str]) -> Job:
    """Return the job that makes, of the rows of `count_job`, the list of the paths of each word.

    Its rows are {"word", "sums", "paths"}: how often the word fills X and Y of all paths, and for
    each of the frequent `paths` how often there, which is what bounds a row.
    """
    return Job("paths.fillers", partial(_map_filler, paths), _join_fillers, _inverted)


def _map_filler(paths: frozenset[str], row: Row) -> Iterator[tuple[str, Any]]:
    if row["slot"]:
        counts = [row["count"] * (slot == row["slot"]) for slot in SLOTS]
        yield row["word"], [counts, {row["path"]: counts} if row["path"] in paths else {}]


def _join_fillers(one: list[Any], other: list[Any]) -> list[Any]:
    joined = dict(one[1])
    for path, counts in other[1].items():
        joined[path] = _sum(joined[path], counts) if path in joined else counts
    return [_sum(one[0], other[0]), joined]


def _sum(one: list[int], other: list[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)]


def _inverted(word: str, value: list[Any]) -> Iterator[Row]:
    if value[1]:
        yield {"word": word, "sums": value[0], "paths": dict(sorted(value[1].items()))}


# -- Similarity ------------------------------------------------------------------------------------


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

    def information(self, path: int, slot: int) -> tuple[IntArray, FloatArray]:
        """Return the words of a slot of a path and how much they say of it."""
        matrix = self.rows[slot]
        here = slice(matrix.indptr[path], matrix.indptr[path + 1])
        return matrix.indices[here], matrix.data[here]

    def sizes(self, slot: int) -> IntArray:
        """Return how many words fill a slot of each path."""
        sizes: IntArray = np.diff(self.rows[slot].indptr)
        return sizes


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
    cells: list[list[tuple[int, int, float, float]]] = [[], []]
    n_words = 0
    for word, row in enumerate(fillers):
        n_words = word + 1
        for path, counts in row["paths"].items():
            for slot in range(2):
                if counts[slot]:
                    cells[slot].append((place[path], word, counts[slot], row["sums"][slot]))
    rows = []
    for slot in range(2):
        found = np.array(cells[slot], dtype=np.float64).reshape(-1, 4)
        at, words = found[:, 0].astype(np.int64), found[:, 1].astype(np.int64)
        expected = sums[at, slot] * found[:, 3]
        values = np.log(found[:, 2] * total[slot] / expected)
        if positive_only:
            values = np.maximum(values, 0)
        rows.append(csr_array((values, (at, words)), shape=(len(paths), n_words)))
    return Space(
        tuple(paths),
        tuple(known[path]["count"] for path in paths),
        tuple(tuple(known[path]["examples"]) for path in paths),
        (rows[0], rows[1]),
        (csc_array(rows[0]), csc_array(rows[1])),
    )


def similar_job(space: Space, settings: PathSettings) -> Job:
    """Return the job that finds, for numbers of paths, the rules to the paths most similar.

    Its rows are those of the table: {"version", "source", "target", "score", "count", "relation",
    "origin", "examples", "reads"}, the last one both paths as people read them.
    """
    return Job("paths.similar", _map_path, _keep, partial(_rules, space, settings))


def _map_path(path: int) -> Iterator[tuple[str, Any]]:
    yield f"{path:09d}", path


def _keep(one: int, _: int) -> int:
    return one


def _rules(space: Space, settings: PathSettings, _: str, path: int) -> Iterator[Row]:
    found = similar(space, path, settings)
    found.sort(key=lambda each: (-each[2], space.paths[each[0]], each[1]))
    source = space.paths[path]
    for other, is_mirrored, score in found[: settings.top]:
        target = parse_path(space.paths[other])
        target = mirrored(target) if is_mirrored else target
        yield {
            "version": VERSION,
            "source": source,
            "target": write_path(target),
            "score": round(score, 6),
            "count": min(space.counts[path], space.counts[other]),
            "relation": None,
            "origin": "paths",
            "examples": [*space.examples[path]],
            "target_examples": [*space.examples[other]],
            "reads": [arrows(parse_path(source)), arrows(target)],
        }


def similar(space: Space, path: int, settings: PathSettings) -> list[tuple[int, bool, float]]:
    """Return the paths like a path: which, whether its X is their Y, how much.

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
        product = np.maximum(sims[0][at] * sims[1][at2], 0)
        scores = np.sqrt(product)
        shared = slots[0].words[at] + slots[1].words[at2]
        light = slots[0].light[at] | slots[1].light[at2]
        own = sum(space.sizes(s)[path] for s in range(2))
        sizes = space.sizes(0)[both] + space.sizes(1)[both]
        kept = light & (shared >= settings.overlap * (own + sizes)) & (both != path)
        kept &= scores >= settings.min_sim
        rules += [
            (int(other), is_mirrored, float(score))
            for other, score in zip(both[kept], scores[kept], strict=True)
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
    whole = space.rows[slot][[path]].sum()
    every = np.asarray(space.rows[other].sum(axis=1)).ravel()[shared.paths] + whole
    share: FloatArray = np.zeros(len(every))
    np.divide(shared.information, every, out=share, where=every != 0)
    return share


def mine_paths(
    docs: Iterable[Doc], settings: PathSettings | None = None, run: Runner = run_loop
) -> Iterator[Row]:
    """Yield the rules between the paths of parsed texts, as rows (`similar_job`).

    Args:
        docs: The texts, parsed.
        settings: What is mined.
        run: What runs a job over records.

    Raises:
        ParaphraseError: P007 for a text without a parse.
    """
    settings = settings or PathSettings()
    counts = list(run(count_job(settings.max_edges), docs))
    yield from rules_of_counts(counts, settings, run)


def rules_of_counts(
    counts: Iterable[Row], settings: PathSettings, run: Runner = run_loop
) -> Iterator[Row]:
    """Yield the rules that follow from the rows of `count_job`, which are gone through twice."""
    kept = [
        row for row in run(marginal_job(), counts) if not row["path"] or is_frequent(row, settings)
    ]
    paths = frozenset(row["path"] for row in kept if row["path"])
    space = build_space(kept, run(filler_job(paths), counts), settings.positive_only)
    yield from run(similar_job(space, settings), range(len(space.paths)))


# -- What rules are --------------------------------------------------------------------------------


def path_relation(index: LexicalIndex | None, one: Path, other: Path) -> str | None:
    """Return how a path stands to another that may stand for it, by what WordNet says of the tops.

    None where that is not known: the words between or the roles of X and Y differ, or the tops do
    not stand in WordNet together.
    """
    if not _same_frame(one, other):
        return None
    words = [_word(path.lemma, path.tag) for path in (one, other)]
    found = word_relation(index, words[0], 0, words[1], 0)
    if found == "same" or restates(index, words[0], 0, words[1], 0, found):
        return "restates"
    return _RELATIONS.get(found)


_RELATIONS = {"hyponym-of": "specifies", "hypernym-of": "generalizes", "sister": "intersects"} | {
    "antonym": "conflict",
    "opposite": "conflict",
}
_POS = {NOUN: "NOUN", "V": "VERB", "A": "ADJ"}


def _same_frame(one: Path, other: Path) -> bool:
    """Return whether X and Y do the same in both paths, over the same words."""
    return all(
        [_role(step.relation) for step in steps] == [_role(step.relation) for step in others]
        and [step.lemma for step in steps] == [step.lemma for step in others]
        for steps, others in ((one.x, other.x), (one.y, other.y))
    )


def _role(relation: str) -> str:
    return "subj" if relation == "by" else relation


@lru_cache(maxsize=1 << 14)
def _word(lemma: str, tag: str) -> Sentence:
    """Return a word alone as a sentence, of which the lexicon knows what it knows of words."""
    vocab = spacy.blank("en").vocab if not _VOCAB else _VOCAB[0]
    _VOCAB[:] = [vocab]
    return Sentence(Doc(vocab, [lemma], lemmas=[lemma], pos=[_POS.get(tag, "X")])[:])


_VOCAB: list[Any] = []


def labelled(rows: Iterable[Row], index: LexicalIndex | None) -> Iterator[Row]:
    """Yield rows of paths with the relation that `path_relation` finds."""
    for row in rows:
        one, other = parse_path(row["source"]), parse_path(row["target"])
        yield row | {"relation": path_relation(index, one, other)}


def apply_paths(doc: Doc, rules: Rules) -> list[Link]:
    """Return links between the heads of paths that rules find in both sides, as candidates.

    Marsi, Krahmer and Bosma 2007, *Dependency-based paraphrasing for recognizing textual
    entailment*: for each node of the source, the first path there that has a rule whose other path
    stands in the target. Trees stay as they are; which relation a link has is left to be decided.

    Args:
        doc: A parsed pair.
        rules: The rules (`rewrite.dirt.read_rules`).

    Raises:
        ParaphraseError: P004 if the Doc holds no pair, P007 if a side has no parse.
    """
    source, target = sides(doc)
    trees = [path_tree(Sentence(side)) for side in (source, target)]
    links = []
    for made in substitutions(doc, rules):
        i = trees[0].tokens[made.text.top]
        j = trees[1].tokens[made.hypothesis.top]
        score = min(max(made.score, 0.0), 1.0)
        links.append(
            Link("phrases", source[i : i + 1], target[j : j + 1], score=score, similarity=score)
        )
    return links
