"""The fusion graph: two parsed sentences, and which of their words are one node.

Marsi and Krahmer 2005, section 5, merge two aligned dependency trees; so do Krahmer, Marsi and van
Pelt 2008. A node is a token of the pair, by its index in the Doc. Linked tokens that fill the same
place of their sentences are *aligned*: one node of the fusion, in two wordings.

Below the graph stand the questions about nodes that several steps ask: what makes a statement
negative or uncertain, whether aligned words speak of the same thing, what a verb governs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

import numpy as np
from spacy.tokens import Doc, Token

from ..alignment import Link, read_links
from ..analysis.reading import analyse
from ..analysis.sentence import OPEN_CLASS, Sentence, sentences
from ..lexicon.experts import date, number
from ..lexicon.index import LexicalIndex, multiword_spans
from ..lexicon.names import abbreviation, name
from ..lexicon.relations import LEXICAL_RELATIONS
from ..lexicon.resources import lexical_index
from ..lexicon.spelling import compound, parts
from ..lexicon.wordnet import KnownWords, known_words, related
from ..pair import PHRASES
from ..results import invert_relation, read_relation
from ..trees.word_alignment import SPACE

# What a word of several tokens is made of beside its head: parts of speech, by that of the head.
_BEFORE_NOUN = frozenset({"NOUN", "PROPN", "ADJ"})
_MADE_OF = {
    "NOUN": _BEFORE_NOUN,
    "PROPN": _BEFORE_NOUN,
    "VERB": frozenset({"ADP", "ADV", "PART"}),
}
# Similarity that words need to say the same where no relation between them is known.
LEAST_SIMILAR = 0.5


class PairGraph:
    """Two sentences as one graph.

    Lists and dictionaries are by the index of a token in the Doc.

    Args:
        doc: A pair with a parse and word links.
        lexicon: What words have to do with each other; by default the installed lexical index of
            the language, if there is one.

    Attributes:
        lexicon: The lexical index; None if nothing is known.
        swapped: Whether the target of the pair stands before the source (`pair.swap`).
        source: The sentence that stands first.
        target: The other one.
        lang: What the words of the language are to the rules.
        texts: The words as written.
        words: The lower-cased words.
        lemmas: The lower-cased lemmas; the words where there are none.
        pos: The universal parts of speech.
        tags: The fine-grained tags.
        deps: The dependency labels.
        entities: The entity types.
        linked: The linked tokens, each with its partner; links in conflict are left out, and links
            for which neither the words nor their places speak.
        aligned: Those of them that are one node in two wordings, each with its counterpart: their
            word classes agree, and of two function words their heads or dependents are linked too.
        relation: For each linked token its relation to the partner, seen from the token.
        similarity: For each linked token the similarity to its partner.
        conflicts: Why links are in conflict, codes such as "number".
    """

    def __init__(self, doc: Doc, lexicon: LexicalIndex | None = None) -> None:
        self.doc = doc
        self.lexicon = lexicon if lexicon is not None else lexical_index(doc.lang_)
        first, second = sentences(doc)
        # The graph has the sides in the order of the tokens; after `swap` the target stands first.
        self.swapped = first.start > second.start
        self.source, self.target = (second, first) if self.swapped else (first, second)
        self.lang = self.source.lang
        self.texts = self._column("texts")
        self.words = self._column("words")
        self.lemmas = self._column("lemmas")
        self.pos = self._column("pos")
        self.tags = self._column("tags")
        self.deps = self._column("deps")
        self.entities = self._column("entities")
        self.linked: dict[int, int] = {}
        self.relation: dict[int, str] = {}
        self.similarity: dict[int, float] = {}
        links = read_links(doc, "words")
        self.conflicts = _conflicts(doc, links)
        for link in sorted(links, key=lambda link: (-link.score, link.key)):
            one, other = link.source.start, link.target.start
            if link.conflict or one in self.linked or other in self.linked:
                continue
            self.linked[one], self.linked[other] = other, one
            self.relation[one] = link.relation
            self.relation[other] = invert_relation(link.relation)
            self.similarity[one] = self.similarity[other] = link.similarity
        self._units = self._multiword_units()
        # Answers to questions that are asked again and again, by node.
        self._subtrees: dict[int, list[int]] = {}
        self._lexical: dict[int, list[int]] = {}
        self._operators: dict[int, frozenset[str]] = {}
        for one in [t for t in self.linked if not self._is_trusted(t, self.linked[t])]:
            self.linked.pop(one)
        self._apart = self._said_of_others()
        for one in self._apart:
            self.linked.pop(one)
        self.aligned = {t: other for t, other in self.linked.items() if self._are_one(t, other)}

    def _column(self, name: str) -> list[str]:
        """Return a list that both sentences have as one list over the Doc."""
        column = [""] * len(self.doc)
        for side in self.sides:
            column[side.start : side.end] = getattr(side, name)
        return column

    def _multiword_units(self) -> dict[int, range]:
        """Return the nouns, and verbs with a particle, that are a word of several tokens.

        A noun whose partner is the same noun is none: a swimming pool is a pool, a chief executive
        is no executive officer where the other sentence has "CEO".
        """
        found: dict[int, range] = {}
        if self.lexicon is None:
            return found
        for side in self.sides:
            lemmas = [
                lemma or text for lemma, text in zip(side.given_lemmas, side.texts, strict=True)
            ]
            for start, end, _ in multiword_spans(self.lexicon, lemmas, side.texts):
                unit = range(side.start + start, side.start + end)
                tops = [t for t in unit if self.head(t) not in unit]
                partner = self.linked.get(tops[0]) if len(tops) == 1 else None
                if partner is None or self.lemmas[partner] == self.lemmas[tops[0]]:
                    continue
                rest = {self.pos[t] for t in unit if t not in tops}
                if rest <= _MADE_OF.get(self.pos[tops[0]], frozenset()):
                    found |= dict.fromkeys(unit, unit)
        return found

    def _said_of_others(self) -> frozenset[int]:
        """Return linked words that one of the sides has in another sentence, of something else."""
        if all(len(self.roots(side)) < 2 for side in self.sides):
            return frozenset()
        relation = read_relation(self.doc)
        if relation is None:
            return frozenset()
        starts = [side.start for side in sentences(self.doc)]
        lone = zip(starts, relation.unsupported, strict=True)
        found = {start + i for start, words in lone for i in words} & self.linked.keys()
        return frozenset(found | {self.linked[t] for t in found})

    def _is_trusted(self, one: int, other: int) -> bool:
        """Return whether a link says something: by the words, or by the place that they share."""
        if not (self.is_content(one) and self.is_content(other)):
            return True
        relation = self.relation[one]
        if relation not in ("", "intersects") or (not relation and self.similarity[one] > 0):
            return True
        heads = self.head(one), self.head(other)
        arguments = self.lang.subject_labels | self.lang.direct_object_labels | {"attr"}
        same_label = self.deps[one] == self.deps[other] and self.deps[one] in arguments
        if same_label and None not in heads:
            return self.linked.get(heads[0] or 0) == heads[1]
        verbs = self.is_verbal(one) and self.is_verbal(other)
        return verbs and self._share_argument(one, other)

    def _are_one(self, one: int, other: int) -> bool:
        """Return whether linked tokens are one node in two wordings."""
        auxiliary = [self.deps[t] in self.lang.auxiliary_labels for t in (one, other)]
        kind = self._word_class(one)
        if kind != self._word_class(other) or auxiliary[0] != auxiliary[1]:
            return False
        if kind == "ADP":
            below = {self.linked.get(child) for child in self.children[one]}
            return not below.isdisjoint(self.children[other])
        if self.pos[one] in OPEN_CLASS | {"AUX", "PRON"}:
            alike = self.similarity[one] > 0 and self.relation[one] != "intersects"
            return alike or self._share_argument(one, other)
        heads = self.head(one), self.head(other)
        return None in heads or self.linked.get(heads[0] or 0) == heads[1]

    def _word_class(self, token: int) -> str:
        """Return the coarse part of speech; a pronoun stands for a noun."""
        sentence = self.side(token)
        coarse = sentence.coarse_pos[token - sentence.start]
        return "NOUN" if coarse == "PRON" else coarse

    def _share_argument(self, one: int, other: int) -> bool:
        """Return whether verbs have a linked object in common, which a passive has as subject."""
        labels = self.lang.object_labels | self.lang.passive_subject_labels
        objects, others = (self.dependents(verb, *labels) for verb in (one, other))
        return any(self.linked.get(node) in others for node in objects)

    # -- Sides and tokens ----------------------------------------------------------------------

    @property
    def sides(self) -> tuple[Sentence, Sentence]:
        """Both sentences, the source first."""
        return self.source, self.target

    @cached_property
    def written(self) -> tuple[str, str]:
        """The text of both sides."""
        return self.source.span.text, self.target.span.text

    @property
    def parsed(self) -> bool:
        """Whether a parser saw both sides."""
        return self.source.parsed and self.target.parsed

    def __getitem__(self, token: int) -> Token:
        return self.doc[token]

    def side(self, token: int) -> Sentence:
        """Return the side a token stands in."""
        return self.source if token < self.source.end else self.target

    def other(self, side: Sentence) -> Sentence:
        """Return the other side."""
        return self.target if side.start == self.source.start else self.source

    def is_nominal(self, token: int) -> bool:
        """Return whether a token is a noun or a name."""
        return self.pos[token] in ("NOUN", "PROPN")

    def is_verbal(self, token: int) -> bool:
        """Return whether a token is a verb or an auxiliary."""
        return self.pos[token] in ("VERB", "AUX")

    def is_punct(self, token: int) -> bool:
        """Return whether a token is a punctuation mark; a percent sign is none."""
        return token in self._punct

    @cached_property
    def _punct(self) -> frozenset[int]:
        return frozenset(token.i for token in self.doc if self._is_punct(token))

    def _is_punct(self, token: Token) -> bool:
        if self.deps[token.i] == "case":
            return False  # "Jess' car"
        marked = self.pos[token.i] == "PUNCT" or token.is_quote or token.is_bracket
        return bool(marked or (token.is_punct and token.text != "%"))

    def is_space(self, token: int) -> bool:
        """Return whether a token is white space."""
        return token in self._spaces

    @cached_property
    def _spaces(self) -> frozenset[int]:
        spaces = (np.flatnonzero(side.kinds == SPACE) + side.start for side in self.sides)
        return frozenset(np.concatenate(list(spaces)).tolist())

    def is_content(self, token: int) -> bool:
        """Return whether a token is a content word."""
        return self._content[token]

    @cached_property
    def _content(self) -> list[bool]:
        content = [False] * len(self.words)
        for side in self.sides:
            content[side.start : side.end] = side.informative
        return content

    # -- The trees -----------------------------------------------------------------------------

    def head(self, token: int) -> int | None:
        """Return the head of a token, None for the root of a sentence."""
        return self._heads[token]

    @cached_property
    def _heads(self) -> list[int | None]:
        heads: list[int | None] = [None] * len(self.words)
        for side in self.sides:
            heads[side.start : side.end] = [
                side.start + head if head >= 0 else None for head in side.heads
            ]
        return heads

    @cached_property
    def children(self) -> list[tuple[int, ...]]:
        """The dependents of each token, in order, white space left out."""
        found: list[tuple[int, ...]] = [()] * len(self._heads)
        for token, head in enumerate(self._heads):
            if head is not None and not self.is_space(token):
                found[head] += (token,)
        return found

    def roots(self, side: Sentence) -> list[int]:
        """Return the roots of the sentences of a side that are words."""
        return self._roots[side.start]

    @cached_property
    def _roots(self) -> dict[int, list[int]]:
        return {
            side.start: [
                t
                for t in range(side.start, side.end)
                if self._heads[t] is None and not (self.is_space(t) or self.is_punct(t))
            ]
            for side in self.sides
        }

    def subtree(self, token: int) -> list[int]:
        """Return a token and all that depends on it, in order."""
        if token not in self._subtrees:
            found = [token]
            for node in found:  # which grows
                found += self.children[node]
            self._subtrees[token] = sorted(found)
        return self._subtrees[token].copy()

    def dependents(self, token: int, *labels: str) -> list[int]:
        """Return the dependents of a token with one of these labels."""
        children = self.children[token]
        return [child for child in children if self.deps[child] in labels] if children else []

    def conjuncts(self, node: int) -> list[int]:
        """Return the conjuncts of a token, those that hang on one another included, in order."""
        found: list[int] = []
        for conjunct in self.dependents(node, "conj"):
            found += [conjunct, *self.conjuncts(conjunct)]
        return sorted(found)

    def first_conjunct(self, node: int) -> int:
        """Return the first conjunct of the coordination of a token, itself if there is none."""
        while self.deps[node] == "conj" and (above := self.head(node)) is not None:
            node = above
        return node

    def conjunctions(self, node: int) -> list[int]:
        """Return what joins the coordination of a token: "and", "or"."""
        first = self.first_conjunct(node)
        members = (first, *self.conjuncts(first))
        return sorted(c for member in members for c in self.dependents(member, "cc"))

    def subject(self, verb: int) -> int | None:
        """Return the subject of a verb, clauses and expletives among them."""
        labels = self.lang.subject_labels
        return next((c for c in self.children[verb] if self.deps[c] in labels), None)

    def lexical_unit(self, node: int) -> list[int]:
        """Return the parts of a word of several tokens, the token itself first.

        They are held together by hyphens, or by the lexicon: "chief executive", "step down".
        """
        if node not in self._lexical:
            self._lexical[node] = self._lexical_unit(node)
        return self._lexical[node].copy()

    def _lexical_unit(self, node: int) -> list[int]:
        if node in self._units:
            return [node, *(t for t in self._units[node] if t != node)]
        side, found = self.side(node), [node]
        for step in (-1, 1):
            t = node + step
            while side.start <= t + step < side.end and self.texts[t] == "-":
                found.append(t + step)
                t += 2 * step
        return found

    # -- What both sides say -------------------------------------------------------------------

    @cached_property
    def content_lemmas(self) -> dict[int, set[str]]:
        """The lemmas of the content words of each side, by its start."""
        return {
            side.start: {self.lemmas[t] for t in range(side.start, side.end) if self.is_content(t)}
            for side in self.sides
        }

    def is_shared(self, token: int) -> bool:
        """Return whether a word is linked or has the lemma of a content word of the other side."""
        return self._shared[token]

    @cached_property
    def _shared(self) -> list[bool]:
        source, target = (self.content_lemmas[side.start] for side in self.sides)
        return [
            t not in self._apart
            and (t in self.linked or lemma in (target if t < self.source.end else source))
            for t, lemma in enumerate(self.lemmas)
        ]

    @cached_property
    def restated(self) -> frozenset[int]:
        """The content words that the other side has in other words, where no link says so."""
        known = zip(self._content, self._shared, strict=True)
        asked = [t for t, (content, shared) in enumerate(known) if content and not shared]
        asked = [t for t in asked if t not in self._apart]
        return restated_words(self.source, self.target, asked, self.lexicon)

    def is_said(self, token: int) -> bool:
        """Return whether the other side has a content word too, in the same words or others."""
        return self._shared[token] or token in self.restated

    @cached_property
    def meanings(self) -> dict[int, int]:
        """For each content word of both sides the one that stands for its meaning.

        Words of one lemma are one meaning, and linked words unless they only have something in
        common. A word that the other side has in other words has no meaning of its own.
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
        """How many content words one of the sides repeats at most."""
        meaning = self.meanings
        found = (
            [meaning[t] for t in range(side.start, side.end) if t in meaning] for side in self.sides
        )
        return max(len(some) - len(set(some)) for some in found)

    def is_new(self, token: int) -> bool:
        """Return whether only one side has a content word."""
        return token in self._new

    @cached_property
    def _new(self) -> frozenset[int]:
        content = (t for t, is_content in enumerate(self._content) if is_content)
        return frozenset(t for t in content if not self.is_said(t))

    def new_words(self, side: Sentence) -> list[int]:
        """Return the content words that only a side has, in order."""
        return [t for t in range(side.start, side.end) if t in self._new]

    def new_and_said(self, token: int) -> tuple[list[int], list[int]]:
        """Return the content words of a subtree that only this side has, and those of both."""
        new: list[int] = []
        said: list[int] = []
        for t in self.subtree(token):
            if self.is_content(t):
                (said if self.is_said(t) else new).append(t)
        return new, said


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
    """Yield words, of one token or of several, that the other side has a synonym of.

    Adverbs count though they are function words: "once" says "at one time".
    """
    known, others = (known_words(index, side, ("ADV",)) for side in (source, target))
    turns = ((source, known, others), (target, others, known))
    wanted = [(side, _asked(own, side, asked), other) for side, own, other in turns]
    wanted = [turn for turn in wanted if turn[1].words]
    pairs = [(own, other) for _, own, other in wanted]
    results = related(index, pairs, _SYNONYMS, _SENSES) if pairs else []
    for (side, _, _), found in zip(wanted, results, strict=True):
        for places, _, _ in found:
            yield from (side.start + k for k in places)


def _asked(known: KnownWords, side: Sentence, asked: set[int]) -> KnownWords:
    """Return the words of which a token is asked for."""
    own = [
        i for i, places in enumerate(known.places) if any(side.start + k in asked for k in places)
    ]
    return KnownWords([known.words[i] for i in own], [known.places[i] for i in own])


# -- Operators: words that change whether what is said is said to be so ---------------------------


# Operators that have no lemma of their own.
NEGATED, CONDITIONAL = "<negated>", "<conditional>"


def operators(graph: PairGraph, node: int) -> frozenset[str]:
    """Return what makes a node negated, conditional or less than certain.

    That is `NEGATED` for any negation, `CONDITIONAL` for any condition, else the lemma of the word.
    """
    if node not in graph._operators:
        graph._operators[node] = _operators(graph, node)
    return graph._operators[node]


def _operators(graph: PairGraph, node: int) -> frozenset[str]:
    found = set()
    side = graph.side(node)
    bounds = {side.start + t for q in analyse(side).counts.values() for t in q.tokens}
    for child in graph.children[node]:
        word, lemma = graph.words[child], graph.lemmas[child]
        modal = graph.tags[child] in graph.lang.modal_tags and word in graph.lang.modal_verbs
        if graph.deps[child] == "neg" or word in graph.lang.negations:
            if child not in bounds:  # "not … more than two"
                found.add(NEGATED)
        elif is_several(graph, child):
            continue
        elif word in graph.lang.truth_modifiers or modal:
            found.add(graph.lang.alike_modifiers.get(lemma, lemma))
        elif graph.deps[child] == "advcl" and _is_condition(graph, child):
            found.add(CONDITIONAL)
    if graph.words[node] in graph.lang.negations:
        found.add(NEGATED)
    return frozenset(found)


def _is_condition(graph: PairGraph, clause: int) -> bool:
    markers = graph.dependents(clause, "mark")
    return any(graph.words[c] in graph.lang.condition_markers for c in markers)


def is_several(graph: PairGraph, token: int) -> bool:
    """Return whether a word is the "few" of "a few", which says that there are some."""
    head = graph.head(token)
    if graph.words[token] not in graph.lang.small_quantifiers or head is None:
        return False
    articles = graph.lang.indefinite_articles
    return any(graph.words[c] in articles for c in graph.children[head] + graph.children[token])


def is_operator(graph: PairGraph, token: int) -> bool:
    """Return whether a sentence says something else without a word."""
    lang, word = graph.lang, graph.words[token]
    return graph.deps[token] == "neg" or any(
        word in some for some in (lang.negations, lang.truth_modifiers, lang.modal_verbs)
    )


def is_question(graph: PairGraph, root: int) -> bool:
    """Return whether a clause is a question."""
    return any(graph.texts[t] == "?" for t in graph.children[root])


def differs(graph: PairGraph, node: int) -> str:
    """Return how the operators of aligned nodes differ: "negation", "modality" or ""."""
    own, other = operators(graph, node), operators(graph, graph.aligned[node])
    if (NEGATED in own) != (NEGATED in other):
        return "negation"
    return "modality" if own != other else ""


# -- Whether aligned words speak of one and the same thing or event -------------------------------


def is_alike(graph: PairGraph, node: int) -> bool:
    """Return whether a word and its counterpart have one meaning, or much of it."""
    same_meaning = graph.relation[node] not in ("", "intersects")
    return same_meaning or graph.similarity[node] >= LEAST_SIMILAR


def are_two_things(graph: PairGraph, noun: int) -> bool:
    """Return whether both sentences say of aligned nouns what kind they are, and differ in it.

    Example: "the embassy attack" and "the resort attack".
    """
    kinds = []
    for node in (noun, graph.aligned[noun]):
        named = [c for c in graph.dependents(node, *graph.lang.compound_labels) if c < node]
        of = [
            c
            for p in graph.dependents(node, "prep")
            if graph.words[p] in graph.lang.genitive_prepositions
            for c in graph.dependents(p, "pobj")
        ]
        kinds.append((named, of))
    return any(
        own and other and not any(graph.linked.get(t) in other for t in own)
        for own, other in zip(*kinds, strict=True)
    )


def are_two_subjects(graph: PairGraph, verb: int) -> bool:
    """Return whether aligned verbs have different subjects and no object in common."""
    lang, aligned = graph.lang, graph.aligned[verb]
    taken = lang.object_labels | lang.passive_subject_labels | {"agent"}
    if any(node in graph.linked for node in graph.dependents(verb, *taken)):
        return False
    if graph.lemmas[verb] in lang.copulas:
        return not any(c in graph.linked for c in graph.dependents(verb, *lang.subject_labels))
    return _fill_differently(graph, verb, aligned, lang.subject_labels)


def _fill_differently(graph: PairGraph, one: int, other: int, labels: Collection[str]) -> bool:
    """Return whether both verbs have a noun in the same role, and nothing of them is linked."""
    own, theirs = (
        [c for c in graph.dependents(verb, *labels) if graph.is_nominal(c)] for verb in (one, other)
    )
    if not own or not theirs or graph.deps[own[0]] != graph.deps[theirs[0]]:
        return False
    content = [t for t in graph.subtree(own[0]) if graph.is_content(t)]
    return set(graph.subtree(theirs[0])).isdisjoint(graph.linked.get(t, -1) for t in content)


def is_governed(graph: PairGraph, verb: int, preposition: int) -> bool:
    """Return whether a prepositional phrase is the complement of a verb, which cannot do without.

    A verb without an object has it right behind it; a verb of placing needs a place.
    """
    lang = graph.lang
    if graph.pos[verb] != "VERB" or graph.deps[preposition] != "prep":
        return False
    word = graph.words[preposition]
    if graph.lemmas[verb] in lang.placing_verbs and word in lang.goal_prepositions:
        goals = [
            c
            for c in graph.dependents(verb, "prep")
            if graph.words[c] in lang.goal_prepositions and c > verb
        ]
        return goals[:1] == [preposition]
    objects = graph.dependents(verb, *lang.object_labels, *lang.passive_subject_labels)
    taken = [c for c in objects if graph.words[c] not in lang.complementizers]
    return not taken and preposition == verb + 1 and word not in lang.free_prepositions


def has_other_particle(graph: PairGraph, one: int, other: int) -> bool:
    """Return whether two verbs have different particles, and so different senses.

    What is a particle of the one may be read as a preposition of the other.
    """
    labels = graph.lang.particle_labels
    return any(
        graph.lemmas[c] not in {graph.lemmas[d] for d in graph.children[theirs]}
        for mine, theirs in ((one, other), (other, one))
        for c in graph.dependents(mine, *labels)
    )
