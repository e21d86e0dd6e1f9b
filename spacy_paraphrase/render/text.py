"""A pair as plain text for a terminal, with or without colours."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter

from spacy.tokens import Doc

from ..lexicon.overlap import overlap
from ..pairs.alignment import LEVELS, Alignment
from ..pairs.pair import SIDES, SideName
from ..pairs.results import read_fusions, read_relation
from .markup import clean, display_width, is_rtl, shorten
from .notebook import relation_in_words
from .pair_view import Gold, Pair, Side, View, ViewLink, make_view
from .style import LETTERS, UNLABELLED

WIDTH = 100
# Width of the columns besides the two units: letter between them, relation, score.
_REST = 28


def to_text(
    pair: Pair, gold: Gold | None = None, levels: Iterable[str] = LEVELS, width: int = WIDTH
) -> str:
    r"""Write a pair as text: both sentences, a line per link, the words without a link.

    Repeated words of a sentence are numbered: "the#2" is the second one.

    Args:
        pair: As in `to_svg`.
        gold: As in `to_svg`.
        levels: As in `to_svg`.
        width: Number of columns of the terminal.

    Returns:
        Lines of text, with a final line break.

    Raises:
        ParaphraseError: As `make_view`.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase import make_pair
        >>> doc = make_pair(spacy.blank("en"), "A cat sleeps", "The cat naps")
        >>> print(to_text(doc, gold=[(1, 1)]), end="")
        source  A cat sleeps
        target  The cat naps
        <BLANKLINE>
        words
          cat – cat  unlabelled  1.00  miss
        <BLANKLINE>
        not aligned
          source  A cat sleeps
          target  The cat naps
    """
    return write(make_view(pair, gold, levels), width)


def report(doc: Doc, width: int = WIDTH) -> str:
    """Write all results for a pair: relation, explanation, fusions, links.

    Raises:
        ParaphraseError: P004, P005 if the Doc is not a pair, P006 if the results do not fit it.
    """
    view, alignment = make_view(doc), Alignment.from_doc(doc)
    relation = read_relation(doc)
    findings = []
    if relation:
        label = f"{relation.label}: " if relation.label else ""
        findings.append(("relation", label + relation_in_words(relation)))
    findings.append(("overlap", f"{overlap(doc):.2f}"))
    findings += [("" if k else "explained", line) for k, line in enumerate(alignment.explain())]
    for fusion in read_fusions(doc):
        findings.append((fusion.kind, fusion.text or f"refused: {fusion.explanation}"))
    room = max(len(name) for name, _ in findings)
    lines = [*_sentences(view, width), ""]
    for name, text in findings:
        lines += _wrapped(f"{name:<{room}}  ", clean(text).split(" "), width)
    return "".join(f"{line}\n" for line in [*lines, *_links(view, width)])


def write(view: View, width: int = WIDTH) -> str:
    """Write a view."""
    return "".join(f"{line}\n" for line in [*_sentences(view, width), *_links(view, width)])


def _sentences(view: View, width: int) -> list[str]:
    lines = []
    for name in SIDES:
        lines += _wrapped(f"{name}  ", view.side(name).text.split(" "), width)
    return lines


def _links(view: View, width: int) -> list[str]:
    lines: list[str] = []
    for level, edges in groupby(view.edges, key=attrgetter("level")):
        lines += ["", level, *_table(view, list(edges), width)]
    if "words" in view.levels:
        lonely = {name: view.unaligned(name) for name in SIDES}
        if any(lonely.values()):
            lines += ["", "not aligned"]
        for name, words in lonely.items():
            if words:
                lines += _wrapped(f"  {name}  ", [_word(view.side(name), i) for i in words], width)
    return lines


def _table(view: View, edges: list[ViewLink], width: int) -> list[str]:
    room = max(12, (width - _REST) // 2)
    units = [[shorten(_unit(view, name, edge), room) for edge in edges] for name in SIDES]
    wide = [max(map(display_width, column)) for column in units]
    relations = [edge.relation or UNLABELLED for edge in edges]
    lines = []
    for edge, source, target, relation in zip(edges, *units, relations, strict=True):
        facts = [f"{edge.score:.2f}", "CONFLICT" * edge.conflict, edge.verdict]
        if edge.gold_relation and edge.gold_relation != edge.relation:
            facts.append(f"(gold: {edge.gold_relation})")
        lines.append(
            f"  {_padded(source, wide[0])} {LETTERS[edge.relation]} {_padded(target, wide[1])}  "
            f"{relation:<{max(map(len, relations))}}  " + "  ".join(filter(None, facts))
        )
    return lines


def _unit(view: View, name: SideName, edge: ViewLink) -> str:
    unit: tuple[int, ...] = getattr(edge, name)
    return view.phrase(name, unit) if len(unit) > 1 else _word(view.side(name), unit[0])


def _word(side: Side, i: int) -> str:
    """Return a word, numbered if it occurs more than once."""
    word = side.words[i]
    return f"{word}#{side.words[: i + 1].count(word)}" if side.words.count(word) > 1 else word


def _padded(text: str, width: int) -> str:
    """Pad a text to a width; isolate right-to-left text, so that it does not reorder others."""
    blanks = " " * (width - display_width(text))
    return f"\u2068{text}\u2069{blanks}" if is_rtl(text) else text + blanks


def _wrapped(head: str, words: Iterable[str], width: int) -> list[str]:
    """Wrap words into lines of a width; the first line begins with a heading, the others indent."""
    lines, line = [], head
    for word in words:
        if display_width(line) + display_width(word) > width and line.strip() and line != head:
            lines.append(line.rstrip())
            line = " " * len(head)
        line += word + " "
    return [*lines, line.rstrip()]
