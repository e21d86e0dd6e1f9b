"""What a report says in a line: what is better, what is worse, and what may be chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

# A difference with a smaller p is taken for one.
SIGNIFICANT = 0.05
# The score by which each measure is judged; of another one its first.
_HEADLINES = {"align": "macro_f", "phrase": "macro_f", "rel": "macro_f"}
_HEADLINES |= dict.fromkeys(("entails", "entailed", "relation"), "accuracy")


class Difference(NamedTuple):
    """How much better the score of a measure is than that of another system, and its p."""

    what: str
    score: str
    points: float
    p: float

    def __str__(self) -> str:
        p = f"{self.p:.3f}".lstrip("0") if self.p >= 0.001 else ""
        told = f"p = {p}" if p else "p < .001"
        return f"{self.what} ({self.points:+.1f} {self.score}, {told})"


def headline(entry: Mapping[str, Any]) -> str:
    """Return the name of the score by which a measure is judged."""
    return _HEADLINES.get(entry["name"]) or next(iter(entry["scores"]))


def is_significant(entry: Mapping[str, Any], score: str) -> bool:
    """Return whether a score differs from that of the other system by more than chance."""
    compared = (entry.get("compare") or {}).get(score)
    return compared is not None and compared["p"] < SIGNIFICANT


def verdict(
    report: Mapping[str, Any],
    title: Callable[[Mapping[str, Any]], str],
    is_main: Callable[[Mapping[str, Any]], bool],
) -> str:
    """Return what the report says in a line.

    Args:
        report: What `evaluate` found.
        title: What a measure measures, in words.
        is_main: Whether a measure is one to judge by; variants of another one are not.

    Returns:
        What is better than in the other system, what is worse, and what differs by no more than
        chance; without another system the first score, with its interval.
    """
    entries = [entry for entry in report["measures"] if is_main(entry)]
    groups: dict[str, list[str]] = {}
    for entry in entries:
        name = headline(entry)
        compared = (entry.get("compare") or {}).get(name)
        if compared:
            points, words = 100 * compared["difference"], _in_words(name)
            found = Difference(title(entry), words, points, compared["p"])
            if not is_significant(entry, name):
                groups.setdefault("same", []).append(found.what)
            else:
                groups.setdefault("better" if points > 0 else "worse", []).append(str(found))
    if not groups:
        return _alone(entries[0], title) if entries else ""
    other = Path(str(report["compare"])).stem
    starts = {
        "better": f"better than {other} in ",
        "worse": f"worse than {other} in ",
        "same": "no significant difference in ",
    }
    if set(groups) == {"same"}:
        return f"No significant difference from {other}."
    said = "; ".join(starts[how] + ", ".join(groups[how]) for how in starts if how in groups)
    return said[0].upper() + said[1:] + "."


def _alone(entry: Mapping[str, Any], title: Callable[[Mapping[str, Any]], str]) -> str:
    name = headline(entry)
    score = entry["scores"][name]
    if score is None:
        return ""
    said = f"{title(entry)}: {100 * score:.1f} {_in_words(name)}"
    interval = (entry.get("intervals") or {}).get(name)
    if interval:
        low, high = (100 * interval[end] for end in ("low", "high"))
        said += f" (95 % interval {low:.1f} to {high:.1f})"
    return said[0].upper() + said[1:] + "."


def _in_words(score: str) -> str:
    return "F" if score.endswith("_f") else score.replace("_", " ")
