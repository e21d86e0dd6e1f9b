"""What everything costs, in one command: a table, a stored run, and what got slower since.

The figures are ratios within one run (`speed`: each component beside parsing) and exponents
(`lengths`), which machines of other speed have in common. `--out` stores them as JSON;
`--compare` reads a stored run and names what got worse by more than the tolerance, with exit
status 1. Runs over other pairs are not compared.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import spacy_paraphrase
from benchmarks import lengths
from benchmarks.data import DATA
from benchmarks.speed import corpus_pairs, pipelines, ratios
from scripts.door import Data, Pairs, Runs
from spacy_paraphrase.jobs.processes import settle

PACKAGES = ("spacy-paraphrase", "spacy", "thinc", "numpy")
# Pairs of which long sides are made.
LONG_SIDES_OF = 100


def measured(pairs: Sequence[tuple[list[str], list[str]]], runs: int) -> dict[str, float]:
    """Return all ratios to parsing, by pipeline and component."""
    known = pipelines()
    settle()
    return {
        f"{label} / {name}": round(value, 4)
        for label, nlp in known.items()
        for name, value in ratios(nlp, list(pairs), runs).items()
    }


def versions() -> dict[str, str]:
    """Return the versions of what is measured and of what it runs on."""
    meta = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"]).meta
    model = f"{meta['lang']}_{meta['name']}"
    found = {package: version(package) for package in PACKAGES}
    return found | {"python": platform.python_version(), model: meta["version"]}


def signature(stored: Mapping[str, Any]) -> str:
    """Return all that must be known to compare two runs, in a line."""
    parts = {**stored["settings"], **stored["versions"]}
    return "|".join(f"{name}:{value}" for name, value in parts.items())


def slower(
    now: Mapping[str, float], before: Mapping[str, float], tolerance: float
) -> dict[str, tuple[float, float]]:
    """Return the figures that are worse than before by more than a tolerance: before and now.

    Args:
        now: Figures by name, the lower the better.
        before: Those of a stored run; what only one of both has is left out.
        tolerance: The share that they may be worse by.

    Example:
        >>> slower({"a": 1.1, "b": 2.0}, {"a": 1.0, "b": 1.0, "c": 1.0}, 0.2)
        {'b': (1.0, 2.0)}
    """
    both = {name: (before[name], now[name]) for name in now if name in before}
    return {name: pair for name, pair in both.items() if pair[1] > pair[0] * (1 + tolerance)}


def compared(now: Mapping[str, Any], before: Mapping[str, Any], tolerance: float) -> int:
    """Print what got slower since a stored run; return the exit status."""
    print(f"compared with {signature(before)}")
    if now["settings"] != before["settings"]:
        print(f"other settings ({now['settings']} here): not compared")
        return 2
    worse = slower(now["figures"], before["figures"], tolerance)
    for name, (old, new) in worse.items():
        print(f"slower: {name}  {old:.3f} -> {new:.3f}  ({new / old - 1:+.0%})")
    if not worse:
        print(f"nothing got slower by more than {tolerance:.0%}")
    return 1 if worse else 0


def main(
    *,
    data: Data = DATA,
    pairs: Pairs = 300,
    runs: Runs = 3,
    out: Annotated[Path | None, "where to store the run, as JSON"] = None,
    compare: Annotated[Path | None, "a stored run"] = None,
    tolerance: Annotated[float, "share that may be slower"] = 0.2,
) -> int:
    """Measure, print, store and compare."""
    before = json.loads(compare.read_bytes()) if compare else None
    some = corpus_pairs(data, pairs)
    figures = measured(some, runs)
    long = lengths.measured(corpus_pairs(data, LONG_SIDES_OF), runs)
    grown = lengths.exponents(long, lengths.LONG)
    figures |= {f"exponent in n m / {name}": round(value, 4) for name, value in grown.items()}
    words = sum(len(source) + len(target) for source, target in some)
    settings = {"pairs": len(some), "words": words, "runs": runs}
    stored = {"settings": settings, "versions": versions(), "figures": figures}
    print(signature(stored))
    for name, value in figures.items():
        print(f"  {name:60} {value:6.3f}")
    if out:
        out.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    if before is not None:
        return compared(stored, before, tolerance)
    return 0
