"""What a link stands among: the other links, what is left over, how its units are built."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..components.side import Side
from ..lexicon.relations import RELATIONS, RelationMatrix
from ..trees.context import CONTENT, PUNCTUATION
from .span_units import NEGATIONS
from .table import FeatureArray

Unit = Sequence[int]
_DEPS = ("nsubj", "ROOT", "dobj", "prep", "pobj", "agent")
_LEXICAL = RELATIONS[1:]


def link_context(
    source: Side,
    target: Side,
    source_units: Sequence[Unit],
    target_units: Sequence[Unit],
    relations: RelationMatrix | None,
) -> tuple[tuple[str, ...], FeatureArray]:
    """Return names and values of features of links; unit k of one side is linked to unit k.

    Args:
        source: Side with n tokens.
        target: Side with m tokens.
        source_units: Token indices of the source unit of each link, none of them empty.
        target_units: Likewise of the target.
        relations: Lexical relations of the words, of shape (n, m).

    Returns:
        Names, and values of shape (links, features).
    """
    views = _View(source, source_units), _View(target, target_units)
    same = [_words(source, a) == _words(target, b) for a, b in zip(*_units(views), strict=True)]
    rows = []
    names: tuple[str, ...] = ()
    for k in range(len(source_units)):
        others = [equal for place, equal in enumerate(same) if place != k]
        features = {
            "among.equal": sum(others) / max(len(others), 1),
            "among.links": min(len(same), 10) / 10,
            "among.alone": float(not others),
            "among.order": float(_in_order(k, source_units, target_units)),
        }
        for name, view in zip(("source", "target"), views, strict=True):
            features |= {f"{key}.{name}": value for key, value in view.features(k).items()}
        features |= _left_over(views, k, relations)
        names = tuple(features)
        rows.append(list(features.values()))
    return names, np.array(rows, dtype=np.float32)


class _View:
    """One side and its linked units."""

    def __init__(self, side: Side, units: Sequence[Unit]) -> None:
        self.side = side
        self.units = [sorted(unit) for unit in units]
        self.heads: list[int] = side.heads.tolist()
        self.kinds: list[int] = side.kinds.tolist()
        used = {i for unit in self.units for i in unit}
        words = [i for i in range(len(side)) if self.kinds[i] < PUNCTUATION]
        self.free = {i for i in words if i not in used}
        self.content = {i for i in self.free if self.kinds[i] == CONTENT}
        self.negated = not NEGATIONS.isdisjoint(side.words)

    def features(self, k: int) -> dict[str, float]:
        """Return what the unit of link k stands among on its side, and how it is built."""
        unit, tokens = self.units[k], self.side.tokens
        inside = set(unit)
        tops = [i for i in unit if self.heads[i] not in inside and self.kinds[i] < PUNCTUATION]
        head = tokens[(tops or unit)[0]]
        deps = {tokens[i].dep_ for i in unit}
        return {
            "among.free": min(len(self.free), 10) / 10,
            "among.free_content": min(len(self.content), 6) / 6,
            "among.free_before": float(unit[0] - 1 in self.free),
            "among.free_after": float(unit[-1] + 1 in self.free),
            "among.free_below": float(any(self.heads[i] in inside for i in self.content)),
            "among.first": float(unit[0] == 0),
            "among.negated": float(self.negated),
            **{f"built.{dep}": float(head.dep_ == dep) for dep in _DEPS},
            "built.clause": float(bool(deps & {"relcl", "acl"})),
            "built.conj": float("conj" in deps),
            "built.of": float(any(tokens[i].lower_ == "of" for i in unit[1:])),
            "built.preposition": float(tokens[unit[0]].pos_ == "ADP"),
            "built.name": float(any(tokens[i].ent_type for i in unit)),
        }

    def lone(self, k: int, other: _View) -> list[int]:
        """Return the content words of the unit of link k whose lemmas its partner lacks."""
        lemmas = {other.side.lemmas[j] for j in other.units[k]}
        unit = self.units[k]
        return [i for i in unit if self.kinds[i] == CONTENT and self.side.lemmas[i] not in lemmas]


def _left_over(
    views: tuple[_View, _View], k: int, known: RelationMatrix | None
) -> dict[str, float]:
    """What the words that only one of two units has have to do with each other."""
    left, right = views[0].lone(k, views[1]), views[1].lone(k, views[0])
    features = {
        "lone.count.source": min(len(left), 4) / 4,
        "lone.count.target": min(len(right), 4) / 4,
        "lone.one": float(len(left) == len(right) == 1),
    }
    codes = set(known.relations[np.ix_(left, right)].ravel().tolist()) if known else set()
    return features | {f"lone.{name}": float(c in codes) for c, name in enumerate(_LEXICAL, 1)}


def _in_order(k: int, source: Sequence[Unit], target: Sequence[Unit]) -> bool:
    """Return whether a link crosses no other one."""
    a, b = min(source[k]), min(target[k])
    pairs = zip(source, target, strict=True)
    return all((a < min(x)) == (b < min(y)) for q, (x, y) in enumerate(pairs) if q != k)


def _words(side: Side, unit: Unit) -> set[str]:
    return {side.lemmas[i] for i in unit if side.kinds[i] < PUNCTUATION}


def _units(views: tuple[_View, _View]) -> tuple[list[list[int]], list[list[int]]]:
    return views[0].units, views[1].units
