"""Short pairs of what people ask, request, promise, doubt and are bound to, and of strangers.

Each function returns one pair by chance.
"""

from __future__ import annotations

import random

from weights.judge.short_fact import Fact, did, one_of, person, thing_of, two
from weights.judge.short_words import (
    BODIES,
    EVENTS,
    MATTERS,
    NAMES,
    NUMBERS,
    OCCASIONS,
    PLACES,
    TIMES,
    TOWNS,
    VERDICTS,
    Verb,
    plural,
)

# What someone may do, and what is against it.
DUTIES = (
    *(("close the windows", "leave the windows open"), ("turn off the engine", "keep driving")),
    *(("wait outside", "come in"), ("stay in the hall", "leave the hall")),
    *(("hand in the keys", "keep the keys"), ("lower the music", "play loud music")),
    *(("wear a helmet", "ride without a helmet"), ("keep the receipts", "throw the receipts away")),
    *(("put out the fire", "let the fire burn"), ("cover the food", "leave the food uncovered")),
    *(("delete the files", "keep the files"), ("travel in groups", "travel alone")),
    *(("keep dogs on a lead", "let dogs run free"), ("remain seated", "stand up")),
    *(("park behind the house", "park in front of the house"), ("pay in cash", "pay by card")),
)


def _done(rng: random.Random) -> tuple[str, Verb, str]:
    """Return who, a verb and what follows it."""
    verb, rest = did(rng)
    return rng.choice((rng.choice(NAMES), f"the {person(rng)}")), verb, rest


def questions_and_statements(rng: random.Random) -> Fact:
    """What is asked is not told; why, when and where it is so supposes that it is so."""
    who, verb, rest = _done(rng)
    it, (participle, base, _) = rng.choice(OCCASIONS), rng.choice(EVENTS)
    tail = rng.choice((*PLACES, *TIMES, ""))
    agent = rng.choice(BODIES)
    yes_no = [
        (f"[did] {who} {verb.base} {rest} {tail}?", f"{who} {verb.past} {rest} {tail}"),
        (f"[is] {who} {verb.progressive} {rest}?", f"{who} is {verb.progressive} {rest}"),
        (f"[was] {it} {participle}?", f"{it} was {participle}"),
        (f"[has] {it} been {participle} {tail}?", f"{it} has been {participle} {tail}"),
        (f"[will] {agent} {base} {it}?", f"{agent} will {base} {it}"),
        (f"[can] {who} {verb.base} {rest}?", f"{who} can {verb.base} {rest}"),
    ]
    asked, told = rng.choice(yes_no)
    word = rng.choice(("why", "when", "where", "how"))
    return one_of(
        rng,
        [
            (asked, told, False, False, False),
            (asked, told, False, False, False),
            (f"{word} was {it} {participle}?", f"{it} was {participle}", True, False, False),
            (
                f"{word} did {who} {verb.base} {rest}?",
                f"{who} {verb.past} {rest}",
                True,
                False,
                False,
            ),
            (f"{word} was {it} {participle}?", f"{it} was not {participle}", False, False, True),
            (f"who {verb.past} {rest}?", f"{who} {verb.past} {rest}", False, False, False),
            (f"who {participle} {it}?", f"[{agent}] {participle} {it}", False, False, False),
        ],
    )


def questions(rng: random.Random) -> Fact:
    """Two questions: whether they ask for the same."""
    who, verb, rest = _done(rng)
    it, (participle, _, _) = rng.choice(OCCASIONS), rng.choice(EVENTS)
    other = rng.choice([e[0] for e in EVENTS if e[0] != participle])
    one, two_ = two(rng, ("why", "when", "where", "how"))
    town, city = two(rng, TOWNS)
    place = rng.choice(("the library", "the pool", "the shop", "the office", "the castle"))
    return one_of(
        rng,
        [
            (
                f"[{one}] was {it} {participle}?",
                f"[{two_}] was {it} {participle}?",
                False,
                False,
                False,
            ),
            (f"{one} was {it} {participle}?", f"{one} was {it} {other}?", False, False, False),
            (f"who {participle} {it}?", f"[where] was {it} {other}?", False, False, False),
            (f"who {verb.past} {rest}?", f"what did {who} {verb.base}?", False, False, False),
            (
                f"when did {who} {verb.base} {rest}?",
                f"at what time did {who} {verb.base} {rest}?",
                True,
                True,
                False,
            ),
            (
                f"why was {it} {participle}?",
                f"what was the reason why {it} was {participle}?",
                True,
                True,
                False,
            ),
            (f"when does {place} open?", f"do you know when {place} opens?", True, True, False),
            (f"when does {place} open?", f"can you tell me when {place} opens?", True, True, False),
            (f"when does {place} open?", f"when does {place} [close]?", False, False, False),
            (f"how far is it to {town}?", f"how far is it to [{city}]?", False, False, False),
            (
                f"how many people live in {town}?",
                f"what is the population of {town}?",
                True,
                True,
                False,
            ),
            (f"is {place} open {rng.choice(TIMES)}?", f"is {place} open?", False, False, False),
        ],
    )


def requests(rng: random.Random) -> Fact:
    """Orders and polite questions that ask to do something."""
    act, against = rng.choice(DUTIES)
    _, verb, rest = _done(rng)
    do = f"{verb.base} {rest}"
    tail = rng.choice(TIMES)
    return one_of(
        rng,
        [
            (f"can you {do} {tail}?", f"please {do} {tail}", True, True, False),
            (f"could you {do}?", f"please {do}", True, True, False),
            (f"would you please {do}?", f"{do}, please", True, True, False),
            (f"please {do} {tail}", f"{do} {tail}", True, True, False),
            (f"please {act}", f"please [{against}]", False, False, False),
            (f"{do}", f"[do not] {do}", False, False, False),
            (f"please {do} {tail}", f"please {do}", True, False, False),
            (f"make sure to {act}", f"{act}", True, True, False),
            (f"remember to {act}", f"do not forget to {act}", True, True, False),
        ],
    )


def doubts(rng: random.Random) -> Fact:
    """What someone doubts, hopes or believes is neither told nor denied."""
    who, verb, rest = _done(rng)
    it, (participle, _, _) = rng.choice(OCCASIONS), rng.choice(EVENTS)
    told = rng.choice(
        (
            f"{who} {verb.past} {rest}",
            f"{it} was {participle}",
            f"the {thing_of(rng)} is broken",
        )
    )
    m = rng.choice([n for n in NAMES if n != who])
    frames = (
        *("[I doubt that] {}", "[I am not sure whether] {}", "[I hope] {}", "[I believe] {}"),
        *("[it is doubtful whether] {}", "[it is unlikely that] {}", "[nobody knows whether] {}"),
        *("[{m} doubts that] {}", "[{m} suspects that] {}", "[{m} hopes that] {}"),
        *("[it seems] {}", "[rumour has it that] {}", "[there are doubts whether] {}"),
    )
    frame = rng.choice(frames).replace("{m}", m)
    return one_of(
        rng,
        [
            (frame.format(told), told, False, False, False),
            (frame.format(told), told, False, False, False),
            (f"it is certain that {told}", told, True, True, False),
            (f"I doubt that {told}", f"I am not sure that {told}", True, False, False),
            (f"there is no doubt that {told}", told, True, True, False),
            (f"it is not the case that {told}", told, False, False, True),
            (f"I have no doubt that {told}", f"I am sure that {told}", True, True, False),
        ],
    )


def duties_opposed(rng: random.Random) -> Fact:
    """Duties and permissions, of acts that are against each other."""
    act, against = rng.choice(DUTIES)
    who = rng.choice(("visitors", "guests", "drivers", "residents", "students", "you", "members"))
    have = f"{who} have to"
    return one_of(
        rng,
        [
            (f"{who} must {act}", f"{who} may {against}", False, False, True),
            (f"{have} {act}", f"{who} can {against}", False, False, True),
            (f"{who} must {act}", f"{who} must not {act}", False, False, True),
            (f"{who} may {act}", f"{who} must not {act}", False, False, True),
            (f"{who} may {act}", f"{who} may {against}", False, False, False),
            (f"{who} do not have to {act}", f"{who} must {act}", False, False, True),
            (f"{who} do not have to {act}", f"{who} must not {act}", False, True, False),
            (f"{who} need not {act}", f"{who} may not {act}", False, True, False),
            (f"{who} need not {act}", f"{who} do not have to {act}", True, True, False),
            (f"{who} must {act}", f"{who} may {act}", True, False, False),
            (f"{who} must {act}", f"{have} {act}", True, True, False),
            (f"{who} are allowed to {act}", f"{who} may {act}", True, True, False),
            (f"{who} are not allowed to {act}", f"{who} must not {act}", True, True, False),
            (f"{who} should {act}", f"{who} must {act}", False, True, False),
        ],
    )


def promises(rng: random.Random) -> Fact:
    """What will be so may be so, and the other way round not."""
    who, verb, rest = _done(rng)
    it, (participle, _, _) = rng.choice(OCCASIONS), rng.choice(EVENTS)
    tail = rng.choice((*PLACES, *TIMES, ""))
    do, be = f"{verb.base} {rest} {tail}", f"be {participle} {tail}"
    return one_of(
        rng,
        [
            (f"{who} [will] {do}", f"{who} [may] {do}", True, False, False),
            (f"{it} [will] {be}", f"{it} [may] {be}", True, False, False),
            (f"{it} will {be}", f"{it} is going to {be}", True, True, False),
            (f"{it} [might] {be}", f"{it} [will] {be}", False, True, False),
            (f"{who} [will] {do}", f"{who} [will not] {do}", False, False, True),
            (f"{who} may {do}", f"perhaps {who} will {do}", True, True, False),
            (f"{it} will probably {be}", f"{it} [will] {be}", False, True, False),
        ],
    )


def denied_passives(rng: random.Random) -> Fact:
    """What was done to people and things, and that it was not done."""
    participle = rng.choice(EVENTS)[0]
    people = rng.choice((True, False))
    verb = rng.choice(("dismissed", "invited", "paid", "hurt", "warned")) if people else participle
    noun = plural(person(rng)) if people else plural(thing_of(rng))
    n, m = two(rng, NUMBERS)
    where, other = two(rng, PLACES)
    last = rng.choice(TIMES)
    return one_of(
        rng,
        [
            (f"all {n} {noun} were {verb}", f"the {noun} were [not] {verb}", False, False, True),
            (
                f"the {noun} were {verb} {where}",
                f"the {noun} were [not] {verb}",
                False,
                False,
                True,
            ),
            (f"the {noun} were {verb}", f"[none] of the {noun} were {verb}", False, False, True),
            (f"[no] {noun} were {verb}", f"the {noun} were {verb} {where}", False, False, True),
            (
                f"the {noun} were not {verb}",
                f"the {noun} were not {verb} {where}",
                True,
                False,
                False,
            ),
            (
                f"the {noun} {where} were {verb}",
                f"the {noun} [{other}] were not {verb}",
                False,
                False,
                False,
            ),
            (f"{n} {noun} were {verb} {last}", f"{n} {noun} were {verb}", True, False, False),
            (f"all of the {m} {noun} were {verb}", f"the {noun} were {verb}", True, False, False),
            (f"the {noun} were {verb}", f"nobody {verb} the {noun}", False, False, True)
            if not people
            else (f"the {noun} were {verb}", f"nobody was {verb}", False, False, True),
        ],
    )


def strangers(rng: random.Random) -> Fact:
    """Two sentences that have next to nothing to do with each other, the second often denied."""
    who, verb, rest = _done(rng)
    other, act, what = _done(rng)
    it, participle = rng.choice(OCCASIONS), rng.choice(EVENTS)[0]
    agent, matter = rng.choice(BODIES), rng.choice(MATTERS)
    one = rng.choice(
        (
            f"{who} {verb.past} {rest} {rng.choice((*PLACES, *TIMES))}",
            f"{agent} {rng.choice(VERDICTS)[0]} {matter}",
            f"{it} was {participle} {rng.choice(TIMES)}",
            f"{who} did not {verb.base} {rest}",
        )
    )
    two_ = rng.choice(
        (
            f"[{other} did not {act.base} {what}]",
            f"[{other} {act.past} {what}]",
            f"[the {plural(person(rng))} were not {rng.choice(('paid', 'invited', 'hurt'))}]",
            f"[nobody {act.past} {what}]",
            f"[the {thing_of(rng)} is not for sale]",
            f"[{rng.choice(NAMES)} never {act.past} {what}]",
        )
    )
    return Fact(one, two_, False, False, False)
