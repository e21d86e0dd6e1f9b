"""How alike two phrases are, beside what people say: by the pair encoder, and by vectors of words.

    python benchmarks/phrases.py DATA [--encoder FOLDER] [--most 0] [--all]

Spearman's correlation with the mean of human scores, 1 to 5, of pairs of PPDB and of Wikipedia
(Pavlick and others 2015, *PPDB 2.0: better paraphrase ranking, fine-grained entailment relations,
word embeddings, and style classification*). Only a fifth of them, by the first phrase, is measured,
which training leaves alone; --all measures all. "encoder": what the pair encoder of the accurate
tier says of two phrases that it reads as sentences; "vectors": the cosine of the mean vectors of
the words, as the fast tier knows them, 0 where it knows none of a phrase.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from verdicts import SEED, drawn

import spacy_paraphrase
from corpora import run
from spacy_paraphrase.lexicon.resources import word_vectors
from spacy_paraphrase.lexicon.word_vectors import WordVectors
from spacy_paraphrase.metrics import spearman
from spacy_paraphrase.ml.pair_encoder import PairEncoder

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts" / "judge"))
from judged_pairs import bucket

FILES = {"PPDB": "words/raw/ppdb-sample.tsv", "Wikipedia": "words/raw/wiki-sample.tsv"}
PARTS = 5


class Phrases(NamedTuple):
    """Two phrases, as words, and the mean of the scores that people gave them."""

    first: list[str]
    second: list[str]
    score: float


def read_phrases(path: Path, held_out: bool) -> list[Phrases]:
    """Return the pairs of a file, or those that are held out."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [
        Phrases(first.split(), second.split(), float(score))
        for score, _, first, second, *_ in rows
        if not held_out or bucket(first, PARTS) == 0
    ]


def by_encoder(encoder: PairEncoder, first: Sequence[str], second: Sequence[str]) -> float:
    """Return how alike two phrases are as units, each of which is all that is read."""
    reading = encoder.read(first, second)
    [judged] = encoder.judge_units(reading, [(range(len(first)), range(len(second)))])
    return judged.similarity


def by_vectors(vectors: WordVectors, first: Sequence[str], second: Sequence[str]) -> float:
    """Return the cosine of the mean vectors of the words; 0 where none is known of a phrase."""
    one, other = ([word.lower() for word in side] for side in (first, second))
    both = float(vectors.cosines(one, other).sum())
    lengths = float(vectors.cosines(one, one).sum()) * float(vectors.cosines(other, other).sum())
    return both / float(np.sqrt(lengths)) if lengths > 0 else 0.0


def main() -> None:
    """Print the correlations."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--encoder", type=Path, help="folder of an encoder of your own")
    parser.add_argument("--most", type=int, default=0, help="pairs of a file, 0 for all")
    parser.add_argument("--all", action="store_true", help="those that may be taught, too")
    args = parser.parse_args()
    encoder, vectors = PairEncoder(args.encoder), word_vectors("en")
    assert vectors is not None
    print(
        f"spearman|held out:{'no' if args.all else f'1/{PARTS}'}|most:{args.most}|seed:{SEED}|"
        f"encoder:{args.encoder or 'shipped'}|v:{spacy_paraphrase.__version__}"
    )
    print(f"{'file':12}{'n':>7}{'encoder':>10}{'vectors':>10}")
    for name, path in FILES.items():
        pairs = drawn(read_phrases(args.data / path, not args.all), args.most)
        gold = [pair.score for pair in pairs]
        systems = (
            [by_encoder(encoder, pair.first, pair.second) for pair in pairs],
            [by_vectors(vectors, pair.first, pair.second) for pair in pairs],
        )
        cells = "".join(f"{spearman(found, gold) or 0.0:10.3f}" for found in systems)
        print(f"{name:12}{len(pairs):7}{cells}", flush=True)


if __name__ == "__main__":
    run(main)
