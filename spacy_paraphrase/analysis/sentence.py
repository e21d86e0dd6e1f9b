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

from ..arrays import BoolArray, IntArray
from ..errors import ParaphraseError
from ..lang import LanguageData, language_data
from ..pair import INVISIBLE, sides, visible
from ..trees.tree import Tree, tree_from_heads
from ..trees.word_alignment import FUNCTION, PUNCTUATION, SPACE
from .syntax import Syntax

Item = TypeVar("Item")
Read = TypeVar("Read")

# Parts of speech that bear content.
OPEN_CLASS = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"))
# Parts of speech that can stand for each other, each with the one that stands for all of them.
COARSE_POS = {"PROPN": "NOUN", "AUX": "VERB", "SCONJ": "ADP", "PART": "ADP", "INTJ": "ADV"}

# What is read of all tokens at once.
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

    It is a sequence of tokens, which are made when they are asked for.

    Args:
        span: One span of `doc.spans["pair"]`, or any other span.

    Attributes:
        start: Index of the first token in the Doc.
        end: Index behind the last one.

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
        self._attributes: IntArray = annotations[:, self.start : self.end].copy()
        if not INVISIBLE.keys().isdisjoint(map(ord, span.text)):
            self._leave_out_invisible()
        self._normalize()
        self._mend()

    @classmethod
    def _kept(cls, span: Span, annotations: IntArray) -> Sentence:
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

    # -- Where it stands -----------------------------------------------------------------------

    @property
    def doc(self) -> Doc:
        """The Doc it stands in."""
        doc = self._doc() if isinstance(self._doc, ref) else self._doc
        if doc is None:
            raise ParaphraseError("P028")
        return doc

    @property
    def span(self) -> Span:
        """The tokens as a span, labelled as the one it was made from."""
        return Span(self.doc, self.start, self.end, label=self._label)

    @cached_property
    def lang(self) -> LanguageData:
        """What the words of its language are to the algorithms."""
        return language_data(self._language) if len(self) else LanguageData()

    def once(self, read: Callable[[Sentence], Read]) -> Read:
        """Return what a function reads of this side, which it is asked once.

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

    @cached_property
    def _known(self) -> dict[Callable[[Sentence], Any], Any]:
        return {}

    def attribute(self, name: str) -> IntArray:
        """Return a token attribute of spaCy by its name, one of those read; shape (n,)."""
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
        """The lower-cased words, in one form each (`_normalize`)."""
        return self._read("LOWER")

    @cached_property
    def given_lemmas(self) -> list[str]:
        """The lemmas as they are annotated, "" where there are none."""
        return self._read("LEMMA")

    @cached_property
    def lemmas(self) -> list[str]:
        """The lower-cased lemmas; the words where there are none."""
        pairs = zip(self.given_lemmas, self.words, strict=True)
        return [lemma.lower() or word for lemma, word in pairs]

    @cached_property
    def norms(self) -> list[str]:
        """The norms that the tokeniser has set."""
        return self._read("NORM")

    @cached_property
    def pos(self) -> list[str]:
        """The universal parts of speech, "" where there are none."""
        return self._read("POS")

    @cached_property
    def tags(self) -> list[str]:
        """The fine-grained tags, "" where there are none.

        Of a language without such tags they are made of features: "Fin Pres" of a finite verb.
        """
        features = self.lang.tag_features
        if features:
            values = ([v for name in features for v in t.morph.get(name, [])] for t in self)
            return [" ".join(each) for each in values]
        return self._read("TAG")

    @cached_property
    def deps(self) -> list[str]:
        """The dependency labels, "" where there are none."""
        return self._read("DEP")

    @cached_property
    def entities(self) -> list[str]:
        """The entity types, "" where there are none."""
        return self._read("ENT_TYPE")

    @property
    def annotations(self) -> dict[str, list[str]]:
        """The labels of each word: its part of speech, "pos", its "tag", its dependency, "dep"."""
        return {"pos": self.pos, "tag": self.tags, "dep": self.deps}

    def feature(self, i: int, name: str) -> str:
        """Return a feature of the form of a word, as Universal Dependencies names it, or "".

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

        It is of an open class, no copula, in no function that only serves another word, and no stop
        word, but for numbers and the stop words that a language has for telling ones. Untagged, any
        word is that is no stop word.
        """
        return [self._is_content(i) for i in range(len(self))]

    def _is_content(self, i: int) -> bool:
        pos, lemma = self.pos[i], self.lemmas[i]
        if not pos:
            return not self.stops[i] and any(map(str.isalnum, self.texts[i]))
        if pos not in OPEN_CLASS or self.deps[i] in self.lang.function_labels:
            return False
        if unicodedata.category(self.texts[i][0]) in ("So", "Pd"):
            return False  # an emoji or a dash, whatever a tagger says
        silent = self.stops[i] and pos != "NUM" and lemma not in self.lang.telling_stop_words
        return not silent and lemma not in self.lang.copulas

    @cached_property
    def informative(self) -> list[bool]:
        """Whether a word says something that a fusion must not lose.

        Beside `content`: names are never silent, be they stop words ("May"), nor are words whose
        function or whose lemma ("be") makes them no content words, unless they are stop words.
        Nothing is without a part of speech.
        """
        named = ("PROPN", "NUM")
        return [
            pos in OPEN_CLASS and (pos in named or not stop)
            for pos, stop in zip(self.pos, self.stops, strict=True)
        ]

    @cached_property
    def topical(self) -> list[bool]:
        """Whether a word names what the sentence is about: of an open class, but no adverb."""
        pairs = zip(self.pos, self.stops, strict=True)
        return [pos in OPEN_CLASS and pos != "ADV" and not stop for pos, stop in pairs]

    @cached_property
    def spoken(self) -> list[int]:
        """The words that are no punctuation; a tagger knows that "%" is none."""
        marks = [
            pos == "PUNCT" if pos else kind == PUNCTUATION
            for pos, kind in zip(self.pos, self.kinds.tolist(), strict=True)
        ]
        return [i for i, mark in enumerate(marks) if not mark and i not in self._spaces]

    @cached_property
    def coarse_pos(self) -> list[str]:
        """The parts of speech, those that can stand for each other as one (`COARSE_POS`)."""
        return [COARSE_POS.get(pos, pos) for pos in self.pos]

    @cached_property
    def coarse_codes(self) -> IntArray:
        """The coarse parts of speech as numbers, 0 where there are none; shape (n,)."""
        return _COARSE_CODES[self.attribute("POS")]

    @cached_property
    def exact(self) -> BoolArray:
        """Whether each word is a name or a number: another one means something else; (n,)."""
        return np.asarray(_IS_EXACT[self.attribute("POS")] | (self.attribute("LIKE_NUM") > 0))

    @cached_property
    def proper(self) -> list[bool]:
        """Whether the words are names; where there are no parts of speech, capitals tell."""
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
        """Whether a parser saw this side."""
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
        """Return what a word dominates, itself among them, in linear order."""
        return self.tree.subtree(node)

    @cached_property
    def _yields(self) -> dict[int, list[int]]:
        """The words of the subtree of each node that was asked for, see `_yield`."""
        return {}

    @cached_property
    def _spaces(self) -> frozenset[int]:
        return frozenset(np.flatnonzero(self.kinds == SPACE).tolist())

    def _yield(self, node: int) -> list[int]:
        """Return the words of the subtree of a node, white space left out, in order."""
        if node not in self._yields:
            words = self.subtree(node)
            self._yields[node] = [i for i in words if i not in self._spaces]
        return self._yields[node]

    def span_heads(self, tokens: Collection[int]) -> list[int]:
        """Return those of some words that depend on none of the others, in order."""
        return [i for i in tokens if self.heads[i] not in tokens]

    def arcs(self) -> Iterator[tuple[int, int, str]]:
        """Yield every word that depends on another one, with that and with the label."""
        above = enumerate(zip(self.heads, self.deps, strict=True))
        return ((i, head, label) for i, (head, label) in above if head >= 0)

    def yield_size(self, node: int) -> int:
        """Return how many words the subtree of a node has, white space left out."""
        return len(self._yield(node))

    def yield_of(self, node: int, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return what the subtree of a node reads in terms of `words`, `lemmas` and the like."""
        return tuple([items[i] for i in self._yield(node)])

    def yields(self, items: Sequence[Item]) -> list[tuple[Item, ...]]:
        """Return what the subtree of every node reads."""
        return [self.yield_of(node, items) for node in range(len(self))]

    @cached_property
    def syntax(self) -> Syntax:
        """Its tree in roles, and who does what in it."""
        return Syntax(self)

    def _leave_out_invisible(self) -> None:
        """Read words without the characters that nobody sees; what has no others is no word."""
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
        """Give clitics and the short form of "number" the form that all of them share."""
        # Clitics get an apostrophe of the typewriter, whichever they have, or have lost: "n’t" and
        # the "nt" of "dont" are "n't". What a tagger that does not know such a form took for a word
        # of its own gets lemma and part of speech of the clitic. "No. 2" is "number 2". So, too, an
        # auxiliary with its negation in one token: "didn’t" and "didnt" are "didn't".
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
        """Write a clitic in its normal form; its lemma where it has got none but itself."""
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
        """Write an auxiliary and its negation in one token in normal form, and as what it is."""
        # A parser that does not know it may have taken it for an adverb or a noun.
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
        """Make a word the negation of what its head, if that is an auxiliary, belongs to."""
        heads = self.attribute("HEAD")
        self.attribute("DEP")[i] = symbols.neg
        above = i + int(heads[i])
        if self._string("DEP", above) in self.lang.auxiliary_labels:
            heads[i] += heads[above]

    def _write_numbering(self, i: int, number: int) -> None:
        """Read a short form of "number", at i, as a noun if a numeral follows it at `number`."""
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

    # -- A parse that cannot be right ----------------------------------------------------------

    def _mend(self) -> None:
        """Read "every puppy runs" as a sentence where the parser took it for a noun phrase."""
        # A sentence without any verb whose root is a noun behind a noun that modifies it, one of
        # them a plural, gets that root as its verb; what stands before the other noun belongs to
        # that. With a plural before both ("EU lifts diamond sanctions") that one may be the verb as
        # well.
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
        """Return whether a word is a plural noun, by its tag, or by its ending without one."""
        if tag := self.tags[i]:
            return tag in self.lang.plural_noun_tags
        noun = self.attribute("POS")[i] in (symbols.NOUN, symbols.PROPN)
        return bool(noun and self.words[i].endswith(self.lang.plural_endings))


@lru_cache(maxsize=8)
def _negated_codes(lang: LanguageData) -> frozenset[int]:
    """Return the numbers of the forms of negated auxiliaries, as an array of spaCy has them."""
    codes = np.array([get_string_id(form) for form in lang.negated_spellings], dtype=np.uint64)
    return frozenset(codes.astype(np.int64).tolist())


@lru_cache(maxsize=1 << 12)
def _clitic(word: str, lang: LanguageData) -> str:
    """Return the normal form of a clitic, with whatever apostrophe or without, "" for others.

    Example:
        >>> [_clitic(word, language_data("en")) for word in ("n’t", "nt", "ll", "x")]
        ["n't", "n't", "'ll", '']
    """
    if word.isalpha():
        return next((c for c in sorted(lang.clitic_lemmas) if c.replace("'", "") == word), "")
    plain = word.replace("’", "'")
    return plain if plain in lang.clitics else ""


# The sentences of the Docs that are in use, and the annotations that they were made from.
_KEPT: WeakKeyDictionary[Doc, tuple[IntArray, tuple[Sentence, Sentence]]] = WeakKeyDictionary()


def _annotations(doc: Doc) -> IntArray:
    """Return what is read of all tokens, by attribute; heads are offsets and may be negative."""
    return np.ascontiguousarray(doc.to_array(_IDS).astype(np.int64).T)


def sentences(doc: Doc) -> tuple[Sentence, Sentence]:
    """Return both sides of a pair; as long as a Doc is not changed, the same objects.

    They do not keep the Doc alive.

    Raises:
        ParaphraseError: P004 if the Doc holds no pair, P005 if its pair is damaged.
    """
    spans = sides(doc)
    bounds = [(span.start, span.end) for span in spans]
    annotations = _annotations(doc)
    if doc in _KEPT:
        known, made = _KEPT[doc]
        if [(one.start, one.end) for one in made] == bounds and np.array_equal(known, annotations):
            return made
    source, target = (Sentence._kept(span, annotations) for span in spans)
    _KEPT[doc] = annotations, (source, target)
    return source, target


def sentence_of(tokens: Sequence[Token]) -> Sentence:
    """Return tokens that stand in a row as a `Sentence`; one that is one already as it is.

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
