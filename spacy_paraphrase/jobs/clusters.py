"""Work on a cluster: the same function over items, on Dask or on Spark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..errors import ParaphraseError


def on_cluster(cluster: Any, work: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[Any]:
    """Yield what comes of items, in their order.

    Of an item that kills all workers it meets, Dask gives an error (P907) in its place; Spark ends.

    Args:
        cluster: A `distributed.Client` or a `SparkSession`.
        work: Makes the result of an item.
        items: What is sent to the workers, one at a time.
    """
    if hasattr(cluster, "sparkContext"):
        spread = cluster.sparkContext.parallelize(items, max(len(items), 1))
        yield from spread.map(work).collect()
        return
    from distributed import KilledWorker, wait

    futures = cluster.map(work, items, pure=False)
    try:
        for future, item in zip(futures, items, strict=True):
            try:
                yield future.result()
            except KilledWorker:
                wait(futures)  # Dask suspects all that a dead worker held: each is tried alone
                try:
                    yield cluster.submit(work, item, pure=False).result()
                except KilledWorker as error:
                    yield ParaphraseError("P907", got=type(error).__name__)
    finally:
        cluster.cancel(futures)
