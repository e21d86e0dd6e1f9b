"""Experts: what n source words and m target words have to do with each other, as an n×m matrix.

An expert is a function of two lists of tokens that returns similarities of 0 to 1, shape (n, m);
the word aligner takes any number of them, with a weight each. They are registered in
`spacy.registry.misc`, as factories, so that a config can name and set them.
"""

from __future__ import annotations

from functools import partial

from ..registry import registered
from .compounds import compound
from .encoder import OnnxEncoder, encoded
from .matrix import Expert, FloatArray, Tokens
from .names import abbreviation, name
from .strings import identity, lemma, norm, string
from .values import date, number
from .vectors import vectors
from .wordnet import WordNetExpert

__all__ = ["Expert", "FloatArray", "Tokens"]


@registered("Identity.v1")
def make_identity() -> Expert:
    """Return the expert for identical words, case ignored: 1 or 0."""
    return identity


@registered("Lemma.v1")
def make_lemma() -> Expert:
    """Return the expert for words with the same lemma, case ignored: 1 or 0."""
    return lemma


@registered("Norm.v1")
def make_norm() -> Expert:
    """Return the expert for contracted and full forms (n't / not), by the tokens' norms: 1 or 0."""
    return norm


@registered("String.v1")
def make_string(least: float = 0.6) -> Expert:
    """Return the expert for similar spellings (see `strings.spelling`).

    Args:
        least: What is less similar counts 0.
    """
    return partial(string, least=least)


@registered("Compound.v1")
def make_compound() -> Expert:
    """Return the expert for the parts of compounds (see `compounds.compound`)."""
    return compound


@registered("Number.v1")
def make_number() -> Expert:
    """Return the expert for the same number or unit in another form (see `values.number`)."""
    return number


@registered("Date.v1")
def make_date() -> Expert:
    """Return the expert for months, weekdays and dates in another form (see `values.date`)."""
    return date


@registered("Abbreviation.v1")
def make_abbreviation() -> Expert:
    """Return the expert for acronyms and abbreviations (see `names.abbreviation`)."""
    return abbreviation


@registered("Name.v1")
def make_name() -> Expert:
    """Return the expert for names in another form (see `names.name`)."""
    return name


@registered("Vectors.v1")
def make_vectors(least: float = 0.6) -> Expert:
    """Return the expert for the cosine of word vectors; all 0 where the pipeline has none.

    Args:
        least: What is less similar counts 0.
    """
    return partial(vectors, least=least)


@registered("Encoder.v1")
def make_encoder(path: str, least: float = 0.45) -> Expert:
    """Return the expert for the cosine of word vectors in context (see `encoder.OnnxEncoder`).

    Args:
        path: Folder of an ONNX export of a sentence-transformers model.
        least: What is less similar counts 0.

    Raises:
        ParaphraseError: As `OnnxEncoder`.
    """
    return partial(encoded, encoder=OnnxEncoder(path), least=least)


@registered("WordNet.v1")
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
        synonym: Worth of two synonyms.
        near_synonym: Worth of two words that are similar or derived from one another.
        hyponym: Worth of a word and a more general one.
        sister: Worth of two words that share a close hypernym.
        max_senses: How many senses of a word count, the most frequent ones; all if None.
    """
    values = {
        "synonym": synonym,
        "near-synonym": near_synonym,
        "hyponym-of": hyponym,
        "hypernym-of": hyponym,
        "sister": sister,
    }
    return WordNetExpert(language, values, max_senses)


@registered("OnnxEncoder.v1")
def make_onnx_encoder(path: str) -> OnnxEncoder:
    """Return the encoder in a folder, for components that take one (see `encoder.OnnxEncoder`)."""
    return OnnxEncoder(path)
