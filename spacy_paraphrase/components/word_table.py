"""All features of the word pairs of a pair of sentences."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..errors import ParaphraseError
from ..lexicon import default_weights
from ..lexicon.encoder import Encoder
from ..lexicon.frequency import WordWeights
from ..ml import word_features as features
from ..ml.table import FeatureTable
from ..trees.context import SPACE, WordFeatures, align_words
from .side import Side
from .word_experts import WordExperts


@dataclass(frozen=True, eq=False)
class Reading:
    """What was read of a pair.

    Attributes:
        source: Its source side of n tokens.
        target: Its target side of m tokens.
        features: What context alignment looks at.
        table: Named features of all n × m word pairs.
        solid: Which pairs have no white space, shape (n, m).
    """

    source: Side
    target: Side
    features: WordFeatures
    table: FeatureTable
    solid: npt.NDArray[np.bool_]


class WordReader:
    """Reads the features of word pairs.

    Args:
        experts: Experts on word pairs.
        encoder: What gives words their vectors in context, or None.
    """

    def __init__(self, experts: WordExperts, encoder: Encoder | None) -> None:
        self.experts = experts
        self.encoder = encoder

    def read(self, source: Side, target: Side) -> Reading:
        """Return all features of a pair."""
        opinions = self.experts.opinions(source, target)
        words = self.experts.features(source, target, opinions)
        links = np.zeros(words.similarity.shape)
        for i, j, _ in align_words(words):
            links[i, j] = 1.0
        table = (
            features.lexical_features(opinions, words.similarity)
            + features.syntax_features(source.tokens, target.tokens)
            + features.place_features(words)
            + features.context_features(words, words.identical.astype(np.float64), "identical")
            + features.context_features(words, links, "linked")
        )
        wordnet = self.experts.wordnet()
        index = wordnet.index() if wordnet is not None else None
        if index is not None:
            table += features.wordnet_features(index, source.tokens, target.tokens)
        weights = _weights(source.span.doc.lang_)
        if weights is not None:
            table += features.weight_features(weights, source.tokens, target.tokens)
        if self.encoder is not None:
            texts = [[token.text for token in side.tokens] for side in (source, target)]
            table += features.vector_features("encoder", *self.encoder.encode(texts))
        solid = np.logical_and.outer(source.kinds != SPACE, target.kinds != SPACE)
        return Reading(source, target, words, table, solid)


def _weights(language: str) -> WordWeights | None:
    try:
        return default_weights(language)
    except ParaphraseError:  # a language without word weights has no such features
        return None
