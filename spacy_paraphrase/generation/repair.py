"""Repairs of rewritten sentences: articles, commas, capitals and inflected forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..analysis.omission import DASHES, ENDS
from ..analysis.sentence import Sentence
from ..analysis.word_place import WantedForm, form_at, has_own_capital, is_article
from ..lang import LanguageData
from ..lexicon.inflection import inflect, inflected_place, lemmas_of
from ..lexicon.resources import lexical_index
from .draft import PAIRS
from .lattices.lattice import Edge
from .realisation import sounds_vowel


@dataclass(frozen=True)
class Piece:
    """The text written by one edge.

    Attributes:
        text: The text.
        blank: Whether a space precedes it, unless it is at the start.
        edge: The edge.
        repairs: The names of its repairs.
    """

    text: str
    blank: bool
    edge: Edge
    repairs: tuple[str, ...] = ()


def repair(sentence: Sentence, edges: Sequence[Edge], blanks: Sequence[bool]) -> list[Piece]:
    """Return the texts of the edges of a path, repaired.

    Args:
        sentence: The original sentence.
        edges: The edges of the path.
        blanks: For each token, whether a space precedes it.
    """
    pieces = [Piece(edge.text, blanks[edge.start], edge) for edge in edges if edge.words]
    pieces = _punctuation(sentence, pieces)
    pieces = [_article(sentence, pieces, k) for k in range(len(pieces))]
    return _capital(sentence, pieces)


def written(pieces: Sequence[Piece]) -> str:
    """Return pieces as text."""
    text = "".join(" " * (piece.blank and k > 0) + piece.text for k, piece in enumerate(pieces))
    return text.strip()


def _punctuation(sentence: Sentence, pieces: list[Piece]) -> list[Piece]:
    """Remove commas at the start or next to other punctuation, and unpaired brackets."""
    if all(piece.edge.kind == "keep" for piece in pieces) and len(pieces) == len(sentence):
        return pieces
    gone = _stray_commas(sentence, pieces) | _half_brackets(sentence, pieces)
    return [
        replace(piece, repairs=(*piece.repairs, "punctuation")) if {k - 1, k + 1} & gone else piece
        for k, piece in enumerate(pieces)
        if k not in gone
    ]


def _stray_commas(sentence: Sentence, pieces: Sequence[Piece]) -> set[int]:
    """Return commas and dashes that edits have moved to the start or next to other punctuation."""
    gone: set[int] = set()
    last = ""
    for k, piece in enumerate(pieces):
        if _is_stray(sentence, pieces, k, last):
            gone.add(k)
        else:
            last = piece.text
    return gone


def _is_stray(sentence: Sentence, pieces: Sequence[Piece], k: int, last: str) -> bool:
    """Return whether a comma or a dash is wrong after the text `last` ("" at the start)."""
    text = pieces[k].text
    if text in DASHES:
        return not last and pieces[k].edge.start > 0
    if text != ",":
        return False
    if not last or last[-1] in ",;:(":
        return True
    behind = "".join(piece.text for piece in pieces[k + 1 : k + 2])
    if behind[:1] not in {*ENDS, ";", ":", ")", ""}:
        return False
    # The comma is right if the same text follows it in the source.
    place = pieces[k].edge.start + 1
    return sentence.texts[place : place + 1] != [behind]


def _half_brackets(sentence: Sentence, pieces: Sequence[Piece]) -> set[int]:
    """Return the brackets that have lost their counterpart by an edit."""
    opened: list[int] = []
    closing: list[int] = []
    for k, piece in enumerate(pieces):
        if piece.text in PAIRS:
            opened.append(k)
        elif piece.text in PAIRS.values():
            if opened:
                opened.pop()
            else:
                closing.append(k)
    texts = set(sentence.texts)
    gone = closing if texts & PAIRS.keys() else []
    return {*gone, *(opened if texts.intersection(PAIRS.values()) else ())}


def _article(sentence: Sentence, pieces: Sequence[Piece], k: int) -> Piece:
    """Give an indefinite article the form for the next word, if that word is new."""
    piece, lang = pieces[k], sentence.lang
    edge = piece.edge
    if edge.kind != "keep" or k + 1 == len(pieces) or not is_article(sentence, edge.start):
        return piece
    behind = pieces[k + 1]
    if behind.edge.kind == "keep" and behind.edge.start == edge.end:
        return piece
    form = indefinite_article(behind.text, lang)
    if form == piece.text.lower():
        return piece
    form = form.capitalize() if piece.text[0].isupper() else form
    return replace(piece, text=form, repairs=(*piece.repairs, "article"))


def indefinite_article(word: str, lang: LanguageData) -> str:
    """Return the indefinite article before a word.

    Example:
        >>> from spacy_paraphrase.lang import language_data
        >>> [indefinite_article(word, language_data("en")) for word in ("deal", "hour", "unique")]
        ['a', 'an', 'a']
    """
    start = word.lstrip("\"'“‘([")
    vowel = bool(start) and sounds_vowel(start, lang)
    return lang.written["indefinite_vowel" if vowel else "indefinite"]


def _capital(sentence: Sentence, pieces: list[Piece]) -> list[Piece]:
    """Capitalise the first word if the source begins with a capital or a digit."""
    opener = next((text for text in sentence.texts if text[:1].isalnum()), "")
    spoken = (k for k, piece in enumerate(pieces) if any(map(str.isalnum, piece.text)))
    first = next(spoken, None)
    if first is None or not (opener[:1].isupper() or opener[:1].isdigit()):
        return pieces
    piece = pieces[first]
    start = next(i for i, char in enumerate(piece.text) if char.isalnum())
    as_it_stood = piece.edge.kind == "keep" and piece.edge.start == 0
    if piece.text[start].islower() and not as_it_stood:
        capital = piece.text[:start] + piece.text[start].upper() + piece.text[start + 1 :]
        pieces[first] = replace(piece, text=capital, repairs=(*piece.repairs, "case"))
    return pieces


def in_form(sentence: Sentence, head: int, words: Sequence[str]) -> tuple[str, ...]:
    """Return a lemma of one or several words in the inflected form of the word that it replaces.

    Args:
        sentence: The sentence.
        head: Index of the replaced word, or of the head of the replaced words.
        words: The lemma.
    """
    wanted = form_at(sentence, range(head, head + 1))
    if not wanted.word_class and wanted.tag not in sentence.lang.base_tags:
        return tuple(words)
    first, *rest = _inflected(sentence, words, wanted)
    if has_own_capital(sentence, head):
        first = first[0].upper() + first[1:]
    return (first, *rest)


# Minimum length of a word in capitals that is no abbreviation.
_WRITTEN_OUT = 5


def fitted(
    sentence: Sentence, places: range, words: Sequence[str], inflected: int = -1
) -> tuple[str, ...] | None:
    """Return new words in the inflected form of the replaced words; None without such a form.

    Words that already have this form do not change: "fell" for "dropped".

    Args:
        sentence: The sentence.
        places: Indices of the replaced words.
        words: The new words.
        inflected: Index of the replaced word whose form is used; -1 for the head.

    Example:
        >>> import spacy
        >>> from spacy.tokens import Doc
        >>> from spacy_paraphrase.analysis.sentence import Sentence
        >>> doc = Doc(spacy.blank("en").vocab, words=["He", "fell"], tags=["PRP", "VBD"])
        >>> fitted(Sentence(doc[:]), range(1, 2), ["tumble", "down"], 1)
        ('tumbled', 'down')
    """
    wanted, lang = form_at(sentence, places, inflected), sentence.lang
    if not wanted.word_class:
        return tuple(words)
    at = inflected_place(words, wanted.tag, lang)
    known = lemmas_of(words[at].lower(), lang.code)
    lemmas = sorted(known.get(wanted.word_class, ()))
    if not lemmas and wanted.tag in lang.base_tags:
        return tuple(words)
    if not lemmas:
        # A word that is in no dictionary may be a noun, such as the name of a drug.
        unknown = not known and wanted.word_class == "NOUN"
        return _inflected(sentence, words, wanted) if unknown else None
    if words[at].lower() in {inflect(lemma, wanted.tag, lang) for lemma in lemmas}:
        return tuple(words)
    return _inflected(sentence, [*words[:at], lemmas[0], *words[at + 1 :]], wanted)


def _inflected(sentence: Sentence, words: Sequence[str], wanted: WantedForm) -> tuple[str, ...]:
    form = inflect(" ".join(words), wanted.tag, sentence.lang, plural=wanted.plural)
    return tuple(form.split(" "))


def recased(sentence: Sentence, places: range, words: Sequence[str]) -> tuple[str, ...]:
    """Return new words with the capitals of the replaced words, unless those are names.

    Some texts capitalise common nouns: "the Lessee", "THE LESSEE".
    """
    old = [sentence.texts[t] for t in places if sentence.texts[t].isalpha()]
    if not old or not all(_is_usual(text, sentence.lang) for text in old):
        return tuple(words)
    capitals = _capitals(old)
    if capitals == "all":
        return tuple(word.upper() for word in words)
    first_word = places.start == 0 and len(old) == 1
    if capitals != "first" or first_word:
        return tuple(words)
    small = sentence.lang.free_prepositions | sentence.lang.single_prepositions
    return tuple(w if w in small else w[:1].upper() + w[1:] for w in words)


def _capitals(words: Sequence[str]) -> str:
    """Return "all" for words in capitals, "first" for words with a capital initial, else ""."""
    if all(word.isupper() and len(word) >= _WRITTEN_OUT for word in words):
        return "all"
    return "first" if all(word[0].isupper() and word[1:].islower() for word in words) else ""


def _is_usual(word: str, lang: LanguageData) -> bool:
    """Return whether the lexical index has a word or one of its lemmas in lower case."""
    index, lower = lexical_index(lang.code), word.lower()
    forms = {lower, *(form for some in lemmas_of(lower, lang.code).values() for form in some)}
    return index is not None and any(
        index.lemmas[entry][:1].islower() for form in forms for entry in index.entries(form, "")
    )
