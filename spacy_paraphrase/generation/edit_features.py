"""Scoring of edits: features of lattice edges, importance of words, presets.

The score of a path through the lattice is the weighted sum of the features of its edges. The
unchanged sentence scores 0, so only changes with a positive score improve it. The features are
those of Napoles 2018 (words and characters saved, quality of the rule, identity, simpler words) and
new ones: the importance of lost words, the frequency of words.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ..analysis.sentence import Sentence
from ..checked import SettingCheck, is_number
from ..errors import ParaphraseError
from ..lexicon.resources import default_weights
from ..metrics.readability import vowel_syllables
from ..pairs.results import LABELS
from .deletion import CLASSES
from .lattices.lattice import PARTING, Edge, Lattice, check_known

# Minimum Zipf frequency of words that count as Basic English: one in ten thousand words.
BASIC = 5.0
_LEAST_QUALITY = 0.01
FEATURES = (
    *("words_source", "words_target", "d_words", "d_chars", "rule", "edits", "saved", "lost"),
    *("zipf", "syllables", "basic", "shorter", "identity", "parted"),
    *(f"del_{name}" for name in CLASSES),
    *(f"rel_{name}" for name in LABELS),
)


@dataclass(frozen=True)
class Preset:
    """A preset: the goal of a rewrite.

    Attributes:
        shortest: Whether to find the shortest path instead of the best-scoring one.
        least: The minimum quality of a substitution.
        deletion: The classes of phrases that may be deleted.
        weights: Weights of features, by name.
        language: Weight of a language model.
        max_ratio: The maximum length of the result, as a ratio to the source.
        min_ratio: The minimum length of the result, as a ratio to the source.
        commoner: By how much a synonym must be more frequent than the word (`zipf`).
    """

    shortest: bool = False
    least: float = 0.0
    deletion: tuple[str, ...] = ()
    weights: Mapping[str, float] = field(default_factory=dict)
    language: float = 1.0
    max_ratio: float | None = None
    min_ratio: float | None = None
    commoner: float = -math.inf


PRESETS: dict[str, Preset] = {
    "tighten": Preset(shortest=True, least=0.85),
    "compress": Preset(
        least=0.6,
        deletion=("adj", "adv", "pp", "clause"),
        weights={"rule": 5.0, "edits": -0.2, "saved": 0.1, "lost": -8.0},
        max_ratio=0.7,
        min_ratio=0.4,
    ),
    "simplify": Preset(
        least=0.6,
        deletion=("adj",),
        commoner=0.45,
        weights={
            **{"rule": 1.5, "edits": -0.1, "saved": 0.2, "lost": -8.0},
            **{"zipf": 1.0, "syllables": 0.3, "basic": 0.2, "parted": 1.0},
        },
    ),
    "paraphrase": Preset(least=0.7, weights={"rule": 15.0}, language=10.0),
}


def preset(name: str) -> Preset:
    """Return a preset by its name.

    Raises:
        ParaphraseError: P800 for an unknown name.
    """
    check_known("preset", name, PRESETS)
    return PRESETS[name]


def check_weights(weights: Mapping[str, float]) -> None:
    """Check that weights are finite numbers, and their features exist.

    Raises:
        ParaphraseError: P800 for an unknown feature, P801 for a value that is not a finite number.
    """
    for name, value in weights.items():
        check_known("feature", name, FEATURES)
        finite = is_number(value) and math.isfinite(value)
        SettingCheck("P801").sound(f"weights[{name!r}]", value, finite, "a finite number")


# -- Words ---------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 15)
def zipf(word: str, language: str) -> float:
    """Return the Zipf frequency of a word: log10 of its occurrences per 10^9 words.

    The scale is that of van Heuven, Mandera, Keuleers and Brysbaert 2014. The package has counts of
    the 50,000 most frequent words; rarer words get the value of the last one.

    Example:
        >>> round(zipf("old", "en"), 1), round(zipf("ancient", "en"), 1)
        (5.7, 4.7)
    """
    try:
        weights = default_weights(language)
    except ParaphraseError:
        return 0.0
    return 9.0 - weights(word) / math.log(10)


def importance(sentence: Sentence) -> list[float]:
    """Return the importance of each word of a sentence: higher for rare words and high in the tree.

    Args:
        sentence: The sentence; without a parse, all words count as roots.
    """
    depths = sentence.syntax.depths if sentence.parsed else [0] * len(sentence)
    height = max(depths, default=0) or 1
    found = []
    for text, depth, topical in zip(sentence.texts, depths, sentence.topical, strict=True):
        place = 1 - 0.5 * depth / height
        if not any(map(str.isalnum, text)):
            found.append(0.05)
        elif topical:
            rare = max(0.0, 8 - zipf(text.lower(), sentence.lang.code)) / 8
            found.append(rare * place + 0.05)
        else:
            found.append(0.1 * place + 0.05)
    return found


# -- Features of edges -----------------------------------------------------------------------------


def features(
    edge: Edge, lattice: Lattice, matter: Sequence[float], language: str
) -> dict[str, float]:
    """Return the features of an edge; features of value 0 may be missing."""
    tokens = lattice.tokens[edge.start : edge.end]
    if edge.kind == "keep":
        return {"words_source": 1.0, "words_target": 1.0, "identity": 1.0}
    if edge.origin == PARTING:  # its words are those of the sentence
        return {"edits": 1.0, "parted": 1.0}
    source = sum(map(len, tokens)) + sum(lattice.blanks[edge.start : edge.end])
    target = len(edge.text) + bool(edge.words and lattice.blanks[edge.start])
    m, n = len(tokens), len(edge.words)
    found = {
        "words_source": float(m),
        "words_target": float(n),
        "d_words": float(n - m),
        "saved": (source - target) / 10,
        "d_chars": (len(edge.text) / n if n else 0.0) - sum(map(len, tokens)) / m,
        f"rel_{edge.relation}": 1.0,
    }
    if edge.kind == "del":
        found[f"del_{edge.origin}"] = 1.0
        found["lost"] = sum(matter[edge.start : edge.end]) / (sum(matter) or 1.0)
        return found
    own, other = _content(tokens), _content(edge.words)
    found["edits"] = 1.0
    found["rule"] = math.log10(max(edge.quality, _LEAST_QUALITY))
    found["syllables"] = float(sum(map(vowel_syllables, own)) - sum(map(vowel_syllables, other)))
    found["shorter"] = float(n < m)
    if own and other:
        found["zipf"] = _mean_zipf(other, language) - _mean_zipf(own, language)
        common = [sum(zipf(w, language) >= BASIC for w in side) for side in (own, other)]
        found["basic"] = float(common[1] - common[0])
    return found


def _content(words: Sequence[str]) -> list[str]:
    stripped = (word.strip(".,;:!?()\"'").lower() for word in words)
    return [word for word in stripped if any(map(str.isalpha, word))]


def _mean_zipf(words: Sequence[str], language: str) -> float:
    return sum(zipf(word, language) for word in words) / len(words)
