"""Paraphrases by their contexts: co-training over unaligned pairs.

Barzilay and McKeown 2001, *Extracting paraphrases from a parallel corpus*, as described by Madnani
and Dorr 2010, *Generating phrasal and sentential paraphrases*. Pairs of identical words in both
sentences are positive examples, pairs of different words negative ones. The tags around examples
are contexts with a strength; strong contexts find new phrases, and these new contexts, until
nothing new is found. Tags are needed, but no alignment.

In addition, contexts here begin on each side with a word of both sentences, or with the end of
both. Phrases must differ at both edges, neither may have all words of the other, they must have the
same kinds of content words, and no content word that the other sentence has elsewhere. If a pair
has links, none may leave the phrases, and those inside determine their relation.

Input are pairs with tags: `PairRecord`, or the objects of `record_to_json`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from ..acquire.loss_guard import LossGuard
from ..acquire.phrases import (
    Run,
    as_record,
    is_unlike,
    is_word,
    lowered,
    merged_examples,
    most_votes,
    relation_of,
    summed_votes,
)
from ..analysis.sentence import COARSE_POS, OPEN_CLASS
from ..checked import checked
from ..errors import ParaphraseError
from ..jobs import Job, Row, run_loop
from ..pairs.pair import SideName
from ..readers import PairRecord
from .path_rules import summed
from .path_space import check_settings

POSITIVE, NEGATIVE = 1, -1
# What contexts say, and how strongly: by their left part, by their right part.
Strong: TypeAlias = Mapping[str, Mapping[str, tuple[int, float]]]
# What phrases are, by their words, those of both sides in one string.
Known: TypeAlias = Mapping[str, int]

# What stands for a tag where a sentence begins or ends; between the parts of a context, and between
# the sides of a phrase pair.
_EDGE, _GAP, _SIDES = "#", " … ", "\t"
_ANY = "X"


@dataclass(frozen=True)
class ContextSettings:
    """How contexts are learnt.

    Attributes:
        length: Greatest number of tags of a context on each side of a phrase.
        strength: Least share of examples of one sign among those with a context.
        min_count: Least number of examples with a context.
        k: Number of new contexts of each sign and length kept in a round, the strongest ones.
        max_span: The most words of a phrase.
        rounds: The most rounds.

    Raises:
        ParaphraseError: P901 for a setting that makes no sense.
    """

    length: int = 3
    strength: float = 0.95
    min_count: int = 5
    k: int = 10
    max_span: int = 4
    rounds: int = 10

    def __post_init__(self) -> None:
        check_settings(self, counts=("length", "min_count", "k", "max_span", "rounds"))
        if not 0 < self.strength <= 1:
            expected = "a share above 0, at most 1"
            raise ParaphraseError("P901", setting="strength", got=self.strength, expected=expected)


class Learnt(NamedTuple):
    """The results of co-training.

    Attributes:
        rows: Phrases that are paraphrases, as rows of a phrase table, with the strength of the
            context as `score`, and the `round` in which they were found.
        patterns: Their tags: objects with `source`, `target` (lists) and `count`.
        contexts: The contexts that were kept: `context`, `sign`, `strength`, `round`.
    """

    rows: list[Row]
    patterns: list[Row]
    contexts: list[Row]


@checked()
def mine_contexts(
    records: Iterable[Any],
    settings: ContextSettings | None = None,
    *,
    origin: str = "",
    run: Run = run_loop,
) -> Learnt:
    """Learn contexts and phrases from pairs, in rounds over all of them.

    All contexts of a round are counted before any is applied. A phrase pair gets the sign of its
    strongest context anywhere; ties are negative.

    Args:
        records: Pairs with tags, read twice a round.
        settings: How contexts are learnt.
        origin: What the corpus is called, for the rows.
        run: Runs a job over records and gives its rows.

    Raises:
        ParaphraseError: P918 for a pair without tags.
    """
    settings = settings or ContextSettings()
    records = list(records) if isinstance(records, Iterator) else records
    contexts: dict[str, Row] = {}
    found: dict[str, Row] = {}
    known: dict[str, int] = {}
    for number in range(1, settings.rounds + 1):
        counted = run(context_job(settings, known), records)
        new = strongest((row for row in counted if row["context"] not in contexts), settings)
        if not new:
            break
        contexts |= {row["context"]: {**row, "round": number} for row in new}
        phrases = list(run(phrase_job(settings, _by_parts(contexts.values())), records))
        for row in phrases:
            found[row["key"]] = {"round": number} | found.get(row["key"], {}) | row
        grown = known | {row["key"]: row["sign"] for row in phrases}
        if grown == known:
            break
        known = grown
    good = [row for _, row in sorted(found.items()) if row["sign"] == POSITIVE]
    return Learnt([_row(row, origin) for row in good], _patterns(good), list(contexts.values()))


def strongest(counted: Iterable[Row], settings: ContextSettings) -> list[Row]:
    """Return the strongest contexts of each sign and length, none below the threshold.

    Args:
        counted: Contexts with how many `positive` and `negative` examples they surround.
        settings: The least strength and the fewest examples, which are enough themselves, and how
            many contexts of each kind.
    """
    kinds: dict[tuple[int, int], list[Row]] = {}
    for row in counted:
        total = row["positive"] + row["negative"]
        if total < settings.min_count:
            continue
        for sign, name in ((POSITIVE, "positive"), (NEGATIVE, "negative")):
            share = row[name] / total
            if row[name] and share >= settings.strength:
                new = {"context": row["context"], "sign": sign, "strength": share, "count": total}
                kinds.setdefault((sign, row["length"]), []).append(new)
    best = []
    for _, some in sorted(kinds.items()):
        some.sort(key=lambda row: (-row["strength"], -row["count"], row["context"]))
        best += some[: settings.k]
    return best


def _by_parts(contexts: Iterable[Row]) -> Strong:
    found: dict[str, dict[str, tuple[int, float]]] = {}
    for row in contexts:
        left, right = row["context"].split(_GAP)
        found.setdefault(left, {})[right] = row["sign"], row["strength"]
    return found


def _row(row: Row, origin: str) -> Row:
    source, target = (side.split(" ") for side in row["key"].split(_SIDES))
    made = {"source": source, "target": target, "count": row["count"]}
    made |= {"score": round(row["strength"], 4), "relation": most_votes(row["relation"])[0]}
    return made | {"origin": origin, "examples": row["examples"], "round": row["round"]}


def _patterns(rows: Iterable[Row]) -> list[Row]:
    """Return the tags of phrase pairs, the most frequent first."""
    counts = Counter(tuple(row["tags"]) for row in rows)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [
        {"source": source.split(" "), "target": target.split(" "), "count": count}
        for (source, target), count in ordered
    ]


# -- One pair --------------------------------------------------------------------------------------


class _Text:
    """A side: its words, the lemmas by which words are the same, and tags with edges around."""

    def __init__(self, record: PairRecord, side: SideName, length: int) -> None:
        tokens = getattr(record, f"{side}_tokens") or {}
        if "tags" not in tokens:
            raise ParaphraseError("P918", id=record.id)
        self.words = lowered(getattr(record, side))
        lemmas = lowered(tokens.get("lemmas", self.words))
        self.lemmas = [lemma or word for lemma, word in zip(lemmas, self.words, strict=True)]
        self.tags: Sequence[str] = tokens["tags"]
        # Kinds of content words, "" for others; without parts of speech, all are of one kind.
        self.kinds = [_ANY if is_word(word) else "" for word in self.words]
        if pos := tokens.get("pos"):
            self.kinds = [COARSE_POS.get(p, p) if p in OPEN_CLASS else "" for p in pos]
        edge = [("", _EDGE)] * length
        inside = zip(self.lemmas, self.tags, strict=True)
        self._padded = [*edge, *inside, *edge]
        self._length = length

    def before(self, i: int, length: int) -> list[tuple[str, str]]:
        """Return lemmas and tags of the words before a place, the nearest first."""
        at = i + self._length
        return self._padded[at - length : at][::-1]

    def behind(self, i: int, length: int) -> list[tuple[str, str]]:
        """Return those of the words behind a place, the nearest first."""
        at = i + self._length + 1
        return self._padded[at : at + length]

    def neighbours(self, first: int, last: int) -> tuple[str, str]:
        """Return the lemmas before and behind a phrase, "" where there is none."""
        return self.before(first, 1)[0][0], self.behind(last, 1)[0][0]

    def phrases(self, most: int) -> Iterator[tuple[int, int, str]]:
        """Yield first and last word, and the words, of each phrase."""
        for i in range(len(self.words)):
            for j in range(i, min(i + most, len(self.words))):
                yield i, j, " ".join(self.words[i : j + 1])

    def read(self, first: int, last: int, of: Sequence[str]) -> str:
        """Return what a phrase is in terms of `lemmas` or `tags`."""
        return " ".join(of[first : last + 1])


def _sides(item: Any, length: int) -> tuple[PairRecord, _Text, _Text]:
    record = as_record(item)
    return record, _Text(record, "source", length), _Text(record, "target", length)


def _may_stand(source: _Text, i: int, j: int, target: _Text, k: int, m: int) -> bool:
    """Return whether nothing in the words of two phrases keeps them from being paraphrases."""
    ours, theirs = source.lemmas[i : j + 1], target.lemmas[k : m + 1]
    kinds = {*source.kinds[i : j + 1]} - {""}
    if not is_unlike(ours, theirs) or not kinds or kinds != {*target.kinds[k : m + 1]} - {""}:
        return False
    return not (_elsewhere(source, i, j, target, k, m) or _elsewhere(target, k, m, source, i, j))


def _elsewhere(source: _Text, i: int, j: int, target: _Text, k: int, m: int) -> bool:
    """Return whether a content word of a phrase stands in the other sentence, not in its phrase."""
    inside = set(target.lemmas[k : m + 1])
    outside = {*target.lemmas[:k], *target.lemmas[m + 1 :]} - inside
    return any(source.kinds[q] and source.lemmas[q] in outside for q in range(i, j + 1))


def _part(source: Sequence[tuple[str, str]], target: Sequence[tuple[str, str]]) -> str:
    """Return one side of a context: the tags of both sentences, numbered where words are shared."""
    tags = [tag for _, tag in source], [tag for _, tag in target]
    for k, word in enumerate(target):
        if word[0] and word in source:
            place = source.index(word)
            tags[0][place] = f"{word[1]}{place + 1}"
            tags[1][k] = f"{word[1]}{place + 1}"
    return " | ".join(map(" ".join, tags))


# -- Contexts of examples --------------------------------------------------------------------------


def context_job(settings: ContextSettings, known: Known) -> Job:
    """Return the job that counts the examples of each context.

    Examples are all pairs of words, positive where the lemmas are the same, and what is `known`.
    """
    mapped = partial(_map_contexts, settings.length, settings.max_span, dict(known))
    return Job("contexts", mapped, summed, _reduce_context)


def _map_contexts(
    length: int, max_span: int, known: Known, item: Any
) -> Iterator[tuple[str, list[int]]]:
    _, source, target = _sides(item, length)
    for i, j, k, m, sign in _examples(source, target, max_span, known):
        if source.neighbours(i, j) != target.neighbours(k, m):
            continue
        value = [1, 0] if sign == POSITIVE else [0, 1]
        for size in range(1, length + 1):
            left = _part(source.before(i, size), target.before(k, size))
            right = _part(source.behind(j, size), target.behind(m, size))
            yield f"{size}\t{left}{_GAP}{right}", value


def _examples(
    source: _Text, target: _Text, max_span: int, known: Known
) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield the spans and the sign of each example of a pair."""
    for i, lemma in enumerate(source.lemmas):
        for k, other in enumerate(target.lemmas):
            key = f"{source.words[i]}{_SIDES}{target.words[k]}"
            yield i, i, k, k, POSITIVE if lemma == other else known.get(key, NEGATIVE)
    if not known:
        return
    there = list(target.phrases(max_span))
    for i, j, phrase in source.phrases(max_span):
        for k, m, other in there:
            if j > i or m > k:
                sign = known.get(f"{phrase}{_SIDES}{other}")
                if sign is not None:
                    yield i, j, k, m, sign


def _reduce_context(key: str, value: list[int]) -> Iterator[Row]:
    size, context = key.split("\t")
    positive, negative = value
    yield {"context": context, "length": int(size), "positive": positive, "negative": negative}


# -- Phrases in contexts ---------------------------------------------------------------------------


def phrase_job(settings: ContextSettings, strong: Strong) -> Job:
    """Return the job that finds phrases in strong contexts, except phrases of the same lemmas."""
    mapped = partial(_map_phrases, settings.length, settings.max_span, strong)
    return Job("phrases in contexts", mapped, _join, _reduce_phrase)


def _map_phrases(
    length: int, max_span: int, strong: Strong, item: Any
) -> Iterator[tuple[str, Row]]:
    record, source, target = _sides(item, length)
    guard = LossGuard(record)
    id = [] if record.id is None else [str(record.id)]
    n, m = len(source.words), len(target.words)
    for i, k in product(range(n), range(m)):
        if source.neighbours(i, i)[0] != target.neighbours(k, k)[0]:
            continue
        lefts = [_part(source.before(i, s), target.before(k, s)) for s in range(1, length + 1)]
        if not any(left in strong for left in lefts):
            continue
        for j, q in product(range(i, min(i + max_span, n)), range(k, min(k + max_span, m))):
            if not _may_stand(source, i, j, target, k, q):
                continue
            found = _strongest_of(lefts, source, j, target, q, strong)
            spans = range(i, j + 1), range(k, q + 1)
            relation = _relation(record, *spans)
            if found is None or relation is None or guard.lost(*spans):
                continue
            ends = source.read(i, j, source.words), target.read(k, q, target.words)
            tags = [source.read(i, j, source.tags), target.read(k, q, target.tags)]
            value = {"best": found, "count": 1, "examples": id, "tags": tags}
            value["relation"] = {relation: 1} if relation else {}
            yield _SIDES.join(ends), value


def _relation(record: PairRecord, sources: range, targets: range) -> str | None:
    """Return what the links of two phrases say, "" if there is none, None if one leaves them."""
    links = [k for k in record.words or () if k.source[0] in sources or k.target[0] in targets]
    if any(k.source[0] not in sources or k.target[0] not in targets for k in links):
        return None
    return relation_of(record, links, sources, targets) if links else ""


def _strongest_of(
    lefts: Sequence[str], source: _Text, j: int, target: _Text, q: int, strong: Strong
) -> list[float] | None:
    """Return strength and sign, turned round, of the strongest context, a negative of equals."""
    found = []
    for size, left in enumerate(lefts, 1):
        if left in strong:
            right = _part(source.behind(j, size), target.behind(q, size))
            if right in strong[left]:
                sign, strength = strong[left][right]
                found.append([strength, -sign])
    return max(found, default=None)


def _join(one: Row, other: Row) -> Row:
    return {
        "best": max(one["best"], other["best"]),
        "count": one["count"] + other["count"],
        "examples": merged_examples(one["examples"], other["examples"]),
        "tags": min(one["tags"], other["tags"]),
        "relation": summed_votes(one["relation"], other["relation"]),
    }


def _reduce_phrase(key: str, value: Row) -> Iterator[Row]:
    strength, turned = value["best"]
    evidence = {name: value[name] for name in ("count", "examples", "tags", "relation")}
    yield {"key": key, "sign": -int(turned), "strength": strength, **evidence}
