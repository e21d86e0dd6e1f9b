"""Guards: named tests that reject bad substitutions.

The tests cover errors reported for published systems: replaced names and closed-class words
(Madnani, Ayan, Resnik and Dorr 2007; Napoles 2018), opposites and co-hyponyms ("cats" for "dogs"),
different numbers (Madnani, Tetreault and Chodorow 2012), a different role (Callison-Burch 2008),
function words and variants (Beigman Klebanov, Madnani and Burstein 2013).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

from spacy.tokens import Token

from ...analysis import roles as r
from ...analysis import word_place as place
from ...analysis.numerals import numerals, units
from ...analysis.sentence import COARSE_POS, Sentence
from ...analysis.valency import Valency, valency_of
from ...errors import ParaphraseError
from ...lang import LanguageData
from ...lexicon.index import LexicalIndex
from ...lexicon.inflection import lemmas_of
from ...lexicon.phrase_table import TableRow
from ...lexicon.relations import relation
from ...lexicon.spelling import variant
from ..lattices.lattice import GLOSSARY, PARTING, WORDING, Guard, Proposal, check_known

# Maximum number of words on each side of a substitution.
LONGEST = 4
# Minimum number of texts in which a mined row was found.
SUPPORT = 2
# Minimum probability of each phrase of a mined row, given the other phrase.
USUAL = 0.5
# Minimum frequency of a word for its valency to be known; minimum share of its occurrences with a
# required dependent, by the kind of dependent; share of its occurrences with an object above which
# the word needs an object.
SEEN = 12
LEAST_SHARE, OTHER_SHARE = {r.OBJECT: 0.15, r.PREPOSITION: 0.03}, 0.06
NEEDS_OBJECT = 0.6
# Minimum probability of equivalence with which a co-hyponym is allowed.
EQUIVALENT = 0.5


@dataclass(frozen=True)
class Replacement:
    """A proposed substitution and its sentence: the input of guards.

    Attributes:
        sentence: The sentence.
        proposal: The proposal.
        index: The lexical index; None if there is none.
        own: Settings of guards: "polarity", signs of words; "custom", a function.
    """

    sentence: Sentence
    proposal: Proposal
    index: LexicalIndex | None
    own: Mapping[str, Any] = field(default_factory=dict)

    @property
    def places(self) -> range:
        """The tokens that are replaced."""
        return range(self.proposal.start, self.proposal.end)

    @property
    def source(self) -> list[str]:
        """The words to be replaced, in lower case."""
        return [self.sentence.words[i] for i in self.places]

    @property
    def target(self) -> list[str]:
        """The proposed words, in lower case and without punctuation."""
        stripped = (word.lower().strip('.,;:!?()"') for word in self.proposal.words)
        return [word for word in stripped if word]

    @property
    def row(self) -> TableRow | None:
        """The table row of the proposal, if it comes from a table."""
        return self.proposal.info.get("row")

    @property
    def main(self) -> int:
        """The head of the tokens to be replaced."""
        return place.main_word(self.sentence, self.places)


def _entity(pair: Replacement) -> bool:
    sentence, names = pair.sentence, place.name_numbers(pair.sentence)
    inside = [i for i in pair.places if names[i]]
    if not inside:
        return False
    start, end = pair.places.start, pair.places.stop
    tears = (start > 0 and names[start - 1] == names[start] != 0) or (
        end < len(sentence) and names[end] == names[end - 1] != 0
    )
    repeated = all(sentence.texts[i].lower() in pair.target for i in inside)  # rules keep names
    return tears or not (repeated or GLOSSARY in pair.proposal.origin)


def _related(pair: Replacement) -> set[str]:
    """Return the lexical relations of a replaced to a proposed word, if both are single words."""
    source = place.open_words(pair.sentence, pair.places)
    if pair.index is None or len(pair.target) != 1 or len(source) != 1:
        return set()
    i, pos = source[0]
    return _relations(pair.index, pair.sentence.lemmas[i], pos, pair.target[0])


@lru_cache(maxsize=1 << 14)
def _relations(index: LexicalIndex, lemma: str, pos: str, word: str) -> set[str]:
    coarse = COARSE_POS.get(pos, pos)
    forms = lemmas_of(word, index.meta["language"]).get(coarse, frozenset()) | {word}
    found = {relation(index, lemma, pos, form, coarse, sister_steps=2) for form in forms}
    if any(_is_opposite(index, lemma, form, coarse) for form in forms):
        found.add("antonym")
    if any(set(index.synsets(lemma, coarse)) & set(index.synsets(form, coarse)) for form in forms):
        found.add("synonym")
    return found


def _is_opposite(index: LexicalIndex, one: str, other: str, pos: str) -> bool:
    """Return whether words are opposites, directly or by a similar or derived word."""
    for first, second in ((one, other), (other, one)):
        opposites = {a for e in index.entries(first, pos) for a in index.antonyms.row(e)}
        senses = set(index.synsets_of(opposites))
        near = {s for sense in index.synsets(second, pos) for s in index.near.row(sense)}
        if senses & near or opposites & set(index.entries(second, pos)):
            return True
    return False


def _cohyponym(pair: Replacement) -> bool:
    sure = float(pair.proposal.info.get("equivalence", 0.0)) >= EQUIVALENT
    found = _related(pair)
    return not sure and "sister" in found and not found & {"synonym", "near-synonym"}


def numbers(words: Sequence[str], lang: LanguageData) -> Counter[tuple[Any, ...]]:
    """Return the numbers and units among lower-cased words."""
    found = Counter[tuple[Any, ...]]((q.kind, q.value) for q in numerals(words, lang))
    found.update(
        ("unit", name)
        for name in units(words, lang)
        if name and name not in lang.additive_conjunctions
    )
    return found


def negations(words: Sequence[str], lang: LanguageData) -> int:
    """Return the number of negations."""
    every = lang.negations | lang.negative_determiners | lang.negative_pronouns
    every = every | lang.negative_adverbs | lang.negative_prepositions
    return sum(word in every for word in words)


def _closed_class(pair: Replacement) -> bool:
    first, *others = pair.places
    return not others and place.is_function_word(pair.sentence, first)


def _differs(pair: Replacement, found: Callable[[Sequence[str], LanguageData], Any]) -> bool:
    """Return whether `found` returns different numbers or negations for old and new words."""
    lang = pair.sentence.lang
    return bool(found(pair.source, lang) != found(pair.target, lang))


def _role(pair: Replacement) -> bool:
    pos = pair.sentence.coarse_pos[pair.main]
    if pos not in ("NOUN", "VERB", "ADJ", "ADV") or not pair.target:
        return False
    known = [_parts_of_speech(word, pair) for word in pair.target]
    classes = [found for found in known if found]
    fits = any(pos in {COARSE_POS.get(p, p) for p in found} for found in classes)
    return bool(classes) and not fits


def _parts_of_speech(word: str, pair: Replacement) -> set[str]:
    found, index = set(lemmas_of(word, pair.sentence.lang.code)), pair.index
    if index is not None:
        found |= {pos for pos in ("NOUN", "VERB", "ADJ", "ADV") if index.entries(word, pos)}
    return found


def _content(pair: Replacement) -> bool:
    sentence = pair.sentence
    if len(pair.places) > 1 or not sentence.content[pair.proposal.start]:
        return False  # "in order to" may become "to"
    pos = sentence.coarse_pos[pair.main]
    written = (word.strip('.,;:!?()"') for word in pair.proposal.words)
    return all(_is_function_word(word, pos, pair) for word in written if word)


def _is_function_word(word: str, pos: str, pair: Replacement) -> bool:
    """Return whether a word is a function word; so is any word of one or two letters but verbs."""
    lower, lang = word.lower(), pair.sentence.lang
    if word.isupper() or numbers([lower], lang):
        return False
    if len(word) < 3:
        return "VERB" not in lemmas_of(lower, lang.code)
    stop = pair.sentence.doc.vocab[lower].is_stop
    return bool(stop and not (pair.index is not None and pair.index.entries(lower, pos)))


def _variant(pair: Replacement) -> bool:
    if pair.row is not None and pair.row.support is not None and _same_content(pair):
        return True
    if len(pair.target) != len(pair.places):
        return False
    lang = pair.sentence.lang
    return all(
        variant(word, lang) == variant(pair.sentence.words[i], lang)
        or pair.sentence.lemmas[i] in _all_lemmas(word, lang.code)
        for i, word in zip(pair.places, pair.target, strict=True)
    )


def _same_content(pair: Replacement) -> bool:
    """Return whether both phrases have the same content words: "a boy", "the boy"."""
    sentence, stops = pair.sentence, pair.sentence.doc.vocab
    own = [sentence.lemmas[i].lower() for i in pair.places if not sentence.stops[i]]
    other = [
        _all_lemmas(word, sentence.lang.code) | {word}
        for word in pair.target
        if not stops[word].is_stop
    ]
    return len(own) == len(other) and all(a in b for a, b in zip(own, other, strict=True))


def _all_lemmas(word: str, language: str) -> set[str]:
    return {form for some in lemmas_of(word, language).values() for form in some}


def _length(pair: Replacement) -> bool:
    longest = max(len(pair.places), len(pair.proposal.words))
    return longest > LONGEST and "rule" not in pair.proposal.info


def _literal(pair: Replacement) -> bool:
    """Return whether a word is an identifier, URL or the like, or has such a dependent."""
    # This includes words in a code span, and the noun of "the `verbose` option".
    sentence = pair.sentence
    ticks = [bool(text) and set(text) == {"`"} for text in sentence.texts]
    if _between(ticks, pair.places):
        return True
    return any(
        _is_literal(sentence[i]) or _between(ticks, range(i, i + 1))
        for i in place.with_dependents(sentence, pair.places)
    )


def _is_literal(token: Token) -> bool:
    text = token.text
    mixed = any(map(str.isalpha, text)) and any(map(str.isdigit, text))
    joined = "_" in text or (text.startswith("--") and text.strip("-") != "")
    code = text[:1] in "#@" or mixed or joined
    return token.like_url or token.like_email or code or _is_behind_dashes(token)


def _is_behind_dashes(token: Token) -> bool:
    """Return whether a token follows dashes that begin a word: an option such as "--verbose"."""
    doc, k = token.doc, token.i - 1
    while k >= 0 and not doc[k].text.strip("-") and not doc[k].whitespace_:
        k -= 1
    return k < token.i - 1 and (k < 0 or bool(doc[k].whitespace_))


def _quote(pair: Replacement) -> bool:
    double = [t.is_quote and t.text not in ("'", "’", "‘", "`") for t in pair.sentence]
    return _between(double, pair.places)


def _between(marks: Sequence[bool], places: range) -> bool:
    """Return whether places are between an opening mark and another mark."""
    return sum(marks[: places.start]) % 2 == 1 and any(marks[places.stop :])


def _comment(pair: Replacement) -> bool:
    """Return whether a word is in an introductory comment, such as "to put it simply"."""
    # Such a comment has a verb and no noun, and ends at the first comma: "broadly speaking".
    sentence = pair.sentence
    end = sentence.texts.index(",") if "," in sentence.texts else 0
    classes = sentence.coarse_pos[:end]
    return pair.proposal.start < end and "VERB" in classes and not {"NOUN", "PROPN"} & {*classes}


def _subject_number(pair: Replacement) -> bool:
    number = place.subject_number(pair.sentence, pair.main)
    if not number or not pair.target:
        return False
    word = pair.target[-1]
    lemmas = lemmas_of(word, pair.sentence.lang.code).get("NOUN", frozenset())
    return bool(lemmas) and (word not in lemmas) != (number == "plural")


def _bound(pair: Replacement) -> bool:
    """Return whether a single word has a context in which its synonyms may not fit."""
    alone = len(pair.places) == len(pair.target) == 1 and pair.sentence.parsed
    return alone and place.is_bound(pair.sentence, pair.proposal.start)


def _support(pair: Replacement) -> bool:
    row = pair.row
    return row is not None and row.support is not None and row.support < SUPPORT


def _usual(pair: Replacement) -> bool:
    """Return whether a mined row is not the usual one of its phrases: "made", "created"."""
    row = pair.row
    if row is None or row.support is None:
        return False
    return any(p is not None and p < USUAL for p in (row.probability, row.back))


def _relation(pair: Replacement) -> bool:
    """Return whether a row adds information, or is mined and does not restate its source."""
    row = pair.row
    if row is None or row.relation in ("equals", "restates"):
        return False
    return row.support is not None or row.relation in ("generalizes", "intersects")


def _lacks_frame(pair: Replacement) -> bool:
    """Return whether a substitute cannot have the dependents that are here."""
    # For example, "fell" has no object "her purse". Mined rows are also rejected if they replace
    # words that are no phrase ("in the" of "in the old house"), or a part of a term.
    row, sentence = pair.row, pair.sentence
    if not sentence.parsed:
        return False
    whole = place.is_phrase(sentence, pair.places) and not place.is_in_term(sentence, pair.main)
    if row is not None and row.support is not None and not whole:
        return True
    open_words = place.open_words(sentence, [pair.main])
    if not open_words or len(pair.places) > 1 or len(pair.target) > 1:
        return False
    pos = open_words[0][1]
    lemmas = lemmas_of(pair.target[0], sentence.lang.code).get(pos, frozenset())
    known, kinds = valency_of(sentence.lang), place.company(sentence, pair.main)
    if row is None:  # a synonym is only tested for its object
        kinds &= {r.OBJECT}
        lemmas = frozenset(lemma for lemma in lemmas if known.seen(lemma, pos) >= SEEN)
    return bool(lemmas) and all(_lacks(known, lemma, pos, kinds) for lemma in lemmas)


def _lacks(known: Valency, lemma: str, pos: str, kinds: set[str]) -> bool:
    """Return whether a word seldom has some kinds of dependents, or lacks a required object."""
    wanted = {kind for kind in kinds if _is_wanted(kind, pos)}
    if known.seen(lemma, pos) < SEEN:
        return bool(wanted)
    objects = sum(known.share(lemma, pos, kind) for kind in (r.OBJECT, r.PASSIVE_AUXILIARY))
    shares = {k: objects if k == r.OBJECT else known.share(lemma, pos, k) for k in wanted}
    if any(share < LEAST_SHARE.get(k.split(" ")[0], OTHER_SHARE) for k, share in shares.items()):
        return True
    return pos == "VERB" and r.OBJECT not in wanted and objects > NEEDS_OBJECT


def _is_wanted(kind: str, pos: str) -> bool:
    """Return whether a kind of dependent requires a head that allows it; all nouns allow "of"."""
    if pos == "NOUN" and kind == f"{r.PREPOSITION} of":
        return False
    return kind in _FRAME or kind.split(" ")[0] in (r.PREPOSITION, r.PARTICLE)


def _polarity(pair: Replacement) -> bool:
    signs: Mapping[str, float] = pair.own.get("polarity", {})
    one, other = (sum(signs.get(word, 0) for word in side) for side in (pair.source, pair.target))
    return one * other < 0


def _custom(pair: Replacement) -> bool:
    test = pair.own.get("custom")
    return bool(test and test(pair.sentence.span, pair.proposal))


Test: TypeAlias = Callable[[Replacement], bool]
_FRAME = {*r.INNER_OBJECTS, *r.COMPLEMENT_CLAUSES}
# The tests by name, in the order of their cost.
TESTS: dict[str, Test] = {
    "form": lambda pair: bool(pair.proposal.info.get("unfit")),
    "support": _support,
    "usual": _usual,
    "relation": _relation,
    "length": _length,
    "entity": _entity,
    "literal": _literal,
    "quote": _quote,
    "comment": _comment,
    "closed_class": _closed_class,
    "negation": lambda pair: _differs(pair, negations),
    "number": lambda pair: _differs(pair, numbers),
    "variant": _variant,
    "content": _content,
    "role": _role,
    "subject_number": _subject_number,
    "frame": lambda pair: _bound(pair) or _lacks_frame(pair),
    "antonym": lambda pair: "antonym" in _related(pair),
    "cohyponym": _cohyponym,
    "polarity": _polarity,
    "custom": _custom,
}
DEFAULT_GUARDS = tuple(name for name in TESTS if name not in ("polarity", "custom"))
# Tests for glossaries: the user is responsible for the meaning of their rows.
OF_GLOSSARY = ("form", "entity", "literal", "quote", "custom")
_NEEDS_TAGS = frozenset(("closed_class", "role", "subject_number", "cohyponym", "antonym"))


@dataclass(frozen=True)
class NamedGuard:
    """A guard with the name of one of `TESTS`, a lexical index and settings."""

    name: str
    index: LexicalIndex | None = None
    own: Mapping[str, Any] = field(default_factory=dict)

    def check(self, sentence: Sentence, proposal: Proposal) -> str | None:
        """Return the name of the guard if it rejects a proposal, else None."""
        if self.name in _NEEDS_TAGS and not sentence.tagged:
            raise ParaphraseError("P802", needs="parts of speech", what=f"the guard {self.name!r}")
        if proposal.origin in (GLOSSARY, WORDING, PARTING) and self.name not in OF_GLOSSARY:
            return None
        pair = Replacement(sentence, proposal, self.index, self.own)
        return self.name if TESTS[self.name](pair) else None


def make_guards(
    guards: Sequence[str | Guard], index: LexicalIndex | None = None, **own: Any
) -> list[Guard]:
    """Return guards from a list of names and guard objects.

    Raises:
        ParaphraseError: P800 for an unknown name.
    """
    found: list[Guard] = []
    for guard in guards:
        if isinstance(guard, str):
            check_known("guard", guard, TESTS)
            guard = NamedGuard(guard, index, own)
        found.append(guard)
    return found


def same_facts(sentence: Sentence, texts: Sequence[str]) -> bool:
    """Return whether a rewrite has as many negations as its source, and no new number."""
    lang = sentence.lang
    words = [word.lower() for text in texts for word in text.split()]
    if negations(sentence.words, lang) != negations(words, lang):
        return False
    own, other = numbers(sentence.words, lang), numbers(words, lang)
    values = {key[1] for key in own}
    return all(key[1] in values or key[0] == "unit" for key in other)
