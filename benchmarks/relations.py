"""Relations: labels of given links, entailment of sentences, minimal pairs, calibration.

Parts: "labels" (iSTS, gold alignment, F1 of type and of type with score), "sentences" (SICK,
accuracy over entailment, neutral and contradiction in each direction), "minimal" (pairs that differ
in one thing, more of them, and everyday ones), "sample" (dev and test of the embedded sample, with
gold links and with own ones), "help", "snli", "msrp" and "stsb" (see `relations_corpora`), and
reliability of the probabilities behind the first two. What is trained is trained in
cross-validation, seed 0, folds by pair; of SICK, whose sentences recur, also by sentence group.
With --held-out "help" and "snli" are the pairs of which the encoder was taught none, by
which tiers are to be compared; "labels" in the accurate tier needs --halves (`weights matcher`).
Composition is measured, without the judge (`judge` has both). In SICK the side that entails the
other, if only one does, stands first; nothing here knows that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from scipy.optimize import minimize
from spacy.language import Language
from thinc.api import Adam, fix_random_seed

import spacy_paraphrase
from benchmarks.data import DATA, ISTS, SICK, before_alignment, ists
from benchmarks.matcher_spans import MEASURE, SEED, fold_of
from benchmarks.relations_corpora import help_pairs, msrp, snli, stsb
from benchmarks.relations_sample import sample
from benchmarks.report import signature
from scripts.door import ROOT, Data, EncoderPair, Limit, Tier
from scripts.records import table
from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.analysis.sentence import sentences as both_sides
from spacy_paraphrase.components.relation_classifier import learned
from spacy_paraphrase.components.unit_links import pair_of_links
from spacy_paraphrase.components.word_pairs import WordPairReader
from spacy_paraphrase.metrics import (
    NLI,
    CalibrationMeasure,
    ChunkLink,
    LabelMeasure,
    evaluate,
    relation_of,
)
from spacy_paraphrase.ml.feature_tables import set_scale
from spacy_paraphrase.ml.networks import (
    both_ways,
    build_relation_network,
    fitting,
    gradient,
    probabilities,
)
from spacy_paraphrase.ml.span_decode import CLASSES, TYPE_OF_RELATION, decide_linked
from spacy_paraphrase.ml.unit_learning import LabellerLearner, UnitSettings, train
from spacy_paraphrase.pairs.results import Judgement, SentenceRelation, judgement_of
from spacy_paraphrase.readers import PairRecord, read_table, record_to_doc
from spacy_paraphrase.readers.ists_classes import gold_links
from weights.matcher import Halves, read_halves, with_readings

PAIRS = ROOT / "tests" / "relations"
CORPORA = {"help": help_pairs, "snli": snli, "msrp": msrp, "stsb": stsb}
PARTS = ("labels", "sentences", "minimal", "sample", *CORPORA)
FOLDS = 5
HIDDEN, EPOCHS, BATCH, RATE, DECAY = 64, 16, 128, 0.002, 0.001
Array = np.ndarray[Any, Any]


class Sentences(NamedTuple):
    """Pairs of sentences with what composition says of them, their features and their gold."""

    records: list[PairRecord]
    composed: list[SentenceRelation]
    names: tuple[str, ...]
    rows: Array


def labels(data: Path, halves: Halves | None) -> None:
    """Print how well given links are labelled."""
    sets, records, pairs, gold = [], [], [], []
    nlp, experts = before_alignment()
    reader = WordPairReader(experts, None)
    for name in ISTS:
        some = [record for record in ists(data, name) if record.gold.links]
        docs = nlp.pipe([record_to_doc(record, nlp) for record in some])
        docs = with_readings(docs, [record.source for record in some], halves)
        for record, doc in zip(some, docs, strict=True):
            *units, kinds = gold_links(record)
            reading = reader.read(*both_sides(doc))
            sets.append(name)
            records.append(record)
            pairs.append(pair_of_links(reading, *units))
            gold.append(kinds)
    folds = fold_of(records, FOLDS)
    found: list[Array] = [np.zeros(0)] * len(records)
    for fold in range(FOLDS):
        chosen = np.flatnonzero(folds != fold)
        learner = LabellerLearner(UnitSettings())
        train(learner, [(pairs[i], gold[i]) for i in chosen], epochs=48, batch=32, seed=SEED)
        for i in np.flatnonzero(folds == fold):
            found[i] = learner.labeller(pairs[i])
    tier = "accurate" if halves else "fast"
    print(f"{MEASURE.signature()}|gold alignment|folds:{FOLDS}|seed:{SEED}|tier:{tier}")
    print(f"{'F1':20}{'type':>8}{'both':>8}")
    for name in ISTS:
        chosen = [i for i, other in enumerate(sets) if other == name]
        preds = [named(records[i], found[i]) for i in chosen]
        scores = evaluate(MEASURE, preds, [records[i].gold for i in chosen]).scores
        print(f"{name:20}{scores['type_f']:8.3f}{scores['type_score_f']:8.3f}", flush=True)
    where = np.concatenate([np.full(len(f), k) for f, k in zip(found, folds, strict=True)])
    every, right = np.concatenate(found), np.concatenate(gold)
    outcome = every.argmax(1) == right
    logits = np.log(np.maximum(every, 1e-9))

    def flattened(temperature: float, rows: Array) -> Array:
        raised = np.exp(rows / temperature)
        return np.asarray(raised / raised.sum(1, keepdims=True))

    def loss(chosen: Array) -> Callable[[Array], float]:
        where = np.arange(len(right[chosen])), right[chosen]
        return lambda t: -float(np.log(flattened(np.exp(t[0]), logits[chosen])[where]).mean())

    after = np.zeros(len(every))
    for fold in range(FOLDS):
        fitted = np.exp(minimize(loss(where != fold), [0.0], method="Nelder-Mead").x[0])
        after[where == fold] = flattened(fitted, logits[where == fold]).max(1)
    reliability("class of a given link", {"raw": every.max(1), "temperature": after}, outcome)


def named(record: Any, found: Array) -> list[ChunkLink]:
    """Return the gold links with predicted types and scores."""
    kinds = [CLASSES[k] for k in decide_linked(found).tolist()]
    return [
        ChunkLink(link.source, link.target, {TYPE_OF_RELATION[kind.relation]}, kind.score)
        for link, kind in zip(record.gold.links, kinds, strict=True)
    ]


def sentences(nlp: Language, data: Path, limit: int) -> None:
    """Print how well it is known what one sentence says of the other."""
    corpus = read_sentences(nlp, data, limit)
    by_pair = np.random.default_rng(SEED).permutation(len(corpus.records)) % FOLDS
    learnt = {
        "trained, folds by pair": cross_validated(corpus, by_pair),
        "trained, folds by sentence group": cross_validated(corpus, by_group(corpus.records)),
    }
    systems = {"majority": [Judgement("neutral", "neutral")] * len(corpus.records)}
    systems["composition, untrained"] = [judgement_of(relation) for relation in corpus.composed]
    for name, found in learnt.items():
        systems[name] = [
            judgement_of(learned(row, relation) if relation.label != "equals" else relation)
            for row, relation in zip(found, corpus.composed, strict=True)
        ]
    print(f"\n{LabelMeasure().signature()}|SICK train+trial|pairs:{len(corpus.records)}", end="")
    print(f"|folds:{FOLDS}|seed:{SEED}|pipeline:{nlp.meta['name']}|features:{len(corpus.names)}")
    heads = ("A to B", "B to A", "macro F", "macro F", "relation")
    print(f"{'accuracy':34}" + "".join(f"{head:>9}" for head in heads))
    for name, judgements in systems.items():
        cells = [f"{number:9.3f}" for number in scored(corpus.records, judgements)]
        print(f"{name:34}" + "".join(cells), flush=True)
    truth = np.array([record.entails == "entailment" for record in corpus.records])
    raw = np.array([entailment(relation) for relation in corpus.composed])
    shown = {"composition": raw, "composition, fitted": refitted(raw, truth, by_pair)}
    trained = learnt["trained, folds by pair"][:, :2].sum(1)
    shown |= {"trained": trained, "trained, fitted": refitted(trained, truth, by_pair)}
    reliability("that A entails B", shown, truth)


def read_sentences(nlp: Language, data: Path, limit: int) -> Sentences:
    """Return SICK, parsed, aligned and composed."""
    records = list(read_table(data / SICK, nlp))[: limit or None]
    pipe = nlp.get_pipe("relation_classifier")
    composed, rows = [], []
    names: tuple[str, ...] = ()
    for doc in pipe_pairs(nlp, [(record.source, record.target) for record in records]):
        features = pipe.features(doc)
        names = features.names
        rows.append(features.values)
        composed.append(doc._.relation)
    return Sentences(records, composed, names, np.array(rows))


def by_group(records: Sequence[PairRecord]) -> Array:
    """Return the fold of each pair; pairs that share a sentence are in one fold."""
    parent: dict[str, str] = {}

    def top(text: str) -> str:
        while parent.setdefault(text, text) != text:
            text = parent[text]
        return text

    texts = [[" ".join(side).lower() for side in (r.source, r.target)] for r in records]
    for one, other in texts:
        parent[top(one)] = top(other)
    groups = sorted({top(one) for one, _ in texts})
    places = np.random.default_rng(SEED).permutation(len(groups)) % FOLDS
    fold = dict(zip(groups, places.tolist(), strict=True))
    return np.array([fold[top(one)] for one, _ in texts])


def cross_validated(corpus: Sentences, folds: Array) -> Array:
    """Return the probabilities of the classes of each pair, by networks that did not see it."""
    fits = np.array([fitting(record.entails, record.entailed) for record in corpus.records])
    result = np.zeros(fits.shape, np.float32)
    for fold in range(FOLDS):
        chosen = folds != fold
        network = fit(corpus.names, corpus.rows[chosen], fits[chosen])
        result[~chosen] = probabilities(network, corpus.names, corpus.rows[~chosen])
    return result


def fit(names: Sequence[str], rows: Array, fits: Array) -> Any:
    """Return a network trained as `relation_classifier` trains its own."""
    fix_random_seed(SEED)
    rows, fits = both_ways(names, rows, fits)
    network = build_relation_network([HIDDEN])
    set_scale(network, rows)
    network.initialize(X=rows[:2], Y=fits[:2])
    optimizer = Adam(RATE, L2=DECAY, L2_is_weight_decay=True, grad_clip=1.0)
    random = np.random.default_rng(SEED)
    starts = range(0, len(rows), BATCH)
    for epoch in range(EPOCHS):
        order = random.permutation(len(rows))
        for step, start in enumerate(starts):
            batch = order[start : start + BATCH]
            found, backprop = network.begin_update(rows[batch])
            backprop(gradient(found, fits[batch])[0] / len(batch))
            done = (epoch * len(starts) + step) / (EPOCHS * len(starts))
            optimizer.learn_rate = RATE * (1 - done)
            network.finish_update(optimizer)
    return network


def scored(records: Sequence[PairRecord], judgements: Sequence[Judgement]) -> list[float]:
    """Return accuracy and macro F in both directions, and accuracy over the relations."""
    accuracies, macro = [], []
    for name in ("entails", "entailed"):
        preds, golds = ([getattr(item, name) for item in s] for s in (judgements, records))
        scores = evaluate(LabelMeasure(name, NLI), preds, golds).scores
        accuracies.append(float(scores["accuracy"] or 0.0))
        macro.append(float(scores["macro_f"] or 0.0))
    pairs = [
        [relation_of(str(item.entails), str(item.entailed)) for item in (judgement, record)]
        for judgement, record in zip(judgements, records, strict=True)
    ]
    return [*accuracies, *macro, float(np.mean([one == two for one, two in pairs]))]


def entailment(relation: SentenceRelation) -> float:
    """Return the probability that the source entails the target."""
    return sum(relation.scores[label] for label in ("equals", "restates", "specifies"))


def refitted(confidence: Array, truth: Array, folds: Array) -> Array:
    """Return probabilities after logistic regression on their logits (Platt 1999), by folds."""
    clipped = np.clip(confidence, 1e-6, 1 - 1e-6)
    logits = np.log(clipped / (1 - clipped))
    result = np.zeros(len(logits))
    for fold in range(FOLDS):
        x, y = logits[folds != fold], truth[folds != fold]

        def loss(line: Array, x: Array = x, y: Array = y) -> float:
            z = line[0] * x + line[1]
            return float(np.mean(np.logaddexp(0.0, z) - y * z))

        slope, offset = minimize(loss, [1.0, 0.0]).x
        result[folds == fold] = 1 / (1 + np.exp(-(slope * logits[folds == fold] + offset)))
    return result


def reliability(what: str, confidences: dict[str, Array], outcome: Array) -> None:
    """Print error of calibration and bins of some confidences."""
    measure = CalibrationMeasure()
    print(f"\n{signature(measure)}|{what}|n:{len(outcome)}")
    print(f"{'':24}{'ECE':>7}{'Brier':>7}   accuracy by confidence, in tenths")
    for name, confidence in confidences.items():
        pairs = np.clip(confidence, 0.0, 1.0).tolist()
        result = evaluate(measure, pairs, outcome.tolist())
        cells = [
            "   - " if row.accuracy is None else f"{row.accuracy:5.2f}"
            for row in measure.reliability(result.stats.sum(0).tolist())
        ]
        scores = result.scores
        print(f"{name:24}{scores['ece']:7.3f}{scores['brier']:7.3f}   " + "".join(cells))


def hand_made() -> dict[str, list[dict[str, str]]]:
    """Return the pairs of the tests, which nothing is trained on, by file."""
    return {path.stem: table(path) for path in sorted(PAIRS.glob("*_pairs.tsv"))}


def is_right(relation: SentenceRelation, row: dict[str, str]) -> bool:
    """Return whether relation and conflict are those of a pair of the tests."""
    return relation.label == row["relation"] and relation.conflict == bool(row["conflict"])


def minimal(nlp: Language) -> dict[str, float]:
    """Print how many of the pairs of the tests are right, which nothing is trained on.

    The accuracy is returned by file.
    """
    print("\nrelation and conflict|composition, untrained")
    accuracies = {}
    for name, rows in hand_made().items():
        right: dict[str, list[bool]] = {}
        docs = pipe_pairs(nlp, [(row["source"], row["target"]) for row in rows])
        for doc, row in zip(docs, rows, strict=True):
            right.setdefault(row["kind"], []).append(is_right(doc._.relation, row))
        every = [ok for oks in right.values() for ok in oks]
        print(f"{name}: pairs {len(every)}, accuracy {np.mean(every):.3f}; with errors: ", end="")
        wrong = (f"{kind} {sum(oks)}/{len(oks)}" for kind, oks in right.items() if not all(oks))
        print(", ".join(wrong), flush=True)
        accuracies[f"{name}, accuracy"] = float(np.mean(every))
    return accuracies


def main(
    *,
    data: Data = DATA,
    tier: Tier = "fast",
    halves: EncoderPair = None,
    held_out: Annotated[bool, "pairs that nothing was taught"] = False,
    only: Literal[PARTS] | None = None,
    limit: Limit = 0,
) -> None:
    """Print the tables."""
    nlp = spacy_paraphrase.load(
        tier=tier, exclude=["sentence_fuser"], relation_classifier={"judge": None}
    )
    if only in (None, "minimal"):
        minimal(nlp)
    if only in (None, "sample"):
        sample(nlp)
    if only in (None, "sentences"):
        sentences(nlp, data, limit)
    for name, show in CORPORA.items():
        if only in (None, name):
            show(nlp, data, limit, held_out)
    if only in (None, "labels"):
        labels(data, read_halves(halves))
