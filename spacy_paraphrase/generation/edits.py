"""Edits between two sentences: deletions, insertions, substitutions, moves.

Marsi, Krahmer, Hendrickx and Daelemans 2009, *Is sentence compression an NLG task?*: edits are
counted from word links, ignoring punctuation and case; reordered words are not edits, but set a
flag. Counts by part of speech follow Napoles 2018, *Monolingual sentence rewriting as machine
translation*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import fsum
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from rapidfuzz.distance import LCSseq, Levenshtein
from spacy.tokens import Doc

from ..analysis.sentence import Sentence, sentences
from ..errors import ParaphraseError
from ..pairs.alignment import read_links
from ..pairs.pair import SIDES

_LEVEL = "word_alignment"
# The figures in the summary of a corpus.
NUMBERS = (
    *("del", "ins", "sub", "match", "moves", "distance", "reorder", "subsequence"),
    *("rate_tokens", "rate_chars", "levenshtein_tokens", "levenshtein_chars"),
)


class WordLink(NamedTuple):
    """A link between a source word and a target word, each as an index from 0 in its side.

    Attributes:
        source: The source word.
        target: The target word.
        score: Its confidence: of links that share a word, the one with the highest score is kept.
        relation: The relation of the words, "" if unknown.
    """

    source: int
    target: int
    score: float = 1.0
    relation: str = ""


@dataclass(frozen=True)
class EditProfile:
    """The edits of a pair, counted in words without punctuation.

    Counts by label have the keys "del" and "ins", each with counts by label, and "sub" with counts
    by two labels, such as "VERB>NOUN".

    Attributes:
        deletions: Source words without a link.
        insertions: Target words without a link.
        substitutions: Linked words that differ.
        matches: Linked words that are the same.
        moves: The minimum number of linked words that must move to restore the order.
        n_source: Number of words of the source.
        n_target: Number of words of the target.
        chars_source: Number of characters of the source, including spaces.
        chars_target: Number of characters of the target, including spaces.
        levenshtein_tokens: Levenshtein distance in words.
        levenshtein_chars: Levenshtein distance in characters.
        by_pos: Edits by part of speech, including matches whose part of speech changed.
        by_tag: These edits by fine-grained tag.
        by_dep: These edits by dependency label.
        morph: Substitutions that are "inflection" (another form of one lemma), "same tag" (another
            word) or "other tag".
        words: Substitutions that shorten a word: "digits" for a number word, an "abbreviation", a
            "symbol", a part of a "compound".
        relations: Linked words by their relation.
    """

    deletions: int
    insertions: int
    substitutions: int
    matches: int
    moves: int
    n_source: int
    n_target: int
    chars_source: int
    chars_target: int
    levenshtein_tokens: int = 0
    levenshtein_chars: int = 0
    by_pos: dict[str, dict[str, int]] = field(default_factory=dict)
    by_tag: dict[str, dict[str, int]] = field(default_factory=dict)
    by_dep: dict[str, dict[str, int]] = field(default_factory=dict)
    morph: dict[str, int] = field(default_factory=dict)
    words: dict[str, int] = field(default_factory=dict)
    relations: dict[str, int] = field(default_factory=dict)

    @property
    def reorder(self) -> bool:
        """Whether links cross."""
        return self.moves > 0

    @property
    def distance(self) -> int:
        """The number of edits, without moves."""
        return self.deletions + self.insertions + self.substitutions

    @property
    def subsequence(self) -> bool:
        """Whether the target results from the source by deletions only."""
        return not (self.insertions or self.substitutions or self.reorder)

    @property
    def rate_tokens(self) -> float | None:
        """Ratio of target words to source words; None for a source without words."""
        return self.n_target / self.n_source if self.n_source else None

    @property
    def rate_chars(self) -> float | None:
        """Ratio of target characters to source characters; None for an empty source."""
        return self.chars_target / self.chars_source if self.chars_source else None

    def _figures(self) -> dict[str, float | None]:
        """Return the figures by name; flags are bools, a rate that is not defined is None."""
        values = (
            *(self.deletions, self.insertions, self.substitutions, self.matches, self.moves),
            *(self.distance, self.reorder, self.subsequence, self.rate_tokens, self.rate_chars),
            *(self.levenshtein_tokens, self.levenshtein_chars),
        )
        return dict(zip(NUMBERS, values, strict=True))

    def numbers(self) -> dict[str, float]:
        """Return the figures by name, flags as 0 or 1, without undefined rates."""
        return {name: float(value) for name, value in self._figures().items() if value is not None}

    def to_json(self) -> dict[str, Any]:
        """Return the profile as plain data."""
        figures = self._figures()
        rates = {name: figures.pop(name) for name in ("rate_tokens", "rate_chars")}
        rounded = {name: value and round(value, 4) for name, value in rates.items()}
        names = ("by_pos", "by_tag", "by_dep", "morph", "words", "relations")
        return {**figures, **rounded, **{name: getattr(self, name) for name in names}}


def profile(source: Sentence, target: Sentence, links: Iterable[WordLink]) -> EditProfile:
    """Return the edits between two sides with linked words.

    Args:
        source: The source.
        target: The target.
        links: Word links; of links that share a word, the one with the highest score is kept, and
            among equal scores a link of identical words.

    Raises:
        ParaphraseError: P205 if a link points outside a side.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase.analysis.sentence import Sentence
        >>> sides = [spacy.blank("en")(text)[:] for text in ("The old man left.", "A man left.")]
        >>> found = profile(*map(Sentence, sides), [WordLink(2, 1), WordLink(3, 2)])
        >>> found.deletions, found.insertions, found.subsequence
        (2, 1, False)
    """
    pairs = _spoken_pairs(source, target, links)
    order = [pair.target for pair in sorted(pairs)]
    edits = _edits(source, target, pairs)
    labels = source.annotations, target.annotations
    words = [source.words[i] for i in source.spoken], [target.words[j] for j in target.spoken]
    texts = source.span.text, target.span.text
    shortened = (_shortened(source, target, i, j) for i, j in edits.changed)
    return EditProfile(
        deletions=len(edits.deleted),
        insertions=len(edits.inserted),
        substitutions=len(edits.changed),
        matches=len(edits.same),
        moves=LCSseq.distance(order, sorted(order)),  # all but a longest increasing subsequence
        n_source=len(words[0]),
        n_target=len(words[1]),
        chars_source=len(texts[0]),
        chars_target=len(texts[1]),
        levenshtein_tokens=Levenshtein.distance(*words),
        levenshtein_chars=Levenshtein.distance(*map(str.lower, texts)),
        by_pos=edits.by_label(*(each["pos"] for each in labels)),
        by_tag=edits.by_label(*(each["tag"] for each in labels)),
        by_dep=edits.by_label(*(each["dep"] for each in labels)),
        morph=_counts(_morph(source, target, i, j) for i, j in edits.changed),
        words=_counts(filter(None, shortened)),
        relations=_counts(pair.relation for pair in pairs if pair.relation),
    )


class _Edits(NamedTuple):
    """The deleted and inserted words, and the linked pairs that differ or are the same."""

    deleted: list[int]
    inserted: list[int]
    changed: list[tuple[int, int]]
    same: list[tuple[int, int]]

    def by_label(self, source: Sequence[str], target: Sequence[str]) -> dict[str, dict[str, int]]:
        """Return edits by the labels of their words, ignoring words without labels."""
        if not any(source) or not any(target):
            return {}
        changed, same = (
            [(source[i], target[j]) for i, j in pairs] for pairs in (self.changed, self.same)
        )
        return {
            "del": _counts(source[i] for i in self.deleted),
            "ins": _counts(target[j] for j in self.inserted),
            "sub": _counts(map(">".join, changed)),
            "match": _counts(f"{one}>{other}" for one, other in same if one != other),
        }


def _edits(source: Sentence, target: Sentence, pairs: Sequence[WordLink]) -> _Edits:
    linked = [(pair.source, pair.target) for pair in pairs]
    same = [(i, j) for i, j in linked if source.words[i] == target.words[j]]
    return _Edits(
        sorted(set(source.spoken).difference(i for i, _ in linked)),
        sorted(set(target.spoken).difference(j for _, j in linked)),
        [pair for pair in linked if pair not in same],
        same,
    )


def edit_profile(doc: Doc) -> EditProfile:
    """Return the edits of an aligned pair (the getter of `doc._.edits`).

    Raises:
        ParaphraseError: P004 if the Doc has no pair, P017 if its words are not linked.
    """
    source, target = sentences(doc)
    if _LEVEL not in doc.spans:
        raise ParaphraseError("P017", name="edit_profile", text=doc.text)
    links = [
        WordLink(i - source.start, j - target.start, link.score, link.relation)
        for link in read_links(doc, "words")
        for i, j in product(
            range(link.source.start, link.source.end), range(link.target.start, link.target.end)
        )
    ]
    return profile(source, target, links)


def _spoken_pairs(source: Sentence, target: Sentence, links: Iterable[WordLink]) -> list[WordLink]:
    """Return one-to-one links, not of punctuation; prefer high scores, then identical words."""

    def order(link: WordLink) -> tuple[float, bool, int, int, int]:
        i, j, score, _ = link
        return -score, source.words[i] != target.words[j], abs(i - j), i, j

    given = list(links)
    for link in given:
        for name, side, index in zip(SIDES, (source, target), link[:2], strict=True):
            if not 0 <= index < len(side):
                raise ParaphraseError("P205", side=name, got=index, length=len(side))
    chosen: dict[int, WordLink] = {}
    taken: set[int] = set()
    for link in sorted(given, key=order):
        if link.source not in chosen and link.target not in taken:
            chosen[link.source] = link
            taken.add(link.target)
    own, other = set(source.spoken), set(target.spoken)
    return [link for link in chosen.values() if link.source in own and link.target in other]


def _counts(items: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(items).items()))


def _morph(source: Sentence, target: Sentence, i: int, j: int) -> str:
    if source.lemmas[i] == target.lemmas[j]:
        return "inflection"
    same = source.annotations["tag"][i] == target.annotations["tag"][j]
    return "same tag" if same else "other tag"


def _shortened(source: Sentence, target: Sentence, i: int, j: int) -> str:
    """Return the kind of shortening of a word, "" for none."""
    long, short = source.words[i], target.words[j]
    letters = short.replace(".", "")
    if len(short) >= len(long) or not letters:
        return ""
    if any(map(str.isdigit, short)):
        return "digits" if long.isalpha() and source.attribute("LIKE_NUM")[i] else ""
    if not any(map(str.isalnum, short)):
        return "symbol"
    capitals = len(letters) > 1 and target.texts[j].replace(".", "").isupper()
    if (short.endswith(".") or capitals) and _within(letters, long):
        return "abbreviation"
    part = len(short) > 2 and (long.startswith(short) or long.endswith(short))
    return "compound" if part and source.lemmas[i] != target.lemmas[j] else ""


def _within(letters: str, word: str) -> bool:
    """Return whether a word begins with the first of some letters, and has all in their order."""
    rest = iter(word)
    return word.startswith(letters[0]) and all(letter in rest for letter in letters)


# -- Many pairs ------------------------------------------------------------------------------------


class Summary(NamedTuple):
    """Summary statistics of a figure over many pairs.

    Attributes:
        least: The minimum.
        greatest: The maximum.
        sum: The sum of all values.
        mean: The mean.
        sd: The standard deviation.
        share: Share of the pairs with a value other than 0.
    """

    least: float
    greatest: float
    sum: float
    mean: float
    sd: float
    share: float


def summary_of(rows: Iterable[Mapping[str, float]]) -> dict[str, Summary]:
    """Summarise the figures of many pairs by name (`NUMBERS`); empty without pairs.

    Args:
        rows: The figures of each pair by name, from `EditProfile.numbers` or JSON.

    Example:
        >>> pairs = [EditProfile(k, 0, 0, 3, 0, 3 + k, 3, 20, 15) for k in (0, 2)]
        >>> summary_of(pair.numbers() for pair in pairs)["del"]
        Summary(least=0.0, greatest=2.0, sum=2.0, mean=1.0, sd=1.0, share=0.5)
    """
    columns: dict[str, list[float]] = {}
    for row in rows:
        for name in NUMBERS:
            if row.get(name) is not None:
                columns.setdefault(name, []).append(float(row[name]))
    return {
        name: Summary(
            min(values),
            max(values),
            fsum(values),
            fmean(values),
            pstdev(values),
            sum(value != 0 for value in values) / len(values),
        )
        for name, values in columns.items()
    }
