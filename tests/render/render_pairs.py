"""Two pairs made by hand, and their golden pictures: `python tests/render/render_pairs.py`."""

from pathlib import Path

import spacy
from spacy.tokens import Doc, Span, SpanGroup

from spacy_paraphrase import Alignment, Link

GOLDEN = Path(__file__).parent / "golden"
VOCAB = spacy.blank("en").vocab


def pair(source, target, heads=None, deps=None):
    """Return the Doc of two word lists; heads count from 0 within each side."""
    words = [*source, "\n", *target]
    if heads is not None:
        shift = len(source) + 1
        heads = [*heads[0], len(source), *(head + shift for head in heads[1])]
        deps = [*deps[0], "", *deps[1]]
    doc = Doc(VOCAB, words=words, heads=heads, deps=deps)
    spans = [
        Span(doc, 0, len(source), label="SOURCE"),
        Span(doc, len(source) + 1, len(doc), label="TARGET"),
    ]
    doc.spans["pair"] = SpanGroup(doc, name="pair", spans=spans)
    return doc


def link(doc, i, j, relation="", score=1.0, level="words", conflict=False):
    """Return the link of two words, by index within the side; a number or a pair (start, end)."""
    units = []
    for side, unit in zip(doc.spans["pair"], (i, j), strict=True):
        start, end = unit if isinstance(unit, tuple) else (unit, unit + 1)
        units.append(side[start:end])
    return Link(level, *units, relation, score, score, conflict)


def coffee():
    """Return the worked example of Marsi and Krahmer 2010 with its links and a conflict."""
    doc = pair(
        "Daily coffee diminishes risk on Alzheimer and Dementia .".split(),
        "Three cups of coffee a day reduces chance on Parkinson and Dementia .".split(),
        (
            [1, 2, 2, 2, 3, 4, 5, 5, 2],
            [1, 6, 1, 2, 5, 1, 6, 6, 7, 8, 9, 9, 6],
        ),
        (
            "amod nsubj ROOT dobj prep pobj cc conj punct".split(),
            "nummod nsubj prep pobj det npadvmod ROOT dobj prep pobj cc conj punct".split(),
        ),
    )
    words = [
        (1, 3, "equals", 1.0),
        (2, 6, "restates", 0.86),
        (3, 7, "restates", 0.8),
        (4, 8, "equals", 0.9),
        (6, 10, "equals", 0.9),
        (7, 11, "equals", 1.0),
    ]
    phrases = [
        (1, 1, "generalizes", 0.7),
        (2, 6, "intersects", 0.6),
        (5, 9, "intersects", 0.5),
        (7, 11, "equals", 1.0),
    ]
    links = [link(doc, *each) for each in words]
    links += [link(doc, *each, level="phrases") for each in phrases]
    links.append(link(doc, 5, 9, "", 0.3, conflict=True))
    return Alignment(doc, links)


def flat():
    """Return a pair of several sentences, with crossing links, a gap in a phrase, and chunks."""
    doc = pair(
        "They picked the old lock up . It <broke> .".split(),
        "It broke when they picked up an old lock .".split(),
        ([1, 1, 4, 4, 1, 1, 1, 8, 8, 8], [1, 1, 4, 4, 1, 4, 8, 8, 4, 1]),
        (
            "nsubj ROOT det amod dobj prt punct nsubj ROOT punct".split(),
            "nsubj ROOT advmod nsubj advcl prt det amod dobj punct".split(),
        ),
    )
    links = [
        link(doc, 0, 3, "equals"),
        link(doc, 1, 4, "equals"),
        link(doc, 5, 5, "equals", 0.8),
        link(doc, 3, 7, "equals"),
        link(doc, 4, 8, "equals"),
        link(doc, 7, 0, "equals"),
        link(doc, 8, 1, "specifies", 0.4),
        link(doc, 4, 8, "restates", 0.9, "phrases"),
        link(doc, (7, 9), (0, 2), "restates", 0.7, "chunks"),
    ]
    return Alignment(doc, links)


def main():
    from spacy_paraphrase.render import to_svg

    GOLDEN.mkdir(exist_ok=True)
    for make in (coffee, flat):
        (GOLDEN / f"{make.__name__}.svg").write_text(to_svg(make()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
