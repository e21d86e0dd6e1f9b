"""How probable it is that an editor would print a fusion as it stands.

A logistic curve over ten figures for each kind of fusion, fitted to outputs that were read one by
one: usable, or else false, broken, said twice, or leaving out something of weight
(`python -m weights usable`). What is false is seldom seen by it; what is lost nearly always.
"""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path

import srsly

from ..arrays import read_data
from ..results import FusionKind
from .ranking import Attempt
from .unions import SURELY, UNLIKELY, lost_words, side_entails

CURVES = Path(__file__).parent / "data" / "usable.json"
FIGURES = (
    *("lost", "lost_more", "lost_names", "lost_numbers", "fidelity", "parse_back", "aligned"),
    *("twice", "length", "of_shorter"),
)
# Of so many words, names, numbers and repetitions at most it is told how many.
_MOST_LOST, _MOST_NAMES, _MOST_NUMBERS, _MOST_TWICE, _MOST_WORDS = 8, 4, 3, 5, 60


def usable_figures(
    kind: FusionKind, proposal: Attempt, parsed_back: float, asked: bool = False
) -> dict[str, float]:
    """Return what tells whether a candidate is usable, each about 0 to 1.

    Args:
        kind: What kind of fusion it is.
        proposal: The candidate.
        parsed_back: The share of the intended dependencies that a parser finds in it.
        asked: Whether it is to say no more than what a question asks for; then nothing is lost.

    Returns:
        lost: Content words that it does not say, of either side, for an intersection of what both
        share; lost_more: whether more than one; lost_names, lost_numbers: which of them are names
        or numbers. fidelity: as in `Attempt`. parse_back: as given. aligned: the share of the
        content words of both sides that have one counterpart. twice: content words that are said
        again. length: its words; of_shorter: in terms of the shorter side.
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
    }


def usable_chance(
    kind: FusionKind, proposal: Attempt, parsed_back: float, asked: bool = False
) -> float:
    """Return the probability that a candidate is usable, of what `usable_figures` are told.

    One side that does not say what the other does is no union of both; one that surely does is.
    """
    weights, found = curves()[kind], usable_figures(kind, proposal, parsed_back, asked)
    logit = weights["bias"] + sum(weights[name] * found[name] for name in FIGURES)
    chance = 1 / (1 + math.exp(-logit))
    side = proposal.side if kind == "union" and not asked else None
    entails = None if side is None else side_entails(proposal.graph, side)
    if entails is None:
        return chance
    if entails < UNLIKELY:
        return min(chance, entails)
    return max(chance, entails) if entails >= SURELY else chance


@lru_cache(maxsize=1)
def curves() -> dict[str, dict[str, float]]:
    """Return the weights of the figures and a bias, for each kind."""
    found: dict[str, dict[str, float]] = srsly.json_loads(read_data(CURVES).decode())
    return found


def _share(count: int, most: int) -> float:
    return min(count, most) / most
