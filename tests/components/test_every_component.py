import pytest

import checks
import spacy_paraphrase
from spacy_paraphrase.ml.pair_encoder import SHIPPED

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
# Components that `load` does not add.
ON_TOP = ("paraphrase_edits", "phrase_harvester")
PIPELINES |= {name: {"tree_aligner": {"method": "identity"}} for name in ON_TOP}
if SHIPPED.is_dir():  # the weights may not be made yet
    PIPELINES["pair_encoder"] = {"pair_encoder": {}}


@pytest.fixture(scope="module", params=PIPELINES, ids=list(PIPELINES))
def pipeline(request):
    nlp = spacy_paraphrase.load(**PIPELINES[request.param])
    if request.param in ON_TOP:
        nlp.add_pipe(request.param)
    return nlp


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


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(pipeline, tmp_path, method):
    checks.check_processes(pipeline, tmp_path, method)
