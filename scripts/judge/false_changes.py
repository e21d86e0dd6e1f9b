"""Changes after which a sentence does not follow from what it was made from."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from spacy.tokens import Token

from editing import Change, Statement, put, swap, without
from wording import lemma_of, listed

MUTUAL = listed("""
    meet marry resemble hug kiss fight face join equal accompany date embrace play have include
    contain wear hold involve feature border adjoin be match divorce become cover replace
""")


def roles_exchanged(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield agent and patient exchanged."""
    for verb in s.body:
        if verb.pos_ != "VERB" or lemma_of(verb) in MUTUAL:
            continue
        subject, things = s.subject(verb), [c for c in verb.rights if c.dep_ == "dobj"]
        if subject is None or len(things) != 1 or subject.dep_ != "nsubj":
            continue
        thing = things[0]
        if {subject.pos_, thing.pos_} - {"NOUN", "PROPN"} or thing.ent_type_ in ("DATE", "TIME"):
            continue
        if not (s.joined(subject) and s.joined(thing)) or subject.lemma_ == thing.lemma_:
            continue
        one, other = s.tree(subject), s.tree(thing)
        if len(one) > 8 or len(other) > 8:
            continue
        agreed = s.agree(verb, s.plural(thing))
        if agreed is None:
            continue
        pieces = put(swap(s.pieces, one, other), agreed, marked=False)
        needed = frozenset([*one, *other, verb.i])
        yield Change("roles exchanged", pieces, False, False, None, needed)


def negation_left_out(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence without its negation."""
    for t in s.body:
        if t.dep_ == "neg" and t.lower_ in ("not", "n't", "n’t", "never"):
            verb = t.head
            edits = {t.i: ""}
            before = s.doc[t.i - 1]
            needed = frozenset(x.i for x in s.verb_group(verb)) | {t.i}
            if before.lower_ in ("ca", "wo", "sha"):
                edits[before.i] = {"ca": "can", "wo": "will", "sha": "shall"}[before.lower_]
            if before.lemma_ == "do" and before.head == verb and verb.tag_ == "VB":
                edits[before.i] = ""
                edits[verb.i] = s.words.inflected(lemma_of(verb), before.tag_)
            pieces = put(s.pieces, edits)
            yield Change("negation left out", pieces, False, False, True, needed,
                         frozenset([t.i]))  # fmt: skip


def _unused(t: Token) -> None:
    _ = without


Function = Callable[[Statement, random.Random], Iterator[Change]]
FALSE: tuple[Function, ...] = (roles_exchanged, negation_left_out)
