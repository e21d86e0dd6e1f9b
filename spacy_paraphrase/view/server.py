"""The server of a page: one process on this machine, for one person.

Routes of the page of pairs (for the page of a phrase table see `table_app`):

    GET  ./                the page
    GET  assets/NAME       its scripts and styles
    GET  pairs             the list of pairs
    POST pairs             two sentences, to open as a pair
    GET  pairs/N           a pair: picture, links, explanation, relation, fusions, annotation
    POST pairs/N/actions   an action of the annotator (see `annotations.act`)
    GET  agreement         the agreement of two annotations (see `agreement.agreement`)
    GET  learning          the progress of learning from the annotations (see `learning.Learning`)
    POST learning          an empty object: start learning

All paths begin with a secret (see `security`).
"""

from __future__ import annotations

import json
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import Any

import uvicorn
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from .. import render
from ..errors import ParaphraseError
from ..pairs.alignment import LEVELS
from ..render import interactive
from ..render.html import templates
from .security import HOST, RequestGuard, new_token
from .session import Session

# Types of files that the page may request.
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


class _Number(IntegerConvertor):
    """A number that Python can parse: at most 1,000 digits."""

    regex = "[0-9]{1,1000}"


register_url_convertor("number", _Number())


def make_app(session: Session, token: str, port: int) -> RequestGuard:
    """Return the app of a session, behind a `RequestGuard`."""

    def page(request: Request) -> Response:
        state = Markup(interactive.data_element(session.about(), id="state"))
        choices = json.dumps(interactive.choices(judged=True))
        return filled("page.html", state=state, choices=choices)

    async def add(request: Request) -> Response:
        return await _asked(
            request, lambda data: session.add(data.get("source"), data.get("target"))
        )

    def pair(request: Request) -> Response:
        number, levels = _chosen(request)
        return respond(lambda: session.pair(number, levels))

    async def action(request: Request) -> Response:
        number, levels = _chosen(request)

        def do(data: dict[str, Any]) -> dict[str, Any]:
            session.act(number, data)
            return session.pair(number, levels)

        return await _asked(request, do)

    async def learn(request: Request) -> Response:
        return await _asked(request, lambda _: session.learning(start=True))

    routes = [
        Route("/", page),
        ASSETS,
        Route("/pairs", lambda _: respond(session.list)),
        Route("/pairs", add, methods=["POST"]),
        Route("/pairs/{number:number}", pair),
        Route("/pairs/{number:number}/actions", action, methods=["POST"]),
        Route("/agreement", lambda _: respond(session.agreement)),
        Route("/learning", lambda _: respond(session.learning)),
        Route("/learning", learn, methods=["POST"]),
    ]
    return RequestGuard(Starlette(routes=routes), token, port)


def serve(make: Callable[[str, int], RequestGuard], port: int = 0, browser: bool = True) -> None:
    """Serve an app until the process is interrupted.

    Args:
        make: Function that returns the app for a token and a port.
        port: The port; 0 for a free one.
        browser: Whether to open the page in the user's browser.

    Raises:
        OSError: If the port is taken.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        # From here on, a browser may connect; it waits until the server is ready.
        listener.listen()
        token, port = new_token(), listener.getsockname()[1]
        address = f"http://{HOST}:{port}/{token}/"
        sys.stdout.write(f"{address}\n")
        sys.stdout.flush()
        if browser:
            webbrowser.open(address)
        config = uvicorn.Config(
            make(token, port),
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
            lifespan="off",
            timeout_graceful_shutdown=2,
        )
        # SIGTERM ends the process in the same way as Ctrl-C, so that locks are released.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])


def _chosen(request: Request) -> tuple[int, list[str]]:
    levels = request.query_params.get("levels")
    return request.path_params["number"], levels.split(",") if levels else list(LEVELS)


async def _asked(request: Request, do: Callable[[dict[str, Any]], Any]) -> Response:
    """Respond with the result of `do` for the JSON object in the body."""
    try:
        data = json.loads(await request.body())
    except ClientDisconnect:
        return Response(status_code=400)  # the client is gone and does not read it
    except (ValueError, RecursionError) as error:
        return _refused(ParaphraseError("P501", got=f"{type(error).__name__}: {error}"))
    if not isinstance(data, dict):
        return _refused(ParaphraseError("P701", got=type(data).__name__, expected="an object"))
    return await run_in_threadpool(respond, lambda: do(data))


def respond(tell: Callable[[], Any]) -> Response:
    """Respond with the result of a function, or with its error."""
    try:
        return JSONResponse(tell())
    except ParaphraseError as error:
        return _refused(error)
    except OSError as error:
        reason = error.strerror or str(error)
        return _refused(ParaphraseError("P712", path=str(error.filename or ""), reason=reason), 507)


def _refused(error: ParaphraseError, status: int = 422) -> Response:
    status = 404 if error.code == "P710" else status
    reason = str(error).removeprefix(f"[{error.code}] ")
    return JSONResponse({"code": error.code, "reason": reason}, status)


@cache
def _assets() -> dict[str, tuple[str, bytes]]:
    folders = [files(package) / "assets" for package in (render, __package__)]
    found = {}
    for path in (path for folder in folders for path in folder.iterdir()):
        kind = TYPES.get("." + path.name.rpartition(".")[2])
        if kind and path.is_file():
            found[path.name] = (kind, path.read_bytes())
    return found


def _asset(request: Request) -> Response:
    found = _assets().get(request.path_params["name"])
    if found is None:
        return PlainTextResponse("Not found", 404)
    kind, content = found
    return Response(content, media_type=kind)


# Scripts and styles of every page.
ASSETS = Route("/assets/{name}", _asset)


def filled(name: str, /, **values: Any) -> Response:
    """Respond with a filled template; the values are escaped."""
    template = templates("spacy_paraphrase.view").get_template(name)
    return HTMLResponse(template.render(style=Markup(interactive.stylesheet()), **values))
