"""Operators over parsed sentences, a kind of them at a time: at least five pairs, unrelated."""

import csv
from collections import Counter
from pathlib import Path

from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.pairs.results import invert_relation

PATH = Path(__file__).with_name("operator_pairs.tsv")


def rows():
    return list(csv.DictReader(PATH.read_text(encoding="utf-8").splitlines(), delimiter="\t"))


def test_operator_pairs(nlp):
    table = rows()
    sizes = Counter(row["kind"] for row in table)
    assert min(sizes.values()) >= 5
    wrong = []
    pairs = [(row["source"], row["target"]) for row in table]
    for doc, row in zip(pipe_pairs(nlp, pairs), table, strict=True):
        found = doc._.relation
        conflict = found.reasons[0] if found.conflict else ""
        if (found.label, conflict) != (row["relation"], row["conflict"]):
            wrong.append((row["source"], row["target"], found.label, conflict))
    assert len(wrong) <= 0.02 * len(table), wrong


def test_operator_pairs_backwards(nlp):
    """Exchanging the sides inverts the relation, but for what the parser reads otherwise there."""
    table = rows()
    pairs = [(row["target"], row["source"]) for row in table]
    odd = [
        (row["source"], row["target"], doc._.relation.label)
        for doc, row in zip(pipe_pairs(nlp, pairs), table, strict=True)
        if doc._.relation.label != invert_relation(row["relation"])
    ]
    assert len(odd) <= 0.03 * len(table), odd
