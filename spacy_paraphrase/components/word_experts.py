"""The experts on word pairs, as components use them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import srsly

from ..errors import ParaphraseError
from ..lexicon.matrix import Expert
from ..lexicon.wordnet import WordNetExpert
from ..trees.assignment import FloatArray
from ..trees.context import WordFeatures
from ..trees.grid import Array, Grid
from .side import Side

DEFAULT_EXPERTS: dict[str, dict[str, Any]] = {
    "identity": {"@misc": "spacy-paraphrase.Identity.v1"},
    "lemma": {"@misc": "spacy-paraphrase.Lemma.v1"},
    "norm": {"@misc": "spacy-paraphrase.Norm.v1"},
    "string": {"@misc": "spacy-paraphrase.String.v1"},
    "compound": {"@misc": "spacy-paraphrase.Compound.v1"},
    "number": {"@misc": "spacy-paraphrase.Number.v1"},
    "date": {"@misc": "spacy-paraphrase.Date.v1"},
    "abbreviation": {"@misc": "spacy-paraphrase.Abbreviation.v1"},
    "name": {"@misc": "spacy-paraphrase.Name.v1"},
    "vectors": {"@misc": "spacy-paraphrase.Vectors.v1"},
    "wordnet": {"@misc": "spacy-paraphrase.WordNet.v1"},
}
# The strongest weighted opinion on a word pair counts. Set by hand on development data.
DEFAULT_WEIGHTS = {
    "identity": 1.0,
    "lemma": 0.9,
    "norm": 0.9,
    "string": 0.85,
    "compound": 0.8,
    "number": 0.95,
    "date": 0.95,
    "abbreviation": 0.95,
    "name": 0.95,
    "vectors": 0.7,
    "wordnet": 1.0,
}


class WordExperts:
    """Experts with a weight each; those of weight 0 are not asked.

    Args:
        name: Name of the component, for errors.
        experts: Functions of two token lists to a matrix of similarities, by name.
        weights: Weight of each, 0 to 1.

    Raises:
        ParaphraseError: P008 for weights that do not fit.
    """

    def __init__(
        self, name: str, experts: Mapping[str, Expert], weights: Mapping[str, float]
    ) -> None:
        if set(weights) != set(experts):
            refuse(name, "weights", sorted(weights), f"a weight for each of {sorted(experts)}")
        for expert, weight in weights.items():
            if not is_number(weight) or not 0 <= weight <= 1:
                refuse(name, f"weights.{expert}", weight, "a number of 0 to 1")
        self.experts = dict(experts)
        self.weights = dict(weights)

    def opinions(self, pairs: Sequence[tuple[Side, Side]]) -> dict[str, FloatArray]:
        """Return what each expert says of the word pairs of some pairs, by name; (cells,) each."""
        tokens = [(source.tokens, target.tokens) for source, target in pairs]
        found = {}
        for name, expert in self.experts.items():
            if self.weights[name] > 0:
                if isinstance(expert, WordNetExpert):
                    tables = expert.values_of(tokens)
                else:
                    tables = [expert(*pair) for pair in tokens]
                found[name] = np.concatenate([table.reshape(-1) for table in tables])
        return found

    def features(
        self, pairs: Sequence[tuple[Side, Side]], opinions: Mapping[str, FloatArray]
    ) -> WordFeatures:
        """Return what the alignment of words by context looks at, of some pairs at once.

        Args:
            pairs: Source and target of each.
            opinions: What each expert says, by name; shape (cells,) each.
        """
        grid = Grid([(len(source), len(target)) for source, target in pairs])
        sides = tuple(zip(*pairs, strict=True))

        def both(read: Callable[[Side], Array]) -> tuple[Array, Array]:
            source, target = (np.concatenate([read(side) for side in some]) for some in sides)
            return source, target

        def cells(read: Callable[[Side], Array]) -> tuple[Array, Array]:
            source, target = both(read)
            return source[grid.source], target[grid.target]

        weighted = [self.weights[name] * said for name, said in opinions.items()]
        words, others = cells(lambda side: side.attribute("LOWER"))
        classes, other_classes = cells(lambda side: side.classes)
        names, other_names = cells(lambda side: side.names)
        return WordFeatures(
            grid,
            np.maximum.reduce(weighted) if weighted else np.zeros(len(grid)),
            words == others,
            # Two names or two numbers do not stand for each other.
            (classes == other_classes) & (classes > 0) & ~(names & other_names),
            *both(lambda side: side.kinds),
            *both(lambda side: side.heads),
        )

    def to_bytes(self, *others: Any) -> bytes:
        """Return the lexical data of the experts, and of others that may be WordNet experts."""
        lexicons = {expert.language: expert for expert in self._wordnets(others)}
        data = {language: expert.to_bytes() for language, expert in lexicons.items()}
        return bytes(srsly.msgpack_dumps(data))

    def from_bytes(self, data: bytes, *others: Any) -> None:
        """Take over what `to_bytes` gave."""
        lexicons = srsly.msgpack_loads(data)
        for expert in self._wordnets(others):
            expert.from_bytes(lexicons.get(expert.language, b""))

    def _wordnets(self, others: tuple[Any, ...] = ()) -> list[WordNetExpert]:
        users = (*self.experts.values(), *others)
        return [user for user in users if isinstance(user, WordNetExpert)]

    def wordnet(self) -> WordNetExpert | None:
        """Return the first WordNet expert that is asked, if there is one."""
        asked = (e for name, e in self.experts.items() if self.weights[name] > 0)
        return next((e for e in asked if isinstance(e, WordNetExpert)), None)


def is_number(value: Any) -> bool:
    """Tell whether a setting is a number (true and false are none)."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def refuse(name: str, setting: str, got: Any, expected: str) -> None:
    """Raise P008 for a setting that makes no sense."""
    raise ParaphraseError("P008", name=name, setting=setting, got=got, expected=expected)
