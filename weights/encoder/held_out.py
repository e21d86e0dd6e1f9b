"""How often held-out judgements are met by an encoder alone."""

from __future__ import annotations

import numpy as np
from scipy.stats import rankdata

from weights.encoder.rows import NO_CONTRADICTION, NO_ENTAILMENT, UNKNOWN

ENTAILMENT, CONTRADICTION = 0, 2


def fits(found: np.ndarray, gold: np.ndarray) -> np.ndarray:
    """Return whether classes are among those that are known to be possible."""
    fitting = (found == gold) | (gold == UNKNOWN)
    fitting |= (gold == NO_CONTRADICTION) & (found != CONTRADICTION)
    return fitting | ((gold == NO_ENTAILMENT) & (found != ENTAILMENT))


def report(sets: np.ndarray, golds: np.ndarray, said: np.ndarray) -> None:
    """Print the shares of right judgements of each set.

    Args:
        sets: Where each pair is from.
        golds: Both directions, (n, 2).
        said: Probabilities of the classes in both directions, (n, 2, 3).
    """
    right = fits(said.argmax(2), golds)
    for name in sorted(set(sets)):
        mine = sets == name
        gold, entails = golds[mine], said[mine, :, 0]
        told = f"{name}: {mine.sum()} pairs, each way {right[mine].mean():.3f}"
        told += f", both ways {right[mine].all(1).mean():.3f}"
        known = np.isin(gold, (0, 1, 2, NO_ENTAILMENT))
        yes, chance = gold[known] == ENTAILMENT, entails[known]
        if yes.any() and not yes.all():
            balanced = ((chance[yes] > 0.5).mean() + (chance[~yes] <= 0.5).mean()) / 2
            told += f", entailment balanced {balanced:.3f}, AUC {area(chance, yes):.3f}"
        print(told, flush=True)


def area(chance: np.ndarray, yes: np.ndarray) -> float:
    """Return how often one that is true has a greater chance than one that is false."""
    n, m = yes.sum(), (~yes).sum()
    return float((rankdata(chance, "ordinal")[yes].sum() - n * (n + 1) / 2) / (n * m))
