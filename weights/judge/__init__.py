"""The judge of entailment: the pairs it is taught, their evidence, its training."""
