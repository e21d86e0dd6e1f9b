"""Similarity features from the alignment, the relation and the encoder output of a pair."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from spacy.tokens import Doc

from ..analysis.reading import analyse
from ..analysis.sentence import Sentence
from ..jobs.arrays import FloatArray
from ..lexicon.overlap import untrained_overlap
from ..lexicon.resources import WordWeights, lexical_index
from ..lexicon.spelling import cosines
from ..ml.feature_tables import mirror_name
from ..ml.sentence_features import sentence_features
from ..ml.span_features import token_weights, word_relations
from ..pairs.alignment import Link, read_links
from ..pairs.results import (
    DISAGREEMENTS,
    LABELS,
    read_encoder_output,
    read_relation,
    sentence_relation,
)

Named = dict[str, float]
Sides = tuple[Sentence, Sentence]

# Word classes that have separate features for words without a counterpart.
_CLASSES = {
    "noun": ("noun",),
    "name": ("name",),
    "verb": ("verb",),
    "modifier": ("adjective", "adverb"),
    "number": ("number",),
}
_CLASS_OF = {category: name for name, some in _CLASSES.items() for category in some}
# Symmetric names of word relations, which hide which side is more specific.
_SYMMETRIC = {"specifies": "hierarchy", "generalizes": "hierarchy"}


def least_and_most(name: str, values: Sequence[float]) -> Named:
    """Return the minimum and the maximum of the values of the two sides as features."""
    return {f"{name}.least": float(min(values)), f"{name}.most": float(max(values))}


def aligned_features(
    doc: Doc, links: Sequence[Link], sides: Sides, rarity: WordWeights | None
) -> Named:
    """Return features of the aligned part of the sides, and of the unaligned rest.

    Args:
        doc: A pair.
        links: Its word links.
        sides: Its source and its target.
        rarity: The weights of words; None if unknown.
    """
    source, target = sides
    weights = [token_weights(side, rarity) for side in sides]
    strength = np.zeros((len(source), len(target)))
    relations: dict[str, float] = dict.fromkeys(
        ("equals", "restates", "hierarchy", "intersects", "unlabelled"), 0.0
    )
    mass = float(weights[0].sum() + weights[1].sum()) or 1.0
    for link in links:
        label = _SYMMETRIC.get(link.relation, link.relation or "unlabelled")
        rows = slice(link.source.start - source.start, link.source.end - source.start)
        columns = slice(link.target.start - target.start, link.target.end - target.start)
        cells = strength[rows, columns]
        np.maximum(cells, max(link.similarity, 1e-3), out=cells)
        relations[label] += float(weights[0][rows].sum() + weights[1][columns].sum()) / mass
    found: Named = {"overlap": untrained_overlap(doc)}
    found |= {f"links.{label}": share for label, share in relations.items()}
    found["links.conflict"] = float(any(link.conflict for link in links))
    given = strength.max(axis=1, initial=0.0), strength.max(axis=0, initial=0.0)
    tables = [_coverage(*each) for each in zip(sides, weights, given, strict=True)]
    for name in tables[0]:
        found |= least_and_most(name, [table[name] for table in tables])
    found["score"] = float(np.mean([link.score for link in links])) if links else 0.0
    found["order"] = _order(strength)
    return found


def _coverage(side: Sentence, weights: FloatArray, given: FloatArray) -> Named:
    total = float(weights.sum()) or 1.0
    content = np.array(side.content, dtype=bool)
    linked = given > 0
    free = content & ~linked
    found: Named = {
        "covered": float(weights @ given) / total,
        "linked": float(weights @ linked) / total,
        "content": float((content & linked).sum()) / max(int(content.sum()), 1),
        "free": float(free.sum()),
        "heaviest": float(weights[free].max(initial=0.0)),
        "mass": float(weights[free].sum()),
    }
    values: dict[str, list[float]] = {name: [] for name in _CLASSES}
    read = analyse(side)
    for word, here, value in zip(read.words, side.content, given.tolist(), strict=True):
        if here and word.category in _CLASS_OF:
            values[_CLASS_OF[word.category]].append(value)
    for name, some in values.items():
        found[f"{name}.free"] = float(some.count(0.0))
        found[f"{name}.covered"] = sum(some) / len(some) if some else 1.0
    # Words near the root have a greater weight: deep constituents are details of the statement.
    depth = np.array([read.depth(i) for i in range(len(side))], dtype=np.float64)
    near = content * weights / (1.0 + depth)
    found["near"] = float(near @ given) / (float(near.sum()) or 1.0)
    roots = content & (depth == 0)
    found["root"] = float(given[roots].mean()) if roots.any() else 1.0
    return found


def _order(strength: FloatArray) -> float:
    partner = [int(row.argmax()) for row in strength if row.any()]
    if len(partner) < 2:
        return 1.0
    return float(np.mean(np.diff(partner) > 0))


def relation_features(
    doc: Doc, links: Sequence[Link], sides: Sides, rarity: WordWeights | None
) -> Named:
    """Return features of the relation of the sides, including those of the relation networks.

    Args:
        doc: A pair, with the relation of its sides if a component has set it.
        links: Its word links.
        sides: Its source and its target.
        rarity: The weights of words; None if unknown.
    """
    relation = read_relation(doc) or sentence_relation((9.0, 9.0), same=False, shared=False)
    labels = (*LABELS[:2], *LABELS[4:])
    found: Named = {f"label.{name}": relation.scores.get(name, 0.0) for name in labels}
    found |= least_and_most("entails", relation.chances)
    found["conflict"] = float(relation.conflict)
    for kind in DISAGREEMENTS:
        found[f"conflict.{kind}"] = float(kind in relation.reasons)
        found[f"differs.{kind}"] = float(kind in relation.differences)
    source, target = sides
    index = lexical_index(doc.lang_)
    known = sentence_features(
        source,
        target,
        links,
        read_links(doc, "phrases"),
        relation,
        relations=word_relations(index, source, target) if index is not None else None,
        rarity=rarity,
    )
    return found | _unsided(known.names, known.values.tolist())


def _unsided(names: tuple[str, ...], values: Sequence[float]) -> Named:
    """Return features of both sides as minimum and maximum; drop features of a direction."""
    single, paired = _plan(names)
    found = {name: values[k] for name, k in single}
    for least, most, one, other in paired:
        found[least], found[most] = sorted((values[one], values[other]))
    return found


@lru_cache(maxsize=4)
def _plan(names: tuple[str, ...]) -> tuple[list[tuple[str, int]], list[tuple[str, str, int, int]]]:
    """Return the symmetric features, and the pairs of features of the two sides, with indices."""
    places = {name: k for k, name in enumerate(names)}
    # Features of a direction without a side in their names are dropped.
    single = [(name, k) for name, k in places.items() if mirror_name(name) == name]
    stems = [name.removesuffix(".source") for name in places if name.endswith(".source")]
    paired = [
        (f"{stem}.least", f"{stem}.most", places[f"{stem}.source"], places[f"{stem}.target"])
        for stem in stems
        if mirror_name(f"{stem}.source") == f"{stem}.target"
    ]
    return single, paired


def reading_features(doc: Doc, sides: Sides, rarity: WordWeights | None) -> Named:
    """Return features from the output of a pair encoder; empty without one.

    Args:
        doc: A pair with encoder output (`results.EncoderOutput`).
        sides: Its source and its target.
        rarity: The weights of words; None if unknown.
    """
    reading = read_encoder_output(doc)
    if reading is None:
        return {}
    found: Named = {"similarity": reading.similarity, "similarity2": reading.similarity**2}
    for name in ("entailment", "neutral", "contradiction"):
        both = [getattr(said, name) for said in (reading.entails, reading.entailed)]
        found |= least_and_most(name, both)
    weights = [token_weights(side, rarity) for side in sides]
    for name, table in (
        ("aligned", reading.alignment),
        ("restated", reading.alignment * reading.restates),
        ("context", cosines(reading.source, reading.target)),
    ):
        best = table.max(axis=1, initial=0.0), table.max(axis=0, initial=0.0)
        shares = [
            float(some @ values) / (float(some.sum()) or 1.0)
            for some, values in zip(weights, best, strict=True)
        ]
        found |= least_and_most(name, shares)
    means = [
        (some[:, None] * vectors).sum(axis=0, keepdims=True)
        for some, vectors in zip(weights, (reading.source, reading.target), strict=True)
    ]
    found["mean"] = float(cosines(*means)[0, 0])
    return found
