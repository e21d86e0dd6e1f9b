"""Train the judge of edits, which tells what people put into one sentence of another.

A file has the JSON lines of the package with unions under `fusions`; a pair that people united in
two ways stands in two lines. Five folds are measured first, then all is learnt.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import spacy_paraphrase
from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.generation.graph import PairGraph
from spacy_paraphrase.generation.proposers.edit_judge import ENGLISH, EditJudge, build_edit_network
from spacy_paraphrase.generation.proposers.edit_lessons import Lesson, lessons, train
from spacy_paraphrase.generation.proposers.places import place_judge

HIDDEN, FOLDS = [64], 5
FUSIONS = Path(__file__).parents[1] / "assets/sample/fusions.jsonl"
Pair = tuple[str, str, list[str]]


def read(paths: Sequence[Path]) -> list[Pair]:
    """Return the pairs of some files with the unions that people wrote for them."""
    found: dict[tuple[str, str], list[str]] = {}
    for path in paths:
        for line in map(json.loads, path.read_text("utf-8").splitlines()):
            unions = found.setdefault((line["source"], line["target"]), [])
            unions += [f["text"] for f in line["fusions"] if f["kind"] == "union"]
    return [(*pair, unions) for pair, unions in found.items()]


def taught_by(pairs: Sequence[Pair]) -> list[list[Lesson]]:
    """Return the lessons of each pair."""
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser", "relation_classifier"])
    docs = pipe_pairs(nlp, [(source, target) for source, target, _ in pairs])
    judge = fresh()
    return [
        lessons(PairGraph(doc), judge, [[t.text for t in nlp.make_doc(text)] for text in unions])
        for (_, _, unions), doc in zip(pairs, docs, strict=True)
    ]


def fresh() -> EditJudge:
    """Return a judge that has learnt places only."""
    return EditJudge(place_judge(), build_edit_network(HIDDEN))


def trained(taught: Sequence[Lesson]) -> EditJudge:
    """Return a judge that has learnt some lessons."""
    judge = fresh()
    train(judge, taught)
    return judge


def report(judges: Sequence[EditJudge], held: Sequence[Sequence[Lesson]]) -> None:
    """Print how precise the edits are that judges hold for the most probable."""
    chances = [
        judge.chances(*lesson[:3])
        for judge, some in zip(judges, held, strict=True)
        for lesson in some
    ]
    right = np.concatenate([np.array(lesson.right) for some in held for lesson in some]) > 0.5
    order = np.argsort(-np.concatenate(chances), kind="stable")
    precision = np.cumsum(right[order]) / np.arange(1, len(order) + 1)
    recall = np.cumsum(right[order]) / right.sum()
    shares = (0.1, 0.2, 0.3, 0.5, 0.7)
    found = [f"{share:.1f}: {precision[np.searchsorted(recall, share)]:.3f}" for share in shares]
    print(f"{len(right)} edits, {right.sum()} right; precision at recall", *found)


def main(files: list[Path] = (FUSIONS,), *, out: Path = ENGLISH) -> None:
    """Measure in folds, then train on all and write the judge."""
    pairs = taught_by(read(files))
    folds = [[lesson for some in pairs[k::FOLDS] for lesson in some] for k in range(FOLDS)]
    judges = [
        trained([lesson for j, fold in enumerate(folds) if j != k for lesson in fold])
        for k in range(FOLDS)
    ]
    report(judges, folds)
    out.write_bytes(trained([lesson for some in pairs for lesson in some]).network.to_bytes())
    print(out.stat().st_size, "bytes")
