"""Go on training a pair encoder with pairs that it does not know yet, on a CPU.

    python scripts/encoder/tune.py EXAMPLES START OUT --half 0 [--minutes 40]

EXAMPLES is what prepare.py wrote, with everyday and short pairs; START what shipped.py wrote. The
sets of `NEW` are read often; of all others some are read again, and of them is learnt, too, what
START says of them, so that nothing is forgotten (Li and Hoiem 2016, "Learning without forgetting",
ECCV). Each of two encoders is taught one half of the pairs, and the package ships their mean
(`mean.py`): by the one that was not taught a pair the judge of entailment learns what encoders say
of pairs that they do not know. Half an hour on one core for each.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from network import PairNetwork
from tables import Table
from torch import Tensor
from train import (
    Read,
    Told,
    Trainer,
    distilled,
    epoch,
    fit,
    link_shares,
    load,
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
# Pieces of a batch; peak rates of the weights below the heads, and of the heads.
BATCH, RATES = 3000, (1e-4, 2e-4)


class Tuner(Trainer):
    """The losses of `Trainer`; of the sets that are known, the network itself is the teacher."""

    def __init__(self, network: PairNetwork, table: Table, before: PairNetwork) -> None:
        super().__init__(network, table, None)
        self.before = before
        self.known = torch.tensor([name not in NEW for name in table.sets])

    def _distilled(self, at: Tensor, said: Read, found: list[Tensor]) -> dict[str, Tensor]:
        rows = self.known[self.table.one["set"][at]].nonzero()[:, 0]
        if not len(rows):
            return {}
        with torch.no_grad():
            was = read(self.before, self.table, at[rows])
        n, m = was.links.shape[1:]  # without the longer pairs
        support = said.support[0][rows, :n], said.support[1][rows, :m]
        now = was._replace(judged=said.judged[rows], links=said.links[rows, :n, :m])
        now = now._replace(support=support)
        shares = link_shares(now.links, self.network.align_null, now.there)
        told = Told(was.judged, was.support, was.links, self.before.align_null.detach())
        losses = distilled(now, shares, told)
        return {name: len(rows) / len(at) * loss for name, loss in losses.items()}


def main() -> None:
    """Read the examples, train, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("examples", type=Path, help="what prepare.py wrote")
    parser.add_argument("start", type=Path, help="the network to go on with")
    parser.add_argument("out", type=Path, help="file for the network")
    parser.add_argument("--half", type=int, choices=(0, 1), required=True)
    parser.add_argument("--minutes", type=float, default=40, help="stop after them, to go on later")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    table = Table(args.examples)
    network, names = load(args.start)
    before, _ = load(args.start)
    assert names == table.names, "examples of other pieces"
    order = epoch(table, TIMES, args.half, BATCH, 1000 * args.seed)
    tuner = Tuner(network, table, before)
    if fit(tuner, order, RATES, args.out.with_suffix(".state"), args.minutes):
        save(args.out, network, names)
        measure(network, table)


if __name__ == "__main__":
    main()
