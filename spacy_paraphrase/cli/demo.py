"""`demo`: a few pairs that come with the package, aligned and written for the terminal."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from ..pipeline import load
from ..render.text import to_text
from . import records

HELP = "Align a few pairs that come with the package and show their links."
PAIRS = Path(__file__).with_name("demo.jsonl")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `demo`."""
    parser.epilog = "example: spacy-paraphrase demo"
    parser.add_argument("--model", default="en", help="name or path of the pipeline (default: en)")


def run(args: argparse.Namespace) -> int:
    """Align the pairs and write them to standard output.

    Raises:
        ParaphraseError: If there is no pipeline (see `load`).
    """
    nlp = load(args.model, exclude=["sentence_fuser"])
    width = shutil.get_terminal_size().columns
    for line in PAIRS.read_bytes().splitlines():
        record = records.parse(line)
        title = ": ".join([record["id"], *filter(None, [record.get("question")])])
        pair = to_text(nlp(records.make_doc(nlp, record)), width=width)
        sys.stdout.write(f"{title}\n\n{pair}\n\n")
    return 0
