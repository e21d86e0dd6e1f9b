"""Pairs that `mine headlines` finds, to be read: of the sample, and of news sentences by topic.

The sentences of sentence-union (Hirsch and others 2023) stand in pairs; here they are put into
clusters by two rare words in common, and what is known of the pairs is forgotten.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

import networkx as nx
import srsly

from benchmarks.data import DATA, HEADLINES, shuffled, union_sentences
from scripts.door import Data
from spacy_paraphrase.acquire.headlines import HeadlineMiner, mine_headlines, terms_of
from spacy_paraphrase.jobs import run_loop

RARE, LARGEST, SMALLEST, SEED = 12, 40, 4, 21


def topics(data: Path) -> list[dict]:
    """Return clusters of the sentences of sentence-union, by rare stems that they share."""
    texts = {"/".join(map(str, at)): text for at, text in union_sentences(data)}
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
    rows = shuffled(run_loop(mine_headlines(miner), clusters), SEED)
    print(f"{name}: {len(clusters)} clusters, {len(rows)} pairs")
    for row in rows[:number]:
        ids = " ".join(map(str, row["origin"]["ids"]))
        print(row["origin"]["cluster"], ids, row["score"], row["route"], sep="\t")
        print(f"  {row['source']}\n  {row['target']}")


def main(data: Data = DATA) -> None:
    """Print both sheets."""
    sheet("sample", list(srsly.read_jsonl(HEADLINES)), HeadlineMiner(idf="smooth"), 40)
    sheet("topics", topics(data), HeadlineMiner(), 60)
