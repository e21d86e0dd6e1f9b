"""One event: whether what two words say is said of the same participants, time and place.

Contrary things are said by two sentences only if they speak of one event (de Marneffe, Rafferty and
Manning 2008, *Finding contradictions in text*, ACL, section 2): "the Nasdaq fell 12 points" leaves
open that the Dow fell 30, and that the Nasdaq fell 30 on another day.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ..analysis import roles as r
from ..analysis.dates import calendar_name
from ..analysis.quantities import RANK
from ..analysis.sentence import Sentence
from ..lexicon.names import alike_names
from .comparison import AnnotatedSentence, Comparison
from .lexical import TokenPair, cost

# Functions of which a clause has one each, as `Syntax.role` gives them.
_ROLES = (r.SUBJECT, r.OBJECT)


def one_event(
    compared: Comparison,
    i: int,
    j: int,
    *,
    timed: bool = True,
    predicates: bool = True,
    loose: bool = False,
    apart: TokenPair = (-1, -1),
) -> bool:
    """Return whether a source and a target token may be parts of what is said of one event.

    They are not if what they depend on is not the same, up to the verb of each; if one verb has
    other participants, these two left out; if both sides name times, and none in common.

    Args:
        compared: The comparison.
        i: The source token.
        j: The target token.
        timed: Whether times count; not so of two times.
        predicates: Whether it counts what they depend on; not so of what is denied.
        loose: Whether a verb that says little goes along with any other, and a kind of thing with
            the thing.
        apart: Tokens that need not have a counterpart: the one that denies.
    """
    if not _same_names(compared, i, j):
        return False
    chains = [
        _chain(annotated.sentence, t) for annotated, t in zip(compared.sides, (i, j), strict=True)
    ]
    if timed and not _same_time(compared, *chains):
        return False
    pairs = list(zip(chains[0][1:], chains[1][1:], strict=False))
    if min(len(chain) for chain in chains) > 1:
        pairs.append((chains[0][-1], chains[1][-1]))
    if predicates and not all(
        apart[0] == pair[0] or apart[1] == pair[1] or same_predicate(compared, *pair, loose=loose)
        for pair in pairs
    ):
        return False
    return _same_fragment(compared, *chains) and _same_participants(
        compared, chains[0], chains[1], loose
    )


def _same_fragment(compared: Comparison, chain: list[int], chain2: list[int]) -> bool:
    """Return whether two noun phrases without a verb may name one thing.

    One of them may say more, not both, unless a participle says what happened: "two men killed".
    """
    rest = []
    for annotated, top in zip(compared.sides, (chain[-1], chain2[-1]), strict=True):
        sentence = annotated.sentence
        tags = [sentence.tags[c] for c in sentence.children(top)]
        if sentence.pos[top] in (
            "VERB",
            "AUX",
        ) or not sentence.lang.past_participle_tags.isdisjoint(tags):
            return True
        rest.append(
            [
                t
                for t in sentence.subtree(top)
                if sentence.content[t] and sentence.pos[t] != "NUM" and t not in annotated.linked
            ]
        )
    return not all(rest)


def _chain(sentence: Sentence, i: int) -> list[int]:
    """Return a word and what it depends on, prepositions left out, up to the first verb.

    The particle of a verb stands for it: "put on", "take off".
    """
    if sentence.deps[i] in sentence.lang.particle_labels:
        i = sentence.heads[i]
    found = [i]
    while sentence.pos[i] not in ("VERB", "AUX"):
        i = sentence.syntax.governor(i)
        if i < 0:
            break
        found.append(i)
    return found


def same_predicate(compared: Comparison, one: int, other: int, *, loose: bool = False) -> bool:
    """Return whether two words over others say alike things.

    A verb that says little does so beside another one that has a counterpart: "there are men
    playing", "men play"; if it is to be loose, beside any other.
    """
    if _linked_alike(compared, one, other):
        return True
    sides = [annotated.sentence for annotated in compared.sides]
    verbs = [s.pos[t] in ("VERB", "AUX") for s, t in zip(sides, (one, other), strict=True)]
    if verbs[0] != verbs[1]:
        return True  # a headline or a noun phrase beside a clause
    if not verbs[0]:
        return not _has_counterpart(compared, one, other)
    empty = [s.lemmas[t] in s.lang.empty_verbs for s, t in zip(sides, (one, other), strict=True)]
    if all(empty) or not any(empty):
        return all(empty)
    if loose:
        return True
    k = empty.index(False)
    telling = (one, other)[k]
    return any(
        _linked_alike(compared, *((telling, t) if k == 0 else (t, telling)))
        for t in compared.partner(k, telling)
    )


def _linked_alike(compared: Comparison, one: int, other: int) -> bool:
    """Return whether two words are linked and neither says much that the other does not."""
    pair = one, other
    kind = compared.relations.get(pair, "denied antonym")
    if kind not in ("denied antonym", "across") and not kind.startswith("rare"):
        return min(compared.costs(pair)) < cost(0.5)
    source, target = (annotated.sentence for annotated in compared.sides)
    return source.lemmas[one] == target.lemmas[other]


def _has_counterpart(compared: Comparison, one: int, other: int) -> bool:
    return bool(compared.partner(0, one) or compared.partner(1, other))


def _same_participants(
    compared: Comparison, chain: list[int], chain2: list[int], loose: bool
) -> bool:
    """Return whether who does what to whom is the same, the ends of two chains left out."""
    left_out = chain[0], chain2[0]
    found = [
        {
            role: t
            for role, t in _participants(annotated.sentence, c[-1]).items()
            if c[0] not in annotated.sentence.subtree(t) and not _is_denied(annotated, t)
        }
        for annotated, c in zip(compared.sides, (chain, chain2), strict=True)
    ]
    _align_states(compared, (chain[-1], chain2[-1]), found)
    roles = found[0].keys() & found[1].keys()
    if len(chain) + len(chain2) > 2 and not _linked_alike(compared, chain[-1], chain2[-1]):
        roles &= {r.SUBJECT}
    return all(
        same_thing(compared, found[0][role], found[1][role], left_out, loose=loose)
        for role in roles
    )


def _align_states(compared: Comparison, verbs: TokenPair, found: list[dict[str, int]]) -> None:
    """Read the subject of a passive as that of a state, beside a copula: "closed", "is open"."""
    sides = [annotated.sentence for annotated in compared.sides]
    copular = [s.lemmas[v] in s.lang.copulas for s, v in zip(sides, verbs, strict=True)]
    if copular[0] == copular[1]:
        return
    k = copular.index(False)
    own, labels = found[k], sides[k].lang.passive_subject_labels
    if r.SUBJECT not in own and sides[k].deps[own.get(r.OBJECT, verbs[k])] in labels:
        own[r.SUBJECT] = own.pop(r.OBJECT)


def _is_denied(annotated: AnnotatedSentence, i: int) -> bool:
    """Return whether a word is, or has before it, what denies: "nobody", "no one"."""
    tokens = {op.token for op in annotated.operators if op.negative}
    return i in tokens or not tokens.isdisjoint(annotated.sentence.children(i))


def _participants(sentence: Sentence, verb: int) -> dict[str, int]:
    """Return subject, object and what stands behind prepositions of which a verb has one each.

    A passive is read as an active; the subject may be that of the verb above.
    """
    found: dict[str, int] = {}
    lang = sentence.lang
    for child in sentence.children(verb):
        role = sentence.syntax.role(child)[0]
        if role in _ROLES and sentence.deps[child] != "expl":
            found.setdefault(role, child)
    if sentence.deps[verb] == "acl" and sentence.tags[verb] in lang.past_participle_tags:
        found[r.OBJECT] = sentence.heads[verb]  # "nurses stranded in Iraq"
    words = (lang.single_prepositions | lang.place_prepositions) - lang.agent_prepositions
    for child in sentence.children(verb):
        if sentence.words[child] in words:
            for t in sentence.syntax.objects_of(child):
                found.setdefault(sentence.words[child], t)
    labels = {sentence.deps[c] for c in sentence.children(verb)}
    if labels & lang.passive_subject_labels and labels & lang.direct_object_labels:
        found.pop(r.OBJECT, None)  # who "is given a book" is not what is given
    if r.SUBJECT not in found:
        subject = _shared_subject(sentence, verb)
        if subject is not None and subject not in found.values():
            found[r.SUBJECT] = subject
    return found


def _shared_subject(sentence: Sentence, verb: int) -> int | None:
    """Return the subject that a verb shares with the one it depends on."""
    passive = any(sentence.deps[c] == "auxpass" for c in sentence.children(verb))
    while not passive and sentence.deps[verb] in ("conj", "xcomp", "advcl"):
        verb = sentence.heads[verb]
        subject = sentence.syntax.logical_subject(verb)
        if subject is not None:
            return subject
    return None


def same_thing(
    compared: Comparison,
    one: int,
    other: int,
    left_out: TokenPair = (-1, -1),
    *,
    loose: bool = False,
) -> bool:
    """Return whether two nouns may name one thing.

    Not so if one of them or both have another counterpart, or none and no word in common; nor if
    both say which one they mean, by names or by modifiers, and in no word alike.

    Args:
        compared: The comparison.
        one: A source token.
        other: A target token.
        left_out: Modifiers that do not count.
        loose: Whether one may be a kind of the other: "revenue", "newspaper revenue".
    """
    source, target = (annotated.sentence for annotated in compared.sides)
    ways = product({one, _whole(source, one)}, {other, _whole(target, other)})
    one, other = next((w for w in ways if _linked_alike(compared, *w)), (one, other))
    pronouns = "PRON" in (source.pos[one], target.pos[other])
    if not _linked_alike(compared, one, other):
        if pronouns:
            return _may_be_meant(compared, one, other)
        names = _names(compared, one, other)
        alike = any(_alike(compared, a, b) for a, b in product(*names))
        return alike and not _told_apart(compared, *names)
    if pronouns:
        return True
    names = _names(compared, one, other)
    before = _modifiers(compared, one, other)
    said = _modifiers(compared, one, other, ("amod",), telling=False)
    out = {one, left_out[0]}, {other, left_out[1]}
    for words in (names, before, said):
        words[:] = [[t for t in w if t not in o] for w, o in zip(words, out, strict=True)]
    if _told_apart(compared, *names) or _told_apart(compared, *before):
        return False
    if not loose and _is_narrower(compared, before):
        return False
    if _counted_apart(compared, one, other):
        return False
    if any(_contrary(compared, a, b) for a, b in product(said[0], said[1])):
        return False
    return all(same_thing(compared, *pair) for pair in _said_of(source, one, target, other))


def _contrary(compared: Comparison, a: int, b: int) -> bool:
    """Return whether two linked adjectives tell two things apart: "front" and "back"."""
    kind = compared.relations.get((a, b), "")
    if kind in ("antonym", "opposite"):
        return True
    source, target = (annotated.sentence for annotated in compared.sides)
    return kind in ("sister", "none") and source.content[a] and target.content[b]


def _counted_apart(compared: Comparison, one: int, other: int) -> bool:
    """Return whether two nouns are told apart by their ranks, or one is "another"."""
    ranks, others = [], []
    for annotated, t in zip(compared.sides, (one, other), strict=True):
        sentence, counts = annotated.sentence, annotated.quantifiers
        near = sentence.children(t)
        ranks.append({counts[c].low for c in near if c in counts and counts[c].dimension == RANK})
        others.append(any(sentence.words[c] in sentence.lang.additive_determiners for c in near))
    return (all(ranks) and ranks[0].isdisjoint(ranks[1])) or others[0] != others[1]


def _said_of(source: Sentence, one: int, target: Sentence, other: int) -> Iterator[TokenPair]:
    """Yield what two nouns have behind one preposition, and what clauses at them have as objects.

    Examples: "tuition at private colleges", "the men who took the drug".
    """
    sides = (source, one), (target, other)
    behind = [
        {s.words[p]: t for p in s.children(k) for t in s.syntax.objects_of(p)} for s, k in sides
    ]
    for word in behind[0].keys() & behind[1].keys():
        yield behind[0][word], behind[1][word]
    clauses = (
        [c for c in s.children(_whole(s, k)) if s.deps[c] in s.lang.participle_labels]
        for s, k in sides
    )
    for a, b in product(*clauses):
        done, done2 = source.syntax.logical_object(a), target.syntax.logical_object(b)
        if done is not None and done2 is not None and (done, done2) != (one, other):
            yield done, done2


def _is_narrower(compared: Comparison, before: list[list[int]]) -> bool:
    """Return whether a noun without a counterpart says which kind of a thing one side means."""
    return any(
        annotated.sentence.pos[t] == "NOUN" and t not in annotated.linked
        for annotated, modifiers in zip(compared.sides, before, strict=True)
        for t in modifiers
    )


def _may_be_meant(compared: Comparison, one: int, other: int) -> bool:
    """Return whether a pronoun may mean a word: it is linked with that, or with nothing else."""
    sides = [annotated.sentence for annotated in compared.sides]
    if (one, other) in compared.relations:
        return True
    words = {s.words[t] for s, t in zip(sides, (one, other), strict=True) if s.pos[t] == "PRON"}
    if len(words) > 1 or words & sides[0].lang.speaker_pronouns:
        return False
    return not any(
        compared.partner(k, t) for k, t in enumerate((one, other)) if sides[k].pos[t] == "PRON"
    )


def _whole(sentence: Sentence, i: int) -> int:
    """Return what a word is a part, a kind or a number of: "the end of a pencil"."""
    lang = sentence.lang
    if sentence.lemmas[i] in lang.part_nouns | lang.light_nouns:
        for child in sentence.children(i):
            if sentence.words[child] in lang.genitive_prepositions:
                return next(iter(sentence.syntax.objects_of(child)), i)
    return i


def _told_apart(compared: Comparison, mine: list[int], yours: list[int]) -> bool:
    """Return whether two lists of words each have one that is like none of the other list."""
    return any(not any(_alike(compared, t, u) for u in yours) for t in mine) and any(
        not any(_alike(compared, t, u) for t in mine) for u in yours
    )


def _names(compared: Comparison, one: int, other: int) -> list[list[int]]:
    """Return the names in two noun phrases, those in clauses left out."""
    return [
        [t for t in _phrase(annotated.sentence, top) if annotated.sentence.pos[t] == "PROPN"]
        for annotated, top in zip(compared.sides, (one, other), strict=True)
    ]


def _phrase(sentence: Sentence, top: int) -> Iterator[int]:
    """Yield the words of a noun phrase, without the clauses in it."""
    yield top
    for child in sentence.children(top):
        if sentence.deps[child] not in sentence.lang.clausal_labels:
            yield from _phrase(sentence, child)


def _modifiers(
    compared: Comparison,
    one: int,
    other: int,
    labels: tuple[str, ...] = ("compound", "nmod"),
    *,
    telling: bool = True,
) -> list[list[int]]:
    """Return what stands before two nouns and says which of their kind they are.

    If it is to be telling, only words that say much by themselves.
    """
    return [
        [
            c
            for c in annotated.sentence.children(top)
            if annotated.sentence.deps[c] in labels
            and (annotated.sentence.content[c] or not telling)
            and annotated.sentence.pos[c] != "NUM"
        ]
        for annotated, top in zip(compared.sides, (one, other), strict=True)
    ]


def _alike(compared: Comparison, a: int, b: int) -> bool:
    """Return whether two words are linked, the same, or may be forms of one name."""
    source, target = (annotated.sentence for annotated in compared.sides)
    kind = compared.relations.get((a, b), "none")
    if kind not in ("none", "sister", "antonym", "opposite", "intersects"):
        return True
    names = source.pos[a] == target.pos[b] == "PROPN"
    return source.lemmas[a] == target.lemmas[b] or (
        names and alike_names(source.words[a], target.words[b], source.lang)
    )


def else_alike(compared: Comparison, i: int, j: int) -> bool:
    """Return whether one side at most says something else, two tokens and theirs left out.

    Only then are two names or dates in one place told of one event: news is full of others.
    """
    return not all(_else(compared, i, j))


def else_same(compared: Comparison, i: int, j: int) -> bool:
    """Return whether no side says anything else, two tokens and theirs left out."""
    return not any(_else(compared, i, j))


def _else(compared: Comparison, i: int, j: int) -> list[list[int]]:
    """Return what either side says that the other does not, two tokens and theirs left out."""
    rest = []
    for k, t in enumerate((i, j)):
        sentence = compared.sides[k].sentence
        out = {*sentence.subtree(t), *sentence.syntax.name_of(t)}
        if t in sentence.syntax.name_of(sentence.heads[t]):
            out.update(sentence.syntax.name_of(sentence.heads[t]))
        words = [w for w in range(len(sentence)) if sentence.content[w] and w not in out]
        alike = {pair[k] for pair in compared.relations if _linked_alike(compared, *pair)}
        rest.append([w for w in words if w not in alike])
    return rest


# Time and place.


def _same_names(compared: Comparison, i: int, j: int) -> bool:
    """Return whether one side at most has names that the other lacks, and they share a place."""
    lang = compared.sides[0].sentence.lang
    names = [
        [
            t
            for t, pos in enumerate(annotated.sentence.pos)
            if (pos == "PROPN" or annotated.sentence.entities[t] in lang.origin_entities)
            and annotated.sentence.content[t]
            and out not in (t, _top(annotated.sentence, t))
            and calendar_name(annotated.sentence.texts[t], annotated.sentence.lang) is None
        ]
        for annotated, out in zip(compared.sides, (i, j), strict=True)
    ]
    return not _told_apart(compared, *names)


def _top(sentence: Sentence, i: int) -> int:
    """Return the last word of a name."""
    while sentence.deps[i] == "compound" and sentence.pos[sentence.heads[i]] == "PROPN":
        i = sentence.heads[i]
    return i


def one_time(compared: Comparison, i: int, j: int) -> bool:
    """Return whether a source and a target token may be said of one time."""
    source, target = (annotated.sentence for annotated in compared.sides)
    return _same_time(compared, _chain(source, i), _chain(target, j))


def _same_time(compared: Comparison, chain: list[int], chain2: list[int]) -> bool:
    """Return whether two sides may speak of one time: they name none, or one in common.

    Times that belong to the verbs at the ends of the chains come first; what depends on their
    beginnings does not count.
    """
    sides = [annotated.sentence for annotated in compared.sides]
    out = [set(s.subtree(c[0])) for s, c in zip(sides, (chain, chain2), strict=True)]
    within = [
        set(s.subtree(c[-1])) - o for s, c, o in zip(sides, (chain, chain2), out, strict=True)
    ]
    if len(chain) == len(chain2) == 1:
        within = [set(range(len(s))) - {c[0]} for s, c in zip(sides, (chain, chain2), strict=True)]
    near = [times(s, w) for s, w in zip(sides, within, strict=True)]
    if not all(near):
        near = [times(s, set(range(len(s))) - o) for s, o in zip(sides, out, strict=True)]
    one, other = near
    return all(
        one[kind] & other[kind] and not (one[kind] - other[kind] and other[kind] - one[kind])
        for kind in one.keys() & other.keys()
    )


def times(sentence: Sentence, within: set[int]) -> dict[str, set[str]]:
    """Return the words of times among some tokens, by kind: weekdays, months, years, all."""
    found: dict[str, set[str]] = {}
    lang = sentence.lang
    for i in within:
        text, word = sentence.texts[i], sentence.words[i]
        name = calendar_name(text, lang)
        dated = sentence.entities[i] in lang.time_entities
        if name is not None and sentence.pos[i] in ("PROPN", "NOUN"):
            found.setdefault("weekday" if name in lang.weekdays else "month", set()).add(name)
        elif dated and word.isdigit() and len(word) == 4:
            found.setdefault("year", set()).add(word)
        if name or word in lang.time_adverbs or (dated and sentence.content[i]):
            found.setdefault("stated", set()).add(name or sentence.lemmas[i])
    return found
