"""Clauses side by side: which can be, and what the second one does without."""

import pytest

from spacy_paraphrase.fusion.coordination import (
    clause_end,
    coordinate_clauses,
    has_verb_between,
    is_enclosed,
    is_headline,
)
from spacy_paraphrase.fusion.draft import draft_of
from spacy_paraphrase.fusion.realisation import realise, restore_agreement

# A frame, the other sentence, and both as one; "" where they cannot stand side by side.
CLAUSES = {
    "two statements": (
        "The mayor opened the bridge on Monday.",
        "The bridge cost ten million euros.",
        "The mayor opened the bridge on Monday, and the bridge cost ten million euros.",
    ),
    "one subject that says more the second time": (
        "Robbers burst into a big store in the centre of Leeds on Monday.",
        "Three robbers fled from the town in a stolen van.",
        "Robbers burst into a big store in the centre of Leeds on Monday, and three robbers fled "
        "from the town in a stolen van.",
    ),
    "a quotation at the end": (
        'The mayor said, "The bridge is safe."',
        "The bridge collapsed in May.",
        'The mayor said, "The bridge is safe," and the bridge collapsed in May.',
    ),
    "what points back comes second": (
        "Maria Rossi wrote a book about the war.",
        "She lives in Rome with her two sons and a dog.",
        "Maria Rossi wrote a book about the war, and she lives in Rome with her two sons and "
        "a dog.",
    ),
    "what points back does not come first": (
        "She lives in Rome with her two sons and a dog.",
        "Maria Rossi wrote a book about the war.",
        "",
    ),
    "no question": (
        "The mayor opened the bridge.",
        "Did the bridge cost ten million euros?",
        "",
    ),
    "nothing that points to the other clause": (
        "The mayor opened the bridge.",
        "This made the mayor happy.",
        "",
    ),
    "nothing in common": ("The dog chased a cat.", "Stocks fell on Friday.", ""),
    "no headline": (
        "2 Americans Killed as Afghan Unrest Enters Fifth Day",
        "Two American Officers Murdered As Afghan Unrest Continues",
        "",
    ),
}
PREDICATES = {
    "one subject": (
        "The mayor visited a school in the suburbs.",
        "The mayor opened the bridge.",
        "The mayor visited a school in the suburbs and opened the bridge.",
    ),
    "one subject behind a relative clause": (
        "The company closed its plant, which employs 300 people, last week.",
        "The company plans a new factory in Ohio.",
        "The company closed its plant, which employs 300 people, last week, and plans a new "
        "factory in Ohio.",
    ),
}
SECOND_MENTIONS = {
    "a name is said once, then the surname": (
        "Reporters confirmed that Mark Felt had been the source of the story.",
        "Mark Felt died in California, his family said on Friday.",
        "Reporters confirmed that Mark Felt had been the source of the story, and Felt died in "
        "California, his family said on Friday.",
    ),
    "which one it is is said once": (
        "The red car was found near the harbour.",
        "Two boys stole a red car in Oslo.",
        "The red car was found near the harbour, and two boys stole the car in Oslo.",
    ),
    "which ones they are is said once": (
        "Two young men in red coats robbed a jewellery store in the old town.",
        "A nurse had seen two young men in red coats at the station.",
        "Two young men in red coats robbed a jewellery store in the old town, and a nurse had seen "
        "the men at the station.",
    ),
    "a mention that says nothing more stays": (
        "The hospital, which opened in 1960, has 300 beds.",
        "A nurse was attacked in the hospital.",
        "The hospital, which opened in 1960, has 300 beds, and a nurse was attacked in the "
        "hospital.",
    ),
}
CASES = CLAUSES | PREDICATES | SECOND_MENTIONS


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_two_clauses(graph, case):
    frame, other, expected = case
    pair = graph(frame, other)
    joined = coordinate_clauses(pair, draft_of(pair, pair.source), pair.source)
    text = realise(pair, restore_agreement(pair, joined[0])).text if joined else ""
    assert text == expected
    if joined:
        assert joined[1] == ("predicates" if case in PREDICATES.values() else "clauses")


def test_headlines(graph):
    found = graph("2 Killed in Kabul Bombing", "Two men were killed in a bombing in Kabul.")
    assert is_headline(found, found.source)
    assert not is_headline(found, found.target)
    found = graph("The men were killed", "Two men were killed in a bombing in Kabul.")
    assert not is_headline(found, found.source)


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
