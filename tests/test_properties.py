"""Any text, any trees, any links, any settings: a result that says so, or an error with a code."""

import json

import pytest
import spacy
from confection import ConfigValidationError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError, make_pair, sides
from spacy_paraphrase.cli.runner import Runner, to_record
from spacy_paraphrase.cli.streams import Failure
from spacy_paraphrase.jobs.atomic import json_line
from spacy_paraphrase.pairs.alignment import Link, write_links
from spacy_paraphrase.pairs.results import FUSION_KINDS

pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore")]
LABELS = {"equals", "restates", "specifies", "generalizes", "intersects", "none"}
WORDS = ("the", "not", "every", "dog", "dogs", "barks", "and", "of", "3", "1999", "Paris", ",", "x")
DEPS = ("nsubj", "dobj", "det", "neg", "prep", "pobj", "conj", "cc", "punct", "relcl", "dep", "aux")
POS = ("NOUN", "VERB", "DET", "ADJ", "ADP", "NUM", "PROPN", "PUNCT", "PRON", "CCONJ", "X")
MANY = settings(max_examples=40, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def whole():
    """A pipeline with all that `load` adds, and the aligner without training."""
    return spacy_paraphrase.load(tree_aligner={"method": "words"})


@st.composite
def trees(draw):
    """Words with any tree over them: each head is drawn among words that have one already."""
    n = draw(st.integers(1, 9))
    order = draw(st.permutations(range(n)))
    heads = [0] * n
    for k, word in enumerate(order):
        heads[word] = order[draw(st.integers(0, k - 1))] if k else word
    kinds = [draw(st.lists(st.sampled_from(some), min_size=n, max_size=n)) for some in (WORDS, POS)]
    deps = draw(st.lists(st.sampled_from(DEPS), min_size=n, max_size=n))
    deps[order[0]] = "ROOT"
    return {"words": kinds[0], "lemmas": kinds[0], "pos": kinds[1], "heads": heads, "deps": deps}


def through(nlp, doc):
    """Run what is ours behind the parser."""
    for name in ("tree_aligner", "relation_classifier", "sentence_fuser"):
        doc = nlp.get_pipe(name)(doc)
    return doc


def check(doc):
    """Check that what a pair says of itself is sound."""
    source, target = sides(doc)
    for level in ("words", "phrases"):
        for link in getattr(doc._.alignment, level):
            assert source.start <= link.source.start < link.source.end <= source.end
            assert target.start <= link.target.start < link.target.end <= target.end
    assert doc._.relation.label in LABELS
    assert {fusion.kind for fusion in doc._.fusions} <= set(FUSION_KINDS)
    assert all(isinstance(line, str) for line in doc._.alignment.explain())
    assert 0 <= doc._.overlap <= 1
    json.loads(json_line(to_record(doc, None)))


@MANY
@given(st.tuples(st.text(max_size=60), st.text(max_size=60)))
def test_any_text(nlp, pair):
    line = json.dumps({"id": 1, "source": pair[0], "target": pair[1]}).encode()
    found = Runner(nlp, to_record).alone((1, line))
    if isinstance(found, Failure):
        assert found.code in ("P001", "P003"), found.reason
        assert (
            not pair[0].strip() or not pair[1].strip() or any(c >= "\ud800" for c in "".join(pair))
        )
    else:
        assert found["relation"]["label"] in LABELS
        json.loads(json_line(found))


@MANY
@given(trees(), trees())
def test_any_trees(whole, source, target):
    doc = make_pair(whole, *(Doc(whole.vocab, **side) for side in (source, target)))
    check(through(whole, doc))


@MANY
@given(trees(), trees(), st.data())
def test_any_links(whole, source, target, data):
    doc = make_pair(whole, *(Doc(whole.vocab, **side) for side in (source, target)))
    one, other = sides(doc)
    cells = st.tuples(*(st.integers(0, len(side) - 1) for side in (one, other)))
    drawn = data.draw(st.lists(cells, max_size=6, unique=True))
    links = [Link("words", one[i : i + 1], other[j : j + 1]) for i, j in drawn]
    write_links(doc, "words", links)
    assert {(k.source.start, k.target.start) for k in doc._.alignment.words} == {
        (one.start + i, other.start + j) for i, j in drawn
    }
    for name in ("relation_classifier", "sentence_fuser"):
        doc = whole.get_pipe(name)(doc)
    check(doc)


OURS = ("sentence_pair", "tree_aligner", "relation_classifier", "sentence_fuser", "graph_matcher")
VALUES = (None, True, -1, 0, 1.5, 10**12, "", "x", [], ["x"], {}, {"x": 1})


@pytest.mark.parametrize("factory", OURS)
@settings(MANY, max_examples=25)
@given(data=st.data())
def test_any_settings(factory, data):
    nlp = spacy.blank("en")
    if factory != "sentence_pair":
        nlp.add_pipe("sentence_pair")
    nlp.add_pipe(factory, name="known")  # entry points are loaded when they are asked for
    nlp.remove_pipe("known")
    known = Language.get_factory_meta(factory).default_config
    # What a registered function makes is an object of one's own.
    plain = [key for key, value in known.items() if key != "model" and "@" not in str(value)]
    key = data.draw(st.sampled_from(sorted(plain)))
    value = data.draw(st.sampled_from(VALUES))
    try:
        nlp.add_pipe(factory, config={key: value})
        doc = nlp(make_pair(nlp, "A cat sleeps.", "The cat naps."))
    except (ParaphraseError, ConfigValidationError):
        return
    assert len(doc) == 9
