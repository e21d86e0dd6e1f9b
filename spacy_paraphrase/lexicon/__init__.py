"""What words have to do with each other."""

from spacy_paraphrase.lexicon.resources import default_lexicon, default_weights

__all__ = ["default_lexicon", "default_weights"]
