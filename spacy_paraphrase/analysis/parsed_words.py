"""The words of parsed sentences, with tests on each word in its own sentence.

`ParsedWords` translates labels and tags, which are used only here and in `pair_words`, into terms
of grammar: the class and head of a word, the dependents of a noun or verb. Words are identified by
their index in the Doc, which is unique in a pair (`pair_words.PairWords`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from typing import TypeAlias

import numpy as np
from spacy.tokens import Token

from ..lang import LanguageData
from ..trees.word_alignment import SPACE
from .sentence import OPEN_CLASS, Sentence

# Parts of speech of the other tokens of a word of several tokens, by that of its head.
_BEFORE_NOUN = frozenset({"NOUN", "PROPN", "ADJ"})
_REST_OF_WORD = {
    "NOUN": _BEFORE_NOUN,
    "PROPN": _BEFORE_NOUN,
    "VERB": frozenset({"ADP", "ADV", "PART"}),
}

Value: TypeAlias = "str | Callable[[LanguageData], Collection[str]]"
YesOrNo: TypeAlias = "Callable[[ParsedWords, int], bool]"


def has(column: str, *values: Value) -> YesOrNo:
    """Return a method that tests whether a word has one of some values in a column.

    A value may be a function that returns the values for a language.
    """
    return lambda words, token: getattr(words, column)[token] in words.all_of(values)


def stands_as(*labels: Value) -> YesOrNo:
    """Return a method that tests whether a word has one of some dependency labels."""
    return has("_labels", *labels)


def at(*labels: Value) -> Callable[[ParsedWords, int], list[int]]:
    """Return a method that returns the dependents of a word with some labels, in order."""
    return lambda words, token: [
        c for c in words.children[token] if words._labels[c] in words.all_of(labels)
    ]


def words_at(*labels: Value) -> Callable[[ParsedWords, int], set[str]]:
    """Return a method that returns the lower-cased dependents of a word with some labels."""
    found = at(*labels)
    return lambda words, token: {words.words[c] for c in found(words, token)}


def _vague_nouns(lang: LanguageData) -> Collection[str]:
    return lang.part_nouns | lang.light_nouns | lang.partitives.keys()


class ParsedWords:
    """The words of one or more sentences of a Doc, by their index in the Doc.

    Args:
        *sides: The sentences, in their order.

    Attributes:
        sides: The sentences.
        doc: The Doc of the sentences.
        lang: The language data.
        texts: The words as written.
        words: The lower-cased words.
        lemmas: The lower-cased lemmas; the words without a lemma.
        entities: The entity types.

    Example:
        >>> import spacy_paraphrase
        >>> from spacy_paraphrase.analysis.sentence import Sentence
        >>> doc = spacy_paraphrase.load()("Ann will sell the old cars.")
        >>> words = ParsedWords(Sentence(doc[:]))
        >>> words.is_name(0), words.subject(2), words.auxiliaries(2), words.is_plural(5)
        (True, 0, [1], True)
    """

    def __init__(self, *sides: Sentence) -> None:
        self.sides = sides
        self.doc = sides[0].doc
        self.lang = sides[0].lang
        self.texts = self._column("texts")
        self.words = self._column("words")
        self.lemmas = self._column("lemmas")
        self.entities = self._column("entities")
        self._pos = self._column("pos")
        self._tags = self._column("tags")
        self._labels = self._column("deps")
        # Caches.
        self._subtrees: dict[int, list[int]] = {}
        self._operators: dict[int, frozenset[str]] = {}
        self._values: dict[tuple[Value, ...], frozenset[str]] = {}

    def _column(self, name: str) -> list[str]:
        """Return an attribute of the sentences, a list each, as one list over the Doc."""
        column = [""] * len(self.doc)
        for side in self.sides:
            column[side.start : side.end] = getattr(side, name)
        return column

    def all_of(self, values: tuple[Value, ...]) -> frozenset[str]:
        """Return values with each function replaced by its values for the language."""
        if values not in self._values:
            some = ((each,) if isinstance(each, str) else each(self.lang) for each in values)
            self._values[values] = frozenset().union(*some)
        return self._values[values]

    @property
    def tokens(self) -> Iterator[int]:
        """The words of all sentences."""
        for side in self.sides:
            yield from range(side.start, side.end)

    def __getitem__(self, token: int) -> Token:
        return self.doc[token]

    def side(self, token: int) -> Sentence:
        """Return the sentence of a token."""
        return next(side for side in self.sides if token < side.end)

    # -- What kind of word it is -----------------------------------------------------------------

    is_noun = has("_pos", "NOUN")  # a common noun
    is_name = has("_pos", "PROPN")
    is_nominal = has("_pos", "NOUN", "PROPN")
    is_pronoun = has("_pos", "PRON")
    is_number = has("_pos", "NUM")
    is_verb = has("_pos", "VERB")  # a main verb, not an auxiliary
    is_verbal = has("_pos", "VERB", "AUX")
    is_adverb = has("_pos", "ADV")
    is_quality = has("_pos", "ADJ", "ADV")
    is_predicative = has("_pos", "VERB", "AUX", "ADJ")  # a possible predicate
    is_determiner = has("_pos", "DET")
    is_adposition = has("_pos", "ADP")
    opens_or_stands_for_noun = has("_pos", "DET", "ADP", "PRON")
    has_meaning = has("_pos", *OPEN_CLASS, "AUX", "PRON")

    is_copula = has("lemmas", lambda lang: lang.copulas)
    reports = has("lemmas", lambda lang: lang.reporting_verbs)
    is_weak_verb = has("lemmas", lambda lang: lang.incomplete_verbs)
    is_person = has("entities", lambda lang: lang.person_entities)
    is_measure = has("entities", lambda lang: lang.measure_entities)
    is_time_entity = has("entities", lambda lang: lang.time_entities)

    def is_same_kind(self, one: int, other: int) -> bool:
        """Return whether two words have the same part of speech."""
        return self._pos[one] == self._pos[other]

    def word_class(self, token: int) -> str:
        """Return the coarse part of speech; a pronoun counts as a noun."""
        sentence = self.side(token)
        coarse = sentence.coarse_pos[token - sentence.start]
        return "NOUN" if coarse == "PRON" else coarse

    def may_be_one_word(self, top: int, unit: Iterable[int]) -> bool:
        """Return whether tokens with this head may be one unit: "chief executive", "step down"."""
        rest = {self._pos[t] for t in unit if t != top}
        return rest <= _REST_OF_WORD.get(self._pos[top], frozenset())

    def is_punct(self, token: int) -> bool:
        """Return whether a token is a punctuation mark; a percent sign is not."""
        return token in self._punct

    @cached_property
    def _punct(self) -> frozenset[int]:
        return frozenset(token.i for token in self.doc if self._is_punct(token))

    def _is_punct(self, token: Token) -> bool:
        if self._labels[token.i] == "case":
            return False  # "Jess' car"
        marked = self._pos[token.i] == "PUNCT" or token.is_quote or token.is_bracket
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

    def is_time_word(self, token: int) -> bool:
        """Return whether a token is part of a time expression, or a word such as "yesterday"."""
        return self.is_time_entity(token) or self.words[token] in self.lang.time_adverbs

    def tells_attitude(self, verb: int) -> bool:
        """Return whether a verb expresses an attitude: to think, want or deny."""
        lang = self.lang
        views = (lang.opinion_words, lang.intention_verbs, lang.denying_words, lang.stance_verbs)
        return any(self.lemmas[verb] in some for some in views)

    # A noun that is too general without a complement: "part", "kind", "group".
    is_vague = has("lemmas", _vague_nouns)
    _is_vague_form = has("words", _vague_nouns)

    def is_kind_or_part(self, noun: int) -> bool:
        """Return whether a noun, by its lemma or its form, is too general without a complement."""
        return self.is_vague(noun) or self._is_vague_form(noun)

    # -- What form it has ------------------------------------------------------------------------

    is_plural = has("_tags", lambda lang: lang.plural_noun_tags)
    is_modal = has("_tags", lambda lang: lang.modal_tags)
    is_present = has("_tags", lambda lang: lang.present_tags)
    is_tensed = has("_tags", lambda lang: lang.tensed_tags)  # it has a tense, or is a modal
    is_participle = has("_tags", lambda lang: lang.participle_tags)
    opens_question = has("_tags", lambda lang: lang.wh_tags)  # "who", "which", "where"
    is_singular = has("_tags", "NN")  # a common noun
    is_owner_ending = has("_tags", "POS")  # "'s"

    def is_several_of_one(self, one: int, other: int) -> bool:
        """Return whether the first noun is in the plural and the second one in the singular."""
        return self._tags[one] == "NNS" and self.is_singular(other)

    def is_same_form(self, one: int, other: int) -> bool:
        """Return whether two words have the same form: two plurals, two verbs in the past."""
        return self._tags[one] == self._tags[other]

    def are_forms_of_one_kind(self, one: int, other: int) -> bool:
        """Return whether the forms of two words belong to one paradigm: "run" and "ran"."""
        tags = {self._tags[one], self._tags[other]}
        return any(tags <= family for family in self.lang.tag_families)

    def form(self, token: int) -> str:
        """Return the tag of a word, which `lexicon.inflection.inflect` takes as its form."""
        return self._tags[token]

    def symbols(self, token: int) -> tuple[str, str]:
        """Return the tag and the label of a word, the symbols of the networks that judge edits."""
        return self._tags[token], self._labels[token]

    def is_finite(self, verb: int) -> bool:
        """Return whether a verb, or an auxiliary of it, has a tense."""
        return any(self.is_tensed(t) for t in (verb, *self.auxiliaries(verb)))

    def may_be_infinitive(self, verb: int) -> bool:
        """Return whether the only tensed forms may be infinitives: "helps people track it"."""
        group = (verb, *self.auxiliaries(verb))
        return {self._tags[t] for t in group} & self.lang.tensed_tags <= {"VBP"}

    def number(self, noun: int, below: Collection[int] | None = None) -> bool | None:
        """Return whether a noun phrase is a plural, by head and conjuncts; None if it is unclear.

        Args:
            noun: The head of the phrase.
            below: Its dependents; by default all in its sentence.
        """
        below = self.children[noun] if below is None else below
        conjuncts = [c for c in below if self.is_conjunct(c)]
        if conjuncts:
            joined = {self.words[c] for c in below if self.is_conjunction(c)}
            joined |= self.conjunction_words(conjuncts)
            return True if not joined or joined & self.lang.additive_conjunctions else None
        if self.words[noun] in self.lang.numberless_words:
            return None
        return self.is_plural(noun) or self.words[noun] in self.lang.plural_words

    # -- The trees -------------------------------------------------------------------------------

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

    def above(self, token: int) -> Iterator[int]:
        """Yield the head of a token, the head of that, and so on."""
        head = self._heads[token]
        while head is not None:
            yield head
            head = self._heads[head]

    def links(self, tokens: Iterable[int]) -> dict[int, int]:
        """Return the head of each of some tokens, except roots."""
        return {t: head for t in tokens if (head := self._heads[t]) is not None}

    def tops(self, tokens: Collection[int]) -> list[int]:
        """Return the tokens whose head is not among them."""
        return [t for t in tokens if self._heads[t] not in tokens]

    @cached_property
    def children(self) -> list[tuple[int, ...]]:
        """The dependents of each token, in order, white space left out."""
        found: list[tuple[int, ...]] = [()] * len(self._heads)
        for token, head in enumerate(self._heads):
            if head is not None and not self.is_space(token):
                found[head] += (token,)
        return found

    def is_bare(self, token: int) -> bool:
        """Return whether a token has no dependents."""
        return not self.children[token]

    def roots(self, side: Sentence) -> list[int]:
        """Return the roots of the sentences of a side, except punctuation and white space."""
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
        """Return the tokens of a subtree, in order."""
        if token not in self._subtrees:
            found = [token]
            for node in found:  # which grows
                found += self.children[node]
            self._subtrees[token] = sorted(found)
        return self._subtrees[token].copy()

    def first(self, token: int) -> int:
        """Return the first word of a subtree."""
        return self.subtree(token)[0]

    def last(self, token: int) -> int:
        """Return the last word of a subtree."""
        return self.subtree(token)[-1]

    def is_root(self, token: int) -> bool:
        """Return whether a token is a root."""
        return self._heads[token] is None

    def function(self, token: int) -> str:
        """Return the dependency label of a word."""
        return self._labels[token]

    def has_same_function(self, one: int, other: int) -> bool:
        """Return whether two words have the same dependency label."""
        return self._labels[one] == self._labels[other]

    def in_function(self, token: int, label: str) -> list[int]:
        """Return the dependents of a token with a dependency label."""
        return [c for c in self.children[token] if self._labels[c] == label]

    def has_comma(self, token: int, step: int) -> bool:
        """Return whether a comma is next to a token, ignoring quotation marks."""
        side, place = self.side(token), token + step
        while side.start <= place < side.end and self[place].is_quote:
            place += step
        return side.start <= place < side.end and self.texts[place] == ","

    def follows_comma(self, token: int) -> bool:
        """Return whether a comma precedes a subtree, ignoring quotation marks."""
        return self.has_comma(self.first(token), -1)

    def is_last(self, token: int) -> bool:
        """Return whether only punctuation follows a token."""
        behind = range(token + 1, self.side(token).end)
        return all(self.is_punct(t) or self[t].is_space for t in behind)

    # -- Nouns -----------------------------------------------------------------------------------

    determiner_tokens = at("det")
    determiners = words_at("det")  # "the", "a", "no"
    owners = at("poss")  # "Ann" of "Ann's car"
    numerals = at("nummod")
    determining = at("det", "nummod", "poss")
    premodifiers = at(lambda lang: lang.premodifier_labels)
    modifiers = at(lambda lang: lang.modifier_labels)
    adjectives = at("amod")
    compounds = at("compound")
    _predeterminers = at("predet")
    _compound_parts = at(lambda lang: lang.compound_labels)
    _added = at("relcl", "acl", "appos", "conj", "cc")
    is_owner = stands_as("poss")
    is_numeral = stands_as("nummod")
    is_modifier = stands_as(lambda lang: lang.modifier_labels)
    is_premodifier = stands_as(lambda lang: lang.premodifier_labels)
    is_compound_part = stands_as(lambda lang: lang.compound_labels)
    is_apposition = stands_as("appos")
    is_relative_clause = stands_as("relcl")
    says_more_of_noun = stands_as(lambda lang: lang.noun_clause_labels)  # a clause or an apposition

    def sweeping_words(self, node: int) -> set[str]:
        """Return words such as "all" and "every" at a node."""
        found = self.determiners(node) | {self.words[c] for c in self._predeterminers(node)}
        return found & self.lang.sweeping_determiners

    def is_definite(self, noun: int) -> bool:
        """Return whether a noun is definite: "the car", "Ann's car"."""
        articles = self.lang.definite_articles & self.determiners(noun)
        return bool(articles or self.owners(noun))

    def is_several(self, token: int) -> bool:
        """Return whether a word is the "few" of "a few"."""
        head = self.head(token)
        if self.words[token] not in self.lang.small_quantifiers or head is None:
            return False
        around = self.children[head] + self.children[token]
        return any(self.words[c] in self.lang.indefinite_articles for c in around)

    def is_picked_out(self, noun: int) -> bool:
        """Return whether a modifier singles out a noun among others: "the oldest", "only two"."""
        lang = self.lang
        superlative = {tag for tag, word in lang.degree_words.items() if word in lang.quantifiers}
        picking = lang.restrictive_adverbs | lang.first_adjectives | lang.ordinals.keys()
        return any(
            self._tags[t] in superlative or self.words[t] in picking
            for t in self.subtree(noun)
            if t < noun
        )

    def modified_by(self, node: int) -> int | None:
        """Return the head of a modifier, None for another word."""
        return self.head(node) if self.is_modifier(node) else None

    def kinds_before(self, noun: int) -> list[int]:
        """Return the compound modifiers before a noun: "*embassy* attack"."""
        return [c for c in self._compound_parts(noun) if c < noun]

    _is_genitive = has("words", lambda lang: lang.genitive_prepositions)

    def kinds_behind(self, noun: int) -> list[int]:
        """Return the objects of the genitive prepositions at a noun: "the death of a *man*"."""
        of = [p for p in self.prepositions(noun) if self._is_genitive(p)]
        return [c for p in of for c in self.objects_of_preposition(p)]

    def says_of_what(self, noun: int, child: int) -> bool:
        """Return whether a dependent is the genitive complement of a part, a kind or a measure."""
        return self._is_genitive(child) and (self.is_kind_or_part(noun) or self.is_measure(noun))

    def belongs_to_amount(self, node: int, child: int) -> bool:
        """Return whether a dependent is part of an amount: "a *few*", "32 cents *a share*"."""
        if self.is_several(child) or self.is_numeral(node):
            return True
        if self.is_numeral(child) and self.is_measure(node):
            return True
        short = self.is_adverbial_noun(child) or len(self.subtree(child)) == 2
        behind = child == node + 1 and short and bool(self.numerals(node))
        return behind and self._pos[self.last(child)] in ("NOUN", "NUM")

    def is_torn_compound(self, node: int) -> bool:
        """Return whether a punctuation mark separates a compound modifier from its head."""
        between = range(node + 1, self.head(node) or node)
        return self.is_compound_part(node) and any(self.texts[t] in ",;:(" for t in between)

    def without_additions(self, noun: int, tokens: Iterable[int]) -> list[int]:
        """Return tokens without the clauses, appositions and conjuncts at a noun."""
        return self._without(self._added(noun), tokens)

    def _without(self, nodes: Iterable[int], tokens: Iterable[int]) -> list[int]:
        gone = {t for node in nodes for t in self.subtree(node)}
        return [t for t in tokens if t not in gone]

    # -- Coordination ----------------------------------------------------------------------------

    is_conjunct = stands_as("conj")
    is_conjunction = stands_as("cc")
    coordinates = stands_as(lambda lang: lang.coordination_labels)  # a conjunct or a conjunction
    next_conjuncts = at("conj")
    _joined = at("conj", "cc")
    conjunctions_at = at("cc")

    def conjuncts(self, node: int) -> list[int]:
        """Return the conjuncts of a token, including conjuncts of conjuncts, in order."""
        found: list[int] = []
        for conjunct in self.next_conjuncts(node):
            found += [conjunct, *self.conjuncts(conjunct)]
        return sorted(found)

    def first_conjunct(self, node: int) -> int:
        """Return the first conjunct of the coordination of a token, else the token itself."""
        while self.is_conjunct(node) and (above := self.head(node)) is not None:
            node = above
        return node

    def conjunction_words(self, members: Iterable[int]) -> set[str]:
        """Return the conjunctions of the members of a coordination."""
        return {self.words[c] for node in members for c in self.conjunctions_at(node)}

    def joints(self, first: int) -> set[str]:
        """Return the conjunctions of a coordination that begins with a token."""
        return self.conjunction_words((first, *self.conjuncts(first)))

    def conjunctions(self, node: int) -> list[int]:
        """Return the conjunctions of the coordination that a token is in: "and", "or"."""
        first = self.first_conjunct(node)
        members = (first, *self.conjuncts(first))
        return sorted(c for member in members for c in self.conjunctions_at(member))

    def is_joined(self, conjunct: int) -> bool:
        """Return whether a conjunction or a mark separates a conjunct from its head."""
        head = self.head(conjunct)
        assert head is not None
        between = range(head + 1, conjunct)
        return any(self.is_punct(t) or self.is_conjunction(t) for t in between)

    def may_stand_for_list(self, conjunct: int, first: int) -> bool:
        """Return whether a conjunct may replace its coordination: "B" for "A and B"."""
        joined = [self.words[c] for c in self.conjunctions_at(first)]
        if len(joined) != 1 or joined[0] not in self.lang.additive_conjunctions:
            return False
        if self.is_apposition(first) or self.subject(first) is not None:
            return False
        return self.is_nominal(first) or self.is_same_form(first, conjunct)

    def without_conjuncts(self, node: int, tokens: Iterable[int]) -> list[int]:
        """Return tokens without the conjuncts of a node and their conjunctions."""
        return self._without(self._joined(node), tokens)

    # -- Prepositions and circumstances ----------------------------------------------------------

    is_preposition = stands_as(lambda lang: lang.adposition_labels)
    is_plain_preposition = stands_as("prep")  # not the "by" of an agent
    is_agent = stands_as("agent")
    is_prepositional_object = stands_as("pobj")
    is_adverbial = stands_as("advmod")
    is_adverbial_noun = stands_as("npadvmod")  # "died *Monday*"
    is_circumstance = stands_as("prep", "npadvmod")
    is_movable = stands_as(lambda lang: lang.movable_labels)
    is_optional = stands_as(lambda lang: lang.optional_labels)
    may_be_dropped = stands_as(lambda lang: lang.droppable_labels)
    may_be_inserted = stands_as(lambda lang: lang.insertable_labels)
    may_be_set_off = stands_as(lambda lang: lang.set_off_labels)
    may_be_aside = stands_as(lambda lang: lang.aside_labels)
    _is_in_circumstance = stands_as("prep", "npadvmod", "pobj")
    _may_be_coordinate = stands_as(lambda lang: lang.coordinate_labels)
    _may_hang_elsewhere = stands_as(lambda lang: lang.loose_labels)
    prepositions = at("prep")
    objects_of_preposition = at("pobj")

    def preposition_lemmas(self, node: int) -> set[str]:
        """Return the lemmas of the prepositions at a node that have an object."""
        return {self.lemmas[p] for p in self.prepositions(node) if not self.is_bare(p)}

    def beyond_circumstance(self, token: int) -> int | None:
        """Return the head of the circumstance that a token is in; else the token itself."""
        path = (token, *self.above(token))
        return next((t for t in path if not self._is_in_circumstance(t)), None)

    def is_time(self, node: int) -> bool:
        """Return whether a word, or the object of a preposition, is a time."""
        return any(map(self.is_time_word, (node, *self.objects_of_preposition(node))))

    def is_time_span(self, node: int) -> bool:
        """Return whether a preposition gives a period: "since 1990", "after weeks of rain"."""
        if self.words[node] in self.lang.time_order_prepositions:
            return any(map(self.prepositions, self.objects_of_preposition(node)))
        return self.words[node] in self.lang.time_span_prepositions

    def needs_next_word(self, token: int) -> bool:
        """Return whether a token is a conjunction or preposition without its complement."""
        if self.is_conjunction(token):
            return not self.conjuncts(self.head(token) or token)
        return self.is_preposition(token) and self.is_bare(token)

    # -- Verbs -----------------------------------------------------------------------------------

    def role(self, token: int) -> int:
        """Return 0 for an agent, 1 for a patient, in any voice; -1 for any other token."""
        return self.lang.role_of_label.get(self._labels[token], -1)

    auxiliaries = at(lambda lang: lang.auxiliary_labels)
    subjects = at(lambda lang: lang.subject_labels)  # including clauses and expletives

    def subject(self, verb: int) -> int | None:
        """Return the subject of a verb, which may be a clause or an expletive."""
        return next(iter(self.subjects(verb)), None)

    # -- Ambiguous attachment --------------------------------------------------------------------

    def hangs_as_well_on(self, token: int, other: int) -> bool:
        """Return whether a token depends on another one, in the parse or in another possible parse.

        A circumstance may depend on a word above or below its head, a coordinated clause on any
        clause, a conjunct on any member of its coordination.
        """
        head = self.head(token)
        if head == other:
            return True
        if self._may_be_coordinate(token) and any(c < token for c in self.subjects(token)):
            return True
        if head is None:
            return False
        if self.is_conjunct(token) and self.first_conjunct(head) == self.first_conjunct(other):
            return True
        if not self._may_hang_elsewhere(token):
            return False
        return head in self.subtree(other) or other in self.subtree(head)
