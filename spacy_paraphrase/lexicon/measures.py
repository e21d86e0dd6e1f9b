"""What is measured by a unit, and how many of a smaller one it is."""

from __future__ import annotations

from typing import NamedTuple

from .numerals import unit

_METRES = {"metre": 1.0, "kilometre": 1e3, "centimetre": 0.01, "millimetre": 1e-3}
_METRES |= {"mile": 1609.344, "yard": 0.9144, "foot": 0.3048, "inch": 0.0254}
_GRAMS = {"gram": 1.0, "kilogram": 1e3, "tonne": 1e6, "pound": 453.59237, "ounce": 28.349523125}
_SECONDS = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0, "week": 604800.0}
_MONTHS = {"month": 1.0, "year": 12.0, "decade": 120.0, "century": 1200.0}
_LITRES = {"litre": 1.0, "millilitre": 1e-3}
_BYTES = {"kilobyte": 1.0, "megabyte": 1e3, "gigabyte": 1e6, "terabyte": 1e9}
_FACTORS = {
    "length": _METRES,
    "mass": _GRAMS,
    "time": _SECONDS,
    "months": _MONTHS,
    "volume": _LITRES,
    "memory": _BYTES,
}


class Measure(NamedTuple):
    """What a unit measures.

    Attributes:
        dimension: "length", "mass", "time" up to weeks, "months" and longer, "volume", "memory".
        factor: How many of the smallest unit of its dimension it is.
    """

    dimension: str
    factor: float


_MEASURES = {
    name: Measure(dimension, factor)
    for dimension, factors in _FACTORS.items()
    for name, factor in factors.items()
}


def measure(lemma: str) -> Measure | None:
    """Return what a lower-cased unit measures, None for any other word.

    Example:
        >>> measure("hour")
        Measure(dimension='time', factor=3600.0)
        >>> measure("km") == measure("kilometer"), measure("cat")
        (True, None)
    """
    return _MEASURES.get(unit(lemma) or lemma)
