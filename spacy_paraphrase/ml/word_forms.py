"""Word-form features of two words: shared letters and shared parts.

These are the features for morphology and for subsumption of words and roots of Marsi and Krahmer
2010 (COLING), section 4.2: "schadeclaim" ends in "claim", "Dutchman" begins with "Dutch". They need
no lexicon; thus languages without one can learn from data what such relations mean. The parts of a
compound come from its lemma, if the treebank marks them ("kabinet_periode").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from os.path import commonprefix

import numpy as np

from ..analysis.sentence import Sentence
from ..jobs.arrays import FloatArray
from ..trees.pair_batch import ChosenCells

_JOINTS = re.compile(r"[_\-/.]+")
_LONG = 12
# Feature names of two strings, in the order of `_strings`; mirroring swaps source and target.
_STRINGS = (
    *("same", "begins.source", "begins.target", "ends.source", "ends.target"),
    *("holds.source", "holds.target", "prefix.source", "prefix.target", "suffix.source"),
    *("suffix.target", "common.source", "common.target", "trigrams", "prefix", "suffix"),
)
_PARTS = (
    *("parts.source", "parts.target", "first part", "last part", "part"),
    *("apart.source", "apart.target"),
)


def form_features(
    asked: ChosenCells, sources: Sequence[Sentence], targets: Sequence[Sentence]
) -> dict[str, FloatArray]:
    """Return features of shared letters and parts, and of letter case and digits; group "form".

    Args:
        asked: The chosen pairs of words.
        sources: The source of each pair of sentences.
        targets: The target of each pair of sentences.

    Returns:
        Features by name, each of shape (asked cells,).
    """
    words, others = ([word for side in some for word in side.words] for some in (sources, targets))
    lemmas, other_lemmas = _lemmas(sources), _lemmas(targets)
    cells = list(zip(asked.source.tolist(), asked.target.tolist(), strict=True))
    found: dict[str, FloatArray] = {}
    for kind, left, right in (("word", words, others), ("lemma", lemmas, other_lemmas)):
        table = np.array([_strings(left[i], right[j]) for i, j in cells]).reshape(-1, len(_STRINGS))
        found |= {f"form.{kind}.{name}": table[:, k] for k, name in enumerate(_STRINGS)}
    table = np.array([_parts(lemmas[i], other_lemmas[j]) for i, j in cells])
    found |= {f"form.{name}": table.reshape(-1, len(_PARTS))[:, k] for k, name in enumerate(_PARTS)}
    for name, some, index in (("source", sources, asked.source), ("target", targets, asked.target)):
        looks = np.array([_looks(text) for side in some for text in side.texts])[index]
        kinds = ("length", "title", "capitals", "digits")
        found |= {f"form.{kind}.{name}": looks[:, k] for k, kind in enumerate(kinds)}
    return found


def _lemmas(sides: Sequence[Sentence]) -> list[str]:
    """Return the lower-cased lemmas (or, without lemmas, words) of all words of some sentences."""
    return [
        (lemma or text).lower()
        for side in sides
        for lemma, text in zip(side.given_lemmas, side.texts, strict=True)
    ]


def _looks(text: str) -> tuple[float, ...]:
    has_digit = any(letter.isdigit() for letter in text)
    return min(len(text), 20) / 20, *map(float, (text[:1].isupper(), text.isupper(), has_digit))


@lru_cache(maxsize=1 << 16)
def _strings(one: str, other: str) -> tuple[float, ...]:
    one, other = _JOINTS.sub("", one) or one, _JOINTS.sub("", other) or other
    n, m = len(one), len(other)
    if one == other:
        size = min(n, _LONG) / _LONG
        return 1.0, *[0.0] * 6, *[1.0] * 7, size, size
    prefix = len(commonprefix([one, other]))
    suffix = len(commonprefix([one[::-1], other[::-1]]))
    common = SequenceMatcher(None, one, other, autojunk=False).find_longest_match().size
    left, right = _trigrams(one), _trigrams(other)
    dice = 2 * len(left & right) / max(len(left) + len(right), 1)
    inside = prefix == m, prefix == n, suffix == m, suffix == n, other in one, one in other
    shares = prefix / n, prefix / m, suffix / n, suffix / m, common / n, common / m, dice
    lengths = min(prefix, _LONG) / _LONG, min(suffix, _LONG) / _LONG
    return 0.0, *map(float, inside), *shares, *lengths


def _trigrams(word: str) -> frozenset[str]:
    framed = f"^{word}$"
    return frozenset(framed[i : i + 3] for i in range(len(framed) - 2))


@lru_cache(maxsize=1 << 16)
def _parts(one: str, other: str) -> tuple[float, ...]:
    """Return the features `_PARTS` of the parts of two lemmas."""
    left, right = (tuple(filter(None, _JOINTS.split(lemma))) or (lemma,) for lemma in (one, other))
    shared = set(left) & set(right)
    counts = min(len(left), 4) / 4, min(len(right), 4) / 4
    same = left[0] == right[0], left[-1] == right[-1], bool(shared)
    apart = (len(left) - len(shared)) / len(left), (len(right) - len(shared)) / len(right)
    return *counts, *map(float, same), *apart
