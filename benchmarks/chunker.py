"""The chunker without training: how many gold chunks of iSTS it finds.

    python benchmarks/chunker.py [--data FOLDER]

Precision, recall and F over chunks of all sentences, source and target, with a 95 % bootstrap
interval of F; a chunk counts if both ends are right. The rules were written with these sentences in
view, so these are no held-out figures.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from corpora import DATA, before_alignment, run
from spacy_paraphrase import make_pair, sides
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.components.units import chunks
from spacy_paraphrase.metrics import bootstrap, evaluate
from spacy_paraphrase.metrics.measures import Scores, Stats, set_scores, set_stats
from spacy_paraphrase.readers import PairRecord, read_ists

CORPORA = ("headlines", "images", "answers-students")
Spans = set[tuple[int, int]]


class ExactChunks:
    """Chunks with both ends right, over sentences."""

    name = "chunks"

    def stats(self, pred: Spans, gold: Spans) -> Stats:
        """Return the nine numbers of `set_stats`."""
        correct = len(pred & gold)
        return set_stats(len(gold), len(pred), correct, correct)

    def score(self, sums: Sequence[float]) -> Scores:
        """Return the keys of `set_scores`."""
        return set_scores(sums)

    def signature(self) -> str:
        """Return the settings behind a number."""
        return "chunks:exact|avg:micro|tokens:gold|v:1"


def main() -> None:
    """Print a line per corpus."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the corpora")
    data = parser.parse_args().data
    nlp, _ = before_alignment()
    measure = ExactChunks()
    print(f"{measure.signature()}|pipeline:{nlp.meta['name']}")
    print(f"{'':20}{'P':>7}{'R':>7}{'F':>7}{'exact':>7}   95 % of F")
    for name in CORPORA:
        records: list[PairRecord] = list(
            read_ists(data / "relations" / "ists2016" / f"train.{name}.wa")
        )
        gold = [set(units or ()) for r in records for units in (r.source_chunks, r.target_chunks)]
        docs = nlp.pipe(make_pair(nlp, record.source, record.target) for record in records)
        found = [
            {(unit[0], unit[-1] + 1) for unit in chunks(Sentence(side))}
            for doc in docs
            for side in sides(doc)
        ]
        result = evaluate(measure, found, gold)
        interval = bootstrap(result.stats, measure.score)["micro_f"]
        assert interval is not None
        keys = ("micro_precision", "micro_recall", "micro_f", "exact")
        figures = "".join(f"{100 * (result.scores[key] or 0):7.1f}" for key in keys)
        print(f"{name:20}{figures}   {100 * interval.low:.1f}-{100 * interval.high:.1f}")


if __name__ == "__main__":
    run(main)
