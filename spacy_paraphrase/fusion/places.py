"""Where a subtree of the other sentence goes in a draft, by its dependency.

Each rule returns the new draft, or None where the subtree has no safe place.
"""

from __future__ import annotations

from .agreement import is_plural
from .coordinate import AND, COMMA, SAYING, add_conjunct, clause_end
from .draft import Draft, Word, heads_of, words_of
from .graph import COMPLEMENTS, OBJECTS, SUBJECTS, PairGraph
from .identity import NOMINAL, are_two_events, are_two_things
from .pieces import Piece
from .shared import is_bound
from .wordlists import words

VERBAL = frozenset({"VERB", "AUX"})
_OPEN = frozenset({"(", "[", "``", "“"})
_SHUT = frozenset({")", "]", "''", "”"})
_TIMES = frozenset({"DATE", "TIME"})
# Dependents and words that come before the adjectives of a noun.
_FIRST = frozenset({"det", "poss", "nummod"})
_FIRST_WORDS = words("other same such own many few several more most various first last")
# Dependents of a noun that stay close behind it; a new one goes behind them.
_CLOSE = frozenset({"prep", "case", "nummod", "compound", "nmod", "amod", "advmod", "npadvmod"})
_CLAUSAL = frozenset({"acl", "relcl", "appos"})
_PREMODIFIERS = frozenset({"amod", "compound", "nummod", "nmod", "poss"})
# Dependents of a verb that come before its clauses.
_CORE = OBJECTS | {"prt", "agent", "prep", "npadvmod", "advmod", "compound:prt", "obl", "neg"}
# Adverbs that point to what was said before, or that change what the verb says.
_BOUND = words(
    "also then respectively however not n't so when how why where there thus therefore instead too "
    "never still yet again already even only just as once before now"
)
_NUMBER = {"NN": 1, "NNP": 1, "NNS": 2, "NNPS": 2}
# Prepositions of which a verb has one.
_SINGLE = words("into to onto with from of for about against by")
# Prepositions of times that go with a date.
_SPANS = words("after before since until for during throughout")
_DIRECTIONS = words("across through into along towards onto")
# Verbs whose objects add up; of others the second may be the first in other words.
_LISTING = words("have include contain offer provide")
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_PARTICLES = words("off up out down over away about around through back")


def place(graph: PairGraph, draft: Draft, piece: Piece, early: bool = False) -> Draft | None:
    """Attach a subtree to a draft, or return None.

    Args:
        graph: The pair.
        draft: The draft.
        piece: The subtree.
        early: Whether an adverbial goes right behind the object, not behind the other adverbials.
    """
    if piece.head not in draft:
        return None
    root, head = graph[piece.root], graph[piece.head]
    if (
        head.tag_ in _NUMBER
        and root.dep_ != "conj"
        and _NUMBER[head.tag_]
        != _NUMBER.get(graph[graph.twin[piece.head]].tag_, _NUMBER[head.tag_])
    ):
        return None  # one of several things: what is said of it is not said of them
    if head.pos_ in NOMINAL and root.dep_ != "conj" and are_two_things(graph, piece.head):
        return None
    before = piece.root < graph.twin[piece.head]
    placed: Draft | None = None
    if piece.root == graph.twin.get(piece.head):
        placed = _description(graph, draft, piece)
    elif root.dep_ == "conj":
        placed = add_conjunct(graph, draft, piece)
    elif head.pos_ in NOMINAL and before:
        if root.dep_ in _PREMODIFIERS:
            placed = _before_noun(graph, draft, piece)
    elif head.pos_ in NOMINAL:
        if root.dep_ == "prep" or root.dep_ in _CLAUSAL:
            placed = _after_noun(graph, draft, piece)
        elif root.dep_ in ("nummod", "npadvmod") and head.pos_ == "PROPN":
            placed = _after_name(graph, draft, piece)
    elif head.pos_ in VERBAL:
        if root.dep_ in ("prep", "npadvmod", "advmod", "agent", "advcl") and not (
            root.dep_ == "npadvmod" and not _is_time(graph, piece.root)
        ):
            placed = _at_verb(graph, draft, piece, before, early)
        elif not before and root.dep_ in COMPLEMENTS | {"dobj"}:
            placed = _complement(graph, draft, piece)
    elif head.pos_ in ("ADJ", "ADV", "NUM") and root.dep_ == "advmod" and before:
        placed = _insert(graph, draft, piece, draft.positions[piece.head])
    elif head.pos_ in ("ADJ", "ADV") and root.dep_ == "prep" and not before:
        placed = _after_adjective(graph, draft, piece)
    return placed


def _insert(
    graph: PairGraph, draft: Draft, piece: Piece, position: int, commas: str = ""
) -> Draft | None:
    """Put a subtree in before a position, between commas if asked ("," before, ",," both)."""
    if _enclosed(draft, position):
        return None
    words = words_of(graph, piece.tokens)
    if commas and position and draft.words[position - 1].text not in ",;:(–-—":
        words = (COMMA, *words)
    following = draft.words[position].text if position < len(draft.words) else "."
    if len(commas) > 1 and following not in ",.;:!?)–-—":
        words = (*words, COMMA)
    heads = heads_of(graph, piece.tokens) | {piece.root: piece.head}
    return draft.insert(position, words, heads, piece.root)


def _enclosed(draft: Draft, position: int) -> bool:
    """Tell whether a position is inside quotes or brackets, where nothing of others belongs."""
    before = [word.text for word in draft.words[:position]]
    depth = sum(text in _OPEN for text in before) - sum(text in _SHUT for text in before)
    return depth > 0 or before.count('"') % 2 == 1


def _before_noun(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    root, noun = graph[piece.root], piece.head
    left = [c for c in draft.children(noun) if draft.positions[c] < draft.positions[noun]]
    labels = {graph[c].dep_ for c in left}
    first, last = draft.extent(noun)
    between = [graph.twin.get(t) for t in range(piece.root + 1, graph.twin[noun])]
    if any(t in draft and not first <= draft.positions[t] <= last for t in between if t):
        return None  # what stands between is no part of the other noun phrase: a misreading
    if root.dep_ in ("nummod", "poss") and labels & {"nummod", "poss"}:
        return None
    if graph.lemma(piece.root) in graph.lemma(noun) or (root.is_upper and len(root) > 4):
        return None  # "law lawsuits"; a headline's capitals
    phrase = "".join(word.text for word in draft.words[first : last + 1]).lower()
    if root.lower_.replace("-", "") in phrase.replace("-", ""):
        return None  # "coal mine" has "coalmine"
    siblings = graph.children[graph.twin[noun]]
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
        position = draft.positions[articles[0]] if articles else draft.extent(noun)[0]
        return _insert(graph, draft.without(articles), piece, position)
    anchors = {c: c if c in draft.attached else graph.twin.get(c) for c in siblings}
    known = [c for c in siblings if anchors[c] in left and graph[c].dep_ != "det"]
    right = [c for c in known if c > piece.root]
    behind = [c for c in known if c < piece.root]
    if behind:
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
    return _insert(graph, draft, piece, position)


def _other_name(graph: PairGraph, left: list[int], siblings: list[int], pos: str) -> bool:
    """Tell whether a noun has a name before it that is not the other sentence's."""
    return any(
        graph.twin.get(c) not in siblings
        and graph[c].dep_ in ("compound", "nmod", "amod")
        and (graph[c].dep_ == "nmod" or (pos == "PROPN" and _is_name(graph, c)))
        for c in left
    )


def _is_name(graph: PairGraph, node: int) -> bool:
    return graph[node].pos_ == "PROPN" or graph[node].ent_type_ in ("NORP", "GPE", "LOC")


def _after_noun(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    root, noun = graph[piece.root], piece.head
    if graph[noun].dep_ in _PREMODIFIERS and graph[noun].head.i > noun:
        return None
    if root.dep_ == "prep" and root.lower_ == "as":
        return None
    if (
        root.dep_ == "appos"
        and is_plural(graph, noun, graph.chain(noun))
        and not is_plural(graph, piece.root, graph.chain(piece.root))
    ):
        return None
    right = [c for c in draft.children(noun) if draft.positions[c] > draft.positions[noun]]
    position = draft.positions[noun] + 1
    if graph[piece.tokens[0]].text in _OPEN:
        return _insert(graph, draft, piece, position)
    if root.dep_ == "prep" and _says_such(graph, piece, right):
        return None
    for child in right:
        if graph[child].dep_ not in _CLOSE or draft.extent(child)[0] > position:
            break
        position = draft.extent(child)[1] + 1
    first = piece.tokens[0]
    own_comma = graph[max(first - 1, 0)].text in (",", "--", "–", "—")
    if root.lower_ == "of":
        return _insert(graph, draft, piece, draft.positions[noun] + 1)
    if root.dep_ == "prep":
        commas = ",," if own_comma else ""
        return _insert(graph, draft, piece, _before_comma(draft, position), commas)
    rivals = [c for c in right if graph[c].dep_ in _CLAUSAL]
    if rivals:
        return _beside_clause(graph, draft, piece, position, rivals)
    commas = ",," if own_comma or root.dep_ == "appos" or graph[noun].pos_ == "PROPN" else ""
    return _insert(graph, draft, piece, position, commas)


def _after_name(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
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
    return _insert(graph, draft, piece, draft.positions[name] + 1, commas)


def _after_adjective(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    """Put a phrase behind an adjective or an adverb that is no part of a noun phrase."""
    adjective = piece.head
    right = [
        c for c in draft.children(adjective) if draft.positions[c] > draft.positions[adjective]
    ]
    if graph[adjective].dep_ not in ("acomp", "oprd", "ROOT", "conj") or right:
        return None
    return _insert(graph, draft, piece, draft.positions[adjective] + 1)


def _description(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    """Put what the other sentence calls a person or thing behind its name, as an apposition."""
    name = piece.head
    right = [c for c in draft.children(name) if draft.positions[c] > draft.positions[name]]
    if any(graph[c].dep_ in _CLAUSAL for c in right):
        return None
    heads = heads_of(graph, piece.tokens) | {piece.root: name}
    position = draft.positions[name] + 1
    if _enclosed(draft, position):
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
        return _insert(graph, draft, piece, position, ",,")
    behind = draft.extent(rival.i)[1] + 1
    if root.dep_ == "acl" and rival.dep_ == "relcl" and len(rivals) == 1:
        return _insert(graph, draft, piece, behind, ",,")
    return None


def _says_such(graph: PairGraph, piece: Piece, others: list[int]) -> bool:
    """Tell whether the head has such a phrase of its own that is not aligned.

    A second time, or a second phrase with the same preposition, may say the same in other words.
    """
    root = graph[piece.root]
    for child in others:
        if graph.side(child).start == graph.side(piece.root).start:
            continue
        if _is_time(graph, piece.root) and _is_time(graph, child):
            spans = [graph[t].lower_ in _SPANS for t in (piece.root, child)]
            return spans[0] == spans[1]
        if "advcl" == graph[child].dep_ == root.dep_ and child not in graph.twin:
            marks = [
                {graph[t].lower_ for t in graph.dependents(v, "mark", "aux")}
                for v in (child, piece.root)
            ]
            if marks[0] == marks[1]:
                return True
        if _is_time(graph, piece.root) != _is_time(graph, child):
            continue
        aligned = any(t in graph.twin for t in graph.children[child])
        aligned = aligned and root.lower_ not in _SINGLE
        if graph[child].dep_ == root.dep_ and graph[child].lower_ == root.lower_ and not aligned:
            return True
    return False


def _is_time(graph: PairGraph, node: int) -> bool:
    """Tell whether a phrase, or the object of its preposition, is a time."""
    return any(graph[t].ent_type_ in _TIMES for t in (node, *graph.dependents(node, "pobj")))


def _at_verb(
    graph: PairGraph, draft: Draft, piece: Piece, before: bool, early: bool
) -> Draft | None:
    root, verb = graph[piece.root], piece.head
    own_verb = graph.twin[verb]
    if are_two_events(graph, own_verb, verb):
        return None
    children = draft.children(verb)
    agents = [c for c in children if graph[c].dep_ == root.dep_ == "agent"]
    if agents:
        heads = heads_of(graph, piece.tokens) | {piece.root: agents[0]}
        words = (AND, *words_of(graph, piece.tokens))
        return draft.insert(draft.extent(agents[0])[1] + 1, words, heads, piece.root)
    if _says_such(graph, piece, children) or not _selects(graph, piece, verb):
        return None
    if root.lower_ == "according" and any(
        graph.lemma(t) in SAYING or graph[t].lower_ == "according" for t in draft.positions
    ):
        return None  # the frame has its own way to say who says it
    own_subject = graph.subject(own_verb)
    if root.dep_ == "advmod" and len(piece.tokens) == 1:
        if root.lower_ in _BOUND:
            return None
        if before and (own_subject is None or piece.root > own_subject):
            return _insert(graph, draft, piece, draft.positions[verb])
    first = draft.extent(verb)[0]
    subject = next((c for c in children if graph[c].dep_ in SUBJECTS), None)
    in_front = before and own_subject is not None and piece.root < own_subject
    opening = graph.head(verb) is None and subject is not None
    if in_front and opening and draft.extent(subject or 0)[0] == first:
        words = (*words_of(graph, piece.tokens), COMMA)
        heads = heads_of(graph, piece.tokens) | {piece.root: verb}
        return draft.insert(first, words, heads, piece.root)
    if root.dep_ == "advcl":
        if root.tag_ in _FINITE and not _is_opened(graph, piece):
            return None
        end = clause_end(draft, verb)
        comma = "," if graph.is_mark(piece.tokens[0] - 1) else ""
        return None if end is None else _insert(graph, draft, piece, end, comma)
    position = draft.positions[verb] + 1
    manner = root.dep_ == "advmod" and len(piece.tokens) == 1
    inner = early or manner or root.lower_ in _DIRECTIONS
    core = OBJECTS | {"prt"} if inner else _CORE
    for child in children:
        if draft.positions[child] < position:
            continue
        if graph[child].dep_ not in core or draft.extent(child)[0] > position:
            break
        position = draft.extent(child)[1] + 1
    position = _before_comma(draft, position)
    following = draft.words[position].token if position < len(draft.words) else None
    if following is not None and graph[following].tag_ in _FINITE:
        return None  # what stands before it is its subject: a misreading
    return _insert(graph, draft, piece, position)


def _is_opened(graph: PairGraph, piece: Piece) -> bool:
    """Tell whether a clause begins with a word that makes it one: "because", "when"."""
    first = graph[piece.tokens[0]]
    return first.dep_ == "mark" or first.tag_ in ("WRB", "WDT", "WP", "IN")


def _before_comma(draft: Draft, position: int) -> int:
    """Return a position behind words, not behind the comma after them."""
    while position and draft.words[position - 1].text == ",":
        position -= 1
    return position


def _selects(graph: PairGraph, piece: Piece, verb: int) -> bool:
    """Tell whether a verb can take the phrase: a particle or an agent goes with its own verb."""
    root = graph[piece.root]
    by = root.dep_ == "prep" and root.lower_ == "by" and not _is_time(graph, piece.root)
    if root.dep_ == "agent" or by:
        passive = graph.dependents(verb, "auxpass", "nsubjpass") or graph[verb].tag_ == "VBN"
        return bool(passive) and not graph.dependents(verb, "agent", "dobj")
    if root.dep_ != "prep":
        return True
    own_verb = graph.twin[verb]
    directly = piece.root == own_verb + 1
    objects = [bool(graph.dependents(v, *OBJECTS)) for v in (own_verb, verb)]
    return not (directly and objects == [False, True] and root.lower_ in _PARTICLES)


def _complement(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    """Give a verb an object or a complement, or a second object of the same kind."""
    verb = piece.head
    children = draft.children(verb)
    objects = [c for c in children if graph[c].dep_ == graph[piece.root].dep_ == "dobj"]
    if objects:
        return _second_object(graph, draft, piece, objects[0])
    taken = OBJECTS | COMPLEMENTS | {"agent", "nsubjpass", "auxpass"}
    if any(graph[c].dep_ in taken or is_bound(graph, verb, c) for c in children):
        return None
    position = draft.positions[verb] + 1
    for child in children:
        if graph[child].dep_ in ("prt", "compound:prt"):
            position = draft.positions[child] + 1
    return _insert(graph, draft, piece, position)


def _second_object(graph: PairGraph, draft: Draft, piece: Piece, first: int) -> Draft | None:
    """Coordinate the objects that a verb of having has in both sentences, with one subject."""
    verb, own_verb = piece.head, graph.twin[piece.head]
    subjects = graph.subject(verb), graph.subject(own_verb)
    same = None not in subjects and graph.twin.get(subjects[0] or 0) == subjects[1]
    alike = graph.lemma(verb) == graph.lemma(own_verb) and graph.lemma(verb) in _LISTING
    plain = not graph.chain(first) and not graph.chain(piece.root)
    nominal = {graph[first].pos_, graph[piece.root].pos_} <= NOMINAL
    if not (same and alike and plain and nominal) or first in graph.linked:
        return None
    position = draft.extent(first)[1] + 1
    if _enclosed(draft, position):
        return None
    words = (AND, *words_of(graph, piece.tokens))
    heads = heads_of(graph, piece.tokens) | {piece.root: first}
    return draft.insert(position, words, heads, piece.root)
