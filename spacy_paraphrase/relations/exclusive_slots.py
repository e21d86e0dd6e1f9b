"""Exclusive slots: slots that the two sides fill with incompatible values.

Two dates, names or numbers in one slot exclude each other if they cannot be equal: de Marneffe,
Rafferty and Manning 2008, *Finding contradictions in text* (ACL), section 4.2. `analysis.slots`
finds the slots of a side and their fillers, `analysis.quantities` the values.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rapidfuzz.distance import Levenshtein

from ..analysis import roles as r
from ..analysis.quantities import FROM, SHARE, TO, Quantity
from ..analysis.reading import Analysis
from ..analysis.sentence import Sentence
from ..analysis.slots import DATE, NAME, NUMBER, Counted, Filler, counted, origins
from ..lang import LanguageData
from ..lexicon.index import LexicalIndex
from ..lexicon.names import alike_names
from ..lexicon.relations import relation
from .lexical import SAME_MEANING, TokenPair, word_relation
from .same_event import else_alike, else_same, same_event, same_thing
from .side_comparison import AnnotatedSentence, Comparison

# Roles in which two fillers of one slot can be compared.
_COMPARABLE = r.SUBJECTS | r.OBJECTS | {r.AGENT, r.PREPOSITION, r.NUMERAL, r.ADVERB, r.ADJECTIVE}
# Roles in which a verb has one filler each.
_CORE = r.INNER_OBJECTS | r.SUBJECTS

# The least share of common words of the shorter of two headlines about one event.
ONE_EVENT = 0.6
# The kind of difference, the source token, the target token, and whether they exclude each other.
Found = tuple[str, int, int, bool]


def exclusive_slots(compared: Comparison, index: LexicalIndex | None) -> Iterator[Found]:
    """Yield different words that fill the same slot of linked words.

    Some dates, names or numbers surely exclude each other. Others may denote the same thing, or two
    things that can both be true.

    Yields:
        The kind of difference ("date", "name" or "number"), the source token, the target token, and
        whether the two exclude each other.
    """
    sides = [annotated.analysis.fillers.values() for annotated in compared.sides]
    for one, two in product(*sides):
        i, j = one.token, two.token
        if not (_fill_one_slot(compared, one, two) or _alone_differ(compared, one, two)):
            continue
        if _have_their_like(compared, i, j) or not compared.same_polarity(i, j):
            continue
        excluding = _excluding(compared, one, two, index)
        kind = excluding or _differing(compared, one, two, index)
        if kind and not (kind == NUMBER and _in_dates(compared, i, j)):
            sure = bool(excluding) and _of_one_event(compared, one, two)
            yield kind, i, j, sure
    if index is not None:
        yield from (("name", i, j, False) for i, j in _of_other_places(compared, index))


def _fill_one_slot(compared: Comparison, one: Filler, two: Filler) -> bool:
    return one.roles == two.roles and compared.agree((one.of, two.of))


def _are_apart(compared: Comparison, one: Filler, two: Filler) -> bool:
    """Return whether two fillers are known to fill different slots."""
    heads = compared.partner(0, one.of)
    return one.roles != two.roles or (bool(heads) and two.of not in heads)


def _have_their_like(compared: Comparison, i: int, j: int) -> bool:
    """Return whether both sides have both of two words, in the same order."""
    # Example: June and November, of "from two in June to four in November" on both sides.
    return any(
        i != k and j != m and (i < k) == (m < j)
        for k in compared.partner(1, j)
        for m in compared.partner(0, i)
    )


def _are_exchanged(compared: Comparison, one: Filler, two: Filler) -> bool:
    """Return whether two fillers of one slot have their counterparts in other slots."""
    # Example: "opens at nine and closes at five", "opens at five and closes at nine".
    sides = [annotated.analysis.fillers for annotated in compared.sides]
    ends = [(one, sides[1].get(m)) for m in compared.partner(0, one.token)]
    ends2 = [(sides[0].get(k), two) for k in compared.partner(1, two.token)]
    return bool(ends and ends2) and all(
        a is not None and b is not None and _are_apart(compared, a, b) for a, b in ends + ends2
    )


def _alone_differ(compared: Comparison, one: Filler, two: Filler) -> bool:
    """Return whether two times are the only content without a counterpart."""
    times = [annotated.analysis.dates for annotated in compared.sides]
    i, j = one.token, two.token
    if not (one.kind == two.kind == DATE):
        return False
    if any((a == i) != (b == j) and a in times[0] and b in times[1] for a, b in compared.relations):
        return False
    return not any(
        bears and w not in annotated.linked and w not in of_side[t].tokens
        for annotated, of_side, t in zip(compared.sides, times, (i, j), strict=True)
        for w, bears in enumerate(annotated.sentence.content)
    )


def _in_dates(compared: Comparison, i: int, j: int) -> bool:
    """Return whether either of two words is in a date of several words."""
    return any(
        t in q.tokens and len(q.tokens) > 1
        for annotated, t in zip(compared.sides, (i, j), strict=True)
        for q in annotated.analysis.dates.values()
    )


def _of_one_event(compared: Comparison, one: Filler, two: Filler) -> bool:
    """Return whether two exclusive fillers belong to one event, with verbs."""
    i, j = one.token, two.token
    if one.kind == NUMBER:
        counts = [side.quantifiers[t] for side, t in zip(compared.sides, (i, j), strict=True)]
        judged = r.NUMERAL in (one.roles[0], two.roles[0])  # compared with their nouns
        return not judged and _measure_one_thing(compared, (i, j), counts[0], counts[1])
    if one.verb < 0 or two.verb < 0 or not else_alike(compared, i, j):
        return False
    return same_event(compared, i, j, timed=one.kind != DATE)


def _unlike(compared: Comparison, i: int, j: int) -> bool:
    """Return whether two words are not aligned, or aligned without a similar meaning."""
    if (i, j) in compared.relations:
        return compared.unlike((i, j))
    return i not in compared.sides[0].linked and j not in compared.sides[1].linked


def _excluding(compared: Comparison, one: Filler, two: Filler, index: LexicalIndex | None) -> str:
    """Return the kind of two fillers that exclude each other, "" if they do not."""
    if not (one.alone and two.alone) or one.kind != two.kind:
        return ""
    unlike = one.kind == DATE or _unlike(compared, one.token, two.token)
    if one.kind == NAME:
        # Two of three have to hold: one has a type, two has a type, both are proper nouns.
        known = bool(one.entity) + bool(two.entity) + (one.proper and two.proper) > 1
        other = unlike and known and _other_name(compared, one, two, index)
        return one.kind if other else ""
    values = list(map(_value, compared.sides, (one, two)))
    if values[0] is None or values[1] is None or not values[0].excludes(values[1]):
        return ""
    return one.kind if unlike or _are_exchanged(compared, one, two) else ""


def _value(annotated: AnnotatedSentence, filler: Filler) -> Quantity | None:
    times, quantities = annotated.analysis.dates, annotated.quantifiers
    return (times if filler.kind == DATE else quantities).get(filler.token)


def _differing(compared: Comparison, one: Filler, two: Filler, index: LexicalIndex | None) -> str:
    """Return the kind of two unlinked fillers that differ, names or numbers; else ""."""
    i, j = one.token, two.token
    source, target = compared.sides
    if i in source.linked or j in target.linked or one.kind != two.kind or one.kind == DATE:
        return ""
    # A compound modifier of a name is part of the name.
    if _before(one, two) != "noun" and one.roles[0] not in _COMPARABLE:
        return ""
    if one.kind == NUMBER:
        same = word_relation(index, source.sentence, i, target.sentence, j) == "same"
        return "" if same else one.kind
    timed = source.sentence.lang.time_entities
    dated = {source.sentence.entities[i], target.sentence.entities[j]} & timed
    named = one.proper and two.proper and not dated
    return one.kind if named and not _share_a_word(compared, i, j) else ""


# -- Names -----------------------------------------------------------------------------------------


def _before(one: Filler, two: Filler) -> str:
    """Return the kind of word that both modify as compounds; "name" if the kinds differ."""
    return one.before if one.before == two.before else NAME


def _share_a_word(compared: Comparison, i: int, j: int) -> bool:
    """Return whether two names share a word, or one may abbreviate the other."""
    sides = [annotated.analysis for annotated in compared.sides]
    texts = [side.sentence.texts[t] for side, t in zip(sides, (i, j), strict=True)]
    names = list(map(_names, sides, (i, j)))
    if any(
        lemma == lemma2 or alike_names(word, word2, sides[0].lang)
        for (lemma, word), (lemma2, word2) in product(*names)
    ):
        return True
    initials = list(map(_capitals, sides, (i, j)))
    letters = [text.replace(".", "") for text in texts]
    return any(
        short.isupper() and (short == long or short[0] == name[0])
        for short, long, name in zip(letters, initials[::-1], letters[::-1], strict=True)
    )


def _names(side: Analysis, i: int) -> list[tuple[str, str]]:
    """Return the names in a phrase, each as lemma and lower-cased word."""
    named = (
        t for t in side.phrase(i) if side.words[t].category == "name" and side.words[t].content
    )
    return [(side.words[t].lemma, side.sentence.words[t]) for t in named]


def _capitals(side: Analysis, i: int) -> str:
    """Return the initial capitals of the words of a phrase: "NBA"."""
    return "".join(filter(str.isupper, (side.sentence.texts[t][0] for t in side.phrase(i))))


def _other_name(compared: Comparison, one: Filler, two: Filler, index: LexicalIndex | None) -> bool:
    """Return whether two names exclude each other; a city and its country do not."""
    i, j = one.token, two.token
    source, target = (annotated.sentence for annotated in compared.sides)
    lang, words = source.lang, (source.words[i], target.words[j])
    types = {one.entity, two.entity} - {""}
    if len(types) > 1 and else_same(compared, i, j):
        types = types & lang.place_entities  # one of the two types is wrong
    if _may_name_one(one, two, types, words, lang):
        return False
    before = _before(one, two)
    if types and types <= lang.place_entities and index is not None and before != "noun":
        places = list(map(_full_name, compared.sides, (i, j)))
        known = [bool(index.entries(name, "PROPN")) for name in places]
        if any(known):
            return all(known) and _other_place(index, places[0], places[1], lang)
    if not before and _share_a_word(compared, i, j):
        return False
    return word_relation(index, source, i, target, j) in ("none", "sister")


def _may_name_one(
    one: Filler, two: Filler, types: set[str], words: tuple[str, str], lang: LanguageData
) -> bool:
    """Return whether two names may be compatible by their spelling, their types, or as speakers."""
    before = _before(one, two)
    if before == NAME and Levenshtein.distance(*words) < 2:
        return True  # given names that differ in a letter may be two spellings of one
    # The type of a name before a noun is unreliable: "the Hudson building".
    guess, people = before == "noun", lang.origin_entities - lang.place_entities
    if types & people or (len(types) > 1 and (not guess or types & lang.place_entities)):
        return True
    if types and types <= lang.person_entities and one.titled != two.titled:
        return True  # "Mr. Jones" may be Tom
    return one.speaks or two.speaks or alike_names(*words, lang)


def _full_name(annotated: AnnotatedSentence, i: int) -> str:
    return " ".join(annotated.sentence.texts[k] for k in annotated.analysis.name_of(i))


def _other_place(index: LexicalIndex, one: str, other: str, lang: LanguageData) -> bool:
    cities = [_is_a(index, name, lang.city_kinds) for name in (one, other)]
    if cities[0] != cities[1]:
        return False
    found = relation(index, one, "PROPN", other, "PROPN")
    states = any(_is_a(index, name, lang.state_kinds) for name in (one, other))
    return found == "sister" or (found == "none" and cities[0] and not states)


def _is_a(index: LexicalIndex, name: str, kinds: tuple[str, ...]) -> bool:
    return any(relation(index, name, "PROPN", kind, "NOUN") == "hyponym-of" for kind in kinds)


def _of_other_places(compared: Comparison, index: LexicalIndex) -> Iterator[TokenPair]:
    """Yield modifiers of linked nouns that name two different origins."""
    sides = [annotated.sentence for annotated in compared.sides]
    for (i, noun), (j, noun2) in product(
        *(origins(side.analysis.syntax) for side in compared.sides)
    ):
        if (noun, noun2) in compared.relations and _unlike(compared, i, j):
            places = [_places(index, s, t) for s, t in zip(sides, (i, j), strict=True)]
            if all(places) and places[0].isdisjoint(places[1]):
                yield i, j


def _places(index: LexicalIndex, sentence: Sentence, i: int) -> set[int]:
    """Return the places that a word like "German" is derived from."""
    senses = index.synsets(sentence.lemmas[i], "")
    named = {t for s in senses for t in (s, *index.near.row(s))}
    return {s for s in named if index.is_of_kind(s, sentence.lang.place_kinds, "NOUN")}


# -- Numbers ---------------------------------------------------------------------------------------


def exclusive_numbers(
    compared: Comparison, index: LexicalIndex | None
) -> Iterator[tuple[int, int, bool]]:
    """Yield different numbers of the same thing, or of things with the same predicate.

    Yields:
        The source token, the target token, and whether they describe one event, so that both cannot
        be true.
    """
    source, target = compared.sides
    for i, j in dict.fromkeys(_measured_alike(compared, index)):
        one, other = source.quantifiers[i], target.quantifiers[j]
        if one.number != other.number or not one.excludes(other):
            continue
        if one.token in source.offered or other.token in target.offered:
            continue
        dated = _in_dates(compared, one.token, other.token)
        if not dated and compared.same_polarity(one.token, other.token):
            yield one.token, other.token, _measure_one_thing(compared, (i, j), one, other)


def _measured_alike(compared: Comparison, index: LexicalIndex | None) -> Iterator[TokenPair]:
    """Yield quantities of linked words, or in the same role of linked verbs, by their tokens."""
    sides = [annotated.quantifiers for annotated in compared.sides]
    if not all(sides):
        return
    owners = [_owners(some) for some in sides]
    for pair in compared.relations:
        if pair[0] in owners[0] and pair[1] in owners[1] and compared.agree(pair):
            yield owners[0][pair[0]], owners[1][pair[1]]
    if compared.in_common() >= ONE_EVENT:
        yield from _said_alike(compared, index)
    yield from _changed_alike(compared)


def _changed_alike(compared: Comparison) -> Iterator[TokenPair]:
    """Yield the "from" or "to" quantities of linked verbs of change."""
    sides = [annotated.quantifiers for annotated in compared.sides]
    changes = [{i: q for i, q in some.items() if q.role in (FROM, TO)} for some in sides]
    for i, j in product(*changes):
        if changes[0][i].role == changes[1][j].role:
            verbs = [
                counted(s.analysis.syntax, t, q[t]).verb
                for s, t, q in zip(compared.sides, (i, j), changes, strict=True)
            ]
            if compared.agree((verbs[0], verbs[1])):
                yield i, j


def _said_alike(compared: Comparison, index: LexicalIndex | None) -> Iterator[TokenPair]:
    """Yield unlinked numbers with predicates of the same meaning: "six killed", "five dead"."""
    sides = [annotated.sentence for annotated in compared.sides]
    lone = [
        [(t, q.of) for t, q in side.quantifiers.items() if _is_of_what_is_said(side, t, q)]
        for side in compared.sides
    ]
    for (i, said), (j, said2) in product(*lone):
        if word_relation(index, sides[0], said, sides[1], said2) in SAME_MEANING:
            yield i, j


def _is_of_what_is_said(annotated: AnnotatedSentence, token: int, quantity: Quantity) -> bool:
    said = annotated.analysis.words[quantity.of].category in ("verb", "adjective")
    return said and quantity.number and token not in annotated.linked


def _owners(quantities: dict[int, Quantity]) -> dict[int, int]:
    """Return the token of the quantity that each word belongs to."""
    # These are its own token, the noun that it quantifies, its numeral if it has a unit, and a sign
    # of a currency: "$" of "$5". With two shares, the nouns are unclear: "10 percent of boys and 20
    # of girls".
    shares = sum(q.dimension == SHARE for q in quantities.values())
    found = {q.of: t for t, q in quantities.items() if q.dimension != SHARE or shares == 1}
    found |= {t: token for token, q in quantities.items() if q.unit for t in q.tokens}
    found |= {q.token: token for token, q in quantities.items() if q.dimension}
    return found | {token: token for token in quantities}


def _measure_one_thing(
    compared: Comparison, tokens: TokenPair, one: Quantity, other: Quantity
) -> bool:
    """Return whether two quantities have the same place in the same event."""
    syntaxes = [annotated.analysis.syntax for annotated in compared.sides]
    place, place2 = map(counted, syntaxes, tokens, (one, other))
    fewer = int(one.low > other.high)
    among = _is_among(compared, tokens, fewer, (place, place2)[fewer])
    if among or any(each.compound or each.others for each in (place, place2)):
        return False
    if not (one.role and other.role) and _in_other_roles(place, place2):
        return False
    owner, owner2 = map(_owner, compared.sides, tokens, (one, other))
    if (owner, owner2) != tokens:
        if not same_thing(compared, owner, owner2):
            return False
        if not one.dimension:  # "Smith, 45"
            return same_event(compared, owner, owner2)
    bare = tokens == (one.token, other.token) or "" != one.dimension == other.dimension
    return (bare or same_thing(compared, *tokens)) and same_event(compared, place.top, place2.top)


def _in_other_roles(place: Counted, place2: Counted) -> bool:
    known = place.roles and place2.roles and place.roles != place2.roles
    return bool(known) and not {place.roles[0], place2.roles[0]} <= _CORE


def _owner(annotated: AnnotatedSentence, token: int, quantity: Quantity) -> int:
    """Return the word that a quantity belongs to: its own token at a verb, else its noun."""
    return token if _is_of_what_is_said(annotated, token, quantity) else quantity.of


def _is_among(compared: Comparison, tokens: TokenPair, fewer: int, place: Counted) -> bool:
    """Return whether the fewer may be part of the more: "three young women", "five people"."""
    # It is if its noun is more specific, or has modifiers without a counterpart.
    kind = compared.relations.get(tokens, "")
    if kind in ("hyponym-of", "hypernym-of"):
        return (kind == "hypernym-of") == bool(fewer)
    annotated = compared.sides[fewer]
    content = annotated.sentence.content
    free = (phrase for phrase in place.modifiers if annotated.functional.isdisjoint(phrase))
    telling = [{t for t in phrase if content[t]} for phrase in free]
    return any(words and annotated.linked.isdisjoint(words) for words in telling)
