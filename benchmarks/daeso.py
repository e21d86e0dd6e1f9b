"""The Dutch news part of DAESO, the corpus of Marsi and Krahmer 2010 (COLING), in cross-validation.

Eight folds, one for each part of the corpus. "words": links between nodes that are words; "trees":
links between any nodes of the Alpino graphs, words among them. Precision, recall and F of the links
whatever their relation, F of each relation and their macro and micro mean, pooled over all pairs.

Two classifiers over the gold trees, without lexicon and vectors: the memory of the paper over its
groups of features (k = 3 for words, 5 for trees; costs by entropy), and networks over all features.
These go in two steps, words first, then phrases with the words' links as features, and in two
passes each: what the first pass says of a pair and of those around it are features of the second.
In training, all that is said of a pair is said by networks that learnt from other parts.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import spacy

from benchmarks.data import DATA
from benchmarks.report import signature
from scripts.door import Data
from spacy_paraphrase.analysis.sentence import sentences
from spacy_paraphrase.components.word_pairs import WordPairs
from spacy_paraphrase.metrics import RelationMeasure, evaluate
from spacy_paraphrase.ml.feature_tables import mirror
from spacy_paraphrase.ml.networks import build_network
from spacy_paraphrase.ml.span_features import span_features
from spacy_paraphrase.ml.word_features import context_features
from spacy_paraphrase.ml.word_matcher import Targets, fit, logit, sigmoid, softmax, utilities
from spacy_paraphrase.pairs.alignment import RELATIONS
from spacy_paraphrase.papers.graphs import Graph, GraphPair, record_of_graphs
from spacy_paraphrase.papers.memory import build_memory, store
from spacy_paraphrase.readers import read_graph_pairs, record_to_doc
from spacy_paraphrase.trees import WordFeatures, assign

# Marsi and Krahmer 2010, tables 3 to 6: align P, R, F; the five relations; macro and micro F.
PAPER = {
    "words": (90.92, 87.09, 88.96, 94.80, 45.85, 42.34, 48.17, 27.48, 51.73, 87.97),
    "trees": (92.27, 81.67, 86.65, 95.60, 38.11, 27.60, 40.07, 69.80, 54.24, 80.03),
}
# Groups of features of the paper, by how their names begin; the rest is ours.
WORDS_OF_PAPER = ("form.", "source.", "target.", "same.", "recurs.", "identical.word")
WORDS_OF_PAPER += ("identical.heads",)
NODES_OF_PAPER = ("category.", "head.", "yield.", "soft.", "words.", "size.", "string.")
# A word and a phrase of more words are hardly ever linked.
LARGEST = 8
THRESHOLD = 0.4
# Where the nearest stored pairs are of two minds, the memory links nothing.
DOUBT = 0.55
# Share of the unaligned pairs that teach the first pass; how likely a pair must be to it for the
# second, and of how many networks that is.
SHARE, LEAST, NETWORKS = 0.3, 0.005, 3
Links = dict[tuple[int, int], str]
Classifier = Callable[[Any], Any]
# Links of words and of nodes, of each pair.
Fold = tuple[list[Links], list[Links]]


@dataclass
class Pair:
    """A pair of graphs and what is known of its nodes, which are numbered from 0."""

    part: int
    graphs: GraphPair
    doc: Any
    reading: WordPairs
    gold: Links
    context: WordFeatures
    words: Any  # Features of the word pairs that are asked about, (rows, features).
    nodes: Any = None  # Likewise of pairs of nodes.
    asked: Any = None  # Which pairs of nodes these are, (source nodes, target nodes).
    node_names: tuple[str, ...] = ()

    @property
    def both(self) -> tuple[Graph, Graph]:
        """The two graphs."""
        return self.graphs.source, self.graphs.target


# -- What is seen of pairs -------------------------------------------------------------------------


def read(data: Path) -> tuple[list[Pair], tuple[str, ...]]:
    """Return all pairs, and the names of the features of words."""
    nlp = spacy.blank("nl")
    reader = nlp.add_pipe("graph_matcher", config={"forms": True}).reader
    root = data / "relations" / "daeso-nl"
    files = sorted(root.rglob("*.pgc"))
    if not files:
        raise SystemExit(f"no corpus: {root} holds no .pgc file")
    found = []
    names: tuple[str, ...] = ()
    for part, path in enumerate(files):
        for graphs in read_graph_pairs(path, root=root):
            doc = record_to_doc(record_of_graphs(graphs), nlp)
            reading = reader.read(*sentences(doc))
            both = [(reading.source, reading.target)]
            context = reader.experts.features(both, reader.experts.opinions(both))
            names = reading.table.names
            rows = reading.table.values[reading.candidates].astype(np.float16)
            places = [
                {id: k for k, id in enumerate(side.nodes)}
                for side in (graphs.source, graphs.target)
            ]
            gold = {(places[0][a], places[1][b]): r for a, b, r in graphs.links}
            found.append(Pair(part, graphs, doc, reading, gold, context, rows))
    return found, names


def word_nodes(pair: Pair) -> list[dict[int, int]]:
    """Return for each side which node each word is."""
    return [
        {node.indices[0]: k for k, node in enumerate(side.nodes.values()) if node.is_word}
        for side in pair.both
    ]


def word_gold(pair: Pair) -> Links:
    """Return the gold links between words, by the places of the words."""
    sides = [list(side.nodes.values()) for side in pair.both]
    return {
        (sides[0][a].indices[0], sides[1][b].indices[0]): relation
        for (a, b), relation in pair.gold.items()
        if sides[0][a].is_word and sides[1][b].is_word
    }


def targets(gold: Links, asked: Any) -> Targets:
    """Return what is known of the cells that are asked about."""
    aligned, relations = np.zeros(asked.shape, np.float32), np.full(asked.shape, -1)
    for cell, relation in gold.items():
        aligned[cell], relations[cell] = 1.0, RELATIONS.index(relation)
    rows = aligned[asked], np.ones(int(asked.sum()), np.float32), relations[asked]
    return Targets(*rows)


def proposed(pair: Pair) -> Any:
    """Return logits of word pairs, for what experts and context propose without training."""
    found = np.zeros((*pair.reading.links.shape, 1 + len(RELATIONS)))
    found[..., 0] = logit(pair.reading.links)
    return found


def read_nodes(pair: Pair, found: Any) -> tuple[str, ...]:
    """Put the features of pairs of nodes into a pair, and return their names.

    Args:
        pair: The pair.
        found: Logits of its word pairs, shape (n, m, outputs).
    """
    sides = [list(side.nodes.values()) for side in pair.both]
    likely, links = sigmoid(found[..., 0]), word_links(pair, found)
    strength = np.zeros(likely.shape)
    inner = np.zeros((len(RELATIONS), *likely.shape))
    for cell, relation in links.items():
        strength[cell] = likely[cell]
        inner[RELATIONS.index(relation)][cell] = 1.0
    units = [[list(node.indices) for node in side] for side in sides]
    texts = pair.reading.source, pair.reading.target
    similarity = np.maximum(likely, pair.reading.similarity)
    table = span_features(*texts, *units, similarity, strength)
    members = [np.zeros((len(side), len(text))) for side, text in zip(sides, texts, strict=True)]
    for rows, side in zip(members, sides, strict=True):
        for row, node in zip(rows, side, strict=True):
            row[list(node.indices)] = 1.0
    named = {
        f"inner.{name}": np.minimum(members[0] @ some @ members[1].T, 4) / 4
        for name, some in zip(RELATIONS, inner, strict=True)
    }
    heads = np.ix_(*([node.head for node in side] for side in sides))
    named["head.likely"], named["head.strength"] = likely[heads], strength[heads]
    named |= categories(sides)
    words = [np.array([node.is_word for node in side]) for side in sides]
    sizes = [np.array([len(node.indices) for node in side]) for side in sides]
    mixed = words[0][:, None] ^ words[1][None, :]
    small = np.maximum.outer(*sizes) <= LARGEST
    pair.asked = (mixed & small) | ~(words[0][:, None] | words[1][None, :])
    more = [np.broadcast_to(values, pair.asked.shape)[pair.asked] for values in named.values()]
    pair.nodes = np.column_stack([table.values[pair.asked], *more]).astype(np.float16)
    return (*table.names, *named)


CATEGORIES = ("np", "pp", "smain", "top", "mwu", "conj", "ppart", "ssub", "cp", "du", "rel", "inf")


def categories(sides: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """Return which categories nodes have, and whether they are the same."""
    labels = [np.array(["" if n.is_word else n.label for n in side]) for side in sides]
    named = {"category.same": labels[0][:, None] == labels[1][None, :]}
    for name in ("", *CATEGORIES):
        named[f"category.{name}.source"] = (labels[0] == name)[:, None]
        named[f"category.{name}.target"] = (labels[1] == name)[None, :]
    return named


# -- Classifiers -----------------------------------------------------------------------------------


def network(
    names: Sequence[str], rows: Any, known: Targets, seed: int = 0, epochs: int = 8
) -> Classifier:
    """Return what gives logits after training a network; but for features that never change."""
    changing = np.flatnonzero(rows.std(axis=0) > 0)
    for k in range(len(names)):  # a feature and its mirror image go together
        if k in changing:
            changing = np.union1d(changing, [mirror(tuple(names))[0][k]])
    some = [names[k] for k in changing]
    model = fit(
        build_network([64, 32], 0.2), some, rows[:, changing], known, epochs=epochs, seed=seed
    )
    return lambda rows: model.predict(rows[:, changing])


def rough(names: Sequence[str], rows: Any, known: Targets) -> Classifier:
    """Return the same for the first pass, taught by a share of the pairs that are not aligned."""
    drawn = np.random.default_rng(0).random(len(rows)) < SHARE
    kept = np.flatnonzero((known.aligned > 0) | drawn)
    ask = network(names, rows[kept], known.take(kept), epochs=6)
    shift = np.array([np.log(SHARE), *[0.0] * len(RELATIONS)], np.float32)
    return lambda rows: ask(rows) + shift


def fine(names: Sequence[str], rows: Any, known: Targets) -> Classifier:
    """Return the mean of some networks."""
    asked = [network(names, rows, known, seed, epochs=12) for seed in range(NETWORKS)]

    def ask(rows: Any) -> Any:
        found = [one(rows) for one in asked]
        likely = logit(np.mean([sigmoid(some[:, 0]) for some in found], axis=0))
        shares = np.mean([softmax(some[:, 1:]) for some in found], axis=0)
        return np.column_stack([likely, np.log(shares + 1e-9)])

    return ask


def memory(k: int) -> Callable[[Sequence[str], Any, Targets], Classifier]:
    """Return what stores rows and gives logits by the k nearest."""

    def stored(names: Sequence[str], rows: Any, known: Targets) -> Classifier:
        model = build_memory(k)
        store(model, names, rows, known)
        return model.predict  # type: ignore[no-any-return]

    return stored


def grid(rows: Any, asked: Any) -> Any:
    """Return logits as a table of all pairs; those not asked about are not aligned."""
    found = np.full((*asked.shape, 1 + len(RELATIONS)), -20.0, np.float32)
    found[asked] = rows
    return found


def links_of(
    likely: Any, found: Any, threshold: float = THRESHOLD, cost: Any = "probability"
) -> Links:
    """Return the best one-to-one links with their most probable relations."""
    best = assign(utilities(likely, threshold, cost))
    return {(i, j): RELATIONS[int(found[i, j, 1:].argmax())] for i, j in best}


def word_links(pair: Pair, found: Any, threshold: float = THRESHOLD) -> Links:
    """Return the word links of a pair by the places of the words."""
    likely = np.where(pair.reading.possible, sigmoid(found[..., 0]), 0.0)
    return links_of(likely, found, threshold)


# -- The second pass over nodes --------------------------------------------------------------------


def parents(side: Graph) -> list[int]:
    """Return the node above each node, -1 for none: the smallest before it that holds its words."""
    sets = [set(node.indices) for node in side.nodes.values()]
    above = []
    for k, own in enumerate(sets):
        holding = [q for q in range(k) if sets[q] >= own and len(sets[q]) > 1]
        above.append(min(holding, key=lambda q: (len(sets[q]), -q), default=-1))
    return above


def around(pair: Pair, first: Any, word_found: Any) -> dict[str, Any]:
    """Return what the first pass says of a pair of nodes and of those around it, by name.

    Args:
        pair: The pair.
        first: Logits of the first pass, shape (source nodes, target nodes, outputs).
        word_found: Logits of the word pairs.
    """
    likely = sigmoid(first[..., 0])
    shares = softmax(first[..., 1:].reshape(-1, len(RELATIONS))).reshape(first[..., 1:].shape)
    cells = [
        (a, b, k, j) for k, a in word_nodes(pair)[0].items() for j, b in word_nodes(pair)[1].items()
    ]
    if cells:
        a, b, i, j = np.array(cells).T
        likely[a, b] = sigmoid(word_found[i, j, 0])
        shares[a, b] = softmax(word_found[i, j, 1:])
    shares = shares * likely[..., None]
    chosen = np.zeros(likely.shape)
    for cell in assign(np.where(likely >= THRESHOLD, likely, 0.0)):
        chosen[cell] = 1.0
    above = [np.array(parents(side), dtype=int) for side in pair.both]
    n, m = likely.shape
    framed = np.zeros((n + 1, m + 1, 1 + len(RELATIONS)))
    framed[:n, :m, 0], framed[:n, :m, 1:] = likely, shares
    framed[n, m, 0] = 1.0
    below = []
    for up in above:
        governs = np.zeros((len(up) + 1, len(up)))
        governs[up, np.arange(len(up))] = 1.0
        below.append(governs[:-1])
    held = chosen * likely
    children = np.maximum(below[0].sum(1)[:, None], below[1].sum(1)[None, :])
    linked = below[0] @ held @ below[1].T
    named = {
        "pass.likely": likely,
        "pass.chosen": chosen,
        "pass.parents": framed[np.ix_(*above)][..., 0],
        "pass.above.source": framed[:, :m, 0][above[0]],
        "pass.above.target": framed[:n, :, 0][:, above[1]],
        "pass.children": np.minimum(linked, 4) / 4,
        "pass.share of children": linked / np.maximum(children, 1),
        "pass.lead.source": likely - best_other(likely),
        "pass.lead.target": likely - best_other(likely.T).T,
        "pass.links": np.array(chosen.sum() / max(n, m)),
    }
    for k, name in enumerate(RELATIONS):
        named[f"pass.{name}"] = shares[..., k]
        named[f"pass.parents.{name}"] = framed[np.ix_(*above)][..., 1 + k]
        inside = below[0] @ (chosen * shares[..., k]) @ below[1].T
        named[f"pass.children.{name}"] = np.minimum(inside, 2) / 2
    return named


def best_other(values: Any) -> Any:
    """Return the largest other value of each row."""
    if values.shape[1] < 2:
        return np.zeros_like(values)
    order = np.sort(values, axis=1)
    return np.where(values == order[:, -1:], order[:, -2:-1], order[:, -1:])


# -- Cross-validation ------------------------------------------------------------------------------


def taught_by(train: Callable[..., Classifier], names: Any, rows: Any, known: Any) -> Classifier:
    """Return a classifier of some pairs: features and targets of each."""
    return train(names, np.concatenate(rows).astype(np.float32), Targets.join(known))


def predicted(ask: Classifier, rows: Sequence[Any]) -> list[Any]:
    """Return the logits of each pair."""
    empty = np.zeros((0, 1 + len(RELATIONS)))
    return [ask(some.astype(np.float32)) if len(some) else empty for some in rows]


def first_pass(names: Any, rows: list[Any], known: list[Targets], parts: list[int]) -> list[Any]:
    """Return the logits of each pair; of those taught, by networks of the other half of the parts.

    Args:
        names: Names of the features.
        rows: Features of all pairs, those that are taught first.
        known: Targets of the pairs that are taught.
        parts: Their parts.
    """
    count = len(known)
    found: list[Any] = [None] * count
    order = sorted(set(parts))
    for half in (0, 1):
        held = [k for k in range(count) if order.index(parts[k]) % 2 == half]
        some = [k for k in range(count) if k not in set(held)]
        ask = taught_by(rough, names, [rows[k] for k in some], [known[k] for k in some])
        for k, logits in zip(held, predicted(ask, [rows[k] for k in held]), strict=True):
            found[k] = logits
    return found + predicted(taught_by(rough, names, rows[:count], known), rows[count:])


def second_pass(
    names: Any, rows: list[Any], known: list[Targets], more: list[dict[str, Any]], likely: list[Any]
) -> list[Any]:
    """Return logits of each pair with more features; what was unlikely stays unaligned.

    Args:
        names: Names of the features.
        rows: Features of all pairs, those that are taught first.
        known: Targets of the pairs that are taught.
        more: Further features, of all rows of each pair.
        likely: What the first pass said of each pair.
    """
    kept = [np.flatnonzero(sigmoid(some[:, 0]) >= LEAST) for some in likely]
    every = [
        np.column_stack([some[k], *(values[k] for values in named.values())])
        for some, named, k in zip(rows, more, kept, strict=True)
    ]
    count = len(known)
    some = [targets.take(k) for targets, k in zip(known, kept, strict=False)]
    ask = taught_by(fine, (*names, *more[0]), every[:count], some)
    found = []
    for k, logits, first in zip(kept, predicted(ask, every), likely, strict=True):
        result = first.copy()
        result[:, 0] = -20.0
        result[k] = logits
        found.append(result)
    return found


def ours(taught: list[Pair], tested: list[Pair], names: tuple[str, ...]) -> Fold:
    """Return the links of words and of nodes of the tested pairs, in two steps of two passes."""
    every = [*taught, *tested]
    parts = [pair.part for pair in taught]
    known = [targets(word_gold(pair), pair.reading.candidates) for pair in taught]
    rows = [pair.words for pair in every]
    first = first_pass(names, rows, known, parts)
    more = [words_around(pair, some) for pair, some in zip(every, first, strict=True)]
    # What is said of the pairs that teach is to be said by those that have not seen them: for the
    # links of words as features of nodes, the first pass does.
    last = second_pass(names, rows, known, more, first)
    found = [*first[: len(taught)], *last[len(taught) :]]
    words = [grid(some, p.reading.candidates) for some, p in zip(found, every, strict=True)]
    unit_names: tuple[str, ...] = ()
    for pair, some in zip(every, words, strict=True):
        unit_names = read_nodes(pair, some)
    known = [targets(phrase_gold(pair), pair.asked) for pair in taught]
    rows = [pair.nodes for pair in every]
    first = first_pass(unit_names, rows, known, parts)
    more = []
    for pair, some, said in zip(every, first, words, strict=True):
        named = around(pair, grid(some, pair.asked), said)
        shape = pair.asked.shape
        more.append({k: np.broadcast_to(v, shape)[pair.asked] for k, v in named.items()})
    logits = second_pass(unit_names, rows, known, more, first)
    result: Fold = [], []
    for k, pair in enumerate(tested, len(taught)):
        result[0].append(word_links(pair, words[k]))
        result[1].append(tree_links(pair, words[k], grid(logits[k], pair.asked)))
    return result


def words_around(pair: Pair, logits: Any) -> dict[str, Any]:
    """Return what the first pass says of word pairs and of those around them, by name."""
    asked = pair.reading.candidates
    found = grid(logits, asked)
    likely = np.where(pair.reading.possible, sigmoid(found[..., 0]), 0.0)
    held = np.zeros(likely.shape)
    for cell in word_links(pair, found):
        held[cell] = likely[cell]
    batch = pair.context.batch
    every = batch.choose(np.arange(len(batch)))
    named = context_features(every, pair.context, {"pass": held.reshape(-1)})
    named = {name: np.reshape(values, likely.shape) for name, values in named.items()}
    named["pass.likely"], named["pass.chosen"] = likely, held > 0
    named["pass.lead.source"] = likely - best_other(likely)
    named["pass.lead.target"] = likely - best_other(likely.T).T
    shares = softmax(found[..., 1:].reshape(-1, len(RELATIONS))).reshape(found[..., 1:].shape)
    for k, name in enumerate(RELATIONS):
        named[f"pass.{name}"] = shares[..., k]
    return {name: values[asked] for name, values in named.items()}


def phrase_gold(pair: Pair) -> Links:
    """Return the gold links that are asked about, those with a phrase."""
    return {cell: relation for cell, relation in pair.gold.items() if pair.asked[cell]}


def tree_links(
    pair: Pair, word_found: Any, found: Any, threshold: float = THRESHOLD, cost: Any = "probability"
) -> Links:
    """Return the best links of all nodes: of words by the one classifier, else by the other."""
    every = found.copy()
    cells = [
        (a, b, i, j)
        for i, a in word_nodes(pair)[0].items()
        for j, b in word_nodes(pair)[1].items()
        if pair.reading.possible[i, j]
    ]
    if cells:
        a, b, i, j = np.array(cells).T
        every[a, b] = word_found[i, j]
    return links_of(sigmoid(every[..., 0]), every, threshold, cost)


def of_paper(taught: list[Pair], tested: list[Pair], names: tuple[str, ...]) -> Fold:
    """Return the links of words and of nodes by the memory and the features of the paper."""
    result: Fold = [], []
    columns = [k for k, name in enumerate(names) if name.startswith(WORDS_OF_PAPER)]
    known = [targets(word_gold(pair), pair.reading.candidates) for pair in taught]
    chosen = [names[k] for k in columns]
    ask = taught_by(memory(3), chosen, [pair.words[:, columns] for pair in taught], known)
    logits = predicted(ask, [pair.words[:, columns] for pair in tested])
    words = [grid(some, p.reading.candidates) for some, p in zip(logits, tested, strict=True)]
    for pair in (*taught, *tested):
        if pair.nodes is None:
            pair.node_names = read_nodes(pair, proposed(pair))
    unit_names = taught[0].node_names
    columns = [k for k, name in enumerate(unit_names) if name.startswith(NODES_OF_PAPER)]
    chosen = [unit_names[k] for k in columns]
    known = [targets(phrase_gold(pair), pair.asked) for pair in taught]
    ask = taught_by(memory(5), chosen, [pair.nodes[:, columns] for pair in taught], known)
    logits = predicted(ask, [pair.nodes[:, columns] for pair in tested])
    for pair, found, some in zip(tested, words, logits, strict=True):
        found[(sigmoid(found[..., 0]) < DOUBT) | ~pair.reading.possible] = -20.0
        result[0].append(links_of(sigmoid(found[..., 0]), found, DOUBT, "entropy"))
        table = grid(some, pair.asked)
        result[1].append(tree_links(pair, found, table, DOUBT, "entropy"))
    return result


def line(name: str, values: Sequence[float]) -> str:
    """Return a row of the table."""
    return f"{name:22}" + "".join(f"{value:8.2f}" for value in values)


def scores(found: Sequence[Links], gold: Sequence[Links]) -> list[float]:
    """Return what the paper reports, in per cent."""
    result = evaluate(RelationMeasure(), found, gold).scores
    keys = [f"align_{kind}" for kind in ("precision", "recall", "f")]
    keys += [f"{name}_f" for name in (*RELATIONS, "macro", "micro")]
    return [100 * (result[key] or 0.0) for key in keys]


def main(
    *,
    data: Data = DATA,
    folds: Annotated[list[int], "some of the folds, from 0"] = (),
    only: Annotated[Literal["memory", "ours"] | None, "one of the classifiers"] = None,
) -> None:
    """Print the table."""
    warnings.simplefilter("ignore")
    start = time.perf_counter()
    pairs, names = read(data)
    numbers = folds or sorted({pair.part for pair in pairs})
    methods = {"memory": of_paper, "ours": ours}
    print(signature(RelationMeasure(), pairs=len(pairs), folds=numbers))
    head = ["P", "R", "F", "equals", "rest.", "spec.", "gen.", "inter.", "macro", "micro"]
    print(" " * 22 + "".join(f"{name:>8}" for name in head))
    for method, links in methods.items():
        if only in (None, method):
            found: Fold = [], []
            gold: Fold = [], []
            for fold in numbers:
                taught = [pair for pair in pairs if pair.part != fold]
                tested = [pair for pair in pairs if pair.part == fold]
                for some, more in zip(found, links(taught, tested, names), strict=True):
                    some += more
                gold[0].extend(map(word_gold, tested))
                gold[1].extend(pair.gold for pair in tested)
            for level, some, right in zip(PAPER, found, gold, strict=True):
                print(line(f"{level}, {method}", scores(some, right)), flush=True)
            for pair in pairs:
                pair.nodes = None
    for level, values in PAPER.items():
        print(line(f"{level}, the paper's", values))
    print(f"{time.perf_counter() - start:.0f} s")
