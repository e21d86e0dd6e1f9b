"""Whether a parser reads words in a changed sentence as it read them before the change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ..lang import LanguageData
from .sentence import Sentence


class Rereading(NamedTuple):
    """The words that a parser reads otherwise.

    Attributes:
        wrong: Words of the source whose dependency did not come back.
        grave: Those of them that change who does what.
        total: How many words were compared.
    """

    wrong: list[int]
    grave: list[int]
    total: int


@lru_cache(maxsize=4)
def _core_labels(lang: LanguageData) -> frozenset[str]:
    """Return the labels of who does what, and of words that serve another one."""
    core = lang.subject_labels | lang.object_labels | lang.complement_labels
    core = core | lang.auxiliary_labels | lang.compound_labels
    return core | {"ROOT", "agent", "det", "poss", "case", "neg"}


@lru_cache(maxsize=4)
def _loose_labels(lang: LanguageData) -> frozenset[str]:
    """Return the labels of what parsers often hang on another word nearby."""
    return lang.loose_labels | {"conj", "cc", "mark", "relcl", "acl"}


def reread(
    source: Sentence,
    changed: Sentence,
    places: Mapping[int, int],
    replaced: Mapping[int, range],
) -> Rereading:
    """Return which words that two sentences share a parser reads otherwise in the changed one.

    A circumstance may hang on what is above or below its head: parsers often cannot tell.

    Args:
        source: The source.
        changed: The changed sentence, parsed.
        places: Where the words of the source that were kept stand in it.
        replaced: Where the words stand that were put in, by the first word of the source that they
            stand for.
    """
    found = Rereading([], [], 0)
    spoken = [t for t in places if any(map(str.isalnum, source.texts[t]))]
    bound = [t for t in spoken if source.heads[t] < 0 or source.heads[t] in places]
    for token in sorted(set(spoken).difference(bound)):
        head = source.heads[token]
        if head in replaced and changed.heads[places[token]] not in replaced[head]:
            found.wrong.append(token)
    for token in bound:
        if _is_misread(source, changed, places, token):
            found.wrong.append(token)
            if _is_grave(source, changed, places, token):
                found.grave.append(token)
    return found._replace(wrong=sorted(found.wrong), total=len(bound))


def _wanted(source: Sentence, places: Mapping[int, int], token: int) -> int:
    """Return where the head of a word stands in the changed sentence, -1 of a root."""
    head = source.heads[token]
    return places[head] if head >= 0 else -1


def _is_misread(source: Sentence, changed: Sentence, places: Mapping[int, int], token: int) -> bool:
    wanted, found = _wanted(source, places, token), changed.heads[places[token]]
    label = source.deps[token]
    same = changed.deps[places[token]] == label or label not in _core_labels(source.lang)
    if found == wanted and same:
        return False
    near = min(found, wanted) >= 0 and (
        found in changed.subtree(wanted) or wanted in changed.subtree(found)
    )
    return not (near and label in _loose_labels(source.lang))


def _is_grave(source: Sentence, changed: Sentence, places: Mapping[int, int], token: int) -> bool:
    moved = changed.heads[places[token]] != _wanted(source, places, token)
    return moved and source.deps[token] in _core_labels(source.lang)
