"""`fuse`: pairs in, sentences that say what both or either says out."""

from __future__ import annotations

import argparse
from functools import partial

from ..errors import ParaphraseError
from ..pipeline import load
from ..results import FUSION_KINDS
from . import job

HELP = "Merge the two sentences of pairs into one: what both say, what either says."
EXAMPLE = """
  echo '{"source": "A cat sleeps.", "target": "A black cat sleeps on the sofa."}' \\
      | spacy-paraphrase fuse - -
  spacy-paraphrase fuse pairs.jsonl fused.jsonl --kinds union --errors errors.jsonl"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `fuse`."""
    job.add_arguments(parser)
    parser.add_argument(
        "--kinds",
        metavar="LIST",
        type=lambda text: text.split(","),
        help=f"some of {', '.join(FUSION_KINDS)}, with commas between them (default: as the "
        "pipeline's sentence_fuser is set, in a new one intersection,union)",
    )
    parser.epilog = f"examples:{EXAMPLE}"


def run(args: argparse.Namespace) -> int:
    """Fuse the pairs of a file; see `job.run`."""
    unknown = [kind for kind in args.kinds or () if kind not in FUSION_KINDS]
    if unknown:
        raise ParaphraseError(
            "P508", option="--kinds", got=unknown[0], expected=", ".join(FUSION_KINDS)
        )
    config = {"kinds": args.kinds} if args.kinds else {}
    return job.run(args, partial(load, args.model, sentence_fuser=config))
