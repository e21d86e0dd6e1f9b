"""Locations of the lexical data, and word frequencies: information content, word weights."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..errors import ParaphraseError
from ..jobs.arrays import pack_arrays, read_data, unpack_arrays, write_file
from .index import POS, LexicalIndex
from .word_vectors import WordVectors

KIND = b"weights"
STEP = 0.0625  # nats; weights are stored as multiples of it, in one byte
Data = TypeVar("Data")
Lemmatizer = Callable[[str], Iterable[tuple[str, str]]]


def as_written(form: str) -> list[tuple[str, str]]:
    """Take a word form for its own lemma, with any part of speech."""
    return [(form, "")]


def information_content(
    index: LexicalIndex,
    counts: Iterable[tuple[str, float]],
    lemmatize: Lemmatizer = as_written,
) -> NDArray[np.float32]:
    """Return the information content of every synset, in nats.

    The count of a word is divided evenly among its senses. The count of a synset is added to each
    synset above it, only once even if several paths lead to it:

        freq(c) = sum over synsets s below or equal to c of own(s)
        IC(c) = -log(freq(c) / N),  N = sum of own(s) over all s of the part of speech

    Resnik 1995, "Using information content to evaluate semantic similarity in a taxonomy"
    (IJCAI), section 2, also divides counts evenly.

    Args:
        index: The index with the synsets; its own information content is ignored.
        counts: Word forms and their frequencies.
        lemmatize: A function that gives the lemmas of a word form, each with its part of speech
            (Universal Dependencies, "" for any). A form without lemmas is skipped.

    Returns:
        Array of length `index.n_synsets`.
    """
    own = np.ones(index.n_synsets)  # no synset has the count 0
    for form, count in counts:
        synsets = {s for lemma, pos in lemmatize(form) for s in index.synsets(lemma, pos)}
        for synset in synsets:
            own[synset] += count / len(synsets)
    starts, above = index.closure.starts, index.closure.values
    freq = np.bincount(above, np.repeat(own, np.diff(starts)), minlength=len(own))
    totals = np.bincount(index.synset_pos, own, minlength=len(POS))
    information = np.log(totals[index.synset_pos] / freq)
    return np.maximum(information, 0.0).astype(np.float32)


class WordWeights:
    """The weight of each word: its self-information, -log p(word), in nats.

    Shannon 1948, "A mathematical theory of communication". If sentences are the documents, the
    weight is the inverse document frequency of Sparck Jones 1972 up to a constant, except for the
    most frequent words.

    Args:
        language: BCP 47 code.
        weights: Weight of each word, in lower case.

    Example:
        >>> weights = WordWeights("en", {"the": 2.9, "dog": 9.1})
        >>> weights("The"), weights("aardvark"), weights("...")
        (2.9, 9.1, 0.0)
    """

    def __init__(self, language: str, weights: Mapping[str, float]) -> None:
        self.language = language
        self.weights = dict(weights)
        self.unknown = max(self.weights.values(), default=1.0)

    def __call__(self, word: str) -> float:
        """Return the weight of a word.

        An unknown word has the weight of the rarest known word. A token without letters and digits
        has weight 0.
        """
        weight = self.weights.get(word.lower())
        if weight is not None:
            return weight
        return self.unknown if any(map(str.isalnum, word)) else 0.0

    @classmethod
    def from_counts(
        cls, language: str, counts: Mapping[str, float], size: int = 50_000
    ) -> WordWeights:
        """Return the weights of the most frequent words, rounded to the precision of a file.

        Args:
            language: BCP 47 code.
            counts: Frequency of each word.
            size: Number of words to keep.
        """
        total = sum(counts.values())
        top = sorted(counts, key=lambda word: (-counts[word], word))[:size]
        steps = _steps(np.log(total / np.array([counts[word] for word in top])))
        return cls(language, dict(zip(top, (steps * STEP).tolist(), strict=True)))

    def to_bytes(self) -> bytes:
        """Return the weights as bytes; equal weights give equal bytes."""
        arrays = {
            "words": np.frombuffer("\n".join(self.weights).encode(), np.uint8),
            "steps": _steps(np.array([*self.weights.values()])),
        }
        return pack_arrays(KIND, {"language": self.language}, arrays)

    @classmethod
    def from_bytes(cls, data: bytes, source: str = "the bytes given") -> WordWeights:
        """Return the weights that `to_bytes` saved; see `LexicalIndex.from_bytes`."""
        meta, arrays = unpack_arrays(KIND, data, source)
        words = arrays["words"].tobytes().decode("utf8").split("\n")
        weights = (arrays["steps"] * STEP).tolist()
        return cls(meta["language"], dict(zip(words, weights, strict=True)))

    def to_disk(self, path: Path | str) -> None:
        """Write the weights to a file."""
        write_file(path, self.to_bytes())

    @classmethod
    def from_disk(cls, path: Path | str) -> WordWeights:
        """Read the weights from a file; see `LexicalIndex.from_disk`."""
        return cls.from_bytes(read_data(path), str(path))

    def __reduce__(self) -> tuple[Any, ...]:
        return WordWeights, (self.language, self.weights)


def _steps(weights: NDArray[np.float64]) -> NDArray[np.uint8]:
    return np.rint(weights / STEP).clip(0, 255).astype(np.uint8)


# Folders of the lexical data: the data of the package, and those that the user has built.

SHIPPED = Path(__file__).parent / "data"
# The environment variable that names the folder of the user's own data.
FOLDER = "SPACY_PARAPHRASE_DATA"


def user_folder() -> Path:
    """Folder of the user's own lexical data.

    The environment variable SPACY_PARAPHRASE_DATA names the folder. The default is
    `.cache/spacy-paraphrase` in the home folder.
    """
    return Path(_user_folder())


def find(name: str) -> Path:
    """Return the path of a data file; the user's own file takes precedence over the package's.

    Args:
        name: A file name, such as "en.wordnet" or "en.weights".

    Raises:
        ParaphraseError: P300 if there is no such file.
    """
    path = Path(_path(name))
    if not path.is_file():
        raise ParaphraseError("P300", path=str(path))
    return path


def default_lexicon(language: str = "en") -> LexicalIndex:
    """Return the lexical index of a language, loaded once in a process.

    Args:
        language: BCP 47 code.

    Raises:
        ParaphraseError: P300 if there is none, P301 if it is damaged.

    Example:
        >>> default_lexicon("en").meta["name"]
        'pwn:3.0'
    """
    return _lexicon(_path(f"{language}.wordnet"))


def default_weights(language: str = "en") -> WordWeights:
    """Return the word weights of a language, loaded once in a process.

    Args:
        language: BCP 47 code.

    Raises:
        ParaphraseError: P300 if there are none, P301 if they are damaged.

    Example:
        >>> weights = default_weights("en")
        >>> weights("the") < weights("dog") < weights("aardvark")
        True
    """
    return _weights(_path(f"{language}.weights"))


def lexical_index(language: str) -> LexicalIndex | None:
    """Return the lexical index of a language, None if there is none.

    Raises:
        ParaphraseError: P034 or P301 if it is damaged.
    """
    # The documented fallback without an index: words are the same, or their relation is unknown.
    return _if_there(default_lexicon, language)


def word_weights(language: str) -> WordWeights | None:
    """Return the word weights of a language, None if there are none.

    Raises:
        ParaphraseError: P034 or P301 if they are damaged.
    """
    # The documented fallback: all words have the same weight.
    return _if_there(default_weights, language)


def word_vectors(language: str) -> WordVectors | None:
    """Return the word vectors of a language, loaded once in a process; None if there are none.

    Raises:
        ParaphraseError: P034 or P301 if they are damaged.
    """
    # The documented fallback: the similarity of usage of two words is unknown.
    return _if_there(lambda name: _vectors(_path(f"{name}.vectors")), language)


def _if_there(load: Callable[[str], Data], language: str) -> Data | None:
    try:
        return load(language)
    except ParaphraseError as error:
        if error.code == "P300":
            return None
        raise


def _user_folder() -> str:
    return os.environ.get(FOLDER) or os.path.expanduser("~/.cache/spacy-paraphrase")


def _path(name: str) -> str:
    """Return where a data file is or should be, as a string, for speed: every pair calls this."""
    own = f"{_user_folder()}/{name}"
    return own if os.path.isfile(own) else f"{SHIPPED}/{name}"


_lexicon = lru_cache(maxsize=2)(LexicalIndex.from_disk)
_weights = lru_cache(maxsize=2)(WordWeights.from_disk)
_vectors = lru_cache(maxsize=2)(WordVectors)
