import os
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from render.render_pairs import GOLDEN, coffee, flat, link, pair

from spacy_paraphrase import Alignment
from spacy_paraphrase.render import render, to_html, to_matrix, to_svg, to_text
from spacy_paraphrase.render.layout import scene_of
from spacy_paraphrase.render.pair_view import make_view

SVG = "{http://www.w3.org/2000/svg}"
WORD = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
SIDE = st.lists(WORD, max_size=5).map(lambda words: ["x", *words])
RELATION = st.sampled_from(["", "equals", "restates", "specifies", "generalizes", "intersects"])


@st.composite
def alignments(draw):
    sides = draw(SIDE), draw(SIDE)
    heads = [draw(st.integers(0, k)) for side in sides for k in range(len(side))]
    n = len(sides[0])
    deps = [draw(WORD) for _ in heads]
    parsed = draw(st.booleans())
    doc = pair(*sides, *(((heads[:n], heads[n:]), (deps[:n], deps[n:])) if parsed else ()))
    links = []
    for level in draw(st.lists(st.sampled_from(["words", "phrases", "chunks"]), max_size=6)):
        i, j = (draw(st.integers(0, len(side) - 1)) for side in sides)
        score, conflict = draw(st.floats(0, 1)), draw(st.booleans())
        links.append(link(doc, i, j, draw(RELATION), score, level, conflict))
    return Alignment(doc, links)


@pytest.mark.parametrize("make", [coffee, flat])
def test_golden(make):
    golden = GOLDEN / f"{make.__name__}.svg"
    assert to_svg(make()) + "\n" == golden.read_text(encoding="utf-8"), (
        "The picture has changed. Look at it; if it is right: python tests/render/render_pairs.py"
    )


@settings(max_examples=60)
@given(alignments(), alignments(), st.booleans())
def test_any_pair_is_drawn_well_formed_and_always_the_same(alignment, other, judged):
    gold = alignment if judged else None
    for draw in (to_svg, to_matrix):
        picture = draw(alignment, gold)
        root = ET.fromstring(picture)
        assert root.tag == f"{SVG}svg"
        assert draw(alignment.store(), gold) == picture
        ids = [node.get("id") for node in root.iter() if node.get("id")]
        assert len(ids) == len(set(ids)) == 3
        width, height = float(root.get("width")), float(root.get("height"))
        assert 0 < width < 10_000
        assert 0 < height < 10_000
    page = to_html([alignment, other, alignment])
    root = ET.fromstring(page.removeprefix("<!DOCTYPE html>"))
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    kinds = {unicodedata.category(char) for char in to_text(alignment, gold).replace("\n", "")}
    assert not kinds & {"Cc", "Cs", "Zl", "Zp"}


def classes(picture):
    return [group.get("class") for group in ET.fromstring(picture).iter(f"{SVG}g")]


def test_width_grows_with_score():
    doc = pair(["a", "b"], ["a", "b"])
    picture = to_svg(Alignment(doc, [link(doc, 0, 0, score=0.1), link(doc, 1, 1, score=0.9)]))
    groups = [g for g in ET.fromstring(picture).iter(f"{SVG}g") if g.get("class", "")[:4] == "link"]
    thin, thick = (float(group.find(f"{SVG}path").get("stroke-width")) for group in groups)
    assert thin < thick


def test_gold_overlay_has_colours_marks_and_a_key():
    doc = pair(["a", "b", "c"], ["a", "x", "y"])
    picture = to_svg(Alignment(doc, [link(doc, 0, 0, "equals"), link(doc, 1, 1)]), {(0, 0), (2, 2)})
    assert [c for c in classes(picture) if c and c.startswith("link")] == [
        "link hit",
        "link false-alarm",
        "link miss",
    ]
    shown = list(ET.fromstring(picture).itertext())
    for mark in ("E✓", "✗", "○", "hit", "miss", "false alarm"):
        assert mark in shown


def test_wrong_relation_of_a_hit_is_marked():
    doc = pair(["a"], ["b"])
    mine, gold = (Alignment(doc, [link(doc, 0, 0, r)]) for r in ("equals", "restates"))
    assert "E≠R✓" in list(ET.fromstring(to_svg(mine, gold)).itertext())


def test_levels_choose_what_is_drawn():
    for levels, count in ((("words",), 7), (("phrases",), 4), (("chunks",), 0)):
        drawn = [c for c in classes(to_svg(coffee(), levels=levels)) if c and c[:4] == "link"]
        assert len(drawn) == count
    # with words drawn, the phrase "Dementia" only repeats a word link
    assert sum(c[:4] == "link" for c in classes(to_svg(coffee())) if c) == 7 + 3


def test_a_phrase_of_one_word_with_another_relation_is_drawn():
    doc = pair(["a"], ["b"])
    links = [link(doc, 0, 0, "equals"), link(doc, 0, 0, "restates", level="phrases")]
    assert sum(c[:4] == "link" for c in classes(to_svg(Alignment(doc, links))) if c) == 2


def test_without_a_parse_no_tree_is_drawn():
    picture = to_svg(coffee().to_json())
    assert "ROOT" not in picture
    assert "arc" not in classes(picture)


def test_right_to_left_scripts_run_from_right_to_left():
    doc = pair(
        ["הקפה", "מפחית", "סיכון"],
        ["קפה", "סיכון"],
        ([1, 1, 1], [1, 1]),
        (["nsubj", "ROOT", "obj"], ["x", "ROOT"]),
    )
    scene = scene_of(make_view(Alignment(doc, [link(doc, 0, 0), link(doc, 2, 1, level="phrases")])))
    centres = scene.rows["source"].centres
    assert centres == sorted(centres, reverse=True)
    assert all(0 <= x <= scene.width for x in centres)
    assert all(arc.x1 <= arc.x2 for arc in scene.rows["source"].arcs)


def test_what_sentences_hold_stays_text():
    evil = "</text><script>alert(1)</script>\"'&"
    alignment = Alignment(pair([evil], [evil]))
    for style in ("svg", "matrix", "html"):
        picture = render(alignment, style)
        assert "<script>alert" not in picture
        assert "alert(1)" in picture


def test_long_words_are_cut_and_told_in_full():
    word = "a" * 300
    root = ET.fromstring(to_svg(Alignment(pair([word], ["b"]))))
    assert float(root.get("width")) < 500
    assert word in [title.text for title in root.iter(f"{SVG}title")]


def test_five_hundred_words_stay_in_bounds():
    words = [f"w{k}" for k in range(500)]
    star = [250] * 500
    deps = ["dep"] * 500
    doc = pair(words, words, (star, star), (deps, deps))
    alignment = Alignment(doc, [link(doc, k, 499 - k, "equals") for k in range(500)])
    picture = to_svg(alignment)
    root = ET.fromstring(picture)
    assert len(picture) < 1_000_000
    assert float(root.get("height")) < 1500
    assert float(root.get("width")) < 60_000
    assert len(to_matrix(alignment)) < 1_000_000


def test_ids_do_not_depend_on_the_process():
    code = "from render_pairs import flat; from spacy_paraphrase.render import to_svg; import sys; "
    code += "sys.stdout.buffer.write(to_svg(flat()).encode())"
    env = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(Path(__file__).parent)}
    out = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True)
    assert out.stdout.decode() == to_svg(flat())
