"""What says the same among many sentences: groups, their curve, and all pairs beside MiniLM.

Collections are all sentences of the development part of the STS benchmark, of the training part of
the Microsoft corpus (of N pairs of each, drawn by a seed), and 26 questions to a help desk
(`assets/everyday/tickets.tsv`, of which 23 pairs ask the same). Told is the share of the pairs that
say the same (graded 4.8 or more; paraphrases) and of others (below 3; no paraphrases) that stand in
one group, and the average precision of all pairs of a collection by the score of `mine_paraphrases`
and by the cosine of all-MiniLM-L6-v2 (the folder of `python -m weights encoder.fetch`). `--curve`
prints both shares of pairs by the threshold, `--topic` groups by topic.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from sklearn.metrics import average_precision_score

import spacy_paraphrase
from benchmarks.data import DATA, paraphrases, sts
from benchmarks.minilm import MiniLM
from scripts.door import Base, Data, Limit, Tier
from scripts.records import table
from spacy_paraphrase.many.groups import Grouping, find_groups
from spacy_paraphrase.many.paraphrases import judged, mine_paraphrases

TICKETS = DATA / "everyday" / "tickets.tsv"
THRESHOLDS = (0.35, 0.4, 0.44, 0.47, 0.5, 0.53, 0.56, 0.6, 0.65, 0.7)
SEED = 41


class Collection(NamedTuple):
    """Sentences, and the pairs of them, as places, that say the same, and that do not."""

    name: str
    texts: list[str]
    same: set[tuple[int, int]]
    other: set[tuple[int, int]]


def collections(data: Path, limit: int | None) -> Iterator[Collection]:
    """Yield the collections."""
    for name, (pairs, gold), most, least in (
        ("STS dev", sts(data, "dev"), 4.8, 3.0),
        ("MSRP train", paraphrases(data), 1, 1),
    ):
        rows = [*zip(pairs, gold, strict=True)]
        rows = [row for row in rows if row[1] >= most or row[1] < least]
        if limit is not None:
            chosen = random.Random(SEED)
            both = ([row for row in rows if (row[1] >= most) is yes] for yes in (True, False))
            rows = [row for some in both for row in chosen.sample(some, min(limit, len(some)))]
        texts = sorted({text for pair, _ in rows for text in pair})
        place = {text: k for k, text in enumerate(texts)}
        found: tuple[set[tuple[int, int]], set[tuple[int, int]]] = (set(), set())
        for (a, b), value in rows:
            if a != b:
                one, two = sorted((place[a], place[b]))
                found[value < most].add((one, two))
        yield Collection(name, texts, *found)
    tickets = table(TICKETS)
    kinds: tuple[set[tuple[int, int]], set[tuple[int, int]]] = (set(), set())
    for (i, one), (j, two) in combinations(enumerate(tickets), 2):
        kinds[one["matter"] != two["matter"]].add((i, j))
    yield Collection("tickets", [row["text"] for row in tickets], *kinds)


def together(each: Collection, settings: Grouping) -> str:
    """Return how many pairs of both kinds stand in one group, of how many."""
    groups = find_groups(({"id": k, "text": t} for k, t in enumerate(each.texts)), settings)
    group = {id: k for k, made in enumerate(groups) for id in made.members}
    counts = [sum(group[a] == group[b] for a, b in some) for some in each[2:]]
    return " | ".join(
        f"{n} of {len(some)} ({n / len(some):.3f})"
        for n, some in zip(counts, each[2:], strict=True)
    )


def precision(each: Collection, scores: dict[tuple[int, int], float]) -> float:
    """Return the average precision of all pairs of a collection."""
    pairs = [*combinations(range(len(each.texts)), 2)]
    gold = [pair in each.same for pair in pairs]
    return float(average_precision_score(gold, [scores.get(pair, 0.0) for pair in pairs]))


def main(
    *,
    data: Data = DATA,
    tier: Tier = "fast",
    limit: Limit = None,
    minilm: Base = None,
    topic: bool = False,
    curve: bool = False,
) -> None:
    """Print a row for each collection."""
    nlp = spacy_paraphrase.load(tier=tier, exclude="sentence_fuser")
    model = MiniLM(minilm) if minilm else None
    for each in collections(data, limit):
        settings = Grouping(tier=tier, topic=topic)
        print(f"{each.name}: {len(each.texts)} sentences", flush=True)
        print(f"  in one group, same | other: {together(each, settings)}", flush=True)
        if curve:
            kinds = [judged(nlp, [(each.texts[a], each.texts[b]) for a, b in s]) for s in each[2:]]
            for least in THRESHOLDS:
                shares = (f"{np.mean(np.array(scores) >= least):.3f}" for scores in kinds)
                print(f"  from {least}: {' | '.join(shares)}", flush=True)
        if model:
            vectors = np.array([model.sentence(text) for text in each.texts])
            cosines = vectors @ vectors.T
            pairs = combinations(range(len(each.texts)), 2)
            near = {(a, b): float(cosines[a, b]) for a, b in pairs}
            mined = mine_paraphrases(each.texts, nlp, threshold=0.0)
            found = {(pair.first, pair.second): pair.score for pair in mined}
            own, theirs = precision(each, found), precision(each, near)
            print(f"  average precision: {own:.3f}, MiniLM {theirs:.3f}", flush=True)
