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
from spacy_paraphrase.lexicon.build import build, build_index, read_installed, wordfreq_counts

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
