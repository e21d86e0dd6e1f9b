"""The overlap of two sides: their similarity, computed from their word links."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from spacy.lang.lex_attrs import is_punct
from spacy.tokens import Doc, Span, Token
from spacy.util import get_lang_class

from ..pairs.alignment import Alignment, Link, read_links
from ..pairs.pair import PAIR, SCORES, SIDES, language_of
from ..pairs.results import read_encoder_output
from .resources import word_weights

Stops: TypeAlias = frozenset[str]
# From how many words a side on average function words weigh as much as others, and words that are
# linked for their context count by how much of the context is shared.
LONG = 18
# What a function word of the shortest sides weighs, and a name or a number of any, as a share.
FUNCTION, NAMED = 0.3, 0.75


def overlap(doc: Doc) -> float:
    """Return how similar the sides are, 0 to 1: by a trained component, or `untrained_overlap`.

    Example:
        >>> import spacy_paraphrase
        >>> round(overlap(spacy_paraphrase.compare("A cat sleeps.", "A cat sleeps here.")), 2)
        0.91
    """
    learned = doc.spans[PAIR].attrs.get(SCORES, {}) if PAIR in doc.spans else {}
    similarity: float | None = learned.get("similarity")
    return untrained_overlap(doc) if similarity is None else similarity


def untrained_overlap(doc: Doc) -> float:
    """Return how much of the content of each side the other side has too, 0 to 1.

    Based on sim(s1, s2) of Hendrickx, Daelemans, Marsi and Krahmer 2009: the weight of the aligned
    words of a sentence divided by the weight of all its words, for the side that is covered less.
    The weight of a word is its self-information; in a language without word weights, content words
    weigh 1 and other words 0. An aligned word counts by the similarity of its link, and more if its
    context is aligned too, since in a long sentence whose other words are all repeated it is
    probably repeated as well. Names and numbers, which are informative only because they are rare,
    and function words of short sentences, which say nothing about the subject, weigh less.
    """
    alignment = Alignment(doc, read_links(doc, "words"))
    if alignment.source.text == alignment.target.text and alignment.words:
        return 1.0
    language = language_of(doc)
    weigh, stops = token_weights(language), stop_words(language)
    sides = [_words(side) for side in (alignment.source, alignment.target)]
    mean = max(sum(map(len, sides)) / 2, 1.0)
    weights = [_weights(words, weigh, stops, mean) for words in sides]
    given: list[dict[int, float]] = [{}, {}]
    for link in alignment.words:
        value = 1.0 if _is_functional(link, stops) else link.similarity
        for name, found in zip(SIDES, given, strict=True):
            for token in getattr(link, f"{name}_tokens"):
                found[token.i] = max(found.get(token.i, 0.0), value)
    context = min(map(_covered, weights, given)) ** (LONG / mean)
    in_context = [{i: v + (1 - v) * context for i, v in found.items()} for found in given]
    shared = min(map(_covered, weights, in_context))
    reading = read_encoder_output(doc)
    return shared if reading is None else (shared + reading.similarity) / 2


def _words(side: Span) -> list[Token]:
    """Return the tokens of a side that are words; all of one that has no word."""
    # Not by the flags of the vocabulary: one without a language has none.
    return [t for t in side if not (is_punct(t.text) or t.text.isspace())] or list(side)


def _weights(
    words: Sequence[Token], weigh: Callable[[Token], float], stops: Stops, mean: float
) -> dict[int, float]:
    function = min(max(FUNCTION, mean / LONG), 1.0)
    found = {
        token.i: weigh(token)
        * (function if token.text.lower() in stops else 1.0)
        * (NAMED if token.pos_ in ("PROPN", "NUM") else 1.0)
        for token in words
    }
    return found if any(found.values()) else dict.fromkeys(found, 1.0)


def _covered(weights: Mapping[int, float], values: Mapping[int, float]) -> float:
    total = sum(weights.values())
    return sum(w * values.get(i, 0.0) for i, w in weights.items()) / total if total else 0.0


def _is_functional(link: Link, stops: Stops) -> bool:
    return all(token.text.lower() in stops for token in (*link.source_tokens, *link.target_tokens))


def token_weights(language: str) -> Callable[[Token], float]:
    """Return the weight function of tokens: self-information; without data, 1 for content words."""
    weights = word_weights(language)
    if weights is None:
        stops = stop_words(language)
        return lambda token: float(token.text.lower() not in stops)
    return lambda token: weights(token.text)


@cache
def stop_words(language: str) -> Stops:
    """Return the lower-case stop words of a language; none if spaCy does not know the language."""
    try:
        return frozenset(get_lang_class(language).Defaults.stop_words)
    except ImportError:
        return frozenset()
