"""The candidate sentences of a summary, with their scores and relations.

It combines scores (`importance`), relations (`redundancy`), selection (`selection`), and fusion and
shortening (`condensing`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from spacy.language import Language
from spacy.tokens import Doc

from ..checked import SettingCheck, check_fields
from ..generation import ManyFusion
from ..generation.lattices.lattice import measure
from ..lang import language_data
from ..lexicon.overlap import stop_words
from ..lexicon.resources import word_weights
from ..pairs.extensions import PREFIX
from ..pipeline import related
from ..relations.explain import statements
from .clusters import ClusterSentence, Differing, LeftOutSentence, SourceSentence, SummarySentence
from .condensing import LONG, Shortened, merged, shortened
from .differing_figures import differing_figures
from .importance import check_weights, cluster_idf, features, scaled
from .redundancy import (
    COSINE,
    NEW,
    OVERLAP,
    Idf,
    Redundancy,
    cosine,
    identical_links,
    one_event,
    repeats,
    semantic_overlap,
    verdict,
)
from .selection import (
    TRADE,
    Fill,
    Merging,
    Reranker,
    SentenceSelection,
    by_score,
    by_similarity,
    by_verdict,
    mmr,
    novelty,
    select,
    select_with,
)
from .terms import Background, normal_form, stemmer, stems_of, tf_idf

# For each unit of sentences: other sentences, each with a pair of differing figures.
_OfUnits: TypeAlias = dict[tuple[int, ...], list[tuple[int, tuple[str, str]]]]
Rerank: TypeAlias = Literal["sod", "cosine", "mmr", "novelty", "lead", "random"]
Unit: TypeAlias = Literal["words", "characters", "sentences"]
# Default length of a summary in words; default minimum number of words of its sentences.
BUDGET, SHORTEST = 250, 13
# Minimum cosine (by stems) of sentences that may be fused.
NEAR = 0.3
# Minimum share of a sentence that another one must cover for their figures to be compared.
RELATED = 0.4
# Number of sentences that do not fit for which shortening is tried.
TRIED = 3
WEIGHTS = {"position": 1.0, "centroid": 1.0, "query_cosine": 1.0}


@dataclass(frozen=True)
class Summarizing:
    """The settings of summarisation.

    Attributes:
        rerank: The method to avoid repetition: "sod", the relation of two sentences (without a
            pipeline, their semantic overlap); "cosine" of stems; "mmr", maximal marginal relevance;
            "novelty", cosine with a preference for sentences that follow a selected one. "lead"
            (first sentences, document by document in order of date) and "random" are baselines.
        budget: The maximum length of the summary, in units of `unit`.
        unit: The unit of length.
        fill: What to do when the best sentence does not fit: "skip" it, or "stop".
        threshold: The minimum similarity to drop a sentence; if None, 0.65 for cosines and 0.55 for
            semantic overlap.
        trade: Weight of the score against redundancy, λ of "mmr".
        weights: Weight of each feature (see `importance.features`).
        shortest: Minimum number of words of a sentence.
        fuse: Whether to fuse overlapping sentences if the result is surely good and shorter (see
            `condensing.merged`); only for "sod", by a pipeline with a fuser.
        shorten: Whether to remove asides from long sentences, and from one sentence that would not
            fit otherwise (see `condensing.shortened`); needs a pipeline.
        seed: Seed of "random".
        language: Language of the documents.

    Raises:
        ParaphraseError: P950 for an invalid setting.
    """

    rerank: Rerank = "sod"
    budget: int = BUDGET
    unit: Unit = "words"
    fill: Fill = "skip"
    threshold: float | None = None
    trade: float = TRADE
    weights: Mapping[str, float] = field(default_factory=lambda: dict(WEIGHTS))
    shortest: int = SHORTEST
    fuse: bool = False
    shorten: bool = False
    seed: int = 0
    language: str = "en"

    def __post_init__(self) -> None:
        check_fields(self, "threshold", "trade", "weights", "fuse", "shorten", "seed", "language")
        check = SettingCheck("P950")
        for name, known in (("rerank", Rerank), ("unit", Unit), ("fill", Fill)):
            check.one_of(name, getattr(self, name), get_args(known))
        check.whole("budget", self.budget, 0)
        check.whole("shortest", self.shortest, 0)
        expected = "'sod' if sentences are fused: no other reranker finds sentences that overlap"
        check.sound("rerank", self.rerank, not self.fuse or self.rerank == "sod", expected)
        check.share("threshold", self.least)
        check.share("trade", self.trade)
        check_weights(self.weights)

    @property
    def least(self) -> float:
        """The threshold: the setting, or else the default."""
        if self.threshold is not None:
            return self.threshold
        return OVERLAP if self.rerank == "sod" else COSINE


class Pool:
    """The distinct sentences of a cluster, with their scores and relations.

    Sentences are represented by their index. Long ones are shortened if requested.

    Args:
        candidates: The candidate sentences, in order.
        cluster: All sentences.
        query: The stems of the query.
        settings: As in `summarize`; so are `nlp` and `background`.
    """

    def __init__(
        self,
        candidates: Sequence[ClusterSentence],
        cluster: Sequence[ClusterSentence],
        query: set[str],
        settings: Summarizing,
        nlp: Language | None,
        background: Background | None,
    ) -> None:
        self.settings, self.nlp, self.query = settings, nlp, query
        self.idf = background.idf if background else _idf(cluster, settings.language)
        self.parts = self._weighted(cluster)
        alike: dict[Any, list[ClusterSentence]] = {}
        for each in candidates:
            alike.setdefault(tuple(each.stems) or normal_form(each.text), []).append(each)
        # The best of equal sentences represents them all.
        self.copies = {max(same, key=self._score).id: same for same in alike.values()}
        self.distinct = [each for each in candidates if each.id in self.copies]
        self.scores = [*map(self._score, self.distinct)]
        self.short: dict[int, Shortened] = {}
        self.merged: dict[tuple[int, ...], ManyFusion | None] = {}
        if settings.shorten:
            lengths = [measure(each.text, "token") for each in self.distinct]
            self._shorten([k for k, length in enumerate(lengths) if length > LONG])
        stems = (stems_of(self._text(k), settings.language) for k in range(len(self.distinct)))
        self.vectors = [tf_idf(each, self.idf) for each in stems]
        self.asked = False
        self._known: dict[tuple[int, int], Redundancy] = {}
        self._adds: dict[tuple[int, int], tuple[str, ...]] = {}
        # The differing figures of each pair of sentences.
        self._figures: dict[tuple[int, int], tuple[tuple[str, str], ...]] = {}

    def _weighted(self, cluster: Sequence[ClusterSentence]) -> dict[Any, dict[str, float]]:
        """Return the contribution of each feature to the score of each sentence, by its id."""
        weights, language = self.settings.weights, self.settings.language
        parts: dict[Any, dict[str, float]] = {each.id: {} for each in cluster}
        for name, values in features(cluster, self.idf, self.query, language).items():
            if weights.get(name) and any(values):
                for each, value in zip(cluster, values, strict=True):
                    parts[each.id][name] = weights[name] * value
        return parts

    def _text(self, place: int) -> str:
        return (self.short.get(place) or self.distinct[place]).text

    def _shorten(self, places: Sequence[int], budget: int | None = None) -> None:
        assert self.nlp is not None
        texts = [self.distinct[place].text for place in places]
        made = shortened(self.nlp, texts, budget, self.query, self.settings.language)
        self.short |= {k: each for k, each in zip(places, made, strict=True) if each}

    def _score(self, each: ClusterSentence) -> float:
        return sum(self.parts[each.id].values())

    def needs(self, place: int) -> int:
        """Return the length of a sentence in the unit of the budget."""
        return self._length(self._text(place))

    def _length(self, text: str) -> int:
        unit = self.settings.unit
        return {"words": measure(text, "token"), "characters": len(text), "sentences": 1}[unit]

    @property
    def _blank(self) -> int:
        """The length of the space between two sentences in the unit of the budget."""
        return int(self.settings.unit == "characters")

    def _lengths(self) -> tuple[list[int], int]:
        """Return the lengths of all sentences, each with the space after it, and the budget."""
        lengths = [self.needs(place) + self._blank for place in range(len(self.distinct))]
        return lengths, self.settings.budget + self._blank

    def select(self) -> SentenceSelection:
        """Return the selection."""
        rerank, (lengths, budget) = self._reranker(), self._lengths()
        merging = Merging(self._partners, self._merge) if self.settings.fuse else None
        found = select(rerank, lengths, budget, self.settings.fill, merging)
        if self.settings.shorten:
            self._last(found, rerank, lengths, budget)
        if self.nlp and self.settings.rerank == "sod":
            self._tell_figures(found, lengths, budget)
        return found

    def _tell_figures(self, found: SentenceSelection, lengths: Sequence[int], budget: int) -> None:
        for place in found.chosen:
            unknown = (k for k in self._partners(place) if (k, place) not in self._known)
            self.verdicts(place, list(unknown))
        written = filter(None, self._notes(self._differing(found)).values())
        notes = sum(self._length(note) + self._blank for note in written)
        with_figures = {place for pair in self._figures for place in pair}
        for unit in found.units[::-1]:
            if found.length(lengths) + notes <= budget or len(found.units) == 1:
                break
            if with_figures.isdisjoint(unit):
                found.merged.pop(unit, None)
                found.chosen = [place for place in found.chosen if place not in unit]
                found.conflicts = [p for p in found.conflicts if {*p}.isdisjoint(unit)]
                found.too_long += unit

    def _notes(self, differing: _OfUnits) -> dict[tuple[int, ...], str]:
        """Return, for each unit, the note about its differing figures, "" for none."""

        def note(pair: tuple[str, str]) -> str:
            return language_data(self.settings.language).differing_reports.format(*pair)

        return {
            unit: " ".join(note(pair) for _, pair in figures) for unit, figures in differing.items()
        }

    def _differing(self, found: SentenceSelection) -> _OfUnits:
        seen: set[tuple[str, str]] = set()
        by_unit: _OfUnits = {}
        for unit in sorted(map(_sorted, found.units)):
            by_unit[unit] = []
            for (one, other), figures in sorted(self._figures.items()):
                for place, there in ((one, other), (other, one)):
                    if place not in unit or there in unit:
                        continue
                    for first, second in figures:
                        pair = (first, second) if place == one else (second, first)
                        if pair not in seen:
                            seen |= {pair, pair[::-1]}
                            by_unit[unit].append((there, pair))
        return by_unit

    def _partners(self, place: int) -> list[int]:
        """Return the sentences that are similar to one by cosine, the most similar first."""
        found = {k: self.cosine(place, k) for k in range(len(self.distinct)) if k != place}
        near = [k for k, value in found.items() if value >= NEAR]
        return sorted(near, key=lambda k: (-found[k], k))

    def _merge(self, places: tuple[int, ...]) -> int | None:
        """Return the length of the fusion of several sentences; None if they are not fused."""
        assert self.nlp is not None
        key = _sorted(places)
        if any({*pair} <= {*key} for pair in self._figures):
            return None
        if key not in self.merged:
            self.merged[key] = merged(self.nlp, [self.distinct[place].text for place in key])
        made = self.merged[key]
        return self._length(made.text) + self._blank if made else None

    def _last(
        self, found: SentenceSelection, rerank: Reranker, lengths: Sequence[int], budget: int
    ) -> None:
        """Add a sentence that fits only if shortened, the best one of the first `TRIED`."""
        room = budget - found.length(lengths)
        if room <= 0:
            return
        values = {place: rerank.value(place, found.chosen) for place in found.too_long}
        for place in sorted(values, key=lambda each: (-values[each], each))[:TRIED]:
            verdicts = rerank.verdicts(place, found.chosen)
            if any(verdict.name not in ("new", "overlaps") for verdict in verdicts):
                continue
            self._shorten([place], room if self.settings.unit == "words" else None)
            if self.needs(place) + self._blank <= room:
                found.chosen.append(place)
                found.values[place] = values[place]
                found.too_long.remove(place)
                return

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
        self.scores = [1 / each.place for each in self.distinct]
        if settings.rerank == "random":
            chance = random.Random(settings.seed)
            self.scores = [chance.random() for _ in self.distinct]
        return by_score(self.scores)

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
        """Return the share of a sentence's information that no selected sentence has."""
        vector = self.vectors[place]
        said = {stem for other in chosen for stem in self.vectors[other]}
        total = sum(vector.values())
        left = sum(weight for stem, weight in sorted(vector.items()) if stem not in said)
        return left / total if total else 0.0

    def verdicts(self, place: int, chosen: Sequence[int]) -> list[Redundancy]:
        """Return the verdicts on a sentence and the selected ones that share a word with it."""
        assert self.nlp is not None
        informative = {stem for stem in self.distinct[place].stems if self.idf(stem)}
        near = [
            other
            for other in chosen
            if (place, other) not in self._known and informative & {*self.distinct[other].stems}
        ]
        docs = related(self.nlp, [(self._text(place), self._text(other)) for other in near])
        for other, doc in zip(near, docs, strict=True):
            self._known[place, other] = self._judged(place, other, doc)
        return [self._known.get((place, other), NEW) for other in chosen]

    def _judged(self, place: int, other: int, doc: Doc) -> Redundancy:
        found = verdict(doc)
        if found.name in ("duplicate", "covers"):
            return found
        if repeats(doc, RELATED) and (figures := differing_figures(doc)):
            if not one_event(doc):
                return NEW
            self._figures[place, other] = tuple(figures)
        repeated = repeats(doc)
        if repeated:
            all_statements = statements(doc._.get(f"{PREFIX}alignment"))
            for k, pair in enumerate(((place, other), (other, place))):
                self._adds[pair] = tuple(unit for each in all_statements for unit in each.alone(k))
        return repeated or found

    def interactive(
        self, choose: Callable[[list[ClusterSentence]], int | None]
    ) -> SentenceSelection:
        """Return the selection of a user."""
        self.asked = True
        relevance = self.scores
        if self.query:
            asked = [sorted(self.query & {*each.stems}) for each in self.distinct]
            relevance = [sum(map(self.idf, stems)) for stems in asked]

        def redundancy(place: int, chosen: Sequence[int]) -> float:
            answer = [stem for other in chosen for stem in self.distinct[other].stems]
            return cosine(self.vectors[place], tf_idf(answer, self.idf))

        return select_with(
            lambda ranked: choose([self.distinct[each.place] for each in ranked]),
            scaled(relevance),
            redundancy,
            *self._lengths(),
        )

    def summary(self, selection: SentenceSelection) -> Iterator[SummarySentence]:
        """Yield the sentences of the summary, in the order of the documents."""
        units = sorted(map(_sorted, selection.units))
        figures = self._differing(selection)
        notes = self._notes(figures)
        names = {place: self.distinct[unit[0]].id for unit in units for place in unit}
        for unit in units:
            best = min(unit, key=selection.chosen.index)
            whole = self.merged.get(unit) if len(unit) > 1 else None
            short = None if whole else self.short.get(unit[0])
            ids = [self.distinct[place].id for place in unit]
            yield SummarySentence(
                ids[0],
                whole.text if whole else self._text(unit[0]),
                selection.values[best],
                self._reason(best, selection),
                tuple(dict.fromkeys(map(names.__getitem__, _opposed(unit, selection)))),
                sum(len(self.copies[id]) for id in ids) if not whole else 1,
                self._parts(unit) if whole or short else (),
                _provenance(whole, ids) if whole else (),
                short.cut if short else (),
                tuple(
                    Differing(*pair, self.distinct[there].id, self.distinct[there].text)
                    for there, pair in figures[unit]
                ),
                notes[unit],
            )

    def _parts(self, unit: tuple[int, ...]) -> tuple[SourceSentence, ...]:
        return tuple(SourceSentence(*self.distinct[k][:2], self.distinct[k].text) for k in unit)

    def _reason(self, place: int, selection: SentenceSelection) -> str:
        if place in selection.ranks:
            return f"picked at rank {selection.ranks[place]}"
        if self.asked:
            return "filled in"
        if self.settings.rerank in ("lead", "random"):
            return self.settings.rerank
        parts = self.parts[self.distinct[place].id].items()
        described = ", ".join(f"{name} {value:.2f}" for name, value in parts)
        factor = selection.values[place] / self.scores[place] if self.scores[place] else 1.0
        name = {"sod": "new", "novelty": "follows"}.get(self.settings.rerank)
        return f"{described}; {name} {factor:.2f}" if name and factor != 1 else described

    def left_out(self, selection: SentenceSelection) -> Iterator[LeftOutSentence]:
        """Yield the sentences dropped because of another one; copies first."""
        for best, same in self.copies.items():
            for each in same:
                if each.id != best:
                    yield LeftOutSentence(each.id, each.text, best, "duplicate")
        for drop in selection.dropped:
            each, other = self.distinct[drop.place], self.distinct[drop.because_of]
            adds = self._adds.get((drop.place, drop.because_of), ())
            adds = adds if drop.verdict == "repeats" else ()
            yield LeftOutSentence(each.id, each.text, other.id, drop.verdict, adds)


def _opposed(unit: tuple[int, ...], selection: SentenceSelection) -> Iterator[int]:
    """Yield the selected sentences outside a unit that contradict a sentence of the unit."""
    for a, b in selection.conflicts:
        if (a in unit) != (b in unit):
            yield b if a in unit else a


def _provenance(
    whole: ManyFusion, ids: Sequence[Any]
) -> tuple[tuple[str, tuple[tuple[Any, int], ...]], ...]:
    """Return the words of a fusion, each with the sentence ids and tokens of its origins."""
    return tuple(
        (word, tuple((ids[n], token) for n, token in places)) for word, places in whole.provenance
    )


def _sorted(places: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(places))


def _idf(cluster: Sequence[ClusterSentence], language: str) -> Idf:
    """Return the idf of the stems of a cluster by the word weights of the language."""
    weigh = word_weights(language) or (lambda word: 1.0)
    texts = [each.text for each in cluster]
    return cluster_idf(texts, weigh, stop_words(language), stemmer(language))
