"""Graded similarity and paraphrase recognition: how good, by which features, how fast.

STS benchmark: Pearson correlation on dev, with the weights of the package (which saw no judgement
of similarity), and fitted to train. Microsoft paraphrase corpus: accuracy and F on its development
cut, fitted to train, and over five folds of train. PAN (`--pan`): over five folds of train. 1,000
random pairings of sentences of STS dev: how many are below .3. Pairs a second over parsed Docs, and
what a pair costs by its length. `--ablation`: each family of features alone, all but it, those of
published systems, and other learners. Processed pairs are kept in the folder `--cache`, if there is
one: they take long.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, DocBin

import spacy_paraphrase
from benchmarks.data import DATA, paraphrases, sts
from benchmarks.report import figures
from scripts.door import Data, Limit, Tier
from spacy_paraphrase import pipe_pairs, sides
from spacy_paraphrase.factories import CLASSIFIER_FAMILIES, SIMILARITY_FAMILIES
from spacy_paraphrase.lexicon.overlap import untrained_overlap
from spacy_paraphrase.metrics import ParaphraseMeasure, SimilarityMeasure
from spacy_paraphrase.papers.perp import stacked
from spacy_paraphrase.scoring.families import FAMILIES, PairView, Statistics, features, table
from spacy_paraphrase.scoring.linear import Learner, fit, folds
from spacy_paraphrase.scoring.nonlinear import fit_svr, fit_vote

Pair = tuple[str, str]
RANDOM, LOW = 1000, 0.3
# What published systems looked at, as far as it is built: TakeLab, DKPro and GateWordMatch in
# NTNU-CORE; run 3 of HENRY-CORE, and with PERP run 2; Madnani, Tetreault and Chodorow 2012.
PUBLISHED = {
    "NTNU-CORE": ("strings", "takelab", "match"),
    "HENRY-CORE 3": ("ngrams", "lengths"),
    "HENRY-CORE 2": ("ngrams", "lengths", "perp"),
    "Madnani 2012": ("translation",),
}
# The other learner in place of each.
OTHERS = {"ridge": ("svr", fit_svr), "logistic": ("vote", fit_vote)}
FAMILIES_OF = {"ridge": SIMILARITY_FAMILIES, "logistic": CLASSIFIER_FAMILIES}


class Corpus(NamedTuple):
    """Pairs with what people said of them."""

    pairs: list[Pair]
    gold: np.ndarray[Any, np.dtype[np.float64]]


def graded_pairs(data: Path, part: str) -> Corpus:
    """Read a part of the STS benchmark, with grades from 0 to 1."""
    pairs, grades = sts(data, part)
    return Corpus(pairs, np.array(grades) / 5)


def labelled_pairs(data: Path, part: str) -> Corpus:
    """Read a part of the Microsoft paraphrase corpus."""
    pairs, labels = paraphrases(data, part)
    return Corpus(pairs, np.array(labels, float))


def pan_pairs(path: Path) -> Corpus:
    """Read the training part of PAN."""
    sides = [(path / f"pan-train_s{k}.txt").read_text("utf8").splitlines() for k in (1, 2)]
    labels = (path / "pan-train.labels").read_text("utf8").split()
    return Corpus(list(zip(*sides, strict=True)), np.array(list(map(float, labels))))


class Bench:
    """Pairs as a pipeline leaves them, and the features of each family, computed once."""

    def __init__(self, tier: str, cache: Path | None, limit: int | None) -> None:
        self.tier, self.cache, self.limit = tier, cache, limit
        self.nlp: Language = spacy_paraphrase.load(tier=tier, exclude=["sentence_fuser"])  # type: ignore[arg-type]

    def docs(self, name: str, pairs: Sequence[Pair]) -> list[Doc]:
        """Return processed pairs, from the cache if they are there."""
        path = self.cache and self.cache / f"{self.tier}-{name}.spacy"
        if path and path.exists():
            found = list(DocBin().from_disk(path).get_docs(self.nlp.vocab))
        else:
            found = list(pipe_pairs(self.nlp, pairs, batch_size=64))
            if path:
                path.parent.mkdir(exist_ok=True, parents=True)
                DocBin(docs=found).to_disk(path)
        return list(self.some(found))

    def some(self, items: Any) -> Any:
        """Return `limit` of some items, evenly spaced."""
        return items if not self.limit else items[:: max(len(items) // self.limit, 1)]

    def families(self, wanted: Sequence[str]) -> list[str]:
        """Return the families that this tier has."""
        return [name for name in wanted if name != "reading" or self.tier == "accurate"]


def tables(parts: dict[str, list[Doc]], families: Sequence[str], gold: Any) -> Any:
    """Return the features of each part by family, with the statistics of the first part."""
    views = {part: [PairView(doc) for doc in docs] for part, docs in parts.items()}
    known = Statistics.of(next(iter(views.values())), families)
    told = None
    if "perp" in families:  # what it says of the pairs that it learns from is left out of them
        words = [(pair.a.looked_up, pair.b.looked_up) for pair in next(iter(views.values()))]
        known.perp, told = stacked(words, gold)
    found: dict[str, dict[str, Any]] = {part: {} for part in parts}
    for family in families:
        names: list[str] = []
        for part, pairs in views.items():
            rows = [features(pair, [family], known) for pair in pairs]
            names = names or list(rows[0])
            found[part][family] = table(rows, names)
    if told is not None:
        first = next(iter(found.values()))
        first["perp"] = np.sort(told, axis=1)
    return found


def rows(part: dict[str, Any], families: Sequence[str]) -> Any:
    """Return the features of some families side by side."""
    return np.hstack([part[family] for family in families])


def out_of_fold(x: Any, gold: Any, learner: Learner) -> Any:
    """Return predictions for each pair by a model that did not see it."""
    names = list(map(str, range(x.shape[1])))
    alpha = fit(x, gold, names, learner=learner).alpha
    found, parts = np.zeros(len(x)), folds(len(x), 1)
    for k in range(parts.max() + 1):
        model = fit(x[parts != k], gold[parts != k], names, learner=learner, alpha=alpha)
        found[parts == k] = model.predict(x[parts == k])
    return found


def graded(preds: Any, gold: Any) -> str:
    """Return Pearson and mean absolute error as text."""
    keys = ("pearson", "mae")
    said = list(map(float, preds))
    return figures(SimilarityMeasure(), said, gold.tolist(), keys, "pearson", form="7.3f", unit=1)


def recognised(preds: Any, gold: Any) -> str:
    """Return accuracy, F and those of a constant as text."""
    keys = ("accuracy", "f", "majority", "majority_f")
    said = [bool(p >= 0.5) for p in preds]
    return figures(ParaphraseMeasure(), said, [bool(g) for g in gold], keys, "accuracy")


def learn(
    bench: Bench,
    parts: dict[str, list[Doc]],
    golds: list[Any],
    learner: Learner,
    show: Callable[[Any, Any], str],
    ablation: bool,
) -> None:
    """Fit to the first part; print how good it is on the second, and on the first by folds."""
    families = bench.families(list(FAMILIES) if ablation else FAMILIES_OF[learner])
    usual = bench.families(FAMILIES_OF[learner])
    found = tables(parts, families, golds[0])
    first, *others = found.values()
    sets = {"default": usual}
    if ablation:
        sets |= {"all": families} | {f"only {name}": [name] for name in families}
        sets |= {f"without {name}": [f for f in usual if f != name] for name in usual}
        sets |= {name: list(some) for name, some in PUBLISHED.items()}
    for label, some in sets.items():
        x, gold = rows(first, some), golds[0]
        start = f"  {label:20} {x.shape[1]:4} features"
        for other, its_gold in zip(others, golds[1:], strict=True):
            model = fit(x, gold, list(map(str, range(x.shape[1]))), learner=learner)
            print(f"{start}  held out {show(model.predict(rows(other, some)), its_gold)}")
        if not others or label == "default":
            print(f"{start}  5 folds  {show(out_of_fold(x, gold, learner), gold)}")
    if ablation and others:
        name, other_fit = OTHERS[learner]
        x, names = rows(first, usual), list(map(str, range(rows(first, usual).shape[1])))
        said = other_fit(x, golds[0], names).predict(rows(others[0], usual))
        print(f"  default, {name:11} {x.shape[1]:4} features  held out {show(said, golds[1])}")


def shipped(bench: Bench, docs: list[Doc], gold: Any) -> None:
    """Print how good the weights of the package are, and the overlap without any."""
    component = bench.nlp.create_pipe("paraphrase_similarity")
    untrained = [untrained_overlap(doc) for doc in docs]
    print("  untrained overlap              ", graded(untrained, gold))
    print("  weights of the package         ", graded([component(d)._.overlap for d in docs], gold))


def speed(bench: Bench, docs: list[Doc]) -> None:
    """Print how many pairs a second are graded."""
    component = bench.nlp.create_pipe("paraphrase_similarity")
    for doc in docs[:100]:
        component(doc)
    fresh = [doc.copy() for doc in docs]
    start = time.process_time()
    for doc in fresh:
        component(doc)
    print(f"  {len(fresh) / (time.process_time() - start):.0f} pairs a second of one core")
    lengths, costs = [], []
    for doc in (doc.copy() for doc in docs):
        start = time.process_time()
        component(doc)
        costs.append(1000 * (time.process_time() - start))
        lengths.append(float(np.prod([len(side) for side in sides(doc)])))
    each, fixed = np.polyfit(lengths, costs, 1)
    print(f"  {fixed:.1f} ms for a pair, and {1000 * each:.1f} ms for 1,000 pairs of words")


def unrelated(bench: Bench, corpus: Corpus) -> None:
    """Print how many random pairings are graded below `LOW`."""
    rng = random.Random(0)
    sentences = [side for pair in corpus.pairs for side in pair]
    pairs = [(rng.choice(sentences), rng.choice(sentences)) for _ in range(RANDOM)]
    component = bench.nlp.create_pipe("paraphrase_similarity")
    found = np.array([component(doc)._.overlap for doc in bench.docs("random", pairs)])
    print(f"  {100 * (found < LOW).mean():.1f} % below {LOW}, mean {found.mean():.2f}")
    assert np.isfinite(found).all()
    assert 0 <= found.min() <= found.max() <= 1


def main(
    *,
    data: Data = DATA,
    tier: Tier = "fast",
    cache: Annotated[Path | None, "folder of processed pairs"] = None,
    pan: Annotated[bool, "PAN, too"] = False,
    ablation: Annotated[bool, "by family of features"] = False,
    limit: Limit = None,
) -> None:
    """Print all figures of a tier."""
    bench = Bench(tier, cache, limit)
    read = {part: graded_pairs(data, part) for part in ("train", "dev")}
    parts = {part: bench.docs(f"stsb-{part}", corpus.pairs) for part, corpus in read.items()}
    golds = [bench.some(corpus.gold) for corpus in read.values()]
    print(f"STS benchmark, dev, {tier}: Pearson, mean error, interval of Pearson")
    shipped(bench, parts["dev"], golds[1])
    learn(bench, parts, golds, "ridge", graded, ablation)
    print("Speed")
    speed(bench, parts["dev"])
    print("Random pairings, weights of the package")
    unrelated(bench, read["dev"])
    read = {part: labelled_pairs(data, part) for part in ("train", "val")}
    parts = {part: bench.docs(f"msrp-{part}", corpus.pairs) for part, corpus in read.items()}
    golds = [bench.some(corpus.gold) for corpus in read.values()]
    print(f"MSRP, {tier}: accuracy, F, those of a constant, interval of accuracy")
    learn(bench, parts, golds, "logistic", recognised, ablation)
    if pan:
        corpus = pan_pairs(data / "paraphrase/pan")
        print("PAN: the same")
        docs = {"train": bench.docs("pan-train", corpus.pairs)}
        learn(bench, docs, [bench.some(corpus.gold)], "logistic", recognised, ablation)
