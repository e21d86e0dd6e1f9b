"""The whole reading of a side, as users see it."""

import json

import pytest

import spacy_paraphrase
from spacy_paraphrase.analysis.reading import PARTS

TEXT = "Maria Lopez, the CEO, didn't sell at least 3 cars before May 5."


@pytest.fixture(scope="module")
def reading(nlp):
    return nlp(TEXT)[:]._.analysis


def test_a_part_is_made_once(reading):
    for name in PARTS:
        assert getattr(reading, name) is getattr(reading, name), name


def test_all_of_it_is_plain_data(reading):
    found = json.loads(json.dumps(reading.to_json(), allow_nan=False))
    assert found == reading.to_json()
    assert list(found) == ["tokens", *PARTS]
    assert found["tokens"][found["mentions"][1]["head"]] == "CEO"
    cars = found["quantities"][str(found["tokens"].index("cars"))]
    assert cars["low"] == 3
    assert cars["high"] is None
    assert [len(found[part]) for part in ("words", "constituents")] == [len(found["tokens"])] * 2


def test_any_span_can_be_read(nlp):
    doc = nlp("Ann slept. The cat ran off.")
    second = list(doc.sents)[1]
    found = second._.analysis
    assert found.sentence.texts == ["The", "cat", "ran", "off", "."]
    assert found.particles == {2: 3}


def test_a_side_of_a_pair_is_read_once(nlp):
    doc = nlp(spacy_paraphrase.make_pair(nlp, "Ann slept.", "Ben ran."))
    one, other = doc.spans["pair"]
    assert one._.analysis is one._.analysis
    assert one._.analysis is not other._.analysis
    assert doc[one.start : one.end - 1]._.analysis is not one._.analysis


def test_nothing_is_read_of_an_empty_span(blank):
    spacy_paraphrase.make_pair(blank, "a", "b")
    assert blank("")[:]._.analysis.to_json()["words"] == []
