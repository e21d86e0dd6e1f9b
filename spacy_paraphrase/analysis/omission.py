"""Omission: which modifiers can be left out without changing the truth of a sentence.

Dependents that a word usually has are needed (`valency`). Words in the scope of a negation or
quantifier cannot be left out, since that would strengthen the claim. Words that change the truth
("allegedly"), numbers, and modifiers that identify a referent cannot be left out either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import islice
from typing import TypeAlias

from ..lang import LanguageData
from . import roles as r
from .sentence import Sentence
from .stance import complement
from .valency import USUAL, Valency, kind_of
from .verb_forms import finite_tag, form, is_infinitive

# A dependent is needed if its head has it in more than this share of its occurrences.
NEEDED = 0.25
# The least occurrences of a well-known word, and the share below which a dependent is rare.
KNOWN, SELDOM = 30, 0.08
# The place behind which the main verb is misread if it has no subject.
LEAD = 3
# The number of words above a word that are searched for an operator.
HIGHEST = 20
# Marks that end a sentence.
ENDS = frozenset(".!?…")
DASHES = frozenset(("-", "--", "–", "—"))
_OPENING = DASHES | {",", "("}
_CLOSING = DASHES | ENDS | {",", ";", ")"}
_SUPERLATIVES = frozenset(("JJS", "RBS"))
_COMPARED = _SUPERLATIVES | {"JJR", "RBR"}
_NOUNS = ("NOUN", "PROPN")
# Roles of modifiers right before their head.
_BEFORE = frozenset((r.ADJECTIVE, r.COMPOUND, r.NUMERAL, r.NOUN_MODIFIER, r.ADVERB))
# Roles of modifiers that identify the referent of a noun.
_TELLING = frozenset((r.PREPOSITION, r.RELATIVE_CLAUSE, r.POSSESSOR))
# Roles in which a noun describes another one.
_NAMING = frozenset((r.ATTRIBUTE, r.APPOSITION))
# The start and the end of a range of words, and the words that may replace it.
Said: TypeAlias = tuple[int, int, tuple[str, ...]]


@lru_cache(maxsize=4)
def _truth_words(lang: LanguageData) -> frozenset[str]:
    words = lang.truth_modifiers | lang.privative_modifiers | lang.epistemic_words
    words = words | lang.negations | lang.negative_adverbs
    return words | lang.restrictive_adverbs | lang.attributions | lang.refuting_words


@lru_cache(maxsize=4)
def _general_words(lang: LanguageData) -> frozenset[str]:
    """Return the words that quantify over all, most or few of a kind."""
    words = lang.universal_determiners | lang.sweeping_determiners | lang.small_quantifiers
    return words | lang.restrictive_adverbs | lang.majority_quantifiers


class Omissions:
    """Tests which subtrees of a sentence can be deleted.

    Args:
        sentence: The sentence, parsed.
        valency: The valency of words; None if it is unknown.
        weakening: Adverbs that weaken a statement: "usually", "mostly".
        fragments: Whether every article can be deleted, as in headlines.
    """

    def __init__(
        self,
        sentence: Sentence,
        valency: Valency | None = None,
        weakening: frozenset[str] = frozenset(),
        *,
        fragments: bool = False,
    ) -> None:
        self.sentence = sentence
        self.syntax = sentence.syntax
        self.lang = sentence.lang
        self.valency = valency or Valency({})
        self.weakening = weakening
        self.fragments = fragments
        self._tests = {
            "adj": self._spares_adjective,
            "adv": self._spares_adverb,
            "det": self._spares_determiner,
            "pp": self._spares_phrase,
            "clause": self._spares_clause,
            "conj": self._spares_conjunct,
        }

    def candidates(self, classes: Collection[str]) -> Iterator[tuple[int, str]]:
        """Yield the words whose subtree belongs to a class, each with the first such class."""
        labels = self.lang.deletable_labels
        for node, label in enumerate([] if _is_misread(self.sentence) else self.sentence.deps):
            name = next((c for c in classes if label in labels.get(c, ())), "")
            if name and self.syntax.heads[node] >= 0:
                yield node, name

    def may_go(self, node: int, name: str) -> bool:
        """Return whether the subtree of a word, which is of a class, can be deleted."""
        head, kind = self.syntax.heads[node], self.sentence.entities[node]
        timely = kind in self.lang.time_entities and self.syntax.roles[node] == r.ADVERBIAL_NOUN
        if kind and name in ("adj", "adv") and not timely:
            return False  # part of a name or of an amount
        if self._ends_too_early(node) or self._changes_truth(node) or self._is_governed(node):
            return False
        return not self._is_needed(node, head, name) and self._tests[name](node, head)

    # -- Valency -------------------------------------------------------------------------------

    def _is_needed(self, node: int, head: int, name: str) -> bool:
        """Return whether the head needs a dependent, by its valency."""
        if name in ("pp", "clause") and self._holds_needed_phrase(node):
            return True
        if self.is_set_off(node):
            return False
        usual = name != "adj" and self._share(head, kind_of(self.syntax, node)) > NEEDED
        return usual or (name != "conj" and self._stands_for_object(node, head))

    def _share(self, head: int, kind: str) -> float:
        """Return the share of the occurrences of a word with a dependent of some kind."""
        return self.valency.share(self.syntax.lemmas[head], self.syntax.pos[head], kind)

    def _holds_needed_phrase(self, node: int) -> bool:
        """Return whether a subtree holds a preposition that a verb above it needs: a misreading."""
        syntax = self.syntax
        inside = [t for t in syntax.subtree(node) if syntax.roles[t] == r.PREPOSITION and t != node]
        verb = next((t for t in self.syntax.above(node) if syntax.pos[t] == "VERB"), -1)
        if verb < 0 or not inside:
            return False
        has = {kind_of(syntax, c) for c in syntax.children(verb)}
        kinds = {kind_of(syntax, t) for t in inside if t > verb} - has
        return any(self._share(verb, kind) > NEEDED for kind in kinds)

    def _stands_for_object(self, node: int, verb: int) -> bool:
        """Return whether a dependent after a verb may fill the place of its missing object."""
        syntax, roles = self.syntax, (r.OBJECT, *r.COMPLEMENT_CLAUSES, r.PASSIVE_AUXILIARY, r.AGENT)
        if syntax.pos[verb] != "VERB" or node < verb or syntax.below(verb, *roles):
            return False
        kinds = (r.OBJECT, r.COMPLEMENT_CLAUSE, r.OPEN_COMPLEMENT)
        return sum(self._share(verb, kind) for kind in kinds) > USUAL

    def _is_last_complement(self, node: int, head: int) -> bool:
        """Return whether a dependent is the only complement of a verb that needs one."""
        syntax, lang, lemma = self.syntax, self.lang, self.syntax.lemmas[head]
        if lemma not in _weak_verbs(lang) or node < head:
            return False
        wanted = r.INNER_OBJECTS | r.COMPLEMENT_CLAUSES | {r.PREPOSITION, r.AGENT}
        if lemma in lang.placing_verbs or syntax.below(head, r.PASSIVE_AUXILIARY):
            wanted = frozenset({r.PREPOSITION, r.OPEN_COMPLEMENT, r.OBJECT_COMPLEMENT})
        return not any(c > head and c != node for c in syntax.below(head, *wanted))

    # -- Truth ---------------------------------------------------------------------------------

    def _changes_truth(self, node: int) -> bool:
        syntax, role = self.syntax, self.syntax.roles[node]
        words = {syntax.words[node], syntax.lemmas[node]}
        if role in _BEFORE:
            inside = syntax.subtree(node)
            words.update(syntax.words[t] for t in inside)
            if any(self.sentence.tags[t] in _COMPARED for t in inside):
                return True
        # "Formerly" counts like "former".
        long = tuple(word for word in self.lang.privative_modifiers if len(word) > 4)
        if role == r.ADVERB and syntax.words[node].startswith(long):
            return True
        return role == r.NEGATION or not words.isdisjoint(_truth_words(self.lang) | self.weakening)

    def _is_governed(self, node: int) -> bool:
        """Return whether a word is below a negation, quantifier, superlative or condition."""
        for head in islice(self.syntax.above(node), HIGHEST):
            if self._is_unique(head, node) or self._is_quantified(head) or self._limits(head):
                return not self.is_set_off(node)
            if self._governs(head):
                return True
        return False

    def _is_unique(self, noun: int, node: int) -> bool:
        """Return whether a noun has a superlative or a word like "first": "the oldest there"."""
        syntax, tags, first = self.syntax, self.sentence.tags, self.lang.first_adjectives
        before = [c for c in syntax.children(noun) if c < noun and c != node]
        return syntax.pos[noun] == "NOUN" and any(
            tags[t] in _SUPERLATIVES or syntax.words[t] in first
            for c in before
            for t in syntax.subtree(c)
        )

    def _is_quantified(self, head: int) -> bool:
        """Return whether a dependent negates a word, or quantifies a noun."""
        syntax, lang = self.syntax, self.lang
        words = {syntax.words[c] for c in syntax.children(head)}
        denying = lang.negative_determiners | lang.negative_adverbs | lang.negative_pronouns
        if syntax.below(head, r.NEGATION) or words & denying:
            return True
        return syntax.pos[head] == "NOUN" and not words.isdisjoint(_general_words(lang))

    def _limits(self, noun: int) -> bool:
        """Return whether a bare noun limits a definite one: "the number of *hospitals*"."""
        syntax, of = self.syntax, self.syntax.heads[noun]
        telling = syntax.below(noun, r.DETERMINER, r.POSSESSOR, r.NUMERAL)
        bare = syntax.pos[noun] == "NOUN" and not telling
        limits = bare and syntax.words[of] in self.lang.genitive_prepositions
        before = syntax.children(syntax.heads[of]) if limits else ()
        return any(syntax.words[c] in self.lang.definite_articles for c in before)

    def _governs(self, head: int) -> bool:
        """Return whether a word is an operator on the words below it: "refuse", "most", "if"."""
        syntax, lang, word = self.syntax, self.lang, self.syntax.words[head]
        if syntax.lemmas[head] in lang.denying_words:
            return True
        if any(syntax.words[c] in lang.condition_markers for c in syntax.children(head)):
            return True
        if word in lang.partitives or word in lang.large_quantifiers | _general_words(lang):
            return True
        return word in lang.negative_prepositions | lang.conditionals

    # -- Punctuation ---------------------------------------------------------------------------

    def is_set_off(self, node: int) -> bool:
        """Return whether punctuation marks set off a subtree."""
        tokens, texts = self.syntax.subtree(node), self.sentence.texts
        before, behind = tokens[0] - 1, tokens[-1] + 1
        opens = before < 0 or texts[before] in _OPENING or texts[tokens[0]] == ","
        closes = behind >= len(texts) or texts[behind] in _CLOSING or texts[tokens[-1]] == ","
        return opens and closes and (before >= 0 or texts[behind : behind + 1] == [","])

    def _is_opened(self, node: int) -> bool:
        """Return whether a punctuation mark precedes a subtree."""
        start = self.syntax.subtree(node)[0]
        return start > 0 and self.sentence.texts[start - 1] in DASHES | {",", ";", ":"}

    def _ends_too_early(self, node: int) -> bool:
        """Return whether the word after a subtree probably belongs to it, in spite of the parse."""
        # A clause after a noun ends at a mark or before a verb, a phrase does not end before a
        # participle, and an adjective does not precede a conjunction or preposition.
        syntax, lang = self.syntax, self.lang
        role, behind = syntax.roles[node], syntax.subtree(node)[-1] + 1
        if behind >= len(syntax):
            return False
        pos, word = syntax.pos[behind], syntax.words[behind]
        if role == r.ADJECTIVE and node < syntax.heads[node]:
            return pos in ("SCONJ", "CCONJ", "ADP")
        if role in (r.PREPOSITION, r.AGENT):
            return self._phrase_goes_on(node, behind)
        if role in r.NOUN_CLAUSES | {r.APPOSITION} and node > syntax.heads[node]:
            ends = word in lang.asserting_coordinators or pos in ("VERB", "AUX", "PUNCT")
            return not ends
        return False

    def _phrase_goes_on(self, node: int, behind: int) -> bool:
        """Return whether the word after a phrase with a preposition probably belongs to it."""
        syntax, lang, head = self.syntax, self.lang, self.syntax.heads[node]
        ranges = syntax.words[behind] in lang.range_joints
        if ranges and syntax.words[node] in lang.origin_prepositions:
            return True
        if node < head:  # "while admitting it was dear they paid"
            clausal = bool(syntax.below(node, r.PREPOSITIONAL_CLAUSE))
            follows = clausal and syntax.pos[behind] != "PUNCT"
        else:  # "died at a centre for prisoners"
            kinds = {self.sentence.entities[t] for t in syntax.subtree(behind)}
            follows = syntax.roles[behind] == r.PREPOSITION and syntax.heads[behind] == head
            follows &= kinds.isdisjoint(lang.time_entities)
        tag = self.sentence.tags[behind]
        return follows or self._is_named(behind) or tag in lang.participle_tags

    def _is_named(self, comma: int) -> bool:
        """Return whether a name follows after a comma: "in honour of the king, *Charles III*"."""
        syntax, name = self.syntax, comma + 1
        if self.sentence.texts[comma] != "," or name >= len(syntax):
            return False
        while syntax.heads[name] > name and syntax.roles[name] == r.COMPOUND:
            name = syntax.heads[name]
        timely = self.sentence.entities[name] in self.lang.time_entities
        named = self.sentence.proper[name] and not timely
        return bool(named) and syntax.roles[name] in (r.APPOSITION, r.ADVERBIAL_NOUN)

    # -- Modifiers by their class --------------------------------------------------------------

    def _spares_adjective(self, node: int, noun: int) -> bool:
        if self._tells_which(node) or node > noun:
            return False
        conjunct = self.syntax.roles[noun] == r.CONJUNCT
        if conjunct and self.syntax.below(self.syntax.heads[noun], r.ADJECTIVE):
            return False  # "dark hair and brown skin"
        if self.syntax.below(node, r.PREPOSITION, r.NEGATION, r.CONJUNCT):
            return False
        needed = self._needs_detail(noun, node) or self.is_generic(noun)
        lemmas = self.syntax.lemmas
        return not (needed or self.valency.is_term(lemmas[node], lemmas[noun]))

    def _tells_which(self, adjective: int) -> bool:
        """Return whether an adjective identifies a referent, or is a name: "other", "first"."""
        sentence, lang = self.sentence, self.lang
        words = lang.first_adjectives | lang.telling_modifiers | lang.large_quantifiers
        words = words | lang.small_quantifiers | set(lang.quantifiers) | set(lang.ordinals)
        return bool(
            sentence.lemmas[adjective] in words
            or sentence.words[adjective] in words
            or sentence.exact[adjective]
            or sentence.stops[adjective]
            or sentence.texts[adjective][:1].isupper()
        )

    def _needs_detail(self, noun: int, without: int) -> bool:
        """Return whether a noun is too unspecific without a modifier."""
        syntax, lang, above = self.syntax, self.lang, self.syntax.heads[noun]
        if self.sentence.proper[noun] or syntax.lemmas[noun] in lang.light_nouns | lang.part_nouns:
            return True
        role = above >= 0 and syntax.words[above] in lang.role_prepositions
        saying = _NAMING | {r.OBJECT_COMPLEMENT, r.ADVERBIAL_NOUN}
        return (role or syntax.roles[noun] in saying) and self._is_bare(noun, without)

    def _is_bare(self, noun: int, without: int) -> bool:
        """Return whether a noun would have no other modifier with content."""
        return not any(
            c != without and (self.sentence.content[c] or self.syntax.roles[c] in _TELLING)
            for c in self.syntax.children(noun)
        )

    def _spares_adverb(self, node: int, head: int) -> bool:
        syntax, pos = self.syntax, self.syntax.pos[head]
        if self._is_special_adverb(node) or self.sentence.exact[head]:
            return False
        if pos in ("ADJ", "ADV"):  # "a *very* old man"
            plain = self.sentence.tags[head] in ("JJ", "RB") and not syntax.children(node)
            own = syntax.below(head, r.PREPOSITION, *r.COMPLEMENT_CLAUSES, r.ADVERBIAL_CLAUSE)
            return plain and not own
        return syntax.is_verbal(head) and self._spares_circumstance(node, head)

    def _is_special_adverb(self, node: int) -> bool:
        """Return whether an adverb asks, compares or restricts, or has a complement of its own."""
        syntax, lang, tag = self.syntax, self.lang, self.sentence.tags[node]
        if tag in lang.wh_tags or tag in ("RBR", "RBS", "RP"):
            return True
        words = lang.telling_modifiers | lang.focus_adverbs | lang.detached_adverbs
        if syntax.words[node] in words or syntax.pos[node] not in ("ADV", *_NOUNS):
            return True
        inside = (syntax.words[t] for t in syntax.subtree(node))
        if not lang.independent_clause_markers.isdisjoint(inside):
            return True  # "so loudly that all heard it"
        timely = self.sentence.entities[node] in lang.time_entities
        if syntax.roles[node] == r.ADVERBIAL_NOUN and not timely:
            return True
        completing = (r.PREPOSITIONAL_CLAUSE, r.COMPLEMENT_CLAUSE)
        return bool(syntax.below(node, r.PREPOSITION, r.ADVERBIAL_CLAUSE, *completing))

    def _spares_circumstance(self, node: int, verb: int) -> bool:
        syntax, lang = self.syntax, self.lang
        if syntax.words[node] in lang.comparison_markers | lang.role_prepositions:
            return False
        subject = syntax.subject(verb)
        opens_clause = subject is not None and syntax.subtree(subject)[0] == node + 1
        comma = node > 0 and self.sentence.texts[node - 1] == ","
        if opens_clause and node > 0 and not comma:
            return False  # "it rained so they left"
        if comma and node < verb and syntax.roles[verb] in (r.CONJUNCT, r.ADVERBIAL_CLAUSE):
            return False  # "he paid, then left"
        if syntax.is_copula(verb) and node > verb:
            return bool(syntax.below(verb, *r.COMPLEMENTS))
        return not self._is_last_complement(node, verb)

    def _spares_determiner(self, node: int, noun: int) -> bool:
        if self.syntax.words[node] not in self.lang.articles:
            return False
        plural = self.sentence.tags[noun] in self.lang.plural_noun_tags
        return self.fragments or (plural and not self.sentence.entities[noun])

    def _spares_phrase(self, node: int, head: int) -> bool:
        syntax, lang = self.syntax, self.lang
        if self._is_special_phrase(node):
            return False
        if self.is_set_off(node):
            return True
        if self._is_opened(node):
            return False
        if syntax.is_verbal(head):
            return node < head or self._spares_phrase_behind(node, head)
        if node < head or syntax.pos[head] not in _NOUNS or self.is_generic(head):
            return False
        if syntax.lemmas[head] in lang.light_nouns | lang.part_nouns:
            return False
        return syntax.roles[head] not in _NAMING or not self._is_bare(head, node)

    def _is_special_phrase(self, node: int) -> bool:
        """Return whether a phrase is without content, an exception, comparison, amount or rate."""
        syntax, lang, word = self.syntax, self.lang, self.syntax.words[node]
        rates = lang.rate_determiners - lang.articles
        if not _has_content(self.sentence, node) or self._qualifies(node):
            return True
        if any(self._is_bare_number(c) for c in syntax.children(node)):
            return True
        needed = lang.comparison_markers | lang.role_prepositions | lang.genitive_prepositions
        inside = [t for t in syntax.subtree(node) if t != node]
        if word in needed or any(syntax.words[t] in rates for t in inside):
            return True
        roles = [t for t in inside if syntax.words[t] in lang.role_prepositions]
        return any(syntax.roles[t] == r.PREPOSITION for t in roles)

    def _qualifies(self, node: int) -> bool:
        """Return whether a phrase limits what is said: an exception, a condition, a rate, a doubt.

        "With the exception of" is read as its shorter wording: "except for".
        """
        syntax, lang, words = self.syntax, self.lang, self.syntax.words
        doubts = any(syntax.lemmas[c] in lang.uncertain_words for c in syntax.objects_of(node))
        if doubts and syntax.is_verbal(syntax.heads[node]):
            return True  # "in theory"
        start = syntax.subtree(node)[0]
        said = " ".join(words[start:])
        short = (s for p, s in lang.shorter_phrases.items() if said.startswith(f"{p} "))
        special = lang.exceptive_words | lang.rate_determiners | lang.conditionals
        rejecting = (words[start], words[node]) in lang.rejecting_pairs
        return rejecting or not special.isdisjoint((words[node], *(s.split()[0] for s in short)))

    def _is_bare_number(self, token: int) -> bool:
        """Return whether a number is an amount, not a time: "rose to 100"."""
        kind, lang = self.sentence.entities[token], self.lang
        number = self.syntax.pos[token] == "NUM" or kind in lang.number_entities
        return number and kind not in lang.time_entities

    def _spares_phrase_behind(self, node: int, verb: int) -> bool:
        syntax, lang = self.syntax, self.lang
        if self._is_last_complement(node, verb):
            return False
        if self._restricts(node, verb) and self._is_timeless(verb):
            return False  # "it helps in most cases", "it is harmless in children"
        if syntax.is_copula(verb):
            complements = syntax.below(verb, *r.COMPLEMENTS, r.COMPLEMENT_CLAUSE)
            return any(c > verb for c in complements)
        if syntax.roles[node] == r.AGENT:
            return True
        has_object = any(c > verb for c in syntax.below(verb, r.OBJECT))
        if any(self.sentence.entities[t] in lang.time_entities for t in syntax.children(node)):
            return True
        if has_object and syntax.lemmas[verb] in lang.light_verbs:
            return False  # "take part in"
        free = syntax.words[node] in lang.free_prepositions | lang.downward_prepositions
        return free or (has_object and self._seldom_has(verb, node))

    def _restricts(self, node: int, verb: int) -> bool:
        """Return whether a phrase says of how many cases or of what kind something is true."""
        syntax, lang = self.syntax, self.lang
        words = {syntax.words[t] for t in syntax.subtree(node)}
        kind = syntax.is_copula(verb) and any(map(self._names_kind, syntax.children(node)))
        return kind or not words.isdisjoint(lang.large_quantifiers | _general_words(lang))

    def _seldom_has(self, head: int, node: int) -> bool:
        """Return whether a well-known word rarely has a dependent of this kind."""
        seen = self.valency.seen(self.syntax.lemmas[head], self.syntax.pos[head])
        return seen >= KNOWN and self._share(head, kind_of(self.syntax, node)) < SELDOM

    def is_generic(self, noun: int) -> bool:
        """Return whether a bare noun before its verb is generic: "Dogs bite"."""
        syntax = self.syntax
        verb = next((t for t in (noun, *syntax.above(noun)) if syntax.is_verbal(t)), -1)
        if verb < noun or not self._names_kind(noun):
            return False
        return syntax.is_copula(verb) or self._is_timeless(verb)

    def _names_kind(self, noun: int) -> bool:
        """Return whether a word is a common noun or a plural without a determiner or a number."""
        telling = (r.DETERMINER, r.POSSESSOR, r.NUMERAL, r.PREDETERMINER)
        named = self.sentence.proper[noun] and not self.sentence.is_plural(noun)
        common = self.syntax.pos[noun] in _NOUNS and not named
        return common and not self.syntax.below(noun, *telling)

    def _is_timeless(self, verb: int) -> bool:
        """Return whether a verb is in the present or an imperative, or has a modal verb."""
        helping = self.syntax.below(verb, *r.AUXILIARIES)
        timeless = self.lang.present_tags | self.lang.modal_tags
        chain = (verb, *helping)
        if not helping and self.sentence.tags[verb] in self.lang.base_tags:
            return True  # also a plural that the tagger takes for an infinitive
        return any(self.sentence.tags[t] in timeless for t in chain)

    def _spares_clause(self, node: int, head: int) -> bool:
        syntax, lang, role = self.syntax, self.lang, self.syntax.roles[node]
        marks = {syntax.words[c] for c in syntax.children(node) if c < node}
        if self._is_special_clause(node, head, marks):
            return False
        proper = self.sentence.proper
        if role == r.APPOSITION and proper[node] and not proper[head]:
            return False  # "the actress, Ann Lee, died"
        if self.is_set_off(node):
            return True
        if role in (r.APPOSITION, r.PARATAXIS) or self._is_opened(node):
            return False
        if role in r.NOUN_CLAUSES:
            return self._spares_noun_clause(node, head)
        incomplete = syntax.lemmas[head] in lang.copulas | lang.incomplete_verbs
        if incomplete or not syntax.is_verbal(head) or self._is_last_complement(node, head):
            return False
        return bool(marks & lang.factual_clause_markers or syntax.below(head, r.OBJECT))

    def _is_special_clause(self, node: int, head: int, marks: set[str]) -> bool:
        """Return whether a clause is a condition, part of a general rule, or a reporting clause."""
        lang, first = self.lang, self.syntax.subtree(node)[0]
        if marks & (lang.condition_markers | lang.conditionals):
            return True
        clausal = self.syntax.roles[node] == r.ADVERBIAL_CLAUSE
        if clausal and self.syntax.words[first] in lang.definite_articles:
            return True  # "the sooner you come"
        if marks & lang.general_conjunctions and self._is_timeless(head):
            return True  # "it melts when it is heated"
        reporting = self.syntax.lemmas[node] in lang.reporting_verbs
        return reporting and self.syntax.roles[node] == r.PARATAXIS

    def _spares_noun_clause(self, node: int, noun: int) -> bool:
        """Return whether a noun keeps its referent without a clause that modifies it."""
        syntax, lang = self.syntax, self.lang
        if is_infinitive(syntax, node) or complement(syntax, noun) == node:
            return False  # "the option to buy", "the view that it fell"
        light = syntax.lemmas[noun] in lang.light_nouns | lang.part_nouns
        if light or syntax.pos[noun] not in _NOUNS:
            return False
        if syntax.roles[noun] in _NAMING and self._is_bare(noun, node):
            return False
        return not (self.is_generic(noun) or self._is_announced(noun))

    def _is_announced(self, noun: int) -> bool:
        """Return whether a noun depends on a verb with an expletive "it" or "there"."""
        syntax, verb = self.syntax, self.syntax.heads[noun]
        return verb >= 0 and any(syntax.is_expletive(c) for c in syntax.children(verb) if c < verb)

    def _spares_conjunct(self, node: int, head: int) -> bool:
        syntax = self.syntax
        verbs = syntax.is_verbal(node) and syntax.is_verbal(head)
        if not verbs or syntax.roles[head] == r.CONJUNCT or syntax.below(node, r.CONJUNCT):
            return False
        joints = {syntax.words[c] for c in syntax.below(head, r.CONJUNCTION)}
        alone = len(syntax.below(head, r.CONJUNCT)) == 1
        return alone and bool(joints) and joints <= self.lang.additive_conjunctions


@lru_cache(maxsize=4)
def _weak_verbs(lang: LanguageData) -> frozenset[str]:
    """Return the verbs that need a complement."""
    return lang.incomplete_verbs | lang.placing_verbs | lang.light_verbs


def is_left_incomplete(sentence: Sentence, gone: Collection[int]) -> bool:
    """Return whether a word loses all dependents that it needs, or no finite verb is left.

    Examples are a passive or an incomplete verb without a word after it ("it was built"), a
    predicate noun without a modifier ("it is a hospital"), and an adverbial clause without a verb
    ("when a lorry").
    """
    syntax, missing = sentence.syntax, set(gone)
    finite = {t for t, tag in enumerate(sentence.tags) if tag in sentence.lang.tensed_tags}
    verbs = {t for t in range(len(syntax)) if syntax.is_verbal(t)}
    above = {syntax.heads[t] for t in missing} - {-1} - missing
    needed = [finite or verbs, *(group for node in above for group in _telling(sentence, node))]
    return any(group and missing.issuperset(group) for group in needed)


def _telling(sentence: Sentence, node: int) -> Iterator[Collection[int]]:
    """Yield groups of words below a word; it needs at least one word of each."""
    syntax, lang, head = sentence.syntax, sentence.lang, sentence.syntax.heads[node]
    full = [c for c in syntax.children(node) if _has_content(sentence, c)]
    if syntax.is_verbal(node):
        passive = syntax.below(node, r.PASSIVE_AUXILIARY)
        if passive or _is_participle(sentence, node) or syntax.lemmas[node] in _weak_verbs(lang):
            yield [c for c in full if c > node]
    elif syntax.roles[node] == r.ADVERBIAL_CLAUSE:
        yield [t for t in syntax.subtree(node) if syntax.is_verbal(t)]
    role = head >= 0 and syntax.words[head] in lang.role_prepositions
    if role or syntax.roles[node] in _NAMING | {r.OBJECT_COMPLEMENT, r.ADVERBIAL_NOUN}:
        yield full


def _is_participle(sentence: Sentence, verb: int) -> bool:
    """Return whether a verb is a past participle without any auxiliary: "fired by zeal"."""
    bare = not sentence.syntax.below(verb, *r.AUXILIARIES)
    bare &= sentence.syntax.roles[verb] != r.CONJUNCT  # a conjunct may share one
    return bare and form(sentence.syntax, verb) == "past participle"


def _is_misread(sentence: Sentence) -> bool:
    """Return whether a content word has no known role, or the root is no predicate.

    That is a finite verb far from the start without a subject, or, in a sentence with a finite
    verb, a bare participle.
    """
    syntax, tensed = sentence.syntax, sentence.lang.tensed_tags
    unknown = {t for t, role in enumerate(syntax.roles) if role == r.OTHER}
    if any(sentence.content[t] for t in unknown):
        return True
    roots = [t for t in range(len(syntax)) if syntax.heads[t] < 0]
    if any(t > LEAD and _lacks_subject(sentence, t) for t in roots):
        return True
    bare = any(_is_participle(sentence, t) for t in roots)
    return bare and not tensed.isdisjoint(sentence.tags)


def _lacks_subject(sentence: Sentence, verb: int) -> bool:
    """Return whether a word is a finite verb without a subject."""
    syntax = sentence.syntax
    finite = bool(finite_tag(syntax, verb)) and syntax.is_verbal(verb)
    return finite and not syntax.below(verb, *r.SUBJECTS)


def _has_content(sentence: Sentence, node: int) -> bool:
    return any(sentence.content[t] for t in sentence.subtree(node))


# -- Words without content -------------------------------------------------------------------------


def purposes(sentence: Sentence) -> Iterator[Said]:
    """Yield empty openings, and purpose phrases that an infinitive can replace."""
    words, lang = sentence.words, sentence.lang
    for opening in map(str.split, lang.empty_openers):
        end = len(opening)
        if words[:end] == opening and end < len(words):
            yield 0, end + 1, (sentence.texts[end],)
    for phrase, infinitive in lang.purpose_phrases.items():
        parts = phrase.split()
        for start in range(len(words) - len(parts)):
            verb = start + len(parts)
            if words[start:verb] == parts and sentence.tags[verb] == "VBG":
                yield start, verb + 1, (infinitive, sentence.lemmas[verb])


def spare_words(sentence: Sentence) -> Iterator[Said]:
    """Yield words that can be left out without a change of meaning, with the word after them.

    These are the pronoun and the copula of a relative clause ("a man who is sleeping"), a pronoun
    that is its object ("the book that she wrote"), and the "that" of a reported clause.
    """
    syntax = sentence.syntax
    for clause in range(len(syntax)):
        first, *others = syntax.subtree(clause)
        if len(others) < 2 or syntax.heads[first] != clause or first == 0:
            continue
        spare = _spare(sentence, clause, first)
        if spare:
            behind = first + spare
            yield first, behind + 1, (sentence.texts[behind],)


def _spare(sentence: Sentence, clause: int, first: int) -> int:
    """Return how many of the first words of a clause can be left out."""
    role, own = sentence.syntax.roles[clause], sentence.syntax.roles[first]
    if role == r.COMPLEMENT_CLAUSE:
        return int(_is_spare_conjunction(sentence, clause, first))
    if role != r.RELATIVE_CLAUSE or sentence.tags[first] not in sentence.lang.wh_tags:
        return 0
    if own == r.OBJECT:
        return int(_begins_with_pronoun(sentence, clause, first))
    return 2 * (own in r.NOMINAL_SUBJECTS and _is_spare(sentence, clause, first))


def _begins_with_pronoun(sentence: Sentence, clause: int, first: int) -> bool:
    """Return whether a clause follows its head, and its second word is a pronoun, its subject."""
    syntax, subject = sentence.syntax, first + 1
    own = subject in syntax.below(clause, *r.NOMINAL_SUBJECTS)
    return own and syntax.heads[clause] == first - 1 and sentence.pos[subject] == "PRON"


def _is_spare_conjunction(sentence: Sentence, clause: int, first: int) -> bool:
    syntax, lang = sentence.syntax, sentence.lang
    saying = syntax.lemmas[first - 1] in lang.reporting_verbs | lang.neg_raising_verbs
    reported = saying and syntax.words[first] in lang.complementizers
    alone = not syntax.below(clause, r.CONJUNCT)
    return reported and alone and _begins_with_pronoun(sentence, clause, first)


def _is_spare(sentence: Sentence, clause: int, pronoun: int) -> bool:
    """Return whether a relative clause means the same without its pronoun and copula."""
    syntax, lang = sentence.syntax, sentence.lang
    noun, copula = syntax.heads[clause], pronoun + 1
    if syntax.below(clause, r.NEGATION, r.CONJUNCT, r.ATTRIBUTE, *r.COMPLEMENT_CLAUSES):
        return False
    if syntax.lemmas[copula] not in lang.copulas or sentence.pos[noun] == "PRON":
        return False
    helping = syntax.below(clause, *r.AUXILIARIES)
    if helping != [copula]:
        said = syntax.below(clause, r.PREPOSITION, r.ADJECTIVAL_COMPLEMENT)
        if helping or copula != clause or not said or not syntax.children(said[0]):
            return False
    elif syntax.roles[copula] == r.PASSIVE_AUXILIARY:
        return True
    # Both verbs need the same tense: "the woman who is in the house was old" is different.
    main = syntax.clause(noun)
    verbs = [copula, next(iter(syntax.below(main, *r.AUXILIARIES)), main)]
    return len({sentence.tags[verb] in lang.present_tags for verb in verbs}) == 1


def is_last(sentence: Sentence, clause: int) -> bool:
    """Return whether only final punctuation follows a clause."""
    return set(sentence.texts[sentence.syntax.subtree(clause)[-1] + 1 :]) <= ENDS


def announced(sentence: Sentence) -> Iterator[Said]:
    """Yield "there", its verb, a noun and a relative pronoun, to be replaced by the noun.

    The meaning stays the same: "there are people who disagree".
    """
    syntax = sentence.syntax
    if len(sentence) < 4 or syntax.roles[0] != r.EXPLETIVE or syntax.heads[0] != 1:
        return
    nouns = syntax.below(1, r.ATTRIBUTE)
    clauses = [c for noun in nouns for c in syntax.below(noun, r.RELATIVE_CLAUSE)]
    if len(clauses) != 1 or syntax.below(1, r.NEGATION, r.CONJUNCT, *r.AUXILIARIES):
        return
    first, ends = syntax.subtree(clauses[0])[0], is_last(sentence, clauses[0])
    plain = syntax.subtree(nouns[0])[0] == 2 and sentence.texts[first - 1] not in _OPENING
    if ends and plain and first in syntax.below(clauses[0], *r.NOMINAL_SUBJECTS):
        yield 0, first + 1, tuple(sentence.span[2:first].text.split())
