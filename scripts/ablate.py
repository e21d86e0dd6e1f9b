"""What a rule is worth: the outputs and the judged sets with it, and without it.

    python scripts/ablate.py NAME [--answer VALUE] [--data FOLDER] [--parts PART ...] [--pairs N]
        [--judged N] [--show N]
    python scripts/ablate.py --all MODULE [--data FOLDER] [--parts PART ...] [--pairs N]

NAME is the dotted name of a function of the package (`relations.same_event.same_event`) that
answers yes or no or gives findings: rules, proposers and checks are such; or the name of an expert
of the aligner (`abbreviation`). It is counted how often it was asked and fired, that is, answered
something else than no or nothing; then it answers no or nothing (or --answer) each time, in a fresh
process, and each output that changes is counted and some are shown, as `outputs.py compare` does.
The judged sets before and after: SICK in both directions, the pairs under tests/relations, HELP,
SNLI, conflicts of MSRP's paraphrases, and alignments of words for an expert; --judged pairs of
each, none of them if 0. --parts are those of `outputs.py`, --pairs as many of each (of
`minimal-pairs` all).

--all counts all yes/no functions of a module in one run. For those that gave their rarer answer
at most twice there is another run in which they never do: how many rows of the outputs change.
"""

from __future__ import annotations

import argparse
import ast
import io
import multiprocessing
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from outputs import DATA, PARTS, Row
from switches import (
    Count,
    NoSwitchError,
    expert,
    function_of,
    is_expert,
    neutral_of,
    switch_off,
    watch,
    yes_or_no,
)

import spacy_paraphrase
from differences import SEED, differences, drawn, told
from spacy_paraphrase.pairs.results import judgement_of

ROOT = str(Path(__file__).parents[1])
DEFAULT_PARTS = ("news-relations", "news-fusions", "sick", "minimal-pairs")
# What is not drawn from: each pair stands for one thing.
WHOLE = "minimal-pairs"
# A function that gives its rarer answer no more often decides next to nothing.
FEW = 2


class Settings(NamedTuple):
    """What is run.

    Attributes:
        data: Folder of the corpora.
        parts: Parts of the outputs.
        pairs: How many items of each.
        judged: How many pairs of each judged set; 0 for none of them.
    """

    data: Path
    parts: tuple[str, ...]
    pairs: int
    judged: int


class Switch(NamedTuple):
    """What is counted or switched off.

    Attributes:
        names: Functions, or one expert.
        off: Whether it is switched off; else counted alone.
        answer: The neutral answer as it is written in Python; empty for that of its kind.
    """

    names: tuple[str, ...]
    off: bool = False
    answer: str = ""


class Measured(NamedTuple):
    """What a run gave.

    Attributes:
        rows: The outputs, by part.
        counts: How often each function was asked and fired, in the outputs.
        judged_counts: The same in the judged sets.
        figures: What was measured on the judged sets.
    """

    rows: dict[str, list[Row]]
    counts: dict[str, Count]
    judged_counts: dict[str, Count]
    figures: dict[str, float]


def measure(task: tuple[Settings, Switch]) -> Measured:
    """Return outputs and figures with something counted or switched off, here for good."""
    settings, switch = task
    counts = dict(zip(switch.names, map(_applied(switch), switch.names), strict=True))
    rows = {}
    for part in settings.parts:
        items = PARTS[part].draw(settings.data)
        if part != WHOLE:
            items = random.Random(SEED).sample(items, min(settings.pairs, len(items)))
        with tempfile.TemporaryDirectory() as folder:
            rows[part] = list(PARTS[part].tell(items, Path(folder)))
    so_far = {name: replace(count) for name, count in counts.items()}
    figures = judged(settings, is_expert(switch.names[0])) if settings.judged else {}
    later = {
        name: Count(count.calls - so_far[name].calls, count.fired - so_far[name].fired)
        for name, count in counts.items()
    }
    return Measured(rows, so_far, later, figures)


def _applied(switch: Switch) -> Callable[[str], Count]:
    """Return what switches one name off, or has it counted."""

    def apply(name: str) -> Count:
        if is_expert(name):
            return expert(name, switch.off)
        function = function_of(name)
        value = ast.literal_eval(switch.answer) if switch.answer else None
        neutral = (lambda: value) if switch.answer else neutral_of(function)
        if not switch.off:
            return watch(function, neutral)
        switch_off(function, neutral)
        return Count()

    return apply


def judged(settings: Settings, links: bool) -> dict[str, float]:
    """Return what the benchmarks measure on the judged sets, and if wanted on links of words."""
    sys.path.append(ROOT)  # for the benchmarks
    from benchmarks import relations

    data, limit = settings.data, settings.judged
    nlp = spacy_paraphrase.load(
        tier="fast", exclude=["sentence_fuser"], relation_classifier={"judge": None}
    )
    with redirect_stdout(io.StringIO()):
        corpus = relations.read_sentences(nlp, data, limit)
        judgements = [judgement_of(relation) for relation in corpus.composed]
        forth, back, *_, both = relations.scored(corpus.records, judgements)
        figures = {"SICK A to B": forth, "SICK B to A": back, "SICK both": both}
        figures |= relations.minimal(nlp)
        for name in ("help", "snli", "msrp"):
            figures |= relations.CORPORA[name](nlp, data, limit, False) or {}
    return figures | (linked(data, limit) if links else {})


def linked(data: Path, limit: int) -> dict[str, float]:
    """Return macro F of links of words, by the trained aligner and by that without training."""
    from benchmarks.alignment import aligner, parsed
    from benchmarks.data import before_alignment, word_alignments
    from benchmarks.experts import score

    nlp, _ = before_alignment()
    aligners = {
        "trained": spacy_paraphrase.load(tier="fast").get_pipe("graph_matcher"),
        "untrained": aligner(method="words"),
    }
    figures = {}
    for name, records in word_alignments(data):
        corpus = parsed(nlp, records[:limit]), records[:limit]
        for kind, component in aligners.items():
            figures[f"{name}, {kind}, F"] = score(component, corpus) / 100
    return figures


def runs(tasks: Sequence[tuple[Settings, Switch]]) -> Iterator[Measured]:
    """Yield what each run gave, each in a fresh process."""
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        yield from pool.imap(measure, tasks, chunksize=1)


def one(settings: Settings, name: str, answer: str, show: int) -> None:
    """Print what a function or an expert is worth."""
    switches = [Switch((name,), off, answer) for off in (False, True)]
    tasks = runs([(settings, switch) for switch in switches])
    before = next(tasks)
    number = ", ".join(f"{len(rows)} of {part}" for part, rows in before.rows.items())
    print(f"{name}\noutputs ({number}): {_said(before.counts[name])}")
    if before.figures:
        print(f"judged sets: {_said(before.judged_counts[name])}")
    if not before.counts[name].fired + before.judged_counts[name].fired:
        print("nothing changes without it")
        return
    after = next(tasks)
    for part, rows in before.rows.items():
        found = differences(part, rows, after.rows[part])
        print(f"\n{part}, {told(found, drawn(found, show))}")
    if before.figures:
        print(f"\n{'judged sets':36}{'with':>9}{'without':>9}{'change':>9}")
    for figure, value in before.figures.items():
        cells = f"{value:9.3f}{after.figures[figure]:9.3f}{after.figures[figure] - value:+9.3f}"
        print(f"{figure:36}{cells}")


def whole_module(settings: Settings, module: str) -> None:
    """Print how often each yes/no function of a module says yes, and what rare answers change."""
    names = tuple(yes_or_no(module))
    if not names:
        raise NoSwitchError(f"{module} has no function that answers yes or no")
    [before] = runs([(settings, Switch(names))])
    rare = {
        name: count.fired > FEW
        for name, count in before.counts.items()
        if 0 < min(count.fired, count.calls - count.fired) <= FEW
    }
    tasks = [(settings, Switch((name,), True, str(usual))) for name, usual in rare.items()]
    changed = {
        name: sum(_changed(part, before.rows[part], rows) for part, rows in after.rows.items())
        for name, after in zip(rare, runs(tasks) if tasks else (), strict=True)
    }
    number = sum(map(len, before.rows.values()))
    print(f"{'':50}{'calls':>9}{'yes':>9}  of {number} rows change without the rarer answer")
    for name, count in before.counts.items():
        no = count.calls - count.fired
        if name in changed:
            worth = str(changed[name])
        elif not count.calls:
            worth = "0, never asked"
        else:
            worth = "" if count.fired and no else f"0, always {'yes' if count.fired else 'no'}"
        print(f"{name:50}{count.calls:9}{count.fired:9}  {worth}")


def _changed(part: str, old: list[Row], new: list[Row]) -> int:
    return len({difference.item for difference in differences(part, old, new)})


def _said(count: Count) -> str:
    return f"asked {count.calls} times, fired {count.fired} times"


def main() -> None:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("name", nargs="?", help="a function or an expert")
    asked.add_argument("--all", metavar="MODULE", help="all yes/no functions of a module")
    parser.add_argument("--answer", default="", help="the neutral answer, as Python writes it")
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the corpora")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=DEFAULT_PARTS)
    parser.add_argument("--pairs", type=int, default=200, help="items of each part")
    parser.add_argument("--judged", type=int, default=300, help="pairs of each judged set")
    parser.add_argument("--show", type=int, default=3, help="how many to show of each kind")
    args = parser.parse_args()
    judged_pairs = 0 if args.all else args.judged
    settings = Settings(args.data, tuple(args.parts), args.pairs, judged_pairs)
    try:
        if args.all:
            whole_module(settings, args.all)
        else:
            if not is_expert(args.name) and not args.answer:
                neutral_of(function_of(args.name))  # told here, before any run
            one(settings, args.name, args.answer, args.show)
    except NoSwitchError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
