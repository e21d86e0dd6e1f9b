"""Fusions that answer a question: finding the answer, and reducing a draft to it.

Krahmer, Marsi and van Pelt 2008: fusions that answer a question are shorter, vary less, and are
preferred. Answer phrases are found in both sentences by what the question asks for: a circumstance
by its preposition, conjunction or entity type, a participant by its role at the verb of the
question, a number by the counted noun. The draft must contain the best of them; modifiers that
contain neither it nor words of the question are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from spacy.tokens import Doc

from ...analysis.parsed_words import ParsedWords
from ...analysis.sentence import Sentence
from ...lexicon.spelling import family
from ..draft import Draft, draft_of, is_well_formed
from ..graph import PairGraph
from .wording import leave_out


class Question(NamedTuple):
    """The topic of a question, and what it asks for.

    Attributes:
        lemmas: Lemmas of its content words and adverbs.
        asked: Its question word, "many" for "how many"; "" if there is none.
        defining: Whether it asks for a definition ("What is …?").
        predicate: Lemma of its verb; "" without a verb other than a copula.
        counted: Lemma of the counted noun, as in "how many people", or ""; None without "how many".
        role: The role at the verb that is asked for: 0 agent, 1 patient, -1 neither.
    """

    lemmas: frozenset[str]
    asked: str = ""
    defining: bool = False
    predicate: str = ""
    counted: str | None = None
    role: int = -1


class Answer(NamedTuple):
    """A phrase of one side that may answer a question.

    Attributes:
        score: How well it answers, 0 or more.
        tokens: Its obligatory tokens, in order; parts set off by commas are left out.
    """

    score: float
    tokens: tuple[int, ...]


def read_question(doc: Doc) -> Question:
    """Analyse a parsed question."""
    question = Sentence(doc[:])
    lang, words = question.lang, question.words
    parsed = ParsedWords(question)
    telling = [k for k in parsed.tokens if parsed.is_content(k) or parsed.is_adverb(k)]
    lemmas = {question.lemmas[k] for k in telling} - set(lang.question_words)
    root = next(filter(parsed.is_root, parsed.tokens), -1)
    verbs = [k for k in telling if parsed.is_verb(k)]
    predicate = question.lemmas[root if root in verbs else verbs[-1]] if verbs else ""
    place = next((k for k, word in enumerate(words) if word in lang.question_words), None)
    if place is None:
        return Question(frozenset(lemmas), predicate=predicate)
    asked, counted, filler = _asked(parsed, place)
    defining = asked in lang.defining_questions and root >= 0
    return Question(
        frozenset(lemmas),
        asked,
        defining and question.given_lemmas[root] in lang.copulas,
        predicate,
        counted,
        parsed.role(filler) if predicate else -1,
    )


def _asked(question: ParsedWords, place: int) -> tuple[str, str | None, int]:
    """Return what a question asks for: the question word, what is counted, the word in its role."""
    lang, words = question.lang, question.words
    asked, filler = lang.question_forms.get(words[place], words[place]), place
    counted: str | None = None
    if asked in lang.degree_questions and question.head(place) == place + 1:
        filler += 1
        if question.is_quality(filler):  # "how many", "how often"
            asked, counted = words[filler], ""
    head = question.head(filler)
    if head is not None and head > filler and question.is_nominal(head):
        return asked, None if counted is None else question.lemmas[head], head
    return asked, counted, filler


# -- Phrases that answer -------------------------------------------------------------------------

# How much it speaks for a phrase that it is of the kind asked for, and that it may be.
_KIND, _MAYBE = 1.0, 0.5
# How much it does that it hangs on the verb of the question, and on something of it.
_DIRECT, _WITHIN = 1.0, 0.5


def answers(graph: PairGraph, question: Question) -> list[Answer]:
    """Return the phrases of both sides that may answer a question, best first."""
    if question.counted is not None:
        fits = _numbers(graph, question)
    elif question.role >= 0 or question.asked in graph.lang.defining_questions:
        fits = _participants(graph, question)
    else:
        fits = _circumstances(graph, question)
    found: list[Answer] = []
    head: int | None = None
    for node, fit in sorted(fits):
        each = Answer(fit + _nearness(graph, node, question), tuple(_core(graph, node, question)))
        if found and graph.head(node) == head and each.tokens[0] == found[-1].tokens[-1] + 1:
            last = found.pop()  # "at noon on Friday": two phrases, and one answer
            each = Answer(max(last.score, each.score), last.tokens + each.tokens)
        found.append(each)
        head = graph.head(node)
    return sorted(found, key=lambda a: _best_first(graph, a))


def _best_first(graph: PairGraph, found: Answer) -> tuple[float, list[str], str]:
    """Return what puts the best first, whichever side is which."""
    words = [graph.words[t] for t in found.tokens]
    return -found.score, words, graph.side(found.tokens[0]).span.text


def _numbers(graph: PairGraph, question: Question) -> Iterator[tuple[int, float]]:
    """Yield numbers with their noun: of what is counted, or of the kind that is asked for."""
    wanted = graph.lang.question_entities.get(question.asked, frozenset())
    for node in graph.tokens:
        if not graph.is_content(node) or graph.is_numeral(node):
            continue
        if graph.is_time_entity(node) and not graph.is_plural(node):
            continue  # a date or an hour, no length of time
        if not (graph.numerals(node) or graph.entities[node] in wanted):
            continue
        if question.counted and family(graph.lemmas[node], question.counted, graph.lang):
            yield node, 2 * _KIND
        elif graph.entities[node] in wanted:
            yield node, _MAYBE


def _participants(graph: PairGraph, question: Question) -> Iterator[tuple[int, float]]:
    """Yield what fills the role that is asked for, and names of the kind that is asked for."""
    wanted = graph.lang.question_entities.get(question.asked, frozenset())
    fits: dict[int, float] = {}
    for node in graph.tokens:
        named = graph.entities[node] in wanted and graph.lemmas[node] not in question.lemmas
        if named and not graph.is_compound_part(node):
            fits[node] = _MAYBE
        if question.defining and graph.lemmas[node] in question.lemmas:
            fits |= dict.fromkeys(_definitions(graph, node), _KIND)
    for verb in graph.tokens:
        if graph.is_verbal(verb) and _is_asked(graph, verb, question):
            for node in graph.fillers(verb, question.role):
                fits[node] = fits.get(node, 0.0) + _KIND
    yield from fits.items()


def _definitions(graph: PairGraph, node: int) -> Iterator[int]:
    """Yield what a noun is said to be beside it: "*the CEO*, Ann", "Ann, *the CEO*"."""
    head = graph.head(node)
    if graph.is_apposition(node) and head is not None:
        yield head
    yield from filter(graph.is_apposition, graph.children[node])


def _circumstances(graph: PairGraph, question: Question) -> Iterator[tuple[int, float]]:
    """Yield what says when, where, why or how, by the word that opens it and by its entities."""
    lang, asked = graph.lang, question.asked
    openers = lang.question_openers.get(asked, frozenset())
    wanted = lang.question_entities.get(asked, frozenset())
    for node in graph.tokens:
        head = graph.head(node)
        if head is None or not graph.may_be_dropped(node):
            continue
        inner = (node, *graph.objects(node))
        typed = any(graph.entities[t] in wanted for t in inner)
        opened = not openers.isdisjoint((graph.words[node], graph.words[graph.first(node)]))
        if not (typed or (opened and not _is_time(graph, inner))):
            continue
        if not wanted and graph.is_nominal(head):
            continue
        # A reason is a clause rather than a phrase.
        clause = not wanted and graph.is_subordinate(node)
        yield node, _KIND * typed + _MAYBE * opened + _MAYBE * clause


def _is_time(graph: PairGraph, tokens: Iterable[int]) -> bool:
    return any(map(graph.is_time_entity, tokens))


def _is_asked(graph: PairGraph, token: int, question: Question) -> bool:
    """Return whether a word, or its counterpart, is of the family of the verb of the question."""
    if not question.predicate:
        return False
    return any(family(w, question.predicate, graph.lang) for w in _wordings(graph, token))


def _nearness(graph: PairGraph, node: int, question: Question) -> float:
    """Return how much of the question is said where a phrase stands."""
    above = next((t for t in graph.above(node) if not graph.is_preposition(t)), node)
    verb = graph.verb_around(above)
    near = _DIRECT if _is_asked(graph, above, question) else 0.0
    within = (verb, *graph.direct_objects(verb))
    if not near and any(_is_asked(graph, t, question) for t in within):
        near = _WITHIN
    own = set(graph.subtree(node)) - {verb}
    said = {w for t in graph.subtree(verb) if t not in own for w in _wordings(graph, t)}
    return near + len(said & question.lemmas) / max(1, len(question.lemmas))


def _wordings(graph: PairGraph, token: int) -> tuple[str, str]:
    return graph.lemmas[token], graph.lemmas[graph.linked.get(token, token)]


def _core(graph: PairGraph, node: int, question: Question) -> list[int]:
    """Return what must be said of a phrase: without clauses on it, and what commas set off."""
    # Of a reason, which has no kind of entity, nothing can be spared.
    wanted = graph.lang.question_entities.get(question.asked, frozenset())
    may_be_spared = bool(wanted) or question.role >= 0
    found = [node]
    for token in found:  # which grows
        found += [
            c
            for c in graph.children[token]
            if not graph.is_punct(c)
            if not (may_be_spared and _is_aside(graph, c, wanted))
        ]
    return sorted(found)


def _is_aside(graph: PairGraph, node: int, wanted: Collection[str]) -> bool:
    """Return whether a part of an answer can be spared: a relative clause, what commas set off."""
    if graph.is_relative_clause(node):
        return True
    inner = (node, *graph.objects(node))
    apart = graph.texts[graph.first(node) - 1] == "," or _is_time(graph, inner)
    return apart and not any(graph.entities[t] in wanted for t in inner)


# -- A draft that answers ------------------------------------------------------------------------


def answer(graph: PairGraph, draft: Draft, question: Question) -> Draft | None:
    """Return a draft without the modifiers that do not answer a question; None if nothing does.

    The result is None if the draft has no word of the question, if it lacks the best answer of the
    two sides, or if neither side has an answer although the kind of answer is known.
    """
    best = next(iter(answers(graph, question)), None)
    if not any(graph.lemmas[t] in question.lemmas for t in draft.positions):
        return None
    if _is_understood(graph, question) if best is None else not _holds(graph, draft, best):
        return None
    answering = set() if best is None else {*best.tokens, *graph.partners(best.tokens)}
    for node in sorted(draft.positions):
        if node not in draft or not _may_go(graph, draft, node):
            continue
        if not answering.isdisjoint(_below(draft, node)) or _matters(graph, draft, node, question):
            continue
        shorter = leave_out(node, draft)
        if shorter is not None and is_well_formed(graph, shorter):
            draft = shorter
    return draft


def _is_understood(graph: PairGraph, question: Question) -> bool:
    """Return whether it is known what to look for, so that what is not found is not there."""
    closed = question.asked in graph.lang.question_entities
    known = (closed and question.predicate) or question.counted is not None
    return known and graph.doc.has_annotation("ENT_IOB")


def answer_alone(graph: PairGraph, question: Question) -> list[Draft]:
    """Return the side with the best answer, first without irrelevant parts, then unchanged.

    It is used if there is no union, and adds nothing from the other side. Without an answer on
    either side the result is empty.
    """
    for found in answers(graph, question)[:1]:
        whole = draft_of(graph, graph.side(found.tokens[0]))
        shorter = answer(graph, whole, question)
        if shorter is not None:
            return [shorter, whole] if shorter != whole else [whole]
    return []


def _holds(graph: PairGraph, draft: Draft, found: Answer) -> bool:
    """Return whether a draft has every word of an answer, or one that says as much."""
    texts = {word.text.lower() for word in draft.words}
    return all(
        t in draft
        or graph.words[t] in texts
        or (graph.linked.get(t) in draft.positions and graph.relation[t] in _AS_MUCH)
        for t in found.tokens
    )


# Relations of a word to its counterpart in which the counterpart says as much or more.
_AS_MUCH = frozenset({"equals", "restates", "generalizes"})


def _below(draft: Draft, node: int) -> list[int]:
    first, last = draft.extent(node)
    return [word.token for word in draft.words[first : last + 1] if word.token is not None]


def _may_go(graph: PairGraph, draft: Draft, node: int) -> bool:
    """Return whether a word is a modifier that its head can do without."""
    head = draft.links.get(node)
    if head is None or not graph.may_be_dropped(node) or graph.is_operator(node):
        return False
    if graph.words[node] in graph.lang.question_words:
        return False  # it opens a clause
    if not (graph.is_verbal(head) or graph.is_nominal(head)):
        return False  # "300 years old", "almost all": not without the measure
    return _is_time(graph, _below(draft, node)) or not graph.is_governed(head, node)


def _matters(graph: PairGraph, draft: Draft, node: int, question: Question) -> bool:
    """Return whether a modifier holds words of the question, what it asks for, or is needed."""
    tokens = _below(draft, node)
    if any(graph.lemmas[t] in question.lemmas for t in tokens):
        return True
    wanted = graph.lang.question_entities.get(question.asked, frozenset())
    if any(graph.entities[t] in wanted for t in tokens):
        return True
    openers = graph.lang.question_openers.get(question.asked, ())
    if graph.words[tokens[0]] in openers and not _is_time(graph, tokens):
        return True
    above = draft.links.get(node)
    while above is not None:
        if question.defining and graph.is_predicative_complement(above):
            return True
        if question.asked in graph.lang.object_questions and graph.is_noun_object(above):
            return True
        above = draft.links.get(above)
    if graph.is_nominal(draft.links[node]):
        needed = graph.words[node] in graph.lang.genitive_prepositions
        return needed or not any(map(graph.is_content, tokens))  # "lost faith in her"
    return not _has_other(graph, draft, node)


def _has_other(graph: PairGraph, draft: Draft, node: int) -> bool:
    """Return whether the head of a modifier has something else behind it."""
    head = draft.links[node]
    place = draft.positions[head]
    return draft.positions[node] < place or any(
        c != node and not graph.is_punct(c) and draft.positions[c] > place
        for c in draft.below(head)
    )
