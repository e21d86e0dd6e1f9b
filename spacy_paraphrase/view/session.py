"""The state of the server: pairs, their annotations and pictures, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from threading import Lock
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from ..errors import ParaphraseError
from ..metrics.label_measures import judged_relation
from ..pairs.alignment import LEVELS, RELATIONS, Alignment
from ..pairs.pair import SIDES, SideName
from ..pairs.results import Fusion
from ..readers import PairRecord, record_to_doc
from ..render import fusion_to_html, svg
from ..render.interactive import model_of
from ..render.pair_view import View, make_view
from .agreement import agreement
from .annotation_file import Store, id_key
from .annotations import Annotation, History, act, by_level, links_of
from .learning import Learning
from .merged_annotations import Dispute
from .pairs import OpenPair, Pipeline, pair_of_record, relation_label, uncertainty

VERSION = 1
# Maximum length of a typed sentence, in characters, so that the page does not wait for minutes.
LONGEST = 10_000


class Session:
    """The pairs that are open in one server.

    Args:
        pairs: The pairs.
        load: Function that returns the pipeline that adds missing data to pairs; None for none.
        golds: The gold links of the pairs, which are drawn beside the predicted links.
        store: The file of the annotations; None if pairs are not annotated.
        disputes: The differences between two annotations that are merged, by the keys of the pairs'
            ids.
        uncertain: Whether the most uncertain pairs come first.
        learning: Learning from the annotations.
        compared: Function that returns two annotations to compare.
        lang: Language of the pairs, for the explanations of links.

    Raises:
        ParaphraseError: P707 if two pairs to annotate have the same id, P708 if the words of an id
            in the file of annotations differ.
    """

    def __init__(
        self,
        pairs: Iterable[OpenPair],
        load: Callable[[], Language] | None = None,
        golds: Sequence[PairRecord] | None = None,
        store: Store | None = None,
        disputes: Mapping[str, Dispute] | None = None,
        uncertain: bool = False,
        learning: Learning | None = None,
        compared: Callable[[], tuple[list[PairRecord], list[PairRecord]]] | None = None,
        lang: str = "en",
    ) -> None:
        self.store = store
        self._disputes = disputes
        self._uncertain = uncertain
        self._learning = learning
        self._compared = compared
        self._pairs = _with_ids(list(pairs))
        self._golds = golds
        self._pipeline = None if load is None else Pipeline(load)
        self._blank = spacy.blank(lang)
        # Pairs to which a pipeline can add links or trees.
        self._bare = {
            k for k, pair in enumerate(self._pairs, 1) if not (pair.linked and pair.parsed)
        }
        self._done: dict[int, OpenPair] = {}  # completed by the pipeline
        self._histories: dict[int, History] = {}
        self._lock = Lock()
        if store is not None:
            self._resume(store)

    def _resume(self, store: Store) -> None:
        """Load the annotations of a file, and open those of its pairs that are not open yet."""
        numbers: dict[str, int] = {}
        for number, pair in enumerate(self._pairs, 1):
            if numbers.setdefault(id_key(pair.record.id), number) != number:
                raise ParaphraseError("P707", got=repr(pair.record.id))
        for record, annotation in store.found:
            number = numbers.get(id_key(record.id), 0)
            if not number and self._disputes is not None:
                continue  # both annotations agree on this pair
            if not number:
                self._pairs.append(pair_of_record(record))
                number = len(self._pairs)
            pair = self._pairs[number - 1]
            for name in SIDES:
                words = ("".join(getattr(r, name)) for r in (pair.record, record))
                if len({"".join(text.split()) for text in words}) > 1:
                    path = str(store.path)
                    raise ParaphraseError("P708", path=path, id=repr(record.id), side=name)
            given = list(record.source), list(record.target)
            self._pairs[number - 1] = replace(pair, record=record, given=given)
            self._histories[number] = History(annotation)

    def about(self) -> dict[str, Any]:
        """Return the data that the page gets when it opens."""
        return {
            "version": VERSION,
            "annotate": self.store is not None,
            "consensus": self._disputes is not None,
            "annotator": self.store.annotator if self.store else "",
            "relations": list(RELATIONS),
            "levels": list(LEVELS),
            "can_parse": self._pipeline is not None,
            "order": "uncertain" if self._uncertain else "file",
        }

    def list(self) -> dict[str, Any]:
        """Return the rows of the list of pairs, and their numbers, the most uncertain first."""
        rows = [self._row(number) for number in range(1, len(self._pairs) + 1)]
        ranks = {row["number"]: row["uncertainty"] for row in rows}
        order = sorted(ranks, key=lambda n: (-(ranks[n] if ranks[n] is not None else -1.0), n))
        return {"pairs": rows, "order": order}

    def _row(self, number: int) -> dict[str, Any]:
        pair = self._done.get(number, self._pairs[number - 1])
        label, conflict = relation_label(pair)
        now = self._histories[number].present if number in self._histories else Annotation()
        if now.entails or now.entailed:
            words = (pair.record.source, pair.record.target)
            label, conflict = judged_relation(now.entails, now.entailed, *words)
        unsure = uncertainty(pair.record) if pair.linked else None
        return {
            "number": number,
            "id": pair.record.id,
            "source": pair.texts[0],
            "target": pair.texts[1],
            "relation": label,
            "conflict": conflict,
            "uncertainty": None if unsure is None else round(unsure, 4),
            "state": now.state,
        }

    def add(self, source: Any, target: Any) -> dict[str, Any]:
        """Open a pair of two sentences, and return it as `pair` does.

        Raises:
            ParaphraseError: P709 without a pipeline; P001 to P003 for an invalid sentence, P505 for
                one that is too long; errors of the pipeline.
        """
        if self._pipeline is None:
            raise ParaphraseError("P709")
        texts = _checked("source", source), _checked("target", target)
        found = self._pipeline(OpenPair(PairRecord(None, texts[:1], texts[1:]), texts, texts))
        with self._lock:
            taken = {id_key(pair.record.id) for pair in self._pairs}
            number = len(self._pairs) + 1
            names = (f"typed-{k}" for k in count(number))
            id = next(name for name in names if id_key(name) not in taken)
            found = replace(found, record=replace(found.record, id=id))
            self._pairs.append(found)
            self._done[number] = found
        return self.pair(number)

    def pair(self, number: int, levels: Iterable[str] = LEVELS) -> dict[str, Any]:
        """Return all data that the page shows of a pair.

        Args:
            number: Its number, from 1.
            levels: The levels to draw.

        Raises:
            ParaphraseError: P710 if there is no such pair, P402 for unknown levels; errors of the
                pipeline.
        """
        levels = list(levels)
        pair = self._completed(number)
        history = self._history(number, pair) if self.store else None
        drawn = pair.record if history is None else drawn_record(pair.record, history.present)
        doc = record_to_doc(drawn, self._blank)
        gold = None
        if self._golds is not None and number <= len(self._golds):
            gold = record_to_doc(self._golds[number - 1], self._blank)
        view = self._judged(make_view(doc, gold, levels), pair)
        open_ = history.present.proposals if history else {}
        model = model_of(view)
        for link in model["links"]:
            link["proposed"] = link["key"] in open_
        return {
            "number": number,
            "id": pair.record.id,
            "picture": svg.draw(view, salt=str(number)),
            "model": model,
            "explanation": _explanation(pair, drawn, doc),
            "relation": _relation_to_json(pair),
            "fusions": [_fusion_to_json(fusion) for fusion in pair.fusions],
            "annotation": None if history is None else _annotation_to_json(history),
        }

    def act(self, number: int, action: Mapping[str, Any]) -> None:
        """Change the annotation of a pair; the change applies only if saving succeeds.

        Raises:
            ParaphraseError: P710 or P711 if there is nothing to annotate; errors of
                `annotations.act`.
            OSError: If the file cannot be written.
        """
        if self.store is None:
            raise ParaphraseError("P711")
        pair = self._completed(number)
        with self._lock:
            before = self._history(number, pair)
            after = act(before, action, pair.record)
            if after != before:
                self.store.save([(pair.record, after.present)])
            self._histories[number] = after

    def agreement(self) -> dict[str, Any]:
        """Return the agreement of two annotations (see `agreement.agreement`).

        Raises:
            ParaphraseError: P716 without two annotations; errors of `agreement.agreement`.
        """
        if self._compared is None:
            raise ParaphraseError("P716")
        return agreement(*self._compared())

    def learning(self, start: bool = False) -> dict[str, Any]:
        """Return the progress of learning (see `Learning.to_json`); `start` starts it first.

        Raises:
            ParaphraseError: P711 if nothing is annotated, P715 if too few pairs are done.
            OSError: If the folder cannot be written.
        """
        if self._learning is None:
            raise ParaphraseError("P711")
        if start:
            self._learning.start()
        return self._learning.to_json()

    def _completed(self, number: int) -> OpenPair:
        if not 1 <= number <= len(self._pairs):
            raise ParaphraseError("P710", got=number, expected=len(self._pairs))
        pair = self._done.get(number)
        if pair is None:
            pair = self._pairs[number - 1]
            if self._pipeline is not None and number in self._bare:
                try:
                    pair = self._pipeline(pair)
                except ParaphraseError:
                    if not pair.linked:
                        raise
            self._done[number] = pair
        return pair

    def complete(self) -> None:
        """Add missing data to all pairs with the pipeline; pairs with an error stay unchanged."""
        for number in range(1, len(self._pairs) + 1):
            with suppress(ParaphraseError):
                self._completed(number)

    def _history(self, number: int, pair: OpenPair) -> History:
        dispute = (self._disputes or {}).get(id_key(pair.record.id))
        start = dispute.start if dispute else first_annotation(pair)
        return self._histories.get(number) or History(start)

    def _judged(self, view: View, pair: OpenPair) -> View:
        dispute = (self._disputes or {}).get(id_key(pair.record.id))
        if dispute is None:
            return view
        verdicts = {edge: dispute.verdicts.get(edge.name, ("", "")) for edge in view.edges}
        edges = (replace(e, verdict=v, gold_relation=r) for e, (v, r) in verdicts.items())
        return replace(view, edges=tuple(edges))


def first_annotation(pair: OpenPair) -> Annotation:
    """Return the annotation of an untouched pair: all known links and labels are proposals."""
    return Annotation(
        proposals=links_of(pair.record), likely=(pair.record.entails, pair.record.entailed)
    )


def drawn_record(record: PairRecord, now: Annotation) -> PairRecord:
    """Return a record with the links to draw: the annotated links, and open proposals."""
    open_ = {} if now.state == "done" else now.proposals
    levels: dict[str, Any] = dict.fromkeys(LEVELS, ())
    levels |= by_level([*now.links.values(), *open_.values()])
    return replace(record, **levels, fusions=None)


def _checked(name: SideName, text: Any) -> str:
    if not isinstance(text, str):
        raise ParaphraseError("P002", side=name, got=type(text).__name__)
    if not text.strip():
        raise ParaphraseError("P001", side=name, got=repr(text))
    if len(text) > LONGEST:
        raise ParaphraseError("P505", got=len(text), limit=LONGEST)
    return text


def _with_ids(pairs: Sequence[OpenPair]) -> list[OpenPair]:
    """Return the pairs, each with an id: that of the file, else its number."""
    taken = {id_key(pair.record.id) for pair in pairs}
    found = []
    for number, pair in enumerate(pairs, 1):
        id = pair.record.id
        if id is None:
            id = f"pair {number}" if id_key(number) in taken else number
        found.append(replace(pair, record=replace(pair.record, id=id)))
    return found


def _explanation(pair: OpenPair, drawn: PairRecord, doc: Doc) -> list[str]:
    """Return the drawn links in plain English; nothing without trees."""
    if pair.explanation and links_of(drawn) == links_of(pair.record):
        return list(pair.explanation)
    if not pair.parsed:
        return []
    with suppress(ParaphraseError):
        return Alignment.from_doc(doc).explain()
    return []


def _relation_to_json(pair: OpenPair) -> dict[str, Any] | None:
    if pair.relation is not None:
        data = pair.relation.to_json()
        return {key: data[key] for key in ("label", "scores", "conflict", "reasons")}
    label, conflict = relation_label(pair)
    return {"label": label, "scores": {}, "conflict": conflict, "reasons": []} if label else None


def _fusion_to_json(fusion: Fusion) -> dict[str, Any]:
    data = fusion.to_json()
    shown = {key: data[key] for key in ("kind", "text", "score")}
    return {**shown, "reason": fusion.explanation, "html": fusion_to_html(fusion)}


def _annotation_to_json(history: History) -> dict[str, Any]:
    now = history.present
    return {
        "state": now.state,
        "note": now.note,
        "entails": now.entails,
        "entailed": now.entailed,
        "fusion": now.fusion,
        "proposals": len(now.proposals),
        "can_undo": bool(history.past),
        "can_redo": bool(history.future),
    }
