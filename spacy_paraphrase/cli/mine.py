"""`mine`: paraphrases out of texts and pairs, by one miner or another.

As in `commands`, what is done is imported when a command runs.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from .batch import Dask, Errors, Output, Running
from .options import (
    App,
    Processes,
    Quiet,
    Resume,
    Tier,
    argument,
    examples,
    option,
    reads,
    writes,
)
from .streams import STANDARD, table_lines

if TYPE_CHECKING:
    from ..acquire.files import Chain, Files
    from ..acquire.headlines import HeadlineMiner

mine = App(
    name="mine",
    help="Find paraphrases in texts and pairs, for tables that can be looked at and used.",
    no_args_is_help=True,
)
_ALIGNED = ".jsonl (or -) or .spacy as align writes them, .json (jacana), .tsv (MultiMWA)"
Aligned = Annotated[list[str], argument("PAIRS...", f"aligned pairs: {_ALIGNED}", reads)]
Texts = Annotated[
    list[str],
    argument(
        "TEXTS...", "sentences: .txt, .jsonl (or -) with words or text, or .spacy files", reads
    ),
]
Origin = Annotated[str, option("NAME", "what the corpus is called, for the rows")]


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
            reads,
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
    return running.job(mine_headlines(miner), inputs, output)


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
            reads,
        ),
    ],
    output: Output,
    method: Annotated[
        Literal[
            "quasi-parallel", "linked", "translations", "renderings", "references", "revisions"
        ],
        typer.Option(
            help="sentences of a topic that differ by little; passages of which one is taken from "
            "the other, with pairs that say other things; translations of one text, sentence for "
            "sentence; any two of several renderings; the longest and the shortest of them; the "
            "versions of a sentence"
        ),
    ],
    n_process: Processes = 1,
    dask: Dask = None,
    errors: Errors = None,
    resume: Resume = False,
    quiet: Quiet = False,
) -> int:
    """Find pairs of sentences in texts that are known to be about the same: pairs for align."""
    from ..acquire.pair_sources import mine_pairs

    running = Running(n_process, dask, resume, errors, quiet)
    return running.job(mine_pairs(method), inputs, output)


def _tune(miner: HeadlineMiner, inputs: list[str], output: str, quiet: bool) -> int:
    """Write how well a miner does before and after its thresholds are fitted."""
    from ..acquire.files import Files
    from ..acquire.headlines import evaluate, halves, tune
    from ..arrays import write_file

    fitted_on, measured_on = halves(list(Files(tuple(inputs))))
    tuned = tune(miner, fitted_on)
    report: dict[str, Any] = {
        name: {"lower": each.lower, "upper": each.upper, **evaluate(each, measured_on)}
        for name, each in (("given", miner), ("tuned", tuned))
    }
    text = json.dumps(report, indent=2) + "\n"
    if output == STANDARD:
        sys.stdout.write(text)
    else:
        write_file(output, text.encode("utf-8"))
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
    tier: Tier = None,
    n_process: Processes = 1,
    dask: Dask = None,
    errors: Errors = None,
    resume: Resume = False,
    quiet: Quiet = False,
) -> int:
    """Mine phrase pairs from aligned pairs: a phrase table with counts, shares and relations."""
    from ..acquire.files import read_pairs
    from ..acquire.phrases import PhraseSettings, mine_phrases

    settings = PhraseSettings(
        variant, max_len, composites_up_to, max_unaligned_ratio, min_link_score
    )

    def miner(files: Files, run: Chain) -> Any:
        return mine_phrases(files, settings, origin=origin, store=run.steps / "words", run=run)

    running = Running(n_process, dask, resume, errors, quiet)
    return running.ranked(miner, pairs, out, read_pairs, tier)


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
    quiet: Quiet = False,
) -> int:
    """Mine rules with variables from aligned, parsed pairs: "X be V by Y", "Y V X"."""
    from ..acquire.files import read_pairs
    from ..acquire.rules import RuleSettings, rule_job

    settings = RuleSettings(lexicalise, max_variables, max_literals, min_count)
    running = Running(n_process, dask, resume, errors, quiet)
    return running.job(rule_job(settings), pairs, out, read_pairs)


@mine.command(epilog=examples("spacy-paraphrase mine anchors news.txt phrases.jsonl"))
def anchors(
    texts: Texts,
    out: Output,
    width: Annotated[int, option("N", "words of an anchor on either side")] = 2,
    shortest: Annotated[int, option("N", "fewest words of a phrase")] = 1,
    longest: Annotated[int, option("N", "most words of a phrase")] = 4,
    min_count: Annotated[int, option("N", "how many anchors two phrases share")] = 3,
    cap: Annotated[int, option("N", "most phrases of an anchor")] = 10,
    entities: Annotated[
        bool, typer.Option("--entities", help="the nearest names belong to the anchor (.spacy)")
    ] = False,
    origin: Origin = "",
    tier: Tier = None,
    n_process: Processes = 1,
    dask: Dask = None,
    errors: Errors = None,
    resume: Resume = False,
    quiet: Quiet = False,
) -> int:
    """Mine phrases that stand between the same words: no pairs needed, less sure."""
    from spacy.lang.en.stop_words import STOP_WORDS

    from ..acquire.anchors import AnchorSettings, mine_anchors
    from ..acquire.files import read_sentences

    settings = AnchorSettings(width, shortest, longest, min_count, cap, entities)

    def miner(files: Files, run: Chain) -> Any:
        return mine_anchors(files, settings, stop_words=STOP_WORDS, origin=origin, run=run)

    running = Running(n_process, dask, resume, errors, quiet)
    return running.ranked(miner, texts, out, read_sentences, tier)


@mine.command(
    epilog=examples(
        "spacy-paraphrase mine contexts pairs.spacy phrases.jsonl --patterns patterns.jsonl"
    )
)
def contexts(
    pairs: Aligned,
    out: Output,
    patterns: Annotated[
        str | None,
        option("FILE", "JSONL file for the tags of the phrases, and the contexts", writes),
    ] = None,
    length: Annotated[int, option("N", "most tags of a context on either side")] = 3,
    strength: Annotated[float, option("S", "least share of examples of one kind")] = 0.95,
    min_count: Annotated[int, option("N", "how many examples a context surrounds")] = 5,
    k: Annotated[int, option("N", "new contexts of each kind and length in a round")] = 10,
    max_span: Annotated[int, option("N", "most words of a phrase")] = 4,
    rounds: Annotated[int, option("N", "most rounds")] = 10,
    origin: Origin = "",
    tier: Tier = None,
    n_process: Processes = 1,
    dask: Dask = None,
    errors: Errors = None,
    resume: Resume = False,
    quiet: Quiet = False,
) -> int:
    """Mine phrases from tagged pairs, aligned or not, by the tags around them: co-training."""
    from ..acquire.contexts import ContextSettings, mine_contexts
    from ..acquire.files import read_pairs, write_rows

    settings = ContextSettings(length, strength, min_count, k, max_span, rounds)

    def miner(files: Files, run: Chain) -> Any:
        learnt = mine_contexts(files, settings, origin=origin, run=run)
        if patterns:
            write_rows(patterns, [*learnt.patterns, *learnt.contexts])
        return run.written(learnt.rows)

    running = Running(n_process, dask, resume, errors, quiet)
    return running.ranked(miner, pairs, out, read_pairs, tier)
