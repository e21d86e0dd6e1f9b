"""Tests whether a parser parses the words of a changed sentence as before the change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ..lang import LanguageData
from .sentence import Sentence


class Rereading(NamedTuple):
    """The words whose dependency is another one, the grave cases among them, and of how many.

    It is grave if it changes who does what.
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


def reread(
    source: Sentence, changed: Sentence, places: Mapping[int, int], replaced: Mapping[int, range]
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
    wrong, grave, total = [], [], 0
    for token, place in places.items():
        head, found = source.heads[token], changed.heads[place]
        if not any(map(str.isalnum, source.texts[token])):
            continue
        if head >= 0 and head not in places:
            if head in replaced and found not in replaced[head]:
                wrong.append(token)
            continue
        total += 1
        label, wanted = source.deps[token], places[head] if head >= 0 else -1
        core = label in _core_labels(source.lang)
        renamed = core and changed.deps[place] != label
        if (found != wanted or renamed) and not _may_hang(changed, label, found, wanted):
            wrong.append(token)
            if core and found != wanted:
                grave.append(token)
    return Rereading(wrong, grave, total)


def _may_hang(sentence: Sentence, label: str, found: int, wanted: int) -> bool:
    """Return whether parsers often cannot tell on which of two words a dependent hangs."""
    if found < 0 and sentence.heads.count(-1) > 1:
        return True  # of one sentence two were made
    loose = sentence.lang.loose_labels | {"conj", "cc", "mark", "relcl", "acl"}
    if min(found, wanted) < 0 or label not in loose:
        return False
    return found in sentence.subtree(wanted) or wanted in sentence.subtree(found)
