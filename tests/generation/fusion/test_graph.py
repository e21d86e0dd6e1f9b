"""The fusion graph, and what is asked of it and of drafts before sentences are joined."""

import pytest
from lexicon.toy_wordnet import COUNTS, toy_resource

from spacy_paraphrase.generation.draft import draft_of, unclosed
from spacy_paraphrase.generation.graph import are_two_places, restated_words
from spacy_paraphrase.generation.proposers.coordination import clause_end, is_headline
from spacy_paraphrase.lexicon.build import build_index


def test_what_the_other_side_says_in_other_words(graph):
    found = graph("Bush is on IR after the invasion.", "They invaded; he is on injured reserve.")
    said = {found.texts[t] for t in found.restated}
    assert "IR" in said
    assert "Bush" not in said


def test_other_words_are_those_of_the_lexicon_of_the_pipeline(graph, fuser, monkeypatch):
    found = graph("The cad paid the firm.", "Rain fell on the dog and a company.")

    def restated(lexicon):
        content = [t for t in range(len(found.doc)) if found.is_content(t)]
        said = restated_words(found.source, found.target, content, lexicon)
        return {found.texts[t] for t in said}

    # in no synset together, but in our own groups
    assert restated(found.lexicon) == {"firm", "company"}
    component = fuser.get_pipe("sentence_fuser")
    toy = build_index(toy_resource(), COUNTS)
    monkeypatch.setattr(component.lexicon, "own", toy)
    assert component._tasks(found.doc)[0].graph.lexicon is toy
    assert restated(toy) == {"cad", "dog", "firm", "company"}


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
    assert clause_end(draft, texts.index("slept")) == texts.index(".")
    quoted = graph('He said: "It rains."', "It rains.")
    draft = draft_of(quoted, quoted.source)
    assert clause_end(draft, [word.text for word in draft.words].index("said")) is None


def test_quotes_and_brackets():
    assert unclosed(["He", "(", "a", "``baker"]) == [")", "”"]
    assert unclosed(['"', "Yes", "''"]) == []
    assert unclosed([")"]) is None


@pytest.mark.parametrize("target", ["They gave in.", "They gave up."])
def test_particles(graph, target):
    found = graph("They gave up the fight.", target)
    verbs = (side.start + side.texts.index("gave") for side in (found.source, found.target))
    assert found.has_other_particle(*verbs) == (target == "They gave in.")
