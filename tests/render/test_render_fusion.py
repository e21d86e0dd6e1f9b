from xml.etree import ElementTree

import pytest

import spacy_paraphrase
from spacy_paraphrase import Fusion
from spacy_paraphrase.pairs.results import REFUSALS, Origin
from spacy_paraphrase.render import fusion_to_html, fusion_to_svg, fusion_to_text

UNION = Fusion(
    "union",
    "A black cat and a dog sleep.",
    0.9,
    (
        Origin("A", (0,), (0,)),
        Origin("black", (1,)),
        Origin("cat", (2,), (1,)),
        Origin("and", added=True),
        Origin("a", (), (3,)),
        Origin("dog", (), (4,)),
        Origin("sleep", (3,), (5,), added=True),
        Origin(".", (4,), (6,)),
    ),
)
HOSTILE = Fusion("union", "<b>\x1b[1m", 0.5, (Origin("<b>", (0,)), Origin("\x1b[1m", (), (0,))))


def test_text():
    assert fusion_to_text(UNION) == (
        "union (0.90)\n  A black cat and a dog sleep .\n  = S     =   +   T T   =     =\n"
    )


def test_long_text_is_wrapped():
    lines = fusion_to_text(UNION, width=20).splitlines()
    assert len(lines) > 3
    assert all(len(line) <= 20 for line in lines)


def test_html_has_every_word_and_keeps_its_blanks():
    page = ElementTree.fromstring(fusion_to_html([UNION, UNION]))
    paragraphs = page.findall("p")[1:]
    assert ["".join(p.itertext()) for p in paragraphs] == ["union A black cat and a dog sleep."] * 2
    assert [s.get("class") for s in paragraphs[0].findall("span")] == [
        *("both", "source", "both", "added", "target", "target", "both", "both")
    ]


def test_svg_is_a_picture_with_a_letter_below_each_word():
    picture = ElementTree.fromstring(fusion_to_svg(UNION))
    texts = [t.text for t in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[::2] == [origin.text for origin in UNION.provenance]
    assert texts[1::2] == list("=S=+TT==")


@pytest.mark.parametrize("draw", [fusion_to_html, fusion_to_svg])
def test_hostile_words_are_escaped(draw):
    drawn = draw(HOSTILE)
    ElementTree.fromstring(drawn)
    assert "<b>\x1b" not in drawn
    assert "\x1b" not in drawn + fusion_to_text(HOSTILE)


@pytest.mark.parametrize("reason", [*REFUSALS, "conflict:number"])
def test_refusals_say_why(reason):
    refusal = Fusion("intersection", reason=reason)
    for draw in (fusion_to_text, fusion_to_html, fusion_to_svg):
        assert reason in draw(refusal)


def test_in_a_notebook():
    doc = spacy_paraphrase.compare("A cat sleeps.", "A black cat sleeps on the sofa.")
    for fusion in doc._.fusions:
        assert fusion.text.split()[0] in fusion._repr_html_()
