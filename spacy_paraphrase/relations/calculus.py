"""From pieces of evidence to relations, on arrays.

Every piece of evidence is something that one side may say and the other does not: a word without
a counterpart, a word beside a more general one, "two" beside "some". It has a cost for each side,
-log of the probability that the side says nothing more by it. Over a phrase the costs add up,
those in the scope of a downward operator with the sides exchanged; exp of minus the sum is the
probability that the other side entails this one. Both directions are computed by one function
from arrays that mirror each other, so that a pair read backwards has every relation inverted.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]

# A side says more than the other if it does so at least this probably.
MORE = 0.5
# What is forgiven for each shared content word beyond so many, and at most.
ALLOWED, ENOUGH, MOST = 0.3, 6, 1.5
# What is forgiven for how much the other side says besides, beyond so much and at most: so much for
# each shared content word beyond so many.
RATE, BESIDES, EACH, FEW, CAP = 0.5, 4.0, 1.0, 3, 2.5


@dataclass(frozen=True, eq=False)
class Evidence:
    """Pieces of evidence, A of them, between n source tokens and m target tokens.

    Attributes:
        tokens: The source and target token of each, -1 for none; shape (A, 2).
        costs: How much the source and the target say more by it; shape (A, 2).
        split: What the token costs where its counterpart is outside of the other phrase; (A, 2).
        lasting: Which of them are not said in other words elsewhere, and cost nothing where they
            are outside; (A,).
    """

    tokens: IntArray
    costs: FloatArray
    split: FloatArray
    lasting: BoolArray


@dataclass(frozen=True, eq=False)
class Scopes:
    """The operators of one side, O of them, over its n tokens.

    Attributes:
        tokens: Where the operators stand; shape (O,).
        turned: Which tokens each of them turns round; shape (O, n).
        neither: For which of these tokens nothing is entailed; shape (O, n).
    """

    tokens: IntArray
    turned: BoolArray
    neither: BoolArray


def surplus(
    evidence: Evidence, source: BoolArray, target: BoolArray, scopes: tuple[Scopes, Scopes]
) -> tuple[FloatArray, FloatArray]:
    """Return how much each side of each pair of units says more than the other; shape (K, 2).

    By all there is, and by the lasting pieces alone.

    Args:
        evidence: All there is.
        source: Which tokens are in the source unit of each pair; shape (K, n).
        target: Likewise; shape (K, m).
        scopes: Operators of source and target.
    """
    masks = source, target
    tokens = evidence.tokens[:, 0], evidence.tokens[:, 1]
    alone = tokens[0] < 0, tokens[1] < 0
    # What is no token is inside of every unit.
    inside = [mask[:, some] | none for mask, some, none in zip(masks, tokens, alone, strict=True)]
    whole = inside[0] & inside[1]
    costs = _turned(evidence, masks, scopes, alone)
    there = whole.astype(np.float64)
    more = np.empty((len(source), 2))
    kept = np.empty((len(source), 2))
    for k in range(2):
        inner = there * costs[k]
        kept[:, k] = inner[:, evidence.lasting].sum(axis=1)
        found = inner.sum(axis=1)
        # A word with another counterpart inside says nothing more by the one outside.
        apart = np.flatnonzero((evidence.split[:, k] > 0) & ~alone[k])
        if len(apart):
            beside = tokens[k][:, None] == tokens[k][apart]
            cut = inside[k][:, apart] & (there @ beside == 0)
            found += cut @ evidence.split[apart, k]
        more[:, k] = found
    return more, kept


def _turned(
    evidence: Evidence,
    masks: tuple[BoolArray, BoolArray],
    scopes: tuple[Scopes, Scopes],
    alone: tuple[BoolArray, BoolArray],
) -> tuple[FloatArray, FloatArray]:
    """Return what each piece costs the two sides, in each pair of units if operators turn it."""
    if not (len(scopes[0].tokens) or len(scopes[1].tokens)):
        return evidence.costs[:, 0], evidence.costs[:, 1]
    marks = [_polarity(masks[k], evidence.tokens[:, k], scopes[k]) for k in range(2)]
    turned = np.where(alone[0], marks[1][0], marks[0][0])
    other = np.where(alone[1], turned, marks[1][0])
    unclear = (turned != other) | marks[0][1] | marks[1][1]
    both = evidence.costs.max(axis=1, initial=0.0)
    mine, yours = evidence.costs.T
    return (
        np.where(unclear, both, np.where(turned, yours, mine)),
        np.where(unclear, both, np.where(turned, mine, yours)),
    )


def forgive(
    more: FloatArray, lasting: FloatArray, shared: IntArray, contrary: bool = False
) -> FloatArray:
    """Return how much each side says more, less what a long pair may say elsewhere.

    The more words two units share, the likelier it is that a word without a counterpart says again
    what others say: entailment by coverage, Marsi, Krahmer and Bosma 2007, *Dependency-based
    paraphrasing for recognizing textual entailment* (ACL workshop). The likelier, too, if the other
    unit has much without a counterpart among which it may be said in other words.

    Args:
        more: What `surplus` gave; shape (K, 2).
        lasting: How much of it is nowhere said in other words; shape (K, 2).
        shared: How many content words the units share; shape (K,).
        contrary: Whether the sides say contrary things anywhere: then what one has besides is taken
            for news.
    """
    allowance = np.minimum(np.maximum(ALLOWED * (shared - ENOUGH), 0.0), MOST)[:, None]
    if not contrary:
        besides = np.maximum(RATE * (more[:, ::-1] - BESIDES), 0.0)
        most = np.minimum(np.maximum(EACH * (shared - FEW), 0.0), CAP)
        allowance = np.maximum(allowance, np.minimum(besides, most[:, None]))
    left: FloatArray = np.maximum(more - allowance, np.minimum(lasting, more))
    return left


def relate(more: FloatArray, same: BoolArray) -> list[str]:
    """Return the relation of each pair of units.

    Args:
        more: What `surplus` gave; shape (K, 2).
        same: Whether the units read the same; shape (K,).
    """
    names = ("restates", "generalizes", "specifies", "intersects")
    codes = (more > -np.log(1 - MORE)) @ [2, 1]
    told = zip(codes.tolist(), same.tolist(), strict=True)
    return ["equals" if alike else names[code] for code, alike in told]


def _polarity(mask: BoolArray, tokens: IntArray, scopes: Scopes) -> tuple[BoolArray, BoolArray]:
    """Return which tokens the operators inside each unit turn round, and leave unclear; (K, A)."""
    present = mask[:, scopes.tokens].astype(np.int64)
    valid = tokens >= 0
    turns = (present @ scopes.turned[:, tokens].astype(np.int64)) % 2 == 1
    neither = (present @ scopes.neither[:, tokens].astype(np.int64)) > 0
    return turns & valid, neither & valid
