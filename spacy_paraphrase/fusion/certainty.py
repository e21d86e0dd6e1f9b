"""Whether a fusion is good without anybody looking at it, as in groups and summaries.

The score of a fusion tells much. What is wrong nevertheless is mostly that something of one
sentence hangs on another word than there, says what the other one has said in other words, or is
lost. That can be seen by where each word comes from, and how a parser reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from spacy.tokens import Doc

from ..analysis.sentence import Sentence
from ..analysis.sentence import sentences as views
from ..extensions import PREFIX
from ..results import Fusion

# Of two sentences that surely make one the least overlap, the least score of their union, the
# greatest share of what one of them says that it leaves out, and how it comes about.
SURE_OVERLAP, SURE_SCORE, SURE_LOSS = 0.5, 0.6, 0.2
SURE_PATHS = ("contained", "merged")


def is_sure(doc: Doc, fusion: Fusion, read: Sentence) -> bool:
    """Return whether a fusion of a pair is good without anybody looking at it.

    Args:
        doc: The pair.
        fusion: What was made of it.
        read: That, as a parser reads it.
    """
    if doc._.get(f"{PREFIX}overlap") < SURE_OVERLAP or fusion.score < SURE_SCORE:
        return False
    if fusion.kind == "union" and fusion.path not in SURE_PATHS:
        return False
    origins = [(origin.source, origin.target) for origin in fusion.provenance]
    for n, side in enumerate(views(doc)):
        own, others = ([origin[k] for origin in origins] for k in (n, 1 - n))
        lost = [k for origin in fusion.left_out for k in (origin.source, origin.target)[n]]
        if _is_moved(read, side, own, others) or _loses(read, side, own, lost):
            return False
    return not _has_rivals(read, origins)


def _is_moved(
    read: Sentence,
    side: Sentence,
    own: Sequence[tuple[int, ...]],
    others: Sequence[tuple[int, ...]],
) -> bool:
    """Return whether a word that is of one side alone hangs elsewhere than in that side.

    What stands between it and its head must be of that side, too; what a sentence says as a whole
    is still what the fusion says, not an aside in it.

    Args:
        read: The fusion, as a parser reads it.
        side: The side.
        own: For each word of the fusion the words of the side that it stands for.
        others: Likewise of the other side.
    """
    at = {k: place for place, words in enumerate(own) for k in words}
    for k, place in at.items():
        head = side.heads[k]
        if head in at and others[place] and not others[at[head]]:
            weighty = side.informative[k] or side.deps[k] in read.lang.modifier_labels
            if weighty and place not in read.subtree(at[head]):
                return True  # what hung on a word of this side alone is taken from it
        if others[place] or not _is_word(read, place) or head in own[place]:
            continue
        above = read.heads[place]
        while above >= 0 and above != at.get(head) and (own[above] or not read.informative[above]):
            above = read.heads[above]
        if above != at.get(head, -1 if head < 0 else None):
            return True
    return False


def _loses(
    read: Sentence, side: Sentence, own: Sequence[tuple[int, ...]], lost: Sequence[int]
) -> bool:
    """Return whether something of weight is lost: a name, a number, a modifier, or much.

    A modifier may be there in other words, if its head has one of the other side.

    Args:
        read: The fusion, as a parser reads it.
        side: A side.
        own: For each word of the fusion the words of the side that it stands for.
        lost: The words of the side that are not said, in other words either.
    """
    if len(lost) > SURE_LOSS * sum(side.informative):
        return True
    if any(side.pos[k] in ("PROPN", "NUM") for k in lost):
        return True
    at = {k: place for place, words in enumerate(own) for k in words}
    labels = read.lang.modifier_labels
    for k in (k for k in range(len(side)) if side.informative[k] and k not in at):
        top = k if side.deps[k] in labels else side.heads[k]
        head = side.heads[top] if top >= 0 and side.deps[top] in labels and top not in at else -1
        if head in at and not any(
            read.deps[c] in labels and not own[c] for c in read.children(at[head])
        ):
            return True
    return False


def _has_rivals(read: Sentence, origins: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]) -> bool:
    """Return whether each side says something of one word, or in one place, that may be the same.

    "soon" and "in the near future"; what is a time and what is a place are two things. Nor do both
    have an amount of one kind, or stand side by side: "women on the therapy treated".

    Args:
        read: The fusion, as a parser reads it.
        origins: For each of its words those of either side that it stands for.
    """
    said: tuple[list[int], ...] = ([], [])
    measures: tuple[set[str], ...] = (set(), set())
    lang = read.lang
    amounts = (lang.measure_entities | lang.number_entities) - lang.time_entities
    sides = [bool(new) if bool(old) != bool(new) else None for old, new in origins]
    for place, side in enumerate(sides):
        if side is None:
            continue
        if read.deps[place] in lang.insertable_labels:
            said[side].append(place)
        if read.entities[place] in amounts:
            measures[side].add(read.entities[place])
        beside = [place - 1, place] if place and sides[place - 1] == (not side) else []
        tops = [_top(read, sides, k) for k in beside if _is_word(read, k)]
        if len(tops) > 1 and _are_rivals(read, *tops):
            return True
    return bool(measures[0] & measures[1]) or any(
        read.heads[one] == read.heads[other] and _are_rivals(read, one, other)
        for one, other in product(*said)
    )


def _are_rivals(read: Sentence, one: int, other: int) -> bool:
    """Return whether two modifiers may say the same.

    Not so if one is a time and one a place, or both stand behind prepositions of their own ("from
    Texas", "to Congress"), or an adjective before a noun and one behind it ("exclusive", "here").
    """
    lang, kinds = read.lang, {_kind(read, one), _kind(read, other)}
    if len(kinds - {""}) == len(kinds) > 1:
        return False
    labels = [read.deps[k] for k in (one, other)]
    if all(label in lang.adposition_labels for label in labels):
        return read.words[one] == read.words[other]
    behind = lang.movable_labels
    first, last = (labels[k] in lang.premodifier_labels for k in (0, 1))
    return first == last or labels[first] not in behind


def _is_word(read: Sentence, place: int) -> bool:
    return any(map(str.isalnum, read.texts[place]))


def _top(read: Sentence, sides: Sequence[bool | None], place: int) -> int:
    """Return the highest word that is of one side alone and above one of that side."""
    while read.heads[place] >= 0 and sides[read.heads[place]] == sides[place]:
        place = read.heads[place]
    return place


def _kind(read: Sentence, place: int) -> str:
    """Return whether a modifier tells a "time" or a "place"; "" if neither is known."""
    lang = read.lang
    inner = read.subtree(place)
    if any(read.entities[k] in lang.time_entities for k in inner):
        return "time"
    if any(read.words[k] in lang.time_adverbs for k in inner):
        return "time"
    return "place" * any(read.entities[k] in lang.place_entities for k in inner)
