"""Lexical resources: WordNet, vectors, phrase tables, names, spelling and inflection."""

from .resources import default_lexicon, default_weights

__all__ = ["default_lexicon", "default_weights"]
