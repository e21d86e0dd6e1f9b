"""Word counts to build lexical data from; used by the build command only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lexicon.frequency import Lemmatizer, as_written

VERBS = ("VERB", "AUX", "")


def wordfreq_counts(language: str, corpus_size: float = 1e8) -> dict[str, float]:
    """Return the word frequencies of the package `wordfreq`, as counts in a corpus.

    Args:
        language: BCP 47 code.
        corpus_size: Number of words of the corpus to imagine.

    Raises:
        ParaphraseError: P305 if the package is not installed, P306 if it lacks the language.
    """
    wordfreq = _imported("wordfreq")
    try:
        frequencies = wordfreq.get_frequency_dict(language)
    except LookupError as error:
        raise ParaphraseError("P306", language=language) from error
    return {word: frequency * corpus_size for word, frequency in frequencies.items()}


def token_counts(counts: Mapping[str, float], language: str) -> dict[str, float]:
    """Count tokens as spaCy splits them: "don't" counts for "do" and "n't".

    Numbers of several digits, in which wordfreq makes every digit a zero, are left out.

    Args:
        counts: Word forms and how often they occur.
        language: BCP 47 code.
    """
    import spacy

    tokenizer = spacy.blank(language).tokenizer
    tokens: dict[str, float] = defaultdict(float)
    for form, count in counts.items():
        if form.isalpha():
            tokens[form] += count
        elif sum(map(str.isdigit, form)) < 2:
            for token in tokenizer(form):
                tokens[token.lower_] += count
    return dict(tokens)


def counting_lemmatizer(language: str) -> Lemmatizer:
    """Return what gives the lemmas that a word form of a corpus counts for.

    English forms are lemmatised by `lemminflect`, those of other languages count as they are.
    Stop words count as verbs only: "he" is hardly ever helium.

    Args:
        language: BCP 47 code.

    Raises:
        ParaphraseError: P305 if the language is English and `lemminflect` is not installed.
    """
    import spacy

    stop_words = spacy.util.get_lang_class(language).Defaults.stop_words
    lemmas = _english(_imported("lemminflect")) if language == "en" else as_written

    def lemmatize(form: str) -> list[tuple[str, str]]:
        found = list(lemmas(form))
        if form in stop_words:
            return [(lemma, "VERB") for lemma, pos in found if pos in VERBS]
        return found

    return lemmatize


def _english(lemminflect: ModuleType) -> Lemmatizer:
    def lemmas(form: str) -> list[tuple[str, str]]:
        by_pos = lemminflect.getAllLemmas(form)
        found = [(lemma, pos) for pos, each in by_pos.items() for lemma in each]
        return found or as_written(form)

    return lemmas


def _imported(package: str) -> ModuleType:
    try:
        return import_module(package)
    except ImportError as error:
        raise ParaphraseError("P305", package=package) from error


def read_counts(path: Path | str) -> dict[str, float]:
    """Read word counts from a file: a word, a tab and its count on each line.

    Args:
        path: The file, in UTF-8.

    Raises:
        ParaphraseError: P308 if a line is of another form.
    """
    counts: dict[str, float] = defaultdict(float)
    with Path(path).open(encoding="utf8") as lines:
        for number, line in enumerate(lines, start=1):
            line = line.rstrip("\n")
            word, _, count = line.rpartition("\t")
            try:
                counts[word] += float(count)
            except ValueError as error:
                values = {"line": number, "file": str(path), "got": line}
                raise ParaphraseError("P308", **values) from error
    return dict(counts)
