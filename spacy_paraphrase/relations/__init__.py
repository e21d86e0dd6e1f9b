"""Relations between two sentences: natural logic over aligned words, on plain data."""
