"""Consensus of several renderings of a sentence, by a lattice over the words of the source.

Madnani, Tetreault and Chodorow 2012, *Exploring grammatical error correction with not-so-crummy
machine translation*: each rendering is aligned with the source by TERp; differences add alternative
words to those of the source; edges count the renderings that contain them.

Nodes are merged (the paper leaves this open) if they have the same slot of the source, the same
position among the words there, and the same word.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from itertools import islice, pairwise
from typing import ClassVar, Literal, NamedTuple, TypeAlias, get_args

from spacy.tokens import Doc, Span

from ..errors import ParaphraseError
from ..generation.lattices.language_model import LanguageModel, sentence_score
from ..scoring.terp import DEFAULT, Costs, terp
from ..scoring.word_edits import EditAlignment
from ..scoring.words import WordLookup, is_stop_word, porter_stem, synonyms

Select: TypeAlias = Literal["greedy", "best", "rerank", "product", "fluent"]
SELECTS: tuple[Select, ...] = get_args(Select)
NEED_MODEL: tuple[Select, ...] = ("rerank", "product", "fluent")
Text: TypeAlias = str | Sequence[str] | Doc | Span

# The kinds of nodes, in the order in which they stand in a slot.
_INSERTED, _ALIGNED = 0, 1
# Paths that are looked through for one that is sound.
_TRIED = 1000


class Node(NamedTuple):
    """A word of the lattice; nodes are sorted in topological order.

    Attributes:
        slot: The word of the source at or before which it is.
        kind: 0 for an inserted word, 1 for one that replaces words of the source.
        place: Its place among the words there.
        word: The word; "" for the start and the end.
    """

    slot: int
    kind: int
    place: int
    word: str


@dataclass
class ConsensusLattice:
    """The renderings of a source as paths through one graph.

    Attributes:
        end: The final node.
        edges: The weight of each edge, by node and next node, in the order of insertion.
        texts: The words of the source and of each rendering.
        own: The path of each of them.
    """

    end: Node
    edges: dict[Node, dict[Node, int]] = field(default_factory=dict)
    texts: list[tuple[str, ...]] = field(default_factory=list)
    own: list[list[Node]] = field(default_factory=list)

    start: ClassVar[Node] = Node(-1, _ALIGNED, 0, "")

    @property
    def nodes(self) -> list[Node]:
        """All nodes in order, start and end among them."""
        return sorted({*self.edges, self.end})

    @property
    def weight(self) -> int:
        """The total weight of all edges."""
        return sum(sum(behind.values()) for behind in self.edges.values())

    def __len__(self) -> int:
        return sum(map(len, self.edges.values()))

    def add(self, path: Sequence[Node]) -> None:
        """Add 1 to the weight of each edge of a path from after the start to before the end."""
        for node, behind in pairwise((self.start, *path, self.end)):
            weights = self.edges.setdefault(node, {})
            weights[behind] = weights.get(behind, 0) + 1

    def greedy(self) -> Iterator[list[Node]]:
        """Yield paths with the heaviest edge at each node, the first one in ties.

        The next paths result from changing the last choices, one after the other.
        """
        ahead: list[tuple[Node, ...]] = [(self.start,)]
        while ahead:
            path = ahead.pop()
            if path[-1] == self.end:
                yield list(path[1:-1])
                continue
            behind = self.edges[path[-1]]
            by_weight = sorted(behind, key=lambda node: -behind[node])
            ahead += [(*path, node) for node in reversed(by_weight)]

    def paths(self, normalise: bool = False) -> Iterator[tuple[float, list[Node]]]:
        """Yield paths with their weights, heaviest first; ties in the order of insertion.

        The search uses exact bounds, so that it visits few other paths.

        Args:
            normalise: Whether a path weighs the mean of its edges; the sum favours long paths.
        """
        bounds = self._bounds(normalise)
        ahead: list[_Search] = []
        for size, bound in bounds[self.start].items():
            first = _Search(-bound / max(size, 1), (), 0, size, size, (self.start,))
            heappush(ahead, first)
        while ahead:
            best = heappop(ahead)
            if best.path[-1] == self.end:
                yield -best.estimate, list(best.path[1:-1])
                continue
            left = best.left - normalise
            for turn, (node, step) in enumerate(self.edges[best.path[-1]].items()):
                if left in bounds[node]:
                    total = best.weight + step
                    estimate = -(total + bounds[node][left]) / max(best.size, 1)
                    turns, path = (*best.turns, turn), (*best.path, node)
                    heappush(ahead, _Search(estimate, turns, total, best.size, left, path))

    def _bounds(self, normalise: bool) -> dict[Node, dict[int, int]]:
        """Return the most that paths from a node to the end weigh, by how many edges they have."""
        # Where that does not matter, all paths stand under 0.
        bounds: dict[Node, dict[int, int]] = {self.end: {0: 0}}
        for node in reversed(self.nodes[:-1]):
            found = bounds.setdefault(node, {})
            for behind, weight in self.edges[node].items():
                for size, rest in bounds[behind].items():
                    key = size + normalise
                    found[key] = max(found.get(key, 0), weight + rest)
        return bounds

    def weight_of(self, path: Sequence[Node]) -> int:
        """Return the total weight of the edges of a path."""
        steps = pairwise((self.start, *path, self.end))
        return sum(self.edges[node][behind] for node, behind in steps)


class _Search(NamedTuple):
    """A beginning of a path, the most promising first; of equals that of the first edges."""

    estimate: float  # what the best path that begins so weighs, negative
    turns: tuple[int, ...]  # which edge was taken at each node
    weight: int  # what its edges weigh
    size: int  # how many edges the path will have, 0 where that does not matter
    left: int  # how many of them are to come
    path: tuple[Node, ...]


@dataclass(frozen=True)
class Consensus:
    """The consensus of several renderings of a sentence.

    Attributes:
        words: The words of the sentence.
        text: The sentence as text, with the original spacing.
        weight: Total weight of its edges; 0 for the method "fluent".
        lattice: The lattice that contains it.
    """

    words: tuple[str, ...]
    text: str
    weight: float
    lattice: ConsensusLattice = field(repr=False, compare=False)


def consensus(
    source: Text,
    renderings: Sequence[Text],
    *,
    select: Select = "greedy",
    lm: LanguageModel | None = None,
    normalise: bool = False,
    n_best: int = 20,
    costs: Costs = DEFAULT,
    lookup: WordLookup | None = None,
) -> Consensus:
    """Return the sentence on which most renderings of a source agree.

    Args:
        source: The sentence: words, a text with spaces between all words, a Doc or a span.
        renderings: Its renderings, in the same forms; without any the source is returned.
        select: "greedy", the heaviest edge at each word; "best", the heaviest path; "rerank", the
            most probable of the `n_best` heaviest paths by the language model; "product", by weight
            times the mean probability of a word; "fluent", the most probable of the unchanged
            renderings.
        lm: The language model.
        normalise: Whether path weights are means of edge weights; sums favour long paths.
        n_best: Number of paths from which the language model chooses.
        costs: The edit costs (`scoring.terp`).
        lookup: Stems and synonyms; by default those of English.

    Raises:
        ParaphraseError: P207 for an unknown method or one that lacks its language model, or where
            there is no word in the source or in a rendering.

    Example:
        >>> renderings = ["he has much money .", "he has much money now .", "he had much money ."]
        >>> consensus("he have much money .", renderings).text
        'he has much money .'
    """
    if select not in SELECTS:
        raise ParaphraseError("P207", name="select", got=select, expected=", ".join(SELECTS))
    if select in NEED_MODEL and lm is None:
        raise ParaphraseError("P207", name="lm", got=lm, expected=f"a language model for {select}")
    given = [_words(text) for text in (source, *renderings)]
    if lookup is None:
        lookup = WordLookup(porter_stem, synonyms("en"), is_stop_word)
    lattice = lattice_of([words for words, _ in given], costs, lookup)
    weight = 0.0
    if select == "fluent":
        assert lm is not None
        chosen = max(lattice.texts[1:] or lattice.texts, key=partial(sentence_score, lm))
    else:
        weight, path = _selected(lattice, select, lm, normalise, n_best)
        chosen = _path_words(path)
    spaces: dict[str, str] = {}
    for words, behind in given:
        for word, space in zip(words, behind, strict=True):
            spaces.setdefault(word, space)
    text = "".join(word + spaces[word] for word in chosen).strip()
    return Consensus(chosen, text, weight, lattice)


def lattice_of(
    texts: Sequence[Sequence[str]], costs: Costs = DEFAULT, lookup: WordLookup | None = None
) -> ConsensusLattice:
    """Return the lattice of a source and its renderings.

    Args:
        texts: The words of the source, then those of each rendering.
        costs: What edits cost.
        lookup: Stems and synonyms; None for neither.
    """
    source, *renderings = texts
    backbone = [Node(i, _ALIGNED, 0, word) for i, word in enumerate(source)]
    lattice = ConsensusLattice(Node(len(source), _ALIGNED, 0, ""))
    lattice.texts = [tuple(text) for text in texts]
    lattice.own.append(backbone)
    sides = lookup or WordLookup()
    for words in renderings:
        found = terp(sides(source), sides(words), costs)
        lattice.own.append(_path(backbone, words, found))
    for path in lattice.own:
        lattice.add(path)
    return lattice


def _path(backbone: Sequence[Node], words: Sequence[str], found: EditAlignment) -> list[Node]:
    """Return the nodes of a rendering, its words in the order in which shifts leave them."""
    path: list[Node] = []
    slot = gap = 0
    for edit in found.ops:
        if not edit.source:
            path.extend(Node(slot, _INSERTED, gap + k, words[j]) for k, j in enumerate(edit.target))
            gap += len(edit.target)
            continue
        if edit.kind == "M":
            path.append(backbone[slot])
        else:
            path.extend(Node(slot, _ALIGNED, k, words[j]) for k, j in enumerate(edit.target))
        slot += len(edit.source)
        gap = 0
    return path


def _selected(
    lattice: ConsensusLattice,
    select: Select,
    lm: LanguageModel | None,
    normalise: bool,
    n_best: int,
) -> tuple[float, list[Node]]:
    if select == "greedy":
        found = ((lattice.weight_of(path), path) for path in lattice.greedy())
        return next(_sound(lattice, found))
    if select == "best":
        return next(_sound(lattice, lattice.paths(normalise)))
    assert lm is not None
    model = lm

    def value(scored: tuple[float, list[Node]]) -> float:
        weight, path = scored
        probability = sentence_score(model, _path_words(path))
        if select == "rerank":
            return probability
        return float(weight * 10 ** (probability / (len(path) + 1)))

    return max(islice(_sound(lattice, lattice.paths(normalise)), n_best), key=value)


def _sound(
    lattice: ConsensusLattice, paths: Iterator[tuple[float, list[Node]]]
) -> Iterator[tuple[float, list[Node]]]:
    """Yield those of the first paths that are sound; at least the heaviest that was put in."""
    found = False
    for weight, path in islice(paths, _TRIED):
        if _is_sound(lattice, path):
            found = True
            yield weight, path
    if not found:
        path = max(lattice.own, key=lattice.weight_of)
        yield lattice.weight_of(path), path


def _is_sound(lattice: ConsensusLattice, path: Sequence[Node]) -> bool:
    """Return whether a path repeats no word and leaves no quotation mark or bracket alone."""
    # It may have a content word as often as some text it was made of, and marks as all of them.
    words = _path_words(path)
    counts = Counter(word.lower() for word in words if not is_stop_word(word.lower()))
    repeats = any(
        times > max(sum(word.lower() == each for word in text) for text in lattice.texts)
        for each, times in counts.items()
        if times > 1
    )
    paired = _is_paired(words) or not any(map(_is_paired, lattice.texts))
    return paired and not repeats


def _is_paired(words: Sequence[str]) -> bool:
    """Return whether straight quotation marks come in twos, and what opens is closed."""
    marks = [word for word in words if len(word) == 1 and not word.isalnum()]
    categories = Counter(map(unicodedata.category, marks))
    opened, closed = categories["Ps"] + categories["Pi"], categories["Pe"] + categories["Pf"]
    return marks.count('"') % 2 == 0 and opened == closed


def _path_words(path: Sequence[Node]) -> tuple[str, ...]:
    return tuple(node.word for node in path)


def _words(text: Text) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words of a text, at least one, and the space behind each."""
    if isinstance(text, (Doc, Span)):
        tokens = [token for token in text if not token.is_space]
        words = tuple(token.text for token in tokens)
        spaces = tuple(token.whitespace_ for token in tokens)
    else:
        words = tuple(text.split() if isinstance(text, str) else text)
        spaces = (" ",) * len(words)
    if not words:
        raise ParaphraseError("P207", name="a rendering", got=text, expected="a sentence")
    return words, spaces
