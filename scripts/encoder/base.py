"""Take the weights of a base model over: those that a training begins with.

    python scripts/encoder/base.py FOLDER OUT [--layers 0]

FOLDER holds model.safetensors and vocab.txt of all-MiniLM-L6-v2, or of all-mpnet-base-v2 for a
teacher. Of its pieces those are taken that the package ships.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from network import load_base
from safetensors.torch import load_file
from train import save
from vocabulary import read_pieces

from spacy_paraphrase.ml.pair_encoder import SHIPPED, VOCABULARY

# How an MPNet calls the pieces that mark a sequence.
MARKS = {"[CLS]": "<s>", "[SEP]": "</s>"}


def main() -> None:
    """Read, cut, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--layers", type=int, default=0, help="how many, 0 for all")
    args = parser.parse_args()
    base = read_pieces(args.folder / "vocab.txt")
    place = {piece: k for k, piece in enumerate(base)}
    names = read_pieces(SHIPPED / VOCABULARY)
    kept = [place.get(name, place.get(MARKS.get(name, ""), -1)) for name in names]
    assert min(kept) >= 0, "the base model lacks pieces"
    network = load_base(load_file(args.folder / "model.safetensors"), kept, args.layers)
    save(args.out, network, names)


if __name__ == "__main__":
    main()
