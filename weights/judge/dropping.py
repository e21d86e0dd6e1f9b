"""What can be left out of a sentence so that it still follows from the whole.

Each function takes a statement and yields changes. What is left out stands where less follows from
more, is not needed by its head, and does not tell one thing from others ("the largest").
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from spacy.tokens import Token

from weights.encoder.wording import listed
from weights.judge.editing import HELPS, Change, Statement, left_out, lemma, put

# Modifiers whose deletion does not give something more general, beside those of `changes.UNSAFE`.
UNSAFE = listed("""
    fake former alleged potential possible so-called toy artificial same other different first
    next last more few many several such own another future false model nearly almost allegedly
    probably possibly apparently likely presumably reportedly supposedly early late mere main sole
    entire whole top second third fourth fifth only good best old big small large little long short
    high low single final previous supposed would-be ex acting deputy vice assistant honorary
    imaginary fictional proposed planned intended attempted expected prospective virtual partial
    occasional current existing present actual favorite key real half quasi pseudo semi unlikely
    unable impossible necessary important essential difficult hard easy able due subject new
    hypothetical theoretical apparent presumed would-be failed unfinished
    incomplete wrong bad incorrect mistaken called
    estimated least most less minimum maximum average total original favorite favourite
    hardly barely rarely seldom scarcely never not no less least too enough so as how about
    approximately roughly around over under up together apart respectively alternately maybe perhaps
    just even still yet no-longer anymore currently formerly previously originally initially once
    otherwise instead twice thrice half partly partially mostly mainly largely usually generally
    sometimes often always typically normally frequently occasionally only merely solely far away
    back then there here out in on off down much very quite rather well badly poorly
    negatively bad central nervous listed sixth seventh eighth ninth tenth eleventh twelfth
    north south east west northern southern eastern western northeast northwest southeast southwest
    past inaugural opening initial superior inferior certain particular specific given various
""")


# What says how long before or after something is.
MEASURES = listed("""
    years days months hours minutes weeks year day month week long soon shortly just even only
    immediately century time second seconds minute hour decade decades centuries moment moments
    season seasons round rounds while
""")
# What tells one thing from others, or a whole from a part, standing before "of" or a noun.
_TELLING_APART = frozenset(
    listed("""
    all every each any no most few first last only sole best worst largest one none half those
    second third fourth fifth sixth many several some both number majority
""")
)


# The same of words that stand before the noun itself, or of what makes it one of several.
_DEFINITE = frozenset(
    listed("""
    only first last second third next same other such one most few those that final sole top
    another enough all every each any no half
    """)
)


# Prepositions of what can be left out.
ADJUNCTS = listed("""
    in on at near during after beside behind outside inside under over along through with
    across around throughout alongside amid despite following since until within due because
    upon above below beneath
""")


# Verbs with a place or thing that they need, or of a state.
NEEDY = listed("""
    be put place look lean consist depend rely refer belong live seem become have base locate
    situate set name call lie reside stay get go come take make give use try start serve appear
    deal participate know lead result fail stop prevent keep remain agree succeed begin end begins
    happen occur focus center involve face range vary last do tend turn run stand differ act treat
    regard consider describe view see define compare replace limit restrict confine date
    aim measure weigh cost rank provide supply fill equip present confront associate replace
    charge concern deal load bring lay
""")


# Prepositions of what says more of a noun; verbs of definitions; nouns that say little alone.
OF_NOUNS = listed("in at near on behind during")
DEFINING = listed("refer mean define call denote")
EMPTY_NOUNS = listed("""
    way time place reason fact people thing stuff something anything everything nothing someone
    anyone everyone kind sort type form case part area situation
""")
COLLECTIVE = listed("""
    meet marry merge combine unite consist comprise share separate collaborate differ divide mix
    compare connect join link alternate total compete split divorce cooperate unify blend relate
    distinguish interact fight debate range
""")


TOGETHER = frozenset(
    listed("""
    between both together respectively each other either combined same alike different jointly
    total among neither mutual mutually joint two three four largely mainly mostly primarily
    chiefly predominantly principally exclusively entirely partly
""")
)


FACTUAL = listed("although though because since after before while as whereas once when where")


Function = Callable[[Statement, random.Random], Iterator[Change]]


class Drop(NamedTuple):
    """What can be left out of a sentence so that it still follows."""

    kind: str
    tokens: frozenset[int]


def definite_in(s: Statement, token: Token) -> bool:
    """Whether a noun is told from others by what hangs on it: "the largest", "the first"."""
    for w in (w for c in token.children for w in (c, *c.children)):
        if w.tag_ in ("JJS", "RBS", "JJR", "RBR") or w.lower_ in _DEFINITE:
            return True
        if re.match(r"\d+(?:st|nd|rd|th)$", w.lower_):
            return True
    return token.lower_ in ("those", "one", "ones", "that", "anyone", "everyone", "all", "such")


def generic(s: Statement, token: Token) -> bool:
    """Whether a noun may stand for a whole kind: a bare plural or "a" in the present."""
    top = token
    while top.dep_ in ("pobj", "prep", "conj", "compound") and top.head != top:
        top = top.head
    if token.dep_ not in ("nsubj", "nsubjpass"):
        return False
    marked = [c for c in token.lefts if c.dep_ in ("det", "poss", "nummod")]
    if token.pos_ == "PROPN" or any(c.lower_ not in ("a", "an", "any") for c in marked):
        return False
    return (token.tag_ == "NNS" and not marked) or not s.past(token.head)


def restricted(s: Statement, t: Token) -> bool:
    """Whether what hangs on a noun tells which of its kind are meant: "all", "the first of"."""
    below = t
    for a in t.ancestors:
        noun = a.pos_ in ("NOUN", "PROPN", "PRON", "NUM", "ADJ", "DET")
        if below.dep_ == "appos" or (below.dep_ == "relcl" and is_aside(s, below)):
            return False
        if noun and (definite_in(s, a) or generic(s, a) or a.lower_ in _TELLING_APART):
            return True
        if noun and any(c.lower_ in _TELLING_APART or c.ent_type_ == "ORDINAL" for c in a.lefts):
            return True
        below = a
    return False


def tells_past(s: Statement, verb: Token) -> bool:
    """Whether a verb tells of what once was or has been, not of what is so now and then."""
    way = [verb, *(a for a in verb.ancestors if a.pos_ in ("VERB", "AUX"))]
    return any(s.past(v) or any(c.lower_ in ("has", "have", "had") for c in v.lefts) for v in way)


def cuts_name(s: Statement, tokens: frozenset[int]) -> bool:
    """Whether a name would lose a part."""
    for ent in s.doc.ents:
        inside = {t.i for t in ent}
        if inside & tokens and inside - tokens - {t.i for t in ent if t.lower_ == "the"}:
            return ent.label_ not in ("DATE", "TIME", "CARDINAL", "QUANTITY")
    return False


def cuts_hyphen(s: Statement, tokens: frozenset[int]) -> bool:
    """Whether a word with a hyphen would lose a part."""
    first, last = min(tokens), max(tokens)
    marks = ("-", "–", "/")
    before = s.doc[first].text in marks and first > 0 and not s.doc[first - 1].whitespace_
    if s.doc[last].text in marks and not s.doc[last].whitespace_:
        return True
    after = s.doc[last + 1] if last + 1 < len(s.doc) else None
    return before or (after is not None and after.text in marks and not s.doc[last].whitespace_)


def quoted(s: Statement, tokens: frozenset[int]) -> bool:
    """Whether what would be dropped has one quotation mark of two."""
    return sum(s.doc[i].text in ('"', "“", "”", "(", ")") for i in tokens) % 2 == 1


def droppable(s: Statement) -> list[Drop]:
    """Return what can be left out."""
    found = []
    for t in s.body:
        for kind in _drops_at(s, t):
            gone = s.with_marks(t)
            if kind == "adjective dropped":
                gone = frozenset([t.i])
                after = s.doc[t.i + 1].text if t.i + 1 < len(s.doc) else ""
                if after == "," and s.doc[t.i + 2].dep_ == "amod":
                    gone |= {t.i + 1}
                elif after == ",":
                    continue
                elif t.i > 1 and s.doc[t.i - 1].text == "," and s.doc[t.i - 2].dep_ == "amod":
                    gone |= {t.i - 1}
            elif s.doc[max(s.tree(t)) + 1].dep_ == "cc" or '"' in s.doc[min(gone) : max(gone)].text:
                continue
            fits = s.joined(t) and s.upward(gone) and len(s.body) - len(gone) >= 4
            fits = fits and not cuts_hyphen(s, gone)
            fits = fits and (kind == "apposition dropped" or not _restricted_drop(s, t))
            if fits and not cuts_name(s, gone) and not quoted(s, gone):
                found.append(Drop(kind, gone))
    return found


def _restricted_drop(s: Statement, t: Token) -> bool:
    """Whether a thing that would be dropped belongs to what tells which are meant."""
    aside = t.dep_ in ("relcl", "acl") and is_aside(s, t)
    return not aside and restricted(s, t)


def _tail(s: Statement, t: Token) -> bool:
    """Whether behind a clause something stands that may belong to it."""
    end = s.tree(t)[-1] + 1
    if end < len(s.body) and s.doc[end].text in (",", ")"):
        end += 1
    if end >= len(s.body):
        return False
    return s.doc[end].tag_ not in ("VBD", "VBZ", "VBP", "MD")


def _in_brackets(s: Statement, t: Token) -> bool:
    """Whether a word stands within brackets."""
    before = [x.text for x in s.doc[: t.i]]
    return before.count("(") > before.count(")")


def _drops_at(s: Statement, t: Token) -> Iterator[str]:
    """Yield the name of what a word with all that hangs on it is, if it can be left out."""
    if t.dep_ == "prep":
        if _loose_phrase(s, t):
            yield "adjunct dropped"
    elif t.dep_ in ("npadvmod", "advmod"):
        if t.head.pos_ == "VERB" and _loose_adverb(s, t):
            yield "adjunct dropped"
    elif t.dep_ == "appos":
        aside = s.reading.constituents[t.i].parenthetical and is_aside(s, t)
        nouns = {t.pos_, t.head.pos_} <= {"NOUN", "PROPN"}
        if aside and nouns and not listed_apposition(s, t):
            yield "apposition dropped"
    elif t.dep_ in ("relcl", "acl"):
        noun = t.head.pos_ in ("NOUN", "PROPN") and t.head.tag_[:2] == "NN"
        if noun and t.i > t.head.i and not _tail(s, t) and _loose_relative(s, t):
            yield "relative clause dropped"
    elif t.dep_ == "advcl":
        if _loose_clause(s, t):
            yield "clause dropped"
    elif t.dep_ == "amod" and _loose_adjective(s, t):
        yield "adjective dropped"


def _loose_phrase(s: Statement, t: Token) -> bool:
    """Whether a prepositional phrase can be left out."""
    head, thing, part = t.head, s.child(t, "pobj"), s.reading.constituents[t.i]
    marks = any(s.doc[i].text in (",", ";", ":") for i in s.tree(t))
    if thing is None or marks or t.lower_ not in ADJUNCTS:
        return False
    if head.pos_ == "NOUN":
        loose = head.i < t.i and part.obligatory < 0.1 and t.lower_ in OF_NOUNS
        told = definite_in(s, head) or generic(s, head) or head.dep_ == "attr"
        return loose and not told
    if not ((head.pos_ == "VERB" and head.i < t.i) or (head == s.root and t.i < head.i)):
        return False
    if head.dep_ in ("acl", "amod", "pcomp") or _in_brackets(s, t) or _leans(s, head):
        return False
    # "In practice", "in make-believe".
    if thing.tag_ == "NN" and not thing.ent_type_ and not list(thing.children):
        return False
    place = thing.ent_type_ in ("GPE", "LOC", "FAC", "ORG")
    if not place and not tells_past(s, head):
        return False
    needed = part.obligatory >= (0.05 if t.lower_ == "with" else 0.2) or lemma(head) in NEEDY
    return not needed and s.child(head, "acomp", "attr", "prt", "advmod") is None


def _leans(s: Statement, verb: Token) -> bool:
    """Whether a participle without a subject would lose what it needs."""
    return verb.dep_ == "advcl" and verb.tag_ in ("VBN", "VBG") and s.subject(verb) is None


def _loose_adverb(s: Statement, t: Token) -> bool:
    """Whether an adverb or a noun of time can be left out."""
    if t.head.dep_ in ("acl", "amod") or _in_brackets(s, t) or _leans(s, t.head):
        return False
    if t.dep_ == "npadvmod":
        return t.ent_type_ in ("DATE", "TIME")
    manner = t.lower_.endswith("ly") and t.lower_ not in UNSAFE and not list(t.children)
    return manner and lemma(t.head) not in NEEDY


def _loose_relative(s: Statement, t: Token) -> bool:
    """Whether a relative clause can be left out."""
    head = t.head
    if t.dep_ == "acl" and t.tag_ not in ("VBG", "VBN"):
        return False
    if t.dep_ == "acl" and any(a.lower_ == "with" for a in head.ancestors if a.i < head.i):
        return False
    told = definite_in(s, head) or generic(s, head) or head.dep_ == "attr"
    the = any(c.lower_ in ("the", "this", "these") for c in head.lefts)
    if ((told or the) and not is_aside(s, t)) or lemma(s.root) in DEFINING:
        return False
    ranged = any(a.lower_ in ("from", "between") for a in head.ancestors if a.dep_ == "prep")
    if head.dep_ == "appos" or ranged:
        return False
    return head.lower_ not in EMPTY_NOUNS


def _loose_adjective(s: Statement, t: Token) -> bool:
    """Whether an adjective can be left out."""
    head = t.head
    if t.tag_ != "JJ" or t.lower_ in UNSAFE or list(t.children) or t.is_title:
        return False
    if head.tag_ not in ("NN", "NNS") or head.i < t.i or _hyphened(s, t):
        return False
    if definite_in(s, head) or generic(s, head) or t.ent_type_ == "ORDINAL":
        return False
    # "major league debut", "neighborhood electric vehicles", "a commodity of variable use".
    if head.dep_ in ("compound", "amod", "nmod") or s.doc[t.i - 1].dep_ == "compound":
        return False
    bare = not any(c.dep_ in ("det", "poss", "compound") for c in head.lefts)
    if head.tag_ == "NN" and bare and head.dep_ in ("pobj", "attr", "conj"):
        return False
    if any(c.dep_ == "amod" and c.lower_ in UNSAFE for c in head.lefts):
        return False  # "the real alternative system"
    article = any(c.lower_ in ("a", "an") for c in head.lefts)
    return head.dep_ not in ("attr", "oprd") or (article and t.ent_type_ == "NORP")


def _hyphened(s: Statement, t: Token) -> bool:
    around = s.doc[max(t.i - 1, 0) : t.i + 2]
    return any(x.text in ("-", "–", "/") for x in around)


def is_aside(s: Statement, t: Token) -> bool:
    """Whether commas or brackets stand around a phrase."""
    tree = s.tree(t)
    before = tree[0] > 0 and s.doc[tree[0] - 1].text in (",", "(", "–", "-", "--")
    edges = [s.doc[i] for i in (tree[0] - 1, tree[-1] + 1) if 0 < i < len(s.body)]
    if any(w.text == "-" and not (w.whitespace_ and s.doc[w.i - 1].whitespace_) for w in edges):
        return False
    last = tree[-1] + 1
    after = last >= len(s.body) or s.doc[last].text in (",", ")", "–", "-", "--", ";")
    return before and after


def listed_apposition(s: Statement, t: Token) -> bool:
    """Whether what is read as an apposition may be a part of a list or a place ("Ohio")."""
    words = [s.doc[i] for i in s.tree(t)]
    if any(w.dep_ in ("conj", "cc") for w in (*words, *t.head.children)):
        return True
    if t.head.dep_ in ("conj", "appos"):
        return True
    if any(c.dep_ == "appos" and c != t for c in (*t.children, *t.head.children)):
        return True
    after = s.doc[words[-1].i + 1 : words[-1].i + 3]
    if any(w.dep_ == "cc" for w in after):
        return True
    bracket = words[0].i > 0 and s.doc[words[0].i - 1].text == "("
    if bracket and any(w.like_num for w in words):
        return True
    if t.pos_ == "NOUN" and all(c.dep_ not in ("det", "poss", "nummod") for c in t.lefts):
        return True
    starts = [c for c in t.lefts if c.dep_ in ("det", "poss")]
    return not starts and t.head.pos_ == "PROPN" and t.pos_ == "PROPN" and len(words) < 3


def _loose_clause(s: Statement, t: Token) -> bool:
    """Whether an adverbial clause can be left out."""
    head = t.head
    if head.pos_ not in ("VERB", "AUX") or head.dep_ not in ("ROOT", "conj"):
        return False
    if any(c.dep_ in ("csubj", "csubjpass") for c in head.children):
        return False
    opener, first = s.child(t, "mark", "advmod"), s.doc[s.tree(t)[0]]
    if t.tag_ in ("VBG", "VBN") and s.child(t, *HELPS, "nsubj") is None:
        told = first == t and tells_past(s, head) and lemma(head) != "be"
        return told and (t.i < head.i or is_aside(s, t))
    if opener != first or first.lower_ not in FACTUAL or s.finite(t) is None:
        return False
    if first.i and s.doc[first.i - 1].lower_ in (*MEASURES, "even", "only", "not", "ever"):
        return False
    sure = s.past(head) or first.lower_ in ("although", "though", "because", "whereas")
    return sure and (first.lower_ != "as" or is_aside(s, t))


def drops(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence with one thing left out."""
    for kind, tokens in droppable(s):
        yield left_out(s, kind, kind.replace("dropped", "added"), tokens)


def several_drops(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence with two or three things left out."""
    options = droppable(s)
    for _ in range(2):
        rng.shuffle(options)
        gone: frozenset[int] = frozenset()
        count = 0
        for drop in options:
            if not drop.tokens & gone and count < 3 and len(s.body) - len(gone | drop.tokens) >= 4:
                gone |= drop.tokens
                count += 1
        if count > 1:
            yield left_out(s, "several dropped", "several added", gone)


def chain(first: Token) -> list[Token]:
    """Return the members of a coordination of which a word is the first."""
    found, at = [first], first
    while True:
        following = [c for c in at.children if c.dep_ == "conj" and c.i > at.i]
        if not following:
            return found
        if len(following) > 1:
            return []
        at = following[0]
        found.append(at)


def links(members: list[Token]) -> set[str]:
    """Return the conjunctions of a coordination."""
    return {c.lower_ for m in members for c in m.children if c.dep_ == "cc"}


def coordinations(s: Statement) -> Iterator[list[Token]]:
    """Yield coordinations, each as its members."""
    for t in s.body:
        if t.dep_ != "conj" and any(c.dep_ == "conj" for c in t.children):
            members = chain(t)
            if len(members) > 1 and links(members):
                yield members


def one_part(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence with only one member of a coordination."""
    if s.lowered & TOGETHER:
        return
    for members in coordinations(s):
        first, last = members[0], members[-1]
        if links(members) - {"and", "but"} or first.dep_ in ("compound", "nummod", "amod"):
            continue
        kinds = {first.pos_, last.pos_}
        if not s.upward(s.tree(first)) or (len(kinds) > 1 and "VERB" not in kinds):
            continue
        if first.pos_ in ("NOUN", "PROPN") and last.pos_ in ("NOUN", "PROPN"):
            yield from _one_noun(s, members)
        elif first.pos_ in ("VERB", "AUX") and last.pos_ in ("VERB", "AUX"):
            yield from _one_predicate(s, members)


def _one_noun(s: Statement, members: list[Token]) -> Iterator[Change]:
    first, second, last = members[0], members[1], members[-1]
    tree = set(s.tree(first))
    verb = first.head
    if verb.lower_ == "of" and lemma(verb.head) in _GROUPS:
        return
    if definite_in(s, first) or generic(s, first) or lemma(verb) in COLLECTIVE:
        return
    if any(t.ent_type_ and t.i and t.ent_iob_ == "I" for t in (first, second) if t.dep_ == "conj"):
        return
    more = ("prep", "relcl", "acl", "appos")
    if any(c.dep_ in more for c in (*last.children, *first.children)):
        return
    is_subject = first.dep_ in ("nsubj", "nsubjpass")
    if _broken_list(s, members) or (is_subject and _of_all_together(s, members)):
        return
    changes: dict[int, str] = {}
    if is_subject:
        agreed = s.agree(verb, _alone_plural(last))
        if agreed is None or any(c.dep_ in ("attr", "acomp") for c in verb.children):
            return
        changes = agreed
    start = min(s.tree(second))
    gone = set(s.tree(second)) | {c.i for c in first.children if c.dep_ == "cc"}
    gone |= {i for i in range(first.i + 1, start) if s.doc[i].text in (",", ";")}
    if max(gone) == max(tree):
        agreed = s.agree(verb, _alone_plural(first)) if is_subject else {}
        if agreed is None:
            return
        if not cuts_name(s, frozenset(gone)):
            yield _part_kept(s, gone, agreed)
    own = any(c.dep_ in ("det", "poss", "nummod") for c in last.lefts)
    shared = any(c.dep_ in ("det", "poss", "amod", "nummod", "compound") for c in first.lefts)
    if own or not shared:
        head = min(i for i in tree if i <= first.i)
        left = set(range(head, min(s.tree(last))))
        if not cuts_name(s, frozenset(left)):
            yield _part_kept(s, left, changes)


def _part_kept(s: Statement, gone: Collection[int], agreed: Mapping[int, str]) -> Change:
    """Return the sentence without a part of a coordination, the verb in the form that it needs."""
    change = left_out(s, "part kept", "part added", gone)
    return change._replace(pieces=put(change.pieces, agreed, marked=False))


# What names two as one, or tells the sum of what several have.
_JOINT = frozenset(
    listed("""
    their they them themselves both each together between other another pair couple same apart sum
    total twice half common joint percent dozens hundreds thousands millions jointly one
""")
)
# What several things make up together.
_GROUPS = listed("""
    lot number variety mix mixture total series group pair range combination set collection majority
    couple array hundred thousand million dozen union merger sum percentage
""")
_APART = ("PERSON", "GPE", "LOC", "NORP", "ORG")


def _of_all_together(s: Statement, members: list[Token]) -> bool:
    """Whether what is said of several may be so of them together only, or they are one thing."""
    behind = [t for t in s.body if t.i > max(s.tree(members[-1]))]
    dated = ("DATE", "TIME")
    if any(t.lower_ in _JOINT or (t.like_num and t.ent_type_ not in dated) for t in behind):
        return True
    names = [t for t in members if t.pos_ == "PROPN"]
    kinds = {t.ent_type_ for t in names}
    return bool(names) and (len(kinds) > 1 or not kinds <= set(_APART))


def _broken_list(s: Statement, members: list[Token]) -> bool:
    """Whether a list is not read as a whole, so that what is left would not be one."""
    start, end = min(s.tree(members[0])), max(s.tree(members[-1]))
    before, after = s.doc[max(start - 2, 0) : start], s.doc[end + 1]
    listed_before = (
        len(before) == 2
        and before[1].text == ","
        and before[0].pos_ in ("NOUN", "PROPN", "ADJ", "NUM")
    )
    commas = sum(t.text in (",", ";") for t in s.doc[members[0].i : members[-1].i])
    whole = commas in ({0} if len(members) == 2 else {len(members) - 2, len(members) - 1})
    more = after.text == "," and end + 2 < len(s.body) and s.doc[end + 2].lower_ in ("and", "or")
    joined = after.pos_ in ("NOUN", "PROPN") or after.lower_ in ("and", "or", "-", "/")
    return bool(listed_before or not whole or more or joined)


def _alone_plural(noun: Token) -> bool | None:
    return {"NNS": True, "NNPS": True, "NN": False, "NNP": False}.get(noun.tag_)


def _one_predicate(s: Statement, members: list[Token]) -> Iterator[Change]:
    if len(members) != 2:
        return
    first, second = members
    if first.dep_ != "ROOT" or s.finite(first) is None:
        return
    if any(c.dep_ == "mark" or (c.i == 0 and c.lower_ in FACTUAL) for c in first.lefts):
        return
    cc = [c for c in first.children if c.dep_ == "cc"]
    if len(cc) != 1 or cc[0].i > min(s.tree(second)):
        return
    start = cc[0].i
    tail = set(s.tree(second))
    if max(tail) != len(s.body) - 1 or tail != set(range(min(tail), len(s.body))):
        return
    gone = set(range(start, len(s.body)))
    if s.doc[start - 1].text in (",", ";"):
        gone.add(start - 1)
    subject = s.subject(first)
    if subject is None:
        return
    yield _part_kept(s, gone, {})
    own = [c for c in second.children if c.dep_ in ("nsubj", "nsubjpass", "expl")]
    if own:
        first_words = second.left_edge.i + len(list(own[0].lefts))
        named = own[0].pos_ in ("PROPN", "NOUN") and own[0].i == first_words
        if named and len(s.body) - (start + 1) >= 4:
            yield _part_kept(s, range(start + 1), {})
        return
    if subject.left_edge.i != 0 or s.finite(second) is None or second.tag_ == "VB":
        return
    edge = max(s.tree(subject))
    group = min([c.i for c in second.children if c.dep_ in (*HELPS, "neg")] + [second.i])
    if group - 1 > start and s.doc[group - 1].pos_ not in ("ADV",):
        return
    left = range(edge + 1, start + 1)
    if second.tag_ in ("VBD", "VBZ", "VBP", "VBN") and len(s.body) - len(left) >= 4:
        if second.tag_ == "VBN" and not any(c.dep_ in HELPS for c in second.children):
            return
        yield _part_kept(s, left, {})
