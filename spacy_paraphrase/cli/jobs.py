"""The commands that send pairs through a pipeline: `align`, `fuse`, `score` and `demo`.

An interrupted job can be resumed. Every input line becomes one output line or one failure, in
order, so the output shows how far the run got: its lines are matched with the input. An input line
that does not match the next output line must have failed; if the file of failures lacks it, it is
run again to check.
"""

from __future__ import annotations

import json
import logging
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from time import perf_counter
from typing import Any, cast

from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import logger
from spacy.vocab import Vocab
from tqdm import tqdm

from ..acquire.rule_source import RuleSource
from ..errors import ParaphraseError
from ..generation.edits import edit_profile, summary_of
from ..generation.proposers.sources import default_sources
from ..generation.rewrite_results import REWRITES, read_rewrites
from ..jobs.atomic import json_line
from ..jobs.lines import Line, parse_record
from ..jobs.processes import settle
from ..pairs.pair import SIDES
from ..pairs.results import FUSION_KINDS
from ..pipeline import load
from ..readers.columns import Columns
from ..registry import PROPOSERS, paper
from ..render.text import report
from ..scoring.paraphrase_edits import ParaphraseEdits
from ..scoring.paraphrase_view import ParaphraseView
from . import streams, table_files
from .options import InBatches
from .runner import PAIRS, TEXTS, Form, Runner, make_doc, to_bytes, to_record
from .streams import Failure

# So many lines of an output are made again before it is gone on with, and may differ by so much.
CHECKED = 2
_NOISE = 0.01
# What output records have beside an id.
ALIGNED = (*SIDES, "words", "phrases", "chunks", "relation", "overlap", "fusions")
SCORED = (*SIDES, "scores", "edits", "explanation")
# What `score` can tell of a pair.
SCORES = ("similarity", "edits")
DEMO = Path(__file__).with_name("demo.jsonl")


@dataclass(frozen=True)
class PairJob:
    """The files and settings of a run of pairs through a pipeline."""

    input: str
    output: str
    running: InBatches = field(default_factory=InBatches)
    columns: Columns | None = None
    form: Form = PAIRS

    def run(
        self,
        load: Callable[[], Language],
        finish: Callable[[Doc, Any], Any] = to_record,
        columns: tuple[str, ...] = ALIGNED,
    ) -> int:
        """Process the pairs with the pipeline from `load`, and write the results.

        A summary is logged by spaCy's logger at level INFO, unless errors go to a standard error
        that is not a terminal, which then contains only JSON.

        Args:
            load: Gives the pipeline.
            finish: Makes a line of the output of a Doc and of its id, where OUT has lines or rows.
            columns: The keys of a line beside its id.

        Returns:
            The exit status: 3 if a line failed, else 0.

        Raises:
            ParaphraseError: P508 to P513, or what `load` raises; P852 for Parquet without pyarrow.
            OSError: If a file cannot be read or written.
        """
        running = self.running
        self._check_resume()
        logger.setLevel(logging.WARNING if running.quiet else logging.INFO)
        began = perf_counter()
        with table_files.lines_of(self.input, self.form.keys, self.columns) as numbered:
            nlp = load()
            settle()
            loaded = perf_counter()
            make = to_bytes if self._binary else finish
            runner = Runner(nlp, make, running.batch_size, self.form)
            lines = numbered if running.quiet else _with_progress(numbered, self.input)
            failed, offset = list[Failure](), 0
            if running.resume:
                failed, offset = skip_done(runner, lines, self.output, running.errors)
            with (
                self._writer(nlp.vocab, columns, offset) as write,
                streams.failure_writer(running.errors, offset=None if self._whole else 0) as report,
            ):
                for failure in failed if running.errors else ():
                    report(failure)
                counts = Counter[Any]({write: 0, report: len(failed)})
                for result in runner.run(lines, running.n_process):
                    send = report if isinstance(result, Failure) else write
                    send(result)
                    counts[send] += 1
        written, count = counts[write], counts[report]
        if running.errors or not count or sys.stderr.isatty():  # else it holds JSON of errors alone
            logger.info(summary(written, count, perf_counter() - loaded, loaded - began))
        return streams.SOME_FAILED if count else 0

    def _check_resume(self) -> None:
        if self.running.resume and (self._whole or self.output == streams.STANDARD):
            raise streams.misused("--resume", self.output, "a JSONL file")

    @property
    def _binary(self) -> bool:
        return self.output.endswith(".spacy")

    @property
    def _whole(self) -> bool:
        """Whether the output is written at the end."""
        return self._binary or table_files.is_table(self.output)

    @contextmanager
    def _writer(
        self, vocab: Vocab, columns: tuple[str, ...], offset: int
    ) -> Iterator[Callable[[Any], None]]:
        if self._binary:
            with streams.docbin_writer(self.output) as add:
                yield lambda data: add(Doc(vocab).from_bytes(data))
        else:
            with table_files.writer(self.output, columns, self.input, offset=offset) as write:
                yield write


def align(
    job: PairJob,
    model: str,
    method: str | None,
    tier: str | None,
    encoder: str | None,
    phrases: str | None,
    paths: str | None,
) -> int:
    """Align pairs; see `PairJob.run`, and `load` for the rest."""
    settings: dict[str, Any] = {"tier": tier, "encoder": encoder, "phrases": phrases}
    if paths:
        paper("dirt").read_rules(paths)  # a file that cannot be read ends the run
        rules = {"@misc": "spacy-paraphrase.PathRules.v1", "path": paths}
        settings["relation_classifier"] = {"tables": {"paths": rules}}
    if method:
        settings["tree_aligner"] = {"method": method}
    return job.run(partial(load, model, exclude=["sentence_fuser"], **settings))


def fuse(
    job: PairJob, model: str, kinds: Collection[str] | None, tier: str | None, encoder: str | None
) -> int:
    """Fuse pairs into those kinds, or into those of the pipeline; see `PairJob.run`, and `load`.

    Raises:
        ParaphraseError: P517 for an unknown kind.
    """
    for kind in kinds or ():
        if kind not in FUSION_KINDS:
            raise streams.unknown("--kinds", kind, FUSION_KINDS)
    settings: dict[str, Any] = {"tier": tier, "encoder": encoder}
    settings["sentence_fuser"] = {"kinds": kinds} if kinds else {}
    return job.run(partial(load, model, **settings))


def summary(pairs: int, errors: int, seconds: float, loading: float) -> str:
    """Return a summary of a job in one line.

    Example:
        >>> summary(300, 1, 2.0, 0.8)
        '300 pairs, 1 error, 2.0 s, 150 pairs per second (and 0.8 s to load the pipeline)'
    """
    counts = [
        f"{n:,} {name}{'' if n == 1 else 's'}" for n, name in ((pairs, "pair"), (errors, "error"))
    ]
    speed = (pairs + errors) / max(seconds, 1e-9)
    fast = f"{speed:,.{0 if speed >= 10 else 1}f} pairs per second"
    rest = f"(and {loading:.1f} s to load the pipeline)"
    return f"{', '.join(counts)}, {seconds:.1f} s, {fast} {rest}"


def score(
    job: PairJob,
    model: str,
    scores: Collection[str],
    tier: str | None,
    settings: dict[str, Any],
    profile: bool = False,
) -> int:
    """Score pairs; see `PairJob.run`, and `load` for the model and the tier.

    Args:
        job: The files.
        model: The pipeline. What scores in it besides stays.
        scores: Some of `SCORES`: graded similarity with its reasons, edits with what they cost.
        tier: As in `load`.
        settings: Those of `ParaphraseEdits`.
        profile: Whether to align the pairs in any case and to tell what was done to their words: of
            each pair, and of all at the end, if they are written to a file.
    """
    not_needed = ["sentence_fuser"]
    if "similarity" not in scores and not profile:
        not_needed += ["graph_matcher", "relation_classifier"]
    wanted: dict[str, Any] = {"tier": tier}
    if "similarity" in scores:
        wanted["paraphrase_similarity"] = {}
    if "edits" in scores:
        wanted["paraphrase_edits"] = settings

    def scoring() -> Language:
        nlp = load(model, exclude=not_needed, **wanted)
        if "paraphrase_edits" in nlp.pipe_names:
            scorer = cast(ParaphraseEdits, nlp.get_pipe("paraphrase_edits"))
            _ = scorer.phrases  # a file that is missing ends the run
        return nlp

    finish = to_scores_and_profile if profile else to_scores
    status = job.run(scoring, finish, (*SCORED, "profile") if profile else SCORED)
    may_report = not status or job.running.errors  # else standard error holds JSON of errors alone
    if profile and may_report and job.output.endswith(".jsonl"):
        logger.info("\n" + "\n".join(profile_table(job.output)))
    return status


def profile_table(path: str) -> Iterator[str]:
    """Yield the lines of a table of what was done to the words of all pairs that `score` wrote."""
    with open(path, "rb") as stream:
        found = summary_of(json.loads(line)["profile"] for line in stream)
    heads = ["", "least", "greatest", "sum", "mean", "deviation", "share of pairs"]
    figures = [[name, *(f"{value:.4g}" for value in figure)] for name, figure in found.items()]
    yield from streams.table_lines([heads, *figures])


def to_scores(doc: Doc, id: Any) -> dict[str, Any]:
    """Return the scores of a pair and what they rest on, as one output record."""
    return {"id": id, **ParaphraseView(doc).to_json()}


def to_scores_and_profile(doc: Doc, id: Any) -> dict[str, Any]:
    """Return what `to_scores` does, and what was done to the words of the source."""
    return {**to_scores(doc, id), "profile": edit_profile(doc).to_json()}


def rewrite(job: PairJob, model: str, tier: str | None, settings: dict[str, Any]) -> int:
    """Rewrite sentences; see `PairJob.run`, and `SentenceRewriter` for the settings."""
    given: dict[str, Any] = {"tier": tier, "sentence_rewriter": settings}
    loading = partial(load, model, exclude=["sentence_fuser"], **given)
    return replace(job, form=TEXTS).run(loading, to_rewrites, ("text", "rewrites", "words"))


def sources(
    preset: str, phrases: str | None, glossary: str | None, rules: str | None
) -> dict[str, Any]:
    """Return the setting of the sources of substitutions: that of the preset, and the files."""
    found: dict[str, Any] = {}
    if rules is not None:
        RuleSource(rules)  # a file that cannot be read ends the run
        found["rules"] = _source("RuleSource", path=rules)
    for name, path in (("table", phrases), ("glossary", glossary)):
        if path is not None:
            found[name] = _source("PhraseTableSource", path=path, name=name)
    for name in default_sources(preset) if found else ():
        found[name] = _source(f"{name.capitalize()}Source")
    return {"sources": found} if found else {}


def _source(kind: str, /, **given: str) -> dict[str, str]:
    return {f"@{PROPOSERS}": f"spacy-paraphrase.{kind}.v1", **given}


def to_rewrites(doc: Doc, id: Any) -> dict[str, Any]:
    """Return the rewrites of a text as one output record, with the words of its sentences.

    Of several sentences they are in one list, each with the number of its sentence.
    """
    by_sentence = read_rewrites(doc)
    rewrites = [
        {**({"sentence": k} if len(by_sentence) > 1 else {}), **each.to_json()}
        for k, some in enumerate(by_sentence)
        for each in some
    ]
    words = [[token.text for token in span] for span in doc.spans[REWRITES]]
    return {"id": id, "text": doc.text, "rewrites": rewrites, "words": words}


def demo(model: str) -> int:
    """Write all that is found of the pairs that come with the package to standard output."""
    nlp = load(model)
    width = shutil.get_terminal_size().columns
    for line in DEMO.read_bytes().splitlines():
        record = parse_record(line)
        pair = report(nlp(make_doc(nlp, record)), width)
        sys.stdout.write(f"{record['id']}\n\n{pair}\n\n")
    return 0


def _with_progress(lines: Iterator[Line], path: str) -> Iterator[Line]:
    """Show the lines read so far in a bar, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield from lines
        return
    with tqdm(total=table_files.count_rows(path), unit=" pairs") as bar:
        for number, line in lines:
            bar.update(number - bar.n)
            yield number, line


def skip_done(
    runner: Runner, lines: Iterator[Line], output: str, failures: str | None
) -> tuple[list[Failure], int]:
    """Move `lines` to the first line that is not done.

    Return the failures among the lines that are done, and how many bytes of the output are whole
    lines. The files of output and failures need not exist.

    Raises:
        ParaphraseError: P509 if the output does not belong to this input and pipeline.
    """
    known = _known_failures(failures)
    failed = []
    offset = 0
    unchecked = CHECKED
    with begun_lines(output) as written_lines:
        for number, written in enumerate(written_lines, 1):
            identity = _identity_written(written, number, output, runner.form.keys)
            for line in lines:
                if line[0] not in known and _identity_read(runner, line) == identity:
                    break
                failed.append(known.get(line[0]) or _failure_of(runner, line, output))
            else:
                got = f"its line {number} belongs to no line of the rest of the input"
                raise ParaphraseError("P509", path=output, got=got)
            if unchecked:
                _check_result(runner, line, written, number, output)
                unchecked -= 1
            offset += len(written)
    return failed, offset


@contextmanager
def begun_lines(path: str) -> Iterator[Iterator[bytes]]:
    """Give the whole lines of what an interrupted run has written; there need not be any."""
    place = streams.begun(path)
    with open(place, "rb") if place.exists() else nullcontext(()) as stream:
        yield takewhile(lambda line: line.endswith(b"\n"), stream)


def _known_failures(path: str | None) -> dict[int, Failure]:
    """Return the failures of a file by line; what is no failure (half-written) is left out."""
    known = {}
    if path:
        with begun_lines(path) as written:
            for line in written:
                with suppress(ValueError, TypeError):
                    failure = Failure(**json.loads(line))
                    known[failure.line] = failure
    return known


def _identity_read(runner: Runner, line: Line) -> bytes | None:
    """Return id and words of an input line; None if it gives no pair."""
    with runner.nlp.memory_zone(), suppress(ParaphraseError):
        record = parse_record(line[1])
        words = runner.form.identity(runner.form.make(runner.nlp, record))
        return json_line([record.get("id"), *words])
    return None


def _identity_written(written: bytes, number: int, output: str, keys: Collection[str]) -> bytes:
    try:
        record = json.loads(written)
        return json_line([record["id"], *(record[name] for name in keys)])
    except (ValueError, TypeError, KeyError) as error:
        got = f"its line {number} is no output line"
        raise ParaphraseError("P509", path=output, got=got) from error


def _check_result(runner: Runner, line: Line, written: bytes, number: int, output: str) -> None:
    """Check that an output line is what this pipeline makes of its input line."""
    with runner.nlp.memory_zone():
        result = runner.alone(line)
        if isinstance(result, Failure) or not alike(*map(json.loads, (json_line(result), written))):
            got = f"its line {number} is not what this pipeline gives, or not with these options"
            raise ParaphraseError("P509", path=output, got=got)


def alike(one: Any, other: Any) -> bool:
    """Return whether two JSON values are the same but for what numbers lose on other machines."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= _NOISE
    return bool(one == other)


def _failure_of(runner: Runner, line: Line, output: str) -> Failure:
    with runner.nlp.memory_zone():
        result = runner.alone(line)
    if not isinstance(result, Failure):
        got = f"it lacks line {line[0]} of the input, which has a result now"
        raise ParaphraseError("P509", path=output, got=got)
    return result
