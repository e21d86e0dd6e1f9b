"""Importance of the sentences of a cluster: features and content scores.

The features are those of Hendrickx, Daelemans, Marsi and Krahmer 2009, *Reducing redundancy in
multi-document summarization using lexical semantic similarity*; the weights of content are those of
Beigman Klebanov, Madnani, Burstein and Somasundaran 2014, *Content importance models for scoring
writing from sources*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from math import isfinite
from typing import Any

from spacy.tokens import Doc

from ..checked import SettingCheck
from ..pairs.alignment import Alignment
from ..pairs.pair import sides
from ..scoring.likeness import ngrams
from .clusters import ClusterSentence
from .redundancy import Idf, cosine_of_stems
from .terms import Stem, stems_of, words_of

# Minimum tf·idf of the central words of a cluster.
CENTRAL = 3.0
# Length of the n-grams of stems for the feature "importance".
LENGTH = 2
Unit = tuple[str, ...]
Weights = Mapping[Unit, float]


# -- Features of a sentence ------------------------------------------------------------------------


def features(
    candidates: Sequence[ClusterSentence],
    idf: Idf,
    query: Collection[str] = (),
    language: str = "en",
) -> dict[str, list[float]]:
    """Return the features of all sentences of a cluster, each from 0 to 1.

    Section 3 of Hendrickx and others 2009. Each feature is divided by its maximum in the cluster.

    Args:
        candidates: The sentences.
        idf: Function that returns the idf of a stem.
        query: Stems of the content words of the query.
        language: The language of the sentences.

    Returns:
        The values of all sentences, by name: "position" (1 / its position in its document), "simwf"
        (cosine with the title), "centroid" (weight of its words in the cluster, see `central`),
        "query_overlap" (share of the words of the query), "query_cosine" and "query_cosine_no_idf",
        "importance" (see `content_score`).
    """
    stems = [each.stems for each in candidates]
    titles = {each.title: stems_of(each.title, language) for each in candidates}
    documents: dict[Any, Counter[str]] = {}
    for each in candidates:
        documents.setdefault(each.doc, Counter()).update(each.stems)
    centre = central([*documents.values()], idf)
    content = shares([stem for words in stems for stem in words], LENGTH)
    asked = sorted(query)
    found = {
        "position": [1 / each.place for each in candidates],
        "simwf": [cosine_of_stems(each.stems, titles[each.title], idf) for each in candidates],
        "centroid": [sum(centre.get(stem, 0.0) for stem in words) for words in stems],
        "query_overlap": [len({*words} & {*asked}) / max(len(asked), 1) for words in stems],
        "query_cosine": [cosine_of_stems(words, asked, idf) for words in stems],
        "query_cosine_no_idf": [cosine_of_stems(words, asked, lambda _: 1.0) for words in stems],
        "importance": [content_score(content, words, LENGTH) for words in stems],
    }
    return {name: scaled(values) for name, values in found.items()}


FEATURES = (
    *("position", "simwf", "centroid", "query_overlap"),
    *("query_cosine", "query_cosine_no_idf", "importance"),
)


def central(documents: Sequence[Mapping[str, int]], idf: Idf) -> dict[str, float]:
    """Return the central words of a cluster, with their tf·idf.

    Args:
        documents: The counts of stems in each document.
        idf: Function that returns the idf of a stem.

    Returns:
        The stems whose mean count per document, times idf, is at least `CENTRAL`; without such
        stems, all of them.

    Example:
        >>> central([{"storm": 1, "the": 4}, {"storm": 1}], {"storm": 5.0, "the": 0.1}.get)
        {'storm': 5.0}
    """
    total: Counter[str] = Counter()
    for document in documents:
        total.update(document)
    weights = {stem: total[stem] / len(documents) * idf(stem) for stem in sorted(total)}
    return {stem: weight for stem, weight in weights.items() if weight >= CENTRAL} or weights


def scaled(values: Sequence[float]) -> list[float]:
    """Return values divided by their maximum, if that is above 0.

    Example:
        >>> scaled([1.0, 4.0]), scaled([0.0])
        ([0.25, 1.0], [0.0])
    """
    greatest = max(values, default=0.0)
    return [value / greatest for value in values] if greatest > 0 else [*values]


def check_weights(weights: Mapping[str, float]) -> None:
    """Check that weights are numbers for known features.

    Raises:
        ParaphraseError: P950 for an unknown feature, or a weight that is not a finite number.
    """
    check = SettingCheck("P950")
    for name, weight in weights.items():
        check.one_of("feature", name, FEATURES)
        is_sound = isinstance(weight, int | float) and isfinite(weight)
        check.sound(f"weight of {name}", weight, is_sound, "a finite number")


def cluster_idf(
    texts: Sequence[str], weigh: Callable[[str], float], stops: Collection[str], stem: Stem
) -> Idf:
    """Return the idf of the stems of texts: that of the most frequent word of each stem.

    Args:
        texts: The texts.
        weigh: The information of a word.
        stops: Stop words, which have no information.
        stem: Function that returns the stem of a word.

    Returns:
        A function of a stem; it returns 0 for stems of stop words and for unknown stems.

    Example:
        >>> idf = cluster_idf(["The cats"], {"cats": 9.0}.get, ["the"], lambda word: word[:3])
        >>> idf("cat"), idf("the")
        (9.0, 0.0)
    """
    known: dict[str, float] = {}
    for word in sorted({word for text in texts for word in words_of(text)}):
        weight = 0.0 if word in stops else weigh(word)
        known[stem(word)] = min(known.get(stem(word), weight), weight)
    return lambda stem: known.get(stem, 0.0)


# -- Content ---------------------------------------------------------------------------------------


def presence(source: Sequence[str], length: int = 1) -> dict[Unit, float]:
    """Return 1 for each n-gram of a source: "Naive" of Beigman Klebanov and others 2014."""
    return dict.fromkeys(ngrams(source, length), 1.0)


def shares(source: Sequence[str], length: int = 1) -> dict[Unit, float]:
    """Return the frequency of each n-gram / the length of the source: "Prob" of the paper.

    Example:
        >>> shares(["a", "b", "a", "c"])[("a",)]
        0.5
    """
    return {unit: n / len(source) for unit, n in Counter(ngrams(source, length)).items()}


def positions(source: Sequence[str], length: int = 1) -> dict[Unit, float]:
    """Return the first position of each n-gram / the length of the source: their "Position".

    Late n-grams have greater weights, as in the lectures of the paper; news need the opposite.
    """
    first: dict[Unit, float] = {}
    for place, unit in enumerate(ngrams(source, length), 1):
        first.setdefault(unit, place / len(source))
    return first


def contrasts(source: Sequence[str], contrast: Sequence[str], length: int = 1) -> dict[Unit, float]:
    """Return the frequency of each n-gram minus that in another text: their "Contrast"."""
    other = shares(contrast, length)
    return {unit: share - other.get(unit, 0.0) for unit, share in shares(source, length).items()}


def usage(
    source: Sequence[str],
    good: Sequence[Sequence[str]],
    bad: Sequence[Sequence[str]] = (),
    length: int = 1,
) -> dict[Unit, float]:
    """Return the share of good texts with each n-gram, minus that of bad texts.

    This is "Good" of the paper, and with bad texts "GoodVsBad".

    Args:
        source: Words of the source.
        good: Words of each good text.
        bad: Words of each bad text.
        length: Number of words of an n-gram.

    Example:
        >>> usage(["a", "b"], good=[["a"], ["a", "b"]], bad=[["b"]])
        {('a',): 1.0, ('b',): -0.5}
    """
    sides = [[{*ngrams(text, length)} for text in texts] for texts in (good, bad)]

    def share(unit: Unit, texts: Sequence[Collection[Unit]]) -> float:
        return sum(unit in text for text in texts) / max(len(texts), 1)

    return {
        unit: share(unit, sides[0]) - share(unit, sides[1]) for unit in presence(source, length)
    }


def content_score(weights: Weights, response: Sequence[str], length: int = 1) -> float:
    """Return the weighted content of a source in a text, relative to the length of the text.

    Σ w(x) · C(x, E) / |E| over the n-grams x of the response E; n-grams without a weight count 0.

    Args:
        weights: The weight of each n-gram of the source.
        response: Words of the text.
        length: Number of words of an n-gram.

    Returns:
        0 for a text without words.

    Example:
        >>> content_score(presence(["a", "b", "a", "c"]), ["a", "c", "c"])
        1.0
    """
    total = sum(weights.get(unit, 0.0) for unit in ngrams(response, length))
    return total / len(response) if response else 0.0


def linked_stems(doc: Doc, language: str = "en") -> tuple[list[str], list[str]]:
    """Return the stems of both sides of a pair, with stems of the source for linked target words.

    A target word with a link "equals" or "restates" is replaced by its partner.

    Args:
        doc: A processed pair: a source, and a text written from it.
        language: The language of both sides.

    Example:
        >>> import spacy_paraphrase
        >>> linked_stems(spacy_paraphrase.compare("It reduces risk.", "It diminishes risk."))
        (['it', 'reduc', 'risk'], ['it', 'reduc', 'risk'])
    """
    same = {
        link.target.start: link.source.text
        for link in Alignment.from_doc(doc).words
        if link.relation in ("equals", "restates")
    }
    source, target = (
        [stem for token in side for stem in stems_of(same.get(token.i, token.text), language)]
        for side in sides(doc)
    )
    return source, target


def linked_content_score(
    weights: Weights, doc: Doc, length: int = 1, language: str = "en"
) -> float:
    """Return `content_score` of the target of a pair, counting linked words as equal.

    Args:
        weights: The weight of each n-gram of stems of the source.
        doc: As in `linked_stems`.
        length: Number of words of an n-gram.
        language: The language of both sides.

    Example:
        >>> import spacy_paraphrase
        >>> doc = spacy_paraphrase.compare("It reduces risk.", "It diminishes risk.")
        >>> linked_content_score(presence(linked_stems(doc)[0], 2), doc, 2)
        0.6666666666666666
    """
    return content_score(weights, linked_stems(doc, language)[1], length)


def realised(weights: Weights, response: Sequence[str], length: int = 1) -> dict[Unit, float]:
    """Return the content of a source that is in a text, highest weight first.

    Args:
        weights: As in `content_score`.
        response: Words of the text, or the stems of `linked_stems`.
        length: Number of words of an n-gram.

    Example:
        >>> realised({("storm",): 2.0, ("town",): 3.0, ("cat",): 1.0}, ["a", "storm", "town"])
        {('town',): 3.0, ('storm',): 2.0}
    """
    known = {unit: weights[unit] for unit in ngrams(response, length) if unit in weights}
    return dict(sorted(known.items(), key=lambda item: (-item[1], item[0])))
