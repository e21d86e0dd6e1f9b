from pathlib import Path

import pytest
from spacy.tokens import DocBin

from spacy_paraphrase.metrics import AlignmentMeasure, GoldLinks, evaluate
from spacy_paraphrase.readers import (
    doc_to_record,
    read_jacana,
    read_multimwa,
    record_to_doc,
)
from spacy_paraphrase.trees import greedy

DATA = Path(__file__).parents[2] / "../shared/data/alignment"
FILES = [
    ("edinburgh/gold.train.sure.json", read_jacana, 714, 13314, 13314),
    ("edinburgh/gold.train.sure+poss.json", read_jacana, 714, 15846, 15846),
    ("msr-rte2/RTE2_dev_M.align.sure.json", read_jacana, 800, 5791, 5791),
    ("mtref/mtref-dev.tsv", read_multimwa, 800, 13693, 13693 + 2072),
    ("mtref/mtref-train.tsv", read_multimwa, 2398, 51040, 51040),
]

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the corpora are not on this machine")


def identical(source, target):
    """The greedy baseline: identical words, case ignored."""
    return set(greedy([w.lower() for w in source], [w.lower() for w in target]))


@pytest.mark.parametrize(("name", "reader", "pairs", "sure", "possible"), FILES)
def test_counts(name, reader, pairs, sure, possible):
    records = list(reader(DATA / name))
    assert len(records) == len({record.id for record in records}) == pairs
    assert sum(len(record.sure) for record in records) == sure
    assert sum(len(record.possible) for record in records) == possible


@pytest.mark.parametrize(("name", "reader"), [FILES[0][:2], FILES[3][:2]])
def test_every_link_survives_a_docbin(name, reader, nlp):
    records = list(reader(DATA / name))[:100]
    docs = [record_to_doc(record, nlp) for record in records]
    data = DocBin(docs=docs, store_user_data=True).to_bytes()
    assert [doc_to_record(doc) for doc in DocBin().from_bytes(data).get_docs(nlp.vocab)] == records


def test_the_greedy_floor_of_edinburgh():
    records = list(read_jacana(DATA / FILES[0][0]))
    predicted = [identical(record.source, record.target) for record in records]
    gold = [GoldLinks(record.sure, record.possible) for record in records]
    scores = evaluate(AlignmentMeasure(), predicted, gold).scores
    names = ("macro_precision", "macro_recall", "macro_f", "exact", "micro_f")
    assert [round(scores[name], 4) for name in names] == [0.8929, 0.7205, 0.7975, 0.1022, 0.7695]
