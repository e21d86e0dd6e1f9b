"""What a dependency path has to do with another that may stand for it, by WordNet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..acquire.labels import one_word
from ..jobs import Row
from ..lexicon.index import LexicalIndex
from ..relations.lexical import restates, word_relation
from .dependency_paths import AGENT, NOUN, Path, is_passive, parse_path

_RELATIONS = {"hyponym-of": "specifies", "hypernym-of": "generalizes", "sister": "intersects"} | {
    "antonym": "conflict",
    "opposite": "conflict",
}
_BY_LIGHTNESS = {0: "restates", 1: "specifies", -1: "generalizes"}
_POS = {NOUN: "NOUN", "V": "VERB", "A": "ADJ"}


def path_relation(index: LexicalIndex | None, one: Path, other: Path) -> str | None:
    """Return how a path stands to another that may stand for it, by what WordNet says of the tops.

    None where that is not known: the words between or the roles of X and Y differ, or the tops do
    not stand in WordNet together. A verb that says little by itself ("have") is more general than
    one that it may stand for ("eat").
    """
    if not _same_frame(one, other):
        return None
    words = [one_word(path.lemma, _POS.get(path.tag, "X")) for path in (one, other)]
    found = word_relation(index, words[0], 0, words[1], 0)
    if found == "same" or restates(index, words[0], 0, words[1], 0, found):
        light = [word.lemmas[0] in word.lang.light_verbs for word in words]
        return _BY_LIGHTNESS[light[1] - light[0]]
    return _RELATIONS.get(found)


def _same_frame(one: Path, other: Path) -> bool:
    """Return whether X and Y do the same in both paths, over the same words."""
    return _frame(one) == _frame(other)


def _frame(path: Path) -> list[list[tuple[str, str]]]:
    """Return what leads to X and to Y, who acts in a passive being a subject."""
    agent = AGENT if is_passive(path) else ""
    return [
        [("subj" if step.relation == agent else step.relation, step.lemma) for step in steps]
        for steps in (path.x, path.y)
    ]


def labelled(rows: Iterable[Row], index: LexicalIndex | None) -> Iterator[Row]:
    """Yield rows of paths with the relation that `path_relation` finds."""
    for row in rows:
        one, other = parse_path(row["source"]), parse_path(row["target"])
        yield row | {"relation": path_relation(index, one, other)}
