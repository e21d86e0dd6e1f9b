"""What the server does not let in, asked of it over real sockets where a client would help it."""

import asyncio
import http.client
import json
import re
import socket
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from view.serving import HOST, TOKEN, client, server, write_lines

from spacy_paraphrase.view.annotation_file import Store
from spacy_paraphrase.view.security import HEADERS, LARGEST, new_token
from spacy_paraphrase.view.session import Session


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """Port and token of a server that listens."""
    pairs = write_lines(
        tmp_path_factory.mktemp("pairs") / "pairs.jsonl",
        [{"source": ["A", "cat"], "target": ["cats"], "words": []}],
    )
    with server(pairs) as (_, address):
        parts = urlsplit(address)
        yield parts.port, parts.path.strip("/")


def raw(port, request, body=b""):
    """Send bytes as they are; return the status and all that comes back."""
    with socket.create_connection(("127.0.0.1", port), timeout=120) as connection:
        connection.sendall(request.encode("latin-1") + body)
        answer = b""
        try:
            while part := connection.recv(65536):
                answer += part
        except ConnectionResetError:
            pass
    status = re.match(rb"HTTP/1\.1 (\d+)", answer)
    return int(status[1]) if status else 0, answer


def get(port, target, host=None, headers=""):
    host = f"127.0.0.1:{port}" if host is None else host
    head = f"Host: {host}\r\n" if host else ""
    return raw(port, f"GET {target} HTTP/1.1\r\n{head}{headers}Connection: close\r\n\r\n")


def test_the_server_listens_on_this_machine_alone(real):
    port, token = real
    assert get(port, f"/{token}/")[0] == 200
    addresses = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), port)}
    for address in addresses - {"127.0.0.1", "::1"}:
        with pytest.raises(OSError), socket.create_connection((address, port), timeout=2):  # noqa: PT011
            pass


@pytest.mark.parametrize(
    "path",
    ["/", "/pairs", "/{0}", "/{1}x/", "/x{1}/", "//{1}/", "/{1}/../{0}/", "/%2e/{1}/", "/{1}%00/"],
)
def test_without_the_token_nothing_is_there(real, path):
    port, token = real
    status, answer = get(port, path.format(token[:-1] + "é", token).encode().decode("latin-1"))
    assert status in (400, 404)
    assert b"A cat" not in answer


@pytest.mark.parametrize(
    "host", ["", "evil.example", "evil.example:{}", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.x:{}"]
)
def test_a_wrong_host_is_refused(real, host):
    port, token = real
    assert get(port, f"/{token}/pairs", host.format(port))[0] == 400


def test_two_hosts_are_refused(real):
    port, token = real
    assert get(port, f"/{token}/", headers=f"Host: evil.example:{port}\r\n")[0] == 400


def test_localhost_is_this_machine(real):
    port, token = real
    assert get(port, f"/{token}/pairs", f"localhost:{port}")[0] == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 422),
        ({"Origin": "http://127.0.0.1:{}"}, 422),
        ({"Origin": "http://127.0.0.1:{}", "Sec-Fetch-Site": "same-origin"}, 422),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "https://127.0.0.1:{}"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://127.0.0.1:{}", "Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_nothing_is_posted_from_another_origin(real, headers, status):
    port, token = real
    told = {key: value.format(port) for key, value in headers.items()}
    with closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:
        connection.request("POST", f"/{token}/pairs/1/actions", b"{}", told)
        with connection.getresponse() as answer:
            assert answer.status == status


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"])
def test_other_methods_are_refused(real, method):
    port, token = real
    request = f"{method} /{token}/pairs HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    assert raw(port, f"{request}Connection: close\r\n\r\n")[0] in (400, 404, 405)


@pytest.mark.parametrize(
    "name",
    [
        "../server.py",
        "..%2fserver.py",
        "%2e%2e/server.py",
        "....//server.py",
        "..\\server.py",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "..%c0%afserver.py",
        "page.html",
        "",
        ".",
    ],
)
def test_no_path_leads_out_of_the_assets(real, name):
    port, token = real
    status, answer = get(port, f"/{token}/assets/{name}")
    assert status in (400, 404)
    assert b"def " not in answer


def test_a_body_that_says_it_is_long_is_not_read(real):
    port, token = real
    head = f"POST /{token}/pairs HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    status, _ = raw(port, f"{head}Content-Length: 50000000\r\n\r\n")
    assert status == 413


def test_a_long_body_in_chunks_is_cut_off(real):
    port, token = real
    head = f"POST /{token}/pairs HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    connection = socket.create_connection(("127.0.0.1", port), timeout=120)
    connection.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    sent = 0
    try:
        while sent < 50_000_000:
            connection.sendall(chunk)
            sent += 65536
    except OSError:  # the server has hung up
        pass
    connection.close()
    assert sent < 40_000_000
    assert get(port, f"/{token}/pairs")[0] == 200


def test_a_body_in_chunks_gets_413():
    def body():
        for _ in range(LARGEST // 1000 + 1):
            yield b"x" * 1000

    assert client().post("pairs", content=body()).status_code == 413


def test_a_client_that_leaves_amid_its_body_is_no_error():
    path = f"/{TOKEN}/pairs"
    host = client().base_url.netloc
    scope = {"type": "http", "method": "POST", "path": path, "headers": [(b"host", host)]}
    messages = iter([{"type": "http.request", "body": b"{", "more_body": True}])
    sent = []

    async def receive():
        return next(messages, {"type": "http.disconnect"})

    async def send(message):
        sent.append(message)

    app = client()._transport.app
    asyncio.run(app(scope | {"query_string": b"", "root_path": ""}, receive, send))
    assert sent[0]["status"] == 400


@pytest.mark.parametrize("length", ["-1", "1e3", "٣", "x"])
def test_a_length_that_is_none_is_refused(length):
    answer = client().post("pairs", content=b"{}", headers={"Content-Length": length.encode()})
    assert answer.status_code in (400, 413, 422)


@pytest.mark.parametrize(
    "path", ["", "pairs", "pairs/1", "pairs/x", "assets/nothing.js", "../", "../wrong/"]
)
def test_every_answer_has_the_headers(path):
    answer = client().get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "server" not in answer.headers


def test_the_policy_lets_nothing_in_from_elsewhere():
    policy = dict(
        part.strip().split(" ", 1) for part in HEADERS["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert not re.search(r"https?:|\*", HEADERS["Content-Security-Policy"])


def test_tokens_cannot_be_guessed():
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(token) == 32 for token in tokens)


def test_what_pairs_and_notes_hold_does_not_end_the_state(tmp_path):
    """The state stands in a script element: no name in it may close that."""
    evil = "</script><script>alert(1)</script><!--"
    store = Store(tmp_path / "out.jsonl", evil)
    page = client(Session([], store=store)).get("").text
    store.close()
    assert "alert(1)</script>" not in page
    state = re.search(r'<script type="application/json" id="state">(.*?)</script>', page, re.S)
    assert json.loads(state[1])["annotator"] == evil


def test_a_wrong_host_is_refused_whatever_the_token():
    answer = client().get("", headers={"Host": "evil.example"})
    assert (answer.status_code, TOKEN in answer.text, HOST in answer.text) == (400, False, False)
