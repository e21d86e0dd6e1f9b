"""Word alignment by the trained matcher, in cross-validation.

Macro precision, recall, F and exact match on sure links, all words, 5 folds by pair, seed 0. Beside
the whole: without groups of features, the features of Marsi and Krahmer 2010 alone, their
memory-based classifier, a learning curve, and training on one corpus for another. With --halves the
accurate tier: each pair read by the encoder that was not taught its links (`python -m weights
matcher`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

import numpy as np

from benchmarks.alignment import KEYS, MEASURE, parsed
from benchmarks.data import DATA, before_alignment, word_alignments
from benchmarks.report import gold_links, signature
from scripts.door import Data, EncoderPair
from spacy_paraphrase.analysis.sentence import sentences
from spacy_paraphrase.components.word_pairs import WordPairReader
from spacy_paraphrase.lexicon.relations import LEXICAL_RELATIONS
from spacy_paraphrase.metrics import GoldLinks, evaluate
from spacy_paraphrase.ml.feature_tables import FeatureTable
from spacy_paraphrase.ml.networks import build_network
from spacy_paraphrase.ml.word_matcher import (
    Cost,
    Targets,
    fallback_links,
    fallback_probabilities,
    fit,
    many_to_many,
    sigmoid,
    targets_of_links,
    utilities,
    with_proposals,
)
from spacy_paraphrase.papers.memory import build_memory, store
from spacy_paraphrase.readers import PairRecord
from spacy_paraphrase.trees import assign
from weights.matcher import Halves, read_halves, with_readings

FOLDS, SEED, THRESHOLD = 5, 0, 0.45
# What the features of the paper are called here; the rest is ours.
PAPER = ("expert.identity", "expert.lemma", "expert.string", "source.", "target.", "recurs.")
PAPER += ("length.", "same.pos", "same.dep", "wordnet.lin", "identical.word ", "identical.heads")
PAPER += tuple(f"wordnet.{name}" for name in LEXICAL_RELATIONS if name not in ("none", "antonym"))
WORDNET = ("wordnet.", "expert.wordnet")
Keep = Callable[[str], bool]


class Corpus(NamedTuple):
    """The features of a corpus and what is to be found."""

    names: tuple[str, ...]
    candidates: list[Any]  # (words, words) of each pair: what the classifier is asked about
    tables: list[Any]  # (candidates, features) of each pair
    targets: list[Targets]  # (candidates,) of each pair
    gold: list[GoldLinks]


def read(
    nlp: Any, reader: WordPairReader, records: list[PairRecord], halves: Halves | None = None
) -> Corpus:
    """Return the features of all word pairs of a corpus."""
    candidates, tables, targets = [], [], []
    names: tuple[str, ...] = ()
    docs = with_readings(parsed(nlp, records), [record.source for record in records], halves)
    for doc, record in zip(docs, records, strict=True):
        reading = reader.read(*sentences(doc))
        names = reading.table.names
        candidates.append(reading.candidates)
        tables.append(reading.table.values[reading.candidates].astype(np.float16))
        known = targets_of_links(record.sure, reading.similarity)
        targets.append(known.take(np.flatnonzero(reading.candidates)))
    return Corpus(names, candidates, tables, targets, gold_links(records))


def rows(
    corpus: Corpus, pairs: list[int], columns: list[int], many: bool = False
) -> tuple[Any, Targets]:
    """Return the features and targets of some pairs as rows; with many, all links count."""
    features = np.concatenate([corpus.tables[k][:, columns] for k in pairs])
    targets = Targets.join([corpus.targets[k] for k in pairs])
    if many:
        targets = replace(targets, counted=np.ones_like(targets.counted))
    return features.astype(np.float32), targets


def network(names: list[str], features: Any, targets: Targets) -> Callable[[Any], Any]:
    """Return what gives probabilities after training a network."""
    model = fit(build_network([64, 32]), names, features, targets, seed=SEED)
    return lambda some: sigmoid(model.predict(some)[:, 0])


def memory(names: list[str], features: Any, targets: Targets) -> Callable[[Any], Any]:
    """Return the classifier of the paper: 3 nearest neighbours, none downsampled to a half."""
    model = build_memory()
    store(model, names, features, targets)
    return lambda some: sigmoid(model.predict(some)[:, 0])


def named(corpus: Corpus, columns: list[int]) -> list[str]:
    """Return the names of some features."""
    return [corpus.names[k] for k in columns]


def folds(corpus: Corpus) -> list[tuple[list[int], list[int]]]:
    """Return (training pairs, test pairs) of each fold."""
    fold = np.random.RandomState(SEED).permutation(len(corpus.gold)) % FOLDS
    return [
        (np.flatnonzero(fold != k).tolist(), np.flatnonzero(fold == k).tolist())
        for k in range(FOLDS)
    ]


class Variant(NamedTuple):
    """What to cross-validate: features by name, classifier, share of the data, cost of a link.

    With `hide` the features whose names begin so are in the training, but not in the test; with
    `many` a word may join the link of the word beside it.
    """

    keep: Keep = lambda name: True
    train: Callable[[list[str], Any, Targets], Any] = network
    share: float = 1.0
    cost: Cost = "probability"
    hide: str = "-"
    many: bool = False


WHOLE = Variant()


def links(
    corpus: Corpus, pair: int, columns: list[int], predict: Any, variant: Variant = WHOLE
) -> set[tuple[int, int]]:
    """Return the predicted links of a pair."""
    features, _ = rows(corpus, [pair], columns)
    asked = corpus.candidates[pair]
    found = np.zeros(asked.shape)
    values = np.zeros((*asked.shape, len(columns)), dtype=np.float32)
    values[asked] = features
    names = tuple(named(corpus, columns))
    features[:, [name.startswith(variant.hide) for name in names]] = np.nan
    found[asked] = predict(features)
    table = FeatureTable(names, values)
    likely = found
    found = with_proposals(likely, table)
    some = assign(utilities(found, THRESHOLD, variant.cost))
    some += fallback_links(fallback_probabilities(found, table), some)
    return set(many_to_many(likely, some, THRESHOLD) if variant.many else some)


def cross_validated(
    corpus: Corpus, variants: Sequence[Variant]
) -> list[list[set[tuple[int, int]]]]:
    """Return the links of each pair in cross-validation, for variants that are trained alike."""
    first = variants[0]
    columns = [k for k, name in enumerate(corpus.names) if first.keep(name)]
    found: list[dict[int, set[tuple[int, int]]]] = [{} for _ in variants]
    for training, test in folds(corpus):
        some = training[: max(1, round(first.share * len(training)))]
        taught = rows(corpus, some, columns, first.many)
        predict = first.train(named(corpus, columns), *taught)
        for one, variant in zip(found, variants, strict=True):
            one |= {pair: links(corpus, pair, columns, predict, variant) for pair in test}
    return [[one[pair] for pair in range(len(corpus.gold))] for one in found]


def line(found: list[set[tuple[int, int]]], gold: list[GoldLinks]) -> str:
    """Return figures as a line."""
    result = evaluate(MEASURE, found, gold)
    return "".join(f"{100 * (result.scores[key] or 0):7.1f}" for key in KEYS)


def show_errors(found: list[set[tuple[int, int]]], records: list[PairRecord], count: int) -> None:
    """Print some missed and some wrong links, each with the words around it."""
    missed, wrong = [], []
    for links, record in zip(found, records, strict=True):
        missed += [(record, *cell) for cell in sorted(record.sure - links)]
        wrong += [(record, *cell) for cell in sorted(links - record.sure - record.possible)]
    random = np.random.RandomState(SEED)
    for label, errors in (("missed", missed), ("wrong", wrong)):
        print(f"    {label}: {len(errors)}")
        for k in sorted(random.permutation(len(errors))[:count].tolist()):
            record, i, j = errors[k]
            print(f"      {around(record.source, i)}  ~  {around(record.target, j)}")


def around(words: tuple[str, ...], i: int) -> str:
    """Return a word in brackets, with three words on both sides."""
    return " ".join([*words[max(0, i - 3) : i], f"[{words[i]}]", *words[i + 1 : i + 4]])


def main(
    *,
    data: Data = DATA,
    halves: EncoderPair = None,
    errors: Annotated[int, "errors to print of each kind"] = 0,
    quick: Annotated[bool, "the whole matcher only"] = False,
) -> None:
    """Print the tables."""
    nlp, experts = before_alignment()
    reader, encoders = WordPairReader(experts, None), read_halves(halves)
    print(signature(MEASURE, nlp, folds=FOLDS, seed=SEED))
    # Variants of one group are trained once.
    whole = {"all features": WHOLE}
    if halves:
        whole["the same, no encoder"] = Variant(hide="encoder")
    groups = [whole, {"many to many": Variant(many=True)}]
    if not quick:
        whole["cost by entropy"] = Variant(cost="entropy")
        groups += [
            {"one pass": Variant(lambda name: not name.startswith("linked."))},
            {"without WordNet": Variant(lambda name: not name.startswith(WORDNET))},
            {"features of the paper": Variant(lambda name: name.startswith(PAPER))},
            {"  memory-based, k = 3": Variant(lambda name: name.startswith(PAPER), memory)},
            {"10 % of the pairs": Variant(share=0.1)},
            {"30 % of the pairs": Variant(share=0.3)},
        ]
    corpora = {}
    for name, records in word_alignments(data):
        corpora[name] = corpus = read(nlp, reader, records, encoders)
        print(f"{name}, {len(records)} pairs, {len(corpus.names)} features")
        for group in groups:
            results = cross_validated(corpus, list(group.values()))
            for label, found in zip(group, results, strict=True):
                print(f"  {label:28}{line(found, corpus.gold)}", flush=True)
                if errors and label == "all features":
                    show_errors(found, records, errors)
    for name, corpus in corpora.items():
        columns = list(range(len(corpus.names)))
        everything = rows(corpus, list(range(len(corpus.gold))), columns)
        predict = network(named(corpus, columns), *everything)
        for other, test in corpora.items():
            if other != name:
                pairs = range(len(test.gold))
                found = [links(test, pair, columns, predict) for pair in pairs]
                print(f"trained on {name}, tested on {other}: {line(found, test.gold)}", flush=True)
