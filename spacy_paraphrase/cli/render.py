"""`render`: draw aligned pairs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import get_terminal_size
from typing import Any

import spacy
from spacy.tokens import Doc

from ..alignment import LEVELS
from ..errors import ParaphraseError
from ..pair import PAIR
from ..readers import Place, read_docs, read_jacana, read_jsonl, read_multimwa, record_to_json
from ..render import figures, html, matrix, svg, text
from ..render.view import Pair, View, make_view
from . import streams
from .fused import Fused, draw, read_fused
from .job import SOME_FAILED

HELP = "Draw aligned pairs: one as a picture, many as a page or as text."
EXAMPLE = "spacy-paraphrase render aligned.spacy aligned.html"

# What each kind of OUT can hold, the usual first.
_STYLES = {
    ".svg": ("svg", "matrix"),
    ".html": ("html", "svg", "matrix", "fusions"),
    ".txt": ("text", "fusions"),
    streams.STANDARD: ("text", "svg", "matrix", "html", "fusions"),
}
_PICTURES: dict[str, html.Picture] = {"html": "auto", "svg": "svg", "matrix": "matrix"}
_READS = ".spacy, .jsonl, .json (jacana), .tsv (MultiMWA), or - for JSONL on standard input"


@dataclass(frozen=True)
class _Item:
    """A pair of the input, or why there is none."""

    number: int
    line: int
    id: Any
    pair: Pair | Fused | ParaphraseError

    @property
    def heading(self) -> str:
        return f"Pair {self.number}" + ("" if self.id is None else f" (id {self.id})")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `render`."""
    parser.epilog = f"example: {EXAMPLE}"
    parser.add_argument("input", metavar="IN", help=f"aligned pairs: {_READS}")
    parser.add_argument(
        "output", metavar="OUT", help=".svg (one pair), .html, .txt, or - for standard output"
    )
    parser.add_argument("--index", type=int, metavar="N", help="draw the N-th pair alone, from 1")
    parser.add_argument("--gold", metavar="FILE", help="the right links of the same pairs")
    parser.add_argument(
        "--measures", metavar="FILE", help="report of evaluate --out, to stand above the pairs"
    )
    parser.add_argument(
        "--curve", metavar="FILE", help="learning curve, likewise (benchmarks/ablation.py)"
    )
    parser.add_argument(
        "--style",
        choices=("svg", "matrix", "html", "text", "fusions"),
        help="two trees, a grid, a page, text, or fusions with every word marked by its origin "
        "(default: what OUT is for; a page has a grid for long pairs, trees for others)",
    )
    parser.add_argument("--errors", metavar="FILE", help="JSONL file for pairs that failed")
    parser.add_argument(
        "--levels",
        type=_levels,
        default=LEVELS,
        metavar="LIST",
        help="links to draw, with commas between them (default: words,phrases,chunks)",
    )


def run(args: argparse.Namespace) -> int:
    """Draw the pairs of a file.

    Returns:
        The exit status: 3 if a pair among several could not be drawn, else 0.

    Raises:
        ParaphraseError: P405 if there is no such pair, P406 or P407 for an unknown suffix, P409 for
            figures that are none, P508 or P510 if arguments do not go together, P521 if the gold
            has not as many pairs; for a pair drawn alone, what is wrong with it; what a reader
            raises.
        OSError: If a file cannot be read or written.
    """
    read = {"IN": args.input, "--gold": args.gold}
    read |= {"--measures": args.measures, "--curve": args.curve}
    for name, path in read.items():
        streams.check_different(**{name: path, "OUT": args.output, "--errors": args.errors})
    style = _style(args.output, args.style)
    page = style == "html" or args.output.endswith(".html")
    if style == "fusions" and args.gold is not None:
        raise ParaphraseError("P508", option="--gold", got="--style fusions", expected="links")
    for option in ("--measures", "--curve"):
        if read[option] is not None and (not page or style == "fusions"):
            got = f"--style {style}"
            raise ParaphraseError("P508", option=option, got=got, expected="a page of links")
    items = _read_fusions(args.input) if style == "fusions" else _read(args.input)
    golds = _golds(args, items)
    above = _figures(args)
    failures: list[streams.Failure] = []

    def views() -> Iterator[tuple[str, Any]]:
        for item in items:
            try:
                yield item.heading, _view(item, golds, args.levels)
            except ParaphraseError as error:
                failures.append(streams.Failure.of(item.line, item.id, error))

    chosen: Iterator[tuple[str, Any]]
    if args.index is not None or not (page or style in ("text", "fusions")):
        item = _pick(items, 1 if args.index is None else args.index)
        chosen = iter([(item.heading, _view(item, golds, args.levels))])
    else:
        chosen = views()
    with _writer(args.output) as write:
        for part in _drawn(chosen, style, page, above, golds is not None):
            write(part)
    with streams.failure_writer(args.errors) as report:
        for failure in failures:
            report(failure)
    return SOME_FAILED if failures else 0


def _levels(names: str) -> list[str]:
    levels = names.split(",")
    for name in levels:
        if name not in LEVELS:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(LEVELS)}")
    return levels


def _style(path: str, style: str | None) -> str:
    kind = path if path == streams.STANDARD else Path(path).suffix
    if kind not in _STYLES:
        raise ParaphraseError("P406", path=path)
    if style is None:
        return _STYLES[kind][0]
    if style not in _STYLES[kind]:
        expected = " or ".join(_STYLES[kind])
        raise ParaphraseError("P508", option=f"--style {style}", got=path, expected=expected)
    return style


def _read(path: str) -> list[_Item]:
    """Return the pairs of a file, those that cannot be read as their errors.

    Raises:
        ParaphraseError: P101 if the file cannot be read, P106 if it is empty, P407 if its suffix is
            unknown.
    """
    nlp = spacy.blank("xx")
    items: list[_Item] = []

    def add(place: Place, id: Any, pair: Pair | ParaphraseError) -> None:
        items.append(_Item(len(items) + 1, place.line, id, pair))

    def on_error(error: ParaphraseError) -> None:
        place = error.values["place"]
        add(place, place.id, error)

    suffix = ".jsonl" if path == streams.STANDARD else Path(path).suffix
    if suffix == ".spacy":
        for place, doc in read_docs(path, nlp):
            add(place, _id(doc), doc)
    else:
        if suffix == ".jsonl":
            records = read_jsonl(path, nlp, on_error)
        elif suffix == ".json":
            records = read_jacana(path, on_error)
        elif suffix == ".tsv":
            records = read_multimwa(path, on_error)
        else:
            raise ParaphraseError("P407", path=path, expected=_READS)
        for record in records:
            assert record.place is not None  # a reader says where its records stand
            add(record.place, record.id, record_to_json(record))
    if not items:
        raise ParaphraseError("P106", path=path)
    return items


def _read_fusions(path: str) -> list[_Item]:
    """Return the pairs of a file with their fusions; see `_read`."""
    found = read_fused(path, spacy.blank("xx"))
    items = [_Item(k, place.line, id, pair) for k, (place, id, pair) in enumerate(found, 1)]
    if not items:
        raise ParaphraseError("P106", path=path)
    return items


def _id(doc: Doc) -> Any:
    """Return the id of a pair in a .spacy file, as `align` or as `convert` keeps it."""
    kept = doc.user_data.get("id")
    return doc.spans[PAIR].attrs.get("id", kept) if PAIR in doc.spans else kept


def _golds(args: argparse.Namespace, items: list[_Item]) -> list[_Item] | None:
    """Return the gold of each pair.

    Raises:
        ParaphraseError: P521 if there are more or fewer of them.
    """
    if args.gold is None:
        return None
    golds = _read(args.gold)
    if len(golds) != len(items):
        got = f"{len(items)} pairs for {len(golds)}"
        raise ParaphraseError("P521", pred=args.input, gold=args.gold, got=got)
    return golds


def _pick(items: list[_Item], number: int) -> _Item:
    if not 1 <= number <= len(items):
        raise ParaphraseError("P405", got=number, expected=len(items))
    return items[number - 1]


def _view(item: _Item, golds: list[_Item] | None, levels: Sequence[str]) -> View | Fused:
    """Return what is to be drawn of a pair, or raise what is wrong with it or its gold."""
    gold = golds[item.number - 1].pair if golds else None
    for pair in (item.pair, gold):
        if isinstance(pair, ParaphraseError):
            raise pair
    if isinstance(item.pair, Fused):
        return item.pair
    return make_view(item.pair, gold, levels)  # type: ignore[arg-type]


def _figures(args: argparse.Namespace) -> list[str]:
    """Return the sections that stand above the pairs."""
    sections: list[str] = []
    if args.measures is not None:
        sections += figures.figures(_json(args.measures), args.measures)
    if args.curve is not None:
        sections.append(figures.curve(_json(args.curve), args.curve))
    return sections


def _json(path: str) -> Any:
    try:
        return json.loads(Path(path).read_bytes())
    except ValueError as error:
        raise ParaphraseError("P409", path=path, got=error, expected="JSON") from error


def _drawn(
    views: Iterator[tuple[str, Any]], style: str, page: bool, above: list[str], judged: bool
) -> Iterator[str]:
    """Yield the output, piece by piece."""
    width = get_terminal_size((text.WIDTH, 0)).columns
    if style == "fusions":
        yield from draw(views, page, width)
    elif page:
        yield from html.page(views, _PICTURES[style], above, judged)
    elif style == "text":
        for number, (heading, view) in enumerate(views):
            yield ("\n" if number else "") + f"{heading}\n\n{text.write(view, width)}"
    else:
        for _, view in views:
            yield (svg if style == "svg" else matrix).draw(view) + "\n"


@contextmanager
def _writer(path: str) -> Iterator[Callable[[str], Any]]:
    """Give a function that writes text to a file or to standard output."""
    if path != streams.STANDARD:
        with open(path, "w", encoding="utf-8", newline="\n") as stream:
            yield stream.write
        return

    def write(text: str) -> None:
        # What the terminal cannot show must not end the run.
        encoding = sys.stdout.encoding or "utf-8"
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))

    yield write
