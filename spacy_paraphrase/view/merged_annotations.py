"""Merging of two annotations: keeps agreements, and lists the differences to be decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from ..pairs.alignment import LEVELS
from ..readers import PairRecord
from ..render.pair_view import Verdict
from .agreement import JUDGEMENTS, differences, matched
from .annotation_file import id_key
from .annotations import FUSION, Annotation, Marked, by_level, links_of
from .pairs import OpenPair, pair_of_record


@dataclass(frozen=True)
class Dispute:
    """A pair on which two annotations differ.

    Attributes:
        pair: The pair, with the links of both annotations.
        start: The initial annotation: its links are those on which both agree, and its proposals
            are the others.
        verdicts: The comparison of each link, with the first annotation as gold: "hit" (in both),
            "miss" (only in the first) or "false alarm" (only in the second), and the link's
            relation in the first annotation.
    """

    pair: OpenPair
    start: Annotation
    verdicts: dict[str, tuple[Verdict, str]] = field(default_factory=dict)


def consensus(
    first: Sequence[PairRecord],
    second: Sequence[PairRecord],
    notes: Mapping[str, str] = MappingProxyType({}),
) -> tuple[list[Dispute], list[tuple[PairRecord, Annotation]]]:
    """Return the pairs on which two annotations differ, and the agreed pairs, marked as done.

    Pairs that only one annotation has are skipped.

    Args:
        first: The first annotation.
        second: The second annotation.
        notes: Notes of the annotators, by the key of the pair's id (`annotation_file.id_key`).

    Raises:
        ParaphraseError: P713 if ids do not identify the same pairs.

    Example:
        >>> from spacy_paraphrase.readers import word_links
        >>> a = PairRecord(1, ("A", "cat"), ("cats",), words=word_links([(0, 0), (1, 0)]))
        >>> b = PairRecord(1, ("A", "cat"), ("cats",), words=word_links([(1, 0)]))
        >>> disputes, agreed = consensus([a], [b])
        >>> list(disputes[0].start.links), disputes[0].verdicts["words:0:0"][0], agreed
        (['words:1:0'], 'miss', [])
    """
    disputes, agreed = [], []
    for one, other in matched(first, second)[0]:
        if differences(one, other):
            disputes.append(_dispute(one, other, notes.get(id_key(one.id), "")))
        else:
            agreed.append((one, _taken(one, other)))
    return disputes, agreed


def _dispute(one: PairRecord, other: PairRecord, note: str) -> Dispute:
    mine, theirs = links_of(one), links_of(other)
    judged: dict[str, Any] = {name: _shared(one, other, name) for name in JUDGEMENTS}
    verdicts: dict[str, tuple[Verdict, str]] = {}
    shared: dict[str, Marked] = {}
    open_: dict[str, Marked] = {}
    for key, marked in {**mine, **theirs}.items():
        agreed = False
        if key not in theirs:
            verdicts[key] = ("miss", marked.link.relation)
        elif key not in mine:
            verdicts[key] = ("false alarm", "")
        else:
            link, other_link = mine[key].link, marked.link
            verdicts[key] = ("hit", link.relation)
            agreed = link.relation == other_link.relation and link.conflict == other_link.conflict
        (shared if agreed else open_)[key] = marked
    start = Annotation(
        links=shared,
        proposals=open_,
        fusion=_fusion(one) if _fusion(one) == _fusion(other) else "",
        note=note,
        **judged,
    )
    levels: dict[str, Any] = {
        level: None if one.links(level) is None and other.links(level) is None else ()
        for level in LEVELS
    }
    levels |= by_level([*shared.values(), *open_.values()])
    known = one if one.source_tree is not None else other
    record = replace(known, id=one.id, **levels, **judged, fusions=None)
    return Dispute(pair_of_record(record), start, verdicts)


def _taken(one: PairRecord, other: PairRecord) -> Annotation:
    """Return the union of two annotations that agree; a value may be missing in one of them."""
    return Annotation(
        links={**links_of(other), **links_of(one)},
        entails=one.entails or other.entails,
        entailed=one.entailed or other.entailed,
        fusion=_fusion(one) or _fusion(other),
        state="done",
    )


def _shared(one: PairRecord, other: PairRecord, name: str) -> str | None:
    said, heard = getattr(one, name), getattr(other, name)
    return said if said == heard else None


def _fusion(record: PairRecord) -> str:
    return (record.fusions or {}).get(FUSION, "")
