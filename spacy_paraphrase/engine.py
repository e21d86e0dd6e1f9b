"""Jobs over files: in a loop, in processes, or on a Dask cluster, with the same rows in each case.

The parts of the input are mapped and combined, each into a sorted file; then each bucket of keys is
merged out of these files, combined and reduced to rows. Nothing but paths and counts travels
between processes, and nothing grows with the input but files. What a process has finished is whole
or not there, and is known by what it was made of: so an interrupted job goes on where it was.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, is_dataclass
from functools import partial, reduce
from hashlib import sha256
from importlib.metadata import version
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from pickle import dumps
from typing import Any, TypeAlias
from uuid import uuid4

from threadpoolctl import threadpool_limits

from .atomic import json_line, whole_file
from .errors import ParaphraseError
from .lines import opened
from .mapreduce import Dropped, Job, Row
from .parts import ROWS, Part, digest_of, parts_of, read_json
from .paths import MARK, make_folder, remove_folder
from .processes import spread
from .spills import Spills, sorted_bucket

Read: TypeAlias = Callable[[Part], Iterable[tuple[int, Any]]]
Stats: TypeAlias = dict[str, Any]

# What a job makes beside its rows, or with them in a folder; steps are those of several jobs.
MANIFEST, ERRORS, WORK, STEPS = "manifest.json", "errors.jsonl", "work", "steps"
_STATS, _RUN, _ROWS = "stats.json", "run", "rows.jsonl.gz"
# So many bytes of input make a partition of the output, unless set.
_PARTITION = 64 << 20
# A setting that is longer, or has more keys, stands in the manifest by its digest.
_SHORT, _FEW = 1_000, 50


@dataclass(frozen=True)
class Outcome:
    """What a job did.

    Attributes:
        paths: The files with rows.
        manifest: What the manifest says: "job", "hash", "config", "inputs", "counts" (of "records",
            "keys", "rows", "failed" and "lost" parts), "dropped" (by reason), "parts".
        errors: The file of what failed; there is none where nothing did.
    """

    paths: tuple[Path, ...]
    manifest: dict[str, Any]
    errors: Path

    @property
    def failed(self) -> bool:
        """Whether a record, a key or a part failed."""
        return bool(self.manifest["counts"]["failed"] or self.manifest["counts"]["lost"])

    def rows(self) -> Iterator[Row]:
        """Yield the rows, by partition and key."""
        for path in self.paths:
            with opened(path) as stream:
                yield from map(json.loads, stream)


def run_job(
    job: Job,
    inputs: Iterable[str | Path],
    out: str | Path,
    *,
    read: Read = read_json,
    partitions: int | None = None,
    n_process: int = 1,
    client: Any = None,
    resume: bool = False,
    errors: str | Path | None = None,
    progress: Callable[[Iterator[Any], int], Iterable[Any]] | None = None,
) -> Outcome:
    r"""Run a job over files and write its rows.

    A record that raises becomes a line of the file of errors ("file", "line", "id", "code",
    "reason"), a key that cannot be reduced likewise ("key"), and so does a part whose process died
    three times on a cluster; the rest goes on.

    Args:
        job: The job.
        inputs: Files, or folders that a job has written.
        out: A .jsonl file, or a folder: of `part-00000.jsonl.gz` and so on, with `manifest.json`.
            Beside a file stand the others with its name before theirs. A cluster must see it under
            this name, and the inputs too.
        read: Gives the numbered records of a part, errors in the place of those that cannot be
            read.
        partitions: Number of files with rows; one for 64 MB of input unless set.
        n_process: Processes of this machine.
        client: A `distributed.Client`: the job runs on its cluster.
        resume: Whether to keep what an interrupted run of the same job over the same input left,
            or all of it, if it came to its end.
        errors: Another file of errors.
        progress: Told the results of the tasks as they come, and how many there will be.

    Raises:
        ParaphraseError: P903 for a folder without parts; P511 if a process of this machine was
            killed; P905 if the keys or values of the job are not what JSON can hold.
        OSError: If a file cannot be read or written.

    Example:
        >>> import tempfile
        >>> from pathlib import Path
        >>> folder = Path(tempfile.mkdtemp())
        >>> _ = (folder / "in.jsonl").write_text('{"text": "a b"}\n{"text": "b"}\n{"tex": 1}\n')
        >>> def words(record):
        ...     return ((word, 1) for word in record["text"].split())
        >>> count = Job("count", words, int.__add__, lambda word, n: [{"word": word, "n": n}])
        >>> done = run_job(count, [folder / "in.jsonl"], folder / "out")
        >>> list(done.rows())
        [{'word': 'a', 'n': 1}, {'word': 'b', 'n': 2}]
        >>> done.manifest["counts"]
        {'records': 3, 'keys': 2, 'rows': 2, 'failed': 1, 'lost': 0}
    """
    parts = parts_of(inputs)
    if not partitions:
        partitions = 1 if job.ordered else sum(map(_size, parts)) // _PARTITION + 1
    place = _Place.of(Path(out), errors)
    task = _Task(job, read, partitions)
    name = task.digest([part.digest for part in parts], job.reduce)
    if resume and (done := place.finished(name)):
        return done
    place.begin(keep=resume)
    steps = _Steps(n_process, client, progress or (lambda results, _: results))
    maps = [(part, place.work / f"map-{k:05}-{task.hash(part)}") for k, part in enumerate(parts)]
    mapped = list(steps(partial(_map, task), maps))
    found = [folder for (_, folder), stats in zip(maps, mapped, strict=True) if "lost" not in stats]
    made = task.digest([folder.name for folder in found], job.reduce)
    buckets = [(k, place.work / f"reduce-{k:05}-{made}") for k in range(partitions)]
    reduced = list(steps(partial(_reduce, task, found), buckets))
    lost = [
        {"file": part.path, "line": part.line, **stats["lost"]}
        for (part, _), stats in zip(maps, mapped, strict=True)
        if "lost" in stats
    ]
    lost += [{"partition": k, **s["lost"]} for k, s in enumerate(reduced) if "lost" in s]
    folders = [folder for _, folder in buckets]
    counts = _summed([*mapped, *reduced], len(lost))
    config = {"partitions": partitions, "read": _described(read), **task.config()}
    manifest = {"job": job.name, "hash": name, "config": config, "inputs": _inputs(parts), **counts}
    return place.finish(manifest, [folder for _, folder in maps], folders, lost)


def read_all(inputs: Iterable[str | Path], read: Read = read_json) -> Iterator[Any]:
    """Yield the records of files in memory, as a job reads them.

    Raises:
        ParaphraseError: P903 for a folder without parts, or what is wrong with the first record
            that cannot be read.
    """
    for part in parts_of(inputs):
        for _, record in read(part):
            if isinstance(record, Exception):
                raise record
            yield record


@dataclass(frozen=True)
class _Task:
    """What is sent to every process: the job, and how its input is read and its output divided."""

    job: Job
    read: Read
    partitions: int

    def config(self) -> dict[str, Any]:
        return {name: _described(getattr(self.job, name)) for name in ("map", "combine", "reduce")}

    def digest(self, *of: Any) -> str:
        """Return a name for what comes of something under this task, but for `reduce`."""
        used = [
            version("spacy-paraphrase"),
            self.job.name,
            self.job.map,
            self.job.combine,
            self.read,
        ]
        text = json.dumps([self.partitions, *map(_described, [*used, self.read, *of])])
        return sha256(text.encode()).hexdigest()[:16]

    def hash(self, part: Part) -> str:
        return self.digest(part.digest)


def _map(task: _Task, item: tuple[Part, Path]) -> Stats:
    """Write the keys and values of a part as a run, and return what was done."""
    part, folder = item
    with _whole_folder(folder) as work, threadpool_limits(1):
        if work is not None:
            counts, dropped = Counter(records=0, failed=0), Counter[str]()
            spills = Spills(work, task.job.combine, task.partitions)
            with open(work / ERRORS, "wb") as failures:
                for line, record in _read(task, part):
                    counts["records"] += 1
                    try:
                        _add(task.job, record, spills, dropped)
                    except Exception as error:  # functions may be anybody's: it is this record's
                        counts["failed"] += 1
                        known = record.values if isinstance(record, ParaphraseError) else record
                        id = known.get("id") if isinstance(known, dict) else None
                        where = {"file": Path(part.path).name, "line": line, "id": id}
                        failures.write(json_line(where | _reason(task.job, "map", error)))
            starts = _coded(task.job, lambda: spills.write(work / _RUN))
            _write_stats(work, {**counts, "dropped": dict(dropped), "starts": starts})
    return _stats(folder)


def _read(task: _Task, part: Part) -> Iterator[tuple[int, Any]]:
    """Yield the records of a part, and at the end the error, if it breaks off."""
    line = part.line
    try:
        for line, record in task.read(part):
            yield line, record
    except FileNotFoundError:
        raise
    except Exception as error:  # of a damaged file: what was read of it counts, the rest is told
        yield line, error


def _add(job: Job, record: Any, spills: Spills, dropped: Counter[str]) -> None:
    if isinstance(record, Exception):
        raise record
    for found in list(job.map(record)):
        if isinstance(found, Dropped):
            dropped[found.reason] += 1
        else:
            spills.add(*found)


def _reduce(task: _Task, folders: list[Path], item: tuple[int, Path]) -> Stats:
    """Write the rows of a bucket, and return what was done."""
    bucket, folder = item
    with _whole_folder(folder) as work, threadpool_limits(1):
        if work is not None:
            job, counts, dropped = task.job, Counter(keys=0, rows=0, failed=0), Counter[str]()
            starts = [_stats(each)["starts"][bucket : bucket + 2] for each in folders]
            runs = [(each / _RUN, *ends) for each, ends in zip(folders, starts, strict=True)]
            entries = sorted_bucket([run for run in runs if run[1] < run[2]], job.combine, work)
            with _rows_file(work / _ROWS) as out, open(work / ERRORS, "wb") as failures:
                for key, group in groupby(entries, itemgetter(0)):
                    counts["keys"] += 1
                    try:
                        value = reduce(job.combine, (value for _, value in group))
                        rows = list(job.reduce(key, value))
                        lines = [json_line(row) for row in rows if not isinstance(row, Dropped)]
                    except Exception as error:  # likewise: it is this key's
                        counts["failed"] += 1
                        failures.write(json_line({"key": key, **_reason(job, "reduce", error)}))
                        continue
                    dropped.update(row.reason for row in rows if isinstance(row, Dropped))
                    counts["rows"] += len(lines)
                    out.writelines(lines)
            _write_stats(work, {**counts, "dropped": dict(dropped)})
    return _stats(folder)


@contextmanager
def _rows_file(path: Path) -> Iterator[Any]:
    """Open a compressed file whose bytes depend on its content alone."""
    with (
        open(path, "wb") as stream,
        gzip.GzipFile("", "wb", 6, stream, mtime=0) as compressed,
    ):
        yield compressed


@contextmanager
def _whole_folder(path: Path) -> Iterator[Path | None]:
    """Give a folder that gets its name when the block has ended; None if it is there already.

    Two processes may be about the same one: a cluster starts tasks again that it takes for lost.
    """
    if path.exists():
        yield None
        return
    part = path.with_name(f"{path.name}.{uuid4().hex}")
    part.mkdir(parents=True)
    try:
        yield part
        try:
            os.rename(part, path)
        except OSError:
            if not path.exists():
                raise
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _write_stats(folder: Path, stats: Stats) -> None:
    for path in (*folder.glob("run-*"), *folder.glob("merged-*")):
        path.unlink()
    (folder / _STATS).write_bytes(json_line(stats))


def _stats(folder: Path) -> Stats:
    stats: Stats = json.loads((folder / _STATS).read_bytes())
    return stats


def _coded(job: Job, work: Callable[[], list[int]]) -> list[int]:
    try:
        return work()
    except (TypeError, ValueError) as error:
        raise ParaphraseError("P905", job=job.name, got=error) from error


def _reason(job: Job, step: str, error: Exception) -> dict[str, str]:
    if not isinstance(error, ParaphraseError):
        got = f"{type(error).__name__}: {error}"
        error = ParaphraseError("P906", step=step, job=job.name, got=got)
    return {"code": error.code, "reason": str(error).removeprefix(f"[{error.code}] ")}


@dataclass(frozen=True)
class _Steps:
    """Runs the same function over items, somewhere."""

    n_process: int
    client: Any
    progress: Callable[[Iterator[Any], int], Iterable[Any]]

    def __call__(self, work: Callable[[Any], Stats], items: list[Any]) -> Iterable[Stats]:
        if self.client is not None:
            results = _on_dask(self.client, work, items)
        elif self.n_process > 1 and len(items) > 1:
            results = spread(partial(_each, work), items, min(self.n_process, len(items)), 1)
        else:
            results = map(work, items)
        return self.progress(results, len(items))


def _each(work: Callable[[Any], Stats], items: list[Any]) -> list[Stats]:
    return [work(item) for item in items]


def _on_dask(client: Any, work: Callable[[Any], Stats], items: list[Any]) -> Iterator[Stats]:
    """Yield what comes of items on a cluster, in order; of one that kills its workers, why.

    Dask suspects all tasks that a dead worker held: each of them is tried again, alone.
    """
    from distributed import KilledWorker, wait

    futures = client.map(work, items, pure=False)
    try:
        for future, item in zip(futures, items, strict=True):
            try:
                yield future.result()
            except KilledWorker:
                wait(futures)
                yield _alone_on_dask(client, work, item)
    finally:
        client.cancel(futures)


def _alone_on_dask(client: Any, work: Callable[[Any], Stats], item: Any) -> Stats:
    from distributed import KilledWorker

    try:
        stats: Stats = client.submit(work, item, pure=False).result()
    except KilledWorker as error:
        lost = ParaphraseError("P907", got=type(error).__name__)
        return {"lost": {"code": lost.code, "reason": str(lost).removeprefix(f"[{lost.code}] ")}}
    return stats


@dataclass(frozen=True)
class _Place:
    """Where a job writes: into a folder, or into a file and beside it."""

    out: Path
    manifest: Path
    errors: Path
    work: Path

    @classmethod
    def of(cls, out: Path, errors: str | Path | None) -> _Place:
        out = out.absolute()
        if out.suffix == ".jsonl":
            beside = [out.with_name(f"{out.name}.{name}") for name in (MANIFEST, ERRORS, WORK)]
        else:
            beside = [out / name for name in (MANIFEST, ERRORS, WORK)]
        manifest, own, work = beside
        return cls(out, manifest, Path(errors).absolute() if errors else own, work)

    def finished(self, name: str) -> Outcome | None:
        """Return what a finished run of that name left, None if there is none, or not all of it."""
        try:
            manifest = json.loads(self.manifest.read_bytes())
            counts = manifest["counts"]
            told = self.errors.exists() or not counts["failed"]
            if manifest["hash"] != name or counts["lost"] or not told:
                return None
            paths = [(self.manifest.parent / part["path"], part) for part in manifest["parts"]]
            if any(digest_of(path) != part["sha256"] for path, part in paths):
                return None
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return Outcome(tuple(path for path, _ in paths), manifest, self.errors)

    def begin(self, keep: bool) -> None:
        if self.out.suffix != ".jsonl" and not self._is_ours():
            raise ParaphraseError("P516", path=str(self.out))
        make_folder(self.work, keep=keep)
        self.manifest.unlink(missing_ok=True)

    def _is_ours(self) -> bool:
        """Return whether a job has made the rows in the folder, if there are some."""
        made = self.manifest.exists() or (self.work / MARK).exists()
        return made or not any(self.out.glob(ROWS))

    def finish(
        self, manifest: dict[str, Any], maps: list[Path], folders: list[Path], lost: list[Row]
    ) -> Outcome:
        """Put the rows and errors of finished tasks where they belong, and say what was done."""
        if self.out.suffix == ".jsonl":
            paths = [self.out]
            with whole_file(self.out) as stream:
                for path in (folder / _ROWS for folder in folders if folder.exists()):
                    with gzip.open(path) as rows:
                        shutil.copyfileobj(rows, stream)
        else:
            paths = []
            for k, folder in enumerate(folders):
                if folder.exists():
                    paths.append(self.out / ROWS.replace("*", f"{k:05}"))
                    with whole_file(paths[-1]) as stream, open(folder / _ROWS, "rb") as rows:
                        shutil.copyfileobj(rows, stream)
            for path in {*self.out.glob(ROWS)}.difference(paths):
                path.unlink()
        self._write_errors([folder for folder in [*maps, *folders] if folder.exists()], lost)
        parts = [{"path": path.name, "sha256": digest_of(path)} for path in paths]
        manifest["parts"] = parts
        with whole_file(self.manifest) as stream:
            stream.write(json.dumps(manifest, indent=2).encode() + b"\n")
        if not lost:
            remove_folder(self.work)
        return Outcome(tuple(paths), manifest, self.errors)

    def _write_errors(self, folders: list[Path], lost: list[Row]) -> None:
        files = [path for path in (folder / ERRORS for folder in folders) if path.stat().st_size]
        if not files and not lost:
            self.errors.unlink(missing_ok=True)
        else:
            with whole_file(self.errors) as stream:
                for path in files:
                    with open(path, "rb") as failures:
                        shutil.copyfileobj(failures, stream)
                stream.writelines(map(json_line, lost))


def _size(part: Part) -> int:
    end = os.path.getsize(part.path) if part.end is None else part.end
    return end - part.start


def _inputs(parts: list[Part]) -> list[Row]:
    """Return the files of parts, each with a digest of what its parts hold."""
    return [
        {"path": path, "sha256": sha256("".join(p.digest for p in group).encode()).hexdigest()}
        for path, group in groupby(parts, lambda part: part.path)
    ]


def _summed(stats: list[Stats], lost: int) -> dict[str, Any]:
    names = ("records", "keys", "rows", "failed")
    counts = {name: sum(each.get(name, 0) for each in stats) for name in names}
    dropped: Counter[str] = Counter()
    for each in stats:
        dropped.update(each.get("dropped", {}))
    return {"counts": counts | {"lost": lost}, "dropped": dict(sorted(dropped.items()))}


def _described(value: Any) -> Any:
    """Return a value as JSON that tells it: functions by name, with what is bound to them."""
    if isinstance(value, partial):
        bound = {name: _described(each) for name, each in value.keywords.items()}
        args = [_described(each) for each in value.args]
        return {"function": _described(value.func), "args": args, **bound}
    if is_dataclass(value) and not isinstance(value, type):
        return {"type": _described(type(value)), **_described(asdict(value))}
    if callable(value) and hasattr(value, "__qualname__"):
        return f"{getattr(value, '__module__', 'builtins')}.{value.__qualname__}"
    if isinstance(value, dict) and len(value) <= _FEW and all(isinstance(k, str) for k in value):
        return {k: _described(v) for k, v in value.items()}
    if isinstance(value, set | frozenset):
        value = sorted(value)
    try:
        text = json.dumps(value, sort_keys=True)
    except (TypeError, ValueError):
        return {"sha256": sha256(dumps(value)).hexdigest()}
    return (
        json.loads(text) if len(text) <= _SHORT else {"sha256": sha256(text.encode()).hexdigest()}
    )
