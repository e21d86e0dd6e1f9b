"""Take the weights of a base model over: those that a training begins with.

FOLDER holds model.safetensors and vocab.txt of all-MiniLM-L6-v2, or of all-mpnet-base-v2 for a
teacher. Of its pieces those are taken that the package ships.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from safetensors.torch import load_file

from spacy_paraphrase.ml.encoder import SHIPPED, VOCABULARY
from weights.encoder.network import load_base
from weights.encoder.train import save
from weights.encoder.vocabulary import read_pieces

# How an MPNet calls the pieces that mark a sequence.
MARKS = {"[CLS]": "<s>", "[SEP]": "</s>"}


def main(folder: Path, out: Path, *, layers: Annotated[int, "how many, 0 for all"] = 0) -> None:
    """Read, cut, write."""
    base = read_pieces(folder / "vocab.txt")
    place = {piece: k for k, piece in enumerate(base)}
    names = read_pieces(SHIPPED / VOCABULARY)
    kept = [place.get(name, place.get(MARKS.get(name, ""), -1)) for name in names]
    assert min(kept) >= 0, "the base model lacks pieces"
    network = load_base(load_file(folder / "model.safetensors"), kept, layers)
    save(out, network, names)
