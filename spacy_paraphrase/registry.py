"""Our components by name, and registered functions, which a config finds without any import."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from spacy.util import registry

Function = TypeVar("Function", bound=Callable[..., Any])

ALIGNERS = ("tree_aligner", "graph_matcher")
# Our components in the order of the pipeline.
FACTORIES = (
    *("sentence_pair", "pair_encoder", *ALIGNERS, "relation_classifier", "sentence_fuser"),
    *("paraphrase_edits", "paraphrase_similarity", "paraphrase_classifier"),
)


def registered(name: str, table: str = "misc") -> Callable[[Function], Function]:
    """Register a function as `spacy-paraphrase.<name>` in a table of spaCy's registry.

    Every function so marked has an entry point in pyproject.toml too.
    """
    decorator = getattr(registry, table)(f"spacy-paraphrase.{name}")
    return cast("Callable[[Function], Function]", decorator)
