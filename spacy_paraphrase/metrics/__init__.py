"""Measures and their statistics, on plain data.

A measure gives additive statistics per pair and scores from their sum; `evaluate` applies it to a
corpus, `bootstrap` and `paired_randomisation` say how far its scores can be trusted.
"""

from ..alignment import RELATIONS
from .alignment import AlignmentMeasure, GoldLinks
from .base import PRF, Measure, Result, evaluate, pooled_prf, prf
from .fixed_rate import (
    SAME_RATE,
    RateComparison,
    Rated,
    compare_at_rate,
    quality_by_rate,
    verdict,
)
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
from .ngrams import bleu, gleu_corpus, gleu_rewrite, ibleu, nist, sari, weighted_by_distance
from .phrases import (
    ParaMetric,
    PhraseMeasure,
    PhrasePair,
    TableMeasure,
    atomic,
    non_identical,
    phrase_pairs,
    unaligned_ratio,
)
from .readability import fkbleu, fkgl, glib, sentence_grade, syllables
from .rewriting import (
    CompressionMeasure,
    GrammarMeasure,
    ReadabilityMeasure,
    RewritingMeasure,
    Rewritten,
    compression_rate,
    copying,
    grammatical_relations,
    outcome,
    precis,
)
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
    "SAME_RATE",
    "AlignmentMeasure",
    "Bin",
    "CalibrationMeasure",
    "ChunkLink",
    "ChunkMeasure",
    "Comparison",
    "CompressionMeasure",
    "Fused",
    "FusionMeasure",
    "GoldChunks",
    "GoldLinks",
    "GrammarMeasure",
    "Interval",
    "LabelMeasure",
    "Measure",
    "ParaMetric",
    "ParaphraseMeasure",
    "PhraseMeasure",
    "PhrasePair",
    "RateComparison",
    "Rated",
    "ReadabilityMeasure",
    "RelationMeasure",
    "Result",
    "RewritingMeasure",
    "Rewritten",
    "SimilarityMeasure",
    "TableMeasure",
    "atomic",
    "bleu",
    "bootstrap",
    "cohen_kappa",
    "compare_at_rate",
    "compression_rate",
    "copying",
    "evaluate",
    "fkbleu",
    "fkgl",
    "gleu_corpus",
    "gleu_rewrite",
    "glib",
    "grammatical_relations",
    "ibleu",
    "nist",
    "non_identical",
    "outcome",
    "paired_randomisation",
    "paired_randomisations",
    "pearson",
    "phrase_pairs",
    "pooled_prf",
    "precis",
    "prf",
    "quality_by_rate",
    "ranks",
    "relation_of",
    "sari",
    "sentence_grade",
    "spearman",
    "syllables",
    "unaligned_ratio",
    "verdict",
    "weighted_by_distance",
    "weighted_mean",
]
