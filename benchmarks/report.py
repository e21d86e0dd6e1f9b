"""What benchmarks print: signatures, scores with intervals, sheets to be read, memory, time."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from spacy.language import Language

from scripts.door import ROOT
from spacy_paraphrase.metrics import GoldLinks, Measure, bootstrap, evaluate
from spacy_paraphrase.readers import PairRecord

# What the intervals of `figures` come from.
INTERVALS = {"bootstrap": 1000, "level": 0.95, "seed": 0}


def signature(measure: Any, nlp: Language | None = None, **settings: Any) -> str:
    """Return all that is behind the numbers of a table, in a line.

    Args:
        measure: The measure, or words in its place.
        nlp: The pipeline, if one says what is measured.
        settings: What else there is, in this order, before the pipeline.
    """
    parts = [measure if isinstance(measure, str) else measure.signature()]
    parts += [f"{name}:{value}" for name, value in settings.items()]
    return "|".join([*parts, *([f"pipeline:{nlp.meta['name']}"] if nlp else [])])


def gold_links(records: Iterable[PairRecord]) -> list[GoldLinks]:
    """Return the gold links of words as the measures of alignment take them."""
    return [GoldLinks(r.sure, r.possible, r.source, r.target) for r in records]


def print_sheet(rows: Iterable[Sequence[Any]], *heads: str) -> None:
    """Print rows to be read, with tabs between their cells, and what heads the columns."""
    for row in (*([heads] if heads else []), *rows):
        print(*(str(cell).replace("\t", " ") for cell in row), sep="\t")


def peak_memory(who: int = resource.RUSAGE_SELF) -> float:
    """Return the most memory that this process, or its largest child, has had, in megabytes."""
    return resource.getrusage(who).ru_maxrss / 1024


def in_new_process(code: str, *words: Any) -> list[float]:
    """Return what a new process prints: numbers, the last of them its memory in megabytes."""
    code += (  # a parent's peak is none of its own
        "\nfrom pathlib import Path\nstatus = Path('/proc/self/status').read_text()\n"
        "print(int(status.split('VmHWM:')[1].split()[0]) / 1024)\n"
    )
    command = [sys.executable, "-c", code, *map(str, words)]
    done = subprocess.run(command, check=True, cwd=ROOT, capture_output=True, text=True)
    return list(map(float, done.stdout.split()))


def timed(
    call: Callable[[], Any], clock: Callable[[], float] = time.perf_counter
) -> tuple[float, Any]:
    """Return the seconds that a call takes by the clock, or by another one, and its result."""
    start = clock()
    result = call()
    return clock() - start, result


def figures(
    measure: Measure[Any, Any],
    preds: Sequence[Any],
    golds: Sequence[Any],
    keys: Sequence[str],
    chief: str,
    *,
    form: str = "7.1f",
    unit: float = 100.0,
) -> str:
    """Return a line of scores.

    Args:
        measure: The measure.
        preds: A prediction for each pair.
        golds: The gold of the same pairs.
        keys: The scores to show.
        chief: The score whose 95 % bootstrap interval follows.
        form: How a score is written.
        unit: What a score is multiplied by.
    """
    result = evaluate(measure, preds, golds)
    interval = bootstrap(result.stats, measure.score)[chief]
    assert interval is not None
    scores = "".join(f"{unit * (result.scores[key] or 0):{form}}" for key in keys)
    digits = form[form.index(".") :]
    low, high = (f"{unit * bound:{digits}}" for bound in (interval.low, interval.high))
    return f"{scores}   {low}-{high}"
