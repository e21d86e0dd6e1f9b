"""The text of a file: plain text, Markdown, a Word document or a PDF."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from ..errors import ParaphraseError
from ..jobs.lines import STANDARD, UTF_8, packed_as

# Files of a folder that are read, by how their names end.
SUFFIXES = (".txt", ".md", ".docx", ".pdf")


def read_document(path: str) -> str:
    """Return the text of a file; plain text is in UTF-8, or in UTF-16 if it says so.

    Args:
        path: The file; "-" is plain text of standard input. By the end of its name it is a Word
            document (".docx"), a PDF (".pdf") or plain text.

    Raises:
        ParaphraseError: P514 if it holds something else, P852 without what reads it.
        OSError: If it cannot be read.
    """
    suffix = Path(path).suffix.lower()
    if suffix in (".docx", ".pdf"):
        with open(path, "rb") as stream:  # what cannot be opened is no matter of its form
            reader = _word if suffix == ".docx" else _pdf
            try:
                return reader(stream)
            except (ParaphraseError, OSError):
                raise
            except Exception as error:  # the packages raise whatever a damaged file makes them
                got = f"it is no whole {suffix} file ({type(error).__name__}: {error})"
                expected = f"a {suffix} file: open it, and save it again or as text in UTF-8"
                raise ParaphraseError("P514", path=path, got=got, expected=expected) from error
    data = sys.stdin.buffer.read() if path == STANDARD else Path(path).read_bytes()
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ParaphraseError("P514", path=path, **_as_text(data)) from error
    if "\0" in text:
        raise ParaphraseError("P514", path=path, **_as_text(data))
    return text


def _as_text(data: bytes) -> dict[str, str]:
    """Return what a file that is no text is, and what to do."""
    kind = packed_as(data)
    if kind or b"\0" in data:
        expected = "text in UTF-8, or a file whose name ends as its form: .docx, .pdf"
        return {"got": f"it is {kind or 'binary data'}", "expected": expected}
    return {
        "got": "it has bytes that are not UTF-8",
        "expected": f"text in {UTF_8}, or in UTF-16 with a mark",
    }


def _package(name: str, package: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise ParaphraseError("P852", package=package, extra="documents") from error


def _word(stream: Any) -> str:
    """Return the paragraphs of a Word document, and the rows of its tables, each as a line."""
    docx = _package("docx", "python-docx")
    return "\n\n".join(text for text in _blocks(docx.Document(stream)) if text.strip())


def _blocks(document: Any) -> Iterator[str]:
    for block in document.iter_inner_content():
        if hasattr(block, "rows"):
            for row in block.rows:
                yield " | ".join(dict.fromkeys(cell.text.strip() for cell in row.cells))
        else:
            yield block.text


def _pdf(stream: Any) -> str:
    pypdf = _package("pypdf", "pypdf")
    return "\n\n".join(page.extract_text() for page in pypdf.PdfReader(stream).pages)


def paired_files(old: Path, new: Path) -> Iterator[tuple[str, Path | None, Path | None]]:
    """Yield the files of two folders that have one name, in its order; None where one is alone."""
    names = [
        {
            path.relative_to(folder).as_posix()
            for path in folder.rglob("*")
            if path.suffix.lower() in SUFFIXES and path.is_file()
        }
        for folder in (old, new)
    ]
    for name in sorted(names[0] | names[1]):
        one, other = old / name, new / name
        yield name, one if name in names[0] else None, other if name in names[1] else None
