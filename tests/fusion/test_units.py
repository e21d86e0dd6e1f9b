"""What a sentence offers the other: subtrees, runs of modifiers, clauses reduced."""

import pytest

from spacy_paraphrase.fusion.draft import unclosed
from spacy_paraphrase.fusion.units import LONGEST, trim, units

PROPOSED = {
    "subtrees that are new": (
        "Cats sleep.",
        "Small cats sleep on the warm sofa all day.",
        {
            "amod: Small",
            "prep: on the warm sofa",
            "amod: warm",
            "npadvmod: all day",
        },
    ),
    "whole, and without what is said": (
        "The dog found a ball in the garden.",
        "The dog found a ball which a boy had lost yesterday in the garden.",
        {
            "relcl: which a boy had lost yesterday in the garden",
            "relcl: which a boy had lost yesterday",
            "npadvmod: yesterday",
        },
    ),
    "nothing where all is said": ("Anna sings in Oslo.", "In Oslo Anna sings.", set()),
    "modifiers side by side": (
        "The dog barked.",
        "The big black dog barked.",
        {"amod: big", "amod: black", "amod, run: big black"},
    ),
    "conjuncts one by one": (
        "They sell apples.",
        "They sell apples, pears and plums.",
        {"conj: pears", "conj: plums"},
    ),
    "the first of a list of which the rest is said": (
        "They sell pears.",
        "They sell apples and pears.",
        {"conj: apples"},
    ),
    "marks in pairs only": (
        "The plan is good.",
        'The plan, a "daring new" idea, is good.',
        {'appos: a " daring new " idea', "amod, run: daring new", "amod: daring", "amod: new"},
    ),
    "words of several tokens as a whole": (
        "The plan failed.",
        "The well-known plan failed.",
        {"amod: well - known"},
    ),
}
REDUCED = {
    "a passive": (
        "The ship sank.",
        "The ship was built in Hamburg.",
        {
            "conj, predicate: and was built in Hamburg",
            "relcl, relative: which was built in Hamburg",
            "acl, participle: built in Hamburg",
        },
    ),
    "a person, and what somebody is": (
        "Anna sang.",
        "Anna is a doctor.",
        {
            "conj, predicate: and is a doctor",
            "relcl, relative: who is a doctor",
            "appos, apposition: a doctor",
        },
    ),
    "an active has neither participle nor apposition": (
        "The ship sank.",
        "The ship crossed the bay.",
        {"conj, predicate: and crossed the bay", "relcl, relative: which crossed the bay"},
    ),
    # What stands before the subject would be lost.
    "not with something before the subject": (
        "The ship sank.",
        "Yesterday the ship was painted red.",
        set(),
    ),
}

CLAUSES = ("conj, predicate", "relcl, relative", "acl, participle", "appos, apposition")


def described(graph, side):
    """Return units as lines: the role, how they are reworded, the words."""
    for unit in units(graph, side):
        kind = f"{unit.role}, {unit.form}" if unit.form else unit.role
        yield f"{kind}: {' '.join((*unit.lead, *(graph.texts[t] for t in unit.tokens)))}"


@pytest.mark.parametrize("case", PROPOSED.values(), ids=PROPOSED)
def test_subtrees(graph, case):
    source, target, expected = case
    pair = graph(source, target)
    found = {line for line in described(pair, pair.target) if not line.startswith(CLAUSES)}
    assert found == expected


@pytest.mark.parametrize("case", REDUCED.values(), ids=REDUCED)
def test_reduced_clauses(graph, case):
    source, target, expected = case
    pair = graph(source, target)
    found = {line for line in described(pair, pair.target) if line.startswith(CLAUSES)}
    assert found == expected


def proposed(graphs):
    for graph in graphs:
        for side in graph.sides:
            for unit in units(graph, side):
                yield graph, side, unit


def test_units_are_words_of_one_side_in_order(graphs):
    found = list(proposed(graphs))
    assert len(found) > 500
    for _, side, unit in found:
        assert list(unit.tokens) == sorted({*unit.tokens})
        assert side.start <= unit.tokens[0] <= unit.tokens[-1] < side.end
        assert unit.root in unit.tokens
        assert unit.above not in unit.tokens
        assert len(unit.tokens) <= LONGEST


def test_units_have_gaps_only_where_something_is_said(graphs):
    for graph, _, unit in proposed(graphs):
        missing = set(range(unit.tokens[0], unit.tokens[-1])).difference(unit.tokens)
        lost = [t for t in missing if graph.is_content(t) and not graph.is_said(t)]
        assert not lost, [graph.texts[t] for t in unit.tokens]


def tells(graph, token):
    """A new content word, or an adverb without counterpart: "here"."""
    adverb = graph.is_adverb(token) and token not in graph.linked
    return adverb or (graph.is_content(token) and not graph.is_said(token))


def test_units_say_something_new_and_are_whole(graphs):
    for graph, _, unit in proposed(graphs):
        words = [graph.texts[t] for t in unit.tokens]
        assert any(tells(graph, t) for t in unit.tokens), words
        assert unclosed(words) == [], words
        assert all(set(graph.lexical_unit(t)) <= set(unit.tokens) for t in unit.tokens), words


def test_units_do_not_depend_on_which_side_is_which(graph):
    pair = "The old ship sank.", "The ship, which was built in Hamburg, sank near Oslo in 1990."
    there, back = graph(*pair), graph(*pair[::-1])
    assert list(described(there, there.target)) == list(described(back, back.source))
    assert list(described(there, there.source)) == list(described(back, back.target))


def test_trim(graph):
    found = graph('He left, (said "Anna"), early.', "He left.")

    def trimmed(start, end):
        return "".join(found.texts[t] for t in trim(found, list(range(start, end))))

    assert found.texts[:11] == ["He", "left", ",", "(", "said", '"', "Anna", '"', ")", ",", "early"]
    assert trimmed(2, 10) == '(said"Anna")'
    assert trimmed(4, 8) == 'said"Anna"'
    assert trimmed(9, 12) == "early"
