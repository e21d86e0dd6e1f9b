"""Faults on purpose, in all commands that may run long.

Every command of `LONG` is killed at a random moment, has no room for its files, writes into a pipe
that is closed, and runs twice at once with one output and different inputs; then it is run again,
with `--resume` if it has it, and its outputs are byte for byte those of a run that nothing
disturbed. Where it has no `--resume`, what was in its output before has to outlive the fault. What
commands read is damaged, too: a byte is another one, or the end is lacking. Then it is read all the
same, or refused with a code. Last, eight threads send pairs through one pipeline with all
components. What ends in a traceback, a crash or not at all is raw. For Linux.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from typing import Annotated, Any, NamedTuple

import spacy_paraphrase
from benchmarks import generated
from benchmarks.faults import (
    BROKEN_PIPE,
    EARLIER,
    ENDED,
    REFUSED,
    Row,
    ended,
    read_docs,
    started,
    told,
    until,
)
from scripts.door import Folder, Seed
from spacy_paraphrase.cli import jobs, many, mine, texts  # noqa: F401 (for the forks)


class Long(NamedTuple):
    """A command that may run long.

    Attributes:
        line: Its command line; what it writes begins with "out".
        resumes: Whether it has --resume.
    """

    line: str
    resumes: bool = False

    @property
    def output(self) -> str:
        """Return the file or folder that it writes first."""
        return next(word for word in self.line.split() if word.startswith("out"))


LONG = {
    "align": Long("align pairs.jsonl out.jsonl --tier fast --errors out-errors.jsonl", True),
    "fuse": Long("fuse pairs.jsonl out.jsonl --tier fast", True),
    "score": Long("score pairs.jsonl out.jsonl --tier fast --profile", True),
    "rewrite": Long("rewrite notes.jsonl out.jsonl --tier fast --preset tighten", True),
    "texts": Long("texts old.jsonl out.jsonl --tier fast", True),
    "support": Long("support old.jsonl out.jsonl --tier fast", True),
    "group": Long("group notes.jsonl out.jsonl --tier fast --page out.html", True),
    "dedupe": Long("dedupe notes.jsonl out.jsonl --tier fast"),
    "summarize": Long("summarize clusters.jsonl out.jsonl --tier fast --shortest 1"),
    "convert": Long("convert many.jsonl out.spacy"),
    "render": Long("render many.jsonl out.html"),
    "evaluate": Long("evaluate many.jsonl many.jsonl --ci --out out.json"),
    "space build": Long("space build notes.jsonl out", True),
    "retrieve": Long("retrieve notes.jsonl notes.jsonl out.jsonl"),
    "mine headlines": Long("mine headlines headlines.jsonl out.jsonl", True),
    "mine pairs": Long("mine pairs lists.jsonl out.jsonl --method linked", True),
    "mine anchors": Long("mine anchors notes.jsonl out.jsonl --min-count 1", True),
    "mine phrases": Long("mine phrases pairs.spacy out.jsonl", True),
    "mine contexts": Long("mine contexts pairs.spacy out.jsonl --min-count 1", True),
    "mine paths": Long("mine paths pairs.spacy out.jsonl --min-path-count 1", True),
    "mine lattices": Long("mine lattices pairs.spacy out.jsonl --min-group 3", True),
    "table import": Long("table import rows.jsonl out.jsonl"),
    "table filter": Long("table filter rows.jsonl out.jsonl", True),
    "table index": Long("table index rows.jsonl out.sqlite"),
    "table compile": Long("table compile rows.jsonl out.table"),
}
# What commands read, by the kind of the file.
READ = {
    ".jsonl": ("align", "group", "summarize", "mine headlines", "table import", "evaluate"),
    ".spacy": (
        "convert x.spacy out.jsonl",
        "mine phrases x.spacy out.jsonl",
        "render x.spacy out.txt",
    ),
    ".jsonl.gz": ("align x.jsonl.gz out.jsonl --method identity",),
    ".csv": ("align x.csv out.jsonl --method identity", "convert x.csv out.jsonl"),
    ".parquet": ("align x.parquet out.jsonl --method identity", "group x.parquet out.jsonl"),
    ".table": ("score pairs.jsonl out.jsonl --tier fast --phrases x.table",),
    ".sqlite": ("table show x.sqlite bridge", "table count x.sqlite"),
    ".space": ("space query x.space bridge",),
    ".index": ("retrieve x.index notes.jsonl out.jsonl",),
    ".pipeline": ("align pairs.jsonl out.jsonl --model x.pipeline",),
    ".wa": ("convert x.wa out.jsonl",),
    ".pgc": ("convert x.pgc out.jsonl",),
}


@dataclass
class Commands:
    """All long commands over inputs that were drawn.

    Attributes:
        folder: Where the files are; inputs of two draws in "0" and "1".
        lines: How many lines an input has.
        draw: Gives the moments.
        times: Trials of a fault, for each command.
    """

    folder: Path
    lines: int
    draw: Random
    times: int

    def prepare(self) -> None:
        """Write the inputs, and run every command once without a fault."""
        nlp = spacy_paraphrase.load(tier="fast")  # what is loaded once, forks have
        for seed in (0, 1):
            shutil.rmtree(self.folder / str(seed), ignore_errors=True)
            (self.folder / str(seed)).mkdir(parents=True)
            write_inputs(self.folder / str(seed), self.lines, seed)
            nlp.to_disk(self.folder / str(seed) / "many.pipeline")
            for line in MADE:
                status, said = self.run(line, seed)
                assert status in ENDED, (line, status, said)
        self.whole: dict[str, Mapping[str, Any]] = {}
        self.taken: dict[str, float] = {}
        for name, each in LONG.items():
            began = time.monotonic()
            status, told = self.run(each.line)
            self.taken[name] = time.monotonic() - began
            assert status in ENDED, (each.line, status, told)
            self.whole[name] = self.outputs()
            size = sum(len(value) for value in self.whole[name].values() if value)
            print(f"  {name}: {self.taken[name]:.1f} s, {size:,} bytes", flush=True)

    def start(self, line: str, seed: int = 0, told: str = "told", **more: Any) -> BaseProcess:
        """Start a command; its outputs are beside the folder of its inputs."""
        words = [f"../{word}" if word.startswith("out") else word for word in line.split()]
        more |= {"folder": self.folder / str(seed), "told": self.folder / told}
        return started(words, **more)

    def run(self, line: str, seed: int = 0, **more: Any) -> tuple[int | None, str]:
        """Run a command; return its exit status, and what it said."""
        process = self.start(line, seed, **more)
        return ended(process), self.said()

    def said(self, told: str = "told") -> str:
        """Return what a command wrote to standard error."""
        return (self.folder / told).read_text(encoding="utf-8", errors="replace")

    def outputs(self) -> dict[str, Any]:
        """Return what all outputs hold, by name, and take them away.

        What a killed run had half written (`.part`) lies beside them, and is none.
        """
        found: dict[str, Any] = {}
        for top in sorted(self.folder.glob("out*")):
            for path in (top, *top.rglob("*")):
                name = str(path.relative_to(self.folder))
                if path.suffix == ".part":
                    continue
                if path.suffix == ".spacy":
                    found[name] = json.dumps(read_docs(path)).encode()
                else:
                    found[name] = path.read_bytes() if path.is_file() else None
            shutil.rmtree(top) if top.is_dir() else top.unlink()
        return found

    def again(self, row: Row, name: str) -> None:
        """Run a command that was disturbed to its end, and compare."""
        each = LONG[name]
        status, told = self.run(each.line + " --resume" * each.resumes)
        row.raw += is_raw(status, told)
        row.compare(self.outputs(), self.whole[name])

    def disturbed(self, fault: str, strike: Callable[[str, Row], None]) -> Row:
        """Strike every command, and run it again to its end."""
        row = Row(fault, 1)
        for name, each in LONG.items():
            for _ in range(self.times):
                path = self.folder / each.output
                earlier = not each.resumes
                if earlier:
                    path.write_bytes(EARLIER)
                before = row.struck
                strike(name, row)
                if earlier and row.struck > before and path.read_bytes() != EARLIER:
                    row.compare(self.outputs(), self.whole[name])  # it had just ended
                row.tried += 1
                self.again(row, name)
        return row

    def kill(self, name: str, row: Row) -> None:
        """Kill a command at any moment."""
        process = self.start(LONG[name].line)
        moment = time.monotonic() + self.draw.random() * self.taken[name]
        if until(process, lambda: time.monotonic() >= moment):
            process.kill()
        row.struck += ended(process) not in ENDED

    def fill(self, name: str, row: Row) -> None:
        """Let no file grow beyond a length that the output would."""
        longest = max(len(value or b"") for value in self.whole[name].values())
        status, told = self.run(LONG[name].line, room=self.draw.randrange(max(1, longest)))
        row.struck += status == REFUSED
        row.raw += is_raw(status, told)

    def unread(self) -> Row:
        """Close the pipe that a command writes to."""
        row = Row("broken pipe", 1)
        for name, each in LONG.items():
            if not each.output.endswith(".jsonl"):
                continue
            for _ in range(self.times):
                pipe = os.pipe()
                line = each.line.replace(each.output, "-", 1)
                process = self.start(line, pipe=pipe)
                os.close(pipe[1])
                whole = self.whole[name][each.output]
                with open(pipe[0], "rb") as stream:
                    text = stream.read(self.draw.randrange(len(whole) + 1) // 2)
                status = ended(process)
                row.tried += 1
                row.struck += status == BROKEN_PIPE
                row.raw += is_raw(status, self.said())
                row.differing += not whole.startswith(text)
                self.outputs()
        return row

    def both(self) -> Row:
        """Run two commands with one output at once."""
        row = Row("two runs, one output", 2)
        for each in LONG.values():
            status, _ = self.run(each.line, seed=1)
            other = self.outputs()
            status, _ = self.run(each.line)
            expected = self.outputs()
            for k in range(self.times):
                seeds = (k % 2, 1 - k % 2)
                started = [self.start(each.line, seed, f"told{seed}") for seed in seeds]
                row.tried += 1
                for seed, process in zip(seeds, started, strict=True):
                    status = ended(process)
                    row.struck += status == REFUSED
                    row.raw += is_raw(status, self.said(f"told{seed}"))
                row.compare(self.outputs(), expected, other)
        return row

    def damaged(self, kind: str) -> Row:
        """Damage what is read, by another byte or an end that is lacking."""
        row = Row(f"damaged: {kind}", 1)
        place = self.folder / "0"
        for each in READ[kind]:
            line = LONG[each].line if each in LONG else each
            named = (w for w in line.split() if (place / w).exists() or w[:2] == "x.")
            name = next(named)
            path = place / name
            if name.startswith("x"):
                made = place / f"many{name[1:]}"
                copy = shutil.copytree if made.is_dir() else shutil.copyfile
                if not path.exists():
                    copy(made, path)
            files = [file for file in (path, *path.rglob("*")) if file.is_file()]
            for k in range(4 * self.times):
                victim = self.draw.choice(sorted(files))
                data = victim.read_bytes()
                at = self.draw.randrange(len(data) or 1)
                other = bytes(byte ^ 1 << self.draw.randrange(8) for byte in data[at : at + 1])
                victim.write_bytes(data[:at] + (other + data[at + 1 :] if k % 2 else b""))
                status, told = self.run(line)
                victim.write_bytes(data)
                row.tried += 1
                row.struck += status not in (0, None)
                if is_raw(status, told):
                    row.raw += 1
                    print(f"  {line}: {victim.name} at {at} ({k % 2}): {status} {told[-300:]}")
                self.outputs()
        return row


# Files of other kinds, made of those that are drawn.
MADE = (
    "align pairs.jsonl pairs.spacy --tier fast",
    "convert many.jsonl many.spacy",
    "convert many.jsonl many.wa",
    "convert many.jsonl many.pgc",
    "align plain.jsonl many.csv --method identity",
    "align plain.jsonl many.parquet --method identity",
    "space build notes.jsonl many.space --min-count 1",
    "retrieve notes.jsonl notes.jsonl hits.jsonl --save many.index",
    "table compile rows.jsonl many.table",
    "table index rows.jsonl many.sqlite",
)


def is_raw(status: int | None, told: str) -> bool:
    """Return whether a command ended in a traceback, a crash, or an error without a code."""
    coded = "[P" in told or '"P' in told or "No room" in told
    return "Traceback" in told or (status or 0) < 0 or (status == REFUSED and not coded)


def write_inputs(folder: Path, lines: int, seed: int) -> None:
    """Write a file of each kind that commands read."""
    generated.write(folder / "pairs.jsonl", generated.lines(lines, seed))
    pairs = [generated.pair(Random(seed * 10**9 + k)) for k in range(lines)]
    linked = [{"source": [0], "target": [0], "relation": "equals"}]

    def write(name: str, records: Iterator[dict[str, Any]]) -> None:
        (folder / name).write_text("".join(json.dumps(each) + "\n" for each in records))

    numbered = list(enumerate(pairs))
    write("plain.jsonl", ({"id": k, "source": a, "target": b} for k, (a, b) in numbered))
    split = ((k, a.split(), b.split()) for k, (a, b) in numbered)
    write("many.jsonl", ({"id": k, "source": a, "target": b, "words": linked} for k, a, b in split))
    write("notes.jsonl", ({"id": f"n{k}", "text": a} for k, (a, _) in numbered))
    parts = [pairs[k : k + 8] for k in range(0, lines, 8)]
    joint = [[" ".join(pair) for pair in part] for part in parts]
    told = [[{"id": f"d{k}", "text": text} for k, text in enumerate(some)] for some in joint]
    write("clusters.jsonl", ({"cluster": k, "documents": docs} for k, docs in enumerate(told)))
    write("headlines.jsonl", ({"cluster": k, "items": docs} for k, docs in enumerate(told)))
    sides = [list(zip(*part, strict=True)) for part in parts]
    write("lists.jsonl", ({"id": k, "source": a, "target": b} for k, (a, b) in enumerate(sides)))
    joined = [(" ".join(a), " ".join(b)) for a, b in sides]
    both = ({"source": a, "target": b, "text": a, "statements": b} for a, b in joined)
    write("old.jsonl", ({"id": k, **each} for k, each in enumerate(both)))
    shown = ((f"the {a.split()[1]} {k}", b) for k, (a, b) in numbered)
    write("rows.jsonl", ({"source": a, "target": b} for a, b in shown))
    (folder / "many.jsonl.gz").write_bytes(gzip.compress((folder / "plain.jsonl").read_bytes()))


def in_threads() -> Row:
    """Send pairs through one pipeline with all components, in eight threads at once."""
    row = Row("eight threads", 1)
    scored = ("paraphrase_edits", "paraphrase_similarity", "paraphrase_classifier")
    nlp = spacy_paraphrase.load(**{name: {} for name in (*scored, "sentence_rewriter")})
    pairs = [generated.pair(Random(k)) for k in range(64)]

    def told(pair: tuple[str, str]) -> Any:
        doc = spacy_paraphrase.compare(*pair, nlp)
        return doc.to_json(underscore=["pair_data"]), str([doc._.alignment, doc._.fusions])

    expected = list(map(told, pairs))
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(told, pairs))
    row.tried = row.struck = len(pairs)
    row.differing = sum(one != other for one, other in zip(found, expected, strict=True))
    return row


def rows(commands: Commands, others: int) -> Iterator[Row]:
    """Yield what came of each fault of all commands; all but SIGKILL are tried `others` times."""
    yield commands.disturbed("SIGKILL", commands.kill)
    commands.times = others
    yield commands.disturbed("no room for a file", commands.fill)
    yield commands.unread()
    yield commands.both()
    for kind in READ:
        yield commands.damaged(kind)
    yield in_threads()


def main(
    folder: Folder,
    *,
    lines: Annotated[int, "lines of the inputs"] = 60,
    times: Annotated[int, "kills of each command"] = 3,
    others: Annotated[int, "trials of every other fault"] = 1,
    seed: Seed = 0,
) -> int:
    """Print the table."""
    commands = Commands(folder, lines, Random(seed), times)
    commands.prepare()
    return told(rows(commands, others), lines=lines, times=times, others=others, seed=seed)
