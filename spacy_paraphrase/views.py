"""What `doc._` says of a pair, with types: for editors, which know no extensions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spacy.tokens import Doc, Span

from .alignment import Alignment, read_alignment
from .overlap import overlap
from .pair import sides
from .results import Fusion, SentenceRelation, read_fusions, read_relation

if TYPE_CHECKING:  # these are imported when they are asked for, as with `doc._`
    from .rewrite.edits import EditProfile
    from .rewrite.view import Rewrite
    from .scoring.paraphrase_view import ParaphraseView


@dataclass(frozen=True)
class Pair:
    """What is known of a pair; each attribute is read when it is asked for, as with `doc._`.

    Attributes:
        doc: The Doc of the pair.
    """

    doc: Doc

    @property
    def source(self) -> Span:
        """The source."""
        return sides(self.doc)[0]

    @property
    def target(self) -> Span:
        """The target."""
        return sides(self.doc)[1]

    @property
    def alignment(self) -> Alignment:
        """The links between words, phrases and chunks."""
        return read_alignment(self.doc)

    @property
    def relation(self) -> SentenceRelation | None:
        """What the source as a whole has to do with the target; None if nothing has said so."""
        return read_relation(self.doc)

    @property
    def fusions(self) -> list[Fusion]:
        """The fusions; none if there was no fuser."""
        return read_fusions(self.doc)

    @property
    def overlap(self) -> float:
        """How much of what either side says the other one says too, 0 to 1."""
        return overlap(self.doc)

    @property
    def paraphrase(self) -> ParaphraseView:
        """How similar the sides are, whether they are paraphrases, and what edits lie between."""
        from .scoring.paraphrase_view import paraphrase

        return paraphrase(self.doc)

    @property
    def edits(self) -> EditProfile:
        """What was edited from source to target, in numbers."""
        from .rewrite.edits import edit_profile

        return edit_profile(self.doc)

    @property
    def rewrites(self) -> list[list[Rewrite]]:
        """For each sentence its rewrites, the best first; none if there was no rewriter."""
        from .rewrite.view import read_rewrites

        return read_rewrites(self.doc)


def pair(doc: Doc) -> Pair:
    """Return what `doc._` says of a pair, with types.

    Raises:
        ParaphraseError: P001, P004 or P005 if the Doc holds no sound pair.

    Example:
        >>> import spacy_paraphrase
        >>> doc = spacy_paraphrase.compare("A puppy sleeps.", "A dog sleeps.")
        >>> found = spacy_paraphrase.pair(doc)
        >>> found.source.text, found.relation.label, len(found.alignment.words)
        ('A puppy sleeps.', 'specifies', 4)
    """
    sides(doc)
    return Pair(doc)
