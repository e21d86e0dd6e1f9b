"""From a sentence to its rewrites: the lattice, the search, what is put right, what is chosen."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from rapidfuzz.distance import Levenshtein
from spacy.tokens import Doc, Span

from ..analysis.sentence import Sentence
from ..errors import ParaphraseError
from ..lexicon.resources import lexical_index
from ..results import Label
from .deletion import CLASSES, SubtreeDeletion
from .features import Preset, importance, preset, scorer
from .guards import make_guards, same_facts
from .language_model import sentence_score
from .lattice import GLOSSARY, Edge, Guard, Lattice, build, edits_of, measure
from .needs import is_bereft
from .programme import LONGEST, programme
from .repair import Piece, repair, written
from .search import Way, beam, best_ways, best_within, shortest_ways
from .settings import AUTO, TIGHTEN_THEN_COMPRESS, Search, Settings
from .sources import WORDNET
from .view import Edit, Refusal, Rewrite, Status, fold

# Candidates that are kept for what repair may make too long.
KEPT = 20
# Of how many the most different one is chosen.
BEST = 10
# By how much a budget is narrowed for another search, at most.
NARROWED = 5
# How often what was refused is searched for anew.
TURNS = 12


@dataclass(frozen=True)
class Draft:
    """A way through the lattice, written down.

    Attributes:
        way: The way.
        pieces: What its edges write, put right.
        text: The text.
        length: Its length, in the unit of the lattice.
    """

    way: Way
    pieces: tuple[Piece, ...]
    text: str
    length: int

    @property
    def edits(self) -> list[Edge]:
        """The edges that change something."""
        return list(edits_of(self.way.edges))


@dataclass(frozen=True)
class Verdict:
    """What a comparison with the source says of a draft.

    Attributes:
        good: Whether it may be offered.
        relation: What the source has to do with it.
        blamed: The edges that must not be taken, if it is not good.
        reason: Why not: "parse", "conflict", "meaning".
    """

    good: bool
    relation: Label = "restates"
    blamed: tuple[tuple[int, int, tuple[str, ...]], ...] = ()
    reason: str = ""


class Job:
    """The rewriting of one sentence: proposes drafts, and takes what is said of them.

    Args:
        span: The sentence.
        settings: How it is to be rewritten.
        budget: The greatest length, if it is given already.
    """

    def __init__(self, span: Span, settings: Settings, budget: int | None = None) -> None:
        self.span = span
        self.settings = settings
        self.goal = settings.goal
        self.sentence = Sentence(span)
        self.source = span.text
        self.good: list[tuple[Draft, Verdict]] = []
        self.said: dict[str, Verdict] = {}
        self.banned: dict[tuple[int, int, tuple[str, ...]], str] = {}
        self.rejected: Counter[str] = Counter()
        self.checked = False
        self.length = measure(self.source, settings.unit)
        self.budget = self._budget() if budget is None else budget
        self.floor = math.ceil((self.goal.min_ratio or 0) * self.length)
        self.lattice = self._made()
        self._base = self._language(self.source_words)

    @property
    def source_words(self) -> list[str]:
        """The words of the sentence."""
        return list(self.sentence.texts)

    @property
    def is_empty(self) -> bool:
        """Whether there is no word in the sentence."""
        return not any(any(map(str.isalnum, text)) for text in self.sentence.texts)

    def _budget(self) -> int | None:
        limits = [self.settings.max_chars] if self.settings.max_chars is not None else []
        if self.goal.max_ratio is not None:
            limits.append(math.floor(self.goal.max_ratio * self.length + 1e-9))
        return max(0, min(limits) - self.settings.reserve) if limits else None

    def _language(self, words: Sequence[str]) -> float:
        return sentence_score(self.settings.lm, words) if self.settings.lm else 0.0

    def _made(self) -> Lattice:
        """Return the lattice; with whole clauses to be left out where nothing else is enough."""
        lattice = self._lattice(self.goal.deletion)
        short = self.budget is None or lattice.shortest[0][0] <= self.budget
        if short or self.settings.deletion is not None or not self.goal.deletion:
            return lattice
        return self._lattice((*self.goal.deletion, "conj"))

    def _lattice(self, deletion: Sequence[str]) -> Lattice:
        if self.is_empty:
            return build(self.sentence)
        settings, sentence = self.settings, self.sentence
        classes = [name for name in deletion if name in CLASSES]
        if self.goal.deletion and not sentence.parsed:
            raise ParaphraseError("P802", needs="a dependency parse", what="deletion")
        lexicon = settings.lexicon or lexical_index(sentence.lang.code)
        find = settings.subtrees or SubtreeDeletion(lexicon=lexicon)
        found = find(sentence, classes) if classes else []
        if "tokens" in self.goal.deletion:
            found += [(i, i + 1, "tokens") for i in range(len(sentence))]
        guards = make_guards(settings.guards, lexicon, **settings.own)
        first = self._tightened(guards)
        sources = settings.sources if first is None else ()
        lattice = build(sentence, sources, guards, found, least=self.goal.least, unit=settings.unit)
        if first is not None:
            lattice = _over(lattice, first)
        matter = importance(sentence)
        score = scorer(self.goal.weights, matter, sentence.lang.code)
        edges = []
        for each in lattice.edges:
            edge = self._in_context(each)
            if edge is not None:
                told, value = score(edge, lattice)
                edges.append(replace(edge, features=told, score=value))
        return replace(lattice, edges=tuple(edges))

    def _in_context(self, edge: Edge) -> Edge | None:
        """Return a substitution with what a scorer says of it in its place; None if too little."""
        if edge.kind != "sub" or self.settings.scorer is None:
            return edge
        quality = self.settings.scorer(self.span, edge)
        return replace(edge, quality=quality) if quality >= self.goal.least else None

    def _tightened(self, guards: Sequence[Guard]) -> tuple[Edge, ...] | None:
        """Return the way of "tighten", where that goes before."""
        if self.settings.preset != TIGHTEN_THEN_COMPRESS:
            return None
        goal = preset("tighten")
        lattice = build(
            self.sentence, self.settings.sources, guards, least=goal.least, unit=self.settings.unit
        )
        return shortest_ways(lattice, model=self.settings.lm)[0].edges

    # -- Drafts --------------------------------------------------------------------------------

    def drafts(self) -> list[Draft]:
        """Return what is to be judged next, at most as many as are still wanted."""
        wanted = self.settings.n_best - len(self.good)
        if wanted <= 0 or self.is_empty:
            return []
        if self.settings.select != "best":
            wanted = max(wanted, BEST - len(self.good))
        fresh = [draft for draft in self._fitting() if draft.text not in self.said]
        return fresh[:wanted]

    def take(self, draft: Draft, verdict: Verdict) -> None:
        """Take what is said of a draft."""
        self.said[draft.text] = verdict
        if verdict.good:
            self.good.append((draft, verdict))
        else:
            self.banned.update(dict.fromkeys(verdict.blamed, verdict.reason))
            self.rejected[verdict.reason] += 1

    def _fitting(self) -> list[Draft]:
        """Return the drafts that keep to the limits, the best first; else the shortest one."""
        free = self.lattice.without(self.banned)
        lattice = _granted(free)
        if self.budget is not None and lattice.shortest[0][0] > self.budget:
            lattice = free  # what a glossary says is too long
        reachable = self.budget is None or lattice.shortest[0][0] <= self.budget
        narrow = range(NARROWED + 1) if reachable and self.budget is not None else (0,)
        for less in narrow:
            limit = None if self.budget is None else self.budget - less
            ways = self._ways(lattice, limit) if reachable else []
            found = list(self._written(ways))
            fit = [draft for draft in found if limit is None or draft.length <= (self.budget or 0)]
            if fit:
                high = [draft for draft in fit if draft.length >= self.floor]
                return high or fit
        if self.budget is None or self.good:
            return []
        return list(self._written(shortest_ways(lattice, KEPT, self.settings.lm)))

    def _ways(self, lattice: Lattice, limit: int | None) -> list[Way]:
        """Return the best ways within a limit, by the method that the settings ask for."""
        settings, goal = self.settings, self.goal
        n = max(KEPT, 2 * settings.n_best)
        method = settings.search
        if method == AUTO:
            method = self._method(limit)
        if method == "ilp":
            return programme(lattice, self.sentence, limit, min(n, 10), tokens=_tokens(goal))
        if method == "beam":
            if settings.lm is None:
                raise ParaphraseError("P802", needs="a language model", what="the search 'beam'")
            ways = beam(lattice, settings.lm, goal.language, budget=limit, n_best=n)
            base = goal.language * self._base
            return [way._replace(score=way.score - base) for way in ways]
        if method == "shortest":
            ways = shortest_ways(lattice, n, settings.lm)
            return [way for way in ways if limit is None or way.length <= limit]
        if limit is None:
            return best_ways(lattice, n)
        return best_within(lattice, limit, n)

    def _method(self, limit: int | None) -> Search:
        if self.goal.shortest:
            return "shortest"
        if "tokens" in self.goal.deletion and len(self.lattice) <= LONGEST:
            return "ilp"
        if self.settings.lm is not None:
            return "beam"
        return "viterbi" if limit is None else "budget"

    def _written(self, ways: Sequence[Way]) -> Iterator[Draft]:
        """Yield ways as text, put right, each text once; what no longer says the same, left out."""
        seen: set[str] = set()
        for way in ways:
            pieces = tuple(repair(self.sentence, way.edges, self.lattice.blanks))
            text = written(pieces)
            if not text or text in seen:
                continue
            seen.add(text)
            draft = Draft(way, pieces, text, measure(text, self.settings.unit))
            if not draft.edits and not self.settings.allow_identity:
                continue
            gone = {t for e in draft.edits if e.kind == "del" for t in range(e.start, e.end)}
            if gone and self.sentence.parsed and is_bereft(self.sentence, gone):
                continue
            if draft.edits and not same_facts(self.sentence, list(self._unasked(pieces))):
                continue
            yield draft

    def _unasked(self, pieces: Sequence[Piece]) -> Iterator[str]:
        """Yield what pieces write, of a glossary what stood there: the user answers for that."""
        for piece in pieces:
            edge = piece.edge
            told = self.sentence.texts[edge.start : edge.end] if _is_told(edge) else [piece.text]
            yield from told

    # -- Results -------------------------------------------------------------------------------

    def results(self) -> list[Rewrite]:
        """Return the rewrites, the best first; the sentence itself if there is none."""
        found = [self._result(draft, verdict) for draft, verdict in self.good]
        if not found:
            found = [self._unchanged()]
        chosen = self._selected(found)[: self.settings.n_best]
        return [replace(each, refused=tuple(self._refused(each))) for each in chosen]

    def _refused(self, found: Rewrite) -> Iterator[Refusal]:
        """Yield what tables and glossaries have that a check refused, none that was done."""
        done = {(edit.start, edit.end) for edit in found.edits if edit.kind == "sub"}
        said = [(p.start, p.end, p.words, p.origin, check) for p, check in self.lattice.refused]
        for edge in edits_of(self.lattice.edges):
            check = self.banned.get(edge.key, "")
            if not check and _is_told(edge) and not _covered(edge, found):
                check = "length"
            if check and edge.kind == "sub":
                said.append((edge.start, edge.end, edge.words, edge.origin, check))
        for start, end, words, origin, check in dict.fromkeys(said):
            if origin != WORDNET and (start, end) not in done:
                source = self.span[start:end].text
                yield Refusal(start, end, source, " ".join(words), origin, check)

    def _selected(self, found: list[Rewrite]) -> list[Rewrite]:
        words = self.source.split()
        if self.settings.select == "most_different":
            best = found[:BEST]
            best.sort(key=lambda r: -Levenshtein.distance(words, r.text.split()))
            return best + found[BEST:]
        if self.settings.select == "diverse":
            return diverse(found)
        return found

    def _unchanged(self) -> Rewrite:
        over = self.budget is not None and self.length > self.budget and not self.is_empty
        status: Status = "budget_unreachable" if over else "unchanged"
        told = {"needed": float(self.length)} if over else {}
        return Rewrite(self.source, status, 0.0, len(self.source), 1.0, 0.0, "equals", (), told)

    def _result(self, draft: Draft, verdict: Verdict) -> Rewrite:
        edits = tuple(self._edits(draft))
        over = self.budget is not None and draft.length > self.budget
        status: Status = "budget_unreachable" if over else ("ok" if edits else "unchanged")
        told: dict[str, float] = {}
        for edge in draft.edits:
            for name, value in edge.features.items():
                told[name] = told.get(name, 0.0) + value
        if over:
            told["needed"] = float(draft.length)
        words, other = self.source_words, [w for p in draft.pieces for w in p.text.split()]
        return Rewrite(
            draft.text,
            status,
            float(draft.way.score) if edits else 0.0,
            len(draft.text),
            draft.length / max(self.length, 1),
            Levenshtein.distance(words, other) / max(len(words), 1) if edits else 0.0,
            verdict.relation if edits else "equals",
            edits,
            told,
            self.checked and bool(edits),
        )

    def _edits(self, draft: Draft) -> Iterator[Edit]:
        """Yield the edits of a draft, with what was put right in and beside them."""
        repairs: dict[int, list[str]] = {}
        edits = draft.edits
        for piece in draft.pieces:
            if piece.repairs and edits:
                place = piece.edge.start
                near = min(
                    edits, key=lambda e: (min(abs(e.start - place), abs(e.end - place)), e.start)
                )
                repairs.setdefault(id(near), []).extend(piece.repairs)
        texts = {id(piece.edge): piece.text for piece in draft.pieces}
        for edge in edits:
            span = self.span[edge.start : edge.end]
            yield Edit(
                *(edge.start, edge.end, span.text, texts.get(id(edge), "")),
                "del" if edge.kind == "del" else "sub",
                edge.origin,
                edge.quality,
                edge.relation,
                tuple(dict.fromkeys(repairs.get(id(edge), ()))),
            )


def _tokens(goal: Preset) -> bool:
    return "tokens" in goal.deletion


def _is_told(edge: Edge) -> bool:
    """Return whether it is the user who wants this to be said otherwise."""
    return edge.kind == "sub" and GLOSSARY in edge.origin


def _covered(edge: Edge, found: Rewrite) -> bool:
    """Return whether an edit has changed the words of an edge, or some of them."""
    return any(edit.start < edge.end and edge.start < edit.end for edit in found.edits)


def _granted(lattice: Lattice) -> Lattice:
    """Return a lattice in which what a glossary says is done, of longer phrases before shorter."""
    taken: dict[tuple[int, int], list[Edge]] = {}
    told = sorted(filter(_is_told, lattice.edges), key=lambda e: (e.start - e.end, e.start))
    for edge in told:
        place = edge.start, edge.end
        if place in taken or all(e <= place[0] or place[1] <= s for s, e in taken):
            taken.setdefault(place, []).append(edge)
    edges = [
        edge
        for edge in lattice.edges
        if all(_may_stay(edge, *place) for place in taken) or edge in taken.get(_place(edge), ())
    ]
    return replace(lattice, edges=tuple(edges)) if taken else lattice


def _place(edge: Edge) -> tuple[int, int]:
    return edge.start, edge.end


def _may_stay(edge: Edge, start: int, end: int) -> bool:
    """Return whether an edge leaves the words of a place alone, or leaves all of them out."""
    around = edge.kind == "del" and edge.start <= start and end <= edge.end
    return around or edge.end <= start or end <= edge.start


def _over(lattice: Lattice, way: Sequence[Edge]) -> Lattice:
    """Return a lattice in which some edges are taken for granted: those of a way."""
    taken = [edge for edge in way if edge.kind != "keep"]
    inside = {node for edge in taken for node in range(edge.start + 1, edge.end)}
    replaced = {i for edge in taken for i in range(edge.start, edge.end)}
    edges = [
        edge
        for edge in lattice.edges
        if not {edge.start, edge.end} & inside
        and not (edge.kind == "keep" and edge.start in replaced)
    ]
    return replace(lattice, edges=(*edges, *taken))


def diverse(found: Sequence[Rewrite]) -> list[Rewrite]:
    """Return rewrites so that each differs from those before it: score less half the overlap."""
    rest = list(found)
    chosen: list[Rewrite] = []

    def value(rewrite: Rewrite) -> float:
        words = Counter(rewrite.text.lower().split())
        shares = [
            (words & Counter(other.text.lower().split())).total() / max(words.total(), 1)
            for other in chosen
        ]
        return rewrite.score - 0.5 * max(shares, default=0.0)

    while rest:
        best = max(rest, key=value)
        chosen.append(best)
        rest.remove(best)
    return chosen


Judge: TypeAlias = Callable[[Sequence[tuple[Job, Draft]]], Sequence[Verdict]]


def unjudged(work: Sequence[tuple[Job, Draft]]) -> list[Verdict]:
    """Take every draft for good: its relation is what its edits say together."""
    return [Verdict(True, fold(edge.relation for edge in draft.edits)) for _, draft in work]


def run(jobs: Sequence[Job], judge: Judge | None = None) -> list[list[Rewrite]]:
    """Rewrite sentences; what is proposed for all of them is judged together.

    Args:
        jobs: The sentences.
        judge: Compares drafts with their sources; without one every draft is good.
    """
    for job in jobs:
        job.checked = judge is not None
    for _ in range(TURNS if judge else 1):
        work = [(job, draft) for job in jobs for draft in job.drafts()]
        if not work:
            break
        for (job, draft), verdict in zip(work, (judge or unjudged)(work), strict=True):
            job.take(draft, verdict)
    return [job.results() for job in jobs]


def jobs_of(target: Span | Doc, settings: Settings) -> list[Job]:
    """Return the jobs of the sentences of a span; a budget in characters is shared by length."""
    sentences = sentences_of(target)
    if len(sentences) < 2 or settings.max_chars is None:
        return [Job(sentence, settings) for sentence in sentences]
    lengths = [measure(sentence.text, settings.unit) for sentence in sentences]
    blanks = 0 if settings.unit == "token" else len(sentences) - 1
    total = max(settings.max_chars - settings.reserve - blanks, 0)
    shares = [total * length // sum(lengths) for length in lengths]
    shares[-1] += total - sum(shares)
    return [Job(s, settings, budget) for s, budget in zip(sentences, shares, strict=True)]


def sentences_of(target: Span | Doc) -> list[Span]:
    """Return the sentences of a span, without white space at their ends."""
    doc = target.doc if isinstance(target, Span) else target
    span = target if isinstance(target, Span) else target[:]
    known = doc.has_annotation("SENT_START") and len(span)
    found = []
    sentences: Iterable[Span] = span.sents if known else [span]  # type: ignore[attr-defined]
    for sentence in sentences:
        start, end = max(sentence.start, span.start), min(sentence.end, span.end)
        while start < end and doc[start].is_space:
            start += 1
        while end > start and doc[end - 1].is_space:
            end -= 1
        found.append(doc[start:end])
    return [each for each in found if len(each)] or [span[:0]]


def rewrite(target: Span | Doc, *, judge: Judge | None = None, **settings: Any) -> list[Rewrite]:
    """Return rewrites of a sentence, the best first; of several sentences those of all together.

    Args:
        target: A sentence, or several, parsed where something is to be left out.
        judge: Compares drafts with the sentence and says which are good (`checks.Checker`).
        **settings: What a `Settings` has: `preset` ("tighten", "compress", "simplify",
            "paraphrase", "tighten+compress"), the limits `max_chars`, `max_ratio` and `min_ratio`,
            `unit` ("char", "byte", "token"), `reserve`; `n_best`; `sources`, `guards`, `lm`,
            `weights`, `deletion`, `search`, `select`, `allow_identity`.

    Raises:
        ParaphraseError: P800 for an unknown name, P801 for a setting that makes no sense, P802 if
            something needs what the Doc lacks.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase.rewrite.sources import GlossarySource
        >>> doc = spacy.blank("en")("They came to an agreement in the end.")
        >>> table = GlossarySource({"came to an agreement": "agreed", "in the end": "at last"})
        >>> rewrite(doc, sources=[table], guards=())[0].text
        'They agreed at last.'
    """
    for name in ("sources", "guards", "deletion"):
        if isinstance(settings.get(name), str):
            settings.pop(name) if settings[name] == "preset" else None
        elif settings.get(name) is not None:
            settings[name] = tuple(settings[name])
    made = Settings(**settings)
    jobs = jobs_of(target, made)
    found = run(jobs, judge)
    return found[0] if len(found) == 1 else joined(jobs, found)


def joined(jobs: Sequence[Job], found: Sequence[Sequence[Rewrite]]) -> list[Rewrite]:
    """Return the rewrites of several sentences as those of one text, k-th with k-th."""
    source = sum(len(job.source) for job in jobs)
    results = []
    for k in range(max(map(len, found))):
        parts = [some[min(k, len(some) - 1)] for some in found]
        text = " ".join(part.text for part in parts)
        statuses = {part.status for part in parts}
        status: Status = "budget_unreachable" if "budget_unreachable" in statuses else "ok"
        status = "unchanged" if statuses == {"unchanged"} else status
        start, edits, refused = jobs[0].span.start, [], []
        for job, part in zip(jobs, parts, strict=True):
            shift = job.span.start - start
            edits += [replace(e, start=e.start + shift, end=e.end + shift) for e in part.edits]
            refused += [replace(e, start=e.start + shift, end=e.end + shift) for e in part.refused]
        lengths = [len(job.sentence) for job in jobs]
        rate = sum(p.edit_rate * n for p, n in zip(parts, lengths, strict=True)) / max(
            sum(lengths), 1
        )
        told: dict[str, float] = {}
        for part in parts:
            for name, value in part.features.items():
                told[name] = told.get(name, 0.0) + value
        results.append(
            Rewrite(
                *(text, status, sum(part.score for part in parts), len(text)),
                *(sum(len(p.text) for p in parts) / max(source, 1), rate),
                fold(part.relation for part in parts),
                tuple(edits),
                told,
                all(part.checked for part in parts),
                tuple(refused),
            )
        )
    return results
