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
from spacy_paraphrase.pair import UNITS

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


# Chunks as the guidelines of iSTS have them.
CHUNKS = {
    "Two cats | are not sitting down | in front of the old car | .": """
Two two NUM 1 nummod
cats cat NOUN 4 nsubj
are be AUX 4 aux
not not PART 4 neg
sitting sit VERB 4 ROOT
down down ADP 4 prt
in in ADP 4 prep
front front NOUN 6 pobj
of of ADP 7 prep
the the DET 11 det
old old ADJ 11 amod
car car NOUN 8 pobj
. . PUNCT 4 punct
""",
    "Demjanjuk | 's death | to shock | the very old man": """
Demjanjuk Demjanjuk PROPN 2 poss
's 's PART 0 case
death death NOUN 2 ROOT
to to PART 4 aux
shock shock VERB 2 acl
the the DET 8 det
very very ADV 7 advmod
old old ADJ 8 amod
man man NOUN 4 dobj
""",
    "A large , black and white dog | next to Bulb A | barks | and | runs": """
A a DET 6 det
large large ADJ 6 amod
, , PUNCT 6 punct
black black ADJ 6 amod
and and CCONJ 3 cc
white white ADJ 3 conj
dog dog NOUN 11 nsubj
next next ADV 6 advmod
to to ADP 7 prep
Bulb bulb PROPN 8 pobj
A a PROPN 9 appos
barks bark VERB 11 ROOT
and and CCONJ 11 cc
runs run VERB 11 conj
""",
    "while eating | They | talk | about leaving | ahead | of time": """
while while SCONJ 1 mark
eating eat VERB 3 advcl
They they PRON 3 nsubj
talk talk VERB 3 ROOT
about about ADP 3 prep
leaving leave VERB 4 pcomp
ahead ahead ADV 5 advmod
of of ADP 6 prep
time time NOUN 7 pobj
""",
    # A particle with an object is a preposition.
    "It | moves | down the tracks": """
It it PRON 1 nsubj
moves move VERB 1 ROOT
down down ADP 1 prt
the the DET 4 det
tracks track NOUN 2 pobj
""",
    # The noun group goes on though the parser read it otherwise.
    "It | moves | down the red tracks": """
It it PRON 1 nsubj
moves move VERB 1 ROOT
down down ADP 1 prep
the the DET 1 dep
red red ADJ 1 acomp
tracks track NOUN 1 dobj
""",
    # Universal Dependencies.
    "The group | of people | was seen | in Rio | and | left": """
The the DET 1 det
group group NOUN 5 nsubj:pass
of of ADP 3 case
people people NOUN 1 nmod
was be AUX 5 aux:pass
seen see VERB 5 ROOT
in in ADP 7 case
Rio Rio PROPN 5 obl
and and CCONJ 9 cc
left leave VERB 5 conj
""",
    "cats and dogs | sleep": """
cats cat NOUN 3 nsubj
and and CCONJ 2 cc
dogs dog NOUN 0 conj
sleep sleep VERB 3 ROOT
""",
}


@pytest.mark.parametrize("expected", CHUNKS)
def test_chunks(expected):
    assert chunked(CHUNKS[expected]) == expected


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
