"""What a page with gold can be filtered by: the relation of a link, and what is wrong with it.

The filter is style alone: nothing in the page runs, so that its policy can forbid all scripts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from spacy_paraphrase.alignment import RELATIONS
from spacy_paraphrase.render.markup import esc, tag
from spacy_paraphrase.render.view import Edge

UNLABELLED = "unlabelled"
ANY = "any"
# What may be wrong with a link: how it is called here, and in the page.
ERRORS = {
    "missed": "missed",
    "wrong": "wrong link",
    "relabelled": "wrong label",
    "right": "all right",
}
_KINDS = {"relation": {name: name for name in (*RELATIONS, UNLABELLED)}, "error": ERRORS}

# The line of numbers comes last, since only then all are counted, and is shown before the pairs.
_STYLE = """
main{display:flex;flex-direction:column;counter-reset:shown}
.pair{order:2;counter-increment:shown}
.count{order:1;margin:.5rem 0;color:var(--muted)}
.count::before{content:counter(shown)}
.filter{position:sticky;top:0;z-index:1;background:var(--paper);padding:.6rem 0;display:flex;
flex-wrap:wrap;gap:.4rem 2rem;border-bottom:1px solid var(--grid)}
.filter fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.2rem .9rem}
.filter legend{float:left;color:var(--muted);padding:0;margin-right:.9rem}
.filter label{cursor:pointer;white-space:nowrap}
.filter label:has(:checked){font-weight:bold}
"""


def traits(edge: Edge) -> str | None:
    """Return what a judged link is found by, as words: its error, and its relations; else None.

    Example:
        >>> traits(Edge("words", (0,), (0,), (0, 0), "equals", 1.0, False, "hit", "restates"))
        'relabelled equals restates'
        >>> traits(Edge("words", (0,), (0,), (0, 0), "", 1.0, False, "miss"))
        'missed unlabelled'
    """
    if edge.verdict in ("", "not judged"):
        return None
    if edge.verdict == "hit":
        error = "relabelled" if edge.gold_relation not in ("", edge.relation) else "right"
    else:
        error = "missed" if edge.verdict == "miss" else "wrong"
    relations = dict.fromkeys([edge.relation or UNLABELLED, edge.gold_relation])
    return " ".join([error, *filter(None, relations)])


def controls() -> str:
    """Return the buttons by which a reader chooses."""
    groups = [
        tag("fieldset", tag("legend", kind), *_choices(kind, {ANY: ANY} | names))
        for kind, names in _KINDS.items()
    ]
    # No form: there is nobody to send it to.
    return tag("div", *groups, class_="filter")


def _choices(kind: str, names: dict[str, str]) -> Iterator[str]:
    for name, said in names.items():
        checked = "checked" if name == ANY else None
        look = {"type": "radio", "name": kind, "id": f"{kind}-{name}", "checked": checked}
        box = tag("input", **look)
        yield tag("label", box, " ", esc(said), for_=f"{kind}-{name}")


def count(pairs: int) -> str:
    """Return the line that tells how many of all pairs are shown; it stands after them."""
    return tag("p", f" of {pairs} pair" + "s" * (pairs != 1), class_="count")


def style() -> str:
    """Return the style that hides pairs and rows without a link as chosen, and fades its lines."""
    rules = [_STYLE]
    for relation, error in product((ANY, *_KINDS["relation"]), (ANY, *ERRORS)):
        chosen = [name for name in (relation, error) if name != ANY]
        if chosen:
            at = f"main:has(#relation-{relation}:checked):has(#error-{error}:checked)"
            link = "".join(f'[data-is~="{name}"]' for name in chosen)
            rules.append(
                f"{at} .pair:not(:has({link})),{at} tr[data-is]:not({link}){{display:none}}\n"
                f"{at} g[data-is]:not({link}){{opacity:.1}}\n"
            )
    return "".join(rules)
