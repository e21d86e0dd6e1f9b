"""Pairs that `mine pairs` finds by each of its methods, to be read, with their ids.

    python benchmarks/other_pairs.py [--data FOLDER] [--seed 30] [--pairs 30]

Texts that are known to be about the same come from corpora of pairs, of which it is forgotten what
belongs together: news of a topic from sentence-union (its clusters are those of `mined_pairs`), and
of these the first and the second sentences as two passages; translations from Edinburgh++, ten
sentences of one text a passage, of which each side lacks two; references from the groups of
mt-reference; versions of a sentence from WikiSplit.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from acquire import gold
from many import collection
from mined_pairs import topics

from corpora import DATA, run
from spacy_paraphrase.acquire.pair_sources import SOURCES, mine_pairs
from spacy_paraphrase.jobs import run_loop

PASSAGE, MISSING = 10, 2


def records(method: str, data: Path, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Yield what a method reads."""
    if method == "quasi-parallel":
        yield from topics(data / "fusion" / "sentence-union")
    elif method == "linked":
        for cluster in topics(data / "fusion" / "sentence-union"):
            sides: dict[str, list[str]] = {"1": [], "2": []}
            for item in cluster["items"]:
                sides[item["id"][-1]].append(item["text"])
            yield {"id": cluster["cluster"], "source": sides["1"], "target": sides["2"]}
    elif method == "translations":
        yield from _passages(data, chance)
    elif method == "references":
        groups = defaultdict(list)
        texts, group_of = collection(data)
        for number, text in enumerate(texts):
            groups[group_of[text]].append((number, text))
        for some in sorted(groups.values()):
            yield {"id": some[0][0], "references": [text for _, text in some]}
    else:
        lines = (data / "fusion" / "wiki-split" / "tune.tsv").read_text("utf-8").splitlines()
        for number, line in enumerate(lines):
            first, last = line.split("\t")
            yield {"id": number, "revisions": [first, last.replace(" <::::> ", " ")]}


def _passages(data: Path, chance: random.Random) -> Iterator[dict[str, Any]]:
    texts = defaultdict(list)
    for record in gold(data):
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


def main() -> None:
    """Print some pairs of each method."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the corpora")
    parser.add_argument("--seed", type=int, default=30)
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--methods", nargs="+", choices=list(SOURCES), default=list(SOURCES))
    args = parser.parse_args()
    for method in args.methods:
        chance = random.Random(args.seed)
        rows = list(run_loop(mine_pairs(method), records(method, args.data, chance)))
        said = [row for row in rows if row.get("relation") != {"paraphrase": False}]
        chance.shuffle(said)
        print(f"{method}: {len(said)} pairs")
        for row in said[: args.pairs]:
            told = [edit["class"] for edit in row.get("edits", ())]
            print(row["id"], row.get("score", ""), *told, sep="\t")
            print(f"  {row['source']}\n  {row['target']}")


if __name__ == "__main__":
    run(main)
