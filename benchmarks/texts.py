"""How well two versions of a text are compared, and what that costs.

By hand are versions whose changes are of known kinds (`assets/versions`). Told are the F of the
sentences that belong together, the share of changes whose kind is told at all and told first, of
those that are missed, and of unchanged sentences of which a change is told; --errors prints them.

Otherwise a version is made of a text of forty sentences of WikiSplit: some are changed by rule
(`weights judge.made_pairs`), some split or merged as in WikiSplit, some dropped, added or moved.
Told are precision, recall and F of the sentences that belong together, the share of groups of each
planted kind that are found to be such, and how many unchanged sentences are said to have changed.
--scale compares versions of so many sentences, a twentieth of them changed, and tells the seconds;
--summary checks ten statements against a text of 300 sentences, beside what parsing these takes.
"""

from __future__ import annotations

import gzip
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
from spacy.language import Language

import spacy_paraphrase
from benchmarks.data import DATA, wiki_split
from scripts.door import Data, Made, Tier
from spacy_paraphrase.texts.comparison import TextComparison, compare_texts
from spacy_paraphrase.texts.support import check_support

SENTENCES, SEED = 40, 0
OURS = ["sentence_pair", "graph_matcher", "relation_classifier"]
KINDS = ("same", "changed", "split", "merged", "added", "dropped", "moved")
# How often each is planted.
SHARES = (60, 15, 5, 5, 5, 5, 5)


class Version(NamedTuple):
    """A text and a version of it, sentences of both, and those that belong together, by kind."""

    old: list[str]
    new: list[str]
    pairs: list[tuple[str, tuple[int, ...], tuple[int, ...]]]


def version(
    changed: list[tuple[str, str]], split: list[tuple[str, list[str]]], rng: random.Random, n: int
) -> Version:
    """Return a text of so many sentences and a version of it."""
    old: list[str] = []
    new: list[str] = []
    pairs = []
    late: list[tuple[str, int]] = []
    kinds = rng.choices(KINDS, SHARES, k=n)
    sources, complexes = rng.sample(changed, n), rng.sample(split, n)
    for kind, (source, target), (whole, parts) in zip(kinds, sources, complexes, strict=True):
        first, second = len(old), len(new)
        if kind in ("same", "changed"):
            old.append(source)
            new.append(source if kind == "same" else target)
        elif kind == "split":
            old.append(whole)
            new += parts
        elif kind == "merged":
            old += parts
            new.append(whole)
        elif kind == "added":
            new.append(source)
        else:
            old.append(source)
            if kind == "moved":
                late.append((source, first))
        if kind != "moved":
            one = tuple(range(first, len(old))), tuple(range(second, len(new)))
            pairs.append((kind, *one))
    for source, first in late:
        pairs.append(("moved", (first,), (len(new),)))
        new.append(source)
    return Version(old, new, pairs)


def found_in(
    comparison: TextComparison, given: Version
) -> list[tuple[str, bool, tuple[int, ...], tuple[int, ...]]]:
    """Return the groups with the numbers of their sentences."""
    places = []
    for lines in (given.old, given.new):
        at, found = 0, {}
        for k, line in enumerate(lines):
            found |= dict.fromkeys(range(at, at + len(line)), k)
            at += len(line) + 1
        places.append(found)
    return [
        (
            group.kind,
            group.moved,
            tuple(sorted({places[0][p.start_char] for p in group.source})),
            tuple(sorted({places[1][p.start_char] for p in group.target})),
        )
        for group in comparison
    ]


def links_of(groups: Sequence[Any], given: Version) -> Any:
    """Return how many links between sentences are right, are found, and there are."""
    found = {(i, j) for *_, a, b in groups for i in a for j in b}
    gold = {(i, j) for _, a, b in given.pairs for i in a for j in b}
    return np.array([len(found & gold), len(found), len(gold)])


def versions_by_hand(path: Path) -> list[Version]:
    """Return the versions of a file of `assets/versions`, the kinds of changes as they stand."""
    found = []
    moved: dict[str, tuple[int, ...]] = {}
    for line in path.read_text("utf-8").splitlines():
        sign, rest = line[:1], line[2:]
        cells = rest.split(" | ")
        if sign == "#":
            found.append(Version([], [], []))
            continue
        if not sign:
            continue
        old, new, pairs = found[-1]
        kind, count, ours, theirs = {
            "=": ("same", 1, cells, cells),
            "~": (cells[0], 1, cells[1:2], cells[2:]),
            "/": ("split", 1, cells[:1], cells[1:]),
            "\\": ("merged", 1, cells[:2], cells[2:]),
            "-": ("dropped", 1, cells, []),
            "+": ("added", 1, [], cells),
            "<": ("moved", 0, cells, []),
            ">": ("moved", 1, [], cells),
        }[sign]
        a = tuple(range(len(old), len(old) + len(ours)))
        b = tuple(range(len(new), len(new) + len(theirs)))
        old += ours
        new += theirs
        if sign == "<":
            moved[rest] = a
        if count:
            pairs.append((kind, moved[rest] if sign == ">" else a, b))
    return found


def measure_by_hand(path: Path, nlp: Language, *, errors: bool) -> None:
    """Compare versions made by hand, count, print."""
    sums = np.zeros(3, int)
    planted, told, first = Counter[str](), Counter[str](), Counter[str]()
    missed, more, alarms = 0, 0, 0
    for one in versions_by_hand(path):
        comparison = compare_texts(" ".join(one.old), " ".join(one.new), nlp)
        groups = found_in(comparison, one)
        sums += links_of(groups, one)
        for kind, a, b in one.pairs:
            changes = [
                change
                for group, (_, _, x, y) in zip(comparison, groups, strict=True)
                if (set(x) & set(a) or set(y) & set(b))
                for change in group.changes
            ]
            kinds = [change.kind for change in changes]
            planted[kind] += 1
            wrong = bool(kinds) if kind == "same" else kinds[:1] != [kind]
            if kind == "same":
                alarms += wrong
            else:
                missed += not kinds
                told[kind] += kind in kinds
                first[kind] += kinds[:1] == [kind]
                more += len(kinds) - (kind in kinds)
            if wrong and errors:
                print(f"{kind}:", *(one.old[i] for i in a), "->", *(one.new[j] for j in b))
                print(*(f"    {change.kind} | {change.text}" for change in changes), sep="\n")
    n = planted.total() - planted["same"]
    print(f"sentences: F {2 * sums[0] / sums[1:].sum():.3f}")
    for kind in sorted(planted.keys() - {"same"}):
        print(f"{kind:15}{planted[kind]:4} told {told[kind]:3} first {first[kind]:3}")
    print(f"changes {n}: told {told.total() / n:.3f}, first {first.total() / n:.3f}")
    print(f"missed {missed / n:.3f}, other changes told beside one {more / n:.3f}")
    print(f"false alarms {alarms} of {planted['same']} unchanged sentences")


def main(
    data: Data = DATA,
    *,
    by_hand: Annotated[Path | None, "a file of assets/versions"] = None,
    errors: Annotated[bool, "print what is not told, by hand"] = False,
    made: Made = None,
    texts: int = 20,
    tier: Tier = "fast",
    scale: Annotated[list[int], "numbers of sentences"] = (),
    summary: Annotated[bool, "time a text against a summary"] = False,
) -> None:
    """Make versions, compare, count, print."""
    nlp = spacy_paraphrase.load(tier=tier, exclude=["sentence_fuser"])
    if by_hand:
        print(f"texts|{by_hand.name}|tier:{tier}|v:{spacy_paraphrase.__version__}")
        measure_by_hand(by_hand, nlp, errors=errors)
        return
    with gzip.open(made, "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    by_source = {row["source"]: row["target"] for row in rows}
    changed = [pair for pair in by_source.items() if all(text.count(". ") == 0 for text in pair)]
    split = wiki_split(data, "validation")
    split = [(a, parts) for a, parts in split if len(parts) == 2 and ". " not in a[:-2]]
    print(f"texts|texts:{texts}|tier:{tier}|seed:{SEED}|v:{spacy_paraphrase.__version__}")
    rng = random.Random(SEED)
    sums, kinds = np.zeros(3, int), Counter[str]()
    right: Counter[str] = Counter()
    for _ in range(texts):
        one = version(changed, split, rng, SENTENCES)
        groups = found_in(compare_texts("\n".join(one.old), "\n".join(one.new), nlp), one)
        sums += links_of(groups, one)
        said = {(a, b): "moved" if moved else kind for kind, moved, a, b in groups}
        for kind, a, b in one.pairs:
            kinds[kind] += 1
            told = said.get((a, b), "")
            told = "changed" if told in ("contradicts", "reworded") else told
            right[kind] += told == kind
    precision, recall = sums[0] / sums[1:]
    f = 2 * sums[0] / sums[1:].sum()
    print(f"sentences: precision {precision:.3f}, recall {recall:.3f}, F {f:.3f}")
    for kind in KINDS:
        print(f"{kind:10}{kinds[kind]:5} {right[kind] / max(kinds[kind], 1):.3f}")
    for size in scale:
        some = [rng.choice(changed) for _ in range(size)]
        old = "\n".join(source for source, _ in some)
        new = "\n".join(b if rng.random() < 0.05 else a for a, b in some)
        start = time.perf_counter()
        compare_texts(old, new, nlp)
        print(f"{size} sentences: {time.perf_counter() - start:.1f} s", flush=True)
    if summary:
        some = rng.sample(changed, 300)
        text, statements = "\n".join(a for a, _ in some), "\n".join(b for _, b in some[:10])
        check_support(text[:1000], statements[:500], nlp)  # what is loaded once
        start = time.perf_counter()
        list(nlp.pipe([*text.splitlines(), *statements.splitlines()], disable=OURS))
        parsed = time.perf_counter()
        check_support(text, statements, nlp)
        taken = time.perf_counter() - parsed
        print(f"300 sentences, 10 statements: {taken:.1f} s, parsing {parsed - start:.1f} s")
