"""A parsed sentence as a row of pieces that can be dropped, moved and exchanged, and written again.

`Statement` answers what the changes ask of a sentence; `write` gives the text of a row of pieces
with blanks, commas, articles and capitals as they ought to be, whatever was done to it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from spacy.tokens import Doc, Token

from spacy_paraphrase.generation.repair import indefinite_article
from spacy_paraphrase.lang import language_data
from weights.encoder.wording import NAMES, Words, lemma_of
from weights.judge.names import Elsewhere

SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl")
HELPS = ("aux", "auxpass")
_CLOSING = frozenset((",", ".", ";", ":", ")", "]", "%", "!", "?", "'s", "’s", "n't", "'", "’"))
_CLITIC = re.compile(r"(?:n['’]t|['’](?:s|re|ve|ll|d|m)?)$", re.IGNORECASE)
_LOOSE = frozenset(
    ["and", "or", "but", "nor", "of", "the", "a", "an", "to", "with", "by", "than", "as", "that"]
)
OBJECTIVE = {"i": "me", "he": "him", "she": "her", "we": "us", "they": "them"}
SUBJECTIVE = {form: pronoun for pronoun, form in OBJECTIVE.items()}


def lemma(token: Token) -> str:
    """Return the lemma of a word in lower case."""
    inflected = token.tag_[:2] in ("VB", "NN") and token.tag_ not in ("NNP", "NNPS")
    return (lemma_of(token) if inflected else token.lemma_).lower()


class Piece(NamedTuple):
    """A word or phrase of a sentence that is being changed.

    Attributes:
        text: How it is written.
        token: The token it comes from, -1 for a new one.
        marked: Whether the sentence that it was made from does not support it.
    """

    text: str
    token: int = -1
    marked: bool = False


Pieces = tuple[Piece, ...]
Spans = list[list[int]]


class Change(NamedTuple):
    """A changed sentence and what the two versions say of each other.

    Attributes:
        kind: The name of the change.
        pieces: The changed sentence.
        entails: Whether it follows from the sentence.
        entailed: Whether the sentence follows from it; None where readers may differ.
        conflict: Whether the two cannot both be true; None where readers may differ.
        needed: Tokens without which the change would not be what it is.
        missing: Tokens of the sentence that decide and that are left out.
        back: The name of the pair turned round, where that is another kind.
        added: Tokens of the sentence that do not follow from the changed one.
    """

    kind: str
    pieces: Pieces
    entails: bool
    entailed: bool | None = False
    conflict: bool | None = False
    needed: frozenset[int] = frozenset()
    missing: frozenset[int] = frozenset()
    back: str = ""
    added: frozenset[int] = frozenset()


def neither(kind: str, pieces: Pieces, *needed: int) -> Change:
    """Return a change of which neither side follows; whether both can be true is not known."""
    return Change(kind, pieces, False, False, None, frozenset(needed))


class Statement:
    """A sentence, and what can be asked of it.

    Args:
        doc: The parsed sentence, ending in a full stop.
        words: What can be put for words.
        elsewhere: Names of other sentences.
    """

    def __init__(self, doc: Doc, words: Words, elsewhere: Elsewhere | None = None) -> None:
        self.doc, self.words = doc, words
        self.elsewhere = elsewhere or Elsewhere()
        self.lang = language_data("en")
        self.reading = doc[:]._.analysis
        self.body = [t for t in doc if not (t.i == len(doc) - 1 and t.text == ".")]
        self.pieces: Pieces = tuple(Piece(t.text, t.i) for t in self.body)
        self.lowered = {t.lower_ for t in doc}

    @cached_property
    def root(self) -> Token:
        """The head of the sentence."""
        return next(t for t in self.doc if t.dep_ == "ROOT")

    @cached_property
    def turned(self) -> frozenset[int]:
        """The tokens where less does not follow from more."""
        found: set[int] = set()
        for scope in self.reading.turning:
            found.update(scope.reach, (scope.token,))
        for t in self.doc:
            if t.dep_ == "neg" or t.lower_ in ("no", "never", "without", "than", "only"):
                found.update(s.i for s in (t.head if t.dep_ != "prep" else t).subtree)
        return frozenset(found)

    def upward(self, tokens: Iterable[int]) -> bool:
        """Whether tokens stand where less follows from more."""
        return self.turned.isdisjoint(tokens)

    def tree(self, token: Token | int) -> list[int]:
        """Return a word and all that hangs on it, without the final stop."""
        top = self.doc[token] if isinstance(token, int) else token
        return sorted(t.i for t in top.subtree if t.i < len(self.body))

    def joined(self, token: Token) -> bool:
        """Whether what hangs on a word stands in one piece."""
        tree = self.tree(token)
        return bool(tree) and tree[-1] - tree[0] + 1 == len(tree)

    def with_marks(self, token: Token) -> frozenset[int]:
        """Return a word, all that hangs on it, and the marks that set it off."""
        tree, doc = self.tree(token), self.doc
        first, last = tree[0], tree[-1]
        found = set(tree)
        opened = first > 0 and doc[first - 1].text in (",", "-", "--", "–", "—", "(")
        closed = last + 1 < len(self.body) and doc[last + 1].text in (",", "-", "--", "–", "—", ")")
        ends = last + 1 >= len(self.body) or doc[last + 1].text in (";", ":")
        if opened and closed:
            subject = self.subject(self.root)
            starts = subject is not None and subject.left_edge.i == last + 2
            found.add(first - 1)
            if not starts:
                found.add(last + 1)
        elif opened and ends:
            found.add(first - 1)
        elif closed and first == 0:
            found.add(last + 1)
        return frozenset(found)

    def plural(self, noun: Token) -> bool | None:
        """Whether a subject is plural; None where that is not known."""
        if any(c.dep_ == "conj" for c in noun.children):
            links = {c.lower_ for c in noun.children if c.dep_ == "cc"}
            return True if "and" in links else None
        if noun.tag_ in ("NNS", "NNPS"):
            return True
        if noun.tag_ in ("NN", "NNP"):
            return None if noun.lower_ in ("number", "lot", "majority", "half", "rest") else False
        if noun.lower_ in ("they", "we", "these", "those", "you"):
            return True
        return False if noun.lower_ in ("he", "she", "it", "this") else None

    def verb_group(self, verb: Token) -> list[Token]:
        """Return a verb with its auxiliaries and negation before it."""
        return [t for t in verb.lefts if t.dep_ in (*HELPS, "neg")] + [verb]

    def finite(self, verb: Token) -> Token | None:
        """Return the finite word of a verb group, None if there is none."""
        group = [t for t in verb.children if t.dep_ in HELPS] + [verb]
        first = min(group, key=lambda t: t.i)
        return first if first.tag_ in ("VBD", "VBZ", "VBP", "MD") else None

    def subject(self, verb: Token) -> Token | None:
        """Return the subject before a verb."""
        found = [t for t in verb.lefts if t.dep_ in ("nsubj", "nsubjpass")]
        return found[0] if len(found) == 1 else None

    def child(self, token: Token, *deps: str) -> Token | None:
        """Return the first dependent of some kind."""
        return next((t for t in token.children if t.dep_ in deps), None)

    def is_name(self, token: Token) -> bool:
        """Whether a word keeps its capital within a sentence."""
        return (
            token.pos_ == "PROPN"
            or (token.ent_type_ in NAMES and token.pos_ != "DET")
            or token.ent_type_ in ("LANGUAGE", "EVENT", "WORK_OF_ART", "PRODUCT", "LAW")
            or token.text == "I"
            or (len(token.text) > 1 and any(c.isupper() for c in token.text[1:]))
            or token.text in self.lang.months
            or bool(re.match(r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?$", token.text))
        )

    def past(self, verb: Token) -> bool:
        """Whether a clause tells of something past."""
        return any(t.tag_ == "VBD" for t in (*verb.children, verb) if t.dep_ in HELPS or t == verb)

    def agree(self, verb: Token, plural: bool | None) -> dict[int, str] | None:
        """Return the words of a verb that change for a new subject; None if that is unsure."""
        finite = self.finite(verb)
        if finite is None:
            return {}
        word = finite.lower_
        pairs = {"is": "are", "was": "were", "has": "have", "does": "do"}
        back = {many: one for one, many in pairs.items()}
        if word in (*pairs, *back):
            if plural is None:
                return None
            form = pairs.get(word, word) if plural else back.get(word, word)
            return {} if form == word else {finite.i: form}
        if finite.tag_ in ("VBD", "MD"):
            return {} if not finite.text.startswith(("'", "’")) else None
        if plural is None or finite.text.startswith(("'", "’")):
            return None
        form = lemma(finite) if plural else self.words.inflected(lemma(finite), "VBZ")
        return {} if form == word else {finite.i: form}

    def phrase(self, tokens: Iterable[int], marked: bool = False) -> Pieces:
        """Return pieces of some tokens."""
        return tuple(Piece(self.doc[i].text, i, marked) for i in tokens)


# -- Edits of pieces ---------------------------------------------------------------------------


def without(pieces: Iterable[Piece], gone: Collection[int]) -> Pieces:
    """Return pieces without some tokens."""
    return tuple(p for p in pieces if p.token < 0 or p.token not in gone)


def left_out(s: Statement, kind: str, back: str, gone: Collection[int]) -> Change:
    """Return the sentence without some tokens, which follows from it."""
    added = frozenset(gone)
    return Change(kind, without(s.pieces, gone), True, False, False, back=back, added=added)


def put(pieces: Iterable[Piece], words: Mapping[int, str], marked: bool = True) -> Pieces:
    """Return pieces with other words in the place of some tokens; "" deletes."""
    found = []
    for p in pieces:
        if p.token >= 0 and p.token in words:
            if words[p.token]:
                found.append(Piece(words[p.token], p.token, marked or p.marked))
        else:
            found.append(p)
    return tuple(found)


def put_phrase(pieces: Sequence[Piece], tokens: Sequence[int], new: Iterable[Piece]) -> Pieces:
    """Return pieces with a phrase in the place of some tokens that stand together."""
    at = next(k for k, p in enumerate(pieces) if p.token == tokens[0])
    gone = set(tokens)
    rest = [p for p in pieces[at:] if p.token not in gone]
    return (*pieces[:at], *new, *rest)


def insert(pieces: Sequence[Piece], before: int, new: Iterable[Piece]) -> Pieces:
    """Return pieces with others put before a token."""
    at = next((k for k, p in enumerate(pieces) if p.token == before), len(pieces))
    return (*pieces[:at], *new, *pieces[at:])


def mark(pieces: Iterable[Piece], tokens: Collection[int]) -> Pieces:
    """Return pieces of which some are marked."""
    return tuple(p._replace(marked=p.marked or p.token in tokens) for p in pieces)


def swap(
    pieces: Sequence[Piece], one: Sequence[int], other: Sequence[int], marked: bool = True
) -> Pieces:
    """Return pieces with two phrases exchanged."""
    first, second = sorted((list(one), list(other)))
    spans = []
    for tokens in (first, second):
        at = next(k for k, p in enumerate(pieces) if p.token == tokens[0])
        end = next(k for k, p in enumerate(pieces) if p.token == tokens[-1])
        spans.append((at, end + 1))
    (a, b), (c, d) = spans

    def put_down(start: int, end: int) -> list[Piece]:
        return [p._replace(marked=p.marked or marked) for p in pieces[start:end]]

    return (*pieces[:a], *put_down(c, d), *pieces[b:c], *put_down(a, b), *pieces[d:])


# -- Writing -----------------------------------------------------------------------------------


def write(statement: Statement, pieces: Sequence[Piece]) -> tuple[str, Spans] | None:
    """Return the text of pieces and where those are that are marked; None if it is no sentence."""
    row = _with_marks_mended(list(pieces))
    row = [p for p in row if p.text]
    if len(row) < 3 or not _balanced(row) or _broken(row) or _cut(statement.doc, row):
        return None
    row = _with_capitals(statement, _with_articles(statement, row))
    text, spans = "", []
    for k, p in enumerate(row):
        if k and _blank(statement.doc, row[k - 1], p):
            text += " "
        start = len(text)
        text += p.text
        if p.marked and any(c.isalnum() for c in p.text):
            if spans and (start - spans[-1][1] <= 1 or not text[spans[-1][1] : start].strip(" ,")):
                spans[-1][1] = len(text)
            else:
                spans.append([start, len(text)])
    return text + ("" if text[-1] == "." else "."), spans


def _with_marks_mended(row: list[Piece]) -> list[Piece]:
    """Return pieces without commas that separate nothing."""
    found: list[Piece] = []
    for p in row:
        if p.text in (",", ";", ":") and (not found or found[-1].text in (",", ";", ":", "(")):
            continue
        if p.text in (";", ":", ")", ".") and found and found[-1].text == ",":
            found.pop()
        found.append(p)
    while found and found[-1].text in (",", ";", ":", "-", "–", "—", "--", "."):
        found.pop()
    if len(found) > 2 and found[-1].text == '"' and found[-2].text == ",":
        del found[-2]
    return found


def _cut(doc: Doc, row: Sequence[Piece]) -> bool:
    """Whether a word with a hyphen has lost a part."""
    for before, after in pairwise(row):
        apart = before.token < 0 or after.token != before.token + 1
        for k, p in enumerate((before, after)):
            if apart and p.text in ("-", "–", "/") and p.token > 0:
                blank = doc[p.token].whitespace_ if k == 0 else doc[p.token - 1].whitespace_
                if not blank:
                    return True
    return False


def _balanced(row: Iterable[Piece]) -> bool:
    text = " ".join(p.text for p in row)
    quotes = text.count('"') % 2 == 0 and text.count("“") == text.count("”")
    quotes = quotes and '" "' not in text
    return quotes and text.count("(") == text.count(")") and "( )" not in text


def _broken(row: Sequence[Piece]) -> bool:
    """Whether words stand side by side that do not."""
    lowered = [p.text.lower() for p in row]
    if lowered[-1] in _LOOSE or lowered[0] in (")", "-", "'s", "’s", "n't", "’", "'", "%"):
        return True
    for a, b in pairwise(lowered):
        if a == b and a.isalpha() and a not in ("that", "had", "very"):
            return True
        if a in ("a", "an", "the") and (b in ("a", "an", "the", ",", ".") or b in _LOOSE):
            return True
        if a in ("of", "and", "or") and b in ("of", "and", "or", ",", ")"):
            return a != "and" or b != "of"
    return False


def _with_articles(statement: Statement, row: list[Piece]) -> list[Piece]:
    found = list(row)
    for k, p in enumerate(row[:-1]):
        after = row[k + 1]
        stays = p.token >= 0 and after.token == p.token + 1
        same = stays and after.text == statement.doc[after.token].text
        if p.text.lower() in ("a", "an") and not same:
            article = indefinite_article(after.text.split()[0], statement.lang)
            found[k] = p._replace(text=article.capitalize() if p.text[0] == "A" else article)
    return found


def _with_capitals(statement: Statement, row: list[Piece]) -> list[Piece]:
    found = []
    for k, p in enumerate(row):
        text = p.text
        if p.token == 0 and k and not statement.is_name(statement.doc[0]) and len(text) > 0:
            text = text[:1].lower() + text[1:]
        found.append(p._replace(text=text))
    first = next((k for k, p in enumerate(found) if p.text[0].isalnum()), 0)
    text = found[first].text
    found[first] = found[first]._replace(text=text[:1].upper() + text[1:])
    return found


def _blank(doc: Doc, before: Piece, after: Piece) -> bool:
    """Whether there is a blank between two pieces."""
    if before.token >= 0 and after.token == before.token + 1:
        return bool(doc[before.token].whitespace_)
    if after.text in _CLOSING or _CLITIC.match(after.text):
        return False
    if before.text in ("(", "[", "$", "£", "€", "#"):
        return False
    if before.text == '"' and before.token >= 0 and not doc[before.token].whitespace_:
        return before.token + 1 < len(doc) and doc[before.token + 1].text in (",", ".", ")")
    if after.text == '"' and after.token > 0 and not doc[after.token - 1].whitespace_:
        return doc[after.token - 1].text in ("(",)
    if before.text in ("-", "–", "/") and before.token >= 0:
        return bool(doc[before.token].whitespace_)
    if after.text in ("-", "–", "/") and after.token > 0:
        return bool(doc[after.token - 1].whitespace_)
    return True


def spans_of(doc: Doc, tokens: Iterable[int]) -> Spans:
    """Return where tokens stand in the text, those side by side as one."""
    found: Spans = []
    for i in sorted(tokens):
        start, end = doc[i].idx, doc[i].idx + len(doc[i].text)
        if not any(c.isalnum() for c in doc[i].text):
            continue
        if found and not doc.text[found[-1][1] : start].strip(" ,"):
            found[-1][1] = end
        else:
            found.append([start, end])
    return found


def pairs_of(things: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    """Yield all pairs of some tokens."""
    for k, one in enumerate(things):
        for other in things[k + 1 :]:
            yield one, other


def verb_marked(s: Statement, verb: Token) -> frozenset[int]:
    """Return what is marked of a clause that is not supported as a whole: its verbs."""
    return frozenset(t.i for t in s.verb_group(verb) if t.dep_ != "neg")


def hedged(token: Token) -> bool:
    """Whether both a clause and what denies it may be so: of some, on a condition, perhaps."""
    for verb in (token, *token.ancestors):
        if verb.dep_ == "relcl" or any(
            c.lower_ in ("if", "unless", "whether", "may", "might") and c.dep_ in ("mark", *HELPS)
            for c in verb.children
        ):
            return True
    return False
