"""Training of the unit matcher and the labeller: settings, initial statistics, updates.

Each batch of pairs trains three stages at the same time:

1. the first pass, on the features of single units;
2. the second pass, on these features and the predictions of the first pass;
3. the labeller, on the features of links and the labels of similar links in other pairs.

A stage must not use predictions for pairs that an earlier stage was trained on: it would trust them
too much. Thus a hash of the words assigns each pair to a fold. Besides the network of the first
pass, each fold has a network that is trained only on the other folds. In training, the second pass
uses the predictions of the network of the pair's fold, and the labeller uses a memory of links of
the other folds. After training, only the network and the memory of all folds are kept.

Before the first update, `observe` is called on each example, then `begin`. They collect the known
words, the links for the memory, and the scale of the features. The scale of the second pass's
features comes from the gold labels in place of the first pass's predictions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeAlias, TypeVar
from zlib import crc32

import numpy as np
from thinc.api import Adam, fix_random_seed, set_dropout_rate

from ..checked import SettingCheck, is_number
from ..jobs.arrays import Float32Array, FloatArray, IntArray
from ..registry import registered
from .ensembles import Ensemble, Moments, Scaling, make_network
from .feature_tables import Network
from .link_features import NAMES as MEMORY_NAMES
from .link_features import LinkMemory, UnitText, Words, frequent_words, lexicon_names
from .span_decode import CLASSES, MIRROR, candidates, second_pass
from .span_matcher import (
    Cell,
    LinkedPair,
    SpanLabeller,
    SpanMatcher,
    SpanPair,
    UnitMatcher,
    first_rows,
    joint_labels,
    labeller_rows,
    run_first,
    second_rows,
    single_labels,
)

# A pair with the class of each link, by the linked units.
MatchedPair: TypeAlias = tuple[SpanPair, Mapping[Cell, int]]
# Links of a pair with their classes.
LabelledPair: TypeAlias = tuple[LinkedPair, IntArray]
Example = TypeVar("Example", contravariant=True)

# Groups of features that a pipeline may lack, and the share of rows without them in training.
GROUP_DROPOUT = {"wordnet": 0.1, "tensor": 0.1, "vectors": 0.1, "encoder": 0.4}


@dataclass(frozen=True)
class UnitSettings:
    """Sizes and dropout of the networks for units.

    Attributes:
        hidden: Width of the two hidden layers.
        networks: Number of networks of the second pass, and of the labeller, that are averaged.
        folds: Number of folds of the training pairs (see the top of the module); at least 2.
        known_words: Number of words with features of their own: those that are most often in only
            one of two linked units.
        dropout: Share of the hidden units dropped in training.
        word_dropout: Share of the known-word features dropped in each row in training.
        group_dropout: Share of the rows in which a group of features is dropped in training, for
            each group whose resource a pipeline may lack.

    Raises:
        ParaphraseError: P025 for an invalid setting.
    """

    hidden: int = 64
    networks: int = 2
    folds: int = 4
    known_words: int = 400
    dropout: float = 0.25
    word_dropout: float = 0.5
    group_dropout: Mapping[str, float] = field(default_factory=GROUP_DROPOUT.copy)

    def __post_init__(self) -> None:
        check = SettingCheck("P025")
        for name, least in (("hidden", 1), ("networks", 1), ("folds", 2), ("known_words", 0)):
            check.whole(name, getattr(self, name), least)
        shares = {"dropout": self.dropout, "word_dropout": self.word_dropout}
        shares |= {f"group_dropout.{name}": share for name, share in self.group_dropout.items()}
        for name, share in shares.items():
            is_share = is_number(share) and 0 <= share < 1
            check.sound(name, share, is_share, "a number from 0, below 1")
        unknown = sorted(set(self.group_dropout) - set(GROUP_DROPOUT))
        check.sound("group_dropout", unknown, not unknown, f"groups of {sorted(GROUP_DROPOUT)}")

    def ensemble(self, features: Sequence[Moments], words: Sequence[str], count: int) -> Ensemble:
        """Return new networks for given features, with the lexicon features last.

        Args:
            features: Statistics of all features but the lexicon features.
            words: The known words.
            count: Number of networks.
        """
        lexicon = lexicon_names(words)
        names = (*(name for part in features for name in part.names), *lexicon)
        scales = [*(part.scaling() for part in features), Scaling.of_words(len(lexicon))]
        networks = [
            make_network(len(names), len(CLASSES), self.hidden, self.dropout) for _ in range(count)
        ]
        return Ensemble(names, Scaling.join(scales), tuple(networks), MIRROR)

    def teach(self, ensemble: Ensemble, rows: Float32Array, classes: IntArray) -> float:
        """Add the gradients of the loss on rows to an ensemble, and return the loss."""
        if not len(rows):
            return 0.0
        return ensemble.teach(
            rows, classes, word_dropout=self.word_dropout, group_dropout=self.group_dropout
        )


@registered("UnitMatcher.v1", "architectures")
def build_unit_settings(
    hidden: int = 64,
    networks: int = 2,
    folds: int = 4,
    known_words: int = 400,
    dropout: float = 0.25,
    word_dropout: float = 0.5,
    group_dropout: dict[str, float] = GROUP_DROPOUT,
) -> UnitSettings:
    """Return the settings of the matcher of phrases and chunks, see `UnitSettings`."""
    return UnitSettings(
        hidden, networks, folds, known_words, dropout, word_dropout, dict(group_dropout)
    )


class MatcherLearner:
    """Trains both passes of a matcher.

    Attributes:
        matcher: The matcher; it changes with every update.
    """

    matcher: SpanMatcher

    def __init__(self, settings: UnitSettings) -> None:
        self.settings = settings
        self._linked: list[tuple[Words, Words]] = []
        self._moments: tuple[Moments, Moments] | None = None
        self._held_out: list[Ensemble] = []

    def observe(self, example: MatchedPair) -> None:
        """Collect statistics of a pair before `begin`."""
        pair, links = example
        labels = single_labels(pair, links)
        cells = np.argwhere(labels).tolist()
        self._linked += [(pair.source_words[i], pair.target_words[j]) for i, j in cells]
        right: FloatArray = np.eye(len(CLASSES))[labels]
        where = candidates(pair.source, pair.target, right)
        known = second_pass(pair.source, pair.target, right)
        table, (n, m) = pair.table, pair.singles
        if self._moments is None:
            self._moments = Moments(table.names), Moments(table.names + known.names)
        self._moments[0].add(table.values[:n, :m].reshape(n * m, -1))
        self._moments[1].add(np.concatenate([table.values[where], known.values[where]], axis=1))

    def begin(self) -> None:
        """Create the networks; call it after `observe` of all pairs, at least one."""
        assert self._moments is not None
        words = frequent_words(self._linked, self.settings.known_words)
        ensembles = [
            self.settings.ensemble([moments], words, count)
            for moments, count in zip(self._moments, (1, self.settings.networks), strict=True)
        ]
        self.resume(SpanMatcher(words, *ensembles))
        self._linked, self._moments = [], None

    def resume(self, matcher: SpanMatcher) -> None:
        """Continue the training of a matcher that was trained on other pairs."""
        self.matcher = matcher
        self._held_out = [
            replace(matcher.first, networks=tuple(net.copy() for net in matcher.first.networks))
            for _ in range(self.settings.folds)
        ]
        for network in self.networks():
            set_dropout_rate(network, self.settings.dropout)

    def networks(self) -> Iterator[Network]:
        """Yield all networks in training."""
        for ensemble in (self.matcher.first, self.matcher.second, *self._held_out):
            yield from ensemble.networks

    def update(self, examples: Sequence[MatchedPair]) -> float:
        """Add the gradients of pairs (at least one), and return the loss of both passes."""
        matcher, settings = self.matcher, self.settings
        rows = [first_rows(matcher.words, pair) for pair, _ in examples]
        labels = [single_labels(pair, links).ravel() for pair, links in examples]
        texts = (map(sorted, pair.source_words + pair.target_words) for pair, _ in examples)
        folds = [_fold(text, settings.folds) for text in texts]
        loss = settings.teach(matcher.first, np.concatenate(rows), np.concatenate(labels))
        for fold, ensemble in enumerate(self._held_out):
            others = [k for k, own in enumerate(folds) if own != fold]
            if others:
                seen = np.concatenate([rows[k] for k in others])
                settings.teach(ensemble, seen, np.concatenate([labels[k] for k in others]))
        later, classes = [], []
        for (pair, links), fold in zip(examples, folds, strict=True):
            earlier = run_first(self._held_out[fold], matcher.words, pair)
            seen, where = second_rows(matcher.words, pair, earlier)
            later.append(seen)
            classes.append(joint_labels(pair, links)[where])
        return loss + settings.teach(matcher.second, np.concatenate(later), np.concatenate(classes))


class LabellerLearner:
    """Trains a labeller.

    Attributes:
        labeller: The labeller; it changes with every update.
    """

    labeller: SpanLabeller

    def __init__(self, settings: UnitSettings) -> None:
        self.settings = settings
        self._linked: list[tuple[Words, Words]] = []
        self._links: list[tuple[int, tuple[UnitText, UnitText, int]]] = []
        self._moments: Moments | None = None
        self._memories: list[LinkMemory] = []

    def observe(self, example: LabelledPair) -> None:
        """Collect statistics of a pair before `begin`."""
        pair, classes = example
        self._linked += zip(pair.source_words, pair.target_words, strict=True)
        fold = self._fold_of(pair)
        for (one, other), kind in zip(pair.phrases(), classes.tolist(), strict=True):
            self._links.append((fold, (one, other, kind)))
        if self._moments is None:
            self._moments = Moments(pair.names)
        self._moments.add(pair.rows)

    def begin(self) -> None:
        """Create networks and memories; call it after `observe` of all pairs, at least one."""
        assert self._moments is not None
        words = frequent_words(self._linked, self.settings.known_words)
        self._memories = [
            LinkMemory.of(link for other, link in self._links if other != fold)
            for fold in range(self.settings.folds)
        ]
        remembered = Moments(MEMORY_NAMES)
        for fold, memory in enumerate(self._memories):
            own = [(one, other) for k, (one, other, _) in self._links if k == fold]
            remembered.add(memory.features(own))
        features = [self._moments, remembered]
        ensemble = self.settings.ensemble(features, words, self.settings.networks)
        memory = LinkMemory.of(link for _, link in self._links)
        self.labeller = SpanLabeller(words, memory, ensemble)
        self._linked, self._links, self._moments = [], [], None

    def resume(self, labeller: SpanLabeller) -> None:
        """Continue the training of a labeller, with its memory of other pairs."""
        self.labeller = labeller
        self._memories = [labeller.memory] * self.settings.folds
        for network in self.networks():
            set_dropout_rate(network, self.settings.dropout)

    def networks(self) -> Iterator[Network]:
        """Yield all networks in training."""
        yield from self.labeller.ensemble.networks

    def update(self, examples: Sequence[LabelledPair]) -> float:
        """Add the gradients of pairs (at least one), and return the loss."""
        words, ensemble = self.labeller.words, self.labeller.ensemble
        rows = [labeller_rows(p, words, self._memories[self._fold_of(p)]) for p, _ in examples]
        classes = [kinds for _, kinds in examples]
        return self.settings.teach(ensemble, np.concatenate(rows), np.concatenate(classes))

    def _fold_of(self, pair: LinkedPair) -> int:
        phrases = (*pair.source_phrases, *pair.target_phrases)
        return _fold((phrase.lemmas for phrase in phrases), self.settings.folds)


def _fold(texts: Iterable[Iterable[str]], folds: int) -> int:
    """Return the fold of a pair; pairs with the same text are in the same fold."""
    return crc32("\n".join(map(" ".join, texts)).encode(errors="replace")) % folds


@dataclass(frozen=True, eq=False)
class UnitExample:
    """A training example: the phrases or chunks of a pair, with gold links.

    Attributes:
        pair: The input of the matcher.
        gold: The classes of the gold links, by the linked units.
        linked: The input of the labeller, with the links in the same order; None without links.
    """

    pair: SpanPair
    gold: Mapping[Cell, int]
    linked: LinkedPair | None


class UnitLearner:
    """Trains matcher and labeller for phrases or for chunks.

    Args:
        settings: The settings of their networks.
    """

    def __init__(self, settings: UnitSettings) -> None:
        self.passes = MatcherLearner(settings)
        self.labels = LabellerLearner(settings)
        self.has_links = False

    @property
    def matcher(self) -> UnitMatcher:
        """Matcher and labeller; they change with every update."""
        return UnitMatcher(self.passes.matcher, self.labels.labeller)

    def observe(self, example: UnitExample) -> None:
        """Collect statistics of a pair before `begin`."""
        self.passes.observe((example.pair, example.gold))
        for labelled in _labelled([example]):
            self.labels.observe(labelled)
            self.has_links = True

    def begin(self) -> None:
        """Create the networks; call it after `observe` of all pairs, at least one with a link."""
        self.passes.begin()
        self.labels.begin()

    @classmethod
    def resume(cls, matcher: UnitMatcher, settings: UnitSettings) -> UnitLearner:
        """Return a learner that continues the training of a matcher."""
        learner = cls(settings)
        learner.passes.resume(matcher.matcher)
        learner.labels.resume(matcher.labeller)
        return learner

    def networks(self) -> Iterator[Network]:
        """Yield all networks in training."""
        yield from self.passes.networks()
        yield from self.labels.networks()

    def update(self, examples: Sequence[UnitExample]) -> float:
        """Add the gradients of pairs (at least one), and return the loss of all stages."""
        loss = self.passes.update([(example.pair, example.gold) for example in examples])
        labelled = list(_labelled(examples))
        return loss + self.labels.update(labelled) if labelled else loss


def _labelled(examples: Iterable[UnitExample]) -> Iterator[LabelledPair]:
    for example in examples:
        if example.linked is not None:
            yield example.linked, np.array(list(example.gold.values()), dtype=np.int64)


class Trainable(Protocol[Example]):
    """A learner that `train` accepts."""

    def observe(self, example: Example, /) -> None:
        """Collect statistics of an example before `begin`."""

    def begin(self) -> None:
        """Create the networks."""

    def networks(self) -> Iterator[Network]:
        """Yield all networks."""

    def update(self, examples: Sequence[Example], /) -> float:
        """Add the gradients of examples, and return the loss."""


def train(
    learner: Trainable[Example],
    examples: Sequence[Example],
    *,
    epochs: int = 24,
    batch: int = 8,
    rate: float = 0.002,
    decay: float = 0.001,
    seed: int = 0,
) -> list[float]:
    """Train without spaCy on examples that fit into memory.

    Args:
        learner: The learner.
        examples: The examples.
        epochs: Number of passes over the examples.
        batch: Number of pairs per step.
        rate: Initial learning rate; it decreases linearly to 0.
        decay: Weight decay.
        seed: Seed of all random generators.

    Returns:
        The mean loss of each epoch.
    """
    fix_random_seed(seed)
    random = np.random.default_rng(seed)
    for example in examples:
        learner.observe(example)
    learner.begin()
    optimizer = Adam(rate, L2=decay, L2_is_weight_decay=True, grad_clip=1.0)
    losses = []
    for epoch in range(epochs):
        order = random.permutation(len(examples)).tolist()
        found = []
        for start in range(0, len(order), batch):
            optimizer.learn_rate = rate * (1.0 - (epoch + start / len(order)) / epochs)
            found.append(learner.update([examples[i] for i in order[start : start + batch]]))
            for network in learner.networks():
                network.finish_update(optimizer)
        losses.append(float(np.mean(found)))
    return losses
