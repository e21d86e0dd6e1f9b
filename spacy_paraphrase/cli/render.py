"""`render`: draw aligned pairs, and pairs with their fusions."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, NamedTuple

import spacy
from spacy.tokens import Doc

from ..errors import ParaphraseError
from ..generation.rewrite_results import Rewrite, drawn
from ..jobs.atomic import whole_file
from ..pairs.pair import PAIR, SIDES, sides
from ..pairs.results import Fusion, read_fusions
from ..readers import Place, read_docs, record_to_json
from ..readers.files import at_place, json_object, numbered_lines
from ..render import (
    edits_to_html,
    edits_to_svg,
    edits_to_text,
    figures,
    fusion_to_html,
    fusion_to_svg,
    fusion_to_text,
    html,
    text,
)
from ..render.markup import clean
from ..render.pair_view import Pair, View, make_view
from ..scoring.paraphrase_view import ParaphraseView
from . import formats, streams

if TYPE_CHECKING:
    from .commands import Drawing

# What each kind of OUT can hold, the usual first; "auto" are trees, or a grid if they are too wide.
_STYLES = {
    ".svg": ("auto", "svg", "matrix", "edits"),
    ".html": ("html", "svg", "matrix", "fusions", "edits"),
    ".txt": ("text", "fusions", "edits"),
    streams.STANDARD: ("text", "svg", "matrix", "html", "fusions", "edits"),
}
# Styles that draw no links, with the title of a page of them.
_RESULT_TITLES = {"fusions": "Fused pairs", "edits": "Edited pairs"}
_PICTURES: dict[str, html.Picture] = {
    "html": "auto",
    "auto": "auto",
    "svg": "svg",
    "matrix": "matrix",
}


class PairResult(NamedTuple):
    """A pair with its fusions or edits.

    Attributes:
        texts: The name of each side with its text.
        to_text: Writes what was made of them in lines of a width.
        to_html: Draws it as a fragment of a page.
        to_svg: Draws it as a picture.
    """

    texts: list[tuple[str, str]]
    to_text: Callable[[int], str]
    to_html: Callable[[], str]
    to_svg: Callable[[], str]


@dataclass(frozen=True)
class _PairRow:
    number: int
    line: int
    id: Any
    pair: Pair | PairResult | ParaphraseError

    @property
    def heading(self) -> str:
        return f"Pair {self.number}" + ("" if self.id is None else f" (id {self.id})")


def render(drawing: Drawing, levels: Sequence[str], errors: str | None) -> int:
    """Draw the pairs of a file.

    Return the exit status: 3 if a pair among several could not be drawn, else 0.

    Raises:
        ParaphraseError: P405 if there is no such pair, P406 or P407 for an unknown suffix, P409 for
            figures that are none, P508 if arguments do not go together, P521 if the gold
            has not as many pairs; for a pair drawn alone, what is wrong with it; what a reader
            raises.
        OSError: If a file cannot be read or written.
    """
    style = _style(drawing.output, drawing.style)
    page = style == "html" or drawing.output.endswith(".html")
    _check_options(drawing, style, page)
    many = _many(drawing.output, page, style)
    items = _read(drawing.input, style if style in _RESULT_TITLES else "")
    golds = _read(drawing.gold) if drawing.gold is not None else None
    if golds and len(golds) != len(items):
        got = f"{len(items)} pairs for {len(golds)}"
        raise ParaphraseError("P521", pred=drawing.input, gold=drawing.gold, got=got)
    above = list(_above(drawing))
    failures: list[streams.Failure] = []

    def views() -> Iterator[tuple[str, Any]]:
        for item in items:
            try:
                yield item.heading, _view(item, golds, levels)
            except ParaphraseError as error:
                failures.append(streams.Failure.of(item.line, item.id, error))

    chosen: Iterable[tuple[str, Any]] = views()
    if drawing.index is not None or not many:
        number = 1 if drawing.index is None else drawing.index
        if not 1 <= number <= len(items):
            raise ParaphraseError("P405", got=number, expected=len(items))
        item = items[number - 1]
        chosen = [(item.heading, _view(item, golds, levels))]
    with _writer(drawing.output) as write:
        for part in _drawn(chosen, style, page, many, above, golds is not None, drawing.title):
            write(part)
    with streams.failure_writer(errors) as report:
        for failure in failures:
            report(failure)
    return streams.SOME_FAILED if failures else 0


def _check_options(drawing: Drawing, style: str, page: bool) -> None:
    if style in _RESULT_TITLES and drawing.gold is not None:
        raise streams.misused("--gold", f"--style {style}", "links")
    if drawing.title is not None and not page:
        raise streams.misused("--title", f"--style {style}", "a page")
    given = {"--measures": drawing.measures, "--curve": drawing.curve, "--config": drawing.config}
    for option, path in given.items():
        if path is not None and (not page or style in _RESULT_TITLES):
            raise streams.misused(option, f"--style {style}", "a page of links")


def _style(path: str, style: str | None) -> str:
    kind = path if path == streams.STANDARD else Path(path).suffix
    if kind not in _STYLES:
        raise ParaphraseError("P406", path=path)
    if style is None:
        return _STYLES[kind][0]
    if style not in _STYLES[kind]:
        raise streams.misused(f"--style {style}", path, " or ".join(_STYLES[kind]))
    return style


def _many(path: str, page: bool, style: str) -> bool:
    return not path.endswith(".svg") and (page or style in ("text", *_RESULT_TITLES))


def _above(drawing: Drawing) -> Iterator[str]:
    """Yield the sections that stand above the pairs."""
    if drawing.measures is not None:
        yield from figures.figures(_json(drawing.measures), drawing.measures)
    if drawing.config is not None:
        text = Path(drawing.config).read_text(encoding="utf-8", errors="replace")
        yield figures.config_section(drawing.config, text)
    if drawing.curve is not None:
        yield figures.curve(_json(drawing.curve), drawing.curve)


def _read(path: str, style: str = "") -> list[_PairRow]:
    """Return the pairs of a file, or their fusions or edits; for what cannot be read, its error.

    Raises:
        ParaphraseError: P101 if the file cannot be read, P106 if it is empty, P407 if its suffix is
            unknown.
    """
    nlp = spacy.blank("xx")
    items: list[_PairRow] = []

    def add(place: Place, id: Any, pair: Pair | PairResult | ParaphraseError) -> None:
        items.append(_PairRow(len(items) + 1, place.line, id, pair))

    format = "jsonl" if path == streams.STANDARD else formats.format_by_suffix(path)
    if format not in (("spacy", "jsonl") if style else formats.ALIGNED):
        kinds = f".spacy, .jsonl, or - with --style {style}" if style else formats.ALIGNED_KINDS
        raise ParaphraseError("P407", path=path, expected=kinds)
    if format == "spacy":  # its Docs may have trees
        for place, doc in read_docs(path, nlp):
            # `align` keeps the id in the user data, others with the sides.
            id = doc.user_data.get("id")
            id = doc.spans[PAIR].attrs.get("id", id) if PAIR in doc.spans else id
            add(place, id, _placed(place, partial(_of_doc, style), doc) if style else doc)
    elif style:
        for found in _results_in(path, style):
            add(*found)
    else:

        def on_error(error: ParaphraseError) -> None:
            place = error.values["place"]
            add(place, place.id, error)

        for record in formats.read_format(format, path, nlp, on_error):
            assert record.place is not None  # a reader says where its records stand
            add(record.place, record.id, record_to_json(record))
    if not items:
        raise ParaphraseError("P106", path=path)
    return items


def _results_in(path: str, style: str) -> Iterator[tuple[Place, Any, Any]]:
    """Yield the place and id of the pair of each line, and its fusions or edits, or the error."""
    for place, line in numbered_lines(path):
        if line.strip():
            data = _placed(place, partial(json_object, place), line)
            if isinstance(data, ParaphraseError):
                yield place, None, data
            else:
                yield place, data.get("id"), _placed(place, partial(_of_json, style), data)


def _placed(place: Place, read: Callable[[Any], Any], item: Any) -> Any:
    try:
        with at_place(place):
            return read(item)
    except ParaphraseError as error:
        return error


def _of_doc(style: str, doc: Doc) -> PairResult:
    texts = [side.text for side in sides(doc)]
    if style == "edits":
        return _edited(texts, ParaphraseView(doc).to_json())
    return _fused(texts, read_fusions(doc))


def _of_json(style: str, data: dict[str, Any]) -> PairResult:
    if style == "edits" and "rewrites" in data:
        return _rewritten(data)
    texts = [data.get(name, "") for name in SIDES]
    try:
        texts = [text if isinstance(text, str) else " ".join(text) for text in texts]
        if style == "edits":
            return _edited(texts, data)
        fusions = [Fusion.from_json(fusion) for fusion in data.get("fusions", ())]
    except (KeyError, TypeError) as error:
        raise ParaphraseError("P408", got=f"{type(error).__name__}: {error}") from error
    return _fused(texts, fusions)


def _rewritten(data: dict[str, Any]) -> PairResult:
    """Return the first rewrite of a line that `rewrite` wrote, beside its source."""
    try:
        rewrite = Rewrite.from_json(data["rewrites"][0])
        words = data["words"][data["rewrites"][0].get("sentence", 0)]
        return _edited([" ".join(words), rewrite.text], drawn(words, rewrite))
    except (KeyError, TypeError, IndexError) as error:
        raise ParaphraseError("P410", got=f"{type(error).__name__}: {error}") from error


def _fused(texts: list[str], fusions: list[Fusion]) -> PairResult:
    if not fusions:
        raise ParaphraseError("P408", got="none")
    return PairResult(
        list(zip(SIDES, texts, strict=True)),
        lambda width: "".join(fusion_to_text(fusion, width) for fusion in fusions),
        lambda: fusion_to_html(fusions),
        lambda: fusion_to_svg(fusions[0]),
    )


def _edited(texts: list[str], data: dict[str, Any]) -> PairResult:
    to_text = partial(edits_to_text, data)
    to_text(text.WIDTH)  # raises what is wrong with it
    pictures = partial(edits_to_html, data), partial(edits_to_svg, data)
    return PairResult(list(zip(SIDES, texts, strict=True)), to_text, *pictures)


def _view(item: _PairRow, golds: list[_PairRow] | None, levels: Sequence[str]) -> View | PairResult:
    gold = golds[item.number - 1].pair if golds else None
    for pair in (item.pair, gold):
        if isinstance(pair, ParaphraseError):
            raise pair
    if isinstance(item.pair, PairResult):
        return item.pair
    return make_view(item.pair, gold, levels)  # type: ignore[arg-type]


def _json(path: str) -> Any:
    try:
        return json.loads(Path(path).read_bytes())
    except ValueError as error:
        raise ParaphraseError("P409", path=path, got=error, expected="JSON") from error


def _drawn(
    views: Iterable[tuple[str, Any]],
    style: str,
    page: bool,
    many: bool,
    above: list[str],
    judged: bool,
    title: str | None,
) -> Iterator[str]:
    width = get_terminal_size((text.WIDTH, 0)).columns
    if style in _RESULT_TITLES and not many:
        yield from (pair.to_svg() + "\n" for _, pair in views)
    elif style in _RESULT_TITLES:
        yield from _draw_results(views, title or _RESULT_TITLES[style] if page else None, width)
    elif page:
        title = title or ("Report" if above else "Aligned pairs")
        yield from html.page(views, _PICTURES[style], above, judged, title)
    elif style == "text":
        for number, (heading, view) in enumerate(views):
            yield ("\n" if number else "") + f"{clean(heading)}\n\n{text.write(view, width)}"
    else:
        for _, view in views:
            yield html.draw(view, _PICTURES[style]) + "\n"


def _draw_results(
    pairs: Iterable[tuple[str, PairResult]], title: str | None, width: int
) -> Iterator[str]:
    """Yield a page, if it has a title, or a text of pairs with their headings, piece by piece."""
    if title is not None:
        sections = (
            html.section(number, heading, pair.texts, pair.to_html())
            for number, (heading, pair) in enumerate(pairs, 1)
        )
        yield from html.document(title, sections)
        return
    for number, (heading, pair) in enumerate(pairs):
        texts = "".join(f"{name}  {clean(text)}\n" for name, text in pair.texts)
        yield ("\n" if number else "") + f"{clean(heading)}\n\n{texts}\n{pair.to_text(width)}"


@contextmanager
def _writer(path: str) -> Iterator[Callable[[str], Any]]:
    if path != streams.STANDARD:
        with whole_file(path) as stream:
            yield lambda text: stream.write(text.encode("utf-8"))
        return

    def write(text: str) -> None:
        # What the terminal cannot show must not end the run.
        encoding = sys.stdout.encoding or "utf-8"
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))

    yield write
