"""One reading of a sentence, made once; the only room that reads heads, labels and tags."""
