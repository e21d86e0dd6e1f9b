"""Speed and memory: what the components cost beside parsing.

    python benchmarks/speed.py [--pairs 1000] [--runs 5] [--accurate]

Every component goes over all pairs in its turn, in one process; the figure to quote is the ratio of
the whole pipeline to parsing (all that is not ours; it reads each side alone when `sentence_pair`
has found it), the median over runs. `lengths.py` has the cost against length, `costs.py` runs both
and compares with a run that was stored.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from functools import partial
from pathlib import Path
from typing import Any

import spacy_paraphrase
from corpora import DATA, run, word_alignments
from spacy_paraphrase import make_pair
from spacy_paraphrase.registry import FACTORIES, by_sides

PARSING = "parsing"


def seconds(nlp: Any, pairs: list[Any]) -> dict[str, float]:
    """Return how long parsing and each component take over pairs that are made beforehand."""
    docs = [make_pair(nlp, *pair) for pair in pairs]
    settings = by_sides(nlp)
    times = {}
    for name, component in nlp.pipeline:
        if name not in settings["disable"]:
            start = time.perf_counter()
            more = settings["component_cfg"].get(name, {})
            docs = list(component.pipe(docs, batch_size=128, **more))
            times[PARSING if more else name] = time.perf_counter() - start
    return times


def ratios(nlp: Any, pairs: list[Any], runs: int) -> dict[str, float]:
    """Return what each component of ours costs in terms of parsing, the median over runs.

    "whole" is the pipeline with all of them; parsing itself is 1.
    """
    seconds(nlp, pairs[:50])
    found: list[dict[str, float]] = []
    for _ in range(runs):
        times = seconds(nlp, pairs)
        parsing = times.pop(PARSING)
        ours = {name: value for name, value in times.items() if name in FACTORIES}
        found.append({name: value / parsing for name, value in ours.items()})
    middle = {name: statistics.median(each[name] for each in found) for name in found[0]}
    return middle | {"whole": 1 + statistics.median(sum(each.values()) for each in found)}


def corpus_pairs(data: Path, n: int) -> list[tuple[list[str], list[str]]]:
    """Return about n pairs of words, spread over the corpora of word alignments."""
    records = [record for _, some in word_alignments(data) for record in some]
    step = max(1, len(records) // n)
    return [(list(r.source), list(r.target)) for r in records[::step][:n]]


def pipelines(accurate: bool = False) -> dict[str, Any]:
    """Return the pipelines that are measured, by what they are."""
    load = partial(spacy_paraphrase.load, exclude=["sentence_fuser"])
    found = {
        "tree_aligner, words": load(tree_aligner={"method": "words"}),
        "tree_aligner, tree": load(tree_aligner={"method": "tree"}),
        "graph_matcher, fast": load(tier="fast"),
    }
    if accurate:
        found["graph_matcher, accurate"] = load(tier="accurate")
    return found | {"graph_matcher, fast, with fusions": spacy_paraphrase.load()}


def main() -> None:
    """Print the ratio to parsing for each pipeline."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the corpora")
    parser.add_argument("--pairs", type=int, default=1000, help="number of pairs")
    parser.add_argument("--runs", type=int, default=5, help="runs of each")
    parser.add_argument("--accurate", action="store_true", help="the accurate tier, too")
    args = parser.parse_args()
    pairs = corpus_pairs(args.data, args.pairs)
    tokens = sum(len(a) + len(b) for a, b in pairs)
    print(f"{len(pairs)} pairs, {tokens} words")
    for label, nlp in pipelines(args.accurate).items():
        found = ratios(nlp, pairs, args.runs)
        print(label)
        print("  " + "  ".join(f"{name} {value:.3f}" for name, value in found.items()))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory: {peak:.0f} MB")


if __name__ == "__main__":
    run(main)
