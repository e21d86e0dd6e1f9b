"""Substitution of dependency paths: "X bought Y" for "Y was sold to X", if the other side has it.

Lin and Pantel 2001, *Discovery of inference rules for question answering* (the rules); Marsi,
Krahmer and Bosma 2007, *Dependency-based paraphrasing for recognizing textual entailment* (their
use): a path of the text's tree is replaced by a similar one only if the tree of the hypothesis
contains that one. Rules are inferences, not equivalences, and no corpus of them is part of the
package; `papers.path_rules` mines them from text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path as FilePath
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

from spacy.tokens import Doc

from ..analysis.sentence import Sentence, sentences
from ..lexicon import phrase_table
from ..lexicon.phrase_table import Relation
from ..pairs.results import LABELS
from ..readers.files import OnError, PathLike, build_records, decode, json_object, numbered_lines
from ..readers.records import Place, unfit
from .dependency_paths import Match, Path, PathTree, match_path, parse_path, path_tree

_FEWEST_CHILDREN = 2
# Of a node as a list: which items are its head and its word.
_HEAD, _TOKEN = 3, 4


class Rule(NamedTuple):
    """A path, a path that may replace it, their similarity, and their relation if known."""

    path: Path
    score: float
    relation: Relation = ""


# The rules of each path, best first, by the lemma of the path's highest node.
Rules: TypeAlias = dict[str, list[tuple[Path, list[Rule]]]]


# -- Rules in files --------------------------------------------------------------------------------


def read_rules(path: PathLike, on_error: OnError | None = None) -> Rules:
    r"""Read rules from a file: three tab-separated columns, clusters as in DIRT, or JSONL.

    JSON lines (".jsonl") are those of `papers.path_rules`: "source", "target", "score" (1 unless
    set). The columns are a path, one that may replace it, and their similarity. In clusters: "(PATH
    (sims" before lines of a path and a similarity, with "))" behind them.

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
    found = (
        build_records(numbered_lines(path), _row, on_error)
        if str(path).endswith(".jsonl")
        else build_records(_entries(path), _entry, on_error)
    )
    for each, rule in found:
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


def _row(place: Place, line: bytes) -> tuple[Path, Rule]:
    row = json_object(place, line)
    score = row.get("score")
    score = 1.0 if score is None else score  # a table without scores is one of sure rules
    path, rule = _entry(place, (str(row.get("source")), str(row.get("target")), str(score)))
    return path, rule._replace(relation=row["relation"] if row.get("relation") in LABELS else "")


def _entry(place: Place, cells: tuple[str, str, str]) -> tuple[Path, Rule]:
    try:
        one, other = parse_path(cells[0]), parse_path(cells[1])
        return one, Rule(other, float(cells[2]))
    except ValueError as error:
        expected = "a path, a path and a number"
        raise unfit(place, repr(" ".join(cells))[:120], expected) from error


# -- Substitution ----------------------------------------------------------------------------------


class Substitution(NamedTuple):
    """A path that was replaced.

    Attributes:
        path: The path of the text.
        by: The path that replaces it.
        score: How similar they are.
        text: The place of the path, as nodes of the text's tree.
        hypothesis: The place of the other path in the tree of the hypothesis.
        relation: The relation of the path to its replacement; "" if unknown.
    """

    path: Path
    by: Path
    score: float
    text: Match
    hypothesis: Match
    relation: Relation = ""


def substitute(
    tree: PathTree, hypothesis: PathTree, rules: Rules
) -> tuple[PathTree, list[Substitution]]:
    """Replace paths of a tree by similar ones of the hypothesis; return tree and substitutions.

    For each node with at least two children, from the top, the first path below it is replaced that
    has a rule whose other path is anywhere in the hypothesis, best rules first. Rules do not apply
    to the results of other rules.

    Args:
        tree: The tree of the text (`path_tree`); it is not changed.
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
                    return Substitution(path, rule.path, rule.score, place, other, rule.relation)
    return None


def _top_down(tree: PathTree) -> Iterator[int]:
    ahead = [i for i, head in enumerate(tree.heads) if head < 0]
    while ahead:
        node = ahead.pop(0)
        yield node
        ahead += tree.children(node)


def _overlaid(tree: PathTree, substitutions: Sequence[Substitution]) -> PathTree:
    """Return a tree with paths put in the place of others."""
    # The ends keep what is below them and get new relations; the inner nodes of the old path go,
    # and what else hangs below them, or below the old top, hangs below the new top.
    if not substitutions:
        return tree
    fields = tree.lemmas, tree.tags, tree.relations, tree.heads, tree.tokens
    nodes: list[list[Any]] = [list(node) for node in zip(*fields, strict=True)]
    gone: set[int] = set()
    for _, by, _, place, *_ in substitutions:
        gone.update(place.inner)
        for node in nodes:
            node[_HEAD] = place.top if node[_HEAD] in place.inner else node[_HEAD]
        top = nodes[place.top]
        nodes[place.top] = [by.lemma, by.tag, *top[2:_TOKEN], -1]
        for end, steps in ((place.x, by.x), (place.y, by.y)):
            above = place.top
            for relation, lemma, tag in steps[:-1]:
                nodes.append([lemma, tag, relation, above, -1])
                above = len(nodes) - 1
            nodes[end][2:_TOKEN] = steps[-1].relation, above
    remaining = [i for i in range(len(nodes)) if i not in gone]
    at = {node: k for k, node in enumerate(remaining)}
    for i in remaining:
        nodes[i][_HEAD] = at.get(nodes[i][_HEAD], -1)
    return PathTree(*zip(*(nodes[i] for i in remaining), strict=True))


def substitutions(doc: Doc, rules: Rules) -> list[Substitution]:
    """Return the substitutions by rules in the source of a parsed pair, given its target.

    Raises:
        ParaphraseError: P004 if the Doc holds no pair, P007 if a side has no parse.
    """
    text, hypothesis = map(path_tree, sentences(doc))
    return substitute(text, hypothesis, rules)[1]


def covered_words(doc: Doc, rules: Rules) -> frozenset[int]:
    """Return the words of the target that rules find in the source, as indices from 0."""
    text, hypothesis = map(path_tree, sentences(doc))
    return frozenset(
        hypothesis.tokens[node]
        for each in substitute(text, hypothesis, rules)[1]
        for node in (each.hypothesis.top, *each.hypothesis.inner)
    )


class PathRules:
    """Path rules as a table for the relations of the heads of two paths.

    Rules without a relation, and rules with a conflict, are ignored.

    Args:
        path: The file (`read_rules`).
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._data = b""
        self._rules: Rules | None = None

    def matches(self, one: Sentence, other: Sentence) -> Iterator[phrase_table.TableMatch]:
        """Yield the heads of paths that rules match on both sides, between the same words."""
        if self._rules is None:
            self._rules = read_rules(self.path)
        trees = path_tree(one), path_tree(other)
        for found in substitute(*trees, self._rules)[1]:
            ends = [(found.text.x, found.hypothesis.x), (found.text.y, found.hypothesis.y)]
            if found.relation and all(trees[0].lemmas[a] == trees[1].lemmas[b] for a, b in ends):
                i, j = trees[0].tokens[found.text.top], trees[1].tokens[found.hypothesis.top]
                row = phrase_table.TableRow(one.words[i], other.words[j], relation=found.relation)
                yield phrase_table.TableMatch(range(i, i + 1), range(j, j + 1), row)

    def to_bytes(self) -> bytes:
        """Return what is saved: the file."""
        return self._data or FilePath(self.path).read_bytes()

    def from_bytes(self, data: bytes) -> PathRules:
        """Take over what `to_bytes` gave."""
        self._data = data
        with TemporaryDirectory() as folder:
            copy = FilePath(folder, FilePath(self.path).name)
            copy.write_bytes(data)
            self._rules = read_rules(copy)
        return self
