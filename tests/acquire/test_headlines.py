"""Headlines: the example of spec 06 by hand (tests 2 and 3), thresholds, weights, evaluation."""

import json
import random

import numpy as np
import pytest

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.acquire.headlines import (
    HeadlineMiner,
    chosen_k,
    criterion,
    evaluate,
    k_means,
    make_headlines,
    mine_headlines,
    pk1,
    terms_of,
    tune,
    vectors,
)
from spacy_paraphrase.jobs import run_job, run_loop

SONY = [
    "sony delays blu-ray films",
    "sony postpones blu-ray films",
    "price of playstation announced",
    "playstation price known",
]
NONE = [None] * 4
PLAIN = {"stem": False}


def cluster(texts, contexts=None, groups=None, name="c"):
    contexts, groups = contexts or [None] * len(texts), groups or [None] * len(texts)
    items = [
        {"id": f"{k}", "text": text, "context": context, "group": group}
        for k, (text, context, group) in enumerate(zip(texts, contexts, groups, strict=True))
    ]
    return {"cluster": name, "items": items}


def found(miner, texts, contexts=None):
    return [(f.source, f.target) for f in miner.find(texts, contexts or [None] * len(texts))]


def test_k_means_with_pk1():
    """Spec 06 test 2."""
    made = vectors([terms_of(text, stem=False) for text in SONY])
    cosines = made @ made.T
    assert cosines[0, 1] == pytest.approx(3 / 7)
    assert cosines[2, 3] == pytest.approx(2 / 60**0.5)
    assert cosines[:2, 2:] == pytest.approx(np.zeros((2, 2)))
    divisions = [[0, 0, 0, 0], [0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 2, 3]]
    values = [criterion(made, np.array(groups)) for groups in divisions]
    assert values == pytest.approx([0.25, 0.5, 0.6258, 0.7444], abs=5e-5)
    assert pk1(values[:3]) == pytest.approx([-1.336, 0.265, 1.071], abs=1e-3)
    assert chosen_k(values[:3], 1.0) == 2
    miner = HeadlineMiner("cluster", **PLAIN)
    assert found(miner, SONY) == [(0, 1), (2, 3)]
    assert {pair.route for pair in miner.find(SONY, NONE)} == {"cluster"}
    rng = np.random.default_rng(3)
    assert criterion(made, k_means(made, 3, 10, rng)) == pytest.approx(values[2])


def test_few_values_cannot_be_told_apart():
    assert chosen_k([0.2, 0.9], 1.0) == 2  # of two, none is above 1
    assert chosen_k([0.5, 0.5, 0.5], 1.0) == 1
    assert chosen_k([0.9, 0.1, 0.1], 1.0) == 1  # the first is, and less than one group is none
    assert HeadlineMiner("cluster").groups(["a b", "c d"]).tolist() == [0, 0]
    assert HeadlineMiner("cluster").groups([]).tolist() == []


def test_pairwise_with_contexts():
    """Spec 06 test 3."""
    miner = HeadlineMiner(**PLAIN)
    assert found(miner, SONY) == []
    contexts = ["The films come late.", "The films come late.", "A price.", "Nothing of it."]
    [pair] = miner.find(SONY, contexts)
    assert (pair.source, pair.target, pair.route) == (0, 1, "context")
    assert pair.score == pytest.approx(1)
    assert found(HeadlineMiner(lower=0.45, **PLAIN), SONY, contexts) == []


def test_equal_to_a_threshold_goes_to_the_context():
    cosine = 3 / 7
    contexts = ["same words", "same words", None, None]
    for settings in ({"upper": cosine}, {"lower": cosine}):
        [pair] = HeadlineMiner(**settings, **PLAIN).find(SONY, contexts)
        assert pair.route == "context"


@pytest.mark.parametrize("seed", range(5))
def test_higher_thresholds_never_add_a_pair(seed):
    chosen = random.Random(seed)
    words = [f"w{n}" for n in range(12)]
    texts = [" ".join(chosen.sample(words, 5)) for _ in range(9)]
    contexts = [" ".join(chosen.sample(words, 8)) for _ in range(9)]
    steps = [0, 0.2, 0.4, 0.6, 0.8, 1]
    made = {
        (a, b): set(found(HeadlineMiner(lower=a, upper=b), texts, contexts))
        for a in steps
        for b in steps
        if a <= b
    }
    assert len(made[0, 0]) > 5
    for (a, b), pairs in made.items():
        assert all(made[c, d] <= pairs for c, d in made if c >= a and d >= b)


def test_weights_of_few_texts():
    alike = ["Rates rise again", "Rates rise again"]
    assert found(HeadlineMiner(), alike) == [(0, 1)]
    assert (vectors([["a"]] * 4) == 0).all()  # the weight of the paper knows nothing of them
    assert found(HeadlineMiner(), ["Rates rise"] * 4) == []
    assert len(found(HeadlineMiner(idf="smooth"), ["Rates rise"] * 4)) == 6
    assert vectors([["a", "b"], []]).any(axis=1).tolist() == [True, False]


def test_closure_is_a_choice():
    texts = ["a b c d", "a b c e", "a b f e", "x y z", "u v w q"]
    plain = found(HeadlineMiner(upper=0.35), texts)
    assert plain == [(0, 1), (1, 2)]
    closed = HeadlineMiner(upper=0.35, closure=True).find(texts, [None] * 5)
    assert [(f.source, f.target) for f in closed] == [(0, 1), (0, 2), (1, 2)]
    assert closed[1].route == "closure"


def test_an_encoder_in_the_place_of_words():
    def encoder(texts):
        return np.array([[len(text), 1.0] for text in texts])

    assert len(found(make_headlines(encoder=encoder, upper=0.9), SONY)) == 6


def test_a_job_over_clusters_gives_lines_for_align(tmp_path):
    texts = ["Rates rise again", "Rates rise more", "RATES rise  again.", "Bank shut"]
    clusters = [cluster(texts, name="n1"), {"cluster": 7, "items": [{"id": 1}]}, {"id": 9}]
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in clusters))
    done = run_job(mine_headlines(HeadlineMiner(idf="smooth")), [path], tmp_path / "out")
    rows = list(done.rows())
    assert [row["id"] for row in rows] == ["n1/0/1", "n1/1/2"]
    assert rows[0]["source"] == texts[0]
    assert rows[0]["origin"] == {"cluster": "n1", "ids": ["0", "1"]}
    assert done.manifest["dropped"] == {"same words": 1}
    codes = [json.loads(line)["code"] for line in done.errors.read_text().splitlines()]
    assert codes == ["P910", "P910"]


def test_what_comes_out_depends_on_no_order():
    texts = [f"w{k % 7} w{k % 5} w{k % 3} n{k}" for k in range(24)]
    for method in ("pairs", "cluster"):
        job = mine_headlines(HeadlineMiner(method, lower=0, upper=0.2))
        rows = list(run_loop(job, [cluster(texts)]))
        turned = cluster(texts)
        random.Random(1).shuffle(turned["items"])
        assert list(run_loop(job, [turned])) == rows
        assert rows


def test_large_clusters_are_cut_by_time():
    items = [{"id": n, "text": f"rates rise {n % 600}", "time": f"{n:05}"} for n in range(1200)]
    job = mine_headlines(HeadlineMiner(idf="smooth", upper=0.99, stem=False))
    rows = list(run_loop(job, [{"cluster": "c", "items": items[::-1]}]))
    assert rows == []  # those that are the same are 600 apart
    near = [{**item, "text": f"rates rise {item['id'] // 2} {item['id']}"} for item in items]
    job = mine_headlines(HeadlineMiner(idf="smooth", upper=0.45, stem=False))
    assert len(list(run_loop(job, [{"cluster": "c", "items": near}]))) >= 600


@pytest.mark.parametrize(
    "settings",
    [{"method": "best"}, {"idf": "log"}, {"lower": 0.6}, {"upper": 2}, {"max_k": 0}],
)
def test_settings_out_of_range(settings):
    with pytest.raises(ParaphraseError, match="P911"):
        make_headlines(**settings)


def test_clusters_that_are_none():
    for record in (
        {"cluster": "c", "items": [{"id": 1, "text": "a"}, {"id": 1, "text": "b"}]},
        {"cluster": "c", "items": [{"id": 1, "text": None}]},
        {"cluster": "c", "items": [{"id": 1, "text": "a", "context": 3}]},
        {"cluster": None, "items": []},
        {"cluster": "c", "items": "abc"},
    ):
        with pytest.raises(ParaphraseError, match="P910"):
            list(run_loop(mine_headlines(HeadlineMiner()), [record]))
    assert not list(run_loop(mine_headlines(HeadlineMiner()), [{"cluster": "c", "items": []}]))


def test_evaluation_and_tuning():
    labelled = [cluster(SONY, ["x y", "x y", "p q", "r s"], ["a", "a", "b", "b"])]
    measured = evaluate(HeadlineMiner(**PLAIN), labelled)
    assert measured["all"] == {
        **{"precision": 1.0, "recall": 0.5, "f": 0.9444},
        **{"gold": 2, "found": 1, "correct": 1},
    }
    tuned = tune(HeadlineMiner(**PLAIN), labelled)
    assert (tuned.lower, tuned.upper) == (0.2, 0.25)
    assert evaluate(tuned, labelled)["all"]["f"] == 1
    alone = [cluster(SONY, groups=["a", "a", None, None])]
    wide = evaluate(HeadlineMiner(upper=0.21, **PLAIN), alone)
    assert (wide["all"]["precision"], wide["clustered"]["precision"]) == (0.5, 1.0)
    with pytest.raises(ParaphraseError, match="P911"):
        tune(HeadlineMiner(), [cluster(SONY)])
