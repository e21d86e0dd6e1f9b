"""Rewriting of a sentence: shorter, simpler or paraphrased versions, each with its changes."""
