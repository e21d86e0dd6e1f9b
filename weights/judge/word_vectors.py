"""Distil vectors of words from the base model of the pair encoder.

BASE is the folder that `encoder.fetch` wrote. The model reads each of the most frequent
English words (wordfreq) by itself; its vectors are centred and turned to their main directions, of
which the first are kept, in 8 bits each (`lexicon.word_vectors`).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch.nn import functional
from wordfreq import top_n_list

from spacy_paraphrase.jobs.arrays import pack_arrays, write_file
from spacy_paraphrase.lexicon.word_vectors import KIND
from spacy_paraphrase.ml.encoder import word_pieces
from weights.encoder.network import Batch, PairNetwork, load_base
from weights.encoder.train import states_of
from weights.encoder.vocabulary import read_pieces

# The first directions tell how frequent a word is, more than what it means.
COMMON = 1


@torch.no_grad()
def mean_states(network: PairNetwork, names: list[str], words: list[str]) -> np.ndarray:
    """Return the mean states of words that are read alone, of length 1, shape (words, width)."""
    network.eval()
    ids = {name: k for k, name in enumerate(names)}
    cut = word_pieces(ids, "the vocabulary")
    found = []
    for word in words:
        pieces = torch.tensor([[ids["[CLS]"], *cut(word), ids["[SEP]"]]])
        there = torch.ones_like(pieces, dtype=torch.bool)
        states = states_of(network, Batch(pieces, torch.zeros_like(pieces), there))
        found.append(functional.normalize(states.mean(1), dim=1))
    return torch.cat(found).numpy()


def main(base: Path, out: Path, *, words: int = 30_000, size: int = 48) -> None:
    """Read the words, write their vectors."""
    names = read_pieces(base / "vocab.txt")
    network = load_base(load_file(base / "model.safetensors"), list(range(len(names))))
    listed = [word for word in top_n_list("en", 3 * words) if word.replace("-", "").isalpha()]
    some = list(dict.fromkeys(listed))[:words]
    rows = mean_states(network, names, some)
    rows -= rows.mean(0)
    _, sizes, axes = np.linalg.svd(rows, full_matrices=False)
    kept = axes[COMMON : COMMON + size]
    told = (sizes[COMMON : COMMON + size] ** 2).sum() / (sizes**2).sum()
    rows = rows @ kept.T
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    scale = np.abs(rows).max() / 127
    whole = np.round(rows / scale).astype(np.int8)
    write_file(out, pack_arrays(KIND, {"words": some}, {"vectors": whole}))
    print(f"{len(some)} words, {told:.2f} of the variance, {out.stat().st_size / 1e6:.2f} MB")
