"""Measures and their statistics, on plain data.

A measure gives additive statistics per pair and scores from their sum; `evaluate` applies it to a
corpus, `bootstrap` and `paired_randomisation` say how far its scores can be trusted.
"""

from ..pairs.alignment import RELATIONS
from .chunk_measures import ChunkLink, ChunkMeasure, GoldChunks
from .fixed_rate import SAME_RATE, RateComparison, Rated, compare_at_rate, quality_by_rate, verdict
from .label_measures import (
    CONFUSION_LABELS,
    NLI,
    Bin,
    CalibrationMeasure,
    LabelMeasure,
    RelationMeasure,
    cohen_kappa,
    relation_of,
)
from .link_measures import AlignmentMeasure, GoldLinks
from .measures import PRF, Measure, Result, evaluate, pooled_prf, prf
from .ngrams import bleu, gleu_corpus, gleu_rewrite, ibleu, nist, sari, weighted_by_distance
from .phrase_measures import (
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
from .retrieval_measures import (
    RankingMeasure,
    average_precision,
    label_overlap,
    means_of_others,
    precision_at,
    recall_at,
    reciprocal_rank,
)
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
from .rouge import Fused, FusionMeasure
from .scores import ParaphraseMeasure, SimilarityMeasure, pearson, ranks, spearman, weighted_mean
from .significance import (
    Interval,
    ScoreDifference,
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
    "RankingMeasure",
    "RateComparison",
    "Rated",
    "ReadabilityMeasure",
    "RelationMeasure",
    "Result",
    "RewritingMeasure",
    "Rewritten",
    "ScoreDifference",
    "SimilarityMeasure",
    "TableMeasure",
    "atomic",
    "average_precision",
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
    "label_overlap",
    "means_of_others",
    "nist",
    "non_identical",
    "outcome",
    "paired_randomisation",
    "paired_randomisations",
    "pearson",
    "phrase_pairs",
    "pooled_prf",
    "precis",
    "precision_at",
    "prf",
    "quality_by_rate",
    "ranks",
    "recall_at",
    "reciprocal_rank",
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
