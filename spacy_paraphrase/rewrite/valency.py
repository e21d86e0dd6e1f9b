"""What words seldom go without: how often each word has a dependent of each kind, counted in text.

"depend" has "on" in nearly every sentence, "sleep" seldom has any preposition: what a word usually
has, it needs, so that nothing must leave it out. The same counts tell which adjectives make one
term with their noun ("human right").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np

from ..analysis.sentence import Sentence
from ..arrays import pack_arrays, read_data, unpack_arrays, write_file

KIND = b"valency  "
ENGLISH = Path(__file__).parent / "data" / "en.valency"
# Occurrences of a word for which the mean of all words of its class stands in.
PRIOR = 6.0
# What stands before the noun that an adjective modifies.
AT = "@"


class Valency:
    """How probable it is that a word has a dependent of some kind.

    Args:
        counts: How often each word (lemma and part of speech: "depend VERB") has each dependent
            ("prep on", "advcl"), and under "" how often it stands in a text.

    Example:
        >>> every = {"": 99, "prep on": 4}
        >>> found = Valency({"depend VERB": {"": 40, "prep on": 36}, " VERB": every})
        >>> found.share("depend", "VERB", "prep on") > 0.7 > found.share("sit", "VERB", "prep on")
        True
    """

    def __init__(self, counts: Mapping[str, Mapping[str, int]]) -> None:
        self.counts = counts

    def seen(self, lemma: str, pos: str) -> int:
        """Return how often a word was seen."""
        return self.counts.get(f"{lemma} {pos}", {}).get("", 0)

    def share(self, lemma: str, pos: str, kind: str) -> float:
        """Return the share of the places of a word in which it has a dependent of some kind."""
        own = self.counts.get(f"{lemma} {pos}", {})
        usual = self.counts.get(f" {pos}", {})
        mean = usual.get(kind, 0) / max(usual.get("", 0), 1)
        return (own.get(kind, 0) + PRIOR * mean) / (own.get("", 0) + PRIOR)

    def to_disk(self, path: Path | str) -> None:
        """Write the counts."""
        kinds = sorted({kind for row in self.counts.values() for kind in row})
        number = {kind: k for k, kind in enumerate(kinds)}
        words = sorted(self.counts)
        cells = [
            (w, number[kind], n)
            for w, word in enumerate(words)
            for kind, n in sorted(self.counts[word].items())
        ]
        columns = zip(*cells, strict=True)
        arrays = {
            name: np.array(column, dtype=np.uint32)
            for name, column in zip(("words", "kinds", "counts"), columns, strict=True)
        }
        write_file(path, pack_arrays(KIND, {"words": words, "kinds": kinds}, arrays))

    @classmethod
    def from_disk(cls, path: Path | str) -> Valency:
        """Read the counts.

        Raises:
            ParaphraseError: P300 if there is no such file, P301 if it is damaged.
        """
        meta, arrays = unpack_arrays(KIND, read_data(path), str(path))
        counts: dict[str, dict[str, int]] = {}
        columns = (arrays[name].tolist() for name in ("words", "kinds", "counts"))
        for word, kind, n in zip(*columns, strict=True):
            counts.setdefault(meta["words"][word], {})[meta["kinds"][kind]] = n
        return cls(counts)


@lru_cache(maxsize=2)
def valency(path: Path | str = ENGLISH) -> Valency:
    """Return the counts in a file, by default the English ones of the package."""
    return Valency.from_disk(path)


def kind_of(sentence: Sentence, node: int) -> str:
    """Return what kind of dependent a word is: its label, with the word of a preposition."""
    label = sentence.deps[node]
    if label in sentence.lang.adposition_labels or label in sentence.lang.particle_labels:
        return f"{label} {sentence.words[node]}"
    return label


def count(sentences: Iterable[Sentence], least: int = 3) -> Valency:
    """Return the counts of parsed sentences.

    Args:
        sentences: The sentences.
        least: How often a word must be seen to be counted on its own.
    """
    found: dict[str, Counter[str]] = {}
    for sentence in sentences:
        for node, (lemma, pos) in enumerate(zip(sentence.lemmas, sentence.pos, strict=True)):
            if pos not in ("NOUN", "VERB", "AUX", "ADJ", "ADV") or not lemma.isalpha():
                continue
            kinds = {"", *(kind_of(sentence, child) for child in sentence.children(node))}
            if sentence.deps[node] == "amod" and sentence.heads[node] >= 0:
                kinds.add(f"{AT}{sentence.lemmas[sentence.heads[node]]}")
            for name in (f"{lemma} {pos}", f" {pos}"):
                found.setdefault(name, Counter()).update(
                    kind for kind in kinds if name[0] != " " or not kind.startswith(AT)
                )
    return Valency(
        {
            name: {kind: n for kind, n in row.items() if n > 1 or not kind}
            for name, row in found.items()
            if row[""] >= least
        }
    )
