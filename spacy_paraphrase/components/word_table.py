"""All features of the word pairs of a pair of sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
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
from ..ml.table import FeatureTable
from ..trees.assignment import BoolArray, FloatArray
from ..trees.context import CONTENT, PUNCTUATION, SPACE, WordFeatures, align_words
from ..trees.grid import Grid
from .side import Side
from .word_experts import WordExperts

# How many pairs of words are read at once: more take memory and no less time.
CELLS = 16384


@dataclass(frozen=True, eq=False)
class Reading:
    """What was read of a pair.

    Attributes:
        source: Its source side of n tokens.
        target: Its target side of m tokens.
        similarity: What the experts say, 0 to 1; shape (n, m).
        possible: Which pairs may be linked at all, shape (n, m): none with white space, no two
            names that have nothing in common, and no negation with a word that is none.
        links: Scores of the links that experts and context propose, shape (n, m).
        candidates: The pairs that the classifier is asked about, shape (n, m).
        table: Named features of all n × m word pairs.
        vectors: Vectors of the tokens of both sides, by kind: "tensor", "vectors", "encoder".
        index: Lexical index of the experts, None without lexical data.
    """

    source: Side
    target: Side
    similarity: FloatArray
    possible: BoolArray
    links: FloatArray
    candidates: BoolArray
    table: FeatureTable
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


@dataclass(frozen=True, eq=False)
class Readings:
    """What was read of some pairs at once; the k-th item is what was read of the k-th pair.

    Attributes:
        pairs: Source and target side of each.
        grid: Their pairs of words.
        similarity: As in `Reading`, but of shape (cells,), like the next ones.
        possible: Likewise.
        links: Likewise.
        candidates: Likewise.
        table: Named features of all cells, as a table of one row.
        vectors: As in `Reading`, of each pair.
        index: Lexical index of the experts, None without lexical data.
    """

    pairs: Sequence[tuple[Side, Side]]
    grid: Grid
    similarity: FloatArray
    possible: BoolArray
    links: FloatArray
    candidates: BoolArray
    table: FeatureTable
    vectors: Sequence[dict[str, tuple[Rows, Rows]]]
    index: LexicalIndex | None

    def __getitem__(self, k: int) -> Reading:
        source, target = self.pairs[k]
        table, values = self.grid.table, self.table.rows.T
        return Reading(
            source,
            target,
            table(self.similarity, k),
            table(self.possible, k),
            table(self.links, k),
            table(self.candidates, k),
            FeatureTable(self.table.names, table(values, k).transpose(1, 2, 0)),
            self.vectors[k],
            self.index,
        )


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
        return self.read_all([(source, target)])[0]

    def read_all(self, pairs: Sequence[tuple[Side, Side]]) -> Readings:
        """Return all features of some pairs, which takes less time than one by one."""
        opinions = self.experts.opinions(pairs)
        words = self.experts.features(pairs, opinions)
        grid = words.grid
        links = np.zeros(len(grid))
        for k, found in enumerate(align_words(words)):
            table = grid.table(links, k)
            for i, j, score in found:
                table[i, j] = score
        vectors = [self._vectors(*pair) for pair in pairs]
        wordnet = self.experts.wordnet()
        index = wordnet.index() if wordnet is not None else None
        named = self._features(pairs, words, opinions, links, vectors, index)
        values = np.empty((len(named), len(grid)), dtype=np.float32)
        for row, feature in zip(values, named.values(), strict=True):
            row[:] = feature
        possible = _possible(pairs, words)
        asked = possible & _promising(words, named, links)
        every = FeatureTable(tuple(named), values.T[None])
        known = words.similarity, possible, links, asked
        return Readings(pairs, grid, *known, every, vectors, index)

    def _features(
        self,
        pairs: Sequence[tuple[Side, Side]],
        words: WordFeatures,
        opinions: dict[str, FloatArray],
        links: FloatArray,
        vectors: Sequence[dict[str, tuple[Rows, Rows]]],
        index: LexicalIndex | None,
    ) -> features.Named:
        """Return the features by name, shape (cells,) each."""
        grid, (sources, targets) = words.grid, zip(*pairs, strict=True)
        tokens = [[side.tokens for side in sides] for sides in (sources, targets)]
        proposed = {
            "identical": words.identical.astype(np.float64),
            "linked": (links > 0).astype(np.float64),
        }
        named = features.lexical_features(grid, opinions, words.similarity)
        named |= features.syntax_features(grid, sources, targets)
        named |= features.place_features(words)
        named |= features.context_features(words, proposed)
        named |= {"linked.score": links}
        if index is not None:
            named |= features.wordnet_features(grid, index, *tokens)
        weights = word_weights(sources[0].span.doc.lang_)
        if weights is not None:
            named |= features.weight_features(grid, weights, *tokens)
        if self.encoder is not None:
            encoded = zip(*(found["encoder"] for found in vectors), strict=True)
            named |= features.vector_features(grid, "encoder", *encoded)
        return named

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


def batches(pairs: Iterable[tuple[Side, Side]]) -> Iterator[list[tuple[Side, Side]]]:
    """Yield the pairs in runs of about `CELLS` pairs of words."""
    some: list[tuple[Side, Side]] = []
    cells = 0
    for source, target in pairs:
        some.append((source, target))
        cells += len(source) * len(target)
        if cells >= CELLS:
            yield some
            some, cells = [], 0
    if some:
        yield some


def _possible(pairs: Sequence[tuple[Side, Side]], words: WordFeatures) -> BoolArray:
    """Return which pairs of words may be linked at all, see `Reading`; shape (cells,)."""
    grid = words.grid
    kinds = words.source_kind[grid.source], words.target_kind[grid.target]
    source, target = zip(*pairs, strict=True)

    def are(sides: Sequence[Side], some: Collection[str]) -> BoolArray:
        return np.array([word in some for side in sides for word in side.words])

    denied = are(source, NEGATIONS)[grid.source] ^ are(target, NEGATIONS)[grid.target]
    # What stands for "with" is "without".
    without = are(source, {"without"})[grid.source] | are(target, {"without"})[grid.target]
    names = [features.attribute(sides, "POS") == symbols.PROPN for sides in (source, target)]
    odd = (names[0][grid.source] & names[1][grid.target]) | (denied & ~without)
    space = (kinds[0] == SPACE) | (kinds[1] == SPACE)
    return np.asarray(~space & (~odd | (words.similarity > 0)))


def _promising(words: WordFeatures, named: features.Named, links: FloatArray) -> BoolArray:
    """Return which pairs of words are worth asking the classifier, about four in ten; (cells,).

    All pairs of content words, those that an expert holds for similar or context proposes, and what
    stands beside or near linked words or in the same place of the tree, but for punctuation near
    it. Of the others hardly a link would come.
    """
    grid = words.grid
    kind = np.maximum(words.source_kind[grid.source], words.target_kind[grid.target])
    found: BoolArray = (kind == CONTENT) | (words.similarity > 0) | (links > 0)
    for place in ("word before", "word behind", "heads", "dependents"):
        found |= named[f"linked.{place}"] > 0
    for place in ("near before", "near behind", "siblings"):
        found |= (named[f"linked.{place}"] > 0) & (kind < PUNCTUATION)
    return found


def word_weights(language: str) -> WordWeights | None:
    """Return the word weights of a language, None where there are none."""
    try:
        return kept_weights(language, folder_name())
    except ParaphraseError:  # a language without word weights has no such features
        return None
