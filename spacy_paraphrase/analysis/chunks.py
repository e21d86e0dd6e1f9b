"""Chunking of a parsed side.

Chunks follow those of the iSTS corpora (Agirre and others 2016, *SemEval-2016 task 2: interpretable
semantic textual similarity*, section 3; Abney 1991, *Parsing by chunks*): a noun group with its
left modifiers and the preposition before it, with coordinated nouns as one group; a verb with its
auxiliaries, negation, particle and "to"; and every other word or punctuation mark on its own.
Labels are those of English spaCy models or of Universal Dependencies.

Each word either joins the chunk of its head or starts its own; a chunk is a run of words with the
same chunk head.
"""

from __future__ import annotations

from collections.abc import Callable

from spacy.tokens import Token

from .sentence import Sentence

# Parts of speech of words that can be coordinated within a noun group.
_NOMINAL = frozenset(("NOUN", "PROPN", "PRON", "NUM", "ADJ", "SYM", "X"))
# Parts of speech of words that an adverb can modify within a noun group.
_GRADED = frozenset(("ADJ", "ADV", "NUM", "DET", "ADP"))
# Words that begin a noun group, and words that continue it, even if the parse is wrong.
_OPENING = frozenset(("DET", "ADJ", "NUM"))
_GOING_ON = frozenset(("NOUN", "PROPN", "ADJ", "NUM"))


def chunk(side: Sentence) -> list[list[int]]:
    """Return the chunks of a parsed side, as sorted indices of its tokens.

    Every token except white space is in exactly one chunk.

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
        opens = before < 0 or _is_genitive(token)
        if opens or (owners[i] != owners[before] and not _go_together(side, side[before], token)):
            chunks.append([i])
        else:
            chunks[-1].append(i)
    return chunks


def _owners(side: Sentence, words: list[int]) -> list[int]:
    """Return the chunk head of each token."""
    owners = list(range(len(side)))
    for i in reversed(side.tree.order.tolist()):  # heads first
        if i < len(side) and _joins(side, i):
            owners[i] = owners[side.heads[i]]
    # A comma or a quote between two words of a chunk belongs to the chunk.
    for before, i, after in zip(words, words[1:], words[2:], strict=False):
        if side[i].is_punct and owners[before] == owners[after]:
            owners[i] = owners[before]
    return owners


def _joins(side: Sentence, i: int) -> bool:
    """Return whether a token belongs to the chunk of its head."""
    token, h = side[i], int(side.heads[i])
    if h < 0 or (token.is_punct and not _is_genitive(token)):
        return False
    label = _label(token)
    if label in side.lang.chunk_labels:
        # A particle that has an object is a preposition: "moves | down the tracks".
        return label != "prt" or not _has(side, i, "pobj")
    if label in side.lang.chunk_labels_before:
        head = side[h]
        graded = _label(head) == "amod" or (label == "advmod" and head.pos_ in _GRADED)
        return i < h and (label == "nmod" or graded)
    rule = _RULES.get(label)
    return rule is not None and rule(side, h, i)


def _joins_conjuncts(side: Sentence, h: int, i: int) -> bool:
    """Return whether a conjunction stands before a conjunct within a noun group."""
    conjuncts = [h] if _label(side[h]) == "conj" and i < h else side.tree.children[h]
    return any(_is_coordinated(side, j) for j in conjuncts if j > i)


# By label, whether a word belongs to the chunk of its head. Arguments: side, head, word.
_RULES: dict[str, Callable[[Sentence, int, int], bool]] = {
    "amod": lambda side, h, i: i < h or _adjacent(side, h, i),
    "prep": lambda side, h, i: _adjacent(side, h, i) and _is_compound_preposition(side, h, side[i]),
    "appos": lambda side, h, i: _adjacent(side, h, side.tree.subtree(i)[0]),
    "mark": lambda side, h, i: _adjacent(side, i, h),
    "conj": lambda side, h, i: _is_coordinated(side, i),
    "cc": _joins_conjuncts,
}


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
    """Return whether two neighbours are in one noun group, regardless of the parse."""
    if before.pos_ == "ADP" and _label(before) in side.lang.adposition_labels:
        return token.pos_ in _GOING_ON or token.pos_ in ("DET", "PRON")
    if before.pos_ == "PROPN":
        return token.pos_ == "PROPN"
    return before.pos_ in _OPENING and token.pos_ in _GOING_ON


def _is_genitive(token: Token) -> bool:
    """Return whether a token is a genitive marker ("'s"), which begins the chunk of the noun."""
    return token.dep_ == "case" and token.pos_ == "PART"


def _label(token: Token) -> str:
    """Return the dependency label without the subtype that Universal Dependencies may add."""
    return token.dep_.partition(":")[0]


def _has(side: Sentence, i: int, *labels: str) -> bool:
    return any(_label(side[j]) in labels for j in side.tree.children[i])


def _adjacent(side: Sentence, i: int, j: int) -> bool:
    """Return whether j follows i, ignoring white space."""
    return i < j and all(token.is_space for token in side[i + 1 : j])
