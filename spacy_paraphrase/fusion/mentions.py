"""What the second mention of a person or thing can do without."""

from __future__ import annotations

from .draft import Word, words_of
from .graph import MEASURES, PairGraph
from .identity import are_two_things
from .marks import unclosed
from .truth import is_marker, markers
from .wordlists import words

THE = Word("the")
# Dependents of a noun that tell which one is meant.
_BEFORE = words("amod compound nummod nmod")
_BEHIND = words("prep acl relcl appos")
# Places of a noun that may be a second mention.
_PLACES = words("nsubj nsubjpass dobj pobj conj")
# Nouns that say little without what they are a part or a measure of.
_PARTS = words(
    "part rest number lot group series kind type sort majority dozen couple piece half third top "
    "end front back side share percent total range amount level degree rate bit member one all"
)
_ARTICLES = frozenset({"a", "an"})
_DETERMINERS = _ARTICLES | words("the this that these those")


def known_names(graph: PairGraph, clause: int) -> set[int]:
    """Return the first names and titles of a clause that the other sentence has already.

    Example: behind a sentence about "Mark Felt", "Mark" in "and Mark Felt said so".

    Args:
        graph: The pair.
        clause: Head of a clause that is to stand behind the other sentence.
    """
    gone: set[int] = set()
    tokens = graph.subtree(clause)
    for surname in tokens:
        twin = graph.twin.get(surname)
        if (
            twin is None
            or "PERSON" not in (graph[surname].ent_type_, graph[twin].ent_type_)
            or not (_may_be_surname(graph, surname) and _may_be_surname(graph, twin))
            or sum(graph.lemma(t) == graph.lemma(surname) for t in tokens) > 1
        ):
            continue
        known = {graph.lemma(c) for c in graph.dependents(twin, "compound")}
        names = graph.dependents(surname, "compound")
        if any(len(graph.whole(name)) > 1 for name in names):
            continue
        for name in names:
            if graph[name].pos_ == "PROPN" and graph.lemma(name) in known:
                gone.update(graph.subtree(name))
    return gone


def known_kinds(graph: PairGraph, clause: int) -> set[int]:
    """Return what tells which thing is meant, where the other sentence says it of that thing.

    Example: behind "Police found empty bottles of oil", "empty" and "of oil" in "and the boy had
    stolen the empty bottles of oil".

    Args:
        graph: The pair.
        clause: Head of a clause that is to stand behind the other sentence.
    """
    gone: set[int] = set()
    for noun in graph.subtree(clause):
        if noun in gone or noun == clause or not _is_known(graph, noun):
            continue
        twin = set(graph.subtree(graph.twin[noun]))
        before = graph.dependents(noun, *_BEFORE)
        nodes = graph.dependents(noun, *_BEHIND)
        if all(_is_of(graph, node, twin) for node in before):
            nodes += before
        for node in nodes:
            if _is_of(graph, node, twin):
                gone.update(with_commas(graph, graph.subtree(node)))
    return gone


def definite(graph: PairGraph, tokens: list[int], gone: set[int]) -> list[Word]:
    """Return tokens as words, with "the" where a noun has lost what tells which one is meant.

    Args:
        graph: The pair.
        tokens: What is left of a clause.
        gone: What `known_kinds` gave.
    """
    left = set(tokens)
    firm: dict[int, bool] = {}  # what stands in the place of "the", or behind it
    for noun in {head for t in gone if (head := graph.head(t)) in left and head is not None}:
        articles = graph.dependents(noun, "det")
        if articles and graph[articles[0]].lower_ in _ARTICLES:
            firm[articles[0]] = False
        elif not articles and not graph.dependents(noun, "poss"):
            firm[min(left.intersection(graph.subtree(noun)))] = True
    words: list[Word] = []
    for word in words_of(graph, tokens):
        if word.token in firm:
            words.append(THE)
        if firm.get(word.token or 0, True):
            words.append(word)
    return words


def _is_known(graph: PairGraph, noun: int) -> bool:
    """Tell whether a common noun stands for what its twin stands for, and can get a "the"."""
    twin = graph.twin.get(noun)
    if twin is None or graph.lemma(twin) != graph.lemma(noun) or graph.lemma(noun) in _PARTS:
        return False
    token, above = graph[noun], graph.head(noun)
    if token.pos_ != "NOUN" or token.ent_type_ in MEASURES or token.tag_ != graph[twin].tag_:
        return False
    if token.dep_ not in _PLACES or (above is not None and graph[above].lower_ == "as"):
        return False
    if are_two_things(graph, noun):
        return False
    if graph.dependents(noun, "predet") or any(_in_quotes(graph, t) for t in graph.subtree(noun)):
        return False
    if graph.dependents(noun, "poss"):
        return True
    articles = [graph[c].lower_ for c in graph.dependents(noun, "det")]
    if not articles:  # "in tense negotiations"
        counted = graph.dependents(noun, "nummod")
        return token.tag_ == "NNS" and bool(counted or token.dep_ != "pobj")
    if not _DETERMINERS.issuperset(articles):
        return False  # "no immediate plans" is not "no plans"
    first = graph.subtree(noun)[0] in graph.children[noun]
    denied = above is not None and "not" in markers(graph, above)
    return first and not (denied and articles[0] in _ARTICLES)


def _is_of(graph: PairGraph, node: int, twin: set[int]) -> bool:
    """Tell whether the phrase of a twin has all that a dependent says."""
    below = graph.subtree(node)
    content = [t for t in below if graph.is_content(t)]
    lemmas = {graph.lemma(t) for t in twin}
    said = all(graph.linked.get(t) in twin or graph.lemma(t) in lemmas for t in content)
    if graph[node].pos_ == "VERB" and graph.linked.get(node) not in twin:
        return False
    plain = all(len(graph.whole(t)) == 1 and not is_marker(graph, t) for t in below)
    return bool(content) and said and plain


def with_commas(graph: PairGraph, tokens: list[int]) -> list[int]:
    """Return tokens with the commas around them, if there are two."""
    around = (tokens[0] - 1, tokens[-1] + 1)
    side = graph.side(tokens[0])
    inside = side.start <= around[0] and around[1] < side.end
    both = inside and all(graph[t].text == "," for t in around)
    return [*tokens, *around] if both else tokens


def _may_be_surname(graph: PairGraph, noun: int) -> bool:
    """Tell whether a noun looks like a surname; "Jr." and what stands in quotes do not."""
    token = graph[noun]
    named = token.pos_ == "PROPN" and token.is_title and token.is_alpha
    return named and not _in_quotes(graph, noun)


def _in_quotes(graph: PairGraph, node: int) -> bool:
    """Tell whether a token is a quotation mark, or stands between two."""
    before = range(graph.side(node).start, node)
    return graph[node].is_quote or bool(unclosed(graph[t].text for t in before))
