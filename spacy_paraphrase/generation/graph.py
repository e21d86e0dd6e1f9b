"""The fusion graph: two parsed sentences, and which of their words are one node.

Marsi and Krahmer 2005, section 5, merge two aligned dependency trees; so do Krahmer, Marsi and van
Pelt 2008. A node is a token of the pair, by its index in the Doc. Linked tokens with the same place
in their sentences are *aligned*: they are one node of the fusion in two wordings.

Questions about a word in its own sentence are answered in `analysis.parsed_words`. This module also
has the tests on aligned words that several steps use: whether they refer to the same thing, person,
place, time or event.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

import numpy as np
from spacy.tokens import Doc

from ..analysis.pair_words import PairWords
from ..analysis.sentence import Sentence, sentences
from ..lexicon.experts import date, number
from ..lexicon.index import LexicalIndex, multiword_spans
from ..lexicon.names import abbreviation, name
from ..lexicon.relations import LEXICAL_RELATIONS
from ..lexicon.resources import lexical_index
from ..lexicon.spelling import compound, parts
from ..lexicon.wordnet import KnownWords, known_words, related
from ..pairs.alignment import Link, read_links
from ..pairs.pair import PHRASES
from ..pairs.results import invert_relation, read_relation

# Similarity that words need to say the same where no relation between them is known.
LEAST_SIMILAR = 0.5


def unsupported(doc: Doc) -> set[int]:
    """Return the words of a pair that the other side does not express, according to the judge."""
    relation = read_relation(doc)
    if relation is None:
        return set()
    alone = zip(sentences(doc), relation.unsupported, strict=True)
    return {side.start + i for side, words in alone for i in words}


class PairGraph(PairWords):
    """Two sentences as one graph.

    Lists and dictionaries are indexed by tokens, as indices in the Doc.

    Args:
        doc: A pair with a parse and word links.
        lexicon: The lexical index; by default the installed one of the language, if there is one.
        apart: Words whose links are ignored.

    Attributes:
        lexicon: The lexical index; None without one.
        linked: The linked tokens, each with its partner; without links in conflict, and without
            links supported neither by the words nor by their places.
        aligned: The linked tokens that are one node in two wordings, each with its counterpart:
            their word classes agree, and for function words, heads or dependents are linked.
        relation: The relation of each linked token to its partner.
        similarity: The similarity of each linked token to its partner.
        conflicts: Codes of the conflicts between links, such as "number".
    """

    def __init__(
        self, doc: Doc, lexicon: LexicalIndex | None = None, apart: Collection[int] = ()
    ) -> None:
        super().__init__(doc)
        self.lexicon = lexicon if lexicon is not None else lexical_index(doc.lang_)
        self.linked: dict[int, int] = {}
        self.relation: dict[int, str] = {}
        self.similarity: dict[int, float] = {}
        links = read_links(doc, "words")
        self.conflicts = _conflicts(doc, links)
        for link in sorted(links, key=lambda link: (-link.score, link.key)):
            one, other = link.source.start, link.target.start
            if not (link.conflict or one in self.linked or other in self.linked):
                self.linked[one], self.linked[other] = other, one
                self.relation[one] = link.relation
                self.relation[other] = invert_relation(link.relation)
                self.similarity[one] = self.similarity[other] = link.similarity
        self._units = self._multiword_units()
        for one in [t for t in self.linked if not self._is_trusted(t, self.linked[t])]:
            self.linked.pop(one)
        self._apart = self._said_of_others() | self._linked_to(apart)
        for one in self._apart:
            del self.linked[one], self.relation[one]
        self.aligned = {t: other for t, other in self.linked.items() if self._are_one(t, other)}

    def _multiword_units(self) -> dict[int, range]:
        """Return the nouns, and verbs with a particle, that are a word of several tokens."""
        # A noun whose partner is the same noun is none: a swimming pool is a pool, a chief
        # executive is no executive officer where the other sentence has "CEO".
        found: dict[int, range] = {}
        if self.lexicon is None:
            return found
        for side in self.sides:
            written = zip(side.given_lemmas, side.texts, strict=True)
            lemmas = [lemma or text for lemma, text in written]
            for start, end, _ in multiword_spans(self.lexicon, lemmas, side.texts):
                unit = range(side.start + start, side.start + end)
                tops = self.tops(unit)
                partner = self.linked.get(tops[0]) if len(tops) == 1 else None
                if partner is None or self.lemmas[partner] == self.lemmas[tops[0]]:
                    continue
                if self.may_be_one_word(tops[0], unit):
                    found |= dict.fromkeys(unit, unit)
        return found

    def _said_of_others(self) -> frozenset[int]:
        """Return linked words that one of the sides has in another sentence, of something else."""
        if all(len(self.roots(side)) < 2 for side in self.sides):
            return frozenset()
        return self._linked_to(unsupported(self.doc))

    def _linked_to(self, tokens: Collection[int]) -> frozenset[int]:
        """Return those of some words that are linked, and their partners."""
        found = self.linked.keys() & set(tokens)
        return frozenset(found | {self.linked[t] for t in found})

    def _is_trusted(self, one: int, other: int) -> bool:
        """Return whether a link says something: by the words, or by the place that they share."""
        if not (self.is_content(one) and self.is_content(other)):
            return True
        relation = self.relation[one]
        if relation not in ("", "intersects") or (not relation and self.similarity[one] > 0):
            return True
        same_function = self.is_argument(one) and self.has_same_function(one, other)
        if same_function and not (self.is_root(one) or self.is_root(other)):
            return self._hang_on_one(one, other)
        verbs = self.is_verbal(one) and self.is_verbal(other)
        return verbs and self._share_undergoer(one, other)

    def _are_one(self, one: int, other: int) -> bool:
        """Return whether linked tokens are one node in two wordings."""
        kind = self.word_class(one)
        if kind != self.word_class(other) or self.is_auxiliary(one) != self.is_auxiliary(other):
            return False
        if kind == "ADP":
            return not self.partners(self.children[one]).isdisjoint(self.children[other])
        if self.has_meaning(one):
            alike = self.similarity[one] > 0 and self.relation[one] != "intersects"
            return alike or self._share_undergoer(one, other)
        return self.is_root(one) or self.is_root(other) or self._hang_on_one(one, other)

    def _hang_on_one(self, one: int, other: int) -> bool:
        heads = self.head(one), self.head(other)
        return heads[0] is not None and self.linked.get(heads[0]) == heads[1]

    def _share_undergoer(self, one: int, other: int) -> bool:
        """Return whether verbs have a linked object in common, which a passive has as subject."""
        return not self.partners(self.undergoers(one)).isdisjoint(self.undergoers(other))

    def partners(self, tokens: Iterable[int]) -> set[int]:
        """Return the partners of some words."""
        return {self.linked[t] for t in tokens if t in self.linked}

    def lexical_unit(self, node: int) -> list[int]:
        """Return the tokens of a multi-token word, the given token first.

        They are joined by hyphens, or are one entry of the lexicon: "chief executive", "step down".
        """
        if node in self._units:
            return [node, *(t for t in self._units[node] if t != node)]
        side, found = self.side(node), [node]
        for step in (-1, 1):
            t = node + step
            while side.start <= t + step < side.end and self.texts[t] == "-":
                found.append(t + step)
                t += 2 * step
        return found

    def has_parts(self, node: int) -> bool:
        """Return whether a token is part of a multi-token word."""
        return len(self.lexical_unit(node)) > 1

    # -- What both sides say -------------------------------------------------------------------

    @cached_property
    def shared(self) -> list[bool]:
        """Whether each word is linked, or a content word of the other side has its lemma."""
        source, target = (
            {lemma for lemma, content in zip(side.lemmas, side.informative, strict=True) if content}
            for side in self.sides
        )
        return [
            t not in self._apart
            and (t in self.linked or lemma in (target if t < self.source.end else source))
            for t, lemma in enumerate(self.lemmas)
        ]

    @cached_property
    def restated(self) -> frozenset[int]:
        """The unlinked content words whose meaning the other side expresses in other words."""
        known = zip(self._content, self.shared, strict=True)
        asked = [t for t, (content, shared) in enumerate(known) if content and not shared]
        asked = [t for t in asked if t not in self._apart]
        return restated_words(self.source, self.target, asked, self.lexicon)

    def is_said(self, token: int) -> bool:
        """Return whether the other side also expresses a content word, in any words."""
        return self.shared[token] or token in self.restated

    @cached_property
    def meanings(self) -> dict[int, int]:
        """For each content word of both sides, the word that represents its meaning.

        Words of one lemma have one meaning, and so do linked words unless they only overlap in
        meaning. A word that the other side expresses in other words has no meaning of its own.
        """
        meaning: dict[int, int] = {}
        first: dict[str, int] = {}
        for side in self.sides:
            for token in range(side.start, side.end):
                if not self.is_content(token) or token in self.restated:
                    continue
                known = meaning.get(self.linked.get(token, -1))
                if self.relation.get(token) == "intersects":
                    known = None
                if known is None:
                    known = token if token in self._apart else first.get(self.lemmas[token], token)
                first.setdefault(self.lemmas[token], known)
                meaning[token] = known
        return meaning

    @cached_property
    def repeats(self) -> int:
        """The number of content words that a side repeats, for the side with more repetitions."""
        meaning = self.meanings
        found = (
            [meaning[t] for t in range(side.start, side.end) if t in meaning] for side in self.sides
        )
        return max(len(some) - len(set(some)) for some in found)

    def is_new(self, token: int) -> bool:
        """Return whether a content word is expressed by its own side only."""
        return token in self._new

    @cached_property
    def _new(self) -> frozenset[int]:
        content = (t for t, is_content in enumerate(self._content) if is_content)
        return frozenset(t for t in content if not self.is_said(t))

    def new_words(self, side: Sentence) -> list[int]:
        """Return the content words expressed by one side only, in order."""
        return [t for t in range(side.start, side.end) if t in self._new]

    def new_and_said(self, token: int) -> tuple[list[int], list[int]]:
        """Return the content words of a subtree that only its side expresses, and the others."""
        content = [t for t in self.subtree(token) if self.is_content(t)]
        return [t for t in content if t in self._new], [t for t in content if self.is_said(t)]

    def says_known(self, token: int) -> bool:
        """Return whether a subtree has a content word that both sides express."""
        return bool(self.new_and_said(token)[1])


def _conflicts(doc: Doc, words: list[Link]) -> list[str]:
    phrases = doc.spans[PHRASES].attrs if PHRASES in doc.spans else {}
    links = read_links(doc, "phrases") if any(phrases.get("conflict", ())) else []
    return [link.reason or "unknown" for link in (*words, *links) if link.conflict]


# -- Words that the other sentence has in another form -------------------------------------------
# An aligner links words that have one role; here it is enough that a meaning is said somewhere.

_FORMS = (abbreviation, name, number, date, compound)
# Less similar is a part of a word.
_LEAST = 0.8
# Senses of a word that count: in a rare one most words are alike.
_SENSES = 3
_SYNONYMS = [LEXICAL_RELATIONS.index(relation) for relation in ("synonym", "near-synonym")]


def restated_words(
    source: Sentence, target: Sentence, wanted: Collection[int], index: LexicalIndex | None
) -> frozenset[int]:
    """Return those tokens whose meaning a word of the other side expresses.

    That is a word in another form (abbreviations, names, numbers, dates, compounds) or a synonym.

    Args:
        source: The one side.
        target: The other side.
        wanted: Indices in the Doc of content words of both sides.
        index: The lexical index, if there is one.
    """
    if not wanted:
        return frozenset()
    alike = np.maximum.reduce([form(source, target) for form in _FORMS]) >= _LEAST
    asked = set(wanted)
    found: set[int] = set()
    for own, other, axis in ((source, target, 1), (target, source, 0)):
        found.update(_spelled_out(own, other))
        known, like = set(other.words), alike.any(axis)
        for k in (t - own.start for t in asked if own.start <= t < own.end):
            made_of = () if like[k] else parts(own.words[k], own.lang)
            if like[k] or (made_of and known.issuperset(made_of)):
                found.add(own.start + k)
    if index is not None:
        found.update(_synonyms(index, source, target, asked))
    return frozenset(found & asked)


def _spelled_out(short: Sentence, other: Sentence) -> Iterator[int]:
    """Yield acronyms and the content words in a row whose initials they are: "injured reserve"."""
    letters = zip(other.texts, other.stops, strict=True)
    initials = "".join("." if stop else text[0] for text, stop in letters).upper()
    for k, text in enumerate(short.texts):
        first = initials.find(text) if text.isupper() and text.isalpha() else -1
        if len(text) > 1 and first >= 0:
            start = other.start + first
            yield from (short.start + k, *range(start, start + len(text)))


def _synonyms(
    index: LexicalIndex, source: Sentence, target: Sentence, asked: set[int]
) -> Iterator[int]:
    """Yield words, of one token or of several, that the other side has a synonym of."""
    # Adverbs count though they are function words: "once" says "at one time".
    known, others = (known_words(index, side, ("ADV",)) for side in (source, target))
    turns = ((source, known, others), (target, others, known))
    pairs = [(_asked(own, side, asked), other) for side, own, other in turns]
    results = related(index, pairs, _SYNONYMS, _SENSES)
    for (side, _, _), found in zip(turns, results, strict=True):
        for places, _, _ in found:
            yield from (side.start + k for k in places)


def _asked(known: KnownWords, side: Sentence, asked: set[int]) -> KnownWords:
    """Return the words of which a token is asked for."""
    own = [
        i for i, places in enumerate(known.places) if any(side.start + k in asked for k in places)
    ]
    return KnownWords([known.words[i] for i in own], [known.places[i] for i in own])


# -- Whether aligned words speak of one and the same thing or event -------------------------------


def is_alike(graph: PairGraph, node: int) -> bool:
    """Return whether a word and its counterpart have the same or nearly the same meaning."""
    same_meaning = graph.relation[node] not in ("", "intersects")
    return same_meaning or graph.similarity[node] >= LEAST_SIMILAR


def are_two_things(graph: PairGraph, noun: int) -> bool:
    """Return whether aligned nouns have different modifiers that define their kind.

    Example: "the embassy attack" and "the resort attack".
    """
    aligned = graph.aligned[noun]
    pairs = (
        (graph.kinds_before(noun), graph.kinds_before(aligned)),
        (graph.kinds_behind(noun), graph.kinds_behind(aligned)),
    )
    return any(own and other and graph.partners(own).isdisjoint(other) for own, other in pairs)


def has_own_time(graph: PairGraph, root: int, tokens: Iterable[int], head: int) -> bool:
    """Return whether a phrase is a time expression and the clause of a word already has another.

    Both may be the same time in other words, "Tuesday" and "July 27". A duration ("since 1990")
    does not count as the same kind of time as a date.

    Args:
        graph: The pair.
        root: The head of the phrase.
        tokens: Its words, which are to depend on the word.
        head: A word of the other side.
    """
    # How long something takes is no time of it: "a debate of nine hours".
    genitive = graph.lang.genitive_prepositions
    inner = (t for t in tokens if graph.is_circumstance(t) and graph.words[t] not in genitive)
    times = [t for t in (root, *inner) if graph.is_time(t)]
    if not times:
        return False
    span = graph.is_time_span(times[0])
    return any(graph.is_time_span(node) == span for node in _own_times(graph, head))


def _own_times(graph: PairGraph, head: int) -> Iterator[int]:
    """Yield the highest words of the times that only its side has in the clause of a word."""
    for node in graph.clause_words(head):
        same = node in graph.aligned and graph.relation[node] != "intersects"
        if graph.is_time_word(node) and not same and node != head:
            path = [node, *graph.above(node)]
            yield next((t for t in path if not graph.is_time_word(t)), path[-1])


def are_two_places(graph: PairGraph) -> bool:
    """Return whether aligned clauses each name a place that the other sentence does not have."""
    return any(
        node < other
        and graph.is_verbal(node)
        and _names_place(graph, node)
        and _names_place(graph, other)
        for node, other in graph.aligned.items()
    )


def _names_place(graph: PairGraph, verb: int) -> bool:
    """Return whether a clause says where by a name that the other side does not have."""
    return any(
        _is_own_name(graph, node, graph.lang.place_entities)
        and graph.is_prepositional_object(node)
        and not graph.is_said(node)
        for node in graph.clause_words(verb)
    )


def are_two_people(graph: PairGraph) -> bool:
    """Return whether the sentences name different persons in the same position."""
    for token in range(graph.source.start, graph.source.end):
        head = graph.linked.get(graph.head(token) or token)
        if head is None or not _names_person(graph, token):
            continue
        others = graph.in_function(head, graph.function(token))
        if any(
            _names_person(graph, t) and _person(graph, token).isdisjoint(_person(graph, t))
            for t in others
        ):
            return True
    return False


def _names_person(graph: PairGraph, token: int) -> bool:
    """Return whether a token is the name of a person that the other side does not have."""
    return _is_own_name(graph, token, graph.lang.person_entities)


def _person(graph: PairGraph, token: int) -> set[str]:
    return {graph.lemmas[t] for t in graph.subtree(token) if graph.is_person(t)}


def _is_own_name(graph: PairGraph, token: int, types: Collection[str]) -> bool:
    """Return whether a token is a name of some types that the other side does not have."""
    linked = token in graph.linked and graph.relation[token] != "intersects"
    return graph.entities[token] in types and graph.is_name(token) and not linked
