"""Texts as their terms: what word spaces count, and what is looked up in them.

A term is a word in one form (its stem, its lemma, or itself in lower case). Stop words and what
does not begin with a letter or a digit are none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from ..errors import ParaphraseError
from ..pipeline import load_base
from ..scoring.words import porter_stem
from ..sentence import Sentence

Form: TypeAlias = Literal["stem", "lemma", "word"]
FORMS: tuple[Form, ...] = get_args(Form)
# What a pipeline does in vain where only lemmas are wanted.
_NOT_FOR_LEMMAS = ("parser", "ner", "senter")
_SPLITTER = "sentencizer"
# When so many strings have been seen, the pipeline is made anew, so that memory stays flat.
_MOST_STRINGS = 2_000_000


class Term(NamedTuple):
    """A word as it is counted, and as it is written."""

    term: str
    text: str


def term_of(text: str, lemma: str, is_stop: bool, form: Form) -> str:
    """Return the term of a word; "" for a stop word, and for what is no word.

    Args:
        text: The word as written.
        lemma: Its lemma; "" if it is not known.
        is_stop: Whether it is a stop word.
        form: Which form counts.

    Example:
        >>> term_of("Banks", "bank", False, "stem"), term_of("The", "the", True, "stem")
        ('bank', '')
    """
    if is_stop or not text[:1].isalnum():
        return ""
    if form == "stem":
        return porter_stem(text.lower())
    return (lemma if form == "lemma" and lemma else text).lower()


def sentence_terms(sentence: Sentence, form: Form) -> list[str]:
    """Return the term of every word of a sentence, "" for one that is none."""
    words = zip(sentence.texts, sentence.lemmas, sentence.stops, strict=True)
    return [term_of(text, lemma, stop, form) for text, lemma, stop in words]


def doc_terms(doc: Doc, form: Form) -> list[list[Term]]:
    """Return the terms of each sentence of a Doc; of the whole, where no sentences are marked."""
    found = []
    for span in doc.sents if doc.has_annotation("SENT_START") else [doc[:]]:
        terms = ((term_of(t.text, t.lemma_, t.is_stop, form), t.text) for t in span)
        found.append([Term(term, text) for term, text in terms if term])
    return found


def record_terms(
    record: Mapping[str, Any], form: Form, language: str, model: str | None = None
) -> list[list[Term]]:
    """Return the terms of each sentence of a record.

    Args:
        record: With "text", a text or a list of texts (the notes of an episode), which are cut into
            sentences, or with "sentences", a list of texts that are sentences already.
        form: Which form of the words counts.
        language: Code of the language, whose tokeniser and stop words are taken.
        model: The pipeline that gives lemmas.

    Raises:
        ParaphraseError: P966 for a record without text.

    Example:
        >>> record = {"text": "The cats sleep. They had eaten."}
        >>> [[term.term for term in terms] for terms in record_terms(record, "stem", "en")]
        [['cat', 'sleep'], ['eaten']]
    """
    nlp = _cutter(language, model if form == "lemma" else None)
    whole = "sentences" in record
    found: list[list[Term]] = []
    for text in _texts(record):
        doc = nlp(text, disable=[_SPLITTER] if whole else [])
        found += doc_terms(doc, form)
    return found


def cut_sentences(text: str, language: str = "en") -> list[str]:
    """Return the sentences of a text.

    Example:
        >>> cut_sentences("Mr. Smith left. Nobody saw him.")
        ['Mr. Smith left.', 'Nobody saw him.']
    """
    cut = (span.text.strip() for span in _cutter(language)(text).sents)
    return [sentence for sentence in cut if sentence]


def _cutter(language: str, model: str | None = None) -> Language:
    """Return what cuts texts, with a vocabulary that does not grow without end."""
    nlp = _pipeline(language, model)
    if len(nlp.vocab.strings) > _MOST_STRINGS:
        _pipeline.cache_clear()
    return nlp


@lru_cache(maxsize=2)
def _pipeline(language: str, model: str | None) -> Language:
    """Return what cuts texts into words and sentences; kept in every process."""
    nlp = load_base(model) if model else spacy.blank(language)
    for name in _NOT_FOR_LEMMAS:
        if name in nlp.pipe_names:
            nlp.remove_pipe(name)
    nlp.add_pipe(_SPLITTER, first=True)
    return nlp


def _texts(record: Mapping[str, Any]) -> Sequence[str]:
    given = record.get("sentences", record.get("text"))
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        got = f"a text of the type {type(given).__name__}"
        raise ParaphraseError("P966", id=record.get("id"), got=got)
    return texts
