"""Named features of two sentences with aligned words, for predicting their relation.

The features describe the words without a partner in each sentence, the relations of linked words,
the similarity of their dependencies, and the composed relation of the sentences. Marsi and Krahmer
2005, *Classification of semantic relations by humans and machines*, section 4, found that material
on one side only decides the direction.

A feature name is `group.feature`. A name for one side ends in `.source` or `.target`, so that
`feature_tables.mirror_name` gives its name after source and target are exchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from ..analysis.sentence import Sentence
from ..jobs.arrays import BoolArray, FloatArray, Int8Array
from ..lexicon.relations import LEXICAL_RELATIONS, RelationMatrix
from ..lexicon.resources import WordWeights
from ..lexicon.spelling import equal
from ..pairs.alignment import RELATIONS as FIVE
from ..pairs.alignment import Link
from ..pairs.results import LABELS, SentenceRelation
from ..trees.word_alignment import CONTENT, FUNCTION, PUNCTUATION
from .span_features import token_weights

Named = dict[str, float]

# Word classes, by part of speech.
CLASSES = {
    "name": ("PROPN",),
    "noun": ("NOUN", "PRON"),
    "verb": ("VERB",),
    "adjective": ("ADJ",),
    "adverb": ("ADV",),
    "number": ("NUM",),
}
_LEXICAL = LEXICAL_RELATIONS[1:]


@dataclass(frozen=True, eq=False)
class SentenceFeatures:
    """Features of a pair of sentences.

    Attributes:
        names: The name of each feature.
        values: Shape (features,), about 0 to 1 each.
    """

    names: tuple[str, ...]
    values: npt.NDArray[np.float32]


class _ComparedSide:
    def __init__(self, side: Sentence, links: FloatArray, relations: Int8Array) -> None:
        self.side = side
        self.links = links  # (n, m)
        self.relations = relations  # (n, m), as seen from this side
        self.content = side.kinds == CONTENT
        self.linked = links.max(1, initial=0.0) > 0
        self.partner = np.where(self.linked, links.argmax(1), -1)
        self.free: BoolArray = self.content & ~self.linked
        self.tags = side.pos
        self.roles = [dep.lower() for dep in side.deps]
        self.heads: list[int] = side.heads
        self.roots = [i for i, head in enumerate(self.heads) if head < 0]


def sentence_features(
    source: Sentence,
    target: Sentence,
    words: Sequence[Link],
    phrases: Sequence[Link],
    composed: SentenceRelation,
    *,
    relations: RelationMatrix | None = None,
    rarity: WordWeights | None = None,
) -> SentenceFeatures:
    """Return the features of a pair.

    Args:
        source: Sentence with n tokens.
        target: Sentence with m tokens.
        words: Word links with their relations.
        phrases: Phrase links with their relations.
        composed: The composed relation of the sentences.
        relations: Lexical relations of the words, of shape (n, m).
        rarity: The weights of words.
    """
    n, m = len(source), len(target)
    scores = np.zeros((n, m))
    for link in words:
        cell = link.source.start - source.span.start, link.target.start - target.span.start
        scores[cell] = max(link.score, 1e-3)
    codes = np.zeros((n, m), np.int8) if relations is None else relations.relations
    a, b = _ComparedSide(source, scores, codes), _ComparedSide(target, scores.T, _turned(codes))
    features: Named = {"wordnet.present": float(relations is not None)}
    for name, one, other in (("source", a, b), ("target", b, a)):
        weight = token_weights(one.side, rarity)
        found = _cover(one, weight) | _free(one, other, weight) | _marks(one) | _edges(one, other)
        features |= {f"{key}.{name}": value for key, value in found.items()}
    features |= _linked(a, b) | _strings(source, target) | _both(features)
    features |= _composed(words, phrases, composed)
    return SentenceFeatures(tuple(features), np.array(list(features.values()), dtype=np.float32))


def _turned(codes: Int8Array) -> Int8Array:
    """Return lexical relations with source and target exchanged."""
    down, up = LEXICAL_RELATIONS.index("hyponym-of"), LEXICAL_RELATIONS.index("hypernym-of")
    turn = np.arange(len(LEXICAL_RELATIONS), dtype=np.int8)
    turn[[down, up]] = up, down
    return np.asarray(turn[codes].T)


def _cover(one: _ComparedSide, weight: FloatArray) -> Named:
    """Return the share of a side that is linked, and its length."""
    strength = one.links.max(1, initial=0.0)
    mass = float(weight.sum()) + 1e-6
    content = max(int(one.content.sum()), 1)
    words = one.side.kinds < PUNCTUATION
    return {
        "cover.weight": float(weight @ one.linked) / mass,
        "cover.score": float(weight @ strength) / mass,
        "cover.content": float((one.content & one.linked).sum()) / content,
        "cover.words": float((words & one.linked).sum()) / max(int(words.sum()), 1),
        "cover.all": float(not one.free.any()),
        "size.words": min(int(words.sum()), 30) / 30,
        "size.content": min(content, 15) / 15,
        "left.weight": min(float(weight @ ~one.linked), 3.0) / 3,
    }


def _free(one: _ComparedSide, other: _ComparedSide, weight: FloatArray) -> Named:
    """Return classes and roles of content words without a partner, and their closest relations."""
    places = np.flatnonzero(one.free).tolist()
    features: Named = {"free.count": min(len(places), 6) / 6}
    for name, tags in CLASSES.items():
        features[f"free.{name}"] = min(sum(one.tags[i] in tags for i in places), 3) / 3
    for name, labels in one.side.lang.feature_roles.items():
        found = [i for i in places if one.roles[i] in labels]
        features[f"free.as.{name}"] = min(len(found), 3) / 3
        features[f"free.weight.{name}"] = min(float(weight[found].sum()), 2.0) / 2
    # The closest content word of the other side: one without a partner ("free"), or any one.
    for key, candidates in (("free", other.free), ("any", other.content)):
        best = one.relations[np.ix_(one.free, candidates)].max(1, initial=0)
        for code, name in enumerate(_LEXICAL, 1):
            features[f"best.{key}.{name}"] = min(int((best == code).sum()), 2) / 2
        features[f"best.{key}.none"] = min(int((best == 0).sum()), 3) / 3
    return features


def _marks(one: _ComparedSide) -> Named:
    words, lemmas, lang = one.side.words, one.side.lemmas, one.side.lang
    negations = [i for i, word in enumerate(words) if word in lang.feature_negations]

    forms = lang.feature_words

    def has(some: Sequence[str], among: Sequence[str] = words) -> float:
        return float(not set(some).isdisjoint(among))

    no_one = forms.get("no_one") in set(pairwise(words))
    passive = not lang.passive_subject_labels.isdisjoint(one.roles)
    features: Named = {
        "mark.negation": float(bool(negations)),
        "mark.negated_root": float(any(one.heads[i] in one.roots for i in negations)),
        "mark.no": has(forms.get("no", ())),
        "mark.not": has(forms.get("not", ())),
        "mark.nobody": max(has(forms.get("nobody", ())), float(no_one)),
        "mark.there": has(forms.get("there", ()), words[:2]),
        "mark.passive": float(passive),
        "mark.without": has(forms.get("without", ())),
        "mark.number": float("NUM" in one.tags),
        "mark.plural": min(one.side.tags.count("NNS"), 3) / 3,
    }
    for name, some in lang.feature_quantifiers.items():
        features[f"mark.{name}"] = min(sum(lemma in some for lemma in lemmas), 3) / 3
    return features


def _edges(one: _ComparedSide, other: _ComparedSide) -> Named:
    """Return shares of dependencies whose linked words are a dependency, too, or are not."""
    lang = one.side.lang
    subjects, objects = lang.feature_roles.get("subject", ()), lang.feature_objects
    kept = labelled = broken = turned = total = 0
    for i, head, _ in one.side.arcs():
        if not one.content[i]:
            continue
        total += 1
        j, k = int(one.partner[i]), int(one.partner[head])
        if j < 0 or k < 0:
            continue
        if other.heads[j] != k:
            broken += 1
            continue
        mine, yours = one.roles[i], other.roles[j]
        kept += 1
        labelled += mine == yours
        turned += mine in subjects and yours in objects
        turned += mine in objects and yours in subjects
    return {
        "edge.kept": kept / max(total, 1),
        "edge.labelled": labelled / max(total, 1),
        "edge.broken": min(broken, 4) / 4,
        "edge.turned": min(turned, 2) / 2,
    }


def _linked(a: _ComparedSide, b: _ComparedSide) -> Named:
    counts = dict.fromkeys(("identical", "lemma", *_LEXICAL, "unknown"), 0)
    weak, least = 0.0, 1.0
    for i in np.flatnonzero(a.content & a.linked).tolist():
        j = int(a.partner[i])
        if a.side.words[i] == b.side.words[j]:
            counts["identical"] += 1
        elif a.side.lemmas[i] == b.side.lemmas[j]:
            counts["lemma"] += 1
        else:
            code = int(a.relations[i, j])
            counts[LEXICAL_RELATIONS[code] if code else "unknown"] += 1
            least = min(least, float(a.links[i, j]))
            weak += 1.0 - float(a.links[i, j])
    features: Named = {f"linked.{name}": min(count, 4) / 4 for name, count in counts.items()}
    features |= {"linked.weak": min(weak, 3.0) / 3, "linked.least": least}
    for side, view in (("source", a), ("target", b)):
        features[f"root.linked.{side}"] = float(any(view.linked[i] for i in view.roots))
    features["root.both"] = float(any(int(a.partner[i]) in b.roots for i in a.roots))
    lemmas = ({view.side.lemmas[i] for i in view.roots} for view in (a, b))
    features["root.lemma"] = float(bool(set.intersection(*lemmas)))
    opposites = a.relations[np.ix_(a.content, b.content)] == LEXICAL_RELATIONS.index("antonym")
    return features | {"antonym.any": float(opposites.any())}


def _strings(source: Sentence, target: Sentence) -> Named:
    features: Named = {}
    for name, last in (("words", FUNCTION), ("content", CONTENT)):
        one, other = (
            {side.lemmas[i] for i in np.flatnonzero(side.kinds <= last).tolist()}
            for side in (source, target)
        )
        features[f"set.{name}.jaccard"] = len(one & other) / max(len(one | other), 1)
        features[f"set.{name}.within"] = float(one < other)
        features[f"set.{name}.around"] = float(one > other)
        features[f"set.{name}.equal"] = float(one == other)
    same = equal(source.lemmas, target.lemmas)
    features["set.order"] = float(len(source) == len(target) and bool(np.diag(same).all()))
    return features


def _both(features: Named) -> Named:
    found: Named = {}
    for mark in ("negation", "no", "not", "nobody", "there", "passive"):
        key = f"mark.{mark}"
        one, two = features[f"{key}.source"], features[f"{key}.target"]
        found[f"{key}.both"] = one * two
        found[f"{key}.differ"] = abs(one - two)
    for key in ("cover.weight", "cover.score", "edge.kept"):
        one, two = features[f"{key}.source"], features[f"{key}.target"]
        found[f"{key}.least"], found[f"{key}.most"] = min(one, two), max(one, two)
    return found


def _composed(words: Sequence[Link], phrases: Sequence[Link], whole: SentenceRelation) -> Named:
    """Return counts of the link relations, and the composed relation of the sentences."""
    features: Named = {}
    for level, links in (("words", words), ("phrases", phrases)):
        for name in FIVE:
            count = sum(link.relation == name for link in links)
            features[f"composed.{level}.{name}"] = min(count, 6) / 6
        features[f"composed.{level}.conflict"] = float(any(link.conflict for link in links))
    features |= {f"composed.whole.{label}": whole.scores.get(label, 0.0) for label in LABELS}
    for side, labels in (("source", ("specifies",)), ("target", ("generalizes",))):
        share = sum(whole.scores.get(label, 0.0) for label in ("equals", "restates", *labels))
        features[f"composed.entails.{side}"] = share
    return features | {"composed.conflict": float(whole.conflict)}
