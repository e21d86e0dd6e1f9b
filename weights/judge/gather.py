"""Write the evidence of judged pairs into a file for training.

Of the pairs of every set that are taught, at most so many are taken as `MOST` says (of the everyday
pairs 43,321), drawn with one seed; of those that are held out 500. With --part each of N runs, K
from 0, reads every N-th pair.

The accurate tier takes a pair that is taught as an encoder reads it that was not taught its half:
FOLDER0 and FOLDER1 hold those that were taught the pairs of `half_of` 0 and 1
(`encoder.train --half`). What is held out is read by the encoder of the package.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import spacy
from spacy.tokens import Span

import spacy_paraphrase
from scripts.door import Data, EncoderPair, Made
from spacy_paraphrase.components.relation_classifier import RelationClassifier
from spacy_paraphrase.relations.evidence import LEXEMES, NAMES, PAIR, SIDE, Evidence
from weights.encoder.taught_examples import half_of
from weights.judge.judged_pairs import (
    SPANS,
    Pair,
    everyday,
    is_marked,
    joined,
    judgements,
    made,
    reports,
    snli,
    strangers,
    two_events,
)

HELD = 500
# Pairs of each set that are taught, at most.
MOST = {
    **{"mnli-dev": 11_000, "mnli-train-sample": 5000, "snli": 3500, "paws": 3000},
    **{"snli-train-sample": 2500, "snli-counterfactual": 3000, "negation": 1500},
    **{"wiki-semi-automatic": 3000, "conjnli-automatic": 2500, "fever-symmetric": 1500},
    **{"news-summary-units": 4000, "everyday": 43_321, "made": 12_000, "conjnli-human": 0},
    **{"reports": 12_000, "two events": 3000, "joined": 15_255, "strangers": 6000},
}


def wanted(data: Path, sets: Sequence[str], file: Path | None, part: tuple[int, int]) -> list[Pair]:
    """Return the pairs of a run."""
    found: dict[str, list[Pair]] = {name: [] for name in sets}
    every = [*judgements(data), *snli(data), *everyday(), *joined(everyday())]
    every += [*reports(), *two_events(), *strangers(everyday())]
    for pair in (*every, *(made(file) if file else ())):
        if pair.set in found:
            found[pair.set].append(pair)
    pairs: list[Pair] = []
    for name, some in found.items():
        random.Random(0).shuffle(some)
        pairs += [pair for pair in some if pair.part == "held"][:HELD]
        pairs += [pair for pair in some if pair.part == "taught"][: MOST[name]]
    first, step = part
    return pairs[first::step]


def by_encoder(
    pairs: list[Pair], halves: tuple[Path, Path] | None
) -> Iterator[tuple[Path | None, list[Pair]]]:
    """Yield the encoders of the pairs, None for that of the package, each with those it reads."""
    if halves is None:
        yield None, pairs
        return
    tokenizer = spacy.blank("en").tokenizer
    found: dict[Path | None, list[Pair]] = {None: [], halves[0]: [], halves[1]: []}
    for pair in pairs:
        words = [token.text for token in tokenizer(pair.origin) if not token.is_space]
        found[halves[1 - half_of(words)] if pair.part == "taught" else None].append(pair)
    yield from found.items()


class Gathered:
    """The evidence of pairs, one behind the other."""

    def __init__(self) -> None:
        self.pairs: list[Pair] = []
        self.words: dict[str, int] = {"": 0}
        names = ("values", "columns", "filled", "lexemes", "labels", "nearest", "above")
        self.of_rows: dict[str, list[np.ndarray]] = {name: [] for name in names}
        self.counts: list[tuple[int, int]] = []
        self.sides: list[np.ndarray] = []
        self.pair: list[np.ndarray] = []

    def add(self, pair: Pair, found: Evidence, spans: list[Span]) -> None:
        """Add the evidence of a pair."""
        for k in (0, 1):
            # Most numbers are 0: values and columns of the others, and how many a row has.
            rows, columns = np.nonzero(found.words[k])
            ids = [
                [self.words.setdefault(w, len(self.words)) for w in row] for row in found.lexemes[k]
            ]
            nearest, above = found.neighbours(k)
            size = len(nearest)
            for name, array in {
                "values": found.words[k][rows, columns].astype(np.float16),
                "columns": columns.astype(np.uint16),
                "filled": np.bincount(rows, minlength=size).astype(np.uint16),
                "lexemes": np.array(ids, np.int32).reshape(size, len(LEXEMES)),
                "labels": _labels(spans[k], found.tokens[k], pair.marks[k]),
                "nearest": nearest.astype(np.int16),
                "above": above.astype(np.int16),
            }.items():
                self.of_rows[name].append(array)
        self.counts.append((len(found.tokens[0]), len(found.tokens[1])))
        self.sides.append(found.sides)
        self.pair.append(found.pair)
        self.pairs.append(pair)

    def write(self, path: Path) -> None:
        """Write the file that `judge.train` reads."""
        texts = [[p.set, p.part, p.kind, p.source, p.target] for p in self.pairs]
        np.savez(
            path,
            **{name: np.concatenate(arrays) for name, arrays in self.of_rows.items()},
            counts=np.array(self.counts, np.int32),
            sides=np.array(self.sides, np.float32),
            pair=np.array(self.pair, np.float32),
            classes=np.array([[p.forward, p.backward] for p in self.pairs], np.int8),
            texts=np.array(texts, object),
            words=np.array(list(self.words), object),
            names=np.array([*NAMES, *SIDE, *PAIR], object),
        )


def main(
    data: Data,
    out: Path,
    *,
    sets: list[str] = tuple(MOST),
    tier: str = "fast",
    halves: EncoderPair = None,
    made: Made = None,
    part: tuple[int, int] = (0, 1),
) -> None:
    """Read the pairs, and write their evidence."""
    if halves is not None and tier == "fast":
        sys.exit("--halves needs --tier accurate")
    gathered, pairs = Gathered(), wanted(data, sets, made, part)
    for folder, some in by_encoder(pairs, halves):
        encoder = str(folder) if folder is not None else None
        nlp = spacy_paraphrase.load(tier=tier, encoder=encoder, exclude=["sentence_fuser"])
        component = nlp.get_pipe("relation_classifier")
        assert isinstance(component, RelationClassifier)
        with nlp.select_pipes(disable=["relation_classifier"]):
            texts = [(pair.source, pair.target) for pair in some]
            docs = spacy_paraphrase.pipe_pairs(nlp, texts, batch_size=64)
            for doc, pair in zip(docs, some, strict=True):
                gathered.add(pair, component.evidence(doc), list(doc.spans["pair"]))
                if len(gathered.pairs) % 2000 == 0:
                    print(len(gathered.pairs), "of", len(pairs), flush=True)
    gathered.write(out)


def _labels(side: Span, tokens: tuple[int, ...], marks: SPANS | None) -> np.ndarray:
    """Return for each row 1 if it is marked, 0 if not, -1 if nothing is known."""
    if marks is None:
        return np.full(len(tokens), -1, np.int8)
    start = side.start_char
    found = []
    for i in tokens:
        token = side[i]
        low = token.idx - start
        found.append(is_marked(low, low + len(token), marks))
    return np.array(found, np.int8)
