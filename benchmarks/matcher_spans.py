"""Chunk links with relation and similarity: cross-validation of the span matcher on iSTS.

    python benchmarks/matcher_spans.py [--data FOLDER] [--encoder FOLDER] [--folds 5] [--apart]

Gold chunks, the measure of the task (F1 of alignment, type, score, type and score), folds by pair.
One matcher is trained over all three sets, and scored on each; with `--apart` one for each set.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from spacy.language import Language

import spacy_paraphrase
from corpora import DATA
from spacy_paraphrase import sides
from spacy_paraphrase.components.chunk_links import pair_of_links, pair_of_spans, relabelled
from spacy_paraphrase.components.side import Side
from spacy_paraphrase.components.word_table import Reading, WordReader
from spacy_paraphrase.lexicon.encoder import OnnxEncoder
from spacy_paraphrase.lexicon.wordnet import WordNetExpert
from spacy_paraphrase.metrics import ChunkLink, ChunkMeasure, evaluate
from spacy_paraphrase.ml.span_context import Part
from spacy_paraphrase.ml.span_gold import gold_classes, gold_links
from spacy_paraphrase.ml.span_labeller import train_labeller
from spacy_paraphrase.ml.span_labels import CLASSES, TYPE_OF_RELATION
from spacy_paraphrase.ml.span_model import SpanPair, train_matcher
from spacy_paraphrase.readers import IstsRecord, read_ists, record_to_doc

SETS = ("headlines", "images", "answers-students")
MEASURE = ChunkMeasure()
SEED = 0


@dataclass
class Item:
    """A pair with its features and its gold."""

    set: str
    record: IstsRecord
    pair: SpanPair
    gold: dict[tuple[Part, Part], int]
    reading: Reading

    @property
    def units(self) -> tuple[list[list[int]], list[list[int]]]:
        """The tokens of the gold chunks."""
        source, target = ([list(range(*unit)) for unit in some] for some in chunks(self.record))
        return source, target


def items(nlp: Language, data: Path, encoder: OnnxEncoder | None) -> list[Item]:
    """Return all pairs of the three sets."""
    reader = WordReader(nlp.get_pipe("tree_aligner").experts, encoder)
    found = []
    for name in SETS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # chunks that differ by a token, see the reader
            records = list(read_ists(data / "relations" / "ists2016" / f"train.{name}.wa"))
        docs = nlp.pipe([record_to_doc(record, nlp) for record in records])
        for record, doc in zip(records, docs, strict=True):
            reading = reader.read(*map(Side, sides(doc)))
            units = ([list(range(*unit)) for unit in some] for some in chunks(record))
            pair = pair_of_spans(reading, reader.experts.wordnet(), *units)
            found.append(Item(name, record, pair, gold_classes(record), reading))
    return found


def chunks(record: IstsRecord) -> tuple[Sequence[tuple[int, int]], Sequence[tuple[int, int]]]:
    """Return the gold chunks."""
    return record.source_chunks or (), record.target_chunks or ()


def predicted(item: Item, links: Sequence[object]) -> list[ChunkLink]:
    """Return links as the measure takes them."""
    result = []
    for link in links:
        tokens = []
        parts = item.pair.source[link.source], item.pair.target[link.target]
        for units, joint in zip(chunks(item.record), parts, strict=True):
            tokens.append([i for part in joint for i in range(*units[part])])
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


def cross_validate(
    data: Sequence[Item], count: int, wordnet: WordNetExpert | None
) -> list[list[ChunkLink]]:
    """Return the links of each pair, by a matcher and a labeller trained on the other folds."""
    folds = fold_of([item.record for item in data], count)
    result: list[list[ChunkLink]] = [[] for _ in data]
    for fold in range(count):
        train = [item for item, where in zip(data, folds, strict=True) if where != fold]
        matcher = train_matcher([i.pair for i in train], [i.gold for i in train], seed=SEED)
        linked, classes = [], []
        for item in train:
            *ends, kinds = gold_links(item.record)
            if len(kinds):
                linked.append(pair_of_links(item.reading, wordnet, *ends))
                classes.append(kinds)
        labeller = train_labeller(linked, classes, seed=SEED)
        for i in np.flatnonzero(folds == fold):
            item = data[i]
            found = matcher(item.pair)
            named = relabelled(labeller, item.reading, wordnet, item.units, item.pair, found)
            result[i] = predicted(item, named)
    return result


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the corpora")
    parser.add_argument("--encoder", type=Path, help="folder of an ONNX encoder")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--apart", action="store_true", help="train on each set by itself")
    args = parser.parse_args()
    nlp = spacy_paraphrase.load()
    data = items(nlp, args.data, OnnxEncoder(args.encoder) if args.encoder else None)
    wordnet = nlp.get_pipe("tree_aligner").experts.wordnet()
    tier = "encoder" if args.encoder else "fast"
    start = time.perf_counter()
    links: dict[str, list[list[ChunkLink]]] = {}
    if args.apart:
        for name in SETS:
            some = [i for i in data if i.set == name]
            links[name] = cross_validate(some, args.folds, wordnet)
    else:
        found = cross_validate(data, args.folds, wordnet)
        for name in SETS:
            links[name] = [p for p, i in zip(found, data, strict=True) if i.set == name]
    seconds = time.perf_counter() - start
    print(f"{MEASURE.signature()}|folds:{args.folds}|seed:{SEED}|tier:{tier}|apart:{args.apart}")
    print(f"pipeline:{nlp.meta['name']}|features:{len(data[0].pair.table.names)}|{seconds:.0f} s")
    print(f"{'F1':20}{'align':>8}{'type':>8}{'score':>8}{'both':>8}")
    for name in SETS:
        result = evaluate(MEASURE, links[name], [i.record.gold for i in data if i.set == name])
        kinds = ("align", "type", "score", "type_score")
        cells = [f"{result.scores[f'{kind}_f']:8.3f}" for kind in kinds]
        print(f"{name:20}" + "".join(cells), flush=True)


if __name__ == "__main__":
    main()
