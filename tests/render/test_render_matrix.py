import re
import xml.etree.ElementTree as ET

import pytest
from render.render_pairs import coffee, flat, link, pair

from spacy_paraphrase import Alignment
from spacy_paraphrase.render import to_matrix
from spacy_paraphrase.render.matrix import CELL

SVG = "{http://www.w3.org/2000/svg}"


def squares(picture):
    """Return the squares of word links: by title, where they stand and how they look."""
    found = {}
    for group in ET.fromstring(picture).iter(f"{SVG}g"):
        title, box = group.find(f"{SVG}title"), group.find(f"{SVG}rect")
        if title is not None and box is not None:
            found[title.text] = group.get("class"), box
    return found


def test_squares_stand_in_row_and_column_of_their_words():
    doc = pair(["a", "b", "c"], ["d", "e"])
    links = [link(doc, 0, 0, "equals"), link(doc, 2, 1, "restates", 0.5)]
    found = squares(to_matrix(Alignment(doc, links)))
    (first, box), (second, other) = found.values()
    assert (first, second) == ("equals", "restates")

    def centre(rect):
        size = float(rect.get("width"))
        return float(rect.get("x")) + size / 2, float(rect.get("y")) + size / 2

    (x1, y1), (x2, y2) = centre(box), centre(other)
    assert x2 - x1 == pytest.approx(CELL, abs=0.2)
    assert y2 - y1 == pytest.approx(2 * CELL, abs=0.2)
    assert float(other.get("width")) < float(box.get("width"))


def test_frames_run_around_every_stretch_of_a_phrase():
    picture = to_matrix(flat())
    paths = [
        group.find(f"{SVG}path")
        for group in ET.fromstring(picture).iter(f"{SVG}g")
        if group.find(f"{SVG}title") is not None and group.find(f"{SVG}path") is not None
    ]
    assert len(paths) == 2
    assert {path.get("stroke-dasharray") for path in paths} == {"5 3", "10 3"}

    doc = pair(
        ["picked", "it", "up"],
        ["took"],
        ([0, 1, 0], [0]),
        (["ROOT", "ROOT", "prt"], ["ROOT"]),
    )
    picture = to_matrix(Alignment(doc, [link(doc, 0, 0, level="phrases")]))
    assert max(len(re.findall("Z", d)) for d in re.findall('d="([^"]+)"', picture)) == 2


def test_gold():
    doc = pair(["a", "b", "c"], ["a", "x", "y"])
    alignment = Alignment(doc, [link(doc, 0, 0, "equals"), link(doc, 1, 1)])
    found = squares(to_matrix(alignment, {(0, 0), (2, 2)}))
    assert {kind for kind, _ in found.values()} == {"hit", "false-alarm", "miss"}
    missed = next(box for kind, box in found.values() if kind == "miss")
    assert missed.get("fill") == "none"
    assert missed.get("stroke-dasharray")


def test_long_sides_have_labels_at_both_ends():
    words = [f"w{k}" for k in range(31)]
    short = to_matrix(Alignment(pair(words[:30], ["b"])))
    long = to_matrix(Alignment(pair(words, ["b"])))
    assert short.count(">b<") == 1
    assert long.count(">b<") == 2


def test_one_word_and_no_links():
    root = ET.fromstring(to_matrix(Alignment(pair(["a"], ["b"]))))
    assert root.find(f"{SVG}desc").text == "no links"


def test_picture_and_grid_of_a_pair_have_different_ids():
    from spacy_paraphrase.render import to_svg

    ids = {ET.fromstring(draw(coffee())).get("id") for draw in (to_svg, to_matrix)}
    assert len(ids) == 2
