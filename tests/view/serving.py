"""A server in this process, and one of its own that can be killed."""

import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager

from starlette.testclient import TestClient

from spacy_paraphrase.view.server import make_app
from spacy_paraphrase.view.session import Session

PORT = 8123
TOKEN = "a-secret-of-this-test"
HOST = f"127.0.0.1:{PORT}"


def client(session=None):
    """Return a client of the page of a session, below its token."""
    app = make_app(session or Session([]), TOKEN, PORT)
    return TestClient(app, base_url=f"http://{HOST}/{TOKEN}/", raise_server_exceptions=False)


@contextmanager
def server(*args, **more):
    """Run `view` as a process of its own; give it and its address."""
    command = [sys.executable, "-m", "spacy_paraphrase", "view", "--no-browser", *map(str, args)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, **more
    ) as process:
        try:
            address = process.stdout.readline().strip()
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{32}/", address), (
                process.stderr.read()
            )
            yield process, address
        finally:
            process.kill()


def write_lines(path, lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf8")
    return path
