"""Faults on purpose: `align` is killed, filled up and cut off at random moments, and gone on with.

The lines are those of `generated`, ordinary and hostile. Each trial is one output: it is struck
one to three times when it has reached a random length, gone on with by `--resume` each time, and at
the end without a fault. Then every line of the input has ended once, in order, and output and
errors are byte for byte those of a run that nothing disturbed. Prints what was tried, how often it
struck, how many lines were lost and doubled, and how many outputs differ; exit status 1 if any.

Outputs that are written whole (.spacy, .parquet) have no `--resume`: of them an earlier file has to
be there untouched after the fault, and to be replaced by the whole result in a second run.
`command_faults` does so with all commands.

Commands are forks of this process, which has imported all that they need: else most of the time
would go into imports. For Linux.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from typing import Annotated, Any

from benchmarks import generated
from benchmarks.million import children
from scripts.door import Folder, Seed
from spacy_paraphrase.cli import jobs  # noqa: F401 (for the forks)
from spacy_paraphrase.cli import main as run_command
from spacy_paraphrase.cli.streams import begun

MOST_STRIKES = 3
PACE, LONGEST = 0.002, 120  # seconds
EARLIER = b"what was there before"
REFUSED, ENDED, BROKEN_PIPE = 1, (0, 3), 141
OUTPUT, ERRORS = "out.jsonl", "errors.jsonl"
FORK = get_context("fork")
# Signals that wait while a command is forked, since no command that a user starts is forked.
STRUCK = {signal.SIGINT, signal.SIGTERM}


def command(
    arguments: list[str],
    room: int | None = None,
    pipe: Sequence[int] = (),
    folder: Path | None = None,
    told: Path | str = os.devnull,
) -> None:
    """Run a command in a process of its own, and end.

    Args:
        arguments: Those of the command line.
        room: Bytes that a file may have.
        pipe: The end that is read of a pipe, and the end that is the standard output.
        folder: Where it runs.
        told: The file for standard error.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell may have turned off
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, sys.stdin.fileno())
    os.dup2(nothing, sys.stdout.fileno())
    os.dup2(os.open(told, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), sys.stderr.fileno())
    if folder is not None:
        os.chdir(folder)
    if pipe:
        os.close(pipe[0])
        sys.stdout = open(pipe[1], "w", encoding="utf-8")  # noqa: SIM115
    if room is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STRUCK)
    sys.exit(run_command(arguments))


def started(arguments: list[str], **more: Any) -> BaseProcess:
    """Start `command` in a process of its own."""
    process = FORK.Process(target=command, args=(arguments,), kwargs=more)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STRUCK)
    process.start()
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return process


def ended(process: BaseProcess) -> int | None:
    """Wait for a process; return its exit status.

    Raises:
        TimeoutError: It does not end.
    """
    process.join(LONGEST)
    if process.exitcode is None:
        process.kill()  # else this process would wait for it at its own end
        raise TimeoutError(f"process {process.pid} does not end")
    return process.exitcode


@dataclass
class Row:
    """What came of all trials of one fault.

    Attributes:
        fault: What was done.
        processes: Of the command.
        tried: Outputs that were made under it.
        struck: How often it hit a command at work.
        lost: Lines that did not end.
        doubled: Results and errors of lines that had ended, or out of order.
        differing: Outputs other than those of a run that nothing disturbed.
        raw: Runs that ended in a traceback or a crash.
    """

    fault: str
    processes: int
    tried: int = 0
    struck: int = 0
    lost: int = 0
    doubled: int = 0
    differing: int = 0
    raw: int = 0

    @property
    def sound(self) -> bool:
        """Return whether nothing was lost, doubled or changed, or ended raw."""
        return not (self.lost or self.doubled or self.differing or self.raw)

    def compare(self, found: Mapping[str, Any], *expected: Mapping[str, Any]) -> None:
        """Note what is in the outputs of a run, which are to be as one of those expected."""
        differs = found not in expected
        self.differing += differs
        if differs:
            print(f"  {self.fault}: other outputs: {sorted(found)}", flush=True)
            [lines, others] = (
                sum(value.count(b"\n") for value in some.values() if isinstance(value, bytes))
                for some in (found, expected[0])
            )
            self.lost += max(0, others - lines)
            self.doubled += max(0, lines - others)


@dataclass
class Bench:
    """An input, and what a run over it gives that nothing disturbs.

    Attributes:
        folder: Where the files are.
        lines: How many lines the input has.
        model: Name or path of the pipeline.
        draw: Gives the moments.
        times: Trials of a fault.
    """

    folder: Path
    lines: int
    model: str
    draw: Random
    times: int

    def prepare(self) -> None:
        """Write the input, and run once without a fault."""
        self.folder.mkdir(parents=True, exist_ok=True)
        generated.write(self.folder / "in.jsonl", generated.lines(self.lines))
        status = ended(self.start("whole", 1))
        assert status == generated.SOME_FAILED, status
        self.whole = [(self.folder / f"whole-{name}").read_bytes() for name in (OUTPUT, ERRORS)]

    def start(
        self, name: str, n_process: int, *options: str, output: str = OUTPUT, **more: Any
    ) -> BaseProcess:
        """Start the command; its files begin with a name."""
        out, errors = (str(self.folder / f"{name}-{file}") for file in (output, ERRORS))
        files = (str(self.folder / "in.jsonl"), out if output != "-" else "-", "--errors", errors)
        settings = ("--model", self.model, "--n-process", str(n_process), "--batch-size", "10")
        arguments = ["align", *files, *settings, "--quiet", *options]
        return started(arguments, **more)

    def reached(self, name: str, length: int) -> bool:
        """Return whether output and errors have so many bytes together."""
        paths = [begun(str(self.folder / f"{name}-{file}")) for file in (OUTPUT, ERRORS)]
        return sum(path.stat().st_size for path in paths if path.exists()) >= length

    def settle(self, row: Row, name: str) -> None:
        """Go on with an output to its end, and note what is in it."""
        status = ended(self.start(name, row.processes, "--resume"))
        paths = [self.folder / f"{name}-{file}" for file in (OUTPUT, ERRORS)]
        found = generated.book(generated.lines(self.lines), *paths)
        row.tried += 1
        row.lost += self.lines - found.ended
        row.doubled += found.doubled
        row.differing += [path.read_bytes() for path in paths] != self.whole
        row.differing += status not in ENDED
        for path in paths:
            path.unlink()

    def moments(self) -> list[int]:
        """Return one to three lengths of the output, in order."""
        whole = sum(map(len, self.whole))
        return sorted(self.draw.randrange(whole) for _ in range(self.draw.randint(1, MOST_STRIKES)))


def until(process: BaseProcess, done: Callable[..., bool], *args: Any) -> bool:
    """Wait until something is so; return False if the process ends before."""
    while process.is_alive():
        if done(*args):
            return True
        time.sleep(PACE)
    return False


def signalled(bench: Bench, number: signal.Signals, n_process: int, worker: bool = False) -> Row:
    """Send a signal to the command, or to a worker of it."""
    who = " of a worker" if worker else ""
    row = Row(f"{number.name}{who}", n_process)
    for trial in range(bench.times):
        name = f"{number.name}{n_process}{worker}-{trial}"
        for moment in bench.moments():
            process = bench.start(name, n_process, "--resume")
            if until(process, bench.reached, name, moment):
                workers = children(process.pid) if worker else []
                os.kill(workers[-1] if workers else process.pid, number)
                row.struck += ended(process) not in ENDED
        bench.settle(row, name)
    return row


def filled(bench: Bench, n_process: int) -> Row:
    """Let no file grow beyond a random length, as on a full disk."""
    row = Row("no room for a file", n_process)
    for trial in range(bench.times):
        name = f"full{n_process}-{trial}"
        for moment in bench.moments():
            process = bench.start(name, n_process, "--resume", room=moment)
            row.struck += ended(process) == REFUSED
        bench.settle(row, name)
    return row


def unread(bench: Bench, n_process: int) -> Row:
    """Close the pipe that the command writes to, behind a random length."""
    row = Row("broken pipe", n_process)
    for trial in range(bench.times):
        name = f"pipe{n_process}-{trial}"
        pipe = os.pipe()
        process = bench.start(name, n_process, output="-", pipe=pipe)
        os.close(pipe[1])
        wanted = bench.draw.randrange(len(bench.whole[0]))
        with open(pipe[0], "rb") as stream:
            text = stream.read(wanted)
        row.tried += 1
        row.struck += ended(process) == BROKEN_PIPE
        row.differing += text != bench.whole[0][:wanted]
        begun(str(bench.folder / f"{name}-{ERRORS}")).unlink()
    return row


def killed_whole(bench: Bench, suffix: str, read: Callable[[Path], Any]) -> Row:
    """Kill commands whose output is written whole, at any moment; run them again."""
    row = Row(f"SIGKILL, {suffix}", 1)
    path = bench.folder / f"whole-out{suffix}"
    began = time.monotonic()
    ended(bench.start("whole", 1, output=f"out{suffix}"))
    taken, expected = time.monotonic() - began, read(path)
    for _ in range(bench.times):
        path.write_bytes(EARLIER)
        process = bench.start("whole", 1, output=f"out{suffix}")
        moment = time.monotonic() + bench.draw.random() * taken
        if until(process, lambda moment: time.monotonic() >= moment, moment):
            process.kill()
            row.struck += ended(process) not in ENDED
            row.differing += path.read_bytes() != EARLIER
        row.tried += 1
        ended(bench.start("whole", 1, output=f"out{suffix}"))
        found = read(path)
        row.lost += max(0, len(expected) - len(found))
        row.doubled += max(0, len(found) - len(expected))
        row.differing += found != expected
    return row


def read_docs(path: Path) -> list[bytes]:
    """Return what the Docs of a file hold."""
    import spacy
    from spacy.tokens import DocBin

    docs = DocBin().from_disk(path).get_docs(spacy.blank("en").vocab)
    return [doc.to_json(underscore=["pair_data"]) for doc in docs]


def read_rows(path: Path) -> list[Any]:
    """Return the rows of a file."""
    from pyarrow import parquet

    return list(parquet.read_table(path).to_pylist())


def same_file(bench: Bench) -> Row:
    """Name the input as the output, in several ways."""
    row = Row("input equal to output", 1)
    path = bench.folder / "in.jsonl"
    before = path.read_bytes()
    for name in ("hard.jsonl", "soft.jsonl", f"../{bench.folder.name}/in.jsonl", "in.jsonl"):
        other = bench.folder / name
        if name.startswith("hard"):
            other.hardlink_to(path)
        elif name.startswith("soft"):
            other.symlink_to(path)
        arguments = ["align", str(path), str(other), "--model", bench.model]
        process = started(arguments)
        refused = ended(process) == REFUSED
        row.tried += 1
        row.struck += refused
        row.differing += path.read_bytes() != before or not refused
        if not name.endswith("in.jsonl"):
            other.unlink()
    return row


def rows(bench: Bench, others: int) -> Iterator[Row]:
    """Yield what came of each fault; all but SIGKILL are tried `others` times."""
    for n_process in (1, 2):
        yield signalled(bench, signal.SIGKILL, n_process)
    bench.times = others
    for n_process in (1, 2):
        yield signalled(bench, signal.SIGTERM, n_process)
        yield signalled(bench, signal.SIGINT, n_process)
        yield filled(bench, n_process)
        yield unread(bench, n_process)
    yield signalled(bench, signal.SIGKILL, 2, worker=True)
    yield killed_whole(bench, ".spacy", read_docs)
    yield killed_whole(bench, ".parquet", read_rows)
    yield same_file(bench)


def shown(values: Sequence[Any]) -> str:
    """Return a line of the table."""
    return f"{values[0]:24}" + "".join(f"{value:>11}" for value in values[1:])


def main(
    folder: Folder,
    *,
    lines: Annotated[int, "lines of the input"] = 300,
    times: Annotated[int, "outputs that are killed"] = 20,
    others: Annotated[int, "outputs of every other fault"] = 5,
    seed: Seed = 0,
    model: Annotated[str, "name or path of the pipeline"] = "en",
) -> int:
    """Print the table."""
    bench = Bench(folder, lines, model, Random(seed), times)
    bench.prepare()
    settings = {"lines": lines, "times": times, "others": others, "seed": seed, "model": model}
    return told(rows(bench, others), **settings)


def told(some: Iterable[Row], **settings: Any) -> int:
    """Print a table, and return the exit status."""
    print("|".join(f"{name}:{value}" for name, value in settings.items()))
    print(shown(list(Row.__annotations__)))
    sound = True
    for row in some:
        print(shown(list(vars(row).values())), flush=True)
        sound = sound and row.sound
    return 0 if sound else 1
