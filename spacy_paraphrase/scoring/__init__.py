"""Graded scores of pairs, and typed edits between their sides."""
