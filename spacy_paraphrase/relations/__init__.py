"""What one sentence says about the other: a calculus over aligned words, on plain data."""
