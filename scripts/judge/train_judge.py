"""Train the judge of entailment on the evidence of judged pairs.

    python scripts/judge/train_judge.py EVIDENCE.npz [...] --out FILE [--epochs 5]
        [--without GROUP ...]

EVIDENCE is what gather.py wrote. Every word of a side becomes a vector, once as what is said and
once as what it is said by; the first tells whether the other side supports the word, the second
whether it takes something back. What is said of the pair is composed from both; of pairs of which
only that is known, the words learn as the multiple instances of one judgement. Prints how often
the held-out judgements are met.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from spacy_paraphrase.arrays import pack_arrays, write_file
from spacy_paraphrase.relations.evidence import LEXEMES, NAMES, PAIR, SIDE
from spacy_paraphrase.relations.judge import (
    HIDDEN,
    KIND,
    LETTERS,
    OUTER,
    WORDS,
    with_one_contradiction,
)

BATCH, RATE, DECAY = 64, 1.5e-3, 1e-4
# How much the judgements of words, and those of pairs as products of words, weigh beside the rest.
OF_WORDS, OF_PRODUCTS = 0.5, 0.2
# How often the pairs of a set are read in an epoch, if not once.
TIMES = {"everyday": 4.0, "paws": 3.0, "news-summary-units": 0.7}
# Lexemes that are read as unknown ones in training.
FORGOTTEN = 0.1


class Table:
    """Evidence of pairs, rows behind each other."""

    def __init__(self, paths: list[Path]) -> None:
        parts = [dict(np.load(path, allow_pickle=True)) for path in paths]
        self.words = sorted({word for part in parts for word in part["words"].tolist()})
        number = {word: k for k, word in enumerate(self.words)}
        for part in parts:
            assert part["names"].tolist() == list(NAMES), "gathered with other features"
            own = np.array([number[word] for word in part["words"].tolist()], np.int32)
            part["lexemes"] = own[part["lexemes"]]
        names = ("rows", "lexemes", "labels", "counts", "sides", "pair", "classes", "texts")
        found = {name: np.concatenate([part[name] for part in parts]) for name in names}
        self.rows, self.lexemes, self.labels = found["rows"], found["lexemes"], found["labels"]
        self.counts, self.sides, self.pair = found["counts"], found["sides"], found["pair"]
        self.classes, self.texts = found["classes"].astype(np.int64), found["texts"]
        sizes = self.counts.sum(1)
        self.starts = np.cumsum(sizes) - sizes

    def __len__(self) -> int:
        return len(self.counts)

    def keep(self, words: list[str]) -> None:
        """Turn lexemes into their numbers among known ones: 0 of none, 1 of unknown ones."""
        number = {"": 0} | {word: k for k, word in enumerate(words, 2)}
        own = np.array([number.get(word, 1) for word in self.words], np.int32)
        self.lexemes = own[self.lexemes]

    def batch(self, some: np.ndarray) -> dict[str, Tensor]:
        """Return pairs as one batch: rows with the number of their side, 2k and 2k + 1."""
        at = [np.arange(self.starts[k], self.starts[k] + self.counts[k].sum()) for k in some]
        rows = np.concatenate(at)
        owner = np.repeat(np.arange(2 * len(some)), self.counts[some].ravel())
        return {
            "rows": torch.from_numpy(self.rows[rows].astype(np.float32)),
            "lexemes": torch.from_numpy(self.lexemes[rows].astype(np.int64)),
            "labels": torch.from_numpy(self.labels[rows].astype(np.int64)),
            "owner": torch.from_numpy(owner),
            "sides": torch.from_numpy(self.sides[some]),
            "pair": torch.from_numpy(self.pair[some]),
            "classes": torch.from_numpy(self.classes[some]),
        }


class Judge(nn.Module):
    """What `relations.judge` computes with numpy."""

    def __init__(self, columns: int, sides: int, pair: int) -> None:
        super().__init__()
        self.lexemes = nn.Embedding(WORDS + 2, LETTERS)
        nn.init.normal_(self.lexemes.weight, std=0.1)
        wide = columns + LETTERS * len(LEXEMES)
        self.said, self.by = nn.Linear(wide, HIDDEN), nn.Linear(wide, HIDDEN)
        self.support, self.guard = nn.Linear(HIDDEN, 1), nn.Linear(HIDDEN, 1)
        self.hidden = nn.Linear(4 * HIDDEN + 4 + 2 * sides + pair, OUTER)
        self.out = nn.Linear(OUTER, 3)

    def forward(self, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor, Tensor]:
        """Return the logits of both directions, of the support of each row, and of its guard.

        Shapes (pairs, 2, 3), (rows,), (rows,).
        """
        lexemes = batch["lexemes"]
        if self.training:
            lexemes = lexemes.where(torch.rand(lexemes.shape) > FORGOTTEN, lexemes.clamp(max=1))
        x = torch.cat([batch["rows"], self.lexemes(lexemes).flatten(1)], 1)
        x = functional.dropout(x, 0.1, self.training)
        count = 2 * len(batch["pair"])
        found = {}
        for name, layer, head in (
            ("said", self.said, self.support),
            ("by", self.by, self.guard),
        ):
            h = functional.dropout(torch.relu(layer(x)), 0.1, self.training)
            logits = head(h)[:, 0]
            found[name] = (logits, pooled(h, logits, batch["owner"], count))
        said, by = (found[name][1].view(-1, 2, found[name][1].shape[1]) for name in ("said", "by"))
        whole = torch.stack([batch["pair"], batch["pair"]], 1)
        # Forward: what the target says, by the source; backward the other way round.
        turned = batch["sides"].flip(1)
        z = torch.cat([said.flip(1), by, turned, batch["sides"], whole], 2)
        z = functional.dropout(torch.relu(self.hidden(z)), 0.2, self.training)
        return self.out(z), found["said"][0], found["by"][0]


def pooled(h: Tensor, logits: Tensor, owner: Tensor, count: int) -> Tensor:
    """Return mean and maximum of the rows of each side, and the least and all of their chances."""
    total = torch.zeros(count, h.shape[1]).index_add(0, owner, h)
    sizes = torch.zeros(count).index_add(0, owner, torch.ones(len(owner))).clamp(min=1)
    index = owner[:, None].expand_as(h)
    most = torch.zeros(count, h.shape[1]).scatter_reduce(0, index, h, "amax")
    least = torch.zeros(count).scatter_reduce(0, owner, logits, "amin", include_self=False)
    chance = torch.zeros(count).index_add(0, owner, functional.logsigmoid(logits))
    return torch.cat([total / sizes[:, None], most, least[:, None], chance[:, None]], 1)


def loss_of(found: tuple[Tensor, Tensor, Tensor], batch: dict[str, Tensor]) -> Tensor:
    """Return the loss of a batch."""
    judged, support, guard = found
    allowed = (batch["classes"][:, :, None] >> torch.arange(3)) & 1 == 1
    known = batch["classes"] < 7
    shares = judged.log_softmax(2).masked_fill(~allowed, -1e4).logsumexp(2)
    loss = -shares[known].mean()
    owner, labels = batch["owner"], batch["labels"]
    # The product of the supports of what is said, and of the guards of what it is said by.
    count = 2 * len(judged)
    log_said = torch.zeros(count).index_add(0, owner, functional.logsigmoid(support)).view(-1, 2)
    log_by = torch.zeros(count).index_add(0, owner, functional.logsigmoid(guard)).view(-1, 2)
    product = (log_said.flip(1) + log_by).clamp(max=-1e-4)
    entailed, denied = batch["classes"] == 1, (batch["classes"] & 1) == 0
    of_products = torch.cat([-product[entailed], -torch.log1p(-product[denied].exp())]).mean()
    loss = loss + OF_PRODUCTS * of_products
    marked = labels >= 0
    if bool(marked.any()):
        source = owner % 2 == 0
        made = batch["made"][owner // 2]
        asked = torch.where(source & made, guard, support)[marked]
        gold = 1.0 - labels[marked].float()
        weight = torch.where(gold == 0, 3.0, 1.0)
        loss = loss + OF_WORDS * functional.binary_cross_entropy_with_logits(asked, gold, weight)
    return loss


def main() -> None:
    """Read the evidence, train, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("evidence", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--without", nargs="*", default=[], help="groups of features, or sets")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    chance = random.Random(args.seed)
    table = Table(args.evidence)
    sets, parts = table.texts[:, 0], table.texts[:, 1]
    taught = np.flatnonzero((parts == "taught") & ~np.isin(sets, args.without))
    held = np.flatnonzero(parts == "held")
    gone = [k for k, name in enumerate(NAMES) if name.split(":")[0] in args.without]
    if gone:
        table.rows[:, gone] = 0
    if "lexemes" in args.without:
        table.lexemes[:] = 0
    if "calculus" in args.without:
        table.sides[:, :, [SIDE.index("chance"), SIDE.index("cost")]] = 0
    uses = np.bincount(table.lexemes[:, 0], minlength=len(table.words))
    common = np.argsort(-uses, kind="stable")
    words = [table.words[k] for k in common if table.words[k] and uses[k] >= 20][:WORDS]
    table.keep(words)
    made = torch.from_numpy(sets == "made")
    network = Judge(len(NAMES), len(SIDE), len(PAIR))
    optimizer = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    times = [TIMES.get(name, 1.0) for name in sets[taught]]
    steps = int(args.epochs * sum(times) / BATCH) + 1
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda k: min(1.0, (k + 1) / 200) * max(0.0, 1 - k / steps)
    )
    start, step = time.time(), 0
    for epoch in range(args.epochs):
        order = [
            k
            for k, t in zip(taught, times, strict=True)
            for _ in range(int(t) + (chance.random() < t % 1))
        ]
        chance.shuffle(order)
        losses = []
        network.train()
        for k in range(0, len(order), BATCH):
            some = np.array(order[k : k + BATCH])
            batch = table.batch(some) | {"made": made[some]}
            loss = loss_of(network(batch), batch)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
            step += 1
        told = f"epoch {epoch + 1}, {time.time() - start:.0f} s: loss {np.mean(losses):.4f}"
        print(told, flush=True)
        if epoch + 1 == args.epochs or (epoch + 1) % 4 == 0:
            measure(network, table, held)
    write(network, words, args.out)


def judged(network: Judge, table: Table, some: np.ndarray) -> np.ndarray:
    """Return the probabilities of both directions of pairs, as `relations.judge` gives them."""
    network.eval()
    found = []
    with torch.no_grad():
        for k in range(0, len(some), 256):
            logits = network(table.batch(some[k : k + 256]))[0]
            found.append(with_one_contradiction(logits.softmax(2).numpy()))
    return np.concatenate(found)


def measure(network: Judge, table: Table, held: np.ndarray) -> None:
    """Print how often the held-out judgements are met."""
    chances = judged(network, table, held)
    classes, texts = table.classes[held], table.texts[held]
    for name in dict.fromkeys(texts[:, 0]):
        mine = texts[:, 0] == name
        p, gold = chances[mine], classes[mine]
        if name in ("made", "everyday"):
            kinds = texts[mine, 2]
            right = whole(p, gold)
            by = {k: round(float(right[kinds == k].mean()), 2) for k in sorted(set(kinds))}
            print(f"  {name}: {len(right)} pairs, all right {right.mean():.3f} {by}")
            continue
        if set(gold[:, 0]) <= {1, 2, 4}:
            wanted = np.log2(gold[:, 0]).astype(int)
            best = p[:, 0].argmax(1)
            sure = p[:, 0].max(1)
            print(
                f"  {name}: three-way {(best == wanted).mean():.3f} of {len(wanted)}, "
                f"ece {error(sure, best == wanted):.3f}"
            )
            continue
        said = np.minimum(p[:, 0, 0], p[:, 1, 0]) if name == "paws" else p[:, 0, 0]
        yes = gold[:, 0] == 1
        found = said > 0.5
        balanced = (found[yes].mean() + (~found[~yes]).mean()) / 2
        print(
            f"  {name}: right {(found == yes).mean():.3f}, balanced {balanced:.3f}, "
            f"ece {error(np.maximum(said, 1 - said), found == yes):.3f} of {len(yes)}"
        )


def whole(p: np.ndarray, gold: np.ndarray) -> np.ndarray:
    """Return for which pairs both directions are judged as they are known."""
    best = 1 << p.argmax(2)
    return ((best & gold) > 0).all(1)


def error(sure: np.ndarray, right: np.ndarray, bins: int = 10) -> float:
    """Return the expected calibration error."""
    at = np.minimum((sure * bins).astype(int), bins - 1)
    parts = [(at == k) for k in range(bins)]
    gaps = [abs(sure[m].mean() - right[m].mean()) * m.sum() for m in parts if m.any()]
    return float(sum(gaps) / len(sure))


def write(network: Judge, words: list[str], path: Path) -> None:
    """Write the weights as `relations.judge` reads them."""
    arrays: dict[str, Any] = {}
    for name, value in network.state_dict().items():
        array = value.numpy()
        weight = name.endswith("weight") and not name.startswith("lexemes")
        arrays[name] = (array.T if weight else array).astype(np.float16)
    write_file(path, pack_arrays(KIND, {"words": words}, arrays))
    print(f"{path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
