"""Conversion of Universal Dependencies trees into the form that all analyses use.

Universal Dependencies (de Marneffe, Manning, Nivre and Zeman 2021, *Universal Dependencies*,
Computational Linguistics 47) make content words the heads of prepositions and copulas. The analyses
of this package follow ClearNLP (Choi and Palmer 2012, *Guidelines for the CLEAR style constituent
to dependency conversion*), where a preposition governs its object, and a copula its subject and
complement. No word is lost and none is added; auxiliaries, markers and subjects stay with the verb
that they belong to.

In Universal Dependencies, all words of "Il est à Paris" depend on "Paris"; here "est" governs "Il"
and "à", and "à" governs "Paris". There, the conjuncts of "Marie, Paul et Jean" depend on the first
one; here, each depends on the one before.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from . import roles as r

# Words in these roles always belong to the clause of a copula.
_OF_CLAUSES = (
    r.SUBJECTS
    | r.AUXILIARIES
    | {r.COPULA, r.NEGATION, r.ADVERBIAL_CLAUSE, r.PARATAXIS, r.PUNCTUATION}
)
# Parts of speech of complements of a copula: nouns, and other words that are not verbs.
_NOMINAL = ("NOUN", "PROPN", "PRON", "NUM")
_MODIFYING = ("ADJ", "ADV")
# A word in these roles never heads a phrase, even if it has dependents.
_NO_HEADS = frozenset((r.COPULA, r.CASE, r.COMPOUND))
# A subject or object keeps its head in spite of a preposition: the partitive "de l'eau".
_WITHOUT_PREPOSITION = _NO_HEADS | r.SUBJECTS | {r.OBJECT, r.DETERMINER}
# A preposition takes over these roles from its object; else its role is "preposition".
_OWN_ROLE = frozenset((r.AGENT, r.RECIPIENT, r.CONJUNCT, r.ROOT))


def in_our_form(
    heads: Sequence[int], roles: Sequence[str], pos: Sequence[str]
) -> tuple[list[int], list[str]]:
    """Return heads and roles of a tree of Universal Dependencies in the form of all analyses.

    Args:
        heads: The head of each word, -1 for a root.
        roles: The role of each word; copulas are `roles.COPULA`, prepositions `roles.CASE`.
        pos: The universal parts of speech.

    Returns:
        Heads and roles of the same words; a tree in our form remains unchanged.

    Example:
        >>> words = "Il est à Paris"
        >>> heads, roles = [3, 3, 3, -1], ["subject", "copula", "case", "root"]
        >>> in_our_form(heads, roles, ["PRON", "AUX", "ADP", "PROPN"])
        ([1, -1, 1, 2], ['subject', 'root', 'preposition', 'prepositional object'])
    """
    tree = _Tree(list(heads), list(roles), pos)
    for node in reversed(tree.from_the_top()):
        _end_names(tree, node)
    for change in (_raise_copulas, _raise_prepositions, _chain_conjuncts):
        for node in tree.from_the_top():
            change(tree, node)
    _name_complements(tree)
    return tree.heads, tree.roles


class _Tree:
    def __init__(self, heads: list[int], roles: list[str], pos: Sequence[str]) -> None:
        self.heads, self.roles, self.pos = heads, roles, pos
        # The preposition that has taken the place of each phrase.
        self.governed_by: dict[int, int] = {}

    def below(self, node: int, *roles: str) -> list[int]:
        """Return the dependents of a word, all or those in some roles, in linear order."""
        return [
            c
            for c, head in enumerate(self.heads)
            if head == node and (not roles or self.roles[c] in roles)
        ]

    def from_the_top(self) -> list[int]:
        """Return the words in an order in which each follows its head."""
        order = [node for node, head in enumerate(self.heads) if head < 0]
        for node in order:
            order += self.below(node)
        return order

    def hang(self, nodes: Collection[int], head: int) -> None:
        """Attach words to another one."""
        for node in nodes:
            self.heads[node] = head

    def put_in_place(self, node: int, old: int) -> None:
        """Put a word in the place of another one in the tree, and attach that one to it."""
        self.heads[node], self.roles[node] = self.heads[old], self.roles[old]
        self.heads[old] = node


def _end_names(tree: _Tree, node: int) -> None:
    """Make the last word of a name its head: "Emmanuel Macron"."""
    behind = [c for c in tree.below(node, r.COMPOUND) if c > node]
    if behind:
        last, rest = behind[-1], tree.below(node)
        tree.put_in_place(last, node)
        tree.roles[node] = r.COMPOUND
        tree.hang([c for c in rest if c != last], last)


def _raise_copulas(tree: _Tree, node: int) -> None:
    """Let a copula govern its complement and the other words of its clause."""
    copulas = tree.below(node, r.COPULA)
    for other in copulas if tree.roles[node] in _NO_HEADS else copulas[:-1]:
        tree.roles[other] = r.AUXILIARY
    if not copulas or tree.roles[node] in _NO_HEADS:
        return
    copula, below = copulas[-1], tree.below(node)
    tree.put_in_place(copula, node)
    if tree.pos[node] in _NOMINAL:
        tree.roles[node] = r.ATTRIBUTE
    else:
        verbal = tree.pos[node] == "VERB"
        tree.roles[node] = r.OPEN_COMPLEMENT if verbal else r.ADJECTIVAL_COMPLEMENT
    of_clause = [c for c in below if c != copula and _is_of_clause(tree, c, node, copula)]
    tree.hang(of_clause, copula)


def _is_of_clause(tree: _Tree, child: int, node: int, copula: int) -> bool:
    """Return whether a dependent of the complement of a copula belongs to the clause."""
    role, pos = tree.roles[child], tree.pos[node]
    if role in _OF_CLAUSES or (child < copula < node and role != r.CASE):
        return True
    if role in (r.MARKER, r.ADVERB):  # "est de gagner", "est très contente"
        return pos not in ("VERB", *_MODIFYING)
    if role == r.ADVERBIAL_NOUN:
        return pos in _NOMINAL
    if role == r.CONJUNCT:
        verbal = tree.pos[child] in ("VERB", "AUX") and pos != "VERB"
        return verbal or bool(tree.below(child, r.COPULA, *r.SUBJECTS))
    return False


def _raise_prepositions(tree: _Tree, node: int) -> None:
    """Let prepositions govern their object, or the clause that they introduce: "sans payer"."""
    role = tree.roles[node]
    opened = role == r.ADVERBIAL_CLAUSE
    markers = tree.below(node, r.MARKER) if opened else []
    found = tree.below(node, r.CASE) + [p for p in markers if tree.pos[p] == "ADP"]
    if not found or role in _WITHOUT_PREPOSITION:
        return
    found.sort(key=lambda preposition: -abs(preposition - node))
    outer, below = found[0], tree.below(node)
    above = tree.heads[node]
    for preposition in found:  # the outermost governs the next one: "jusqu'à Paris"
        tree.put_in_place(preposition, node)
        tree.roles[preposition] = r.PREPOSITION
    tree.roles[node] = r.PREPOSITIONAL_CLAUSE if opened else r.PREPOSITIONAL_OBJECT
    tree.roles[outer] = role if role in _OWN_ROLE else r.PREPOSITION
    tree.hang([c for c in below if c < outer and c not in found], outer)
    if role == r.ROOT:
        tree.hang(tree.below(node, r.PUNCTUATION), outer)
    tree.governed_by[node] = outer
    if role == r.CONJUNCT:  # coordinate the prepositions instead of their objects
        tree.heads[outer] = tree.governed_by.get(above, above)


def _chain_conjuncts(tree: _Tree, node: int) -> None:
    """Attach each conjunct to the one before it, and the conjunction to the first of the two."""
    before = node
    for conjunct in [c for c in tree.below(node, r.CONJUNCT) if c > node]:
        joints = tree.below(conjunct, r.CONJUNCTION, r.PUNCTUATION)
        tree.hang([t for t in joints if before < t < conjunct], before)
        tree.heads[conjunct] = before
        before = conjunct


def _name_complements(tree: _Tree) -> None:
    """Name the role of predicative complements without a copula: "semble contente"."""
    for node, role in enumerate(tree.roles):
        if role == r.OPEN_COMPLEMENT and tree.pos[node] in (*_NOMINAL, *_MODIFYING):
            noun = tree.pos[node] in _NOMINAL
            tree.roles[node] = r.ATTRIBUTE if noun else r.ADJECTIVAL_COMPLEMENT
            if tree.heads[node] >= 0 and tree.below(tree.heads[node], r.OBJECT):
                tree.roles[node] = r.OBJECT_COMPLEMENT
