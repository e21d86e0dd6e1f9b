"""Definitions of the commands: their arguments, options and help.

A command returns its exit status. Its work is done in a module of its own, imported inside the
command: help and completion need no pipeline, and must be fast.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from .. import __version__
from ..pairs.alignment import LEVELS
from ..pairs.extensions import found_at
from ..pairs.results import FUSION_KINDS
from . import formats
from .lexical_data import resources
from .many import app as many
from .mine_paths import mine
from .options import (
    App,
    Command,
    Errors,
    InBatches,
    Json,
    Model,
    TableColumns,
    Tier,
    Uses,
    argument,
    bounds,
    option,
    reads,
    writes,
)
from .program import PROGRAM, Commands
from .space import app as spaces
from .table import table
from .two_texts import app as two_texts

app = App(
    cls=Commands,
    name=PROGRAM,
    help="Align, relate and merge pairs of sentences.",
    epilog=f"Start with: {PROGRAM} demo",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _each_of(place: str) -> Callable[[str], str]:
    """Return a check that every name in a list with commas is one of those at a place."""

    def check(names: str) -> str:
        known = found_at(place)
        for name in names.split(","):
            if name not in known:
                raise typer.BadParameter(f"{name!r} is none of {', '.join(known)}")
        return ",".join(dict.fromkeys(names.split(",")))

    return check


class _Fuse(Command):
    """A command of which `--kinds` takes several names, with blanks or commas between them."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Join the kinds that stand behind the first one to it."""
        joined: list[str] = []
        for arg in args:
            named = joined[-2:-1] == ["--kinds"] or "".join(joined[-1:]).startswith("--kinds=")
            if named and arg in FUSION_KINDS:
                joined[-1] += f",{arg}"
            else:
                joined.append(arg)
        return list(super().parse_args(ctx, joined))


def _gold_files(path: str, given: Mapping[str, Any]) -> Uses:
    return Uses(read=(path, *formats.read_besides(path, given.get("root"))))


def _converted(path: str, given: Mapping[str, Any]) -> Uses:
    return Uses(written=(path, *formats.written_besides(path)), locked=(path,))


def _keeps(path: str, given: Mapping[str, Any]) -> Uses:
    """Return a file of annotations, which the server locks itself."""
    return Uses(written=(path,))


def _learnt(path: str, given: Mapping[str, Any]) -> Uses:
    from ..view.learning import MADE

    return Uses(written=tuple(str(Path(path, name)) for name in MADE), locked=(path,))


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"{PROGRAM} {__version__}\n")
        raise typer.Exit


@app.callback()
def _about(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Take the options that stand before a command."""


# What several commands ask for.
Pairs = Annotated[
    str,
    argument(
        "IN",
        "JSONL file, .csv, .tsv or .parquet file with the same columns (or those of a corpus: "
        "sentence1, premise, text1, …), or - for standard input; a line is "
        '{"id": any, "source": text or [words], "target": text or [words]}, maybe with '
        '"source_chunks" and "target_chunks" ([[start, end), ...] over words) and "question"',
        reads,
    ),
]
Results = Annotated[
    str,
    argument(
        "OUT",
        "JSONL file, - for standard output, a .csv, .tsv or .parquet file, or a .spacy file (kept "
        "in memory until the end)",
        writes,
    ),
]
Phrases = Annotated[
    str | None, option("FILE", "table of paraphrases (PPDB, TSV, JSONL, compiled)", reads)
]
Encoder = Annotated[str | None, option("FOLDER", "your own encoder for the accurate tier", reads)]


@app.command(
    """echo '{"id": 1, "source": "A cat sleeps.", "target": "The cat naps."}' \\
      | spacy-paraphrase align - -""",
    "spacy-paraphrase align pairs.jsonl links.jsonl --errors errors.jsonl --n-process 2",
)
def align(
    context: typer.Context,
    input: Pairs,
    output: Results,
    *,
    model: Model = "en",
    running: InBatches,
    method: Annotated[
        Literal["words", "tree", "identity"] | None,
        typer.Option(help="use tree_aligner, which needs no training, with this method"),
    ] = None,
    phrases: Phrases = None,
    paths: Annotated[
        str | None, option("FILE", "path rules, as written by mine paths", reads)
    ] = None,
    tier: Tier = None,
    encoder: Encoder = None,
    columns: TableColumns,
) -> int:
    """Align the words, phrases and chunks of sentence pairs."""
    from . import jobs

    if method and tier:
        raise typer.BadParameter("not allowed with --method", ctx=context, param_hint="--tier")
    job = jobs.PairJob(input, output, running, columns.said())
    return jobs.align(job, model, method, tier, encoder, phrases, paths)


@app.command(
    """echo '{"source": "A cat sleeps.", "target": "A black cat sleeps on the sofa."}' \\
      | spacy-paraphrase fuse - -""",
    "spacy-paraphrase fuse pairs.jsonl fused.jsonl --kinds union specify --errors errors.jsonl",
    cls=_Fuse,
)
def fuse(
    input: Pairs,
    output: Results,
    *,
    model: Model = "en",
    running: InBatches,
    kinds: Annotated[
        str | None,
        option(
            "KIND...",
            f"one or several of {', '.join(FUSION_KINDS)}, separated by spaces or commas "
            "(default: as the pipeline's sentence_fuser is set, in a new one intersection union)",
        ),
    ] = None,
    tier: Tier = None,
    encoder: Encoder = None,
    columns: TableColumns,
) -> int:
    """Merge the two sentences of pairs into one.

    The new sentence says what both say (intersection) or what either says (union).
    """
    from . import jobs

    job = jobs.PairJob(input, output, running, columns.said())
    wanted = list(dict.fromkeys(kinds.split(","))) if kinds is not None else None
    return jobs.fuse(job, model, wanted, tier, encoder)


@app.command(
    """echo '{"source": "A cat sleeps.", "target": "The cat naps."}' \\
      | spacy-paraphrase score - -""",
    "spacy-paraphrase score pairs.jsonl scores.jsonl --preset hter --phrases ppdb.gz",
)
def score(
    input: Pairs,
    output: Results,
    *,
    model: Model = "en",
    running: InBatches,
    scores: Annotated[
        str,
        option(
            "LIST",
            "similarity (graded, 0 to 1, with reasons), edits (those that turn the source into the "
            "target, with cost: TERp; edits alone need no alignment and are much faster)",
            callback=_each_of("cli.jobs:SCORES"),
        ),
    ] = "similarity,edits",
    preset: Annotated[
        Literal["terpa", "align", "adequacy", "fluency", "hter", "unit"] | None,
        typer.Option(help="edit costs (default: terpa); unit: plain TER"),
    ] = None,
    phrases: Phrases = None,
    tier: Tier = None,
    profile: Annotated[
        bool, typer.Option("--profile", help="report edits of words, by their alignment")
    ] = False,
    columns: TableColumns,
) -> int:
    """Score how similar the sentences of pairs are in meaning, and explain why."""
    from . import jobs

    job = jobs.PairJob(input, output, running, columns.said())
    given = {"preset": preset, "phrase_table": phrases}
    settings = {key: value for key, value in given.items() if value}
    return jobs.score(job, model, scores.split(","), tier, settings, profile)


@app.command(
    """echo '{"id": 1, "text": "The old bridge, built in 1901, was closed."}' \\
      | spacy-paraphrase rewrite - - --max-chars 30""",
    "spacy-paraphrase rewrite texts.jsonl short.jsonl --preset compress --max-ratio 0.6",
)
def rewrite(
    input: Annotated[
        str,
        argument(
            "IN",
            'JSONL file or - for standard input; a line is {"id": any, "text": sentences}',
            reads,
        ),
    ],
    output: Results,
    *,
    model: Model = "en",
    running: InBatches,
    preset: Annotated[
        Literal["tighten", "compress", "simplify", "paraphrase", "tighten+compress"],
        typer.Option(help="goal of the rewriting"),
    ] = "compress",
    max_chars: Annotated[int | None, option("N", "the greatest length", min=1)] = None,
    max_ratio: Annotated[
        float | None, option("R", "the greatest length, as a ratio to the source", min=0, max=1)
    ] = None,
    unit: Annotated[Literal["char", "byte", "token"], typer.Option(help="unit of length")] = "char",
    n_best: Annotated[int, option("N", "rewrites of each sentence", min=1)] = 1,
    phrases: Phrases = None,
    glossary: Annotated[
        str | None,
        option("FILE", "your replacements, as in --phrases; they may replace names", reads),
    ] = None,
    rules: Annotated[
        str | None, option("FILE", "rules with variables, as written by mine rules", reads)
    ] = None,
    tier: Tier = None,
) -> int:
    """Rewrite sentences: within a length, more concise, simpler, or in other words."""
    from . import jobs

    job = jobs.PairJob(input, output, running)
    settings: dict[str, Any] = {"preset": preset, "max_chars": max_chars, "max_ratio": max_ratio}
    settings |= {"unit": unit, "n_best": n_best}
    return jobs.rewrite(job, model, tier, settings | jobs.sources(preset, phrases, glossary, rules))


@app.command("spacy-paraphrase evaluate gold.json predicted.jsonl --measures align,phrase --ci")
def evaluate(
    gold: Annotated[str, argument("GOLD", f"gold alignments: {formats.kinds()}", _gold_files)],
    pred: Annotated[str, argument("PRED", "predicted alignments of the same pairs", _gold_files)],
    measures: Annotated[
        str,
        option(
            "LIST",
            "align (links), phrase (phrase pairs that follow from word links), rel "
            "(relations), ists (chunks with type and score), nli (what one sentence says of the "
            "other), fusion (English sentences made of both, the longer input if there is "
            "none); several separated by commas; or rewrite alone (texts as written by `rewrite`, "
            "against references)",
            callback=_each_of("cli.evaluate:MEASURES"),
        ),
    ] = "align",
    ci: Annotated[bool, typer.Option("--ci", help="95% bootstrap intervals")] = False,
    compare: Annotated[
        str | None,
        option(
            "OTHER",
            "predictions of another system, or the report on them: differences, and p by "
            "paired approximate randomisation",
            reads,
        ),
    ] = None,
    out: Annotated[
        str | None, option("FILE", "JSON report with the statistics per pair", writes)
    ] = None,
) -> int:
    """Measure predicted alignments against gold ones."""
    from . import evaluate as evaluation

    names = list(dict.fromkeys(measures.split(",")))
    return evaluation.evaluate(gold, pred, names, ci, compare, out)


@app.command(
    "spacy-paraphrase convert gold.wa gold.spacy",
    "spacy-paraphrase convert SICK_train.txt corpus/sick.spacy --format table",
)
def convert(
    input: Annotated[str, argument("IN", "file to read, - for standard input", _gold_files)],
    output: Annotated[
        str,
        argument(
            "OUT",
            ".spacy file, .wa file (chunk links), .pgc file (Algraeph), .csv, .tsv or .parquet "
            "file, or JSONL file, or - for standard output",
            _converted,
        ),
    ],
    *,
    format: Annotated[
        formats.Format | None,
        typer.Option(
            help="format of IN; default: by .json (jacana), .tsv (multimwa, or table if it has a "
            "header), .csv and .parquet (table), .wa (ists), .pgc (daeso), .jsonl (or nli, by its "
            "first line), .spacy; table: sentences with judgements, such "
            "as SICK; nli: JSONL like SNLI"
        ),
    ] = None,
    target: Annotated[
        str | None, option("FILE", "target sentences, for pharaoh with three files", reads)
    ] = None,
    links: Annotated[
        str | None, option("FILE", "links, for pharaoh with two or three files", reads)
    ] = None,
    source_chunks: Annotated[
        str | None,
        option(
            "FILE",
            "chunks of the sources, for ists; IN without .wa and with .sent1.chunk if left out",
            reads,
        ),
    ] = None,
    target_chunks: Annotated[
        str | None, option("FILE", "chunks of the targets, for ists (.sent2.chunk)", reads)
    ] = None,
    root: Annotated[
        str | None,
        option(
            "FOLDER",
            "for daeso: only files in this folder are read (default: the outermost "
            "folder in the path of IN, or the current one, that is not your home)",
            bounds,
        ),
    ] = None,
    lang: Annotated[
        str, option("CODE", "language of the tokeniser, for sides that are not word lists")
    ] = "en",
    labels: Annotated[
        Literal["nli", "paraphrase"] | None,
        typer.Option(
            help="meaning of labels 0 and 1 (default: by the names of the columns and all values)"
        ),
    ] = None,
    columns: TableColumns,
    errors: Errors = None,
) -> int:
    """Convert alignments from one format into another.

    The output is a .spacy file for training, JSONL, a table, or an iSTS .wa file. The exit status
    is 3 if pairs were left out, or if a table has no judgements.
    """
    more = {"target": target, "links": links, "root": root}
    more |= {"source_chunks": source_chunks, "target_chunks": target_chunks}
    return formats.convert(input, output, format, more, lang, errors, columns.said(labels))


@app.command("spacy-paraphrase debug-data train.jsonl dev.jsonl")
def debug_data(
    files: Annotated[
        list[str],
        argument("FILE", f"annotated pairs, a file for each split: {formats.kinds()}", reads),
    ],
    lang: Annotated[
        str, option("CODE", "language of the tokeniser, to count links lost by tokenising again")
    ] = "en",
    json: Json = False,
) -> int:
    """Count the annotations in files of pairs, and check them for errors.

    Errors are contradictions within a pair and leaks between files.
    """
    from . import debug_data as debugging

    return debugging.debug_data(files, lang, json)


@dataclass(frozen=True)
class Drawing:
    """What to draw, and where to write it."""

    input: Annotated[str, argument("IN", f"aligned pairs: {formats.ALIGNED_KINDS}", reads)]
    output: Annotated[
        str, argument("OUT", ".svg (one pair), .html, .txt, or - for standard output", writes)
    ]
    index: Annotated[int | None, option("N", "draw the N-th pair alone, from 1")] = None
    gold: Annotated[str | None, option("FILE", "gold links of the same pairs", reads)] = None
    measures: Annotated[
        str | None, option("FILE", "report of evaluate --out, to show above the pairs", reads)
    ] = None
    curve: Annotated[
        str | None, option("FILE", "learning curve to show there (benchmark `ablation`)", reads)
    ] = None
    title: Annotated[str | None, option("TEXT", "title of the page")] = None
    config: Annotated[
        str | None, option("FILE", "config of the pipeline, to show above the pairs", reads)
    ] = None
    style: Annotated[
        Literal["svg", "matrix", "html", "text", "fusions", "edits"] | None,
        typer.Option(
            help="two trees, a grid, a page, text, fusions with every word marked by its origin, "
            "or the edits written by score "
            "(default: what OUT is for; a grid for pairs whose trees would be wider than a page)"
        ),
    ] = None


@app.command("spacy-paraphrase render aligned.spacy aligned.html")
def render(
    drawing: Drawing,
    errors: Errors = None,
    levels: Annotated[
        str,
        option(
            "LIST",
            "links to draw, separated by commas",
            callback=_each_of("pairs.alignment:LEVELS"),
        ),
    ] = ",".join(LEVELS),
) -> int:
    """Draw aligned pairs.

    A single pair is drawn as a picture, many as a page or as text.
    """
    from . import render as rendering

    return rendering.render(drawing, levels.split(","), errors)


@dataclass(frozen=True)
class Viewing:
    """What is to be shown, and how."""

    pairs: Annotated[
        str | None,
        argument(
            "[PAIRS]",
            f"pairs, aligned or not: {formats.kinds()}; if left out, pairs that you type; "
            "or a table of phrases, as written by table index",
            reads,
        ),
    ] = None
    gold: Annotated[
        str | None,
        option("FILE", "gold links of the same pairs, drawn in the same pictures", reads),
    ] = None
    annotate: Annotated[
        str | None, option("OUT", "correct the pairs, and save them in this JSONL file", _keeps)
    ] = None
    annotator: Annotated[str | None, option("NAME", "name of the annotator")] = None
    consensus: Annotated[
        tuple[str, str] | None,
        option("A B", "merge two annotations: correct their differences", reads),
    ] = None
    order: Annotated[
        Literal["file", "uncertain"],
        typer.Option(
            help="start with the first pair, or with the one that the aligner is least sure of"
        ),
    ] = "file"
    model: Model = "en"
    port: Annotated[int, option("N", "port (default: a free one)", min=0, max=65535)] = 0
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="open the page in the browser")
    ] = True


@app.command(
    "spacy-paraphrase view pairs.jsonl",
    "spacy-paraphrase view pairs.jsonl --annotate ann.jsonl --annotator Ann",
    "spacy-paraphrase view good.sqlite",
    "spacy-paraphrase view --consensus ann.jsonl bob.jsonl --annotate all.jsonl --annotator Al",
)
def view(viewing: Viewing) -> int:
    """Show pairs on a local web page, and correct them there; or show phrases of a table.

    The page is served to this machine only, at a secret address; Ctrl-C ends it.
    """
    from .viewer import view as serve

    return serve(viewing)


@app.command("spacy-paraphrase agree ann.jsonl bob.jsonl")
def agree(
    first: Annotated[
        str, argument("A", f"annotated pairs, the reference: {formats.kinds()}", reads)
    ],
    second: Annotated[str, argument("B", "the same pairs, annotated by someone else", reads)],
    json: Json = False,
) -> int:
    """Report how well two annotations of the same pairs agree, and where they differ.

    Pairs are matched by id; pairs started in view but not marked as done are left out.
    """
    from . import annotated

    return annotated.agree(first, second, json)


@app.command("spacy-paraphrase learn ann.jsonl")
def learn(
    pairs: Annotated[
        str, argument("ANNOTATIONS", "JSONL file that view --annotate has written", reads)
    ],
    out: Annotated[
        Path | None,
        option(
            "FOLDER", "folder of the trained pipeline (default: beside the file, -learnt)", _learnt
        ),
    ] = None,
    model: Model = "en",
) -> int:
    """Train the aligner further on pairs marked as done, and report the gain from more pairs."""
    from . import annotated

    return annotated.learn(pairs, out, model)


@app.command("spacy-paraphrase demo")
def demo(model: Model = "en") -> int:
    """Show all results for a few example pairs of the package."""
    from . import jobs

    return jobs.demo(model)


app.add_typer(resources)
app.add_typer(table)
app.add_typer(two_texts)
app.add_typer(many)
app.add_typer(mine)
app.add_typer(spaces)
