"""Measures of retrieval (07 §7, tests 27 and 29)."""

import pytest

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.metrics import (
    RankingMeasure,
    average_precision,
    evaluate,
    label_overlap,
    means_of_others,
    precision_at,
    recall_at,
    reciprocal_rank,
)

MODELS = ("Lucene", "RI-Word", "RI-Doc", "RI-ICD", "RI-Index", "Word2vec")
# Table of the second experiment of Moen and others 2014: found / MAP / P@10; rows retrieve.
TABLE = """
889/.0856/.2450 700/.0357/.1350 670/.0405/.1200 687/.0578/.1650 484/.0269/.0950 920/.0833/.1900
643/.0392/.1350 800/.0492/.1500 586/.0312/.1000 600/.0412/.1350 384/.0151/.0600 849/.0735/.2100
665/.0493/.2000 630/.0302/.1250 859/.0677/.2050 697/.0610/.2200 436/.0220/.0900 795/.0698/.2400
635/.0497/.1700 459/.0202/.0650 659/.0416/.1350 1191/.1704/.3400 490/.0261/.0950 813/.0712/.2050
690/.0655/.2000 491/.0230/.1250 607/.0401/.1550 654/.0504/.1250 576/.0399/.1700 758/.0652/.2050
789/.0667/.1800 703/.0357/.1200 702/.0404/.1150 870/.0818/.2100 516/.0293/.0850 1113/.1193/.2650
"""
WITH = [(725, 0.0550), (644, 0.0416), (680, 0.0500), (707, 0.0632), (629, 0.0473), (782, 0.0622)]
WITHOUT = [(692, 0.0488), (612, 0.0400), (645, 0.0465), (611, 0.0418), (640, 0.0488), (716, 0.0508)]


def test_27_average_precision_and_precision_at_five():
    assert average_precision("axbyc", "abc") == pytest.approx(0.7556, abs=5e-5)
    assert precision_at("axbyc", "abc", 5) == 0.6


def test_what_is_not_found_counts_as_missed():
    assert average_precision("ax", "ab") == 0.5
    assert recall_at("ax", "ab", 10) == 0.5
    assert precision_at("a", "ab", 10) == 0.1
    assert reciprocal_rank("xy", "ab") == 0
    assert average_precision("xy", "") == recall_at("xy", "", 3) == 0


@pytest.mark.parametrize("column", [0, 1])
def test_29_means_of_a_table_with_and_without_what_a_model_says_of_itself(column):
    cells = [[cell.split("/") for cell in line.split()] for line in TABLE.split("\n") if line]
    table = {
        model: {judge: float(cell[column]) for judge, cell in zip(MODELS, row, strict=True)}
        for model, row in zip(MODELS, cells, strict=True)
    }
    near = (1.0, 0.0001)[column]  # the paper cuts two of its means, and rounds the others
    whole = [sum(row.values()) / len(row) for row in table.values()]
    assert whole == pytest.approx([mean[column] for mean in WITH], abs=near)
    others = list(means_of_others(table).values())
    assert others == pytest.approx([mean[column] for mean in WITHOUT], abs=(0.5, 0.0001)[column])
    order = sorted(MODELS, key=lambda model: -means_of_others(table)[model])
    if column == 1:  # first with itself among the judges, fifth without
        assert order.index("RI-ICD") == 4
        assert max(table, key=lambda model: whole[MODELS.index(model)]) == "RI-ICD"


def test_the_measure_is_the_mean_over_queries_with_relevant_texts():
    measure = RankingMeasure(k=2)
    result = evaluate(measure, ["ab", "xa", "zz"[:1]], ["a", "a", ""])
    assert result.scores == {"map": 0.75, "p@2": 0.5, "recall@2": 1.0, "mrr": 0.75}
    assert "k:2" in result.signature
    assert evaluate(measure, ["a"], [""]).scores["map"] is None


def test_what_makes_no_sense_is_refused():
    with pytest.raises(ParaphraseError) as raised:
        RankingMeasure(k=0)
    assert raised.value.code == "P207"
    with pytest.raises(ParaphraseError) as raised:
        RankingMeasure().stats("aa", "a")
    assert raised.value.code == "P203"


def test_texts_of_the_same_label_are_relevant_but_not_the_query():
    labels = {"a": "x", "b": "y", "c": "x"}
    assert label_overlap({"a": "x", "q": "y", "r": "z"}, labels) == {
        "a": {"c"},
        "q": {"b"},
        "r": set(),
    }
