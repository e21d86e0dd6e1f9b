"""Chunk links with relation and similarity: cross-validation of the span matcher on iSTS.

    python benchmarks/matcher_spans.py [--data FOLDER] [--encoder FOLDER] [--folds 5] [--apart]

Gold chunks, the measure of the task (F1 of alignment, type, score, type and score), folds by pair.
One matcher is trained over all three sets, and scored on each; with `--apart` one for each set.
With an encoder the same weights are scored with its features and without: both tiers.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

import spacy_paraphrase
from corpora import DATA
from spacy_paraphrase import sides
from spacy_paraphrase.components.side import Side
from spacy_paraphrase.components.unit_links import pair_of_spans
from spacy_paraphrase.components.word_table import WordReader
from spacy_paraphrase.lexicon.encoder import OnnxEncoder
from spacy_paraphrase.metrics import ChunkLink, ChunkMeasure, evaluate
from spacy_paraphrase.ml.span_context import Part
from spacy_paraphrase.ml.span_gold import gold_classes
from spacy_paraphrase.ml.span_labels import CLASSES, TYPE_OF_RELATION
from spacy_paraphrase.ml.span_model import SpanPair, train_matcher
from spacy_paraphrase.readers import IstsRecord, read_ists, record_to_doc

SETS = ("headlines", "images", "answers-students")
MEASURE = ChunkMeasure()
SEED = 0
# By tier, what a pair looks like, and the links of each pair.
Tiers = dict[str, Callable[[SpanPair], SpanPair]]
Found = dict[str, list[list[ChunkLink]]]


@dataclass
class Item:
    """A pair with its features and its gold."""

    set: str
    record: IstsRecord
    pair: SpanPair
    gold: dict[tuple[Part, Part], int]


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
            found.append(Item(name, record, features(reader, doc, record), gold_classes(record)))
    return found


def features(reader: WordReader, doc: Doc, record: IstsRecord) -> SpanPair:
    """Return what the matcher sees of a pair."""
    reading = reader.read(*map(Side, sides(doc)))
    units = ([list(range(*unit)) for unit in some] for some in chunks(record))
    return pair_of_spans(reading, reader.experts.wordnet(), *units)


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


def fold_of(data: Sequence[Item], count: int) -> np.ndarray:
    """Return the fold of each pair; the same two sentences are in one fold."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for i, item in enumerate(data):
        texts = (" ".join(side).lower() for side in (item.record.source, item.record.target))
        groups.setdefault(tuple(sorted(texts)), []).append(i)
    folds = np.zeros(len(data), dtype=int)
    order = np.random.default_rng(SEED).permutation(len(groups))
    for place, members in zip(order, groups.values(), strict=True):
        folds[members] = place % count
    return folds


def without_encoder(pair: SpanPair) -> SpanPair:
    """Return the pair as the fast tier sees it."""
    table = pair.table
    kept = np.array([not name.startswith("encoder.") for name in table.names])
    return replace(pair, table=replace(table, values=table.values * kept.astype(np.float32)))


def cross_validate(data: Sequence[Item], count: int, tiers: Tiers) -> Found:
    """Return by tier the links of each pair, by a matcher that was trained on the other folds."""
    folds = fold_of(data, count)
    result: Found = {tier: [[] for _ in data] for tier in tiers}
    for fold in range(count):
        train = [item for item, where in zip(data, folds, strict=True) if where != fold]
        matcher = train_matcher([i.pair for i in train], [i.gold for i in train], seed=SEED)
        for i in np.flatnonzero(folds == fold):
            for tier, view in tiers.items():
                result[tier][i] = predicted(data[i], matcher(view(data[i].pair)))
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
    tiers: Tiers = {"fast": without_encoder}
    if args.encoder:
        tiers["accurate"] = lambda pair: pair
    start = time.perf_counter()
    groups = [[name] for name in SETS] if args.apart else [list(SETS)]
    found: list[tuple[str, str, Found, list[Item]]] = []
    for group in groups:
        members = [item for item in data if item.set in group]
        links = cross_validate(members, args.folds, tiers)
        for tier, name in product(tiers, group):
            found.append((tier, name, links, members))
    seconds = time.perf_counter() - start
    print(f"{MEASURE.signature()}|folds:{args.folds}|seed:{SEED}|apart:{args.apart}")
    print(f"pipeline:{nlp.meta['name']}|features:{len(data[0].pair.table.names)}|{seconds:.0f} s")
    print(f"{'F1':30}{'align':>8}{'type':>8}{'score':>8}{'both':>8}")
    for tier, name, links, members in found:
        own = [(p, i) for p, i in zip(links[tier], members, strict=True) if i.set == name]
        result = evaluate(MEASURE, [p for p, _ in own], [i.record.gold for _, i in own])
        kinds = ("align", "type", "score", "type_score")
        cells = [f"{result.scores[f'{kind}_f']:8.3f}" for kind in kinds]
        print(f"{tier:10}{name:20}" + "".join(cells), flush=True)


if __name__ == "__main__":
    main()
