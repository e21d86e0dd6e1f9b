"""Sentence fusion on the public data of Hirsch et al. 2023: unions and intersections.

Unions are compared with the sentences that people wrote. Where the component refuses, a floor
stands in, chosen without a look at the reference: the longer input if it has more than a third of
the content words of the shorter one, else both one after the other. With --trained the judge of
edits has learnt the train part beside our own fusions; it is then measured on the eval part alone.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from spacy.lang.en.stop_words import STOP_WORDS

import spacy_paraphrase
from benchmarks.data import DATA, msrp, unions
from benchmarks.report import INTERVALS, figures, signature
from scripts.door import Data
from spacy_paraphrase import pipe_pairs, sides
from spacy_paraphrase.analysis.sentence import OPEN_CLASS, Sentence
from spacy_paraphrase.generation import Origin
from spacy_paraphrase.generation.candidates import propose
from spacy_paraphrase.generation.checks.ranking import parse_back
from spacy_paraphrase.generation.graph import PairGraph
from spacy_paraphrase.metrics import FusionMeasure
from spacy_paraphrase.metrics.rouge import Fused, split
from weights.edits import FUSIONS, read, taught_by
from weights.edits import trained as judge_taught

MEASURE = FusionMeasure(STOP_WORDS)
# Of the unions, the best by score: what share of them is measured.
SHARES = (0.25, 0.5, 0.75, 1.0)
# How many paraphrases the share of intersections is taken of, and the seed of the draw.
PARAPHRASES, SEED = 300, 77
COLUMNS = (
    *("rouge_1", "rouge_2", "rouge_l", "rouge_su4"),
    *("coverage", "repeated", "length", "refused"),
)
# The longer input stands in for a refused union if it has more than this share of the shorter one's
# words: beyond it both together repeat too much.
ENOUGH = 1 / 3


def paraphrases(data: Path) -> list[tuple[str, str]]:
    """Return some paraphrases of the training part of the MSR Paraphrase Corpus."""
    same = [(one, other) for one, other, label in msrp(data) if label == "1"]
    return random.Random(SEED).sample(same, PARAPHRASES)


def floor(pair: tuple[str, str]) -> str:
    """Return what stands in for a refused union."""
    most, least = sorted(pair, key=len, reverse=True)
    words, wanted = ({w for w in split(text) if w not in STOP_WORDS} for text in (most, least))
    return most if len(words & wanted) > ENOUGH * len(wanted) else " ".join(pair)


def line(name: str, fused: list[Fused], references: list[str]) -> str:
    """Return a line of figures."""
    scores = figures(MEASURE, fused, references, COLUMNS, "rouge_l", form="10.3f", unit=1.0)
    return f"{name:24}{scores}"


def main(
    *,
    data: Data = DATA,
    part: Annotated[Literal["train", "eval"] | None, "both by default"] = None,
    trained: Annotated[bool, "learn the train part first"] = False,
) -> None:
    """Print the tables."""
    nlp = spacy_paraphrase.load(tier="fast")
    if trained:
        part = "eval"
        more = [(one, other, [union]) for one, other, union in unions(data, "train")]
        taught = taught_by(read([FUSIONS]) + more)
        judge = judge_taught([lesson for some in taught for lesson in some])
        nlp.get_pipe("sentence_fuser").judge = judge
    print(signature(MEASURE, nlp, **INTERVALS))
    found = [
        bool(fusion)
        for doc in pipe_pairs(nlp, paraphrases(data))
        for fusion in doc._.fusions
        if fusion.kind == "intersection"
    ]
    print(f"intersection: made for {sum(found)} of {len(found)} paraphrases")
    for name in [part] if part else ["train", "eval"]:
        *sides, references = map(list, zip(*unions(data, name), strict=True))
        pairs = list(zip(*sides, strict=True))
        docs = list(pipe_pairs(nlp, pairs))
        show(name, pairs, references, docs)
        backs = read_back(nlp.get_pipe("sentence_fuser"), docs)
        print(f"intersection: parse-back {sum(backs) / len(backs):.3f}, mean of those made")


def read_back(fuser: Any, docs: list[Any]) -> list[float]:
    """Return the parse-back of each intersection that was made."""
    found = []
    for doc in docs:
        texts = {each.text for each in doc._.fusions if each.kind == "intersection" and each}
        proposals = propose(PairGraph(doc), "intersection", fuser.judge)[0] if texts else []
        for proposal in [p for p in proposals if p.surface.text in texts][:1]:
            (parsed,) = fuser.parse([proposal])
            found.append(parse_back(proposal.draft, Sentence(parsed[:])))
    return found


def is_content(doc: Any, word: Origin) -> Iterator[bool]:
    """Yield of the tokens that a word stands for whether they are content words."""
    for side, indices in zip(sides(doc), (word.source, word.target), strict=True):
        for token in (side[i] for i in indices):
            yield token.pos_ in OPEN_CLASS and not token.is_stop


def show(part: str, pairs: list[tuple[str, str]], references: list[str], docs: list[Any]) -> None:
    """Print the figures of one part."""
    print(f"\n{part}, {len(pairs)} pairs\n{'':24}" + "".join(f"{key:>10}" for key in COLUMNS))
    made_unions = [fusion for doc in docs for fusion in doc._.fusions if fusion.kind == "union"]
    systems = {
        "reference": references,
        "concatenation": [" ".join(pair) for pair in pairs],
        "longer input": [max(pair, key=len) for pair in pairs],
        "floor for refusals": [floor(pair) for pair in pairs],
    }
    for name, texts in systems.items():
        fused = [Fused(text, pair) for text, pair in zip(texts, pairs, strict=True)]
        print(line(name, fused, references))
    stand_ins = {
        "union, floor if refused": floor,
        "union, longer if refused": lambda pair: max(pair, key=len),
    }
    for name, stand_in in stand_ins.items():
        fused = [
            Fused(union.text or stand_in(pair), pair, not union)
            for union, pair in zip(made_unions, pairs, strict=True)
        ]
        print(line(name, fused, references))
    made = [k for k, union in enumerate(made_unions) if union]
    for share in SHARES:
        best = sorted(made, key=lambda k: -made_unions[k].score)[: round(share * len(made))]
        least = made_unions[best[-1]].score
        some = [Fused(made_unions[k].text, pairs[k]) for k in best]
        print(line(f"score {least:.2f} or more", some, [references[k] for k in best]))
    theirs = [references[k] for k in made]
    print(line("union, where made", [fused[k] for k in made], theirs))
    floors = [Fused(floor(pairs[k]), pairs[k]) for k in made]
    print(line("floor, same pairs", floors, theirs))
    licensed = [
        bool(word.source and word.target)
        for doc in docs
        for fusion in doc._.fusions
        if fusion.kind == "intersection"
        for word in fusion.provenance
        if any(is_content(doc, word))
    ]
    print(f"intersection: {sum(licensed)} of {len(licensed)} content words said by both sides")
    for kind in ("union", "intersection"):
        found = [fusion for doc in docs for fusion in doc._.fusions if fusion.kind == kind]
        made_of = Counter(fusion.reason or f"made {fusion.path}".strip() for fusion in found)
        print(f"{kind}: " + ", ".join(f"{reason} {n}" for reason, n in made_of.most_common()))
