"""What pronouns, names in part and "the company" stand for in a text: small, and by rule.

A pronoun stands for the subject of one of the two sentences before it, since the subject is what a
text goes on to speak of (Grosz, Joshi and Weinstein 1995, *Centering*, Computational Linguistics);
a name in part for the whole name before it. What is found is used only where the other text names
what it stands for in the same place, so that a wrong guess is not believed.

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
from typing import NamedTuple

from spacy.tokens import Span, Token

from ..analysis import roles as r
from ..lang import LanguageData, language_data
from ..lexicon.resources import lexical_index
from .sentences import Reference, TextPlace, TextSentence

# So many sentences before it may hold what a word stands for.
BEFORE = 2
# Children of a noun that belong to what it is called.
PARTS = frozenset((r.DETERMINER, r.COMPOUND, r.ADJECTIVE, r.NUMERAL, r.POSSESSOR, r.NOUN_MODIFIER))


class _Subject(NamedTuple):
    """The subject of a sentence: what it is called, and what it is."""

    name: str
    named: bool
    plural: bool


def references(text: Sequence[TextSentence]) -> list[tuple[Reference, ...]]:
    """Return for each sentence of a text the words that stand for something named before."""
    found = []
    subjects: list[_Subject | None] = []
    names: dict[str, str] = {}
    for sentence in text:
        before = [each for each in subjects[-BEFORE:][::-1] if each is not None]
        some = [*_pronouns(sentence, before), *_nouns(sentence, before), *_parts(sentence, names)]
        found.append(tuple(sorted(some)))
        ends = {_place(sentence, t.idx, t.idx + len(t)).end_char for t in _tops(sentence.span)}
        goes_on = {each.name for each in some if each.place.end_char in ends}
        own = next((each for each in before if each.name in goes_on), _subject(sentence.span))
        subjects.append(own)
        for run in _names(sentence.span):
            if len(run) > 1:
                for part in (run[0].text, run[-1].text):
                    same = names.get(part, run.text) == run.text
                    names[part] = run.text if same else ""
    return found


def read_beside(
    sentences: Sequence[TextSentence], known: Sequence[tuple[Reference, ...]], other: str
) -> list[TextSentence]:
    """Return sentences with the names in them that other sentences have and they lack.

    Args:
        sentences: Sentences that belong together.
        known: What words of each stand for.
        other: The sentences that they are compared with.
    """
    lang = language_data(sentences[0].span.doc.lang_)
    here = Counter(_words(" ".join(s.text for s in sentences), lang))
    there = Counter(_words(other, lang))
    found = []
    for sentence, some in zip(sentences, known, strict=True):
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


def _tops(span: Span) -> list[Token]:
    """Return the subjects of the main clause of a sentence."""
    return [t for t in span if _role(t) in r.SUBJECTS and t.head == span.root]


def _role(token: Token) -> str:
    return language_data(token.lang_).roles.get(token.dep_, "")


def _subject(span: Span) -> _Subject | None:
    """Return what a sentence is about; None if that is not said by a noun."""
    for top in _tops(span):
        if top.pos_ not in ("NOUN", "PROPN"):
            continue
        below = [t for t in top.lefts if _role(t) in PARTS]
        start = min([top.i, *(t.left_edge.i for t in below)])
        words = top.doc[start : top.i + 1]
        plural = "Plur" in top.morph.get("Number", []) or any(
            _role(t) == r.CONJUNCT for t in top.rights
        )
        return _Subject(words.text, top.pos_ == "PROPN", plural)
    return None


def _pronouns(sentence: TextSentence, before: Sequence[_Subject]) -> Iterator[Reference]:
    """Yield pronouns of the third person that a subject before them agrees with."""
    own = _subject(sentence.span)
    for token in sentence.span:
        form = token.morph
        if token.pos_ != "PRON" or "3" not in form.get("Person", []) or form.get("Reflex", []):
            continue
        if own is not None and _role(token) not in r.SUBJECTS:
            continue  # "Prado praised her team": of its own sentence
        plural, human = (
            "Plur" in form.get("Number", []),
            {"Masc", "Fem"} & set(form.get("Gender", [])),
        )
        for subject in before:
            if subject.plural == plural and (subject.named or not human):
                name = f"{subject.name}'s" if "Yes" in form.get("Poss", []) else subject.name
                yield Reference(_place(sentence, token.idx, token.idx + len(token)), name)
                break


def _nouns(sentence: TextSentence, before: Sequence[_Subject]) -> Iterator[Reference]:
    """Yield "the company" where a name before it may be one."""
    lang, index = language_data(sentence.span.doc.lang_), lexical_index(sentence.span.doc.lang_)
    named = [each for each in before if each.named and not each.plural]
    if index is None or not named:
        return
    for token in sentence.span:
        left = list(token.lefts)
        definite = len(left) == 1 and left[0].lower_ in lang.definite_articles
        if token.pos_ != "NOUN" or not definite or next(token.rights, None) is not None:
            continue
        senses = index.synsets(token.lemma_, "NOUN", 1)
        if any(index.is_of_kind(sense, lang.group_kinds, "NOUN") for sense in senses):
            yield Reference(_place(sentence, left[0].idx, token.idx + len(token)), named[0].name)


def _parts(sentence: TextSentence, names: dict[str, str]) -> Iterator[Reference]:
    """Yield names in part, of which the whole stands before."""
    for run in _names(sentence.span):
        if len(run) == 1 and names.get(run.text):
            yield Reference(_place(sentence, run.start_char, run.end_char), names[run.text])


def _names(span: Span) -> Iterator[Span]:
    """Yield runs of proper nouns."""
    start = span.start
    for i in range(span.start, span.end + 1):
        if i == span.end or span.doc[i].pos_ != "PROPN":
            if i > start:
                yield span.doc[start:i]
            start = i + 1


def _place(sentence: TextSentence, start: int, end: int) -> TextPlace:
    """Return the place in the text of characters of the parsed sentence."""
    shift = sentence.place.start_char - sentence.span.start_char
    text = sentence.span.doc.text[start:end]
    return TextPlace(start + shift, end + shift, text)
