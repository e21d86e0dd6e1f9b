"""Where a subtree of the other sentence goes in a draft, by its dependency.

Each rule returns the new draft, or None where the subtree has no safe place.
"""

from __future__ import annotations

from .draft import Draft, Word, heads_of, words_of
from .graph import (
    CLAUSAL,
    COMPLEMENTS,
    FINITE_OR_MODAL,
    NOMINAL,
    OBJECTS,
    PARTICLES,
    SUBJECTS,
    PairGraph,
    are_two_events,
    are_two_things,
    is_marker,
)
from .insertion import (
    AND,
    COMMA,
    SAYING,
    Piece,
    add_conjunct,
    before_comma,
    clause_end,
    has_time,
    insert,
    is_enclosed,
    is_far,
    is_time,
    says_such,
)
from .intersection import is_bound
from .realisation import is_plural
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


# Where what says more of a verb goes: circumstances, adverbs, clauses, objects.

# Dependents of a verb that come before its clauses.
_CORE = OBJECTS | {"prt", "agent", "prep", "npadvmod", "advmod", "compound:prt", "obl", "neg"}
# Adverbs that point to what was said before, or that change what the verb says.
_BOUND = words(
    "also then respectively however not n't so when how why where there thus therefore instead too "
    "never still yet again already even only just as once before now usually often sometimes "
    "always rarely seldom generally mostly"
)
# What two verbs must have in common at least to govern the same prepositions.
_SAME_VERB = 0.8
_DIRECTIONS = words("across through into along towards onto")
# Prepositions of what says when, where or why: it may stand before a sentence.
_CIRCUMSTANCES = words("in on at after before during since until despite amid because following")
# Verbs whose objects add up; of others the second may be the first in other words.
_LISTING = words("have include contain offer provide")
_PARTICIPLES = frozenset({"acl", "relcl"})
_PARTICLES = words("off up out down over away about around through back")


def at_verb(
    graph: PairGraph, draft: Draft, piece: Piece, before: bool, early: bool
) -> Draft | None:
    """Put a circumstance, an agent or an adverbial clause where its class stands.

    Args:
        graph: The pair.
        draft: The draft.
        piece: The subtree.
        before: Whether it stands before the verb in its own sentence.
        early: Whether it goes right behind the object, not behind the other adverbials.
    """
    root, verb = graph[piece.root], piece.head
    own_verb = graph.twin[verb]
    if are_two_events(graph, own_verb, verb) or graph[verb].dep_ == "amod":
        return None
    if is_marker(graph, piece.root):
        return None  # the frame does without it
    same = graph.relation[verb] in ("equals", "restates") and graph.similarity[verb] > _SAME_VERB
    if root.dep_ == "prep" and root.lower_ not in _CIRCUMSTANCES and not same:
        return None  # it may be governed by a verb that is not there
    children = draft.children(verb)
    agents = [c for c in children if graph[c].dep_ == root.dep_ == "agent"]
    if agents:
        heads = heads_of(graph, piece.tokens) | {piece.root: agents[0]}
        words = (AND, *words_of(graph, piece.tokens))
        return draft.insert(draft.extent(agents[0])[1] + 1, words, heads, piece.root)
    if says_such(graph, piece, children) or not _selects(graph, piece, verb):
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
            return insert(graph, draft, piece, draft.positions[verb])
    if root.lower_ == "according":
        end = clause_end(draft, verb)
        return None if end is None else insert(graph, draft, piece, end, ",")
    first = draft.extent(verb)[0]
    subject = next((c for c in children if graph[c].dep_ in SUBJECTS), None)
    in_front = before and own_subject is not None and piece.root < own_subject
    opening = graph.head(verb) is None and subject is not None
    opening = opening and draft.extent(subject or 0)[0] == first
    if in_front and opening:
        return _front(graph, draft, piece, first)
    if root.dep_ == "advcl":
        end = clause_end(draft, verb)
        if end is None or any(_is_clause(graph, c) for c in children):
            return None
        if root.tag_ in FINITE_OR_MODAL and not _is_opened(graph, piece):
            return None
        comma = "," if graph.is_mark(piece.tokens[0] - 1) else ""
        if is_far(graph, draft, verb, end, finite=bool(comma)):
            movable = opening and (_is_opened(graph, piece) or root.tag_ == "VB")
            return _front(graph, draft, piece, first) if movable else None
        return insert(graph, draft, piece, end, comma)
    position = draft.positions[verb] + 1
    manner = root.dep_ == "advmod" and len(piece.tokens) == 1
    close = manner or root.lower_ in _DIRECTIONS or is_bound(graph, own_verb, piece.root)
    inner = close != early
    core = OBJECTS | {"prt"} if inner else _CORE
    for child in children:
        if draft.positions[child] < position:
            continue
        if graph[child].dep_ not in core or draft.extent(child)[0] > position:
            break
        if graph[child].dep_ == "dobj" and graph[child].pos_ == "ADJ":
            return None  # a misreading: an adjective is no object
        position = draft.extent(child)[1] + 1
    position = before_comma(draft, position)
    following = draft.words[position].token if position < len(draft.words) else None
    if following is not None and graph[following].tag_ in FINITE_OR_MODAL:
        return None  # what stands before it is its subject: a misreading
    if is_far(graph, draft, verb, position):
        movable = root.dep_ == "prep" and root.lower_ in _CIRCUMSTANCES
        return _front(graph, draft, piece, first) if opening and movable else None
    return insert(graph, draft, piece, position)


def _front(graph: PairGraph, draft: Draft, piece: Piece, first: int) -> Draft:
    """Put a circumstance before a sentence."""
    words = (*words_of(graph, piece.tokens), COMMA)
    heads = heads_of(graph, piece.tokens) | {piece.root: piece.head}
    return draft.insert(first, words, heads, piece.root)


def _is_clause(graph: PairGraph, node: int) -> bool:
    """Tell whether an adverbial clause behind a clause would be taken for a part of it."""
    joined = graph[node].dep_ == "conj" and graph.subject(node) is not None
    return joined or graph[node].dep_ == "advcl"


def _is_opened(graph: PairGraph, piece: Piece) -> bool:
    """Tell whether a clause begins with a word that makes it one: "because", "when"."""
    first = graph[piece.tokens[0]]
    return first.dep_ == "mark" or first.tag_ in ("WRB", "WDT", "WP", "IN")


def _selects(graph: PairGraph, piece: Piece, verb: int) -> bool:
    """Tell whether a verb can take the phrase: a particle or an agent goes with its own verb."""
    root = graph[piece.root]
    by = root.dep_ == "prep" and root.lower_ == "by" and not is_time(graph, piece.root)
    if root.dep_ == "agent" and graph.dependents(graph.twin[verb], *OBJECTS):
        return False  # a misreading: "performed works by Haydn"
    if root.dep_ == "agent" or by:
        participle = graph[verb].tag_ == "VBN" and graph[verb].dep_ in _PARTICIPLES
        passive = graph.dependents(verb, "auxpass", "nsubjpass") or participle
        return bool(passive) and not graph.dependents(verb, "agent", "dobj")
    if root.dep_ != "prep":
        return True
    own_verb = graph.twin[verb]
    directly = piece.root == own_verb + 1
    objects = [bool(graph.dependents(v, *OBJECTS)) for v in (own_verb, verb)]
    return not (directly and objects == [False, True] and root.lower_ in _PARTICLES)


def complement(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    """Give a verb an object or a complement, or a second object of the same kind."""
    verb = piece.head
    children = draft.children(verb)
    objects = [c for c in children if graph[c].dep_ == graph[piece.root].dep_ == "dobj"]
    if objects:
        return _second_object(graph, draft, piece, objects[0])
    taken = OBJECTS | COMPLEMENTS | {"agent", "nsubjpass", "auxpass"}
    if graph[verb].tag_ == "VBN" and not any(graph.lemma(c) == "have" for c in children):
        return None
    if any(graph[c].dep_ in taken or is_bound(graph, verb, c) for c in children):
        return None
    position = draft.positions[verb] + 1
    for child in children:
        if graph[child].dep_ in PARTICLES:
            position = draft.positions[child] + 1
    return insert(graph, draft, piece, position)


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
    if is_enclosed(draft, position):
        return None
    words = (AND, *words_of(graph, piece.tokens))
    heads = heads_of(graph, piece.tokens) | {piece.root: first}
    return draft.insert(position, words, heads, piece.root)


# Where a subtree of the other sentence goes in a draft, by its dependency.

VERBAL = frozenset({"VERB", "AUX"})
# What a word and its twin must have in common at least.
_SAME_NODE = 0.6
# Dependents that may be a time or have one.
_TIMES = frozenset({"prep", "agent", "npadvmod", "advmod", "compound", "nmod", "poss"})
_NUMBER = {"NN": 1, "NNP": 1, "NNS": 2, "NNPS": 2}


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
    if not _is_same(graph, piece.head):
        return None
    if root.dep_ in _TIMES and has_time(graph, draft, piece):
        return None
    before = piece.root < graph.twin[piece.head]
    placed: Draft | None = None
    if piece.root == graph.twin.get(piece.head):
        placed = describe(graph, draft, piece)
    elif root.dep_ == "conj":
        placed = add_conjunct(graph, draft, piece)
    elif head.pos_ in NOMINAL and before:
        if root.dep_ in PREMODIFIERS:
            placed = before_noun(graph, draft, piece)
    elif head.pos_ in NOMINAL:
        if root.dep_ == "prep" or root.dep_ in CLAUSAL:
            placed = after_noun(graph, draft, piece)
        elif root.dep_ in ("nummod", "npadvmod") and head.pos_ == "PROPN":
            placed = after_name(graph, draft, piece)
    elif head.pos_ in VERBAL:
        if root.dep_ in ("prep", "npadvmod", "advmod", "agent", "advcl") and not (
            root.dep_ == "npadvmod" and not is_time(graph, piece.root)
        ):
            placed = at_verb(graph, draft, piece, before, early)
        elif not before and root.dep_ in COMPLEMENTS | {"dobj"}:
            placed = complement(graph, draft, piece)
    elif head.pos_ in ("ADJ", "ADV", "NUM") and root.dep_ == "advmod" and before:
        placed = insert(graph, draft, piece, draft.positions[piece.head])
    elif head.pos_ in ("ADJ", "ADV") and root.dep_ == "prep" and not before:
        placed = _after_adjective(graph, draft, piece)
    return placed


def _is_same(graph: PairGraph, node: int) -> bool:
    """Tell whether a word and its twin mean the same, so that what is said of one holds of both."""
    alike = graph.relation[node] in ("equals", "restates", "generalizes", "specifies")
    return alike and graph.similarity[node] >= _SAME_NODE


def _after_adjective(graph: PairGraph, draft: Draft, piece: Piece) -> Draft | None:
    """Put a phrase behind an adjective or an adverb that is no part of a noun phrase."""
    adjective = piece.head
    right = [
        c for c in draft.children(adjective) if draft.positions[c] > draft.positions[adjective]
    ]
    if graph[adjective].dep_ not in ("acomp", "oprd", "ROOT", "conj") or right:
        return None
    return insert(graph, draft, piece, draft.positions[adjective] + 1)
