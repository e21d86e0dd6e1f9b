"""Write the judge whose weights are the mean of those of two.

The second one began with the weights of the first: what was taught last counts, and less of what
was known before is lost (Wortsman and others 2022, "Model soups: averaging weights of multiple
fine-tuned models", ICML).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from spacy_paraphrase.jobs.arrays import pack_arrays, unpack_arrays, write_file
from spacy_paraphrase.relations.judge import KIND


def main(before: Path, after: Path, out: Path) -> None:
    """Read, take the mean, write."""
    (told, old), (meta, new) = (
        unpack_arrays(KIND, path.read_bytes(), str(path)) for path in (before, after)
    )
    assert told == meta, "judges of other evidence"
    mean = {
        name: ((old[name].astype(np.float32) + array) / 2).astype(array.dtype)
        for name, array in new.items()
    }
    write_file(out, pack_arrays(KIND, meta, mean))
