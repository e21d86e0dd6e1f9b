"""Other wordings of words and phrases, and the sentences restate, specify and generalize."""

import pytest

from spacy_paraphrase import ParaphraseError, make_pair
from spacy_paraphrase.generation import variants
from spacy_paraphrase.generation.draft import draft_of
from spacy_paraphrase.generation.proposers.wording import leave_out, reworded, swap_word
from spacy_paraphrase.generation.realisation import realise


def test_variants_are_distinct_and_none_of_the_inputs(fuser):
    source = "Three puppies are sleeping on an old sofa in the sun."
    target = "Some dogs sleep on a couch."
    doc = fuser(make_pair(fuser, source, target))
    for kind in ("restate", "specify", "generalize"):
        texts = [fusion.text for fusion in variants(doc, kind)]
        assert len(texts) == len(set(texts))
        assert not {source, target} & set(texts)
    restated = [fusion.text for fusion in variants(doc, "restate")]
    assert "Three puppies are sleeping on an old couch in the sun." in restated
    general = [fusion.text for fusion in variants(doc, "generalize")]
    assert "Three puppies are sleeping on a sofa." in general
    with pytest.raises(ParaphraseError, match="P027"):
        variants(doc, "union")


def test_a_word_takes_the_form_of_the_one_it_replaces(graph):
    found = graph("The law reduces the risk.", "The law will diminish the risk.")
    reduces = found.source.words.index("reduces")
    swapped = swap_word(found, draft_of(found, found.source), reduces)
    assert realise(found, swapped).text == "The law diminishes the risk."
    assert reworded(found, swapped) == {found.aligned[reduces]}


@pytest.mark.parametrize(
    ("sentence", "word", "expected"),
    [
        ("The ferry, which was old, sank.", "was", "The ferry sank."),
        ("The ferry (an old ship) sank.", "ship", "The ferry sank."),
        ("The ferry sank, killing two men.", "killing", "The ferry sank."),
        ("Yesterday, the ferry sank.", "yesterday", "The ferry sank."),
        ("The old ferry sank.", "old", "The ferry sank."),
    ],
)
def test_a_phrase_is_left_out_with_the_punctuation_that_sets_it_off(
    graph, sentence, word, expected
):
    found = graph(sentence, "It rains.")
    draft = leave_out(found.source.words.index(word), draft_of(found, found.source))
    assert realise(found, draft).text == expected


# A sentence, one without a phrase of it, and whether it may go.
LEFT_OUT = {
    "an adjunct": ("The ferry sank near Oslo on Friday.", "The ferry sank near Oslo.", True),
    "a modifier of a noun": ("A red kite hangs in the tree.", "A kite hangs in the tree.", True),
    "nothing below a negation": ("He did not sell fresh fish.", "He did not sell fish.", False),
    "no restriction of a superlative": (
        "It is the oldest bridge in Spain.",
        "It is the oldest bridge.",
        False,
    ),
    "no complement": ("The firm depends on exports.", "The firm depends.", False),
    "no part of a name": ("He visited New Haven.", "He visited Haven.", False),
    "no measure without its number": ("It cost 30 dollars.", "It cost dollars.", False),
    "no condition": ("We sail if it rains.", "We sail.", False),
    "no restriction of a general statement": (
        "The oil is harmless in most cases.",
        "The oil is harmless.",
        False,
    ),
    "no purpose of a state": ("The lane is closed to buses.", "The lane is closed.", False),
    "nobody whose view it is": (
        "The man is innocent, according to Ann.",
        "The man is innocent.",
        False,
    ),
    "no number": ("The inn has 12 rooms.", "The inn has rooms.", False),
    "no modifier of a later conjunct": (
        "She has dark hair and brown skin.",
        "She has dark hair and skin.",
        False,
    ),
}


@pytest.mark.parametrize("case", LEFT_OUT.values(), ids=LEFT_OUT)
def test_what_may_be_left_out(fuser, case):
    sentence, shorter, expected = case
    doc = fuser(make_pair(fuser, sentence, "Nobody knows why."))
    assert (shorter in [fusion.text for fusion in variants(doc, "generalize")]) == expected


REPLACED = {
    "no verb whose complements differ": (
        "Ann told the judge that it rained.",
        "Ann said through a friend that it rained.",
    ),
    "no verb without its particle": (
        "The minister downplayed the report.",
        "The minister played down the report.",
    ),
    "nothing that stands there already": (
        "They die annually from the heat.",
        "They die each year annually due to the heat.",
    ),
}


def test_what_holds_of_some_of_a_kind_does_not_hold_of_the_kind(fuser):
    some, whole = "Students who pass the test get a prize.", "Students get a prize if they pass."
    texts = [fusion.text for fusion in variants(fuser(make_pair(fuser, some, whole)), "generalize")]
    assert "Students get a prize." not in texts


@pytest.mark.parametrize("case", REPLACED.values(), ids=REPLACED)
def test_what_may_not_be_replaced(fuser, case):
    doc = fuser(make_pair(fuser, *case))
    for kind in ("restate", "specify"):
        assert not [f.text for f in variants(doc, kind)]
