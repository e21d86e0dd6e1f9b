"""Named features of two sentences whose words are aligned: what one says of the other.

What stands in one sentence without a partner, what the partners have to do with each other, and
whether what is linked is built alike. That material on one side only decides the direction is the
finding of Marsi and Krahmer 2005, *Classification of semantic relations by humans and machines*,
section 4; soft measures of coverage are those of the textual entailment literature.

A name reads `group.feature`, and ends in `.source` or `.target` where it is said of one side, so
that `span_network.mirror_name` gives the name that it has when the sides change places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..components.side import Side
from ..lexicon.frequency import WordWeights
from ..lexicon.matrix import cosines, equal
from ..lexicon.relations import RELATIONS, RelationMatrix
from ..trees.context import CONTENT, PUNCTUATION
from .span_features import token_weights
from .span_units import NEGATIONS

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]
Cell = tuple[int, int]
Named = dict[str, float]

# What a word is to the sentence, by the dependency labels that English parsers give.
ROLES = {
    "root": ("root",),
    "subject": ("nsubj", "nsubjpass", "csubj", "csubjpass", "expl", "agent"),
    "object": ("dobj", "obj", "iobj", "dative", "attr", "oprd", "acomp", "xcomp", "ccomp"),
    "oblique": ("pobj", "obl", "prep", "pcomp", "prt"),
    "modifier": ("amod", "advmod", "nummod", "compound", "poss", "npadvmod", "nmod", "appos"),
    "clause": ("acl", "relcl", "advcl", "conj", "dep", "parataxis"),
}
CLASSES = {
    "name": ("PROPN",),
    "noun": ("NOUN", "PRON"),
    "verb": ("VERB",),
    "adjective": ("ADJ",),
    "adverb": ("ADV",),
    "number": ("NUM",),
}
QUANTIFIERS = {
    "all": ("all", "every", "each", "everybody", "everyone", "everything"),
    "some": ("some", "several", "many", "few", "most", "any"),
    "one": ("a", "an", "one", "somebody", "someone"),
    "the": ("the", "this", "that", "these", "those"),
}
_NOBODY = frozenset(["nobody", "none", "nothing", "neither"])
_LEXICAL = RELATIONS[1:]
_SUBJECTS = ROLES["subject"]
_OBJECTS = ("dobj", "obj", "nsubjpass", "pobj")


@dataclass(frozen=True, eq=False)
class SentenceFeatures:
    """Features of a pair of sentences.

    Attributes:
        names: What each feature is called.
        values: Shape (features,), about 0 to 1 each.
    """

    names: tuple[str, ...]
    values: npt.NDArray[np.float32]


class _View:
    """One side, and what the other side has for its words."""

    def __init__(self, side: Side, links: FloatArray, relations: npt.NDArray[np.int8]) -> None:
        self.side = side
        self.links = links  # (n, m)
        self.relations = relations  # (n, m), as seen from this side
        self.content = side.kinds == CONTENT
        self.linked = links.max(1, initial=0.0) > 0
        self.partner = np.where(self.linked, links.argmax(1), -1)
        self.tags = [token.pos_ for token in side.tokens]
        self.roles = [token.dep_.lower() for token in side.tokens]

    def free(self) -> BoolArray:
        """Return which content words have no partner."""
        return np.asarray(self.content & ~self.linked)


def sentence_features(
    source: Side,
    target: Side,
    links: Iterable[tuple[int, int, float]],
    *,
    relations: RelationMatrix | None = None,
    rarity: WordWeights | None = None,
    vectors: Sequence[tuple[FloatArray, FloatArray] | None] = (),
) -> SentenceFeatures:
    """Return the features of a pair.

    Args:
        source: Side with n tokens.
        target: Side with m tokens.
        links: Word links: source token, target token, score.
        relations: Lexical relations of the words, of shape (n, m).
        rarity: How much each word says.
        vectors: Vectors of the tokens of both sides, of each kind that there may be; None where
            there are none.
    """
    n, m = len(source), len(target)
    scores = np.zeros((n, m))
    for i, j, score in links:
        scores[i, j] = max(score, 1e-3)
    codes = np.zeros((n, m), np.int8) if relations is None else relations.relations
    a, b = _View(source, scores, codes), _View(target, scores.T, _turned(codes))
    weights = [token_weights(side, rarity) for side in (source, target)]
    features: Named = {"present.wordnet": float(relations is not None)}
    for name, one, other, weight in (
        ("source", a, b, weights[0]),
        ("target", b, a, weights[1]),
    ):
        found = _cover(one, weight) | _free(one, other, weight) | _marks(one) | _edges(one, other)
        features |= {f"{key}.{name}": value for key, value in found.items()}
    features |= _linked(a, b, weights[0]) | _strings(source, target) | _both(features)
    for k, pair in enumerate(vectors):
        features |= _near(f"vectors{k}", pair)
    values = np.array(list(features.values()), dtype=np.float32)
    return SentenceFeatures(tuple(features), values)


def _turned(codes: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """Return lexical relations as seen from the other side."""
    down, up = RELATIONS.index("hyponym-of"), RELATIONS.index("hypernym-of")
    turn = np.arange(len(RELATIONS), dtype=np.int8)
    turn[[down, up]] = up, down
    return np.asarray(turn[codes].T)


def _cover(one: _View, weight: FloatArray) -> Named:
    """How much of a side is linked, and how long it is."""
    strength = one.links.max(1, initial=0.0)
    mass = float(weight.sum()) + 1e-6
    content = max(int(one.content.sum()), 1)
    words = one.side.kinds < PUNCTUATION
    return {
        "cover.weight": float(weight @ one.linked) / mass,
        "cover.score": float(weight @ strength) / mass,
        "cover.content": float((one.content & one.linked).sum()) / content,
        "cover.words": float((words & one.linked).sum()) / max(int(words.sum()), 1),
        "cover.all": float(not one.free().any()),
        "size.words": min(int(words.sum()), 30) / 30,
        "size.content": min(content, 15) / 15,
        "left.weight": min(float(weight @ ~one.linked), 3.0) / 3,
    }


def _free(one: _View, other: _View, weight: FloatArray) -> Named:
    """The content words of a side without a partner: what they are, and what comes closest."""
    free = one.free()
    places = np.flatnonzero(free).tolist()
    features: Named = {"free.count": min(len(places), 6) / 6}
    for name, tags in CLASSES.items():
        features[f"free.{name}"] = min(sum(one.tags[i] in tags for i in places), 3) / 3
    for name, labels in ROLES.items():
        found = [i for i in places if one.roles[i] in labels]
        features[f"free.as.{name}"] = min(len(found), 3) / 3
        features[f"free.weight.{name}"] = min(float(weight[found].sum()), 2.0) / 2
    # The closest word of the other side: one without a partner, or any content word.
    for key, candidates in (("free", other.free()), ("any", other.content)):
        best = one.relations[np.ix_(free, candidates)].max(1, initial=0) if places else []
        for code, name in enumerate(_LEXICAL, 1):
            count = int(np.sum(np.asarray(best) == code))
            features[f"best.{key}.{name}"] = min(count, 2) / 2
        features[f"best.{key}.none"] = min(int(np.sum(np.asarray(best) == 0)), 3) / 3
    return features


def _marks(one: _View) -> Named:
    """Negation and quantifiers of a side."""
    words, lemmas = one.side.words, one.side.lemmas
    negations = [i for i, word in enumerate(words) if word in NEGATIONS]
    heads = one.side.heads
    roots = {i for i, head in enumerate(heads.tolist()) if head < 0}
    features: Named = {
        "mark.negation": float(bool(negations)),
        "mark.negated_root": float(any(int(heads[i]) in roots for i in negations)),
        "mark.no": float("no" in words),
        "mark.not": float(bool({"not", "n't"} & set(words))),
        "mark.nobody": float(bool(_NOBODY & set(words)) or ("no one" in " ".join(words))),
        "mark.there": float("there" in words[:2]),
        "mark.passive": float("nsubjpass" in one.roles),
        "mark.without": float("without" in words),
    }
    for name, known in QUANTIFIERS.items():
        features[f"mark.{name}"] = min(sum(lemma in known for lemma in lemmas), 3) / 3
    features["mark.number"] = float("NUM" in one.tags)
    features["mark.plural"] = min(sum(t.tag_ == "NNS" for t in one.side.tokens), 3) / 3
    return features


def _edges(one: _View, other: _View) -> Named:
    """Dependencies of a side: both ends linked to a head and its dependent, or to something else."""
    kept = broken = labelled = total = 0.0
    turned = 0.0
    heads, far = one.side.heads.tolist(), other.side.heads.tolist()
    for i, head in enumerate(heads):
        if head < 0 or not one.content[i]:
            continue
        total += 1
        j, k = int(one.partner[i]), int(one.partner[head])
        if j < 0 or k < 0:
            continue
        if far[j] == k:
            kept += 1
            labelled += one.roles[i] == other.roles[j]
            mine, theirs = one.roles[i], other.roles[j]
            turned += (mine in _SUBJECTS and theirs in _OBJECTS) or (
                mine in _OBJECTS and theirs in _SUBJECTS
            )
        else:
            broken += 1
    return {
        "edge.kept": kept / max(total, 1.0),
        "edge.labelled": labelled / max(total, 1.0),
        "edge.broken": min(broken, 4.0) / 4,
        "edge.turned": min(turned, 2.0) / 2,
    }


def _linked(a: _View, b: _View, weight: FloatArray) -> Named:
    """What the partners have to do with each other."""
    counts = dict.fromkeys(("identical", "lemma", *_LEXICAL, "unknown"), 0.0)
    weak = 0.0
    least = 1.0
    for i in np.flatnonzero(a.content & a.linked).tolist():
        j = int(a.partner[i])
        if a.side.words[i] == b.side.words[j]:
            counts["identical"] += 1
            continue
        if a.side.lemmas[i] == b.side.lemmas[j]:
            counts["lemma"] += 1
            continue
        code = int(a.relations[i, j])
        counts[RELATIONS[code] if code else "unknown"] += 1
        least = min(least, float(a.links[i, j]))
        weak += 1.0 - float(a.links[i, j])
    features = {f"linked.{name}": min(count, 4.0) / 4 for name, count in counts.items()}
    for side, view in (("source", a), ("target", b)):
        heads = [i for i, head in enumerate(view.side.heads.tolist()) if head < 0]
        features[f"root.linked.{side}"] = float(any(view.linked[i] for i in heads))
    roots = [i for i, head in enumerate(a.side.heads.tolist()) if head < 0]
    far = {j for j, head in enumerate(b.side.heads.tolist()) if head < 0}
    features["root.both"] = float(any(int(a.partner[i]) in far for i in roots))
    features["root.lemma"] = float(
        bool({a.side.lemmas[i] for i in roots} & {b.side.lemmas[j] for j in far})
    )
    antonym = RELATIONS.index("antonym")
    features["antonym.any"] = float((a.relations[np.ix_(a.content, b.content)] == antonym).any())
    features["linked.weak"] = min(weak, 3.0) / 3
    features["linked.least"] = least
    return features


def _strings(source: Side, target: Side) -> Named:
    """What the words of both sides have in common, whatever is linked."""
    features: Named = {}
    for name, kind in (("words", False), ("content", True)):
        sets = [
            {
                w
                for w, k in zip(side.lemmas, side.kinds, strict=True)
                if k < PUNCTUATION and (not kind or k == CONTENT)
            }
            for side in (source, target)
        ]
        shared = len(sets[0] & sets[1])
        features[f"set.{name}.jaccard"] = shared / max(len(sets[0] | sets[1]), 1)
        features[f"set.{name}.within"] = float(sets[0] < sets[1])
        features[f"set.{name}.around"] = float(sets[0] > sets[1])
        features[f"set.{name}.equal"] = float(sets[0] == sets[1])
    same = equal(source.lemmas, target.lemmas)
    features["set.order"] = float(len(source) == len(target) and bool(np.diag(same).all()))
    return features


def _both(features: Named) -> Named:
    """What both sides say together."""
    found: Named = {}
    for key in (
        "mark.negation",
        "mark.no",
        "mark.not",
        "mark.nobody",
        "mark.there",
        "mark.passive",
    ):
        one, two = features[f"{key}.source"], features[f"{key}.target"]
        found[f"{key}.both"] = one * two
        found[f"{key}.differ"] = abs(one - two)
    for key in ("cover.weight", "cover.score", "edge.kept"):
        one, two = features[f"{key}.source"], features[f"{key}.target"]
        found[f"{key}.least"], found[f"{key}.most"] = min(one, two), max(one, two)
    return found


def _near(name: str, pair: tuple[FloatArray, FloatArray] | None) -> Named:
    if pair is None:
        return {f"{name}.present": 0.0, f"{name}.mean": 0.0}
    rows = [vectors.mean(0, keepdims=True) for vectors in pair]
    return {f"{name}.present": 1.0, f"{name}.mean": float(cosines(*rows)[0, 0])}
