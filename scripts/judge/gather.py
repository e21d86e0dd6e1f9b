"""Write the evidence of judged pairs into a file for training.

    python scripts/judge/gather.py DATA OUT.npz [--sets SET ...] [--tier fast] [--made FILE]

Of every set at most so many pairs are taken as `MOST` says, drawn with one seed; all of those that
are held out up to 1,500.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

import numpy as np

import spacy_paraphrase
from spacy_paraphrase.components.relation_classifier import RelationClassifier
from spacy_paraphrase.relations.evidence import LEXEMES, NAMES

sys.path.insert(0, str(Path(__file__).parent))
from judged_pairs import Pair, everyday, is_marked, judgements, made, snli

HELD = 1500
# Pairs of each set that are taught, at most.
MOST = {
    **{"mnli-dev": 9000, "snli": 5000, "news-summary-units": 5000, "mnli-train-sample": 3500},
    **{"snli-train-sample": 2500, "snli-counterfactual": 3500, "wiki-semi-automatic": 3500},
    **{"conjnli-automatic": 3500, "negation": 2500, "fever-symmetric": 1500, "paws": 2000},
    **{"conjnli-human": 0, "everyday": 3000, "made": 16000},
}


def pairs_of(name: str, args: argparse.Namespace) -> list[Pair]:
    """Return the pairs of a set."""
    if name == "made":
        return list(made(args.made))
    if name == "everyday":
        return list(everyday())
    if name == "snli":
        return list(snli(args.data))
    return [pair for pair in judgements(args.data) if pair.set == name]


def main() -> None:
    """Read the pairs, and write their evidence."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--sets", nargs="*", default=list(MOST))
    parser.add_argument("--tier", default="fast")
    parser.add_argument("--made", type=Path)
    args = parser.parse_args()
    pairs: list[Pair] = []
    for name in args.sets:
        some = pairs_of(name, args)
        random.Random(0).shuffle(some)
        held = [pair for pair in some if pair.part == "held"][:HELD]
        taught = [pair for pair in some if pair.part == "taught"]
        pairs += [*held, *taught[: MOST[name]]]
    nlp = spacy_paraphrase.load(tier=args.tier, exclude=["sentence_fuser"])
    component = nlp.get_pipe("relation_classifier")
    assert isinstance(component, RelationClassifier)
    words: dict[str, int] = {"": 0}
    rows, lexemes, counts, sides, whole, labels, meta = [], [], [], [], [], [], []
    tokens, nearest, texts_of = [], [], []
    with nlp.select_pipes(disable=["relation_classifier"]):
        texts = [(pair.source, pair.target) for pair in pairs]
        docs = spacy_paraphrase.pipe_pairs(nlp, texts, batch_size=64)
        for n, (doc, pair) in enumerate(zip(docs, pairs, strict=True)):
            found = component.evidence(doc)
            spans = [doc.spans["pair"][k] for k in (0, 1)]
            for k in (0, 1):
                rows.append(found.words[k].astype(np.float16))
                ids = [[words.setdefault(w, len(words)) for w in row] for row in found.lexemes[k]]
                lexemes.append(np.array(ids, np.int32).reshape(-1, len(LEXEMES)))
                labels.append(_labels(spans[k], found.tokens[k], pair.marks[k]))
                tokens.append(np.array(found.tokens[k], np.int32))
                nearest.append(np.array(found.nearest[k], np.int32))
                texts_of.append("\t".join(token.text for token in spans[k]))
            counts.append([len(found.tokens[0]), len(found.tokens[1])])
            sides.append(found.sides)
            whole.append(found.pair)
            meta.append(pair)
            if n % 2000 == 0:
                print(n, "of", len(pairs), flush=True)
    np.savez(
        args.out,
        rows=np.concatenate(rows),
        lexemes=np.concatenate(lexemes),
        labels=np.concatenate(labels),
        tokens=np.concatenate(tokens),
        nearest=np.concatenate(nearest),
        tokenised=np.array(texts_of, object).reshape(-1, 2),
        counts=np.array(counts, np.int32),
        sides=np.array(sides, np.float32),
        pair=np.array(whole, np.float32),
        classes=np.array([[p.forward, p.backward] for p in meta], np.int8),
        texts=np.array([[p.set, p.part, p.kind, p.source, p.target] for p in meta], object),
        words=np.array(list(words), object),
        names=np.array(NAMES, object),
    )


def _labels(side, tokens, marks) -> np.ndarray:
    """Return for each row 1 if it is marked, 0 if not, -1 if nothing is known."""
    if marks is None:
        return np.full(len(tokens), -1, np.int8)
    start = side.start_char
    found = []
    for i in tokens:
        token = side[i]
        low = token.idx - start
        found.append(is_marked(low, low + len(token), marks))
    return np.array(found, np.int8)


if __name__ == "__main__":
    main()
