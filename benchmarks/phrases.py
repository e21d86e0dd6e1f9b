"""How alike two phrases are, beside what people say: by the score of mined rows and its parts.

Spearman's correlation with the mean of human scores, 1 to 5, of pairs of PPDB and of Wikipedia
(Pavlick and others 2015, *PPDB 2.0: better paraphrase ranking, fine-grained entailment relations,
word embeddings, and style classification*). Only a fifth of them, by the first phrase, is measured,
which the training of the pair encoder leaves alone. "encoder": what that says of two phrases which
it reads as sentences; "vectors": the cosine of the mean vectors of the words, 0 where none is known
of a phrase; "fast" and "accurate": the grade by which mined rows are ranked in each tier
(`acquire.row_score`), by weights fitted to the other four of five folds.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np

import spacy_paraphrase
from scripts.door import Data
from spacy_paraphrase.acquire.row_score import ENCODER_FEATURES, FAST_FEATURES
from spacy_paraphrase.metrics import spearman
from weights.row_score import FILES, FOLDS, PARTS, TIERS, all_features, graded_pairs, held_out


def main(
    data: Data,
    *,
    cache: Annotated[Path | None, "file (.npz) that keeps what is read of pairs"] = None,
) -> None:
    """Print the correlations."""
    pairs = list(graded_pairs(data))
    values = all_features([(one, other) for _, one, other, _ in pairs], cache)[: len(pairs)]
    grades = np.array([pair[3] for pair in pairs])
    groups = [" ".join(one) for _, one, _, _ in pairs]
    names = (*FAST_FEATURES, *ENCODER_FEATURES)
    systems = {
        "encoder": values[:, names.index("similarity")],
        "vectors": values[:, names.index("vectors")],
        **{tier: held_out(values[:, :width], grades, groups) for tier, width in TIERS.items()},
    }
    print(f"spearman|held out:1/{PARTS}|folds:{FOLDS}|v:{spacy_paraphrase.__version__}")
    print(f"{'file':12}{'n':>7}" + "".join(f"{name:>10}" for name in systems))
    for name in (*FILES, "all"):
        at = [k for k, pair in enumerate(pairs) if name in ("all", pair[0])]
        told = (spearman(found[at].tolist(), grades[at].tolist()) for found in systems.values())
        print(f"{name:12}{len(at):7}" + "".join(f"{rho or 0.0:10.3f}" for rho in told), flush=True)
