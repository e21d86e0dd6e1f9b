"""A million lines through `align`: is each accounted for, how much memory, how many a second.

Writes the lines into FOLDER (`generated`: ordinary pairs, odd ones, and lines that are none;
with `--valid` ordinary pairs alone), runs `align --n-process --errors` over them as a user does,
looks every second how much memory parent and workers hold, and keeps the book: every line ends
once, as a result or an error, in order. Exit status 1 if one does not. `--read` reads what a run
that was cut short, or is still under way, has written so far.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

from benchmarks import generated
from scripts.door import Folder, Seed, Tier
from spacy_paraphrase.cli.streams import begun

MEGABYTE = 1 << 20
# Seconds between two looks, rows of the curve.
PACE, ROWS = 1.0, 10


@dataclass(frozen=True)
class Look:
    """What a run held at one moment.

    Attributes:
        seconds: Since it began.
        written: Bytes of results and errors.
        parent: Bytes of memory of the process that was started.
        workers: Of each of its children that has any, the resource tracker included.
    """

    seconds: float
    written: int
    parent: int
    workers: list[int]


def resident(pid: int) -> int:
    """Return the bytes of memory that a process holds, 0 if it is gone (Linux)."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def children(pid: int) -> list[int]:
    """Return the processes that the main thread of one has started (Linux)."""
    try:
        return [
            int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ]
    except OSError:
        return []


def looks(process: subprocess.Popen[bytes], files: Sequence[Path]) -> Iterator[Look]:
    """Look at a process, and at what it has written, until it ends."""
    began = time.monotonic()
    while process.poll() is None:
        yield Look(
            round(time.monotonic() - began, 1),
            sum(path.stat().st_size for path in map(begun, files) if path.exists()),
            resident(process.pid),
            [size for size in map(resident, children(process.pid)) if size],
        )
        time.sleep(PACE)


def aligning(folder: Path, n_process: int, tier: str) -> list[str]:
    """Return the command that is measured."""
    files = (folder / "in.jsonl", folder / "out.jsonl", "--errors", folder / "errors.jsonl")
    settings = ("--n-process", n_process, "--tier", tier, "--quiet")
    return [sys.executable, "-m", "spacy_paraphrase", "align", *map(str, (*files, *settings))]


def measure(folder: Path, n_process: int, tier: str) -> int:
    """Run the command; store looks at it as they are taken; return its exit status."""
    process = subprocess.Popen(aligning(folder, n_process, tier))
    with open(folder / "looks.jsonl", "w", encoding="utf-8") as stream:
        for look in looks(process, [folder / "out.jsonl", folder / "errors.jsonl"]):
            stream.write(json.dumps(vars(look)) + "\n")
            stream.flush()
    return process.returncode


def curve(taken: Sequence[Look], rows: int = ROWS) -> Iterator[str]:
    """Yield the memory over the output, a row for each part of it: the most within that part."""
    yield f"{'output':>6}{'seconds':>10}{'parent':>10}{'workers':>10}"
    whole = max(look.written for look in taken) or 1
    for row in range(rows):
        part = [look for look in taken if row * whole <= look.written * rows <= (row + 1) * whole]
        if not part:
            continue
        n = max(len(look.workers) for look in part)
        most = [max(look.workers[k] for look in part if k < len(look.workers)) for k in range(n)]
        parent = max(look.parent for look in part) // MEGABYTE
        workers = " ".join(str(size // MEGABYTE) for size in most)
        share, seconds = f"{(row + 1) / rows:.0%}", f"{part[-1].seconds:.0f}"
        yield f"{share:>6}{seconds:>10}{parent:>10}{workers:>10}  MB"


def told(found: generated.Book) -> Iterator[str]:
    """Yield what became of the lines: by kind, and of all."""
    by_kind: dict[str, Counter[str]] = {}
    for (kind, outcome), count in found.kinds.items():
        by_kind.setdefault(kind, Counter())[outcome] += count
    for kind, outcomes in sorted(by_kind.items(), key=lambda item: -item[1].total()):
        parts = ", ".join(f"{outcome} {count:,}" for outcome, count in outcomes.most_common())
        yield f"  {kind:28} {outcomes.total():9,}  {parts}"
    yield (
        f"{found.ended:,} lines ended: {found.results:,} results, {found.errors.total():,} errors, "
        f"{found.passed:,} blank; "
        f"lost {found.lost:,}, doubled or out of order {found.doubled:,}, "
        f"ended otherwise than they must {found.unexpected.total():,}"
    )
    for (kind, outcome), count in found.unexpected.items():
        yield f"  not to be: {kind}: {outcome} ({count:,})"


def report(folder: Path, some: Iterator[generated.Line], wanted: int, at_end: bool) -> int:
    """Print the book, the memory and the speed of what a run has written; return the status."""
    found = generated.book(some, begun(folder / "out.jsonl"), begun(folder / "errors.jsonl"))
    text = (folder / "looks.jsonl").read_text(encoding="utf-8")
    taken = [Look(**json.loads(row)) for row in text.splitlines(keepends=True) if row[-1:] == "\n"]
    print(*told(found), sep="\n")
    print(*curve(taken), sep="\n")
    peak = max(look.parent + sum(look.workers) for look in taken) // MEGABYTE
    seconds = taken[-1].seconds
    print(f"peak of all processes together: {peak:,} MB")
    print(
        f"{seconds:,.0f} s, {found.ended / max(seconds, 1):,.0f} lines per second, start included"
    )
    missing = wanted - found.ended if at_end else 0
    if missing:
        print(f"{missing:,} lines did not end")
    return 1 if found.lost or found.doubled or found.unexpected or missing else 0


def main(
    folder: Folder,
    *,
    lines: Annotated[int, "number of lines"] = 1_000_000,
    valid: Annotated[bool, "ordinary pairs alone"] = False,
    seed: Seed = 0,
    n_process: Annotated[int, "processes"] = 2,
    tier: Tier = "accurate",
    read: Annotated[bool, "only read what a run has written"] = False,
) -> int:
    """Write the lines, run the command, keep the book."""
    package = f"spacy-paraphrase:{version('spacy-paraphrase')}|spacy:{version('spacy')}"
    settings = f"lines:{lines}|seed:{seed}|valid:{valid}|n_process:{n_process}|tier:{tier}"
    print(f"{package}|{settings}", flush=True)
    some = generated.lines(lines, seed, not valid)
    if read:
        return report(folder, some, lines, at_end=False)
    folder.mkdir(parents=True, exist_ok=True)
    generated.write(folder / "in.jsonl", some)
    status = measure(folder, n_process, tier)
    print(f"exit status {status}")
    again = generated.lines(lines, seed, not valid)
    return report(folder, again, lines, at_end=True)
