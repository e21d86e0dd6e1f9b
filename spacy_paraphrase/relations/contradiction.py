"""The one judge of contradiction: where two sides cannot both be true, or might not.

The kinds of contradiction are those of de Marneffe, Rafferty and Manning 2008, *Finding
contradictions in text* (ACL), section 3: antonyms, negation, numbers and dates, names (their
"factive" and "structural" kinds as far as modality and exchanged roles go). As there, two sides
are taken to speak of one event; what is judged is whether one event can be both.

A contradiction is certain where both cannot be true. It is uncertain where they can: one side
denies more than the other one says, or two names fill one place that may be one and the same. The
relation of a pair tells of the certain ones; a fusion is made where there is neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..analysis import roles as r
from ..analysis.negation import denials
from ..analysis.quantities import is_part
from ..analysis.scope_extent import LIMIT, Operator
from ..analysis.sentence import Sentence
from ..lexicon.index import LexicalIndex
from ..lexicon.relations import relation
from .comparison import AnnotatedSentence, Comparison, same_exception
from .entailment import unaligned_cost
from .events import one_event, one_time
from .fillers import fillers, numbers
from .lexical import SAME_MEANING, TokenPair, cost, is_living

# Relations of words that say alike things of what they are said of.
_TELLING = (*SAME_MEANING, "hyponym-of", "hypernym-of")
REASONS = ("antonym", "negation", "number", "date", "name", "roles", "modality")


@dataclass(frozen=True)
class Contradiction:
    """A place where the sides say contrary things, or may do so.

    Attributes:
        reason: One of `REASONS`.
        source: The source tokens that make it.
        target: The target tokens.
        certain: Whether both cannot be true. They can where one denies more than the other says,
            "no man sings loudly" leaves open that a man sings, and where two fillers of one place
            differ and do not exclude each other, as "in Lyon" and "in France".
        operator: Which side's token is the operator of a negation, 0 or 1; else -1.
    """

    reason: str
    source: tuple[int, ...]
    target: tuple[int, ...]
    certain: bool = True
    operator: int = -1

    @property
    def bars_entailment(self) -> bool:
        """Whether neither side can entail the other here: one denies what the other says."""
        return self.certain or self.operator >= 0 or self.reason == "roles"

    @property
    def bars_fusion(self) -> bool:
        """Whether one sentence of both may say what is not so.

        It does not where one side denies something more special beside what it says: "left without
        a coat".
        """
        return self.certain or self.operator < 0

    @property
    def tokens(self) -> TokenPair:
        """The first token of either side; of a negation the operator alone, -1 for the other."""
        source = -1 if self.operator == 1 else self.source[0]
        return source, -1 if self.operator == 0 else self.target[0]


def contradictions(compared: Comparison, index: LexicalIndex | None) -> list[Contradiction]:
    """Return where two sides say contrary things, or may, in order of `REASONS`.

    Args:
        compared: The comparison of their words.
        index: The lexical index.
    """
    all_of_them = {
        *_negations(compared, index),
        *_denied_predicates(compared),
        *_antonyms(compared, index),
        *(Contradiction("number", (i,), (j,), sure) for i, j, sure in numbers(compared, index)),
        *(Contradiction(why, (i,), (j,), sure) for why, i, j, sure in fillers(compared, index)),
        *_roles(compared),
        *_exceptions(compared),
        *_modalities(compared),
    }
    return sorted(
        _of_one_event({_less_doubt(compared, each) for each in all_of_them}),
        key=lambda c: (REASONS.index(c.reason), c.source, c.target, c.operator, c.certain),
    )


def _less_doubt(compared: Comparison, found: Contradiction) -> Contradiction:
    """Return a contradiction as uncertain where a side does not assert what it is about."""
    for k, tokens in enumerate((found.source, found.target)):
        if not compared.doubted[k].isdisjoint(tokens):
            return replace(found, certain=False)
    return found


def _of_one_event(judged: set[Contradiction]) -> Iterator[Contradiction]:
    """Yield contradictions, uncertain where a name or date goes along with what else differs.

    "Ford rose 2 percent" and "Toyota rose 4 percent" are two events.
    """
    kinds = {each.reason for each in judged} & {"number", "date", "name", "antonym"}
    for each in judged:
        besides = kinds - {each.reason}
        if each.reason == "number":
            besides -= {"antonym"}
        apart = each.reason in ("number", "date", "name") and besides
        yield replace(each, certain=False) if apart else each


def summary(judged: Iterable[Contradiction]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return why two sides cannot both be true, and why else they cannot be fused.

    Each reason comes once, in order of `REASONS`.
    """
    certain = {c.reason: None for c in judged if c.certain}
    return tuple(certain), tuple(
        {c.reason: None for c in judged if c.bars_fusion and not c.certain}
    )


def _negations(compared: Comparison, index: LexicalIndex | None) -> Iterator[Contradiction]:
    """Find where one side says that something is not so and the other that it is.

    The tokens are the operator, and the highest word that is in its scope on the other side.
    """
    cells: dict[tuple[int, int], tuple[tuple[int, int, int], TokenPair, bool]] = {}
    source, target = compared.sides
    if not any(op.negative for annotated in compared.sides for op in annotated.active):
        return
    for i, j in sorted(compared.relations):
        sides = source.denied(i), target.denied(j)
        told = source.sentence.content[i] and target.sentence.content[j]
        if not told and not any(map(_denies_function_words, compared.sides, sides)):
            continue
        if (len(sides[0]) + len(sides[1])) % 2 == 0 or not compared.agree((i, j)):
            continue
        k = int(len(sides[1]) > len(sides[0]))
        op = sides[k][0]
        if (
            _has_its_match(compared, k, op)
            or _denied_anyway(compared, k, op, (i, j)[k])
            or _said_by_opposite(compared, k, op, (i, j)[k])
        ):
            continue
        pair = (op.token, j) if k == 0 else (i, op.token)
        depth = _depth(source.sentence, i) + _depth(target.sentence, j)
        order = (depth, (i, j)[k], (i, j)[1 - k])
        best = cells.get((k, op.token))
        if best is None or order < best[0]:
            certain = len(sides[k]) == 1 and op.kind != LIMIT
            certain = certain and _denies_it(compared, k, op, index)
            certain = certain and not _intended(compared.sides[1 - k].sentence, (i, j)[1 - k])
            tells = compared.sides[k].sentence.content[op.token]
            apart = (op.token, -1) if k == 0 else (-1, op.token)
            certain = certain and one_event(
                compared, i, j, predicates=tells, loose=not tells, apart=apart
            )
            cells[k, op.token] = order, pair, certain
    for (k, _), (_, pair, certain) in cells.items():
        modal = _is_modal(source.sentence, pair[0]) and _is_modal(target.sentence, pair[1])
        yield Contradiction("modality" if modal else "negation", pair[:1], pair[1:], certain, k)


def _denies_function_words(annotated: AnnotatedSentence, found: Iterable[Operator]) -> bool:
    """Return whether an operator reaches no content word: "he is not here"."""
    content = annotated.sentence.content
    return any(not any(content[t] for t in op.scope) for op in found)


def _has_its_match(compared: Comparison, side: int, op: Operator) -> bool:
    """Return whether the other side denies the same by a counterpart: "refuses to", "refusal to".

    So, too, where a verb that denies has a counterpart that means the like: "avoid", "stave off".
    """
    sentence, other = compared.sides[side].sentence, compared.sides[1 - side]
    if same_exception(compared, side, op.token):
        return True
    negative = {each.token: each.scope for each in other.operators if each.negative}
    for partner in compared.partner(side, op.token):
        pair = (op.token, partner) if side == 0 else (partner, op.token)
        if sentence.content[op.token] and compared.relations[pair] in _TELLING:
            return True
        scope = negative.get(partner, ())
        if any(j in scope for i in op.scope for j in compared.partner(side, i)):
            return True
    return False


def _intended(sentence: Sentence, i: int) -> bool:
    """Return whether what a word says is only meant to be: who tries to win need not win."""
    verb = sentence.syntax.clause(i)
    while sentence.deps[verb] in ("xcomp", "ccomp", "conj", "prep", "pcomp"):
        verb = sentence.heads[verb]
        if sentence.lemmas[verb] in sentence.lang.intention_verbs:
            return True
    return False


def _denied_anyway(compared: Comparison, side: int, op: Operator, token: int) -> bool:
    """Return whether what is said of a word is denied on both sides: "no boys", "boys do not"."""
    verb = compared.sides[side].sentence.syntax.clause(token)
    if _is_of_exception(compared, side, op, token):
        return True
    if verb == token or verb not in op.scope:
        return False
    return any(compared.sides[1 - side].denied(j) for j in compared.partner(side, verb))


def _is_of_exception(compared: Comparison, side: int, op: Operator, token: int) -> bool:
    """Return whether what a side denies of a word is what the other one makes an exception for.

    Examples: "All but Karen came.", "Karen did not come."; "Nobody except Ben knew.", "Ben knew."
    """
    annotated = compared.sides[side]
    verb = annotated.sentence.syntax.clause(token)
    opposed = any(
        not compared.same_polarity(*_pair(side, verb, v)) for v in compared.partner(side, verb)
    )
    if annotated.sentence.words[op.token] in annotated.sentence.lang.exceptive_words:
        return opposed
    for k, one in enumerate(compared.sides):
        excepted = {
            j
            for each in one.active
            if one.sentence.words[each.token] in one.sentence.lang.exceptive_words
            for t in each.scope
            for j in compared.partner(k, t)
        }
        other = compared.sides[1 - k].sentence
        verbs = [verb] if k != side else compared.partner(side, verb)
        if excepted and any(other.syntax.subject(v) in excepted for v in verbs):
            return True
    return False


def _pair(side: int, own: int, others: int) -> TokenPair:
    return (own, others) if side == 0 else (others, own)


def _said_by_opposite(compared: Comparison, side: int, op: Operator, token: int) -> bool:
    """Return whether a word belongs to one whose opposite says the same: "not fit for", "unfit"."""
    sentence = compared.sides[side].sentence
    opposites = (c[side] for c, kind in compared.relations.items() if kind == "denied antonym")
    return any(t in op.scope and token in sentence.subtree(t) for t in opposites)


def _depth(sentence: Sentence, i: int) -> int:
    depth = 0
    while sentence.heads[i] >= 0:
        i = sentence.heads[i]
        depth += 1
    return depth


def _denies_it(compared: Comparison, side: int, op: Operator, index: LexicalIndex | None) -> bool:
    """Return whether what an operator denies says no more than what the other side says."""
    annotated, other = compared.sides[side], compared.sides[1 - side]
    sentence = annotated.sentence
    region = set(op.scope)
    top = min(op.scope, key=lambda i: _depth(sentence, i), default=op.token)
    for child in sentence.children(sentence.syntax.clause(top)):
        below = sentence.subtree(child)
        if sentence.deps[child] in sentence.lang.subject_labels and op.token not in below:
            region.update(below)
    silent = annotated.functional | {op.token} | set(_of_evidence(annotated, index))
    # Who denies one or the other denies each.
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
    if extra >= cost(0.5):
        return False
    words = [other.sentence.lemmas[j] for i in region for j in _around(compared, side, i)]
    return not sentence.lang.possibility_words.intersection(words)


def _of_evidence(annotated: AnnotatedSentence, index: LexicalIndex | None) -> Iterator[int]:
    """Yield nouns for what shows that something is there: "no *trace* of arsenic"."""
    sentence = annotated.sentence
    if index is None:
        return
    for i, pos in enumerate(sentence.pos):
        if pos != "NOUN" or not is_part(sentence, i):
            continue
        kinds = (
            relation(index, sentence.lemmas[i], pos, kind, pos)
            for kind in sentence.lang.evidence_kinds
        )
        if any(kind in ("same", "synonym", "hyponym-of") for kind in kinds):
            yield i


def _around(compared: Comparison, side: int, i: int) -> Iterator[int]:
    other = compared.sides[1 - side].sentence
    for j in compared.partner(side, i):
        if other.pos[j] in ("VERB", "AUX"):
            yield from other.children(j)


def _is_modal(sentence: Sentence, token: int) -> bool:
    verb = sentence.syntax.clause(token)
    return any(
        sentence.lemmas[t] in sentence.lang.ability_words
        for t in (verb, token, *sentence.children(verb))
    )


def _denied_predicates(compared: Comparison) -> Iterator[Contradiction]:
    """Find predicates that one side denies and the other does not, whatever else they say.

    Examples: "A cow eats grass.", "A cow does not eat hay."; "He is a doctor.", "He is not a
    lawyer."; "A girl sings.", "There is no girl on the beach."
    """
    source, target = compared.sides
    if not any(op.negative for annotated in compared.sides for op in annotated.operators):
        return
    for i, j in compared.relations:
        verbs = source.sentence.syntax.clause(i), target.sentence.syntax.clause(j)
        if not compared.agree((i, j)) or not (
            (verbs == (i, j) and _same_predicate(compared, i, j)) or _one_exists(compared, i, j)
        ):
            continue
        if _is_denied(source, verbs[0]) != _is_denied(target, verbs[1]):
            yield Contradiction("negation", (i,), (j,), certain=False)


def _same_predicate(compared: Comparison, i: int, j: int) -> bool:
    """Return whether two verbs are main verbs; two forms of "be", those of one subject."""
    one, other = (annotated.sentence for annotated in compared.sides)
    if not (_is_main(one, i) and _is_main(other, j)):
        return False
    if one.lemmas[i] not in one.lang.copulas and other.lemmas[j] not in other.lang.copulas:
        return True
    if (
        compared.relations.get((one.syntax.predicate(i), other.syntax.predicate(j)))
        == "denied antonym"
    ):
        return False  # "not fit", "unfit"
    return (one.syntax.theme(i), other.syntax.theme(j)) in compared.relations


def _one_exists(compared: Comparison, i: int, j: int) -> bool:
    """Return whether there is a thing, by the one side, of which the other says something."""
    exist, argue = [], []
    for annotated, token in zip(compared.sides, (i, j), strict=True):
        sentence = annotated.sentence
        verb = sentence.heads[token]
        there = verb >= 0 and any(sentence.deps[c] == "expl" for c in sentence.children(verb))
        exist.append(there and sentence.syntax.theme(verb) == token)
        argue.append(sentence.syntax.role(token)[0] in (r.SUBJECT, r.OBJECT))
    return (exist[0] and argue[1]) or (argue[0] and exist[1])


def _is_main(sentence: Sentence, i: int) -> bool:
    return (
        sentence.pos[i] in ("VERB", "AUX")
        and sentence.deps[i] not in sentence.lang.auxiliary_labels
    )


def _is_denied(annotated: AnnotatedSentence, verb: int) -> bool:
    """Return whether a verb is negated, by itself, its subject, or what it says there is none of.

    That is whether all of what it says is denied, not something beside it: "left without a coat".
    """
    return len(denials(annotated.operators).get(verb, ())) % 2 == 1


def _antonyms(compared: Comparison, index: LexicalIndex | None) -> Iterator[Contradiction]:
    source = compared.sides[0].sentence
    for (i, j), kind in compared.relations.items():
        if kind not in ("antonym", "opposite") or not compared.same_polarity(i, j):
            continue
        if i in _quantities(compared.sides[0]) and j in _quantities(compared.sides[1]):
            continue  # judged as numbers
        # Beside a man that dances there may be a woman that does, beside large shops small ones.
        nominal = source.pos[i] in ("NOUN", "PROPN", "PRON")
        said = source.deps[i] != "amod"
        certain = not (nominal and _living(index, source, i))
        certain = certain and (said or not _is_plural(source, source.heads[i]))
        # "The left engine" is another one than "the right engine".
        certain = certain and (said or not _names_one(source, source.heads[i]))
        if _same_frame(compared, i, j):
            certain = certain and one_event(compared, i, j, predicates=said, loose=True)
            yield Contradiction("antonym", (i,), (j,), certain)


def _names_one(sentence: Sentence, i: int) -> bool:
    """Return whether a noun is a definite subject, the modifiers of which tell which one it is."""
    words = {sentence.words[c] for c in sentence.children(i)}
    subject = sentence.deps[i] in sentence.lang.subject_labels
    return subject and words.isdisjoint(sentence.lang.indefinite_articles)


def _is_plural(sentence: Sentence, i: int) -> bool:
    return sentence.tags[i] in sentence.lang.plural_noun_tags


def _quantities(annotated: AnnotatedSentence) -> set[int]:
    """Return the tokens that say how many."""
    return {q.token for q in annotated.quantifiers.values()}


def _living(index: LexicalIndex | None, sentence: Sentence, i: int) -> bool:
    """Return whether a noun names people or animals: there may be others beside them."""
    senses = index.synsets(sentence.lemmas[i], "NOUN", 1) if index is not None else []
    return index is not None and any(is_living(index, s, sentence.lang) for s in senses)


def _same_frame(compared: Comparison, i: int, j: int) -> bool:
    """Return whether two words say something of the same: of one head, or of one subject."""
    source, target = (annotated.sentence for annotated in compared.sides)
    if source.syntax.is_predicate(i) or target.syntax.is_predicate(j):
        subject, other = source.syntax.subject(i), target.syntax.subject(j)
        if subject is not None and other is not None:
            voices = source.syntax.role(subject)[0], target.syntax.role(other)[0]
            if voices[0] != voices[1] and source.pos[i] == target.pos[j] == "VERB":
                return _same_arguments(compared, i, j)
            return compared.agree((subject, other))
        return source.heads[i] < 0 and target.heads[j] < 0
    if source.deps[i] == "prep":
        objects = [sentence.children(t) for sentence, t in ((source, i), (target, j))]
        if any(objects) and not any(compared.agree((a, b)) for a in objects[0] for b in objects[1]):
            return False
    return compared.agree((source.heads[i], target.heads[j]))


def _same_arguments(compared: Comparison, i: int, j: int) -> bool:
    """Return whether an active and a passive say something of the same object, and of one doer."""
    source, target = (annotated.sentence for annotated in compared.sides)
    done = source.syntax.logical_object(i), target.syntax.logical_object(j)
    doers = source.syntax.logical_subject(i), target.syntax.logical_subject(j)
    if done[0] is None or done[1] is None or not compared.agree((done[0], done[1])):
        return False
    return doers[0] is None or doers[1] is None or compared.agree((doers[0], doers[1]))


def _roles(compared: Comparison) -> Iterator[Contradiction]:
    """Find who did it to whom exchanged: "A beat B" and "B beat A", active or passive."""
    source, target = (annotated.sentence for annotated in compared.sides)
    for i, j in compared.relations:
        if source.pos[i] != target.pos[j] or source.pos[i] not in ("VERB", "ADJ"):
            continue
        if compared.relations[i, j] == "converse" or source.lemmas[i] in source.lang.mutual_verbs:
            continue
        if not compared.agree((i, j)) or not compared.same_polarity(i, j):
            continue
        one, other = _arguments(source, i), _arguments(target, j)
        for role in one.keys() & other.keys():
            (agent, undergoer), (agent2, undergoer2) = one[role], other[role]
            crossed = compared.agree((agent, undergoer2)) and compared.agree((undergoer, agent2))
            straight = compared.agree((agent, agent2)) or compared.agree((undergoer, undergoer2))
            if crossed and not straight:
                tokens = (agent, undergoer, i), (agent2, undergoer2, j)
                yield Contradiction("roles", *tokens, one_time(compared, i, j))


def _exceptions(compared: Comparison) -> Iterator[Contradiction]:
    """Find "all" on one side where the other makes an exception: "except for the motor"."""
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
    """Return what makes an exception in a clause of which at least two words have a counterpart."""
    sentence, linked = annotated.sentence, annotated.linked
    clause = sentence.subtree(sentence.syntax.clause(i))
    if sum(sentence.content[t] and t in linked for t in clause) < 2:
        return []
    words = sentence.lang.exceptive_words
    return [t for t in clause if sentence.words[t] in words and t not in linked]


def _modalities(compared: Comparison) -> Iterator[Contradiction]:
    """Find what will be so on one side and only may be so on the other."""
    sides = [annotated.sentence for annotated in compared.sides]
    future, possible = sides[0].lang.future_auxiliaries, sides[0].lang.possibility_words
    for sure, unsure in ((0, 1), (1, 0)):
        if future.isdisjoint(sides[sure].lemmas) or possible.isdisjoint(sides[unsure].lemmas):
            continue
        for pair in compared.relations:
            will = _modal(sides[sure], pair[sure], future)
            may = _modal(sides[unsure], pair[unsure], possible)
            if will is None or may is None:
                continue
            if compared.same_polarity(*pair) and _same_frame(compared, *pair):
                tokens = (will,), (may,)
                certain = compared.relations[pair] in SAME_MEANING and one_event(compared, *pair)
                yield Contradiction("modality", tokens[sure], tokens[unsure], certain)


def _modal(sentence: Sentence, verb: int, some: frozenset[str]) -> int | None:
    """Return an auxiliary of a verb that is one of some words."""
    found = (c for c in sentence.children(verb) if sentence.deps[c] == "aux")
    return next((c for c in found if sentence.lemmas[c] in some), None)


def _arguments(sentence: Sentence, verb: int) -> dict[str, tuple[int, int]]:
    """Return who does it to whom and who for whom, or what is compared with what, if it is said."""
    if sentence.pos[verb] == "ADJ":
        agent, undergoers = (
            sentence.syntax.subject(verb),
            {"standard": sentence.syntax.standard(verb)},
        )
    else:
        agent = sentence.syntax.logical_subject(verb)
        undergoers = {
            "object": sentence.syntax.logical_object(verb),
            "recipient": sentence.syntax.recipient(verb),
        }
    if agent is None:
        return {}
    return {role: (agent, token) for role, token in undergoers.items() if token is not None}
