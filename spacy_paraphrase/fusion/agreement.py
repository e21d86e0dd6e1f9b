"""Agreement of subject and verb, where a draft changed the subject."""

from __future__ import annotations

from dataclasses import replace

from ..lexicon.inflection import inflect
from .draft import Draft
from .graph import AUXILIARIES, SUBJECTS, PairGraph
from .wordlists import words

_PLURAL_WORDS = words("they we you these those both many several few")
_FORMS = {("was", True): "were", ("were", False): "was"}


def finish(graph: PairGraph, draft: Draft) -> Draft:
    """Give every finite verb the number of its subject, if that is not what it was; end once."""
    words = list(draft.words)
    for verb in draft.positions:
        if graph[verb].pos_ not in ("VERB", "AUX"):
            continue
        before, now = graph.subject(verb), _subject(graph, draft, verb)
        if before is None or now is None:
            continue
        was = is_plural(graph, before, graph.children[before])
        is_ = is_plural(graph, now, draft.children(now))
        finite = _finite(graph, draft, verb)
        if finite is not None and None not in (was, is_) and was != is_:
            place = draft.positions[finite]
            words[place] = replace(words[place], text=_form(graph, finite, bool(is_)))
    if len(words) > 1 and words[-1].text == "." and words[-2].text.endswith("."):
        words.pop()  # the period of an abbreviation ends the sentence too
    return Draft(tuple(words), draft.heads, draft.attached)


def _subject(graph: PairGraph, draft: Draft, verb: int) -> int | None:
    """Return the subject that a verb has in a draft; a conjunct may share that of its head."""
    own = [c for c in draft.children(verb) if graph[c].dep_ in SUBJECTS]
    if own:
        return own[0]
    head = draft.heads.get(verb)
    shares = head is not None and (verb in draft.attached or graph[verb].dep_ == "conj")
    return _subject(graph, draft, head) if shares and head is not None else None


def is_plural(graph: PairGraph, noun: int, dependents: list[int]) -> bool | None:
    """Tell the number of a noun phrase by its head and its conjuncts; None if it is not plain."""
    if any(graph[c].dep_ == "conj" for c in dependents):
        joined = [graph[c].lower_ for c in dependents if graph[c].dep_ == "cc"]
        deeper = [c for c in dependents if graph[c].dep_ == "conj"]
        joined += [graph[c].lower_ for d in deeper for c in graph.dependents(d, "cc")]
        return True if not joined or "and" in joined else None
    token = graph[noun]
    if token.lower_ in ("i", "you", "that", "which", "who", "what", "all", "some", "any", "most"):
        return None
    return token.tag_ in ("NNS", "NNPS") or token.lower_ in _PLURAL_WORDS


def _finite(graph: PairGraph, draft: Draft, verb: int) -> int | None:
    """Return the word of a verb group that shows its number."""
    group = [c for c in draft.children(verb) if graph[c].dep_ in AUXILIARIES]
    for token in [*group, verb]:
        if graph[token].tag_ == "MD":
            return None
        if graph[token].tag_ in ("VBZ", "VBP") or graph[token].lower_ in ("was", "were"):
            return token
    return None


def _form(graph: PairGraph, verb: int, plural: bool) -> str:
    token = graph[verb]
    if (token.lower_, plural) in _FORMS:
        form = _FORMS[token.lower_, plural]
    else:
        form = inflect(token.lemma_, "VBP" if plural else "VBZ", plural=plural)
    return form.capitalize() if token.text[:1].isupper() else form
