"""Fillers: two dates, names or numbers that stand in one place of what both sides say; counts.

The slots of a relation and what may fill them are those of de Marneffe, Rafferty and Manning 2008,
*Finding contradictions in text* (ACL), section 4.2 (numeric and structural features).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from rapidfuzz.distance import Levenshtein

from ..analysis import roles as r
from ..analysis.numerals import same_unit
from ..analysis.quantities import DATE, WEEKDAY, YEAR, Quantifier
from ..analysis.reading import analyse
from ..analysis.sentence import Sentence
from ..lang import LanguageData
from ..lexicon.index import LexicalIndex
from ..lexicon.names import alike_names
from ..lexicon.relations import relation
from .comparison import AnnotatedSentence, Comparison
from .lexical import SAME_MEANING, TokenPair, word_relation
from .same_event import else_alike, else_same, same_event, same_thing

# Roles in which two fillers of one place can be compared.
_COMPARABLE = r.SUBJECTS | r.OBJECTS | {r.AGENT, r.PREPOSITION, r.NUMERAL, r.ADVERB, r.ADJECTIVE}

# What fills a slot depends on: a word, in a function, over prepositions.
Slot = tuple[int, tuple[str, ...]]


def fillers(
    compared: Comparison, index: LexicalIndex | None
) -> Iterator[tuple[str, int, int, bool]]:
    """Yield words that fill one slot of linked words and are not the same.

    Two dates, names or numbers that exclude each other are certain to. Others may be the same
    thing, or two things of which both can be true.

    Yields:
        What differs ("date", "name" or "number"), the source token, the target token, and whether
        the two exclude each other.
    """
    dated = [_dates(annotated.sentence) for annotated in compared.sides]
    slots = [_slots(annotated.sentence, dated[k]) for k, annotated in enumerate(compared.sides)]
    for i, one in slots[0].items():
        for j, other in slots[1].items():
            placed = one[1] == other[1] and compared.agree((one[0], other[0]))
            if not (placed or _alone_differ(compared, i, j, dated)):
                continue
            if _have_their_like(compared, i, j) or not compared.same_polarity(i, j):
                continue
            both = (dated[0][i], dated[1][j]) if i in dated[0] and j in dated[1] else None
            excluded = ""
            if _fill_alone(compared, i, j) and (both or _unlike(compared, i, j)):
                excluded = _excluding(compared, i, j, both, index)
            reason = excluded or _differing(compared, i, j, one[1], index)
            if reason == "number" and (_in_date(dated[0], i) or _in_date(dated[1], j)):
                continue
            if reason:
                sure = bool(excluded) and _of_one_event(compared, i, j, reason)
                yield reason, i, j, sure
    if index is not None:
        yield from (("name", i, j, False) for i, j in _of_other_places(compared, index))


def _of_other_places(compared: Comparison, index: LexicalIndex) -> Iterator[TokenPair]:
    """Yield modifiers of linked nouns that say that these are from two places."""
    one, other = (annotated.sentence for annotated in compared.sides)
    origins = _origins(one, index), _origins(other, index)
    for (i, places), (j, places2) in product(origins[0].items(), origins[1].items()):
        nouns = one.heads[i], other.heads[j]
        if nouns in compared.relations and places.isdisjoint(places2) and _unlike(compared, i, j):
            yield i, j


def _origins(sentence: Sentence, index: LexicalIndex) -> dict[int, set[int]]:
    """Return the modifiers that say where something is from, "German", and the places they name."""
    kinds = {s for kind in sentence.lang.place_kinds for s in index.synsets(kind, "NOUN")[:1]}
    found = {}
    for i, entity in enumerate(sentence.entities):
        before = (
            sentence.deps[i] in ("amod", "compound") and sentence.pos[sentence.heads[i]] == "NOUN"
        )
        if before and entity in sentence.lang.name_entities:
            senses = index.synsets(sentence.lemmas[i], "")
            named = {t for s in senses for t in (s, *index.near.row(s))}
            found[i] = {s for s in named if not kinds.isdisjoint(index.closure.row(s))}
    return {i: places for i, places in found.items() if places}


def _have_their_like(compared: Comparison, i: int, j: int) -> bool:
    """Return whether both sides have both of two words, in the same order.

    Example: June and November, of "from two in June to four in November" on both sides.
    """
    return any(
        i != k and j != m and (i < k) == (m < j)
        for k in compared.partner(1, j)
        for m in compared.partner(0, i)
    )


def _alone_differ(
    compared: Comparison, i: int, j: int, dated: Sequence[dict[int, Quantifier]]
) -> bool:
    """Return whether two dates are all that two sides say without a counterpart."""
    if i not in dated[0] or j not in dated[1]:
        return False
    if any((a == i) != (b == j) and a in dated[0] and b in dated[1] for a, b in compared.relations):
        return False
    for annotated, t, of_side in zip(compared.sides, (i, j), dated, strict=True):
        inside = of_side[t].extra
        sentence = annotated.sentence
        if any(
            sentence.content[w] and w not in annotated.linked and w not in inside
            for w in range(len(sentence))
        ):
            return False
    return True


def _in_date(dated: dict[int, Quantifier], i: int) -> bool:
    """Return whether a word is in a date of several words."""
    return any(i in q.extra for q in dated.values() if len(q.extra) > 1)


def _of_one_event(compared: Comparison, i: int, j: int, reason: str) -> bool:
    """Return whether two fillers that exclude each other are said of one event, and by verbs."""
    source, target = compared.sides
    if reason == "number":
        if any(
            s.sentence.deps[t] == "nummod" for s, t in zip((source, target), (i, j), strict=True)
        ):
            return False  # judged with what they count
        return _measure_one_thing(compared, i, j, source.quantifiers[i], target.quantifiers[j])
    said = (
        annotated.sentence.syntax.clause(t)
        for annotated, t in zip(compared.sides, (i, j), strict=True)
    )
    if not all(
        s.sentence.pos[t] in ("VERB", "AUX") for s, t in zip(compared.sides, said, strict=True)
    ):
        return False
    timed = reason != "date"
    if not else_alike(compared, i, j):
        return False
    return not _on_both_sides(compared, i, j) and same_event(compared, i, j, timed=timed)


def _on_both_sides(compared: Comparison, i: int, j: int) -> bool:
    """Return whether a side has, somewhere else, what fills the place on the other side."""
    one, other = (annotated.sentence for annotated in compared.sides)
    besides = [
        {s.words[k] for k in set(range(len(s))).difference(s.subtree(t))}
        for s, t in ((one, i), (other, j))
    ]
    mine, yours = one.words[i], other.words[j]
    return mine != yours and (mine in besides[1] or yours in besides[0])


def _slots(sentence: Sentence, dated: dict[int, Quantifier]) -> dict[int, Slot]:
    """Return the slots that dates, names and numbers of a side fill."""
    slots = {
        t: _slot(sentence, t)
        for t, pos in enumerate(sentence.pos)
        if t in dated or pos == "PROPN" or _is_name(sentence, t) or _is_number(sentence, t)
    }
    return {t: slot for t, slot in slots.items() if slot is not None}


def _excluding(
    compared: Comparison,
    i: int,
    j: int,
    dated: tuple[Quantifier, Quantifier] | None,
    index: LexicalIndex | None,
) -> str:
    """Return which two fillers exclude each other: "date", "name", "number"; "" if they do not."""
    source, target = compared.sides
    if dated is not None:
        return "date" if dated[0].excludes(dated[1]) else ""
    one, other = source.sentence, target.sentence
    named = _is_name(one, i), _is_name(other, j)
    if all(named) or (any(named) and one.pos[i] == other.pos[j] == "PROPN"):
        types = {one.entities[i], other.entities[j]} - {""}
        if len(types) > 1 and else_same(compared, i, j):
            types = types & one.lang.place_entities  # one of the two types is wrong
        return "name" if _other_name(one, i, other, j, types, index) else ""
    if (
        _is_number(one, i)
        and _is_number(other, j)
        and i in source.quantifiers
        and j in target.quantifiers
    ):
        return "number" if source.quantifiers[i].excludes(target.quantifiers[j]) else ""
    return ""


def _differing(
    compared: Comparison, i: int, j: int, labels: tuple[str, ...], index: LexicalIndex | None
) -> str:
    """Return whether two fillers without a link are two "name" or "number" that differ, or ""."""
    (one, linked), (other, linked2) = (
        (annotated.sentence, annotated.linked) for annotated in compared.sides
    )
    if i in linked or j in linked2:
        return ""
    # A compound before a name is another part of that.
    kind = labels[0] == r.COMPOUND and one.pos[one.heads[i]] == "NOUN"
    if not (kind or labels[0] in _COMPARABLE):
        return ""
    if one.pos[i] == other.pos[j] == "NUM":
        return "" if word_relation(index, one, i, other, j) == "same" else "number"
    if not one.pos[i] == other.pos[j] == "PROPN":
        return ""
    if not one.lang.time_entities.isdisjoint((one.entities[i], other.entities[j])):
        return ""
    return "" if _share_a_word(one, i, other, j) else "name"


def _share_a_word(one: Sentence, i: int, other: Sentence, j: int) -> bool:
    """Return whether two names have a word in common, or one may be short for the other."""
    names = [[t for t in r.subtree(k) if r.content[t]] for r, k in ((one, i), (other, j))]
    if any(
        one.lemmas[a] == other.lemmas[b] or alike_names(one.words[a], other.words[b], one.lang)
        for a, b in product(*names)
        if one.pos[a] == other.pos[b] == "PROPN"
    ):
        return True
    initials = [
        "".join(r.texts[t][0] for t in r.subtree(k) if r.texts[t][0].isupper())
        for r, k in ((one, i), (other, j))
    ]
    letters = [text.replace(".", "") for text in (one.texts[i], other.texts[j])]
    return any(
        short.isupper() and (short == long or short[0] == name[0])
        for short, long, name in zip(letters, initials[::-1], letters[::-1], strict=True)
    )


def _unlike(compared: Comparison, i: int, j: int) -> bool:
    """Return whether two words are not aligned, or aligned without anything in common."""
    if (i, j) in compared.relations:
        return compared.unlike((i, j))
    return i not in compared.sides[0].linked and j not in compared.sides[1].linked


def _slot(sentence: Sentence, i: int) -> Slot | None:
    """Return the word that a filler depends on, and in which function, prepositions included."""
    label, top = sentence.syntax.role(i)
    labels = [label]
    if sentence.deps[i] in ("conj", "appos"):
        return None
    while top >= 0 and sentence.pos[top] == "ADP":
        word = sentence.lemmas[top]
        labels.append("at" if word in sentence.lang.place_prepositions else word)
        top = sentence.heads[top]
    if top >= 0 and sentence.deps[top] == "npadvmod":
        labels = ["time"]
        top = sentence.heads[top]
    return None if top < 0 else (top, tuple(labels))


def _fill_alone(compared: Comparison, i: int, j: int) -> bool:
    """Return whether neither filler is one of several, nor one of several words of a name."""
    for annotated, token in zip(compared.sides, (i, j), strict=True):
        sentence = annotated.sentence
        listed = sentence.lang.coordination_labels
        if any(sentence.deps[c] in listed for c in sentence.children(token)):
            return False
        if sentence.deps[token] == "compound" and not _stands_alone(sentence, token):
            return False
    return True


def _stands_alone(sentence: Sentence, i: int) -> bool:
    """Return whether a name is all that says which one a noun is, or the given name of a person."""
    head = sentence.heads[i]
    beside = [
        c for c in sentence.children(head) if sentence.deps[c] in ("compound", "poss", "appos")
    ]
    if sentence.pos[head] == "PROPN":
        types = {sentence.entities[i], sentence.entities[head]}
        return beside == [i] and types <= sentence.lang.person_entities
    return not any(sentence.pos[c] == "PROPN" for c in beside if c != i)


def _is_name(sentence: Sentence, i: int) -> bool:
    """Return whether a word is a name by its entity; taggers take some for common nouns."""
    noun = sentence.pos[i] == "PROPN" or (sentence.pos[i] == "NOUN" and sentence.texts[i].istitle())
    return noun and sentence.entities[i] in sentence.lang.name_entities


def _is_number(sentence: Sentence, i: int) -> bool:
    return sentence.pos[i] == "NUM" and sentence.heads[i] >= 0


def _other_name(
    one: Sentence, i: int, other: Sentence, j: int, types: set[str], index: LexicalIndex | None
) -> bool:
    """Return whether two names cannot be the same; a city and its country can both be right.

    `types` has the types of both that are known.
    """
    # Of names before a noun, as in "the Hudson building", the type is a guess.
    before = one.deps[i] == "compound"
    guess = before and one.pos[one.heads[i]] != "PROPN"
    if before and not guess and Levenshtein.distance(one.words[i], other.words[j]) < 2:
        return False  # given names that differ in a letter may be two spellings of one
    if "NORP" in types or (len(types) > 1 and (not guess or "GPE" in types)):
        return False
    titled = [
        any(r.deps[c] == "compound" for c in r.children(t)) for r, t in ((one, i), (other, j))
    ]
    if types and types <= one.lang.person_entities and titled[0] != titled[1]:
        return False  # "Mr. Jones" may be Tom
    if _speaks(one, i) or _speaks(other, j) or alike_names(one.words[i], other.words[j], one.lang):
        return False
    if types and types <= one.lang.place_entities and index is not None and not guess:
        full, full2 = (
            " ".join(r.texts[k] for k in r.syntax.name_of(t)) for r, t in ((one, i), (other, j))
        )
        known = index.entries(full, "PROPN"), index.entries(full2, "PROPN")
        if any(known):
            return all(known) and _other_place(index, full, full2, one.lang)
    if not before and _share_a_word(one, i, other, j):
        return False
    return word_relation(index, one, i, other, j) in ("none", "sister")


def _speaks(sentence: Sentence, i: int) -> bool:
    """Return whether a name is of who says something, or takes a stance: others do so too."""
    lang, verb = sentence.lang, sentence.syntax.clause(i)
    if (
        sentence.syntax.governor(i) >= 0
        and sentence.words[sentence.syntax.governor(i)] in lang.attributions
    ):
        return True
    if sentence.words[sentence.heads[i]] in lang.attributions:
        return True
    subject = sentence.syntax.logical_subject(verb)
    verbs = {sentence.lemmas[t] for t in (verb, *sentence.children(verb))}
    speaks = verbs & (lang.reporting_verbs | lang.stance_verbs)
    return bool(speaks) and subject is not None and i in sentence.subtree(subject)


def _other_place(index: LexicalIndex, one: str, other: str, lang: LanguageData) -> bool:
    """Return whether none of two known places is in the other: two cities, two countries."""
    cities = [_is_a(index, name, lang.city_kinds) for name in (one, other)]
    if cities[0] != cities[1]:
        return False
    found = relation(index, one, "PROPN", other, "PROPN")
    states = any(_is_a(index, name, lang.state_kinds) for name in (one, other))
    return found == "sister" or (found == "none" and cities[0] and not states)


def _is_a(index: LexicalIndex, name: str, kinds: tuple[str, ...]) -> bool:
    return any(relation(index, name, "PROPN", kind, "NOUN") == "hyponym-of" for kind in kinds)


def _dates(sentence: Sentence) -> dict[int, Quantifier]:
    """Return the dates of a side, by their highest words."""
    found = analyse(sentence).quantities
    return {i: q for i, q in found.items() if q.dimension in (DATE, WEEKDAY, YEAR)}


# How many.

# What share of the shorter side two headlines must have in common to be about one event.
ONE_EVENT = 0.6


def numbers(compared: Comparison, index: LexicalIndex | None) -> Iterator[tuple[int, int, bool]]:
    """Yield different numbers of one thing, or of what the same is said of.

    Yields:
        The source token, the target token, and whether they are said of one event, in one unit, so
        that both cannot be true.
    """
    source, target = compared.sides
    dated = _dates(source.sentence), _dates(target.sentence)
    for pair in compared.relations:
        i, j = (_numeral(s.sentence, t) for s, t in zip(compared.sides, pair, strict=True))
        one, other = source.quantifiers.get(i), target.quantifiers.get(j)
        if one is None or other is None or not one.excludes(other):
            continue
        if one.token in source.offered or other.token in target.offered:
            continue
        if _in_date(dated[0], one.token) or _in_date(dated[1], other.token):
            continue
        if not (compared.agree(pair) or _same_kind(compared, i, j)):
            continue
        if not compared.same_polarity(one.token, other.token):
            continue
        if one.number == other.number:
            yield one.token, other.token, _measure_one_thing(compared, i, j, one, other)
    for one, who in _ages(source):
        for other, who2 in _ages(target):
            if (who, who2) in compared.relations and one.excludes(other):
                sure = same_thing(compared, who, who2) and same_event(compared, who, who2)
                yield one.token, other.token, sure
    if compared.in_common() >= ONE_EVENT:
        for one, said in _lone_numbers(source):
            for other, said2 in _lone_numbers(target):
                kind = word_relation(index, source.sentence, said, target.sentence, said2)
                if kind in SAME_MEANING and one.excludes(other):
                    yield one.token, other.token, same_event(compared, one.token, other.token)


def _numeral(sentence: Sentence, i: int) -> int:
    """Return the number that the sign of a currency stands before, any other word itself."""
    return sentence.heads[i] if sentence.pos[i] == "SYM" and sentence.heads[i] >= 0 else i


def _measure_one_thing(
    compared: Comparison, i: int, j: int, count: Quantifier, count2: Quantifier
) -> bool:
    """Return whether two counted words stand in one place of one event, in one currency."""
    one, other = (annotated.sentence for annotated in compared.sides)
    signs = _currencies(one, i), _currencies(other, j)
    if all(signs) and not any(same_unit(a, b, one.lang) for a in signs[0] for b in signs[1]):
        return False
    if _on_both_sides(compared, count.token, count2.token) or _among(compared, i, j, count, count2):
        return False
    # Of "hundreds of flights" the first word has the place.
    tops = [
        q.token if t in s.subtree(q.token) else t
        for s, t, q in ((one, i, count), (other, j, count2))
    ]
    slots = _slot(one, tops[0]), _slot(other, tops[1])
    if slots[0] is not None and slots[1] is not None and slots[0][1] != slots[1][1]:
        core = r.INNER_OBJECTS | r.SUBJECTS
        if not all(labels[0] in core for _, labels in (slots[0], slots[1])):
            return False
    if any(s.deps[t] in s.lang.compound_labels for s, t in ((one, tops[0]), (other, tops[1]))):
        return False  # "30-year bonds" are other ones than "10-year bonds"
    bare = one.pos[i] == other.pos[j] == "NUM" or "" != count.dimension == count2.dimension
    return (bare or same_thing(compared, i, j)) and same_event(compared, tops[0], tops[1])


def _currencies(sentence: Sentence, i: int) -> set[str]:
    """Return the currencies that stand right before a number, as written."""
    around = (*sentence.children(i), sentence.heads[i], i - 1, i)
    forms = {form for unit in sentence.lang.currencies for form in sentence.lang.units[unit]}
    return {sentence.words[t] for t in around if t >= 0} & forms


def _among(compared: Comparison, i: int, j: int, count: Quantifier, count2: Quantifier) -> bool:
    """Return whether the fewer may be among the more: "three young women", "five people".

    So it is if these are a kind of the others, if something more is said of them, or if others are
    counted already: "two more".
    """
    if any(
        side.sentence.words[c] in side.sentence.lang.additive_determiners
        and c not in side.functional
        for side, t in zip(compared.sides, (i, j), strict=True)
        for c in side.sentence.subtree(t)
    ):
        return True
    kind = compared.relations.get((i, j), "")
    fewer = int(count.low > count2.high)
    if kind in ("hyponym-of", "hypernym-of"):
        return (kind == "hypernym-of") == bool(fewer)
    annotated, noun = compared.sides[fewer], (i, j)[fewer]
    sentence = annotated.sentence
    return sentence.pos[noun] == "NOUN" and any(
        sentence.deps[c] in sentence.lang.modifier_labels
        and any(sentence.content[t] for t in sentence.subtree(c))
        and sentence.pos[c] != "NUM"
        and annotated.functional.isdisjoint(sentence.subtree(c))
        and annotated.linked.isdisjoint(t for t in sentence.subtree(c) if sentence.content[t])
        for c in sentence.children(noun)
    )


def _lone_numbers(annotated: AnnotatedSentence) -> Iterator[tuple[Quantifier, int]]:
    """Yield numbers without a link, and what is said right behind them: "six killed", "2 dead"."""
    sentence = annotated.sentence
    for count in annotated.quantifiers.values():
        i = count.token
        said = i + 1
        if not count.number or i in annotated.linked or said >= len(sentence):
            continue
        joined = i == sentence.heads[said] or said == sentence.heads[i]
        if joined and sentence.pos[said] in ("VERB", "ADJ"):
            yield count, said


def _ages(annotated: AnnotatedSentence) -> Iterator[tuple[Quantifier, int]]:
    """Yield bare numbers without a link beside a noun, and that one: "Smith, 45, was arrested"."""
    sentence = annotated.sentence
    for count in annotated.quantifiers.values():
        i = count.token
        if not count.number or i in annotated.linked:
            continue
        if sentence.deps[i] == "appos" and sentence.pos[i] == "NUM":
            yield count, sentence.heads[i]


def _same_kind(compared: Comparison, i: int, j: int) -> bool:
    """Return whether two numbers without a noun count what is said to be alike: "six killed"."""
    source, target = (annotated.sentence for annotated in compared.sides)
    if not source.pos[i] == target.pos[j] == "NUM":
        return False
    said = [
        [c for c in s.children(t) if s.content[c] and s.syntax.role(c)[0] == r.ADJECTIVE]
        for s, t in ((source, i), (target, j))
    ]
    return any(compared.agree((c, d)) for c in said[0] for d in said[1])
