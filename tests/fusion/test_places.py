"""Where a unit belongs: what is seen of a gap, and what the judge that comes with it says."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.arrays import pack_arrays
from spacy_paraphrase.fusion.draft import draft_of
from spacy_paraphrase.fusion.edits import apply, candidates
from spacy_paraphrase.fusion.places import (
    ENGLISH,
    FIT,
    KIND,
    PlaceJudge,
    Syntax,
    fit_features,
    gap_symbols,
    place_judge,
    syntax_of,
    unit_symbols,
)
from spacy_paraphrase.fusion.realisation import realise

# -- What is seen of a gap, against brute force ----------------------------------------------------


@st.composite
def trees(draw):
    """Return a projective tree whose words, tags and labels are numbered."""
    n = draw(st.integers(1, 9))
    heads = [-1] * n

    def fill(start, end, head):
        while start < end:
            stop = draw(st.integers(start + 1, end))
            root = draw(st.integers(start, stop - 1))
            heads[root] = head
            fill(start, root, root)
            fill(root + 1, stop, root)
            start = stop

    fill(0, n, -1)
    return Syntax(*([f"{kind}{k}" for k in range(n)] for kind in "wtd"), heads)


def ancestors(syntax, node):
    """Return a word and all above it, the lowest first."""
    while node >= 0:
        yield node
        node = syntax.heads[node]


def subtrees(syntax):
    return [
        [k for k in range(len(syntax)) if node in ancestors(syntax, k)]
        for node in range(len(syntax))
    ]


@given(trees())
def test_extents(syntax):
    first, last = syntax.extents
    assert first.tolist() == [min(words) for words in subtrees(syntax)]
    assert last.tolist() == [max(words) for words in subtrees(syntax)]


@given(trees())
def test_joints(syntax):
    below = subtrees(syntax)
    for gap, joint in enumerate(syntax.joints):
        around = [k for k, words in enumerate(below) if min(words) < gap <= max(words)]
        lowest = max(around, key=lambda k: len(list(ancestors(syntax, k))), default=-1)
        assert joint == lowest


@given(trees())
def test_symbols_of_gaps(syntax):
    n, below = len(syntax), subtrees(syntax)
    rows = gap_symbols(syntax)
    assert len(rows) == n + 1

    def name(nodes):
        node = max(nodes, key=lambda k: len(below[k]), default=None)
        return "- -" if node is None else f"d{node} t{node}"

    for gap, row in enumerate(rows):
        seen = dict(symbol.split("=", 1) for symbol in row[:-2])
        for offset, key in ((-2, "-2"), (-1, "-1"), (0, "0"), (1, "1")):
            k = gap + offset
            assert seen[f"w{key}"] == (f"w{k}" if 0 <= k < n else "-")
        assert seen["close"] == name(k for k, words in enumerate(below) if max(words) == gap - 1)
        assert seen["open"] == name(k for k, words in enumerate(below) if min(words) == gap)
        joint = syntax.joints[gap]
        assert row[-1] == f"joint={syntax.words[joint] if joint >= 0 else '-'}"
        where = {gap: "head", gap - 1: "tail"}.get(joint, "split")
        assert row[-2].split()[-1] == (where if joint >= 0 else "-")


def test_marks_enclose():
    words = 'He ( said ) : " Yes " .'.split()
    syntax = Syntax(words, words, words, [-1] * len(words))
    inside = [k for k, enclosed in enumerate(syntax.enclosed) if enclosed]
    assert inside == [2, 3, 6, 7]


def test_symbols_of_a_unit(graph):
    pair = graph("The train arrived.", "The train arrived on Monday, police said.")
    own = syntax_of(pair.target)
    on, arrived = own.words.index("on"), own.words.index("arrived")
    found = unit_symbols(own, on, [on, on + 1], "prep", arrived)
    wanted = "dep=prep word=on first=on last=monday head=arrived left=arrived right=, length=2"
    assert set(wanted.split()) <= set(found)
    assert "side=behind prep" in found
    lead = unit_symbols(own, on, [on, on + 1], "prep", -1, ("which",))
    assert {"first=which", "first tag=WDT", "head=-", "side=- prep", "away=-"} <= set(lead)


# -- How a gap fits --------------------------------------------------------------------------------


def test_fit_of_a_worked_example():
    """The train arrived [on Monday] in Oslo."""
    frame = Syntax(
        "the train arrived in oslo .".split(),
        "DT NN VBD IN NNP .".split(),
        "det nsubj ROOT prep pobj punct".split(),
        [1, 2, -1, 2, 3, 2],
    )
    own = Syntax(
        "the train arrived on monday .".split(), frame.tags, frame.deps, [1, 2, -1, 2, 3, 2]
    )
    links = {0: 0, 1: 1, 2: 2, 5: 5}
    fit = fit_features(frame, own, links, 3, [3, 4], "prep", 2)
    assert fit.shape == (7, len(FIT))
    columns = dict(zip(FIT, fit.T.tolist(), strict=True))
    ones = {name: [k for k, x in enumerate(column) if x] for name, column in columns.items()}
    assert ones["head_linked"] == ones["head_above"] == ones["inside"] == list(range(7))
    assert (ones["before_head"], ones["behind_head"]) == ([2], [3])
    assert (ones["left_edge"], ones["right_edge"]) == ([0], [6])
    assert ones["own_direction"] == [3, 4, 5, 6]
    assert ones["joint"] == [2, 3, 5]
    assert (ones["own_left"], ones["own_right"]) == ([3], [5])
    assert ones["like_before"] == [4, 5, 6]
    assert ones["like_behind"] == [0, 1, 2, 3]
    assert (ones["start"], ones["end"], ones["enclosed"]) == ([0], [5, 6], [])
    assert columns["crossed"] == pytest.approx([0.75, 0.5, 0.25, 0, 0, 0, 0.25])
    assert columns["distance"] == pytest.approx(np.log1p([2, 1, 0, 0, 1, 2, 3]).tolist())
    assert columns["left_distance"] == pytest.approx(np.log1p([3, 2, 1, 0, 1, 2, 3]).tolist())
    assert columns["right_distance"] == pytest.approx(np.log1p([5, 4, 3, 2, 1, 0, 1]).tolist())


def test_fit_where_nothing_is_linked():
    frame = Syntax(["go", "."], ["VB", "."], ["ROOT", "punct"], [-1, 0])
    own = Syntax(["now"], ["RB"], ["advmod"], [-1])
    fit = fit_features(frame, own, {}, 0, [0], "advmod", -1)
    assert {FIT[k] for k in np.flatnonzero(fit.any(0))} == {"start", "end"}


# -- The judge -------------------------------------------------------------------------------------


def test_probabilities_sum_to_one(graphs):
    judge = place_judge()
    for graph in graphs[:10]:
        frame, own = (syntax_of(side) for side in graph.sides)
        for root in range(len(own)):
            symbols = unit_symbols(own, root, [root], own.deps[root], own.heads[root])
            fit = fit_features(frame, own, {}, root, [root], own.deps[root], own.heads[root])
            unit, gaps = judge.embed([symbols])[0], judge.embed(gap_symbols(frame))
            scores = judge.scores(unit, gaps, fit)
            assert scores.shape == (len(frame) + 1,)
            assert np.exp(scores).sum() == pytest.approx(1, abs=1e-4)


def test_scores_are_what_the_weights_say():
    """A table of two symbols and one hidden unit that passes on what it gets."""
    arrays = {
        "table.weight": np.array([[0], [1], [2]]),
        "fit.weight": np.zeros((1, len(FIT))),
        "fit.bias": np.zeros(1),
        "inner.weight": np.ones((1, 1)),
        "inner.bias": np.zeros(1),
        "last.weight": np.ones((1, 1)),
        "last.bias": np.zeros(1),
    }
    judge = PlaceJudge({"symbols": ["a", "b"]}, arrays)
    assert judge.embed([["a"], ["b", "a"], ["unknown"]]).tolist() == [[1], [3], [0]]
    scores = judge.scores(judge.embed([["a"]])[0], judge.embed([["b"], ["a"]]), np.zeros((2, 22)))
    assert np.exp(scores).tolist() == pytest.approx([np.e / (1 + np.e), 1 / (1 + np.e)])


# What is in braces is taken out of the frame, and belongs where it was.
PLACES = (
    "The {muddy} dog ran across the field.",
    "A woman opened the {heavy} door of the church.",
    "The farmers sold their {ripe} cherries at the market.",
    "Two children found a {rusty} key in the sand.",
    "The {old} bridge over the canal was closed for a year.",
    "The bridge {that crosses the canal} was closed for a year.",
    "The nurse {who lives in Oslo} called the police.",
    "The house {which my uncle built} burned down on Friday.",
    "A man {who was walking his dog} saw the thieves in the park.",
    "The letters {that she had written in Paris} were lost in the war.",
)


@pytest.mark.parametrize("text", PLACES)
def test_adjectives_stand_before_nouns_and_relative_clauses_behind(graph, text):
    before, unit, behind = text.replace("}", "{").split("{")
    whole = f"{before}{unit}{behind}"
    pair = graph(f"{before}{behind.lstrip()}", whole)
    found = [
        candidate
        for candidate in candidates(pair, pair.source, place_judge())
        if unit == " ".join(pair.texts[t] for t in candidate.edit.unit.tokens)
    ]
    assert [c.rank for c in found] == list(range(len(found)))
    best = apply(pair, pair.source, draft_of(pair, pair.source), found[0].edit)
    assert realise(pair, best).text.replace(",", "") == whole


def test_damaged_files(tmp_path):
    path = tmp_path / "some.places"
    with pytest.raises(ParaphraseError, match="P300"):
        place_judge(path)
    data = ENGLISH.read_bytes()
    for damaged in (b"", data[:100], data[:-100], b"another " + data[8:]):
        path.write_bytes(damaged)
        with pytest.raises(ParaphraseError, match="P301"):
            PlaceJudge.from_disk(path)


def test_a_file_comes_back(tmp_path):
    path = tmp_path / "some.places"
    path.write_bytes(pack_arrays(KIND, {"symbols": ["a"]}, {"table.weight": np.eye(2)}))
    assert PlaceJudge.from_disk(path).embed([["a"]]).tolist() == [[0, 1]]
