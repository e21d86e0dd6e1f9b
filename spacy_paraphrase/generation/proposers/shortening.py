"""Writing a shortened clause: its punctuation, its conjunctions, its articles.

The words keep the order of their own sentence, and a mark stays if the phrase that it sets off
stays. Only coordinations that have lost members get new conjunctions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest

from ...analysis.sentence import Sentence
from ..draft import COMMA, Draft, Wording, coordinator, definite_article, draft_of, words_of
from ..graph import PairGraph
from .wording import swap_word, takes_alike, with_text

_HYPHENS = ("-", "–", "/")
# What stands between two of these is said aside.
_ASIDES = (frozenset("()"), frozenset({"-", "--", "–", "—"}))


@dataclass
class Selection:
    """The parts of a clause that are selected.

    Attributes:
        root: The token that heads it.
        tokens: The tokens that are selected, without punctuation and conjunctions.
        moved: New heads of tokens whose own head is left out.
        coordinations: For the first conjunct of each coordination, the other selected conjuncts.
        general: Tokens that are replaced by a more general word, with that word.
        pronouns: Tokens that are replaced by a pronoun of the other side, with that pronoun.
    """

    root: int
    tokens: set[int] = field(default_factory=set)
    moved: dict[int, int] = field(default_factory=dict)
    coordinations: dict[int, list[int]] = field(default_factory=dict)
    general: dict[int, str] = field(default_factory=dict)
    pronouns: dict[int, int] = field(default_factory=dict)

    def add(self, other: Selection) -> None:
        """Add the selection of a dependent."""
        self.tokens |= other.tokens
        self.moved |= other.moved
        self.coordinations |= other.coordinations
        self.general |= other.general
        self.pronouns |= other.pronouns


def written(graph: PairGraph, side: Sentence, selection: Selection) -> Draft | None:
    """Return the draft of the selected words of a side, without the marks of the other words.

    Each more specific word is replaced by the more general one; None if that is impossible.
    """
    selected = selection.tokens | _joining(graph, selection)
    if _is_torn(graph, selected):
        return None
    anew = {
        t
        for first, conjuncts in selection.coordinations.items()
        if not _is_all_selected(graph, selection, first)
        for t in _opening(graph, selection.tokens, conjuncts)
    }
    marks = {
        mark
        for left, right in pairwise(sorted(selected))
        if right not in anew
        for mark in _marks(graph, selected - {selection.root}, left, right)
    }
    draft = draft_of(graph, side, selected | marks - _half_pairs(graph, side, selected))
    links = draft.links | selection.moved
    links.pop(selection.root, None)
    draft = _with_articles(graph, Draft(draft.words, links), selection.pronouns)
    for first, conjuncts in selection.coordinations.items():
        if not anew.isdisjoint(_opening(graph, selected, conjuncts)):
            draft = _coordinated(graph, draft, first, conjuncts)
    ends = [t for t in range(max(selected) + 1, side.end) if graph.texts[t] in (".", "!")]
    draft = Draft(draft.words + words_of(graph, ends[:1]), draft.links)
    return _general_words(graph, _with_chosen_words(graph, draft, selection), selection)


def _is_torn(graph: PairGraph, selected: set[int]) -> bool:
    """Return whether a selected word needs a neighbour that is not selected."""
    # Such are half of "well-known", a conjunction or a preposition whose object hangs elsewhere, an
    # abbreviation that would be taken for an end, and two numbers before one noun: of "two red and
    # one blue flag" there may be left "two one blue flag".
    last = max(selected)
    if graph.texts[last][-1:] == "." and not graph.is_last(last):
        return True
    end = graph.side(last).end
    if any(t + 2 not in selected for t in selected if t + 2 < end and _is_hyphen(graph, t + 1)):
        return True
    if any(graph.needs_next_word(t) and t + 1 not in selected for t in selected):
        return True
    return any(sum(n in selected and n < t for n in graph.numerals(t)) > 1 for t in selected)


def _with_chosen_words(graph: PairGraph, draft: Draft, selection: Selection) -> Draft:
    for token, text in selection.general.items():
        draft = with_text(graph, draft, token, text)
    for token, pronoun in selection.pronouns.items():
        words = [w._replace(also=(pronoun,)) if w.token == token else w for w in draft.words]
        draft = Draft(tuple(words), draft.links)
    return draft


def _opening(graph: PairGraph, selected: set[int], conjuncts: Iterable[int]) -> set[int]:
    """Return the first selected word of each conjunct."""
    return {min(selected.intersection(graph.subtree(c))) for c in conjuncts}


def _is_all_selected(graph: PairGraph, selection: Selection, first: int) -> bool:
    return set(graph.conjuncts(first)) <= {first, *selection.coordinations.get(first, ())}


def _joining(graph: PairGraph, selection: Selection) -> set[int]:
    """Return the conjunctions of coordinations that are selected as a whole, also "as well as"."""
    found: set[int] = set()
    for first in selection.coordinations:
        if _is_all_selected(graph, selection, first):
            for node in (first, *graph.conjuncts(first)):
                found.update(t for c in graph.conjunctions_at(node) for t in graph.subtree(c))
    for node in selection.tokens - {selection.root}:
        if not (graph.is_conjunct(node) or graph.conjuncts(node)):
            # What it joins is read as part of another thing.
            found.update(
                c
                for c in graph.conjunctions_at(node)
                if c - 1 - graph.is_punct(c - 1) in selection.tokens
            )
    return {t for t in found if min(selection.tokens) < t < max(selection.tokens)}


# -- Marks -----------------------------------------------------------------------------------------


def _marks(graph: PairGraph, selected: set[int], left: int, right: int) -> Iterator[int]:
    """Yield the marks that stay between two selected words."""
    # What stands between brackets or dashes keeps them; quotation marks go, with what opens them.
    between = range(left + 1, right)
    gone = [t for t in between if not (graph.is_punct(t) or graph[t].is_space)]
    opens_speech = _opens_speech(graph, selected, left, right)
    for mark in between:
        text = graph.texts[mark]
        separates = text in ";:" or (text == "," and not gone)
        if _belongs(graph, selected, mark) or (separates and not opens_speech):
            yield mark
    commas = [t for t in between if graph.texts[t] == ","]
    if gone and commas and _is_set_off(graph, selected, left, right, (gone[0], gone[-1])):
        yield commas[-1]


def _belongs(graph: PairGraph, selected: set[int], mark: int) -> bool:
    """Return whether a mark is a part of a selected word, or a bracket or dash."""
    if any(_is_aside(graph, mark, kind) for kind in _ASIDES):
        return True
    if graph.is_owner_ending(mark):
        return mark - 1 in selected
    return graph.texts[mark] in _HYPHENS and {mark - 1, mark + 1} <= selected


def _opens_speech(graph: PairGraph, selected: set[int], left: int, right: int) -> bool:
    """Return whether what is said begins between a verb and a word behind it."""
    # What a verb quotes begins without a mark: a quote that opens has no space behind it.
    quotes = (graph[t].is_quote and not graph[t].whitespace_ for t in range(left + 1, right))
    if graph.is_verbal(left) and any(quotes):
        return True
    opened = list(_phrases(graph, selected, right, lambda own: min(own) >= right))
    if not set(opened).isdisjoint(graph.reported_clauses(left)):
        return True
    return graph.reports(left) and any(
        graph.is_verbal(t) and graph.subject(t) in selected for t in opened
    )


def _is_set_off(
    graph: PairGraph, selected: set[int], left: int, right: int, gone: tuple[int, int]
) -> bool:
    """Return whether a comma belongs between words between which others are left out."""
    # It does if it closes a phrase before it or opens one behind it, and not what is left out.
    before, behind = _has_comma(graph, left, gone[0]), _has_comma(graph, gone[1], right)
    if behind and _ends_speech(graph, left, right):
        return True  # "…, he said"
    if _ends_phrase(graph, selected, left, right, before):
        return True
    several = behind and _has_comma(graph, left, gone[1])
    for node in _phrases(graph, selected, right, lambda own: min(own) >= right):
        if graph.is_conjunction(node):
            return behind and not before
        own = [t for t in graph.subtree(node) if t > left and not graph.is_punct(t)]
        may = graph.says_more_of_noun(node) if several else graph.may_be_set_off(node)
        if may and graph.has_comma(own[0], -1):
            return graph.has_comma(own[-1], 1) or graph.is_last(own[-1])
    return False


def _has_comma(graph: PairGraph, left: int, right: int) -> bool:
    return "," in graph.texts[left + 1 : right]


def _ends_speech(graph: PairGraph, left: int, right: int) -> bool:
    """Return whether a word is in what is said, and who says it stands behind it."""
    verbs = [t for t in (right, graph.head(right)) if t is not None and graph.is_verbal(t)]
    said = [c for verb in verbs for c in graph.reported_clauses(verb) if c < right]
    return any(left in graph.subtree(c) for c in said)


def _ends_phrase(graph: PairGraph, selected: set[int], left: int, right: int, before: bool) -> bool:
    """Return whether a phrase that commas set off ends with the left one of two words."""
    start = min(selected)
    for node in _phrases(graph, selected, left, lambda own: max(own) <= left):
        own = [t for t in graph.subtree(node) if t < right and not graph.is_punct(t)]
        if not graph.may_be_set_off(node) or graph.is_premodifier(node):
            continue
        opened = own[0] <= start or graph.has_comma(own[0], -1)
        if opened and graph.has_comma(own[-1], 1) and (own[-1] == left or not before):
            return True
    return False


def _phrases(
    graph: PairGraph, selected: set[int], token: int, fits: Callable[[set[int]], bool]
) -> Iterator[int]:
    """Yield the heads of the phrases that begin or end with a token, the innermost first."""
    for node in (token, *graph.above(token)):
        if node not in selected or not fits(selected.intersection(graph.subtree(node))):
            return
        yield node


def _half_pairs(graph: PairGraph, side: Sentence, selected: set[int]) -> set[int]:
    """Return brackets and dashes with no selected word between them, or none on one side."""
    gone: set[int] = set()
    for kind in _ASIDES:
        marks = [t for t in range(side.start, side.end) if _is_aside(graph, t, kind)]
        for one, other in zip_longest(marks[::2], marks[1::2], fillvalue=side.end):
            unclosed = other == side.end
            inside = one + 1 in selected if unclosed else any(one < t < other for t in selected)
            around = min(selected) < one and (unclosed or max(selected) > other)
            if not (inside and around):
                gone |= {one, other}
    return gone


def _is_aside(graph: PairGraph, mark: int, kind: frozenset[str]) -> bool:
    """Return whether a mark is a bracket, or a dash that is no hyphen."""
    return graph.texts[mark] in kind and not _is_hyphen(graph, mark)


def _is_hyphen(graph: PairGraph, mark: int) -> bool:
    return graph.texts[mark] in _HYPHENS and not graph[mark - 1].whitespace_


# -- Conjunctions, words, articles -----------------------------------------------------------------


def _coordinated(graph: PairGraph, draft: Draft, first: int, conjuncts: list[int]) -> Draft:
    """Put commas between conjuncts and a conjunction before the last one."""
    chain = [first, *graph.conjuncts(first)]
    found = [t for node in chain for t in graph.conjunctions_at(node) if t > first]
    conjunction = words_of(graph, found[:1]) or (coordinator(graph),)
    serial = bool(found) and graph.texts[found[-1] - 1] == ","
    many = len(conjuncts) > 1
    for conjunct in conjuncts:
        position = draft.extent(conjunct)[0]
        if conjunct != conjuncts[-1]:
            link: Wording = (COMMA,)
        else:
            clause = graph.is_verb(conjunct) and graph.subject(conjunct) is not None
            link = (COMMA, *conjunction) if serial and (many or clause) else conjunction
        if draft.words[position - 1].text == ",":
            link = tuple(word for word in link if word.text != ",")
        draft = draft.insert(position, link, {})
    return draft


def _general_words(graph: PairGraph, draft: Draft, selection: Selection) -> Draft | None:
    for token in [t for t in draft.positions if t not in selection.general]:
        if graph.relation.get(token) == "specifies" and graph.is_content(token):
            swapped = _general_word(graph, draft, token)
            if swapped is None:
                return None
            draft = swapped
    return draft


def _general_word(graph: PairGraph, draft: Draft, token: int) -> Draft | None:
    partner = graph.aligned.get(token)
    if partner is None or graph.is_vague(partner):
        return None
    if graph.is_verbal(token) and not takes_alike(graph, token):
        return None  # "added that", "told them that"
    return swap_word(graph, draft, token)


def _with_articles(graph: PairGraph, draft: Draft, pronouns: Collection[int]) -> Draft:
    """Put "the" before a noun that has lost its possessor; a bare name has no article."""
    for token in [t for t in draft.positions if t not in pronouns]:
        articles = graph.determiner_tokens(token)
        lost = graph.is_person(token) and any(c not in draft for c in graph.adjectives(token))
        if lost and not graph.determiners(graph.linked.get(token, token)):
            draft = draft.without(articles)
        for owner in graph.owners(token):
            if owner not in draft and not set(articles).intersection(draft.below(token)):
                draft = draft.insert(draft.extent(token)[0], definite_article(graph), {})
    return draft
