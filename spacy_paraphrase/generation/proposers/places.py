"""The place of a unit in a sentence: a scorer of gaps, trained on unlabelled sentences.

Union fusion inserts subtrees of one sentence into the other (Marsi and Krahmer 2005, section 5;
Krahmer, Marsi and van Pelt 2008, section 2). The right gap is learnt from well-formed sentences: a
subtree is removed, its own gap is right and every other gap is wrong. The features are the words,
tags and constituents around a gap, those at the ends of the unit, and the links around it.

In a sentence of n words, gap k is before word k, and gap n at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ...analysis.sentence import Sentence
from ...jobs.arrays import (
    Array,
    Float32Array,
    FloatArray,
    FloatingArray,
    IntArray,
    read_data,
    unpack_arrays,
)
from ...lang import language_data

KIND = b"places   "
ENGLISH = Path(__file__).parents[1] / "data" / "en.places"
NOTHING = "-"
# The shipped judge is one of English.
_TENSED = language_data("en").tensed_tags
# Dense features of a unit and a gap, in the order of the columns of `fit_features`.
FIT = (
    *("head_linked", "head_above", "inside", "before_head", "behind_head"),
    *("left_edge", "right_edge", "own_direction", "distance", "joint"),
    *("own_left", "own_right", "crossed", "crossed_near", "left_distance", "right_distance"),
    *("like_before", "like_behind", "verbs_between", "start", "end", "enclosed"),
)


@dataclass(frozen=True)
class Parse:
    """A parsed sentence as plain lists.

    Attributes:
        words: The lower-cased words.
        tags: The fine-grained tags.
        deps: The dependency labels.
        heads: The head of each word, -1 for a root.
    """

    words: Sequence[str]
    tags: Sequence[str]
    deps: Sequence[str]
    heads: Sequence[int]

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def extents(self) -> tuple[IntArray, IntArray]:
        """First and last word of each subtree; shape (n,) each."""
        first, last = list(range(len(self))), list(range(len(self)))
        changed = True
        while changed:  # as often as the tree is deep at most
            changed = False
            for node, head in enumerate(self.heads):
                if head >= 0 and (first[node] < first[head] or last[node] > last[head]):
                    first[head] = min(first[head], first[node])
                    last[head] = max(last[head], last[node])
                    changed = True
        return np.array(first, np.int64), np.array(last, np.int64)

    @cached_property
    def joints(self) -> list[int]:
        """For each gap, the lowest word whose subtree lies on both sides of it; -1 for none."""
        first, last = self.extents
        found = np.full(len(self) + 1, -1)
        for node in np.argsort(first - last, kind="stable").tolist():  # the widest first
            found[first[node] + 1 : last[node] + 1] = node
        joints: list[int] = found.tolist()
        return joints

    @cached_property
    def finite(self) -> IntArray:
        """The number of finite verbs before each gap; shape (n + 1,)."""
        verbs = [tag in _TENSED for tag in self.tags]
        return np.concatenate([[0], np.cumsum(verbs)])

    @cached_property
    def enclosed(self) -> list[bool]:
        """Whether each gap is inside quotes or brackets."""
        depth, quoted, found = 0, False, [False]
        for word in self.words:
            depth = max(0, depth + (word in "([{") - (word in ")]}"))
            quoted = quoted != (word == '"') or word in ("``", "“")
            quoted = quoted and word not in ("''", "”")
            found.append(depth > 0 or quoted)
        return found


class PlaceJudge:
    """Scores the gaps of a sentence for a unit.

    Args:
        meta: The symbols known, in the order of their rows from 1 on.
        arrays: The weights by name.
    """

    def __init__(self, meta: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
        self._rows = {symbol: k + 1 for k, symbol in enumerate(meta["symbols"])}
        self._weights = {name: array.astype(np.float32) for name, array in arrays.items()}

    @classmethod
    def from_disk(cls, path: Path | str) -> PlaceJudge:
        """Read a judge.

        Raises:
            ParaphraseError: P300 if there is no such file, P301 if it is damaged.
        """
        return cls(*unpack_arrays(KIND, read_data(path), str(path)))

    def embed(self, rows: Sequence[Sequence[str]]) -> Float32Array:
        """Return the sums of symbol vectors; shape (rows, width)."""
        known = np.zeros((len(rows), max(map(len, rows))), np.int64)
        of = self._rows.get
        for k, row in enumerate(rows):
            known[k, : len(row)] = [of(symbol, 0) for symbol in row]
        embedded: Float32Array = self._weights["table.weight"][known].sum(1)
        return embedded

    def scores(self, unit: Float32Array, gaps: Float32Array, fit: FloatingArray) -> Float32Array:
        """Return the log probability of each gap; shape (gaps,).

        Args:
            unit: Result of `embed` for the unit; shape (width,).
            gaps: Result of `embed` for the gaps; shape (gaps, width).
            fit: Result of `fit_features`; shape (gaps, len(FIT)).
        """
        w = self._weights
        hidden = np.maximum(unit + gaps + fit @ w["fit.weight"].T + w["fit.bias"], 0)
        inner = np.maximum(hidden @ w["inner.weight"].T + w["inner.bias"], 0)
        raw = inner @ w["last.weight"][0] + w["last.bias"][0]
        scores: Float32Array = raw - np.logaddexp.reduce(raw)
        return scores


@lru_cache(maxsize=2)
def place_judge(path: Path | str = ENGLISH) -> PlaceJudge:
    """Load the judge from a file, by default the English one of the package."""
    return PlaceJudge.from_disk(path)


def syntax_of(sentence: Sentence) -> Parse:
    """Return a parsed sentence as plain lists."""
    return Parse(sentence.words, sentence.tags, sentence.deps, sentence.heads)


def gap_symbols(syntax: Parse) -> list[list[str]]:
    """Return the symbols around every gap: words, tags, constituents that end and begin."""
    n = len(syntax)
    first, last = (extent.tolist() for extent in syntax.extents)
    # The highest word whose subtree ends, or begins, at each gap.
    closing, opening = [-1] * (n + 1), [-1] * (n + 1)
    for node in sorted(range(n), key=lambda i: last[i] - first[i]):
        closing[last[node] + 1] = node
        opening[first[node]] = node
    # Nothing stands behind the last word, nor, by negative indices, before the first.
    outside = (NOTHING, NOTHING)
    words, tags, deps = ((*some, *outside) for some in (syntax.words, syntax.tags, syntax.deps))
    rows = []
    for k, joint in enumerate(syntax.joints):
        where = "split" if joint not in (k - 1, k) else "head" if joint == k else "tail"
        rows.append(
            [
                *(f"w{at}={words[k + at]}" for at in (-1, 0, -2, 1)),
                *(f"t{at}={tags[k + at]}" for at in (-1, 0, -2, 1)),
                f"tt={tags[k - 1]} {tags[k]}",
                *(f"d{at}={deps[k + at]}" for at in (-1, 0)),
                f"close={deps[closing[k]]} {tags[closing[k]]}",
                f"open={deps[opening[k]]} {tags[opening[k]]}",
                f"joint={deps[joint]} {tags[joint]} {where if joint >= 0 else NOTHING}",
                f"joint={words[joint]}",
            ]
        )
    return rows


def unit_symbols(
    syntax: Parse, root: int, tokens: Sequence[int], role: str, head: int, lead: Sequence[str] = ()
) -> list[str]:
    """Return the symbols of a unit: its role, its ends, its length, its old place.

    Args:
        syntax: Its own sentence.
        root: The word that heads it.
        tokens: Its words in order.
        role: Its new dependency label.
        head: Its head in its own sentence, -1 for none.
        lead: Words put before it.
    """
    n = len(syntax)
    words, tags, deps = syntax.words, syntax.tags, syntax.deps
    start, end = tokens[0], tokens[-1]

    def at(items: Sequence[str], k: int) -> str:
        return items[k] if 0 <= k < n else NOTHING

    side = NOTHING if head < 0 else "before" if root < head else "behind"
    length = min(len(tokens), 4) if len(tokens) < 5 else 5 + (len(tokens) > 8) + (len(tokens) > 14)
    finite = any(tags[t] in _TENSED for t in tokens)
    return [
        f"dep={role}",
        f"tag={tags[root]}",
        f"word={words[root]}",
        f"side={side} {role}",
        f"first={lead[0] if lead else words[start]}",
        f"first tag={'WDT' if lead else tags[start]}",
        f"last={words[end]}",
        f"last tag={tags[end]}",
        f"length={length}",
        f"finite={finite}",
        f"head={at(words, head) if head >= 0 else NOTHING}",
        f"head tag={tags[head] if head >= 0 else NOTHING}",
        f"head dep={deps[head] if head >= 0 else NOTHING}",
        f"left={at(words, start - 1)}",
        f"left tag={at(tags, start - 1)}",
        f"right={at(words, end + 1)}",
        f"right tag={at(tags, end + 1)}",
        f"away={min(abs(head - root), 4) if head >= 0 else NOTHING}",
    ]


def fit_features(
    frame: Parse,
    own: Parse,
    links: Mapping[int, int],
    root: int,
    tokens: Sequence[int],
    role: str,
    head: int,
) -> Float32Array:
    """Return how well each gap of a frame matches the place of a unit in its own sentence.

    Args:
        frame: The sentence with the gaps.
        own: The sentence of the unit.
        links: Linked words, own to frame.
        root: The word that heads the unit.
        tokens: The words of the unit.
        role: The new dependency label of the unit.
        head: Its head in its own sentence, -1 for none.

    Returns:
        Features `FIT`; shape (gaps, len(FIT)).
    """
    n = len(frame)
    gaps = np.arange(n + 1)
    fit = np.zeros((n + 1, len(FIT)), np.float32)
    columns: dict[str, Array | float] = {}
    inside = set(tokens)
    towards, steps = head, 0
    while head >= 0 and (head in inside or head not in links):
        head, steps = own.heads[head], steps + 1
    if head >= 0:
        node = links[head]
        first, last = (int(extent[node]) for extent in frame.extents)
        before = gaps <= node
        near = np.where(before, node - gaps, gaps - node - 1)
        columns |= {
            "head_linked": steps == 0,
            "head_above": 1.0,
            "inside": (gaps >= first) & (gaps <= last + 1),
            "before_head": gaps == node,
            "behind_head": gaps == node + 1,
            "left_edge": gaps == first,
            "right_edge": gaps == last + 1,
            "own_direction": before == (root < towards),
            "distance": np.log1p(near),
            "joint": np.array(frame.joints) == node,
            "verbs_between": np.minimum(
                np.abs(
                    frame.finite
                    - frame.finite[node + (frame.finite[node + 1] > frame.finite[node])]
                ),
                3,
            ),
        }
        like = [k for k, h in enumerate(frame.heads) if h == node and frame.deps[k] == role]
        if like:
            columns |= {"like_before": gaps > like[0], "like_behind": gaps <= like[-1]}
    outer = np.array(sorted(pair for pair in links.items() if pair[0] not in inside))
    outer = outer.reshape(-1, 2)
    left, right = outer[outer[:, 0] < tokens[0]], outer[outer[:, 0] > tokens[-1]]
    columns["crossed"] = _crossed(left, right, gaps)
    close_left, close_right = left[::-1][:3], right[:3]
    columns["crossed_near"] = _crossed(close_left, close_right, gaps)
    if len(left):
        nearest, place = close_left[0]
        columns["own_left"] = (gaps - 1 == place) & (nearest == tokens[0] - 1)
        columns["left_distance"] = np.log1p(np.abs(gaps - 1 - place)) + 0.0
    if len(right):
        nearest, place = close_right[0]
        columns["own_right"] = (gaps == place) & (nearest == tokens[-1] + 1)
        columns["right_distance"] = np.log1p(np.abs(gaps - place)) + 0.0
    columns["start"] = gaps == 0
    columns["end"] = gaps >= _end(frame)
    columns["enclosed"] = np.array(frame.enclosed)
    for name, column in columns.items():
        fit[:, FIT.index(name)] = column
    return fit


def _end(frame: Parse) -> int:
    """Return the gap before the final marks of a sentence."""
    end = len(frame)
    while end and frame.tags[end - 1] in (".", "''", "``", ":", "-RRB-"):
        end -= 1
    return end


def _crossed(left: IntArray, right: IntArray, gaps: IntArray) -> FloatArray:
    """Return the share of links that would cross a unit at each gap; shape (gaps,)."""
    total = len(left) + len(right)
    if not total:
        return np.zeros(len(gaps))
    wrong = (left[:, 1:] >= gaps).sum(0) + (right[:, 1:] < gaps).sum(0)
    crossed: FloatArray = wrong / total
    return crossed
