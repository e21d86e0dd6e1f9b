"""All features of the word pairs of a pair of sentences."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from spacy import symbols

from ..errors import ParaphraseError
from ..lexicon.encoder import Encoder
from ..lexicon.frequency import WordWeights
from ..lexicon.index import LexicalIndex
from ..lexicon.negations import NEGATIONS
from ..lexicon.relations import RelationMatrix
from ..lexicon.resources import folder_name, kept_weights
from ..ml import word_features as features
from ..ml.span_features import Rows, word_relations
from ..ml.table import FeatureTable, join, stack
from ..trees.context import CONTENT, PUNCTUATION, SPACE, WordFeatures, align_words
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
        possible: Which pairs may be linked at all, shape (n, m): none with white space, no two
            names that have nothing in common, and no negation with a word that is none.
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

    @cached_property
    def candidates(self) -> npt.NDArray[np.bool_]:
        """The pairs that the classifier is asked about, shape (n, m); about four in ten.

        All pairs of content words, those that an expert holds for similar or context proposes, and
        what stands beside or near linked words or in the same place of the tree, but for
        punctuation near it. Of the others hardly a link would come.
        """
        kinds = self.source.kinds, self.target.kinds
        content = np.logical_and.outer(*(kind == CONTENT for kind in kinds))
        words = np.logical_and.outer(*(kind < PUNCTUATION for kind in kinds))
        beside = self._linked("word before", "word behind", "heads", "dependents")
        near = self._linked("near before", "near behind", "siblings") & words
        similar = (self.features.similarity > 0) | (self.links > 0)
        return np.asarray(self.possible & (content | similar | beside | near))

    def _linked(self, *places: str) -> npt.NDArray[np.bool_]:
        """Return which pairs have something in one of these places that is linked."""
        columns = [self.table.names.index(f"linked.{name}") for name in places]
        return np.asarray((self.table.values[:, :, columns] > 0).any(axis=2))

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
        pieces = [
            features.lexical_features(opinions, words.similarity),
            features.syntax_features(source, target),
            features.place_features(words),
            features.context_features(
                words,
                {
                    "identical": words.identical.astype(np.float64),
                    "linked": (links > 0).astype(np.float64),
                },
            ),
            stack(len(source), len(target), {"linked.score": links}),
        ]
        wordnet = self.experts.wordnet()
        index = wordnet.index() if wordnet is not None else None
        if index is not None:
            pieces.append(features.wordnet_features(index, source.tokens, target.tokens))
        weights = word_weights(source.span.doc.lang_)
        if weights is not None:
            pieces.append(features.weight_features(weights, source.tokens, target.tokens))
        if "encoder" in vectors:
            pieces.append(features.vector_features("encoder", *vectors["encoder"]))
        table = join(pieces)
        possible = np.logical_and.outer(source.kinds != SPACE, target.kinds != SPACE)
        names = (side.attribute("POS") == symbols.PROPN for side in (source, target))
        denied = np.logical_xor.outer(*(_are(side.words, NEGATIONS) for side in (source, target)))
        # What stands for "with" is "without".
        without = (_are(side.words, {"without"}) for side in (source, target))
        odd = np.logical_and.outer(*names) | (denied & ~np.logical_or.outer(*without))
        possible &= ~odd | (words.similarity > 0)
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


def _are(words: Sequence[str], some: Collection[str]) -> npt.NDArray[np.bool_]:
    return np.array([word in some for word in words])


def word_weights(language: str) -> WordWeights | None:
    """Return the word weights of a language, None where there are none."""
    try:
        return kept_weights(language, folder_name())
    except ParaphraseError:  # a language without word weights has no such features
        return None
