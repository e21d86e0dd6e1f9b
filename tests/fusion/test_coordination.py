"""What is joined by "and": conjuncts, verbs, clauses; and what a second clause does without."""

import pytest

CONJUNCTS = {
    "with the conjunction of its own sentence": (
        "They sell apples.",
        "They sell apples and pears.",
        "They sell apples and pears.",
    ),
    "before the conjunction of a coordination": (
        "They sell apples and plums.",
        "They sell apples and pears.",
        "They sell apples, pears and plums.",
    ),
    "not among alternatives": (
        "They sell apples or plums.",
        "They sell apples and pears.",
        "They sell apples or plums.",
    ),
    "behind what belongs to the first": (
        "They eat apples in the garden.",
        "They eat apples but no pears.",
        "They eat apples in the garden but no pears.",
    ),
    "not behind a clause about the first": (
        "The firm sells cars that are old.",
        "The firm sells cars and boats.",
        "The firm sells cars that are old.",
    ),
    "no verb beside a noun": (
        "They sell apples.",
        "They sell apples and eat.",
        "They sell apples.",
    ),
    "not within a compound": (
        "The apple tree fell.",
        "The apple and pear tree fell.",
        "The apple tree fell.",
    ),
    "not within brackets": (
        "They bought (fresh apples).",
        "They bought apples and pears.",
        "They bought (fresh apples).",
    ),
    "not under another head": (
        "They praised the taste of apples.",
        "They praised apples and pears.",
        "They praised the taste of apples.",
    ),
    "a predicate of the same subject": (
        "The girl sang a song.",
        "The girl sang a song and played the piano.",
        "The girl sang a song and played the piano.",
    ),
    "no predicate of another subject": (
        "Anna sang a song.",
        "Peter sang a song and played the piano.",
        "Anna sang a song.",
    ),
    "a predicate before an adverbial clause": (
        "The girl sang a song, moving the crowd.",
        "The girl sang a song and played the piano.",
        "The girl sang a song and played the piano, moving the crowd.",
    ),
    "a clause with its own subject": (
        "The girl sang a song.",
        "The girl sang a song and her brother played the piano.",
        "The girl sang a song, and her brother played the piano.",
    ),
}


@pytest.mark.parametrize("case", CONJUNCTS.values(), ids=CONJUNCTS)
def test_conjuncts(merged, case):
    frame, other, expected = case
    assert merged(frame, other) == expected


VERBS = {
    "the same arguments": (
        "The storm hit the coast.",
        "The storm damaged the coast.",
        "The storm hit and damaged the coast.",
    ),
    "in the passive": (
        "The workers were insulted by the firm.",
        "The angry workers were dismissed by the firm.",
        "The angry workers were insulted and dismissed by the firm.",
    ),
    # not in different forms, nor if a circumstance would seem to hold of both
    "another form": ("She may sell the house.", "She loves the house.", ""),
    "a circumstance": (
        "The mayor opened the bridge on Monday.",
        "The mayor praised the bridge.",
        "",
    ),
    "the same in other words": (
        "She likes the book.",
        "She loves the book.",
        "She loves the book.",
    ),
}
CLAUSES = {
    "two statements": (
        "The mayor opened the bridge on Monday.",
        "The bridge cost ten million euros.",
        "The mayor opened the bridge on Monday, and the bridge cost ten million euros.",
    ),
    "one subject": (
        "The mayor opened the bridge.",
        "The mayor visited a school in the suburbs.",
        "The mayor visited a school in the suburbs and opened the bridge.",
    ),
    "one subject behind a relative clause": (
        "The company closed its plant, which employs 300 people, last week.",
        "The company plans a new factory in Ohio.",
        "The company closed its plant, which employs 300 people, last week, and plans a new "
        "factory in Ohio.",
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
        "She lives in Rome with her two sons and a dog.",
        "Maria Rossi wrote a book about the war.",
        "Maria Rossi wrote a book about the war, and she lives in Rome with her two sons and "
        "a dog.",
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
SECOND_MENTIONS = {
    "a name is said once, then the surname": (
        "Mark Felt died in California, his family said on Friday.",
        "Reporters confirmed that Mark Felt had been the source of the story.",
        "Reporters confirmed that Mark Felt had been the source of the story, and Felt died in "
        "California, his family said on Friday.",
    ),
    "which one it is is said once": (
        "Two boys stole a red car in Oslo.",
        "The red car was found near the harbour.",
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
UNIONS = VERBS | CLAUSES | SECOND_MENTIONS


@pytest.mark.parametrize("case", UNIONS.values(), ids=UNIONS)
def test_unions(fuse, case):
    source, target, expected = case
    assert fuse(source, target)["union"].text == expected


def test_sides_exchanged(fuse):
    for source, target, expected in UNIONS.values():
        assert fuse(target, source)["union"].text == expected
