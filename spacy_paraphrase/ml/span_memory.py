"""What became of pairs of phrases that were seen before, and of what they differ in.

Memory-based learning in the spirit of Marsi and Krahmer 2005 and 2010 (*Classification of semantic
relations by humans and machines*, section 4), as evidence for a network: the relations that the
same two phrases had in the training data, that phrases with the same difference had ("a closed
circuit" / "a closed path": circuit / path), with the same difference in content words, in function
words, and with the same heads. Phrases are kept as hashes of 64 bits, not as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..components.side import Side
from ..trees.context import CONTENT, PUNCTUATION
from .span_labels import MIRROR, RELATION_MASS, RELATIONS

Array = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

WAYS = ("whole", "difference", "content", "function", "heads")
NAMES = tuple(f"memory.{way}.{name}" for way in WAYS for name in (*RELATIONS[1:], "count"))
# As often as this a pair must have been seen to count as well known.
OFTEN = 5
_ARTICLES = frozenset(["a", "an", "the"])
_RELATION_OF_CLASS = RELATION_MASS.argmax(1)
_MOST = np.iinfo(np.uint8).max


class Phrase(NamedTuple):
    """What is remembered of a unit.

    Attributes:
        lemmas: All its lemmas, punctuation left out.
        content: Those of its content words, without order.
        head: That of its syntactic head.
    """

    lemmas: tuple[str, ...]
    content: frozenset[str]
    head: str


def phrases(side: Side, units: Sequence[Sequence[int]]) -> list[Phrase]:
    """Return what is remembered of units, given by the indices of their tokens."""
    lemmas, kinds, heads = side.lemmas, side.kinds.tolist(), side.heads.tolist()
    found = []
    for unit in units:
        words = [i for i in unit if kinds[i] < PUNCTUATION]
        tops = [i for i in words if heads[i] not in unit]
        content = frozenset(lemmas[i] for i in words if kinds[i] == CONTENT)
        head = lemmas[tops[0]] if tops else ""
        found.append(Phrase(tuple(lemmas[i] for i in words), content, head))
    return found


@dataclass(frozen=True, eq=False)
class LinkMemory:
    """How often links of each relation were seen under each key.

    Attributes:
        keys: Hashes in ascending order, shape (keys,), uint64.
        counts: Shape (keys, relations), "none" left out, uint8.
    """

    keys: npt.NDArray[np.uint64]
    counts: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, links: Iterable[tuple[Phrase, Phrase, int]]) -> LinkMemory:
        """Return the memory of links with their classes (`span_labels.CLASSES`), read both ways."""
        keys, relations = [], []
        for one, other, kind in links:
            for a, b, found in ((one, other, kind), (other, one, int(MIRROR[kind]))):
                for key in _keys(a, b):
                    keys.append(key)
                    relations.append(int(_RELATION_OF_CLASS[found]) - 1)
        known, places = np.unique(np.array(keys, dtype=np.uint64), return_inverse=True)
        counts = np.zeros((len(known), len(RELATIONS) - 1), dtype=np.int64)
        np.add.at(counts, (places.ravel(), np.array(relations, dtype=np.int64)), 1)
        return cls(known, np.minimum(counts, _MOST).astype(np.uint8))

    def features(self, links: Sequence[tuple[Phrase, Phrase]]) -> Array:
        """Return shares of the relations under each key, and how often it was seen.

        Returns:
            Shape (links, features), named by `NAMES`; 0 for what was never seen.
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


def _keys(one: Phrase, other: Phrase) -> Iterator[int]:
    """Yield the hashes under which a pair of phrases is known, one for each of `WAYS`."""
    left, right = set(one.lemmas) - _ARTICLES, set(other.lemmas) - _ARTICLES
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
