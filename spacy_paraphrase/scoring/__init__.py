"""Graded scores of a pair: edits, similarity, the probability of a paraphrase."""
