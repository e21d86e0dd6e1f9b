"""Relations between the members of a group, derived through their representative.

Every member is aligned only with the representative: k - 1 alignments instead of k². If one of two
members means the same as the representative, their relation needs no alignment of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Literal, NamedTuple

from spacy.language import Language
from spacy.tokens import Doc

from ..generation import fuse_many
from ..pairs.alignment import Alignment
from ..pairs.extensions import PREFIX
from ..pairs.results import Label, SentenceRelation, invert_relation
from ..pipeline import related
from ..relations.explain import statements
from .groups import Group

# Maximum number of pairs of a group that are aligned besides those with the representative.
MOST_DIRECT = 50
_SAME = ("equals", "restates")
Ids = tuple[Any, Any]


class Said(NamedTuple):
    """The relation of a sentence to another one.

    Attributes:
        relation: The relation.
        conflict: Whether the sentences cannot both be true.
        adds: Its additional content, as runs of its words; empty without an alignment.
    """

    relation: Label | Literal[""]
    conflict: bool
    adds: tuple[str, ...] = ()

    def invert(self) -> Said:
        """Return the relation of the other sentence to this one."""
        return Said(invert_relation(self.relation), self.conflict)


def relate(
    nlp: Language, groups: Iterable[Group], max_direct: int = MOST_DIRECT, *, fuse: bool = False
) -> Iterator[Group]:
    """Yield groups with relations, conflicts and the most specific members.

    Args:
        nlp: A pipeline of `spacy_paraphrase.load`.
        groups: Groups of `find_groups`.
        max_direct: Maximum number of additional pairs of members that are aligned in a group;
            other unknown relations are omitted.
        fuse: Whether to fuse members with additional content, if none contradicts another and the
            fusion is surely good (`fuse_many`).

    Raises:
        ParaphraseError: P018 if the pipeline has no fuser; also the errors of components.

    Example:
        >>> import spacy_paraphrase
        >>> from spacy_paraphrase.many.groups import find_groups
        >>> rows = ["A storm hit the town.", "On Monday a storm hit the town."]
        >>> groups = find_groups({"id": k, "text": text} for k, text in enumerate(rows))
        >>> [group] = relate(spacy_paraphrase.load(), groups)
        >>> group.relations, group.most_specific
        ({(0, 1): 'generalizes'}, (1,))
    """
    for group in groups:
        distinct = [id for id in group.members if id not in group.copies]
        first = group.representative
        pairs = [(id, first) for id in distinct if id != first]
        said = dict(zip(pairs, _said(nlp, group, pairs), strict=True))
        said |= dict(composed(said, first))
        unknown = [
            pair
            for pair in combinations(sorted(distinct, key=lambda id: -group.scores[id]), 2)
            if pair not in said and pair[::-1] not in said
        ][:max_direct]
        said |= dict(zip(unknown, _said(nlp, group, unknown), strict=True))
        yield _with_relations(nlp, group, said, distinct, fuse)


def _said(nlp: Language, group: Group, pairs: Sequence[Ids]) -> list[Said]:
    """Return the relations of pairs of members by alignment."""
    texts = [(group.text(a), group.text(b)) for a, b in pairs]
    docs = related(nlp, texts)
    found: list[SentenceRelation] = [doc._.get(f"{PREFIX}relation") for doc in docs]
    return [
        Said(relation.label, relation.conflict, tuple(_added(doc)))
        for relation, doc in zip(found, docs, strict=True)
    ]


def _added(doc: Doc) -> Iterator[str]:
    for statement in statements(Alignment.from_doc(doc)):
        yield from statement.alone(0)


def composed(said: dict[Ids, Said], first: Any) -> Iterator[tuple[Ids, Said]]:
    """Yield the relations of pairs in which one member means the same as the representative.

    Args:
        said: The relations of members to the representative.
        first: The representative.
    """
    for (a, _), (b, _) in combinations(said, 2):
        one, other = said[a, first], said[b, first]
        if one.relation in _SAME and not one.conflict:
            found = other.invert()
        elif other.relation in _SAME and not other.conflict:
            found = one
        else:
            continue
        both = {one.relation, other.relation}
        relation = "restates" if both == {"equals", "restates"} else found.relation
        yield (a, b), Said(relation, found.conflict)


def most_specific(members: Iterable[Any], said: dict[Ids, Said]) -> tuple[Any, ...]:
    """Return the members that no other member specifies."""
    surpassed = {b for (_, b), each in said.items() if each.relation == "specifies"}
    surpassed |= {a for (a, _), each in said.items() if each.relation == "generalizes"}
    return tuple(id for id in members if id not in surpassed)


def _with_relations(
    nlp: Language, group: Group, said: dict[Ids, Said], distinct: Sequence[Any], fuse: bool
) -> Group:
    relations: dict[Ids, str] = {pair: each.relation for pair, each in said.items()}
    first = group.representative
    relations |= {(a, first): relations.get((b, first), "equals") for a, b in group.copies.items()}
    found = replace(
        group,
        relations=relations,
        conflicts=tuple(pair for pair, each in said.items() if each.conflict),
        most_specific=most_specific(distinct, said),
        adds={a: each.adds for (a, b), each in said.items() if b == first},
    )
    return replace(found, fusion=_fused(nlp, found)) if fuse else found


def _lone(group: Group) -> Sequence[Any]:
    """Return the most specific members; of those with the same meaning only the representative."""
    ids = group.most_specific
    same = {a for (a, b), label in group.relations.items() if label in _SAME and b in ids}
    return tuple(id for id in ids if id not in same or id == group.representative) or ids[:1]


def _fused(nlp: Language, group: Group) -> dict[str, Any] | None:
    ids = _lone(group)
    if len(ids) < 2 or group.conflicts:
        return None
    made = fuse_many(nlp, [group.text(id) for id in ids], sure=True)
    if not made.text:
        return None
    return {
        "text": made.text,
        "of": [ids[k] for k in made.order],
        "provenance": [
            [word, [[ids[k], place] for k, place in places]] for word, places in made.provenance
        ],
        "left_out": [[ids[k], reason] for k, reason in sorted(made.left_out.items())],
    }
