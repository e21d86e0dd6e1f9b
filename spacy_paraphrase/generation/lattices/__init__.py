"""A lattice of wordings of one sentence, and the ways through it."""
