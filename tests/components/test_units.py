import numpy as np
import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, Span
from spacy.util import registry

from examples import coffee_pair, parsed
from spacy_paraphrase import ParaphraseError, make_pair, sides
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.components.units import chunk_units, chunks, phrases, words
from spacy_paraphrase.pairs.pair import UNITS
from tables import table

NLP = spacy.blank("en")


def side_of(rows):
    return Sentence(parsed(NLP.vocab, rows)[:])


def chunked(rows):
    side = side_of(rows)
    return " | ".join(" ".join(side[i].text for i in unit) for unit in chunks(side))


def coffee():
    return [Sentence(span) for span in sides(coffee_pair(NLP))]


def spaced():
    """Return a side in which a blank stands inside a noun group and behind the last word."""
    text = ["a", "red", " ", "car", "stops", " "]
    pos = ["DET", "ADJ", "SPACE", "NOUN", "VERB", "SPACE"]
    deps = ["det", "amod", "dep", "nsubj", "ROOT", "dep"]
    doc = Doc(NLP.vocab, words=text, pos=pos, deps=deps, heads=[3, 3, 1, 4, 4, 4])
    return Sentence(doc[:])


@pytest.mark.parametrize("name", ["Words", "Phrases", "ChunkUnits", "Chunks"])
def test_registered(name):
    function = registry.misc.get(f"spacy-paraphrase.{name}.v1")()
    doc = coffee_pair(NLP)
    doc.spans[UNITS] = [doc[0:2]]
    source, _ = map(Sentence, sides(doc))
    assert function(source)[0] == {"Words": [0], "Phrases": [0]}.get(name, [0, 1])


def test_words_of_the_worked_example():
    _, target = coffee()
    assert words(target) == [[i] for i in range(13)]  # counted from the start of the side


def test_phrases_of_the_worked_example():
    source, target = coffee()
    units = phrases(target)
    assert len(units) == len(words(target))
    read = [" ".join(target[i].text for i in unit) for unit in units]
    assert read[1] == "Three cups of coffee a day"
    assert read[2:4] == ["of coffee", "coffee"]
    assert read[6] == " ".join(token.text for token in target)
    assert phrases(source)[1] == [0, 1]


def test_phrases_may_have_gaps():
    side = side_of("a a DET 2 det\nis be VERB 1 ROOT\ncat cat NOUN 1 nsubj")
    assert phrases(side) == [[0], [0, 1, 2], [0, 2]]


def test_white_space_is_in_no_unit():
    side = spaced()
    assert words(side) == [[0], [1], [3], [4]]
    assert phrases(side) == [[0], [1], [0, 1, 3], [0, 1, 3, 4]]
    assert chunks(side) == [[0, 1, 3], [4]]


def test_chunks_of_the_worked_example():
    texts = [
        " | ".join(" ".join(side[i].text for i in unit) for unit in chunks(side))
        for side in coffee()
    ]
    assert texts == [
        "Daily coffee | diminishes | risk | on Alzheimer and Dementia | .",
        "Three cups | of coffee | a day | reduces | chance | on Parkinson and Dementia | .",
    ]


@pytest.mark.parametrize("row", table(__file__, "chunks"))
def test_chunks(row):
    """As the guidelines of iSTS have them, whatever the parser said of a particle."""
    assert chunked(row["parse"].replace(" / ", "\n")) == row["chunks"]


def test_final_punctuation_is_a_chunk():
    assert chunked("Stop stop VERB 0 ROOT\n! ! PUNCT 0 punct") == "Stop | !"


def test_chunks_of_one_word():
    assert chunks(side_of("Stop stop VERB 0 ROOT")) == [[0]]


LABELS = ["", "det", "prep", "pobj", "cc", "conj", "amod", "advmod", "case", "prt", "mark", "appos"]
TAGS = ["", "NOUN", "VERB", "ADP", "DET", "PART", "ADV", "SCONJ", "PUNCT", "SPACE"]
TOKENS = st.tuples(
    st.sampled_from(["a", "in", "front", "of", ",", " ", "'s"]),
    st.sampled_from(LABELS),
    st.sampled_from(TAGS),
    st.integers(0, 9),
)


@given(st.lists(TOKENS, min_size=1, max_size=10), st.integers(0, 3))
def test_any_parse_has_units(tokens, start):
    """Whatever the heads, several roots and heads beyond the side included."""
    text, deps, pos, heads = (list(column) for column in zip(*tokens, strict=True))
    heads = [min(head, len(tokens) - 1) for head in heads]
    _break_cycles(heads)
    doc = Doc(NLP.vocab, words=text, deps=["ROOT", *deps[1:]], pos=pos, heads=heads)
    side = Sentence(doc[min(start, len(doc) - 1) :])
    if not side.parsed:
        return
    not_space = [i for i, token in enumerate(side) if not token.is_space]
    units = chunks(side)
    assert [i for unit in units for i in unit] == not_space  # in order, without a gap or overlap
    assert all(units)
    subtrees = phrases(side)
    assert all(i in unit for i, unit in zip(not_space, subtrees, strict=True))
    assert all(unit == sorted(set(unit)) and set(unit) <= set(not_space) for unit in subtrees)


def _break_cycles(heads):
    for i in range(len(heads)):
        seen, j = {i}, i
        while heads[j] != j:
            j = heads[j]
            if j in seen:
                heads[i] = i
                break
            seen.add(j)


@pytest.mark.parametrize("units", [phrases, chunks])
def test_units_of_a_parse_need_one(units):
    doc = make_pair(NLP, "A cat", "One cat")
    with pytest.raises(ParaphraseError, match=r"\[P020\].*the target has none: 'One cat'"):
        units(Sentence(sides(doc)[1]))


def with_units(*spans):
    doc = make_pair(NLP, "A black cat  sleeps .", "One cat naps .")
    doc.spans[UNITS] = [Span(doc, *span) for span in spans]
    return doc


def test_units_of_the_user():
    # A black cat   sleeps .     \n One cat naps .
    # 0 1     2   3 4      5     6  7   8   9    10
    doc = with_units((4, 5), (0, 4), (7, 9), (9, 10))
    source, target = map(Sentence, sides(doc))
    assert chunk_units(source) == [[0, 1, 2], [4]]
    assert chunk_units(target) == [[0, 1], [2]]


def test_units_of_white_space_are_none():
    assert chunk_units(Sentence(sides(with_units((3, 4), (7, 9)))[0])) == []


@pytest.mark.parametrize(
    ("spans", "code"),
    [
        ([(0, 2), (1, 3)], "P023"),
        ([(0, 2), (0, 2)], "P023"),
        ([(7, 9), (8, 10)], "P023"),
        ([(5, 8)], "P022"),
        ([(6, 7)], "P022"),
        ([(2, 2)], "P022"),
    ],
)
def test_units_that_are_none(spans, code):
    with pytest.raises(ParaphraseError) as error:
        chunk_units(Sentence(sides(with_units(*spans))[0]))
    assert error.value.code == code


def test_units_are_missing():
    doc = make_pair(NLP, "A cat", "One cat")
    with pytest.raises(ParaphraseError, match=r"\[P021\].*no such spans"):
        chunk_units(Sentence(sides(doc)[0]))


def test_units_are_stale():
    doc = with_units((0, 2))
    doc.spans[UNITS].attrs["length"] = len(doc) + 1
    with pytest.raises(ParaphraseError, match=r"\[P021\].*12 tokens in a Doc of 11"):
        chunk_units(Sentence(sides(doc)[0]))


def test_units_index_arrays():
    """They are plain lists of int, as the features take them."""
    source, _ = coffee()
    for unit in (*words(source), *phrases(source), *chunks(source)):
        assert type(unit) is list
        assert all(type(i) is int for i in unit)
        np.zeros(len(source))[unit]
