"""The page of a table: what it tells, what it lets in, and how it is used in a browser."""

import re
from functools import partial

import httpx
import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient
from view.serving import HOST, PORT, TOKEN, server

import browser
from spacy_paraphrase.acquire.store import index_rows
from spacy_paraphrase.cli import main
from spacy_paraphrase.cli.viewer import _rows
from spacy_paraphrase.readers.table_rows import phrase_row
from spacy_paraphrase.view.security import HEADERS
from spacy_paraphrase.view.table_app import LONGEST, make_table_app
from view_server import serving

EVIL = "</script><img src=x onerror=alert(1)>"
PAIRS = [
    ("man", "person", 0.8, "specifies"),
    ("man", "guy", 0.7, "restates"),
    ("person", "human being", 0.6, "restates"),
    ("soldier", "man", 0.3, "specifies"),
    ("50 % of men", EVIL, 0.1, None),
]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """An index of five rows, two with the texts that they are from."""
    path = tmp_path_factory.mktemp("table") / "toy.sqlite"
    rows = [
        phrase_row(one.split(), other.split(), score=score, relation=relation, origin="news")
        for one, other, score, relation in PAIRS
    ]
    rows[0]["examples"] = ["text 7"]
    rows[1]["pivots"] = {"type": 0.7}
    index_rows(rows, path, None)
    return path


@pytest.fixture(scope="module")
def make(table):
    """Make the app of the table of a token and a port."""
    return partial(make_table_app, EVIL, partial(_rows, str(table)))


@pytest.fixture(scope="module")
def client(make):
    address = f"http://{HOST}/{TOKEN}/"
    return TestClient(make(TOKEN, PORT), base_url=address, raise_server_exceptions=False)


def asked(client, phrase):
    return client.get("phrases", params={"of": phrase}).json()


def test_a_phrase_is_told_with_what_stands_for_it_and_what_it_stands_for(client):
    told = asked(client, " MAN ")
    assert told["phrase"] == "man"
    assert told["heads"] == ["source", "target", "relation", "WordNet", "score", "count", "from"]
    assert told["rows"] == [
        ["man", "person", "specifies", "", "0.8", "1", "news: text 7"],
        ["man", "guy", "restates", "", "0.7", "1", "news: type"],
        ["soldier", "man", "specifies", "", "0.3", "1", "news"],
    ]
    assert told["picture"].startswith("<svg")
    assert all(word in told["picture"] for word in ("person", "guy", "soldier"))


def test_a_star_lists_what_fits_and_draws_nothing(client):
    told = asked(client, "*")
    assert [row[0] for row in told["rows"]] == ["man", "man", "person", "soldier", "50 % of men"]
    assert told["picture"] == ""
    assert [row[0] for row in asked(client, "s*")["rows"]] == ["soldier"]
    assert client.get("phrases").json()["rows"] == told["rows"]


def test_a_phrase_that_is_not_there_is_no_error(client):
    assert asked(client, "xyzzy") | {"heads": ()} == {
        "phrase": "xyzzy",
        "picture": "",
        "heads": (),
        "rows": [],
    }
    answer = client.get("phrases", params={"of": "x" * (LONGEST + 1)})
    assert (answer.status_code, answer.json()["code"]) == (422, "P718")


def test_texts_of_the_table_and_its_name_are_escaped(client):
    page = client.get("").text
    assert "&lt;/script&gt;&lt;img" in page
    assert EVIL not in page
    picture = asked(client, "50 % of men")["picture"]
    assert "<img" not in picture
    assert "&lt;img src=x" in picture


@pytest.mark.parametrize("path", ["", "phrases?of=man", "assets/phrases.js", "pairs", "../"])
def test_it_is_guarded_as_the_page_of_pairs(client, path):
    answer = client.get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert client.get(path, headers={"Host": "evil.example"}).status_code == 400
    assert client.get(f"http://{HOST}/another-secret/{path}").status_code == 404


def test_there_is_nothing_to_be_changed(client):
    assert client.post("phrases", content=b"{}").status_code == 405
    assert client.get("pairs").status_code == 404


def test_the_command_serves_a_table(table):
    with server(table) as (_, address):
        told = httpx.get(f"{address}phrases", params={"of": "man"}, timeout=120).json()
        assert [row[1] for row in told["rows"]] == ["person", "guy", "man"]
        assert "toy.sqlite" in httpx.get(address, timeout=120).text


@pytest.mark.parametrize(
    "args",
    [["--gold", "{0}"], ["--annotate", "a.jsonl", "--annotator", "A"], ["--order", "uncertain"]],
)
def test_a_table_is_not_annotated(table, capsys, args):
    told = [arg.format(table) for arg in args]
    assert main(["view", "--no-browser", str(table), *told]) == 2
    assert "[P508]" in capsys.readouterr().err


def test_another_database_is_refused(tmp_path, capsys):
    path = tmp_path / "other.sqlite"
    path.write_bytes(b"SQLite format 3\x00" + bytes(84))
    assert main(["view", "--no-browser", str(path)]) == 1
    assert "[P920]" in capsys.readouterr().err


@browser.needed
def test_phrases_lead_from_one_to_the_next(make):
    with serving(make) as address, browser.browser() as one, browser.new_page(one) as page:
        page.goto(address)
        title, rows, told = (page.locator(f"#{name}") for name in ("title", "rows tr", "told"))
        expect(title).to_have_text("The best rows")
        expect(rows).to_have_count(6)
        page.fill("#phrase", "Man")
        page.keyboard.press("Enter")
        expect(title).to_have_text("man")
        expect(page.locator("#picture svg .word")).to_have_text(["soldier", "person", "guy"])
        page.click("#picture text[data-phrase=person]")
        expect(title).to_have_text("person")
        expect(page).to_have_url(re.compile("#person$"))
        page.click("#rows a:text-is('human being')")
        expect(title).to_have_text("human being")
        page.go_back()
        expect(title).to_have_text("person")
        page.fill("#phrase", "50 %*")
        page.click("#ask button")
        expect(rows).to_have_count(2)
        page.click("#rows a:text-is('50 % of men')")
        expect(page.locator("#picture svg")).to_have_count(1)
        expect(page.locator("img")).to_have_count(0)
        page.fill("#phrase", "nobody")
        page.keyboard.press("Enter")
        expect(told).to_contain_text("No rows")
        expect(page.locator("#picture svg")).to_have_count(0)
        assert all(url.startswith((address, "data:,")) for url in page.requested)
