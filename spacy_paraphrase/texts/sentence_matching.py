"""Matching of the sentences of two texts: one to one, one to two, or two to one.

Identical sentences are matched first. The others are compared by their shared words, weighted by
rarity, and only with sentences that such words point to. If most sentences are the same, the cost
grows with the length of the texts, not with its square.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
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
# The second half of a sentence says, for so large a share of it, what the first half leaves over;
# or so much of that and, for the most part, what the whole says: "We also accept cheques."
SECOND, NEWS, TOLD = 0.5, 0.2, 0.6


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
    rest = [
        [k for k in range(len(text)) if k not in done]
        for text, done in zip((a, b), ({i for i, _ in pairs}, {j for _, j in pairs}), strict=True)
    ]
    words = [{k: _words(text[k]) for k in some} for text, some in zip((a, b), rest, strict=True)]
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
    places: dict[str, list[int]] = defaultdict(list)
    for j in range(len(b) - 1, -1, -1):
        if j not in done[1]:
            places[b[j]].append(j)
    for i, key in enumerate(a):
        if i not in done[0] and places[key]:
            pairs.append((i, places[key].pop()))
    return pairs


def _weight(words: Words, weights: dict[str, float]) -> float:
    return sum(weights[word] * n for word, n in words.items())


def likeness(one: Words, other: Words, weights: dict[str, float]) -> float:
    """Return the similarity of two sentences, 0 to 1; 0 below the threshold of a match."""
    shared = _weight(one & other, weights)
    sizes = _weight(one, weights), _weight(other, weights)
    if min(sizes) <= 0:
        return 0.0
    dice = 2 * shared / sum(sizes)
    inside = shared / min(sizes)
    if dice >= SHARED:
        return dice
    return dice if inside >= CONTAINED and sum((one & other).values()) >= 3 else 0.0


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
                scored.append((score + ORDER * _fits(i, j, anchors), i, j))
    done: tuple[set[int], set[int]] = (set(), set())
    found = []
    for _, i, j in sorted(scored, key=lambda each: (-each[0], each[1], each[2])):
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
    free = [set(some) for some in words]
    for i, j in pairs:
        free[0].discard(i)
        free[1].discard(j)
    found = []
    for i, j in sorted(pairs):
        source, target = [i], [j]
        for side, own, other, places in ((1, i, j, target), (0, j, i, source)):
            left = words[1 - side][own] - words[side][other]
            for near in (other + 1, other - 1):
                if near not in free[side]:
                    continue
                if _is_second(words[side][near], left, words[1 - side][own], weights):
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
    news, told = _weight(words & left, weights) / whole, _weight(words & other, weights) / whole
    return news >= SECOND or (news >= NEWS and told >= TOLD)


def _in_order(matches: list[SentenceMatch], n: int, m: int) -> list[SentenceMatch]:
    """Return all matches in the order of both texts, what stands alone between them."""
    matches = sorted(matches, key=lambda each: each.source)
    kept = _rising([each.target[0] for each in matches])
    matches = [each._replace(moved=k not in kept) for k, each in enumerate(matches)]
    done = (
        {i for each in matches for i in each.source},
        {j for each in matches for j in each.target},
    )
    before = _alone_before(matches, [j for j in range(m) if j not in done[1]])
    found: list[SentenceMatch] = []
    lone = [i for i in range(n) if i not in done[0]]
    for k, each in enumerate(matches):
        while lone and lone[0] < each.source[0]:
            found.append(SentenceMatch((lone.pop(0),), ()))
        found += [*before[k], each]
    return [*found, *(SentenceMatch((i,), ()) for i in lone), *before[len(matches)]]


def _alone_before(matches: list[SentenceMatch], lone: list[int]) -> dict[int, list[SentenceMatch]]:
    """Return target sentences that stand alone, by the number of the match behind them."""
    # They stand before the next match that has not moved, behind all if there is none.
    before: dict[int, list[SentenceMatch]] = defaultdict(list)
    anchors = [(each.target[0], k) for k, each in enumerate(matches) if not each.moved]
    for j in lone:
        at = bisect_left(anchors, (j, -1))
        before[anchors[at][1] if at < len(anchors) else len(matches)].append(
            SentenceMatch((), (j,))
        )
    return before


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
