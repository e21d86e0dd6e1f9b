"""Pivoting, expansion and the direction of entailment (spec 06, section 13; test 15)."""

import pytest

from spacy_paraphrase.acquire.pivot import EntailmentCheck, expand, pivot_table
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lexicon import default_lexicon
from spacy_paraphrase.lexicon.phrase_table import SmallTable, TableRow
from spacy_paraphrase.readers.table_rows import phrase_row

BILINGUAL = [("e1", "f1"), ("e3", "f1"), ("e1", "f2"), ("e2", "f2"), ("e4", "f2")]


def rules(rows, value="p_target", **settings):
    return {(*row["source"], *row["target"]): row[value] for row in pivot_table(rows, **settings)}


def test_15_a_single_pair_over_two_pivots():
    rows = [
        phrase_row(["e1"], ["f1"], p_target=0.6, p_source=0.5),
        phrase_row(["e1"], ["f2"], p_target=0.4, p_source=0.75),
        phrase_row(["e2"], ["f1"], p_target=1.0, p_source=0.5),
        phrase_row(["e2"], ["f2"], p_target=1.0, p_source=0.25),
    ]
    assert rules(rows)["e1", "e2"] == pytest.approx(0.40)


def test_15_probabilities():
    rows = [phrase_row([e], [f]) for e, f in BILINGUAL]
    found = rules(rows, identities=True)
    expected = {"e1": 5 / 12, "e3": 1 / 4, "e2": 1 / 6, "e4": 1 / 6}
    assert {k[1]: v for k, v in found.items() if k[0] == "e1"} == pytest.approx(expected)
    assert found["e3", "e1"] == pytest.approx(1 / 2)
    for phrase in ("e1", "e2", "e3", "e4"):
        assert sum(v for k, v in found.items() if k[0] == phrase) == pytest.approx(1)


def test_15_hierarchical_rules():
    rows = [phrase_row([e], [f]) for e, f in BILINGUAL]
    joint = rules(rows, "score", by_counts=True)
    assert len(joint) == 8
    assert set(joint.values()) == {1 / 8}
    assert rules(rows, by_counts=True)["e3", "e1"] == 1


def test_pivots_have_their_shares():
    rows = [phrase_row([e], [f]) for e, f in [*BILINGUAL, ("e3", "f2")]]
    (row,) = [r for r in pivot_table(rows) if (*r["source"], *r["target"]) == ("e3", "e1")]
    assert row["pivots"] == pytest.approx({"f1": 2 / 3, "f2": 1 / 3})
    assert row["p_source"] == pytest.approx(1 / 2 * 1 / 2 + 1 / 2 * 1 / 4)


def test_syntactic_pivots_stay_within_a_part_of_speech():
    rows = [
        phrase_row(["light"], ["leger"], pos="ADJ"),
        phrase_row(["slight"], ["leger"], pos="ADJ"),
        phrase_row(["feather"], ["leger"], pos="NOUN"),
    ]
    found = rules(rows, syntactic=True)
    assert found == {("light", "slight"): 0.5, ("slight", "light"): 0.5}


def test_expansion_leaves_inflections_and_function_words_out():
    rows = [("talk", 0.9), ("spoke", 0.8), ("of", 0.7), ("speaks", 0.6), ("give a talk", 0.5)]
    table = SmallTable(
        TableRow("speak", word, quality) for word, quality in [*rows, ("utter", 0.1)]
    )
    assert [row.target for row in expand("Speak", table)] == ["talk", "utter"]
    assert [row.target for row in expand("speak", table, 1)] == ["talk"]


def labelled(relation, n):
    pairs = [("dog", "animal"), ("poodle", "dog"), ("oak", "tree"), ("car", "vehicle")]
    some = [("man", "person"), ("apple", "fruit"), ("rose", "flower"), ("table", "furniture")]
    pairs = [("poodle", "dog"), ("oak", "tree"), ("man", "person"), ("boy", "male"), *pairs, *some]
    return [phrase_row([a], [b], relation=relation) for a, b in (pairs * 5)[:n]]


@pytest.mark.parametrize(("relation", "wrong"), [("specifies", False), ("generalizes", True)])
def test_entailment_that_runs_the_other_way_is_told(relation, wrong):
    check = EntailmentCheck(default_lexicon("en"))
    check.add(labelled(relation, 40))
    assert check.ordered >= 10
    if wrong:
        with pytest.raises(ParaphraseError, match=r"P921.*flip_entailment"):
            check.close()
    else:
        check.close()


def test_a_few_rows_say_nothing_of_a_table():
    check = EntailmentCheck(default_lexicon("en"))
    check.add(labelled("generalizes", 4))
    check.close()
