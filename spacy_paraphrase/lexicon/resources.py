"""Where the lexical data are: what the package ships, and what the user has built."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from spacy_paraphrase.lexicon import store
from spacy_paraphrase.lexicon.frequency import WordWeights
from spacy_paraphrase.lexicon.index import LexicalIndex

SHIPPED = Path(__file__).parent / "data"


def user_folder() -> Path:
    """Folder of the user's own lexical data.

    The environment variable SPACY_PARAPHRASE_DATA names it; without it, it is
    `.cache/spacy-paraphrase` in the home folder.
    """
    return Path(folder_name())


def find(name: str) -> Path:
    """Return the path of a data file, the user's own before the shipped one.

    Args:
        name: Such as "en.wordnet" or "en.weights".

    Raises:
        ParaphraseError: P300 if there is none.
    """
    return store.existing(Path(_path(name)))


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


def folder_name() -> str:
    """Return `user_folder` as text, which is quicker."""
    folder = os.environ.get("SPACY_PARAPHRASE_DATA")
    return folder or os.path.expanduser("~/.cache/spacy-paraphrase")


@lru_cache(maxsize=4)
def kept_lexicon(language: str, folder: str) -> LexicalIndex:
    """Return `default_lexicon`, looked for once a process; for what asks for it at every pair.

    Args:
        language: BCP 47 code.
        folder: `folder_name()`.
    """
    return default_lexicon(language)


@lru_cache(maxsize=4)
def kept_weights(language: str, folder: str) -> WordWeights:
    """Return `default_weights`, likewise."""
    return default_weights(language)


def _path(name: str) -> str:
    """Return where a data file is or should be; plain strings, since every pair asks for it."""
    own = os.path.join(folder_name(), name)
    return own if os.path.isfile(own) else os.path.join(SHIPPED, name)


@lru_cache(maxsize=2)
def _lexicon(path: str) -> LexicalIndex:
    return LexicalIndex.from_disk(path)


@lru_cache(maxsize=2)
def _weights(path: str) -> WordWeights:
    return WordWeights.from_disk(path)
