"""The components that learn a score: what they write, store, refuse, and how they are fitted."""

import numpy as np
import pytest
import spacy
import srsly
from spacy.tokens import DocBin
from spacy.training import Example

import checks
import spacy_paraphrase
from spacy_paraphrase import make_pair, pipe_pairs, sides, swap
from spacy_paraphrase.errors import ParaphraseError, ParaphraseWarning
from spacy_paraphrase.lexicon.overlap import untrained_overlap
from spacy_paraphrase.pairs.results import (
    EncoderOutput,
    EntailmentScores,
    Judgement,
    write_encoder_output,
    write_judgement,
)
from spacy_paraphrase.readers import (
    PairCorpus,
    PairRecord,
    doc_to_record,
    read_table,
    record_to_doc,
    record_to_json,
)
from spacy_paraphrase.scoring.families import FAMILIES, PairView, Statistics, features
from spacy_paraphrase.scoring.graded_scorers import score_similarity
from spacy_paraphrase.scoring.learned import domain_of

# Pairs with how similar people would call them.
JUDGED = [
    ("A man is playing a guitar.", "A man plays the guitar.", 1.0),
    ("The storm killed 12 people.", "12 people died in the storm.", 0.9),
    ("A woman is slicing a red onion.", "A woman cuts an onion.", 0.8),
    ("Stocks fell sharply on Monday.", "Shares dropped on Monday.", 0.9),
    ("The dog runs through the snow.", "A dog is running in the snow.", 0.9),
    ("A cat sleeps on the sofa.", "A dog sleeps on the sofa.", 0.4),
    ("The senator was convicted.", "The senator was not convicted.", 0.4),
    ("He bought 3 apples.", "He bought 30 pears.", 0.3),
    ("Maria Lopez won the race.", "Anna Berg lost the match.", 0.2),
    ("Prices rose in May.", "A child feeds the ducks.", 0.0),
    ("The band played all night.", "Two trains stood still.", 0.0),
    ("She reads a long book.", "The engine was cold.", 0.0),
]


@pytest.fixture(scope="session")
def nlp():
    """A pipeline with both learnt scores, fitted to a few pairs."""
    nlp = spacy_paraphrase.load(
        tier="fast", exclude=["sentence_fuser"], paraphrase_similarity={}, paraphrase_classifier={}
    )
    with nlp.select_pipes(disable=["paraphrase_similarity", "paraphrase_classifier"]):
        docs = list(pipe_pairs(nlp, [pair[:2] for pair in JUDGED]))
    nlp.get_pipe("paraphrase_similarity").fit(docs, [grade for *_, grade in JUDGED])
    labels = [float(grade > 0.5) for *_, grade in JUDGED]
    nlp.get_pipe("paraphrase_classifier").fit(docs, labels)
    return nlp


@pytest.fixture
def unfitted():
    """The same pipeline, not fitted."""
    return spacy_paraphrase.load(
        tier="fast",
        exclude=["sentence_fuser"],
        paraphrase_similarity={"pretrained": False},
        paraphrase_classifier={},
    )


def scores(doc):
    return doc.spans["pair"].attrs["scores"]


def state(doc):
    return dict(doc.spans["pair"].attrs), doc._.overlap, doc._.paraphrase.explain()


def test_what_is_similar_scores_more(nlp):
    found = [doc._.overlap for doc in pipe_pairs(nlp, [pair[:2] for pair in JUDGED])]
    grades = [grade for *_, grade in JUDGED]
    assert np.corrcoef(found, grades)[0, 1] > 0.9
    unseen = [
        ("A boy kicks the ball.", "The boy is kicking a ball."),
        ("A boy kicks the ball.", "Rates were cut in June."),
    ]
    near, far = pipe_pairs(nlp, unseen)
    assert near._.overlap > far._.overlap
    assert near._.paraphrase.probability > far._.paraphrase.probability
    assert (near._.paraphrase.label, far._.paraphrase.label) == (True, False)


def test_the_overlap_of_a_doc_is_what_was_learnt(nlp):
    doc = nlp(make_pair(nlp, *JUDGED[5][:2]))
    assert doc._.overlap == doc._.paraphrase.similarity == scores(doc)["similarity"]
    assert doc._.overlap != untrained_overlap(doc)


def test_unfitted_components_tell_the_overlap_and_warn_once(unfitted):
    doc = make_pair(unfitted, *JUDGED[1][:2])
    with pytest.warns(ParaphraseWarning, match="W600") as told:
        doc = unfitted(doc)
    assert len(told) == 2
    assert doc._.overlap == untrained_overlap(doc) > 0
    assert doc._.paraphrase.probability == doc._.overlap
    assert doc._.paraphrase.contributions == {}
    unfitted(make_pair(unfitted, "A cat.", "A dog."))  # warnings are errors here: no second one


def test_english_weights_come_with_the_package(tmp_path):
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"], paraphrase_similarity={})
    near, far = pipe_pairs(
        nlp,
        [
            ("A man is playing a guitar.", "A man plays the guitar on stage."),
            ("Prices rose in May.", "A child feeds the ducks."),
        ],
    )
    assert near._.overlap > 0.6 > 0.3 > far._.overlap
    assert near._.overlap != untrained_overlap(near)
    # They are not stored with the pipeline, and give way to what is learnt.
    component = nlp.get_pipe("paraphrase_similarity")
    assert component.to_bytes() == b""
    nlp.to_disk(tmp_path / "pipeline")
    loaded = spacy.load(tmp_path / "pipeline")
    assert state(loaded(make_pair(loaded, "It rains.", "It snows."))) == state(
        nlp(make_pair(nlp, "It rains.", "It snows."))
    )
    component.fit([near, far], [0.9, 0.1])
    assert component.to_bytes()


def test_half_of_the_shipped_similarity_is_that_of_an_encoder():
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"], paraphrase_similarity={})
    doc = nlp(make_pair(nlp, "A dog barks.", "A puppy is barking loudly."))
    alone = doc._.overlap
    n, m = (len(side) for side in sides(doc))
    said = EntailmentScores(0.8, 0.1, 0.1)
    arrays = [np.zeros(shape, np.float32) for shape in ((n, m), (n, m), (n, 4), (m, 4), n, m)]
    write_encoder_output(doc, EncoderOutput(said, said, 0.2, 1, *arrays))
    # The overlap that is among the features reads it too, so the other half may change a little.
    component = nlp.get_pipe("paraphrase_similarity")
    assert component(doc)._.overlap < alone
    told = dict(doc._.paraphrase.contributions["similarity"])
    assert told["what an encoder reads in context"] < 0


def test_the_sides_are_treated_alike(nlp):
    for source, target, _ in JUDGED:
        doc, turned = pipe_pairs(nlp, [(source, target), (target, source)])
        assert scores(turned)["similarity"] == pytest.approx(scores(doc)["similarity"], abs=1e-6)
        assert scores(turned)["paraphrase"] == pytest.approx(scores(doc)["paraphrase"], abs=1e-6)


def test_no_feature_tells_the_sides_apart(nlp):
    doc = nlp(make_pair(nlp, "Four small dogs ran home in May.", "A dog, Rex, ran away from us."))
    families = [family for family in FAMILIES if family != "reading"]
    known = Statistics.of([PairView(doc)], families)
    one, other = (features(PairView(d), families, known) for d in (doc, swap(doc)))
    assert {name: value for name, value in one.items() if value != pytest.approx(other[name])} == {}


def test_sides_that_read_the_same_are_similar_by_1(nlp):
    assert nlp(make_pair(nlp, "He left.", "He left."))._.overlap == 1


@pytest.mark.parametrize(("source", "target"), checks.ODD_PAIRS)
def test_odd_input(nlp, source, target):
    doc = nlp(make_pair(nlp, source, target))
    for name in ("similarity", "paraphrase"):
        assert 0 <= scores(doc)[name] <= 1


def test_batches_stores_and_a_second_run(nlp, tmp_path):
    alone = [state(nlp(make_pair(nlp, *pair))) for pair in checks.PAIRS]
    assert [state(doc) for doc in pipe_pairs(nlp, checks.PAIRS, batch_size=3)] == alone
    doc = nlp(make_pair(nlp, *checks.PAIRS[0]))
    assert state(nlp(doc.copy())) == alone[0]
    (stored,) = DocBin().from_bytes(DocBin(docs=[doc]).to_bytes()).get_docs(nlp.vocab)
    assert state(stored) == alone[0]
    nlp.to_disk(tmp_path / "pipeline")
    loaded = spacy.load(tmp_path / "pipeline")
    assert state(loaded(make_pair(loaded, *checks.PAIRS[1]))) == alone[1]


def test_equal_fits_give_equal_bytes(nlp):
    component = nlp.get_pipe("paraphrase_similarity")
    other = spacy.blank("en").add_pipe("paraphrase_similarity")
    with nlp.select_pipes(disable=["paraphrase_similarity", "paraphrase_classifier"]):
        docs = list(pipe_pairs(nlp, [pair[:2] for pair in JUDGED]))
    other.fit(docs, [grade for *_, grade in JUDGED])
    assert other.to_bytes() == component.to_bytes()


def test_a_score_is_explained_by_what_adds_to_it(nlp):
    doc = nlp(make_pair(nlp, *JUDGED[0][:2]))
    lines = doc._.paraphrase.explain(most=3)
    assert lines[0].startswith("similarity ")
    assert lines[4].startswith("paraphrase ")
    model = nlp.get_pipe("paraphrase_similarity").model
    # The mean of what was learnt from, and all contributions, are the score before it is cut.
    mean = float(np.mean([grade for *_, grade in JUDGED]))
    total = mean + sum(each.value for each in doc._.paraphrase.contributions["similarity"])
    assert min(total, 1.0) == pytest.approx(scores(doc)["similarity"], abs=0.03)
    assert model.bias == pytest.approx(mean, abs=0.01)


def test_the_threshold_follows_the_costs():
    def threshold(**config):
        nlp = spacy.blank("en")
        return nlp.add_pipe("paraphrase_classifier", config=config).threshold

    assert threshold() == 0.5
    assert threshold(missed=3.0) == 0.25
    assert threshold(false=4.0) == 0.8
    assert threshold(false=4.0, threshold=0.3) == 0.3


@pytest.mark.parametrize(
    ("factory", "config", "code"),
    [
        ("paraphrase_similarity", {"features": ["horoscopes"]}, "P600"),
        ("paraphrase_similarity", {"features": []}, "P600"),
        ("paraphrase_similarity", {"alpha": -1.0}, "P602"),
        ("paraphrase_classifier", {"missed": 0.0}, "P602"),
        ("paraphrase_classifier", {"threshold": 1.5}, "P602"),
    ],
)
def test_settings_that_make_no_sense(factory, config, code):
    with pytest.raises(ParaphraseError) as caught:
        spacy.blank("en").add_pipe(factory, config=config)
    assert caught.value.code == code


def test_pairs_that_nobody_told_apart_teach_nothing(nlp):
    component = spacy.blank("en").add_pipe("paraphrase_similarity")
    docs = list(pipe_pairs(nlp, [JUDGED[0][:2], JUDGED[1][:2]]))
    with pytest.raises(ParaphraseError) as caught:
        component.fit(docs, [0.5, 0.5])
    assert caught.value.code == "P601"


def test_initialize_fits_and_the_scorer_measures(nlp):
    pipeline = spacy_paraphrase.load(
        tier="fast",
        exclude=["sentence_fuser"],
        paraphrase_similarity={"alpha": 8.0},
        paraphrase_classifier={},
    )
    examples = []
    for number, (source, target, grade) in enumerate(JUDGED):
        sides = [tuple(t.text for t in pipeline.make_doc(side)) for side in (source, target)]
        record = PairRecord(number, *sides, similarity=grade, paraphrase=grade > 0.5)
        gold = record_to_doc(record, pipeline)
        bare = record_to_doc(PairRecord(number, *sides), pipeline)
        examples.append(Example(bare, gold))
    for name in ("paraphrase_similarity", "paraphrase_classifier"):
        pipeline.get_pipe(name).initialize(lambda: examples, nlp=pipeline)
    found = pipeline.evaluate(examples)
    assert found["sim_pearson"] > 0.9
    assert found["para_acc"] > 0.9
    assert found["para_majority"] == 7 / 12


def test_without_judgements_nothing_is_learnt(nlp):
    component = spacy.blank("en").add_pipe("paraphrase_classifier")
    doc = nlp(make_pair(nlp, "A cat.", "A dog."))
    write_judgement(doc, Judgement(similarity=0.5))
    component.initialize(lambda: [Example(doc, doc)])
    assert component.model is None


def test_what_is_no_pair_stays_as_it_is(nlp):
    component = nlp.get_pipe("paraphrase_similarity")
    doc = spacy.blank("en")("No pair at all")
    assert not component(doc).spans


def fitted(component, config, corpus=JUDGED, domains=None):
    """A pipeline with one learnt score of some settings, fitted to a few pairs."""
    pipeline = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"], **{component: config})
    with pipeline.select_pipes(disable=[component]):
        docs = list(pipe_pairs(pipeline, [pair[:2] for pair in corpus]))
    for doc, domain in zip(docs, domains or (), strict=False):
        doc.user_data["domain"] = domain
    gold = [g if component == "paraphrase_similarity" else float(g > 0.5) for *_, g in corpus]
    pipeline.get_pipe(component).fit(docs, gold)
    return pipeline


@pytest.mark.parametrize(
    ("component", "config"),
    [
        ("paraphrase_similarity", {"learner": "svr", "features": ["strings", "aligned"]}),
        pytest.param(
            *("paraphrase_similarity", {"features": ["aligned", "perp"]}), marks=pytest.mark.papers
        ),
        ("paraphrase_classifier", {"learner": "vote", "features": ["translation", "aligned"]}),
        ("paraphrase_classifier", {"mask_numbers": True, "symmetric": False}),
    ],
)
def test_what_each_setting_learns_is_stored_and_explained(component, config, tmp_path):
    pytest.importorskip("sklearn")
    pipeline = fitted(component, config)
    near, far = pipe_pairs(pipeline, [JUDGED[0][:2], JUDGED[-1][:2]])
    name = pipeline.get_pipe(component).written
    assert scores(near)[name] > scores(far)[name] + 0.2
    assert near._.paraphrase.contributions[name]
    pipeline.to_disk(tmp_path / "pipeline")
    loaded = spacy.load(tmp_path / "pipeline")
    assert state(loaded(make_pair(loaded, *JUDGED[2][:2]))) == state(
        pipeline(make_pair(pipeline, *JUDGED[2][:2]))
    )


def test_each_domain_has_weights_of_its_own():
    # The grades of one domain are those of the other, upside down.
    turned = [(a, b, 1 - grade) for a, b, grade in JUDGED]
    domains = ["plain"] * len(JUDGED) + ["turned"] * len(JUDGED)
    config = {"features": ["aligned"], "domain_copies": True, "alpha": 1.0, "identity_rule": False}
    pipeline = fitted("paraphrase_similarity", config, JUDGED + turned, domains)

    def said(domain):
        docs = [make_pair(pipeline, *pair[:2]) for pair in JUDGED]
        for doc in docs:
            doc.user_data["domain"] = domain
        return [doc._.overlap for doc in pipeline.pipe(docs)]

    grades = [grade for *_, grade in JUDGED]
    assert np.corrcoef(said("plain"), grades)[0, 1] > 0.9
    assert np.corrcoef(said("turned"), grades)[0, 1] < -0.9
    unknown = said("elsewhere")
    assert max(unknown) - min(unknown) < 0.1


def test_masked_numbers_are_the_same_number():
    pipeline = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    doc = pipeline(
        make_pair(pipeline, "He paid 30 dollars on May 5, 1997.", "He paid 400 dollars in July.")
    )
    plain, masked = PairView(doc), PairView(doc, masked=True)
    assert "30" in plain.a.words
    assert [word for word in masked.a.words if word[0] == "#"] == ["#MONEY", "#DATE"]
    assert [word for word in masked.b.words if word[0] == "#"] == ["#MONEY", "#DATE"]
    assert masked.a.texts == plain.a.texts  # numbers are still compared as such
    known = Statistics()
    alike, told = (features(pair, ["ngrams"], known) for pair in (masked, plain))
    assert alike["ngrams.lemmas1"] > told["ngrams.lemmas1"]
    both = [features(pair, ["aligned"], known) for pair in (masked, plain)]
    assert both[0] == both[1]


def test_one_sided_measures_tell_the_sides_apart_only_if_asked_to(nlp):
    doc = nlp(make_pair(nlp, "Four small dogs ran home in May.", "A dog ran away."))
    known = Statistics()
    plain = features(PairView(doc), ["translation"], known)
    sided = features(PairView(doc, symmetric=False), ["translation"], known)
    turned = features(PairView(swap(doc), symmetric=False), ["translation"], known)
    assert sided["translation.terp.source"] == turned["translation.terp.target"]
    assert sided["translation.terp.source"] != turned["translation.terp.source"]
    assert sorted(sided.values()) == pytest.approx(sorted(plain.values()))


@pytest.mark.parametrize(
    ("factory", "config"),
    [
        ("paraphrase_similarity", {"learner": "vote"}),
        ("paraphrase_similarity", {"learner": "svr", "domain_copies": True}),
        ("paraphrase_classifier", {"learner": "ridge"}),
        ("paraphrase_classifier", {"mask_numbers": "yes"}),
    ],
)
def test_learners_that_make_no_sense(factory, config):
    with pytest.raises(ValueError, match="P602|validation error"):
        spacy.blank("en").add_pipe(factory, config=config)


def test_the_domain_of_a_pair_comes_from_its_file(tmp_path):
    nlp = spacy.blank("en")
    table = tmp_path / "pairs.tsv"
    table.write_text("source\ttarget\tscore\tdomain\na\tb\t5\tnews\nc\td\t0\t\n", encoding="utf8")
    records = list(read_table(table, nlp))
    assert [record.domain for record in records] == ["news", None]
    lines = tmp_path / "pairs.jsonl"
    srsly.write_jsonl(lines, [record_to_json(record) for record in records])
    examples = list(PairCorpus(lines)(nlp))
    assert [domain_of(example.reference) for example in examples] == ["news", None]
    assert [domain_of(example.predicted) for example in examples] == ["news", None]
    assert doc_to_record(examples[0].reference).domain == "news"
    for example, said in zip(examples, (0.9, 0.2), strict=True):
        example.predicted.spans["pair"].attrs["scores"] = {"similarity": said}
    found = score_similarity(examples)
    assert set(found["sim_pearson_per_set"]) == {"news", ""}
    assert found["sim_wmean"] == 0  # of a single pair nothing correlates
