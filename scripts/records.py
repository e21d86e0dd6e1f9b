"""Tables, as the benchmarks and the makers of weights read them."""

from __future__ import annotations

import csv
from pathlib import Path


def table(path: Path, quoting: int = csv.QUOTE_NONE) -> list[dict[str, str]]:
    """Return the rows of a table with tabs and a header; quotes are characters by default."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=quoting))
