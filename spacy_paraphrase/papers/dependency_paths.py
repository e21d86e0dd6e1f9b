"""Dependency paths between two nouns: "X solves Y", as text, in trees, and out of trees.

Lin and Pantel 2001, *Discovery of inference rules for question answering*: a path is a highest word
with the steps down to two nouns, X and Y. It is found in trees of content words in a normal form
(`path_tree`): passives as actives, prepositions as relations, relative pronouns as their
antecedents. Mining (`paths_of`) and matching (`match_path`) use the same paths.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from spacy.glossary import GLOSSARY

from ..analysis.sentence import Sentence
from ..errors import ParaphraseError

NOUN = "N"
_CONTENT = (NOUN, "V", "A")
_TAGS = {"NOUN": NOUN, "PROPN": NOUN, "VERB": "V", "AUX": "V", "ADJ": "A", "ADV": "A"}
# What dependency labels are called in paths; others keep their names.
_RELATIONS = {
    **{"nsubj": "subj", "csubj": "subj", "nsubjpass": "obj", "csubjpass": "obj", "dobj": "obj"},
    **{"poss": "gen", "compound": "nn", "amod": "mod", "advmod": "mod", "attr": "pred"},
    **{"acomp": "pred", "dative": "to"},
}
_WRITTEN = {"subj": "nsubj", "obj": "dobj", "gen": "poss", "nn": "compound"}
_WRITTEN |= {"mod": "amod", "pred": "attr"}
AGENT = "by"
MAX_EDGES = 6
# Which end is X: who acts, then what is acted on.
_FIRST = ("subj", AGENT, "gen", "obj")


class Step(NamedTuple):
    """A step down a path.

    Attributes:
        relation: The relation of the node to its head.
        lemma: Its lemma; "" for the slot at the end.
        tag: Its part of speech: "N", "V", "A" or another.
    """

    relation: str
    lemma: str
    tag: str


class Path(NamedTuple):
    """A path between two nouns, X and Y, by its highest node and the steps down to either.

    Attributes:
        lemma: Lemma of the highest node.
        tag: Its part of speech.
        x: Steps down to X.
        y: Steps down to Y.
    """

    lemma: str
    tag: str
    x: tuple[Step, ...]
    y: tuple[Step, ...]


class Match(NamedTuple):
    """A match of a path in a tree.

    Attributes:
        top: Its highest node.
        x: The node that fills X.
        y: The node that fills Y.
        inner: The nodes between the highest one and both ends.
    """

    top: int
    x: int
    y: int
    inner: tuple[int, ...]


# -- Paths as text ---------------------------------------------------------------------------------

_TRIPLE = re.compile(r"([^:<>\s]+):([^<>\s]+):([^:<>\s]+)")


def parse_path(text: str) -> Path:
    """Parse the text of a path, such as "N:by:V<buy>V:obj:N".

    Relations are written between the parts of speech of the words they join; "<" goes up, ">" goes
    down, and the highest word is between the two.

    Raises:
        ParaphraseError: P853 if it is not a path between two nouns through a word above both.

    Example:
        >>> parse_path("N:subj:V<find>V:obj:N>answer>N:to:N").y
        (Step(relation='obj', lemma='answer', tag='N'), Step(relation='to', lemma='', tag='N'))
    """
    parts = re.split(r"([<>])", text.strip())
    marks, arcs, lemmas = "".join(parts[1::2]), parts[::4], parts[2::4]
    top = max(marks.find(">"), 0)
    climbs = marks == "<" * top + ">" * (len(marks) - top) and top % 2 and len(marks) % 2 == 0
    found = [match.groups() for match in map(_TRIPLE.fullmatch, arcs) if match]
    sound = climbs and len(found) == len(arcs) and all(lemmas)
    if not sound or found[0][0] != NOUN or found[-1][2] != NOUN:
        raise ParaphraseError("P853", got=text[:80])
    lemmas = [lemma.lower() for lemma in lemmas]
    at = top // 2  # the highest lemma
    climbing = [
        Step(relation, lemma, tag)
        for (tag, relation, _), lemma in zip(found[: at + 1], ["", *lemmas[:at]], strict=True)
    ]
    descending = [
        Step(relation, lemma, tag)
        for (_, relation, tag), lemma in zip(found[at + 1 :], [*lemmas[at + 1 :], ""], strict=True)
    ]
    return Path(lemmas[at], found[at][2], tuple(climbing[::-1]), tuple(descending))


def write_path(path: Path) -> str:
    """Return the text of a path in the format of `parse_path`.

    Example:
        >>> text = "N:subj:V<find>V:obj:N>answer>N:to:N"
        >>> write_path(parse_path(text)) == text
        True
    """
    text, above = f"<{path.lemma}>", path.tag
    for relation, lemma, tag in path.x:
        inner = f"<{lemma}<" if lemma else ""
        text, above = f"{inner}{tag}:{relation}:{above}{text}", tag
    above = path.tag
    for relation, lemma, tag in path.y:
        inner = f">{lemma}>" if lemma else ""
        text, above = f"{text}{above}:{relation}:{tag}{inner}", tag
    return text


def is_writable(path: Path) -> bool:
    """Return whether no word of a path contains a special character of the text format."""
    steps = (*path.x, *path.y)
    words = (path.lemma, *(step.lemma for step in steps), *(step.relation for step in steps))
    return not any(re.search(r"[:<>\s]", word) for word in words)


def arrows(path: Path, x: str = "X", y: str = "Y") -> str:
    """Return a readable form of a path: labels and lemmas from X up to the top and down to Y.

    Prepositions are shown as words, and paths with an agent ("by") as passives.

    Args:
        path: The path.
        x: Text for the X end.
        y: Text for the Y end.

    Example:
        >>> arrows(parse_path("N:subj:V<find>V:obj:N>answer>N:to:N"))
        'X <nsubj< find >dobj> answer >prep> to >pobj> Y'
        >>> arrows(parse_path("N:by:V<solve>V:obj:N"))
        'X <pobj< by <agent< solve >nsubjpass> Y'
    """
    passive = is_passive(path)
    climbing = [f"<{item}<" if label else item for label, item in _labels(path.x, passive, x)]
    descending = [f">{item}>" if label else item for label, item in _labels(path.y, passive, y)]
    return " ".join((*climbing[::-1], path.lemma, *descending))


def is_passive(path: Path) -> bool:
    """Return whether a path is a passive with an agent."""
    return path.tag == "V" and {path.x[0].relation, path.y[0].relation} == {AGENT, "obj"}


def edges(path: Path) -> int:
    """Return the number of arcs of a path, counting prepositions as words."""
    passive = is_passive(path)
    return sum(label for side in (path.x, path.y) for label, _ in _labels(side, passive, ""))


def _labels(steps: Sequence[Step], passive: bool, end: str) -> Iterator[tuple[bool, str]]:
    """Yield labels and words on the way down, each with whether it is a label."""
    for k, (relation, lemma, _) in enumerate(steps):
        if k == 0 and passive:
            labels = ["agent", relation, "pobj"] if relation == AGENT else ["nsubjpass"]
        elif relation in _WRITTEN or relation in GLOSSARY:
            labels = [_WRITTEN.get(relation, relation)]
        else:
            labels = ["prep", relation, "pobj"]
        yield from ((each != relation or len(labels) == 1, each) for each in labels)
        yield False, lemma or end


# -- Trees -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PathTree:
    """A dependency tree of content words in the normal form of paths; lists have one item per node.

    Attributes:
        lemmas: Lemmas of the nodes.
        tags: Their parts of speech: "N", "V", "A" or another; pronouns are no nouns.
        relations: What they are to their heads; "" for a root.
        heads: Their heads, -1 for a root.
        tokens: Their words in the sentence, -1 for none; a noun may occur twice.
    """

    lemmas: tuple[str, ...]
    tags: tuple[str, ...]
    relations: tuple[str, ...]
    heads: tuple[int, ...]
    tokens: tuple[int, ...]

    def children(self, node: int) -> list[int]:
        """Return the dependents of a node."""
        return [i for i, head in enumerate(self.heads) if head == node]

    def arcs(self) -> set[tuple[str, str, str]]:
        """Return the arcs as lemma of the head, relation, lemma of the dependent."""
        return {
            (self.lemmas[head], self.relations[i], self.lemmas[i])
            for i, head in enumerate(self.heads)
            if head >= 0
        }


def path_tree(sentence: Sentence) -> PathTree:
    """Return the tree of a parsed sentence in the normal form of paths.

    Determiners, auxiliaries, particles and punctuation are not nodes. A preposition is the relation
    of its object, including "by" of a passive and "to" of an indirect object; the subject of a
    passive is its object. A relative pronoun is replaced by the noun that its clause modifies, a
    conjoined verb without a subject takes that of the first verb, and a name is above its
    apposition.

    Args:
        sentence: The sentence, with lemmas, parts of speech and a parse.

    Raises:
        ParaphraseError: P007 if there is no parse.
    """
    if not sentence.parsed:
        values = {"needs": "a dependency parse", "side": "side", "text": sentence.span.text}
        raise ParaphraseError("P007", name="dirt", **values)
    return _Normal(sentence).tree()


class _Normal:
    """The nodes of a sentence while they are brought to the normal form."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self.heads: dict[int, int] = {}
        self.relations: dict[int, str] = {}
        # Nodes beyond the words, by the word that each stands for.
        self.copies: list[int] = []

    def tree(self) -> PathTree:
        for i in range(len(self.sentence)):
            if self._is_node(i):
                self.heads[i], self.relations[i] = self._attached(i)
        self._raise_names()
        self._read_relative_pronouns()
        self._share_subjects()
        return self._flat()

    def _is_node(self, i: int) -> bool:
        side = self.sentence
        silent = side.deps[i] in side.lang.function_labels or side.kinds[i] > 1
        return not silent and not (side.pos[i] == "ADP" and side.syntax.objects_of(i))

    def _attached(self, i: int) -> tuple[int, str]:
        """Return head and relation of a word, over prepositions and words that are no nodes."""
        side = self.sentence
        relation, head = side.deps[i], side.heads[i]
        while head >= 0 and not self._is_node(head):
            if side.pos[head] == "ADP":
                relation = side.words[head]
            elif relation not in _RELATIONS:
                relation = side.deps[head]
            head = side.heads[head]
        return head, "" if head < 0 else _RELATIONS.get(relation, relation)

    def _raise_names(self) -> None:
        """Exchange a noun with the name that is in apposition to it."""
        side = self.sentence
        for i in list(self.heads):
            noun = self.heads[i]
            if noun < 0 or self.relations[i] != "appos":
                continue
            if side.pos[i] == "PROPN" and side.pos[noun] == "NOUN":
                self.heads[i], self.relations[i] = self.heads[noun], self.relations[noun]
                for k, head in self.heads.items():
                    if head == noun and self.relations[k] == "appos":
                        self.heads[k] = i
                self.heads[noun], self.relations[noun] = i, "appos"

    def _read_relative_pronouns(self) -> None:
        side = self.sentence
        for i in list(self.heads):
            verb = self.heads[i]
            if not side.tags[i].startswith("W") or side.pos[i] == "ADV":
                continue
            while verb >= 0 and side.deps[verb] != "relcl":
                verb = self.heads.get(verb, -1)
            noun = self.heads.get(verb, -1)
            if noun >= 0:
                self._copy(noun, self.heads.pop(i), self.relations.pop(i))

    def _share_subjects(self) -> None:
        side = self.sentence
        for i in sorted(i for i in self.heads if i < len(side)):
            first = self.heads[i]
            if self.relations[i] != "conj" or side.pos[i] != "VERB" or first < 0:
                continue
            subject = side.syntax.subject(first)
            if side.syntax.subject(i) is None and subject is not None:
                passive = any(side.deps[c] == "auxpass" for c in side.children(i))
                self._copy(subject, i, "obj" if passive else "subj")

    def _copy(self, token: int, head: int, relation: str) -> None:
        node = len(self.sentence) + len(self.copies)
        self.copies.append(self._token(token))
        self.heads[node], self.relations[node] = head, relation

    def _token(self, node: int) -> int:
        n = len(self.sentence)
        return node if node < n else self.copies[node - n]

    def _flat(self) -> PathTree:
        side = self.sentence
        nodes = sorted(self.heads)
        place = {node: k for k, node in enumerate(nodes)}
        tokens = [self._token(node) for node in nodes]
        return PathTree(
            tuple(side.lemmas[i] for i in tokens),
            tuple(_TAGS.get(side.pos[i], side.pos[i]) for i in tokens),
            tuple(self.relations[node] for node in nodes),
            tuple(place.get(self.heads[node], -1) for node in nodes),
            tuple(tokens),
        )


# -- Paths in trees -------------------------------------------------------------------------------


def match_path(tree: PathTree, path: Path, top: int) -> Match | None:
    """Return the match of a path below a node, or None.

    All lemmas, parts of speech and relations must be equal, no node is skipped, and both ends must
    be nouns.

    Args:
        tree: The tree.
        path: The path.
        top: The node that is to be its highest.
    """
    if (tree.lemmas[top], tree.tags[top]) != (path.lemma, path.tag):
        return None
    for one in _ends(tree, path.x, top):
        for other in _ends(tree, path.y, top):
            if one[0] != other[0]:
                return Match(top, one[-1], other[-1], (*one[:-1], *other[:-1]))
    return None


def _ends(tree: PathTree, steps: Sequence[Step], top: int) -> Iterator[tuple[int, ...]]:
    """Yield the nodes that steps lead over, for each way down."""
    step, *rest = steps
    for child in tree.children(top):
        if tree.relations[child] != step.relation or tree.tags[child] != step.tag:
            continue
        if not rest:
            yield (child,)
        elif tree.lemmas[child] == step.lemma:
            yield from ((child, *more) for more in _ends(tree, rest, child))


class Found(NamedTuple):
    """A path that a tree has.

    Attributes:
        path: The path, with X and Y in the order of their functions: the agent is X.
        match: Where it stands.
        swapped: Whether Y precedes X in the sentence.
    """

    path: Path
    match: Match
    swapped: bool


def paths_of(
    tree: PathTree,
    *,
    max_edges: int = MAX_EDGES,
    ends: Collection[str] = (NOUN,),
    barred: Collection[int] = (),
    unjoined: Collection[str] = (),
) -> Iterator[Found]:
    """Yield the paths of a tree between two nouns, by their positions.

    Lin and Pantel 2001: the highest node has at least two dependents, and the nodes in between are
    content words (nouns, verbs, adjectives and adverbs).

    Args:
        tree: The tree.
        max_edges: Greatest number of arcs of a path, including those of prepositions.
        ends: Parts of speech allowed at the ends; in the path all of them become nouns.
        barred: Nodes that paths may not contain.
        unjoined: Relations that paths may not contain.
    """
    up = {
        node: way
        for node, tag in enumerate(tree.tags)
        if tag in ends and (way := _climb(tree, node, max_edges, barred, unjoined))
    }
    for places, top in _joined(up):
        ways = [up[end][: up[end].index(top)] for end in places]
        same = tree.tokens[places[0]] == tree.tokens[places[1]]
        if same or len(ways[0]) + len(ways[1]) + 2 > max_edges:
            continue
        sides = [_steps(tree, end, way) for end, way in zip(places, ways, strict=True)]
        path = Path(tree.lemmas[top], tree.tags[top], *sides)
        if not is_ordered(path):
            path, places = mirrored(path), places[::-1]
        if edges(path) <= max_edges and is_writable(path):
            inner = tuple(node for way in ways for node in way)
            swapped = tree.tokens[places[1]] < tree.tokens[places[0]]
            yield Found(path, Match(top, *places, inner), swapped)


def _joined(up: Mapping[int, Sequence[int]]) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield each two nodes, neither above the other, with the lowest one above both."""
    above = {node: frozenset(way) for node, way in up.items()}
    for one, other in combinations(up, 2):
        top = next((node for node in up[one] if node in above[other]), None)
        if top is not None and one not in above[other] and other not in above[one]:
            yield (one, other), top


def is_ordered(path: Path) -> bool:
    """Return whether X and Y are in the order of their functions: the agent is X."""
    return _order(path.x) <= _order(path.y)


def mirrored(path: Path) -> Path:
    """Return a path with X and Y exchanged."""
    return path._replace(x=path.y, y=path.x)


def _climb(
    tree: PathTree, node: int, most: int, barred: Collection[int], unjoined: Collection[str]
) -> list[int]:
    """Return what stands above a node, as far as paths may lead."""
    way: list[int] = []
    while tree.relations[node] not in unjoined and (node := tree.heads[node]) >= 0:
        sound = tree.tags[node] in _CONTENT and node not in barred and node not in way
        if len(way) >= most or not sound:
            break
        way.append(node)
    return way


def _steps(tree: PathTree, end: int, way: Sequence[int]) -> tuple[Step, ...]:
    """Return the steps down to an end, over the nodes on the way up from it."""
    last = Step(tree.relations[end], "", NOUN)
    above = (Step(tree.relations[i], tree.lemmas[i], tree.tags[i]) for i in reversed(way))
    return (*above, last)


def _order(steps: Sequence[Step]) -> tuple[int, tuple[Step, ...]]:
    relation = steps[0].relation
    return (_FIRST.index(relation) if relation in _FIRST else len(_FIRST)), tuple(steps)
