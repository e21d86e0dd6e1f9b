"""Which words of WordNet stand for each other as people use them: a table that was learnt.

Words of one synset are often no substitutes: "measure" and "step" share a sense that few sentences
mean. The table has, for pairs of words, the probability that people hold the one for acceptable in
the place of the other, learnt from judgements (scripts/judge_substitutes.py): by how much of the
senses of each the other shares, how common both are, how alike they are used, and what the pair
encoder says of both in sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np

from ..arrays import pack_arrays, read_data, unpack_arrays, write_file

KIND = b"replace  "
ENGLISH = Path(__file__).parent / "data" / "en.substitutes"
Key = tuple[str, str, str]


class Substitutes:
    """How probable it is that one word may stand for another one.

    Args:
        chances: Probability by word, substitute and part of speech.

    Example:
        >>> found = Substitutes({("begin", "start", "VERB"): 0.9})
        >>> found("begin", "start", "VERB"), found("start", "begin", "VERB")
        (0.9, 0.0)
    """

    def __init__(self, chances: Mapping[Key, float]) -> None:
        self.chances = dict(chances)

    def __call__(self, lemma: str, word: str, pos: str) -> float:
        """Return the probability, 0 for a pair that is not known."""
        return self.chances.get((lemma, word, pos), 0.0)

    def to_disk(self, path: Path | str) -> None:
        """Write the table."""
        keys = sorted(self.chances)
        values = np.array([round(255 * self.chances[key]) for key in keys], dtype=np.uint8)
        write_file(path, pack_arrays(KIND, {"pairs": ["\t".join(k) for k in keys]}, {"p": values}))

    @classmethod
    def from_disk(cls, path: Path | str) -> Substitutes:
        """Read a table.

        Raises:
            ParaphraseError: P300 if there is no such file, P301 if it is damaged.
        """
        meta, arrays = unpack_arrays(KIND, read_data(path), str(path))
        keys = (pair.split("\t") for pair in meta["pairs"])
        values = (arrays["p"] / 255).tolist()
        return cls({(a, b, pos): p for (a, b, pos), p in zip(keys, values, strict=True)})


@lru_cache(maxsize=2)
def substitutes(path: Path | str = ENGLISH) -> Substitutes:
    """Return the table in a file, by default the English one of the package."""
    return Substitutes.from_disk(path)
