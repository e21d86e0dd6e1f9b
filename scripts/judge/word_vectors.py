"""Distil vectors of words from the base model of the pair encoder.

    python scripts/judge/word_vectors.py BASE OUT [--words 30000] [--size 48]

BASE is the folder that `scripts/encoder/fetch.py` wrote. The model reads each of the most frequent
English words (wordfreq) by itself; its vectors are centred and turned to their main directions, of
which the first are kept, in 8 bits each (`lexicon.word_vectors`).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
from wordfreq import top_n_list

from spacy_paraphrase.arrays import pack_arrays, write_file
from spacy_paraphrase.lexicon.word_vectors import KIND

sys.path.insert(0, str(Path(__file__).parents[1] / "encoder"))
from network import base_pieces, load_base
from prepare import sentence_vectors
from train import Pieces

# The first directions tell how frequent a word is, more than what it means.
COMMON = 1


def main() -> None:
    """Read the words, write their vectors."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("base", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--words", type=int, default=30_000)
    parser.add_argument("--size", type=int, default=48)
    args = parser.parse_args()
    names = base_pieces(args.base)
    network = load_base(args.base, list(range(len(names))), 6)
    listed = [word for word in top_n_list("en", 3 * args.words) if word.replace("-", "").isalpha()]
    words = list(dict.fromkeys(listed))[: args.words]
    rows = sentence_vectors(network, Pieces(names), [(word,) for word in words]).numpy()
    rows -= rows.mean(0)
    _, sizes, axes = np.linalg.svd(rows, full_matrices=False)
    kept = axes[COMMON : COMMON + args.size]
    told = (sizes[COMMON : COMMON + args.size] ** 2).sum() / (sizes**2).sum()
    rows = rows @ kept.T
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    scale = np.abs(rows).max() / 127
    whole = np.round(rows / scale).astype(np.int8)
    write_file(args.out, pack_arrays(KIND, {"words": words}, {"vectors": whole}))
    print(f"{len(words)} words, {told:.2f} of the variance, {args.out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
