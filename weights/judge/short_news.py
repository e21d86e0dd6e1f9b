"""Short pairs as in the news: decisions, measures, shares, deals, names in part, headlines.

Each function returns one pair by chance.
"""

from __future__ import annotations

import random

from weights.judge.short_fact import Fact, did, one_of, person, two
from weights.judge.short_words import (
    BODIES,
    EVENTS,
    KINDS,
    MATTERS,
    NAMES,
    NUMBERS,
    OCCASIONS,
    PLACES,
    THINGS,
    TIMES,
    TOWNS,
    VERDICTS,
    article,
    plural,
)

# How long, wide, heavy something is: a noun, the adjectives, units.
MEASURES = (
    ("the tunnel", ("long", "wide", "high"), "metres"),
    ("the board", ("long", "wide", "thick"), "centimetres"),
    ("the pool", ("long", "wide", "deep"), "metres"),
    ("the tower", ("tall", "wide"), "feet"),
    ("the trench", ("deep", "long", "wide"), "metres"),
    ("the shelf", ("high", "deep", "wide"), "inches"),
)
# Shares, from all to some; each entails those behind it.
SHARES = (*("all of", "most of", "half of", "a third of", "some of"),)
WHAT = ("the crew", "the class", "the students", "the guests", "the members", "the visitors")
DOES = ("travel by bus", "live in the village", "speak Italian", "work at night", "own a car")
FIRST = ("Ann", "Eve", "Paul", "Luis", "Nadia", "Otto", "Priya", "Samuel", "Clara", "Hugo", "Ida")
LAST = ("Lee", "Meyer", "Okoro", "Silva", "Novak", "Brandt", "Haddad", "Quinn", "Sato", "Varga")


def decisions_opposed(rng: random.Random) -> Fact:
    """Who decides one way, and the other."""
    body, matter = rng.choice(BODIES), rng.choice(MATTERS)
    yes, no = rng.choice(VERDICTS)
    if rng.random() < 0.5:
        yes, no = no, yes
    tail = rng.choice(("", "", " after long debate", " in first reading", " on Friday"))
    other = rng.choice([m for m in MATTERS if m != matter])
    rival = rng.choice([b for b in BODIES if b != body])
    return one_of(
        rng,
        [
            (f"{body} [{yes}] {matter}{tail}", f"{body} [{no}] {matter}", False, False, True),
            (f"{body} [{yes}] {matter}", f"{body} [{no}] {matter}{tail}", False, False, True),
            (f"{body} {yes} {matter}{tail}", f"{body} {yes} {matter}", True, not tail, False),
            (f"{body} {yes} {matter}", f"{body} {no} [{other}]", False, False, False),
            (f"{body} {yes} {matter}", f"[{rival}] {no} {matter}", False, False, False),
            (f"{body} {yes} {matter}", f"{body} [considers] {matter}", False, False, False),
        ],
    )


def measures(rng: random.Random) -> Fact:
    """How long, wide or high something is."""
    it, adjectives, unit = rng.choice(MEASURES)
    one, other = two(rng, adjectives)
    a, b = rng.sample(range(3, 90), 2)
    big = max(a, b)
    return one_of(
        rng,
        [
            (f"{it} is {a} {unit} {one}", f"{it} is {a} {unit} [{other}]", False, False, False),
            (f"{it} is {a} {unit} {one}", f"{it} is {b} {unit} [{other}]", False, False, False),
            (f"{it} is {a} {unit} {one}", f"{it} is [{b}] {unit} {one}", False, False, True),
            (f"{it} is {a}0 {unit} {one}", f"{it} is [{a}] {unit} {one}", False, False, True),
            (f"{it} is {a} {unit} {one}", f"{it} is exactly {a} {unit} {one}", True, True, False),
            (
                f"{it} is {big} {unit} {one}",
                f"{it} is more than {min(a, b)} {unit} {one}",
                True,
                False,
                False,
            ),
            (
                f"{it} is {a} {unit} {one} and {b} {unit} {other}",
                f"{it} is {b} {unit} {other}",
                True,
                False,
                False,
            ),
        ],
    )


def shares(rng: random.Random) -> Fact:
    """Half of them are some of them."""
    who, does = rng.choice(WHAT), rng.choice(DOES)
    i, j = sorted(rng.sample(range(len(SHARES)), 2))
    n = rng.choice(NUMBERS[3:])
    first, second = SHARES[i], SHARES[j]
    return one_of(
        rng,
        [
            (f"{first} {who} {does}", f"{second} {who} {does}", True, False, False)
            if second == "some of" or first == "all of"
            else (f"half of {who} {does}", f"some of {who} {does}", True, False, False),
            (f"{second} {who} {does}", f"all of {who} {does}", False, None, False),
            (f"none of {who} {does}", f"{second} {who} {does}", False, False, True),
            (f"not all of {who} {does}", f"all of {who} {does}", False, False, True),
            (f"{n} of {who} {does}", f"some of {who} {does}", True, False, False),
            (f"at least half of {who} {does}", f"half of {who} or more {does}", True, True, False),
        ],
    )


def turned_into_nouns(rng: random.Random) -> Fact:
    """What happened, told by a noun or by a verb."""
    it, (participle, _, noun) = rng.choice(OCCASIONS), rng.choice(EVENTS)
    other, effect = rng.choice([o for o in OCCASIONS if o != it]), rng.choice(EVENTS)[0]
    agent = rng.choice(BODIES)
    return one_of(
        rng,
        [
            (
                f"{other} was {effect} because {it} was {participle}",
                f"the {noun} of {it} was the reason why {other} was {effect}",
                True,
                True,
                False,
            ),
            (
                f"{other} was {effect} because of the {noun} of {it}",
                f"{other} was {effect} because {it} was {participle}",
                True,
                True,
                False,
            ),
            (
                f"{other} was {effect} because of the {noun} of {it}",
                f"{it} was {participle}",
                True,
                False,
                False,
            ),
            (f"{agent} regretted the {noun} of {it}", f"{it} was {participle}", True, False, False),
            (
                f"{agent} demanded the {noun} of {it}",
                f"[{it} was {participle}]",
                False,
                False,
                False,
            ),
            (
                f"{other} was {effect} because {it} was {participle}",
                f"[{it}] was {participle} because [{other}] was {effect}",
                False,
                False,
                False,
            ),
            (
                f"{other} was {effect} after the {noun} of {it}",
                f"{other} was {effect} [before] the {noun} of {it}",
                False,
                False,
                True,
            ),
        ],
    )


def sold_and_bought(rng: random.Random) -> Fact:
    """One deal told from both sides, with more or less of the thing."""
    n, m = two(rng, NAMES)
    kind = rng.choice(tuple(THINGS))
    thing = rng.choice(KINDS[kind])
    adjective = rng.choice(("old", "green", "broken", "heavy", "new"))
    pairs = (
        *(("sold {} to", "bought {} from"), ("gave {} to", "got {} from")),
        *(("lent {} to", "borrowed {} from"), ("sent {} to", "received {} from")),
    )
    gives, takes = rng.choice(pairs)
    plain, more = article(thing), article(f"{adjective} {thing}")
    return one_of(
        rng,
        [
            (f"{n} {gives.format(plain)} {m}", f"{m} {takes.format(plain)} {n}", True, True, False),
            (
                f"{n} {gives.format(f'[{more}]')} {m}",
                f"{m} {takes.format(plain)} {n}",
                True,
                False,
                False,
            ),
            (
                f"{n} {gives.format(plain)} {m}",
                f"{n} {takes.format(plain)} {m}",
                False,
                False,
                False,
            ),
            (
                f"{n} {gives.format(plural(thing))} {m}",
                f"{m} {takes.format(plural(kind))} {n}",
                True,
                False,
                False,
            ),
        ],
    )


def no_kind(rng: random.Random) -> Fact:
    """What holds of no member of a kind, and of those of a narrower one."""
    kind = rng.choice([k for k in KINDS if k not in ("relative", "child")])
    narrow = plural(rng.choice(KINDS[kind]))
    general = plural(kind)
    place = rng.choice(PLACES)
    verb = rng.choice(("allowed", "sold", "found", "needed", "seen"))
    return one_of(
        rng,
        [
            (
                f"no {general} are {verb} {place}",
                f"{narrow} are not {verb} {place}",
                True,
                False,
                False,
            ),
            (
                f"{general} are not {verb} {place}",
                f"no {narrow} are {verb} {place}",
                True,
                False,
                False,
            ),
            (
                f"no {general} are {verb} {place}",
                f"{general} are not {verb} {place}",
                True,
                True,
                False,
            ),
            (
                f"no {narrow} are {verb} {place}",
                f"{general} are not {verb} {place}",
                False,
                True,
                False,
            ),
            (
                f"no {general} are {verb} {place}",
                f"{narrow} are {verb} {place}",
                False,
                False,
                True,
            ),
            (f"{narrow} are {verb} {place}", f"{general} are {verb} {place}", True, False, False),
        ],
    )


def names_in_part(rng: random.Random) -> Fact:
    """Two people with one name in common, and one person by more or less of the name."""
    one, other = two(rng, FIRST)
    last, another = two(rng, LAST)
    verb, rest = did(rng)
    tail = rng.choice((*TIMES, *PLACES, ""))
    title = rng.choice(("Mayor", "Professor", "Captain", "Judge", "Coach", "Minister"))
    n, m = f"{one} {last}", f"{other} {last}"

    def active(name: str) -> str:
        return f"{name} {verb.past} {rest}"

    def passive(name: str) -> str:
        return f"{rest} was {verb.participle} by {name}"

    said, again = rng.choice(((active, active), (active, passive), (passive, active)))
    return one_of(
        rng,
        [
            (f"{said(n)} {tail}", again(f"[{other}] {last}"), False, False, None),
            (said(n), again(f"[{other}] {last}"), False, False, None),
            (said(n), again(f"{one} [{another}]"), False, False, None),
            (said(f"{title} {n}"), again(f"{title} [{other}] {last}"), False, False, None),
            (said(n), again(n), True, True, False),
            (f"{said(n)} {tail}", again(n), True, not tail, False),
            (said(f"{title} {n}"), again(n), True, None, False),
            (said(f"{n} and {m}"), again(m), True, False, False)
            if said is active
            else (said(n), again(f"{n}, a {person(rng)},"), False, True, False),
        ],
    )


def headlines(rng: random.Random) -> Fact:
    """What headlines say, without articles; what one of them has more, and what is against it."""
    body, matter = (text.removeprefix("the ") for text in (rng.choice(BODIES), rng.choice(MATTERS)))
    yes, no = rng.choice(VERDICTS)
    if rng.random() < 0.5:
        yes, no = no, yes
    town, n = rng.choice(TOWNS), rng.choice(NUMBERS)
    cause = rng.choice(("storm", "fire", "flood", "strike", "power cut", "blast"))
    adjective = rng.choice(("overnight", "heavy", "sudden", "second", "huge", "rare"))
    building = rng.choice(("church", "library", "market hall", "school", "bridge", "old theatre"))
    does, done = rng.choice((("destroys", "destroyed"), ("damages", "damaged"), ("shuts", "shut")))
    tail = rng.choice((f" in {town}", " on Sunday", f" near {town}", " for second time"))
    return one_of(
        rng,
        [
            (f"{body} [{yes}] {matter}", f"{body} [{no}] {matter}", False, False, True),
            (f"{body} [{yes}] {matter}", f"{town} {body} [{no}] {matter}", False, False, True),
            (
                f"{adjective} {cause} {does} {building}{tail}",
                f"{cause} {does} {building}",
                True,
                False,
                False,
            ),
            (
                f"{cause} {does} {building}{tail}",
                f"{building} {done} by {cause}",
                True,
                False,
                False,
            ),
            (f"{cause} {does} {building}", f"{building} {done} by {cause}", True, True, False),
            (f"{cause} {does} {building}", f"{building} {does} [{cause}]", False, False, False),
            (f"{cause} kills {n}{tail}", f"{n} killed by {cause}{tail}", True, True, False),
            (f"{cause} kills {n}{tail}", f"{n} [hurt] by {cause}{tail}", False, False, False),
            (f"{body} {yes} {matter}{tail}", f"{body} {yes} {matter}", True, False, False),
        ],
    )
