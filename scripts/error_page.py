"""A hook of mkdocs: the page of error codes, made from `errors.py` when the site is built."""

from __future__ import annotations

import re
from typing import Any

from mkdocs.structure.files import File, Files

from spacy_paraphrase.errors import MESSAGES

# What the codes are of, by their beginnings.
FAMILIES = {
    "P0": "Pairs, components and pipelines",
    "P1": "Corpora and their readers",
    "P2": "Measures",
    "P3": "Lexical data",
    "P4": "Pictures",
    "P5": "Command line",
    "P6": "Scores",
    "P7": "Viewer",
    "P8": "Rewriting",
    "P90": "Clusters and jobs",
    "P91": "Acquisition",
    "P92": "Tables of paraphrases",
    "P95": "Many sentences",
    "P96": "Word spaces and retrieval",
    "W": "Warnings",
}
HEAD = """# Error codes

Every error is a `ParaphraseError`, a `ValueError` with `code` and `values`; every warning a
`ParaphraseWarning`. The message begins with the code and says what was got, what was expected, and
what to do. What differs from case to case stands in *italics* here.
"""


def page() -> str:
    """Return the page: each code, in order, with its message."""
    parts = [HEAD]
    for start, name in FAMILIES.items():
        codes = sorted(code for code in MESSAGES if code.startswith(start))
        if codes:
            parts.append(f"\n## {name}\n")
        parts += [f"\n### {code}\n\n{message(code)}\n" for code in codes]
    return "".join(parts)


def message(code: str) -> str:
    """Return a message as Markdown, what stands in braces as a word in italics."""
    # Doubled braces stand for single ones.
    text = MESSAGES[code].replace("{{", "\0").replace("}}", "\1")
    pieces = re.split(r"\{(\w+)(?:!r)?(?::[^}]*)?\}", text)
    shown = [f"*{piece}*" if k % 2 else escaped(piece) for k, piece in enumerate(pieces)]
    return "".join(shown).replace("\0", "{").replace("\1", "}")


def escaped(text: str) -> str:
    """Return text in which Markdown finds no markup."""
    return re.sub(r"([\\`*_<>\[\]#|])", r"\\\1", text)


def on_files(files: Files, *, config: Any) -> Files:
    """Add the page to the site."""
    files.append(File.generated(config, "errors.md", content=page()))
    return files
