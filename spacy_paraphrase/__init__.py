"""Align, relate and merge two sentences: a plugin for spaCy."""

from . import explain, extensions, overlap, render  # noqa: F401 (they register what is shown)
from .alignment import Alignment, Link, swap
from .errors import ParaphraseError, ParaphraseWarning
from .fusion import Fusion, fuse_many
from .pair import make_pair, pipe_pairs, sides
from .pipeline import compare, load
from .scoring import view  # noqa: F401 (it registers doc._.paraphrase)

__version__ = "0.1.0"
__all__ = [
    "Alignment",
    "Fusion",
    "Link",
    "ParaphraseError",
    "ParaphraseWarning",
    "compare",
    "fuse_many",
    "load",
    "make_pair",
    "pipe_pairs",
    "sides",
    "swap",
]

# A name taken by another package is an error only for those who use ours (see extensions.install).
if not extensions.clashes():
    extensions.install()
