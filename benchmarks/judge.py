"""What the sides of a pair say of each other, by composition and by judges, in one table.

A column for each --judge: "none" is composition, "en" the judge of the package, else a file that
`weights judge.train` wrote. `weights/judge/judged_pairs.py` says what is held out; of
every set at most so many pairs are drawn, with one seed. Sets:

- nli: three-way judgements of MultiNLI's mismatched genres, SNLI and ConjNLI; conflicts in the
  first two.
- paws, units: whether pairs are paraphrases, and whether a summary says a unit.
- made: pairs of `weights judge.made_pairs`, of kinds that are held out whole and of held-out
  sentences; everyday: likewise. Words are those marked, beside those with a support below one half;
  of the source of made pairs with such a guard.
- single: everyday pairs that were not written as sets of contrast; news: pairs of corpora whose
  texts no weights may hear, with verdicts of our own (`benchmarks/readings/entailments.tsv`).
- sick, minimal, msrp, questions, table: see `conflicts`.

"ece" is the expected calibration error of what is said: of the class of three, or of entailment.
Composition gives conflicts no probability, and words none at all. --show prints the wrong pairs of
a set or kind.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import nan
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from spacy.language import Language

import spacy_paraphrase
from benchmarks import conflicts
from benchmarks.data import paraphrases, sts, unions
from benchmarks.report import signature
from benchmarks.verdicts import (
    SEED,
    Figure,
    Said,
    Trial,
    conflicts_found,
    drawn,
    listener,
    read,
    table,
)
from scripts import records
from scripts.door import ROOT, Data, Made, Tier
from weights.judge.judged_pairs import (
    CONTRADICTION,
    ENTAILMENT,
    EVERYDAY,
    HELD_KINDS,
    HELD_MADE,
    LETTERS,
    Pair,
    everyday,
    is_marked,
    judgements,
    made,
    snli,
)
from weights.judge.measures import (
    auc,
    balanced,
    before,
    calibration_error,
    threshold_keeping,
    words_found,
)

Array = np.ndarray[Any, Any]
SETS = (
    *("nli", "paws", "units", "made", "everyday", "single", "news", "sick", "minimal", "msrp"),
    *("questions", "table"),
)
VERDICTS = ROOT / "benchmarks" / "readings" / "entailments.tsv"
# Sets whose conflicts are told together.
WITH_CONFLICTS = ("mnli-dev", "snli")
# So many of the true ones are to be called entailed, where the false ones are counted.
KEPT = 0.85
WHOLE, PART = "kinds held out whole", "held-out sentences"


def held(pairs: Iterable[Pair]) -> list[Pair]:
    """Return the pairs that are held out."""
    return [pair for pair in pairs if pair.part == "held"]


def right(pair: Pair, said: Said) -> tuple[bool, bool]:
    """Return whether the class of each direction is one of those that may be right."""
    one, other = said.classes
    return bool(pair.forward >> one & 1), bool(pair.backward >> other & 1)


def trial(
    name: str, pairs: list[Pair], figures: Callable[[list[Pair], Sequence[Said]], Iterator[Figure]]
) -> Trial:
    """Return the trial of judged pairs."""
    return Trial(
        name,
        [(pair.source, pair.target) for pair in pairs],
        [pair.kind or pair.set for pair in pairs],
        [f"{pair.forward}, {pair.backward}" for pair in pairs],
        lambda k, said: all(right(pairs[k], said)),
        partial(figures, pairs),
    )


def chosen(pairs: Sequence[Pair], said: Sequence[Said], where: Iterable[bool]) -> Any:
    """Return some pairs, and what is said of them."""
    some = np.flatnonzero(np.array(list(where), bool))
    return [pairs[k] for k in some], [said[k] for k in some]


def nli(data: Path, most: int) -> Trial:
    """Return the three-way judgements."""
    every = held((*judgements(data), *snli(data)))
    names = ("mnli-dev", "snli", "conjnli-human")
    pairs = [p for name in names for p in drawn([p for p in every if p.set == name], most)]
    return trial("nli", pairs, three_way)


def three_way(pairs: list[Pair], said: Sequence[Said]) -> Iterator[Figure]:
    """Yield accuracy and calibration of each set, and conflicts of the larger ones together."""
    for name in dict.fromkeys(pair.set for pair in pairs):
        some, mine = chosen(pairs, said, [pair.set == name for pair in pairs])
        met = np.array([p.forward >> s.likeliest & 1 for p, s in zip(some, mine, strict=True)])
        sure = np.array([max(each.chances[0]) for each in mine])
        yield Figure(name, len(some), "three-way", float(met.mean()))
        yield Figure(name, len(some), "ece", calibration_error(sure, met))
    some, mine = chosen(pairs, said, [pair.set in WITH_CONFLICTS for pair in pairs])
    found = np.array([each.likeliest == 2 for each in mine])
    gold = np.array([pair.forward == CONTRADICTION for pair in some], bool)
    yield from conflicts_found(" + ".join(WITH_CONFLICTS), found, gold)


def two_way(name: str, data: Path, most: int) -> Trial:
    """Return the pairs of PAWS, or summaries and units."""
    pairs = drawn(held(pair for pair in judgements(data) if pair.set == name), most)
    return trial(name, pairs, partial(of_entailment, name))


def of_entailment(name: str, pairs: list[Pair], said: Sequence[Said]) -> Iterator[Figure]:
    """Yield how often the two classes are met; paraphrases entail each other."""
    both = name == "paws"
    ways = (0, 1) if both else (0,)
    sure = np.array([min(each.chances[way][0] for way in ways) for each in said])
    yes, found = np.array([pair.forward == ENTAILMENT for pair in pairs]), sure > 0.5
    yield Figure(name, len(pairs), "right", float((found == yes).mean()))
    yield Figure(name, len(pairs), "balanced", balanced(found, yes))
    error = calibration_error(np.maximum(sure, 1 - sure), found == yes)
    yield Figure(name, len(pairs), "ece", error)


def made_trial(path: Path | None, most: int) -> Iterator[Trial]:
    """Yield the made pairs, if there are any: whole sources of those of kinds that are taught."""
    if path is None:
        return
    pairs = held(made(path))
    whole = [pair for pair in pairs if is_whole(pair)]
    by_source: dict[str, list[Pair]] = {}
    for pair in pairs:
        if not is_whole(pair):
            by_source.setdefault(pair.source, []).append(pair)
    # With a source all of its pairs are drawn, since they are compared with each other.
    rest: list[Pair] = []
    for source in random.Random(SEED).sample(list(by_source), len(by_source)):
        if not most or len(rest) < most:
            rest += by_source[source]
    yield trial("made", [*rest, *drawn(whole, most)], of_made)


def is_whole(pair: Pair) -> bool:
    """Return whether nothing was taught of the kind of a made pair."""
    return pair.kind.split(",")[0] in HELD_MADE


def of_made(pairs: list[Pair], said: Sequence[Said]) -> Iterator[Figure]:
    """Yield how well true and false changes are told apart."""
    whole = np.array([is_whole(pair) for pair in pairs], bool)
    true = np.array([pair.forward == ENTAILMENT for pair in pairs], bool)
    chances = np.array([each.chances[0][0] for each in said])
    threshold = threshold_keeping(chances[true], KEPT)
    met = np.array([right(*each) for each in zip(pairs, said, strict=True)])
    for name, mine in ((PART, ~whole), (WHOLE, whole)):
        part, count = f"made, {name}", int(mine.sum())
        if not count:
            continue
        yield Figure(part, count, "both directions right", float(met[mine].all(1).mean()))
        yield Figure(part, count, "first direction right", float(met[mine, 0].mean()))
        sure = np.maximum(chances, 1 - chances)[mine]
        error = calibration_error(sure, (chances > 0.5)[mine] == true[mine])
        yield Figure(part, count, "ece", error)
        # Of kinds that are held out none is true: the true ones are those of other kinds.
        compared = mine | true
        sources = [pair.source for pair, k in zip(pairs, compared, strict=True) if k]
        one = before(chances[compared], true[compared], sources)
        yield Figure(part, one.pairs, "true before false, same source", one.share)
        value = auc(chances[compared], true[compared])
        yield Figure(part, int(compared.sum()), "true before false, all", value)
        false = mine & ~true
        share = float((chances[false] >= threshold).mean()) if false.any() else nan
        yield Figure(part, int(false.sum()), f"false entailed, {KEPT:.0%} of true kept", share)
        some = chosen(pairs, said, mine)
        yield from of_words(part, *some, side=1, of="support")
        yield from of_words(part, *some, side=0, of="guard")


def of_words(
    part: str, pairs: Sequence[Pair], said: Sequence[Said], *, side: int, of: str
) -> Iterator[Figure]:
    """Yield precision, recall and F of the words that are less probable than not.

    Args:
        part: What the pairs are part of.
        pairs: The pairs.
        said: What is said of them.
        side: 0 for the words of the source, 1 for those of the target.
        of: "support" or "guard".
    """
    found: list[bool] = []
    gold: list[bool] = []
    for pair, each in zip(pairs, said, strict=True):
        marks = pair.marks[side]
        if each.words is not None and marks is not None:
            words = each.words[side]
            found += (getattr(words, of) < 0.5).tolist()
            gold += [is_marked(*place, marks) for place in words.places]
    scores = words_found(np.array(found, bool), np.array(gold, bool))
    where = ("source", "target")[side]
    for name, value in zip(("precision", "recall", "F"), scores, strict=False):
        shown = value if any(gold) else nan
        yield Figure(part, len(pairs), f"{of} of the {where}'s words, {name}", shown)


def everyday_trial(most: int) -> Trial:
    """Return the everyday pairs."""
    pairs = held(everyday())
    parts = [[p for p in pairs if (p.kind in HELD_KINDS) == whole] for whole in (False, True)]
    return trial("everyday", [p for part in parts for p in drawn(part, most)], of_everyday)


def of_everyday(pairs: list[Pair], said: Sequence[Said]) -> Iterator[Figure]:
    """Yield how often both directions are right, and how well unsupported words are found."""
    for name, whole in ((PART, False), (WHOLE, True)):
        some, mine = chosen(pairs, said, [(pair.kind in HELD_KINDS) == whole for pair in pairs])
        part = f"everyday, {name}"
        yield from of_both_ways(part, some, mine)
        for side in (0, 1):
            yield from of_words(part, some, mine, side=side, of="support")


def of_both_ways(part: str, pairs: list[Pair], said: Sequence[Said]) -> Iterator[Figure]:
    """Yield how often both directions, and with them the conflict, are right."""
    met = np.array([right(*each) for each in zip(pairs, said, strict=True)])
    both = float(met.all(1).mean())
    yield Figure(part, len(pairs), "both directions and conflict right", both)
    for k, direction in enumerate(("first", "second")):
        yield Figure(part, len(pairs), f"{direction} direction right", float(met[:, k].mean()))


def single_trial(most: int) -> Trial:
    """Return the everyday pairs that were written one by one, not as sets of contrast."""
    pairs = drawn(list(everyday(EVERYDAY.with_name("single.tsv"))), most)
    return trial("single", pairs, partial(of_both_ways, "single"))


def news_trial(data: Path, most: int) -> Trial:
    """Return the pairs of corpora that have a verdict in `VERDICTS`, by the hash of their texts."""
    rows = {row["pair"]: row for row in records.table(VERDICTS)}
    sides = [side for part in ("train", "val") for side in paraphrases(data, part)[0]]
    sides += [side for part in ("train", "dev") for side in sts(data, part)[0]]
    sides += [(one, other) for part in ("train", "eval") for one, other, _ in unions(data, part)]
    pairs = []
    for source, target in dict.fromkeys((*sides, *(side[::-1] for side in sides))):
        row = rows.get(hashlib.sha1(f"{source}\t{target}".encode()).hexdigest()[:12])
        if row is not None:
            both = LETTERS[row["forward"]], LETTERS[row["backward"]]
            pairs.append(Pair("news", "held", row["corpus"], source, target, *both, (None, None)))
    return trial("news", drawn(pairs, most), partial(of_both_ways, "news"))


def trials(
    nlp: Language, data: Path, sets: Sequence[str], made: Path | None, most: int
) -> Iterator[Trial]:
    """Yield the trials of some sets."""
    makers: dict[str, Callable[[], Iterable[Trial]]] = {
        "nli": lambda: [nli(data, most)],
        "paws": lambda: [two_way("paws", data, most)],
        "units": lambda: [two_way("news-summary-units", data, most)],
        "made": lambda: made_trial(made, most),
        "everyday": lambda: [everyday_trial(most)],
        "single": lambda: [single_trial(most)],
        "news": lambda: [news_trial(data, most)],
        "sick": lambda: [conflicts.sick(nlp, data, most)],
        "minimal": conflicts.minimal,
        "msrp": lambda: [conflicts.msrp(data, most)],
        "questions": lambda: [conflicts.questions()],
        "table": lambda: [conflicts.by_hand()],
    }
    for name in sets:
        yield from makers[name]()


def show_wrong(one: Trial, column: str, said: Sequence[Said], wanted: str) -> None:
    """Print the wrong pairs of a trial or of a kind."""
    for k, each in enumerate(said):
        if wanted in (one.name, one.kinds[k]) and not one.right(k, each):
            sides = " | ".join(t if isinstance(t, str) else " ".join(t) for t in one.texts[k])
            print(f"  {column}: {sides} | {one.gold[k]} | {each.relation}")


def main(
    data: Data,
    *,
    judge: Annotated[list[str], "none, en or files"] = ("none", "en"),
    tier: Tier = "fast",
    encoder: Annotated[
        str | None, "folder of an encoder of your own, for the accurate tier"
    ] = None,
    made: Made = None,
    sets: Annotated[list[Literal[tuple(SETS)]], "these alone"] = SETS,
    most: Annotated[int, "pairs of a set, 0 for all"] = 500,
    show: Annotated[str | None, "print the wrong pairs of a set or kind"] = None,
) -> None:
    """Judge, compare, print."""
    load = partial(spacy_paraphrase.load, tier=tier, exclude=["sentence_fuser"])
    nlp = load(encoder=encoder) if encoder else load()
    judges = [listener(name, tier == "accurate") for name in judge]
    columns = [Path(name).name[-9:] for name in judge]
    said_by = signature(f"judge:{','.join(judge)}", nlp, tier=tier, encoder=encoder or "shipped")
    print(signature(said_by, most=most, seed=SEED, v=spacy_paraphrase.__version__))
    rows: list[Sequence[Figure]] = []
    for one in trials(nlp, data, sets, made, most):
        said = read(nlp, judges, one.texts)
        new = list(zip(*(list(one.figures(each)) for each in said), strict=True))
        lines = table(columns, new)
        header = next(lines)
        if not rows:
            print(header)
        print("\n".join(lines), flush=True)
        rows += new
        if show:
            for column, each in zip(columns, said, strict=True):
                show_wrong(one, column, each, show)
