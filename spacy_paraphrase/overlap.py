"""How similar two sides are, by their word links."""

from __future__ import annotations

from collections.abc import Callable

from spacy.tokens import Doc, Token

from .alignment import Alignment, read_links
from .errors import ParaphraseError
from .extensions import register_view
from .lexicon import default_weights
from .pair import SIDES


def overlap(doc: Doc) -> float:
    """Return how much of what the longer side says is aligned, 0 to 1.

    sim(s1, s2) of Hendrickx, Daelemans, Marsi and Krahmer 2009: the weights of the aligned words of
    the longer sentence over the weights of all its words. A word weighs its self-information; in
    a language without word weights a content word weighs 1 and any other 0. Of two sides of one
    length the one that is covered less counts.

    Example:
        >>> import spacy_paraphrase
        >>> round(overlap(spacy_paraphrase.compare("A cat sleeps.", "A cat sleeps here.")), 2)
        0.79
    """
    alignment = Alignment(doc, read_links(doc, "words"))
    weigh = token_weights(doc.lang_)
    shares = []
    for name, side in zip(SIDES, (alignment.source, alignment.target), strict=True):
        words = [token for token in side if not (token.is_punct or token.is_space)] or list(side)
        touched = {token.i for link in alignment.words for token in getattr(link, name)}
        weights = [(weigh(token), token.i in touched) for token in words]
        total = sum(weight for weight, _ in weights)
        if not total:
            weights, total = [(1.0, aligned) for _, aligned in weights], len(weights)
        shares.append((len(words), sum(weight for weight, aligned in weights if aligned) / total))
    length = max(n for n, _ in shares)
    return min(share for n, share in shares if n == length)


def token_weights(language: str) -> Callable[[Token], float]:
    """Return what weighs a token: its self-information; without data, content words weigh 1."""
    try:
        weights = default_weights(language)
    except ParaphraseError:  # the documented second choice
        return _is_content
    return lambda token: weights(token.text)


def _is_content(token: Token) -> float:
    return float(not token.is_stop)


register_view("overlap", overlap)
