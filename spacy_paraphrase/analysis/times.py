"""The times that a side names: weekdays, months, years and other time expressions.

>>> import spacy_paraphrase
>>> from spacy_paraphrase.analysis.reading import analyse
>>> from spacy_paraphrase.analysis.sentence import sentences
>>> doc = spacy_paraphrase.compare("He left on Monday, in June.", "He left yesterday.")
>>> one, other = (analyse(sentence) for sentence in sentences(doc))
>>> {kind: sorted(words) for kind, words in times(one.words, one.sentence, range(8)).items()}
{'weekday': ['monday'], 'stated': ['june', 'monday'], 'month': ['june']}
>>> times(other.words, other.sentence, range(4))
{'stated': {'yesterday'}}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .sentence import Sentence
from .word_kinds import Word

# Digits of a year.
YEAR_DIGITS = 4


def times(words: Sequence[Word], sentence: Sentence, within: Iterable[int]) -> dict[str, set[str]]:
    """Return the time words among some tokens, by kind.

    Returns:
        The names of weekdays ("weekday") and months ("month"), the years in digits ("year"), and
        all time words ("stated").
    """
    found: dict[str, set[str]] = {}
    lang = sentence.lang
    for i in within:
        word, text = words[i], sentence.words[i]
        name = word.calendar if word.nominal else ""
        dated = sentence.entities[i] in lang.time_entities
        if name:
            found.setdefault("weekday" if name in lang.weekdays else "month", set()).add(name)
        elif dated and text.isdigit() and len(text) == YEAR_DIGITS:
            found.setdefault("year", set()).add(text)
        if word.calendar or text in lang.time_adverbs or (dated and word.content):
            found.setdefault("stated", set()).add(word.calendar or word.lemma)
    return found
