"""Inflected forms of a lemma."""

from __future__ import annotations

from functools import lru_cache

# Penn Treebank tags of inflected words.
TAGS = frozenset()
