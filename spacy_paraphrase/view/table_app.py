"""The page of a phrase table: a phrase that is typed in is drawn with its paraphrases.

GET  ./              the page
GET  assets/NAME     its scripts and styles
GET  phrases?of=P    the rows around a phrase, and their picture; with * the rows that fit it
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..errors import ParaphraseError
from ..render.phrases import HEADS, neighbourhood_to_svg, row_cells
from .security import RequestGuard
from .server import ASSETS, filled, told

# Letters of a phrase that is asked for.
LONGEST = 200


def make_table_app(
    name: str, look: Callable[[str], Sequence[Mapping[str, Any]]], token: str, port: int
) -> RequestGuard:
    """Return the app of a table, guarded.

    Args:
        name: What the table is called.
        look: Gives the rows around a phrase, or those that fit one with `*`.
        token: The secret before every address.
        port: The port of the server.
    """

    def page(request: Request) -> Response:
        return filled("phrases.html", name=name, longest=LONGEST)

    def phrases(request: Request) -> Response:
        return told(lambda: _around(request.query_params.get("of", "*"), look))

    routes = [Route("/", page), ASSETS, Route("/phrases", phrases)]
    return RequestGuard(Starlette(routes=routes), token, port)


def _around(asked: str, look: Callable[[str], Sequence[Mapping[str, Any]]]) -> dict[str, Any]:
    """Return a phrase as it is looked up, its rows as cells, and a picture if it is one phrase.

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
