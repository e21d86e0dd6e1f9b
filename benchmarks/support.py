"""How well a text is seen to support statements, beside the overlap of words.

"units" are units of news summaries that people looked for in summaries, those held out from all
training, the half of them by which nothing was fitted either; "planted" are shortened or changed
sentences (`weights judge.made_pairs`), held out, whose source stands among twenty others. Told
are balanced accuracy, the area under the curve and the calibration error of the score; "words" is
the share of the statement's words that stand in the text, "cosine" the highest of the statement and
a sentence of the text by all-MiniLM-L6-v2 (the folder of `weights encoder.fetch`), the threshold
of both chosen on the same cases.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

import spacy_paraphrase
from benchmarks.minilm import MiniLM
from scripts.door import Base, Data, Made, Pairs
from spacy_paraphrase.texts.support import check_support
from weights.judge.measures import auc, balanced, calibration_error
from weights.support import SEED, cases

WORD = re.compile(r"\w+")
ENDS = re.compile(r"(?<=[.!?])\s+")


def words_said(text: str, statement: str) -> float:
    """Return the share of a statement's words that stand in a text."""
    there, words = set(WORD.findall(text.lower())), WORD.findall(statement.lower())
    return sum(word in there for word in words) / max(len(words), 1)


def cosine(model: MiniLM, text: str, statement: str) -> float:
    """Return the highest cosine of a statement and a sentence of a text."""
    target = model.sentence(statement)
    some = [model.sentence(each) for each in ENDS.split(text) if each.strip()]
    return max((float(each @ target) for each in some), default=0.0)


def show(case: str, name: str, scores: Any, said: Any) -> None:
    """Print a row for what only has an order, at its best threshold."""
    best = max(balanced(scores >= t, said) for t in np.unique(scores)[1:])
    print(f"{case:10}{name:12}{best:10.3f}{auc(scores, said):8.3f}{'-':>8}")


def main(
    data: Data,
    *,
    made: Made,
    pairs: Pairs = 300,
    tier: list[str] = ("fast", "accurate"),
    minilm: Base = None,
) -> None:
    """Check, count, print."""
    print(f"support|pairs:{pairs}|seed:{SEED}|v:{spacy_paraphrase.__version__}")
    print(f"{'cases':10}{'by':12}{'balanced':>10}{'auc':>8}{'ece':>8}")
    model = minilm and MiniLM(minilm)
    for name, some in cases(data, made, "held", pairs).items():
        said = np.array([yes for *_, yes in some])
        show(name, "words", np.array([words_said(a, b) for a, b, _ in some]), said)
        if model:
            show(name, "cosine", np.array([cosine(model, a, b) for a, b, _ in some]), said)
        for by in tier:
            nlp = spacy_paraphrase.load(tier=by, exclude=["sentence_fuser"])
            found = [check_support(text, [statement], nlp)[0] for text, statement, _ in some]
            scores = np.array([each.score for each in found])
            sure, right = np.maximum(scores, 1 - scores), (scores > 0.5) == said
            print(
                f"{name:10}{by:12}{balanced(scores > 0.5, said):10.3f}{auc(scores, said):8.3f}"
                f"{calibration_error(sure, right):8.3f}",
                flush=True,
            )
