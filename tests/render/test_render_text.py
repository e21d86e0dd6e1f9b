from render.render_pairs import coffee, flat, link, pair

from spacy_paraphrase import Alignment
from spacy_paraphrase.render import to_text
from spacy_paraphrase.render.markup import display_width

COFFEE = """\
source  Daily coffee diminishes risk on Alzheimer and Dementia .
target  Three cups of coffee a day reduces chance on Parkinson and Dementia .

words
  coffee     E coffee     equals      1.00
  diminishes R reduces    restates    0.86
  risk       R chance     restates    0.80
  on         E on         equals      0.90
  Alzheimer  – Parkinson  unlabelled  0.30  CONFLICT
  and        E and        equals      0.90
  Dementia   E Dementia   equals      1.00

phrases
  Daily coffee                         G Three cups of coffee a day            generalizes  0.70
  Daily coffee dimin…er and Dementia . I Three cups of coff…on and Dementia .  intersects   0.60
  Alzheimer and Dementia               I Parkinson and Dementia                intersects   0.50
  Dementia                             E Dementia                              equals       1.00

not aligned
  source  Daily .
  target  Three cups of a day .
"""


def test_worked_example():
    assert to_text(coffee()) == COFFEE


def test_gold():
    doc = pair(["a", "b", "c"], ["a", "x", "y"])
    links = [link(doc, 0, 0, "equals"), link(doc, 1, 1)]
    gold = Alignment(doc, [link(doc, 0, 0, "restates"), link(doc, 2, 2)])
    assert to_text(Alignment(doc, links), gold).split("\n\n")[1].splitlines() == [
        "words",
        "  a E a  equals      1.00  hit  (gold: restates)",
        "  b – x  unlabelled  1.00  false alarm",
        "  c – y  unlabelled  1.00  miss",
    ]


def test_words_that_recur_are_numbered():
    doc = pair(["the", "cat", "the"], ["the", "dog"])
    text = to_text(Alignment(doc, [link(doc, 2, 0)]))
    assert "the#2 – the" in text
    assert "source  the#1 cat" in text


def test_lines_keep_to_the_width():
    words = [f"word{k}" for k in range(60)]
    heads = [0] * 60
    doc = pair(words, words, (heads, heads), (["dep"] * 60,) * 2)
    links = [link(doc, 0, 0, "generalizes", level="phrases")]
    text = to_text(Alignment(doc, links), width=60)
    assert max(map(display_width, text.splitlines())) <= 60 + 2
    assert text.count("word59") >= 2


def test_levels():
    text = to_text(flat(), levels="chunks")
    assert "\nchunks\n  It <broke> R It broke" in text
    assert "words" not in text
    assert "not aligned" not in text


def test_nothing_aligned_and_nothing_left():
    doc = pair(["a"], ["a"])
    assert to_text(Alignment(doc, [link(doc, 0, 0)])).endswith("1.00\n")
    assert to_text(Alignment(doc)).endswith("not aligned\n  source  a\n  target  a\n")


def test_terminal_codes_are_harmless_and_other_scripts_do_not_turn_a_line():
    doc = pair(["\x1b[31mred", "שלום"], ["\x07", "שלום"])
    text = to_text(Alignment(doc, [link(doc, 0, 0), link(doc, 1, 1, "equals")]))
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "␛[31mred" in text
    assert "\u2068שלום\u2069" in text
