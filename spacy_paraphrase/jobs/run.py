"""Jobs over files: in a loop, in processes, or on a cluster, with the same rows in each case.

Each part of the input is mapped and combined into a file; then each bucket of keys is collected
from these files, in order, and reduced to rows. Processes exchange only paths and counts, and only
files grow with the input. Finished files are complete, and are identified by a hash of their input,
so an interrupted job can continue.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial, reduce
from gzip import GzipFile
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from ..errors import ParaphraseError
from .atomic import json_line, whole_file
from .job import Dropped, Job, Row, described, digest
from .lines import opened
from .parts import ROWS, Part, Read, digest_of, parts_of, read_json
from .paths import MARK, make_folder, remove_folder
from .processes import on_cluster, spread
from .task_files import Entries, entries_of, lines_in, make

# What a job makes beside its rows, or with them in a folder; steps are those of several jobs.
MANIFEST, ERRORS, WORK, STEPS = "manifest.json", "errors.jsonl", "work", "steps"
# So many bytes of input make a partition of the output, unless set.
_PARTITION = 64 << 20
_COUNTS = ("records", "keys", "rows", "failed")
_DROPPED = "dropped: "


@dataclass(frozen=True)
class Outcome:
    """The outcome of a job.

    Attributes:
        paths: The files with rows.
        manifest: What the manifest says: "job", "hash", "config", "inputs", "counts" (of "records",
            "keys", "rows", "failed" and "lost" parts), "dropped" (by reason), "parts".
        errors: The file of errors; it is missing if nothing failed.
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


def beside(out: Path, name: str) -> Path:
    """Return the path of a further output of a job: beside the file of rows, or in their folder."""
    return out.with_name(f"{out.name}.{name}") if out.suffix == ".jsonl" else out / name


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
    "reason"), and so does a key that cannot be reduced ("key"), and a part whose process died three
    times on a Dask cluster; the job continues.

    Args:
        job: The job.
        inputs: Files, or folders that a job has written.
        out: A .jsonl file, or a folder: of `part-00000.jsonl.gz` and so on, with `manifest.json`.
            For a file, the other outputs are beside it, prefixed with its name. A cluster must be
            able to access output and inputs under these names.
        read: Returns the numbered records of a part, with errors in place of bad ones.
        partitions: Number of files with rows; by default one per 64 MB of input.
        n_process: Processes of this machine.
        client: A `distributed.Client` or a `SparkSession` to run the job on its cluster.
        resume: Whether to reuse the results of an interrupted or finished run of the same job over
            the same input.
        errors: Another file of errors.
        progress: Called with the iterator of task results, and their number.

    Raises:
        ParaphraseError: P903 for a folder without parts; P511 if a process of this machine was
            killed; P905 if keys or values of the job cannot be written as JSON.
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
    partitions = partitions or _usual_partitions(job, parts)
    out = Path(out).absolute()
    errors = Path(errors).absolute() if errors else beside(out, ERRORS)
    manifest, work = beside(out, MANIFEST), beside(out, WORK)
    made_of = [partitions, job.name, job.map, job.combine, read]
    name = digest(*made_of, [part.digest for part in parts], job.reduce)
    if resume and (found := _finished(manifest, errors, name)):
        return found
    _check_ours(out, manifest, work)
    make_folder(work, keep=resume)
    manifest.unlink(missing_ok=True)
    each = partial(_done, client=client, n_process=n_process, progress=progress)
    maps = [
        (part, work / f"map-{k:05}-{digest(*made_of, part.digest)}") for k, part in enumerate(parts)
    ]
    results = each(partial(_map, job, read, partitions), maps)
    mapped = [path for _, path in maps if path.exists()]
    made = digest(*made_of, [path.name for path in mapped], job.reduce)
    buckets = [(k, work / f"reduce-{k:05}-{made}") for k in range(partitions)]
    results += each(partial(_reduce, job, mapped), buckets)
    lost = _lost(parts, results)
    _write_errors(errors, [path for _, path in (*maps, *buckets)], lost)
    paths = _write_rows(out, dict(buckets))
    config = {"partitions": partitions, "read": read}
    config |= {"map": job.map, "combine": job.combine, "reduce": job.reduce}
    contents = {
        "job": job.name,
        "hash": name,
        "config": described(config),
        "inputs": _inputs(parts),
        **_counted(results, len(lost)),
        "parts": [{"path": path.name, "sha256": digest_of(path)} for path in paths],
    }
    with whole_file(manifest) as stream:
        stream.write(json.dumps(contents, indent=2).encode() + b"\n")
    if not lost:
        remove_folder(work)
    return Outcome(tuple(paths), contents, errors)


def _usual_partitions(job: Job, parts: Sequence[Part]) -> int:
    size = sum(part.end - part.start for part in parts)
    return 1 if job.ordered else size // _PARTITION + 1


def _check_ours(out: Path, manifest: Path, work: Path) -> None:
    """Refuse a folder with rows that no job has written."""
    ours = out.suffix == ".jsonl" or manifest.exists() or (work / MARK).exists()
    if not ours and any(out.glob(ROWS)):
        raise ParaphraseError("P516", path=str(out))


def _inputs(parts: Iterable[Part]) -> list[Row]:
    """Return the files that parts are of, each with the digest of all its parts."""
    files = groupby(parts, lambda part: part.path)
    joined = ((path, "".join(part.digest for part in group)) for path, group in files)
    return [{"path": path, "sha256": sha256(every.encode()).hexdigest()} for path, every in joined]


def _done(
    work: Callable[..., Counter[str]],
    items: list[tuple[Any, Path]],
    *,
    client: Any,
    n_process: int,
    progress: Callable[[Iterator[Any], int], Iterable[Any]] | None,
) -> list[Any]:
    """Return what comes of each task: counts, or the error by which it was lost."""
    if client is not None:
        results: Iterator[Any] = on_cluster(client, partial(_task, work), items)
    elif n_process > 1 and len(items) > 1:
        results = spread(partial(_tasks, work), items, min(n_process, len(items)), 1)
    else:
        results = map(partial(_task, work), items)
    return list(progress(results, len(items)) if progress else results)


def _lost(parts: Sequence[Part], results: Sequence[Any]) -> list[Row]:
    """Return the tasks that were lost: those of parts come first, then those of partitions."""
    places: list[Row] = [{"file": part.path, "line": part.line} for part in parts]
    places += [{"partition": k} for k in range(len(results) - len(parts))]
    both = zip(places, results, strict=True)
    return [place | _error_row(each) for place, each in both if isinstance(each, ParaphraseError)]


def _counted(results: Sequence[Any], lost: int) -> dict[str, Any]:
    """Return what a manifest says of counts, and of what was dropped for which reason."""
    done = Counter[str]()
    for result in results:
        done.update({} if isinstance(result, ParaphraseError) else result)
    reasons = sorted(name for name in done if name.startswith(_DROPPED))
    return {
        "counts": {**{name: done[name] for name in _COUNTS}, "lost": lost},
        "dropped": {reason.removeprefix(_DROPPED): done[reason] for reason in reasons},
    }


def _task(work: Callable[..., Counter[str]], item: tuple[Any, Path]) -> Counter[str]:
    return make(item[1], partial(work, item[0]))


def _tasks(work: Callable[..., Counter[str]], items: list[tuple[Any, Path]]) -> list[Counter[str]]:
    return [_task(work, item) for item in items]


def _map(job: Job, read: Read, buckets: int, part: Part, file: sqlite3.Connection) -> Counter[str]:
    counts, entries = Counter[str](), Entries(file, job.combine, buckets)
    for line, record in _read(read, part):
        counts["records"] += 1
        try:
            if isinstance(record, Exception):
                raise record
            for found in list(job.map(record)):
                if isinstance(found, Dropped):
                    counts[_DROPPED + found.reason] += 1
                else:
                    entries.add(*found)
        except Exception as error:  # functions may be anybody's: it is this record's
            counts["failed"] += 1
            known = record.values if isinstance(record, ParaphraseError) else record
            id = known.get("id") if isinstance(known, dict) else None
            where = {"file": Path(part.path).name, "line": line, "id": id}
            _fail(file, where, job, "map", error)
        if entries.full():
            _write(job, entries)
    _write(job, entries)
    return counts


def _read(read: Read, part: Part) -> Iterator[tuple[int, Any]]:
    """Yield the records of a part, and at the end the error, if it breaks off."""
    line = part.line
    try:
        for line, record in read(part):
            yield line, record
    except Exception as error:  # of a damaged file: what was read counts, then comes the error
        if any(isinstance(each, FileNotFoundError) for each in (error, error.__cause__)):
            raise  # the machine does not see the file
        yield line, error


def _write(job: Job, entries: Entries) -> None:
    try:
        entries.write()
    except (AttributeError, TypeError, ValueError) as error:
        raise ParaphraseError("P905", job=job.name, got=error) from error


def _reduce(job: Job, found: list[Path], bucket: int, file: sqlite3.Connection) -> Counter[str]:
    counts = Counter[str]()
    for key, group in groupby(entries_of(found, bucket, file), itemgetter(0)):
        counts["keys"] += 1
        try:
            rows = list(job.reduce(key, reduce(job.combine, (value for _, value in group))))
            lines = [(json_line(row),) for row in rows if not isinstance(row, Dropped)]
        except Exception as error:  # likewise: it is this key's
            counts["failed"] += 1
            _fail(file, {"key": key}, job, "reduce", error)
            continue
        counts.update(_DROPPED + row.reason for row in rows if isinstance(row, Dropped))
        counts["rows"] += len(lines)
        file.executemany("INSERT INTO row VALUES (?)", lines)
    return counts


def _fail(file: sqlite3.Connection, where: Row, job: Job, step: str, error: Exception) -> None:
    if not isinstance(error, ParaphraseError):
        got = f"{type(error).__name__}: {error}"
        error = ParaphraseError("P906", step=step, job=job.name, got=got)
    file.execute("INSERT INTO error VALUES (?)", (json_line(where | _error_row(error)),))


def _error_row(error: ParaphraseError) -> Row:
    return {"code": error.code, "reason": str(error).removeprefix(f"[{error.code}] ")}


def _finished(path: Path, errors: Path, name: str) -> Outcome | None:
    """Return what a finished run of that name left, None if there is none, or not all of it."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        manifest = json.loads(path.read_bytes())
        counts, parts = manifest["counts"], manifest["parts"]
        complete = (errors.exists() or not counts["failed"]) and not counts["lost"]
        paths = [path.parent / part["path"] for part in parts]
        sums = [part["sha256"] for part in parts]
        if complete and manifest["hash"] == name and [*map(digest_of, paths)] == sums:
            return Outcome(tuple(paths), manifest, errors)
    return None


def _write_rows(out: Path, made: dict[int, Path]) -> list[Path]:
    """Put the rows of partitions where they belong, and return where that is."""
    made = {k: path for k, path in made.items() if path.exists()}
    if out.suffix == ".jsonl":
        with whole_file(out) as stream:
            for path in made.values():
                stream.writelines(lines_in(path, "row"))
        return [out]
    paths = {out / ROWS.replace("*", f"{k:05}"): path for k, path in made.items()}
    for part, path in paths.items():
        # Bytes that depend on the rows alone: without a name, or the time.
        with whole_file(part) as stream, GzipFile("", "wb", 6, stream, mtime=0) as packed:
            packed.writelines(lines_in(path, "row"))
    for part in {*out.glob(ROWS)}.difference(paths):
        part.unlink()
    return list(paths)


def _write_errors(path: Path, made: list[Path], lost: list[Row]) -> None:
    """Put together what failed in all tasks, and what is lost; there is no file of nothing."""
    with whole_file(path) as stream:
        for each in filter(Path.exists, made):
            stream.writelines(lines_in(each, "error"))
        stream.writelines(map(json_line, lost))
    if path.is_file() and not path.stat().st_size:
        path.unlink()
