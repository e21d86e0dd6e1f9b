"""Short pairs by logic: alternatives, numbers and bounds, exceptions, scales, what is lacking.

Each function returns one pair by chance.
"""

from __future__ import annotations

import random

from weights.judge.short_fact import Fact, act_of, did, one_of, person, thing_of, two
from weights.judge.short_words import (
    ADJECTIVES,
    KINDS,
    NAMES,
    NUMBERS,
    PEOPLE,
    PLAIN_ACTS,
    SCENES,
    article,
    plural,
)


def or_and(rng: random.Random) -> Fact:
    """Alternatives and what is joined, said or denied."""
    n, m = two(rng, NAMES)
    verb, _, what = rng.choice([s for s in SCENES if "musician" in s[1]])
    a, b = (article(x) for x in two(rng, KINDS[rng.choice(what)][:4]))
    if rng.random() < 0.3:
        one, other = two(rng, tuple(v.past for v in PLAIN_ACTS))
        return one_of(
            rng,
            [
                (f"{n} {one} or {other}", f"{n} {one}", False, True, False),
                (f"{n} {one} and {other}", f"{n} {other}", True, False, False),
                (f"{n} or {m} {one}", f"{m} {one}", False, True, False),
                (f"{n} and {m} {one}", f"{m} {one}", True, False, False),
                (f"{n} and {m} {one}", f"{n} or {m} {one}", True, False, False),
                (f"neither {n} nor {m} {one}", f"{m} {one}", False, False, True),
                (f"few guests {one} or {other}", f"few guests {other}", True, False, False),
                (f"no guest {one} or {other}", f"no guest {one}", True, False, False),
                (f"every guest {one} or {other}", f"every guest {one}", False, True, False),
                (
                    f"everyone who {one} or {other} was paid",
                    f"everyone who {one} was paid",
                    True,
                    False,
                    False,
                ),
            ],
        )
    v = verb.base
    return one_of(
        rng,
        [
            (f"{n} {verb.past} {a} or {b}", f"{n} {verb.past} {b}", False, True, False),
            (f"{n} will {v} {a} or {b}", f"{n} will {v} {a}", False, True, False),
            (f"{n} either {verb.past} {a} or {b}", f"{n} {verb.past} {a}", False, True, False),
            (f"either {n} or {m} {verb.past} {a}", f"{m} {verb.past} {a}", False, True, False),
            ("the soup is sweet or salty", "the soup is salty", False, True, False)
            if rng.random() < 0.2
            else (f"{n} will {v} {a} or {b}", f"{n} will {v} {b}", False, True, False),
            (f"{n} did not {v} {a} but {b}", f"{n} {verb.past} {b}", True, False, False),
            (f"{n} did not {v} {a} but {b}", f"{n} {verb.past} {a}", False, False, True),
            (f"{n} {verb.past} {a} and {b}", f"{n} {verb.past} {b}", True, False, False),
            (f"{n} {verb.past} both {a} and {b}", f"{n} {verb.past} {a}", True, False, False),
            (f"{n} did not {v} {a} or {b}", f"{n} did not {v} {b}", True, False, False),
            (f"{n} {verb.past} neither {a} nor {b}", f"{n} did not {v} {a}", True, False, False),
            (f"{n} {verb.past} neither {a} nor {b}", f"{n} {verb.past} {b}", False, False, True),
            (
                f"if {n} {verb.third} {a} or {b}, {m} pays",
                f"if {n} {verb.third} {b}, {m} pays",
                True,
                False,
                False,
            ),
            (f"{n} may {v} {a} or {b}", f"{n} may {v} {a}", True, False, False),
        ],
    )


def numbers(rng: random.Random) -> Fact:
    """Bounds and exact numbers, in words or figures."""
    things = plural(rng.choice((person(rng), thing_of(rng))))
    done = rng.choice(("were seen", "were sold", "arrived", "were needed", "were lost", "came"))
    low, mid, high, more = sorted(rng.sample(range(2, 13), 4))
    scale = rng.choice((1, 1, 10, 100))
    if scale > 1 or rng.random() < 0.5:
        a, b, c, d = (str(n * scale) for n in (low, mid, high, more))
    else:
        a, b, c, d = (NUMBERS[n - 2] for n in (low, mid, high, more))

    def said(text: str) -> str:
        return f"{text} {things} {done}"

    least, most = rng.choice(("at least", "no fewer than")), rng.choice(("at most", "up to"))
    over, under = rng.choice(("more than", "over")), rng.choice(("fewer than", "less than"))
    between = rng.choice((f"between {a} and {c}", f"from {a} to {c}"))
    return one_of(
        rng,
        [
            (said(f"{least} {c}"), said(f"{least} {a}"), True, False, False),
            (said(f"{over} {c}"), said(f"{over} {a}"), True, False, False),
            (said(f"{over} {c}"), said(f"{least} {a}"), True, False, False),
            (said(f"{under} {a}"), said(f"{under} {c}"), True, False, False),
            (said(f"{most} {b}"), said(f"{most} {d}"), True, False, False),
            (said(b), said(between), True, False, False),
            (said(d), said(between), False, False, True),
            (said(c), said(f"{least} {a}"), True, False, False),
            (said(c), said(f"{over} {b}"), True, False, False),
            (said(b), said(f"{under} {c}"), True, False, False),
            (said(d), said(f"{under} {b}"), False, False, True),
            (said(f"{least} {d}"), said(f"{under} {a}"), False, False, True),
            (said(f"{over} {d}"), said(a), False, False, True),
            (said(f"{over} {b}"), said(b), False, False, None),
            (said(f"exactly {b}"), said(f"exactly {c}"), False, False, True),
            (said(f"about {c}"), said(f"some {c}"), True, True, False),
            (said(f"around {d}"), said(f"about {d}"), True, True, False),
        ],
    )


def rules_with_limits(rng: random.Random) -> Fact:
    """What must be at least so much or done within a time."""
    small, large = sorted(rng.sample(range(2, 40), 2))
    unit = rng.choice(("days", "hours", "weeks"))
    what, marks = rng.choice(
        (
            ("passwords must contain", "characters"),
            ("teams need", "players"),
            ("every report must have", "pages"),
            ("applicants must have", "years of experience"),
        )
    )
    duty = rng.choice(
        (
            "the firm must reply",
            "complaints must be answered",
            "the invoice has to be paid",
            "the page shall load",
            "the driver must arrive",
        )
    )
    right = rng.choice(
        ("goods can be returned", "members may cancel", "guests can rebook", "returns are accepted")
    )
    return one_of(
        rng,
        [
            (
                f"{what} at least {large} {marks}",
                f"{what} at least {small} {marks}",
                True,
                False,
                False,
            ),
            (f"{duty} within {small} {unit}", f"{duty} within {large} {unit}", True, False, False),
            (
                f"{right} within {small} {unit}",
                f"{right} within {large} {unit}",
                False,
                True if rng.random() < 0 else None,
                None,
            ),
            (f"{duty} within {small} {unit}", duty, True, False, False),
            (f"{right} within {small} {unit}", f"{right} after {large} {unit}", False, False, None),
        ],
    )


def exceptions(rng: random.Random) -> Fact:
    """All but one."""
    kind = rng.choice(("tree", "boat", "garment", "device", "instrument", "vehicle", "book"))
    one, _other = two(rng, KINDS[kind])
    done = rng.choice(("sold", "checked", "damaged", "cleaned", "photographed", "moved"))
    n = rng.choice(NAMES)
    act = act_of(rng)
    but = rng.choice(("except", "but", "apart from", "except for"))
    every = rng.choice((f"every {kind}", f"each {kind}"))
    return one_of(
        rng,
        [
            (
                f"{every} {but} the {one} was {done}",
                f"the {one} was not {done}",
                True,
                False,
                False,
            ),
            (f"{every} {but} the {one} was {done}", f"the {one} was {done}", False, False, True),
            (f"{every} {but} the {one} was {done}", f"{every} was {done}", False, False, True),
            (
                f"{every} apart from the {one} was {done}",
                f"{every} except the {one} was {done}",
                True,
                True,
                False,
            ),
            (
                f"all the {plural(kind)} {but} the {one} were {done}",
                f"the {one} was not {done}",
                True,
                False,
                False,
            ),
            (
                f"all the {plural(kind)} {but} the {one} were {done}",
                f"the {one} was {done}",
                False,
                False,
                True,
            ),
            (f"everyone {but} {n} {act.past}", f"{n} did not {act.base}", True, False, False),
            (f"everyone {but} {n} {act.past}", f"{n} {act.past}", False, False, True),
            (f"no one {but} {n} {act.past}", f"{n} {act.past}", True, False, False),
            (f"nobody {but} {n} {act.past}", f"only {n} {act.past}", True, True, False),
            (f"nobody {but} {n} {act.past}", f"nobody {act.past}", False, False, True),
            (
                f"every {kind}, the {one} included, was {done}",
                f"the {one} was {done}",
                True,
                False,
                False,
            ),
        ],
    )


def only_and_other_particles(rng: random.Random) -> Fact:
    """Only, too, even, almost, barely."""
    n, m = two(rng, NAMES)
    act = act_of(rng)
    verb, what = did(rng)
    fell, fall = rng.choice(
        (
            ("fell", "fall"),
            ("drowned", "drown"),
            ("missed the train", "miss the train"),
            ("won", "win"),
            ("crashed", "crash"),
            ("lost the key", "lose the key"),
        )
    )
    near = rng.choice(("almost", "nearly", "came close to"))
    nearly = f"{n} {near} {fell}" if near != "came close to" else f"{n} came close to {fall}ing"
    if near == "came close to":
        nearly = f"{n} almost {fell}"
    passed = rng.choice(("passed the exam", "reached the shore", "survived", "caught the bus"))
    return one_of(
        rng,
        [
            (f"only {n} {act.past}", f"{n} {act.past}", True, False, False),
            (f"only {n} {act.past}", f"{m} did not {act.base}", True, False, False),
            (f"only {n} {act.past}", f"{m} {act.past}", False, False, True),
            (f"{n} {verb.past} only {what}", f"{n} {verb.past} {what}", True, False, False),
            (f"{n} was the only one who {act.past}", f"only {n} {act.past}", True, True, False),
            (f"{n} {act.past} too", f"{n} {act.past}", True, True, False),
            (f"even {n} {act.past}", f"{n} {act.past}", True, None, False),
            (nearly, f"{n} {fell}", False, False, True),
            (nearly, f"{n} did not {fall}", True, False, False),
            (f"{n} barely {passed}", f"{n} {passed}", True, False, False),
            (f"{n} just {passed}", f"{n} {passed}", True, None, False),
            (f"not only {n} {act.past}", f"{n} {act.past}", True, False, False),
        ],
    )


def scales(rng: random.Random) -> Fact:
    """All, most, some, none; always, often, never."""
    who = plural(rng.choice(tuple(PEOPLE)))
    act = act_of(rng)
    n = rng.choice(NAMES)
    third = act.third

    def of(text: str) -> str:
        return f"{text} {who} {act.past}"

    return one_of(
        rng,
        [
            (of("all the"), of("most of the"), True, False, False),
            (of("all the"), of("some of the"), True, False, False),
            (of("most"), of("some"), True, False, False),
            (of("all the"), of("none of the"), False, False, True),
            (of("some"), of("no"), False, False, True),
            (of("not all the"), of("all the"), False, False, True),
            (of("most of the"), of("none of the"), False, False, True),
            (of("few"), of("all the"), False, False, None),
            (
                f"not all the {who} {act.past}",
                f"some of the {who} did not {act.base}",
                True,
                True,
                False,
            ),
            (f"not all the {who} {act.past}", f"none of the {who} {act.past}", False, None, False),
            (f"{n} always {third}", f"{n} often {third}", True, False, False),
            (f"{n} always {third}", f"{n} usually {third}", True, False, False),
            (f"{n} usually {third}", f"{n} sometimes {third}", True, False, False),
            (f"{n} often {third}", f"{n} sometimes {third}", True, False, False),
            (
                f"neither of the {who} {act.past}",
                f"one of the {who} {act.past}",
                False,
                False,
                True,
            ),
            (f"{n} never {third}", f"{n} often {third}", False, False, True),
            (f"{n} never {third}", f"{n} sometimes {third}", False, False, True),
            (f"{n} does not always {act.base}", f"{n} never {third}", False, None, False),
        ],
    )


def lacking(rng: random.Random) -> Fact:
    """What is missing or done without."""
    n = rng.choice(NAMES)
    kind = rng.choice(("tool", "weapon", "device", "book", "garment", "instrument", "vehicle"))
    member = rng.choice(KINDS[kind])
    adjective = rng.choice(ADJECTIVES)
    many, more = plural(kind), plural(member)
    club = rng.choice(("the club", "the school", "the shop", "the team"))
    came = rng.choice(("arrived", "left", "came", "returned", "travelled"))
    return one_of(
        rng,
        [
            (f"{club} lacks {many}", f"{club} lacks {more}", True, False, False),
            (f"{club} lacks {many}", f"{club} lacks {adjective} {many}", True, False, False),
            (f"{club} has no {many}", f"{club} has no {more}", True, False, False),
            (f"{club} has no {many}", f"{club} lacks {many}", True, True, False),
            (f"{club} has {more}", f"{club} has no {many}", False, False, True),
            (
                f"{n} {came} without any {many}",
                f"{n} {came} without {article(member)}",
                True,
                False,
                False,
            ),
            (
                f"{n} {came} without {article(kind)}",
                f"{n} {came} without {article(adjective + ' ' + kind)}",
                True,
                False,
                False,
            ),
            (
                f"{n} {came} with {article(member)}",
                f"{n} {came} with {article(kind)}",
                True,
                False,
                False,
            ),
            (f"{n} {came} without {article(member)}", f"{n} {came}", True, False, False),
            (
                f"{n} {came} without {article(member)}",
                f"{n} {came} with {article(member)}",
                False,
                False,
                True,
            ),
            (
                f"{club} contains no {many} and no jewels",
                f"{club} contains no {many}",
                True,
                False,
                False,
            ),
        ],
    )
