"""Give the STS benchmark, which has no header, the one that `spacy-paraphrase convert` reads.

    python scripts/sts_table.py stsb-en-train.csv OUT.csv

The rest of the table stays as it is.
"""

from __future__ import annotations

import sys
from pathlib import Path

HEADER = "sentence1,sentence2,score\n"


def main() -> None:
    """Write the table with its header."""
    source, target = map(Path, sys.argv[1:])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(HEADER + source.read_text("utf8"), "utf8")


if __name__ == "__main__":
    main()
