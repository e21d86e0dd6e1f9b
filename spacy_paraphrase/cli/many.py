"""`group`, `dedupe` and `summarize`: repetition, new content and conflicts in many sentences."""

from __future__ import annotations

import json
import logging
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import typer

from ..errors import ParaphraseError
from ..jobs.atomic import json_line
from ..jobs.paths import make_folder, remove_folder
from . import streams
from .batch import connect
from .options import (
    MODEL,
    App,
    Errors,
    Fields,
    Model,
    OnCluster,
    Processes,
    Quiet,
    Uses,
    argument,
    option,
    reads,
    writes,
)

if TYPE_CHECKING:
    from spacy.language import Language

    from ..jobs.lines import Line
    from ..many.groups import Group

app = App()
# What the folder of what jobs leave is called by OUT.
STEPS = ".steps"

Sentences = Annotated[
    str,
    argument(
        "IN",
        "JSONL file, .parquet, .csv or .tsv file with the same columns, or - for standard input; a "
        'line is {"id": text or number, "text": sentence}',
        reads,
    ),
]
_ROWS = "JSONL file, .parquet, .csv or .tsv file of rows, or - for standard output"


def _group_files(path: str, given: Mapping[str, Any]) -> Uses:
    return Uses(written=(path, f"{path}{STEPS}"), locked=(path,))


# The ids in lines of `group` and of `dedupe`, and what else stands there.
GROUP_IDS, GROUP = ("group", "representative"), ("members", "conflicts", "most_specific", "fusion")
DECISION_IDS, DECISION = ("id", "because_of"), ("text", "kept", "verdict", "covered", "conflicts")
TIER = typer.Option(help="accurate also runs an encoder over sentences (extra: encoder)")
Tier = Annotated[Literal["fast", "accurate"] | None, TIER]

logger = logging.getLogger("spacy")
Made = TypeVar("Made")


@app.command(
    "spacy-paraphrase group news.jsonl groups.jsonl --page groups.html",
    "spacy-paraphrase group tickets.jsonl - --no-relate --n-process 2",
)
def group(
    input: Sentences,
    output: Annotated[str, argument("OUT", _ROWS, _group_files)],
    *,
    settings: Annotated[
        Any,
        Fields(
            "many.groups:Grouping",
            model=MODEL,
            tier=TIER,
            threshold=option(
                "R",
                "score from which sentences may be in one group (default: 0.47, in the accurate "
                "tier 0.56, with --topic 0.22)",
                min=0,
                max=1,
            ),
            topic=typer.Option(
                "--topic",
                help="group by topic instead of meaning, by words only, without judging pairs",
            ),
            method=typer.Option(
                help="where a group reaches the score: on average, in every pair, with its centre, "
                "or along a chain (for duplicates, from 0.9)"
            ),
        ),
    ],
    relate: Annotated[
        bool, typer.Option("--relate/--no-relate", help="report the relations between members")
    ] = True,
    fuse: Annotated[
        bool, typer.Option("--fuse", help="fuse members with additional content")
    ] = False,
    page: Annotated[str | None, option("FILE", "draw the groups as a page, .html", writes)] = None,
    running: OnCluster,
) -> int:
    """Group sentences with the same meaning, and report what each adds or contradicts."""
    from ..many.group_page import page as draw
    from ..many.group_page import write_page
    from ..many.groups import find_groups
    from ..many.running import over_files
    from . import table_files

    if fuse and not relate:
        raise streams.misused("--fuse", "--no-relate", "--relate")
    if running.resume and (output == streams.STANDARD or table_files.is_table(output)):
        raise streams.misused("--resume", output, "a JSONL file")
    nlp = _pipeline(settings.model, settings.tier, fuse) if relate else None
    reporting = streams.failure_writer(running.errors)
    with reporting as report, _steps(output, running.resume) as steps:
        job = SentenceFile(input, report)
        with connect(running.dask, running.n_process) as client:
            where: dict[str, Any] = {"n_process": running.n_process, "client": client}
            run = over_files(steps, resume=running.resume, report=job.lost, **where)
            groups = find_groups(job.records(), settings, run, steps)

        def with_relations(some: Iterable[Group]) -> Iterable[Group]:
            return _related(nlp, some, fuse, job) if nlp else some

        drawn, offset = _written(output, groups, with_relations) if running.resume else ([], 0)
        rest = islice(groups, len(drawn), None)
        with table_files.writer(output, GROUP, input, GROUP_IDS, offset) as write:
            for each in with_relations(rest):
                write(each.to_json())
                drawn += [each] * bool(page)
        if page:
            write_page(page, draw(drawn))
        members = sum(len(each.members) for each in groups)
        return job.finish(running.quiet, sentences=members, groups=len(groups))


@app.command(
    "spacy-paraphrase dedupe news.jsonl decisions.jsonl",
    """echo '{"id": 1, "text": "A cat sleeps."}' | spacy-paraphrase dedupe - -""",
)
def dedupe(
    input: Sentences,
    output: Annotated[str, argument("OUT", _ROWS, writes)],
    model: Model = "en",
    tier: Tier = None,
    certainty: Annotated[
        float,
        option(
            "P",
            "least probability that the kept sentence says all of the dropped one",
            min=0,
            max=1,
        ),
    ] = 0.6,
    window: Annotated[
        int, option("N", "number of earlier sentences to compare with and keep in memory", min=1)
    ] = 10_000,
    errors: Errors = None,
    quiet: Quiet = False,
) -> int:
    """Report for each sentence of a stream whether it adds new content.

    Of sentences with the same meaning the most informative is kept; contradictions are reported.
    """
    from ..many.dedupe import dedupe as decide
    from . import table_files

    nlp = _pipeline(model, tier, fuse=False)
    counts = Counter(kept=0, dropped=0)
    with (
        streams.failure_writer(errors) as report,
        table_files.writer(output, DECISION, input, DECISION_IDS) as write,
    ):
        job = SentenceFile(input, report)

        def failed(id: Any, error: Exception) -> None:
            job.report(streams.Failure.of(0, id, _coded(nlp, error)))

        records = job.records(window)
        for decision in decide(records, nlp, certainty=certainty, window=window, report=failed):
            write(decision.to_json())
            counts["kept" if decision.kept else "dropped"] += 1
        return job.finish(quiet, **counts)


@app.command(
    "spacy-paraphrase summarize clusters.jsonl summaries.jsonl --page summaries.html",
    "spacy-paraphrase summarize clusters.jsonl - --no-relate --budget 3 --unit sentences",
)
def summarize(
    input: Annotated[
        str,
        argument(
            "IN",
            'JSONL file or - for standard input; a line is {"cluster": id, "documents": [{"id", '
            '"title", "date", "text" or "sentences"}], "query"}',
            reads,
        ),
    ],
    output: Annotated[str, argument("OUT", "JSONL file, or - for standard output", writes)],
    *,
    model: Model = "en",
    tier: Tier = None,
    settings: Annotated[
        Any,
        Fields(
            "many.pool:Summarizing",
            rerank=typer.Option(
                help="how repetition is avoided: by relations of sentences, cosines, "
                "maximal marginal relevance, cosines preferring adjacent sentences; lead and "
                "random are baselines"
            ),
            budget=option("N", "the greatest length of a summary", min=0),
            unit=typer.Option(help="unit of the budget"),
            shortest=option("N", "least number of words of a sentence", min=0),
            fuse=typer.Option("--fuse", help="fuse overlapping sentences"),
            shorten=typer.Option("--shorten", help="remove asides from long sentences"),
        ),
    ],
    relate: Annotated[
        bool,
        typer.Option(
            "--relate/--no-relate",
            help="find repetition by relations, for sod; without it, by words, and nothing is "
            "parsed",
        ),
    ] = True,
    page: Annotated[
        str | None, option("FILE", "draw the summaries as a page, .html", writes)
    ] = None,
    n_process: Processes = 1,
    errors: Errors = None,
    quiet: Quiet = False,
) -> int:
    """Summarise clusters of documents by selected sentences, without repetition."""
    from ..many import group_page as pages
    from ..many.summaries import summarize as summary_of
    from ..pairs.pair import fetch_data

    for name, wanted in (("--fuse", settings.fuse), ("--shorten", settings.shorten)):
        if wanted and not relate:
            raise streams.misused(name, "--no-relate", "--relate")
    needed = relate and (settings.rerank == "sod" or settings.shorten)
    nlp = _pipeline(model, tier, settings.fuse) if needed else None
    if nlp and n_process > 1:
        fetch_data(nlp)
    make = partial(summary_of, settings=settings, nlp=nlp)
    drawn = []
    places: dict[Any, int] = {}
    with streams.failure_writer(errors) as report, streams.jsonl_writer(output) as write:
        job = SentenceFile(input, report, ("cluster", "documents"))
        for line, summary in job.results(make, "cluster", n_process):
            if summary.cluster in places:
                first = places[summary.cluster]
                error = _again(summary.cluster, first, line)
                job.report(streams.Failure.of(line, summary.cluster, error))
                continue
            places[summary.cluster] = line
            write(summary.to_json())
            drawn += [summary] * bool(page)
        if page:
            pages.write_page(page, pages.summary_page(drawn))
        return job.finish(quiet, clusters=len(places))


@dataclass
class SentenceFile:
    """Sentences of a file, read one after the other, and the lines that failed.

    Attributes:
        input: The file.
        send: Takes a failure.
        columns: Columns that a table of them has to have.
        failed: How many lines failed.
    """

    input: str
    send: Callable[[streams.Failure], None]
    columns: tuple[str, ...] = ("text",)
    failed: int = 0

    def report(self, failure: streams.Failure) -> None:
        """Tell that a line failed."""
        self.failed += 1
        self.send(failure)

    def lost(self, failure: dict[str, Any]) -> None:
        """Tell what a job failed on, as `jobs.run_job` does."""
        self.report(streams.Failure(0, None, failure["code"], failure["reason"]))

    def records(self, window: float = inf) -> Iterator[dict[str, Any]]:
        """Yield the records with a text and an id unlike those of the window; the others failed."""
        from ..many.groups import id_of, text_of

        def checked(record: dict[str, Any]) -> dict[str, Any]:
            id_of(record), text_of(record)
            return record

        places: dict[Any, int] = {}
        for line, record in self.results(checked):
            id = record["id"]
            if id in places:
                self.report(streams.Failure.of(line, id, _again(id, places[id], line)))
                continue
            places[id] = line
            if len(places) > window:
                del places[next(iter(places))]
            yield record

    def results(
        self, make: Callable[[dict[str, Any]], Made], id: str = "id", n_process: int = 1
    ) -> Iterator[tuple[int, Made]]:
        """Yield what is made of each record, with the number of its line; the others failed.

        Args:
            make: Makes it; with several processes it is sent to them, and what it makes comes back.
            id: The key of the id of a record.
            n_process: Number of processes.
        """
        from ..jobs.processes import spread
        from . import table_files

        with table_files.lines_of(self.input, self.columns) as lines:
            if n_process > 1:
                results = spread(partial(_made, make, id), lines, n_process, 1)
            else:
                results = streams.results(lines, make, id)
            for number, result in results:
                if isinstance(result, streams.Failure):
                    self.report(result)
                else:
                    yield number, result

    def finish(self, quiet: bool, **counts: int) -> int:
        """Tell what was done, and return the exit status."""
        logger.setLevel(logging.WARNING if quiet else logging.INFO)
        counted = [f"{n:,} {name}" for name, n in {**counts, "errors": self.failed}.items()]
        logger.info(", ".join(counted))
        return streams.SOME_FAILED if self.failed else 0


def _again(id: Any, first: int, second: int) -> ParaphraseError:
    return ParaphraseError("P951", id=id, where="line", first=first, second=second)


def _made(
    make: Callable[[dict[str, Any]], Made], id: str, lines: Sequence[Line]
) -> list[tuple[int, Made | streams.Failure]]:
    return list(streams.results(lines, make, id))


@contextmanager
def _steps(output: str, resume: bool) -> Iterator[Path]:
    """Give the folder of what jobs leave, beside OUT: it is gone if all is done."""
    if output == streams.STANDARD:
        with tempfile.TemporaryDirectory() as temporary:
            yield Path(temporary)
        return
    folder = Path(f"{output}{STEPS}").absolute()
    make_folder(folder, keep=resume)
    yield folder
    remove_folder(folder)


def _written(
    output: str, groups: Sequence[Group], with_relations: Callable[[list[Group]], Iterable[Group]]
) -> tuple[list[Group], int]:
    """Return the groups that an interrupted run has written, and how many bytes they take.

    Args:
        output: The file; it need not exist.
        groups: All groups, still without relations between their members.
        with_relations: Adds relations: to the first groups again, to see that pipeline and options
            are the same, and to those where it failed, to report that again.

    Raises:
        ParaphraseError: P509 if these are not the first lines for these groups and this pipeline.
    """
    from ..many.groups import Group
    from .jobs import CHECKED, alike, begun_lines

    done: list[Group] = []
    offset, unchecked = 0, CHECKED
    with begun_lines(output) as lines:
        for number, line in enumerate(lines, 1):
            try:
                record = json.loads(line)
                found, expected = Group.from_json(record), groups[len(done)]
            except (ValueError, KeyError, TypeError, IndexError) as error:
                got = f"its line {number} is no group of the input"
                raise ParaphraseError("P509", path=output, got=got) from error
            same = _without_relations(expected.to_json()) == _without_relations(record)
            several = len(found.members) > 1 + len(found.copies)
            known = any(id not in found.copies for id, _ in found.relations)
            if same and several and (unchecked or not known):
                unchecked -= unchecked > 0
                [made] = with_relations([expected])
                same = alike(json.loads(json_line(made.to_json())), record)
            if not same:
                got = f"its line {number} is not what comes of these sentences with these options"
                raise ParaphraseError("P509", path=output, got=got)
            done.append(found)
            offset += len(line)
    return done, offset


def _without_relations(group: dict[str, Any]) -> list[Any]:
    """Return the id, representative and members (id, text, score) of a line."""
    members = [[each[name] for name in ("id", "text", "score")] for each in group["members"]]
    return [group["group"], group["representative"], members]


def _pipeline(model: str, tier: Tier, fuse: bool) -> Language:
    from ..pipeline import load_for_many

    return load_for_many(model, tier, fuse)


def _related(
    nlp: Language, groups: Iterable[Group], fuse: bool, job: SentenceFile
) -> Iterator[Group]:
    """Yield groups with relations; one that a component fails on has none, and is reported."""
    from ..many.members import relate

    for each in groups:
        try:
            [found] = relate(nlp, [each], fuse=fuse)
        except Exception as error:  # components may be anybody's: it concerns this group alone
            job.report(streams.Failure.of(0, each.id, _coded(nlp, error)))
            found = each
        yield found


def _coded(nlp: Language, error: Exception) -> ParaphraseError:
    return streams.coded(error, "P506", name=nlp.meta["name"])
