"""Short pairs of what markets and firms report, made of facts of which the sides tell some.

A side follows from the other if all that it tells the other tells, too, in whatever words.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from weights.judge.short_fact import Fact, follows, marked_beside

# What a market index, a share and a firm is called.
INDEXES = (
    ("the Nasdaq", "the Nasdaq Composite Index", "the tech-heavy Nasdaq", "the Nasdaq composite"),
    ("the S&P 500", "the Standard & Poor's 500 Index", "the broader S&P 500"),
    ("the Dow", "the Dow Jones industrial average", "the blue-chip Dow", "the Dow Jones"),
    ("the FTSE 100", "London's FTSE 100", "the FTSE 100 index"),
    ("the Nikkei", "Japan's Nikkei average", "the Nikkei index"),
    ("the DAX", "Germany's DAX", "the DAX index"),
)
FIRMS = (
    "Halden Foods",
    "Northwind",
    "IBM",
    "Oltera",
    "Marrow Steel",
    "Citigroup",
    "Boeing",
    "Sanyo",
)
UP = ("rose", "gained", "climbed", "advanced", "went up", "was up", "jumped", "edged up")
DOWN = ("fell", "lost", "slipped", "dropped", "went down", "was down", "slid", "eased")
WHEN = ("on Monday", "on Tuesday", "on Friday", "yesterday", "for the week", "for the month")
SPANS = ("in the third quarter", "in the first quarter", "last year", "in 2019")
Facts = Mapping[str, str]


def market_reports(rng: random.Random) -> Fact:
    """What an index or a share did: by how much, to what level, and when."""
    names = rng.choice((INDEXES, tuple((f"{f} shares", f"{f}'s stock") for f in FIRMS)))
    one, other = rng.sample(names, 2)
    share = names is not INDEXES
    facts = _move(rng, share)
    told = dict(facts)
    change = rng.choice(("", "", "", "turned", "amount", "level", "name", "all", "when"))
    if change == "turned":
        told["way"] = "down" if facts["way"] == "up" else "up"
    elif change == "amount":
        told |= {key: _move(rng, share)[key] for key in ("points", "percent")}
    elif change == "all":
        told |= {k: v for k, v in _move(rng, share).items() if k not in ("way", "when")}
    elif change in ("level", "when"):
        told[change] = _move(rng, share)[change]
    keys = [_told_keys(rng) for _ in range(2)]
    source = {key: facts[key] for key in keys[0]}
    target = {key: told[key] for key in keys[1]}
    same = change != "name"
    called = rng.choice(one), rng.choice(one if same else other)
    return _pair(rng, called, (source, target), same, _moved)


def results_of_firms(rng: random.Random) -> Fact:
    """What a firm earned, what that is a share, from what, and when."""
    firm, other = rng.sample(FIRMS, 2)
    facts = _earned(rng)
    change = rng.choice(("", "", "", "turned", "sum", "share", "name", "when", "before"))
    told = dict(facts)
    if change == "turned":
        told["way"] = "loss" if facts["way"] == "profit" else "profit"
    elif change in told:
        told[change] = _earned(rng)[change]
    keys = [
        ["way", "sum", *(k for k in ("share", "before", "when") if rng.random() < 0.5)]
        for _ in range(2)
    ]
    source = {key: facts[key] for key in keys[0]}
    target = {key: told[key] for key in keys[1]}
    same = change != "name"
    return _pair(rng, (firm, firm if same else other), (source, target), same, _result)


def _move(rng: random.Random, share: bool) -> dict[str, str]:
    points = rng.choice((f"{rng.randint(2, 99)}", f"{rng.uniform(0.1, 40):.2f}"))
    level = f"{rng.uniform(800, 11_000):,.2f}"
    if share:
        points, level = f"${rng.uniform(0.1, 6):.2f}", f"${rng.uniform(7, 120):.2f}"
    percent = rng.choice((f"{rng.uniform(0.1, 6):.1f}", f"{rng.uniform(0.1, 6):.2f}"))
    way = rng.choice(("up", "down"))
    return {
        **{"way": way, "points": points, "percent": percent, "level": level},
        "when": rng.choice(WHEN),
    }


def _told_keys(rng: random.Random) -> list[str]:
    amounts = rng.choice((["points"], ["percent"], ["points", "percent"], ["points", "percent"]))
    return ["way", *amounts, *(k for k in ("level", "when") if rng.random() < 0.5)]


def _earned(rng: random.Random) -> dict[str, str]:
    unit = rng.choice(("million", "billion"))
    return {
        "way": rng.choice(("profit", "profit", "loss")),
        "sum": f"${rng.uniform(1, 900):.{rng.choice((0, 1))}f} {unit}",
        "share": f"{rng.randint(2, 98)} cents",
        "before": f"${rng.uniform(1, 900):.{rng.choice((0, 1))}f} {unit}",
        "when": rng.choice(SPANS),
    }


def _pair(
    rng: random.Random,
    names: tuple[str, str],
    sides: tuple[dict[str, str], dict[str, str]],
    same: bool,
    written: Callable[[random.Random, str, Facts], str],
) -> Fact:
    """Return both sides as sentences, what the other does not tell in square brackets."""
    source, target = sides
    marked = marked_beside(source, target), marked_beside(target, source)
    entails, entailed = same and follows(target, source), same and follows(source, target)
    differ = [key for key in source.keys() & target.keys() if source[key] != target[key]]
    conflict: bool | None = False
    if differ and same:
        # Of another time it may be otherwise; of one that only one side names nothing is known.
        at_once = source.get("when") == target.get("when")
        conflict = at_once if "when" not in differ else False
        conflict = None if not conflict and ("when" in source) != ("when" in target) else conflict
    names = names if same else (f"[{names[0]}]", f"[{names[1]}]")
    texts = [written(rng, name, facts) for name, facts in zip(names, marked, strict=True)]
    return Fact(texts[0], texts[1], entails, entailed, conflict)


def _moved(rng: random.Random, name: str, facts: Facts) -> str:
    up = "up" in facts["way"]
    verb = rng.choice(UP if up else DOWN)
    verb = verb.replace("was", "were") if name.strip("[]").endswith("shares") else verb
    verb = f"[{verb}]" if "[" in facts["way"] else verb
    unit = "" if "$" in facts.get("points", "") else " points"
    points = f"{facts['points']}{unit}" if "points" in facts else ""
    share = facts.get("percent", "")
    percent = rng.choice((f"{share} percent", f"{share}%")) if share else ""
    both = points and percent
    by = rng.choice((f"{points}, or {percent},", f"{percent}, or {points},")) if both else ""
    by = by or points or percent
    to = facts.get("level", "")
    when = f" {facts['when']}" if "when" in facts else ""
    by_word = "by " if verb.strip("[]").endswith(("rose", "fell", "up", "down", "jumped")) else ""
    by_word = by_word if not verb.strip("[").startswith("w") and rng.random() < 0.6 else ""
    end = f" {rng.choice(('to', 'at'))} {to}" if to else ""
    if to and rng.random() < 0.3:
        way = "up" if up else "down"
        way = f"[{way}]" if "[" in facts["way"] else way
        return f"{name} ended at {to}{when}, {way} {by.removesuffix(',')}"
    text = f"{name} {verb} {by_word}{by}{end}{when}"
    if not end and not when:
        text = text.removesuffix(",")
    return text


def _result(rng: random.Random, name: str, facts: Facts) -> str:
    way, amount = facts["way"], facts["sum"]
    share = f", or {facts['share']} a share," if "share" in facts else ""
    before = f", compared with {facts['before']} a year earlier" if "before" in facts else ""
    when = f" {facts['when']}" if "when" in facts else ""
    verb = rng.choice(("posted", "reported", "had", "made"))
    tail = f"{share}{when}{before}"
    if not when:
        tail = tail.removesuffix(",").replace(",,", ",")
    if rng.random() < 0.3 and not before:
        own = f"{name[:-1]}'s]" if name.endswith("]") else f"{name}'s"
        return f"{own} {way}{when} was {amount}{share.removesuffix(',')}"
    return f"{name} {verb} a {way} of {amount}{tail}"
