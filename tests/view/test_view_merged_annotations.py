"""Two annotations brought together: only what differs is asked, the rest is taken over."""

import json
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from view.serving import client

from spacy_paraphrase.pairs.alignment import RELATIONS
from spacy_paraphrase.readers import LinkRecord, PairRecord, read_jsonl
from spacy_paraphrase.view.annotation_file import Store, id_key
from spacy_paraphrase.view.annotations import History, act, links_of
from spacy_paraphrase.view.merged_annotations import consensus
from spacy_paraphrase.view.session import Session

WORDS = ("a", "b", "c")
TREE = ((1, "det"), (1, "ROOT"), (1, "dobj"))


def record(links, id=1, **more):
    words = tuple(LinkRecord((i,), (j,), relation) for (i, j), relation in links.items())
    trees = {"source_tree": TREE, "target_tree": TREE}
    return PairRecord(id, WORDS, WORDS, words=words, **{**trees, **more})


A = [
    record({(0, 0): "equals", (1, 1): "restates", (2, 2): "equals"}, 1, entails="neutral"),
    record({(0, 0): "equals"}, "same", entails="entailment", fusions={"union": "a b"}),
    record({}, "only in A"),
]
B = [
    record({(0, 0): "equals", (1, 1): "specifies", (1, 2): ""}, 1, entails="neutral"),
    record({(0, 0): "equals"}, "same", entails="entailment", fusions={"union": "a b"}),
]


def test_what_is_asked_and_what_is_taken_over():
    [dispute], [(same, taken)] = consensus(A, B)
    assert set(dispute.start.links) == {"words:0:0"}
    assert set(dispute.start.proposals) == {"words:1:1", "words:2:2", "words:1:2"}
    assert dispute.start.entails == "neutral"
    assert dispute.verdicts == {
        "words:0:0": ("hit", "equals"),
        "words:1:1": ("hit", "restates"),
        "words:2:2": ("miss", "equals"),
        "words:1:2": ("false alarm", ""),
    }
    assert dispute.start.proposals["words:1:1"].link.relation == "specifies"
    assert same.id == "same"
    assert taken.links == links_of(A[1])
    assert (taken.state, taken.entails, taken.fusion) == ("done", "entailment", "a b")


@pytest.fixture
def session(tmp_path):
    store = Store(tmp_path / "both.jsonl", "Al")
    disputes, agreed = consensus(A, B)
    store.add(agreed)
    by_key = {id_key(dispute.pair.record.id): dispute for dispute in disputes}
    pairs = [dispute.pair for dispute in disputes]
    yield Session(pairs, store=store, disputes=by_key, compared=lambda: (A, B))
    store.close()


def test_the_page_shows_the_differences_alone(session):
    page = client(session)
    [row] = page.get("pairs").json()["pairs"]
    assert row["id"] == 1
    told = page.get("pairs/1").json()
    shown = {link["key"]: (link["verdict"], link["proposed"]) for link in told["model"]["links"]}
    assert shown == {
        "words:0:0": ("hit", False),
        "words:1:1": ("hit", True),
        "words:2:2": ("miss", True),
        "words:1:2": ("false alarm", True),
    }
    assert page.get("agreement").json()["levels"]["words"]["links"]["both"] == 3


def test_the_file_has_all_pairs_in_the_end(session, tmp_path):
    page = client(session)
    page.post("pairs/1/actions", json={"kind": "accept", "key": "words:2:2"})
    page.post("pairs/1/actions", json={"kind": "relabel", "key": "words:1:1", "relation": "equals"})
    page.post("pairs/1/actions", json={"kind": "unlink", "key": "words:1:2"})
    page.post("pairs/1/actions", json={"kind": "done", "value": True})
    same, one = read_jsonl(tmp_path / "both.jsonl")
    assert (same.id, same.fusions) == ("same", {"union": "a b"})
    assert {key: marked.link.relation for key, marked in links_of(one).items()} == {
        "words:0:0": "equals",
        "words:1:1": "equals",
        "words:2:2": "equals",
    }
    lines = (tmp_path / "both.jsonl").read_text("utf8").splitlines()
    assert [json.loads(line)["state"] for line in lines] == ["done"] * 2


def test_what_both_agree_on_is_not_shown_the_second_time(session, tmp_path):
    client(session).post("pairs/1/actions", json={"kind": "accept"})
    session.store.close()
    store = Store(tmp_path / "both.jsonl", "Al")
    disputes, agreed = consensus(A, B)
    store.add(agreed)
    by_key = {id_key(1): disputes[0]}
    again = Session([disputes[0].pair], store=store, disputes=by_key)
    [row] = client(again).get("pairs").json()["pairs"]
    assert (row["id"], row["state"]) == (1, "started")
    assert len((tmp_path / "both.jsonl").read_text().splitlines()) == 2
    store.close()


LINKS = st.dictionaries(
    st.tuples(st.integers(0, 2), st.integers(0, 2)), st.sampled_from(["", *RELATIONS])
)


@given(LINKS, LINKS)
def test_whoever_takes_the_side_of_one_gets_what_that_one_has(mine, theirs):
    """Accepting the links of the first and refusing the others gives the first annotation."""
    first, second = record(mine), record(theirs)
    disputes, agreed = consensus([first], [second])
    if not disputes:
        assert mine == theirs
        assert agreed[0][1].links == links_of(first)
        return
    [dispute] = disputes
    do = partial(act, record=dispute.pair.record)
    history = History(dispute.start)
    for key in dispute.start.proposals:
        verdict, relation = dispute.verdicts[key]
        if verdict == "false alarm":
            history = do(history, {"kind": "unlink", "key": key})
        else:
            history = do(history, {"kind": "relabel", "key": key, "relation": relation})
    assert history.present.links == links_of(first)
    assert not history.present.proposals
