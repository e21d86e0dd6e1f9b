"""Extractive summaries of clusters of documents, without repetition.

The method is that of Hendrickx, Daelemans, Marsi and Krahmer 2009, *Reducing redundancy in
multi-document summarization using lexical semantic similarity*: features of sentences give a score
(`importance`); then the best sentences with new content are selected (`selection`). The relations
of sentences determine what is new: covered sentences are dropped, and contradicting ones are kept
and reported.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, SpanGroup

from ..checked import checked
from ..errors import ParaphraseError
from ..generation.lattices.lattice import measure
from ..jobs import Job, Row, as_rows
from ..pipeline import Tier, load_for_many
from .clusters import ClusterSentence, ClusterSummary, read_cluster
from .pool import Pool, Rerank, Summarizing
from .terms import Background, content_words, stemmer, stems_of

__all__ = ["Rerank", "Summarizing", "mark_summary", "summarize", "summary_job"]

SUMMARY = "summary"


@checked()
def summarize(
    cluster: Mapping[str, Any],
    settings: Summarizing | None = None,
    nlp: Language | None = None,
    *,
    background: Background | None = None,
    choose: Callable[[list[ClusterSentence]], int | None] | None = None,
) -> ClusterSummary:
    """Summarise a cluster of documents.

    The order of the documents makes no difference.

    Args:
        cluster: A record with "cluster", an id; "documents", each with "id" and "text" or
            "sentences" (texts, or records with "id" and "text"), and optionally "title" and "date"
            (as sortable text); and optionally a "query".
        settings: The settings of summarisation.
        nlp: A pipeline of `spacy_paraphrase.load`, which relates the sentences; without it, only
            their words are compared.
        background: Document frequencies of stems in other texts; without it, words have the weights
            of the language, and stop words have no weight.
        choose: Function with which a user picks the next sentence: it gets at most ten candidates,
            and returns the index of one, or None to fill in the rest automatically. Candidates are
            ranked by the words of the query, or by score without a query, minus their redundancy
            (Lin, Madnani and Dorr 2010). With this function, sentences are not fused.

    Raises:
        ParaphraseError: P954 for a cluster that cannot be read, P503 for a document or sentence
            without an id or a text, P951 if two have the same id; P950 for an invalid choice, and
            for fusing or shortening without a pipeline; P018 if the pipeline has no fuser.

    Example:
        >>> day = {"id": "a", "sentences": ["A storm hit the town.", "Two roads are closed."]}
        >>> later = {"id": "b", "sentences": ["The storm hit the town on Monday."]}
        >>> summary = summarize({"cluster": 1, "documents": [day, later]}, Summarizing(budget=8))
        >>> summary.text
        'The storm hit the town on Monday.'
    """
    settings = settings or Summarizing()
    id, query, found = read_cluster(cluster, settings.language)
    return _summarized(id, query, found, settings, nlp, background, choose)


def summary_job(
    settings: Summarizing | None = None, model: str | None = "en", tier: Tier | None = None
) -> Job:
    """Return the job that summarises clusters separately; its rows are those of `to_json`.

    Args:
        settings: The settings of summarisation.
        model: Name or path of the pipeline, loaded once per process; None for none.
        tier: As for `spacy_paraphrase.load`.

    Example:
        >>> from spacy_paraphrase.jobs import run_loop
        >>> cluster = {"cluster": 7, "documents": [{"id": 1, "text": "A storm hit the town."}]}
        >>> [row["cluster"] for row in run_loop(summary_job(model=None), [cluster])]
        [7]
    """
    map = partial(_rows, settings or Summarizing(), model, tier)
    return Job("summarize", map, _not_twice, as_rows)


def _rows(
    settings: Summarizing, model: str | None, tier: Tier | None, record: Mapping[str, Any]
) -> Iterator[tuple[str, Row]]:
    nlp = load_for_many(model, tier, settings.fuse) if model else None
    row = summarize(record, settings, nlp).to_json()
    yield json.dumps(row["cluster"]), row


def _not_twice(one: Row, other: Row) -> Row:
    raise ParaphraseError("P954", id=one["cluster"], key="cluster", got="twice", expected="one")


def _summarized(
    id: Any,
    query: str,
    found: Sequence[ClusterSentence],
    settings: Summarizing,
    nlp: Language | None,
    background: Background | None,
    choose: Callable[[list[ClusterSentence]], int | None] | None,
) -> ClusterSummary:
    long = [each for each in found if measure(each.text, "token") >= settings.shortest]
    if nlp is None and (settings.fuse or settings.shorten):
        name = "fuse" if settings.fuse else "shorten"
        raise ParaphraseError("P950", setting=name, got=True, expected="a pipeline that does it")
    language = settings.language
    asked = {*map(stemmer(language), content_words(query, language))}
    pool = Pool(long or found, found, asked, settings, nlp, background)
    selection = pool.interactive(choose) if choose else pool.select()
    fits = [*map(pool.needs, range(len(pool.distinct)))]
    return ClusterSummary(
        id,
        tuple(pool.summary(selection)),
        tuple(pool.left_out(selection)),
        len(found) - len(long or found),
        len(selection.too_long),
        tuple(_flags(found, long, asked)),
        min(fits) if fits and not selection.chosen else None,
    )


def _flags(
    found: Sequence[ClusterSentence], long: Sequence[ClusterSentence], asked: set[str]
) -> Iterator[str]:
    if not long:
        yield "only short sentences" if found else "no sentences"
    if asked and asked.isdisjoint(stem for each in found for stem in each.stems):
        yield "unknown query"


# -- One document ----------------------------------------------------------------------------------


@checked()
def mark_summary(
    doc: Doc, settings: Summarizing | None = None, nlp: Language | None = None
) -> SpanGroup:
    """Select summary sentences of a Doc, and store them in `doc.spans["summary"]`.

    Args:
        doc: A Doc with sentence boundaries.
        settings: The settings of summarisation; sentences are never fused or shortened here.
        nlp: As in `summarize`.

    Returns:
        The spans, in order; `attrs` has "scores" and "reasons", one for each.

    Raises:
        ParaphraseError: P954 if the Doc has no sentence boundaries.

    Example:
        >>> import spacy
        >>> nlp = spacy.blank("en")
        >>> _ = nlp.add_pipe("sentencizer")
        >>> doc = nlp("A storm hit the town. It rains. The storm hit the town hard.")
        >>> [span.text for span in mark_summary(doc, Summarizing(budget=1, unit="sentences"))]
        ['A storm hit the town.']
    """
    settings = replace(settings or Summarizing(), fuse=False, shorten=False)
    if not doc.has_annotation("SENT_START"):
        expected = "sentences, of a parser or a sentencizer"
        raise ParaphraseError("P954", id="doc", key="sents", got="missing", expected=expected)
    spans = [span for span in doc.sents if span.text.strip()]
    found = [
        ClusterSentence(k, 0, k + 1, span.text, stems_of(span.text, settings.language))
        for k, span in enumerate(spans)
    ]
    best = _summarized("doc", "", found, settings, nlp, None, None).sentences
    attrs = {"scores": [each.score for each in best], "reasons": [each.reason for each in best]}
    group = SpanGroup(doc, name=SUMMARY, spans=[spans[each.id] for each in best], attrs=attrs)
    doc.spans[SUMMARY] = group
    return group
