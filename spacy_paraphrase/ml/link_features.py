"""Features of linked units: their context, known words, and the labels of similar pairs.

The effect of a word that only one unit has depends on the word ("the" or "white"). Thus the words
that are most often on one side only in the training data have features of their own.

Memory-based learning in the spirit of Marsi and Krahmer 2005 and 2010 (*Classification of semantic
relations by humans and machines*, section 4) gives more evidence to the network. These features
count the relations in the training data of the same two phrases, of phrases with the same
difference ("a closed circuit" / "a closed path": circuit / path), with the same difference in
content words or in function words, and with the same heads. Phrases are stored as 64-bit hashes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..analysis.sentence import Sentence
from ..jobs.arrays import Float32Array, IntArray
from ..lexicon.relations import LEXICAL_RELATIONS, RelationMatrix
from ..trees.word_alignment import CONTENT, PUNCTUATION
from .span_decode import MIRROR, RELATION_MASS, UNIT_RELATIONS

Unit = Sequence[int]
_LEXICAL = LEXICAL_RELATIONS[1:]


def link_context(
    source: Sentence,
    target: Sentence,
    source_units: Sequence[Unit],
    target_units: Sequence[Unit],
    relations: RelationMatrix | None,
) -> tuple[tuple[str, ...], Float32Array]:
    """Return names and values of the features of links; source unit k is linked to target unit k.

    Args:
        source: Sentence with n tokens.
        target: Sentence with m tokens.
        source_units: Token indices of the source unit of each link, none of them empty.
        target_units: Token indices of the target unit of each link, none of them empty.
        relations: Lexical relations of the words, of shape (n, m).

    Returns:
        Names, and values of shape (links, features).
    """
    views = _LinkedSide(source, source_units), _LinkedSide(target, target_units)
    words = unit_words(source, source_units), unit_words(target, target_units)
    same = [one == other for one, other in zip(*words, strict=True)]
    rows = []
    names: tuple[str, ...] = ()
    for k in range(len(source_units)):
        others = [equal for place, equal in enumerate(same) if place != k]
        features = {
            "among.equal": sum(others) / max(len(others), 1),
            "among.links": min(len(same), 10) / 10,
            "among.alone": float(not others),
            "among.order": float(_in_order(k, source_units, target_units)),
        }
        for name, view in zip(("source", "target"), views, strict=True):
            features |= {f"{key}.{name}": value for key, value in view.features(k).items()}
        features |= _left_over(views, k, relations)
        names = tuple(features)
        rows.append(list(features.values()))
    return names, np.array(rows, dtype=np.float32)


class _LinkedSide:
    def __init__(self, side: Sentence, units: Sequence[Unit]) -> None:
        self.side = side
        self.units = [sorted(unit) for unit in units]
        self.heads: list[int] = side.heads
        self.kinds: list[int] = side.kinds.tolist()
        used = {i for unit in self.units for i in unit}
        words = [i for i in range(len(side)) if self.kinds[i] < PUNCTUATION]
        self.free = {i for i in words if i not in used}
        self.content = {i for i in self.free if self.kinds[i] == CONTENT}
        self.negated = not side.lang.feature_negations.isdisjoint(side.words)

    def features(self, k: int) -> dict[str, float]:
        """Return features of the context and the structure of the unit of link k."""
        unit, side = self.units[k], self.side
        inside = set(unit)
        tops = [i for i in side.span_heads(unit) if self.kinds[i] < PUNCTUATION]
        head = (tops or unit)[0]
        lang, deps = side.lang, {side.deps[i] for i in unit}
        return {
            "among.free": min(len(self.free), 10) / 10,
            "among.free_content": min(len(self.content), 6) / 6,
            "among.free_before": float(unit[0] - 1 in self.free),
            "among.free_after": float(unit[-1] + 1 in self.free),
            "among.free_below": float(any(self.heads[i] in inside for i in self.content)),
            "among.first": float(unit[0] == 0),
            "among.negated": float(self.negated),
            **{f"built.{dep}": float(side.deps[head] == dep) for dep in lang.feature_heads},
            "built.clause": float(bool(deps & lang.participle_labels)),
            "built.conj": float("conj" in deps),
            "built.of": float(any(side.words[i] in lang.genitive_prepositions for i in unit[1:])),
            "built.preposition": float(side.pos[unit[0]] == "ADP"),
            "built.name": float(any(side.entities[i] for i in unit)),
        }

    def lone(self, k: int, other: _LinkedSide) -> list[int]:
        """Return the content words of the unit of link k whose lemmas its partner lacks."""
        lemmas = {other.side.lemmas[j] for j in other.units[k]}
        unit = self.units[k]
        return [i for i in unit if self.kinds[i] == CONTENT and self.side.lemmas[i] not in lemmas]


def _left_over(
    views: tuple[_LinkedSide, _LinkedSide], k: int, known: RelationMatrix | None
) -> dict[str, float]:
    """Return counts and lexical relations of the content words that only one of two units has."""
    left, right = views[0].lone(k, views[1]), views[1].lone(k, views[0])
    features = {
        "lone.count.source": min(len(left), 4) / 4,
        "lone.count.target": min(len(right), 4) / 4,
        "lone.one": float(len(left) == len(right) == 1),
    }
    codes = set(known.relations[np.ix_(left, right)].ravel().tolist()) if known else set()
    return features | {f"lone.{name}": float(c in codes) for c, name in enumerate(_LEXICAL, 1)}


def _in_order(k: int, source: Sequence[Unit], target: Sequence[Unit]) -> bool:
    a, b = min(source[k]), min(target[k])
    pairs = zip(source, target, strict=True)
    return all((a < min(x)) == (b < min(y)) for q, (x, y) in enumerate(pairs) if q != k)


# -- Known words: words that are often in only one unit of a link ----------------------------------

Words = frozenset[str]
# Minimum number of links in which a known word is on one side only.
LEAST = 4


def unit_words(side: Sentence, units: Sequence[Sequence[int]]) -> list[Words]:
    """Return the lower-cased lemmas of each unit, without punctuation."""
    lemmas, kinds = side.lemmas, side.kinds
    return [frozenset(lemmas[i] for i in unit if kinds[i] < PUNCTUATION) for unit in units]


def frequent_words(linked: Iterable[tuple[Words, Words]], size: int) -> list[str]:
    """Return the words that are most often on only one side of a link.

    Args:
        linked: The words of both units of each link.
        size: Maximum number of words.

    Example:
        >>> a, b = frozenset({"white", "horse"}), frozenset({"horse"})
        >>> frequent_words([(a, b)] * 4, size=10)
        ['white']
    """
    counts = Counter(word for one, other in linked for word in one ^ other)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [word for word, count in ranked[:size] if count >= LEAST]


def lexicon_rows(
    source: Sequence[Words],
    target: Sequence[Words],
    words: Sequence[str],
    pairs: tuple[IntArray, ...],
) -> Float32Array:
    """Return 0 or 1 for each known word: only in the source unit, only in the target unit, in both.

    Args:
        source: Words of the source units.
        target: Words of the target units.
        words: The known words.
        pairs: Indices of the source units and of the target units of some pairs.

    Returns:
        Shape (pairs, 3 · words), named by `lexicon_names`.

    Example:
        >>> pairs = np.array([0]), np.array([0])
        >>> lexicon_rows([{"a", "cat"}], [{"cat"}], ["a", "cat"], pairs).tolist()
        [[1.0, 0.0, 0.0, 0.0, 0.0, 1.0]]
    """
    places = {word: k for k, word in enumerate(words)}
    one, other = _known(source, places)[pairs[0]], _known(target, places)[pairs[1]]
    return np.concatenate([one * (1.0 - other), (1.0 - one) * other, one * other], axis=1)


def lexicon_names(words: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the features of `lexicon_rows`."""
    return tuple(f"lexicon.{who}.{w}" for who in ("source", "target", "both") for w in words)


def _known(units: Sequence[Words], places: Mapping[str, int]) -> Float32Array:
    found = np.zeros((len(units), len(places)), np.float32)
    for row, words in zip(found, units, strict=True):
        row[[places[word] for word in words if word in places]] = 1.0
    return found


# -- Memory: relations of similar links in the training data ---------------------------------------

WAYS = ("whole", "difference", "content", "function", "heads")
NAMES = tuple(f"memory.{way}.{name}" for way in WAYS for name in (*UNIT_RELATIONS[1:], "count"))
# Number of observations at which the frequency feature of a pair reaches 1.
OFTEN = 5
_RELATION_OF_CLASS = RELATION_MASS.argmax(1)
_MOST = np.iinfo(np.uint8).max


class UnitText(NamedTuple):
    """The lemmas of a unit that the memory uses as keys.

    Attributes:
        lemmas: All its lemmas in order, without punctuation.
        plain: The set of these lemmas without articles.
        content: The set of lemmas of its content words.
        head: The lemma of its syntactic head.
    """

    lemmas: tuple[str, ...]
    plain: frozenset[str]
    content: frozenset[str]
    head: str


def phrases(side: Sentence, units: Sequence[Sequence[int]]) -> list[UnitText]:
    """Return the lemmas that the memory uses, for units given by their token indices."""
    lemmas, kinds, heads = side.lemmas, side.kinds.tolist(), side.heads
    found = []
    for unit in units:
        words = [i for i in unit if kinds[i] < PUNCTUATION]
        tops = [i for i in words if heads[i] not in unit]
        content = frozenset(lemmas[i] for i in words if kinds[i] == CONTENT)
        head = lemmas[tops[0]] if tops else ""
        every = tuple(lemmas[i] for i in words)
        found.append(UnitText(every, frozenset(every) - side.lang.articles, content, head))
    return found


@dataclass(frozen=True, eq=False)
class LinkMemory:
    """The number of training links of each relation under each key.

    Attributes:
        keys: Hashes in ascending order, shape (keys,), uint64.
        counts: Shape (keys, relations), without "none", uint8.
    """

    keys: npt.NDArray[np.uint64]
    counts: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, links: Iterable[tuple[UnitText, UnitText, int]]) -> LinkMemory:
        """Return the memory of links with classes (`span_decode.CLASSES`), in both directions."""
        keys, relations = [], []
        for one, other, kind in links:
            for a, b, found in ((one, other, kind), (other, one, int(MIRROR[kind]))):
                for key in _keys(a, b):
                    keys.append(key)
                    relations.append(int(_RELATION_OF_CLASS[found]) - 1)
        known, places = np.unique(np.array(keys, dtype=np.uint64), return_inverse=True)
        counts = np.zeros((len(known), len(UNIT_RELATIONS) - 1), dtype=np.int64)
        np.add.at(counts, (places.ravel(), np.array(relations, dtype=np.int64)), 1)
        return cls(known, np.minimum(counts, _MOST).astype(np.uint8))

    def features(self, links: Sequence[tuple[UnitText, UnitText]]) -> Float32Array:
        """Return the shares of the relations under each key of a link, and the key's frequency.

        Returns:
            Shape (links, features), named by `NAMES`; 0 for unknown keys.
        """
        if not len(self.keys) or not links:
            return np.zeros((len(links), len(NAMES)), dtype=np.float32)
        wanted = np.array([list(_keys(*link)) for link in links], dtype=np.uint64)
        places = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        seen = (self.keys[places] == wanted)[..., None]
        counts = np.where(seen, self.counts[places], 0).astype(np.float32)
        totals = counts.sum(2, keepdims=True)
        rows = np.concatenate([counts / (totals + 1), np.minimum(totals, OFTEN) / OFTEN], axis=2)
        return rows.reshape(len(links), -1)


def _keys(one: UnitText, other: UnitText) -> Iterator[int]:
    """Yield the keys (hashes) of a pair of phrases, one for each of `WAYS`."""
    left, right = one.plain, other.plain
    function = set(one.lemmas) - one.content, set(other.lemmas) - other.content
    same = one.content == other.content
    heads = (one.head, other.head) if one.head != other.head else ("", "")
    values = (
        (one.lemmas, other.lemmas, ""),
        (sorted(left - right), sorted(right - left), ""),
        (sorted(one.content - other.content), sorted(other.content - one.content), ""),
        (sorted(function[0] - function[1]), sorted(function[1] - function[0]), str(same)),
        ([heads[0]], [heads[1]], ""),
    )
    for way, (a, b, more) in zip(WAYS, values, strict=True):
        text = "\n".join((way, *a, "\t", *b, "\t", more))
        yield int.from_bytes(blake2b(text.encode(errors="replace"), digest_size=8).digest(), "big")
