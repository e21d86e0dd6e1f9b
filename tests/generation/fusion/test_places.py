"""Where a unit belongs: what the judge that comes with it says of gaps."""

import numpy as np
import pytest

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.generation.draft import draft_of
from spacy_paraphrase.generation.proposers.frame_edits import apply, candidates
from spacy_paraphrase.generation.proposers.places import (
    ENGLISH,
    FIT,
    KIND,
    PlaceJudge,
    fit_features,
    gap_symbols,
    place_judge,
    syntax_of,
    unit_symbols,
)
from spacy_paraphrase.generation.realisation import realise
from spacy_paraphrase.jobs.arrays import pack_arrays


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
