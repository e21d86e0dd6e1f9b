"""A pair of sentences in one Doc, what was found of it, and where it is kept."""
