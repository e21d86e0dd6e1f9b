"""Agreement of two annotators beyond chance.

Cohen's kappa as in Marsi and Krahmer 2005, *Classification of semantic relations by humans and
machines*: each annotator has marginals of their own.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def cohen_kappa(confusion: NDArray[Any]) -> float | None:
    """Return Cohen's kappa; None without items, or where chance alone makes all of them agree.

    Args:
        confusion: How many items the annotators gave each pair of labels; shape (labels, labels).

    Example:
        >>> import numpy as np
        >>> cohen_kappa(np.array([[2, 0], [1, 1]]))
        0.5
    """
    total = confusion.sum()
    if not total:
        return None
    observed = float(confusion.trace() / total)
    expected = float(confusion.sum(axis=0) @ confusion.sum(axis=1) / total**2)
    # Marginals of one label in common; sums of shares may miss 1 by a rounding error.
    if np.isclose(expected, 1.0):
        return None
    return (observed - expected) / (1 - expected)
