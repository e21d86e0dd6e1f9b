"""Typed edits: plain TER against sacrebleu, speed of TERp, PERP on graded pairs.

`edits` counts the edits of pairs of the Microsoft paraphrase corpus by plain TER and by sacrebleu,
and times TERp by the length of the sides, in seconds of one processor. `learn` tunes the
costs of TERp and learns those of PERP on the training pairs of the STS benchmark, and measures
Pearson's r on its development pairs, beside TERp as it is and beside the overlap of words.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import spacy
from sacrebleu.metrics.lib_ter import translation_edit_rate

import spacy_paraphrase
from benchmarks.data import DATA, msrp, sts
from benchmarks.report import timed
from scripts.door import Data, Pairs
from spacy_paraphrase.metrics import pearson
from spacy_paraphrase.papers.perp import TRAINERS, train_perp
from spacy_paraphrase.scoring.cost_tuning import tune
from spacy_paraphrase.scoring.terp import ter, terp
from spacy_paraphrase.scoring.words import WordLookup, Words, is_stop_word, porter_stem, synonyms

TOKEN = re.compile(r"\w+(?:[.,]\d+)*|[^\w\s]")
LENGTHS = (10, 20, 30, 50, 100, 200)


def tokens(text: str) -> list[str]:
    """Return the lower-cased words and marks of a text."""
    return TOKEN.findall(text.lower())


def lookup() -> WordLookup:
    """Return what is known of English words."""
    return WordLookup(porter_stem, synonyms("en"), is_stop_word)


def paraphrases(data: Path) -> list[tuple[list[str], list[str]]]:
    """Return the training pairs of the Microsoft paraphrase corpus."""
    return [(tokens(one), tokens(other)) for one, other, _ in msrp(data)]


def edits(data: Path, count: int) -> None:
    """Print how often plain TER is that of sacrebleu, and how fast TERp is."""
    pairs = paraphrases(data)
    some = pairs[:count]
    ours = [ter(*pair).cost for pair in some]
    theirs = [translation_edit_rate(target, source)[0] for source, target in some]
    same = sum(one == other for one, other in zip(ours, theirs, strict=True))
    print(f"plain TER: {same} of {len(some)} pairs as sacrebleu, {sum(ours):.0f} edits")
    known = lookup()
    print("words  pairs  pairs a second (TERp)")
    text = [word for pair in pairs for side in pair for word in side]
    natural = [(a, b) for a, b in pairs if all(28 <= len(side) <= 32 for side in (a, b))]
    for length in LENGTHS:
        # Parts of the text as sources; as targets, the same with every fifth word another one
        # and both halves exchanged.
        starts = range(0, min(200 * length, len(text) - length), length)
        made = [text[start : start + length] for start in starts]
        moved = [part[length // 2 :] + part[: length // 2] for part in made]
        others = [
            [text[(7919 * (k + j)) % len(text)] if j % 5 == 4 else w for j, w in enumerate(part)]
            for k, part in enumerate(moved)
        ]
        report(f"{length}", list(zip(made, others, strict=True)), known)
    report("28-32, real", natural, known)
    for name, pair in hardest(text):
        sides = known(pair[0]), known(pair[1])
        seconds, found = timed(partial(terp, *sides), time.process_time)
        print(f"{name}: {seconds:.2f} s, {len(found.shifts)} shifts")


def hardest(text: list[str]) -> list[tuple[str, tuple[list[str], list[str]]]]:
    """Return pairs of 200 words in which the search for shifts has most to do."""
    rng = random.Random(0)
    words = text[:200]
    few = [[f"w{rng.randrange(40)}" for _ in words] for _ in range(2)]
    return [
        ("200 words, shuffled", (words, rng.sample(words, len(words)))),
        ("200 words, reversed", (words, words[::-1])),
        ("200 words of 40, at random", (few[0], few[1])),
        ("one word, 200 times", (["x"] * 200, ["x"] * 150)),
    ]


def report(name: str, pairs: Sequence[tuple[list[str], list[str]]], known: WordLookup) -> None:
    """Print how many pairs a second TERp aligns, once it knows the words."""
    sides = [(known(source), known(target)) for source, target in pairs]
    start = time.process_time()
    for pair in sides:
        terp(*pair)
    print(f"{name:>5}  {len(pairs):>5}  {len(pairs) / (time.process_time() - start):.0f}")


def learn(data: Path) -> None:
    """Print Pearson's r of what was learned on the development part of the STS benchmark."""
    nlp = spacy_paraphrase.load(
        exclude=["sentence_pair", "graph_matcher", "relation_classifier", "sentence_fuser"]
    )
    sides = {}
    for part in ("train", "dev"):
        pairs, grades = sts(data, part)
        sides[part] = [tuple(known) for known in as_words(nlp, pairs)], grades
    dev, gold = sides["dev"]
    overlaps = [_overlap(*pair) for pair in sts(data, "dev")[0]]
    print(f"overlap of words  {pearson(overlaps, gold):.3f}")
    plain = [-terp(*pair, cap=False).score for pair in dev]
    print(f"TERp, terpa       {pearson(plain, gold):.3f}")
    seconds, tuned = timed(partial(tune, *sides["train"]), time.process_time)
    found = [-terp(*pair, tuned.align, score_costs=tuned.costs, cap=False).score for pair in dev]
    print(f"TERp, tuned       {pearson(found, gold):.3f}  learned in {seconds:.0f} s")
    for trainer in TRAINERS:
        train = partial(train_perp, *sides["train"], trainer)
        seconds, model = timed(train, time.process_time)
        found = [model(*pair) for pair in dev]
        print(f"PERP, {trainer:<10}  {pearson(found, gold):.3f}  learned in {seconds:.0f} s")


def as_words(
    nlp: spacy.language.Language, pairs: Sequence[tuple[str, str]]
) -> list[tuple[Words, Words]]:
    """Return pairs with what is known of their words; lemmas are those of the pipeline."""
    known = lookup()
    texts = [text.strip() for pair in pairs for text in pair]
    keep = ("tok2vec", "tagger", "attribute_ruler", "lemmatizer", "morphologizer")
    with nlp.select_pipes(disable=[name for name in nlp.pipe_names if name not in keep]):
        found = []
        for doc in nlp.pipe(texts, batch_size=256):
            words = [token for token in doc if not token.is_space]
            found.append(known([t.text for t in words], [t.lemma_ or t.text for t in words]))
    return list(zip(found[::2], found[1::2], strict=True))


def _overlap(source: str, target: str) -> float:
    one, other = set(source.split()), set(target.split())
    return len(one & other) / (len(one) * len(other)) ** 0.5


def main(part: Literal["edits", "learn"], *, data: Data = DATA, pairs: Pairs = 500) -> None:
    """Print the figures."""
    if part == "edits":
        edits(data, pairs)
    else:
        learn(data)
