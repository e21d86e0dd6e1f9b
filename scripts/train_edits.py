"""Train the judge of edits, which tells what people put into one sentence of another.

    python scripts/train_edits.py [assets/sample/fusions.jsonl] [--out FILE]

Each line of a file is an object with "source", "target" and "union", a list of sentences that people
wrote for both. Five folds are measured first, then all is learnt.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from thinc.api import Adam, fix_random_seed

import spacy_paraphrase
from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.fusion.graph import PairGraph
from spacy_paraphrase.fusion.judge import ENGLISH, EditJudge, build_edit_network
from spacy_paraphrase.fusion.learning import Lesson, lessons, prepare, teach
from spacy_paraphrase.fusion.places import place_judge

HIDDEN, EPOCHS, BATCH, RATE, DECAY, FOLDS = [64], 15, 128, 0.002, 0.01, 5


def read(paths: Sequence[Path]) -> list[list[Lesson]]:
    """Return the lessons of each pair of some files."""
    nlp = spacy_paraphrase.load(exclude=["sentence_fuser", "relation_classifier"])
    lines = [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]
    docs = pipe_pairs(nlp, [(line["source"], line["target"]) for line in lines])
    judge = fresh()
    return [
        lessons(
            PairGraph(doc), judge, [[t.text for t in nlp.make_doc(text)] for text in line["union"]]
        )
        for line, doc in zip(lines, docs, strict=True)
    ]


def fresh() -> EditJudge:
    """Return a judge that has learnt places only."""
    return EditJudge(place_judge(), build_edit_network(HIDDEN))


def train(taught: Sequence[Lesson], seed: int = 0) -> EditJudge:
    """Return a judge that has learnt some lessons."""
    fix_random_seed(seed)
    judge = fresh()
    prepare(judge, taught)
    rows = np.concatenate([judge.rows(*lesson[:3]) for lesson in taught])
    right = np.concatenate([np.array(lesson.right, np.float32) for lesson in taught])
    optimiser = Adam(RATE, L2=DECAY, L2_is_weight_decay=True, grad_clip=1.0)
    random = np.random.default_rng(seed)
    for epoch in range(EPOCHS):
        order = random.permutation(len(rows))
        for start in range(0, len(rows), BATCH):
            optimiser.learn_rate = RATE * (1 - (epoch + start / len(rows)) / EPOCHS)
            some = order[start : start + BATCH]
            teach(judge.network, rows[some], right[some])
            judge.network.finish_update(optimiser)
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


def main() -> None:
    """Measure in folds, then train on all and write the judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = [Path("assets/sample/fusions.jsonl")]
    parser.add_argument("files", type=Path, nargs="*", default=default)
    parser.add_argument("--out", type=Path, default=ENGLISH)
    args = parser.parse_args()
    pairs = read(args.files)
    folds = [
        [x for k, some in enumerate(pairs) if k % FOLDS == i for x in some] for i in range(FOLDS)
    ]
    judges = [
        train([x for j, some in enumerate(folds) if j != i for x in some]) for i in range(FOLDS)
    ]
    report(judges, folds)
    args.out.write_bytes(train([x for some in pairs for x in some]).network.to_bytes())
    print(args.out.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
