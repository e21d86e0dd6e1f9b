"""More than two sentences: fused pair by pair, in the order of their overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ..errors import ParaphraseError
from ..extensions import PREFIX
from ..pair import make_pair, pipe_pairs, sides
from ..results import FUSION_KINDS, Fusion, FusionKind

Place = tuple[int, int]  # a sentence and a token in it


@dataclass(frozen=True)
class ManyFusion:
    """One sentence made of several.

    Attributes:
        kind: The kind of fusion.
        text: The sentence; empty if the first two could not be fused.
        order: The sentences that are in it, by their number from 0, as they were taken.
        provenance: For each word of the text the word and the places it stands for, each a sentence
            and the index of a token in it; none for an added word.
        left_out: Why the other sentences are not in it, by their number.
    """

    kind: FusionKind
    text: str = ""
    order: tuple[int, ...] = ()
    provenance: tuple[tuple[str, tuple[Place, ...]], ...] = ()
    left_out: dict[int, str] = field(default_factory=dict)


def fuse_many(nlp: Language, sentences: Sequence[str], kind: FusionKind = "union") -> ManyFusion:
    """Fuse several sentences into one.

    The two that overlap most come first, then always the one that overlaps most with those before.
    A sentence that cannot be fused with what there is stays out.

    Args:
        nlp: A pipeline with a `sentence_fuser` that makes this kind.
        sentences: Two sentences or more.
        kind: The kind of fusion.

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
    overlaps = _overlaps(nlp, sentences, fusers)
    order = _order(overlaps, len(sentences))
    first, *rest = order
    current: str | Doc = sentences[first]
    places: list[tuple[Place, ...]] = []
    taken, text = [first], ""
    left_out: dict[int, str] = {}
    words: tuple[str, ...] = ()
    for number in rest:
        doc = nlp(make_pair(nlp, current, sentences[number]))
        if not places:
            places = [((first, k),) for k in range(len(sides(doc)[0]))]
        fusions: list[Fusion] = doc._.get(f"{PREFIX}fusions")
        fusion = next(fusion for fusion in fusions if fusion.kind == kind)
        if not fusion:
            left_out[number] = fusion.reason
            continue
        taken.append(number)
        places = [
            tuple(
                sorted({p for k in o.source for p in places[k]} | {(number, k) for k in o.target})
            )
            for o in fusion.provenance
        ]
        text, words = fusion.text, tuple(o.text for o in fusion.provenance)
        current = _doc_of(nlp, text, words)
    if len(taken) == 1:
        return ManyFusion(kind, left_out=left_out | {first: left_out[rest[0]]})
    provenance = tuple(zip(words, places, strict=True))
    return ManyFusion(kind, text, tuple(taken), provenance, left_out)


def _overlaps(nlp: Language, sentences: Sequence[str], fusers: list[str]) -> dict[Any, float]:
    """Return the overlap of every two sentences."""
    numbers = list(combinations(range(len(sentences)), 2))
    pairs = [(sentences[i], sentences[j]) for i, j in numbers]
    with nlp.select_pipes(disable=fusers):
        docs = list(pipe_pairs(nlp, pairs))
    return {
        frozenset(pair): doc._.get(f"{PREFIX}overlap")
        for pair, doc in zip(numbers, docs, strict=True)
    }


def _order(overlaps: dict[Any, float], n: int) -> list[int]:
    """Return the numbers of the sentences, each the closest to those before."""
    order = sorted(max(overlaps, key=lambda pair: (overlaps[pair], [-k for k in sorted(pair)])))
    while len(order) < n:
        rest = [k for k in range(n) if k not in order]
        closest = {k: max(overlaps[frozenset((k, other))] for other in order) for k in rest}
        order.append(max(rest, key=lambda k: (closest[k], -k)))
    return order


def _doc_of(nlp: Language, text: str, words: tuple[str, ...]) -> Doc:
    """Return a text as a Doc of the words it was made of."""
    spaces, rest = [], text
    for word in words:
        rest = rest[len(word) :]
        spaces.append(rest.startswith(" "))
        rest = rest.lstrip(" ")
    return Doc(nlp.vocab, words=list(words), spaces=spaces)
