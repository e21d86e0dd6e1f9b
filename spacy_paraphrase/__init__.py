"""Align, relate and merge two sentences: a plugin for spaCy.

spaCy imports this module whenever any pipeline is made, so each public name is imported only when
it is first used (PEP 562).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .pairs import extensions

if TYPE_CHECKING:  # what follows, as type checkers and editors want it
    from .errors import ParaphraseError as ParaphraseError
    from .errors import ParaphraseWarning as ParaphraseWarning
    from .generation import fuse_many as fuse_many
    from .many.paraphrases import mine_paraphrases as mine_paraphrases
    from .pairs.alignment import Alignment as Alignment
    from .pairs.alignment import Link as Link
    from .pairs.alignment import swap as swap
    from .pairs.pair import make_pair as make_pair
    from .pairs.pair import pipe_pairs as pipe_pairs
    from .pairs.pair import sides as sides
    from .pairs.results import Fusion as Fusion
    from .pairs.results import SentenceRelation as SentenceRelation
    from .pipeline import compare as compare
    from .pipeline import load as load
    from .texts.comparison import TextComparison as TextComparison
    from .texts.comparison import compare_texts as compare_texts
    from .texts.components import make_texts as make_texts
    from .texts.support import Support as Support
    from .texts.support import check_support as check_support
    from .texts.support import covers as covers
    from .views import Pair as Pair
    from .views import pair as pair

__version__ = "0.1.0"
# The module of each name.
_MODULES = {
    "Alignment": "pairs.alignment",
    "Fusion": "pairs.results",
    "Link": "pairs.alignment",
    "Pair": "views",
    "ParaphraseError": "errors",
    "ParaphraseWarning": "errors",
    "SentenceRelation": "pairs.results",
    "Support": "texts.support",
    "TextComparison": "texts.comparison",
    "check_support": "texts.support",
    "compare": "pipeline",
    "compare_texts": "texts.comparison",
    "covers": "texts.support",
    "fuse_many": "generation",
    "load": "pipeline",
    "make_pair": "pairs.pair",
    "make_texts": "texts.components",
    "mine_paraphrases": "many.paraphrases",
    "pair": "views",
    "pipe_pairs": "pairs.pair",
    "sides": "pairs.pair",
    "swap": "pairs.alignment",
}
__all__ = list(_MODULES)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".{_MODULES[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


# A name taken by another package is an error only for those who use ours (see extensions.install).
if not extensions.clashes():
    extensions.install()
