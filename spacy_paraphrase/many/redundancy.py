"""Redundancy of two sentences: how much they overlap, and which of them to keep.

Hendrickx, Daelemans, Marsi and Krahmer 2009, *Reducing redundancy in multi-document summarization
using lexical semantic similarity*, compare sentences by the cosine of their words and by semantic
overlap: the aligned share of the information of the longer one. The relation of a pair is more
precise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import exp, log, sqrt
from typing import Literal, NamedTuple, TypeAlias

from spacy.tokens import Doc, Token

from ..analysis.quantities import TIMES
from ..analysis.reading import Analysis, analyse
from ..analysis.scope_extent import PRIVATION
from ..analysis.sentence import Sentence, sentences
from ..checked import SettingCheck
from ..errors import ParaphraseError
from ..lexicon.overlap import token_weights
from ..pairs.alignment import Alignment
from ..pairs.extensions import PREFIX
from ..pairs.pair import SIDES, SideName, language_of
from ..pairs.results import Label, SentenceRelation
from ..relations.account import AGREEING
from ..relations.entailment import is_hedge
from ..relations.explain import statements
from ..relations.statements import PLACE
from .terms import tf_idf

Idf: TypeAlias = Callable[[str], float]
# Two words that are aligned, by their place, and how similar they are.
WordLink: TypeAlias = tuple[int, int, float]
# A word of the source and one of the target.
Cell: TypeAlias = tuple[int, int]
VerdictName: TypeAlias = Literal["duplicate", "covers", "repeats", "overlaps", "new", "conflict"]
Keep: TypeAlias = Literal["better", "source", "target", "both"]
# From which score two sentences are held for the same: the best F1 for a gold similarity of at
# least 4 of 5 on the training part of the STS benchmark.
COSINE, OVERLAP = 0.65, 0.55
# From which overlap two sentences that intersect are worth fusing.
FUSABLE = 0.5
# How probable it has to be that a sentence entails one that is given up for it.
CERTAIN = 0.6
# From which overlap two sentences are about the same.
ABOUT = 0.45
# From which share a sentence of one event mostly repeats another one.
MOSTLY = 0.54
# What the overlap counts in how far two sentences say the same; the rest is entailment, of which
# nothing is surer than that.
SHARED, UNSURE = 0.7, 1e-4
# From which similarity two words that intersect are as good as the same.
CLOSE = 0.7


class Redundancy(NamedTuple):
    """A verdict on two sentences.

    Attributes:
        name: "duplicate", "covers" (one says all that the other says, and more), "repeats" (one
            says most of what the other says, about the same event), "overlaps" (both have content
            of their own, worth fusing), "new", or "conflict".
        keep: Which to keep: the one with the "better" score, the "source", the "target" or "both".
    """

    name: VerdictName
    keep: Keep


_OF_RELATION: dict[Label, Redundancy] = {
    "equals": Redundancy("duplicate", "better"),
    "restates": Redundancy("duplicate", "better"),
    "specifies": Redundancy("covers", "source"),
    "generalizes": Redundancy("covers", "target"),
}
CONFLICT, NEW = Redundancy("conflict", "both"), Redundancy("new", "both")


def cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """Return the cosine of two vectors, 0 where one is empty.

    Example:
        >>> round(cosine({"a": 1.0, "b": 1.0}, {"a": 1.0}), 4)
        0.7071
    """
    if len(other) < len(one):
        one, other = other, one
    product = sum(value * other[key] for key, value in sorted(one.items()) if key in other)
    lengths = sum(v * v for v in one.values()) * sum(v * v for v in other.values())
    return min(product / sqrt(lengths), 1.0) if lengths and product else 0.0


def cosine_of_stems(source: Sequence[str], target: Sequence[str], idf: Idf) -> float:
    """Return the cosine of two sentences by tf·idf, the standard of Hendrickx and others 2009."""
    return cosine(tf_idf(source, idf), tf_idf(target, idf))


def identical_links(source: Sequence[str], target: Sequence[str]) -> list[WordLink]:
    """Return links of equal words, one to one from the left.

    Example:
        >>> identical_links(["a", "b", "a"], ["a", "a", "c"])
        [(0, 0, 1.0), (2, 1, 1.0)]
    """
    places: dict[str, list[int]] = {}
    for j, word in reversed([*enumerate(target)]):
        places.setdefault(word, []).append(j)
    return [(i, places[word].pop(), 1.0) for i, word in enumerate(source) if places.get(word)]


def semantic_overlap(
    source: Sequence[str],
    target: Sequence[str],
    links: Iterable[WordLink],
    idf: Idf,
    *,
    graded: bool = False,
) -> float:
    """Return the aligned share of the information of the longer sentence, 0 to 1.

    sim(s1, s2) of Hendrickx and others 2009, section 3: the idf of the aligned words of the longer
    sentence over the idf of all its words. Length is counted in words without punctuation; for
    equal lengths the greater value is returned, so that the measure is symmetric.

    Args:
        source: Words or stems of one sentence.
        target: The same for the other sentence.
        links: Aligned words, one to one.
        idf: Function for the information of a word, 0 or more.
        graded: Whether aligned words are weighted by the similarity of their link.

    Returns:
        0 if a sentence has no words with information.

    Example:
        >>> one, other = ["cats", "sleep"], ["cats", "sleep", "here", "."]
        >>> semantic_overlap(one, other, identical_links(one, other), lambda word: 1.0)
        0.5
    """
    links = [*links]
    sides = source, target
    values = []
    for k, words in enumerate(sides):
        aligned = {int(link[k]): link[2] if graded else 1.0 for link in links}
        weights = [idf(word) for word in words]
        total = sum(weights)
        covered = sum(weights[i] * similarity for i, similarity in sorted(aligned.items()))
        values.append(covered / total if total else 0.0)
    lengths = [len([word for word in words if any(map(str.isalnum, word))]) for words in sides]
    if not all(lengths):
        return 0.0
    if lengths[0] == lengths[1]:
        return max(values)
    return values[lengths[1] > lengths[0]]


def shorter_overlap(source: Sequence[str], target: Sequence[str], idf: Idf) -> float:
    """Return the idf of shared words over that of the less informative sentence; 0 if that is 0."""
    shared = Counter(source) & Counter(target)
    common = sum(idf(word) * number for word, number in sorted(shared.items()))
    least = min(sum(map(idf, words)) for words in (source, target))
    return common / least if least else 0.0


def verdict_of_relation(
    relation: Label | Literal[""], overlap: float, conflict: bool = False, fusable: float = FUSABLE
) -> Redundancy:
    """Return the verdict on two sentences from their relation.

    Args:
        relation: The relation of source to target.
        overlap: How similar they are.
        conflict: Whether they cannot both be true; then both are always kept.
        fusable: From which overlap sentences that intersect are worth fusing.

    Example:
        >>> verdict_of_relation("specifies", 0.8)
        Redundancy(name='covers', keep='source')
    """
    SettingCheck("P950").share("fusable", fusable)
    if conflict:
        return CONFLICT
    if relation in _OF_RELATION:
        return _OF_RELATION[relation]
    both = relation == "intersects" and overlap >= fusable
    return Redundancy("overlaps", "both") if both else NEW


def verdict_of_score(score: float, threshold: float = OVERLAP) -> Redundancy:
    """Return the verdict on two sentences from a score alone.

    Args:
        score: Their similarity: a cosine or a semantic overlap.
        threshold: The score from which one of them is redundant: `COSINE` or `OVERLAP`.

    Example:
        >>> verdict_of_score(0.6).name, verdict_of_score(0.6, COSINE).name
        ('duplicate', 'new')
    """
    SettingCheck("P950").share("threshold", threshold)
    return _OF_RELATION["equals"] if score >= threshold else NEW


def verdict(doc: Doc, certainty: float = CERTAIN, fusable: float = FUSABLE) -> Redundancy:
    """Return the verdict on the two sentences of a processed pair.

    A sentence is redundant if the other one covers it (`covers`) and they are not in conflict.

    Args:
        doc: The pair.
        certainty: The least probability that the kept sentence entails the dropped one.
        fusable: From which overlap sentences that intersect are worth fusing.

    Raises:
        ParaphraseError: P950 if the pair has no relation, or for a certainty outside 0 to 1.

    Example:
        >>> import spacy_paraphrase
        >>> verdict(spacy_paraphrase.compare("A black cat sleeps.", "A cat sleeps.")).keep
        'source'
    """
    SettingCheck("P950").share("certainty", certainty)
    relation = _relation_of(doc)
    overlap = doc._.get(f"{PREFIX}overlap")
    if relation.conflict:
        return CONFLICT
    covered = [covers(doc, side, certainty) for side in SIDES]
    if any(covered):
        name: Label = "equals" if all(covered) else "generalizes" if covered[0] else "specifies"
        return _OF_RELATION[name]
    label: Label = "none" if relation.label in ("", "none") else "intersects"
    return verdict_of_relation(label, overlap, fusable=fusable)


def covers(doc: Doc, side: SideName, certainty: float = CERTAIN) -> bool:
    """Return whether the other side of a processed pair says all that a side says.

    It must entail the side, and have a counterpart for each of its names, numbers, times and
    content words (`lost`). Its figures must entail those of the side, and no modifier may take back
    what the side claims ("attempted murder"). A side without content words ("He did it.") is never
    covered.

    Args:
        doc: The pair.
        side: "source" or "target".
        certainty: The least probability of the entailment.
    """
    k = SIDES.index(side)
    relation = _relation_of(doc)
    chance = relation.chances[1 - k]
    if _rearranged(doc):  # then overlap says nothing, and each way has to be certain
        chance = relation.chances[0] * relation.chances[1]
    if relation.conflict or relation.differences or chance < certainty:
        return False
    if doc._.get(f"{PREFIX}overlap") < ABOUT or lost(doc, side):
        return False
    own, other = map(analyse, sentences(doc)[:: 1 - 2 * k])
    tells = any(_tells(own.sentence, i) for i in range(len(own.words)))
    return tells and _says_figures(own, other) and not _takes_back(own, other, word_cells(doc), k)


def _says_figures(own: Analysis, other: Analysis) -> bool:
    """Return whether each number of a side follows from one of the other side, in any role."""
    # An interval does not say its end point, and "$3" not "3 %".
    told, asked = (side.quantities.values() for side in (other, own))
    return all(
        any(replace(each, role=q.role).entails(q) for each in told) for q in asked if q.number
    )


def _takes_back(own: Analysis, other: Analysis, cells: Sequence[Cell], k: int) -> bool:
    """Return whether the other side has a word of a side under a modifier like "attempted"."""
    taken, kept = (
        {(op.of, side.words[op.token].lemma) for op in side.scopes if op.kind == PRIVATION}
        for side in (other, own)
    )
    return any((c[k], lemma) not in kept for c in cells for at, lemma in taken if at == c[1 - k])


def repeats(doc: Doc, mostly: float = MOSTLY) -> Redundancy | None:
    """Return which sentence of a processed pair mostly repeats the other, if one does.

    Neither may negate or reverse what the other one says; figures may differ.

    Args:
        doc: The pair.
        mostly: The least share of it that the other one must say.

    Example:
        >>> import spacy_paraphrase
        >>> texts = "A bomb killed 14 men in Kandar.", "A bomb killed six men in Kandar, it said."
        >>> repeats(spacy_paraphrase.compare(*texts)).name
        'repeats'
    """
    relation = _relation_of(doc)
    if _OPPOSED & {*relation.reasons, *relation.differences}:
        return None
    if relation.conflict and "number" not in relation.reasons:
        return None
    source, target = (repeated_share(doc, side) >= mostly for side in SIDES)
    if not (source or target):
        return None
    keep: Keep = "better" if source and target else "target" if source else "source"
    return Redundancy("repeats", keep)


# What makes two sentences say no more the same: what one side denies, or says the contrary of.
_OPPOSED = {"negation", "antonym", "roles", "date"}


def repeated_share(doc: Doc, side: SideName) -> float:
    """Return the share of a side that the other side says, by account, judge and overlap.

    Args:
        doc: A processed pair.
        side: "source" or "target".
    """
    k = SIDES.index(side)
    own, weigh = sentences(doc)[k], token_weights(language_of(doc))
    units = [
        (each.kind * (each.evidence != PLACE), sum(map(weigh, (each.source, each.target)[k])))
        for each in statements(Alignment.from_doc(doc))
    ]
    repeated = sum(weight for kind, weight in units if kind in ("both", "link", "implied"))
    words = {i: weigh(own[i]) for i in range(len(own)) if own.informative[i]}
    lacking = sum(words.get(i, 0.0) for i in _relation_of(doc).unsupported[k])
    share = repeated / max(sum(weight for _, weight in units), UNSURE)
    supported = 1 - lacking / max(sum(words.values()), UNSURE)
    return ((share + supported) / 2 + float(doc._.get(f"{PREFIX}overlap"))) / 2


def one_event(doc: Doc) -> bool:
    """Return whether the figures of a processed pair may be about the same event.

    They may not if each side names times that the other lacks, or both have only different names.
    """
    both = [*map(analyse, sentences(doc))]
    times = [*map(_times, both)]
    if times[0] - times[1] and times[1] - times[0]:
        return False
    names = [*map(_names, both)]
    return not all(names) or bool(names[0] & names[1])


def _times(side: Analysis) -> set[str]:
    figures = (q for q in side.quantities.values() if q.number and q.dimension not in TIMES)
    amounts = {i for q in figures for i in (*q.tokens, q.token, q.of)}
    return side.times(i for i in range(len(side.words)) if i not in amounts).get("stated", set())


def _names(side: Analysis) -> set[str]:
    words = zip(side.words, side.sentence.entities, strict=True)
    timed = side.lang.time_entities
    return {w.lemma for w, label in words if w.category == "name" and label not in timed}


def covered_units(doc: Doc, side: SideName) -> list[tuple[str, str]]:
    """Return the units of a side in order, each with its expression on the other side.

    They are those of the explanation of the pair; "" if a unit follows from the rest.

    Args:
        doc: A processed pair.
        side: "source" or "target".

    Example:
        >>> import spacy_paraphrase
        >>> covered_units(spacy_paraphrase.compare("A dog sleeps.", "A puppy sleeps."), "source")
        [('dog', 'puppy'), ('sleeps', 'sleeps')]
    """
    k = SIDES.index(side)
    found = []
    for each in statements(Alignment.from_doc(doc)):
        own, other = (each.source, each.target)[:: 1 - 2 * k]
        if own:
            said = " ".join(token.text for token in other if each.evidence != PLACE)
            found.append((own[0].i, " ".join(token.text for token in own), said))
    return [(unit, said) for _, unit, said in sorted(found)]


def word_cells(doc: Doc) -> list[Cell]:
    """Return the words of a processed pair with the same meaning, as indices in the sides."""
    source, target = sentences(doc)
    return [
        (a.i - source.start, b.i - target.start)
        for link in Alignment.from_doc(doc).words
        if link.relation in AGREEING
        for a, b in product(link.source_tokens, link.target_tokens)
    ]


def _rearranged(doc: Doc) -> bool:
    one, other = ([w for w in s.words if any(map(str.isalnum, w))] for s in sentences(doc))
    return one != other and Counter(one) == Counter(other)


def sameness(doc: Doc) -> float:
    """Return how surely the two sentences of a processed pair mean the same, 0 to 1.

    It is the mean of their overlap and of the probability that they entail each other. It is 0 if
    they cannot both be true, and if they differ in a name, number, date, opposite, negation or
    agent, even if both may be true, about two events.

    Raises:
        ParaphraseError: P950 if the pair has no relation.

    Example:
        >>> import spacy_paraphrase
        >>> round(sameness(spacy_paraphrase.compare("Ann sleeps.", "Bob sleeps.")), 2)
        0.0
    """
    relation = _relation_of(doc)
    if relation.conflict or relation.differences:
        return 0.0
    if _rearranged(doc):  # then overlap says nothing
        return round(relation.chances[0] * relation.chances[1], 4)
    chances = (min(max(chance, UNSURE), 1 - UNSURE) for chance in relation.chances)
    odds = [log(chance / (1 - chance)) for chance in chances]
    entailed = 1 / (1 + exp(-sum(odds) / 2))
    overlap: float = doc._.get(f"{PREFIX}overlap")
    return round(SHARED * overlap + (1 - SHARED) * entailed, 4)


def _relation_of(doc: Doc) -> SentenceRelation:
    relation: SentenceRelation | None = doc._.get(f"{PREFIX}relation")
    if relation is None:
        expected = "a pair that a pipeline with a relation_classifier has processed"
        raise ParaphraseError("P950", setting="pair", got="no relation", expected=expected)
    return relation


def lost(doc: Doc, side: SideName) -> list[Token]:
    """Return the informative words of a side that the other side lacks.

    A word is not lacking if it is as frequent in the other side, or if its counterpart says all
    that it says or, except for names, numbers and times, is close to it ("bomb", "bombing").
    Attributions ("he said") are ignored.

    Args:
        doc: A processed pair.
        side: "source" or "target".

    Example:
        >>> import spacy_paraphrase
        >>> doc = spacy_paraphrase.compare("Ann sleeps.", "On Monday Ann sleeps.")
        >>> lost(doc, "source"), lost(doc, "target")
        ([], [Monday])
    """
    k = SIDES.index(side)
    own, other = sentences(doc)[k], sentences(doc)[1 - k]
    said, taken = _said_and_taken(doc, own, k)
    rest = [j for j in range(len(other)) if other[j].i not in taken]
    free = Counter(form for j in rest for form in {other.words[j], other.lemmas[j]})
    found = []
    for i in range(len(own)):
        if _tells(own, i) and own[i].i not in said:
            forms = {own.words[i], own.lemmas[i]}
            if not any(free[form] > 0 for form in forms):
                found.append(own[i])
            free.subtract(forms)
    return found


def _said_and_taken(doc: Doc, own: Sentence, k: int) -> tuple[set[int], set[int]]:
    """Return the tokens of a side whose counterparts say as much, and these counterparts."""
    said: set[int] = set()
    taken: set[int] = set()
    for link in Alignment.from_doc(doc).words:
        mine, theirs = (link.source_tokens, link.target_tokens)[:: 1 - 2 * k]
        says_all, close = link.relation in _SAYS_ALL[k], link.similarity >= CLOSE
        facts = any(_is_fact(own, token.i - own.start) for token in mine)
        if link.relation == "equals" or (says_all and close) or (not facts and (says_all or close)):
            said |= {token.i for token in mine}
            taken |= {token.i for token in theirs}
    return said, taken


# What the counterpart of a word of the source, and of the target, says all of: the third says more.
_SAYS_ALL: tuple[tuple[Label, ...], ...] = (
    ("equals", "restates", "generalizes"),
    ("equals", "restates", "specifies"),
)


def _tells(sentence: Sentence, i: int) -> bool:
    lang, lemma = sentence.lang, sentence.lemmas[i]
    if lemma in lang.empty_verbs or lemma in lang.attributions or _attributes(sentence, i):
        return False
    if not any(map(str.isalnum, sentence.texts[i])):
        return False
    kinds = ("name", "noun", "number", "verb")  # "side" is a stop word, and tells something
    return sentence.content[i] or analyse(sentence).words[i].category in kinds


def _attributes(sentence: Sentence, i: int) -> bool:
    if sentence.lemmas[i] not in sentence.lang.reporting_verbs:
        return False
    clauses = analyse(sentence).clauses
    own = next((k for k, clause in enumerate(clauses) if clause.predicate == i), None)
    if own is None:
        return False
    said = (c.above == own and c.link in ("complement", "noun") for c in clauses)
    return clauses[own].link not in ("", "subject") or any(said)


def _is_fact(sentence: Sentence, i: int) -> bool:
    """Return whether a word is of a name, a number or a time, or says how sure something is."""
    lang = sentence.lang
    if is_hedge(sentence.lemmas[i], lang) or sentence.entities[i] in lang.time_entities:
        return True
    named = analyse(sentence).words[i].category in ("name", "number")
    return named or sentence.words[i] in lang.time_adverbs
