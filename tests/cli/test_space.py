"""The commands of word spaces and retrieval: files in, files out, errors, exit status."""

import json
import sys

import pytest

from spacy_paraphrase.many.building import build_space
from spacy_paraphrase.many.indexing import SpaceConfig
from spacy_paraphrase.many.retrieval import build_index
from spacy_paraphrase.many.spaces import WordSpace

TEXTS = [
    {"id": 1, "text": "The president met three senators. They talked about taxes."},
    {"id": 2, "text": ["The senators voted on the tax.", "The budget passed on Thursday."]},
    {"id": 3, "text": "A cat slept on the mat while the dog barked at the cat."},
    {"id": 4, "text": "The dog chased a cat over the garden wall."},
]
RI = ("--variant", "word")


def test_a_space_is_built_of_files(jsonl, command, tmp_path, capsys):
    files = [jsonl("a.jsonl", *TEXTS[:2]), jsonl("b.jsonl", *TEXTS[2:])]
    more = ("--dim", 100, "--window", 2, "--form", "word", "--n-process", 2, "--min-count", 2)
    assert command("space", "build", *files, tmp_path / "space", *more) == 0
    space = WordSpace.from_disk(tmp_path / "space")
    config = SpaceConfig(dim=100, window=2, min_count=2, form="word")
    assert space.digest == build_space(TEXTS, config).digest
    assert f"4 texts, 7 words, 3 terms, space {config.hash}" in capsys.readouterr().err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.jsonl", "b.jsonl", "space"]


def test_lines_that_fail_are_told_and_the_rest_goes_on(jsonl, command, tmp_path, capsys, lines):
    path = jsonl("in.jsonl", TEXTS[0], {"id": 7}, b"[", {"text": "no id"})
    assert command("space", "build", path, tmp_path / "space", "-q", *RI) == 3
    told = lines(capsys.readouterr().err)
    assert [(line["line"], line["id"], line["code"]) for line in told] == [
        (2, 7, "P966"),
        (3, None, "P501"),
        (4, None, "P966"),
    ]
    assert WordSpace.from_disk(tmp_path / "space").texts == 1
    errors = tmp_path / "errors.jsonl"
    args = ("space", "build", path, tmp_path / "space", "-q", "--errors", errors, *RI)
    assert command(*args) == 3
    assert lines(errors) == told
    assert not capsys.readouterr().err


def test_two_texts_of_one_id_end_the_run_with_their_places(jsonl, command, tmp_path, capsys):
    files = [jsonl("a.jsonl", *TEXTS), jsonl("b.jsonl", TEXTS[2])]
    assert command("space", "build", *files, tmp_path / "space") == 1
    told = capsys.readouterr().err
    assert "P967" in told
    assert f"{files[0]}:3 and {files[1]}:1" in told
    assert not (tmp_path / "space").exists()


def test_settings_that_make_no_sense_end_the_run(jsonl, command, tmp_path, capsys):
    assert command("space", "build", jsonl("a.jsonl"), tmp_path / "space", "--dim", 5) == 1
    assert "P960" in capsys.readouterr().err


def test_words_are_asked_for(jsonl, command, tmp_path, capsys):
    path = jsonl("texts.jsonl", *TEXTS)
    command("space", "build", path, tmp_path / "space", "-q", *RI)
    space = WordSpace.from_disk(tmp_path / "space")
    assert command("space", "query", tmp_path / "space", "cats", "-k", 2) == 0
    head, *rest = capsys.readouterr().out.splitlines()
    assert head == "cat: 3 times, in 2 texts"
    near = space.nearest("cat", 2)
    assert rest == [f"  {score:.3f} {space.written(word)}" for word, score in near]
    assert command("space", "query", tmp_path / "space", "Cat", "dog", "unicorn") == 0
    similar = space.similarity("cat", "dog")
    assert capsys.readouterr().out == f"Cat dog {similar:.3f}\nCat unicorn not known\n"
    assert command("space", "query", tmp_path / "space", "unicorn") == 0
    assert capsys.readouterr().out == "unicorn: not in the space\n"
    assert command("space", "query", tmp_path / "nothing", "cat") == 1
    assert "P961" in capsys.readouterr().err


def test_without_gensim_the_extra_is_told_before_a_text_is_read(
    command, tmp_path, capsys, monkeypatch
):
    monkeypatch.setitem(sys.modules, "gensim.models", None)
    (tmp_path / "bad.jsonl").write_text("[")
    assert command("space", "build", tmp_path / "bad.jsonl", tmp_path / "space") == 1
    assert "spacy-paraphrase[spaces]" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["bad.jsonl"]


def test_texts_are_retrieved_as_by_an_index(jsonl, command, tmp_path, lines):
    queries = [{"id": "q", "text": "taxes voted on by unicorns"}, TEXTS[2], {"id": 5, "text": "of"}]
    texts, asked = jsonl("texts.jsonl", *TEXTS), jsonl("queries.jsonl", *queries)
    out, index = tmp_path / "hits.jsonl", tmp_path / "index"
    assert command("retrieve", texts, asked, out, "-k", 2, "--save", index) == 0
    expected = [build_index(TEXTS).ask(query, 2).to_json() for query in queries]
    assert lines(out) == json.loads(json.dumps(expected))
    assert [id for id, _ in lines(out)[0]["hits"]] == [2, 1]
    assert lines(out)[0]["unknown"] == 1
    assert lines(out)[2]["flag"] == "no known words"
    again = tmp_path / "again.jsonl"
    assert command("retrieve", index, asked, again, "-k", 2) == 0
    assert lines(again) == lines(out)


def test_the_language_of_the_texts_gives_their_stems(jsonl, command, lines, capsys):
    texts = jsonl("t.jsonl", {"id": 1, "text": "Le chat dort."}, {"id": 2, "text": "Le chien."})
    asked = jsonl("q.jsonl", {"id": "q", "text": "Les chats dormaient."})
    assert command("retrieve", texts, asked, "-", "--language", "fr") == 0
    assert [id for id, _ in lines(capsys.readouterr().out)[0]["hits"]] == [1]


def test_queries_that_fail_are_told(jsonl, command, capsys, lines):
    asked = jsonl("queries.jsonl", {"id": "q"}, b"x", {"id": "r", "text": "a cat"}, b"[]")
    texts = jsonl("texts.jsonl", *TEXTS, {"id": "empty"})
    assert command("retrieve", texts, asked, "-") == 3
    seen = capsys.readouterr()
    assert [line["id"] for line in lines(seen.out)] == ["r"]
    told = [(line["line"], line["code"]) for line in lines(seen.err)]
    assert told == [(5, "P966"), (1, "P966"), (2, "P501"), (4, "P904")]


def test_nothing_is_retrieved_from_nothing(jsonl, command, capsys):
    asked = jsonl("queries.jsonl", {"id": "q", "text": "a cat"})
    assert command("retrieve", jsonl("none.jsonl"), asked, "-") == 1
    assert "P969" in capsys.readouterr().err
    assert command("retrieve", asked, asked, "-", "-k", 0) == 2


@pytest.mark.slow
def test_a_dask_cluster_gives_the_space_of_one_process(jsonl, command, tmp_path):
    files = [jsonl(f"{k}.jsonl", *TEXTS[k::2]) for k in range(2)]
    more = ("--dask", "local", "--n-process", 2, "-q", *RI)
    assert command("space", "build", *files, tmp_path / "space", *more) == 0
    assert (
        WordSpace.from_disk(tmp_path / "space").digest
        == build_space(TEXTS, SpaceConfig("word")).digest
    )
