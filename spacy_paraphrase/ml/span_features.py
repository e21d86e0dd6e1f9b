"""Named features of all pairs of source and target units: chunks, subtrees, any sets of words.

The features are those of Marsi and Krahmer 2010, *Automatic analysis of semantic similarity in
comparable text through syntactic tree matching* (COLING), table 1, applied to units instead of
words, and others: soft alignment of the words inside, words without a partner, links of the
surrounding words, and the margin to rivals.

A feature name is `group.feature`. Every table has all groups: without its resource, the features of
a group and `group.present` are 0. Thus one set of weights serves with and without the resource.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

import numpy as np
from rapidfuzz import fuzz
from rapidfuzz.process import cdist

from ..analysis.sentence import Sentence
from ..jobs.arrays import BoolArray, FloatArray, FloatingArray, IntArray
from ..lexicon.index import UPOS, LexicalIndex
from ..lexicon.relations import LEXICAL_RELATIONS, RelationMatrix, relation_matrix
from ..lexicon.resources import WordWeights
from ..lexicon.spelling import cosines, equal
from ..trees.word_alignment import CONTENT, PUNCTUATION
from .feature_tables import FeatureTable, stack
from .span_units import FUNCTION_SHARE, TYPES, WORDS, Features, Units


def strings(a: Units, b: Units) -> Features:
    """Return identity, subsumption and similarity of the units' texts."""
    features: Features = {}
    readings = {
        "words": (a.reading(a.side.words), b.reading(b.side.words)),
        "lemmas": (a.reading(a.side.lemmas), b.reading(b.side.lemmas)),
        "content": (a.reading(a.side.lemmas, CONTENT), b.reading(b.side.lemmas, CONTENT)),
    }
    for name, (left, right) in readings.items():
        features[f"string.{name}"] = equal([t or "" for t in left], [t or "" for t in right])
        if name != "words":
            sets = list(map(set, left)), list(map(set, right))
            features[f"string.{name}.within"] = _table(sets, lambda x, y: bool(x) and x < y)
            features[f"string.{name}.around"] = _table(sets, lambda x, y: bool(y) and x > y)
    plain = [[" ".join(t) for t in texts] for texts in readings["words"]]
    features["string.close"] = cdist(*plain, scorer=fuzz.ratio, dtype=np.float32) / 100.0
    features["string.joined"] = equal(*(["".join(t) for t in texts] for texts in plain))
    features["string.once.source"] = _once(plain[0])[:, None]
    features["string.once.target"] = _once(plain[1])[None, :]
    return features


def _once(texts: Sequence[str]) -> BoolArray:
    """Return whether each text occurs only once; shape (n,)."""
    return np.array([texts.count(text) == 1 for text in texts])


def _table(
    items: tuple[Sequence[set[str]], Sequence[set[str]]], test: Callable[[set[str], set[str]], bool]
) -> FloatArray:
    left, right = items
    values = [float(test(x, y)) for x, y in product(left, right)]
    return np.array(values).reshape(len(left), len(right))


def heads(a: Units, b: Units, matrices: Mapping[str, FloatArray]) -> Features:
    """Return similarities and shared annotations of the units' syntactic and content heads."""
    features: Features = {}
    syntactic, content = np.ix_(a.heads, b.heads), np.ix_(a.content_heads, b.content_heads)
    for name, matrix in matrices.items():
        features[f"{name}.head"] = matrix[content]
    for name in ("words.similar", "words.identical", "words.linked"):
        features[f"{name}.top"] = matrices[name][syntactic]
    tops = a.annotations[a.heads], b.annotations[b.heads]
    inner = a.annotations[a.content_heads], b.annotations[b.content_heads]
    for name, (left, right), k in (
        ("pos", tops, 0),
        ("dep", tops, 2),
        ("inner_pos", inner, 0),
        ("inner_tag", inner, 1),
        ("inner_dep", inner, 2),
        ("entity", inner, 3),
    ):
        same = left[:, None, k] == right[None, :, k]
        features[f"head.{name}"] = same & (left[:, None, k] != 0)
    features["head.entity.source"] = (inner[0][:, 3] != 0)[:, None]
    features["head.entity.target"] = (inner[1][:, 3] != 0)[None, :]
    return features


def kinds(a: Units, b: Units) -> Features:
    """Return the types of the units, and features of function words, numbers and negations."""
    features: Features = {}
    for k, name in enumerate(TYPES):
        features[f"type.{name}.source"] = a.types[:, k][:, None]
        features[f"type.{name}.target"] = b.types[:, k][None, :]
    features["type.same"] = a.types @ b.types.T
    for name, tags in (
        ("preposition", ("ADP", "SCONJ")),
        ("determiner", ("DET",)),
        ("number", ("NUM",)),
        ("auxiliary", ("AUX", "PART")),
        ("pronoun", ("PRON",)),
    ):
        features |= _marks(name, *(_words_of(u, tags) for u in (a, b)))
    features |= _marks("negation", _negated(a), _negated(b))
    features["mark.first"] = equal(*([u.side.words[i] for i in u.first.tolist()] for u in (a, b)))
    return features


def _words_of(units: Units, tags: tuple[str, ...]) -> list[str]:
    words = units.side.words
    found = {i for i, tag in enumerate(units.side.pos) if tag in tags}
    return [" ".join(words[i] for i in unit if i in found) for unit in units.units]


def _negated(units: Units) -> list[str]:
    negations = units.side.lang.feature_negations
    found = {i for i, word in enumerate(units.side.words) if word in negations}
    return ["not" if not found.isdisjoint(unit) else "" for unit in units.units]


def _marks(name: str, left: list[str], right: list[str]) -> Features:
    """Return whether both units have words of a kind (the same or other ones), or only one unit."""
    has = np.array([bool(w) for w in left])[:, None], np.array([bool(w) for w in right])[None, :]
    same = equal(left, right) if has[0].any() and has[1].any() else has[0] * has[1] * 0.0
    return {
        f"mark.{name}.same": same,
        f"mark.{name}.other": (has[0] & has[1]) * (1.0 - same),
        f"mark.{name}.source": has[0] & ~has[1],
        f"mark.{name}.target": has[1] & ~has[0],
    }


# -- Features of size, place, surroundings and rivals ----------------------------------------------


def sizes(a: Units, b: Units, links: FloatArray) -> Features:
    """Return sizes and places of the units, and length and linked share of the sentences."""
    n, m = links.shape
    features: Features = {}
    for name, u, shape in (("source", a, (-1, 1)), ("target", b, (1, -1))):
        content = u.members @ (u.side.kinds == CONTENT)
        features[f"size.words.{name}"] = u.sizes.clip(0, 8).reshape(shape) / 8
        features[f"size.content.{name}"] = content.clip(0, 5).reshape(shape) / 5
        features[f"size.none.{name}"] = (content == 0).reshape(shape)
        features[f"size.mass.{name}"] = u.mass.clip(0, 3).reshape(shape) / 3
    for key, left, right in (("words", a.sizes, b.sizes), ("mass", a.mass, b.mass)):
        difference = left[:, None] - right[None, :]
        features[f"size.{key}.more"] = difference.clip(0, 4) / 4
        features[f"size.{key}.less"] = (-difference).clip(0, 4) / 4
    middle = [(u.first + u.last + 1) / 2 / len(u.side) for u in (a, b)]
    shift = middle[0][:, None] - middle[1][None, :]
    features["place.shift"], features["place.distance"] = shift, np.abs(shift)
    features["place.first"] = np.logical_and.outer(a.first == 0, b.first == 0)
    features["place.last"] = np.logical_and.outer(a.last >= n - 2, b.last >= m - 2)
    linked = (links > 0) * 1.0
    for name, u, rows in (("source", a, linked.max(1, initial=0)), ("target", b, linked.max(0))):
        weighted = float(rows @ u.weights / (u.weights.sum() + 1e-6))
        features[f"sentence.linked.{name}"] = np.array(weighted)
        features[f"sentence.length.{name}"] = np.array(min(len(u.side), 40) / 40)
    return features


def around(a: Units, b: Units, links: FloatArray, name: str) -> Features:
    """Return links around two units: of the words before and after, governors and dependents.

    Args:
        a: Source units.
        b: Target units.
        links: Strength of word links, shape (n, m).
        name: The prefix of the feature names.
    """
    n, m = links.shape
    reach = 2
    padded = np.zeros((n + 2 * reach + 1, m + 2 * reach + 1))
    padded[reach : reach + n, reach : reach + m] = links
    padded[reach - 1, reach - 1] = padded[reach + n, reach + m] = 1.0

    def beside(rows: IntArray, columns: IntArray, step: int) -> FloatArray:
        steps = range(1, reach + 1)
        found = [
            padded[np.ix_(rows + reach + step * i, columns + reach + step * j)]
            for i, j in product(steps, steps)
        ]
        return np.asarray(np.max(found, axis=0))

    before, after = beside(a.first, b.first, -1), beside(a.last, b.last, 1)
    framed = np.zeros((n + 1, m + 1))
    framed[:n, :m] = links
    framed[n, m] = 0.5
    heads = framed[np.ix_(a.governors, b.governors)]
    shared = a.children @ links @ b.children.T
    count = np.maximum(a.children.sum(1)[:, None], b.children.sum(1)[None, :])
    # Links between a governor of one unit and children of the other were not useful as features.
    return {
        f"{name}.before": before,
        f"{name}.after": after,
        f"{name}.beside": (before + after) / 2,
        f"{name}.governor": heads,
        f"{name}.children": shared / np.maximum(count, 1.0),
        f"{name}.any_child": shared > 0,
    }


def rivals(a: Units, b: Units, strength: FloatArray, name: str) -> Features:
    """Return margins to the best rival: another unit of the row or column without a shared word.

    Args:
        a: Source units.
        b: Target units.
        strength: Values of the pairs of units, shape (u, v).
        name: The prefix of the feature names.
    """
    row = (strength[:, None, :] * b.disjoint[None]).max(2, initial=0.0)
    column = (strength[None, :, :] * a.disjoint[:, :, None]).max(1, initial=0.0)
    return {
        f"{name}.row": strength - row,
        f"{name}.column": strength - column,
        f"{name}.best": (strength >= row) & (strength >= column) & (strength > 0),
    }


# -- All features ----------------------------------------------------------------------------------

VECTOR_GROUPS = ("tensor", "vectors", "encoder")
# Lexical relations that become features: all but "none".
_LEXICAL = LEXICAL_RELATIONS[1:]
_MAX_WEIGHT = 12.0
_SIDES = ("source", "target")


def token_weights(side: Sentence, rarity: WordWeights | None) -> FloatArray:
    """Return the weight of each token, about 0 to 1: higher for rare words, 0 for punctuation."""
    plain = np.array([rarity(word) if rarity else 8.0 for word in side.words]) / _MAX_WEIGHT
    share = np.where(side.kinds == CONTENT, 1.0, FUNCTION_SHARE)
    return np.where(side.kinds < PUNCTUATION, plain * share, 0.0)


def span_features(
    source: Sentence,
    target: Sentence,
    source_units: Sequence[Sequence[int]],
    target_units: Sequence[Sequence[int]],
    similarity: FloatArray,
    links: FloatArray,
    *,
    relations: RelationMatrix | None = None,
    rarity: WordWeights | None = None,
    vectors: Mapping[str, tuple[FloatingArray, FloatingArray]] | None = None,
    near: Mapping[str, FloatingArray] | None = None,
) -> FeatureTable:
    """Return the features of all pairs of units.

    Args:
        source: Sentence with n tokens.
        target: Sentence with m tokens.
        source_units: Token indices of u source units, none of them empty.
        target_units: Token indices of v target units, none of them empty.
        similarity: Similarity of the words, 0 to 1; shape (n, m).
        links: Strength of the word links, 0 to 1; shape (n, m).
        relations: Lexical relations and similarities of the words, (n, m); group "wordnet".
        rarity: The weights of words.
        vectors: Vectors of the tokens of both sides, by group of `VECTOR_GROUPS`.
        near: Similarities of the words for a vector group, shape (n, m), in place of the cosines.

    Returns:
        Table of shape (u, v, features). The run time is proportional to n·m·features and
        u·v·(u + v).
    """
    a = Units(source, source_units, token_weights(source, rarity))
    b = Units(target, target_units, token_weights(target, rarity))
    vectors = vectors or {}
    matrices = {"words.similar": similarity, "words.linked": links}
    matrices["words.identical"] = equal(source.words, target.words)
    matrices["words.lemma"] = equal(source.lemmas, target.lemmas)
    matrices |= _lexical(relations, similarity.shape)
    matrices |= _close(vectors, near or {}, similarity.shape)
    features = _soft(a, b, matrices)
    present = {"wordnet": relations is not None} | {g: g in vectors for g in VECTOR_GROUPS}
    features |= {f"{group}.present": np.array(float(there)) for group, there in present.items()}
    strength = np.maximum(similarity, links)
    features |= _yields(a, b, links, strength)
    features |= _left_over(a, b, strength, links)
    features |= strings(a, b)
    features |= heads(a, b, matrices)
    features |= kinds(a, b)
    features |= sizes(a, b, links)
    features |= _whole(a, b, vectors)
    features |= around(a, b, strength * links, "place")
    dice = np.asarray(features["yield.dice"], dtype=np.float64)
    soft = np.asarray(features["soft.both"], dtype=np.float64)
    features |= rivals(a, b, dice, "rival.dice") | rivals(a, b, soft, "rival.soft")
    return stack(len(a), len(b), features)


def cover(matrices: FloatArray, b: Units) -> FloatArray:
    """Return the maximum of each source word over the words of each target unit, (k, n, v)."""
    return np.asarray(np.maximum.reduceat(matrices[:, :, b.flat], b.starts, axis=2))


def _soft(a: Units, b: Units, matrices: Mapping[str, FloatArray]) -> Features:
    """Return the soft alignment: each word's best value in the other unit, averaged by weight."""
    stacked = np.array(list(matrices.values()))
    forth = a.shares @ cover(stacked, b)
    back = (b.shares @ cover(stacked.transpose(0, 2, 1), a)).transpose(0, 2, 1)
    features: Features = {}
    for k, name in enumerate(matrices):
        features[f"{name}.source"], features[f"{name}.target"] = forth[k], back[k]
    mass = a.mass[:, None] + b.mass[None, :] + 1e-6
    features["soft.both"] = (forth[0] * a.mass[:, None] + back[0] * b.mass[None, :]) / mass
    features["soft.least"] = np.minimum(forth[0], back[0])
    features["soft.most"] = np.maximum(forth[0], back[0])
    return features


def _lexical(relations: RelationMatrix | None, shape: tuple[int, ...]) -> dict[str, FloatArray]:
    if relations is None:
        zero = np.zeros(shape)
        return {f"wordnet.{name}": zero for name in (*_LEXICAL, "lin")}
    codes = relations.relations
    found = {f"wordnet.{name}": (codes == k) * 1.0 for k, name in enumerate(_LEXICAL, 1)}
    return found | {"wordnet.lin": relations.similarities.astype(np.float64)}


def _close(
    vectors: Mapping[str, tuple[FloatingArray, FloatingArray]],
    near: Mapping[str, FloatingArray],
    shape: tuple[int, ...],
) -> dict[str, FloatArray]:
    known = {group: cosines(*some) for group, some in vectors.items() if group not in near}
    known |= {group: table.astype(np.float64) for group, table in near.items()}
    return {f"{group}.cosine": known.get(group, np.zeros(shape)) for group in VECTOR_GROUPS}


def _yields(a: Units, b: Units, links: FloatArray, strength: FloatArray) -> Features:
    """Return precision, recall and Dice of the yields by the word links, plain and weighted."""
    linked: FloatArray = np.where(links > 0, 1.0, 0.0)
    features: Features = {}
    for name, left, right in (
        ("yield", a.members * (a.weights > 0), b.members * (b.weights > 0)),
        ("yield.weighted", a.members * a.weights, b.members * b.weights),
    ):
        forth = left @ cover(linked[None], b)[0]
        back = (right @ cover(linked.T[None], a)[0]).T
        sizes = left.sum(1)[:, None], right.sum(1)[None, :]
        features[f"{name}.source"] = forth / (sizes[0] + 1e-6)
        features[f"{name}.target"] = back / (sizes[1] + 1e-6)
        features[f"{name}.dice"] = (forth + back) / (sizes[0] + sizes[1] + 1e-6)
    # The share of the linked words whose links are inside the pair of units.
    inside = a.members @ (linked * strength) @ b.members.T
    for name, total in (
        ("source", (a.members @ linked.sum(1))[:, None]),
        ("target", (b.members @ linked.sum(0))[None, :]),
    ):
        features[f"yield.inside.{name}"] = inside / np.maximum(total, 1.0)
        features[f"yield.outside.{name}"] = np.clip(total - inside, 0, 3) / 3
    return features


def _left_over(a: Units, b: Units, strength: FloatArray, links: FloatArray) -> Features:
    """Return the weight of words without a partner in the other unit, also by kind of word."""
    features: Features = {}
    views = (("source", a, b, strength, links), ("target", b, a, strength.T, links.T))
    for name, one, other, close, linked in views:
        free = 1.0 - cover(close[None], other)[0]
        by_kind, weights = one.kinds[:, None, :] * one.members, one.members * one.weights
        counted, held = by_kind @ free, by_kind.sum(2)
        best = linked.max(1, initial=0.0)
        parts = {f"left.{kind}": counted[k].clip(0, 3) / 3 for k, kind in enumerate(WORDS)}
        parts["left.weight"] = weights @ free
        parts["left.moved"] = weights @ (best[:, None] - cover(linked[None], other)[0]).clip(0)
        parts["left.unlinked"] = (weights * (best == 0)) @ free
        for kind in ("number", "name"):
            k = list(WORDS).index(kind)
            full = (held[k] > 0)[:, None] & (counted[k] > 0.5)
            parts[f"left.all_{kind}s"] = full * 1.0
        for key, value in parts.items():
            features[f"{key}.{name}"] = value if name == "source" else value.T
    for kind in ("number", "name"):
        pair = [features[f"left.all_{kind}s.{side}"] for side in _SIDES]
        features[f"left.{kind}s_differ"] = np.minimum(*pair)
    heavy = [np.asarray(features[f"left.weight.{side}"]).astype(float) for side in _SIDES]
    for side, mine, yours in zip(_SIDES, heavy, heavy[::-1], strict=True):
        features[f"left.only.{side}"] = (mine > 0.25) & (yours < 0.1)
    features["left.both"] = np.minimum(*heavy)
    return features


def _whole(
    a: Units, b: Units, vectors: Mapping[str, tuple[FloatingArray, FloatingArray]]
) -> Features:
    """Return the cosines of the mean vectors of units and of sentences."""
    features: Features = {}
    for group in VECTOR_GROUPS:
        if group in vectors:
            means = [u.members @ rows for u, rows in zip((a, b), vectors[group], strict=True)]
            heavy = [u.shares @ rows for u, rows in zip((a, b), vectors[group], strict=True)]
            every = [rows.mean(0, keepdims=True) for rows in vectors[group]]
            parts = [cosines(*rows) for rows in (means, heavy, every)]
        else:
            parts = [np.zeros((1, 1))] * 3
        for key, value in zip(("mean", "weighted", "sentence"), parts, strict=True):
            features[f"{group}.{key}"] = value
    return features


def word_relations(index: LexicalIndex, source: Sentence, target: Sentence) -> RelationMatrix:
    """Return the lexical relations of all words of two sentences, for `span_features`.

    Only content words of an open word class have relations, over all their senses.
    """
    sides = [
        [i for i, tag in enumerate(side.pos) if tag in UPOS and side.kinds[i] == CONTENT]
        for side in (source, target)
    ]
    words = [
        [(side.lemmas[i], side.pos[i]) for i in places]
        for side, places in zip((source, target), sides, strict=True)
    ]
    found = relation_matrix(index, *words)
    relations = np.zeros((len(source), len(target)), np.int8)
    similarities = np.zeros(relations.shape, np.float32)
    relations[np.ix_(*sides)] = found.relations
    similarities[np.ix_(*sides)] = found.similarities
    return RelationMatrix(relations, similarities)
