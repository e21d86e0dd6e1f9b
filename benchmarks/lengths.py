"""Cost against length: how the time of each component grows with the words of both sides.

Sides of 10 to 500 words, of equal and of unequal length, are sentences of the corpora one behind
the other. For every component the seconds are fitted by least squares as c (n m)^x, over all pairs
and over the long ones: x is the exponent, 1 where the cost grows with the product of both lengths,
.5 where it grows with their sum. Time is that of the processor; `--plot` draws that of sides of
equal length, on axes where a power is a straight line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np

import spacy_paraphrase
from benchmarks import speed
from benchmarks.data import DATA
from benchmarks.speed import PARSING, corpus_pairs
from scripts.door import Data, Runs
from spacy_paraphrase.jobs.atomic import whole_file
from spacy_paraphrase.jobs.processes import settle
from spacy_paraphrase.render.figures import chart

# What is drawn, by component.
SHOWN = {
    PARSING: "parsing",
    "graph_matcher": "aligning",
    "relation_classifier": "relations",
    "sentence_fuser": "fusions",
}
# Words of source and target.
LENGTHS = ((10, 10), (20, 20), (40, 40), (80, 80), (160, 160), (320, 320), (500, 500))
# Cells of a pair that is long: what every pair costs counts little there.
LONG = 80 * 80
UNEQUAL = ((10, 100), (100, 10), (50, 500), (500, 50))


def long_pairs(
    pairs: Sequence[tuple[list[str], list[str]]], lengths: Iterable[tuple[int, int]]
) -> list[tuple[list[str], list[str]]]:
    """Return pairs of the lengths given: sides of the corpus one behind the other, cut.

    Both sides are made of the same pairs in the same order, so that most words have a counterpart.
    """
    source, target = ([word for pair in pairs for word in pair[k]] for k in (0, 1))
    found = [(source[:n], target[:m]) for n, m in lengths]
    for (one, other), (n, m) in zip(found, lengths, strict=True):
        if (len(one), len(other)) != (n, m):
            raise ValueError(f"The pairs have {len(source)} and {len(target)} words, not {n}, {m}.")
    return found


def seconds(nlp: Any, pair: tuple[list[str], list[str]], runs: int) -> dict[str, float]:
    """Return how long parsing and each component take for a pair, the shortest of several runs."""
    found = [speed.seconds(nlp, [pair]) for _ in range(runs)]
    return {name: min(each[name] for each in found) for name in found[0]}


def exponent(cells: Sequence[float], taken: Sequence[float]) -> float:
    """Return x of c · cells^x fitted to the seconds taken by least squares on logarithms.

    Example:
        >>> round(exponent([100, 400, 1600], [0.1, 0.2, 0.4]), 6)
        0.5
    """
    return float(np.polyfit(np.log(cells), np.log(taken), 1)[0])


def measured(
    pairs: Sequence[tuple[list[str], list[str]]],
    runs: int,
    lengths: Sequence[tuple[int, int]] = (*LENGTHS, *UNEQUAL),
) -> dict[tuple[int, int], dict[str, float]]:
    """Return the seconds of each component, by the words of both sides."""
    nlp = spacy_paraphrase.load(tier="fast")
    made = long_pairs(pairs, lengths)
    seconds(nlp, made[0], 1)
    settle()
    return {size: seconds(nlp, pair, runs) for size, pair in zip(lengths, made, strict=True)}


def exponents(
    found: Mapping[tuple[int, int], Mapping[str, float]], least: int = 0
) -> dict[str, float]:
    """Return the exponent in n · m of each component, over pairs of at least so many cells."""
    some = {size: times for size, times in found.items() if size[0] * size[1] >= least}
    cells = [n * m for n, m in some]
    names = next(iter(some.values()))
    return {name: exponent(cells, [times[name] for times in some.values()]) for name in names}


def show(found: Mapping[tuple[int, int], Mapping[str, float]]) -> None:
    """Print the milliseconds by length, and the exponents."""
    names = list(next(iter(found.values())))
    print("words a side  " + "  ".join(names))
    for (n, m), times in found.items():
        cells = (f"{1000 * times[name]:{len(name)}.1f}" for name in names)
        print(f"{n:5} x {m:<5}  " + "  ".join(cells) + "  ms")
    for least, label in ((0, "exponent"), (LONG, "of long ones")):
        fitted = (f"{value:{len(name)}.2f}" for name, value in exponents(found, least).items())
        print(f"{label:13}  " + "  ".join(fitted))


def drawing(found: Mapping[tuple[int, int], Mapping[str, float]]) -> str:
    """Return a picture of the cost of pairs whose sides have one length, with the exponents."""
    fitted = exponents(found)
    lines = {
        f"{label} (n m)^{fitted[name]:.2f}": [
            (float(n), 1000 * times[name]) for (n, m), times in found.items() if n == m
        ]
        for name, label in SHOWN.items()
    }
    return chart(lines, "words a side", "milliseconds", logarithmic=True)


def main(
    *,
    data: Data = DATA,
    runs: Runs = 3,
    plot: Annotated[Path | None, "where to draw it, as SVG"] = None,
) -> None:
    """Print the cost of each component against length, and the exponents."""
    found = measured(corpus_pairs(data, 100), runs)
    show(found)
    if plot:
        with whole_file(plot) as stream:
            stream.write(drawing(found).encode())
