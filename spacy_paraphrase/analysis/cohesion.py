"""Cohesion: words that must not be separated, and words that must be kept or deleted together.

Clarke and Lapata 2008, *Global inference for sentence compression: an integer linear programming
approach*, express by constraints which words of a sentence require which other words
(`constraints`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from . import roles as r
from .reading import analyse
from .sentence import Sentence

# Roles of dependents that their heads need.
TIED = (r.SUBJECTS | r.INNER_OBJECTS | r.COMPLEMENT_CLAUSES | r.AUXILIARIES) - {
    r.PASSIVE_CLAUSAL_SUBJECT
} | {
    *(r.AGENT, r.NEGATION, r.POSSESSOR, r.CASE, r.PARTICLE, r.PREPOSITIONAL_OBJECT),
    *(r.PREPOSITIONAL_CLAUSE, r.MARKER, r.NUMERAL, r.NUMERAL_MODIFIER),
}
# Roles of words that commas may set off.
_ASIDES = frozenset(
    (
        *(r.APPOSITION, r.RELATIVE_CLAUSE, r.NOUN_CLAUSE, r.ADVERBIAL_CLAUSE, r.ADVERBIAL_NOUN),
        *(r.PREPOSITION, r.ADVERB, r.ADJECTIVE, r.COMPLEMENT_CLAUSE, r.PARATAXIS),
    )
)
_APOSTROPHES = ("'", "’", "‘", "`")


def is_mark(sentence: Sentence, token: int) -> bool:
    """Return whether a token has neither letters nor digits."""
    return not any(map(str.isalnum, sentence.texts[token]))


def unparted(sentence: Sentence, terms: Iterable[range] = ()) -> list[bool]:
    """Return for each token boundary whether the tokens on both sides are inseparable; n + 1 items.

    Inseparable are tokens without a blank between them, adjacent names, places with their regions
    ("Paris, Texas"), and the words of a term.
    """
    n, blanks = len(sentence), sentence.attribute("SPACY").tolist()
    lang, entities, found = sentence.lang, sentence.entities, [False] * (len(sentence) + 1)
    for i in range(1, n):
        written = not (blanks[i - 1] or _encloses(sentence, i - 1) or _encloses(sentence, i))
        alike = entities[i] != "" and entities[i] == entities[i - 1]
        found[i] = written or (alike and sentence[i].ent_iob_ == "B")
    for i in range(1, n - 1):
        place = entities[i - 1] in lang.place_entities
        kinds = lang.place_entities if place else lang.time_entities
        if sentence.texts[i] == "," and kinds.issuperset((entities[i - 1], entities[i + 1])):
            found[i] = found[i + 1] = True
    for term in terms:
        found[term.start + 1 : term.stop] = [True] * (len(term) - 1)
    return found


def _encloses(sentence: Sentence, token: int) -> bool:
    """Return whether a mark can be separated from its neighbours: a final or enclosing one."""
    quote = bool(sentence[token].is_quote)
    return is_mark(sentence, token) and (sentence.texts[token] in ",;:.!?()[]…" or quote)


def quoted(sentence: Sentence) -> list[bool]:
    """Return for each token whether it is within quotation marks, or one of them."""
    found, inside = [], False
    for token, text in zip(sentence, sentence.texts, strict=True):
        double = token.is_quote and text not in _APOSTROPHES
        found.append(inside or double)
        inside = inside != double
    return found


# -- The surroundings of deleted tokens ------------------------------------------------------------


def with_conjunction(sentence: Sentence, conjunct: int, start: int) -> int:
    """Return the start of a conjunct, with the conjunction right before `start` included."""
    syntax = sentence.syntax
    joints = syntax.below(syntax.heads[conjunct], r.CONJUNCTION)
    return start - 1 if start - 1 in joints else start


def joins_clauses(sentence: Sentence, token: int) -> bool:
    """Return whether a token is a conjunction: "that", "and"."""
    return sentence.pos[token] in ("SCONJ", "CCONJ")


def waits_for_more(sentence: Sentence, token: int) -> bool:
    """Return whether a token needs the words after it: a conjunction, a preposition."""
    return joins_clauses(sentence, token) or sentence.pos[token] == "ADP"


def is_depended_on(sentence: Sentence, start: int, end: int) -> bool:
    """Return whether a word outside of a range, except a mark, depends on a word inside it.

    So does a pronoun that stands for a noun in the first words: "when Ann came, *she* was tired".
    """
    if start == 0 and _names_for_pronoun(sentence, end):
        return True
    return any(
        start <= head < end and not (start <= t < end or is_mark(sentence, t))
        for t, head in enumerate(sentence.heads)
    )


def points_ahead(sentence: Sentence, end: int) -> bool:
    """Return whether a pronoun before `end` stands for a later word: "when *she* came, Ann sat"."""
    before = [m for m in analyse(sentence).mentions if m.head < end]
    words, empty = sentence.words, sentence.lang.expletive_pronouns
    return any(
        min(m.may_be) >= end if m.may_be else words[m.head] not in empty
        for m in before
        if sentence.feature(m.head, "Person") == "3"
    )


def owns_comma(sentence: Sentence, node: int, comma: int) -> bool:
    """Return whether the comma after a subtree only closes the subtree.

    It has another function if a relative clause, a conjunct or a verb of saying follows.

    Args:
        sentence: The sentence.
        node: The highest word of the subtree.
        comma: The index of the comma, if there is one.
    """
    syntax, behind = sentence.syntax, comma + 1
    if syntax.roles[node] not in _ASIDES:
        return False
    if sentence.texts[comma:behind] != [","] or behind >= len(sentence):
        return True
    if sentence.tags[behind] in sentence.lang.wh_tags or syntax.roles[behind] == r.CONJUNCTION:
        return False
    verbs = sentence.lang.reporting_verbs
    saying = next((t for t in range(behind, len(sentence)) if syntax.lemmas[t] in verbs), None)
    if saying is None:
        return True
    subject = syntax.subject(saying)
    opens = syntax.subtree(subject)[0] if subject is not None and subject < saying else saying
    clauses = {node, *syntax.above(node)} & {*syntax.below(saying, *r.FINITE_COMPLEMENTS)}
    return opens != behind or not clauses


def needs_comma(sentence: Sentence, node: int, start: int, end: int) -> bool:
    """Return whether words between commas leave a sentence that needs one of them.

    The first comma closes what another one opens ("Ann, 63, *who came*, left"), or the main clause
    follows ("However, *at last*, she left").

    Args:
        sentence: The sentence.
        node: The highest of the words.
        start: The first of them.
        end: The comma behind them.
    """
    syntax = sentence.syntax
    head = aside = syntax.heads[node]
    while aside >= 0 and not syntax.is_verbal(aside):
        head = syntax.heads[aside] if syntax.roles[aside] == r.APPOSITION else head
        aside = syntax.heads[aside]
    if 0 <= head < start and sentence.texts[head : start - 1].count(",") % 2:
        return True
    subjects = (syntax.subject(t) for t, above in enumerate(syntax.heads) if above < 0)
    subject = next(subjects, None)
    return subject is not None and subject > end and syntax.subtree(subject)[0] == end + 1


def is_listed(sentence: Sentence, node: int) -> bool:
    """Return whether a word is one of several adjectives of a noun: "a *quiet*, white march"."""
    syntax, head = sentence.syntax, sentence.syntax.heads[node]
    alike = [c for c in syntax.below(head, r.ADJECTIVE) if node != c < head]
    return node < head and any("," in sentence.texts[min(c, node) : max(c, node)] for c in alike)


def _names_for_pronoun(sentence: Sentence, end: int) -> bool:
    """Return whether a noun is before `end`, and a pronoun is the next noun or pronoun behind."""
    pos, lang = sentence.coarse_pos, sentence.lang
    nominal = (t for t in range(end, len(sentence)) if pos[t] in ("NOUN", "PRON"))
    following = next(nominal, None)
    referring = lang.personal_pronouns - lang.expletive_pronouns
    return "NOUN" in pos[:end] and following is not None and sentence.words[following] in referring


# -- Tokens that must be kept together -------------------------------------------------------------


def constraints(sentence: Sentence) -> Iterator[tuple[str, list[int]]]:
    """Yield the syntactic constraints on which tokens a compression keeps.

    Each is a kind and tokens: "tie" (all are kept or none), "below" (a head, and a dependent that
    is kept only with it), "keep" (it is kept), "some" (at least one of them is kept).
    """
    for node in range(len(sentence)):
        if not is_mark(sentence, node):
            yield from _of_word(sentence, node)
    yield from (("tie", unit) for unit in _units(unparted(sentence)) if len(unit) > 1)
    verbs = [i for i in range(len(sentence)) if sentence.syntax.is_verbal(i)]
    if verbs:
        yield "some", verbs
    if sentence.texts[-1:] and sentence.texts[-1] in ".!?":
        yield "keep", [len(sentence) - 1]


def _of_word(sentence: Sentence, node: int) -> Iterator[tuple[str, list[int]]]:
    """Yield the constraints on a word and its head."""
    syntax, head = sentence.syntax, sentence.syntax.heads[node]
    if head < 0:
        yield "keep", [node]
        return
    asking = sentence.tags[node] in sentence.lang.wh_tags
    yield "tie" if syntax.roles[node] in TIED or asking else "below", [head, node]
    if syntax.roles[node] == r.CONJUNCTION:
        conjuncts = [c for c in syntax.below(head, r.CONJUNCT) if c > node]
        yield from (("tie", [node, conjunct]) for conjunct in conjuncts[:1])


def _units(unparted: list[bool]) -> Iterator[list[int]]:
    """Yield the tokens as runs of inseparable ones."""
    starts = [i for i, inside in enumerate(unparted) if not inside]
    return (list(range(start, end)) for start, end in pairwise(starts))
