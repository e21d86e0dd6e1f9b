"""A draft as text: blanks, capitals, articles, punctuation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ..fusions import Origin
from .draft import Draft, Word
from .graph import MEASURES, PairGraph

_OPENING = frozenset("([{“‘«¿¡") | {"``"}
_CLOSING = frozenset(".,;:!?)]}%”’»…") | {"''"}
_CLITICS = frozenset({"n't", "'s", "’s", "'", "’", "'re", "'ve", "'ll", "'d", "'m", "n’t"})
_DASHES = frozenset({"-", "--", "–", "—", "/"})
_SILENT_H = ("hour", "honest", "honor", "honour", "heir")
_LIKE_YOU = (
    *("unia", "unic", "unif", "unil", "unio", "uniq", "unis", "unit", "univ", "use", "usu", "util"),
    *("eu", "ubi", "one", "once", "ura", "uto"),
)
_SPELLED_WITH_VOWEL = frozenset("AEFHILMNORSX")


class Surface(NamedTuple):
    """A sentence as written.

    Attributes:
        words: Its words.
        spaces: Whether a blank follows each.
        origins: Where each comes from.
    """

    words: tuple[str, ...]
    spaces: tuple[bool, ...]
    origins: tuple[Origin, ...]

    @property
    def text(self) -> str:
        """The text."""
        pairs = zip(self.words, self.spaces, strict=True)
        return "".join(word + " " * space for word, space in pairs).strip()


def realise(graph: PairGraph, draft: Draft) -> Surface:
    """Write a draft down, with the capitals, articles and blanks that the new order asks for."""
    words = [_cased(graph, draft, k) for k in range(len(draft.words))]
    words = [_article(graph, words, k) for k in range(len(words))]
    last = len(words) - 1
    spaces = [k < last and _blank(graph, words[k], words[k + 1]) for k in range(len(words))]
    return Surface(
        tuple(word.text for word in words),
        tuple(spaces),
        tuple(_origin(graph, word) for word in words),
    )


def _origin(graph: PairGraph, word: Word) -> Origin:
    tokens = sorted((word.token, *word.also)) if word.token is not None else []
    start = graph.target.start
    source = tuple(t - graph.source.start for t in tokens if t < start)
    target = tuple(t - start for t in tokens if t >= start)
    added = word.text.lower() not in {graph[t].lower_ for t in tokens}
    return Origin(word.text, source, target, added)


def _cased(graph: PairGraph, draft: Draft, k: int) -> Word:
    """Give a word a capital at the start, and take it away from one that stood at a start."""
    word = draft.words[k]
    if word.token is None:
        first = next((w.token for w in draft.words[k:] if w.token is not None), None)
        capital = k == 0 and first is not None and _opens_upper(graph, first)
        return replace(word, text=word.text.capitalize()) if capital else word
    token = graph[word.token]
    if not any(w.text[:1].isalnum() for w in draft.words[:k]):
        if word.text[:1].islower() and _opens_upper(graph, token.i):
            return replace(word, text=word.text[0].upper() + word.text[1:])
        return word
    if word.text[:1] == word.text[:1].lower():
        return word
    quoted = draft.words[k - 1].token == token.i - 1 and graph[token.i - 1].is_quote
    first_of_own = _stands_first(graph, token.i) and not quoted
    named = token.ent_type_ not in {"", "CARDINAL", "ORDINAL", *MEASURES}
    keeps = token.pos_ == "PROPN" or (named and token.pos_ not in ("DET", "ADP", "PRON"))
    keeps = keeps or token.text == "I" or token.text[1:].lower() != token.text[1:]
    ends_before = k > 0 and draft.words[k - 1].text in (".", "!", "?")
    keeps = keeps or any(
        graph[t].text[:1].isupper() and not _stands_first(graph, t) for t in word.also
    )
    if first_of_own and not ends_before and not keeps:
        return replace(word, text=word.text[0].lower() + word.text[1:])
    return word


def _stands_first(graph: PairGraph, token: int) -> bool:
    """Tell whether a token begins its side, a sentence or a quotation."""
    before = range(graph.side(token).start, token)
    begins = bool(graph[token].is_sent_start) or not any(
        graph[t].text[:1].isalnum() for t in before
    )
    return begins or (len(before) > 0 and graph[token - 1].is_quote)


def _opens_upper(graph: PairGraph, token: int) -> bool:
    """Tell whether the sentence that a token comes from begins with a capital, or with a number."""
    opener = next((t.text for t in graph.side(token) if t.text[:1].isalnum()), "")
    return opener[:1].isupper() or opener[:1].isdigit()


def _article(graph: PairGraph, words: Sequence[Word], k: int) -> Word:
    word = words[k]
    if word.token is not None and graph[word.token].pos_ != "DET":
        return word
    if word.text.lower() not in ("a", "an") or k + 1 == len(words):
        return word
    behind = next((w for w in words[k + 1 :] if w.text[:1].isalnum()), None)
    if behind is None or (word.token is not None and behind.token == word.token + 1):
        return word  # nobody has put anything between them
    following = behind.text
    form = "an" if sounds_vowel(following) else "a"
    if form == word.text.lower():
        return word
    return replace(word, text=form.capitalize() if word.text[0].isupper() else form)


def sounds_vowel(word: str) -> bool:
    """Tell whether an English word begins with a vowel when spoken.

    Example:
        >>> [sounds_vowel(word) for word in ("hour", "unit", "apple", "FBI", "11th", "100")]
        [True, False, True, True, True, False]
    """
    lower = word.lower()
    if word[0].isdigit():
        digits = word.rstrip("th")
        return digits[0] == "8" or digits in ("11", "18") or digits[:3] in ("11,", "18,")
    if len(word) > 1 and word.isupper():
        return word[0] in _SPELLED_WITH_VOWEL
    if lower.startswith(_SILENT_H):
        return True
    return lower[0] in "aeiou" and not lower.startswith(_LIKE_YOU)


def _blank(graph: PairGraph, left: Word, right: Word) -> bool:
    """Tell whether a blank stands between two words."""
    a, b = left.token, right.token
    if a is not None and b == a + 1:
        return bool(graph[a].whitespace_)
    if right.text in _CLITICS or right.text in _CLOSING or left.text in _OPENING:
        return False
    if right.text in _DASHES and b is not None:
        return bool(graph[b - 1].whitespace_)
    if left.text in _DASHES and a is not None:
        return bool(graph[a].whitespace_)
    if left.text in ('"', "'") and a is not None:
        last = a == graph.side(a).end - 1
        return bool(graph[a].whitespace_) or last or graph.is_mark(a + 1)
    if right.text in ('"', "'") and b is not None and b > graph.side(b).start:
        return bool(graph[b - 1].whitespace_)
    if left.text in ("$", "£", "€", "#") and a is not None:
        return bool(graph[a].whitespace_)
    return True
