"""The edit judge: a small network that scores edits by features of unit, place and frame.

It is trained on unions written by people (`edit_lessons`), and predicts the probability that a
person would make an edit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from thinc.api import Linear, chain

from ...analysis.sentence import Sentence
from ...jobs.arrays import Float32Array, FloatArray
from ...ml.feature_tables import Network, hidden_layers
from ...registry import registered
from ..graph import PairGraph
from .frame_edits import Candidate, marks
from .places import FIT, NOTHING, PlaceJudge

EDIT_FIGURES = (
    *("place", "place_rank", "words", "content", "new", "new_share", "said_words", "names"),
    *("numbers", "verbs", "share_of_new", "left_unsaid", "similarity", "like_unlinked"),
    *("type_unlinked", "frame_said", "frame_words", "own_words", "old_words", "conjuncts"),
    *("known_tokens", *FIT),
)
ENGLISH = Path(__file__).parents[1] / "data" / "en.edits"


def edit_symbols(graph: PairGraph, base: Sentence, candidate: Candidate) -> list[str]:
    """Return the symbolic features of an edit."""
    edit = candidate.edit
    unit = edit.unit
    other = graph.other(base)
    head = unit.above
    relation = graph.relation.get(head, NOTHING) if head is not None else NOTHING
    where = "old" if edit.old >= 0 else "start" if edit.gap == 0 else "within"
    if candidate.fit[FIT.index("end")]:
        where = "end"
    role = f"{unit.form}:{unit.role}"
    first, last = unit.tokens[0], unit.tokens[-1]
    head_tag, head_label = (NOTHING, NOTHING) if head is None else graph.symbols(head)
    types = {graph.entities[t] for t in unit.tokens if graph.entities[t]}
    return [
        f"role={role}",
        f"where={role} {where}",
        f"tag={graph.form(unit.root)}",
        f"head={head_tag}",
        f"head dep={head_label}",
        f"relation={relation}",
        f"comma={marks(graph, unit)}",
        f"first={graph.form(first) if graph.is_content(first) else graph.words[first]}",
        f"last={graph.form(last)}",
        f"opens={first == other.start}",
        f"closes={last >= other.end - 2}",
        f"side={role} {head is not None and unit.root < head}",
        *sorted(f"type={name}" for name in types),
    ]


def edit_figures(graph: PairGraph, base: Sentence, some: Sequence[Candidate]) -> Float32Array:
    """Return `EDIT_FIGURES` of edits of a frame; shape (edits, figures)."""
    unsaid, own = graph.new_words(graph.other(base)), graph.new_words(base)
    rows = [_figures(graph, base, candidate, unsaid, own) for candidate in some]
    return np.array(rows, np.float32).reshape(len(rows), len(EDIT_FIGURES))


def _figures(
    graph: PairGraph, base: Sentence, candidate: Candidate, unsaid: list[int], own: list[int]
) -> list[float]:
    edit = candidate.edit
    unit, other = edit.unit, graph.other(base)
    content = [t for t in unit.tokens if graph.is_content(t)]
    new = [t for t in content if graph.is_new(t)]
    head = unit.above if unit.above in graph.linked else None
    partner = None if head is None else graph.linked[head]
    like = [] if partner is None else graph.in_function(partner, unit.role)
    return [
        candidate.place,
        float(candidate.rank),
        math.log1p(len(unit.tokens)),
        math.log1p(len(content)),
        math.log1p(len(new)),
        len(new) / max(1, len(content)),
        math.log1p(len(content) - len(new)),
        float(sum(map(graph.is_name, new))),
        float(sum(map(graph.is_number, new))),
        float(sum(map(graph.is_verbal, unit.tokens))),
        len(new) / max(1, len(unsaid)),
        math.log1p(len(unsaid) - len(new)),
        0.0 if head is None else graph.similarity[head],
        float(sum(c not in graph.linked for c in like)),
        float(_count_of_types(graph, new, own)),
        1 - len(own) / max(1, sum(map(graph.is_content, range(base.start, base.end)))),
        math.log1p(len(base)),
        math.log1p(len(other)),
        math.log1p(len(graph.subtree(edit.old)) if edit.old >= 0 else 0),
        float(partner is not None and any(map(graph.coordinates, graph.children[partner]))),
        float(sum(t in graph.linked for t in unit.tokens)),
        *map(float, candidate.fit),
    ]


def _count_of_types(graph: PairGraph, new: Sequence[int], own: Sequence[int]) -> int:
    """Return how many words of a frame are entities of a kind of those that are to be put in."""
    types = {graph.entities[t] for t in new if graph.entities[t]}
    if types & graph.lang.time_entities:
        types |= graph.lang.time_entities  # a date and a time of day may be one time
    return sum(graph.entities[t] in types for t in own)


@registered("EditNetwork.v1", "architectures")
def build_edit_network(hidden: list[int], dropout: float = 0.25) -> Network:
    """Return a network that maps rows about edits, shape (edits, features), to log odds.

    The features are standardised first; their names are kept in `attrs["symbols"]`.

    Args:
        hidden: Widths of the hidden layers.
        dropout: Share of hidden units left out in training.
    """
    layers = hidden_layers(hidden, dropout)
    network: Network = chain(*layers, Linear(1))
    network.attrs["symbols"] = []
    return network


class EditJudge:
    """Predicts the probability that a person would make an edit.

    Args:
        places: Scores the places of units.
        network: Scores edits, as log odds.
    """

    def __init__(self, places: PlaceJudge, network: Network) -> None:
        self.places = places
        self.network = network

    def rows(self, graph: PairGraph, base: Sentence, some: Sequence[Candidate]) -> Float32Array:
        """Return the features of some edits of a frame; shape (edits, features)."""
        places = {symbol: k for k, symbol in enumerate(self.network.attrs["symbols"])}
        known = np.zeros((len(some), len(places)), np.float32)
        for row, candidate in zip(known, some, strict=True):
            row[[places[s] for s in edit_symbols(graph, base, candidate) if s in places]] = 1
        return np.concatenate([edit_figures(graph, base, some), known], 1)

    def chances(self, graph: PairGraph, base: Sentence, some: Sequence[Candidate]) -> FloatArray:
        """Return the probability of each of some edits of a frame; shape (edits,)."""
        odds = self.network.predict(self.rows(graph, base, some))[:, 0].astype(np.float64)
        chances: FloatArray = 1 / (1 + np.exp(-odds))
        return chances
