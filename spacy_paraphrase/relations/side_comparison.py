"""Comparison of two sides: their aligned words, and the relations of these words.

The relations of aligned words are the atoms of the relation of the sides (MacCartney and Manning
2009, *An extended model of natural logic*, IWCS, section 4). From them `relations.entailment`
composes the relations of larger units, and `relations.contradiction` finds contradictions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from ..analysis.additions import NOTHING
from ..analysis.arguments import AGENT, PATIENT, RECIPIENT
from ..analysis.clauses import Clause
from ..analysis.counterparts import in_same_place
from ..analysis.logical_places import POSSESSOR
from ..analysis.quantities import ITEM, RANK, Quantity
from ..analysis.reading import Analysis, analyse
from ..analysis.scope_extent import TRUTH, Scope, without
from ..analysis.scopes import operators
from ..analysis.sentence import Sentence
from ..lang import LanguageData
from ..lexicon.index import LexicalIndex
from ..lexicon.merged import merged_compounds
from ..lexicon.resources import WordWeights
from ..pairs.alignment import Link
from .lexical import (
    MORE,
    TokenPair,
    cost,
    linked_relations,
    restates,
    through_light_words,
    word_costs,
    word_relation,
)
from .paired_quantities import paired_amounts, read_together
from .table_entries import TableEntry

# Self-information, in nats, of a usual content word.
USUAL = 9.0
# The probabilities that each of two words adds content, by the relation that an aligner gave.
GIVEN = {
    "equals": (0.0, 0.0),
    "restates": (0.05, 0.05),
    "specifies": (0.75, 0.05),
    "generalizes": (0.05, 0.75),
    "intersects": (0.75, 0.75),
}
# The roles without a preposition in the table of converses.
UNDERGOER: Final = "patient"
OWNER: Final = "owner"
Sides = tuple[Analysis, Analysis]
Frame = tuple[str, str]


@dataclass(frozen=True, eq=False)
class AnnotatedSentence:
    """One side of a comparison, annotated with respect to the other side.

    Attributes:
        sentence: The side.
        analysis: Its analysis.
        quantifiers: Its quantifiers by noun, in a form that is comparable with the other side.
        operators: Its operators that reverse entailment, or negate.
        linked: Which tokens have a counterpart.
        weigh: Self-information of a word, in nats; None to give all words the same weight.
    """

    sentence: Sentence
    analysis: Analysis
    quantifiers: dict[int, Quantity]
    operators: tuple[Scope, ...]
    linked: frozenset[int]
    weigh: Callable[[str], float] | None

    def weight(self, i: int) -> float:
        """Return the weight of a token relative to an average content word."""
        return self.weigh(self.sentence.texts[i]) / USUAL if self.weigh else 1.0

    @cached_property
    def active(self) -> list[Scope]:
        """The operators that matter for the comparison.

        These are conditions, alternatives that the other side does not have, and operators with a
        counterpart, or with a counterpart in their scope: "leaves without a coat" entails "leaves".
        """
        return [op for op in map(self._less_facts, self.operators) if self._counts(op)]

    def _counts(self, op: Scope) -> bool:
        linked, content = self.linked, self.sentence.content
        if op.beside:
            return op.of not in linked and not linked.isdisjoint(op.beside)
        if op.token in linked:
            return True
        if op.exclusive or op.condition:
            return op.condition
        said = [i for i in op.reach if content[i]]
        if said:
            return not linked.isdisjoint(said)
        # A scope of function words alone counts if all of them are linked: "he is not here".
        kinds = self.analysis.additions.kinds
        met = all(i in linked or kinds[i] == NOTHING for i in op.reach)
        return met and not linked.isdisjoint(op.reach)

    @cached_property
    def offered(self) -> set[int]:
        """The tokens of alternatives that the other side does not have: "a day *or two*"."""
        return {t for op in self.active if op.beside for t in op.reach}

    def _less_facts(self, op: Scope) -> Scope:
        """Return an operator, less the complements of unlinked factive and reporting words."""
        reached = [word for word in self.analysis.facts if word in op.reach]
        outside = [t for w in reached if w not in self.linked for t in self.analysis.facts[w]]
        return replace(op, reach=without(op.reach, outside)) if outside else op

    @cached_property
    def _parts(self) -> dict[int, Quantity]:
        # Of several, the first counts.
        return {t: q for q in reversed(self.quantifiers.values()) for t in q.tokens}

    def part_of(self, i: int) -> Quantity | None:
        """Return the quantifier that a token is a part of, if any."""
        return self._parts.get(i)

    @cached_property
    def _denying(self) -> dict[int, list[Scope]]:
        reaching: dict[int, list[Scope]] = {}
        for op in sorted(self.active, key=lambda op: (len(op.reach), op.token)):
            for i in op.reach if op.negative else ():
                reaching.setdefault(i, []).append(op)
        return reaching

    def denied(self, i: int) -> list[Scope]:
        """Return the negative operators with a token in their scope, innermost first."""
        return self._denying.get(i, [])

    @cached_property
    def functional(self) -> set[int]:
        """The tokens that are part of an operator or quantifier, and are compared as such."""
        tokens: set[int] = set()
        for q in self.quantifiers.values():
            if q.dimension != RANK:
                tokens.update(q.tokens)
        tokens -= {noun for noun, q in self.quantifiers.items() if q.token == noun and not q.number}
        sentence = self.sentence
        bare = sentence.lang.bare_denying_words  # words without other content
        for op in self.operators:
            if op.exclusive and op.token not in self.linked:
                continue
            bare_word = op.kind == TRUTH or sentence.lemmas[op.token] in bare
            if bare_word or not sentence.content[op.token]:
                tokens.update((op.token, *op.words))
        return tokens


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two sides, their aligned words, and the relation of every pair of aligned words.

    Attributes:
        sides: Source and target.
        relations: Relation of each linked pair, as in `lexical.word_relation`, or one of the five
            relations from an aligner.
    """

    sides: tuple[AnnotatedSentence, AnnotatedSentence]
    relations: dict[TokenPair, str]

    @cached_property
    def _costs(self) -> dict[TokenPair, tuple[float, float]]:
        source, target = (annotated.sentence for annotated in self.sides)
        return {
            pair: word_costs(found, source, pair[0], target, pair[1])
            if found not in GIVEN
            else (cost(GIVEN[found][0]), cost(GIVEN[found][1]))
            for pair, found in self.relations.items()
        }

    def costs(self, pair: TokenPair) -> tuple[float, float]:
        """Return the entailment costs of a linked pair, one for each side."""
        return self._costs[pair]

    @cached_property
    def _partners(self) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        found: tuple[dict[int, list[int]], dict[int, list[int]]] = {}, {}
        for i, j in self.relations:
            found[0].setdefault(i, []).append(j)
            found[1].setdefault(j, []).append(i)
        return found

    def partner(self, side: int, token: int) -> list[int]:
        """Return the tokens that a token of a side is linked to."""
        return self._partners[side].get(token, [])

    def agree(self, pair: TokenPair) -> bool:
        """Return whether two tokens are linked and do not differ in meaning.

        For a word with several links, it is unknown which of them have its meaning.
        """
        kind = self.relations.get(pair, "together")
        return kind not in ("together", "denied antonym") and min(self.costs(pair)) < cost(0.5)

    def unlike(self, pair: TokenPair) -> bool:
        """Return whether two tokens are linked without evidence that they agree."""
        return self.relations.get(pair) in ("none", "sister", "intersects")

    def differ(self, pair: TokenPair) -> bool:
        """Return whether two tokens are linked content words without evidence that they agree."""
        source, target = self.sides
        return (
            self.unlike(pair)
            and source.sentence.content[pair[0]]
            and target.sentence.content[pair[1]]
        )

    def restated(self, pair: TokenPair, index: LexicalIndex | None) -> bool:
        """Return whether there is evidence that two tokens mean the same."""
        source, target = (annotated.sentence for annotated in self.sides)
        one, other = (side.part_of(t) for side, t in zip(self.sides, pair, strict=True))
        if one is not None and other is not None and _are_one_number(one, other):
            return True
        return restates(index, source, pair[0], target, pair[1], self.relations.get(pair, ""))

    def same_polarity(self, i: int, j: int) -> bool:
        """Return whether a source and a target token are both negated, or both not."""
        source, target = self.sides
        return (len(source.denied(i)) + len(target.denied(j))) % 2 == 0

    @property
    def asks(self) -> bool:
        """Whether a side is a question; questions contradict nothing."""
        return any(annotated.analysis.asks for annotated in self.sides)

    @cached_property
    def doubted(self) -> tuple[frozenset[int], frozenset[int]]:
        """The tokens that a side does not assert although the other side asserts them, by side."""
        clauses = [annotated.analysis.open_clauses.values() for annotated in self.sides]
        if not any(clauses):
            return frozenset(), frozenset()
        regions = [frozenset().union(*some) for some in clauses]
        shared = [(i, j) for i, j in self.relations if i in regions[0] and j in regions[1]]
        met = [{pair[k] for pair in shared} for k in range(2)]
        found = [
            frozenset().union(*(c for c in some if tokens.isdisjoint(c)))
            for some, tokens in zip(clauses, met, strict=True)
        ]
        return found[0], found[1]

    def share(self) -> bool:
        """Return whether the sides share a content word (if one has none, any word)."""
        source, target = (annotated.sentence.content for annotated in self.sides)
        if not (any(source) and any(target)):
            return bool(self.relations)
        return any(source[i] and target[j] for i, j in self.relations)

    def in_common(self) -> float:
        """Return the share of the content words of the shorter side that have a counterpart.

        Numbers are left out. It is 0 to 1; 0 if a side has no content word.
        """
        shares = []
        for annotated in self.sides:
            content, numbers = annotated.sentence.content, annotated.analysis.additions.numbers
            counted = [t for t, tells in enumerate(content) if tells and t not in numbers]
            linked = sum(t in annotated.linked for t in counted)
            shares.append((len(counted), linked / max(len(counted), 1)))
        return min(shares)[1]


def same_exception(compared: Comparison, side: int, i: int) -> bool:
    """Return whether both sides make the same exception: "apart from Tuesday", "except Tuesday"."""
    sentence, other = compared.sides[side].sentence, compared.sides[1 - side].sentence
    lang = sentence.lang
    if sentence.words[i] not in lang.exceptive_words:
        return False
    making = lang.exceptive_words | lang.exceptive_conjunctions
    excepted = _excepted(compared.sides[side], i)
    for j in {j for t in excepted for j in compared.partner(side, t)}:
        before = j - 1
        while before > 0 and not other.content[before] and other.words[before] not in making:
            before -= 1
        if before > 0 and other.words[before] in making:
            return True
    return False


def _excepted(annotated: AnnotatedSentence, i: int) -> list[int]:
    """Return the content words of an exception: those in its scope, or else the next one."""
    content = annotated.sentence.content
    behind = [t for t in range(i + 1, len(content)) if content[t]]
    reached = {t for op in annotated.operators if op.token == i for t in op.reach}
    return [t for t in behind if t in reached] or behind[:1]


def linked_tokens(
    links: Iterable[Link], starts: tuple[int, int], labelled: bool = True
) -> list[tuple[int, int, str]]:
    """Return the linked tokens and their relations, in the form used by `compare`.

    Args:
        links: Word links; a link of several words joins every source word with every target word.
        starts: Where source and target begin in the Doc.
        labelled: Whether to use the relations of the links.
    """
    return [
        (i - starts[0], j - starts[1], link.relation if labelled else "")
        for link in links
        for i in range(link.source.start, link.source.end)
        for j in range(link.target.start, link.target.end)
    ]


def compare(
    source: Sentence,
    target: Sentence,
    links: Sequence[tuple[int, int, str]],
    index: LexicalIndex | None,
    weights: WordWeights | None = None,
    entries: Sequence[TableEntry] = (),
) -> Comparison:
    """Compare the words of two sides.

    Args:
        source: The source side.
        target: The target side.
        links: Aligned words, with the relation the aligner gave, or "".
        index: The lexical index, None for a language without one.
        weights: Self-information of words; None to give all words the same weight.
        entries: Relations of aligned phrases by a phrase table; they override all others.
    """
    pairs = [(i, j) for i, j, _ in links]
    relations, inside = linked_relations(source, target, pairs, index)
    opposed = set()
    for i, j, given in links:
        if given in ("", "equals"):
            continue
        own = _label(word_costs(relations[i, j], source, i, target, j))
        if given == "restates" and relations[i, j] == "antonym":
            opposed.add((i, j))  # they may mean the same in context
        elif given != own:
            relations[i, j] = given
    relations = through_light_words(source, target, relations, index)
    for i, j in in_same_place(source.syntax, target.syntax, set(relations)):
        found = word_relation(index, source, i, target, j)
        if found not in ("none", "sister"):
            relations[i, j] = found
    relations = through_light_words(source, target, relations, index)
    read = analyse(source), analyse(target)
    relations |= dict.fromkeys(_unlinked_converses(read, relations), "converse")
    counted = read_together(read, relations)
    relations = _with_merged(source, target, relations, inside, counted)
    for entry in entries:
        top = entry.tops(source, target)
        _merge(relations, inside, top, entry[:2], entry.relation)
        relations |= dict.fromkeys(entry.content(source, target), entry.relation)
    sides = []
    for k, analysis in enumerate(read):
        turning = _turning(analysis, counted[k])
        linked = frozenset((*(pair[k] for pair in relations), *inside[k]))
        side = analysis.sentence, analysis, counted[k], turning
        sides.append(AnnotatedSentence(*side, linked, weights))
    whole = reconciled(Comparison((sides[0], sides[1]), relations))
    restated = {p: "restates" for p in opposed if whole.relations.get(p) == "antonym"}
    return replace(whole, relations=whole.relations | restated) if restated else whole


def _turning(analysis: Analysis, counted: dict[int, Quantity]) -> tuple[Scope, ...]:
    """Return the operators of a side, computed anew if the other side changes its quantifiers."""
    if counted == analysis.counts:
        return analysis.turning
    return tuple([op for op in operators(analysis.syntax, counted) if op.turns])


def _with_merged(
    source: Sentence,
    target: Sentence,
    relations: dict[TokenPair, str],
    inside: tuple[set[int], set[int]],
    counts: tuple[dict[int, Quantity], dict[int, Quantity]],
) -> dict[TokenPair, str]:
    """Return relations in which the words of a compound or of an amount are related as one word."""
    # Amounts are compared by their quantifiers; a compound may be one word on one side and two on
    # the other. Their parts are added to `inside`, as they have no content of their own.
    merged = dict(relations)
    pairs = paired_amounts(*counts, relations)
    for i, j in pairs:
        one, other = counts[0][i], counts[1][j]
        _merge(merged, inside, (i, j), (one.tokens, other.tokens))
        numerals = one.token, other.token
        if numerals in relations and one.entails(other) and other.entails(one):
            merged[numerals] = "same"
    for k, side in enumerate(counts):
        numbered = [q for q in side.values() if q.dimension == ITEM]
        linked = {cell[k] for cell in relations}
        inside[k].update(t for q in numbered if q.token in linked for t in q.tokens)
    for tokens in merged_compounds(source, target):
        _merge(
            merged,
            inside,
            (source.span_heads(tokens[0])[-1], target.span_heads(tokens[1])[-1]),
            tokens,
        )
    return merged


def _are_one_number(one: Quantity, other: Quantity) -> bool:
    return one.number and other.number and one.entails(other) and other.entails(one)


def _merge(
    relations: dict[TokenPair, str],
    inside: tuple[set[int], set[int]],
    top: TokenPair,
    tokens: tuple[Sequence[int], Sequence[int]],
    relation: str = "same",
) -> None:
    """Relate words of both sides as one unit, by their heads, and keep links of equal words."""
    for k in range(2):
        inside[k].update(tokens[k])
    for cell, kind in list(relations.items()):
        within = cell[0] in tokens[0], cell[1] in tokens[1]
        if any(within) and not (all(within) and kind == "same"):
            del relations[cell]
    relations[top] = relation


def reconciled(compared: Comparison) -> Comparison:
    """Return a comparison in which opposites that mean the same in context are not opposites.

    They mean the same if one of them is negated ("not open" and "closed"), or if their arguments
    are exchanged ("buy from" and "sell to"). Converses without exchanged arguments differ in
    meaning, even if they are similar: "teach" and "learn from".
    """
    changed: dict[TokenPair, str] = {}
    for (i, j), kind in compared.relations.items():
        same = compared.same_polarity(i, j)
        if found := _by_table(compared, i, j, kind) if same else "":
            changed[i, j] = found
        elif kind == "antonym" and same and _converse(compared, i, j):
            changed[i, j] = "converse"
        elif kind == "antonym" and not same:
            changed[i, j] = "denied antonym"
        elif kind == "opposite" and _inverse(compared, i, j):
            changed[i, j] = "converse"
    return replace(compared, relations=compared.relations | changed) if changed else compared


def _by_table(compared: Comparison, i: int, j: int, kind: str) -> str:
    """Return the relation of two words by the table of converses, "" if unchanged."""
    # Antonyms of direction or degree may be converses as well: "to the left of", "to the right of".
    sides = compared.sides[0].analysis, compared.sides[1].analysis
    known, contrary = _frames(sides, i, j), kind in ("antonym", "opposite")
    if not known and not contrary:
        return ""
    cells = compared.relations
    if contrary and _contrary_converses(sides, cells, i, j):
        return "converse"
    one, other = sides[0].clause_of_predicate(i), sides[1].clause_of_predicate(j)
    if one is None or other is None:
        return ""
    if any(_are_exchanged(sides, cells, one, other, frame) for frame in known):
        return "converse"
    apart = any(_are_straight(sides, cells, one, other, frame) for frame in known)
    return "sister" if apart and kind != "same" else ""


def _inverse(compared: Comparison, i: int, j: int) -> bool:
    """Return whether two prepositions join the same words in opposite directions."""
    # Example: "the lamp above the table", "the table below the lamp".
    one, other = (
        [place for place in side.analysis.places if place.top == t and place.word != t]
        for side, t in zip(compared.sides, (i, j), strict=True)
    )
    cells = compared.relations
    return any((p.word, q.of) in cells and (p.of, q.word) in cells for p in one for q in other)


def _converse(compared: Comparison, i: int, j: int) -> bool:
    """Return whether the subject of a word is the prepositional object of its antonym."""
    # The same applies to comparatives: "taller than Ben", "shorter than Anna".
    sides = [annotated.analysis for annotated in compared.sides]
    one, other = sides[0].clause_of_predicate(i), sides[1].clause_of_predicate(j)
    if one is None or other is None:
        return False
    (names, parties), (names2, parties2) = (_parties(c, sides[0].lang) for c in (one, other))
    agents = one.filler(AGENT), other.filler(AGENT)
    there = any((agents[0], party) in compared.relations for party in parties2)
    back = any((party, agents[1]) in compared.relations for party in parties)
    compares = sides[0].lang.comparison_markers & names & names2
    return (there and back) if compares else (there or back)


def _parties(clause: Clause, lang: LanguageData) -> tuple[set[str], list[int]]:
    """Return the prepositions of the other parties of a predicate, and these parties."""
    words = lang.party_prepositions | lang.comparison_markers
    found = [
        (preposition, filler)
        for role, preposition, filler, *_ in clause.arguments
        if role == RECIPIENT or (preposition in words and role != AGENT)
    ]
    return {name for name, _ in found if name}, [filler for _, filler in found]


def _label(costs: tuple[float, float]) -> str:
    """Return the relation by word costs, like `entailment.relate` for arrays."""
    source, target = (value > cost(MORE) for value in costs)
    return ("restates", "generalizes", "specifies", "intersects")[2 * source + target]


# Converses describe one relation from two sides (Lyons 1977, *Semantics*, section 9.1): "A buys
# from B" means "B sells to A", "A precedes B" means "B follows A", "A is B's employer" means "B is
# A's employee". A table of the language has their roles.


def _frames(sides: Sides, i: int, j: int) -> Collection[Frame]:
    """Return the roles of the other party at a source and a target word that are converses."""
    # Some converses have several frames. One verb is its own converse with inverse prepositions:
    # "sits behind", "sits in front of".
    one, other = _form(sides[0], i), _form(sides[1], j)
    lang = sides[0].lang
    return [
        *lang.converses.get((one, other), ()),
        *(lang.inverse_prepositions if one == other else ()),
    ]


def _form(analysis: Analysis, i: int) -> str:
    """Return the lemma of a word, with its particle: "make_up"."""
    particle, lemma = analysis.particles.get(i), analysis.words[i].lemma
    return lemma if particle is None else f"{lemma}_{analysis.words[particle].lemma}"


def _are_exchanged(
    sides: Sides, cells: Collection[TokenPair], one: Clause, other: Clause, frame: Frame
) -> bool:
    """Return whether the subject of each predicate is the other party of the other predicate."""
    # A party that only one side names is unknown; at least one pair must be known, and both if the
    # predicate is the same word on both sides.
    agents = one.filler(AGENT), other.filler(AGENT)
    parties = list(map(_party, sides, (one, other), frame))
    ways = [(agents[0], t) for t in parties[1]], [(t, agents[1]) for t in parties[0]]
    exchanged = [
        any(pair in cells for pair in way)
        for agent, way in zip(agents, ways, strict=True)
        if agent >= 0 and way
    ]
    words = _form(sides[0], one.predicate), _form(sides[1], other.predicate)
    return len(exchanged) >= (2 if words[0] == words[1] else 1) and all(exchanged)


def _are_straight(
    sides: Sides, cells: Collection[TokenPair], one: Clause, other: Clause, frame: Frame
) -> bool:
    """Return whether two converses have the same parties in the same roles, and so differ."""
    agents = one.filler(AGENT), other.filler(AGENT)
    parties = list(map(_party, sides, (one, other), frame))
    return agents in cells and any((a, b) in cells for a in parties[0] for b in parties[1])


def _party(analysis: Analysis, clause: Clause, where: str) -> list[int]:
    """Return the words that fill the role of the other party at a predicate."""
    lang = analysis.lang
    if where == OWNER:
        return [
            place.word
            for place in analysis.places_at(clause.predicate)
            if place.role == POSSESSOR or place.preposition in lang.genitive_prepositions
        ]
    fillers = [
        filler
        for role, preposition, filler, *_ in clause.arguments
        if _is_party(lang, role, preposition, where)
    ]
    gets = where in lang.recipient_prepositions
    # Words that a parser may attach to another word: "a watch from the girl", "Leo chess".
    loose = [
        place.word
        for place in analysis.places_at(clause.predicate)
        if not place.sure and (place.preposition == where or (gets and place.role == PATIENT))
    ]
    return [*fillers, *loose]


def _is_party(lang: LanguageData, role: str, preposition: str, where: str) -> bool:
    """Return whether an argument has the role of the other party."""
    if where == UNDERGOER:
        return role == PATIENT
    gets = role == RECIPIENT and where in lang.recipient_prepositions
    return preposition == where or (gets and not preposition)


def _unlinked_converses(sides: Sides, relations: dict[TokenPair, str]) -> Iterator[TokenPair]:
    """Yield unlinked predicates that are converses with exchanged roles."""
    # An aligner by similarity may not link them: "awarded", "received".
    linked = [{cell[k] for cell in relations} for k in range(2)]
    clauses = [
        [c for c in side.clauses if c.predicate not in linked[k]] for k, side in enumerate(sides)
    ]
    for one in clauses[0]:
        for other in clauses[1]:
            cell = one.predicate, other.predicate
            if any(_are_exchanged(sides, relations, one, other, f) for f in _frames(sides, *cell)):
                yield cell


def _contrary_converses(sides: Sides, cells: Collection[TokenPair], i: int, j: int) -> bool:
    """Return whether two antonyms of direction or degree are converses."""
    # Examples: "lies north of the river", "lies south of the village"; "costs more than silver",
    # "costs less than gold"; "comes before the speech", "comes after the dinner".
    one, other = (side.innermost_clause(t) for side, t in zip(sides, (i, j), strict=True))
    if one is None or other is None:
        return False
    names = sides[0].sentence.words[i], sides[1].sentence.words[j]
    if names in sides[0].lang.inverse_prepositions and _are_exchanged(
        sides, cells, one, other, names
    ):
        return True
    parties = list(map(_reference_points, sides, (i, j)))
    there = any((one.filler(AGENT), word) in cells for word in parties[1])
    return there and any((word, other.filler(AGENT)) in cells for word in parties[0])


def _reference_points(analysis: Analysis, i: int) -> list[int]:
    """Return the reference points of a direction, or the standards of comparison of a degree."""
    joining = analysis.lang.genitive_prepositions | analysis.lang.comparison_markers
    return [p.word for p in analysis.places_at(i) if p.preposition in joining]
