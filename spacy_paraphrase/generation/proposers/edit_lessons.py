"""Training of the edit judge on unions that people wrote for two sentences.

An edit is right to the degree that its inserted words occur in such a union, next to the same words
as in the edited frame. Differences at the joints (a comma, "and") are ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import LCSseq
from thinc.api import Adam, fix_random_seed

from ...analysis.sentence import Sentence
from ...jobs.arrays import Float32Array
from ...ml.feature_tables import Network, set_scale
from ..draft import Draft, draft_of
from ..graph import PairGraph
from .edit_judge import EditJudge, edit_symbols
from .frame_edits import Candidate, apply, candidates

# Share of the words of a unit that must stand together in a reference.
LEAST_FOUND = 0.8
# How right an edit is with both joints, one or none as in a reference.
BOTH, ONE, NEITHER = 1.0, 0.5, 0.0
# A symbol that fewer edits have is not learnt.
LEAST_SEEN = 8
_START, _END = "<s>", "</s>"


class Lesson(NamedTuple):
    """Edits of one frame, and how right each is, 0 to 1."""

    graph: PairGraph
    base: Sentence
    edits: list[Candidate]
    right: list[float]


def lessons(
    graph: PairGraph, judge: EditJudge, references: Sequence[Sequence[str]]
) -> list[Lesson]:
    """Return the edits of both frames of a pair, rated by the unions that people wrote for it.

    Args:
        graph: The pair.
        judge: Tells where units belong.
        references: The words of each of these unions.
    """
    found = []
    for base in graph.sides:
        frame = draft_of(graph, base)
        made: list[Candidate] = []
        right: list[float] = []
        for candidate in candidates(graph, base, judge.places):
            draft = apply(graph, base, frame, candidate.edit)
            if draft is not None:
                made.append(candidate)
                right.append(rightness(graph, draft, candidate, references))
        if made:
            found.append(Lesson(graph, base, made, right))
    return found


def rightness(
    graph: PairGraph, draft: Draft, candidate: Candidate, references: Sequence[Sequence[str]]
) -> float:
    """Return how right an edit is by its best-matching reference, 0 to 1."""
    joints = set(map(_plain, graph.lang.written.values())) | {""}
    words = [(_plain(w.text), w.token) for w in draft.words if w.token is not None]
    words = [(text, token) for text, token in words if text not in joints]
    texts = [_START, *(text for text, _ in words), _END]
    places = [k for k, (_, token) in enumerate(words, 1) if token in candidate.edit.unit.tokens]
    if not places:
        return 0.0
    unit, before, behind = [texts[k] for k in places], texts[places[0] - 1], texts[places[-1] + 1]
    known = {_plain(word) for side in graph.sides for word in side.texts} - joints
    found = (_found(_known(some, known), unit, before, behind) for some in references)
    return max(found, default=0.0)


def _known(reference: Sequence[str], known: set[str]) -> list[str]:
    """Return the words of a reference that a pair has, between its ends."""
    return [_START, *(text for text in map(_plain, reference) if text in known), _END]


def _found(reference: list[str], unit: list[str], before: str, behind: str) -> float:
    best = 0.0
    for start in range(1, len(reference) - len(unit)):
        if reference[start] != unit[0]:
            continue
        end = start + len(unit)
        share = LCSseq.similarity(unit, reference[start:end]) / len(unit)
        joints = (reference[start - 1] == before) + (reference[end] == behind)
        if share >= LEAST_FOUND:
            best = max(best, share * (NEITHER, ONE, BOTH)[joints])
    return best


def _plain(text: str) -> str:
    """Return the letters and digits of a word, in lower case."""
    return "".join(filter(str.isalnum, text.lower()))


def train(
    judge: EditJudge,
    taught: Sequence[Lesson],
    *,
    epochs: int = 15,
    batch: int = 128,
    rate: float = 0.002,
    decay: float = 0.01,
    seed: int = 0,
) -> None:
    """Train a fresh network without spaCy on lessons that fit into memory.

    Args:
        judge: Has the network.
        taught: The lessons.
        epochs: How often each edit is seen.
        batch: Edits per step.
        rate: Learning rate at the start; it falls to 0 in a straight line.
        decay: Weight decay.
        seed: Seed of everything random.
    """
    fix_random_seed(seed)
    random = np.random.default_rng(seed)
    prepare(judge, taught)
    rows, right = material(judge, taught)
    optimizer = Adam(rate, L2=decay, L2_is_weight_decay=True, grad_clip=1.0)
    for epoch in range(epochs):
        order = random.permutation(len(rows))
        for start in range(0, len(rows), batch):
            optimizer.learn_rate = rate * (1 - (epoch + start / len(rows)) / epochs)
            some = order[start : start + batch]
            teach(judge.network, rows[some], right[some])
            judge.network.finish_update(optimizer)


def material(judge: EditJudge, taught: Sequence[Lesson]) -> tuple[Float32Array, Float32Array]:
    """Return the features of the edits of some lessons, and how right each edit is.

    Returns:
        Shapes (edits, features) and (edits,).
    """
    rows = np.concatenate([judge.rows(*lesson[:3]) for lesson in taught])
    return rows, np.concatenate([np.array(lesson.right, np.float32) for lesson in taught])


def prepare(judge: EditJudge, taught: Sequence[Lesson]) -> None:
    """Set the symbols of a network and the scale of its features."""
    counts = Counter(
        symbol
        for lesson in taught
        for edit in lesson.edits
        for symbol in edit_symbols(lesson.graph, lesson.base, edit)
    )
    judge.network.attrs["symbols"] = sorted(s for s, n in counts.items() if n >= LEAST_SEEN)
    rows, _ = material(judge, taught)
    set_scale(judge.network, rows)
    judge.network.initialize(X=rows[:2], Y=np.zeros((2, 1), np.float32))


def teach(network: Network, rows: Float32Array, right: Float32Array) -> float:
    """Add the gradient of some edits to a network, and return the loss.

    Args:
        network: A network made by `judge.build_edit_network`.
        rows: Shape (edits, features).
        right: How right each is; shape (edits,).
    """
    odds, backprop = network.begin_update(rows)
    chances = 1 / (1 + np.exp(-odds[:, 0]))
    backprop(((chances - right) / len(rows)).astype(np.float32)[:, None])
    likely = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-(right * np.log(likely) + (1 - right) * np.log(1 - likely)).mean())
