"""Words that the other sentence has too, in another form: "IR" and "injured reserve".

An aligner links words that have one role; here it is enough that a meaning is said somewhere.

A node is a token of the pair, by its index in the Doc; two linked tokens are one node in two
wordings (`twin`). After Marsi and Krahmer 2005, section 5, and Krahmer, Marsi and van Pelt 2008.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

import numpy as np
from spacy.tokens import Doc, Span, Token

from ..alignment import Link, read_links
from ..errors import ParaphraseError
from ..lexicon.experts import date, number
from ..lexicon.index import LexicalIndex, multiword_spans
from ..lexicon.names import abbreviation, name
from ..lexicon.negations import NEGATIONS
from ..lexicon.relations import LEXICAL_RELATIONS
from ..lexicon.resources import default_lexicon
from ..lexicon.strings import compound, parts
from ..lexicon.wordnet import KnownWords, known_words, related
from ..pair import PHRASES, sides
from ..results import invert_relation, read_relation
from ..sentence import Sentence, sentence_of
from .wordlists import words

_FORMS = (abbreviation, name, number, date, compound)
# Less similar is a part of a word.
_LEAST = 0.8
# Senses of a word that count: in a rare one most words are alike.
_SENSES = 3
_SAME = [LEXICAL_RELATIONS.index(relation) for relation in ("synonym", "near-synonym")]


def echoes(
    source: Span, target: Span, wanted: Collection[int], index: LexicalIndex | None
) -> frozenset[int]:
    """Return those of some tokens whose meaning a word of the other side has.

    That is a word in another form (abbreviations, names, numbers, dates, compounds) or a synonym.

    Args:
        source: The one side.
        target: The other side.
        wanted: Indices in the Doc of content words of both sides.
        index: What words have to do with each other, if that is known.
    """
    if not wanted:
        return frozenset()
    sides = sentence_of(list(source)), sentence_of(list(target))
    alike = np.maximum.reduce([form(*sides) for form in _FORMS]) >= _LEAST
    asked = set(wanted)
    found = {i for pair in (sides, sides[::-1]) for i in _spelled_out(*pair)}
    for own, other, axis in ((*sides, 1), (*sides[::-1], 0)):
        known = set(other.words)
        for token, word, echo in zip(own, own.words, alike.any(axis).tolist(), strict=True):
            made_of = parts(word, own.lang)
            if echo or (made_of and known.issuperset(made_of)):
                found.add(token.i)
    if index is not None:
        found.update(_restated(index, sides, asked))
    return frozenset(found & asked)


def _spelled_out(short: Sentence, other: Sentence) -> Iterator[int]:
    """Yield acronyms and the content words in a row whose initials they are: "injured reserve"."""
    letters = zip(other.texts, other.stops, strict=True)
    initials = "".join("." if stop else text[0] for text, stop in letters).upper()
    for k, text in enumerate(short.texts):
        start = initials.find(text) if text.isupper() and text.isalpha() else -1
        if len(text) > 1 and start >= 0:
            yield from (short[k].i, *(t.i for t in other[start : start + len(text)]))


def _restated(
    index: LexicalIndex, sides: tuple[Sentence, Sentence], asked: set[int]
) -> Iterator[int]:
    """Yield words, of one token or of several, that the other side has a synonym of.

    Adverbs count though they are function words: "once" says "at one time".
    """
    source, target = (known_words(index, side, ("ADV",)) for side in sides)
    pairs = [
        (_those(source, sides[0], asked), target),
        (_those(target, sides[1], asked), source),
    ]
    for side, found in zip(sides, related(index, pairs, _SAME, _SENSES), strict=True):
        for places, _, _ in found:
            yield from (side[k].i for k in places)


def _those(known: KnownWords, side: Sentence, asked: set[int]) -> KnownWords:
    """Return the words of which a token is asked for."""
    own = [i for i, places in enumerate(known.places) if any(side[k].i in asked for k in places)]
    return KnownWords([known.words[i] for i in own], [known.places[i] for i in own])


# The fusion graph: two parsed sides and what stands for what between them.

CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})
# Tags of finite verbs, without modal ones and with them.
FINITE = frozenset({"VBZ", "VBP", "VBD"})
FINITE_OR_MODAL = FINITE | {"MD"}
# Dependents without which a word does not stand, in ClearNLP and Universal Dependencies labels.
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl", "nsubj:pass"})
OBJECTS = frozenset({"dobj", "obj", "attr", "acomp", "oprd", "dative", "iobj", "pobj", "pcomp"})
COMPLEMENTS = frozenset({"ccomp", "xcomp"})
# Types of entities that are a number and a unit.
MEASURES = frozenset({"PERCENT", "MONEY", "QUANTITY", "DATE", "TIME"})
PARTICLES = frozenset({"prt", "compound:prt"})
# Clauses that hang on a word, and what is said of a noun behind it.
CLAUSES = frozenset({"acl", "relcl", "advcl"})
CLAUSAL = frozenset({"acl", "relcl", "appos"})
AUXILIARIES = frozenset({"aux", "auxpass", "cop", "aux:pass"})
_CLASSES = {"PROPN": "NOUN", "PRON": "NOUN", "AUX": "VERB", "SCONJ": "ADP", "PART": "ADP"}


# What a word of several tokens is made of beside its head.
_BEFORE_NOUN = frozenset({"NOUN", "PROPN", "ADJ"})
_MADE_OF = {"NOUN": _BEFORE_NOUN, "PROPN": _BEFORE_NOUN}
_MADE_OF["VERB"] = frozenset({"ADP", "ADV", "PART"})


class PairGraph:
    """Two sentences as one graph.

    Args:
        doc: A pair with a parse and word links.
        lexicon: What words have to do with each other; by default the installed lexical index of
            the language, if there is one.

    Attributes:
        lexicon: The lexical index; None if nothing is known.
        source: The source span.
        target: The target span.
        linked: The linked tokens, each with its partner; links in conflict are left out.
        twin: Those of them that are one node in two wordings: their word classes agree, and of two
            function words their heads or dependents are linked too.
        relation: For each linked token its relation to the partner, seen from the token.
        similarity: For each linked token the similarity to its partner.
        texts: The text of each side, by its start.
        conflict: Why both sides cannot be true, a code such as "number"; "" if nothing is known.
    """

    def __init__(self, doc: Doc, lexicon: LexicalIndex | None = None) -> None:
        self.doc = doc
        self.lexicon = lexicon if lexicon is not None else _installed(doc.lang_)
        self.source, self.target = sides(doc)
        # Tokens are made anew at each look into a Doc; these are looked at often.
        self._tokens = list(doc)
        self._labels = [token.dep_ for token in self._tokens]
        self._lemmas = [token.lemma_.lower() or token.lower_ for token in self._tokens]
        self.texts = {side.start: side.text for side in (self.source, self.target)}
        self._marks = [_is_mark(token) for token in self._tokens]
        self._heads = [self._own_head(token) for token in self._tokens]
        self._content = [_is_content(token) for token in self._tokens]
        self.linked: dict[int, int] = {}
        self.relation: dict[int, str] = {}
        self.similarity: dict[int, float] = {}
        words = read_links(doc, "words")
        self.conflict = _conflict(doc, words)
        for link in sorted(words, key=lambda link: (-link.score, link.key)):
            one, other = link.source.start, link.target.start
            if link.conflict or one in self.linked or other in self.linked:
                continue
            self.linked[one], self.linked[other] = other, one
            self.relation[one] = link.relation
            self.relation[other] = invert_relation(link.relation)
            self.similarity[one] = self.similarity[other] = link.similarity
        self._units = self._lexical_units()
        for one in [t for t in self.linked if not self._is_trusted(t, self.linked[t])]:
            self.linked.pop(one)
        self.twin = {t: other for t, other in self.linked.items() if self._mergeable(t, other)}

    def _lexical_units(self) -> dict[int, range]:
        """Return the nouns, and verbs with a particle, that are a word of several tokens.

        A noun whose partner is the same noun is none: a swimming pool is a pool, a chief executive
        is no executive officer where the other sentence has "CEO".
        """
        found: dict[int, range] = {}
        if self.lexicon is None:
            return found
        for side in (self.source, self.target):
            tokens = self._tokens[side.start : side.end]
            lemmas, texts = [t.lemma_ or t.text for t in tokens], [t.text for t in tokens]
            for start, end, _ in multiword_spans(self.lexicon, lemmas, texts):
                unit = range(side.start + start, side.start + end)
                tops = [t for t in unit if self._heads[t] not in unit]
                partner = self.linked.get(tops[0]) if len(tops) == 1 else None
                if partner is None or self.lemma(partner) == self.lemma(tops[0]):
                    continue
                rest = {self._tokens[t].pos_ for t in unit if t not in tops}
                if rest <= _MADE_OF.get(self._tokens[tops[0]].pos_, frozenset()):
                    found |= dict.fromkeys(unit, unit)
        return found

    def _is_trusted(self, one: int, other: int) -> bool:
        """Tell whether a link says something: by the words, or by the place that they share."""
        if not self.is_content(one) and not self.is_content(other):
            return True
        relation = self.relation[one]
        if relation not in ("", "intersects") or (not relation and self.similarity[one] > 0):
            return True
        a, b = self._tokens[one], self._tokens[other]
        heads = self.head(one), self.head(other)
        if a.dep_ == b.dep_ and a.dep_ in SUBJECTS | {"dobj", "obj", "attr"} and None not in heads:
            return self.linked.get(heads[0] or 0) == heads[1]
        return _class(a) == _class(b) == "VERB" and self._same_argument(one, other)

    def _mergeable(self, one: int, other: int) -> bool:
        a, b = self._tokens[one], self._tokens[other]
        if _class(a) != _class(b) or (a.dep_ in AUXILIARIES) != (b.dep_ in AUXILIARIES):
            return False
        if _class(a) == "ADP":
            below = {self.linked.get(child) for child in self.children[one]}
            return not below.isdisjoint(self.children[other])
        if a.pos_ in CONTENT | {"AUX", "PRON"}:
            alike = self.similarity[one] > 0 and self.relation[one] != "intersects"
            return alike or self._same_argument(one, other)
        heads = self.head(one), self.head(other)
        return None in heads or self.linked.get(heads[0] or 0) == heads[1]

    def _same_argument(self, one: int, other: int) -> bool:
        """Tell whether two verbs have a linked object in common, which a passive has as subject."""
        arguments = [
            {c for c in self.children[verb] if self._tokens[c].dep_ in OBJECTS | {"nsubjpass"}}
            for verb in (one, other)
        ]
        return any(self.linked.get(c) in arguments[1] for c in arguments[0])

    @property
    def parsed(self) -> bool:
        """Whether a parser saw both sides."""
        return all(any(token.dep for token in side) for side in (self.source, self.target))

    def __getitem__(self, token: int) -> Token:
        return self._tokens[token]

    def side(self, token: int) -> Span:
        """Return the side a token stands in."""
        return self.source if token < self.source.end else self.target

    def other(self, side: Span) -> Span:
        """Return the other side."""
        return self.target if side.start == self.source.start else self.source

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """The dependents of each token, in order, white space left out."""
        found: dict[int, list[int]] = {i: [] for i in range(len(self._tokens))}
        for i, head in enumerate(self._heads):
            if head is not None and not self._tokens[i].is_space:
                found[head].append(i)
        return found

    def head(self, token: int) -> int | None:
        """Return the head of a token, None for the root of a sentence."""
        return self._heads[token]

    def _own_head(self, token: Token) -> int | None:
        head, side = token.head.i, self.side(token.i)
        return head if head != token.i and side.start <= head < side.end else None

    def roots(self, side: Span) -> list[int]:
        """Return the roots of the sentences of a side that are words."""
        return self._roots[side.start]

    @cached_property
    def _roots(self) -> dict[int, list[int]]:
        return {
            side.start: [
                i
                for i in range(side.start, side.end)
                if self._heads[i] is None and not (self._tokens[i].is_space or self.is_mark(i))
            ]
            for side in (self.source, self.target)
        }

    def subtree(self, token: int) -> list[int]:
        """Return a token and all that depends on it, in order."""
        found = [token]
        for node in found:  # which grows
            found += self.children[node]
        return sorted(found)

    def dependents(self, token: int, *labels: str) -> list[int]:
        """Return the dependents of a token with one of these labels."""
        return [child for child in self.children[token] if self._labels[child] in labels]

    def chain(self, node: int) -> list[int]:
        """Return the conjuncts of a token, those that hang on one another included, in order."""
        found: list[int] = []
        for conjunct in self.dependents(node, "conj"):
            found += [conjunct, *self.chain(conjunct)]
        return sorted(found)

    def whole(self, node: int) -> list[int]:
        """Return the parts of a word of several tokens, the token itself first.

        They are held together by hyphens, or by the lexicon: "chief executive", "step down".
        """
        if node in self._units:
            return [node, *(t for t in self._units[node] if t != node)]
        side, found = self.side(node), [node]
        for step in (-1, 1):
            t = node + step
            while side.start <= t + step < side.end and self._tokens[t].text == "-":
                found.append(t + step)
                t += 2 * step
        return found

    def subject(self, verb: int) -> int | None:
        """Return the subject of a verb."""
        return next((c for c in self.children[verb] if self._labels[c] in SUBJECTS), None)

    def is_mark(self, token: int) -> bool:
        """Tell whether a token is a punctuation mark; a percent sign is none."""
        return self._marks[token]

    def is_content(self, token: int) -> bool:
        """Tell whether a token is a content word."""
        return self._content[token]

    def lemma(self, token: int) -> str:
        """Return the lower-cased lemma, the word where there is none."""
        return self._lemmas[token]

    @cached_property
    def lemmas(self) -> dict[int, set[str]]:
        """The lemmas of the content words of each side, by its start."""
        return {
            side.start: {self._lemmas[i] for i in range(side.start, side.end) if self._content[i]}
            for side in (self.source, self.target)
        }

    def is_said(self, token: int) -> bool:
        """Tell whether the other side has a content word too: linked, the same lemma, an echo."""
        return self.is_shared(token) or token in self.restated

    def is_shared(self, token: int) -> bool:
        """Tell whether a word is linked or has the lemma of a content word of the other side."""
        return self._shared[token]

    @cached_property
    def _shared(self) -> list[bool]:
        end, lemmas = (
            self.source.end,
            (self.lemmas[self.target.start], self.lemmas[self.source.start]),
        )
        return [
            i in self.linked or lemma in lemmas[i >= end] for i, lemma in enumerate(self._lemmas)
        ]

    @cached_property
    def restated(self) -> frozenset[int]:
        """The content words that the other side has in other words."""
        asked = [i for i, content in enumerate(self._content) if content and not self._shared[i]]
        return echoes(self.source, self.target, asked, self.lexicon)

    def news(self, token: int) -> tuple[list[int], list[int]]:
        """Return the content words of a subtree that only this side has, and those of both."""
        news: list[int] = []
        said: list[int] = []
        for t in self.subtree(token):
            if self._content[t]:
                (said if self.is_said(t) else news).append(t)
        return news, said


def _installed(language: str) -> LexicalIndex | None:
    try:
        return default_lexicon(language)
    except ParaphraseError:  # no lexical data for this language: nothing is known
        return None


def _is_content(token: Token) -> bool:
    named = token.pos_ in ("PROPN", "NUM")  # "May" and "two" are in lists of stop words
    return token.pos_ in CONTENT and (named or not token.is_stop)


def _is_mark(token: Token) -> bool:
    if token.dep_ == "case":
        return False  # "Jess' car"
    marked = token.pos_ == "PUNCT" or token.is_quote or token.is_bracket
    return bool(marked or (token.is_punct and token.text != "%"))


def _conflict(doc: Doc, words: list[Link]) -> str:
    relation = read_relation(doc)
    reasons = [*relation.reasons] if relation is not None and relation.conflict else []
    phrases = doc.spans[PHRASES].attrs if PHRASES in doc.spans else {}
    links = read_links(doc, "phrases") if any(phrases.get("conflict", ())) else []
    reasons += [link.reason or "unknown" for link in (*words, *links) if link.conflict]
    return reasons[0] if reasons else ""


def _class(token: Token) -> str:
    return _CLASSES.get(token.pos_, token.pos_)


# Words that change whether what is said is said to be so.

_MODAL = words("may might can could would should will shall must ought")
# Adverbs and adjectives without which the sentence says something else.
_OTHERWISE = words(
    "nearly almost allegedly reportedly apparently possibly perhaps maybe probably likely "
    "barely unlikely supposedly seemingly potentially presumably virtually practically "
    "only alleged former fake would-be so-called possible potential suspected attempted "
    "planned proposed failed false supposed ex purported few little impossible doubtful "
    "least most more less fewer under over about around roughly approximately"
)
# Those that say the same.
_ALIKE = dict.fromkeys(words("around roughly approximately"), "about")
_ALIKE |= dict.fromkeys(words("nearly virtually practically"), "almost")
_CONDITIONS = frozenset(["if", "unless", "whether", "lest"])


def markers(graph: PairGraph, node: int) -> frozenset[str]:
    """Return what makes a node negated, conditional or less than certain, as lemmas."""
    found = set()
    for child in graph.children[node]:
        word, lemma = graph[child].lower_, graph.lemma(child)
        if graph[child].dep_ == "neg" or word in NEGATIONS:
            found.add("not")
        elif word == "few" and is_several(graph, child):
            continue
        elif word in _OTHERWISE or (graph[child].tag_ == "MD" and word in _MODAL):
            found.add(_ALIKE.get(lemma, lemma))
        elif graph[child].dep_ == "advcl" and _is_condition(graph, child):
            found.add("if")
    if graph[node].lower_ in NEGATIONS:
        found.add("not")
    return frozenset(found)


def is_several(graph: PairGraph, few: int) -> bool:
    """Tell whether a "few" is "a few", which says that there are some."""
    head = graph.head(few)
    return head is not None and any(graph[c].lower_ == "a" for c in graph.children[head])


def is_marker(graph: PairGraph, token: int) -> bool:
    """Tell whether a sentence says something else without a word."""
    word = graph[token].lower_
    return graph[token].dep_ == "neg" or word in NEGATIONS | _OTHERWISE | _MODAL


def differs(graph: PairGraph, node: int) -> str:
    """Return how a linked node and its twin differ: "negation", "modality" or ""."""
    own, other = markers(graph, node), markers(graph, graph.twin[node])
    if ("not" in own) != ("not" in other):
        return "negation"
    return "modality" if own != other else ""


def _is_condition(graph: PairGraph, clause: int) -> bool:
    return any(graph[c].lower_ in _CONDITIONS for c in graph.dependents(clause, "mark"))


# Whether linked words speak of one and the same thing or event, by what both sides say of it.

NOMINAL = frozenset({"NOUN", "PROPN"})


def are_two_things(graph: PairGraph, noun: int) -> bool:
    """Tell whether both sentences say of linked nouns what kind they are, and say different things.

    Example: "the embassy attack" and "the resort attack".
    """
    kinds = []
    for node in (noun, graph.twin[noun]):
        named = [c for c in graph.dependents(node, "compound", "nmod") if c < node]
        of = [
            c
            for p in graph.dependents(node, "prep")
            if graph[p].lower_ == "of"
            for c in graph.dependents(p, "pobj")
        ]
        kinds.append((named, of))
    return any(
        own and other and not any(graph.linked.get(t) in other for t in own)
        for own, other in zip(*kinds, strict=True)
    )


def are_two_subjects(graph: PairGraph, verb: int) -> bool:
    """Tell whether linked verbs have different subjects and no object in common."""
    twin = graph.twin[verb]
    for node in graph.dependents(verb, *OBJECTS, "agent", "nsubjpass"):
        if node in graph.linked:
            return False
    if graph.lemma(verb) == "be":
        return not any(c in graph.linked for c in graph.dependents(verb, *SUBJECTS))
    subjects = [
        [c for c in graph.dependents(v, *SUBJECTS) if graph[c].pos_ in NOMINAL]
        for v in (verb, twin)
    ]
    if not all(subjects) or graph[subjects[0][0]].dep_ != graph[subjects[1][0]].dep_:
        return False
    phrase = set(graph.subtree(subjects[1][0]))
    return phrase.isdisjoint(graph.linked.get(t, -1) for t in graph.subtree(subjects[0][0]))


def are_two_events(graph: PairGraph, one: int, other: int) -> bool:
    """Tell whether two verbs have different things in one role, and so say different things."""
    for labels in (SUBJECTS, frozenset({"dobj", "obj"})):
        own = [c for c in graph.dependents(one, *labels) if graph[c].pos_ in NOMINAL]
        theirs = [c for c in graph.dependents(other, *labels) if graph[c].pos_ in NOMINAL]
        if not own or not theirs or graph[own[0]].dep_ != graph[theirs[0]].dep_:
            continue
        phrase = set(graph.subtree(theirs[0]))
        if phrase.isdisjoint(graph.linked.get(t, -1) for t in graph.subtree(own[0])):
            return True
    return False
