"""`mine`: commands that find paraphrases in texts and pairs, one for each miner.

As in `commands`, what is done is imported when a command runs.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ..registry import paper
from .batch import Output, RunningJobs, RunningRankedJobs
from .options import App, Fields, argument, option, reads, writes
from .streams import STANDARD, table_lines

if TYPE_CHECKING:
    from ..acquire.headlines import HeadlineMiner
    from ..acquire.mining_jobs import Chain, Files

mine = App(
    name="mine",
    help="Find paraphrases in texts and pairs, for tables that can be looked at and used.",
    no_args_is_help=True,
)
_ALIGNED = ".jsonl (or -) or .spacy as align writes them, .json (jacana), .tsv (MultiMWA)"
Aligned = Annotated[list[str], argument("PAIRS...", f"aligned pairs: {_ALIGNED}", reads)]
Origin = Annotated[str, option("NAME", "name of the corpus, for the rows")]


@mine.command(
    "spacy-paraphrase mine headlines clusters.jsonl pairs.jsonl",
    "spacy-paraphrase mine headlines labelled.jsonl report.json --tune",
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
    *,
    miner: Annotated[
        Any,
        Fields(
            "acquire.headlines:HeadlineMiner",
            method=typer.Option(
                help="match pairs, with their contexts in unclear cases, or make groups by k-means"
            ),
            lower=option("C", "pairs: headlines below this cosine are not paired", min=0, max=1),
            upper=option("C", "pairs: above this they are; contexts decide in between", min=0),
            idf=typer.Option(
                help="smooth: words shared by all headlines of a cluster get a weight too"
            ),
            closure=typer.Option("--closure", help="pair headlines with the same partner"),
            pk1=option("T", "cluster: the threshold for the number of groups"),
            seed=option("N", "cluster: seed of k-means"),
        ),
    ],
    tune: Annotated[
        bool,
        typer.Option(
            "--tune",
            help='IN is labelled ("group" of items): find the best thresholds on half of its '
            "clusters, and test them on the other half; OUT is the report",
        ),
    ] = False,
    running: RunningJobs,
) -> int:
    """Find headlines with the same meaning in clusters; the output is pairs for align."""
    from ..acquire.headlines import mine_headlines

    if tune:
        return _tune(miner, inputs, output, running.quiet)
    return running.job(mine_headlines(miner), inputs, output)


@mine.command(
    "spacy-paraphrase mine pairs revisions.jsonl pairs.jsonl --method revisions",
    "spacy-paraphrase mine pairs topics.jsonl pairs.jsonl --method quasi-parallel",
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
    *,
    method: Annotated[
        Literal[
            "quasi-parallel", "linked", "translations", "renderings", "references", "revisions"
        ],
        typer.Option(
            help="sentences of a topic that differ a little; passages of which one is taken from "
            "the other, with other pairs; translations of one text, sentence for "
            "sentence; any two of several renderings; the longest and the shortest of them; the "
            "versions of a sentence"
        ),
    ],
    running: RunningJobs,
) -> int:
    """Find sentence pairs in texts about the same topic; the output is pairs for align."""
    from ..acquire.pair_sources import mine_pairs

    return running.job(mine_pairs(method), inputs, output)


def _tune(miner: HeadlineMiner, inputs: list[str], output: str, quiet: bool) -> int:
    from ..acquire.headlines import evaluate, halves, tune
    from ..acquire.mining_jobs import Files
    from ..jobs.arrays import write_file

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
    "spacy-paraphrase mine phrases aligned.spacy phrases.jsonl",
    "spacy-paraphrase mine phrases gold.json --variant full phrases --origin gold",
)
def phrases(
    pairs: Aligned,
    out: Output,
    *,
    settings: Annotated[
        Any,
        Fields(
            "acquire.phrases:PhraseSettings",
            variant="NAME",
            max_len="N",
            composites_up_to="N",
            max_unaligned_ratio="R",
            min_link_score="S",
        ),
    ],
    origin: Origin = "",
    running: RunningRankedJobs,
) -> int:
    """Mine phrase pairs from aligned pairs: a phrase table with counts, shares and relations."""
    from ..acquire.mining_jobs import read_pairs
    from ..acquire.phrases import mine_phrases

    def miner(files: Files, run: Chain) -> Any:
        return mine_phrases(files, settings, origin=origin, store=run.steps / "words", run=run)

    return running.mined(miner, pairs, out, read_pairs)


@mine.command("spacy-paraphrase mine rules aligned.spacy rules.jsonl")
def rules(
    pairs: Aligned,
    out: Output,
    *,
    settings: Annotated[
        Any,
        Fields(
            "acquire.rules:RuleSettings",
            lexicalise="LEVEL",
            max_variables="N",
            max_literals="N",
            min_count="N",
        ),
    ],
    running: RunningJobs,
) -> int:
    """Mine rules with variables from aligned, parsed pairs: "X be V by Y", "Y V X"."""
    from ..acquire.mining_jobs import read_pairs
    from ..acquire.rules import rule_job

    return running.job(rule_job(settings), pairs, out, read_pairs)


@mine.command("spacy-paraphrase mine anchors news.txt phrases.jsonl")
def anchors(
    texts: Annotated[
        list[str],
        argument(
            "TEXTS...", "sentences: .txt, .jsonl (or -) with words or text, or .spacy files", reads
        ),
    ],
    out: Output,
    *,
    settings: Annotated[
        Any,
        Fields(
            "papers.anchors:AnchorSettings",
            width=option("N", "words of an anchor on either side"),
            shortest=option("N", "least number of words of a phrase"),
            longest=option("N", "greatest number of words of a phrase"),
            min_count=option("N", "least number of anchors shared by two phrases"),
            cap=option("N", "greatest number of phrases of an anchor"),
            entities=typer.Option(
                "--entities", help="include the nearest names in the anchor (.spacy)"
            ),
        ),
    ],
    origin: Origin = "",
    running: RunningRankedJobs,
) -> int:
    """Mine phrases that occur between the same words: needs no pairs, but is less reliable."""
    from spacy.lang.en.stop_words import STOP_WORDS

    from ..acquire.mining_jobs import read_sentences

    mined = paper("anchors").mine_anchors
    miner = partial(mined, settings=settings, stop_words=STOP_WORDS, origin=origin)
    return running.mined(miner, texts, out, read_sentences)


@mine.command("spacy-paraphrase mine contexts pairs.spacy phrases.jsonl --patterns patterns.jsonl")
def contexts(
    pairs: Aligned,
    out: Output,
    *,
    patterns: Annotated[
        str | None,
        option("FILE", "JSONL file for the tags of the phrases, and the contexts", writes),
    ] = None,
    settings: Annotated[
        Any,
        Fields(
            "papers.contexts:ContextSettings",
            length=option("N", "greatest number of tags of a context on each side"),
            strength=option("S", "least share of examples of one kind"),
            min_count=option("N", "least number of examples of a context"),
            k=option("N", "new contexts of each kind and length in a round"),
            max_span=option("N", "greatest number of words of a phrase"),
            rounds=option("N", "greatest number of rounds"),
        ),
    ],
    origin: Origin = "",
    running: RunningRankedJobs,
) -> int:
    """Mine phrases from tagged pairs, aligned or not, by the tags around them: co-training."""
    from ..acquire.mining_jobs import read_pairs, write_rows

    def miner(files: Files, run: Chain) -> Any:
        learnt = paper("contexts").mine_contexts(files, settings, origin=origin, run=run)
        if patterns:
            write_rows(patterns, [*learnt.patterns, *learnt.contexts])
        return run.written(learnt.rows)

    return running.mined(miner, pairs, out, read_pairs)
