"""An alignment in plain English."""

from __future__ import annotations

from collections.abc import Iterable

from spacy.tokens import Token

from .alignment import Alignment
from .pair import SIDES


def explain(alignment: Alignment) -> list[str]:
    """Say what the sides share, what stands for what, and what only one of them says.

    Only content words are named.

    Example:
        >>> import spacy_paraphrase
        >>> doc = spacy_paraphrase.compare("A cat sleeps.", "A cat naps all day.")
        >>> explain(doc._.alignment)
        ['both: cat', '"sleeps" stands for "naps" (1.00)', 'only the target: day']
    """
    same = [link for link in alignment.words if link.source[0].lower == link.target[0].lower]
    shared = content_words(link.source[0] for link in same)
    lines = [f"both: {', '.join(token.text for token in shared)}"] if shared else []
    for link in alignment.words:
        source, target = link.source[0], link.target[0]
        if link not in same and content_words((source, target)):
            lines.append(f'"{source.text}" stands for "{target.text}" ({link.score:.2f})')
    for name in SIDES:
        only = content_words(alignment.unaligned(name))
        if only:
            lines.append(f"only the {name}: {', '.join(token.text for token in only)}")
    return lines


def content_words(tokens: Iterable[Token]) -> list[Token]:
    """Return the tokens that are neither stop words nor punctuation nor white space."""
    return [t for t in tokens if not (t.is_stop or t.is_punct or t.is_space)]
