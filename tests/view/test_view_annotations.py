"""Actions on annotations, against what they have to do whatever their order."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from view.annotated import ACTIONS, PAIR, START, TREES, run

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.pairs.alignment import LEVELS
from spacy_paraphrase.readers import PairRecord
from spacy_paraphrase.view.annotations import (
    MAX_UNDO,
    Annotation,
    History,
    act,
    chunks_of,
    links_of,
)


def times(kind, number, history):
    for _ in range(number):
        history = act(history, {"kind": kind}, PAIR)
    return history


@settings(max_examples=200)
@given(st.lists(ACTIONS, max_size=12))
def test_undoing_all_gives_the_start_and_redoing_all_the_end(actions):
    end = run(actions)[-1]
    steps = len(end.past)
    back = times("undo", steps, end)
    assert back.present == START.present
    assert not back.past
    assert times("undo", 1, back) == back
    again = times("redo", steps, back)
    assert again == end
    assert times("redo", 1, again) == again


@settings(max_examples=200)
@given(st.lists(st.one_of(ACTIONS, st.sampled_from([{"kind": "undo"}, {"kind": "redo"}]))))
def test_every_state_is_sound(actions):
    for history in run(actions):
        now = history.present
        # No link is both annotated and proposed, every one has the key it is kept by, and the
        # record that the file would hold takes them all.
        assert not set(now.links) & set(now.proposals)
        levels = {
            level: tuple(m.link for m in now.links.values() if m.level == level) for level in LEVELS
        }
        record = PairRecord(1, PAIR.source, PAIR.target, **levels, **TREES)
        assert links_of(record) == now.links
        assert all(link.score in (0.5, 1.0) for _, link in now.links.values())
        assert set(now.proposals) <= set(links_of(PAIR))
        assert (now.state == "") == (now == START.present)


@given(st.lists(ACTIONS, max_size=6), ACTIONS)
def test_an_action_after_undo_forgets_what_was_undone(actions, action):
    undone = times("undo", 1, run(actions)[-1])
    for history in run([action], undone)[1:]:
        assert history == undone or not history.future


def test_linking_phrases_takes_the_yield_of_their_heads():
    linking = {"kind": "link", "level": "phrases", "source": [3], "target": [2], "relation": ""}
    by_head = act(START, linking, PAIR).present.links
    assert by_head["phrases:3:2"].link.source == (3, 4)
    assert by_head["phrases:3:2"].link.target == (0, 1, 2)
    by_words = act(START, {**linking, "source": [3, 4], "target": [0, 1, 2]}, PAIR)
    assert by_words.present.links == by_head


def test_linking_several_words_links_each_to_each():
    linking = {"kind": "link", "level": "words", "source": [3, 0], "target": [0, 2]}
    found = act(START, linking, PAIR).present.links
    assert set(found) == {"words:3:0", "words:3:2", "words:0:0", "words:0:2"}


def test_linking_what_is_proposed_accepts_it():
    linking = {"kind": "link", "level": "words", "source": [1], "target": [1], "relation": ""}
    now = act(START, linking, PAIR).present
    assert now.links["words:1:1"].link.relation == "equals"
    assert "words:1:1" not in now.proposals


def test_accept_takes_links_and_judgement_but_keeps_what_was_said():
    judged = act(START, {"kind": "judge", "entails": "contradiction"}, PAIR)
    now = act(judged, {"kind": "accept"}, PAIR).present
    assert set(now.links) == set(links_of(PAIR))
    assert not now.proposals
    assert (now.entails, now.entailed) == ("contradiction", "neutral")


def test_one_proposal_can_be_accepted():
    now = act(START, {"kind": "accept", "key": "words:2:2"}, PAIR).present
    assert list(now.links) == ["words:2:2"]
    assert (now.entails, len(now.proposals)) == (None, 2)


def test_a_possible_link_stays_one_until_it_is_called_sure():
    asked = {"kind": "possible", "key": "words:1:1", "value": True}
    possible = act(START, asked, PAIR)
    relabelled = act(possible, {"kind": "relabel", "key": "words:1:1", "relation": ""}, PAIR)
    assert relabelled.present.links["words:1:1"].link.score == 0.5
    sure = act(relabelled, {**asked, "value": False}, PAIR)
    assert sure.present.links["words:1:1"].link.score == 1.0


def test_chunks_that_overlap_are_refused():
    linking = {"kind": "link", "level": "chunks", "source": [0, 1], "target": [0]}
    history = act(START, linking, PAIR)
    with pytest.raises(ParaphraseError) as caught:
        act(history, {**linking, "source": [1, 2], "target": [1]}, PAIR)
    assert caught.value.code == "P717"
    again = act(history, {**linking, "target": [1, 2]}, PAIR)
    assert chunks_of(PAIR, again.present) == {"source": [(0, 2)], "target": [(0, 1), (1, 3)]}


def test_the_history_is_bounded():
    history = START
    for k in range(MAX_UNDO + 5):
        history = act(history, {"kind": "note", "text": str(k)}, PAIR)
    assert len(history.past) == MAX_UNDO


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({}, "P701"),
        ([], "P701"),
        ("undo", "P701"),
        ({"kind": "explode"}, "P701"),
        ({"kind": ["link"]}, "P701"),
        ({"kind": "link", "level": "letters", "source": [0], "target": [0]}, "P701"),
        ({"kind": "link", "level": ["words"], "source": [0], "target": [0]}, "P701"),
        ({"kind": "link", "level": "words", "source": [], "target": [0]}, "P701"),
        ({"kind": "link", "level": "words", "source": 0, "target": [0]}, "P701"),
        ({"kind": "link", "level": "words", "source": [True], "target": [0]}, "P701"),
        ({"kind": "link", "level": "words", "source": [-1], "target": [0]}, "P701"),
        ({"kind": "link", "level": "words", "source": [0], "target": [3]}, "P701"),
        ({"kind": "link", "level": "words", "source": [0], "target": [0], "relation": "x"}, "P102"),
        ({"kind": "link", "level": "words", "source": [0], "target": [0], "relation": 1}, "P102"),
        ({"kind": "link", "level": "chunks", "source": [0, 2], "target": [0]}, "P102"),
        ({"kind": "unlink"}, "P701"),
        ({"kind": "unlink", "key": "words:9:9"}, "P702"),
        ({"kind": "accept", "key": "words:9:9"}, "P702"),
        ({"kind": "relabel", "key": "words:1:1", "relation": "none"}, "P701"),
        ({"kind": "conflict", "key": "words:1:1", "value": 1}, "P701"),
        ({"kind": "judge"}, "P701"),
        ({"kind": "judge", "entails": "maybe"}, "P701"),
        ({"kind": "judge", "entails": ["neutral"]}, "P701"),
        ({"kind": "note", "text": None}, "P701"),
        ({"kind": "note", "text": "x" * 20_001}, "P701"),
        ({"kind": "note", "text": "\ud800"}, "P701"),
        ({"kind": "done"}, "P701"),
    ],
)
def test_bad_actions_are_refused_with_a_code(action, code):
    with pytest.raises(ParaphraseError) as caught:
        act(START, action, PAIR)
    assert caught.value.code == code


def test_phrases_need_trees():
    bare = PairRecord(1, ("A", "cat"), ("cats",))
    linking = {"kind": "link", "level": "phrases", "source": [0], "target": [0]}
    with pytest.raises(ParaphraseError) as caught:
        act(History(Annotation()), linking, bare)
    assert caught.value.code == "P703"
