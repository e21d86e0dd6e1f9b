"""WordNet labels of many phrase pairs at once: relation and distance.

The labels are those of Kotlerman, Madnani and Cahill 2013, *ParaQuery: making sense of paraphrase
collections*, as far as the lexical index has them:

| label | holds iff some senses of the two phrases | relation |
|---|---|---|
| synonym | are one synset | restates |
| antonym | are opposites | conflict |
| derivation | are derived from one another | restates |
| similar | are adjectives that WordNet marks as similar | restates |
| hyponym | the source is one step below the target | specifies |
| hypernym | the source is one step above the target | generalizes |
| co-hyponym | have a direct hypernym in common | intersects |
| related | have a hypernym in common, further up | |
| undefined | have nothing in common | |
| unknown | one of the phrases is not in WordNet | |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple

import numpy as np
import spacy
from numpy.typing import NDArray
from spacy.tokens import Doc

from ..analysis.sentence import Sentence
from ..lang import language_data
from ..lexicon.index import POS, UPOS, LexicalIndex, Rows, gather
from ..lexicon.resources import lexical_index
from ..relations.lexical import restates, word_relation
from ..scoring.words import is_stop_word

# In order of priority: the first one that holds is the label.
WORDNET_LABELS = (
    *("synonym", "antonym", "derivation", "similar", "hyponym", "hypernym", "co-hyponym"),
    *("related", "undefined", "unknown"),
)
_CODES = range(len(WORDNET_LABELS))
SYNONYM, ANTONYM, DERIVATION, SIMILAR, HYPONYM, HYPERNYM, CO_HYPONYM, *_OTHERS = _CODES
RELATED, UNDEFINED, UNKNOWN = _OTHERS
_OPEN = ("NOUN", "VERB", "ADJ", "ADV")
# Relations of phrases by the lexical relations of two words.
_KINDS = {"hyponym-of": "specifies", "hypernym-of": "generalizes"}
# The relation of a row by its label, if there is no other evidence.
RELATION_OF = {
    "synonym": "restates",
    "derivation": "restates",
    "similar": "restates",
    "hyponym": "specifies",
    "hypernym": "generalizes",
    "co-hyponym": "intersects",
    "antonym": "conflict",
}
_FAR = 255
_ADJECTIVE = POS.index(UPOS["ADJ"])
# Minimum number of senses of a full verb: WordNet has a few verb senses of "will" and "up".
_FULL = 4
_Ids = NDArray[np.int64]


class WordnetLabel(NamedTuple):
    """The WordNet relation of a pair of phrases.

    Attributes:
        label: One of `WORDNET_LABELS`.
        distance: Path length between them through the nearest shared hypernym; None without one.
    """

    label: str
    distance: int | None


@lru_cache(maxsize=1 << 16)
def lemmas_of(word: str) -> tuple[str, ...]:
    """Return the possible lemmas of an English word form, with the form itself first.

    Example:
        >>> "girl" in lemmas_of("girls"), lemmas_of("xyzzy")[0]
        (True, 'xyzzy')
    """
    # Imported late, because the import sets Token._.lemma and Token._.inflect.
    from lemminflect import getAllLemmas

    found = [lemma for lemmas in getAllLemmas(word).values() for lemma in lemmas]
    return tuple(dict.fromkeys([word, *found]))


@lru_cache(maxsize=1 << 14)
def is_function_word(word: str, language: str = "en") -> bool:
    """Return whether a word is a stop word of spaCy and not a full verb in WordNet.

    Example:
        >>> [word for word in ("of", "made", "is", "house") if is_function_word(word)]
        ['of', 'is']
    """
    if not is_stop_word(word, language):
        return False
    index, lang = lexical_index(language), language_data(language)
    lemmas = lemmas_of(word) if language == "en" else (word,)
    if index is None or not {*lemmas, word}.isdisjoint(lang.empty_verbs | lang.modal_verbs):
        return True
    return all(len(index.synsets(lemma, "VERB")) < _FULL for lemma in lemmas)


def entries_of(index: LexicalIndex, phrase: str) -> list[int]:
    """Return the entries of a phrase and of its possible lemmas."""
    found = index.entries(phrase, "")
    if index.meta.get("language", "en") == "en":
        words = phrase.split()
        for place in {0, len(words) - 1}:
            for lemma in lemmas_of(words[place])[1:]:
                text = " ".join([*words[:place], lemma, *words[place + 1 :]])
                found = found + index.entries(text, "")
    return list(dict.fromkeys(found))


def label_pairs(index: LexicalIndex, pairs: Sequence[tuple[str, str]]) -> list[WordnetLabel]:
    """Return the WordNet labels of pairs of phrases, in one vectorised look-up.

    Args:
        index: The lexical index.
        pairs: Source and target of each pair, as words separated by spaces.

    Example:
        >>> from spacy_paraphrase.lexicon import default_lexicon
        >>> label_pairs(default_lexicon("en"), [("man", "person"), ("boys", "girls")])
        [WordnetLabel(label='hyponym', distance=1), WordnetLabel(label='antonym', distance=4)]
    """
    if not pairs:
        return []
    numbers = {phrase: k for k, phrase in enumerate(dict.fromkeys(chain.from_iterable(pairs)))}
    some = [entries_of(index, phrase) for phrase in numbers]
    ids = np.array([*chain.from_iterable(some)], dtype=np.int64)
    entries = Rows(np.array([*map(len, some)]), ids)
    senses = _through(entries, index.senses)
    sides = np.array([[numbers[phrase] for phrase in pair] for pair in pairs]).T
    best = np.full(len(pairs), UNDEFINED)
    known = np.diff(senses.starts)[sides] > 0
    best[~known.all(axis=0)] = UNKNOWN
    distance = _hierarchy(index, senses, sides, best)
    near = _through(senses, index.near)
    for pair, synset in _shared(near, senses, sides, index.n_synsets):
        adjective = index.synset_pos[synset] == _ADJECTIVE
        own, places = gather(senses.starts, sides[0][pair])
        adjectives = index.synset_pos[senses.values[places]] == _ADJECTIVE
        of_both = adjective & (np.bincount(own[adjectives], minlength=len(pair)) > 0)
        np.minimum.at(best, pair, np.where(of_both, SIMILAR, DERIVATION))
    opposite = _through(entries, index.antonyms)
    for pair, _ in _shared(opposite, entries, sides, len(index.lemmas)):
        np.minimum.at(best, pair, ANTONYM)
    return [
        WordnetLabel(WORDNET_LABELS[code], None if far == _FAR else far)
        for code, far in zip(best.tolist(), distance.tolist(), strict=True)
    ]


@lru_cache(maxsize=1 << 14)
def one_word(lemma: str, pos: str) -> Sentence:
    """Return a single word as an English sentence, for lexicon look-up."""
    return Sentence(Doc(english().doc.vocab, [lemma], lemmas=[lemma], pos=[pos])[:])


@lru_cache(maxsize=1)
def english() -> Sentence:
    """Return an empty English sentence, whose vocabulary is shared."""
    return Sentence(Doc(spacy.blank("en").vocab)[0:0])


def words_relation(index: LexicalIndex, source: Sequence[str], target: Sequence[str]) -> str | None:
    """Return the relation of two phrases by WordNet, "" if unknown, None if they are unrelated.

    Phrases that are WordNet entries are looked up. In other phrases, each content word that only
    one phrase has must be a synonym, hyponym or hypernym of one that only the other has; synonyms
    in rare senses do not count. Numbers must be the same.

    Args:
        index: The lexical index of English.
        source: The words of a phrase, in lower case.
        target: The words of the other phrase, in lower case.

    Example:
        >>> from spacy_paraphrase.lexicon import default_lexicon
        >>> index = default_lexicon("en")
        >>> [words_relation(index, ["photo"], [word]) for word in ("picture", "photos", "statue")]
        ['restates', 'restates', None]
        >>> words_relation(index, ["is", "frying"], ["cooks"])
        'specifies'
    """
    if len(source) > 1 or len(target) > 1:
        found = label_pairs(index, [(" ".join(source), " ".join(target))])[0].label
        if found != "unknown":
            return {**RELATION_OF, "co-hyponym": None, "antonym": None}.get(found)
    only = [other_words(source, target), other_words(target, source)]
    if not only[0] or not only[1]:
        return "specifies" if only[0] else "generalizes" if only[1] else "restates"
    return _others_relation(index, *only)


def _others_relation(index: LexicalIndex, only: Sequence[str], only2: Sequence[str]) -> str | None:
    by_pair = {(a, b): _word_relation(index, a, b) for a in only for b in only2}
    if {*by_pair.values()} == {""}:
        return None if any(word[0].isdigit() for word in (*only, *only2)) else ""
    near = {pair: found for pair, found in by_pair.items() if found}
    if {one for one, _ in near} != {*only} or {other for _, other in near} != {*only2}:
        return None
    relations = {*near.values()}
    return relations.pop() if len(relations) == 1 else "intersects"


def other_words(words: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the content words of a phrase that share no lemma with the other phrase."""
    known = {lemma for word in others for lemma in lemmas_of(word)}
    content = (word for word in words if not is_function_word(word))
    return [word for word in content if known.isdisjoint(lemmas_of(word))]


def _word_relation(index: LexicalIndex, one: str, other: str) -> str | None:
    found: set[str | None] = set()
    for pos in _OPEN:
        for a, b in product(_lemmas_as(index, one, pos), _lemmas_as(index, other, pos)):
            words = one_word(a, pos), one_word(b, pos)
            said = word_relation(index, words[0], 0, words[1], 0)
            same = said == "same" or restates(index, words[0], 0, words[1], 0, said)
            found.add("restates" if same else _KINDS.get(said))
    if not found:
        return ""
    return next((name for name in ("restates", *_KINDS.values()) if name in found), None)


def _lemmas_as(index: LexicalIndex, word: str, pos: str) -> list[str]:
    return [lemma for lemma in lemmas_of(word) if index.synsets(lemma, pos)]


def _through(rows: Rows, table: Rows) -> Rows:
    """Return, for each list, the values of a table for its members, without duplicates."""
    owners = np.repeat(np.arange(len(rows)), np.diff(rows.starts))
    source, places = gather(table.starts, rows.values)
    span = 1 + int(table.values.max(initial=0))
    keys = np.unique(owners[source] * span + table.values[places].astype(np.int64))
    return Rows(np.bincount(keys // span, minlength=len(rows)), keys % span)


def _shared(left: Rows, right: Rows, sides: _Ids, span: int) -> Iterable[tuple[_Ids, _Ids]]:
    """Yield the pairs whose two lists have a common value, and these values."""
    keys: list[_Ids] = []
    for rows, side in ((left, sides[0]), (right, sides[1])):
        pair, places = gather(rows.starts, side)
        keys.append(pair * span + rows.values[places])
    both = np.intersect1d(keys[0], keys[1], assume_unique=True)
    if len(both):
        yield both // span, both % span


def _hierarchy(index: LexicalIndex, senses: Rows, sides: _Ids, best: _Ids) -> _Ids:
    """Lower the label codes of pairs with a shared hypernym; return their distances."""
    owners = np.repeat(np.arange(len(senses)), np.diff(senses.starts))
    source, places = gather(index.closure.starts, senses.values)
    span = index.n_synsets
    keys = owners[source] * span + index.closure.values[places]
    steps = index.distances[places].astype(np.int64)
    order = np.lexsort((steps, keys))
    keys, first = np.unique(keys[order], return_index=True)
    steps = steps[order][first]
    above = Rows(np.bincount(keys // span, minlength=len(senses)), keys % span)
    found = []
    for side in sides:
        pair, places = gather(above.starts, side)
        found.append((pair * span + above.values[places], steps[places]))
    (one, up), (other, down) = found
    both, i, j = np.intersect1d(one, other, assume_unique=True, return_indices=True)
    pair, up, down = both // span, up[i], down[j]
    distance = np.full(len(best), _FAR)
    np.minimum.at(distance, pair, up + down)
    code = np.full(len(pair), RELATED)
    steps_of = {CO_HYPONYM: (1, 1), HYPERNYM: (0, 1), HYPONYM: (1, 0), SYNONYM: (0, 0)}
    for label, (a, b) in steps_of.items():
        code[(up == a) & (down == b)] = label
    np.minimum.at(best, pair, code)
    return distance
