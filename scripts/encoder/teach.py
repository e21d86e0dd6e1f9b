"""Make pairs that teach the pair encoder what follows from a change.

    python scripts/encoder/teach.py DATA OUT.jsonl [--pairs 12000]

Sentences of SNLI (but the premises that are held out), WikiSplit, Edinburgh++ and the embedded
sample are changed by rule (see `changes`), so that what one version says of the other is known.
Where the change is a matter of words (substitutions, deletions, synonyms) the calculus judges too,
and a pair stays only where it agrees. Each line is
`{"source", "target", "entails", "entailed", "kind"}`.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc
from taught_examples import EDINBURGH, SAMPLE, wiki
from taught_examples import snli as snli_parts

import spacy_paraphrase
from changes import (
    Pair,
    deletions,
    embeddings,
    mirrored,
    names,
    negations,
    numbers,
    roles,
    substitutions,
)
from spacy_paraphrase.readers import read_jacana, read_jsonl
from spacy_paraphrase.results import judgement_of
from wording import Words, detokenise, plain

# Share of each kind; the calculus has to agree with those marked.
SHARES = {
    "substitution": (0.22, True), "number": (0.07, False), "bound": (0.03, False),
    "same-number": (0.03, False), "name": (0.05, False), "part-of-name": (0.02, False),
    "negation": (0.05, False), "negated-kind": (0.05, False), "antonym": (0.03, False),
    "roles": (0.03, False), "comparative": (0.02, False), "passive": (0.04, False),
    "deletion": (0.13, True), "embedding": (0.05, False), "control": (0.04, False),
    "synonym": (0.09, True), "sister": (0.05, True),
}  # fmt: skip
NAME = r"[A-Z][a-z]+( [A-Z][a-z]+)?"


def snli(data: Path) -> Iterator[str]:
    """Yield the sentences of SNLI, without the rows whose premise is held out."""
    parts = snli_parts(data)
    held = {row[0] for row in (*parts.gate, *parts.measured)}
    for premise, hypothesis, _ in parts.taught:
        yield from (text for text in (premise, hypothesis) if text not in held)


def others(data: Path) -> Iterator[str]:
    """Yield the sentences of WikiSplit, Edinburgh++ and the sample."""
    for whole, parts in wiki(data):
        yield from (whole, *parts)
    for record in (*read_jacana(data / EDINBURGH), *read_jsonl(SAMPLE)):
        yield from (" ".join(record.source), " ".join(record.target))


def sentences(texts: Iterator[str], rng: random.Random) -> list[str]:
    """Return the usable sentences, each once, shuffled."""
    found = dict.fromkeys(detokenise(text) for text in texts)
    usable = [
        text[0].upper() + text[1:].rstrip(" .") + "."
        for text in found
        if 4 <= len(text.split()) <= 25 and text.isascii() and text[0].isalnum()
        and not re.search(r"[?!\"`;:()\[\]#*_]|''|^'|\s'|' | - |\.\s\w", text)
    ]  # fmt: skip
    rng.shuffle(usable)
    return usable


def candidates(docs: list[Doc], words: Words, rng: random.Random) -> dict[str, list[Pair]]:
    """Return the pairs of each kind that can be made of some sentences."""
    pools: dict[str, list[str]] = defaultdict(list)
    for ent in (ent for doc in docs for ent in doc.ents):
        if ent.label_ in ("PERSON", "GPE") and re.fullmatch(NAME, ent.text):
            pools[f"{ent.label_} {len(ent)}"].append(ent.text)
    found: dict[str, list[Pair]] = defaultdict(list)
    for doc in docs:
        if plain(doc):
            made = (
                *substitutions(doc, words, rng), *numbers(doc, rng), *names(doc, pools, rng),
                *negations(doc, words, rng), *roles(doc, words, rng), *deletions(doc, rng),
                *embeddings(doc, words, rng),
            )  # fmt: skip
            for pair in made:
                if pair.source != pair.target:
                    found[pair.kind].append(pair)
    return found


def judged(nlp: Language, pairs: list[Pair]) -> Iterator[Pair]:
    """Yield the pairs of which the calculus says what the change lets expect."""
    docs = spacy_paraphrase.pipe_pairs(nlp, [pair[:2] for pair in pairs])
    for pair, doc in zip(pairs, docs, strict=True):
        told = judgement_of(doc._.relation)
        if (pair.entails, pair.entailed) == (told.entails, told.entailed):
            yield pair


def taught(data: Path, size: int, seed: int) -> list[Pair]:
    """Return about as many pairs as wanted, half of them of SNLI, shuffled."""
    rng = random.Random(seed)
    nlp, words = spacy_paraphrase.load(exclude=["sentence_fuser"]), Words()
    parts = []
    for texts in (snli(data), others(data)):
        chosen = sentences(texts, rng)[: size * 3 // 4 + 500]
        with nlp.select_pipes(disable=["sentence_pair", "graph_matcher", "relation_classifier"]):
            docs = [*nlp.pipe(chosen, batch_size=256)]
        words.used.clear()
        parts.append(candidates(docs, words, rng))
    pairs: list[Pair] = []
    for kind, (share, checked) in SHARES.items():
        wanted = round(size * share)
        found = []
        for part in parts:
            some = [*dict.fromkeys(part[kind])]
            rng.shuffle(some)
            found.append([*islice(judged(nlp, some) if checked else some, wanted * 2 // 3)])
        first = found[0][: max(wanted // 2, wanted - len(found[1]))]
        pairs += first + found[1][: wanted - len(first)]
    rng.shuffle(pairs)
    return [pair if rng.random() < 0.5 else mirrored(pair) for pair in pairs]


def main() -> None:
    """Write the pairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pairs", type=int, default=12000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    pairs = taught(args.data, args.pairs, args.seed)
    lines = (json.dumps(pair._asdict(), ensure_ascii=False) + "\n" for pair in pairs)
    args.out.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
