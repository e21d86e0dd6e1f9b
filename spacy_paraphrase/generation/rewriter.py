"""The rewriting process: building the lattice, search, repairs, checks and selection."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from rapidfuzz.distance import Levenshtein
from spacy.tokens import Doc, Span

from ..analysis.omission import is_left_incomplete
from ..analysis.sentence import Sentence
from ..errors import ParaphraseError
from ..lexicon.index import LexicalIndex
from ..lexicon.resources import lexical_index
from ..pairs.results import Label
from .checks.guards import make_guards, same_facts
from .deletion import CLASSES, SubtreeDeletion
from .edit_features import features, importance, preset
from .lattices.language_model import sentence_score
from .lattices.lattice import GLOSSARY, Edge, Guard, Lattice, build, measure
from .lattices.programme import LONGEST, programme
from .lattices.search import Way, beam, best_ways, best_within, shortest_ways
from .proposers.sources import WORDNET
from .repair import Piece, repair, written
from .rewrite_results import Edit, Refusal, Rewrite, Status, fold
from .rewrite_settings import TIGHTEN_THEN_COMPRESS, Search, Settings

# Minimum number of candidates of a search: repair may make some too long.
CANDIDATES = 20
# Number of candidates from which the most different ones are selected.
TO_CHOOSE_FROM = 10
# Maximum reduction of the budget for repeated searches.
NARROWED_BY = 5
# Maximum number of searches after checks have rejected drafts.
ROUNDS = 12


@dataclass(frozen=True)
class RewriteDraft:
    """A path through the lattice with its text.

    Attributes:
        way: The path.
        pieces: The repaired texts of its edges.
        text: The text.
        length: The length of the text in the unit of the lattice.
    """

    way: Way
    pieces: tuple[Piece, ...]
    text: str
    length: int

    @property
    def edits(self) -> list[Edge]:
        """The editing edges."""
        return [edge for edge in self.way.edges if edge.kind != "keep"]


@dataclass(frozen=True)
class Verdict:
    """The result of checking a draft against its source.

    Attributes:
        good: Whether the draft passed.
        relation: The relation of the source to the draft.
        blamed: The edges to exclude, if it did not pass.
        reason: Why it did not pass: "parse", "context", "conflict", "meaning".
    """

    good: bool
    relation: Label = "restates"
    blamed: tuple[tuple[int, int, tuple[str, ...]], ...] = ()
    reason: str = ""


class Rewriting:
    """The rewriting of one sentence: proposes drafts and receives the verdicts on them.

    Args:
        span: The sentence.
        settings: The settings of rewriting.
        budget: The maximum length, if it is already known.
    """

    def __init__(self, span: Span, settings: Settings, budget: int | None = None) -> None:
        self.span = span
        self.settings = settings
        self.goal = settings.goal
        self.sentence = Sentence(span)
        self.source = span.text
        self.good: list[tuple[RewriteDraft, Verdict]] = []
        self.judged: set[str] = set()
        self.banned: dict[tuple[int, int, tuple[str, ...]], str] = {}
        self.checked = False
        self.length = measure(self.source, settings.unit)
        self.budget = self._budget() if budget is None else budget
        self.floor = math.ceil((self.goal.min_ratio or 0) * self.length)
        self.lattice = self._widened()
        self._log_probability = (
            sentence_score(settings.lm, self.sentence.texts) if settings.lm else 0.0
        )

    @property
    def is_empty(self) -> bool:
        """Whether the sentence has no word."""
        return not any(any(map(str.isalnum, text)) for text in self.sentence.texts)

    def _budget(self) -> int | None:
        limits = [self.settings.max_chars] if self.settings.max_chars is not None else []
        if self.goal.max_ratio is not None:
            limits.append(math.floor(self.goal.max_ratio * self.length + 1e-9))
        return max(0, min(limits) - self.settings.reserve) if limits else None

    def _widened(self) -> Lattice:
        """Return the lattice; if the budget requires it, conjuncts may be deleted, too."""
        lattice = self._lattice(self.goal.deletion)
        short = self.budget is None or lattice.shortest[0][0] <= self.budget
        if short or self.settings.deletion is not None or not self.goal.deletion:
            return lattice
        return self._lattice((*self.goal.deletion, "conj"))

    def _lattice(self, deletion: Sequence[str]) -> Lattice:
        if self.is_empty:
            return build(self.sentence)
        settings, sentence = self.settings, self.sentence
        if self.goal.deletion and not sentence.parsed:
            raise ParaphraseError("P802", needs="a dependency parse", what="deletion")
        lexicon = settings.lexicon or lexical_index(sentence.lang.code)
        deletions = self._deletions(deletion, lexicon)
        guards = make_guards(settings.guards, lexicon, **settings.own)
        taken = self._tightened(guards)
        sources = settings.sources if taken is None else ()
        least, unit = self.goal.least, settings.unit
        lattice = build(sentence, sources, guards, deletions, least=least, unit=unit)
        if taken is not None:  # every path must have these edits
            left = [e for e in lattice.edges if not any(_clashes(e, each) for each in taken)]
            lattice = replace(lattice, edges=(*left, *taken))
        matter, weights, edges = importance(sentence), self.goal.weights, []
        for edge in filter(None, map(self._in_context, lattice.edges)):
            found = features(edge, lattice, matter, sentence.lang.code)
            if edge.origin == WORDNET and found.get("zipf", 0.0) < self.goal.commoner:
                continue
            score = sum(weights.get(name, 0.0) * value for name, value in found.items())
            edges.append(replace(edge, features=found, score=score))
        return replace(lattice, edges=tuple(edges))

    def _deletions(
        self, deletion: Sequence[str], lexicon: LexicalIndex | None
    ) -> list[tuple[int, int, str]]:
        """Return the deletable spans of some classes, and single tokens if these may be deleted."""
        find = self.settings.subtrees or SubtreeDeletion(lexicon=lexicon)
        classes = [name for name in deletion if name in CLASSES]
        found = list(find(self.sentence, classes)) if classes else []
        if "tokens" in self.goal.deletion:
            found += [(i, i + 1, "tokens") for i in range(len(self.sentence))]
        return found

    def _in_context(self, edge: Edge) -> Edge | None:
        """Return an edge, for a substitution with the scorer's quality; None if that is too low."""
        if edge.kind != "sub" or self.settings.scorer is None:
            return edge
        quality = self.settings.scorer(self.span, edge)
        return replace(edge, quality=quality) if quality >= self.goal.least else None

    def _tightened(self, guards: Sequence[Guard]) -> list[Edge] | None:
        """Return the edits of "tighten" if the preset is "tighten+compress", else None."""
        if self.settings.preset != TIGHTEN_THEN_COMPRESS:
            return None
        goal = preset("tighten")
        lattice = build(
            self.sentence, self.settings.sources, guards, least=goal.least, unit=self.settings.unit
        )
        best = shortest_ways(lattice, model=self.settings.lm)[0]
        return [edge for edge in best.edges if edge.kind != "keep"]

    # -- Drafts --------------------------------------------------------------------------------

    def drafts(self) -> list[RewriteDraft]:
        """Return the next drafts to check, at most as many as still needed."""
        wanted = self.settings.n_best - len(self.good)
        if wanted <= 0 or self.is_empty:
            return []
        if self.settings.select != "best":
            wanted = max(wanted, TO_CHOOSE_FROM - len(self.good))
        fresh = [draft for draft in self._fitting() if draft.text not in self.judged]
        return fresh[:wanted]

    def take(self, draft: RewriteDraft, verdict: Verdict) -> None:
        """Receive the verdict on a draft."""
        self.judged.add(draft.text)
        if verdict.good:
            self.good.append((draft, verdict))
        else:
            self.banned.update(dict.fromkeys(verdict.blamed, verdict.reason))

    def _fitting(self) -> list[RewriteDraft]:
        """Return the drafts within the limits, best first; without any, the shortest drafts."""
        allowed = self.lattice.without(self.banned)
        lattice = _with_glossary(allowed)
        if not self._fits(lattice):
            lattice = allowed  # the replacements of the glossary are too long
        if self._fits(lattice):
            for limit in self._limits():
                found = list(self._written(self._ways(lattice, limit)))
                fit = [
                    draft for draft in found if limit is None or draft.length <= (self.budget or 0)
                ]
                if fit:
                    return [draft for draft in fit if draft.length >= self.floor] or fit
        if self.budget is None or self.good:
            return []
        return list(self._written(shortest_ways(lattice, CANDIDATES, self.settings.lm)))

    def _fits(self, lattice: Lattice) -> bool:
        return self.budget is None or lattice.shortest[0][0] <= self.budget

    def _limits(self) -> Sequence[int | None]:
        """Return decreasing length limits for the search, since repair may make a text longer."""
        if self.budget is None:
            return [None]
        return range(self.budget, self.budget - NARROWED_BY - 1, -1)

    def _ways(self, lattice: Lattice, limit: int | None) -> list[Way]:
        """Return the best paths within a limit, by the search method of the settings."""
        settings, goal = self.settings, self.goal
        n = max(CANDIDATES, 2 * settings.n_best)
        method = self._method(limit) if settings.search == "auto" else settings.search
        if method == "ilp":
            tokens = "tokens" in goal.deletion
            return programme(lattice, self.sentence, limit, min(n, 10), tokens=tokens)
        if method == "beam":
            if settings.lm is None:
                raise ParaphraseError("P802", needs="a language model", what="the search 'beam'")
            ways = beam(lattice, settings.lm, goal.language, budget=limit, n_best=n)
            source = goal.language * self._log_probability
            return [way._replace(score=way.score - source) for way in ways]
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

    def _written(self, ways: Sequence[Way]) -> Iterator[RewriteDraft]:
        """Yield the repaired texts of paths, each text once, if they are sound."""
        seen: set[str] = set()
        for way in ways:
            pieces = tuple(repair(self.sentence, way.edges, self.lattice.blanks))
            text = written(pieces)
            if text and text not in seen:
                seen.add(text)
                draft = RewriteDraft(way, pieces, text, measure(text, self.settings.unit))
                if self._is_sound(draft):
                    yield draft

    def _is_sound(self, draft: RewriteDraft) -> bool:
        """Return whether a draft is a complete sentence with the facts of the source."""
        if not draft.edits:
            return self.settings.allow_identity
        gone = {t for e in draft.edits if e.kind == "del" for t in range(e.start, e.end)}
        if gone and self.sentence.parsed and is_left_incomplete(self.sentence, gone):
            return False
        return same_facts(self.sentence, list(self._words_to_check(draft.pieces)))

    def _words_to_check(self, pieces: Sequence[Piece]) -> Iterator[str]:
        """Yield the words of pieces; for glossary entries (the user's choice), the source words."""
        for piece in pieces:
            edge = piece.edge
            glossary = _is_of_glossary(edge)
            yield from self.sentence.texts[edge.start : edge.end] if glossary else [piece.text]

    # -- Results -------------------------------------------------------------------------------

    def results(self) -> list[Rewrite]:
        """Return the rewrites, best first; the sentence itself if there is none."""
        found = [self._result(draft, verdict) for draft, verdict in self.good]
        if not found:
            found = [self._unchanged()]
        chosen = self._selected(found)[: self.settings.n_best]
        return [replace(each, refused=tuple(self._refused(each))) for each in chosen]

    def _refused(self, found: Rewrite) -> Iterator[Refusal]:
        done = {(edit.start, edit.end) for edit in found.edits if edit.kind == "sub"}
        refused = [(p.start, p.end, p.words, p.origin, check) for p, check in self.lattice.refused]
        for edge in self.lattice.edges:
            check = self._refused_by(edge, found) if edge.kind == "sub" else ""
            if check:
                refused.append((edge.start, edge.end, edge.words, edge.origin, check))
        for start, end, words, origin, check in dict.fromkeys(refused):
            if origin != WORDNET and (start, end) not in done:
                source = self.span[start:end].text
                yield Refusal(start, end, source, " ".join(words), origin, check)

    def _refused_by(self, edge: Edge, found: Rewrite) -> str:
        """Return the check that rejected a substitution of the lattice; "" if none did."""
        if edge.key in self.banned:
            return self.banned[edge.key]
        apart = all(_is_apart(edge, each.start, each.end) for each in found.edits)
        return "length" if _is_of_glossary(edge) and apart else ""

    def _selected(self, found: list[Rewrite]) -> list[Rewrite]:
        words = self.source.split()
        if self.settings.select == "most_different":
            best = found[:TO_CHOOSE_FROM]
            best.sort(key=lambda r: -Levenshtein.distance(words, r.text.split()))
            return best + found[TO_CHOOSE_FROM:]
        if self.settings.select == "diverse":
            return diverse(found)
        return found

    def _unchanged(self) -> Rewrite:
        over = self.budget is not None and self.length > self.budget and not self.is_empty
        status: Status = "budget_unreachable" if over else "unchanged"
        needed = {"needed": float(self.length)} if over else {}
        return Rewrite(self.source, status, 0.0, len(self.source), 1.0, 0.0, "equals", (), needed)

    def _result(self, draft: RewriteDraft, verdict: Verdict) -> Rewrite:
        edits = tuple(self._edits(draft))
        over = self.budget is not None and draft.length > self.budget
        status: Status = "budget_unreachable" if over else ("ok" if edits else "unchanged")
        sums = _sums(edge.features for edge in draft.edits)
        if over:
            sums["needed"] = float(draft.length)
        words, other = self.sentence.texts, [w for p in draft.pieces for w in p.text.split()]
        return Rewrite(
            draft.text,
            status,
            score=float(draft.way.score) if edits else 0.0,
            n_chars=len(draft.text),
            ratio=draft.length / max(self.length, 1),
            edit_rate=Levenshtein.distance(words, other) / max(len(words), 1) if edits else 0.0,
            relation=verdict.relation if edits else "equals",
            edits=edits,
            features=sums,
            checked=self.checked and bool(edits),
        )

    def _edits(self, draft: RewriteDraft) -> Iterator[Edit]:
        """Yield the edits of a draft, with the repairs in and next to them."""
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


def _is_of_glossary(edge: Edge) -> bool:
    return edge.kind == "sub" and GLOSSARY in edge.origin


def _sums(rows: Iterable[Mapping[str, float]]) -> dict[str, float]:
    sums: dict[str, float] = {}
    for row in rows:
        for name, value in row.items():
            sums[name] = sums.get(name, 0.0) + value
    return sums


def _with_glossary(lattice: Lattice) -> Lattice:
    """Return a lattice that enforces the glossary; longer phrases have priority."""
    taken: dict[tuple[int, int], set[int]] = {}
    longest_first = sorted(lattice.edges, key=lambda e: (e.start - e.end, e.start))
    for edge in filter(_is_of_glossary, longest_first):
        place = edge.start, edge.end
        if place in taken or all(_is_apart(edge, *other) for other in taken):
            taken.setdefault(place, set()).add(id(edge))
    if not taken:
        return lattice
    granted = {edge for edges in taken.values() for edge in edges}
    edges = [e for e in lattice.edges if id(e) in granted or _leaves_alone(e, taken)]
    return replace(lattice, edges=tuple(edges))


def _is_apart(edge: Edge, start: int, end: int) -> bool:
    return edge.end <= start or end <= edge.start


def _leaves_alone(edge: Edge, places: Iterable[tuple[int, int]]) -> bool:
    """Return whether an edge changes no words of some places, or deletes all of a place."""
    return all(
        _is_apart(edge, start, end)
        or (edge.kind == "del" and edge.start <= start and end <= edge.end)
        for start, end in places
    )


def _clashes(edge: Edge, taken: Edge) -> bool:
    """Return whether an edge starts or ends inside a taken edge, or keeps a word of it."""
    inside = range(taken.start + 1, taken.end)
    keeps = edge.kind == "keep" and taken.start <= edge.start < taken.end
    return keeps or edge.start in inside or edge.end in inside


def diverse(found: Sequence[Rewrite]) -> list[Rewrite]:
    """Return rewrites in an order that avoids similar ones: score minus half the overlap."""
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


Judge: TypeAlias = Callable[[Sequence[tuple[Rewriting, RewriteDraft]]], Sequence[Verdict]]


def unjudged(work: Sequence[tuple[Rewriting, RewriteDraft]]) -> list[Verdict]:
    """Accept every draft, with the relation that follows from its edits."""
    return [Verdict(True, fold(edge.relation for edge in draft.edits)) for _, draft in work]


def run(jobs: Sequence[Rewriting], judge: Judge | None = None) -> list[list[Rewrite]]:
    """Rewrite several sentences, and check their drafts together.

    Args:
        jobs: The sentences.
        judge: Function that checks drafts against their sources; without it, every draft passes.
    """
    for job in jobs:
        job.checked = judge is not None
    for _ in range(ROUNDS if judge else 1):
        work = [(job, draft) for job in jobs for draft in job.drafts()]
        if not work:
            break
        for (job, draft), verdict in zip(work, (judge or unjudged)(work), strict=True):
            job.take(draft, verdict)
    return [job.results() for job in jobs]


def jobs_of(target: Span | Doc, settings: Settings) -> list[Rewriting]:
    """Return the jobs of the sentences of a span; a budget is divided in proportion to lengths."""
    sentences = sentences_of(target)
    if len(sentences) < 2 or settings.max_chars is None:
        return [Rewriting(sentence, settings) for sentence in sentences]
    lengths = [measure(sentence.text, settings.unit) for sentence in sentences]
    blanks = 0 if settings.unit == "token" else len(sentences) - 1
    total = max(settings.max_chars - settings.reserve - blanks, 0)
    shares = [total * length // sum(lengths) for length in lengths]
    shares[-1] += total - sum(shares)
    return [Rewriting(s, settings, budget) for s, budget in zip(sentences, shares, strict=True)]


def sentences_of(target: Span | Doc) -> list[Span]:
    """Return the sentences of a span, without white space at their ends."""
    span = target if isinstance(target, Span) else target[:]
    known = span.doc.has_annotation("SENT_START") and len(span)
    sentences: Iterable[Span] = span.sents if known else [span]  # type: ignore[attr-defined]
    inside = ((max(s.start, span.start), min(s.end, span.end)) for s in sentences)
    found = [_without_blanks(span.doc, start, end) for start, end in inside]
    return [each for each in found if len(each)] or [span[:0]]


def _without_blanks(doc: Doc, start: int, end: int) -> Span:
    """Return the span from `start` to `end` without white space at its ends."""
    while start < end and doc[start].is_space:
        start += 1
    while end > start and doc[end - 1].is_space:
        end -= 1
    return doc[start:end]


def rewrite(target: Span | Doc, *, judge: Judge | None = None, **settings: Any) -> list[Rewrite]:
    """Return rewrites of a sentence, best first; several sentences are rewritten as one text.

    Args:
        target: One or several sentences; deletions need a parse.
        judge: Function that checks drafts against the sentence (`checks.Checker`).
        **settings: The fields of `Settings`: `preset` ("tighten", "compress", "simplify",
            "paraphrase", "tighten+compress"), the limits `max_chars`, `max_ratio` and `min_ratio`,
            `unit` ("char", "byte", "token"), `reserve`; `n_best`; `sources`, `guards`, `lm`,
            `weights`, `deletion`, `search`, `select`, `allow_identity`.

    Raises:
        ParaphraseError: P800 for an unknown name, P801 for an invalid setting, P802 if the Doc
            lacks required annotation.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase.generation.proposers.sources import GlossarySource
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


def joined(jobs: Sequence[Rewriting], found: Sequence[Sequence[Rewrite]]) -> list[Rewrite]:
    """Join the rewrites of several sentences: the k-th rewrites make the k-th text."""
    most = max(map(len, found))
    return [_joined(jobs, [some[min(k, len(some) - 1)] for some in found]) for k in range(most)]


def _joined(jobs: Sequence[Rewriting], parts: Sequence[Rewrite]) -> Rewrite:
    """Return one rewrite of a text from the rewrites of its sentences."""
    text = " ".join(part.text for part in parts)
    lengths = [len(job.sentence) for job in jobs]
    changed = sum(part.edit_rate * n for part, n in zip(parts, lengths, strict=True))
    shifts = [job.span.start - jobs[0].span.start for job in jobs]
    return Rewrite(
        text,
        _joined_status({part.status for part in parts}),
        score=sum(part.score for part in parts),
        n_chars=len(text),
        ratio=sum(len(p.text) for p in parts) / max(sum(len(job.source) for job in jobs), 1),
        edit_rate=changed / max(sum(lengths), 1),
        relation=fold(part.relation for part in parts),
        edits=_shifted([part.edits for part in parts], shifts),
        features=_sums(part.features for part in parts),
        checked=all(part.checked for part in parts),
        refused=_shifted([part.refused for part in parts], shifts),
    )


def _joined_status(statuses: set[Status]) -> Status:
    if "budget_unreachable" in statuses:
        return "budget_unreachable"
    return "unchanged" if statuses == {"unchanged"} else "ok"


Change = TypeVar("Change", Edit, Refusal)


def _shifted(parts: Iterable[Sequence[Change]], shifts: Iterable[int]) -> tuple[Change, ...]:
    """Return the changes of the sentences of a text, with indices from the start of the text."""
    return tuple(
        replace(each, start=each.start + shift, end=each.end + shift)
        for part, shift in zip(parts, shifts, strict=True)
        for each in part
    )
