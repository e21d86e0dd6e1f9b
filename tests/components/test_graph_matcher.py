import numpy as np
import pytest
import spacy
from spacy.cli.init_config import fill_config
from spacy.cli.train import train
from spacy.tokens import DocBin
from spacy.training import Example
from thinc.api import Adam, Config, fix_random_seed

import spacy_paraphrase
from examples import coffee_pair, pairs_of
from spacy_paraphrase import ParaphraseError, make_pair, sides
from spacy_paraphrase.alignment import Link, write_links
from spacy_paraphrase.components.gold import word_targets

# What a gold standard may say that no expert would.
ODD_LINKS = {(0, 0), (1, 1), (2, 6), (3, 7), (5, 9), (7, 11)}


def gold(doc, links, possible=()):
    reference = doc.copy()
    source, target = sides(reference)
    found = [(i, j, 1.0) for i, j in links] + [(i, j, 0.5) for i, j in possible]
    write_links(
        reference,
        "words",
        [Link("words", source[i : i + 1], target[j : j + 1], score=s) for i, j, s in found],
    )
    return reference


@pytest.fixture
def untrained():
    nlp = spacy.blank("en")
    nlp.add_pipe("graph_matcher")
    return nlp


@pytest.fixture
def trained(untrained):
    matcher = untrained.get_pipe("graph_matcher")
    doc = coffee_pair(untrained)
    example = Example(doc.copy(), gold(doc, ODD_LINKS))
    fix_random_seed(0)
    matcher.initialize(lambda: [example])
    optimizer = Adam(0.01)
    losses = [
        matcher.update([Example(doc.copy(), example.reference)], sgd=optimizer)["graph_matcher"]
        for _ in range(60)
    ]
    assert losses[-1] < losses[0] / 10
    return untrained


def found(nlp):
    doc = nlp(coffee_pair(nlp))
    source, target = (side.start for side in sides(doc))
    return {(k.source.start - source, k.target.start - target) for k in doc._.alignment.words}


def test_overfits_then_saves_and_loads(trained, tmp_path):
    assert found(trained) == ODD_LINKS
    trained.to_disk(tmp_path / "pipeline")
    assert found(spacy.load(tmp_path / "pipeline")) == ODD_LINKS
    again = spacy.util.load_model_from_config(trained.config).from_bytes(trained.to_bytes())
    assert found(again) == ODD_LINKS
    scores = [link.score for link in again(coffee_pair(again))._.alignment.words]
    assert scores == [link.score for link in trained(coffee_pair(trained))._.alignment.words]


def test_phrases_follow_from_words(trained):
    alignment = trained(coffee_pair(trained))._.alignment
    assert ("diminishes", "reduces") in pairs_of(alignment.phrases)


def test_batches_give_the_same(trained):
    docs = [coffee_pair(trained), make_pair(trained, "A cat", "cat"), coffee_pair(trained)]
    first, _, last = trained.pipe(docs)
    assert first._.alignment.to_json() == last._.alignment.to_json()
    assert list(trained.pipe([])) == []


def test_reasons_name_the_features_that_spoke():
    nlp = spacy_paraphrase.load(graph_matcher={"pretrained": "en"})
    doc = nlp(make_pair(nlp, "He buys cars.", "He purchases a car."))
    (link,) = [k for k in doc._.alignment.words if k.source.text == "buys"]
    reasons = nlp.get_pipe("graph_matcher").reasons(doc, link, most=8)
    assert len(reasons) == 8
    parts = [abs(part) for _, part in reasons]
    assert parts == sorted(parts, reverse=True)
    assert any(
        "similarity" in name or "synonym" in name or "wordnet" in name for name, _ in reasons
    )


def chunked(nlp, source, target, source_chunks, target_chunks):
    doc = make_pair(nlp, source.split(), target.split())
    spans = []
    for side, chunks in zip(sides(doc), (source_chunks, target_chunks), strict=True):
        spans += [side[start:end] for start, end in chunks]
    doc.spans["chunk_units"] = spans
    return nlp(doc)


@pytest.fixture(scope="module")
def english():
    return spacy_paraphrase.load(graph_matcher={"pretrained": "en"})


def test_chunks_are_linked_and_labelled(english, tmp_path):
    example = (
        "A black dog runs across the field .",
        "A dog is running across the grass .",
        [(0, 3), (3, 4), (4, 7), (7, 8)],
        [(0, 2), (2, 4), (4, 7), (7, 8)],
    )
    doc = chunked(english, *example)
    found = {(k.source.text, k.target.text): k for k in doc._.alignment.chunks}
    assert found["A black dog", "A dog"].relation == "specifies"
    assert found["runs", "is running"].relation == "restates"
    assert found["runs", "is running"].similarity > 0.7
    assert not any(link.conflict for link in found.values())
    english.to_disk(tmp_path / "pipeline")
    again = spacy.load(tmp_path / "pipeline")
    assert chunked(again, *example)._.alignment.to_json() == doc._.alignment.to_json()


def test_swapped_chunks_are_labelled_the_other_way(english):
    doc = chunked(
        english,
        "A dog is running across the grass .",
        "A black dog runs across the field .",
        [(0, 2), (2, 4), (4, 7), (7, 8)],
        [(0, 3), (3, 4), (4, 7), (7, 8)],
    )
    found = {(k.source.text, k.target.text): k.relation for k in doc._.alignment.chunks}
    assert found["A dog", "A black dog"] == "generalizes"


def test_identical_chunks_are_equal(english):
    doc = chunked(english, "Two men sit .", "two men sit", [(0, 2), (2, 3)], [(0, 2), (2, 3)])
    assert [k.relation for k in doc._.alignment.chunks] == ["equals", "equals"]


def test_without_chunks_there_are_no_chunk_links(english):
    doc = english(make_pair(english, "A dog runs.", "The dog runs."))
    assert "chunk_alignment" not in doc.spans


def test_chunks_of_our_own():
    units = {"@misc": "spacy-paraphrase.Chunks.v1"}
    nlp = spacy_paraphrase.load(tier="fast", graph_matcher={"units": units})
    doc = nlp(make_pair(nlp, "A black dog runs across the field.", "A dog is running in a field."))
    found = {(k.source.text, k.target.text): k.relation for k in doc._.alignment.chunks}
    assert found["A black dog", "A dog"] == "specifies"
    assert ("runs", "is running") in found


def test_chunks_that_overlap_are_refused(english):
    with pytest.raises(ParaphraseError, match="P023"):
        chunked(english, "A dog runs .", "A dog runs .", [(0, 2), (1, 3)], [(0, 2)])


def test_many_to_many(trained):
    matcher = trained.get_pipe("graph_matcher")
    matcher.many_to_many = True
    matcher.threshold = 1e-6
    links = found(trained)
    assert len(links) > len({i for i, _ in links})


def test_without_training_it_says_so(untrained):
    with pytest.raises(ParaphraseError, match="P015"):
        untrained(coffee_pair(untrained))


def test_other_features_than_in_training(trained):
    trained.get_pipe("graph_matcher").experts.weights["number"] = 0.0
    with pytest.raises(ParaphraseError, match="P014.*expert number"):
        trained(coffee_pair(trained))


@pytest.mark.parametrize(
    "config",
    [{"threshold": 0.0}, {"threshold": 1.0}, {"pretrained": "xx"}, {"weights": {"a": 1.0}}],
)
def test_settings_without_sense(config):
    with pytest.raises(ParaphraseError, match="P008"):
        spacy.blank("en").add_pipe("graph_matcher", config=config)


def test_examples_without_word_links_teach_nothing(trained):
    doc = coffee_pair(trained)
    before = trained.get_pipe("graph_matcher").model.to_bytes()
    losses = trained.get_pipe("graph_matcher").update(
        [Example(doc.copy(), doc.copy())], sgd=Adam(0.01)
    )
    assert losses == {"graph_matcher": 0.0}
    assert trained.get_pipe("graph_matcher").model.to_bytes() == before


def test_possible_links_are_masked(untrained):
    doc = coffee_pair(untrained)
    targets = word_targets(Example(doc.copy(), gold(doc, {(1, 3)}, possible={(2, 6)})))
    assert np.argwhere(targets.aligned).tolist() == [[1, 3]]
    assert np.argwhere(targets.counted == 0).tolist() == [[2, 6]]
    assert targets.unmappable == 0


def test_links_lost_to_tokenisation_are_counted(untrained):
    reference = make_pair(untrained, ["can", "not"], ["cannot"])
    predicted = make_pair(untrained, ["can", "not"], ["can", "not"])
    example = Example(predicted, gold(reference, {(0, 0), (1, 0)}))
    assert word_targets(example).unmappable == 2


def test_training_by_config(nlp, tmp_path):
    """Sourced components, our reader and our scorer in a run of `spacy train`."""
    docs = []
    for source, target in (
        ("A cat sleeps.", "The cat is asleep."),
        ("Dogs bark loudly.", "The dogs barked."),
        ("He bought a car.", "He purchased a new car."),
    ):
        doc = nlp(make_pair(nlp, source, target))
        docs.append(doc)
    DocBin(docs=docs).to_disk(tmp_path / "pairs.spacy")
    config = {
        "paths": {"pairs": str(tmp_path / "pairs.spacy")},
        "nlp": {"lang": "en", "pipeline": [*nlp.pipe_names[:-2], "graph_matcher"]},
        "components": {
            **{
                name: {"source": nlp.meta["lang"] + "_" + nlp.meta["name"]}
                for name in nlp.pipe_names[1:-2]
            },
            "sentence_pair": {"factory": "sentence_pair"},
            "graph_matcher": {"factory": "graph_matcher"},
        },
        "corpora": {
            "train": {"@readers": "spacy-paraphrase.PairCorpus.v1", "path": "${paths.pairs}"},
            "dev": {"@readers": "spacy-paraphrase.PairCorpus.v1", "path": "${paths.pairs}"},
        },
        "training": {
            "train_corpus": "corpora.train",
            "dev_corpus": "corpora.dev",
            "max_steps": 30,
            "eval_frequency": 15,
            "frozen_components": nlp.pipe_names[:-2],
            "annotating_components": nlp.pipe_names[:-2],
            "score_weights": {"words_align_f": 1.0},
            "logger": {"@loggers": "spacy.ConsoleLogger.v1", "progress_bar": False},
        },
    }
    Config(config).to_disk(tmp_path / "base.cfg")
    fill_config(tmp_path / "full.cfg", tmp_path / "base.cfg", silent=True)
    train(tmp_path / "full.cfg", tmp_path / "out")
    best = spacy.load(tmp_path / "out" / "model-best")
    doc = best(make_pair(best, "A cat sleeps.", "The cat is asleep."))
    assert ("cat", "cat") in pairs_of(doc._.alignment.words)
