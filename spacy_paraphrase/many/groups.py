"""Groups of sentences with the same meaning, in a collection of any size.

Identical sentences are merged; other sentences with close vectors are judged in pairs
(`paraphrases`). Grouping by topic, where meanings may differ, compares only the words of sentences
that share rare stems (`blocking`). Each connected component of these pairs is grouped separately
(`grouping`). Then every member is related to the representative of its group (`members`). All
steps are `jobs`.
"""

from __future__ import annotations

import logging
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias
from warnings import warn

import numpy as np
import numpy.typing as npt

from ..checked import SettingCheck, check_fields, checked, from_plain
from ..errors import ParaphraseError, coded, not_that, short_repr, warning
from ..jobs import Job, Row, as_rows, run_loop
from ..jobs.arrays import FloatArray, IntArray
from ..pipeline import Tier, load_for_many
from ..scoring.words import synonyms
from .blocking import RARE, SHARED, Candidates, Similarity, StemIndex, candidates
from .grouping import Method, by_label, components, partition
from .paraphrases import SAME, close_pairs, judged, rows_of, sentence_vectors
from .terms import content_words, normal_form, stemmer, words_of

Run: TypeAlias = Callable[[Job, Iterable[Any]], Iterable[Row]]
# Default minimum score of two sentences of one topic.
THRESHOLDS: dict[Similarity, float] = {"coverage": 0.22, "cosine": 0.35}
# Components of more rows are divided by a threshold that is a step higher; maximum number of rows
# of which all pairs are compared.
LARGEST, STEP, MOST_COMPARED = 5000, 0.05, 100_000
# Upper limit of the settings `shared` and `rare`.
_MOST = 1 << 31
# Number of rows, and of pairs to judge, in a record of a job.
BATCH, JUDGED = 1000, 200

logger = logging.getLogger("spacy")


@dataclass(frozen=True)
class Grouping:
    """The settings of grouping.

    Attributes:
        threshold: The minimum score of two sentences in one group; if None, that of
            `paraphrases.SAME`, for topics that of `THRESHOLDS`.
        method: The grouping method: see `grouping.partition`.
        language: The language of the sentences.
        model: The pipeline that judges pairs, like `name` of `load`.
        tier: The tier of the pipeline; None for the fast one.
        topic: Whether to group by topic (by words) instead of meaning; the remaining settings apply
            to topics only.
        similarity: "coverage", the share of each sentence that the other one covers, with synonyms,
            reduced if both have closer partners (see `competing`); "cosine" of stems, the standard.
        rare: The maximum number of sentences with a rare stem.
        shared: Minimum number of rare stems shared by a candidate pair; None to compare all pairs.

    Raises:
        ParaphraseError: P950 for a threshold outside 0 to 1, or too large numbers.
    """

    threshold: float | None = None
    method: Method = "average"
    language: str = "en"
    model: str = "en"
    tier: Tier | None = None
    topic: bool = False
    similarity: Similarity = "coverage"
    rare: int = RARE
    shared: int | None = SHARED

    def __post_init__(self) -> None:
        check_fields(self)
        check = SettingCheck("P950")
        check.one_of("similarity", self.similarity, THRESHOLDS)
        check.one_of("tier", self.tier, (None, *SAME), f"one of {', '.join(SAME)}")
        check.share("threshold", self.least)
        for name, number in (("rare", self.rare), ("shared", self.shared or 1)):
            check.number(name, number, 1, _MOST, f"a number from 1 to {_MOST}")

    @property
    def least(self) -> float:
        """The threshold: the setting, or else the default."""
        usual = THRESHOLDS[self.similarity] if self.topic else SAME[self.tier or "fast"]
        return usual if self.threshold is None else self.threshold


@dataclass(frozen=True)
class Group:
    """A group of sentences with the same meaning.

    Attributes:
        id: The first id of its members.
        members: The ids of all members, in order; `texts` has the same length.
        texts: The texts of the members.
        representative: The id of the member that is most similar to the others.
        scores: The similarity of each member to the representative, by id.
        copies: For a member that is identical to another member except for case and white space,
            the id of the other member.
        relations: Relations between members, by (id, id): of each member to the representative, and
            between other members if known; empty before `members.relate`.
        conflicts: Pairs of ids of members that cannot both be true.
        adds: The additional content of each member that the representative lacks, by id.
        most_specific: The ids of the members that no other member specifies.
        fusion: One sentence fused from the members, with the origins of its words; None if it was
            not requested or not possible.
    """

    id: Any
    members: tuple[Any, ...]
    texts: tuple[str, ...]
    representative: Any
    scores: dict[Any, float]
    copies: dict[Any, Any] = field(default_factory=dict)
    relations: dict[tuple[Any, Any], str] = field(default_factory=dict)
    conflicts: tuple[tuple[Any, Any], ...] = ()
    adds: dict[Any, tuple[str, ...]] = field(default_factory=dict)
    most_specific: tuple[Any, ...] = ()
    fusion: dict[str, Any] | None = None

    def text(self, id: Any) -> str:
        """Return the text of a member."""
        return self.texts[self.members.index(id)]

    @classmethod
    @coded("P042", what="Group")
    def from_json(cls, line: Mapping[str, Any]) -> Group:
        """Return the group of an output line, with only the relations to the representative.

        Raises:
            ParaphraseError: P042 if the data are not such a line.
        """
        first, members = line["representative"], line["members"]
        read = {
            "id": line["group"],
            "members": [each["id"] for each in members],
            "texts": [each["text"] for each in members],
            "scores": {each["id"]: each["score"] for each in members},
            "copies": {each["id"]: each["copy_of"] for each in members if "copy_of" in each},
            "relations": {
                (each["id"], first): each["relation"] for each in members if each["relation"]
            },
            "adds": {each["id"]: each["adds"] for each in members if "adds" in each},
        }
        return from_plain(cls, {**line, **read})

    def to_json(self) -> dict[str, Any]:
        """Return the group as plain data, as in the output lines of the command `group`."""
        members = [
            {
                "id": id,
                "text": text,
                "score": self.scores[id],
                "relation": self.relations.get((id, self.representative), ""),
                **({"adds": list(self.adds[id])} if self.adds.get(id) else {}),
                **({"copy_of": self.copies[id]} if id in self.copies else {}),
            }
            for id, text in zip(self.members, self.texts, strict=True)
        ]
        line = {
            "group": self.id,
            "representative": self.representative,
            "members": members,
            "conflicts": [list(pair) for pair in self.conflicts],
            "most_specific": list(self.most_specific),
        }
        return line | ({"fusion": self.fusion} if self.fusion else {})


@dataclass(frozen=True)
class Collection:
    """Sentences, with identical ones merged (ignoring case, white space etc.).

    Attributes:
        ids: The ids of all sentences, in order.
        texts: Their texts.
        rows: For each distinct sentence, the sentences that it represents, as indices of `ids`; the
            first one is used for comparison.
    """

    ids: list[Any]
    texts: list[str]
    rows: list[list[int]]


@checked("records", "settings", "run", "folder")
def find_groups(
    records: Iterable[Mapping[str, Any]],
    settings: Grouping | None = None,
    run: Run = run_loop,
    folder: str | Path | None = None,
) -> list[Group]:
    """Group sentences with the same meaning; every sentence is in exactly one group.

    The order of the records makes no difference.

    Args:
        records: Records with "id" and "text".
        settings: The settings of grouping.
        run: Function that runs the jobs: `run_loop`, or `many.running.over_files(...)` for
            processes and clusters.
        folder: Folder of the index, accessible to all processes; a temporary one if None.

    Raises:
        ParaphraseError: P951 if two records have the same id, P952 if there are too many sentences
            to compare all pairs, P503 for a record without "id" or "text".

    Example:
        >>> rows = ["The storm killed ten.", "Ten were killed by the storm.", "Hello!"]
        >>> groups = find_groups({"id": k, "text": text} for k, text in enumerate(rows))
        >>> [group.members for group in groups]
        [(0, 1), (2,)]
    """
    settings = settings or Grouping()
    found = collect(records, settings.language, settings.topic)
    if not settings.topic:
        return _as_groups(found, _same(found, settings, run))
    if settings.shared is None and len(found.rows) > MOST_COMPARED:
        number = len(found.rows) * (len(found.rows) - 1) // 2
        raise ParaphraseError("P952", sentences=len(found.rows), pairs=number, limit=MOST_COMPARED)
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary if folder is None else folder) / _name_of(found, settings)
        place.mkdir(parents=True, exist_ok=True)
        write_index(found, settings, place)
        return _as_groups(found, _of_topics(found, settings, place, run))


def _as_groups(found: Collection, groups: Iterable[Row]) -> list[Group]:
    """Return groups by id; rows without a partner, or on which a job failed, are alone in one."""
    groups = [*groups]
    grouped = {row for each in groups for row in each["rows"]}
    alone = (row for row in range(len(found.rows)) if row not in grouped)
    groups += ({"rows": [row], "scores": [1.0]} for row in alone)
    return sorted((_group(found, each) for each in groups), key=lambda group: order_of(group.id))


# -- Groups by meaning -----------------------------------------------------------------------------


def _same(found: Collection, settings: Grouping, run: Run) -> Iterator[Row]:
    """Yield groups by meaning: "rows", with the representative first, and "scores"."""
    texts = [found.texts[row[0]] for row in found.rows]
    pairs = close_pairs(sentence_vectors(texts, settings.language))
    pairs = _judge_pairs(pairs, texts, settings, run)
    accepted = pairs.where(pairs.scores >= settings.least)
    lengths = np.array([len(words_of(text)) for text in texts])
    for rows, least in pieces(len(texts), accepted, settings.least):
        place = np.full(len(texts), -1)
        place[rows] = np.arange(len(rows))
        inside = pairs.where((place[pairs.first] >= 0) & (place[pairs.second] >= 0))
        inside = inside._replace(first=place[inside.first], second=place[inside.second])
        counts = [len(found.rows[row]) for row in rows.tolist()]
        plain = _by_pair(inside)
        for group in partition(len(rows), inside, least, settings.method):
            yield _ordered(rows, group, plain, counts, lengths[rows])


def _judge_pairs(
    pairs: Candidates, texts: Sequence[str], settings: Grouping, run: Run
) -> Candidates:
    """Return pairs with the scores of the judge; pairs on which the job failed have score 0."""
    rows = [*rows_of(pairs)]
    records = (
        {"start": k, "pairs": [[texts[a], texts[b]] for a, b in rows[k : k + JUDGED]]}
        for k in range(0, len(rows), JUDGED)
    )
    map = partial(_judge, settings.model, settings.tier)
    scores = np.zeros(len(rows))
    for row in run(Job("judge-sentences", map, _never, as_rows), records):
        scores[row["start"] : row["start"] + len(row["scores"])] = row["scores"]
    return pairs._replace(scores=scores)


def _judge(model: str, tier: Tier | None, record: Row) -> Iterator[tuple[str, Row]]:
    nlp = load_for_many(model, tier, fuse=False)
    scores = judged(nlp, [(a, b) for a, b in record["pairs"]])
    yield f"{record['start']:012}", {"start": record["start"], "scores": scores}


# -- Topics ----------------------------------------------------------------------------------------


def _name_of(found: Collection, settings: Grouping) -> str:
    """Return a unique name for the index of a collection, by which processes may cache it."""
    digest = sha256(repr(settings).encode())
    for text in found.texts:
        digest.update(f"{len(text)} {text}".encode(errors="surrogatepass"))
    return digest.hexdigest()[:16]


def order_of(id: Any) -> tuple[bool, Any, str]:
    """Return the sort key of ids: numbers by value, before texts."""
    is_text = not isinstance(id, int | float)
    return is_text, 0 if is_text else id, id if is_text else short_repr(id)


def collect(
    records: Iterable[Mapping[str, Any]], language: str = "en", topic: bool = False
) -> Collection:
    """Return sentences in the order of their ids, with identical ones merged.

    Case and white space are ignored; for topics, also inflection and word order.

    Raises:
        ParaphraseError: P951 for a duplicate id, P503 for a record without "id" or "text".
    """
    places: dict[Any, int] = {}
    known: list[tuple[Any, str]] = []
    languages: Counter[str] = Counter()
    for place, record in enumerate(records, 1):
        if not isinstance(record, Mapping):
            raise not_that(f"The record {place}", record, "an object with 'id' and 'text'")
        id, text = id_of(record), text_of(record)
        if id in places:
            raise ParaphraseError("P951", id=id, where="record", first=places[id], second=place)
        places[id] = place
        known.append((id, text))
        if isinstance(record.get("lang"), str):
            languages[record["lang"]] += 1
    if len(languages) > 1:
        total = languages.total()
        shares = ", ".join(f"{name} {n / total:.0%}" for name, n in sorted(languages.items()))
        warn(warning("W950", shares=shares, language=language), stacklevel=2)
    known.sort(key=lambda item: order_of(item[0]))
    stem = stemmer(language)
    alike: dict[Any, list[int]] = {}
    for k, (_, text) in enumerate(known):
        stems = tuple(sorted(map(stem, words_of(text)))) if topic else ()
        alike.setdefault(stems or normal_form(text), []).append(k)
    ids, texts = ([item[k] for item in known] for k in (0, 1))
    return Collection(ids, texts, list(alike.values()))


def id_of(record: Mapping[str, Any]) -> Any:
    """Return the id of a record.

    Raises:
        ParaphraseError: P503 if it is neither a text nor a number.
    """
    id = record.get("id")
    if isinstance(id, bool) or not isinstance(id, str | int | float) or id != id:
        raise ParaphraseError("P503", key="id", got=short_repr(id), expected="a text or a number")
    return id


def text_of(record: Mapping[str, Any]) -> str:
    """Return the text of a record.

    Raises:
        ParaphraseError: P503 if it has no text.
    """
    text = record.get("text")
    if not isinstance(text, str) or not text.strip():
        raise ParaphraseError("P503", key="text", got=short_repr(text), expected="a sentence")
    return text


def write_index(collection: Collection, settings: Grouping, folder: Path) -> None:
    """Write the index of distinct sentences into a folder, for use by the jobs."""
    language = settings.language
    stem, groups = stemmer(language), synonyms(language)
    texts = [collection.texts[row[0]] for row in collection.rows]
    senses: dict[str, set[Any]] = {}
    terms = ([stem(word) for word in words_of(text)] for text in texts)
    if groups and settings.similarity == "coverage":
        for word in sorted({word for text in texts for word in content_words(text, language)}):
            senses.setdefault(stem(word), set()).update(groups(word))
    lengths = (len(content_words(text, language)) for text in texts)
    StemIndex.of(terms, lengths, settings.rare, senses).save(folder)


_index = lru_cache(maxsize=1)(StemIndex.load)


def scored_pairs(
    size: int, settings: Grouping, folder: Path, run: Run
) -> tuple[Candidates, FloatArray]:
    """Return the candidate pairs of distinct sentences, and the best score of each sentence.

    Args:
        size: Number of distinct sentences.
        settings: The settings of grouping.
        folder: The folder of their index.
        run: Function that runs the job.
    """
    ranges = [{"start": k, "end": min(k + BATCH, size)} for k in range(0, size, BATCH)]
    map = partial(_score, settings, str(folder))
    best = np.zeros(size)
    parts: list[Candidates] = []
    for row in run(Job("score-sentences", map, _never, as_rows), ranges):
        best[row["start"] : row["start"] + len(row["best"])] = row["best"]
        parts.append(_candidates(row))
    pairs = Candidates(*map_columns(parts))
    pairs = competing(pairs, best) if settings.similarity == "coverage" else pairs
    return pairs.where(pairs.scores >= settings.least), best


def map_columns(parts: Sequence[Candidates]) -> Iterator[Any]:
    """Yield the columns of candidates from the rows of several parts."""
    empty = _candidates({"first": [], "second": [], "scores": []})
    yield from map(np.concatenate, zip(empty, *parts, strict=True))


def competing(pairs: Candidates, best: FloatArray) -> Candidates:
    """Return pairs with scores reduced if both rows have better partners.

    The new score is score² / min(best of the first, best of the second). It is unchanged if one of
    the rows has no better partner; else, the better the other partners, the lower it is.

    Args:
        pairs: Scored pairs.
        best: (n,) the best score of each row with any other row; a lower value if unknown.
    """
    least = np.maximum(np.minimum(best[pairs.first], best[pairs.second]), pairs.scores)
    return pairs._replace(scores=pairs.scores**2 / np.maximum(least, 1e-9))


def _score(settings: Grouping, folder: str, record: Row) -> Iterator[tuple[str, Row]]:
    index, start, end = _index(Path(folder)), record["start"], record["end"]
    best = np.zeros(end - start)
    scored = []
    for pairs in candidates(index, start, end, settings.shared, settings.similarity):
        np.maximum.at(best, pairs.first - start, pairs.scores)
        wanted = (pairs.second > pairs.first) & (pairs.scores >= settings.least)
        scored.append(pairs.where(wanted))
    pairs = Candidates(*map_columns(scored))
    columns = {name: column.tolist() for name, column in pairs._asdict().items()}
    yield f"{start:012}", {"start": start, "best": best.tolist(), **columns}


def _candidates(row: Row) -> Candidates:
    first, second = (np.array(row[name], np.int64) for name in Candidates._fields[:2])
    return Candidates(first, second, np.array(row["scores"], np.float64))


def _never(one: Any, other: Any) -> Any:
    """Return the first of two values; never called, since the keys of these jobs are unique."""
    return one


def _of_topics(found: Collection, settings: Grouping, folder: Path, run: Run) -> Iterator[Row]:
    """Yield groups by topic, like `_same`, from the index in a folder."""
    size = len(found.rows)
    pairs, best = scored_pairs(size, settings, folder, run)
    records = [
        {
            "rows": rows.tolist(),
            "best": best[rows].tolist(),
            "counts": [len(found.rows[row]) for row in rows.tolist()],
            "threshold": least,
        }
        for rows, least in pieces(size, pairs, settings.least)
    ]
    map = partial(_group_piece, settings, str(folder))
    for row in run(Job("group-sentences", map, _never, as_rows), records):
        yield from row["groups"]


def pieces(
    size: int, pairs: Candidates, threshold: float, largest: int = LARGEST
) -> Iterator[tuple[IntArray, float]]:
    """Yield batches of rows (whole components) that can be grouped separately, and a threshold.

    Components above the size limit are divided by a higher threshold, which is then yielded.
    """
    labels = components(size, pairs)
    batch: list[IntArray] = []
    for rows in by_label(labels, labels.max(initial=0) + 1):
        if len(rows) > largest:
            higher = threshold + STEP
            logger.warning("%d sentences hang together: grouped from %.2f", len(rows), higher)
            chosen = np.zeros(size, bool)
            chosen[rows] = True
            inner = pairs.where(chosen[pairs.first] & (pairs.scores >= higher))
            yield from pieces(size, inner, higher, largest)
        elif len(rows) > 1:
            if sum(map(len, batch)) + len(rows) > BATCH and batch:
                yield np.sort(np.concatenate(batch)), threshold
                batch = []
            batch.append(rows)
    if batch:
        yield np.sort(np.concatenate(batch)), threshold


def _group_piece(settings: Grouping, folder: str, record: Row) -> Iterator[tuple[str, Row]]:
    rows = np.array(record["rows"], np.int64)
    index = _index(Path(folder)).take(rows)
    found = list(candidates(index, 0, None, settings.shared, settings.similarity))
    pairs = Candidates(*map_columns(found))
    pairs = pairs.where(pairs.second > pairs.first)
    plain = _by_pair(pairs)
    if settings.similarity == "coverage":
        pairs = competing(pairs, np.array(record["best"]))
    counts, lengths = record["counts"], np.diff(index.weights.indptr)
    groups = [
        _ordered(rows, group, plain, counts, lengths)
        for group in partition(len(rows), pairs, record["threshold"], settings.method)
    ]
    yield f"{record['rows'][0]:012}", {"groups": groups}


def _ordered(
    rows: IntArray,
    group: Sequence[int],
    scores: Mapping[tuple[int, ...], float],
    counts: Sequence[int],
    lengths: npt.NDArray[Any],
) -> Row:
    """Return a group; its representative (most similar to the others, or longest) is first.

    Args:
        rows: The rows of a piece.
        group: The rows of a group, as places in the piece.
        scores: The similarity of two places.
        counts: Number of sentences that each place represents.
        lengths: The length of the sentence at each place.
    """
    first = min(group, key=lambda k: (-_mean(k, group, scores, counts), -lengths[k], k))
    chosen = [first, *(k for k in group if k != first)]
    values = [1.0, *(scores.get((min(first, k), max(first, k)), 0.0) for k in chosen[1:])]
    return {"rows": rows[chosen].tolist(), "scores": values}


def _by_pair(pairs: Candidates) -> dict[tuple[int, ...], float]:
    return dict(zip(rows_of(pairs), pairs.scores.tolist(), strict=True))


def _mean(row: int, group: Sequence[int], scores: Mapping[Any, float], counts: Any) -> float:
    """Return the mean score of a row with the rest of its group, including its copies (score 1)."""
    others = [k for k in group if k != row]
    total = sum(scores.get(tuple(sorted((row, k))), 0.0) * counts[k] for k in others)
    size = sum(counts[k] for k in others) + counts[row] - 1
    return round((total + counts[row] - 1) / size, 9) if size else 1.0


def _group(found: Collection, group: Row) -> Group:
    places = [place for row in group["rows"] for place in found.rows[row]]
    by_place = {
        place: round(score, 4)
        for row, score in zip(group["rows"], group["scores"], strict=True)
        for place in found.rows[row]
    }
    first: dict[str, int] = {}
    copies = {}
    for place in places:  # the representative comes first, so it is not a copy
        same = first.setdefault(normal_form(found.texts[place]), place)
        if same != place:
            copies[found.ids[place]] = found.ids[same]
    ordered = sorted(places)
    ids = [found.ids[place] for place in ordered]
    return Group(
        ids[0],
        tuple(ids),
        tuple(found.texts[place] for place in ordered),
        found.ids[places[0]],
        {found.ids[place]: by_place[place] for place in ordered},
        copies,
    )
