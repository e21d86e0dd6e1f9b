"""Pairs that `mine headlines` finds, to be read: of the sample, and of news sentences by topic.

python benchmarks/mined_pairs.py [DATA] > sheet.txt

The sentences of sentence-union (Hirsch and others 2023) stand in pairs; here they are put into
clusters by two rare words in common, and what is known of the pairs is forgotten.
"""

from __future__ import annotations

import csv
import json
import random
import sys
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

import networkx as nx

from spacy_paraphrase.acquire.headlines import HeadlineMiner, mine_headlines, terms_of
from spacy_paraphrase.jobs import run_loop

ROOT = Path(__file__).parents[1]
RARE, LARGEST, SMALLEST, SEED = 12, 40, 4, 21


def topics(folder: Path) -> list[dict]:
    """Return clusters of the sentences of sentence-union, by rare stems that they share."""
    texts: dict[str, str] = {}
    for part in ("train", "eval"):
        with open(folder / f"{part}.csv", encoding="utf8", newline="") as stream:
            for number, row in enumerate(csv.DictReader(stream)):
                for side in "12":
                    texts[f"{part}/{number}/{side}"] = row[f"sentence{side}Text"]
    first: dict[str, str] = {}
    for name, text in texts.items():
        first.setdefault(" ".join(text.lower().split()), name)
    names = defaultdict(list)
    for name in first.values():
        for term in set(terms_of(texts[name])):
            names[term].append(name)
    shared = Counter(
        pair
        for term, found in names.items()
        if len(found) <= RARE and not term.isdigit()
        for pair in combinations(sorted(found), 2)
    )
    graph = nx.Graph(sorted(pair for pair, number in shared.items() if number >= 2))
    clusters = []
    for component in nx.connected_components(graph):
        inside = nx.Graph(sorted(map(sorted, graph.subgraph(component).edges)))
        large = len(component) > LARGEST
        groups = nx.community.louvain_communities(inside, 3, seed=SEED) if large else [component]
        for group in groups:
            if len(group) >= SMALLEST:
                items = [{"id": name, "text": texts[name]} for name in sorted(group)]
                clusters.append({"cluster": min(group), "items": items})
    return sorted(clusters, key=lambda cluster: cluster["cluster"])


def sheet(name: str, clusters: list[dict], miner: HeadlineMiner, number: int) -> None:
    """Print a sample of what is found, a pair in three lines."""
    rows = list(run_loop(mine_headlines(miner), clusters))
    random.Random(SEED).shuffle(rows)
    print(f"{name}: {len(clusters)} clusters, {len(rows)} pairs")
    for row in rows[:number]:
        ids = " ".join(map(str, row["origin"]["ids"]))
        print(row["origin"]["cluster"], ids, row["score"], row["route"], sep="\t")
        print(f"  {row['source']}\n  {row['target']}")


if __name__ == "__main__":
    data = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "assets"
    lines = (ROOT / "assets" / "sample" / "headlines.jsonl").read_text("utf8").splitlines()
    sheet("sample", [json.loads(line) for line in lines], HeadlineMiner(idf="smooth"), 40)
    sheet("topics", topics(data / "fusion" / "sentence-union"), HeadlineMiner(), 60)
