"""Short pairs by who does what to whom, where, and in which words.

Each function returns one pair by chance.
"""

from __future__ import annotations

import random

from weights.judge.short_fact import Fact, act_of, did, one_of, person, thing_of, two
from weights.judge.short_words import FIRMS, KINDS, NAMES, TIMES, TOWNS, Verb, article

TRANSITIVE = tuple(
    Verb(*forms.split("/"))
    for forms in (
        "follow/follows/followed/followed/following",
        "call/calls/called/called/calling",
        "help/helps/helped/helped/helping",
        "push/pushes/pushed/pushed/pushing",
        "praise/praises/praised/praised/praising",
        "sue/sues/sued/sued/suing",
        "thank/thanks/thanked/thanked/thanking",
        "hire/hires/hired/hired/hiring",
        "chase/chases/chased/chased/chasing",
        "visit/visits/visited/visited/visiting",
        "rescue/rescues/rescued/rescued/rescuing",
        "trust/trusts/trusted/trusted/trusting",
    )
)


def who_does_it(rng: random.Random) -> Fact:
    """Active, passive, exchanged agents, recipients and clefts."""
    verb = rng.choice(TRANSITIVE)
    if rng.random() < 0.5:
        a, b = (
            f"the {each}" for each in rng.sample([person(rng), *KINDS["dog"], *KINDS["doctor"]], 2)
        )
    else:
        a, b = two(rng, NAMES)
    n, m = two(rng, NAMES)
    thing = f"the {thing_of(rng, 'book', 'tool', 'jewel', 'instrument')}"
    gave, given = rng.choice(
        (("gave", "given"), ("sent", "sent"), ("lent", "lent"), ("showed", "shown"))
    )
    return one_of(
        rng,
        [
            (f"{a} {verb.past} {b}", f"{b} was {verb.participle} by {a}", True, True, False),
            (f"{a} {verb.past} {b}", f"{b} {verb.past} {a}", False, False, None),
            (f"{a} {verb.past} {b}", f"{a} was {verb.participle} by {b}", False, False, None),
            (
                f"{a} is {verb.progressive} {b}",
                f"{b} is being {verb.participle} by {a}",
                True,
                True,
                False,
            ),
            (
                f"{a} is {verb.progressive} {b}",
                f"{b} is {verb.progressive} {a}",
                False,
                False,
                None,
            ),
            (f"{a} {verb.past} {b}", f"it was {a} who {verb.past} {b}", True, True, False),
            (f"{b} was {verb.participle} by {a}", f"{b} was {verb.participle}", True, False, False),
            (f"{n} {gave} {m} {thing}", f"{n} {gave} {thing} to {m}", True, True, False),
            (f"{n} {gave} {thing} to {m}", f"{m} {gave} {thing} to {n}", False, False, None),
            (f"{n} {gave} {thing} to {m}", f"{thing} was {given} to {m} by {n}", True, True, False),
            (f"{n} {gave} {m} {thing}", f"{m} {gave} {n} {thing}", False, False, None),
        ],
    )


_CONVERSE = (
    *(("bought the {t} from", "sold the {t} to"), ("borrowed the {t} from", "lent the {t} to")),
    *(("received the {t} from", "gave the {t} to"), ("is the mother of", "is a child of")),
    *(("beat", "lost to"), ("teaches", "is a pupil of"), ("employs", "works for")),
    *(("is taller than", "is shorter than"), ("is older than", "is younger than")),
    *(("is richer than", "is poorer than"), ("arrived before", "arrived after")),
    *(("lives above", "lives below"), ("is a guest of", "is a host of")),
)
_SYMMETRIC = (
    *("met", "is married to", "is a cousin of", "is as tall as", "lives next to", "plays with"),
    *("had dinner with", "is the same age as", "is a neighbour of", "differs from"),
)


def converse_and_symmetric(rng: random.Random) -> Fact:
    """Buy and sell, taller and shorter, meet and marry."""
    n, m = two(rng, NAMES)
    thing = thing_of(rng)
    one, other = (each.format(t=thing) for each in rng.choice(_CONVERSE))
    both = rng.choice(_SYMMETRIC)
    sure = one.startswith(("is ", "lives", "arrived"))
    return one_of(
        rng,
        [
            (f"{n} {one} {m}", f"{m} {other} {n}", True, True if sure else None, False),
            (f"{n} {one} {m}", f"{m} {one} {n}", False, False, True if sure else None),
            (f"{n} {one} {m}", f"{n} {other} {m}", False, False, True if sure else None),
            (f"{n} {both} {m}", f"{m} {both} {n}", True, True, False),
        ],
    )


_OPPOSED = (
    *(("inside", "outside"), ("above", "below"), ("in front of", "behind"), ("with", "without")),
    *(("on top of", "underneath"), ("to the left of", "to the right of")),
)
_OTHER = (("on", "under"), ("in", "behind"), ("near", "in"), ("for", "from"), ("by", "on"))


def prepositions(rng: random.Random) -> Fact:
    """One preposition for another."""
    thing = f"the {thing_of(rng, 'tool', 'jewel', 'book', 'garment')}"
    place = f"the {rng.choice(('box', 'chair', 'table', 'cupboard', 'bag', 'drawer', 'sofa'))}"
    n = rng.choice(NAMES)
    near, far = rng.choice(_OPPOSED[:3] + _OPPOSED[4:])
    one, other = rng.choice(_OTHER[:2])
    firm = rng.choice(FIRMS)
    return one_of(
        rng,
        [
            (f"{thing} is {near} {place}", f"{thing} is {far} {place}", False, False, True),
            (f"{thing} is {one} {place}", f"{thing} is {other} {place}", False, False, None),
            (
                f"{n} put {thing} {one} {place}",
                f"{n} put {thing} {other} {place}",
                False,
                False,
                None,
            ),
            (f"{n} left with {thing}", f"{n} left without {thing}", False, False, True),
            (
                f"the letter from {firm} has arrived",
                f"the letter for {firm} has arrived",
                False,
                False,
                False,
            ),
            (f"{n} spoke for {firm}", f"{n} spoke against {firm}", False, False, None),
            (
                f"{n} works in the {thing_of(rng, 'building')}",
                f"{n} works near the barn",
                False,
                False,
                False,
            ),
            (f"{place} is {near} {thing}", f"{thing} is {far} {place}", True, True, False)
            if near in ("above", "on top of", "to the left of")
            else (f"{n} is in the house", f"{n} is inside the house", True, True, False),
        ],
    )


def titles(rng: random.Random) -> Fact:
    """Who holds an office that is told by the way."""
    n, m, k = rng.sample(NAMES, 3)
    town = rng.choice(TOWNS)
    office = rng.choice(("mayor", "bishop", "coach", "head", "governor", "director"))
    title = f"the {office} of {town}" if office in ("mayor", "bishop") else f"the {office}"
    verb = rng.choice(TRANSITIVE)
    past = rng.random() < 0.2
    told = f"{title}, {n}, {verb.past} {m}" if not past else f"{n}, {title}, {verb.past} {m}"
    return one_of(
        rng,
        [
            (told, f"{n} is {title}", True, False, False),
            (told, f"{m} is {title}", False, False, None),
            (told, f"{n} {verb.past} {m}", True, False, False),
            (told, f"{title} {verb.past} {m}", True, None, False),
            (told, f"{m} {verb.past} {n}", False, False, None),
            (
                f"{n}, who lives in {town}, {verb.past} {m}",
                f"{n} lives in {town}",
                True,
                False,
                False,
            ),
            (
                f"{n}, who lives in {town}, {verb.past} {m}",
                f"{m} lives in {town}",
                False,
                False,
                False,
            ),
            (
                f"{n}, a friend of {k}, {verb.past} {m}",
                f"{m} is a friend of {k}",
                False,
                False,
                False,
            ),
        ],
    )


_SYNONYMS = (
    *("buys/purchases", "begins/starts", "fixes/repairs", "needs/requires", "selects/chooses"),
    *("donates/gives away", "inspects/examines", "obtains/gets", "ends/finishes", "shuts/closes"),
)
_ALIKE = (
    *(("big", "large"), ("ill", "sick"), ("quick", "fast"), ("fortunate", "lucky")),
    *(("angry", "mad"), ("wealthy", "rich"), ("little", "small"), ("silent", "quiet")),
)


def other_words(rng: random.Random) -> Fact:
    """The same in other words or another order."""
    n, m = two(rng, NAMES)
    one, other = rng.choice(_SYNONYMS).split("/")
    thing = f"the {thing_of(rng)}"
    a, b = rng.choice(_ALIKE)
    act = act_of(rng)
    when = rng.choice(TIMES)
    verb, what = did(rng)
    who = rng.choice(("dog", "house", "child", "garden"))
    return one_of(
        rng,
        [
            (f"{n} {one} {thing}", f"{n} {other} {thing}", True, True, False),
            (f"the {who} is {a}", f"the {who} is {b}", True, True, False),
            (f"{n} and {m} {act.past}", f"{m} and {n} {act.past}", True, True, False),
            (f"{when} {n} {verb.past} {what}", f"{n} {verb.past} {what} {when}", True, True, False),
            (f"the owner of {thing} called", f"{thing}'s owner called", True, True, False),
            (f"{n} does not own {thing}", f"{n} doesn't own {thing}", True, True, False),
            (
                f"{n} won't {verb.base} {what}",
                f"{n} will not {verb.base} {what}",
                True,
                True,
                False,
            ),
            (f"{verb.base} {what}", f"please {verb.base} {what}", True, True, False),
            (f"clean {thing}", f"{thing} should be cleaned", True, True, False),
            (f"{n} is {m}'s boss", f"{m}'s boss is {n}", True, True, False),
        ],
    )


_COMPOUNDS = (
    *(("house", "boat"), ("race", "horse"), ("garden", "flower"), ("oil", "lamp"), ("dog", "show")),
    *(("family", "business"), ("glass", "bottle"), ("work", "horse"), ("sugar", "cane")),
    *(("paper", "clip"), ("book", "shop"), ("river", "boat"), ("bus", "station"), ("wall", "map")),
)
_RELATED = ("sister", "friend", "neighbour", "boss", "teacher", "cousin", "lawyer", "partner")


def headlines_and_turned_phrases(rng: random.Random) -> Fact:
    """Who does it in headlines, and words that belong to each other the other way round."""
    n = rng.choice(NAMES)
    verb, act = rng.choice(TRANSITIVE), act_of(rng)
    a, b = rng.sample([person(rng), *KINDS["dog"], *KINDS["cat"], "man", "woman", "boy"], 2)
    one, other = rng.choice(_COMPOUNDS)
    whole, turned = article(f"{one} {other}"), article(f"{other} {one}")
    k, m = two(rng, _RELATED)
    sold = rng.choice(("sold", "bought", "found", "needed", "painted", "saw"))
    when, place = rng.choice(("May", "1960", "2012", "June")), rng.choice(("shop", "road", "mill"))
    do, what = did(rng)
    return one_of(
        rng,
        [
            (f"{a} {verb.third} {b}", f"{b} {verb.third} {a}", False, False, None),
            (f"{a} {verb.third} {b}", f"{b} is {verb.participle} by {a}", True, True, False),
            (f"{a} {verb.third} {b}", f"{a} is {verb.participle} by {b}", False, False, None),
            (f"old {a} {verb.third} {b}", f"{a} {verb.third} {b}", True, False, False),
            (f"{a} {verb.third} {b} in Graz", f"{b} {verb.third} {a} in Graz", False, False, None),
            (f"{n} {sold} {whole}", f"{n} {sold} {turned}", False, False, False),
            (f"{n} {sold} {whole}", f"{n} {sold} {article(other)}", True, False, False),
            (
                f"the {k} of the {m} {act.past}",
                f"the {m} of the {k} {act.past}",
                False,
                False,
                None,
            ),
            (f"the {k} of the {m} {act.past}", f"the {m}'s {k} {act.past}", True, True, False),
            (f"{n}'s {k} {act.past}", f"{n} {act.past}", False, False, False),
            (f"{n} {do.third} {what}", f"{n} {do.past} {what}", False, False, False),
            (f"{n} is {do.progressive} {what}", f"{n} will {do.base} {what}", False, False, False),
            (f"{n} {act.past} first", f"{n} {act.past}", True, False, False),
            (
                f"the {place} has been closed since {when}",
                f"the {place} was closed in {when}",
                False,
                False,
                None,
            ),
            (
                f"the {place} was closed until {when}",
                f"the {place} was closed from {when}",
                False,
                False,
                None,
            ),
        ],
    )
