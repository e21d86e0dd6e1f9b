"""Drafts: words in order with intended heads, and what no fusion may be."""

from spacy_paraphrase.fusion.draft import draft_of, is_well_formed, unclosed


def test_checks_refuse_broken_drafts(graph):
    found = graph("The man (a baker) sleeps.", "A man sleeps.")
    whole = draft_of(found, found.source)
    assert is_well_formed(found, whole)
    start = found.source.start
    bracket = start + found.source.texts.index(")")
    assert not is_well_formed(found, whole.without([bracket]))
    root = start + found.source.deps.index("ROOT")
    assert not is_well_formed(found, whole.without([root]))
    assert not is_well_formed(found, whole.insert(1, whole.words[:1], {}))
    assert not is_well_formed(found, draft_of(found, found.source, [start + 2]))


def test_a_draft_knows_its_tree(graph):
    found = graph("The man (a baker) sleeps.", "A man sleeps.")
    draft = draft_of(found, found.source)
    man = found.source.start + 1
    assert [draft.words[draft.positions[c]].text for c in draft.below(man)] == [
        "The",
        "(",
        "baker",
        ")",
    ]
    assert draft.extent(man) == (0, 5)
    shorter = draft.without([man])
    assert man not in shorter
    assert [word.text for word in shorter.words][:2] == ["The", "("]


def test_no_word_stands_for_a_token_that_stands_there_itself(graph):
    found = graph("The man sleeps.", "A man sleeps.")
    draft = draft_of(found, found.source)
    other = draft_of(found, found.target)
    both = draft.insert(0, other.words[1:2], {})
    assert both.words[0].also == () == both.words[2].also


def test_quotes_and_brackets():
    assert unclosed(["He", "(", "a", "``baker"]) == [")", "”"]
    assert unclosed(['"', "Yes", "''"]) == []
    assert unclosed([")"]) is None
