"""A pair with its links as plain data, the output of readers and input of writers.

A record is checked when it is made; all errors name its place.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, NoReturn

import srsly
from spacy import symbols

from ..errors import ParaphraseError, short_repr
from ..metrics.label_measures import NLI
from ..pairs.alignment import LEVELS, POSSIBLE, RELATIONS, SURE, Level
from ..pairs.pair import SIDES, SideName
from ..pairs.results import FUSION_KINDS
from ..trees.tree import tree_from_heads

IndexPair = tuple[int, int]
Arc = tuple[int, str]
# What may be known of words besides their tree; the names are those of spaCy's `Doc`.
TOKEN_VALUES = ("lemmas", "tags", "pos")
_POS = frozenset(
    ["", *(name for name, id in symbols.IDS.items() if symbols.ADJ <= id <= symbols.SPACE)]
)


@dataclass(frozen=True)
class Place:
    """Where a record stands; each error of a reader has one under `error.values["place"]`.

    Attributes:
        path: The file.
        line: Number of the line where the record begins, or of the Doc, from 1.
        id: The record's own name, if it was readable.
        unit: What `line` counts.
    """

    path: str
    line: int
    id: Any = None
    unit: str = "line"

    def __str__(self) -> str:
        return f"{self.path}, {self.unit} {self.line}"


@dataclass(frozen=True)
class LinkRecord:
    """One link; words are counted from 0 within the side.

    Attributes:
        source: Indices of the linked source words: contiguous for a chunk, the subtree for a
            phrase.
        target: The same for the target words.
        relation: One of `alignment.RELATIONS`, or "".
        score: Confidence, 0 to 1; in gold data 1.0 for a sure link, 0.5 for a possible one.
        similarity: Graded similarity, 0 to 1.
        conflict: Whether the two cannot both be true.
        source_head: For a phrase, the index of its head.
        target_head: Likewise of the target phrase.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    relation: str = ""
    score: float = SURE
    similarity: float = 1.0
    conflict: bool = False
    source_head: int | None = None
    target_head: int | None = None

    @property
    def units(self) -> tuple[Any, ...]:
        """What the link joins, to compare and to sort by."""
        heads = [-1 if head is None else head for head in (self.source_head, self.target_head)]
        return (self.source, self.target, *heads)


@dataclass(frozen=True)
class PairRecord:
    """A pair of word lists with links on up to three levels.

    A level that is `None` is not annotated; an empty one is annotated and has no links. Links are
    sorted and duplicates removed: of a sure and a possible link of the same words, the sure one is
    kept. A link of several words becomes links between all pairs of them.

    Attributes:
        id: The name of the pair: any JSON value.
        source: Words of the source.
        target: Words of the target.
        words: Links between words.
        phrases: Links between phrases.
        chunks: Links between chunks.
        source_chunks: `(start, end)` of each chunk of the source, end exclusive, or None.
        target_chunks: Likewise of the target.
        source_tree: `(head, label)` of each word of the source, a root its own head, or None; both
            sides have trees or neither.
        target_tree: Likewise of the target.
        source_tokens: Annotations of the words of the source, some of `TOKEN_VALUES` with a string
            for each word, or None.
        target_tokens: Likewise of the target.
        question: The question that the two sentences answer, or None.
        entails: The relation from source to target: one of `metrics.NLI`, or None if unknown.
        entailed: The relation from target to source, in the same terms.
        similarity: Graded similarity of the two sentences, 0 to 1, or None.
        paraphrase: Whether the two sentences are paraphrases, or None.
        domain: The domain (kind of text) of the pair, or None.
        fusions: Fusions of the two sentences, by kind; "" for a refusal. None without fusions.
        place: Where the record comes from, for error messages.

    Raises:
        ParaphraseError: P103 if an index points outside its side, P102 for other errors.

    Example:
        >>> from spacy_paraphrase.readers import PairRecord, word_links
        >>> links = word_links(sure=[(1, 1)], possible=[(0, 0), (1, 1)])
        >>> record = PairRecord("a", ("a", "cat"), ("the", "cat"), words=links)
        >>> sorted(record.sure), sorted(record.possible)
        ([(1, 1)], [(0, 0), (1, 1)])
    """

    id: Any
    source: tuple[str, ...]
    target: tuple[str, ...]
    words: tuple[LinkRecord, ...] | None = None
    phrases: tuple[LinkRecord, ...] | None = None
    chunks: tuple[LinkRecord, ...] | None = None
    source_chunks: tuple[IndexPair, ...] | None = None
    target_chunks: tuple[IndexPair, ...] | None = None
    source_tree: tuple[Arc, ...] | None = None
    target_tree: tuple[Arc, ...] | None = None
    source_tokens: Mapping[str, tuple[str, ...]] | None = None
    target_tokens: Mapping[str, tuple[str, ...]] | None = None
    question: str | None = None
    entails: str | None = None
    entailed: str | None = None
    similarity: float | None = None
    paraphrase: bool | None = None
    domain: str | None = None
    fusions: Mapping[str, str] | None = None
    place: Place | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        _check_values(self)
        for name in SIDES:
            object.__setattr__(self, name, _checked_words(self, name))
        for level in LEVELS:
            if self.links(level) is not None:
                object.__setattr__(self, level, _checked_links(self, level))
        checks = {"chunks": _checked_chunks, "tree": _checked_tree, "tokens": _checked_tokens}
        for name, (kind, checked) in product(SIDES, checks.items()):
            if getattr(self, f"{name}_{kind}") is not None:
                object.__setattr__(self, f"{name}_{kind}", checked(self, name))

    @property
    def sure(self) -> frozenset[IndexPair]:
        """The sure word links as pairs (source index, target index)."""
        links = self.words or ()
        return frozenset((k.source[0], k.target[0]) for k in links if k.score > POSSIBLE)

    @property
    def possible(self) -> frozenset[IndexPair]:
        """All word links, the sure ones among them."""
        return frozenset((link.source[0], link.target[0]) for link in self.words or ())

    def links(self, level: Level) -> tuple[LinkRecord, ...] | None:
        """Return the links of a level, None if it was not annotated."""
        links: tuple[LinkRecord, ...] | None = getattr(self, level)
        return links


def word_links(
    sure: Iterable[IndexPair], possible: Iterable[IndexPair] = ()
) -> tuple[LinkRecord, ...]:
    """Return gold word links: score 1.0 for the sure ones, 0.5 for those that are only possible."""
    return tuple(
        LinkRecord((i,), (j,), score=score)
        for score, pairs in ((SURE, sure), (POSSIBLE, possible))
        for i, j in pairs
    )


def links_by_index(
    level: Level, gold: PairRecord, pred: PairRecord
) -> tuple[list[dict[IndexPair, LinkRecord]], list[list[str]]]:
    """Return the links of two records of one pair by the indices of their units, and the texts.

    A word's index is its place. Phrases and chunks are counted as they come, those of the first
    record before the others; a phrase is known by its head, a chunk by its words.
    """
    records = (gold.links(level) or (), pred.links(level) or ())
    places, texts = [], []
    for name in SIDES:
        words = getattr(gold, name)
        units: dict[Any, str] = dict(enumerate(words)) if level == "words" else {}
        for link in (*records[0], *records[1]):
            text = " ".join(words[i] for i in getattr(link, name))
            units.setdefault(_unit(level, link, name), text)
        places.append({unit: k for k, unit in enumerate(units)})
        texts.append(list(units.values()))
    source, target = places
    links = [
        {
            (source[_unit(level, link, "source")], target[_unit(level, link, "target")]): link
            for link in side
        }
        for side in records
    ]
    return links, texts


def _unit(level: Level, link: LinkRecord, name: SideName) -> Any:
    if level == "phrases":
        return getattr(link, f"{name}_head")
    tokens: tuple[int, ...] = getattr(link, name)
    return tokens[0] if level == "words" else tokens


def _check_values(record: PairRecord) -> None:
    try:
        json.dumps(record.id, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        got = f"the id {short_repr(record.id)} ({error})"
        _fail(record, got, "a string, a number or another JSON value")
    for name in ("question", "domain"):
        text = getattr(record, name)
        if text is not None and not isinstance(text, str):
            _fail(record, f"the {name} {short_repr(text)}", "a string")
        _check_storable(record, name, text, "text with a UTF-8 form")
    for name in ("entails", "entailed"):
        label = getattr(record, name)
        if label is not None and label not in NLI:
            _fail(record, f"{name} {short_repr(label)}", f"one of {', '.join(NLI)}, or none")
    if record.similarity is not None:
        _check_share(record, "similarity", record.similarity)
    if not isinstance(record.paraphrase, bool | None):
        _fail(record, f"the paraphrase {short_repr(record.paraphrase)}", "true, false, or none")
    if (record.source_tree is None) != (record.target_tree is None):
        _fail(record, "the tree of one side", "trees of both, or of neither")
    for kind, text in (record.fusions or {}).items():
        if kind not in FUSION_KINDS or not isinstance(text, str):
            expected = f"a text for some of {', '.join(FUSION_KINDS)}"
            _fail(record, f"the fusion {short_repr(kind)}: {short_repr(text)}", expected)
        _check_storable(record, "fusion", text, "text with a UTF-8 form")


def _checked_words(record: PairRecord, name: SideName) -> tuple[str, ...]:
    words: Any = getattr(record, name)
    got = f"the {name} {short_repr(words)}"
    if not is_list(words) or not all(isinstance(word, str) and word for word in words):
        _fail(record, got, "a list of words, none of them empty")
    if all(word.isspace() for word in words):
        _fail(record, got, "at least one word")
    _check_storable(record, name, "".join(words), "text with a UTF-8 form")
    return tuple(words)


def _checked_links(record: PairRecord, level: Level) -> tuple[LinkRecord, ...]:
    """Return the links of a level, sorted, each once, word links between single words."""
    by_units: dict[Any, LinkRecord] = {}
    for given in record.links(level) or ():
        for link in _normalised(record, level, given):
            twin = by_units.get(link.units)
            if twin and replace(twin, score=link.score) != link:
                got = f"two links {_link_name(link)} that differ"
                _fail(record, got, "one relation, similarity and conflict per link")
            if not twin or twin.score < link.score:
                by_units[link.units] = link
    return tuple(sorted(by_units.values(), key=lambda link: link.units))


def _checked_chunks(record: PairRecord, name: SideName) -> tuple[tuple[int, int], ...]:
    expected = "pairs [start, end) of word indices, in order and without overlap"
    chunks: Any = getattr(record, f"{name}_chunks")
    if not is_list(chunks):
        _fail(record, f"the {name}_chunks {short_repr(chunks)}", expected)
    last = 0
    for chunk in chunks:
        if not is_list(chunk) or len(chunk) != 2 or not all(type(i) is int for i in chunk):
            _fail(record, f"the {name} chunk {short_repr(chunk)}", expected)
        start, end = chunk
        if not 0 <= start < end <= len(getattr(record, name)):
            _out_of_range(record, f"the {name} chunk {list(chunk)}")
        if start < last:
            _fail(record, f"the {name} chunk {list(chunk)}", expected)
        last = end
    return tuple((start, end) for start, end in chunks)


def _checked_tree(record: PairRecord, name: SideName) -> tuple[tuple[int, str], ...]:
    n = len(getattr(record, name))
    expected = "[head, label] for each word, a root its own head"
    arcs: Any = getattr(record, f"{name}_tree")
    if not is_list(arcs) or len(arcs) != n:
        _fail(record, f"the {name}_tree {short_repr(arcs)}", expected)
    for arc in arcs:
        if not is_list(arc) or len(arc) != 2 or type(arc[0]) is not int or type(arc[1]) is not str:
            _fail(record, f"{short_repr(arc)} in the {name}_tree", expected)
        if not 0 <= arc[0] < n:
            _out_of_range(record, f"the head {arc[0]} in the {name}_tree")
    _check_storable(record, f"{name}_tree", "".join(arc[1] for arc in arcs), "UTF-8 labels")
    heads = [arc[0] for arc in arcs]
    above = tree_from_heads(heads).heads[:n]
    # Where there is a cycle, its first node was made a root.
    if any(heads[i] != i for i in range(n) if not 0 <= above[i] < n):
        _fail(record, f"a cycle in the {name}_tree", "a tree")
    return tuple((head, label) for head, label in arcs)


def _checked_tokens(record: PairRecord, name: SideName) -> dict[str, tuple[str, ...]]:
    n = len(getattr(record, name))
    values: Any = getattr(record, f"{name}_tokens")
    expected = f"for some of {', '.join(TOKEN_VALUES)} a list of {n} strings"
    if not isinstance(values, Mapping) or not set(values) <= set(TOKEN_VALUES):
        _fail(record, f"the {name}_tokens {short_repr(values)}", expected)
    for key, column in values.items():
        sound = is_list(column) and len(column) == n and all(isinstance(v, str) for v in column)
        if not sound or (key == "pos" and not set(column) <= _POS):
            _fail(record, f"the {name}_tokens {key!r}: {short_repr(column)}", expected)
        _check_storable(record, f"{name}_tokens", "".join(column), "text with a UTF-8 form")
    return {key: tuple(values[key]) for key in TOKEN_VALUES if key in values}


def is_list(value: Any) -> bool:
    """Return whether the value is a list or a tuple."""
    return isinstance(value, list | tuple)


def _normalised(record: PairRecord, level: Level, link: LinkRecord) -> Iterator[LinkRecord]:
    _check_numbers(record, link)
    for name in SIDES:
        indices, head = getattr(link, name), getattr(link, f"{name}_head")
        given = [*indices, *([] if head is None else [head])]
        if not indices or not all(type(i) is int for i in given):
            _fail(record, f"the {name} {short_repr(list(indices))} of a link", "indices of words")
        words = getattr(record, name)
        if not 0 <= min(given) <= max(given) < len(words):
            _out_of_range(record, f"the link {_link_name(link)}")
        if any(words[i].isspace() for i in given):
            _fail(record, f"the link {_link_name(link)}", "no link at white space")
        _check_unit(record, level, link, name)
    source, target = tuple(sorted(set(link.source))), tuple(sorted(set(link.target)))
    numbers: dict[str, Any] = {"score": float(link.score), "similarity": float(link.similarity)}
    if level == "words":
        for i, j in product(source, target):
            yield replace(link, source=(i,), target=(j,), **numbers)
    else:
        yield replace(link, source=source, target=target, **numbers)


def _check_unit(record: PairRecord, level: Level, link: LinkRecord, name: SideName) -> None:
    indices, head = getattr(link, name), getattr(link, f"{name}_head")
    expected = None
    if (level == "phrases") != (head is not None):
        expected = "a head for a phrase, and for nothing else"
    elif level == "phrases" and head not in indices:
        expected = "a head inside its phrase"
    elif level == "chunks" and max(indices) - min(indices) + 1 != len(set(indices)):
        expected = "a chunk of neighbouring words"
    if expected:
        got = f"the {name} {list(indices)} with the head {head} in {level}"
        _fail(record, got, expected)


def _check_numbers(record: PairRecord, link: LinkRecord) -> None:
    if link.relation != "" and link.relation not in RELATIONS:
        expected = f"one of {', '.join(RELATIONS)}, or none"
        _fail(record, f"the relation {short_repr(link.relation)}", expected)
    for name in ("score", "similarity"):
        _check_share(record, name, getattr(link, name))
    if not isinstance(link.conflict, bool):
        _fail(record, f"the conflict {short_repr(link.conflict)}", "true or false")


def _check_share(record: PairRecord, name: str, number: Any) -> None:
    if type(number) not in (int, float) or not 0 <= number <= 1:
        _fail(record, f"the {name} {short_repr(number)}", "a number from 0 to 1")


def _check_storable(record: PairRecord, name: str, value: Any, expected: str) -> None:
    try:
        (value or "").encode("utf-8")
    except UnicodeEncodeError as error:
        _fail(record, f"the {name} {short_repr(value)} ({error})", expected)


def is_binary(value: Any) -> bool:
    """Return whether the binary form of a Doc can hold a JSON value in its user data.

    Example:
        >>> is_binary(2**63), is_binary(2**70)
        (True, False)
    """
    try:
        srsly.msgpack_dumps(value)
    except (ValueError, OverflowError, RecursionError):
        return False
    return True


def unfit(place: Place | str, got: str, expected: str) -> ParaphraseError:
    """Return the error of a record that is not as it should be."""
    return ParaphraseError("P102", place=place, got=got, expected=expected)


def _fail(record: PairRecord, got: str, expected: str) -> NoReturn:
    raise unfit(record.place or "A pair", got, expected)


def _out_of_range(record: PairRecord, got: str) -> NoReturn:
    place, n, m = record.place or "A pair", len(record.source), len(record.target)
    raise ParaphraseError("P103", place=place, got=got, source=n, target=m)


def _link_name(link: LinkRecord) -> str:
    return "-".join(",".join(map(str, indices)) for indices in (link.source, link.target))
