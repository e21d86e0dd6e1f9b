"""What translations of one sentence agree on: a sheet to read.

    python benchmarks/consensus.py [--data FOLDER] [--select METHOD] [--sentences N] [--seed N]

Sentences of MultiMWA-MTRef that are translations of the same one, four or more of at most 30 words;
the first in the order of letters is the source, the others are its renderings. Prints each group,
with what `rewrite.consensus` makes of it and the beginning of the SHA-1 of the source, by which
`readings/consensus.tsv` names it.
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections import defaultdict
from pathlib import Path

from benchmarks.corpora import DATA, run
from spacy_paraphrase.rewrite.consensus import SELECTS, consensus

FILES = ("alignment/mtref/mtref-train.tsv", "alignment/mtref/mtref-dev.tsv")
LEAST, LONGEST = 4, 30


def groups(data: Path, least: int = LEAST, longest: int = LONGEST) -> list[list[str]]:
    """Return sentences that are translations of the same one, so many, of at most so many words."""
    beside: dict[str, set[str]] = defaultdict(set)
    for name in FILES:
        for line in (data / name).read_text("utf8").splitlines():
            _, source, _, target, *_ = line.split("\t")
            beside[source].add(target)
            beside[target].add(source)
    found, seen = [], set()
    for sentence in sorted(beside):
        group, ahead = set(), [sentence]
        while ahead:
            one = ahead.pop()
            if one not in group:
                group.add(one)
                ahead += beside[one]
        if sentence not in seen and len(group) >= least:
            found.append(sorted(group))
        seen |= group
    return [group for group in found if max(len(s.split()) for s in group) <= longest]


def main() -> None:
    """Print groups of renderings with what they agree on."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--select", choices=SELECTS[:2], default="greedy")
    parser.add_argument("--sentences", type=int, default=30)
    parser.add_argument("--seed", type=int, default=5)
    arguments = parser.parse_args()
    found = groups(arguments.data)
    random.Random(arguments.seed).shuffle(found)
    for source, *renderings in found[: arguments.sentences]:
        print(hashlib.sha1(source.encode()).hexdigest()[:10])
        print("\n".join(f"  {text}" for text in (source, *renderings)))
        print(f"= {consensus(source, renderings, select=arguments.select).text}\n")


if __name__ == "__main__":
    run(main)
