"""Synchronous rules from aligned, parsed pairs: spec 06 §7, test 6."""

import json
from dataclasses import replace

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.matcher import DependencyMatcher

from examples import parsed
from spacy_paraphrase import ParaphraseError, make_pair
from spacy_paraphrase.acquire import rules
from spacy_paraphrase.acquire.rules import (
    ParsedSide,
    RuleSettings,
    apply,
    mine_rules,
    to_dependency_matcher,
)
from spacy_paraphrase.readers import PairRecord, doc_to_record, record_to_json, word_links

VOCAB = spacy.blank("en").vocab
PASSIVE = """
The the DET 2 det
old old ADJ 2 amod
library library NOUN 5 nsubjpass
was be AUX 5 auxpass
slowly slowly ADV 5 advmod
destroyed destroy VERB 5 ROOT
by by ADP 5 agent
fire fire NOUN 6 pobj
. . PUNCT 5 punct
"""
ACTIVE = """
Fire fire NOUN 2 nsubj
slowly slowly ADV 2 advmod
destroyed destroy VERB 2 ROOT
the the DET 5 det
ancient ancient ADJ 5 amod
library library NOUN 2 dobj
. . PUNCT 2 punct
"""
LINKS = [(0, 3), (1, 4), (2, 5), (4, 1), (5, 2), (7, 0), (8, 6)]
ONCE = RuleSettings(min_count=1)


def record(source, target, links, id="library"):
    nlp = spacy.blank("en")
    doc = make_pair(nlp, parsed(nlp.vocab, source), parsed(nlp.vocab, target))
    return replace(doc_to_record(doc), id=id, words=word_links(links))


LIBRARY = record(PASSIVE, ACTIVE, LINKS)


def labels(rule, side):
    return {n["variable"]: n["dep"] for n in rule[side] if "variable" in n}


def test_spec_test_6_exactly_two_rules():
    structural, lexical = sorted(
        mine_rules([LIBRARY], replace(ONCE, lexicalise="form")), key=lambda r: r["kind"]
    )[::-1]
    assert lexical["text"] == "old → ancient"
    assert (lexical["kind"], structural["kind"]) == ("lexical", "structural")
    assert structural["text"] == "X1 was X2 destroyed by X3 . → X3 X2 destroyed X1 ."
    assert labels(structural, "source") == {1: "nsubjpass", 2: "advmod", 3: "pobj"}
    assert labels(structural, "target") == {1: "dobj", 2: "advmod", 3: "nsubj"}
    assert structural["examples"] == ["library"]
    json.dumps([structural, lexical])


def test_levels_of_literals():
    texts = {
        level: {r["text"] for r in mine_rules([LIBRARY], replace(ONCE, lexicalise=level))}
        for level in ("lemma", "pos")
    }
    assert texts["lemma"] == {"old → ancient", "X1 be X2 destroy by X3 . → X3 X2 destroy X1 ."}
    told = "X1 <AUX> X2 destroy <ADP> X3 <PUNCT> → X3 X2 destroy X1 <PUNCT>"
    assert texts["pos"] == {"old → ancient", told}


def test_equal_rules_are_merged_and_rare_ones_left_out():
    cat = record(
        PASSIVE.replace("library library", "house house"),
        ACTIVE.replace("library library", "house house"),
        LINKS,
        id="a",
    )
    rows = list(mine_rules([LIBRARY, cat]))
    assert [(row["count"], row["examples"]) for row in rows] == [(2, ["a", "library"])] * 2
    assert list(mine_rules([cat, record_to_json(LIBRARY)])) == rows
    assert not list(mine_rules([LIBRARY]))
    assert len(list(mine_rules([LIBRARY], replace(ONCE, max_variables=2)))) == 1
    assert len(list(mine_rules([LIBRARY], replace(ONCE, max_literals=3)))) == 1


def test_a_rule_says_what_its_literals_do():
    words = tuple(replace(link, relation="equals") for link in LIBRARY.words)
    assert {rule["relation"] for rule in mine_rules([LIBRARY], ONCE)} == {None}
    (old,) = [k for k, link in enumerate(words) if link.source == (1,)]
    words = tuple(
        replace(link, relation="specifies") if k == old else link for k, link in enumerate(words)
    )
    rules = {r["kind"]: r for r in mine_rules([replace(LIBRARY, words=words)], ONCE)}
    assert (rules["lexical"]["relation"], rules["lexical"]["share"]) == ("specifies", 1.0)
    assert rules["structural"]["relation"] == "restates"  # "was" and "by" say nothing more


def test_a_pair_without_trees():
    with pytest.raises(ParaphraseError) as caught:
        list(mine_rules([PairRecord(1, ("a",), ("b",), words=word_links([(0, 0)]))]))
    assert caught.value.code == "P917"
    with pytest.raises(ParaphraseError, match="P901"):
        RuleSettings(lexicalise="stem")


def matches(rule, doc):
    matcher = DependencyMatcher(doc.vocab)
    matcher.add("rule", [to_dependency_matcher(rule)])
    return [apply(rule, [doc[i] for i in ids]) for _, ids in matcher(doc)]


NEW = """
My my PRON 1 poss
house house NOUN 4 nsubjpass
was be AUX 4 auxpass
quickly quickly ADV 4 advmod
destroyed destroy VERB 4 ROOT
by by ADP 4 agent
an a DET 8 det
old old ADJ 8 amod
enemy enemy NOUN 5 pobj
. . PUNCT 4 punct
"""


@pytest.mark.parametrize("level", ["form", "lemma", "pos"])
def test_a_rule_rewrites_what_its_pattern_matches(level):
    rules = {r["kind"]: r for r in mine_rules([LIBRARY], replace(ONCE, lexicalise=level))}
    doc = parsed(VOCAB, NEW)
    assert matches(rules["structural"], doc) == [
        "An old enemy quickly destroyed my house .".split()
    ]
    assert matches(rules["lexical"], doc) == [["ancient"]]


def test_a_constituent_with_more_than_the_rule_is_left_alone():
    (rule,) = [r for r in mine_rules([LIBRARY], ONCE) if r["kind"] == "structural"]
    doc = parsed(VOCAB, NEW.replace(". . PUNCT 4 punct", ". . PUNCT 4 punct\nnow now ADV 4 advmod"))
    assert set(map(str, matches(rule, doc))) == {"None"}
    assert matches(rule, parsed(VOCAB, ACTIVE)) == []


def test_literals_take_the_form_of_what_was_matched():
    one = "buys buy VERB 0 ROOT\nit it PRON 0 dobj"
    other = "purchases purchase VERB 0 ROOT\nit it PRON 0 dobj"
    pair = record(one, other, [(0, 0), (1, 1)])
    tags = {"tags": ("VBZ", "PRP")}
    pair = replace(
        pair,
        source_tokens={**pair.source_tokens, **tags},
        target_tokens={**pair.target_tokens, **tags},
    )
    (rule,) = mine_rules([pair], ONCE)
    assert rule["text"] == "buy X1 → purchase X1"
    doc = parsed(VOCAB, "bought buy VERB 0 ROOT\nthem they PRON 0 dobj")
    doc[0].tag_ = "VBD"
    assert matches(rule, doc) == [["purchased", "them"]]


@st.composite
def pairs(draw):
    """Aligned pairs over random trees, with links one to one."""
    sides, sizes = [], []
    for _ in range(2):
        n = draw(st.integers(1, 7))
        heads = [draw(st.integers(0, i)) for i in range(n)]
        order = draw(st.permutations(range(n)))
        place = {node: k for k, node in enumerate(order)}
        arcs = [(place[heads[node]], "dep") for node in order]
        sides.append((tuple(draw(st.sampled_from("abc.")) for _ in range(n)), tuple(arcs)))
        sizes.append(n)
    (one, tree), (other, tree2) = sides
    k = draw(st.integers(0, min(sizes)))
    sources = draw(st.permutations(range(sizes[0])))[:k]
    targets = draw(st.permutations(range(sizes[1])))[:k]
    links = word_links(zip(sources, targets, strict=True))
    return PairRecord(1, one, other, words=links, source_tree=tree, target_tree=tree2)


def subtree(arcs, node):
    found = [node]
    for i in found:
        found += [k for k, (head, _) in enumerate(arcs) if head == i and k != i]
    return sorted(found)


def find_rules(pair):
    return list(rules._find(pair, ParsedSide(pair, "source"), ParsedSide(pair, "target")))


def filled(items, variables, which, arcs):
    words = []
    for i in items:
        words += [i] if i >= 0 else subtree(arcs, variables[-1 - i][which])
    return words


@given(pairs())
@settings(max_examples=300, deadline=None)
def test_variables_filled_with_their_own_words_give_both_sides_back(pair):
    for rule in find_rules(pair):
        both = zip((rule.source, rule.target), (pair.source_tree, pair.target_tree), strict=True)
        for which, (items, arcs) in enumerate(both):
            words = filled(items, rule.variables, which, arcs)
            assert words == subtree(arcs, rule.heads[which])
            inside = [set(subtree(arcs, v[which])) for v in rule.variables]
            assert sum(map(len, inside)) == len(set().union(*inside))


def mirrored(rule):
    return rule.heads[::-1], rule.target, rule.source, [v[::-1] for v in rule.variables]


def canonical(heads, source, target, variables):
    """Return a rule with its variables numbered by their source words."""
    order = sorted(range(len(variables)), key=lambda k: variables[k])
    new = {-1 - k: -1 - order.index(k) for k in range(len(variables))}
    return heads, *([new.get(i, i) for i in s] for s in (source, target)), sorted(variables)


@given(pairs())
@settings(max_examples=300, deadline=None)
def test_swapped_sides_mirror_every_rule(pair):
    links = word_links((j, i) for i, j in pair.sure)
    swapped = replace(
        pair,
        source=pair.target,
        target=pair.source,
        words=links,
        source_tree=pair.target_tree,
        target_tree=pair.source_tree,
    )
    there = [canonical(*mirrored(rule)) for rule in find_rules(pair)]
    back = [canonical(r.heads, r.source, r.target, list(r.variables)) for r in find_rules(swapped)]
    assert sorted(map(str, there)) == sorted(map(str, back))


@given(pairs())
@settings(max_examples=100, deadline=None)
def test_an_identical_pair_has_no_rule(pair):
    n = len(pair.source)
    links = word_links((i, i) for i in range(n))
    same = replace(pair, target=pair.source, target_tree=pair.source_tree, words=links)
    assert find_rules(same) == []
