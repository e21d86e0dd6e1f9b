"""`resources`: what lexical data is there, and building it."""

from __future__ import annotations

import sys
from pathlib import Path

from tqdm import tqdm

from ..errors import ParaphraseError
from ..lexicon.index import LexicalIndex
from ..lexicon.resources import SHIPPED, WordWeights, user_folder


def show() -> int:
    """List the lexical data that is there; return the exit status, 1 if a file is damaged."""
    whole = [_show_folder(folder) for folder in (user_folder(), SHIPPED)]
    return 0 if all(whole) else 1


def build_data(
    source: str, out: Path | None, language: str, lexicon: str, counts: Path | None
) -> int:
    """Build the lexical data of a language, write the paths of its files; return the exit status.

    Raises:
        ParaphraseError: P302 to P308 if the data cannot be built.
    """
    from ..lexicon.build import build, read_counts

    paths = build(
        source,
        out or user_folder(),
        language=language,
        lexicon=lexicon,
        counts=read_counts(counts) if counts else None,
        progress=lambda items, label: tqdm(items, desc=label, unit="", disable=None),
    )
    for path in paths:
        sys.stdout.write(f"{path}\n")
    return 0


def _show_folder(folder: Path) -> bool:
    """List a folder; return whether all its files are whole."""
    owner = "comes with the package" if folder == SHIPPED else f"your own, {folder}"
    paths = sorted([*folder.glob("*.wordnet"), *folder.glob("*.weights")])
    sys.stdout.write(f"{owner}:\n" if paths else f"{owner}: nothing\n")
    whole = True
    for path in paths:
        try:
            content = _content(path)
        except ParaphraseError as error:
            content, whole = str(error), False
        sys.stdout.write(f"  {path.name}  {content}, {path.stat().st_size / 1e6:.1f} MB\n")
    return whole


def _content(path: Path) -> str:
    if path.suffix == ".weights":
        return f"{len(WordWeights.from_disk(path).weights):,} word weights"
    index = LexicalIndex.from_disk(path)
    return f"{index.meta['name']}, {len(index.information):,} synsets"
