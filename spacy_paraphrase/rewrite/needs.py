"""What a sentence cannot do without: what its words need, and what changes the truth.

What a word usually has, it needs (`valency`). What stands in the reach of a negation or of a
quantifier must not go, since less said is then more claimed; nor must words that change what is
true ("allegedly"), numbers, and what tells which one is meant.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from ..analysis import roles as r
from ..analysis.sentence import Sentence
from ..analysis.valency import AT, Valency, kind_of
from ..lang import LanguageData
from ..lexicon.index import LexicalIndex, groups
from .lattice import ENDS

# A dependent that a head has in a larger share of its places is needed.
NEEDED = 0.25
# An adjective of which a noun has a larger share makes one term with it.
TERM = 0.06
# How often a word must have been seen to be known well, and what it seldom has.
KNOWN, SELDOM = 30, 0.08
_COMPARED = frozenset(("JJR", "JJS", "RBR", "RBS"))


class Needs:
    """What may go of a sentence, by what it says and by what its head is.

    Args:
        sentence: The sentence, parsed.
        valency: What words need; None for no such knowledge.
        lexicon: The lexical index, for words that say the same; None for none.
        fragments: Whether every determiner may go, as in headlines.
    """

    def __init__(
        self,
        sentence: Sentence,
        valency: Valency | None = None,
        lexicon: LexicalIndex | None = None,
        *,
        fragments: bool = False,
    ) -> None:
        self.sentence = sentence
        self.lang = sentence.lang
        self.valency = valency
        self.lexicon = lexicon
        self.fragments = fragments

    def allow(self, node: int, name: str) -> bool:
        """Return whether a subtree may go by what it says and by what its head is."""
        sentence, lang = self.sentence, self.lang
        head = sentence.heads[node]
        if sentence.entities[node] and name in ("adj", "adv"):
            timely = sentence.entities[node] in lang.time_entities
            if not (timely and sentence.deps[node] == "npadvmod"):
                return False
        if self._is_torn(node) or self._changes_truth(node) or self._in_reach_of_operator(node):
            return False
        if self.valency and name != "adj":
            kind = kind_of(sentence.syntax, node)
            share = self.valency.share(sentence.lemmas[head], sentence.pos[head], kind)
            if share > NEEDED and not self.is_set_off(node):
                return False
        if name in ("pp", "clause") and self._takes_needed(node):
            return False
        if name != "conj" and self._lacks_object(head, node) and not self.is_set_off(node):
            return False
        test = {
            "adj": self._is_mere_adjective,
            "adv": self._is_mere_adverb,
            "det": self._is_mere_determiner,
            "pp": self._is_mere_phrase,
            "clause": self._is_mere_clause,
            "conj": self._is_mere_conjunct,
        }
        return test[name](node, head)

    def _takes_needed(self, node: int) -> bool:
        """Return whether a subtree holds a preposition that a verb above it needs: a misreading."""
        sentence, own = self.sentence, self.valency
        if own is None:
            return False
        inside = [t for t in sentence.subtree(node) if sentence.deps[t] == "prep" and t != node]
        verb = sentence.heads[node]
        while verb >= 0 and sentence.pos[verb] != "VERB":
            verb = sentence.heads[verb]
        if verb < 0 or not inside:
            return False
        has = {kind_of(sentence.syntax, c) for c in sentence.children(verb)}
        kinds = {kind_of(sentence.syntax, t) for t in inside if t > verb} - has
        return any(own.share(sentence.lemmas[verb], "VERB", kind) > NEEDED for kind in kinds)

    def _changes_truth(self, node: int) -> bool:
        """Return whether a word, or one that modifies it, changes what is true."""
        sentence, lang = self.sentence, self.lang
        words = {sentence.words[node], sentence.lemmas[node]}
        kept = (
            lang.truth_modifiers
            | lang.privative_modifiers
            | lang.negations
            | lang.negative_adverbs
            | lang.epistemic_words
            | lang.restrictive_adverbs
            | lang.attributions
        )
        if sentence.deps[node] in lang.premodifier_labels | {"advmod"}:
            inside = sentence.subtree(node)
            words.update(sentence.words[t] for t in inside)
            if any(sentence.tags[t] in _COMPARED for t in inside):
                return True
        if sentence.deps[node] == "advmod" and sentence.words[node].startswith(
            tuple(word for word in lang.privative_modifiers if len(word) > 4)
        ):
            return True  # "formerly" as "former"
        if words & weak_scalars(lang, self.lexicon):
            return True
        return bool(words & kept) or sentence.deps[node] == "neg"

    def _in_reach_of_operator(self, node: int) -> bool:
        """Return whether something denies or generalises what a word modifies, up to its clause."""
        sentence, lang = self.sentence, self.lang
        head = sentence.heads[node]
        steps = 0
        while head >= 0 and steps < 20:
            words = {sentence.words[c] for c in sentence.children(head)}
            if sentence.pos[head] == "NOUN" and self._is_unique(head, node):
                return not self.is_set_off(node)
            denied = any(sentence.deps[c] == "neg" for c in sentence.children(head))
            operators = lang.negative_determiners | lang.negative_adverbs | lang.negative_pronouns
            general = lang.universal_determiners | lang.sweeping_determiners
            general = general | lang.small_quantifiers | lang.restrictive_adverbs
            general = general | lang.majority_quantifiers
            if denied or words & operators or (sentence.pos[head] == "NOUN" and words & general):
                return not self.is_set_off(node)
            if sentence.lemmas[head] in lang.denying_words or words & lang.condition_markers:
                return True
            if sentence.words[head] in lang.large_quantifiers | general | lang.partitives.keys():
                return True
            if sentence.words[head] in lang.negative_prepositions | lang.conditionals:
                return True
            head, steps = sentence.heads[head], steps + 1
        return False

    def _is_unique(self, noun: int, node: int) -> bool:
        """Return whether a noun is said to be the first or the most of all: "the oldest there"."""
        sentence = self.sentence
        kept = self.lang.first_adjectives
        for child in sentence.children(noun):
            inside = sentence.subtree(child) if child < noun and child != node else ()
            if any(sentence.tags[t] in ("JJS", "RBS") or sentence.words[t] in kept for t in inside):
                return True
        return False

    def is_set_off(self, node: int) -> bool:
        """Return whether commas part a subtree from what is around it."""
        tokens = self.sentence.subtree(node)
        before, behind = tokens[0] - 1, tokens[-1] + 1
        texts, n = self.sentence.texts, len(self.sentence)
        opens = (
            before < 0
            or texts[before] in (",", "(", "-", "--", "–", "—")
            or texts[tokens[0]] == ","
        )
        closes = behind >= n or texts[behind] in (",", ")", ";", "-", "--", "–", "—", *ENDS)
        closes = closes or texts[tokens[-1]] == ","
        return opens and closes and (before >= 0 or texts[behind : behind + 1] == [","])

    def _is_opened(self, node: int) -> bool:
        """Return whether a mark stands before a subtree that none closes."""
        start = self.sentence.subtree(node)[0]
        return start > 0 and self.sentence.texts[start - 1] in (",", ";", ":", "-", "--", "–", "—")

    def _is_bare(self, noun: int, without: int) -> bool:
        """Return whether a noun would have nothing left that tells which one, or what kind."""
        sentence = self.sentence
        return not any(
            c != without and (sentence.content[c] or sentence.deps[c] in ("prep", "relcl", "poss"))
            for c in sentence.children(noun)
        )

    def _is_mere_adjective(self, node: int, head: int) -> bool:
        sentence, lang = self.sentence, self.lang
        word, noun = sentence.lemmas[node], sentence.lemmas[head]
        kept = lang.first_adjectives | lang.telling_modifiers | lang.large_quantifiers
        kept = kept | lang.small_quantifiers | set(lang.quantifiers) | set(lang.ordinals)
        if word in kept or sentence.words[node] in kept or sentence.exact[node]:
            return False
        if sentence.stops[node] or sentence.texts[node][:1].isupper():
            return False
        if node > head or any(sentence.deps[c] in ("prep", "neg") for c in sentence.children(node)):
            return False
        if any(sentence.deps[c] == "conj" for c in sentence.children(node)):
            return False
        if sentence.proper[head] or noun in lang.light_nouns | lang.part_nouns:
            return False
        if sentence.deps[head] in ("attr", "appos", "oprd", "npadvmod") and self._is_bare(
            head, node
        ):
            return False
        role = (
            sentence.heads[head] >= 0
            and sentence.words[sentence.heads[head]] in lang.role_prepositions
        )
        if role and self._is_bare(head, node):
            return False
        if self._is_generic(head):
            return False
        if self.valency is None:
            return True
        own = self.valency
        seen, pairs = own.seen(word, "ADJ"), own.counts.get(f"{word} ADJ", {}).get(f"{AT}{noun}", 0)
        term = seen and pairs > 1 and pairs / seen > TERM
        return not term and own.share(noun, "NOUN", r.ADJECTIVE) < 0.5

    def _is_mere_adverb(self, node: int, head: int) -> bool:
        sentence, lang = self.sentence, self.lang
        if sentence.tags[node] in lang.wh_tags or sentence.tags[node] in ("RBR", "RBS", "RP"):
            return False
        if (
            sentence.words[node]
            in lang.telling_modifiers | lang.focus_adverbs | lang.detached_adverbs
        ):
            return False
        if sentence.pos[node] not in ("ADV", "NOUN", "PROPN") or sentence.exact[head]:
            return False
        if sentence.deps[node] == "npadvmod" and sentence.entities[node] not in lang.time_entities:
            return False
        if sentence.pos[head] == "ADP" or sentence.pos[head] == "SCONJ":
            return False
        if any(
            sentence.deps[c] in ("prep", "advcl", "pcomp", "ccomp") for c in sentence.children(node)
        ):
            return False
        if sentence.pos[head] in ("ADJ", "ADV"):
            compared = any(sentence.deps[c] == "prep" for c in sentence.children(head))
            plain = sentence.tags[head] in ("JJ", "RB") and not sentence.children(node)
            return plain and not compared
        if sentence.pos[head] not in ("VERB", "AUX"):
            return False
        if sentence.words[node] in lang.comparison_markers | lang.role_prepositions:
            return False
        if node > 0 and sentence.texts[node - 1] != "," and self._opens_clause(node, head):
            return False  # "it rained so they left"
        copular = sentence.lemmas[head] in lang.copulas and node > head
        if copular:
            return any(sentence.deps[c] in ("attr", "acomp") for c in sentence.children(head))
        return not self._is_last_complement(node, head)

    def _opens_clause(self, node: int, verb: int) -> bool:
        """Return whether a word stands right before the subject of its verb."""
        subject = self.sentence.syntax.subject(verb)
        return subject is not None and self.sentence.subtree(subject)[0] == node + 1

    def _is_last_complement(self, node: int, head: int) -> bool:
        """Return whether a verb that wants a complement would lose the only one."""
        sentence, lang = self.sentence, self.lang
        if (
            sentence.lemmas[head]
            not in lang.incomplete_verbs | lang.placing_verbs | lang.light_verbs
        ):
            return False
        passive = any(sentence.deps[c] == "auxpass" for c in sentence.children(head))
        wanted = lang.inner_object_labels | lang.complement_labels | {"prep", "agent", "attr"}
        if sentence.lemmas[head] in lang.placing_verbs or passive:
            wanted = frozenset({"prep", "xcomp", "oprd"})
        return node > head and not any(
            c != node and c > head and sentence.deps[c] in wanted for c in sentence.children(head)
        )

    def _is_mere_determiner(self, node: int, head: int) -> bool:
        sentence, lang = self.sentence, self.lang
        if sentence.words[node] not in lang.articles:
            return False
        plural = sentence.tags[head] in lang.plural_noun_tags
        return self.fragments or (plural and not sentence.entities[head])

    def _is_mere_phrase(self, node: int, head: int) -> bool:
        sentence, lang = self.sentence, self.lang
        word = sentence.words[node]
        if not any(sentence.content[t] for t in sentence.subtree(node)):
            return False
        first = sentence.subtree(node)[0]
        pair = (sentence.words[first], *sentence.words[node : node + 1])
        if word in lang.exceptive_words | lang.rate_determiners or pair in lang.rejecting_pairs:
            return False
        if any(self._is_bare_number(c) for c in sentence.children(node)):
            return False
        if word in lang.comparison_markers | lang.role_prepositions | lang.genitive_prepositions:
            return False
        if self.is_set_off(node):
            return True
        if self._is_opened(node):
            return False
        if node < head:
            return sentence.pos[head] in ("VERB", "AUX")
        if sentence.pos[head] in ("VERB", "AUX"):
            return self._may_lose_phrase(node, head)
        if sentence.pos[head] not in ("NOUN", "PROPN") or self._is_generic(head):
            return False
        vague = lang.light_nouns | lang.part_nouns
        predicate = sentence.deps[head] in ("attr", "appos") and self._is_bare(head, node)
        return sentence.lemmas[head] not in vague and not predicate

    def _is_bare_number(self, token: int) -> bool:
        """Return whether a number stands for an amount, not for a time: "rose to 100"."""
        sentence, lang = self.sentence, self.lang
        number = sentence.pos[token] == "NUM" or sentence.entities[token] in lang.number_entities
        return number and sentence.entities[token] not in lang.time_entities

    def _lacks_object(self, verb: int, node: int) -> bool:
        """Return whether what stands behind a verb may be what it wants as its object."""
        sentence, lang, own = self.sentence, self.lang, self.valency
        children = sentence.children(verb)
        if own is None or sentence.pos[verb] != "VERB" or node < verb:
            return False
        wanted = lang.direct_object_labels | lang.complement_labels | {"auxpass", "agent"}
        if any(sentence.deps[c] in wanted for c in children):
            return False
        kinds = (r.OBJECT, r.COMPLEMENT_CLAUSE, r.OPEN_COMPLEMENT)
        return sum(own.share(sentence.lemmas[verb], "VERB", kind) for kind in kinds) > 0.5

    def _may_lose_phrase(self, node: int, verb: int) -> bool:
        sentence, lang = self.sentence, self.lang
        if self._is_last_complement(node, verb):
            return False
        behind = [c for c in sentence.children(verb) if c > verb and c != node]
        if sentence.lemmas[verb] in lang.copulas:
            return any(sentence.deps[c] in ("attr", "acomp", "ccomp") for c in behind)
        if sentence.deps[node] == "agent":
            return True
        timely = any(sentence.entities[t] in lang.time_entities for t in sentence.children(node))
        has_object = any(sentence.deps[c] in lang.direct_object_labels for c in behind)
        if has_object and not timely and sentence.lemmas[verb] in lang.light_verbs:
            return False  # "take part in"
        if timely or sentence.words[node] in lang.free_prepositions | lang.downward_prepositions:
            return True
        return has_object and self._seldom_has(verb, node)

    def _seldom_has(self, head: int, node: int) -> bool:
        """Return whether a word is known well, and to have seldom such a dependent."""
        sentence, own = self.sentence, self.valency
        if own is None:
            return False
        word = sentence.lemmas[head], sentence.pos[head]
        return (
            own.seen(*word) >= KNOWN and own.share(*word, kind_of(sentence.syntax, node)) < SELDOM
        )

    def _is_generic(self, noun: int) -> bool:
        """Return whether a bare noun before its verb speaks of a kind: "Dogs bite"."""
        sentence, lang = self.sentence, self.lang
        told = any(
            sentence.deps[c] in ("det", "poss", "nummod", "predet") for c in sentence.children(noun)
        )
        verb = noun
        while verb >= 0 and sentence.pos[verb] not in ("VERB", "AUX"):
            verb = sentence.heads[verb]
        if told or verb < noun or sentence.proper[noun]:
            return False
        return sentence.lemmas[verb] in lang.copulas or self._is_timeless(verb)

    def _is_timeless(self, verb: int) -> bool:
        """Return whether a verb stands in the present, or with a modal verb."""
        sentence, lang = self.sentence, self.lang
        auxiliaries = lang.auxiliary_labels
        group = [verb, *(c for c in sentence.children(verb) if sentence.deps[c] in auxiliaries)]
        return any(sentence.tags[t] in lang.present_tags | lang.modal_tags for t in group)

    def _is_mere_clause(self, node: int, head: int) -> bool:
        sentence, lang = self.sentence, self.lang
        label = sentence.deps[node]
        marks = {sentence.words[c] for c in sentence.children(node) if c < node}
        if marks & (lang.condition_markers | lang.conditionals):
            return False
        if marks & lang.general_conjunctions and self._is_timeless(head):
            return False  # "it melts when it is heated"
        if label == "parataxis" and sentence.lemmas[node] in lang.reporting_verbs:
            return False
        if self.is_set_off(node):
            return True
        if label in ("appos", "parataxis") or self._is_opened(node):
            return False
        if label == "acl" and sentence.tags[node] in lang.base_tags:
            return False  # "the option to buy"
        if label in ("relcl", "acl"):
            bare = sentence.lemmas[head] in lang.light_nouns | lang.part_nouns
            pronoun = sentence.pos[head] not in ("NOUN", "PROPN")
            predicate = sentence.deps[head] in ("attr", "appos") and self._is_bare(head, node)
            return not (
                bare or pronoun or predicate or self._is_generic(head) or self._is_announced(head)
            )
        if sentence.pos[head] not in ("VERB", "AUX") or self._is_last_complement(node, head):
            return False
        if sentence.lemmas[head] in lang.copulas | lang.incomplete_verbs:
            return False
        return bool(marks & lang.factual_clause_markers) or any(
            sentence.deps[c] in lang.direct_object_labels for c in sentence.children(head)
        )

    def _is_announced(self, noun: int) -> bool:
        """Return whether an "it" or a "there" announces a noun and what is said of it."""
        sentence = self.sentence
        verb = sentence.heads[noun]
        return verb >= 0 and any(
            sentence.deps[c] == "expl" or sentence.words[c] in self.lang.expletive_pronouns
            for c in sentence.children(verb)
            if c < verb
        )

    def _is_mere_conjunct(self, node: int, head: int) -> bool:
        sentence, lang = self.sentence, self.lang
        last = not any(sentence.deps[c] == "conj" for c in sentence.children(node))
        joints = {sentence.words[c] for c in sentence.children(head) if sentence.deps[c] == "cc"}
        only = sum(sentence.deps[c] == "conj" for c in sentence.children(head)) == 1
        if sentence.pos[node] not in ("VERB", "AUX"):
            return False
        whole = last and only and bool(joints) and joints <= lang.asserting_coordinators
        return whole and sentence.deps[head] != "conj" and sentence.pos[head] in ("VERB", "AUX")

    def _is_torn(self, node: int) -> bool:
        """Return whether what follows a subtree is likely to belong to it, whatever was parsed.

        A clause behind a noun goes on to a mark or the next verb, a phrase not up to a participle,
        and an adjective stands before its noun, not before a conjunction.
        """
        sentence, lang = self.sentence, self.lang
        behind = sentence.subtree(node)[-1] + 1
        if behind >= len(sentence):
            return False
        label, pos = sentence.deps[node], sentence.pos[behind]
        if label == "amod" and node < sentence.heads[node]:
            return pos in ("SCONJ", "CCONJ", "ADP")
        if label in lang.adposition_labels:
            ranges = sentence.words[node] in lang.origin_prepositions
            ranges = ranges and sentence.words[behind] in lang.range_joints
            return ranges or sentence.tags[behind] in lang.participle_tags
        if label in lang.noun_clause_labels and node > sentence.heads[node]:
            joined = sentence.words[behind] in lang.asserting_coordinators
            return not joined and pos not in ("VERB", "AUX", "PUNCT")
        return False


@lru_cache(maxsize=4)
def weak_scalars(lang: LanguageData, lexicon: LexicalIndex | None) -> frozenset[str]:
    """Return the adverbs by which less is said than without them: "usually", "mostly", "partly".

    They are those of a scale behind its strongest one, and the words that say the same.
    """
    weak = {word for scale in lang.horn_scales for word in scale[1:]}
    if lexicon is None:
        return frozenset(weak)
    senses = {sense for word in weak for sense in lexicon.synsets(word, "ADV", 1)}
    same = {
        lemma
        for lemma, entries in ((lexicon.lemmas[e], e) for e in range(len(lexicon.lemmas)))
        if senses.intersection(lexicon.senses.row(entries)[:1])
    }
    known = groups(lang.code)
    numbers = {number for word in weak | same for number in known.get((word, "r"), ())}
    same |= {word for (word, pos), some in known.items() if pos == "r" and numbers & some}
    return frozenset(weak | same)


def is_bereft(sentence: Sentence, gone: Collection[int]) -> bool:
    """Return whether some word has lost all that it says something with, or no finite verb is left.

    That is a passive or an incomplete verb without anything behind it ("it was built"), a
    predicate noun without any modifier ("it is a hospital"), and a clause that was read as a noun
    without any verb ("when a lorry").

    Args:
        sentence: The sentence, parsed.
        gone: The tokens that are left out.
    """
    lang = sentence.lang
    finite = {t for t, tag in enumerate(sentence.tags) if tag in lang.tensed_tags}
    verbs = {t for t, pos in enumerate(sentence.pos) if pos in ("VERB", "AUX")}
    if (finite or verbs) and (finite or verbs) <= set(gone):
        return True
    weak = lang.incomplete_verbs | lang.placing_verbs | lang.light_verbs
    for node in {sentence.heads[t] for t in gone} - {-1} - set(gone):
        children = sentence.children(node)
        behind = [
            c
            for c in children
            if (c > node and sentence.content[c]) or _has_content(sentence, c, node)
        ]
        passive = any(sentence.deps[c] == "auxpass" for c in children)
        wanting = sentence.pos[node] in ("VERB", "AUX") and (
            passive or sentence.lemmas[node] in weak
        )
        if wanting and behind and all(c in gone for c in behind):
            return True
        if sentence.deps[node] == "advcl" and node not in verbs:
            below = verbs.intersection(sentence.subtree(node))
            if below and below <= set(gone):
                return True
        head = sentence.heads[node]
        role = head >= 0 and sentence.words[head] in lang.role_prepositions
        if role or sentence.deps[node] in ("attr", "appos", "oprd"):
            told = [c for c in children if sentence.content[c] or _has_content(sentence, c, -1)]
            if told and all(c in gone for c in told):
                return True
    return False


def _has_content(sentence: Sentence, node: int, after: int) -> bool:
    return node > after and any(sentence.content[t] for t in sentence.subtree(node))
