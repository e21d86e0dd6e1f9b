"""The fusion graph: what one side says in other words."""

from lexicon.toy_wordnet import COUNTS, toy_resource

from spacy_paraphrase.fusion.graph import restated_words
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
