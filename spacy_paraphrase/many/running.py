"""Running of the jobs of this package over files: in processes or on a cluster."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ..errors import ParaphraseError
from ..jobs import Job, Row, run_job
from ..jobs.atomic import json_line, whole_file
from .groups import Run

# Number of bytes of records that are sent to a process at once.
_SHARD = 4 << 20


def over_files(
    folder: str | Path,
    *,
    n_process: int = 1,
    client: Any = None,
    resume: bool = False,
    report: Callable[[Row], None] | None = None,
) -> Run:
    """Return a function that runs a job with intermediate files: see `jobs.run_job`.

    Args:
        folder: Folder of these files, accessible to all processes.
        n_process: Number of processes on this machine.
        client: A `distributed.Client` or a `SparkSession` to run jobs on its cluster.
        resume: Whether to continue an interrupted run of the same job.
        report: Function that is called with each error line of `jobs.run_job`; then the run
            continues. Without it, a failure ends the run (P953).

    Example:
        >>> import tempfile
        >>> from spacy_paraphrase.many.groups import find_groups
        >>> rows = [{"id": 1, "text": "Two cats sleep."}, {"id": 2, "text": "Two cats slept."}]
        >>> run = over_files(tempfile.mkdtemp())
        >>> [group.members for group in find_groups(rows, run=run)]
        [(1, 2)]
    """
    options = {"n_process": n_process, "client": client, "resume": resume}
    return partial(_run, Path(folder), options, report)


def _run(
    folder: Path,
    options: dict[str, Any],
    report: Callable[[Row], None] | None,
    job: Job,
    records: Iterable[Any],
) -> Iterator[Row]:
    place = folder / job.name
    place.mkdir(parents=True, exist_ok=True)
    for old in place.glob("in-*.jsonl"):
        old.unlink()
    inputs: list[Path] = []
    for shard in _shards(records):
        inputs.append(place / f"in-{len(inputs):05}.jsonl")
        with whole_file(inputs[-1]) as stream:
            stream.writelines(shard)
    if not inputs:
        return
    done = run_job(job, inputs, place / "out", **options)
    if done.failed:
        if report is None:
            raise ParaphraseError("P953", job=job.name, path=str(done.errors))
        with open(done.errors, "rb") as lines:
            for line in lines:
                report(json.loads(line))
    yield from done.rows()


def _shards(records: Iterable[Any]) -> Iterator[list[bytes]]:
    """Yield shards of the lines of records; a record with much work ends a shard."""
    shard: list[bytes] = []
    for record in records:
        shard.append(json_line(record))
        if "start" in record or "rows" in record or sum(map(len, shard)) > _SHARD:
            yield shard
            shard = []
    if shard:
        yield shard
