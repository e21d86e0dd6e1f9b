"""Evidence: numeric features of each word of a pair, the input of the entailment judge.

Every word of either side is a row with features of its kind, its place and its modality; of its
relation to its counterpart; and of whether both have the same place, polarity, time and assertion.
A row stands for the arc between a word and its head, as in Goyal and Durrett 2020, *Evaluating
factuality in generation with dependency-level entailment* (EMNLP Findings), section 3, with
explicit structure of both sides. All numbers are relative to the word's own side, so that
exchanging the sides exchanges the rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log, log1p

import numpy as np

from ..analysis import additions, arguments, logical_places, scope_extent, stance, verb_forms
from ..analysis.clauses import Clause
from ..analysis.reading import Analysis
from ..analysis.scope_extent import Scope
from ..analysis.word_kinds import CATEGORIES
from ..jobs.arrays import Float32Array, IntArray
from ..lexicon.index import LexicalIndex
from ..lexicon.word_vectors import WordVectors
from ..pairs.results import EncoderOutput, invert_relation
from .lexical import TokenPair, invert
from .paired_clauses import misplaced
from .same_place import Arcs, cell, in_one_clause, inverse_place, same_place
from .side_comparison import GIVEN, Comparison

SCOPES = (
    *(scope_extent.NEGATION, scope_extent.LIMIT, scope_extent.DENIAL, scope_extent.EXCESS),
    *(scope_extent.TRUTH, scope_extent.RESTRICTION, scope_extent.ADDITION),
    *(scope_extent.APPROXIMATION, scope_extent.EXCEPTION, scope_extent.CONTRAST),
    *(scope_extent.UNIVERSAL, scope_extent.GENERIC, scope_extent.MAJORITY, scope_extent.BOUND),
    *(scope_extent.CONDITION, scope_extent.QUESTION, scope_extent.PRECEDENCE),
    *(scope_extent.ALTERNATIVE, scope_extent.MODALITY, scope_extent.PRIVATION),
)
STANCES = (
    *("asserted", stance.DENIED, stance.REPORTED, stance.SUPPOSED, stance.ASKED, stance.ORDERED),
    *(stance.INTENDED, stance.PRESUPPOSED),
)
ADDED = (
    *(additions.NOUN, additions.NAME, additions.NUMBER, additions.VERB, additions.ADJECTIVE),
    *(additions.ADVERB, additions.NAME_PART, additions.LIGHT, additions.CONJUNCT),
    *(additions.PRONOUN, additions.MODIFIER, additions.STOP_WORD),
)
ROLES = (
    *(arguments.AGENT, arguments.PATIENT, arguments.RECIPIENT, arguments.ATTRIBUTE),
    *(arguments.COMPLEMENT, arguments.OBLIQUE, arguments.TIME, arguments.MANNER),
    *(logical_places.PROPERTY, logical_places.KIND, logical_places.POSSESSOR),
    *(logical_places.APPOSITION, logical_places.CLAUSE),
    *(logical_places.BEFORE, logical_places.BEHIND),
)
RELATIONS = (
    *("same", "synonym", "near-synonym", "converse", "hyponym-of", "hypernym-of"),
    *("rare hyponym-of", "rare hypernym-of", "sister", "antonym", "denied antonym", "opposite"),
    *("across", "together", "none", "other", *GIVEN),
)
TENSES = ("past", "present", "future")
ASPECTS = ("perfect", "progressive", "perfect progressive")
MODALITIES = (
    *(verb_forms.POSSIBLE, verb_forms.PROBABLE, "certain", "hearsay", "necessary", "permitted"),
    *("able", "future", "conditional", "intended"),
)
LINKS = ("complement", "relative", "adverbial", "coordinate", "subject", "noun")
PLACED = ("same", "role", "preposition", "elsewhere", "none", "of nothing", "top")

# The columns of a row, by group.
GROUPS: dict[str, Sequence[str]] = {
    "category": tuple(dict.fromkeys(CATEGORIES.values())),
    "adds": ADDED,
    "word": (
        *("content", "informative", "weight", "functional", "named", "number", "listed"),
        *("denied", "finite", "capital", "first", "strength", "doubted", "offered"),
    ),
    "role": ROLES,
    "in scope": SCOPES,
    # "condition" is said of that kind, and of others whose reach is a condition.
    "operator": (*SCOPES, "negative", "non-monotone"),
    "quantity": ("part", "universal", "number", "bound", "unit", "date"),
    "stance": STANCES,
    "tense": TENSES,
    "aspect": ASPECTS,
    "modality": MODALITIES,
    "link of clause": LINKS,
    "counterpart": (
        *("any", "several", "score", "similarity", "own cost", "other cost", "same form"),
        *("polarity", "lemma elsewhere", "content", "other category", "voice", "finite"),
    ),
    "relation": RELATIONS,
    "their stance": STANCES,
    "their tense": TENSES,
    "their aspect": ASPECTS,
    "their modality": (*MODALITIES, "weaker", "stronger"),
    "scope gained": SCOPES,
    "scope lost": SCOPES,
    "role differs": ROLES,
    "place": PLACED,
    "nearest": ("counterpart", "any", "lone"),
    "below": ("lone", "operator"),
    "order": ("kept", "crossed", "beside", "clause kept"),
    "misplaced": ("evident", "maybe"),
    "quantities": ("entails", "entailed", "excludes", "only own", "only theirs"),
    # What an encoder read in the pair; all 0 without one.
    "encoder": (
        *("support", "aligned", "counterpart aligned", "counterpart restates", "restates"),
    ),
}
_PLACES = [(group, name) for group, names in GROUPS.items() for name in names]
NAMES = tuple(f"{group}: {name}" for group, name in _PLACES)
_OF = {place: k for k, place in enumerate(_PLACES)}

# The words known by themselves at each row: the word, what stands for it on the other side, what it
# belongs to, the words before and behind; and, of both sides, the preposition, the
# innermost operator that reaches it, the opener of its clause, and what makes that a modal one.
LEXEMES = (
    *("word", "counterpart", "head", "before", "behind"),
    *("preposition", "operator", "opener", "modal"),
    *("their preposition", "their operator", "their opener", "their modal"),
)

# What is known of a side as a whole, and of the pair; "encoder: …" is what an encoder read.
SIDE = (
    *("words", "content", "linked", "linked weight", "question", "clauses", "unlinked"),
    *("unlinked names", "unlinked numbers", "chance", "cost"),
    *("encoder: entails", "encoder: least support", "encoder: support"),
)
PAIR = (
    *("same", "shared", "in common", "crossing"),
    *("encoder: contradiction", "encoder: similarity"),
)

# Log-odds are cut off at this distance from 0, and measured in parts of that size.
SUREST, STEP = 6.0, 3.0


# The operators that reach each word.
Reached = dict[int, list[Scope]]


@dataclass(frozen=True, eq=False)
class Evidence:
    """The features of a pair.

    Attributes:
        words: For each side, the rows of its words without punctuation; shape (n, len(NAMES)).
        lexemes: For each side, the words of each row named by `LEXEMES`, "" for none.
        tokens: For each side, the token index of each row within the side.
        nearest: For each side, the counterpart of each row, a token of the other side; -1 for none.
        above: For each side, the token that each row belongs to; -1 for none.
        sides: The features of each side as a whole; shape (2, len(SIDE)).
        pair: The features of the pair; shape (len(PAIR),).
    """

    words: tuple[Float32Array, Float32Array]
    lexemes: tuple[list[tuple[str, ...]], list[tuple[str, ...]]]
    tokens: tuple[tuple[int, ...], tuple[int, ...]]
    nearest: tuple[tuple[int, ...], tuple[int, ...]]
    above: tuple[tuple[int, ...], tuple[int, ...]]
    sides: Float32Array
    pair: Float32Array

    def neighbours(self, k: int) -> tuple[IntArray, IntArray]:
        """Return two other rows for each row of a side, -1 for none.

        The first is the row of its counterpart on the other side, the second the row of the token
        that it belongs to; shape (n,) each.
        """
        own, other = ({t: n for n, t in enumerate(self.tokens[side])} for side in (k, 1 - k))
        nearest = [other.get(token, -1) for token in self.nearest[k]]
        return np.array(nearest, np.int64), np.array(
            [own.get(t, -1) for t in self.above[k]], np.int64
        )


def evidence(
    compared: Comparison,
    index: LexicalIndex | None,
    strengths: dict[TokenPair, tuple[float, float]],
    chances: tuple[float, float],
    costs: tuple[float, float],
    vectors: WordVectors | None = None,
    read: EncoderOutput | None = None,
) -> Evidence:
    """Return the features of a pair.

    Args:
        compared: The comparison of its words.
        index: The lexical index.
        strengths: Score and similarity of each aligned pair of words.
        chances: The probabilities by composition of entailment in both directions, source first.
        costs: How much more source and target say than each other, by composition.
        vectors: Vectors of words, None for a language without any.
        read: The output of an encoder for the pair, None without one.
    """
    arcs = Arcs(compared, index)
    moved = misplaced(arcs)
    texts = [[word.lemma for word in side.words] for side in arcs.sides]
    alike = vectors.cosines(*texts) if vectors is not None else None
    sides, readings = [], (read, read.invert() if read is not None else None)
    for k in (0, 1):
        side = _Side(arcs, k, strengths)
        side.read()
        if alike is not None:
            side.near(alike if k == 0 else alike.T)
        side.said(readings[k])
        side.moved((each.source, each.target)[k] for each in moved if each.evident)
        side.moved(((each.source, each.target)[k] for each in moved if not each.evident), "maybe")
        sides.append(side)
    whole = np.array(
        [
            [*side.whole(), chances[k], min(costs[k], 6.0), *side.whole_as_read(readings[k])]
            for k, side in enumerate(sides)
        ],
        np.float32,
    )
    one, other = sides
    return Evidence(
        (one.rows(), other.rows()),
        (one.lexemes, other.lexemes),
        (one.tokens, other.tokens),
        (one.counterparts, other.counterparts),
        (one.above, other.above),
        whole,
        _pair(compared, read),
    )


def log_odds(chance: float) -> float:
    """Return the log odds of a probability, clipped and rounded to steps (`SUREST`, `STEP`)."""
    low = 1 / (1 + exp(SUREST))
    chance = min(max(chance, low), 1 - low)
    return log(chance / (1 - chance)) / STEP


def _pair(compared: Comparison, read: EncoderOutput | None) -> Float32Array:
    source, target = (side.sentence for side in compared.sides)
    same = [w.lower() for w in source.texts] == [w.lower() for w in target.texts]
    shared = float(compared.share())
    as_read = [0.0, 0.0]
    if read is not None:
        as_read = [log_odds(read.entails.contradiction), read.similarity]
    known = float(same), shared, compared.in_common(), _crossing(compared), *as_read
    return np.array(known, np.float32)


def _crossing(compared: Comparison) -> float:
    """Return the share of pairs of linked content words that have another order in the target."""
    source, target = (side.sentence.content for side in compared.sides)
    links = sorted((i, j) for i, j in compared.relations if source[i] and target[j])
    pairs = ((a[1], b[1]) for a, b in combinations(links, 2) if a[0] < b[0])
    apart = [(one, other) for one, other in pairs if one != other]  # of one word there is no order
    return sum(one > other for one, other in apart) / max(len(apart), 1)


class _Side:
    """The rows of a side while they are filled."""

    def __init__(self, arcs: Arcs, k: int, strengths: dict[TokenPair, tuple[float, float]]) -> None:
        self.arcs, self.k, self.compared = arcs, k, arcs.compared
        self.annotated, self.partner = arcs.compared.sides[k], arcs.compared.sides[1 - k]
        self.own: Analysis = self.annotated.analysis
        self.other: Analysis = self.partner.analysis
        self.strengths = strengths
        words = self.own.words
        self.tokens = tuple(i for i, w in enumerate(words) if w.category not in ("mark", "space"))
        self._row = {i: n * len(NAMES) for n, i in enumerate(self.tokens)}
        self._at: list[int] = []
        self._values: list[float] = []
        self.scopes = _scopes(self.own), _scopes(self.other)
        self.lemmas = {word.lemma for word in self.other.words}
        self.lexemes: list[tuple[str, ...]] = []
        self._nearest: dict[int, int] = {}

    def put(self, i: int, group: str, name: str, value: float = 1.0) -> None:
        """Write a number of a word; what stands there counts no longer, marks are passed over."""
        row = self._row.get(i)
        column = _OF.get((group, name))
        if row is not None and column is not None and value:
            self._at.append(row + column)
            self._values.append(value)

    def rows(self) -> Float32Array:
        """Return the rows."""
        found = np.zeros(len(self.tokens) * len(NAMES), np.float32)
        found[self._at] = self._values
        return found.reshape(len(self.tokens), len(NAMES))

    def whole(self) -> list[float]:
        """Return the features of the side as a whole, except those of composition and encoder."""
        words, linked = self.own.words, self.annotated.linked
        content = [i for i in self.tokens if words[i].content]
        met = [i for i in content if i in linked]
        lone = [i for i in content if i not in linked]
        weight = sum(map(self.annotated.weight, content)) or 1.0
        return [
            min(len(self.tokens), 60) / 20,
            min(len(content), 30) / 10,
            len(met) / max(len(content), 1),
            sum(map(self.annotated.weight, met)) / weight,
            float("?" in self.annotated.sentence.texts[-2:]),
            min(len(self.own.clauses), 8) / 4,
            min(len(lone), 10) / 5,
            min(sum(words[i].category == "name" for i in lone), 5) / 2,
            min(sum(words[i].category == "number" for i in lone), 5) / 2,
        ]

    def read(self) -> None:
        """Fill the rows with what is known of each word and its counterpart."""
        for i in self.tokens:
            self._word(i)
            self._clause(i, self.own.innermost_clause(i), "")
            others = self.compared.partner(self.k, i)
            if others:
                self._counterpart(i, others)
            elif self.own.words[i].lemma in self.lemmas:
                self.put(i, "counterpart", "lemma elsewhere")
            if i in self.annotated.linked:
                self.put(i, "counterpart", "any")
            self._place(i)
        self._below()
        self._order()
        self.lexemes = [self._lexemes(n, i) for n, i in enumerate(self.tokens)]
        for op in self.own.scopes:
            for t in (op.token, *op.words):
                self.put(t, "operator", op.kind)
                self.put(t, "operator", "negative", float(op.negative))
                self.put(t, "operator", "condition", float(op.condition))
                self.put(t, "operator", "non-monotone", float(op.non_monotone))

    @property
    def counterparts(self) -> tuple[int, ...]:
        """The nearest counterpart of each row, -1 for none."""
        return tuple([self._nearest.get(i, -1) for i in self.tokens])

    @property
    def above(self) -> tuple[int, ...]:
        """What each row belongs to, -1 for none."""
        return tuple([self._above(i) for i in self.tokens])

    def _above(self, i: int) -> int:
        """Return what a word has its first place in, else what it depends on; -1 for none."""
        return next((place.of for place in self.own.places_of(i)), self.own.above(i))

    def near(self, alike: Float32Array) -> None:
        """Write how alike each word is to its counterpart, and to the others of the other side.

        Args:
            alike: Cosines of the words of this side and those of the other one, shape (n, m).
        """
        theirs = [j for j, word in enumerate(self.other.words) if word.content]
        lone = [j for j in theirs if j not in self.partner.linked]
        for i in self.tokens:
            if i in self._nearest:
                self.put(i, "nearest", "counterpart", float(alike[i, self._nearest[i]]))
            if self.own.words[i].content and theirs:
                self.put(i, "nearest", "any", float(alike[i, theirs].max()))
                if lone:
                    self.put(i, "nearest", "lone", float(alike[i, lone].max()))

    def said(self, read: EncoderOutput | None) -> None:
        """Write what an encoder read of each word."""
        if read is None:
            return
        for i in self.tokens:
            self.put(i, "encoder", "support", log_odds(float(read.source_support[i])))
            if i in self._nearest:
                place = i, self._nearest[i]
                self.put(i, "encoder", "counterpart aligned", float(read.alignment[place]))
                self.put(i, "encoder", "counterpart restates", float(read.restates[place]))
            if read.alignment.shape[1]:
                aligned, restated = read.alignment[i], read.restates[i]
                self.put(i, "encoder", "aligned", float(aligned.max()))
                self.put(i, "encoder", "restates", float((aligned * restated).max()))

    def whole_as_read(self, read: EncoderOutput | None) -> tuple[float, float, float]:
        """Return what an encoder read of the side as a whole, all 0 without one.

        That is how sure it is that the side entails the other, that the other supports the least
        supported of its content words, and all of them (a sum of logarithms).
        """
        if read is None:
            return 0.0, 0.0, 0.0
        content = [i for i in self.tokens if self.own.words[i].content]
        sure = [STEP * log_odds(float(read.source_support[i])) for i in content]
        every = sum(log1p(exp(-each)) for each in sure)
        return log_odds(read.entails.entailment), min(sure, default=0.0) / STEP, -min(every, 12) / 3

    def moved(self, tokens: Iterable[int], how: str = "evident") -> None:
        """Mark words that do not have one place on both sides."""
        for token in tokens:
            self.put(token, "misplaced", how)

    def _word(self, i: int) -> None:
        word, added, side = self.own.words[i], self.own.additions, self.annotated
        self.put(i, "category", word.category)
        self.put(i, "adds", added.kinds[i])
        self.put(i, "word", "content", float(word.content))
        self.put(i, "word", "informative", float(word.informative))
        self.put(i, "word", "weight", min(side.weight(i), 2.0))
        self.put(i, "word", "functional", float(i in side.functional))
        self.put(i, "word", "named", float(i in added.named))
        self.put(i, "word", "number", float(i in added.numbers))
        self.put(i, "word", "listed", float(i in added.listed))
        self.put(i, "word", "denied", float(len(side.denied(i)) % 2))
        self.put(i, "word", "capital", float(word.capital))
        self.put(i, "word", "first", float(i == self.tokens[0]))
        self.put(i, "word", "doubted", float(i in self.compared.doubted[self.k]))
        self.put(i, "word", "offered", float(i in side.offered))
        for op in self.scopes[0].get(i, ()):
            self.put(i, "in scope", op.kind)
        quantity = side.part_of(i)
        if quantity is not None:
            self.put(i, "quantity", "part")
            self.put(i, "quantity", "universal", float(quantity.universal))
            self.put(i, "quantity", "number", float(quantity.number))
            self.put(i, "quantity", "bound", float(bool(quantity.bound)))
            self.put(i, "quantity", "unit", float(bool(quantity.dimension)))
        self.put(i, "quantity", "date", float(i in self.own.dates))

    def _clause(self, i: int, clause: Clause | None, whose: str) -> None:
        """Write how a clause is said, that of the word or, as "their", of its counterpart."""
        if clause is None:
            return
        self.put(i, f"{whose}stance", clause.stance)
        self.put(i, f"{whose}tense", clause.tense)
        self.put(i, f"{whose}aspect", clause.aspect)
        if clause.modality is not None:
            self.put(i, f"{whose}modality", clause.modality.kind)
        if not whose:
            self.put(i, "word", "finite", float(clause.finite))
            self.put(i, "word", "strength", clause.modality.strength if clause.modality else 0.0)
            self.put(i, "link of clause", clause.link)

    def _counterpart(self, i: int, others: list[int]) -> None:
        """Write what is known of the counterpart of a word, of several of the nearest one."""
        pairs = [cell(self.k, i, j) for j in others]
        best = min(pairs, key=self._apart)
        j, costs = best[1 - self.k], self.compared.costs(best)
        self._nearest[i] = j
        score, similarity = self.strengths.get(best, (0.5, 0.5))
        mine, theirs = self.own.words[i], self.other.words[j]
        relation = self.compared.relations[best]
        if self.k == 1:
            # It is a lexical relation or one of links: each function leaves the other kind.
            relation = invert(invert_relation(relation))
        self.put(i, "relation", relation if relation in RELATIONS else "other")
        self.put(i, "counterpart", "several", float(len(others) > 1))
        self.put(i, "counterpart", "score", round(score, 2))
        self.put(i, "counterpart", "similarity", round(similarity, 2))
        self.put(i, "counterpart", "own cost", min(costs[self.k], 4.0))
        self.put(i, "counterpart", "other cost", min(costs[1 - self.k], 4.0))
        self.put(i, "counterpart", "same form", float(mine.form == theirs.form))
        same = self.compared.same_polarity(*best)
        self.put(i, "counterpart", "polarity", float(not same))
        self.put(i, "counterpart", "content", float(theirs.content))
        unlike = mine.category != theirs.category
        self.put(i, "counterpart", "other category", float(unlike))
        clause, their = self.own.innermost_clause(i), self.other.innermost_clause(j)
        self._clause(i, their, "their ")
        if clause is not None and their is not None:
            self.put(i, "counterpart", "voice", float(clause.voice != their.voice))
            self.put(i, "counterpart", "finite", float(clause.finite != their.finite))
            strengths = [c.modality.strength if c.modality else 1.0 for c in (clause, their)]
            self.put(i, "their modality", "weaker", max(0.0, strengths[0] - strengths[1]))
            self.put(i, "their modality", "stronger", max(0.0, strengths[1] - strengths[0]))
        reached, reached_there = (
            {op.kind for op in side.get(t, ())} for side, t in zip(self.scopes, (i, j), strict=True)
        )
        for kind in reached - reached_there:
            self.put(i, "scope gained", kind)
        for kind in reached_there - reached:
            self.put(i, "scope lost", kind)
        self._quantity(i, j)

    def _apart(self, pair: TokenPair) -> tuple[float, float, int]:
        """Return how far two linked words are from meaning the same, the nearest first."""
        score = self.strengths.get(pair, (0.0, 0.0))[0]
        return round(sum(self.compared.costs(pair)), 6), -score, pair[1 - self.k]

    def _quantity(self, i: int, j: int) -> None:
        one, other = self.annotated.part_of(i), self.partner.part_of(j)
        if one is not None and other is not None:
            self.put(i, "quantities", "entails", float(one.entails(other)))
            self.put(i, "quantities", "entailed", float(other.entails(one)))
            self.put(i, "quantities", "excludes", float(one.excludes(other)))
        elif one is not None:
            self.put(i, "quantities", "only own")
        elif other is not None:
            self.put(i, "quantities", "only theirs")

    def _place(self, i: int) -> None:
        """Write which places a word has, and how they are met on the other side."""
        own = [place for place in self.own.places_of(i) if place.sure]
        for place in own:
            self.put(i, "role", place.role)
            met = self._met(i, place)
            self.put(i, "place", met)
            if met not in ("same", "of nothing"):
                self.put(i, "role differs", place.role)
        if not own:
            self.put(i, "place", "top")

    def _met(self, i: int, place: logical_places.WordPlace) -> str:
        """Return how a place is met on the other side, one of `PLACED`."""
        arcs, k = self.arcs, self.k
        if i not in arcs.alike[k] or place.of not in arcs.alike[k]:
            return "of nothing"
        heads, others = arcs.alike[k][place.of], arcs.of_word(k, place)
        at_head = [other for other in others if other.of in heads]
        inverse = arcs.inverse(k, place)
        ways = (same_place, at_head), (inverse_place, inverse), (in_one_clause, others)
        if any(is_met(arcs, k, place, other) for is_met, some in ways for other in some):
            return "same"
        if at_head and any(other.role == place.role for other in at_head):
            return "preposition"
        if at_head or inverse:
            return "role"
        return "elsewhere" if others else "none"

    def _below(self) -> None:
        """Write how many content words without counterpart, and operators, depend on a word."""
        words, linked, above_of = self.own.words, self.annotated.linked, self.own.above
        turning = {t for op in self.own.scopes for t in (op.token, *op.words)}
        counts: dict[int, list[int]] = {}
        for i in self.tokens:
            lone, turns = words[i].content and i not in linked, i in turning
            above = above_of(i)
            while (lone or turns) and above >= 0:
                found = counts.setdefault(above, [0, 0])
                found[0] += lone
                found[1] += turns
                above = above_of(above)
        for i, (some, others) in counts.items():
            self.put(i, "below", "lone", min(some, 6) / 3)
            self.put(i, "below", "operator", min(others, 3) / 3)

    def _order(self) -> None:
        """Write whether a word follows the content word before it on the other side, too."""
        words, nearest = self.own.words, self._nearest
        before = -1
        for i in self.tokens:
            if i not in nearest or not (words[i].content or words[i].category == "pronoun"):
                continue
            if before >= 0:
                gap = nearest[i] - nearest[before]
                self.put(i, "order", "kept" if gap > 0 else "crossed")
                self.put(i, "order", "beside", float(gap == i - before))
                own, theirs = self.own.clause_of, self.other.clause_of
                together = own[before] == own[i]
                together_there = theirs[nearest[before]] == theirs[nearest[i]]
                self.put(i, "order", "clause kept", float(together == together_there))
            before = i

    def _lexemes(self, n: int, i: int) -> tuple[str, ...]:
        """Return the words that `LEXEMES` names for the row of a word."""
        words, theirs = self.own.words, self.other.words
        j = self._nearest.get(i, -1)
        head = self._above(i)
        return (
            words[i].lemma,
            theirs[j].lemma if j >= 0 else "",
            words[head].lemma if head >= 0 else "",
            words[self.tokens[n - 1]].lemma if n else "",
            words[self.tokens[n + 1]].lemma if n + 1 < len(self.tokens) else "",
            *_around(self.own, self.scopes[0], i),
            *(_around(self.other, self.scopes[1], j) if j >= 0 else ("", "", "", "")),
        )


def _around(side: Analysis, scopes: Reached, i: int) -> tuple[str, str, str, str]:
    """Return preposition, innermost operator, opener of the clause and modal of a word."""
    words, place = side.words, next(iter(side.places_of(i)), None)
    reaching = [op for op in scopes.get(i, ()) if op.token != i]
    operator = min(reaching, key=lambda op: len(op.reach), default=None)
    clause = side.innermost_clause(i)
    modal = clause.modality.tokens[-1:] if clause is not None and clause.modality else ()
    return (
        place.preposition if place is not None else "",
        words[operator.token].lemma if operator is not None else "",
        clause.marker if clause is not None else "",
        "".join(words[t].lemma for t in modal),
    )


def _scopes(side: Analysis) -> Reached:
    found: Reached = {}
    for op in side.scopes:
        for i in op.reach or ((op.of,) if op.of >= 0 else ()):
            found.setdefault(i, []).append(op)
    return found
