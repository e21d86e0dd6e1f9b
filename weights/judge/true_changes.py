"""Changes after which a sentence still follows: what it tells by the way, told by itself.

Each function takes a statement and yields changes. `dropping` has what is left out, `restating`
what is moved or put in other words; `TRUE` lists all of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from spacy.tokens import Token

from weights.encoder.wording import listed
from weights.judge.dropping import (
    Function,
    definite_in,
    droppable,
    drops,
    generic,
    is_aside,
    listed_apposition,
    one_part,
    several_drops,
)
from weights.judge.editing import HELPS, Change, Piece, Statement, left_out, lemma, put
from weights.judge.ordering import ORDERING
from weights.judge.rewording import REWORDING
from weights.judge.voice import VOICE

FACTIVE = listed("""
    know realize realise regret discover notice remember learn recognize recognise acknowledge
    reveal forget demonstrate prove confirm
""")


REPORTING = listed("""
    say claim argue believe think suggest allege maintain insist assert state report announce
    declare note explain write estimate predict hope expect warn tell
""")


# Verbs of which what they govern is so, and those of which it is not.
DONE = listed("manage continue proceed come dare bother happen")


UNDONE = listed("fail refuse decline neglect forget")


TOLD = listed("although though because since after before while as whereas when")


def clause_of(s: Statement, verb: Token, gone: set[int] | None = None) -> list[int]:
    """Return the tokens of a clause without what joins it to another."""
    left = {c.i for c in verb.children if c.dep_ in ("mark", "cc", "preconj") and c.i < verb.i}
    first = s.doc[s.tree(verb)[0]]
    if first.dep_ == "advmod" and first.lower_ in (*TOLD, "where", "once", "whenever"):
        left.add(first.i)
    tokens = [i for i in s.tree(verb) if i not in left and i not in (gone or ())]
    while tokens and s.doc[tokens[0]].is_punct:
        tokens.pop(0)
    while tokens and s.doc[tokens[-1]].text in (",", ";", ":", "–", "-"):
        tokens.pop()
    return tokens


def stands_alone(s: Statement, verb: Token) -> bool:
    """Whether a clause is a sentence by itself: finite, with a subject that is told."""
    subject = s.subject(verb)
    if subject is None or s.finite(verb) is None or subject.tag_ in ("WDT", "WP", "EX"):
        return False
    tree = clause_of(s, verb)
    return bool(tree) and subject.i in tree and tree[0] >= subject.left_edge.i - 3


def apposition_told(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield an apposition as a sentence of its own: "Ana Ruiz is the mayor"."""
    for t in s.body:
        if t.dep_ != "appos" or t.head.pos_ != "PROPN" or t.tag_ not in ("NN", "NNS"):
            continue
        fits = [c for c in t.lefts if c.lower_ in ("a", "an", "the") or c.dep_ == "poss"]
        if not fits or not is_aside(s, t) or not s.joined(t) or not s.upward(s.tree(t)):
            continue
        if any(c.dep_ in ("conj", "cc") for c in (*t.children, *t.head.children)):
            continue
        name = [i for i in s.tree(t.head) if i < t.left_edge.i and not s.doc[i].is_punct]
        if not name or name != list(range(name[0], t.head.i + 1)) or t.head.head.dep_ == "appos":
            continue
        if listed_apposition(s, t) or not _fits_place(s, t):
            continue
        # "the tomb of the general, a monument": said of either.
        above = t.head.head.head if t.head.dep_ == "pobj" else t.head
        if above.pos_ == "NOUN" or s.child(t, "advmod") is not None:
            continue
        past = s.past(s.root)
        be = ("were" if past else "are") if t.tag_ == "NNS" else ("was" if past else "is")
        tree = s.tree(t)
        pieces = (*s.phrase(name), Piece(be), *s.phrase(tree))
        needed = frozenset([*name, t.i])
        yield Change("apposition told", pieces, True, False, False, needed)


_PLACE_WORDS = frozenset(
    listed("""
    city town village capital country state region province district county suburb municipality
    commune community settlement island peninsula river lake mountain hill valley street road
    neighborhood neighbourhood area territory kingdom republic nation borough hamlet parish port
    place site castle church bridge building park bay sea ocean desert forest seat colony locality
""")
)


def _fits_place(s: Statement, t: Token) -> bool:
    """Whether an apposition of a place says what kind of place it is."""
    place = t.head.ent_type_ in ("GPE", "LOC", "FAC")
    return not place or lemma(t) in _PLACE_WORDS


def relative_told(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a relative clause as a sentence of its own, of what it is said of."""
    for verb in s.body:
        found = relative(s, verb)
        if found is None or not s.upward(s.tree(verb.head)):
            continue
        noun, rest, plural = found
        agreed = s.agree(verb, plural)
        told = [c for c in verb.head.lefts if c.dep_ in ("det", "poss", "nummod")]
        bare = verb.head.tag_ == "NNS" and not told
        if any(lemma(a) in _SOUGHT for a in verb.head.ancestors):
            continue
        if any(t.dep_ == "appos" and t.i in rest and max(s.tree(t)) == rest[-1] for t in s.body):
            continue
        if agreed != {} or bare or generic(s, verb.head) or unsure(s, verb):
            continue
        subject = s.subject(s.root)
        if verb.head.dep_ == "attr":
            alike = subject is not None and s.plural(subject) == plural
            if verb.head.head != s.root or subject is None or not alike or not s.joined(subject):
                continue
            noun = s.tree(subject)
        pieces = (*s.phrase(noun), *s.phrase(rest))
        yield Change("relative clause told", pieces, True, False, False, frozenset([*noun, verb.i]))


# Verbs of which the object need not be there.
_SOUGHT = frozenset(listed("look seek want need search require desire lack hope wish imagine"))


def unsure(s: Statement, verb: Token) -> bool:
    """Whether a relative clause might be said of the noun above the one it is read with."""
    head = verb.head
    above = head.head.head if head.dep_ == "pobj" else head
    who = s.subject(verb)
    if above == head or above.pos_ not in ("NOUN", "PROPN"):
        return False
    named = who is not None and who.lower_ == "who" and head.ent_type_ == "PERSON"
    return not named and s.plural(above) == s.plural(head)


def relative(s: Statement, verb: Token) -> tuple[list[int], list[int], bool | None] | None:
    """Return what a relative clause is said of, its predicate, and whether that is plural."""
    subject = s.subject(verb) if verb.dep_ == "relcl" else None
    if subject is None or subject.lower_ not in ("who", "which", "that"):
        return None
    head = verb.head
    if head.pos_ not in ("NOUN", "PROPN") or definite_in(s, head) or s.finite(verb) is None:
        return None
    if any(c.dep_ in ("conj", "cc", "appos") for c in head.children) or head.dep_ == "conj":
        return None
    if sum(c.dep_ == "relcl" for c in head.children) > 1:
        return None
    start = min(s.tree(verb))
    noun = [i for i in s.tree(head) if i < start]
    while noun and s.doc[noun[-1]].is_punct:
        noun.pop()
    between = noun[-1:] != [start - 1] and s.doc[start - 1].text != ","
    if not noun or between or subject.i != start or not s.joined(verb):
        return None
    if head.i != noun[-1] and any(s.doc[i].pos_ in ("NOUN", "PROPN") for i in noun if i > head.i):
        return None
    rest = clause_of(s, verb, {subject.i})
    return (noun, rest, s.plural(head)) if len(rest) > 1 else None


def clause_told(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a subordinate clause that is a fact, or what somebody is said to know, by itself."""
    for verb in s.body:
        if verb.pos_ not in ("VERB", "AUX") or not stands_alone(s, verb):
            continue
        if not s.upward(s.tree(verb)):
            continue
        mark = s.child(verb, "mark", "advmod")
        if any(t.lower_ in ("if", "though") and t.i for t in s.doc[min(s.tree(verb)) + 1 : verb.i]):
            continue
        joined = mark is not None and mark.i == min(s.tree(verb))
        if verb.dep_ == "advcl" and joined and mark is not None and mark.lower_ in TOLD:
            if mark.lower_ not in ("although", "though", "because", "whereas") and not s.past(verb):
                continue
            if s.root.i not in s.tree(verb) and s.finite(verb) is not None:
                yield _told("clause told", s, verb)
        elif verb.dep_ == "ccomp" and lemma(verb.head) in FACTIVE and verb.head.i < verb.i:
            head = verb.head
            sure = head.dep_ == "ROOT" and s.finite(head) is not None
            if sure and joined and all(t.tag_ != "MD" for t in head.children):
                yield _told("known fact told", s, verb)


def _told(kind: str, s: Statement, verb: Token) -> Change:
    needed = frozenset(t.i for t in s.verb_group(verb))
    return Change(kind, s.phrase(clause_of(s, verb)), True, False, False, needed)


_ALONE = frozenset(listed("solely best only exclusively merely all every each any no alone"))


def _bare_plural(noun: Token) -> bool:
    return noun.tag_ == "NNS" and all(c.dep_ not in ("det", "poss", "nummod") for c in noun.lefts)


def attribution_kept(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield what somebody says with less in it, still as what somebody says."""
    told = s.child(s.root, "ccomp")
    if lemma(s.root) not in REPORTING or told is None:
        return
    inner = frozenset(s.tree(told))
    unique = any(s.doc[i].tag_ in ("JJS", "RBS") or s.doc[i].lower_ in _ALONE for i in inner)
    for drop in droppable(s):
        if drop.tokens & inner and (unique or not s.upward(drop.tokens)):
            continue
        top = s.doc[min(drop.tokens & inner, default=told.i)]
        heads = [t.head for t in s.body if t.i in drop.tokens and t.head.i not in drop.tokens]
        if drop.kind.startswith("relative") and any(_bare_plural(t) for t in (*heads, top.head)):
            continue
        yield left_out(s, "attribution kept", "said more", drop.tokens)


def governed(s: Statement, verbs: tuple[str, ...]) -> Iterator[tuple[Token, Token, Token]]:
    """Yield verbs, "to" and what they govern: "managed", "to", "win"."""
    for t in s.body:
        if t.dep_ != "xcomp" or t.tag_ != "VB" or lemma(t.head) not in verbs:
            continue
        to = s.child(t, "aux")
        head = t.head
        subject = s.subject(head)
        if to is None or to.lower_ != "to" or subject is None or head.i > to.i:
            continue
        if [c for c in t.lefts if c.i < to.i] or [c for c in head.rights if c.i < to.i]:
            continue
        if to.i != head.i + 1 or any(c.dep_ == "neg" for c in head.children):
            continue
        yield head, to, t


def done(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield what somebody managed to do as done, and what somebody failed to do as not done."""
    for head, to, verb in governed(s, (*DONE, *UNDONE)):
        if head.tag_ not in ("VBD", "VBZ", "VBP") or [c for c in head.lefts if c.dep_ in HELPS]:
            continue
        if not s.upward(s.tree(head)) and lemma(head) in DONE:
            continue
        if any(c.dep_ in ("conj", "cc") for c in verb.children):
            continue
        if lemma(head) in UNDONE:
            if not s.upward([s.tree(s.subject(head) or head)[0]]):
                continue
            does = {"VBD": "did", "VBZ": "does", "VBP": "do"}[head.tag_]
            kind, edits = "failure told", {head.i: f"{does} not", to.i: ""}
        else:
            kind = "success told"
            edits = {head.i: "", to.i: "", verb.i: form_like(s, verb, head)}
        pieces = put(s.pieces, edits, marked=False)
        yield Change(kind, pieces, True, False, False, frozenset([head.i, verb.i]))


def form_like(s: Statement, verb: Token, model: Token) -> str:
    """Return the form of a verb that stands for another one."""
    subject = s.subject(model)
    plural = s.plural(subject) if subject is not None else False
    if lemma(verb) == "be":
        table = {"VBD": ("was", "were"), "VBZ": ("is", "is"), "VBP": ("are", "are")}
        return table[model.tag_][bool(plural)]
    return s.words.inflected(lemma(verb), model.tag_)


TRUE: tuple[Function, ...] = (
    drops,
    several_drops,
    one_part,
    apposition_told,
    relative_told,
    clause_told,
    attribution_kept,
    done,
    *ORDERING,
    *VOICE,
    *REWORDING,
)
