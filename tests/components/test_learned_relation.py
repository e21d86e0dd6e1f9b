import copy
import json

import numpy as np
import pytest
import spacy
from spacy.training import Example

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError, make_pair, swap
from spacy_paraphrase.components.relation_classifier import learned
from spacy_paraphrase.components.scorers import score_relations
from spacy_paraphrase.pairs.results import (
    LABELS,
    Judgement,
    SentenceRelation,
    judgement_of,
    read_judgement,
    write_judgement,
)
from spacy_paraphrase.readers import PairRecord, record_to_doc

MODEL = {"@architectures": "spacy-paraphrase.RelationNetwork.v1", "hidden": [16], "dropout": 0.0}
E, N, C = "entailment", "neutral", "contradiction"
GOLD = [
    ("A man is playing a guitar", "A man is playing an instrument", E, N),
    ("A woman is dancing", "A person is dancing", E, N),
    ("A dog runs", "A big brown dog runs quickly", N, E),
    ("There is no man playing a guitar", "A man is playing a guitar", C, C),
    ("Nobody is dancing", "A woman is dancing", C, C),
    ("A cat sleeps", "The stocks fell on Friday", N, N),
    ("A boy eats bread", "A girl drinks water", N, N),
    ("A child is cutting an onion", "A kid is slicing an onion", E, E),
]


def untrained():
    config = {"model": MODEL}
    return spacy_paraphrase.load(
        tier="fast", exclude=["sentence_fuser"], relation_classifier=config
    )


@pytest.fixture(scope="module")
def pipeline():
    nlp = spacy_paraphrase.load(
        tier="fast", exclude=["sentence_fuser"], relation_classifier={"model": MODEL}
    )
    records = [
        PairRecord(k, tuple(s.split()), tuple(t.split()), entails=a, entailed=b)
        for k, (s, t, a, b) in enumerate(GOLD)
    ]
    examples = []
    for record in records:
        gold = record_to_doc(record, nlp)
        bare = make_pair(nlp, list(record.source), list(record.target))
        with nlp.select_pipes(disable="relation_classifier"):
            examples.append(Example(nlp(bare), gold))
    return nlp, examples


@pytest.fixture(scope="module")
def trained(pipeline):
    nlp, examples = pipeline
    pipe = nlp.get_pipe("relation_classifier")
    pipe.initialize(lambda: examples, nlp=nlp)
    from thinc.api import Adam

    sgd = Adam(0.05)
    losses = [pipe.update(examples, sgd=sgd)["relation_classifier"] for _ in range(25)]
    return nlp, examples, losses


def found(nlp, pairs):
    return [nlp(make_pair(nlp, *pair))._.relation for pair in pairs]


PAIRS = [(s, t) for s, t, *_ in GOLD]
NEW = [("Two men are running", "Some people are running"), ("A red car", "No car is red")]


def test_it_learns_its_data_by_heart(trained):
    nlp, examples, losses = trained
    assert losses[-1] < 0.1 < losses[0]
    relations = found(nlp, PAIRS)
    assert [judgement_of(r) for r in relations] == [Judgement(a, b) for *_, a, b in GOLD]
    predicted = [Example(nlp(e.predicted.copy()), e.reference) for e in examples]
    scores = score_relations(predicted)
    assert scores["relation_acc"] == scores["relation_five_acc"] == 1.0
    assert scores["relation_entailed_f"] == 1.0


def test_scores_are_probabilities(trained):
    nlp, *_ = trained
    for relation in found(nlp, PAIRS + NEW):
        assert set(relation.scores) == set(LABELS)
        assert sum(relation.scores.values()) == pytest.approx(1, abs=1e-4)
        assert relation.scores[relation.label] == max(relation.scores.values())


def test_the_swapped_pair_has_the_inverse(trained):
    """The same Doc read from the other side, features and all."""
    nlp, *_ = trained
    pipe = nlp.get_pipe("relation_classifier")
    for pair in PAIRS + NEW:
        doc = nlp(make_pair(nlp, *pair))
        other = pipe(swap(doc))
        assert other._.relation.label == doc._.relation.invert().label
        assert other._.relation.conflict == doc._.relation.conflict
        for label, score in doc._.relation.invert().scores.items():
            assert other._.relation.scores[label] == pytest.approx(score, abs=1e-4)


def test_no_batch_and_no_order_changes_a_result(trained):
    nlp, *_ = trained
    alone = [r.to_json() for r in found(nlp, PAIRS + NEW)]
    for size in (1, 3, 64):
        docs = spacy_paraphrase.pipe_pairs(nlp, (PAIRS + NEW)[::-1], batch_size=size)
        assert [doc._.relation.to_json() for doc in docs][::-1] == alone


def test_saved_and_loaded(trained, tmp_path):
    nlp, *_ = trained
    nlp.to_disk(tmp_path / "nlp")
    loaded = spacy.load(tmp_path / "nlp")
    assert found(loaded, PAIRS) == found(nlp, PAIRS)
    again = spacy.util.load_model_from_config(nlp.config).from_bytes(nlp.to_bytes())
    assert found(again, NEW) == found(nlp, NEW)


def test_what_is_not_judged_teaches_nothing(trained):
    nlp, examples, _ = trained
    pipe = nlp.get_pipe("relation_classifier")
    bare = [Example(e.predicted, make_pair(nlp, *PAIRS[0])) for e in examples[:1]]
    before = pipe.model.to_bytes()
    assert pipe.update(bare) == {"relation_classifier": 0.0}
    assert pipe.model.to_bytes() == before


def test_one_direction_is_enough(pipeline):
    """As in SNLI, where nobody asked what the hypothesis says of the premise."""
    from thinc.api import Adam

    nlp = spacy_paraphrase.load(
        tier="fast", exclude=["sentence_fuser"], relation_classifier={"model": MODEL}
    )
    examples = copy.deepcopy([Example(e.predicted.copy(), e.reference) for e in pipeline[1]])
    for example in examples:
        judgement = read_judgement(example.reference)
        write_judgement(example.reference, Judgement(judgement.entails))
    pipe = nlp.get_pipe("relation_classifier")
    pipe.initialize(lambda: examples, nlp=nlp)
    sgd = Adam(0.05)
    for _ in range(25):
        pipe.update(examples, sgd=sgd)
    predicted = [Example(nlp(e.predicted.copy()), e.reference) for e in examples]
    scores = score_relations(predicted)
    assert scores["relation_acc"] == scores["relation_entails_acc"] == 1.0
    assert scores["relation_entailed_acc"] is None
    assert scores["relation_five_acc"] is None


def test_a_model_that_is_not_trained():
    nlp = spacy_paraphrase.load(
        tier="fast", exclude=["sentence_fuser"], relation_classifier={"model": MODEL}
    )
    with pytest.raises(ParaphraseError, match="P015"):
        nlp(make_pair(nlp, "A cat", "A dog"))


def test_without_a_model_composition_has_the_last_word(nlp):
    pipe = nlp.get_pipe("relation_classifier")
    assert not pipe.is_trainable
    doc = nlp(make_pair(nlp, *PAIRS[0]))
    assert (doc._.relation.entails, doc._.relation.entailed) == (True, False)
    pipe.initialize(lambda: [])
    assert pipe.update([Example(doc, doc)]) == {"relation_classifier": 0.0}
    with pipe.use_params({}):
        assert pipe(doc.copy())._.relation == doc._.relation


def test_probabilities_become_a_relation():
    composed = SentenceRelation(
        "none", dict.fromkeys(LABELS, 0.0) | {"none": 1.0}, True, ("number",)
    )
    row = np.array([0.1, 0.1, 0.1, 0.3, 0.4])
    relation = learned(row, composed)
    assert (relation.label, relation.conflict, relation.reasons) == ("none", True, ("number",))
    assert relation.scores["none"] == pytest.approx(0.7)
    row = np.array([0.6, 0.1, 0.0, 0.1, 0.2])
    relation = learned(row, composed)
    assert (relation.label, relation.conflict, relation.reasons) == ("restates", False, ())


CONFIG = """
[nlp]
lang = "en"
pipeline = ["sentence_pair", "tree_aligner", "relation_classifier"]
[components]
[components.sentence_pair]
factory = "sentence_pair"
[components.tree_aligner]
factory = "tree_aligner"
[components.relation_classifier]
factory = "relation_classifier"
[components.relation_classifier.model]
@architectures = "spacy-paraphrase.RelationNetwork.v1"
hidden = [8]
[corpora]
[corpora.train]
@readers = "spacy-paraphrase.PairCorpus.v1"
path = "PATH"
[corpora.dev]
@readers = "spacy-paraphrase.PairCorpus.v1"
path = "PATH"
[training]
max_steps = 4
eval_frequency = 2
annotating_components = ["sentence_pair", "tree_aligner"]
[training.score_weights]
relation_acc = 1.0
[initialize]
"""


@pytest.mark.filterwarnings("ignore")
def test_spacy_train(tmp_path):
    from spacy.language import DEFAULT_CONFIG
    from spacy.training.initialize import init_nlp
    from spacy.training.loop import train as train_nlp
    from thinc.api import Config

    path = tmp_path / "gold.jsonl"
    lines = [
        {"source": s.split(), "target": t.split(), "relation": {"entails": a, "entailed": b}}
        for s, t, a, b in GOLD
    ]
    path.write_text("\n".join(map(json.dumps, lines)))
    text = CONFIG.replace("PATH", path.as_posix())
    config = Config(DEFAULT_CONFIG).merge(Config().from_str(text))
    (tmp_path / "out").mkdir()
    nlp = init_nlp(config)
    train_nlp(nlp, tmp_path / "out")
    loaded = spacy.load(tmp_path / "out" / "model-last")
    doc, again = (p(make_pair(p, *PAIRS[0])) for p in (nlp, loaded))
    assert sum(again._.relation.scores.values()) == pytest.approx(1, abs=1e-4)
    assert again._.relation == doc._.relation
    assert 0 <= loaded.meta["performance"]["relation_acc"] <= 1


def test_scores_of_what_is_not_judged_or_not_predicted(blank):
    bare = make_pair(blank, "A cat", "A dog")
    scores = score_relations([Example(bare, bare.copy())])
    assert set(scores.values()) == {None}
    gold = bare.copy()
    write_judgement(gold, Judgement(C, N))
    scores = score_relations([Example(bare, gold)])
    assert (scores["relation_entails_acc"], scores["relation_entailed_acc"]) == (0.0, 1.0)
    assert scores["relation_acc"] == 0.5
    assert scores["relation_five_acc"] == 1.0
