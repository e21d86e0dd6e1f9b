"""HTML pages of groups and summaries, self-contained and without scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from ..jobs.atomic import whole_file
from ..render.html import document, templates
from ..render.style import COLOURS, LETTERS
from .clusters import ClusterSummary, LeftOutSentence, SummarySentence
from .groups import Group

_RELATIONS = ("equals", "restates", "specifies", "generalizes", "intersects")


def page(groups: Iterable[Group], title: str = "Groups of sentences") -> Iterator[str]:
    """Yield an HTML page of groups piece by piece: groups of several sentences first.

    Args:
        groups: Groups from `find_groups`, preferably with relations from `members.relate`.
        title: Title and first heading.

    Example:
        >>> group = Group(1, (1, 2), ("<A> cat.", "Cats."), 1, {1: 1.0, 2: 0.5})
        >>> "&lt;A&gt; cat." in "".join(page([group]))
        True
    """

    def sections() -> Iterator[str]:
        yield _style()
        alone = []
        number = 0
        for group in groups:
            if len(group.members) > 1:
                number += 1
                yield fragment("group", number=number, shown=group_values(group))
            else:
                alone.append((str(group.id), group.texts[0]))
        if alone:
            yield fragment("alone", sentences=alone)

    yield from document(title, sections())


def summary_page(summaries: Iterable[ClusterSummary], title: str = "Summaries") -> Iterator[str]:
    """Yield an HTML page of summaries piece by piece: each sentence with those that it represents.

    Args:
        summaries: Results of `summaries.summarize`.
        title: Title and first heading.

    Example:
        >>> "No sentences" in "".join(summary_page([ClusterSummary("a", flags=("no sentences",))]))
        True
    """
    sections = (
        fragment("cluster", number=number, shown=summary_values(summary))
        for number, summary in enumerate(summaries, 1)
    )
    yield from document(title, chain([_style()], sections))


def write_page(path: str, pieces: Iterable[str]) -> None:
    """Write the pieces of a page into a file."""
    with whole_file(path) as stream:
        for piece in pieces:
            stream.write(piece.encode("utf-8", "replace"))


def _style() -> str:
    colours = {name: COLOURS[name] for name in (*_RELATIONS, "muted")}
    return fragment("style", colours={**colours, "conflict": COLOURS["false-alarm"]})


def group_values(group: Group) -> dict[str, Any]:
    """Return the values of a group for the page."""
    first = group.representative
    others = [id for id in group.members if id != first and id not in group.copies]
    copies = len(group.members) - len(others) - 1
    parts = [f"{len(group.members)} sentences"]
    parts += [f"{copies} read the same"] * bool(copies)
    parts += ["in conflict"] * bool(group.conflicts)
    shown = [first, *sorted(others, key=lambda id: -group.scores[id])]
    fusion = None
    if group.fusion:
        of = ", ".join(map(str, group.fusion["of"]))
        fusion = {"text": group.fusion["text"], "of": f"fused: {of}"}
    return {
        "summary": ", ".join(parts),
        "members": [_member(group, id) for id in shown],
        "fusion": fusion,
    }


def _member(group: Group, id: Any) -> dict[str, Any]:
    representative = id == group.representative
    relation = group.relations.get((id, group.representative), "")
    letter = f"{LETTERS.get(relation, '–')} {relation}".strip("– ")
    return {
        "representative": representative,
        "colour": relation if relation in _RELATIONS else "muted",
        "mark": "representative" if representative else letter,
        "text": group.text(id),
        "notes": [*_notes(group, id)],
    }


def _notes(group: Group, id: Any) -> Iterator[dict[str, Any]]:
    against = [str(b if a == id else a) for a, b in group.conflicts if id in (a, b)]
    if against:
        yield {"conflict": True, "text": f"cannot be true together with {', '.join(against)}"}
    if adds := group.adds.get(id):
        yield {"conflict": False, "text": f"adds: {' · '.join(adds)}"}
    copies = [str(copy) for copy, same in group.copies.items() if same == id]
    same = f"; reads the same as {', '.join(copies)}" if copies else ""
    score = ""
    if id != group.representative:
        score = f", {group.scores[id]:.2f} like the representative"
    yield {"conflict": False, "text": f"{id}{score}{same}"}


def summary_values(summary: ClusterSummary) -> dict[str, Any]:
    """Return the values of a summary for the page."""
    because = {drop.id: drop.because_of for drop in summary.dropped}
    instead_of: dict[Any, list[LeftOutSentence]] = {}
    for drop in summary.dropped:
        other = drop.because_of
        while other in because:
            other = because[other]
        instead_of.setdefault(other, []).append(drop)
    parts = [f"{len(summary.sentences)} sentences"]
    fused = sum(len(each.made_of) > 1 for each in summary.sentences)
    short = sum(bool(each.cut) for each in summary.sentences)
    parts += [f"{fused} fused"] * bool(fused) + [f"{short} shortened"] * bool(short)
    parts += [f"{len(summary.dropped)} dropped"] * bool(summary.dropped)
    parts += ["in conflict"] * any(each.conflicts for each in summary.sentences)
    parts += ["figures differ"] * any(each.figures for each in summary.sentences)
    rest = [f"{summary.short} too short"] * bool(summary.short)
    rest += [f"{summary.unfit} without room"] * bool(summary.unfit)
    rest += [*summary.flags, *[f"needs {summary.needed}"] * bool(summary.needed)]
    return {
        "title": f"{summary.cluster}: {', '.join(parts)}",
        "sentences": [
            {
                "id": str(each.id),
                "text": each.text,
                "notes": [*_notes_of(each)],
                "made_of": [{"id": str(part.id), "text": part.text} for part in each.made_of],
                "instead_of": [
                    _drop(drop)
                    for id in dict.fromkeys((each.id, *(part.id for part in each.made_of)))
                    for drop in instead_of.get(id, ())
                ],
            }
            for each in summary.sentences
        ],
        "rest": ", ".join(rest).capitalize(),
    }


def _notes_of(each: SummarySentence) -> Iterator[dict[str, Any]]:
    if each.conflicts:
        against = ", ".join(map(str, each.conflicts))
        yield {"conflict": True, "text": f"cannot be true together with {against}"}
    for figure in each.figures:
        text = f"figures differ: {figure.here} here, {figure.there} in {figure.id}"
        yield {"conflict": True, "text": text}
    copies = f"; {each.copies} read the same" if each.copies > 1 else ""
    yield {"conflict": False, "text": f"{each.score:.2f}: {each.reason}{copies}"}
    if each.cut:
        yield {"conflict": False, "text": f"without: {' · '.join(each.cut)}"}


def _drop(drop: LeftOutSentence) -> dict[str, str]:
    colour, reason = {
        "duplicate": ("restates", "duplicate of"),
        "covers": ("generalizes", "covered by"),
        "repeats": ("intersects", "mostly repeats"),
    }[drop.verdict]
    return {"colour": colour, "mark": f"{drop.id}: {reason} {drop.because_of}", "text": drop.text}


def fragment(name: str, **values: Any) -> str:
    """Return the HTML that a macro of the template `groups.html` makes from values."""
    macro = getattr(templates("spacy_paraphrase.many").get_template("groups.html").module, name)
    return str(macro(**values))
