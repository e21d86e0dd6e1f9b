"""Texts of many sentences: two versions compared, and what a text says of statements."""
