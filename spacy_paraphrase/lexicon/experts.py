"""Experts: functions that return the similarities of n source and m target words as a matrix.

An expert takes two lists of tokens and returns similarities from 0 to 1, shape (n, m). The word
aligner combines any number of experts, each with a weight. Factories of the experts are registered
in `spacy.registry.misc`, so that a config can name and configure them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

import numpy as np

from ..analysis.amounts import Amount, amounts, equal_amounts
from ..analysis.dates import date_part, dates, figures_end
from ..analysis.numerals import Numeral, numerals, units
from ..analysis.sentence import Sentence, sentence_of
from ..jobs.arrays import FloatArray
from ..registry import EXPERTS, registered
from .names import abbreviation, name
from .phrase_table import PhraseTableExpert
from .spelling import Expert, Tokens, compound, equal, identity, lemma, norm, spellings, string
from .vectors import OnnxEncoder, encoded, vectors
from .wordnet import WordNetExpert

# Similarity of the words of one number in two notations, and of 8 and 8th (equal in a date).
SPAN, RANK = 0.9, 0.7


def number(source: Tokens, target: Tokens) -> FloatArray:
    """Return the similarity of numbers and units.

    It is 1 for equal single words (seven / 7, % / percent), 0.9 for the words of equal numbers of
    several words (1.5 million / 1,500,000) or equal amounts (half past three / 3:30), and 0.7 for
    a cardinal and its ordinal if one of them is in digits (13 / 13th). All other words get 0.
    """
    sides = sentence_of(source), sentence_of(target)
    result = equal(*(side.once(_units) for side in sides))
    for amount, amount2 in product(*(amounts(side.words, side.lang) for side in sides)):
        if amount.dimension and equal_amounts(amount, amount2):
            _mark_amounts(result, amount, amount2, sides)
    for one, two in product(*(numerals(side.words, side.lang) for side in sides)):
        if similar := _same(one, two):
            block = result[one.start : one.end, two.start : two.end]
            np.maximum(block, similar, out=block)
    return result


def date(source: Tokens, target: Tokens) -> FloatArray:
    """Return the similarity of months, weekdays and dates.

    It is 1 for the same month or weekday (Sept. / September). In two equal dates, it is 0.9 for
    words of the same part, or if one word is the whole date (Sept. 15 / 9/15/2005).
    """
    sides = sentence_of(source), sentence_of(target)
    result = equal(*([word.calendar for word in side.once(spellings)] for side in sides))
    for one, two in product(*(side.once(_dates) for side in sides)):
        if equal_amounts(one, two):
            parts = list(map(_parts, sides, (one, two)))
            for (i, part), (j, other) in product(*parts):
                if part and other and (part == other or "date" in (part, other)):
                    result[i, j] = max(result[i, j], SPAN)
    return result


def _units(side: Sentence) -> list[str | None]:
    if not any(word.unit for word in side.once(spellings)):
        return [None] * len(side)
    return units(side.words, side.lang)


def _parts(side: Sentence, date: Amount) -> list[tuple[int, str]]:
    """Return the part of a date that each of its words names; a date in digits is one part."""
    texts, words = side.texts, range(date.start, date.end)
    if figures_end(texts, date.start):
        return [(t, "date") for t in words if texts[t].isalnum() or len(words) == 1]
    return [(t, date_part(texts[t], side.lang)[0]) for t in words]


def _dates(side: Sentence) -> Sequence[Amount]:
    texts = side.texts
    is_dated = any(word.dated for word in side.once(spellings))
    is_dated = is_dated or any(figures_end(texts, i) for i in range(len(texts)))
    return dates(texts, side.lang) if is_dated else []


def _mark_amounts(
    result: FloatArray, one: Amount, two: Amount, sides: tuple[Sentence, Sentence]
) -> None:
    """Mark the words of two equal amounts: the numerals, and the other words if both have some.

    Amounts with the same wording are skipped, because their words are similar anyway.
    """
    views = list(zip((one, two), sides, strict=True))
    if len({tuple(side.words[a.start : a.end]) for a, side in views}) == 1:
        return
    numerals = [list(range(a.numeral[0], a.numeral[1] + 1)) for a, _ in views]
    others = [
        [t for t in range(a.start, a.end) if t not in some and side.texts[t].isalnum()]
        for (a, side), some in zip(views, numerals, strict=True)
    ]
    if all(others):
        blocks = [numerals, others]
    else:
        blocks = [[numeral + rest for numeral, rest in zip(numerals, others, strict=True)]]
    for block in blocks:
        cells = np.ix_(*block)
        result[cells] = np.maximum(result[cells], SPAN)


def _same(one: Numeral, two: Numeral) -> float:
    if one.value != two.value:
        return 0.0
    if one.kind == two.kind:
        single = one.end - one.start == two.end - two.start == 1
        return 1.0 if single else SPAN
    ranked = {one.kind, two.kind} == {"number", "ordinal"} and (one.digits or two.digits)
    return RANK if ranked else 0.0


def _factory(expert_name: str, expert: Expert) -> Callable[[], Expert]:
    """Register a factory for an expert that has no settings."""
    return registered(expert_name, EXPERTS)(lambda: expert)


# 1 for identical words, or for words with the same lemma (both without case), else 0.
make_identity = _factory("Identity.v1", identity)
make_lemma = _factory("Lemma.v1", lemma)
# 1 for tokens with the same norm, such as contracted and full forms (n't / not), else 0.
make_norm = _factory("Norm.v1", norm)
# Parts of compounds; variant forms of numbers, units, months, weekdays and dates.
make_compound = _factory("Compound.v1", compound)
make_number = _factory("Number.v1", number)
make_date = _factory("Date.v1", date)
# Acronyms and abbreviations, and variant forms of names.
make_abbreviation = _factory("Abbreviation.v1", abbreviation)
make_name = _factory("Name.v1", name)


@registered("String.v1", EXPERTS)
def make_string(least: float = 0.6) -> Expert:
    """Return the expert for similar spellings (see `spelling.spelling`).

    Args:
        least: Similarities below this value become 0.
    """
    return partial(string, least=least)


@registered("Vectors.v1", EXPERTS)
def make_vectors(least: float = 0.6) -> Expert:
    """Return the expert for the cosine of word vectors; all 0 if the pipeline has no vectors.

    Args:
        least: Similarities below this value become 0.
    """
    return partial(vectors, least=least)


@registered("Encoder.v1", EXPERTS)
def make_encoder(path: str, least: float = 0.45) -> Expert:
    """Return the expert for the cosine of word vectors in context (see `vectors.OnnxEncoder`).

    Args:
        path: Folder of an ONNX export of a sentence-transformers model.
        least: Similarities below this value become 0.

    Raises:
        ParaphraseError: As `OnnxEncoder`.
    """
    return partial(encoded, encoder=OnnxEncoder(path), least=least)


@registered("WordNet.v1", EXPERTS)
def make_wordnet(
    language: str = "en",
    synonym: float = 0.8,
    near_synonym: float = 0.7,
    hyponym: float = 0.6,
    sister: float = 0.0,
    max_senses: int | None = 3,
) -> Expert:
    """Return the expert for lexical relations (see `wordnet.WordNetExpert`).

    Args:
        language: Language of the lexical data.
        synonym: Similarity of two synonyms.
        near_synonym: Similarity of two words that are similar, or derived from one another.
        hyponym: Similarity of a word and a more general word.
        sister: Similarity of two words that share a close hypernym.
        max_senses: Number of senses of each word, the most frequent first; all if None.
    """
    values = {
        "synonym": synonym,
        "near-synonym": near_synonym,
        "hyponym-of": hyponym,
        "hypernym-of": hyponym,
        "sister": sister,
    }
    return WordNetExpert(language, values, max_senses)


@registered("PhraseTable.v1", EXPERTS)
def make_phrase_table(path: str) -> Expert:
    """Return the expert for a compiled phrase table (see `phrase_table.PhraseTableExpert`).

    Args:
        path: A file of `phrase_table.compile_table` or of the command `table compile`.
    """
    return PhraseTableExpert(path)


@registered("OnnxEncoder.v1", EXPERTS)
def make_onnx_encoder(path: str) -> OnnxEncoder:
    """Return the encoder in a folder, as a setting of components (see `vectors.OnnxEncoder`)."""
    return OnnxEncoder(path)
