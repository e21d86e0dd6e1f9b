"""What one sentence says about the other: natural logic over aligned words, on plain data."""
