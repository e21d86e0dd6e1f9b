"""Words that are used for each other though a wordnet does not say so: "firm" and "company".

They come with the package, one group to a line, for languages that have such a file.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

DATA = Path(__file__).parent / "data"


@cache
def groups(language: str) -> dict[tuple[str, str], frozenset[int]]:
    """Return the numbers of the groups of each word, by lemma and part of speech of WordNet.

    Args:
        language: BCP 47 code.

    Example:
        >>> found = groups("en")
        >>> found["firm", "n"].isdisjoint(found["company", "n"])
        False
    """
    path = DATA / f"{language}.synonyms"
    found: dict[tuple[str, str], set[int]] = defaultdict(set)
    lines = path.read_text(encoding="utf8").splitlines() if path.exists() else []
    for number, line in enumerate(lines):
        if not line.startswith("#"):
            pos, words = line.split("\t")
            for word in words.split(", "):
                found[word, pos].add(number)
    return {key: frozenset(numbers) for key, numbers in found.items()}
