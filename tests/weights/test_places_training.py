"""Units taken out of sentences for the judge of places to put back."""

import pytest

from spacy_paraphrase.generation.proposers.places import Parse


@pytest.fixture(scope="module")
def script():
    pytest.importorskip("torch")
    return pytest.importorskip("weights.places")


# "The king , a friend of animals , died in Oslo and Rome ."
WORDS = "the king , a friend of animals , died in oslo and rome .".split()
TAGS = "DT NN , DT NN IN NNS , VBD IN NNP CC NNP .".split()
DEPS = "det nsubj punct det appos prep pobj punct ROOT prep pobj cc conj punct".split()
HEADS = [1, 8, 1, 4, 1, 4, 5, 1, -1, 8, 9, 10, 10, 8]
KING = Parse(WORDS, TAGS, DEPS, HEADS)


@pytest.mark.parametrize(
    ("root", "unit", "rest"),
    [
        # with the commas that set it off
        (4, "a friend of animals", "the king died in oslo and rome ."),
        (9, "in oslo and rome", "the king , a friend of animals , died ."),
        (5, "of animals", "the king , a friend , died in oslo and rome ."),
        # a conjunct with its conjunction
        (12, "rome", "the king , a friend of animals , died in oslo ."),
    ],
)
def test_a_unit_goes_with_its_marks(script, root, unit, rest):
    tokens, gone = script.removed(KING, root)
    assert " ".join(WORDS[k] for k in tokens) == unit
    frame, now = script.without(KING, gone)
    assert " ".join(frame.words) == rest
    assert {frame.words[i] == WORDS[k] for k, i in now.items()} == {True}
    assert sorted(now.values()) == list(range(len(frame)))
    gap = script.gap_of(gone, now, len(frame))
    before = [k for k in range(tokens[0]) if k not in gone]
    assert gap == len(before)


def test_no_unit_that_is_most_of_a_sentence(script):
    assert script.removed(KING, 8) is None
    short = Parse(["dogs", "bark", "now", "."], ["NNS", "VBP", "RB", "."], ["x"] * 4, [1, -1, 1, 1])
    assert script.removed(short, 2) is None


def test_heads_skip_what_is_gone(script):
    chain = Parse(list("abcd"), ["NN"] * 4, ["x"] * 4, [-1, 0, 1, 2])
    frame, now = script.without(chain, {1, 2})
    assert (frame.words, frame.heads, now) == (["a", "d"], [-1, 0], {0: 0, 3: 1})
    top, _ = script.without(chain, {0})
    assert top.heads == [-1, 0, 1]


def test_the_gap_at_the_end(script):
    assert script.gap_of({2, 3}, {0: 0, 1: 1}, 2) == 2
    assert script.gap_of({0}, {1: 0, 2: 1}, 2) == 0
