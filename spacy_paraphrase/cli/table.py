"""The command `table`: what can be said to it, and its help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from .batch import Output, RunningJobs
from .options import (
    App,
    Errors,
    Fields,
    argument,
    examples,
    option,
    reads,
    writes,
)

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
        "IN", "phrase table: any form that `table import` reads, a folder, or an index", reads
    ),
]
Index = Annotated[str, argument("INDEX", "file that `table index` has written", reads)]
PHRASE = argument("[PHRASE]", "the phrase; * stands for anything in it")
TARGET = option("PHRASE", "what may stand for it, likewise")
ROWS = Fields(
    "acquire.store:Query",
    source=PHRASE,
    target=TARGET,
    least="SCORE",
    most="SCORE",
    longest=option("N", "words of the longest phrase", min=1),
    relation=typer.Option(help="what the row says"),
    wordnet=option(
        "LABEL",
        "what WordNet says: synonym, antonym, derivation, similar, hyponym, hypernym, "
        "co-hyponym, related, undefined, unknown",
    ),
    distance=option("N", "the greatest distance in WordNet", min=0),
    pivots=option("N", "the least number of pivots", min=0),
    same_pos=typer.Option(
        "--same-pos/--other-pos", help="whether the heads have one part of speech"
    ),
)
Limit = Annotated[int, option("N", "rows, at most", min=1)]
Json = Annotated[bool, typer.Option("--json", help="write JSON lines, not text")]


@table.command(
    "import",
    epilog=examples(
        "spacy-paraphrase table import ppdb-2.0-s-lexical.gz ppdb.jsonl --errors errors.jsonl",
        "spacy-paraphrase table import glossary.tsv - --origin glossary",
    ),
)
def import_(
    input: Annotated[
        str, argument("IN", "file to read (.gz is unpacked), - for standard input", reads)
    ],
    output: Annotated[str, argument("OUT", "JSONL file of rows, or - for standard output", writes)],
    *,
    format: Annotated[
        Literal["ppdb", "thrax", "terp", "meteor", "jsonl", "tsv"] | None,
        typer.Option(help="form of IN (default: told from its lines)"),
    ] = None,
    lang: Annotated[str, option("CODE", "language whose tokeniser cuts phrases")] = "en",
    origin: Annotated[str | None, option("NAME", "where the rows come from (default: IN)")] = None,
    reading: Annotated[
        Any,
        Fields(
            "readers.phrases:Reading",
            two_costs=typer.Option(
                help="of two numbers in a line of terp: the second counts; one for each "
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
    """Read a phrase table of others: PPDB, Thrax, TERp, METEOR, TSV or JSONL.

    Where its rows are labelled with entailment, WordNet must agree with four in five of them.
    """
    from . import phrase_tables

    reading = reading._replace(origin=origin or Path(input).name)
    return phrase_tables.import_rows(input, output, format, lang, reading, errors)


@table.command(epilog=examples("spacy-paraphrase table pivot bilingual.jsonl paraphrases.jsonl"))
def pivot(
    input: Annotated[
        str,
        argument("IN", "bilingual phrase table: source a phrase, target its translation", reads),
    ],
    output: Annotated[str, argument("OUT", "JSONL file of rows, or - for standard output", writes)],
    by_counts: Annotated[
        bool, typer.Option("--by-counts", help="count rules, not multiply probabilities")
    ] = False,
    syntactic: Annotated[
        bool, typer.Option("--syntactic", help="pivot only over what has the same part of speech")
    ] = False,
) -> int:
    """Find the paraphrases that are translated the same way."""
    from . import phrase_tables

    return phrase_tables.pivot(input, output, by_counts, syntactic)


@table.command(
    "filter",
    epilog=examples(
        "spacy-paraphrase table filter rows.jsonl good.jsonl",
        "spacy-paraphrase table filter pairs.jsonl clean.jsonl --leakage dev.jsonl",
    ),
)
def filter_(
    inputs: Annotated[list[str], argument("IN...", _ROWS, reads)],
    output: Output,
    *,
    filters: Annotated[
        str | None,
        option(
            "LIST",
            "filters, with commas between them (default: all that need no more than the row)",
        ),
    ] = None,
    leakage: Annotated[
        list[str] | None, option("FILE", "pairs that must not come back; may be given again", reads)
    ] = None,
    polarity: Annotated[
        str | None, option("FILE", "lines of word, tab, number: opposite signs are dropped", reads)
    ] = None,
    running: RunningJobs,
) -> int:
    """Drop rows that are wrong, and flag what is doubtful; the manifest counts why."""
    from . import phrase_tables

    names = filters.split(",") if filters else None
    return phrase_tables.filter_rows(inputs, output, names, leakage, polarity, running)


@table.command(epilog=examples("spacy-paraphrase table index rows.jsonl rows.sqlite"))
def index(
    input: Table,
    output: Annotated[str, argument("OUT", "SQLite file", writes)],
    lang: Annotated[str, option("CODE", "language of the phrases")] = "en",
    errors: Errors = None,
) -> int:
    """Make a table that can be asked, each row with what WordNet says of it."""
    from . import phrase_tables

    return phrase_tables.make_index(input, output, lang, errors)


@table.command(
    epilog=examples(
        "spacy-paraphrase table show rows.sqlite 'in order to'",
        "spacy-paraphrase table show rows.sqlite 'take *' --wordnet synonym --limit 50",
        "spacy-paraphrase table show rows.sqlite man --out man.svg",
    )
)
def show(
    index: Index,
    *,
    query: Annotated[Any, ROWS],
    limit: Limit = 10,
    json: Json = False,
    out: Annotated[
        str | None,
        option(
            "FILE",
            "draw PHRASE with what stands for it and what it stands for (.svg, .html)",
            writes,
        ),
    ] = None,
) -> int:
    """Show rows, the best first."""
    from . import phrase_tables

    return phrase_tables.show(index, query, limit, json, out)


@table.command(epilog=examples("spacy-paraphrase table count rows.sqlite --wordnet antonym"))
def count(
    index: Index,
    *,
    query: Annotated[Any, ROWS],
) -> int:
    """Count rows."""
    from . import phrase_tables

    return phrase_tables.count(index, query)


@table.command(epilog=examples("spacy-paraphrase table explain rows.sqlite man --target person"))
def explain(
    index: Index,
    *,
    query: Annotated[Any, Fields("acquire.store:Query", source=PHRASE, target=TARGET)],
    limit: Limit = 10,
    json: Json = False,
) -> int:
    """Show where rows come from: pivots with their shares, or texts they were seen in."""
    from . import phrase_tables

    return phrase_tables.explain(index, query, limit, json)


@table.command(
    epilog=examples(
        "spacy-paraphrase table analyze rows.sqlite",
        "spacy-paraphrase table analyze rows.sqlite --terms words.txt",
    )
)
def analyze(
    index: Index,
    terms: Annotated[
        str | None,
        option("FILE", "a vocabulary, one word or phrase a line: how much is covered", reads),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="write one JSON object, not text")] = False,
) -> int:
    """Tell what is in a table, and whether its scores tell good rows from others."""
    from . import phrase_tables

    return phrase_tables.analyze(index, terms, json)


@table.command(
    "compile",
    epilog=examples("spacy-paraphrase table compile rows.sqlite rows.table --name mined"),
)
def compile_(
    input: Table,
    output: Annotated[
        str, argument("OUT", "the table that aligning, scoring and rewriting read", writes)
    ],
    lang: Annotated[str, option("CODE", "language whose tokeniser cuts phrases")] = "en",
    name: Annotated[str | None, option("NAME", "name of the table (default: IN)")] = None,
    errors: Errors = None,
) -> int:
    """Write a table as arrays that are mapped into memory; conflicts are left out."""
    from . import phrase_tables

    return phrase_tables.compile_table(input, output, lang, name, errors)
