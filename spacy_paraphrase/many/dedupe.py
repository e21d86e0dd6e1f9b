"""Deduplication of a stream of sentences: sentences without new content are dropped.

A sentence is compared with earlier ones that share rare stems with it. It is dropped if an earlier
sentence has all of its content (`redundancy.verdict`); the decision then lists what covers each of
its units. If it has all content of an earlier sentence and more, the earlier one is dropped.
Contradicting sentences are kept and reported; sentences without content words are kept. Only
sentences within the window are compared, so that memory is bounded.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import log
from typing import Any, TypeAlias

from spacy.language import Language
from spacy.tokens import Doc

from ..checked import SettingCheck, checked
from ..errors import ParaphraseError
from ..pairs.pair import SideName, pipe_pairs
from .blocking import RARE, SHARED, SHORT
from .groups import id_of, text_of
from .redundancy import CERTAIN, covered_units, covers, verdict
from .terms import content_words, normal_form, stems_of

# Maximum number of sentences that a new one is compared with; minimum share of the information of
# one of the two that they must have in common.
CLOSEST, SIMILAR = 5, 0.4
WINDOW = 10_000
Report: TypeAlias = Callable[[Any, Exception], None]


@dataclass
class Decision:
    """The decision on a sentence.

    Attributes:
        id: Its id.
        text: Its text.
        because_of: The id of the sentence that makes it redundant, which is kept; None if it is
            kept itself.
        verdict: "duplicate" or "covers" if it is dropped, else "".
        covered: The units of a dropped sentence, each with the words of the other sentence that
            express it, or "" if it follows from the rest. An identical sentence is one unit.
        conflicts: The ids of sentences that contradict it.
    """

    id: Any
    text: str
    because_of: Any = None
    verdict: str = ""
    covered: tuple[tuple[str, str], ...] = ()
    conflicts: list[Any] = field(default_factory=list)

    @property
    def kept(self) -> bool:
        """Whether the sentence is kept."""
        return not self.verdict

    def to_json(self) -> dict[str, Any]:
        """Return the decision as plain data, as in the output lines of the command `dedupe`."""
        data: dict[str, Any] = {"id": self.id, "text": self.text, "kept": self.kept}
        if not self.kept:
            data |= {"because_of": self.because_of, "verdict": self.verdict}
            data["covered"] = [list(unit) for unit in self.covered]
        return data | ({"conflicts": self.conflicts} if self.conflicts else {})


@checked()
def dedupe(
    records: Iterable[Mapping[str, Any]],
    nlp: Language | None = None,
    *,
    certainty: float = CERTAIN,
    window: int = WINDOW,
    language: str = "en",
    report: Callable[[Any, Exception], None] | None = None,
) -> Iterator[Decision]:
    """Yield the decision on each sentence, in order.

    Args:
        records: Records with "id" and "text"; read lazily.
        nlp: A pipeline of `spacy_paraphrase.load`; without one, only sentences identical except for
            case and white space are dropped.
        certainty: The minimum probability that the kept sentence has all content of the dropped
            one, 0 to 1: see the error rates in docs/many.md.
        window: Number of earlier sentences to compare with; they are kept in memory.
        language: The language of the sentences.
        report: Function that is called with the id of a sentence that the pipeline cannot compare,
            and the error; the sentence is kept. Without it, the error ends the stream.

    Raises:
        ParaphraseError: P950 for a window below 1 or a certainty outside 0 to 1, P951 if two
            records in a window have the same id, P503 for a record without "id" or "text".

    Example:
        >>> import spacy_paraphrase
        >>> rows = ["A storm hit the town.", "On Monday a storm hit the town.", "A dog barks."]
        >>> stream = ({"id": k, "text": text} for k, text in enumerate(rows))
        >>> [each.kept for each in dedupe(stream, spacy_paraphrase.load())]
        [False, True, True]
    """
    SettingCheck("P950").share("certainty", certainty)
    if window < 1:
        raise ParaphraseError("P950", setting="window", got=window, expected="1 or more")
    seen = _Window()
    for place, record in enumerate(records, 1):
        id, text = id_of(record), text_of(record)
        new = _Sentence(Decision(id, text), place, language)
        if id in seen.places:
            raise ParaphraseError(
                "P951", id=id, where="record", first=seen.places[id], second=place
            )
        if new.content:
            _decide(new, seen, nlp, certainty, report)
        seen.add(new)
        if len(seen.order) > window:
            yield seen.leave()
    while seen.order:
        yield seen.leave()


class _Sentence:
    def __init__(self, decision: Decision, place: int, language: str) -> None:
        self.decision = decision
        self.place = place
        self.form = normal_form(decision.text)
        self.stems = sorted({*stems_of(decision.text, language)})
        self.content = len(content_words(decision.text, language))
        # The sentences that were dropped for it, and whether a decision that names it is given out.
        self.stands_for: list[_Sentence] = []
        self.named = False
        self.because: _Sentence | None = None


class _Window:
    """The last sentences of a stream, and an index of the kept ones by their words and stems."""

    def __init__(self) -> None:
        self.order: deque[_Sentence] = deque()
        self.places: dict[Any, int] = {}
        self.forms: dict[str, _Sentence] = {}
        self.posted: dict[str, dict[int, _Sentence]] = {}

    def add(self, new: _Sentence) -> None:
        self.order.append(new)
        self.places[new.decision.id] = new.place
        if new.decision.kept:
            self.forms[new.form] = new
            for stem in new.stems:
                self.posted.setdefault(stem, {})[new.place] = new

    def leave(self) -> Decision:
        """Remove the first sentence, and return the decision on it."""
        first = self.order.popleft()
        del self.places[first.decision.id]
        self.withdraw(first)
        if first.because is not None:
            first.because.named = True
        return first.decision

    def withdraw(self, old: _Sentence) -> None:
        """Stop comparing new sentences with a sentence."""
        if self.forms.get(old.form) is old:
            del self.forms[old.form]
        for stem in old.stems:
            posted = self.posted.get(stem, {})
            posted.pop(old.place, None)
            if not posted:
                self.posted.pop(stem, None)

    def closest(self, new: _Sentence) -> list[_Sentence]:
        """Return the kept sentences with the greatest overlap with a new one."""
        size = len(self.order)
        idf = {
            stem: log((size + 1) / (len(self.posted.get(stem, ())) + 1)) + 1.0 for stem in new.stems
        }
        shared: Counter[int] = Counter()
        weights: dict[int, float] = {}
        found: dict[int, _Sentence] = {}
        for stem in new.stems:
            posted = self.posted.get(stem, {})
            if len(posted) > RARE:
                continue
            for place, old in posted.items():
                shared[place] += 1
                weights[place] = weights.get(place, 0.0) + idf[stem]
                found[place] = old
        total = sum(idf.values())
        ranked = []
        for place, old in found.items():
            least = 1 if min(new.content, old.content) < SHORT else SHARED
            share = weights[place] / total * max(1.0, len(new.stems) / max(len(old.stems), 1))
            if shared[place] >= least and share >= SIMILAR:
                ranked.append((-share, place))
        return [found[place] for _, place in sorted(ranked)[:CLOSEST]]


def _decide(
    new: _Sentence, seen: _Window, nlp: Language | None, certainty: float, report: Report | None
) -> None:
    same = seen.forms.get(new.form)
    if same is not None:
        _drop(new, same, "duplicate", [(new.decision.text, same.decision.text)])
        return
    if nlp is None:
        return
    compare = partial(_compared, nlp=nlp, report=report)
    # If several sentences make one redundant, the first is named; no sentence is dropped twice. Of
    # two that are equally good the first is kept.
    for old, doc in compare(new, seen.closest(new)):
        found = verdict(doc, certainty)
        if found.name == "conflict":
            new.decision.conflicts.append(old.decision.id)
            old.decision.conflicts.append(new.decision.id)
        elif new.decision.kept and found.name in ("duplicate", "covers"):
            keeps_new = found.keep == "source" or (
                found.keep == "better" and new.content > old.content
            )
            if not keeps_new:
                _replace(new, old, (doc, "source"), partial(compare, old), certainty)
            elif not (old.decision.conflicts or old.named):
                _replace(old, new, (doc, "target"), partial(compare, new), certainty)
                if not old.decision.kept:
                    seen.withdraw(old)


def _replace(
    one: _Sentence,
    other: _Sentence,
    pair: tuple[Doc, SideName],
    compare: Callable[[list[_Sentence]], list[tuple[_Sentence, Doc]]],
    certainty: float,
) -> None:
    """Drop a sentence for another one, with all that were dropped for it, if that covers them too.

    The pair is both, processed, and the side of the first; `compare` processes pairs of the other.
    """
    others = [each for each in one.stands_for if each.form != one.form]
    docs: dict[_Sentence, tuple[Doc, SideName]] = {one: pair}
    docs |= {each: (doc, "target") for each, doc in compare(others)}
    if len(docs) <= len(others) or not all(covers(*each, certainty) for each in docs.values()):
        return
    for each in (one, *one.stands_for):
        doc, side = docs.get(each, pair)
        _drop(each, other, verdict(doc, certainty).name, covered_units(doc, side))


def _compared(
    new: _Sentence, near: list[_Sentence], nlp: Language, report: Report | None
) -> list[tuple[_Sentence, Doc]]:
    """Return the near sentences, each with the processed pair; skip those with an error."""
    texts = [(new.decision.text, old.decision.text) for old in near]
    try:
        return list(zip(near, pipe_pairs(nlp, texts), strict=True))
    except Exception as error:  # third-party components may raise any error
        if report is None:
            raise
        if len(near) > 1:
            return [pair for old in near for pair in _compared(new, [old], nlp, report)]
        report(new.decision.id, error)
        return []


def _drop(one: _Sentence, other: _Sentence, name: str, covered: Iterable[tuple[str, str]]) -> None:
    one.decision.because_of, one.decision.verdict = other.decision.id, name
    one.decision.covered = tuple(covered)
    one.because = other
    other.stands_for.append(one)
