"""How explanations quote the words of a pair: which are significant, and in which phrases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, combinations, groupby, product
from typing import NamedTuple

from ..analysis.arguments import OBLIQUE
from ..analysis.logical_places import CORE, KIND, WordPlace, conjuncts
from ..analysis.quantities import Quantity
from ..analysis.reading import Analysis, analyse
from ..analysis.scope_extent import (
    ADDITION,
    APPROXIMATION,
    DENIAL,
    EXCEPTION,
    LIMIT,
    RESTRICTION,
    TRUTH,
)
from ..analysis.sentence import sentences
from ..analysis.word_kinds import JOINTS
from ..lang import LanguageData
from ..lexicon.lexical_units import LexicalUnit, units
from ..lexicon.resources import lexical_index
from ..lexicon.spelling import variant
from ..pairs.alignment import Alignment, Link
from .entailment import is_hedge
from .lexical import word_relation
from .paired_quantities import paired_amounts, read_together

# The greatest number of words of a unit that is quoted for a conflict.
LONGEST = 8
# Categories of words that are trimmed from both edges of a quoted run, and from its end.
_EDGES = frozenset(
    ("determiner", "auxiliary", "conjunction", "pronoun", "particle", "mark", "space")
)
_ENDS = _EDGES | {"preposition", "subordinator"}
# Categories of words that may stand for each other in one place.
_NOMINAL = frozenset(("noun", "name", "number", "adjective"))
# Kinds of operators whose words are quoted.
_TELLING = frozenset((LIMIT, RESTRICTION, ADDITION, APPROXIMATION, EXCEPTION, DENIAL, TRUTH))


class LinkedWords(NamedTuple):
    """A word link for an explanation: the places of its words, and their relation.

    Attributes:
        link: The link.
        places: Its source and its target words.
        roots: The heads of its source and target words.
        evidence: As in `Statement`.
        same: Whether they are forms or spellings of one word, or have the same value.
    """

    link: Link
    places: tuple[list[int], list[int]]
    roots: tuple[int, int]
    evidence: str
    same: bool


class QuotedWords:
    """The words of a pair and their links, in the form in which they are quoted.

    Tokens are given by side and index within the side; side 0 is the source.

    Args:
        alignment: The alignment of the pair.
    """

    def __init__(self, alignment: Alignment) -> None:
        self.alignment = alignment
        self.sides = sentences(alignment.doc)
        self.read = [analyse(side) for side in self.sides]
        self.words = self._read_words()
        cells = [cell for words in self.words for cell in product(*words.places)]
        self.counts: tuple[dict[int, Quantity], dict[int, Quantity]] = ({}, {})
        if self.sides[0].lang.known:
            self.counts = read_together((self.read[0], self.read[1]), cells)
        self.amounts = paired_amounts(*self.counts, cells)
        # The tokens that are in a statement.
        self.done: tuple[set[int], set[int]] = (set(), set())
        # The tokens with links, but for those of which only one word can be told: "out", "closed".
        self.linked: tuple[set[int], set[int]] = (set(), set())
        # The target words that are the same as each source word, or forms of it.
        self.same: dict[int, set[int]] = {}
        for words in self.words:
            told = {any(self.news[k][i] for i in some) for k, some in enumerate(words.places)}
            for linked, places in zip(self.linked, words.places, strict=True):
                linked.update(places if words.same or len(told) == 1 else ())
            for i in words.places[0] if words.same else ():
                self.same.setdefault(i, set()).update(words.places[1])

    @cached_property
    def units(self) -> list[dict[int, LexicalUnit]]:
        """The multi-token words of both sides, by each of their tokens."""
        index = lexical_index(self.alignment.doc.lang_)
        return [units(index, side) if index is not None else {} for side in self.sides]

    def _read_words(self) -> list[LinkedWords]:
        """Return the word links; links of one word with several words are one link."""
        index, found = lexical_index(self.alignment.doc.lang_), []
        source, target = self.sides
        for links in _joined_links(self.alignment.words):
            places = [self._places(link) for link in links]
            inside = [sorted({i for some in places for i in some[k]}) for k in range(2)]
            link = links[0]
            if len(links) > 1:
                link = max(links, key=lambda each: self._has_roots(each, inside))
            i, j = self._roots(link)
            evidence = word_relation(index, source, i, target, j)
            differs = link.conflict or link.relation not in ("", "equals", "restates")
            same = not differs and (evidence == "same" or _is_spelt_alike(link, source.lang))
            found.append(LinkedWords(link, (inside[0], inside[1]), (i, j), evidence, same))
        return found

    def _has_roots(self, link: Link, inside: Sequence[Sequence[int]]) -> int:
        """Return on how many sides a link has the head of all linked words."""
        spans = self.alignment.source, self.alignment.target
        return sum(
            own == span[some[0] : some[-1] + 1].root.i - span.start
            for own, span, some in zip(self._roots(link), spans, inside, strict=True)
        )

    def _places(self, link: Link) -> tuple[list[int], list[int]]:
        source, target = self.sides
        return (
            [token.i - source.start for token in link.source_tokens],
            [token.i - target.start for token in link.target_tokens],
        )

    def _roots(self, link: Link) -> tuple[int, int]:
        source, target = self.sides
        return link.source.root.i - source.start, link.target.root.i - target.start

    @cached_property
    def operator(self) -> tuple[dict[int, str], dict[int, str]]:
        """The operator that reverses entailment at each token of each side, as written."""
        found: tuple[dict[int, str], dict[int, str]] = ({}, {})
        for read, words in zip(self.read, found, strict=True):
            reach: dict[int, list[list[int]]] = {}
            for op in read.scopes:
                if not op.non_monotone:
                    for i in op.reach:
                        reach.setdefault(i, []).append(sorted((op.token, *op.words)))
            words |= {i: joined(read, ops[-1]) for i, ops in reach.items() if len(ops) % 2}
        return found

    @cached_property
    def news(self) -> list[list[bool]]:
        """Whether each token of each side is worth a statement if it has no counterpart."""
        found = []
        for read, counts in zip(self.read, self.counts, strict=True):
            telling = _telling(read, counts.values())
            found.append(
                [
                    (word.informative and not word.clitic)
                    or (i in telling and not read.sentence[i].is_punct)
                    or is_hedge(word.lemma, read.lang)
                    for i, word in enumerate(read.words)
                ]
            )
        for words in self.words:
            if not words.same or max(map(len, words.places)) > 1:
                continue
            (i,), (j,) = words.places
            values = found[0][i], found[1][j]
            functional = self.read[0].words[i].category == "preposition"
            found[0][i] = found[1][j] = all(values) if functional else any(values)
        return found

    def _exchanged(self) -> Iterator[tuple[list[list[int]], str]]:
        """Yield the tokens of two words with exchanged roles at one head: "flew from A to B"."""
        for one, two in combinations((place for place in self.read[0].places if place.sure), 2):
            slots = one.slot, two.slot
            if one.of != two.of or slots[0] == slots[1] or one.word == two.word:
                continue
            if self._is_mutual(one.of, slots):
                continue
            others = self._by_same_word(one, slots[1]), self._by_same_word(two, slots[0])
            if all(others):
                shown = [self._placed(0, one, two), self._placed(1, others[1][0], others[0][0])]
                yield shown, "roles" if CORE.issuperset(slots) else ""

    def _is_mutual(self, of: int, slots: tuple[str, str]) -> bool:
        """Return whether an exchange of two roles keeps the meaning: "Ann met Ben", "A and B"."""
        lang = self.sides[0].lang
        mutual = self.read[0].words[of].lemma in lang.mutual_verbs
        return mutual or not lang.symmetric_conjunctions.isdisjoint(slots)

    def _by_same_word(self, mine: WordPlace, slot: str) -> list[WordPlace]:
        """Return the target places in a slot that have the same words as a source place."""
        theirs = (p for j in self.same.get(mine.of, ()) for p in self.read[1].places_at(j))
        words = self.same.get(mine.word, ())
        return [p for p in theirs if p.sure and p.word in words and p.slot == slot]

    def _turned(self) -> Iterator[tuple[list[list[int]], str]]:
        """Yield the tokens of two words with exchanged head and dependent."""
        # Examples: "a house boat" and "a boat house", "friend of a sister" and "sister of a
        # friend".
        source, target = self.read
        for one in source.places:
            name = "name" in (source.words[one.word].category, source.words[one.of].category)
            if not one.sure or one.role not in ((OBLIQUE,) if name else (KIND, OBLIQUE)):
                continue
            for j in self.same.get(one.of, ()):
                for other in target.places_of(j):
                    turned = other.of in self.same.get(one.word, ())
                    if turned and other.sure and other.slot == one.slot:
                        yield [self._placed(0, one), self._placed(1, other)], ""

    def _placed(self, k: int, *places: WordPlace) -> list[int]:
        """Return the tokens of some places, including the words between them if they are near."""
        found = {t for p in places for t in (p.of, *range(min(p.top, p.word), p.word + 1))}
        if max(found) - min(found) < LONGEST:
            return self._trimmed(k, range(min(found), max(found) + 1))
        return sorted(found)

    def _in_one_place(self) -> Iterator[tuple[int, int]]:
        """Yield words that differ in one place of two linked words: "to Rome", "to Bern"."""
        heads = {cell for words in self.words for cell in product(*words.places)}
        cells = {
            (one.word, other.word)
            for (what, one), (what2, other) in product(*map(self._lone_places, range(2)))
            if what == what2 and (one.of, other.of) in heads
        }
        rows, columns = (Counter(cell[k] for cell in cells) for k in range(2))
        yield from (cell for cell in sorted(cells) if rows[cell[0]] == columns[cell[1]] == 1)

    def _without_conjuncts(self, k: int, i: int) -> set[int]:
        """Return the phrase of a word, without the words that are coordinated with it."""
        read = self.read[k]
        others = [t for each in conjuncts(read.syntax, i) if each != i for t in read.phrase(each)]
        return {*read.phrase(i)}.difference(others)

    def _lone_places(self, k: int) -> list[tuple[tuple[str, str], WordPlace]]:
        """Return the places of words without a counterpart, by the name of the place and category.

        The words are significant nouns, names, numbers and adjectives.
        """
        words = self.read[k].words
        return [
            ((each.slot, words[each.word].category), each)
            for each in self.read[k].places
            if each.sure and self.news[k][each.word] and each.word not in self.linked[k]
            if words[each.word].category in _NOMINAL
        ]

    def _texts(self, shown: Sequence[Sequence[int]]) -> list[str]:
        return list(map(joined, self.read, shown))

    def _whole(self, k: int, tokens: Sequence[int]) -> list[int]:
        """Return tokens with the other tokens of their words, except those in other statements."""
        # A verb includes its particle and negation, and a word of several tokens is quoted whole:
        # "passed away".
        read, found, taken = self.read[k], set(tokens), self.done[k] | self.linked[k]
        for i in tokens:
            denials, parts = denying(read, i) - taken, {*completing(read, i)}
            written = {t for each in (i, *denials) for t in read.written[each]}
            found |= (written - self.done[k]) | {read.particles.get(i, i)}
            found |= parts if parts.isdisjoint(taken) else set()
            if i in self.units[k]:
                found.update(set(self.units[k][i].tokens) - taken)
        return sorted(found)

    def _quantity(self, k: int, noun: int, quantifier: Quantity, opened: bool = True) -> list[int]:
        """Return the tokens of a quantity and its noun, with its preposition if it is `opened`."""
        found = [*(said(quantifier) if opened else quantifier.tokens), noun]
        while min(found) and self._restricts(k, min(found) - 1, found):
            found.append(min(found) - 1)
        first, last = min(found), max(found)
        between = range(first, last + 1)
        near = last - first < LONGEST and noun == last
        near = near and not any(self.read[k].syntax.is_verbal(t) for t in between)  # "not … over"
        return self._whole(k, list(between) if near else sorted(set(found)))

    def _lone(self, k: int) -> list[int]:
        """Return the words of one side alone, except articles and marks."""
        theirs = {word.lemma for word in self.read[1 - k].words}
        side, read = self.sides[k], self.read[k]
        return [
            i
            for i, word in enumerate(read.words)
            if word.category not in ("mark", "space", "symbol") and word.lemma not in theirs
            if side.words[i] not in side.lang.articles and i not in self.done[k]
        ]

    def _measures(self, roots: tuple[int, int]) -> list[list[int]] | None:
        """Return two units of measurement with their numbers: "an hour", "sixty minutes"."""
        found = [counts[i] for counts, i in zip(self.counts, roots, strict=True) if i in counts]
        if len(found) < len(roots) or not any(amount.dimension for amount in found):
            return None
        return [self._quantity(k, roots[k], amount, False) for k, amount in enumerate(found)]

    def _restricts(self, k: int, i: int, amount: Sequence[int]) -> bool:
        """Return whether a token belongs to an amount behind it: "all forty", "almost all"."""
        read, word = self.read[k], self.read[k].words[i]
        relevant = self.news[k][i] or word.category in ("determiner", "preposition", "pronoun")
        free = word.form not in read.lang.articles and i not in self.done[k]
        return relevant and free and read.above(i) in amount

    def _trimmed(self, k: int, tokens: Sequence[int]) -> list[int]:
        """Return tokens without function words at the edges, except a preposition in front."""
        side, run = self.sides[k], list(tokens)
        while run and (self._is_edge(k, run[-1], _ENDS) or self._is_stray(k, run[-1], run)):
            if any(run[-1] in completing(self.read[k], i) for i in run[-2:-1]):
                break
            run.pop()
        while run and (
            self._is_edge(k, run[0], _EDGES)
            or side.words[run[0]] in side.lang.complementizers
            or self._is_stray(k, run[0], run)
        ):
            run.pop(0)
        return run

    def _is_stray(self, k: int, i: int, run: Sequence[int]) -> bool:
        """Return whether a token belongs to words that are not in the run.

        It may be an article of a quantity, a preposition of an object, or the "$" of a number.
        """
        lang, read = self.sides[k].lang, self.read[k]
        category = read.words[i].category
        amount = {i + 1} - self.done[k] and [w.category for w in read.words[i + 1 : i + 2]]
        if category == "preposition" and (not self.news[k][i] or amount == ["symbol"]):
            objects = read.behind(i)
            return bool(objects) and not any(set(run) & {*read.phrase(each)} for each in objects)
        if category == "symbol":
            return run[-1] == i
        if self.sides[k].words[i] not in lang.articles or self.news[k][i]:
            return False
        return all(
            i not in q.tokens or set(q.tokens) & set(run) == {i} for q in self.counts[k].values()
        )

    def _is_edge(self, k: int, i: int, categories: frozenset[str]) -> bool:
        category = self.read[k].words[i].category
        if self.news[k][i] or i in self.read[k].particles.values():
            return False
        untagged = not category and self.sides[k].stops[i]
        mark = self.sides[k].texts[i] in JOINTS
        if category == "determiner":  # "this morning"
            return self.sides[k].words[i] in self.sides[k].lang.articles
        return category in categories or untagged or mark


def _joined_links(links: Sequence[Link]) -> list[list[Link]]:
    """Return links in groups; links of one word with several words are a group: "UN"."""
    groups: dict[int, list[Link]] = {}  # by the tokens of the Doc
    for link in links:
        tokens = [token.i for token in (*link.source_tokens, *link.target_tokens)]
        beside = {id(groups[i]): groups[i] for i in tokens if i in groups}
        group = [*chain.from_iterable(beside.values()), link]
        for each in group:
            places = (token.i for token in (*each.source_tokens, *each.target_tokens))
            groups.update(dict.fromkeys(places, group))
    return list({id(group): group for group in groups.values()}.values())


def _is_spelt_alike(link: Link, lang: LanguageData) -> bool:
    """Return whether two units have the same letters, or are spelling variants of one word."""
    spans = link.source, link.target
    written = ["".join(filter(str.isalnum, span.text.lower())) for span in spans]
    spelt = [variant(span.root.lemma_.lower(), lang) for span in spans if len(span) == 1]
    return written[0] == written[1] != "" or (len(spelt) == 2 and spelt[0] == spelt[1] != "")


def _telling(read: Analysis, quantities: Iterable[Quantity]) -> set[int]:
    """Return the words worth a statement that may be stop words.

    These are negations, quantities, modals, modifiers, and question words.
    """
    words = read.sentence.words
    found = {t for q in quantities if q.bound != "article" for t in said(q)}
    found |= read.denying | _operators_and_modals(read) | _modifiers(read)
    found.difference_update(*(completing(read, i) for i in range(len(words))))
    found -= {i for i in found if words[i] in read.lang.articles}
    if read.asks:
        found |= {i for i, word in enumerate(words) if word in read.lang.question_words}
    return found


def _modifiers(read: Analysis) -> set[int]:
    """Return the adjectives and adverbs that say something: "other", "sometimes"."""
    found = {i for i, word in enumerate(read.words) if word.category in ("adjective", "adverb")}
    forms = {i: read.words[i].form for i in found}
    return {i for i, form in forms.items() if form.isalnum() and form not in read.lang.connectives}


def _operators_and_modals(read: Analysis) -> set[int]:
    """Return words such as "only", "also", "except" and "almost", and those of modality."""
    found = {t for op in read.scopes if op.kind in _TELLING for t in (op.token, *op.words)}
    found |= {t for each in read.clauses if each.modality for t in each.modality.tokens}
    words = [(t, read.words[t]) for t in found]
    words = [(t, w) for t, w in words if not (w.helps and w.lemma in read.lang.empty_verbs)]
    return {t for t, word in words if word.lemma not in read.lang.complementizers}


def said(quantifier: Quantity) -> tuple[int, ...]:
    """Return the tokens that express a quantity."""
    return (*quantifier.opener, *quantifier.tokens)


def denying(read: Analysis, head: int) -> set[int]:
    """Return the words that negate a word."""
    return {op.token for op in read.scopes if op.negative and op.of == head}


def verb_group(read: Analysis, head: int) -> list[int]:
    """Return a word with its negation, auxiliaries and particles: "does not switch off"."""
    helping = {i for i, verb in enumerate(read.meant) if verb == head}
    return sorted({head, read.particles.get(head, head), *denying(read, head), *helping})


def completing(read: Analysis, i: int) -> Iterator[int]:
    """Yield the function words that a word is incomplete without: "as soon as", "have to"."""
    if 0 < i < len(read.words) - 1:
        before, word, behind = read.words[i - 1 : i + 2]
        same = before.form == behind.form and read.above(i - 1) == i
        if same and word.category in ("adjective", "adverb"):
            yield from (i - 1, i + 1)
        elif word.category == "verb" and not word.informative and behind.helps:
            yield i + 1


def with_joints(read: Analysis, run: Sequence[int]) -> list[int]:
    """Return tokens with the uninformative tokens that are written as one word with them."""
    found = set(run)
    for i in run:
        word = {t for t in read.written[i] if not read.words[t].clitic}
        if not any(read.words[t].informative for t in word - found):
            found |= word
    return sorted(found)


def are_adjacent(read: Analysis, i: int, j: int) -> bool:
    """Return whether one word follows another, with at most a joining mark between them."""
    joint = j == i + 2 and read.words[i + 1].text in JOINTS and j in read.written[i]
    return joint or j == i + 1


def runs(read: Analysis, keep: Sequence[bool]) -> Iterator[list[int]]:
    """Yield the runs of tokens to keep; a run ends at punctuation and at a sentence end."""

    def kept(i: int) -> bool:
        if read.sentence[i].is_space and any(t.is_sent_start for t in read.sentence[i + 1 : i + 2]):
            return False
        return keep[i] and (not read.sentence[i].is_punct or len(read.written[i]) > 1)

    yield from ([*run] for wanted, run in groupby(range(len(keep)), kept) if wanted)


def pieces(read: Analysis, run: Sequence[int], news: Sequence[bool]) -> Iterator[list[int]]:
    """Yield the parts of a run of adjacent tokens that do not belong to one phrase.

    A run is parted where the words before and behind depend on different words outside of it, or on
    one verb: "the address" and "this morning" of "sent the address this morning". Each part has
    some of the `news`.
    """
    inside = set(run)
    piece, before = [run[0]], _outermost(read, run[0], inside)
    for i in run[1:]:
        top = _outermost(read, i, inside)
        news_in_both = any(news[t] for t in piece) and any(news[t] for t in run if t >= i)
        if news_in_both and i not in read.written[i - 1] and _are_apart(read, before, top):
            yield piece
            piece = []
        piece.append(i)
        before = top
    yield piece


def _outermost(read: Analysis, i: int, inside: set[int]) -> int:
    """Return the word within a run that a token of it depends on, itself or another one."""
    while read.above(i) in inside:
        i = read.above(i)
    return i


def _are_apart(read: Analysis, one: int, other: int) -> bool:
    """Return whether two outermost words of a run depend on different words, or on a verb."""
    above, words = read.above(one), read.words
    if one == other or above != read.above(other):
        return one != other
    informative = words[one].informative and words[other].informative
    return informative and above >= 0 and read.syntax.is_verbal(above)


def joined(read: Analysis, tokens: Sequence[int]) -> str:
    """Return the text of tokens, with an ellipsis for tokens left out between them.

    A clitic without its host is written in full, and so is the host: "not" for "n't".
    """
    text = ""
    for k, i in enumerate(tokens):
        follows = k > 0 and i == tokens[k - 1] + 1
        if k and not follows:
            text = text.rstrip() + " … "
        word = read.words[i]
        token = read.sentence[i]
        short = word.clitic and word.category == "particle" and not follows
        short |= word.category == "auxiliary" and i + 1 in read.written[i] and i + 1 not in tokens
        text += (token.norm_ if short and token.norm_.isalpha() else word.text) + token.whitespace_
    return " ".join(text.split())
