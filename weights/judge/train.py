"""Train the judge of entailment on the evidence of judged pairs.

EVIDENCE is what `judge.gather` wrote, in one file or more. Every word of a side becomes a vector,
once as what is said and once as what it is said by, and sees those of its counterpart, its head,
its dependents and both sides; the first vector tells whether the other side supports the word, the
second whether it takes something back. What is said of the pair is composed from both; of pairs of
which only that is known, the words learn as the multiple instances of one judgement. By a tenth of
the pairs, which are not taught, the probabilities are made to mean what they say. Prints how often
the held-out judgements are met.

--without leaves out groups of features or sets: "encoder" gives the judge of the fast tier.
--pupil-of names an earlier judge, and sets which the encoder knows by heart since it was taught
them: of their pairs what the earlier judge says is learnt, which was taught with encoders that did
not know them, and not what people said, which the encoder says again.

--teacher names a judge and files of evidence that it knows, with the same pairs: half of what is
learnt of these is what it says, which is how the judge of the fast tier learns from the other. What
is written is the mean of the weights over the last thousand steps or so.
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from scripts.door import Seed
from spacy_paraphrase import relations
from spacy_paraphrase.jobs.arrays import pack_arrays, unpack_arrays, write_file
from spacy_paraphrase.relations.evidence import LEXEMES, NAMES, PAIR, SIDE, Evidence
from spacy_paraphrase.relations.judge import (
    KIND,
    NONE,
    UNKNOWN,
    with_one_contradiction,
)
from weights.judge.judged_pairs import NOT_CONTRARY, bucket
from weights.judge.measures import balanced, calibration_error

# Sizes: the words that are known by themselves and their vectors; either vector of a word of a
# pair, what it tells others, and the vector of a pair.
WORDS, LETTERS, HIDDEN, MESSAGE, OUTER = 1500, 16, 128, 64, 128
BATCH, RATE, DECAY = 64, 1.5e-3, 1e-4
# How much the judgements of words, and those of pairs as products of words, weigh beside the rest.
OF_WORDS, OF_PRODUCTS = 0.5, 0.2
# How often the pairs of a set are read in an epoch, if not once.
TIMES = {"everyday": 2.0, "paws": 3.0, "news-summary-units": 0.7}
# The part of the pairs (`judged_pairs.bucket`) by which the probabilities are calibrated.
CALIBRATION = 1
# Lexemes that are read as unknown ones in training.
FORGOTTEN = 0.1


class Table:
    """Evidence of pairs, rows behind each other; of a row only what is not 0.

    Args:
        paths: Files that judge.gather wrote.
        without: Groups of features that are left out, in rows, sides and pairs.
    """

    def __init__(self, paths: list[Path], without: list[str]) -> None:
        files = [np.load(path, allow_pickle=True) for path in paths]
        every = [*NAMES, *SIDE, *PAIR]
        same = all(file["names"].tolist() == every for file in files)
        assert same, "gathered with other features"
        self.columns, self.side_names, self.pair_names = (
            [name for name in names if not _left_out(name, without)]
            for names in (NAMES, SIDE, PAIR)
        )
        words = [file["words"].tolist() for file in files]
        self.words = sorted({word for some in words for word in some})
        number = {word: k for k, word in enumerate(self.words)}
        own = [np.array([number[word] for word in some], np.int32) for some in words]

        def joined(name: str) -> np.ndarray:
            return np.concatenate([file[name] for file in files])

        self.lexemes = np.concatenate(
            [numbers[file["lexemes"]] for numbers, file in zip(own, files, strict=True)]
        )
        self.values, self.labels, self.counts = joined("values"), joined("labels"), joined("counts")
        self.nearest, self.above = joined("nearest"), joined("above")
        # What is left out goes to a column behind the others.
        place = {name: k for k, name in enumerate(self.columns)}
        moved = np.array([place.get(name, len(place)) for name in NAMES], np.uint16)
        self.columns_at = joined("columns")
        self.places = moved[self.columns_at]
        self.filled = np.concatenate([[0], np.cumsum(joined("filled"), dtype=np.int64)])
        self.all_sides, self.all_pair = joined("sides"), joined("pair")
        self.sides = self.all_sides[:, :, [SIDE.index(name) for name in self.side_names]]
        self.pair = self.all_pair[:, [PAIR.index(name) for name in self.pair_names]]
        self.classes, self.texts = joined("classes").astype(np.int64), joined("texts")
        sizes = self.counts.sum(1)
        self.starts = np.cumsum(sizes) - sizes
        # What an earlier judge says of pairs, both directions; NaN where people are heard.
        self.said = np.full((len(self.classes), 2, 3), np.nan, np.float32)
        # Of which pairs both are heard.
        self.half = np.zeros(len(self.classes), bool)

    def ask(self, judge: relations.judge.Judge, some: np.ndarray) -> None:
        """Note what a judge says of some pairs."""
        for k in some:
            sides = []
            first = self.starts[k]
            for n in self.counts[k]:
                rows = np.arange(first, first + n)
                dense = np.zeros((n, len(NAMES)), np.float32)
                for row, at in zip(dense, rows, strict=True):
                    cells = slice(self.filled[at], self.filled[at + 1])
                    row[self.columns_at[cells]] = self.values[cells]
                lexemes = [tuple(self.words[word] for word in ids) for ids in self.lexemes[rows]]
                near = self.nearest[rows].tolist(), self.above[rows].tolist()
                sides.append((dense, lexemes, tuple(range(n)), *map(tuple, near)))
                first += n
            said = judge(Evidence(*zip(*sides, strict=True), self.all_sides[k], self.all_pair[k]))
            for way, p in enumerate((said.entails, said.entailed)):
                against = said.contradiction
                self.said[k, way] = p, max(1 - p - against, 0.0), against

    def taught_by(self, judge: Path, *evidence: Path) -> None:
        """Note what a judge says of the pairs that are taught, by other evidence of the same."""
        other = Table(list(evidence), [])
        place = {tuple(texts[[0, 3, 4]]): k for k, texts in enumerate(other.texts)}
        mine = [place.get(tuple(texts[[0, 3, 4]]), -1) for texts in self.texts]
        known = np.flatnonzero((np.array(mine) >= 0) & (self.texts[:, 1] == "taught"))
        theirs = np.array(mine)[known]
        other.ask(relations.judge.Judge(judge.read_bytes(), str(judge)), theirs)
        self.said[known] = other.said[theirs]
        self.half[known] = True

    def __len__(self) -> int:
        return len(self.counts)

    def keep(self, words: list[str]) -> None:
        """Turn lexemes into their numbers among known ones: 0 of none, 1 of unknown ones."""
        number = {"": NONE} | {word: k for k, word in enumerate(words, 2)}
        own = np.array([number.get(word, UNKNOWN) for word in self.words], np.int16)
        self.lexemes = own[self.lexemes]

    def batch(self, some: np.ndarray) -> dict[str, Tensor]:
        """Return pairs as one batch: rows with the number of their side, 2k and 2k + 1.

        The counterpart and the head of a row are rows of the batch, that behind the last for none.
        """
        counts = self.counts[some]
        rows = _ranges(self.starts[some], counts.sum(1))
        owner = np.repeat(np.arange(2 * len(some)), counts.ravel())
        first = np.cumsum(counts.ravel()) - counts.ravel()
        nearest, above = self.nearest[rows], self.above[rows]
        sizes = self.filled[rows + 1] - self.filled[rows]
        at = _ranges(self.filled[rows], sizes)
        dense = np.zeros((len(rows), len(self.columns) + 1), np.float32)
        dense[np.repeat(np.arange(len(rows)), sizes), self.places[at]] = self.values[at]
        return {
            "rows": torch.from_numpy(dense[:, :-1]),
            "lexemes": torch.from_numpy(self.lexemes[rows].astype(np.int64)),
            "labels": torch.from_numpy(self.labels[rows].astype(np.int64)),
            "owner": torch.from_numpy(owner),
            "nearest": torch.from_numpy(
                np.where(nearest < 0, len(rows), first[owner ^ 1] + nearest)
            ),
            "above": torch.from_numpy(np.where(above < 0, len(rows), first[owner] + above)),
            "sides": torch.from_numpy(self.sides[some]),
            "pair": torch.from_numpy(self.pair[some]),
            "classes": torch.from_numpy(self.classes[some]),
            "said": torch.from_numpy(self.said[some]),
            "half": torch.from_numpy(self.half[some]),
        }


def _left_out(name: str, without: list[str]) -> bool:
    """Return whether a feature is of a group that is left out; what composition says is one."""
    return name.split(":")[0] in without or ("calculus" in without and name in ("chance", "cost"))


def _ranges(starts: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Return the numbers of ranges, one behind the other."""
    ends = np.cumsum(sizes)
    return np.repeat(starts - ends + sizes, sizes) + np.arange(sizes.sum())


class Judge(nn.Module):
    """What `relations.judge` computes with numpy."""

    def __init__(self, columns: int, sides: int, pair: int) -> None:
        super().__init__()
        self.lexemes = nn.Embedding(WORDS + 2, LETTERS)
        nn.init.normal_(self.lexemes.weight, std=0.1)
        both = 2 * HIDDEN
        self.rows = nn.Linear(columns + LETTERS * len(LEXEMES), both)
        self.message = nn.Linear(both, MESSAGE)
        self.mixed = nn.Linear(both + 5 * MESSAGE, both)
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
        h = functional.dropout(torch.relu(self.rows(x)), 0.1, self.training)
        seen = functional.dropout(self.seen(h, batch, count), 0.3, self.training)
        more = torch.relu(self.mixed(torch.cat([h, seen], 1)))
        h = h + functional.dropout(more, 0.1, self.training)
        chances, sides = [], []
        for part, head in zip(h.split(HIDDEN, 1), (self.support, self.guard), strict=True):
            logits = head(part)[:, 0]
            chances.append(logits)
            sides.append(pooled(part, logits, batch["owner"], count))
        said, by = (each.view(-1, 2, each.shape[1]) for each in sides)
        whole = torch.stack([batch["pair"], batch["pair"]], 1)
        # Forward: what the target says, by the source; backward the other way round.
        turned = batch["sides"].flip(1)
        z = torch.cat([said.flip(1), by, turned, batch["sides"], whole], 2)
        z = functional.dropout(torch.relu(self.hidden(z)), 0.2, self.training)
        return self.out(z), chances[0], chances[1]

    def seen(self, h: Tensor, batch: dict[str, Tensor], count: int) -> Tensor:
        """Return what each row sees: counterpart, head, dependents, its side, the other side."""
        owner, above = batch["owner"], batch["above"]
        told = torch.relu(self.message(h))
        padded = functional.pad(told, (0, 0, 0, 1))
        below = mean(told, above, len(told) + 1)[:-1]
        wholes = mean(told, owner, count)
        near = padded[batch["nearest"]], padded[above], below
        return torch.cat([*near, wholes[owner], wholes[owner ^ 1]], 1)


def mean(rows: Tensor, owner: Tensor, count: int) -> Tensor:
    """Return the means of the rows of each owner, 0 of none."""
    total = torch.zeros(count, rows.shape[1]).index_add(0, owner, rows)
    sizes = torch.zeros(count).index_add(0, owner, torch.ones(len(owner))).clamp(min=1)
    return total / sizes[:, None]


def pooled(h: Tensor, logits: Tensor, owner: Tensor, count: int) -> Tensor:
    """Return mean and maximum of the rows of each side, and the least and all of their chances."""
    index = owner[:, None].expand_as(h)
    most = torch.zeros(count, h.shape[1]).scatter_reduce(0, index, h, "amax")
    least = torch.zeros(count).scatter_reduce(0, owner, logits, "amin", include_self=False)
    chance = torch.zeros(count).index_add(0, owner, functional.logsigmoid(logits))
    return torch.cat([mean(h, owner, count), most, least[:, None], chance[:, None]], 1)


def loss_of(found: tuple[Tensor, Tensor, Tensor], batch: dict[str, Tensor]) -> Tensor:
    """Return the loss of a batch."""
    judged, support, guard = found
    allowed = (batch["classes"][:, :, None] >> torch.arange(3)) & 1 == 1
    known = batch["classes"] < 7
    shares = judged.log_softmax(2).masked_fill(~allowed, -1e4).logsumexp(2)
    # How much each direction is learnt from what a judge said, and from people.
    told = (~batch["said"].isnan().any(2)).float() * (1 - 0.5 * batch["half"].float()[:, None])
    missed = -(batch["said"].nan_to_num() * judged.log_softmax(2)).sum(2)
    loss = (told * missed - (1 - told) * known.float() * shares).sum() / known.float().sum()
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


def main(
    evidence: list[Path],
    *,
    out: Path,
    epochs: int = 5,
    without: Annotated[list[str], "groups of features, or sets"] = (),
    pupil_of: Annotated[list[str], "an earlier judge, and sets"] = (),
    teacher: Annotated[list[str], "a judge, and the evidence that it knows"] = (),
    start: Annotated[Path | None, "a judge to go on from, at a third of the rate"] = None,
    seed: Seed = 0,
) -> None:
    """Read the evidence, train, measure, write."""
    torch.manual_seed(seed)
    chance = random.Random(seed)
    table = Table(evidence, without)
    sets, parts = table.texts[:, 0], table.texts[:, 1]
    kept = np.array([bucket(source) == CALIBRATION for source in table.texts[:, 3]])
    known = (parts == "taught") & ~np.isin(sets, without)
    taught, kept = np.flatnonzero(known & ~kept), np.flatnonzero(known & kept)
    held = np.flatnonzero(parts == "held")
    print(f"{len(taught)} pairs taught, {len(kept)} to calibrate by, {len(held)} held out")
    if "lexemes" in without:
        table.lexemes[:] = 0
    if pupil_of:
        path, *learnt = pupil_of
        earlier = relations.judge.Judge(Path(path).read_bytes(), path)
        table.ask(earlier, np.flatnonzero(known & np.isin(sets, learnt)))
    if teacher:
        table.taught_by(*map(Path, teacher))
    uses = np.bincount(table.lexemes[:, 0], minlength=len(table.words))
    common = np.argsort(-uses, kind="stable")
    words = [table.words[k] for k in common if table.words[k] and uses[k] >= 20][:WORDS]
    if start is not None:
        words, weights = read(start)
    table.keep(words)
    made = torch.from_numpy(sets == "made")
    network = Judge(len(table.columns), len(table.side_names), len(table.pair_names))
    rate = RATE
    if start is not None:
        network.load_state_dict(weights)
        rate = RATE / 3
    optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=DECAY)
    times = [TIMES.get(name, 1.0) for name in sets[taught]]
    steps = int(epochs * sum(times) / BATCH) + 1
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda k: min(1.0, (k + 1) / 200) * max(0.0, 1 - k / steps)
    )
    average = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(0.999))
    began, step = time.time(), 0
    for epoch in range(epochs):
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
            average.update_parameters(network)
            losses.append(loss.item())
            step += 1
        told = f"epoch {epoch + 1}, {time.time() - began:.0f} s: loss {np.mean(losses):.4f}"
        print(told, flush=True)
        if epoch + 1 < epochs and (epoch + 1) % 4 == 0:
            measure(network, table, held)
    network.load_state_dict(average.module.state_dict())
    calibrate(network, table, kept)
    measure(network, table, held)
    write(network, table, words, out)


def calibrate(network: Judge, table: Table, some: np.ndarray) -> None:
    """Make the probabilities less or more sure, so that they fit pairs that were not taught.

    Every set counts as much as any other. The temperature is put into the last weights.
    """
    logits, classes = logits_of(network, table, some).double(), table.classes[some]
    allowed = (classes[:, :, None] >> np.arange(3)) & 1
    sets = table.texts[some, 0]

    def loss(temperature: float) -> float:
        chances = with_one_contradiction((logits / temperature).softmax(2).numpy())
        missed = -np.log(np.maximum((chances * allowed).sum(2), 1e-9)).mean(1)
        return float(np.mean([missed[sets == name].mean() for name in np.unique(sets)]))

    best = min(np.geomspace(0.5, 4.0, 61).tolist(), key=loss)
    print(f"temperature {best:.2f}: loss {loss(1.0):.4f} to {loss(best):.4f}")
    with torch.no_grad():
        for part in network.out.parameters():
            part /= best


@torch.no_grad()
def logits_of(network: Judge, table: Table, some: np.ndarray) -> Tensor:
    """Return the logits of both directions of pairs."""
    network.eval()
    parts = np.split(some, range(256, len(some), 256))
    return torch.cat([network(table.batch(part))[0] for part in parts])


def judged(network: Judge, table: Table, some: np.ndarray) -> np.ndarray:
    """Return the probabilities of both directions of pairs, as `relations.judge` gives them."""
    return with_one_contradiction(logits_of(network, table, some).softmax(2).numpy())


def measure(network: Judge, table: Table, held: np.ndarray) -> None:
    """Print how often the held-out judgements are met."""
    chances = judged(network, table, held)
    classes, texts = table.classes[held], table.texts[held]
    for name in dict.fromkeys(texts[:, 0]):
        mine = texts[:, 0] == name
        p, gold = chances[mine], classes[mine]
        if name in ("made", "everyday", "joined", "reports", "two events"):
            kinds = texts[mine, 2]
            right = (((1 << p.argmax(2)) & gold) > 0).all(1)
            by = {k: round(float(right[kinds == k].mean()), 2) for k in sorted(set(kinds))}
            print(f"  {name}: {len(right)} pairs, all right {right.mean():.3f} {by}")
            continue
        if set(gold[:, 0]) == {NOT_CONTRARY}:
            print(f"  {name}: said to be contrary {(p[:, 0].argmax(1) == 2).mean():.3f}")
            continue
        if set(gold[:, 0]) <= {1, 2, 4}:
            wanted = np.log2(gold[:, 0]).astype(int)
            met = p[:, 0].argmax(1) == wanted
            print(f"  {name}: three-way {met.mean():.3f} of {len(met)}, ", end="")
            print(f"ece {calibration_error(p[:, 0].max(1), met):.3f}")
            continue
        said = np.minimum(p[:, 0, 0], p[:, 1, 0]) if name == "paws" else p[:, 0, 0]
        yes, found = gold[:, 0] == 1, said > 0.5
        error = calibration_error(np.maximum(said, 1 - said), found == yes)
        print(f"  {name}: right {(found == yes).mean():.3f}, ", end="")
        print(f"balanced {balanced(found, yes):.3f}, ece {error:.3f} of {len(yes)}")


def read(path: Path) -> tuple[list[str], dict[str, Tensor]]:
    """Return the words and weights of a judge that knows the same columns."""
    meta, arrays = unpack_arrays(KIND, path.read_bytes(), str(path))
    weights = {}
    for name, array in arrays.items():
        turned = name.endswith("weight") and not name.startswith("lexemes")
        value = np.ascontiguousarray(array.T if turned else array, np.float32)
        weights[name] = torch.from_numpy(value)
    return list(meta["words"]), weights


def write(network: Judge, table: Table, words: list[str], path: Path) -> None:
    """Write the weights as `relations.judge` reads them."""
    arrays: dict[str, Any] = {}
    for name, value in network.state_dict().items():
        array = value.numpy()
        weight = name.endswith("weight") and not name.startswith("lexemes")
        arrays[name] = (array.T if weight else array).astype(np.float16)
    names = {"columns": table.columns, "sides": table.side_names, "pair": table.pair_names}
    write_file(path, pack_arrays(KIND, {"words": words} | names, arrays))
    print(f"{path.stat().st_size / 1e6:.2f} MB")
