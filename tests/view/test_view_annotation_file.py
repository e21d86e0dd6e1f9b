"""The file of annotations: what is in it is what was annotated, whatever happens."""

import errno
import json
import os
import stat
import subprocess
import sys

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from view.annotated import ACTIONS, PAIR, START, run

from spacy_paraphrase.cli import main
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.readers import LinkRecord, PairCorpus, PairRecord, read_docbin, read_jsonl
from spacy_paraphrase.view import annotation_file as stores
from spacy_paraphrase.view.annotation_file import Store, annotation_to_json, json_to_annotation
from spacy_paraphrase.view.annotations import Annotation, act, links_of

OTHER = PairRecord("two", ("Dogs", "bark"), ("A", "dog", "barks"))


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out.jsonl"


@pytest.fixture
def store(out):
    store = Store(out, "Ann")
    yield store
    store.close()


def lines(path):
    return [json.loads(line) for line in path.read_text("utf8").splitlines()]


@settings(max_examples=100)
@given(st.lists(ACTIONS, max_size=8))
def test_a_line_gives_the_annotation_back(tmp_path_factory, actions):
    now = run(actions)[-1].present
    if not now.state:
        return
    path = tmp_path_factory.mktemp("lines") / "out.jsonl"
    path.write_text(json.dumps(annotation_to_json(PAIR, now, "Ann")))
    [record] = read_jsonl(path)
    assert json_to_annotation(record, lines(path)[0]) == now
    assert (record.source, record.source_tree) == (PAIR.source, PAIR.source_tree)


def test_what_the_readers_make_of_it(store, out, tmp_path):
    done = act(act(START, {"kind": "accept"}, PAIR), {"kind": "done", "value": True}, PAIR).present
    fused = Annotation(fusion="A cat naps.", state="started")
    store.save([(PAIR, done), (OTHER, fused)])
    # convert, and the corpus that spacy train reads
    assert main(["convert", str(out), str(tmp_path / "out.spacy")]) == 0
    first, second = read_docbin(tmp_path / "out.spacy", spacy.blank("en"))
    assert links_of(first) == done.links
    assert first.source_tree == PAIR.source_tree
    assert (first.entails, first.entailed) == ("entailment", "neutral")
    assert second.fusions == {"union": "A cat naps."}
    example, _ = PairCorpus(out)(spacy.blank("en"))
    assert [link.relation for link in example.reference._.alignment.words] == ["equals", "restates"]
    assert main(["debug-data", str(out)]) in (0, 3)


def test_what_was_not_annotated_is_not_in_the_file():
    """An open proposal is no gold, and a level with nothing but open proposals no empty one."""
    linked = act(START, {"kind": "accept", "key": "words:1:1"}, PAIR)
    line = annotation_to_json(PAIR, linked.present, "Ann")
    assert [link["source"] for link in line["words"]] == [[1]]
    assert "phrases" not in line
    assert [link["source"] for link in line["proposals"]["words"]] == [[2]]
    done = act(linked, {"kind": "done", "value": True}, PAIR)
    assert "phrases" not in annotation_to_json(PAIR, done.present, "Ann")


def test_a_level_whose_proposals_were_all_refused_is_empty():
    refused = act(START, {"kind": "unlink", "key": "phrases:1:1"}, PAIR)
    assert "phrases" not in annotation_to_json(PAIR, refused.present, "Ann")
    done = act(refused, {"kind": "done", "value": True}, PAIR)
    assert annotation_to_json(PAIR, done.present, "Ann")["phrases"] == []


def test_linked_chunks_are_units_to_learn_from(out):
    linking = {"kind": "link", "level": "chunks", "source": [3, 4], "target": [2], "relation": ""}
    line = annotation_to_json(PAIR, act(START, linking, PAIR).present, "Ann")
    assert (line["source_chunks"], line["target_chunks"]) == ([[3, 5]], [[2, 3]])
    out.write_text(json.dumps(line))
    [example] = PairCorpus(out)(spacy.blank("en"))
    assert [span.text for span in example.predicted.spans["chunk_units"]] == ["on sofas", "naps"]


def test_a_pair_has_one_line_and_none_when_all_is_undone(store, out):
    noted = act(START, {"kind": "note", "text": "?"}, PAIR)
    store.save([(PAIR, noted.present)])
    store.save([(PAIR, act(noted, {"kind": "done", "value": True}, PAIR).present)])
    assert [line["state"] for line in lines(out)] == ["done"]
    store.save([(PAIR, START.present)])
    assert lines(out) == []


def test_it_goes_on_where_it_was(store, out):
    store.save([(PAIR, Annotation(note="\u2028 <b>", state="started"))])
    store.close()
    again = Store(out, "Ann")
    [(record, annotation)] = again.found
    assert (record.id, annotation.note) == (1, "\u2028 <b>")
    again.save([(OTHER, Annotation(state="done"))])
    again.close()
    assert [line["id"] for line in lines(out)] == [1, "two"]


def test_the_rights_of_the_file_are_kept(store, out):
    store.save([(OTHER, Annotation(state="done"))])
    assert stat.S_IMODE(out.stat().st_mode) == 0o666 & ~_umask()
    out.chmod(0o640)
    store.save([(OTHER, Annotation(state="started"))])
    assert stat.S_IMODE(out.stat().st_mode) == 0o640


def _umask():
    old = os.umask(0)
    os.umask(old)
    return old


def test_a_link_to_a_file_stays_one(tmp_path):
    (tmp_path / "there").mkdir()
    link = tmp_path / "out.jsonl"
    link.symlink_to(tmp_path / "there" / "real.jsonl")
    store = Store(link, "Ann")
    store.save([(OTHER, Annotation(state="done"))])
    store.close()
    assert link.is_symlink()
    assert len(lines(tmp_path / "there" / "real.jsonl")) == 1


def test_another_annotator_is_refused(store, out):
    store.save([(OTHER, Annotation(state="done"))])
    store.close()
    with pytest.raises(ParaphraseError, match="started by the annotator 'Ann'") as caught:
        Store(out, "Bob")
    assert caught.value.code == "P706"
    assert not out.with_name("out.jsonl.lock").exists()


def test_a_file_of_something_else_is_refused_and_left(out):
    text = '{"id": 1, "source": ["A"], "target": ["B"], "words": []}\n'
    out.write_text(text)
    with pytest.raises(ParaphraseError) as caught:
        Store(out, "Ann")
    assert caught.value.code == "P706"
    assert out.read_text() == text


@pytest.mark.parametrize("change", [{"state": "ready"}, {"note": 1}, {"proposals": []}])
def test_a_damaged_line_is_refused(out, change):
    line = annotation_to_json(OTHER, Annotation(state="done"), "Ann")
    out.write_text(json.dumps({**line, **change}))
    with pytest.raises(ParaphraseError) as caught:
        Store(out, "Ann")
    assert caught.value.code == "P704"


def test_an_id_twice_is_refused(out):
    line = json.dumps(annotation_to_json(OTHER, Annotation(state="done"), "Ann"))
    out.write_text(f"{line}\n{line}\n")
    with pytest.raises(ParaphraseError) as caught:
        Store(out, "Ann")
    assert caught.value.code == "P704"


def test_a_second_store_is_refused_and_names_the_first(store, out):
    code = f"from spacy_paraphrase.view.annotation_file import Store; Store({str(out)!r}, 'Ann')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (
        f"[P705] {str(out)!r} is being written by another run or server, process {os.getpid()}"
        in done.stderr
    )
    store.close()
    assert not out.with_name("out.jsonl.lock").exists()
    Store(out, "Ann").close()


def test_the_lock_of_a_process_that_is_gone_is_ignored(out):
    out.with_name("out.jsonl.lock").write_text("1")
    store = Store(out, "Ann")
    assert out.with_name("out.jsonl.lock").read_text() == str(os.getpid())
    store.close()


@pytest.mark.parametrize("step", ["writelines", "fsync", "replace"])
def test_a_full_disk_keeps_the_old_file(store, out, monkeypatch, step):
    store.save([(OTHER, Annotation(state="done"))])
    before = out.read_bytes()

    def full(*args, **kwargs):
        raise OSError(errno.ENOSPC, "No space left on device")

    if step == "writelines":
        monkeypatch.setattr(stores, "annotation_to_json", lambda *args: {"x": "y" * 10})
        monkeypatch.setattr("builtins.open", full)
    else:
        monkeypatch.setattr(stores.os, step, full)
    with pytest.raises(OSError, match="No space"):
        store.save([(PAIR, Annotation(state="done"))])
    monkeypatch.undo()
    assert out.read_bytes() == before
    assert [path.name for path in out.parent.iterdir()] == ["out.jsonl", "out.jsonl.lock"]
    store.save([(PAIR, Annotation(state="done"))])
    assert len(lines(out)) == 2


def test_scores_of_proposals_survive(store, out):
    pair = PairRecord(3, ("a",), ("b",), words=(LinkRecord((0,), (0,), "", 1 / 3),))
    store.save([(pair, Annotation(proposals=links_of(pair), state="started"))])
    store.close()
    again = Store(out, "Ann")
    again.close()
    assert again.found[0][1].proposals["words:0:0"].link.score == pytest.approx(1 / 3, abs=1e-4)
