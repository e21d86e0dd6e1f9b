"""Synchronous rules with variables from aligned, parsed pairs: "X was V by Y", "Y V X".

Cohn, Callison-Burch and Lapata 2008, *Constructing corpora for the development and evaluation of
paraphrase systems*, with the rule induction of Cohn and Lapata 2007, *Large margin synchronous
generation and its application to sentence compression*: inside two aligned constituents, smaller
aligned constituents become variables. Here constituents are subtrees of dependency trees.

A rule is plain data: `kind` ("lexical" without variables, else "structural"), `text`, `lexicalise`
(what its literals are), `source` and `target` (fragments of trees: lists of nodes in order, a
literal with `word`, a variable with `variable`, its number from 1, and each with `pos`, `dep` and
`head`, its place in the list or -1), `links` between literals, `forms` and `tags` of literals in
the first example, `count`, `examples`, and the `relation` of the literals with its `share`, without
variables: the relation of the whole constituents also depends on the fillers of the variables.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from spacy.tokens import Token

from ..analysis.sentence import COARSE_POS, OPEN_CLASS
from ..checked import SettingCheck, check_fields, checked
from ..errors import ParaphraseError
from ..jobs import Job, Row, run_loop
from ..lang import language_data
from ..lexicon.inflection import inflect
from ..pairs.pair import SideName
from ..readers import PairRecord
from ..trees.tree import tree_from_heads
from .loss_guard import lost
from .phrases import Run, as_record, merged_examples, most_votes, relation_of, summed_votes

Level: TypeAlias = Literal["form", "lemma", "pos"]
LEVELS: tuple[Level, ...] = get_args(Level)
VERSION = 1
Rule: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class RuleSettings:
    """The settings of rule extraction.

    Attributes:
        lexicalise: Representation of words: form, lemma, or the part of speech for closed classes.
            "pos" is the lemma for open classes and the part of speech for others.
        max_variables: Maximum number of variables.
        max_literals: Maximum number of words of a side that are not variables.
        min_count: Minimum number of occurrences of a rule.

    Raises:
        ParaphraseError: P901 for an invalid setting.
    """

    lexicalise: Level = "lemma"
    max_variables: int = 4
    max_literals: int = 8
    min_count: int = 2

    def __post_init__(self) -> None:
        check_fields(self, "max_variables", "max_literals", "min_count")
        check = SettingCheck("P901")
        check.one_of("lexicalise", self.lexicalise, LEVELS)
        for setting, least, expected in (
            ("max_variables", 0, "a number of variables, 0 for none"),
            ("max_literals", 1, "a number of words, at least 1"),
            ("min_count", 1, "a number of times, at least 1"),
        ):
            got = getattr(self, setting)
            check.sound(setting, got, got >= least, expected)


class FoundRule(NamedTuple):
    """An occurrence of a rule.

    Attributes:
        heads: The head words of the source and of the target constituent.
        source: The parts of the source yield, in order: indices of words; for the variable with
            index k in `variables`, -1 - k.
        target: The parts of the target yield, in the same form.
        variables: The pairs of head words of the constituents that are variables.
    """

    heads: tuple[int, int]
    source: tuple[int, ...]
    target: tuple[int, ...]
    variables: tuple[tuple[int, int], ...]


class ParsedSide:
    """One side of a parsed record; words are given by index.

    Raises:
        ParaphraseError: P917 if it has no tree.
    """

    def __init__(self, record: PairRecord, name: SideName) -> None:
        arcs = getattr(record, f"{name}_tree")
        if arcs is None:
            raise ParaphraseError("P917", id=record.id)
        words = getattr(record, name)
        tokens = getattr(record, f"{name}_tokens") or {}
        self.words: list[str] = [word.lower() for word in words]
        self.texts: Sequence[str] = words
        empty = ("",) * len(words)
        self.pos: Sequence[str] = tokens.get("pos", empty)
        self.tags: Sequence[str] = tokens.get("tags", empty)
        lemmas = zip(tokens.get("lemmas", empty), self.words, strict=True)
        self.lemmas = [lemma.lower() or word for lemma, word in lemmas]
        self.deps: list[str] = [label for _, label in arcs]
        tree = tree_from_heads([head for head, _ in arcs])
        heads: list[int] = tree.heads.tolist()
        self.heads = [h if h < len(words) else -1 for h in heads[: len(words)]]
        self.yields = [tree.subtree(node) for node in range(len(words))]

    def is_constituent(self, node: int) -> bool:
        """Return whether the subtree of a word is a span."""
        words = self.yields[node]
        return words[-1] - words[0] == len(words) - 1

    def is_mark(self, node: int) -> bool:
        """Return whether a word is punctuation."""
        return not any(map(str.isalnum, self.words[node]))


def _find(record: PairRecord, source: ParsedSide, target: ParsedSide) -> Iterator[FoundRule]:
    """Yield the rules of an aligned, parsed pair whose two sides differ, by their heads."""
    # Two linked words are eligible if both subtrees are spans, and each link that begins in one of
    # the subtrees ends in the other, and vice versa. The highest eligible pairs strictly inside an
    # eligible pair, except punctuation, become variables.
    links = sorted(record.possible)
    eligible = [link for link in links if _eligible(link, links, source, target)]
    filling = [(c, d) for c, d in eligible if not source.is_mark(c) and not target.is_mark(d)]
    for v, w in eligible:
        inside, within = {*source.yields[v]} - {v}, {*target.yields[w]} - {w}
        below = [(c, d) for c, d in filling if c in inside and d in within]
        variables = [link for link in below if _is_highest(link, below, source, target)]
        left = _items(source.yields[v], [source.yields[c] for c, _ in variables])
        right = _items(target.yields[w], [target.yields[d] for _, d in variables])
        if _read(left, source.words) != _read(right, target.words):
            yield FoundRule((v, w), left, right, tuple(variables))


def _is_highest(
    link: tuple[int, int], links: Sequence[tuple[int, int]], source: ParsedSide, target: ParsedSide
) -> bool:
    """Return whether two linked words are not inside another linked pair."""
    c, d = link
    return not any(
        c in source.yields[e] and d in target.yields[f] for e, f in links if (e, f) != link
    )


def _eligible(
    link: tuple[int, int], links: Sequence[tuple[int, int]], source: ParsedSide, target: ParsedSide
) -> bool:
    v, w = link
    inside, within = set(source.yields[v]), set(target.yields[w])
    return (
        source.is_constituent(v)
        and target.is_constituent(w)
        and all((i in inside) == (j in within) for i, j in links)
    )


def _items(words: Sequence[int], variables: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return a yield with the number of a variable in place of its words."""
    of = {i: -1 - k for k, inside in enumerate(variables) for i in inside}
    first = {inside[0] for inside in variables}
    return tuple(of.get(i, i) for i in words if i not in of or i in first)


def _read(items: Sequence[int], words: Sequence[str]) -> list[Any]:
    return [words[i] if i >= 0 else i for i in items]


# -- Counted over a corpus -------------------------------------------------------------------------


@checked()
def mine_rules(
    records: Iterable[Any], settings: RuleSettings | None = None, *, run: Run = run_loop
) -> Iterable[Row]:
    """Return the rules of aligned, parsed pairs, sorted by text.

    Args:
        records: Pairs: `PairRecord`, or the objects of `record_to_json`.
        settings: The settings of rule extraction.
        run: Function that runs a job over records and returns its rows.

    Raises:
        ParaphraseError: P917 for a pair without trees.
    """
    return run(rule_job(settings or RuleSettings()), records)


def rule_job(settings: RuleSettings) -> Job:
    """Return the job that counts the rules of aligned, parsed pairs."""
    given = asdict(settings)
    least = given.pop("min_count")
    reduce = partial(_reduce, lexicalise=settings.lexicalise, min_count=least)
    return Job("rules", partial(_map, **given), _combine, reduce)


def _map(
    item: Any, *, lexicalise: Level, max_variables: int, max_literals: int
) -> Iterator[tuple[str, Any]]:
    record = as_record(item)
    sides = ParsedSide(record, "source"), ParsedSide(record, "target")
    id = "" if record.id is None else str(record.id)
    for rule in _find(record, *sides):
        literals = [_literals(rule.source), _literals(rule.target)]
        if len(rule.variables) > max_variables or max(map(len, literals)) > max_literals:
            continue
        fragments = [_fragment(rule, k, sides[k], lexicalise) for k in (0, 1)]
        texts = list(map(_text, fragments))
        own = [[s.texts[i] for i in some] for some, s in zip(literals, sides, strict=True)]
        if texts[0] == texts[1] or lost(own[0], own[1], language_data("en")):
            continue
        tags = (_of_literals(rule.source, sides[0].tags), _of_literals(rule.target, sides[1].tags))
        first = {"forms": _of_literals(rule.target, sides[1].texts), "tags": tags}
        relation = relation_of(record, record.words or (), *literals)
        links = _links(rule, sorted(record.possible))
        key = json.dumps([" → ".join(texts), *fragments, links], ensure_ascii=False)
        counted = {"count": 1, "relation": {name: 1 for name in [relation] if name}}
        yield key, counted | {"examples": [id] if id else [], "first": [id, json.dumps(first)]}


def _links(rule: FoundRule, links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the links between literals of a rule, by their places in both sides."""
    places, others = ({i: k for k, i in enumerate(items)} for items in (rule.source, rule.target))
    return [[places[i], others[j]] for i, j in links if i in places and j in others]


def _literals(items: Sequence[int]) -> list[int]:
    return [i for i in items if i >= 0]


def _of_literals(items: Sequence[int], values: Sequence[str]) -> list[str]:
    return [values[i] if i >= 0 else "" for i in items]


def _fragment(rule: FoundRule, which: int, side: ParsedSide, level: Level) -> list[dict[str, Any]]:
    """Return one side of a rule as a tree; its top node has head -1."""
    items = (rule.source, rule.target)[which]
    order = [i for i in rule.source if i < 0]  # variables are numbered in source order
    nodes = [i if i >= 0 else rule.variables[-1 - i][which] for i in items]
    places = {node: place for place, node in enumerate(nodes)}
    fragment = []
    for i, node in zip(items, nodes, strict=True):
        pos = side.pos[node]
        head = places.get(side.heads[node], -1) if node != rule.heads[which] else -1
        arc = {"dep": side.deps[node] if head >= 0 else "", "head": head}
        if i < 0:
            content = {"variable": 1 + order.index(i), "pos": COARSE_POS.get(pos, pos)}
        else:
            content = {"word": _word(side, node, level), "pos": pos}
        fragment.append(content | arc)
    return fragment


def _word(side: ParsedSide, node: int, level: Level) -> str:
    if level == "form":
        return side.words[node]
    open_class = side.pos[node] in OPEN_CLASS or not side.pos[node]
    return side.lemmas[node] if level == "lemma" or open_class else ""


def _text(fragment: Iterable[Mapping[str, Any]]) -> str:
    """Return a side of a rule as text: literals, parts of speech, and variables."""
    return " ".join(
        f"X{node['variable']}" if "variable" in node else node["word"] or f"<{node['pos']}>"
        for node in fragment
    )


def _combine(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    return {
        "count": one["count"] + other["count"],
        "relation": summed_votes(one["relation"], other["relation"]),
        "examples": merged_examples(one["examples"], other["examples"]),
        "first": min(one["first"], other["first"]),
    }


def _reduce(key: str, value: dict[str, Any], *, lexicalise: Level, min_count: int) -> Iterator[Row]:
    if value["count"] < min_count:
        return
    text, source, target, links = json.loads(key)
    relation, votes = most_votes(value["relation"])
    structural = any("variable" in node for node in source)
    yield {
        "version": VERSION,
        "kind": "structural" if structural else "lexical",
        "lexicalise": lexicalise,
        "text": text,
        "source": source,
        "target": target,
        "links": links,
        **json.loads(value["first"][1]),
        "relation": relation,
        "share": round(votes / value["count"], 4) if relation else None,
        "count": value["count"],
        "examples": value["examples"],
    }


# -- Applying rules --------------------------------------------------------------------------------


def to_dependency_matcher(rule: Rule) -> list[dict[str, Any]]:
    """Return the source side of a rule as a pattern for spaCy's `DependencyMatcher`.

    The nodes of the pattern are named "n0", "n1" and so on, by their places in the fragment; the
    pattern lists heads before dependents. It does not check word order or additional words;
    `apply` does.
    """
    nodes = rule["source"]
    pattern: list[dict[str, Any]] = []
    for place in _from_the_top(nodes):
        node = nodes[place]
        entry: dict[str, Any] = {"RIGHT_ID": f"n{place}", "RIGHT_ATTRS": _attributes(node, rule)}
        if node["head"] >= 0:
            entry |= {"LEFT_ID": f"n{node['head']}", "REL_OP": ">"}
        pattern.append(entry)
    return pattern


def _attributes(node: Mapping[str, Any], rule: Rule) -> dict[str, Any]:
    found: dict[str, Any] = {"DEP": node["dep"]} if node["dep"] else {}
    if "variable" in node:
        alike = [pos for pos, coarse in COARSE_POS.items() if coarse == node["pos"]]
        return found | ({"POS": {"IN": [node["pos"], *alike]}} if node["pos"] else {})
    if node["word"]:
        found["LOWER" if rule.get("lexicalise") == "form" else "LEMMA"] = node["word"]
    return found | ({"POS": node["pos"]} if node["pos"] else {})


def _from_the_top(nodes: Sequence[Mapping[str, Any]]) -> list[int]:
    order = [place for place, node in enumerate(nodes) if node["head"] < 0]
    for place in order:
        order += [k for k, node in enumerate(nodes) if node["head"] == place]
    return order


def apply(rule: Rule, match: Sequence[Token]) -> list[str] | None:
    """Return the words of the target side of a rule for a match of its source side.

    Variables are filled with their matched words; literals get the form of the matched word, or
    that of the first example if the rule changes it.

    Args:
        rule: The rule.
        match: The tokens matched by its pattern, in the order of the pattern.

    Returns:
        The words, or None if the matched constituent has additional words.

    Example:
        >>> import spacy
        >>> from spacy.tokens import Doc
        >>> node = {"word": "big", "pos": "ADJ", "dep": "", "head": -1}
        >>> rule = {"source": [node], "target": [node | {"word": "large"}], "links": [[0, 0]]}
        >>> doc = Doc(spacy.blank("en").vocab, words=["Big", "dogs"], heads=[1, 1], deps=["a", "b"])
        >>> apply(rule | {"tags": [["JJ"], ["JJ"]], "forms": ["large"]}, [doc[0]])
        ['Large']
    """
    nodes = rule["source"]
    tokens = dict(zip(_from_the_top(nodes), match, strict=True))
    parts = [
        list(tokens[k].subtree) if "variable" in node else [tokens[k]]
        for k, node in enumerate(nodes)
    ]
    read = [token.i for part in parts for token in part]
    if read != [token.i for token in match[0].subtree]:
        return None
    first = parts[0][0]
    words: list[str] = []
    for place, node in enumerate(rule["target"]):
        if "variable" in node:
            (k,) = [k for k, n in enumerate(nodes) if n.get("variable") == node["variable"]]
            words += [_inside(token, first) for token in parts[k]]
        else:
            words.append(_literal(rule, place, tokens, first))
    if first.text[:1].isupper() and first.is_sent_start is not False:
        words[0] = words[0][:1].upper() + words[0][1:]
    return words


def _inside(token: Token, first: Token) -> str:
    """Return a word with the capitals that it has inside a sentence."""
    begins = token.i == first.i and token.is_sent_start is not False
    text = token.text
    one_letter = len(text) == 1 and token.pos_ == "PRON"  # "I"
    named = token.pos_ == "PROPN" or text[1:].lower() != text[1:] or one_letter
    return text if named or not begins else text.lower()


def _literal(rule: Rule, place: int, tokens: Mapping[int, Token], first: Token) -> str:
    """Return a literal of the target in the form of the matched word."""
    node, form = rule["target"][place], rule["forms"][place]
    linked = [i for i, j in rule["links"] if j == place and "word" in rule["source"][i]]
    if len(linked) != 1:
        return str(form)
    token, (tags, others) = tokens[linked[0]], rule["tags"]
    same = tags[linked[0]] == others[place]
    if same and (not node["word"] or node["word"] in (token.lemma_.lower(), token.lower_)):
        return _inside(token, first)
    lang = language_data(token.doc.lang_ or token.vocab.lang)
    tag = token.tag_ if same else others[place]
    if tag == others[place]:
        return str(form)
    lemma: str = node["word"]
    known = (*lang.inflected_tags, *lang.base_tags)
    return inflect(lemma, tag, lang) if lemma and tag in known else lemma
