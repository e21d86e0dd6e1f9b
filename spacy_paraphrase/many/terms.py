"""Terms of a text without a parser: its words, their stems, and the idf of stems.

A term of a word space is a word in one form (its stem, its lemma, or itself in lower case). Stop
words and tokens that do not begin with a letter or digit are not terms.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from math import log
from operator import add
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import snowballstemmer
import spacy
from spacy.language import Language
from spacy.util import get_lang_class

from ..analysis.sentence import Sentence
from ..errors import ParaphraseError
from ..jobs import Job, Row, run_loop
from ..lexicon.overlap import stop_words
from ..pipeline import load_base
from ..scoring.words import porter_stem

Stem = Callable[[str], str]
Form: TypeAlias = Literal["stem", "lemma", "word"]
FORMS: tuple[Form, ...] = get_args(Form)
_WORD = re.compile(r"\w+")
_TOKEN = re.compile(r"\w+|[^\w\s]")


def words_of(text: str, punctuation: bool = False) -> list[str]:
    """Return the words of a text in lower case: runs of letters, digits and "_".

    Args:
        text: Any text.
        punctuation: Whether to return also every other character except white space.

    Example:
        >>> words_of("It's 5 o'clock.", punctuation=True)
        ['it', "'", 's', '5', 'o', "'", 'clock', '.']
    """
    return (_TOKEN if punctuation else _WORD).findall(unicodedata.normalize("NFC", text).lower())


@cache
def stemmer(language: str) -> Stem:
    """Return a stemmer: Porter's of 1980 for English, else Snowball's, if there is one."""
    if language == "en":
        return porter_stem
    if not is_language(language):
        return str
    name = get_lang_class(language).__name__.lower()
    if name not in snowballstemmer.algorithms():
        return str
    return lru_cache(maxsize=1 << 16)(snowballstemmer.stemmer(name).stemWord)


def is_language(code: Any) -> bool:
    """Return whether a value is the code of a language that spaCy can tokenise."""
    try:
        return isinstance(code, str) and bool(get_lang_class(code))
    except ImportError:
        return False


def stems_of(text: str, language: str = "en", punctuation: bool = False) -> list[str]:
    """Return the stems of the words of a text.

    Example:
        >>> stems_of("Shares were falling.")
        ['share', 'were', 'fall']
    """
    return [*map(stemmer(language), words_of(text, punctuation))]


def content_words(text: str, language: str = "en") -> list[str]:
    """Return the words of a text except stop words.

    Example:
        >>> content_words("The shares were falling.")
        ['shares', 'falling']
    """
    stops = stop_words(language)
    return [word for word in words_of(text) if word not in stops]


def normal_form(text: str) -> str:
    r"""Return a text in lower case, with single spaces for white space.

    Example:
        >>> normal_form(" A  Cat\n")
        'a cat'
    """
    return " ".join(unicodedata.normalize("NFC", text).lower().split())


@dataclass(frozen=True)
class Background:
    """Document frequencies of stems in a background corpus.

    Attributes:
        texts: Number of texts.
        frequencies: Number of texts with each stem.
    """

    texts: int
    frequencies: Mapping[str, int]

    def idf(self, stem: str) -> float:
        """Return ln((N+1)/(df+1)), the idf of a stem; highest for a stem in no text.

        Example:
            >>> round(Background(9, {"cat": 4}).idf("cat"), 4)
            0.6931
        """
        return log((self.texts + 1) / (self.frequencies.get(stem, 0) + 1))


def count_texts(language: str = "en", punctuation: bool = False) -> Job:
    """Return the job that counts the document frequency of stems; its records have a "text"."""
    return Job("count-texts", partial(_distinct, language, punctuation), add, _row)


def _distinct(
    language: str, punctuation: bool, record: Mapping[str, Any]
) -> Iterable[tuple[str, int]]:
    return ((stem, 1) for stem in sorted({*stems_of(record["text"], language, punctuation)}))


def _row(stem: str, texts: int) -> Iterable[Row]:
    return ({"stem": stem, "texts": texts},)


def background(texts: Iterable[str], language: str = "en", punctuation: bool = False) -> Background:
    """Count the stems of a corpus in memory; for files use the job `count_texts`.

    Example:
        >>> background(["A cat sleeps.", "Cats!"]).frequencies["cat"]
        2
    """
    known = [{"text": text} for text in texts]
    counted = run_loop(count_texts(language, punctuation), known)
    return Background(len(known), {row["stem"]: row["texts"] for row in counted})


def tf_idf(stems: Sequence[str], idf: Callable[[str], float]) -> dict[str, float]:
    """Return the sum of the idf of each stem over its occurrences."""
    found: dict[str, float] = {}
    for stem in stems:
        found[stem] = found.get(stem, 0.0) + idf(stem)
    return found


# -- Terms of word spaces --------------------------------------------------------------------------

# Components of a pipeline that lemmas do not need.
_NOT_FOR_LEMMAS = ("parser", "ner", "senter")
_SPLITTER = "sentencizer"
# Maximum number of strings in a vocabulary; then the pipeline is reloaded, to limit memory.
_MOST_STRINGS = 2_000_000


class Term(NamedTuple):
    """A word as counted and as written."""

    term: str
    text: str


def term_of(text: str, lemma: str, is_stop: bool, form: Form) -> str:
    """Return the term of a word; "" for a stop word or a token that is not a word.

    Args:
        text: The word as written.
        lemma: Its lemma; "" if unknown.
        is_stop: Whether it is a stop word.
        form: The form that is counted.

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
    """Return the term of every word of a sentence, "" for words without a term."""
    words = zip(sentence.texts, sentence.lemmas, sentence.stops, strict=True)
    return [term_of(text, lemma, stop, form) for text, lemma, stop in words]


def record_terms(
    record: Mapping[str, Any], form: Form, language: str, model: str | None = None
) -> list[list[Term]]:
    """Return the terms of each sentence of a record.

    Args:
        record: A record with "text", a text or a list of texts, which are split into sentences, or
            with "sentences", a list of sentences.
        form: The form of words that is counted.
        language: Code of the language, for tokeniser and stop words.
        model: The pipeline for lemmas.

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
    for text in texts_of(record):
        doc = nlp(text, disable=[_SPLITTER] if whole else [])
        for span in doc.sents if doc.has_annotation("SENT_START") else [doc[:]]:
            terms = (Term(term_of(t.text, t.lemma_, t.is_stop, form), t.text) for t in span)
            found.append([each for each in terms if each.term])
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
    """Return a pipeline that splits texts; it is reloaded if its vocabulary gets too large."""
    nlp = _pipeline(language, model)
    if len(nlp.vocab.strings) > _MOST_STRINGS:
        _pipeline.cache_clear()
    return nlp


@lru_cache(maxsize=2)
def _pipeline(language: str, model: str | None) -> Language:
    """Return a pipeline that splits texts into words and sentences, cached in every process."""
    nlp = load_base(model) if model else spacy.blank(language)
    for name in _NOT_FOR_LEMMAS:
        if name in nlp.pipe_names:
            nlp.remove_pipe(name)
    nlp.add_pipe(_SPLITTER, first=True)
    return nlp


def texts_of(record: Mapping[str, Any]) -> Sequence[str]:
    """Return the texts of a record: its "sentences", or its "text".

    Raises:
        ParaphraseError: P966 if it has none.
    """
    given = record.get("sentences", record.get("text"))
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        got = f"a text of the type {type(given).__name__}"
        raise ParaphraseError("P966", id=record.get("id"), got=got)
    return texts
