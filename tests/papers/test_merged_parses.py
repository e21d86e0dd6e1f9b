"""Parses of sentences that say the same, merged: spec 06 §12.2."""

import itertools
import json

import pytest

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.cli import main
from spacy_paraphrase.papers.merged_parses import (
    MergeSettings,
    merge_parses,
    merged_phrases,
    mine_merged,
    paths_of,
    sentences_of,
    shown,
)
from spacy_paraphrase.readers import LinkRecord, PairRecord, record_to_json, word_links

# Words with part of speech, head and label.
POLICE = [("police", "NOUN", 2), ("have", "AUX", 2), ("sealed", "VERB", 2)]
SCENE = [("the", "DET", 4), ("scene", "NOUN", 2)]
SPOT = [("the", "DET", 4), ("spot", "NOUN", 2)]
CLOSED = [("police", "NOUN", 1), ("closed", "VERB", 1), ("the", "DET", 3), ("area", "NOUN", 1)]
PASSIVE = [
    *(("the", "DET", 1), ("scene", "NOUN", 3), ("was", "AUX", 3), ("sealed", "VERB", 3)),
    *(("by", "ADP", 3), ("police", "NOUN", 4)),
]
SAME = [(0, 0), (2, 2), (3, 3), (4, 4)]
SHORT = [(0, 0), (2, 1), (3, 2), (4, 3)]


def pair(name, source, target, links, group="g"):
    sides, trees, tokens = [], [], []
    for side in (source, target):
        words, pos, heads = zip(*side, strict=True)
        sides.append(tuple(words))
        trees.append(tuple((head, "dep") for head in heads))
        tokens.append({"pos": tuple(pos)})
    return PairRecord(
        f"{group}/{name}",
        *sides,
        words=word_links(links) if isinstance(links, list) else links,
        source_tree=trees[0],
        target_tree=trees[1],
        source_tokens=tokens[0],
        target_tokens=tokens[1],
    )


def group(name="g"):
    """Return the pairs of three sentences that expand alike."""
    return [
        pair("r0/r1", POLICE + SCENE, POLICE + SPOT, SAME, name),
        pair("r0/r2", POLICE + SCENE, CLOSED, SHORT, name),
        pair("r1/r2", POLICE + SPOT, CLOSED, SHORT, name),
    ]


def read(records, **settings):
    found = merge_parses(records, MergeSettings(**settings))
    return [shown(way) for way in found.ways]


def texts(phrases):
    return {(" ".join(row["source"]), " ".join(row["target"])) for row in phrases}


def test_what_expands_alike_is_one_and_the_rest_stands_side_by_side():
    found = merge_parses(group())
    assert [shown(way) for way in found.ways] == [
        "police (have sealed|closed) (the scene|the spot|the area)"
    ]
    assert {
        ("the scene", "the spot"),
        ("the spot", "the area"),
        ("have sealed", "closed"),
        ("closed", "have sealed"),
    } <= texts(found.phrases)
    assert ("police", "police") not in texts(found.phrases)


def test_sentences_of_a_lattice():
    [way] = merge_parses(group()).ways
    told = [" ".join(words) for words in sentences_of(way)]
    assert len(told) == len(set(told)) == paths_of(way) == 6
    assert "police closed the spot" in told


def test_an_active_is_not_merged_with_a_passive():
    crossed = [(0, 5), (2, 3), (3, 0), (4, 1)]
    assert read([pair("a/b", POLICE + SCENE, PASSIVE, crossed)], min_group=2) == [
        "police have sealed the scene",
        "the scene was sealed by police",
    ]


def test_words_that_are_linked_elsewhere_do_not_belong():
    """The object of one is the subject of the other: nothing stands for "the scene"."""
    crossed = [(0, 3), (2, 1)]
    found = merge_parses([pair("a/b", POLICE + SCENE, CLOSED, crossed)])
    assert len(found.ways) == 2
    assert found.phrases == []


def test_one_side_may_say_more_but_not_both():
    now, already = [("now", "ADV", 2)], [("already", "ADV", 2)]
    assert read([pair("a/b", POLICE, POLICE + now, [(0, 0), (2, 2)])]) == [
        "police (have sealed|have sealed now)"
    ]
    assert len(read([pair("a/b", POLICE + already, POLICE + now, [(0, 0), (2, 2)])])) == 2


def test_what_is_denied_or_in_conflict_is_not_merged():
    denied = [("police", "NOUN", 3), ("have", "AUX", 3), ("not", "PART", 3), ("sealed", "VERB", 3)]
    assert len(read([pair("a/b", POLICE, denied, [(0, 0), (2, 3)])])) == 2
    opened = [*POLICE[:2], ("opened", "VERB", 2)]
    links = (*word_links([(0, 0)]), LinkRecord((2,), (2,)))
    assert len(read([pair("a/b", POLICE, opened, links)])) == 1
    links = (*word_links([(0, 0)]), LinkRecord((2,), (2,), conflict=True))
    assert len(read([pair("a/b", POLICE, opened, links)])) == 2


def test_a_preposition_stands_beside_a_noun_with_the_head_alone():
    into = [("by", "ADP", 2), ("night", "NOUN", 3)]
    bare, links = [("night", "NOUN", 2)], [(0, 0), (2, 2), (4, 3)]
    assert read([pair("a/b", POLICE + into, POLICE + bare, links)]) == [
        "police (have sealed by night|have sealed night)"
    ]
    over = [("at", "ADP", 2), ("night", "NOUN", 3)]
    assert read([pair("a/b", POLICE + into, POLICE + over, [*links[:2], (4, 4)])]) == [
        "police have sealed (by night|at night)"
    ]


def test_what_is_no_pair_is_not_merged():
    assert len(read(group()[:2])) == 2
    assert read(group()[:1]) == ["police have sealed (the scene|the spot)"]


def test_a_sentence_with_two_roots_stands_beside_the_others():
    apart = [("police", "NOUN", 0), ("sealed", "VERB", 1)]
    found = read([*group(), pair("r0/r3", POLICE + SCENE, apart, [(0, 0), (2, 1)])])
    assert found == ["police (have sealed|closed) (the scene|the spot|the area)", "police sealed"]


def test_what_words_say_more_is_told_both_ways():
    big = [("the", "DET", 5), ("big", "ADJ", 5), ("scene", "NOUN", 2)]
    links = tuple(
        LinkRecord((i,), (j,), relation="equals") for i, j in [(0, 0), (2, 2), (4, 5), (3, 3)]
    )
    found = merge_parses([pair("a/b", POLICE + SCENE, POLICE + big, links)])
    told = {
        tuple(row["source"]): row["relation"] for row in found.phrases if len(row["source"]) < 4
    }
    assert told == {("the", "scene"): {"generalizes": 1}, ("the", "big", "scene"): {"specifies": 1}}


def test_groups_of_a_corpus():
    records = [*group("g"), *group("h"), *group("small")[:1]]
    rows = list(mine_merged(records))
    assert [(row["id"], row["sentences"], row["paths"]) for row in rows] == [
        ("g", ["r0", "r1", "r2"], 6),
        ("h", ["r0", "r1", "r2"], 6),
    ]
    assert list(mine_merged(reversed(records))) == rows
    table = list(merged_phrases(rows))
    counts = {(*row["source"], "|", *row["target"]): row["count"] for row in table}
    assert counts["have", "sealed", "|", "closed"] == 4  # in two pairs of two groups
    assert counts["the", "spot", "|", "the", "scene"] == 2
    [row] = [row for row in table if row["source"] == ["closed"]]
    assert row["examples"] == ["g/r0/r2", "g/r1/r2", "h/r0/r2", "h/r1/r2"]


def test_groups_beyond_the_cap_are_cut():
    names = [f"r{k}" for k in range(4)]
    links = [(0, 0), (2, 2)]
    records = [
        pair("/".join(both), POLICE, POLICE, links) for both in itertools.combinations(names, 2)
    ]
    [row] = mine_merged(records, MergeSettings(cap=3))
    assert row["sentences"] == names[:3]
    [row] = mine_merged(records[::-1], MergeSettings(cap=4))
    assert row["sentences"] == names


def test_pairs_without_trees_are_told():
    with pytest.raises(ParaphraseError, match="P917"):
        list(mine_merged([PairRecord("g/a/b", ("a",), ("b",))]))


def test_the_command(tmp_path):
    given, out, table = (tmp_path / name for name in ("in.jsonl", "out.jsonl", "table.jsonl"))
    given.write_text("".join(json.dumps(record_to_json(each)) + "\n" for each in group()))
    command = ["mine", "lattices", str(given), str(out), "--method", "parses", "-q"]
    assert main([*command, "--pairs", str(table)]) == 0
    [row] = map(json.loads, out.read_text().splitlines())
    assert row["reads"] == "police (have sealed|closed) (the scene|the spot|the area)"
    rows = list(map(json.loads, table.read_text().splitlines()))
    assert rows == list(merged_phrases([row]))
    manifest = json.loads((tmp_path / "out.jsonl.manifest.json").read_text())
    assert manifest["job"] == "merged parses"
    assert [step["job"] for step in manifest["steps"]] == ["merged phrases"]
    assert main([*command, "--min-group", "4"]) == 0
    assert out.read_text() == ""
