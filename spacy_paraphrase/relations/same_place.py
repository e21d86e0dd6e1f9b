"""Tests whether a word has the same role at the same head on both sides.

Roles are logical ones (`analysis.logical_places`), so that voice and word order make no difference.
A table of the language lists the prepositions that can mean the same; a verb may govern its own
preposition ("depend on", "rely upon").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from ..analysis.arguments import (
    AGENT,
    ATTRIBUTE,
    COMPLEMENT,
    MANNER,
    OBLIQUE,
    PATIENT,
    RECIPIENT,
    TIME,
)
from ..analysis.clauses import Clause
from ..analysis.logical_places import APPOSITION, CLAUSE, KIND, POSSESSOR, PROPERTY, WordPlace
from ..analysis.quantities import FROM, TO
from ..analysis.reading import Analysis
from ..analysis.word_kinds import Word
from ..lang import LanguageData
from ..lexicon.index import LexicalIndex
from .lexical import TELLING, TokenPair, denotes
from .side_comparison import Comparison

# Roles that a preposition specifies.
BY_PREPOSITION = frozenset((OBLIQUE, TIME, CLAUSE, MANNER))
# Roles that are equivalent if head and dependent are exchanged: "the car is red", "the red car".
_OF_EACH_OTHER = frozenset((AGENT, PROPERTY, ATTRIBUTE, APPOSITION))
# Roles that parsers and paraphrases exchange: an object and a complement clause of one verb.
_EXCHANGEABLE = (
    frozenset((PATIENT, COMPLEMENT)),
    frozenset((PATIENT, ATTRIBUTE)),
    frozenset((ATTRIBUTE, COMPLEMENT)),
    frozenset((ATTRIBUTE, OBLIQUE)),
    frozenset((COMPLEMENT, OBLIQUE)),
    frozenset((COMPLEMENT, CLAUSE)),
)
# Roles of modifiers of a noun.
_MODIFYING = frozenset((PROPERTY, KIND, POSSESSOR, APPOSITION))
# Roles of circumstances.
_CIRCUMSTANCES = frozenset((OBLIQUE, TIME, MANNER))
# Relations of words with the same meaning.
_SAME = frozenset(("same", "synonym", "equals", "restates"))


class Arcs:
    """The places (head and role) of words on both sides, and which of them are comparable.

    Args:
        compared: The comparison. Side 0 is the source, side 1 the target.
        index: The lexical index.

    Attributes:
        compared: The comparison.
        index: The lexical index.
        lang: The language data.
        sides: The analyses of the two sides.
        alike: For each side the counterparts of its words.
        converse: For each side the words that have converses on the other side.
    """

    def __init__(self, compared: Comparison, index: LexicalIndex | None) -> None:
        one, other = (annotated.analysis for annotated in compared.sides)
        self.compared, self.index, self.lang = compared, index, one.lang
        self.sides: tuple[Analysis, Analysis] = one, other
        self.alike = _alike(compared, self.sides)
        # "Two" in "two of the plants" is only a quantifier, but "noon" is a noun with a place.
        self._counting = [side.functional - side.quantifiers.keys() for side in compared.sides]
        exchanged = [pair for pair, kind in compared.relations.items() if kind == "converse"]
        self.converse = tuple({pair[k] for pair in exchanged} for k in range(2))

    def bears(self, k: int, place: WordPlace) -> bool:
        """Return whether both words of a place have a counterpart, and neither is a numeral."""
        alike, counting, word, of = self.alike[k], self._counting[k], place.word, place.of
        if word not in alike or of not in alike or alike[word] == alike[of]:
            return False  # one word on the other side: "International Agency", "IA"
        return word not in counting and of not in counting

    def of_word(self, k: int, place: WordPlace) -> list[WordPlace]:
        """Return the places of the counterparts of a word on the other side."""
        other = self.sides[1 - k]
        return [each for t in self.alike[k][place.word] for each in other.places_of(t)]

    def at_head(self, k: int, place: WordPlace) -> list[WordPlace]:
        """Return the places on the other side at the counterparts of a word's head."""
        other = self.sides[1 - k]
        return [each for t in self.alike[k][place.of] for each in other.places_at(t)]

    def inverse(self, k: int, place: WordPlace) -> list[WordPlace]:
        """Return the places on the other side in which the head depends on the word."""
        other, words = self.sides[1 - k], self.alike[k][place.word]
        heads = self.alike[k][place.of]
        return [each for t in heads for each in other.places_of(t) if each.of in words]

    def lemma(self, k: int, i: int) -> str:
        """Return the lemma of a word."""
        return self.sides[k].words[i].lemma

    def is_verb(self, k: int, i: int) -> bool:
        """Return whether a word is a verb, but not an auxiliary."""
        return self.sides[k].words[i].category == "verb"

    def is_same(self, k: int, i: int) -> bool:
        """Return whether a word has a counterpart that is the same word, or a synonym."""
        pairs = (cell(k, i, j) for j in self.alike[k][i])
        return any(self.compared.relations.get(pair, "same") in _SAME for pair in pairs)

    def clause(self, k: int, predicate: int) -> Clause | None:
        """Return the clause with a predicate, if there is one."""
        found = self.sides[k].clause_of_predicate(predicate)
        return found if found is not None and found.predicate == predicate else None


def cell(k: int, own: int, others: int) -> TokenPair:
    """Return a word of side `k` and one of the other side in the order source, target."""
    return (own, others) if k == 0 else (others, own)


Counterparts = dict[int, list[int]]


def _alike(
    compared: Comparison, sides: tuple[Analysis, Analysis]
) -> tuple[Counterparts, Counterparts]:
    """Return, for each side, the counterparts of the words whose places can be compared."""
    # A lemma that is once on each side is its own counterpart, even if the aligner linked another.
    placed = [
        {t: word.lemma for t, word in enumerate(side.words) if _can_be_placed(word, side.lang)}
        for side in sides
    ]
    own = dict(_namesakes(*placed))
    backwards = {j: i for i, j in own.items()}
    agreed = {pair for pair in compared.relations if compared.agree(pair)}
    cells = [(i, j) for i, j in agreed if own.get(i, j) == j and backwards.get(j, i) == i]
    found: tuple[Counterparts, Counterparts] = {}, {}
    for i, j in sorted({*cells, *own.items()}):
        if i in placed[0] and j in placed[1]:
            found[0].setdefault(i, []).append(j)
            found[1].setdefault(j, []).append(i)
    return found


def _namesakes(source: dict[int, str], target: dict[int, str]) -> Iterator[TokenPair]:
    counts = Counter(source.values()), Counter(target.values())
    places = {lemma: j for j, lemma in target.items()}
    for i, lemma in source.items():
        if counts[0][lemma] == counts[1][lemma] == 1:
            yield i, places[lemma]


def _can_be_placed(word: Word, lang: LanguageData) -> bool:
    """Return whether the place of a word is significant."""
    if word.content or word.category in ("name", "pronoun", "adjective"):
        return True
    verb = word.category == "verb" and word.lemma not in lang.copulas
    return verb or word.lemma in lang.telling_modifiers  # "more", "less"


def same_place(arcs: Arcs, k: int, place: WordPlace, other: WordPlace) -> bool:
    """Return whether the places of linked words on the two sides are the same."""
    if _is_one_slot(place, other):
        return True
    if k == 1:
        place, other = other, place
    verbs = arcs.is_verb(0, place.of), arcs.is_verb(1, other.of)
    if verbs[0] != verbs[1]:
        return True  # "the arrest of the man", "arrested the man"
    roles = {place.role, other.role}
    if roles <= BY_PREPOSITION:
        return _near(arcs, place, other, verbs[0])
    if roles in _EXCHANGEABLE:
        return True
    if not verbs[0] and {place.preposition, other.preposition} & arcs.lang.instance_prepositions:
        return True  # "cities, including Rome", "Rome is a city"
    if roles == {AGENT, POSSESSOR} and _are_named(arcs, place, other):
        return False
    if not verbs[0] and (AGENT not in roles or roles & _MODIFYING):
        return not (place.preposition and other.preposition) or _near(arcs, place, other, False)
    return _may_be_one(arcs, place, other, roles)


def _is_one_slot(place: WordPlace, other: WordPlace) -> bool:
    """Return whether two places have the same role and, for some roles, the same preposition."""
    by_preposition = place.role in BY_PREPOSITION
    return place.role == other.role and (
        not by_preposition or place.preposition == other.preposition
    )


def _may_be_one(arcs: Arcs, place: WordPlace, other: WordPlace, roles: set[str]) -> bool:
    """Return whether two different roles of a predicate may be equivalent."""
    kind = arcs.compared.relations.get((place.of, other.of), "same")
    lemmas = {arcs.lemma(0, place.of), arcs.lemma(1, other.of)}
    if kind not in TELLING or lemmas & arcs.lang.mutual_verbs:
        return True
    pair = [(0, place), (1, other)]
    same_word = len(lemmas) == 1
    prepositions = {place.preposition, other.preposition} - {""}
    if roles == {AGENT, PATIENT}:
        return _alternates(arcs, *(pair if place.role == AGENT else pair[::-1]))
    if roles == {PATIENT, RECIPIENT}:
        return not prepositions
    if RECIPIENT in roles and roles & BY_PREPOSITION:
        return prepositions <= arcs.lang.recipient_prepositions
    if not roles & BY_PREPOSITION:
        return AGENT not in roles
    # A different verb may have other prepositions for its arguments.
    k, oblique = pair[0] if place.role in BY_PREPOSITION else pair[1]
    clause, living = arcs.clause(k, oblique.of), _lives(arcs, k, oblique.word)
    return not same_word or _may_be_oblique(arcs, clause, roles, prepositions, living)


def _may_be_oblique(
    arcs: Arcs, clause: Clause | None, roles: set[str], prepositions: set[str], living: bool
) -> bool:
    """Return whether an agent or a patient may have a preposition in a clause."""
    # Examples: "Ann and he walked", "he walked with Ann"; "entered (into) the house"; "the attack
    # killed two", "two were killed in the attack", but not "replaced the glass with the plastic".
    lang = arcs.lang
    if AGENT not in roles:
        if not prepositions:
            return True  # an object or an adverbial noun, depending on the parse
        return PATIENT not in roles or clause is None or clause.filler(PATIENT) < 0
    near = lang.agent_prepositions | lang.company_prepositions
    if clause is None or clause.filler(AGENT) < 0:
        near |= lang.origin_prepositions  # "was made from two", "two made it"
        near |= lang.place_prepositions if clause is None or not living else set()
    return prepositions <= near


def _alternates(
    arcs: Arcs, acting: tuple[int, WordPlace], undergoing: tuple[int, WordPlace]
) -> bool:
    """Return whether an agent and a patient alternate: "the door opened", "was opened"."""
    # People and animals do not alternate: "the lawyer warned", "the lawyer was warned".
    (k, place), (other_side, other) = acting, undergoing
    acts, undergoes = arcs.clause(k, place.of), arcs.clause(other_side, other.of)
    if acts is None or undergoes is None:
        return True
    alone = acts.filler(PATIENT) < 0
    if alone and arcs.lemma(k, place.of) != arcs.lemma(other_side, other.of):
        return True  # "died", "was killed"
    # "Thousands left without power by storm" is a passive without its auxiliary.
    by = any(a.preposition in arcs.lang.agent_prepositions for a in acts.arguments)
    return alone and (by or (undergoes.filler(AGENT) < 0 and not _lives(arcs, k, place.word)))


def _lives(arcs: Arcs, k: int, i: int) -> bool:
    word, lang = arcs.sides[k].words[i], arcs.lang
    if word.category == "pronoun":
        return arcs.sides[k].sentence.words[i] in lang.pronoun_forms - lang.expletive_pronouns
    if word.category == "name":
        return arcs.sides[k].sentence.entities[i] in lang.person_entities
    return denotes(arcs.index, word.lemma, lang.living_kinds, word.lookup)


def _near(arcs: Arcs, place: WordPlace, other: WordPlace, verbs: bool) -> bool:
    """Return whether two prepositions, or two markers of clauses, can mean the same."""
    lang, names = arcs.lang, (place.preposition, other.preposition)
    if names[0] == names[1] or "" in names or MANNER in (place.role, other.role):
        return True
    if any(_is_of_quantity(arcs, k, each) for k, each in enumerate((place, other))):
        return True
    if _mean_the_same(lang, *names):
        return True
    if any(group.issuperset(names) for group in lang.near_place_prepositions):
        # "In the grass" means "on the grass", but "in the box" does not mean "on the box".
        handled = any(_is_handled(arcs, k, p.word) for k, p in enumerate((place, other)))
        return place.role == other.role == TIME or not handled
    bare = [name in lang.bare_prepositions for name in names]
    if not verbs and not lang.genitive_prepositions.isdisjoint(names):
        return all(bare)
    # Different verbs may govern different prepositions.
    return arcs.lemma(0, place.of) != arcs.lemma(1, other.of) and any(bare)


def _mean_the_same(lang: LanguageData, one: str, other: str) -> bool:
    """Return whether two prepositions, or parts of them, are in a group of similar ones."""
    ways = ({*way} for way in product(_shorter(one, lang), _shorter(other, lang)))
    return any(len(way) == 1 or any(way <= near for near in lang.near_prepositions) for way in ways)


def _is_handled(arcs: Arcs, k: int, i: int) -> bool:
    """Return whether a word denotes a thing like a box, at which "in" and "on" differ."""
    word = arcs.sides[k].words[i]
    return word.category == "noun" and denotes(arcs.index, word.lemma, arcs.lang.thing_kinds)


def _is_of_quantity(arcs: Arcs, k: int, place: WordPlace) -> bool:
    """Return whether a preposition is part of a quantity: "between 2 and 4 pm"."""
    side = arcs.compared.sides[k]
    amount = side.part_of(place.word)
    apart = amount is not None and (amount.bound == "range" or amount.role in (FROM, TO))
    return place.top in side.functional or apart


def _shorter(name: str, lang: LanguageData) -> list[str]:
    """Return a preposition, and both parts of two in a row: "from behind"."""
    words = name.split(" ")
    if len(words) == 1 or tuple(words) in lang.compound_prepositions:
        return [name]
    if words[0] in lang.comparison_markers:
        return [name, words[0]]  # "than in summer" is not "in summer"
    return [name, *(word for word in words if word not in lang.genitive_prepositions)]


def inverse_place(arcs: Arcs, k: int, place: WordPlace, other: WordPlace) -> bool:
    """Return whether a place and an inverse one (head and dependent exchanged) mean the same."""
    names, lang = (place.preposition, other.preposition), arcs.lang
    if names in lang.inverse_prepositions:
        return True
    if names[0] == names[1] and names[0] in lang.symmetric_conjunctions:
        return True
    cells = (place.of, other.word), (place.word, other.of)
    apart = any(arcs.is_verb(k, i) != arcs.is_verb(1 - k, j) for i, j in cells)
    mine, yours = arcs.sides[k].words, arcs.sides[1 - k].words
    if apart and not all(mine[i].form == yours[j].form for i, j in cells):
        return True  # "it costs ten euros", "its price is ten euros", but not "man bites dog"
    if any(names):
        return False
    if place.role == other.role == KIND:
        # "The Rosaceae family".
        return any(mine[i].category == yours[j].category == "name" for i, j in cells)
    return _are_of_each_other(arcs, k, place, other)


def _are_of_each_other(arcs: Arcs, k: int, place: WordPlace, other: WordPlace) -> bool:
    """Return whether two roles can be inverse to each other."""
    sides = [(k, place), (1 - k, other)]
    roles = {place.role, other.role}
    if KIND in roles:
        return APPOSITION in roles or any(_names_what_it_is(arcs, *each) for each in sides)
    if PROPERTY in roles:
        return roles <= {PROPERTY, AGENT, PATIENT, ATTRIBUTE}
    by_verb = any(arcs.is_verb(side, each.of) for side, each in sides)
    return roles <= _OF_EACH_OTHER and not by_verb


def _are_named(arcs: Arcs, place: WordPlace, other: WordPlace) -> bool:
    """Return whether the heads of two places are predicate nouns: "is Eva's *father*"."""
    clauses = arcs.clause(0, place.of), arcs.clause(1, other.of)
    return all(clause is not None and clause.verb != clause.predicate for clause in clauses)


def _names_what_it_is(arcs: Arcs, k: int, place: WordPlace) -> bool:
    """Return whether a place is that of the subject of a copula."""
    clause = arcs.clause(k, place.of)
    return place.role == AGENT and clause is not None and clause.verb != clause.predicate


def in_one_clause(arcs: Arcs, k: int, place: WordPlace, other: WordPlace) -> bool:
    """Return whether a circumstance is in the same clause on both sides, regardless of its head.

    Parsers often attach a circumstance to the one before it: "on Monday in Paris".
    """
    if not {place.role, other.role} <= _CIRCUMSTANCES or place.preposition != other.preposition:
        return False
    own, theirs = (
        _above_circumstances(side, each.of)
        for side, each in ((arcs.sides[k], place), (arcs.sides[1 - k], other))
    )
    return theirs in arcs.alike[k].get(own, ())


def _above_circumstances(side: Analysis, head: int) -> int:
    """Return the nearest word above nested circumstances, else the word itself."""
    while True:
        above = next(
            (
                place.of
                for place in side.places_of(head)
                if place.sure and place.role in _CIRCUMSTANCES and place.preposition
                if place.preposition not in side.lang.genitive_prepositions
            ),
            head,
        )
        if above == head or side.depth(above) >= side.depth(head):
            return head
        head = above
