"""Features of word pairs: the similarities by experts, and all features in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import srsly
from spacy import symbols

from ..analysis.amounts import amounts
from ..analysis.dates import dates
from ..analysis.quantities import RANK, TIMES
from ..analysis.sentence import Sentence
from ..checked import SettingCheck
from ..jobs.arrays import Array, BoolArray, FloatArray, FloatingArray, IntArray
from ..lexicon.index import LexicalIndex
from ..lexicon.phrase_table import PhraseTableExpert
from ..lexicon.relations import RelationMatrix
from ..lexicon.resources import WordWeights, word_weights
from ..lexicon.spelling import Expert, cosines
from ..lexicon.vectors import Encoder
from ..lexicon.wordnet import WordNetExpert
from ..ml import word_features as features
from ..ml.feature_tables import FeatureTable
from ..ml.span_features import word_relations
from ..ml.word_forms import form_features
from ..pairs.results import read_encoder_output
from ..trees.pair_batch import ChosenCells, RaggedBatch
from ..trees.word_alignment import CONTENT, PUNCTUATION, SPACE, Linked, WordFeatures, align_words

# What stands before the name of a phrase table among the data of experts.
_TABLE = "table."


class WordExperts:
    """Experts on word similarity, each with a weight; those of weight 0 are not used.

    Args:
        name: Name of the component, for errors.
        experts: Functions of two token lists to a matrix of similarities, by name.
        weights: Weight of each, 0 to 1.

    Raises:
        ParaphraseError: P008 for weights that do not match the experts.
    """

    def __init__(
        self, name: str, experts: Mapping[str, Expert], weights: Mapping[str, float]
    ) -> None:
        check = SettingCheck("P008", name=name)
        for setting, given in (("experts", experts), ("weights", weights)):
            expected = "a value for each expert, by name"
            check.sound(setting, given, isinstance(given, Mapping), expected)
        same, expected = set(weights) == set(experts), f"a weight for each of {sorted(experts)}"
        check.sound("weights", sorted(weights), same, expected)
        for expert, weight in weights.items():
            check.share(f"weights.{expert}", weight, "a number of 0 to 1")
        self.experts = dict(experts)
        self.weights = dict(weights)

    def opinions(self, pairs: Sequence[tuple[Sentence, Sentence]]) -> dict[str, FloatArray]:
        """Return the similarities of word pairs by each expert, by name; (cells,) each."""
        found = {}
        for name, expert in self.experts.items():
            if self.weights[name] > 0:
                if isinstance(expert, WordNetExpert):
                    tables = expert.values_of(pairs)
                else:
                    tables = [expert(*pair) for pair in pairs]
                found[name] = np.concatenate([table.reshape(-1) for table in tables])
        return found

    def features(
        self, pairs: Sequence[tuple[Sentence, Sentence]], opinions: Mapping[str, FloatArray]
    ) -> WordFeatures:
        """Return the features used to align words by context, for several pairs at once.

        Args:
            pairs: Source and target of each.
            opinions: Similarities by each expert, by name; shape (cells,) each.
        """
        batch = RaggedBatch([(len(source), len(target)) for source, target in pairs])
        sides = tuple(zip(*pairs, strict=True))

        def both(read: Callable[[Sentence], Array]) -> tuple[Array, Array]:
            source, target = (np.concatenate([read(side) for side in some]) for some in sides)
            return source, target

        def cells(read: Callable[[Sentence], Array]) -> tuple[Array, Array]:
            source, target = both(read)
            return source[batch.source], target[batch.target]

        weighted = [self.weights[name] * said for name, said in opinions.items()]
        words, others = cells(lambda side: side.attribute("LOWER"))
        classes, other_classes = cells(lambda side: side.coarse_codes)
        names, other_names = cells(lambda side: side.exact)
        return WordFeatures(
            batch,
            np.maximum.reduce(weighted) if weighted else np.zeros(len(batch)),
            words == others,
            # Two names or two numbers do not stand for each other.
            (classes == other_classes) & (classes > 0) & ~(names & other_names),
            *both(lambda side: side.kinds),
            *both(lambda side: side.head_array),
        )

    def to_bytes(self, *others: Any) -> bytes:
        """Return the data of the experts (lexical data by language, phrase tables by name).

        Args:
            *others: Further objects, which may be WordNet experts too.
        """
        data = {expert.language: expert.to_bytes() for expert in self._wordnets(others)}
        data |= {f"{_TABLE}{name}": table.to_bytes() for name, table in self._tables()}
        return bytes(srsly.msgpack_dumps(data))

    def from_bytes(self, data: bytes, *others: Any) -> None:
        """Take over what `to_bytes` gave."""
        found = srsly.msgpack_loads(data)
        for expert in self._wordnets(others):
            expert.from_bytes(found.get(expert.language, b""))
        for name, table in self._tables():
            if f"{_TABLE}{name}" in found:
                table.from_bytes(found[f"{_TABLE}{name}"])

    def _tables(self) -> list[tuple[str, PhraseTableExpert]]:
        named = self.experts.items()
        return [(name, expert) for name, expert in named if isinstance(expert, PhraseTableExpert)]

    def _wordnets(self, others: tuple[Any, ...] = ()) -> list[WordNetExpert]:
        users = (*self.experts.values(), *others)
        return [user for user in users if isinstance(user, WordNetExpert)]

    def wordnet(self) -> WordNetExpert | None:
        """Return the first WordNet expert in use, if there is one."""
        asked = (e for name, e in self.experts.items() if self.weights[name] > 0)
        return next((e for e in asked if isinstance(e, WordNetExpert)), None)


# All features of the word pairs of a pair of sentences.

# How many pairs of words are read at once: more take memory and no less time.
CELLS = 16384


@dataclass(frozen=True, eq=False)
class WordPairs:
    """All features of the word pairs of one pair of sentences.

    Attributes:
        source: Its source side of n tokens.
        target: Its target side of m tokens.
        similarity: Similarity by the experts, 0 to 1; shape (n, m).
        possible: Which pairs may be linked at all, shape (n, m): not white space, not two names
            that have nothing in common, not a negation with another kind of word, and not a time
            with another amount: "5 June", "5 years".
        links: Scores of the links proposed by experts and context, shape (n, m).
        candidates: The pairs that the classifier scores, shape (n, m).
        known: The pairs that have features, as indices counted row by row, in ascending order.
        features: Named features of these, as a table of one row.
        vectors: Vectors of the tokens of both sides, by kind: "tensor", "vectors", "encoder".
        near: Similarity by a kind of vectors, shape (n, m), where it is not the cosine: the
            alignment of a pair encoder.
        index: Lexical index of the experts, None without lexical data.
    """

    source: Sentence
    target: Sentence
    similarity: FloatArray
    possible: BoolArray
    links: FloatArray
    candidates: BoolArray
    known: IntArray
    features: FeatureTable
    vectors: dict[str, tuple[FloatingArray, FloatingArray]]
    near: dict[str, FloatingArray]
    index: LexicalIndex | None

    @cached_property
    def table(self) -> FeatureTable:
        """Named features of all n × m word pairs, NaN for pairs without features."""
        n, m = self.similarity.shape
        values = np.full((len(self.features.names), n * m), np.nan, dtype=np.float32)
        values[:, self.known] = self.features.rows.T
        return FeatureTable(self.features.names, values.reshape(-1, n, m).transpose(1, 2, 0))

    @cached_property
    def relations(self) -> RelationMatrix | None:
        """Lexical relations of the words, both of shape (n, m); None without lexical data."""
        if self.index is None:
            return None
        return word_relations(self.index, self.source, self.target)

    @property
    def rarity(self) -> WordWeights | None:
        """How informative each word is; None for a language without word weights."""
        return word_weights(self.source.span.doc.lang_)


@dataclass(frozen=True, eq=False)
class WordPairBatch:
    """The word pairs of several pairs of sentences; item k belongs to pair k.

    Attributes:
        pairs: Source and target side of each.
        batch: Their word pairs.
        similarity: As in `WordPairs`, but of shape (cells,), like the next ones.
        possible: Likewise.
        links: Likewise.
        candidates: Likewise.
        known: The cells that have features, in ascending order: all that may be linked.
        features: Named features of these, as a table of one row.
        vectors: As in `WordPairs`, of each pair.
        near: Likewise.
        index: Lexical index of the experts, None without lexical data.
    """

    pairs: Sequence[tuple[Sentence, Sentence]]
    batch: RaggedBatch
    similarity: FloatArray
    possible: BoolArray
    links: FloatArray
    candidates: BoolArray
    known: IntArray
    features: FeatureTable
    vectors: Sequence[dict[str, tuple[FloatingArray, FloatingArray]]]
    near: Sequence[dict[str, FloatingArray]]
    index: LexicalIndex | None

    def __getitem__(self, k: int) -> WordPairs:
        source, target = self.pairs[k]
        table, start, end = self.batch.table, *self.batch.bounds(k)
        inside = slice(*np.searchsorted(self.known, (start, end)))
        return WordPairs(
            source,
            target,
            table(self.similarity, k),
            table(self.possible, k),
            table(self.links, k),
            table(self.candidates, k),
            self.known[inside] - start,
            FeatureTable(self.features.names, self.features.values[:, inside]),
            self.vectors[k],
            self.near[k],
            self.index,
        )


class WordPairReader:
    """Computes the features of word pairs.

    Args:
        experts: Experts on word pairs.
        encoder: Encoder that gives words vectors in context if no pair encoder did, or None.
        forms: Whether to use features of word form too (`ml.word_forms`).
    """

    def __init__(self, experts: WordExperts, encoder: Encoder | None, forms: bool = False) -> None:
        self.experts = experts
        self.encoder = encoder
        self.forms = forms

    def read(self, source: Sentence, target: Sentence) -> WordPairs:
        """Return all features of all word pairs of a pair."""
        return self.read_all([(source, target)], every=True)[0]

    def read_all(
        self, pairs: Sequence[tuple[Sentence, Sentence]], every: bool = False
    ) -> WordPairBatch:
        """Return all features of several pairs, which is faster than one by one.

        Args:
            pairs: The pairs.
            every: Whether word pairs that cannot be linked get features too.
        """
        opinions = self.experts.opinions(pairs)
        words = self.experts.features(pairs, opinions)
        batch = words.batch
        proposed = align_words(words)
        scores = np.array([score for found in proposed for *_, score in found])
        links = batch.spread(
            batch.cells([[(i, j) for i, j, _ in some] for some in proposed]), scores
        )
        vectors, near = zip(*(self._vectors(*pair) for pair in pairs), strict=True)
        wordnet = self.experts.wordnet()
        index = wordnet.index() if wordnet is not None else None
        promising = _promising(words, links)
        asked = batch.choose(np.arange(len(batch)) if every else np.flatnonzero(promising))
        named = self._features(asked, pairs, words, opinions, links, near, index)
        values = np.empty((len(named), len(asked.cells)), dtype=np.float32)
        for row, feature in zip(values, named.values(), strict=True):
            row[:] = feature
        possible = _possible(pairs, words)
        by_cell = words.similarity, possible, links, possible & promising
        features = FeatureTable(tuple(named), values.T[None])
        return WordPairBatch(pairs, batch, *by_cell, asked.cells, features, vectors, near, index)

    def _features(
        self,
        asked: ChosenCells,
        pairs: Sequence[tuple[Sentence, Sentence]],
        words: WordFeatures,
        opinions: dict[str, FloatArray],
        links: FloatArray,
        near: Sequence[dict[str, FloatingArray]],
        index: LexicalIndex | None,
    ) -> features.Named:
        sources, targets = zip(*pairs, strict=True)
        proposed = {
            "identical": words.identical.astype(np.float64),
            "linked": (links > 0).astype(np.float64),
        }
        named = features.lexical_features(asked, opinions, words.similarity)
        named |= features.syntax_features(asked, sources, targets)
        named |= features.place_features(asked, words)
        named |= features.context_features(asked, words, proposed)
        named |= {"linked.score": links[asked.cells]}
        if index is not None:
            named |= features.wordnet_features(asked, index, sources, targets)
        if self.forms:
            named |= form_features(asked, sources, targets)
        weights = word_weights(sources[0].span.doc.lang_)
        if weights is not None:
            named |= features.weight_features(asked, weights, sources, targets)
        if all("encoder" in found for found in near):
            tables = [found["encoder"] for found in near]
            named |= features.near_features(asked, "encoder", tables)
        return named

    def _vectors(
        self, source: Sentence, target: Sentence
    ) -> tuple[dict[str, tuple[FloatingArray, FloatingArray]], dict[str, FloatingArray]]:
        """Return all vectors that there are for the tokens, and how near an encoder holds them."""
        found: dict[str, tuple[FloatingArray, FloatingArray]] = {}
        doc = source.span.doc
        if doc.tensor is not None and len(doc.tensor) == len(doc):
            spans = source.span, target.span
            found["tensor"] = tuple(doc.tensor[span.start : span.end] for span in spans)  # type: ignore[assignment]
        if doc.vocab.vectors_length:
            found["vectors"] = tuple(
                np.array([t.vector for t in side]) for side in (source, target)
            )  # type: ignore[assignment]
        near: dict[str, FloatingArray] = {}
        reading = read_encoder_output(doc)
        if reading is not None:
            found["encoder"], near["encoder"] = (reading.source, reading.target), reading.alignment
        elif self.encoder is not None:
            one, other = self.encoder.encode([source.texts, target.texts])
            found["encoder"], near["encoder"] = (one, other), cosines(one, other)
        return found, near


def batches(
    pairs: Iterable[tuple[Sentence, Sentence]],
) -> Iterator[list[tuple[Sentence, Sentence]]]:
    """Yield the pairs in batches of about `CELLS` word pairs."""
    some: list[tuple[Sentence, Sentence]] = []
    cells = 0
    for source, target in pairs:
        some.append((source, target))
        cells += len(source) * len(target)
        if cells >= CELLS:
            yield some
            some, cells = [], 0
    if some:
        yield some


def _possible(pairs: Sequence[tuple[Sentence, Sentence]], words: WordFeatures) -> BoolArray:
    """Return which pairs of words may be linked at all, see `WordPairs`; shape (cells,)."""
    batch = words.batch
    kinds = words.source_kind[batch.source], words.target_kind[batch.target]
    source, target = zip(*pairs, strict=True)

    def are(sides: Sequence[Sentence], field: str) -> BoolArray:
        known = ((getattr(side.lang, field), side.words) for side in sides)
        return np.array([word in marks for marks, words in known for word in words])

    denied = are(source, "negations")[batch.source] ^ are(target, "negations")[batch.target]
    # What stands for "with" is "without".
    field = "negative_prepositions"
    without = are(source, field)[batch.source] | are(target, field)[batch.target]
    names = [features.attribute(sides, "POS") == symbols.PROPN for sides in (source, target)]
    odd = (names[0][batch.source] & names[1][batch.target]) | (denied & ~without)
    space = (kinds[0] == SPACE) | (kinds[1] == SPACE)
    timed = [np.concatenate([*map(_timed, sides)]) for sides in (source, target)]
    apart = space | (timed[0][batch.source] * timed[1][batch.target] < 0)
    return np.asarray(~apart & (~odd | (words.similarity > 0)))


def _timed(side: Sentence) -> IntArray:
    """Return 1 for the words of dates and times of day, -1 for those of other amounts, else 0."""
    found = np.zeros(len(side), dtype=np.int64)
    for amount in (*amounts(side.words, side.lang), *dates(side.texts, side.lang)):
        if amount.dimension not in ("", RANK):
            found[amount.start : amount.end] = 1 if amount.dimension in TIMES else -1
    return found


def _promising(words: WordFeatures, links: FloatArray) -> BoolArray:
    """Return which pairs of words are worth asking the classifier, about four in ten; (cells,)."""
    # All pairs of content words, those that an expert holds for similar or context proposes, and
    # what stands beside or near linked words or in the same place of the tree, but for punctuation
    # near it. Of the others hardly a link would come.
    batch = words.batch
    kind = np.maximum(words.source_kind[batch.source], words.target_kind[batch.target])
    found: BoolArray = (kind == CONTENT) | (words.similarity > 0) | (links > 0)
    rest = batch.choose(np.flatnonzero(~found))
    proposed = np.flatnonzero(links > 0)
    proposals = Linked(proposed, np.ones(len(proposed)))
    named = features.beside(rest, proposals) | features.tree_context(rest, words, proposals)
    by_place = np.zeros(len(rest.cells), dtype=bool)
    for place in ("near before", "near behind", "siblings"):
        by_place |= named[place] > 0
    by_place &= kind[rest.cells] < PUNCTUATION
    for place in ("word before", "word behind", "heads", "dependents"):
        by_place |= named[place] > 0
    found[rest.cells] = by_place
    return found
