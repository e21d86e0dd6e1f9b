"""Code that several components share: saving and loading, and making links from indices."""

from __future__ import annotations

import warnings
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc, Span, SpanGroup
from spacy.util import minibatch

from ..analysis.dates import figures_end
from ..analysis.numerals import other_numbers, unit
from ..analysis.sentence import Sentence
from ..errors import ParaphraseError, warning
from ..lexicon.merged import merged_words
from ..lexicon.spelling import WHOLE
from ..lexicon.wordnet import WordNetExpert
from ..pairs import extensions
from ..pairs.alignment import Level, span_group
from ..pairs.pair import is_pair
from ..pairs.side_parsing import Known, find_lost_sides, read_pairs, read_sides
from ..trees.tree_alignment import align_phrases
from ..trees.word_alignment import PUNCTUATION

# What experts of WordNet are registered as.
WORDNET = "spacy-paraphrase.WordNet.v1"


class PairPipe(Pipe):
    """Base class of components that process pairs; a Doc that is not a pair stays unchanged.

    Before that, each side of the pair is parsed on its own (`side_parsing.read_sides`), unless this
    has already been done.

    Args:
        nlp: The pipeline.
        name: Name of this instance.
    """

    def __init__(self, nlp: Language, name: str) -> None:
        extensions.install()
        self.nlp = nlp
        self.vocab = nlp.vocab
        self.name = name

    @abstractmethod
    def annotate(self, doc: Doc) -> Doc:
        """Process a pair."""

    def lexicons(self) -> Iterable[WordNetExpert]:
        """Return the experts whose lexical data are loaded when the first pair is processed."""
        return ()

    def fetch_data(self) -> None:
        """Load these data now (`pair.fetch_data`)."""
        for lexicon in self.lexicons():
            if (index := lexicon.index()) is not None:
                _ = index.multiword_lengths

    def annotate_all(self, docs: Iterable[Doc], batch_size: int) -> Iterable[Doc]:
        """Process pairs one by one; a pair that fails is passed to the error handler."""
        for doc in docs:
            try:
                yield self.annotate(doc)
            except Exception as error:  # spaCy's contract: the handler decides
                self.get_error_handler()(self.name, self, [doc], error)

    def __call__(self, doc: Doc) -> Doc:
        """Process a Doc; one that holds no pair stays as it is."""
        find_lost_sides(self.nlp, self.name, [doc])
        (read,) = read_sides(self.nlp, [doc])
        return self.annotate(read) if read is not None and is_pair(read) else doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Process many Docs in order; Docs that hold no pair stay unchanged."""
        known: Known = {}
        for batch in minibatch(stream, batch_size):
            docs = self._with_sides_read(batch, known)
            done = iter(self.annotate_all([doc for doc in docs if is_pair(doc)], batch_size))
            pair = next(done, None)
            for doc in docs:
                if not is_pair(doc):
                    yield doc
                elif doc is pair:
                    yield doc
                    pair = next(done, None)

    def _with_sides_read(self, docs: list[Doc], known: Known) -> list[Doc]:
        find_lost_sides(self.nlp, self.name, docs)
        try:
            return read_pairs(self.nlp, docs, known)
        except ParaphraseError:  # one of them is damaged
            found = []
            for doc in docs:
                try:
                    found += read_pairs(self.nlp, [doc], known)
                except ParaphraseError as error:
                    self.get_error_handler()(self.name, self, [doc], error)
            return found


class StoredAsBytes:
    """Saves a component as one file, in the form of its `to_bytes` and `from_bytes`.

    Attributes:
        file: Name of the file in the folder of the component.
    """

    file: ClassVar[str]

    @abstractmethod
    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return everything that has to be saved."""

    @abstractmethod
    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> Any:
        """Load the result of `to_bytes`, and return the component."""

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the result of `to_bytes` into a folder."""
        Path(path).mkdir(exist_ok=True, parents=True)
        (Path(path) / self.file).write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Any:
        """Read what `to_disk` wrote, and return the component."""
        return self.from_bytes((Path(path) / self.file).read_bytes())


def warn_of_missing(name: str, sides: tuple[Sentence, Sentence]) -> None:
    """Warn if a pair lacks annotation that an aligner uses (W001).

    Missing lexical data (W300) and languages (W002) are reported by the code that loads them.
    """
    missing = []
    if not all(side.parsed for side in sides):
        missing.append("dependency parse (no phrase links)")
    if not any(sides[0].given_lemmas) and not any(sides[1].given_lemmas):
        missing.append("lemmas")
    if missing:
        # The text is always the same, so that Python shows it once, not for every pair.
        got = " and no ".join(missing)
        warnings.warn(warning("W001", name=name, missing=got), stacklevel=2)


# -- From aligned indices to links -----------------------------------------------------------------

Cell: TypeAlias = tuple[int, int, float, float]  # source, target, score, similarity

# How much a word of each kind counts in the overlap of two phrases: content, function, punctuation,
# white space.
PHRASE_WEIGHTS = np.array([1.0, 0.2, 0.0, 0.0])


def phrases_of_words(source: Sentence, target: Sentence, words: list[Cell]) -> list[Cell]:
    """Return the phrase links that follow from word links; none without a parse."""
    if not (source.parsed and target.parsed):
        return []
    links = np.zeros((len(source), len(target)))
    for i, j, score, close in words:
        links[i, j] = max(score, close)
    labels = source.attribute("DEP"), target.attribute("DEP")
    same = np.equal.outer(*labels) & (labels[0] != 0)[:, None]
    phrases = align_phrases(
        source.tree,
        target.tree,
        links,
        PHRASE_WEIGHTS[source.kinds],
        PHRASE_WEIGHTS[target.kinds],
        same.astype(np.float64),
    )
    return [(i, j, close, close) for i, j, close in phrases]


def make_links(
    level: Level,
    source: Sentence,
    target: Sentence,
    cells: Sequence[Cell],
    relations: Sequence[str] | None = None,
) -> SpanGroup:
    """Return the stored form of the links of one level, with labels for identical units.

    The label is equals where the words are the same, restates where the lemmas are. The words of a
    multi-word unit share one link (`lexicon.merged`).

    Args:
        level: "words" or "phrases".
        source: Source side.
        target: Target side.
        cells: The links, as pairs of token indices.
        relations: The label of each link that is not between identical words.
    """
    doc, start, other = source.doc, source.start, target.start
    spans: list[Span] = []
    values = []
    merged = _merged(source, target, cells) if level == "words" else []
    for one, another, score in merged:
        spans.append(Span(doc, start + one[0], start + one[-1] + 1))
        spans.append(Span(doc, other + another[0], other + another[-1] + 1))
        values.append((score, score, False, ""))
    taken = {i for one, _, _ in merged for i in one}
    for k, (i, j, score, similarity) in enumerate(cells):
        if i in taken:
            continue
        if _read_the_same(level, "words", source, i, target, j):
            relation, similarity = "equals", 1.0
        elif relations is not None:
            relation = relations[k]
        else:
            same = _read_the_same(level, "lemmas", source, i, target, j)
            relation = "restates" if same else ""
        spans.append(Span(doc, start + i, start + i + 1, label=relation))
        spans.append(Span(doc, other + j, other + j + 1, label=relation))
        values.append((score, similarity, False, ""))
    return span_group(doc, level, spans, values)


def _merged(
    source: Sentence, target: Sentence, cells: Sequence[Cell]
) -> list[tuple[list[int], list[int], float]]:
    """Return the units of several words that are linked as one, and how strongly."""
    # No word of theirs is linked with another one, and not every word has a link.
    found: list[tuple[list[int], list[int], float]] = []
    for one, other in merged_words(source, target):
        inside = [cell for cell in cells if cell[0] in one and cell[1] in other]
        touching = [cell for cell in cells if cell[0] in one or cell[1] in other]
        taken = not all({*a}.isdisjoint(one) and {*b}.isdisjoint(other) for a, b, _ in found)
        if len(inside) != len(touching) or taken or _covered(source, one, target, other, inside):
            continue
        found.append((one, other, max([WHOLE, *(cell[2] for cell in inside)])))
    return found


def _covered(
    source: Sentence, one: list[int], target: Sentence, other: list[int], inside: list[Cell]
) -> bool:
    """Return whether each word of two units has its own link, and these do well alone."""
    # They do not where a figure ends at the first word of a unit, or linked words are other
    # numbers.
    if figures_end(source.texts, one[0]) or figures_end(target.texts, other[0]):
        return False
    if any(other_numbers(source.words[i], target.words[j], source.lang) for i, j, _, _ in inside):
        return False
    first, second = {cell[0] for cell in inside}, {cell[1] for cell in inside}
    return _all_linked(source, one, first) and _all_linked(target, other, second)


def _all_linked(side: Sentence, tokens: list[int], linked: set[int]) -> bool:
    """Return whether all tokens are among the linked ones, but for marks that are no unit."""
    return all(
        t in linked
        for t in tokens
        if side.kinds[t] != PUNCTUATION or unit(side.words[t], side.lang)
    )


def _read_the_same(
    level: Level,
    kind: Literal["words", "lemmas"],
    source: Sentence,
    i: int,
    target: Sentence,
    j: int,
) -> bool:
    """Return whether two units have the same words, or the same lemmas."""
    words = source.words if kind == "words" else source.lemmas
    others = target.words if kind == "words" else target.lemmas
    if level == "words":
        return words[i] == others[j]
    if source.yield_size(i) != target.yield_size(j):
        return False
    return source.yield_of(i, words) == target.yield_of(j, others)
