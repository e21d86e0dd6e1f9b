"""Many pairs as one self-contained HTML page.

The templates beside this module define the look of the page. Its script, which `interactive`
assembles, adds interaction; without scripts, the page shows the same content.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, Literal, TypeAlias, cast, get_args

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from spacy.tokens import Doc

from ..errors import ParaphraseError
from ..pairs.alignment import LEVELS, Alignment, Level
from ..pairs.pair import SIDES
from . import interactive, matrix, svg
from .fusion import fusion_to_html
from .layout import width_of
from .markup import esc
from .pair_view import Gold, Pair, View, ViewLink, make_view
from .style import UNLABELLED

Picture: TypeAlias = Literal["auto", "svg", "matrix"]
PICTURES: tuple[Picture, ...] = get_args(Picture)

# Maximum width of two trees in a page; wider pairs are drawn as a grid.
TREE_WIDTH = 1100.0


def to_html(
    pairs: Pair | Iterable[Pair],
    gold: Gold | Iterable[Gold] | None = None,
    levels: Iterable[str] = LEVELS,
    picture: Picture = "auto",
) -> str:
    """Make a page of one pair or many: the sentences, a picture, the links as tables.

    Args:
        pairs: A Doc with links, an Alignment, or the JSON object of one; or several of them.
        gold: The gold links, one item per pair for several pairs; see `make_view`.
        levels: Which of "words", "phrases", "chunks" to draw.
        picture: "svg" for two trees, "matrix" for a grid, "auto" for the grid if the trees are
            wider than a page, at about twenty words.

    Returns:
        An HTML document.

    Raises:
        ParaphraseError: As `make_view`; P401 for an unknown kind of picture, P404 if the numbers of
            golds and pairs differ.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase import make_pair
        >>> doc = make_pair(spacy.blank("en"), "A cat sleeps", "The cat naps")
        >>> to_html([doc, doc]).count("<section")
        2
    """
    if picture not in PICTURES:
        raise ParaphraseError("P401", got=picture, expected=", ".join(PICTURES))
    golds: list[Any]
    if isinstance(pairs, Doc | Alignment | Mapping):
        items, golds = [cast(Pair, pairs)], [gold]
    elif isinstance(pairs, Iterable):
        items = list(pairs)
        golds = [None] * len(items) if gold is None else list(cast(Iterable[Gold], gold))
    else:
        raise ParaphraseError("P400", got=type(pairs).__name__)
    if len(items) != len(golds):
        raise ParaphraseError("P404", got=len(golds), expected=len(items))
    levels = [levels] if isinstance(levels, str) else list(levels)
    views = (make_view(item, right, levels) for item, right in zip(items, golds, strict=True))
    titled = ((f"Pair {number}", view) for number, view in enumerate(views, 1))
    return "".join(page(titled, picture, judged=gold is not None))


def page(
    views: Iterable[tuple[str, View]],
    picture: Picture = "auto",
    figures: Iterable[str] = (),
    judged: bool = False,
    title: str = "Aligned pairs",
) -> Iterator[str]:
    """Yield a page of views with headings, piece by piece.

    Args:
        views: Headings and views.
        picture: As in `to_html`.
        figures: Sections before the views, as HTML.
        judged: Whether the pairs were compared with gold, so that the page can filter by errors.
        title: Title and first heading.
    """
    filters = fragment("filters", choices=interactive.choices(judged))
    pairs = (_pair_section(k, heading, view, picture) for k, (heading, view) in enumerate(views, 1))
    yield from document(title, chain(figures, [filters], pairs), answering=True)


def document(title: str, sections: Iterable[str], answering: bool = False) -> Iterator[str]:
    """Yield a page of sections, piece by piece; `answering` adds the script of the pictures."""
    looks: dict[str, Any] = {"style": Markup(interactive.stylesheet())}
    looks["script"] = Markup(interactive.script_element()) if answering else None
    looks["allowed"] = interactive.script_hash() if answering else None
    template = templates().get_template("page.html")
    yield from template.generate(title=title, sections=map(Markup, sections), **looks)


def section(number: int, heading: str, texts: Iterable[tuple[str, str]], *parts: str) -> str:
    """Return a numbered section of a page: a heading, named texts, and parts as HTML."""
    drawn = map(Markup, parts)
    return fragment("section", number=number, heading=heading, texts=texts, parts=drawn)


def fragment(name: str, **values: Any) -> str:
    """Return the output of a macro of the template `sections.html` for some values."""
    macro = getattr(templates().get_template("sections.html").module, name)
    return str(macro(**values))


@cache
def templates(package: str = "spacy_paraphrase.render") -> Environment:
    """Return the templates of a package; they escape all values."""
    found = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["text"] = lambda text: Markup(esc(text))
    return found


def draw(view: View, picture: Picture = "auto", salt: str = "") -> str:
    """Draw a view as two trees or as a grid; `salt` as in `svg.draw`."""
    wide = picture == "matrix" or (picture == "auto" and width_of(view) > TREE_WIDTH)
    return matrix.draw(view, salt) if wide else svg.draw(view, salt)


def _pair_section(number: int, heading: str, view: View, picture: Picture) -> str:
    texts: list[tuple[str, str]] = [(name, view.side(name).text) for name in SIDES]
    if view.relation:
        texts.append(("relation", view.relation))
    if view.gold_relation:
        # Gold judgements have no "none": without entailment, the label is "intersects".
        same = view.gold_relation == view.relation.replace("none", "intersects")
        texts.append(("gold relation", view.gold_relation + (" ✓" if same else " ✗")))
    for name in SIDES if "words" in view.levels else ():
        unaligned = " · ".join(view.side(name).words[i] for i in view.unaligned(name))
        if unaligned:
            texts.append((f"{name}, not aligned", unaligned))
    gold = ["gold", "gold relation"] if view.judged else []
    links = fragment(
        "links",
        number=number,
        picture=Markup(draw(view, picture, salt=str(number))),
        model=Markup(interactive.data_element(interactive.model_of(view))),
        columns=["source", "target", "relation", "score", "conflict", *gold],
        tables=_tables(view),
        explanation=view.explanation,
        fusions=Markup(fusion_to_html(view.fusions)) if view.fusions else None,
    )
    return section(number, heading, texts, links)


def _tables(view: View) -> list[tuple[Level, list[tuple[str, list[str]]]]]:
    return [
        (level, [(edge.name, _cells(edge, view)) for edge in edges])
        for level, edges in groupby(view.edges, key=attrgetter("level"))
    ]


def _cells(edge: ViewLink, view: View) -> list[str]:
    units = [view.phrase(name, getattr(edge, name)) for name in SIDES]
    relation, conflict = edge.relation or UNLABELLED, "conflict" if edge.conflict else ""
    gold = [edge.verdict, edge.gold_relation] if view.judged else []
    return [*units, relation, f"{edge.score:.2f}", conflict, *gold]
