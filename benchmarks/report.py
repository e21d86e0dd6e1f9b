"""Scores as a line of a table, with the bootstrap interval of one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spacy_paraphrase.metrics import Measure, bootstrap, evaluate


def figures(
    measure: Measure[Any, Any],
    preds: Sequence[Any],
    golds: Sequence[Any],
    keys: Sequence[str],
    chief: str,
    *,
    form: str = "7.1f",
    unit: float = 100.0,
) -> str:
    """Return a line of scores.

    Args:
        measure: The measure.
        preds: A prediction for each pair.
        golds: The gold of the same pairs.
        keys: The scores to show.
        chief: The score whose 95 % bootstrap interval follows.
        form: How a score is written.
        unit: What a score is multiplied by.
    """
    result = evaluate(measure, preds, golds)
    interval = bootstrap(result.stats, measure.score)[chief]
    assert interval is not None
    scores = "".join(f"{unit * (result.scores[key] or 0):{form}}" for key in keys)
    digits = form[form.index(".") :]
    low, high = (f"{unit * bound:{digits}}" for bound in (interval.low, interval.high))
    return f"{scores}   {low}-{high}"
