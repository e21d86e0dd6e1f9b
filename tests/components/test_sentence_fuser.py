"""The component: settings, sides it cannot read, languages it does not know."""

import pytest
import spacy

import spacy_paraphrase
from spacy_paraphrase import make_pair, sides


def test_sides_without_a_parse(blank):
    blank.add_pipe("sentence_pair")
    blank.add_pipe("tree_aligner", config={"method": "identity"})
    blank.add_pipe("sentence_fuser")
    doc = blank(make_pair(blank, "A cat sleeps.", "A cat sleeps."))
    assert {fusion.reason for fusion in doc._.fusions} == {"no_parse"}


@pytest.mark.parametrize(
    "config",
    [
        {"kinds": []},
        {"kinds": ["difference"]},
        {"candidates": 0},
        {"least_said": 1.5},
        {"least_parsed": "0.7"},
        {"weights": {"beauty": 1.0}},
        {"weights": {"language": -1}},
    ],
)
def test_settings_that_make_no_sense(config, blank):
    with pytest.raises(ValueError, match="P008"):
        blank.add_pipe("sentence_fuser", config=config)


def test_a_pipeline_in_another_language():
    nlp = spacy.blank("de")
    for name in ("sentence_pair", "tree_aligner", "sentence_fuser"):
        nlp.add_pipe(name)
    with pytest.warns(spacy_paraphrase.ParaphraseWarning):
        doc = nlp(make_pair(nlp, "Eine Katze schläft.", "Die Katze schläft."))
    assert [fusion.reason for fusion in doc._.fusions] == ["no_parse", "no_parse"]
    assert len(sides(doc)) == 2
