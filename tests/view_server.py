"""A server of the viewer in this process, for tests and scripts that drive a browser."""

import contextlib
import socket
import threading
from functools import partial

import uvicorn

from spacy_paraphrase.view.security import HOST
from spacy_paraphrase.view.server import make_app

TOKEN = "a-token-for-tests"


def served(session):
    """Give the address of a page of a session."""
    return serving(partial(make_app, session))


@contextlib.contextmanager
def serving(make):
    """Give the address of an app, of a token and a port."""
    listener = socket.create_server((HOST, 0))
    port = listener.getsockname()[1]
    config = uvicorn.Config(make(TOKEN, port), log_level="warning", ws="none", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://{HOST}:{port}/{TOKEN}/"
    finally:
        server.should_exit = True
        thread.join(timeout=120)
        listener.close()
