import itertools
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lexicon.toy_wordnet import COUNTS, toy_resource

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lexicon import default_lexicon
from spacy_paraphrase.lexicon.build import build_index
from spacy_paraphrase.lexicon.index import (
    DATA,
    UPOS,
    LexicalIndex,
    Rows,
    gather,
    groups,
    multiword_spans,
    sides,
)
from spacy_paraphrase.lexicon.relations import LEXICAL_RELATIONS, relation, relation_matrix

TOY = build_index(toy_resource(), COUNTS)


def _spellings(lemma: str, pos: str) -> list[str]:
    return [TOY.lemmas[entry] for entry in TOY.entries(lemma, pos)]


def test_exact_spelling_then_lower_case_then_any() -> None:
    assert _spellings("cat", "NOUN") == ["cat"]
    assert _spellings("CAT", "NOUN") == ["CAT"]
    assert _spellings("Cat", "NOUN") == ["cat"]
    assert _spellings("pakistan", "PROPN") == ["Pakistan"]
    assert _spellings("UNITED states", "NOUN") == ["United States"]
    assert _spellings("us", "PROPN") == ["US"]


def test_part_of_speech() -> None:
    assert _spellings("purchase", "NOUN") == _spellings("purchase", "VERB") == ["purchase"]
    assert len(TOY.entries("purchase", "")) == 2
    assert TOY.entries("purchase", "ADJ") == TOY.entries("purchase", "PUNCT") == []
    assert TOY.entries("reduce", "AUX") == TOY.entries("reduce", "VERB") != []


def test_senses_are_in_order() -> None:
    first, second = TOY.synsets("dog", "NOUN")
    assert TOY.synsets("domestic dog", "NOUN") == [first]
    assert TOY.synsets("cad", "NOUN") == [second]
    assert TOY.synsets("dog", "NOUN", limit=1) == [first]


def test_round_trips(tmp_path: Path) -> None:
    data = TOY.to_bytes()
    TOY.to_disk(tmp_path / "toy.wordnet")
    for other in (
        LexicalIndex.from_bytes(data),
        LexicalIndex.from_disk(tmp_path / "toy.wordnet"),
        pickle.loads(pickle.dumps(TOY)),
    ):
        assert other.to_bytes() == data
        assert other.meta == {"language": "en", "name": "toy:1", "license": "CC0"}
        assert relation(other, "dog", "NOUN", "animal", "NOUN") == "hyponym-of"
    assert [path.name for path in tmp_path.iterdir()] == ["toy.wordnet"]


@given(st.data())
def test_any_damage_is_found(data: st.DataObject) -> None:
    good = TOY.to_bytes()
    at = data.draw(st.integers(0, len(good) - 1))
    damaged = [
        good[:at],
        good[:at] + bytes([good[at] ^ data.draw(st.integers(1, 255))]) + good[at + 1 :],
        good + b"x",
    ]
    for bad in damaged:
        with pytest.raises(ParaphraseError, match=r"P301.*spacy-paraphrase resources build"):
            LexicalIndex.from_bytes(bad)


def test_missing_file_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(ParaphraseError, match=r"P300.*x\.wordnet.*resources build"):
        LexicalIndex.from_disk(tmp_path / "x.wordnet")


@given(st.lists(st.lists(st.integers(0, 9), max_size=4), min_size=1, max_size=6), st.data())
def test_gather(lists: list[list[int]], data: st.DataObject) -> None:
    rows = Rows(
        np.array([len(each) for each in lists]),
        np.array([value for each in lists for value in each], dtype=np.int32),
    )
    which = data.draw(st.lists(st.integers(0, len(lists) - 1)))
    limit = data.draw(st.sampled_from([None, 0, 1, 2]))
    source, positions = gather(rows.starts, np.array(which, dtype=np.int32), limit)
    expected = [(i, value) for i, n in enumerate(which) for value in lists[n][:limit]]
    assert list(zip(source.tolist(), rows.values[positions].tolist(), strict=True)) == expected
    assert [rows.row(i) for i in range(len(rows))] == lists


def test_multiword_spans() -> None:
    spans = multiword_spans(TOY, "they cut back in the united states of a savings bank".split())
    assert spans == [(1, 3, "cut back"), (5, 7, "United States"), (9, 11, "savings bank")]
    words = ["He", "makes", "ends", "meet", "at", "savings", "banks"]
    lemmas = ["he", "make", "end", "meet", "at", "saving", "bank"]
    assert multiword_spans(TOY, lemmas) == []
    assert multiword_spans(TOY, lemmas, words) == [
        (1, 4, "make ends meet"),
        (5, 7, "savings bank"),
    ]


@pytest.mark.parametrize("lemmas", [[], ["cut"], ["cut", "off"], ["back", "cut"], [" ", ""]])
def test_no_multiword(lemmas: list[str]) -> None:
    assert multiword_spans(TOY, lemmas) == []


def test_longest_multiword_first() -> None:
    lemmas = "the United States of America cut back on prime minister".split()
    assert [span.lemma for span in multiword_spans(default_lexicon("en"), lemmas)] == [
        "United States of America",
        "cut back",
        "prime minister",
    ]


def test_shipped_index_is_small_and_has_no_glosses() -> None:
    folder = Path(sys.modules[LexicalIndex.__module__].__file__ or "").parent / "data"
    vectors = folder / "en.vectors"
    assert vectors.stat().st_size < 1_500_000
    index = (path for path in folder.iterdir() if path != vectors)
    assert sum(path.stat().st_size for path in index) < 3_000_000
    assert "Princeton University" in (folder / "LICENSE-wordnet.txt").read_text("utf8")
    assert "domesticated by man" not in default_lexicon("en").arrays["lemmas"].tobytes().decode()


def test_a_fresh_process_loads_it_without_wn() -> None:
    code = (
        "import sys, spacy_paraphrase.lexicon as lexicon\n"
        "index = lexicon.default_lexicon('en')\n"
        "assert not {'wn', 'sqlite3', 'spacy_paraphrase.lexicon.build'} & sys.modules.keys()\n"
        "print(len(index.information))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "117659\n"


TAGS = {letter: tag for tag, letter in UPOS.items() if tag in ("NOUN", "VERB", "ADJ", "ADV")}


def lines(name):
    text = (DATA / name).read_text(encoding="utf8")
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]


LINES, OPPOSITES = lines("en.synonyms"), lines("en.opposites")


def test_every_group_has_several_words_once_and_adds_something():
    index = default_lexicon("en")
    for pos, text in LINES:
        words = text.split(", ")
        assert len(words) == len(set(words)) > 1, text
        pairs = itertools.combinations(words, 2)
        said = {relation(index, a, TAGS[pos], b, TAGS[pos], max_senses=3) for a, b in pairs}
        assert "near-synonym" in said, text
        assert not said & {"none", "sister", "antonym"}, text


def test_wordnet_goes_first():
    index = default_lexicon("en")
    together = groups("en")
    assert relation(index, "company", "NOUN", "firm", "NOUN") == "near-synonym"
    # What WordNet holds for more special stays so, though it stands in one group.
    assert not together["firm", "n"].isdisjoint(together["business", "n"])
    assert relation(index, "firm", "NOUN", "business", "NOUN") == "hyponym-of"


def test_a_matrix_says_what_single_lookups_say():
    index = default_lexicon("en")
    words = [(word, TAGS[pos]) for pos, text in LINES[::12] for word in text.split(", ")]
    matrix = relation_matrix(index, words, words, max_senses=3).relations
    for (i, one), (j, other) in itertools.product(enumerate(words), repeat=2):
        assert LEXICAL_RELATIONS[matrix[i, j]] == relation(index, *one, *other, max_senses=3)


@pytest.mark.parametrize(("pos", "one", "other"), OPPOSITES)
def test_opposites(pos, one, other):
    index = default_lexicon("en")
    both = one.split(", "), other.split(", ")
    assert set(both[0]).isdisjoint(both[1])
    words = [[(word, TAGS[pos]) for word in side] for side in both]
    matrix = relation_matrix(index, *words).relations
    for (i, a), (j, b) in itertools.product(enumerate(words[0]), enumerate(words[1])):
        found = relation(index, *a, *b)
        assert found == relation(index, *b, *a) == LEXICAL_RELATIONS[matrix[i, j]], (a, b)
        assert found == "antonym", (a, b)


def test_other_languages_have_none():
    assert groups("xx") == sides("xx") == {}
