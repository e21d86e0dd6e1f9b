"""Train the pair encoder that the accurate tier ships.

    python scripts/encoder/train.py EXAMPLES --base FOLDER --out FILE [--layers 6] [--half 0]

FOLDER of --base holds all-MiniLM-L6-v2 (model.safetensors and vocab.txt). One network learns all
tasks together: what the sides say of each other (SNLI, HELP, WikiSplit, the sample, pairs that our
calculus judged), how similar they are (as the base model, which reads each side alone, has it),
which words are aligned (Edinburgh++, the sample), how units are related (iSTS, the sample), where a
subtree belongs, and which sentences are good.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import torch
from network import Batch, PairNetwork, base_pieces, load_base
from torch import Tensor
from torch.nn import functional
from vocabulary import used_pieces

from examples import (
    NO_CONTRADICTION,
    NO_ENTAILMENT,
    ChoiceExample,
    Example,
    GapExample,
    PairExample,
    half_of,
    noisy,
    read_examples,
    turn,
)
from spacy_paraphrase.ml.pair_encoder import word_pieces

VOCABULARY = 18_000
BATCH, LONGEST = 32, 192
RATE, HEAD_RATE, WARM_UP, SMOOTHING = 1e-4, 5e-4, 0.06, 0.05
# Share of the pairs without links that an encoder of one half is taught.
OTHERS = 0.25
# How often each kind of pair is read in the course of the training.
TIMES = {
    "snli": 2.2,
    "help": 1.5,
    "split": 0.7,
    "same": 0.5,
    "other": 1.0,
    "related": 1.0,
    "taught": 1.0,
    "sample": 8.0,
    "edinburgh": 5.0,
    "ists": 3.0,
}
# The same, and the share of the rate, where a training goes on.
TIMES_AGAIN = {
    "snli": 1.0,
    "help": 1.0,
    "split": 0.25,
    "same": 0.25,
    "other": 0.5,
    "related": 0.5,
    "taught": 0.4,
    "sample": 2.0,
    "edinburgh": 4.0,
    "ists": 0.6,
    "GapExample": 0.3,
    "ChoiceExample": 0.5,
}
RATE_AGAIN = 0.4


class Pieces:
    """Turns words into pieces, and examples into sequences."""

    def __init__(self, names: Sequence[str]) -> None:
        places = {name: k for k, name in enumerate(names)}
        self.word = lru_cache(maxsize=None)(word_pieces(places, "the vocabulary"))
        marks = ("[CLS]", "[SEP]", "[unused0]", "[unused1]")
        self.first, self.end, self.gap, self.choice = (places[mark] for mark in marks)

    def sequence(
        self, sides: Sequence[Sequence[str]], mark: int | None = None
    ) -> tuple[list[int], list[int], list[list[tuple[int, int]]]]:
        """Return pieces, side of each piece, and where the pieces of each word begin and end."""
        ids = [self.first] if mark is None else [self.first, mark]
        kinds = [0] * len(ids)
        places: list[list[tuple[int, int]]] = []
        for k, words in enumerate(sides):
            found = []
            for word in words:
                pieces = self.word(word)
                found.append((len(ids), len(ids) + len(pieces)))
                ids += pieces
            ids.append(self.end)
            kinds += [k] * (len(ids) - len(kinds))
            places.append(found)
        return ids, kinds, places


def collate(sequences: Sequence[tuple[list[int], list[int], object]]) -> Batch:
    """Return sequences as one batch, padded."""
    length = max(len(ids) for ids, _, _ in sequences)
    ids, sides = (
        torch.tensor([row[k] + [0] * (length - len(row[k])) for row in sequences])  # type: ignore[operator]
        for k in (0, 1)
    )
    lengths = torch.tensor([len(row[0]) for row in sequences])
    return Batch(ids, sides, torch.arange(length)[None] < lengths[:, None])


class Trainer:
    """Losses of all tasks over batches of one kind of example each."""

    def __init__(self, network: PairNetwork, pieces: Pieces, seed: int = 0) -> None:
        self.network = network
        self.pieces = pieces
        self.random = random.Random(seed)

    def loss(self, examples: Sequence[Example]) -> dict[str, Tensor]:
        """Return the losses of a batch, by task."""
        if isinstance(examples[0], PairExample):
            return self._pairs(examples)  # type: ignore[arg-type]
        if isinstance(examples[0], GapExample):
            return self._gaps(examples)  # type: ignore[arg-type]
        return self._choices(examples)  # type: ignore[arg-type]

    def _pairs(self, examples: Sequence[PairExample]) -> dict[str, Tensor]:
        pairs = [noisy(e, self.random) for e in examples]
        pairs = [turn(pair) if self.random.random() < 0.5 else pair for pair in pairs]
        rows = [self.pieces.sequence((pair.source, pair.target)) for pair in pairs]
        batch = collate(rows)
        states = self.network(batch).float()
        means = side_means([row[2] for row in rows], batch)
        judged = self.network.judge(states, batch, means)
        losses: dict[str, Tensor] = {}
        for name, start in (("entails", 0), ("entailed", 3)):
            gold = torch.tensor([getattr(pair, name) for pair in pairs])
            if bool((gold >= 0).any()):
                losses[name] = judgement_loss(judged[:, start : start + 3], gold)
        similar = torch.tensor([pair.similarity for pair in pairs])
        known = ~similar.isnan()
        if bool(known.any()):
            losses["similarity"] = 2 * functional.binary_cross_entropy_with_logits(
                judged[known, 6], similar[known]
            )
        losses |= self._words(pairs, rows, states)
        return losses

    def _words(
        self, pairs: Sequence[PairExample], rows: Sequence[tuple[object, ...]], states: Tensor
    ) -> dict[str, Tensor]:
        aligned, relations, grades, supports = [], [], [], []
        for k, (pair, row) in enumerate(zip(pairs, rows, strict=True)):
            marked = pair.unsupported[0] is not None or pair.unsupported[1] is not None
            if pair.links is None and not pair.units and not marked:
                continue
            source, target = (word_states(states[k], places) for places in row[2])  # type: ignore[attr-defined]
            for side, lacking in zip((source, target), pair.unsupported, strict=True):
                if lacking is not None:
                    supports.append(support_loss(self.network.support(side), lacking))
            if pair.links is not None:
                aligned.append(alignment_loss(self.network.alignment(source, target), pair.links))
            if pair.units:
                one, other = (
                    torch.stack([side[unit[n]].mean(0) for unit in pair.units])
                    for n, side in enumerate((source, target))
                )
                logits = self.network.relate(one, other)
                gold = torch.tensor([unit[2] for unit in pair.units])
                if bool((gold >= 0).any()):
                    relations.append(functional.cross_entropy(logits[:, :5], gold, ignore_index=-1))
                similar = torch.tensor([unit[3] for unit in pair.units])
                known = ~similar.isnan()
                if bool(known.any()):
                    grades.append(
                        functional.binary_cross_entropy_with_logits(
                            logits[known, 5], similar[known]
                        )
                    )
        named = {
            **{"alignment": aligned, "relation": relations, "grade": grades},
            "support": supports,
        }
        return {name: torch.stack(some).mean() for name, some in named.items() if some}

    def _gaps(self, examples: Sequence[GapExample]) -> dict[str, Tensor]:
        logits, gold = gap_logits(self.network, self.pieces, examples)
        return {"gap": functional.cross_entropy(logits, gold)}

    def _choices(self, examples: Sequence[ChoiceExample]) -> dict[str, Tensor]:
        good, bad = choice_logits(self.network, self.pieces, examples).chunk(2)
        right = functional.softplus(-good).mean() + functional.softplus(bad).mean()
        return {"choice": right / 2 + functional.softplus(bad - good).mean() / 2}


def judgement_loss(logits: Tensor, gold: Tensor) -> Tensor:
    """Return the mean loss of judgements of which something is known, (batch, 3) and (batch,)."""
    known, open_ = (gold >= 0) & (gold < NO_CONTRADICTION), gold == NO_CONTRADICTION
    denied = gold == NO_ENTAILMENT
    exact = functional.cross_entropy(
        logits[known], gold[known], label_smoothing=SMOOTHING, reduction="none"
    )
    either = functional.softplus(logits[open_, 2] - logits[open_, :2].logsumexp(1))
    neither = functional.softplus(logits[denied, 0] - logits[denied, 1:].logsumexp(1))
    return torch.cat([exact, either, neither]).mean()


def support_loss(logits: Tensor, lacking: Sequence[int]) -> Tensor:
    """Return the loss of the support of words, of which some have none: they weigh as the rest."""
    gold = torch.ones(len(logits))
    lacking = [k for k in lacking if k < len(logits)]  # a last stop may be left out
    gold[lacking] = 0.0
    weights = torch.ones(len(logits))
    if lacking:
        weights[lacking] = max(1.0, (len(logits) - len(lacking)) / (3 * len(lacking)))
    return functional.binary_cross_entropy_with_logits(logits, gold, weights)


def gap_logits(
    network: PairNetwork, pieces: Pieces, examples: Sequence[GapExample]
) -> tuple[Tensor, Tensor]:
    """Return the logits of the gaps of frames, padded, and which is right."""
    rows = [pieces.sequence((e.unit, e.frame), pieces.gap) for e in examples]
    batch = collate(rows)
    found = network.gaps(network(batch).float())
    starts = [[start for start, _ in row[2][1]] + [len(row[0]) - 1] for row in rows]
    most = max(map(len, starts))
    logits = torch.full((len(rows), most), -1e4)
    for k, places in enumerate(starts):
        logits[k, : len(places)] = found[k, places]
    return logits, torch.tensor([e.gap for e in examples])


def choice_logits(
    network: PairNetwork, pieces: Pieces, examples: Sequence[ChoiceExample]
) -> Tensor:
    """Return the logits of the good sentences and of the bad ones behind each other."""
    sentences = [e.good for e in examples] + [e.bad for e in examples]
    batch = collate([pieces.sequence((words,), pieces.choice) for words in sentences])
    return network.accept(network(batch).float(), batch)


def side_means(places: Sequence[list[list[tuple[int, int]]]], batch: Batch) -> Tensor:
    """Return the weights of the pieces in the mean of each side, (batch, 2, pieces)."""
    means = torch.zeros(len(places), 2, batch.ids.shape[1])
    for k, sides in enumerate(places):
        for n, words in enumerate(sides):
            start, end = words[0][0], words[-1][1]
            means[k, n, start:end] = 1 / (end - start)
    return means


def word_states(states: Tensor, places: list[tuple[int, int]]) -> Tensor:
    """Return the mean state of the pieces of each word."""
    weights = torch.zeros(len(places), len(states))
    for k, (start, end) in enumerate(places):
        weights[k, start:end] = 1 / (end - start)
    return weights @ states


def alignment_loss(logits: Tensor, links: Sequence[tuple[int, int]]) -> Tensor:
    """Return how unlikely the links are by rows and by columns; words without link have none."""
    gold = torch.zeros(logits.shape)
    if links:
        i, j = map(list, zip(*links, strict=True))
        gold[i, j] = 1.0
    gold[:-1, -1] = (gold[:-1, :-1].sum(1) == 0).float()
    gold[-1, :-1] = (gold[:-1, :-1].sum(0) == 0).float()
    rows, columns = gold[:-1], gold[:, :-1].T
    parts = []
    for wanted, found in ((rows, logits[:-1]), (columns, logits[:, :-1].T)):
        shares = wanted / wanted.sum(1, keepdim=True)
        parts.append(-(shares * found.log_softmax(1)).sum(1).mean())
    return (parts[0] + parts[1]) / 2


def batches(
    examples: Sequence[Example], pieces: Pieces, chance: random.Random
) -> Iterator[list[Example]]:
    """Yield batches of one kind and of like lengths, in random order."""
    kinds: dict[type, list[Example]] = {}
    for example in examples:
        kinds.setdefault(type(example), []).append(example)
    found = []
    for some in kinds.values():
        chance.shuffle(some)
        for k in range(0, len(some), BATCH * 20):
            run = sorted(some[k : k + BATCH * 20], key=lambda e: length(e, pieces))
            found += [run[i : i + BATCH] for i in range(0, len(run), BATCH)]
    chance.shuffle(found)
    yield from found


def length(example: Example, pieces: Pieces) -> int:
    """Return how many pieces an example has."""
    sides = list(vars(example).values())[:2]
    return sum(len(pieces.word(word)) for side in sides for word in side)


def repeated(
    examples: Iterable[Example], chance: random.Random, often: Mapping[str, float]
) -> Iterator[Example]:
    """Yield the examples as often as each kind is to be read."""
    for example in examples:
        kind = example.kind if isinstance(example, PairExample) else type(example).__name__
        times = often.get(kind, 1.0)
        yield from [example] * (int(times) + (chance.random() < times % 1))


def halved(examples: Sequence[Example], half: int, chance: random.Random) -> list[Example]:
    """Return one half of the pairs with links, and some of the other pairs.

    `train_matcher.py` reads what the encoder says of pairs with links that it was not taught: two
    encoders of one half each, which need not be as good at other things.
    """
    pairs = [example for example in examples if isinstance(example, PairExample)]
    linked = [pair for pair in pairs if pair.links is not None or pair.units]
    rest = [pair for pair in pairs if pair.links is None and not pair.units]
    mine: list[Example] = [pair for pair in linked if half_of(pair.source) == half]
    return mine + chance.sample(rest, round(OTHERS * len(rest)))


def train(trainer: Trainer, examples: Sequence[Example], seed: int = 0, rate: float = 1.0) -> None:
    """Read all examples once, with a rate that falls to 0, from a share of the usual one."""
    network = trainer.network
    network.train()
    groups = [
        {"params": network.trunk(), "lr": rate * RATE, "weight_decay": 0.01},
        {"params": network.heads(), "lr": rate * HEAD_RATE, "weight_decay": 0.01},
    ]
    optimizer = torch.optim.AdamW(groups)
    every = [p for group in groups for p in group["params"]]  # type: ignore[attr-defined]
    order = list(batches(examples, trainer.pieces, random.Random(seed)))
    warm = max(1, int(WARM_UP * len(order)))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda k: min(1.0, (k + 1) / warm) * max(0.0, 1 - k / len(order))
    )
    start, told = time.time(), {}  # type: ignore[var-annotated]
    for k, some in enumerate(order, 1):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            losses = trainer.loss(some)
        optimizer.zero_grad()
        torch.stack(list(losses.values())).sum().backward()
        torch.nn.utils.clip_grad_norm_(every, 1.0)
        optimizer.step()
        schedule.step()
        for name, loss in losses.items():
            told.setdefault(name, []).append(loss.item())
        if k % 100 == 0 or k == len(order):
            means = " ".join(f"{n} {sum(v) / len(v):.3f}" for n, v in told.items())
            print(f"{k}/{len(order)} {time.time() - start:.0f} s: {means}", flush=True)
            told = {}


def main() -> None:
    """Read the examples, train, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("examples", type=Path, help="what prepare.py wrote")
    parser.add_argument("--base", type=Path, required=True, help="folder of the base model")
    parser.add_argument("--out", type=Path, required=True, help="file for the network")
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--start", type=Path, help="a network to go on from, with a lower rate")
    parser.add_argument(
        "--half", type=int, choices=(0, 1), help="leave out the other half of links"
    )
    parser.add_argument("--limit", type=int, default=0, help="read no more examples")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    chance = random.Random(args.seed)
    names = base_pieces(args.base)
    kept = used_pieces(names, VOCABULARY)
    pieces = Pieces([names[k] for k in kept])
    network = load_base(args.base, kept, args.layers)
    if args.start is not None:
        network.load_state_dict(torch.load(args.start, weights_only=True)["network"])
    known = list(read_examples(args.examples))
    if args.half is not None:
        known = halved(known, args.half, chance)
    examples = list(repeated(known, chance, TIMES if args.start is None else TIMES_AGAIN))
    chance.shuffle(examples)
    examples = [e for e in examples if length(e, pieces) < LONGEST][: args.limit or None]
    print(f"{len(examples)} examples", flush=True)
    rate = 1.0 if args.start is None else RATE_AGAIN
    train(Trainer(network, pieces, args.seed), examples, args.seed, rate)
    state = {"network": network.state_dict(), "pieces": [names[k] for k in kept]}
    torch.save(state | {"layers": args.layers}, args.out)


if __name__ == "__main__":
    main()
