"""An alignment in plain English."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from spacy.tokens import Token

from .alignment import Alignment, Link
from .extensions import PRESENTERS
from .lang import LanguageData, language_data
from .overlap import token_weights
from .pair import SIDES, SideName
from .relations.entailment import is_hedge
from .relations.polarity import is_negative
from .relations.quantifiers import is_quantifier

Kind: TypeAlias = Literal["conflict", "both", "link", "only"]

# What a relation reads like between the two texts, and a conflict behind them.
_RELATION_TEXT = {
    "equals": "means the same as",
    "restates": "means the same as",
    "specifies": "is more specific than",
    "generalizes": "is more general than",
    "intersects": "stands where the target has",
}
_CONFLICT_TEXT = {
    "antonym": "opposites",
    "negation": "negation",
    "number": "numbers",
    "date": "dates",
    "name": "names",
    "roles": "who does it to whom",
    "modality": "possibility",
    "": "both cannot be true",
}
# Longest phrase that is quoted, in words.
LONGEST = 8
# What a quoted run of words neither begins nor ends with.
_EDGES = frozenset(("DET", "AUX", "CCONJ", "PRON", "PART", "PUNCT", "SPACE"))
_LABEL_ORDER: tuple[Kind, ...] = ("conflict", "both", "link", "only")


@dataclass(frozen=True, eq=False)
class Statement:
    """One thing to say about a pair.

    Attributes:
        kind: "conflict", "both" (what the sides share), "link" (how two units are related), "only"
            (what one side alone says).
        text: The statement in English.
        source: The source tokens it is about, in order.
        target: The target tokens.
        link: The link it is about, if it is about one.
    """

    kind: Kind
    text: str
    source: tuple[Token, ...] = ()
    target: tuple[Token, ...] = ()
    link: Link | None = None

    def to_json(self, source_start: int, target_start: int) -> dict[str, Any]:
        """Return the statement as plain data, tokens counted from the starts of the two sides."""
        link = self.link.to_json(source_start, target_start) if self.link is not None else None
        return {
            "kind": self.kind,
            "text": self.text,
            "source": [token.i - source_start for token in self.source],
            "target": [token.i - target_start for token in self.target],
            "link": link,
        }


def explain(alignment: Alignment) -> list[str]:
    """Say what conflicts, what the sides share, what is more specific, and what only one says.

    Example:
        >>> import spacy_paraphrase
        >>> doc = spacy_paraphrase.compare("A puppy sleeps.", "A dog sleeps all day.")
        >>> explain(doc._.alignment)
        ['both: sleeps', '"puppy" is more specific than "dog"', 'only the target: all day']
    """
    return [statement.text for statement in statements(alignment)]


def statements(alignment: Alignment) -> list[Statement]:
    """Return what `explain` says, each statement with the tokens and the link it is about.

    Every word is in one statement, in the smallest phrase that carries the message. Within a kind,
    what bears more information comes first.
    """
    explainer = _Explainer(alignment)
    explainer.add_conflicts()
    explainer.add_phrases()
    explainer.add_words()
    explainer.add_shared()
    explainer.add_rest()
    weigh = token_weights(alignment.doc.lang_)
    return sorted(explainer.statements, key=lambda statement: _order(statement, weigh))


def _order(statement: Statement, weigh: Callable[[Token], float]) -> tuple[int, bool, float]:
    tokens = (*statement.source, *statement.target)
    weight = sum(weigh(token) for token in tokens) / (2 if statement.link else 1)
    rank = _LABEL_ORDER.index(statement.kind)
    return rank, statement.kind == "only" and not statement.source, -round(weight, 6)


class _Explainer:
    """Collects statements, and remembers which tokens they are about."""

    def __init__(self, alignment: Alignment) -> None:
        self.alignment = alignment
        self.lang = language_data(alignment.doc.lang_)
        self.statements: list[Statement] = []
        self.done: set[int] = set()
        self.same = {
            token.i
            for link in alignment.words
            if _is_same(link)
            for token in (*link.source_tokens, *link.target_tokens)
        }
        self.partners: dict[int, set[int]] = {}
        for link in alignment.words:
            for one in link.source_tokens:
                for other in link.target_tokens:
                    self.partners.setdefault(one.i, set()).add(other.i)
                    self.partners.setdefault(other.i, set()).add(one.i)
        self.linked = set(self.partners)

    def add_conflicts(self) -> None:
        """Add every conflict once, by its smallest link."""
        seen: list[tuple[str, set[int]]] = []
        conflicts = [link for link in self.alignment if link.conflict]
        for link in sorted(conflicts, key=lambda link: len(_indices(link))):
            inside = _indices(link)
            if any(reason == link.reason and tokens <= inside for reason, tokens in seen):
                continue
            seen.append((link.reason, inside))
            source, target = (self._conflicting(link, name) for name in SIDES)
            why = _CONFLICT_TEXT.get(link.reason, link.reason)
            text = f"conflict: {_joined(source)} / {_joined(target)} ({why})"
            self._add(Statement("conflict", text, tuple(source), tuple(target), link))

    def _conflicting(self, link: Link, name: SideName) -> list[Token]:
        """Return the tokens of one side of a conflict that show it."""
        tokens = _tokens(link, name)
        head = getattr(link, name).root
        if link.reason in ("negation", "modality"):
            shown = [t for t in tokens if _denies(t)]
            return sorted({*shown, head}, key=lambda t: t.i)
        if link.reason == "roles":
            roles = [child for child in head.children if child.dep_ in self.lang.voice_labels]
            return sorted({head, *(t for role in roles for t in role.subtree)}, key=lambda t: t.i)
        other = [t for t in tokens if t.i not in self.same and _is_informative(t)]
        if link.reason in ("date", "name"):
            other = [t for t in other if t.ent_type_] or other
        if link.reason == "number":
            other = [t for t in other if t.pos_ == "NUM" or t.like_num] or other
            if head.pos_ in ("NOUN", "PROPN", "SYM"):
                other = sorted({*other, head}, key=lambda t: t.i)
        return (other or tokens)[:LONGEST]

    def add_words(self) -> None:
        """Add aligned content words that are not the same."""
        for link in self.alignment.words:
            pair = link.source_tokens + link.target_tokens
            if _is_same(link) or self.done.intersection(t.i for t in pair):
                continue
            if not all(
                any(map(_is_informative, side)) for side in (link.source_tokens, link.target_tokens)
            ):
                continue
            self._add(self._about(link, link.source_tokens, link.target_tokens))

    def add_phrases(self) -> None:
        """Add phrases of which one is more specific, from the smallest up."""
        links = [
            link for link in self.alignment.phrases if link.relation in ("specifies", "generalizes")
        ]
        for link in sorted(links, key=lambda link: (len(_indices(link)), link.key)):
            source, target = (self._quotable(link, name) for name in SIDES)
            if not (source and target) or max(len(source), len(target)) > LONGEST:
                continue
            if not self._is_noun_phrase(link):
                continue
            new = {t.i for t in (*source, *target) if _is_informative(t) and t.i not in self.linked}
            counts = [
                {t.lower_ for t in side if is_quantifier(t.lower_, self.lang)}
                for side in (source, target)
            ]
            if not new and counts[0] != counts[1]:
                self._add(self._about(link, source, target))
            rich = [t for t in (source if link.relation == "specifies" else target) if t.i in new]
            if rich and len(new) == len(rich) and not new & self.done:
                self._add(self._about(link, source, target))

    def _quotable(self, link: Link, name: SideName) -> list[Token]:
        """Return a phrase without what follows its head and the other side says elsewhere."""
        other = {t.i for t in _tokens(link, "target" if name == "source" else "source")}
        head = getattr(link, name).root
        moved = [
            token
            for token in _tokens(link, name)
            if token.i > head.i and self.partners.get(token.i, other).isdisjoint(other)
        ]
        gone = {below.i for token in moved for below in token.subtree}
        return _trimmed([token for token in _tokens(link, name) if token.i not in gone])

    def _is_noun_phrase(self, link: Link) -> bool:
        heads = [link.source.root, link.target.root]
        return all(t.pos_ in ("NOUN", "PROPN") and t.dep_ != "compound" for t in heads)

    def add_shared(self) -> None:
        """Add the content words that both sides have."""
        runs: list[list[Link]] = []
        for link in self.alignment.words:
            if not _is_same(link) or not _is_informative(link.source.root):
                continue
            last = runs[-1][-1] if runs else None
            beside = last is not None and (
                (last.source.end, last.target.end) == (link.source.start, link.target.start)
            )
            if beside:
                runs[-1].append(link)
            else:
                runs.append([link])
        source = tuple(t for run in runs for link in run for t in link.source_tokens)
        target = tuple(t for run in runs for link in run for t in link.target_tokens)
        if runs:
            shared = ", ".join(" ".join(link.source.text for link in run) for run in runs)
            self._add(Statement("both", f"both: {shared}", source, target))

    def add_rest(self) -> None:
        """Add what has no counterpart and is in no statement yet."""
        for name in SIDES:
            side = self.alignment.source if name == "source" else self.alignment.target
            free = [t.i not in self.linked and t.i not in self.done for t in side]
            runs = [_trimmed(run) for run in _runs(list(side), free)]
            runs = [run for run in runs if any(map(_is_news, run))]
            if runs:
                tokens = tuple(t for run in runs for t in run)
                text = f"only the {name}: {', '.join(map(_joined, runs))}"
                both = (tokens, ()) if name == "source" else ((), tokens)
                self._add(Statement("only", text, *both))

    def _about(self, link: Link, source: Sequence[Token], target: Sequence[Token]) -> Statement:
        if link.relation:
            text = f"{_quoted(source)} {_RELATION_TEXT[link.relation]} {_quoted(target)}"
        else:
            text = f"{_quoted(source)} stands for {_quoted(target)} ({link.score:.2f})"
        return Statement("link", text, tuple(source), tuple(target), link)

    def _add(self, statement: Statement) -> None:
        self.statements.append(statement)
        self.done.update(t.i for t in (*statement.source, *statement.target))


def _is_informative(token: Token) -> bool:
    """Return whether a word bears information; stop words that are verbs or numbers do."""
    if token.lemma_ in _lang(token).empty_verbs or not any(map(str.isalnum, token.text)):
        return False
    return not token.is_stop or token.pos_ in ("NUM", "VERB")


def _is_news(token: Token) -> bool:
    """Return whether a word without a counterpart is worth telling."""
    lang = _lang(token)
    hedges = is_hedge(token.lemma_.lower(), lang)
    return _is_informative(token) or _denies(token) or hedges or is_quantifier(token.lower_, lang)


def _denies(token: Token) -> bool:
    return is_negative(token.lower_, token.lemma_.lower(), _lang(token))


def _lang(token: Token) -> LanguageData:
    return language_data(token.doc.lang_)


def _is_same(link: Link) -> bool:
    """Return whether two words are the same, or forms of one."""
    source, target = link.source.root, link.target.root
    same = source.lower == target.lower or source.lemma_.lower() == target.lemma_.lower() != ""
    return same and not link.conflict


def _indices(link: Link) -> set[int]:
    return {token.i for token in (*link.source_tokens, *link.target_tokens)}


def _tokens(link: Link, name: SideName) -> list[Token]:
    return link.source_tokens if name == "source" else link.target_tokens


def _runs(tokens: Sequence[Token], keep: Sequence[bool]) -> list[list[Token]]:
    """Return the runs of tokens to keep; punctuation ends a run."""
    runs: list[list[Token]] = [[]]
    for token, kept in zip(tokens, keep, strict=True):
        if kept and not token.is_punct:
            runs[-1].append(token)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _trimmed(tokens: Sequence[Token]) -> list[Token]:
    """Return tokens without function words at the edges, prepositions in front kept."""
    run = list(tokens)
    while run and (_is_edge(run[-1]) or run[-1].pos_ in ("ADP", "SCONJ")):
        run.pop()
    while run and (_is_edge(run[0]) or _joins_clause(run[0])):
        run.pop(0)
    return run


def _joins_clause(token: Token) -> bool:
    return token.lower_ in _lang(token).complementizers


def _is_edge(token: Token) -> bool:
    untagged = not token.pos_ and token.is_stop
    return (token.pos_ in _EDGES or untagged) and not _is_news(token)


def _joined(tokens: Sequence[Token]) -> str:
    """Return the text of tokens, with dots where some between them are left out."""
    text = ""
    for k, token in enumerate(tokens):
        if k and token.i != tokens[k - 1].i + 1:
            text = text.rstrip() + " … "
        text += token.text_with_ws
    return text.strip()


def _quoted(tokens: Sequence[Token]) -> str:
    return f'"{_joined(tokens)}"'


PRESENTERS["explain"] = explain
