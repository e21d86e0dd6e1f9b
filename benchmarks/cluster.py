"""How many rows a second a Dask cluster of this machine aligns, by workers, and what that costs.

Pairs of the corpora of word alignments, in partitions of 50, through `pipe_bag`; every worker is a
process with one thread, and has loaded the pipeline before. "Rows/s" is by the clock, so it says
something only where the machine has nothing else to do; processor time of the workers, and what
follows of it for a million pairs, does not depend on that.
"""

from __future__ import annotations

import time
from typing import Literal

import dask
import dask.bag

from benchmarks.data import DATA
from benchmarks.speed import corpus_pairs
from scripts.door import Data, Pairs
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


def main(
    *,
    data: Data = DATA,
    pairs: Pairs = 600,
    workers: list[int] = (1, 2),
    task: Literal[tuple(TASKS)] = "align",
) -> None:
    """Print a row for each number of workers."""
    some = corpus_pairs(data, pairs)
    rows: list[dict[str, object]] = [
        {"id": k, "source": source, "target": target} for k, (source, target) in enumerate(some)
    ]
    words = sum(len(source) + len(target) for source, target in some)
    print(f"{task}: {len(rows)} pairs, {words} words, partitions of {PARTITION}")
    print(f"{'workers':>8}{'rows/s':>10}{'ms of a core per row':>24}{'core hours per million':>26}")
    for number in workers:
        clock, spent = measured(rows, task, number)
        each = spent / len(rows)
        cost = f"{each * 1e6 / 3600:.1f}"
        print(f"{number:8}{len(rows) / clock:10.1f}{1000 * each:24.1f}{cost:>26}", flush=True)
