"""Detection of contradictions: places where the sides cannot, or may not, both be true.

The kinds of contradiction are those of de Marneffe, Rafferty and Manning 2008, *Finding
contradictions in text* (ACL), section 3: antonyms, negation, numbers and dates, names; of their
"factive" and "structural" kinds, modality and exchanged roles. As there, both sides are assumed to
describe one event; the question is whether both can be true of it.

A contradiction is certain if both sides cannot be true. It is uncertain if they can: one side
negates more than the other one asserts, or two names in one slot may denote the same thing. The
relation of a pair reports certain contradictions; a fusion needs a pair without either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from ..analysis.arguments import AGENT, PATIENT, RECIPIENT
from ..analysis.clauses import Clause
from ..analysis.logical_places import PROPERTY
from ..analysis.quantities import is_part
from ..analysis.reading import Analysis
from ..analysis.scope_extent import DENIAL, LIMIT, NEGATION, Scope
from ..analysis.verb_forms import POSSIBLE, PROBABLE
from ..lexicon.index import LexicalIndex
from ..lexicon.relations import relation
from .entailment import unaligned_cost
from .exclusive_slots import exclusive_numbers, exclusive_slots
from .lexical import SAME_MEANING, TELLING, TokenPair, cost, denotes, word_relation
from .same_event import one_time, same_event
from .same_place import cell
from .side_comparison import AnnotatedSentence, Comparison, same_exception

# The modalities of a contradiction: "will" and "may".
_SURE_AND_NOT = {"future", POSSIBLE}
REASONS = ("antonym", "negation", "number", "date", "name", "roles", "modality")


@dataclass(frozen=True)
class Contradiction:
    """A place where the sides contradict each other, or may do so.

    Attributes:
        reason: One of `REASONS`.
        source: The source tokens involved.
        target: The target tokens involved.
        certain: Whether both sides cannot be true. They can if one side negates more than the other
            one asserts ("no man sings loudly" allows that a man sings), or if two fillers of one
            slot are compatible, like "in Lyon" and "in France".
        operator: The side (0 or 1) whose token is the operator of a negation; else -1.
    """

    reason: str
    source: tuple[int, ...]
    target: tuple[int, ...]
    certain: bool = True
    operator: int = -1

    @property
    def bars_entailment(self) -> bool:
        """Whether it excludes entailment in both directions."""
        return self.certain or self.operator >= 0 or self.reason == "roles"

    @property
    def bars_fusion(self) -> bool:
        """Whether a fusion of both sides might be false.

        It is not if one side negates something more specific in addition to its statement: "left
        without a coat".
        """
        return self.certain or self.operator < 0

    @property
    def tokens(self) -> TokenPair:
        """The first token of each side; for a negation, -1 on the side without the operator."""
        source = -1 if self.operator == 1 else self.source[0]
        return source, -1 if self.operator == 0 else self.target[0]


def contradictions(compared: Comparison, index: LexicalIndex | None) -> list[Contradiction]:
    """Return the certain and possible contradictions of two sides, in order of `REASONS`."""
    filled, counted = exclusive_slots(compared, index), exclusive_numbers(compared, index)
    all_of_them = {
        *_negations(compared, index),
        *_denied_predicates(compared),
        *_antonyms(compared, index),
        *(Contradiction("number", (i,), (j,), sure) for i, j, sure in counted),
        *(Contradiction(why, (i,), (j,), sure) for why, i, j, sure in filled),
        *_roles(compared),
        *_exceptions(compared),
        *_modalities(compared),
    }
    return sorted(
        _of_one_event({_less_doubt(compared, each) for each in all_of_them}),
        key=lambda c: (REASONS.index(c.reason), c.source, c.target, c.operator, c.certain),
    )


def _less_doubt(compared: Comparison, found: Contradiction) -> Contradiction:
    """Return a contradiction, as uncertain if a side does not assert the words involved."""
    if compared.asks:
        return replace(found, certain=False)
    for k, tokens in enumerate((found.source, found.target)):
        if not compared.doubted[k].isdisjoint(tokens):
            return replace(found, certain=False)
    return found


def _of_one_event(judged: set[Contradiction]) -> Iterator[Contradiction]:
    """Yield contradictions, a number, name or date as uncertain beside other differences."""
    # "Ford rose 2 percent" and "Toyota rose 4 percent" are two events.
    kinds = {each.reason for each in judged} & {"number", "date", "name", "antonym"}
    for each in judged:
        besides = kinds - {each.reason}
        if each.reason == "number":
            besides -= {"antonym"}
        apart = each.reason in ("number", "date", "name") and besides
        yield replace(each, certain=False) if apart else each


def summary(judged: Iterable[Contradiction]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the reasons of certain contradictions, and further reasons against fusion.

    Each reason is given once, in order of `REASONS`.
    """
    certain = {c.reason: None for c in judged if c.certain}
    return tuple(certain), tuple(
        {c.reason: None for c in judged if c.bars_fusion and not c.certain}
    )


def _negations(compared: Comparison, index: LexicalIndex | None) -> Iterator[Contradiction]:
    """Yield words that one side negates and the other one asserts."""
    # The tokens are the operator, and the highest counterpart of the words in its scope.
    cells: dict[tuple[int, int], tuple[tuple[int, ...], TokenPair, bool]] = {}
    source, target = compared.sides
    if not any(op.negative for annotated in compared.sides for op in annotated.active):
        return
    for i, j in sorted(compared.relations):
        denied = _denied_once(compared, i, j)
        if denied is None:
            continue
        k, op = denied
        pair = cell(k, op.token, (i, j)[1 - k])
        depth = source.analysis.depth(i) + target.analysis.depth(j)
        order = (depth, (i, j)[k], (i, j)[1 - k])
        best = cells.get((k, op.token))
        if best is None or order < best[0]:
            cells[k, op.token] = order, pair, _is_excluded(compared, k, op, (i, j), index)
    for (k, _), (_, pair, certain) in cells.items():
        both = zip(compared.sides, pair, strict=True)
        modal = all(_is_ability(side.analysis, t) for side, t in both)
        yield Contradiction("modality" if modal else "negation", pair[:1], pair[1:], certain, k)


def _denied_once(compared: Comparison, i: int, j: int) -> tuple[int, Scope] | None:
    """Return the side that alone negates two linked words, and its operator; else None."""
    source, target = compared.sides
    sides = source.denied(i), target.denied(j)
    both_content = _says(source, i) and _says(target, j)
    if not both_content and not any(map(_denies_function_words, compared.sides, sides)):
        return None
    if (len(sides[0]) + len(sides[1])) % 2 == 0 or not compared.agree((i, j)):
        return None
    k = int(len(sides[1]) > len(sides[0]))
    op = sides[k][0]
    matched = (
        _has_its_match(compared, k, op)
        or _denied_anyway(compared, k, op, (i, j)[k])
        or _said_by_opposite(compared, k, op, (i, j)[k])
    )
    return None if matched else (k, op)


def _is_excluded(
    compared: Comparison, k: int, op: Scope, pair: TokenPair, index: LexicalIndex | None
) -> bool:
    """Return whether a negation of one side and the other side cannot both be true."""
    tells, apart = _says(compared.sides[k], op.token), cell(k, op.token, -1)
    return (
        len(compared.sides[k].denied(pair[k])) == 1
        and op.kind != LIMIT
        and _denies_it(compared, k, op, index)
        and not _intended(compared.sides[1 - k].analysis, pair[1 - k])
        and same_event(compared, *pair, predicates=tells, loose=not tells, apart=apart)
    )


def _says(annotated: AnnotatedSentence, i: int) -> bool:
    return annotated.analysis.words[i].content


def _denies_function_words(annotated: AnnotatedSentence, found: Iterable[Scope]) -> bool:
    return any(not any(_says(annotated, t) for t in op.reach) for op in found)


def _has_its_match(compared: Comparison, side: int, op: Scope) -> bool:
    """Return whether an operator has a counterpart: "refuses to", "refusal to"."""
    # The counterpart of a denying verb may be a verb of similar meaning: "avoid", "stave off".
    other = compared.sides[1 - side]
    if same_exception(compared, side, op.token):
        return True
    negative = {each.token: each.reach for each in other.operators if each.negative}
    for partner in compared.partner(side, op.token):
        kind = compared.relations[cell(side, op.token, partner)]
        if kind == "opposite":
            return True  # "with" and "without" are compared as antonyms
        if kind in TELLING and _says(compared.sides[side], op.token):
            return True
        scope = {*negative.get(partner, ())}
        if any(not scope.isdisjoint(compared.partner(side, i)) for i in op.reach):
            return True
    return False


def _intended(analysis: Analysis, i: int) -> bool:
    """Return whether the clause of a word is only intended: "tries to win"."""
    clause = analysis.innermost_clause(i)
    return clause is not None and clause.stance == "intended"


def _denied_anyway(compared: Comparison, side: int, op: Scope, token: int) -> bool:
    """Return whether both sides negate the predicate of a word: "no boys", "boys do not"."""
    verb = compared.sides[side].analysis.path(token)[-1]
    if _is_of_exception(compared, side, op, verb):
        return True
    if verb == token or verb not in op.reach:
        return False
    return any(compared.sides[1 - side].denied(j) for j in compared.partner(side, verb))


def _is_of_exception(compared: Comparison, side: int, op: Scope, verb: int) -> bool:
    """Return whether a negated verb is about the exception that the other side makes."""
    # Examples: "All but Karen came.", "Karen did not come."; "Nobody except Ben knew.", "Ben knew."
    counterparts = compared.partner(side, verb)
    if _makes_exception(compared.sides[side].analysis, op.token):
        return any(not compared.same_polarity(*cell(side, verb, v)) for v in counterparts)
    for k, one in enumerate(compared.sides):
        making = [each for each in one.active if _makes_exception(one.analysis, each.token)]
        excepted = {j for each in making for t in each.reach for j in compared.partner(k, t)}
        other = compared.sides[1 - k].analysis
        for v in (verb,) if k != side else counterparts:
            clause = other.clause_of_predicate(v)
            if clause is not None and clause.subject in excepted:
                return True
    return False


def _makes_exception(analysis: Analysis, i: int) -> bool:
    return analysis.sentence.words[i] in analysis.lang.exceptive_words


def _said_by_opposite(compared: Comparison, side: int, op: Scope, token: int) -> bool:
    """Return whether a word is below a negated word with an antonym: "not fit for", "unfit"."""
    analysis = compared.sides[side].analysis
    opposites = (c[side] for c, kind in compared.relations.items() if kind == "denied antonym")
    return any(t in op.reach and token in analysis.phrase(t) for t in opposites)


def _denies_it(compared: Comparison, side: int, op: Scope, index: LexicalIndex | None) -> bool:
    """Return whether the scope of a negation is not more specific than the other side."""
    annotated, other = compared.sides[side], compared.sides[1 - side]
    region = {*op.reach, *_subject_of(annotated.analysis, op)}
    silent = annotated.functional | {op.token} | set(_of_evidence(annotated, index))
    # To negate "A or B" is to negate each of them.
    silent |= annotated.offered
    extra = sum(
        unaligned_cost(annotated, i)
        for i in region
        if i not in annotated.linked and i not in silent
    )
    for pair in compared.relations:
        if pair[side] in region and pair[side] not in silent:
            extra += compared.costs(pair)[side]
            besides = sum(each is not op for each in annotated.denied(pair[side]))
            if (besides + len(other.denied(pair[1 - side]))) % 2:
                return False  # "did not use steel", "used wood instead of steel"
    said = {j for i in region for j in compared.partner(side, i)}
    return extra < cost(0.5) and not any(_is_only_possible(other.analysis, j) for j in said)


def _subject_of(analysis: Analysis, op: Scope) -> Sequence[int]:
    """Return the subject of the highest clause in a scope, unless the operator is in it."""
    inside = [c for t in op.reach if (c := analysis.innermost_clause(t)) is not None]
    clause = min(inside, key=lambda c: analysis.depth(c.verb), default=None)
    subject = analysis.phrase(clause.subject) if clause and clause.subject >= 0 else ()
    return () if op.token in subject else subject


def _of_evidence(annotated: AnnotatedSentence, index: LexicalIndex | None) -> Iterator[int]:
    """Yield nouns of evidence: "no *trace* of arsenic"."""
    analysis = annotated.analysis
    if index is None:
        return
    for i, word in enumerate(analysis.words):
        if word.category != "noun" or not is_part(analysis.sentence, i):
            continue
        kinds = (
            relation(index, word.lemma, "NOUN", kind, "NOUN")
            for kind in analysis.lang.evidence_kinds
        )
        if any(kind in ("same", "synonym", "hyponym-of") for kind in kinds):
            yield i


def _is_only_possible(analysis: Analysis, i: int) -> bool:
    """Return whether a word is a predicate with a modality of possibility or probability."""
    clause = analysis.clause_of_predicate(i)
    modality = clause.modality if clause is not None else None
    return modality is not None and modality.kind in (POSSIBLE, PROBABLE)


def _is_ability(analysis: Analysis, i: int) -> bool:
    """Return whether a word expresses an ability, or is in a clause that does."""
    clause, lang = analysis.innermost_clause(i), analysis.lang
    said = clause.modality.tokens if clause is not None and clause.modality is not None else ()
    verb = (clause.verb,) if clause is not None else ()
    return any(analysis.words[t].lemma in lang.ability_words for t in (i, *verb, *said))


def _denied_predicates(compared: Comparison) -> Iterator[Contradiction]:
    """Yield predicates that only one side negates, regardless of their arguments."""
    # Examples: "A cow eats grass.", "A cow does not eat hay."; "He is a doctor.", "He is not a
    # lawyer."; "A girl sings.", "There is no girl on the beach."
    one, other = (annotated.analysis for annotated in compared.sides)
    if not any(op.negative for annotated in compared.sides for op in annotated.operators):
        return
    for i, j in compared.relations:
        clauses = one.innermost_clause(i), other.innermost_clause(j)
        if clauses[0] is None or clauses[1] is None or not compared.agree((i, j)):
            continue
        verbs = clauses[0].verb, clauses[1].verb
        alike = verbs == (i, j) and _same_predicate(compared, clauses[0], clauses[1])
        alike = alike or _one_exists(compared, (i, j), clauses[0], clauses[1])
        if alike and clauses[0].is_denied != clauses[1].is_denied:
            yield Contradiction("negation", (i,), (j,), certain=False)


def _same_predicate(compared: Comparison, one: Clause, other: Clause) -> bool:
    """Return whether two linked verbs are one predicate; copulas also need linked subjects."""
    sides = [annotated.analysis for annotated in compared.sides]
    verbs = [side.words[c.verb].lemma for side, c in zip(sides, (one, other), strict=True)]
    if sides[0].lang.copulas.isdisjoint(verbs):
        return True
    if compared.relations.get((one.predicate, other.predicate)) == "denied antonym":
        return False  # "not fit", "unfit"
    return (one.subject, other.subject) in compared.relations


def _one_exists(compared: Comparison, pair: TokenPair, one: Clause, other: Clause) -> bool:
    """Return whether one side says that there is a thing, and it is an argument on the other."""
    sides = zip(compared.sides, pair, (one, other), strict=True)
    exist, argue = [], []
    for annotated, token, clause in sides:
        copula = annotated.analysis.words[clause.predicate].lemma in annotated.analysis.lang.copulas
        # The noun follows the verb: "there is a girl".
        exist.append(copula and clause.filler(AGENT) == token > clause.verb)
        argue.append(token in (clause.filler(AGENT), clause.filler(PATIENT)))
    return (exist[0] and argue[1]) or (argue[0] and exist[1])


def _antonyms(compared: Comparison, index: LexicalIndex | None) -> Iterator[Contradiction]:
    """Yield antonyms with the same subject or head: "open" and "closed"."""
    counting = [{q.token for q in side.quantifiers.values()} for side in compared.sides]
    for (i, j), kind in compared.relations.items():
        if kind not in ("antonym", "opposite") or not compared.same_polarity(i, j):
            continue
        if i in counting[0] and j in counting[1]:
            continue  # compared as numbers
        if _same_frame(compared, i, j):
            read = [(side.analysis, t) for side, t in zip(compared.sides, (i, j), strict=True)]
            nouns = [_noun_of(*each) for each in read]
            certain = not any(_may_have_both(index, *each) for each in read) and same_event(
                compared, i, j, predicates=min(nouns) < 0, loose=True
            )
            yield Contradiction("antonym", (i,), (j,), certain)


def _noun_of(analysis: Analysis, i: int) -> int:
    """Return the noun that a word modifies as an adjective, -1 for none."""
    return next((place.of for place in analysis.places_of(i) if place.role == PROPERTY), -1)


def _may_have_both(index: LexicalIndex | None, analysis: Analysis, i: int) -> bool:
    """Return whether a word and its antonym may be true of different things."""
    # "A man dances" and "a woman dances" can both be true, like "large shops" and "small shops".
    noun = _noun_of(analysis, i)
    word, kinds = analysis.words[i], analysis.lang.living_kinds
    if word.nominal and denotes(index, word.lemma, kinds):
        return True  # there may be other people or animals
    # "The left engine" and "the right engine" are different things.
    return noun >= 0 and (analysis.words[noun].plural or _names_one(analysis, noun))


def _names_one(analysis: Analysis, i: int) -> bool:
    """Return whether a noun is a definite subject, which its modifiers identify."""
    words = {analysis.sentence.words[t] for t in analysis.noun_phrase(i).modifiers}
    subject = any(clause.subject == i for clause in analysis.clauses)
    return subject and words.isdisjoint(analysis.lang.indefinite_articles)


def _same_frame(compared: Comparison, i: int, j: int) -> bool:
    """Return whether two words have linked heads, or are predicates with linked subjects."""
    source, target = (annotated.analysis for annotated in compared.sides)
    one, other = source.clause_of_predicate(i), target.clause_of_predicate(j)
    if one is not None or other is not None:
        if one is None or other is None or one.subject < 0 or other.subject < 0:
            return source.governor(i) < 0 and target.governor(j) < 0
        verbs = one.verb == one.predicate and other.verb == other.predicate
        if one.voice != other.voice and verbs:
            done = one.filler(PATIENT), other.filler(PATIENT)
            doers = one.filler(AGENT), other.filler(AGENT)
            return compared.agree(done) and (-1 in doers or compared.agree(doers))
        return compared.agree((one.subject, other.subject))
    if _have_other_objects(compared, i, j):
        return False
    return compared.agree((source.governor(i), target.governor(j)))


def _have_other_objects(compared: Comparison, i: int, j: int) -> bool:
    """Return whether two prepositions have objects, but no linked ones."""
    objects = [side.analysis.behind(t) for side, t in zip(compared.sides, (i, j), strict=True)]
    return any(objects) and not any(compared.agree((a, b)) for a, b in product(*objects))


def _roles(compared: Comparison) -> Iterator[Contradiction]:
    """Yield predicates with exchanged arguments: "A beat B" and "B beat A", active or passive."""
    source, target = (annotated.analysis for annotated in compared.sides)
    for i, j in compared.relations:
        one, other = source.clause_of_predicate(i), target.clause_of_predicate(j)
        if one is None or other is None or (one.predicate, other.predicate) != (i, j):
            continue
        if not _can_be_turned(compared, i, j):
            continue
        parties, parties2 = _parties(source, one), _parties(target, other)
        for role in parties.keys() & parties2.keys():
            (agent, undergoer), (agent2, undergoer2) = parties[role], parties2[role]
            crossed = compared.agree((agent, undergoer2)) and compared.agree((undergoer, agent2))
            straight = compared.agree((agent, agent2)) or compared.agree((undergoer, undergoer2))
            if crossed and not straight:
                tokens = (agent, undergoer, i), (agent2, undergoer2, j)
                yield Contradiction("roles", *tokens, one_time(compared, i, j))


def _can_be_turned(compared: Comparison, i: int, j: int) -> bool:
    """Return whether exchanged arguments change the meaning of two linked predicates."""
    source, target = (annotated.analysis for annotated in compared.sides)
    word, word2 = source.words[i], target.words[j]
    mutual = compared.relations[i, j] == "converse" or word.lemma in source.lang.mutual_verbs
    if mutual or word.category != word2.category or not compared.agree((i, j)):
        return False
    return compared.same_polarity(i, j)


def _parties(analysis: Analysis, clause: Clause) -> dict[str, tuple[int, int]]:
    """Return the agent with each patient, recipient and standard of comparison, by its role."""
    lang, agent = analysis.lang, clause.filler(AGENT)
    found: dict[str, tuple[int, int]] = {}
    for role, preposition, filler, *_ in clause.arguments if agent >= 0 else ():
        compares = preposition in lang.comparison_markers
        gets = preposition in lang.recipient_prepositions
        party = "standard" if compares else RECIPIENT if gets else role
        if party in (PATIENT, RECIPIENT, "standard"):
            found.setdefault(party, (agent, filler))
    return found


def _exceptions(compared: Comparison) -> Iterator[Contradiction]:
    """Yield an "all" of one side and an exception of the other: "except for the motor"."""
    for pair in compared.relations:
        for k in range(2):
            every = compared.sides[k].quantifiers.get(pair[k])
            if every is not None and every.universal and compared.agree(pair):
                for t in _excepted(compared.sides[1 - k], pair[1 - k]):
                    if same_exception(compared, 1 - k, t):
                        continue
                    tokens = (every.token,), (t,)
                    yield Contradiction("negation", tokens[k], tokens[1 - k])


def _excepted(annotated: AnnotatedSentence, i: int) -> list[int]:
    """Return the exceptive words of a clause in which at least two words have a counterpart."""
    analysis, linked = annotated.analysis, annotated.linked
    clause = analysis.phrase(analysis.path(i)[-1])
    if sum(_says(annotated, t) and t in linked for t in clause) < 2:
        return []
    return [t for t in clause if _makes_exception(analysis, t) and t not in linked]


def _modalities(compared: Comparison) -> Iterator[Contradiction]:
    """Yield predicates with "will" on one side and "may" on the other."""
    one, other = (annotated.analysis for annotated in compared.sides)
    for pair in compared.relations:
        clauses = one.clause_of_predicate(pair[0]), other.clause_of_predicate(pair[1])
        if clauses[0] is None or clauses[1] is None:
            continue
        modal = clauses[0].modality, clauses[1].modality
        if modal[0] is None or modal[1] is None or {m.kind for m in modal if m} != _SURE_AND_NOT:
            continue
        if compared.same_polarity(*pair) and _same_frame(compared, *pair):
            certain = compared.relations[pair] in SAME_MEANING and same_event(compared, *pair)
            yield Contradiction("modality", modal[0].tokens[:1], modal[1].tokens[:1], certain)


# -- The reason of a conflict that the judge finds -------------------------------------------------


def conflict_reasons(
    compared: Comparison, apart: tuple[Collection[int], Collection[int]], index: LexicalIndex | None
) -> tuple[str, ...]:
    """Return the first of `REASONS` that fits the words that the judge misses, or nothing.

    Args:
        compared: The comparison of two sides in conflict.
        apart: The words of source and target that the other side does not express.
        index: The lexical index.
    """
    return tuple(islice(_reasons(compared, apart, index), 1))


def _reasons(
    compared: Comparison, apart: tuple[Collection[int], Collection[int]], index: LexicalIndex | None
) -> Iterator[str]:
    one, other = compared.sides
    parts = (one, apart[0]), (other, apart[1])
    if _lemmas(one) == _lemmas(other):
        yield "roles"  # the same words in other places
    if any(_denies(side, words) for side, words in parts):
        yield "negation"
    if all(side.analysis.times(words) for side, words in parts):
        yield "date"
    for category in ("number", "name"):
        if all(_has(side, words, category) for side, words in parts):
            yield category
    pairs = product(*apart) if index is not None else ()
    found = (word_relation(index, one.sentence, i, other.sentence, j) for i, j in pairs)
    if any(each in ("antonym", "opposite") for each in found):
        yield "antonym"


def _lemmas(side: AnnotatedSentence) -> Counter[str]:
    """Return the lemmas of the content words of a side."""
    words = zip(side.sentence.lemmas, side.sentence.content, strict=True)
    return Counter(lemma for lemma, content in words if content)


def _denies(side: AnnotatedSentence, words: Collection[int]) -> bool:
    """Return whether one of some words is a negation."""
    return any(op.kind in (NEGATION, DENIAL) and op.token in words for op in side.operators)


def _has(side: AnnotatedSentence, words: Collection[int], category: str) -> bool:
    """Return whether one of some words has a category."""
    return any(side.analysis.words[i].category == category for i in words)
