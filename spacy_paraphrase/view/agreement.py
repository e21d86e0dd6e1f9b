"""Agreement of two annotations of the same pairs, and their differences.

The first annotation is the reference, the second the prediction; exchanging them exchanges
precision and recall (Marsi and Krahmer 2005; for the measures see `metrics`). Kappa is computed
over the links that have a relation in both annotations; for a single relation, it is computed over
the same links, with this relation against all others (Cohen 1960).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from ..errors import ParaphraseError
from ..metrics import LabelMeasure, RelationMeasure, evaluate
from ..metrics.label_measures import cohen_kappa
from ..metrics.measures import Matrix, pooled_prf
from ..pairs.alignment import LEVELS, RELATIONS, Level
from ..pairs.pair import SIDES
from ..readers import LinkRecord, PairRecord
from ..readers.records import links_by_index
from .annotation_file import id_key
from .annotations import key_of

Kind: TypeAlias = Literal["only first", "only second", "relation", "conflict"]
JUDGEMENTS = ("entails", "entailed")


@dataclass(frozen=True)
class Difference:
    """One difference between two annotations of a pair.

    Attributes:
        level: The level of a link; "" for a judgement on the sentences.
        key: The key of the link (see `annotations.key_of`), or "entails" or "entailed".
        kind: A link that only one annotation has, or a different relation or conflict.
        first: The value in the first annotation: a relation or a judgement.
        second: The value in the second annotation.
    """

    level: str
    key: str
    kind: Kind
    first: str = ""
    second: str = ""


def matched(
    first: Iterable[PairRecord], second: Iterable[PairRecord]
) -> tuple[list[tuple[PairRecord, PairRecord]], list[Any], list[Any]]:
    """Return the pairs that both annotations have, by ids, and the ids of pairs that only one has.

    Raises:
        ParaphraseError: P713 if an annotation has an id twice, or if the words of an id differ.
    """
    one, other = _by_id(first), _by_id(second)
    for key, record in one.items():
        if key in other and any(getattr(record, n) != getattr(other[key], n) for n in SIDES):
            raise ParaphraseError("P713", got=f"the id {record.id!r} for other words")
    both = [(record, other[key]) for key, record in one.items() if key in other]
    alone = [
        [record.id for key, record in mine.items() if key not in theirs]
        for mine, theirs in ((one, other), (other, one))
    ]
    return both, alone[0], alone[1]


def _by_id(records: Iterable[PairRecord]) -> dict[str, PairRecord]:
    found: dict[str, PairRecord] = {}
    for number, record in enumerate(records, 1):
        key = id_key(number if record.id is None else record.id)
        if found.setdefault(key, record) is not record:
            raise ParaphraseError("P713", got=f"the id {record.id!r} twice")
    return found


def differences(first: PairRecord, second: PairRecord) -> list[Difference]:
    """Return the differences between two annotations of a pair, on the levels that both have.

    Example:
        >>> from spacy_paraphrase.readers import LinkRecord
        >>> a = PairRecord(1, ("A", "cat"), ("cats",), words=(LinkRecord((1,), (0,), "restates"),))
        >>> b = PairRecord(1, ("A", "cat"), ("cats",), words=(LinkRecord((1,), (0,), "equals"),))
        >>> [(d.key, d.kind, d.first, d.second) for d in differences(a, b)]
        [('words:1:0', 'relation', 'restates', 'equals')]
    """
    found: list[Difference] = []
    for level in LEVELS:
        if first.links(level) is not None and second.links(level) is not None:
            found += _level_differences(first, second, level)
    for name in JUDGEMENTS:
        said, heard = getattr(first, name), getattr(second, name)
        if said is not None and heard is not None and said != heard:
            found.append(Difference("", name, "relation", said, heard))
    return found


def _level_differences(first: PairRecord, second: PairRecord, level: Level) -> Iterator[Difference]:
    mine, theirs = (
        {key_of(level, link): link for link in record.links(level) or ()}
        for record in (first, second)
    )
    for key, link in {**mine, **theirs}.items():
        if key not in theirs:
            yield Difference(level, key, "only first", link.relation)
        elif key not in mine:
            yield Difference(level, key, "only second", second=link.relation)
        elif mine[key].relation != link.relation:
            yield Difference(level, key, "relation", mine[key].relation, link.relation)
        elif mine[key].conflict != link.conflict:
            values = ("no", "yes") if link.conflict else ("yes", "no")
            yield Difference(level, key, "conflict", *values)


def agreement(first: Sequence[PairRecord], second: Sequence[PairRecord]) -> dict[str, Any]:
    """Return the agreement of two annotations, as plain data.

    Returns:
        `pairs`: number of pairs in both; `only_first`, `only_second`: ids of the other pairs.
        `levels`: for each level that both annotated in some pair, `pairs`, `links` (counts `first`,
        `second`, `both`; `precision`, `recall`, `f`, fractions or None), `kappa`, and the same
        figures for each relation (`relations`, with `kappa`) and for conflicts (`conflicts`).
        `sentences`: by direction of entailment, `pairs` that both judged, `agreement`, `kappa`.
        `different`: for each pair that differs, an object with its `id` and its `differences`.

    Raises:
        ParaphraseError: P713 if ids do not identify the same pairs, P714 if both have no pair in
            common.
    """
    both, only_first, only_second = matched(first, second)
    if not both:
        raise ParaphraseError("P714")
    levels = {level: _of_level(both, level) for level in LEVELS}
    compared = [(one.id, differences(one, other)) for one, other in both]
    return {
        "pairs": len(both),
        "only_first": only_first,
        "only_second": only_second,
        "levels": {level: figures for level, figures in levels.items() if figures},
        "sentences": {name: _of_sentences(both, name) for name in JUDGEMENTS},
        "different": [
            {"id": id, "differences": [vars(difference) for difference in some]}
            for id, some in compared
            if some
        ],
    }


def _of_level(both: Sequence[tuple[PairRecord, PairRecord]], level: Level) -> dict[str, Any]:
    pairs = [pair for pair in both if all(record.links(level) is not None for record in pair)]
    if not pairs:
        return {}
    links = [links_by_index(level, *pair)[0] for pair in pairs]
    golds, preds = (
        [{key: link.relation for key, link in side.items()} for side in sides]
        for sides in zip(*links, strict=True)
    )
    measure = RelationMeasure(level)
    result = evaluate(measure, preds, golds)
    matrix = measure.confusion(result.stats.sum(axis=0))
    return {
        "pairs": len(pairs),
        "links": _shared_figures([(one.keys(), other.keys()) for one, other in links]),
        "kappa": result.scores["kappa"],
        "relations": {
            label: _of_label(matrix, k)
            for k, label in enumerate(RELATIONS)
            if matrix[k].any() or matrix[:, k].any()
        },
        "conflicts": _shared_figures([tuple(map(_conflicts, pair)) for pair in links]),
    }


def _conflicts(side: Mapping[Any, LinkRecord]) -> set[Any]:
    return {key for key, link in side.items() if link.conflict}


def _shared_figures(keys: Sequence[tuple[Set[Any], ...]]) -> dict[str, Any]:
    """Return the numbers of links in each annotation and in both, and measures from these."""
    first, second = (sum(map(len, sides)) for sides in zip(*keys, strict=True))
    return _figures(first, second, sum(len(one & other) for one, other in keys))


def _of_label(matrix: Matrix, k: int) -> dict[str, Any]:
    """Return counts and measures of one relation; kappa is of this relation against all others."""
    five = matrix[: len(RELATIONS), : len(RELATIONS)]
    hits, mine, theirs = five[k, k], five[k].sum(), five[:, k].sum()
    table = np.array([[hits, mine - hits], [theirs - hits, five.sum() - mine - theirs + hits]])
    figures = _figures(matrix[k].sum(), matrix[:, k].sum(), matrix[k, k])
    return {**figures, "kappa": cohen_kappa(table)}


def _figures(first: float, second: float, both: float) -> dict[str, Any]:
    values = pooled_prf(float(first), float(second), float(both))
    measures = dict(zip(("precision", "recall", "f"), (values or (None,) * 3)[:3], strict=True))
    return {"first": int(first), "second": int(second), "both": int(both), **measures}


def _of_sentences(both: Sequence[tuple[PairRecord, PairRecord]], name: str) -> dict[str, Any]:
    labels = [(getattr(one, name), getattr(other, name)) for one, other in both]
    judged = [(one, other) for one, other in labels if one is not None and other is not None]
    if not judged:
        return {"pairs": 0, "agreement": None, "kappa": None}
    golds, preds = zip(*judged, strict=True)
    scores = evaluate(LabelMeasure(name), preds, golds).scores
    return {"pairs": len(judged), "agreement": scores["accuracy"], "kappa": scores["kappa"]}
