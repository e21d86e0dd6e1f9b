"""Which subtrees of a sentence are candidates, and what speaks against a position."""

import pytest

from spacy_paraphrase.fusion.draft import draft_of
from spacy_paraphrase.fusion.insertion import (
    candidate_subtrees,
    clause_end,
    has_verb_between,
    is_enclosed,
    is_headline,
    trim,
)

CANDIDATES = {
    "what is new": (
        "A cat sleeps.",
        "A small cat sleeps on the warm sofa all day.",
        ["small", "on the warm sofa", "all day"],
    ),
    "without what is repeated": (
        "The dog found a ball in the garden.",
        "The dog found a ball which a boy had lost yesterday in the garden.",
        ["which a boy had lost yesterday"],
    ),
    "smaller ones of what repeats more than it adds": (
        "A cat sleeps on the sofa.",
        "A cat sleeps on the warm sofa.",
        ["warm"],
    ),
    "no name a second time": (
        "Anna Berg lives in Oslo.",
        "Anna Berg lives near the harbour of Oslo.",
        [],
    ),
    "nothing of another sense of a verb": ("They gave up.", "They gave in on Monday.", []),
    "nothing within quotation marks": (
        "The plan is good.",
        'He said: "The new plan is good."',
        [],
    ),
}


@pytest.mark.parametrize("case", CANDIDATES.values(), ids=CANDIDATES)
def test_candidate_subtrees(graph, case):
    source, target, expected = case
    found = graph(source, target)
    texts = [
        " ".join(found.texts[t] for t in subtree.tokens)
        for subtree in candidate_subtrees(found, found.target)
    ]
    assert texts == expected


def test_headlines(graph):
    found = graph("2 Killed in Kabul Bombing", "Two men were killed in a bombing in Kabul.")
    assert is_headline(found, found.source)
    assert not is_headline(found, found.target)
    found = graph("The men were killed", "Two men were killed in a bombing in Kabul.")
    assert not is_headline(found, found.source)


def test_trim(graph):
    found = graph('He left, (said "Anna"), early.', "He left.")

    def trimmed(start, end):
        return "".join(found.texts[t] for t in trim(found, list(range(start, end))))

    assert found.texts[:11] == ["He", "left", ",", "(", "said", '"', "Anna", '"', ")", ",", "early"]
    assert trimmed(2, 10) == '(said"Anna")'
    assert trimmed(4, 8) == 'said"Anna"'
    assert trimmed(9, 12) == "early"


def test_positions(graph):
    found = graph("The man who came (a baker) slept.", "A man slept.")
    draft = draft_of(found, found.source)
    texts = [word.text for word in draft.words]
    man, slept = texts.index("man"), texts.index("slept")
    assert has_verb_between(found, draft, man, slept)
    assert not has_verb_between(found, draft, man, texts.index("came"))
    assert [is_enclosed(draft, k) for k in (texts.index("("), texts.index("baker"), slept)] == [
        False,
        True,
        False,
    ]
    assert clause_end(draft, slept) == texts.index(".")
    quoted = graph('He said: "It rains."', "It rains.")
    draft = draft_of(quoted, quoted.source)
    assert clause_end(draft, [word.text for word in draft.words].index("said")) is None


POSITIONS = {
    # What an aside opens is closed before something else begins.
    "a comma behind an aside": (
        "The mayor opened the bridge, a steel bridge.",
        "The mayor opened the bridge on Monday.",
        "The mayor opened the bridge, a steel bridge, on Monday.",
    ),
}


@pytest.mark.parametrize("case", POSITIONS.values(), ids=POSITIONS)
def test_insertion(merged, case):
    frame, other, expected = case
    assert merged(frame, other) == expected
