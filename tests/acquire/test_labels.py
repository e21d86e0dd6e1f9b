"""What WordNet says of phrases by the words that only one of them has."""

import pytest

from spacy_paraphrase.acquire.labels import words_relation
from spacy_paraphrase.lexicon import default_lexicon


@pytest.mark.parametrize(
    ("source", "target", "relation"),
    [
        ("photo", "picture", "restates"),
        ("rides", "is riding", "restates"),
        ("the lawyer", "an attorney", "restates"),
        ("united states", "u.s.", "restates"),
        ("frying an egg", "cooks eggs", "specifies"),
        ("cooks eggs", "frying an egg", "generalizes"),
        ("big red car", "red car", "specifies"),
        ("soccer", "tennis", None),
        ("river", "boat", None),
        ("waits", "looks", None),  # synonyms in rare senses
        ("brown dog", "white dog", None),
        ("in 1986", "in 1988", None),
        ("kompot", "kvassia", ""),  # it has neither
    ],
)
def test_relations(source, target, relation):
    assert words_relation(default_lexicon("en"), source.split(), target.split()) == relation
