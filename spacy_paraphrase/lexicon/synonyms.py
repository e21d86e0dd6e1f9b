"""What a wordnet does not say: "firm" and "company" go together, "raise" and "cut" do not.

Nor that Bob is Robert. The lists come with the package, one group to a line, for languages that
have them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

DATA = Path(__file__).parent / "data"
# A lemma with its part of speech in WordNet, to the numbers of the groups that it is in.
Groups = dict[tuple[str, str], frozenset[int]]


@cache
def groups(language: str) -> Groups:
    """Return the groups of words that are used for each other.

    Args:
        language: BCP 47 code.

    Example:
        >>> found = groups("en")
        >>> found["firm", "n"].isdisjoint(found["company", "n"])
        False
    """
    return _numbered((pos, words) for pos, words in _lines(language, "synonyms"))


@cache
def sides(language: str) -> Groups:
    """Return the sides of opposites that words stand on: the opposite of side k is side k ^ 1.

    Args:
        language: BCP 47 code.

    Example:
        >>> found = sides("en")
        >>> {side ^ 1 for side in found["raise", "v"]}.isdisjoint(found["cut", "v"])
        False
    """
    return _numbered((pos, side) for pos, *both in _lines(language, "opposites") for side in both)


@cache
def nicknames(language: str) -> dict[str, frozenset[int]]:
    """Return the groups of given names and their short forms, all in lower case.

    Args:
        language: BCP 47 code.

    Example:
        >>> found = nicknames("en")
        >>> found["bob"].isdisjoint(found["robert"])
        False
    """
    numbered = _numbered(("", names) for (names,) in _lines(language, "nicknames"))
    return {name: numbers for (name, _), numbers in numbered.items()}


def _lines(language: str, kind: str) -> Iterator[list[str]]:
    path = DATA / f"{language}.{kind}"
    for line in path.read_text(encoding="utf8").splitlines() if path.exists() else ():
        if not line.startswith("#"):
            yield line.split("\t")


def _numbered(rows: Iterator[tuple[str, str]]) -> Groups:
    found: dict[tuple[str, str], set[int]] = defaultdict(set)
    for number, (pos, words) in enumerate(rows):
        for word in words.split(", "):
            found[word, pos].add(number)
    return {key: frozenset(numbers) for key, numbers in found.items()}
