"""What iSTS teaches the matcher of units and the labeller: its links as classes of `ml`."""

from __future__ import annotations

import numpy as np

from ..jobs.arrays import IntArray
from ..metrics import ChunkLink
from ..ml.span_decode import RELATION_OF_TYPE, Part, class_of
from .ists import IstsRecord


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
        links[parts[0], parts[1]] = _class(link)
    return links


def gold_links(record: IstsRecord) -> tuple[list[list[int]], list[list[int]], IntArray]:
    """Return the source tokens, the target tokens and the class of each gold link."""
    links = record.gold.links
    source = [sorted(set(link.source)) for link in links]
    target = [sorted(set(link.target)) for link in links]
    return source, target, np.array([_class(link) for link in links], dtype=np.int64)


def _class(link: ChunkLink) -> int:
    (kind,) = link.tags & RELATION_OF_TYPE.keys()
    return class_of(RELATION_OF_TYPE[kind], link.score or 0.0)
