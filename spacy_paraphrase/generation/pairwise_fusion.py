"""Fusion of more than two sentences: pair by pair, ordered by their agreement.

Content that many sentences share is probably important, as in the summaries of Barzilay and McKeown
2005. So the sentence that agrees most with the others, by its mean overlap, comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import fsum
from typing import Any, NamedTuple

from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import get_words_and_spaces

from ..analysis.sentence import Sentence
from ..analysis.sentence import sentences as views
from ..checked import checked
from ..errors import ParaphraseError
from ..pairs.extensions import PREFIX
from ..pairs.pair import make_pair, still_a_pair
from ..pairs.results import FUSION_KINDS, Fusion, FusionKind, Origin
from ..registry import by_sides
from .checks.certainty import LEAST_SCORE, SURE_SCORE, is_sure

Place = tuple[int, int]  # a sentence and a token in it


@dataclass(frozen=True)
class ManyFusion:
    """One sentence fused from several.

    Attributes:
        kind: The kind of fusion.
        text: The sentence; empty if no two could be fused.
        order: The sentences that were fused, as numbers from 0, in the order of fusion; every
            sentence is either here or in `left_out`.
        provenance: For each word of the text, the word and the tokens that it comes from, each as a
            sentence number and a token index; none for an added word.
        left_out: For each sentence that was not fused, by number, the reason: a code as in
            `Fusion.reason`.
        unsaid: For each sentence in `order`, by number, its content words that are missing from the
            text. A union never lacks more than half of those of a sentence.
    """

    kind: FusionKind
    text: str = ""
    order: tuple[int, ...] = ()
    provenance: tuple[tuple[str, tuple[Place, ...]], ...] = ()
    left_out: dict[int, str] = field(default_factory=dict)
    unsaid: dict[int, tuple[str, ...]] = field(default_factory=dict)


@checked("nlp", "sentences", "kind")
def fuse_many(
    nlp: Language, sentences: Sequence[str], kind: FusionKind = "union", *, sure: bool = False
) -> ManyFusion:
    """Fuse several sentences into one.

    The first sentence is the one that agrees most with all others; the next is always the one with
    the greatest overlap with any sentence before it. A sentence that cannot be fused yet is tried
    again at the end, and is left out if that fails too. If the first sentence can be fused with no
    other, the next one becomes the first. The order of the input makes no difference.

    Args:
        nlp: A pipeline with a `sentence_fuser` that makes this kind.
        sentences: Two sentences or more.
        kind: The kind of fusion.
        sure: Whether to accept only safe unions, for use without human checking: the two overlap,
            all of one and most of the other is expressed, inserted phrases keep their heads, and
            nothing is repeated in other words. Other sentences are left out as "unsure".

    Raises:
        ParaphraseError: P018 if there are fewer than two sentences, or the pipeline makes no fusion
            of this kind.

    Example:
        >>> import spacy_paraphrase
        >>> nlp = spacy_paraphrase.load()
        >>> fuse_many(nlp, ["A cat sleeps.", "A black cat sleeps.", "A cat sleeps here."]).text
        'A black cat sleeps here.'
    """
    fusers = [n for n, f in nlp.pipe_factories.items() if f == "sentence_fuser"]
    able = [n for n in fusers if kind in nlp.get_pipe(n).kinds]  # type: ignore[attr-defined]
    if kind not in FUSION_KINDS or not able or len(sentences) < 2:
        got = f"{len(sentences)} sentences, the kind {kind!r} and the fusers {fusers}"
        raise ParaphraseError("P018", got=got)
    order = _order(_overlaps(nlp, sentences, fusers), sentences)
    starts = ([first, *(k for k in order if k != first)] for first in order[:-1])
    tried = (_fold(nlp, sentences, start, kind, sure) for start in starts)
    first = next(tried)
    return first if first.text else next((each for each in tried if each.text), first)


class _Sum(NamedTuple):
    """What is fused so far.

    Attributes:
        known: The sentence; a text where it is still the first one.
        places: For each of its words where it comes from.
        content: For each sentence that is in it its content words, by their index in it.
    """

    known: str | Doc
    places: list[tuple[Place, ...]]
    content: dict[int, dict[int, str]]


def _fold(
    nlp: Language, sentences: Sequence[str], order: Sequence[int], kind: FusionKind, sure: bool
) -> ManyFusion:
    """Fuse the first sentence with all that can be fused with it, in this order."""
    first, *waiting = order
    total = _Sum(sentences[first], [], {})
    left_out: dict[int, str] = {}
    before = -1
    while waiting and before < len(total.content):
        before, left_out = len(total.content), {}
        for number in waiting:
            added = _add(nlp, total, (first, number), sentences[number], kind, sure)
            if isinstance(added, _Sum):
                total = added
            else:
                left_out[number] = added
        waiting = list(left_out)
    if not isinstance(total.known, Doc):
        return ManyFusion(kind, left_out={first: left_out[waiting[0]]} | left_out)
    words = [token.text for token in total.known]
    return ManyFusion(
        kind,
        total.known.text,
        tuple(total.content),
        tuple(zip(words, total.places, strict=True)),
        left_out,
        _unsaid(total),
    )


def _add(
    nlp: Language,
    total: _Sum,
    numbers: tuple[int, int],
    sentence: str,
    kind: FusionKind,
    sure: bool,
) -> _Sum | str:
    """Return what there is fused with one more sentence, or why that cannot be."""
    # `numbers`: of the sentence that all began with, and of the new one.
    first, number = numbers
    doc = _fused(nlp, total.known, sentence, sure)
    fusions: list[Fusion] = doc._.get(f"{PREFIX}fusions")
    fusion = next(fusion for fusion in fusions if fusion.kind == kind)
    if not fusion:
        return fusion.reason
    if sure:
        read = nlp(_doc_of(nlp, fusion))
        if not is_sure(doc, fusion, Sentence(read[:])):
            return "unsure"
    old, new = views(doc)
    places = total.places or [((first, k),) for k in range(len(old))]
    added = _Sum(
        _doc_of(nlp, fusion),
        [_places(origin, places, number) for origin in fusion.provenance],
        (total.content or {first: _content(old)}) | {number: _content(new)},
    )
    lost = _unsaid(added)
    if kind == "union" and any(2 * len(lost[n]) > len(added.content[n]) for n in lost):
        return "too_little"
    return added


def _fused(nlp: Language, known: str | Doc, sentence: str, sure: bool) -> Doc:
    """Return a pair with its fusions; also those that score little where `is_sure` decides."""
    pair = make_pair(nlp, known, sentence)
    if sure:
        pair.user_data[LEAST_SCORE] = SURE_SCORE
    return still_a_pair(nlp(pair, **by_sides(nlp)))


def _places(origin: Origin, places: Sequence[tuple[Place, ...]], number: int) -> tuple[Place, ...]:
    """Return where a word stands: by what it stood for before, and in the sentence just taken."""
    before = {place for k in origin.source for place in places[k]}
    return tuple(sorted(before | {(number, k) for k in origin.target}))


def _content(side: Sentence) -> dict[int, str]:
    """Return the content words of a side, by their index in it."""
    return {k: text for k, text in enumerate(side.texts) if side.informative[k]}


def _unsaid(total: _Sum) -> dict[int, tuple[str, ...]]:
    """Return the content words that no word of a fusion stands for, by the number of a sentence."""
    said = {place for each in total.places for place in each}
    missing = {
        n: tuple(text for k, text in words.items() if (n, k) not in said)
        for n, words in total.content.items()
    }
    return {n: words for n, words in missing.items() if words}


def _overlaps(nlp: Language, sentences: Sequence[str], fusers: list[str]) -> dict[Any, float]:
    numbers = list(combinations(range(len(sentences)), 2))
    pairs = (make_pair(nlp, sentences[i], sentences[j]) for i, j in numbers)
    settings = by_sides(nlp)
    settings["disable"] = [*settings.get("disable", ()), *fusers]
    docs = map(still_a_pair, nlp.pipe(pairs, **settings))
    return {
        frozenset(pair): doc._.get(f"{PREFIX}overlap")
        for pair, doc in zip(numbers, docs, strict=True)
    }


def _order(overlaps: dict[Any, float], sentences: Sequence[str]) -> list[int]:
    """Return the numbers of the sentences: the most agreed on, then each the closest to those."""

    def best(numbers: Sequence[int], others: Sequence[int], value: Callable[..., float]) -> int:
        def rank(k: int) -> tuple[float, str, int]:
            return -value(overlaps[frozenset((k, o))] for o in others if o != k), sentences[k], k

        return min(numbers, key=rank)

    rest = list(range(len(sentences)))
    order = [best(rest, rest, fsum)]
    while len(order) < len(sentences):
        rest = [k for k in rest if k not in order]
        order.append(best(rest, order, max))
    return order


def _doc_of(nlp: Language, fusion: Fusion) -> Doc:
    """Return the text of a fusion as a Doc of the words it was made of."""
    given = [origin.text for origin in fusion.provenance]
    words, spaces = get_words_and_spaces(given, fusion.text)
    return Doc(nlp.vocab, words=words, spaces=spaces)
