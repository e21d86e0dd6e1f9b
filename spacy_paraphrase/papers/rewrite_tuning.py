"""Tuning of the weights of a preset on sentences rewritten by people, for a given measure.

Napoles 2018, *Monolingual sentence rewriting as machine translation*, tunes to measures that see
the source as well as the references: under plain BLEU the unchanged source wins. Here by pairwise
ranking (Hopkins and May 2011, *Tuning as ranking*): of two candidates the one with the greater
measure should have the greater score, which a logistic regression on the difference of their
features learns; then all is decoded again with the new weights, until nothing is gained.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import fmean
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from spacy.tokens import Doc, Span

from ..errors import ParaphraseError
from ..generation.edit_features import check_weights, preset
from ..generation.rewriter import rewrite
from ..jobs.arrays import FloatArray
from ..metrics.ngrams import Words, bleu, ibleu, sari
from ..metrics.rewriting import compression_rate, precis
from ..metrics.rouge import split
from ..scoring.linear import logistic

Objective: TypeAlias = Callable[[Words, Words, Sequence[Words]], float]
# By how much a round must be better, in parts of the objective, for another one.
LEAST_GAIN = 0.001
# What large weights cost, for a thousand pairs of candidates.
_PENALTY = 1.0


class Example(NamedTuple):
    """A parsed sentence and its rewrites by people."""

    source: Span | Doc
    references: tuple[str, ...]


@dataclass(frozen=True)
class Tuned:
    """The tuned weights.

    Attributes:
        weights: The weights, by the name of the feature.
        history: The mean objective of the best candidates, before learning and after each round.
    """

    weights: dict[str, float]
    history: tuple[float, ...]


def by_precis(
    source: Words, output: Words, references: Sequence[Words], target: float = 0.7
) -> float:
    """Return PRECIS by characters, for compression.

    Args:
        source: Words of the source.
        output: Words of the output.
        references: Words of each reference.
        target: The rate up to which length costs nothing.
    """
    rate = compression_rate(" ".join(source), " ".join(output))
    return precis(bleu(output, references), rate or 0.0, target)


OBJECTIVES: dict[str, Objective] = {
    "sari": lambda *given: sari(*given).sari,  # for simplification
    "ibleu": ibleu,  # for paraphrases
    "precis": by_precis,
}


def tune(
    examples: Sequence[Example],
    preset_name: str,
    objective: str | Objective = "sari",
    *,
    features: Sequence[str] | None = None,
    rounds: int = 10,
    n_best: int = 20,
    **settings: Any,
) -> Tuned:
    """Return the weights of a preset whose best candidates have the best objective.

    Only ratios of weights matter, so they are scaled to the size of those of the preset.

    Args:
        examples: Sentences with rewrites by people, about 1,000 or 2,000.
        preset_name: The preset that is tuned.
        objective: "sari", "ibleu", "precis", or a function of source, output and references.
        features: The features to weight; by default those of the preset.
        rounds: Greatest number of rounds of decoding.
        n_best: Number of candidates of each sentence that are compared.
        **settings: Other settings of `rewriter.rewrite`, such as `sources`.

    Returns:
        The best weights; those of the preset if none are better.

    Raises:
        ParaphraseError: P800 for an unknown preset, objective or feature, P207 without examples or
            features to weigh.
    """
    given = dict(preset(preset_name).weights)
    names = list(given if features is None else features)
    check_weights(dict.fromkeys(names, 0.0))
    if isinstance(objective, str) and objective not in OBJECTIVES:
        known = ", ".join(OBJECTIVES)
        raise ParaphraseError("P800", what="objective", got=objective, known=known)
    for name, some in (("examples", examples), ("features", names)):
        if not some:
            raise ParaphraseError("P207", name=name, got=some, expected="at least one")
    value = OBJECTIVES[objective] if isinstance(objective, str) else objective
    decoder = _Decoder(preset_name, names, value, {**settings, "n_best": n_best})
    weights, history = given, [fmean(decoder.decode(examples, given))]
    best = history[0], given
    size = float(np.linalg.norm([given.get(name, 0.0) for name in names])) or 1.0
    for _ in range(rounds):
        learnt = decoder.ranked()
        length = float(np.linalg.norm(learnt))
        if not length:
            break
        scaled = (learnt * (size / length)).tolist()
        weights = {**dict.fromkeys(given, 0.0), **dict(zip(names, scaled, strict=True))}
        history.append(fmean(decoder.decode(examples, weights)))
        gained = history[-1] - best[0]
        if gained > 0:
            best = history[-1], weights
        if gained < LEAST_GAIN * abs(best[0]):
            break
    return Tuned({name: round(each, 4) for name, each in best[1].items()}, tuple(history))


def values_of(
    examples: Sequence[Example],
    preset_name: str,
    objective: Objective,
    weights: Mapping[str, float],
    **settings: Any,
) -> list[float]:
    """Return the objective of the best rewrite of each example.

    The arguments are those of `tune`, and the weights to rewrite with.
    """
    return _Decoder(preset_name, (), objective, settings).decode(examples, weights)


class _Candidate(NamedTuple):
    """A rewrite: its features, and how good it is by the objective."""

    features: tuple[float, ...]
    value: float


@dataclass
class _Decoder:
    """Rewrites the examples with weights, and keeps every candidate that was seen."""

    preset: str
    names: Sequence[str]
    objective: Objective
    settings: Mapping[str, Any]
    seen: dict[int, dict[str, _Candidate]] = field(default_factory=dict)

    def decode(self, examples: Sequence[Example], weights: Mapping[str, float]) -> list[float]:
        """Return the objective of the best candidate of each example."""
        values = []
        for k, example in enumerate(examples):
            known = self.seen.setdefault(k, {})
            source, *references = map(split, (example.source.text, *example.references))
            found = rewrite(example.source, preset=self.preset, weights=weights, **self.settings)
            for each in found:
                if each.text not in known:
                    features = tuple(each.features.get(name, 0.0) for name in self.names)
                    value = self.objective(source, split(each.text), references)
                    known[each.text] = _Candidate(features, value)
            values.append(known[found[0].text].value)
        return values

    def ranked(self) -> FloatArray:
        """Return weights that put better candidates before worse ones; (features,)."""
        rows = [
            np.subtract(one.features, other.features) * np.sign(one.value - other.value)
            for known in self.seen.values()
            for one, other in combinations(known.values(), 2)
            if one.value != other.value
        ]
        if not rows:
            return np.zeros(len(self.names))
        better = np.array(rows, dtype=np.float64)
        scale = better.std(axis=0) + np.abs(better.mean(axis=0))
        better = better / np.where(scale > 0, scale, 1.0)
        both = np.vstack([better, -better])
        gold = np.repeat([1.0, 0.0], len(better))
        weights, _ = logistic(both, gold, _PENALTY * len(both) / 1000, False)
        return np.asarray(np.where(scale > 0, weights / np.where(scale > 0, scale, 1.0), 0.0))
