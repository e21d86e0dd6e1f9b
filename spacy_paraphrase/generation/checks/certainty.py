"""Tests whether a fusion is safe to use without human checking, as in groups and summaries.

The score of a fusion catches most errors. In the remaining ones, a phrase of one sentence is
usually attached to the wrong word, repeats the other sentence in other words, or is lost. These
errors can be detected from the origin of each word and from a parse of the fusion.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from spacy.tokens import Doc

from ...analysis.parsed_words import ParsedWords
from ...analysis.sentence import Sentence
from ...analysis.sentence import sentences as views
from ...pairs.extensions import PREFIX
from ...pairs.results import Fusion, Origin

# Of two sentences that surely make one the least overlap, the least score of their fusion, the
# greatest share of what one of them says that it leaves out if it says all of the other, and how a
# union comes about. Scores are low for what is left out, and here that is looked at by itself.
SURE_OVERLAP, SURE_SCORE, SURE_LOSS = 0.45, 0.1, 0.35
SURE_PATHS = ("contained", "merged")
# In the `user_data` of a pair, the least score of its fusions.
LEAST_SCORE = "least_score"
# Where in a fusion a word is that it does not say.
NOWHERE = -1


def is_sure(doc: Doc, fusion: Fusion, read: Sentence) -> bool:
    """Return whether a fusion of a pair is safe to use without human checking."""
    if doc._.get(f"{PREFIX}overlap") < SURE_OVERLAP or fusion.score < SURE_SCORE:
        return False
    if fusion.kind == "union" and fusion.path not in SURE_PATHS:
        return False
    words, sides = ParsedWords(read), views(doc)
    said = [_words_of(fusion.provenance, n, side) for n, side in enumerate(sides)]
    shares = []
    for n, side in enumerate(sides):
        own = ParsedWords(side)
        if _is_moved(words, own, said[n], said[1 - n]):
            return False
        shares.append(_lost_share(own, _words_of(fusion.left_out, n, side)))
    return not min(shares) and max(shares) <= SURE_LOSS and not _has_rivals(words, *said)


def _words_of(origins: Iterable[Origin], n: int, side: Sentence) -> list[tuple[int, ...]]:
    """Return which words of the first or second side each of some origins names, in the Doc."""
    return [tuple(side.start + k for k in (each.source, each.target)[n]) for each in origins]


def _is_moved(
    read: ParsedWords,
    side: ParsedWords,
    own: Sequence[tuple[int, ...]],
    others: Sequence[tuple[int, ...]],
) -> bool:
    """Return whether a word that is of one side alone hangs elsewhere than in that side."""
    # What stands between it and its head must be of that side, too; what a sentence says as a whole
    # is still what the fusion says, not an aside in it.
    # `own`: for each word of the fusion the words of the side that it stands for.
    # `at`: where in the fusion each word of the side is said.
    at = {word: place for place, words in enumerate(own) for word in words}
    for word, place in at.items():
        head = side.head(word)
        if others[place]:
            if head in at and not others[at[head]] and _is_taken(read, side, word, place, at[head]):
                return True
        elif _is_word(read, place) and head not in own[place]:
            wanted = None if head is None else at.get(head, NOWHERE)
            met = (a for a in read.above(place) if a == wanted or _is_foreign(read, own, a))
            if next(met, None) != wanted:
                return True
    return False


def _is_taken(read: ParsedWords, side: ParsedWords, word: int, place: int, head: int) -> bool:
    """Return whether what hung on a word of one side alone does so no more."""
    weighty = side.is_content(word) or side.is_modifier(word)
    return weighty and place not in read.subtree(head)


def _is_foreign(read: ParsedWords, own: Sequence[tuple[int, ...]], place: int) -> bool:
    """Return whether a word of a fusion says something that is not of a side."""
    return read.is_content(place) and not own[place]


def _lost_share(side: ParsedWords, lost: Iterable[tuple[int, ...]]) -> float:
    """Return how much of what a side tells is lost."""
    content = [t for t in side.tokens if side.is_content(t)]
    return sum(map(len, lost)) / max(len(content), 1)


def _has_rivals(
    read: ParsedWords, source: Sequence[tuple[int, ...]], target: Sequence[tuple[int, ...]]
) -> bool:
    """Return whether each side says of one word, or in one place, what may be the same."""
    # "soon" and "in the near future"; what is a time and what is a place are two things. Nor do
    # both have an amount of one kind, or stand side by side: "women on the therapy treated".
    origins = zip(map(bool, source), map(bool, target), strict=True)
    sides = [new if old != new else None for old, new in origins]
    old, new = ([k for k, side in enumerate(sides) if side is one] for one in (False, True))
    if not _amounts(read, old).isdisjoint(_amounts(read, new)):
        return True
    if any(_stand_side_by_side(read, sides, k) for k in range(1, len(sides))):
        return True
    said = ([k for k in some if read.may_be_inserted(k)] for some in (old, new))
    return any(
        read.head(one) == read.head(other) and _are_rivals(read, one, other)
        for one, other in product(*said)
    )


def _amounts(read: ParsedWords, places: Iterable[int]) -> set[str]:
    lang = read.lang
    amounts = (lang.measure_entities | lang.number_entities) - lang.time_entities
    return {read.entities[k] for k in places} & amounts


def _stand_side_by_side(read: ParsedWords, sides: Sequence[bool | None], place: int) -> bool:
    """Return whether rivals of one side each stand right before and at a place."""
    if sides[place] is None or sides[place - 1] != (not sides[place]):
        return False
    if not (_is_word(read, place - 1) and _is_word(read, place)):
        return False
    return _are_rivals(read, _top(read, sides, place - 1), _top(read, sides, place))


def _are_rivals(read: ParsedWords, one: int, other: int) -> bool:
    """Return whether two modifiers may say the same."""
    # Not so if one is a time and one a place, or both stand behind prepositions of their own ("from
    # Texas", "to Congress"), or an adjective before a noun and one behind it ("exclusive", "here").
    kinds = {_kind(read, one), _kind(read, other)}
    if len(kinds - {""}) == len(kinds) > 1:
        return False
    if kinds == {"time"}:
        return True
    if read.is_preposition(one) and read.is_preposition(other):
        return read.words[one] == read.words[other]
    if read.is_premodifier(one) == read.is_premodifier(other):
        return True
    return not read.is_movable(other if read.is_premodifier(one) else one)


def _is_word(read: ParsedWords, place: int) -> bool:
    return any(map(str.isalnum, read.texts[place]))


def _top(read: ParsedWords, sides: Sequence[bool | None], place: int) -> int:
    """Return the highest word that is of one side alone and above one of that side."""
    for head in read.above(place):
        if sides[head] != sides[place]:
            break
        place = head
    return place


def _kind(read: ParsedWords, place: int) -> str:
    """Return whether a modifier tells a "time" or a "place"; "" if neither is known."""
    inner, head = read.subtree(place), read.head(place)
    if any(map(read.is_time_word, inner)) or (head is not None and read.is_time_word(head)):
        return "time"
    return "place" * any(read.entities[k] in read.lang.place_entities for k in inner)
