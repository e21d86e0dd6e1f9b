"""Measures and their statistics, on plain data.

A measure gives additive statistics per pair and scores from their sum; `evaluate` applies it to a
corpus, `bootstrap` and `paired_randomisation` say how far its scores can be trusted.
"""

from ..alignment import RELATIONS
from .alignment import AlignmentMeasure, GoldLinks
from .base import PRF, Measure, Result, evaluate, pooled_prf, prf
from .fusion import Fused, FusionMeasure
from .ists import ChunkLink, ChunkMeasure, GoldChunks
from .labels import (
    CONFUSION_LABELS,
    NLI,
    Bin,
    CalibrationMeasure,
    LabelMeasure,
    RelationMeasure,
    cohen_kappa,
    relation_of,
)
from .phrases import PhraseMeasure, PhrasePair, atomic, non_identical, phrase_pairs, unaligned_ratio
from .scores import (
    ParaphraseMeasure,
    SimilarityMeasure,
    pearson,
    ranks,
    spearman,
    weighted_mean,
)
from .significance import (
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
    "ParaphraseMeasure",
    "PhraseMeasure",
    "PhrasePair",
    "RelationMeasure",
    "Result",
    "SimilarityMeasure",
    "atomic",
    "bootstrap",
    "cohen_kappa",
    "evaluate",
    "non_identical",
    "paired_randomisation",
    "paired_randomisations",
    "pearson",
    "phrase_pairs",
    "pooled_prf",
    "prf",
    "ranks",
    "relation_of",
    "spearman",
    "unaligned_ratio",
    "weighted_mean",
]
