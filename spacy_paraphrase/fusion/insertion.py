"""What only one sentence says, and how it is put into a draft of the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from spacy.tokens import Span

from .draft import PAIRS, Draft, Word, heads_of, unclosed, words_of
from .graph import CLAUSAL, CLAUSES, FINITE, FINITE_OR_MODAL, PARTICLES, PairGraph, are_two_things
from .wordlists import words

# Dependents that a phrase can lose, if what they say is said already.
_OPTIONAL = frozenset({"prep", "npadvmod", "advmod"})
# Labels of verbs without a subject of their own.
_SHARING = frozenset({"conj", "aux", "auxpass", "relcl"})
_PREMODIFIERS = frozenset({"amod", "compound", "nmod", "nummod"})
_ARTICLES = frozenset({"a", "an", "the"})


class Piece(NamedTuple):
    """A subtree to be attached.

    Attributes:
        root: The token that heads it.
        head: The token of the frame it is to depend on.
        tokens: Its tokens, in order, without punctuation at the ends; brackets around it stay.
    """

    root: int
    head: int
    tokens: tuple[int, ...]


def pieces(graph: PairGraph, side: Span) -> Iterator[Piece]:
    """Yield the largest subtrees of a side that say something new under an aligned head, in order.

    What such a subtree repeats is left out of it where it can do without; a subtree that repeats
    more than it adds is looked through for smaller ones.
    """
    if not is_headline(graph, side):
        for root in graph.roots(side):
            yield from _below(graph, root)


def is_headline(graph: PairGraph, side: Span) -> bool:
    """Tell whether only this side has no end, and no article or no verb: it is often misread."""
    ended = [graph.is_mark(s.end - 1) for s in (side, graph.other(side))]
    articles = any(t.lower_ in _ARTICLES for t in side)
    verbal = any(graph[root].pos_ in ("VERB", "AUX") for root in graph.roots(side))
    return ended == [False, True] and not (articles and verbal)


def _below(graph: PairGraph, node: int) -> Iterator[Piece]:
    head = graph.twin.get(node)
    if head is not None and _other_sense(graph, node, head):
        return
    if head is not None and _describes(graph, node, head):
        yield Piece(node, head, tuple(trim(graph, graph.subtree(node))))
        return
    for child in graph.children[node]:
        piece = None
        if head is not None and child not in graph.twin and graph.news(child)[0]:
            piece = _piece(graph, child, head)
        if piece is not None:
            yield piece
        elif graph.news(child)[0]:
            yield from _below(graph, child)


def _describes(graph: PairGraph, noun: int, name: int) -> bool:
    """Tell whether a noun with an article says what a name of the other sentence stands for."""
    if graph.lemma(noun) == graph.lemma(name) or graph.dependents(name, "prep"):
        return False
    articles = [c for c in graph.dependents(noun, "det") if graph[c].lower_ in ("a", "an")]
    return (
        bool(articles)
        and graph[noun].tag_ == "NN"
        and graph[name].tag_ == "NNP"
        and graph[noun].dep_ not in ("attr", "appos", "conj")
        and not graph.chain(noun)
    )


def _other_sense(graph: PairGraph, one: int, other: int) -> bool:
    """Tell whether two verbs have different particles, and so different senses."""
    found = [{graph.lemma(c) for c in graph.dependents(verb, *PARTICLES)} for verb in (one, other)]
    return found[0] != found[1]


def _piece(graph: PairGraph, root: int, head: int) -> Piece | None:
    tokens = trim(graph, unsaid(graph, root))
    content = [t for t in tokens if graph.is_content(t) or graph[t].pos_ == "X"]
    old = sum(graph.is_said(t) for t in content)
    if not _is_clause(graph, root) and any(
        graph.is_said(t) and graph[t].pos_ in ("PROPN", "X") for t in content
    ):
        return None  # a name is said once
    things = [graph.linked[t] for t in graph.dependents(root, "pobj") if t in graph.linked]
    if any(graph[t].dep_ != "compound" for t in things):
        return None  # and so is a thing
    if root not in tokens or 3 * old > 2 * (len(content) - old) or not is_balanced(graph, tokens):
        return None
    if any(part not in tokens for t in tokens for part in graph.whole(t)):
        return None  # a part of a word
    if _is_clause(graph, root) and graph.is_said(root):
        return None  # the same event in other words
    if graph[root].dep_ in _PREMODIFIERS and is_quoted(graph, tokens):
        return None
    if any(_is_headless(graph, t) for t in tokens if t != root):
        return None
    before = range(graph.side(root).start, tokens[0])
    if unclosed(graph[t].text for t in before):
        return None  # words of a quote, or what brackets add to something else
    if graph[root].dep_ in CLAUSES | CLAUSAL and (
        _runs_on(graph, tokens) or _is_bare(graph, root, tokens)
    ):
        return None
    return Piece(root, head, tuple(tokens))


def _is_headless(graph: PairGraph, verb: int) -> bool:
    """Tell whether a finite verb in a phrase has no subject and shares none: a misreading."""
    finite = graph[verb].tag_ in FINITE and graph[verb].dep_ not in _SHARING
    return finite and graph[verb].pos_ == "VERB" and graph.subject(verb) is None


def _is_clause(graph: PairGraph, root: int) -> bool:
    return graph[root].dep_ in CLAUSES and graph.is_content(root)


def is_quoted(graph: PairGraph, tokens: list[int]) -> bool:
    """Tell whether a quotation mark stands beside a phrase."""
    side = graph.side(tokens[0])
    beside = [t for t in (tokens[0] - 1, tokens[-1] + 1) if side.start <= t < side.end]
    return any(graph[t].is_quote for t in beside)


def _is_bare(graph: PairGraph, root: int, tokens: list[int]) -> bool:
    """Tell whether a noun or a verb stands alone, or a finite verb has no subject: a misreading.

    So is a verb that is none.
    """
    if graph[root].dep_ == "appos":
        return len(tokens) == 1 and graph[root].pos_ == "NOUN"
    if graph[root].pos_ not in ("VERB", "AUX"):
        return False
    if graph.lexicon is not None and not graph.lexicon.entries(graph[root].lemma_, "VERB"):
        return True  # "a motel maid"
    subject, finite = graph.subject(root), graph[root].tag_ in FINITE
    if finite and (subject is None or graph[root].dep_ == "acl"):
        return True
    return len(tokens) == 1 and graph[root].dep_ in ("acl", "advcl")


def _runs_on(graph: PairGraph, tokens: list[int]) -> bool:
    """Tell whether no mark closes a phrase that a comma opens: its parse is not to be trusted."""
    side = graph.side(tokens[0])
    opened = tokens[0] > side.start and graph[tokens[0] - 1].text == ","
    behind = tokens[-1] + 1
    return opened and behind < side.end and not graph.is_mark(behind)


def unsaid(graph: PairGraph, root: int) -> list[int]:
    """Return the tokens of a subtree without the parts that repeat and are not needed."""
    gone: set[int] = set()
    for node in graph.subtree(root):
        if node == root or node in gone or graph[node].dep_ not in _OPTIONAL:
            continue
        if graph[node].dep_ == "npadvmod" and graph[graph.head(node) or 0].pos_ == "ADV":
            continue  # "a week ago"
        if graph[node].lower_ == "of":
            continue
        new, old = graph.news(node)
        if old and not new:
            gone.update(graph.subtree(node))
    return [t for t in graph.subtree(root) if t not in gone]


def trim(graph: PairGraph, tokens: list[int]) -> list[int]:
    """Take the punctuation off both ends and what is left of it where a part was left out."""
    tokens = [t for t in tokens if not graph[t].is_space]
    kept: list[int] = []
    for t in tokens:
        stray = graph.is_mark(t) and kept and graph.is_mark(kept[-1]) and kept[-1] != t - 1
        if not stray:
            kept.append(t)
    while kept and graph.is_mark(kept[0]) and not _opens(graph, kept):
        kept.pop(0)
    closing = PAIRS.get(graph[kept[0]].text) if kept else None
    while kept and graph.is_mark(kept[-1]) and graph[kept[-1]].text != closing:
        if graph[kept[-1]].is_quote and unclosed(graph[t].text for t in kept) == []:
            break
        kept.pop()
    return kept


def _opens(graph: PairGraph, tokens: list[int]) -> bool:
    """Tell whether a mark opens something that tokens close: a bracket, a quotation."""
    if graph[tokens[0]].is_quote:
        return unclosed(graph[t].text for t in tokens) == []
    return graph[tokens[0]].text in PAIRS


def is_balanced(graph: PairGraph, tokens: list[int]) -> bool:
    """Tell whether tokens hold both of each pair of quotes and brackets, and no gap of words."""
    missing = set(range(tokens[0], tokens[-1])) - set(tokens) if tokens else set()
    inside = all(graph.head(t) in {*tokens, *missing} or graph.is_mark(t) for t in missing)
    return unclosed(graph[t].text for t in tokens) == [] and inside


# Coordination: conjuncts joined by one conjunction, and who says it.

AND = Word("and")
COMMA = Word(",")
_ENDS = frozenset({".", "!", "?", ";", ":", "...", "…"})
_QUOTES = frozenset({'"', "''", "”", "'"})
SAYING = words("say report announce tell claim confirm add note state explain declare warn reveal")


def add_conjunct(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    """Join a conjunct of the other sentence to the coordination of its counterpart.

    A coordination gets it before its conjunction ("A, C and B"), a single phrase with the
    conjunction of its own sentence ("A and C").
    """
    head, root = piece.head, piece.root
    if {graph[head].pos_, graph[root].pos_} not in ({graph[head].pos_}, {"NOUN", "PROPN"}):
        return None
    if graph[head].dep_ in ("compound", "nmod", "poss"):
        return None
    verbal = graph[head].pos_ in ("VERB", "AUX")
    if not verbal and (not _hangs_alike(graph, head) or are_two_things(graph, head)):
        return None
    words = words_of(graph, piece.tokens)
    heads = heads_of(graph, piece.tokens) | {root: head}
    joined = [c for c in draft.children(head) if graph[c].dep_ in ("conj", "cc")]
    existing = [c for c in joined if graph[c].dep_ == "cc"]
    if existing:
        if graph[existing[0]].lower_ != "and" or graph[head].pos_ in ("VERB", "AUX"):
            return None
        position = draft.positions[existing[0]]
        serial = draft.words[position - 1].text == ","
        words = (*words, COMMA) if serial else (COMMA, *words)
        return draft.insert(position, words, heads, root)
    own = _conjunction(graph, root)
    if joined or own is None or is_enclosed(draft, draft.extent(head)[1] + 1):
        return None
    if verbal and graph.subject(root) is None and not _has_same_subject(graph, head):
        return None
    if not verbal:
        if any(graph[c].dep_ in CLAUSAL for c in draft.children(head)):
            return None  # what is said of the first would seem to end with the second
        return draft.insert(draft.extent(head)[1] + 1, (own, *words), heads, root)
    end = clause_end(draft, head)
    behind = [c for c in draft.children(head) if graph[c].dep_ == "advcl" and c > head]
    if end is not None and behind:  # "erupted and covered the fields, forcing people to flee"
        first = draft.extent(behind[0])[0]
        end = first - 1 if draft.words[first - 1].text == "," else None
    if end is None:
        return None
    if graph.subject(root) is not None and any(w.text[:1].isalnum() for w in draft.words[end:]):
        return None  # what follows would seem to belong to it
    link = (COMMA, own) if graph.subject(root) is not None else (own,)
    return draft.insert(end, (*link, *words), heads, root)


def _has_same_subject(graph: PairGraph, verb: int) -> bool:
    """Tell whether a verb and its twin have one subject, or none that both name."""
    subjects = graph.subject(verb), graph.subject(graph.twin[verb])
    named = [s for s in subjects if s is not None and graph[s].pos_ != "PRON"]
    return len(named) < 2 or graph.linked.get(named[0]) == named[1]


def _hangs_alike(graph: PairGraph, node: int) -> bool:
    """Tell whether what is above a node and its twin is the same, prepositions looked through."""
    one, other = graph.head(node), graph.head(graph.twin[node])
    while one is not None and other is not None:
        if graph.twin.get(one) != other:
            return False
        if graph[one].pos_ != "ADP":
            return True
        one, other = graph.head(one), graph.head(other)
    return one == other


def _conjunction(graph: PairGraph, conjunct: int) -> Word | None:
    """Return the conjunction that joins a conjunct in its own sentence."""
    head: int | None = graph.head(conjunct)
    while head is not None:
        joined = graph.dependents(head, "cc")
        if joined:
            text = graph[joined[0]].lower_
            return Word(text, joined[0]) if text in ("and", "but", "or") else None
        head = graph.head(head) if graph[head].dep_ == "conj" else None
    return None


def clause_end(draft: Draft, verb: int) -> int | None:
    """Return the position behind a clause, before its final marks; None inside quotes."""
    last = draft.extent(verb)[1]
    while last and draft.words[last].text in _ENDS | {","}:
        last -= 1
    quoted = draft.words[last].text in _QUOTES and draft.words[last - 1].text in _ENDS | {","}
    return None if quoted or is_enclosed(draft, last + 1) else last + 1


def is_enclosed(draft: Draft, position: int) -> bool:
    """Tell whether a position is inside quotes or brackets, where nothing of others belongs."""
    return bool(unclosed(word.text for word in draft.words[:position]))


def report(graph: PairGraph, draft: Draft, base: Span, root: int) -> Draft | None:
    """Append who says it ("…, police said"), if the other sentence reports what the frame says."""
    (said,) = graph.dependents(root, "ccomp")[:1] or (None,)
    subject = graph.subject(root)
    if said is None or subject is None or graph.lemma(root) not in SAYING:
        return None
    if graph.is_said(subject):
        return None  # the frame has its own way to say who says it
    if any(graph[t].lower_ == "according" for t in draft.positions):
        return None
    verb = graph.twin.get(said, -1)
    if any(graph[c].dep_ == "conj" for c in draft.children(verb)):
        return None  # it would seem to be said of the last clause
    if verb not in graph.roots(base) or graph.dependents(root, "neg", "aux"):
        return None
    gone = set(graph.subtree(said)) | set(graph.dependents(root, "mark", "punct", "cc"))
    tokens = [t for t in graph.subtree(root) if t not in gone and not graph.is_mark(t)]
    if len(tokens) > 10 or tokens != list(range(tokens[0], tokens[-1] + 1)):
        return None
    position = clause_end(draft, verb)
    if position is None:
        return None
    heads = heads_of(graph, tokens) | {verb: root}
    words = (COMMA, *words_of(graph, tokens))
    return draft.insert(position, words, heads, root)


# Putting words into a draft, and what speaks against it whatever they are.

_TIMES = frozenset({"DATE", "TIME"})
_ADVERBS = words("recently lately currently now today yesterday tomorrow tonight previously")
# Tags of what may go on a noun phrase as a clause.
_OPENING = frozenset({"VBG", "VBN", "WDT", "WP", "WP$"})
# Dependents of a verb that may stand behind its object.
_FREE = frozenset({"prep", "dative", "npadvmod", "advmod"})
_DASHES = frozenset({"-", "--", "–", "—"})
# Dependents that a comma sets off.
_ASIDES = words("appos relcl acl advcl npadvmod prep advmod amod ccomp parataxis")
# Dependents that are clauses of their own.
_CLAUSES = words("relcl acl advcl ccomp csubj csubjpass conj appos parataxis")
# Prepositions of which a verb has one.
_SINGLE = words("into to onto with from of for about against by")
# Prepositions of times that go with a date.
_SPANS = words("after before since until for during throughout")


def insert(
    graph: PairGraph, draft: Draft, piece: Piece, position: int, commas: str = ""
) -> Draft | None:
    """Put a subtree in before a position, between commas if asked ("," before, ",," both)."""
    if is_enclosed(draft, position):
        return None
    words = words_of(graph, piece.tokens)
    if not commas and follows_aside(graph, draft, position, piece.head):
        commas = ","
    if commas and position and draft.words[position - 1].text not in ",;:(–-—":
        words = (COMMA, *words)
    following = draft.words[position].text if position < len(draft.words) else "."
    if len(commas) < 2 and _goes_on(graph, draft, piece, position):
        return None
    if _splits(graph, draft, position):
        return None
    if following in _DASHES and graph[piece.root].dep_ in _CLAUSES:
        return None  # what the dash adds would be cut off
    if len(commas) > 1 and following not in ",.;:!?)–-—":
        words = (*words, COMMA)
    heads = heads_of(graph, piece.tokens) | {piece.root: piece.head}
    return draft.insert(position, words, heads, piece.root)


def _goes_on(graph: PairGraph, draft: Draft, piece: Piece, position: int) -> bool:
    """Tell whether a phrase with a verb in it would stand in the midst of another one."""
    verbs = [t for t in piece.tokens if graph[t].pos_ in ("VERB", "AUX")]
    if len(piece.tokens) == 1 or not verbs or position >= len(draft.words):
        return False
    following = draft.words[position]
    opened = following.token is not None and (
        graph[following.token].tag_ in _OPENING or graph[following.token].dep_ in _FREE
    )
    if opened and draft.positions[piece.head] < position:
        return True
    if position > draft.extent(piece.head)[1]:
        return False
    plain = following.text[:1].isalnum() and following.text.lower() not in ("and", "or", "but")
    return plain and draft.positions[piece.head] < position


def _splits(graph: PairGraph, draft: Draft, position: int) -> bool:
    """Tell whether a relative clause with a preposition begins at a position: "during which"."""
    tags = [
        graph[w.token].tag_ for w in draft.words[position : position + 2] if w.token is not None
    ]
    return len(tags) == 2 and tags[0] == "IN" and tags[1] in ("WDT", "WP", "WP$")


def follows_aside(graph: PairGraph, draft: Draft, position: int, head: int) -> bool:
    """Tell whether a phrase that a comma opened ends at a position and is still to be closed.

    Args:
        graph: The pair.
        draft: The draft.
        position: A position.
        head: What is to be put there depends on it; a phrase that it is in does not end.
    """
    within = {head}
    while (above := draft.heads.get(head)) is not None and above not in within:
        within.add(above)
        head = above
    node = draft.words[position - 1].token if position else None
    while node is not None and node not in within:
        first, last = draft.extent(node)
        opened = first > 0 and draft.words[first - 1].text == "," and last == position - 1
        if opened and graph[node].dep_ in _ASIDES:
            return True
        node = draft.heads.get(node)
    return False


def is_far(graph: PairGraph, draft: Draft, verb: int, position: int, finite: bool = False) -> bool:
    """Tell whether another verb stands between a verb and a position, and would take what comes.

    Args:
        graph: The pair.
        draft: The draft.
        verb: A verb of the draft.
        position: A position behind it.
        finite: Whether only finite verbs count.
    """
    between = [word.token for word in draft.words[draft.positions[verb] + 1 : position]]
    found = [graph[t] for t in between if t is not None and graph[t].pos_ in ("VERB", "AUX")]
    return any(not finite or t.tag_ in FINITE_OR_MODAL for t in found)


def before_comma(draft: Draft, position: int) -> int:
    """Return a position behind words, not behind the comma after them."""
    while position and draft.words[position - 1].text == ",":
        position -= 1
    return position


def says_such(graph: PairGraph, piece: Piece, others: list[int]) -> bool:
    """Tell whether the head has such a phrase of its own that is not aligned.

    A second time, or a second phrase with the same preposition, may say the same in other words.
    """
    root = graph[piece.root]
    for child in others:
        if graph.side(child).start == graph.side(piece.root).start:
            continue
        if is_time(graph, piece.root) != is_time(graph, child):
            continue
        aligned = any(t in graph.twin for t in graph.children[child])
        aligned = aligned and root.lower_ not in _SINGLE
        if graph[child].dep_ == root.dep_ and graph[child].lower_ == root.lower_ and not aligned:
            return True
    return False


def has_time(graph: PairGraph, draft: Draft, piece: Piece) -> bool:
    """Tell whether a clause of a draft has a time of its own, as far as a piece is one too.

    Both may be the same one in other words, "Tuesday" and "July 27". A span ("since 1990") is
    another thing than a date.
    """
    inner = [t for t in piece.tokens if graph[t].dep_ in ("prep", "npadvmod")]
    inner = [t for t in inner if graph[t].lower_ != "of"]  # "a debate of nine hours"
    times = [t for t in (piece.root, *inner) if is_time(graph, t)]
    if not times:
        return False
    span = graph[times[0]].lower_ in _SPANS
    top = piece.head
    while graph[top].dep_ not in _CLAUSES and top in draft.heads:
        top = draft.heads[top]
    stack = [top]
    while stack:
        node = stack.pop()
        below = (c for c in draft.children(node) if c not in draft.attached)
        stack += [
            c
            for c in below
            if graph[c].dep_ not in _CLAUSES
            or (graph[c].dep_ == "conj" and graph.subject(c) is None)
        ]
        if _is_when(graph, node) and node not in graph.twin and node != piece.head:
            while _is_when(graph, node) and node in draft.heads:
                node = draft.heads[node]
            if (graph[node].lower_ in _SPANS) == span:
                return True
    return False


def is_time(graph: PairGraph, node: int) -> bool:
    """Tell whether a phrase, or the object of its preposition, is a time."""
    return any(_is_when(graph, t) for t in (node, *graph.dependents(node, "pobj")))


def _is_when(graph: PairGraph, node: int) -> bool:
    return graph[node].ent_type_ in _TIMES or graph[node].lower_ in _ADVERBS
