"""Explanations of learnt scores in plain English: kinds of evidence, and the words behind them.

Many features are correlated, so that one may add what another subtracts. Thus features are grouped
into kinds of evidence, whose contributions are added up.
"""

from __future__ import annotations

from functools import lru_cache

from spacy.tokens import Doc

from ..analysis.reading import analyse
from ..analysis.sentence import Sentence, sentences
from ..pairs.alignment import read_links
from ..pairs.results import DISAGREEMENTS, read_relation

SHARED = "what both sides share, and what they do not"
NUMBERS, NAMES = "numbers", "names"
LINKED = "how close the words are that go together"
CONFLICTS = "contradictions, negation and quantifiers"
BUILD = "how the sides are built"
# The reason for the similarity of identical sides.
SAME = "both sides read the same"
READING = "what an encoder reads in context"
# The kind of evidence of features, by a family or a prefix of feature names; the longest prefix
# applies.
_TOPICS = {
    **dict.fromkeys(("strings", "ngrams", "lengths", "takelab", "match", "translation"), SHARED),
    **dict.fromkeys(("aligned", "relation"), SHARED),
    **dict.fromkeys(("takelab.name", "takelab.code", "aligned.name"), NAMES),
    **dict.fromkeys(("takelab.number", "aligned.number"), NUMBERS),
    **dict.fromkeys(("aligned.links", "relation.linked"), LINKED),
    **dict.fromkeys(("aligned.near", "aligned.root"), "whether the main statements match"),
    **dict.fromkeys(("relation.conflict", "relation.differs", "relation.mark"), CONFLICTS),
    **dict.fromkeys(("trees", "aligned.order", "relation.edge", "relation.root"), BUILD),
    "perp": "what the cheapest edits cost",
    "reading": READING,
    "neighbours": "what people said of pairs like it",
}
# Maximum number of words that are shown for each side.
_MOST = 4


def topic(name: str) -> str:
    """Return the kind of evidence of a feature.

    Example:
        >>> topic("aligned.free.most"), topic("aligned.number.free.most")
        ('what both sides share, and what they do not', 'numbers')
    """
    parts = name.split(".")
    for k in range(len(parts), 0, -1):
        if (found := _TOPICS.get(".".join(parts[:k]))) is not None:
            return found
    return parts[0]


@lru_cache(maxsize=16)
def topics(names: tuple[str, ...]) -> list[str]:
    """Return the kinds of evidence of some features."""
    return [topic(name) for name in names]


def evidence(doc: Doc) -> dict[str, str]:
    """Return the words behind kinds of evidence, source words first.

    Example:
        >>> import spacy_paraphrase
        >>> doc = spacy_paraphrase.compare("He bought 3 red apples.", "He bought 4 apples.")
        >>> evidence(doc)["numbers"], evidence(doc)[SHARED]
        ('3 | 4', 'only 3, red | 4')
    """
    source, target = sides = sentences(doc)
    links = read_links(doc, "words")
    found = {NUMBERS: _both(sides, "number"), NAMES: _both(sides, "name")}
    linked = {token.i for link in links for token in (*link.source_tokens, *link.target_tokens)}
    if left := _beside(*(_free(side, linked) for side in sides)):
        found[SHARED] = f"only {left}"
    pairs = []
    for link in links:
        i, j = link.source.start - source.start, link.target.start - target.start
        telling = source.content[i] and target.content[j]
        if telling and source.lemmas[i] != target.lemmas[j]:
            pairs.append(f"{source.texts[i]} - {target.texts[j]}")
    found[LINKED] = ", ".join(pairs[:_MOST])
    if (relation := read_relation(doc)) is not None:
        kinds = dict.fromkeys((*relation.reasons, *relation.differences))
        found[CONFLICTS] = ", ".join(DISAGREEMENTS.get(kind, kind) for kind in kinds)
    return {name: words for name, words in found.items() if words}


def _free(side: Sentence, linked: set[int]) -> list[str]:
    words = zip(side.texts, side.content, strict=True)
    return [
        text for i, (text, telling) in enumerate(words, side.start) if telling and i not in linked
    ]


def _both(sides: tuple[Sentence, Sentence], category: str) -> str:
    kinds = ((s.texts, analyse(s).words) for s in sides)
    return _beside(
        *([t for t, w in zip(*kind, strict=True) if w.category == category] for kind in kinds)
    )


def _beside(source: list[str], target: list[str]) -> str:
    if not source and not target:
        return ""
    return " | ".join(", ".join(words[:_MOST]) or "-" for words in (source, target))
