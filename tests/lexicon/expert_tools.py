"""What the tests of the experts share."""

from __future__ import annotations

from typing import Any

import spacy
from spacy.tokens import Doc, Token

NLP = spacy.blank("en")


def make_tokens(text: str, **annotations: Any) -> list[Token]:
    """Tokens of words with blanks between, with parts of speech behind bars."""
    words = [word.partition("|")[0] for word in text.split()]
    pos = [word.partition("|")[2] for word in text.split()]
    return list(Doc(NLP.vocab, words=words, pos=pos if any(pos) else None, **annotations))


def similar(expert: Any, source: str, target: str) -> dict[tuple[str, str], float]:
    """What an expert says of two texts, by word pair, without the zeros."""
    one, two = make_tokens(source), make_tokens(target)
    matrix = expert(one, two)
    assert matrix.shape == (len(one), len(two))
    assert matrix.dtype == float
    assert ((matrix >= 0) & (matrix <= 1)).all()
    assert (expert(two, one) == matrix.T).all()
    return {
        (a.text, b.text): round(float(matrix[i, j]), 2)
        for i, a in enumerate(one)
        for j, b in enumerate(two)
        if matrix[i, j]
    }
