"""What must not be put in the place of something else, each reason by its name.

The reasons come from what went wrong in published systems: names and closed-class words replaced
(Madnani, Ayan, Resnik and Dorr 2007; Napoles 2018), opposites and words of one class ("cats" for
"dogs"), other numbers (Madnani, Tetreault and Chodorow 2012), another role (Callison-Burch 2008),
function words and variants (Beigman Klebanov, Madnani and Burstein 2013).
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

from spacy.tokens import Token

from ..analysis import roles as r
from ..analysis.numerals import numerals, units
from ..analysis.sentence import COARSE_POS, OPEN_CLASS, Sentence
from ..analysis.valency import Valency, kind_of, valency_of
from ..errors import ParaphraseError, warning
from ..lang import LanguageData
from ..lexicon.index import LexicalIndex
from ..lexicon.inflection import lemmas_of
from ..lexicon.phrase_table import TableRow
from ..lexicon.relations import relation
from .lattice import GLOSSARY, Guard, Proposal

# Words on either side of a substitution.
LONGEST = 4
# In how many texts a mined row must have been seen.
SUPPORT = 2
# Of how much of what was seen for either phrase of a mined row it must be.
USUAL = 0.5
# How often a word must have been seen for its frame to be known; the least share of its places in
# which it has what it is to have here, by the kind of that; and from which share on it needs an
# object.
SEEN = 12
LEAST_SHARE = {"": 0.06, r.OBJECT: 0.15, r.PREPOSITION: 0.03}
NEEDS_OBJECT = 0.6
# From how probable an equivalence words of one class may stand for each other.
EQUIVALENT = 0.5
_CLOSED = frozenset(("DET", "ADP", "PRON", "PART", "AUX", "CCONJ", "SCONJ"))


@dataclass(frozen=True)
class Pairwise:
    """A proposal beside the sentence, as guards look at it.

    Attributes:
        sentence: The sentence.
        proposal: The proposal.
        index: The lexical index; None if there is none.
        own: Settings of guards: "polarity", lists of words; "custom", a function.
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
        """Their words, in lower case."""
        return [self.sentence.words[i] for i in self.places]

    @property
    def target(self) -> list[str]:
        """The words proposed, in lower case, without marks."""
        stripped = (word.lower().strip('.,;:!?()"') for word in self.proposal.words)
        return [word for word in stripped if word]

    @property
    def row(self) -> TableRow | None:
        """The row of the table that it comes from, if it comes from one."""
        return self.proposal.info.get("row")

    @property
    def head(self) -> int:
        """The token that heads those that are replaced."""
        tops = (
            self.sentence.span_heads(set(self.places))
            if self.sentence.parsed
            else list(self.places)
        )
        words = [i for i in tops if any(map(str.isalnum, self.sentence.texts[i]))]
        return (words or list(self.places))[-1 if not self.sentence.parsed else 0]


def _entity(pair: Pairwise) -> bool:
    sentence, proposal = pair.sentence, pair.proposal
    known = _named(sentence)
    if not any(known[i] for i in pair.places):
        return False
    inside = {i for i in pair.places if known[i]}
    tears = any(
        known[i] and known[i] == known[j]
        for i, j in ((proposal.start - 1, proposal.start), (proposal.end, proposal.end - 1))
        if 0 <= i < len(sentence) and j in inside
    )
    kept = all(sentence.texts[i].lower() in pair.target for i in inside)  # as a rule does
    return tears or not (kept or GLOSSARY in proposal.origin)


def _named(sentence: Sentence) -> list[int]:
    """Return for each token the number of the name that it is part of, 0 for none."""
    doc, found, number = sentence.doc, [0] * len(sentence), 0
    if doc.has_annotation("ENT_IOB"):
        amounts = sentence.lang.number_entities | sentence.lang.measure_entities
        for token in sentence:
            if token.ent_type_ and token.ent_type_ not in amounts:
                number += token.ent_iob_ == "B"
                found[token.i - sentence.start] = max(number, 1)
        return found
    if any(sentence.pos):
        warnings.warn(warning("W800"), stacklevel=2)
        for i, pos in enumerate(sentence.pos):
            if pos == "PROPN":
                number += i == 0 or sentence.pos[i - 1] != "PROPN"
                found[i] = number
    return found


def _related(pair: Pairwise) -> set[str]:
    """Return the relations of single content words of both sides."""
    source = [i for i in pair.places if pair.sentence.pos[i] in (*OPEN_CLASS, "")]
    if pair.index is None or len(pair.target) != 1 or len(source) != 1:
        return set()
    i = source[0]
    return _relations(pair.index, pair.sentence.lemmas[i], pair.sentence.pos[i], pair.target[0])


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
    """Return whether words are opposites, also over one that is similar or derived."""
    for first, second in ((one, other), (other, one)):
        opposites = {a for e in index.entries(first, pos) for a in index.antonyms.row(e)}
        senses = set(index.synsets_of(opposites))
        near = {s for sense in index.synsets(second, pos) for s in index.near.row(sense)}
        if senses & near or opposites & set(index.entries(second, pos)):
            return True
    return False


def _antonym(pair: Pairwise) -> bool:
    found = _related(pair)
    return "antonym" in found


def _cohyponym(pair: Pairwise) -> bool:
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
    """Return how many words deny."""
    every = lang.negations | lang.negative_determiners | lang.negative_pronouns
    every = every | lang.negative_adverbs | lang.negative_prepositions
    return sum(word in every for word in words)


def _number(pair: Pairwise) -> bool:
    lang = pair.sentence.lang
    return numbers(pair.source, lang) != numbers(pair.target, lang)


def _closed_class(pair: Pairwise) -> bool:
    return len(pair.places) == 1 and pair.sentence.pos[pair.proposal.start] in _CLOSED


def _negation(pair: Pairwise) -> bool:
    lang = pair.sentence.lang
    return negations(pair.source, lang) != negations(pair.target, lang)


def _role(pair: Pairwise) -> bool:
    pos = pair.sentence.coarse_pos[pair.head]
    if pos not in ("NOUN", "VERB", "ADJ", "ADV") or not pair.target:
        return False
    known = [_parts_of_speech(word, pair) for word in pair.target]
    told = [some for some in known if some]
    return bool(told) and not any(pos in {COARSE_POS.get(p, p) for p in some} for some in told)


def _parts_of_speech(word: str, pair: Pairwise) -> set[str]:
    found, index = set(lemmas_of(word, pair.sentence.lang.code)), pair.index
    if index is not None:
        found |= {pos for pos in ("NOUN", "VERB", "ADJ", "ADV") if index.entries(word, pos)}
    return found


def _content(pair: Pairwise) -> bool:
    sentence = pair.sentence
    if len(pair.places) > 1 or not sentence.content[pair.proposal.start]:
        return False  # "in order to" may become "to"
    pos = sentence.coarse_pos[pair.head]
    written = (word.strip('.,;:!?()"') for word in pair.proposal.words)
    return all(_is_function_word(word, pos, pair) for word in written if word)


def _is_function_word(word: str, pos: str, pair: Pairwise) -> bool:
    """Return whether a word only serves others: so does any short one that is no verb."""
    lower, lang = word.lower(), pair.sentence.lang
    if word.isupper() or numbers([lower], lang):
        return False
    if len(word) < 3:
        return "VERB" not in lemmas_of(lower, lang.code)
    stop = pair.sentence.doc.vocab[lower].is_stop
    return bool(stop and not (pair.index is not None and pair.index.entries(lower, pos)))


def _variant(pair: Pairwise) -> bool:
    if pair.row is not None and pair.row.support is not None and _same_content(pair):
        return True
    if len(pair.target) != len(pair.places):
        return False
    return all(
        word == pair.sentence.words[i]
        or pair.sentence.lemmas[i] in _all_lemmas(word, pair.sentence.lang.code)
        for i, word in zip(pair.places, pair.target, strict=True)
    )


def _same_content(pair: Pairwise) -> bool:
    """Return whether the same content words stand in both: "a boy", "the boy" of a mined row."""
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


def _length(pair: Pairwise) -> bool:
    longest = max(len(pair.places), len(pair.proposal.words))
    return longest > LONGEST and "rule" not in pair.proposal.info


def _literal(pair: Pairwise) -> bool:
    """Return whether a word is a name of code or of its like, or what such a name is one of.

    So is what stands in a code span, and the noun of "the `verbose` option".
    """
    sentence = pair.sentence
    ticks = [bool(text) and set(text) == {"`"} for text in sentence.texts]
    if _between(ticks, pair.places):
        return True
    below = [k for i in pair.places for k in (sentence.children(i) if sentence.parsed else ())]
    return any(
        _is_literal(sentence[i]) or _between(ticks, range(i, i + 1)) for i in (*pair.places, *below)
    )


def _is_literal(token: Token) -> bool:
    text, doc, k = token.text, token.doc, token.i - 1
    while k >= 0 and not doc[k].text.strip("-") and not doc[k].whitespace_:
        k -= 1
    option = k < token.i - 1 and (k < 0 or bool(doc[k].whitespace_))
    mixed = any(map(str.isalpha, text)) and any(map(str.isdigit, text))
    joined = "_" in text or (text.startswith("--") and text.strip("-") != "")
    return token.like_url or token.like_email or text[:1] in "#@" or mixed or joined or option


def _quote(pair: Pairwise) -> bool:
    double = [t.is_quote and t.text not in ("'", "’", "‘", "`") for t in pair.sentence]
    return _between(double, pair.places)


def _between(marks: Sequence[bool], places: range) -> bool:
    """Return whether places stand between an opening mark and another one."""
    return sum(marks[: places.start]) % 2 == 1 and any(marks[places.stop :])


def _comment(pair: Pairwise) -> bool:
    """Return whether a word is in what stands before a sentence and only says how it is said.

    It has a verb, no noun, and a comma behind: "to put it simply", "broadly speaking".
    """
    sentence = pair.sentence
    end = sentence.texts.index(",") if "," in sentence.texts else 0
    classes = sentence.coarse_pos[:end]
    return pair.proposal.start < end and "VERB" in classes and not {"NOUN", "PROPN"} & {*classes}


def _subject_number(pair: Pairwise) -> bool:
    sentence, head = pair.sentence, pair.head
    if sentence.deps[head] not in sentence.lang.subject_labels or not pair.target:
        return False
    if sentence.tags[head] not in ("NN", "NNS"):
        return False
    word = pair.target[-1]
    lemmas = lemmas_of(word, sentence.lang.code).get("NOUN", frozenset())
    plural = bool(lemmas) and word not in lemmas
    return bool(lemmas) and plural != (sentence.tags[head] == "NNS")


def _frame(pair: Pairwise) -> bool:
    """Return whether a single word stands where another of its meaning need not fit.

    So do what governs a clause ("required to stay"; "attempts to win"), an adjective with a word of
    degree that a short one does without ("more difficult"), and a part of a longer compound
    ("large format printing").
    """
    sentence, lang = pair.sentence, pair.sentence.lang
    if len(pair.places) != 1 or len(pair.target) != 1 or not sentence.parsed:
        return False
    i = pair.proposal.start
    below = sentence.children(i)
    if any(
        sentence.deps[k] in lang.complement_labels or "Inf" in sentence[k].morph.get("VerbForm", [])
        for k in below
    ):
        return True
    degrees = set(lang.degree_words.values())
    if any(sentence.words[k] in degrees for k in below):
        return True
    above = sentence.heads[i]
    modifies = sentence.coarse_pos[i] == "ADJ" and 0 <= above < len(sentence) and above != i
    return modifies and sentence.deps[above] in lang.compound_labels


def _form(pair: Pairwise) -> bool:
    return bool(pair.proposal.info.get("unfit"))


def _support(pair: Pairwise) -> bool:
    row = pair.row
    return row is not None and row.support is not None and row.support < SUPPORT


def _usual(pair: Pairwise) -> bool:
    """Return whether a mined row is not what its phrases mostly stand for: "made", "created"."""
    row = pair.row
    if row is None or row.support is None:
        return False
    return any(p is not None and p < USUAL for p in (row.probability, row.back))


def _relation(pair: Pairwise) -> bool:
    """Return whether a row says more than what stands there, or a mined one does not restate it."""
    row = pair.row
    if row is None or row.relation in ("equals", "restates"):
        return False
    return row.support is not None or row.relation in ("generalizes", "intersects")


def _row_frame(pair: Pairwise) -> bool:
    """Return whether a row of a table writes what cannot have what stands beside it here.

    "Her purse" is no object of "fell". Of mined rows, too, whether it takes words that are no
    phrase ("in the" of "in the old house"), or part of a term.
    """
    row, sentence = pair.row, pair.sentence
    if row is None or not sentence.parsed:
        return False
    head, known = pair.head, valency_of(sentence.lang)
    if row.support is not None and (_is_torn(sentence, pair.places) or _in_term(sentence, head)):
        return True
    pos = sentence.pos[head]
    if pos not in OPEN_CLASS or len(pair.places) > 1 or len(pair.target) > 1:
        return False
    lemmas = lemmas_of(pair.target[0], sentence.lang.code).get(pos, frozenset())
    syntax = sentence.syntax
    kinds = {_active(kind_of(syntax, child)) for child in syntax.children(head)}
    return bool(lemmas) and all(_lacks(known, lemma, pos, kinds) for lemma in lemmas)


def _is_torn(sentence: Sentence, places: range) -> bool:
    """Return whether words are no phrase: they have two heads, or words hang on an inner one."""
    heads = sentence.span_heads(set(places))
    return len(heads) != 1 or any(
        sentence.heads[t] in places and sentence.heads[t] != heads[0]
        for t in range(len(sentence))
        if t not in places
    )


def _in_term(sentence: Sentence, head: int) -> bool:
    """Return whether a word is part of a term or title: "war effort", "Major-General"."""
    if sentence.pos[head] == "PROPN":
        return True
    joined = (sentence.texts[t] for t in (head - 1, head + 1) if 0 <= t < len(sentence))
    labels = (sentence.deps[child] for child in sentence.children(head))
    return "-" in joined or not sentence.lang.compound_labels.isdisjoint(labels)


def _active(kind: str) -> str:
    """Return the kind of a dependent as the active has it."""
    return r.OBJECT if kind == r.PASSIVE_AUXILIARY else kind


def _lacks(known: Valency, lemma: str, pos: str, kinds: set[str]) -> bool:
    """Return whether a word seldom has some kinds of dependents, or needs an object besides."""
    wanted = {k for k in kinds if k in _FRAME or k.split(" ")[0] in (r.PREPOSITION, r.PARTICLE)}
    if pos == "NOUN":
        wanted = {k for k in wanted if k != f"{r.PREPOSITION} of"}
    if known.seen(lemma, pos) < SEEN:
        return bool(wanted)
    objects = sum(known.share(lemma, pos, kind) for kind in (r.OBJECT, r.PASSIVE_AUXILIARY))
    for kind in wanted:
        share = objects if kind == r.OBJECT else known.share(lemma, pos, kind)
        if share < LEAST_SHARE.get(kind.split(" ")[0], LEAST_SHARE[""]):
            return True
    return pos == "VERB" and r.OBJECT not in wanted and objects > NEEDS_OBJECT


def _polarity(pair: Pairwise) -> bool:
    signs: Mapping[str, float] = pair.own.get("polarity", {})
    one, other = (sum(signs.get(word, 0) for word in side) for side in (pair.source, pair.target))
    return one * other < 0


def _custom(pair: Pairwise) -> bool:
    test = pair.own.get("custom")
    return bool(test and test(pair.sentence.span, pair.proposal))


Test: TypeAlias = Callable[[Pairwise], bool]
_FRAME = {*r.INNER_OBJECTS, *r.COMPLEMENT_CLAUSES}
# The cheap ones first.
TESTS: dict[str, Test] = {
    "form": _form,
    "support": _support,
    "usual": _usual,
    "relation": _relation,
    "length": _length,
    "entity": _entity,
    "literal": _literal,
    "quote": _quote,
    "comment": _comment,
    "closed_class": _closed_class,
    "negation": _negation,
    "number": _number,
    "variant": _variant,
    "content": _content,
    "role": _role,
    "subject_number": _subject_number,
    "frame": lambda pair: _frame(pair) or _row_frame(pair),
    "antonym": _antonym,
    "cohyponym": _cohyponym,
    "polarity": _polarity,
    "custom": _custom,
}
DEFAULT_GUARDS = tuple(name for name in TESTS if name not in ("polarity", "custom"))
# What a glossary must pass: what its rows say is the user's to decide.
OF_GLOSSARY = ("form", "entity", "literal", "quote", "custom")
_NEEDS_TAGS = frozenset(("closed_class", "role", "subject_number", "cohyponym", "antonym"))


@dataclass(frozen=True)
class NamedGuard:
    """A guard of `TESTS`.

    Attributes:
        name: Its name.
        index: The lexical index.
        own: Settings of guards.
    """

    name: str
    index: LexicalIndex | None = None
    own: Mapping[str, Any] = field(default_factory=dict)

    def check(self, sentence: Sentence, proposal: Proposal) -> str | None:
        """Return the name of the guard if it rejects a proposal, else None."""
        if self.name in _NEEDS_TAGS and not any(sentence.pos):
            raise ParaphraseError("P802", needs="parts of speech", what=f"the guard {self.name!r}")
        if GLOSSARY in proposal.origin and self.name not in OF_GLOSSARY:
            return None
        pair = Pairwise(sentence, proposal, self.index, self.own)
        return self.name if TESTS[self.name](pair) else None


def make_guards(
    guards: Sequence[str | Guard], index: LexicalIndex | None = None, **own: Any
) -> list[Guard]:
    """Return guards by name, and others as they are.

    Raises:
        ParaphraseError: P800 for an unknown name.
    """
    found: list[Guard] = []
    for guard in guards:
        if not isinstance(guard, str):
            found.append(guard)
        elif guard not in TESTS:
            raise ParaphraseError("P800", what="guard", got=guard, known=", ".join(TESTS))
        else:
            found.append(NamedGuard(guard, index, own))
    return found


def same_facts(sentence: Sentence, texts: Sequence[str]) -> bool:
    """Return whether a rewrite denies as often as its source, and has no number of its own.

    Args:
        sentence: The source.
        texts: The words of the rewrite.
    """
    lang = sentence.lang
    words = [word.lower() for text in texts for word in text.split()]
    if negations(sentence.words, lang) != negations(words, lang):
        return False
    own, other = numbers(sentence.words, lang), numbers(words, lang)
    values = {key[1] for key in own}
    return all(key[1] in values or key[0] == "unit" for key in other)
