"""A common score for the rows of all miners, and the relation of the two sides of a row.

The score is trained in two steps (`python -m weights row_score`). The first predicts the similarity
grade of two phrases from WordNet, word vectors, word forms and, in the accurate tier, the pair
encoder; it is fitted to human grades of pairs from PPDB and Wikipedia (Pavlick and others 2015,
*PPDB 2.0*). The second adds the number of places where a row was found, and is fitted to rows
judged by hand (`benchmarks/readings`): the score is the probability that one phrase can replace the
other. The relation of a row follows from the score, and from the direction given by links, WordNet
and the encoder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from math import exp, log, log1p
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..jobs import Dropped, Job, Row
from ..jobs.arrays import FloatArray, read_data
from ..lang import language_data
from ..lexicon.index import LexicalIndex
from ..lexicon.resources import lexical_index, word_vectors
from ..ml.encoder import PairEncoder
from ..registry import paper
from .labels import (
    RELATION_OF,
    WORDNET_LABELS,
    is_function_word,
    label_pairs,
    lemmas_of,
    other_words,
    words_relation,
)
from .loss_guard import lost

# Name of the job that every miner ends with.
RANKED = "ranked rows"
WEIGHTS = Path(__file__).parent / "row_score.json"
FAST_FEATURES = (
    *(f"wordnet {name}" for name in WORDNET_LABELS),
    *("wordnet near", "vectors", "content vectors", "worst word", "worst word, other", "letters"),
    *("shared", "shared, other", "length", "content", "function words"),
)
ENCODER_FEATURES = (
    *("restates", "one more", "intersects", "opposes", "similarity"),
    *("entailed", "entailed, other", "contradiction", "sentence similarity"),
)
# Minimum scores of "restates" and of related meanings; minimum absolute value of a direction.
SAME, NEAR, SURE = 0.5, 0.35, 0.35


class PhraseReading(NamedTuple):
    """The output of an encoder for two phrases.

    Attributes:
        values: The values of `ENCODER_FEATURES`.
        way: The direction, -1 to 1: above 0 if the source is more specific.
    """

    values: list[float]
    way: float


def row_words(row: Row) -> tuple[list[str], list[str]]:
    """Return the words of both sides of a row; for a path, the words from X to Y.

    Example:
        >>> row_words({"source": ["give", "up"], "target": ["Quit"]})
        (['give', 'up'], ['quit'])
    """
    found = []
    for side in (row["source"], row["target"]):
        words = side
        if "reads" in row:
            path = paper("dependency_paths").parse_path(side)
            steps = [*reversed(path.x)], path.y
            words = [*(s.lemma for s in steps[0]), path.lemma, *(s.lemma for s in steps[1])]
        found.append([word.lower() for word in words if word])
    return found[0], found[1]


def features(
    source: Sequence[str],
    target: Sequence[str],
    language: str = "en",
    reading: PhraseReading | None = None,
) -> FloatArray:
    """Return the features that predict the grade of two phrases, symmetric in the phrases.

    Args:
        source: Words of a phrase in lower case.
        target: Words of the other phrase in lower case.
        language: Language of the lexicon and the vectors.
        reading: Output of an encoder (`read`); None for `FAST_FEATURES` only.

    Returns:
        Values of `FAST_FEATURES`, then those of `ENCODER_FEATURES` with encoder output.
    """
    index, vectors = lexical_index(language), word_vectors(language)
    one_of = dict.fromkeys(WORDNET_LABELS, 0.0)  # symmetric: a hypernym counts as a hyponym
    near = 0.0
    if index is not None:
        found = label_pairs(index, [(" ".join(source), " ".join(target))])[0]
        label = {"hypernym": "hyponym"}.get(found.label, found.label)
        one_of[label] = 1.0
        near = 0.0 if found.distance is None else 1 / (1 + found.distance)
    content = [[w for w in side if not is_function_word(w, language)] for side in (source, target)]
    cosines: Any = np.zeros((1, 1))
    alike = content_alike = 0.0
    if vectors is not None:
        alike = _cosine(vectors, source, target)
        if all(content):
            content_alike = _cosine(vectors, *content)
            cosines = vectors.cosines(*content)
    worst = sorted((float(cosines.max(axis=1).min()), float(cosines.max(axis=0).min())))
    known = [{lemma for word in side for lemma in lemmas_of(word)} for side in (source, target)]
    shared = sorted(
        sum(not other.isdisjoint(lemmas_of(word)) for word in side) / max(len(side), 1)
        for side, other in zip(content, known[::-1], strict=True)
    )
    values = [*one_of.values(), near, alike, content_alike, *worst, _letters(source, target)]
    values += [*shared, abs(len(source) - len(target)), abs(len(content[0]) - len(content[1]))]
    values.append(float(bool(content[0]) != bool(content[1])))
    return np.array([*values, *(reading.values if reading is not None else ())], np.float64)


def _cosine(vectors: Any, source: Sequence[str], target: Sequence[str]) -> float:
    """Return the cosine of the mean vectors of words; 0 if all words of a side are unknown."""
    one, other = (vectors.rows(side).sum(axis=0) for side in (source, target))
    length = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / length if length > 0 else 0.0


def _letters(source: Sequence[str], target: Sequence[str]) -> float:
    """Return the share of common letter trigrams in all letter trigrams."""
    one, other = (
        {text[i : i + 3] for i in range(len(text) - 2)}
        for text in (f"#{'_'.join(side)}#" for side in (source, target))
    )
    return len(one & other) / max(len(one | other), 1)


def read(encoder: PairEncoder, source: Sequence[str], target: Sequence[str]) -> PhraseReading:
    """Return the output of an encoder for two phrases, each given as a sentence."""
    reading = encoder.read(source, target)
    [unit] = encoder.judge_units(reading, [(range(len(source)), range(len(target)))])
    says = reading.entails.entailment, reading.entailed.entailment
    values = [unit.restates, unit.specifies + unit.generalizes, unit.intersects, unit.opposes]
    values += [unit.similarity, *sorted(says), reading.entails.contradiction, reading.similarity]
    return PhraseReading(values, unit.specifies - unit.generalizes)


_encoder = lru_cache(maxsize=1)(PairEncoder)


@lru_cache(maxsize=1)
def _weights() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(read_data(WEIGHTS))
    return found


def grade(values: FloatArray, weights: Mapping[str, Any] | None = None) -> float:
    """Return the predicted similarity grade of two phrases, 0 to 1, from their `features`."""
    if weights is None:
        weights = _weights()["fast" if len(values) == len(FAST_FEATURES) else "accurate"]
    value = float(values @ np.array(list(weights["features"].values())) + weights["bias"])
    return min(max(value, 0.0), 1.0)


def supported(graded: float, count: float, tier: str) -> float:
    """Return the score of a row from its grade and the number of places where it was found.

    Args:
        graded: The grade of its phrases, 0 to 1.
        count: Number of places where it was found.
        tier: Tier of the grade, "fast" or "accurate".
    """
    bias, by_grade, by_count = _weights()[tier]["support"]
    logit = float(bias + by_grade * graded + by_count * log1p(count) / log(2))
    return 1 / (1 + exp(-logit))


def judged_row(row: Row, language: str = "en", tier: str = "fast") -> Row | str:
    """Return a row with its score and relation, or the reason to drop it (`loss_guard.lost`).

    Phrases with the same lemmas are dropped: they differ only in inflection or function words. The
    miner's score, such as the mean score of links, is moved to "found_score".

    Args:
        row: A row of a phrase table, or of paths.
        language: The language of the row.
        tier: "accurate" also runs the pair encoder over the phrases.
    """
    source, target = row_words(row)
    if reason := lost(source, target, language_data(language)):
        return reason
    if "reads" not in row and not (other_words(source, target) or other_words(target, source)):
        return "same lemmas"
    reading = read(_encoder(), source, target) if tier == "accurate" else None
    index = lexical_index(language)
    lexical = _lexical(row, source, target, index if language == "en" else None)
    opposed = row.get("relation") == "conflict" or _are_opposed(index, source, target)
    # Co-hyponyms and opposites also occur in the same contexts; thus their counts are no evidence.
    apart = lexical is None or opposed
    graded = grade(features(source, target, language, reading))
    score = supported(graded, 1 if apart else row["count"], tier)
    way = _way(row, lexical, reading.way if reading is not None else None)
    relation = "conflict" if opposed else _relation(lexical, score, way)
    earlier = {"found_score": row["score"]} if row.get("score") is not None else {}
    return {**row, **earlier, "score": round(score, 4), "relation": relation}


def _lexical(
    row: Row, source: Sequence[str], target: Sequence[str], index: LexicalIndex | None
) -> str | None:
    """Return the relation of the phrases of a row by WordNet; without it, that of the row."""
    if "reads" in row or index is None:
        return row.get("relation") or ""
    return words_relation(index, source, target)


def _relation(lexical: str | None, score: float, way: float) -> str | None:
    """Return the relation of a row by WordNet, its score and its direction."""
    if lexical is None and score < SAME:
        return None
    if abs(way) >= SURE and score >= NEAR:
        return "specifies" if way > 0 else "generalizes"
    same = score >= (NEAR if lexical == "restates" else SAME)
    return "restates" if same else "intersects" if score >= NEAR else None


def _are_opposed(index: LexicalIndex | None, source: Sequence[str], target: Sequence[str]) -> bool:
    if index is None:
        return False
    found = label_pairs(index, [(" ".join(source), " ".join(target))])[0].label
    return RELATION_OF.get(found) == "conflict"


def _way(row: Row, lexical: str | None, encoded: float | None) -> float:
    """Return the direction, -1 to 1 (above 0: source more specific): the mean of all evidence."""
    signs = {"specifies": 1.0, "generalizes": -1.0, "restates": 0.0}
    said = [encoded] if encoded is not None else []
    if lexical in signs:
        said.append(signs[lexical])
    if row.get("relation") in signs and "reads" not in row:
        said.append(signs[row["relation"]] * (row.get("share") or 1.0))
    return sum(said) / len(said) if said else 0.0


def rank_job(language: str = "en", tier: str = "fast") -> Job:
    """Return the job that scores and labels the rows of a miner, and sorts them, best first.

    Rows whose sides differ in a negation, number, date or role are dropped, and counted by reason.

    Args:
        language: The language of the rows.
        tier: "accurate" also runs the pair encoder over all phrases, a few hundred per second.

    Example:
        >>> from spacy_paraphrase.jobs import run_loop
        >>> rows = [("do n't think", "guess"), ("dwelt", "lived"), ("47", "16")]
        >>> mined = [{"source": a.split(), "target": b.split(), "count": 3} for a, b in rows]
        >>> [(*row["source"], *row["target"]) for row in run_loop(rank_job(), mined)]
        [('dwelt', 'lived')]
    """
    return Job(RANKED, partial(_map, language=language, tier=tier), _both, _rows, ordered=True)


def _map(row: Row, *, language: str, tier: str) -> Iterator[tuple[str, list[Row]] | Dropped]:
    judged = judged_row(row, language, tier)
    if isinstance(judged, str):
        yield Dropped(judged)
        return
    ends = (judged[name] for name in ("source", "target"))
    sides = (end if isinstance(end, str) else " ".join(end) for end in ends)
    yield "\t".join([f"{1 - judged['score']:.4f}", *sides]), [judged]


def _both(one: list[Row], other: list[Row]) -> list[Row]:
    return sorted([*one, *other], key=lambda row: json.dumps(row, sort_keys=True))


def _rows(_: str, rows: list[Row]) -> Iterator[Row]:
    yield from rows
