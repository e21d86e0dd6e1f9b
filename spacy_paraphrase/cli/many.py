"""`group` and `dedupe`: what many sentences say again, what they add, and where they conflict."""

from __future__ import annotations

import logging
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ..errors import ParaphraseError
from . import streams
from .options import PLAIN, Errors, Model, Processes, Quiet, argument, examples, option

if TYPE_CHECKING:
    from spacy.language import Language

    from ..many.groups import Group

app = typer.Typer(**PLAIN)

Sentences = Annotated[
    str,
    argument(
        "IN",
        "JSONL file, .parquet file with the same columns, or - for standard input; a line is "
        '{"id": text or number, "text": sentence}',
    ),
]
Lines = Annotated[str, argument("OUT", "JSONL file, or - for standard output")]
Tier = Annotated[
    Literal["fast", "accurate"] | None,
    typer.Option(help="accurate reads sentences with an encoder besides (extra: encoder)"),
]

logger = logging.getLogger("spacy")


@app.command(
    epilog=examples(
        "spacy-paraphrase group news.jsonl groups.jsonl --page groups.html",
        "spacy-paraphrase group tickets.jsonl - --no-relate --n-process 2",
    )
)
def group(
    input: Sentences,
    output: Lines,
    model: Model = "en",
    tier: Tier = None,
    threshold: Annotated[
        float | None,
        option("R", "from which score sentences may be in one group (default: 0.22)", min=0, max=1),
    ] = None,
    method: Annotated[
        Literal["average", "complete", "star", "components"],
        typer.Option(
            help="what a group needs: the score on average, for every pair, with its centre, or "
            "along a chain (for duplicates, from 0.9)"
        ),
    ] = "average",
    relate: Annotated[
        bool,
        typer.Option(
            "--relate/--no-relate",
            help="tell what members say of each other; without, nothing is parsed",
        ),
    ] = True,
    fuse: Annotated[
        bool, typer.Option("--fuse", help="make one sentence of what the members of a group add")
    ] = False,
    page: Annotated[str | None, option("FILE", "draw the groups as a page, .html")] = None,
    n_process: Processes = 1,
    errors: Errors = None,
    quiet: Quiet = False,
) -> int:
    """Put sentences that say the same into groups, and tell what each adds or contradicts."""
    from ..many.groups import Grouping, find_groups
    from ..many.page import write_page
    from ..many.running import over_files
    from ..mapreduce import run_loop

    if fuse and not relate:
        raise ParaphraseError("P508", option="--fuse", got="--no-relate", expected="--relate")
    settings = Grouping(threshold=threshold, method=method, encoder=tier == "accurate")
    nlp = _pipeline(model, tier, fuse) if relate else None
    with _opened(input, output, errors, page) as job, tempfile.TemporaryDirectory() as work:
        run = over_files(work, n_process=n_process) if n_process > 1 else run_loop
        groups = find_groups(job.records(), settings, run, work)
        told = _related(nlp, groups, fuse, job) if nlp else groups
        drawn = []
        with streams.jsonl_writer(output) as write:
            for each in told:
                write(each.to_json())
                drawn += [each] * bool(page)
        if page:
            write_page(page, drawn)
        members = sum(len(each.members) for each in groups)
        return job.finish(quiet, sentences=members, groups=len(groups))


@app.command(
    epilog=examples(
        "spacy-paraphrase dedupe news.jsonl decisions.jsonl",
        """echo '{"id": 1, "text": "A cat sleeps."}' | spacy-paraphrase dedupe - -""",
    )
)
def dedupe(
    input: Sentences,
    output: Lines,
    model: Model = "en",
    tier: Tier = None,
    window: Annotated[
        int, option("N", "how many sentences back one is compared; so many are kept", min=1)
    ] = 10_000,
    errors: Errors = None,
    quiet: Quiet = False,
) -> int:
    """Tell of each sentence of a stream whether it adds something.

    Of what says the same the most informative sentence is kept; what contradicts another is told.
    """
    from ..many.dedupe import dedupe as decide

    nlp = _pipeline(model, tier, fuse=False)
    counts = Counter(kept=0, dropped=0)
    with _opened(input, output, errors) as job, streams.jsonl_writer(output) as write:
        for decision in decide(job.records(), nlp, window=window):
            write(decision.to_json())
            counts["kept" if decision.kept else "dropped"] += 1
        return job.finish(quiet, **counts)


class Job:
    """Sentences of a file, read one after the other, and the lines that failed.

    Args:
        input: The file.
        report: Takes a failure.
    """

    def __init__(self, input: str, report: Callable[[streams.Failure], None]) -> None:
        self.input = input
        self._report = report
        self.failed = 0

    def report(self, line: int, id: Any, error: ParaphraseError) -> None:
        """Tell that a line failed."""
        self.failed += 1
        self._report(streams.Failure.of(line, id, error))

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield the records that have an id and a text; the others failed."""
        from ..many.groups import id_of, text_of
        from .runner import parse

        with self._lines() as lines:
            for number, line in lines:
                record: dict[str, Any] = {}
                try:
                    record = parse(line)
                    id_of(record), text_of(record)
                except ParaphraseError as error:
                    self.report(number, record.get("id"), error)
                else:
                    yield record

    def _lines(self) -> AbstractContextManager[Iterator[tuple[int, bytes]]]:
        from . import parquet

        if parquet.is_parquet(self.input):
            return parquet.lines_of(self.input, ("text",))
        return streams.lines_of(self.input)

    def finish(self, quiet: bool, **counts: int) -> int:
        """Tell what was done, and return the exit status."""
        logger.setLevel(logging.WARNING if quiet else logging.INFO)
        told = [f"{n:,} {name}" for name, n in {**counts, "errors": self.failed}.items()]
        logger.info(", ".join(told))
        return streams.SOME_FAILED if self.failed else 0


@contextmanager
def _opened(input: str, output: str, errors: str | None, page: str | None = None) -> Iterator[Job]:
    """Give the sentences of a file; the file of failures is closed at the end."""
    named = {"IN": input, "OUT": output, "--errors": errors, "--page": page}
    streams.check_different(**named)
    with streams.failure_writer(errors) as report:
        yield Job(input, report)


def _pipeline(model: str, tier: Tier, fuse: bool) -> Language:
    """Return the pipeline that tells what sentences say of each other."""
    from ..pipeline import load

    return load(model, tier=tier, exclude=[] if fuse else ["sentence_fuser"])


def _related(nlp: Language, groups: Iterable[Group], fuse: bool, job: Job) -> Iterator[Group]:
    """Yield groups with relations; one that a component fails on stays without, and is told."""
    from ..many.members import relate

    for each in groups:
        try:
            yield from relate(nlp, [each], fuse=fuse)
        except ParaphraseError as error:
            job.report(0, each.id, error)
            yield each
