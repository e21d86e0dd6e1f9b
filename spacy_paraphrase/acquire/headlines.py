"""Paraphrase pairs of headlines, from clusters of headlines about one event.

Wubben, van den Bosch, Krahmer and Marsi 2009, *Clustering and matching headlines for automatic
paraphrase acquisition*, have two methods. K-means, with the number of groups chosen by PK1
(Pedersen and Kulkarni 2006, *Selecting the "right" number of senses based on clustering criterion
functions*), returns all pairs inside a group. Pairwise matching decides unclear pairs of headlines
by the beginnings of their texts. Only texts that share words can be paired. We chose the criterion
(H2 of CLUTO), the maximum number of groups and the weights in small clusters.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from itertools import combinations
from json import dumps
from math import log
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from ..checked import SettingCheck
from ..errors import ParaphraseError
from ..jobs import Dropped, Job, Row, as_rows
from ..jobs.arrays import FloatArray, IntArray
from ..registry import registered
from ..scoring.words import porter_stem

Encoder = Callable[[Sequence[str]], FloatArray]

Method: TypeAlias = Literal["pairs", "cluster"]
Weighting: TypeAlias = Literal["paper", "smooth"]
# The id and the text of one side of a pair.
_Side: TypeAlias = tuple[Any, str]
# The weight of recall in F, and the thresholds of the paper, which were tuned by this F.
BETA = 0.25
PAPER = 0.2, 0.5
# Maximum number of items; larger clusters are divided in chronological order.
MOST_ITEMS = 500
# With fewer texts, terms of all texts get a weight above 0, else too few terms would have a weight.
_FEW = 4
_WORD = re.compile(r"\w+(?:[-'’]\w+)*")
_EQUAL = 1e-9


class HeadlinePair(NamedTuple):
    """A pair of items of a cluster.

    Attributes:
        source: Index of the first item.
        target: Index of the second item.
        score: Cosine by which the pair was found, from 0 to 1.
        route: "title", "context" or "cluster".
    """

    source: int
    target: int
    score: float
    route: str


@dataclass(frozen=True)
class HeadlineMiner:
    """Finds the pairs of a cluster {"cluster", "items": [{"id", "text", "context"}]}.

    Attributes:
        method: "pairs" (pairwise matching) or "cluster" (k-means).
        lower: Titles with a cosine below this are not a pair.
        upper: Titles with a cosine above this are a pair. In between, the cosine of the contexts
            must be above `upper`.
        context_chars: Number of characters of a context that are used.
        closure: Whether items paired with the same item are paired too.
        idf: "paper", ln(n / df), which is 0 for terms of all texts, for at least four texts; or
            "smooth", ln((1 + n) / (1 + df)) + 1, which is always used for fewer texts.
        stem: Whether words are stemmed (Porter 1980).
        max_k: The maximum number of groups.
        restarts: Number of starts of k-means for each number of groups.
        pk1: The threshold of PK1.
        seed: Seed of the starts, together with the name of the cluster.
        encoder: Function that returns unit vectors of texts, shape (texts, width), to use instead
            of word weights.

    Raises:
        ParaphraseError: P911 for a setting out of its range.

    Example:
        >>> texts = ["Sony delays Blu-ray films", "Sony postpones Blu-ray films", "Rates rise"]
        >>> HeadlineMiner().find(texts, [None] * 3)
        [HeadlinePair(source=0, target=1, score=0.6344, route='title')]
    """

    method: Method = "pairs"
    lower: float = PAPER[0]
    upper: float = PAPER[1]
    context_chars: int = 150
    closure: bool = False
    idf: Weighting = "paper"
    stem: bool = True
    max_k: int = 20
    restarts: int = 10
    pk1: float = 1.0
    seed: int = 0
    encoder: Encoder | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        check = SettingCheck("P911")
        for name, known in (("method", get_args(Method)), ("idf", get_args(Weighting))):
            check.one_of(name, getattr(self, name), known, ", ".join(known))
        bounds, expected = (self.lower, self.upper), "0 <= lower <= upper <= 1"
        check.sound("lower and upper", bounds, 0 <= self.lower <= self.upper <= 1, expected)
        for name in ("context_chars", "max_k", "restarts"):
            check.whole(name, getattr(self, name), 1, "at least 1")

    def find(
        self, texts: Sequence[str], contexts: Sequence[str | None], name: str = ""
    ) -> list[HeadlinePair]:
        """Return the pairs among texts, by index.

        Args:
            texts: The headlines.
            contexts: The text below each headline, None without one.
            name: Name of the cluster, a part of the random seed of k-means.
        """
        if self.method == "pairs":
            return self._matched(texts, contexts)
        cosines = self._cosines(texts)
        groups = self.groups(texts, name)
        return [
            HeadlinePair(i, j, _rounded(cosines[i, j]), "cluster")
            for i, j in combinations(range(len(texts)), 2)
            if groups[i] == groups[j]
        ]

    def groups(self, texts: Sequence[str], name: str = "") -> IntArray:
        """Return a group for each text, by k-means with PK1; one or two texts are one group."""
        if len(texts) <= 2:
            return np.zeros(len(texts), dtype=np.int64)
        vectors = self._vectors(texts)
        most = min(len(texts) - 1, self.max_k)
        made = []
        for k in range(1, most + 1):
            seed = sha256(f"{self.seed}\t{name}\t{k}".encode("utf-8", "surrogatepass")).digest()
            made.append(k_means(vectors, k, self.restarts, np.random.default_rng([*seed])))
        return made[chosen_k([criterion(vectors, groups) for groups in made], self.pk1) - 1]

    def _matched(self, texts: Sequence[str], contexts: Sequence[str | None]) -> list[HeadlinePair]:
        cosines = self._cosines(texts)
        below = self._context_cosines(contexts)
        pairs: list[HeadlinePair] = []
        for i, j in combinations(range(len(texts)), 2):
            if cosines[i, j] > self.upper + _EQUAL:
                pairs.append(HeadlinePair(i, j, _rounded(cosines[i, j]), "title"))
            elif cosines[i, j] >= self.lower - _EQUAL and below[i, j] > self.upper + _EQUAL:
                pairs.append(HeadlinePair(i, j, _rounded(below[i, j]), "context"))
        return _closed(pairs, cosines) if self.closure else pairs

    def _cosines(self, texts: Sequence[str]) -> FloatArray:
        vectors = self._vectors(texts)
        return np.asarray(vectors @ vectors.T, dtype=np.float64)

    def _context_cosines(self, contexts: Sequence[str | None]) -> FloatArray:
        """Return the cosines of contexts, with term weights from contexts; 0 without a context."""
        there = [i for i, context in enumerate(contexts) if context]
        found = np.zeros((len(contexts), len(contexts)))
        if there:
            cut = [str(contexts[i])[: self.context_chars] for i in there]
            found[np.ix_(there, there)] = self._cosines(cut)
        return found

    def _vectors(self, texts: Sequence[str]) -> FloatArray:
        if self.encoder is not None:
            return _unit(np.asarray(self.encoder(texts), dtype=np.float64))
        return vectors([terms_of(text, self.stem) for text in texts], self.idf == "smooth")


def terms_of(text: str, stem: bool = True) -> list[str]:
    """Return the words of a text in lower case, or their stems; a hyphen joins words.

    Example:
        >>> terms_of("Sony delays Blu-ray films")
        ['soni', 'delai', 'blu-rai', 'film']
    """
    words = _WORD.findall(unicodedata.normalize("NFC", text).lower())
    return [porter_stem(word) for word in words] if stem else words


def vectors(texts: Sequence[Sequence[str]], smooth: bool = False) -> FloatArray:
    """Return a unit vector for each text, of the weights of its terms among these texts.

    Each term counts once. A vector that is 0 by the weights of the paper remains 0.

    Args:
        texts: The terms of each text.
        smooth: Whether terms of all texts get a weight, too; below four texts they always do.

    Returns:
        Shape (texts, distinct terms).
    """
    frequencies = Counter(term for text in texts for term in set(text))
    places = {term: k for k, term in enumerate(sorted(frequencies))}
    added = 1 if smooth or len(texts) < _FEW else 0  # as if one more text had every term
    found = np.zeros((len(texts), len(places)))
    for row, text in enumerate(texts):
        for term in set(text):
            df = frequencies[term]
            found[row, places[term]] = log((len(texts) + added) / (df + added)) + added
    return _unit(found)


def k_means(vectors: FloatArray, k: int, restarts: int, random: np.random.Generator) -> IntArray:
    """Return a group for each unit vector, by spherical k-means with the starts of k-means++.

    Arthur and Vassilvitskii 2007, *k-means++: the advantages of careful seeding*.

    Args:
        vectors: Shape (vectors, width).
        k: Number of groups; there may be fewer if vectors are equal.
        restarts: Number of starts; the result with the greatest `criterion` is returned.
        random: Random generator for the starts.
    """
    best: tuple[float, IntArray] | None = None
    for _ in range(restarts if k > 1 else 1):
        groups = _settled(vectors, _start(vectors, k, random))
        value = criterion(vectors, groups)
        if best is None or value > best[0] + _EQUAL:
            best = value, groups
    assert best is not None
    return best[1]


def criterion(vectors: FloatArray, groups: IntArray) -> float:
    """Return H2 of CLUTO, I2 / E1: the similarity within groups / the similarity with all vectors.

    With S the sum of the n vectors of a group, and D the sum of all vectors, I2 is the sum of |S|,
    and E1 the sum of n D·S / |S| over all groups.

    Example:
        >>> criterion(np.eye(2), np.array([0, 1]))
        1.0
    """
    total = vectors.sum(axis=0)
    within = between = 0.0
    for group in np.unique(groups):
        members = vectors[groups == group]
        summed = members.sum(axis=0)
        length = float(np.linalg.norm(summed))
        within += length
        between += len(members) * float(summed @ total) / length if length > _EQUAL else 0.0
    return within / between if between > _EQUAL else 0.0


def pk1(values: Sequence[float]) -> FloatArray:
    """Return the standardised values (z-scores); 0 if all are equal."""
    found = np.asarray(values, dtype=np.float64)
    deviation = float(found.std())
    return (found - found.mean()) / deviation if deviation > _EQUAL else np.zeros(len(found))


def chosen_k(values: Sequence[float], threshold: float) -> int:
    """Return the number of groups, from the criterion for 1, 2 and so on.

    It is one less than the first number with a PK1 above the threshold, and at least 1. Without
    such a number, it is the greatest one, or 1 if all values are equal.

    Example:
        >>> chosen_k([0.25, 0.5, 0.6258], 1.0)
        2
    """
    scores = pk1(values)
    above = np.flatnonzero(scores > threshold)
    if len(above):
        return max(int(above[0]), 1)
    return len(values) if scores.any() else 1


def mine_headlines(miner: HeadlineMiner) -> Job:
    """Return the job that finds pairs in clusters; its rows can be read by `align`.

    A row has "id", "source", "target", "score", "route" and "origin" (the cluster and the ids of
    the items); pairs that are the same except for case, punctuation and white space are dropped.
    """
    return pair_job("mine headlines", partial(_pairs, miner))


@registered("HeadlineMiner.v1")
def make_headlines(
    method: str = "pairs",
    lower: float = PAPER[0],
    upper: float = PAPER[1],
    context_chars: int = 150,
    closure: bool = False,
    idf: str = "paper",
    stem: bool = True,
    max_k: int = 20,
    restarts: int = 10,
    pk1: float = 1.0,
    seed: int = 0,
    encoder: Encoder | None = None,
) -> HeadlineMiner:
    """Make a miner of headlines; see `HeadlineMiner` for the settings."""
    words = method, lower, upper, context_chars, closure, idf, stem
    return HeadlineMiner(*words, max_k, restarts, pk1, seed, encoder)  # type: ignore[arg-type]


def clusters_of(record: Mapping[str, Any]) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """Yield a cluster, or its parts of at most 500 items in order of "time", each with a name.

    Raises:
        ParaphraseError: P910 if it is not a cluster.
    """
    name, items = record.get("cluster"), record.get("items")
    if not isinstance(name, str | int) or isinstance(name, bool):
        raise ParaphraseError("P910", got=f"the cluster {name!r}")
    if not isinstance(items, list):
        raise ParaphraseError("P910", got=f"items of type {type(items).__name__}")
    seen: set[Any] = set()
    for item in items:
        if not isinstance(item, dict) or not {"id", "text"} <= {*item}:
            raise ParaphraseError("P910", got=f"the item {item!r:.60}")
        if not isinstance(item["id"], str | int) or item["id"] in seen:
            raise ParaphraseError("P910", got=f"the id {item['id']!r:.60}, of no item or of two")
        for key in ("text", "context", "time"):
            if not isinstance(item.get(key, ""), str | (type(None) if key != "text" else str)):
                raise ParaphraseError("P910", got=f"the {key} {item[key]!r:.60}")
        seen.add(item["id"])
    if len(items) <= MOST_ITEMS:
        yield str(name), items
        return
    ordered = sorted(items, key=lambda item: (item.get("time") or "", str(item["id"])))
    for start in range(0, len(ordered), MOST_ITEMS):
        yield f"{name}/{start // MOST_ITEMS}", ordered[start : start + MOST_ITEMS]


def pair_job(name: str, find: Callable[[Mapping[str, Any]], Iterable[Row | Dropped]]) -> Job:
    """Return the job that finds pairs in each record, without duplicates, as input of `align`.

    Args:
        name: Name of the job.
        find: Function that returns rows with "id", "source", "target" and "origin".
    """
    return Job(name, partial(_keyed, find), partial(min, key=repr), as_rows)


def _keyed(
    find: Callable[[Mapping[str, Any]], Iterable[Row | Dropped]], record: Mapping[str, Any]
) -> Iterator[tuple[str, Row] | Dropped]:
    for row in find(record):
        if isinstance(row, Dropped):
            yield row
        else:
            yield dumps([row[name] for name in ("id", "origin", "source", "target")]), row


def _pairs(miner: HeadlineMiner, record: Mapping[str, Any]) -> Iterator[Row | Dropped]:
    for name, items in clusters_of(record):
        items = sorted(items, key=lambda item: str(item["id"]))
        texts = [str(item["text"]) for item in items]
        for found in miner.find(texts, [item.get("context") for item in items], name):
            source, target = texts[found.source], texts[found.target]
            if terms_of(source, stem=False) == terms_of(target, stem=False):
                yield Dropped("same words")
                continue
            sides = (items[found.source]["id"], source), (items[found.target]["id"], target)
            yield pair_row(record["cluster"], sides, found.route, found.score, "cluster")


def pair_row(
    name: Any, sides: tuple[_Side, _Side], route: str, score: float | None, key: str = "id"
) -> Row:
    """Return a row with a pair, found by a route in the record with this name under this key.

    The sides are source and target, each with its id in the record and its text.
    """
    (one, source), (other, target) = sides
    found: Row = {"id": f"{name}/{one}/{other}", "source": source, "target": target}
    if score is not None:
        found["score"] = round(score, 4)
    return found | {"route": route, "origin": {key: name, "ids": [one, other]}}


def evaluate(miner: HeadlineMiner, records: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Evaluate a miner on the pairs of labelled clusters.

    Args:
        miner: The miner.
        records: Clusters whose items have a "group", None or missing for unpaired items.

    Returns:
        "all" and "clustered" (without items of no group, as in table 2 of the paper), each with
        "precision", "recall" and "f" (weighted by `BETA`, precision first), and the numbers of
        pairs: "gold", "found", "correct".
    """
    counts = {"all": np.zeros(3, dtype=np.int64), "clustered": np.zeros(3, dtype=np.int64)}
    for record in records:
        for name, items in clusters_of(record):
            groups = [item.get("group") for item in items]
            contexts = [item.get("context") for item in items]
            found = miner.find([str(item["text"]) for item in items], contexts, name)
            gold = set(_gold(groups))
            pairs = {(pair.source, pair.target) for pair in found}
            grouped = {(i, j) for i, j in pairs if None not in (groups[i], groups[j])}
            for which, chosen in (("all", pairs), ("clustered", grouped)):
                counts[which] += len(gold), len(chosen), len(gold & chosen)
    return {which: _measured(*numbers.tolist()) for which, numbers in counts.items()}


def tune(miner: HeadlineMiner, records: Iterable[Mapping[str, Any]]) -> HeadlineMiner:
    """Return a miner of pairs with the best thresholds on labelled clusters, by F of all items.

    Both are tried from 0 to 1 in steps of .05; of equal results, the closest to the paper's wins.
    """
    titles, contexts, gold = [], [], []
    for record in records:
        for _, items in clusters_of(record):
            first, second = np.triu_indices(len(items), 1)
            right = set(_gold([item.get("group") for item in items]))
            gold += [pair in right for pair in zip(first.tolist(), second.tolist(), strict=True)]
            titles.append(miner._cosines([str(item["text"]) for item in items])[first, second])
            below = miner._context_cosines([item.get("context") for item in items])
            contexts.append(below[first, second])
    got, expected = "no group of two items", '"group" of items'
    SettingCheck("P911").sound("labelled clusters", got, any(gold), expected)
    title, context = np.concatenate(titles), np.concatenate(contexts)
    labels = np.array(gold)

    def value(thresholds: tuple[float, float]) -> tuple[float, float]:
        lower, upper = thresholds
        between = (title >= lower - _EQUAL) & (context > upper + _EQUAL)
        taken = (title > upper + _EQUAL) | between
        measured = _measured(int(labels.sum()), int(taken.sum()), int((taken & labels).sum()))
        return measured["f"], -abs(lower - PAPER[0]) - abs(upper - PAPER[1])

    steps = [k / 20 for k in range(21)]
    lower, upper = max(((a, b) for a in steps for b in steps if a <= b), key=value)
    return replace(miner, method="pairs", lower=lower, upper=upper)


def halves(records: Iterable[Mapping[str, Any]]) -> tuple[list[Any], list[Any]]:
    """Split the clusters into two halves, for tuning and for testing, by a hash of their names."""
    ordered = sorted(records, key=lambda each: sha256(str(each.get("cluster")).encode()).digest())
    return ordered[::2], ordered[1::2]


def _gold(groups: Sequence[Any]) -> Iterator[tuple[int, int]]:
    for i, j in combinations(range(len(groups)), 2):
        if groups[i] is not None and groups[i] == groups[j]:
            yield i, j


def _measured(gold: int, found: int, correct: int) -> dict[str, float]:
    precision = correct / found if found else 0.0
    recall = correct / gold if gold else 0.0
    below = BETA**2 * precision + recall
    f = (1 + BETA**2) * precision * recall / below if below else 0.0
    scores = {"precision": precision, "recall": recall, "f": f}
    numbers = {"gold": gold, "found": found, "correct": correct}
    return {name: round(value, 4) for name, value in scores.items()} | numbers


def _unit(vectors: FloatArray) -> FloatArray:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.where(lengths > _EQUAL, vectors / np.maximum(lengths, _EQUAL), 0.0)


def _start(vectors: FloatArray, k: int, random: np.random.Generator) -> FloatArray:
    centres = [int(random.integers(len(vectors)))]
    far = np.ones(len(vectors))
    while len(centres) < k:
        far = np.minimum(far, np.clip(1 - vectors @ vectors[centres[-1]], 0, None))
        far[centres] = 0
        if far.sum() <= _EQUAL:
            break
        centres.append(int(random.choice(len(vectors), p=far / far.sum())))
    return vectors[centres]


def _settled(vectors: FloatArray, centres: FloatArray) -> IntArray:
    groups = np.full(len(vectors), -1)
    for _ in range(100):
        nearest = np.argmax(vectors @ centres.T, axis=1)
        for empty in set(range(len(centres))) - {*nearest.tolist()}:
            sizes = np.bincount(nearest, minlength=len(centres))
            close = (vectors * centres[nearest]).sum(axis=1)
            nearest[np.argmin(np.where(sizes[nearest] > 1, close, np.inf))] = empty
        if (nearest == groups).all():
            break
        groups = nearest
        summed = [vectors[groups == group].sum(axis=0) for group in range(len(centres))]
        centres = _unit(np.array(summed))
    return np.asarray(groups, dtype=np.int64)


def _closed(pairs: list[HeadlinePair], cosines: FloatArray) -> list[HeadlinePair]:
    """Return the transitive closure of pairs: all pairs inside connected components."""
    import networkx as nx

    graph = nx.Graph([(pair.source, pair.target) for pair in pairs])
    known = {(pair.source, pair.target): pair for pair in pairs}
    closed = {
        (i, j): known.get((i, j), HeadlinePair(i, j, _rounded(cosines[i, j]), "closure"))
        for component in nx.connected_components(graph)
        for i, j in combinations(sorted(component), 2)
    }
    return [closed[key] for key in sorted(closed)]


def _rounded(value: float) -> float:
    return round(min(float(value), 1.0), 4)
