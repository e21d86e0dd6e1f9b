"""Explanations of an alignment in plain English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from spacy.tokens import Token

from ..checked import checked
from ..lexicon.overlap import token_weights
from ..pairs.alignment import Alignment
from ..pairs.pair import language_of
from ..pairs.results import read_relation
from .account import Account
from .statements import Kind, Statement, is_doubtful

_LABEL_ORDER: tuple[Kind, ...] = ("conflict", "both", "link", "only", "implied")


_SUMMARIES = {
    "equals": "Both sides read the same.",
    "restates": "Both sides {}say the same.",
    "specifies": "The source {}says all that the target says, and more.",
    "generalizes": "The target {}says all that the source says, and more.",
    "intersects": "Each side says something that the other does not.",
    "none": "The sides have nothing to do with each other.",
}
# Said besides of sides without a conflict that probably cannot both be true of one event.
_EXCLUSION = " If they speak of one event, they are probably not both true."
# The least `exclusion` for that sentence.
EXCLUDING = 0.8
# Most lines of an explanation; what is less important is told together.
MOST_LINES = 8


def explain(alignment: Alignment) -> list[str]:
    """Say what conflicts, what the sides share, what is more specific, and what only one says.

    Example:
        >>> import spacy_paraphrase
        >>> doc = spacy_paraphrase.compare("A poodle sleeps.", "A dog sleeps all day.")
        >>> explain(doc._.alignment)
        ['both: sleeps', '"poodle" is more specific than "dog"', 'only the target: all day']
    """
    found = _once(statements(alignment))
    lines = [statement.text for statement in found]
    links = [number for number, statement in enumerate(found) if statement.kind == "link"]
    spare = MOST_LINES - len(found) + len(links) - 1
    if len(found) <= MOST_LINES or spare < 1:
        return lines
    first, last = links[spare], links[-1] + 1
    return [*lines[:first], "; ".join(lines[first:last]), *lines[last:]]


def _once(found: list[Statement]) -> list[Statement]:
    """Return statements, those of one text once, with how often it is so."""
    times = Counter(statement.text for statement in found)
    first = {statement.text: statement for statement in reversed(found)}
    return [
        replace(first[text], text=f"{text} ({n} times)") if n > 1 else first[text]
        for text, n in times.items()
    ]


@checked("alignment")
def statements(alignment: Alignment) -> list[Statement]:
    """Return the statements of `explain`, each with the words and links that it is about.

    Every significant word is in exactly one statement: words that carry information, negate, count,
    restrict, or express certainty. The statements agree with the relation of the sides: a side that
    says more than the other has words that are "only" there, more specific, or different; a side
    that is entailed has none of these, only words that are "implied". Within a kind of statement,
    the more informative ones come first.
    """
    account = Account(alignment)
    weigh = token_weights(language_of(alignment.doc))
    return sorted(account.statements, key=lambda statement: _order(statement, weigh))


@checked("alignment")
def summary(alignment: Alignment) -> str:
    """Describe in one sentence how the sides are related, in two if they may exclude each other.

    Example:
        >>> import spacy_paraphrase
        >>> doc = spacy_paraphrase.compare("A poodle sleeps.", "A dog sleeps all day.")
        >>> summary(doc._.alignment)
        'Each side says something that the other does not.'
    """
    relation = read_relation(alignment.doc)
    if relation is None or relation.abstains:
        return "Nothing is known of how the sides are related."
    if relation.conflict:
        found = next((s.text for s in statements(alignment) if s.kind == "conflict"), "")
        conflict = found.removeprefix("conflict: ")
        return "Both sides cannot be true" + (f": {conflict}." if conflict else ".")
    doubtful = any(map(is_doubtful, relation.chances, (relation.entails, relation.entailed)))
    found = _SUMMARIES[relation.label].format("probably " if doubtful else "")
    if relation.entails or relation.entailed or relation.exclusion < EXCLUDING:
        return found
    return found + _EXCLUSION


def unaccounted(alignment: Alignment) -> list[Token]:
    """Return the significant words without a statement; there are none unless there is a bug."""
    account = Account(alignment)
    accounted = {t.i for s in account.statements for t in (*s.source, *s.target)}
    sides = alignment.source, alignment.target
    return [
        token
        for side, news in zip(sides, account.news, strict=True)
        for token, counts in zip(side, news, strict=True)
        if counts and token.i not in accounted
    ]


def _order(statement: Statement, weigh: Callable[[Token], float]) -> tuple[int, bool, float]:
    tokens = (*statement.source, *statement.target)
    weight = sum(map(weigh, tokens)) / (2 if statement.source and statement.target else 1)
    rank = _LABEL_ORDER.index(statement.kind)
    return rank, statement.kind == "only" and not statement.source, -round(weight, 6)
