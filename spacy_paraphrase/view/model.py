"""What the page is told of a pair beside its picture, as plain data."""

from __future__ import annotations

from typing import Any

from ..render.view import Edge, Side, View


def view_to_json(view: View) -> dict[str, Any]:
    """Return both sides and the links of a view."""
    return {
        "source": _side(view.source),
        "target": _side(view.target),
        "links": [_link(edge) for edge in view.edges],
    }


def edge_key(edge: Edge) -> str:
    """Return what names a link: level and units by their token indices, a phrase by its heads.

    Example:
        >>> edge_key(Edge("chunks", (0, 1), (2,), (1, 2), "", 1.0, False))
        'chunks:0.1:2'
    """
    units = [(head,) for head in edge.heads] if edge.level == "phrases" else edge.key[1]
    return ":".join([edge.level, *(".".join(map(str, unit)) for unit in units)])


def _side(side: Side) -> dict[str, Any]:
    return {
        "words": list(side.words),
        "heads": list(side.heads),
        "deps": list(side.deps),
        "text": side.text,
    }


def _link(edge: Edge) -> dict[str, Any]:
    return {
        "key": edge_key(edge),
        "level": edge.level,
        "source": list(edge.source),
        "target": list(edge.target),
        "heads": list(edge.heads),
        "relation": edge.relation,
        "score": round(edge.score, 4),
        "conflict": edge.conflict,
        "verdict": edge.verdict,
        "gold_relation": edge.gold_relation,
    }
