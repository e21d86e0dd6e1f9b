import pytest

from examples import rule_table
from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.generation.rewriter import rewrite
from spacy_paraphrase.papers.rewrite_tuning import OBJECTIVES, Example, by_precis, tune

GLOSSARY = rule_table({"came to an agreement": "agreed", "very old": "extraordinarily ancient"})
PAIRS = [
    ("They came to an agreement with a very old man.", "They agreed with a very old man."),
    ("We came to an agreement about the very old house.", "We agreed about the very old house."),
    ("The very old man left early.", "The very old man left early."),
]


@pytest.fixture
def examples(blank):
    return [Example(blank(source), (reference,)) for source, reference in PAIRS]


def tuned(examples, **settings):
    return tune(
        examples,
        "paraphrase",
        features=["saved", "edits"],
        sources=[GLOSSARY],
        guards=[],
        **settings,
    )


def test_what_people_did_is_learnt(examples, blank):
    found = tuned(examples)
    assert found.history[-1] >= max(found.history) - 1e-9
    assert max(found.history) > found.history[0]
    assert found.weights["saved"] > 0
    for source, reference in PAIRS:
        best = rewrite(
            blank(source), preset="paraphrase", weights=found.weights, sources=[GLOSSARY], guards=[]
        )
        assert best[0].text == reference


def test_weights_that_nothing_beats_stay(examples):
    still = [Example(each.source, (each.source.text,)) for each in examples]
    found = tune(still, "paraphrase", "ibleu", sources=[GLOSSARY], guards=[])
    assert found.weights == {"rule": 15.0}
    nothing = tune(still, "paraphrase", lambda source, output, references: 1.0)
    assert nothing.history == (1.0,)


def test_precis_counts_the_length():
    words = "a b c d e f".split()
    assert by_precis(words, words, [words]) == pytest.approx(
        OBJECTIVES["precis"](words, words, [words])
    )
    assert by_precis(words, words, [words]) < by_precis(words, words, [words], target=1.0) == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"preset_name": "longer"}, "P800"),
        ({"objective": "bleu"}, "P800"),
        ({"features": ["length"]}, "P800"),
        ({"features": []}, "P207"),
        ({"examples": []}, "P207"),
    ],
)
def test_bad_input(examples, arguments, code):
    with pytest.raises(ParaphraseError, match=code):
        tune(**{"examples": examples, "preset_name": "simplify", **arguments})
