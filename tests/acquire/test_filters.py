"""Filters (spec 06, section 14; test 17)."""

import json

import pytest

from spacy_paraphrase.acquire.filters import DEFAULT, ORDER, filter_job, make_filters
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.jobs import run_job, run_loop
from spacy_paraphrase.readers.table_rows import phrase_row

GOOD = phrase_row(["bought"], ["acquired"], count=2.0, examples=["1", "2"])
PAIR = {"id": 1, "source": "The dog barked at the cat.", "target": "A dog barked at a cat."}


def row(source, target, **known):
    return phrase_row(source.split(), target.split(), **known)


# A row that each filter drops or flags, and why.
WRONG = {
    "identity": (row("e-mail", "email"), "drop", "identity"),
    "length": (row("so", "in such a way that"), "drop", "length"),
    "shared_words": ({**PAIR, "target": "It rained."}, "drop", "shared words"),
    "variants": (row("50 ton", "50 tons"), "flag", "variants"),
    "function_words": (row("of", "house"), "drop", "function words"),
    "stop_pivots": (row("the", "man", pivots={"l'": 0.5, "le": 0.5}), "drop", "stop-word pivots"),
    "category": (row("accurately", "precise", pos="ADV/ADJ"), "drop", "category"),
    "opposites": (row("high court", "low court"), "drop", "antonym"),
    "conflicts": (row("do n't think", "guess"), "drop", "polarity"),
    "protected": (row("in the house", "on the house"), "drop", "protected"),
    "polarity": (row("forceful", "pushy"), "drop", "polarity"),
    "readability": (
        {
            **PAIR,
            "source": "He ran home.",
            "target": "He hurried homewards immediately after.",
        },
        "drop",
        "readability",
    ),
    "support": (row("sudden", "unexpected", examples=["1"], score=0.5), "drop", "support"),
    "leakage": ({**PAIR, "id": 9}, "drop", "leakage"),
}


@pytest.fixture
def settings(tmp_path):
    (tmp_path / "dev.jsonl").write_text(
        json.dumps({"source": "a dog barked at a cat", "target": "THE dog barked at the cat!"})
    )
    (tmp_path / "signs.tsv").write_text("forceful\t1\npushy\t-0.5\n")
    leakage = {"paths": [str(tmp_path / "dev.jsonl")]}
    return {"leakage": leakage, "polarity": {"path": str(tmp_path / "signs.tsv")}}


@pytest.mark.parametrize("name", WRONG)
def test_17_each_filter_has_a_reason_of_its_own(name, settings):
    wrong, action, reason = WRONG[name]
    (each,) = make_filters([], **{name: settings.get(name, {})})
    assert each(wrong) == (action, reason)
    assert each(GOOD) is None
    assert name == "leakage" or each(PAIR) is None


def test_17_pair_score(monkeypatch):
    (each,) = make_filters(["pair_score"])
    verdict = each({"source": "A dog barked.", "target": "Shares fell sharply in Tokyo."})
    assert verdict == ("drop", "pair score")
    assert each(GOOD) is None


def test_17_the_k_best_rows_of_a_phrase_stay(tmp_path):
    rows = [row("big", f"large{k}", score=k / 10) for k in range(5)]
    rows += [row("small", "little"), {**PAIR, "source": "big"}]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in rows))
    job = filter_job([], top_k={"k": 2})
    done = run_job(job, [path], tmp_path / "out.jsonl")
    kept = [" ".join(each["target"]) for each in done.rows() if isinstance(each["target"], list)]
    assert kept == ["large4", "large3", "little"]
    assert done.manifest["dropped"] == {"top-k": 3}


def test_17_no_filters_return_the_rows_as_they_are():
    rows = [wrong for wrong, _, _ in WRONG.values()]
    found = list(run_loop(filter_job([]), rows))
    key = json.dumps
    assert sorted(found, key=key) == sorted(rows, key=key)


def test_all_default_filters_leave_a_good_row(tmp_path):
    assert list(run_loop(filter_job(), [GOOD, PAIR])) == [PAIR, GOOD]
    assert [name for name in ORDER if name not in DEFAULT] == [
        *("polarity", "pair_score", "readability", "leakage")
    ]


def test_flags_stand_in_the_row():
    changed = {**PAIR, "source": "Three dogs barked at the cat."}
    flagged = list(run_loop(filter_job(["variants", "conflicts"]), [changed]))
    assert flagged[0]["flags"] == ["conflict: number"]
    flagged = list(run_loop(filter_job(["variants"]), [WRONG["variants"][0]]))
    assert flagged[0]["flags"] == ["variants"]


def test_what_was_dropped_is_counted_and_what_is_no_row_fails(tmp_path):
    rows = [WRONG["identity"][0], WRONG["opposites"][0], GOOD, {"text": "no row"}]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in rows))
    done = run_job(filter_job(), [path], tmp_path / "out")
    assert done.manifest["dropped"] == {"antonym": 1, "identity": 1}
    assert done.manifest["counts"]["rows"] == 1
    assert done.manifest["counts"]["failed"] == 1


def test_a_mined_row_with_sure_links_or_without_examples_stays():
    (support,) = make_filters(["support"])
    assert support(row("a", "b")) is None
    assert support(row("a", "b", examples=["1"], score=0.95)) is None
    assert support(row("a", "b", examples=["1", "1"], count=2.0, score=0.5)) is not None


def test_unknown_filters_and_damaged_lists_are_told(tmp_path):
    with pytest.raises(ParaphraseError, match=r"P923.*best"):
        filter_job(["best"])
    (tmp_path / "signs").write_text("good\tvery\n")
    with pytest.raises(ParaphraseError, match=r"P102.*line 1"):
        filter_job([], polarity={"path": str(tmp_path / "signs")})
    (tmp_path / "pairs").write_text('{"source": 1}\n')
    with pytest.raises(ParaphraseError, match=r"P102.*line 1"):
        filter_job([], leakage={"paths": [str(tmp_path / "pairs")]})
