"""`resources`: what lexical data is there, and building it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from tqdm import tqdm

from ..errors import ParaphraseError
from ..lexicon.index import LexicalIndex
from ..lexicon.resources import SHIPPED, WordWeights, user_folder

HELP = "Show the lexical data that is there, or build it from a wordnet."
_EPILOG = """examples:
  spacy-paraphrase resources
  spacy-paraphrase resources build oewn:2024            a lexicon that wn has downloaded
  spacy-paraphrase resources build wordnet/dict         a folder of WordNet database files
  spacy-paraphrase resources build omw-nl:1.4 --language nl"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `resources`."""
    parser.epilog = _EPILOG
    parser.set_defaults(action=None)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    build = actions.add_parser("build", help="build the lexical data of a language")
    build.add_argument("source", help="folder of WordNet files, or a lexicon of wn (oewn:2024)")
    build.add_argument("--out", type=Path, help="folder for the files (default: your own cache)")
    build.add_argument("--language", default="en", help="BCP 47 code (default: en)")
    build.add_argument("--lexicon", default="pwn:3.0", help="name of a folder's WordNet")
    build.add_argument("--counts", type=Path, help="your own word counts: word, tab, count")


def run(args: argparse.Namespace) -> int:
    """Show or build lexical data; the status is 1 where something shown is damaged.

    Raises:
        ParaphraseError: P302 to P308 if the data cannot be built.
    """
    if args.action == "build":
        _build(args)
        return 0
    whole = [_show(folder) for folder in (user_folder(), SHIPPED)]
    return 0 if all(whole) else 1


def _show(folder: Path) -> bool:
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


def _build(args: argparse.Namespace) -> None:
    from ..lexicon.build import build, read_counts

    paths = build(
        args.source,
        args.out or user_folder(),
        language=args.language,
        lexicon=args.lexicon,
        counts=read_counts(args.counts) if args.counts else None,
        progress=_bar,
    )
    for path in paths:
        sys.stdout.write(f"{path}\n")


def _bar(items: Collection[Any], label: str) -> Iterable[Any]:
    bar: Iterable[Any] = tqdm(items, desc=label, unit="", disable=None)
    return bar
