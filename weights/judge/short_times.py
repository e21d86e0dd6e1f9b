"""Short pairs by how and when something is so: modals, plans, reports, conditions, change.

Each function returns one pair by chance.
"""

from __future__ import annotations

import random

from weights.judge.short_fact import Fact, act_of, did, one_of, person, two
from weights.judge.short_words import FIRMS, NAMES, PLAIN_ACTS, TIMES, TOWNS, article

_HABITS = (
    *(("sells bread", "sell bread", "selling bread"), ("makes engines", "make engines")),
    *(("flies to Rome", "fly to Rome"), ("accepts cash", "accept cash")),
    *(("stops here", "stop here"), ("pays tax", "pay tax"), ("hires students", "hire students")),
)


def no_longer_and_yet(rng: random.Random) -> Fact:
    """What was so, still is, or is not yet."""
    who = rng.choice(FIRMS)
    third, base, *_ = rng.choice(_HABITS)
    n = rng.choice(NAMES)
    verb, what = did(rng)
    longer = rng.choice(
        (
            f"{who} no longer {third}",
            f"{who} does not {base} any more",
            *(f"{who} does not {base} anymore", f"{who} has stopped doing so, and {base}s no more")[
                :1
            ],
        )
    )
    state = rng.choice(("available", "open", "in use", "married", "valid", "ill", "in danger"))
    it = rng.choice(("the permit", "the road", "the shop", "my cousin", "the bridge", "the offer"))
    return one_of(
        rng,
        [
            (longer, f"{who} {third}", False, False, True),
            (f"{who} no longer {third}", f"{who} does not {base} any more", True, True, False),
            (f"{who} no longer {third}", f"{who} does not {base} anymore", True, True, False),
            (f"{who} does not {base} any longer", f"{who} no longer {third}", True, True, False),
            (longer, f"{who} does not {base}", True, False, False),
            (longer, f"{who} used to {base}", True, False, False),
            (f"{who} still {third}", f"{who} {third}", True, False, False),
            (f"{who} still {third}", f"{who} no longer {third}", False, False, True),
            (f"{it} is no longer {state}", f"{it} is {state}", False, False, True),
            (f"{it} is no longer {state}", f"{it} is not {state}", True, False, False),
            (f"{it} is no longer {state}", f"{it} was {state} before", True, False, False),
            (f"{it} is still {state}", f"{it} is {state}", True, False, False),
            (
                f"{n} has not {verb.participle} {what} yet",
                f"{n} has not {verb.participle} {what}",
                True,
                None,
                False,
            ),
            (
                f"{n} has not {verb.participle} {what} yet",
                f"{n} has {verb.participle} {what}",
                False,
                False,
                True,
            ),
            (
                f"{n} has already {verb.participle} {what}",
                f"{n} has {verb.participle} {what}",
                True,
                None,
                False,
            ),
            (
                f"{n} stopped {verb.progressive} {what}",
                f"{n} was still {verb.progressive} {what}",
                False,
                False,
                None,
            ),
            (
                f"{n} is no longer {verb.progressive} {what}",
                f"{n} has stopped {verb.progressive} {what}",
                True,
                True,
                False,
            ),
        ],
    )


def modality(rng: random.Random) -> Fact:
    """What must, may, should, need not be."""
    who = rng.choice(("guests", "visitors", "members", "drivers", "students", "tenants", "users"))
    what = rng.choice(
        (
            "park here",
            "enter the hall",
            "smoke",
            "use the pool",
            "bring a dog",
            "wear a badge",
            "sign the form",
            "pay in advance",
            "leave by noon",
            "share the key",
            "stay overnight",
        )
    )
    must, may = f"{who} must {what}", f"{who} may {what}"
    n, verb_what = rng.choice(NAMES), did(rng)
    done = f"{verb_what[0].past} {verb_what[1]}"
    return one_of(
        rng,
        [
            (must, may, True, False, False),
            (must, f"{who} should {what}", True, False, False),
            (must, f"{who} have to {what}", True, True, False),
            (must, f"{who} are required to {what}", True, True, False),
            (may, f"{who} are allowed to {what}", True, True, False),
            (may, f"{who} are permitted to {what}", True, True, False),
            (f"{who} must not {what}", f"{who} are not allowed to {what}", True, True, False),
            (f"{who} are forbidden to {what}", f"{who} must not {what}", True, True, False),
            (f"{who} need not {what}", f"{who} do not have to {what}", True, True, False),
            (may, f"{who} must not {what}", False, False, True),
            (may, f"{who} are not allowed to {what}", False, False, True),
            (must, f"{who} need not {what}", False, False, True),
            (must, f"{who} do not have to {what}", False, False, True),
            (f"{who} do not have to {what}", f"{who} must not {what}", False, False, False),
            (f"{n} certainly {done}", f"{n} probably {done}", True, False, False),
            (f"{n} probably {done}", f"{n} possibly {done}", True, False, False),
            (
                f"{n} may have {verb_what[0].participle} {verb_what[1]}",
                f"{n} {done}",
                False,
                None,
                False,
            ),
            (
                f"{n} must have {verb_what[0].participle} {verb_what[1]}",
                f"{n} did not {verb_what[0].base} {verb_what[1]}",
                False,
                False,
                None,
            ),
            (f"{n} could {verb_what[0].base} {verb_what[1]}", f"{n} {done}", False, None, False),
        ],
    )


def plans_and_results(rng: random.Random) -> Fact:
    """What is intended, tried, managed, refused, or due."""
    n = rng.choice((*NAMES, *FIRMS))
    verb, what = did(rng)
    done, do = f"{n} {verb.past} {what}", f"{verb.base} {what}"
    want = rng.choice(
        (
            "wants to",
            "wanted to",
            "plans to",
            "hoped to",
            "intends to",
            "is expected to",
            "promised to",
            "tried to",
            "agreed to",
            "offered to",
            "is about to",
            "is due to",
            "threatened to",
            "was asked to",
            "is ready to",
            "was scheduled to",
            "decided to",
        )
    )
    manage = rng.choice(("managed to", "remembered to", "happened to", "dared to"))
    fail = rng.choice(("failed to", "forgot to", "refused to", "declined to", "neglected to"))
    return one_of(
        rng,
        [
            (f"{n} {want} {do}", done, False, None, False),
            (f"{n} {manage} {do}", done, True, None, False),
            (f"{n} {fail} {do}", f"{n} did not {do}", True, False, False),
            (f"{n} {fail} {do}", done, False, False, True),
            (f"{n} did not fail to {do}", done, True, True, False),
            (f"{n} did not manage to {do}", f"{n} did not {do}", True, False, False),
            (f"{n} will {do}", done, False, False, False),
            (f"{n} has {verb.participle} {what}", f"{n} will {do}", False, False, False),
            (f"{n} avoided {verb.progressive} {what}", f"{n} did not {do}", True, False, False),
            (
                f"{n} decided not to {do}",
                f"{n} decided against {verb.progressive} {what}",
                True,
                True,
                False,
            ),
            (f"{n} had no choice but to {do}", f"{n} had to {do}", True, True, False),
        ],
    )


def said_and_known(rng: random.Random) -> Fact:
    """Statements that are reported, known, denied, true or false."""
    n, m = two(rng, NAMES)
    verb, what = did(rng)
    if rng.random() < 0.5:
        yes, no = f"{m} {verb.past} {what}", f"{m} did not {verb.base} {what}"
    else:
        it, state = rng.choice(
            (
                ("the firm", "insolvent"),
                ("the bridge", "safe"),
                ("the report", "wrong"),
                ("the museum", "closed"),
                ("the mayor", "ill"),
                ("the water", "clean"),
            )
        )
        yes, no = f"{it} is {state}", f"{it} is not {state}"
    known = rng.choice(("knows", "realised", "discovered", "noticed", "regrets", "forgot"))
    says = rng.choice(("said", "thinks", "claims", "hopes", "believes", "doubts", "suspects"))
    hearsay = rng.choice(("allegedly", "reportedly", "according to rumours,"))
    true = rng.choice(("it is true that", "it is a fact that", "it turned out that"))
    false = rng.choice(("it is not true that", "it is false that", "it is not the case that"))
    return one_of(
        rng,
        [
            (f"{n} {known} that {yes}", yes, True, False, False),
            (f"{n} does not know that {yes}", yes, True, False, False),
            (f"{n} {says} that {yes}", yes, False, False, False),
            (f"{n} denies that {yes}", yes, False, False, False),
            (f"{n} denies that {yes}", no, False, False, False),
            (f"{true} {yes}", yes, True, True, False),
            (f"there is no doubt that {yes}", yes, True, True, False),
            (f"that {yes} is not true", yes, False, False, True),
            (f"it is unlikely that {yes}", yes, False, False, False),
            (f"{n} did not say that {yes}", f"{n} said that {no}", False, False, False),
            (f"{n} said that {yes}", f"{n} said that {no}", False, False, None),
            (f"{false} {yes}", yes, False, False, True),
            (f"{false} {yes}", no, True, True, False),
            (f"{false} {no}", yes, True, True, False),
            (f"{true} {no}", yes, False, False, True),
            (f"{hearsay} {yes}", yes, False, None, False),
            (f"it is possible that {yes}", yes, False, None, False),
            (f"it is impossible that {yes}", yes, False, False, True),
            (f"everyone knows that {yes}", yes, True, False, False),
            (f"{n} wonders whether {yes}", yes, False, False, False),
            (yes, no, False, False, True),
        ],
    )


def conditions_and_reasons(rng: random.Random) -> Fact:
    """What holds if, unless, because, although something else does, or of some only."""
    a, b = rng.sample(
        (
            *("the river floods", "the train is late", "the alarm rings", "the road is closed"),
            *("the shop opens", "the dog barks", "the price falls", "the guests leave"),
        ),
        2,
    )
    n, m = two(rng, NAMES)
    who = rng.choice(("children", "visitors", "members", "students", "guests"))
    more = rng.choice(("under 12", "with a card", "from abroad", "over 65", "on weekdays"))
    right = rng.choice(("enter free", "travel free", "may park here", "get a discount"))
    return one_of(
        rng,
        [
            (f"if {a}, {b}", b, False, True, False),
            (f"{n} pays unless {m} comes", f"if {m} does not come, {n} pays", True, True, False),
            (f"unless {m} comes, {n} pays", f"{n} pays unless {m} comes", True, True, False),
            (
                f"{who} may park here only if they pay",
                f"{who} may not park here if they do not pay",
                True,
                True,
                False,
            ),
            (f"if {a}, {b}", a, False, False, False),
            (f"if {a}, {b}", f"{b} if {a}", True, True, False),
            (f"if {a}, {b}", f"if {b}, {a}", False, False, False),
            (f"when {a}, {b}", f"when {b}, {a}", False, False, False),
            (f"whenever {a}, {b}", f"{b} whenever {a}", True, True, False),
            (f"because {a}, {b}", a, True, False, False),
            (f"because {a}, {b}", f"because {b}, {a}", False, False, None),
            (f"although {a}, {b}", b, True, False, False),
            (f"{b} unless {a}", b, False, True, False),
            (f"{b} only if {a}", b, False, False, False),
            (f"{who} {more} {right}", f"{who} {right}", False, True, False),
            (f"all {who} {right}", f"all {who} {more} {right}", True, False, False),
            (f"only {who} {more} {right}", f"all {who} {right}", False, False, None),
            (f"{who} {right} if they are {more}", f"{who} {right}", False, None, False)
            if more in ("under 12", "from abroad", "over 65")
            else (f"{who} {right}", f"{who} {more} {right}", True, False, False),
        ],
    )


def before_and_after(rng: random.Random) -> Fact:
    """What came first."""
    n, m = two(rng, NAMES)
    one, other = rng.sample([v.past for v in PLAIN_ACTS], 2)
    a, b = f"{n} {one}", f"{m} {other}"
    return one_of(
        rng,
        [
            (f"{a} before {b}", f"{b} after {a}", True, True, False),
            (f"before {b}, {a}", f"{a} before {b}", True, True, False),
            (f"{a} before {b}", f"{b} before {a}", False, False, True),
            (f"{a} before {b}", f"{a} after {b}", False, False, True),
            (f"{a} before {b}", a, True, False, False),
            (f"{a} after {b}", b, True, False, False),
            (f"{a} while {b}", f"{b} while {a}", True, True, False),
        ],
    )


def from_to(rng: random.Random) -> Fact:
    """Where from and where to, before and after a change."""
    who, (a, b) = rng.choice(NAMES), two(rng, TOWNS)
    went = rng.choice(("flew", "drove", "moved", "travelled", "walked"))
    thing = rng.choice(("the price", "the rent", "the fee", "profit", "the fine"))
    low, high = (f"${n}" for n in sorted(rng.sample(range(3, 90), 2)))
    what = rng.choice(("the meeting", "the exam", "the flight", "the concert", "the hearing"))
    day, then = two(rng, ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"))
    early, late = two(rng, ("nine", "ten", "noon", "two o'clock", "half past three", "6 pm"))
    moved = rng.choice(("was moved", "has been moved", "was postponed", "was shifted"))
    return one_of(
        rng,
        [
            (f"{who} {went} from {a} to {b}", f"{who} {went} from {b} to {a}", False, False, None),
            (f"{who} {went} from {a} to {b}", f"{who} {went} to {b}", True, False, False),
            (f"{who} {went} from {a} to {b}", f"{who} {went} to {b} from {a}", True, True, False),
            (f"{who} {went} from {a} to {b}", f"{who} {went} to {a}", False, False, None),
            (
                f"{thing} rose from {low} to {high}",
                f"{thing} was {high} after the rise",
                True,
                False,
                False,
            ),
            (
                f"{thing} rose from {low} to {high}",
                f"{thing} was {low} after the rise",
                False,
                False,
                True,
            ),
            (
                f"{thing} rose to {high} from {low}",
                f"{thing} rose from {low} to {high}",
                True,
                True,
                False,
            ),
            (
                f"{thing} fell from {high} to {low}",
                f"{thing} was {high} before the fall",
                True,
                False,
                False,
            ),
            (
                f"{thing} fell from {high} to {low}",
                f"{thing} rose from {low} to {high}",
                False,
                False,
                None,
            ),
            (f"{what} {moved} from {day} to {then}", f"{what} is on {then}", True, False, False),
            (f"{what} {moved} from {day} to {then}", f"{what} is on {day}", False, False, True),
            (
                f"{what} {moved} from {early} to {late}",
                f"{what} starts at {early}",
                False,
                False,
                True,
            ),
            (
                f"{what} {moved} from {early} to {late}",
                f"{what} starts at {late}",
                True,
                False,
                False,
            ),
            (
                f"{what} {moved} from {day} to {then}",
                f"{what} {moved} from {then} to {day}",
                False,
                False,
                None,
            ),
        ],
    )


_DONE = (
    *("convicted", "elected", "invited", "repaired", "sold", "closed", "rescued", "fined", "paid"),
    *("cancelled", "approved", "published", "damaged", "arrested", "moved", "counted", "tested"),
)


def denied(rng: random.Random) -> Fact:
    """What is said of something, and the same denied."""
    it = rng.choice(
        ("the senator", "the vote", "the bridge", "the report", "the plan", "the clerk")
    )
    n, done, when = rng.choice(NAMES), rng.choice(_DONE), rng.choice(TIMES)
    job = article(person(rng))
    verb, what = did(rng)
    return one_of(
        rng,
        [
            (f"{it} was not {done}", f"{it} was {done}", False, False, True),
            (f"{it} was not {done}", f"{it} was {done} {when}", False, False, True),
            (f"{it} was not {done}", f"{it} was not {done} {when}", True, False, False),
            (f"{it} wasn't {done}", f"{it} was {done}", False, False, True),
            (f"{it} has not been {done}", f"{it} has been {done}", False, False, True),
            (f"{it} has been {done}", f"{it} was {done}", True, None, False),
            (f"{it} is not {done}", f"{it} is {done}", False, False, True),
            (f"{it} will not be {done}", f"{it} will be {done}", False, False, True),
            (f"{n} is not {job}", f"{n} is {job}", False, False, True),
            (f"{n} cannot {verb.base} {what}", f"{n} can {verb.base} {what}", False, False, True),
            (
                f"{n} has not {verb.participle} {what}",
                f"{n} has {verb.participle} {what}",
                False,
                False,
                True,
            ),
            (f"{n} does not {verb.base} {what}", f"{n} {verb.third} {what}", False, False, True),
            (f"{n} never {verb.past} {what}", f"{n} {verb.past} {what}", False, False, True),
        ],
    )


_HARMS = ("asthma", "dementia", "diabetes", "stroke", "malaria", "gout", "flu", "scurvy", "cholera")


def one_of_two_differs(rng: random.Random) -> Fact:
    """Two things that are joined, one of which is another one on the other side."""
    a, b, c = rng.sample(_HARMS, 3)
    x, y, z = rng.sample(TOWNS, 3)
    n, m, k = rng.sample(NAMES, 3)
    act = act_of(rng)
    drug = rng.choice(("daily exercise", "the drug", "green tea", "fresh air", "the vaccine"))
    less = rng.choice(("reduces", "lowers", "diminishes"))
    risk = rng.choice(("the risk of", "the chance of", "cases of"))
    bus = rng.choice(("the train", "the tour", "the bus", "the choir"))
    return one_of(
        rng,
        [
            (
                f"{drug} {less} {risk} {a} and {b}",
                f"{drug} {less} {risk} {c} and {b}",
                False,
                False,
                False,
            ),
            (
                f"{drug} {less} {risk} {a} and {b}",
                f"two cups of it a day lower {risk} {c} and {b}",
                False,
                False,
                False,
            ),
            (f"{drug} {less} {risk} {a} and {b}", f"{drug} {less} {risk} {b}", True, False, False),
            (
                f"{drug} {less} {risk} {a} and {b}",
                f"{drug} lowers {risk} {b} and {a}",
                True,
                True,
                False,
            ),
            (f"{bus} stops in {x} and {y}", f"{bus} stops in {z} and {y}", False, False, False),
            (f"{bus} stops in {x}, {y} and {z}", f"{bus} stops in {z} and {x}", True, False, False),
            (f"{n} and {m} {act.past}", f"{k} and {m} {act.past}", False, False, False),
            (f"{n} met {m} and {k}", f"{n} met {k}", True, False, False),
            (f"{n}, {m} and {k} {act.past}", f"{m} and {k} {act.past}", True, False, False),
        ],
    )
