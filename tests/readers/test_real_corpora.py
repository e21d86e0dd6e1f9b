import warnings

import pytest
from spacy.tokens import DocBin

from public_corpora import corpus
from spacy_paraphrase.metrics import AlignmentMeasure, ChunkLink, ChunkMeasure, GoldLinks, evaluate
from spacy_paraphrase.readers import (
    chunk_links,
    doc_to_record,
    read_ists,
    read_jacana,
    read_multimwa,
    record_to_doc,
    write_wa,
)
from spacy_paraphrase.trees import greedy

DATA = corpus("alignment")
FILES = [
    ("edinburgh/gold.train.sure.json", read_jacana, 714, 13314, 13314),
    ("edinburgh/gold.train.sure+poss.json", read_jacana, 714, 15846, 15846),
    ("msr-rte2/RTE2_dev_M.align.sure.json", read_jacana, 800, 5791, 5791),
    ("mtref/mtref-dev.tsv", read_multimwa, 800, 13693, 13693 + 2072),
    ("mtref/mtref-train.tsv", read_multimwa, 2398, 51040, 51040),
]

needs_corpora = pytest.mark.skipif(not DATA.is_dir(), reason="the corpora are not on this machine")


def identical(source, target):
    """The greedy baseline: identical words, case ignored."""
    return set(greedy([w.lower() for w in source], [w.lower() for w in target]))


@needs_corpora
@pytest.mark.parametrize(("name", "reader", "pairs", "sure", "possible"), FILES)
def test_counts(name, reader, pairs, sure, possible):
    records = list(reader(DATA / name))
    assert len(records) == len({record.id for record in records}) == pairs
    assert sum(len(record.sure) for record in records) == sure
    assert sum(len(record.possible) for record in records) == possible


@needs_corpora
@pytest.mark.parametrize(("name", "reader"), [FILES[0][:2], FILES[3][:2]])
def test_every_link_survives_a_docbin(name, reader, nlp):
    records = list(reader(DATA / name))[:100]
    docs = [record_to_doc(record, nlp) for record in records]
    data = DocBin(docs=docs, store_user_data=True).to_bytes()
    assert [doc_to_record(doc) for doc in DocBin().from_bytes(data).get_docs(nlp.vocab)] == records


@needs_corpora
def test_the_greedy_floor_of_edinburgh():
    records = list(read_jacana(DATA / FILES[0][0]))
    predicted = [identical(record.source, record.target) for record in records]
    gold = [GoldLinks(record.sure, record.possible) for record in records]
    scores = evaluate(AlignmentMeasure(), predicted, gold).scores
    names = ("macro_precision", "macro_recall", "macro_f", "exact", "micro_f")
    assert [round(scores[name], 4) for name in names] == [0.8929, 0.7205, 0.7975, 0.1022, 0.7695]


ISTS = corpus("relations/ists2016")
# Pairs, links, chunk links, units; then type, score, type+score with all links EQUI 5.
PARTS = {
    "headlines": ((756, 2187, 2356, 6310), (0.5759, 0.8555, 0.5758)),
    "images": ((750, 1913, 1986, 6788), (0.4930, 0.8364, 0.4929)),
    "answers-students": ((330, 918, 1025, 2846), (0.6617, 0.8981, 0.6610)),
}

needs_ists = pytest.mark.skipif(not ISTS.is_dir(), reason="the iSTS corpus is not on this machine")


@pytest.fixture(scope="module")
def ists_corpora():
    """The records of each part and what was said about its files."""
    found = {}
    for part in PARTS:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            found[part] = list(read_ists(ISTS / f"train.{part}.wa")), [str(w.message) for w in said]
    return found


@needs_ists
@pytest.mark.parametrize("part", PARTS)
def test_counts_of_ists(part, ists_corpora):
    records, said = ists_corpora[part]
    counts = (
        len(records),
        sum(len(record.gold.links) for record in records),
        sum(len(record.chunks) for record in records),
        sum(len(record.source_chunks) + len(record.target_chunks) for record in records),
    )
    assert counts == PARTS[part][0]
    assert [record.id for record in records] == [str(n) for n in range(1, len(records) + 1)]
    # One line of chunks lacks a bracket.
    codes = [message[:6] for message in said]
    assert codes == (["[W110]"] if part == "answers-students" else [])


@needs_ists
@pytest.mark.parametrize("part", PARTS)
def test_the_corpus_with_one_type_and_score_against_itself(part, ists_corpora):
    records, _ = ists_corpora[part]
    gold = [record.gold for record in records]
    same = [[ChunkLink(k.source, k.target, {"EQUI"}, 5) for k in g.links] for g in gold]
    scores = evaluate(ChunkMeasure(), same, gold).scores
    figures = [round(scores[f"{kind}_f"], 4) for kind in ("align", "type", "score", "type_score")]
    assert figures == [1, *PARTS[part][1]]


@needs_ists
def test_docs_keep_alignment_and_scores(ists_corpora, nlp, tmp_path):
    part = "answers-students"
    records, _ = ists_corpora[part]
    docs = [record_to_doc(record, nlp) for record in records]
    data = DocBin(docs=docs, store_user_data=True).to_bytes()
    kept = [doc_to_record(doc) for doc in DocBin().from_bytes(data).get_docs(nlp.vocab)]
    write_wa(tmp_path / "kept.wa", kept)
    chunks = (ISTS / f"train.{part}.sent{n}.chunk" for n in (1, 2))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        again = list(read_ists(tmp_path / "kept.wa", *chunks))
    assert [record.chunks for record in again] == [record.chunks for record in records]
    gold = [record.gold for record in records]
    scores = evaluate(ChunkMeasure(), [chunk_links(record) for record in again], gold).scores
    assert (scores["align_f"], scores["score_f"]) == pytest.approx((1, 1))
    # What REL, _FACT and _POL are to the relations.
    assert 0.9 < scores["type_f"] < 1
