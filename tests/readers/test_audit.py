import pytest
import spacy

from spacy_paraphrase.readers import LinkRecord, PairRecord, Place, word_links
from spacy_paraphrase.readers.audit import (
    KINDS,
    check_overlap,
    check_record,
    count_records,
    normalised,
)

SOURCE, TARGET = ("The", "old", "cat", "sleeps", "."), ("Cats", "do", "not", "sleep", ".")
TREES = {
    "source_tree": ((2, "det"), (2, "amod"), (3, "nsubj"), (3, "ROOT"), (3, "punct")),
    "target_tree": ((3, "nsubj"), (3, "aux"), (3, "neg"), (3, "ROOT"), (3, "punct")),
}


def pair(source=SOURCE, target=TARGET, **fields):
    return PairRecord("a", source, target, **fields, place=Place("gold.jsonl", 7, id="a"))


def kinds(record):
    return [finding.kind for finding in check_record(record)]


def phrase(source, target, source_head, target_head, relation, conflict=False):
    ends = {"source_head": source_head, "target_head": target_head}
    return LinkRecord(source, target, relation, conflict=conflict, **ends)


@pytest.mark.parametrize(
    ("words", "relation", "conflict", "expected"),
    [
        ((("Cat",), ("cat",)), "equals", False, []),
        ((("cat",), ("dog",)), "equals", False, ["equals"]),
        ((("cat",), ("Cat",)), "restates", False, ["identical"]),
        ((("cat",), ("Cat",)), "", False, []),
        (((".",), (".",)), "equals", False, []),
        (((".",), ("!",)), "equals", False, ["equals"]),
        ((("125",), ("1.25",)), "restates", False, []),
        ((("dead",), ("alive",)), "intersects", True, []),
        ((("dead",), ("alive",)), "", True, []),
        ((("dead",), ("alive",)), "restates", True, ["conflict"]),
        ((("dead",), ("alive",)), "specifies", True, ["conflict"]),
        ((("dead",), ("alive",)), "equals", True, ["equals", "conflict"]),
    ],
)
def test_a_word_link(words, relation, conflict, expected):
    link = LinkRecord((0,), (0,), relation, conflict=conflict)
    assert kinds(pair(*words, words=(link,))) == expected


def test_equals_does_not_ask_for_order_or_punctuation():
    source, target = ("a", "small", ",", "red", "cat"), ("A", "red", "small", "cat")
    tree = {"source_tree": [(4, "")] * 5, "target_tree": [(3, "")] * 4}
    link = phrase((0, 1, 2, 3, 4), (0, 1, 2, 3), 4, 3, "equals")
    assert kinds(pair(source, target, phrases=(link,), **tree)) == []


def test_a_phrase_is_what_its_head_dominates():
    whole = phrase((0, 1, 2), (0,), 2, 0, "specifies")
    part = phrase((1, 2), (0,), 2, 0, "specifies")
    assert kinds(pair(phrases=(whole,), **TREES)) == []
    assert kinds(pair(phrases=(part,), **TREES)) == ["yield"]
    assert kinds(pair(phrases=(part,))) == []


def test_a_node_is_linked_once():
    links = (phrase((0, 1, 2), (0,), 2, 0, "specifies"), phrase((1,), (0,), 1, 0, "specifies"))
    [finding] = check_record(pair(phrases=links, **TREES))
    assert (finding.kind, finding.got) == ("twice", "target 'Cats'")


@pytest.mark.parametrize(
    ("relation", "conflict", "entails", "entailed", "expected"),
    [
        ("intersects", True, "contradiction", "contradiction", []),
        ("intersects", False, "contradiction", "contradiction", ["judgement"]),
        ("intersects", False, "neutral", "neutral", []),
        ("specifies", False, "entailment", "neutral", []),
        ("specifies", False, "neutral", "entailment", ["judgement"]),
        ("generalizes", False, "neutral", "entailment", []),
        ("restates", False, "entailment", "entailment", []),
        ("restates", False, "entailment", None, []),
        ("", False, "entailment", "neutral", []),
    ],
)
def test_the_link_of_the_sentences_and_the_judgement(
    relation, conflict, entails, entailed, expected
):
    link = phrase(tuple(range(5)), tuple(range(5)), 3, 3, relation, conflict)
    record = pair(phrases=(link,), entails=entails, entailed=entailed, **TREES)
    assert kinds(record) == expected


def test_overlap_between_files():
    other = ("Dogs", "bark")
    train = [pair(), PairRecord("b", ("It", "rains"), other)]
    dev = [
        PairRecord("c", TARGET, tuple(word.upper() for word in SOURCE), place=Place("dev", 1)),
        PairRecord("d", ("it", "rains", "!"), ("Hens", "cackle"), place=Place("dev", 2)),
        PairRecord("e", ("Hens", "cackle"), ("it", "rains"), place=Place("dev", 3)),
    ]
    train[1] = PairRecord("b", ("It", "rains"), other, place=Place("gold.jsonl", 8))
    found = list(check_overlap({"gold.jsonl": train, "dev": dev}))
    assert [(f.kind, f.place.line, f.is_error) for f in found] == [
        ("leak", 1, True),
        ("sentence", 2, False),
        ("duplicate", 3, False),
    ]
    assert found[1].got == "the source, also in gold.jsonl, line 8"
    assert list(check_overlap({"gold.jsonl": train})) == []


def test_texts_are_compared_by_letters_and_digits():
    assert normalised(["Straße", "-", "U.S."]) == normalised(["STRASSE", "US", "…"])
    assert normalised(["1.5"]) != normalised(["1", "5"])


def test_every_kind_has_a_meaning():
    assert all(KINDS.values())


def test_counts():
    words = word_links(sure=[(0, 0), (0, 1)], possible=[(3, 3)])
    conflict = LinkRecord((1,), (2,), "intersects", conflict=True)
    phrases = (phrase((0, 1, 2), (0,), 2, 0, "specifies"),)
    records = [
        pair(words=(*words, conflict), phrases=phrases, **TREES, entails="neutral"),
        pair(words=()),
        pair(),
    ]
    counts = count_records(records, spacy.blank("en"))
    assert (counts.pairs, counts.words, counts.trees) == (3, (15, 15), 1)
    assert counts.entails == {"neutral": 1, "": 2}
    found = counts.levels["words"]
    assert (found.pairs, found.links, found.possible, found.conflicts) == (2, 4, 1, 1)
    assert (found.shared, found.relations) == (2, {"": 3, "intersects": 1})
    assert counts.levels["phrases"].relations == {"specifies": 1}
    assert counts.levels["chunks"].pairs == 0
    assert counts.to_json()["levels"]["words"]["relations"]["intersects"] == 1


def test_links_that_a_tokeniser_loses():
    source, target = ("It", "does", "n't"), ("It", "doesn't", "(at", "all)")
    links = word_links([(0, 0), (1, 1), (2, 2)])
    chunk = LinkRecord((0, 1), (0, 1))
    record = pair(source, target, words=links, chunks=(chunk,))
    levels = count_records([record], spacy.blank("en")).levels
    assert (levels["words"].lost, levels["chunks"].lost) == (2, 1)
    levels = count_records([record], spacy.blank("xx")).levels
    assert levels["words"].lost == 1
