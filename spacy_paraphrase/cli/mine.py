"""`mine`: paraphrases out of texts and pairs, by one miner or another.

As in `commands`, what is done is imported when a command runs.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from tqdm import tqdm

from ..errors import ParaphraseError
from .options import PLAIN, Processes, Quiet, Resume, argument, examples, option
from .streams import SOME_FAILED, STANDARD, check_different, table_lines, to_line

if TYPE_CHECKING:
    from ..acquire.files import Chain, Files
    from ..acquire.headlines import HeadlineMiner
    from ..engine import Outcome
    from ..mapreduce import Job

mine = typer.Typer(
    name="mine",
    help="Find paraphrases in texts and pairs, for tables that can be looked at and used.",
    no_args_is_help=True,
    **PLAIN,
)
Output = Annotated[
    str,
    argument(
        "OUT",
        "JSONL file, - for standard output, or a folder of part-*.jsonl.gz; the manifest stands "
        "beside it or in it",
    ),
]
Errors = Annotated[
    str | None, option("FILE", "JSONL file for what failed (default: beside OUT, or in it)")
]
Dask = Annotated[
    str | None,
    option(
        "ADDRESS", "scheduler of a Dask cluster that sees all files; local: one for --n-process"
    ),
]
_ALIGNED = ".jsonl or .spacy as align writes them, .json (jacana), .tsv (MultiMWA)"
Aligned = Annotated[list[str], argument("PAIRS...", f"aligned pairs: {_ALIGNED}")]
Texts = Annotated[
    list[str], argument("TEXTS...", "sentences: .txt, .jsonl with words or text, or .spacy files")
]
Origin = Annotated[str, option("NAME", "what the corpus is called, for the rows")]


@dataclass(frozen=True)
class Running:
    """How a job is run; the options are those of the commands."""

    n_process: int = 1
    dask: str | None = None
    resume: bool = False
    errors: str | None = None
    quiet: bool = False

    def run(self, job: Job, inputs: list[str], output: str, **settings: Any) -> int:
        """Run a job over files, tell what was done, and return the exit status.

        Args:
            job: The job.
            inputs: Files, folders that a job has written, or "-" for standard input.
            output: A file, a folder, or "-" for standard output.
            **settings: Others of `engine.run_job`, such as `read`.

        Raises:
            ParaphraseError: P508 for --resume without a file to go on with; P510; what `run_job`
                raises; P852 for --dask without the packages.
        """
        from ..engine import run_job

        for path in inputs:
            check_different(IN=path, OUT=output, **{"--errors": self.errors})
        if self.resume and STANDARD in (output, *inputs):
            raise ParaphraseError("P508", option="--resume", got=STANDARD, expected="files")
        with ExitStack() as stack:
            client = None
            if self.dask:
                client = stack.enter_context(connect(self.dask, self.n_process))
            temporary = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            if STANDARD in inputs:
                read = temporary / "input.jsonl"
                with open(read, "wb") as stream:
                    shutil.copyfileobj(sys.stdin.buffer, stream)
                inputs = [str(read) if path == STANDARD else path for path in inputs]
            out = temporary / "output.jsonl" if output == STANDARD else Path(output)
            more: dict[str, Any] = {"errors": self.errors, "resume": self.resume, **settings}
            more |= {"n_process": self.n_process, "client": client, "progress": self._bar(job)}
            done = run_job(job, inputs, out, **more)
            if output == STANDARD:
                sys.stdout.buffer.writelines(map(to_line, done.rows()))
            self._tell(done, kept=output != STANDARD or bool(self.errors))
        return SOME_FAILED if done.failed else 0

    def _bar(self, job: Job) -> Callable[[Iterator[Any], int], Any] | None:
        if self.quiet:
            return None
        return lambda results, total: tqdm(
            results, desc=job.name, total=total, unit="part", disable=None, leave=False
        )

    def _tell(self, done: Outcome, kept: bool) -> None:
        """Tell what was done; of errors where they are, or all of them if they are kept nowhere."""
        if done.failed and not kept:
            sys.stderr.write(done.errors.read_text("utf-8"))
            return
        counts = done.manifest["counts"]
        if not self.quiet:
            dropped = "".join(f", {n:,} {why}" for why, n in done.manifest["dropped"].items())
            left = f" (left out: {dropped[2:]})" if dropped else ""
            sys.stderr.write(f"{counts['records']:,} records, {counts['rows']:,} rows{left}\n")
        if done.failed:
            failed = counts["failed"] + counts["lost"]
            sys.stderr.write(f"{failed:,} failed: {done.errors}\n")


def connect(address: str, n_process: int) -> Any:
    """Return a client of a Dask cluster; "local" is one of processes of this machine.

    Raises:
        ParaphraseError: P852 without Dask; P912 if there is no cluster at the address.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise ParaphraseError("P852", package="distributed", extra="dask") from error
    if address == "local":
        settings = {"threads_per_worker": 1, "processes": True, "dashboard_address": None}
        return Client(n_workers=n_process, **settings)
    try:
        return Client(address)
    except (OSError, ValueError) as error:
        raise ParaphraseError("P912", address=address, got=error) from error


def chain_of(
    out: str, last: str, n_process: int, dask: str | None, errors: str | None, resume: bool
) -> Chain:
    """Return what runs the jobs of a miner over files, the last of them by its name."""
    from ..acquire.files import Chain

    options: dict[str, Any] = {"n_process": n_process, "errors": errors, "resume": resume}
    if dask:
        options["client"] = connect(dask, n_process)
    return Chain(out, last, **options)


def _pairs(paths: list[str]) -> Files:
    from ..acquire.files import Files, read_pairs

    return Files(tuple(paths), read_pairs)


def status_of(chain: Chain) -> int:
    """Finish a chain, and return the exit status."""
    return SOME_FAILED if chain.finish() else 0


@mine.command(
    epilog=examples(
        "spacy-paraphrase mine headlines clusters.jsonl pairs.jsonl",
        "spacy-paraphrase mine headlines labelled.jsonl report.json --tune",
    )
)
def headlines(
    inputs: Annotated[
        list[str],
        argument(
            "IN...",
            'JSONL files (.gz too) or -; a line is {"cluster": name, "items": [{"id": any, "text": '
            'headline, maybe "context": what stands below it, "time" and "group"}]}',
        ),
    ],
    output: Output,
    method: Annotated[
        Literal["pairs", "cluster"],
        typer.Option(help="match pairs, by their contexts if need be, or make groups by k-means"),
    ] = "pairs",
    lower: Annotated[
        float, option("C", "pairs: below this cosine, two headlines are none", min=0, max=1)
    ] = 0.2,
    upper: Annotated[
        float, option("C", "pairs: above it, they are one; so contexts, between the two", min=0)
    ] = 0.5,
    idf: Annotated[
        Literal["paper", "smooth"],
        typer.Option(help="smooth: words that all headlines of a cluster share have a weight, too"),
    ] = "paper",
    closure: Annotated[
        bool, typer.Option("--closure", help="what is paired with the same is paired, too")
    ] = False,
    pk1: Annotated[float, option("T", "cluster: the threshold for the number of groups")] = 1.0,
    seed: Annotated[int, option("N", "cluster: seed of k-means")] = 0,
    tune: Annotated[
        bool,
        typer.Option(
            "--tune",
            help='IN is labelled ("group" of items): find the best thresholds on half of its '
            "clusters, and tell what they give on the other half; OUT is the report",
        ),
    ] = False,
    n_process: Processes = 1,
    dask: Dask = None,
    errors: Errors = None,
    resume: Resume = False,
    quiet: Quiet = False,
) -> int:
    """Find the headlines of a cluster that say the same: pairs for align."""
    from ..acquire.headlines import HeadlineMiner, mine_headlines

    means: dict[str, Any] = {"idf": idf, "pk1": pk1, "seed": seed}
    miner = HeadlineMiner(method, lower, upper, closure=closure, **means)
    if tune:
        return _tune(miner, inputs, output, quiet)
    running = Running(n_process, dask, resume, errors, quiet)
    return running.run(mine_headlines(miner), inputs, output)


@mine.command(
    epilog=examples(
        "spacy-paraphrase mine pairs revisions.jsonl pairs.jsonl --method revisions",
        "spacy-paraphrase mine pairs topics.jsonl pairs.jsonl --method quasi-parallel",
    )
)
def pairs(
    inputs: Annotated[
        list[str],
        argument(
            "IN...",
            'JSONL files (.gz too) or -; a line is {"id", and "source" and "target" as lists of '
            'sentences (linked, translations), "references" or "revisions"}, or a cluster as of '
            "headlines (quasi-parallel)",
        ),
    ],
    output: Output,
    method: Annotated[
        Literal["quasi-parallel", "linked", "translations", "references", "revisions"],
        typer.Option(
            help="sentences of a topic that differ by little; passages of which one is taken from "
            "the other, with pairs that say other things; translations of one text, sentence for "
            "sentence; the longest and the shortest of several renderings; versions of a sentence"
        ),
    ],
    n_process: Processes = 1,
    dask: Dask = None,
    errors: Errors = None,
    resume: Resume = False,
    quiet: Quiet = False,
) -> int:
    """Find pairs of sentences in texts that are known to be about the same: pairs for align."""
    from ..acquire.sources import mine_pairs

    running = Running(n_process, dask, resume, errors, quiet)
    return running.run(mine_pairs(method), inputs, output)


def _tune(miner: HeadlineMiner, inputs: list[str], output: str, quiet: bool) -> int:
    """Write how well a miner does before and after its thresholds are fitted."""
    from ..acquire.headlines import evaluate, halves, tune
    from ..engine import read_all

    fitted_on, measured_on = halves(list(read_all(inputs)))
    tuned = tune(miner, fitted_on)
    report: dict[str, Any] = {
        name: {"lower": each.lower, "upper": each.upper, **evaluate(each, measured_on)}
        for name, each in (("given", miner), ("tuned", tuned))
    }
    text = json.dumps(report, indent=2) + "\n"
    if output == STANDARD:
        sys.stdout.write(text)
    else:
        Path(output).write_text(text, "utf-8")
    if not quiet:
        rows = [["thresholds", "precision", "recall", "f"]]
        for name, each in report.items():
            scores = (f"{each['all'][score]:.3f}" for score in rows[0][1:])
            rows.append([f"{name} {each['lower']:g} {each['upper']:g}", *scores])
        sys.stderr.writelines(f"{line}\n" for line in table_lines(rows))
    return 0


@mine.command(
    epilog=examples(
        "spacy-paraphrase mine phrases aligned.spacy phrases.jsonl",
        "spacy-paraphrase mine phrases gold.json --variant full phrases --origin gold",
    )
)
def phrases(
    pairs: Aligned,
    out: Output,
    variant: Annotated[
        Literal["strict", "full", "free"],
        option("NAME", "links at all edges, links of all words, or unlinked words at the edges"),
    ] = "strict",
    max_len: Annotated[int, option("N", "most words of a side")] = 7,
    composites_up_to: Annotated[
        int, option("N", "most words of a side that smaller pairs make up; 0 for none")
    ] = 4,
    max_unaligned_ratio: Annotated[
        float | None, option("R", "greatest share of words without a link")
    ] = None,
    min_link_score: Annotated[float, option("S", "least score of a link")] = 0.5,
    origin: Origin = "",
    n_process: Processes = 1,
    dask: Dask = None,
    errors: Errors = None,
    resume: Resume = False,
) -> int:
    """Mine phrase pairs from aligned pairs: a phrase table with counts, shares and relations."""
    from ..acquire.phrases import PhraseSettings, mine_phrases

    settings = PhraseSettings(
        variant, max_len, composites_up_to, max_unaligned_ratio, min_link_score
    )
    chain = chain_of(out, "shares by source", n_process, dask, errors, resume)
    mine_phrases(_pairs(pairs), settings, origin=origin, run=chain)
    return status_of(chain)


@mine.command(epilog=examples("spacy-paraphrase mine rules aligned.spacy rules.jsonl"))
def rules(
    pairs: Aligned,
    out: Output,
    lexicalise: Annotated[
        Literal["form", "lemma", "pos"],
        option("LEVEL", "what words are: form, lemma, or the part of speech of closed classes"),
    ] = "lemma",
    max_variables: Annotated[int, option("N", "most variables")] = 4,
    max_literals: Annotated[int, option("N", "most words of a side that are no variables")] = 8,
    min_count: Annotated[int, option("N", "how often a rule must be seen")] = 2,
    n_process: Processes = 1,
    dask: Dask = None,
    errors: Errors = None,
    resume: Resume = False,
) -> int:
    """Mine rules with variables from aligned, parsed pairs: "X be V by Y", "Y V X"."""
    from ..acquire.rules import RuleSettings, mine_rules

    settings = RuleSettings(lexicalise, max_variables, max_literals, min_count)
    chain = chain_of(out, "rules", n_process, dask, errors, resume)
    mine_rules(_pairs(pairs), settings, run=chain)
    return status_of(chain)


@mine.command(epilog=examples("spacy-paraphrase mine anchors news.txt phrases.jsonl"))
def anchors(
    texts: Texts,
    out: Output,
    width: Annotated[int, option("N", "words of an anchor on either side")] = 2,
    shortest: Annotated[int, option("N", "fewest words of a phrase")] = 1,
    longest: Annotated[int, option("N", "most words of a phrase")] = 4,
    min_count: Annotated[int, option("N", "how many anchors two phrases share")] = 3,
    cap: Annotated[int, option("N", "most phrases of an anchor")] = 1000,
    entities: Annotated[
        bool, typer.Option("--entities", help="the nearest names belong to the anchor (.spacy)")
    ] = False,
    origin: Origin = "",
    n_process: Processes = 1,
    dask: Dask = None,
    errors: Errors = None,
    resume: Resume = False,
) -> int:
    """Mine phrases that stand between the same words: no pairs needed, less sure."""
    from spacy.lang.en.stop_words import STOP_WORDS

    from ..acquire.anchors import AnchorSettings, mine_anchors
    from ..acquire.files import Files, read_sentences

    settings = AnchorSettings(width, shortest, longest, min_count, cap, entities)
    chain = chain_of(out, "anchored phrases", n_process, dask, errors, resume)
    files = Files(tuple(texts), read_sentences)
    mine_anchors(files, settings, stop_words=STOP_WORDS, origin=origin, run=chain)
    return status_of(chain)


@mine.command(
    epilog=examples(
        "spacy-paraphrase mine contexts pairs.spacy phrases.jsonl --patterns patterns.jsonl"
    )
)
def contexts(
    pairs: Aligned,
    out: Annotated[str, argument("OUT", "JSONL file")],
    patterns: Annotated[
        str | None, option("FILE", "JSONL file for the tags of the phrases, and the contexts")
    ] = None,
    length: Annotated[int, option("N", "most tags of a context on either side")] = 3,
    strength: Annotated[float, option("S", "least share of examples of one kind")] = 0.95,
    k: Annotated[int, option("N", "new contexts of each kind and length in a round")] = 10,
    max_span: Annotated[int, option("N", "most words of a phrase")] = 4,
    rounds: Annotated[int, option("N", "most rounds")] = 10,
    origin: Origin = "",
    n_process: Processes = 1,
    dask: Dask = None,
    errors: Errors = None,
) -> int:
    """Mine phrases from tagged pairs, aligned or not, by the tags around them: co-training."""
    from ..acquire.contexts import ContextSettings, mine_contexts
    from ..acquire.files import write_rows

    settings = ContextSettings(length, strength, k, max_span, rounds)
    chain = chain_of(out, "", n_process, dask, errors, False)
    learnt = mine_contexts(_pairs(pairs), settings, origin=origin, run=chain)
    write_rows(out, learnt.rows)
    if patterns:
        write_rows(patterns, [*learnt.patterns, *learnt.contexts])
    return status_of(chain)
