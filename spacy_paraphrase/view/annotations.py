"""Annotations of a pair, and the actions that change them: pure functions on plain data.

An annotation begins with proposals. Links that people create, change or accept become annotated
links; the others remain proposals. `act` returns the history after an action, including `undo` and
`redo`. Undoing all actions restores the first state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from ..errors import ParaphraseError, short_repr
from ..metrics.label_measures import NLI
from ..pairs.alignment import LEVELS, POSSIBLE, RELATIONS, SURE, Level
from ..pairs.pair import SIDES, SideName
from ..readers import LinkRecord, PairRecord
from ..readers.records import is_list
from ..trees.tree import tree_from_heads

State: TypeAlias = Literal["", "started", "done"]
STATES: tuple[State, ...] = get_args(State)
# The kind of the one fusion that an annotation contains.
FUSION = "union"
# Maximum length of a note or a fusion, in characters.
LONGEST_TEXT = 20_000
# Maximum number of actions that can be undone.
MAX_UNDO = 1_000


class Marked(NamedTuple):
    """A link and its level."""

    level: Level
    link: LinkRecord


Links: TypeAlias = Mapping[str, Marked]


@dataclass(frozen=True)
class Annotation:
    """The annotation of one pair, with the remaining proposals.

    Attributes:
        links: The annotated links, by their keys (see `key_of`).
        proposals: Proposed links that were not checked, with their confidence.
        entails: The relation from source to target, one of `metrics.label_measures.NLI`, or None.
        entailed: The relation from target to source, in the same terms.
        likely: The proposals for `entails` and `entailed`.
        fusion: A sentence that merges both; "" if there is none.
        note: The note of the annotator.
        state: "" for an untouched pair, "started", or "done".
    """

    links: Links = field(default_factory=dict)
    proposals: Links = field(default_factory=dict)
    entails: str | None = None
    entailed: str | None = None
    likely: tuple[str | None, str | None] = (None, None)
    fusion: str = ""
    note: str = ""
    state: State = ""


@dataclass(frozen=True)
class History:
    """An annotation with its earlier states (for `undo`) and its undone states (for `redo`)."""

    present: Annotation
    past: tuple[Annotation, ...] = ()
    future: tuple[Annotation, ...] = ()


def key_of(level: Level, link: LinkRecord) -> str:
    """Return the key of a link: its level and the token indices of its units (heads of phrases).

    Example:
        >>> key_of("chunks", LinkRecord((0, 1), (2,)))
        'chunks:0.1:2'
        >>> key_of("phrases", LinkRecord((0, 1), (2,), source_head=1, target_head=2))
        'phrases:1:2'
    """
    units = [link.source, link.target]
    if level == "phrases":
        units = [(link.source_head or 0,), (link.target_head or 0,)]
    return ":".join([level, *(".".join(map(str, unit)) for unit in units)])


def links_of(record: PairRecord) -> Links:
    """Return the links of a record, of all levels, by their keys."""
    found = (Marked(level, link) for level in LEVELS for link in record.links(level) or ())
    return {key_of(*marked): marked for marked in found}


def by_level(links: Iterable[Marked]) -> dict[str, Any]:
    """Return the links of each level that has any."""
    found: dict[str, list[LinkRecord]] = {}
    for level, link in links:
        found.setdefault(level, []).append(link)
    return {level: tuple(some) for level, some in found.items()}


def chunks_of(record: PairRecord, now: Annotation) -> dict[SideName, list[tuple[int, int]] | None]:
    """Return the chunks of each side as `(start, end)`: the linked chunks and those of the record.

    Chunks of the record that overlap linked ones are dropped. A side without chunks is None.

    Raises:
        ParaphraseError: P717 if links join chunks that overlap.

    Example:
        >>> pair = PairRecord(1, ("A", "cat"), ("cats",), source_chunks=((0, 1),))
        >>> link = Marked("chunks", LinkRecord((0, 1), (0,)))
        >>> chunks_of(pair, Annotation(links={"chunks:0.1:0": link}))
        {'source': [(0, 2)], 'target': [(0, 1)]}
    """
    found: dict[SideName, list[tuple[int, int]] | None] = {}
    for name in SIDES:
        units = (getattr(link, name) for level, link in now.links.values() if level == "chunks")
        linked = sorted({(unit[0], unit[-1] + 1) for unit in units})
        for first, second in pairwise(linked):
            if first[1] > second[0]:
                raise ParaphraseError("P717", side=name, first=list(first), second=list(second))
        given = getattr(record, f"{name}_chunks")
        others = [
            (start, end)
            for start, end in given or ()
            if all(end <= first or last <= start for first, last in linked)
        ]
        found[name] = sorted([*linked, *others]) if linked or given is not None else None
    return found


def act(history: History, action: Mapping[str, Any], record: PairRecord) -> History:
    """Return the history after an action.

    Args:
        history: The history before the action.
        action: An object with `kind`: "link" (`level`, `source` and `target`, lists of word
            indices, `relation`), "unlink", "relabel" (`relation`), "conflict" and "possible"
            (`value`), each with the `key` of a link, "judge" (`entails`, `entailed`), "fusion" and
            "note" (`text`), "accept" (all proposals, or the one with a `key`), "done" (`value`),
            "undo", "redo". The indices of a phrase may be its head or its words.
        record: The words and trees of the pair.

    Raises:
        ParaphraseError: P701 for an unknown action, P702 for an unknown link, P703 for a phrase
            without a tree, P717 for chunks that overlap, P102 or P103 for an invalid link.

    Example:
        >>> pair = PairRecord(1, ("A", "cat"), ("cats",))
        >>> linking = {"kind": "link", "level": "words", "source": [1], "target": [0]}
        >>> history = act(History(Annotation()), linking, pair)
        >>> list(history.present.links), history.present.state
        (['words:1:0'], 'started')
        >>> act(history, {"kind": "undo"}, pair).present == Annotation()
        True
    """
    kind = _text(action, "kind") if isinstance(action, Mapping) else ""
    if kind == "undo":
        if not history.past:
            return history
        *past, before = history.past
        return History(before, tuple(past), (history.present, *history.future))
    if kind == "redo":
        if not history.future:
            return history
        after, *future = history.future
        return History(after, (*history.past, history.present), tuple(future))
    if kind not in _ACTIONS:
        raise _unfit(
            action, f"an object with 'kind', one of {', '.join([*_ACTIONS, 'undo', 'redo'])}"
        )
    now = history.present
    changed = _ACTIONS[kind](now, action, record)
    if changed == now:
        return history
    changed = replace(changed, state=changed.state or "started")
    return History(changed, (*history.past, now)[-MAX_UNDO:])


def _link(now: Annotation, action: Mapping[str, Any], record: PairRecord) -> Annotation:
    level, relation = action.get("level"), action.get("relation", "")
    if level not in LEVELS:
        raise _unfit(action, f"a level, one of {', '.join(LEVELS)}")
    units = [_unit(action, name, level, record) for name in SIDES]
    heads: dict[str, Any] = {}
    if level == "phrases":
        heads = {f"{name}_head": head for name, (head, _) in zip(SIDES, units, strict=True)}
    link = LinkRecord(units[0][1], units[1][1], relation, **heads)
    links = dict(now.links)
    proposals = dict(now.proposals)
    # PairRecord checks the link, and splits a link of several words into word links.
    one: dict[str, Any] = {level: (link,)}
    bare = PairRecord(record.id, record.source, record.target, **one)
    for single in bare.links(level) or ():
        key = key_of(level, single)
        before = links.get(key) or proposals.pop(key, None)
        if before:
            single = _own(before.link, relation=single.relation or before.link.relation)
        links[key] = Marked(level, single)
    found = replace(now, links=links, proposals=proposals)
    chunks_of(record, found)
    return found


def _unlink(now: Annotation, action: Mapping[str, Any], record: PairRecord) -> Annotation:
    key = _known(now, action)
    links, proposals = (
        {k: v for k, v in d.items() if k != key} for d in (now.links, now.proposals)
    )
    return replace(now, links=links, proposals=proposals)


def _relabel(now: Annotation, action: Mapping[str, Any], record: PairRecord) -> Annotation:
    relation = _text(action, "relation")
    if relation and relation not in RELATIONS:
        raise _unfit(action, f"a relation, one of {', '.join(RELATIONS)}, or ''")
    return _changed(now, _known(now, action), relation=relation)


def _conflict(now: Annotation, action: Mapping[str, Any], record: PairRecord) -> Annotation:
    return _changed(now, _known(now, action), conflict=_truth(action))


def _possible(now: Annotation, action: Mapping[str, Any], record: PairRecord) -> Annotation:
    score = POSSIBLE if _truth(action) else SURE
    return _changed(now, _known(now, action), score=score)


def _judge(now: Annotation, action: Mapping[str, Any], record: PairRecord) -> Annotation:
    judgements: dict[str, Any] = {
        name: action[name] or None for name in ("entails", "entailed") if name in action
    }
    if not judgements or any(label not in (None, *NLI) for label in judgements.values()):
        raise _unfit(action, f"'entails' and 'entailed', each one of {', '.join(NLI)}, or null")
    return replace(now, **judgements)


def _fusion(now: Annotation, action: Mapping[str, Any], record: PairRecord) -> Annotation:
    return replace(now, fusion=_free_text(action))


def _note(now: Annotation, action: Mapping[str, Any], record: PairRecord) -> Annotation:
    return replace(now, note=_free_text(action))


def _accept(now: Annotation, action: Mapping[str, Any], record: PairRecord) -> Annotation:
    if action.get("key") is not None:
        return _changed(now, _known(now, action))
    for key in now.proposals:
        now = _changed(now, key)
    entails, entailed = now.likely
    return replace(now, entails=now.entails or entails, entailed=now.entailed or entailed)


def _done(now: Annotation, action: Mapping[str, Any], record: PairRecord) -> Annotation:
    return replace(now, state="done" if _truth(action) else "started")


Action: TypeAlias = Callable[[Annotation, Mapping[str, Any], PairRecord], Annotation]
_ACTIONS: dict[str, Action] = {
    "link": _link,
    "unlink": _unlink,
    "relabel": _relabel,
    "conflict": _conflict,
    "possible": _possible,
    "judge": _judge,
    "fusion": _fusion,
    "note": _note,
    "accept": _accept,
    "done": _done,
}


def _changed(now: Annotation, key: str, **values: Any) -> Annotation:
    """Return the annotation with a changed link; the link is no longer a proposal."""
    level, link = now.links.get(key) or now.proposals[key]
    links = {**now.links, key: Marked(level, _own(link, **values))}
    proposals = {k: v for k, v in now.proposals.items() if k != key}
    return replace(now, links=links, proposals=proposals)


def _own(link: LinkRecord, **values: Any) -> LinkRecord:
    """Return a link with the score of an annotated link: sure, or possible if it was before."""
    score = link.score if link.score == POSSIBLE else SURE
    return replace(link, **{"score": score, **values})


def _unit(
    action: Mapping[str, Any], name: SideName, level: Level, record: PairRecord
) -> tuple[int, tuple[int, ...]]:
    """Return the head and the words of the unit that an action specifies."""
    indices: Any = action.get(name)
    length = len(getattr(record, name))
    sound = is_list(indices) and indices and all(type(i) is int for i in indices)
    if not sound or not 0 <= min(indices) <= max(indices) < length:
        raise _unfit(action, f"under {name!r} a list of word indices from 0 to {length - 1}")
    if level != "phrases":
        return indices[0], tuple(sorted(set(indices)))
    arcs = getattr(record, f"{name}_tree")
    if arcs is None:
        raise ParaphraseError("P703", side=name)
    heads = [head for head, _ in arcs]
    inside = set(indices)
    head = next(i for i in indices if heads[i] == i or heads[i] not in inside)
    words = getattr(record, name)
    units = tree_from_heads(heads).subtree(head)
    return head, tuple(i for i in units if not words[i].isspace()) or (head,)


def _known(now: Annotation, action: Mapping[str, Any]) -> str:
    key = _text(action, "key")
    if key not in now.links and key not in now.proposals:
        raise ParaphraseError("P702", got=key)
    return key


def _text(action: Mapping[str, Any], name: str) -> str:
    text = action.get(name)
    if not isinstance(text, str):
        raise _unfit(action, f"a string under {name!r}")
    return text


def _free_text(action: Mapping[str, Any]) -> str:
    text = _text(action, "text")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise _unfit(action, "text that has a UTF-8 form") from error
    if len(text) > LONGEST_TEXT:
        raise _unfit(action, f"a text of at most {LONGEST_TEXT} characters")
    return text


def _truth(action: Mapping[str, Any]) -> bool:
    value = action.get("value")
    if not isinstance(value, bool):
        raise _unfit(action, "true or false under 'value'")
    return value


def _unfit(action: Any, expected: str) -> ParaphraseError:
    return ParaphraseError("P701", got=short_repr(action), expected=expected)
