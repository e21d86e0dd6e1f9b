"""How well a text is seen to support statements, beside the overlap of words.

    python benchmarks/support.py DATA --made FILE [--pairs 300] [--tier fast accurate]

"units" are units of news summaries that people looked for in summaries, those held out from all
training; "planted" are shortened or changed sentences (`scripts/judge/made_pairs.py`), held out,
whose source stands among twenty others. Told are balanced accuracy, the area under the curve and
the calibration error of the score; "words" is the share of the statement's words, by weight, that
stand in the text, its threshold chosen on the same cases.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

import spacy_paraphrase
from corpora import run
from spacy_paraphrase.texts.support import check_support

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
sys.path.insert(0, str(Path(__file__).parents[1] / "scripts" / "judge"))
from measures import auc, balanced, calibration_error
from train_support import SEED, cases


def main() -> None:
    """Check, count, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--made", type=Path, required=True, help="what made_pairs.py wrote")
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--tier", nargs="+", default=["fast", "accurate"])
    args = parser.parse_args()
    print(f"support|pairs:{args.pairs}|seed:{SEED}|v:{spacy_paraphrase.__version__}")
    print(f"{'cases':10}{'by':12}{'balanced':>10}{'auc':>8}{'ece':>8}")
    for name, some in cases(args.data, args.made, "held", args.pairs).items():
        said = np.array([yes for *_, yes in some])
        for n, tier in enumerate(args.tier):
            nlp = spacy_paraphrase.load(tier=tier)
            found = [check_support(text, [statement], nlp)[0] for text, statement, _ in some]
            scores = np.array([each.score for each in found])
            if n == 0:
                words = np.array([each.measures.anywhere for each in found])
                best = max(balanced(words >= t, said) for t in np.unique(words)[1:])
                print(f"{name:10}{'words':12}{best:10.3f}{auc(words, said):8.3f}{'-':>8}")
            sure, right = np.maximum(scores, 1 - scores), (scores > 0.5) == said
            print(
                f"{name:10}{tier:12}{balanced(scores > 0.5, said):10.3f}{auc(scores, said):8.3f}"
                f"{calibration_error(sure, right):8.3f}",
                flush=True,
            )


if __name__ == "__main__":
    run(main)
