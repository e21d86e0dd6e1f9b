"""How well two passes of annotation over pairs of the embedded sample agree.

The first pass (train, dev and test) is the reference, the second pass the prediction. Kappa of
relations is over the links that both passes have. Conflicts are told by link.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from benchmarks.data import SAMPLE
from spacy_paraphrase.cli.evaluate import measure
from spacy_paraphrase.readers import read_jsonl
from spacy_paraphrase.view.agreement import agreement

SPLITS = ("train", "dev", "test")
SECOND = "second-pass"
# Scores shown; no measure has all of them.
SCORES = ("micro_precision", "micro_recall", "micro_f", "macro_f", "accuracy", "kappa")


def main(*, data: Annotated[Path, "folder of the sample"] = SAMPLE) -> None:
    """Compare the passes and print the scores, each with its signature."""
    folder = data
    first = {pair.id: pair for name in SPLITS for pair in read_jsonl(folder / f"{name}.jsonl")}
    pred = list(read_jsonl(folder / f"{SECOND}.jsonl"))
    gold = [first[pair.id] for pair in pred]
    print(f"{len(pred)} pairs")
    for name in ("align", "rel", "nli"):
        for _, result in measure(name, gold, pred, str(folder)):
            shown = {key: result.scores.get(key) for key in SCORES}
            cells = [f"{key} {value:.3f}" for key, value in shown.items() if value is not None]
            print(f"{result.signature}\n  {', '.join(cells)}")
    for level, figures in agreement(gold, pred)["levels"].items():
        told = (f"{key} {figures['conflicts'][key]}" for key in ("first", "second", "both"))
        print(f"conflicts:{level}|v:1\n  {', '.join(told)}")
