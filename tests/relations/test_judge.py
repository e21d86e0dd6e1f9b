"""The judge computes the same from either side, whatever else the evidence comes to know."""

import numpy as np
import pytest

import spacy_paraphrase
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.jobs.arrays import pack_arrays
from spacy_paraphrase.pairs.results import CONTRARY
from spacy_paraphrase.relations.evidence import LEXEMES, NAMES, PAIR, SIDE, Evidence
from spacy_paraphrase.relations.judge import KIND, Judge, shipped_judge

PAIRS = (
    ("Two dogs chased a cat.", "A cat was chased by dogs."),
    ("Only members may vote.", "Guests may vote, if they are members."),
    ("Dogs!", "The dog, which she did not know, barked at her."),
    ("...", "The dog barked."),
)
KNOWN = {"columns": NAMES, "sides": SIDE, "pair": PAIR}


def weights(seed=0, hidden=8, letters=3, message=4, outer=6, **known):
    """Return the file of a judge with random weights."""
    random = np.random.default_rng(seed)
    known = {name: list(names) for name, names in (KNOWN | known).items()}
    pooled = 4 * hidden + 4 + 2 * len(known["sides"]) + len(known["pair"])
    shapes = {
        "rows": (len(known["columns"]) + letters * len(LEXEMES), 2 * hidden),
        "message": (2 * hidden, message),
        "mixed": (2 * hidden + 5 * message, 2 * hidden),
        "support": (hidden, 1),
        "guard": (hidden, 1),
        "hidden": (pooled, outer),
        "out": (outer, 3),
    }
    arrays = {"lexemes.weight": random.normal(0, 0.3, (4, letters))}
    for name, shape in shapes.items():
        arrays[f"{name}.weight"] = random.normal(0, 0.3, shape)
        arrays[f"{name}.bias"] = random.normal(0, 0.3, shape[1])
    arrays = {name: array.astype(np.float16) for name, array in arrays.items()}
    return pack_arrays(KIND, {"words": ["dog", "cat"]} | known, arrays)


@pytest.fixture(scope="module")
def nlp(fast):
    return fast


@pytest.fixture(scope="module")
def read(nlp):
    component = nlp.get_pipe("relation_classifier")

    def evidence(source, target):
        with nlp.select_pipes(disable=["relation_classifier"]):
            (doc,) = spacy_paraphrase.pipe_pairs(nlp, [(source, target)])
        return component.evidence(doc)

    return evidence


@pytest.mark.parametrize("judge", [Judge(weights()), shipped_judge(False), shipped_judge(True)])
@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_exchanging_the_sides_exchanges_the_answer(read, judge, source, target):
    one, other = judge(read(source, target)), judge(read(target, source))
    assert one.entails == pytest.approx(other.entailed, abs=1e-5)
    assert one.entailed == pytest.approx(other.entails, abs=1e-5)
    assert one.contradiction == pytest.approx(other.contradiction, abs=1e-5)
    assert 0 <= one.entails <= 1 - one.contradiction
    for k in (0, 1):
        assert one.support[k] == pytest.approx(other.support[1 - k], abs=1e-5)
        assert one.guard[k] == pytest.approx(other.guard[1 - k], abs=1e-5)


def given(nearest, above, rows=((1.0, 0.0), (0.0, 1.0))):
    """Return the evidence of sides with as many words, all but the first two numbers being 0."""
    sides = [np.zeros((len(side), len(NAMES)), np.float32) for side in above]
    for side, row in zip(sides, rows, strict=True):
        side[:, 0] = row[: len(side)]
    return Evidence(
        tuple(sides),
        tuple([("",) * len(LEXEMES)] * len(side) for side in sides),
        # The tokens of the rows: every second one, as if marks stood between the words.
        tuple(tuple(range(0, 2 * len(side), 2)) for side in sides),
        nearest,
        above,
        np.zeros((2, len(SIDE)), np.float32),
        np.zeros(len(PAIR), np.float32),
    )


def test_a_row_sees_its_counterpart_its_head_and_its_dependents():
    judge = Judge(weights())
    alone = given(((-1, -1), (-1, -1)), ((-1, -1), (-1, -1)))
    assert [side.tolist() for side in alone.neighbours(0)] == [[-1, -1], [-1, -1]]
    linked = given(((2, -1), (-1, 0)), ((-1, -1), (-1, -1)))
    assert linked.neighbours(0)[0].tolist() == [1, -1]
    assert linked.neighbours(1)[0].tolist() == [-1, 0]
    under = given(((-1, -1), (-1, -1)), ((-1, 0), (-1, 1)))  # a mark has no row
    assert under.neighbours(0)[1].tolist() == [-1, 0]
    assert under.neighbours(1)[1].tolist() == [-1, -1]
    before, met, below = (judge(each).support for each in (alone, linked, under))
    # One word of each side has a counterpart; of the first side both are head or dependent.
    assert [(one != two).tolist() for one, two in zip(before, met, strict=True)] == [
        [True, False],
        [False, True],
    ]
    assert [(one != two).tolist() for one, two in zip(before, below, strict=True)] == [
        [True, True],
        [False, False],
    ]


def test_a_side_without_words_is_judged_too():
    found = Judge(weights())(given(((), (-1,)), ((), (-1,))))
    assert found.support[0].shape == (0,)
    assert found.support[1].shape == (1,)
    assert 0 <= found.entails + found.contradiction <= 1 + 1e-9


def test_what_a_judge_does_not_know_is_passed_over(read):
    """Columns that came to the evidence later, or that an encoder fills."""
    evidence = read(*PAIRS[1])
    some = {
        name: [each for each in names if not each.startswith(("role", "encoder"))]
        for name, names in KNOWN.items()
    }
    judge = Judge(weights(1, **some))
    rows = [side.copy() for side in evidence.words]
    for side in rows:
        side[:, [k for k, name in enumerate(NAMES) if name not in some["columns"]]] = 7.0
    other = Evidence(*({**vars(evidence), "words": tuple(rows)}.values()))
    assert judge(other).entails == judge(evidence).entails
    # The order of the columns is that of the file.
    turned = {name: names[::-1] for name, names in some.items()}
    assert Judge(weights(1, **turned))(evidence).entails != judge(evidence).entails


@pytest.mark.parametrize("name", list(KNOWN))
def test_a_judge_that_knows_what_there_is_no_more(name):
    with pytest.raises(ParaphraseError, match="P301.*old.judge"):
        Judge(weights(**{name: ["gone", *KNOWN[name]]}), "old.judge")
    with pytest.raises(ParaphraseError, match="P301"):
        Judge(pack_arrays(KIND, {"words": []}, {}))  # of an earlier version


def test_the_judge_without_an_encoder_knows_nothing_of_one():
    assert not any("encoder" in NAMES[k] for k in shipped_judge(False)._columns)
    assert any("encoder" in NAMES[k] for k in shipped_judge(True)._columns)


def test_with_a_judge_the_relation_is_what_it_says(nlp):
    component = nlp.get_pipe("relation_classifier")
    judges = [Judge(weights(1)), Judge(weights(2))]
    component.judge = lambda accurate: judges[accurate]
    try:
        with nlp.select_pipes(disable=["relation_classifier"]):
            (doc,) = spacy_paraphrase.pipe_pairs(nlp, [("A dog barks.", "A cat sleeps.")])
        said = judges[0](component.evidence(doc))
        relation = component(doc)._.relation
        assert relation.chances == pytest.approx((said.entails, said.entailed), abs=1e-6)
        follows = max(relation.chances) > 0.5
        assert relation.conflict == (said.contradiction > CONTRARY and not follows)
        lone = [
            tuple(t for t, p in zip(*side, strict=True) if p < 0.5)
            for side in zip(component.evidence(doc).tokens, said.support, strict=True)
        ]
        assert relation.unsupported == tuple(lone)
    finally:
        component.judge = shipped_judge
