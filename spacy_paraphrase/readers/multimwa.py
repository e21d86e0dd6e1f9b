"""Word alignments in the tab-separated form of the MultiMWA corpora.

Columns: id, source, -, target, -, -, -, sure links, possible links; what follows is not used. Words
have blanks between them, links read "0-0 1-1", source word first, counted from 0. The form is that
of Lan, Jiang and Xu 2021, *Neural semi-Markov CRF for monolingual word alignment*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.readers.files import OnError, PathLike, build_records, decode, numbered_lines
from spacy_paraphrase.readers.links import parse_links, split_words
from spacy_paraphrase.readers.records import PairRecord, Place, word_links


def read_multimwa(path: PathLike, on_error: OnError | None = None) -> Iterator[PairRecord]:
    r"""Read pairs with word alignments, one a line; blank lines are passed over.

    Args:
        path: The file; "-" is the standard input.
        on_error: Called with the error of each line that cannot be read (its
            `values["place"]` says where it stands); without it the first one raises.

    Raises:
        ParaphraseError: P101 if the file cannot be read; P102 or P103 for a line, if there is no
            `on_error`.

    Example:
        >>> import tempfile
        >>> from pathlib import Path
        >>> path = Path(tempfile.mkdtemp()) / "gold.tsv"
        >>> _ = path.write_text("1\tA cat\tN/A\tOne cat\tN/A\t1\t1\t1-1\t0-0\n")
        >>> [(sorted(record.sure), sorted(record.possible)) for record in read_multimwa(path)]
        [([(1, 1)], [(0, 0), (1, 1)])]
    """
    lines = ((place, line) for place, line in numbered_lines(path) if line.strip())
    return build_records(lines, _build, on_error)


def _build(place: Place, line: bytes) -> PairRecord:
    columns = decode(place, line).split("\t")
    place = replace(place, id=columns[0])
    if len(columns) < 8:
        expected = "id, source, -, target, -, -, -, sure links, possible links"
        got = f"{len(columns)} columns"
        raise ParaphraseError("P102", place=place, got=got, expected=expected)
    sure, _ = parse_links(place, columns[7])
    possible, _ = parse_links(place, "".join(columns[8:9]))
    return PairRecord(
        place.id,
        split_words(columns[1]),
        split_words(columns[3]),
        words=word_links(sure, possible),
        place=place,
    )
