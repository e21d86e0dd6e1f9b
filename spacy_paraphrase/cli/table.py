"""Definitions of the subcommands of `table`: their arguments, options and help."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from .batch import Output, RunningJobs
from .options import App, Errors, Fields, argument, examples, option, reads, writes
from .streams import jsonl_writer

table = App(
    name="table",
    help="Import, filter, look at and compile tables of phrases that stand for each other.",
    epilog=examples(
        "spacy-paraphrase table import ppdb.gz ppdb.jsonl --errors errors.jsonl",
        "spacy-paraphrase table filter ppdb.jsonl good.jsonl",
        "spacy-paraphrase table index good.jsonl good.sqlite",
        "spacy-paraphrase table show good.sqlite 'in order to'",
        "spacy-paraphrase table compile good.sqlite good.table",
    ),
    no_args_is_help=True,
)

_ROWS = "JSONL files of rows or pairs, or folders that `mine` has written, or -"
Table = Annotated[
    str,
    argument(
        "IN", "phrase table: any format that `table import` reads, a folder, or an index", reads
    ),
]
Index = Annotated[str, argument("INDEX", "file written by `table index`", reads)]
PHRASE = argument("[PHRASE]", "the phrase; * matches anything")
TARGET = option("PHRASE", "its substitute, in the same form")
ROWS = Fields(
    "acquire.store:Query",
    source=PHRASE,
    target=TARGET,
    least="SCORE",
    most="SCORE",
    longest=option("N", "greatest number of words of a phrase", min=1),
    relation=typer.Option(help="relation of the row"),
    wordnet=option(
        "LABEL",
        "WordNet label: synonym, antonym, derivation, similar, hyponym, hypernym, "
        "co-hyponym, related, undefined, unknown",
    ),
    distance=option("N", "the greatest distance in WordNet", min=0),
    pivots=option("N", "the least number of pivots", min=0),
    same_pos=typer.Option(
        "--same-pos/--other-pos", help="whether the heads have the same part of speech"
    ),
)
Limit = Annotated[int, option("N", "greatest number of rows", min=1)]
Json = Annotated[bool, typer.Option("--json", help="write JSON lines, not text")]


@table.command(
    "spacy-paraphrase table import ppdb-2.0-s-lexical.gz ppdb.jsonl --errors errors.jsonl",
    "spacy-paraphrase table import glossary.tsv - --origin glossary",
    name="import",
)
def import_(
    input: Annotated[
        str, argument("IN", "file to read (.gz is decompressed), - for standard input", reads)
    ],
    output: Annotated[str, argument("OUT", "JSONL file of rows, or - for standard output", writes)],
    *,
    format: Annotated[
        Literal["ppdb", "thrax", "terp", "meteor", "jsonl", "tsv"] | None,
        typer.Option(help="format of IN (default: detected from its lines)"),
    ] = None,
    lang: Annotated[str, option("CODE", "language of the tokeniser")] = "en",
    origin: Annotated[str | None, option("NAME", "origin of the rows (default: IN)")] = None,
    reading: Annotated[
        Any,
        Fields(
            "readers.table_rows:Reading",
            two_costs=typer.Option(
                help="how to read two numbers in a line of terp: use the second; one for each "
                "direction, as documented; or an error"
            ),
            syntactic=typer.Option("--syntactic", help="keep rules with gaps such as [NP,1]"),
            flip_entailment=typer.Option(
                "--flip-entailment", help="exchange forward and reverse entailment"
            ),
        ),
    ],
    errors: Errors = None,
) -> int:
    """Import an external phrase table: PPDB, Thrax, TERp, METEOR, TSV or JSONL.

    If its rows have entailment labels, WordNet must agree with four in five of them.
    """
    from . import phrase_tables

    reading = reading._replace(origin=origin or Path(input).name)
    return phrase_tables.import_rows(input, output, format, lang, reading, errors)


@table.command("spacy-paraphrase table pivot bilingual.jsonl paraphrases.jsonl")
def pivot(
    input: Annotated[
        str,
        argument("IN", "bilingual phrase table: source a phrase, target its translation", reads),
    ],
    output: Annotated[str, argument("OUT", "JSONL file of rows, or - for standard output", writes)],
    by_counts: Annotated[
        bool, typer.Option("--by-counts", help="count rules instead of multiplying probabilities")
    ] = False,
    syntactic: Annotated[
        bool, typer.Option("--syntactic", help="pivot within the same part of speech")
    ] = False,
) -> int:
    """Find paraphrases in a bilingual table: phrases with the same translation."""
    from ..acquire.pivot import pivot_table
    from ..acquire.store import table_rows

    rows = pivot_table(table_rows(input), by_counts=by_counts, syntactic=syntactic)
    with jsonl_writer(output) as write:
        for row in rows:
            write(row)
    return 0


@table.command(
    "spacy-paraphrase table filter rows.jsonl good.jsonl",
    "spacy-paraphrase table filter pairs.jsonl clean.jsonl --leakage dev.jsonl",
    name="filter",
)
def filter_(
    inputs: Annotated[list[str], argument("IN...", _ROWS, reads)],
    output: Output,
    *,
    filters: Annotated[
        str | None,
        option("LIST", "filters, separated by commas (default: all that need only the row)"),
    ] = None,
    leakage: Annotated[
        list[str] | None, option("FILE", "pairs to remove from the output; repeatable", reads)
    ] = None,
    polarity: Annotated[
        str | None, option("FILE", "word, tab, number per line: opposite signs are dropped", reads)
    ] = None,
    running: RunningJobs,
) -> int:
    """Drop wrong rows and flag doubtful ones; the manifest counts the reasons."""
    from ..acquire.filters import DEFAULT, filter_job

    settings: dict[str, Any] = {}
    if leakage:
        settings["leakage"] = {"paths": leakage}
    if polarity:
        settings["polarity"] = {"path": polarity}
    names = filters.split(",") if filters else DEFAULT
    return running.job(filter_job(names, **settings), inputs, output)


@table.command("spacy-paraphrase table index rows.jsonl rows.sqlite")
def index(
    input: Table,
    output: Annotated[str, argument("OUT", "SQLite file", writes)],
    lang: Annotated[str, option("CODE", "language of the phrases")] = "en",
    errors: Errors = None,
) -> int:
    """Make an index of a table for queries, with the WordNet label of each row."""
    from . import phrase_tables

    return phrase_tables.make_index(input, output, lang, errors)


@table.command(
    "spacy-paraphrase table show rows.sqlite 'in order to'",
    "spacy-paraphrase table show rows.sqlite 'take *' --wordnet synonym --limit 50",
    "spacy-paraphrase table show rows.sqlite man --out man.svg",
)
def show(
    index: Index,
    *,
    query: Annotated[Any, ROWS],
    limit: Limit = 10,
    json: Json = False,
    out: Annotated[
        str | None,
        option("FILE", "draw PHRASE with its paraphrases in both directions (.svg, .html)", writes),
    ] = None,
) -> int:
    """Show rows, best first."""
    from . import phrase_tables

    return phrase_tables.show(index, query, limit, json, out)


@table.command("spacy-paraphrase table count rows.sqlite --wordnet antonym")
def count(index: Index, *, query: Annotated[Any, ROWS]) -> int:
    """Count rows."""
    from ..acquire.store import RowIndex

    with RowIndex(index) as store:
        sys.stdout.write(f"{store.count(query)}\n")
    return 0


@table.command("spacy-paraphrase table explain rows.sqlite man --target person")
def explain(
    index: Index,
    *,
    query: Annotated[Any, Fields("acquire.store:Query", source=PHRASE, target=TARGET)],
    limit: Limit = 10,
    json: Json = False,
) -> int:
    """Show the origins of rows: pivots with their shares, or texts in which they were found."""
    from . import phrase_tables

    return phrase_tables.explain(index, query, limit, json)


@table.command(
    "spacy-paraphrase table analyze rows.sqlite",
    "spacy-paraphrase table analyze rows.sqlite --terms words.txt",
)
def analyze(
    index: Index,
    terms: Annotated[
        str | None,
        option("FILE", "vocabulary, one word or phrase per line, to compute its coverage", reads),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="write one JSON object, not text")] = False,
) -> int:
    """Show statistics of a table, and whether its scores separate good rows from bad ones."""
    from . import phrase_tables

    return phrase_tables.analyze(index, terms, json)


@table.command("spacy-paraphrase table compile rows.sqlite rows.table --name mined", name="compile")
def compile_(
    input: Table,
    output: Annotated[
        str, argument("OUT", "compiled table, for aligning, scoring and rewriting", writes)
    ],
    lang: Annotated[str, option("CODE", "language of the tokeniser")] = "en",
    name: Annotated[str | None, option("NAME", "name of the table (default: IN)")] = None,
    errors: Errors = None,
) -> int:
    """Compile a table to arrays that can be memory-mapped; conflicts are left out."""
    from . import phrase_tables

    return phrase_tables.compile_table(input, output, lang, name, errors)
