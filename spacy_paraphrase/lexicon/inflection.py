"""Inflected forms of a lemma."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..errors import ParaphraseError
from ..lang import LanguageData


def inflect(lemma: str, tag: str, lang: LanguageData, *, plural: bool = False) -> str:
    """Return the form of a lemma for a tag.

    The forms come from lemminflect, which knows only English. If a lemma has several forms, the
    most frequent one is used. The rules for regular words inflect an unknown lemma, and an
    adjective or adverb without forms gets a degree word ("more"). The form has the capitals of the
    lemma: "Mouse" becomes "Mice", "NGO" becomes "NGOs". A language without tags has no forms.

    Args:
        lemma: The lemma, of one or several words. In a noun phrase, the head is inflected, in other
            phrases the first word.
        tag: The tag, such as "VBD".
        lang: The language of the lemma.
        plural: Whether the subject is plural: "was" or "were".

    Raises:
        ParaphraseError: P353 for an unknown tag, P354 for an empty lemma.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> english = language_data("en")
        >>> inflect("be", "VBD", english, plural=True), inflect("Mouse", "NNS", english)
        ('were', 'Mice')
    """
    known = (*lang.inflected_tags, *lang.base_tags)
    if tag not in known:
        raise ParaphraseError("P353", got=tag, expected=", ".join(sorted(known)))
    words = lemma.split(" ")
    if not all(words):
        raise ParaphraseError("P354", got=lemma)
    place = inflected_place(words, tag, lang)
    words[place] = _form(words[place], tag, plural, lang)
    return " ".join(words)


def inflected_place(words: Sequence[str], tag: str, lang: LanguageData) -> int:
    """Return the index of the inflected word: the head of a noun phrase, else the first word.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> inflected_place(["power", "of", "attorney"], "NNS", language_data("en"))
        0
    """
    if not tag.startswith("NN"):
        return 0
    joining = lang.free_prepositions | lang.single_prepositions
    behind = (k for k, word in enumerate(words) if k and word.lower() in joining)
    return next(behind, len(words)) - 1


@lru_cache(maxsize=1 << 14)
def lemmas_of(word: str, language: str = "en", unknown: str = "") -> dict[str, frozenset[str]]:
    """Return the lemmas of a word form by part of speech (Universal Dependencies).

    The lemmas come from lemminflect, which knows only English; other languages have none.

    Args:
        word: The form, in lower case.
        language: Code of its language.
        unknown: Part of speech by which an unknown word is lemmatised; "" for no lemmas.
    """
    if language != "en":
        return {}
    from lemminflect import getAllLemmas, getAllLemmasOOV  # the import sets Token._.lemma

    found = getAllLemmas(word) or (getAllLemmasOOV(word, unknown) if unknown else {})
    return {pos: frozenset(some) for pos, some in found.items()}


@lru_cache(maxsize=1 << 14)
def _form(lemma: str, tag: str, plural: bool, lang: LanguageData) -> str:
    if tag in lang.base_tags:
        return lemma
    if lemma.lower() in lang.copulas and (tag, plural) in lang.copula_forms:
        form = lang.copula_forms[tag, plural]
    else:
        # Imported late, because the import sets Token._.lemma and Token._.inflect.
        from lemminflect import getInflection

        degree = lang.degree_words.get(tag)
        forms = getInflection(lemma.lower(), tag, inflect_oov=degree is None)
        if degree and not forms:
            return f"{degree} {lemma}"
        form = (forms or (lemma,))[0]
    return _recase(form, lemma)


def _recase(form: str, lemma: str) -> str:
    """Give a form the capitals of its lemma: Mouse, Mice; NGO, NGOs; McDonald, McDonalds."""
    shared = 0
    while shared < min(len(form), len(lemma)) and form[shared] == lemma[shared].lower():
        shared += 1
    rest = form[shared:]
    if not shared and lemma[0].isupper():
        return rest[0].upper() + rest[1:]
    return lemma[:shared] + rest
