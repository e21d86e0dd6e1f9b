"""The component that makes one sentence of two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.util import minibatch

from .. import extensions
from ..fusion.graph import PairGraph
from ..fusion.intersection import intersections
from ..fusion.linearise import realise
from ..fusion.ranking import Proposal, combine, parse_back, union_fidelity
from ..fusion.result import KINDS, Fusion, Kind, write_fusions
from ..fusion.union import unions
from .side import Side
from .word_experts import refuse

WEIGHTS = {"fidelity": 1.0, "parse_back": 1.0}


@Language.factory(
    "sentence_fuser",
    assigns=["doc.spans"],
    default_config={
        "kinds": ["intersection", "union"],
        "weights": WEIGHTS,
        "threshold": 0.8,
        "candidates": 2,
    },
)
class SentenceFuser(Pipe):
    """Make one sentence of the two of a pair."""

    def __init__(
        self,
        nlp: Language,
        name: str = "sentence_fuser",
        *,
        kinds: list[Kind],
        weights: dict[str, float],
        threshold: float,
        candidates: int,
    ) -> None:
        if not kinds or not set(kinds) <= set(KINDS):
            refuse(name, "kinds", kinds, f"some of {KINDS}")
        extensions.install()
        self.vocab = nlp.vocab
        self.nlp = nlp
        self.name = name
        self.kinds = list(kinds)
        self.weights = weights
        self.threshold = threshold
        self.candidates = candidates

    def __call__(self, doc: Doc) -> Doc:
        """Write the fusions of a pair."""
        return next(self._fuse([doc]))

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Write the fusions of many pairs; candidates of a batch are parsed together."""
        for docs in minibatch(stream, batch_size):
            yield from self._fuse(docs)

    def _fuse(self, docs: list[Doc]) -> Iterator[Doc]:
        graphs = [PairGraph(doc) for doc in docs]
        proposals = [[self._propose(graph, kind) for kind in self.kinds] for graph in graphs]
        flat = [p for per_doc in proposals for found in per_doc for p in found]
        parsed = iter(self._parse(flat))
        for doc, per_doc in zip(docs, proposals, strict=True):
            fusions = []
            for kind, found in zip(self.kinds, per_doc, strict=True):
                fusions.append(self._choose(kind, [(p, next(parsed)) for p in found]))
            write_fusions(doc, fusions)
            yield doc

    def _propose(self, graph: PairGraph, kind: Kind) -> list[Proposal]:
        if not (Side(graph.source).parsed and Side(graph.target).parsed):
            return []
        found = []
        if kind == "union":
            for c in unions(graph):
                found.append(Proposal(c.draft, realise(graph, c.draft), c.path, union_fidelity(graph, c.draft, 1.0)))
        elif kind == "intersection":
            for d in intersections(graph):
                found.append(Proposal(d, realise(graph, d), "", 1.0))
        return sorted(found, key=lambda p: -p.fidelity)[: self.candidates]

    def _parse(self, proposals: list[Proposal]) -> Iterator[Doc]:
        docs: Iterable[Doc] = [
            Doc(self.vocab, words=list(p.surface.words), spaces=list(p.surface.spaces))
            for p in proposals
        ]
        for name in ("tok2vec", "tagger", "parser"):
            docs = self.nlp.get_pipe(name).pipe(docs)
        return iter(docs)

    def _choose(self, kind: Kind, parsed: list[tuple[Proposal, Doc]]) -> Fusion:
        best: Fusion = Fusion(kind, reason="nothing")
        for p, doc in parsed:
            back = parse_back(p.draft, doc)
            score = combine({"fidelity": p.fidelity, "parse_back": back}, self.weights)
            if back >= self.threshold and score > best.score:
                best = Fusion(kind, p.surface.text, score, p.surface.origins, "", p.path)
        return best
