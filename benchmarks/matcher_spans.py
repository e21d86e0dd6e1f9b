"""Chunk links with relation and similarity: cross-validation of the matcher of units on iSTS.

Gold chunks, the measure of the task (F1 of alignment, type, score, type and score), folds by pair.
One matcher is trained over all three sets, and scored on each; with `--apart` one for each set.
With --halves the same weights are scored with the features of a pair encoder and without: both
tiers; each pair is read by the encoder that was not taught its links (`python -m weights matcher`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Annotated

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from benchmarks.data import DATA, ISTS, before_alignment, ists
from benchmarks.report import signature
from scripts.door import Data, EncoderPair
from spacy_paraphrase.analysis.sentence import sentences
from spacy_paraphrase.components.unit_links import labelled_spans, unit_example
from spacy_paraphrase.components.word_pairs import WordPairReader, WordPairs
from spacy_paraphrase.metrics import ChunkLink, ChunkMeasure, evaluate
from spacy_paraphrase.ml.span_decode import CLASSES, TYPE_OF_RELATION
from spacy_paraphrase.ml.span_matcher import UnitMatcher
from spacy_paraphrase.ml.unit_learning import UnitExample, UnitLearner, UnitSettings, train
from spacy_paraphrase.readers import IstsRecord, record_to_doc
from spacy_paraphrase.readers.ists_classes import gold_classes
from weights.matcher import Halves, read_halves, with_readings

MEASURE = ChunkMeasure()
SEED = 0
# Links of each pair, by tier.
Found = dict[str, list[list[ChunkLink]]]


@dataclass
class Item:
    """A pair with what it teaches."""

    set: str
    doc: Doc  # kept, since what was read of it lasts only as long
    record: IstsRecord
    reading: WordPairs
    example: UnitExample

    @property
    def units(self) -> tuple[list[list[int]], list[list[int]]]:
        """The tokens of the gold chunks."""
        return units_of(self.record)

    @property
    def fast(self) -> WordPairs:
        """What is read of the pair without an encoder."""
        vectors = {kind: found for kind, found in self.reading.vectors.items() if kind != "encoder"}
        return replace(self.reading, vectors=vectors, near={})


def units_of(record: IstsRecord) -> tuple[list[list[int]], list[list[int]]]:
    """Return the tokens of the gold chunks."""
    chunks = record.source_chunks or (), record.target_chunks or ()
    source, target = ([list(range(*unit)) for unit in some] for some in chunks)
    return source, target


def items(nlp: Language, reader: WordPairReader, data: Path, halves: Halves | None) -> list[Item]:
    """Return all pairs of the three sets."""
    found = []
    for name in ISTS:
        records = ists(data, name)
        docs = nlp.pipe([record_to_doc(r, nlp) for r in records])
        docs = with_readings(docs, [record.source for record in records], halves)
        for record, doc in zip(records, docs, strict=True):
            reading = reader.read(*sentences(doc))
            example = unit_example("chunks", reading, units_of(record), gold_classes(record))
            found.append(Item(name, doc, record, reading, example))
    return found


def predicted(item: Item, reading: WordPairs, matcher: UnitMatcher) -> list[ChunkLink]:
    """Return the links of a pair as the measure takes them."""
    pair, links = labelled_spans("chunks", matcher, reading, item.units)
    result = []
    for link in links:
        tokens = []
        parts = pair.source[link.source], pair.target[link.target]
        for units, joint in zip(item.units, parts, strict=True):
            tokens.append([i for part in joint for i in units[part]])
        kind = CLASSES[link.kind]
        result.append(ChunkLink(*tokens, {TYPE_OF_RELATION[kind.relation]}, kind.score))
    return result


def fold_of(records: Sequence[IstsRecord], count: int) -> np.ndarray:
    """Return the fold of each pair; the same two sentences are in one fold."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for i, record in enumerate(records):
        texts = (" ".join(side).lower() for side in (record.source, record.target))
        groups.setdefault(tuple(sorted(texts)), []).append(i)
    folds = np.zeros(len(records), dtype=int)
    order = np.random.default_rng(SEED).permutation(len(groups))
    for place, members in zip(order, groups.values(), strict=True):
        folds[members] = place % count
    return folds


def cross_validate(data: Sequence[Item], count: int, tiers: Sequence[str]) -> Found:
    """Return by tier the links of each pair, by a matcher that was trained on the other folds."""
    folds = fold_of([item.record for item in data], count)
    result: Found = {tier: [[] for _ in data] for tier in tiers}
    for fold in range(count):
        taught = [item for item, where in zip(data, folds, strict=True) if where != fold]
        learner = UnitLearner(UnitSettings())
        train(learner, [item.example for item in taught])
        for i in np.flatnonzero(folds == fold):
            for tier in tiers:
                reading = data[i].fast if tier == "fast" else data[i].reading
                result[tier][i] = predicted(data[i], reading, learner.matcher)
    return result


def main(
    *,
    data: Data = DATA,
    halves: EncoderPair = None,
    folds: int = 5,
    apart: Annotated[bool, "train on each set by itself"] = False,
) -> None:
    """Print the table."""
    nlp, experts = before_alignment()
    pairs = items(nlp, WordPairReader(experts, None), data, read_halves(halves))
    tiers = ["fast", "accurate"] if halves else ["fast"]
    start = time.perf_counter()
    found: list[tuple[str, str, list[list[ChunkLink]], list[Item]]] = []
    for group in [[name] for name in ISTS] if apart else [list(ISTS)]:
        members = [item for item in pairs if item.set in group]
        links = cross_validate(members, folds, tiers)
        found += [(tier, name, links[tier], members) for tier, name in product(tiers, group)]
    seconds = time.perf_counter() - start
    print(signature(MEASURE, folds=folds, seed=SEED, apart=apart))
    width = len(pairs[0].example.pair.table.names)
    print(f"pipeline:{nlp.meta['name']}|features:{width}|{seconds:.0f} s")
    print(f"{'F1':30}{'align':>8}{'type':>8}{'score':>8}{'both':>8}")
    for tier, name, links, members in sorted(found, key=lambda row: tiers.index(row[0])):
        own = [(p, i) for p, i in zip(links, members, strict=True) if i.set == name]
        result = evaluate(MEASURE, [p for p, _ in own], [i.record.gold for _, i in own])
        kinds = ("align", "type", "score", "type_score")
        cells = [f"{result.scores[f'{kind}_f']:8.3f}" for kind in kinds]
        print(f"{tier:10}{name:20}" + "".join(cells), flush=True)
