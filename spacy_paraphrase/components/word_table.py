"""All features of the word pairs of a pair of sentences."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..errors import ParaphraseError
from ..lexicon import default_weights
from ..lexicon.encoder import Encoder
from ..lexicon.frequency import WordWeights
from ..lexicon.index import LexicalIndex
from ..lexicon.relations import RelationMatrix
from ..ml import word_features as features
from ..ml.span_features import Rows, word_relations
from ..ml.table import FeatureTable, stack
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
        possible: Which pairs may be linked at all, shape (n, m): none with white space, and no two
            names that have nothing in common.
        links: Scores of the links that experts and context propose, shape (n, m).
        vectors: Vectors of the tokens of both sides, by kind: "tensor", "vectors", "encoder".
        index: Lexical index of the experts, None without lexical data.
    """

    source: Side
    target: Side
    features: WordFeatures
    table: FeatureTable
    possible: npt.NDArray[np.bool_]
    links: npt.NDArray[np.float64]
    vectors: dict[str, tuple[Rows, Rows]]
    index: LexicalIndex | None

    @cached_property
    def relations(self) -> RelationMatrix | None:
        """Lexical relations of the words, both of shape (n, m); None without lexical data."""
        if self.index is None:
            return None
        return word_relations(self.index, self.source, self.target)

    @property
    def rarity(self) -> WordWeights | None:
        """How much each word says; None for a language without word weights."""
        return word_weights(self.source.span.doc.lang_)


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
        for i, j, score in align_words(words):
            links[i, j] = score
        vectors = self._vectors(source, target)
        table = (
            features.lexical_features(opinions, words.similarity)
            + features.syntax_features(source.tokens, target.tokens)
            + features.place_features(words)
            + features.context_features(words, words.identical.astype(np.float64), "identical")
            + features.context_features(words, (links > 0).astype(np.float64), "linked")
            + stack(len(source), len(target), {"linked.score": links})
        )
        wordnet = self.experts.wordnet()
        index = wordnet.index() if wordnet is not None else None
        if index is not None:
            table += features.wordnet_features(index, source.tokens, target.tokens)
        weights = word_weights(source.span.doc.lang_)
        if weights is not None:
            table += features.weight_features(weights, source.tokens, target.tokens)
        if "encoder" in vectors:
            table += features.vector_features("encoder", *vectors["encoder"])
        possible = np.logical_and.outer(source.kinds != SPACE, target.kinds != SPACE)
        names = (np.array([t.pos_ == "PROPN" for t in side.tokens]) for side in (source, target))
        possible &= ~np.logical_and.outer(*names) | (words.similarity > 0)
        return Reading(source, target, words, table, possible, links, vectors, index)

    def _vectors(self, source: Side, target: Side) -> dict[str, tuple[Rows, Rows]]:
        """Return all vectors that there are for the tokens."""
        found: dict[str, tuple[Rows, Rows]] = {}
        doc = source.span.doc
        if len(doc.tensor) == len(doc):
            spans = source.span, target.span
            found["tensor"] = tuple(doc.tensor[span.start : span.end] for span in spans)  # type: ignore[assignment]
        if doc.vocab.vectors_length:
            sides = source.tokens, target.tokens
            found["vectors"] = tuple(np.array([t.vector for t in side]) for side in sides)  # type: ignore[assignment]
        if self.encoder is not None:
            texts = [[token.text for token in side.tokens] for side in (source, target)]
            found["encoder"] = tuple(self.encoder.encode(texts))  # type: ignore[assignment]
        return found


def word_weights(language: str) -> WordWeights | None:
    """Return the word weights of a language, None where there are none."""
    try:
        return default_weights(language)
    except ParaphraseError:  # a language without word weights has no such features
        return None
