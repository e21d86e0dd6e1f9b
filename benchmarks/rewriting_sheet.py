"""Sheets of what `rewrite` changes with a table of phrases, to be read blind.

Sentences that the table was not mined from (WikiSplit, the validation part) are rewritten by the
table alone, preset "paraphrase", with all checks, until there are as many changes as are wanted.
The sheet has a line for each change: an id, the sentence, what it became, what was replaced. The
numbers of what refused other rows are printed.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import spacy_paraphrase
from benchmarks.data import DATA, shuffled, wiki_split
from scripts.door import Data, Seed
from spacy_paraphrase.generation.proposers.sources import make_phrase_table
from spacy_paraphrase.generation.rewrite_checks import Checker
from spacy_paraphrase.generation.rewriter import rewrite

HEAD = ("id", "sentence", "became", "replaced", "by")


def sentences(data: Path, seed: int) -> Iterator[str]:
    """Yield the sentences of the validation part of WikiSplit, shuffled."""
    parts = [part for _, two in wiki_split(data, "validation") for part in two]
    yield from shuffled(parts, seed)


def runs(words: list[str]) -> list[str]:
    """Return the runs of up to five words of a sentence."""
    places = ((i, j) for i in range(len(words)) for j in range(i + 1, min(i + 5, len(words)) + 1))
    return [" ".join(words[i:j]) for i, j in places]


def main(
    table: str,
    sheet: Path,
    *,
    data: Data = DATA,
    changes: int = 60,
    seed: Seed = 7,
    tier: str = "fast",
) -> None:
    """Write a sheet."""
    nlp = spacy_paraphrase.load(tier=tier, exclude=["sentence_fuser"])
    source = make_phrase_table(table)
    given = {"preset": "paraphrase", "sources": [source]}
    checker = Checker(nlp)
    lines, refused, read = ["\t".join(HEAD)], Counter[str](), 0
    held = (t for t in sentences(data, seed) if any(source.table.lookup(runs(t.lower().split()))))
    for doc in nlp.pipe(held, batch_size=16):
        read += 1
        found = rewrite(doc, judge=checker, allow_identity=False, **given)[0]
        refused.update(each.check for each in found.refused)
        for edit in found.edits:
            key = hashlib.sha1(f"{doc.text}{edit.start}".encode()).hexdigest()[:12]
            lines.append("\t".join((key, doc.text, found.text, edit.source, edit.target)))
        sheet.write_text("\n".join(lines[: changes + 1]) + "\n", encoding="utf8")
        if len(lines) > changes:
            break
    print(f"{read} sentences that hold a phrase of the table, {len(lines) - 1} changes")
    print(f"refused: {dict(refused.most_common())}")
