"""Relation and similarity of units that are linked already.

The task of Marsi and Krahmer 2005, *Classification of semantic relations by humans and machines*,
section 4: the alignment is given, what its links are called is asked. All other links, and what is
left over, are known here, and so is what became of such links in the training data; the matcher
that finds links knows neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .mirror import Array
from .span_labels import MIRROR
from .span_lexicon import Words, frequent_words, lexicon_features, lexicon_names
from .span_memory import NAMES, LinkMemory, Phrase
from .span_network import Ensemble, Training, train

Ints = npt.NDArray[np.int64]
# Words that the network knows one by one.
LEXICON = 400
# In how many parts the training data are cut, so that no link remembers itself.
CROSS_FIT = 8
LABELLING = Training(epochs=48)


@dataclass(frozen=True, eq=False)
class LinkedPair:
    """What the labeller sees of a pair with k links.

    Attributes:
        names: Names of the features.
        rows: Their values, shape (k, features).
        source_words: Lemmas of the source unit of each link.
        target_words: Likewise of the target.
        source_phrases: What is remembered of the source unit of each link.
        target_phrases: Likewise of the target.
    """

    names: tuple[str, ...]
    rows: Array
    source_words: list[Words]
    target_words: list[Words]
    source_phrases: list[Phrase]
    target_phrases: list[Phrase]

    def __len__(self) -> int:
        return len(self.rows)

    def phrases(self) -> list[tuple[Phrase, Phrase]]:
        """Return both phrases of each link."""
        return list(zip(self.source_phrases, self.target_phrases, strict=True))


@dataclass(frozen=True, eq=False)
class SpanLabeller:
    """A trained labeller.

    Attributes:
        words: What the lexicon knows.
        memory: Links that were seen.
        ensemble: The networks.
    """

    words: list[str]
    memory: LinkMemory
    ensemble: Ensemble

    def __call__(self, pair: LinkedPair) -> Array:
        """Return the probabilities of the classes (`span_labels.CLASSES`) of each link."""
        return self.ensemble(_rows(pair, self.words, self.memory))


def train_labeller(
    pairs: Sequence[LinkedPair],
    classes: Sequence[Ints],
    *,
    seed: int = 0,
    settings: Training = LABELLING,
) -> SpanLabeller:
    """Return a labeller trained on pairs with at least one link each.

    Args:
        pairs: The pairs.
        classes: For each pair the classes of its links.
        seed: Seed of everything random.
        settings: How to train.
    """
    sides = ((p.source_words, p.target_words) for p in pairs)
    words = frequent_words(((a, b) for s, t in sides for a, b in zip(s, t, strict=True)), LEXICON)
    folds = np.random.default_rng(seed).permutation(len(pairs)) % CROSS_FIT
    rows: list[Array] = [np.zeros(0, np.float32)] * len(pairs)
    for fold in range(CROSS_FIT):
        memory = LinkMemory.of(_links(pairs, classes, np.flatnonzero(folds != fold)))
        for i in np.flatnonzero(folds == fold).tolist():
            rows[i] = _rows(pairs[i], words, memory)
    names = pairs[0].names + NAMES + lexicon_names(words)
    ensemble = train(names, np.concatenate(rows), np.concatenate(classes), MIRROR, settings, seed)
    return SpanLabeller(words, LinkMemory.of(_links(pairs, classes, range(len(pairs)))), ensemble)


def _links(
    pairs: Sequence[LinkedPair], classes: Sequence[Ints], chosen: Iterable[int]
) -> Iterable[tuple[Phrase, Phrase, int]]:
    for i in chosen:
        for (one, other), kind in zip(pairs[i].phrases(), classes[i].tolist(), strict=True):
            yield one, other, kind


def _rows(pair: LinkedPair, words: Sequence[str], memory: LinkMemory) -> Array:
    diagonal = np.arange(len(pair))
    lexicon = lexicon_features(pair.source_words, pair.target_words, words).values
    parts = (pair.rows, memory.features(pair.phrases()), lexicon[diagonal, diagonal])
    return np.concatenate(parts, axis=1)
