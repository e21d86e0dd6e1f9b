"""Go on training a pair encoder with pairs that it does not know yet, on a CPU.

    python scripts/encoder/tune.py EXAMPLES START OUT --half 0 [--minutes 60]

EXAMPLES is what prepare.py wrote, with everyday and short pairs; START what shipped.py wrote. The
sets of `NEW` are read often; of all others some are read again, and of them is learnt, too, what
START says of them, so that nothing is forgotten (Li and Hoiem 2016, "Learning without forgetting",
ECCV). Each of two encoders is taught one half of the pairs, and the package ships their mean
(`mean.py`): by the one that was not taught a pair the judge of entailment learns what encoders say
of pairs that they do not know. Half an hour on one core for each.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from network import PairNetwork
from tables import Table
from torch import Tensor
from torch.nn import functional
from train import (
    WEIGHTS,
    Read,
    Trainer,
    epoch,
    link_loss,
    link_shares,
    load,
    mean,
    measure,
    read,
    save,
)

NEW = frozenset(("everyday", "short", "made"))
# How often the examples of a set are read: a share of them where it is less than once.
TIMES = {
    **{"everyday": 8.0, "short": 1.5, "made": 2.0, "paws": 2.0, "mnli-dev": 0.45},
    **{"mnli-train-sample": 0.4, "snli": 0.17, "snli-train-sample": 0.07, "help": 0.17},
    **{"snli-counterfactual": 0.1, "wiki-semi-automatic": 0.05, "conjnli-automatic": 0.1},
    **{"news-summary-units": 0.07, "fever-symmetric": 0.4, "negation": 0.25, "split": 0.07},
    **{"words": 0.1, "edinburgh": 1.0, "ists": 0.7, "sample": 2.0, "same": 0.07, "other": 0.15},
    **{"related": 0.3, "unjudged": 0.03, "gap": 0.1, "accept": 0.1},
}
BATCH, RATE, HEAD_RATE, WARM_UP = 3000, 1e-4, 2e-4, 0.06


class Tuner(Trainer):
    """The losses of `Trainer`, and of what is known already how far it is from what was said."""

    def __init__(self, network: PairNetwork, table: Table, before: PairNetwork) -> None:
        super().__init__(network, table, None)
        self.before = before
        self.known = torch.tensor([name not in NEW for name in table.sets])

    def _pairs(self, some: np.ndarray, at: Tensor) -> dict[str, Tensor]:
        losses = super()._pairs(some, at)
        old = at[self.known[self.table.one["set"][at]]]
        if len(old):
            share = len(old) / len(at)
            losses |= {name: share * loss for name, loss in self._kept(old).items()}
        return losses

    def _kept(self, at: Tensor) -> dict[str, Tensor]:
        """Return how far what is said of pairs is from what was said of them before."""
        with torch.no_grad():
            was = read(self.before, self.table, at)
        now = read(self.network, self.table, at)
        found = {}
        for k, name in enumerate(("entails", "entailed")):
            wanted, own = (x.judged[:, 3 * k : 3 * k + 3].log_softmax(1) for x in (was, now))
            found[f"kept {name}"] = (wanted.exp() * (wanted - own)).sum(1).mean()
        found["kept similarity"] = functional.binary_cross_entropy_with_logits(
            now.judged[:, 6], was.judged[:, 6].sigmoid()
        )
        sides = [self._support_kept(was, now, side) for side in (0, 1)]
        found["kept support"] = (sides[0] + sides[1]) / 2
        null = self.before.align_null.detach()
        wanted_links = [share.exp() for share in link_shares(was.links, null, was.there)]
        own_links = link_shares(now.links, self.network.align_null, now.there)
        found["kept links"] = link_loss(wanted_links, own_links, now.there).mean()
        return found

    @staticmethod
    def _support_kept(was: Read, now: Read, side: int) -> Tensor:
        each = functional.binary_cross_entropy_with_logits(
            now.support[side], was.support[side].sigmoid(), reduction="none"
        )
        return mean(each, now.there[side])


def main() -> None:
    """Read the examples, train, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("examples", type=Path, help="what prepare.py wrote")
    parser.add_argument("start", type=Path, help="the network to go on with")
    parser.add_argument("out", type=Path, help="file for the network")
    parser.add_argument("--half", type=int, choices=(0, 1), required=True)
    parser.add_argument("--minutes", type=float, default=60, help="stop after them")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    table = Table(args.examples)
    network, names = load(args.start)
    before, _ = load(args.start)
    assert names == table.names, "examples of other pieces"
    tuner = Tuner(network, table, before)
    order = epoch(table, TIMES, args.half, BATCH, 1000 * args.seed)
    rates = ((network.trunk(), RATE), (network.heads(), HEAD_RATE))
    groups = [{"params": some, "lr": rate, "weight_decay": 0.01} for some, rate in rates]
    optimizer = torch.optim.AdamW(groups)
    warm = max(1, int(WARM_UP * len(order)))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda k: min(1.0, (k + 1) / warm) * max(0.0, 1 - k / len(order))
    )
    every = [parameter for some, _ in rates for parameter in some]
    network.train()
    begun = time.time()
    for k, some in enumerate(order):
        losses = tuner.losses(some)
        optimizer.zero_grad()
        total = sum(WEIGHTS.get(name, 1.0) * loss for name, loss in losses.items())
        total.backward()  # type: ignore[union-attr]
        torch.nn.utils.clip_grad_norm_(every, 1.0)
        optimizer.step()
        schedule.step()
        if (k + 1) % 100 == 0:
            told = " ".join(f"{name} {float(loss.detach()):.3f}" for name, loss in losses.items())
            print(f"{k + 1}/{len(order)} {time.time() - begun:.0f} s: {told}", flush=True)
        if time.time() - begun > 60 * args.minutes:
            print(f"stopped after {k + 1} of {len(order)} batches", flush=True)
            break
    save(args.out, network, names)
    measure(network, table)


if __name__ == "__main__":
    main()
