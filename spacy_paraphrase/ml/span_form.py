"""What two units read, how they are built, and which small words they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

import numpy as np
from rapidfuzz import fuzz
from rapidfuzz.process import cdist

from ..lexicon.matrix import equal
from ..trees.context import CONTENT
from .span_units import NEGATIONS, TYPES, Features, FloatArray, Units


def strings(a: Units, b: Units) -> Features:
    """Identity and subsumption of what the units read."""
    features: Features = {}
    readings = {
        "words": (a.reading(a.side.words), b.reading(b.side.words)),
        "lemmas": (a.reading(a.side.lemmas), b.reading(b.side.lemmas)),
        "content": (a.reading(a.side.lemmas, CONTENT), b.reading(b.side.lemmas, CONTENT)),
    }
    for name, (left, right) in readings.items():
        features[f"string.{name}"] = equal([t or "" for t in left], [t or "" for t in right])
        if name != "words":
            sets = [set(t) for t in left], [set(t) for t in right]
            features[f"string.{name}.within"] = _table(sets, lambda x, y: bool(x) and x < y)
            features[f"string.{name}.around"] = _table(sets, lambda x, y: bool(y) and x > y)
    plain = [[" ".join(t) for t in texts] for texts in readings["words"]]
    close = cdist(*plain, scorer=fuzz.ratio, dtype=np.float32)
    features["string.close"] = close / 100.0
    joined = [["".join(t) for t in texts] for texts in plain]
    features["string.joined"] = equal(*joined)
    for name, texts in zip(("source", "target"), plain, strict=True):
        once = np.array([texts.count(text) == 1 for text in texts])
        features[f"string.once.{name}"] = once[:, None] if name == "source" else once[None, :]
    return features


def _table(
    items: tuple[Sequence[set[str]], Sequence[set[str]]], test: Callable[[set[str], set[str]], bool]
) -> FloatArray:
    left, right = items
    values = [float(test(x, y)) for x, y in product(left, right)]
    return np.array(values).reshape(len(left), len(right))


def heads(a: Units, b: Units, matrices: Mapping[str, FloatArray]) -> Features:
    """What the head words have to do with each other, and the words that these depend on."""
    features: Features = {}
    syntactic, content = np.ix_(a.heads, b.heads), np.ix_(a.content_heads, b.content_heads)
    for name, matrix in matrices.items():
        features[f"{name}.head"] = matrix[content]
    for name in ("words.similar", "words.identical", "words.linked"):
        features[f"{name}.top"] = matrices[name][syntactic]
    tops = a.annotations[a.heads], b.annotations[b.heads]
    inner = a.annotations[a.content_heads], b.annotations[b.content_heads]
    for name, (left, right), k in (
        ("pos", tops, 0),
        ("dep", tops, 2),
        ("inner_pos", inner, 0),
        ("inner_tag", inner, 1),
        ("inner_dep", inner, 2),
        ("entity", inner, 3),
    ):
        same = left[:, None, k] == right[None, :, k]
        features[f"head.{name}"] = same & (left[:, None, k] != 0)
    features["head.entity.source"] = (inner[0][:, 3] != 0)[:, None]
    features["head.entity.target"] = (inner[1][:, 3] != 0)[None, :]
    return features


def kinds(a: Units, b: Units) -> Features:
    """Types of the units, their prepositions, determiners, numbers and negations."""
    features: Features = {}
    for k, name in enumerate(TYPES):
        features[f"type.{name}.source"] = a.types[:, k][:, None]
        features[f"type.{name}.target"] = b.types[:, k][None, :]
    features["type.same"] = a.types @ b.types.T
    for name, tags in (
        ("preposition", ("ADP", "SCONJ")),
        ("determiner", ("DET",)),
        ("number", ("NUM",)),
        ("auxiliary", ("AUX", "PART")),
        ("pronoun", ("PRON",)),
    ):
        features |= _marks(name, *(_words_of(u, tags) for u in (a, b)))
    negated = [_negated(u) for u in (a, b)]
    features |= _marks("negation", *negated)
    first = [[u.side.words[i] for i in u.first.tolist()] for u in (a, b)]
    features["mark.first"] = equal(*first)
    return features


def _words_of(units: Units, tags: tuple[str, ...]) -> list[str]:
    words = units.side.words
    found = {i for i, token in enumerate(units.side.tokens) if token.pos_ in tags}
    return [" ".join(words[i] for i in unit if i in found) for unit in units.units]


def _negated(units: Units) -> list[str]:
    found = {i for i, word in enumerate(units.side.words) if word in NEGATIONS}
    return ["not" if not found.isdisjoint(unit) else "" for unit in units.units]


def _marks(name: str, left: list[str], right: list[str]) -> Features:
    """Whether both units have words of a kind, the same or others, or only one has."""
    has = np.array([bool(w) for w in left])[:, None], np.array([bool(w) for w in right])[None, :]
    same = equal(left, right) if has[0].any() and has[1].any() else has[0] * has[1] * 0.0
    return {
        f"mark.{name}.same": same,
        f"mark.{name}.other": (has[0] & has[1]) * (1.0 - same),
        f"mark.{name}.source": has[0] & ~has[1],
        f"mark.{name}.target": has[1] & ~has[0],
    }
