"""The trainable aligner."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import numpy as np
import numpy.typing as npt
import srsly
from spacy.language import Language
from spacy.pipeline import TrainablePipe
from spacy.tokens import Doc, SpanGroup
from spacy.training import Example
from thinc.api import Optimizer

from ..analysis.sentence import Sentence, sentences
from ..checked import SettingCheck, is_number
from ..errors import ParaphraseError
from ..jobs.arrays import Float32Array, read_data
from ..lexicon.names import EXPANSION
from ..lexicon.spelling import Expert
from ..lexicon.vectors import Encoder
from ..lexicon.wordnet import WordNetExpert
from ..ml import word_features as features
from ..ml.feature_tables import FeatureTable, Network
from ..ml.networks import MEMORY, OUTPUTS, TILE, is_optional, set_features
from ..ml.span_matcher import UnitMatcher
from ..ml.unit_learning import UnitExample, UnitLearner, UnitSettings
from ..ml.word_matcher import (
    Cost,
    Targets,
    fallback_links,
    fallback_probabilities,
    gradient,
    logit,
    many_to_many,
    one_to_one_targets,
    sigmoid,
    utilities,
    with_expansions,
    with_proposals,
)
from ..pairs.alignment import KEYS, RELATIONS, Level, Link, link_group
from ..pairs.pair import PHRASES, UNITS, WORDS
from ..registry import paper
from ..trees.assignment import assign_all
from .base import Cell, PairPipe, StoredAsBytes, make_links, phrases_of_words, warn_of_missing
from .unit_links import (
    PairLearner,
    anchors,
    annotated,
    unit_example,
    unit_links,
    unit_targets,
    units_of,
    word_targets,
)
from .units import Unit, UnitFunction, chunk_units
from .word_pairs import WordExperts, WordPairBatch, WordPairReader, WordPairs, batches

# The feature that tells acronyms and the names that they stand for.
ABBREVIATION = "expert.abbreviation"
# The features of two forms of one verb, which neither leaves for another word if it may be linked.
SAME_VERB = ("expert.lemma", "source.VERB", "target.VERB")
# Word pairs that are judged at once, in whole tiles of the network.
_AT_ONCE = 3072 * TILE
WEIGHTS = Path(__file__).parents[1] / "ml" / "weights"
PRETRAINED = ("en", "en-accurate")
# How many pairs the scale of the features is taken from.
SAMPLE = 200
# Logit of word pairs that the classifier is not asked about.
IMPOSSIBLE = -20.0


# Levels whose units are larger than words.
UNIT_LEVELS: tuple[Level, ...] = ("phrases", "chunks")
# Links of a pair as they are stored, by key: an object for every link of a batch would keep the
# garbage collector busy. A level without units is not there.
Prediction = dict[str, SpanGroup]


class GraphMatcher(PairLearner, PairPipe, StoredAsBytes, TrainablePipe):
    """Align words, phrases and chunks with a trained classifier over features of unit pairs.

    The matcher of Marsi and Krahmer 2010 (COLING). Words are aligned first: the classifier gives
    each word pair a probability and, if the training examples have relations, a relation; its
    features include the links that experts and context propose (`trees.word_alignment`). The
    one-to-one set of links of least cost is chosen. Then phrases and chunks are aligned, with the
    word links as features (`ml.span_matcher`); their links have a relation, a graded similarity and
    a conflict flag. Without training on phrases, phrase links follow from the word links. Chunks
    are linked after training on chunks (the weights of the package are trained on them), where the
    Doc has chunks (`doc.spans["chunk_units"]`, or those of `units`).

    All levels are trained by gradient updates (`ml.unit_learning` describes how phrases and chunks
    are trained together); with the architecture "spacy-paraphrase.PairMemory.v1" words are
    classified by stored examples, which are collected on initialisation. Levels that the examples
    do not annotate, and links without a relation, are ignored in training; without any word links
    to learn from, words are aligned by the proposals of experts and context.

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        model: Classifier of word pairs.
        unit_model: Sizes of the networks for phrases and chunks; loaded weights keep the sizes that
            they were trained with.
        experts: Functions of two token lists to a matrix of similarities, by name.
        weights: Weight of each expert, 0 to 1. 0 leaves it out; the network must then be trained
            without it too (except for "wordnet" and "vectors", which a pipeline may lack). An
            expert that was not there in training, such as a phrase table, has an effect only where
            its similarity for a word pair is the highest of all experts.
        encoder: Encoder that gives each word a vector in context; adds features.
        forms: Whether word pairs get features of word form (prefixes, suffixes, parts of
            compounds), for languages without a lexicon. The weights of the package do not use them.
        proposals: Whether links proposed by experts and context are preferred, and are made where
            the classifier is unsure; this helps with words not seen in training. Without a lexicon
            of the language the classifier does better alone.
        units: Which chunks a side has: those set by the user, or "spacy-paraphrase.Chunks.v1", made
            from the parse.
        pretrained: "en" for the weights that come with the package, "en-accurate" for the weights
            to use with a `pair_encoder` before the matcher.
        threshold: Least probability of a link.
        cost: The cost of a word link: "probability", 1 minus its probability, or "entropy", as in
            the paper.
        many_to_many: Whether an unlinked word joins the link of its neighbour if that is as likely;
            else links are one to one, except that an acronym is linked with all words of its name.
        scorer: Scorer for `nlp.evaluate`.

    Raises:
        ParaphraseError: P008 or P025 for a setting that makes no sense, P014 for weights that do
            not fit the features; when called, P004 for a Doc without pair, P015 if the component is
            not trained.
    """

    file = "matcher"

    def __init__(
        self,
        nlp: Language,
        name: str = "graph_matcher",
        *,
        model: Network,
        unit_model: UnitSettings,
        experts: dict[str, Expert],
        weights: dict[str, float],
        encoder: Encoder | None,
        forms: bool,
        proposals: bool,
        units: UnitFunction,
        pretrained: str | None,
        threshold: float,
        cost: Cost,
        many_to_many: bool,
        scorer: Callable[[Iterable[Example]], dict[str, Any]] | None,
    ) -> None:
        check = SettingCheck("P008", name=name)
        between = is_number(threshold) and 0 < threshold < 1
        check.sound("threshold", threshold, between, "a number between 0 and 1")
        known = (*PRETRAINED, None)
        check.one_of("pretrained", pretrained, known, f"one of {PRETRAINED}, or none")
        check.one_of("cost", cost, get_args(Cost), f"one of {get_args(Cost)}")
        encodes = hasattr(encoder, "encode") and not isinstance(encoder, str)
        check.sound("encoder", encoder, encoder is None or encodes, "an encoder, or none")
        super().__init__(nlp, name)
        self.model = model
        self.experts = WordExperts(name, experts, weights)
        self.reader = WordPairReader(self.experts, encoder, forms)
        self.proposals = proposals
        self.units = units
        self.threshold = threshold
        self.cost = cost
        self.many_to_many = many_to_many
        self.scorer = scorer
        self.unit_settings = unit_model
        self.matchers: dict[Level, UnitMatcher] = {}
        self._learners: dict[Level, UnitLearner] = {}
        if pretrained is not None:
            self._load_weights(read_data(WEIGHTS / pretrained))

    @property
    def labels(self) -> tuple[str, ...]:
        """The relations that links may get, a fixed set."""
        return RELATIONS

    @property
    def label_data(self) -> list[str]:
        """The labels as written by `spacy init labels`."""
        return list(RELATIONS)

    def lexicons(self) -> Iterable[WordNetExpert]:
        """Return the WordNet expert, if it is in use."""
        found = self.experts.wordnet()
        return () if found is None else (found,)

    def annotate(self, doc: Doc) -> Doc:
        """Write the links of a pair."""
        found: Doc = TrainablePipe.__call__(self, doc)
        return found

    def annotate_all(self, docs: Iterable[Doc], batch_size: int) -> Iterator[Doc]:
        """Write the links of many pairs."""
        found: Iterator[Doc] = TrainablePipe.pipe(self, docs, batch_size=batch_size)
        return found

    def predict(self, docs: Iterable[Doc]) -> list[Prediction]:
        """Return the links of each Doc."""
        pairs = [sentences(doc) for doc in docs]
        for pair in pairs:
            warn_of_missing(self.name, pair)
        found: list[Prediction] = []
        for some in batches(pairs):
            found += self._predict(self.reader.read_all(some))
        return found

    def set_annotations(self, docs: Iterable[Doc], scores: list[Prediction]) -> None:
        """Write the links that `predict` returned."""
        for doc, found in zip(docs, scores, strict=True):
            doc.spans.update(found)

    def learn(self, examples: Sequence[Example], losses: dict[str, float]) -> bool:
        """Learn from pairs whose references have links of any level.

        The losses of phrases and chunks are also added, as "name.phrases" and "name.chunks".
        """
        parts: list[tuple[Float32Array, Targets]] = []
        units: dict[Level, list[UnitExample]] = {level: [] for level in self.matchers}
        for example in examples:
            if any(KEYS[level] in example.reference.spans for level in ("words", *units)):
                reading = self.reader.read(*sentences(example.predicted))
                parts += self._word_data(example, reading)
                for level, found in units.items():
                    found += self._unit_data(level, example, reading)
        if parts:
            losses[self.name] += self._update_words(*zip(*parts, strict=True))
        for level, found in units.items():
            if found:
                loss = self._learner(level).update(found)
                losses[self.name] += loss
                name = f"{self.name}.{level}"
                losses[name] = losses.get(name, 0.0) + loss
        return True

    def _update_words(self, rows: Sequence[Float32Array], targets: Sequence[Targets]) -> float:
        every = Targets.join(targets)
        self.model.attrs["taught"] = True
        self.model.attrs["labelled"] |= bool((every.relations >= 0).any())
        logits, backprop = self.model.begin_update(np.concatenate(rows))
        wrong = gradient(logits, every)
        backprop(wrong / len(wrong))
        return float(np.abs(wrong).sum() / len(wrong))

    def _learner(self, level: Level) -> UnitLearner:
        if level not in self._learners:
            self._learners[level] = UnitLearner.resume(self.matchers[level], self.unit_settings)
        return self._learners[level]

    def _networks(self) -> Iterator[Network]:
        yield self.model
        for learner in self._learners.values():
            yield from learner.networks()

    def finish_update(self, sgd: Optimizer) -> None:
        """Update the weights of all networks with the accumulated gradients."""
        for network in self._networks():
            network.finish_update(sgd)

    def use_params(self, params: dict[Any, Any]) -> Iterator[None]:
        """Use other weights, such as averages over training steps, while the generator runs."""
        with ExitStack() as stack:
            for network in self._networks():
                stack.enter_context(network.use_params(params))
            yield

    def reasons(self, doc: Doc, link: Link, most: int = 5) -> list[tuple[str, float]]:
        """Return the features with the greatest effect for or against a word link.

        The effect of a feature is the drop in the logit of the link when the feature is removed.

        Args:
            doc: The pair.
            link: A word link of it.
            most: The number of features to return.
        """
        source, target = sentences(doc)
        reading = self.reader.read(source, target)
        i, j = link.source.start - source.span.start, link.target.start - target.span.start
        expected = self._expected(reading.table)
        row = reading.table.columns(expected, np.array([i * len(target) + j]))
        rows = np.repeat(row, row.shape[1] + 1, axis=0)
        np.fill_diagonal(rows[1:], np.nan)
        logits = np.asarray(self.model.predict(rows))[:, 0]
        parts = [float(part) for part in logits[0] - logits[1:]]
        named = zip(self.model.attrs["features"], parts, strict=True)
        return sorted(named, key=lambda item: -abs(item[1]))[:most]

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        labels: Any = None,
    ) -> None:
        """Look at all examples, before the first update.

        The examples determine which levels are trained, how often which words occur as differences
        between linked phrases or chunks, and the scale of the features (for words, only the first
        examples do). A memory-based word classifier stores the examples.
        """
        rows: list[Float32Array] = []
        targets: list[Targets] = []
        learners = {level: UnitLearner(self.unit_settings) for level in UNIT_LEVELS}
        is_memory = self.model.name == MEMORY
        names: tuple[str, ...] = ()
        for example in annotated(get_examples(), nlp, self.name):
            reading = self.reader.read(*sentences(example.predicted))
            for level, learner in learners.items():
                for taught in self._unit_data(level, example, reading):
                    learner.observe(taught)
            names = reading.table.names
            if is_memory:
                for row, target in self._word_data(example, reading, names):
                    rows.append(row)
                    targets.append(target)
            elif len(rows) < SAMPLE:
                rows.append(reading.table.columns(names, np.flatnonzero(reading.candidates)))
        self._learners = {
            level: learner for level, learner in learners.items() if learner.has_links
        }
        for learner in self._learners.values():
            learner.begin()
        self.matchers = {level: learner.matcher for level, learner in self._learners.items()}
        if not is_memory:
            set_features(self.model, names, np.concatenate(rows))
            self.model.initialize(X=rows[0][:1])
        elif rows:
            known = np.concatenate(rows), Targets.join(targets)
            paper("memory").store(self.model, names, *known)

    def _unit_data(
        self, level: Level, example: Example, reading: WordPairs
    ) -> Iterator[UnitExample]:
        if KEYS[level] not in example.reference.spans:
            return
        units = self._units(level, reading.source, reading.target)
        if units is None or not all(units):
            return
        named = (
            anchors(level, side, some)
            for side, some in zip((reading.source, reading.target), units, strict=True)
        )
        gold = unit_targets(example, level, *named)
        if gold is not None:
            yield unit_example(level, reading, units, gold)

    def _word_data(
        self, example: Example, reading: WordPairs, names: Sequence[str] | None = None
    ) -> Iterator[tuple[Float32Array, Targets]]:
        """Yield what a pair teaches about its words, if it does.

        Args:
            example: The pair.
            reading: What was read of it.
            names: Features; by default those that the model knows.
        """
        targets = word_targets(example)
        if targets is not None:
            asked = np.flatnonzero(reading.candidates)
            names = self._expected(reading.table) if names is None else names
            if not self.many_to_many:
                targets = one_to_one_targets(targets, reading.similarity)
            yield reading.table.columns(names, asked), targets.take(asked)

    def _predict(self, readings: WordPairBatch) -> list[Prediction]:
        batch, known, logits = readings.batch, readings.known, self._logits(readings)
        likely = sigmoid(logits[:, 0])
        found = with_proposals(likely[None], readings.features)[0] if self.proposals else likely
        is_possible = readings.possible[known]
        possible = np.where(is_possible, found, 0.0)
        worth = utilities(possible, self.threshold, self.cost)
        worth += (worth > 0) & (readings.features.columns(SAME_VERB) > 0).all(axis=1)
        pairs = chosen = batch.places(assign_all(batch, batch.spread(known, worth)))
        if self.proposals:
            free = fallback_probabilities(possible[None], readings.features)[0]
            pairs = [
                sorted(some + fallback_links(table, some))
                for table, some in zip(batch.tables(batch.spread(known, free)), chosen, strict=True)
            ]
        if self.many_to_many:
            tables = batch.tables(batch.spread(known, np.where(is_possible, likely, 0.0)))
            some = zip(tables, pairs, strict=True)
            pairs = [many_to_many(table, links, self.threshold) for table, links in some]
            found = np.maximum(found, likely)
        expands = np.isclose(readings.features.columns([ABBREVIATION])[:, 0], EXPANSION)
        if expands.any():
            tables = batch.tables(batch.spread(known, expands))
            some = zip(tables, pairs, strict=True)
            pairs = [with_expansions(table > 0, links) for table, links in some]
        cells = batch.cells(pairs)
        rows = np.searchsorted(known, cells)
        numbers = iter(zip(found[rows].tolist(), readings.similarity[cells].tolist(), strict=True))
        words = [[(i, j, *next(numbers)) for i, j in links] for links in pairs]
        relations: list[list[str] | None] = [None] * len(pairs)
        if self.model.attrs["labelled"]:
            # Those that are most likely, apart from equals, which is known.
            best = iter(2 + logits[rows, 2:].argmax(axis=1))
            relations = [[OUTPUTS[next(best)] for _ in links] for links in pairs]
        arguments = zip(range(len(pairs)), words, relations, strict=True)
        return [self._levels(readings, *each) for each in arguments]

    def _levels(
        self, readings: WordPairBatch, k: int, words: list[Cell], relations: list[str] | None
    ) -> Prediction:
        source, target = readings.pairs[k]
        prediction = {WORDS: make_links("words", source, target, words, relations)}
        if "phrases" not in self.matchers:
            cells = phrases_of_words(source, target, words)
            prediction[PHRASES] = make_links("phrases", source, target, cells)
        for level, matcher in self.matchers.items():
            units = self._units(level, source, target)
            if units is not None:
                links = unit_links(level, matcher, readings[k], units)
                prediction[KEYS[level]] = link_group(source.span.doc, level, links)
        return prediction

    def _units(
        self, level: Level, source: Sentence, target: Sentence
    ) -> tuple[list[Unit], list[Unit]] | None:
        """Return the units of both sides; None if chunks are to be given and are not."""
        given = UNITS in source.span.doc.spans
        if level == "chunks" and self.units is chunk_units and not given:
            return None
        return units_of(level, source, self.units), units_of(level, target, self.units)

    def _logits(self, readings: WordPairBatch) -> Float32Array:
        """Return logits of `OUTPUTS` for the known cells, shape (known cells, outputs)."""
        # Until the model is taught, those of the experts.
        logits = np.full((len(readings.known), len(OUTPUTS)), IMPOSSIBLE, dtype=np.float32)
        asked = np.flatnonzero(readings.candidates[readings.known])
        expected = self._expected(readings.features)
        if not self.model.attrs["taught"]:
            logits[:, 0] = logit(readings.links[readings.known])
        elif len(asked):
            asked = _tiled(asked, readings.batch.tables_of[readings.known[asked]])
            # A part at a time: all features of all cells of a long pair would fill the memory.
            for part in np.array_split(asked, range(_AT_ONCE, len(asked), _AT_ONCE)):
                logits[part] = self.model.predict(readings.features.columns(expected, part))
        return logits

    def _expected(self, table: FeatureTable) -> list[str]:
        expected: list[str] = self.model.attrs["features"]
        if not expected:
            raise ParaphraseError("P015", name=self.name)
        odd = _odd_features(tuple(expected), table.names)
        if odd:
            raise ParaphraseError("P014", name=self.name, features=odd)
        return expected

    def _load_weights(self, data: bytes) -> None:
        message = srsly.msgpack_loads(data)
        self.model.from_bytes(message["model"])
        self._learners = {}
        self.matchers = {
            level: UnitMatcher.from_bytes(matcher, self.name)
            for level, matcher in message["matchers"].items()
        }

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the model, the matchers of phrases and chunks, and the lexical data."""
        matchers = {level: found.to_bytes() for level, found in self.matchers.items()}
        message = {"model": self.model.to_bytes(), "matchers": matchers}
        return bytes(srsly.msgpack_dumps({**message, "lexicon": self.experts.to_bytes()}))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> GraphMatcher:
        """Take over what `to_bytes` gave."""
        self._load_weights(data)
        self.experts.from_bytes(srsly.msgpack_loads(data)["lexicon"])
        return self


def _tiled(asked: npt.NDArray[np.int64], tables: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return rows so often that those of each pair of sentences fill whole tiles of the network.

    Args:
        asked: The rows.
        tables: Which pair each is of, in ascending order.

    Example:
        >>> found = _tiled(np.arange(18), np.repeat([0, 1], [1, 17]))
        >>> np.unique(found[:16]).tolist(), np.unique(found[16:]).size, found.size
        ([0], 17, 48)
    """
    often = np.ones(len(asked), dtype=np.int64)
    last = np.flatnonzero(np.diff(tables, append=-1))
    often[last] -= np.diff(last, prepend=-1) % -TILE
    return np.repeat(asked, often)


@lru_cache(maxsize=8)
def _odd_features(expected: tuple[str, ...], names: tuple[str, ...]) -> list[str]:
    """Return the features that are missing though they must not be, and those that are new."""
    # An expert that is new is none: it speaks through the strongest opinion on a word pair.
    missing = {name for name in set(expected) - set(names) if not is_optional(name)}
    new = {name for name in set(names) - set(expected) if not name.startswith(features.EXPERT)}
    return sorted(missing | new)
