"""`mine paths`, `anchored`, `entities`, `lattices`: rules and patterns from parsed texts."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ..registry import paper
from .batch import Output, RunningJobs, RunningRankedJobs
from .mine import mine
from .options import Fields, argument, option, reads, writes

if TYPE_CHECKING:
    from ..acquire.mining_jobs import Chain, Files

__all__ = ["mine"]  # with these commands among its own

Docs = Annotated[
    list[str],
    argument("DOCS...", ".spacy files of parsed texts, with id, date in user_data", reads),
]
EDGES = option("N", "greatest number of arcs of a path, counting prepositions as words")
Edges = Annotated[int, EDGES]


@mine.command(
    "spacy-paraphrase mine paths news.spacy rules.jsonl",
    "spacy-paraphrase mine paths news.spacy --min-sim 0.25 rules --n-process 4",
)
def paths(
    docs: Docs,
    out: Output,
    *,
    settings: Annotated[
        Any,
        Fields(
            "papers.path_space:PathSettings",
            max_edges=EDGES,
            min_path_count=option("N", "least count of a path"),
            min_fillers=option("N", "least number of different words at each end of a path"),
            overlap=option("S", "least share of fillers that two paths share"),
            positive_only=typer.Option(
                "--positive-only/--all-information",
                help="ignore fillers that are rarer than by chance",
            ),
            top=option("N", "greatest number of rules of a path"),
            min_sim=option("S", "least similarity"),
        ),
    ],
    running: RunningRankedJobs,
) -> int:
    """Mine rules between dependency paths from parsed texts: "X buys Y", "X purchases Y"."""
    from ..acquire.mining_jobs import read_parsed

    def miner(files: Files, run: Chain) -> Any:
        mined = paper("path_rules").mine_paths
        return mined(files, settings, language="en", store=run.steps / "space", run=run)

    return running.mined(miner, docs, out, read_parsed)


@mine.command("spacy-paraphrase mine anchored aligned.spacy rules.jsonl")
def anchored(
    pairs: Annotated[list[str], argument("PAIRS...", ".spacy files as align writes them", reads)],
    out: Output,
    *,
    max_edges: Edges = 6,
    running: RunningRankedJobs,
) -> int:
    """Mine pairs of dependency paths between linked words of aligned, parsed pairs."""
    from ..acquire.mining_jobs import read_parsed

    miner = partial(paper("anchored").mine_anchored, max_edges=max_edges, language="en")
    return running.mined(miner, pairs, out, read_parsed)


@mine.command("spacy-paraphrase mine entities news.spacy patterns.jsonl")
def entities(
    docs: Docs,
    out: Output,
    *,
    max_edges: Edges = 6,
    shared: Annotated[int, option("N", "names shared by articles and sentences")] = 2,
    running: RunningRankedJobs,
) -> int:
    """Mine patterns between the same names in the news of a day: "PERSON leaves ORG"."""
    from ..acquire.mining_jobs import read_parsed

    mined = paper("anchored").mine_entities
    miner = partial(mined, max_edges=max_edges, shared=shared, language="en")
    return running.mined(miner, docs, out, read_parsed)


@mine.command(
    "spacy-paraphrase mine lattices news.spacy lattices.jsonl --pairs pairs.jsonl",
    "spacy-paraphrase mine lattices aligned.spacy lattices.jsonl --method parses",
)
def lattices(
    docs: Annotated[
        list[str],
        argument(
            "DOCS...",
            ".spacy files of parsed texts, with id, date, cluster in user_data; of --method parses "
            "aligned pairs, .jsonl (or -) or .spacy, with ids as written by mine pairs",
            reads,
        ),
    ],
    out: Output,
    *,
    method: Annotated[
        Literal["sequences", "parses"],
        typer.Option(
            help="align similar sentences, or merge the parses of sentences with the same meaning"
        ),
    ] = "sequences",
    pairs: Annotated[
        str | None,
        option(
            "FILE",
            "JSONL file for the lattices that say the same; of parses for a phrase table",
            writes,
        ),
    ] = None,
    settings: Annotated[
        Any,
        Fields(
            "papers.lattices:LatticeSettings",
            backbone=option("S", "least share of sentences with a fixed word"),
            slot=option("S", "positions where no word has more than this share become slots"),
            similar=option("S", "least overlap of n-grams in a group"),
            match=option("S", "least overlap of the fillers of two lattices"),
            window_days=option("N", "greatest distance in days between their texts"),
        ),
    ],
    min_group: Annotated[
        int | None, option("N", "fewest sentences of a lattice (default: 10, for parses 3)")
    ] = None,
    running: RunningJobs,
) -> int:
    """Mine lattices from clusters of similar sentences: "[0] was shaken by a blast"."""
    from ..acquire.mining_jobs import read_pairs, read_parsed, write_rows

    least = {} if min_group is None else {"min_group": min_group}
    if method == "parses":
        merged = paper("merged_parses")
        merging = merged.MergeSettings(**least)

        def merger(files: Files, run: Chain) -> None:
            found = merged.mine_merged(files, merging, run=run)
            if pairs:
                write_rows(pairs, merged.merged_phrases(found, run=run))

        return running.miner(merger, docs, out, "merged parses", read_pairs)
    settings = replace(settings, **least)

    def miner(files: Files, run: Chain) -> None:
        found = paper("lattices").mine_lattices(files, settings, run=run)
        if pairs:
            write_rows(pairs, paper("lattices").match_lattices(found, settings))

    return running.miner(miner, docs, out, "lattices.group", read_parsed)
