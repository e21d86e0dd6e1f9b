"""The page of a phrase table: it draws a typed phrase with its paraphrases.

GET  ./              the page
GET  assets/NAME     its scripts and styles
GET  phrases?of=P    the rows of a phrase, and their picture; with *, all rows that match
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..errors import ParaphraseError
from ..render.phrase_picture import HEADS, neighbourhood_to_svg, row_cells
from .security import RequestGuard
from .server import ASSETS, filled, respond

# Maximum number of characters of a requested phrase.
LONGEST = 200


def make_table_app(
    name: str, look: Callable[[str], Sequence[Mapping[str, Any]]], token: str, port: int
) -> RequestGuard:
    """Return the app of a table, behind a `RequestGuard`.

    Args:
        name: The name of the table.
        look: Function that returns the rows of a phrase, or those that match one with `*`.
        token: The secret that begins every path.
        port: The port of the server.
    """

    def page(request: Request) -> Response:
        return filled("phrases.html", name=name, longest=LONGEST)

    def phrases(request: Request) -> Response:
        return respond(lambda: _around(request.query_params.get("of", "*"), look))

    routes = [Route("/", page), ASSETS, Route("/phrases", phrases)]
    return RequestGuard(Starlette(routes=routes), token, port)


def _around(asked: str, look: Callable[[str], Sequence[Mapping[str, Any]]]) -> dict[str, Any]:
    """Return the looked-up phrase, its rows as cells, and a picture unless it has a `*`.

    Raises:
        ParaphraseError: P718 for a phrase that is too long.
    """
    phrase = " ".join(asked.lower().split())
    if len(phrase) > LONGEST:
        raise ParaphraseError("P718", got=len(phrase), expected=LONGEST)
    rows = look(phrase)
    picture = neighbourhood_to_svg(phrase, rows) if rows and "*" not in phrase else ""
    cells = [row_cells(row) for row in rows]
    return {"phrase": phrase, "picture": picture, "heads": HEADS, "rows": cells}
