"""How word spaces are made: their settings, and the index vectors of Random Indexing.

The index vector of a word is 0 but for a few places, which are a hash of the word: it is neither
stored nor sent, and every process has the same. All weights are whole numbers, so that sums of
index vectors are exact in any order.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import srsly

from ..arrays import IntArray
from ..checked import check_fields
from ..errors import ParaphraseError, short_repr
from .terms import FORMS, Form, is_language

Variant: TypeAlias = Literal["word2vec", "word", "doc"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)
# Changes when a space of the same settings would get other vectors.
VERSION = 2
# Sizes of vectors where none is given.
_LEARNT_DIM, _INDEX_DIM = 200, 800
# Of windows: weights double with each step.
_WIDEST = 24
# More numbers than these help no vector, and fill the memory.
_MOST_DIM = 1 << 16


def refuse(config: SpaceConfig, setting: str, expected: str) -> None:
    """Refuse the value of a setting.

    Raises:
        ParaphraseError: P960, always.
    """
    got = getattr(config, setting)
    raise ParaphraseError("P960", setting=setting, got=got, expected=expected)


@dataclass(frozen=True)
class SpaceConfig:
    """How a word space is made.

    Attributes:
        variant: What the vector of a word is: what word2vec learns of its neighbours ("word2vec"),
            or, by Random Indexing, the sum over its occurrences of the index vectors of its
            neighbours ("word") or of that of its text ("doc"); their defaults are those of Moen and
            others 2014, section 2, who count stems.
        dim: Size of the vectors; 0 for the usual one: 200 of word2vec, else 800.
        window: How many neighbours count on each side, within the sentence.
        min_count: How often a word occurs that gets a vector by word2vec: of rarer ones too little
            is known.
        nonzero: How many places of an index vector are not 0; half of them are 1, half -1.
        weighted: Whether the neighbour at distance d counts 2^(window - d), else 1 ("word").
        shifted: Whether index vectors are rotated by one place, to the left those of the words
            before, to the right those of the words behind ("word").
        seed: Another seed gives other vectors.
        form: Which form of the words counts: "stem" (English), "lemma" or "word".
        language: Code of the language of the texts.
        model: The pipeline that gives lemmas.

    Raises:
        ParaphraseError: P960 for a value that makes no sense.

    Example:
        >>> SpaceConfig(window=2).hash == SpaceConfig(window=2).hash != SpaceConfig().hash
        True
    """

    variant: Variant = "word2vec"
    dim: int = 0
    window: int = 5
    min_count: int = 10
    nonzero: int = 4
    weighted: bool = True
    shifted: bool = True
    seed: int = 0
    form: Form = "word"
    language: str = "en"
    model: str = "en"

    def __post_init__(self) -> None:
        for name, known in (("variant", VARIANTS), ("form", FORMS)):
            if type(getattr(self, name)) is not str or getattr(self, name) not in known:
                refuse(self, name, "one of " + ", ".join(known))
        if type(self.dim) is int and not self.dim:
            usual = _LEARNT_DIM if self.variant == "word2vec" else _INDEX_DIM
            object.__setattr__(self, "dim", usual)
        for name in ("dim", "window", "min_count", "nonzero"):
            if type(getattr(self, name)) is not int or getattr(self, name) < 1:
                refuse(self, name, "a whole number, 1 or more")
        check_fields(self, "model")
        self._check_limits()

    def _check_limits(self) -> None:
        """Refuse numbers that are too large, or do not go together, and unknown languages."""
        if self.dim > _MOST_DIM:
            refuse(self, "dim", f"at most {_MOST_DIM}")
        if self.nonzero % 2:
            refuse(self, "nonzero", "an even number")
        if self.dim < 2 * self.nonzero:
            refuse(self, "dim", "at least twice the non-zeros")
        if self.window > _WIDEST:
            refuse(self, "window", f"at most {_WIDEST}: weights double with each step")
        if type(self.seed) is not int:
            refuse(self, "seed", "a whole number")
        if not is_language(self.language):
            refuse(self, "language", "the code of a language that spaCy knows")
        if self.form == "stem" and self.language != "en":
            refuse(self, "form", f"'lemma' or 'word' for the language {self.language!r}")

    def to_json(self) -> dict[str, Any]:
        """Return the settings and the version of what makes the vectors, as JSON."""
        return {**asdict(self), "version": VERSION}

    @classmethod
    def from_json(cls, value: Any, source: str = "JSON") -> SpaceConfig:
        """Take over what `to_json` gave.

        Raises:
            ParaphraseError: P961 if it is something else, P962 for another version.
        """
        known = {field.name for field in fields(cls)}
        version = value.get("version") if isinstance(value, dict) else None
        if version is not None and version != VERSION:
            got, expected = f"version {version}", f"version {VERSION}"
            raise ParaphraseError("P962", path=source, got=got, expected=expected)
        if version is None or set(value) != {*known, "version"}:
            raise ParaphraseError("P961", path=source, got=f"the settings {short_repr(value)}")
        return cls(**{name: value[name] for name in known})

    @property
    def hash(self) -> str:
        """What two spaces share that may be compared and merged: 16 hexadecimal digits."""
        return blake2b(
            srsly.json_dumps(self.to_json(), sort_keys=True).encode(), digest_size=8
        ).hexdigest()


@lru_cache(maxsize=1 << 17)
def index_positions(word: str, dim: int, nonzero: int, seed: int = 0) -> tuple[int, ...]:
    """Return where the index vector of a word is not 0: 1 at the first, -1 at the next, and so on.

    Example:
        >>> index_positions("cat", 16, 4), index_positions("patient", 800, 4)
        ((10, 14, 3, 8), (185, 652, 165, 239))
    """
    found: dict[int, None] = {}
    k = 0
    while len(found) < nonzero:
        digest = blake2b(f"{seed}\x1f{k}\x1f{word}".encode(), digest_size=8).digest()
        found.setdefault(int.from_bytes(digest, "little") % dim)
        k += 1
    return tuple(found)


def index_vector(word: str, config: SpaceConfig) -> IntArray:
    """Return the index vector of a word, shape (dim,)."""
    vector = np.zeros(config.dim, np.int64)
    positions = index_positions(word, config.dim, config.nonzero, config.seed)
    vector[list(positions)] = np.resize([1, -1], config.nonzero)
    return vector


def distance_weights(config: SpaceConfig) -> list[int]:
    """Return what a neighbour counts at the distances 1, 2, … of the window.

    Example:
        >>> distance_weights(SpaceConfig()), distance_weights(SpaceConfig(weighted=False, window=2))
        ([16, 8, 4, 2, 1], [1, 1])
    """
    distances = range(1, config.window + 1)
    return [2 ** (config.window - d) if config.weighted else 1 for d in distances]


@lru_cache(maxsize=1 << 17)
def neighbour_places(word: str, config: SpaceConfig) -> tuple[tuple[tuple[str, int], ...], ...]:
    """Return the places and signs of the index vector of a word that stands before, and behind."""
    positions = index_positions(word, config.dim, config.nonzero, config.seed)
    signs = [1 - 2 * (k % 2) for k in range(config.nonzero)]
    steps = (-1, 1) if config.shifted else (0, 0)
    return tuple(
        tuple((str((p + step) % config.dim), s) for p, s in zip(positions, signs, strict=True))
        for step in steps
    )
