"""What changes places so that something else is said, and what is put in from elsewhere.

Each function takes a statement and yields changes; the words that stand where the sentence does not
have them are marked.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from spacy.tokens import Span, Token

from spacy_paraphrase.lexicon.resources import word_vectors
from weights.encoder.wording import listed
from weights.judge.dropping import COLLECTIVE, UNSAFE, Function, listed_apposition
from weights.judge.editing import (
    Change,
    Piece,
    Pieces,
    Statement,
    hedged,
    lemma,
    neither,
    pairs_of,
    put,
    put_phrase,
    swap,
)
from weights.judge.names import NAMED, plain_name
from weights.judge.ordering import clauses_around
from weights.judge.true_changes import relative
from weights.judge.voice import (
    SYMMETRIC,
    active_forms,
    converse_form,
    converse_parts,
    passive_forms,
    recased,
    simple_clause,
)

MUTUAL = listed("""
    meet marry resemble hug kiss fight face join equal accompany date embrace play have include
    contain wear hold involve feature border adjoin be match divorce become cover replace comprise
    consist share combine represent mean constitute make take give get say
""")

# What goes from one thing to another, or becomes another; "from … to" is no extent there.
CHANGING = frozenset(
    listed("""
    move emigrate immigrate migrate travel go come return walk sail fly drive march ride rise fall
    increase decrease grow drop decline shrink jump climb sink change convert transfer promote
    demote relegate rename reclassify switch shift turn transform transition relocate upgrade
    downgrade advance progress evolve develop pass hand transport carry ship send deliver bring
    raise lower reduce cut translate journey flight trip voyage migration emigration transition
    conversion promotion
""")
)


def names_exchanged(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield two names of one type exchanged."""
    ents = [e for e in s.doc.ents if e.label_ in NAMED and e[-1].tag_ != "POS"]
    for k, one in enumerate(ents):
        for other in ents[k + 1 :]:
            if one.label_ != other.label_ or not _differ(s, one, other):
                continue
            if one.label_ != "DATE" and not (plain_name(one) and plain_name(other)):
                continue
            if len({e.root.dep_ in ("amod", "compound", "nmod") for e in (one, other)}) > 1:
                continue
            parts = [i.i for i in one], [i.i for i in other]
            needed = *parts[0], *parts[1], one.root.head.i, other.root.head.i
            kind = "dates exchanged" if one.label_ == "DATE" else "names exchanged"
            yield neither(kind, swap(s.pieces, *parts), *needed)


def _differ(s: Statement, one: Span, other: Span) -> bool:
    """Whether it matters which of two names is where."""
    words = {t.lower_ for t in one} & {t.lower_ for t in other}
    first, second = one.root, other.root
    if words or (one[0].lower_ == "the") != (other[0].lower_ == "the"):
        return False
    for a, b in ((first, second), (second, first)):
        if a.dep_ in ("conj", "appos", "compound", "nmod", "npadvmod", "amod"):
            way = [a, *a.ancestors]
            if b in way or a.head == b or (a.head.head == b.head and a.dep_ == "conj"):
                return False
        if a.dep_ == "conj" and a.head in (b, b.head):
            return False
    between = s.doc[one.end : other.start]
    if not between or all(t.is_punct or t.dep_ == "cc" for t in between):
        return False
    if one.label_ == "DATE":
        good = all(t.dep_ == "pobj" and t.head.lower_ in ("in", "on") for t in (first, second))
        shape = one[-1].shape_ == other[-1].shape_ and len(one) == len(other)
        return good and shape and first.head.head != second.head.head
    if {"between", "respectively", "both", "among"} & s.lowered:
        return False
    if any(lemma(e.root.head) in (*SYMMETRIC, *COLLECTIVE, "measure") for e in (one, other)):
        return False
    if second.dep_ == "pobj" and second.head.dep_ == "conj" and second.head.head == first.head:
        return False
    if first.head == second.head and lemma(first.head) in (*SYMMETRIC, *COLLECTIVE, "be"):
        return False
    last = second.head if second.dep_ == "pobj" else second
    same = first.dep_ == "pobj" and second.dep_ == "pobj" and first.head.lower_ == last.lower_
    alike = same and first.head.head == last.head
    if alike or s.doc[max(one.start - 1, 0)].lower_ == "near":
        return False
    return all(e.label_ != "PERSON" or e.root.dep_ != "compound" for e in (one, other))


def name_from_elsewhere(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a name of another text, or of elsewhere in this one, in the place of a name."""
    ents = [e for e in s.doc.ents if plain_name(e)]
    for ent in ents:
        root = ent.root
        if root.dep_ not in ("nsubj", "nsubjpass", "pobj", "dobj", "poss", "attr", "amod"):
            continue
        around = {s.doc[max(ent.start - 1, 0)].lower_, s.doc[ent.end].lower_}
        if "or" in around:
            continue
        if root.head in ent or any(c.dep_ in ("appos", "amod") for c in root.children):
            continue
        if sum(t.text == root.text for t in s.doc) > 1:
            continue
        name = s.elsewhere.name(ent, rng)
        if name is None:
            continue
        pieces = put_phrase(s.pieces, [t.i for t in ent], (Piece(name, ent.start, True),))
        yield neither("another name", pieces, *(t.i for t in ent), root.head.i)


def roles_exchanged(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield agent and patient exchanged."""
    for verb in s.body:
        if verb.pos_ != "VERB" or lemma(verb) in MUTUAL:
            continue
        subject, things = s.subject(verb), [c for c in verb.rights if c.dep_ == "dobj"]
        if subject is None or len(things) != 1 or subject.dep_ != "nsubj":
            continue
        thing = things[0]
        if any(
            t.pos_ not in ("NOUN", "PROPN") and t.lower_ not in ("he", "she", "they", "him", "them")
            for t in (subject, thing)
        ):
            continue
        if thing.ent_type_ in ("DATE", "TIME") or subject.lemma_ == thing.lemma_:
            continue
        if not (s.joined(subject) and s.joined(thing)) or not _fit_roles(s, subject, thing):
            continue
        if not _alike(subject, thing) and rng.random() < 0.65:
            continue
        one, other = s.tree(subject), s.tree(thing)
        agreed = s.agree(verb, s.plural(thing))
        if agreed is None:
            continue
        pieces = put(swap(s.pieces, one, other), agreed, marked=False)
        pieces = recased(s, pieces, subject, thing)
        yield neither("roles exchanged", pieces, *one, *other, verb.i)


def _alike(one: Token, other: Token) -> bool:
    """Whether two things are of one sort, so that either might be in the place of the other."""
    acting = ("PERSON", "ORG", "GPE", "NORP")
    kinds = [t.ent_type_ in acting or (t.pos_ == "PRON" and t.lower_ != "it") for t in (one, other)]
    return kinds[0] == kinds[1]


def _fit_roles(s: Statement, subject: Token, thing: Token) -> bool:
    """Whether two phrases are short and may both act."""
    one, other = s.tree(subject), s.tree(thing)
    if len(one) > 7 or len(other) > 7:
        return False
    own = {"his", "her", "their", "its", "himself", "herself", "itself", "themselves"}
    if own & {s.doc[i].lower_ for i in other}:
        return False
    marked = any(c.dep_ in ("det", "poss", "nummod", "amod", "compound") for c in thing.lefts)
    return marked or thing.tag_ != "NN"


def wrong_voice(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a passive or an active in which agent and patient are exchanged."""
    for verb in s.body:
        if verb.pos_ != "VERB" or lemma(verb) in MUTUAL:
            continue
        found = simple_clause(s, verb)
        if found is not None and found[0].lemma_ != found[1].lemma_:
            pieces = passive_forms(s, verb, *found, turned=True)
            if not _alike(*found) and rng.random() < 0.5:
                pieces = None
            if pieces is not None:
                needed = *s.tree(found[0]), *s.tree(found[1]), verb.i
                yield neither("passive with wrong roles", pieces, *needed)
        pieces = active_forms(s, verb, turned=True)
        if pieces is not None:
            yield neither("active with wrong roles", pieces, verb.i)


def _indefinite(noun: Token) -> bool:
    """Whether a noun may stand for any of its kind, so that two statements of it may be so."""
    told = any(
        c.dep_ == "poss" or (c.dep_ == "det" and c.lower_ not in ("a", "an", "some", "any"))
        for c in noun.children
    )
    return noun.pos_ == "NOUN" and not told


def wrong_converse(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a converse verb without its sides exchanged, or the sides without the verb."""
    for verb in s.body:
        for subject, party, new in converse_parts(s, verb):
            if all(_indefinite(x) for x in (subject, party)):
                continue
            one, other = s.tree(subject), s.tree(party)
            needed = *one, *other, verb.i
            edits = converse_form(s, verb, new, s.plural(subject))
            if edits is not None:
                yield neither("wrong converse verb", put(s.pieces, edits), *needed)
            agreed = s.agree(verb, s.plural(party))
            if agreed is not None:
                pieces = put(swap(s.pieces, one, other), agreed, marked=False)
                pieces = recased(s, pieces, subject, party)
                yield neither("wrong converse verb", pieces, *needed)


def objects_exchanged(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the objects of two prepositions, or of two verbs, exchanged."""
    preps = [t for t in s.body if t.dep_ == "pobj" and t.pos_ in ("NOUN", "PROPN")]
    for one, other in pairs_of(preps):
        a, b = one.head, other.head
        if not _fit_swap(s, one, other) or (a.lower_ == b.lower_ and a.head == b.head):
            continue
        if b in one.subtree or a in other.subtree or a.head.dep_ == "prep" or a.lower_ == "as":
            continue
        if any(t.ent_type_ in ("DATE", "TIME", "CARDINAL") for t in (one, other)):
            continue
        if {a.lower_, b.lower_} & {"like", "including", "of"} and a.head == b.head:
            continue
        if any(t.tag_ == "NN" and not list(t.children) for t in (one, other)):
            continue  # "for instance"
        if b.dep_ == "conj" or lemma(a.head) in COLLECTIVE or lemma(b.head) in COLLECTIVE:
            continue
        if one.tag_ != other.tag_ and rng.random() < 0.6:
            continue
        parts = s.tree(one), s.tree(other)
        needed = *parts[0], *parts[1], a.i, b.i, a.head.i, b.head.i
        yield neither("objects of prepositions exchanged", swap(s.pieces, *parts), *needed)
    things = [t for t in s.body if t.dep_ == "dobj" and t.pos_ in ("NOUN", "PROPN")]
    for one, other in pairs_of(things):
        a, b = one.head, other.head
        if a == b or not _fit_swap(s, one, other) or lemma(a) == lemma(b):
            continue
        if (a.dep_ == b.dep_ == "conj") or b in one.subtree or a in other.subtree:
            continue
        parts = s.tree(one), s.tree(other)
        if parts[0][0] != a.i + 1 or parts[1][0] != b.i + 1:
            continue
        needed = *parts[0], *parts[1], a.i, b.i
        yield neither("objects of verbs exchanged", swap(s.pieces, *parts), *needed)


# What stands for another thing, or opens a clause.
_POINTING = frozenset(listed("his her their its which whom that who whose each other itself"))
# Nouns of fixed phrases: "in order to".
_FIXED = frozenset(listed("order addition fact time part place way"))


def _fit_swap(s: Statement, one: Token, other: Token) -> bool:
    """Whether two phrases are apart, short, complete and not the same."""
    if not (s.joined(one) and s.joined(other)) or lemma(one) == lemma(other):
        return False
    first, second = s.tree(one), s.tree(other)
    if any(s.doc[i].is_punct for tree in (first, second) for i in (tree[0], tree[-1])):
        return False
    if set(first) & set(second) or max(len(first), len(second)) > 7:
        return False
    words = {s.doc[i].lower_ for i in (*first, *second)}
    if words & _POINTING:
        return False
    if any(c.dep_ in ("relcl", "acl", "appos", "conj") for t in (one, other) for c in t.children):
        return False
    return not {one.lower_, other.lower_} & _FIXED


def verbs_exchanged(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield two verbs of one form exchanged, each with the arguments of the other."""
    verbs = [t for t in s.body if t.pos_ == "VERB" and t.dep_ not in ("amod", "aux")]
    for one, other in pairs_of(verbs):
        if one.tag_ != other.tag_ or lemma(one) == lemma(other):
            continue
        kinds = [
            {c.dep_ for c in v.rights}
            & {"dobj", "prep", "prt", "xcomp", "ccomp", "dative", "acomp", "agent", "oprd"}
            for v in (one, other)
        ]
        if kinds[0] != kinds[1] or not kinds[0] & {"dobj", "agent"} or kinds[0] & {"prt", "xcomp"}:
            continue
        if kinds[0] & {"ccomp", "oprd", "acomp", "dative"}:
            continue
        if {lemma(one), lemma(other)} & {"have", "do", "make", "take"}:
            continue
        near = (*one.children, *other.children)
        parties = [c.i for c in near if c.dep_ in ("dobj", "agent", "nsubj")]
        pieces = swap(s.pieces, [one.i], [other.i])
        yield neither("verbs exchanged", pieces, one.i, other.i, *parties)


def subjects_exchanged(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the subjects of two clauses exchanged, or one put for the other."""
    found = [t for t in s.body if t.dep_ in ("nsubj", "nsubjpass") and t.pos_ in ("NOUN", "PROPN")]
    for one, other in pairs_of(found):
        if one.head == other.head or not _fit_swap(s, one, other):
            continue
        if one.head in other.subtree or other.head in one.subtree:
            continue
        first, second = s.agree(one.head, s.plural(other)), s.agree(other.head, s.plural(one))
        if first is None or second is None:
            continue
        parts = s.tree(one), s.tree(other)
        needed = *parts[0], *parts[1], one.head.i, other.head.i
        if rng.random() < 0.5:
            pieces = put(swap(s.pieces, *parts), {**first, **second}, marked=False)
        else:
            new = s.phrase(parts[0], marked=True)
            pieces = put(put_phrase(s.pieces, parts[1], new), second, marked=False)
        yield neither("subjects exchanged", pieces, *needed)


# Adjectives that tell little or how much, so that it does not matter of what they are said.
_VAGUE = listed("""
    certain various some several numerous particular specific different similar additional further
    general common main major minor significant important great overall respective entire certain
    relevant appropriate proper special considerable substantial extensive multiple
""")
_MEASURED = ("DATE", "TIME", "QUANTITY", "CARDINAL", "MONEY", "PERCENT", "ORDINAL")
NEAR = 0.6


def near(one: str, other: str) -> bool:
    """Whether two words are near in meaning."""
    vectors = word_vectors("en")
    return vectors is not None and float(vectors.cosines([one], [other])[0, 0]) >= NEAR


def _of_one_thing(one: Token, other: Token) -> bool:
    """Whether two nouns are members of a coordination, or say the same of one another."""
    for a, b in ((one, other), (other, one)):
        at = a
        while at.dep_ in ("conj", "appos", "attr"):
            at = at.head
            if at == b or (a.dep_ == "attr" and b.head == at and b.dep_ == "nsubj"):
                return True
    return False


def adjectives_exchanged(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the adjectives of two nouns exchanged."""
    found = [
        t
        for t in s.body
        if t.dep_ == "amod"
        and t.tag_ == "JJ"
        and not list(t.children)
        and t.lower_ not in (*UNSAFE, *_VAGUE)
        and t.is_alpha
        and not t.is_title
        and not (t.ent_type_ in _MEASURED or t.head.ent_type_ in _MEASURED)
        and t.head.tag_ in ("NN", "NNS")
        and s.doc[t.i - 1].text != "-"
        and s.doc[t.i + 1].text != "-"
    ]
    for one, other in pairs_of(found):
        if (
            one.head == other.head
            or one.lower_ == other.lower_
            or lemma(one.head) == lemma(other.head)
            or _of_one_thing(one.head, other.head)
            or near(one.lower_, other.lower_)
        ):
            continue
        needed = one.i, other.i, one.head.i, other.head.i
        for pieces in (swap(s.pieces, [one.i], [other.i]), put(s.pieces, {other.i: one.text})):
            yield neither("adjectives exchanged", pieces, *needed)


def clauses_exchanged(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield main and subordinate clause exchanged: "B before A" of "A before B"."""
    for verb in s.body:
        if verb.dep_ != "advcl" or verb.head != s.root or s.finite(verb) is None:
            continue
        opener = s.child(verb, "mark")
        if opener is None or opener.lower_ not in ("before", "after", "because", "if", "until"):
            continue
        parts = clauses_around(s, verb, opener)
        before = s.doc[opener.i - 1].lower_ if opener.i else ""
        if parts is None or before in ("even", "as", "only", "just"):
            continue
        main, sub = parts
        if {"or", "(", ":", ";"} & s.lowered or "that" in {s.doc[i].lower_ for i in main[:2]}:
            continue
        if {"not", "n't"} & s.lowered and opener.lower_ == "if":
            continue
        one, other = (s.phrase(x, marked=True) for x in (main, sub))
        word = Piece(opener.lower_, opener.i)
        opens = opener.i < main[0]
        if rng.random() < 0.3:  # now and then in the other order than the sentence
            opens = not opens
        pieces: Pieces = (word, *one, Piece(","), *other) if opens else (*other, word, *one)
        conflict = True if opener.lower_ in ("before", "after") else None
        yield Change("clauses exchanged", pieces, False, False, conflict, frozenset([*main, *sub]))


def _told_of(s: Statement, t: Token, noun: Token) -> bool:
    """Whether a noun may be what another says what it is, or stands for no thing at all."""
    for up in (noun, *noun.ancestors):
        if up.dep_ == "attr" and any(
            t in c.subtree for c in up.head.children if c.dep_ in ("nsubj", "csubj", "dep")
        ):
            return True
        if up.dep_ == "prep" and up.lower_ == "as":
            return True
    bare = all(c.dep_ not in ("det", "poss", "nummod") for c in t.children)
    loose = t.head.lower_ in ("in", "as", "by") or t.tag_ == "NN"
    return t.dep_ == "pobj" and loose and bare and t.pos_ == "NOUN"


def relative_of_another(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a relative clause said of something else."""
    for verb in s.body:
        found = relative(s, verb)
        if found is None:
            continue
        for t in s.body:
            places = ("nsubj", "nsubjpass", "dobj", "pobj")
            if t.pos_ not in ("NOUN", "PROPN") or t.dep_ not in places:
                continue
            tree = s.tree(t)
            if t in verb.head.ancestors or not _alike(t, verb.head) or _told_of(s, t, verb.head):
                continue
            apart = not set(tree) & set(s.tree(verb.head)) and t.head.dep_ != "relcl"
            if any(s.doc[i].is_punct or s.doc[i].dep_ == "cc" for i in tree):
                continue
            if not apart or len(tree) > 6 or not s.joined(t) or lemma(t) == lemma(verb.head):
                continue
            agreed = s.agree(verb, s.plural(t))
            if agreed is None or t.ent_type_ in ("DATE", "TIME", "CARDINAL"):
                continue
            if s.child(verb, "conj") is not None and agreed:
                continue
            pieces = (*s.phrase(tree, marked=True), *put(s.phrase(found[1]), agreed, marked=False))
            yield neither("relative clause of another", pieces, *tree, verb.i)


def _perhaps_same(s: Statement, ent: Span, t: Token) -> bool:
    """Whether an apposition, or what it is said of, may tell what a name is."""
    verbs = [next((a for a in x.ancestors if a.pos_ in ("VERB", "AUX")), x) for x in (ent.root, t)]
    if verbs[0] == verbs[1] and lemma(verbs[0]) in _BEING:
        return True
    if {"specifically", "namely", *_PLAYING} & s.lowered:
        return True
    start, end = sorted((ent.start, t.head.i))
    between = s.doc[ent.end if start == ent.start else start + 1 : end]
    return all(w.is_punct or w.pos_ == "PROPN" or w.lower_ == "as" for w in between)


_PLAYING = listed("role part character play plays played portrays portrayed star stars starring")
_BEING = frozenset(listed("be become remain call name know"))


def apposition_of_another(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield an apposition said of something else."""
    for t in s.body:
        if t.dep_ != "appos" or t.head.pos_ != "PROPN" or t.tag_ not in ("NN", "NNS"):
            continue
        fits = [c for c in t.lefts if c.lower_ in ("a", "an", "the") or c.dep_ == "poss"]
        if not fits or not s.joined(t) or listed_apposition(s, t):
            continue
        label = t.head.ent_type_
        for ent in s.doc.ents:
            if ent.label_ != label or t.head in ent or label == "" or ent.root in t.subtree:
                continue
            if label == "NORP" or _perhaps_same(s, ent, t):
                continue
            if ent.root.dep_ in ("appos", "compound") or ent.root in t.head.subtree:
                continue
            past = s.past(s.root)
            be = ("were" if past else "are") if t.tag_ == "NNS" else ("was" if past else "is")
            tokens = [x.i for x in ent if x.tag_ != "POS"]
            if {x.lower_ for x in ent} & {s.doc[i].lower_ for i in s.tree(t.head)}:
                continue
            pieces = (*s.phrase(tokens, marked=True), Piece(be), *s.phrase(s.tree(t)))
            yield neither("apposition of another", pieces, *tokens, t.i)


def values_exchanged(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the two values of "from … to …" exchanged, or the sides of a comparison."""
    for t in s.body:
        start = s.child(t, "pobj") if t.lower_ == "from" and t.dep_ == "prep" else None
        if start is not None:
            behind = [c for c in t.head.children if c.dep_ == "prep" and c.i > t.i]
            to = next((c for c in behind if c.lower_ == "to"), None)
            end = s.child(to, "pobj") if to is not None else None
            if to is None or end is None or to.i != max(s.tree(t)) + 1:
                continue
            if not (s.joined(start) and s.joined(end)):
                continue
            dated = start.ent_type_ in ("DATE", "TIME") or end.ent_type_ in ("DATE", "TIME")
            if dated or lemma(t.head) not in CHANGING or lemma(start) == lemma(end):
                continue
            parts = s.tree(start), s.tree(end)
            words = {s.doc[i].lower_ for part in parts for i in part}
            if max(map(len, parts)) > 7 or words & {"one", "another", "other", "others"}:
                continue
            compared = any(w.tag_ in ("JJR", "RBR") for w in s.body)
            unsure = compared or bool({"rarely", "seldom", "hardly", "more", "less"} & s.lowered)
            needed = *parts[0], *parts[1], t.i, t.head.i, to.i
            yield _turned(swap(s.pieces, *parts), unsure, *needed)
        than = s.child(t, "prep")
        if t.tag_ == "JJR" and t.dep_ == "acomp" and than is not None and than.lower_ == "than":
            subject, thing = s.subject(t.head), s.child(than, "pobj")
            if subject is None or thing is None or not (s.joined(subject) and s.joined(thing)):
                continue
            if thing.pos_ not in ("NOUN", "PROPN") or subject.pos_ not in ("NOUN", "PROPN"):
                continue
            agreed = s.agree(t.head, s.plural(thing))
            if agreed is None:
                continue
            parts = s.tree(subject), s.tree(thing)
            pieces = put(swap(s.pieces, *parts), agreed, marked=False)
            yield _turned(pieces, hedged(t.head), *parts[0], *parts[1], t.i)


def _turned(pieces: Pieces, unsure: bool, *needed: int) -> Change:
    """Return a change of two values, which is a conflict unless both may be so."""
    known = (None, None) if unsure else (False, True)
    return Change("from and to exchanged", pieces, False, *known, frozenset(needed))


EXCHANGING: tuple[Function, ...] = (
    roles_exchanged,
    wrong_voice,
    wrong_converse,
    objects_exchanged,
    verbs_exchanged,
    subjects_exchanged,
    adjectives_exchanged,
    clauses_exchanged,
    relative_of_another,
    apposition_of_another,
    values_exchanged,
    names_exchanged,
    name_from_elsewhere,
)
