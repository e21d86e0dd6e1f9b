"""Train the pair encoder that the package ships, or its teacher.

EXAMPLES is what encoder.prepare wrote, START what encoder.base did, FILE a teacher that this script
trained. One network learns all tasks together: what the sides say of each other, which words are
supported, which are aligned, how units are related, where a subtree belongs, and which sentences
are good. With a teacher it learns besides what that says of every pair, judged or not (Hinton and
others 2015, "Distilling the knowledge in a neural network"). A run ends after so many minutes; the
same command goes on from the state beside OUT.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from scripts.door import Seed
from weights.encoder.held_out import report
from weights.encoder.network import TEACHER_WIDTH, Batch, PairNetwork
from weights.encoder.rows import ACCEPT, GAP, NO_CONTRADICTION, NO_ENTAILMENT, PAIR, UNKNOWN
from weights.encoder.tables import Table, batches

# Pieces of a batch that is only read.
PIECES = 48_000
HEAD_RATE, WARM_UP, SMOOTHING = 5e-4, 0.06, 0.03
# Peak rate of the weights below the heads, of the encoder and its teacher.
RATE, TEACHER_RATE = 2.5e-4, 6e-5
# How often the examples of a set are read in an epoch, if not once.
TIMES = {
    **{"everyday": 6.0, "edinburgh": 6.0, "ists": 4.0, "sample": 8.0, "paws": 4.0, "split": 0.4},
    **{"made": 0.5, "news-summary-units": 0.6, "same": 0.3, "conjnli-automatic": 0.5, "other": 0.5},
    **{"help": 0.7, "gap": 1.0, "accept": 1.0, "words": 0.6, "related": 0.5, "unjudged": 0.0},
}
# The same with a teacher, who knows what is said of pairs that nobody has judged.
TAUGHT_TIMES = {"unjudged": 0.6, "made": 0.6, "related": 1.0}
# What the losses weigh, if not 1.
WEIGHTS = {"support": 0.5, "product": 0.2, "unit": 0.5, "grade": 1.0, "gap": 0.5, "accept": 0.5}


class Taught(NamedTuple):
    """What a teacher says of every pair.

    Attributes:
        judged: Logits of the judgement, (examples, 7).
        support: Logits of the support of each word, flat.
        links: Scores of each two words, flat.
        starts: Where the scores of each example begin.
        null: The score of no partner.
    """

    judged: Tensor
    support: Tensor
    links: Tensor
    starts: Tensor
    null: float


class Told(NamedTuple):
    """What a teacher says of a batch of pairs.

    Attributes:
        judged: Logits of the judgement, (batch, 7).
        support: For each side the logits of its words, (batch, words).
        links: Scores of each two words, (batch, n, m).
        null: The score of no partner.
    """

    judged: Tensor
    support: tuple[Tensor, Tensor]
    links: Tensor
    null: Tensor | float


class Read(NamedTuple):
    """What a network says of a batch of pairs.

    Attributes:
        judged: Logits (batch, 7).
        support: For each side the logits of its words, (batch, words).
        links: Scores of each two words, (batch, n, m).
        there: For each side which words there are.
        states: For each side the states of its words.
    """

    judged: Tensor
    support: tuple[Tensor, Tensor]
    links: Tensor
    there: tuple[Tensor, Tensor]
    states: tuple[Tensor, Tensor]


def states_of(network: PairNetwork, batch: Batch) -> Tensor:
    """Return the states of the pieces, computed in 16 bits."""
    with torch.autocast(batch.ids.device.type, dtype=torch.bfloat16):
        return network(batch).float()


def read(network: PairNetwork, table: Table, some: Tensor) -> Read:
    """Return what a network says of pairs."""
    batch = table.pieces(some)
    states = states_of(network, batch)
    words = table.words(some)
    sides = [weights @ states for weights, _ in words]
    means = torch.stack([(weights > 0).any(1).float() for weights, _ in words], 1)
    means = means / means.sum(2, keepdim=True).clamp(min=1)
    return Read(
        network.judge(states, batch, means),
        (network.support(sides[0]), network.support(sides[1])),
        network.alignment(sides[0], sides[1]),
        (words[0][1], words[1][1]),
        (sides[0], sides[1]),
    )


def single_logits(
    network: PairNetwork, table: Table, at: Tensor, task: int
) -> tuple[Tensor, Tensor]:
    """Return the logits of gaps or of good sentences, and what is right."""
    batch = table.pieces(at)
    states, gold = states_of(network, batch), table.one["gold"][at]
    if task == ACCEPT:
        return network.accept(states, batch), gold
    # A gap is before a word of the frame, or at its end.
    logits = network.gaps(states)
    places, there = table.starts_of_words(at, 1)
    open_ = torch.zeros_like(logits).scatter_(1, places, there.float())
    open_ = open_.scatter_(1, table.one["pieces"][at][:, None] - 1, 1.0)
    return logits.masked_fill(open_ == 0, -1e4), gold


def link_shares(scores: Tensor, null: Tensor | float, there: tuple[Tensor, Tensor]) -> list[Tensor]:
    """Return the logarithms of the shares of partners, none last: of first and second side.

    Shapes (batch, n, m + 1) and (batch, m, n + 1).
    """
    found = []
    for some, others in ((scores, there[1]), (scores.mT, there[0])):
        masked = some.masked_fill(~others[:, None], -1e4)
        frame = torch.zeros_like(masked[..., :1]) + null
        found.append(torch.cat([masked, frame], 2).log_softmax(2))
    return found


def link_loss(wanted: list[Tensor], found: list[Tensor], there: tuple[Tensor, Tensor]) -> Tensor:
    """Return how unlikely wanted shares of partners are, of each pair, (batch,)."""
    parts = []
    for gold, shares, words in zip(wanted, found, there, strict=True):
        each = -(gold * shares.clamp(min=-30)).sum(2) * words
        parts.append(each.sum(1) / words.sum(1).clamp(min=1))
    return (parts[0] + parts[1]) / 2


def judgement_loss(logits: Tensor, gold: Tensor) -> Tensor:
    """Return the loss of judgements, (batch, 3) and (batch,): 0 where nothing is known."""
    shares = logits.log_softmax(1)
    exact = (gold >= 0) & (gold < NO_CONTRADICTION)
    smooth = (1 - SMOOTHING) * shares.gather(1, gold.clamp(0, 2)[:, None])[:, 0]
    loss = -(smooth + SMOOTHING * shares.mean(1)) * exact
    loss = loss - shares[:, :2].logsumexp(1) * (gold == NO_CONTRADICTION)
    return loss - shares[:, 1:].logsumexp(1) * (gold == NO_ENTAILMENT)


def mean(values: Tensor, mask: Tensor) -> Tensor:
    """Return the mean of some values, 0 for none."""
    return (values * mask).sum() / mask.sum().clamp(min=1)


class Trainer:
    """Losses of all tasks over batches of one task each."""

    def __init__(self, network: PairNetwork, table: Table, taught: Taught | None) -> None:
        self.network, self.table, self.taught = network, table, taught
        self.similar: Tensor | None = None

    def losses(self, some: np.ndarray) -> dict[str, Tensor]:
        """Return the losses of a batch, by task."""
        at = torch.from_numpy(some).to(self.table.device)
        task = int(self.table.numbers["task"][some[0]])
        if task == PAIR:
            return self._pairs(some, at)
        logits, gold = single_logits(self.network, self.table, at, task)
        if task == GAP:
            return {"gap": functional.cross_entropy(logits, gold)}
        return {"accept": functional.binary_cross_entropy_with_logits(logits, gold.float())}

    def _pairs(self, some: np.ndarray, at: Tensor) -> dict[str, Tensor]:
        table, said = self.table, read(self.network, self.table, at)
        golds = table.one["entails"][at], table.one["entailed"][at]
        losses = {}
        for k, name in enumerate(("entails", "entailed")):
            known = golds[k] != UNKNOWN
            losses[name] = mean(judgement_loss(said.judged[:, 3 * k : 3 * k + 3], golds[k]), known)
        if self.similar is not None:
            wanted = self.similar[at]
            losses["similarity"] = functional.binary_cross_entropy_with_logits(
                said.judged[:, 6], wanted
            )
        losses |= self._support(at, said, golds)
        gold, known = table.links(at, *said.links.shape[1:])
        found = link_shares(said.links, self.network.align_null, said.there)
        if bool(known.any()):
            wanted = [_with_none(gold), _with_none(gold.mT)]
            losses["links"] = mean(link_loss(wanted, found, said.there), known)
        losses |= self._units(some, said)
        return losses | self._distilled(at, said, found)

    def _support(self, at: Tensor, said: Read, golds: tuple[Tensor, Tensor]) -> dict[str, Tensor]:
        """Return the losses of the support of words: marked ones, and those of a judgement."""
        marked, products = [], []
        for side, judged in ((1, golds[0]), (0, golds[1])):
            logits, there = said.support[side], said.there[side]
            gold = self.table.support(at, side)
            lacking, held = (gold == 0) & there, (gold == 1) & there
            n, m = lacking.sum(1), held.sum(1)
            more = torch.where(n > 0, (m / (3 * n.clamp(min=1))).clamp(min=1), 1.0)
            each = functional.softplus(-logits) * held
            each = each + functional.softplus(logits) * lacking * more[:, None]
            marked.append(mean(each.sum(1) / (n + m).clamp(min=1), n + m > 0))
            # All words of what is entailed are supported; of what is not, some is none.
            every = (functional.logsigmoid(logits) * there).sum(1)
            none = -torch.log1p(-every.clamp(max=-1e-3).exp())
            no = (judged == 1) | (judged == 2) | (judged == NO_ENTAILMENT)
            size = there.sum(1).clamp(min=1)
            products.append(mean(-every / size.sqrt(), judged == 0) + mean(none, no))
        return {"support": marked[0] + marked[1], "product": products[0] + products[1]}

    def _units(self, some: np.ndarray, said: Read) -> dict[str, Tensor]:
        pairs = list(self.table.unit_pairs(some))
        if not pairs:
            return {}
        means = []
        for side, states in enumerate(said.states):
            owner = [u for u, pair in enumerate(pairs) for _ in pair[1 + side]]
            rows = [pair[0] for pair in pairs for _ in pair[1 + side]]
            words = [word for pair in pairs for word in pair[1 + side]]
            sums = states.new_zeros(len(pairs), states.shape[2])
            owners = torch.tensor(owner, device=states.device)
            sums = sums.index_add(0, owners, states[rows, words])
            count = torch.tensor([len(pair[1 + side]) for pair in pairs], device=states.device)
            means.append(sums / count[:, None])
        logits = self.network.relate(means[0], means[1])
        codes = torch.tensor([pair[3] for pair in pairs], device=logits.device)
        grades = torch.tensor([pair[4] for pair in pairs], device=logits.device)
        graded = ~grades.isnan()
        losses = {}
        if bool((codes >= 0).any()):
            losses["unit"] = functional.cross_entropy(logits[:, :5], codes, ignore_index=-1)
        if bool(graded.any()):
            losses["grade"] = functional.binary_cross_entropy_with_logits(
                logits[graded, 5], grades[graded].float()
            )
        return losses

    def _distilled(self, at: Tensor, said: Read, found: list[Tensor]) -> dict[str, Tensor]:
        """Return how far what is said of pairs is from what the teacher says, if there is one."""
        if self.taught is None:
            return {}
        first, second = (self.table.of_words(self.taught.support, at, k).float() for k in (0, 1))
        links = at_links(self.taught, at, said)
        judged = self.taught.judged[at].float()
        return distilled(said, found, Told(judged, (first, second), links, self.taught.null))


def distilled(said: Read, found: list[Tensor], told: Told) -> dict[str, Tensor]:
    """Return how far what a network says of pairs is from what a teacher says.

    Args:
        said: What the network says.
        found: Its `link_shares`.
        told: What the teacher says.
    """
    losses = {}
    for k, name in enumerate(("taught entails", "taught entailed")):
        wanted, own = (x.judged[:, 3 * k : 3 * k + 3].log_softmax(1) for x in (told, said))
        losses[name] = (wanted.exp() * (wanted - own)).sum(1).mean()
    losses["taught similarity"] = functional.binary_cross_entropy_with_logits(
        said.judged[:, 6], told.judged[:, 6].sigmoid()
    )
    supports = []
    for own, wanted, there in zip(said.support, told.support, said.there, strict=True):
        each = functional.binary_cross_entropy_with_logits(own, wanted.sigmoid(), reduction="none")
        supports.append(mean(each, there))
    losses["taught support"] = (supports[0] + supports[1]) / 2
    shares = [share.exp() for share in link_shares(told.links, told.null, said.there)]
    losses["taught links"] = link_loss(shares, found, said.there).mean()
    return losses


def _with_none(gold: Tensor) -> Tensor:
    """Return links as shares of the partners of each word, none last."""
    none = (gold.sum(2, keepdim=True) == 0).float()
    whole = torch.cat([gold, none], 2)
    return whole / whole.sum(2, keepdim=True)


def _link_places(starts: Tensor, there: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
    """Return where the scores of each two words stand, (batch, n, m), and which there are."""
    n, m = there[0].shape[1], there[1].shape[1]
    i = torch.arange(n, device=starts.device)[None, :, None]
    j = torch.arange(m, device=starts.device)[None, None]
    places = starts[:, None, None] + i * there[1].sum(1)[:, None, None] + j
    return places, there[0][:, :, None] & there[1][:, None]


def at_links(taught: Taught, at: Tensor, said: Read) -> Tensor:
    """Return the scores that a teacher gives to each two words, (batch, n, m)."""
    places, there = _link_places(taught.starts[at], said.there)
    return taught.links[places.clamp(max=len(taught.links) - 1)].float() * there


@torch.no_grad()
def teach(teacher: PairNetwork, table: Table) -> Taught:
    """Return what a teacher says of all pairs of a table."""
    teacher.eval()
    pairs = np.flatnonzero(table.numbers["task"] == PAIR)
    sizes = np.where(
        table.numbers["task"] == PAIR, table.numbers["source"] * table.numbers["target"], 0
    )
    starts = torch.from_numpy(np.cumsum(sizes) - sizes).to(table.device)
    half = {"dtype": torch.float16, "device": table.device}
    judged = torch.zeros(len(table), 7, **half)  # type: ignore[arg-type]
    support = torch.zeros(len(table.flat["support"]), **half)  # type: ignore[arg-type]
    links = torch.zeros(int(sizes.sum()), **half)  # type: ignore[arg-type]
    order = pairs[np.argsort(table.numbers["pieces"][pairs], kind="stable")]
    for some in batches(table.numbers["pieces"], order, 2 * PIECES, 0):
        at = torch.from_numpy(some).to(table.device)
        said = read(teacher, table, at)
        judged[at] = said.judged.half()
        for side in (0, 1):
            places, there = table.word_places(at, side)
            support[places[there]] = said.support[side][there].half()
        places, both = _link_places(starts[at], said.there)
        links[places[both]] = said.links[both].half()
    return Taught(judged, support, links, starts, float(teacher.align_null))


@torch.no_grad()
def similarities(base: PairNetwork, table: Table) -> Tensor:
    """Return how similar the sides of each pair are to a base model, which reads each alone."""
    base.eval()
    found = torch.zeros(len(table), device=table.device)
    pairs = np.flatnonzero(table.numbers["task"] == PAIR)
    order = pairs[np.argsort(table.numbers["pieces"][pairs], kind="stable")]
    for some in batches(table.numbers["pieces"], order, 2 * PIECES, 0):
        at = torch.from_numpy(some).to(table.device)
        vectors = []
        for side in (0, 1):
            batch = table.side(at, side)
            weights = batch.mask[..., None].float()
            total = (states_of(base, batch) * weights).sum(1)
            vectors.append(functional.normalize(total / weights.sum(1), dim=1))
        found[at] = (vectors[0] * vectors[1]).sum(1).clamp(0, 1)
    return found


def epoch(
    table: Table, times: Mapping[str, float], half: int | None, size: int, seed: int
) -> list[np.ndarray]:
    """Return the batches of an epoch, of so many pieces: every set as often as it is to be read."""
    chance = np.random.default_rng(seed)
    often = np.array([times.get(name, 1.0) for name in table.sets])[table.numbers["set"]]
    often[table.numbers["held"] == 1] = 0.0
    if half is not None:
        often[(table.numbers["half"] != half) & (table.numbers["task"] == PAIR)] = 0.0
    count = often.astype(int) + (chance.random(len(often)) < often % 1)
    found = []
    for task in np.unique(table.numbers["task"]):
        order = np.repeat(np.arange(len(table)), count * (table.numbers["task"] == task))
        chance.shuffle(order)
        found += batches(table.numbers["pieces"], order, size, seed)
    chance.shuffle(found)  # type: ignore[arg-type]
    return found


@torch.no_grad()
def measure(network: PairNetwork, table: Table) -> None:
    """Print how often the held-out judgements are met."""
    network.eval()
    held = np.flatnonzero((table.numbers["held"] == 1) & (table.numbers["task"] == PAIR))
    order = held[np.argsort(table.numbers["pieces"][held], kind="stable")]
    names, golds, said = [], [], []
    for some in batches(table.numbers["pieces"], order, PIECES, 0):
        judged = read(network, table, torch.from_numpy(some).to(table.device)).judged
        said.append(judged[:, :6].view(-1, 2, 3).softmax(2).float().cpu().numpy())
        golds.append(np.stack([table.numbers[name][some] for name in ("entails", "entailed")], 1))
        names += [table.sets[k] for k in table.numbers["set"][some]]
    report(np.array(names), np.concatenate(golds), np.concatenate(said))
    for task, name in ((GAP, "gap"), (ACCEPT, "accept")):
        held = np.flatnonzero((table.numbers["held"] == 1) & (table.numbers["task"] == task))
        right = 0
        for some in batches(table.numbers["pieces"], held, PIECES, 0):
            at = torch.from_numpy(some).to(table.device)
            logits, gold = single_logits(network, table, at, task)
            found = logits.argmax(1) if task == GAP else (logits > 0).long()
            right += int((found == gold).sum())
        print(f"{name}: {len(held)} sentences, right {right / max(len(held), 1):.3f}", flush=True)


def load(path: Path, device: str = "cpu") -> tuple[PairNetwork, list[str]]:
    """Return a network of a file, and its pieces."""
    state = torch.load(path, weights_only=True, map_location="cpu")
    network = PairNetwork(len(state["pieces"]), state["layers"], width=state["width"])
    network.load_state_dict({name: value.float() for name, value in state["network"].items()})
    return network.to(device).eval(), state["pieces"]


def save(path: Path, network: PairNetwork, names: list[str]) -> None:
    """Write a network."""
    state = {"network": network.state_dict(), "pieces": names, "layers": len(network.layers)}
    torch.save(state | {"width": network.words.weight.shape[1]}, path)


def main(
    examples: Annotated[Path, "what encoder.prepare wrote"],
    start: Annotated[Path, "the network to begin with"],
    out: Annotated[Path, "file for the network"],
    *,
    teacher: Annotated[Path | None, "a trained network to learn from"] = None,
    epochs: float = 4,
    batch: Annotated[int, "pieces of a batch"] = 24_000,
    half: Annotated[Literal[0, 1] | None, "leave out the other half"] = None,
    device: str = "cpu",
    without: Annotated[list[str], "sets that are not taught"] = (),
    minutes: Annotated[float, "stop after them, to go on later"] = 40,
    seed: Seed = 0,
) -> None:
    """Read the examples, train, measure, write."""
    torch.manual_seed(seed)
    torch.set_float32_matmul_precision("high")
    begun = time.time()
    table = Table(examples, device)
    network, names = load(start, device)
    assert names == table.names, "examples of other pieces"
    taught = teach(load(teacher, device)[0], table) if teacher else None
    trainer = Trainer(network, table, taught)
    if taught is None:
        trainer.similar = similarities(network, table)
    print(f"{len(table)} examples, {time.time() - begun:.0f} s", flush=True)
    times = TIMES | (TAUGHT_TIMES if taught is not None else {})
    times |= dict.fromkeys(without, 0.0)
    order: list[np.ndarray] = []
    for k in range(int(np.ceil(epochs))):
        some = epoch(table, times, half, batch, 1000 * seed + k)
        order += some[: int(len(some) * min(1.0, epochs - k))]
    rate = TEACHER_RATE if network.words.weight.shape[1] == TEACHER_WIDTH else RATE
    if fit(trainer, order, (rate, HEAD_RATE), out.with_suffix(".state"), minutes):
        save(out, network, names)
        measure(network, table)


def fit(
    trainer: Trainer,
    order: Sequence[np.ndarray],
    rates: tuple[float, float],
    rest: Path,
    minutes: float,
) -> bool:
    """Train a network batch by batch; return whether all were read.

    Args:
        trainer: Tells the losses of a batch of its network.
        order: The batches.
        rates: Peak rates of the weights below the heads, and of the heads.
        rest: File of what an earlier run has come to, if there is one, and of what this one does.
        minutes: After so many it stops, to go on with the same call.
    """
    begun, network, device = time.time(), trainer.network, trainer.table.device
    groups = [
        {"params": some, "lr": rate, "weight_decay": 0.01}
        for some, rate in zip((network.trunk(), network.heads()), rates, strict=True)
    ]
    optimizer = torch.optim.AdamW(groups, fused=device != "cpu")
    warm = max(1, int(WARM_UP * len(order)))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda k: min(1.0, (k + 1) / warm) * max(0.0, 1 - k / len(order))
    )
    every = [*network.trunk(), *network.heads()]
    first = 0
    if rest.exists():
        state = torch.load(rest, weights_only=True, map_location=device)
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        schedule.load_state_dict(state["schedule"])
        first = state["step"]
    told: dict[str, list[Tensor]] = {}
    network.train()
    for k in range(first, len(order)):
        losses = trainer.losses(order[k])
        optimizer.zero_grad()
        total = sum(WEIGHTS.get(name, 1.0) * loss for name, loss in losses.items())
        total.backward()  # type: ignore[union-attr]
        torch.nn.utils.clip_grad_norm_(every, 1.0)
        optimizer.step()
        schedule.step()
        for name, loss in losses.items():
            told.setdefault(name, []).append(loss.detach())
        if (k + 1) % 200 == 0 or k + 1 == len(order):
            means = " ".join(f"{n} {float(torch.stack(v).mean()):.3f}" for n, v in told.items())
            print(f"{k + 1}/{len(order)} {time.time() - begun:.0f} s: {means}", flush=True)
            told = {}
        if time.time() - begun > 60 * minutes and k + 1 < len(order):
            state = {"network": network.state_dict(), "optimizer": optimizer.state_dict()}
            torch.save(state | {"schedule": schedule.state_dict(), "step": k + 1}, rest)
            print(f"stopped after {k + 1} of {len(order)} batches", flush=True)
            return False
    rest.unlink(missing_ok=True)
    return True
