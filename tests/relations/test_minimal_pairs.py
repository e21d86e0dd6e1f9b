"""The calculus over parsed sentences: does it know what entails what?"""

import csv
from collections import Counter
from pathlib import Path

from spacy_paraphrase import pipe_pairs

PATH = Path(__file__).with_name("minimal_pairs.tsv")


def test_minimal_pairs(nlp):
    lines = PATH.read_text(encoding="utf-8").splitlines()
    rows = list(csv.DictReader(lines, delimiter="\t"))
    assert len(rows) >= 80
    wrong, kinds = [], Counter()
    pairs = [(row["source"], row["target"]) for row in rows]
    for doc, row in zip(pipe_pairs(nlp, pairs), rows, strict=True):
        found = doc._.relation
        right = found.label == row["relation"] and found.conflict == bool(row["conflict"])
        if not right or (row["conflict"] and row["conflict"] not in found.reasons):
            wrong.append((row["source"], row["target"], found.label))
            kinds[row["kind"]] += 1
    assert len(wrong) <= 0.05 * len(rows), wrong
    # Kinds have two pairs or more; none of them fails as a whole.
    sizes = Counter(row["kind"] for row in rows)
    assert all(kinds[kind] < sizes[kind] for kind in sizes if sizes[kind] > 1), kinds
