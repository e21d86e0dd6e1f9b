"""Who does what to whom, where and when: pairs of the same words that do not say the same.

`role_pairs.tsv` has 150 pairs of ten kinds in which the words stay and what hangs on what changes,
and 60 paraphrases of the same length and form ("same: …"), in which what hangs on what stays. They
were written one by one, for this purpose, under the licence of the project, and each is judged in
both directions; "maybe" is a conflict where readers differ. Every second pair is "unseen": nobody
looks at those while something is being mended. Of each kind it is printed for how many pairs no
entailment is claimed that the judgement denies, in either direction, how many of the judged
conflicts are found, and in how many pairs a conflict is found that there is not; of the
paraphrases, how many are said to be "equals" or "restates". --show lists the pairs of "seen" (or
of the part that is named) that are wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import spacy_paraphrase
from scripts import records
from scripts.door import Tier
from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.pairs.results import SentenceRelation

PAIRS = Path(__file__).with_name("role_pairs.tsv")
PARTS = "seen", "unseen"
# What the kinds of paraphrases begin with.
SAME = "same: "
GOALS = {False: 0.90, True: 0.85}


class RolePair(NamedTuple):
    """A judged pair; the judgements are "yes", "no" and, of conflicts, "maybe"."""

    part: str
    kind: str
    source: str
    target: str
    forward: str
    backward: str
    conflict: str


class Outcome(NamedTuple):
    """What a pipeline says of a pair, against the judgement.

    Attributes:
        right: Whether no entailment is claimed that is judged not to hold; of a paraphrase, whether
            it is said to be one.
        conflict: "found", "missed", "false" (there is none), or "" where nothing is to be said.
    """

    right: bool
    conflict: str


def read(path: Path = PAIRS) -> list[RolePair]:
    """Return the pairs of a file, whose columns have the names of the fields."""
    return [RolePair(**row) for row in records.table(path)]


def judged(pair: RolePair, relation: SentenceRelation) -> Outcome:
    """Compare what is said of a pair with its judgement."""
    if pair.kind.startswith(SAME):
        right = relation.label in ("equals", "restates")
    else:
        claims = (relation.entails, pair.forward), (relation.entailed, pair.backward)
        right = all(judgement == "yes" for claimed, judgement in claims if claimed)
    told = {("yes", True): "found", ("yes", False): "missed", ("no", True): "false"}
    return Outcome(right, told.get((pair.conflict, relation.conflict), ""))


def line(name: str, outcomes: Sequence[Outcome]) -> str:
    """Return a line of the table."""
    conflicts = [outcome.conflict for outcome in outcomes]
    found, missed, wrong = (conflicts.count(what) for what in ("found", "missed", "false"))
    right = f"{sum(outcome.right for outcome in outcomes)}/{len(outcomes)}"
    return f"{name:30}{right:>10}{f'{found}/{found + missed}':>18}{wrong:>18}"


def table(pairs: Sequence[RolePair], outcomes: Sequence[Outcome]) -> Iterable[str]:
    """Yield the lines of the table: first of the pairs, then of the paraphrases."""
    for same, right in ((False, "none false"), (True, "told same")):
        yield f"{'':30}{right:>10}{'conflicts found':>18}{'false conflicts':>18}"
        some = [
            (pair.kind, outcome)
            for pair, outcome in zip(pairs, outcomes, strict=True)
            if pair.kind.startswith(SAME) is same
        ]
        for kind in dict.fromkeys(kind for kind, _ in some):
            yield line(kind, [outcome for other, outcome in some if other == kind])
        all_of_them = [outcome for _, outcome in some]
        share = sum(outcome.right for outcome in all_of_them) / len(all_of_them)
        yield f"{line('all', all_of_them)}   {share:.3f} (goal {GOALS[same]:.2f})"


def main(
    *,
    part: Annotated[Literal[(*PARTS, "all")] | None, "default: all"] = None,
    tier: Tier = "fast",
    show: Annotated[bool, "list what is wrong"] = False,
) -> None:
    """Print the table, and what is wrong if it is asked for."""
    nlp = spacy_paraphrase.load(tier=tier, exclude=["sentence_fuser"])
    pairs = [pair for pair in read() if part in (None, "all", pair.part)]
    docs = pipe_pairs(nlp, [(pair.source, pair.target) for pair in pairs])
    relations = [doc._.relation for doc in docs]
    outcomes = [judged(*each) for each in zip(pairs, relations, strict=True)]
    signature = f"roles:entailment+conflict|pairs:{len(pairs)}|part:{part or 'all'}|v:1"
    print(f"{signature}|tier:{tier}|pipeline:{nlp.meta['name']}")
    print(*table(pairs, outcomes), sep="\n")
    for pair, relation, outcome in zip(pairs, relations, outcomes, strict=True) if show else ():
        wrong = not outcome.right or outcome.conflict in ("missed", "false")
        if wrong and (part or pair.part == "seen"):
            print(f"{pair.kind}: {relation}{' ' * bool(outcome.conflict)}{outcome.conflict}")
            print(f"  {pair.source}\n  {pair.target}")
