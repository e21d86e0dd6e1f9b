"""The calculus over parsed sentences: does it know what entails what?"""

import csv
from collections import Counter
from pathlib import Path

import pytest

from spacy_paraphrase import pipe_pairs

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("name", "size", "share"),
    [("minimal_pairs", 250, 0.05), ("wider_pairs", 150, 0.1), ("everyday_pairs", 100, 0.17)],
)
def test_pairs(nlp, name, size, share):
    lines = (HERE / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    rows = list(csv.DictReader(lines, delimiter="\t"))
    assert len(rows) >= size
    wrong, kinds = [], Counter()
    pairs = [(row["source"], row["target"]) for row in rows]
    for doc, row in zip(pipe_pairs(nlp, pairs), rows, strict=True):
        found = doc._.relation
        if found.label != row["relation"] or found.conflict != bool(row["conflict"]):
            wrong.append((row["source"], row["target"], found.label, found.reasons))
            kinds[row["kind"]] += 1
    assert len(wrong) <= share * len(rows), wrong
    # Kinds have two pairs or more; none of them fails as a whole.
    sizes = Counter(row["kind"] for row in rows)
    assert all(kinds[kind] < sizes[kind] for kind in sizes if sizes[kind] > 1), kinds


def test_reasons_of_conflicts(nlp):
    lines = (HERE / "minimal_pairs.tsv").read_text(encoding="utf-8").splitlines()
    rows = [row for row in csv.DictReader(lines, delimiter="\t") if row["conflict"]]
    docs = pipe_pairs(nlp, [(row["source"], row["target"]) for row in rows])
    named = [row["conflict"] in doc._.relation.reasons for doc, row in zip(docs, rows, strict=True)]
    assert sum(named) >= 0.95 * len(rows)
