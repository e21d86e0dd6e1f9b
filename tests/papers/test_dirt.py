"""Acceptance test 20 of rewriting: one dependency path for another."""

import pytest
from papers.parses import parsed

from spacy_paraphrase import Link, ParaphraseError, make_pair, sides
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.pairs.alignment import write_links
from spacy_paraphrase.papers.coverage import coverage, entails
from spacy_paraphrase.papers.dependency_paths import Path, Step, parse_path, path_tree
from spacy_paraphrase.papers.dirt import covered_words, read_rules, substitute, substitutions

RULE = "N:by:V<buy>V:obj:N\tN:to:V<sell>V:obj:N\t0.21\n"

# Words, their lemmas, tags, heads and labels.
TEXT = """
Lund Lund PROPN NNP 1 nsubj
opened open VERB VBD 1 ROOT
a a DET DT 3 det
bakery bakery NOUN NN 1 dobj
which which PRON WDT 7 nsubjpass
was be AUX VBD 7 auxpass
later later ADV RB 7 advmod
bought buy VERB VBN 3 relcl
by by ADP IN 7 agent
the the DET DT 10 det
investor investor NOUN NN 8 pobj
Marsh Marsh PROPN NNP 10 appos
. . PUNCT . 1 punct
"""
HYPOTHESIS = """
The the DET DT 1 det
bakery bakery NOUN NN 3 nsubjpass
was be AUX VBD 3 auxpass
sold sell VERB VBN 3 ROOT
to to ADP IN 3 prep
Marsh Marsh PROPN NNP 4 pobj
. . PUNCT . 3 punct
"""


def tree(table):
    return path_tree(Sentence(parsed(table)[:]))


@pytest.fixture
def rules(tmp_path):
    path = tmp_path / "rules.tsv"
    path.write_text(RULE)
    return read_rules(path)


def test_20_the_tree_is_rewritten(rules):
    before = tree(TEXT)
    assert {("buy", "obj", "bakery"), ("buy", "by", "marsh")} <= before.arcs()
    after, made = substitute(before, tree(HYPOTHESIS), rules)
    assert [(each.path.lemma, each.by.lemma, each.score) for each in made] == [
        ("buy", "sell", 0.21)
    ]
    assert {("sell", "obj", "bakery"), ("sell", "to", "marsh")} <= after.arcs()
    assert {("bakery", "relcl", "sell"), ("sell", "mod", "later")} <= after.arcs()
    assert not any("buy" in arc for arc in after.arcs())
    assert ("buy", "by", "marsh") in before.arcs()  # it is a copy that was changed


def pair(blank, text=TEXT, hypothesis=HYPOTHESIS):
    doc = make_pair(blank, parsed(text), parsed(hypothesis))
    first, second = sides(doc)
    links = [Link("words", first[i : i + 1], second[j : j + 1]) for i, j in ((3, 1), (11, 5))]
    write_links(doc, "words", links)
    return doc


def test_20_coverage(blank, rules):
    doc = pair(blank)
    assert coverage(doc) == pytest.approx(2 / 3)
    assert len(substitutions(doc, rules)) == 1
    assert covered_words(doc, rules) == {3}
    assert coverage(doc, rules=rules) == 1
    assert entails(doc, rules=rules).missing == ()


@pytest.mark.parametrize(
    ("text", "hypothesis"),
    [
        # The hypothesis has another verb.
        (TEXT, HYPOTHESIS.replace("sold sell", "shown show")),
        # A pronoun is no filler.
        (TEXT.replace("investor investor NOUN NN", "him he PRON PRP"), HYPOTHESIS),
        # A verb stands between.
        (
            TEXT.replace("7 nsubjpass", "13 dobj") + "own own VERB VB 7 xcomp\n",
            HYPOTHESIS,
        ),
        # In the hypothesis too.
        (TEXT, HYPOTHESIS.replace("3 nsubjpass", "7 dobj") + "own own VERB VB 3 xcomp\n"),
    ],
)
def test_20_what_blocks_a_substitution(rules, text, hypothesis):
    before = tree(text)
    after, made = substitute(before, tree(hypothesis), rules)
    assert made == []
    assert after == before


def test_inner_nodes_come_and_go(tmp_path):
    path = tmp_path / "rules.tsv"
    path.write_text(
        "N:subj:V<find>V:obj:N>answer>N:to:N\tN:subj:V<solve>V:obj:N\t0.3\n"
        "N:subj:V<solve>V:obj:N\tN:subj:V<find>V:obj:N>answer>N:to:N\t0.3\n"
    )
    rules = read_rules(path)
    found = """
John John PROPN NNP 1 nsubj
found find VERB VBD 1 ROOT
an a DET DT 4 det
easy easy ADJ JJ 4 amod
answer answer NOUN NN 1 dobj
to to ADP IN 4 prep
the the DET DT 7 det
problem problem NOUN NN 5 pobj
"""
    solved = """
He he PRON PRP 1 nsubj
solved solve VERB VBD 1 ROOT
the the DET DT 3 det
problem problem NOUN NN 1 dobj
"""
    named = solved.replace("He he PRON PRP", "Ann Ann PROPN NNP")
    after, made = substitute(tree(found), tree(named), rules)
    assert len(made) == 1
    # What hung below the inner node that went hangs below the top.
    assert after.arcs() == {
        ("solve", "subj", "john"),
        ("solve", "obj", "problem"),
        ("solve", "mod", "easy"),
    }
    after, made = substitute(tree(named), tree(found), rules)
    assert after.arcs() == {
        ("find", "subj", "ann"),
        ("find", "obj", "answer"),
        ("answer", "to", "problem"),
    }
    assert substitute(tree(found), tree(solved), rules)[1] == []  # X is a pronoun there


def test_the_best_rule_that_the_hypothesis_has(tmp_path):
    path = tmp_path / "rules.tsv"
    path.write_text(
        RULE
        + "N:by:V<buy>V:obj:N\tN:to:V<give>V:obj:N\t0.5\n"
        + "N:by:V<buy>V:obj:N\tN:to:V<hand>V:obj:N\t0.1\n"
    )
    rules = read_rules(path)
    assert [rule.score for rule in rules["buy"][0][1]] == [0.5, 0.21, 0.1]
    assert substitute(tree(TEXT), tree(HYPOTHESIS), rules)[1][0].score == 0.21


def test_conjoined_verbs_share_their_subject():
    arcs = tree(
        """
Ann Ann PROPN NNP 1 nsubj
came come VERB VBD 1 ROOT
and and CCONJ CC 1 cc
gave give VERB VBD 1 conj
Bob Bob PROPN NNP 3 dative
books book NOUN NNS 3 dobj
"""
    ).arcs()
    assert ("give", "subj", "ann") in arcs
    assert {("give", "to", "bob"), ("give", "obj", "book"), ("come", "subj", "ann")} <= arcs


def test_paths_as_text():
    assert parse_path("N:by:V<buy>V:obj:N") == Path(
        "buy", "V", (Step("by", "", "N"),), (Step("obj", "", "N"),)
    )
    assert parse_path("N:gen:N<director<N:subj:V<Lead>V:obj:N") == Path(
        "lead", "V", (Step("subj", "director", "N"), Step("gen", "", "N")), (Step("obj", "", "N"),)
    )


@pytest.mark.parametrize(
    "text",
    [
        *("", "buy", "N:by:V<buy", "N:by:V>buy<V:obj:N", "V:by:V<buy>V:obj:N"),
        *("N:by<buy>V:obj:N", "N:by:V<buy>V:obj:A", "N:by:V<>V:obj:N", "N:by:V<buy<V:obj:N"),
    ],
)
def test_what_is_no_path(text):
    with pytest.raises(ParaphraseError) as error:
        parse_path(text)
    assert error.value.code == "P853"


def test_clusters_and_lines_that_cannot_be_read(tmp_path):
    path = tmp_path / "rules.dirt"
    path.write_text(
        "(N:by:V<buy>V:obj:N (sims\n"
        "N:to:V<sell>V:obj:N\t0.21\n"
        "no path\t0.1\n"
        "N:subj:V<own>V:obj:N 0.4\n"
        "))\n"
        "(N:subj:V<solve>V:obj:N (sims\n"
        "N:subj:V<settle>V:obj:N 0.5))\n"
    )
    errors = []
    rules = read_rules(path, errors.append)
    assert [str(error.values["place"]).rsplit(", ")[-1] for error in errors] == ["line 3"]
    assert [rule.path.lemma for rule in rules["buy"][0][1]] == ["own", "sell"]
    assert [rule.score for rule in rules["solve"][0][1]] == [0.5]
    with pytest.raises(ParaphraseError, match="P102"):
        read_rules(path)
    path.write_text("N:by:V<buy>V:obj:N\n")
    with pytest.raises(ParaphraseError, match="P102"):
        read_rules(path)


def test_no_parse(blank):
    with pytest.raises(ParaphraseError, match="P007"):
        substitutions(make_pair(blank, "a b", "c d"), {})
