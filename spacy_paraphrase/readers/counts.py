"""What annotated pairs hold: pairs, words, links by level and relation, judgements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from spacy.language import Language
from spacy.training import Alignment as TokenAlignment

from spacy_paraphrase.alignment import LEVELS, RELATIONS, Level
from spacy_paraphrase.metrics.labels import NLI
from spacy_paraphrase.pair import SIDES
from spacy_paraphrase.readers.records import POSSIBLE, PairRecord


@dataclass
class LevelCounts:
    """The links of one level.

    Attributes:
        pairs: Pairs that were annotated on this level.
        links: Links.
        possible: Links that are only possible.
        conflicts: Links whose sides cannot both be true.
        shared: Links with an end that another link has too.
        relations: Links by relation, "" for none.
        lost: Links with an end that the tokeniser cuts otherwise.
    """

    pairs: int = 0
    links: int = 0
    possible: int = 0
    conflicts: int = 0
    shared: int = 0
    relations: Counter[str] = field(default_factory=Counter)
    lost: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the counts as plain data."""
        return vars(self) | {"relations": {r: self.relations[r] for r in (*RELATIONS, "")}}


@dataclass
class Counts:
    """What a file holds.

    Attributes:
        pairs: Pairs.
        words: Words of the sources and of the targets.
        trees: Pairs with trees.
        levels: The links by level.
        entails: Pairs by what the source says of the target, "" where that is not known.
        entailed: Likewise of what the target says of the source.
    """

    pairs: int = 0
    words: tuple[int, int] = (0, 0)
    trees: int = 0
    levels: dict[Level, LevelCounts] = field(
        default_factory=lambda: {level: LevelCounts() for level in LEVELS}
    )
    entails: Counter[str] = field(default_factory=Counter)
    entailed: Counter[str] = field(default_factory=Counter)

    def to_json(self) -> dict[str, Any]:
        """Return the counts as plain data."""
        judged = {
            name: {label: getattr(self, name)[label] for label in (*NLI, "")}
            for name in ("entails", "entailed")
        }
        levels = {level: counts.to_json() for level, counts in self.levels.items()}
        return vars(self) | {"words": list(self.words), "levels": levels} | judged


def count_records(records: Iterable[PairRecord], nlp: Language) -> Counts:
    """Count what the pairs hold.

    Args:
        records: The pairs.
        nlp: The pipeline whose tokeniser cuts the text of a pair, its words with blanks between,
            to find the links that do not survive that.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase.readers import PairRecord, word_links
        >>> pair = PairRecord("a", ("A", "cat"), ("cats", "don't"), words=word_links([(1, 1)]))
        >>> count_records([pair], spacy.blank("en")).levels["words"].lost
        1
    """
    counts = Counts()
    for record in records:
        counts.pairs += 1
        source, target = counts.words
        counts.words = (source + len(record.source), target + len(record.target))
        counts.trees += record.source_tree is not None
        counts.entails[record.entails or ""] += 1
        counts.entailed[record.entailed or ""] += 1
        kept = [_kept(getattr(record, name), nlp) for name in SIDES]
        for level in LEVELS:
            if record.links(level) is not None:
                _count_level(counts.levels[level], record, level, kept)
    return counts


def _count_level(
    counts: LevelCounts, record: PairRecord, level: Level, kept: list[set[int]]
) -> None:
    links = record.links(level) or ()
    heads = level == "phrases"
    ends = [[getattr(link, f"{name}_head" if heads else name) for name in SIDES] for link in links]
    uses = [Counter(end[side] for end in ends) for side in range(len(SIDES))]
    counts.pairs += 1
    for link, end in zip(links, ends, strict=True):
        counts.links += 1
        counts.possible += link.score <= POSSIBLE
        counts.conflicts += link.conflict
        counts.shared += any(use[unit] > 1 for use, unit in zip(uses, end, strict=True))
        counts.relations[link.relation] += 1
        words = [(unit,) if heads else unit for unit in end]
        counts.lost += any(not kept[side].issuperset(words[side]) for side in range(len(SIDES)))


def _kept(words: tuple[str, ...], nlp: Language) -> set[int]:
    """Return the words that the tokeniser makes one token of, and nothing else with it."""
    tokens = [token.text for token in nlp.make_doc(" ".join(words))]
    to_tokens = TokenAlignment.from_strings(list(words), tokens)
    ours, theirs = to_tokens.x2y, to_tokens.y2x
    return {i for i in range(len(words)) if len(ours[i]) == 1 and len(theirs[int(ours[i][0])]) == 1}
