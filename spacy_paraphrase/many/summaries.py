"""A summary of a cluster of documents: sentences of them, without repetition.

As in Hendrickx, Daelemans, Marsi and Krahmer 2009, *Reducing redundancy in multi-document
summarization using lexical semantic similarity*: features of each sentence and one score
(`importance`), then the best sentences that say something new (`selection`). The relation of two
sentences says what is new: one that another says all of goes, one that contradicts another is told.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Literal, TypeAlias, get_args

from spacy.language import Language
from spacy.tokens import Doc, SpanGroup

from ..errors import ParaphraseError
from ..lexicon.resources import word_weights
from ..mapreduce import Job, Row
from ..overlap import stop_words
from ..pair import SideName
from ..pipeline import load
from .clusters import Candidate, Chosen, LeftOut, Summary, read_cluster
from .importance import check_weights, cluster_idf, features, scaled
from .members import aligned
from .redundancy import (
    COSINE,
    NEW,
    OVERLAP,
    Idf,
    Verdict,
    check_share,
    cosine,
    has_more,
    identical_links,
    semantic_overlap,
    verdict,
)
from .selection import (
    TRADE,
    Fill,
    Ranked,
    Reranker,
    Selection,
    by_score,
    by_similarity,
    by_verdict,
    mmr,
    novelty,
    select,
    select_with,
)
from .terms import Background, content_words, normal_form, stemmer, stems_of, tf_idf

Rerank: TypeAlias = Literal["sod", "cosine", "mmr", "novelty", "lead", "random"]
Tier: TypeAlias = Literal["fast", "accurate"] | None
Unit: TypeAlias = Literal["words", "characters", "sentences"]
# How long a summary is, in words, and from how many words a sentence may be in it.
BUDGET, SHORTEST = 250, 13
WEIGHTS = {"position": 1.0, "centroid": 1.0, "query_cosine": 1.0}
SUMMARY = "summary"


@dataclass(frozen=True)
class Summarizing:
    """How a cluster is summarised.

    Attributes:
        rerank: What keeps repetition out: "sod", what two sentences say of each other, without a
            pipeline their semantic overlap; "cosine" of stems; "mmr", maximal marginal relevance;
            "novelty", cosine that prefers what follows a chosen sentence. "lead" (first sentences,
            a document after the other by date) and "random" are baselines.
        budget: How long the summary may be.
        unit: In what.
        fill: What to do when the best sentence does not fit: "skip" it, or "stop".
        threshold: From which similarity a sentence is dropped: 0.65 for cosines, 0.55 for
            semantic overlap if None.
        trade: How much more than redundancy the score counts, λ of "mmr".
        weights: What each feature weighs (see `importance.features`).
        shortest: Sentences of fewer words are left out.
        seed: Of "random".
        language: What the documents are written in.

    Raises:
        ParaphraseError: P950 for a setting that cannot be.
    """

    rerank: Rerank = "sod"
    budget: int = BUDGET
    unit: Unit = "words"
    fill: Fill = "skip"
    threshold: float | None = None
    trade: float = TRADE
    weights: Mapping[str, float] = field(default_factory=lambda: dict(WEIGHTS))
    shortest: int = SHORTEST
    seed: int = 0
    language: str = "en"

    def __post_init__(self) -> None:
        for name, known in (("rerank", Rerank), ("unit", Unit), ("fill", Fill)):
            value = getattr(self, name)
            if value not in get_args(known):
                expected = f"one of {', '.join(get_args(known))}"
                raise ParaphraseError("P950", setting=name, got=value, expected=expected)
        for name in ("budget", "shortest"):
            value = getattr(self, name)
            if type(value) is not int or value < 0:
                expected = "a whole number, 0 or more"
                raise ParaphraseError("P950", setting=name, got=value, expected=expected)
        check_share("threshold", self.least)
        check_share("trade", self.trade)
        check_weights(self.weights)

    @property
    def least(self) -> float:
        """The threshold."""
        if self.threshold is not None:
            return self.threshold
        return OVERLAP if self.rerank == "sod" else COSINE


def summarize(
    cluster: Mapping[str, Any],
    settings: Summarizing | None = None,
    nlp: Language | None = None,
    *,
    background: Background | None = None,
    choose: Callable[[list[Candidate]], int | None] | None = None,
) -> Summary:
    """Return a summary of a cluster of documents.

    The order of the documents makes no difference.

    Args:
        cluster: A record with "cluster", an id, "documents", each with "id" and "text" or
            "sentences" (texts, or records with "id" and "text"), perhaps "title" and "date" (as
            text that sorts), and perhaps a "query".
        settings: How it is summarised.
        nlp: A pipeline as `spacy_paraphrase.load` gives it, which tells what sentences say of each
            other; without it, words alone decide.
        background: How often stems are in other texts; without it the word weights of the language
            say how much a word tells, and stop words tell nothing.
        choose: Picks the next sentence for a user: it gets the best candidates, ten at most, and
            returns the index of one, or None to have the rest filled in. What is shown is ranked by
            the words of the query, without one by score, less what the answer has already (Lin,
            Madnani and Dorr 2010).

    Raises:
        ParaphraseError: P954 for a cluster that cannot be read, P503 for a document or sentence
            without an id or a text, P951 if two have the same id; P950 if a choice is none.

    Example:
        >>> day = {"id": "a", "sentences": ["A storm hit the town.", "Two roads are closed."]}
        >>> later = {"id": "b", "sentences": ["The storm hit the town on Monday."]}
        >>> told = summarize({"cluster": 1, "documents": [day, later]}, Summarizing(budget=8))
        >>> told.text
        'The storm hit the town on Monday.'
    """
    settings = settings or Summarizing()
    id, query, found = read_cluster(cluster, settings.language)
    return _summarized(id, query, found, settings, nlp, background, choose)


def summary_job(
    settings: Summarizing | None = None, model: str | None = "en", tier: Tier = None
) -> Job:
    """Return the job that summarises clusters, each alone; its rows are those of `to_json`.

    Args:
        settings: How they are summarised.
        model: Name or path of the pipeline, loaded once in every process; None to do without.
        tier: As for `spacy_paraphrase.load`.

    Example:
        >>> from spacy_paraphrase.mapreduce import run_loop
        >>> cluster = {"cluster": 7, "documents": [{"id": 1, "text": "A storm hit the town."}]}
        >>> [row["cluster"] for row in run_loop(summary_job(model=None), [cluster])]
        [7]
    """
    map = partial(_rows, settings or Summarizing(), model, tier)
    return Job("summarize", map, _not_twice, _as_rows)


def _rows(
    settings: Summarizing, model: str | None, tier: Tier, record: Mapping[str, Any]
) -> Iterator[tuple[str, Row]]:
    row = summarize(record, settings, _pipeline(model, tier) if model else None).to_json()
    yield json.dumps(row["cluster"]), row


@lru_cache(maxsize=1)
def _pipeline(model: str, tier: Tier) -> Language:
    return load(model, tier=tier, exclude=["sentence_fuser"])


def _not_twice(one: Row, other: Row) -> Row:
    raise ParaphraseError("P954", id=one["cluster"], key="cluster", got="twice", expected="one")


def _as_rows(key: str, row: Row) -> Iterable[Row]:
    return (row,)


# -- Selection -------------------------------------------------------------------------------------


def _summarized(
    id: Any,
    query: str,
    found: Sequence[Candidate],
    settings: Summarizing,
    nlp: Language | None,
    background: Background | None,
    choose: Callable[[list[Candidate]], int | None] | None,
) -> Summary:
    """Return the summary of sentences in order."""
    long = [each for each in found if _words(each.text) >= settings.shortest]
    flags = []
    if not found:
        flags.append("no sentences")
    elif not long:
        flags.append("only short sentences")
    language = settings.language
    asked = {*map(stemmer(language), content_words(query, language))}
    if asked and not any(asked & {*each.stems} for each in found):
        flags.append("unknown query")
    pool = _Pool(long or found, found, asked, settings, nlp, background)
    selection = pool.interactive(choose) if choose else pool.select()
    fits = [*map(pool.needs, range(len(pool.distinct)))]
    return Summary(
        id,
        tuple(pool.told(selection)),
        tuple(pool.left_out(selection)),
        len(found) - len(long or found),
        len(selection.too_long),
        tuple(flags),
        min(fits) if fits and not selection.chosen else None,
    )


def _words(text: str) -> int:
    """Return the number of words between blanks, those of punctuation alone left out."""
    return sum(any(map(str.isalnum, word)) for word in text.split())


class _Pool:
    """The distinct sentences of a cluster, and all that is known of them.

    Args:
        candidates: The sentences that are considered, in order.
        cluster: All sentences.
        query: The stems of the query.
        settings: As in `summarize`, as the rest.
    """

    def __init__(
        self,
        candidates: Sequence[Candidate],
        cluster: Sequence[Candidate],
        query: set[str],
        settings: Summarizing,
        nlp: Language | None,
        background: Background | None,
    ) -> None:
        self.settings, self.nlp, self.query = settings, nlp, query
        self.idf = background.idf if background else _idf(cluster, settings.language)
        given = {
            name: values
            for name, values in features(cluster, self.idf, query, settings.language).items()
            if settings.weights.get(name) and any(values)
        }
        places = {each.id: k for k, each in enumerate(cluster)}
        self.parts = {
            each.id: {
                name: settings.weights[name] * values[places[each.id]]
                for name, values in given.items()
            }
            for each in candidates
        }
        self.copies: dict[Any, list[Candidate]] = {}
        for each in candidates:
            self.copies.setdefault(tuple(each.stems) or normal_form(each.text), []).append(each)
        # Of those that read the same the best one stands for all.
        best = {max(same, key=self._score).id: same for same in self.copies.values()}
        self.distinct = [each for each in candidates if each.id in best]
        self.copies = best
        self.scores = [*map(self._score, self.distinct)]
        self.vectors = [tf_idf(each.stems, self.idf) for each in self.distinct]
        self.asked = False
        self._known: dict[tuple[int, int], Verdict] = {}

    def _score(self, each: Candidate) -> float:
        return sum(self.parts[each.id].values())

    def needs(self, place: int) -> int:
        """Return how much of the budget a sentence takes alone."""
        text, unit = self.distinct[place].text, self.settings.unit
        return {"words": _words(text), "characters": len(text), "sentences": 1}[unit]

    def _lengths(self) -> tuple[list[int], int]:
        """Return what each sentence takes, and the budget; a blank stands between sentences."""
        blank = int(self.settings.unit == "characters")
        lengths = [self.needs(place) + blank for place in range(len(self.distinct))]
        return lengths, self.settings.budget + blank

    def select(self) -> Selection:
        """Return what is selected."""
        return select(self._reranker(), *self._lengths(), self.settings.fill)

    def _reranker(self) -> Reranker:
        settings, scores = self.settings, self.scores
        if settings.rerank == "mmr":
            return mmr(scaled(scores), self.cosine, settings.trade)
        if settings.rerank == "novelty":
            return novelty(scores, self.cosine, settings.least, self._before())
        if settings.rerank == "cosine":
            return by_similarity(scores, self.cosine, settings.least)
        if settings.rerank == "sod":
            if self.nlp:
                return by_verdict(scores, self.verdicts, self.new)
            return by_similarity(scores, self.overlap, settings.least)
        self.scores = [*(self._shuffled() if settings.rerank == "random" else self._round())]
        return by_score(self.scores)

    def _shuffled(self) -> Iterable[float]:
        chance = random.Random(self.settings.seed)
        return (chance.random() for _ in self.distinct)

    def _round(self) -> Iterable[float]:
        """Return what is the greater the earlier a sentence comes in its document."""
        return (1 / each.place for each in self.distinct)

    def _before(self) -> list[int | None]:
        places = {(each.doc, each.place): k for k, each in enumerate(self.distinct)}
        return [places.get((each.doc, each.place - 1)) for each in self.distinct]

    def cosine(self, one: int, other: int) -> float:
        """Return the cosine of two sentences."""
        return cosine(self.vectors[one], self.vectors[other])

    def overlap(self, one: int, other: int) -> float:
        """Return the semantic overlap of two sentences by their stems alone."""
        sides = self.distinct[one].stems, self.distinct[other].stems
        return semantic_overlap(*sides, identical_links(*sides), self.idf)

    def new(self, place: int, chosen: Sequence[int]) -> float:
        """Return the share of what a sentence tells that none of those taken has a word for."""
        vector = self.vectors[place]
        said = {stem for other in chosen for stem in self.vectors[other]}
        total = sum(vector.values())
        left = sum(weight for stem, weight in sorted(vector.items()) if stem not in said)
        return left / total if total else 0.0

    def verdicts(self, place: int, chosen: Sequence[int]) -> list[Verdict]:
        """Return what a sentence says of those that are taken; nothing where no word is shared."""
        assert self.nlp is not None
        told = {stem for stem in self.distinct[place].stems if self.idf(stem)}
        near = [
            other
            for other in chosen
            if (place, other) not in self._known and told & {*self.distinct[other].stems}
        ]
        text = self.distinct[place].text
        docs = aligned(self.nlp, [(text, self.distinct[other].text) for other in near])
        for other, doc in zip(near, docs, strict=True):
            found = verdict(doc)
            loser: SideName = "target" if found.keep == "source" else "source"
            if found.keep != "both" and has_more(doc, loser):
                found = Verdict("overlaps", "both")
            self._known[place, other] = found
        return [self._known.get((place, other), NEW) for other in chosen]

    def interactive(self, choose: Callable[[list[Candidate]], int | None]) -> Selection:
        """Return what a user selects."""
        self.asked = True
        relevance = self.scores
        if self.query:
            asked = [sorted(self.query & {*each.stems}) for each in self.distinct]
            relevance = [sum(map(self.idf, stems)) for stems in asked]

        def redundancy(place: int, chosen: Sequence[int]) -> float:
            answer = [stem for other in chosen for stem in self.distinct[other].stems]
            return cosine(self.vectors[place], tf_idf(answer, self.idf))

        def shown(ranked: list[Ranked]) -> int | None:
            return choose([self.distinct[each.place] for each in ranked])

        return select_with(shown, scaled(relevance), redundancy, *self._lengths())

    def told(self, selection: Selection) -> Iterator[Chosen]:
        """Yield the sentences of the summary, in the order of the documents."""
        for place in sorted(selection.chosen):
            each = self.distinct[place]
            against = [
                self.distinct[b if a == place else a].id
                for a, b in selection.conflicts
                if place in (a, b)
            ]
            yield Chosen(
                each.id,
                each.text,
                selection.values[place],
                self._reason(place, selection),
                tuple(against),
                len(self.copies[each.id]),
            )

    def _reason(self, place: int, selection: Selection) -> str:
        if place in selection.ranks:
            return f"picked at rank {selection.ranks[place]}"
        if self.asked:
            return "filled in"
        if self.settings.rerank in ("lead", "random"):
            return self.settings.rerank
        parts = self.parts[self.distinct[place].id].items()
        told = ", ".join(f"{name} {value:.2f}" for name, value in parts)
        factor = selection.values[place] / self.scores[place] if self.scores[place] else 1.0
        name = {"sod": "new", "novelty": "follows"}.get(self.settings.rerank)
        return f"{told}; {name} {factor:.2f}" if name and factor != 1 else told

    def left_out(self, selection: Selection) -> Iterator[LeftOut]:
        """Yield what is dropped because of another sentence; copies first."""
        for kept, same in self.copies.items():
            for each in same:
                if each.id != kept:
                    yield LeftOut(each.id, each.text, kept, "duplicate")
        for drop in selection.dropped:
            each, other = self.distinct[drop.place], self.distinct[drop.because_of]
            yield LeftOut(each.id, each.text, other.id, drop.verdict)


def _idf(cluster: Sequence[Candidate], language: str) -> Idf:
    """Return how much the stems of a cluster tell in the language as such."""
    weigh = word_weights(language) or (lambda word: 1.0)
    texts = [each.text for each in cluster]
    return cluster_idf(texts, weigh, stop_words(language), stemmer(language))


# -- One document ----------------------------------------------------------------------------------


def mark_summary(
    doc: Doc, settings: Summarizing | None = None, nlp: Language | None = None
) -> SpanGroup:
    """Mark the sentences of a Doc that summarise it, in `doc.spans["summary"]`.

    Args:
        doc: With sentences.
        settings: How it is summarised.
        nlp: As in `summarize`.

    Returns:
        The spans, in order; `attrs` has "scores" and "reasons", one for each.

    Raises:
        ParaphraseError: P954 if there are no sentences marked.

    Example:
        >>> import spacy
        >>> nlp = spacy.blank("en")
        >>> _ = nlp.add_pipe("sentencizer")
        >>> doc = nlp("A storm hit the town. It rains. The storm hit the town hard.")
        >>> [span.text for span in mark_summary(doc, Summarizing(budget=1, unit="sentences"))]
        ['A storm hit the town.']
    """
    settings = settings or Summarizing()
    if not doc.has_annotation("SENT_START"):
        raise ParaphraseError(
            "P954",
            id="doc",
            key="sents",
            got="missing",
            expected="sentences, of a parser or a sentencizer",
        )
    spans = [span for span in doc.sents if span.text.strip()]
    found = [
        Candidate(k, 0, k + 1, span.text, stems_of(span.text, settings.language))
        for k, span in enumerate(spans)
    ]
    told = _summarized("doc", "", found, settings, nlp, None, None).sentences
    attrs = {"scores": [each.score for each in told], "reasons": [each.reason for each in told]}
    group = SpanGroup(doc, name=SUMMARY, spans=[spans[each.id] for each in told], attrs=attrs)
    doc.spans[SUMMARY] = group
    return group
