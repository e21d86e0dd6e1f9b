"""One pair of short sentences as a fact, and what is drawn for it by chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import NamedTuple

from weights.judge.short_words import ACTS, KINDS, PEOPLE, PLAIN_ACTS, SCENES, THINGS, Verb, article


class Fact(NamedTuple):
    """A pair, and what the sides say of each other; None where readers may differ."""

    source: str
    target: str
    entails: bool
    entailed: bool | None = False
    conflict: bool | None = False


Maker = Callable[[random.Random], Fact]
Case = tuple[str, str, bool, bool | None, bool | None]


def person(rng: random.Random) -> str:
    """Return a member of some kind of people."""
    return rng.choice(PEOPLE[rng.choice(tuple(PEOPLE))])


def thing_of(rng: random.Random, *kinds: str) -> str:
    """Return a thing, of one of some kinds if any are named."""
    return rng.choice(KINDS[rng.choice(kinds or tuple(THINGS))])


def two(rng: random.Random, items: tuple[str, ...]) -> list[str]:
    """Return two different items."""
    return rng.sample(items, 2)


def act_of(rng: random.Random) -> Verb:
    """Return a verb that needs no object."""
    return rng.choice([*PLAIN_ACTS, *(one for one, _ in ACTS)])


def did(rng: random.Random) -> tuple[Verb, str]:
    """Return a verb and what follows it: "repaired the van"."""
    verb, _, what = rng.choice([scene for scene in SCENES if "musician" in scene[1]])
    thing = thing_of(rng, *what)
    return verb, rng.choice((f"the {thing}", article(thing), f"the old {thing}"))


def follows(facts: Mapping[str, str], of: Mapping[str, str]) -> bool:
    """Return whether a side that tells some facts follows from one that tells others."""
    return all(of.get(key) == value for key, value in facts.items())


def marked_beside(facts: Mapping[str, str], other: Mapping[str, str]) -> dict[str, str]:
    """Return the facts of a side, what the other one does not tell in square brackets."""
    return {key: v if other.get(key) == v else f"[{v}]" for key, v in facts.items()}


def one_of(rng: random.Random, cases: list[Case]) -> Fact:
    """Return one of several cases."""
    return Fact(*rng.choice(cases))
