"""Relations whatever the form of the text: apostrophes, quantities, compounds, spelling."""

import pytest

import spacy_paraphrase
from spacy_paraphrase import pipe_pairs, sides
from tables import table

# Word lists, which are never cut otherwise: an auxiliary with its negation is one token.
WORD_LISTS = [
    ("He didn't go home .", "He did n't go home .", "restates"),
    ("Dogs don’t bark at night .", "Dogs do not bark at night .", "restates"),
    ("The shop isnt open .", "The shop is not open .", "restates"),
    ("They can't swim .", "They cannot swim .", "restates"),
    ("There aren't any apples .", "There are no apples .", "restates"),
    ("Nobody didn't laugh .", "Everybody laughed .", "restates"),
    ("He doesn't own a vehicle .", "He doesn't own a car .", "specifies"),
    ("He didn't go home .", "He went home .", "conflict"),
    ("She won't come .", "She will come .", "conflict"),
    ("She wont come .", "She will come .", "conflict"),
    ("They cannot swim .", "They can swim .", "conflict"),
    ("I dont know him .", "I know him .", "conflict"),
    ("They haven’t been seen .", "They have been seen .", "conflict"),
    ("The firm hasnt paid its workers .", "The firm has paid its workers .", "conflict"),
    ("It doesn't work and it can't be fixed .", "It works .", "conflict"),
    ("The firm has'nt paid its workers .", "The firm has paid its workers .", "conflict"),
    ("He did'nt go home .", "He went home .", "conflict"),
    ("He didn`t go home .", "He did not go home .", "restates"),
    ("He didnʼt go home .", "He did not go home .", "restates"),
    ("Dogs don´t bark at night .", "Dogs bark at night .", "conflict"),
]


@pytest.mark.parametrize(("source", "target", "expected"), WORD_LISTS)
def test_negated_auxiliaries_in_word_lists(nlp, source, target, expected):
    words = source.split(), target.split()
    (doc,) = pipe_pairs(nlp, [words])
    assert [[t.text for t in span] for span in sides(doc)] == list(words)
    found = doc._.relation
    assert found.label == ("intersects" if expected == "conflict" else expected)
    assert found.conflict == (expected == "conflict")


@pytest.mark.parametrize("negated", ["didn't", "didnt", "did'nt", "didn’t", "didnʼt", "didn＇t"])
def test_a_fusion_never_drops_a_negated_auxiliary(whole, negated):
    for ways in (str.split, str):
        source, target = f"Ann {negated} call the police .", "Ann did call the police ."
        doc = spacy_paraphrase.compare(ways(source), ways(target), nlp=whole)
        assert [fusion.text for fusion in doc._.fusions] == ["", ""]
        assert {fusion.reason for fusion in doc._.fusions} == {"conflict:negation"}


PLACES = ["The{} cat sleeps .", "The {} cat sleeps .", "The cat sle{}eps ."]


@pytest.mark.parametrize("mark", ["\u200b", "\ufeff", "\u2060", "\u00ad"])
@pytest.mark.parametrize("place", PLACES)
def test_what_nobody_sees_is_no_word(nlp, mark, place):
    source, target = place.format(mark), "The cat sleeps ."
    for ways in (str.split, str):
        doc = spacy_paraphrase.compare(ways(source), ways(target), nlp=nlp)
        assert doc.text.split("\n")[0] == source  # it stays
        assert doc._.relation.label == "equals"
        assert doc._.alignment.explain() in (["both: The cat sleeps"], ["both: cat sleeps"])
        linked = {(link.source.text, link.target.text) for link in doc._.alignment.words}
        assert len(linked) == 4


def test_an_explanation_names_a_negated_auxiliary(nlp):
    pair = "Dogs don't bark at night .".split(), "Dogs bark at night .".split()
    (doc,) = pipe_pairs(nlp, [pair])
    assert doc._.alignment.explain()[0] == "conflict: don't bark / bark (negation)"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Thirty-seven per cent", "37%"),
        ("Twenty-one", "21"),
        ("€1.2 million", "1,200,000 euros"),
        ("90 minutes", "an hour and a half"),
        ("half past three", "3:30"),
        ("e-mail", "email"),
        ("health care", "healthcare"),
    ],
)
def test_units_of_several_words_have_one_link(nlp, one, other):
    rows = table(__file__, "certain")
    (pair,) = [
        (row["source"], row["target"])
        for row in rows
        if row["kind"] == "form" and one in row["source"] and other in row["target"]
    ]
    (doc,) = pipe_pairs(nlp, [pair])
    (link,) = [link for link in doc._.alignment.words if link.source.text == one]
    assert link.target.text == other
    assert link.relation == "restates"
    assert doc._.overlap > 0.99
