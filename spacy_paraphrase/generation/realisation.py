"""Surface realisation: a draft as text, with agreement, spaces, capitals, articles, punctuation.

Marsi and Krahmer 2005, section 5.3, found that agreement was one of the three causes of nonsense in
their output; `restore_agreement` gives every finite verb the number of its new subject.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..lang import LanguageData
from ..lexicon.inflection import inflect
from ..pairs.results import Origin
from .draft import Draft, DraftWord
from .graph import PairGraph

# -- Agreement -----------------------------------------------------------------------------------


def restore_agreement(graph: PairGraph, draft: Draft) -> Draft:
    """Make finite verbs agree with their new subjects, and remove a doubled final period."""
    words = list(draft.words)
    for verb in draft.positions:
        if not graph.is_verbal(verb):
            continue
        before, now = graph.subject(verb), _subject(graph, draft, verb)
        if before is None or now is None:
            continue
        was, becomes = graph.number(before), graph.number(now, draft.below(now))
        finite = _finite(graph, draft, verb)
        if finite is not None and None not in (was, becomes) and was != becomes:
            place = draft.positions[finite]
            words[place] = words[place]._replace(text=_form(graph, finite, bool(becomes)))
    if len(words) > 1 and words[-1].text == "." and words[-2].text.endswith("."):
        words.pop()  # the period of an abbreviation ends the sentence too
    return Draft(tuple(words), draft.links, draft.attached)


def _subject(graph: PairGraph, draft: Draft, verb: int) -> int | None:
    """Return the subject that a verb has in a draft; a conjunct may share that of its head."""
    own = next((c for c in draft.below(verb) if graph.is_subject(c)), None)
    head = draft.links.get(verb)
    if own is not None or head is None:
        return own
    shares = verb in draft.attached or graph.is_conjunct(verb)
    return _subject(graph, draft, head) if shares else None


def _finite(graph: PairGraph, draft: Draft, verb: int) -> int | None:
    """Return the word of a verb group that shows its number."""
    for token in [*(c for c in draft.below(verb) if graph.is_auxiliary(c)), verb]:
        if graph.is_modal(token):
            return None
        past = any((graph.words[token], n) in graph.lang.past_copula_forms for n in (True, False))
        if past or graph.is_present(token):
            return token
    return None


def _form(graph: PairGraph, verb: int, plural: bool) -> str:
    """Return the form of a finite verb for a subject in the singular or the plural."""
    form = graph.lang.past_copula_forms.get((graph.words[verb], plural))
    if form is None:
        tag = "VBP" if plural else "VBZ"
        form = inflect(graph[verb].lemma_, tag, graph.lang, plural=plural)
    return form.capitalize() if graph.texts[verb][:1].isupper() else form


# -- Blanks, capitals and articles ---------------------------------------------------------------

_OPENING = frozenset("([{“‘«¿¡") | {"``"}
_CLOSING = frozenset(".,;:!?)]}%”’»…") | {"''"}


class Surface(NamedTuple):
    """A sentence as written.

    Attributes:
        words: Its words.
        spaces: Whether a space follows each word.
        origins: The origin of each word.
    """

    words: tuple[str, ...]
    spaces: tuple[bool, ...]
    origins: tuple[Origin, ...]

    @property
    def text(self) -> str:
        """The text."""
        pairs = zip(self.words, self.spaces, strict=True)
        return "".join(word + " " * space for word, space in pairs).strip()


def realise(graph: PairGraph, draft: Draft) -> Surface:
    """Write a draft as text, with the capitals, articles and spaces that the new order requires."""
    words = [_cased(graph, draft, k) for k in range(len(draft.words))]
    words = [_article(graph, words, k) for k in range(len(words))]
    last = len(words) - 1
    spaces = [k < last and _blank(graph, words[k], words[k + 1]) for k in range(len(words))]
    return Surface(
        tuple(word.text for word in words),
        tuple(spaces),
        tuple(_origin(graph, word) for word in words),
    )


def _origin(graph: PairGraph, word: DraftWord) -> Origin:
    tokens = sorted((word.token, *word.also)) if word.token is not None else []
    start = graph.target.start
    source = tuple(t - graph.source.start for t in tokens if t < start)
    target = tuple(t - start for t in tokens if t >= start)
    added = word.text.lower() not in {graph.words[t] for t in tokens}
    return Origin(word.text, source, target, added)


def _cased(graph: PairGraph, draft: Draft, k: int) -> DraftWord:
    """Give a word a capital at the start, and take it away from one that stood at a start."""
    word = draft.words[k]
    if word.token is None:
        first = next((w.token for w in draft.words[k:] if w.token is not None), None)
        capital = k == 0 and first is not None and _opens_upper(graph, first)
        return word._replace(text=word.text.capitalize()) if capital else word
    if not any(w.text[:1].isalnum() for w in draft.words[:k]):
        if word.text[:1].islower() and _opens_upper(graph, word.token):
            return word._replace(text=word.text[0].upper() + word.text[1:])
        return word
    if word.text[:1] == word.text[:1].lower() or _keeps_capital(graph, draft, k, word.token):
        return word
    return word._replace(text=word.text[0].lower() + word.text[1:])


def _keeps_capital(graph: PairGraph, draft: Draft, k: int, token: int) -> bool:
    """Return whether a word has its capital for another reason than to begin a sentence."""
    quoted = draft.words[k - 1].token == token - 1 and graph[token - 1].is_quote
    if quoted or not _stands_first(graph, token):
        return True
    if k > 0 and draft.words[k - 1].text in (".", "!", "?"):
        return True
    lang, text, entity = graph.lang, graph.texts[token], graph.entities[token]
    named = entity and entity not in lang.number_entities | lang.measure_entities
    if graph.is_name(token) or (named and not graph.opens_or_stands_for_noun(token)):
        return True
    if text in lang.capital_pronouns or text[1:].lower() != text[1:]:
        return True
    return any(
        graph.texts[t][:1].isupper() and not _stands_first(graph, t) for t in draft.words[k].also
    )


def _stands_first(graph: PairGraph, token: int) -> bool:
    """Return whether a token begins its side, a sentence or a quotation."""
    before = range(graph.side(token).start, token)
    begins = bool(graph[token].is_sent_start) or not any(
        graph.texts[t][:1].isalnum() for t in before
    )
    return begins or (len(before) > 0 and graph[token - 1].is_quote)


def _opens_upper(graph: PairGraph, token: int) -> bool:
    """Return whether the sentence of a token begins with a capital, or with a number."""
    opener = next((t.text for t in graph.side(token) if t.text[:1].isalnum()), "")
    return opener[:1].isupper() or opener[:1].isdigit()


def _article(graph: PairGraph, words: Sequence[DraftWord], k: int) -> DraftWord:
    """Give an indefinite article the form that the word behind it asks for."""
    word, written = words[k], graph.lang.written
    if word.token is not None and not graph.is_determiner(word.token):
        return word
    if word.text.lower() not in graph.lang.indefinite_articles or k + 1 == len(words):
        return word
    behind = next((w for w in words[k + 1 :] if w.text[:1].isalnum()), None)
    if behind is None or (word.token is not None and behind.token == word.token + 1):
        return word  # nobody has put anything between them
    vowel = sounds_vowel(behind.text, graph.lang)
    form = written["indefinite_vowel" if vowel else "indefinite"]
    if form == word.text.lower():
        return word
    return word._replace(text=form.capitalize() if word.text[0].isupper() else form)


def sounds_vowel(word: str, lang: LanguageData) -> bool:
    """Return whether a word begins with a vowel when spoken.

    Args:
        word: A word or number.
        lang: Language data on word beginnings, letters and numerals.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> words = ("hour", "unit", "apple", "FBI", "11th", "100")
        >>> [sounds_vowel(word, language_data("en")) for word in words]
        [True, False, True, True, True, False]
    """
    lower = word.lower()
    if word[0].isdigit():
        digits = word
        for ending in lang.ordinal_endings:
            digits = digits.removesuffix(ending)
        beginnings = lang.vowel_numeral_beginnings
        return digits in lang.vowel_numerals or digits.startswith(beginnings)
    if len(word) > 1 and word.isupper():
        return word[0] in lang.vowel_letters
    if lower.startswith(lang.silent_beginnings):
        return True
    return lower.startswith(lang.vowels) and not lower.startswith(lang.glide_beginnings)


def _blank(graph: PairGraph, left: DraftWord, right: DraftWord) -> bool:
    a, b = left.token, right.token
    if a is not None and b == a + 1:
        return bool(graph[a].whitespace_)
    return not (right.text in graph.lang.clitics or right.text in _CLOSING or left.text in _OPENING)
