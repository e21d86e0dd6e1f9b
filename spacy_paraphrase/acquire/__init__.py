"""Paraphrases from text: pairs, phrases, rules and paths, and the tables that keep them."""
