"""Settings of word spaces, and the index vectors of Random Indexing.

The index vector of a word is 0 except in a few dimensions, which a hash of the word determines.
Thus it is the same in every process, and need not be stored or sent. All weights are integers, so
that sums of index vectors are exact in any order.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import srsly

from ..checked import SettingCheck, check_fields
from ..errors import ParaphraseError, short_repr
from ..jobs.arrays import IntArray
from .terms import FORMS, Form, is_language

Variant: TypeAlias = Literal["word2vec", "word", "doc"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)
# Version of the code; it changes if spaces with the same settings get different vectors.
VERSION = 2
# Default sizes of vectors of word2vec and of Random Indexing.
_LEARNT_DIM, _INDEX_DIM = 200, 800
# Maximum size of a window: weights double with each step.
_WIDEST = 24
# Maximum size of vectors; larger vectors are not better, and need much memory.
_MOST_DIM = 1 << 16


@dataclass(frozen=True)
class SpaceConfig:
    """The settings of a word space.

    Attributes:
        variant: "word2vec", or Random Indexing: a vector of "word" is the sum of the index vectors
            of a word's neighbours over all its occurrences, a vector of "doc" the sum of those of
            its texts. The defaults for Random Indexing are those of Moen and others 2014,
            section 2, who count stems.
        dim: Size of the vectors; 0 means 200 for word2vec, 800 for the others.
        window: Number of neighbours on each side, within the sentence.
        min_count: Minimum count of words learnt by word2vec; rarer words have too little data.
        nonzero: Number of dimensions of an index vector that are 1 (half of them) or -1.
        weighted: Whether neighbours at distance d have weight 2^(window - d), else 1 ("word").
        shifted: Whether index vectors are rotated by one dimension: to the left for words before,
            to the right for words after ("word").
        seed: Random seed of the vectors.
        form: The form of words that is counted: "stem" (English), "lemma" or "word".
        language: Code of the language of the texts.
        model: The pipeline that gives lemmas.

    Raises:
        ParaphraseError: P960 for an invalid value.

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
        check = SettingCheck("P960")
        for name, known in (("variant", VARIANTS), ("form", FORMS)):
            check.one_of(name, getattr(self, name), known)
        if type(self.dim) is int and not self.dim:
            usual = _LEARNT_DIM if self.variant == "word2vec" else _INDEX_DIM
            object.__setattr__(self, "dim", usual)
        for name in ("dim", "window", "min_count", "nonzero"):
            check.whole(name, getattr(self, name))
        check_fields(self, "model")
        check.sound("dim", self.dim, self.dim <= _MOST_DIM, f"at most {_MOST_DIM}")
        check.sound("nonzero", self.nonzero, self.nonzero % 2 == 0, "an even number")
        check.sound("dim", self.dim, self.dim >= 2 * self.nonzero, "at least twice the non-zeros")
        expected = f"at most {_WIDEST}: weights double with each step"
        check.sound("window", self.window, self.window <= _WIDEST, expected)
        check.sound("seed", self.seed, type(self.seed) is int, "a whole number")
        expected = "the code of a language that spaCy knows"
        check.sound("language", self.language, is_language(self.language), expected)
        expected = f"'lemma' or 'word' for the language {self.language!r}"
        check.sound("form", self.form, self.form != "stem" or self.language == "en", expected)

    def to_json(self) -> dict[str, Any]:
        """Return the settings and the version of the code as plain data."""
        return {**asdict(self), "version": VERSION}

    @classmethod
    def from_json(cls, value: Any, source: str = "JSON") -> SpaceConfig:
        """Return the settings from the data that `to_json` returned.

        Raises:
            ParaphraseError: P961 for other data, P962 for another version.
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
        """A hash, equal for spaces that can be compared and added: 16 hexadecimal digits."""
        settings = srsly.json_dumps(self.to_json(), sort_keys=True)
        return blake2b(settings.encode(), digest_size=8).hexdigest()


@lru_cache(maxsize=1 << 17)
def index_positions(word: str, dim: int, nonzero: int, seed: int = 0) -> tuple[int, ...]:
    """Return the non-zero dimensions of a word's index vector: 1 at the first, -1 at the next, etc.

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
    """Return the weights of neighbours at the distances 1, 2, … of the window.

    Example:
        >>> distance_weights(SpaceConfig()), distance_weights(SpaceConfig(weighted=False, window=2))
        ([16, 8, 4, 2, 1], [1, 1])
    """
    distances = range(1, config.window + 1)
    return [2 ** (config.window - d) if config.weighted else 1 for d in distances]


@lru_cache(maxsize=1 << 17)
def neighbour_places(word: str, config: SpaceConfig) -> tuple[tuple[tuple[str, int], ...], ...]:
    """Return dimensions and signs of a neighbour's index vector, before and after a word."""
    positions = index_positions(word, config.dim, config.nonzero, config.seed)
    signs = [1 - 2 * (k % 2) for k in range(config.nonzero)]
    steps = (-1, 1) if config.shifted else (0, 0)
    return tuple(
        tuple((str((p + step) % config.dim), s) for p, s in zip(positions, signs, strict=True))
        for step in steps
    )
