"""Pairs on a cluster: the pipeline over a Spark DataFrame, a Dask bag or a Dask dataframe.

Workers get rows and return results, as with the processes of the command line; Docs are not sent. A
worker also gets a description of its pipeline (`Work`), which every process builds once. The
results of rows depend on these rows alone: if a worker is lost, the engine runs its tasks again
elsewhere, with the same result.

A pair that cannot be processed becomes a row with its id, an error code and a reason. Problems that
concern all rows, such as a missing pipeline or missing columns, are raised as errors.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from threading import Lock
from typing import Any, NamedTuple
from uuid import uuid4

from spacy.language import Language
from spacy.tokens import Doc
from threadpoolctl import threadpool_limits

from .cli.jobs import ALIGNED, SCORED, to_scores
from .cli.parquet import NUMBERS, OPTIONAL, WORDS, to_cells, type_of
from .cli.runner import Runner, to_record
from .cli.streams import Failure
from .errors import ParaphraseError
from .pairs.pair import SIDES
from .pipeline import load
from .readers.rows import packages, values_of

# What a row in may say; the id stays outside of the pipeline.
_READ = (*SIDES, *(name for name in OPTIONAL if name != "id"))
_FAILED = ("code", "reason")
# Pipelines that a process keeps, and rows that it makes before it hands them on.
_CACHE_SIZE = 2
_ROWS = 1_000
# A pipeline serves one thread at a time: its memory zones are its own.
_turn = Lock()


class PairTask(NamedTuple):
    """A command that can run on a cluster.

    Attributes:
        finish: Function that makes an output record from a Doc and its id.
        columns: Keys of the record apart from the id.
        exclude: Components to leave out.
        overrides: Configs of components, as in `load`.
    """

    finish: Callable[[Doc, Any], dict[str, Any]]
    columns: tuple[str, ...]
    exclude: tuple[str, ...] = ("sentence_fuser",)
    overrides: tuple[str, ...] = ()


TASKS = {
    "align": PairTask(to_record, ALIGNED),
    "fuse": PairTask(to_record, ALIGNED, exclude=()),
    "score": PairTask(to_scores, SCORED, overrides=("paraphrase_similarity", "paraphrase_edits")),
}


@dataclass(frozen=True)
class Work:
    """What to do with pairs, and how to make the pipeline for it; sent to every worker.

    Attributes:
        task: One of `TASKS`.
        load: Function that makes the pipeline.
        key: The same for all works that may share a pipeline.
    """

    task: str
    load: Callable[[], Language] = field(compare=False)
    key: str

    @classmethod
    def of(
        cls,
        task: str,
        pipeline: str | Callable[[], Language] = "en",
        tier: str | None = None,
        exclude: Collection[str] = (),
        **overrides: dict[str, Any],
    ) -> Work:
        """Return the work for these arguments, which are those of `pipe_spark`.

        Raises:
            ParaphraseError: P901 for a task that there is not, or settings of a pipeline that the
                function given makes.
        """
        if task not in TASKS:
            raise ParaphraseError("P901", setting="task", got=task, expected=", ".join(TASKS))
        settings: dict[str, Any] = {"tier": tier, "exclude": sorted(exclude), **overrides}
        if callable(pipeline):
            if tier or exclude or overrides:
                expected = "a name or a path, where tier, exclude or components are set"
                raise ParaphraseError("P901", setting="pipeline", got=pipeline, expected=expected)
            return cls(task, pipeline, uuid4().hex)
        chosen = TASKS[task]
        settings["exclude"] = sorted({*exclude, *chosen.exclude}.difference(overrides))
        added: dict[str, Any] = {name: {} for name in chosen.overrides if name not in exclude}
        made = partial(load, pipeline, **(added | settings))
        return cls(task, made, json.dumps([pipeline, settings], sort_keys=True, default=repr))

    @property
    def columns(self) -> tuple[str, ...]:
        """Keys of an output record apart from the id."""
        return TASKS[self.task].columns

    def results(self, rows: Iterable[Any]) -> Iterator[dict[str, Any] | Failure]:
        """Yield an output record or a failure for every row, in order.

        Args:
            rows: Objects in the format of the command line's JSON lines, without ids.
        """
        with _turn, threadpool_limits(1):
            yield from _runner(self).run(enumerate(map(_line, rows), 1))


@lru_cache(maxsize=_CACHE_SIZE)
def _runner(work: Work) -> Runner:
    return Runner(work.load(), TASKS[work.task].finish)


def pipe_bag(
    bag: Any,
    task: str = "align",
    pipeline: str | Callable[[], Language] = "en",
    *,
    tier: str | None = None,
    exclude: Collection[str] = (),
    **overrides: dict[str, Any],
) -> Any:
    """Return a Dask bag with the results for the pairs of a bag, in its order and partitions.

    Args:
        bag: A bag of objects in the format of the command line's JSON lines: "source" and "target",
            maybe "id", "question", "source_chunks" and "target_chunks".
        task: "align", "fuse" or "score", as the commands.
        pipeline: Name or path, as in `load`; or a function that makes the whole pipeline.
        tier: As in `load`.
        exclude: Likewise.
        **overrides: Likewise.

    Returns:
        A bag of the records that the command writes; for a pair that could not be processed, {"id",
        "code", "reason"}.

    Raises:
        ParaphraseError: P901 for a task that there is not, or settings of a pipeline that the
            function given makes; P852 without Dask.

    Example:
        >>> import dask.bag
        >>> pairs = [{"id": 7, "source": "A cat sleeps.", "target": "The cat naps."}, {"id": 8}]
        >>> found = pipe_bag(dask.bag.from_sequence(pairs, npartitions=1))
        >>> aligned, failed = found.compute(scheduler="synchronous")
        >>> aligned["id"], len(aligned["words"]), failed["id"], failed["code"]
        (7, 4, 8, 'P502')
    """
    _need("dask", "dask")
    work = Work.of(task, pipeline, tier, exclude, **overrides)
    return bag.map_partitions(partial(_bag_partition, work))


def pipe_dataframe(
    frame: Any,
    task: str = "align",
    pipeline: str | Callable[[], Language] = "en",
    *,
    tier: str | None = None,
    exclude: Collection[str] = (),
    **overrides: dict[str, Any],
) -> Any:
    """Return a Dask dataframe with the results for the pairs of another, with its partitions.

    Args:
        frame: With the columns "id" (of any type), "source" and "target" (text, or lists of words),
            maybe "question", "source_chunks" and "target_chunks".
        task: As of `pipe_bag`, and so are the others.
        pipeline: See `pipe_bag`.
        tier: See `pipe_bag`.
        exclude: See `pipe_bag`.
        **overrides: See `pipe_bag`.

    Returns:
        The column "id", the columns that the command writes into Parquet (words as lists, "overlap"
        as a number, nested values as JSON text), and "code" and "reason" for pairs that could not
        be processed, whose other columns are empty. The index is kept.

    Raises:
        ParaphraseError: P901 as of `pipe_bag`, P902 if a column is missing, P852 without Dask.
    """
    _need("dask", "dask")
    _check_columns(frame.columns)
    work = Work.of(task, pipeline, tier, exclude, **overrides)
    meta = _pandas_rows(frame._meta, [], work.columns)
    return frame.map_partitions(partial(_frame_partition, work), meta=meta)


def pipe_spark(
    frame: Any,
    task: str = "align",
    pipeline: str | Callable[[], Language] = "en",
    *,
    tier: str | None = None,
    exclude: Collection[str] = (),
    **overrides: dict[str, Any],
) -> Any:
    """Return a Spark DataFrame with the results for the pairs of another.

    The rows go through `mapInArrow` and not `mapInPandas`, which would change ids: pandas turns
    integers into floats where one is missing.

    Args:
        frame: As of `pipe_dataframe`.
        task: As of `pipe_bag`, and so are the others.
        pipeline: See `pipe_bag`.
        tier: See `pipe_bag`.
        exclude: See `pipe_bag`.
        **overrides: See `pipe_bag`.

    Returns:
        The columns of `pipe_dataframe`: "id" with its own type, words array<string>, "overlap"
        double, all others string.

    Raises:
        ParaphraseError: As of `pipe_dataframe`; P852 without PySpark.
    """
    _need("pyspark", "spark")
    from pyspark.sql.types import ArrayType, DoubleType, StringType, StructField, StructType

    _check_columns(frame.columns)
    work = Work.of(task, pipeline, tier, exclude, **overrides)
    types = dict.fromkeys(WORDS, ArrayType(StringType())) | dict.fromkeys(NUMBERS, DoubleType())
    names = (*work.columns, *_FAILED)
    fields = [StructField(name, types.get(name, StringType())) for name in names]
    wanted = frame.select("id", *(name for name in _READ if name in frame.columns))
    schema = StructType([StructField("id", frame.schema["id"].dataType), *fields])
    return wanted.mapInArrow(partial(_arrow_batches, work), schema)


def _bag_partition(work: Work, rows: Iterable[Any]) -> list[dict[str, Any]]:
    rows = list(rows)
    ids = [row.get("id") if isinstance(row, dict) else None for row in rows]
    return [
        {"id": id, "code": result.code, "reason": result.reason}
        if isinstance(result, Failure)
        else {**result, "id": id}
        for id, result in zip(ids, work.results(rows), strict=True)
    ]


def _frame_partition(work: Work, frame: Any) -> Any:
    names = [name for name in _READ if name in frame.columns]
    columns = [[_present(value) for value in frame[name]] for name in names]
    rows = (dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True))
    return _pandas_rows(frame, work.results(rows), work.columns)


def _pandas_rows(frame: Any, results: Iterable[Any], columns: tuple[str, ...]) -> Any:
    """Return the ids of a pandas frame, with its index, beside what came of its rows."""
    import pandas

    found = frame[["id"]].copy()
    for name, array in _arrays(results, columns).items():
        if name in WORDS:  # Dask takes other lists for text
            kind: Any = pandas.ArrowDtype(array.type)
        else:
            kind = "float64" if name in NUMBERS else "string"
        found[name] = pandas.array(array.to_pylist(), dtype=kind)
    return found


def _arrow_batches(work: Work, batches: Iterator[Any]) -> Iterator[Any]:
    arrow, _ = packages()
    for batch in batches:
        for start in range(0, batch.num_rows, _ROWS):
            part = batch.slice(start, _ROWS)
            names = [name for name in part.schema.names if name in _READ]
            columns = [values_of(part.column(name)) for name in names]
            rows = (dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True))
            arrays = {"id": part.column("id"), **_arrays(work.results(rows), work.columns)}
            yield arrow.RecordBatch.from_pydict(arrays)


def _arrays(results: Iterable[Any], columns: tuple[str, ...]) -> dict[str, Any]:
    """Return the columns of rows, but for their ids, as Arrow arrays."""
    arrow, _ = packages()
    rows = [_cells(result, columns) for result in results]
    return {
        name: arrow.array([row[name] for row in rows], type_of(name))
        for name in (*columns, *_FAILED)
    }


def _cells(result: dict[str, Any] | Failure, columns: tuple[str, ...]) -> dict[str, Any]:
    if isinstance(result, Failure):
        return to_cells({}, columns) | {"code": result.code, "reason": result.reason}
    return to_cells(result, columns) | dict.fromkeys(_FAILED)


def _line(row: Any) -> bytes:
    """Return a row as a line; what is no JSON makes a line that is none, with the row in it."""
    if isinstance(row, dict):
        row = {name: row[name] for name in _READ if name in row}
    try:
        return json.dumps(row).encode()
    except (TypeError, ValueError, RecursionError):
        return ascii(row)[:60].encode()


def _present(value: Any) -> Any:
    """Return the value of a cell of pandas as plain data, None where it is missing."""
    import pandas

    if hasattr(value, "tolist"):  # an array of words
        value = value.tolist()
    if isinstance(value, list):
        return [_present(each) for each in value]
    return None if pandas.api.types.is_scalar(value) and pandas.isna(value) else value


def _check_columns(names: Collection[str]) -> None:
    for name in ("id", *SIDES):
        if name not in names:
            raise ParaphraseError("P902", name=name, got=", ".join(map(str, names)))


def _need(package: str, extra: str) -> None:
    try:
        __import__(package)
    except ImportError as error:
        raise ParaphraseError("P852", package=package, extra=extra) from error
