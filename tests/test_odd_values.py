"""Whatever is given to a public function, there is a result or an error with a code."""

import math
import warnings
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
    pair,
    pipe_pairs,
    sides,
    swap,
)
from spacy_paraphrase.explain import statements, summary
from spacy_paraphrase.fusion import variants
from spacy_paraphrase.many.groups import Group, Grouping, find_groups
from spacy_paraphrase.readers import record_from_json
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
def whole():
    return load(tier="fast")


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
