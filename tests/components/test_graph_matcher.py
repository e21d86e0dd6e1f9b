import numpy as np
import pytest
import spacy
import srsly
from spacy.cli.init_config import fill_config
from spacy.cli.train import train
from spacy.tokens import DocBin
from spacy.training import Example
from thinc.api import Adam, Config, fix_random_seed

import spacy_paraphrase
from examples import coffee_pair, pairs_of
from spacy_paraphrase import ParaphraseError, ParaphraseWarning, make_pair, sides
from spacy_paraphrase.components.unit_links import annotated, word_targets
from spacy_paraphrase.lexicon.phrase_table import TableRow, compile_table
from spacy_paraphrase.pairs.alignment import Link, write_links

# What a gold standard may say that no expert would.
ODD_LINKS = {(0, 0), (1, 1), (2, 6), (3, 7), (5, 8), (7, 11)}

# Most pipelines of these tests have no parser.
pytestmark = pytest.mark.filterwarnings("ignore:.W001")


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


def test_many_to_many_lets_words_beside_linked_ones_join(trained):
    one_to_one = found(trained)
    matcher = trained.get_pipe("graph_matcher")
    matcher.many_to_many = True
    assert found(trained) >= one_to_one


def test_without_training_it_says_so(untrained):
    with pytest.raises(ParaphraseError, match="P015"):
        untrained(coffee_pair(untrained))


def test_other_features_than_in_training(trained):
    trained.get_pipe("graph_matcher").experts.weights["number"] = 0.0
    with pytest.raises(ParaphraseError, match="P014.*expert.number"):
        trained(coffee_pair(trained))


def test_a_phrase_table_speaks_though_the_network_does_not_know_it(tmp_path):
    compile_table([TableRow("blork", "zindle")], tmp_path / "table")
    table = {"@misc": "spacy-paraphrase.PhraseTable.v1", "path": str(tmp_path / "table")}
    found = []
    for weight in (0.0, 0.9):
        config = {"experts": {"table": table}, "weights": {"table": weight}}
        nlp = spacy_paraphrase.load(tier="fast", graph_matcher=config, exclude=["sentence_fuser"])
        doc = spacy_paraphrase.compare("The blork ate my old shoe.", "A zindle was seen.", nlp)
        found.append({(link.source.text, link.target.text) for link in doc._.alignment.words})
    assert ("blork", "zindle") in found[1] - found[0]


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
    width = len(sides(doc)[1])
    assert np.flatnonzero(targets.aligned).tolist() == [width + 3]
    assert np.flatnonzero(targets.counted == 0).tolist() == [2 * width + 6]


def test_links_lost_to_tokenisation_teach_nothing(untrained):
    reference = make_pair(untrained, ["can", "not"], ["cannot"])
    predicted = make_pair(untrained, ["can", "not"], ["can", "not"])
    targets = word_targets(Example(predicted, gold(reference, {(0, 0), (1, 0)})))
    assert not targets.aligned.any()


def labelled(nlp, level, links):
    """Return examples with links of one level, by the texts of their ends, each with a relation."""
    examples = []
    for source, target, found in links:
        doc = make_pair(nlp, source, target)
        reference = doc.copy()
        units = [[side.start + i for i in range(len(side))] for side in sides(doc)]
        spans = []
        for a, b, relation, similarity in found:
            ends = [
                reference[side[k] : side[last] + 1]
                for side, (k, last) in zip(units, (a, b), strict=True)
            ]
            spans.append(Link(level, *ends, relation, similarity=similarity))
        write_links(reference, level, spans)
        if level == "chunks":
            for one in (doc, reference):
                ends = {(k.start, k.end) for link in spans for k in (link.source, link.target)}
                one.spans["chunk_units"] = [one[i:j] for i, j in sorted(ends)]
        examples.append(Example(doc, reference))
    return examples


def learn(matcher, examples, steps=50, **settings):
    """Train a component on the same examples again and again; return the losses of each step."""
    fix_random_seed(0)
    matcher.initialize(lambda: examples, **settings)
    optimizer = Adam(0.01)
    return [matcher.update(examples, sgd=optimizer) for _ in range(steps)]


ANIMALS = ("cats", "dogs", "cows", "hens", "bees", "ants", "owls", "rats")


def test_relations_of_words_are_learnt(untrained):
    pairs = [
        (f"{one} sleep", f"{two} sleep", [((0, 0), (0, 0), "intersects", 1.0)])
        for one, two in zip(ANIMALS, ANIMALS[1:] + ANIMALS[:1], strict=True)
    ]
    examples = labelled(untrained, "words", pairs)
    fix_random_seed(0)
    untrained.initialize(lambda: examples)
    for _ in range(40):
        untrained.update(examples, sgd=Adam(0.01))
    doc = untrained(make_pair(untrained, "cats sleep", "dogs sleep"))
    (link,) = doc._.alignment.words
    assert (link.source.text, link.target.text, link.relation) == ("cats", "dogs", "intersects")


def test_chunks_are_learnt_with_their_relations(untrained, tmp_path):
    pairs = [
        (
            f"big {noun} sleep",
            f"{noun} sleep",
            [((0, 1), (0, 0), "specifies", 0.8), ((2, 2), (1, 1), "equals", 1.0)],
        )
        for noun in ANIMALS
    ]
    examples = labelled(untrained, "chunks", pairs)
    losses = learn(untrained.get_pipe("graph_matcher"), examples)
    assert losses[-1]["graph_matcher.chunks"] < losses[0]["graph_matcher.chunks"] / 5
    doc = untrained(examples[0].predicted.copy())
    found = {(k.source.text, k.target.text): k for k in doc._.alignment.chunks}
    assert {k: link.relation for k, link in found.items()} == {
        ("big cats", "cats"): "specifies",
        ("sleep", "sleep"): "equals",
    }
    assert found["big cats", "cats"].similarity == pytest.approx(0.8, abs=0.15)
    # No words were taught: experts and context link them.
    assert pairs_of(doc._.alignment.words) == {("cats", "cats"), ("sleep", "sleep")}
    untrained.to_disk(tmp_path / "pipeline")
    again = spacy.load(tmp_path / "pipeline")(examples[0].predicted.copy())
    assert again._.alignment.chunks == doc._.alignment.chunks


def test_phrases_are_learnt_with_their_relations(nlp):
    trainable = spacy_paraphrase.load(graph_matcher={})
    matcher = trainable.get_pipe("graph_matcher")
    examples = []
    for noun in ANIMALS:
        doc = nlp(make_pair(nlp, f"The big {noun} sleep.", f"The {noun} sleep."))
        for level in ("words", "phrases"):
            del doc.spans[f"{level[:-1]}_alignment"]
        reference = doc.copy()
        source, target = sides(reference)
        links = [
            Link("phrases", source[2:3], target[1:2], "specifies", similarity=0.8),
            Link("phrases", source[3:4], target[2:3], "specifies", similarity=0.8),
        ]
        write_links(reference, "phrases", links)
        examples.append(Example(doc, reference))
    learn(matcher, examples, nlp=trainable)
    doc = matcher(examples[0].predicted.copy())
    found = {(k.source.text, k.target.text): k.relation for k in doc._.alignment.phrases}
    assert found == {("cats", "cats"): "specifies", ("sleep", "sleep"): "specifies"}


def test_settings_reach_the_networks_of_units():
    nlp = spacy.blank("en")
    settings = {"hidden": 16, "networks": 1, "folds": 2}
    nlp.add_pipe("graph_matcher", config={"unit_model": settings})
    pairs = [("big cats sleep", "cats sleep", [((0, 1), (0, 0), "specifies", 0.8)])]
    matcher = nlp.get_pipe("graph_matcher")
    matcher.initialize(lambda: labelled(nlp, "chunks", pairs))
    second = matcher.matchers["chunks"].matcher.second
    assert [net.layers[0].layers[0].get_dim("nO") for net in second.networks] == [16]


def test_loaded_weights_of_units_go_on_learning():
    nlp = spacy.blank("en")
    nlp.add_pipe("graph_matcher", config={"pretrained": "en"})
    pairs = [("big cats sleep", "cats sleep", [((0, 1), (0, 0), "specifies", 0.8)])]
    examples = labelled(nlp, "chunks", pairs)
    optimizer = Adam(0.001)
    losses = [nlp.update(examples, sgd=optimizer)["graph_matcher.chunks"] for _ in range(10)]
    assert losses[-1] < losses[0]


def test_averaged_weights_are_used_for_a_while(trained):
    """`spacy train` evaluates with the averages over all steps, where the optimizer has them."""
    matcher = trained.get_pipe("graph_matcher")
    pairs = [("big cats sleep", "cats sleep", [((0, 1), (0, 0), "specifies", 0.8)])]
    learn(matcher, labelled(trained, "chunks", pairs), steps=1)
    [network] = matcher.matchers["chunks"].matcher.first.networks
    layer = network.layers[0].layers[0]
    before = layer.get_param("b").copy()
    with trained.use_params({(layer.id, "b"): before + 1}):
        assert np.allclose(layer.get_param("b"), before + 1)
    assert np.array_equal(layer.get_param("b"), before)


def test_a_link_without_relation_teaches_nothing_about_chunks(untrained):
    pairs = [("big cats sleep", "cats sleep", [((0, 1), (0, 0), "", 1.0)])]
    untrained.initialize(lambda: labelled(untrained, "chunks", pairs))
    assert untrained.get_pipe("graph_matcher").matchers == {}


@pytest.mark.papers
def test_memory_instead_of_a_network(tmp_path):
    nlp = spacy.blank("en")
    architecture = {"@architectures": "spacy-paraphrase.PairMemory.v1", "k": 1, "share": 0.9}
    nlp.add_pipe("graph_matcher", config={"model": architecture})
    doc = make_pair(nlp, "A cat sleeps here", "A cat sleeps there")
    links = {(0, 0), (1, 1), (2, 2)}
    nlp.initialize(lambda: [Example(doc.copy(), gold(doc, links))])
    nlp.update([Example(doc.copy(), gold(doc, links))], sgd=Adam(0.01))
    nlp.to_disk(tmp_path / "pipeline")
    for pipeline in (nlp, spacy.load(tmp_path / "pipeline")):
        found = pairs_of(pipeline(doc.copy())._.alignment.words)
        assert found == {("A", "A"), ("cat", "cat"), ("sleeps", "sleeps")}


def test_one_set_of_weights_with_and_without_wordnet():
    """Features that the pipeline lacks are left out, as in training."""
    pair = ("He buys a car in Paris.", "A car is bought by him in Paris.")
    links = []
    for weights in ({}, {"wordnet": 0.0}):
        nlp = spacy_paraphrase.load(
            tier="fast", graph_matcher={"pretrained": "en", "weights": weights}
        )
        links.append(pairs_of(nlp(make_pair(nlp, *pair))._.alignment.words))
    assert {("car", "car"), ("Paris", "Paris"), ("in", "in")} <= links[0] & links[1]


@pytest.mark.parametrize("annotating", [True, False])
def test_frozen_components_annotate_when_initialised(annotating):
    """`spacy train` disables what is frozen before it initialises the rest."""
    pipeline = spacy_paraphrase.load(graph_matcher={})
    frozen = pipeline.pipe_names[: pipeline.pipe_names.index("graph_matcher")]
    pipeline.config["training"]["annotating_components"] = frozen if annotating else []
    doc = make_pair(pipeline, "A cat sleeps.", "The cat is asleep.")
    with pipeline.select_pipes(disable=frozen):
        [example] = annotated([Example(doc, gold(doc, {(1, 1)}))], pipeline, "graph_matcher")
    assert example.predicted.has_annotation("DEP") == annotating
    assert not doc.has_annotation("DEP")


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
            "max_steps": 400,
            "eval_frequency": 10,
            "patience": 20,
            "frozen_components": nlp.pipe_names[:-2],
            "annotating_components": nlp.pipe_names[:-2],
            "score_weights": {"words_align_f": 0.5, "phrases_align_f": 0.5},
            "logger": {
                "@loggers": "spacy.ConsoleLogger.v2",
                "progress_bar": False,
                "output_file": str(tmp_path / "log.jsonl"),
            },
        },
    }
    Config(config).to_disk(tmp_path / "base.cfg")
    fill_config(tmp_path / "full.cfg", tmp_path / "base.cfg", silent=True)
    train(tmp_path / "full.cfg", tmp_path / "out")
    log = list(srsly.read_jsonl(tmp_path / "log.jsonl"))
    # It is measured again and again, and stops when that no longer helps.
    assert [row["step"] for row in log] == list(range(0, log[-1]["step"] + 1, 10))
    assert 10 <= log[-1]["step"] < 400
    assert log[-1]["losses"]["graph_matcher"] < log[1]["losses"]["graph_matcher"]
    scores = [row["scores"]["phrases_align_f"] for row in log]
    assert max(scores) > scores[0]
    best = spacy.load(tmp_path / "out" / "model-best")
    doc = best(make_pair(best, "A cat sleeps.", "The cat is asleep."))
    assert ("cat", "cat") in pairs_of(doc._.alignment.words)
    # Phrases were taught when the parser was frozen.
    assert "phrases" in best.get_pipe("graph_matcher").matchers


def test_without_parse_and_lemmas_it_warns():
    nlp = spacy.blank("en")
    nlp.add_pipe("graph_matcher", config={"pretrained": "en"})
    with pytest.warns(ParaphraseWarning, match="W001.*'graph_matcher'.*parse.*lemmas"):
        nlp(make_pair(nlp, "A cat sleeps.", "A cat naps."))


@pytest.mark.parametrize("method", ["initialize", "update"])
def test_examples_that_are_no_pairs(method):
    """As spacy.Corpus.v1 gives them where sentence_pair does not annotate."""
    nlp = spacy.blank("en")
    matcher = nlp.add_pipe("graph_matcher")
    reference = make_pair(nlp, "A cat", "A dog")
    write_links(reference, "words", [Link("words", reference[0:1], reference[3:4])])
    examples = [Example(nlp.make_doc(reference.text), reference)]
    calls = {
        "update": lambda: matcher.update(examples),
        "initialize": lambda: nlp.initialize(lambda: examples),
    }
    with pytest.raises(ParaphraseError, match="P032.*PairCorpus"):
        calls[method]()
