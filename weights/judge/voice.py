"""The same told of the other party: passives, actives, converse and symmetric verbs.

Each function takes a statement and yields changes, which hold in both directions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from spacy.tokens import Token

from weights.encoder.wording import Words, lemma_of, listed
from weights.judge.dropping import Function
from weights.judge.editing import (
    HELPS,
    OBJECTIVE,
    SUBJECTIVE,
    Change,
    Piece,
    Pieces,
    Statement,
    lemma,
    put,
    put_phrase,
    swap,
)
from weights.judge.lists import CONVERSE, PLAIN_CONVERSE

STATES = listed("""
    have include contain hold involve feature resemble fit suit lack cost weigh mean want like
    equal own become let keep get make give take leave enter reach need see say tell ask hit
    marry meet join face possess comprise exceed last require undergo receive call spend name
    constitute represent remain
""")


SYMMETRIC = listed("meet marry border adjoin resemble")


# Nouns of measure, which tell how much and are no patient.
UNITS = listed("""
    year month week day hour minute second time mile kilometer kilometre metre meter foot inch pound
    ton dollar euro percent point degree acre hectare
""")


def passive(verb: Token, helps: list[Token], plural: bool, words: Words) -> str | None:
    """Return the passive of a verb and its auxiliaries."""
    be = ("are", "were") if plural else ("is", "was")
    done = words.inflected(lemma_of(verb), "VBN")
    if not helps and verb.tag_ in ("VBD", "VBZ", "VBP"):
        return f"{be[verb.tag_ == 'VBD']} {done}"
    if len(helps) == 1 and helps[0].lemma_ == "be" and verb.tag_ == "VBG":
        return f"{be[helps[0].tag_ == 'VBD']} being {done}"
    if len(helps) == 1 and helps[0].lower_ in ("has", "have", "had"):
        has = "had" if helps[0].lower_ == "had" else "have" if plural else "has"
        return f"{has} been {done}"
    return None


def controls(s: Statement, verb: Token) -> bool:
    """Whether the subject of a verb is that of an infinitive or participle beside it too."""
    if any(c.dep_ in ("xcomp", "conj") for c in verb.children):
        return True
    loose = [t for t in s.doc if t.dep_ == "advcl" and s.subject(t) is None]
    doing = [t for t in loose if t.tag_ in ("VBG", "VBN", "VB")]
    return any(t.head == verb for t in loose) or any(verb in t.ancestors for t in doing)


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
    if controls(s, verb) or thing.ent_type_ in ("QUANTITY", "PERCENT", "MONEY", "CARDINAL"):
        return None
    if thing.tag_ == "NN" and not list(thing.children):
        return None
    if verb.dep_ == "ROOT" and thing.tag_ == "NNS" and lemma(thing) in UNITS:
        return None
    own = {"his", "her", "their", "its", "himself", "herself", "themselves", "itself"}
    if own & {s.doc[i].lower_ for i in s.tree(thing)} or thing.ent_type_ in ("DATE", "TIME"):
        return None
    if subject.pos_ == "PRON" and len(s.tree(thing)) < 3:
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
    kinds = {c.dep_ for c in verb.children}
    if kinds & {"neg", "xcomp", "ccomp", "oprd", "conj", "cc", "dobj", "prt"}:
        return None
    if verb.dep_ not in ("ROOT", "advcl") or controls(s, verb):
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


def converses(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield "Y bought it from X" for "X sold it to Y", and what is like it."""
    for verb in s.body:
        for subject, party, new in converse_parts(s, verb):
            agreed = converse_form(s, verb, new, s.plural(party))
            if agreed is None:
                continue
            one, other = s.tree(subject), s.tree(party)
            pieces = swap(s.pieces, one, other, marked=False)
            pieces = put(pieces, agreed, marked=False)
            pieces = recased(s, pieces, subject, party, marked=False)
            needed = frozenset([*one, *other, verb.i])
            yield Change("converse verb", pieces, True, True, False, needed)


def recased(
    s: Statement, pieces: Pieces, subject: Token, thing: Token, marked: bool = True
) -> Pieces:
    """Return pieces with the pronouns of an exchanged subject and object in their new cases."""
    for t, table in ((subject, OBJECTIVE), (thing, SUBJECTIVE)):
        if len(s.tree(t)) == 1 and t.lower_ in table:
            pieces = put(pieces, {t.i: table[t.lower_]}, marked)
    return pieces


_IDIOMS = frozenset(listed("way birth chase rise record odds deadline credit"))
_PERSONAL = {*OBJECTIVE, *SUBJECTIVE}
_ACTING = ("PERSON", "ORG", "GPE", "NORP")


def _fits_party(token: Token) -> bool:
    """Whether a word can be a party: not a time, and without a clause of its own."""
    clause = any(c.dep_ in ("relcl", "acl") for c in token.children)
    noun = token.pos_ in ("NOUN", "PROPN", "PRON")
    return noun and not clause and token.ent_type_ not in ("DATE", "TIME")


def _fits_thing(base: str, subject: Token, thing: Token) -> bool:
    """Whether what a verb is done to is one thing, and what a converse verb can be said of."""
    if not _fits_party(thing) or lemma(thing) in _IDIOMS:
        return False
    acting = all(t.ent_type_ in _ACTING or t.lower_ in _PERSONAL for t in (subject, thing))
    return (base != "employ" or acting) and all(c.dep_ != "conj" for c in thing.children)


def _has_loose_clause(s: Statement, verb: Token) -> bool:
    """Whether a clause may be said of the subject of a verb: "winning the largest number"."""
    for t in verb.subtree:
        doing = t.tag_ == "VBG" and t.dep_ not in ("amod", "compound") and s.subject(t) is None
        if t.i > verb.i and (t.dep_ == "advcl" or doing or t.tag_ == "TO"):
            return True
    return False


def converse_parts(
    s: Statement, verb: Token
) -> Iterator[tuple[Token, Token, tuple[str, int, str]]]:
    """Yield subject and other party of a verb, and what stands for it.

    That is the converse verb, the token of the preposition, and the new preposition.
    """
    subject, base = s.subject(verb), lemma(verb)
    if verb.pos_ != "VERB" or subject is None or subject.dep_ != "nsubj" or verb.tag_ == "VBG":
        return
    if subject.tag_ in ("WP", "WDT") or not s.joined(subject) or len(s.tree(subject)) > 8:
        return
    if {c.dep_ for c in verb.children} & {"neg", "conj", "cc", "xcomp", "prt", "ccomp", "aux"}:
        return
    if max(s.tree(subject)) + 1 != verb.i or _has_loose_clause(s, verb):
        return
    thing = s.child(verb, "dobj")
    if thing is None or not (_fits_party(subject) and _fits_thing(base, subject, thing)):
        return
    plain = base in PLAIN_CONVERSE and thing.pos_ in ("NOUN", "PROPN") and s.joined(thing)
    if plain and len(s.tree(thing)) < 9 and min(s.tree(thing)) == verb.i + 1:
        yield subject, thing, (PLAIN_CONVERSE[base], -1, "")
    if base in CONVERSE and min(s.tree(thing)) == verb.i + 1:
        before, new, after = CONVERSE[base]
        for c in verb.rights:
            party = s.child(c, "pobj") if c.lower_ == before and before else None
            if party is None or not _fits_party(party):
                continue
            if c.i == max(s.tree(thing)) + 1 and s.joined(party) and len(s.tree(party)) < 8:
                yield subject, party, (new, c.i, after)


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
        if any(c.dep_ in ("conj", "appos") for t in (subject, thing) for c in t.children):
            continue
        after = s.doc[max(s.tree(thing), default=0) + 1]
        if after.dep_ == "cc" or (after.text == "," and max(s.tree(thing)) + 2 < len(s.body)):
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
        pieces = recased(s, pieces, subject, thing, marked=False)
        yield Change("symmetric verb", pieces, True, True, False)


VOICE: tuple[Function, ...] = (passives, actives, converses, symmetric)
