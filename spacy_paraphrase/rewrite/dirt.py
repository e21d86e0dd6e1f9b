"""Substituting dependency paths: "X bought Y" for "Y was sold to X", where the other side says so.

Lin and Pantel 2001, *Discovery of inference rules for question answering* (the rules); Marsi,
Krahmer and Bosma 2007, *Dependency-based paraphrasing for recognizing textual entailment* (their
use): a path of the text's tree is replaced by a similar one only if that one stands in the tree of
the hypothesis. Rules are inferences, not equivalences, and no corpus of them is part of the
package.

Trees are flat arrays of content words in a normal form (`path_tree`): passives as actives,
prepositions as relations, relative pronouns as the nouns they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from spacy.tokens import Doc

from ..errors import ParaphraseError
from ..readers.files import OnError, PathLike, build_records, decode, numbered_lines
from ..readers.records import Place, unfit
from ..sentence import Sentence, sentences

NOUN = "N"
_TAGS = {"NOUN": NOUN, "PROPN": NOUN, "VERB": "V", "AUX": "V", "ADJ": "A", "ADV": "A"}
# What dependency labels are called in paths; others keep their names.
_RELATIONS = {
    **{"nsubj": "subj", "csubj": "subj", "nsubjpass": "obj", "csubjpass": "obj", "dobj": "obj"},
    **{"poss": "gen", "compound": "nn", "amod": "mod", "advmod": "mod", "attr": "pred"},
    **{"acomp": "pred", "dative": "to"},
}
_FEWEST_CHILDREN = 2


class Step(NamedTuple):
    """A step down a path.

    Attributes:
        relation: What the node is to its head.
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


class Rule(NamedTuple):
    """A path that may stand for another, and how similar they are."""

    path: Path
    score: float


# The rules of each path, best first, by the lemma of the path's highest node.
Rules: TypeAlias = dict[str, list[tuple[Path, list[Rule]]]]


# -- Rules as text ---------------------------------------------------------------------------------

_TRIPLE = re.compile(r"([^:<>\s]+):([^<>\s]+):([^:<>\s]+)")


def parse_path(text: str) -> Path:
    """Return a path from its text: "N:by:V<buy>V:obj:N", X bought by Y's like.

    Relations stand between the parts of speech of the words they join; "<" climbs, ">" descends,
    and the highest word has one on either side.

    Raises:
        ParaphraseError: P853 if it is no path between two nouns over a word above both.

    Example:
        >>> parse_path("N:subj:V<find>V:obj:N>answer>N:to:N").y
        (Step(relation='obj', lemma='answer', tag='N'), Step(relation='to', lemma='', tag='N'))
    """
    parts = re.split(r"([<>])", text.strip())
    marks, items = parts[1::2], parts[::2]
    top = marks.index(">") if ">" in marks else 0
    sound = len(items) % 2 and "".join(marks) == "<" * top + ">" * (len(marks) - top) and top % 2
    triples = [_TRIPLE.fullmatch(item) for item in items[::2]]
    if not sound or len(items) < 3 or not all(triples) or not all(items[1::2]):
        raise ParaphraseError("P853", got=text[:80])
    found = [match.groups() for match in triples if match]
    if found[0][0] != NOUN or found[-1][2] != NOUN:
        raise ParaphraseError("P853", got=text[:80])
    lemmas = [item.lower() for item in items[1::2]]
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


def read_rules(path: PathLike, on_error: OnError | None = None) -> Rules:
    r"""Read rules from a file: of three columns with tabs, or of clusters as DIRT has them.

    In columns: a path, one that may stand for it, and their similarity. In clusters: "(PATH (sims"
    before lines of a path and a similarity, with "))" behind them.

    Args:
        path: The file.
        on_error: Called with the error of each line that cannot be read; without it the first one
            raises.

    Raises:
        ParaphraseError: P101 if the file cannot be read; P102 for a line.

    Example:
        >>> import tempfile, pathlib
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "rules.tsv"
        >>> _ = path.write_text("N:by:V<buy>V:obj:N\tN:to:V<sell>V:obj:N\t0.21\n")
        >>> [rule.score for _, rules in read_rules(path)["buy"] for rule in rules]
        [0.21]
    """
    by_path: dict[Path, list[Rule]] = {}
    for each, rule in build_records(_entries(path), _entry, on_error):
        by_path.setdefault(each, []).append(rule)
    rules: Rules = {}
    for each, some in by_path.items():
        some.sort(key=lambda rule: -rule.score)
        rules.setdefault(each.lemma, []).append((each, some))
    return rules


def _entries(path: PathLike) -> Iterator[tuple[Place, tuple[str, str, str]]]:
    """Yield path, other path and score of each rule as text, with its place."""
    cluster = ""
    for place, line in numbered_lines(path):
        text = decode(place, line).strip()
        if text.startswith("("):
            cluster = text[1:].split("(", 1)[0].strip()
        elif cluster and text and text.strip(")") == "":
            cluster = ""
        elif text:
            columns = text.split() if cluster else text.split("\t")
            closed = columns[-1].rstrip(")")
            cells = [cluster, *columns[:-1], closed] if cluster else [*columns[:-1], closed]
            yield place, (cells[0], "\t".join(cells[1:-1]), cells[-1] if len(cells) > 1 else "")
            if closed != columns[-1]:
                cluster = ""


def _entry(place: Place, cells: tuple[str, str, str]) -> tuple[Path, Rule]:
    try:
        one, other = parse_path(cells[0]), parse_path(cells[1])
        return one, Rule(other, float(cells[2]))
    except ValueError as error:
        expected = "a path, a path and a number"
        raise unfit(place, repr(" ".join(cells))[:120], expected) from error


# -- Trees -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PathTree:
    """A dependency tree of content words in the normal form of paths; lists have an item a node.

    Attributes:
        lemmas: Lemmas of the nodes.
        tags: Their parts of speech: "N", "V", "A" or another; pronouns are no nouns.
        relations: What they are to their heads; "" for a root.
        heads: Their heads, -1 for a root.
        tokens: Which words of the sentence they are; a noun may stand twice, -1 is none of them.
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

    Determiners, auxiliaries, particles and punctuation are no nodes; a preposition is the relation
    of its object, "by" of a passive among them, "to" of an indirect object; what a passive is about
    is its object. A relative pronoun reads as the noun that its clause modifies, a conjoined verb
    without a subject has that of the first, and a name stands above the noun it is in apposition
    to.

    Args:
        sentence: The sentence, with lemmas, parts of speech and a parse.

    Raises:
        ParaphraseError: P007 if there is no parse.
    """
    if not sentence.parsed:
        text = sentence.span.text
        raise ParaphraseError(
            "P007", name="dirt", needs="a dependency parse", side="side", text=text
        )
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
        return not silent and not (side.pos[i] == "ADP" and side.objects_of(i))

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
        for i in sorted(self.heads):
            first = self.heads[i]
            if self.relations[i] != "conj" or side.pos[i] != "VERB" or first < 0:
                continue
            if side.subject(i) is None and (subject := side.subject(first)) is not None:
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


# -- Substitution ----------------------------------------------------------------------------------


class Match(NamedTuple):
    """Where a path stands in a tree.

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


class Substitution(NamedTuple):
    """A path that was replaced.

    Attributes:
        path: The path of the text.
        by: What stands for it.
        score: How similar they are.
        text: Where the path stood, in the nodes of the text's tree.
        hypothesis: Where the other stands in the tree of the hypothesis.
    """

    path: Path
    by: Path
    score: float
    text: Match
    hypothesis: Match


def match_path(tree: PathTree, path: Path, top: int) -> Match | None:
    """Return where a path stands below a node, or None.

    All lemmas, parts of speech and relations are equal, no node is skipped, and nouns are at both
    ends.

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


def substitute(
    tree: PathTree, hypothesis: PathTree, rules: Rules
) -> tuple[PathTree, list[Substitution]]:
    """Return a tree with paths replaced by similar ones that the hypothesis has, and which.

    For each node with two children or more, from the top, the first path that stands below it and
    has a rule whose other path stands anywhere in the hypothesis, best rules first. No rule sees
    what another one made.

    Args:
        tree: The tree of the text (`path_tree`); it stays as it is.
        hypothesis: That of the hypothesis.
        rules: The rules (`read_rules`).
    """
    found: list[Substitution] = []
    used: set[int] = set()
    for node in _top_down(tree):
        if node in used or len(tree.children(node)) < _FEWEST_CHILDREN:
            continue
        made = _first(tree, hypothesis, rules, node, used)
        if made is not None:
            found.append(made)
            used.update((made.text.top, *made.text.inner))
    return _overlaid(tree, found), found


def _first(
    tree: PathTree, hypothesis: PathTree, rules: Rules, node: int, used: set[int]
) -> Substitution | None:
    for path, similar in rules.get(tree.lemmas[node], ()):
        place = match_path(tree, path, node)
        if place is None or used.intersection(place.inner):
            continue
        for rule in similar:
            for top in range(len(hypothesis.lemmas)):
                other = match_path(hypothesis, rule.path, top)
                if other is not None:
                    return Substitution(path, rule.path, rule.score, place, other)
    return None


def _top_down(tree: PathTree) -> Iterator[int]:
    ahead = [i for i, head in enumerate(tree.heads) if head < 0]
    while ahead:
        node = ahead.pop(0)
        yield node
        ahead += tree.children(node)


def _overlaid(tree: PathTree, substitutions: Sequence[Substitution]) -> PathTree:
    """Return a tree with paths put in the place of others.

    The ends keep what is below them and get new relations; the inner nodes of the old path go, and
    what else hangs below them, or below the old top, hangs below the new top.
    """
    lemmas, tags = list(tree.lemmas), list(tree.tags)
    relations, heads, tokens = list(tree.relations), list(tree.heads), list(tree.tokens)
    gone: set[int] = set()
    for _, by, _, place, _ in substitutions:
        lemmas[place.top], tags[place.top], tokens[place.top] = by.lemma, by.tag, -1
        gone.update(place.inner)
        heads = [place.top if head in place.inner else head for head in heads]
        for end, steps in ((place.x, by.x), (place.y, by.y)):
            above = place.top
            for relation, lemma, tag in steps[:-1]:
                lemmas.append(lemma)
                tags.append(tag)
                relations.append(relation)
                heads.append(above)
                tokens.append(-1)
                above = len(heads) - 1
            heads[end], relations[end] = above, steps[-1].relation
    kept = [i for i in range(len(heads)) if i not in gone]
    at = {node: k for k, node in enumerate(kept)}
    return PathTree(
        tuple(lemmas[i] for i in kept),
        tuple(tags[i] for i in kept),
        tuple(relations[i] for i in kept),
        tuple(at.get(heads[i], -1) for i in kept),
        tuple(tokens[i] for i in kept),
    )


def substitutions(doc: Doc, rules: Rules) -> list[Substitution]:
    """Return what rules replace in the source of a parsed pair, given its target.

    Raises:
        ParaphraseError: P004 if the Doc holds no pair, P007 if a side has no parse.
    """
    text, hypothesis = map(path_tree, sentences(doc))
    return substitute(text, hypothesis, rules)[1]


def covered_words(doc: Doc, rules: Rules) -> frozenset[int]:
    """Return the words of the target that rules find in the source, numbered from 0."""
    text, hypothesis = map(path_tree, sentences(doc))
    return frozenset(
        hypothesis.tokens[node]
        for each in substitute(text, hypothesis, rules)[1]
        for node in (each.hypothesis.top, *each.hypothesis.inner)
    )
