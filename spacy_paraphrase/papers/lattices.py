"""Lattices with slots from similar sentences, and pairs of lattices with the same meaning.

Barzilay and Lee 2003, *Learning to paraphrase: an unsupervised approach using multiple-sequence
alignment*, as in Madnani and Dorr 2010, *Generating phrasal and sentential paraphrases*: similar
sentences are aligned; words of most sentences form the backbone, positions with many different
words become slots, those with a few words choices. Lattices whose slots have the same fillers on
the same days are paraphrases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import combinations, pairwise
from typing import Any, TypeAlias

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.optimize import linear_sum_assignment
from scipy.spatial.distance import squareform
from spacy.tokens import Doc, Span

from ..acquire.phrases import Run, is_word
from ..checked import checked
from ..jobs import Dropped, Job, Row, run_loop
from ..jobs.arrays import FloatArray
from .anchored import ids_of, spans_of
from .path_space import VERSION, check_settings

NUMBER = "NUM"
_MAX_N = 4
_SAME, _OTHER, _GAP = 1.0, -0.5, -0.01
# Different words that two slots share, at least: "two" alone stands on any day.
_SHARED = 2

# A word as it is compared, a class of names or numbers, and as it is written.
Item: TypeAlias = Sequence[str]
# What stands in the columns of an alignment, by sentence; None for a gap.
Columns: TypeAlias = list[list["Item | None"]]


@dataclass(frozen=True)
class LatticeSettings:
    """The settings of lattices.

    Attributes:
        backbone: Least share of sentences with a word of the backbone.
        slot: Positions where no next word has more than this share become slots.
        min_group: Least number of sentences of a lattice.
        similar: The least overlap of n-grams between any two sentences of a group.
        match: The least overlap of the fillers of two lattices.
        window_days: Greatest distance in days of sentences whose fillers are compared.
        cap: The most sentences of a cluster.

    Raises:
        ParaphraseError: P901 for a setting that makes no sense.
    """

    backbone: float = 0.5
    slot: float = 0.3
    min_group: int = 10
    similar: float = 0.2
    match: float = 0.1
    window_days: int = 0
    cap: int = 500

    def __post_init__(self) -> None:
        shares = ("backbone", "slot", "similar", "match")
        check_settings(self, counts=("min_group", "cap"), shares=shares)


# -- Sentences and groups of them ------------------------------------------------------------------


def items_of(sentence: Span) -> list[list[str]]:
    """Return the words of a sentence, a name or a number as one by its class: PERSON, DATE, NUM."""
    items = []
    i = sentence.start
    while i < sentence.end:
        token = sentence.doc[i]
        ent = next((e for e in sentence.ents if e.start == i), None)
        end = ent.end if ent else i + 1
        kind = ent.label_ if ent else NUMBER if token.like_num else token.lower_
        if not token.is_space:
            items.append([kind, sentence.doc[i:end].text])
        i = end
    return items


def overlaps(sentences: Sequence[Sequence[Item]]) -> FloatArray:
    """Return how many n-grams sentences share, as the mean of Dice for n of 1 to 4; (n, n)."""
    size = len(sentences)
    found = np.zeros((size, size))
    kinds = [[item[0] for item in sentence] for sentence in sentences]
    for n in range(1, _MAX_N + 1):
        grams = [Counter(zip(*(words[k:] for k in range(n)), strict=False)) for words in kinds]
        for i, j in combinations(range(size), 2):
            total = grams[i].total() + grams[j].total()
            shared = (grams[i] & grams[j]).total()
            found[i, j] += 2 * shared / total / _MAX_N if total else 0
    return np.asarray(found + found.T)


def groups(similarity: FloatArray, settings: LatticeSettings) -> list[list[int]]:
    """Return the groups of which any two sentences are similar: complete link, large groups only.

    Args:
        similarity: That of each two sentences; (n, n).
        settings: How similar, and how many.
    """
    if len(similarity) < max(settings.min_group, 2):
        return []
    tree = linkage(squareform(1 - similarity, checks=False), "complete")
    labels = fcluster(tree, 1 - settings.similar, "distance")
    found = [np.flatnonzero(labels == label).tolist() for label in np.unique(labels)]
    return sorted(group for group in found if len(group) >= settings.min_group)


# -- Multiple-sequence alignment -------------------------------------------------------------------


def align_sentences(sentences: Sequence[Sequence[Item]], similarity: FloatArray) -> Columns:
    """Return sentences aligned with each other: in each column an item of each sentence, or None.

    The two most similar ones come first, then one by one that which is most similar to those
    aligned. Two equal words score 1, a word beside a gap -.01, two different words -.5, a sentence
    beside several the mean.

    Args:
        sentences: The items of each.
        similarity: That of each two; (n, n).
    """
    first, second = np.unravel_index(np.argmax(similarity), similarity.shape)
    left = set(range(len(sentences)))
    order = [int(first), int(second)] if first != second else [0]
    left -= set(order)
    while left:
        order.append(max(left, key=lambda i: (similarity[i, order].sum(), -i)))
        left.remove(order[-1])
    columns: Columns = [[item] for item in sentences[order[0]]]
    for count, i in enumerate(order[1:], 1):
        columns = _added(columns, sentences[i], count)
    places = np.argsort(order).tolist()
    return [[column[k] for k in places] for column in columns]


def _added(columns: Columns, sentence: Sequence[Item], count: int) -> Columns:
    """Return an alignment of some sentences with one more at the end of each column."""
    words = [Counter(item[0] for item in column if item) for column in columns]
    skip = np.array([_GAP * found.total() / count for found in words])
    fit = np.array([[_fit(found, item[0], count) for item in sentence] for found in words])
    best = _best(skip, fit.reshape(len(columns), len(sentence)))
    joined: Columns = []
    i, j = len(columns), len(sentence)
    while i or j:
        if i and j and best[i, j] == best[i - 1, j - 1] + fit[i - 1, j - 1]:
            i, j = i - 1, j - 1
            joined.append([*columns[i], sentence[j]])
        elif i and best[i, j] == best[i - 1, j] + skip[i - 1]:
            i -= 1
            joined.append([*columns[i], None])
        else:
            j -= 1
            joined.append([*[None] * count, sentence[j]])
    return joined[::-1]


def _best(skip: FloatArray, fit: FloatArray) -> FloatArray:
    """Return the best score of each beginning of the columns and of the sentence."""
    best = np.zeros((fit.shape[0] + 1, fit.shape[1] + 1))
    best[1:, 0] = np.cumsum(skip)
    best[0, 1:] = _GAP * np.arange(1, fit.shape[1] + 1)
    for i, j in np.ndindex(fit.shape):
        ways = best[i, j] + fit[i, j], best[i, j + 1] + skip[i], best[i + 1, j] + _GAP
        best[i + 1, j + 1] = max(ways)
    return best


def _fit(found: Counter[str], word: str, count: int) -> float:
    same, filled = found[word], found.total()
    score = same * _SAME + (filled - same) * _OTHER + (count - filled) * _GAP
    return score / count


# -- Lattices --------------------------------------------------------------------------------------


def successors(counts: Mapping[str, int], slot: float = 0.3) -> list[str] | None:
    """Return which of the words after a node stay, None if they make a slot.

    If none has more than the share of the slot, they do; else those below that share go.

    Args:
        counts: How many sentences go on to each.
        slot: The share.

    Example:
        >>> successors({"a": 5, "b": 4, "c": 1}), successors(dict.fromkeys("abcde", 2))
        (['a', 'b'], None)
    """
    total = sum(counts.values())
    if not total or max(counts.values()) <= slot * total:
        return None
    return [word for word, count in counts.items() if count >= slot * total]


def lattice_of(columns: Columns, settings: LatticeSettings) -> tuple[list[Row], list[list[str]]]:
    """Return the segments of the lattice of aligned sentences, and what fills its slots.

    A segment is {"word": w} of the backbone, {"choices": [words, ...]} (of which one may be empty),
    the most frequent first, or {"slot": k}. A class of names or numbers is a slot wherever it is.

    Args:
        columns: The alignment.
        settings: What backbone and slots are.

    Returns:
        The segments, and for each sentence what fills each slot, "" for nothing.
    """
    count = len(columns[0])
    backbone = [-1, *_backbone(columns, settings.backbone * count), len(columns)]
    made = _Segments(count, settings)
    for start, end in pairwise(backbone):
        between = columns[start + 1 : end]
        inside = [[item for c in between if (item := c[k])] for k in range(count)]
        made.add_ways(inside, _passing(columns[start]) if start >= 0 else range(count))
        if end < len(columns):
            made.add_column(columns[end])
    return made.segments, made.fillers


class _Segments:
    """The segments of a lattice from left to right, and what fills its slots in each sentence."""

    def __init__(self, count: int, settings: LatticeSettings) -> None:
        self.segments: list[Row] = []
        self.fillers: list[list[str]] = [[] for _ in range(count)]
        self._settings = settings

    def add_slot(self, texts: Sequence[str]) -> None:
        """Add a slot with what fills it in each sentence; neighbouring slots are one."""
        new = not self.segments or "slot" not in self.segments[-1]
        if new:
            self.segments.append({"slot": len(self.fillers[0])})
        for own, text in zip(self.fillers, texts, strict=True):
            own.append(text if new else f"{own.pop()} {text}".strip())

    def add_column(self, column: Sequence[Item | None]) -> None:
        """Add a word of the backbone; a class of names or numbers is a slot."""
        item = _common(column)
        if item[0].isupper():
            self.add_slot([each[1] if each else "" for each in column])
        else:
            self.segments.append({"word": item[1]})

    def add_ways(self, inside: Sequence[Sequence[Item]], through: Sequence[int]) -> None:
        """Add what stands between two words of the backbone in the sentences that have both."""
        begins = Counter(_begin(inside[k]) for k in through)
        starts = successors(begins, self._settings.slot)
        choices = starts and _choices(inside, through, set(starts), self._settings.backbone)
        if choices is not None:
            self.segments.extend([{"choices": choices}] if choices else [])
            return
        common = max(begins, key=lambda word: begins[word], default="")
        if not common.islower() or begins[common] < self._settings.backbone * len(through):
            self.add_slot([" ".join(item[1] for item in items) for items in inside])
            return
        # Most go on with one word, and then in many ways.
        on = [k for k in through if inside[k] and inside[k][0][0] == common]
        self.segments.append({"word": inside[on[0]][0][1]})
        self.add_ways([items[1:] if k in on else [] for k, items in enumerate(inside)], on)


def _begin(items: Sequence[Item]) -> str:
    return items[0][0] if items else ""


def _backbone(columns: Columns, least: float) -> list[int]:
    """Return the columns in which one word stands in so many sentences."""
    return [
        k
        for k, column in enumerate(columns)
        if max(Counter(item[0] for item in column if item).values()) >= least
    ]


def _common(column: Sequence[Item | None]) -> Item:
    """Return the most frequent item of a column, of equals the first in the alphabet."""
    counts = Counter((item[0], item[1]) for item in column if item)
    words = Counter(item[0] for item in column if item)
    return min(counts, key=lambda item: (-words[item[0]], -counts[item], item))


def _passing(column: Sequence[Item | None]) -> list[int]:
    """Return the sentences that have the word of a column of the backbone."""
    word = _common(column)[0]
    return [k for k, item in enumerate(column) if item is not None and item[0] == word]


def _choices(
    inside: Sequence[Sequence[Item]], through: Sequence[int], starts: set[str], backbone: float
) -> list[list[str]] | None:
    """Return the ways between two words of the backbone that begin with one of `starts`."""
    # None if those that begin alike go on in many ways, or if there is but one and too few
    # sentences take it for a backbone: then no way stands for the others.
    ways = Counter(
        tuple(item[1] if item[0].isupper() else item[0] for item in inside[k])
        for k in through
        if _begin(inside[k]) in starts
    )
    best: dict[str, tuple[str, ...]] = {}
    begun: Counter[str] = Counter()
    for way in sorted(ways, key=lambda way: (-ways[way], way)):
        begin = way[0] if way else ""
        best.setdefault(begin, way)
        begun[begin] += ways[way]
    if any(2 * ways[way] < begun[begin] for begin, way in best.items()):
        return None
    if len(best) == 1 and max(ways.values()) < backbone * len(through):
        return None
    found = [list(way) for way in best.values()]
    return found if any(found) else []


def lattice_job(settings: LatticeSettings) -> Job:
    """Return the job that makes lattices of the sentences of Docs, by `doc.user_data["cluster"]`.

    Docs without one are a cluster. Names are those of the Docs, "id" and "date" (ISO 8601) stand in
    their `user_data`. Rows are {"version", "id", "cluster", "segments", "sentences", "origin",
    "reads"}, the sentences with "id", "date" and "fillers".
    """
    joined = partial(_join_sentences, settings.cap)
    return Job("lattices.group", _map_sentences, joined, partial(_lattices, settings))


def _map_sentences(doc: Doc) -> Iterator[tuple[str, Any]]:
    known = doc.user_data
    for span in spans_of(doc):
        sentence = ["".join(ids_of(doc)), str(known.get("date", "")), items_of(span)]
        yield str(known.get("cluster", "")), [sentence]


def _join_sentences(cap: int, one: list[Any], other: list[Any]) -> list[Any]:
    """Return the first sentences of both in order, each text once; one more tells that some go."""
    texts = {str(each[2]): each for each in sorted([*one, *other], reverse=True)}
    return sorted(texts.values())[: cap + 1]


def _lattices(
    settings: LatticeSettings, cluster: str, sentences: list[Any]
) -> Iterator[Row | Dropped]:
    if len(sentences) > settings.cap:
        yield Dropped("sentences over cap")
    sentences = sentences[: settings.cap]
    items = [each[2] for each in sentences]
    similarity = overlaps(items)
    for number, group in enumerate(groups(similarity, settings)):
        columns = align_sentences([items[k] for k in group], similarity[np.ix_(group, group)])
        segments, fillers = lattice_of(columns, settings)
        known = [
            {"id": sentences[k][0], "date": sentences[k][1], "fillers": own}
            for k, own in zip(group, fillers, strict=True)
        ]
        row: Row = {"version": VERSION, "id": f"{cluster}/{number}", "cluster": cluster}
        row |= {"segments": segments, "sentences": known, "origin": "lattices"}
        yield row | {"reads": shown(segments)}


def shown(segments: Sequence[Row]) -> str:
    """Return a lattice as people read it.

    Example:
        >>> shown([{"slot": 0}, {"word": "was"}, {"choices": [["badly"], []]}, {"word": "hurt"}])
        '[0] was (badly|) hurt'
    """
    parts = []
    for segment in segments:
        if "choices" in segment:
            parts.append("(" + "|".join(" ".join(way) for way in segment["choices"]) + ")")
        else:
            parts.append(segment.get("word") or f"[{segment['slot']}]")
    return " ".join(parts)


# -- Lattices that say the same --------------------------------------------------------------------


def match_lattices(lattices: Iterable[Row], settings: LatticeSettings) -> Iterator[Row]:
    """Yield pairs of lattices with equally many slots and the same fillers on the same days.

    Slots are matched for the greatest overlap of their fillers. The score is the mean overlap of
    matched slots, relative to the slot with fewer fillers.

    Rows are {"version", "source", "target", "slots", "score", "count", "origin"}, both ways:
    `slots[k]` is the slot of the target that slot k of the source is.
    """
    known = sorted(lattices, key=lambda row: str(row["id"]))
    for one, other in combinations(known, 2):
        sizes = [sum("slot" in segment for segment in row["segments"]) for row in (one, other)]
        if not sizes[0] or sizes[0] != sizes[1] or one["segments"] == other["segments"]:
            continue
        shares = _shares(one, other, sizes[0], settings.window_days)
        rows, columns = linear_sum_assignment(shares, maximize=True)
        score = float(shares[rows, columns].mean())
        if score < settings.match or not shares[rows, columns].all():
            continue
        there = columns.tolist()
        back = np.argsort(columns).tolist()
        for source, target, slots in ((one, other, there), (other, one, back)):
            pair = {"version": VERSION, "source": source["id"], "target": target["id"]}
            yield pair | {"slots": slots, "score": round(score, 6), "origin": "lattices"}


def _shares(one: Row, other: Row, size: int, window: int) -> FloatArray:
    """Return the overlap of the words of each two slots, in sentences of about the same day."""
    words = [[_filled(row, slot) for slot in range(size)] for row in (one, other)]
    return np.array([[_share(mine, yours, window) for yours in words[1]] for mine in words[0]])


def _share(mine: Mapping[str, set[str]], yours: Mapping[str, set[str]], window: int) -> float:
    days = {(a, b) for a in mine for b in yours if _days_apart(a, b) <= window}
    shared = {(a, w) for a, b in days for w in mine[a] & yours[b]}
    if len({word for _, word in shared}) < _SHARED:
        return 0.0
    left = {(a, w) for a, _ in days for w in mine[a]}
    right = {(b, w) for _, b in days for w in yours[b]}
    return min(len(shared) / min(len(left), len(right)), 1.0)


def _filled(row: Row, slot: int) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for sentence in row["sentences"]:
        words = filter(is_word, sentence["fillers"][slot].lower().split())
        found.setdefault(sentence["date"], set()).update(words)
    return found


def _days_apart(one: str, other: str) -> float:
    if one == other:
        return 0
    try:
        return abs((date.fromisoformat(one[:10]) - date.fromisoformat(other[:10])).days)
    except ValueError:
        return float("inf")


# -- Rewriting -------------------------------------------------------------------------------------


def rewrite_by_lattices(
    sentence: Span, lattices: Sequence[Row], links: Iterable[Row]
) -> list[tuple[str, float]]:
    """Rewrite a sentence by the partners of the lattice that it matches best.

    It matches a lattice if it has its words, one of the choices at each position, and a filler for
    each slot; the best lattice has the most fixed words. Slots keep their fillers, and choices
    become the most frequent words.

    Args:
        sentence: A sentence with named entities, like those of the lattices.
        lattices: Their rows.
        links: Pairs of them (`match_lattices`).

    Returns:
        Texts, as words separated by spaces, and the score of the pair, best first.
    """
    items = items_of(sentence)
    known = {row["id"]: row for row in lattices}
    fits = [
        (sum("word" in segment for segment in row["segments"]), row["id"], fillers)
        for row in lattices
        if (fillers := _fillers(items, row["segments"])) is not None
    ]
    if not fits:
        return []
    _, best, fillers = max(fits, key=lambda fit: (fit[0], str(fit[1])))
    made = []
    for link in links:
        if link["source"] == best and link["target"] in known:
            at = dict(zip(link["slots"], fillers, strict=True))
            made.append((_filled_in(known[link["target"]]["segments"], at), link["score"]))
    return sorted(made, key=lambda each: -each[1])


def _fillers(items: Sequence[Item], segments: Sequence[Row]) -> list[str] | None:
    """Return what fills the slots if items fit segments, the first way that they do."""
    if not segments:
        return None if items else []
    first, *rest = segments
    if "slot" not in first:
        for way in first["choices"] if "choices" in first else [[first["word"]]]:
            if [item[1].lower() for item in items[: len(way)]] == [word.lower() for word in way]:
                found = _fillers(items[len(way) :], rest)
                if found is not None:
                    return found
        return None
    for end in range(1, len(items) + 1):
        found = _fillers(items[end:], rest)
        if found is not None:
            return [" ".join(item[1] for item in items[:end]), *found]
    return None


def _filled_in(segments: Sequence[Row], fillers: Mapping[int, str]) -> str:
    parts = []
    for segment in segments:
        if "slot" in segment:
            parts.append(fillers[segment["slot"]])
        else:
            parts += [segment["word"]] if "word" in segment else segment["choices"][0]
    return " ".join(parts)


@checked()
def mine_lattices(
    docs: Iterable[Doc], settings: LatticeSettings | None = None, *, run: Run = run_loop
) -> Iterable[Row]:
    """Return the lattices of Docs, as rows (`lattice_job`)."""
    return run(lattice_job(settings or LatticeSettings()), docs)
