"""Tests whether two words describe the same event: same participants, time and place.

Two sentences contradict each other only if they describe the same event (de Marneffe, Rafferty and
Manning 2008, *Finding contradictions in text*, ACL, section 2): "the Nasdaq fell 12 points" allows
that the Dow fell 30, and that the Nasdaq fell 30 on another day.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from ..analysis.arguments import AGENT, PATIENT
from ..analysis.clauses import Clause
from ..analysis.noun_phrases import NounPhrase
from ..analysis.quantities import RANK
from ..analysis.reading import Analysis
from ..lexicon.names import alike_names
from .lexical import UNLIKE, TokenPair, cost
from .same_place import cell
from .side_comparison import AnnotatedSentence, Comparison


def same_event(
    compared: Comparison,
    i: int,
    j: int,
    *,
    timed: bool = True,
    predicates: bool = True,
    loose: bool = False,
    apart: TokenPair = (-1, -1),
) -> bool:
    """Return whether a source and a target token may belong to the same event.

    They do not if their heads, up to the verbs, differ; if their verbs have different participants,
    apart from these two; or if both sides name times, but none in common.

    Args:
        compared: The comparison.
        i: The source token.
        j: The target token.
        timed: Whether to compare times; false if the two tokens are times.
        predicates: Whether to compare their heads; false for negated words.
        loose: Whether a light verb matches any verb, and a noun a more general noun.
        apart: Tokens that need no counterpart: the negation.
    """
    if not _same_names(compared, i, j):
        return False
    paths = _paths(compared, i, j)
    if timed and not _same_time(compared, *paths):
        return False
    pairs = list(zip(paths[0][1:], paths[1][1:], strict=False))
    if min(len(path) for path in paths) > 1:
        pairs.append((paths[0][-1], paths[1][-1]))
    if predicates and not all(
        apart[0] == pair[0] or apart[1] == pair[1] or _same_predicate(compared, *pair, loose=loose)
        for pair in pairs
    ):
        return False
    return _same_fragment(compared, *paths) and _same_participants(compared, *paths, loose)


def _analyses(compared: Comparison) -> tuple[Analysis, Analysis]:
    one, other = compared.sides
    return one.analysis, other.analysis


def _paths(compared: Comparison, i: int, j: int) -> tuple[list[int], list[int]]:
    """Return each token with its governors, up to the verb of its clause."""
    one, other = _analyses(compared)
    return one.path(i), other.path(j)


def _same_fragment(compared: Comparison, path: list[int], path2: list[int]) -> bool:
    """Return whether two noun phrases without a verb may denote the same thing."""
    # Only one of them may have more content, unless they have a participle: "two men killed".
    rest = []
    for annotated, top in zip(compared.sides, (path[-1], path2[-1]), strict=True):
        words, clauses = annotated.analysis.words, annotated.analysis.clauses
        done = any(c.voice == "passive" and c.filler(PATIENT) == top for c in clauses)
        if words[top].verbal or done:
            return True
        tokens = (words[t] for t in annotated.analysis.phrase(top) if t not in annotated.linked)
        rest.append(any(word.content and word.category != "number" for word in tokens))
    return not all(rest)


def _same_predicate(compared: Comparison, one: int, other: int, *, loose: bool) -> bool:
    """Return whether two heads may have a similar meaning."""
    # An empty verb matches a verb that has another counterpart ("there are men playing", "men
    # play"); with `loose`, it matches any verb.
    if _linked_alike(compared, one, other):
        return True
    words = [side.words[t] for side, t in zip(_analyses(compared), (one, other), strict=True)]
    if words[0].verbal != words[1].verbal:
        return True  # a headline or a noun phrase compared with a clause
    if not words[0].verbal:
        return not (compared.partner(0, one) or compared.partner(1, other))
    empty = [word.lemma in compared.sides[0].analysis.lang.empty_verbs for word in words]
    if loose or empty[0] == empty[1]:
        return any(empty)
    k = empty.index(False)
    telling = (one, other)[k]
    counterparts = compared.partner(k, telling)
    return any(_linked_alike(compared, *cell(k, telling, t)) for t in counterparts)


def _linked_alike(compared: Comparison, one: int, other: int) -> bool:
    """Return whether two words are linked, and at most one of them is more specific."""
    pair = one, other
    kind = compared.relations.get(pair, "denied antonym")
    if kind not in ("denied antonym", "across") and not kind.startswith("rare"):
        return min(compared.costs(pair)) < cost(0.5)
    source, target = _analyses(compared)
    return source.words[one].lemma == target.words[other].lemma


# Participants.


def _same_participants(
    compared: Comparison, path: list[int], path2: list[int], loose: bool
) -> bool:
    """Return whether the participants are the same, except the first words of two paths."""
    left_out = path[0], path2[0]
    clauses = [
        side.clause_of_predicate(each[-1])
        for side, each in zip(_analyses(compared), (path, path2), strict=True)
    ]
    found = list(map(_participants, compared.sides, clauses, left_out))
    _align_states(clauses, found)
    roles = found[0].keys() & found[1].keys()
    if len(path) + len(path2) > 2 and not _linked_alike(compared, path[-1], path2[-1]):
        roles &= {AGENT}
    return all(
        same_thing(compared, found[0][role], found[1][role], left_out, loose=loose)
        for role in roles
    )


def _participants(
    annotated: AnnotatedSentence, clause: Clause | None, left_out: int
) -> dict[str, int]:
    """Return the agent, the patient, and the objects of unambiguous prepositions, by role."""
    # Negated participants ("nobody") are left out, and those that contain the token `left_out`.
    lang, analysis = annotated.analysis.lang, annotated.analysis
    single = (lang.single_prepositions | lang.place_prepositions) - lang.agent_prepositions
    denying = {op.token for op in annotated.operators if op.negative}
    found: dict[str, int] = {}
    for role, preposition, filler, *_ in clause.arguments if clause is not None else ():
        name = role if role in (AGENT, PATIENT) else preposition
        denied = filler in denying or not denying.isdisjoint(analysis.noun_phrase(filler).modifiers)
        if (name == role or name in single) and not denied:
            found.setdefault(name, filler)
    return {name: t for name, t in found.items() if left_out not in analysis.phrase(t)}


def _align_states(clauses: list[Clause | None], found: list[dict[str, int]]) -> None:
    """Read the patient of a passive as the subject of a state: "was closed", "is open"."""
    for one, other, own in zip(clauses, clauses[::-1], found, strict=True):
        state = other is not None and other.verb != other.predicate
        done = one is not None and one.voice == "passive"
        if state and done and AGENT not in own and PATIENT in own:
            own[AGENT] = own.pop(PATIENT)


def same_thing(
    compared: Comparison,
    one: int,
    other: int,
    left_out: TokenPair = (-1, -1),
    *,
    loose: bool = False,
) -> bool:
    """Return whether two nouns may denote the same thing.

    They cannot if either has another counterpart, if neither has one and they share no word, or if
    both have names or modifiers that share no word.

    Args:
        compared: The comparison.
        one: A source token.
        other: A target token.
        left_out: Modifiers to ignore.
        loose: Whether one may be a subtype of the other: "revenue", "newspaper revenue".
    """
    source, target = _analyses(compared)
    ways = product({one, _whole(source, one)}, {other, _whole(target, other)})
    one, other = next((w for w in ways if _linked_alike(compared, *w)), (one, other))
    pronouns = "pronoun" in (source.words[one].category, target.words[other].category)
    phrases = source.noun_phrase(one), target.noun_phrase(other)
    names = phrases[0].names, phrases[1].names
    if not _linked_alike(compared, one, other):
        if pronouns:
            return _may_be_meant(compared, one, other)
        alike = any(_alike(compared, a, b) for a, b in product(*names))
        return alike and not _are_unlike(compared, *names)
    if pronouns:
        return True
    out = {one, left_out[0]}, {other, left_out[1]}
    if _differently_modified(compared, phrases, out, loose):
        return False
    return all(same_thing(compared, *pair) for pair in _said_of(source, one, target, other))


def _differently_modified(
    compared: Comparison,
    phrases: tuple[NounPhrase, NounPhrase],
    out: tuple[set[int], set[int]],
    loose: bool,
) -> bool:
    """Return whether the modifiers of two nouns, except some tokens, distinguish two things."""
    names = _others([phrase.names for phrase in phrases], out)
    kinds = [
        [t for t in phrase.kinds if side.words[t].content and side.words[t].category != "number"]
        for side, phrase in zip(_analyses(compared), phrases, strict=True)
    ]
    kinds = _others(kinds, out)
    properties = _others([phrase.properties for phrase in phrases], out)
    return (
        _are_unlike(compared, *names)
        or _are_unlike(compared, *kinds)
        or (not loose and _is_narrower(compared, kinds))
        or _counted_apart(compared, *phrases)
        or any(_contrary(compared, a, b) for a, b in product(*properties))
    )


def _others(words: Iterable[Sequence[int]], out: tuple[set[int], set[int]]) -> list[list[int]]:
    """Return the words of both sides, without some."""
    return [[t for t in some if t not in o] for some, o in zip(words, out, strict=True)]


def _contrary(compared: Comparison, a: int, b: int) -> bool:
    """Return whether two linked adjectives distinguish two things: "front" and "back"."""
    kind = compared.relations.get((a, b), "")
    if kind in ("antonym", "opposite"):
        return True
    source, target = _analyses(compared)
    return kind in ("sister", "none") and source.words[a].content and target.words[b].content


def _counted_apart(compared: Comparison, one: NounPhrase, other: NounPhrase) -> bool:
    """Return whether two nouns have different ranks, or only one is "another"."""
    ranks, others = [], []
    for annotated, phrase in zip(compared.sides, (one, other), strict=True):
        counts, words = annotated.quantifiers, annotated.analysis.sentence.words
        near = [counts[t] for t in phrase.modifiers if t in counts]
        ranks.append({count.low for count in near if count.dimension == RANK})
        additive = annotated.analysis.lang.additive_determiners
        others.append(any(words[t] in additive for t in phrase.modifiers))
    return (all(ranks) and ranks[0].isdisjoint(ranks[1])) or others[0] != others[1]


def _said_of(source: Analysis, one: int, target: Analysis, other: int) -> Iterator[TokenPair]:
    """Yield the objects of equal prepositions of two nouns, and of the clauses that modify them."""
    # Examples: "tuition at private colleges", "the men who took the drug".
    behind = source.noun_phrase(one).behind, target.noun_phrase(other).behind
    for name in behind[0].keys() & behind[1].keys():
        yield behind[0][name], behind[1][name]
    done = _objects(source, one), _objects(target, other)
    yield from ((a, b) for a, b in product(*done) if (a, b) != (one, other))


def _objects(analysis: Analysis, noun: int) -> list[int]:
    """Return the patients of the clauses that modify a noun, or the whole that it is a part of."""
    whole = _whole(analysis, noun)
    at_noun = (c for c in analysis.clauses if c.link in ("relative", "noun"))
    clauses = [c for c in at_noun if c.takes(whole)]
    return [c.filler(PATIENT) for c in clauses if c.filler(PATIENT) >= 0]


def _is_narrower(compared: Comparison, kinds: list[list[int]]) -> bool:
    """Return whether a noun without a counterpart narrows the kind of thing on one side."""
    return any(
        annotated.analysis.words[t].category == "noun" and t not in annotated.linked
        for annotated, modifiers in zip(compared.sides, kinds, strict=True)
        for t in modifiers
    )


def _may_be_meant(compared: Comparison, one: int, other: int) -> bool:
    if (one, other) in compared.relations:
        return True
    sides, lang = _analyses(compared), compared.sides[0].analysis.lang
    pronouns = [
        (k, t) for k, t in enumerate((one, other)) if sides[k].words[t].category == "pronoun"
    ]
    words = {sides[k].sentence.words[t] for k, t in pronouns}
    if len(words) > 1 or words & lang.speaker_pronouns:
        return False
    return not any(compared.partner(k, t) for k, t in pronouns)


def _whole(analysis: Analysis, i: int) -> int:
    """Return the complement of a noun of part, kind or number: "the end of a *pencil*"."""
    lang = analysis.lang
    if analysis.words[i].lemma not in lang.part_nouns | lang.light_nouns:
        return i
    behind = analysis.noun_phrase(i).behind
    return next((t for name, t in behind.items() if name in lang.genitive_prepositions), i)


def _are_unlike(compared: Comparison, mine: Sequence[int], yours: Sequence[int]) -> bool:
    """Return whether each of two lists has a word that is unlike all words of the other list."""
    return any(not any(_alike(compared, t, u) for u in yours) for t in mine) and any(
        not any(_alike(compared, t, u) for t in mine) for u in yours
    )


def _alike(compared: Comparison, a: int, b: int) -> bool:
    """Return whether two words are linked, the same, or may be forms of one name."""
    source, target = _analyses(compared)
    if compared.relations.get((a, b), "none") not in UNLIKE:
        return True
    one, other = source.words[a], target.words[b]
    texts = source.sentence.words[a], target.sentence.words[b]
    names = one.category == other.category == "name"
    return one.lemma == other.lemma or (names and alike_names(*texts, source.lang))


# Other content.


def else_alike(compared: Comparison, i: int, j: int) -> bool:
    """Return whether at most one side has unlinked content, apart from two phrases.

    Only then can different names or dates in one slot describe one event; in news, most do not.
    """
    return not all(_else(compared, i, j))


def else_same(compared: Comparison, i: int, j: int) -> bool:
    """Return whether neither side has unlinked content, apart from two phrases."""
    return not any(_else(compared, i, j))


def _else(compared: Comparison, i: int, j: int) -> list[list[int]]:
    """Return the unlinked content words of each side, without the phrases of two tokens."""
    rest = []
    for k, t in enumerate((i, j)):
        analysis = compared.sides[k].analysis
        out = {*analysis.phrase(t), *analysis.whole_name(t)}
        alike = {pair[k] for pair in compared.relations if _linked_alike(compared, *pair)}
        words = [w for w, word in enumerate(analysis.words) if word.content and w not in out]
        rest.append([w for w in words if w not in alike])
    return rest


# Time and place.


def _same_names(compared: Comparison, i: int, j: int) -> bool:
    """Return whether at most one side has names that the other one lacks, apart from two tokens."""
    names = []
    for analysis, out in zip(_analyses(compared), (i, j), strict=True):
        entities, origins = analysis.sentence.entities, analysis.lang.origin_entities
        names.append(
            [
                t
                for t, word in enumerate(analysis.words)
                if (word.category == "name" or entities[t] in origins)
                and word.content
                and not word.calendar
                and out not in (t, analysis.whole_name(t)[-1])
            ]
        )
    return not _are_unlike(compared, *names)


def one_time(compared: Comparison, i: int, j: int) -> bool:
    """Return whether a source and a target token may refer to the same time."""
    return _same_time(compared, *_paths(compared, i, j))


def _same_time(compared: Comparison, path: list[int], path2: list[int]) -> bool:
    """Return whether two sides may refer to one time: they share a time, or one names none."""
    # Times at the verbs at the ends of the paths have priority; times below their first words do
    # not count.
    sides, paths = _analyses(compared), (path, path2)
    alone = len(path) == len(path2) == 1
    near, anywhere = [], []
    for side, each in zip(sides, paths, strict=True):
        out = set(side.phrase(each[0]))
        whole = range(len(side.words))
        within = set(whole) - {each[0]} if alone else set(side.phrase(each[-1])) - out
        near.append(side.times(within))
        anywhere.append(side.times(set(whole) - out))
    one, other = near if all(near) else anywhere
    return all(
        one[kind] & other[kind] and not (one[kind] - other[kind] and other[kind] - one[kind])
        for kind in one.keys() & other.keys()
    )
