"""The numbers of a sentence as quantifiers: "about five", "more than $3 million", "10 to 20"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import inf

from ..lexicon.measures import measure
from ..lexicon.numerals import SCALES, Quantity, quantities
from .quantifier import TINY, Quantifier, noun_of
from .reading import Reading

# What stands before a number and makes a range of it; the longest first.
_BOUNDS = (
    (("a", "little", "more", "than"), "about"),
    (("a", "little", "less", "than"), "about"),
    (("slightly", "more", "than"), "about"),
    (("slightly", "less", "than"), "about"),
    (("no", "more", "than"), "most"),
    (("not", "more", "than"), "most"),
    (("no", "fewer", "than"), "least"),
    (("no", "less", "than"), "least"),
    (("not", "less", "than"), "least"),
    (("just", "over"), "about"),
    (("just", "under"), "about"),
    (("at", "least"), "least"),
    (("at", "most"), "most"),
    (("more", "than"), "more"),
    (("greater", "than"), "more"),
    (("fewer", "than"), "less"),
    (("less", "than"), "less"),
    (("up", "to"), "limit"),
    (("over",), "more"),
    (("above",), "more"),
    (("under",), "less"),
    (("below",), "less"),
    (("exactly",), "exactly"),
    (("precisely",), "exactly"),
    (("only",), "exactly"),
    (("just",), "exactly"),
    (("about",), "about"),
    (("around",), "about"),
    (("approximately",), "about"),
    (("roughly",), "about"),
    (("some",), "about"),
    (("nearly",), "about"),
    (("almost",), "about"),
)
# What stands behind one.
_AFTER: dict[tuple[str, ...], str] = {
    ("or", "more"): "least",
    ("or", "less"): "most",
    ("or", "fewer"): "most",
}
_AFTER |= {("or", "so"): "about"}
# How far off "about" may be, as a share.
ABOUT = 0.1
_FEW = frozenset(("several", "few", "couple"))


def numbers(reading: Reading) -> Iterator[tuple[int, Quantifier]]:
    """Return the numbers of a sentence, each with what it counts: a noun, or itself."""
    dated = {i for span in reading.dates for i in range(span.start, span.end)}
    told = [
        quantity
        for quantity in quantities(reading.words)
        if quantity.kind == "number" and quantity.start not in dated
    ]
    lows = {high.start: low for low, high in pairwise(told) if _is_range(reading, low, high)}
    ends = {low.start for low in lows.values()}
    for quantity in told:
        if quantity.start in ends:
            continue
        first = reading.words[quantity.start]
        if first == "half" and reading.words[quantity.start + 1 : quantity.end + 1] == ["a"]:
            continue
        if first == "one" and reading.pos[quantity.start] != "NUM":
            continue
        last = quantity.end - 1
        low = lows.get(quantity.start)
        start = quantity.start if low is None else low.start
        before = reading.words[max(start - 2, 0) : start]
        bound, extra = _bound(reading, start)
        if low is not None:
            bound = "range"
        elif before[-1:] and before[-1] in _FEW and first in SCALES:
            bound = "few"
        behind = _AFTER.get(tuple(reading.words[quantity.end : quantity.end + 2]), "")
        if behind and not bound:
            bound, extra = behind, (quantity.end, quantity.end + 1)
        inside = (*range(start, quantity.end), *extra)
        nouns = (noun_of(reading, t) for t in (last, start))
        noun = next((n for n in nouns if n not in inside), last)
        measured = measure(reading.lemmas[noun])
        times = 1.0 if measured is None else measured.factor
        value = times * float(quantity.value) / (2 if before == ["half", "a"] else 1)
        least = value if low is None else times * _below(reading, low, quantity)
        step = times * float(quantity.step)
        yield noun, Quantifier(last, *_span(least, value, bound), False, True, bound, inside, step)


def _is_range(reading: Reading, low: Quantity, high: Quantity) -> bool:
    """Return whether two numbers are the ends of a range: "between 5 and 10", "10-20 million"."""
    before = reading.words[max(low.start - 2, 0) : low.start]
    joint = reading.words[low.end : high.start]
    scaled = reading.words[high.end - 1] in SCALES
    joined = (joint == ["and"] and "between" in before) or (
        joint == ["to"] and "from" not in before
    )
    return low.value < high.value and (joined or (joint == ["-"] and scaled))


def _below(reading: Reading, low: Quantity, high: Quantity) -> float:
    """Return the lower end of a range; it is in millions where the upper end is."""
    scale = SCALES.get(reading.words[high.end - 1], 1)
    return float(low.value) * (scale if low.value < scale else 1)


def _bound(reading: Reading, start: int) -> tuple[str, tuple[int, ...]]:
    if start and reading.pos[start - 1] == "SYM":  # the sign of a currency
        start -= 1
    for words, bound in _BOUNDS:
        first = start - len(words)
        if first >= 0 and tuple(reading.words[first:start]) == words:
            return bound, tuple(range(first, start))
    return "", ()


def _span(least: float, value: float, bound: str) -> tuple[float, float]:
    """Return from where to where a number reaches; `least` is the lower end of a range."""
    return {
        "about": (value * (1 - ABOUT), value * (1 + ABOUT)),
        "few": (2 * value, inf),
        "least": (value, inf),
        "more": (value + TINY, inf),
        "most": (0.0, value),
        "limit": (0.0, value),
        "less": (0.0, value - TINY),
    }.get(bound, (least, value))
