"""Pairs of dependency paths with the same anchors: in aligned pairs, and in news of one day.

Ibrahim, Katz and Lin 2003, *Extracting structural paraphrases from aligned monolingual corpora*:
the paths between two words that are linked to the same two in the other sentence. Shinyama, Sekine,
Sudo and Grishman 2002, *Automatic paraphrase acquisition from news articles*: the paths between two
names that the articles of a day share. Paths are those of `dependency_paths`; unlike in these
papers, paths that lead straight down from one end to the other are left out. Paths between names
stay within a clause, since two clauses describe two events; dates, amounts and numbers do not count
as names, as they are shared too often.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations, product
from typing import Any

from spacy.tokens import Doc, Span

from ..acquire.phrases import Run
from ..analysis.sentence import Sentence, sentences
from ..checked import checked
from ..jobs import Dropped, Job, Row, run_loop
from ..lexicon import default_lexicon
from ..pairs.alignment import read_links
from .dependency_paths import (
    MAX_EDGES,
    NOUN,
    Path,
    arrows,
    is_ordered,
    mirrored,
    parse_path,
    path_tree,
    write_path,
)
from .path_rules import sound_paths
from .path_space import VERSION, added, path_relation

PRONOUN = "PRON"
# How often the same anchors count at most; what comes after adds nothing that a float tells.
_REPEATED = 40
# Articles of a day that are looked at, and names that two articles, or two sentences, share.
MAX_ARTICLES, SHARED = 500, 2


# -- Anchors of aligned pairs ----------------------------------------------------------------------


def anchored_paths(doc: Doc, max_edges: int = MAX_EDGES) -> Iterator[tuple[Path, Path, str]]:
    """Yield the different paths between linked words of an aligned pair, with their anchors.

    Anchors are linked nouns and pronouns, X with X and Y with Y, given by their lemmas, "x/x2
    y/y2". Each pair of paths comes in both directions.

    Args:
        doc: An aligned and parsed pair.
        max_edges: The most arcs of a path.

    Raises:
        ParaphraseError: P004 if the Doc holds no pair, P007 if a side has no parse.
    """
    source, target = sentences(doc)
    linked: dict[int, list[int]] = {}
    for link in read_links(doc, "words"):
        i, j = link.source.root.i - source.start, link.target.root.i - target.start
        linked.setdefault(i, []).append(j)
    paths, others = (_between(side, max_edges) for side in (source, target))
    for (x, y), path in paths.items():
        for x2, y2 in product(linked.get(x, ()), linked.get(y, ())):
            other = others.get((x2, y2), path)
            if other in (path, mirrored(path)):
                continue  # of two nouns before another one the order says nothing
            ends = [(source.lemmas[x], target.lemmas[x2]), (source.lemmas[y], target.lemmas[y2])]
            if is_ordered(path):
                yield path, other, " ".join(map("/".join, ends))
            if is_ordered(other):
                yield other, path, " ".join(f"{b}/{a}" for a, b in ends)


def _between(sentence: Sentence, max_edges: int) -> dict[tuple[int, int], Path]:
    """Return the paths between the words of a sentence by X and Y, in both directions."""
    tree = path_tree(sentence)
    between: dict[tuple[int, int], Path] = {}
    for path, match, _ in sound_paths(sentence, tree, max_edges, (NOUN, PRONOUN)):
        x, y = tree.tokens[match.x], tree.tokens[match.y]
        between[x, y], between[y, x] = path, mirrored(path)
    return between


def anchor_job(max_edges: int = MAX_EDGES) -> Job:
    """Return the job that counts the pairs of paths in aligned pairs, by their anchors.

    Its rows are {"source", "target", "anchors", "count", "examples"}.
    """
    return Job("anchored.count", partial(_map_pair, max_edges), added, _counted)


def _map_pair(max_edges: int, doc: Doc) -> Iterator[tuple[str, Any]]:
    for path, other, anchors in anchored_paths(doc, max_edges):
        key = "\t".join((write_path(path), write_path(other), "".join(anchors.split("\t"))))
        yield key, [1, ids_of(doc)]


def _counted(key: str, value: list[Any]) -> Iterator[Row]:
    source, target, anchors = key.split("\t")
    counted = {"anchors": anchors, "count": value[0], "examples": value[1]}
    yield {"source": source, "target": target} | counted


def repeated_job(language: str | None = None) -> Job:
    """Return the job that adds up the rows of `anchor_job`.

    The n-th occurrence of the same anchors counts 1/2^(n-1). Its rows are those of the table of
    paths (`path_space.similar_job`), without a score.

    Args:
        language: As in `path_space.similar_job`.
    """
    return Job("anchored.sum", _map_repeated, added, partial(_table_row, "anchored", language))


def repetitions(count: int) -> float:
    """Return the discounted count of repeated occurrences between the same anchors.

    Example:
        >>> repetitions(1), repetitions(3)
        (1.0, 1.75)
    """
    return 2 - 2.0 ** (1 - min(count, _REPEATED))


def _map_repeated(row: Row) -> Iterator[tuple[str, Any]]:
    yield f"{row['source']}\t{row['target']}", [repetitions(row["count"]), row["examples"]]


@checked()
def mine_anchored(
    docs: Iterable[Doc],
    max_edges: int = MAX_EDGES,
    *,
    language: str | None = None,
    run: Run = run_loop,
) -> Iterable[Row]:
    """Return the pairs of paths between the same anchors of aligned pairs, as rows.

    Args:
        docs: Aligned and parsed pairs.
        max_edges: The most arcs of a path.
        language: Language of the lexicon for the relations of rows; None to leave these open.
        run: What runs a job over records.
    """
    return run(repeated_job(language), run(anchor_job(max_edges), docs))


# -- Names in the articles of a day ----------------------------------------------------------------


def entity_job(max_edges: int = MAX_EDGES, shared: int = SHARED) -> Job:
    """Return the job that pairs the paths between the names that two articles of a day share.

    Articles are Docs with names, and with "id" and "date" in `doc.user_data`; two articles of a day
    are compared if they share enough names, and so are two of their sentences. Paths form a pair if
    the names at X are the same and have the same type, and those at Y too.

    Its rows are {"source", "target", "types", "count", "examples"}, a row for a day.

    Args:
        max_edges: The most arcs of a path.
        shared: Least number of shared names.
    """
    return Job(
        "entities.day", partial(_map_article, max_edges), _join_articles, partial(_pairs, shared)
    )


def _map_article(max_edges: int, doc: Doc) -> Iterator[tuple[str, Any]]:
    found = []
    for span in spans_of(doc):
        sentence = Sentence(span)
        lang = sentence.lang
        names = {
            ent.root.i - span.start: [ent.text.lower(), ent.label_]
            for ent in span.ents
            if ent.label_ not in lang.measure_entities | lang.number_entities
        }
        paths = [
            [write_path(path), names[x], names[y]]
            for (x, y), path in _between(sentence, max_edges).items()
            if x in names and y in names and is_ordered(path)
            if lang.clausal_labels.isdisjoint(step.relation for step in (*path.x, *path.y))
        ]
        if paths:
            found.append({"names": sorted(names.values()), "paths": paths})
    if found:
        article = {"id": "".join(ids_of(doc)), "sentences": found}
        yield str(doc.user_data.get("date", "")), [article]


def _join_articles(one: list[Any], other: list[Any]) -> list[Any]:
    return sorted([*one, *other], key=str)[: MAX_ARTICLES + 1]


def _pairs(shared: int, day: str, articles: list[Any]) -> Iterator[Row | Dropped]:
    found: dict[tuple[str, ...], list[Any]] = {}
    if len(articles) > MAX_ARTICLES:
        yield Dropped("articles over cap")
    for article, other in combinations(articles[:MAX_ARTICLES], 2):
        if len(_names(article["sentences"]) & _names(other["sentences"])) < shared:
            continue
        where = [article["id"], other["id"]]
        for one, two in product(article["sentences"], other["sentences"]):
            if len(_names([one]) & _names([two])) >= shared:
                for key in _matched(one["paths"], two["paths"]):
                    found[key] = added(found.get(key, [0, []]), [1, where])
    for (source, target, *types), (count, examples) in sorted(found.items()):
        row = {"source": source, "target": target, "types": types, "day": day}
        yield row | {"count": count, "examples": examples}


def _matched(paths: list[Any], others: list[Any]) -> Iterator[tuple[str, ...]]:
    """Yield pairs of unlike paths between the same names, in both directions, with their types."""
    for (text, x, y), (text2, x2, y2) in product(paths, others):
        path, other = parse_path(text), parse_path(text2)
        if [x, y] == [y2, x2] and x != y:
            other = mirrored(other)
        elif [x, y] != [x2, y2]:
            continue
        if other != path:
            yield text, write_path(other), x[1], y[1]
            back = (path, x, y) if is_ordered(other) else (mirrored(path), y, x)
            yield text2, write_path(back[0]), back[1][1], back[2][1]


def _names(sentences: Iterable[Any]) -> set[tuple[str, ...]]:
    return {tuple(name) for sentence in sentences for name in sentence["names"]}


def pattern_job(language: str | None = None) -> Job:
    """Return the job that adds up the rows of `entity_job` over all days.

    Its rows are those of the table, without a score; the patterns of "reads" have the types of the
    names in the place of X and Y.

    Args:
        language: As in `path_space.similar_job`.
    """
    return Job("entities.sum", _map_pattern, added, partial(_table_row, "entities", language))


def _map_pattern(row: Row) -> Iterator[tuple[str, Any]]:
    key = "\t".join((row["source"], row["target"], *row["types"]))
    yield key, [row["count"], row["examples"]]


@checked()
def mine_entities(
    docs: Iterable[Doc],
    max_edges: int = MAX_EDGES,
    shared: int = SHARED,
    *,
    language: str | None = None,
    run: Run = run_loop,
) -> Iterable[Row]:
    """Return the pairs of patterns between the names that news of a day share (`entity_job`)."""
    return run(pattern_job(language), run(entity_job(max_edges, shared), docs))


# -- Both ------------------------------------------------------------------------------------------


def spans_of(doc: Doc) -> Iterable[Span]:
    """Return the sentences of a Doc; without sentence boundaries, the whole Doc."""
    return doc.sents if doc.has_annotation("SENT_START") else [doc[:]]


def ids_of(doc: Doc) -> list[str]:
    """Return the id of a Doc, if it has one, in a list."""
    return [str(doc.user_data["id"])] if "id" in doc.user_data else []


def _table_row(origin: str, language: str | None, key: str, value: list[Any]) -> Iterator[Row]:
    source, target, *types = key.split("\t")
    paths = [parse_path(text) for text in (source, target)]
    shown = [arrows(path, *types) for path in paths]
    relation = path_relation(default_lexicon(language), *paths) if language else None
    row = {"version": VERSION, "source": source, "target": target, "score": None}
    row |= {"types": types} if types else {}
    row |= {"count": value[0], "relation": relation, "origin": origin}
    yield row | {"examples": value[1], "reads": shown}
