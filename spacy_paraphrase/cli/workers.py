"""A runner in several processes.

Lines go to the workers and results come back, so that no Doc has to travel: spaCy's own processes
send Docs both ways, which costs more than aligning them, and they leave the parent waiting for ever
if one of them is killed.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any

from ..errors import ParaphraseError
from .pairs import Line, Runner

# Chunks under way for each process: one at work, one to go on with; and their lines, unless set.
_AHEAD = 2
CHUNK = 100
_runners: list[Runner] = []


def run(runner: Runner, lines: Iterator[Line], n_process: int) -> Iterator[Any]:
    """Yield what `runner.run` would, from several processes.

    Args:
        runner: The pipeline and what is made of its Docs, something small that can be pickled.
        lines: Read as far ahead as there are chunks under way; a chunk is a batch.
        n_process: Number of processes; with 1, everything happens in this one.

    Raises:
        ParaphraseError: P511 if a process ends before its time.
    """
    if n_process == 1:
        yield from runner.run(lines)
        return
    size = runner.batch_size or CHUNK
    under_way: deque[Future[list[Any]]] = deque()
    pool = ProcessPoolExecutor(n_process, initializer=_start, initargs=(runner,))
    try:
        while chunk := list(islice(lines, size)):
            under_way.append(pool.submit(_run, chunk))
            if len(under_way) == _AHEAD * n_process:
                yield from under_way.popleft().result()
        while under_way:
            yield from under_way.popleft().result()
    except BrokenProcessPool as error:
        raise ParaphraseError("P511") from error
    finally:
        pool.shutdown(cancel_futures=True)


def _start(runner: Runner) -> None:
    # Ctrl-C reaches all processes of a terminal; the parent is to decide.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _runners.append(runner)


def _run(lines: list[Line]) -> list[Any]:
    return list(_runners[-1].run(iter(lines)))
