"""The aligner that needs no training."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import srsly
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.training import Example

from .. import extensions
from ..alignment import Level, Link, write_links
from ..errors import ParaphraseError, warning
from ..lexicon.matrix import Expert
from ..lexicon.wordnet import WordNetExpert
from ..pair import sides
from ..trees.assignment import FloatArray, greedy
from ..trees.context import SPACE, BoolArray, WordFeatures, align_words
from ..trees.matching import match_trees
from ..trees.phrases import align_phrases
from .scores import TreeScore, equal
from .side import Side

Cell: TypeAlias = tuple[int, int, float, float]  # source, target, score, similarity

METHODS = ("words", "tree", "identity")
# How much a word of each kind counts in the overlap of two phrases: content, function, punctuation,
# white space.
PHRASE_WEIGHTS = np.array([1.0, 0.2, 0.0, 0.0])
# A weight for each of the experts; the strongest weighted opinion on a word pair counts.
DEFAULT_EXPERTS: dict[str, dict[str, Any]] = {
    "identity": {"@misc": "spacy-paraphrase.Identity.v1"},
    "lemma": {"@misc": "spacy-paraphrase.Lemma.v1"},
    "norm": {"@misc": "spacy-paraphrase.Norm.v1"},
    "string": {"@misc": "spacy-paraphrase.String.v1"},
    "compound": {"@misc": "spacy-paraphrase.Compound.v1"},
    "number": {"@misc": "spacy-paraphrase.Number.v1"},
    "date": {"@misc": "spacy-paraphrase.Date.v1"},
    "abbreviation": {"@misc": "spacy-paraphrase.Abbreviation.v1"},
    "name": {"@misc": "spacy-paraphrase.Name.v1"},
    "vectors": {"@misc": "spacy-paraphrase.Vectors.v1"},
    "wordnet": {"@misc": "spacy-paraphrase.WordNet.v1"},
}
DEFAULT_WEIGHTS = {
    "identity": 1.0,
    "lemma": 0.9,
    "norm": 0.9,
    "string": 0.85,
    "compound": 0.8,
    "number": 0.95,
    "date": 0.95,
    "abbreviation": 0.95,
    "name": 0.95,
    "vectors": 0.7,
    "wordnet": 1.0,
}


@Language.factory(
    "tree_aligner",
    assigns=["doc.spans"],
    default_config={
        "method": "words",
        "experts": DEFAULT_EXPERTS,
        "weights": DEFAULT_WEIGHTS,
        "many_to_many": False,
        "node_score": {
            "@misc": "spacy-paraphrase.NodeMatch.v1",
            "related": {"@misc": "spacy-paraphrase.WordNet.v1", "max_senses": None},
        },
        "relation_score": {"@misc": "spacy-paraphrase.RelMatch.v1"},
        "skip_penalty": 0.0,
        "scorer": {"@scorers": "spacy-paraphrase.AlignmentScorer.v1"},
    },
    default_score_weights={"words_align_f": 1.0},
)
class TreeAligner(Pipe):
    """Align the words and the phrases of a pair, without training.

    Methods:
        "words": experts propose word links, their context decides, phrases follow from the words
            (`trees.context`, `trees.phrases`).
        "tree": dependency trees are aligned node by node, by dynamic programming
            (`trees.matching`); the link of two nodes stands for their phrases, and, if the nodes
            are worth something, for their words. Nodes that are worth nothing are linked only if
            they dominate a linked pair and their parts of speech agree.
        "identity": the greedy baseline, identical words, then identical lemmas; the same for
            yields.

    Links between identical units are labelled equals, between units of the same lemmas restates;
    the rest is left to a relation classifier.

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        method: One of the three.
        experts: Functions of two token lists to a matrix of similarities, by name ("words"). Those
            that a config names are added to the default ones.
        weights: Weight of each expert, 0 to 1; 0 leaves it out.
        many_to_many: Whether a word may join the link of its neighbour ("words").
        node_score: NODEMATCH ("tree").
        relation_score: RELMATCH ("tree").
        skip_penalty: What skipping an edge costs ("tree").
        scorer: Scorer for `nlp.evaluate`.

    Raises:
        ParaphraseError: P008 for a setting that makes no sense; when called, P004 for a Doc without
            pair, P007 for a missing parse ("tree").
    """

    def __init__(
        self,
        nlp: Language,
        name: str = "tree_aligner",
        *,
        method: str,
        experts: dict[str, Expert],
        weights: dict[str, float],
        many_to_many: bool,
        node_score: TreeScore,
        relation_score: TreeScore,
        skip_penalty: float,
        scorer: Callable[[Iterable[Example]], dict[str, Any]] | None,
    ) -> None:
        if method not in METHODS:
            _refuse(name, "method", method, f"one of {METHODS}")
        if set(weights) != set(experts):
            _refuse(name, "weights", sorted(weights), f"a weight for each of {sorted(experts)}")
        for expert, weight in weights.items():
            if not _is_number(weight) or not 0 <= weight <= 1:
                _refuse(name, f"weights.{expert}", weight, "a number of 0 to 1")
        if not _is_number(skip_penalty) or skip_penalty < 0:
            _refuse(name, "skip_penalty", skip_penalty, "a number, 0 or more")
        if not isinstance(many_to_many, bool):
            _refuse(name, "many_to_many", many_to_many, "true or false")
        extensions.install()
        self.vocab = nlp.vocab
        self.name = name
        self.method = method
        self.experts = experts
        self.weights = weights
        self.many_to_many = many_to_many
        self.node_score = node_score
        self.relation_score = relation_score
        self.skip_penalty = skip_penalty
        self.scorer = scorer

    def __call__(self, doc: Doc) -> Doc:
        """Write word and phrase links."""
        source, target = map(Side, sides(doc))
        if self.method == "identity":
            words, phrases = _identity(source, target)
        elif self.method == "tree":
            phrases = self._tree(source, target)
            words = [cell for cell in phrases if cell[2] > 0]
        else:
            words, phrases = self._words(source, target)
        write_links(doc, "words", _links("words", source, target, words))
        write_links(doc, "phrases", _links("phrases", source, target, phrases))
        return doc

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the lexical data, so that a saved pipeline needs none of its own."""
        lexicons = {expert.language: expert for expert in self._wordnets()}
        data = {language: expert.to_bytes() for language, expert in lexicons.items()}
        return bytes(srsly.msgpack_dumps(data))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> TreeAligner:
        """Take over what `to_bytes` gave."""
        lexicons = srsly.msgpack_loads(data)
        for expert in self._wordnets():
            expert.from_bytes(lexicons.get(expert.language, b""))
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the lexical data into a folder."""
        Path(path).mkdir(exist_ok=True, parents=True)
        (Path(path) / "lexicon").write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> TreeAligner:
        """Read what `to_disk` wrote."""
        return self.from_bytes((Path(path) / "lexicon").read_bytes())

    def _wordnets(self) -> list[WordNetExpert]:
        users = (*self.experts.values(), getattr(self.node_score, "related", None))
        return [user for user in users if isinstance(user, WordNetExpert)]

    def _words(self, source: Side, target: Side) -> tuple[list[Cell], list[Cell]]:
        self._warn_of_missing(source, target)
        similarity = self.similarity(source, target)
        features = WordFeatures(
            similarity=similarity,
            identical=equal(source.words, target.words),
            exchangeable=equal(source.classes, target.classes) & ~_names(source, target),
            source_kind=source.kinds,
            target_kind=target.kinds,
            source_heads=source.heads,
            target_heads=target.heads,
        )
        found = align_words(features, self.many_to_many)
        words = [(i, j, score, float(similarity[i, j])) for i, j, score in found]
        if not (source.parsed and target.parsed):
            return words, []
        links = np.zeros(similarity.shape)
        for i, j, score, close in words:
            links[i, j] = max(score, close)
        labels = [[token.dep for token in side.tokens] for side in (source, target)]
        phrases = align_phrases(
            source.tree,
            target.tree,
            links,
            PHRASE_WEIGHTS[source.kinds],
            PHRASE_WEIGHTS[target.kinds],
            equal(*labels).astype(np.float64),
        )
        return words, [(i, j, close, close) for i, j, close in phrases]

    def similarity(self, source: Side, target: Side) -> FloatArray:
        """Return the strongest weighted opinion of the experts on every word pair; shape (n, m)."""
        result = np.zeros((len(source), len(target)))
        for name, expert in self.experts.items():
            if self.weights[name] > 0:
                opinion = self.weights[name] * expert(source.tokens, target.tokens)
                np.maximum(result, opinion, out=result)
        return result

    def _tree(self, source: Side, target: Side) -> list[Cell]:
        for side, label in ((source, "source"), (target, "target")):
            if not side.parsed:
                text = repr(side.span.text[:80])
                raise ParaphraseError(
                    "P007", name=self.name, needs="a dependency parse", side=label, text=text
                )
        nodes = self.node_score(source, target)
        relations = self.relation_score(source, target)
        _, pairs = match_trees(source.tree, target.tree, nodes, relations, self.skip_penalty)
        best = float(nodes.max(initial=0.0)) or 1.0
        cells = []
        for v, w in _keep(source, target, pairs, nodes):
            worth = float(nodes[v, w]) / best
            cells.append((v, w, worth, worth))
        return cells

    def _warn_of_missing(self, source: Side, target: Side) -> None:
        missing = []
        if not (source.parsed and target.parsed):
            missing.append("dependency parse (no phrase links)")
        if not source.span.doc.has_annotation("LEMMA"):
            missing.append("lemmas")
        if missing:
            # The text is always the same, so that Python shows it once, not for every pair.
            got = " and ".join(missing)
            warnings.warn(warning("W001", name=self.name, missing=got), stacklevel=2)


def _identity(source: Side, target: Side) -> tuple[list[Cell], list[Cell]]:
    levels = []
    parsed = source.parsed and target.parsed
    for is_yield in (False, True):
        cells: list[Cell] = []
        for kind, score in (("words", 1.0), ("lemmas", 0.9)):
            items: list[list[Any]] = []
            for k, side in enumerate((source, target)):
                keys: list[Any] = getattr(side, kind)
                if is_yield:
                    keys = list(side.yields(keys)) if parsed else []
                taken = {cell[k] for cell in cells}
                free = [i not in taken and side.kinds[i] != SPACE for i in range(len(keys))]
                items.append([key if ok else None for key, ok in zip(keys, free, strict=True)])
            cells.extend((i, j, score, score) for i, j in greedy(*items))
        levels.append(sorted(cells))
    return levels[0], levels[1]


def _keep(
    source: Side, target: Side, pairs: list[tuple[int, int]], nodes: FloatArray
) -> list[tuple[int, int]]:
    """Drop aligned nodes that are worth nothing, unless they stand above linked ones."""
    kept: list[tuple[int, int]] = []
    above = source.tree.dominance()
    below = target.tree.dominance()
    for v, w in reversed(pairs):  # from the leaves up
        if SPACE in (source.kinds[v], target.kinds[w]):
            continue
        same_class = source.classes[v] == target.classes[w] != ""
        if nodes[v, w] > 0 or (same_class and any(above[v, i] and below[w, j] for i, j in kept)):
            kept.append((v, w))
    return sorted(kept)


def _links(level: Level, source: Side, target: Side, cells: list[Cell]) -> list[Link]:
    links = []
    for i, j, score, similarity in cells:
        relation = ""
        if _read_the_same(level, source, source.words, i, target, target.words, j):
            relation, similarity = "equals", 1.0
        elif _read_the_same(level, source, source.lemmas, i, target, target.lemmas, j):
            relation = "restates"
        units = source.span[i : i + 1], target.span[j : j + 1]
        links.append(Link(level, *units, relation, score, similarity))
    return links


def _read_the_same(
    level: Level, source: Side, words: list[str], i: int, target: Side, others: list[str], j: int
) -> bool:
    if level == "words":
        return words[i] == others[j]
    # Most phrases differ in length, which is known without reading them.
    sizes = (side.tree.place[k] - side.tree.first[k] for side, k in ((source, i), (target, j)))
    return len(set(sizes)) == 1 and source.reading(i, words) == target.reading(j, others)


def _names(source: Side, target: Side) -> BoolArray:
    """Return which pairs are two names or two numbers, which do not stand for each other."""
    return np.logical_and.outer(source.names, target.names)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _refuse(name: str, setting: str, got: Any, expected: str) -> None:
    raise ParaphraseError("P008", name=name, setting=setting, got=got, expected=expected)
