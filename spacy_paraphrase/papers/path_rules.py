"""Rules between dependency paths, mined from text: "X finds an answer to Y", "X solves Y".

Lin and Pantel 2001, *Discovery of inference rules for question answering*, as in Madnani and Dorr
2010, *Generating phrasal and sentential paraphrases* (algorithm 2): paths whose ends have the same
fillers, weighted by mutual information with the slot, have similar meanings. The results are
inferences, not equivalences: antonyms have the same fillers too.

Paths are those of `papers.dependency_paths`, rules those of `papers.dirt`, which substitutes them.

Counting is done by jobs (`jobs`); similarities are computed from a `path_space.Space`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from spacy.tokens import Doc

from ..acquire.phrases import Run, merged_examples
from ..analysis.sentence import Sentence, sentences
from ..checked import checked
from ..jobs import Job, Row, run_loop
from ..pairs.alignment import Link
from ..pairs.pair import sides
from .dependency_paths import (
    MAX_EDGES,
    NOUN,
    Found,
    Path,
    PathTree,
    path_tree,
    paths_of,
    write_path,
)
from .dirt import Rules, substitute
from .path_space import SLOTS, PathSettings, added, build_space, load_space, save_space, similar_job

_NAME = "PROPN"
# What a verb has once: two of it are a mistake of the parser.
_TWICE = ({"subj"}, {"obj"})
# Relations that lead out of what a verb says: no path goes over them.
_LOOSE = frozenset(("", "dep", "intj", "meta", "parataxis", "punct"))


class Triple(NamedTuple):
    """A path with the fillers of its slots in a sentence.

    Attributes:
        path: The path.
        x: Lemma of the noun at X, followed by its entity type, if any.
        y: The same for Y.
        swapped: Whether Y stands before X in the sentence.
    """

    path: Path
    x: tuple[str, ...]
    y: tuple[str, ...]
    swapped: bool


# -- Paths of parsed text --------------------------------------------------------------------------


@checked()
def triples(doc: Doc, max_edges: int = MAX_EDGES) -> Iterator[Triple]:
    """Yield the paths of a parsed text with their fillers, except pronouns.

    A path consists of content words, without negated words, words with particles, and names. It has
    some word besides copulas.

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
    hindered |= {i for i, pos in enumerate(sentence.pos) if pos == _NAME}
    barred = [node for node, token in enumerate(tree.tokens) if token in hindered]
    unjoined = _LOOSE | lang.coordination_labels
    for found in paths_of(tree, max_edges=max_edges, ends=ends, barred=barred, unjoined=unjoined):
        path, (_, x, y, _), _ = found
        inner = [tree.tokens[node] for node in (found.match.top, *found.match.inner)]
        if {path.x[0].relation, path.y[0].relation} in _TWICE:
            continue
        whole = not any(_is_part_of_name(sentence, tree.tokens[node]) for node in (x, y))
        if whole and any(sentence.content[token] for token in inner):
            yield found


def _is_part_of_name(sentence: Sentence, token: int) -> bool:
    """Return whether a word is part of a name that another heads: "Marie" of "Marie Curie"."""
    head = sentence.heads[token]
    names = sentence.pos[token] == _NAME and head >= 0 and sentence.pos[head] == _NAME
    return names and sentence.deps[token] in sentence.lang.compound_labels


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
    return Job("paths.count", partial(_map_doc, max_edges), added, _counted)


def _map_doc(max_edges: int, doc: Doc) -> Iterator[tuple[str, Any]]:
    where = doc.user_data.get("id")
    for path, x, y, _ in triples(doc, max_edges):
        text = write_path(path)
        yield f"{text}\t\t", [1, [] if where is None else [str(where)]]
        for slot, words in zip(SLOTS, (x, y), strict=True):
            for word in words:
                yield f"{text}\t{slot}\t{word}", [1, []]


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
    return [*summed(one[:-1], other[:-1]), merged_examples(one[-1], other[-1])]


def _marginal(path: str, value: list[Any]) -> Iterator[Row]:
    count, x, y, x_fillers, y_fillers, examples = value
    row = {"path": path, "count": count, "sums": [x, y], "fillers": [x_fillers, y_fillers]}
    yield row | {"examples": examples}


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
        joined[path] = summed(joined[path], counts) if path in joined else counts
    return [summed(one[0], other[0]), joined]


def summed(one: list[int], other: list[int]) -> list[int]:
    """Return the sums of two lists of counts."""
    return [a + b for a, b in zip(one, other, strict=True)]


def _inverted(word: str, value: list[Any]) -> Iterator[Row]:
    if value[1]:
        yield {"word": word, "sums": value[0], "paths": dict(sorted(value[1].items()))}


# -- Rules -----------------------------------------------------------------------------------------


@checked()
def mine_paths(
    docs: Iterable[Doc],
    settings: PathSettings | None = None,
    *,
    language: str | None = None,
    store: str | FilePath | None = None,
    run: Run = run_loop,
) -> Iterable[Row]:
    """Return the rules between the paths of parsed texts, as rows (`similar_job`).

    Args:
        docs: The texts, parsed.
        settings: What is mined.
        language: Language of the lexicon for the relations of rules; None to leave them open.
        store: A folder for statistics of the paths, shared by processes; None keeps them in memory.
        run: Runs a job over records and gives its rows.

    Raises:
        ParaphraseError: P007 for a text without a parse.
    """
    settings = settings or PathSettings()
    counts = run(count_job(settings.max_edges), docs)
    return rules_of_counts(counts, settings, language=language, store=store, run=run)


def rules_of_counts(
    counts: Iterable[Row],
    settings: PathSettings,
    *,
    language: str | None = None,
    store: str | FilePath | None = None,
    run: Run = run_loop,
) -> Iterable[Row]:
    """Return the rules that follow from the rows of `count_job`; the rest is as in `mine_paths`."""
    if isinstance(counts, Iterator):
        counts = list(counts)  # they are gone through twice
    marginals = run(marginal_job(), counts)
    if isinstance(marginals, Iterator):
        marginals = list(marginals)
    least = settings.min_path_count, settings.min_fillers
    frequent = [
        row
        for row in marginals
        if not row["path"] or (row["count"] >= least[0] and min(row["fillers"]) >= least[1])
    ]
    paths = frozenset(row["path"] for row in frequent if row["path"])
    space = build_space(frequent, run(filler_job(paths), counts), settings.positive_only)
    if store is None:
        return run(similar_job(space, settings, language), marginals)
    save_space(space, store)
    load_space.cache_clear()
    return run(similar_job(str(FilePath(store).absolute()), settings, language), marginals)


# -- Candidates for an aligner ---------------------------------------------------------------------


def apply_paths(doc: Doc, rules: Rules) -> list[Link]:
    """Return candidate links between the heads of paths that rules match on both sides.

    Marsi, Krahmer and Bosma 2007, *Dependency-based paraphrasing for recognizing textual
    entailment*: for each node of the source, the first path there that has a rule whose other path
    is in the target. Trees are not changed, and links get no relation.

    Args:
        doc: A parsed pair.
        rules: The rules (`papers.dirt.read_rules`).

    Raises:
        ParaphraseError: P004 if the Doc holds no pair, P007 if a side has no parse.
    """
    text, hypothesis = map(path_tree, sentences(doc))
    source, target = sides(doc)
    links = []
    for made in substitute(text, hypothesis, rules)[1]:
        i, j = text.tokens[made.text.top], hypothesis.tokens[made.hypothesis.top]
        ends, score = (source[i : i + 1], target[j : j + 1]), min(max(made.score, 0.0), 1.0)
        links.append(Link("phrases", *ends, score=score, similarity=score))
    return links
