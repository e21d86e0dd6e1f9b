"""The component that fuses the two sentences of a pair into one."""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, dropwhile, islice, takewhile
from typing import Any, NamedTuple

import srsly
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup
from spacy.training import Example
from thinc.api import Optimizer

from ..analysis.sentence import Sentence
from ..checked import SettingCheck, is_number
from ..errors import ParaphraseError, warning
from ..generation.candidates import LEAST_ENTAILED, one_side, propose, refusal, repairs
from ..generation.checks.certainty import LEAST_SCORE
from ..generation.checks.ranking import (
    FIGURES,
    Attempt,
    FluencyModel,
    combine,
    figures,
    misread,
    parse_back,
)
from ..generation.draft import Draft
from ..generation.graph import PairGraph
from ..generation.proposers.edit_judge import ENGLISH as WEIGHTS_FILE
from ..generation.proposers.edit_judge import EditJudge
from ..generation.proposers.edit_lessons import Lesson, lessons, material, prepare, teach
from ..generation.proposers.intersection import said_in
from ..generation.proposers.places import place_judge
from ..generation.proposers.question import Question, read_question
from ..generation.proposers.unions import UNSAID, best_side, omitted, side_entails
from ..generation.proposers.wording import RELATION_OF, frame_of
from ..generation.usable import usable_chance
from ..jobs.arrays import read_data
from ..lexicon.wordnet import WordNetExpert
from ..ml.feature_tables import Network
from ..pairs.pair import WORDS, make_pair, sides
from ..pairs.results import (
    FUSION_KINDS,
    Fusion,
    FusionKind,
    read_fusions,
    read_relation,
    write_fusions,
)
from ..pairs.side_parsing import run
from ..registry import FACTORIES, by_sides
from .base import WORDNET, PairPipe, StoredAsBytes
from .scorers import score_fusions
from .unit_links import PairLearner, annotated

# How many examples the scale of the features is taken from.
SAMPLE = 500
FALLBACKS = ("longer", "refuse")
# Where candidates are stored to be looked at.
CANDIDATES = "fusion_candidates"
# Scores that fusions must have if none is asked for: above them two unions and intersections in
# three are usable, and of the usable ones two in three are given (`python -m weights usable`);
# sentences with replaced phrases are nearly all usable.
LEAST = {"union": 0.4, "intersection": 0.45}
LEAST_OTHER = 0.25
# By how much the scores of two candidates may differ that are equally good.
AS_GOOD = 0.2
# How probably a fusion must entail the side that it is compared with, and that side the fusion.
LEAST_CHANCES = {
    "union": (UNSAID, 0.0),
    "restate": (LEAST_ENTAILED, LEAST_ENTAILED),
    "specify": (LEAST_ENTAILED, 0.0),
    "generalize": (0.0, LEAST_ENTAILED),
}


# What refuses a fusion of a pair.
Check = Callable[[Doc, Fusion], bool]


class Task(NamedTuple):
    """The candidates of one kind of fusion, or the reason why there is none."""

    doc: Doc
    graph: PairGraph
    kind: FusionKind
    found: list[Attempt]
    reason: str
    asked: bool = False


class SentenceFuser(PairLearner, PairPipe, StoredAsBytes):
    """Fuse the two sentences of a pair into one: what both say, or what either says.

    A fusion is built from the parses and the word links, checked by parsing it again, and refused
    with a reason if it is not good enough. Links in conflict are never merged. `doc._.fusions` has
    one `Fusion` for each requested kind. If `doc.user_data["question"]` is set, unions and
    intersections are reduced to what answers that question.

    Args:
        nlp: The pipeline; its components up to the parser parse the candidates.
        name: Name of this instance.
        kinds: Some of "intersection", "union", "restate", "specify", "generalize".
        candidates: The greatest number of candidates of each kind that are parsed.
        least_said: Share of the content of both sides that a union must express, 0 to 1.
        least_parsed: Share of the intended dependencies that the parser must find, 0 to 1.
        least_score: Score that a fusion must have, 0 to 1; None for the defaults, 0.4 for
            unions, 0.45 for intersections, 0.25 for the other kinds.
        fallback: What to do if no union is good enough: "refuse", or "longer" to return the side
            that says most, with path "longer" and whatever score it has.
        pretrained: "en" for the weights that come with the package; None to train the network.
        model: Network that predicts which edits people make
            (`fusion.edit_judge.build_edit_network`).
        weights: Weight of each figure in the score (`fusion.ranking`), by name; without weights,
            the score is the probability that an editor would print the fusion (`fusion.usable`).
        lexicon: WordNet expert whose lexical data are used.
        language_model: An object with `score(tokens)`.
        checks: Further checks by name, from the registry table "paraphrase_checks": functions that
            get the Doc of the pair and a fusion that is good enough otherwise, with source and
            target as in the Doc, and return whether it may be given.

    Raises:
        ParaphraseError: P008 for a setting that makes no sense; when called, P004 for a Doc without
            pair.
    """

    file = "fuser"

    def __init__(
        self,
        nlp: Language,
        name: str = "sentence_fuser",
        *,
        kinds: list[FusionKind],
        candidates: int,
        least_said: float,
        least_parsed: float,
        least_score: float | None,
        fallback: str,
        pretrained: str | None,
        model: Network,
        weights: dict[str, float],
        lexicon: WordNetExpert,
        language_model: FluencyModel,
        checks: dict[str, Check],
    ) -> None:
        check = SettingCheck("P008", name=name)
        some = isinstance(kinds, list | tuple) and bool(kinds) and set(kinds) <= set(FUSION_KINDS)
        check.sound("kinds", kinds, some, f"one or more of {FUSION_KINDS}")
        check.whole("candidates", candidates)
        check.share("least_said", least_said)
        check.share("least_parsed", least_parsed)
        if least_score is not None:
            check.share("least_score", least_score)
        check.one_of("fallback", fallback, FALLBACKS, f"one of {FALLBACKS}")
        check.one_of("pretrained", pretrained, (None, "en"), '"en", or none')
        known = isinstance(weights, dict) and set(weights) <= set(FIGURES)
        sound = known and all(is_number(w) and w >= 0 for w in weights.values())
        check.sound("weights", weights, sound, f"numbers, 0 or more, for some of {FIGURES}")
        check.sound("lexicon", lexicon, isinstance(lexicon, WordNetExpert), WORDNET)
        fits = isinstance(checks, dict) and all(map(callable, checks.values()))
        check.sound("checks", checks, fits, "functions by name")
        super().__init__(nlp, name)
        self.kinds = list(dict.fromkeys(kinds))
        self.candidates = candidates
        self.least_said = least_said
        self.least_parsed = least_parsed
        self.least_score = least_score
        self.fallback = fallback
        self.model = model
        self.judge = EditJudge(place_judge(), model)
        if pretrained is not None:
            model.from_bytes(read_data(WEIGHTS_FILE))
        self.weights = weights
        self.lexicon = lexicon
        self.language_model = language_model
        self.checks = checks

    def lexicons(self) -> Iterable[WordNetExpert]:
        """Return the expert whose lexical data are used."""
        return (self.lexicon,)

    def annotate(self, doc: Doc) -> Doc:
        """Write the fusions of a pair."""
        (fusions,) = self._fuse([self._tasks(doc)])
        write_fusions(doc, fusions)
        return doc

    def annotate_all(self, docs: Iterable[Doc], batch_size: int) -> Iterator[Doc]:
        """Write the fusions of a batch of pairs, whose candidates are parsed together."""
        ready: list[Doc] = []
        work: list[list[Task]] = []
        for doc in docs:
            try:
                work.append(self._tasks(doc))
                ready.append(doc)
            except Exception as error:  # spaCy's contract: the handler decides
                self.get_error_handler()(self.name, self, [doc], error)
        for doc, fusions in zip(ready, self._fuse(work), strict=True):
            write_fusions(doc, fusions)
            yield doc

    def set_candidates(self, docs: Iterable[Doc], *, candidates_key: str = CANDIDATES) -> None:
        """Store the candidates of pairs that are read, each with what became of it, to look at.

        They are in `doc.spans[candidates_key].attrs["candidates"]`: `kind`, `text` and `path`, and
        the `score` of one that is good enough, else the `reason` why it is not.
        """
        for doc in docs:
            seen: list[tuple[Task, Attempt, Fusion | None]] = []
            self._fuse([self._tasks(doc)], seen)
            shown = [
                {
                    "kind": task.kind,
                    "text": proposal.surface.text,
                    "path": proposal.path,
                    "score": round(fusion.score, 4) if fusion else 0.0,
                    "reason": fusion.reason if fusion is not None else "parse_back",
                }
                for task, proposal, fusion in seen
            ]
            attrs = {"candidates": shown}
            doc.spans[candidates_key] = SpanGroup(doc, name=candidates_key, attrs=attrs)

    def _tasks(self, doc: Doc) -> list[Task]:
        if not self.model.attrs["symbols"]:
            raise ParaphraseError("P015", name=self.name)
        if WORDS not in doc.spans:
            warnings.warn(warning("W004", name=self.name), stacklevel=2)
        graph, question = PairGraph(doc, self.lexicon.index()), self._question(doc)
        reason = refusal(graph)
        if reason:
            alone = question is None and reason.startswith("differs")
            return [
                Task(doc, graph, kind, one_side(graph, kind) if alone else [], reason)
                for kind in self.kinds
            ]
        return [
            Task(doc, graph, kind, *self._propose(graph, kind, question), question is not None)
            for kind in self.kinds
        ]

    def _propose(
        self, graph: PairGraph, kind: FusionKind, question: Question | None
    ) -> tuple[list[Attempt], str]:
        """Return the candidates of a kind that say enough, or else why there is none."""
        found, reason = propose(graph, kind, self.judge, question)
        enough = [proposal for proposal in found if self._says_enough(proposal, question)]
        return enough, reason if enough or not found else "too_little"

    def _says_enough(self, proposal: Attempt, question: Question | None) -> bool:
        if not proposal.path or question is not None:
            return True
        return proposal.said >= self.least_said

    def _fuse(
        self, work: list[list[Task]], seen: list[tuple[Task, Attempt, Fusion | None]] | None = None
    ) -> list[list[Fusion]]:
        """Return the fusions of each pair; the candidates of all of them are parsed in one go.

        What becomes of each candidate is added to `seen`.
        """
        tasks = list(chain(*work))
        waiting = {id(task): self._most_promising(task) for task in tasks}
        made = {id(task): _unmade(task, waiting[id(task)]) for task in tasks}
        read = defaultdict[int, list[Draft]](list)
        for turn in range(self.candidates + 1):
            chosen = [
                (task, proposal)
                for task in tasks
                for proposal in self._next(task, waiting[id(task)], made[id(task)], turn)
            ]
            if not chosen:
                break
            texts = self._read(chosen)
            judged = zip(chosen, texts, self._judge_all(chosen, texts), strict=True)
            for (task, proposal), text, fusion in judged:
                key = id(task)
                read[key].append(proposal.draft)
                if seen is not None:
                    seen.append((task, proposal, fusion))
                made[key] = _better(made[key], fusion)
                if isinstance(text, Sentence) and not made[key]:
                    waiting[key][:0] = self._repaired(task, proposal, text, read[key])
        return [[_with_best_side(task, made[id(task)]) for task in each] for each in work]

    def _most_promising(self, task: Task) -> list[Attempt]:
        """Return the candidates in order; of intersections those that may pass, the best first."""
        if not self._is_read(task):
            return list(task.found)
        least = self._least(task.doc, task.kind)
        promises = [(_promise(task, proposal), proposal) for proposal in task.found]
        promises.sort(key=lambda one: -one[0])
        return [proposal for promise, proposal in promises if promise >= least]

    def _next(self, task: Task, waiting: list[Attempt], made: Fusion, turn: int) -> list[Attempt]:
        """Remove what is judged in a turn from the candidates that wait, and return it.

        That is one, and of intersections all sides besides, since they need not be read; where
        there is one, only what may be better.
        """
        if not waiting:
            return []
        if not self._is_read(task):
            # At last what stands there as it was: it needs no proof.
            return [] if made else [waiting.pop(-(turn == self.candidates))]
        few = [p for p in waiting if p is waiting[0] or p.side is not None]
        waiting[:] = [proposal for proposal in waiting if proposal not in few]
        if made and _promise(task, few[0]) <= made.score:
            waiting.clear()
            return []
        return few

    def _repaired(
        self, task: Task, proposal: Attempt, text: Sentence, read: list[Draft]
    ) -> list[Attempt]:
        """Return what may stand in the place of a proposal that was read otherwise."""
        lost = misread(proposal.draft, text) or proposal.draft.attached
        found = repairs(task.graph, proposal, self.judge, lost)
        return [new for new in found if new.draft not in read and self._says_enough(new, None)]

    def _least(self, doc: Doc, kind: FusionKind) -> float:
        if self.least_score is not None:
            return self.least_score
        return float(doc.user_data.get(LEAST_SCORE, LEAST.get(kind, LEAST_OTHER)))

    def _judge_all(
        self, chosen: list[tuple[Task, Attempt]], texts: list[Sentence | Span | None]
    ) -> list[Fusion | None]:
        """Return each candidate that was read as a fusion, empty if it is refused.

        As far as the pipeline has a judge of it, a merged union must also say what each side says,
        and what is reworded must entail its frame, or be entailed by it, as its kind says. How
        probably an intersection is entailed is one of the figures of its score.
        """
        parsed = [
            None if text is None else self._parsed_back(proposal, text)
            for (_, proposal), text in zip(chosen, texts, strict=True)
        ]
        read = self._compared(
            {k: one for k, one in enumerate(chosen) if parsed[k] and self._is_read(one[0])}
        )
        found = [
            None
            if text is None
            else self._made(*chosen[k], text, parsed[k], _entailed(read.get(k)))
            for k, text in enumerate(texts)
        ]
        others = {
            k: one for k, one in enumerate(chosen) if found[k] and one[0].kind != "intersection"
        }
        for k, chances in self._compared(others).items():
            if not _keeps_contract(chosen[k][0].kind, chances):
                found[k] = Fusion(chosen[k][0].kind, reason="unsure")
        return found

    def _is_read(self, task: Task) -> bool:
        """Return whether the score of candidates depends on how the judge reads them."""
        return task.kind == "intersection" and not self.weights

    def _parsed_back(self, proposal: Attempt, read: Sentence | Span) -> float | None:
        """Return the share of its dependencies that a parser finds; None if it is misread."""
        if not isinstance(read, Sentence):
            return 1.0
        share = parse_back(proposal.draft, read)
        return None if share < self.least_parsed or misread(proposal.draft, read) else share

    def _compared(
        self, chosen: dict[int, tuple[Task, Attempt]]
    ) -> dict[int, list[tuple[float, float]]]:
        """Return how probably candidates entail the sides that they are compared with.

        And how probably these entail them; without those of which the pipeline judges nothing.
        """
        found: dict[int, list[tuple[float, float]]] = {}
        pairs = []
        for k, (task, proposal) in chosen.items():
            relation = read_relation(task.doc)
            if relation is None or relation.abstains:
                continue
            for text in _read_against(task, proposal):
                known = _known_chances(task, proposal, text)
                if known is None:
                    pairs.append((make_pair(self.nlp, proposal.surface.text, text), k))
                else:
                    found.setdefault(k, []).append(known)
        settings = by_sides(self.nlp)
        later = dropwhile(lambda item: item[1] is not self, self.nlp.pipeline)
        settings["disable"] = [*settings.get("disable", ()), *(name for name, _ in later)]
        for doc, k in self.nlp.pipe(pairs, as_tuples=True, **settings):
            relation = read_relation(doc)
            if relation is not None and relation.label:
                found.setdefault(k, []).append((relation.chances[0], relation.chances[1]))
        return found

    def _made(
        self,
        task: Task,
        proposal: Attempt,
        read: Sentence | Span,
        parsed: float | None,
        entailed: float,
    ) -> Fusion:
        """Return a candidate as a fusion, empty if it is misread or not good enough."""
        if parsed is None:
            return Fusion(task.kind, reason="parse_back")
        score = self._score(task, proposal, read, parsed, entailed)
        exempt = proposal.path == "longer" and self.fallback == "longer"
        if score < self._least(task.doc, task.kind) and not exempt:
            return Fusion(task.kind, reason="unsure")
        surface = proposal.surface
        silent = omitted(task.graph, proposal.draft) if task.kind == "union" else ()
        fusion = Fusion(
            task.kind, surface.text, score, surface.origins, path=proposal.path, left_out=silent
        )
        fusion = fusion.invert() if task.graph.swapped else fusion
        refused = (name for name, passes in self.checks.items() if not passes(task.doc, fusion))
        name = next(refused, "")
        return Fusion(task.kind, reason=f"check:{name}") if name else fusion

    def _score(
        self, task: Task, proposal: Attempt, read: Sentence | Span, parsed: float, entailed: float
    ) -> float:
        if not self.weights:
            return usable_chance(task.kind, proposal, parsed, task.asked, entailed)
        usual = sum(self.language_model.score(list(side)) for side in sides(task.doc)) / 2
        values = figures(proposal, read, task.doc, usual, self.language_model)
        return combine(values, self.weights)

    def _read(self, chosen: list[tuple[Task, Attempt]]) -> list[Sentence | Span | None]:
        """Return candidates as the pipeline up to its parser reads them, in one go."""
        # A candidate that is one of the sides as it stands needs no reading; None stands for one
        # that no component brought back.
        standing = [proposal.side for _, proposal in chosen]
        new = (p for (_, p), side in zip(chosen, standing, strict=True) if side is None)
        parsed = iter(self.parse(new))
        return [_sentence(next(parsed)) if side is None else side.span for side in standing]

    def parse(self, proposals: Iterable[Attempt]) -> list[Doc | None]:
        """Parse candidates with the components of the pipeline up to its parser."""
        surfaces = (proposal.surface for proposal in proposals)
        docs = [Doc(self.vocab, words=list(s.words), spaces=list(s.spaces)) for s in surfaces]
        names = self._foreign()
        assigned = (self.nlp.get_pipe_meta(name).assigns for name in names)
        parsers = [k for k, fields in enumerate(assigned, 1) if "token.dep" in fields]
        return run(self.nlp, names[: parsers[0]] if parsers else names, docs)

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the network and the lexical data."""
        message = {"model": self.model.to_bytes(), "lexicon": self.lexicon.to_bytes()}
        return bytes(srsly.msgpack_dumps(message))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> SentenceFuser:
        """Take over what `to_bytes` gave."""
        message = srsly.msgpack_loads(data)
        self.model.from_bytes(message["model"])
        self.lexicon.from_bytes(message["lexicon"])
        return self

    # -- Learning ------------------------------------------------------------------------------

    @property
    def is_trainable(self) -> bool:
        """Always true: the component always has a network."""
        return True

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        labels: Any = None,
    ) -> None:
        """Set the symbols and scale of the network from examples; existing weights stay.

        Args:
            get_examples: Returns pairs, some of whose references have a union.
            nlp: The pipeline, whose components before this one annotate bare Docs.
            labels: Ignored.
        """
        if self.model.attrs["symbols"]:
            return
        examples = list(islice(get_examples(), SAMPLE))
        taught = self._lessons(annotated(examples, nlp, self.name))
        if taught:
            prepare(self.judge, taught)

    def learn(self, examples: Sequence[Example], losses: dict[str, float]) -> bool:
        """Learn from pairs whose references have a union."""
        taught = self._lessons(examples)
        if not taught or not self.model.attrs["symbols"]:
            return False
        losses[self.name] += teach(self.model, *material(self.judge, taught))
        return True

    def finish_update(self, sgd: Optimizer) -> None:
        """Update the weights of the network with the accumulated gradients."""
        self.model.finish_update(sgd)

    def score(self, examples: Iterable[Example], **_: Any) -> dict[str, Any]:
        """Score unions against those of the references (`scorers.score_fusions`)."""
        return score_fusions(examples)

    def _lessons(self, examples: Iterable[Example]) -> list[Lesson]:
        found: list[Lesson] = []
        for example in examples:
            unions = [f.text for f in read_fusions(example.reference) if f.kind == "union" and f]
            if unions:
                graph = PairGraph(example.predicted, self.lexicon.index())
                words = [[token.text for token in self.nlp.make_doc(text)] for text in unions]
                found += lessons(graph, self.judge, words)
        return found

    @contextmanager
    def use_params(self, params: dict[Any, Any]) -> Iterator[None]:
        """Use other parameters of the network inside a block."""
        with self.model.use_params(params):
            yield

    def _question(self, doc: Doc) -> Question | None:
        text = doc.user_data.get("question")
        if text is None or not str(text).strip():
            return None
        if not isinstance(text, str):
            raise ParaphraseError("P019", got=type(text).__name__)
        [question] = run(self.nlp, self._foreign(), [self.nlp.make_doc(text)])
        return None if question is None else read_question(question)

    def _foreign(self) -> list[str]:
        """Return the components before this one that work on any text, not on pairs alone."""
        before = takewhile(lambda item: item[1] is not self, self.nlp.pipeline)
        metas = ((name, self.nlp.get_pipe_meta(name)) for name, _ in before)
        return [name for name, meta in metas if meta.factory not in FACTORIES]


def _promise(task: Task, proposal: Attempt) -> float:
    """Return the highest score that an intersection can get, before it is read."""
    (text,) = _read_against(task, proposal)
    known = _known_chances(task, proposal, text)
    entailed = 1.0 if known is None else known[1]
    return usable_chance(task.kind, proposal, 1.0, task.asked, entailed)


def _better(known: Fusion, new: Fusion | None) -> Fusion:
    """Return the better one of two fusions; of two refusals that by a check, or the later one.

    One that says all that another one says, and more, is better if it is nearly as good.
    """
    if new is None or (known.reason.startswith("check:") and not new):
        return known
    if not (known and new):
        return known or new
    longer, shorter = sorted((known, new), key=lambda each: -len(each.provenance))
    said, less = ({o.text.lower() for o in each.provenance} for each in (longer, shorter))
    if less < said and abs(known.score - new.score) <= AS_GOOD:
        return longer
    return new if new.score > known.score else known


def _entailed(chances: Iterable[tuple[float, float]] | None) -> float:
    """Return how probably a candidate is entailed; 0.5 where no judge has read it."""
    return min((entailed for _, entailed in chances or ()), default=0.5)


def _keeps_contract(kind: FusionKind, chances: Iterable[tuple[float, float]]) -> bool:
    """Return whether a fusion entails what it is compared with, and is entailed, as its kind is."""
    least = LEAST_CHANCES[kind]
    return all(c >= low for pair in chances for c, low in zip(pair, least, strict=True))


def _read_against(task: Task, proposal: Attempt) -> list[str]:
    """Return the texts that a judge compares a candidate with."""
    graph, draft = task.graph, proposal.draft
    if task.kind in RELATION_OF:
        return [frame_of(graph, draft).span.text]
    if task.kind == "intersection":
        # The side whose words it has entails it: only words were left out.
        frame = max(
            graph.sides, key=lambda side: sum(side.start <= t < side.end for t in draft.positions)
        )
        return [said_in(graph, draft, graph.other(frame))]
    return list(graph.written) if proposal.path == "merged" and not task.asked else []


def _known_chances(task: Task, proposal: Attempt, text: str) -> tuple[float, float] | None:
    """Return how probably a side that stands alone entails a text, and that it; None if unknown."""
    graph, side = task.graph, proposal.side
    if side is None or text not in graph.written:
        return None
    if text == proposal.surface.text:
        return 1.0, 1.0
    chances = side_entails(graph, side), side_entails(graph, graph.other(side))
    return None if chances[0] is None or chances[1] is None else (chances[0], chances[1])


def _unmade(task: Task, waiting: list[Attempt]) -> Fusion:
    usual = "parse_back" if waiting or not task.found else "unsure"
    return Fusion(task.kind, reason=task.reason or usual)


def _with_best_side(task: Task, fusion: Fusion) -> Fusion:
    """Return a fusion, in the place of a union that was refused the side that says most of both."""
    if fusion or task.kind != "union" or not task.graph.parsed:
        return fusion
    side, lacking = best_side(task.graph)
    refused = replace(fusion, best_side=side, lacking=lacking)
    return refused.invert() if task.graph.swapped else refused


def _sentence(parsed: Doc | None) -> Sentence | None:
    return None if parsed is None else Sentence(parsed[:])
