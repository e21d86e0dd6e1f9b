"""Checks of rewrites: the parse must be the intended one, and the meaning must not change.

Every draft is parsed again. Then the aligner and the relation classifier of the pipeline compare it
with its source. If a draft is rejected, the edit that caused this is not used again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from spacy.language import Language
from spacy.tokens import Doc

from ..analysis.rereading import reread
from ..analysis.sentence import Sentence
from ..ml.encoder import PairEncoder
from ..pairs.pair import make_pair
from ..pairs.results import Label, SentenceRelation, read_encoder_output, read_relation
from ..pairs.side_parsing import run
from ..registry import ALIGNERS, side_components
from .lattices.lattice import GLOSSARY, PARTING, WORDING, Edge
from .rewrite_results import fold
from .rewriter import RewriteDraft, Rewriting, Verdict

if TYPE_CHECKING:
    from ..components.pair_encoder import PairEncoderPipe

# Minimum share of the dependencies that the parse of a draft must have in common with the source.
LEAST_PARSED = 0.85
# Minimum probability (of a pair encoder) that a substitute has the same meaning in its context.
LEAST_RESTATES = 0.8
_PAIR_COMPONENTS = ("pair_encoder", *ALIGNERS, "relation_classifier")
_FITTING: frozenset[Label] = frozenset(("equals", "restates", "specifies"))


class Text(NamedTuple):
    """A draft as a Doc, with the positions of source tokens in it.

    Attributes:
        doc: The Doc.
        places: The position in the Doc of each kept source token.
        stretches: The positions in the Doc of the words of each substitution, by the edge's start.
    """

    doc: Doc
    places: dict[int, int]
    stretches: dict[int, range]


class Checker:
    """Checks drafts with the components of a pipeline (`rewriter.Judge`).

    Args:
        nlp: The pipeline, with a tagger and a parser; if it has an aligner and a relation
            classifier, drafts are also compared with their sources.
    """

    def __init__(self, nlp: Language) -> None:
        self.nlp = nlp

    def __call__(self, work: Sequence[tuple[Rewriting, RewriteDraft]]) -> list[Verdict]:
        """Return the verdicts on drafts."""
        texts = [text_of(self.nlp, job, draft) for job, draft in work]
        docs = run(self.nlp, side_components(self.nlp), [text.doc for text in texts])
        texts = [text._replace(doc=doc or text.doc) for text, doc in zip(texts, docs, strict=True)]
        verdicts = [
            self._refused(job, draft, text) if draft.edits else Verdict(True, "equals")
            for (job, draft), text in zip(work, texts, strict=True)
        ]
        open_ones = [k for k, verdict in enumerate(verdicts) if verdict is None]
        pairs = self._pairs([(work[k][0], texts[k].doc) for k in open_ones])
        compared = {
            k: self._doubtful(work[k][1], texts[k], pair)
            or _of_relation(work[k][1], read_relation(pair) if pair else None)
            for k, pair in zip(open_ones, pairs, strict=True)
        }
        return [verdict or compared[k] for k, verdict in enumerate(verdicts)]

    def _refused(self, job: Rewriting, draft: RewriteDraft, text: Text) -> Verdict | None:
        """Return the verdict on a draft with an unintended parse; None if the parse is right."""
        if not job.sentence.parsed:
            return None
        found = reread(job.sentence, Sentence(text.doc[:]), text.places, text.stretches)
        parted = sum(edge.origin == PARTING for edge in draft.edits)
        several = len(list(text.doc.sents)) > 1 + parted
        many = found.total and len(found.wrong) > (1 - LEAST_PARSED) * found.total
        if several or found.grave or many:
            return _blame(draft, found.grave or found.wrong, "parse")
        return None

    def _pairs(self, found: Sequence[tuple[Rewriting, Doc]]) -> list[Doc | None]:
        pipes: list[tuple[str, Any]]
        pipes = [(self.nlp.get_pipe_meta(name).factory, pipe) for name, pipe in self.nlp.pipeline]
        if "relation_classifier" not in dict(pipes) or not found:
            return [None] * len(found)
        docs: Iterable[Doc] = [make_pair(self.nlp, job.span.as_doc(), doc) for job, doc in found]
        for factory, pipe in pipes:
            if factory in _PAIR_COMPONENTS:
                docs = pipe.pipe(docs, batch_size=self.nlp.batch_size)
        return list(docs)

    def _doubtful(self, draft: RewriteDraft, text: Text, pair: Doc | None) -> Verdict | None:
        """Return the verdict on a substitution that is improbable by the encoder, else None."""
        reading = read_encoder_output(pair) if pair is not None else None
        subs = [edge for edge in _blamable(draft) if edge.kind == "sub"]
        # Shorter wordings and splits do not depend on context.
        edges = [edge for edge in subs if edge.origin not in (WORDING, PARTING)]
        if reading is None or not edges or self.encoder is None:
            return None
        units = [(range(e.start, e.end), text.stretches[e.start]) for e in edges]
        judged = self.encoder.judge_units(reading, units)
        worst = min(zip(judged, edges, strict=True), key=lambda each: each[0].restates)
        if worst[0].restates >= LEAST_RESTATES or worst[1].relation != "restates":
            return None
        return Verdict(False, blamed=(worst[1].key,), reason="context")

    @property
    def encoder(self) -> PairEncoder | None:
        """The pair encoder of the pipeline."""
        for name in self.nlp.pipe_names:
            if self.nlp.get_pipe_meta(name).factory == "pair_encoder":
                return cast("PairEncoderPipe", self.nlp.get_pipe(name)).encoder
        return None


def text_of(nlp: Language, job: Rewriting, draft: RewriteDraft) -> Text:
    """Return a draft as an unparsed Doc."""
    words: list[str] = []
    spaces: list[bool] = []
    places: dict[int, int] = {}
    stretches: dict[int, range] = {}
    for k, piece in enumerate(draft.pieces):
        start = len(words)
        if piece.edge.kind == "keep":
            words.append(piece.text)
            spaces.append(False)
            places[piece.edge.start] = start
        else:
            tokens = [token for token in nlp.tokenizer(piece.text) if not token.is_space]
            words += [token.text for token in tokens]
            spaces += [bool(token.whitespace_) for token in tokens]
            stretches[piece.edge.start] = range(start, len(words))
        spaces[-1] = k + 1 < len(draft.pieces) and draft.pieces[k + 1].blank
    return Text(Doc(nlp.vocab, words=words, spaces=spaces), places, stretches)


def _blamable(draft: RewriteDraft) -> list[Edge]:
    """Return the edits that may be rejected: all except those of the user's glossary."""
    return [e for e in draft.edits if not (e.kind == "sub" and GLOSSARY in e.origin)]


def _blame(draft: RewriteDraft, tokens: Sequence[int], reason: str) -> Verdict | None:
    """Return the verdict that blames the edit nearest to the wrong tokens."""
    edits = _blamable(draft)
    if not edits:
        return None

    def distance(edge: Edge) -> tuple[int, float]:
        found = (max(edge.start - token, token - edge.end + 1, 0) for token in tokens)
        return min(found, default=0), edge.score

    return Verdict(False, blamed=(min(edits, key=distance).key,), reason=reason)


def _of_relation(draft: RewriteDraft, relation: SentenceRelation | None) -> Verdict:
    """Return the verdict on a draft by its relation to the source.

    Splits of the sentence keep its words, and are judged by their parse alone.
    """
    claimed = fold(edge.relation for edge in draft.edits)
    edits = [edge for edge in _blamable(draft) if edge.origin != PARTING]
    if relation is None or relation.abstains or not edits:
        return Verdict(True, claimed)
    if relation.conflict or relation.label not in _FITTING:
        subs = [edge for edge in edits if edge.kind == "sub"]
        worst = min(subs or edits, key=lambda edge: (edge.quality, edge.score))
        reason = "conflict" if relation.conflict else "meaning"
        return Verdict(False, blamed=(worst.key,), reason=reason)
    if claimed == "specifies":
        return Verdict(True, claimed)
    return Verdict(True, "restates" if relation.label == "equals" else relation.label)
