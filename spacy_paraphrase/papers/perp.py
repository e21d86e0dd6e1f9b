"""PERP: graded similarity by edits with learnt costs.

Heilman and Madnani 2012, *ETS: Discriminative edit models for paraphrase scoring* (SemEval). Edits
are found as in TERp (`terp`), but the cost of an edit is the sum of the costs of its features,
which are learnt from graded pairs. In the paper the same weights are costs and similarities; here
the similarity is a constant minus all costs, and edits have a minimum cost, so that a match is
always the cheapest.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from ..errors import ParaphraseError
from ..jobs.arrays import BoolArray, FloatArray
from ..lang import language_data
from ..lexicon.resources import word_weights
from ..scoring.shift_search import MATCH, STEM, SUBSTITUTION, SYNONYM, PairCosts, search
from ..scoring.terp import (
    LEAST_SHIFT,
    SHIFTS,
    EditPhrases,
    Relations,
    TextOrWords,
    alignment,
    find_entries,
    to_edits,
    with_phrases,
)
from ..scoring.word_edits import EditAlignment
from ..scoring.words import NOTHING, WordLookup, Words, is_stop_word

CLASSES = ("Punctuation", "Number", "Pronoun", "Negation", "Stop", "OOV")
# Table 1 of the paper, in its order.
FEATURES = (
    *("Intercept", "Stemming", "Synonymy", "Shift"),
    *(f"Paraphrase{k}" for k in range(1, 5)),
    *("Insertion", "Deletion", "Insert-Delete-LogFreq", "Insert-Delete-LogWordLen"),
    *(f"Insert-Delete-{name}" for name in CLASSES),
    "Substitution",
    *(f"Sub-{name}-Both" for name in CLASSES),
    *(f"Sub-{name}-1only" for name in CLASSES),
    *("Sub-LogFreq-Diff", "Sub-Contain", "Sub-Diff-By-NonWord"),
    *("Sub-Small-LevDist", "Sub-Norm-LevDist"),
)
INDEX = {name: k for k, name in enumerate(FEATURES)}
_STEMMING, _SYNONYMY, _SHIFT = (INDEX[name] for name in ("Stemming", "Synonymy", "Shift"))
_COUNTED = {"T": _STEMMING, "Y": _SYNONYMY, "I": INDEX["Insertion"], "D": INDEX["Deletion"]}
_PHRASE = slice(INDEX["Paraphrase1"], INDEX["Paraphrase4"] + 1)
_INSERTION, _DELETION = INDEX["Insertion"], INDEX["Deletion"]
_WORD = slice(INDEX["Insert-Delete-LogFreq"], INDEX["Substitution"])
_PAIR = slice(INDEX["Substitution"], len(FEATURES))
# How weights are learned; those of the last two are for the edits that the first weights find.
TRAINERS = ("lms", "lms_fixed", "ridge")
_FIXED = TRAINERS[1:]
# What edits cost at least; a substitution no less than a deletion and an insertion.
_LEAST, _LEAST_PAIR = 0.001, 0.002
# A word must have more letters for it to be contained in another, or misspelled.
_SHORT = 5
_NUMBER = re.compile(r"[\d.,]*\d[\d.,]*%?")
_NO_WORD = re.compile(r"[\W_]+")

# Relative frequency of a word, 0 for an unknown one.
Frequency = Callable[[str], float]


def start_weights() -> FloatArray:
    """Return the weights that learning starts from: TER with cheap shifts.

    Example:
        >>> weights = start_weights()
        >>> [float(weights[INDEX[name]]) for name in ("Substitution", "Shift", "Stemming")]
        [1.0, 0.1, 0.0]
    """
    weights = np.zeros(len(FEATURES))
    weights[[_INSERTION, _DELETION, INDEX["Substitution"]]] = 1.0
    weights[_SHIFT] = 0.1
    return weights


class WordClasses:
    """Word properties used by PERP: six classes, and frequencies.

    Args:
        language: Language of the pronouns, negations and stop words.
        frequency: Function for the relative frequency of a word; None for that of the package's
            word weights, in which unknown words are out of vocabulary; without word weights, no
            word is.

    Example:
        >>> classes = WordClasses("en")(["her", "17%", "never"])
        >>> [CLASSES[k] for k in classes.flags[0].nonzero()[0]]
        ['Pronoun', 'Stop']
    """

    def __init__(self, language: str = "en", frequency: Frequency | None = None) -> None:
        self.language = language
        self.frequency = frequency
        self._lang = language_data(language)
        self._frequency = frequency or _frequency(language)
        self._read = lru_cache(maxsize=1 << 15)(self._word)

    def __call__(self, words: Sequence[str]) -> WordFacts:
        """Return what is known of some words."""
        rows = [self._read(word) for word in words]
        flags = np.array([row[0] for row in rows], dtype=bool).reshape(len(rows), len(CLASSES))
        logs, known = (np.array([row[k] for row in rows]) for k in (1, 2))
        return WordFacts(list(words), flags, logs.astype(float), known.astype(bool))

    def __reduce__(self) -> tuple[Any, ...]:
        return WordClasses, (self.language, self.frequency)

    def _word(self, word: str) -> tuple[tuple[bool, ...], float, bool]:
        plain = not any(map(str.isalnum, word))
        frequency = self._frequency(word) if self._frequency and word.isalpha() else None
        flags = (
            plain,
            _NUMBER.fullmatch(word) is not None,
            word in self._lang.pronoun_forms,
            word in self._lang.negations,
            is_stop_word(word, self.language),
            frequency == 0,
        )
        return flags, float(np.log10(frequency)) if frequency else 0.0, bool(frequency)


def _frequency(language: str) -> Frequency | None:
    weights = word_weights(language)
    if weights is None:
        return None
    known = weights.weights  # self-information in nats
    return lambda word: math.exp(-known[word]) if word in known else 0.0


class WordFacts(NamedTuple):
    """The properties of the words of a side.

    Attributes:
        words: The words.
        flags: Whether they are of each class; shape (n, 6).
        logs: Logarithms of their frequencies to base 10, 0 where not known; shape (n,).
        known: Whether they are known; shape (n,).
    """

    words: list[str]
    flags: BoolArray
    logs: FloatArray
    known: BoolArray

    def edited(self) -> FloatArray:
        """Return features 11 to 18 of the insertion or deletion of each word; shape (n, 8)."""
        lengths = np.log10([max(1, len(word)) for word in self.words])
        return np.column_stack([self.logs, lengths, self.flags])

    def exchanged(self, other: WordFacts) -> FloatArray:
        """Return features 19 to 36 of the substitution of each pair of words; shape (n, m, 18)."""
        one, two = self.flags[:, None], other.flags[None]
        n, m = len(self.words), len(other.words)
        if not n or not m:
            return np.zeros((n, m, _PAIR.stop - _PAIR.start))
        distances = cdist(self.words, other.words, scorer=Levenshtein.distance)
        lengths = [np.array([len(word) for word in side.words]) for side in (self, other)]
        longer = np.maximum.outer(*lengths)
        both_long = np.logical_and.outer(lengths[0] > _SHORT, lengths[1] > _SHORT)
        contain = np.zeros((n, m), dtype=bool)
        for i, j in np.argwhere(both_long & (distances > 0)):
            word, another = self.words[i], other.words[j]
            contain[i, j] = word in another or another in word
        bare = [[_NO_WORD.sub("", word) for word in side.words] for side in (self, other)]
        alike = np.array([[word == another for another in bare[1]] for word in bare[0]])
        known = np.logical_and.outer(self.known, other.known)
        columns = [
            np.ones((n, m)),
            *np.moveaxis(one & two, 2, 0),
            *np.moveaxis(one ^ two, 2, 0),
            np.abs(np.subtract.outer(self.logs, other.logs)) * known,
            contain,
            alike,
            both_long & (distances == 1),
            distances / np.maximum(longer, 1),
        ]
        return np.stack(columns, axis=2).astype(np.float64)


class _Pair(NamedTuple):
    """All that is asked of a pair whatever the weights are."""

    source: Words
    target: Words
    relations: Relations
    edited: tuple[FloatArray, FloatArray]
    exchanged: FloatArray


@dataclass(frozen=True)
class PerpModel:
    """Learnt costs of edits, and the resulting similarity.

    Attributes:
        weights: The constant and the cost of each feature, in the order of `FEATURES`; shape (36,).
        lookup: Stems and synonyms of words.
        classes: Classes and frequencies of words.
        phrases: A table of phrases.
        trainer: How the weights were learned.

    Example:
        >>> model = PerpModel(start_weights())
        >>> model("the cat sat".split(), "a cat sat".split())
        -0.16666666666666666
    """

    weights: FloatArray
    lookup: WordLookup = NOTHING
    classes: WordClasses | None = None
    phrases: EditPhrases | None = None
    trainer: str = "start"

    def __call__(self, source: TextOrWords, target: TextOrWords) -> float:
        """Return how similar two sides are, on the scale of the judgements learned from."""
        return float(similarity(self.weights, self.features(source, target)))

    @property
    def costs(self) -> FloatArray:
        """The weights for finding edits; shape (36,)."""
        return start_weights() if self.trainer in _FIXED else self.weights

    def align(self, source: TextOrWords, target: TextOrWords) -> EditAlignment:
        """Return the edits that turn the source into the target, at the costs `costs`."""
        return self._align(self._pair(source, target), self.costs)

    def features(self, source: TextOrWords, target: TextOrWords) -> FloatArray:
        """Return the features of the edits (`FEATURES`); shape (36,)."""
        pair = self._pair(source, target)
        return self._features(pair, self._align(pair, self.costs))

    def _pair(self, source: TextOrWords, target: TextOrWords) -> _Pair:
        one, other = (
            side if isinstance(side, Words) else self.lookup(side) for side in (source, target)
        )
        classes = self.classes or _classes()
        left, right = classes(one.words), classes(other.words)
        edited, exchanged = (left.edited(), right.edited()), left.exchanged(right)
        return _Pair(one, other, Relations.of(one, other), edited, exchanged)

    def _align(self, pair: _Pair, weights: FloatArray) -> EditAlignment:
        priced = _priced(pair, weights)
        entries = find_entries(pair.source, pair.target, self.phrases)

        def price(inner: float, probability: float) -> float:
            return max(_LEAST, float(weights[_PHRASE] @ _of_phrase(inner, probability)))

        priced = with_phrases(priced, entries, price)
        steps, moves, order = search(priced, SHIFTS)
        ops = to_edits(steps, order, priced, entries, price)
        return alignment(ops, moves, order, len(pair.source), cap=False)

    def _features(self, pair: _Pair, found: EditAlignment) -> FloatArray:
        values = np.zeros(len(FEATURES))
        for edit in found.ops:
            if edit.kind in _COUNTED:
                values[_COUNTED[edit.kind]] += 1
            if edit.kind == "P":
                values[_PHRASE] += _of_phrase(edit.inner, edit.probability)
            elif edit.kind == "I":
                values[_WORD] += pair.edited[1][edit.target[0]]
            elif edit.kind == "D":
                values[_WORD] += pair.edited[0][edit.source[0]]
            elif edit.kind == "S":
                values[_PAIR] += pair.exchanged[edit.source[0], edit.target[0]]
        values[_SHIFT] = len(found.shifts)
        values /= max(1, len(pair.source) + len(pair.target))
        values[0] = 1.0
        return values

    def to_json(self) -> dict[str, Any]:
        """Return the weights by the names of their features."""
        weights = dict(zip(FEATURES, self.weights.tolist(), strict=True))
        return {"kind": "perp", "version": 1, "trainer": self.trainer, "weights": weights}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], **resources: Any) -> PerpModel:
        """Return the model that `to_json` gave.

        Args:
            data: What `to_json` returned.
            **resources: `lookup`, `classes` and `phrases` as they were in training.

        Raises:
            ParaphraseError: P221 for other data.
        """
        weights = data.get("weights")
        if not isinstance(weights, Mapping) or sorted(weights) != sorted(FEATURES):
            raise ParaphraseError("P221", got=f"{json.dumps(data, default=str)[:80]}")
        values = np.array([float(weights[name]) for name in FEATURES])
        return cls(values, trainer=str(data.get("trainer", "")), **resources)


_classes = lru_cache(maxsize=1)(WordClasses)


def similarity(weights: FloatArray, features: FloatArray) -> FloatArray:
    """Return the constant less what features of shape (..., 36) cost; shape (...)."""
    return np.asarray(weights[0] * features[..., 0] - features[..., 1:] @ weights[1:])


def _of_phrase(inner: float, probability: float) -> FloatArray:
    log = np.log10(probability)
    return np.array([1.0, inner * log, probability * inner, inner])


def _priced(pair: _Pair, weights: FloatArray) -> PairCosts:
    """Return what the edits of a pair cost, but for phrases."""
    of_word = weights[_WORD]
    deletions = np.maximum(_LEAST, weights[_DELETION] + pair.edited[0] @ of_word)
    insertions = np.maximum(_LEAST, weights[_INSERTION] + pair.edited[1] @ of_word)
    relations = pair.relations
    pairs = np.maximum(_LEAST_PAIR, pair.exchanged @ weights[_PAIR])
    kinds = np.full(pairs.shape, SUBSTITUTION)
    agree = relations.equal
    for kind, feature, related in (
        (STEM, _STEMMING, relations.stem),
        (SYNONYM, _SYNONYMY, relations.synonym),
    ):
        cost = max(_LEAST, float(weights[feature]))
        cheaper = related & (pairs > cost)
        kinds[cheaper], pairs[cheaper] = kind, cost
        agree = agree | related
    kinds[relations.equal], pairs[relations.equal] = MATCH, 0.0
    shift = max(LEAST_SHIFT, float(weights[_SHIFT]))
    codes = relations.codes[1]
    return PairCosts(kinds, pairs, deletions, insertions, shift, agree, relations.stops, codes)


# -- Learning --------------------------------------------------------------------------------------

# Hyper-parameters of the paper: passes, and the rate of learning.
_PASSES, _RATE = 200, 0.01
_ROUNDS = 5
# Of the regression: penalties that are tried, on how many folds.
_PENALTIES, _FOLDS = [2.0**k for k in range(-5, 8)], 5
# Folds of what another model learns from; fewer pairs make as many.
_STACKED = 10


def train_perp(
    pairs: Sequence[tuple[TextOrWords, TextOrWords]],
    gold: Sequence[float],
    trainer: str = "lms",
    *,
    lookup: WordLookup = NOTHING,
    classes: WordClasses | None = None,
    phrases: EditPhrases | None = None,
    seed: int = 0,
) -> PerpModel:
    """Learn the costs of edits from graded pairs.

    Args:
        pairs: Sources and targets.
        gold: Human similarity grades, on any scale.
        trainer: "lms", five rounds of an alignment of all pairs at the costs learned so far and 40
            passes of least mean squares over them, averaged; "lms_fixed", one alignment and 200
            passes; "ridge", one alignment and a regression on standardised features, with a penalty
            found by cross-validation.
        lookup: Stems and synonyms of words.
        classes: Classes and frequencies of words; those of English by default.
        phrases: A table of phrases.
        seed: Of the order in which pairs are learned from; the same gives the same weights.

    Raises:
        ParaphraseError: P207 for an unknown trainer, P222 for pairs and grades that do not fit.
    """
    if trainer not in TRAINERS:
        raise ParaphraseError("P207", name="trainer", got=trainer, expected=" or ".join(TRAINERS))
    grades = np.array(gold, dtype=np.float64)
    if len(pairs) != len(grades) or not len(grades) or not np.isfinite(grades).all():
        raise ParaphraseError("P222", got=f"{len(pairs)} pairs and {len(grades)} grades")
    model = PerpModel(start_weights(), lookup, classes, phrases)
    made = [model._pair(*pair) for pair in pairs]

    def aligned(weights: FloatArray) -> FloatArray:
        return np.array([model._features(pair, model._align(pair, weights)) for pair in made])

    random = np.random.default_rng(seed)
    weights = start_weights()
    if trainer == "ridge":
        weights = _ridge(aligned(weights), grades, random)
    else:
        last, rounds = weights, 1 if trainer == "lms_fixed" else _ROUNDS
        for _ in range(rounds):
            weights, last = _passes(aligned(last), grades, last, _PASSES // rounds, random)
    return PerpModel(weights, lookup, classes, phrases, trainer)


def stacked(
    pairs: Sequence[tuple[Words, Words]], gold: Sequence[float], classes: WordClasses | None = None
) -> tuple[PerpModel, FloatArray]:
    """Return a model for others to build on, and its cross-validated scores of these pairs.

    Heilman and Madnani 2013, *HENRY-CORE*, section 4: what a second model learns from must be as
    good as what it will see, so each pair is scored by a model that learned from other folds.

    Args:
        pairs: Sources and targets.
        gold: How similar people found them.
        classes: Classes and frequencies of words; those of English by default.

    Returns:
        The model, which learned from all pairs both ways by the trainer "ridge", and how similar
        the target is to the source of each pair, and the source to the target; shape (pairs, 2).
    """
    start = PerpModel(start_weights(), classes=classes, trainer="ridge")
    rows = np.array([[start.features(a, b), start.features(b, a)] for a, b in pairs])
    grades = np.repeat(np.array(gold, dtype=np.float64)[:, None], 2, axis=1)
    random = np.random.default_rng(0)
    parts = random.permutation(len(rows)) % min(_STACKED, len(rows))

    def learned(used: BoolArray) -> FloatArray:
        return _ridge(rows[used].reshape(-1, len(FEATURES)), grades[used].reshape(-1), random)

    predicted = np.zeros((len(rows), 2))
    for k in range(int(parts.max()) + 1):
        predicted[parts == k] = similarity(learned(parts != k), rows[parts == k])
    return replace(start, weights=learned(parts >= 0)), predicted


def update(weights: FloatArray, features: FloatArray, grade: float) -> None:
    """Correct weights in place by the error on one pair (Algorithm 1).

    Args:
        weights: The constant and the costs; shape (36,).
        features: The features of the pair, those that cost with their signs turned.
        grade: How similar people found it.
    """
    weights += _RATE * (grade - features @ weights) * features
    weights[_SHIFT] = max(weights[_SHIFT], LEAST_SHIFT)


def _passes(
    features: FloatArray,
    grades: FloatArray,
    start: FloatArray,
    passes: int,
    random: np.random.Generator,
) -> tuple[FloatArray, FloatArray]:
    """Return the average of the weights over some passes, and the last ones."""
    turned = features * np.where(np.arange(len(FEATURES)) > 0, -1.0, 1.0)
    weights, total = start.copy(), np.zeros(len(start))
    for _ in range(passes):
        for k in random.permutation(len(grades)):
            update(weights, turned[k], grades[k])
            total += weights
    return total / (passes * len(grades)), weights


def _ridge(features: FloatArray, grades: FloatArray, random: np.random.Generator) -> FloatArray:
    """Return the weights of a ridge regression; its penalty does best on folds left out."""
    folds = random.permutation(len(grades)) % _FOLDS
    errors = np.zeros(len(_PENALTIES))
    for fold in range(min(_FOLDS, len(grades) - 1)):
        out = folds == fold
        for k, penalty in enumerate(_PENALTIES):
            weights = _fitted(features[~out], grades[~out], penalty)
            errors[k] += np.sum((similarity(weights, features[out]) - grades[out]) ** 2)
    return _fitted(features, grades, _PENALTIES[int(np.argmin(errors))])


def _fitted(features: FloatArray, grades: FloatArray, penalty: float) -> FloatArray:
    means, deviations = features[:, 1:].mean(0), features[:, 1:].std(0)
    used = deviations > 0
    deviations[~used] = 1.0
    rows = (features[:, 1:] - means) / deviations
    square = rows.T @ rows + penalty * np.eye(rows.shape[1])
    costs = -np.linalg.solve(square, rows.T @ (grades - grades.mean())) / deviations * used
    return np.concatenate([[grades.mean() + means @ costs], costs])
