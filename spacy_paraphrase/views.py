"""The `doc._` attributes of a pair as a typed class, since editors do not know extensions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spacy.tokens import Doc, Span

from .lexicon.overlap import overlap
from .pairs.alignment import Alignment, read_alignment
from .pairs.pair import sides
from .pairs.results import Fusion, SentenceRelation, read_fusions, read_relation

if TYPE_CHECKING:  # these are imported when they are asked for, as with `doc._`
    from .generation.edits import EditProfile
    from .generation.rewrite_results import Rewrite
    from .scoring.paraphrase_view import ParaphraseView


@dataclass(frozen=True)
class Pair:
    """The results for a pair; each attribute is read from the Doc on access, as with `doc._`.

    Attributes:
        doc: The Doc of the pair.
    """

    doc: Doc

    @property
    def source(self) -> Span:
        """The source span."""
        return sides(self.doc)[0]

    @property
    def target(self) -> Span:
        """The target span."""
        return sides(self.doc)[1]

    @property
    def alignment(self) -> Alignment:
        """The links between words, phrases and chunks."""
        return read_alignment(self.doc)

    @property
    def relation(self) -> SentenceRelation | None:
        """The relation of the source to the target; None without a relation classifier."""
        return read_relation(self.doc)

    @property
    def fusions(self) -> list[Fusion]:
        """The fusions; empty without a fuser."""
        return read_fusions(self.doc)

    @property
    def overlap(self) -> float:
        """How much of the content of each side the other side has too, 0 to 1."""
        return overlap(self.doc)

    @property
    def paraphrase(self) -> ParaphraseView:
        """The similarity of the sides, whether they are paraphrases, and the edits between them."""
        from .scoring.paraphrase_view import ParaphraseView

        return ParaphraseView(self.doc)

    @property
    def edits(self) -> EditProfile:
        """The numbers of edits from source to target."""
        from .generation.edits import edit_profile

        return edit_profile(self.doc)

    @property
    def rewrites(self) -> list[list[Rewrite]]:
        """The rewrites of each sentence, best first; empty without a rewriter."""
        from .generation.rewrite_results import read_rewrites

        return read_rewrites(self.doc)


def pair(doc: Doc) -> Pair:
    """Return the results for a pair as an object with typed attributes.

    Raises:
        ParaphraseError: P001, P004 or P005 if the Doc holds no valid pair.

    Example:
        >>> import spacy_paraphrase
        >>> doc = spacy_paraphrase.compare("A puppy sleeps.", "A dog sleeps.")
        >>> found = spacy_paraphrase.pair(doc)
        >>> found.source.text, found.relation.label, len(found.alignment.words)
        ('A puppy sleeps.', 'specifies', 4)
    """
    sides(doc)
    return Pair(doc)
