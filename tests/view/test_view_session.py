"""What the page is told, and what its actions do, by way of the server."""

import errno
import json
from dataclasses import replace
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from view.serving import client, write_lines

from spacy_paraphrase import make_pair
from spacy_paraphrase.cli.viewer import _open
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.readers import LinkRecord, doc_to_record, read_jsonl
from spacy_paraphrase.view import annotation_file as stores
from spacy_paraphrase.view.annotation_file import Store
from spacy_paraphrase.view.pairs import pair_of_doc, pair_of_record, uncertainty
from spacy_paraphrase.view.session import Session

SAMPLE = Path(__file__).parents[2] / "assets" / "sample" / "dev.jsonl"


@pytest.fixture(scope="module")
def sample():
    return [pair_of_record(record) for record in read_jsonl(SAMPLE)][:4]


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "out.jsonl", "Ann")
    yield store
    store.close()


def lines(store):
    return [json.loads(line) for line in store.path.read_text("utf8").splitlines()]


def test_the_list_has_every_pair(sample):
    told = client(Session(sample)).get("pairs").json()
    assert [row["number"] for row in told["pairs"]] == told["order"] == [1, 2, 3, 4]
    first = told["pairs"][0]
    assert (first["id"], first["relation"], first["state"]) == ("news-01", "intersects", "")
    assert first["source"].startswith("On Tuesday the council")
    assert first["uncertainty"] is None  # links of people are sure


def test_a_pair_has_all_that_is_shown(sample):
    told = client(Session(sample)).get("pairs/1").json()
    assert told["picture"].startswith("<svg")
    assert {link["level"] for link in told["model"]["links"]} == {"words", "phrases"}
    assert told["model"]["source"]["deps"][4] == "ROOT"
    assert told["explanation"]
    assert told["relation"]["label"] == "intersects"
    assert told["annotation"] is None
    words = client(Session(sample)).get("pairs/1?levels=words").json()
    assert {link["level"] for link in words["model"]["links"]} == {"words"}


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("pairs/0", 404, "P710"),
        ("pairs/5", 404, "P710"),
        ("pairs/99999999999999999999", 404, "P710"),
        ("pairs/1?levels=letters", 422, "P402"),
        ("agreement", 422, "P716"),
        ("learning", 422, "P711"),
    ],
)
def test_what_is_not_there(sample, path, status, code):
    answer = client(Session(sample)).get(path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize(
    "path",
    ["pairs/x", "pairs/-1", "pair", "pairs/1/", "assets/", "assets/x", "pairs/" + "9" * 5000],
)
def test_other_paths(sample, path):
    assert client(Session(sample)).get(path).status_code == 404


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "P501"),
        (b"{", "P501"),
        (b"[]", "P701"),
        (b'"x"', "P701"),
        (b"\xff", "P501"),
        (b"[" * 100_000, "P501"),
        (b'{"kind": "unlink", "key": "words:99:99"}', "P702"),
    ],
)
def test_bad_bodies(sample, store, body, code):
    answer = client(Session(sample, store=store)).post("pairs/1/actions", content=body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert not store.path.exists()


def test_actions_are_on_the_disk_before_the_answer(sample, store):
    page = client(Session(sample, store=store))
    asked = {"kind": "accept", "key": "words:0:7"}
    told = page.post("pairs/1/actions?levels=words", json=asked).json()
    assert told["annotation"] == {
        "state": "started",
        "note": "",
        "entails": None,
        "entailed": None,
        "fusion": "",
        "proposals": len(sample[0].record.words + sample[0].record.phrases) - 1,
        "can_undo": True,
        "can_redo": False,
    }
    proposed = {link["key"]: link["proposed"] for link in told["model"]["links"]}
    assert proposed["words:0:7"] is False
    assert sum(proposed.values()) == len(sample[0].record.words) - 1
    [line] = lines(store)
    assert [(link["source"], link["target"]) for link in line["words"]] == [([0], [7])]
    assert (line["id"], line["annotator"], line["state"]) == ("news-01", "Ann", "started")
    assert line["source_tree"] == [list(arc) for arc in sample[0].record.source_tree]
    page.post("pairs/1/actions", json={"kind": "undo"})
    assert lines(store) == []


def test_a_pair_that_is_done_shows_what_is_annotated_alone(sample, store):
    page = client(Session(sample, store=store))
    page.post("pairs/1/actions", json={"kind": "accept", "key": "words:0:7"})
    told = page.post("pairs/1/actions", json={"kind": "done", "value": True}).json()
    assert [link["key"] for link in told["model"]["links"]] == ["words:0:7"]
    assert page.get("pairs").json()["pairs"][0]["state"] == "done"
    told = page.post("pairs/1/actions", json={"kind": "done", "value": False}).json()
    assert len(told["model"]["links"]) > 1


def test_it_goes_on_where_it_was(sample, store, tmp_path):
    page = client(Session(sample, store=store))
    page.post("pairs/2/actions", json={"kind": "note", "text": "<script>"})
    before = page.get("pairs/2").json()
    store.close()
    again = Store(store.path, "Ann")
    page = client(Session(sample, store=again))
    after = page.get("pairs/2").json()
    assert after["annotation"] == {**before["annotation"], "can_undo": False}
    assert after["model"] == before["model"]
    again.close()


def test_annotations_of_other_pairs_are_kept_and_shown(sample, store):
    """Those that were typed in, or that the file of pairs has lost since."""
    page = client(Session(sample, store=store))
    page.post("pairs/3/actions", json={"kind": "done", "value": True})
    store.close()
    again = Store(store.path, "Ann")
    rows = client(Session(sample[:2], store=again)).get("pairs").json()["pairs"]
    assert [row["id"] for row in rows] == [pair.record.id for pair in sample[:3]]
    again.close()


def test_annotations_of_other_words_are_refused(sample, store):
    client(Session(sample, store=store)).post("pairs/1/actions", json={"kind": "accept"})
    store.close()
    again = Store(store.path, "Ann")
    changed = pair_of_record(
        type(sample[0].record)("news-01", ("Other", "words"), sample[0].record.target)
    )
    with pytest.raises(ParaphraseError) as caught:
        Session([changed], store=again)
    assert caught.value.code == "P708"
    again.close()


def test_an_id_twice_cannot_be_annotated(sample, store):
    with pytest.raises(ParaphraseError) as caught:
        Session([sample[0], sample[0]], store=store)
    assert caught.value.code == "P707"
    assert len(client(Session([sample[0]] * 2)).get("pairs").json()["pairs"]) == 2


def test_a_full_disk_is_told_and_nothing_is_changed(sample, store, monkeypatch):
    page = client(Session(sample, store=store))
    page.post("pairs/1/actions", json={"kind": "note", "text": "kept"})
    before = store.path.read_bytes()

    def full(*args):
        raise OSError(errno.ENOSPC, "No space left on device", str(store.path))

    monkeypatch.setattr(stores.os, "fsync", full)
    answer = page.post("pairs/1/actions", json={"kind": "note", "text": "lost"})
    monkeypatch.undo()
    assert (answer.status_code, answer.json()["code"]) == (507, "P712")
    assert "No space left on device" in answer.json()["reason"]
    assert store.path.read_bytes() == before
    assert page.get("pairs/1").json()["annotation"]["note"] == "kept"
    page.post("pairs/1/actions", json={"kind": "note", "text": "again"})
    assert lines(store)[0]["note"] == "again"


def test_nothing_is_annotated_without_a_file(sample):
    answer = client(Session(sample)).post("pairs/1/actions", json={"kind": "accept"})
    assert (answer.status_code, answer.json()["code"]) == (422, "P711")


def test_gold_and_found_on_one_picture(sample):
    found = pair_of_record(
        sample[0].record.__class__(
            "news-01",
            sample[0].record.source,
            sample[0].record.target,
            words=sample[0].record.words[:2],
            source_tree=sample[0].record.source_tree,
            target_tree=sample[0].record.target_tree,
        )
    )
    told = client(Session([found], golds=[sample[0].record])).get("pairs/1?levels=words").json()
    verdicts = [link["verdict"] for link in told["model"]["links"]]
    assert sorted(verdicts) == ["hit"] * 2 + ["miss"] * (len(verdicts) - 2)


def test_typed_sentences_are_read_by_the_pipeline(nlp):
    page = client(Session([], load=lambda: nlp))
    told = page.post("pairs", json={"source": "A cat sleeps.", "target": "Cats nap."}).json()
    assert (told["number"], told["id"]) == (1, "typed-1")
    assert [link["key"] for link in told["model"]["links"]]
    assert told["relation"]["label"]
    [row] = page.get("pairs").json()["pairs"]
    assert (row["source"], row["relation"]) == ("A cat sleeps.", told["relation"]["label"])
    assert 0 < row["uncertainty"] < 1


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "P002"),
        ({"source": "A", "target": 1}, "P002"),
        ({"source": "A", "target": "  \n"}, "P001"),
        ({"source": "A", "target": "x " * 6_000}, "P505"),
        ({"source": "A", "target": "\ud800"}, "P102"),
    ],
)
def test_bad_sentences(nlp, body, code):
    page = client(Session([], load=lambda: nlp))
    answer = page.post("pairs", content=json.dumps(body))
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert page.get("pairs").json()["pairs"] == []


def test_without_a_pipeline_nothing_can_be_typed(sample):
    answer = client(Session(sample)).post("pairs", json={"source": "A", "target": "B"})
    assert answer.json()["code"] == "P709"


def test_raw_pairs_get_what_they_lack_and_keep_what_they_have(nlp, tmp_path):
    path = write_lines(
        tmp_path / "pairs.jsonl",
        [
            {"id": "raw", "source": "A cat sleeps.", "target": "The cat naps.", "question": "Who?"},
            {
                "source": ["A", "cat", "sleeps"],
                "target": ["It", "naps"],
                "words": [{"source": [1], "target": [0], "relation": "specifies", "score": 0.5}],
                "relation": {"entails": "entailment", "entailed": "neutral"},
            },
        ],
    )
    page = client(Session(_open(str(path)), load=lambda: nlp))
    raw = page.get("pairs/1").json()
    assert raw["model"]["source"]["words"] == ["A", "cat", "sleeps", "."]
    assert raw["model"]["source"]["heads"]
    known = page.get("pairs/2").json()
    assert [link["key"] for link in known["model"]["links"]] == ["words:1:0"]
    assert known["model"]["target"]["deps"]
    assert known["relation"]["label"] == "specifies"
    assert page.get("pairs").json()["order"][0] == 2


def test_a_component_that_fails_spoils_one_pair_alone(blank):
    @Language.component("fails_on_dogs")
    def fail(doc):
        if "dogs" in doc.text:
            raise RuntimeError("no dogs")
        return doc

    blank.add_pipe("fails_on_dogs")
    page = client(Session([], load=lambda: blank))
    answer = page.post("pairs", json={"source": "dogs", "target": "dogs"})
    assert (answer.status_code, answer.json()["code"]) == (422, "P506")
    assert "RuntimeError: no dogs" in answer.json()["reason"]
    assert page.post("pairs", json={"source": "cats", "target": "cats"}).status_code == 200


def test_every_pair_gets_an_id_of_its_own(sample, store):
    bare = replace(sample[0], record=replace(sample[0].record, id=None))
    named = replace(sample[0], record=replace(sample[0].record, id=2))
    rows = client(Session([named, bare, bare], store=store)).get("pairs").json()["pairs"]
    assert [row["id"] for row in rows] == [2, "pair 2", 3]


def test_docs_of_pairs_bring_what_was_found(nlp):
    doc = nlp(make_pair(nlp, "The storm killed 12 people.", "The storm killed ten people."))
    told = client(Session([pair_of_doc(doc, doc_to_record(doc))])).get("pairs/1").json()
    assert told["relation"]["conflict"]
    assert told["relation"]["reasons"] == ["number"]


def test_uncertainty_is_highest_where_the_aligner_cannot_tell(nlp):
    def of(*scores):
        doc = make_pair(spacy.blank("en"), ["a"] * len(scores), ["b"] * len(scores))
        record = doc_to_record(doc)
        links = tuple(LinkRecord((k,), (k,), score=score) for k, score in enumerate(scores))
        return uncertainty(replace(record, words=links))

    assert of(0.5) == 1.0
    assert of(0.5, 1.0) == 0.5
    assert of(0.6) == pytest.approx(of(0.4))
    assert of(0.9) < of(0.8)
    assert of(1.0, 1.0) is None


def test_a_thousand_pairs_are_listed(tmp_path):
    path = write_lines(
        tmp_path / "pairs.jsonl",
        [{"source": f"Cat {k} is sleeping on the sofa.", "target": "A cat."} for k in range(1000)],
    )
    told = client(Session(_open(str(path)))).get("pairs").json()
    assert len(told["pairs"]) == 1000
