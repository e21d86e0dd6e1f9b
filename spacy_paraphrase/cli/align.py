"""`align`: pairs in, their links out."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

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
    aligner = parser.add_mutually_exclusive_group()
    aligner.add_argument(
        "--method",
        choices=METHODS,
        help="take tree_aligner, which needs no training, with this method",
    )
    aligner.add_argument(
        "--tier",
        choices=("fast", "accurate"),
        help="take the trained graph_matcher, which links chunks too, as by default (fast); "
        "accurate needs --encoder",
    )
    parser.add_argument("--encoder", metavar="FOLDER", help="folder of an ONNX sentence encoder")
    parser.epilog = f"examples:{EXAMPLE}"


def run(args: argparse.Namespace) -> int:
    """Align the pairs of a file; see `job.run`."""
    settings: dict[str, Any] = {"tier": args.tier, "encoder": args.encoder}
    settings["exclude"] = ["sentence_fuser"]
    if args.method:
        settings["tree_aligner"] = {"method": args.method}
    return job.run(args, partial(load, args.model, **settings))
