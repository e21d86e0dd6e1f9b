"""Whether the analysis of a sentence depends on its partner, and what it costs that it does not.

Real pairs (MSRP training part, SNLI development part) run through the default pipeline as they are,
with their sides exchanged, and each sentence with the one of the next pair as its partner. A parse
has changed if any tag, lemma, morphology, head, label or entity has; a pair by the exchange also if
any link, relation or conflict is not the inverse of what it was.

The figures to quote for speed are ratios of whole streams to parsing alone, pairs as they stand:
`pipe_pairs`, which reads each side alone, the same with one source against many, and `nlp.pipe`,
which reads a pair as it stands besides.
"""

from __future__ import annotations

import statistics
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Any

import spacy_paraphrase
from benchmarks.data import DATA, msrp, snli
from benchmarks.report import timed
from scripts.door import Accurate, Data, Pairs, Runs
from spacy_paraphrase import make_pair, pipe_pairs, sides
from spacy_paraphrase.registry import FACTORIES

# Tables of pairs, and the columns of source and target.
ATTRIBUTES = ["ORTH", "TAG", "POS", "LEMMA", "MORPH", "HEAD", "DEP", "SENT_START"]
ENTITIES = ["ENT_IOB", "ENT_TYPE"]


def read_pairs(data: Path, number: int) -> list[tuple[str, str]]:
    """Return pairs of texts of both corpora in turn."""
    tables = [
        [(one.strip(), other.strip()) for one, other, _ in rows if one.strip() and other.strip()]
        for rows in (msrp(data), snli(data))
    ]
    turns = chain.from_iterable(zip_longest(*tables))
    return list(islice((pair for pair in turns if pair is not None), number))


def parses(doc: Any) -> list[Any]:
    """Return what was said of the words of each side."""
    return [side.as_doc().to_array([*ATTRIBUTES, *ENTITIES]).tolist() for side in sides(doc)]


def links(doc: Any) -> Any:
    """Return what was said of the pair, links and relations."""
    found = [(*link.key, link.relation, link.conflict) for link in doc._.alignment]
    relation = doc._.relation
    return sorted(found), relation.label, relation.conflict, round(doc._.overlap, 4)


def changed(nlp: Any, pairs: list[tuple[str, str]]) -> dict[str, int]:
    """Return how many pairs change when their sides are exchanged or their partners are others."""
    counts = dict.fromkeys(("parses, exchanged", "parses, other partner", "links, exchanged"), 0)
    exchanged = pipe_pairs(nlp, [(b, a) for a, b in pairs])
    # The target of the next pair goes with the source, and its source with the target.
    others = [*pairs[1:], pairs[0]]
    turned = [pair for one, two in zip(pairs, others, strict=True) for pair in mixed(one, two)]
    partners = pipe_pairs(nlp, turned)
    for doc in pipe_pairs(nlp, pairs):
        own, other = parses(doc), next(exchanged)
        counts["parses, exchanged"] += parses(other)[::-1] != own
        with_others = [parses(next(partners))[0], parses(next(partners))[1]]
        counts["parses, other partner"] += with_others != own
        again = spacy_paraphrase.swap(other)
        moved = place(links(again), again, doc)
        counts["links, exchanged"] += moved != links(doc)
    return counts


def mixed(one: tuple[str, str], two: tuple[str, str]) -> Iterable[tuple[str, str]]:
    """Return the source of a pair with another target, and its target with another source."""
    return (one[0], two[1]), (two[0], one[1])


def place(found: Any, doc: Any, like: Any) -> Any:
    """Return links of an exchanged pair as if its sides stood where those of another Doc do."""
    shifts = [b.start - a.start for a, b in zip(sides(doc), sides(like), strict=True)]
    moved = [
        (level, s + shifts[0], e + shifts[0], t + shifts[1], u + shifts[1], *rest)
        for level, s, e, t, u, *rest in found[0]
    ]
    return sorted(moved), *found[1:]


def speed(nlp: Any, pairs: list[tuple[str, str]], runs: int) -> None:
    """Print the ratios of speed, medians over runs."""
    ours = [name for name in nlp.pipe_names if nlp.get_pipe_meta(name).factory in FACTORIES]
    many = [(pairs[0][0], target) for _, target in pairs]
    streams: dict[str, Callable[[], Iterable[Any]]] = {
        "parsing whole pairs": lambda: nlp.pipe(
            (make_pair(nlp, *pair) for pair in pairs), disable=ours
        ),
        "nlp.pipe over pairs": lambda: nlp.pipe(make_pair(nlp, *pair) for pair in pairs),
        "pipe_pairs": partial(pipe_pairs, nlp, pairs),
        "pipe_pairs, one source": partial(pipe_pairs, nlp, many),
    }
    times: dict[str, list[float]] = {name: [] for name in streams}
    for _ in range(runs):
        for name, run in streams.items():
            taken, _ = timed(lambda run=run: deque(run(), 0))
            times[name].append(taken)
    base = times["parsing whole pairs"]
    for name, found in times.items():
        ratio = statistics.median(t / b for t, b in zip(found, base, strict=True))
        print(f"  {name}: {statistics.median(found):.1f} s, {ratio:.2f} of parsing whole pairs")


def main(
    *, data: Data = DATA, pairs: Pairs = 2000, runs: Runs = 3, accurate: Accurate = False
) -> None:
    """Print how many pairs change, and the ratios of speed."""
    some = read_pairs(data, pairs)
    for tier in ("fast", "accurate") if accurate else ("fast",):
        nlp = spacy_paraphrase.load(tier=tier, exclude=["sentence_fuser"])
        print(f"{tier} tier, {len(some)} pairs, changed:")
        for name, number in changed(nlp, some).items():
            print(f"  {name}: {number}")
        if runs:
            speed(nlp, some[: len(some) // 2], runs)
