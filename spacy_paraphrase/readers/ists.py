"""Chunk alignments of interpretable semantic similarity: `.wa` files and their chunk files.

A `.wa` file has a block per pair: the two sentences, their tokens, and a line per link,

    <sentence id="1" status="">
    // A cat sleeps
    // One cat naps
    <source>
    1 A :
    ...
    </source>
    <translation>
    ...
    </translation>
    <alignment>
    1 2 <==> 1 2 // SIMI // 4 // A cat <==> One cat
    3 <==> 0 // NOALI // NIL // sleeps <==> -not aligned-
    ...
    </alignment>
    </sentence>

with tokens counted from 1, 0 for no chunk, a type, and a score from 0 to 5. A chunk file has a line
per sentence, `[ A cat ] [ sleeps ]`. Paper: Agirre and others 2016, *SemEval-2016 task 2:
interpretable semantic textual similarity*.

A link of the corpus may join several chunks of a side, which need not be adjacent. Records and Docs
represent it as links between all pairs of its chunks, with the same relation and similarity. This
is equivalent for the words: `ChunkMeasure` gives the same scores.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import accumulate, chain, compress, groupby, pairwise, product
from pathlib import Path
from typing import Any, cast

from ..errors import ParaphraseError, warning
from ..metrics import ChunkLink, GoldChunks
from ..metrics.chunk_measures import MAX_SCORE
from ..pairs.alignment import SURE
from ..pairs.pair import SIDES
from .files import OnError, PathLike, build_records, decode, numbered_lines, split_words
from .records import IndexPair, LinkRecord, PairRecord, Place, unfit

RELATION_OF_TYPE = {
    "EQUI": "restates",
    "SPE1": "specifies",
    "SPE2": "generalizes",
    "SIMI": "intersects",
    "REL": "intersects",
    "OPPO": "intersects",
}
"""The relation of a type, `equals` apart; OPPO is in conflict as well."""

# ALIC stood for a chunk that the context alone aligns, and was given up in 2016.
_NOT_ALIGNED = ({"NOALI"}, {"ALIC"})
EXTRAS = frozenset({"FACT", "POL"})
"""What may stand beside a type: the sides differ in factuality, in polarity."""
_TOKEN = re.compile(r"([0-9]{1,6})\s+(\S+?)\s*:\s*", re.ASCII)
_TOKENS = r"([0-9]{1,6}(?:\s+[0-9]{1,6})*)"
_LINK = re.compile(rf"{_TOKENS}\s*<==>\s*{_TOKENS}\s*//\s*(\w+)\s*//\s*([^\s/]+)\s*(?://.*)?")
_LINK_FORM = '"1 2 <==> 3 // EQUI // 5 // words <==> words", tokens counted from 1'
# Two texts that share fewer of their words are not the same sentence.
_SAME_SENTENCE = 0.5
_Line = tuple[Place, bytes]


@dataclass(frozen=True)
class IstsRecord(PairRecord):
    """A pair of an iSTS corpus.

    Like a `PairRecord` it has chunks and chunk links with the five relations: EQUI is `equals`
    between chunks of the same words (lower-cased), else `restates`; SPE1 `specifies`; SPE2
    `generalizes`; SIMI and REL `intersects`; OPPO `intersects` in conflict. The similarity is the
    score / 5. Docs and JSON lines keep these values.

    Attributes:
        gold: The original links of the corpus with all tags, the input of `ChunkMeasure`.
    """

    gold: GoldChunks = field(kw_only=True)


def read_ists(
    path: PathLike,
    source_chunks: PathLike | None = None,
    target_chunks: PathLike | None = None,
    on_error: OnError | None = None,
) -> Iterator[IstsRecord]:
    r"""Read pairs with chunk alignments.

    Args:
        path: The `.wa` file; "-" is the standard input.
        source_chunks: The chunks of the sources. If neither this nor `target_chunks` is given, they
            are taken from files beside `X.wa`: `X.sent1.chunk` and `X.sent2.chunk`, or the same
            with `.txt` added. Without chunk files the records have no chunks, and each contiguous
            part of a link is a chunk.
        target_chunks: Likewise of the targets.
        on_error: As in `read_jsonl`.

    Raises:
        ParaphraseError: P101 if a file cannot be read; P102 or P103 for a pair, if there is no
            `on_error`.

    Warns:
        ParaphraseWarning: W110 for a line of chunks that does not match its sentence, W111 for a
            link to a part of a chunk, W112 if there are no chunk files.

    Example:
        >>> import tempfile
        >>> from spacy_paraphrase.readers import LinkRecord, PairRecord, write_wa
        >>> units = {"source_chunks": ((0, 2),), "target_chunks": ((0, 1),)}
        >>> link = LinkRecord((0, 1), (0,), "specifies", similarity=0.8)
        >>> pair = PairRecord("1", ("red", "car"), ("car",), chunks=(link,), **units)
        >>> path = Path(tempfile.mkdtemp()) / "gold.wa"
        >>> write_wa(path, [pair])
        >>> _ = path.with_suffix(".sent1.chunk").write_text("[ red car ]\n")
        >>> _ = path.with_suffix(".sent2.chunk").write_text("[ car ]\n")
        >>> [record] = read_ists(path)
        >>> record.chunks == pair.chunks, sorted(record.gold.links[0].tags)
        (True, ['SPE1'])
    """
    if source_chunks is None and target_chunks is None:
        source_chunks, target_chunks = _beside(path)
    elif source_chunks is None or target_chunks is None:
        raise TypeError("read_ists() takes source_chunks and target_chunks, or neither")
    items = _with_chunks(_blocks(path), source_chunks, target_chunks)
    return cast(Iterator[IstsRecord], build_records(items, _build, on_error))


def parts_of(indices: Iterable[int], chunks: Sequence[IndexPair]) -> Iterator[tuple[int, ...]]:
    """Yield runs of neighbouring words, broken where a chunk begins.

    Example:
        >>> list(parts_of([0, 1, 2, 5], [(0, 1), (1, 4)]))
        [(0,), (1, 2), (5,)]
    """
    starts = {start for start, _ in chunks}
    run: list[int] = []
    for i in sorted(set(indices)):
        if run and (i != run[-1] + 1 or i in starts):
            yield tuple(run)
            run = []
        run.append(i)
    if run:
        yield tuple(run)


def _beside(path: PathLike) -> tuple[Path | None, Path | None]:
    stem = Path(path).with_suffix("")
    for suffix in (".chunk", ".chunk.txt"):
        first, second = (Path(f"{stem}.{side}{suffix}") for side in ("sent1", "sent2"))
        if first.is_file() and second.is_file():
            return first, second
    expected = f"{stem.name}.sent1.chunk and {stem.name}.sent2.chunk beside it"
    warnings.warn(warning("W112", path=path, expected=expected), stacklevel=3)
    return None, None


def _blocks(path: PathLike) -> Iterator[tuple[Place, list[_Line]]]:
    """Yield the lines of each pair, its own place first; what stands outside makes a block too."""
    block: list[_Line] = []
    for place, line in numbered_lines(path):
        if _begins(line) and block:
            yield block[0][0], block
            block = []
        if block or line.strip():
            block.append((place, line))
        if line.strip() == b"</sentence>":
            yield block[0][0], block
            block = []
    if block:
        yield block[0][0], block


_Item = tuple[list[_Line], list[_Line | None]]


def _with_chunks(
    blocks: Iterator[tuple[Place, list[_Line]]], *paths: PathLike | None
) -> Iterator[tuple[Place, _Item]]:
    """Yield each block with its lines of chunks; lines too many end in an error of their own."""
    files = [numbered_lines(path) for path in paths if path is not None]
    for place, block in blocks:
        # What stands outside of pairs has no chunks.
        yield place, (block, [next(file, None) for file in files] if _begins(block[0][1]) else [])
    for place, line in chain(*files):
        if line.strip():
            yield place, ([], [])


def _begins(line: bytes) -> bool:
    return line.lstrip().startswith(b"<sentence ")


def _build(place: Place, item: _Item) -> IstsRecord:
    block, lines = item
    if not block:
        raise unfit(place, "a line of chunks", "no more pairs")
    texts = [(at, decode(at, line).strip()) for at, line in block]
    opening = re.match(r'<sentence id="([^"]*)"', texts[0][1])
    if not opening or texts[-1][1] != "</sentence>":
        got = repr((texts[-1] if opening else texts[0])[1])
        raise unfit(place, got, 'a pair from <sentence id="..." status=""> to </sentence>')
    place = replace(place, id=opening[1])
    sections = _sections([(replace(at, id=place.id), text) for at, text in texts[1:-1]])
    sentences = [text[2:] for _, text in sections[""] if text.startswith("//")] + ["", ""]
    source = _words(sections["source"], sentences[0])
    target = _words(sections["target"], sentences[1])
    gold = GoldChunks(tuple(_links(sections["alignment"], source, target)), source, target)
    units = [_chunks(place, *pair) for pair in zip(lines, (source, target), strict=False)] or None
    values: dict[str, Any] = {"chunks": _records(place, gold, units)}
    if units:
        values |= {"source_chunks": units[0], "target_chunks": units[1]}
    return IstsRecord(place.id, source, target, **values, place=place, gold=gold)


_Text = tuple[Place, str]


def _sections(lines: Iterable[_Text]) -> dict[str, list[_Text]]:
    """Return the lines between tags; under "" those outside, under "target" the translation."""
    sections: dict[str, list[_Text]] = {"": [], "source": [], "target": [], "alignment": []}
    name = ""
    for place, text in lines:
        tag = re.fullmatch(r"<(/?)(source|translation|alignment)>", text)
        if tag:
            name = "" if tag[1] else tag[2].replace("translation", "target")
        elif text:
            sections[name].append((place, text))
    return sections


def _words(lines: Iterable[_Text], sentence: str) -> tuple[str, ...]:
    words = []
    for number, (place, text) in enumerate(lines, 1):
        match = _TOKEN.fullmatch(text)
        if not match or int(match[1]) != number:
            raise unfit(place, repr(text), f'"{number} word :"')
        words.append(match[2])
    return tuple(words) or split_words(sentence)


def _links(
    lines: Iterable[_Text], source: Sequence[str], target: Sequence[str]
) -> Iterator[ChunkLink]:
    for place, text in lines:
        match = _LINK.fullmatch(text)
        if not match:
            raise unfit(place, repr(text), _LINK_FORM)
        sides = [[int(number) for number in side.split()] for side in match.group(1, 2)]
        tags = frozenset(match[3].split("_"))
        kinds = tags - EXTRAS
        if [0] in sides and kinds in _NOT_ALIGNED:
            continue
        if [0] in sides or len(kinds) != 1 or not kinds <= RELATION_OF_TYPE.keys():
            expected = f"one of {', '.join(RELATION_OF_TYPE)}, or NOALI with 0 on one side"
            raise unfit(place, repr(text), expected)
        lengths = len(source), len(target)
        if any(min(side) < 1 or max(side) > n for side, n in zip(sides, lengths, strict=True)):
            expected = f"tokens from 1 to {len(source)} and from 1 to {len(target)}"
            raise unfit(place, repr(text), expected)
        left, right = (tuple(i - 1 for i in side) for side in sides)
        yield ChunkLink(left, right, tags, _score(place, match[4]))


def _score(place: Place, text: str) -> float:
    try:
        score = float(text)
    except ValueError:
        score = -1.0
    if not 0 <= score <= MAX_SCORE:
        raise unfit(place, f"the score {text!r}", f"a number from 0 to {MAX_SCORE}")
    return score


def _chunks(place: Place, line: _Line | None, words: tuple[str, ...]) -> tuple[IndexPair, ...]:
    if line is None:
        raise unfit(place, "no line of chunks for this pair", "as many lines as pairs")
    at, text = line
    at = replace(at, id=place.id)
    return parse_chunks(at, decode(at, text), words)


def _records(
    place: Place, gold: GoldChunks, chunks: Sequence[Sequence[IndexPair]] | None
) -> tuple[LinkRecord, ...]:
    records = {}
    for link in gold.links:
        [kind] = link.tags - EXTRAS
        sides = zip((link.source, link.target), chunks or ((), ()), strict=True)
        for parts in product(*(list(parts_of(indices, units)) for indices, units in sides)):
            for part, units in zip(parts, chunks or (), strict=False):
                if (part[0], part[-1] + 1) not in units:
                    got = " ".join(str(i + 1) for i in part)
                    warnings.warn(warning("W111", place=place, got=got), stacklevel=2)
            source, target = parts
            left = [gold.source[i].lower() for i in source]
            same = left == [gold.target[j].lower() for j in target]
            relation = "equals" if same and kind == "EQUI" else RELATION_OF_TYPE[kind]
            numbers = (SURE, (link.score or 0) / MAX_SCORE, kind == "OPPO")
            records[parts] = LinkRecord(source, target, relation, *numbers)
    return tuple(records.values())


def parse_chunks(place: Place, line: str, words: Sequence[str]) -> tuple[IndexPair, ...]:
    """Return the chunks of a sentence as `(start, end)` over its words, end exclusive.

    A line whose words differ a little from those of the sentence, or that lacks a bracket, is
    fitted to them with a warning (W110): a word that the line does not have goes with the chunk
    of the word before it.

    Args:
        place: Where the line stands.
        line: The line.
        words: The words of the sentence.

    Raises:
        ParaphraseError: P102 if the line is of another sentence.

    Example:
        >>> parse_chunks(Place("x.chunk", 1), "[ A cat ] [ sleeps ]", ["A", "cat", "sleeps"])
        ((0, 2), (2, 3))
    """
    items = split_words(line)
    is_word = [item not in ("[", "]") for item in items]
    # For each word of the line, the number of brackets before it.
    units = list(compress(accumulate(not word for word in is_word), is_word))
    matcher = SequenceMatcher(None, list(compress(items, is_word)), list(words), autojunk=False)
    if matcher.ratio() < _SAME_SENTENCE:
        raise unfit(place, repr(line), f"the chunks of {' '.join(words)!r}")
    sizes = (len([*group]) for _, group in groupby(_fitted(matcher, units)))
    chunks = list(pairwise(accumulate(sizes, initial=0)))
    bracketed = (f"[ {' '.join(words[start:end])} ]" for start, end in chunks)
    if " ".join(bracketed) != " ".join(items):
        warnings.warn(warning("W110", place=place, got=line, words=" ".join(words)), stacklevel=2)
    return tuple(chunks)


def _fitted(matcher: SequenceMatcher[str], units: Sequence[int]) -> Iterator[int]:
    for _, first, last, start, end in matcher.get_opcodes():
        for offset in range(end - start):
            yield units[max(0, min(first + offset, last - 1))]


# Chunk links as a `.wa` file, so that the official tools of the iSTS task can score them.

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
    for name in SIDES:
        free = set(range(len(getattr(record, name)))).difference(*(getattr(k, name) for k in links))
        for part in parts_of(free, getattr(record, f"{name}_chunks") or ()):
            source, target = (part, ()) if name == "source" else ((), part)
            yield _line(record, source, target, "NOALI", "NIL")


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
            expected = "words without blanks"
            raise ParaphraseError("P110", place=place, got=repr(word), expected=expected)
