"""Speed and memory: what the components cost beside parsing.

    python benchmarks/speed.py [--pairs 1000] [--runs 5] [--accurate]

Every component goes over all pairs in its turn, in one process; the figure to quote is the ratio of
the whole pipeline to parsing (all that is not ours; it reads each side alone when `sentence_pair`
has found it), the median over runs.
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

PARSING = "sentence_pair and what reads sides"
# Words of each side of the long pairs.
LENGTHS = (50, 100, 200, 400)


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


def table(nlp: Any, pairs: list[Any], runs: int) -> None:
    """Print what each component of ours costs in terms of parsing."""
    seconds(nlp, pairs[:50])
    ratios: list[dict[str, float]] = []
    for _ in range(runs):
        times = seconds(nlp, pairs)
        parsing = times.pop(PARSING)
        ours = {name: value for name, value in times.items() if name in FACTORIES}
        ratios.append({name: value / parsing for name, value in ours.items()})
    middle = {name: statistics.median(r[name] for r in ratios) for name in ratios[0]}
    whole = 1 + statistics.median(sum(r.values()) for r in ratios)
    print("  ".join(f"{name} {value:.3f}" for name, value in middle.items()))
    print(f"ratio whole/parsing, median of {runs}: {whole:.2f}; parsing {parsing:.1f} s")


def main() -> None:
    """Print the ratio to parsing for each aligner, and the cost of long pairs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the corpora")
    parser.add_argument("--pairs", type=int, default=1000, help="number of pairs")
    parser.add_argument("--runs", type=int, default=5, help="runs of each")
    parser.add_argument("--accurate", action="store_true", help="the accurate tier, too")
    args = parser.parse_args()
    records = [r for _, some in word_alignments(args.data) for r in some]
    step = max(1, len(records) // args.pairs)
    pairs = [(list(r.source), list(r.target)) for r in records[::step][: args.pairs]]
    tokens = sum(len(a) + len(b) for a, b in pairs)
    print(f"{len(pairs)} pairs, {tokens} words")
    load = partial(spacy_paraphrase.load, exclude=["sentence_fuser"])
    pipelines = {
        "tree_aligner, words": load(tree_aligner={"method": "words"}),
        "tree_aligner, tree": load(tree_aligner={"method": "tree"}),
        "graph_matcher, fast": load(tier="fast"),
    }
    if args.accurate:
        pipelines["graph_matcher, accurate"] = load(tier="accurate")
    pipelines["graph_matcher, fast, with fusions"] = spacy_paraphrase.load()
    source, target = ([word for pair in pairs[k:] for word in pair[0]] for k in (0, 3))
    for label, nlp in pipelines.items():
        print(label)
        table(nlp, pairs, args.runs)
        aligner = label.split(",")[0]
        with nlp.select_pipes(disable=[n for n in nlp.pipe_names if n in FACTORIES[1:]]):
            docs = [nlp(make_pair(nlp, source[:n], target[:n])) for n in LENGTHS]
        for n, doc in zip(LENGTHS, docs, strict=True):
            start = time.perf_counter()
            nlp.get_pipe(aligner)(doc)
            print(f"  {n} words a side: {1000 * (time.perf_counter() - start):.0f} ms")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory: {peak:.0f} MB")


if __name__ == "__main__":
    run(main)
