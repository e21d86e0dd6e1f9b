"""A stream without repetition: what adds stays, what conflicts is told, memory is bounded."""

import pytest

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.many import dedupe as room
from spacy_paraphrase.many.dedupe import dedupe


def records(*texts):
    return [{"id": k, "text": text} for k, text in enumerate(texts, 1)]


def test_the_most_informative_of_what_says_the_same_is_kept(nlp):
    found = list(
        dedupe(
            records(
                "The storm killed ten people.",
                "On Monday the storm killed ten people in the north.",
                "Ten people were killed by the storm.",
                "A museum opens in Lisbon.",
            ),
            nlp,
        )
    )
    assert [each.kept for each in found] == [False, True, False, True]
    assert [(each.because_of, each.verdict) for each in found] == [
        (2, "covers"),
        (None, ""),
        (2, "covers"),
        (None, ""),
    ]


@pytest.mark.parametrize(
    "texts",
    [
        ["A cat sleeps.", "A black cat sleeps.", "A black cat sleeps on the sofa."],
        ["A cat sleeps.", "a cat sleeps.", "A black cat sleeps on the sofa."],
        ["Ann sold a car.", "On Monday Ann sold a red car.", "On Monday Ann sold a red car here."],
        [
            "The storm killed ten people.",
            "On Monday the storm killed ten people.",
            "On Monday the storm killed ten people in the north.",
            "Ten people were killed by the storm.",
        ],
    ],
)
@pytest.mark.parametrize("window", [1, 2, 100])
def test_what_is_dropped_names_a_sentence_that_is_kept(nlp, texts, window):
    found = list(dedupe(records(*texts), nlp, window=window))
    kept = {each.id for each in found if each.kept}
    assert {each.because_of for each in found if not each.kept} <= kept
    assert window < 100 or len(kept) == 1


def test_conflicts_are_flagged_and_both_kept(nlp):
    found = list(
        dedupe(records("The storm killed ten people.", "The storm killed twelve people."), nlp)
    )
    assert [each.kept for each in found] == [True, True]
    assert [each.conflicts for each in found] == [[2], [1]]
    assert found[0].to_json()["conflicts"] == [2]


def test_without_a_pipeline_only_what_reads_the_same_goes():
    found = list(dedupe(records("A cat sleeps.", "a  CAT sleeps.", "The cat sleeps.")))
    assert [each.kept for each in found] == [True, False, True]
    assert found[1].to_json() == {
        "id": 2,
        "text": "a  CAT sleeps.",
        "kept": False,
        "because_of": 1,
        "verdict": "duplicate",
        "covered": [["a  CAT sleeps.", "A cat sleeps."]],
    }


def test_each_drop_names_what_covers_its_units(nlp):
    found = list(dedupe(records("A dog sleeps.", "A puppy sleeps on the sofa."), nlp))
    assert found[0].covered == (("dog", "puppy"), ("sleeps", "sleeps"))
    assert found[0].to_json()["covered"] == [["dog", "puppy"], ["sleeps", "sleeps"]]
    assert "covered" not in found[1].to_json()


def test_what_has_no_content_word_stays(nlp):
    """Nobody knows what it is about: it need not be the same."""
    texts = ["He did it.", "A dog barks.", "He did it.", "She did it.", "What is it?"]
    assert all(each.kept for each in dedupe(records(*texts), nlp))


def test_a_higher_certainty_keeps_more(nlp):
    texts = ["A cat sleeps.", "A black cat sleeps here."]
    for certainty, kept in ((0.5, [False, True]), (1.0, [True, True])):
        assert [e.kept for e in dedupe(records(*texts), nlp, certainty=certainty)] == kept
    with pytest.raises(ParaphraseError, match="P950.*certainty"):
        next(dedupe([], certainty=1.5))


def test_a_name_or_number_that_the_other_lacks_is_never_dropped(nlp):
    """Whatever is held of the sentences as wholes."""
    texts = ["Prices rose by 5 percent in Spain.", "Prices rose in Spain.", "Prices rose in Peru."]
    found = list(dedupe(records(*texts), nlp))
    assert [each.kept for each in found] == [True, False, True]


def test_the_stream_is_read_as_it_is_asked_for_and_the_window_is_bounded(monkeypatch):
    largest = 0
    read = 0

    class Watched(room._Window):
        def add(self, new):
            nonlocal largest
            super().add(new)
            largest = max(largest, len(self.order), len(self.places), len(self.forms))
            assert all(self.posted.values())

    def stream():
        nonlocal read
        for k in range(300):
            read += 1
            yield {"id": k, "text": f"text {k % 50} {k}"}

    monkeypatch.setattr(room, "_Window", Watched)
    found = dedupe(stream(), window=20)
    assert next(found).id == 0
    assert read == 21
    assert [each.id for each in found] == list(range(1, 300))
    assert largest == 21


def test_what_has_left_the_window_is_forgotten():
    found = list(dedupe(records("A cat.", "Dogs.", "Birds.", "A cat."), window=2))
    assert [each.kept for each in found] == [True] * 4
    assert [e.kept for e in dedupe(records("A cat.", "Dogs.", "A cat."), window=2)] == [
        True,
        True,
        False,
    ]


def test_bad_settings_and_ids():
    with pytest.raises(ParaphraseError, match="P950"):
        next(dedupe([], window=0))
    with pytest.raises(ParaphraseError, match="P951"):
        list(dedupe([{"id": 1, "text": "a"}, {"id": 1, "text": "b"}]))
