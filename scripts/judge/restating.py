"""The same in another order or in other words.

Each function takes a statement and yields changes, most of which hold in both directions.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from dropping import TOGETHER, UNSAFE, Function, coordinations, links
from editing import (
    HELPS,
    OBJECTIVE,
    SUBJECTIVE,
    Change,
    Piece,
    Pieces,
    Statement,
    insert,
    lemma,
    put,
    put_phrase,
    swap,
    without,
)
from spacy.tokens import Token

from changes import DAYS, MONTHS, passive
from wording import NUMBERS, listed

FRONTED = listed("""
    in on at during after before since throughout despite following until within for from because
    due under with
""")
CLAUSES = listed("although though because after before when while since if unless once whereas")
STATES = listed("""
    have include contain hold involve feature resemble fit suit lack cost weigh mean want like
    equal own become let keep get make give take leave enter reach need see say tell ask hit
    marry meet join face possess comprise exceed last require undergo receive call spend name
    constitute represent remain
""")
SYMMETRIC = listed("meet marry border adjoin resemble divorce")
FILLERS = listed("""
    also however therefore moreover furthermore indeed thus additionally actually simply really
    consequently certainly clearly obviously very quite extremely fortunately unfortunately
    interestingly finally eventually then
""")
REWORDED = {
    "although": ("though", "even though"), "though": ("although",), "despite": ("in spite of",),
    "because": ("since",), "whereas": ("while",), "during": ("in the course of",),
    "concerning": ("about",), "regarding": ("about",), "beneath": ("under",), "till": ("until",),
    "near": ("close to",), "beside": ("next to",), "via": ("by way of",), "upon": ("on",),
    "amid": ("in the midst of",), "toward": ("towards",), "towards": ("toward",),
    "within": ("inside",), "besides": ("in addition to",), "nearly": ("almost",),
    "almost": ("nearly",), "approximately": ("about", "roughly"), "roughly": ("approximately",),
    "often": ("frequently",), "frequently": ("often",), "begin": ("start",), "started": ("began",),
    "began": ("started",), "begins": ("starts",), "starts": ("begins",), "however": ("nevertheless",),
    "such": (), "several": ("a number of",), "many": ("a large number of",), "big": ("large",),
    "huge": ("enormous",), "entire": ("whole",), "primarily": ("mainly",), "mainly": ("primarily",),
    "mostly": ("for the most part",), "currently": ("at present",), "initially": ("at first",),
    "later": ("afterwards",), "prior": (), "subsequently": ("afterwards",),
    "immediately": ("at once",), "rapidly": ("quickly",), "quickly": ("rapidly",),
    "perhaps": ("maybe",), "maybe": ("perhaps",), "purchased": ("bought",), "bought": ("purchased",),
    "attempted": ("tried",), "tried": ("attempted",), "obtained": ("got",), "requires": ("needs",),
    "require": ("need",), "needs": ("requires",), "resides": ("lives",), "children": ("kids",),
    "film": ("movie",), "movie": ("film",), "films": ("movies",), "movies": ("films",),
    "autumn": ("fall",), "physician": ("doctor",), "automobile": ("car",), "assisted": ("helped",),
    "assist": ("help",), "help": ("assist",), "created": ("made",), "annually": ("every year",),
    "yearly": ("annual",), "throughout": ("all through",), "commenced": ("began",),
    "residents": ("inhabitants",), "inhabitants": ("residents",), "enough": (), "ended": ("finished",),
}  # fmt: skip


def frontable(s: Statement) -> list[Token]:
    """Return what stands at the end of the sentence and might stand at its beginning."""
    subject = s.subject(s.root)
    if subject is None or subject.left_edge.i != 0 or s.root.dep_ != "ROOT":
        return []
    found = []
    for t in s.root.rights:
        tree = s.tree(t)
        if not tree or tree[-1] != len(s.body) - 1 or not s.joined(t) or len(tree) > 14:
            continue
        if _moves(s, t) and s.upward(tree) | (t.dep_ == "advcl"):
            found.append(t)
    return found


def _moves(s: Statement, t: Token) -> bool:
    if t.dep_ == "advcl":
        mark = s.child(t, "mark", "advmod")
        finite = s.finite(t) is not None and s.subject(t) is not None
        first = mark is not None and mark.lower_ in CLAUSES and mark.i == min(s.tree(t))
        return first and finite and s.upward([s.root.i]) | (mark is not None)
    if s.doc[t.i - 1].text == "," or any(c.dep_ == "neg" for c in s.root.children):
        return False
    thing = s.child(t, "pobj")
    if t.dep_ == "npadvmod":
        return t.ent_type_ == "DATE"
    if t.dep_ != "prep" or t.lower_ not in FRONTED or thing is None:
        return False
    dated = thing.ent_type_ in ("DATE", "TIME")
    sites = [s.doc[i] for i in s.reading.constituents[t.i].sites]
    timely = t.lower_ in ("during", "after", "before", "since", "despite", "following", "until")
    if t.lower_ in ("for", "from", "under", "with") and not dated:
        return False
    if t.i > 0 and s.doc[t.i - 1].text in ("from", "to", "and", "or"):
        return False
    return dated or timely or not any(x.pos_ in ("NOUN", "PROPN") for x in sites)


def to_front(s: Statement, pieces: Pieces, t: Token) -> Pieces | None:
    """Return pieces with something that ends the sentence put before it."""
    tree = set(s.tree(t))
    moved = [p for p in pieces if p.token in tree]
    rest = [p for p in pieces if p.token not in tree]
    if len(moved) != len(tree) or tuple(pieces[-len(moved) :]) != tuple(moved) or not rest:
        return None
    if rest[-1].text == ",":
        rest.pop()
    return (*moved, Piece(","), *rest)


def fronted(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence with what ends it put before it."""
    for t in frontable(s):
        pieces = to_front(s, s.pieces, t)
        if pieces is not None:
            kind = "clauses reordered" if t.dep_ == "advcl" else "fronted"
            yield Change(kind, pieces, True, True, False)


def unfronted(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence with what begins it put at its end."""
    first = next((c for c in s.root.lefts if c.left_edge.i == 0), None)
    subject = s.subject(s.root)
    if first is None or subject is None or first == subject or not s.joined(first):
        return
    tree = s.tree(first)
    comma = tree[-1] + 1
    if s.doc[comma].text != "," or subject.left_edge.i != comma + 1 or len(s.body) > 26:
        return
    behind = [t for t in s.body if t.i > s.root.i and t.pos_ in ("VERB", "AUX") and t != s.root]
    if behind or any(c.dep_ in ("conj", "neg", "cc") for c in s.root.children):
        return
    if first.dep_ == "prep" and not _fits_end(s, first):
        return
    if first.dep_ == "npadvmod" and first.ent_type_ != "DATE":
        return
    mark = s.child(first, "mark", "advmod")
    if first.dep_ == "advcl" and (mark is None or mark.lower_ not in CLAUSES or mark.i != 0):
        return
    if first.dep_ not in ("prep", "npadvmod", "advcl") or s.doc[len(s.body) - 1].is_punct:
        return
    if first.dep_ == "advcl" and s.subject(first) is None:
        return
    if s.turned & set(s.tree(subject)):
        return
    rest = without(s.pieces, {*tree, comma})
    contrast = mark is not None and mark.lower_ in ("although", "though", "whereas", "while")
    between = (Piece(","),) if first.dep_ == "advcl" and contrast else ()
    kind = "clauses reordered" if first.dep_ == "advcl" else "unfronted"
    moved = _named_first(s, first, rest, tree)
    if moved is not None:
        yield Change(kind, (*moved[0], *between, *moved[1]), True, True, False)


def _named_first(
    s: Statement, first: Token, rest: Pieces, tree: list[int]
) -> tuple[Pieces, Pieces] | None:
    """Return both halves; None where a pronoun would stand before what it is said for."""
    subject = s.subject(s.root)
    pronoun = subject is not None and subject.lower_ in ("he", "she", "it", "they", "this")
    named = any(s.doc[i].pos_ in ("PROPN", "NOUN") for i in tree)
    if first.dep_ == "advcl" and pronoun and named:
        own = s.subject(first)
        if own is not None and own.pos_ in ("PROPN", "NOUN"):
            return None
    return rest, s.phrase(tree)


def _fits_end(s: Statement, t: Token) -> bool:
    thing = s.child(t, "pobj")
    if thing is None or t.lower_ not in FRONTED:
        return False
    if any(s.doc[i].pos_ == "VERB" for i in s.tree(t)):
        return False
    last = s.body[-1]
    dated = last.ent_type_ in ("DATE", "TIME")
    return not dated and t.lower_ not in ("with", "for", "from", "under", "due")


# -- Voice and verbs -----------------------------------------------------------------------------


def simple_clause(s: Statement, verb: Token) -> tuple[Token, Token] | None:
    """Return agent and patient of a verb that might be put into the passive."""
    subject = s.subject(verb)
    things = [c for c in verb.rights if c.dep_ == "dobj"]
    if subject is None or subject.dep_ != "nsubj" or len(things) != 1 or lemma(verb) in STATES:
        return None
    thing = things[0]
    kinds = {c.dep_ for c in verb.children}
    if kinds & {"xcomp", "ccomp", "dative", "prt", "neg", "oprd", "acomp", "expl", "conj", "cc"}:
        return None
    if verb.dep_ != "ROOT" and verb.dep_ != "advcl":
        return None
    for t in (subject, thing):
        if t.pos_ not in ("NOUN", "PROPN") and t.lower_ not in ("he", "she", "they", "him", "them"):
            return None
        if not s.joined(t) or len(s.tree(t)) > 9 or t.tag_ in ("WP", "WDT"):
            return None
        if any(c.dep_ in ("relcl", "ccomp") for c in t.children):
            return None
    own = {"his", "her", "their", "its", "himself", "herself", "themselves", "itself"}
    if own & {s.doc[i].lower_ for i in s.tree(thing)} or thing.ent_type_ in ("DATE", "TIME"):
        return None
    helps = [c for c in verb.lefts if c.dep_ in HELPS]
    between = [t for t in verb.lefts if t.i > max(s.tree(subject)) and t not in helps]
    if between or min(s.tree(thing)) != verb.i + 1:
        return None
    group = [*helps, verb]
    return (subject, thing) if group[0].i == max(s.tree(subject)) + 1 else None


def cased(s: Statement, token: Token, subject: bool) -> Pieces:
    """Return a phrase as a subject or as another thing."""
    table = SUBJECTIVE if subject else OBJECTIVE
    tree = s.tree(token)
    if len(tree) == 1 and token.lower_ in table:
        return (Piece(table[token.lower_], token.i),)
    return s.phrase(tree)


def passive_forms(
    s: Statement, verb: Token, subject: Token, thing: Token, turned: bool
) -> Pieces | None:
    """Return a clause in the passive; `turned` where agent and patient are exchanged by that."""
    helps = [c for c in verb.lefts if c.dep_ in HELPS]
    first, second = (subject, thing) if turned else (thing, subject)
    plural = s.plural(first)
    if plural is None:
        return None
    if helps and helps[0].tag_ == "MD" and len(helps) == 1:
        form: str | None = f"{helps[0].text} be {s.words.inflected(lemma(verb), 'VBN')}"
    else:
        form = passive(verb, helps, plural, s.words)
    if form is None:
        return None
    start, end = min(s.tree(subject)), max(s.tree(thing))
    subj, by = cased(s, first, True), cased(s, second, False)
    if turned:
        subj, by = _marked(subj), _marked(by)
    new = (*subj, Piece(form, verb.i), Piece("by"), *by)
    return put_phrase(s.pieces, list(range(start, end + 1)), new)


def _marked(pieces: Pieces) -> Pieces:
    return tuple(p._replace(marked=True) for p in pieces)


def passives(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield clauses put into the passive."""
    for verb in s.body:
        found = simple_clause(s, verb) if verb.pos_ == "VERB" else None
        if found is None:
            continue
        pieces = passive_forms(s, verb, *found, turned=False)
        if pieces is not None:
            needed = frozenset([*s.tree(found[0]), *s.tree(found[1]), verb.i])
            yield Change("passive", pieces, True, True, False, needed)


def passive_parts(s: Statement, verb: Token) -> tuple[Token, Token, Token, list[Token]] | None:
    """Return patient, "by", agent and auxiliaries of a passive clause."""
    patient = next((c for c in verb.lefts if c.dep_ == "nsubjpass"), None)
    by = next((c for c in verb.rights if c.dep_ == "agent"), None)
    agent = s.child(by, "pobj") if by is not None else None
    if patient is None or by is None or agent is None or verb.tag_ != "VBN":
        return None
    if agent.pos_ not in ("NOUN", "PROPN") or agent.ent_type_ in ("DATE", "TIME", "CARDINAL"):
        return None
    if patient.pos_ not in ("NOUN", "PROPN") and patient.lower_ not in ("he", "she", "they", "it"):
        return None
    if verb.dep_ not in ("ROOT", "advcl") or {c.dep_ for c in verb.children} & {
        "neg", "xcomp", "ccomp", "oprd", "conj", "cc", "dobj", "prt",
    }:  # fmt: skip
        return None
    if not (s.joined(patient) and s.joined(by)) or any(
        c.dep_ in ("relcl", "appos") for c in (*agent.children, *patient.children)
    ):
        return None
    helps = [c for c in verb.lefts if c.dep_ in HELPS]
    start = max(s.tree(patient)) + 1
    if [t.i for t in (*helps, verb, by)] != list(range(start, start + len(helps) + 2)):
        return None
    return patient, by, agent, helps


def active_form(s: Statement, verb: Token, helps: list[Token], plural: bool) -> str | None:
    """Return the active verb of a passive one."""
    words = [t.lower_ for t in helps]
    base = lemma(verb)
    if words in (["was"], ["were"]):
        return s.words.inflected(base, "VBD")
    if words in (["is"], ["are"]):
        return base if plural else s.words.inflected(base, "VBZ")
    if len(words) == 2 and words[1] == "been" and words[0] in ("has", "have", "had"):
        has = "had" if words[0] == "had" else "have" if plural else "has"
        return f"{has} {s.words.inflected(base, 'VBN')}"
    if len(words) == 2 and helps[0].tag_ == "MD" and words[1] == "be":
        return f"{words[0]} {base}"
    return None


def active_forms(s: Statement, verb: Token, turned: bool) -> Pieces | None:
    """Return a passive clause in the active; `turned` where its roles are exchanged by that."""
    parts = passive_parts(s, verb)
    if parts is None:
        return None
    patient, by, agent, helps = parts
    first, second = (patient, agent) if turned else (agent, patient)
    plural = s.plural(first)
    form = active_form(s, verb, helps, bool(plural)) if plural is not None else None
    if form is None:
        return None
    one, two = cased(s, first, True), cased(s, second, False)
    if turned:
        one, two = _marked(one), _marked(two)
    span = range(min(s.tree(patient)), max(s.tree(by)) + 1)
    return put_phrase(s.pieces, list(span), (*one, Piece(form, verb.i), *two))


def actives(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield passive clauses put into the active."""
    for verb in s.body:
        pieces = active_forms(s, verb, turned=False) if verb.pos_ == "VERB" else None
        if pieces is not None:
            yield Change("active", pieces, True, True, False, frozenset([verb.i]))


def datives(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield "gave Ana the book" for "gave the book to Ana", and back."""
    for verb in s.body:
        party, thing = s.child(verb, "dative"), s.child(verb, "dobj")
        if party is None or thing is None or verb.pos_ != "VERB":
            continue
        trees = s.tree(party), s.tree(thing)
        if not (s.joined(party) and s.joined(thing)) or max(map(len, trees)) > 7:
            continue
        if party.lower_ == "to" and party.i == trees[1][-1] + 1:
            inner = s.child(party, "pobj")
            if inner is None or inner.pos_ == "PRON" or thing.pos_ == "PRON":
                continue
            new = (*s.phrase(trees[0][1:]), *s.phrase(trees[1]))
        elif party.pos_ in ("NOUN", "PROPN", "PRON") and trees[1][0] == trees[0][-1] + 1:
            if thing.pos_ == "PRON" or lemma(verb) not in listed(
                "give send show offer sell lend pay hand award teach grant write tell bring"
            ):
                continue
            new = (*s.phrase(trees[1]), Piece("to"), *s.phrase(trees[0]))
        else:
            continue
        span = range(min(t[0] for t in trees), max(t[-1] for t in trees) + 1)
        yield Change("dative shift", put_phrase(s.pieces, list(span), new), True, True, False)


CONVERSE = {
    # verb: preposition of the party, converse verb, its preposition; "" for an object.
    "sell": ("to", "buy", "from"), "buy": ("from", "sell", "to"), "purchase": ("from", "sell", "to"),
    "give": ("to", "receive", "from"), "award": ("to", "receive", "from"),
    "receive": ("from", "give", "to"), "lend": ("to", "borrow", "from"),
    "borrow": ("from", "lend", "to"), "send": ("to", "receive", "from"),
    "acquire": ("from", "sell", "to"), "rent": ("from", "let", "to"),
    "inherit": ("from", "leave", "to"), "offer": ("", "", ""),
}  # fmt: skip
PLAIN_CONVERSE = {
    "precede": "follow", "beat": "lose to", "defeat": "lose to", "own": "belong to",
    "employ": "work for", "succeed": "come after", "outnumber": "be fewer than",
    "influence": "be influenced by", "teach": "learn from", "follow": "come after",
}  # fmt: skip


def converses(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield "Y bought it from X" for "X sold it to Y", and what is like it."""
    for verb in s.body:
        for party, new in converse_parts(s, verb):
            subject = s.subject(verb)
            assert subject is not None
            agreed = converse_form(s, verb, new, s.plural(party))
            if agreed is None:
                continue
            one, other = s.tree(subject), s.tree(party)
            pieces = swap(s.pieces, one, other, marked=False)
            pieces = put(pieces, agreed, marked=False)
            if len(one) == 1 and subject.lower_ in OBJECTIVE:
                pieces = put(pieces, {subject.i: OBJECTIVE[subject.lower_]}, marked=False)
            if len(other) == 1 and party.lower_ in SUBJECTIVE:
                pieces = put(pieces, {party.i: SUBJECTIVE[party.lower_]}, marked=False)
            needed = frozenset([*one, *other, verb.i])
            yield Change("converse verb", pieces, True, True, False, needed)


def converse_parts(s: Statement, verb: Token) -> Iterator[tuple[Token, tuple[str, int, str]]]:
    """Yield the other party of a verb, with converse verb, preposition's token, new preposition."""
    subject, base = s.subject(verb), lemma(verb)
    if verb.pos_ != "VERB" or subject is None or subject.dep_ != "nsubj" or verb.tag_ == "VBG":
        return
    if subject.tag_ in ("WP", "WDT") or not s.joined(subject) or len(s.tree(subject)) > 8:
        return
    if {c.dep_ for c in verb.children} & {"neg", "conj", "cc", "xcomp", "prt", "ccomp", "aux"}:
        return
    if max(s.tree(subject)) + 1 != verb.i:
        return
    thing = s.child(verb, "dobj")
    if base in PLAIN_CONVERSE and thing is not None and thing.pos_ in ("NOUN", "PROPN"):
        if base in ("teach", "influence", "outnumber", "succeed", "follow"):
            return
        if s.joined(thing) and len(s.tree(thing)) < 9 and min(s.tree(thing)) == verb.i + 1:
            yield thing, (PLAIN_CONVERSE[base], -1, "")
    if base in CONVERSE and thing is not None and min(s.tree(thing)) == verb.i + 1:
        before, new, after = CONVERSE[base]
        for c in verb.rights:
            party = s.child(c, "pobj") if c.lower_ == before and before else None
            if party is not None and party.pos_ in ("NOUN", "PROPN", "PRON"):
                if c.i == max(s.tree(thing)) + 1 and s.joined(party) and len(s.tree(party)) < 8:
                    yield party, (new, c.i, after)


def converse_form(
    s: Statement, verb: Token, new: tuple[str, int, str], plural: bool | None
) -> dict[int, str] | None:
    """Return the words that change for a converse verb."""
    words = new[0].split()
    tag = verb.tag_
    if tag in ("VBZ", "VBP"):
        if plural is None:
            return None
        tag = "VBP" if plural else "VBZ"
    if tag not in ("VBD", "VBZ", "VBP"):
        return None
    form = words[0] if tag == "VBP" else s.words.inflected(words[0], tag)
    edits = {verb.i: " ".join([form, *words[1:]])}
    if new[1] >= 0:
        edits[new[1]] = new[2]
    return edits


def symmetric(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield sides of a symmetric verb or comparison exchanged."""
    for verb in s.body:
        if verb.pos_ != "VERB" or lemma(verb) not in SYMMETRIC:
            continue
        subject, thing = s.subject(verb), s.child(verb, "dobj")
        if subject is None or thing is None or verb.dep_ != "ROOT":
            continue
        if {subject.pos_, thing.pos_} - {"NOUN", "PROPN", "PRON"} or not (
            s.joined(subject) and s.joined(thing)
        ):
            continue
        if any(s.doc[i].lower_ in ("his", "her", "its", "their") for i in s.tree(thing)):
            continue
        if {c.dep_ for c in verb.children} & {"conj", "xcomp", "advcl", "neg"}:
            continue
        agreed = s.agree(verb, s.plural(thing))
        if agreed is None or "requirement" in s.lowered or "need" in s.lowered:
            continue
        persons = {subject.ent_type_, thing.ent_type_} & {"PERSON", "GPE", "LOC"}
        if not persons and subject.pos_ != "PRON":
            continue
        one, other = s.tree(subject), s.tree(thing)
        pieces = put(swap(s.pieces, one, other, marked=False), agreed, marked=False)
        for t, table in ((subject, OBJECTIVE), (thing, SUBJECTIVE)):
            if len(s.tree(t)) == 1 and t.lower_ in table:
                pieces = put(pieces, {t.i: table[t.lower_]}, marked=False)
        yield Change("symmetric verb", pieces, True, True, False)


# -- Coordination --------------------------------------------------------------------------------


def own_part(s: Statement, member: Token) -> list[int]:
    """Return a member of a coordination without the others and what joins it to them."""
    others = {i for c in member.children if c.dep_ in ("conj", "cc") for i in s.tree(c)}
    tokens = [i for i in s.tree(member) if i not in others]
    while tokens and s.doc[tokens[-1]].is_punct and s.doc[tokens[-1]].text not in ('"', ")"):
        tokens.pop()
    return tokens


def coordination_reordered(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield two members of a coordination exchanged."""
    if {"respectively", "former", "latter", "then", "other"} & s.lowered:
        return
    for members in coordinations(s):
        first, second = members[-2:]
        if links(members) - {"and", "or"} or len(links(members)) != 1:
            continue
        if first.tag_[:2] != second.tag_[:2] or first.tag_[:2] not in ("NN", "JJ", "CD"):
            continue
        if first.tag_ == "CD" or any(
            t.ent_type_ in ("DATE", "CARDINAL", "WORK_OF_ART", "ORG", "MONEY", "QUANTITY")
            for t in members
        ):
            continue
        parts = _exchangeable(s, first, second)
        if parts is not None:
            pieces = swap(s.pieces, *parts, marked=False)
            yield Change("coordination reordered", pieces, True, True, False)


def _exchangeable(s: Statement, first: Token, second: Token) -> tuple[list[int], list[int]] | None:
    bare = ("prep", "relcl", "acl", "appos", "poss", "amod", "nummod", "advmod", "nmod", "npadvmod")
    kinds = [{c.dep_ for c in t.children} - {"conj", "cc", "punct"} for t in (first, second)]
    if any(k & set(bare) for k in kinds) or second.dep_ != "conj":
        return None
    if kinds[0] == kinds[1] or kinds[1] == {"det"} == kinds[0]:
        one, two = own_part(s, first), own_part(s, second)
    elif kinds[0] == {"det"} and not kinds[1]:
        one, two = [first.i], [second.i]
        if first.tag_ != second.tag_ or s.doc[first.i - 1].lower_ in ("a", "an", "this", "that"):
            return None
    elif first.pos_ == second.pos_ == "PROPN" and kinds[0] | kinds[1] <= {"compound", "det"}:
        one, two = own_part(s, first), own_part(s, second)
    else:
        return None
    cut = any(ent.start in part[1:] or (ent.end - 1 in part[:-1] and len(part) < len(ent))
              for part in (one, two) for ent in s.doc.ents)  # fmt: skip
    joined = all(part and part[-1] - part[0] + 1 == len(part) for part in (one, two))
    between = s.doc[one[-1] + 1 : two[0]].text if joined else "-"
    links_only = {w.lower_ for w in s.doc[one[-1] + 1 : two[0]]} if joined else {"-"}
    if cut or not joined or not links_only <= {"and", "or", ","} or not between:
        return None
    after = s.doc[two[-1] + 1] if two[-1] + 1 < len(s.doc) else None
    if after is not None and (after.tag_ == "POS" or after.text == "-" or after.dep_ == "compound"):
        return None
    return one, two


# -- Words ---------------------------------------------------------------------------------------


def before_after(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield "B after A" for "A before B"."""
    for verb in s.body:
        if verb.dep_ != "advcl" or verb.head != s.root or s.finite(verb) is None:
            continue
        mark = s.child(verb, "mark")
        if mark is None or mark.lower_ not in ("before", "after") or not s.past(verb):
            continue
        parts = clauses_around(s, verb, mark)
        if parts is None or not s.past(s.root) or s.doc[mark.i - 1].lower_ in (
            "years", "days", "months", "hours", "long", "soon", "shortly", "minutes", "weeks",
            "year", "day", "month", "just", "even", "only", "immediately", "century", "time",
        ):  # fmt: skip
            continue
        main, sub = parts
        other = "after" if mark.lower_ == "before" else "before"
        if any(c.dep_ == "neg" for c in (*verb.children, *s.root.children)):
            continue
        new = (*s.phrase(sub), Piece(other, mark.i), *s.phrase(main))
        if s.doc[main[0]].pos_ == "PRON" or s.doc[sub[0]].pos_ != "PRON":
            yield Change("before and after", new, True, True, False)


def clauses_around(s: Statement, verb: Token, mark: Token) -> tuple[list[int], list[int]] | None:
    """Return main and subordinate clause that make up a sentence."""
    tree = s.tree(verb)
    if mark.i != tree[0] or not s.joined(verb) or s.subject(verb) is None:
        return None
    sub = tree[1:]
    main = [t.i for t in s.body if t.i not in tree]
    if tree[0] != 0 and tree[-1] != len(s.body) - 1:
        return None
    while main and s.doc[main[0]].text == ",":
        main.pop(0)
    while main and s.doc[main[-1]].text == ",":
        main.pop()
    subject = s.subject(s.root)
    if subject is None or len(main) < 3 or len(sub) < 3 or subject.left_edge.i != main[0]:
        return None
    if any(c.dep_ in ("conj", "cc", "advcl") and c != verb for c in s.root.children):
        return None
    return main, sub


def filler_dropped(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence without a word that may be there or not."""
    for t in s.body:
        after = s.doc[t.i + 1].text if t.i + 1 < len(s.doc) else ""
        only = t.lower_ in ("that",) and t.dep_ == "mark" and t.head.dep_ == "ccomp"
        if only and lemma(t.head.head) in ("say", "think", "believe", "claim", "know", "hope"):
            if t.i == t.head.head.i + 1:
                yield Change("filler dropped", without(s.pieces, {t.i}), True, True, False)
        elif t.lower_ in FILLERS and t.dep_ == "advmod" and not list(t.children):
            gone = s.with_marks(t)
            if (t.i == 0 and after != ",") or (t.lower_ == "then" and t.i):
                continue
            if any(c.dep_ in ("neg",) for c in t.head.children) and t.pos_ == "ADV":
                if t.lower_ in ("very", "quite", "really", "actually", "simply", "certainly",
                                "clearly", "obviously", "extremely"):  # fmt: skip
                    continue
            same = t.lower_ in ("also", "however", "therefore", "moreover", "furthermore", "indeed",
                                "thus", "additionally", "consequently", "then")  # fmt: skip
            if not same and not s.upward([t.i]):
                continue
            yield Change("filler dropped", without(s.pieces, gone), True, True if same else None,
                         False)  # fmt: skip
        elif t.lower_ == "only" and t.dep_ == "advmod" and t.head.pos_ in ("VERB", "NUM", "ADP"):
            if s.doc[t.i - 1].lower_ not in ("not", "the", "n't", "if") and after not in (
                "if", "when", "after", "a", "to", "as", "because",
            ) and "few" not in s.lowered and t.i:  # fmt: skip
                yield Change("only left out", without(s.pieces, {t.i}), True, False, False,
                             back="only put in", added=frozenset([t.i]))  # fmt: skip


def reworded(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a word in other words."""
    for t in s.body:
        others = REWORDED.get(t.lower_, ())
        if not others or t.ent_type_ or t.pos_ == "PROPN" or (t.is_title and t.i):
            continue
        if t.lower_ == "because" and s.doc[t.i + 1].lower_ == "of":
            pieces = put(s.pieces, {t.i: "due", t.i + 1: "to"}, marked=False)
            if t.head != s.root or s.root.lemma_ != "be":
                yield Change("reworded", pieces, True, True, False)
            continue
        if not _fits_word(s, t):
            continue
        other = rng.choice(others)
        if t.lower_ == "although" and "even" in other and s.doc[t.i - 1].lower_ == "even":
            continue
        other = other.capitalize() if t.is_title else other
        yield Change("reworded", put(s.pieces, {t.i: other}, marked=False), True, True, False)


def _fits_word(s: Statement, t: Token) -> bool:
    lower, after = t.lower_, s.doc[t.i + 1]
    if lower in ("though", "although", "because", "whereas"):
        return t.dep_ == "mark" and s.doc[t.i - 1].lower_ not in ("even", "as", "just", "only")
    if lower in ("near", "within", "upon", "beneath", "amid", "toward", "towards", "during", "via",
                 "besides", "beside", "despite", "concerning", "regarding", "throughout"):  # fmt: skip
        if lower == "within":
            return False
        thing = s.child(t, "pobj")
        if lower == "upon" and (s.doc[t.i - 1].pos_ != "VERB" or t.i == 0):
            return False
        return t.dep_ == "prep" and thing is not None and thing.i > t.i
    if lower in ("several", "many"):
        return t.dep_ == "amod" and t.head.tag_ == "NNS" and after.i == t.head.i and (
            s.doc[t.i - 1].lower_ not in ("the", "as", "so", "how", "too", "these", "very", "his")
        ) and t.head.dep_ in ("dobj", "pobj", "nsubj")  # fmt: skip
    if lower in ("big", "huge", "entire"):
        return t.dep_ == "amod"
    if lower in ("nearly", "almost", "approximately", "roughly"):
        return after.like_num
    if lower in ("help", "assist", "require", "begin", "created", "ended", "obtained"):
        return t.pos_ == "VERB" and s.child(t, "dobj") is not None and s.child(t, "xcomp") is None
    if lower in ("later", "subsequently"):
        return t.dep_ == "advmod" and t.head.pos_ == "VERB" and (t.i == 0 or t.i > t.head.i) and (
            not list(t.children)) and lower == "subsequently"  # fmt: skip
    if lower in ("however", "perhaps", "maybe", "initially", "currently", "immediately", "mostly"):
        return (t.i == 0 and after.text == ",") or lower in ("perhaps", "maybe")
    if lower == "enough":
        return False
    return t.pos_ in ("VERB", "NOUN", "ADV") and not any(
        c.text == "-" for c in s.doc[t.i : t.i + 2]
    )


def more_general(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a noun replaced by a synonym or by a more general one."""
    for t in s.body:
        if t.tag_ not in ("NN", "NNS") or t.dep_ not in ("nsubj", "dobj", "pobj", "nsubjpass"):
            continue
        if t.ent_type_ or not t.is_alpha or not s.upward([t.i]) or t.is_title:
            continue
        if {c.dep_ for c in t.children} & {"compound", "amod", "prep", "relcl", "acl", "conj"}:
            continue
        index, base = s.words.index, lemma(t)
        if len(index.synsets(base, "NOUN")) != 1 or (t.i and s.doc[t.i - 1].text == "-"):
            continue
        for how, kind in (("same", "synonym"), ("above", "more general word")):
            options = s.words.related(how, base, "NOUN")
            if options:
                word = s.words.inflected(rng.choice(options), t.tag_)
                both = True if how == "same" else False
                pieces = put(s.pieces, {t.i: word}, marked=False)
                yield Change(kind, pieces, True, both, False, frozenset([t.i]),
                             back="" if both else "more special word",
                             added=frozenset([t.i]))  # fmt: skip


WEAKER = {
    "all": ("some", "many"), "most": ("some", "many"), "many": ("some",), "several": ("some",),
    "numerous": ("some", "several"), "every": (), "both": (),
}  # fmt: skip


def quantity_weakened(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence with a number or quantifier that says less."""
    for t in s.body:
        before = s.doc[t.i - 1].lower_ if t.i else ""
        scopes = [x for x in s.reading.turning if x.token != t.i and t.i in x.reach]
        if scopes or before in ("not", "at", "how", "as", "so", "than", "the", "too", "n't", "about",
                                "nearly", "almost", "least", "only", "to", "over", "around"):  # fmt: skip
            continue
        noun = t.head
        if t.lower_ in WEAKER and t.dep_ in ("amod", "det") and noun.tag_ == "NNS":
            if noun.i < t.i or not WEAKER[t.lower_] or noun.dep_ not in (
                "nsubj", "dobj", "pobj", "nsubjpass",
            ):  # fmt: skip
                continue
            word = rng.choice(WEAKER[t.lower_])
            if s.doc[t.i + 1].lower_ in ("the", "his", "her", "its", "of", "these", "their"):
                word = f"{word} of"
                if s.doc[t.i + 1].lower_ == "of":
                    continue
            if any(c.lower_ in ("very", "more") for c in t.children):
                continue
            word = word.capitalize() if t.i == 0 else word
            pieces = put(s.pieces, {t.i: word}, marked=False)
            yield Change("quantity weakened", pieces, True, None, False, frozenset([t.i, noun.i]),
                         back="quantity strengthened", added=frozenset([t.i]))  # fmt: skip
        elif t.dep_ == "nummod" and noun.tag_ == "NNS" and noun.i > t.i:
            value = number_of(t)
            alone = not [*t.children] and before not in ("of", "-", "$", "£", "€", "between", "and")
            if value is None or value < 3 or not alone or s.doc[t.i + 1].text == "-":
                continue
            if t.ent_type_ in ("DATE", "TIME", "MONEY", "ORDINAL") or before in ("his", "her"):
                continue
            if t.ent_iob_ == "I" or "and" in {x.lower_ for x in s.doc[t.i + 1 : t.i + 2]}:
                continue
            bound = f"at least {t.text.lower()}" if rng.random() < 0.4 else _below(value)
            bound = bound[:1].upper() + bound[1:] if t.i == 0 else bound
            pieces = put(s.pieces, {t.i: bound}, marked=False)
            yield Change("quantity weakened", pieces, True, False, False, frozenset([t.i, noun.i]),
                         back="quantity strengthened", added=frozenset([t.i]))  # fmt: skip


def _below(value: int) -> str:
    """Return a bound that a number is above."""
    if value <= 12:
        words = ("zero", "one", *NUMBERS)
        return f"more than {words[value - 1]}" if value > 3 else f"more than {words[value - 1]}"
    step = 10 ** (len(str(value)) - 1)
    bound = value // step * step
    bound = bound if bound < value else value - step // 10 - (step == 1)
    return f"more than {bound:,}"


def number_of(t: Token) -> int | None:
    """Return the value of a number."""
    if t.lower_ in NUMBERS:
        return NUMBERS.index(t.lower_) + 2
    if re.fullmatch(r"[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+", t.text):
        return int(t.text.replace(",", ""))
    return None


def rewritten_number(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a number or a date written in another way, and a name or date of which less is said."""
    doc = s.doc
    for t in s.body:
        value = number_of(t)
        after = doc[t.i + 1].text
        if value and t.dep_ == "nummod" and not [*t.children] and t.whitespace_ and t.i:
            if t.ent_type_ in ("MONEY", "PERCENT") or doc[t.i - 1].text in ("$", "-", "£", "€"):
                continue
            if after in ("%", "-", "–", "/") or t.head.pos_ != "NOUN" or t.head.i < t.i:
                continue
            other = None
            if 2 <= value <= 12:
                other = str(value) if t.is_alpha else NUMBERS[value - 2]
            elif value > 9999 or (value > 999 and t.ent_type_ != "DATE"):
                other = str(value) if "," in t.text else f"{value:,}"
            if other:
                yield Change("written otherwise", put(s.pieces, {t.i: other}, marked=False), True,
                             True, False)  # fmt: skip
        if t.text in MONTHS and t.i + 3 < len(doc) and re.fullmatch(r"\d\d?", after):
            year = doc[t.i + 3].text if doc[t.i + 2].text == "," else ""
            if re.fullmatch(r"1\d{3}|20\d\d", year):
                new = (Piece(after, t.i + 1), Piece(t.text, t.i), Piece(year, t.i + 3))
                pieces = put_phrase(s.pieces, [t.i, t.i + 1, t.i + 2, t.i + 3], new)
                if doc[t.i + 4].text == ",":
                    pieces = without(pieces, {t.i + 4})
                yield Change("written otherwise", pieces, True, True, False)
                if doc[t.i - 1].lower_ == "on" and t.i > 0:
                    gone = put(s.pieces, {t.i - 1: "in", t.i + 1: "", t.i + 2: ""}, marked=False)
                    yield Change("date less exact", gone, True, False, False,
                                 frozenset([t.i - 1, t.i, t.i + 3]), back="date more exact",
                                 added=frozenset([t.i + 1]))  # fmt: skip
        elif t.text in MONTHS and re.fullmatch(r"\d\d?", doc[t.i - 1].text) and t.i > 1:
            if re.fullmatch(r"1\d{3}|20\d\d", after):
                new = (Piece(t.text, t.i), Piece(doc[t.i - 1].text, t.i - 1), Piece(","))
                if doc[t.i - 2].lower_ in ("on", "of", "from", "until", "since"):
                    behind = doc[t.i + 2].text
                    tail = (Piece(after, t.i + 1),) + (
                        () if behind in (",", ".", ")") else (Piece(","),)
                    )
                    pieces = put_phrase(s.pieces, [t.i - 1, t.i, t.i + 1], (*new, *tail))
                    yield Change("written otherwise", pieces, True, True, False)
                if doc[t.i - 2].lower_ == "on":
                    gone = put(s.pieces, {t.i - 2: "in", t.i - 1: ""}, marked=False)
                    yield Change("date less exact", gone, True, False, False,
                                 frozenset([t.i - 2, t.i, t.i + 1]), back="date more exact",
                                 added=frozenset([t.i - 1]))  # fmt: skip
        elif t.text in MONTHS and re.fullmatch(r"1\d{3}|20\d\d", after) and t.i:
            if doc[t.i - 1].lower_ == "in":
                yield Change("date less exact", without(s.pieces, {t.i}), True, False, False,
                             frozenset([t.i - 1, t.i + 1]), back="date more exact",
                             added=frozenset([t.i]))  # fmt: skip


def part_of_name(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a person's surname for the whole name."""
    for ent in s.doc.ents:
        names = [t for t in ent if t.tag_ != "POS"]
        if ent.label_ != "PERSON" or len(names) != 2 or not all(t.text.isalpha() for t in names):
            continue
        if {"Jr", "Sr", "II", "III", "St", "King", "Queen"} & {t.text for t in names}:
            continue
        last, first = names[1], names[0]
        around = {t.dep_ for t in last.children} - {
            "compound",
            "punct",
            "case",
            "appos",
            "conj",
            "cc",
        }
        if around or last.head in ent or sum(t.text == last.text for t in s.doc) > 1:
            continue
        if first.dep_ != "compound" or last.dep_ == "compound" or not last.is_title:
            continue
        if last.dep_ not in ("nsubj", "nsubjpass", "pobj", "dobj", "poss") or (
            first.i and s.doc[first.i - 1].text.istitle() and first.i > 1
        ):
            continue
        if (s.root.lemma_ == "be" and last.head == s.root) or s.doc[first.i - 1].lower_ in (
            "named", "called", "as",
        ):  # fmt: skip
            continue
        yield Change("part of name", without(s.pieces, {first.i}), True, None, False,
                     frozenset([last.i]))  # fmt: skip


def contracted(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield "did not" for "didn't", and back."""
    short = {"do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "would",
             "could", "should"}  # fmt: skip
    for t in s.body:
        if t.dep_ != "neg" or not t.i:
            continue
        before = s.doc[t.i - 1]
        if t.lower_ == "not" and before.lower_ in short and t.head.pos_ in ("VERB", "AUX"):
            if s.doc[t.i + 1].lower_ in ("only", "just", "merely", "so"):
                continue
            new = (Piece(f"{before.text}n't", before.i),)
            yield Change(
                "contracted", put_phrase(s.pieces, [before.i, t.i], new), True, True, False
            )
        elif t.lower_ == "n't":
            full = {"ca": "can", "wo": "will", "sha": "shall"}.get(before.lower_, before.text)
            full = full.capitalize() if before.is_title else full
            new = (Piece("cannot" if full == "can" else f"{full} not", before.i),)
            yield Change(
                "contracted", put_phrase(s.pieces, [before.i, t.i], new), True, True, False
            )
    table = {"cannot": "can't", "is n't": ""}
    _ = table


def possessive(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield "the mayor of the city" for "the city's mayor"."""
    for t in s.body:
        if t.dep_ != "poss" or t.pos_ not in ("NOUN", "PROPN") or s.child(t, "case") is None:
            continue
        noun, case = t.head, s.child(t, "case")
        tree = s.tree(t)
        if case is None or not s.joined(t) or tree[-1] != case.i or len(tree) > 5:
            continue
        rest = [i for i in s.tree(noun) if i > case.i]
        if not rest or max(rest) != noun.i or noun.pos_ != "NOUN" or min(s.tree(noun)) != tree[0]:
            continue
        if len(rest) > 4 or any(c.dep_ in ("conj", "nummod") for c in noun.children):
            continue
        if (
            t.ent_type_ in ("DATE", "TIME", "WORK_OF_ART")
            or noun.ent_type_
            or t.head.dep_ == "poss"
        ):
            continue
        if any(s.doc[i].tag_ == "CD" or s.doc[i].lower_ == "own" for i in rest):
            continue
        if t.pos_ == "NOUN" and not any(c.dep_ in ("det", "poss") for c in t.children):
            continue
        if any(c.lower_ in ("a", "an") for c in t.children):
            continue
        owner = s.phrase(i for i in tree if i != case.i)
        new = (Piece("the"), *s.phrase(rest), Piece("of"), *owner)
        yield Change("possessive", put_phrase(s.pieces, [*tree, *rest], new), True, True, False)


def adjectives_kept(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence with two adjectives of one noun in the other order."""
    for t in s.body:
        if t.dep_ != "amod" or t.tag_ != "JJ" or list(t.children) or t.lower_ in UNSAFE:
            continue
        if s.doc[t.i + 1].text == "," and s.doc[t.i + 2].dep_ == "amod":
            other = s.doc[t.i + 2]
            if other.head == t.head and not list(other.children) and other.tag_ == "JJ":
                pieces = swap(s.pieces, [t.i], [other.i], marked=False)
                yield Change("adjectives reordered", pieces, True, True, False)


RESTATING: tuple[Function, ...] = (
    fronted, unfronted, passives, actives, datives, converses, symmetric, coordination_reordered,
    before_after, filler_dropped, reworded, more_general, quantity_weakened, rewritten_number,
    part_of_name, contracted, possessive, adjectives_kept,
)  # fmt: skip
_Unused = (DAYS, TOGETHER, insert)
