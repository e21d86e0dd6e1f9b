"""Where what says more of a noun goes: before it, behind it, behind its name."""

from __future__ import annotations

from .agreement import is_plural
from .coordinate import COMMA, is_enclosed
from .draft import Draft, Word, heads_of, words_of
from .graph import CLAUSAL, PairGraph
from .identity import NOMINAL
from .insertion import before_comma, insert, is_far, says_such
from .pieces import Piece
from .wordlists import words

_OPEN = frozenset({"(", "["})
# Dependents and words that come before the adjectives of a noun.
_FIRST = frozenset({"det", "poss", "nummod"})
_FIRST_WORDS = words("other same such own many few several more most various first last")
_COUNTS = words("many few several more most various dozens both")
_POSSESSIVE = frozenset({"'", "’", "'s", "’s"})
_ONE = words("a an this that each every another one")
# Dependents of a noun that stay close behind it; a new one goes behind them.
_CLOSE = frozenset({"prep", "case", "nummod", "compound", "nmod", "amod", "advmod", "npadvmod"})
PREMODIFIERS = frozenset({"amod", "compound", "nummod", "nmod", "poss"})


def before_noun(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    """Put a modifier before its noun, where its neighbours in its own sentence put it."""
    root, noun = graph[piece.root], piece.head
    left = [c for c in draft.children(noun) if draft.positions[c] < draft.positions[noun]]
    labels = {graph[c].dep_ for c in left}
    first, last = draft.extent(noun)
    between = [graph.twin.get(t) for t in range(piece.root + 1, graph.twin[noun])]
    if any(t in draft and not first <= draft.positions[t] <= last for t in between if t):
        return None  # what stands between is no part of the other noun phrase: a misreading
    if root.dep_ in ("nummod", "poss") and labels & {"nummod", "poss"}:
        return None
    if _is_count(graph, piece.root) and any(_is_number(graph, c) for c in left):
        return None
    if "compound" in (graph[noun].dep_, graph[graph.twin[noun]].dep_) or root.lower_ == "one":
        return None
    if graph.lemma(piece.root) in graph.lemma(noun) or (root.is_upper and len(root) > 4):
        return None  # "law lawsuits"; a headline's capitals
    phrase = "".join(word.text for word in draft.words[first : last + 1]).lower()
    if root.lower_.replace("-", "") in phrase.replace("-", ""):
        return None  # "coal mine" has "coalmine"
    siblings = graph.children[graph.twin[noun]]
    if _is_numbered(graph, piece.root, siblings):
        return None
    if root.dep_ in ("compound", "nmod") and (
        _other_name(graph, left, siblings, root.pos_)
        or {graph[noun].pos_, graph[graph.twin[noun]].pos_} == NOMINAL
    ):
        return None
    if root.tag_ in ("VB", "VBP", "VBZ"):
        return None  # a misreading
    if root.dep_ == "amod" and graph[noun].pos_ == "PROPN" != graph[graph.twin[noun]].pos_:
        return None  # "a French engineer" makes no "French Gustave Eiffel"
    if root.dep_ == "poss":
        articles = [c for c in left if graph[c].lower_ == "the"]
        if "det" in labels and not articles:
            return None
        position = draft.positions[articles[0]] if articles else first
        if position and draft.words[position - 1].text in _POSSESSIVE:
            return None  # it has one, whatever its label
        return insert(graph, draft.without(articles), piece, position)
    if root.is_sent_start and root.is_stop:
        return None  # a misreading: "Near Krakow"
    anchors = {c: c if c in draft.attached else graph.twin.get(c) for c in siblings}
    known = [c for c in siblings if anchors[c] in left and graph[c].dep_ != "det"]
    right = [c for c in known if c > piece.root]
    behind = [c for c in known if c < piece.root]
    if _is_count(graph, piece.root):
        firm = [c for c in left if graph[c].dep_ in ("det", "poss")]
        position = draft.extent(firm[-1])[1] + 1 if firm else draft.extent(noun)[0]
    elif behind:
        position = draft.extent(anchors[behind[-1]] or 0)[1] + 1
    elif right:
        position = draft.extent(anchors[right[0]] or 0)[0]
    elif root.pos_ == "NOUN" and graph[noun].pos_ == "PROPN":
        if "det" in labels or "poss" in labels:
            return None
        position = draft.extent(noun)[0]  # "queen Bettie Page"
    elif root.dep_ == "compound":
        position = draft.positions[noun]
    else:
        firm = [c for c in left if graph[c].dep_ in _FIRST or graph[c].lower_ in _FIRST_WORDS]
        position = draft.extent(firm[-1])[1] + 1 if firm else draft.extent(noun)[0]
    return None if _splits(graph, draft, position) else insert(graph, draft, piece, position)


def _splits(graph: PairGraph, draft: Draft, position: int) -> bool:
    """Tell whether two capitals stand side by side in both sentences, as in "Ask Jeeves"."""
    if not 0 < position < len(draft.words):
        return False
    one, other = (draft.words[k].token for k in (position - 1, position))
    if one is None or other != one + 1 or graph[one].pos_ in ("DET", "ADP"):
        return False
    capital = graph[one].text[:1].isupper() and graph[other].text[:1].isupper()
    return capital and graph.linked.get(other, 0) == graph.linked.get(one, -2) + 1


def _is_count(graph: PairGraph, node: int) -> bool:
    """Tell whether a word says how many."""
    return graph[node].dep_ == "nummod" or graph[node].lower_ in _COUNTS


def _is_numbered(graph: PairGraph, node: int, siblings: list[int]) -> bool:
    """Tell whether a modifier is the kind or the number of "type 2"."""
    pairs = ((node, node + 1), (node - 1, node))
    return any(
        graph[kind].dep_ in ("compound", "nmod") and graph[number].dep_ == "nummod"
        for kind, number in pairs
        if kind in siblings and number in siblings
    )


def _is_number(graph: PairGraph, node: int) -> bool:
    """Tell whether a word says how many or begins with a number: "the 4,600-strong force"."""
    digit = any(graph[t].text[:1].isdigit() for t in graph.subtree(node))
    return graph[node].lower_ in _ONE or digit or _is_count(graph, node)


def _other_name(graph: PairGraph, left: list[int], siblings: list[int], pos: str) -> bool:
    """Tell whether a noun has a name before it that is not the other sentence's."""
    return any(
        graph.twin.get(c, c) not in siblings
        and graph[c].dep_ in ("compound", "nmod", "amod")
        and (graph[c].dep_ == "nmod" or (pos == "PROPN" and _is_name(graph, c)))
        for c in left
    )


def _is_name(graph: PairGraph, node: int) -> bool:
    return graph[node].pos_ == "PROPN" or graph[node].ent_type_ in ("NORP", "GPE", "LOC")


def after_noun(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    """Put a phrase or a clause behind its noun and what stands close to it."""
    root, noun = graph[piece.root], piece.head
    if graph[noun].dep_ in PREMODIFIERS and graph[noun].head.i > noun:
        return None
    if root.dep_ == "prep" and not _takes(graph, piece):
        return None
    if any(graph[c].dep_ in ("cc", "conj") for c in draft.children(noun)):
        return None  # what is said of the first of several may seem to hold of all
    if (
        root.dep_ == "appos"
        and is_plural(graph, noun, graph.chain(noun))
        and not is_plural(graph, piece.root, graph.chain(piece.root))
    ):
        return None
    right = [c for c in draft.children(noun) if draft.positions[c] > draft.positions[noun]]
    position = draft.positions[noun] + 1
    if graph[piece.tokens[0]].text in _OPEN:
        return insert(graph, draft, piece, position)
    if root.dep_ == "prep" and (says_such(graph, piece, right) or _is_closed(graph, right)):
        return None
    for child in right:
        if graph[child].dep_ not in _CLOSE or draft.extent(child)[0] > position:
            break
        position = draft.extent(child)[1] + 1
    first = piece.tokens[0]
    own_comma = graph[max(first - 1, 0)].text in (",", "--", "–", "—")
    if root.lower_ == "of":
        return insert(graph, draft, piece, draft.positions[noun] + 1)
    if root.dep_ == "prep" and is_far(graph, draft, noun, position):
        return None
    if root.dep_ == "prep":
        commas = ",," if own_comma else ""
        return insert(graph, draft, piece, before_comma(draft, position), commas)
    rivals = [c for c in right if graph[c].dep_ in CLAUSAL]
    if rivals:
        return _beside_clause(graph, draft, piece, position, rivals)
    near = position == draft.positions[noun] + 1 or graph[piece.tokens[0]].tag_[:1] == "W"
    if not near and root.dep_ == "acl" and not own_comma:
        return None
    commas = ",," if own_comma or root.dep_ == "appos" or graph[noun].pos_ == "PROPN" else ""
    return insert(graph, draft, piece, position, commas)


def _is_closed(graph: PairGraph, right: list[int]) -> bool:
    """Tell whether a bare participle stands behind a noun: "ten women treated"."""
    return any(graph[c].dep_ == "acl" and graph.subtree(c) == [c] for c in right)


def _takes(graph: PairGraph, piece: Piece) -> bool:
    """Tell whether a prepositional phrase surely belongs to its noun.

    Behind an object it may belong to the verb, which then has to be the same; names take no "of".
    """
    root, noun, own = graph[piece.root], piece.head, graph.twin[piece.head]
    if root.lower_ == "of":
        return graph[noun].pos_ != "PROPN"
    above, own_above = graph.head(noun), graph.head(own)
    doubtful = graph[own].dep_ in ("dobj", "pobj") and own_above is not None
    same = above is not None and graph.twin.get(above) == own_above
    return root.lower_ != "as" and len(root) > 1 and (same or not doubtful)


def after_name(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    """Put the rest of a date or a place right behind its name: "May 4", "Krakow, Poland"."""
    name = piece.head
    own = graph.twin[name]
    behind = [c for c in draft.children(name) if draft.positions[c] == draft.positions[name] + 1]
    if piece.tokens[0] > own + 2 or any(graph[c].pos_ == "NUM" for c in behind):
        return None
    day = graph[piece.root].text.isdigit() and len(graph[piece.root]) < 3
    opener = draft.words[draft.positions[name] - 1].text.lower()
    if day and opener not in ("on", "since", "until", "by", ",", "before", "after"):
        return None  # "in May 4"
    commas = ",," if graph[own + 1].text == "," else ""
    return insert(graph, draft, piece, draft.positions[name] + 1, commas)


def describe(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    """Put what the other sentence calls a person or thing behind its name, as an apposition."""
    name = piece.head
    right = [c for c in draft.children(name) if draft.positions[c] > draft.positions[name]]
    if any(graph[c].dep_ in CLAUSAL for c in right):
        return None
    heads = heads_of(graph, piece.tokens) | {piece.root: name}
    position = draft.positions[name] + 1
    if is_enclosed(draft, position):
        return None
    words: tuple[Word, ...] = (COMMA, *words_of(graph, piece.tokens))
    if draft.words[position].text not in ",.;:!?)":
        words = (*words, COMMA)
    return draft.insert(position, words, heads, piece.root)


def _beside_clause(
    graph: PairGraph, draft: Draft, piece: Piece, position: int, rivals: list[int]
) -> Draft | None:
    """Put a clause beside one that the noun has already, as far as they do not look alike."""
    root, rival = graph[piece.root], graph[rivals[0]]
    relative = graph[piece.tokens[0]].lower_ in ("which", "who", "whose", "where")
    if rival.i in draft.attached or root.dep_ == "appos":
        return None
    if root.dep_ == "relcl" and relative and rival.dep_ == "acl":
        return insert(graph, draft, piece, position, ",,")
    behind = draft.extent(rival.i)[1] + 1
    if root.dep_ == "acl" and rival.dep_ == "relcl" and len(rivals) == 1:
        return insert(graph, draft, piece, behind, ",,")
    return None
