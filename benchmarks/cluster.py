"""How many rows a second a Dask cluster of this machine aligns, by workers, and what that costs.

    python benchmarks/cluster.py [--data FOLDER] [--pairs 600] [--workers 1 2] [--task align]

Pairs of the corpora of word alignments, in partitions of 50, through `pipe_bag`; every worker is a
process with one thread, and has loaded the pipeline before. "Rows/s" is by the clock, so it says
something only where the machine has nothing else to do; processor time of the workers, and what
follows of it for a million pairs, does not depend on that.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import dask
import dask.bag

from benchmarks.corpora import DATA, run
from benchmarks.speed import corpus_pairs
from spacy_paraphrase.distributed import TASKS, pipe_bag

PARTITION = 50


def measured(pairs: list[dict[str, object]], task: str, workers: int) -> tuple[float, float]:
    """Return the seconds that a cluster takes for pairs, by the clock and of its processors."""
    from distributed import Client, LocalCluster

    settings = {"threads_per_worker": 1, "dashboard_address": None, "processes": True}
    with LocalCluster(n_workers=workers, **settings) as cluster, Client(cluster) as client:
        # One partition for each process loads the pipeline there.
        for address in client.scheduler_info()["workers"]:
            first = pipe_bag(dask.bag.from_sequence(pairs[:5], npartitions=1), task)
            client.gather(client.compute(first, workers=address, allow_other_workers=False))
        bag = pipe_bag(dask.bag.from_sequence(pairs, partition_size=PARTITION), task)
        before = sum(client.run(time.process_time).values())
        began = time.perf_counter()
        found = bag.compute()
        clock = time.perf_counter() - began
        spent = sum(client.run(time.process_time).values()) - before
    assert [row["id"] for row in found] == [pair["id"] for pair in pairs]
    return clock, spent


def main() -> None:
    """Print a row for each number of workers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the corpora")
    parser.add_argument("--pairs", type=int, default=600, help="number of pairs")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--task", choices=list(TASKS), default="align")
    args = parser.parse_args()
    some = corpus_pairs(args.data, args.pairs)
    pairs: list[dict[str, object]] = [
        {"id": k, "source": source, "target": target} for k, (source, target) in enumerate(some)
    ]
    words = sum(len(source) + len(target) for source, target in some)
    print(f"{args.task}: {len(pairs)} pairs, {words} words, partitions of {PARTITION}")
    print(f"{'workers':>8}{'rows/s':>10}{'ms of a core per row':>24}{'core hours per million':>26}")
    for workers in args.workers:
        clock, spent = measured(pairs, args.task, workers)
        each = spent / len(pairs)
        cost = f"{each * 1e6 / 3600:.1f}"
        print(f"{workers:8}{len(pairs) / clock:10.1f}{1000 * each:24.1f}{cost:>26}", flush=True)


if __name__ == "__main__":
    run(main)
