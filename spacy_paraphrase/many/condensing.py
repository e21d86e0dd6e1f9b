"""Condensing: overlapping sentences are fused, and long sentences lose their asides.

As in Barzilay and McKeown 2005, *Sentence fusion for multidocument news summarization*, sentences
of several documents are fused: by the unions of `fusion`, if these are surely good. Shortened
sentences must pass the checks of `rewrite`. In case of doubt, a sentence is not changed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from spacy.language import Language

from ..analysis.reading import Analysis, analyse
from ..analysis.roles import CONJUNCTION, FINITE_COMPLEMENTS
from ..analysis.sentence import Sentence
from ..checked import checked
from ..generation import ManyFusion, fuse_many
from ..generation.deletion import SubtreeDeletion
from ..generation.rewrite_checks import Checker
from ..generation.rewrite_results import Rewrite
from ..generation.rewrite_settings import Settings
from ..generation.rewriter import Rewriting, run, sentences_of
from .terms import stems_of

# Maximum number of words of a sentence that is not shortened; minimum number of words of an aside.
LONG, LEAST = 20, 3
# Minimum share of a sentence that must remain.
LEFT = 0.4
# Categories of words that may be members of one list.
_ALIKE = ({"noun"}, {"name"}, {"noun", "name"}, {"verb"})


def asides(sentence: Sentence, classes: Sequence[str]) -> list[tuple[int, int, str]]:
    """Return the deletable parts of a sentence that punctuation sets off.

    Parts without such punctuation ("the order that forced the firm to pay") are essential.

    Args:
        sentence: The sentence.
        classes: As in `fusion.deletion.SubtreeDeletion`.
    """
    return [
        (start, end, name)
        for start, end, name in SubtreeDeletion()(sentence, classes)
        if _is_set_off(sentence, start, end)
    ]


def _is_set_off(sentence: Sentence, start: int, end: int) -> bool:
    """Return whether punctuation sets off a stretch, and the rest does not need the punctuation."""
    analysis, texts = analyse(sentence), sentence.texts
    parts, words = analysis.constituents, analysis.words
    marks = [not any(map(str.isalnum, text)) for text in texts]
    if end >= len(sentence) or marks[start:end].count(False) < LEAST:
        return False
    behind = marks.index(False, end) if False in marks[end:] else end
    if not (marks[start] and (marks[end - 1] or marks[end])):
        return False
    if words[behind].category == "conjunction":
        return False
    inside = range(start, end)
    if _tells_a_count(analysis, inside):
        return False
    root = next(k for k in inside if not marks[k] and parts[k].above not in inside)
    if _may_be_listed(analysis, root):
        return False
    return not _ends_another(analysis, start, end)


def _may_be_listed(analysis: Analysis, root: int) -> bool:
    """Return whether an apposition may be a member of a list."""
    # Example: "her husband, Paul, and their son".
    parts, words = analysis.constituents, analysis.words
    joined = any(part.above == root and part.role == CONJUNCTION for part in parts)
    return joined and {words[root].category, words[parts[root].above].category} in _ALIKE


def _tells_a_count(analysis: Analysis, inside: range) -> bool:
    """Return whether a stretch has a verb and a number: "hit the town, killing ten"."""
    entities, numbers = analysis.sentence.entities, analysis.lang.number_entities
    counted = any(entities[k] in numbers for k in inside)
    return counted and any(analysis.words[k].category == "verb" for k in inside)


def _ends_another(analysis: Analysis, start: int, end: int) -> bool:
    """Return whether a comma around a stretch also belongs to another construction."""
    # The comma before it may close another aside: "Ann, 60, a teacher, was right". The comma after
    # it may separate a quotation from its speaker: "It rains, hitting roofs, she said".
    texts, parts = analysis.sentence.texts, analysis.constituents
    closed, top = texts[end - 1] == ",", end
    while parts[top].above > end:
        top = parts[top].above
    if closed and 0 <= parts[top].above < start:
        return True
    within = start - 1
    while parts[within].above >= 0:
        part = parts[within]
        first = part.tokens[0]
        opened = part.above < first and texts[first - 1] == ","
        said = part.role in FINITE_COMPLEMENTS
        if opened or (closed and said and within < start < part.above):
            return True
        within = part.above
    return False


# Preset that shortens a sentence to 70 % of its length, if its asides are long enough.
_SETTINGS = Settings(preset="compress", unit="token", deletion=("clause",), subtrees=asides)


class Shortened(NamedTuple):
    """A sentence without its asides.

    Attributes:
        text: The remaining text.
        cut: The deleted parts, in order.
    """

    text: str
    cut: tuple[str, ...]


@checked()
def merged(nlp: Language, sentences: Sequence[str]) -> ManyFusion | None:
    """Return the fusion of several sentences; None if it is not surely good.

    Args:
        nlp: A pipeline with a `sentence_fuser`.
        sentences: Two sentences or more.

    Raises:
        ParaphraseError: P018 if the pipeline makes no unions.

    Example:
        >>> import spacy_paraphrase
        >>> sentences = ["The minister resigned on Monday.", "The minister resigned in Paris."]
        >>> merged(spacy_paraphrase.load(), sentences).text
        'The minister resigned on Monday in Paris.'
    """
    made = fuse_many(nlp, sentences, sure=True)
    new = made.text and not made.left_out and made.text not in sentences
    return made if new else None


@checked()
def shortened(
    nlp: Language,
    sentences: Sequence[str],
    budget: int | None = None,
    needed: Collection[str] = (),
    language: str = "en",
) -> list[Shortened | None]:
    """Return sentences without their asides; None for a sentence that is not changed.

    Args:
        nlp: A pipeline of `spacy_paraphrase.load`.
        sentences: The sentences.
        budget: Maximum number of words of each result; by default about 70 % of the sentence.
        needed: Stems of words that must not be cut, such as those of a query.
        language: Their language.

    Example:
        >>> import spacy_paraphrase
        >>> nlp = spacy_paraphrase.load()
        >>> [short] = shortened(nlp, ["The old bridge, built in 1901, was closed after the flood."])
        >>> short
        Shortened(text='The old bridge was closed after the flood.', cut=(', built in 1901,',))
    """
    jobs = []
    for doc in nlp.pipe(" ".join(text.split()) for text in sentences):
        spans = sentences_of(doc)
        jobs.append(Rewriting(spans[0], _SETTINGS, budget) if len(spans) == 1 else None)
    made = iter(run([job for job in jobs if job], Checker(nlp)))
    return [_short(next(made)[0], {*needed}, language) if job else None for job in jobs]


def _short(found: Rewrite, needed: set[str], language: str) -> Shortened | None:
    cut = tuple(edit.source for edit in found.edits)
    if not cut or found.ratio < LEFT or any(needed & {*stems_of(part, language)} for part in cut):
        return None
    return Shortened(found.text, cut)
