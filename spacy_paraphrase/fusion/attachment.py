"""Where a subtree of the other sentence goes in a draft, by its dependency and its head.

Union fusion adds to the frame what only the other sentence says (Marsi and Krahmer 2005, section 5;
Krahmer, Marsi and van Pelt 2008, section 2). A subtree depends on the counterpart of its own head,
as the same dependent; `attach` picks the rule for it: modifiers before a noun, phrases and clauses
behind it, adverbials, clauses and objects of a verb. Conjuncts are a matter of `coordination`.

Each rule returns the new draft, or None where the subtree has no safe place: it is better to leave
something out than to attach it to the wrong thing.
"""

from __future__ import annotations

from .coordination import attach_conjunct
from .draft import COMMA, Draft, Word, coordinator, heads_of, words_of
from .graph import PairGraph, are_two_events, are_two_things, is_governed, is_operator
from .insertion import (
    Subtree,
    before_comma,
    clause_end,
    has_own_time,
    has_similar_phrase,
    has_verb_between,
    insert,
    is_enclosed,
    is_time,
)
from .realisation import is_plural

_OPENING_BRACKETS = frozenset({"(", "["})
_DASHES_AND_COMMA = frozenset({",", "--", "–", "—"})
# Similarity that a word and its counterpart need for what is said of one to hold of both.
_SAME_NODE = 0.6
# Similarity that two verbs need to govern the same prepositions.
_SAME_VERB = 0.8
# A phrase of more words than this says more than who says so.
_MOST_ATTRIBUTION = 10


def attach(graph: PairGraph, draft: Draft, subtree: Subtree, early: bool = False) -> Draft | None:
    """Attach a subtree to a draft, or return None.

    Args:
        graph: The pair.
        draft: The draft.
        subtree: The subtree.
        early: Whether an adverbial goes right behind the object, not behind the other adverbials.
    """
    root, head = subtree.root, subtree.head
    if head not in draft or not _may_depend(graph, draft, subtree):
        return None
    if root == graph.aligned.get(head):
        return attach_description(graph, draft, subtree)
    if graph.deps[root] == "conj":
        return attach_conjunct(graph, draft, subtree)
    before = root < graph.aligned[head]
    if graph.is_nominal(head):
        return _attach_to_noun(graph, draft, subtree, before)
    if graph.is_verbal(head):
        return _attach_to_verb(graph, draft, subtree, before, early)
    return _attach_to_modifier(graph, draft, subtree, before)


def _may_depend(graph: PairGraph, draft: Draft, subtree: Subtree) -> bool:
    """Return whether what a subtree says of its own head holds of the head in the frame."""
    head, label = subtree.head, graph.deps[subtree.root]
    if label != "conj" and _differ_in_number(graph, head, graph.aligned[head]):
        return False  # one of several things: what is said of it is not said of them
    if label != "conj" and graph.is_nominal(head) and are_two_things(graph, head):
        return False
    alike = graph.relation[head] in ("equals", "restates", "generalizes", "specifies")
    if not alike or graph.similarity[head] < _SAME_NODE:
        return False
    return not (label in graph.lang.time_labels and has_own_time(graph, draft, subtree))


def _differ_in_number(graph: PairGraph, one: int, other: int) -> bool:
    """Return whether one of two nouns is in the singular, and the other in the plural."""
    tags = {graph.tags[one], graph.tags[other]}
    lang = graph.lang
    return bool(tags & lang.singular_noun_tags and tags & lang.plural_noun_tags)


def _attach_to_noun(graph: PairGraph, draft: Draft, subtree: Subtree, before: bool) -> Draft | None:
    label = graph.deps[subtree.root]
    if before:
        fits = label in graph.lang.possessed_premodifier_labels
        return attach_premodifier(graph, draft, subtree) if fits else None
    if label == "prep" or label in graph.lang.noun_clause_labels:
        return attach_postmodifier(graph, draft, subtree)
    if label in ("nummod", "npadvmod") and graph.pos[subtree.head] == "PROPN":
        return attach_to_name(graph, draft, subtree)
    return None


def _attach_to_verb(
    graph: PairGraph, draft: Draft, subtree: Subtree, before: bool, early: bool
) -> Draft | None:
    label = graph.deps[subtree.root]
    adverbial = label in ("prep", "advmod", "agent", "advcl")
    if adverbial or (label == "npadvmod" and is_time(graph, subtree.root)):
        return attach_adverbial(graph, draft, subtree, before, early)
    if not before and label in graph.lang.complement_labels | {"dobj"}:
        return attach_complement(graph, draft, subtree)
    return None


def _attach_to_modifier(
    graph: PairGraph, draft: Draft, subtree: Subtree, before: bool
) -> Draft | None:
    """Put an adverb before an adjective, an adverb or a number, a phrase behind the first two."""
    head, label = subtree.head, graph.deps[subtree.root]
    if before and label == "advmod" and graph.pos[head] in ("ADJ", "ADV", "NUM"):
        return insert(graph, draft, subtree, draft.positions[head])
    if before or label != "prep" or graph.pos[head] not in ("ADJ", "ADV"):
        return None
    # An adjective within a noun phrase has no place for it: "the proud man of his son".
    behind = [c for c in draft.children(head) if draft.positions[c] > draft.positions[head]]
    if graph.deps[head] not in ("acomp", "oprd", "ROOT", "conj") or behind:
        return None
    return insert(graph, draft, subtree, draft.positions[head] + 1)


# -- Before a noun -------------------------------------------------------------------------------


def attach_premodifier(graph: PairGraph, draft: Draft, subtree: Subtree) -> Draft | None:
    """Put a modifier before its noun, where its neighbours in its own sentence put it."""
    root, noun = subtree.root, subtree.head
    left = [c for c in draft.children(noun) if draft.positions[c] < draft.positions[noun]]
    if (
        _is_misread_premodifier(graph, draft, subtree)
        or _is_slot_taken(graph, subtree, left)
        or _is_in_phrase(graph, draft, subtree)
    ):
        return None
    if graph.deps[root] == "poss":
        return _attach_possessor(graph, draft, subtree, left)
    position = _premodifier_position(graph, draft, subtree, left)
    return None if _splits_name(graph, draft, position) else insert(graph, draft, subtree, position)


def _is_misread_premodifier(graph: PairGraph, draft: Draft, subtree: Subtree) -> bool:
    """Return whether a parse that makes something a modifier of its noun cannot be right."""
    root, noun = subtree.root, subtree.head
    own_noun = graph.aligned[noun]
    first, last = draft.extent(noun)
    between = [graph.aligned.get(t) for t in range(root + 1, own_noun)]
    if any(t in draft and not first <= draft.positions[t] <= last for t in between if t):
        return True  # what stands between is no part of the other noun phrase
    if graph[root].is_sent_start and graph[root].is_stop and graph.deps[root] != "poss":
        return True  # a preposition that opens the sentence
    return graph.tags[root] == "VB" or graph.tags[root] in graph.lang.present_tags


def _is_slot_taken(graph: PairGraph, subtree: Subtree, left: list[int]) -> bool:
    """Return whether a noun has what stands in the place of a modifier, or cannot take it."""
    root, noun = subtree.root, subtree.head
    own_noun = graph.aligned[noun]
    label = graph.deps[root]
    if label in ("nummod", "poss") and any(graph.deps[c] in ("nummod", "poss") for c in left):
        return True
    if _is_count(graph, root) and any(_is_number(graph, c) for c in left):
        return True
    if "compound" in (graph.deps[noun], graph.deps[own_noun]):
        return True  # it may modify the head of the compound
    if graph.words[root] in graph.lang.pro_nouns:
        return True
    siblings = graph.children[own_noun]
    if _is_numbered_kind(graph, root, siblings):
        return True
    mixed = {graph.pos[noun], graph.pos[own_noun]} == {"NOUN", "PROPN"}
    if label in graph.lang.compound_labels:
        return mixed or _has_other_name(graph, left, siblings, graph.pos[root])
    # What kind of thing somebody is does not go before the name: "French Gustave Eiffel".
    return label == "amod" and graph.pos[noun] == "PROPN" != graph.pos[own_noun]


def _is_in_phrase(graph: PairGraph, draft: Draft, subtree: Subtree) -> bool:
    """Return whether a noun phrase has a modifier already, maybe within a word.

    Compounds are written in one word, with a hyphen or in several: "law" is in "lawsuits", "coal"
    in "coalmine". The capitals of a headline or a byline are no modifiers either.
    """
    root, noun = subtree.root, subtree.head
    if graph[root].is_upper and len(graph.texts[root]) > 4:
        return True
    first, last = draft.extent(noun)
    phrase = "".join(word.text for word in draft.words[first : last + 1]).lower()
    within = graph.words[root].replace("-", "") in phrase.replace("-", "")
    return within or graph.lemmas[root] in graph.lemmas[noun]


def _attach_possessor(
    graph: PairGraph, draft: Draft, subtree: Subtree, left: list[int]
) -> Draft | None:
    """Put a possessor in the place of a definite article."""
    articles = [c for c in left if graph.words[c] in graph.lang.definite_articles]
    if any(graph.deps[c] == "det" for c in left) and not articles:
        return None
    position = draft.positions[articles[0]] if articles else draft.extent(subtree.head)[0]
    if position and draft.words[position - 1].text in graph.lang.possessive_clitics:
        return None  # it has one, whatever its label
    return insert(graph, draft.without(articles), subtree, position)


def _premodifier_position(graph: PairGraph, draft: Draft, subtree: Subtree, left: list[int]) -> int:
    """Return where among the modifiers of a noun another one stands.

    Counts stand behind the determiner; else the modifiers that both nouns share tell, and where
    there are none, a compound stands next to its noun, an adjective behind what comes first of all.
    """
    root, noun, lang = subtree.root, subtree.head, graph.lang
    determiners = [c for c in left if graph.deps[c] in ("det", "poss")]
    front = draft.extent(noun)[0]
    if _is_count(graph, root):
        return draft.extent(determiners[-1])[1] + 1 if determiners else front
    counterparts = {
        c: c if c in draft.attached else graph.aligned.get(c)
        for c in graph.children[graph.aligned[noun]]
    }
    shared = [(c, t) for c, t in counterparts.items() if t in left and graph.deps[c] != "det"]
    behind = [t for c, t in shared if c < root and t is not None]
    before = [t for c, t in shared if c > root and t is not None]
    if behind:
        return draft.extent(behind[-1])[1] + 1
    if before:
        return draft.extent(before[0])[0]
    if graph.deps[root] == "compound":
        return draft.positions[noun]
    first = [
        c
        for c in left
        if graph.deps[c] in lang.first_labels or graph.words[c] in lang.first_adjectives
    ]
    return draft.extent(first[-1])[1] + 1 if first else front


def _splits_name(graph: PairGraph, draft: Draft, position: int) -> bool:
    """Return whether a position is inside a name of several words that both sentences have.

    A parser may not see that it is one, least of all in a headline ("Sworn In As Australia PM");
    two capitals that stand side by side in both sentences tell.
    """
    if not 0 < position < len(draft.words):
        return False
    one, other = (draft.words[k].token for k in (position - 1, position))
    if one is None or other != one + 1 or graph.pos[one] in ("DET", "ADP"):
        return False
    capital = graph.texts[one][:1].isupper() and graph.texts[other][:1].isupper()
    return capital and graph.linked.get(other, 0) == graph.linked.get(one, -2) + 1


def _is_count(graph: PairGraph, node: int) -> bool:
    """Return whether a word says how many."""
    return graph.deps[node] == "nummod" or graph.words[node] in graph.lang.counting_words


def _is_number(graph: PairGraph, node: int) -> bool:
    """Return whether a word says how many or begins with a number: "the 4,600-strong force"."""
    digit = any(graph.texts[t][:1].isdigit() for t in graph.subtree(node))
    single = graph.words[node] in graph.lang.singular_determiners
    return single or digit or _is_count(graph, node)


def _is_numbered_kind(graph: PairGraph, node: int, siblings: list[int]) -> bool:
    """Return whether a modifier is the kind or the number of "type 2", which go together."""
    pairs = ((node, node + 1), (node - 1, node))
    return any(
        graph.deps[kind] in graph.lang.compound_labels and graph.deps[number] == "nummod"
        for kind, number in pairs
        if kind in siblings and number in siblings
    )


def _has_other_name(graph: PairGraph, left: list[int], siblings: list[int], pos: str) -> bool:
    """Return whether a noun has a name before it that is not the other sentence's."""
    return any(
        graph.aligned.get(c, c) not in siblings
        and graph.deps[c] in ("compound", "nmod", "amod")
        and (graph.deps[c] == "nmod" or (pos == "PROPN" and _is_name(graph, c)))
        for c in left
    )


def _is_name(graph: PairGraph, node: int) -> bool:
    return graph.pos[node] == "PROPN" or graph.entities[node] in graph.lang.origin_entities


# -- Behind a noun -------------------------------------------------------------------------------


def attach_postmodifier(graph: PairGraph, draft: Draft, subtree: Subtree) -> Draft | None:
    """Put a phrase or a clause behind its noun and what stands close to it."""
    noun, label = subtree.head, graph.deps[subtree.root]
    modifies = graph.deps[noun] in graph.lang.possessed_premodifier_labels
    if modifies and (graph.head(noun) or noun) > noun:
        return None
    if any(graph.deps[c] in graph.lang.coordination_labels for c in draft.children(noun)):
        return None  # what is said of the first of several may seem to hold of all
    right = [c for c in draft.children(noun) if draft.positions[c] > draft.positions[noun]]
    if label == "prep":
        return _attach_noun_phrase_adjunct(graph, draft, subtree, right)
    if label == "appos" and _is_one_of_several(graph, subtree):
        return None
    if graph.texts[subtree.tokens[0]] in _OPENING_BRACKETS:
        return insert(graph, draft, subtree, draft.positions[noun] + 1)
    return _attach_noun_clause(graph, draft, subtree, right)


def _is_one_of_several(graph: PairGraph, subtree: Subtree) -> bool:
    """Return whether an apposition in the singular would stand behind a noun in the plural."""
    nouns = (subtree.head, subtree.root)
    several, one = (is_plural(graph, noun, graph.conjuncts(noun)) for noun in nouns)
    return bool(several) and not one


def _close_end(graph: PairGraph, draft: Draft, noun: int, right: list[int]) -> int:
    """Return the position behind a noun and the dependents that stay close behind it."""
    position = draft.positions[noun] + 1
    for child in right:
        if graph.deps[child] not in graph.lang.close_labels or draft.extent(child)[0] > position:
            break
        position = draft.extent(child)[1] + 1
    return position


def _has_own_comma(graph: PairGraph, subtree: Subtree) -> bool:
    """Return whether a comma or a dash sets a subtree off in its own sentence."""
    return graph.texts[max(subtree.tokens[0] - 1, 0)] in _DASHES_AND_COMMA


def _attach_noun_phrase_adjunct(
    graph: PairGraph, draft: Draft, subtree: Subtree, right: list[int]
) -> Draft | None:
    """Put a prepositional phrase behind its noun, one with "of" closest."""
    noun = subtree.head
    if not _belongs_to_noun(graph, subtree):
        return None
    if has_similar_phrase(graph, subtree, right) or _has_bare_participle(graph, right):
        return None
    if graph.words[subtree.root] in graph.lang.genitive_prepositions:
        return insert(graph, draft, subtree, draft.positions[noun] + 1)
    position = _close_end(graph, draft, noun, right)
    if has_verb_between(graph, draft, noun, position):
        return None
    commas = ",," if _has_own_comma(graph, subtree) else ""
    return insert(graph, draft, subtree, before_comma(draft, position), commas)


def _has_bare_participle(graph: PairGraph, right: list[int]) -> bool:
    """Return whether a participle stands alone behind a noun, as in "ten women treated"."""
    return any(graph.deps[c] == "acl" and graph.subtree(c) == [c] for c in right)


def _belongs_to_noun(graph: PairGraph, subtree: Subtree) -> bool:
    """Return whether a prepositional phrase surely belongs to its noun.

    Behind an object it may belong to the verb, which then has to be the same; names take no "of".
    """
    noun, own_noun, word = subtree.head, graph.aligned[subtree.head], graph.words[subtree.root]
    if word in graph.lang.genitive_prepositions:
        return graph.pos[noun] != "PROPN"
    above, own_above = graph.head(noun), graph.head(own_noun)
    doubtful = graph.deps[own_noun] in ("dobj", "pobj") and own_above is not None
    same = above is not None and graph.aligned.get(above) == own_above
    role = word in graph.lang.role_prepositions
    return not role and len(word) > 1 and (same or not doubtful)


def _attach_noun_clause(
    graph: PairGraph, draft: Draft, subtree: Subtree, right: list[int]
) -> Draft | None:
    """Put a relative clause, a participle or an apposition behind a noun."""
    noun, label = subtree.head, graph.deps[subtree.root]
    position = _close_end(graph, draft, noun, right)
    rivals = [c for c in right if graph.deps[c] in graph.lang.noun_clause_labels]
    if rivals:
        return _beside_clause(graph, draft, subtree, position, rivals)
    own_comma = _has_own_comma(graph, subtree)
    relative = graph.tags[subtree.tokens[0]][:1] == "W"
    near = relative or position == draft.positions[noun] + 1
    if not near and label == "acl" and not own_comma:
        return None
    commas = ",," if own_comma or label == "appos" or graph.pos[noun] == "PROPN" else ""
    return insert(graph, draft, subtree, position, commas)


def _beside_clause(
    graph: PairGraph, draft: Draft, subtree: Subtree, position: int, rivals: list[int]
) -> Draft | None:
    """Put a clause beside one that the noun has already, as far as they do not look alike."""
    label, rival = graph.deps[subtree.root], rivals[0]
    relative = graph.words[subtree.tokens[0]] in graph.lang.relative_pronouns
    if rival in draft.attached:
        return None
    if label == "relcl" and relative and graph.deps[rival] == "acl":
        return insert(graph, draft, subtree, position, ",,")
    if label == "acl" and graph.deps[rival] == "relcl" and len(rivals) == 1:
        return insert(graph, draft, subtree, draft.extent(rival)[1] + 1, ",,")
    return None


def attach_to_name(graph: PairGraph, draft: Draft, subtree: Subtree) -> Draft | None:
    """Put the rest of a date or a place right behind its name: "May 4", "Krakow, Poland"."""
    name = subtree.head
    own_name = graph.aligned[name]
    position = draft.positions[name] + 1
    behind = [c for c in draft.children(name) if draft.positions[c] == position]
    if subtree.tokens[0] > own_name + 2 or any(graph.pos[c] == "NUM" for c in behind):
        return None
    text = graph.texts[subtree.root]
    opener = draft.words[position - 2].text.lower()
    if text.isdigit() and len(text) < 3 and opener not in graph.lang.day_openers:
        return None  # a day of a month: "on May 4", but not "in May 4"
    commas = ",," if graph.texts[own_name + 1] == "," else ""
    return insert(graph, draft, subtree, position, commas)


def attach_description(graph: PairGraph, draft: Draft, subtree: Subtree) -> Draft | None:
    """Put what the other sentence calls a person or thing behind its name, as an apposition."""
    name = subtree.head
    right = [c for c in draft.children(name) if draft.positions[c] > draft.positions[name]]
    position = draft.positions[name] + 1
    if any(graph.deps[c] in graph.lang.noun_clause_labels for c in right):
        return None
    if is_enclosed(draft, position):
        return None
    words: tuple[Word, ...] = (COMMA, *words_of(graph, subtree.tokens))
    if draft.words[position].text not in ",.;:!?)":
        words = (*words, COMMA)
    return draft.insert(position, words, _heads(graph, subtree), subtree.root)


def _heads(graph: PairGraph, subtree: Subtree, head: int | None = None) -> dict[int, int]:
    """Return the intended heads of the tokens of a subtree, its root under its head or another."""
    return heads_of(graph, subtree.tokens) | {subtree.root: subtree.head if head is None else head}


# -- At a verb: circumstances, adverbs, agents, clauses -------------------------------------------


def attach_adverbial(
    graph: PairGraph, draft: Draft, subtree: Subtree, before: bool, early: bool
) -> Draft | None:
    """Put a circumstance, an agent or an adverbial clause where its class stands.

    Args:
        graph: The pair.
        draft: The draft.
        subtree: The subtree.
        before: Whether it stands before the verb in its own sentence.
        early: Whether it goes right behind the object, not behind the other adverbials.
    """
    root, verb, lang = subtree.root, subtree.head, graph.lang
    if not _holds_of_event(graph, subtree):
        return None
    children = draft.children(verb)
    agents = [c for c in children if graph.deps[c] == graph.deps[root] == "agent"]
    if agents:
        words = (coordinator(graph), *words_of(graph, subtree.tokens))
        heads = _heads(graph, subtree, agents[0])
        return draft.insert(draft.extent(agents[0])[1] + 1, words, heads, root)
    if has_similar_phrase(graph, subtree, children) or not _selects(graph, subtree, verb):
        return None
    if graph.words[root] in lang.attributions:
        return _attach_source(graph, draft, subtree)
    own_subject = graph.subject(graph.aligned[verb])
    if _is_adverb(graph, subtree):
        if graph.words[root] in lang.bound_adverbs:
            return None
        if before and (own_subject is None or root > own_subject):
            return insert(graph, draft, subtree, draft.positions[verb])
    opening = _opens_sentence(graph, draft, verb)
    if opening and before and own_subject is not None and root < own_subject:
        return _front(graph, draft, subtree)
    if graph.deps[root] == "advcl":
        return _attach_adverbial_clause(graph, draft, subtree, opening)
    return _attach_behind_verb(graph, draft, subtree, opening, early)


def _holds_of_event(graph: PairGraph, subtree: Subtree) -> bool:
    """Return whether an adverbial says something of the event of the frame's verb."""
    root, verb = subtree.root, subtree.head
    if are_two_events(graph, graph.aligned[verb], verb) or graph.deps[verb] == "amod":
        return False
    if is_operator(graph, root):
        return False  # the frame does without it
    if graph.deps[root] != "prep" or graph.words[root] in graph.lang.fronting_prepositions:
        return True
    # Another verb may not govern the preposition.
    same_meaning = graph.relation[verb] in ("equals", "restates")
    return same_meaning and graph.similarity[verb] > _SAME_VERB


def _is_adverb(graph: PairGraph, subtree: Subtree) -> bool:
    return graph.deps[subtree.root] == "advmod" and len(subtree.tokens) == 1


def _opens_sentence(graph: PairGraph, draft: Draft, verb: int) -> bool:
    """Return whether a verb is the root of its sentence, which begins with its subject."""
    subjects = [c for c in draft.children(verb) if graph.deps[c] in graph.lang.subject_labels]
    if graph.head(verb) is not None or not subjects:
        return False
    return draft.extent(subjects[0])[0] == draft.extent(verb)[0]


def _front(graph: PairGraph, draft: Draft, subtree: Subtree) -> Draft:
    """Put a circumstance before a sentence."""
    words = (*words_of(graph, subtree.tokens), COMMA)
    first = draft.extent(subtree.head)[0]
    return draft.insert(first, words, _heads(graph, subtree), subtree.root)


def _attach_source(graph: PairGraph, draft: Draft, subtree: Subtree) -> Draft | None:
    """Put "according to …" at the end, unless the frame has its own way to say who says it."""
    lang = graph.lang
    if _has_attribution(graph, draft) or any(
        graph.lemmas[t] in lang.reporting_verbs for t in draft.positions
    ):
        return None
    end = clause_end(draft, subtree.head)
    return None if end is None else insert(graph, draft, subtree, end, ",")


def _has_attribution(graph: PairGraph, draft: Draft) -> bool:
    return any(graph.words[t] in graph.lang.attributions for t in draft.positions)


def _attach_adverbial_clause(
    graph: PairGraph, draft: Draft, subtree: Subtree, opening: bool
) -> Draft | None:
    """Put an adverbial clause at the end of a clause, or before it where it would be misread."""
    root, verb, lang = subtree.root, subtree.head, graph.lang
    end = clause_end(draft, verb)
    if end is None or any(_takes_over(graph, c) for c in draft.children(verb)):
        return None
    if graph.tags[root] in lang.tensed_tags and not _is_opened(graph, subtree):
        return None
    comma = "," if graph.is_punct(subtree.tokens[0] - 1) else ""
    if has_verb_between(graph, draft, verb, end, finite=bool(comma)):
        movable = opening and (_is_opened(graph, subtree) or graph.tags[root] == "VB")
        return _front(graph, draft, subtree) if movable else None
    return insert(graph, draft, subtree, end, comma)


def _takes_over(graph: PairGraph, node: int) -> bool:
    """Return whether an adverbial clause behind a clause would be taken for a part of it."""
    joined = graph.deps[node] == "conj" and graph.subject(node) is not None
    return joined or graph.deps[node] == "advcl"


def _is_opened(graph: PairGraph, subtree: Subtree) -> bool:
    """Return whether a clause begins with a word that makes it one: "because", "when"."""
    first = subtree.tokens[0]
    return graph.deps[first] == "mark" or graph.tags[first] in graph.lang.subordinating_tags


def _attach_behind_verb(
    graph: PairGraph, draft: Draft, subtree: Subtree, opening: bool, early: bool
) -> Draft | None:
    """Put an adverbial behind a verb, its object and, unless it belongs closer, its adverbials."""
    root, verb, lang = subtree.root, subtree.head, graph.lang
    close = (
        _is_adverb(graph, subtree)
        or graph.words[root] in lang.direction_prepositions
        or is_governed(graph, graph.aligned[verb], root)
    )
    passed = lang.object_labels | lang.particle_labels if close != early else lang.core_labels
    position = draft.positions[verb] + 1
    for child in draft.children(verb):
        if draft.positions[child] < position:
            continue
        if graph.deps[child] not in passed or draft.extent(child)[0] > position:
            break
        position = draft.extent(child)[1] + 1
    position = before_comma(draft, position)
    following = draft.words[position].token if position < len(draft.words) else None
    if following is not None and graph.tags[following] in lang.tensed_tags:
        return None  # what stands before it is its subject: a misreading
    if has_verb_between(graph, draft, verb, position):
        circumstance = graph.words[root] in lang.fronting_prepositions
        circumstance = circumstance and graph.deps[root] == "prep"
        return _front(graph, draft, subtree) if opening and circumstance else None
    return insert(graph, draft, subtree, position)


def _selects(graph: PairGraph, subtree: Subtree, verb: int) -> bool:
    """Return whether a verb can take a phrase: a particle or an agent goes with its own verb."""
    root, lang = subtree.root, graph.lang
    own_verb, label, word = graph.aligned[verb], graph.deps[root], graph.words[root]
    by = label == "prep" and word in lang.agent_prepositions and not is_time(graph, root)
    if label == "agent" or by:
        if graph.dependents(own_verb, *lang.object_labels):
            return False  # a misreading: who made the object, as in "works by Haydn"
        participle = graph.tags[verb] in lang.past_participle_tags
        reduced = participle and graph.deps[verb] in lang.participle_labels
        passive = graph.dependents(verb, "auxpass", *lang.passive_subject_labels)
        return bool(passive or reduced) and not graph.dependents(verb, "agent", "dobj")
    if label != "prep":
        return True
    directly = root == own_verb + 1
    has_object = [bool(graph.dependents(v, *lang.object_labels)) for v in (own_verb, verb)]
    return not (directly and has_object == [False, True] and word in lang.verb_particles)


# -- Objects and complements of a verb -----------------------------------------------------------


def attach_complement(graph: PairGraph, draft: Draft, subtree: Subtree) -> Draft | None:
    """Give a verb an object or a complement, or a second object of the same kind."""
    verb, lang = subtree.head, graph.lang
    children = draft.children(verb)
    objects = [c for c in children if graph.deps[c] == graph.deps[subtree.root] == "dobj"]
    if objects:
        return _attach_second_object(graph, draft, subtree, objects[0])
    perfect = any(graph.lemmas[c] in lang.perfect_auxiliaries for c in children)
    if graph.tags[verb] in lang.past_participle_tags and not perfect:
        return None
    taken = lang.object_labels | lang.complement_labels | lang.passive_subject_labels
    taken |= {"agent", "auxpass"}
    if any(graph.deps[c] in taken or is_governed(graph, verb, c) for c in children):
        return None
    position = draft.positions[verb] + 1
    for child in children:
        if graph.deps[child] in lang.particle_labels:
            position = draft.positions[child] + 1
    return insert(graph, draft, subtree, position)


def _attach_second_object(
    graph: PairGraph, draft: Draft, subtree: Subtree, first: int
) -> Draft | None:
    """Coordinate the objects that a verb of having has in both sentences, with one subject."""
    verb, own_verb = subtree.head, graph.aligned[subtree.head]
    subjects = graph.subject(verb), graph.subject(own_verb)
    same = None not in subjects and graph.aligned.get(subjects[0] or 0) == subjects[1]
    lemma = graph.lemmas[verb]
    lists = lemma == graph.lemmas[own_verb] and lemma in graph.lang.listing_verbs
    plain = not graph.conjuncts(first) and not graph.conjuncts(subtree.root)
    nominal = graph.is_nominal(first) and graph.is_nominal(subtree.root)
    position = draft.extent(first)[1] + 1
    if not (same and lists and plain and nominal) or first in graph.linked:
        return None
    if is_enclosed(draft, position):
        return None
    words = (coordinator(graph), *words_of(graph, subtree.tokens))
    return draft.insert(position, words, _heads(graph, subtree, first), subtree.root)


# -- Who says it ---------------------------------------------------------------------------------


def attach_attribution(graph: PairGraph, draft: Draft, root: int) -> Draft | None:
    """Append who says it ("…, police said"), if the other sentence reports what the frame says.

    Args:
        graph: The pair.
        draft: The draft.
        root: Root of the other sentence.
    """
    (said,) = graph.dependents(root, "ccomp")[:1] or (None,)
    subject = graph.subject(root)
    if said is None or subject is None or graph.lemmas[root] not in graph.lang.reporting_verbs:
        return None
    if graph.is_said(subject) or _has_attribution(graph, draft):
        return None  # the frame has its own way to say who says it
    verb = graph.aligned.get(said, -1)
    if any(graph.deps[c] == "conj" for c in draft.children(verb)):
        return None  # it would seem to be said of the last clause
    base = graph.other(graph.side(root))
    if verb not in graph.roots(base) or graph.dependents(root, "neg", "aux"):
        return None
    gone = set(graph.subtree(said)) | set(graph.dependents(root, "mark", "punct", "cc"))
    tokens = [t for t in graph.subtree(root) if t not in gone and not graph.is_punct(t)]
    position = clause_end(draft, verb)
    in_a_row = tokens == list(range(tokens[0], tokens[-1] + 1))
    if len(tokens) > _MOST_ATTRIBUTION or not in_a_row or position is None:
        return None
    heads = heads_of(graph, tokens) | {verb: root}
    return draft.insert(position, (COMMA, *words_of(graph, tokens)), heads, root)
