"""One side of a pair in the form that all algorithms use: words, tree and word properties.

A `Sentence` is a plain view of the annotations, made once for each side of a Doc (`sentences`).
Words are numbered from 0 within the side; lists have an item for each word, arrays the shape (n,).
A side of several sentences is one `Sentence` whose roots depend on a virtual root.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeVar, overload
from weakref import WeakKeyDictionary, ref

import numpy as np
from spacy import symbols
from spacy.strings import get_string_id
from spacy.tokens import Doc, Span, Token
from spacy.vocab import Vocab

from ..errors import ParaphraseError
from ..jobs.arrays import BoolArray, IntArray
from ..lang import LanguageData, language_data
from ..pairs.pair import INVISIBLE, sides, visible
from ..trees.tree import Tree, tree_from_heads
from ..trees.word_alignment import FUNCTION, PUNCTUATION, SPACE
from .syntax import Syntax

Item = TypeVar("Item")
Read = TypeVar("Read")

# Parts of speech of content words.
OPEN_CLASS = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"))
# Parts of speech that count as equal, each with the one that represents them.
COARSE_POS = {"PROPN": "NOUN", "AUX": "VERB", "SCONJ": "ADP", "PART": "ADP", "INTJ": "ADV"}

# The token attributes of spaCy that are read.
_ATTRIBUTES = (
    *("HEAD", "POS", "TAG", "MORPH", "DEP", "ENT_TYPE", "LOWER", "LEMMA", "ORTH", "NORM"),
    *("LIKE_NUM", "IS_STOP", "IS_PUNCT", "IS_SPACE", "SENT_START", "SPACY"),
)
_ROWS = {name: k for k, name in enumerate(_ATTRIBUTES)}
_IDS = [getattr(symbols, name) for name in _ATTRIBUTES]
_COARSE_CODES = np.arange(1 + symbols.SPACE)
for _one, _all in COARSE_POS.items():
    _COARSE_CODES[getattr(symbols, _one)] = getattr(symbols, _all)
_IS_EXACT = np.isin(np.arange(1 + symbols.SPACE), (symbols.PROPN, symbols.NUM))


class Sentence(Sequence[Token]):
    """The tokens of one side, its dependency tree, and what is derived from them.

    It is a sequence of tokens, which are created on access.

    Args:
        span: One span of `doc.spans["pair"]`, or any other span.

    Attributes:
        start: Index of the first token in the Doc.
        end: Index after the last token.

    Example:
        >>> import spacy
        >>> doc = spacy.blank("en")("A cat sleeps")
        >>> sentence = Sentence(doc[:])
        >>> sentence.words, sentence[1], sentence.content
        (['a', 'cat', 'sleeps'], cat, [False, True, True])
    """

    def __init__(self, span: Span) -> None:
        self._set(span, _annotations(span.doc))
        self._doc: Doc | ref[Doc] = span.doc

    def _set(self, span: Span, annotations: IntArray) -> None:
        self.start, self.end, self._label = span.start, span.end, span.label
        self._language = span.doc.lang_
        self._strings = span.doc.vocab.strings
        # The caches of `once` and of `_yield`.
        self._known: dict[Callable[[Sentence], Any], Any] = {}
        self._yields: dict[int, list[int]] = {}
        self._attributes: IntArray = annotations[:, self.start : self.end].copy()
        if not INVISIBLE.keys().isdisjoint(map(ord, span.text)):
            self._leave_out_invisible()
        self._normalize()
        self._mend()

    @classmethod
    def _weak(cls, span: Span, annotations: IntArray) -> Sentence:
        """Return the sentence of a span that does not keep its Doc alive."""
        sentence = cls.__new__(cls)
        sentence._set(span, annotations)
        sentence._doc = ref(span.doc)
        return sentence

    def __len__(self) -> int:
        return self.end - self.start

    @overload
    def __getitem__(self, i: int) -> Token: ...

    @overload
    def __getitem__(self, i: slice) -> Sequence[Token]: ...

    def __getitem__(self, i: int | slice) -> Token | Sequence[Token]:
        if isinstance(i, slice):
            return list(self.span)[i]
        token: Token = self.doc[range(self.start, self.end)[i]]
        return token

    def __iter__(self) -> Iterator[Token]:
        return iter(self.span)

    # -- Position in the Doc -------------------------------------------------------------------

    @property
    def doc(self) -> Doc:
        """The Doc of the tokens."""
        doc = self._doc() if isinstance(self._doc, ref) else self._doc
        if doc is None:
            raise ParaphraseError("P028")
        return doc

    @property
    def span(self) -> Span:
        """The tokens as a span, with the label of the original span."""
        return Span(self.doc, self.start, self.end, label=self._label)

    @cached_property
    def lang(self) -> LanguageData:
        """The language data of the side."""
        return language_data(self._language) if len(self) else LanguageData()

    def once(self, read: Callable[[Sentence], Read]) -> Read:
        """Return the result of a function for this side, which is called only once.

        Example:
            >>> import spacy
            >>> sentence = Sentence(spacy.blank("en")("A cat sleeps")[:])
            >>> sentence.once(len), sentence.once(len)
            (3, 3)
        """
        if read not in self._known:
            self._known[read] = read(self)
        found: Read = self._known[read]
        return found

    def attribute(self, name: str) -> IntArray:
        """Return the values of a token attribute of spaCy (one of `_ATTRIBUTES`); shape (n,)."""
        row: IntArray = self._attributes[_ROWS[name]]
        return row

    def _read(self, name: str) -> list[str]:
        strings = self._strings
        return [strings[code] for code in self.attribute(name).astype(np.uint64).tolist()]

    def _string(self, name: str, i: int) -> str:
        return self._strings[int(self.attribute(name)[i]) % 2**64]

    # -- Words ---------------------------------------------------------------------------------

    @cached_property
    def texts(self) -> list[str]:
        """The words as written."""
        return self._read("ORTH")

    @cached_property
    def words(self) -> list[str]:
        """The lower-cased words in normal form (`_normalize`)."""
        return self._read("LOWER")

    @cached_property
    def given_lemmas(self) -> list[str]:
        """The annotated lemmas, "" for none."""
        return self._read("LEMMA")

    @cached_property
    def lemmas(self) -> list[str]:
        """The lower-cased lemmas; the words without a lemma."""
        pairs = zip(self.given_lemmas, self.words, strict=True)
        return [lemma.lower() or word for lemma, word in pairs]

    @cached_property
    def norms(self) -> list[str]:
        """The norms that the tokeniser has set."""
        return self._read("NORM")

    @cached_property
    def pos(self) -> list[str]:
        """The universal parts of speech, "" for none."""
        return self._read("POS")

    @cached_property
    def tags(self) -> list[str]:
        """The fine-grained tags, "" for none.

        For a language without such tags, they consist of features: "Fin Pres" for a finite verb.
        """
        features = self.lang.tag_features
        if features:
            values = ([v for name in features for v in t.morph.get(name, [])] for t in self)
            return [" ".join(each) for each in values]
        return self._read("TAG")

    @cached_property
    def deps(self) -> list[str]:
        """The dependency labels, "" for none."""
        return self._read("DEP")

    @cached_property
    def entities(self) -> list[str]:
        """The entity types, "" for none."""
        return self._read("ENT_TYPE")

    @property
    def annotations(self) -> dict[str, list[str]]:
        """The labels of each word: its part of speech, "pos", its "tag", its dependency, "dep"."""
        return {"pos": self.pos, "tag": self.tags, "dep": self.deps}

    def feature(self, i: int, name: str) -> str:
        """Return a morphological feature of a word, named as in Universal Dependencies, or "".

        Example:
            >>> from spacy.tokens import Doc
            >>> from spacy.vocab import Vocab
            >>> doc = Doc(Vocab(), words=["us"], morphs=["Number=Plur|Person=1"])
            >>> Sentence(doc[:]).feature(0, "Number"), Sentence(doc[:]).feature(0, "Gender")
            ('Plur', '')
        """
        features = (each.partition("=") for each in self._string("MORPH", i).split("|"))
        return next((value for key, _, value in features if key == name), "")

    # -- What kind of word it is ---------------------------------------------------------------

    @cached_property
    def stops(self) -> list[bool]:
        """Whether the words are in spaCy's list of stop words."""
        stops: list[bool] = (self.attribute("IS_STOP") > 0).tolist()
        return stops

    @cached_property
    def kinds(self) -> IntArray:
        """CONTENT, FUNCTION (a stop word), PUNCTUATION or SPACE for each word."""
        # The kinds are numbered in this order, from CONTENT, which is 0.
        stops, marks, spaces = map(self.attribute, ("IS_STOP", "IS_PUNCT", "IS_SPACE"))
        kinds: IntArray = np.maximum(FUNCTION * stops, PUNCTUATION * marks)
        return np.maximum(kinds, SPACE * spaces)

    @cached_property
    def content(self) -> list[bool]:
        """Whether a word carries information of its own: a content word.

        A content word is of an open class, but neither a copula nor in the role of a function word.
        It is not a stop word, except for numbers and some stop words of the language data. Without
        tags, every word that is not a stop word is one.
        """
        return [self._is_content(i) for i in range(len(self))]

    def _is_content(self, i: int) -> bool:
        pos, lemma = self.pos[i], self.lemmas[i]
        if not pos:
            return not self.stops[i] and any(map(str.isalnum, self.texts[i]))
        if pos not in OPEN_CLASS or self.deps[i] in self.lang.function_labels:
            return False
        if unicodedata.category(self.texts[i][0]) in ("So", "Pd"):
            return False  # an emoji or a dash, whatever its tag
        silent = self.stops[i] and pos != "NUM" and lemma not in self.lang.telling_stop_words
        return not silent and lemma not in self.lang.copulas

    @cached_property
    def informative(self) -> list[bool]:
        """Whether a word has information that a fusion must not lose.

        These are names and numbers, even if they are stop words ("May"), and other words of an open
        class that are not stop words, including copulas. Without tags, it is False.
        """
        named = ("PROPN", "NUM")
        return [
            pos in OPEN_CLASS and (pos in named or not stop)
            for pos, stop in zip(self.pos, self.stops, strict=True)
        ]

    @cached_property
    def topical(self) -> list[bool]:
        """Whether a word may be a topic: of an open class, but neither adverb nor stop word."""
        pairs = zip(self.pos, self.stops, strict=True)
        return [pos in OPEN_CLASS and pos != "ADV" and not stop for pos, stop in pairs]

    @cached_property
    def spoken(self) -> list[int]:
        """The words that are not punctuation; by its tag, "%" is a word."""
        marks = [
            pos == "PUNCT" if pos else kind == PUNCTUATION
            for pos, kind in zip(self.pos, self.kinds.tolist(), strict=True)
        ]
        return [i for i, mark in enumerate(marks) if not mark and i not in self._spaces]

    @cached_property
    def coarse_pos(self) -> list[str]:
        """The coarse parts of speech (`COARSE_POS`)."""
        return [COARSE_POS.get(pos, pos) for pos in self.pos]

    @cached_property
    def coarse_codes(self) -> IntArray:
        """The coarse parts of speech as numbers, 0 for none; shape (n,)."""
        return _COARSE_CODES[self.attribute("POS")]

    @cached_property
    def exact(self) -> BoolArray:
        """Whether each word is a name or a number, which no other word can replace; shape (n,)."""
        return np.asarray(_IS_EXACT[self.attribute("POS")] | (self.attribute("LIKE_NUM") > 0))

    @cached_property
    def proper(self) -> list[bool]:
        """Whether the words are names, by their tags; without tags, by their capitals."""
        starts = (self.attribute("SENT_START") == 1).tolist()
        return [
            pos == "PROPN" if pos else text.istitle() and not start
            for text, pos, start in zip(self.texts, self.pos, starts, strict=True)
        ]

    # -- The tree ------------------------------------------------------------------------------

    @cached_property
    def tagged(self) -> bool:
        """Whether any word has a part of speech."""
        return bool(self.attribute("POS").any())

    @cached_property
    def parsed(self) -> bool:
        """Whether this side has a parse."""
        return bool(self.attribute("DEP").any())

    @cached_property
    def tree(self) -> Tree:
        """The dependency tree over the words, with a virtual root over several sentences."""
        return tree_from_heads((np.arange(len(self)) + self.attribute("HEAD")).tolist())

    @cached_property
    def head_array(self) -> IntArray:
        """Head of each word, -1 for a root; shape (n,)."""
        n = len(self)
        heads = self.tree.heads[:n]
        return np.where(heads < n, heads, -1)

    @cached_property
    def heads(self) -> list[int]:
        """Head of each word, -1 for a root."""
        heads: list[int] = self.head_array.tolist()
        return heads

    def children(self, node: int) -> Sequence[int]:
        """Return the dependents of a word, in linear order."""
        return self.tree.children[node]

    def subtree(self, node: int) -> list[int]:
        """Return the subtree of a word, including itself, in linear order."""
        return self.tree.subtree(node)

    @cached_property
    def _spaces(self) -> frozenset[int]:
        return frozenset(np.flatnonzero(self.kinds == SPACE).tolist())

    def _yield(self, node: int) -> list[int]:
        """Return the words of the subtree of a node, without white space, in order."""
        if node not in self._yields:
            words = self.subtree(node)
            self._yields[node] = [i for i in words if i not in self._spaces]
        return self._yields[node]

    def span_heads(self, tokens: Collection[int]) -> list[int]:
        """Return the words whose head is not among them, in order."""
        return [i for i in tokens if self.heads[i] not in tokens]

    def arcs(self) -> Iterator[tuple[int, int, str]]:
        """Yield every word that has a head, with the head and the label."""
        above = enumerate(zip(self.heads, self.deps, strict=True))
        return ((i, head, label) for i, (head, label) in above if head >= 0)

    def yield_size(self, node: int) -> int:
        """Return the number of words in the subtree of a node, without white space."""
        return len(self._yield(node))

    def yield_of(self, node: int, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the items (of `words`, `lemmas` and the like) of the subtree of a node."""
        return tuple([items[i] for i in self._yield(node)])

    def yields(self, items: Sequence[Item]) -> list[tuple[Item, ...]]:
        """Return the items of the subtree of every node."""
        return [self.yield_of(node, items) for node in range(len(self))]

    @cached_property
    def syntax(self) -> Syntax:
        """Its tree in grammatical roles."""
        return Syntax(self)

    def _leave_out_invisible(self) -> None:
        """Remove invisible characters from words; a word of nothing else becomes white space."""
        for i in range(len(self)):
            text = self._string("ORTH", i)
            seen = visible(text)
            if seen == text:
                continue
            for name in ("ORTH", "LOWER", "NORM", "LEMMA"):
                self._set_string(name, i, visible(self._string(name, i)) if seen else " ")
            if not seen:
                self.attribute("IS_SPACE")[i], self.attribute("POS")[i] = 1, symbols.SPACE

    # -- The normal form of a token ------------------------------------------------------------

    def _normalize(self) -> None:
        """Write clitics, negated auxiliaries and the short form of "number" in normal form."""
        # Clitics get a straight apostrophe: "n’t" and the "nt" of "dont" become "n't". If a tagger
        # did not know the form, they also get the lemma and part of speech of the clitic. Negated
        # auxiliaries in one token: "didn’t" and "didnt" become "didn't". "No. 2" is "number 2".
        negated = _negated_codes(self.lang)
        for i, code in enumerate(self.attribute("LOWER").tolist()):
            if code in negated:
                self._write_negated_auxiliary(i)
        joined = self.attribute("SPACY")[:-1] == 0
        for i in (np.flatnonzero(joined) + 1).tolist():
            word, before = self._string("LOWER", i), self._string("LOWER", i - 1)
            if before[-1:].isalpha() and (word.isalpha() or word[0] in "’'n"):
                if form := _clitic(word, self.lang):
                    self._write_clitic(i, word, form)
            elif word == "." or before == "#":
                self._write_numbering(i - 1, i + (word == "."))

    def _set_string(self, name: str, i: int, text: str) -> None:
        self.attribute(name)[i] = np.uint64(self._strings.add(text)).astype(np.int64)

    def _write_clitic(self, i: int, word: str, form: str) -> None:
        """Write a clitic in normal form, and its lemma if the lemma is unknown."""
        self._set_string("LOWER", i, form)
        lemma = self.lang.clitic_lemmas.get(form, "")
        given = self._string("LEMMA", i)
        pos = self.attribute("POS")
        verbal = pos[i] in (symbols.VERB, symbols.AUX)
        own = given == word or (given and not given.isalpha())
        if lemma and own and (verbal or lemma not in self.lang.copulas or word.isalpha()):
            self._set_string("LEMMA", i, lemma)
            denies = lemma in self.lang.full_negations
            pos[i] = symbols.PART if denies else symbols.AUX
            if denies and self.attribute("DEP")[i]:
                self._attach_negation(i)

    def _write_negated_auxiliary(self, i: int) -> None:
        """Write a negated auxiliary in one token in normal form, with lemma, tag and label."""
        # A tagger that does not know the form may have tagged it as an adverb or a noun.
        form = self.lang.negated_spellings[self._string("LOWER", i)]
        self._set_string("LOWER", i, form)
        pos, dep = self.attribute("POS"), self.attribute("DEP")
        verbal = (symbols.VERB, symbols.AUX)
        if not pos[i]:
            return
        self._set_string("LEMMA", i, self.lang.negated_auxiliaries[form])
        if pos[i] not in verbal and dep[i] and pos[i + self.attribute("HEAD")[i]] in verbal:
            dep[i] = symbols.aux
        pos[i] = symbols.AUX

    def _attach_negation(self, i: int) -> None:
        """Label a word as a negation; if its head is an auxiliary, attach it to the verb."""
        heads = self.attribute("HEAD")
        self.attribute("DEP")[i] = symbols.neg
        above = i + int(heads[i])
        if self._string("DEP", above) in self.lang.auxiliary_labels:
            heads[i] += heads[above]

    def _write_numbering(self, i: int, number: int) -> None:
        """Tag a short form of "number" at `i` as a noun if a numeral follows it at `number`."""
        word = self._string("LOWER", i)
        lemma = self.lang.numbering_words.get(word)
        if lemma is None or number >= len(self) or not self._string("LOWER", number)[:1].isdigit():
            return
        heads, deps, pos = (self.attribute(name) for name in ("HEAD", "DEP", "POS"))
        starts = i == 0 or self.attribute("SENT_START")[i] == 1
        if starts and heads[number] > 0 and self._string("DEP", number) == "nummod":
            return  # an answer: "No. 3 people came."
        self._set_string("LOWER", i, lemma)
        if not pos[i]:
            return
        self._set_string("LEMMA", i, lemma)
        pos[i] = symbols.NOUN
        if deps.any():
            for mark in range(i + 1, number):
                heads[mark], deps[mark], pos[mark] = i - mark, symbols.punct, symbols.PUNCT
            if heads[number] == 0:
                heads[number] = i - number
                self._set_string("DEP", number, "nummod")

    # -- Correction of an impossible parse -----------------------------------------------------

    def _mend(self) -> None:
        """Correct "every puppy runs" to a sentence if it was parsed as a noun phrase."""
        # In a sentence without a verb whose root is a noun right after a compound modifier, with
        # one of the two a plural, the root becomes the verb, and the modifier its subject with the
        # words before it. After another plural ("EU lifts diamond sanctions"), the verb is unclear.
        heads, pos, deps = (self.attribute(name) for name in ("HEAD", "POS", "DEP"))
        roots = np.flatnonzero(heads == 0)
        if len(roots) != 1 or not deps.any():
            return
        root, subject = int(roots[0]), int(roots[0]) - 1
        if root == 0 or heads[subject] != 1 or pos[root] != symbols.NOUN:
            return
        if np.isin(pos, (symbols.VERB, symbols.AUX)).any():
            return
        if deps[subject] != self._strings["compound"]:
            return
        if self.is_plural(root) == self.is_plural(subject):
            return
        if any(self.is_plural(k) for k in range(subject)):
            return
        pos[root], deps[subject] = symbols.VERB, symbols.nsubj
        before = np.arange(subject)
        moved = before[before + heads[:subject] == root]
        heads[moved] = subject - moved

    def is_plural(self, i: int) -> bool:
        """Return whether a word is a plural noun, by its tag or, without one, by its ending."""
        if tag := self.tags[i]:
            return tag in self.lang.plural_noun_tags
        noun = self.attribute("POS")[i] in (symbols.NOUN, symbols.PROPN)
        return bool(noun and self.words[i].endswith(self.lang.plural_endings))


@lru_cache(maxsize=8)
def _negated_codes(lang: LanguageData) -> frozenset[int]:
    """Return the hashes of the forms of negated auxiliaries, as signed integers."""
    codes = np.array([get_string_id(form) for form in lang.negated_spellings], dtype=np.uint64)
    return frozenset(codes.astype(np.int64).tolist())


@lru_cache(maxsize=1 << 12)
def _clitic(word: str, lang: LanguageData) -> str:
    """Return the normal form of a clitic, with any or no apostrophe, "" for other words.

    Example:
        >>> [_clitic(word, language_data("en")) for word in ("n’t", "nt", "ll", "x")]
        ["n't", "n't", "'ll", '']
    """
    if word.isalpha():
        return next((c for c in sorted(lang.clitic_lemmas) if c.replace("'", "") == word), "")
    plain = word.replace("’", "'")
    return plain if plain in lang.clitics else ""


# The annotations and sentences of all living Docs.
_CACHE: WeakKeyDictionary[Doc, tuple[IntArray, tuple[Sentence, Sentence]]] = WeakKeyDictionary()


def _annotations(doc: Doc) -> IntArray:
    """Return the attributes of all tokens, a row each; heads are offsets and may be negative."""
    return np.ascontiguousarray(doc.to_array(_IDS).astype(np.int64).T)


def sentences(doc: Doc) -> tuple[Sentence, Sentence]:
    """Return both sides of a pair; the same objects as long as the Doc is unchanged.

    The sides do not keep the Doc alive.

    Raises:
        ParaphraseError: P004 if the Doc holds no pair, P005 if its pair is damaged.
    """
    spans = sides(doc)
    bounds = [(span.start, span.end) for span in spans]
    annotations = _annotations(doc)
    if doc in _CACHE:
        known, made = _CACHE[doc]
        if [(one.start, one.end) for one in made] == bounds and np.array_equal(known, annotations):
            return made
    source, target = (Sentence._weak(span, annotations) for span in spans)
    _CACHE[doc] = annotations, (source, target)
    return source, target


def sentence_of(tokens: Sequence[Token]) -> Sentence:
    """Return contiguous tokens as a `Sentence`; a `Sentence` is returned as it is.

    Example:
        >>> import spacy
        >>> sentence_of(list(spacy.blank("en")("one two")))[1]
        two
    """
    if isinstance(tokens, Sentence):
        return tokens
    if not tokens:
        return Sentence(Doc(Vocab())[0:0])
    first, last = tokens[0], tokens[-1]
    return Sentence(first.doc[first.i : last.i + 1])
