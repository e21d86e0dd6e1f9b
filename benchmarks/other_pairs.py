"""Pairs that `mine pairs` finds by each of its methods, to be read, with their ids.

Texts that are known to be about the same come from corpora of pairs, of which it is forgotten what
belongs together: news of a topic from sentence-union (its clusters are those of `mined_pairs`), and
of these the first and the second sentences as two passages; translations from Edinburgh++, ten
sentences of one text a passage, of which each side lacks two; references from the groups of
mt-reference; versions of a sentence from WikiSplit.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from benchmarks.data import DATA, edinburgh, renderings, wiki_split
from benchmarks.many import collection
from benchmarks.mined_pairs import topics
from scripts.door import Data, Pairs, Seed
from spacy_paraphrase.acquire.pair_sources import SOURCES, mine_pairs
from spacy_paraphrase.jobs import run_loop

PASSAGE, MISSING = 10, 2


def records(method: str, data: Path, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Yield what a method reads."""
    if method == "quasi-parallel":
        yield from topics(data)
    elif method == "linked":
        for cluster in topics(data):
            sides: dict[str, list[str]] = {"1": [], "2": []}
            for item in cluster["items"]:
                sides[item["id"][-1]].append(item["text"])
            yield {"id": cluster["cluster"], "source": sides["1"], "target": sides["2"]}
    elif method == "translations":
        yield from _passages(data, chance)
    elif method in ("references", "renderings"):
        places = {text: k for k, text in enumerate(collection(data)[0])}
        for some in renderings(data):
            yield {"id": places[some[0]], "references": some}
    else:
        for number, (first, two) in enumerate(wiki_split(data, "tune")):
            yield {"id": number, "revisions": [first, " ".join(two)]}


def _passages(data: Path, chance: random.Random) -> Iterator[dict[str, Any]]:
    texts = defaultdict(list)
    for record in edinburgh(data):
        name, number = str(record.id).split(":")
        if name.startswith(("novels", "mtc")):
            texts[name].append((int(number), " ".join(record.source), " ".join(record.target)))
    for name, pairs in sorted(texts.items()):
        pairs.sort()
        for start in range(0, len(pairs), PASSAGE):
            some = pairs[start : start + PASSAGE]
            sides = ([pair[k] for pair in some] for k in (1, 2))
            source, target = (_without(side, chance) for side in sides)
            yield {"id": f"{name}:{some[0][0]}", "source": source, "target": target}


def _without(side: list[str], chance: random.Random) -> list[str]:
    missing = chance.sample(range(PASSAGE), MISSING)
    return [text for k, text in enumerate(side) if k not in missing]


def main(
    *,
    data: Data = DATA,
    seed: Seed = 30,
    pairs: Pairs = 30,
    methods: list[Literal[tuple(SOURCES)]] = tuple(SOURCES),
) -> None:
    """Print some pairs of each method."""
    for method in methods:
        chance = random.Random(seed)
        rows = list(run_loop(mine_pairs(method), records(method, data, chance)))
        said = [row for row in rows if row.get("relation") != {"paraphrase": False}]
        chance.shuffle(said)
        print(f"{method}: {len(said)} pairs")
        for row in said[:pairs]:
            told = [edit["class"] for edit in row.get("edits", ())]
            print(row["id"], row.get("score", ""), *told, sep="\t")
            print(f"  {row['source']}\n  {row['target']}")
