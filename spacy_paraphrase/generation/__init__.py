"""Sentence fusion: one sentence made of two, or the reason why there is none."""

from __future__ import annotations

from spacy.tokens import Doc

from ..checked import checked
from ..errors import ParaphraseError
from ..pairs.results import FUSION_KINDS, REFUSALS, UNION_PATHS, Fusion, FusionKind, Origin
from .candidates import refusal, reworded
from .graph import PairGraph
from .pairwise_fusion import ManyFusion, fuse_many
from .proposers.wording import RELATION_OF

__all__ = [
    "FUSION_KINDS",
    "REFUSALS",
    "UNION_PATHS",
    "Fusion",
    "FusionKind",
    "ManyFusion",
    "Origin",
    "fuse_many",
    "variants",
]


@checked("doc", "kind")
def variants(doc: Doc, kind: FusionKind) -> list[Fusion]:
    """Return every sentence made by replacing phrases with the phrases aligned to them.

    These sentences are neither parsed again nor judged; for the best one that passes this check use
    `sentence_fuser`. The score is the share of all possible replacements that a sentence contains.

    Args:
        doc: A pair with a parse and labelled links.
        kind: "restate", "specify" or "generalize".

    Raises:
        ParaphraseError: P027 for another kind.

    Example:
        >>> import spacy_paraphrase
        >>> doc = spacy_paraphrase.compare("A puppy sleeps.", "A dog sleeps here.")
        >>> [fusion.text for fusion in variants(doc, "generalize")]
        ['A dog sleeps.']
    """
    if kind not in RELATION_OF:
        raise ParaphraseError("P027", got=kind, expected=", ".join(RELATION_OF))
    graph = PairGraph(doc)
    found = [] if refusal(graph) else reworded(graph, kind)[0]
    made = [Fusion(kind, p.surface.text, p.fidelity, p.surface.origins, path=p.path) for p in found]
    return [fusion.invert() for fusion in made] if graph.swapped else made
