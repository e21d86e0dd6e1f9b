"""What an example teaches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ..alignment import KEYS, read_links
from ..pair import sides
from ..readers.records import POSSIBLE

Array = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class WordTargets:
    """Which word pairs are aligned.

    Attributes:
        aligned: 1 for gold links, shape (n, m).
        counted: 0 for pairs that teach nothing (possible links), else 1; shape (n, m).
        unmappable: Number of gold links between words that the prediction has cut otherwise.
    """

    aligned: Array
    counted: Array
    unmappable: int


def word_targets(example: Example) -> WordTargets | None:
    """Return the gold word links of an example on the tokens of its prediction.

    None if the reference was not annotated with word links.
    """
    if KEYS["words"] not in example.reference.spans:
        return None
    source, target = sides(example.predicted)
    aligned = np.zeros((len(source), len(target)), dtype=np.float32)
    counted = np.ones_like(aligned)
    unmappable = 0
    to_predicted = example.alignment.y2x
    for link in read_links(example.reference, "words"):
        ends = [to_predicted[span.start].tolist() for span in (link.source, link.target)]
        if any(len(end) != 1 for end in ends):
            unmappable += 1
            continue
        cell = ends[0][0] - source.start, ends[1][0] - target.start
        if link.score > POSSIBLE:
            aligned[cell] = 1.0
        else:
            counted[cell] = 0.0
    return WordTargets(aligned, counted, unmappable)


def annotated(doc: Doc, nlp: Language | None, name: str) -> Doc:
    """Return the Doc as the components before this one leave it.

    Training calls `initialize` on bare Docs, whose features would all be the same.
    """
    if nlp is None or name not in nlp.pipe_names or doc.has_annotation("DEP"):
        return doc
    before = nlp.pipe_names[: nlp.pipe_names.index(name)]
    with nlp.select_pipes(enable=before):
        annotated: Doc = nlp(doc.copy())
    return annotated
