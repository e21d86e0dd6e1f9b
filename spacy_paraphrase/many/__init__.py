"""Many sentences: paraphrases, groups, deduplication, summaries, word spaces, retrieval."""
