"""What of a draft answers a question.

Krahmer, Marsi and van Pelt 2008: fusions that answer a question are shorter, vary less, and are
preferred. The words of the question and what it asks for are looked up in the draft; modifiers that
hold neither are left out.
"""

from __future__ import annotations

from typing import NamedTuple

from spacy.tokens import Doc

from ..sentence import Sentence
from .draft import Draft, is_well_formed
from .graph import PairGraph, is_operator
from .wording import leave_out


class Question(NamedTuple):
    """What a question is about and what it asks for.

    Attributes:
        lemmas: Lemmas of its content words.
        asked: Its question word, in "how many" the second one; "" if there is none.
        defining: Whether it asks what something is.
    """

    lemmas: frozenset[str]
    asked: str
    defining: bool


def read_question(doc: Doc) -> Question:
    """Return what a parsed question asks for."""
    question = Sentence(doc[:])
    lang, words = question.lang, question.words
    lemmas = {
        lemma for lemma, tells in zip(question.lemmas, question.telling, strict=True) if tells
    }
    asked = ""
    for k, word in enumerate(words):
        if word in lang.question_words:
            asked = lang.question_forms.get(word, word)
            if asked in lang.degree_questions and words[k + 1 : k + 2]:
                asked = words[k + 1] if words[k + 1] in lang.question_entities else asked
            break
    root = next((k for k, head in enumerate(question.heads) if head < 0), None)
    copular = root is not None and question.given_lemmas[root] in lang.copulas
    return Question(frozenset(lemmas), asked, copular and asked in lang.defining_questions)


def answer(graph: PairGraph, draft: Draft, question: Question) -> Draft | None:
    """Return a draft without the modifiers that do not answer a question; None if nothing does."""
    if not any(graph.lemmas[t] in question.lemmas for t in draft.positions):
        return None
    for node in sorted(draft.positions):
        if (
            node not in draft
            or graph.deps[node] not in graph.lang.droppable_labels
            or is_operator(graph, node)
        ):
            continue
        if draft.heads.get(node) is None or _matters(graph, draft, node, question):
            continue
        shorter = leave_out(graph, node, draft)
        if shorter is not None and is_well_formed(graph, shorter):
            draft = shorter
    return draft


def _matters(graph: PairGraph, draft: Draft, node: int, question: Question) -> bool:
    """Return whether a modifier holds words of the question, what it asks for, or is needed."""
    first, last = draft.extent(node)
    tokens = [word.token for word in draft.words[first : last + 1] if word.token is not None]
    if any(graph.lemmas[t] in question.lemmas for t in tokens if graph.is_content(t)):
        return True
    wanted = graph.lang.question_entities.get(question.asked, frozenset())
    if any(graph.entities[t] in wanted for t in tokens):
        return True
    if graph.words[tokens[0]] in graph.lang.question_openers.get(question.asked, ()):
        return True
    above: int | None = draft.heads.get(node)
    while above is not None:
        if question.defining and graph.deps[above] in graph.lang.predicative_labels:
            return True
        if question.asked in graph.lang.object_questions and graph.deps[above] in ("dobj", "pobj"):
            return True
        above = draft.heads.get(above)
    if graph.is_nominal(draft.heads[node]):
        return graph.words[node] in graph.lang.genitive_prepositions
    return not _has_other(graph, draft, node)


def _has_other(graph: PairGraph, draft: Draft, node: int) -> bool:
    """Return whether the head of a modifier has something else behind it."""
    head = draft.heads[node]
    others = [c for c in draft.children(head) if draft.positions[c] > draft.positions[head]]
    return draft.positions[node] < draft.positions[head] or any(
        c != node and not graph.is_punct(c) for c in others
    )
