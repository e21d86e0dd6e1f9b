"""Pairs with their fusions, as `fuse` writes them, and how `render` draws them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from spacy.language import Language
from spacy.tokens import Doc

from ..errors import ParaphraseError
from ..pair import SIDES, sides
from ..readers import Place, read_docs
from ..readers.files import at_place, json_object, numbered_lines
from ..render import fusion_to_html, fusion_to_text
from ..render.html import document, section
from ..results import Fusion, read_fusions
from . import streams


class Fused(NamedTuple):
    """The texts of a pair and what was made of them."""

    source: str
    target: str
    fusions: tuple[Fusion, ...]


def read_fused(path: str, nlp: Language) -> Iterator[tuple[Place, Any, Fused | ParaphraseError]]:
    """Yield the place, the id and the fusions of each pair, or why it has none.

    Raises:
        ParaphraseError: P101 if the file cannot be read, P407 if its suffix is unknown.
    """
    suffix = ".jsonl" if path == streams.STANDARD else Path(path).suffix
    if suffix == ".spacy":
        for place, doc in read_docs(path, nlp):
            yield place, doc.user_data.get("id"), _placed(place, _of_doc, doc)
    elif suffix == ".jsonl":
        for place, line in numbered_lines(path):
            if line.strip():
                yield place, *_of_line(place, line)
    else:
        raise ParaphraseError(
            "P407", path=path, expected=".spacy, .jsonl, or - with --style fusions"
        )


def _placed(place: Place, read: Callable[[Any], Fused], item: Any) -> Fused | ParaphraseError:
    try:
        with at_place(place):
            return read(item)
    except ParaphraseError as error:
        return error


def _of_doc(doc: Doc) -> Fused:
    source, target = (side.text for side in sides(doc))
    return _checked(source, target, read_fusions(doc))


def _of_line(place: Place, line: bytes) -> tuple[Any, Fused | ParaphraseError]:
    try:
        data = json_object(place, line)
    except ParaphraseError as error:
        return None, error
    return data.get("id"), _placed(place, _of_json, data)


def _of_json(data: dict[str, Any]) -> Fused:
    texts = [data.get(name, "") for name in SIDES]
    try:
        source, target = (t if isinstance(t, str) else " ".join(t) for t in texts)
        fusions = [Fusion.from_json(fusion) for fusion in data.get("fusions", ())]
    except (KeyError, TypeError) as error:
        raise ParaphraseError("P408", got=f"{type(error).__name__}: {error}") from error
    return _checked(source, target, fusions)


def _checked(source: str, target: str, fusions: list[Fusion]) -> Fused:
    if not fusions:
        raise ParaphraseError("P408", got="none")
    return Fused(source, target, tuple(fusions))


def draw(pairs: Iterable[tuple[str, Fused]], page: bool, width: int) -> Iterator[str]:
    """Yield a page or a text of pairs with their headings, piece by piece."""
    if page:
        sections = (_section(k, heading, pair) for k, (heading, pair) in enumerate(pairs, 1))
        yield from document("Fused pairs", sections)
        return
    for number, (heading, pair) in enumerate(pairs):
        texts = f"source  {pair.source}\ntarget  {pair.target}\n"
        fusions = "".join(fusion_to_text(fusion, width) for fusion in pair.fusions)
        yield ("\n" if number else "") + f"{heading}\n\n{texts}\n{fusions}"


def _section(number: int, heading: str, pair: Fused) -> str:
    texts = zip(SIDES, (pair.source, pair.target), strict=True)
    return section(number, heading, texts, fusion_to_html(pair.fusions))
