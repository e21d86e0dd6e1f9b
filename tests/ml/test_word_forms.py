import numpy as np
import pytest
import spacy
from spacy.tokens import Doc

from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.ml.feature_tables import mirror_name
from spacy_paraphrase.ml.word_forms import form_features
from spacy_paraphrase.trees import RaggedBatch

NLP = spacy.blank("nl")
# Of Dutch only the letters count here; that there is no file for it is told once in a process.
pytestmark = pytest.mark.filterwarnings("ignore::spacy_paraphrase.ParaphraseWarning")


def features(source, target, lemmas=None):
    docs = [Doc(NLP.vocab, words=list(words)) for words in (source, target)]
    for doc, some in zip(docs, lemmas or (), strict=False):
        for token, lemma in zip(doc, some, strict=True):
            token.lemma_ = lemma
    batch = RaggedBatch([(len(source), len(target))])
    sides = [[Sentence(doc[:])] for doc in docs]
    return form_features(batch, *sides)


def one(source, target, *lemmas):
    found = features([source], [target], [[lemma] for lemma in lemmas])
    return {name.removeprefix("form."): float(values[0]) for name, values in found.items()}


@pytest.mark.parametrize(
    ("source", "target", "true", "false"),
    [
        ("Schadeclaims", "claims", "ends.source", "begins.source"),
        ("claims", "schadeclaims", "ends.target", "ends.source"),
        ("maandagochtend", "maandag", "begins.source", "ends.source"),
        ("Nieuw-Zeelandse", "Zeeland", "holds.source", "ends.source"),
        ("Claims", "claims", "same", "ends.source"),
    ],
)
def test_what_words_have_of_each_other(source, target, true, false):
    found = one(source, target)
    assert found[f"word.{true}"] == 1.0
    assert found[f"word.{false}"] == 0.0


def test_shares_of_shared_letters():
    found = one("zwemmer", "zwemmen")
    assert found["word.prefix.source"] == pytest.approx(6 / 7)
    assert found["word.suffix.source"] == 0.0
    assert found["word.common.target"] == pytest.approx(6 / 7)
    assert 0 < found["word.trigrams"] < 1


def test_parts_of_compounds():
    found = one("posters", "affiche", "verkiezing_poster", "verkiezing_affiche")
    assert found["first part"] == found["part"] == 1.0
    assert found["last part"] == 0.0
    assert found["apart.source"] == 0.5
    assert one("posters", "poster", "verkiezing_poster", "poster")["last part"] == 1.0


def test_looks():
    found = one("PvdA", "3")
    assert (found["title.source"], found["capitals.source"], found["digits.target"]) == (1, 0, 1)


def test_source_and_target_mirror_each_other():
    words = ["De", "verkiezingsposters", "van", "3-jarigen"], ["posters", "Poster", "3", "de"]
    found, turned = features(*words), features(*words[::-1])
    for name, values in found.items():
        table = values.reshape(4, 4)
        assert np.allclose(table, turned[mirror_name(name)].reshape(4, 4).T), name
