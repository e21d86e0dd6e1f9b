"""What iSTS teaches the span matcher."""

from __future__ import annotations

from ..readers.ists import IstsRecord
from .span_context import Part
from .span_labels import RELATION_OF_TYPE, class_of


def gold_classes(record: IstsRecord) -> dict[tuple[Part, Part], int]:
    """Return the class of each gold link by the chunks that it joins.

    Args:
        record: A pair with its chunks, and with its links as the corpus has them.
    """
    links = {}
    for link in record.gold.links:
        parts = []
        units = record.source_chunks or (), record.target_chunks or ()
        for chunks, tokens in zip(units, (link.source, link.target), strict=True):
            inside = (k for k, (i, j) in enumerate(chunks) if set(range(i, j)) & {*tokens})
            parts.append(tuple(inside))
        (kind,) = link.tags & RELATION_OF_TYPE.keys()
        links[parts[0], parts[1]] = class_of(RELATION_OF_TYPE[kind], link.score or 0.0)
    return links
