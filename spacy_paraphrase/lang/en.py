"""English: every word list and label set that the algorithms know of it.

What each field is to them stands in `LanguageData`; comments here say how lists that look alike
differ. Dependency labels are ClearNLP's, as spaCy's English models give them, with those of
Universal Dependencies where a set has both.
"""

from __future__ import annotations

from math import inf

from . import LanguageData, word_set


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _mapping(text: str) -> dict[str, str]:
    """Return what stands before a slash for what stands behind it, for every pair in a text."""
    return dict(pair.split("/") for pair in text.split())


def _pairs(text: str) -> frozenset[tuple[str, str]]:
    return frozenset((one, other) for one, _, other in (p.partition("/") for p in text.split()))


def _both_ways(text: str) -> frozenset[tuple[str, str]]:
    return frozenset(p for one, other in _pairs(text) for p in ((one, other), (other, one)))


# -- Numerals --------------------------------------------------------------------------------------
_ONES = _split(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen
    """
)
_TENS = _split("twenty thirty forty fifty sixty seventy eighty ninety")
_NTH = _split("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth")
_CARDINALS = {word: value for value, word in enumerate(_ONES)}
_CARDINALS |= {word: 10 * value for value, word in enumerate(_TENS, 2)}
_ORDINALS = {word: value for value, word in enumerate(_NTH, 1)}
_ORDINALS |= {f"{word}th": value for value, word in enumerate(_ONES) if value > 12}
_ORDINALS |= {f"{word[:-1]}ieth": 10 * value for value, word in enumerate(_TENS, 2)}
_DECADES = {f"{word[:-1]}ies": 10 * value for value, word in enumerate(_TENS, 2)}
_SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9}
_SCALES |= {"trillion": 10**12, "dozen": 12}

# Parts of a whole: "half" and "quarter" beside the ordinals, of which "second" is none.
_DENOMINATORS = {"half": 2, "halves": 2, "quarter": 4, "quarters": 4}
_DENOMINATORS |= {
    f"{word}{ending}": value
    for word, value in _ORDINALS.items()
    if value > 2
    for ending in ("", "s")
}

# A unit and its written forms.
_UNITS = {
    "percent": "% percent pct",
    "dollar": "$ us$ usd dollar dollars",
    "euro": "€ eur euro euros",
    "pound": "£ gbp pound pounds",
    "yen": "¥ jpy yen",
    "yuan": "rmb cny yuan renminbi",
    "kilometre": "km kilometre kilometres kilometer kilometers",
    "kilogram": "kg kilo kilos kilogram kilograms kilogramme kilogrammes",
    "gram": "gram grams gramme grammes",
    "milligram": "mg milligram milligrams milligramme milligrammes",
    "metre": "metre metres meter meters",
    "centimetre": "cm centimetre centimetres centimeter centimeters",
    "millimetre": "mm millimetre millimetres millimeter millimeters",
    "foot": "ft foot feet",
    "inch": "inch inches",
    "mile": "mile miles",
    "litre": "litre litres liter liters",
    "millilitre": "ml millilitre millilitres milliliter milliliters",
    "ounce": "oz ounce ounces",
    "gigabyte": "gb gigabyte gigabytes",
    "megabyte": "mb megabyte megabytes",
    "hour": "hour hours hr hrs",
    "minute": "minute minutes min mins",
    "second": "sec secs seconds",
    "and": "& and",
}
_MEASURES = {
    "length": {
        **{"metre": 1.0, "kilometre": 1e3, "centimetre": 0.01, "millimetre": 1e-3},
        **{"mile": 1609.344, "yard": 0.9144, "foot": 0.3048, "inch": 0.0254},
    },
    "mass": {
        **{"milligram": 1e-3, "gram": 1.0, "kilogram": 1e3, "tonne": 1e6, "pound": 453.59237},
        **{"ounce": 28.349523125},
    },
    "time": {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0, "week": 604800.0},
    "months": {"month": 1.0, "year": 12.0, "decade": 120.0, "century": 1200.0},
    "volume": {"litre": 1.0, "millilitre": 1e-3},
    "memory": {"kilobyte": 1.0, "megabyte": 1e3, "gigabyte": 1e6, "terabyte": 1e9},
}

# -- The calendar ----------------------------------------------------------------------------------
_MONTHS = _split(
    """
    january february march april may june july august september october november december
    """
)
_DAYS = _split("monday tuesday wednesday thursday friday saturday sunday")
_CALENDAR_FORMS = {name[:3]: name for name in (*_MONTHS, *_DAYS)}
_CALENDAR_FORMS |= _mapping("sept/september tues/tuesday thur/thursday thurs/thursday")

# -- Negation --------------------------------------------------------------------------------------
# The adverbs reach the predicate beside them, the determiners their noun phrase and clause. In the
# features of the trained models "cannot" is one word, and the adverbs of rareness are no negation.
_CLAUSAL_NEGATIONS = word_set("not n't n’t")
_NEGATIVE_DETERMINERS = word_set("no none neither")
_NEGATIVE_PRONOUNS = word_set("nobody nothing")
_NEGATIVE_ADVERBS = _CLAUSAL_NEGATIONS | word_set(
    "never hardly scarcely barely rarely seldom nowhere"
)
# Auxiliaries that take a clitic, by their lemmas; the last ones lose a letter before it.
_AUXILIARY_FORMS = {
    **{"do": "do does did", "be": "is are was were", "have": "have has had"},
    **{form: form for form in _split("could would should must might need ought dare")},
}
_NEGATED_AUXILIARIES = {
    form + ending: lemma
    for lemma, forms in (*_AUXILIARY_FORMS.items(), ("will", "wo"), ("can", "ca"), ("shall", "sha"))
    for form in _split(forms)
    for ending in ("n't", "nt")
}
_NEGATED_AUXILIARIES |= {"cannot": "can", "ain't": "be", "aint": "be"}
# Whatever denies, for what only asks whether a word does: fusion, the word aligner.
_NEGATIONS = (
    _NEGATIVE_ADVERBS
    | _NEGATIVE_DETERMINERS
    | _NEGATIVE_PRONOUNS
    | frozenset(_NEGATED_AUXILIARIES)
    | {"without", "nor"}
)
_FEATURE_NEGATIONS = word_set(
    "no not n't never none nobody nothing without neither nor"
) | frozenset(_NEGATED_AUXILIARIES)

# -- Determiners -----------------------------------------------------------------------------------
_INDEFINITE = word_set("a an")
_DEMONSTRATIVES = word_set("this that these those")

# -- Quantity --------------------------------------------------------------------------------------
# How many at least, and at most.
_QUANTIFIERS = {
    **dict.fromkeys(_split("no none neither some a an any"), (1, inf)),
    **dict.fromkeys(_split("many much most numerous"), (5, inf)),
    **{"few": (0, 4), "several": (3, inf), "both": (2, 2), "multiple": (2, inf)},
}
_PARTITIVES = {
    **{"couple": (2, inf), "pair": (2, 2), "dozen": (12, inf), "dozens": (24, inf)},
    **{"scores": (40, inf), "hundreds": (200, inf), "thousands": (2e3, inf)},
    **{"millions": (2e6, inf), "billions": (2e9, inf)},
    **dict.fromkeys(_split("lot lots plenty"), (5, inf)),
}
_BOUND_PHRASES = {
    "about": """a little more than, a little less than, slightly more than, slightly less than,
        just over, just under, about, around, approximately, roughly, some, nearly, almost""",
    "most": "a maximum of, no more than, not more than, at most, within",
    "least": "a minimum of, no fewer than, no less than, not less than, at least",
    "more": "more than, greater than, over, above",
    "less": "fewer than, less than, under, below",
    "limit": "up to",
    "exactly": "exactly, precisely, only, just",
}
_BOUNDS = {
    _split(phrase): bound for bound, text in _BOUND_PHRASES.items() for phrase in text.split(",")
}
_BOUNDS_BEHIND = {
    **{"or more": "least", "or less": "most", "or fewer": "most", "or so": "about"},
    **{"at least": "least", "at most": "most"},
}

# -- Labels ----------------------------------------------------------------------------------------
_SUBJECTS = word_set("nsubj nsubjpass csubj csubjpass expl nsubj:pass")
# What a verb has as object; with the objects of prepositions they are what a word needs to stand.
_INNER_OBJECTS = word_set("dobj obj dative attr acomp oprd")
_OBJECTS = _INNER_OBJECTS | word_set("iobj pobj pcomp")
_COMPLEMENTS = word_set("ccomp xcomp")
_AUXILIARIES = word_set("aux auxpass cop aux:pass")
_SET_OFF = word_set("appos relcl acl advcl npadvmod prep advmod amod ccomp")
_PREMODIFIERS = word_set("amod compound nummod nmod")
_FINITE = word_set("VBZ VBP VBD")

# The roles of ClearNLP's labels.
_ROLES = {
    **{"ROOT": "root", "nsubj": "subject", "nsubjpass": "passive subject", "obj": "object"},
    **{"nsubj:pass": "passive subject", "csubj": "clausal subject", "expl": "expletive"},
    **{"csubjpass": "passive clausal subject", "dobj": "object", "dative": "recipient"},
    **{"agent": "agent", "attr": "attribute", "acomp": "adjectival complement"},
    **{"oprd": "object complement", "ccomp": "complement clause", "xcomp": "open complement"},
    **{"pcomp": "prepositional clause", "advcl": "adverbial clause", "relcl": "relative clause"},
    **{"acl": "noun clause", "parataxis": "parataxis", "prep": "preposition"},
    **{"pobj": "prepositional object", "appos": "apposition", "poss": "possessor"},
    **{"compound": "compound", "nmod": "noun modifier", "amod": "adjective"},
    **{"advmod": "adverb", "npadvmod": "adverbial noun", "nummod": "numeral"},
    **{"quantmod": "numeral modifier", "det": "determiner", "predet": "predeterminer"},
    **{"neg": "negation", "aux": "auxiliary", "auxpass": "passive auxiliary", "prt": "particle"},
    **{"mark": "marker", "case": "case", "punct": "punctuation", "conj": "conjunct"},
    **{"cc": "conjunction", "preconj": "preconjunction"},
    **{"aux:pass": "passive auxiliary", "cop": "auxiliary", "compound:prt": "particle"},
}

DATA = LanguageData(
    code="en",
    # -- Negation ----------------------------------------------------------------------------------
    negations=_NEGATIONS,
    feature_negations=_FEATURE_NEGATIONS,
    clausal_negations=_CLAUSAL_NEGATIONS,
    full_negations=word_set("not"),
    negated_auxiliaries=_NEGATED_AUXILIARIES,
    negative_adverbs=_NEGATIVE_ADVERBS,
    negative_determiners=_NEGATIVE_DETERMINERS,
    ceasing_pairs=_pairs("no/longer"),
    continuing_pairs=_pairs("any/longer any/more"),
    continuing_adverbs=word_set("anymore"),
    negative_pronouns=_NEGATIVE_PRONOUNS,
    negative_prepositions=word_set("without"),
    negative_prefixes=word_set("non"),
    negative_conjunctions=word_set("nor"),
    excessive_adverbs=word_set("too"),
    denying_words=word_set(
        """
        fail refuse deny decline avoid prevent lack neglect forget doubt unable impossible
        prohibit forbid ban reject refrain abstain cease stop failure refusal inability
        """
    ),
    bare_denying_words=word_set("fail unable impossible lack failure inability"),
    denying_of_infinitives=word_set("fail forget neglect"),
    denying_of_gerunds=word_set("stop"),
    denying_but_measures=word_set("decline"),
    denying_with=_mapping("turn/down rule/out free/of decide/against opt/against choose/against"),
    denying_exempt_nouns=word_set("charge cost"),
    focus_adverbs=word_set("only just merely solely exclusively"),
    denying_pairs=_pairs("anything/but far/from"),
    restrictive_adverbs=word_set("only"),
    # -- Polarity ----------------------------------------------------------------------------------
    downward_prepositions=word_set("without before besides except excluding apart aside"),
    free_relatives=word_set("whoever whatever"),
    polar_indefinites=word_set("any anyone anybody anything"),
    polar_determiners=word_set("any"),
    conditionals=word_set("if unless"),
    general_conjunctions=word_set("when whenever"),
    affirmative_conditionals=word_set("if"),
    limit_words=word_set("until till"),
    unconditional_pairs=_pairs("even/if as/if"),
    approximate_adverbs=word_set("almost nearly virtually practically"),
    condition_markers=word_set("if unless whether lest"),
    independent_clause_markers=word_set("because since although though while whereas as so"),
    factual_clause_markers=word_set("after when as because since while although though"),
    disjunctions=word_set("or nor"),
    rejecting_pairs=_pairs("rather/than instead/of opposed/to"),
    exceptive_words=word_set("except excluding apart aside"),
    exceptive_conjunctions=word_set("but"),
    # -- Modality and truth ------------------------------------------------------------------------
    epistemic_words=word_set(
        """
        may might could can would perhaps maybe possibly probably likely allegedly reportedly
        apparently seemingly must should supposedly
        """
    ),
    strong_modals=word_set("can would must should"),
    possibility_words=word_set("may might could possibly perhaps maybe probably"),
    future_auxiliaries=word_set("will shall 'll"),
    ability_words=word_set("can could unable impossible"),
    modal_verbs=word_set("may might can could would should will shall must ought"),
    horn_scales=(
        _split("always usually often sometimes"),
        _split("certainly probably possibly"),
        _split("completely largely partly"),
    ),
    truth_modifiers=word_set(
        """
        nearly almost allegedly reportedly apparently possibly perhaps maybe probably likely
        barely unlikely supposedly seemingly potentially presumably virtually practically only
        alleged former fake would-be so-called possible potential suspected attempted planned
        proposed failed false supposed ex purported few little impossible doubtful least most
        more less fewer under over about around roughly approximately
        """
    ),
    alike_modifiers=_mapping(
        """
        around/about roughly/about approximately/about nearly/almost virtually/almost
        practically/almost
        """
    ),
    privative_modifiers=word_set(
        """
        fake former alleged would-be counterfeit ex possible potential mock artificial imitation
        supposed so-called fictional attempted proposed toy false failed almost nearly imaginary
        pretend virtual suspected
        """
    ),
    intention_verbs=word_set(
        """
        try attempt want hope plan intend seek aim wish expect prepare threaten promise consider
        offer need pretend struggle agree vow
        """
    ),
    hearsay_verbs=word_set("expect believe think say report allege suppose estimate understand"),
    factive_words=word_set(
        """
        know realize realise regret discover notice remember forget learn recognize recognise
        acknowledge admit see observe reveal resent aware unaware sorry glad happy sad proud
        surprised ashamed amazed
        """
    ),
    opinion_words=word_set(
        """
        think believe claim allege assume suppose guess suspect imagine fear hope argue contend
        insist suggest predict expect pretend dream maintain assert speculate wish convinced
        claim belief allegation rumor rumour hope fear suspicion assumption
        """
    ),
    neg_raising_verbs=word_set("think believe suppose guess imagine expect feel reckon"),
    uncertain_words=word_set(
        """
        doubtful unlikely possible unclear uncertain questionable conceivable improbable debatable
        dubious idea notion theory possibility suggestion hypothesis prospect likelihood chance risk
        lie convince
        """
    ),
    evidence_words=word_set("evidence proof sign indication guarantee"),
    doubting_words=word_set("doubt question"),
    disputing_words=word_set("deny dispute refute reject disprove denial"),
    truth_words=word_set("true case fact"),
    falsity_words=word_set(
        "false untrue lie myth hoax fallacy falsehood misconception illusion fiction"
    ),
    refuting_words=word_set(
        "wrong incorrect mistaken erroneous inaccurate baseless unfounded groundless"
    ),
    ordering_verbs=word_set(
        """
        order tell ask urge advise instruct command request invite encourage beg direct recommend
        """
    ),
    reporting_verbs=word_set(
        "say report announce tell claim confirm add note state explain declare warn reveal"
    ),
    attributions=word_set("according"),
    additive_determiners=word_set("more other others another further additional extra"),
    stance_verbs=word_set(
        """
        deny welcome criticize criticise praise condemn support oppose reject urge accuse call ask
        believe think expect predict hope want agree know promise admit argue insist comment
        """
    ),
    # -- Quantity ----------------------------------------------------------------------------------
    quantifiers=_QUANTIFIERS,
    partitives=_PARTITIVES,
    universal_determiners=word_set("every all each"),
    universal_pronouns=word_set("everyone everybody everything"),
    sweeping_determiners=word_set("all every each no any most"),
    large_quantifiers=word_set("many much most"),
    majority_quantifiers=word_set("most"),
    small_quantifiers=word_set("few"),
    single_words=word_set("single"),
    only_words=word_set("only just"),
    several_words=word_set("several few couple"),
    rate_determiners=word_set("a an each every per"),
    bounds_before=tuple(sorted(_BOUNDS.items(), key=lambda item: -len(item[0]))),
    bounds_behind={_split(text): bound for text, bound in _BOUNDS_BEHIND.items()},
    range_pairs=_pairs("between/and"),
    range_joints=word_set("to"),
    origin_prepositions=word_set("from"),
    # What the trained models were taught to count.
    feature_quantifiers={
        "all": _split("all every each everybody everyone everything"),
        "some": _split("some several many few most any"),
        "one": _split("a an one somebody someone"),
        "the": _split("the this that these those"),
    },
    feature_words={
        "no": ("no",),
        "not": ("not", "n't"),
        "nobody": _split("nobody none nothing neither"),
        "no_one": ("no", "one"),
        "there": ("there",),
        "without": ("without",),
    },
    # -- Numerals ----------------------------------------------------------------------------------
    cardinals=_CARDINALS,
    ordinals=_ORDINALS,
    ordinal_endings=_split("st nd rd th"),
    decades=_DECADES,
    scales=_SCALES,
    scale_abbreviations={"mn": 10**6, "bn": 10**9, "tn": 10**12},
    currency_scales={"k": 10**3, "m": 10**6, "b": 10**9},
    attached_units=_split("% pct percent"),
    attached_scales=_split("k m b mn bn tn million billion trillion"),
    halves=word_set("half"),
    half_behind=_split("and a half"),
    half_before=_split("half a"),
    numeral_conjunctions=word_set("and"),
    pronoun_numerals=word_set("one"),
    denominators=_DENOMINATORS,
    share_joints=word_set("in"),
    numbering_words={"no": "number", "nos": "number", "nr": "number", "#": "number"},
    counting_adverbs={"once": 1, "twice": 2, "thrice": 3},
    counting_nouns=word_set("time times"),
    period_adverbs=_mapping(
        "hourly/hour daily/day weekly/week monthly/month yearly/year annually/year"
    ),
    # -- Units of measure and currencies -----------------------------------------------------------
    units={unit: _split(forms) for unit, forms in _UNITS.items()},
    unit_letters=_mapping("m/metre g/gram l/litre h/hour s/second"),
    unit_phrases={
        ("per", "cent"): "percent",
        **dict.fromkeys((("degrees", "celsius"), ("°", "c"), ("degrees", "c")), "celsius"),
        **dict.fromkeys((("degrees", "fahrenheit"), ("°", "f")), "fahrenheit"),
    },
    share_units=word_set("percent"),
    currencies=_split("dollar euro pound yen yuan"),
    subunits={
        **dict.fromkeys(_split("cent cents ¢"), ("dollar", "euro")),
        **dict.fromkeys(_split("penny pennies pence p"), ("pound",)),
        **dict.fromkeys(_split("fen"), ("yuan",)),
    },
    measures=_MEASURES,
    # -- The calendar ------------------------------------------------------------------------------
    months=_MONTHS,
    weekdays=_DAYS,
    calendar_forms=_CALENDAR_FORMS,
    ambiguous_calendar_forms=word_set("mar may dec sat sun wed mon"),
    date_joints=word_set(", of the"),
    meridiems={
        **dict.fromkeys(_split("am a.m. a.m"), 0),
        **dict.fromkeys(_split("pm p.m. p.m"), 12),
    },
    day_times={"noon": 12, "midday": 12, "midnight": 0},
    full_hours=word_set("o'clock o’clock"),
    hour_parts={"half": 30, "quarter": 15},
    hour_directions={"past": 1, "to": -1},
    century_nouns=word_set("century centuries"),
    year_openers=word_set(
        "in since until by from before after during of for between and to early late"
    ),
    time_adverbs=word_set(
        "recently lately currently now today yesterday tomorrow tonight previously"
    ),
    time_span_prepositions=word_set("since until for during throughout"),
    time_order_prepositions=word_set("after before"),
    day_prepositions=word_set("on"),
    # -- Names -------------------------------------------------------------------------------------
    abbreviations=_mapping(
        """
        tv/television rep/representative vs/versus intl/international govt/government
        dept/department assn/association
        """
    ),
    demonym_endings=_pairs(
        """
        /i /n /an /ian /ese /vian a/ese a/ian o/an on/ese y/ian e/ian al/uese istan/ stan/
        ain/ish ey/ish en/ish and/ish ium/ian us/iot way/wegian
        """
    ),
    country_of=_mapping(
        """
        french/france greek/greece dutch/netherlands irish/ireland swiss/switzerland
        danish/denmark scottish/scotland german/germany thai/thailand welsh/wales spanish/spain
        finnish/finland filipino/philippines burmese/burma lao/laos philippine/philippines
        """
    ),
    living_kinds=_split("person animal"),
    evidence_kinds=_split("evidence indication"),
    place_kinds=_split("location island"),
    city_kinds=_split("city"),
    state_kinds=_split("state"),
    # -- Spelling ----------------------------------------------------------------------------------
    suffixes=word_set(
        """
        e s es ed d ing ings er ers or ors r rs ion ions ation ations al als ally ly y ity ities
        ies ment ments ness able ible ably ive ives ance ances ence ences ant ants ent ents ist
        ists ism ful less ous ic ics ical ise ize ised ized ising izing ate ated ates ating th age
        ages ship ery ry ied iness ier iest est iation
        """
    )
    | {""},
    plural_endings=_split("s"),
    false_plurals=word_set("new"),
    # British spellings turn American; the letters before them keep "four" and "wise" out.
    spelling_variants=(
        (r"(?<=[a-z]{3})our", "or"),
        (r"(?<=[a-z]{3})is(?=e|ing|ation)", "iz"),
        (r"(?<=[a-z]{2})ys(?=e|ing)", "yz"),
        (r"(?<=[a-z]{2})tre(?=s?$)", "ter"),
        (r"(?<=[a-z]{3})ogue(?=s?$)", "og"),
        (r"(?<=[a-z]{3})ence$", "ense"),
        (r"gramme(?=s?$)", "gram"),
    ),
    contractions=_mapping(
        "n't/not 've/have 'll/will 're/are 'm/am n’t/not ’ve/have ’ll/will ’re/are ’m/am"
    ),
    clitic_lemmas=_mapping("n't/not 'm/be 're/be 's/be 've/have 'll/will"),
    minor_compound_parts=word_set("a and by de el al in of on or per the to"),
    contrary_prefixes=word_set("anti non un"),
    # -- Word form ---------------------------------------------------------------------------------
    written={
        **{"coordinator": "and", "definite": "the", "passive": "be"},
        **{"indefinite": "a", "indefinite_vowel": "an"},
        **{"relative_person": "who", "relative_thing": "which"},
    },
    inflected_tags=_split("NNS NNPS VBD VBG VBN VBP VBZ JJR JJS RBR RBS"),
    base_tags=_split("NN NNP VB JJ RB MD"),
    degree_words=_mapping("JJR/more RBR/more JJS/most RBS/most"),
    copula_forms={
        **{("VBP", False): "are", ("VBP", True): "are"},
        **{("VBD", False): "was", ("VBD", True): "were"},
    },
    past_copula_forms={("was", True): "were", ("were", False): "was"},
    silent_beginnings=_split("hour honest honor honour heir"),
    glide_beginnings=_split(
        "unia unic unif unil unio uniq unis unit univ use usu util eu ubi one once ura uto"
    ),
    vowels=_split("a e i o u"),
    vowel_letters=frozenset("AEFHILMNORSX"),
    vowel_numerals=word_set("11 18"),
    vowel_numeral_beginnings=("8", "11,", "18,"),
    clitics=word_set("n't 's ’s ' ’ 're 've 'll 'd 'm n’t"),
    capital_pronouns=word_set("I"),
    # -- Verbs -------------------------------------------------------------------------------------
    copulas=word_set("be"),
    empty_verbs=word_set("be have do"),
    perfect_auxiliaries=word_set("have"),
    light_verbs=word_set(
        "do have get be give go take make come happen occur include contain involve bring"
    ),
    incomplete_verbs=word_set(
        """
        be become seem remain appear lie stand consist depend rely refer belong result lead aim
        put account base associate link relate know classify locate range tend happen agree
        contribute estimate expect consider call name cause
        """
    ),
    placing_verbs=word_set("put place lay set base station post"),
    listing_verbs=word_set("have include contain offer provide"),
    mutual_verbs=word_set(
        """
        meet marry resemble equal fight face play join kiss hug date match border touch be
        accompany cooperate compete talk speak
        """
    ),
    wearing_verbs=word_set("wear dress clothe clad"),
    seeming_verbs=word_set("look seem appear"),
    event_families=tuple(map(word_set, ("kill die dead", "raise rise", "marry wedding wed"))),
    # -- Nouns and pronouns ------------------------------------------------------------------------
    light_nouns=word_set(
        """
        group bunch couple set piece pair kind type sort lot number bit slice member area way
        thing amount series part
        """
    ),
    part_nouns=word_set(
        """
        part rest number lot group series kind type sort majority dozen couple piece half third
        top end front back side share percent total range amount level degree rate bit member one
        all
        """
    ),
    attribute_nouns=word_set("color colour size shape age appearance"),
    human_nouns=_mapping(
        """
        people/person folk/person folks/person someone/person somebody/person men/man women/woman
        children/child
        """
    ),
    person_noun="person",
    human_pronouns=word_set("he she"),
    singular_pronouns=word_set("he she it"),
    personal_pronouns=word_set("he she it they"),
    speaker_pronouns=word_set("i me we us you"),
    expletive_pronouns=word_set("it"),
    pronoun_forms=word_set(
        "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him "
        "his himself she her hers herself it its itself they them their theirs themselves"
    ),
    plural_words=word_set("they we you these those both many several few"),
    numberless_words=word_set("i you that which who what all some any most"),
    # -- Determiners and adjectives ----------------------------------------------------------------
    articles=_INDEFINITE | {"the"},
    indefinite_articles=_INDEFINITE,
    definite_articles=word_set("the"),
    indefinite_determiners=_INDEFINITE | {"some"},
    demonstratives=_DEMONSTRATIVES,
    first_adjectives=word_set("other same such own many few several more most various first last"),
    telling_stop_words=word_set("empty full serious"),
    telling_modifiers=word_set(
        "very too more less most least always often only first last next other same"
    ),
    additive_modifiers=word_set("too"),
    # -- Prepositions and particles ----------------------------------------------------------------
    genitive_prepositions=word_set("of"),
    agent_prepositions=word_set("by"),
    comparison_markers=word_set("than"),
    role_prepositions=word_set("as"),
    party_prepositions=word_set("to from against by with"),
    place_prepositions=word_set("in at on near outside"),
    goal_prepositions=word_set("on in at into under behind over onto near beside against"),
    repeatable_prepositions=word_set("in at during near since after before"),
    free_prepositions=word_set("in on at after before during since despite by until because near"),
    single_prepositions=word_set("into to onto with from of for about against by"),
    opposite_function_words=_both_ways(
        "with/without before/after inside/outside up/down on/off in/out over/under above/below"
    ),
    opposite_particles=word_set("on off in out"),
    opposite_stances=_both_ways("for/against"),
    compound_prepositions=(_split("in front of"),),
    detached_adverbs=word_set("ahead"),
    # -- Conjunctions and discourse ----------------------------------------------------------------
    additive_conjunctions=word_set("and"),
    coordinators=word_set("and but or"),
    asserting_coordinators=word_set("and but"),
    complementizers=word_set("that"),
    connectives=word_set("however meanwhile moreover also therefore furthermore nevertheless"),
    pointing_words=word_set("he she it they") | _DEMONSTRATIVES,
    pointing_openers=word_set("but and so his her its their"),
    # -- Questions ---------------------------------------------------------------------------------
    question_words=word_set("who whom when where why how what which whose"),
    question_forms=_mapping("whom/who whose/who"),
    degree_questions=word_set("how"),
    defining_questions=word_set("what who"),
    object_questions=word_set("what which"),
    question_entities={
        "who": word_set("PERSON ORG NORP"),
        "when": word_set("DATE TIME"),
        "where": word_set("GPE LOC FAC"),
        "many": word_set("CARDINAL QUANTITY PERCENT"),
        "much": word_set("MONEY QUANTITY PERCENT"),
        "old": word_set("DATE CARDINAL"),
    },
    question_openers={
        "why": word_set("because since due after as for from to of"),
        "how": word_set("by with through via using"),
        "where": word_set("in on at near by under over inside outside behind to from"),
        "when": word_set("when while after before during since until"),
    },
    # -- Dependency labels: arguments --------------------------------------------------------------
    roles=_ROLES,
    subject_labels=_SUBJECTS,
    nominal_subject_labels=word_set("nsubj nsubjpass"),
    passive_subject_labels=word_set("nsubjpass"),
    object_labels=_OBJECTS,
    inner_object_labels=_INNER_OBJECTS,
    direct_object_labels=word_set("dobj obj"),
    complement_labels=_COMPLEMENTS,
    finite_complement_labels=word_set("ccomp acl"),
    predicative_labels=word_set("acomp attr"),
    active_labels=_mapping("nsubjpass/dobj csubjpass/dobj obj/dobj acl/amod"),
    role_of_label={"nsubj": 0, "agent": 0, "nsubjpass": 1, "dobj": 1},
    voice_labels=word_set("nsubj nsubjpass dobj obj agent auxpass"),
    comparable_labels=_SUBJECTS | _OBJECTS | word_set("agent prep nummod advmod amod"),
    needed_labels=_SUBJECTS | _OBJECTS | _COMPLEMENTS | {"quantmod"},
    # -- Dependency labels: function words and modifiers -------------------------------------------
    auxiliary_labels=_AUXILIARIES,
    particle_labels=word_set("prt compound:prt"),
    adposition_labels=word_set("prep agent"),
    coordination_labels=word_set("conj cc"),
    compound_labels=word_set("compound nmod"),
    # The first is of all that is silent, the second of what fusion takes along with its head.
    function_labels=word_set("punct det aux auxpass case cc expl mark prt preconj predet"),
    attached_function_labels=_AUXILIARIES | word_set("det prt case neg expl predet preconj mark"),
    quantity_labels=word_set("det predet amod nummod advmod quantmod compound nmod"),
    insertable_labels=_PREMODIFIERS
    | word_set("acl advcl advmod agent appos conj npadvmod poss prep quantmod relcl"),
    single_labels=word_set("agent npadvmod nummod poss relcl"),
    premodifier_labels=_PREMODIFIERS,
    postmodifier_labels=word_set("prep acl relcl appos"),
    modifier_labels=word_set(
        "amod advmod advcl acl relcl appos nmod nummod npadvmod prep compound obl"
    ),
    droppable_labels=word_set("prep advcl npadvmod advmod relcl acl appos agent"),
    optional_labels=word_set("prep appos relcl acl npadvmod parataxis advcl"),
    movable_labels=word_set("prep npadvmod advmod"),
    time_labels=word_set("prep agent npadvmod advmod compound nmod poss"),
    mention_labels=word_set("nsubj nsubjpass dobj pobj conj"),
    # -- Dependency labels: clauses ----------------------------------------------------------------
    clause_labels=word_set("acl relcl advcl"),
    noun_clause_labels=word_set("acl relcl appos"),
    participle_labels=word_set("acl relcl"),
    clausal_labels=word_set("relcl acl advcl ccomp csubj csubjpass conj appos parataxis"),
    aside_labels=_SET_OFF | {"parataxis"},
    set_off_labels=_SET_OFF,
    loose_labels=word_set("prep advcl npadvmod agent"),
    deletable_labels={
        **{"adj": word_set("amod"), "adv": word_set("advmod npadvmod"), "det": word_set("det")},
        **{"pp": word_set("prep agent"), "conj": word_set("conj")},
        "clause": word_set("relcl acl advcl appos parataxis"),
    },
    coordinate_labels=word_set("conj ROOT parataxis"),
    raising_labels=_INNER_OBJECTS
    | word_set("nsubj nsubjpass csubj csubjpass expl")
    | word_set("prep pobj compound nmod poss appos agent pcomp preconj npadvmod ROOT dep"),
    denied_labels=word_set("xcomp ccomp dobj prep pcomp acomp obj acl nsubjpass"),
    condition_labels=word_set("advcl ROOT ccomp conj relcl"),
    rejected_labels=word_set("pobj pcomp conj advcl xcomp"),
    chunk_labels=word_set(
        """
        det predet preconj nummod quantmod poss compound flat aux auxpass neg prt case pobj pcomp
        fixed goeswith
        """
    ),
    chunk_labels_before=word_set("nmod advmod npadvmod"),
    # What the trained models were taught to count.
    feature_roles={
        "root": ("root",),
        "subject": _split("nsubj nsubjpass csubj csubjpass expl agent"),
        "object": _split("dobj obj iobj dative attr oprd acomp xcomp ccomp"),
        "oblique": _split("pobj obl prep pcomp prt"),
        "modifier": _split("amod advmod nummod compound poss npadvmod nmod appos"),
        "clause": _split("acl relcl advcl conj dep parataxis"),
    },
    feature_objects=_split("dobj obj nsubjpass pobj"),
    feature_heads=_split("nsubj ROOT dobj prep pobj agent"),
    # -- Part-of-speech tags -----------------------------------------------------------------------
    finite_tags=_FINITE,
    tensed_tags=_FINITE | {"MD"},
    modal_tags=word_set("MD"),
    present_tags=word_set("VBZ VBP"),
    past_participle_tags=word_set("VBN"),
    participle_tags=word_set("VBN VBG"),
    wh_tags=word_set("WDT WP WRB WP$"),
    plural_noun_tags=word_set("NNS NNPS"),
    tag_families=(
        word_set("NN NNS"),
        word_set("VB VBD VBG VBN VBP VBZ"),
        word_set("JJ"),
        word_set("RB"),
    ),
    # -- Entity types ------------------------------------------------------------------------------
    person_entities=word_set("PERSON"),
    time_entities=word_set("DATE TIME"),
    measure_entities=word_set("PERCENT MONEY QUANTITY DATE TIME"),
    number_entities=word_set("CARDINAL ORDINAL"),
    name_entities=word_set("PERSON GPE ORG LOC NORP"),
    place_entities=word_set("GPE LOC"),
    origin_entities=word_set("NORP GPE LOC"),
)
