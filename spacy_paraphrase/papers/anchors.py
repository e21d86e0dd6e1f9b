"""Phrases between the same words: paraphrases without any aligned pairs.

Paşca and Dienes 2005, *Aligning needles in a haystack: paraphrase acquisition across the Web*:
phrases between the same words on the left and right, an anchor, may mean the same, the more likely
the more anchors they share. Opposites and co-hyponyms share anchors too. An anchor with many
phrases is weak evidence, so it is left out; remaining wrong pairs get a low score by `row_score`.

Input are objects with `words` (a list) and maybe `id` and `entities` (`[[start, end, label], ...]`,
end exclusive). A row is one of a phrase table (`phrases`), `count` the number of shared anchors.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from sys import maxsize
from typing import Any, TypeAlias

from ..acquire.mining_jobs import check_number
from ..acquire.phrases import Run, is_unlike, merged_examples
from ..checked import check_fields, checked
from ..errors import ParaphraseError
from ..jobs import Dropped, Job, Row, run_loop
from .path_space import added

# What stands between the words of an anchor: the phrase, with the ids of its sentences.
Candidates: TypeAlias = dict[str, list[str]]


@dataclass(frozen=True)
class AnchorSettings:
    """The settings of anchors, and of the phrases between their halves.

    Attributes:
        width: Number of words of an anchor on each side.
        shortest: The fewest words of a phrase.
        longest: The most words of a phrase.
        min_count: Least number of anchors shared by two phrases.
        cap: Greatest number of phrases of an anchor; one with more is left out.
        entities: Whether the nearest name on each side is a required part of the anchor; this gives
            fewer but better pairs.

    Raises:
        ParaphraseError: P901 for a setting that makes no sense.
    """

    width: int = 2
    shortest: int = 1
    longest: int = 4
    min_count: int = 3
    cap: int = 10
    entities: bool = False

    def __post_init__(self) -> None:
        check_fields(self)
        known = {"width": 1, "shortest": 1, "longest": min(self.shortest, maxsize), "min_count": 1}
        for setting, least in (known | {"cap": 2}).items():
            if (got := getattr(self, setting)) < least:
                expected = f"a number, at least {least}"
                raise ParaphraseError("P901", setting=setting, got=got, expected=expected)


@checked()
def mine_anchors(
    sentences: Iterable[Mapping[str, Any]],
    settings: AnchorSettings | None = None,
    *,
    stop_words: Collection[str] = frozenset(),
    origin: str = "",
    run: Run = run_loop,
) -> Iterable[Row]:
    """Return pairs of phrases that share enough anchors, each in both directions.

    Pairs that contain a smaller pair (`phrases.is_unlike`) are left out.

    Args:
        sentences: Objects with `words`.
        settings: What an anchor is.
        stop_words: Phrases of stop words and punctuation only are left out.
        origin: What the corpus is called, for the rows.
        run: Runs a job over records and gives its rows.

    Example:
        >>> verbs = "bought acquired".split()
        >>> sentences = [{"words": f"a firm that {v} a small bank".split()} for v in verbs]
        >>> for row in mine_anchors(sentences, AnchorSettings(min_count=1, longest=1)):
        ...     print(row["source"], row["target"], row["count"])
        ['acquired'] ['bought'] 1
        ['bought'] ['acquired'] 1
    """
    settings = settings or AnchorSettings()
    anchors = run(anchor_job(settings, stop_words), sentences)
    return run(pair_job(settings.min_count, origin), anchors)


def anchor_job(settings: AnchorSettings, stop_words: Collection[str] = frozenset()) -> Job:
    """Return the job that collects the phrases of each anchor.

    An anchor with too many phrases is a row that says so, `{"anchor", "dropped"}`.
    """
    given = replace(settings, min_count=1)  # what comes out is the same for any
    joined, found = partial(_combine, settings.cap), partial(_reduce, settings.cap)
    return Job("anchors", partial(_map, given, sorted(stop_words)), joined, found)


def _map(
    settings: AnchorSettings, stop_words: Collection[str], item: Mapping[str, Any]
) -> Iterator[tuple[str, Candidates]]:
    words = item.get("words")
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ParaphraseError("P503", key="words", got=repr(words)[:80], expected="a list of words")
    check_number(len(words))
    words = [word.lower() for word in words]
    silent = {word for word in words if not any(map(str.isalnum, word))}.union(stop_words)
    id = [] if item.get("id") is None else [str(item["id"])]
    names = item.get("entities") or []
    for start, end in _phrases(len(words), settings):
        phrase = words[start:end]
        if silent.issuperset(phrase):
            continue
        around = _nearest(names, words, start, end) if settings.entities else []
        if around is not None:
            halves = words[start - settings.width : start], words[end : end + settings.width]
            anchor = json.dumps([*halves[0], "", *halves[1], *around], ensure_ascii=False)
            yield anchor, {" ".join(phrase): id}


def _phrases(count: int, settings: AnchorSettings) -> Iterator[tuple[int, int]]:
    """Yield start and end of the phrases of so many words that have room for an anchor."""
    for start in range(settings.width, count):
        last = min(start + settings.longest, count - settings.width)
        yield from ((start, end) for end in range(start + settings.shortest, last + 1))


def _nearest(
    names: Sequence[list[Any]], words: Sequence[str], start: int, end: int
) -> list[str] | None:
    """Return the nearest names before and behind a phrase; None if a side has none."""
    before = max((name for name in names if name[1] <= start), default=None)
    behind = min((name for name in names if name[0] >= end), default=None)
    if before is None or behind is None:
        return None
    return [" ".join(words[first:last]) for first, last, *_ in (before, behind)]


def _combine(cap: int, one: Candidates, other: Candidates) -> Candidates:
    """Return the phrases of both; of too many so many that it is seen that there are too many."""
    if len(one) > cap:
        return one
    found = dict(one)
    for phrase, ids in other.items():
        found[phrase] = merged_examples(found.get(phrase, ()), ids)
    return dict(sorted(found.items())[: cap + 1])


def _reduce(cap: int, key: str, value: Candidates) -> Iterator[Row]:
    if len(value) > cap:
        yield {"anchor": key, "dropped": True}
    elif len(value) > 1:
        yield {"anchor": key, "phrases": dict(sorted(value.items()))}


def pair_job(min_count: int, origin: str = "") -> Job:
    """Return the job that counts the anchors shared by two phrases."""
    return Job("anchored phrases", _map_anchor, added, partial(_reduce_pair, min_count, origin))


def _map_anchor(item: Row) -> Iterator[tuple[str, list[Any]]]:
    for one, other in combinations(sorted(item.get("phrases", ())), 2):
        ids = merged_examples(item["phrases"][one], item["phrases"][other])
        yield f"{one}\t{other}", [1, ids]


def _reduce_pair(
    min_count: int, origin: str, key: str, value: list[Any]
) -> Iterator[Row | Dropped]:
    count, ids = value
    if count < min_count:
        return
    one, other = (phrase.split(" ") for phrase in key.split("\t"))
    if not is_unlike(one, other):
        yield Dropped("smaller pair")
        return
    shared = {"count": count, "score": None, "relation": None, "origin": origin, "examples": ids}
    for source, target in ((one, other), (other, one)):
        yield {"source": source, "target": target, **shared}
