"""A local page that shows pairs, and has people correct them."""
