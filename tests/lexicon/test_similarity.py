import itertools
import math
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import wn
import wn.ic
import wn.similarity
import wn.taxonomy
from lexicon.toy_wordnet import COUNTS, SYNSETS, toy_resource

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lexicon import default_lexicon
from spacy_paraphrase.lexicon.build import build_index, read_wndb
from spacy_paraphrase.lexicon.hypernym_similarity import MEASURES, similarity, synset_similarity
from spacy_paraphrase.lexicon.index import POS, LexicalIndex

WORDNET = os.environ.get("SPACY_PARAPHRASE_WORDNET", "")


class Reference:
    """The measures of `wn`, with the information content of an index."""

    def __init__(self, specifier: str, index: LexicalIndex) -> None:
        self.wordnet = wn.Wordnet(specifier, normalizer=None)
        ids = [
            sorted(s.id for p in (pos, "s") for s in self.wordnet.synsets(pos=p) if _is(pos, s))
            for pos in POS
        ]
        self.number = {key: i for i, key in enumerate(itertools.chain(*ids))}
        self.freq: dict[str, Any] = {pos: {None: 1.0} for pos in POS}
        for pos, each in zip(POS, ids, strict=True):
            for key in each:
                information = float(index.information[self.number[key]])
                self.freq[pos][key] = math.exp(-information)
        self.depths = {pos: wn.taxonomy.taxonomy_depth(self.wordnet, pos) for pos in "nv"}

    def __call__(self, measure: str, one: wn.Synset, other: wn.Synset) -> float:
        arguments = {"lch": [self.depths.get(one.pos)], "res": [self.freq], "lin": [self.freq]}
        try:
            score = getattr(wn.similarity, measure)(one, other, *arguments.get(measure, []))
        except wn.Error:  # nothing in common
            return 0.0
        return float(score)


def _is(pos: str, synset: wn.Synset) -> bool:
    return {"s": "a"}.get(synset.pos, synset.pos) == pos


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(wn.config, "data_directory", tmp_path)
    yield
    wn._db.clear_connections()


def test_all_pairs_of_the_toy_agree_with_wn(database: None) -> None:
    wn.add_lexical_resource(toy_resource(), progress_handler=None)
    index = build_index(toy_resource(), COUNTS)
    reference = Reference("toy:1", index)
    synsets = [s for s in reference.wordnet.synsets() if s.pos in "nv"]
    assert len(synsets) > 25
    for one, other in itertools.product(synsets, repeat=2):
        if one.pos == other.pos:
            numbers = [reference.number[one.id]], [reference.number[other.id]]
            for measure in MEASURES:
                expected = reference(measure, one, other)
                got = synset_similarity(index, measure, *numbers)
                # dog and cat share two hypernyms, both pets and carnivores
                if {one.id, other.id} == {"toy-n09", "toy-n10"}:
                    assert got >= expected - 1e-5
                else:
                    assert got == pytest.approx(expected, abs=1e-5)


@pytest.mark.slow
@pytest.mark.skipif(not WORDNET, reason="SPACY_PARAPHRASE_WORDNET names no folder of WordNet files")
def test_english_agrees_with_wn(database: None) -> None:
    wn.add_lexical_resource(read_wndb(WORDNET, "pwn:3.0", "en"), progress_handler=None)
    index = default_lexicon("en")
    reference = Reference("pwn:3.0", index)
    assert len(reference.number) == index.n_synsets

    draw = random.Random(0)
    nouns = reference.wordnet.words(pos="n")
    verbs = reference.wordnet.words(pos="v")
    pairs = [draw.sample(nouns if i % 3 else verbs, 2) for i in range(100)]
    for i in range(100):  # and pairs that are related
        word = draw.choice(nouns if i % 3 else verbs)
        hypernyms = word.synsets()[0].hypernyms() or word.synsets()
        pairs.append([word, draw.choice(draw.choice(hypernyms).words())])
    different = dict.fromkeys(MEASURES, 0)
    for (one, other), measure in itertools.product(pairs, MEASURES):
        expected = max(
            reference(measure, s, t)
            for s, t in itertools.product(one.synsets(), other.synsets())
            if s.pos == t.pos
        )
        upos = {"n": "NOUN", "v": "VERB"}[one.pos]
        got = similarity(index, measure, one.lemma(), upos, other.lemma(), upos)
        different[measure] += abs(got - expected) > 1e-4
    assert different["path"] == different["lch"] == 0
    # where wn takes the deepest shared hypernym, or goes up and down again
    assert max(different["res"], different["lin"]) <= 4
    assert different["wup"] <= 8

    dog, cat = (reference.wordnet.synsets(word, pos="n")[0] for word in ("dog", "cat"))
    numbers = [reference.number[dog.id]], [reference.number[cat.id]]
    freq = wn.ic.load(Path(WORDNET).parent / "resnik-ic3.txt", reference.wordnet)
    resnik = LexicalIndex.from_bytes(index.to_bytes())
    for key, number in reference.number.items():
        if freq["n"].get(key):
            resnik.information[number] = -math.log(freq["n"][key] / freq["n"][None])
    for measure in ("res", "lin"):
        expected = getattr(wn.similarity, measure)(dog, cat, freq)
        assert synset_similarity(resnik, measure, *numbers) == pytest.approx(expected, 1e-5)


def test_dog_and_cat_as_in_wordnet_3() -> None:
    index = default_lexicon("en")
    dog, cat = (index.synsets(word, "NOUN")[:1] for word in ("dog", "cat"))
    # wn.similarity over WordNet 3.0: dog.n.01, cat.n.01
    assert synset_similarity(index, "path", dog, cat) == 0.2
    assert synset_similarity(index, "wup", dog, cat) == pytest.approx(6 / 7)
    assert synset_similarity(index, "lch", dog, cat) == pytest.approx(2.0281482472922856)
    (carnivore,) = index.synsets("carnivore", "NOUN")[:1]
    ic = float(index.information[carnivore])
    assert synset_similarity(index, "res", dog, cat) == ic
    own = sum(float(index.information[s]) for s in (dog[0], cat[0]))
    assert synset_similarity(index, "lin", dog, cat) == pytest.approx(2 * ic / own)


def test_the_most_informative_shared_hypernym_counts() -> None:
    """Of two shared hypernyms, one is deeper and the other one more informative."""
    synsets = {"top": [], "deep": ["mid"], "mid": ["top"], "rare": ["top"]}
    synsets.update({"one": ["deep", "rare"], "other": ["deep", "rare"], "third": ["deep"]})
    resource = {
        "lexicons": [
            {
                **{"id": "x", "version": "1", "language": "en", "license": ""},
                "entries": [
                    {
                        "lemma": {"writtenForm": word, "partOfSpeech": "n"},
                        "senses": [{"id": word, "synset": word}],
                    }
                    for word in synsets
                ],
                "synsets": [
                    {
                        "id": word,
                        "partOfSpeech": "n",
                        "relations": [{"relType": "hypernym", "target": h} for h in above],
                    }
                    for word, above in synsets.items()
                ],
            }
        ]
    }
    index = build_index(resource, {"third": 100.0, "top": 100.0})
    (rare,) = index.synsets("rare", "NOUN")
    expected = float(index.information[rare])
    assert similarity(index, "res", "one", "NOUN", "other", "NOUN") == expected


def test_bounds_and_nothing_in_common() -> None:
    index = build_index(toy_resource(), COUNTS)
    for measure in MEASURES:
        assert similarity(index, measure, "dog", "NOUN", "increase", "VERB") == 0.0
        assert similarity(index, measure, "dog", "NOUN", "unheard-of", "NOUN") == 0.0
        assert similarity(index, measure, "buy", "VERB", "slash", "VERB") == 0.0
    for measure in ("path", "wup", "lin"):
        assert similarity(index, measure, "animal", "NOUN", "beast", "NOUN") == 1.0
    assert similarity(index, "lin", "entity", "NOUN", "entity", "NOUN") == 0.0
    nouns = [word for pos, words, _ in SYNSETS.values() if pos == "n" for word in words]
    for one, other in itertools.product(nouns, repeat=2):
        there = similarity(index, "lin", one, "NOUN", other, "NOUN")
        assert 0 <= there <= 1
        assert there == similarity(index, "lin", other, "NOUN", one, "NOUN")


def test_max_senses() -> None:
    index = build_index(toy_resource(), COUNTS)
    assert similarity(index, "path", "dog", "NOUN", "person", "NOUN") == 0.5
    assert similarity(index, "path", "dog", "NOUN", "person", "NOUN", max_senses=1) < 0.5


def test_unknown_measure() -> None:
    index = build_index(toy_resource(), COUNTS)
    with pytest.raises(ParaphraseError, match=r"P307.*'jcn'.*path, lch, wup, res, lin"):
        similarity(index, "jcn", "dog", "NOUN", "cat", "NOUN")
