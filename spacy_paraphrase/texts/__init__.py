"""Longer texts: comparison of two versions, and checking of statements against a text."""
