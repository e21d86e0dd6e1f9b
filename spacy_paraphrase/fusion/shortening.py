"""A clause with words left out, written down: its marks, its conjunctions, its articles.

The words stand as in their own sentence; a mark stays where what it sets off stays. Only
coordinations of which some members are left out are joined anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest

from ..analysis.sentence import Sentence
from .clauses import passive
from .draft import COMMA, Draft, Word, coordinator, definite_article, draft_of, words_of
from .graph import PairGraph
from .licence import has_comma, is_last, is_vague
from .wording import swap_word, takes_alike, with_text

_HYPHENS = ("-", "–", "/")


# What stands between two of these is said aside.
_ASIDES = (frozenset("()"), frozenset({"-", "--", "–", "—"}))


@dataclass
class Selection:
    """What is kept of a clause.

    Attributes:
        root: The token that heads it.
        tokens: The tokens that are kept, without marks and conjunctions.
        moved: New heads of tokens whose own head is left out.
        coordinations: For the first conjunct of each coordination the others that are kept.
        general: Tokens kept for what they have in common with another one, with the word for it.
        pronouns: Tokens in whose place a pronoun of the other side stands, each with that.
        passive: Whether the root loses its subject and is put into the passive.
    """

    root: int
    tokens: set[int] = field(default_factory=set)
    moved: dict[int, int] = field(default_factory=dict)
    coordinations: dict[int, list[int]] = field(default_factory=dict)
    general: dict[int, str] = field(default_factory=dict)
    pronouns: dict[int, int] = field(default_factory=dict)
    passive: bool = False

    def add(self, other: Selection) -> None:
        """Take over what was selected below."""
        self.tokens |= other.tokens
        self.moved |= other.moved
        self.coordinations |= other.coordinations
        self.general |= other.general
        self.pronouns |= other.pronouns
        self.passive |= other.passive


def written(graph: PairGraph, side: Sentence, selection: Selection) -> Draft | None:
    """Return the draft of a side without what is not kept of it, and the marks that go with that.

    The more general word stands in the place of each more specific one; None if it cannot.
    """
    kept = selection.tokens | _joining(graph, selection)
    last = max(kept)
    cut = graph.texts[last][-1:] == "." and not is_last(graph, last)  # "Gen." is taken for an end
    loose = [t for t in kept if graph.deps[t] == "cc" and not graph.conjuncts(graph.head(t) or t)]
    half = [t for t in kept if t + 2 < side.end and _is_hyphen(graph, t + 1)]
    if any(t + 2 not in kept for t in half):
        return None
    if cut or _dangles(graph, kept) or any(t + 1 not in kept for t in loose):
        return None
    tokens, split = sorted(kept), _split(graph, selection)
    marks = {
        t
        for left, right in pairwise(tokens)
        if right not in split
        for t in _marks(graph, kept - {selection.root}, left, right)
    }
    draft = draft_of(graph, side, kept | marks - _half_pairs(graph, side, kept))
    links = draft.heads | selection.moved
    links.pop(selection.root, None)
    whole: Draft | None = Draft(draft.words, links)
    if selection.passive and whole is not None:
        whole = passive(graph, whole, selection.root)
    if whole is None:
        return None
    draft = _with_articles(graph, whole, selection.pronouns)
    for first, conjuncts in selection.coordinations.items():
        if not split.isdisjoint(_opening(graph, kept, conjuncts)):
            draft = _coordinated(graph, draft, first, conjuncts)
    ends = [t for t in range(max(kept) + 1, side.end) if graph.texts[t] in (".", "!")]
    draft = Draft(draft.words + words_of(graph, ends[:1]), draft.heads)
    for token, text in selection.general.items():
        draft = with_text(graph, draft, token, text)
    for token, pronoun in selection.pronouns.items():
        words = [w._replace(also=(pronoun,)) if w.token == token else w for w in draft.words]
        draft = Draft(tuple(words), draft.heads)
    return _general_words(graph, draft, selection)


def _opening(graph: PairGraph, kept: set[int], conjuncts: Iterable[int]) -> set[int]:
    """Return the first word that is kept of each conjunct."""
    return {min(kept.intersection(graph.subtree(c))) for c in conjuncts}


def _is_all_kept(graph: PairGraph, selection: Selection, first: int) -> bool:
    return set(graph.conjuncts(first)) <= {first, *selection.coordinations.get(first, ())}


def _joining(graph: PairGraph, selection: Selection) -> set[int]:
    """Return the conjunctions of coordinations of which all is kept, "as well as" among them."""
    found: set[int] = set()
    for first in selection.coordinations:
        if _is_all_kept(graph, selection, first):
            for node in (first, *graph.conjuncts(first)):
                found.update(t for c in graph.dependents(node, "cc") for t in graph.subtree(c))
    for node in selection.tokens:
        if not graph.conjuncts(node) and graph.deps[node] != "conj" and node != selection.root:
            loose = graph.dependents(node, "cc")  # what it joins is read as part of another thing
            found.update(c for c in loose if c - 1 - graph.is_punct(c - 1) in selection.tokens)
    found = {t for t in found if t < max(selection.tokens)}
    return {t for t in found if t > min(selection.tokens)}


def _split(graph: PairGraph, selection: Selection) -> set[int]:
    """Return the first words of conjuncts that are to be joined anew, as others are left out."""
    return {
        t
        for first, conjuncts in selection.coordinations.items()
        if not _is_all_kept(graph, selection, first)
        for t in _opening(graph, selection.tokens, conjuncts)
    }


def _marks(graph: PairGraph, kept: set[int], left: int, right: int) -> Iterator[int]:
    """Yield the marks that stay between two words that are kept, of those that were there.

    What stands between brackets or dashes keeps them; quotation marks go, with what opens them.
    """
    between = range(left + 1, right)
    gone = [t for t in between if not (graph.is_punct(t) or graph[t].is_space)]
    # What a verb quotes begins without a mark: a quote that opens has no space behind it.
    quoted = graph.is_verbal(left) and any(
        graph[t].is_quote and not graph[t].whitespace_ for t in between
    )
    opened = list(_phrases(graph, kept, right, lambda own: min(own) >= right))
    said = any(graph.head(t) == left and graph.deps[t] == "ccomp" for t in opened)
    if graph.lemmas[left] in graph.lang.reporting_verbs:
        said = said or any(graph.is_verbal(t) and graph.subject(t) in kept for t in opened)
    for mark in between:
        text = graph.texts[mark]
        joins = text in _HYPHENS and {mark - 1, mark + 1} <= kept
        owns = graph.tags[mark] == "POS" and mark - 1 in kept
        aside = any(_is_aside(graph, mark, kind) for kind in _ASIDES)
        stays = text in ";:" or (text == "," and not gone)
        if joins or owns or aside or (stays and not (quoted or said)):
            yield mark
    commas = [t for t in between if graph.texts[t] == ","]
    if gone and commas and _is_set_off(graph, kept, left, right, (gone[0], gone[-1])):
        yield commas[-1]


def _is_set_off(
    graph: PairGraph, kept: set[int], left: int, right: int, gone: tuple[int, int]
) -> bool:
    """Return whether a comma belongs between words between which others are left out.

    It does if it closes a phrase before it or opens one behind it, and not what is left out.
    """
    before = any(graph.texts[t] == "," for t in range(left + 1, gone[0]))
    behind = any(graph.texts[t] == "," for t in range(gone[1] + 1, right))
    start = min(kept)
    verbs = [t for t in (right, graph.head(right)) if t is not None and graph.is_verbal(t)]
    told = [c for verb in verbs for c in graph.dependents(verb, "ccomp") if c < right]
    if behind and any(left in graph.subtree(c) for c in told):
        return True  # "…, he said"
    for node in _phrases(graph, kept, left, lambda own: max(own) <= left):
        own = [t for t in graph.subtree(node) if t < right and not graph.is_punct(t)]
        opened = own[0] <= start or has_comma(graph, own[0], -1)
        may = graph.deps[node] in graph.lang.set_off_labels - graph.lang.premodifier_labels
        if may and opened and has_comma(graph, own[-1], 1) and (own[-1] == left or not before):
            return True
    for node in _phrases(graph, kept, right, lambda own: min(own) >= right):
        own = [t for t in graph.subtree(node) if t > left and not graph.is_punct(t)]
        if graph.deps[node] == "cc":
            return behind and not before
        several = behind and any(graph.texts[t] == "," for t in range(left + 1, gone[1]))
        labels = graph.lang.noun_clause_labels if several else graph.lang.set_off_labels
        if graph.deps[node] in labels and has_comma(graph, own[0], -1):
            return has_comma(graph, own[-1], 1) or is_last(graph, own[-1])
    return False


def _phrases(
    graph: PairGraph, kept: set[int], token: int, fits: Callable[[set[int]], bool]
) -> Iterator[int]:
    """Yield the heads of the phrases that a token is the edge of, those within first."""
    node: int | None = token
    while node in kept and node is not None and fits(kept.intersection(graph.subtree(node))):
        yield node
        node = graph.head(node)


def _half_pairs(graph: PairGraph, side: Sentence, kept: set[int]) -> set[int]:
    """Return brackets and dashes with nothing between them that is kept, or nothing before them."""
    gone: set[int] = set()
    for kind in _ASIDES:
        marks = [t for t in range(side.start, side.end) if _is_aside(graph, t, kind)]
        for one, other in zip_longest(marks[::2], marks[1::2], fillvalue=side.end):
            inside = any(one < t < other for t in kept)
            around = min(kept) < one and (other == side.end or max(kept) > other)
            if not inside or not around or (other == side.end and one + 1 not in kept):
                gone |= {one, other}
    return gone


def _is_aside(graph: PairGraph, mark: int, kind: frozenset[str]) -> bool:
    """Return whether a mark is a bracket, or a dash that is no hyphen."""
    return graph.texts[mark] in kind and not _is_hyphen(graph, mark)


def _is_hyphen(graph: PairGraph, mark: int) -> bool:
    return graph.texts[mark] in _HYPHENS and not graph[mark - 1].whitespace_


def _dangles(graph: PairGraph, kept: set[int]) -> bool:
    """Return whether a preposition whose object hangs elsewhere has lost it, or a number its noun.

    Of "two red and one blue flag" there may be left "two one blue flag".
    """
    labels = graph.lang.adposition_labels
    bare = [t for t in kept if graph.deps[t] in labels and not graph.children[t]]
    counts = [sum(c in kept for c in graph.dependents(t, "nummod")) for t in kept]
    return any(t + 1 not in kept for t in bare) or max(counts, default=0) > 1


def _coordinated(graph: PairGraph, draft: Draft, first: int, conjuncts: list[int]) -> Draft:
    """Put commas between conjuncts and a conjunction before the last one."""
    chain = [first, *graph.conjuncts(first)]
    found = [t for node in chain for t in graph.dependents(node, "cc") if t > first]
    conjunction = words_of(graph, found[:1]) or (coordinator(graph),)
    serial = bool(found) and graph.texts[found[-1] - 1] == ","
    many = len(conjuncts) > 1
    for conjunct in conjuncts:
        position = draft.extent(conjunct)[0]
        if conjunct != conjuncts[-1]:
            link: tuple[Word, ...] = (COMMA,)
        else:
            own_subject = graph.pos[conjunct] == "VERB" and graph.subject(conjunct) is not None
            link = (COMMA, *conjunction) if serial and (many or own_subject) else conjunction
        if draft.words[position - 1].text == ",":
            link = tuple(word for word in link if word.text != ",")
        draft = draft.insert(position, link, {})
    return draft


def _general_words(graph: PairGraph, draft: Draft, selection: Selection) -> Draft | None:
    """Put the more general word in the place of each more specific one."""
    for token in [t for t in draft.positions if t not in selection.general]:
        if graph.relation.get(token) == "specifies" and graph.is_content(token):
            if graph.is_verbal(token) and not takes_alike(graph, token):
                return None  # "added that", "told them that"
            if is_vague(graph, graph.aligned[token]):
                return None
            swapped = swap_word(graph, draft, token)
            if swapped is None:
                return None
            draft = swapped
    return draft


def _with_articles(graph: PairGraph, draft: Draft, pronouns: Collection[int]) -> Draft:
    """Put "the" before a noun that has lost its possessor; a bare name has no article."""
    for token in [t for t in draft.positions if t not in pronouns]:
        if graph.entities[token] in graph.lang.person_entities:
            lost = any(c not in draft for c in graph.dependents(token, "amod"))
            lost = lost and not graph.dependents(graph.linked.get(token, token), "det")
            draft = draft.without(graph.dependents(token, "det") if lost else [])
        for owner in graph.dependents(token, "poss"):
            if owner not in draft and not any(
                graph.deps[c] == "det" for c in draft.children(token)
            ):
                draft = draft.insert(draft.extent(token)[0], definite_article(graph), {})
    return draft
