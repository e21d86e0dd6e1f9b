"""A small rule-based resolver of pronouns, partial names and nouns like "the company".

A pronoun refers to the subject of one of the two sentences before it, since texts tend to go on
about their subjects (Grosz, Joshi and Weinstein 1995, *Centering*, Computational Linguistics); a
partial name refers to the full name before it. A reference is used only if the other text has the
name in the same place, so that wrong guesses do no harm.

>>> import spacy_paraphrase
>>> from spacy_paraphrase.texts.sentences import read_text
>>> text = "Coach Ines Prado praised her team. She took over in May."
>>> for each in references(read_text(text, spacy_paraphrase.load()))[1]:
...     print(each.place.text, "->", each.name)
She -> Coach Ines Prado
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..analysis.noun_phrases import (
    Subject,
    bare_definites_in,
    is_subject,
    names_in,
    subject_of,
    subjects_in,
    third_persons_in,
)
from ..lang import LanguageData, language_data
from ..lexicon.resources import lexical_index
from .sentences import Reference, TextPlace, TextSentence, joined

# So many sentences before it may hold what a word stands for.
BEFORE = 2


def references(text: Sequence[TextSentence]) -> list[tuple[Reference, ...]]:
    """Return for each sentence of a text the words that refer to something named before."""
    found = []
    subjects: list[Subject | None] = []
    names: dict[str, str] = {}
    for sentence in text:
        before = [each for each in subjects[-BEFORE:][::-1] if each is not None]
        some = [*_pronouns(sentence, before), *_nouns(sentence, before), *_parts(sentence, names)]
        found.append(tuple(sorted(some)))
        tops = subjects_in(sentence.span)
        ends = {_place(sentence, t.idx, t.idx + len(t)).end_char for t in tops}
        goes_on = {each.name for each in some if each.place.end_char in ends}
        own = next((each for each in before if each.name in goes_on), subject_of(sentence.span))
        subjects.append(own)
        for run in names_in(sentence.span):
            if len(run) > 1:
                for part in (run[0].text, run[-1].text):
                    same = names.get(part, run.text) == run.text
                    names[part] = run.text if same else ""
    return found


def read_beside(
    sentences: Sequence[tuple[TextSentence, tuple[Reference, ...]]], other: str
) -> list[TextSentence]:
    """Return sentences with references replaced by names that the other sentences have.

    Args:
        sentences: Sentences of one group, each with the references in it.
        other: The sentences that they are compared with.
    """
    lang = language_data(sentences[0][0].span.doc.lang_)
    here = Counter(_words(joined(sentence for sentence, _ in sentences), lang))
    there = Counter(_words(other, lang))
    found = []
    for sentence, some in sentences:
        read = []
        for place, whole in some:
            name, word = _shared(whole, there, lang), _words(place.text, lang)
            parts = _words(name, lang)
            wanted = all(there[part] > here[part] for part in parts if part not in word)
            if wanted and set(parts) - set(word):
                read.append(Reference(place, name))
                here.update(parts)
        found.append(replace(sentence, read_as=tuple(read)) if read else sentence)
    return found


def _shared(name: str, there: Counter[str], lang: LanguageData) -> str:
    """Return the end of a name that other sentences have: of "Coach Ines Prado" "Ines Prado"."""
    parts = name.split()
    start = len(parts)
    while start and all(there[word] for word in _words(parts[start - 1], lang)):
        start -= 1
    return " ".join(parts[start:])


def _words(text: str, lang: LanguageData) -> list[str]:
    """Return the words of a text, without articles and what is left of "company's"."""
    return [w for w in re.findall(r"\w+", text.lower()) if len(w) > 1 and w not in lang.articles]


def _pronouns(sentence: TextSentence, before: Sequence[Subject]) -> Iterator[Reference]:
    """Yield pronouns of the third person that a subject before them agrees with."""
    own = subject_of(sentence.span)
    for token in third_persons_in(sentence.span):
        if own is not None and not is_subject(token):
            continue  # "Prado praised her team": of its own sentence
        form = token.morph
        plural = "Plur" in form.get("Number", [])
        human = {"Masc", "Fem"} & set(form.get("Gender", []))
        for subject in before:
            if subject.plural == plural and (subject.named or not human):
                name = f"{subject.name}'s" if "Yes" in form.get("Poss", []) else subject.name
                yield Reference(_place(sentence, token.idx, token.idx + len(token)), name)
                break


def _nouns(sentence: TextSentence, before: Sequence[Subject]) -> Iterator[Reference]:
    """Yield "the company" where a name before it may be one."""
    lang, index = language_data(sentence.span.doc.lang_), lexical_index(sentence.span.doc.lang_)
    named = [each for each in before if each.named and not each.plural]
    if index is None or not named:
        return
    for article, noun in bare_definites_in(sentence.span):
        senses = index.synsets(noun.lemma_, "NOUN", 1)
        if any(index.is_of_kind(sense, lang.group_kinds, "NOUN") for sense in senses):
            yield Reference(_place(sentence, article.idx, noun.idx + len(noun)), named[0].name)


def _parts(sentence: TextSentence, names: dict[str, str]) -> Iterator[Reference]:
    """Yield names in part, of which the whole stands before."""
    for run in names_in(sentence.span):
        if len(run) == 1 and names.get(run.text):
            yield Reference(_place(sentence, run.start_char, run.end_char), names[run.text])


def _place(sentence: TextSentence, start: int, end: int) -> TextPlace:
    """Return the place in the text of characters of the parsed sentence."""
    shift = sentence.place.start_char - sentence.span.start_char
    text = sentence.span.doc.text[start:end]
    return TextPlace(start + shift, end + shift, text)
