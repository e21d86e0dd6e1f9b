"""What proposes the words of a sentence: parts of one side, insertions, replacements, deletions."""
