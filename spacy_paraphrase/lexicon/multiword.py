"""Multi-word lemmas of the lexical index in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from spacy_paraphrase.lexicon.index import LexicalIndex


class Multiword(NamedTuple):
    """A multi-word lemma and where it stands.

    Attributes:
        start: Its first token.
        end: The token behind its last one.
        lemma: As spelled in the index.
    """

    start: int
    end: int
    lemma: str


def multiword_spans(
    index: LexicalIndex, lemmas: Sequence[str], words: Sequence[str] | None = None
) -> list[Multiword]:
    """Find the multi-word lemmas in a sentence, from left to right, the longest first.

    With words given, the tokens may also stand as written ("United States"), as written up to
    the last one ("savings banks"), or as written behind the first one ("makes ends meet").

    Args:
        index: The lexical index.
        lemmas: The lemmas of the tokens.
        words: The tokens as written.

    Returns:
        Spans that do not overlap. To look a lemma up, take the part of speech of the span's
        root, or "" for any.

    Example:
        >>> from spacy_paraphrase.lexicon import default_lexicon
        >>> multiword_spans(default_lexicon("en"), ["they", "cut", "back", "on", "sugar"])
        [Multiword(start=1, end=3, lemma='cut back')]
    """
    words = lemmas if words is None else words
    found = []
    start = 0
    # Lemmas and words, of which a multi-word lemma may have either.
    spellings = [(lemma.lower(), word.lower()) for lemma, word in zip(lemmas, words, strict=True)]
    lengths = index.multiword_lengths
    while start < len(lemmas) - 1:
        longest = 0
        for first in spellings[start]:
            seconds = lengths.get(first)
            if seconds is not None:
                for second in spellings[start + 1]:
                    longest = max(longest, seconds.get(second, 0))
        for end in range(min(start + longest, len(lemmas)), start + 1, -1):
            entries = _entries(index, lemmas[start:end], words[start:end])
            if entries:
                found.append(Multiword(start, end, index.lemmas[entries[0]]))
                start = end - 1
                break
        start += 1
    return found


def _entries(index: LexicalIndex, lemmas: Sequence[str], words: Sequence[str]) -> list[int]:
    ways = (lemmas, words, [*words[:-1], lemmas[-1]], [lemmas[0], *words[1:]])
    for spelled in dict.fromkeys(map(" ".join, ways)):
        entries = index.entries(spelled, "")
        if entries:
            return entries
    return []
