"""Whatever is given to a public function, there is a result or an error with a code."""

import math
import warnings
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc

import spacy_paraphrase
from spacy_paraphrase import (
    Alignment,
    Fusion,
    Link,
    ParaphraseError,
    SentenceRelation,
    Support,
    TextComparison,
    fuse_many,
    load,
    make_pair,
    make_texts,
    metrics,
    pair,
    pipe_pairs,
    sides,
    swap,
)
from spacy_paraphrase.acquire.phrases import PhraseSettings, mine_phrases
from spacy_paraphrase.acquire.rules import RuleSettings, mine_rules
from spacy_paraphrase.generation import variants
from spacy_paraphrase.many.building import build_space, space_job
from spacy_paraphrase.many.condensing import merged, shortened
from spacy_paraphrase.many.dedupe import dedupe
from spacy_paraphrase.many.groups import Group, Grouping, find_groups
from spacy_paraphrase.many.indexing import SpaceConfig
from spacy_paraphrase.many.pool import Summarizing
from spacy_paraphrase.many.retrieval import build_index
from spacy_paraphrase.many.summaries import mark_summary, summarize
from spacy_paraphrase.readers import record_from_json
from spacy_paraphrase.relations.explain import statements, summary
from spacy_paraphrase.render import render

SOURCE, TARGET = "A cat sleeps on the sofa.", "A black cat sleeps."
TEXT = "The mill closed in May. All forty workers were dismissed."


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def looped():
    value = []
    value.append(value)
    return value


VALUES = {
    **{"none": None, "true": True, "false": False, "zero": 0, "minus": -1, "five": 5, "half": 1.5},
    **{"nan": math.nan, "infinite": math.inf, "5,000 digits": 10**5000, "complex": 1j},
    **{
        "empty": "",
        "blank": " ",
        "newline": "\n",
        "nul": "\0",
        "letter": "a",
        "half a pair": "\ud800",
    },
    **{"dollars": "$" * 10_000, "words": "word " * 990, "letters": "a" * 10_000, "bytes": b"A cat"},
    **{"no item": [], "nones": [None], "empty words": [""], "two words": ["A", "cat"]},
    **{
        "lists": [["A", "cat"]],
        "mixed": [SOURCE, 5],
        "tuple": ("A cat.", "A dog."),
        "range": range(3),
    },
    **{"object": {}, "key": {"a": 1}, "set": {"A cat"}, "deep": nested(3000), "loop": looped()},
    **{"thing": object(), "type": int, "function": len, "array": np.zeros(2), "path": Path()},
    **{"error": ValueError("x"), "scalar": np.float32(1), "pipeline": spacy.blank("en")},
    **{"no words": Doc(spacy.blank("en").vocab), "sentences": [SOURCE, TARGET, "Two cats sleep."]},
}


@pytest.fixture(scope="module")
def doc(whole):
    return whole(make_pair(whole, SOURCE, TARGET))


@pytest.fixture(scope="module", params=VALUES)
def value(request):
    return VALUES[request.param]


def answers(function):
    """Return whether a function comes to an end: raises nothing, or an error with a code."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            function()
        except ParaphraseError as error:
            return error.code in str(error)
    return True


def test_pairs(whole, value):
    for give in (
        lambda: spacy_paraphrase.compare(value, TARGET, whole),
        lambda: spacy_paraphrase.compare(SOURCE, value, whole),
        lambda: spacy_paraphrase.compare(SOURCE, TARGET, 5 if value is None else value),
        lambda: make_pair(value, SOURCE, TARGET),
        lambda: list(pipe_pairs(value, [])),
        lambda: list(pipe_pairs(whole, value)),
        lambda: list(pipe_pairs(whole, [value])),
        lambda: list(pipe_pairs(whole, [value], as_tuples=True)),
        lambda: list(pipe_pairs(whole, [], batch_size=value)),
        lambda: list(pipe_pairs(whole, [], n_process=value if value is not True else 1)),
    ):
        assert answers(give)


def test_docs(value):
    for function in (sides, swap, pair, Alignment, Alignment.from_doc, statements, summary, render):
        assert answers(lambda function=function: function(value))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("pipeline")
    spacy.blank("xx").to_disk(path)
    return path


@pytest.mark.filterwarnings("ignore")
def test_settings(folder, value):
    for give in (
        lambda: load(value),
        lambda: load(tier="x" if value is None else value),
        lambda: load(encoder="x" if value is None else value),
        lambda: load(folder, exclude=value),
        lambda: load(folder, sentence_fuser=value),
        lambda: load(folder, sentence_fuser={"kinds": value}),
    ):
        assert answers(give)


def test_many(whole, doc, value):
    texts = ["A cat sleeps.", "The cat sleeps."]
    records = [{"id": k, "text": text} for k, text in enumerate(texts)]
    for give in (
        lambda: fuse_many(value, texts),
        lambda: fuse_many(whole, value),
        lambda: fuse_many(whole, [*texts, value]),
        lambda: fuse_many(whole, texts, value),
        lambda: variants(value, "restate"),
        lambda: variants(doc, value),
        lambda: find_groups(value),
        lambda: find_groups([value]),
        lambda: find_groups([{"id": value, "text": "A cat."}]),
        lambda: find_groups([{"id": 1, "text": value}]),
        lambda: find_groups(records, value),
        lambda: Group.from_json(value),
    ):
        assert answers(give)
    for name in Grouping.__dataclass_fields__:
        assert answers(lambda name=name: find_groups(records, Grouping(**{name: value}))), name


def test_texts(whole, value):
    compare, check = spacy_paraphrase.compare_texts, spacy_paraphrase.check_support
    for give in (
        lambda: compare(value, TEXT, whole),
        lambda: compare(TEXT, value, whole),
        lambda: compare(TEXT, TEXT, 5 if value is None else value),
        lambda: compare(TEXT, TEXT, whole).to_html(value),
        lambda: check(value, ["The mill closed."], whole),
        lambda: check(TEXT, value, whole),
        lambda: check(TEXT, [value], whole),
        lambda: make_texts(value, TEXT, TEXT),
        lambda: make_texts(whole, TEXT, value),
        lambda: TextComparison.from_json(value),
        lambda: Support.from_json(value),
    ):
        assert answers(give)


def test_alignments(doc, value):
    alignment = doc._.alignment
    data = alignment.to_json()
    link = data["words"][0]
    plain = {"level": "words", "source": doc[1:2], "target": doc[8:9]}
    for give in (
        lambda: alignment[value],
        lambda: alignment | value,
        lambda: alignment & value,
        lambda: alignment.unaligned(value),
        lambda: alignment.restrict(value),
        lambda: Alignment(doc, value),
        lambda: Alignment(doc, [value]),
        lambda: Alignment.from_json(doc, value),
        lambda: render(doc, value),
        lambda: render(doc, gold=value),
        lambda: render(doc, levels=value),
        lambda: record_from_json(value),
    ):
        assert answers(give)
    for name in data:
        for given in (value, [value]):
            assert answers(lambda n=name, g=given: Alignment.from_json(doc, data | {n: g})), name
    for name in link:
        given = data | {"words": [link | {name: value}]}
        assert answers(lambda given=given: render(Alignment.from_json(doc, given))), name
    for name in Link.__dataclass_fields__:
        assert answers(lambda n=name: render(Alignment(doc, [Link(**plain | {n: value})]))), name


def test_plain_data(doc, value):
    for kind, found in (
        (SentenceRelation, doc._.relation.to_json()),
        (Fusion, doc._.fusions[0].to_json()),
    ):
        assert answers(lambda kind=kind: kind.from_json(value))
        for name in found:
            data = found | {name: value}
            assert answers(lambda k=kind, d=data: repr(k.from_json(d))), name


# -- Tables of functions: each argument in turn is odd, and all others are sound -------------------

RECORDS = [{"id": 1, "text": "A storm hit the town."}, {"id": 2, "text": "A storm hit it."}]
CLUSTER = {"cluster": 1, "documents": [{"id": "a", "text": "A storm hit the town. It rains."}]}
SPACE = build_space(RECORDS, SpaceConfig(dim=64))
WORDS = ["a", "cat"]
RATED = [metrics.Rated(0.5, 0.5)]


def of_many():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    doc = nlp(TEXT)
    yield summarize, {"cluster": CLUSTER, "settings": None, "nlp": None, "background": None}
    yield mark_summary, {"doc": doc, "settings": None, "nlp": None}
    yield merged, {"nlp": nlp, "sentences": []}
    yield shortened, {"nlp": nlp, "sentences": [], "budget": None, "needed": (), "language": "en"}
    yield build_space, {"records": RECORDS, "config": SPACE.config}
    yield space_job, {"config": SPACE.config}
    yield build_index, {"records": RECORDS, "language": "en"}
    yield dedupe, {"records": RECORDS}


def of_acquisition():
    yield mine_phrases, {"records": [], "settings": None, "origin": ""}
    yield mine_rules, {"records": [], "settings": None}
    for kind in SETTINGS:
        yield kind, {}


SETTINGS = (PhraseSettings, RuleSettings, SpaceConfig, Summarizing)


def of_papers():
    from spacy_paraphrase.papers.anchored import mine_anchored, mine_entities
    from spacy_paraphrase.papers.anchors import AnchorSettings, mine_anchors
    from spacy_paraphrase.papers.contexts import ContextSettings, mine_contexts
    from spacy_paraphrase.papers.lattices import LatticeSettings, mine_lattices
    from spacy_paraphrase.papers.merged_parses import MergeSettings, mine_merged
    from spacy_paraphrase.papers.path_rules import mine_paths
    from spacy_paraphrase.papers.path_space import PathSettings
    from spacy_paraphrase.papers.word_models import link_words

    yield mine_paths, {"docs": [], "settings": None, "language": None}
    yield mine_anchored, {"docs": [], "max_edges": 6, "language": None}
    yield mine_entities, {"docs": [], "max_edges": 6, "shared": 2, "language": None}
    yield mine_lattices, {"docs": [], "settings": None}
    yield mine_merged, {"records": [], "settings": None}
    yield mine_anchors, {"sentences": [], "settings": None, "stop_words": (), "origin": ""}
    yield mine_contexts, {"records": [], "settings": None, "origin": ""}
    yield link_words, {"pairs": [(WORDS, WORDS)]}
    for kind in (PathSettings, LatticeSettings, MergeSettings, AnchorSettings, ContextSettings):
        yield kind, {}


def of_metrics():
    m, texts = metrics, {"output": WORDS, "references": [WORDS]}
    for measured in (m.average_precision, m.reciprocal_rank):
        yield measured, {"ranked": WORDS, "relevant": WORDS}
    for measured in (m.precision_at, m.recall_at):
        yield measured, {"ranked": WORDS, "relevant": WORDS, "k": 1}
    yield m.bleu, {**texts, "smooth": "exp"}
    yield m.ibleu, {**texts, "source": WORDS, "alpha": 0.9}
    yield m.sari, {**texts, "source": WORDS, "variant": "script"}
    yield m.gleu_rewrite, {**texts, "source": WORDS}
    yield m.nist, {"outputs": [WORDS], "references": [[WORDS]]}
    yield m.compare_at_rate, {"a": RATED, "b": RATED, "tolerance": 0.05}
    yield m.quality_by_rate, {"outputs": RATED}
    yield m.compression_rate, {"source": WORDS, "output": WORDS}
    yield m.copying, {"source": WORDS, "output": WORDS, "least": 3}
    yield m.syllables, {"word": "cat"}
    for measured in (m.fkgl, m.sentence_grade):
        yield measured, {"words": WORDS}
    for measured in (m.pearson, m.spearman):
        yield measured, {"x": [1.0, 2.0], "y": [1.0, 2.0]}
    yield m.ranks, {"values": [1.0]}
    yield m.prf, {"gold": 1, "predicted": 1, "correct": 1}
    yield m.relation_of, {"entails": "neutral", "entailed": "neutral", "identical": False}
    yield m.outcome, {"form": 1, "meaning_kept": True, "was_fine": False}
    yield m.label_overlap, {"queries": {"a": 1}, "texts": {"b": 1}}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "table",
    [of_many, of_acquisition, of_metrics, pytest.param(of_papers, marks=pytest.mark.papers)],
)
def test_arguments_in_turn(table, value):
    for function, sound in table():
        for name in sound or function.__dataclass_fields__:
            given = sound | {name: value}
            assert answers(lambda f=function, g=given: consumed(f(**g))), (function, name)


def consumed(result):
    """Return a result, of an iterator the first things that it yields."""
    return list(islice(result, 50)) if isinstance(result, Iterator) else result
