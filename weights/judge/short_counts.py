"""Short pairs of reports that count: how many were hurt, sold or arrested, where and when.

A side follows from the other if all that it tells the other tells, too, in whatever words.
"""

from __future__ import annotations

import random

from weights.judge.short_fact import Fact, follows, marked_beside
from weights.judge.short_words import TOWNS

# The same report in several forms.
REPORTS = (
    ("police arrested {n} people", "{n} people were arrested by police"),
    ("a fire killed {n} people", "{n} people died in a fire", "{n} people were killed by a fire"),
    ("the storm killed {n} people", "{n} people died in the storm", "the storm left {n} dead"),
    ("the firm cut {n} jobs", "{n} jobs were cut by the firm", "the firm laid off {n} workers"),
    ("the crash injured {n} people", "{n} people were hurt in the crash"),
    ("rescuers saved {n} sailors", "{n} sailors were rescued"),
    ("the club sold {n} tickets", "{n} tickets were sold by the club"),
    ("{n} guests fell ill", "{n} guests became ill", "{n} guests got sick"),
    ("the bank closed {n} branches", "{n} branches were closed by the bank"),
    ("thieves stole {n} bicycles", "{n} bicycles were stolen by thieves"),
    ("the army freed {n} hostages", "{n} hostages were freed by the army"),
    ("the museum drew {n} visitors", "{n} visitors came to the museum"),
    ("the city planted {n} trees", "{n} trees were planted by the city"),
    ("the court jailed {n} men", "{n} men were sent to prison by the court"),
)
DAYS = ("on Monday", "on Friday", "in May", "last week", "in 2019", "on Sunday", "in October")
WORDS = ("two", "three", "five", "six", "seven", "nine", "ten", "eleven", "twelve", "twenty")


def counted_reports(rng: random.Random) -> Fact:
    """How many it was, in one form or another: another number is a conflict."""
    forms = rng.choice(REPORTS)
    numbers = rng.sample(
        WORDS if rng.random() < 0.5 else [str(rng.randint(2, 400)) for _ in "ab"], 2
    )
    towns, days = rng.sample(TOWNS, 2), rng.sample(DAYS, 2)
    change = rng.choice(("", "", "", "n", "n", "n", "town", "day"))
    facts = {"n": numbers[0], "town": towns[0], "day": days[0]}
    told = facts | {
        key: some[1]
        for key, some in zip(facts, (numbers, towns, days), strict=True)
        if key == change
    }
    keys = [["n", *(key for key in ("town", "day") if rng.random() < 0.5)] for _ in range(2)]
    source = {key: facts[key] for key in keys[0]}
    target = {key: told[key] for key in keys[1]}
    texts = [_written(rng, forms, *sides) for sides in ((source, target), (target, source))]
    entails, entailed = follows(target, source), follows(source, target)
    conflict: bool | None = False
    if source["n"] != target["n"]:
        # What only one side adds leaves it one event; where each adds something it may be two.
        added = source.keys() <= target.keys() or target.keys() <= source.keys()
        shared = source.keys() & target.keys() - {"n"}
        conflict = True if added and all(source[k] == target[k] for k in shared) else None
    elif any(key in target and target[key] != value for key, value in source.items()):
        conflict = None  # one event elsewhere, or another one
    return Fact(texts[0], texts[1], entails, entailed, conflict)


def _written(
    rng: random.Random, forms: tuple[str, ...], facts: dict[str, str], other: dict[str, str]
) -> str:
    """Return a side as a sentence, what the other one does not tell in square brackets."""
    marked = marked_beside(facts, other)
    text = rng.choice(forms).format(n=marked["n"])
    if "town" in marked:
        text += f" in {marked['town']}"
    day = marked.get("day", "")
    if day and rng.random() < 0.4:
        return f"{day}, {text}"
    return f"{text} {day}".strip()
