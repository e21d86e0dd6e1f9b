"""Ranking of drafts: by fidelity, a parse of the draft, a small language model and brevity.

Barzilay and McKeown 2005 rank the traversals of a fusion tree by an n-gram model; Marsi and Krahmer
2005, section 5.3, found word trigrams too weak. So the language model is only one figure among
several.

Four figures, each 0 to 1, are weighted: fidelity (the required content is expressed, once),
parse-back (the share of the intended dependencies that a parser finds in the text), language
(likelihood of the text relative to the two sentences), brevity (length relative to the content).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc, Span, Token

from ...analysis.parsed_words import ParsedWords
from ...analysis.sentence import Sentence
from ...jobs.arrays import pack_arrays, read_data, unpack_arrays, write_file
from ...registry import registered
from ...trees.word_alignment import PUNCTUATION
from ..draft import Draft
from ..graph import PairGraph
from ..realisation import Surface, realise

KIND = b"trigrams "
START, END = "<s>", "</s>"
# Words that stand for themselves; of the others only the tag counts.
N_WORDS = 300
ENGLISH = Path(__file__).parents[1] / "data" / "en.trigrams"
Gram = tuple[str, str, str]


class FluencyModel(Protocol):
    """Protocol of a language model for the ranker; a kenlm model can be wrapped in three lines."""

    def score(self, tokens: Sequence[Token]) -> float:
        """Return the mean natural log probability of each token given the tokens before it."""


class TagTrigrams:
    """Trigram model over frequent words and, for other words, part-of-speech tags.

    Smoothed after Witten and Bell 1991: a history of n tokens with t different successors leaves
    t / (n + t) to the shorter history.

    Args:
        counts: How often each trigram of symbols was seen.
        words: The words that are symbols of their own.

    Example:
        >>> TagTrigrams.count([["the", "NN", "VBZ"]], {"the"}).counts["the", "NN", "VBZ"]
        1
    """

    def __init__(self, counts: Counter[Gram], words: Iterable[str]) -> None:
        self.counts = counts
        self.words = frozenset(words)
        self._tables: list[Counter[tuple[str, ...]]] = [Counter(), Counter(), Counter()]
        self._histories: list[Counter[tuple[str, ...]]] = [Counter(), Counter(), Counter()]
        self._followers: list[Counter[tuple[str, ...]]] = [Counter(), Counter(), Counter()]
        for gram, n in counts.items():
            for k, table in enumerate(self._tables):
                table[gram[2 - k :]] += n
                self._histories[k][gram[2 - k : 2]] += n
        for k, table in enumerate(self._tables):
            self._followers[k].update(part[:-1] for part in table)

    @classmethod
    def count(cls, sentences: Iterable[Sequence[str]], words: Iterable[str]) -> TagTrigrams:
        """Return the model of sentences that are given as symbols."""
        counts: Counter[Gram] = Counter()
        for symbols in sentences:
            row = (START, START, *symbols, END)
            counts.update(zip(row, row[1:], row[2:], strict=False))
        return cls(counts, words)

    def symbol(self, token: Token) -> str:
        """Return the word if it is frequent, else its tag."""
        return token.lower_ if token.lower_ in self.words else token.tag_

    def score(self, tokens: Sequence[Token]) -> float:
        """Return the mean log probability of the tokens and of the end."""
        row = (START, START, *(self.symbol(t) for t in tokens if not t.is_space), END)
        grams = list(zip(row, row[1:], row[2:], strict=False))
        return sum(math.log(_probability(self, gram)) for gram in grams) / len(grams)

    def to_disk(self, path: Path | str) -> None:
        """Write the model."""
        symbols = sorted({symbol for gram in self.counts for symbol in gram})
        number = {symbol: i for i, symbol in enumerate(symbols)}
        grams = sorted(self.counts)
        arrays: dict[str, NDArray[Any]] = {
            "grams": np.array([[number[s] for s in gram] for gram in grams], dtype=np.uint16),
            "counts": np.array([self.counts[gram] for gram in grams], dtype=np.uint32),
        }
        meta = {"symbols": symbols, "words": sorted(self.words)}
        write_file(path, pack_arrays(KIND, meta, arrays))

    @classmethod
    def from_disk(cls, path: Path | str) -> TagTrigrams:
        """Read a model.

        Raises:
            ParaphraseError: P300 if there is no such file, P301 if it is damaged.
        """
        meta, arrays = unpack_arrays(KIND, read_data(path), str(path))
        symbols = meta["symbols"]
        counts: Counter[Gram] = Counter()
        for (a, b, c), n in zip(arrays["grams"].tolist(), arrays["counts"].tolist(), strict=True):
            counts[symbols[a], symbols[b], symbols[c]] = n
        return cls(counts, meta["words"])


@lru_cache(maxsize=1 << 14)
def _probability(model: TagTrigrams, gram: Gram) -> float:
    """Return the probability of a trigram; most of those of a text were there before."""
    probability = 1 / (N_WORDS + 50)  # of anything, before anything is seen
    for k in range(3):
        history = gram[2 - k : 2]
        seen = model._histories[k].get(history)
        if not seen:
            break  # nor has a longer one been seen
        kinds = model._followers[k][history]
        share = model._tables[k].get(gram[2 - k :], 0) + kinds * probability
        probability = share / (seen + kinds)
    return probability


@registered("TagTrigrams.v1")
def make_tag_trigrams(path: str | None = None) -> FluencyModel:
    """Return the trigram model in a file, by default the English one of the package."""
    return _read(str(path or ENGLISH))


@lru_cache(maxsize=4)
def _read(path: str) -> TagTrigrams:
    return TagTrigrams.from_disk(path)


# -- Figures of a candidate -----------------------------------------------------------------------

FIGURES = ("fidelity", "parse_back", "language", "brevity")


@dataclass(frozen=True)
class Attempt:
    """A draft that is to be parsed and ranked.

    Attributes:
        graph: The pair.
        draft: The draft.
        path: How it was made.
        fidelity: The share of the required content in it, times how sure that is; 0 to 1.
        said: How much content it expresses (`union_fidelity`).
        repairable: Whether subtrees may be removed from it.
        shortened: Whether it is a side with whatever the other side does not say cut off.
    """

    graph: PairGraph
    draft: Draft
    path: str = ""
    fidelity: float = 1.0
    said: float = 1.0
    repairable: bool = False
    shortened: bool = False

    @cached_property
    def surface(self) -> Surface:
        """The text of the draft."""
        return realise(self.graph, self.draft)

    @property
    def side(self) -> Sentence | None:
        """The side that it is equal to; None for a new sentence."""
        graph, text = self.graph, self.surface.text
        return graph.sides[graph.written.index(text)] if text in graph.written else None


def union_fidelity(graph: PairGraph, draft: Draft) -> float:
    """Return the share of the content of both sides in a draft, minus repetitions; 0 to 1.

    A repetition that one of the sentences has too does not count. A general word does not express
    the more specific word of the other sentence.
    """
    meaning = graph.meanings
    if not meaning:
        return 1.0
    found = [meaning[t] for t in draft.positions if t in meaning]
    said = len(set(found))
    vague = {meaning[t] for t in too_general(graph, draft)}
    repeats = max(0, len(found) - said - graph.repeats)
    return max(0.0, (said - len(vague) - repeats) / len(set(meaning.values())))


def too_general(graph: PairGraph, draft: Draft) -> list[int]:
    """Return the words of a draft for which the other sentence has a more specific one."""
    return [
        t
        for t, k in draft.positions.items()
        if graph.relation.get(t) == "generalizes" and t in graph.meanings
        if draft.words[k].text.lower() == graph.words[t] and graph.linked.get(t, -1) not in draft
    ]


def says_roots(graph: PairGraph, draft: Draft) -> bool:
    """Return whether a draft expresses the main predicates (the roots) of both sides."""
    meaning = graph.meanings
    said = {meaning[t] for t in draft.positions if t in meaning}
    roots = [root for side in graph.sides for root in graph.roots(side)]
    return all(meaning[root] in said for root in roots if root in meaning)


def parse_back(draft: Draft, parsed: Sentence) -> float:
    """Return the share of the intended dependencies that are in a parse of the text, 0 to 1.

    Punctuation and added words are left out; a root counts as an edge.
    """
    marks, words = parsed.kinds == PUNCTUATION, ParsedWords(parsed)
    tokens = [token for token, position in draft.positions.items() if not marks[position]]
    found = sum(_is_read(draft, words, token) for token in tokens)
    return found / len(tokens) if tokens else 0.0


def misread(draft: Draft, parsed: Sentence) -> frozenset[int]:
    """Return the heads of inserted subtrees that the parser attaches to an unintended head."""
    words = ParsedWords(parsed)
    return frozenset(
        token
        for token in draft.attached
        if token in draft.links and not _is_read(draft, words, token)
    )


def _is_read(draft: Draft, parsed: ParsedWords, token: int) -> bool:
    """Return whether a parse has the intended head of a token."""
    # A circumstance may hang on what is above or below its head: parsers often cannot tell.
    place, head = draft.positions[token], draft.links.get(token)
    if head is None:
        return parsed.is_root(place)
    return parsed.hangs_as_well_on(place, draft.positions[head])


def figures(
    proposal: Attempt, read: Sentence | Span, pair: Doc, usual: float, model: FluencyModel
) -> dict[str, float]:
    """Return the four figures of a candidate.

    Args:
        proposal: The candidate.
        read: Its parsed text; a side of the pair if the two are equal.
        pair: The pair it was made of.
        usual: The mean score of both sides by the model; a text with the same score gets ½.
        model: The language model.
    """
    return {
        "fidelity": proposal.fidelity,
        # A sentence that stands there as it was needs no proof.
        "parse_back": parse_back(proposal.draft, read) if isinstance(read, Sentence) else 1.0,
        "language": 1 / (1 + math.exp(2 * (usual - model.score(list(read))))),
        "brevity": max(0.0, 1 - len(read) / len(pair)),
    }


def combine(figures: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return the weighted mean of figures, 0 to 1."""
    total = sum(weights.values())
    return sum(weights[name] * figures[name] for name in weights) / total if total else 0.0
