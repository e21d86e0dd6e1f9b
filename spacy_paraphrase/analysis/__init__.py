"""Linguistic analysis of sentences; the only package that reads the parse (heads, labels, tags)."""
