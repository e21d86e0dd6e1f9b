"""The grammatical roles used by all algorithms, independent of the labels of a treebank.

A language maps its dependency labels to these roles (`lang.LanguageData.roles`); other packages
never see a label. The names are those of grammars. Prepositions govern their object and a copula
governs its complement, as in ClearNLP's trees; `Syntax` converts trees of Universal Dependencies,
where it is the other way round.
"""

from __future__ import annotations

from typing import Final

# -- Who and what ----------------------------------------------------------------------------------
ROOT: Final = "root"
SUBJECT: Final = "subject"
PASSIVE_SUBJECT: Final = "passive subject"
CLAUSAL_SUBJECT: Final = "clausal subject"
PASSIVE_CLAUSAL_SUBJECT: Final = "passive clausal subject"
EXPLETIVE: Final = "expletive"
OBJECT: Final = "object"
RECIPIENT: Final = "recipient"
AGENT: Final = "agent"
# What is said by means of a copula: a noun, an adjective; what an object is made or called.
ATTRIBUTE: Final = "attribute"
ADJECTIVAL_COMPLEMENT: Final = "adjectival complement"
OBJECT_COMPLEMENT: Final = "object complement"

# -- Clauses ---------------------------------------------------------------------------------------
# With a subject of its own, without, under a preposition.
COMPLEMENT_CLAUSE: Final = "complement clause"
OPEN_COMPLEMENT: Final = "open complement"
PREPOSITIONAL_CLAUSE: Final = "prepositional clause"
ADVERBIAL_CLAUSE: Final = "adverbial clause"
RELATIVE_CLAUSE: Final = "relative clause"
NOUN_CLAUSE: Final = "noun clause"
PARATAXIS: Final = "parataxis"

# -- Phrases ---------------------------------------------------------------------------------------
PREPOSITION: Final = "preposition"
PREPOSITIONAL_OBJECT: Final = "prepositional object"
APPOSITION: Final = "apposition"
POSSESSOR: Final = "possessor"
COMPOUND: Final = "compound"
NOUN_MODIFIER: Final = "noun modifier"
ADJECTIVE: Final = "adjective"
ADVERB: Final = "adverb"
ADVERBIAL_NOUN: Final = "adverbial noun"
NUMERAL: Final = "numeral"
NUMERAL_MODIFIER: Final = "numeral modifier"

# -- Words that serve another one ------------------------------------------------------------------
DETERMINER: Final = "determiner"
PREDETERMINER: Final = "predeterminer"
NEGATION: Final = "negation"
AUXILIARY: Final = "auxiliary"
PASSIVE_AUXILIARY: Final = "passive auxiliary"
# A copula that hangs on its complement; `Syntax` has none, since there it governs the complement.
COPULA: Final = "copula"
PARTICLE: Final = "particle"
MARKER: Final = "marker"
CASE: Final = "case"
PUNCTUATION: Final = "punctuation"

# -- Coordination ----------------------------------------------------------------------------------
CONJUNCT: Final = "conjunct"
CONJUNCTION: Final = "conjunction"
PRECONJUNCTION: Final = "preconjunction"

# What has no role of these: interjections, what a parser could not tell.
OTHER: Final = "other"

# All roles that a language may give its labels.
ALL = frozenset(v for name, v in list(globals().items()) if name.isupper() and isinstance(v, str))

# -- Families --------------------------------------------------------------------------------------
NOMINAL_SUBJECTS = frozenset((SUBJECT, PASSIVE_SUBJECT))
SUBJECTS = NOMINAL_SUBJECTS | {CLAUSAL_SUBJECT, PASSIVE_CLAUSAL_SUBJECT, EXPLETIVE}
AUXILIARIES = frozenset((AUXILIARY, PASSIVE_AUXILIARY))
# What a copula joins to its subject.
COMPLEMENTS = frozenset((ATTRIBUTE, ADJECTIVAL_COMPLEMENT))
# Objects and what a verb says of its subject or object; with those of prepositions.
INNER_OBJECTS = COMPLEMENTS | {OBJECT, RECIPIENT, OBJECT_COMPLEMENT}
OBJECTS = INNER_OBJECTS | {PREPOSITIONAL_OBJECT, PREPOSITIONAL_CLAUSE}
# Clauses that complete a word; clauses that say more of a noun.
COMPLEMENT_CLAUSES = frozenset((COMPLEMENT_CLAUSE, OPEN_COMPLEMENT))
NOUN_CLAUSES = frozenset((RELATIVE_CLAUSE, NOUN_CLAUSE))

# What a role of the passive is in the active; a participle is what it is before its noun.
ACTIVE = {PASSIVE_SUBJECT: OBJECT, PASSIVE_CLAUSAL_SUBJECT: OBJECT, NOUN_CLAUSE: ADJECTIVE}

# -- What an operator reaches (`scope_extent`, `scopes`, `stance`) ---------------------------------
# Over which a quantifier reaches the clause around its noun.
RAISING = (
    INNER_OBJECTS
    | SUBJECTS
    | {PREPOSITION, PREPOSITIONAL_OBJECT, PREPOSITIONAL_CLAUSE, AGENT, APPOSITION, POSSESSOR}
    | {COMPOUND, NOUN_MODIFIER, ADVERBIAL_NOUN, PRECONJUNCTION, ROOT, OTHER}
)
# What a word like "refuse" denies, wherever a parser hangs it.
DENIED = COMPLEMENT_CLAUSES | {
    *(OBJECT, PREPOSITION, PREPOSITIONAL_CLAUSE, ADJECTIVAL_COMPLEMENT, NOUN_CLAUSE),
    PASSIVE_SUBJECT,
}
# Clauses that "if" or "when" may open, and what "rather than" sets against something.
CONDITIONS = frozenset((ADVERBIAL_CLAUSE, ROOT, COMPLEMENT_CLAUSE, CONJUNCT, RELATIVE_CLAUSE))
REJECTED = frozenset(
    (PREPOSITIONAL_OBJECT, PREPOSITIONAL_CLAUSE, CONJUNCT, ADVERBIAL_CLAUSE, OPEN_COMPLEMENT)
)
# Clauses with a subject of their own that complete a verb or a noun.
FINITE_COMPLEMENTS = frozenset((COMPLEMENT_CLAUSE, NOUN_CLAUSE))
