"""Pairs of two people, two events, two dates, two numbers: they never become one statement.

Of both sides much is the same word for word, and all of it is said of somebody or something else.
"""

from collections import Counter
from pathlib import Path

import pytest

from spacy_paraphrase import pipe_pairs

# What two things differ in, source and target.
PAIRS = [
    line.split("\t")
    for line in Path(__file__).with_name("unmergeable_pairs.tsv").read_text("utf-8").splitlines()
]
# Lines of which what both say is told, with the kinds in which it is: times that may be one, and
# places without names. Only to be made shorter.
KNOWN = {
    32: {"intersection", "generalize"},
    38: {"intersection", "generalize"},
    39: {"intersection", "generalize"},
}


@pytest.fixture(scope="module")
def merged(fuser):
    """Return for each line the kinds of fusion that make one statement of both sides."""
    docs = pipe_pairs(fuser, [(source, target) for _, source, target in PAIRS])
    apart = ("clauses", "longer")  # two statements side by side, or one of them alone
    return {
        line: {fusion.kind for fusion in doc._.fusions if fusion and fusion.path not in apart}
        for line, doc in enumerate(docs, 1)
    }


def test_there_are_enough_of_them():
    assert len({tuple(pair) for pair in PAIRS}) == 60
    kinds = Counter(kind for kind, _, _ in PAIRS)
    assert kinds == {"person": 15, "event": 20, "date": 10, "number": 10, "opposite": 5}


@pytest.mark.parametrize("line", range(1, len(PAIRS) + 1))
def test_two_things_are_never_one(line, merged):
    assert merged[line] <= KNOWN.get(line, set()), PAIRS[line - 1]
