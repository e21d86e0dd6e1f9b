import re
from xml.etree import ElementTree

import pytest

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.render import edits_to_html, edits_to_svg, edits_to_text

SHIFTED = {
    "source": ["cats", "chase", "the", "mice"],
    "target": ["mice", "often", "chase", "cat"],
    "edits": {
        "cost": 3.5,
        "score": 0.875,
        "edits": [
            {"kind": "STEM", "source": [0], "target": [3], "cost": 0.0},
            {"kind": "INSERT", "source": [], "target": [1], "cost": 0.5},
            {"kind": "MATCH", "source": [1], "target": [2], "cost": 0.0},
            {"kind": "DELETE", "source": [2], "target": [], "cost": 1.0},
            {"kind": "MATCH", "source": [3], "target": [0], "cost": 0.0},
        ],
        "shifts": [[3, 4, -1], [1, 2, 3]],
    },
}


def changed(**edit):
    edits = [{**SHIFTED["edits"]["edits"][0], **edit}, *SHIFTED["edits"]["edits"][1:]]
    return {**SHIFTED, "edits": {**SHIFTED["edits"], "edits": edits}}


def test_text_marks_edits_and_shifted_words():
    assert edits_to_text(SHIFTED) == (
        "cost 3.50, score 0.88\n"
        "source  cats        chase the mice\n"
        "        T     I     =     D   =\n"
        "target  [cat] often chase     [mice]\n"
    )


def test_long_text_is_wrapped():
    lines = edits_to_text(SHIFTED, width=24).splitlines()
    assert len(lines) > 4
    assert all(len(line) <= 24 for line in lines)
    assert " ".join(" ".join(lines[1::3]).replace("source", "").split()) == "cats chase the mice"


def test_the_picture_has_every_word_a_line_per_pair_and_a_bar_per_block():
    root = ElementTree.fromstring(edits_to_svg(SHIFTED))
    space = "{http://www.w3.org/2000/svg}"
    words = [e.text for e in root.iter(f"{space}text") if "mark" not in e.get("class")]
    assert words == SHIFTED["source"] + SHIFTED["target"]
    paths = [e.get("class") for e in root.iter(f"{space}path")]
    assert sorted(paths) == ["muted", "muted", "restates", "shifted muted", "shifted muted"]
    letters = [e for e in root.iter(f"{space}text") if "mark" in e.get("class")]
    assert ["".join(e.itertext())[-1] for e in letters] == ["T", "I", "D"]


def test_the_picture_has_colours_for_light_and_for_dark_pages():
    light, dark = edits_to_svg(SHIFTED).split("@media (prefers-color-scheme:dark)")
    classes = set(re.findall(r"\.edits \.(\w+)\{color:", light))
    assert classes
    assert set(re.findall(r"\.edits \.(\w+)\{color:", dark)) == classes


def test_the_page_says_what_the_letters_are():
    html = edits_to_html(SHIFTED)
    for told in ("I insertion", "D deletion", "T stem", "underlined: shifted"):
        assert told in html
    assert "S substitution" not in html


def test_hostile_words_are_escaped():
    pair = changed()
    pair["source"] = ["<script>", "\x1b[1m", "&", '"']
    root = ElementTree.fromstring(edits_to_html(pair))
    assert "script" not in {element.tag for element in root.iter()}
    assert "\x1b" not in edits_to_text(pair)


@pytest.mark.parametrize(
    "pair",
    [
        {},
        {"source": ["a"], "target": ["b"], "edits": None},
        changed(kind="SWAP"),
        changed(source=[9]),
        changed(target=[-1]),
        changed(cost="much"),
    ],
)
def test_what_cannot_be_drawn(pair):
    for draw in (edits_to_text, edits_to_svg, edits_to_html):
        with pytest.raises(ParaphraseError, match="P410"):
            draw(pair)
