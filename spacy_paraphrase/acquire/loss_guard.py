"""Guards of mined rows: both sides must have the same negations, numbers, dates and roles.

All miners use this module. `lost` compares the words of any row; `LossGuard` also uses the
sentences of a parsed pair, to find negations outside a phrase, numerals that continue after it, and
the roles of the words around it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from ..analysis.clauses import Clause
from ..analysis.dates import calendar_name, dates
from ..analysis.negation import negative_words
from ..analysis.numerals import numerals
from ..analysis.reading import analyse
from ..analysis.sentence import Sentence
from ..lang import LanguageData, language_data
from ..pairs.pair import SIDES
from ..readers import PairRecord
from ..readers.corpus import side_doc
from .labels import english, lemmas_of


def lost(source: Sequence[str], target: Sequence[str], lang: LanguageData) -> str | None:
    """Return the kind of difference of two phrases: "polarity", "date", "number", "role", or None.

    Args:
        source: The words of a phrase.
        target: The words of its substitute.
        lang: The language of both.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> pairs = [("do n't think", "guess"), ("47", "16"), ("in May 2003", "in June 2003")]
        >>> [lost(one.split(), other.split(), language_data("en")) for one, other in pairs]
        ['polarity', 'number', 'date']
        >>> lost("did not succeed".split(), "failed".split(), language_data("en"))
    """
    one, other = [word.lower() for word in source], [word.lower() for word in target]
    denials = [_denials(side, lang) for side in (one, other)]
    if denials[0][0] != denials[1][0] and denials[0][1] != denials[1][1]:
        return "polarity"
    if _calendar(source, lang) != _calendar(target, lang):
        return "date"
    if _numbers(one, lang) != _numbers(other, lang):
        return "number"
    turned = one != other and sorted(one) == sorted(other)
    return "role" if turned and len({*one}) > 1 else None


def _denials(words: Sequence[str], lang: LanguageData) -> tuple[bool, bool]:
    """Return whether function words negate a phrase; also with verbs such as "fail"."""
    negative = negative_words(lang) | lang.negative_conjunctions
    plain = sum(word in negative for word in words)
    content = sum(not lang.denying_words.isdisjoint(lemmas_of(word)) for word in words)
    return bool(plain % 2), bool((plain + content) % 2)


def _calendar(words: Sequence[str], lang: LanguageData) -> set[object]:
    """Return the dates, days and months that words name; "may" in lower case is no month."""
    whole = dates(words, lang)
    inside = {i for date in whole for i in range(date.start, date.end)}
    found: set[object] = {
        calendar_name(word, lang)
        for i, word in enumerate(words)
        if i not in inside and word not in lang.modal_verbs
    }
    found.update(tuple(date.readings) for date in whole)
    return found - {None}


def _numbers(words: Sequence[str], lang: LanguageData) -> set[object]:
    """Return values of numerals, and other words with digits, but no "one" (perhaps a pronoun)."""
    dated = {i for date in dates(words, lang) for i in range(date.start, date.end)}
    found = [
        each
        for each in numerals(words, lang)
        if each.start not in dated
        and (each.end - each.start > 1 or words[each.start] not in lang.pronoun_numerals)
    ]
    inside = dated | {i for each in found for i in range(each.start, each.end)}
    values: set[object] = {(each.kind, each.value) for each in found}
    values.update(w for i, w in enumerate(words) if i not in inside and any(map(str.isdigit, w)))
    return values


class LossGuard:
    """Finds differences of phrases in a sentence pair that forbid to replace one by the other.

    Args:
        record: The pair. Without trees, only words are compared.
    """

    def __init__(self, record: PairRecord) -> None:
        self._record = record
        self._links = {(k.source[0], k.target[0]) for k in record.words or ()}

    @cached_property
    def _sides(self) -> tuple[Sentence, Sentence] | None:
        if self._record.source_tree is None or self._record.source_tokens is None:
            return None
        vocab = english().doc.vocab
        source, target = (Sentence(side_doc(self._record, name, vocab)[:]) for name in SIDES)
        return source, target

    def lost(self, sources: range, targets: range) -> str | None:
        """Return the kind of difference of a source and a target phrase (see `lost`), or None."""
        record = self._record
        phrase = record.source[sources.start : sources.stop]
        other = record.target[targets.start : targets.stop]
        lang = language_data("en") if self._sides is None else self._sides[0].lang
        found = lost(phrase, other, lang)
        if found or self._sides is None:
            return found
        inside = list(zip(self._sides, (sources, targets), strict=True))
        if len({_is_denied(*each) for each in inside}) > 1:
            return "polarity"
        if any(_cuts_numeral(*each) for each in inside):
            return "number"
        ours, theirs = (
            [clause for clause in analyse(side).clauses if clause.predicate in places]
            for side, places in inside
        )
        turned = any(self._turned(a, b, sources, targets) for a in ours for b in theirs)
        return "role" if turned else None

    def _turned(self, one: Clause, other: Clause, sources: range, targets: range) -> bool:
        """Return whether arguments outside two predicates would get another role."""
        roles = (
            {a.head: a.role for a in clause.arguments if a.core and a.head not in inside}
            for clause, inside in ((one, sources), (other, targets))
        )
        ours, theirs = roles
        if one.voice != other.voice and (ours or theirs):
            return True
        return any(
            role != theirs[j] for i, role in ours.items() for j in theirs if (i, j) in self._links
        )


def _is_denied(sentence: Sentence, inside: Collection[int]) -> bool:
    """Return whether content words of a phrase are negated from outside."""
    denied = analyse(sentence).denied
    within = {op.token for op in analyse(sentence).scopes if op.negative} & {*inside}
    return not within and any(i in denied and sentence.content[i] for i in inside)


def _cuts_numeral(sentence: Sentence, inside: range) -> bool:
    """Return whether a phrase contains only a part of a numeral: "260" of "260 million"."""
    spans = (range(each.start, each.end) for each in numerals(sentence.words, sentence.lang))
    return any(0 < sum(i in inside for i in span) < len(span) for span in spans)
