"""Acquisition of paraphrases from text: pairs, phrases and rules, and tables to store them."""
