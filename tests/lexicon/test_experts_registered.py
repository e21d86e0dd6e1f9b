import pickle
from importlib.metadata import entry_points

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lexicon.expert_tools import NLP
from spacy.tokens import Doc
from spacy.util import registry

NAMES = (
    *("Identity", "Lemma", "Norm", "String", "Compound", "Number", "Date", "Abbreviation"),
    *("Name", "Vectors"),
)
WORD = st.one_of(
    st.sampled_from(
        "The U.S. US UN 5 five million $ - al-Assad Sept. 15 15th n't J. Smith %".split()
    ),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8),
)
SIDE = st.lists(WORD, min_size=1, max_size=8)


def test_entry_points():
    found = {point.name for point in entry_points(group="spacy_misc")}
    assert {f"spacy-paraphrase.{name}.v1" for name in (*NAMES, "Encoder")} <= found


@pytest.mark.parametrize("name", NAMES)
@given(source=SIDE, target=SIDE)
def test_every_expert_keeps_the_contract(name, source, target):
    expert = registry.misc.get(f"spacy-paraphrase.{name}.v1")()
    one, two = (list(Doc(NLP.vocab, words=words)) for words in (source, target))
    found = expert(one, two)
    assert found.shape == (len(one), len(two))
    assert found.dtype == np.float64
    assert ((found >= 0) & (found <= 1)).all()
    assert (found == expert(two, one).T).all()
    assert (found == pickle.loads(pickle.dumps(expert))(one, two)).all()


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_side(name):
    expert = registry.misc.get(f"spacy-paraphrase.{name}.v1")()
    tokens = list(Doc(NLP.vocab, words=["The", "U.S.", "5", "Sept."]))
    assert expert([], tokens).shape == (0, 4)
    assert expert(tokens, []).shape == (4, 0)
    assert expert([], []).shape == (0, 0)
