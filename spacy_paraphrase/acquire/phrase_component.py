"""The component that extracts phrase pairs and stores them in the Doc."""

from __future__ import annotations

from typing import Any, NamedTuple

from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup

from ..components.base import PairPipe
from ..pairs.pair import HARVEST, sides, stamp, stored
from ..readers import doc_to_record
from .phrases import PhraseSettings, Variant, harvest

FACTORY = "phrase_harvester"
# Stored properties of each phrase pair besides its spans and their label.
_COLUMNS = ("score", "unaligned", "relation")


class PhraseSpans(NamedTuple):
    """A phrase pair of a Doc.

    Attributes:
        source: The phrase of the source, its label "atomic" or "composite".
        target: The phrase of the target, with the same label.
        score: Mean score of the links inside.
        unaligned: Share of the words inside that have no link.
        relation: The relation of these phrases by their links, "conflict" if a link inside is in
            conflict, or "".
    """

    source: Span
    target: Span
    score: float
    unaligned: float
    relation: str


class PhraseHarvester(PairPipe):
    """Extract the phrase pairs that are consistent with the word links of a pair.

    They are stored in `doc.spans["phrase_pairs"]`, with spans 2k and 2k + 1 as source and target of
    pair k, labelled "atomic" or "composite"; `read_phrase_pairs` returns them with their scores.

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        variant: "strict", "full" or "free"; this and the other settings are as in `PhraseSettings`.
        max_len: Maximum number of words of a side.
        composites_up_to: Maximum number of words of a side of a composite pair (made of others).
        max_unaligned_ratio: The maximum share of words without a link; None for any.
        min_link_score: The minimum score of a link.

    Raises:
        ParaphraseError: P901 for an invalid setting.

    Example:
        >>> import spacy_paraphrase
        >>> from spacy_paraphrase.acquire.phrase_component import read_phrase_pairs
        >>> nlp = spacy_paraphrase.load(exclude=["sentence_fuser"])
        >>> _ = nlp.add_pipe("phrase_harvester", config={"composites_up_to": 0})
        >>> doc = spacy_paraphrase.compare("He purchased a big car.", "He bought a large car.", nlp)
        >>> [(pair.source.text, pair.target.text) for pair in read_phrase_pairs(doc)]
        [('purchased', 'bought'), ('big', 'large')]
    """

    def __init__(
        self,
        nlp: Language,
        name: str = FACTORY,
        *,
        variant: Variant,
        max_len: int,
        composites_up_to: int,
        max_unaligned_ratio: float | None,
        min_link_score: float,
    ) -> None:
        super().__init__(nlp, name)
        self.settings = PhraseSettings(
            variant, max_len, composites_up_to, max_unaligned_ratio, min_link_score
        )

    def annotate(self, doc: Doc) -> Doc:
        """Write the phrase pairs of a pair."""
        starts = [side.start for side in sides(doc)]
        found = harvest(doc_to_record(doc), self.settings)
        spans = []
        for pair in found:
            for start, first, last in zip(starts, pair.span[::2], pair.span[1::2], strict=True):
                spans.append(Span(doc, start + first, start + last + 1, label=pair.kind))
        columns = {name: [getattr(pair, name) for pair in found] for name in _COLUMNS}
        attrs: dict[str, Any] = {**stamp(doc), **columns}
        doc.spans[HARVEST] = SpanGroup(doc, name=HARVEST, attrs=attrs, spans=spans)
        return doc


def read_phrase_pairs(doc: Doc) -> list[PhraseSpans]:
    """Return the phrase pairs stored in a Doc; empty without a `phrase_harvester`.

    Raises:
        ParaphraseError: P006 if the Doc was retokenised afterwards.
    """
    if HARVEST not in doc.spans:
        return []
    with stored(doc, HARVEST) as group:
        spans = list(group)
        columns = [group.attrs[name] for name in _COLUMNS]
        return [PhraseSpans(*row) for row in zip(spans[::2], spans[1::2], *columns, strict=True)]
