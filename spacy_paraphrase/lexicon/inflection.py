"""Inflected forms of a lemma."""

from __future__ import annotations

from functools import lru_cache

from ..errors import ParaphraseError

# Penn Treebank tags that lemminflect knows forms for; the others are those of the lemma itself.
_INFLECTED = ("NNS", "NNPS", "VBD", "VBG", "VBN", "VBP", "VBZ", "JJR", "JJS", "RBR", "RBS")
_BASE = ("NN", "NNP", "VB", "JJ", "RB", "MD")
# What stands before an adjective or adverb that has no form of its own: "more recent".
_COMPARED = {"JJR": "more", "RBR": "more", "JJS": "most", "RBS": "most"}
_BE = {("VBP", False): "are", ("VBP", True): "are", ("VBD", False): "was", ("VBD", True): "were"}


def inflect(lemma: str, tag: str, *, plural: bool = False) -> str:
    """Return the form of an English lemma for a Penn Treebank tag.

    An unknown lemma is inflected by the rules for regular words, an adjective or adverb without
    forms takes "more" or "most". Capitals are kept: of a
    capitalised lemma the form is capitalised, of one in capitals only the ending is not. Of
    several forms the most frequent one is taken, by lemminflect.

    Args:
        lemma: The lemma; of several words, the last one is inflected if it is a noun, else the
            first.
        tag: The tag, such as "VBD".
        plural: Whether the subject is plural: "was" or "were".

    Raises:
        ParaphraseError: P353 for a tag without forms, P354 for an empty lemma.

    Example:
        >>> inflect("be", "VBD", plural=True), inflect("Mouse", "NNS"), inflect("cut back", "VBZ")
        ('were', 'Mice', 'cuts back')
    """
    if tag not in _INFLECTED and tag not in _BASE:
        raise ParaphraseError("P353", got=tag, expected=", ".join(sorted((*_INFLECTED, *_BASE))))
    words = lemma.split(" ")
    if not all(words):
        raise ParaphraseError("P354", got=lemma)
    place = -1 if tag.startswith("NN") else 0
    words[place] = _form(words[place], tag, plural)
    return " ".join(words)


@lru_cache(maxsize=1 << 14)
def _form(lemma: str, tag: str, plural: bool) -> str:
    if tag in _BASE:
        return lemma
    if lemma.lower() == "be" and (tag, plural) in _BE:
        form = _BE[tag, plural]
    else:
        # Imported late, for it takes Token._.lemma and Token._.inflect for itself.
        from lemminflect import getInflection

        compared = _COMPARED.get(tag)
        forms = getInflection(lemma.lower(), tag, inflect_oov=compared is None)
        if compared and not forms:
            return f"{compared} {lemma}"
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
