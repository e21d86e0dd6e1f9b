"""How right an edit is beside what people wrote, and that a network learns it."""

from collections import Counter

import numpy as np
import pytest
from thinc.api import Adam, fix_random_seed

from spacy_paraphrase.generation.draft import draft_of
from spacy_paraphrase.generation.proposers.edit_judge import (
    EDIT_FIGURES,
    EditJudge,
    build_edit_network,
    edit_symbols,
)
from spacy_paraphrase.generation.proposers.edit_lessons import (
    BOTH,
    LEAST_SEEN,
    NEITHER,
    ONE,
    lessons,
    prepare,
    rightness,
    teach,
)
from spacy_paraphrase.generation.proposers.frame_edits import apply, candidates
from spacy_paraphrase.generation.proposers.places import place_judge

PAIR = "The dog barked at the postman.", "The old dog barked."
RIGHT = [
    # as in the edited frame, "The old dog barked at the postman."
    ("The old dog barked at the postman .", BOTH),
    ("the OLD dog barked", BOTH),
    # what neither sentence has, and what joins, articles among it, is looked through
    ("A big , old and angry dog barked .", BOTH),
    # another word before it, or behind
    ("At the old dog the postman barked .", ONE),
    ("The old postman barked .", ONE),
    ("The dog barked old at the postman .", NEITHER),
    ("The dog barked at the postman .", 0.0),
    ("", 0.0),
]


@pytest.mark.parametrize(("reference", "expected"), RIGHT)
def test_rightness(graph, reference, expected):
    pair, candidate, draft = edited(graph)
    assert rightness(pair, draft, candidate, [reference.split()]) == expected


def test_the_best_reference_counts(graph):
    pair, candidate, draft = edited(graph)
    references = [reference.split() for reference, _ in RIGHT]
    assert rightness(pair, draft, candidate, references[::-1]) == BOTH
    assert rightness(pair, draft, candidate, []) == 0.0


def edited(graph):
    """Return a graph, the edit of its source that puts "old" in, and what comes of it."""
    pair = graph(*PAIR)
    for candidate in candidates(pair, pair.source, place_judge()):
        unit = candidate.edit.unit
        if [pair.texts[t] for t in unit.tokens] == ["old"]:
            frame = draft_of(pair, pair.source)
            return pair, candidate, apply(pair, pair.source, frame, candidate.edit)
    raise AssertionError("no such edit")


def test_a_long_unit_may_lack_a_word(graph):
    """Four words of five are enough, and count as such."""
    pair = graph("The dog barked.", "The dog barked at three very old men.")
    (candidate,) = (
        c
        for c in candidates(pair, pair.source, place_judge())
        if c.rank == 0 and len(c.edit.unit.tokens) == 5
    )
    draft = apply(pair, pair.source, draft_of(pair, pair.source), candidate.edit)

    def right(text):
        return rightness(pair, draft, candidate, [text.split()])

    assert right("The dog barked at three very old men .") == BOTH
    assert right("The dog barked at three old old men .") == pytest.approx(0.8)
    assert right("The dog barked at old old old men .") == 0.0


@pytest.fixture(scope="module")
def taught(graph):
    """Lessons of four pairs of which people took the adjective, never the place."""
    pairs = [
        ("The dog barked.", "The old dog barked in Oslo."),
        ("The ship sank.", "The small ship sank near Bergen."),
        ("The girl sang.", "The young girl sang in a church."),
        ("The bank closed.", "The local bank closed on a hill."),
    ]
    judge = EditJudge(place_judge(), build_edit_network([8]))
    return [
        lesson
        for source, target in pairs
        for lesson in lessons(
            graph(source, target),
            judge,
            [[*target.split()[:3], source.split()[2].strip("."), "."]],
        )
    ]


@pytest.fixture(scope="module")
def learnt(taught):
    """A judge that saw them, and the loss at each step."""
    fix_random_seed(0)
    judge = EditJudge(place_judge(), build_edit_network([8], dropout=0.0))
    prepare(judge, taught)
    rows = np.concatenate([judge.rows(*lesson[:3]) for lesson in taught])
    right = np.concatenate([np.array(lesson.right, np.float32) for lesson in taught])
    optimiser = Adam(0.01)
    losses = []
    for _ in range(60):
        losses.append(teach(judge.network, rows, right))
        judge.network.finish_update(optimiser)
    return judge, losses


def test_lessons(taught):
    for graph, base, edits, right in taught:
        assert len(edits) == len(right)
        for candidate, share in zip(edits, right, strict=True):
            words = [graph.texts[t] for t in candidate.edit.unit.tokens]
            if graph.is_plain_preposition(candidate.edit.unit.root):
                assert share == 0, words
            if len(words) == 1 and graph.form(candidate.edit.unit.root) == "JJ":
                assert share == BOTH, words
            assert all(graph.side(t) is not base for t in candidate.edit.unit.tokens)


def test_teaching_lowers_the_loss(taught, learnt):
    judge, losses = learnt
    assert losses[-1] < 0.5 * losses[0]
    for lesson in taught:
        chances = judge.chances(*lesson[:3])
        assert ((chances > 0) & (chances < 1)).all()
        assert ((chances > 0.5) == (np.array(lesson.right) > 0.5)).all()


def test_symbols_that_few_edits_have_are_not_learnt(taught, learnt):
    symbols = learnt[0].network.attrs["symbols"]
    counts = Counter(
        symbol
        for graph, base, edits, _ in taught
        for candidate in edits
        for symbol in edit_symbols(graph, base, candidate)
    )
    assert symbols == sorted(symbol for symbol, n in counts.items() if n >= LEAST_SEEN)
    assert 0 < len(symbols) < len(counts)
    rows = learnt[0].rows(*taught[0][:3])
    assert rows.shape == (len(taught[0].edits), len(EDIT_FIGURES) + len(symbols))


def test_a_network_comes_back_from_bytes(taught, learnt):
    judge, _ = learnt
    again = EditJudge(judge.places, build_edit_network([8]).from_bytes(judge.network.to_bytes()))
    for lesson in taught:
        assert np.array_equal(again.chances(*lesson[:3]), judge.chances(*lesson[:3]))
