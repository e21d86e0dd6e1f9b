"""Matching of the sentences of two texts: one to one, one to two, or two to one.

Identical sentences are matched first. The others are compared by their shared words, weighted by
rarity, and only with sentences that such words point to. If most sentences are the same, the cost
grows with the length of the texts, not with its square.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from difflib import SequenceMatcher
from math import log
from typing import NamedTuple

from .sentences import TextSentence

# Words that more sentences than this have point to none.
COMMON = 60
# Least share of words, by weight, that two sentences have in common if they belong together; and
# that one has of the other, where that is much shorter.
SHARED, CONTAINED = 0.4, 0.75
# What the same order is worth.
ORDER = 0.1
# A sentence is the second half of a longer one if so large a share of it is what the first half
# leaves over; or a lower share, if this share of it is in the longer one: "We also accept cheques."
SECOND, NEWS, COMMON_SHARE = 0.5, 0.2, 0.6


class SentenceMatch(NamedTuple):
    """Corresponding sentences, by number; one side is empty for a sentence without a match.

    Attributes:
        source: Sentences of the first text, in order.
        target: Sentences of the second text.
        same: Whether they read the same.
        moved: Whether their position in the order of sentences has changed.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    same: bool = False
    moved: bool = False


Words = Counter[str]


def match(a: Sequence[TextSentence], b: Sequence[TextSentence]) -> list[SentenceMatch]:
    """Match the sentences of two texts; the result is in the order of both texts."""
    keys = [[_key(sentence) for sentence in text] for text in (a, b)]
    pairs = _same(*keys)
    words = []
    for side, text in enumerate((a, b)):
        done = {pair[side] for pair in pairs}
        words.append({k: _words(each) for k, each in enumerate(text) if k not in done})
    weights = _weights([list(some.values()) for some in words])
    found = _alike(words, weights, pairs)
    matches = [SentenceMatch((i,), (j,), True) for i, j in pairs]
    matches += _with_seconds(found, words, weights)
    return _in_order(matches, len(a), len(b))


def _key(sentence: TextSentence) -> str:
    """Return what two sentences that read the same have in common."""
    return " ".join(re.findall(r"\w+|[^\w\s]", sentence.text.casefold()))


def _words(sentence: TextSentence) -> Words:
    return Counter(
        t.lemma_.lower() or t.lower_ for t in sentence.span if not (t.is_punct or t.is_space)
    )


def _weights(texts: list[list[Words]]) -> dict[str, float]:
    """Return how much each word tells: the fewer sentences of a text have it the more."""
    counts = [Counter(word for words in every for word in words) for every in texts]
    most = max(len(every) for every in texts)
    return {w: log(1 + most / max(counts[0][w], counts[1][w])) for w in counts[0] | counts[1]}


def _same(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    """Return the sentences that read the same: those in order first, then those that moved."""
    blocks = SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks()
    pairs = [(i + k, j + k) for i, j, size in blocks for k in range(size)]
    done = {i for i, _ in pairs}, {j for _, j in pairs}
    places: dict[str, deque[int]] = defaultdict(deque)
    for j, key in enumerate(b):
        if j not in done[1]:
            places[key].append(j)
    for i, key in enumerate(a):
        if i not in done[0] and places[key]:
            pairs.append((i, places[key].popleft()))
    return pairs


def _weight(words: Words, weights: dict[str, float]) -> float:
    return sum(weights[word] * n for word, n in words.items())


def likeness(one: Words, other: Words, weights: dict[str, float]) -> float:
    """Return the similarity of two sentences, 0 to 1; 0 below the threshold of a match."""
    both = one & other
    shared, sizes = _weight(both, weights), (_weight(one, weights), _weight(other, weights))
    if min(sizes) <= 0:
        return 0.0
    dice = 2 * shared / sum(sizes)
    contained = shared / min(sizes) >= CONTAINED and both.total() >= 3
    return dice if dice >= SHARED or contained else 0.0


def _alike(
    words: list[dict[int, Words]], weights: dict[str, float], pairs: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return the best pairs of sentences that share most of their words, none twice."""
    having: dict[str, list[int]] = defaultdict(list)
    for j, some in words[1].items():
        for word in some:
            having[word].append(j)
    anchors = sorted(pairs)
    scored = []
    for i, some in words[0].items():
        near = {j for word in some for j in having[word] if len(having[word]) <= COMMON}
        for j in near:
            score = likeness(some, words[1][j], weights)
            if score:
                scored.append((-score - ORDER * _fits(i, j, anchors), i, j))
    done: tuple[set[int], set[int]] = (set(), set())
    found = []
    for _, i, j in sorted(scored):
        if i not in done[0] and j not in done[1]:
            done[0].add(i)
            done[1].add(j)
            found.append((i, j))
    return found


def _fits(i: int, j: int, anchors: list[tuple[int, int]]) -> bool:
    """Return whether a pair stands between the same sentences on both sides."""
    k = bisect_left(anchors, (i, -1))
    before = anchors[k - 1][1] if k else -1
    behind = anchors[k][1] if k < len(anchors) else j + 1
    return before < j < behind


def _with_seconds(
    pairs: list[tuple[int, int]], words: list[dict[int, Words]], weights: dict[str, float]
) -> list[SentenceMatch]:
    """Return pairs as matches, with the sentence beside that says what is left of the other."""
    free = [some.keys() - {pair[side] for pair in pairs} for side, some in enumerate(words)]
    found = []
    for i, j in sorted(pairs):
        source, target = [i], [j]
        for side, own, other, places in ((1, i, j, target), (0, j, i, source)):
            whole = words[1 - side][own]
            left = whole - words[side][other]
            for near in (other + 1, other - 1):
                if near in free[side] and _is_second(words[side][near], left, whole, weights):
                    places.append(near)
                    free[side].discard(near)
                    break
            if len(places) > 1:
                break
        found.append(SentenceMatch(tuple(sorted(source)), tuple(sorted(target))))
    return found


def _is_second(words: Words, left: Words, other: Words, weights: dict[str, float]) -> bool:
    """Return whether a sentence says, for the most part, what another one has left over."""
    whole = _weight(words, weights)
    if whole <= 0:
        return False
    news, common = _weight(words & left, weights) / whole, _weight(words & other, weights) / whole
    return news >= SECOND or (news >= NEWS and common >= COMMON_SHARE)


def _in_order(matches: list[SentenceMatch], n: int, m: int) -> list[SentenceMatch]:
    """Return all matches in the order of both texts, what stands alone between them."""
    matches = sorted(matches, key=lambda each: each.source)
    unmoved = _rising([each.target[0] for each in matches])
    matches = [each._replace(moved=k not in unmoved) for k, each in enumerate(matches)]
    alone = [
        sorted({*range(n)} - {i for each in matches for i in each.source}),
        sorted({*range(m)} - {j for each in matches for j in each.target}),
    ]
    # A lone sentence of the target stands before the next match that has not moved, behind all if
    # there is none.
    anchors = [(each.target[0], each.source[0]) for each in matches if not each.moved]
    placed = [(each.source[0], 2, each) for each in matches]
    placed += [(i, 0, SentenceMatch((i,), ())) for i in alone[0]]
    for j in alone[1]:
        at = bisect_left(anchors, (j, -1))
        place = anchors[at][1] if at < len(anchors) else n
        placed.append((place, 1, SentenceMatch((), (j,))))
    return [each for *_, each in sorted(placed)]


def _rising(numbers: list[int]) -> set[int]:
    """Return where the numbers of a longest rising row stand (patience sorting)."""
    tops: list[int] = []
    at: list[int] = []
    under: list[int] = []
    for k, number in enumerate(numbers):
        place = bisect_left(tops, number)
        under.append(at[place - 1] if place else -1)
        tops[place : place + 1] = [number]
        at[place : place + 1] = [k]
    found, k = set(), at[-1] if at else -1
    while k >= 0:
        found.add(k)
        k = under[k]
    return found
