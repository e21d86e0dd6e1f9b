"""Clusters of documents, their sentences, and the summaries made from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..errors import ParaphraseError
from .groups import id_of, order_of, text_of
from .terms import cut_sentences, stems_of


class ClusterSentence(NamedTuple):
    """A sentence of a cluster, a candidate for its summary.

    Attributes:
        id: Its id.
        doc: The id of its document.
        place: Its position in the document, from 1.
        text: Its text.
        stems: The stems of its words.
        title: The title of its document, "" without one.
    """

    id: Any
    doc: Any
    place: int
    text: str
    stems: list[str]
    title: str = ""


def read_cluster(
    record: Mapping[str, Any], language: str = "en"
) -> tuple[Any, str, list[ClusterSentence]]:
    """Return the id and the query of a cluster, and its sentences by date, document and position.

    Documents without a date come last.

    Raises:
        ParaphraseError: As `summarize`.
    """
    id = id_of({"id": record.get("cluster")})
    query, documents = record.get("query") or "", record.get("documents")
    if not isinstance(query, str):
        raise ParaphraseError("P954", id=id, key="query", got=query, expected="a text")
    if not isinstance(documents, list) or not all(isinstance(each, dict) for each in documents):
        raise ParaphraseError(
            "P954", id=id, key="documents", got=documents, expected="a list of documents"
        )
    _check_different([id_of(each) for each in documents])
    found: list[ClusterSentence] = []
    for each in sorted(documents, key=_order):
        for key in ("title", "date"):
            if not isinstance(each.get(key) or "", str):
                raise ParaphraseError("P954", id=id, key=key, got=each[key], expected="a text")
        found += _sentences_of(id, each, language)
    _check_different([each.id for each in found])
    return id, query, found


def _order(document: Mapping[str, Any]) -> tuple[Any, ...]:
    date = document.get("date")
    return not date, str(date), order_of(document["id"])


def _sentences_of(id: Any, document: Mapping[str, Any], language: str) -> Iterator[ClusterSentence]:
    given = document.get("sentences")
    if given is None and isinstance(document.get("text"), str):
        given = cut_sentences(document["text"], language)
    if not isinstance(given, list):
        key = f"document {document['id']}"
        raise ParaphraseError(
            "P954", id=id, key=key, got="without text", expected="'text' or a list of 'sentences'"
        )
    title = document.get("title") or ""
    for index, each in enumerate(given, 1):
        named = {"id": f"{document['id']}:{index}", "text": each} if isinstance(each, str) else each
        if not isinstance(named, dict):
            raise ParaphraseError(
                "P954", id=id, key="sentences", got=each, expected="a list of texts or records"
            )
        text = text_of(named)
        stems = stems_of(text, language)
        yield ClusterSentence(id_of(named), document["id"], index, text, stems, title)


def _check_different(ids: Sequence[Any]) -> None:
    places: dict[Any, int] = {}
    for place, id in enumerate(ids, 1):
        if places.setdefault(id, place) != place:
            raise ParaphraseError("P951", id=id, where="record", first=places[id], second=place)


# -- Summaries -------------------------------------------------------------------------------------


class SourceSentence(NamedTuple):
    """A sentence of a cluster from which a summary sentence was made.

    Attributes:
        id: Its id.
        doc: The id of its document.
        text: Its text.
    """

    id: Any
    doc: Any
    text: str


class Differing(NamedTuple):
    """A figure for which another sentence of the cluster has a different value.

    Attributes:
        here: The figure in the summary sentence.
        there: The figure in the other sentence.
        id: The id of the other sentence.
        text: The text of the other sentence.
    """

    here: str
    there: str
    id: Any
    text: str


class SummarySentence(NamedTuple):
    """A sentence of a summary.

    Attributes:
        id: Its id; if it was made from several sentences, that of the first.
        text: Its text.
        score: Its value when it was selected.
        reason: Why it was selected.
        conflicts: The ids of summary sentences that contradict it.
        copies: Number of identical sentences in the cluster, including itself.
        made_of: The sentences that it was made from, if it is not one of the cluster.
        provenance: For a fused sentence, the origins of each word, each as sentence id and token
            index; none for an added word.
        cut: The parts that were cut.
        figures: Its figures that have different values in other sentences of the cluster.
        note: A sentence about these figures that follows in the summary; "" without such figures.
    """

    id: Any
    text: str
    score: float
    reason: str
    conflicts: tuple[Any, ...] = ()
    copies: int = 1
    made_of: tuple[SourceSentence, ...] = ()
    provenance: tuple[tuple[str, tuple[tuple[Any, int], ...]], ...] = ()
    cut: tuple[str, ...] = ()
    figures: tuple[Differing, ...] = ()
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the sentence as plain data, without empty fields."""
        more = {
            "conflicts": [*self.conflicts],
            "copies": self.copies if self.copies > 1 else None,
            "made_of": [each._asdict() for each in self.made_of],
            "provenance": [[word, [*map(list, places)]] for word, places in self.provenance],
            "cut": [*self.cut],
            "figures": [each._asdict() for each in self.figures],
            "note": self.note,
        }
        return {
            "id": self.id,
            "text": self.text,
            "score": round(self.score, 4),
            "reason": self.reason,
            **{key: value for key, value in more.items() if value},
        }


class LeftOutSentence(NamedTuple):
    """A sentence that is not in a summary because another one makes it redundant.

    Attributes:
        id: Its id.
        text: Its text.
        because_of: The id of the other sentence.
        verdict: "duplicate"; "covers" if the other one has more content; "repeats" if most of it.
        adds: Its additional content.
    """

    id: Any
    text: str
    because_of: Any
    verdict: str
    adds: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the sentence as plain data; without additional content, "adds" is missing."""
        data = {**self._asdict(), "adds": [*self.adds]}
        return data if self.adds else {key: data[key] for key in data if key != "adds"}


@dataclass(frozen=True)
class ClusterSummary:
    """A summary, and the sentences that are not in it.

    Attributes:
        cluster: The id of the cluster.
        sentences: The selected sentences, in the order of the documents.
        dropped: The sentences that another sentence makes redundant.
        short: Number of sentences that were too short to be considered.
        unfit: Number of sentences that did not fit into the budget.
        flags: Special conditions: "no sentences", "only short sentences" (which are then used),
            "unknown query" (the cluster has none of its words).
        needed: The budget needed for the shortest sentence, if none fits.
    """

    cluster: Any
    sentences: tuple[SummarySentence, ...] = ()
    dropped: tuple[LeftOutSentence, ...] = ()
    short: int = 0
    unfit: int = 0
    flags: tuple[str, ...] = ()
    needed: int | None = None

    @property
    def text(self) -> str:
        """The summary as text, each sentence with its note."""
        return " ".join(part for each in self.sentences for part in (each.text, each.note) if part)

    def to_json(self) -> dict[str, Any]:
        """Return the summary as plain data, as in the output lines of the command `summarize`."""
        data: dict[str, Any] = {
            "cluster": self.cluster,
            "summary": [each.to_json() for each in self.sentences],
            "dropped": [each.to_json() for each in self.dropped],
            "left_out": {"short": self.short, "unfit": self.unfit},
        }
        more = {"flags": [*self.flags], "needed": self.needed}
        return data | {key: value for key, value in more.items() if value}
