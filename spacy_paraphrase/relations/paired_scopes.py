"""What restricts what on two sides: relative clauses, conditions, and what "only" is said of.

A restrictive relative clause tells which ones are meant, the main clause what is said of them, and
a condition is not its consequence: "those who fled were given blankets" and "those who were given
blankets fled" have the same words in the same roles, and say other things. What "only" is said of
is its focus (Rooth 1992, *A theory of focus interpretation*): another focus excludes other things.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis import roles as r
from ..analysis.arguments import AGENT, MANNER, top_conjunct
from ..analysis.clauses import Clause
from ..analysis.reading import Analysis
from .lexical import SAME_MEANING, TokenPair
from .same_place import Arcs

# Relations of words that have not been found to be alike.
_UNLIKE = ("none", "sister", "antonym", "opposite", "intersects")


def at_other_scopes(arcs: Arcs) -> Iterator[TokenPair]:
    """Yield the source and target tokens of what restricts something else on the other side.

    Args:
        arcs: The places of both sides.
    """
    yield from _exchanged_clauses(arcs)
    yield from _other_focus(arcs)
    yield from _other_head(arcs)
    yield from _exchanged_standards(arcs)


# Which clause hangs on which.


def _exchanged_clauses(arcs: Arcs) -> Iterator[TokenPair]:
    """Yield what two clauses say of which each hangs on the other one on one of the sides."""
    one, other = arcs.sides
    hanging = list(_hanging(other))
    for name, clause, above in _hanging(one):
        for name2, clause2, above2 in hanging:
            tokens = _kernel(one, clause), _kernel(other, above2)
            alike = name == name2 and _alike(arcs, *tokens)
            if alike and _alike(arcs, _kernel(one, above), _kernel(other, clause2)):
                yield tokens


def _hanging(analysis: Analysis) -> Iterator[tuple[str, Clause, Clause]]:
    """Yield conditions and restrictive relative clauses, each with what it hangs on.

    First stands what opens a condition, "" of a relative clause. A parser may take the one for the
    other: "is always on time when it stops".
    """
    lang = analysis.lang
    markers = lang.condition_markers | lang.general_conjunctions
    for clause in analysis.clauses:
        if clause.above < 0 or clause.link not in ("adverbial", "relative"):
            continue
        if clause.marker in markers:
            yield clause.marker, clause, analysis.clauses[clause.above]
        elif clause.link == "relative" and _restricts(analysis, clause):
            yield "", clause, analysis.clauses[clause.above]


def _restricts(analysis: Analysis, clause: Clause) -> bool:
    """Return whether a relative clause tells which ones are meant.

    Not so behind a comma, or at a name. "A man who sang danced" is as good as "a man who danced
    sang".
    """
    syntax, lang = analysis.syntax, analysis.lang
    noun = syntax.heads[top_conjunct(syntax, clause.verb)]
    if noun < 0 or analysis.words[noun].category not in ("noun", "pronoun"):
        return False
    between = range(noun + 1, min(clause.tokens))
    if any(syntax.pos[t] == "PUNCT" for t in between):
        return False
    determiners = {syntax.words[t] for t in syntax.below(noun, r.DETERMINER)}
    return determiners.isdisjoint(lang.indefinite_articles)


def _kernel(analysis: Analysis, clause: Clause) -> int:
    """Return what a clause is known by: its predicate; of a copula what it joins with a subject."""
    if analysis.words[clause.predicate].lemma not in analysis.lang.copulas:
        return clause.predicate
    joined = (a.head for a in clause.arguments if a.role not in (AGENT, MANNER))
    return next(joined, clause.predicate)


def _alike(arcs: Arcs, i: int, j: int) -> bool:
    return arcs.compared.relations.get((i, j), "none") not in _UNLIKE


# What "only" is said of.


def _other_focus(arcs: Arcs) -> Iterator[TokenPair]:
    """Yield linked words such as "only" that are said of other words on the other side."""
    one, other = arcs.sides
    cells = arcs.compared.relations
    restricting = arcs.lang.restrictive_adverbs | arcs.lang.focus_adverbs
    for i, j in cells:
        if one.sentence.words[i] not in restricting or other.sentence.words[j] not in restricting:
            continue
        foci = _focus(one, i), _focus(other, j)
        told = all(any(arcs.compared.partner(k, t) for t in focus) for k, focus in enumerate(foci))
        if told and not any((s, t) in cells for s in foci[0] for t in foci[1]):
            yield i, j


def _other_head(arcs: Arcs) -> Iterator[TokenPair]:
    """Yield linked adverbs such as "almost" and "probably" that weaken other words on either side.

    Where the words behind them are the same, a parser has attached them in two ways.
    """
    cells, lang = arcs.compared.relations, arcs.lang
    weakening = lang.approximate_adverbs | lang.possibility_words
    for pair in cells:
        words = [side.words[t] for side, t in zip(arcs.sides, pair, strict=True)]
        if any(word.category != "adverb" or word.form not in weakening for word in words):
            continue
        heads = [side.syntax.heads[t] for side, t in zip(arcs.sides, pair, strict=True)]
        told = all(t >= 0 and arcs.compared.partner(k, t) for k, t in enumerate(heads))
        behind = pair[0] + 1, pair[1] + 1
        if told and (heads[0], heads[1]) not in cells and behind not in cells:
            yield pair


def _focus(analysis: Analysis, i: int) -> set[int]:
    """Return the words of which a word such as "only" may be said.

    By a verb that may be whatever stands behind it; right before a subject it is that; else it is
    the phrase that it is a part of.
    """
    syntax, above = analysis.syntax, analysis.syntax.heads[i]
    if above < 0:
        return set()
    phrase = syntax.subtree(above)
    if syntax.is_verbal(above) or above < i:
        subjects = [syntax.subtree(t) for t in syntax.below(above, *r.NOMINAL_SUBJECTS)]
        before = next((s for s in subjects if i + 1 in s), None)
        phrase = [t for t in phrase if t > i] if before is None else before
    elif not analysis.prepositions.opens(above):
        phrase = range(i + 1, above + 1)  # what stands behind a noun may belong to the verb
    words = analysis.words
    return {t for t in phrase if t != i and (words[t].content or words[t].category == "pronoun")}


# What is compared with what.


def _exchanged_standards(arcs: Arcs) -> Iterator[TokenPair]:
    """Yield predicates whose subject is what the other side compares its subject with.

    Examples: "cycling burns less than swimming", "Anna earns as much as Ben".
    """
    cells = arcs.compared.relations
    for (i, j), kind in cells.items():
        one, other = arcs.clause(0, i), arcs.clause(1, j)
        if one is None or other is None or kind not in SAME_MEANING or any(arcs.converse):
            continue
        standards = _standards(arcs.sides[0], one), _standards(arcs.sides[1], other)
        there = any((one.filler(AGENT), t) in cells for t in standards[1])
        if there and any((t, other.filler(AGENT)) in cells for t in standards[0]):
            yield i, j


def _standards(analysis: Analysis, clause: Clause) -> list[int]:
    """Return what stands behind "than" or "as" in the phrase of a predicate."""
    lang, syntax = analysis.lang, analysis.syntax
    markers = lang.comparison_markers | lang.role_prepositions
    return [
        t
        for t in syntax.subtree(clause.verb)
        if syntax.heads[t] >= 0 and syntax.words[syntax.heads[t]] in markers
    ]
