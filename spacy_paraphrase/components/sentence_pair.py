"""The component that finds the two sides of a Doc."""

from __future__ import annotations

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc

from .. import extensions
from ..pair import resolve_pair


@Language.factory("sentence_pair", assigns=["doc.spans", "token.is_sent_start"])
class SentencePair(Pipe):
    r"""Resolve the pair of a Doc and fix its sentence starts; put it first in the pipeline.

    The sides are those of an existing `doc.spans["pair"]` (Docs of `make_pair` have it); else what
    stands before and after the one newline of the text; else its two sentences.

    Args:
        nlp: The pipeline.
        name: Name of this instance.

    Raises:
        ParaphraseError: P004 when a Doc holds no pair, P005 when its pair is damaged.

    Example:
        >>> import spacy
        >>> nlp = spacy.blank("en")
        >>> _ = nlp.add_pipe("sentence_pair")
        >>> doc = nlp("A cat sleeps.\nThe cat naps.")
        >>> [span.text for span in doc.spans["pair"]]
        ['A cat sleeps.', 'The cat naps.']
    """

    def __init__(self, nlp: Language, name: str = "sentence_pair") -> None:
        extensions.install()
        self.vocab = nlp.vocab
        self.name = name

    def __call__(self, doc: Doc) -> Doc:
        """Write `doc.spans["pair"]`."""
        return resolve_pair(doc)
