"""Who, when and where: signs of two events."""

import pytest

from spacy_paraphrase.fusion.edits import anchor
from spacy_paraphrase.fusion.graph import are_two_places, has_own_time
from spacy_paraphrase.fusion.units import units


@pytest.mark.parametrize(
    ("sentence", "word", "expected"),
    [
        ("He died on Monday.", "on", True),
        ("He died in Oslo.", "in", False),
        ("He died yesterday.", "yesterday", True),
        ("He slept all day.", "day", True),
        ("He slept on the sofa.", "sofa", False),
    ],
)
def test_times(graph, sentence, word, expected):
    pair = graph(sentence, "It rains.")
    assert pair.is_time(pair.source.words.index(word)) is expected


# A frame, the other sentence, what of it is to be put in, whether its time is another one.
OWN = {
    "the same day in other words": (
        "The body was found on July 27.",
        "The body was found on Tuesday in a hotel.",
        "on Tuesday",
        True,
    ),
    "a time that stands with another word of the clause": (
        "The meeting of Monday ended with a vote.",
        "The meeting ended yesterday evening.",
        "yesterday evening",
        True,
    ),
    "no time in the frame": (
        "The body was found in a hotel.",
        "The body was found on Tuesday.",
        "on Tuesday",
        False,
    ),
    "no time in the unit": (
        "The body was found on July 27.",
        "The body was found in a hotel.",
        "in a hotel",
        False,
    ),
    "a span and a date": (
        "The film ran since Monday.",
        "The film ran on May 4.",
        "on May 4",
        False,
    ),
    "a date and a span": (
        "The film ran on May 4.",
        "The film ran since Monday.",
        "since Monday",
        False,
    ),
    "the time of another clause": (
        "The man who was arrested on Monday died.",
        "The man died in May.",
        "in May",
        False,
    ),
    "how long something takes": (
        "The council met on Tuesday.",
        "The council met after a debate of nine hours.",
        "after a debate of nine hours",
        False,
    ),
}


@pytest.mark.parametrize("case", OWN.values(), ids=OWN)
def test_clauses_with_a_time(graph, case):
    frame, other, words, expected = case
    pair = graph(frame, other)
    found = {
        " ".join(pair.texts[t] for t in unit.tokens): unit for unit in units(pair, pair.target)
    }
    unit = found[words]
    assert has_own_time(pair, unit.root, unit.tokens, anchor(pair, pair.source, unit)) is expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("A bomb exploded near Mosul.", "A bomb exploded in Kirkuk on Friday.", True),
        ("A bomb exploded near Mosul.", "A bomb exploded on Friday.", False),
        ("A bomb exploded near Mosul.", "A bomb exploded in the city of Mosul.", False),
        ("A bomb exploded in Mosul.", "A bomb exploded, the police of Baghdad said.", False),
    ],
)
def test_two_places(graph, source, target, expected):
    assert are_two_places(graph(source, target)) is expected
    assert are_two_places(graph(target, source)) is expected
