import copy
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
import wn
from hypothesis import given
from hypothesis import strategies as st
from lexicon.toy_wordnet import COUNTS, SYNSETS, toy_resource

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lexicon import default_lexicon
from spacy_paraphrase.lexicon.build import (
    build,
    build_index,
    read_installed,
    read_wndb,
    wordfreq_counts,
)
from spacy_paraphrase.lexicon.relations import relation

WORDNET = os.environ.get("SPACY_PARAPHRASE_WORDNET", "")


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(wn.config, "data_directory", tmp_path / "wn")
    yield tmp_path / "wn"
    wn._db.clear_connections()


def test_an_installed_lexicon_gives_the_same_index_as_its_resource(database: Path) -> None:
    wn.add_lexical_resource(toy_resource(), progress_handler=None)
    labels = []

    def progress(items: Any, label: str) -> Any:
        labels.append(label)
        return items

    installed = build_index(read_installed("toy:1", progress), COUNTS, progress=progress)
    assert installed.to_bytes() == build_index(toy_resource(), COUNTS).to_bytes()
    assert labels[:2] == ["words", "synsets"]
    assert labels[-2:] == ["relations", "counts"]


def test_hypernyms_come_over_the_interlingual_index(database: Path) -> None:
    english, dutch = toy_resource(), toy_resource()
    for resource in (english, dutch):
        for synset in resource["lexicons"][0]["synsets"]:
            synset["ili"] = "i" + synset["id"].removeprefix("toy-")
    lexicon = dutch["lexicons"][0]
    lexicon.update(id="nlwn", language="nl", requires=[{"id": "toy", "version": "1"}])
    lexicon["synsets"] = [
        {**synset, "relations": []}
        for synset in lexicon["synsets"]
        if synset["id"] in ("toy-n09", "toy-n04")
    ]
    lexicon["entries"] = [
        {
            "id": f"nl-{word}",
            "lemma": {"writtenForm": word, "partOfSpeech": "n"},
            "senses": [{"id": f"nl-{word}-1", "synset": synset, "relations": []}],
        }
        for word, synset in (("hond", "toy-n09"), ("dier", "toy-n04"))
    ]
    wn.add_lexical_resource(english, progress_handler=None)
    wn.add_lexical_resource(dutch, progress_handler=None)
    index = build_index(read_installed("nlwn:1"), {})
    (dog,), (animal,) = index.synsets("hond", "NOUN"), index.synsets("dier", "NOUN")
    assert dict(index.hypernym_steps(dog))[animal] == 2  # by way of "pet", which has no word
    assert index.meta["language"] == "nl"
    assert index.n_synsets == 8  # dog, pet, canine, carnivore, animal, organism, object, entity


def test_a_lexicon_that_is_not_there_is_an_error(database: Path) -> None:
    with pytest.raises(ParaphraseError, match=r"P304.*nothing:1"):
        read_installed("nothing:1")


@given(
    st.integers(2, 12).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, n - 1), max_size=3), min_size=n, max_size=n)
    )
)
def test_closure_is_that_of_the_graph_without_cycles(hypernyms: list[list[int]]) -> None:
    index = build_index(_resource(hypernyms), {})
    rows = [index.hypernyms.row(i) for i in range(len(hypernyms))]
    graph = nx.DiGraph([(i, above) for i, row in enumerate(rows) for above in row])
    graph.add_nodes_from(range(len(hypernyms)))
    assert nx.is_directed_acyclic_graph(graph)
    given_graph = nx.DiGraph([(i, above) for i, row in enumerate(hypernyms) for above in row])
    if nx.is_directed_acyclic_graph(given_graph):
        assert rows == [list(dict.fromkeys(row)) for row in hypernyms]
    depths = dict.fromkeys(graph, 0)
    for node in reversed(list(nx.topological_sort(graph))):
        depths[node] = max((depths[above] + 1 for above in graph[node]), default=0)
        steps = nx.single_source_shortest_path_length(graph, node)
        assert dict(index.hypernym_steps(node)) == dict(steps)
    assert index.depths.tolist() == [depths[node] for node in sorted(depths)]


def _resource(hypernyms: list[list[int]]) -> dict[str, Any]:
    synsets = [
        {
            "id": f"s{i:02}",
            "partOfSpeech": "n",
            "relations": [{"relType": "hypernym", "target": f"s{h:02}"} for h in row],
        }
        for i, row in enumerate(hypernyms)
    ]
    lexicon = {"id": "x", "version": "1", "language": "en", "license": "", "entries": []}
    return {"lexicons": [{**lexicon, "synsets": synsets}]}


def test_what_points_nowhere_is_left_out() -> None:
    resource = copy.deepcopy(toy_resource())
    lexicon = resource["lexicons"][0]
    lexicon["entries"][0]["senses"].append({"id": "x", "synset": "gone", "relations": []})
    lexicon["entries"].append(
        {"id": "y", "lemma": {"writtenForm": "gone", "partOfSpeech": "n"}, "senses": []}
    )
    lexicon["entries"].append(
        {
            "id": "z",
            "lemma": {"writtenForm": "ouch", "partOfSpeech": "x"},
            "senses": [{"id": "z1", "synset": "toy-n01", "relations": []}],
        }
    )
    lexicon["synsets"][0]["relations"].append({"relType": "hypernym", "target": "gone"})
    lexicon["synsets"].append({"id": "toy-x", "partOfSpeech": "x", "relations": []})
    assert build_index(resource, COUNTS).to_bytes() == (
        build_index(toy_resource(), COUNTS).to_bytes()
    )


def test_homographs_are_one_entry() -> None:
    resource = toy_resource()
    entries = resource["lexicons"][0]["entries"]
    (dog,) = (entry for entry in entries if entry["lemma"]["writtenForm"] == "dog")
    entries.append({**dog, "id": "dog-2", "senses": [dog["senses"].pop()]})
    index = build_index(resource, COUNTS)
    assert index.to_bytes() == build_index(toy_resource(), COUNTS).to_bytes()
    assert len(index.synsets("dog", "NOUN")) == 2


def test_shipped_index_has_the_synsets_of_wordnet_3() -> None:
    index = default_lexicon("en")
    counts = np.bincount(index.synset_pos)
    assert counts.tolist() == [82115, 13767, 18156, 3621]
    assert index.n_synsets == 117659
    assert len(SYNSETS) == build_index(toy_resource(), {}).n_synsets


@pytest.mark.slow
@pytest.mark.skipif(not WORDNET, reason="SPACY_PARAPHRASE_WORDNET names no folder of WordNet files")
def test_shipped_files_can_be_made_again(tmp_path: Path) -> None:
    pytest.importorskip("wordfreq", reason="wordfreq is not installed")
    pytest.importorskip("lemminflect", reason="lemminflect is not installed")
    shipped = Path(__file__).parents[2] / "spacy_paraphrase" / "lexicon" / "data"
    for path in build(WORDNET, tmp_path, counts=wordfreq_counts("en")):
        assert path.read_bytes() == (shipped / path.name).read_bytes()


LICENCE = "  1 This software and database is being provided to you, the LICENSEE, by  \n"
FILES = {
    "data.noun1": LICENCE
    + "00001740 03 n 01 entity 0 001 ~ 00002000 n 0000 | that which exists; a | b  \n",
    "data.noun2": "00002000 05 n 02 cat 0 true_cat 0 001 @ 00001740 n 0000 | feline  \n"
    "00003000 06 n 02 computed_tomography 0 CAT 0 001 @ 00001740 n 0000 | scan  \n"
    "00004000 15 n 01 Rome 0 002 @i 00001740 n 0000 + 00008000 a 0101 | a city  \n",
    "index.noun": LICENCE + "entity n 1 1 ~ 1 1 00001740  \ncat n 2 1 @ 2 1 00003000 00002000  \n"
    "true_cat n 1 1 @ 1 0 00002000  \nrome n 1 1 @ 1 1 00004000  \n"
    "computed_tomography n 1 1 @ 1 0 00003000  \n",
    "data.verb": "00005000 29 v 01 move 0 001 $ 00006000 v 0000 01 + 08 00 | go  \n"
    "00006000 29 v 01 shift 0 001 $ 00005000 v 0000 01 + 08 00 | move  \n",
    "index.verb": "move v 1 1 $ 1 1 00005000  \nshift v 1 1 $ 1 1 00006000  \n",
    "data.adj": "00007000 00 a 02 big(p) 0 large 0 001 ! 00007500 a 0201 | great  \n"
    "00007500 00 s 01 small 0 001 ! 00007000 a 0102 | little  \n"
    "00008000 01 a 01 Roman 0 001 \\ 00004000 n 0101 | of Rome  \n",
    "index.adj": "big a 1 1 ! 1 1 00007000  \nlarge a 1 1 ! 1 1 00007000  \n"
    "small a 1 1 ! 1 1 00007500  \nroman a 1 1 \\ 1 1 00008000  \n",
    "data.adv": "00009000 02 r 01 here 0 000 | at this place  \n",
    "index.adv": "here r 1 0 1 1 00009000  \n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf8")
    return tmp_path


def test_reads_synsets_senses_and_pointers(folder: Path) -> None:
    lexicon = read_wndb(folder, "mini:1", "en")["lexicons"][0]
    assert (lexicon["id"], lexicon["version"]) == ("mini", "1")
    assert [synset["id"] for synset in lexicon["synsets"]][:3] == [
        "mini-00001740-n",
        "mini-00002000-n",
        "mini-00003000-n",
    ]
    assert "mini-00007500-s" in {synset["id"] for synset in lexicon["synsets"]}
    entries = {entry["lemma"]["writtenForm"]: entry for entry in lexicon["entries"]}
    assert {"true cat", "cat", "CAT", "big", "Rome"} <= entries.keys()
    assert [sense["synset"] for sense in entries["cat"]["senses"]] == ["mini-00002000-n"]
    assert entries["large"]["senses"][0]["relations"] == [
        {"relType": "antonym", "target": "mini-00007500-s-1"}
    ]
    text = repr(lexicon)
    assert "feline" not in text
    assert "that which exists" not in text


def test_the_index_of_it_has_the_relations(folder: Path) -> None:
    index = build_index(read_wndb(folder, "mini:1", "en"), {})
    assert relation(index, "Rome", "PROPN", "entity", "NOUN") == "hyponym-of"
    assert relation(index, "Roman", "ADJ", "Rome", "PROPN") == "near-synonym"
    assert relation(index, "move", "VERB", "shift", "VERB") == "near-synonym"
    assert relation(index, "big", "ADJ", "large", "ADJ") == "synonym"
    assert relation(index, "large", "ADJ", "small", "ADJ") == "antonym"
    # Opposite words are opposite, not all that means the same; our own list says more.
    assert not index.antonyms.row(index.entries("big", "ADJ")[0])
    assert relation(index, "big", "ADJ", "small", "ADJ") == "antonym"
    assert relation(index, "cat", "NOUN", "computed tomography", "NOUN") == "sister"


def test_senses_stand_in_the_order_of_the_index_file(folder: Path) -> None:
    text = FILES["data.noun2"].replace("CAT", "cat")
    (folder / "data.noun2").write_text(text, encoding="utf8")
    lexicon = read_wndb(folder, "mini:1", "en")["lexicons"][0]
    (cat,) = (e for e in lexicon["entries"] if e["lemma"]["writtenForm"] == "cat")
    assert [s["synset"] for s in cat["senses"]] == ["mini-00003000-n", "mini-00002000-n"]


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "index.verb").unlink()
    with pytest.raises(ParaphraseError, match=r"P302.*index\.verb"):
        read_wndb(folder, "mini:1", "en")


@pytest.mark.parametrize("line", ["nonsense\n", "00005000 29 v zz move 0 000 | go\n"])
def test_a_bad_line_is_named(folder: Path, line: str) -> None:
    (folder / "data.verb").write_text(FILES["data.verb"] + line, encoding="utf8")
    with pytest.raises(ParaphraseError, match=r"P303.*Line 3 of .*data\.verb"):
        read_wndb(folder, "mini:1", "en")
