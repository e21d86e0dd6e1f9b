"""Tests whether a parser parses the words of a changed sentence as before the change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ..lang import LanguageData
from .sentence import Sentence


class Rereading(NamedTuple):
    """The words whose dependency has changed, the grave cases among them, and the number of words.

    A change is grave if it affects arguments, auxiliaries, determiners and the like.
    """

    wrong: list[int]
    grave: list[int]
    total: int


@lru_cache(maxsize=4)
def _core_labels(lang: LanguageData) -> frozenset[str]:
    """Return the labels of arguments, and of function words and compounds."""
    core = lang.subject_labels | lang.object_labels | lang.complement_labels
    core = core | lang.auxiliary_labels | lang.compound_labels
    return core | {"ROOT", "agent", "det", "poss", "case", "neg"}


def reread(
    source: Sentence, changed: Sentence, places: Mapping[int, int], replaced: Mapping[int, range]
) -> Rereading:
    """Return the words common to two sentences that have another dependency in the changed one.

    Another attachment of a circumstance above or below its head does not count.

    Args:
        source: The source.
        changed: The changed sentence, parsed.
        places: For each retained word of the source, its index in the changed sentence.
        replaced: The indices of inserted words in the changed sentence, by the first word of the
            source that they replace.
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
    """Return whether the attachment of a dependent to either of two words is ambiguous."""
    if found < 0 and sentence.heads.count(-1) > 1:
        return True  # one sentence was split into two
    loose = sentence.lang.loose_labels | {"conj", "cc", "mark", "relcl", "acl"}
    if min(found, wanted) < 0 or label not in loose:
        return False
    return found in sentence.subtree(wanted) or wanted in sentence.subtree(found)
