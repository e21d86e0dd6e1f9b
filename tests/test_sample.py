"""What the embedded sample promises (docs/annotation.md)."""

import re
from collections import Counter
from pathlib import Path

import pytest
import srsly

from spacy_paraphrase import sides
from spacy_paraphrase.acquire.headlines import HeadlineMiner, evaluate
from spacy_paraphrase.pairs.alignment import RELATIONS
from spacy_paraphrase.readers import doc_to_record, read_jsonl, record_to_doc
from spacy_paraphrase.readers.audit import check_overlap, check_record, count_records

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "assets" / "sample"
SPLITS = ("train", "dev", "test")
SECOND = "second-pass"
KINDS = {"news", "caption", "answer", "product", "encyclopedia"}

pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="the sample is not in this copy")


@pytest.fixture(scope="module")
def sample():
    return {name: list(read_jsonl(FOLDER / f"{name}.jsonl")) for name in (*SPLITS, SECOND)}


@pytest.fixture(scope="module")
def pairs(sample):
    return [record for name in SPLITS for record in sample[name]]


def test_its_size(sample, pairs):
    assert len(pairs) >= 130
    assert sum(len(record.phrases) for record in pairs) >= 1500
    shares = [len(sample[name]) / len(pairs) for name in SPLITS]
    assert [round(share, 1) for share in shares] == [0.6, 0.2, 0.2]


def test_every_pair_is_annotated_on_both_levels_with_trees(pairs):
    for record in pairs:
        assert None not in (record.words, record.phrases, record.source_tree, record.target_tree)
        assert None not in (record.entails, record.entailed)
        assert all(link.relation for link in (*record.words, *record.phrases)), record.id


def test_all_kinds_of_text_in_every_split(sample, pairs):
    assert min(Counter(record.id.split("-")[0] for record in pairs).values()) >= 25
    for name in SPLITS:
        assert {record.id.split("-")[0] for record in sample[name]} == KINDS


def test_ids_are_unique(pairs):
    assert len({record.id for record in pairs}) == len(pairs)


@pytest.mark.parametrize("name", SPLITS)
def test_all_relations_on_both_levels(sample, nlp, name):
    counts = count_records(sample[name], nlp)
    for level in ("words", "phrases"):
        found = counts.levels[level]
        assert set(found.relations) == set(RELATIONS)
        assert found.conflicts > 0
        assert found.lost == 0
    assert counts.levels["words"].shared > 0  # links of one word with many
    assert counts.levels["phrases"].shared == 0  # a node is linked once
    assert set(counts.entails) == {"entailment", "neutral", "contradiction"}


def test_nothing_is_wrong_with_it(sample):
    for name, records in sample.items():
        assert [finding for r in records for finding in check_record(r)] == [], name
    assert list(check_overlap({name: sample[name] for name in SPLITS})) == []


def test_links_cross_and_words_stay_alone(pairs):
    crossing = [
        record
        for record in pairs
        if any(
            one.source < other.source and one.target > other.target
            for one in record.words
            for other in record.words
        )
    ]
    assert len(crossing) > len(pairs) / 3
    assert any(record.words == () for record in pairs)
    for name in ("source", "target"):
        linked = sum(len({getattr(link, name) for link in record.words}) for record in pairs)
        assert linked < sum(len(getattr(record, name)) for record in pairs)


def test_it_comes_back_from_docs_as_it_was(sample, nlp):
    for record in sample["dev"]:
        doc = record_to_doc(record, nlp)
        assert doc_to_record(doc) == record
        start = sides(doc)[0].start
        given = {link.source_head: link.source for link in record.phrases}
        for link in doc._.alignment.phrases:
            found = tuple(token.i - start for token in link.source_tokens)
            assert found == given[link.source.start - start]


def test_a_second_pass_over_thirty_of_its_pairs(sample, pairs):
    first = {record.id: record for record in pairs}
    assert len(sample[SECOND]) == 30
    for record in sample[SECOND]:
        again = first[record.id]
        assert (record.source, record.target) == (again.source, again.target)
        assert (record.source_tree, record.target_tree) == (again.source_tree, again.target_tree)


def test_the_guidelines_tell_the_truth(sample, pairs):
    """The figures of the table, and that the pairs exist that examples are taken from."""
    text = (ROOT / "docs" / "annotation.md").read_text("utf-8")
    for label, of in (("word links", "words"), ("phrase links", "phrases")):
        counts = [sum(len(r.links(of)) for r in sample[name]) for name in SPLITS]
        assert f"| {label} | " + " | ".join(f"{count:,}" for count in counts) + " |" in text
    assert f"| pairs | {' | '.join(str(len(sample[name])) for name in SPLITS)} |" in text
    assert f"holds {len(pairs)} pairs" in text
    named = set(re.findall(rf"\((?:{'|'.join(KINDS)})-\d\d\)", text))
    assert len(named) > 10
    assert {name.strip("()") for name in named} <= {record.id for record in pairs}


def test_the_clusters_of_headlines():
    """What docs/acquiring.md says of them."""
    clusters = list(srsly.read_jsonl(FOLDER / "headlines.jsonl"))
    items = [item for cluster in clusters for item in cluster["items"]]
    assert (len(clusters), len(items)) == (30, 164)
    assert all(5 <= len(cluster["items"]) <= 10 for cluster in clusters)
    assert len({item["text"] for item in items}) == len({item["context"] for item in items}) == 164
    measured = evaluate(HeadlineMiner(idf="smooth"), clusters)["all"]
    assert measured["gold"] == 112
    assert measured["precision"] >= 0.75
