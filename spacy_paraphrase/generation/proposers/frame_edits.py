"""Single edits that bring a sentence closer to a union, and their application.

People who unite two sentences keep nearly all of one and make one or two edits (Hirsch et al.
2023). The edited sentence is called the frame. An edit inserts a unit of the other sentence into a
gap of the frame, or replaces a noun phrase of the frame by one of the other sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

import numpy as np

from ...analysis.pair_words import NEGATED
from ...analysis.sentence import Sentence
from ...jobs.arrays import FloatingArray
from ..draft import COMMA, Draft, DraftWord, Wording, coordinator, words_of
from ..graph import PairGraph, are_two_things, has_own_time
from .added_units import Unit, trim, units
from .places import FIT, PlaceJudge, fit_features, gap_symbols, syntax_of, unit_symbols
from .wording import stands_for, swap_phrase

# How many gaps of a frame are tried for a unit, and how probable one must be.
MOST_GAPS, LEAST_PROBABLE = 4, 0.08
_ENCLOSED = FIT.index("enclosed")
# Roles whose place follows from what they are joined to.
JOINED = frozenset({"conj", "parataxis"})
# Clauses reduced to what can be said of a noun.
REDUCED = frozenset({"relative", "participle", "apposition"})

_STOPS = frozenset(",.;:!?)–—-") | {"--"}


class FrameEdit(NamedTuple):
    """One edit of a frame.

    Attributes:
        unit: The unit that is inserted.
        gap: The index in the side of the word after the gap; -1 for a replacement.
        old: The head that is replaced, by its index in the Doc; -1 for none.
    """

    unit: Unit
    gap: int = -1
    old: int = -1


class Candidate(NamedTuple):
    """An edit with the scores of its place.

    Attributes:
        edit: The edit.
        place: Log probability of its gap.
        rank: The number of gaps that are more probable.
        fit: Features `places.FIT` of the gap.
    """

    edit: FrameEdit
    place: float
    rank: int
    fit: FloatingArray


def candidates(graph: PairGraph, base: Sentence, judge: PlaceJudge) -> list[Candidate]:
    """Return the possible edits of a frame: every unit with its most probable gaps."""
    other = graph.other(base)
    none = np.zeros(len(FIT), np.float32)
    found = [Candidate(edit, 0.0, 0, none) for edit in replacements(graph, base)]
    new = [unit for unit in units(graph, other) if _may_go(graph, base, unit)]
    for unit in [unit for unit in new if unit.role in JOINED]:
        gap = joint(graph, base, unit)
        if gap >= 0:
            found.append(Candidate(FrameEdit(unit, gap), 0.0, 0, none))
    return found + _placed(graph, base, judge, [unit for unit in new if unit.role not in JOINED])


def _placed(
    graph: PairGraph, base: Sentence, judge: PlaceJudge, new: list[Unit]
) -> list[Candidate]:
    """Return units in their most probable gaps."""
    if not new:
        return []
    other = graph.other(base)
    frame, own = syntax_of(base), syntax_of(other)
    links = {
        t - other.start: graph.linked[t] - base.start
        for t in range(other.start, other.end)
        if t in graph.linked
    }
    places = [_place(unit, other.start) for unit in new]
    embedded = judge.embed(
        [unit_symbols(own, *place, unit.lead) for unit, place in zip(new, places, strict=True)]
    )
    gaps = judge.embed(gap_symbols(frame))
    found = []
    for unit, place, vector in zip(new, places, embedded, strict=True):
        fit, head = fit_features(frame, own, links, *place), anchor(graph, base, unit)
        scores = judge.scores(vector, gaps, fit)
        for rank, gap in enumerate(np.argsort(-scores, kind="stable")[:MOST_GAPS].tolist()):
            if scores[gap] < np.log(LEAST_PROBABLE) or fit[gap, _ENCLOSED] or head is None:
                continue
            if not _is_misread(graph, unit, head, base.start + gap):
                found.append(Candidate(FrameEdit(unit, gap), float(scores[gap]), rank, fit[gap]))
    return found


def _is_misread(graph: PairGraph, unit: Unit, head: int, place: int) -> bool:
    """Return whether a unit before a word of the frame would be read with something else."""
    # So it would before the article of its noun, behind an aside or a denied conjunct that ends
    # there, and in the reach of an "only" that its own sentence does not have.
    if unit.role in graph.lang.premodifier_labels:
        return any(place <= c < head for c in (*graph.determiner_tokens(head), *graph.owners(head)))
    last = max(place - 1, graph.side(head).start)
    if any(
        (graph.says_more_of_noun(t) and graph.follows_comma(t))
        or (graph.is_conjunct(t) and NEGATED in graph.operators(t))
        for t in takewhile(lambda t: t != head, (last, *graph.above(last)))
    ):
        return True
    around = (head, *graph.above(head), *graph.undergoers(head))
    before = (c for t in around for c in graph.children[t] if c < place and c not in graph.linked)
    return any(graph.words[c] in graph.lang.focus_adverbs for c in before)


def _place(unit: Unit, start: int) -> tuple[int, list[int], str, int]:
    """Return root, words, role and head of a unit, counted in its sentence."""
    head = -1 if unit.above is None else unit.above - start
    return unit.root - start, [t - start for t in unit.tokens], unit.role, head


def _may_go(graph: PairGraph, base: Sentence, unit: Unit) -> bool:
    """Return whether a unit may be put into a frame at all, wherever that is."""
    # It repeats no content word of the frame, gives no verb a second time, and hangs on what it can
    # hang on; what makes a statement uncertain stays with its own statement.
    head = anchor(graph, base, unit)
    restricts = graph.words[unit.root] in graph.lang.focus_adverbs
    if head is None or restricts or graph.is_operator(unit.root):
        return False
    if any(_is_same(graph, t) for t in unit.tokens) or _cuts_name(graph, unit.tokens[0]):
        return False
    if unit.above not in graph.linked and unit.role != "advcl":
        return False  # what is said of one thing would be said of another
    if unit.form in REDUCED and not graph.is_nominal(head):
        return False
    if not _is_one_subject(graph, unit) or _names_second_source(graph, base, unit):
        return False
    return _has_room(graph, unit, head) and _is_one_event(graph, unit, head)


def _has_room(graph: PairGraph, unit: Unit, head: int) -> bool:
    """Return whether nothing that a unit says of a head is said there yet."""
    timed = unit.role in graph.lang.time_labels
    taken = _is_taken(graph, unit, head)
    return not (taken or (timed and has_own_time(graph, unit.root, unit.tokens, head)))


def _names_second_source(graph: PairGraph, base: Sentence, unit: Unit) -> bool:
    """Return whether a unit says who says so, and the frame does already."""
    named = _names_source(graph, unit.tokens, unit.form)
    return named and _names_source(graph, range(base.start, base.end))


def _is_one_subject(graph: PairGraph, unit: Unit) -> bool:
    """Return whether what a unit says of its subject may be said of the counterpart of that.

    Two common nouns may name two things: "a boy", "a man". They name one if they are the same or
    mean the same, or if the more general one points back: "a boy", "the child".
    """
    subject = unit.above if unit.form in REDUCED | {"predicate"} else None
    other = graph.linked.get(-1 if subject is None else subject)
    if subject is None or other is None or not (graph.is_noun(subject) and graph.is_noun(other)):
        return True
    relation = graph.relation[subject]
    if relation in ("equals", "restates") or graph.lemmas[subject] == graph.lemmas[other]:
        return True
    general = {"specifies": other, "generalizes": subject}.get(relation)
    if general is None:
        return False
    determiners = graph.determiners(general) - graph.lang.indefinite_determiners
    return bool(determiners or graph.owners(general))


def _is_one_event(graph: PairGraph, unit: Unit, verb: int) -> bool:
    """Return whether what is said of one verb may be said of its counterpart."""
    # Not where one is denied or may be, has another particle; nor a doer of an
    # active verb, nor a preposition that another verb asks for.
    own = unit.above
    if own is None or graph.linked.get(own) != verb or not graph.is_verbal(verb):
        return True
    if unit.role == "agent" and not graph.passive_subjects(verb):
        return False
    if verb in graph.aligned and graph.operators(verb) != graph.operators(graph.aligned[verb]):
        return False
    asked = graph.is_governed(own, unit.root) and graph.lemmas[own] != graph.lemmas[verb]
    return not asked and not graph.has_other_particle(own, verb)


def _cuts_name(graph: PairGraph, first: int) -> bool:
    """Return whether a word is a name of which the beginning stands before it, and is new too."""
    side = graph.side(first)
    name = side.syntax.name_of(first - side.start)
    before = range(side.start + name.start, first)
    return graph.is_name(first) and not all(_is_same(graph, t) for t in before)


def _is_same(graph: PairGraph, token: int) -> bool:
    """Return whether a word is a content word that the other side has too."""
    same = graph.relation.get(token) not in ("", "intersects")
    return same and graph.is_content(token) and graph.is_said(token)


def _names_source(graph: PairGraph, tokens: Iterable[int], form: str = "") -> bool:
    """Return whether some words tell who says it: "according to", "he said" around a sentence."""
    return form == "attribution" or any(
        graph.words[t] in graph.lang.attributions or (graph.is_root(t) and graph.reports(t))
        for t in tokens
    )


def _is_taken(graph: PairGraph, unit: Unit, head: int) -> bool:
    """Return whether a word has in the place of a unit something else, or cannot have it."""
    # That is another possessor, number, agent or phrase with the same preposition, what tells that
    # it is another thing, or a part of a name where it is none.
    lang = graph.lang
    if head in graph.aligned and graph.is_nominal(head) and are_two_things(graph, head):
        return True
    before = unit.role in lang.premodifier_labels
    if before and unit.above is not None and not graph.is_same_kind(head, unit.above):
        return True
    others = [
        c
        for c in graph.in_function(head, unit.role)
        if not any(_is_same(graph, t) for t in (c, *graph.objects_of_preposition(c)))
    ]
    same = any(graph.words[c] == graph.words[unit.root] for c in others)
    return bool(others) and (same or unit.role in lang.single_labels)


def anchor(graph: PairGraph, base: Sentence, unit: Unit) -> int | None:
    """Return the word of the frame that becomes the head of a unit; None if there is none."""
    head = unit.above
    if unit.role == "conj":
        partner = graph.aligned.get(head) if head is not None else None
        if partner is None or unit.form != "predicate":
            return partner
        verb = graph.head(partner)
        return verb if verb is not None and graph.subject(verb) == partner else None
    for node in () if head is None else (head, *graph.above(head)):
        if node in graph.linked and node not in unit.tokens:
            return graph.linked[node]
    return next(iter(graph.roots(base)), None)


def joint(graph: PairGraph, base: Sentence, unit: Unit) -> int:
    """Return the gap of a frame where a conjunct joins its coordination; -1 for none.

    The gap is before the conjunction of a coordination ("A, C and B"), else after its head.
    """
    head = anchor(graph, base, unit)
    if head is None or (unit.form == "attribution" and head not in graph.roots(base)):
        return -1
    if not unit.form:
        if not _may_be_listed(graph, head, unit.root):
            return -1
        conjunctions = graph.conjunctions(head)
        if conjunctions:
            return conjunctions[-1] - base.start
    words = [t for t in graph.subtree(head) if not graph.is_punct(t)]
    return words[-1] + 1 - base.start if words else -1


def _may_be_listed(graph: PairGraph, head: int, conjunct: int) -> bool:
    """Return whether a conjunct of the other side may join a word and what it is listed with."""
    if not graph.is_same_kind(head, conjunct):
        return False
    if graph.is_nominal(head) and not _hangs_alike(graph, head):
        return False
    own, other = ({graph.words[c] for c in graph.conjunctions(t)} for t in (conjunct, head))
    return not (own and other) or own == other


def _hangs_alike(graph: PairGraph, node: int) -> bool:
    """Return whether the list of a node and of its counterpart hang on the same."""
    # Prepositions are looked through.
    own, others = (list(graph.above(graph.first_conjunct(t))) for t in (node, graph.aligned[node]))
    for one, other in zip(own, others, strict=False):
        if graph.linked.get(one) != other:
            return False
        if not graph.is_adposition(one):
            return True
    return len(own) == len(others)


def apply(graph: PairGraph, base: Sentence, draft: Draft, edit: FrameEdit) -> Draft | None:
    """Return a draft with an edit applied; None if that is impossible."""
    if edit.old >= 0:
        return _replaced(graph, draft, edit)
    head = anchor(graph, base, edit.unit)
    if head is None or head not in draft:
        return None
    before = [t for t in range(base.start, base.start + edit.gap) if t in draft]
    position = draft.positions[before[-1]] + 1 if before else 0
    return _inserted(graph, draft, edit.unit, position, head)


def _replaced(graph: PairGraph, draft: Draft, edit: FrameEdit) -> Draft | None:
    if edit.old not in draft:
        return None
    first, last = draft.extent(edit.old)
    if any(word.token in draft.attached for word in draft.words[first : last + 1]):
        return None
    return swap_phrase(graph, draft, edit.old, edit.unit.root, edit.unit.tokens)


def _inserted(graph: PairGraph, draft: Draft, unit: Unit, position: int, head: int) -> Draft | None:
    """Put a unit in, with the marks that it needs there."""
    words = _with_joints(graph, draft, unit, position, head)
    if unit.role == "poss":  # "the car" becomes "Paul's car"
        articles = graph.lang.articles
        draft = draft.without(c for c in draft.below(head) if graph.words[c] in articles)
        position = draft.extent(head)[0]
    links = {t: h if h in unit.tokens else unit.root for t, h in graph.links(unit.tokens).items()}
    links.pop(unit.root, None)
    said = unit.form == "attribution"  # what is said hangs on who says it
    above = {head: unit.root} if said else {unit.root: head}
    return draft.insert(position, words, links | above, unit.root)


def _with_joints(graph: PairGraph, draft: Draft, unit: Unit, position: int, head: int) -> Wording:
    """Return the words of a unit, with the commas or the conjunction that they need in a place."""
    words: Wording = (*(DraftWord(text) for text in unit.lead), *words_of(graph, unit.tokens))
    if unit.role == "conj":
        return words if unit.form else _conjoined(graph, draft, words, position, head)
    opening, closing = marks(graph, unit)
    if position == 0:
        opening, closing = False, closing or unit.role in graph.lang.clause_labels
    texts = ["", *(word.text for word in draft.words), "."]
    if opening and texts[position] not in _STOPS:
        words = (COMMA, *words)
    if closing and texts[position + 1] not in _STOPS:
        words = (*words, COMMA)
    return words


def marks(graph: PairGraph, unit: Unit) -> tuple[bool, bool]:
    """Return whether a unit has a comma before and after it in its own sentence."""
    if unit.form in REDUCED or unit.form == "attribution":
        return True, True
    side, (start, end) = graph.side(unit.root), (unit.tokens[0], unit.tokens[-1])
    before = start > side.start and graph.texts[start - 1] == ","
    behind = end + 1 < side.end and graph.texts[end + 1] == ","
    fronted = start == side.start
    if unit.role in graph.lang.premodifier_labels:
        return False, False
    return before, (before or fronted) and (behind or end + 2 >= side.end)


def _conjoined(graph: PairGraph, draft: Draft, words: Wording, position: int, head: int) -> Wording:
    """Return a conjunct with what joins it to a coordination: "A, C and B", "A and C"."""
    following = draft.words[position : position + 1]
    if any(word.token in graph.conjunctions(head) for word in following):
        serial = position > 0 and draft.words[position - 1].text == ","
        return (*words, COMMA) if serial else (COMMA, *words)
    return (coordinator(graph), *words)


def replacements(graph: PairGraph, base: Sentence) -> Iterator[FrameEdit]:
    """Yield noun phrases of the other side that say more than their counterparts in the frame."""
    for old in range(base.start, base.end):
        new = _named(graph, graph.linked.get(old) or _named_subject(graph, old))
        if new is None or not graph.is_nominal(new) or graph.is_root(new):
            continue
        if not _may_be_replaced(graph, old):
            continue
        named = graph.is_pronoun(old) or graph.relation.get(old) == "generalizes"
        if not named and not any(graph.is_new(t) for t in graph.subtree(new)):
            continue
        for tokens in _phrases(graph, new):
            if _says_more(graph, tokens, old, named):
                unit = Unit(new, tuple(tokens), graph.function(old), None, form="replacement")
                yield FrameEdit(unit, old=old)


def _may_be_replaced(graph: PairGraph, old: int) -> bool:
    """Return whether a word of the frame is a noun or pronoun whose phrase is in one piece."""
    if not (graph.is_nominal(old) or graph.is_pronoun(old)) or graph.is_root(old):
        return False
    phrase = trim(graph, graph.subtree(old))
    if old not in phrase or len(phrase) != phrase[-1] - phrase[0] + 1:
        return False
    return old not in graph.aligned or not are_two_things(graph, old)


def _says_more(graph: PairGraph, tokens: list[int], old: int, named: bool) -> bool:
    """Return whether a phrase says what another one says, and more, and nothing said elsewhere."""
    gone = trim(graph, graph.subtree(old))
    if not (named or any(graph.is_new(t) for t in tokens)):
        return False
    if not all(graph.linked.get(t) in tokens for t in gone if graph.is_content(t) and t != old):
        return False
    return not any(_is_same(graph, t) and graph.linked.get(t) not in gone for t in tokens)


def _named(graph: PairGraph, noun: int | None) -> int | None:
    """Return the name that a noun tells the kind of, "Acme" of "startup Acme"; else the noun."""
    head = graph.head(noun) if noun is not None else None
    if noun is None or head is None or not graph.is_compound_part(noun):
        return noun
    named = graph.is_noun(noun) and graph.is_name(head) and head not in graph.linked
    return head if named and head > noun else noun


def _named_subject(graph: PairGraph, token: int) -> int | None:
    """Return the noun that a pronoun stands for where both are the subject of aligned verbs."""
    verb = graph.head(token)
    if verb is None or verb not in graph.aligned or not graph.is_subject(token):
        return None
    named = graph.subject(graph.aligned[verb])
    if named is None or not graph.has_same_function(named, token):
        return None
    fits = named not in graph.linked and stands_for(graph, token, named)
    return named if fits else None


def _phrases(graph: PairGraph, noun: int) -> Iterator[list[int]]:
    """Yield a noun phrase whole, and without what clauses and appositions add to it."""
    whole = trim(graph, graph.subtree(noun))
    short = trim(graph, graph.without_additions(noun, whole))
    for tokens in [whole, short] if short != whole else [whole]:
        if tokens and noun in tokens and tokens == list(range(tokens[0], tokens[-1] + 1)):
            yield tokens
