"""The picture of a phrase with what a table has for it."""

import re
from itertools import pairwise
from xml.etree import ElementTree

from spacy_paraphrase.render.phrase_picture import neighbourhood_page, neighbourhood_to_svg

SVG = "{http://www.w3.org/2000/svg}"


def row(source, target, score=0.5, relation=None, wordnet=None):
    known = {"score": score, "relation": relation, "wordnet": wordnet, "count": 1.0}
    return {"source": source.split(), "target": target.split(), **known}


ROWS = [
    row("man", "person", 0.8, "specifies", "hyponym"),
    row("man", "woman", 0.5, "conflict", "antonym"),
    row("man", "old & <i>grey</i>", None),
    row("soldier", "man", 0.2, "specifies", "undefined"),
]


def test_what_stands_for_a_phrase_is_on_its_right_and_what_it_stands_for_on_its_left():
    tree = ElementTree.fromstring(neighbourhood_to_svg("man", ROWS))
    words = {t.text: float(t.get("x")) for t in tree.iter(f"{SVG}text") if t.get("class") == "word"}
    (middle,) = (float(t.get("x")) for t in tree.iter(f"{SVG}text") if t.get("class") == "phrase")
    assert words.keys() == {"person", "woman", "old & <i>grey</i>", "soldier"}
    assert {word for word, x in words.items() if x < middle} == {"soldier"}
    width = float(tree.get("width"))
    assert all(0 < x < width for x in words.values())


def test_relations_are_told_by_letters_and_thickness_by_scores():
    tree = ElementTree.fromstring(neighbourhood_to_svg("man", ROWS))
    edges = [g for g in tree.iter(f"{SVG}g") if g.find(f"{SVG}path") is not None]
    told = {
        g.find(f"{SVG}path/{SVG}title").text.split(":")[0]: (
            g.find(f"{SVG}text").text,
            float(g.find(f"{SVG}path").get("stroke-width")),
        )
        for g in edges
    }
    assert [told[word][0] for word in ("person", "woman", "soldier")] == ["S", "!", "S"]
    assert told["old & <i>grey</i>"][1] > told["person"][1] > told["soldier"][1]
    said = [t.text for t in tree.iter(f"{SVG}text") if "said" in t.get("class", "")]
    assert "0.8 · hyponym" in said
    assert "0.2" in said  # a label that says nothing is left out


def test_lines_do_not_lie_on_each_other():
    rows = [row("man", f"word {k}", k / 20) for k in range(20)]
    tree = ElementTree.fromstring(neighbourhood_to_svg("man", rows))
    ys = sorted(float(t.get("y")) for t in tree.iter(f"{SVG}text") if t.get("class") == "word")
    assert min(b - a for a, b in pairwise(ys)) > 25
    assert ys[-1] < float(tree.get("height"))


def test_a_phrase_without_rows_is_drawn_alone():
    tree = ElementTree.fromstring(neighbourhood_to_svg("man", []))
    assert [t.text for t in tree.iter(f"{SVG}text")] == ["man"]


def test_the_page_is_escaped():
    page = neighbourhood_page("<script>alert(1)</script>", ROWS)
    assert "<script>alert" not in page
    assert "<i>" not in page
    assert len(re.findall("<tr", page)) == 1 + len(ROWS)
