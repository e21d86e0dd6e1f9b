import base64
import hashlib
import re
import xml.etree.ElementTree as ET

import pytest
from render.render_pairs import coffee, flat, link, pair

from spacy_paraphrase import Alignment, ParaphraseError
from spacy_paraphrase.render import render, to_html

SVG = "{http://www.w3.org/2000/svg}"


def parsed(page):
    assert page.startswith("<!DOCTYPE html>\n")
    return ET.fromstring(page.removeprefix("<!DOCTYPE html>"))


def test_a_page_of_many_pairs():
    root = parsed(to_html([coffee(), flat(), coffee()]))
    assert [node.text for node in root.iter("h2")] == ["Pair 1", "Pair 2", "Pair 3"]
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    named = {name for node in root.iter() for name in (node.get("aria-labelledby") or "").split()}
    assert named <= set(ids)
    assert root.find("head/meta[@charset='utf-8']") is not None
    assert root.get("lang") == "en"


def test_a_page_needs_nothing_else():
    page = to_html([coffee()])
    for word in ("<link", "src=", "href=", "url(", "@import"):
        assert word not in page
    assert page.count("http") == page.count("http://www.w3.org/2000/svg") + page.count("http-equiv")
    assert "default-src 'none'" in page
    policy = parsed(page).find("head/meta[@http-equiv]").get("content")
    [script] = re.findall(r"<script>(.*?)</script>", page, re.S)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy.endswith(f"script-src 'sha256-{digest}'")


def test_tables_say_what_the_picture_shows():
    root = parsed(to_html(coffee(), gold=[(1, 3)]))
    rows = [[cell.text for cell in row] for row in root.iter("tr")]
    assert rows[0] == [
        *("source", "target", "relation", "score", "conflict", "gold", "gold relation")
    ]
    assert ["coffee", "coffee", "equals", "1.00", None, "hit", None] in rows
    assert ["Alzheimer", "Parkinson", "unlabelled", "0.30", "conflict", "false alarm", None] in rows
    assert [cell.text for cell in root.iter("dd")][2:] == [
        "Daily · .",
        "Three · cups · of · a · day · .",
    ]
    assert root.find(".//summary").text == "Links: 7 words, 4 phrases"


def long_pair():
    words = [f"w{k}" for k in range(46)]
    doc = pair(words, ["w0"])
    return Alignment(doc, [link(doc, 0, 0)])


def test_long_pairs_come_as_a_grid():
    pairs = [coffee(), long_pair()]
    assert to_html(pairs, picture="svg") != to_html(pairs) != to_html(pairs, picture="matrix")
    assert "rotate(-60)" not in to_html([coffee()])
    assert "rotate(-60)" in to_html([long_pair()])
    assert "rotate(-60)" not in to_html([long_pair()], picture="svg")
    assert "rotate(-60)" in to_html([coffee()], picture="matrix")


def test_gold_goes_with_its_pair():
    page = to_html([coffee(), long_pair()], gold=[coffee(), [(1, 0)]])
    assert page.count(">miss</td>") == 1
    assert page.count(">hit</td>") == len(coffee())


def test_one_pair_or_an_iterator():
    assert render(coffee(), "html") == to_html(iter([coffee()]))
    assert "<section" not in to_html([])


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: to_html(3), "P400"),
        (lambda: to_html([3]), "P400"),
        (lambda: to_html([coffee()], picture="png"), "P401"),
        (lambda: to_html([coffee()], levels=iter(["letters"])), "P402"),
        (lambda: to_html([coffee()], gold=[coffee(), coffee()]), "P404"),
    ],
)
def test_bad_input_is_told(call, code):
    with pytest.raises(ParaphraseError, match=code):
        call()


def test_levels_may_be_an_iterator():
    page = to_html([coffee(), coffee()], levels=iter(["words"]))
    assert page.count("<caption>words</caption>") == 2
