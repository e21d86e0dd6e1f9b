"""The component that rewrites the sentences of a Doc."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc, Span
from spacy.util import minibatch

from ..checked import SettingCheck
from ..errors import ParaphraseError
from ..generation.deletion import Subtrees
from ..generation.lattices.language_model import LanguageModel
from ..generation.lattices.lattice import Source, Unit
from ..generation.proposers.sources import default_sources
from ..generation.rewrite_checks import Checker
from ..generation.rewrite_results import Rewrite, write_rewrites
from ..generation.rewrite_settings import Search, Select, Settings
from ..generation.rewriter import Rewriting, run, sentences_of
from ..pairs import extensions

FACTORY = "sentence_rewriter"


class SentenceRewriter(Pipe):
    """Rewrite each sentence of a Doc: tighten, compress, simplify or paraphrase it.

    `doc._.rewrites` has the candidates for each sentence, best first, each with its changes and its
    relation to the sentence. Every candidate is parsed again and, if the pipeline has an aligner
    and a relation classifier, compared with its source. Candidates with an unintended parse are
    dropped, and so are those that contradict the source or add information.

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        preset: "tighten" (fewest characters, no loss of information), "compress" (to a maximum
            length, by deleting the least important), "simplify" (more common words), "paraphrase",
            "tighten+compress".
        max_chars: The maximum length, in units of `unit`.
        max_ratio: The maximum length, as a ratio to the source; 0.7 for "compress".
        min_ratio: The minimum length, as a ratio to the source.
        unit: The unit of length: "char", "byte" (UTF-8), "token" (words without punctuation).
        n_best: Number of candidates.
        sources: Sources of substitutions (`lattice.Source`), by name. By default shorter phrases
            (`sources.default_sources`), and WordNet for "simplify" and "paraphrase".
        scorer: Function of the sentence and a lattice edge that scores how well a substitution fits
            its context, 0 to 1: `spacy-paraphrase.SpaceScorer.v1`.
        language_model: A `language_model.LanguageModel`, with which the search prefers fluent text.
        weights: Weights of features (`features.FEATURES`) that replace those of the preset.
        guards: Names of tests in `guards.TESTS` that reject bad substitutions.
        deletion: Classes of phrases that may be deleted (`deletion.CLASSES`), instead of those of
            the preset; "tokens" for any word that is syntactically optional (integer programming).
        subtrees: Function that finds the deletable phrases (`deletion.SubtreeDeletion`).
        search: "auto", "shortest", "viterbi", "budget", "beam" or "ilp".
        select: "best", "most_different" or "diverse".
        allow_identity: Whether the unchanged sentence may be a result.
        check: Whether candidates are parsed again and compared with their source.

    Raises:
        ParaphraseError: P800 and P801 for an invalid setting; when called, P802 if the Doc lacks
            required annotation.

    Example:
        >>> import spacy_paraphrase
        >>> nlp = spacy_paraphrase.load(sentence_rewriter={"max_chars": 45})
        >>> doc = nlp("The old bridge, built in 1901, was closed after the flood.")
        >>> print(doc._.rewrites[0][0])
        The old bridge was closed after the flood.
    """

    def __init__(
        self,
        nlp: Language,
        name: str = FACTORY,
        *,
        preset: str,
        max_chars: int | None,
        max_ratio: float | None,
        min_ratio: float | None,
        unit: Unit,
        n_best: int,
        sources: dict[str, Source] | None,
        language_model: LanguageModel | None,
        scorer: Callable[[Span, Any], float] | None,
        weights: dict[str, float],
        guards: list[str],
        deletion: list[str] | None,
        subtrees: Subtrees,
        search: Search,
        select: Select,
        allow_identity: bool,
        check: bool,
    ) -> None:
        extensions.install()
        self.nlp = nlp
        self.vocab = nlp.vocab
        self.name = name
        if sources is None:
            sources = default_sources(preset)
        known = SettingCheck("P008", name=name)
        for source in sources.values():
            proposes = callable(getattr(source, "propose", None))
            known.sound("sources", source, proposes, "what has propose(sentence)")
        usable = scorer is None or callable(scorer)
        known.sound("scorer", scorer, usable, "a function of a sentence and an edge")
        self.settings = Settings(
            preset=preset,
            max_chars=max_chars,
            max_ratio=max_ratio,
            min_ratio=min_ratio,
            unit=unit,
            n_best=n_best,
            sources=tuple(sources.values()),
            lm=language_model,
            scorer=scorer,
            weights=weights,
            guards=tuple(guards),
            deletion=None if deletion is None else tuple(deletion),
            search=search,
            select=select,
            allow_identity=allow_identity and preset != "paraphrase",
            subtrees=subtrees,
        )
        self.check = check

    def __call__(self, doc: Doc) -> Doc:
        """Write the rewrites of a Doc."""
        write_rewrites(doc, self._rewritten([doc])[0])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 64) -> Iterator[Doc]:
        """Write the rewrites of many Docs; the candidates of a batch are checked together."""
        for batch in minibatch(stream, batch_size):
            docs = list(batch)
            try:
                found = self._rewritten(docs)
            except ParaphraseError:  # a Doc of the batch lacks annotation
                yield from super().pipe(docs)
                continue
            for doc, rewrites in zip(docs, found, strict=True):
                write_rewrites(doc, rewrites)
                yield doc

    def _rewritten(self, docs: list[Doc]) -> list[list[tuple[Span, list[Rewrite]]]]:
        spans = [[span for span in sentences_of(doc) if len(span)] for doc in docs]
        jobs = [[Rewriting(span, self.settings) for span in some] for some in spans]
        judge = Checker(self.nlp) if self.check else None
        found = iter(run([job for some in jobs for job in some], judge))
        return [[(job.span, next(found)) for job in some] for some in jobs]
