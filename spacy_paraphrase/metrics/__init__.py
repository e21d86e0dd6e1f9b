"""Measures and their statistics, on plain data.

A measure gives additive statistics per pair and scores from their sum; `evaluate` applies it to a
corpus, `bootstrap` and `paired_randomisation` say how far its scores can be trusted.
"""

from spacy_paraphrase.alignment import RELATIONS
from spacy_paraphrase.metrics.alignment import AlignmentMeasure, GoldLinks
from spacy_paraphrase.metrics.base import PRF, Measure, Result, evaluate, pooled_prf, prf
from spacy_paraphrase.metrics.fusion import Fused, FusionMeasure
from spacy_paraphrase.metrics.ists import ChunkLink, ChunkMeasure, GoldChunks
from spacy_paraphrase.metrics.labels import (
    CONFUSION_LABELS,
    NLI,
    Bin,
    CalibrationMeasure,
    LabelMeasure,
    RelationMeasure,
    cohen_kappa,
    relation_of,
)
from spacy_paraphrase.metrics.phrases import (
    PhraseMeasure,
    PhrasePair,
    atomic,
    non_identical,
    phrase_pairs,
    unaligned_ratio,
)
from spacy_paraphrase.metrics.significance import (
    Comparison,
    Interval,
    bootstrap,
    paired_randomisation,
    paired_randomisations,
)

__all__ = [
    "CONFUSION_LABELS",
    "NLI",
    "PRF",
    "RELATIONS",
    "AlignmentMeasure",
    "Bin",
    "CalibrationMeasure",
    "ChunkLink",
    "ChunkMeasure",
    "Comparison",
    "Fused",
    "FusionMeasure",
    "GoldChunks",
    "GoldLinks",
    "Interval",
    "LabelMeasure",
    "Measure",
    "PhraseMeasure",
    "PhrasePair",
    "RelationMeasure",
    "Result",
    "atomic",
    "bootstrap",
    "cohen_kappa",
    "evaluate",
    "non_identical",
    "paired_randomisation",
    "paired_randomisations",
    "phrase_pairs",
    "pooled_prf",
    "prf",
    "relation_of",
    "unaligned_ratio",
]
