"""The grammatical roles used by all algorithms, independent of the labels of a treebank.

A language maps its dependency labels to these roles (`lang.LanguageData.roles`); other packages
never see a label. The names are those of grammars. Prepositions govern their object and a copula
governs its complement, as in ClearNLP's trees; `Syntax` converts trees of Universal Dependencies,
where it is the other way round.
"""

from __future__ import annotations

from typing import Final

# -- Subjects and complements ----------------------------------------------------------------------
ROOT: Final = "root"
SUBJECT: Final = "subject"
PASSIVE_SUBJECT: Final = "passive subject"
CLAUSAL_SUBJECT: Final = "clausal subject"
PASSIVE_CLAUSAL_SUBJECT: Final = "passive clausal subject"
EXPLETIVE: Final = "expletive"
OBJECT: Final = "object"
RECIPIENT: Final = "recipient"
AGENT: Final = "agent"
# Complements of a copula (a noun, an adjective), and of an object ("made her president").
ATTRIBUTE: Final = "attribute"
ADJECTIVAL_COMPLEMENT: Final = "adjectival complement"
OBJECT_COMPLEMENT: Final = "object complement"

# -- Clauses ---------------------------------------------------------------------------------------
# Complement clauses with a subject, without one, and after a preposition.
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
# A copula that depends on its complement; `Syntax` has none, since there it governs the complement.
COPULA: Final = "copula"
PARTICLE: Final = "particle"
MARKER: Final = "marker"
CASE: Final = "case"
PUNCTUATION: Final = "punctuation"

# -- Coordination ----------------------------------------------------------------------------------
CONJUNCT: Final = "conjunct"
CONJUNCTION: Final = "conjunction"
PRECONJUNCTION: Final = "preconjunction"

# Words without one of these roles: interjections, words that a parser could not label.
OTHER: Final = "other"

# All roles that a language may give its labels.
ALL = frozenset(v for name, v in list(globals().items()) if name.isupper() and isinstance(v, str))

# -- Families --------------------------------------------------------------------------------------
NOMINAL_SUBJECTS = frozenset((SUBJECT, PASSIVE_SUBJECT))
SUBJECTS = NOMINAL_SUBJECTS | {CLAUSAL_SUBJECT, PASSIVE_CLAUSAL_SUBJECT, EXPLETIVE}
AUXILIARIES = frozenset((AUXILIARY, PASSIVE_AUXILIARY))
# Complements of a copula.
COMPLEMENTS = frozenset((ATTRIBUTE, ADJECTIVAL_COMPLEMENT))
# Objects and predicative complements of a verb; the same with objects of prepositions.
INNER_OBJECTS = COMPLEMENTS | {OBJECT, RECIPIENT, OBJECT_COMPLEMENT}
OBJECTS = INNER_OBJECTS | {PREPOSITIONAL_OBJECT, PREPOSITIONAL_CLAUSE}
# Clauses that complete a word; clauses that modify a noun.
COMPLEMENT_CLAUSES = frozenset((COMPLEMENT_CLAUSE, OPEN_COMPLEMENT))
NOUN_CLAUSES = frozenset((RELATIVE_CLAUSE, NOUN_CLAUSE))

# The active role of each passive role; a participle clause counts as an adjective.
ACTIVE = {PASSIVE_SUBJECT: OBJECT, PASSIVE_CLAUSAL_SUBJECT: OBJECT, NOUN_CLAUSE: ADJECTIVE}

# -- Roles within the scope of operators (`scope_extent`, `scopes`, `stance`) ----------------------
# Roles through which the scope of a quantifier extends to the clause around its noun.
RAISING = (
    INNER_OBJECTS
    | SUBJECTS
    | {PREPOSITION, PREPOSITIONAL_OBJECT, PREPOSITIONAL_CLAUSE, AGENT, APPOSITION, POSSESSOR}
    | {COMPOUND, NOUN_MODIFIER, ADVERBIAL_NOUN, PRECONJUNCTION, ROOT, OTHER}
)
# Roles of what a word like "refuse" negates, in whichever way it is parsed.
DENIED = COMPLEMENT_CLAUSES | {
    *(OBJECT, PREPOSITION, PREPOSITIONAL_CLAUSE, ADJECTIVAL_COMPLEMENT, NOUN_CLAUSE),
    PASSIVE_SUBJECT,
}
# Roles of clauses that "if" or "when" introduces, and of phrases after "rather than".
CONDITIONS = frozenset((ADVERBIAL_CLAUSE, ROOT, COMPLEMENT_CLAUSE, CONJUNCT, RELATIVE_CLAUSE))
REJECTED = frozenset(
    (PREPOSITIONAL_OBJECT, PREPOSITIONAL_CLAUSE, CONJUNCT, ADVERBIAL_CLAUSE, OPEN_COMPLEMENT)
)
# Clauses with a subject of their own that complete a verb or a noun.
FINITE_COMPLEMENTS = frozenset((COMPLEMENT_CLAUSE, NOUN_CLAUSE))
