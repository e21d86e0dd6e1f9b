"""The chunker without training: how many gold chunks of iSTS it finds.

Precision, recall and F over chunks of all sentences, source and target, with a 95 % bootstrap
interval of F; a chunk counts if both ends are right. The rules were written with these sentences in
view, so these are no held-out figures.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.data import DATA, ISTS, before_alignment, ists
from benchmarks.report import figures, signature
from scripts.door import Data
from spacy_paraphrase import make_pair, sides
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.components.units import chunks
from spacy_paraphrase.metrics.measures import Scores, Stats, set_scores, set_stats

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


def main(*, data: Data = DATA) -> None:
    """Print a line per corpus."""
    nlp, _ = before_alignment()
    measure = ExactChunks()
    print(signature(measure, nlp))
    print(f"{'':20}{'P':>7}{'R':>7}{'F':>7}{'exact':>7}   95 % of F")
    for name in ISTS:
        records = ists(data, name)
        gold = [set(units or ()) for r in records for units in (r.source_chunks, r.target_chunks)]
        docs = nlp.pipe(make_pair(nlp, record.source, record.target) for record in records)
        found = [
            {(unit[0], unit[-1] + 1) for unit in chunks(Sentence(side))}
            for doc in docs
            for side in sides(doc)
        ]
        keys = ("micro_precision", "micro_recall", "micro_f", "exact")
        print(f"{name:20}{figures(measure, found, gold, keys, 'micro_f')}")
