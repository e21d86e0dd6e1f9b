"""Language data: named word lists and label sets, one file per language.

The algorithms contain no words of any language. They call `language_data(nlp.lang)` and look up
words, dependency labels, tags and entity types in its fields. For a language without a file these
are empty: no relations are predicted, and the language is never treated as English. Labels are
those of the usual parsers of the language: for English the ClearNLP labels of spaCy's models, for
others those of Universal Dependencies.

To add a language, write `<code>.toml`; `language_files` describes its place and format.
"""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from ..errors import ParaphraseError, warning
from .language_files import find_file, known_codes, read_fields

Words = frozenset[str]
Pairs = frozenset[tuple[str, str]]
NONE: Words = frozenset()
# That of the typewriter, and what is written in its place.
APOSTROPHES = "'’‘`´ʼ′＇"


@dataclass(frozen=True, eq=False)
class LanguageData:
    """The words and labels of one language, grouped by their function in the algorithms.

    Words are in lower case; "verbs", "nouns" and "adjectives" are lemmas, all other lists hold word
    forms, unless a comment says otherwise. Objects are compared by identity, so that they can be
    part of a cache key.

    Attributes:
        code: The code of the language, as in `nlp.lang`.
    """

    code: str = ""

    # -- Negation ------------------------------------------------------------------------------
    # The negations that the features of the trained models count; a change asks for new weights.
    feature_negations: Words = NONE
    # Words that deny nothing by themselves and go with one that does, and those of these that deny
    # beside one of them alone: "ne … plus" is "no longer", and "plus" is "more".
    negation_particles: Words = NONE
    particle_negations: Words = NONE
    # What negates a clause: "not".
    clausal_negations: Words = NONE
    # The full form of it, which may stand before any word: "not many".
    full_negations: Words = NONE
    # Auxiliaries with a negation in one word, as a word list may have them, and their lemmas:
    # "didn't". The apostrophe is that of the typewriter.
    negated_auxiliaries: Mapping[str, str] = field(default_factory=dict)
    # Adverbs that deny the predicate by which they stand: "hardly".
    negative_adverbs: Words = NONE
    # Determiners that deny of all: "no". As quantifiers they count as "a", denied.
    negative_determiners: Words = NONE
    # Two words that together deny what was so before: "no longer".
    ceasing_pairs: Pairs = frozenset()
    # Two words that, denied, say the same: "not any longer".
    continuing_pairs: Pairs = frozenset()
    # One word that does: "not anymore".
    continuing_adverbs: Words = NONE
    # Pronouns that deny of all: "nobody".
    negative_pronouns: Words = NONE
    # Prepositions that say that something is absent: "without".
    negative_prepositions: Words = NONE
    negative_prefixes: Words = NONE
    # Conjunctions that go on with a negation: "nor was he asked".
    negative_conjunctions: Words = NONE
    # Degree words that deny what they modify: "too small to see".
    excessive_adverbs: Words = NONE
    # Verbs, nouns and adjectives that deny their complement: "refuse to go".
    denying_words: Words = NONE
    # Those of them that say no more than "not".
    bare_denying_words: Words = NONE
    # Those that deny an infinitive alone: "fail to pay", not "fail an exam".
    denying_of_infinitives: Words = NONE
    # Those that deny a gerund alone: "stop working", not "stop to work" or "stop a train".
    denying_of_gerunds: Words = NONE
    # Those that deny an object only if it is no number: "decline an offer", not "3 percent".
    denying_but_measures: Words = NONE
    # Words that deny together with one that hangs on them: "turn down".
    denying_with: Mapping[str, str] = field(default_factory=dict)
    # Nouns behind such a pair that leave nothing to deny: "free of charge".
    denying_exempt_nouns: Words = NONE
    # Adverbs before which "not" denies nothing: "not only".
    focus_adverbs: Words = NONE
    # Two words that deny what stands behind them: "anything but".
    denying_pairs: Pairs = frozenset()
    # Adverbs that restrict, whatever denies them: "not only".
    restrictive_adverbs: Words = NONE

    # -- Polarity: what else turns entailment round --------------------------------------------
    # Prepositions in whose phrase a more general word says more: "without", "before".
    downward_prepositions: Words = NONE
    # Pronouns of whoever it may be, whose clause is such a place.
    free_relatives: Words = NONE
    # Indefinite words that mean "some" in the reach of another operator: "any".
    polar_indefinites: Words = NONE
    # The one of them that is a determiner.
    polar_determiners: Words = NONE
    # What begins a condition, and which of those is affirmative: "unless" denies.
    conditionals: Words = NONE
    # Two words that begin an affirmative condition, the second one its mark: "provided that".
    conditional_pairs: Pairs = frozenset()
    # Conjunctions that open a condition where they speak of all times.
    general_conjunctions: Words = NONE
    affirmative_conditionals: Words = NONE
    # What, denied, says when something began: "not until".
    limit_words: Words = NONE
    # Two words that make no condition: "even if".
    unconditional_pairs: Pairs = frozenset()
    # Adverbs that say that something is nearly so.
    approximate_adverbs: Words = NONE
    # What makes a clause no fact: more than the conditionals above, as fusion has it.
    condition_markers: Words = NONE
    # What begins a clause that a negation before it leaves alone: "because".
    independent_clause_markers: Words = NONE
    # What begins a clause that is said to be so: "after", "because".
    factual_clause_markers: Words = NONE
    # Conjunctions of alternatives.
    disjunctions: Words = NONE
    # Two words that together set what stands behind them against what is so: "rather than".
    rejecting_pairs: Pairs = frozenset()
    # What makes an exception of "all", and the conjunction that makes one of "nothing".
    exceptive_words: Words = NONE
    exceptive_conjunctions: Words = NONE

    # -- Modality and truth --------------------------------------------------------------------
    # Modal verbs and adverbs of what is only possible, as evidence of a weaker statement.
    epistemic_words: Words = NONE
    # Those of them that are no hedges: what is necessary, or can be.
    strong_modals: Words = NONE
    # What may be so, against `future_auxiliaries`, what will be so: a conflict.
    possibility_words: Words = NONE
    future_auxiliaries: Words = NONE
    # What can be, or cannot: a negation of it is one of ability.
    ability_words: Words = NONE
    # All modal verbs, as fusion compares them, with the tag of a modal verb.
    modal_verbs: Words = NONE
    # Adverbs of one scale, the strongest first, each of which entails those behind it.
    horn_scales: tuple[tuple[str, ...], ...] = ()
    # Adverbs, adjectives and degree words without which a sentence says something else.
    truth_modifiers: Words = NONE
    # Those of them that say the same, each with the one that stands for it.
    alike_modifiers: Mapping[str, str] = field(default_factory=dict)
    # Modifiers that take away what they modify: a fake gun is no gun.
    privative_modifiers: Words = NONE
    # Verbs of intention: who tries to win need not win.
    intention_verbs: Words = NONE
    # Verbs that in the passive say that something is only likely: "is expected to rise".
    hearsay_verbs: Words = NONE
    # Words whose clause is so, whatever denies them; those whose clause is only thought; those of
    # which a negation is one of their clause.
    factive_words: Words = NONE
    opinion_words: Words = NONE
    neg_raising_verbs: Words = NONE
    # Other words whose clause may be so or not; what speaks for it; words of those who doubt it, so
    # that "no doubt" leaves none, and of those who deny it.
    uncertain_words: Words = NONE
    evidence_words: Words = NONE
    doubting_words: Words = NONE
    disputing_words: Words = NONE
    # What says of a clause that it is true, or that it is false; of a claim alone that it is false.
    truth_words: Words = NONE
    falsity_words: Words = NONE
    refuting_words: Words = NONE
    # Verbs of telling somebody to do something: who is told to go need not go.
    ordering_verbs: Words = NONE
    # Verbs of saying: what stands behind them is said, not a fact of its own.
    reporting_verbs: Words = NONE
    # Verbs of stances that several may take: who denies or welcomes something is not alone in it.
    stance_verbs: Words = NONE
    # What counts beside others: "two more", "the other two".
    additive_determiners: Words = NONE
    # What names a source: "according to".
    attributions: Words = NONE
    # Auxiliaries and adverbs that say how certain or how necessary it is: the kind (`Modality`) and
    # the strength, 0 to 1. Words that do so of an open complement, each in a form ("active",
    # "passive" or "progressive"): "is due to", "is expected to", "is going to".
    modal_words: Mapping[str, tuple[str, float]] = field(default_factory=dict)
    modal_governors: Mapping[tuple[str, str], tuple[str, float]] = field(default_factory=dict)

    # -- Quantity ------------------------------------------------------------------------------
    # Words that quantify on their own: how many at least, and at most.
    quantifiers: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    # Nouns that quantify what stands behind their "of".
    partitives: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    # Determiners of all, and pronouns that mean all people or things.
    universal_determiners: Words = NONE
    universal_pronouns: Words = NONE
    # Determiners that speak of the whole of a kind, so that a noun cannot be made more special.
    sweeping_determiners: Words = NONE
    # Quantifiers of many, with "not" before them as good as those of few.
    large_quantifiers: Words = NONE
    # Of these, the one that says "more than half", so that nothing is entailed in its scope.
    majority_quantifiers: Words = NONE
    small_quantifiers: Words = NONE
    # What says that there is one: "a single".
    single_words: Words = NONE
    # Words before "a" that make exactly one of it: "only a".
    only_words: Words = NONE
    # What before a scale makes several of it: "several million".
    several_words: Words = NONE
    # Determiners of a noun that says how often: "a year", "per week".
    rate_determiners: Words = NONE
    # What stands before a number and makes a range of it, the longest first, and what range.
    bounds_before: tuple[tuple[tuple[str, ...], str], ...] = ()
    # What stands behind a number and makes a range of it.
    bounds_behind: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    # What opens a range, and what joins its two numbers: "between 5 and 10".
    range_pairs: Pairs = frozenset()
    # What joins two numbers to a range by itself, unless an origin stands before: "5 to 10".
    range_joints: Words = NONE
    origin_prepositions: Words = NONE
    # What a preposition makes of a quantity behind it (`analysis.quantities.Quantity.role`).
    quantity_roles: Mapping[str, str] = field(default_factory=dict)
    # Quantifiers by kind, as the features of the trained models count them.
    feature_quantifiers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # Other words that those features look for, by the name of the feature.
    feature_words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    # -- Numerals ------------------------------------------------------------------------------
    cardinals: Mapping[str, int] = field(default_factory=dict)
    ordinals: Mapping[str, int] = field(default_factory=dict)
    # What a numeral in digits ends in to be an ordinal: "2nd".
    ordinal_endings: tuple[str, ...] = ()
    # Decades in words, as years of a century: "nineties".
    decades: Mapping[str, int] = field(default_factory=dict)
    # Numerals that multiply what stands before them, and the short forms of those.
    scales: Mapping[str, int] = field(default_factory=dict)
    scale_abbreviations: Mapping[str, int] = field(default_factory=dict)
    # Letters that are short for a scale beside a currency alone: 5 m are metres else.
    currency_scales: Mapping[str, int] = field(default_factory=dict)
    # Scales, short or in full, that may be written in one word with their digits: "5bn".
    attached_scales: tuple[str, ...] = ()
    # Units other than currencies that may be: "5%".
    attached_units: tuple[str, ...] = ()
    # The half as a numeral, behind a number ("and a half"), and before one ("half a").
    halves: Words = NONE
    half_behind: tuple[str, ...] = ()
    half_before: tuple[str, ...] = ()
    # Conjunctions within a numeral: "thousand and five".
    numeral_conjunctions: Words = NONE
    # The numeral that is a pronoun too: "one", which counts only where it is tagged so.
    pronoun_numerals: Words = NONE
    # Nouns of parts of a whole, and how many of them make it up: "two thirds", "a quarter".
    denominators: Mapping[str, int] = field(default_factory=dict)
    # What joins a part and a whole: "one in five".
    share_joints: Words = NONE
    # Short forms before a number that stand for a noun, and that noun: "No. 2".
    numbering_words: Mapping[str, str] = field(default_factory=dict)
    # How often: adverbs, nouns behind a number ("three times"), adverbs of a period ("daily").
    counting_adverbs: Mapping[str, int] = field(default_factory=dict)
    counting_nouns: Words = NONE
    period_adverbs: Mapping[str, str] = field(default_factory=dict)

    # -- Units of measure and currencies -------------------------------------------------------
    # Every unit with its written forms; "and", for which "&" stands, is one, too.
    units: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # Letters that are units behind a number alone.
    unit_letters: Mapping[str, str] = field(default_factory=dict)
    # Units of two words, each with its name: "per cent".
    unit_phrases: Mapping[tuple[str, str], str] = field(default_factory=dict)
    # The unit that is a share of a hundred.
    share_units: Words = NONE
    # Which units are currencies.
    currencies: tuple[str, ...] = ()
    # Words for the hundredth part of a currency, and the currencies that each is a part of.
    subunits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # Degrees: how many of Celsius one is, and what none of them is in Celsius.
    temperatures: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    # Units by what they measure, and how many of the smallest one each is.
    measures: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    # -- The calendar --------------------------------------------------------------------------
    # Names in order.
    months: tuple[str, ...] = ()
    weekdays: tuple[str, ...] = ()
    # Other forms of names of months and weekdays, without a period, and the names.
    calendar_forms: Mapping[str, str] = field(default_factory=dict)
    # Those that are other words too, unless written with a period or a capital.
    ambiguous_calendar_forms: Words = NONE
    # Words and marks within a date: "the 15th of September".
    date_joints: Words = NONE
    # The time of day: halves of a day behind an hour and the hours they add, times with a name,
    # what stands behind a full hour, parts of an hour in minutes, and whether they are added to an
    # hour or taken away: "3 pm", "noon", "3 o'clock", "half past three".
    meridiems: Mapping[str, int] = field(default_factory=dict)
    day_times: Mapping[str, int] = field(default_factory=dict)
    full_hours: Words = NONE
    hour_parts: Mapping[str, int] = field(default_factory=dict)
    hour_directions: Mapping[str, int] = field(default_factory=dict)
    # What stands behind an ordinal of a hundred years; before a number that is a year.
    century_nouns: Words = NONE
    year_openers: Words = NONE
    # Adverbs that are times.
    time_adverbs: Words = NONE
    # Prepositions of times that go with a date, "since", and of those beside one, "before".
    time_span_prepositions: Words = NONE
    time_order_prepositions: Words = NONE
    # The preposition of a day: "on Monday".
    day_prepositions: Words = NONE

    # -- Wording -------------------------------------------------------------------------------
    # Roundabout phrases, with what says the same in fewer letters; verbs are in their base form.
    shorter_phrases: Mapping[str, str] = field(default_factory=dict)
    # How a sentence may begin that only says that something is said: "please note that".
    empty_openers: tuple[str, ...] = ()
    # What an infinitive says in fewer words, with a participle behind it: "with the aim of".
    purpose_phrases: Mapping[str, str] = field(default_factory=dict)
    # Conjunctions of concessions, with what a sentence of its own begins with in their place.
    concession_leads: Mapping[str, str] = field(default_factory=dict)
    # Pronouns that may be the subject of another sentence.
    subject_pronouns: Words = NONE

    # -- Names ---------------------------------------------------------------------------------
    # Words in common abbreviations, without a period: "dept".
    abbreviations: Mapping[str, str] = field(default_factory=dict)
    # What a country ends in, and its adjective, behind the letters that they share.
    demonym_endings: Pairs = frozenset()
    # Adjectives of countries that follow no rule.
    country_of: Mapping[str, str] = field(default_factory=dict)
    # Kinds of things, as the lexical index names them: of the living there may be others.
    living_kinds: tuple[str, ...] = ()
    # Kinds of what shows that something is there.
    evidence_kinds: tuple[str, ...] = ()
    # Groups of people that a name may name; places.
    group_kinds: tuple[str, ...] = ()
    place_kinds: tuple[str, ...] = ()
    # Of things of which it matters whether something is in, on or at them.
    thing_kinds: tuple[str, ...] = ()
    city_kinds: tuple[str, ...] = ()
    state_kinds: tuple[str, ...] = ()

    # -- Spelling ------------------------------------------------------------------------------
    # What two words of one family end in, behind the letters that they share; "" among them.
    suffixes: Words = NONE
    # Endings of plurals, for words too short for others, and short words that are none's singular.
    plural_endings: tuple[str, ...] = ()
    false_plurals: Words = NONE
    # Spellings to unify before words are compared: patterns and what replaces them.
    spelling_variants: tuple[tuple[str, str], ...] = ()
    # Contracted forms and their full ones, where no tokeniser has set norms.
    contractions: Mapping[str, str] = field(default_factory=dict)
    # Clitics, with an apostrophe of the typewriter, and their lemmas where these are known.
    clitic_lemmas: Mapping[str, str] = field(default_factory=dict)
    # Parts of compounds that say little, and prefixes that say the contrary of what follows.
    minor_compound_parts: Words = NONE
    contrary_prefixes: Words = NONE

    # -- Word form, as inflection and fusion write it ------------------------------------------
    # Words that fusion writes by itself: "coordinator", "definite", "indefinite" and
    # "indefinite_vowel" (the article before a vowel).
    written: Mapping[str, str] = field(default_factory=dict)
    # Tags with a form of their own, and tags of the lemma itself.
    inflected_tags: tuple[str, ...] = ()
    base_tags: tuple[str, ...] = ()
    # By tag, what stands before an adjective or adverb without forms: "more recent".
    degree_words: Mapping[str, str] = field(default_factory=dict)
    # Forms of "be" by tag and whether the subject is plural; the past by its other number.
    copula_forms: Mapping[tuple[str, bool], str] = field(default_factory=dict)
    past_copula_forms: Mapping[tuple[str, bool], str] = field(default_factory=dict)
    # How words are pronounced: beginnings with a silent consonant, those that sound like "you".
    silent_beginnings: tuple[str, ...] = ()
    glide_beginnings: tuple[str, ...] = ()
    vowels: tuple[str, ...] = ()
    # Capitals whose names begin with a vowel; numerals in digits that do, and beginnings of those.
    vowel_letters: Words = NONE
    vowel_numerals: Words = NONE
    vowel_numeral_beginnings: tuple[str, ...] = ()
    # Clitics, written without a blank before them; the possessive ones.
    clitics: Words = NONE
    # Pronouns that keep their capital.
    capital_pronouns: Words = NONE

    # -- Verbs ---------------------------------------------------------------------------------
    # The copula; verbs that say nothing by themselves; the auxiliary of the perfect.
    copulas: Words = NONE
    empty_verbs: Words = NONE
    perfect_auxiliaries: Words = NONE
    # Verbs that say little beside their object.
    light_verbs: Words = NONE
    # Verbs that say little without a complement, whatever its dependency.
    incomplete_verbs: Words = NONE
    # Verbs whose object stands for little without where it is put.
    placing_verbs: Words = NONE
    # Verbs whose arguments can change places: "meet".
    mutual_verbs: Words = NONE
    # Verbs that lend their tense to what completes them, and the aspect that they give to it:
    # "began to sing" is progressive, "finished singing" perfect, "used to sing" habitual.
    phase_verbs: Mapping[str, str] = field(default_factory=dict)
    # Adverbs of what is so again and again: "usually".
    frequency_adverbs: Words = NONE
    # Kinds of verbs, as the lexical index names them: of activities and states, which are so at
    # each moment that they last ("was walking", "walked"), and of changes, which have an end.
    activity_kinds: tuple[str, ...] = ()
    change_kinds: tuple[str, ...] = ()
    # Words that say the same from both of its sides, each with where the other party stands by it:
    # behind a preposition, as what it is done to ("patient"), or as whose it is ("owner"). "Give to
    # receive from": who gives it to whom is who receives it from him. A particle goes with its
    # verb: "make_up".
    converse_words: tuple[tuple[str, str, str, str], ...] = ()
    # Verbs of wearing and of seeming, which join somebody and what is said of him.
    wearing_verbs: Words = NONE
    seeming_verbs: Words = NONE
    # Words of one event, whatever its voice: who is killed dies.
    event_families: tuple[Words, ...] = ()

    # -- Nouns and pronouns --------------------------------------------------------------------
    # Nouns that say little beside what stands behind their "of", as the relations have it.
    light_nouns: Words = NONE
    # Nouns that say little without what they are a part or a measure of, as fusion has it.
    part_nouns: Words = NONE
    # Nouns of attributes, which join a thing and its colour.
    attribute_nouns: Words = NONE
    # Nouns and pronouns of people, with the noun that the lexical index has for them.
    human_nouns: Mapping[str, str] = field(default_factory=dict)
    # Personal pronouns: of people; in the singular; all of the third person.
    human_pronouns: Words = NONE
    # The lemma above all nouns for people.
    person_noun: str = ""
    singular_pronouns: Words = NONE
    personal_pronouns: Words = NONE
    # Of who speaks and who is spoken to.
    speaker_pronouns: Words = NONE
    # The one that may stand for nothing: "it is likely that".
    expletive_pronouns: Words = NONE
    # All personal, possessive and reflexive pronouns.
    pronoun_forms: Words = NONE
    # Words in the plural by themselves, and words that may be in either number.
    plural_words: Words = NONE
    numberless_words: Words = NONE

    # A sentence that tells of two figures of one thing, each in the place of a "{}".
    differing_reports: str = ""

    # -- Determiners and adjectives ------------------------------------------------------------
    indefinite_articles: Words = NONE
    definite_articles: Words = NONE
    # Determiners of what is new to the reader.
    indefinite_determiners: Words = NONE
    demonstratives: Words = NONE
    # Adjectives that come before all others.
    first_adjectives: Words = NONE
    # Stop words of spaCy that bear information all the same, and modifiers that tell a little.
    telling_stop_words: Words = NONE
    telling_modifiers: Words = NONE
    # The one of these that is no news behind what it adds to: "he came too".
    additive_modifiers: Words = NONE

    # -- Prepositions and particles ------------------------------------------------------------
    # What joins a noun to its complement or whole; what names who does it; the standard; the role.
    genitive_prepositions: Words = NONE
    agent_prepositions: Words = NONE
    comparison_markers: Words = NONE
    role_prepositions: Words = NONE
    # Before the other party of a deal or a contest.
    party_prepositions: Words = NONE
    # Of where something is, be it in, at or near a place: one slot.
    place_prepositions: Words = NONE
    # Of where something is put; of the way it takes.
    goal_prepositions: Words = NONE
    # Of what says when, where or why: it may be left out where it is repeated; a verb without an
    # object can lose it.
    repeatable_prepositions: Words = NONE
    free_prepositions: Words = NONE
    # Of which a verb has one.
    single_prepositions: Words = NONE
    # Function words that say the contrary of each other, both ways; particles among them, which
    # are opposites as particles alone; those that are opposites of verbs alone.
    opposite_function_words: Pairs = frozenset()
    opposite_particles: Words = NONE
    opposite_stances: Pairs = frozenset()
    # Prepositions and conjunctions that can mean the same, in groups; those that can also be the
    # mere complement of a verb or a noun, which chooses its own ("depend on", "rely upon").
    near_prepositions: tuple[Words, ...] = ()
    bare_prepositions: Words = NONE
    # Those that mean the same of times and places, but not of things: "in the box", "on the box".
    near_place_prepositions: tuple[Words, ...] = ()
    # Of pairs of them the one that says the same with both sides exchanged: "before", "after";
    # those that do so by themselves: "while".
    inverse_prepositions: Pairs = frozenset()
    symmetric_conjunctions: Words = NONE
    # Before who gets something; before who does it as well.
    recipient_prepositions: Words = NONE
    company_prepositions: Words = NONE
    # Before some of those that are meant: "including".
    instance_prepositions: Words = NONE
    # Words of several tokens that are one preposition, the last one a preposition by itself;
    # adverbs that go with none.
    compound_prepositions: tuple[tuple[str, ...], ...] = ()
    detached_adverbs: Words = NONE

    # -- Conjunctions and discourse ------------------------------------------------------------
    # What adds; those of which both sides are said.
    additive_conjunctions: Words = NONE
    asserting_coordinators: Words = NONE
    complementizers: Words = NONE
    # Adverbs that join a sentence to the one before; words at its start that point back to it.
    connectives: Words = NONE
    pointing_openers: Words = NONE

    # -- Questions -----------------------------------------------------------------------------
    question_words: Words = NONE
    # Other forms of them, and which asks for a degree: "how many".
    question_forms: Mapping[str, str] = field(default_factory=dict)
    degree_questions: Words = NONE
    # Those that may ask for a definition; those that may ask for an object.
    defining_questions: Words = NONE
    object_questions: Words = NONE
    # What a question word asks for: entity types, and words that open such a phrase.
    question_entities: Mapping[str, Words] = field(default_factory=dict)
    question_openers: Mapping[str, Words] = field(default_factory=dict)

    # -- Grammatical roles ---------------------------------------------------------------------
    # The role of each dependency label (`analysis.roles`); what is not named has the role "other".
    roles: Mapping[str, str] = field(default_factory=dict)
    # Whether the parsers follow Universal Dependencies, where prepositions and copulas hang on
    # content words: `Syntax` then turns the trees round.
    content_heads: bool = False

    # -- Dependency labels: arguments ----------------------------------------------------------
    subject_labels: Words = NONE
    # Of nouns alone, active and passive.
    nominal_subject_labels: Words = NONE
    passive_subject_labels: Words = NONE
    # Objects and predicative complements of a verb, and with those of prepositions.
    object_labels: Words = NONE
    inner_object_labels: Words = NONE
    direct_object_labels: Words = NONE
    complement_labels: Words = NONE
    finite_complement_labels: Words = NONE
    predicative_labels: Words = NONE
    # Functions that come to the same: of a passive those of the active.
    active_labels: Mapping[str, str] = field(default_factory=dict)
    # Agent 0 or patient 1, whatever the voice.
    role_of_label: Mapping[str, int] = field(default_factory=dict)
    # Dependents without which a word does not stand.
    needed_labels: Words = NONE

    # -- Dependency labels: function words and modifiers ---------------------------------------
    auxiliary_labels: Words = NONE
    particle_labels: Words = NONE
    adposition_labels: Words = NONE
    coordination_labels: Words = NONE
    compound_labels: Words = NONE
    # What carries no information of its own; function words that go with their head.
    function_labels: Words = NONE
    attached_function_labels: Words = NONE
    # Modifiers before a noun, without a possessor and with one; first of all.
    insertable_labels: Words = NONE
    single_labels: Words = NONE
    premodifier_labels: Words = NONE
    # Of all that a phrase can do without, by what is done with it: left out in a variant; in an
    # answer; said once in coordinated clauses; moved to where the other side has it.
    modifier_labels: Words = NONE
    droppable_labels: Words = NONE
    optional_labels: Words = NONE
    movable_labels: Words = NONE
    # Dependents that may hold a time.
    time_labels: Words = NONE

    # -- Dependency labels: clauses ------------------------------------------------------------
    # Clauses that hang on a word; what is said of a noun behind it; the ones of verbs' forms.
    clause_labels: Words = NONE
    noun_clause_labels: Words = NONE
    participle_labels: Words = NONE
    # Dependents that are clauses of their own, and those that a comma sets off; as the frame and
    # as the intersection have it.
    clausal_labels: Words = NONE
    aside_labels: Words = NONE
    set_off_labels: Words = NONE
    # Functions that parsers confuse, and functions of coordinate clauses.
    loose_labels: Words = NONE
    # What a rewrite may leave out, by class: "adj", "adv", "det", "pp", "clause", "conj".
    deletable_labels: Mapping[str, Words] = field(default_factory=dict)
    coordinate_labels: Words = NONE
    # Dependents in the chunk of their head: wherever they stand, and if they stand before it.
    chunk_labels: Words = NONE
    chunk_labels_before: Words = NONE
    # Labels as the features of the trained models count them.
    feature_roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    feature_objects: tuple[str, ...] = ()
    feature_heads: tuple[str, ...] = ()

    # -- Part-of-speech tags -------------------------------------------------------------------
    # The morphological features whose values make up the tags, in a language that has no others.
    tag_features: tuple[str, ...] = ()
    # Of finite verbs, modal ones left out; of modal verbs; of participles.
    finite_tags: Words = NONE
    modal_tags: Words = NONE
    present_tags: Words = NONE
    past_participle_tags: Words = NONE
    participle_tags: Words = NONE
    # Relative and question words.
    wh_tags: Words = NONE
    # Nouns in the plural, and tags of one family: a lemma can be put into another form of it.
    plural_noun_tags: Words = NONE
    tag_families: tuple[Words, ...] = ()

    # -- Entity types --------------------------------------------------------------------------
    person_entities: Words = NONE
    time_entities: Words = NONE
    # A number and a unit; numbers without one.
    measure_entities: Words = NONE
    number_entities: Words = NONE
    # Types in which two names can be told to differ; places; peoples and places before a noun.
    name_entities: Words = NONE
    place_entities: Words = NONE
    origin_entities: Words = NONE

    @cached_property
    def negations(self) -> Words:
        """Words that negate by themselves in any position: "not", "nobody", "without"."""
        words = self.negative_adverbs | self.negative_determiners | self.negative_pronouns
        words |= self.negative_prepositions | self.negative_conjunctions
        return words | self.negated_spellings.keys()

    @cached_property
    def negated_spellings(self) -> Mapping[str, str]:
        """The spelling variants of negated auxiliaries, each mapped to the spelling in the list.

        The apostrophe may be typographic, missing, or misplaced: "didn’t", "didnt", "did'nt".
        """
        found: dict[str, str] = {}
        for form in self.negated_auxiliaries:
            bare, at = form.replace("'", ""), form.find("'")
            places = (at - 1, at) if at > 0 else ()
            marked = (bare[:k] + mark + bare[k:] for k in places for mark in APOSTROPHES)
            found |= dict.fromkeys((bare, *marked), form)
        return found

    @cached_property
    def articles(self) -> Words:
        """The articles, definite and indefinite."""
        return self.indefinite_articles | self.definite_articles

    @cached_property
    def tensed_tags(self) -> Words:
        """The tags of finite verbs, including modal verbs."""
        return self.finite_tags | self.modal_tags

    @cached_property
    def converses(self) -> Mapping[tuple[str, str], Pairs]:
        """How the other party is expressed with each of two words that are converses."""
        found: dict[tuple[str, str], set[tuple[str, str]]] = {}
        for one, party, other, party2 in self.converse_words:
            found.setdefault((one, other), set()).add((party, party2))
            found.setdefault((other, one), set()).add((party2, party))
        return {pair: frozenset(ways) for pair, ways in found.items()}

    @property
    def known(self) -> bool:
        """Whether there is a file for the language; without one, no relations are predicted."""
        return bool(self.roles)

    def __reduce__(self) -> tuple[object, ...]:
        """Travel to a worker process as the code alone, so that there is one object in each."""
        return language_data, (self.code,)


@cache
def language_data(code: str) -> LanguageData:
    """Return the words and labels of a language; for an unknown one all are empty, with a warning.

    The warning (W002) is given once per process and language, also for "xx" (no language).

    Args:
        code: The code of the language, as in `nlp.lang`.

    Raises:
        ParaphraseError: P035 if the file of the language cannot be read.

    Example:
        >>> "nobody" in language_data("en").negative_pronouns
        True
    """
    path = find_file(code)
    if path is not None:
        data = LanguageData(code, **read_fields(path, LanguageData))
        if not data.roles:
            got, expected = "no roles", "the role of each dependency label under [roles]"
            raise ParaphraseError("P035", path=str(path), got=got, expected=expected)
        return data
    known = ", ".join(known_codes())
    warnings.warn(warning("W002", language=code, known=known), stacklevel=2)
    return LanguageData(code)
