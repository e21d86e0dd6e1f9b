from importlib.metadata import entry_points

import pytest

import checks
import spacy_paraphrase
from spacy_paraphrase.ml.encoder import SHIPPED

PIPELINES = {
    "sentence_pair": {"tree_aligner": {"method": "identity"}},
    "tree_aligner-words": {"tree_aligner": {"method": "words", "many_to_many": True}},
    "tree_aligner-tree": {"tree_aligner": {"method": "tree"}},
    "relation_classifier": {"relation_classifier": {"overwrite": True}},
    "graph_matcher": {"graph_matcher": {"pretrained": "en"}},
    "paraphrase_similarity": {"paraphrase_similarity": {}},
    "sentence_rewriter": {"tree_aligner": {"method": "words"}, "sentence_rewriter": {}},
    "sentence_fuser": {"sentence_fuser": {"kinds": ["union", "intersection", "generalize"]}},
}
if SHIPPED.is_dir():  # the weights may not be made yet
    PIPELINES["pair_encoder"] = {"pair_encoder": {}}
FACTORIES = {
    point.name
    for point in entry_points(group="spacy_factories")
    if point.value.startswith("spacy_paraphrase.")
}
# Those that no setting above names are put behind an aligner.
PIPELINES |= {
    name: {"tree_aligner": {"method": "identity"}}
    for name in sorted(FACTORIES)
    if name not in {name.partition("-")[0] for name in PIPELINES}
}
# What was taught nothing yet says so.
pytestmark = pytest.mark.filterwarnings(r"ignore:\[W600\]")


def make(name):
    """Make a pipeline with a component; one that fuses takes long, and fuses only if asked to."""
    factory = name.partition("-")[0]
    exclude = [] if factory == "sentence_fuser" else ["sentence_fuser"]
    nlp = spacy_paraphrase.load(tier="fast", exclude=exclude, **PIPELINES[name])
    if factory not in nlp.pipe_names:
        nlp.add_pipe(factory)
    return nlp


@pytest.fixture(scope="module", params=PIPELINES, ids=list(PIPELINES))
def name(request):
    return request.param


@pytest.fixture(scope="module")
def pipeline(name):
    return make(name)


def test_every_factory_is_here():
    assert {name.partition("-")[0] for name in PIPELINES} >= FACTORIES
    assert len(FACTORIES) >= 10


def test_stores(pipeline, tmp_path):
    for pair in checks.PAIRS:
        checks.check_stores(pipeline(spacy_paraphrase.make_pair(pipeline, *pair)), tmp_path)


def test_batches(pipeline):
    checks.check_batches(pipeline)


def test_twice(pipeline):
    checks.check_twice(pipeline)


def test_saved(pipeline, tmp_path):
    checks.check_saved(pipeline, tmp_path)


def test_text(pipeline):
    checks.check_text(pipeline)


def test_odd_input(pipeline):
    checks.check_odd_input(pipeline)


@pytest.mark.long
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(pipeline, tmp_path, method):
    checks.check_processes(pipeline, tmp_path, method)


@pytest.mark.long
def test_threads(pipeline):
    checks.check_threads(pipeline)


@pytest.mark.long
def test_memory_zones(pipeline):
    checks.check_memory_zones(pipeline)


@pytest.mark.long
def test_instances(pipeline, name):
    checks.check_instances(pipeline, lambda: make(name))


@pytest.mark.long
def test_order(pipeline, name):
    checks.check_order(pipeline, name.partition("-")[0])


@pytest.mark.long
def test_missing_annotation(pipeline, name):
    checks.check_missing_annotation(pipeline, name.partition("-")[0])
