"""Speed and memory: what alignment costs beside parsing.

    python benchmarks/speed.py [--pairs 1000] [--runs 5] [--tier fast]

Both pipelines take turns in one process; the figure to quote is the median of the ratios.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from pathlib import Path
from typing import Any

import spacy_paraphrase
from corpora import DATA, word_alignments
from spacy_paraphrase import make_pair


def seconds(nlp: Any, pairs: list[Any]) -> float:
    """Return how long the pipeline takes over pairs that are made beforehand."""
    docs = [make_pair(nlp, *pair) for pair in pairs]
    start = time.perf_counter()
    for _ in nlp.pipe(docs):
        pass
    return time.perf_counter() - start


def main() -> None:
    """Print pairs per second, the ratio to parsing, and the cost of long pairs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the corpora")
    parser.add_argument("--pairs", type=int, default=1000, help="number of pairs")
    parser.add_argument("--runs", type=int, default=5, help="runs of each")
    parser.add_argument("--tier", choices=("fast",), help="the trained aligner")
    parser.add_argument("--fuse", action="store_true", help="fuse too")
    args = parser.parse_args()
    records = [r for _, some in word_alignments(args.data) for r in some]
    step = max(1, len(records) // args.pairs)
    pairs = [(list(r.source), list(r.target)) for r in records[::step][: args.pairs]]
    fuser: dict[str, Any] = {"sentence_fuser": {}} if args.fuse else {}
    whole = spacy_paraphrase.load(tier=args.tier, **fuser)
    base = spacy_paraphrase.load()
    for name in ("sentence_pair", "tree_aligner", "relation_classifier"):
        base.remove_pipe(name)
    tokens = sum(len(a) + len(b) for a, b in pairs)
    print(f"{len(pairs)} pairs, {tokens} words, pipeline {' '.join(whole.pipe_names)}")
    seconds(base, pairs[:50]), seconds(whole, pairs[:50])
    times = [(seconds(base, pairs), seconds(whole, pairs)) for _ in range(args.runs)]
    parsing, all_of_it = (statistics.median(column) for column in zip(*times, strict=True))
    ratio = statistics.median(b / a for a, b in times)
    print(f"parsing alone: {len(pairs) / parsing:.0f} pairs/s")
    print(f"whole pipeline: {len(pairs) / all_of_it:.0f} pairs/s")
    print(f"ratio whole/parsing, median of {args.runs}: {ratio:.2f}")
    for method in ("words", "tree"):
        aligner = spacy_paraphrase.load(tree_aligner={"method": method}).get_pipe("tree_aligner")
        for n in (50, 100, 200, 400):
            words = [w for a, b in pairs for w in a][:n], [w for a, b in pairs[3:] for w in a][:n]
            doc = base(make_pair(base, *words))
            aligner(doc.copy())
            start = time.perf_counter()
            aligner(doc)
            print(f"{method}, {n} words a side: {1000 * (time.perf_counter() - start):.1f} ms")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory: {peak:.0f} MB")


if __name__ == "__main__":
    main()
