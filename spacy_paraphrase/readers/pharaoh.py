"""Word alignments in Pharaoh lines, "0-0 1-1 1p2", beside the texts that they belong to.

Words have blanks between them; a link names the source word first, counted from 0. A link that is
only possible is written "1p2", "1?2" or "?1-2". An empty line of links says that nothing is linked.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.readers.files import OnError, PathLike, build_records, decode, numbered_lines
from spacy_paraphrase.readers.links import parse_links, split_words
from spacy_paraphrase.readers.records import PairRecord, Place, word_links

_SEPARATOR = "|||"
_COLUMNS = ("source", "target", "links")
_Row = list[tuple[str, bytes | None]]


def read_pharaoh(*paths: PathLike, on_error: OnError | None = None) -> Iterator[PairRecord]:
    r"""Read pairs with word alignments, one a line; the id is the number of the line.

    Args:
        *paths: One file of lines "source ||| target ||| links"; or two, of lines
            "source ||| target" and of links; or three, of source, target and links. "-" is the
            standard input.
        on_error: Called with the error of each line that cannot be read (its
            `values["place"]` says where it stands); without it the first one raises.

    Raises:
        ParaphraseError: P101 if a file cannot be read; P102 or P103 for a line, also for one that
            a file lacks, if there is no `on_error`.

    Example:
        >>> import tempfile
        >>> from pathlib import Path
        >>> path = Path(tempfile.mkdtemp()) / "gold.txt"
        >>> _ = path.write_text("A cat ||| One cat ||| 0p0 1-1\n")
        >>> [(sorted(record.sure), sorted(record.possible)) for record in read_pharaoh(path)]
        [([(1, 1)], [(0, 0), (1, 1)])]
    """
    if not 1 <= len(paths) <= 3:
        raise TypeError(f"read_pharaoh() takes one to three files, got {len(paths)}")
    return build_records(_rows([str(path) for path in paths]), _build, on_error)


def _rows(paths: list[str]) -> Iterator[tuple[Place, _Row]]:
    for number, row in enumerate(zip_longest(*map(numbered_lines, paths)), 1):
        lines = [item[1] if item else None for item in row]
        yield Place(paths[0], number, id=number), list(zip(paths, lines, strict=True))


def _build(place: Place, row: _Row) -> PairRecord:
    for path, line in row:
        if line is None:
            got = f"no line {place.line} in {path}"
            raise ParaphraseError("P102", place=place, got=got, expected="files of the same length")
    texts = [decode(Place(path, place.line, place.id), line or b"") for path, line in row]
    # The first file holds all columns that have no file of their own.
    held = len(_COLUMNS) - len(row) + 1
    first = texts[0].split(_SEPARATOR) if held > 1 else texts[:1]
    if len(first) != held:
        expected = f"{held}: {f' {_SEPARATOR} '.join(_COLUMNS[:held])}"
        got = f"{len(first)} columns"
        raise ParaphraseError("P102", place=place, got=got, expected=expected)
    source, target, links = [*first, *texts[1:]]
    sure, possible = parse_links(place, links, marks=True)
    return PairRecord(
        place.id,
        split_words(source),
        split_words(target),
        words=word_links(sure, possible),
        place=place,
    )
