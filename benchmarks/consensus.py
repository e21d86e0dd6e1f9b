"""What translations of one sentence agree on: a sheet to read.

Sentences of MultiMWA-MTRef that are translations of the same one, four or more of at most 30 words;
the first in the order of letters is the source, the others are its renderings. Prints each group,
with what `papers.consensus` makes of it and the beginning of the SHA-1 of the source, by which
`readings/consensus.tsv` names it.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Literal

from benchmarks.data import DATA, renderings, shuffled
from scripts.door import Data, Seed
from spacy_paraphrase.papers.consensus import SELECTS, consensus

LEAST, LONGEST = 4, 30


def groups(data: Path, least: int = LEAST, longest: int = LONGEST) -> list[list[str]]:
    """Return sentences that are translations of the same one, so many, of at most so many words."""
    some = (group for group in renderings(data) if len(group) >= least)
    return [group for group in some if max(len(s.split()) for s in group) <= longest]


def main(
    *,
    data: Data = DATA,
    select: Literal[tuple(SELECTS[:2])] = "greedy",
    sentences: int = 30,
    seed: Seed = 5,
) -> None:
    """Print groups of renderings with what they agree on."""
    for source, *others in shuffled(groups(data), seed)[:sentences]:
        print(hashlib.sha1(source.encode()).hexdigest()[:10])
        print("\n".join(f"  {text}" for text in (source, *others)))
        print(f"= {consensus(source, others, select=select).text}\n")
