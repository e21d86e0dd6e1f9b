"""The component that finds the pair of sentences in a Doc."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.util import minibatch

from ..checked import SettingCheck
from ..errors import ParaphraseError, warning
from ..jobs.limits import MAX_WORDS
from ..pairs import extensions
from ..pairs.pair import SIDES, is_pair, sides
from ..pairs.side_parsing import Known, find_sides, read_pairs, read_sides
from ..registry import PAIR_READERS


class SentencePair(Pipe):
    r"""Find the two sides of a Doc and set its sentence starts; put this first in the pipeline.

    The sides are those of `doc.spans["pair"]` if it is set (`make_pair` sets it); else the text
    before and after the only newline; else the two sentences of the text.

    A text without two such sides is not a pair: `doc._.is_pair` is false, and all components of
    this package leave it unchanged. Components between this one and the next of this package
    (tagger, parser) process each side as a text of its own (`side_parsing`).

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        max_words: The greatest number of words of a side. Time and memory of aligning grow with the
            product of both lengths; two sides of 1,000 words take about 1 GB.

    Raises:
        ParaphraseError: P001 or P005 when called with a Doc whose pair is damaged, P033 for a side
            that is too long; P008 for a bad `max_words`.

    Example:
        >>> import spacy
        >>> nlp = spacy.blank("en")
        >>> _ = nlp.add_pipe("sentence_pair")
        >>> doc = nlp("A cat sleeps.\nThe cat naps.")
        >>> [span.text for span in doc.spans["pair"]]
        ['A cat sleeps.', 'The cat naps.']
    """

    def __init__(
        self, nlp: Language, name: str = "sentence_pair", *, max_words: int = MAX_WORDS
    ) -> None:
        SettingCheck("P008", name=name).whole(
            "max_words", max_words, 1, "a number of words, 1 or more"
        )
        extensions.install()
        self.max_words = max_words
        self.nlp = nlp
        self.vocab = nlp.vocab
        self.name = name

    def __call__(self, doc: Doc, *, at_once: bool = False) -> Doc:
        """Write `doc.spans["pair"]`; text that is no pair stays as it is.

        Args:
            doc: The Doc.
            at_once: Whether to have both sides read by the components between this one and the next
                of ours; else that one does so (`registry.by_sides`).
        """
        if not self._find(doc) or not at_once:
            return doc
        return read_sides(self.nlp, [doc], at_once=True)[0] or doc

    def pipe(
        self, stream: Iterable[Doc], *, batch_size: int = 128, at_once: bool = False
    ) -> Iterator[Doc]:
        """Find the sides of many Docs; with `at_once`, repeated sentences are parsed only once."""
        known: Known = {}
        for docs in minibatch(stream, batch_size):
            found = []
            for doc in docs:
                try:
                    self._find(doc)
                    found.append(doc)
                except Exception as error:  # spaCy's contract: the handler decides
                    self.get_error_handler()(self.name, self, [doc], error)
            yield from read_pairs(self.nlp, found, known, at_once=True) if at_once else found

    def _find(self, doc: Doc) -> bool:
        known = is_pair(doc)
        found = find_sides(self.nlp, doc)
        if found:
            self._check_lengths(doc)
        if found and not known:
            self._warn_of_order()
        return found

    def _check_lengths(self, doc: Doc) -> None:
        if len(doc) <= self.max_words:
            return
        for name, side in zip(SIDES, sides(doc), strict=True):
            if len(side) > self.max_words:
                raise ParaphraseError("P033", side=name, got=len(side), limit=self.max_words)

    def _warn_of_order(self) -> None:
        """Warn of the first component that has seen a pair before it was known to be one."""
        for name in self.nlp.pipe_names:
            if name == self.name:
                return
            if self.nlp.get_pipe_meta(name).factory in PAIR_READERS:
                warnings.warn(warning("W003", name=name, finder=self.name), stacklevel=2)
                return
