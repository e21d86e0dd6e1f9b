"""What puts a rewritten sentence right: articles, commas, capitals; and words in the right form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..analysis.sentence import Sentence
from ..fusion.realisation import sounds_vowel
from ..lang import LanguageData
from ..lexicon.inflection import inflect, inflected_place, lemmas_of
from ..lexicon.resources import lexical_index
from .lattice import BRACKETS, ENDS, Edge


@dataclass(frozen=True)
class Piece:
    """What one edge writes.

    Attributes:
        text: The text.
        blank: Whether a blank stands before it, if anything does.
        edge: The edge.
        repairs: What was put right in it.
    """

    text: str
    blank: bool
    edge: Edge
    repairs: tuple[str, ...] = ()


def repair(sentence: Sentence, edges: Sequence[Edge], blanks: Sequence[bool]) -> list[Piece]:
    """Return what the edges of a way write, put right.

    Args:
        sentence: The sentence as it stood.
        edges: The way.
        blanks: For each token whether a blank stands before it.
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
    """Take away a comma at the start, before another mark or behind one, and halves of brackets."""
    if all(piece.edge.kind == "keep" for piece in pieces) and len(pieces) == len(sentence):
        return pieces
    texts = [piece.text for piece in pieces]
    gone: set[int] = set()
    last = ""
    for k, text in enumerate(texts):
        behind = texts[k + 1] if k + 1 < len(texts) else ""
        if text == ",":
            stray = not last or last[-1:] in ",;:(" or behind[:1] in {*ENDS, ";", ":", ")", ""}
            known = sentence.texts[pieces[k].edge.start + 1 : pieces[k].edge.start + 2] == [behind]
            if stray and not (known and last and last[-1:] not in ",;:("):
                gone.add(k)
                continue
        last = text
    opened: list[int] = []
    for k, text in enumerate(texts):
        if text in BRACKETS:
            opened.append(k)
        elif text in BRACKETS.values():
            if opened:
                opened.pop()
            elif sum(map(sentence.texts.count, BRACKETS)):
                gone.add(k)
    if sum(map(sentence.texts.count, BRACKETS.values())):
        gone.update(opened)
    return [
        replace(piece, repairs=(*piece.repairs, "punctuation")) if {k - 1, k + 1} & gone else piece
        for k, piece in enumerate(pieces)
        if k not in gone
    ]


def _article(sentence: Sentence, pieces: Sequence[Piece], k: int) -> Piece:
    """Give an indefinite article the form that the word behind it asks for."""
    piece, lang = pieces[k], sentence.lang
    edge = piece.edge
    article = piece.text.lower() in lang.indefinite_articles and k + 1 < len(pieces)
    if not article or edge.kind != "keep" or sentence.pos[edge.start] not in ("DET", ""):
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
    """Give the first word the capital that the sentence began with."""
    opener = next((text for text in sentence.texts if text[:1].isalnum()), "")
    for k, piece in enumerate(pieces):
        start = next((i for i, c in enumerate(piece.text) if c.isalnum()), None)
        if start is None:
            continue
        if piece.text[start].islower() and (opener[:1].isupper() or opener[:1].isdigit()):
            capital = piece.text[:start] + piece.text[start].upper() + piece.text[start + 1 :]
            if piece.edge.kind == "keep" and piece.edge.start == 0:
                return pieces
            pieces[k] = replace(piece, text=capital, repairs=(*piece.repairs, "case"))
        break
    return pieces


def in_form(sentence: Sentence, head: int, words: Sequence[str]) -> tuple[str, ...]:
    """Return a lemma, of one word or several, in the form of the word whose place it takes.

    Args:
        sentence: The sentence.
        head: The word that it stands for, or the head of those that it stands for.
        words: The lemma.
    """
    lang, tag = sentence.lang, sentence.tags[head]
    if tag not in {*lang.inflected_tags, *lang.base_tags}:
        return tuple(words)
    form = " ".join(_inflected(sentence, head, words, tag))
    text = sentence.texts[head]
    if text[:1].isupper() and (head > 0 or sentence.tags[head] in ("NNP", "NNPS")):
        form = form[0].upper() + form[1:]
    return tuple(form.split(" "))


# The part of speech of the words that have a form for a tag.
_FORMED = {"NN": "NOUN", "VB": "VERB", "JJ": "ADJ", "RB": "ADV"}
# Letters of a word in capitals that is no abbreviation.
_WRITTEN_OUT = 5


def fitted(
    sentence: Sentence, places: range, words: Sequence[str], inflected: int = -1
) -> tuple[str, ...] | None:
    """Return words in the form of those whose place they take; None where they have none.

    A form that fits stays as it is: "fell" for "dropped".

    Args:
        sentence: The sentence.
        places: The words whose place they take.
        words: The words.
        inflected: Which of these is inflected, -1 for the one that heads them.

    Example:
        >>> import spacy
        >>> from spacy.tokens import Doc
        >>> from spacy_paraphrase.analysis.sentence import Sentence
        >>> doc = Doc(spacy.blank("en").vocab, words=["He", "fell"], tags=["PRP", "VBD"])
        >>> fitted(Sentence(doc[:]), range(1, 2), ["tumble", "down"], 1)
        ('tumbled', 'down')
    """
    heads = sentence.span_heads(set(places)) if sentence.parsed else [places[-1]]
    head = inflected if inflected >= 0 else heads[0]
    lang, tag = sentence.lang, sentence.tags[head]
    if inflected >= 0 and tag not in lang.inflected_tags:  # "MIs", which taggers take for a name
        tag = next(each for each in lang.inflected_tags if each in lang.plural_noun_tags)
    pos = _FORMED.get(tag[:2])
    if pos is None or (len(heads) > 1 and inflected < 0):
        return tuple(words)
    at = inflected_place(words, tag, lang)
    known = lemmas_of(words[at].lower(), lang.code)
    lemmas = sorted(known.get(pos, ()))
    if not lemmas and tag in lang.base_tags:
        return tuple(words)
    if not lemmas:
        # What no dictionary knows may be a noun: the name of a drug.
        return None if known or pos != "NOUN" else _inflected(sentence, head, words, tag)
    forms = {inflect(lemma, tag, lang) for lemma in lemmas}
    if words[at].lower() in forms:
        return tuple(words)
    return _inflected(sentence, head, [*words[:at], lemmas[0], *words[at + 1 :]], tag)


def _inflected(sentence: Sentence, head: int, words: Sequence[str], tag: str) -> tuple[str, ...]:
    plural = _has_plural_subject(sentence, head)
    form = inflect(" ".join(words), tag, sentence.lang, plural=plural)
    return tuple(form.split(" "))


def recased(sentence: Sentence, places: range, words: Sequence[str]) -> tuple[str, ...]:
    """Return words with the capitals of those whose place they take, if these are no names.

    A text writes "the Lessee" or "THE LESSEE" of a word that is a usual one.
    """
    old = [sentence.texts[t] for t in places if sentence.texts[t].isalpha()]
    if not old or not all(_is_usual(text, sentence.lang) for text in old):
        return tuple(words)
    if all(text.isupper() and len(text) >= _WRITTEN_OUT for text in old):
        return tuple(word.upper() for word in words)
    begins = places.start == 0 and len(old) == 1
    if not begins and all(text[0].isupper() and text[1:].islower() for text in old):
        joining = sentence.lang.free_prepositions | sentence.lang.single_prepositions
        return tuple(w if w in joining else w[:1].upper() + w[1:] for w in words)
    return tuple(words)


def _is_usual(word: str, lang: LanguageData) -> bool:
    """Return whether a lexicon has a word, or what it is a form of, in small letters."""
    index, lower = lexical_index(lang.code), word.lower()
    forms = {lower, *(form for some in lemmas_of(lower, lang.code).values() for form in some)}
    return index is not None and any(
        index.lemmas[entry][:1].islower() for form in forms for entry in index.entries(form, "")
    )


def _has_plural_subject(sentence: Sentence, verb: int) -> bool:
    subject = sentence.syntax.subject(verb) if sentence.parsed else None
    if subject is None:
        return False
    joined = any(sentence.deps[c] == "conj" for c in sentence.children(subject))
    word = sentence.words[subject]
    plural = sentence.tags[subject] in sentence.lang.plural_noun_tags
    return joined or plural or word in sentence.lang.plural_words
