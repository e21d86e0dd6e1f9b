"""What the sides of a pair say of each other, beside judgements that were held out.

    python benchmarks/judge.py DATA [--tier fast] [--judge FILE] [--most 500] [--show KIND]

Of every set so many held-out pairs, drawn with one seed (`scripts/judge/judged_pairs.py` says what
is held out): how often the three-way judgement is met; of two-way sets, how often the two classes
are met, on balance; of everyday and made pairs, how often both directions and the conflict are met,
those of kinds that are held out whole by themselves. --judge reads a judge that `train.py` wrote,
in place of the one of the package; --show prints the wrong pairs of a kind.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

import spacy_paraphrase
from corpora import run
from spacy_paraphrase.components.relation_classifier import RelationClassifier
from spacy_paraphrase.relations.judge import Judge
from spacy_paraphrase.results import SentenceRelation

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts" / "judge"))
from judged_pairs import (
    CONTRADICTION,
    ENTAILMENT,
    HELD_KINDS,
    NEUTRAL,
    Pair,
    everyday,
    judgements,
    made,
    snli,
)

SEED = 0


class Judged(NamedTuple):
    """What is said of a pair in both directions: a class each, and how probable entailment is."""

    classes: tuple[int, int]
    entails: tuple[float, float]


def read(relation: SentenceRelation) -> Judged:
    """Return what a relation says."""
    if relation.conflict:
        return Judged((CONTRADICTION, CONTRADICTION), (0.0, 0.0))
    said = relation.entails, relation.entailed
    one, other = (ENTAILMENT if each else NEUTRAL for each in said)
    return Judged((one, other), relation.chances)


def held_out(data: Path, made_pairs: Path | None, most: int) -> Iterator[tuple[str, list[Pair]]]:
    """Yield the held-out pairs of each set, at most so many."""
    found: dict[str, list[Pair]] = {}
    for pair in (*judgements(data), *snli(data)):
        if pair.part == "held":
            found.setdefault(pair.set, []).append(pair)
    for pair in everyday():
        if pair.part == "held":
            name = "everyday, other kinds" if pair.kind in HELD_KINDS else "everyday"
            found.setdefault(name, []).append(pair)
    for pair in made(made_pairs) if made_pairs is not None else ():
        if pair.part == "held":
            found.setdefault("made", []).append(pair)
    for name, pairs in found.items():
        random.Random(SEED).shuffle(pairs)
        yield name, pairs[:most]


def report(name: str, pairs: Sequence[Pair], said: Sequence[Judged]) -> str:
    """Return one line of figures."""
    met = [
        all(each.classes[k] & gold for k, gold in enumerate((pair.forward, pair.backward)))
        for pair, each in zip(pairs, said, strict=True)
    ]
    forward = np.array([bool(e.classes[0] & p.forward) for p, e in zip(pairs, said, strict=True)])
    if name.startswith(("everyday", "made")):
        return f"both directions right {np.mean(met):.3f}, the first {forward.mean():.3f}"
    if {pair.forward for pair in pairs} <= {ENTAILMENT, NEUTRAL, CONTRADICTION}:
        gold = np.array([pair.forward for pair in pairs])
        found = np.array([each.classes[0] for each in said])
        conflict, wrong = gold == CONTRADICTION, found == CONTRADICTION
        precision = (conflict & wrong).sum() / max(wrong.sum(), 1)
        recall = (conflict & wrong).sum() / max(conflict.sum(), 1)
        return f"three-way {forward.mean():.3f}; conflicts {precision:.2f} / {recall:.2f}"
    yes = np.array([pair.forward == ENTAILMENT for pair in pairs])
    both = name == "paws"
    chance = np.array([min(e.entails) if both else e.entails[0] for e in said])
    found = chance > 0.5
    balanced = (found[yes].mean() + (~found[~yes]).mean()) / 2
    return f"right {(found == yes).mean():.3f}, balanced {balanced:.3f}"


def main() -> None:
    """Judge, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--tier", default="fast")
    parser.add_argument("--made", type=Path, help="what made_pairs.py wrote")
    parser.add_argument("--judge", type=Path, help="a judge of your own")
    parser.add_argument("--sets", nargs="*", help="these alone")
    parser.add_argument("--most", type=int, default=500)
    parser.add_argument("--show", help="print the wrong pairs of a set or kind")
    args = parser.parse_args()
    nlp = spacy_paraphrase.load(tier=args.tier, exclude=["sentence_fuser"])
    component = nlp.get_pipe("relation_classifier")
    assert isinstance(component, RelationClassifier)
    if args.judge is not None:
        own = Judge(args.judge.read_bytes())
        component.judge = lambda _: own
    for name, pairs in held_out(args.data, args.made, args.most):
        if args.sets and name not in args.sets:
            continue
        docs = spacy_paraphrase.pipe_pairs(nlp, [(p.source, p.target) for p in pairs])
        relations = [doc._.relation for doc in docs]
        said = [read(relation) for relation in relations]
        print(f"{name} ({len(pairs)}): {report(name, pairs, said)}", flush=True)
        if args.show:
            for pair, each, relation in zip(pairs, said, relations, strict=True):
                right = each.classes[0] & pair.forward and each.classes[1] & pair.backward
                if args.show in (name, pair.kind) and not right:
                    gold = pair.forward, pair.backward
                    print(f"  {pair.source} | {pair.target} | {gold} {each.classes} {relation}")


if __name__ == "__main__":
    run(main)
