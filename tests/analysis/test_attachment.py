"""Where else a constituent might hang, on trees given by hand."""

import pytest

from examples import sentence
from spacy_paraphrase.analysis.attachment import attachable

# Words with head and label, and what might belong to the phrase of the word named.
READINGS = [
    (
        "She/1/nsubj saw/1/ROOT the/3/det man/1/dobj with/1/prep the/6/det dog/4/pobj",
        *("man", "with the dog"),
    ),
    (
        "They/1/nsubj sell/1/ROOT fruit/1/dobj and/2/cc nuts/2/conj from/1/prep Iran/5/pobj",
        *("nuts", "from Iran"),
    ),
    (
        "He/1/nsubj met/1/ROOT friends/1/dobj on/1/prep Monday/3/pobj in/1/prep Rome/5/pobj",
        *("friends", "on Monday in Rome"),
    ),
    ("A/1/det plan/3/nsubj that/3/mark failed/3/ROOT", "plan", ""),
    (
        "We/1/nsubj need/1/ROOT a/3/det tool/1/dobj to/5/aux cut/1/advcl wood/5/dobj",
        *("tool", "to cut wood"),
    ),
    ("Rain/1/nsubj fell/1/ROOT ./1/punct", "Rain", ""),
]


@pytest.mark.parametrize(("text", "word", "expected"), READINGS)
def test_what_stands_behind_a_phrase_might_belong_to_it(text, word, expected):
    items = (item.split("/") for item in text.split())
    side = sentence("\n".join(f"{word} {word} X {head} {dep}" for word, head, dep in items))
    row = attachable(side)[side.texts.index(word)]
    assert " ".join(t for t, near in zip(side.texts, row, strict=True) if near) == expected
