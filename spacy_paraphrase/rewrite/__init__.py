"""Rewriting: one sentence in, shorter, simpler or other ones out, each with what was changed."""
