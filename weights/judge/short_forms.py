"""Short pairs of names in short, measures of properties, gaps, and what is moved or excepted.

Each function returns one pair by chance.
"""

from __future__ import annotations

import random

from weights.judge.short_fact import Fact, one_of, person, two
from weights.judge.short_words import NAMES, NUMBERS, OCCASIONS, PLACES, TOWNS

# What neither side says, and what denies the other.
DENIES = (False, False, True)
# Names and what they are called in short.
IN_SHORT = (
    *(("United Nations", "UN"), ("European Union", "EU"), ("European Central Bank", "ECB")),
    *(("World Health Organization", "WHO"), ("International Monetary Fund", "IMF")),
    *(("International Business Machines", "IBM"), ("General Motors", "GM")),
    *(("Federal Bureau of Investigation", "FBI"), ("Central Intelligence Agency", "CIA")),
    *(("World Trade Organization", "WTO"), ("North Atlantic Treaty Organization", "NATO")),
    *(("International Olympic Committee", "IOC"), ("African Union", "AU")),
    *(("Massachusetts Institute of Technology", "MIT"), ("Food and Drug Administration", "FDA")),
    *(("Securities and Exchange Commission", "SEC"), ("Associated Press", "AP")),
    *(("Environmental Protection Agency", "EPA"), ("British Broadcasting Corporation", "BBC")),
    *(("European Space Agency", "ESA"), ("International Criminal Court", "ICC")),
    *(("World Food Programme", "WFP"), ("Organization of American States", "OAS")),
)
# What one of them may do, and the same in another form.
DONE_BY_BODIES = (
    *(("raised its budget", "increased its budget"), ("warned of a shortage", "warned of a lack")),
    *(("sent aid to {town}", "sent help to {town}"), ("published a report", "released a report")),
    *(
        ("opened an office in {town}", "opened a bureau in {town}"),
        ("met in {town}", "met in {town}"),
    ),
    *(("rejected the claim", "dismissed the claim"), ("hired {n} people", "recruited {n} people")),
)
# What has a property, the property, a measure of it, and the same as a noun.
MEASURED = (
    *(("the tower", "tall", "metres", "height"), ("the river", "wide", "metres", "width")),
    *(("the hole", "deep", "centimetres", "depth"), ("the rope", "long", "metres", "length")),
    *(("the wall", "thick", "inches", "thickness"), ("the tunnel", "long", "miles", "length")),
    *(("the fence", "high", "feet", "height"), ("the lake", "deep", "fathoms", "depth")),
)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
HOURS = ("nine", "ten", "noon", "one o'clock", "three o'clock", "half past four", "midnight")
# A verb in the past, and two things that it may be done to.
GAPPED = (
    *(("plays", "the piano", "the flute"), ("ordered", "soup", "salad")),
    *(("chose", "the red coat", "the blue one"), ("teaches", "history", "physics")),
    *(("paid", "the rent", "the electricity bill"), ("speaks", "Danish", "Basque")),
    *(("visited", "Madrid", "Lisbon"), ("painted", "the door", "the window frames")),
)


def names_in_short(rng: random.Random) -> Fact:
    """An acronym stands for the name whose initials it is, and for no other."""
    (name, short), (other, other_short) = rng.sample(IN_SHORT, 2)
    fill = {"town": rng.choice(TOWNS), "n": rng.choice(NUMBERS[3:])}
    said, again = (text.format(**fill) for text in rng.choice(DONE_BY_BODIES))
    tail = rng.choice(("", " last year", " in May", " after the crisis"))
    return one_of(
        rng,
        [
            (f"the {name} {said}", f"the {short} {again}", True, True, False),
            (f"the {name} {said}{tail}", f"the {short} {said}{tail}", True, True, False),
            (f"the {short} {said}[{tail or ' again'}]", f"the {name} {again}", True, False, False),
            (f"[the {name}] {said}", f"[the {other_short}] {again}", False, False, None),
            (f"[the {other}] {said}", f"[the {short}] {said}", False, False, None),
            (f"the {name} ({short}) {said}", f"the {short} {said}", True, True, False),
        ],
    )


def measures_of_properties(rng: random.Random) -> Fact:
    """A measure of a property is no great one: "19 years old" is not "old"."""
    what, much, unit, noun = rng.choice(MEASURED)
    n, more = rng.sample(range(2, 90), 2)
    who, age = f"the {person(rng)}", rng.randint(3, 80)
    return one_of(
        rng,
        [
            (f"{what} is {n} {unit} {much}", f"{what} is [{much}]", False, False, False),
            (f"{who} is {age} years old", f"{who} is [old]", False, False, False),
            (
                f"{what} is {n} {unit} {much}",
                f"{what} has a {noun} of {n} {unit}",
                True,
                True,
                False,
            ),
            (f"{who} is {age} years old", f"{who} is {age} years of age", True, True, False),
            (f"{who} is {age} years old", f"{who} is aged {age}", True, True, False),
            (f"{what} is [{n}] {unit} {much}", f"{what} is [{more}] {unit} {much}", *DENIES),
            (f"{who}, who is {age} years old,[ lives here]", f"{who} is {age}", True, False, False),
        ],
    )


def gaps(rng: random.Random) -> Fact:
    """A verb that is said once is said of both: "Ann plays the piano and Bo the flute"."""
    verb, one, other = rng.choice(GAPPED)
    ann, bo = two(rng, NAMES)
    both = rng.choice(
        (f"{ann} {verb} {one} and {bo} {other}", f"{ann} {verb} {one}, and {bo} {verb} {other}")
    )
    turned = f"{bo} {verb} {other} and {ann} {one}"
    return one_of(
        rng,
        [
            (both, f"{bo} {verb} {other}", True, False, False),
            (both, f"{ann} {verb} {one}", True, False, False),
            (both, f"[{bo} {verb} {one}]", False, False, None),
            (both, f"[{ann} {verb} {other}]", False, False, None),
            (both, turned, True, True, False),
            (both, f"[{bo}] {verb} {one} and [{ann}] {other}", False, False, None),
            (both, f"{ann} and {bo} [both] {verb} {one}", False, False, None),
        ],
    )


def moved(rng: random.Random) -> Fact:
    """What is moved from one time to another is at the other."""
    it = rng.choice(OCCASIONS[:6])
    before, after = two(rng, rng.choice((DAYS, HOURS)))
    at = "on" if before in DAYS else "at"
    did = rng.choice(
        ("was moved", "has been moved", "was postponed", "was rescheduled", "was put off")
    )
    where = rng.choice(("", f" {rng.choice(PLACES)}"))
    source = f"{it}{where} {did} from {before} to {after}"
    return one_of(
        rng,
        [
            (source, f"{it} will now be {at} {after}", True, False, False),
            (source, f"{it} is {at} [{before}]", *DENIES),
            (source, f"{it} will not take place {at} {before}", True, False, False),
            (source, f"{it} {did} to {after}", True, False, False),
            (source, f"{it} {did} from [{after}] to [{before}]", *DENIES),
            (source, f"{it} [was cancelled]", False, False, None),
        ],
    )


def open_but(rng: random.Random) -> Fact:
    """What is excepted is not so, and what is not excepted is."""
    where = rng.choice(
        ("the shop", "the office", "the pool", "the museum", "the canteen", "the clinic")
    )
    day, other = two(rng, DAYS)
    source = rng.choice(
        (
            f"{where} is open every day except {day}",
            f"{where} is open daily except on {day}",
            f"except on {day}, {where} is open every day",
            f"{where} is closed only on {day}",
        )
    )
    return one_of(
        rng,
        [
            (source, f"{where} is closed on {day}", True, False, False),
            (source, f"{where} is not open on {day}", True, False, False),
            (source, f"{where} is open on {other}", True, False, False),
            (source, f"{where} is open on [{day}]", *DENIES),
            (source, f"{where} is [closed] on [{other}]", *DENIES),
            (source, f"{where} [was full] on {other}", False, False, False),
        ],
    )


def verdicts_turned(rng: random.Random) -> Fact:
    """Who beats whom is beaten by nobody there, and the other loses."""
    one, other = two(rng, TOWNS)
    tail = rng.choice(
        ("", " in the final", " on Sunday", f" {rng.randint(2, 5)}-{rng.randint(0, 1)}")
    )
    beat = rng.choice(("beat", "defeated", "overcame", "knocked out"))
    return one_of(
        rng,
        [
            (f"{one} {beat} {other}{tail}", f"[{other}] {beat} [{one}]{tail}", *DENIES),
            (f"{one} {beat} {other}{tail}", f"{other} lost to {one}{tail}", True, True, False),
            (
                f"{one} {beat} {other}{tail}",
                f"{other} were beaten by {one}{tail}",
                True,
                True,
                False,
            ),
            (f"{one} {beat} {other}{tail}", f"{one} [lost to] {other}{tail}", *DENIES),
            (
                f"{one} {beat} {other}[{tail or ' again'}]",
                f"{one} won against {other}",
                True,
                False,
                False,
            ),
            (f"{one} {beat} {other}{tail}", f"{one} [drew with] {other}{tail}", *DENIES),
        ],
    )
