"""Chunk links as a `.wa` file, so that the official tools of the iSTS task can score them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..errors import ParaphraseError
from ..metrics import ChunkLink
from ..metrics.ists import MAX_SCORE
from .files import PathLike, split_words
from .ists import EXTRAS, IstsRecord, parts_of
from .records import LinkRecord, PairRecord

TYPE_OF_RELATION = {
    "equals": "EQUI",
    "restates": "EQUI",
    "specifies": "SPE1",
    "generalizes": "SPE2",
    "intersects": "SIMI",
    "": "SIMI",
}
"""The type of a relation; one that is in conflict and `intersects` is OPPO. None becomes REL."""


def chunk_links(record: PairRecord) -> list[ChunkLink]:
    """Return the chunk links of a pair in the terms of iSTS: what `ChunkMeasure` takes.

    Those of an `IstsRecord` are the ones that were read. Otherwise the score is the similarity
    times 5, and links of the same type and score are joined where they
    share a side, so that a link which the reader took apart is whole again.

    Example:
        >>> link = LinkRecord((0, 1), (0,), "specifies", similarity=0.8)
        >>> chunk_links(PairRecord(1, ("red", "car"), ("car",), chunks=(link,)))
        [ChunkLink(source=(0, 1), target=(0,), tags=frozenset({'SPE1'}), score=4.0)]
    """
    if isinstance(record, IstsRecord):
        return list(record.gold.links)
    links = [_link(link) for link in record.chunks or ()]
    for side in (0, 1):
        links = _joined(links, side)
    return links


def record_to_wa(record: PairRecord, number: int = 1) -> str:
    r"""Return a pair as a block of a `.wa` file, with a NOALI line for every chunk without a link.

    Args:
        record: The pair.
        number: The id of a pair that has none.

    Raises:
        ParaphraseError: P110 if the id or a word would break the form.

    Example:
        >>> link = LinkRecord((0, 1), (0,), "specifies", similarity=0.8)
        >>> text = record_to_wa(PairRecord(1, ("red", "car"), ("car",), chunks=(link,)))
        >>> text.splitlines()[-5]
        '1 2 <==> 1 // SPE1 // 4 // red car <==> car'
    """
    id = number if record.id is None else record.id
    _check(record, id)
    lines = [f'<sentence id="{id}" status="">']
    lines += [f"// {' '.join(words)}" for words in (record.source, record.target)]
    for tag, words in (("source", record.source), ("translation", record.target)):
        tokens = [f"{i} {word} :" for i, word in enumerate(words, 1)]
        lines += [f"<{tag}>", *tokens, f"</{tag}>"]
    return "\n".join(
        [*lines, "<alignment>", *_alignment(record), "</alignment>", "</sentence>\n\n\n"]
    )


def write_wa(path: PathLike, records: Iterable[PairRecord]) -> None:
    """Write pairs with their chunk links to a `.wa` file.

    Args:
        path: The file.
        records: The pairs; each keeps its id, one without gets its number, from 1.

    Raises:
        ParaphraseError: P110 as `record_to_wa`.
        OSError: If the file cannot be written.
    """
    with open(path, "w", encoding="utf-8", newline="\n") as stream:
        for number, record in enumerate(records, 1):
            stream.write(record_to_wa(record, number))


def _link(link: LinkRecord) -> ChunkLink:
    opposed = link.conflict and link.relation == "intersects"
    kind = "OPPO" if opposed else TYPE_OF_RELATION[link.relation]
    score = round(link.similarity * MAX_SCORE, 4)
    return ChunkLink(link.source, link.target, frozenset({kind}), score)


def _joined(links: Iterable[ChunkLink], side: int) -> list[ChunkLink]:
    """Join links that differ on one side alone."""
    joined: dict[object, ChunkLink] = {}
    for link in links:
        ends = [link.source, link.target]
        same = (tuple(ends[1 - side]), link.tags, link.score)
        if same in joined:
            held = joined[same]
            ends[side] = sorted({*ends[side], *(held.source, held.target)[side]})
        joined[same] = ChunkLink(tuple(ends[0]), tuple(ends[1]), link.tags, link.score)
    return list(joined.values())


def _alignment(record: PairRecord) -> Iterator[str]:
    links = chunk_links(record)
    for source, target, tags, score in links:
        kind = "_".join(sorted(tags, key=lambda tag: (tag in EXTRAS, tag)))
        yield _line(record, source, target, kind, f"{score or 0:g}")
    linked = {i for link in links for i in link.source}
    free = set(range(len(record.source))) - linked
    for part in parts_of(free, record.source_chunks or ()):
        yield _line(record, part, (), "NOALI", "NIL")
    linked = {j for link in links for j in link.target}
    free = set(range(len(record.target))) - linked
    for part in parts_of(free, record.target_chunks or ()):
        yield _line(record, (), part, "NOALI", "NIL")


def _line(
    record: PairRecord, source: Sequence[int], target: Sequence[int], kind: str, score: str
) -> str:
    numbers, texts = [], []
    for indices, words in ((source, record.source), (target, record.target)):
        numbers.append(" ".join(str(i + 1) for i in indices) or "0")
        texts.append(" ".join(words[i] for i in indices) or "-not aligned-")
    return f"{' <==> '.join(numbers)} // {kind} // {score} // {' <==> '.join(texts)}"


def _check(record: PairRecord, id: object) -> None:
    place = record.place or f"The pair {id!r}"
    if not isinstance(id, str | int) or re.search(r'["\r\n]', str(id)):
        expected = "a number, or a text without quotes or line breaks"
        raise ParaphraseError("P110", place=place, got=f"the id {id!r}", expected=expected)
    for word in (*record.source, *record.target):
        if split_words(word) != (word,):
            raise ParaphraseError(
                "P110", place=place, got=repr(word), expected="words without blanks"
            )
