"""Work spread over processes or a cluster, in order, with an end: also when one is killed.

spaCy's own processes leave the parent waiting for ever then (`nlp.pipe(n_process=2)`).
"""

from __future__ import annotations

import gc
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import connection, parent_process
from threading import Thread
from typing import Any, TypeVar

from threadpoolctl import threadpool_limits

from .errors import ParaphraseError

Item = TypeVar("Item")
Result = TypeVar("Result")

# Chunks under way for each process: one at work, one to go on with.
_AHEAD = 2
# New objects that the garbage collector waits for, and how often it does so before it goes over
# older ones, and over all.
_COLLECTION = 100_000, 50, 100
# What the chunks of a worker process are given to.
_work: list[Callable[[list[Any]], list[Any]]] = []


def spread(
    work: Callable[[list[Item]], list[Result]], items: Iterable[Item], n_process: int, size: int
) -> Iterator[Result]:
    """Yield what comes of items, in their order.

    Args:
        work: Makes results of a chunk of items; sent to every process once. Items and results can
            be pickled.
        items: Read as far ahead as there are chunks under way, and a chunk for each process more.
        n_process: Number of processes.
        size: Items of a chunk; the last ones are shorter, so that all processes end together.

    Raises:
        ParaphraseError: P511 if a process ends before its time; else what `work` raises.
    """
    under_way: deque[Future[list[Result]]] = deque()
    pool = ProcessPoolExecutor(n_process, initializer=_start, initargs=(work,))
    try:
        for chunk in _chunks(iter(items), n_process, size):
            under_way.append(pool.submit(_run, chunk))
            if len(under_way) == _AHEAD * n_process:
                yield from under_way.popleft().result()
        while under_way:
            yield from under_way.popleft().result()
    except BrokenProcessPool as error:
        raise ParaphraseError("P511") from error
    finally:
        pool.shutdown(cancel_futures=True)


def _chunks(items: Iterator[Item], n_process: int, size: int) -> Iterator[list[Item]]:
    """Yield chunks, what is left at the end in equal parts for all processes."""
    while batch := list(islice(items, size * n_process)):
        if len(batch) < size * n_process:
            size = -(-len(batch) // n_process)
        for start in range(0, len(batch), size):
            yield batch[start : start + size]


def on_cluster(cluster: Any, work: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[Any]:
    """Yield what comes of items, in their order.

    Of an item that kills all workers it meets, Dask gives an error (P907) in its place; Spark ends.

    Args:
        cluster: A `distributed.Client` or a `SparkSession`.
        work: Makes the result of an item.
        items: What is sent to the workers, one at a time.
    """
    if hasattr(cluster, "sparkContext"):
        sent = cluster.sparkContext.parallelize(items, max(len(items), 1))
        yield from sent.map(work).collect()
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


def settle() -> None:
    """Let the garbage collector leave alone what is loaded, and rarely look at what is new.

    For a process of our own that has loaded all it needs, the command line or a worker: there is no
    garbage in a pipeline and the lexical data, and next to none that pairs leave behind (half an
    object a pair), while going over all objects again and again takes a tenth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECTION)


def _start(work: Callable[[list[Any]], list[Any]]) -> None:
    # Ctrl-C reaches all processes of a terminal; the parent is to decide.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threadpool_limits(1)  # each process is to have a core, not all of them
    Thread(target=_end_with_parent, daemon=True).start()
    _work.append(work)
    settle()


def _end_with_parent() -> None:
    """End this process when its parent has: killed, it cannot say so, and nobody takes the work."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _run(chunk: list[Any]) -> list[Any]:
    return _work[-1](chunk)
