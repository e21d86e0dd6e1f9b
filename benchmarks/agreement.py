"""How well two passes of annotation over pairs of the embedded sample agree.

    python benchmarks/agreement.py [--data FOLDER]

The first pass (train, dev and test) is the reference, the second pass the prediction. Kappa of
relations is over the links that both passes have. Conflicts are told by link.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from spacy_paraphrase.cli.evaluate import measure
from spacy_paraphrase.readers import read_jsonl
from spacy_paraphrase.view.agreement import agreement

SAMPLE = Path(__file__).parents[1] / "assets" / "sample"
SPLITS = ("train", "dev", "test")
SECOND = "second-pass"
# Scores shown; no measure has all of them.
SCORES = ("micro_precision", "micro_recall", "micro_f", "macro_f", "accuracy", "kappa")


def main() -> None:
    """Compare the passes and print the scores, each with its signature."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=SAMPLE, help="folder of the sample")
    folder = parser.parse_args().data
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
        told = ", ".join(
            f"{key} {figures['conflicts'][key]}" for key in ("first", "second", "both")
        )
        print(f"conflicts:{level}|v:1\n  {told}")


if __name__ == "__main__":
    main()
