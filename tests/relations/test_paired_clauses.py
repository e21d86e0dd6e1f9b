"""Roles are compared: words in other places say something else, in another form the same."""

import csv
from pathlib import Path

from spacy_paraphrase import pipe_pairs

ROWS = Path(__file__).parent / "minimal_pairs.tsv"
KINDS = {
    *("agent", "verb", "obliques", "preposition", "clauses", "property", "tense", "speaker"),
    *("recipient", "from-to", "possessor", "comparison", "voice", "dative", "fronting"),
    *("converse", "reordering", "before-after", "alike"),
}
INVERSE = {"specifies": "generalizes", "generalizes": "specifies"}


def labels(nlp, pairs):
    return [doc._.relation.label for doc in pipe_pairs(nlp, pairs)]


def test_read_backwards_every_relation_is_inverted(nlp):
    rows = list(csv.DictReader(ROWS.read_text("utf-8").splitlines(), delimiter="\t"))
    pairs = [(row["source"], row["target"]) for row in rows if row["kind"] in KINDS]
    assert len(pairs) >= 100
    there, back = labels(nlp, pairs), labels(nlp, [pair[::-1] for pair in pairs])
    assert back == [INVERSE.get(label, label) for label in there]


def links(nlp, source, target):
    (doc,) = pipe_pairs(nlp, [(source, target)])
    return {
        (" ".join(t.text for t in link.source_tokens), link.level): link.relation
        for link in doc._.alignment
    }


def test_the_smallest_units_that_hold_the_difference_have_it(nlp):
    found = links(nlp, "The keys are in the box.", "The keys are behind the box.")
    assert found["in the box", "phrases"] == "intersects"
    assert found["the box", "phrases"] == found["The keys", "phrases"] == "equals"


def test_words_in_other_roles_are_the_same_words(nlp):
    found = links(nlp, "The boss thanked the clerk.", "The clerk thanked the boss.")
    assert found["boss", "words"] == found["thanked", "words"] == "equals"


def test_what_reads_the_same_is_no_difference(nlp):
    # The parser attaches the last phrase in two ways.
    pair = "He saw the man with the telescope.", "Yesterday he saw the man with the telescope."
    assert labels(nlp, [pair]) == ["generalizes"]
