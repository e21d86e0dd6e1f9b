"""The aligner that needs no training.

The node score and the relation score are registered functions, so that a config can replace them.
Both map two sides of n and m tokens to a non-negative matrix of shape (n, m).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ..analysis.sentence import Sentence, sentences
from ..checked import SettingCheck
from ..errors import ParaphraseError
from ..jobs.arrays import FloatArray
from ..lexicon.spelling import Expert, equal
from ..pairs.pair import PHRASES, WORDS
from ..registry import registered
from ..trees.assignment import greedy
from ..trees.tree_alignment import match_trees
from ..trees.word_alignment import SPACE, align_words
from .base import Cell, PairPipe, StoredAsBytes, make_links, phrases_of_words, warn_of_missing
from .word_pairs import WordExperts

TreeScore: TypeAlias = Callable[[Sentence, Sentence], FloatArray]


@registered("NodeMatch.v1")
def make_node_match(
    same_yield: float = 10.0,
    same_word: float = 5.0,
    related_word: float = 2.0,
    related: Expert | None = None,
) -> TreeScore:
    """Return NODEMATCH of Marsi and Krahmer 2005 (ENLG), section 3.

    Args:
        same_yield: Utility of two nodes whose subtrees read the same, case ignored.
        same_word: Utility of two nodes with the same lemma.
        related_word: Utility of two nodes whose words are synonyms, or one a hypernym of the other.
        related: Expert on which words are related; None for the paper's version without WordNet.
    """
    return NodeMatch(same_yield, same_word, related_word, related)


@registered("RelMatch.v1")
def make_relation_match(same_label: float = 1.0) -> TreeScore:
    """Return RELMATCH of Marsi and Krahmer 2005 (ENLG), section 3.

    Args:
        same_label: Utility of two edges with the same dependency label.
    """
    return partial(relation_match, same_label=same_label)


@dataclass(frozen=True)
class NodeMatch:
    """The function NODEMATCH with its settings (see `make_node_match`)."""

    same_yield: float
    same_word: float
    related_word: float
    related: Expert | None

    def __call__(self, source: Sentence, target: Sentence) -> FloatArray:
        """Return the utility of every pair of nodes; shape (n, m)."""
        utility = np.zeros((len(source), len(target)))
        if self.related is not None:
            utility[self.related(source, target) > 0] = self.related_word
        same = equal(source.lemmas, target.lemmas) + equal(source.words, target.words)
        utility[same > 0] = self.same_word
        yields = ([words or None for words in side.yields(side.words)] for side in (source, target))
        utility[equal(*yields) > 0] = self.same_yield
        return utility


def relation_match(source: Sentence, target: Sentence, same_label: float) -> FloatArray:
    """Return the utility of every pair of edges, where a dependent stands for its edge; (n, m)."""
    return same_label * equal(source.deps, target.deps)


# The aligner that needs no training.

METHODS = ("words", "tree", "identity")


class TreeAligner(PairPipe, StoredAsBytes):
    """Align the words and the phrases of a pair without training.

    Methods:
        "words": experts propose word links, the context of the words decides between them, and
        phrase links follow from the word links (`trees.word_alignment`, `trees.tree_alignment`).
        "tree": dependency trees are aligned node by node, by dynamic programming
        (`trees.tree_alignment`); a link of two nodes links their phrases and, if the nodes have any
        utility, their words. Nodes without utility are linked only if they dominate a linked pair
        and their parts of speech agree. "identity": the greedy baseline that links identical words,
            then identical lemmas, and phrases with identical words or lemmas.

    Links between identical units are labelled equals, links between units with the same lemmas
    restates; all other links are left to a relation classifier.

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        method: One of the three.
        experts: Functions of two token lists to a matrix of similarities, by name ("words"). A
            config adds its experts to the default ones.
        weights: Weight of each expert, 0 to 1; 0 leaves it out.
        many_to_many: Whether a word may join the link of its neighbour ("words").
        node_score: NODEMATCH ("tree").
        relation_score: RELMATCH ("tree").
        skip_penalty: The cost of skipping an edge ("tree").
        scorer: Scorer for `nlp.evaluate`.

    Raises:
        ParaphraseError: P008 for a setting that makes no sense; when called, P004 for a Doc without
            pair, P007 for a missing parse ("tree").
    """

    file = "lexicon"

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
        check = SettingCheck("P008", name=name)
        check.one_of("method", method, METHODS, f"one of {METHODS}")
        check.number("skip_penalty", skip_penalty)
        check.flag("many_to_many", many_to_many)
        super().__init__(nlp, name)
        self.method = method
        self.experts = WordExperts(name, experts, weights)
        self.many_to_many = many_to_many
        self.node_score = node_score
        self.relation_score = relation_score
        self.skip_penalty = skip_penalty
        self.scorer = scorer

    def annotate(self, doc: Doc) -> Doc:
        """Write word and phrase links."""
        source, target = sentences(doc)
        if self.method == "identity":
            words, phrases = _identity(source, target)
        elif self.method == "tree":
            phrases = self._tree(source, target)
            words = [cell for cell in phrases if cell[2] > 0]
        else:
            words, phrases = self._words(source, target)
        doc.spans[WORDS] = make_links("words", source, target, words)
        doc.spans[PHRASES] = make_links("phrases", source, target, phrases)
        return doc

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the lexical data, so that a saved pipeline needs no other copy of them."""
        return self.experts.to_bytes(getattr(self.node_score, "related", None))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> TreeAligner:
        """Take over what `to_bytes` gave."""
        self.experts.from_bytes(data, getattr(self.node_score, "related", None))
        return self

    def _words(self, source: Sentence, target: Sentence) -> tuple[list[Cell], list[Cell]]:
        warn_of_missing(self.name, (source, target))
        pairs = [(source, target)]
        features = self.experts.features(pairs, self.experts.opinions(pairs))
        similarity = features.similarity.reshape(len(source), len(target))
        (found,) = align_words(features, self.many_to_many)
        words = [(i, j, score, float(similarity[i, j])) for i, j, score in found]
        return words, phrases_of_words(source, target, words)

    def _tree(self, source: Sentence, target: Sentence) -> list[Cell]:
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
        linked = _keep(source, target, pairs, nodes)
        found = ((v, w, float(nodes[v, w]) / best) for v, w in linked)
        return [(v, w, utility, utility) for v, w, utility in found]


def _identity(source: Sentence, target: Sentence) -> tuple[list[Cell], list[Cell]]:
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
    source: Sentence, target: Sentence, pairs: list[tuple[int, int]], nodes: FloatArray
) -> list[tuple[int, int]]:
    """Drop aligned nodes without utility, unless they stand above linked ones."""
    linked: list[tuple[int, int]] = []
    above = source.tree.dominance()
    below = target.tree.dominance()
    for v, w in reversed(pairs):  # from the leaves up
        if SPACE in (source.kinds[v], target.kinds[w]):
            continue
        same_class = source.coarse_codes[v] == target.coarse_codes[w] != 0
        if nodes[v, w] > 0 or (same_class and any(above[v, i] and below[w, j] for i, j in linked)):
            linked.append((v, w))
    return sorted(linked)
