"""Graded scores of pairs, and the typed edits behind them."""
