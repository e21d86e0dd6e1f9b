"""How the alignment of words grows with the training data, and what its features are worth.

TRAIN and DEV are files of annotated pairs, or folders of such. Macro F on sure links of DEV, of all
words and of those that are not identical; each figure is the mean of three runs over the pairs in
another order, of which a share is the first part.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from benchmarks.data import before_alignment
from benchmarks.matcher import PAPER, WORDNET, Corpus, Variant, links, memory, named, read, rows
from spacy_paraphrase.cli import formats
from spacy_paraphrase.components.word_pairs import WordPairReader
from spacy_paraphrase.metrics import AlignmentMeasure, evaluate
from spacy_paraphrase.readers import PairRecord
from spacy_paraphrase.readers.corpus import SUFFIXES

RUNS = 3
SHARES = (0.1, 0.3, 1.0)
MEASURES = {"all words": AlignmentMeasure(), "not identical": AlignmentMeasure(identical=False)}
VARIANTS = {
    "in one pass, without linked words": Variant(lambda name: not name.startswith("linked.")),
    "without WordNet": Variant(lambda name: not name.startswith(WORDNET)),
    "features of the paper": Variant(lambda name: name.startswith(PAPER)),
    "the same, memory-based": Variant(lambda name: name.startswith(PAPER), memory),
}


def records(path: Path) -> list[PairRecord]:
    """Return the pairs of a file, or of all files of a folder."""
    files = [path] if path.is_file() else sorted(f for f in path.rglob("*") if f.suffix in SUFFIXES)
    return [r for f in files for r in formats.read(str(f)) if r.words is not None]


def point(train: Corpus, dev: Corpus, name: str, share: float, variant: Variant) -> dict[str, Any]:
    """Return the mean scores of some runs with a share of the training pairs."""
    columns = [k for k, feature in enumerate(train.names) if variant.keep(feature)]
    pairs = max(1, round(share * len(train.gold)))
    found = []
    for seed in range(RUNS):
        some = np.random.RandomState(seed).permutation(len(train.gold))[:pairs].tolist()
        predict = variant.train(named(train, columns), *rows(train, some, columns))
        preds = [links(dev, pair, columns, predict, variant) for pair in range(len(dev.gold))]
        results = [evaluate(measure, preds, dev.gold) for measure in MEASURES.values()]
        found.append([result.scores["macro_f"] or 0.0 for result in results])
    scores = np.mean(found, axis=0).round(4).tolist()
    figures = "".join(f"{100 * score:15.1f}" for score in scores)
    print(f"{name:36}{pairs:5}{figures}", flush=True)
    return {"name": name, "pairs": pairs, "scores": scores}


def main(
    train: Annotated[Path, "annotated pairs to learn from"],
    dev: Annotated[Path, "annotated pairs to measure on"],
    *,
    out: Annotated[Path | None, "JSON file for render --curve"] = None,
) -> None:
    """Print the table, and write it as JSON if there is `--out`."""
    nlp, experts = before_alignment()
    reader = WordPairReader(experts, None)
    taught, held = (read(nlp, reader, records(path)) for path in (train, dev))
    signed = AlignmentMeasure().signature().replace("nonident:no", "nonident:no+yes")
    signature = f"{signed}|macro_f|runs:{RUNS}|dev:{len(held.gold)}|pipeline:{nlp.meta['name']}"
    print(f"{signature}\n{'':41}" + "".join(f"{name:>15}" for name in MEASURES))
    curve = [point(taught, held, f"{s:.0%} of the pairs", s, Variant()) for s in SHARES]
    variants = [point(taught, held, name, 1.0, v) for name, v in VARIANTS.items()]
    if out:
        told = f"Macro F of word links on {dev}, {len(held.gold)} pairs; mean of {RUNS} runs."
        table = {"signature": signature, "measured": told, "scores": list(MEASURES)}
        table |= {"curve": curve, "variants": variants}
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
