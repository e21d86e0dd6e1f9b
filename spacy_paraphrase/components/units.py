"""What a matcher aligns: the words, phrases and chunks of a side.

They follow the chunks of the iSTS corpora (Agirre and others 2016, *SemEval-2016 task 2:
interpretable semantic textual similarity*, section 3; Abney 1991, *Parsing by chunks*): a noun
group with what modifies it from the left and the preposition before it, coordinated nouns being one
group; a verb with its auxiliaries, negation, particle and "to"; and every other word or mark by
itself. Labels are those of English spaCy models or of Universal Dependencies.

A word joins the chunk of its head, or it does not; a chunk is a run of words that end up at the
same head.

A unit function maps a side to its units, each a sorted list of token indices counted from the start
of the side. No unit holds white space, and none is empty. The functions are registered, so that a
config can swap them: words and phrases are the units of Marsi and Krahmer 2010, *Automatic analysis
of semantic similarity in comparable text through syntactic tree matching*; chunks are those of the
iSTS corpora (Agirre and others 2016).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TypeAlias

from spacy.tokens import Token

from ..analysis.sentence import Sentence
from ..errors import ParaphraseError
from ..pair import UNITS, sides
from ..registry import registered

# Parts of speech of what is coordinated within a noun group.
_NOMINAL = frozenset(("NOUN", "PROPN", "PRON", "NUM", "ADJ", "SYM", "X"))
# What an adverb can modify within a noun group.
_GRADED = frozenset(("ADJ", "ADV", "NUM", "DET", "ADP"))
# Words that begin a noun group, and those that go on with it, should the parse be wrong.
_OPENING = frozenset(("DET", "ADJ", "NUM"))
_GOING_ON = frozenset(("NOUN", "PROPN", "ADJ", "NUM"))


def chunk(side: Sentence) -> list[list[int]]:
    """Return the chunks of a parsed side, as sorted indices of its tokens.

    Every token but white space is in one chunk.

    Example:
        >>> import spacy
        >>> from spacy.tokens import Doc
        >>> words, heads = "a cat on the mat".split(), [1, 1, 1, 4, 2]
        >>> deps, pos = "det ROOT prep det pobj".split(), "DET NOUN ADP DET NOUN".split()
        >>> doc = Doc(spacy.blank("en").vocab, words=words, heads=heads, deps=deps, pos=pos)
        >>> chunk(Sentence(doc[:]))
        [[0, 1], [2, 3, 4]]
    """
    words = [i for i, token in enumerate(side) if not token.is_space]
    owners = _owners(side, words)
    chunks: list[list[int]] = []
    for before, i in zip([-1, *words], words, strict=False):
        token = side[i]
        if before < 0 or _is_genitive(token):
            chunks.append([i])
        elif owners[i] == owners[before] or _go_together(side, side[before], token):
            chunks[-1].append(i)
        else:
            chunks.append([i])
    return chunks


def _owners(side: Sentence, words: list[int]) -> list[int]:
    """Return for each token the one that its chunk is named by."""
    owners = list(range(len(side)))
    for i in reversed(side.tree.order.tolist()):  # heads first
        if i < len(side) and _joins(side, i):
            owners[i] = owners[side.heads[i]]
    # A comma or a quote that the same chunk surrounds is inside it.
    for before, i, after in zip(words, words[1:], words[2:], strict=False):
        if side[i].is_punct and owners[before] == owners[after]:
            owners[i] = owners[before]
    return owners


def _joins(side: Sentence, i: int) -> bool:
    """Return whether a token belongs to the chunk of its head."""
    token, h = side[i], int(side.heads[i])
    if h < 0 or (token.is_punct and not _is_genitive(token)):
        return False
    head, label = side[h], _label(token)
    if label in side.lang.chunk_labels:
        # A particle with an object is a preposition: "moves | down the tracks".
        return label != "prt" or not _has(side, i, "pobj")
    if label in side.lang.chunk_labels_before:
        graded = _label(head) == "amod" or (label == "advmod" and head.pos_ in _GRADED)
        return i < h and (label == "nmod" or graded)
    if label == "amod":
        return i < h or _adjacent(side, h, i)
    if label == "prep":
        return _adjacent(side, h, i) and _is_compound_preposition(side, h, token)
    if label == "appos":
        return _adjacent(side, h, side.tree.subtree(i)[0])
    if label == "mark":
        return _adjacent(side, i, h)
    if label == "conj":
        return _is_coordinated(side, i)
    if label == "cc":
        conjuncts = [h] if _label(head) == "conj" and i < h else side.tree.children[h]
        return any(_is_coordinated(side, j) for j in conjuncts if j > i)
    return False


def _is_coordinated(side: Sentence, i: int) -> bool:
    """Return whether a token is a conjunct within a noun group."""
    token, head = side[i], side[side.heads[i]]
    if _label(token) != "conj":
        return False
    nominal = {token.pos_, head.pos_} <= _NOMINAL and not _has(side, i, "nsubj", "nsubjpass")
    return nominal or _label(head) == "amod"


def _is_compound_preposition(side: Sentence, h: int, preposition: Token) -> bool:
    """Return whether a preposition goes with the word before it: "next to", "in front of"."""
    head = side[h]
    if head.pos_ in ("ADV", "SCONJ"):
        return head.lower_ not in side.lang.detached_adverbs  # "ahead | of polls"
    before = side[h - 1].lower_ if h else ""
    return (before, head.lower_, preposition.lower_) in side.lang.compound_prepositions


def _go_together(side: Sentence, before: Token, token: Token) -> bool:
    """Return whether two neighbours are in one noun group whatever the parse says."""
    if before.pos_ == "ADP" and _label(before) in side.lang.adposition_labels:
        return token.pos_ in _GOING_ON or token.pos_ in ("DET", "PRON")
    if before.pos_ == "PROPN":
        return token.pos_ == "PROPN"
    return before.pos_ in _OPENING and token.pos_ in _GOING_ON


def _is_genitive(token: Token) -> bool:
    """Return whether a token is a genitive marker, which opens the chunk of what is owned."""
    return token.dep_ == "case" and token.pos_ == "PART"


def _label(token: Token) -> str:
    """Return the dependency label without the subtype that Universal Dependencies may add."""
    return token.dep_.partition(":")[0]


def _has(side: Sentence, i: int, *labels: str) -> bool:
    return any(_label(side[j]) in labels for j in side.tree.children[i])


def _adjacent(side: Sentence, i: int, j: int) -> bool:
    """Return whether j follows i, but for white space."""
    return i < j and all(token.is_space for token in side[i + 1 : j])


# -- Registered functions from a side to its units -------------------------------------------------

Unit: TypeAlias = list[int]
UnitFunction: TypeAlias = Callable[[Sentence], list[Unit]]


@registered("Words.v1")
def make_words() -> UnitFunction:
    """Return the function that makes a unit of every word and punctuation mark."""
    return words


@registered("Phrases.v1")
def make_phrases() -> UnitFunction:
    """Return the function that makes a unit of every word with all that depends on it."""
    return phrases


@registered("ChunkUnits.v1")
def make_chunk_units() -> UnitFunction:
    """Return the function that takes the units the user gave in `doc.spans["chunk_units"]`."""
    return chunk_units


@registered("Chunks.v1")
def make_chunks() -> UnitFunction:
    """Return the function that cuts a parsed side into chunks (see `components.units`)."""
    return chunks


def words(side: Sentence) -> list[Unit]:
    """Return every token but white space.

    Example:
        >>> import spacy
        >>> words(Sentence(spacy.blank("en")("A cat  sleeps.")[:]))
        [[0], [1], [3], [4]]
    """
    return [[i] for i, token in enumerate(side) if not token.is_space]


def phrases(side: Sentence) -> list[Unit]:
    """Return the subtree of every word; the k-th unit is the one that the k-th word heads.

    They overlap, and may be discontinuous.

    Raises:
        ParaphraseError: P020 if the side has no parse.
    """
    _check_parse(side, "Phrases.v1")
    is_space = [token.is_space for token in side]
    return [[j for j in side.tree.subtree(i) if not is_space[j]] for (i,) in words(side)]


def chunks(side: Sentence) -> list[Unit]:
    """Return chunks made from the parse; every word is in one of them.

    Raises:
        ParaphraseError: P020 if the side has no parse.
    """
    _check_parse(side, "Chunks.v1")
    return chunk(side)


def chunk_units(side: Sentence) -> list[Unit]:
    """Return the units that `doc.spans["chunk_units"]` has in this side, in linear order.

    Words outside of all of them stay out. White space is left out of a unit, and with it a unit of
    nothing else.

    Raises:
        ParaphraseError: P021 if the Doc has no such spans or was retokenised since, P022 if a span
            is not inside one of the sides, P023 if two spans overlap.
    """
    doc = side.span.doc
    if UNITS not in doc.spans:
        raise ParaphraseError("P021", got="no such spans")
    group = doc.spans[UNITS]
    if group.attrs.get("length", len(doc)) != len(doc):
        got = f"spans over {group.attrs['length']} tokens in a Doc of {len(doc)}"
        raise ParaphraseError("P021", got=got)
    spans = sorted(group, key=lambda span: (span.start, span.end))
    for span in spans:
        if not any(s.start <= span.start < span.end <= s.end for s in sides(doc)):
            raise ParaphraseError("P022", got=span.text, start=span.start, end=span.end)
    for first, second in pairwise(spans):
        if second.start < first.end:
            raise ParaphraseError("P023", first=first.text, second=second.text)
    offset = side.span.start
    inside = (span for span in spans if offset <= span.start < side.span.end)
    units = ([token.i - offset for token in span if not token.is_space] for span in inside)
    return [unit for unit in units if unit]


def _check_parse(side: Sentence, name: str) -> None:
    if not side.parsed:
        label = side.span.label_.lower() or "side"
        raise ParaphraseError("P020", name=name, side=label, text=repr(side.span.text[:80]))
