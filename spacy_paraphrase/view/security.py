"""Security of the local server: only requests from its own page are accepted.

Any page that is open in a browser can send requests to 127.0.0.1. Thus every path begins with a
secret that no other page knows, the Host header must name this server (against DNS rebinding), POST
requests from other origins are refused, and the length of bodies is limited.
"""

from __future__ import annotations

from secrets import compare_digest, token_urlsafe

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = "127.0.0.1"
# Maximum number of bytes of a request; a pair or an action has a few hundred.
LARGEST = 1_000_000
# Headers of every response.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "connect-src 'self'; img-src 'self' data:; form-action 'none'; frame-ancestors 'none'; "
        "base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# The rest of a refused body is not read; the connection is closed.
CLOSING = {"Connection": "close"}


def new_token() -> str:
    """Return a secret of 192 bits that is safe in URLs."""
    return token_urlsafe(24)


class RequestGuard:
    """Forward requests with the token to an app, and remove the token from their paths.

    Args:
        app: The app that serves the requests.
        token: The first part of the path.
        port: The port of the server, which the Host header must name.
    """

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self.app = app
        self.token = token.encode("ascii")
        self.hosts = {f"{name}:{port}" for name in (HOST, "localhost")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or forward it to the app."""
        if scope["type"] != "http":
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await refused(scope, receive, answer)
            return
        rest = scope["path"].removeprefix("/").partition("/")[2]
        inner = dict(scope) | {"path": f"/{rest}", "raw_path": None, "root_path": ""}
        await self.app(inner, _limited(receive), answer)

    def _refused(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        if headers.getlist("host") not in [[host] for host in self.hosts]:
            return _plain(400)
        first, slash, _ = scope["path"].removeprefix("/").partition("/")
        if not compare_digest(first.encode("utf-8", "replace"), self.token) or not slash:
            return _plain(404)
        if scope["method"] not in ("GET", "HEAD"):
            origins = {f"http://{host}" for host in self.hosts}
            site = headers.get("sec-fetch-site", "same-origin")
            if not {*headers.getlist("origin")} <= origins or site not in ("same-origin", "none"):
                return _plain(403)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > LARGEST:
            return _plain(413)
        return None


def _plain(status: int) -> PlainTextResponse:
    texts = {400: "Bad request", 403: "Forbidden", 404: "Not found", 413: "Too large"}
    return PlainTextResponse(texts[status], status, CLOSING)


def _limited(receive: Receive) -> Receive:
    """Return a `receive` that fails when a body gets too long, whatever its Content-Length."""
    size = 0

    async def limited() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > LARGEST:
            raise HTTPException(413, headers=CLOSING)
        return message

    return limited
