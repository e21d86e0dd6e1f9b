"""Work spread over processes or a cluster, in order; a killed process raises an error.

With spaCy's own processes (`nlp.pipe(n_process=2)`) the parent would wait for ever.
"""

from __future__ import annotations

import gc
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import connection, parent_process
from threading import Thread, current_thread, main_thread
from typing import Any, TypeVar

from threadpoolctl import threadpool_limits

from ..errors import ParaphraseError

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
    """Yield the results for items, in order.

    Args:
        work: Function that returns the results for a chunk of items; sent to every process once.
            Items and results must be picklable.
        items: Read ahead by the chunks in progress, and by one more chunk per process.
        n_process: Number of processes.
        size: Items per chunk; the last chunks are shorter, so that all processes end together.

    Raises:
        ParaphraseError: P511 if a process ends too early; else the errors that `work` raises.
    """
    under_way: deque[Future[list[Result]]] = deque()
    pool = ProcessPoolExecutor(n_process, initializer=_start, initargs=(work,))
    try:
        for chunk in _chunks(iter(items), n_process, size):
            with _interrupted_after():
                under_way.append(pool.submit(_run, chunk))
            if len(under_way) == _AHEAD * n_process:
                yield from under_way.popleft().result()
        while under_way:
            yield from under_way.popleft().result()
    except BrokenProcessPool as error:
        raise ParaphraseError("P511") from error
    finally:
        with _interrupted_after():  # a second Ctrl-C
            pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupted_after() -> Iterator[None]:
    """Delay Ctrl-C: a pool that it interrupts while processes start or end waits for ever."""
    before = signal.getsignal(signal.SIGINT)
    if before is None or current_thread() is not main_thread():  # which alone gets Ctrl-C
        yield
        return
    held: list[Any] = []
    signal.signal(signal.SIGINT, lambda *args: held.append(args))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if held:
            signal.raise_signal(signal.SIGINT)


def _chunks(items: Iterator[Item], n_process: int, size: int) -> Iterator[list[Item]]:
    """Yield chunks, what is left at the end in equal parts for all processes."""
    while batch := list(islice(items, size * n_process)):
        if len(batch) < size * n_process:
            size = -(-len(batch) // n_process)
        for start in range(0, len(batch), size):
            yield batch[start : start + size]


def on_cluster(cluster: Any, work: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[Any]:
    """Yield the results for items, in order.

    For an item that kills every worker it is sent to, Dask yields an error (P907); Spark stops.

    Args:
        cluster: A `distributed.Client` or a `SparkSession`.
        work: Function that returns the result for an item.
        items: The items, sent to the workers one at a time.
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
    """Make the garbage collector skip objects that are loaded already, and run rarely.

    For processes of this package (the command line, workers) that have loaded all they need: the
    pipeline and the lexical data contain no garbage, and pairs leave almost none (half an object
    per pair), while repeated collections take a tenth of the time.
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
