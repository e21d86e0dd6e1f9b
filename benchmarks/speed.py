"""Speed and memory: what the components cost beside parsing.

Every component goes over all pairs in its turn, in one process; the figure to quote is the ratio of
the whole pipeline to parsing (all that is not ours; it reads each side alone when `sentence_pair`
has found it), the median over runs. Time is that of the processor, so that what else a machine does
hardly matters, and garbage is collected as in the command line (`processes.settle`). At last one
sentence is paired with all others, by `pipe_pairs` and by the command `align`: how many sentences
are read, and how many pairs a second are done. `lengths` has the cost against length, `costs`
runs both and compares with a run that was stored.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import srsly
from spacy.language import Language
from spacy.tokens import Doc

import spacy_paraphrase
from benchmarks.data import DATA, word_alignments
from benchmarks.report import peak_memory
from scripts.door import Accurate, Data, Pairs, Runs
from spacy_paraphrase import make_pair, pipe_pairs
from spacy_paraphrase.cli.jobs import PairJob
from spacy_paraphrase.cli.options import InBatches
from spacy_paraphrase.jobs.processes import settle
from spacy_paraphrase.registry import FACTORIES, by_sides

PARSING = "parsing"
# Pairs of one sentence with others.
AGAINST = 1000


def seconds(nlp: Any, pairs: list[Any]) -> dict[str, float]:
    """Return how long parsing and each component take over pairs that are made beforehand."""
    docs = [make_pair(nlp, *pair) for pair in pairs]
    settings = by_sides(nlp)
    times = {}
    for name, component in nlp.pipeline:
        if name not in settings["disable"]:
            start = time.process_time()
            more = settings["component_cfg"].get(name, {})
            docs = list(component.pipe(docs, batch_size=128, **more))
            times[PARSING if more else name] = time.process_time() - start
    return times


def ratios(nlp: Any, pairs: list[Any], runs: int) -> dict[str, float]:
    """Return what each component of ours costs in terms of parsing, the median over runs.

    "whole" is the pipeline with all of them; parsing itself is 1.
    """
    seconds(nlp, pairs[:50])
    found: list[dict[str, float]] = []
    for _ in range(runs):
        times = seconds(nlp, pairs)
        parsing = times.pop(PARSING)
        ours = {name: value for name, value in times.items() if name in FACTORIES}
        found.append({name: value / parsing for name, value in ours.items()})
    middle = {name: statistics.median(each[name] for each in found) for name in found[0]}
    return middle | {"whole": 1 + statistics.median(sum(each.values()) for each in found)}


@contextmanager
def counted(nlp: Language) -> Iterator[list[int]]:
    """Give a list in which the length of each sentence is noted that the pipeline reads."""
    read: list[int] = []

    def note(doc: Doc) -> Doc:
        read.append(len(doc))
        return doc

    Language.component("noted", func=note)
    nlp.add_pipe("noted", before="parser")
    try:
        yield read
    finally:
        nlp.remove_pipe("noted")


def against(nlp: Language, one: str, others: list[str]) -> dict[str, tuple[int, float]]:
    """Return how many sentences are read, and pairs a second done, where one meets many others."""
    found = {}
    with tempfile.TemporaryDirectory() as folder, counted(nlp) as read:
        given, made = Path(folder) / "in.jsonl", Path(folder) / "out.jsonl"
        srsly.write_jsonl(given, [{"source": one, "target": other} for other in others])
        ways = {
            "pipe_pairs": lambda: list(pipe_pairs(nlp, ((one, other) for other in others))),
            "align": lambda: PairJob(str(given), str(made), InBatches(quiet=True)).run(lambda: nlp),
        }
        for name, way in ways.items():
            read.clear()
            start = time.process_time()
            way()
            found[name] = len(read), len(others) / (time.process_time() - start)
    return found


def corpus_pairs(data: Path, n: int) -> list[tuple[list[str], list[str]]]:
    """Return about n pairs of words, spread over the corpora of word alignments."""
    records = [record for _, some in word_alignments(data) for record in some]
    step = max(1, len(records) // n)
    return [(list(r.source), list(r.target)) for r in records[::step][:n]]


def pipelines(accurate: bool = False) -> dict[str, Any]:
    """Return the pipelines that are measured, by what they are."""
    load = partial(spacy_paraphrase.load, exclude=["sentence_fuser"])
    found = {
        "tree_aligner, words": load(tree_aligner={"method": "words"}),
        "tree_aligner, tree": load(tree_aligner={"method": "tree"}),
        "graph_matcher, fast": load(tier="fast"),
    }
    if accurate:
        found["graph_matcher, accurate"] = load(tier="accurate")
    return found | {"graph_matcher, fast, with fusions": spacy_paraphrase.load(tier="fast")}


def main(
    *, data: Data = DATA, pairs: Pairs = 1000, runs: Runs = 5, accurate: Accurate = False
) -> None:
    """Print the ratio to parsing for each pipeline."""
    some = corpus_pairs(data, pairs)
    tokens = sum(len(a) + len(b) for a, b in some)
    print(f"{len(some)} pairs, {tokens} words")
    known = pipelines(accurate)
    settle()
    for label, nlp in known.items():
        found = ratios(nlp, some, runs)
        print(label)
        print("  " + "  ".join(f"{name} {value:.3f}" for name, value in found.items()))
    texts = list(dict.fromkeys(" ".join(target) for _, target in corpus_pairs(data, 2 * AGAINST)))
    one, *others = texts[: AGAINST + 1]
    for way, (read, rate) in against(known["graph_matcher, fast"], one, others).items():
        print(
            f"one sentence against {len(others)}, {way}: {read} parsed, {rate:.0f} pairs a second"
        )
    print(f"peak memory: {peak_memory():.0f} MB")
