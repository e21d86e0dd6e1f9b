"""Short pairs of what can and cannot be so together, and of what is seen in pictures.

Each function returns one pair by chance.
"""

from __future__ import annotations

import random

from weights.judge.short_fact import Fact, act_of, one_of, person, thing_of, two
from weights.judge.short_roles import TRANSITIVE
from weights.judge.short_words import (
    ACTS,
    ADJECTIVES,
    FIRMS,
    KINDS,
    NAMES,
    OF_PEOPLE,
    PEOPLE,
    PLACES,
    PLAIN_ACTS,
    SCENES,
    TIMES,
    TOWNS,
    article,
    plural,
)

_STATES = (
    *(("open", "closed", True), ("alive", "dead", True), ("married", "single", True)),
    *(("empty", "full", False), ("hot", "cold", False), ("cheap", "expensive", False)),
    *(("wet", "dry", True), ("guilty", "innocent", True), ("rich", "poor", False)),
    *(("safe", "dangerous", True), ("awake", "asleep", True), ("loud", "quiet", False)),
    *(("legal", "illegal", True), ("present", "absent", True), ("tall", "short", False)),
)
_COLOURS = ("red", "blue", "green", "yellow", "black", "white", "brown")


def exclusive(rng: random.Random) -> Fact:
    """What cannot be two ways at once."""
    one, other, all_ = rng.choice(_STATES)
    it = rng.choice(("the shop", "my neighbour", "the soup", "the lake", "the old man", "the plan"))
    if rng.random() < 0.5:
        one, other = other, one
    n = rng.choice(NAMES)
    thing = f"the {thing_of(rng)}"
    a, b = two(rng, _COLOURS)
    x, y = two(rng, TOWNS)
    year, later = (str(n) for n in sorted(rng.sample(range(1900, 2020), 2)))
    spouse, third = two(rng, tuple(name for name in NAMES if name != n))
    firm = rng.choice(FIRMS)
    return one_of(
        rng,
        [
            (f"{it} is {one}", f"{it} is {other}", False, False, True),
            (f"{it} is {one}", f"{it} is not {other}", True, all_ or False, False),
            (f"{it} is not {one}", f"{it} is {one}", False, False, True),
            (f"{it} is not {one}", f"{it} is {other}", all_, True, False),
            (f"{thing} is {a}", f"{thing} is {b}", False, False, True),
            (f"{thing} is {a}", f"{thing} is not {b}", True, False, False),
            (f"{n} was born in {x}", f"{n} was born in {y}", False, False, True),
            (f"{firm} was founded in {year}", f"{firm} was founded in {later}", False, False, True),
            (f"{n} died in {later}", f"{n} died in {year}", False, False, True),
            (f"{n} is married to {spouse}", f"{n} is married to {third}", False, False, True),
            ("the light is on", "the light is off", False, False, True),
            (
                f"{n} turned the {thing_of(rng, 'device')} on",
                f"{n} turned it off",
                False,
                False,
                None,
            ),
        ],
    )


def both_can_be(rng: random.Random) -> Fact:
    """What differs and may well be true together: others, elsewhere, at another time."""
    n, m = two(rng, NAMES)
    p, q = (article(person(rng)) for _ in range(2))
    one, other = rng.sample([*PLAIN_ACTS, *(v for v, _ in ACTS)], 2)
    where, there = rng.sample(PLACES, 2)
    when, then = rng.sample(TIMES, 2)
    yes, no, _ = rng.choice(_STATES)
    left, right = rng.choice(
        (
            ("left", "right"),
            ("first", "second"),
            ("front", "back"),
            ("upper", "lower"),
            ("older", "younger"),
            ("northern", "southern"),
            ("new", "old"),
        )
    )
    what = rng.choice(("engine", "window", "brother", "lane", "gate", "branch", "test", "shop"))
    verb, _, things = rng.choice([s for s in SCENES if "musician" in s[1]])
    a, b = (article(thing_of(rng, *things)) for _ in range(2))
    rose, fell = rng.choice((("rose", "fell"), ("won", "lost"), ("grew", "shrank")))
    what2 = rng.choice(("profits", "prices", "the team", "the party", "sales"))
    rose_, fell_ = (rose, fell) if what2 in ("profits", "prices", "sales") else ("won", "lost")
    if what2 in ("profits", "prices", "sales") and rose == "won":
        rose_, fell_ = "rose", "fell"
    years = [str(y) for y in sorted(rng.sample(range(1990, 2024), 2))]
    k, l_ = rng.sample(range(10, 99), 2)
    x, y = two(rng, TOWNS)
    who = rng.choice(("the circus", "the choir", "the band", "the minister"))
    return one_of(
        rng,
        [
            (
                f"{p} is {one.progressive} {where}",
                f"{q} is {other.progressive} {where}",
                False,
                False,
                False,
            ),
            (
                f"{p} is {one.progressive} {where}",
                f"{p} is {other.progressive} {there}",
                False,
                False,
                False,
            ),
            (
                f"{p} is {verb.progressive} {a}",
                f"{p} is {verb.progressive} {b}",
                False,
                False,
                False,
            )
            if a != b
            else (f"{p} {one.past}", f"{q} {other.past}", False, False, False)
            if p != q and one != other
            else (f"{n} {one.past}", f"{m} {other.past}", False, False, False),
            (f"{n} {one.past}", f"{m} did not {one.base}", False, False, False),
            (f"one suspect {one.past}", f"another suspect did not {one.base}", False, False, False),
            (f"one of the guests is {yes}", f"another guest is {no}", False, False, False),
            (f"the {left} {what} is {yes}", f"the {right} {what} is {no}", False, False, False),
            (
                f"the {left} {what} is {yes}",
                f"the {right} {what} is not {yes}",
                False,
                False,
                False,
            ),
            (
                f"{what2} {rose_} in {years[0]}",
                f"{what2} {fell_} in {years[1]}",
                False,
                False,
                False,
            ),
            (
                f"in {years[0]} the clinic had {k} beds",
                f"in {years[1]} the clinic had {l_} beds",
                False,
                False,
                False,
            ),
            (
                f"{who} performed in {x} {when}",
                f"{who} performed in {y} {then}",
                False,
                False,
                False,
            ),
            (f"{n} {one.past} {when}", f"{n} {other.past} {then}", False, False, False),
            (f"{n} visited {x}", f"{n} visited {y}", False, False, False),
            (
                f"a {rng.choice(_COLOURS)} bird is on the roof",
                "a grey bird is on the roof",
                False,
                False,
                False,
            ),
            (f"{n} lives in {x}", f"{m} lives in {y}", False, False, False),
        ],
    )


def captions(rng: random.Random) -> Fact:
    """What is seen in a picture."""
    verb, _, things = rng.choice([s for s in SCENES if "musician" in s[1]])
    kind = rng.choice(tuple(PEOPLE))
    person, thing = rng.choice(PEOPLE[kind]), thing_of(rng, *things)
    a, b = article(person), article(thing)
    look = rng.choice(("in a red hat", "with a beard", "in a blue coat", "with a small bag"))
    act, where = act_of(rng), rng.choice(PLACES)
    many = plural(person)
    ing, part = verb.progressive, verb.participle
    animal = rng.choice((*KINDS["dog"], *KINDS["cat"], *KINDS["horse"]))
    adjective = rng.choice(OF_PEOPLE)
    return one_of(
        rng,
        [
            (f"{a} is {ing} {b}", f"{b} is being {part} by {a}", True, True, False),
            (f"{a} {look} is {ing} {b}", f"{a} is {ing} {b}", True, False, False),
            (
                f"{a} {look} is {act.progressive} {where}",
                f"a person is {act.progressive}",
                True,
                False,
                False,
            ),
            (f"{a} is {ing} {b}", f"a person is {ing} {b}", True, False, False),
            (f"{a} is {ing} {b}", f"there is no {person} {ing} {b}", False, False, True),
            (f"{a} is {ing} {b}", f"no {person} is {ing} {b}", False, False, True),
            (f"the {person} is {ing} {b}", f"the {person} is not {ing} {b}", False, False, True),
            (
                f"two {many} are {act.progressive}",
                f"some {many} are {act.progressive}",
                True,
                False,
                False,
            ),
            (
                f"two {many} are {act.progressive} {where}",
                f"some people are {act.progressive}",
                True,
                False,
                False,
            ),
            (
                f"there is {article(animal)} {where}",
                f"{article(animal)} is {where}",
                True,
                True,
                False,
            ),
            (f"there are no animals {where}", f"there is no {animal} {where}", True, False, False),
            (f"there is no {animal} {where}", f"{article(animal)} is {where}", False, False, True),
            (
                f"{article(adjective + ' ' + person)} is {act.progressive}",
                f"{a} is {act.progressive}",
                True,
                False,
                False,
            ),
            (f"{a} and {article(animal)} are {where}", f"{a} is {where}", True, False, False),
            (f"{a}, who is {adjective}, is {act.progressive}")
            and (
                f"{a} who is {adjective} is {act.progressive}",
                f"{article(adjective + ' ' + person)} is {act.progressive}",
                *(True, True, False),
            ),
        ],
    )


def exchanged_properties(rng: random.Random) -> Fact:
    """Which of two things is what."""
    n, m = two(rng, NAMES)
    a, b, _ = rng.choice(_STATES)
    one, other = (
        f"the {each}" for each in rng.sample([thing_of(rng, "vehicle"), *KINDS["boat"]], 2)
    )
    x, y = two(rng, ADJECTIVES)
    p, q = (f"the {each}" for each in rng.sample(["man", "woman", "boy", "nurse", "cook"], 2))
    verb = rng.choice(TRANSITIVE)
    return one_of(
        rng,
        [
            (f"{n} is {a} and {m} is {b}", f"{m} is {a} and {n} is {b}", False, False, True),
            (f"{n} is {a} and {m} is {b}", f"{m} is {b} and {n} is {a}", True, True, False),
            (
                f"{one} is {x} and {other} is {y}",
                f"{one} is {y} and {other} is {x}",
                False,
                False,
                None,
            ),
            (
                f"{p} who wore a hat {verb.past} {q}",
                f"{q} who wore a hat {verb.past} {p}",
                False,
                False,
                False,
            ),
            (f"{p} who wore a hat {verb.past} {q}", f"{p} {verb.past} {q}", True, False, False),
            (f"{p} who wore a hat {verb.past} {q}", f"{q} wore a hat", False, False, False),
            (f"{n} ordered soup and {m} ordered fish", f"{m} ordered soup", False, False, None),
            (f"{n} ordered soup and {m} ordered fish", f"{n} ordered soup", True, False, False),
        ],
    )


def units(rng: random.Random) -> Fact:
    """Measures in other units."""
    k = rng.randint(2, 90)
    it = rng.choice(("the rope", "the plank", "the pipe", "the cable"))
    box = rng.choice(("the parcel", "the box", "the stone", "the machine"))
    talk = rng.choice(("the film", "the flight", "the meeting", "the test"))
    thing = rng.choice(("the ticket", "the book", "a room", "the lamp"))
    return one_of(
        rng,
        [
            (f"{it} is {k}00 cm long", f"{it} is {k} metres long", True, True, False),
            (f"{it} is {k} cm long", f"{it} is {k} m long", False, False, True),
            (f"{box} weighs {k} kg", f"{box} weighs {k} g", False, False, True),
            (f"{box} weighs {k} kg", f"{box} weighs {k}000 grams", True, True, False),
            (f"{talk} takes {k} hours", f"{talk} takes {k} minutes", False, False, True),
            (
                f"{talk} takes {k // 10 + 1} hours",
                f"{talk} takes {60 * (k // 10 + 1)} minutes",
                True,
                True,
                False,
            ),
            (f"{thing} costs {k} euros", f"{thing} costs {k} dollars", False, False, True),
            (f"{thing} costs {k} euros", f"{thing} costs €{k}", True, True, False),
            ("half of the guests left", "50 percent of the guests left", True, True, False),
            (f"it is {k} degrees Celsius", f"it is {k} degrees Fahrenheit", False, False, True),
        ],
    )
