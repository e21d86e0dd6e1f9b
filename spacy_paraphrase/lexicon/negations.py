"""English words that deny."""

from __future__ import annotations

NEGATIONS = frozenset(
    (
        *("no", "not", "n't", "n’t", "never", "neither", "nor", "none", "nobody", "nothing"),
        *("nowhere", "hardly", "scarcely", "without"),
    )
)
