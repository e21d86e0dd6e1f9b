"""Many sentences: what says the same, groups, summaries, word spaces, retrieval."""
