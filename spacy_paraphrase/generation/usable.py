"""The probability that an editor would print a fusion without changes.

A logistic regression over a dozen figures for each kind of fusion, fitted to outputs that were
judged one by one: usable, or else false, ungrammatical, repetitive, or lacking something important
(`python -m weights usable`). It detects nearly all losses, but seldom false content.
"""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path

import srsly

from ..jobs.arrays import read_data
from ..pairs.results import FusionKind
from .checks.ranking import Attempt
from .proposers.unions import UNLIKELY, lost_words, side_entails

CURVES = Path(__file__).parent / "data" / "usable.json"
FIGURES = (
    *("lost", "lost_more", "lost_names", "lost_numbers", "fidelity", "parse_back", "aligned"),
    *("twice", "length", "of_shorter", "shortened", "entailed", "entailed_odds"),
)
# Counts of words, names, numbers and repetitions are cut off at these figures.
_MOST_LOST, _MOST_NAMES, _MOST_NUMBERS, _MOST_TWICE, _MOST_WORDS = 8, 4, 3, 5, 60
# Of the sides that entail the other one so probably or more, the share that was usable,
# however few of its words they have.
_SURELY, _SIDES_USABLE = 0.9, 0.6
# The greatest log odds.
_MOST_ODDS = 5.0


def usable_figures(
    kind: FusionKind,
    proposal: Attempt,
    parsed_back: float,
    asked: bool = False,
    entailed: float = 0.5,
) -> dict[str, float]:
    """Return the figures that predict whether a candidate is usable, each about 0 to 1.

    Args:
        kind: The kind of fusion.
        proposal: The candidate.
        parsed_back: The share of the intended dependencies that a parser finds in it.
        asked: Whether it is to answer a question only; then nothing counts as lost.
        entailed: How probable it is that the side whose words it does not have entails it; 0.5
            where no judge has read it.

    Returns:
        lost: content words of both sides (for an intersection, of the shared content) that are
        missing; lost_more: whether more than one is missing; lost_names, lost_numbers: missing
        names and numbers. fidelity: as in `Attempt`. parse_back: as given. aligned: the share of
        the content words of both sides that have one counterpart. twice: repeated content words.
        length: its words; of_shorter: its length relative to the shorter side. shortened: as in
        `Attempt`. entailed: as given; entailed_odds: its log odds.
    """
    graph, draft = proposal.graph, proposal.draft
    lost = [] if asked else lost_words(graph, draft)
    if kind == "intersection":
        lost = [t for t in lost if t in graph.aligned and graph.linked[t] not in draft]
    content = list(filter(graph.is_content, graph.tokens))
    said = [graph.meanings.get(t) for t in draft.positions if graph.is_content(t)]
    words = len(proposal.surface.words)
    return {
        "lost": _share(len(lost), _MOST_LOST),
        "lost_more": float(len(lost) > 1),
        "lost_names": _share(sum(bool(graph.entities[t]) for t in lost), _MOST_NAMES),
        "lost_numbers": _share(sum(map(graph.is_number, lost)), _MOST_NUMBERS),
        "fidelity": proposal.fidelity / max(proposal.said, 0.01) if asked else proposal.fidelity,
        "parse_back": parsed_back,
        "aligned": sum(t in graph.aligned for t in content) / max(len(content), 1),
        "twice": _share(len(said) - len(set(said)), _MOST_TWICE),
        "length": _share(words, _MOST_WORDS),
        "of_shorter": words / max(min(len(side.texts) for side in graph.sides), 1),
        "shortened": float(proposal.shortened),
        "entailed": entailed,
        "entailed_odds": _log_odds(entailed),
    }


def usable_chance(
    kind: FusionKind,
    proposal: Attempt,
    parsed_back: float,
    asked: bool = False,
    entailed: float = 0.5,
) -> float:
    """Return the probability that a candidate is usable; arguments as in `usable_figures`.

    A side alone is no usable union if it surely does not express all that the other side does, and
    more often usable than not if it surely does.
    """
    weights = curves()[kind]
    found = usable_figures(kind, proposal, parsed_back, asked, entailed)
    logit = weights["bias"] + sum(weights[name] * found[name] for name in FIGURES)
    chance = 1 / (1 + math.exp(-logit))
    side = proposal.side if kind == "union" and not asked else None
    entails = None if side is None else side_entails(proposal.graph, side)
    if entails is None or UNLIKELY <= entails < _SURELY:
        return chance
    return min(chance, entails) if entails < UNLIKELY else max(chance, _SIDES_USABLE)


def _log_odds(chance: float) -> float:
    odds = math.log((chance + 1e-3) / (1 - chance + 1e-3))
    return max(-_MOST_ODDS, min(_MOST_ODDS, odds))


@lru_cache(maxsize=1)
def curves() -> dict[str, dict[str, float]]:
    """Return the weights of the figures and the bias for each kind."""
    found: dict[str, dict[str, float]] = srsly.json_loads(read_data(CURVES).decode())
    return found


def _share(count: int, most: int) -> float:
    return min(count, most) / most
