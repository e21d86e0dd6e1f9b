"""What users plug in by a config: experts, judges, checks, proposers."""

import numpy as np
import pytest
import spacy

import spacy_paraphrase
from spacy_paraphrase import make_pair
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.registry import TABLES
from spacy_paraphrase.relations.judge import SHIPPED

PAIR = ("A black cat sleeps.", "A cat sleeps on the sofa.")


@spacy.registry.paraphrase_checks("tests.Without.v1")
def make_without(word: str):
    return lambda doc, fusion: word not in fusion.text.split() and len(doc.spans["pair"]) == 2


@spacy.registry.paraphrase_experts("tests.Nothing.v1")
def make_nothing():
    return lambda source, target: np.zeros((len(source), len(target)), np.float32)


def test_names_are_in_their_table_and_where_they_were():
    for table in TABLES:
        for name in getattr(spacy.registry, table).get_all():
            if name.startswith("spacy-paraphrase.") and table != "paraphrase_judges":
                old = spacy.registry.misc.get(name)
                assert getattr(spacy.registry, table).get(name) is old


def test_a_config_of_before_loads():
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    config = nlp.config.to_str()
    assert "@paraphrase_experts" in config
    old = config.replace("@paraphrase_experts", "@misc")
    again = spacy.util.load_model_from_config(
        spacy.Config().from_str(old), auto_fill=True, validate=True
    )
    assert again.pipe_names == nlp.pipe_names


def test_a_judge_in_a_file(tmp_path):
    path = str(SHIPPED[0])
    own = {"@paraphrase_judges": "spacy-paraphrase.Judge.v1", "path": path}
    usual = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    nlp = spacy_paraphrase.load(
        tier="fast", exclude=["sentence_fuser"], relation_classifier={"judge": own}
    )
    wanted = usual(make_pair(usual, *PAIR))._.relation
    assert nlp(make_pair(nlp, *PAIR))._.relation == wanted
    nlp.to_disk(tmp_path)
    again = spacy.load(tmp_path)
    assert again(make_pair(again, *PAIR))._.relation == wanted
    with pytest.raises(ParaphraseError, match="P300"):
        spacy_paraphrase.load(
            tier="fast", relation_classifier={"judge": own | {"path": str(tmp_path / "none")}}
        )


def test_a_check_refuses():
    checks = {"black": {"@paraphrase_checks": "tests.Without.v1", "word": "black"}}
    nlp = spacy_paraphrase.load(tier="fast", sentence_fuser={"checks": checks})
    found = {fusion.kind: fusion for fusion in nlp(make_pair(nlp, *PAIR))._.fusions}
    assert found["intersection"].text == "A cat sleeps."
    assert (found["union"].text, found["union"].reason) == ("", "check:black")
    assert "check" in found["union"].explanation
    turned = nlp(make_pair(nlp, *PAIR[::-1]))
    assert {fusion.reason for fusion in turned._.fusions} == {"", "check:black"}


def test_an_expert_of_ones_own():
    experts = {"nothing": {"@paraphrase_experts": "tests.Nothing.v1"}}
    config = {"experts": experts, "weights": {"nothing": 1.0}}
    nlp = spacy_paraphrase.load(tree_aligner=config, exclude=["sentence_fuser"])
    assert nlp(make_pair(nlp, *PAIR))._.alignment.words


def test_candidates_are_shown_with_what_became_of_them():
    nlp = spacy_paraphrase.load(tier="fast")
    source = "Police arrested a 34-year-old man in connection with the robbery."
    target = "A man was arrested by police on Thursday in connection with the robbery of a shop."
    doc = nlp(make_pair(nlp, source, target))
    nlp.get_pipe("sentence_fuser").set_candidates([doc])
    shown = doc.spans["fusion_candidates"].attrs["candidates"]
    for fusion in doc._.fusions:
        own = [each for each in shown if each["kind"] == fusion.kind]
        assert own
        given = [each for each in own if each["text"] == fusion.text]
        assert [each["score"] for each in given] == [round(fusion.score, 4)] or not fusion
        assert all(each["reason"] for each in own) or fusion
