"""Whether explanations account for every word of weight, and agree with the relation of the sides.

Pairs are drawn from all judged corpora and from MSRP train, with one seed. Of all that is counted
there should be 0:

- words left out: pairs of which a word of weight is in no statement; words told twice: of which a
  token is in two.
- label without account: one side alone says more, by the relation, and nothing that is told shows
  it; account without label: a statement has a side say more which by the relation does not.
- more than eight lines; exchanged sides: the relation of the sides exchanged is another one.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Annotated

from spacy.tokens import Doc

import spacy_paraphrase
from benchmarks.data import msrp
from benchmarks.report import signature
from scripts.door import Data, Pairs, Seed, Tier
from spacy_paraphrase.relations.explain import MOST_LINES, statements, unaccounted
from spacy_paraphrase.relations.statements import SAYS_LESS, Statement
from weights.judge.judged_pairs import everyday, judgements, snli

COUNTED = (
    *("words left out", "words told twice", "label without account", "account without label"),
    *("more than eight lines", "exchanged sides"),
)


def drawn(data: Path, count: int, seed: int) -> list[tuple[str, str]]:
    """Return pairs of all corpora."""
    every = [(p.source, p.target) for p in (*judgements(data), *snli(data), *everyday())]
    every += [(one, other) for one, other, _ in msrp(data)]
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


def main(
    data: Data,
    *,
    pairs: Pairs = 5000,
    swapped: Annotated[int, "pairs whose sides are exchanged"] = 1000,
    tier: Tier = "fast",
    seed: Seed = 0,
    show: Annotated[int, "faults that are shown, of each kind"] = 5,
) -> None:
    """Explain, count, print."""
    nlp = spacy_paraphrase.load(tier=tier, exclude=["sentence_fuser"])
    some = drawn(data, pairs, seed)
    settings = {"pairs": len(some), "swapped": swapped, "tier": tier, "seed": seed}
    print(signature("explanations", **settings, v=spacy_paraphrase.__version__))
    counts: Counter[str] = Counter()
    labels = []

    def count(fault: str, pair: tuple[str, str], told: str) -> None:
        counts[fault] += 1
        if counts[fault] <= show:
            print(f"  {fault}: {' | '.join(pair)} | {told}")

    for pair, doc in zip(some, spacy_paraphrase.pipe_pairs(nlp, some), strict=True):
        labels.append((doc._.relation.invert().label, doc._.relation.conflict))
        for fault in faults(doc):
            count(fault, pair, f"{doc._.relation} {doc._.alignment.explain()}")
    some = some[:swapped]
    turned = spacy_paraphrase.pipe_pairs(nlp, [(b, a) for a, b in some])
    for pair, doc, label in zip(some, turned, labels, strict=False):
        if (doc._.relation.label, doc._.relation.conflict) != label:
            count("exchanged sides", pair, f"{doc._.relation}, not {label}")
    for name in COUNTED:
        print(f"{name:24}{counts[name]:6}")
