"""What words have to do with each other."""

from .resources import default_lexicon, default_weights

__all__ = ["default_lexicon", "default_weights"]
