"""`align`: pairs in, their links out."""

from __future__ import annotations

import argparse
from functools import partial

from ..pipeline import load
from . import job

HELP = "Align the words, phrases and chunks of sentence pairs."
EXAMPLE = """
  echo '{"id": 1, "source": "A cat sleeps.", "target": "The cat naps."}' \\
      | spacy-paraphrase align - -
  spacy-paraphrase align pairs.jsonl links.jsonl --errors errors.jsonl --n-process 2"""
METHODS = ("words", "tree", "identity")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `align`."""
    job.add_arguments(parser)
    parser.add_argument(
        "--method",
        choices=METHODS,
        help="how the pipeline's tree_aligner aligns (default: as it is set, in a new one words)",
    )
    parser.epilog = f"examples:{EXAMPLE}"


def run(args: argparse.Namespace) -> int:
    """Align the pairs of a file; see `job.run`."""
    settings = {"tree_aligner": {"method": args.method}} if args.method else {}
    return job.run(args, partial(load, args.model, **settings))
