"""What the pair encoder is taught: pairs, sentences with a gap, good and bad sentences.

Everything is drawn from data that weights may be trained on; what is held out for measuring, by
premise for SNLI and by document for HELP, is never taught.
"""

from __future__ import annotations

import csv
import math
import random
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import spacy
from spacy.tokens import Doc, Token

from scripts.records import table
from spacy_paraphrase.readers import PairRecord, read_ists, read_jacana, read_jsonl
from weights.encoder.rows import NO_CONTRADICTION, NO_ENTAILMENT, UNKNOWN
from weights.judge import judged_pairs

CLASSES = ("entailment", "neutral", "contradiction")
RELATIONS = ("restates", "specifies", "generalizes", "intersects", "opposes")
SAMPLE = Path(__file__).parents[2] / "assets/sample/train.jsonl"
HELP = ("relations/help/and.tsv", "relations/help/or.tsv")
ISTS = tuple(
    f"relations/ists2016/train.{name}.wa" for name in ("headlines", "images", "answers-students")
)
EDINBURGH = "alignment/edinburgh/gold.train.sure.json"
WORDS = ("words/raw/ppdb-sample.tsv", "words/raw/wiki-sample.tsv")
WIKI = ("fusion/wiki-split/tune.tsv", "fusion/wiki-split/validation.tsv")
HELD_PREMISES = 500
# Pairs of two things that were said of one sentence, and of two that have nothing to do with each
# other, which a teacher judges; held-out pairs of a set that are measured.
BESIDE, UNLIKE, MEASURED = 100_000, 15_000, 1500

# Judgements as sets of classes, and what they are called here.
_KNOWN = {
    **{judged_pairs.ENTAILMENT: 0, judged_pairs.NEUTRAL: 1, judged_pairs.CONTRADICTION: 2},
    **{judged_pairs.NOT_CONTRARY: NO_CONTRADICTION, judged_pairs.NOT_ENTAILED: NO_ENTAILMENT},
    judged_pairs.UNKNOWN: UNKNOWN,
}

Words = list[str]
# Words of both units, the relation of the first to the second or `UNKNOWN`, similarity or NaN.
UnitPair = tuple[list[int], list[int], int, float]


@dataclass
class PairExample:
    """A pair, and what is known of it.

    Attributes:
        source: Its words.
        target: Likewise.
        entails: Index of `CLASSES`: what the source says of the target; `UNKNOWN` where not known,
            `NO_CONTRADICTION` or `NO_ENTAILMENT`.
        entailed: What the target says of the source.
        links: Which words are aligned; None where not known.
        units: Aligned units.
        kind: Where it comes from.
        unsupported: The words of source and target that the other side does not support; None where
            not known.
        half: Which half it is of; None for what its source says.
    """

    source: Words
    target: Words
    entails: int = UNKNOWN
    entailed: int = UNKNOWN
    links: list[tuple[int, int]] | None = None
    units: list[UnitPair] = field(default_factory=list)
    kind: str = ""
    unsupported: list[list[int] | None] = field(default_factory=lambda: [None, None])
    half: int | None = None


@dataclass
class GapExample:
    """A unit, the sentence that it was taken out of, and before which word it stood."""

    unit: Words
    frame: Words
    gap: int


@dataclass
class ChoiceExample:
    """A good sentence and what was made of it, which is none."""

    good: Words
    bad: Words


Example = PairExample | GapExample | ChoiceExample


def half_of(source: Sequence[str]) -> int:
    """Return to which half of the pairs with links one belongs, by its source."""
    return zlib.crc32(" ".join(source).encode()) % 2


def turn(pair: PairExample) -> PairExample:
    """Return a pair with its sides exchanged."""
    turned = [0, 2, 1, 3, 4]
    return replace(
        pair,
        source=pair.target,
        target=pair.source,
        entails=pair.entailed,
        entailed=pair.entails,
        links=None if pair.links is None else [(j, i) for i, j in pair.links],
        units=[(b, a, r if r < 0 else turned[r], s) for a, b, r, s in pair.units],
        unsupported=pair.unsupported[::-1],
    )


Row = tuple[str, str, str]


class Parts(NamedTuple):
    """A corpus in two parts, which share no premise or document.

    Attributes:
        taught: What the encoder is taught.
        measured: What is left to measure by.
    """

    taught: list[Row]
    measured: list[Row]


def snli(data: Path) -> Parts:
    """Return SNLI, of which all pairs of 500 premises are held out."""
    rows = [
        (row["premise"], row["hypothesis"], row["label"])
        for part in ("dev", "test")
        for row in table(data / f"relations/snli/snli.{part}.tsv", csv.QUOTE_MINIMAL)
        if row["label"] in CLASSES
    ]
    return _parts(rows, [row[0] for row in rows], HELD_PREMISES)


def help_pairs(data: Path) -> Parts:
    """Return HELP, of which a tenth of the documents is held out."""
    rows = [row for path in HELP for row in table(data / path, csv.QUOTE_MINIMAL)]
    pairs = [(row["ori_sentence"], row["new_sentence"], row["gold_label"]) for row in rows]
    files = [row["filename"] for row in rows]
    return _parts(pairs, files, len(set(files)) // 10)


def _parts(rows: list[Row], sources: list[str], held: int) -> Parts:
    """Return rows in parts by where they come from; of so many sources nothing is taught."""
    order = sorted(set(sources))
    random.Random(0).shuffle(order)
    left = set(order[:held])
    parts: tuple[list[Row], list[Row]] = ([], [])
    for row, source in zip(rows, sources, strict=True):
        parts[source in left].append(row)
    return Parts(*parts)


def wiki(data: Path) -> list[tuple[str, list[str]]]:
    """Return sentences, each with the two that say the same."""
    found = []
    for path in WIKI:
        for line in (data / path).read_text(encoding="utf-8").splitlines():
            whole, _, parts = line.partition("\t")
            if parts:
                found.append((_plain(whole), [_plain(part) for part in parts.split("<::::>")]))
    return found


def key(text: str) -> str:
    """Return a text by what it is known again, however it is cut into words."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _share(mean: str) -> float:
    """Return a score of 1 to 5 as a share."""
    return (float(mean) - 1) / 4


def _plain(text: str) -> str:
    return " ".join(text.replace("''", '"').replace("``", '"').split())


class Reader:
    """Reads the corpora.

    Args:
        data: Folder of the corpora.
        made: The file of `judge.made_pairs`.
    """

    def __init__(self, data: Path, made: Path) -> None:
        self.data = data
        self.made = made
        self.random = random.Random(0)
        self._tokenizer = spacy.blank("en").tokenizer

    def taught_pairs(self) -> Iterator[PairExample]:
        """Yield all pairs that may be taught: none has a sentence that others are measured by."""
        judgements = self._judgements()
        held = {
            key(text)
            for pair in judgements
            if pair.part == "held"
            for text in ((pair.target,) if pair.set == "news-summary-units" else (pair.source,))
        }
        taught = [pair for pair in judgements if pair.part == "taught"]
        rest = (*self.judged(), *self.sample(), *self.edinburgh(), *self.ists(), *self.phrases())
        for pair in (*map(self.example, taught), *rest, *self._unjudged(taught)):
            sides = {key(" ".join(pair.source)), key(" ".join(pair.target))}
            if pair.source and pair.target and not sides & held:
                yield pair

    def held_pairs(self) -> Iterator[PairExample]:
        """Yield held-out pairs, those of kinds that are held out whole as sets of their own."""
        found: dict[str, list[judged_pairs.Pair]] = {}
        for pair in self._judgements():
            if pair.part == "held":
                kind = pair.kind.split(",")[0]
                whole = kind in judged_pairs.HELD_KINDS | judged_pairs.HELD_MADE
                found.setdefault(pair.set + ", other kinds" * whole, []).append(pair)
        for name, pairs in found.items():
            for pair in self.random.sample(pairs, min(MEASURED, len(pairs))):
                yield replace(self.example(pair), kind=name)

    def _judgements(self) -> list[judged_pairs.Pair]:
        found = [*judged_pairs.judgements(self.data), *judged_pairs.snli(self.data)]
        everyday = list(judged_pairs.everyday())
        found += [*everyday, *judged_pairs.joined(everyday), *judged_pairs.strangers(everyday)]
        return [*found, *judged_pairs.made(self.made)]

    def _unjudged(self, judged: Sequence[judged_pairs.Pair]) -> Iterator[PairExample]:
        """Yield pairs of what was said of one sentence, and pairs of unlike sentences."""
        beside: dict[str, list[str]] = {}
        for pair in judged:
            beside.setdefault(pair.source, []).append(pair.target)
        found = []
        for targets in beside.values():
            self.random.shuffle(targets)
            found += [(a, b) for a, b in pairwise(targets) if a != b]
        found = self.random.sample(found, min(BESIDE, len(found)))
        some = self.random.sample(range(len(judged)), min(2 * UNLIKE, len(judged)))
        unlike = zip(some[::2], some[1::2], strict=False)
        found += [(judged[a].source, judged[b].target) for a, b in unlike]
        for a, b in found:
            yield PairExample(self.words(a), self.words(b), kind="unjudged")

    def phrases(self) -> Iterator[PairExample]:
        """Yield pairs of words and phrases with what people say of their likeness."""
        for path in WORDS:
            for line in (self.data / path).read_text(encoding="utf-8").splitlines():
                mean, _, one, other, *_ = line.split("\t")
                if judged_pairs.bucket(one, 5) == 0:  # held out
                    continue
                sides = self.words(one), self.words(other)
                units = [(*(list(range(len(side))) for side in sides), UNKNOWN, _share(mean))]
                yield PairExample(*sides, units=units, kind="words")  # type: ignore[arg-type]

    def words(self, text: str) -> Words:
        """Return the words of a text."""
        return [token.text for token in self._tokenizer(text) if not token.is_space]

    def judged(self) -> Iterator[PairExample]:
        """Yield pairs of which it is known what one side says of the other."""
        for kind, rows in (
            ("snli", snli(self.data).taught),
            ("help", help_pairs(self.data).taught),
        ):
            for source, target, label in rows:
                known = CLASSES.index(label)
                # Contradiction, or none, holds either way.
                other = known if label == "contradiction" else NO_CONTRADICTION
                yield PairExample(self.words(source), self.words(target), known, other, kind=kind)
        yield from self._split()

    def example(self, pair: judged_pairs.Pair) -> PairExample:
        """Return a judged pair as an example."""
        # Of the source of a made pair those words are marked that take something back.
        marks = (None, pair.marks[1]) if pair.set == "made" else pair.marks
        sides, marked = zip(*map(self._marked, (pair.source, pair.target), marks), strict=True)
        known = _KNOWN[pair.forward], _KNOWN[pair.backward]
        half = half_of(self.words(pair.origin))
        return PairExample(*sides, *known, kind=pair.set, unsupported=list(marked), half=half)

    def _marked(
        self, text: str, marks: judged_pairs.SPANS | None
    ) -> tuple[Words, list[int] | None]:
        """Return the words of a text, and which of them are marked."""
        tokens = [token for token in self._tokenizer(text) if not token.is_space]
        if marks is None:
            return [token.text for token in tokens], None
        found = [
            k
            for k, token in enumerate(tokens)
            if judged_pairs.is_marked(token.idx, token.idx + len(token), marks)
        ]
        return [token.text for token in tokens], found

    def _split(self) -> Iterator[PairExample]:
        """Yield sentences beside parts of them, themselves, and others."""
        pairs = wiki(self.data)
        others = self.random.sample(pairs, len(pairs))
        for k, ((whole, parts), (other, _)) in enumerate(zip(pairs, others, strict=True)):
            part = self.random.choice(parts)
            words = self.words(whole)
            if len(words) > 60:
                continue
            yield PairExample(words, self.words(part), 0, 1, kind="split")
            if k % 10 == 0:
                yield PairExample(words, list(words), 0, 0, kind="same")
            elif k % 10 == 1 and len(self.words(other)) <= 60:
                yield PairExample(words, self.words(other), 1, 1, kind="other")
            elif k % 10 == 2:
                yield PairExample(*(self.words(one) for one in parts[:2]), 1, 1, kind="split")
        premises = sorted({row[0] for row in snli(self.data).taught})
        for one, other in zip(premises[::3], premises[1::3], strict=False):
            yield PairExample(self.words(one), self.words(other), kind="related")
            yield PairExample(self.words(one), self.words(one), 0, 0, kind="same")

    def sample(self) -> Iterator[PairExample]:
        """Yield the pairs of the embedded sample with their links.

        What the sides say of each other is left out: benchmarks measure by it.
        """
        for record in read_jsonl(SAMPLE):
            pair = _with_links(record, "sample")
            yield replace(pair, entails=UNKNOWN, entailed=UNKNOWN)

    def edinburgh(self) -> list[PairExample]:
        """Return the pairs of Edinburgh++: each side says what the other says."""
        return [
            PairExample(list(r.source), list(r.target), 0, 0, list(r.sure), kind="edinburgh")
            for r in read_jacana(self.data / EDINBURGH)
        ]

    def ists(self) -> list[PairExample]:
        """Return the pairs of iSTS, with the relations of their chunks."""
        return [
            _with_links(record, "ists", words=False)
            for path in ISTS
            for record in read_ists(self.data / path)
        ]

    def texts(self) -> list[str]:
        """Return sentences that people wrote."""
        found = {whole for whole, _ in wiki(self.data)}
        found |= set(self.random.sample(sorted({row[0] for row in snli(self.data).taught}), 1500))
        for record in (*read_jacana(self.data / EDINBURGH), *read_jsonl(SAMPLE)):
            found |= {" ".join(record.source), " ".join(record.target)}
        texts = [text for text in sorted(found) if 8 <= len(text.split()) <= 38]
        self.random.shuffle(texts)
        return texts


def _with_links(record: PairRecord, kind: str, words: bool = True) -> PairExample:
    """Return a record as an example: judgement, word links, and the units of all levels."""
    labels = record.entails, record.entailed
    known = [UNKNOWN if label is None else CLASSES.index(label) for label in labels]
    units: list[UnitPair] = []
    for level in ("words", "phrases", "chunks"):
        for link in record.links(level) or ():
            relation = "restates" if link.relation == "equals" else link.relation
            code = RELATIONS.index("opposes" if link.conflict else relation) if relation else -1
            similar = link.similarity if level == "chunks" else math.nan
            units.append((list(link.source), list(link.target), code, similar))
    links = list(record.sure) if words else None
    return PairExample(
        list(record.source), list(record.target), *known, links=links, units=units, kind=kind
    )


# -- Sentences and what is made of them ------------------------------------------------------------


def gaps(docs: Sequence[Doc], seed: int = 0) -> Iterator[GapExample]:
    """Yield sentences without one of their subtrees of two to twelve words."""
    chance = random.Random(seed)
    for doc in docs:
        units = list(_units(doc))
        for token in chance.sample(units, min(2, len(units))):
            words, (start, end) = [t.text for t in doc], _edges(token)
            yield GapExample(words[start:end], words[:start] + words[end:], start)


def choices(docs: Sequence[Doc], seed: int = 0) -> Iterator[ChoiceExample]:
    """Yield sentences beside what they become by a part lost, repeated, foreign or misplaced."""
    chance = random.Random(seed)
    for doc, other in zip(docs, [*docs[1:], *docs[:1]], strict=True):
        words, units = [t.text for t in doc], list(_units(doc))
        if not units:
            continue
        ways = [_misplaced, _misplaced, _lost, _doubled, _foreign, _cut, _run_on, _turned]
        for way in chance.sample(ways, 2):
            bad = way(doc, other, units, chance)
            if bad is not None and bad != words:
                yield ChoiceExample(words, bad)


def _units(doc: Doc) -> Iterator[Token]:
    for token in doc:
        start, end = _edges(token)
        whole = len(list(token.subtree)) == end - start
        size = end - start
        if token.dep_ not in ("punct", "ROOT") and whole and 1 < size <= min(12, len(doc) - 5):
            yield token


def _edges(token: Token) -> tuple[int, int]:
    return token.left_edge.i, token.right_edge.i + 1


def _misplaced(doc: Doc, other: Doc, units: list[Token], chance: random.Random) -> Words | None:
    """Put a subtree somewhere else."""
    words, (start, end) = [t.text for t in doc], _edges(chance.choice(units))
    rest = words[:start] + words[end:]
    # The ends are left out: adverbials may stand there.
    places = [k for k in range(1, len(rest) - 1) if k != start]
    if not places:
        return None
    place = chance.choice(places)
    return rest[:place] + words[start:end] + rest[place:]


def _lost(doc: Doc, other: Doc, units: list[Token], chance: random.Random) -> Words | None:
    """Leave out the object of a preposition or verb, a subject, or a verb."""
    needed = [t for t in doc if t.dep_ in ("pobj", "dobj", "nsubj", "ROOT", "nsubjpass", "aux")]
    if not needed:
        return None
    token = chance.choice(needed)
    start, end = (token.i, token.i + 1) if token.dep_ in ("ROOT", "aux") else _edges(token)
    words = [t.text for t in doc]
    return words[:start] + words[end:]


def _doubled(doc: Doc, other: Doc, units: list[Token], chance: random.Random) -> Words | None:
    """Say a subtree twice: beside itself, or beside another."""
    words, (start, end) = [t.text for t in doc], _edges(chance.choice(units))
    place = end if chance.random() < 0.5 else _edges(chance.choice(units))[1]
    more = words[start:end]
    return words[:place] + ([","] if chance.random() < 0.3 else []) + more + words[place:]


def _foreign(doc: Doc, other: Doc, units: list[Token], chance: random.Random) -> Words | None:
    """Put a subtree of another sentence anywhere."""
    others = list(_units(other))
    if not others:
        return None
    start, end = _edges(chance.choice(others))
    words, place = [t.text for t in doc], chance.randrange(1, len(doc) - 1)
    return words[:place] + [t.text for t in other[start:end]] + words[place:]


def _cut(doc: Doc, other: Doc, units: list[Token], chance: random.Random) -> Words | None:
    """End a sentence too early, or begin it too late."""
    words = [t.text for t in doc]
    if chance.random() < 0.3:
        return words[chance.randint(2, len(words) // 2) :]
    return [*words[: chance.randint(len(words) // 2, len(words) - 3)], "."]


def _run_on(doc: Doc, other: Doc, units: list[Token], chance: random.Random) -> Words | None:
    """Let a sentence, or its predicate, go on as another."""
    words, more = [t.text for t in doc], [t.text for t in other]
    if words[-1] == ".":
        words = words[:-1]
    root = next((t for t in doc if t.dep_ == "ROOT"), doc[0])
    tail = more if chance.random() < 0.5 else [t.text for t in doc[root.i :]]
    return words + tail


def _turned(doc: Doc, other: Doc, units: list[Token], chance: random.Random) -> Words | None:
    """Exchange two neighbouring runs of words."""
    words = [t.text for t in doc]
    middle = chance.randrange(2, len(words) - 2)
    size = chance.randint(1, 3)
    one, two = words[max(0, middle - size) : middle], words[middle : middle + size]
    return words[: max(0, middle - size)] + two + one + words[middle + size :]


# -- Noise -----------------------------------------------------------------------------------------


def noisy(pair: PairExample, chance: random.Random) -> PairExample:
    """Return a pair as people type: letters exchanged, apostrophes and the last stop missing."""
    source, target = (_mistyped(side, chance) for side in (pair.source, pair.target))
    if pair.links is None and not pair.units and chance.random() < 0.5:
        source, target = _without_stop(source), _without_stop(target)
    return replace(pair, source=source, target=target)


def _mistyped(words: Words, chance: random.Random) -> Words:
    return [_typo(word, chance) if chance.random() < 0.05 else word for word in words]


def _typo(word: str, chance: random.Random) -> str:
    if len(word) < 4 or not word.isalpha():
        return word.replace("'", "").replace("’", "") or word
    k = chance.randrange(1, len(word) - 1)
    way = chance.randrange(3)
    if way == 0:
        return word[:k] + word[k + 1] + word[k] + word[k + 2 :]
    return word[:k] + word[k + 1 :] if way == 1 else word[:k] + word[k] + word[k:]


def _without_stop(words: Words) -> Words:
    return words[:-1] if len(words) > 1 and words[-1] == "." else words
