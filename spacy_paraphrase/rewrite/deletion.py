"""Which words of a sentence may be left out: subtrees by class, with what has to go along.

A subtree may go if it is of a class that a preset names, if its words stand in a row, and if
nothing speaks against it: that it would tear an atomic unit (words written in one, names), that it
is protected by what it says, or that its head needs it (`needs`). Commas go along as they have to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from ..analysis.sentence import Sentence
from ..analysis.valency import Valency, valency
from ..lexicon.index import LexicalIndex, multiword_spans
from ..lexicon.resources import lexical_index
from ..registry import registered
from .lattice import BRACKETS, ENDS
from .needs import Needs

# What words need, as the thresholds of `needs` were set for.
VALENCY = Path(__file__).parent / "data" / "en.valency"
CLASSES = ("adj", "adv", "det", "pp", "clause", "conj")
_DASHES = frozenset(("-", "--", "–", "—"))


class Deletions:
    """What may be left out of a sentence.

    Args:
        needs: What the sentence cannot do without.
        protect: Whether anything is protected, or each word of a class may go.
    """

    def __init__(self, needs: Needs, *, protect: bool = True) -> None:
        self.needs = needs
        self.sentence = needs.sentence
        self.lang = needs.lang
        self.lexicon = needs.lexicon
        self.protect = protect

    def find(self, classes: Collection[str]) -> list[tuple[int, int, str]]:
        """Return what may be left out: start, end, class; in order."""
        found: dict[tuple[int, int], str] = {}
        for start, end, name, node in self._subtrees(classes):
            if self.protect and not (
                self.needs.allow(node, name) and self._is_whole(start, end, node)
            ):
                continue
            for place in self._with_commas(start, end, name, node):
                if place != (0, len(self.sentence)):
                    found.setdefault(place, name)
        for start, end in self._asides() if "clause" in classes else ():
            if not self.protect or self._is_whole(start, end, None):
                found.setdefault((start, end), "clause")
        return sorted((start, end, name) for (start, end), name in found.items())

    def _subtrees(self, classes: Collection[str]) -> Iterator[tuple[int, int, str, int]]:
        """Yield the subtrees of the classes whose words stand in a row."""
        sentence = self.sentence
        for node, label in enumerate(sentence.deps):
            name = next((c for c in classes if label in self.lang.deletable_labels.get(c, ())), "")
            if not name or sentence.heads[node] < 0:
                continue
            tokens = sentence.subtree(node)
            start, end = tokens[0], tokens[-1] + 1
            if name == "conj":
                start = self._with_conjunction(node, start)
            while start < end and self._is_edge_mark(start):
                start += 1
            while start < end and self._is_edge_mark(end - 1):
                end -= 1
            inside = set(tokens)
            if start < end and all(
                t in inside or t < tokens[0] or self._is_mark(t) for t in range(start, end)
            ):
                yield start, end, name, node

    def _with_conjunction(self, node: int, start: int) -> int:
        """Return where the conjunction before a conjunct begins."""
        before = [
            c
            for c in self.sentence.children(self.sentence.heads[node])
            if self.sentence.deps[c] == "cc" and c < start
        ]
        return before[-1] if before and before[-1] + 1 == start else start

    def _is_mark(self, token: int) -> bool:
        return not any(map(str.isalnum, self.sentence.texts[token]))

    def _is_edge_mark(self, token: int) -> bool:
        return self.sentence.texts[token] in {",", ";", ":", "--", "-", "–", "—", *ENDS}

    # -- What holds together -------------------------------------------------------------------

    @cached_property
    def joined(self) -> list[bool]:
        """For each boundary between two tokens whether nothing may part them; n + 1 items."""
        sentence, n = self.sentence, len(self.sentence)
        blanks = sentence.attribute("SPACY").tolist()
        found = [False] * (n + 1)
        for i in range(1, n):
            if not blanks[i - 1]:
                found[i] = not (self._parts(i - 1) or self._parts(i))
            inside = sentence.entities[i] and sentence.entities[i] == sentence.entities[i - 1]
            found[i] = found[i] or bool(inside and sentence.doc[sentence.start + i].ent_iob == 3)
        for i in range(1, n - 1):
            kinds = self._kinds(i - 1)
            around = sentence.entities[i - 1], sentence.entities[i + 1]
            if sentence.texts[i] == "," and kinds.issuperset(around):
                found[i] = found[i + 1] = True  # "Paris, Texas"
        for span in (
            multiword_spans(self.lexicon, sentence.lemmas, sentence.words) if self.lexicon else ()
        ):
            for i in range(span.start + 1, span.end):
                found[i] = True
        return found

    def _kinds(self, token: int) -> frozenset[str]:
        """Return the types of names that may go on with the one of a token behind a comma."""
        lang = self.lang
        if self.sentence.entities[token] in lang.place_entities:
            return lang.place_entities
        return lang.time_entities

    def _parts(self, token: int) -> bool:
        """Return whether a mark may be parted from what it touches: one that ends or encloses."""
        text = self.sentence.texts[token]
        return self._is_mark(token) and (text in ",;:.!?()[]…" or self._is_quote(token))

    def _is_quote(self, token: int) -> bool:
        return bool(self.sentence[token].is_quote)

    @cached_property
    def quoted(self) -> list[bool]:
        """Whether each token is within quotation marks, or one of them."""
        found, inside = [], False
        for token in range(len(self.sentence)):
            double = self._is_quote(token) and self.sentence.texts[token] not in (
                "'",
                "’",
                "‘",
                "`",
            )
            found.append(inside or double)
            inside = inside != double
        return found

    def _is_whole(self, start: int, end: int, node: int | None) -> bool:
        """Return whether a stretch tears nothing: no unit, no name, no quotation, no brackets."""
        sentence = self.sentence
        if self.joined[start] or self.joined[end] or any(self.quoted[start:end]):
            return False
        ends = end >= len(sentence) or self._is_edge_mark(end)
        if start > 0 and ends and (self._joins(start - 1) or sentence.pos[start - 1] == "ADP"):
            return False  # nothing would be left to join
        if (
            start > 0
            and sentence.texts[start - 1] in BRACKETS
            and self._is_mark(min(end, len(sentence) - 1))
        ):
            return False  # what stands in brackets goes with them
        for text, closing in BRACKETS.items():
            inside = sentence.texts[start:end]
            if inside.count(text) != inside.count(closing):
                return False
        outside = [t for t in range(len(sentence)) if not start <= t < end]
        # Nothing that stays may hang on what goes, but for marks.
        return not any(start <= sentence.heads[t] < end and not self._is_mark(t) for t in outside)

    # -- Commas --------------------------------------------------------------------------------

    def _with_commas(self, start: int, end: int, name: str, node: int) -> Iterator[tuple[int, int]]:
        """Yield a stretch with the commas that go along."""
        sentence, n = self.sentence, len(self.sentence)
        texts = sentence.texts
        before = start > 0 and texts[start - 1] == ","
        behind = end < n and texts[end] == ","
        last = end >= n or texts[end] in ENDS
        dash = start > 0 and texts[start - 1] in _DASHES
        if start == 0:
            yield (0, end + 1) if behind else (0, end)
        elif dash:
            if last or texts[end] in _DASHES:
                yield start - 1, end + (not last)
        elif before and (behind or last):
            if sentence.deps[node] in self.lang.aside_labels and not self._continues(end, node):
                yield start - 1, end + behind
            else:
                yield start - 1, end
        elif before and name == "conj":
            yield start - 1, end
        elif behind and texts[start] != "," and ("," in texts[start:end] or self._joins(start - 1)):
            yield start, end + 1  # it closes what a comma within has opened
        else:
            yield start, end

    def _joins(self, token: int) -> bool:
        """Return whether a token only joins clauses: "that", "and"."""
        return self.sentence.pos[token] in ("SCONJ", "CCONJ")

    def _continues(self, comma: int, node: int) -> bool:
        """Return whether a comma parts a clause or a member of a list from what follows too."""
        sentence = self.sentence
        behind = comma + 1
        if sentence.texts[comma : comma + 1] != [","] or behind >= len(sentence):
            return False
        reported = sentence.lemmas[behind] in self.lang.reporting_verbs
        reported = reported and behind in self._above_complement(node)
        relative = sentence.tags[behind] in self.lang.wh_tags
        return reported or relative or sentence.deps[behind] == "cc"

    def _above_complement(self, node: int) -> set[int]:
        """Return the words above a node whose complement it stands in."""
        sentence, found = self.sentence, set()
        while node >= 0:
            if sentence.deps[node] in self.lang.finite_complement_labels:
                found.add(sentence.heads[node])
            node = sentence.heads[node]
        return found

    def _asides(self) -> Iterator[tuple[int, int]]:
        """Yield what stands in brackets, with them."""
        opened: list[int] = []
        for i, text in enumerate(self.sentence.texts):
            if text in BRACKETS:
                opened.append(i)
            elif text in BRACKETS.values() and opened:
                start = opened.pop()
                if start > 0 and not opened:
                    yield start, i + 1


def deletable(
    sentence: Sentence,
    classes: Collection[str] = CLASSES[:-1],
    *,
    valency: Valency | None = None,
    lexicon: LexicalIndex | None = None,
    protect: bool = True,
    fragments: bool = False,
) -> list[tuple[int, int, str]]:
    """Return what may be left out of a sentence: start, end, class; in order.

    Args:
        sentence: The sentence, parsed.
        classes: Some of `CLASSES`.
        valency: What words need.
        lexicon: The lexical index, for terms of several words.
        protect: False for each word of the classes, whatever it says (section 16, test 14).
        fragments: Whether every determiner may go.
    """
    needs = Needs(sentence, valency, lexicon, fragments=fragments)
    return Deletions(needs, protect=protect).find(classes)


Subtrees: TypeAlias = Callable[[Sentence, Sequence[str]], list[tuple[int, int, str]]]


class SubtreeDeletion:
    """Finds what may be left out, with the knowledge there is of a language (`deletable`).

    Args:
        protect: Whether anything is protected.
        fragments: Whether every determiner may go, as in headlines.
        lexicon: The lexical index, for terms of several words; that of the language by default.
    """

    def __init__(
        self, *, protect: bool = True, fragments: bool = False, lexicon: LexicalIndex | None = None
    ) -> None:
        self.protect = protect
        self.fragments = fragments
        self.lexicon = lexicon

    def __call__(self, sentence: Sentence, classes: Sequence[str]) -> list[tuple[int, int, str]]:
        """Return what may be left out of a sentence: start, end, class; in order."""
        return deletable(
            sentence,
            classes,
            valency=valency(VALENCY) if sentence.lang.code == "en" else None,
            lexicon=self.lexicon or lexical_index(sentence.lang.code),
            protect=self.protect,
            fragments=self.fragments,
        )


@registered("SubtreeDeletion.v1")
def make_subtree_deletion(protect: bool = True, fragments: bool = False) -> Subtrees:
    """Return what finds the subtrees that may be left out."""
    return SubtreeDeletion(protect=protect, fragments=fragments)
