"""Go on training a pair encoder with pairs that it does not know yet, on a CPU.

EXAMPLES is what encoder.prepare wrote, with everyday and made pairs; START what encoder.shipped
wrote. The sets of `NEW` are read often; of all others some are read again, and of them is learnt,
too, what START says of them, so that nothing is forgotten (Li and Hoiem 2016, "Learning without
forgetting", ECCV). Each of two encoders is taught one half of the pairs, and the package ships
their mean (`encoder.mean`): by the one that was not taught a pair the judge of entailment learns
what encoders say of pairs that they do not know. Half an hour on one core for each.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import torch
from torch import Tensor

from scripts.door import Seed
from weights.encoder.network import PairNetwork
from weights.encoder.tables import Table
from weights.encoder.train import (
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

NEW = frozenset(("everyday", "joined", "made", "strangers"))
# How often the examples of a set are read: a share of them where it is less than once.
TIMES = {
    **{"everyday": 2.0, "joined": 1.6, "strangers": 0.5, "made": 0.35, "paws": 1.5},
    **{"mnli-dev": 1.0, "mnli-train-sample": 1.0, "snli": 0.3, "snli-train-sample": 0.15},
    **{"help": 0.17, "snli-counterfactual": 0.1, "wiki-semi-automatic": 0.1},
    **{"conjnli-automatic": 0.1, "news-summary-units": 0.07, "fever-symmetric": 0.4},
    **{"negation": 0.25, "split": 0.07, "words": 0.05, "edinburgh": 1.0, "ists": 0.7},
    **{"sample": 1.0, "same": 0.07, "other": 0.15, "related": 0.2, "unjudged": 0.03},
    **{"gap": 0.1, "accept": 0.1},
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


def main(
    examples: Annotated[Path, "what encoder.prepare wrote"],
    start: Annotated[Path, "the network to go on with"],
    out: Annotated[Path, "file for the network"],
    *,
    half: Literal[0, 1],
    minutes: Annotated[float, "stop after them, to go on later"] = 40,
    seed: Seed = 1,
) -> None:
    """Read the examples, train, measure, write."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    table = Table(examples)
    network, names = load(start)
    before, _ = load(start)
    assert names == table.names, "examples of other pieces"
    order = epoch(table, TIMES, half, BATCH, 1000 * seed)
    tuner = Tuner(network, table, before)
    if fit(tuner, order, RATES, out.with_suffix(".state"), minutes):
        save(out, network, names)
        measure(network, table)
