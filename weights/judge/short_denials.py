"""Short pairs of what is said and denied, of many verbs, and of dates in many forms.

Each function returns one pair by chance.
"""

from __future__ import annotations

import random
from datetime import date, timedelta

from weights.judge.short_fact import Fact, one_of, person
from weights.judge.short_words import NAMES, PLACES, TIMES, TOWNS, Verb


def listed(text: str) -> tuple[str, ...]:
    """Return what stands between commas."""
    return tuple(text.split(", "))


# What happens to a place, an event, a body or people.
OF_PLACES = listed(
    "close, open, reopen, shut, burn down, flood, collapse, expand, move, fill up, survive, "
    "fall, stand, change, shrink"
)
OF_EVENTS = listed(
    "start, end, begin, finish, stop, fail, succeed, continue, resume, happen, take place, "
    "work, last, matter, help, pay off, go ahead, run late"
)
OF_BODIES = listed(
    "agree, pay the fine, sell the land, raise the price, cut the rate, hire a lawyer, sign the "
    "treaty, win the case, lose the case, accept the offer, publish the report, vote, refuse "
    "the loan, grow, change its name, drop the claim, appeal, resign, answer the letter, "
    "support the plan, miss the deadline, meet the target, keep its word, build the dam, reach "
    "a deal, ban the book, cancel the order, delay the vote, spend the money, lend the money, "
    "join the strike, issue a warning, admit the error"
)
OF_PEOPLE = listed(
    "apologise, sleep, arrive, leave, stay, return, know, tell the police, see the film, lock "
    "the door, catch the train, call back, smoke, break the window, take the pills, give a "
    "reason, write the letter, forget the date, drink the milk, pass the exam, hear the noise, "
    "like the soup, wear a hat, remember the code, speak to the press, wash the car, marry the "
    "baker, send the parcel, feed the cat, drive home, use the stairs"
)
# Past and participle of those that do not take "-ed" alone.
IRREGULAR = {
    base: (past, participle)
    for base, past, participle in (
        forms.split("/")
        for forms in listed(
            "shut/shut/shut, fall/fell/fallen, stand/stood/stood, shrink/shrank/shrunk, "
            "begin/began/begun, stop/stopped/stopped, take/took/taken, pay/paid/paid, "
            "go/went/gone, run/ran/run, sell/sold/sold, cut/cut/cut, win/won/won, "
            "lose/lost/lost, grow/grew/grown, drop/dropped/dropped, meet/met/met, "
            "keep/kept/kept, build/built/built, ban/banned/banned, spend/spent/spent, "
            "lend/lent/lent, admit/admitted/admitted, sleep/slept/slept, leave/left/left, "
            "know/knew/known, tell/told/told, see/saw/seen, catch/caught/caught, "
            "break/broke/broken, give/gave/given, write/wrote/written, forget/forgot/forgotten, "
            "drink/drank/drunk, hear/heard/heard, wear/wore/worn, speak/spoke/spoken, "
            "marry/married/married, send/sent/sent, feed/fed/fed, drive/drove/driven"
        )
    )
}
SUBJECTS = (
    listed(
        "mill, factory, bank, shop, school, bridge, port, mine, hotel, library, hospital, "
        "theatre, airport, tunnel, warehouse, market, pool, prison"
    ),
    listed(
        "strike, trial, meeting, project, plan, match, war, show, tenancy, contract, "
        "experiment, campaign, course, sale, treatment, rain, attack"
    ),
    listed(
        "company, court, minister, council, union, team, government, club, owner, airline, "
        "board, committee, city, insurer, party, bank, ministry, school"
    ),
    (),
)
VERBS = (OF_PLACES, OF_EVENTS, OF_BODIES, OF_PEOPLE)
MORE = listed(
    "after 80 years, despite the protest, because of the storm, for two weeks, as planned, "
    "without a word, for the first time, at the request of the mayor, with great pride, before "
    "the election, under pressure from the press, to save money, after a long debate"
)
OF_SUBJECTS = ("small", "old", "new", "local", "largest", "famous", "state", "private")
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)
# Neither follows from the other: one is denied.
CONFLICT = (False, False, True)
# What a date is said of: in the present, in the past, and their denials.
DATED = (
    ("the tenancy", "ends", "ended", "end"),
    ("the contract", "starts", "started", "start"),
    ("the offer", "expires", "expired", "expire"),
    ("the fair", "opens", "opened", "open"),
    ("the law", "takes effect", "took effect", "take effect"),
    ("the course", "begins", "began", "begin"),
    ("the licence", "runs out", "ran out", "run out"),
    ("the flight", "leaves", "left", "leave"),
    ("the payment", "is due", "was due", "be due"),
    ("the report", "is published", "was published", "be published"),
)


def verb_of(phrase: str) -> Verb:
    """Return the forms of a verb with what follows it: "paid the fine"."""
    head, _, rest = phrase.partition(" ")
    rest = rest and f" {rest}"
    stem = head.removesuffix("e")
    past, participle = IRREGULAR.get(head, (f"{stem}ed",) * 2)
    third = f"{head}{'es' if head.endswith(('s', 'x', 'ch', 'sh', 'go')) else 's'}"
    if head == "marry":
        third = "marries"
    return Verb(*(f"{form}{rest}" for form in (head, third, past, participle, f"{stem}ing")))


def simple_denials(rng: random.Random) -> Fact:
    """What happened and that it did not happen, in short or among other things."""
    kind = rng.randrange(len(VERBS))
    verb, other = (verb_of(phrase) for phrase in rng.sample(VERBS[kind], 2))
    of_people = rng.choice((rng.choice(NAMES), f"the {person(rng)}"))
    who = f"the {rng.choice(SUBJECTS[kind])}" if SUBJECTS[kind] else of_people
    longer = who
    if SUBJECTS[kind]:
        longer = f"the {rng.choice(('', rng.choice(OF_SUBJECTS) + ' '))}{who[4:]}"
        longer += rng.choice(("", f" in {rng.choice(TOWNS)}"))
    base, past = verb.base, verb.past
    when, more = rng.choice((*TIMES, *PLACES)), rng.choice(MORE)
    rest = rng.choice((f" {when}", f" {more}", f" {when} {more}"))
    full = f"{longer} {past}{rest}"
    no = rng.choice((f"did not {base}", f"didn't {base}", f"did not {base}", f"never {past}"))
    return one_of(
        rng,
        [
            (f"{who} {past}", f"{who} [{no}]", *CONFLICT),
            (f"{who} {past}", f"{who} [{no}]", *CONFLICT),
            (f"{who} {past} {when}", f"{who} [{no}] {when}", *CONFLICT),
            (f"{who} {past} {when}", f"{who} [{no}]", *CONFLICT),
            (full, f"{who} [did not {base}]", *CONFLICT),
            (full, f"{who} [didn't {base}]{rest}", *CONFLICT),
            (full, f"{who} {past}", True, False, False),
            (full, f"{longer} {past}", True, False, False),
            (f"{who} {past}", f"{who} did {base}", True, True, False),
            (f"{who} did not {base}", f"{who} didn't {base}", True, True, False),
            (f"{who} did not {base}", f"{who} did not {base} {when}", True, False, False),
            (f"{who} never {past}", f"{who} did not {base}", True, None, False),
            (f"{who} did not {base} [{when}]", f"{who} did not {base}", False, True, False),
            (f"{who} [did not {base}] {when}", f"{who} [{past}] {when}", *CONFLICT),
            (f"{longer} [did not {base}]", f"{longer} [{past}]{rest}", *CONFLICT),
            (f"{who} did not [{base}]", f"{who} did not [{other.base}]", False, False, False),
            (f"{who} [{past}]", f"{who} did not [{other.base}]", False, False, None),
            (f"{who} has {verb.participle}", f"{who} has [not] {verb.participle}", *CONFLICT),
            (f"{who} has [not] {verb.participle}", f"{who} has {verb.participle}", *CONFLICT),
            (f"{who} will {base}", f"{who} will [not] {base}", *CONFLICT),
            (f"{who} [won't] {base} {when}", f"{who} will {base} {when}", *CONFLICT),
            (f"{who} will not {base}", f"{who} won't {base}", True, True, False),
            (f"{who} does [not] {base}", f"{who} {verb.third}", *CONFLICT),
            (f"{who} {verb.third}", f"{who} [doesn't {base}]", *CONFLICT),
            (f"it is not true that {who} {past}", f"{who} did not {base}", True, True, False),
            (f"it is [not true] that {who} {past}", f"{who} {past}", *CONFLICT),
        ],
    )


def said_of_a_day(rng: random.Random) -> Fact:
    """A date in several forms, another one, and a denial."""
    what, now, before, base = rng.choice(DATED)
    day = date(2019, 1, 1) + timedelta(rng.randrange(3000))
    off = day + timedelta(rng.choice((1, -1, 2, 5, 10, -14, 30, 31, 61, 365)))
    one, other = (rng.choice(forms_of_a_day(day, rng)) for _ in range(2))
    wrong = rng.choice(forms_of_a_day(off, rng))
    says, aux = rng.choice(((now, "does"), (before, "did")))
    denied = f"{aux} not {base}"
    if base.startswith("be "):
        denied = says.replace("is ", "is not ").replace("was ", "was not ")
    month = f"in {MONTHS[day.month - 1]} {day.year}"
    in_another = f"in {MONTHS[off.month - 1]} {off.year}"
    return one_of(
        rng,
        [
            (f"{what} {says} on {one}", f"{what} {says} on {other}", True, True, False),
            (f"{what} {says} on {one}", f"{what} {says} on [{wrong}]", *CONFLICT),
            (f"{what} {says} on {one}", f"{what} {says} on [{wrong}]", *CONFLICT),
            (f"{what} {says} on {one}", f"{what} [{denied}] on {other}", *CONFLICT),
            (f"{what} [{denied}] on {one}", f"{what} [{says}] on {other}", *CONFLICT),
            (f"{what} {denied} on {one}", f"{what} {denied} on {other}", True, True, False),
            (f"{what} {says} on [{one}]", f"{what} {says}", True, False, False),
            (f"{what} {says} on {one}", f"{what} {denied} on {wrong}", True, False, False),
            (f"{what} {says} on [{one}]", f"{what} {says} {month}", True, False, False),
            (f"{what} {says} on {one}", f"{what} {says} [{in_another}]", *CONFLICT)
            if in_another != month
            else (f"{what} {says} on {one}", f"{what} {says} in {day.year}", True, False, False),
            (f"{what} {says} on {one}", f"{what} {says} in [{day.year + 1}]", *CONFLICT),
        ],
    )


def forms_of_a_day(day: date, rng: random.Random) -> tuple[str, ...]:
    """Return what a day is called."""
    month, short = MONTHS[day.month - 1], MONTHS[day.month - 1][:3]
    nth = {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10 if day.day // 10 != 1 else 0, "th")
    return (
        *(day.isoformat(), f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}"),
        *(f"{day.day} {short} {day.year}", f"{month} {day.day}{nth}, {day.year}"),
        rng.choice(
            (f"{day.day}{nth} {month} {day.year}", f"the {day.day}{nth} of {month} {day.year}")
        ),
    )
