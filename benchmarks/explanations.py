"""Whether explanations account for every word of weight, and agree with the relation of the sides.

    python benchmarks/explanations.py DATA [--pairs 5000] [--swapped 1000] [--tier accurate]
        [--show 5]

Pairs are drawn from all judged corpora and from MSRP train, with one seed. Of all that is counted
there should be 0:

- words left out: pairs of which a word of weight is in no statement; words told twice: of which a
  token is in two.
- label without account: one side alone says more, by the relation, and nothing that is told shows
  it; account without label: a statement has a side say more which by the relation does not.
- more than eight lines; exchanged sides: the relation of the sides exchanged is another one.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from pathlib import Path

from spacy.tokens import Doc

import spacy_paraphrase
from benchmarks.corpora import run
from benchmarks.relations_corpora import MSRP, read_rows
from spacy_paraphrase.explain import MOST_LINES, statements, unaccounted
from spacy_paraphrase.relations.statements import SAYS_LESS, Statement
from weights.judge.judged_pairs import everyday, judgements, snli

COUNTED = (
    *("words left out", "words told twice", "label without account", "account without label"),
    *("more than eight lines", "exchanged sides"),
)


def drawn(data: Path, count: int, seed: int) -> list[tuple[str, str]]:
    """Return pairs of all corpora."""
    every = [(p.source, p.target) for p in (*judgements(data), *snli(data), *everyday())]
    every += [(row[0], row[1]) for row in read_rows(data / MSRP)]
    return random.Random(seed).sample(every, min(count, len(every)))


def shows_more(statement: Statement, k: int) -> bool:
    """Return whether a statement has a side say more than the other, or something else."""
    if statement.evidence in ("condition", "denial"):
        return True
    if statement.evidence == "restriction":
        return not (statement.source, statement.target)[k]
    if statement.kind == "only":
        return bool((statement.source, statement.target)[k])
    if statement.kind == "conflict" or statement.evidence in ("roles", "tense"):
        return True
    return statement.kind == "link" and statement.relation not in ("equals", "restates")


def faults(doc: Doc) -> list[str]:
    """Return what is wrong with the explanation of a pair."""
    alignment, relation = doc._.alignment, doc._.relation
    told, found = statements(alignment), []
    if unaccounted(alignment):
        found.append("words left out")
    tokens = [token.i for s in told for token in (*s.source, *s.target)]
    if len(tokens) > len(set(tokens)):
        found.append("words told twice")
    for k, says_no_more in enumerate((relation.entailed, relation.entails)):
        more = any(shows_more(s, k) for s in told)
        if told and relation.label not in ("", "none") and not says_no_more and not more:
            found.append("label without account")
        # Under an operator what is added says less.
        less = SAYS_LESS.rpartition("}")[2]
        alone = [s for s in told if s.kind == "only" and less not in s.text]
        if says_no_more and any(shows_more(s, k) for s in alone):
            found.append("account without label")
    if len(alignment.explain()) > MOST_LINES:
        found.append("more than eight lines")
    return found


def main() -> None:
    """Explain, count, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--pairs", type=int, default=5000)
    parser.add_argument("--swapped", type=int, default=1000, help="pairs whose sides are exchanged")
    parser.add_argument("--tier", choices=("fast", "accurate"), default="fast")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=5, help="faults that are shown, of each kind")
    args = parser.parse_args()
    nlp = spacy_paraphrase.load(tier=args.tier, exclude=["sentence_fuser"])
    pairs = drawn(args.data, args.pairs, args.seed)
    print(
        f"explanations|pairs:{len(pairs)}|swapped:{args.swapped}|tier:{args.tier}|"
        f"seed:{args.seed}|v:{spacy_paraphrase.__version__}"
    )
    counts: Counter[str] = Counter()
    labels = []

    def count(fault: str, pair: tuple[str, str], told: str) -> None:
        counts[fault] += 1
        if counts[fault] <= args.show:
            print(f"  {fault}: {' | '.join(pair)} | {told}")

    for pair, doc in zip(pairs, spacy_paraphrase.pipe_pairs(nlp, pairs), strict=True):
        labels.append((doc._.relation.invert().label, doc._.relation.conflict))
        for fault in faults(doc):
            count(fault, pair, f"{doc._.relation} {doc._.alignment.explain()}")
    some = pairs[: args.swapped]
    turned = spacy_paraphrase.pipe_pairs(nlp, [(b, a) for a, b in some])
    for pair, doc, label in zip(some, turned, labels, strict=False):
        if (doc._.relation.label, doc._.relation.conflict) != label:
            count("exchanged sides", pair, f"{doc._.relation}, not {label}")
    for name in COUNTED:
        print(f"{name:24}{counts[name]:6}")


if __name__ == "__main__":
    run(main)
