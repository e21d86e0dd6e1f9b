"""Make pairs of short sentences of which it is known what they say of each other.

They are put together from lists of words by rules of logic: where a word may be exchanged for a
more general one, or something left out, what follows is known by the places that turn entailment
round (Icard and Moss 2014, *Recent progress on monotonicity*; pairs of such kind are those of
Yanaka et al. 2019, *Can neural networks understand monotonicity reasoning?*, and of Richardson et
al. 2020, *Probing natural language inference models through semantic fragments*). The form of a
line is that of `judge.made_pairs`; the kinds begin with "short: ".
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

from scripts.door import Pairs, Seed
from weights.judge.judged_pairs import unmarked
from weights.judge.made_pairs import save
from weights.judge.short_counts import counted_reports
from weights.judge.short_denials import said_of_a_day, simple_denials
from weights.judge.short_fact import Maker
from weights.judge.short_forms import (
    gaps,
    measures_of_properties,
    moved,
    names_in_short,
    open_but,
    verdicts_turned,
)
from weights.judge.short_logic import (
    exceptions,
    lacking,
    numbers,
    only_and_other_particles,
    or_and,
    rules_with_limits,
    scales,
)
from weights.judge.short_markets import market_reports, results_of_firms
from weights.judge.short_news import (
    decisions_opposed,
    headlines,
    measures,
    names_in_part,
    no_kind,
    shares,
    sold_and_bought,
    turned_into_nouns,
)
from weights.judge.short_roles import (
    converse_and_symmetric,
    headlines_and_turned_phrases,
    other_words,
    prepositions,
    titles,
    who_does_it,
)
from weights.judge.short_scenes import both_can_be, captions, exchanged_properties, exclusive, units
from weights.judge.short_talk import (
    denied_passives,
    doubts,
    duties_opposed,
    promises,
    questions,
    questions_and_statements,
    requests,
    strangers,
)
from weights.judge.short_times import (
    before_and_after,
    conditions_and_reasons,
    denied,
    from_to,
    modality,
    no_longer_and_yet,
    one_of_two_differs,
    plans_and_results,
    said_and_known,
)
from weights.judge.short_words import (
    ACTS,
    ADJECTIVES,
    ANIMALS,
    KINDS,
    MANNERS,
    NAMES,
    OF_ANIMALS,
    OF_PEOPLE,
    PEOPLE,
    PLACES,
    SCENES,
    TIMES,
    Verb,
    article,
    plural,
    singular,
)

Row = dict[str, Any]
UP, DOWN, FLAT = 1, -1, 0


# Functions that return one pair by chance; what is named twice comes twice as often.
FACTS: tuple[Maker, ...] = (
    *(or_and, numbers, rules_with_limits, exceptions, only_and_other_particles),
    *(no_longer_and_yet, modality, plans_and_results, said_and_known, conditions_and_reasons),
    *(before_and_after, who_does_it, converse_and_symmetric, from_to, prepositions, exclusive),
    *(both_can_be, both_can_be, captions, captions, other_words, titles, exchanged_properties),
    *(units, scales, lacking, headlines_and_turned_phrases, denied, one_of_two_differs),
    *(questions_and_statements, questions_and_statements, questions, requests, doubts),
    *(duties_opposed, decisions_opposed, measures, shares, turned_into_nouns, sold_and_bought),
    *(no_kind, denied_passives, strangers, names_in_part, headlines, promises),
    *(names_in_short, measures_of_properties, gaps, moved, open_but, verdicts_turned),
    *(simple_denials, simple_denials, simple_denials, said_of_a_day),
    *(market_reports, market_reports, results_of_firms, counted_reports, counted_reports),
)


class Quantifier(NamedTuple):
    """What says how many: how entailment goes in the noun's phrase, and in what is said of it."""

    text: str
    plural: bool
    noun: int
    rest: int


QUANTIFIERS = (
    *(Quantifier(text, True, UP, UP) for text in ("some", "several", "at least three")),
    *(Quantifier(text, True, UP, UP) for text in ("more than two", "four", "a few", "dozens of")),
    *(Quantifier("a", False, UP, UP), Quantifier("more than one", False, UP, UP)),
    *(Quantifier(text, True, DOWN, DOWN) for text in ("no", "fewer than five", "at most three")),
    *(Quantifier(text, True, DOWN, DOWN) for text in ("hardly any", "not more than six")),
    *(Quantifier("no", False, DOWN, DOWN), Quantifier("not a single", False, DOWN, DOWN)),
    *(Quantifier("every", False, DOWN, UP), Quantifier("each", False, DOWN, UP)),
    *(Quantifier("all", True, DOWN, UP), Quantifier("all the", True, DOWN, UP)),
    *(Quantifier("not every", False, UP, DOWN), Quantifier("not all", True, UP, DOWN)),
    *(Quantifier("few", True, FLAT, DOWN), Quantifier("only", True, FLAT, DOWN)),
    *(Quantifier("most", True, FLAT, UP), Quantifier("many", True, FLAT, UP)),
    *(Quantifier("both", True, FLAT, UP), Quantifier("exactly two", True, FLAT, FLAT)),
)


class Said(NamedTuple):
    """A sentence without its end, and one that says less or more where a part was changed.

    Attributes:
        plain: The sentence with the more general part, or without what was added.
        narrow: With the more specific part.
        way: `UP` if `narrow` entails `plain`, `DOWN` the other way round, `FLAT` if neither.
        kind: What was done, and where.
    """

    plain: str
    narrow: str
    way: int
    kind: str


def phrase(quantifier: Quantifier, noun: str, adjective: str = "") -> str:
    """Return a noun with its quantifier."""
    head = plural(noun) if quantifier.plural else singular(noun)
    whole = f"{adjective} {head}".strip()
    return article(whole) if quantifier.text == "a" else f"{quantifier.text} {whole}"


def properties(kind: str) -> tuple[str, ...]:
    """Return adjectives that fit a kind of thing."""
    return OF_PEOPLE if kind in PEOPLE else OF_ANIMALS if kind in ANIMALS else ADJECTIVES


def narrowed(rng: random.Random, kind: str) -> tuple[str, str, str, str]:
    """Return a noun and adjective, the same narrowed, and how: (noun, adjective) each."""
    if rng.random() < 0.5:
        return kind, "", rng.choice(KINDS[kind]), ""
    noun = rng.choice((kind, *KINDS[kind]))
    return noun, "", noun, rng.choice(properties(kind))


def of_quantifiers(rng: random.Random) -> Said:
    """Return a sentence of which subject, object or what is said more of it is narrowed."""
    verb, who, what = rng.choice(SCENES)
    kind, thing = rng.choice(tuple(who)), rng.choice(what)
    quantifier = rng.choice(QUANTIFIERS)
    noun, object_ = rng.choice((kind, *KINDS[kind])), rng.choice((thing, *KINDS[thing]))
    tail = f" {rng.choice((*PLACES, *TIMES))}" if rng.random() < 0.4 else ""
    many = Quantifier("", True, UP, UP)
    a_thing = rng.choice((many, QUANTIFIERS[7], many))
    where = rng.choice(("subject", "object", "more"))
    if where == "subject":
        noun, _, narrow, adjective = narrowed(rng, kind)
        ends = (f"{verb.past} {phrase(a_thing, object_).strip()}{tail}",) * 2
        starts = phrase(quantifier, noun), phrase(quantifier, narrow, adjective)
        way = quantifier.noun
    else:
        starts = (phrase(quantifier, noun),) * 2
        way = quantifier.rest
        if where == "object":
            object_, _, narrow, adjective = narrowed(rng, thing)
            ends = tuple(
                f"{verb.past} {phrase(a_thing, *each).strip()}{tail}"
                for each in ((object_, ""), (narrow, adjective))
            )
        else:
            said = f"{verb.past} {phrase(a_thing, object_).strip()}"
            ends = said, f"{said} {rng.choice((*PLACES, *TIMES, *MANNERS[-2:]))}"
    kind = f"{quantifier.text}: {where}"
    return Said(f"{starts[0]} {ends[0]}", f"{starts[1]} {ends[1]}", way, kind)


class Doing(NamedTuple):
    """What someone does in all forms, and the same narrowed."""

    plain: Callable[[str], str]
    narrow: Callable[[str], str]


def doing(rng: random.Random) -> Doing:
    """Return what someone does: a verb with an object, or what is done by a verb alone."""

    def of(verb: Verb, rest: str) -> Callable[[str], str]:
        return lambda form: f"{getattr(verb, form)} {rest}".strip()

    if rng.random() < 0.35:
        one, more = rng.choice(ACTS)
        place = rng.choice((*PLACES, ""))
        if rng.random() < 0.5:
            return Doing(of(more, place), of(one, place))
        verb = rng.choice((one, more))
        return Doing(of(verb, ""), of(verb, rng.choice((*PLACES, *MANNERS[:4]))))
    verb, _who, what = rng.choice([scene for scene in SCENES if "musician" in scene[1]])
    thing = rng.choice(what)
    noun, _, narrow, adjective = narrowed(rng, thing)
    one = rng.random() < 0.5

    def object_(noun: str, adjective: str = "") -> str:
        whole = f"{adjective} {singular(noun) if one else plural(noun)}".strip()
        return article(whole) if one else whole

    if rng.random() < 0.3:
        said = object_(noun)
        return Doing(of(verb, said), of(verb, f"{said} {rng.choice((*PLACES, *TIMES))}"))
    return Doing(of(verb, object_(noun)), of(verb, object_(narrow, adjective)))


# Frames around what someone does ({} in a form of the verb), and how entailment goes in them.
FRAMES: tuple[tuple[str, str, int], ...] = (
    *(("{n} {v}", "past", UP), ("{n} is {v}", "progressive", UP), ("{n} will {v}", "base", UP)),
    *(("{n} did not {v}", "base", DOWN), ("{n} didn't {v}", "base", DOWN)),
    *(("{n} is not {v}", "progressive", DOWN), ("{n} isn't {v}", "progressive", DOWN)),
    *(("{n} never {v}", "past", DOWN), ("{n} has never {v}", "participle", DOWN)),
    *(("{n} will not {v}", "base", DOWN), ("{n} won't {v}", "base", DOWN)),
    *(("{n} must not {v}", "base", DOWN), ("{n} may {v}", "base", UP)),
    *(("{n} cannot {v}", "base", DOWN), ("{n} can {v}", "base", UP)),
    *(("{n} must {v}", "base", UP), ("{n} rarely {v}", "past", DOWN)),
    *(("{n} refused to {v}", "base", FLAT), ("{n} failed to {v}", "base", DOWN)),
    *(("{n} managed to {v}", "base", UP), ("{n} did not fail to {v}", "base", UP)),
    *(("{n} left without {v}", "progressive", DOWN), ("{n} left before {v}", "progressive", DOWN)),
    *(("nobody {v}", "past", DOWN), ("no one {v}", "past", DOWN), ("somebody {v}", "past", UP)),
    *(("no one has {v}", "participle", DOWN), ("everyone {v}", "past", UP)),
    *(("not everyone {v}", "past", DOWN), ("neither {n} nor {m} {v}", "past", DOWN)),
    *(("only {n} {v}", "past", DOWN), ("{n} and {m} {v}", "past", UP)),
    *(("it is not true that {n} {v}", "past", DOWN), ("it is false that {n} {v}", "past", DOWN)),
    *(("it is true that {n} {v}", "past", UP), ("{m} doubts that {n} will {v}", "base", DOWN)),
    *(("{m} said that {n} {v}", "past", UP), ("{m} denied that {n} {v}", "past", DOWN)),
    *(("{m} knows that {n} {v}", "past", UP), ("{m} thinks that {n} {v}", "past", UP)),
    *(("{m} did not say that {n} {v}", "past", DOWN), ("it is possible that {n} {v}", "past", UP)),
    *(("it is impossible that {n} {v}", "past", DOWN), ("{m} heard that {n} {v}", "past", UP)),
    *(
        ("if {n} {v}, {m} will be angry", "third", DOWN),
        ("whenever {n} {v}, {m} smiles", "third", DOWN),
    ),
    *(("{m} will be angry if {n} {v}", "third", DOWN), ("{m} leaves when {n} {v}", "third", DOWN)),
    *(("anyone who {v} gets a prize", "third", DOWN), ("whoever {v} pays a fee", "third", DOWN)),
    *(("everyone who {v} was fined", "past", DOWN), ("nobody who {v} was fined", "past", DOWN)),
    *(("someone who {v} was fined", "past", UP), ("the people who {v} were fined", "past", FLAT)),
    *(("unless {n} {v}, {m} will be angry", "third", UP), ("{n} used to {v}", "base", UP)),
    *(("{n} no longer {v}", "third", FLAT), ("{n} stopped {v}", "progressive", FLAT)),
    *(("{n} was too tired to {v}", "base", DOWN), ("{n} hardly ever {v}", "past", DOWN)),
)


def of_frames(rng: random.Random) -> Said:
    """Return a frame around what someone does, which is narrowed."""
    frame, form, way = rng.choice(FRAMES)
    done = doing(rng)
    n, m = rng.sample(NAMES, 2)
    kind = re.sub(r"\{\w\}", "…", frame)
    texts = [frame.format(n=n, m=m, v=each(form)) for each in (done.plain, done.narrow)]
    return Said(texts[0], texts[1], way, kind)


def sentence(text: str) -> str:
    """Return a text with a capital and a full stop."""
    text = re.sub(r"\s+([.?!]|$)", r"\1", re.sub(r"\s+", " ", text))
    first = next(k for k, c in enumerate(text) if c.isalnum())
    end = "" if text.rstrip("]")[-1] in ".?!" else "."
    return text[:first] + text[first].upper() + text[first + 1 :] + end


def marked(source: str, target: str) -> tuple[list[list[int]], list[list[int]]]:
    """Return the words of the target that the source lacks, else those of the source alone."""
    places = [[(m.start(), m.end()) for m in re.finditer(r"[\w'-]+", t)] for t in (source, target)]
    words = [
        [text[a:b].lower() for a, b in some]
        for text, some in zip((source, target), places, strict=True)
    ]
    alone: list[list[list[int]]] = [[], []]
    for name, a, b, c, d in SequenceMatcher(None, *words, autojunk=False).get_opcodes():
        if name != "equal":
            for k, (first, last) in enumerate(((a, b), (c, d))):
                if first < last:
                    alone[k].append([places[k][first][0], places[k][last - 1][1]])
    return ([], alone[1]) if alone[1] else (alone[0], [])


def row(
    source: str, target: str, entails: bool, entailed: bool | None, conflict: bool | None, kind: str
) -> Row:
    """Return a pair as a line; words in square brackets are those that decide."""
    (source, missing), (target, unsupported) = unmarked(source), unmarked(target)
    found: tuple[Any, Any] = ([], [])
    if not entails:
        found = (missing, unsupported) if missing or unsupported else marked(source, target)
    spans = [[list(span) for span in some] for some in found]
    return {
        "source": source,
        "target": target,
        "entails": entails,
        "entailed": entailed,
        "conflict": conflict,
        "kind": f"short: {kind}",
        "unsupported": spans[1],
        "missing": spans[0],
    }


def rows_of(said: Said, rng: random.Random) -> Row:
    """Return a narrowed sentence and the plain one as a pair, in one of both orders."""
    plain, narrow = sentence(said.plain), sentence(said.narrow)
    if rng.random() < 0.5:
        return row(narrow, plain, said.way == UP, said.way == DOWN, False, said.kind)
    return row(plain, narrow, said.way == DOWN, said.way == UP, False, said.kind)


def facts(rng: random.Random) -> Row:
    """Return a pair of a kind of `FACTS`, in one of both orders."""
    function = rng.choice(FACTS)
    fact = function(rng)
    kind = function.__name__.strip("_").replace("_", " ")
    source, target = sentence(fact.source), sentence(fact.target)
    if rng.random() < 0.5 or fact.entailed is None:
        return row(source, target, fact.entails, fact.entailed, fact.conflict, kind)
    return row(target, source, fact.entailed, fact.entails, fact.conflict, kind)


def short_pairs(count: int, seed: int) -> Iterator[Row]:
    """Yield so many pairs, none twice."""
    rng, seen = random.Random(seed), set()
    while len(seen) < count:
        share = rng.random()
        if share < 0.6:
            found = facts(rng)
        else:
            found = rows_of((of_quantifiers if share < 0.78 else of_frames)(rng), rng)
        key = found["source"], found["target"]
        if key not in seen and found["source"] != found["target"]:
            seen.add(key)
            yield found


def main(out: Path, *, pairs: Pairs = 20_000, seed: Seed = 0) -> None:
    """Make the pairs, and say how many there are of each kind."""
    rows = list(short_pairs(pairs, seed))
    save(rows, out)
    counts = Counter((r["kind"], r["entails"], r["entailed"], r["conflict"]) for r in rows)
    for (kind, *labels), n in sorted(counts.items(), key=str):
        print(f"{kind:50} {n:6} {labels}")
