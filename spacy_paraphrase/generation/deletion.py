"""Deletions: the subtrees of a sentence that may be deleted, by class.

A subtree may be deleted if its class is in the preset and its words are contiguous, unless the
deletion would split an atomic unit (words written as one, names), its meaning is protected, or its
head needs it (`analysis.omission`). Commas around it are deleted if necessary.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TypeAlias

from ..analysis import cohesion
from ..analysis.omission import DASHES, ENDS, Omissions
from ..analysis.sentence import Sentence
from ..analysis.valency import valency
from ..lang import LanguageData
from ..lexicon.index import LexicalIndex, groups, multiword_spans
from ..lexicon.resources import lexical_index
from ..registry import PROPOSERS, registered
from .draft import PAIRS

# The dependents that words need; the thresholds of `analysis.omission` were tuned for this file.
VALENCY = Path(__file__).parent / "data" / "en.valency"
CLASSES = ("adj", "adv", "det", "pp", "clause", "conj")
_EDGES = DASHES | ENDS | {",", ";", ":"}

Stretch: TypeAlias = tuple[int, int]


@dataclass
class _Deletions:
    """The deletable spans of a sentence.

    Attributes:
        omissions: The omissible constituents of the sentence.
        lexicon: The lexical index, for terms of several words.
        protect: Whether words are protected by their meaning; False to delete all words of a class.
    """

    omissions: Omissions
    lexicon: LexicalIndex | None
    protect: bool

    @property
    def sentence(self) -> Sentence:
        return self.omissions.sentence

    def find(self, classes: Collection[str]) -> list[tuple[int, int, str]]:
        """Return the deletable spans in order: start, end, class."""
        found: dict[Stretch, str] = {}
        for node, name in self.omissions.candidates(classes):
            stretch = self._stretch(node, name)
            if stretch is None or (self.protect and not self.omissions.may_go(node, name)):
                continue
            if self.protect and not self._is_whole(*stretch):
                continue
            place = self._with_commas(*stretch, name, node)
            if place is not None and place != (0, len(self.sentence)):
                found.setdefault(place, name)
        for stretch in self._asides() if "clause" in classes else ():
            if not self.protect or self._is_whole(*stretch):
                found.setdefault(stretch, "clause")
        return sorted((start, end, name) for (start, end), name in found.items())

    def _stretch(self, node: int, name: str) -> Stretch | None:
        """Return a subtree without punctuation at its edges, if its words are contiguous."""
        tokens = self.sentence.subtree(node)
        start, end = tokens[0], tokens[-1] + 1
        if name == "conj":
            start = cohesion.with_conjunction(self.sentence, node, start)
        while start < end and self.sentence.texts[start] in _EDGES:
            start += 1
        while start < end and self.sentence.texts[end - 1] in _EDGES:
            end -= 1
        others = set(range(max(start, tokens[0]), end)).difference(tokens)
        in_a_row = all(cohesion.is_mark(self.sentence, t) for t in others)
        return (start, end) if start < end and in_a_row else None

    # -- Atomic units --------------------------------------------------------------------------

    @cached_property
    def _unparted(self) -> list[bool]:
        """For each boundary between two tokens, whether these must not be separated."""
        sentence, index = self.sentence, self.lexicon
        terms = multiword_spans(index, sentence.lemmas, sentence.words) if index else ()
        return cohesion.unparted(sentence, [range(term.start, term.end) for term in terms])

    def _is_whole(self, start: int, end: int) -> bool:
        """Return whether a deletion splits no unit, name, quotation or pair of brackets."""
        quoted = self.sentence.once(cohesion.quoted)
        if self._unparted[start] or self._unparted[end] or any(quoted[start:end]):
            return False
        if end == len(quoted) and self.sentence.texts[-1][-1] in ENDS:
            return False  # an abbreviation whose period ends the sentence
        if start > 0 and self._strands(start - 1, end):
            return False
        inside = self.sentence.texts[start:end]
        if any(inside.count(text) != inside.count(closing) for text, closing in PAIRS.items()):
            return False
        return not cohesion.is_depended_on(self.sentence, start, end)

    def _strands(self, before: int, end: int) -> bool:
        """Return whether a word or bracket before a stretch would lose all that must follow it."""
        sentence, last = self.sentence, len(self.sentence) - 1
        ends = end > last or sentence.texts[end] in _EDGES
        if ends and cohesion.waits_for_more(sentence, before):
            return True
        return sentence.texts[before] in PAIRS and cohesion.is_mark(sentence, min(end, last))

    # -- Commas --------------------------------------------------------------------------------

    def _with_commas(self, start: int, end: int, name: str, node: int) -> Stretch | None:
        """Return a stretch with the commas to delete with it; None if it cannot be deleted."""
        sentence, texts = self.sentence, self.sentence.texts
        behind = texts[end : end + 1] == [","]
        if start == 0:
            return 0, end + behind
        if texts[start - 1] in DASHES:
            return self._with_dashes(start, end)
        listed = name == "adj" and cohesion.is_listed(sentence, node)
        owned = behind and not listed and cohesion.owns_comma(sentence, node, end)
        if texts[start - 1] != ",":
            closes = owned and self._opens_comma(start, end)
            return start, end + (closes or (behind and listed))
        if owned:
            return start - 1, end + (not cohesion.needs_comma(sentence, node, start, end))
        return start - (listed or name == "conj" or behind or self._is_last(end)), end

    def _with_dashes(self, start: int, end: int) -> Stretch | None:
        """Return a stretch after a dash with both dashes; None if another does not close it."""
        last = self._is_last(end)
        closed = last or self.sentence.texts[end] in DASHES
        return (start - 1, end + (not last)) if closed else None

    def _is_last(self, end: int) -> bool:
        """Return whether nothing but the end of the sentence follows."""
        return end == len(self.sentence) or self.sentence.texts[end] in ENDS

    def _opens_comma(self, start: int, end: int) -> bool:
        """Return whether the comma after a stretch closes what a comma inside it opens."""
        texts = self.sentence.texts
        inside = "," in texts[start:end] or cohesion.joins_clauses(self.sentence, start - 1)
        return texts[start] != "," and inside

    def _asides(self) -> Iterator[Stretch]:
        opened: list[int] = []
        for i, text in enumerate(self.sentence.texts):
            if text in PAIRS:
                opened.append(i)
            elif text in PAIRS.values() and opened:
                start = opened.pop()
                if start > 0 and not opened:
                    yield start, i + 1


@lru_cache(maxsize=4)
def _weakening(lang: LanguageData, lexicon: LexicalIndex | None) -> frozenset[str]:
    """Return adverbs that weaken a statement: "usually", "mostly", "partly"."""
    # These are all but the strongest adverb of each scale, and their synonyms.
    weak = {word for scale in lang.horn_scales for word in scale[1:]}
    if lexicon is None:
        return frozenset(weak)
    senses = {sense for word in weak for sense in lexicon.synsets(word, "ADV", 1)}
    same = {
        lemma
        for entry, lemma in enumerate(lexicon.lemmas)
        if senses.intersection(lexicon.senses.row(entry)[:1])
    }
    known = groups(lang.code)
    numbers = {number for word in weak | same for number in known.get((word, "r"), ())}
    same |= {word for (word, pos), some in known.items() if pos == "r" and numbers & some}
    return frozenset(weak | same)


Subtrees: TypeAlias = Callable[[Sentence, Sequence[str]], list[tuple[int, int, str]]]


@dataclass(kw_only=True)
class SubtreeDeletion:
    """Finds the deletable spans of parsed sentences.

    Attributes:
        protect: Whether words are protected by their meaning; False to delete any word of the
            classes.
        fragments: Whether every determiner may be deleted, as in headlines.
        lexicon: The lexical index, for multi-word terms; by default that of the language.
    """

    protect: bool = True
    fragments: bool = False
    lexicon: LexicalIndex | None = None

    def __call__(self, sentence: Sentence, classes: Sequence[str]) -> list[tuple[int, int, str]]:
        """Return the deletable spans in order: start, end, class (one of `CLASSES`)."""
        lang = sentence.lang
        lexicon = self.lexicon or lexical_index(lang.code)
        counts = valency(VALENCY) if lang.code == "en" else None
        weakening = _weakening(lang, lexicon)
        omissions = Omissions(sentence, counts, weakening, fragments=self.fragments)
        return _Deletions(omissions, lexicon, self.protect).find(classes)


@registered("SubtreeDeletion.v1", PROPOSERS)
def make_subtree_deletion(protect: bool = True, fragments: bool = False) -> Subtrees:
    """Return the finder of deletable subtrees."""
    return SubtreeDeletion(protect=protect, fragments=fragments)
